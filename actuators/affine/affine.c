// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Gain and bias laws that are affine in the length l and velocity v of the transmission, with
// parameters p = gainprm or biasprm:
//
//   fixed   p0
//   affine  p0 + p1 l + p2 v

#include <fulcrum/actuator.h>
#include <fulcrum/layout.h>
#include <mujoco/mujoco.h>

static int fixed_value(const FcContext* context, const FcActuatorBatch* batch, mjtNum* value) {
  for (int k = 0; k < batch->n; k++)
    value[k] = context->m->actuator_gainprm[mjNGAIN * batch->id[k]];
  return 0;
}

static void affine(const FcContext* context, const FcActuatorBatch* batch, const mjtNum* prm,
                   int stride, mjtNum* value) {
  const mjtNum *length = context->d->actuator_length, *velocity = context->d->actuator_velocity;
  for (int k = 0; k < batch->n; k++) {
    const int i = batch->id[k];
    const mjtNum* p = prm + (size_t)stride * i;
    value[k] = p[0] + p[1] * length[i] + p[2] * velocity[i];
  }
}

static void affine_slope(const FcActuatorBatch* batch, const mjtNum* prm, int stride,
                         mjtNum* slope) {
  for (int k = 0; k < batch->n; k++)
    slope[k] = prm[(size_t)stride * batch->id[k] + 2];
}

static int gain_value(const FcContext* context, const FcActuatorBatch* batch, mjtNum* value) {
  affine(context, batch, context->m->actuator_gainprm, mjNGAIN, value);
  return 0;
}

static int gain_slope(const FcContext* context, const FcActuatorBatch* batch, mjtNum* slope) {
  affine_slope(batch, context->m->actuator_gainprm, mjNGAIN, slope);
  return 0;
}

static int bias_value(const FcContext* context, const FcActuatorBatch* batch, mjtNum* value) {
  affine(context, batch, context->m->actuator_biasprm, mjNBIAS, value);
  return 0;
}

static int bias_slope(const FcContext* context, const FcActuatorBatch* batch, mjtNum* slope) {
  affine_slope(batch, context->m->actuator_biasprm, mjNBIAS, slope);
  return 0;
}

// kp of a position servo: a constant gain, and the stiffness of an affine bias
static int gain_of_servo(const FcActuatorSetup* setup, mjtNum* kp) {
  *kp = setup->gainprm[0];
  return 1;
}

static int stiffness_of_servo(const FcActuatorSetup* setup, mjtNum* kp) {
  *kp = -setup->biasprm[1];
  return 1;
}

static const FcActuator fixed = {
    .size = sizeof(FcActuator), .value = fixed_value, .servo = gain_of_servo};
static const FcActuator gain = {
    .size = sizeof(FcActuator), .value = gain_value, .slope = gain_slope};
static const FcActuator bias = {.size = sizeof(FcActuator),
                                .value = bias_value,
                                .slope = bias_slope,
                                .servo = stiffness_of_servo};

static const FcFace faces[] = {
    {.size = sizeof(FcFace),
     .kind = FC_ACTUATOR,
     .name = "gaintype/fixed",
     .table = &fixed,
     .number = FC_NUMBER(mjGAIN_FIXED)},
    {.size = sizeof(FcFace),
     .kind = FC_ACTUATOR,
     .name = "gaintype/affine",
     .table = &gain,
     .number = FC_NUMBER(mjGAIN_AFFINE)},
    {.size = sizeof(FcFace),
     .kind = FC_ACTUATOR,
     .name = "biastype/affine",
     .table = &bias,
     .number = FC_NUMBER(mjBIAS_AFFINE)},
};

FC_MODULE_WITH(affine, "affine", "1.0.0", "Apache-2.0", &fc_layout, faces, 0,
               "Gains and biases that are affine in length and velocity", NULL)
