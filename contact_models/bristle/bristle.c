// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Stiction with state: Hunt-Crossley along the normal, bristles across it.
//
// A bristle is a spring between the surfaces that breaks away at Coulomb's bound, so a contact that
// sticks comes to rest instead of creeping. Its displacement lives as long as the contact, in world
// axes, and is carried over when the tangent plane turns. The bound is that of the normal force at
// the start of the step; its coefficient is the static one while the contact sticks, and falls from
// there to the kinetic one with the slip.
//
// Sliding has two rows, spin one and roll two; each of the three has a bristle. Anisotropic
// friction is isotropic in rows scaled by mu_j / mu_1.
//
// The stiffness may change with depth. A bristle that gets stiffer is shortened so that its force
// is unchanged; one that gets softer keeps its length. Neither adds energy.

#include <string.h>

#include <fulcrum/contact_model.h>
#include <fulcrum/layout.h>
#include <fulcrum/math.h>
#include <fulcrum/module.h>

#include "contact_models/laws/laws.h"

enum {
  TANGENT_STIFFNESS = NORMAL_NPARAMETER,
  TANGENT_DAMPING,
  STATIC,
  KINETIC,
  STRIBECK_SPEED,
  SPIN_STIFFNESS,
  ROLL_STIFFNESS,
  MATCH_RADIUS,
  INHERIT,
  IMPLICITNESS,
  NPARAMETER
};

typedef struct State_ {
  mjtNum slide[3], roll[3];  // displacement of side 1, world axes (m, rad)
  mjtNum spin;               // rad
  mjtNum normal[3];          // of the contact when the state was written
  mjtNum slipped;            // 1: sliding broke away in the last step
  mjtNum stiffness;          // of `slide` at that time (N/m); 0: never written
} State;
#define NSTATE ((int)(sizeof(State) / sizeof(mjtNum)))

enum { SLIDE, SPIN, ROLL, NGROUP };
static const int first_row[NGROUP] = {1, 3, 4}, row_count[NGROUP] = {2, 1, 2};

typedef struct Work_ {
  NormalLaw normal;
  mjtNum stiffness;     // of sliding
  mjtNum impedance[2];  // 1 / weight, translation and rotation
  mjtNum shift[5];      // displacement in the rows, with their scaling
  mjtNum scale[5];      // of the rows
  Bristle law[NGROUP];
} Work;
#define NWORK ((int)(sizeof(Work) / sizeof(mjtNum)))

static int same_geoms(const mjContact* a, const mjContact* b) {
  return a->geom[0] == b->geom[0] && a->geom[1] == b->geom[1] && a->flex[0] == b->flex[0] &&
         a->flex[1] == b->flex[1];
}

// ---------------------------------------------------------------- position

// Contact whose state a new contact inherits: the nearest one between the same geoms that has a
// state, within 5 match radii; the contact itself when there is none.
static int ancestor(const FcContext* context, const FcContactBatch* batch, int i) {
  const mjContact* con = batch->contact + i;
  const mjtNum* param = param_of(batch, i);
  int best = i;
  if (batch->age[i] || !param[INHERIT] || con->geom[0] < 0 || con->geom[1] < 0)
    return i;
  mjtNum reach = param[MATCH_RADIUS];
  if (reach <= 0) {
    // planes have no radius
    mjtNum a = context->m->geom_rbound[con->geom[0]], b = context->m->geom_rbound[con->geom[1]];
    reach = (mjtNum)0.01 * (a > 0 && b > 0 ? fc_min(a, b) : fc_max(a, b));
  }
  reach *= 5;
  // contacts of a pair are neighbours
  for (int step = -1; step <= 1; step += 2) {
    for (int j = i + step; j >= 0 && j < batch->ncon; j += step) {
      const mjContact* other = batch->contact + j;
      if (!same_geoms(con, other))
        break;
      mjtNum distance = fc_dist3(con->pos, other->pos);
      if (batch->age[j] > 0 && distance < reach) {
        reach = distance;
        best = j;
      }
    }
  }
  return best;
}

// The same displacement seen from the other side. Spin turns with the normal and stays.
static void exchange_sides(State* state) {
  fc_scl(state->slide, state->slide, -1, 3);
  fc_scl(state->roll, state->roll, -1, 3);
  fc_scl(state->normal, state->normal, -1, 3);
}

// Displacement of a contact in its current rows.
static void load_state(Work* work, const mjContact* con, const State* before, int turned) {
  State now = *before, *state = &now;
  if (turned)
    exchange_sides(state);
  mjtNum *slide = state->slide, *roll = state->roll;
  transport_tangent(slide, state->normal, con->frame);
  transport_tangent(roll, state->normal, con->frame);
  mjtNum shrink = state->stiffness < work->stiffness && work->stiffness > 0
                      ? state->stiffness / work->stiffness
                      : 1;
  for (int k = 0; k < 2; k++) {
    work->shift[k] = shrink * fc_dot3(slide, con->frame + 3 + 3 * k);
    work->shift[3 + k] = fc_dot3(roll, con->frame + 3 + 3 * k);
  }
  work->shift[2] = state->spin;
  for (int j = 0; j < 5; j++)
    work->shift[j] *= work->scale[j];
}

static int position(const FcContext* context, FcContactBatch* batch) {
  for (int i = 0; i < batch->ncon; i++) {
    const mjContact* con = batch->contact + i;
    const mjtNum* param = param_of(batch, i);
    if (con->efc_address < 0)
      continue;
    Work* work = contact_work(batch, i);
    work->normal = contact_normal(context, con, param);

    // tangential stiffness of equal elastic bodies (Mindlin)
    mjtNum nu = param[NORMAL_POISSON], elastic[2];
    normal_force(&work->normal, -con->dist, 0, elastic);
    work->stiffness = param[TANGENT_STIFFNESS] > 0 ? param[TANGENT_STIFFNESS]
                                                   : 2 * (1 - nu) / (2 - nu) * elastic[0];
    for (int k = 0; k < 2; k++)
      work->impedance[k] = 1 / fc_max(mjMINVAL, batch->weight[2 * i + k]);
    mjtNum mu = fc_max(mjMINMU, con->friction[0]), mu_roll = fc_max(mjMINMU, con->friction[3]);
    work->scale[0] = work->scale[2] = work->scale[3] = 1;
    work->scale[1] = con->friction[1] / mu;
    work->scale[4] = con->friction[4] / mu_roll;
    const State* states = (const State*)batch->state;
    int source = ancestor(context, batch, i);
    load_state(work, con, states + source, batch->turned[source]);
  }
  return 0;
}

// ---------------------------------------------------------------- velocity

static mjtNum or_else(mjtNum value, mjtNum standard) { return value > 0 ? value : standard; }

// Half of the critical damping of a spring with the effective inertia at the contact.
static mjtNum half_critical(mjtNum stiffness, mjtNum inertia) {
  return fc_sqrt(stiffness * inertia);
}

static int velocity(const FcContext* context, FcContactBatch* batch) {
  (void)context;
  for (int i = 0; i < batch->ncon; i++) {
    const mjContact* con = batch->contact + i;
    const mjtNum *param = param_of(batch, i), *u = batch->u + 6 * i, *mu = con->friction;
    if (con->efc_address < 0)
      continue;
    Work* work = contact_work(batch, i);
    mjtNum unused[2], load = normal_force(&work->normal, -con->dist, -u[0], unused);
    const State* state = (const State*)batch->state + i;

    // coefficient of sliding
    mjtNum kinetic = or_else(param[KINETIC], mu[0]);
    mjtNum rest = fc_max(kinetic, or_else(param[STATIC], mu[0])), now = rest;
    if (state->slipped && con->dim > 2) {
      mjtNum ratio = fc_sqrt(u[1] * u[1] + u[2] * u[2]) / param[STRIBECK_SPEED];
      now = kinetic + (rest - kinetic) * fc_exp(-ratio * ratio);
    }

    mjtNum unit = fc_max(mjMINMU, mu[0]);
    Bristle* law = work->law;
    law[SLIDE].stiffness = work->stiffness;
    law[SLIDE].damping =
        or_else(param[TANGENT_DAMPING], half_critical(work->stiffness, work->impedance[0]));
    law[SLIDE].bound = now * load;
    mjtNum arm[NGROUP] = {0, mu[2] / unit, mu[3] / unit};
    for (int g = SPIN; g < NGROUP; g++) {
      mjtNum stiffness = param[g == SPIN ? SPIN_STIFFNESS : ROLL_STIFFNESS];
      law[g].stiffness = or_else(stiffness, arm[g] * arm[g] * work->stiffness);
      law[g].damping = half_critical(law[g].stiffness, work->impedance[1]);
      law[g].bound = mu[g == SPIN ? 2 : 3] * load;
    }
  }
  return 0;
}

// ---------------------------------------------------------------- acceleration

static mjtNum group_potential(const Work* work, int group, mjtNum h, int dim, const mjtNum* u,
                              mjtNum* impulse, mjtNum* hessian) {
  int row = first_row[group], n = row_count[group];
  const mjtNum* scale = work->scale + row - 1;
  mjtNum scaled[2], local[4];
  for (int i = 0; i < n; i++)
    scaled[i] = scale[i] * u[row + i];
  mjtNum cost = bristle_potential(work->law + group, h, n, work->shift + row - 1, scaled,
                                  impulse + row, hessian ? local : NULL);
  for (int i = 0; i < n; i++) {
    impulse[row + i] *= scale[i];
    for (int j = 0; j < n && hessian; j++)
      hessian[(row + i) * dim + row + j] = scale[i] * scale[j] * local[i * n + j];
  }
  return cost;
}

static int potential(const FcContext* context, const FcContactBatch* batch, FcPotentialBatch* at) {
  (void)context;
  mjtNum h = batch->timestep;
  for (int k = 0; k < at->n; k++) {
    int i = at->contact[k], dim = batch->contact[i].dim;
    const Work* work = contact_work(batch, i);
    const mjtNum* u = at->u + at->row[k];
    mjtNum *force = at->force + at->row[k], *hessian = at->hessian ? at->hessian + 36 * k : NULL;
    mjtNum normal[3];
    normal_potential(&work->normal, h, param_of(batch, i)[IMPLICITNESS], -batch->contact[i].dist,
                     u[0], normal);
    at->cost[k] = normal[0];
    force[0] = normal[1];
    if (hessian) {
      fc_zero(hessian, dim * dim);
      hessian[0] = normal[2];
    }
    for (int g = 0; g < NGROUP && first_row[g] < dim; g++)
      at->cost[k] += group_potential(work, g, h, dim, u, force, hessian);
    fc_scl(force, force, 1 / h, dim);
  }
  return 0;
}

// ---------------------------------------------------------------- state

static int advance(const FcContext* context, const FcContactBatch* batch, FcContactStep* step) {
  mjtNum h = batch->timestep;
  for (int i = 0; i < batch->ncon; i++) {
    const mjContact* con = batch->contact + i;
    State* state = (State*)step->state + i;
    if (con->efc_address < 0) {
      if (batch->turned[i])
        exchange_sides(state);
      continue;
    }
    Work* work = contact_work(batch, i);
    mjtNum next[5];
    fc_copy(next, work->shift, 5);
    int slipped = 1;
    for (int g = 0; g < NGROUP && first_row[g] < con->dim; g++) {
      int row = first_row[g], n = row_count[g];
      mjtNum scaled[2];
      for (int r = 0; r < n; r++)
        scaled[r] = work->scale[row - 1 + r] * step->u[6 * i + row + r];
      int slips = bristle_advance(work->law + g, h, n, next + row - 1, scaled);
      if (g == SLIDE)
        slipped = slips;
    }
    for (int j = 0; j < 5; j++)
      next[j] = work->scale[j] > 0 ? next[j] / work->scale[j] : 0;

    // to the world, turned with the bodies
    mjtNum angle = h * mean_spin(context->m, context->d, con);
    for (int k = 0; k < 3; k++) {
      state->slide[k] = next[0] * con->frame[3 + k] + next[1] * con->frame[6 + k];
      state->roll[k] = next[3] * con->frame[3 + k] + next[4] * con->frame[6 + k];
    }
    turn_tangent(state->slide, con->frame, angle);
    turn_tangent(state->roll, con->frame, angle);
    fc_copy3(state->normal, con->frame);
    state->spin = next[2];
    state->slipped = slipped;
    state->stiffness = work->stiffness;
  }
  return 0;
}

// ---------------------------------------------------------------- the module

// clang-format off
static const FcParameter parameters[NPARAMETER] = {
    NORMAL_PARAMETERS,
    {.key = "tangent_stiffness", .type = FC_REAL, .length = 1, .def = 0, .min = 0,
     .max = (mjtNum)1e18, .unit = "N/m", .help = "Stiffness of the bristle; 0: from the normal's."},
    {.key = "tangent_damping", .type = FC_REAL, .length = 1, .def = 0, .min = 0,
     .max = (mjtNum)1e18, .unit = "N s/m", .help = "Damping of it; 0: half of critical."},
    {.key = "friction_static", .type = FC_REAL, .length = 1, .def = 0, .min = 0, .max = 100,
     .help = "Coefficient of breakaway, at least the kinetic one; 0: the contact's own."},
    {.key = "friction_kinetic", .type = FC_REAL, .length = 1, .def = 0, .min = 0, .max = 100,
     .help = "Coefficient of sliding; 0: the contact's own."},
    {.key = "stribeck_speed", .type = FC_REAL, .length = 1, .def = (mjtNum)0.01,
     .min = (mjtNum)1e-9, .max = (mjtNum)1e9, .unit = "m/s",
     .help = "Slip over which one falls to the other."},
    {.key = "spin_stiffness", .type = FC_REAL, .length = 1, .def = 0, .min = 0,
     .max = (mjtNum)1e18, .unit = "N m/rad",
     .help = "Stiffness against spin, 4 dimensions; 0: (mu_spin / mu)^2 of the tangential one."},
    {.key = "roll_stiffness", .type = FC_REAL, .length = 1, .def = 0, .min = 0,
     .max = (mjtNum)1e18, .unit = "N m/rad",
     .help = "Stiffness against rolling, 6 dimensions; 0: (mu_roll / mu)^2 of the tangential one."},
    {.key = "match_radius", .type = FC_REAL, .length = 1, .def = 0, .min = 0, .max = 1000,
     .unit = "m",
     .help = "Way of a point in a step; inherit reaches 5 times that; 0: 1 % of the geom."},
    {.key = "inherit", .type = FC_BOOL, .length = 1, .def = 1,
     .help = "New points begin with the displacement of a neighbour."},
    {.key = "implicitness", .type = FC_REAL, .length = 1, .def = 1, .min = 0, .max = 1,
     .help = "Part of the step that the normal spring is implicit in."},
};
// clang-format on

static const FcMixing mixing[NPARAMETER] = {
    NORMAL_MIXING, FC_MIX_SERIES, FC_MIX_SERIES, FC_MIX_MAX,  FC_MIX_MAX, FC_MIX_MAX,
    FC_MIX_SERIES, FC_MIX_SERIES, FC_MIX_MAX,    FC_MIX_NONE, FC_MIX_NONE};

static const FcContactModel table = {
    .size = sizeof(FcContactModel),
    .position = position,
    .velocity = velocity,
    .way = FC_CONTACT_POTENTIAL,
    .potential = potential,
    .advance = advance,
    .nwork = NWORK,
    .nstate = NSTATE,
    .mixing = mixing,
    .mix = mix_normal,
    .match_radius = MATCH_RADIUS + 1,
};
static const FcFace faces[] = {{.size = sizeof(FcFace),
                                .kind = FC_CONTACT_MODEL,
                                .name = "bristle",
                                .table = &table,
                                FC_PARAMETERS(parameters)}};

FC_MODULE_WITH(bristle, "bristle", "1.0.0", "Apache-2.0", &fc_layout, faces, -1,
               "Compliant contacts whose friction remembers: stiction without creep", NULL)
