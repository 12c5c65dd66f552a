// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// acme.superquadric: a collider. Where it is installed, ellipsoid geoms meet planes as
// superquadrics |x/a|^p + |y/b|^p + |z/c|^p = 1.
//
// The farthest point of a superquadric in direction l has, by Hoelder's inequality with the
// conjugate exponent q = p / (p - 1), the coordinates
//
//   x_k = a_k sign(l_k) |a_k l_k|^(q-1) / (sum_i |a_i l_i|^q)^(1/p)
//
// and against a plane the farthest point in the direction opposite to the normal is the contact. To
// make another collider, replace `collide_pair`, and the pair of geom types in `types` and
// `overrides`.

#include <math.h>

#include <fulcrum/collider.h>
#include <fulcrum/host.h>
#include <fulcrum/layout.h>
#include <fulcrum/math.h>
#include <mujoco/mujoco.h>

static void farthest(mjtNum x[3], const mjtNum size[3], const mjtNum l[3], mjtNum p) {
  mjtNum q = p / (p - 1), sum = 0;
  for (int k = 0; k < 3; k++)
    sum += pow(fabs(size[k] * l[k]), q);
  mjtNum scale = pow(sum, -1 / p);
  for (int k = 0; k < 3; k++)
    x[k] = copysign(size[k] * pow(fabs(size[k] * l[k]), q - 1) * scale, l[k]);
}

static int collide_pair(FcContactPoint* con, const FcContext* ctx, const FcCandidate* pair) {
  const mjData* d = ctx->d;
  int plane = pair->geom[0], geom = pair->geom[1];
  const mjtNum* mat = d->geom_xmat + 9 * geom;
  mjtNum normal[3], down[3], point[3], height[3];
  fc_column3(normal, d->geom_xmat + 9 * plane, 2);
  fc_mulMatTVec3(down, mat, normal);
  fc_scl3(down, down, -1);

  // lowest point, and how far above the plane it is
  farthest(point, ctx->m->geom_size + 3 * geom, down, ctx->param[0]);
  fc_mulMatVec3(point, mat, point);
  fc_addTo3(point, d->geom_xpos + 3 * geom);
  fc_sub3(height, point, d->geom_xpos + 3 * plane);
  con->dist = fc_dot3(height, normal);
  if (con->dist > pair->margin)
    return 0;
  fc_addScl3(con->pos, point, normal, -con->dist / 2);
  fc_copy3(con->normal, normal);
  fc_zero3(con->tangent);
  return 1;
}

static int collide(const FcContext* ctx, const FcCandidate* pair, int npair, FcContactSink* sink) {
  for (int i = 0; i < npair; i++)
    fc_emitContacts(sink, pair + i, collide_pair(fc_contactRoom(sink), ctx, pair + i));
  return 0;
}

static const FcParameter parameters[] = {{.key = "exponent",
                                          .type = FC_REAL,
                                          .length = 1,
                                          .def = 2,
                                          .min = 1.05,
                                          .max = 100,
                                          .help = "2: ellipsoid; larger: towards a box."}};
static const FcCollider table = {.size = sizeof(FcCollider), .max_contact = 1, .collide = collide};
static const char* const types[] = {"plane-ellipsoid", NULL};
static const FcFace faces[] = {{.size = sizeof(FcFace),
                                .kind = FC_COLLIDER,
                                .name = "acme.superquadric",
                                .table = &table,
                                .types = types,
                                FC_PARAMETERS(parameters)}};

static const char* const overrides[] = {"collider/plane-ellipsoid", NULL};

FC_MODULE_WITH(acme_superquadric, "acme.superquadric", "1.0.0", "Apache-2.0", &fc_layout, faces, 0,
               "Ellipsoids on planes become superquadrics", overrides)
