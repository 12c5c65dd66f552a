// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Compliant contact as a convex potential: Hunt-Crossley along the normal, soft Coulomb friction
// across it, both at the end of the step (Castro, Han and Masterjohn 2023).
//
// Quantities that depend on positions are computed once per contact, then those that depend on
// velocities: the normal impulse at the start of the step, which bounds lagged friction, and the
// stiction speed max(stiction_speed, mu sigma w n0), where the second term keeps violent impacts
// well conditioned.

#include <fulcrum/contact_model.h>
#include <fulcrum/layout.h>
#include <fulcrum/math.h>
#include <fulcrum/module.h>

#include "contact_models/laws/laws.h"

enum { STATIC = NORMAL_NPARAMETER, STICTION_SPEED, SIGMA, COUPLING, IMPLICITNESS, NPARAMETER };

enum { LAGGED, SIMILAR };
static const char* const couplings[] = {"lagged", "similar", NULL};

// Data of one contact for an evaluation.
typedef struct Work_ {
  NormalLaw normal;
  FrictionLaw friction;
} Work;
#define NWORK ((int)(sizeof(Work) / sizeof(mjtNum)))

static int position(const FcContext* context, FcContactBatch* batch) {
  for (int i = 0; i < batch->ncon; i++) {
    const mjContact* con = batch->contact + i;
    if (con->efc_address >= 0) {
      Work* work = contact_work(batch, i);
      work->normal = contact_normal(context, con, param_of(batch, i));
    }
  }
  return 0;
}

static int velocity(const FcContext* context, FcContactBatch* batch) {
  (void)context;
  mjtNum h = batch->timestep;
  for (int i = 0; i < batch->ncon; i++) {
    const mjContact* con = batch->contact + i;
    const mjtNum *param = param_of(batch, i), *u = batch->u + 6 * i;
    if (con->efc_address < 0)
      continue;
    Work* work = contact_work(batch, i);
    FrictionLaw* friction = &work->friction;
    mjtNum unused[2];
    fc_copy(friction->mu, con->friction, 5);
    friction->impulse = h * normal_force(&work->normal, -con->dist, -u[0], unused);
    friction->eps = fc_max(param[STICTION_SPEED], con->friction[0] * param[SIGMA] *
                                                      batch->weight[2 * i] * friction->impulse);
    mjtNum slip = con->dim > 2 ? fc_sqrt(u[1] * u[1] + u[2] * u[2]) / friction->eps : 0;
    for (int k = 0; k < 2 && param[STATIC] > friction->mu[k]; k++)
      friction->mu[k] = lagged_coefficient(friction->mu[k], param[STATIC], slip);
  }
  return 0;
}

static int potential(const FcContext* context, const FcContactBatch* batch, FcPotentialBatch* at) {
  (void)context;
  mjtNum h = batch->timestep;
  for (int k = 0; k < at->n; k++) {
    int i = at->contact[k], dim = batch->contact[i].dim;
    const Work* work = contact_work(batch, i);
    const mjtNum *param = param_of(batch, i), *u = at->u + at->row[k];
    mjtNum *force = at->force + at->row[k], *hessian = at->hessian ? at->hessian + 36 * k : NULL;
    mjtNum theta = param[IMPLICITNESS], x = -batch->contact[i].dist;
    if (param[COUPLING] == SIMILAR) {
      at->cost[k] =
          similar_potential(&work->friction, &work->normal, h, theta, x, dim, u, force, hessian);
    } else {
      mjtNum normal[3];
      normal_potential(&work->normal, h, theta, x, u[0], normal);
      at->cost[k] = lagged_potential(&work->friction, normal, dim, u, force, hessian);
    }
    fc_scl(force, force, 1 / h, dim);
  }
  return 0;
}

// clang-format off
static const FcParameter parameters[NPARAMETER] = {
    NORMAL_PARAMETERS,
    {.key = "friction_static", .type = FC_REAL, .length = 1, .def = 0, .min = 0, .max = 100,
     .help = "Coefficient of friction at rest where above the contact's own; 0: the same."},
    {.key = "stiction_speed", .type = FC_REAL, .length = 1, .def = (mjtNum)1e-4,
     .min = (mjtNum)1e-7, .max = (mjtNum)0.1, .unit = "m/s",
     .help = "Slip with 71 percent of the bound."},
    {.key = "sigma", .type = FC_REAL, .length = 1, .def = (mjtNum)1e-3, .min = 0, .max = 1,
     .help = "Growth of the stiction speed with the normal impulse."},
    {.key = "coupling", .type = FC_CHOICE, .length = 1, .def = LAGGED, .keywords = couplings,
     .help = "Bound of friction: normal impulse of the start of the step, or of its end."},
    {.key = "implicitness", .type = FC_REAL, .length = 1, .def = 1, .min = 0, .max = 1,
     .help = "Part of the step that the spring is implicit in: 1 is robust, 0 keeps energy."},
};
// clang-format on

static const FcMixing mixing[NPARAMETER] = {NORMAL_MIXING, FC_MIX_MAX,  FC_MIX_MAX,
                                            FC_MIX_MAX,    FC_MIX_NONE, FC_MIX_NONE};

static const FcContactModel table = {
    .size = sizeof(FcContactModel),
    .position = position,
    .velocity = velocity,
    .way = FC_CONTACT_POTENTIAL,
    .potential = potential,
    .nwork = NWORK,
    .mixing = mixing,
    .mix = mix_normal,
};
static const FcFace faces[] = {{.size = sizeof(FcFace),
                                .kind = FC_CONTACT_MODEL,
                                .name = "hunt_crossley",
                                .table = &table,
                                FC_PARAMETERS(parameters)}};

FC_MODULE_WITH(hunt_crossley, "hunt_crossley", "1.0.0", "Apache-2.0", &fc_layout, faces, -1,
               "Compliant contacts: Hunt-Crossley and soft Coulomb friction as a convex potential",
               NULL)
