// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// mjs_setTo*: the actuator shortcuts of MuJoCo in terms of gain, bias and activation laws. The API
// defines each shortcut by the laws that it sets; nothing here depends on the laws that an actuator
// has.
//
//   force = gain(u or activation) + bias
//   gain  = g0 + g1 length + g2 velocity
//   bias  = b0 + b1 length + b2 velocity
//
// Each returns "" or a message; an actuator is left as it was at the point where the problem was
// found. Arguments that are NULL (or negative, for muscles) mean "not given" and keep the value
// that the actuator has inherited from its class.

#include <string.h>

#include <mujoco/mujoco.h>

static const char* const fine = "";

static void laws(mjsActuator* actuator, mjtGain gain, mjtBias bias) {
  actuator->gaintype = gain;
  actuator->biastype = bias;
}

const char* mjs_setToMotor(mjsActuator* actuator) {
  actuator->gainprm[0] = 1;
  actuator->dyntype = mjDYN_NONE;
  laws(actuator, mjGAIN_FIXED, mjBIAS_NONE);
  return fine;
}

const char* mjs_setToPosition(mjsActuator* actuator, double kp, double* kv, double* dampratio,
                              double* timeconst, double inheritrange) {
  actuator->gainprm[0] = kp;
  actuator->biasprm[1] = -kp;

  // damping: a coefficient, or (positive) a ratio that is converted when the inertia is known
  if (kv && dampratio)
    return "kv and dampratio cannot both be defined";
  if (kv) {
    if (*kv < 0)
      return "kv cannot be negative";
    actuator->biasprm[2] = -*kv;
  }
  if (dampratio) {
    if (*dampratio < 0)
      return "dampratio cannot be negative";
    actuator->biasprm[2] = *dampratio;
  }
  if (timeconst) {
    if (*timeconst < 0)
      return "timeconst cannot be negative";
    actuator->dynprm[0] = *timeconst;
    actuator->dyntype = *timeconst == 0 ? mjDYN_NONE : mjDYN_FILTEREXACT;
  }
  actuator->inheritrange = inheritrange;
  if (inheritrange > 0 && (actuator->ctrlrange[0] || actuator->ctrlrange[1]))
    return "ctrlrange and inheritrange cannot both be defined";
  laws(actuator, mjGAIN_FIXED, mjBIAS_AFFINE);
  return fine;
}

const char* mjs_setToIntVelocity(mjsActuator* actuator, double kp, double* kv, double* dampratio,
                                 double* timeconst, double inheritrange) {
  // a problem here is not reported until the model is compiled
  mjs_setToPosition(actuator, kp, kv, dampratio, timeconst, inheritrange);
  actuator->dyntype = mjDYN_INTEGRATOR;
  actuator->actlimited = mjLIMITED_TRUE;
  if (inheritrange > 0 && (actuator->actrange[0] || actuator->actrange[1]))
    return "actrange and inheritrange cannot both be defined";
  return fine;
}

const char* mjs_setToVelocity(mjsActuator* actuator, double kv) {
  memset(actuator->biasprm, 0, sizeof actuator->biasprm);
  actuator->gainprm[0] = kv;
  actuator->biasprm[2] = -kv;
  actuator->dyntype = mjDYN_NONE;
  laws(actuator, mjGAIN_FIXED, mjBIAS_AFFINE);
  return fine;
}

const char* mjs_setToDamper(mjsActuator* actuator, double kv) {
  memset(actuator->gainprm, 0, sizeof actuator->gainprm);
  actuator->gainprm[2] = -kv;
  actuator->ctrllimited = mjLIMITED_TRUE;
  actuator->dyntype = mjDYN_NONE;
  laws(actuator, mjGAIN_AFFINE, mjBIAS_NONE);
  if (kv < 0)
    return "damping coefficient cannot be negative";
  if (actuator->ctrlrange[0] < 0 || actuator->ctrlrange[1] < 0)
    return "damper control range cannot be negative";
  return fine;
}

const char* mjs_setToCylinder(mjsActuator* actuator, double timeconst, double bias, double area,
                              double diameter) {
  actuator->dynprm[0] = timeconst;
  actuator->biasprm[0] = bias;
  actuator->gainprm[0] = diameter >= 0 ? mjPI / 4 * diameter * diameter : area;
  actuator->dyntype = mjDYN_FILTER;
  laws(actuator, mjGAIN_FIXED, mjBIAS_AFFINE);
  return fine;
}

// replace a general default by the muscle's own
static void muscle_default(double* value, double general, double muscle) {
  if (*value == general)
    *value = muscle;
}

const char* mjs_setToMuscle(mjsActuator* actuator, double* timeconst, double tausmooth,
                            double* range, double force, double scale, double lmin, double lmax,
                            double vmax, double fpmax, double fvmax) {
  static const double standard[9] = {0.75, 1.05, -1, 200, 0.5, 1.6, 1.5, 1.3, 1.2};
  double* gain = actuator->gainprm;
  muscle_default(&actuator->dynprm[0], 1, 0.01);
  muscle_default(&actuator->dynprm[1], 0, 0.04);
  for (int i = 0; i < 9; i++)
    muscle_default(&gain[i], i == 0, standard[i]);

  // what was given
  if (tausmooth < 0)
    return "muscle tausmooth cannot be negative";
  actuator->dynprm[2] = tausmooth;
  for (int i = 0; i < 2; i++) {
    if (timeconst && timeconst[i] >= 0)
      actuator->dynprm[i] = timeconst[i];
    if (range && range[i] >= 0)
      gain[i] = range[i];
  }
  const double given[7] = {force, scale, lmin, lmax, vmax, fpmax, fvmax};
  for (int i = 0; i < 7; i++)
    if (given[i] >= 0)
      gain[2 + i] = given[i];

  // the passive force has the same parameters
  memcpy(actuator->biasprm, gain, 9 * sizeof *gain);
  actuator->dyntype = mjDYN_MUSCLE;
  laws(actuator, mjGAIN_MUSCLE, mjBIAS_MUSCLE);
  return fine;
}

const char* mjs_setToAdhesion(mjsActuator* actuator, double gain) {
  actuator->gainprm[0] = gain;
  actuator->ctrllimited = mjLIMITED_TRUE;
  laws(actuator, mjGAIN_FIXED, mjBIAS_NONE);
  if (gain < 0)
    return "adhesion gain cannot be negative";
  if (actuator->ctrlrange[0] < 0 || actuator->ctrlrange[1] < 0)
    return "adhesion control range cannot be negative";
  return fine;
}
