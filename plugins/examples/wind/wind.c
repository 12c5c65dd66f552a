// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// acme.wind: a passive force. Air of constant velocity exerts drag on the bodies that
// name it, or on all of them:
//
//     <extension><plugin plugin="acme.wind">
//       <instance name="gust"><config key="velocity" value="8 0 0"/></instance>
//     </plugin></extension>
//     ... <body> <plugin instance="gust"/> ... </body>
//
// Each geom is replaced by the box around it (mjModel.geom_aabb), with half sizes h. In the axes of
// the box, with the velocity u of its centre relative to the air, the area that faces the flow
// times |u| is
//
//   s(u) = sum_i a_i |u_i|,   a = 4 (h2 h3, h3 h1, h1 h2),
//
// and the drag of a blunt body (quadratic in velocity, opposite to it) acts at the centre:
//
//   f = -k s(u) u,   k = density drag / 2,   df_i/du_j = -k (s delta_ij + u_i a_j sign(u_j)).
//
// The derivative lets the implicit integrators take time steps that would make light bodies in a
// strong wind unstable with explicit integration.

#include <math.h>

#include <fulcrum/host.h>
#include <fulcrum/layout.h>
#include <fulcrum/math.h>
#include <fulcrum/passive.h>
#include <mujoco/mujoco.h>

// parameters, in the order of their declaration
enum { VELOCITY = 0, DENSITY = 3, DRAG = 4 };

// a box in the wind
typedef struct Box_ {
  const mjtNum* axes;  // its axes are the columns, in the world
  mjtNum centre[3];    // world, m
  mjtNum area[3];      // of the sides across each axis, m^2
  mjtNum u[3];         // velocity relative to the air, in the axes of the box, m/s
  mjtNum s;            // area facing the flow times speed, m^3/s
} Box;

// 0 when the geom has no box: planes have no end
static int box_of_geom(const FcContext* context, int geom, Box* box) {
  const mjModel* m = context->m;
  const mjData* d = context->d;
  const mjtNum *c = m->geom_aabb + 6 * geom, *h = c + 3;
  if (m->geom_type[geom] == mjGEOM_PLANE)
    return 0;
  box->axes = d->geom_xmat + 9 * geom;
  fc_mulMatVec3(box->centre, box->axes, c);
  fc_addTo3(box->centre, d->geom_xpos + 3 * geom);

  // angular part first; the centre of the box moves with the geom
  mjtNum motion[6], turn[3], wind[3];
  mj_objectVelocity(m, d, mjOBJ_GEOM, geom, motion, 1);
  fc_cross(turn, motion, c);
  fc_mulMatTVec3(wind, box->axes, context->param + VELOCITY);
  box->s = 0;
  for (int i = 0; i < 3; i++) {
    box->area[i] = 4 * h[(i + 1) % 3] * h[(i + 2) % 3];
    box->u[i] = motion[3 + i] + turn[i] - wind[i];
    box->s += box->area[i] * fabs(box->u[i]);
  }
  return 1;
}

static mjtNum factor(const FcContext* context) {
  return context->param[DENSITY] * context->param[DRAG] / 2;
}

static int active(const FcContext* context) { return factor(context) != 0; }

static int force(const FcContext* context, const FcPassiveBatch* batch) {
  const mjModel* m = context->m;
  const mjtNum k = factor(context);
  for (int b = 0; b < batch->nbody; b++) {
    const int body = batch->body[b], end = m->body_geomadr[body] + m->body_geomnum[body];
    if (!m->body_weldid[body])
      continue;  // it does not move
    for (int g = m->body_geomadr[body]; g < end; g++) {
      Box box;
      mjtNum local[3], world[3];
      if (!box_of_geom(context, g, &box))
        continue;
      fc_scl3(local, box.u, -k * box.s);
      fc_mulMatVec3(world, box.axes, local);
      fc_applyWrench(m, context->d, world, NULL, box.centre, body, batch->qfrc);
    }
  }
  return 0;
}

// B = d(torque, force)/d(w, v) of one box: only forces, which depend on v alone
static void box_derivative(const Box* box, mjtNum k, int symmetric, mjtNum B[36]) {
  for (int i = 0; i < 36; i++)
    B[i] = 0;
  mjtNum *force_v = B + 21, slope[3];
  for (int j = 0; j < 3; j++)
    slope[j] = box->area[j] * (box->u[j] < 0 ? -1 : 1);
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++) {
      const mjtNum entry =
          symmetric ? (box->u[i] * slope[j] + box->u[j] * slope[i]) / 2 : box->u[i] * slope[j];
      force_v[6 * i + j] = -k * (entry + (i == j ? box->s : 0));
    }
  }
}

static int derivative(const FcContext* context, const FcPassiveBatch* batch, int symmetric) {
  const mjModel* m = context->m;
  for (int b = 0; b < batch->nbody; b++) {
    const int body = batch->body[b], end = m->body_geomadr[body] + m->body_geomnum[body];
    if (!m->body_weldid[body])
      continue;
    for (int g = m->body_geomadr[body]; g < end; g++) {
      Box box;
      mjtNum B[36];
      if (!box_of_geom(context, g, &box))
        continue;
      box_derivative(&box, factor(context), symmetric, B);
      fc_addWrenchDerivative(m, context->d, B, box.centre, box.axes, body);
    }
  }
  return 0;
}

static const FcParameter parameters[] = {{.key = "velocity",
                                          .type = FC_REAL,
                                          .length = 3,
                                          .unit = "m/s",
                                          .help = "Velocity of the air in world axes."},
                                         {.key = "density",
                                          .type = FC_REAL,
                                          .length = 1,
                                          .def = 1.2,
                                          .max = 20000,
                                          .unit = "kg/m^3",
                                          .help = "Density of the air."},
                                         {.key = "drag",
                                          .type = FC_REAL,
                                          .length = 1,
                                          .def = 1,
                                          .max = 100,
                                          .help = "Drag coefficient."}};
static const FcPassive table = {.size = sizeof(FcPassive),
                                .array = FC_QFRC_PASSIVE,
                                .active = active,
                                .force = force,
                                .derivative = derivative};
static const FcFace faces[] = {{.size = sizeof(FcFace),
                                .kind = FC_PASSIVE,
                                .name = "acme.wind",
                                .table = &table,
                                FC_PARAMETERS(parameters)}};

FC_MODULE(acme_wind, "acme.wind", "1.0.0", "Apache-2.0", &fc_layout, faces)
