// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The module lab.pull as its author builds it time and again: VARIANT tells what has changed. It
// has a passive force, a sensor, and a stage with memory and state.

#include <fulcrum/host.h>
#include <fulcrum/layout.h>
#include <fulcrum/passive.h>
#include <fulcrum/sensor.h>
#include <fulcrum/stage.h>

#include "tests/kernel/lab.h"

enum { ROOM = VARIANT == LAB_LAYOUT ? 4 : 2, FACTOR = VARIANT == LAB_LAW ? 3 : 1 };

// ---------------------------------------------------------------- passive force: gain + bias q

enum { GAIN = VARIANT == LAB_PARAMETERS ? 2 : 0, BIAS = 1 };

static int force(const FcContext* c, const FcPassiveBatch* batch) {
  for (int i = 0; i < c->m->nv; i++)
    batch->qfrc[i] += FACTOR * (c->param[GAIN] + c->param[BIAS] * c->d->qpos[i]);
  return 0;
}

static const FcPassive passive = {
    .size = sizeof passive, .flags = FC_PASSIVE_NO_VELOCITY, .order = 500, .force = force};

static const FcParameter parameters[] = {
#if VARIANT == LAB_PARAMETERS
    {.key = "extra", .type = FC_REAL, .length = 1, .def = 7},
    {.key = "bias", .type = FC_REAL, .length = 1, .def = 0.5},
#endif
    {.key = "gain",
     .type = VARIANT == LAB_TYPE ? FC_INT : FC_REAL,
     .length = 1,
     .def = 1,
     .max = VARIANT == LAB_RANGE ? 2 : 100},
#if VARIANT != LAB_PARAMETERS
    {.key = "bias", .type = FC_REAL, .length = 1, .def = 0.5},
#endif
};

// ---------------------------------------------------------------- sensor

#if VARIANT != LAB_LACKS
static int measure(const FcContext* c, int stage, const FcSensorBatch* batch) {
  (void)stage;
  for (int k = 0; k < batch->n; k++)
    for (int i = 0; i < (VARIANT == LAB_SENSOR ? 2 : 1); i++)
      batch->out[k][i] = FACTOR * c->d->time;
  return 0;
}

static const FcSensor sensor = {
    .size = sizeof sensor, .measure = measure, .dim = VARIANT == LAB_SENSOR ? 2 : 1};
#endif

// ---------------------------------------------------------------- stage that counts its calls

static size_t memory(const mjModel* m) { return m ? ROOM * sizeof(mjtNum) : 0; }
static int state(const mjModel* m) { return m ? ROOM : 0; }

static int advance(const FcContext* c) {
  c->state[0] += c->m->opt.timestep;
  return 0;
}

static int count(const FcContext* c) {
  mjtNum* calls = c->memory;
  c->d->userdata[0] = ++*calls;
  c->d->userdata[1] = c->state[0];
  c->d->userdata[2] = FACTOR;
  return 0;
}

static const FcStage stage = {sizeof stage, VARIANT == LAB_PLACE ? "nowhere" : "smooth", 0,
                              "userdata", count};

// ---------------------------------------------------------------- descriptor

#define FACE(word, title, implementation) \
  .size = sizeof(FcFace), .kind = word, .name = title, .table = &implementation

static const FcFace faces[] = {
    {FACE(FC_PASSIVE, "lab.pull", passive), FC_PARAMETERS(parameters)},
    {FACE(FC_STAGE, "lab.count", stage), .memory = memory, .state = state, .advance = advance},
#if VARIANT != LAB_LACKS
    {FACE(FC_SENSOR, "lab.clock", sensor)},
#endif
};

FC_MODULE(lab, VARIANT == LAB_NAME ? "lab.other" : "lab.pull", "1.0.0", "MIT", &fc_layout, faces)
