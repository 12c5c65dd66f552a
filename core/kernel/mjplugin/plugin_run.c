// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Lifetime of plugin instances: init when data are made, reset, copy, destroy, and in between the
// functions that the pipeline calls. Instances of module faces are in the same list of a model;
// they are served by the bindings and skipped here.

#include <stdio.h>
#include <string.h>

#include "core/foundation/data/memory.h"
#include "core/kernel/mjplugin/engine_plugin.h"
#include "core/kernel/mjplugin/plugin_run.h"

// ---------------------------------------------------------------- life

static int missing(const mjModel* m, int instance, char* error, int error_size) {
  if (plugin_face(m->plugin[instance]))
    return 0;
  snprintf(error, (size_t)error_size,
           "plugin instance %d refers to slot %d, but only %d plugins are registered; load the "
           "library that the model needs before the model",
           instance, m->plugin[instance], mjp_pluginCount());
  return -1;
}

void plugins_delete(mjData* d) {
  for (int i = 0; i < d->nplugin; i++) {
    const mjpPlugin* plugin = plugin_at(d->plugin[i]);
    if (plugin && plugin->destroy)
      plugin->destroy(d, i);
  }
}

// d->nplugin counts the live instances, also while this loop runs; a failure destroys the earlier
// ones
int plugins_make(const mjModel* m, mjData* d, char* error, int error_size) {
  int failed = 0;
  d->nplugin = 0;
  for (int i = 0; i < m->nplugin && !failed; i++) {
    const mjpPlugin* plugin = plugin_at(m->plugin[i]);
    if (!plugin) {
      failed = missing(m, i, error, error_size);
    } else if (plugin->init && plugin->init(m, d, i) < 0) {
      snprintf(error, (size_t)error_size, "init of plugin id %d failed: \"%s\" refused it", i,
               plugin->name);
      failed = 1;
    }
    d->nplugin += !failed;
  }
  if (failed)
    plugins_delete(d);
  return failed ? -1 : 0;
}

void plugins_reset(const mjModel* m, mjData* d) {
  for (int i = 0; i < d->nplugin; i++) {
    const mjpPlugin* plugin = plugin_at(d->plugin[i]);
    mjtNum* state = m->plugin_statenum[i] ? d->plugin_state + m->plugin_stateadr[i] : NULL;
    // the state of module faces starts at zero
    if (!plugin && state)
      memset(state, 0, (size_t)m->plugin_statenum[i] * sizeof *state);
    if (plugin && plugin->reset)
      plugin->reset(m, state, (void*)d->plugin_data[i], i);
  }
}

void plugins_copy(mjData* dest, const mjModel* m, const mjData* src) {
  for (int i = 0; i < dest->nplugin; i++) {
    const mjpPlugin* plugin = plugin_at(dest->plugin[i]);
    if (plugin && plugin->copy)
      plugin->copy(dest, m, src, i);
  }
}

// ---------------------------------------------------------------- stages

static const mjpPlugin* with_capability(const mjData* d, int instance, int capability) {
  const mjpPlugin* plugin = plugin_at(d->plugin[instance]);
  return plugin && (plugin->capabilityflags & capability) ? plugin : NULL;
}

void plugin_compute(const mjModel* m, mjData* d, int instance, int capability) {
  const mjpPlugin* plugin = plugin_at(d->plugin[instance]);
  if (!plugin->compute) {
    mju_error(
        "plugin \"%s\" (instance %d, slot %d) has no function `compute`, which its "
        "capabilities require",
        plugin->name, instance, d->plugin[instance]);
    return;
  }
  plugin->compute(m, d, instance, capability);
}

void plugins_compute(const mjModel* m, mjData* d, int capability) {
  for (int i = 0; i < d->nplugin; i++)
    if (with_capability(d, i, capability))
      plugin_compute(m, d, i, capability);
}

int plugin_measures(const mjData* d, int instance, int stage) {
  const mjpPlugin* plugin = with_capability(d, instance, mjPLUGIN_SENSOR);
  if (!plugin)
    return 0;
  return stage == (plugin->needstage == mjSTAGE_NONE ? mjSTAGE_POS : plugin->needstage);
}

void plugins_activation(const mjModel* m, mjData* d) {
  for (int i = 0; i < d->nplugin; i++) {
    const mjpPlugin* plugin = with_capability(d, i, mjPLUGIN_ACTUATOR);
    if (plugin && plugin->actuator_act_dot)
      plugin->actuator_act_dot(m, d, i);
  }
}

void plugins_advance(const mjModel* m, mjData* d) {
  for (int i = 0; i < d->nplugin; i++) {
    const mjpPlugin* plugin = plugin_at(d->plugin[i]);
    if (plugin && plugin->advance)
      plugin->advance(m, d, i);
  }
}
