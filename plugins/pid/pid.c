// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// PID controller of a length: the plugin mujoco.pid.
//
//   e = c - length,  e' = c' - velocity,  I' = clip(I + e dt, +- imax / ki)
//   force = kp e + ki I' + kd e'
//
// The setpoint c is the control, or with native activation dynamics the last activation; slewmax
// limits how far it moves from its value in the step before. The integral and the last setpoint are
// activations of the actuator, stored before the native one:
//
//   [integral, if ki is not 0] [setpoint, if slewmax is set] [native activation]
//
// Their rates are the difference to the new value divided by dt, so that an Euler step lands on it.

#include <math.h>

#include <fulcrum/actuator.h>
#include <fulcrum/engine_plugin.h>
#include <fulcrum/host.h>
#include <fulcrum/layout.h>
#include <fulcrum/math.h>

#include "plugins/instance/instance.h"

typedef struct Pid_ {
  mjtNum kp, ki, kd;
  mjtNum integral_max;  // INFINITY: not limited
  mjtNum slewmax;       // INFINITY: not limited
  int begin, end;       // range of ids that contains its actuators
} Pid;

// state of an actuator
typedef struct Signal_ {
  mjtNum setpoint, error, rate, integral;
} Signal;

static Pid* pid_of(const mjData* d, int instance) { return (Pid*)d->plugin_data[instance]; }

// ---------------------------------------------------------------- activations

// As in MuJoCo, the activations of muscles and callbacks are not setpoints.
static int has_native(const mjModel* m, int i) {
  const int type = m->actuator_dyntype[i];
  return type != mjDYN_NONE && type != mjDYN_MUSCLE && type != mjDYN_USER;
}

static int has_integral(const Pid* pid) { return pid->ki != 0; }
static int has_slew(const Pid* pid) { return isfinite(pid->slewmax); }

// number of activations that the actuator must have, -1 when its activation law is not known
static int activations(const mjModel* m, const Pid* pid, int i) {
  const int native = has_native(m, i) ? fc_actuatorDynamics(m, i) : 0;
  return native < 0 ? -1 : has_integral(pid) + has_slew(pid) + native;
}

static mjtNum setpoint(const mjModel* m, mjData* d, const Pid* pid, int i, int early) {
  const int adr = m->actuator_actadr[i], last = adr + m->actuator_actnum[i] - 1;
  mjtNum c = d->ctrl[i];
  if (has_native(m, i))
    c = early && m->actuator_actearly[i] ? fc_actuatorNext(m, d, i) : d->act[last];
  else if (m->actuator_ctrllimited[i])
    c = fc_clip(c, m->actuator_ctrlrange[2 * i], m->actuator_ctrlrange[2 * i + 1]);
  // the first setpoint has no predecessor
  if (has_slew(pid) && d->time > 0) {
    const mjtNum before = d->act[adr + has_integral(pid)], reach = pid->slewmax * m->opt.timestep;
    c = fc_clip(c, before - reach, before + reach);
  }
  return c;
}

static Signal signal_of(const mjModel* m, mjData* d, const Pid* pid, int i, int early) {
  const int last = m->actuator_actadr[i] + m->actuator_actnum[i] - 1;
  Signal s = {.setpoint = setpoint(m, d, pid, i, early)};
  s.error = s.setpoint - d->actuator_length[i];
  s.rate = (has_native(m, i) ? d->act_dot[last] : 0) - d->actuator_velocity[i];
  if (has_integral(pid)) {
    s.integral = fc_clip(d->act[m->actuator_actadr[i]] + s.error * m->opt.timestep,
                         -pid->integral_max, pid->integral_max);
  }
  return s;
}

// ---------------------------------------------------------------- functions of the plugin

static void act_dot(const mjModel* m, mjData* d, int instance) {
  const Pid* pid = pid_of(d, instance);
  for (int i = pid->begin; i < pid->end; i++) {
    if (m->actuator_plugin[i] != instance)
      continue;
    const Signal s = signal_of(m, d, pid, i, 0);
    int adr = m->actuator_actadr[i];
    if (has_integral(pid)) {
      d->act_dot[adr] = (s.integral - d->act[adr]) / m->opt.timestep;
      adr++;
    }
    if (has_slew(pid))
      d->act_dot[adr] = (s.setpoint - d->act[adr]) / m->opt.timestep;
  }
}

static void compute(const mjModel* m, mjData* d, int instance, int capability) {
  const Pid* pid = pid_of(d, instance);
  (void)capability;
  for (int i = pid->begin; i < pid->end; i++) {
    if (m->actuator_plugin[i] != instance)
      continue;
    const Signal s = signal_of(m, d, pid, i, 1);
    d->actuator_force[i] = pid->kp * s.error + pid->ki * s.integral + pid->kd * s.rate;
  }
}

// ---------------------------------------------------------------- life

static int read_gains(const mjModel* m, int instance, Pid* pid) {
  mjtNum imax = INFINITY;
  *pid = (Pid){.integral_max = INFINITY, .slewmax = INFINITY};
  if (fc_pluginNumbers(m, instance, "kp", &pid->kp, 1) < 0 ||
      fc_pluginNumbers(m, instance, "ki", &pid->ki, 1) < 0 ||
      fc_pluginNumbers(m, instance, "kd", &pid->kd, 1) < 0 ||
      fc_pluginNumbers(m, instance, "imax", &imax, 1) < 0 ||
      fc_pluginNumbers(m, instance, "slewmax", &pid->slewmax, 1) < 0)
    return -1;
  if (isfinite(imax) && pid->ki != 0)
    pid->integral_max = imax / pid->ki;
  if (pid->integral_max < 0)
    return fc_fail("imax negative: imax / ki is %g", pid->integral_max);
  if (pid->slewmax < 0)
    return fc_fail("slewmax negative: it is %g", pid->slewmax);
  return 0;
}

static int find_actuators(const mjModel* m, int instance, Pid* pid) {
  int n = 0;
  for (int i = 0; i < m->nu; i++) {
    if (m->actuator_plugin[i] != instance)
      continue;
    if (!n++)
      pid->begin = i;
    pid->end = i + 1;
    const int expected = activations(m, pid, i);
    if (expected < 0)
      return -1;
    if (m->actuator_actnum[i] != expected)
      return fc_fail("actuator %d: actdim %d, expected %d", i, m->actuator_actnum[i], expected);
  }
  return n ? 0 : fc_fail("no actuator for plugin instance %d", instance);
}

static int init(const mjModel* m, mjData* d, int instance) {
  Pid* pid = mju_malloc(sizeof *pid);
  if (!pid || read_gains(m, instance, pid) || find_actuators(m, instance, pid)) {
    mju_warning("mujoco.pid: %s", pid ? fc_lastError() : "out of memory");
    mju_free(pid);
    return -1;
  }
  d->plugin_data[instance] = (uintptr_t)pid;
  return 0;
}

static const char* const attributes[] = {"kp", "ki", "kd", "imax", "slewmax"};
static const mjpPlugin plugin = {.name = "mujoco.pid",
                                 .nattribute = 5,
                                 .attributes = attributes,
                                 .capabilityflags = mjPLUGIN_ACTUATOR,
                                 .nstate = instance_without_state,
                                 .init = init,
                                 .destroy = instance_free,
                                 .compute = compute,
                                 .actuator_act_dot = act_dot};
static const FcEnginePlugin table = {.size = sizeof(FcEnginePlugin), .plugin = &plugin};

static const FcFace faces[] = {
    {.size = sizeof(FcFace), .kind = FC_PLUGIN, .name = "mujoco.pid", .table = &table}};

FC_MODULE_WITH(pid, "pid", "1.0.0", "Apache-2.0", &fc_layout, faces, 4,
               "PID controller with limits on integral and slew rate", NULL)
