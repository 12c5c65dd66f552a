// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Passive forces as a third party writes them, for check_forces.c. All act at the centres of mass
// of the bodies that the host hands over.

#include <math.h>

#include <fulcrum/host.h>
#include <fulcrum/layout.h>
#include <fulcrum/math.h>
#include <fulcrum/passive.h>
#include <mujoco/mujoco.h>

static void com_velocity(const FcContext* context, int body, mjtNum v[3]) {
  mjtNum velocity[6];
  mj_objectVelocity(context->m, context->d, mjOBJ_BODY, body, velocity, 0);
  fc_copy3(v, velocity + 3);
}

static void push(const FcContext* context, const FcPassiveBatch* batch, int body,
                 const mjtNum f[3]) {
  fc_applyWrench(context->m, context->d, f, NULL, context->d->xipos + 3 * body, body, batch->qfrc);
}

// ---------------------------------------------------------------- linear drag, f = -c v

static int drag(const FcContext* context, const FcPassiveBatch* batch) {
  for (int k = 0; k < batch->nbody; k++) {
    mjtNum v[3];
    com_velocity(context, batch->body[k], v);
    fc_scl3(v, v, -context->param[0]);
    push(context, batch, batch->body[k], v);
  }
  return 0;
}

static int drag_derivative(const FcContext* context, const FcPassiveBatch* batch, int symmetric) {
  mjtNum B[36] = {0};
  B[21] = B[28] = B[35] = -context->param[0];
  (void)symmetric;
  for (int k = 0; k < batch->nbody; k++) {
    const int body = batch->body[k];
    fc_addWrenchDerivative(context->m, context->d, B, context->d->xipos + 3 * body, NULL, body);
  }
  return 0;
}

// ---------------------------------------------------------------- f = v x b

static int curl(const FcContext* context, const FcPassiveBatch* batch) {
  for (int k = 0; k < batch->nbody; k++) {
    mjtNum v[3], f[3];
    com_velocity(context, batch->body[k], v);
    fc_cross(f, v, context->param);
    push(context, batch, batch->body[k], f);
  }
  return 0;
}

// ---------------------------------------------------------------- a constant force

static int constant(const FcContext* context, const FcPassiveBatch* batch) {
  for (int k = 0; k < batch->nbody; k++)
    push(context, batch, batch->body[k], context->param);
  return 0;
}

// asked before every force: parameters may change
static int constant_active(const FcContext* context) { return !fc_isZero(context->param, 3); }

// ---------------------------------------------------------------- others

// a force along the tendon 0 that grows with the square of its speed
static int stretch(const FcContext* context, const FcPassiveBatch* batch) {
  const mjModel* m = context->m;
  const mjData* d = context->d;
  const int adr = m->ten_J_rowadr[0];
  const mjtNum speed = d->ten_velocity[0];
  fc_addToSclSparse(batch->qfrc, d->ten_J + adr, -fabs(speed) * speed, m->ten_J_rownnz[0],
                    m->ten_J_colind + adr);
  return 0;
}

static int broken(const FcContext* context, const FcPassiveBatch* batch) {
  (void)context;
  (void)batch;
  return fc_fail("the rope is worn out");
}

// ---------------------------------------------------------------- faces

#define COEFFICIENT                                                                  \
  {                                                                                  \
    .key = "c", .type = FC_REAL, .length = 1, .def = 2, .max = 1e6, .unit = "N s/m", \
    .help = "Coefficient of drag."                                                   \
  }
#define VECTOR \
  { .key = "b", .type = FC_REAL, .length = 3, .def = 1, .help = "A vector." }
static const FcParameter coefficient[] = {COEFFICIENT};
static const FcParameter vector[] = {VECTOR};

static const FcPassive drag_table = {
    .size = sizeof(FcPassive), .force = drag, .derivative = drag_derivative};
static const FcPassive plain_table = {.size = sizeof(FcPassive), .force = drag};
static const FcPassive curl_table = {.size = sizeof(FcPassive), .force = curl};
static const FcPassive stretch_table = {.size = sizeof(FcPassive), .force = stretch};
static const FcPassive constant_table = {.size = sizeof(FcPassive),
                                         .flags = FC_PASSIVE_NO_VELOCITY,
                                         .disabled = mjDSBL_GRAVITY,
                                         .active = constant_active,
                                         .force = constant};
static const FcPassive medium_table = {.size = sizeof(FcPassive),
                                       .flags = FC_PASSIVE_NO_VELOCITY,
                                       .array = FC_QFRC_FLUID,
                                       .force = constant};
static const FcPassive broken_table = {.size = sizeof(FcPassive), .force = broken};
static const FcPassive nowhere_table = {.size = sizeof(FcPassive), .array = 99, .force = broken};

#define FACE(face, t) \
  { .size = sizeof(FcFace), .kind = FC_PASSIVE, .name = face, .table = &t }
#define FACE_WITH(face, t, p) \
  { .size = sizeof(FcFace), .kind = FC_PASSIVE, .name = face, .table = &t, FC_PARAMETERS(p) }
static const FcFace faces[] = {
    FACE_WITH("acme.drag", drag_table, coefficient),
    FACE_WITH("acme.plain", plain_table, coefficient),
    FACE_WITH("acme.curl", curl_table, vector),
    FACE_WITH("acme.constant", constant_table, vector),
    FACE_WITH("acme.medium", medium_table, vector),
    FACE("acme.stretch", stretch_table),
    FACE("acme.broken", broken_table),
    FACE("acme.nowhere", nowhere_table),
};

FC_MODULE(acme_forces, "acme.forces", "1.0.0", "Apache-2.0", &fc_layout, faces)
