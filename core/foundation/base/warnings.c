// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Warnings that a simulation raises: counted in mjData, reported once.

#include <stdio.h>

#include <mujoco/mujoco.h>

const char* mju_writeNumBytes(size_t nbytes) {
  static _Thread_local char text[32];
  static const char suffix[] = {0, 'K', 'M', 'G', 'T', 'P', 'E'};

  // the largest unit that divides the number
  int unit = 0;
  while (nbytes > 0 && unit < 6 && nbytes % 1024 == 0) {
    nbytes /= 1024;
    unit++;
  }
  snprintf(text, sizeof text, unit ? "%zu%c" : "%zu", nbytes, suffix[unit]);
  return text;
}

const char* mju_warningText(int warning, size_t info) {
  static _Thread_local char text[1000];
  const char* unstable = "The simulation is unstable.";
  switch (warning) {
    case mjWARN_INERTIA:
      snprintf(text, sizeof text,
               "Inertia matrix is too close to singular at DOF %zu. Check the model.", info);
      break;
    case mjWARN_CONTACTFULL:
      snprintf(text, sizeof text,
               "Too many contacts, the arena memory is full. Increase the memory of the model. "
               "(ncon = %zu)",
               info);
      break;
    case mjWARN_CNSTRFULL:
      snprintf(text, sizeof text,
               "Insufficient arena memory for the number of constraints. Increase the memory of "
               "the model above %s bytes.",
               mju_writeNumBytes(info));
      break;
    case mjWARN_VGEOMFULL:
      snprintf(text, sizeof text,
               "The pre-allocated visual geom buffer is full. Increase maxgeom above %zu.", info);
      break;
    case mjWARN_BADQPOS:
    case mjWARN_BADQVEL:
    case mjWARN_BADQACC:
      snprintf(text, sizeof text, "Nan, Inf or huge value in %s at DOF %zu. %s",
               warning == mjWARN_BADQPOS   ? "QPOS"
               : warning == mjWARN_BADQVEL ? "QVEL"
                                           : "QACC",
               info, unstable);
      break;
    case mjWARN_BADCTRL:
      snprintf(text, sizeof text, "Nan, Inf or huge value in CTRL at ACTUATOR %zu. %s", info,
               unstable);
      break;
    default: snprintf(text, sizeof text, "Unknown warning type %d.", warning);
  }
  return text;
}

void mj_warning(mjData* d, int warning, int info) {
  if (warning < 0 || warning >= mjNWARNING) {
    mju_error("mj_warning: invalid warning type %d, expected 0 to %d", warning, mjNWARNING - 1);
    return;
  }
  mjWarningStat* stat = d->warning + warning;
  stat->lastinfo = info;
  if (stat->number == 0)
    mju_warning("%s Time = %.4f.", mju_warningText(warning, (size_t)info), (double)d->time);
  stat->number++;
}
