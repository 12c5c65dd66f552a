// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Muscles (Millard et al. 2013, simplified): activation follows the control with different time
// constants up and down; the active force is the product of peak force, force-length curve and
// force-velocity curve, the passive force depends on length alone. The curves are the public
// functions mju_muscleDynamics, mju_muscleGain and mju_muscleBias.
//
// With F the peak force, L0 the optimal length and V the velocity in units of L0 vmax, the slope of
// the gain is
//   -F FL(L) FV'(V) / (L0 vmax).

#include <math.h>

#include <fulcrum/actuator.h>
#include <fulcrum/host.h>
#include <fulcrum/layout.h>
#include <mujoco/mujoco.h>

static int activation_rate(const FcContext* context, const FcActuatorBatch* batch,
                           mjtNum* act_dot) {
  const mjModel* m = context->m;
  for (int k = 0; k < batch->n; k++) {
    const int i = batch->id[k], a = batch->actadr[k];
    act_dot[a] = mju_muscleDynamics(batch->ctrl[i], batch->act[a], m->actuator_dynprm + mjNDYN * i);
  }
  return 0;
}

static int gain_value(const FcContext* context, const FcActuatorBatch* batch, mjtNum* value) {
  const mjModel* m = context->m;
  const mjData* d = context->d;
  for (int k = 0; k < batch->n; k++) {
    const int i = batch->id[k];
    value[k] = mju_muscleGain(d->actuator_length[i], d->actuator_velocity[i],
                              m->actuator_lengthrange + 2 * i, m->actuator_acc0[i],
                              m->actuator_gainprm + mjNGAIN * i);
  }
  return 0;
}

static int bias_value(const FcContext* context, const FcActuatorBatch* batch, mjtNum* value) {
  const mjModel* m = context->m;
  for (int k = 0; k < batch->n; k++) {
    const int i = batch->id[k];
    value[k] = mju_muscleBias(context->d->actuator_length[i], m->actuator_lengthrange + 2 * i,
                              m->actuator_acc0[i], m->actuator_biasprm + mjNBIAS * i);
  }
  return 0;
}

// derivative of the force-velocity curve
static mjtNum velocity_curve_slope(mjtNum V, mjtNum fvmax) {
  const mjtNum y = fvmax - 1;
  if (V <= -1)
    return 0;
  if (V <= 0)
    return 2 * V + 2;
  if (V <= y)
    return (2 * y - 2 * V) / fmax(mjMINVAL, y);
  return 0;
}

static int gain_slope(const FcContext* context, const FcActuatorBatch* batch, mjtNum* slope) {
  const mjModel* m = context->m;
  const mjData* d = context->d;
  for (int k = 0; k < batch->n; k++) {
    const int i = batch->id[k];
    const mjtNum *prm = m->actuator_gainprm + mjNGAIN * i, *range = m->actuator_lengthrange + 2 * i;
    const mjtNum L0 = (range[1] - range[0]) / fmax(mjMINVAL, prm[1] - prm[0]),
                 unit = fmax(mjMINVAL, L0 * prm[6]);
    // at rest the force-velocity curve is 1, so that the gain is -F FL(L)
    const mjtNum isometric =
        mju_muscleGain(d->actuator_length[i], 0, range, m->actuator_acc0[i], prm);
    slope[k] = isometric * velocity_curve_slope(d->actuator_velocity[i] / unit, prm[8]) / unit;
  }
  return 0;
}

// Parameters of gain and bias, in this order: range 0, range 1, force, scale, lmin, lmax, vmax,
// fpmax, fvmax.
static int check_curves(const mjtNum* prm) {
  if (prm[0] >= prm[1])
    return fc_fail("range[0]<range[1] required in muscle");
  if (prm[4] >= 1 || prm[5] <= 1)
    return fc_fail("lmin<1<lmax required in muscle");
  if (prm[3] <= 0 || prm[6] <= 0 || prm[7] <= 0 || prm[8] <= 0)
    return fc_fail("positive scale, vmax, fpmax, fvmax required in muscle");
  return 0;
}

static int check_gain(const FcActuatorSetup* setup) { return check_curves(setup->gainprm); }
static int check_bias(const FcActuatorSetup* setup) { return check_curves(setup->biasprm); }

static const FcActuator activation = {
    .size = sizeof(FcActuator), .rates = activation_rate, .nact = 1};
static const FcActuator gain = {.size = sizeof(FcActuator),
                                .value = gain_value,
                                .slope = gain_slope,
                                .check = check_gain,
                                .lengthrange = 1};
static const FcActuator bias = {
    .size = sizeof(FcActuator), .value = bias_value, .check = check_bias, .lengthrange = 1};

static const FcFace faces[] = {
    {.size = sizeof(FcFace),
     .kind = FC_ACTUATOR,
     .name = "dyntype/muscle",
     .table = &activation,
     .number = FC_NUMBER(mjDYN_MUSCLE)},
    {.size = sizeof(FcFace),
     .kind = FC_ACTUATOR,
     .name = "gaintype/muscle",
     .table = &gain,
     .number = FC_NUMBER(mjGAIN_MUSCLE)},
    {.size = sizeof(FcFace),
     .kind = FC_ACTUATOR,
     .name = "biastype/muscle",
     .table = &bias,
     .number = FC_NUMBER(mjBIAS_MUSCLE)},
};

FC_MODULE_WITH(muscle, "muscle", "1.0.0", "Apache-2.0", &fc_layout, faces, 0,
               "Muscle: activation dynamics, active force, passive force", NULL)
