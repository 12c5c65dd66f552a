// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Contact models of these tests, brought by the program itself:
//
//   lab.rows     a linear law as rows: R = 1 / G, aref = (u* - u) / h, elliptic
//   lab.linear   the same as a potential, 1/2 G (u - u*)^2
//   lab.cone     a nonlinear potential: one-sided spring over z = u_n - (Q - eps), Q the soft norm
//                of mu_j u_j, which couples friction with the normal force
//   lab.force    its force at the start of the step
//   lab.memory   lab.cone with two numbers per contact: steps lived, and a number given at birth
//   lab.recall   the same two numbers for a model with forces

#ifndef TESTS_CONTACT_MODELS_LAWS_H_
#define TESTS_CONTACT_MODELS_LAWS_H_

#include <fulcrum/contact_model.h>
#include <fulcrum/host.h>
#include <fulcrum/layout.h>
#include <fulcrum/math.h>

#include "tests/support.h"

#define MU_SOFT 1e-3 /* m/s: width of the soft norm */

//------------------------------ linear law --------------------------------------------------------

// weight of component k: R_k friction[k-1]^2 is the same for all of friction
static mjtNum linear_weight(const mjContact* con, int k) {
  const mjtNum ratio = k ? con->friction[k - 1] / con->friction[0] : 1;
  return (k ? 3 : 2) * ratio * ratio;
}

// velocity that it strives for: a small part of the penetration is gone after the step
static mjtNum linear_goal(const mjContact* con, int k, mjtNum h) {
  return k ? 0 : -con->dist / (200 * h);
}

static int rows_position(const FcContext* c, FcContactBatch* b) {
  (void)c;
  for (int i = 0; i < b->ncon; i++) {
    mjContact* con = b->contact + i;
    for (int k = 0; con->efc_address >= 0 && k < con->dim; k++) {
      const int r = con->efc_address + k;
      b->D[r] = linear_weight(con, k);
      b->R[r] = 1 / b->D[r];
      b->KBIP[4 * r] = b->KBIP[4 * r + 1] = b->KBIP[4 * r + 3] = 0;
      b->KBIP[4 * r + 2] = (mjtNum)0.5;
      b->diagApprox[r] = b->R[r];
    }
    if (con->dim > 1)
      con->mu = con->friction[0] * fc_sqrt(linear_weight(con, 0) / linear_weight(con, 1));
  }
  return 0;
}

static int rows_velocity(const FcContext* c, FcContactBatch* b) {
  (void)c;
  for (int i = 0; i < b->ncon; i++) {
    const mjContact* con = b->contact + i;
    for (int k = 0; con->efc_address >= 0 && k < con->dim; k++) {
      b->aref[con->efc_address + k] =
          (linear_goal(con, k, b->timestep) - b->u[6 * i + k]) / b->timestep;
    }
  }
  return 0;
}

static int linear_potential(const FcContext* c, const FcContactBatch* b, FcPotentialBatch* at) {
  (void)c;
  for (int k = 0; k < at->n; k++) {
    const mjContact* con = b->contact + at->contact[k];
    const mjtNum* u = at->u + at->row[k];
    at->cost[k] = 0;
    for (int i = 0; i < con->dim; i++) {
      const mjtNum G = linear_weight(con, i), x = u[i] - linear_goal(con, i, b->timestep);
      at->cost[k] += G * x * x / 2;
      at->force[at->row[k] + i] = -G * x / b->timestep;
      for (int j = 0; at->hessian && j < con->dim; j++)
        at->hessian[36 * k + i * con->dim + j] = i == j ? G : 0;
    }
  }
  return 0;
}

//------------------------------ cone --------------------------------------------------------------

// l(u) of a contact with stiffness k; gradient and Hessian
static mjtNum cone_cost(const mjContact* con, mjtNum stiffness, mjtNum h, const mjtNum* u,
                        mjtNum* gradient, mjtNum* hessian) {
  const int n = con->dim;
  mjtNum mu2[6], w[6], z[6], Q = 0, eps = con->friction[0] * MU_SOFT;
  for (int j = 1; j < n; j++) {
    mu2[j] = con->friction[j - 1] * con->friction[j - 1];
    w[j] = mu2[j] * u[j];
    Q += w[j] * u[j];
  }
  Q = fc_sqrt(Q + eps * eps);
  const mjtNum X = fc_max(0, -con->dist - h * (u[0] - (n > 1 ? Q - eps : 0)));
  z[0] = 1;
  for (int j = 1; j < n; j++)
    z[j] = -w[j] / Q;
  for (int i = 0; i < n; i++) {
    gradient[i] = -h * stiffness * X * z[i];
    for (int j = 0; hessian && j < n; j++) {
      const mjtNum bend = i && j ? (i == j ? mu2[i] / Q : 0) - w[i] * w[j] / (Q * Q * Q) : 0;
      hessian[i * n + j] = X > 0 ? h * stiffness * (h * z[i] * z[j] + X * bend) : 0;
    }
  }
  return stiffness * X * X / 2;
}

static int cone_potential(const FcContext* c, const FcContactBatch* b, FcPotentialBatch* at) {
  (void)c;
  for (int k = 0; k < at->n; k++) {
    const mjContact* con = b->contact + at->contact[k];
    mjtNum gradient[6];
    at->cost[k] =
        cone_cost(con, b->param[b->nparam * at->contact[k]], b->timestep, at->u + at->row[k],
                  gradient, at->hessian ? at->hessian + 36 * k : NULL);
    for (int i = 0; i < con->dim; i++)
      at->force[at->row[k] + i] = -gradient[i] / b->timestep;
  }
  return 0;
}

// the same law at the start of the step: the spring does not see h u, but friction does its part
static int cone_force(const FcContext* c, const FcContactBatch* b, FcForceBatch* at) {
  (void)c;
  for (int i = 0; i < b->ncon; i++) {
    const mjContact* con = b->contact + i;
    if (con->exclude)
      continue;
    mjtNum gradient[6], hessian[36];
    cone_cost(con, b->param[b->nparam * i], b->timestep, at->u + 6 * i, gradient, hessian);
    for (int k = 0; k < con->dim; k++)
      at->force[6 * i + k] = -gradient[k] / b->timestep;
    for (int k = 0; at->derivative && k < con->dim * con->dim; k++)
      at->derivative[36 * i + k] = -hessian[k] / b->timestep;
  }
  return 0;
}

//------------------------------ state -------------------------------------------------------------

static int remember(const FcContext* c, const FcContactBatch* b, FcContactStep* step) {
  for (int i = 0; i < b->ncon; i++) {
    mjtNum* state = step->state + 2 * i;
    if (b->age[i] != (int)state[0])
      return fc_fail("contact %d has age %d and %g steps", i, b->age[i], state[0]);
    if (!b->age[i])
      state[1] = round(c->d->time / c->m->opt.timestep) * 100 + i + 1;
    state[0]++;
  }
  return 0;
}

//------------------------------ the module --------------------------------------------------------

static const FcParameter stiffness[] = {{.key = "stiffness",
                                         .type = FC_REAL,
                                         .length = 1,
                                         .def = 1e4,
                                         .min = 0,
                                         .max = 1e9,
                                         .unit = "N/m"}};
static const FcContactModel rows_table = {
    .size = sizeof rows_table, .position = rows_position, .velocity = rows_velocity, .elliptic = 1};
static const FcContactModel linear_table = {
    .size = sizeof linear_table, .way = FC_CONTACT_POTENTIAL, .potential = linear_potential};
static const FcContactModel cone_table = {
    .size = sizeof cone_table, .way = FC_CONTACT_POTENTIAL, .potential = cone_potential};
static const FcContactModel force_table = {
    .size = sizeof force_table, .way = FC_CONTACT_FORCE, .force = cone_force};
static const FcContactModel memory_table = {.size = sizeof memory_table,
                                            .way = FC_CONTACT_POTENTIAL,
                                            .potential = cone_potential,
                                            .advance = remember,
                                            .nstate = 2};
static const FcContactModel recall_table = {.size = sizeof recall_table,
                                            .way = FC_CONTACT_FORCE,
                                            .force = cone_force,
                                            .advance = remember,
                                            .nstate = 2};
#define LAW(title, law) \
  { .size = sizeof(FcFace), .kind = FC_CONTACT_MODEL, .name = title, .table = &law }
#define SPRING(title, law)                                                          \
  {                                                                                 \
    .size = sizeof(FcFace), .kind = FC_CONTACT_MODEL, .name = title, .table = &law, \
    FC_PARAMETERS(stiffness)                                                        \
  }
static const FcFace law_faces[] = {
    LAW("lab.rows", rows_table),        LAW("lab.linear", linear_table),
    SPRING("lab.cone", cone_table),     SPRING("lab.force", force_table),
    SPRING("lab.memory", memory_table), SPRING("lab.recall", recall_table)};

static void register_faces(const char* name, const FcFace* faces, int n) {
  const FcModule module = {.size = sizeof module,
                           .abi = FC_ABI,
                           .features = FC_FEATURES,
                           .nface = (uint32_t)n,
                           .layout = &fc_layout,
                           .name = name,
                           .version = "1.0.0",
                           .licence = "Apache-2.0",
                           .faces = faces};
  ck_assert_msg(!fc_registerModule(&module, "program:tests"), "%s", fc_lastError());
}

static inline void register_laws(void) {
  register_faces("lab.laws", law_faces, (int)(sizeof law_faces / sizeof *law_faces));
}

//------------------------------ scenes ------------------------------------------------------------

static inline mjModel* model_of(const char* xml) {
  char error[1000] = "";
  mjSpec* spec = mj_parseXMLString(xml, NULL, error, sizeof error);
  ck_assert_msg(spec != NULL, "%s", error);
  mjModel* m = mj_compile(spec, NULL);
  ck_assert_msg(m != NULL, "%s", mjs_getError(spec));
  mj_deleteSpec(spec);
  return m;
}

static inline mjData* data_with(const mjModel* m, const char* law) {
  mjData* d = mj_makeData(m);
  ck_assert_msg(!law || !fc_bind(m, d, FC_CONTACT_MODEL, law), "%s", fc_lastError());
  return d;
}

// A box, balls of several condims, and a pendulum that is hit; nothing but contacts makes rows.
static inline mjModel* playground(const char* option) {
  char xml[4000];
  snprintf(
      xml, sizeof xml,
      "<mujoco><option timestep='.002' tolerance='1e-14' iterations='200' ls_iterations='100' %s/>"
      "<default><geom friction='.9 .01 .004'/></default><worldbody>"
      "<geom type='plane' size='5 5 1' condim='1'/>"
      "<body pos='0 0 .098'><freejoint/><geom type='box' size='.2 .2 .1' mass='2' "
      "condim='3'/></body>"
      "<body pos='.05 0 .293'><freejoint/><geom type='sphere' size='.1' mass='1' "
      "condim='4'/></body>"
      "<body pos='1 0 .098'><freejoint/><geom type='sphere' size='.1' mass='.5' condim='6'/></body>"
      "<body pos='2 0 .097'><freejoint/><geom type='sphere' size='.1' mass='.5' condim='1'/>"
      "</body><body pos='2 1 .147'><freejoint/><geom type='capsule' size='.05 .1' mass='.7' "
      "condim='6' priority='1'/></body>"
      "<body pos='1 1 .5'><joint axis='0 1 0' damping='.1'/><geom type='capsule' size='.04' "
      "fromto='0 0 0 .3 0 -.465' mass='.4' condim='4'/></body>"
      "</worldbody></mujoco>",
      option);
  return model_of(xml);
}

// velocities without pattern
static inline void stir(const mjModel* m, mjData* d, mjtNum amount) {
  test_rng = 88172645463325252ULL;
  for (int i = 0; i < m->nv; i++)
    d->qvel[i] = amount * noise();
}

#endif  // TESTS_CONTACT_MODELS_LAWS_H_
