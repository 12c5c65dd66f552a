// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// How the consequences of edits are recorded: which models, which state, and each field as one
// number, the sum of its entries with different weights, in the order of consequences.h.
//
// A file of tests/data/edits holds the state, then for the unedited model and for every edit (in
// the order of list_fields and list_edits) a check of the name, a status, and for status CHANGED
// the sums that are not those of the unedited model. Sums that a change of the state by 1e-11
// changes much, that are no numbers, or that are enormous, are marked: there the edit has made
// something singular, and the last bits decide.

#ifndef TESTS_EDITS_GOLDEN_H_
#define TESTS_EDITS_GOLDEN_H_

#include <math.h>
#include <stdint.h>

#include "tests/edits/consequences.h"
#include "tests/edits/edits.h"

static const char* const edit_scenes[] = {
    "tests/data/edits/surfaces",
    "tests/data/dynamics/models/actuator_laws",
    "tests/data/dynamics/models/contacts",
    "tests/data/dynamics/models/delays",
    "tests/data/dynamics/models/equalities",
    "tests/data/dynamics/models/fluid",
    "tests/data/dynamics/models/frictionloss",
    "tests/data/dynamics/models/gravcomp",
    "tests/data/dynamics/models/mocap",
    "tests/data/dynamics/models/muscles",
    "tests/data/dynamics/models/sensors_body",
    "tests/data/dynamics/models/sensors_contact",
    "tests/data/dynamics/models/sensors_frame",
    "tests/data/dynamics/models/sleep",
    "tests/data/dynamics/models/tendons",
    "tests/data/dynamics/models/transmissions",
    "tests/data/dynamics/corpus/camera_modes",
    "tests/data/dynamics/corpus/enable_everything",
    "tests/data/dynamics/corpus/sensor_interval",
};
#define NSCENE ((int)(sizeof edit_scenes / sizeof *edit_scenes))

static inline const char* scene_name(int scene) { return strrchr(edit_scenes[scene], '/') + 1; }

// Edits of which some sums are not recorded: who wins depends on the last bits, or the reference
// keeps what it should compute anew.
typedef struct Tie_ {
  const char *scene, *edit, *field;
} Tie;

static const Tie ties[] = {
    // the contact with the largest force, of several with the same
    {"sensors_contact", "opt.noslip_iterations all set to 1", "sensordata later_sensordata"},
    // points of convex collision that the tolerance allows
    {"surfaces", "", "later_*"},
    {"sensor_interval", "geom_type all set to 5", "qpos qvel sensordata later_*"},
    // weights of bodies that sleep when mj_setConst is called
    {"sleep", ", mj_setConst", "*"},
};

// is the sum over `field` one of those?
static inline int is_tie(const char* scene, const char* edit, const char* field) {
  for (size_t i = 0; i < sizeof ties / sizeof *ties; i++)
    if (strcmp(scene, ties[i].scene) == 0 && strstr(edit, ties[i].edit) &&
        is_listed(ties[i].field, field))
      return 1;
  return 0;
}

enum {
  STATUS_IDLE = 'I',     // the edit changes no value of this model
  STATUS_CHANGED = 'O',  // sums follow
  STATUS_ERROR = 'E',    // mju_error
  STATUS_CRASH = 'C',    // the reference crashed or did not end
};

#define NSUM_MAX 127
#define UNSTABLE 128  // added to the index of a sum

// the sums of one run; `scale` is the sum of magnitudes
typedef struct Sums_ {
  int n;
  mjtNum sum[NSUM_MAX], scale[NSUM_MAX];
  const char* name[NSUM_MAX];
} Sums;

static inline void add_sum(void* user, const char* name, const mjtNum* x, long n) {
  Sums* s = user;
  mjtNum sum = 0, scale = 0;
  for (long i = 0; i < n; i++) {
    const mjtNum weight = 1 + fmod((mjtNum)i * 0.6180339887498949, 1);
    sum += weight * x[i];
    scale += weight * fabs(x[i]);
  }
  s->sum[s->n] = sum;
  s->scale[s->n] = scale;
  s->name[s->n++] = name;
}

static inline void drive(const mjModel* m, mjData* d, int t) {
  for (int i = 0; i < m->nu; i++)
    d->ctrl[i] = 0.4 * sin(0.7 * i + 0.3 * t) + 0.1;
}

// the beginning of a run: from the first keyframe, if there is one
static inline mjData* run_start(const mjModel* m, int steps) {
  mjData* d = mj_makeData(m);
  if (m->nkey)
    mj_resetDataKeyframe(m, d, 0);
  for (int t = 0; t < steps; t++) {
    drive(m, d, t);
    mj_step(m, d);
  }
  return d;
}

// data that have made steps, so that everything that is derived from a model exists, in the
// recorded state
static inline mjData* data_in_state(const mjModel* m, const mjtNum* state) {
  mjData* d = run_start(m, 3);
  mj_setState(m, d, state, mjSTATE_INTEGRATION);
  return d;
}

// edit m, with what belongs to it; does it change anything?
static inline int make_edit(mjModel* m, const Edit* edit) {
  if (!edit_apply(m, edit))
    return 0;
  if (edit->constants) {
    mjData* scratch = mj_makeData(m);
    mj_setConst(m, scratch);
    mj_deleteData(scratch);
  }
  return 1;
}

static inline uint16_t name_check(const Edit* edit) {
  char name[200];
  uint32_t hash = 2166136261u;
  edit_name(edit, name, sizeof name);
  for (const char* c = name; *c; c++)
    hash = (hash ^ (unsigned char)*c) * 16777619u;
  return (uint16_t)(hash ^ hash >> 16);
}

#endif  // TESTS_EDITS_GOLDEN_H_
