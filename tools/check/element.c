// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Properties of actuators and sensors beyond a finite state: activation variables and slopes, the
// numbers that a sensor reports.

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <fulcrum/actuator.h>
#include <fulcrum/host.h>
#include <fulcrum/integrator.h>
#include <fulcrum/sensor.h>

#include "tools/check/check.h"

// ---------------------------------------------------------------- actuators

// one hinge with the actuator and nothing else
static mjModel* hinge_scene(const FcFace* face, char* error, int error_size) {
  char document[2048];
  SceneText text;
  check_face_text(face, 1, &text);
  snprintf(document, sizeof document,
           "<mujoco><option timestep='0.002' gravity='0 0 0'/><worldbody><body><joint name='elbow' "
           "axis='0 1 0'/><geom type='capsule' size='.05' fromto='0 0 0 0 0 .5'/></body>"
           "</worldbody><actuator>%s</actuator></mujoco>",
           text.actuator);
  mjSpec* spec = mj_parseXMLString(document, NULL, error, error_size);
  mjModel* m = spec ? mj_compile(spec, NULL) : NULL;
  if (spec && !m)
    snprintf(error, (size_t)error_size, "%s", mjs_getError(spec));
  mj_deleteSpec(spec);
  return m;
}

static mjtNum force_at(const mjModel* m, mjData* d, mjtNum velocity) {
  d->qvel[0] = velocity;
  mj_fwdVelocity(m, d);
  mj_fwdActuation(m, d);
  return d->qfrc_actuator[0];
}

static void check_slope(Check* check, const FcFace* face, const mjModel* m, mjData* d) {
  const mjtNum v = 0.7, eps = 1e-6;
  mj_forward(m, d);
  const mjtNum difference = (force_at(m, d, v + eps) - force_at(m, d, v - eps)) / (2 * eps);
  force_at(m, d, v);
  fc_velocityDerivative(m, d, 1);
  const mjtNum slope = d->qDeriv[m->D_rowadr[0] + m->D_diag[0]];
  const double error = fabs(slope - difference) / fmax(1, fabs(difference));
  check_result(check, error < 1e-5,
               "%s: the slope is that of finite differences, off by %.1e (%g, differences %g)",
               face->name, error, (double)slope, (double)difference);
}

void check_actuator(Check* check, const FcFace* face, mjModel* m) {
  char error[1024] = "";
  (void)m;
  if (!strchr(face->name, '.')) {
    check_result(check, -1, "%s: a law of the engine, with parameters of its own", face->name);
    return;
  }
  check_phase(check, "activating %s", face->name);
  mjModel* hinge = hinge_scene(face, error, sizeof error);
  mjData* d = hinge ? mj_makeData(hinge) : NULL;
  if (!d) {
    check_result(check, -1, "%s: no hinge can be driven with it: %s", face->name, error);
    return;
  }
  int finite = 1;
  const int na = (int)hinge->na;
  for (int i = 0; i < 100; i++) {
    d->ctrl[0] = 0.5 * sin(0.1 * i);
    mj_step(hinge, d);
    for (int k = 0; k < na; k++)
      finite &= isfinite(d->act[k]) && isfinite(d->act_dot[k]);
    finite &= isfinite(d->actuator_force[0]);
  }
  check_result(check, finite, "%s: %d activation variables and the force are finite", face->name,
               na);

  // variables that nothing changes are not needed
  int moved = 0;
  for (int k = 0; k < na; k++)
    moved += d->act[k] != 0;
  check_result(check, moved == na ? 1 : -1, "%s: %d of %d activation variables follow the control",
               face->name, moved, na);
  check_slope(check, face, hinge, d);
  mj_deleteData(d);
  mj_deleteModel(hinge);
}

// ---------------------------------------------------------------- sensors

#define NUMBERS_MAX 4096
#define GUARDS 8

// the observed tables, which belong to this process alone
static struct {
  int (*measure)(const FcContext* context, int stage, const FcSensorBatch* batch);
  int calls;
  char fault[200];
} watched;

// each sensor reports into a separate array, followed by guard values
static int watch(const FcContext* context, int stage, const FcSensorBatch* batch) {
  static mjtNum numbers[NUMBERS_MAX + GUARDS];
  const mjtNum mark = -1.2345678901234567e-300;
  for (int k = 0; k < batch->n; k++) {
    const int dim = context->m->sensor_dim[batch->id[k]];
    if (dim > NUMBERS_MAX)
      continue;
    for (int i = 0; i < dim + GUARDS; i++)
      numbers[i] = mark;
    mjtNum* out[1] = {numbers};
    const FcSensorBatch one = {.size = sizeof one, .id = batch->id + k, .n = 1, .out = out};
    const int status = watched.measure(context, stage, &one);
    if (status)
      return status;
    watched.calls++;
    for (int i = 0; i < dim + GUARDS && !watched.fault[0]; i++) {
      if (i < dim && numbers[i] == mark)
        snprintf(watched.fault, sizeof watched.fault, "number %d of %d is not written", i + 1, dim);
      else if (i < dim && !isfinite(numbers[i]))
        snprintf(watched.fault, sizeof watched.fault, "number %d of %d is not finite", i + 1, dim);
      else if (i >= dim && numbers[i] != mark)
        snprintf(watched.fault, sizeof watched.fault, "it writes a number %d, of %d that it has",
                 i + 1, dim);
    }
    memcpy(batch->out[k], numbers, sizeof(mjtNum) * (size_t)dim);
  }
  return 0;
}

void check_sensor(Check* check, const FcFace* face, mjModel* m) {
  FcSensor* table = (FcSensor*)face->table;
  check_phase(check, "measuring %s", face->name);
  watched.measure = table->measure;
  table->measure = watch;
  mjData* d = mj_makeData(m);
  for (int i = 0; d && i < 100; i++)
    mj_step(m, d);
  mj_deleteData(d);
  table->measure = watched.measure;
  check_result(check,
               watched.fault[0] ? 0
               : watched.calls  ? 1
                                : -1,
               "%s: %s", face->name,
               watched.fault[0] ? watched.fault
               : watched.calls  ? "writes all of its numbers and no other"
                                : "the scene has no sensor of this type");
}
