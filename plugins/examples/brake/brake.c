// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// acme.brake: a plugin of the MuJoCo plugin interface, as a module. It is a passive one: it brakes
// every degree of freedom, and keeps the greatest power that it has taken out as state of the
// instance. To make another one, replace `compute` and the attributes.
//
//     <extension><plugin plugin="acme.brake"><instance name="slow">
//       <config key="damping" value="0.1"/></instance></plugin></extension>
//     ... <body><plugin instance="slow"/> ...

#include <fulcrum/engine_plugin.h>
#include <fulcrum/layout.h>
#include <fulcrum/module.h>

static int nstate(const mjModel* m, int instance) {
  (void)m;
  (void)instance;
  return 1;
}

static mjtNum damping(const mjModel* m, int instance) {
  mjtNum c = 0.1;
  fc_pluginNumbers(m, instance, "damping", &c, 1);
  return c;
}

static int init(const mjModel* m, mjData* d, int instance) {
  mjtNum c;
  (void)d;
  if (fc_pluginNumbers(m, instance, "damping", &c, 1) < 0) {
    mju_warning("acme.brake: damping must be one number");
    return -1;
  }
  return 0;
}

static void reset(const mjModel* m, mjtNum* state, void* data, int instance) {
  (void)m;
  (void)data;
  (void)instance;
  state[0] = 0;
}

static void compute(const mjModel* m, mjData* d, int instance, int capability) {
  const mjtNum c = damping(m, instance);
  mjtNum power = 0;
  (void)capability;
  for (int i = 0; i < m->nv; i++) {
    d->qfrc_passive[i] -= c * d->qvel[i];
    power += c * d->qvel[i] * d->qvel[i];
  }
  mjtNum* most = d->plugin_state + m->plugin_stateadr[instance];
  if (power > *most)
    *most = power;
}

static const char* attributes[] = {"damping"};
static const mjpPlugin plugin = {.name = "acme.brake",
                                 .nattribute = 1,
                                 .attributes = attributes,
                                 .capabilityflags = mjPLUGIN_PASSIVE,
                                 .nstate = nstate,
                                 .init = init,
                                 .reset = reset,
                                 .compute = compute};
static const FcEnginePlugin table = {.size = sizeof(FcEnginePlugin), .plugin = &plugin};
static const FcFace faces[] = {
    {.size = sizeof(FcFace), .kind = FC_PLUGIN, .name = "acme.brake", .table = &table}};

FC_MODULE_WITH(acme_brake, "acme.brake", "1.0.0", "Apache-2.0", &fc_layout, faces, 0,
               "A plugin: a brake", NULL)
