// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// One contact of a body with the ground, handed to a contact model as the host would.

#ifndef TESTS_CONTACT_LAWS_BATCH_H_
#define TESTS_CONTACT_LAWS_BATCH_H_

#include <fulcrum/contact_model.h>
#include <fulcrum/host.h>

#include "tests/support.h"

const FcModule* fulcrum_module_sap_contact(void);
const FcModule* fulcrum_module_hunt_crossley(void);
const FcModule* fulcrum_module_bristle(void);
const FcModule* fulcrum_module_adhesive(void);
const FcModule* fulcrum_module_compliant(void);

// A scene with a contact of a sphere (radius 0.05) on a plane, whose numbers the test then sets.
static const char* const ball_scene =
    "<mujoco><worldbody><geom name='floor' type='plane' size='5 5 .1'/><body pos='0 0 .05'>"
    "<freejoint/><geom name='ball' size='.05' mass='1'/></body></worldbody></mujoco>";

typedef struct Kit_ {
  const FcFace* face;
  const FcContactModel* model;
  FcContext context;
  FcContactBatch batch;
  mjContact contact;
  int age, turned;
  mjtNum param[32], work[64], state[32], weight[2], u[6];
  mjtNum pos[6], margin[6], diagonal[6], kbip[24], R[6], D[6], vel[6], aref[6];
} Kit;

static inline void kit_set(Kit* kit, const char* key, mjtNum value) {
  for (int i = 0; i < kit->face->nparameter; i++) {
    if (strcmp(kit->face->parameters[i].key, key) == 0) {
      kit->param[i] = value;
      return;
    }
  }
  ck_abort_msg("%s has no parameter %s", kit->face->name, key);
}

static inline void kit_open(Kit* kit, const FcModule* module, mjtNum h, int dim, mjtNum mass) {
  memset(kit, 0, sizeof *kit);
  kit->face = module->faces;
  kit->model = module->faces->table;
  ck_assert_int_le(kit->model->nwork, 64);
  ck_assert_int_le(kit->model->nstate, 32);
  ck_assert_int_le(kit->face->nparameter, 32);
  for (int i = 0; i < kit->face->nparameter; i++)
    kit->param[i] = kit->face->parameters[i].def;
  char error[200] = "";
  mjSpec* spec = mj_parseXMLString(ball_scene, NULL, error, sizeof error);
  ck_assert_msg(spec, "%s", error);
  mjModel* m = mj_compile(spec, NULL);
  mj_deleteSpec(spec);
  ck_assert(m);
  kit->context.size = sizeof kit->context;
  kit->context.m = m;
  kit->context.d = mj_makeData(m);
  mj_forward(m, kit->context.d);
  mjContact* con = &kit->contact;
  con->geom[0] = con->geom1 = 0;
  con->geom[1] = con->geom2 = 1;
  con->flex[0] = con->flex[1] = con->elem[0] = con->elem[1] = con->vert[0] = con->vert[1] = -1;
  con->dim = dim;
  static const mjtNum frame[9] = {0, 0, 1, 1, 0, 0, 0, 1, 0};
  memcpy(con->frame, frame, sizeof frame);
  static const mjtNum friction[5] = {0.5, 0.5, 0.005, 0.0002, 0.0002};
  memcpy(con->friction, friction, sizeof friction);
  kit->weight[0] = 1 / mass;
  kit->weight[1] = 1 / mass / 1e-3;
  FcContactBatch batch = {.size = sizeof batch,
                          .ncon = 1,
                          .nefc = dim,
                          .elliptic = 1,
                          .timestep = h,
                          .impratio = 1,
                          .refsafe = 1,
                          .contact = con,
                          .pos = kit->pos,
                          .margin = kit->margin,
                          .diagApprox = kit->diagonal,
                          .KBIP = kit->kbip,
                          .R = kit->R,
                          .D = kit->D,
                          .nparam = kit->face->nparameter,
                          .nwork = kit->model->nwork,
                          .nstate = kit->model->nstate,
                          .param = kit->param,
                          .work = kit->work,
                          .state = kit->state,
                          .age = &kit->age,
                          .turned = &kit->turned,
                          .weight = kit->weight};
  kit->batch = batch;
}

static inline void kit_close(Kit* kit) {
  mj_deleteData(kit->context.d);
  mj_deleteModel((mjModel*)kit->context.m);
}

// Both stages at penetration x and velocity u of the start of the step.
static inline void kit_prepare(Kit* kit, mjtNum x, const mjtNum* u) {
  memcpy(kit->u, u, sizeof kit->u);
  memcpy(kit->vel, u, sizeof kit->vel);
  memset(kit->work, 0, sizeof kit->work);
  for (int j = 0; j < 6; j++)
    kit->diagonal[j] = kit->weight[j < 3 ? 0 : 1];
  kit->contact.dist = kit->pos[0] = -x;
  kit->batch.u = kit->batch.vel = NULL;
  kit->batch.aref = NULL;
  ck_assert_msg(!kit->model->position(&kit->context, &kit->batch), "%s", fc_lastError());
  kit->batch.u = kit->u;
  kit->batch.vel = kit->vel;
  kit->batch.aref = kit->aref;
  if (kit->model->velocity)
    ck_assert_msg(!kit->model->velocity(&kit->context, &kit->batch), "%s", fc_lastError());
}

static inline mjtNum kit_potential(const Kit* kit, const mjtNum* u, mjtNum* force,
                                   mjtNum* hessian) {
  mjtNum cost;
  int contact = 0, row = 0;
  FcPotentialBatch at = {sizeof at, 1, &contact, &row, u, force, &cost, hessian};
  // called by the million: an assertion that holds would write a file each time
  if (kit->model->potential(&kit->context, &kit->batch, &at))
    ck_abort_msg("%s", fc_lastError());
  return cost;
}

// State after a step with velocity u and force f.
static inline void kit_advance(Kit* kit, const mjtNum* u, const mjtNum* force) {
  mjtNum next[32];
  memcpy(next, kit->state, sizeof next);
  FcContactStep step = {sizeof step, u, force, next};
  if (kit->model->advance)
    ck_assert_int_eq(kit->model->advance(&kit->context, &kit->batch, &step), 0);
  memcpy(kit->state, next, sizeof next);
  kit->age++;
}

#endif  // TESTS_CONTACT_LAWS_BATCH_H_
