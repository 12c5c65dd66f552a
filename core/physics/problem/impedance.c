// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// From solref and solimp to impedance, stiffness and damping: services of
// <fulcrum/contact_model.h>, used here and by contact models.
//
// solimp = (d0, d1, width, mid, power): the impedance rises from d0 at the margin to d1 at a
// violation of `width` along two power functions that meet at `mid`. solref is either (time
// constant, damping ratio), both positive, or (-stiffness, -damping), scaled so that the result
// does not depend on the inertia that the row sees.

#include <math.h>

#include <fulcrum/contact_model.h>
#include <fulcrum/math.h>
#include <mujoco/mujoco.h>

void fc_safeReference(mjtNum solref[2], const mjtNum source[2], const mjtNum standard[2],
                      const char* what, mjtNum timestep, int refsafe) {
  solref[0] = source[0];
  solref[1] = source[1];
  if ((solref[0] > 0) != (solref[1] > 0)) {
    mju_warning("%s is mixed: both numbers must be positive, or both not; using (%g, %g)", what,
                (double)standard[0], (double)standard[1]);
    solref[0] = standard[0];
    solref[1] = standard[1];
  }
  if (refsafe && solref[0] > 0)
    solref[0] = fc_max(solref[0], 2 * timestep);
}

void fc_safeImpedance(mjtNum solimp[5], const mjtNum source[5]) {
  solimp[0] = fc_clip(source[0], mjMINIMP, mjMAXIMP);
  solimp[1] = fc_clip(source[1], mjMINIMP, mjMAXIMP);
  solimp[2] = fc_max(0, source[2]);
  solimp[3] = fc_clip(source[3], mjMINIMP, mjMAXIMP);
  solimp[4] = fc_max(1, source[4]);
}

// x^n, without the general function for the default exponent
static mjtNum power_of(mjtNum x, mjtNum n) { return n == 1 ? x : n == 2 ? x * x : pow(x, n); }

void fc_impedance(mjtNum imp[2], const mjtNum solimp[5], mjtNum pos, mjtNum margin) {
  mjtNum d0 = solimp[0], d1 = solimp[1], width = solimp[2], mid = solimp[3], power = solimp[4];
  imp[1] = 0;

  // flat function
  if (d0 == d1 || width <= mjMINVAL) {
    imp[0] = (d0 + d1) / 2;
    return;
  }

  // saturated ends
  mjtNum x = (pos - margin) / width, sign = 1;
  if (x < 0) {
    x = -x;
    sign = -1;
  }
  if (x >= 1 || x == 0) {
    imp[0] = x == 0 ? d0 : d1;
    return;
  }

  // straight line, or two power functions that meet at mid
  mjtNum y, slope;
  if (power == 1) {
    y = x;
    slope = 1;
  } else if (x <= mid) {
    mjtNum scale = 1 / power_of(mid, power - 1);
    y = power_of(x, power) * scale;
    slope = power * power_of(x, power - 1) * scale;
  } else {
    mjtNum scale = 1 / power_of(1 - mid, power - 1);
    y = 1 - power_of(1 - x, power) * scale;
    slope = power * power_of(1 - x, power - 1) * scale;
  }
  imp[0] = d0 + y * (d1 - d0);
  imp[1] = sign * slope * (d1 - d0) / width;
}

void fc_referenceGains(mjtNum gain[2], const mjtNum solref[2], mjtNum dmax) {
  if (solref[0] > 0)
    gain[0] = 1 / fc_max(mjMINVAL, dmax * dmax * solref[0] * solref[0] * solref[1] * solref[1]);
  else
    gain[0] = -solref[0] / fc_max(mjMINVAL, dmax * dmax);
  if (solref[1] > 0)
    gain[1] = 2 / fc_max(mjMINVAL, dmax * solref[0]);
  else
    gain[1] = -solref[1] / fc_max(mjMINVAL, dmax);
}
