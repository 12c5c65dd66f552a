// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Adhesion as a convex potential.
//
// A contact bonds when its surfaces touch, and breaks when they are further apart than the range of
// the bond; this is decided once per step. While it is bonded, l(u) = U(x - h u_n) + h b u_n^2 / 2,
// where U is the energy of the theory: of Johnson, Kendall and Roberts down to the point of largest
// tension and then a line, because the rest of the branch is not convex; of Derjaguin, Muller and
// Toporov in contact and the same line outside. Range and line are such that a slow cycle loses the
// energy of the theory. Without a bond, elastic spheres repel.
//
// Friction is soft Coulomb friction with the bound mu (F + share F_c) at the start of the step.

#include <fulcrum/contact_model.h>
#include <fulcrum/host.h>
#include <fulcrum/layout.h>
#include <fulcrum/math.h>
#include <fulcrum/module.h>

#include "contact_models/laws/laws.h"

enum {
  WORK,
  YOUNG,
  POISSON,
  RADIUS,
  LAW,
  RANGE,
  RANGE_SCALE,
  DISSIPATION,
  FRICTION_ADHESION,
  STICTION_SPEED,
  NPARAMETER
};

enum { JKR, DMT };
static const char* const laws[] = {"jkr", "dmt", NULL};

typedef struct Work_ {
  Adhesion law;
  mjtNum damping;  // N s/m
  mjtNum bonded;
  FrictionLaw friction;
} Work;
#define NWORK ((int)(sizeof(Work) / sizeof(mjtNum)))

// Penetration at which a bond breaks, negative. With the default range the energy of a slow cycle
// is that of the exact branch; the scale stretches the part beyond the largest tension.
static mjtNum breaking_point(const Adhesion* law, const mjtNum* param) {
  mjtNum a = jkr_critical_radius(law), unit = a * a / law->radius;
  mjtNum range = param[RANGE] > 0 ? param[RANGE] : (mjtNum)0.66163 * unit;
  mjtNum start = param[LAW] == DMT ? 0 : unit / 3;
  return -start - param[RANGE_SCALE] * fc_max(0, range - start);
}

static mjtNum energy(const Work* work, const mjtNum* param, mjtNum x, mjtNum out[3]) {
  if (work->bonded)
    bonded_energy(&work->law, param[LAW] == DMT, x, out);
  else
    unbonded_energy(&work->law, x, out);
  return out[0];
}

static int flat_contact(const mjModel* m, const mjContact* con) {
  char side[2][160];
  side_name(m, con, 0, side[0], sizeof side[0]);
  side_name(m, con, 1, side[1], sizeof side[1]);
  return fc_fail(
      "%s and %s have no radius of curvature; give a geom of them, or the contact model for all, "
      "<config key=\"radius\" value=\"0.01\"/> with that of the asperities that touch (m)",
      side[0], side[1]);
}

static int position(const FcContext* context, FcContactBatch* batch) {
  for (int i = 0; i < batch->ncon; i++) {
    const mjContact* con = batch->contact + i;
    const mjtNum* param = param_of(batch, i);
    if (con->efc_address < 0)
      continue;
    Work* work = contact_work(batch, i);
    Adhesion* law = &work->law;
    law->work = param[WORK];
    law->modulus = contact_modulus(param[YOUNG], param[POISSON]);
    law->radius = param[RADIUS] > 0 ? param[RADIUS] : contact_radius(context->m, context->d, con);
    if (law->radius <= 0)
      return flat_contact(context->m, con);
    mjtNum x = -con->dist;
    work->bonded =
        law->work > 0 && (x >= 0 || (batch->state[i] != 0 && x >= breaking_point(law, param)));
    mjtNum a = work->bonded && param[LAW] == JKR
                   ? jkr_radius(law, fc_max(x, -(mjtNum)0.69 * jkr_critical_radius(law) *
                                                   jkr_critical_radius(law) / law->radius))
                   : fc_sqrt(law->radius * fc_max(0, x));
    work->damping = param[DISSIPATION] * 4 * law->modulus * a * a * a / (3 * law->radius);
  }
  return 0;
}

static int velocity(const FcContext* context, FcContactBatch* batch) {
  (void)context;
  mjtNum h = batch->timestep;
  for (int i = 0; i < batch->ncon; i++) {
    const mjContact* con = batch->contact + i;
    const mjtNum* param = param_of(batch, i);
    if (con->efc_address < 0)
      continue;
    Work* work = contact_work(batch, i);
    mjtNum at[3];
    energy(work, param, -con->dist, at);
    mjtNum tension = work->bonded ? pull_off(&work->law, param[LAW] == DMT) : 0;
    mjtNum load = at[1] - work->damping * batch->u[6 * i] + param[FRICTION_ADHESION] * tension;
    fc_copy(work->friction.mu, con->friction, 5);
    work->friction.impulse = h * fc_max(0, load);
    work->friction.eps = param[STICTION_SPEED];
  }
  return 0;
}

static int potential(const FcContext* context, const FcContactBatch* batch, FcPotentialBatch* at) {
  (void)context;
  mjtNum h = batch->timestep;
  for (int k = 0; k < at->n; k++) {
    int i = at->contact[k], dim = batch->contact[i].dim;
    const Work* work = contact_work(batch, i);
    const mjtNum* u = at->u + at->row[k];
    mjtNum *force = at->force + at->row[k], *hessian = at->hessian ? at->hessian + 36 * k : NULL;
    mjtNum normal[3], damping = h * work->damping;
    energy(work, param_of(batch, i), -batch->contact[i].dist - h * u[0], normal);
    normal[0] += damping * u[0] * u[0] / 2;
    normal[1] = h * normal[1] - damping * u[0];
    normal[2] = h * h * normal[2] + damping;
    at->cost[k] = lagged_potential(&work->friction, normal, dim, u, force, hessian);
    fc_scl(force, force, 1 / h, dim);
  }
  return 0;
}

static int advance(const FcContext* context, const FcContactBatch* batch, FcContactStep* step) {
  (void)context;
  for (int i = 0; i < batch->ncon; i++) {
    if (batch->contact[i].efc_address >= 0) {
      const Work* work = contact_work(batch, i);
      step->state[i] = work->bonded;
    }
  }
  return 0;
}

static void mix(const mjModel* m, const mjtNum* a, const mjtNum* b, mjtNum* mixed) {
  (void)m;
  mixed[YOUNG] = mixed_young(a[YOUNG], a[POISSON], b[YOUNG], b[POISSON]);
  mixed[RADIUS] = mixed_radius(a[RADIUS], b[RADIUS]);
  mixed[DISSIPATION] = mixed_dissipation(a[YOUNG], a[DISSIPATION], b[YOUNG], b[DISSIPATION]);
}

// clang-format off
static const FcParameter parameters[NPARAMETER] = {
    {.key = "work", .type = FC_REAL, .length = 1, .def = (mjtNum)0.05, .min = 0, .max = (mjtNum)1e6,
     .unit = "J/m^2", .help = "Work of adhesion."},
    {.key = "young", .type = FC_REAL, .length = 1, .def = (mjtNum)1e6, .min = (mjtNum)1e-3,
     .max = (mjtNum)1e15, .unit = "Pa", .help = "Modulus of elasticity."},
    {.key = "poisson", .type = FC_REAL, .length = 1, .def = (mjtNum)0.45, .min = 0,
     .max = (mjtNum)0.5, .help = "Poisson's ratio."},
    {.key = "radius", .type = FC_REAL, .length = 1, .def = 0, .min = 0, .max = (mjtNum)1e6,
     .unit = "m", .help = "Radius of curvature; 0: that of the geoms."},
    {.key = "law", .type = FC_CHOICE, .length = 1, .def = JKR, .keywords = laws,
     .help = "Johnson, Kendall, Roberts or Derjaguin, Muller, Toporov."},
    {.key = "range", .type = FC_REAL, .length = 1, .def = 0, .min = 0, .max = 1000, .unit = "m",
     .help = "Gap at which a bond breaks; 0: 0.66163 a_c^2 / R."},
    {.key = "range_scale", .type = FC_REAL, .length = 1, .def = 1, .min = 1, .max = (mjtNum)1e6,
     .help = "Stretches the range of constant tension."},
    {.key = "dissipation", .type = FC_REAL, .length = 1, .def = 20, .min = 0, .max = 500,
     .unit = "s/m", .help = "Damping over the repulsive part of the force."},
    {.key = "friction_adhesion", .type = FC_REAL, .length = 1, .def = 1, .min = 0, .max = 1,
     .help = "Share of the largest tension that friction counts as load."},
    {.key = "stiction_speed", .type = FC_REAL, .length = 1, .def = (mjtNum)1e-4,
     .min = (mjtNum)1e-7, .max = (mjtNum)0.1, .unit = "m/s",
     .help = "Slip with 71 percent of the bound."},
};
// clang-format on

static const FcMixing mixing[NPARAMETER] = {FC_MIX_GEOMETRIC, FC_MIX_OWN, FC_MIX_MEAN, FC_MIX_OWN,
                                            FC_MIX_NONE,      FC_MIX_MAX, FC_MIX_MAX,  FC_MIX_OWN,
                                            FC_MIX_MAX,       FC_MIX_MAX};

static const FcContactModel table = {
    .size = sizeof(FcContactModel),
    .position = position,
    .velocity = velocity,
    .way = FC_CONTACT_POTENTIAL,
    .potential = potential,
    .advance = advance,
    .nwork = NWORK,
    .nstate = 1,
    .mixing = mixing,
    .mix = mix,
    .curvature = RADIUS + 1,
};
static const FcFace faces[] = {{.size = sizeof(FcFace),
                                .kind = FC_CONTACT_MODEL,
                                .name = "adhesive",
                                .table = &table,
                                FC_PARAMETERS(parameters)}};

FC_MODULE_WITH(adhesive, "adhesive", "1.0.0", "Apache-2.0", &fc_layout, faces, -1,
               "Elastic spheres that stick to each other: JKR and DMT", NULL)
