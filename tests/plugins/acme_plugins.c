// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// A typical plugin library for MuJoCo: it includes only the public headers and registers plugins
// from its constructor. Built as a shared object and loaded by check_plugins.c.
//
//   acme.trace   counts in its state how often each of its functions was called; as an actuator it
//                pulls with `gain` times its last activation or control, as a passive force it is a
//                constant force `push` on the first degree of freedom, as a sensor it reports the
//                counts
//   acme.still   declares capabilities and has no compute
//   acme.stub    attributes aa, bb, cc and two numbers of state; does nothing

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <mujoco/mjplugin.h>
#include <mujoco/mujoco.h>

enum {
  ACTUATOR_CALLS,
  RATE_CALLS,
  PASSIVE_CALLS,
  SENSOR_CALLS,
  ADVANCE_CALLS,
  RESET_CALLS,
  NCALLS
};

typedef struct Trace_ {
  mjtNum gain, push;
  int copies;
} Trace;

// instances alive, for the test to ask
__attribute__((visibility("default"))) extern int acme_alive;
int acme_alive = 0;

static Trace* trace_of(const mjData* d, int instance) { return (Trace*)d->plugin_data[instance]; }

static mjtNum* calls(const mjModel* m, mjData* d, int instance) {
  return d->plugin_state + m->plugin_stateadr[instance];
}

static int state_size(const mjModel* m, int instance) {
  (void)m;
  (void)instance;
  return NCALLS;
}

static int sensor_size(const mjModel* m, int instance, int sensor) {
  (void)m;
  (void)instance;
  (void)sensor;
  return NCALLS;
}

static int init(const mjModel* m, mjData* d, int instance) {
  const char *gain = mj_getPluginConfig(m, instance, "gain"),
             *push = mj_getPluginConfig(m, instance, "push");
  if (strcmp(gain, "none") == 0) {
    mju_warning("acme.trace does not like its gain");
    return -1;
  }
  Trace* trace = calloc(1, sizeof *trace);
  trace->gain = atof(gain);
  trace->push = atof(push);
  d->plugin_data[instance] = (uintptr_t)trace;
  memset(calls(m, d, instance), 0, NCALLS * sizeof(mjtNum));
  acme_alive++;
  return 0;
}

static void destroy(mjData* d, int instance) {
  free(trace_of(d, instance));
  d->plugin_data[instance] = 0;
  acme_alive--;
}

static void copy(mjData* dest, const mjModel* m, const mjData* src, int instance) {
  (void)m;
  trace_of(dest, instance)->copies = trace_of(src, instance)->copies + 1;
}

static void reset(const mjModel* m, mjtNum* state, void* data, int instance) {
  (void)m;
  (void)instance;
  state[RESET_CALLS] += data != NULL;
}

static void compute(const mjModel* m, mjData* d, int instance, int capability) {
  const Trace* trace = trace_of(d, instance);
  mjtNum* count = calls(m, d, instance);
  if (capability == mjPLUGIN_ACTUATOR) {
    count[ACTUATOR_CALLS]++;
    for (int i = 0; i < m->nu; i++) {
      const int adr = m->actuator_actadr[i];
      if (m->actuator_plugin[i] == instance)
        d->actuator_force[i] = trace->gain * (adr < 0 ? d->ctrl[i] : d->act[adr]);
    }
  }
  if (capability == mjPLUGIN_PASSIVE) {
    count[PASSIVE_CALLS]++;
    d->qfrc_passive[0] += trace->push;
  }
  if (capability == mjPLUGIN_SENSOR) {
    count[SENSOR_CALLS]++;
    for (int i = 0; i < m->nsensor; i++)
      if (m->sensor_plugin[i] == instance)
        memcpy(d->sensordata + m->sensor_adr[i], count, NCALLS * sizeof(mjtNum));
  }
}

// every activation grows by one half per second
static void act_dot(const mjModel* m, mjData* d, int instance) {
  calls(m, d, instance)[RATE_CALLS]++;
  for (int i = 0; i < m->nu; i++)
    if (m->actuator_plugin[i] == instance && m->actuator_actadr[i] >= 0)
      d->act_dot[m->actuator_actadr[i]] = 0.5;
}

static void advance(const mjModel* m, mjData* d, int instance) {
  calls(m, d, instance)[ADVANCE_CALLS]++;
}

static int two_numbers(const mjModel* m, int instance) {
  (void)m;
  (void)instance;
  return 2;
}

static int no_numbers(const mjModel* m, int instance, int sensor) {
  (void)m;
  (void)instance;
  (void)sensor;
  return 0;
}

static void nothing(const mjModel* m, mjData* d, int instance, int capability) {
  (void)m;
  (void)d;
  (void)instance;
  (void)capability;
}

mjPLUGIN_LIB_INIT {
  mjpPlugin trace;
  mjp_defaultPlugin(&trace);
  static const char* const keys[] = {"gain", "push"};
  trace.name = "acme.trace";
  trace.nattribute = 2;
  trace.attributes = keys;
  trace.capabilityflags = mjPLUGIN_ACTUATOR | mjPLUGIN_SENSOR | mjPLUGIN_PASSIVE;
  trace.needstage = mjSTAGE_VEL;
  trace.nstate = state_size;
  trace.nsensordata = sensor_size;
  trace.init = init;
  trace.destroy = destroy;
  trace.copy = copy;
  trace.reset = reset;
  trace.compute = compute;
  trace.actuator_act_dot = act_dot;
  trace.advance = advance;
  mjp_registerPlugin(&trace);

  mjpPlugin still;
  mjp_defaultPlugin(&still);
  still.name = "acme.still";
  still.capabilityflags = mjPLUGIN_PASSIVE;
  still.nstate = two_numbers;
  mjp_registerPlugin(&still);

  mjpPlugin stub;
  mjp_defaultPlugin(&stub);
  static const char* const stub_keys[] = {"aa", "bb", "cc"};
  stub.name = "acme.stub";
  stub.nattribute = 3;
  stub.attributes = stub_keys;
  stub.capabilityflags = mjPLUGIN_ACTUATOR | mjPLUGIN_SENSOR;
  stub.nstate = two_numbers;
  stub.nsensordata = no_numbers;
  stub.compute = nothing;
  mjp_registerPlugin(&stub);
}
