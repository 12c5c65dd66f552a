// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Reading golden data back and comparing with what this library computes from the recorded states.
//
// Tolerances are those of the comparison tool of the project: relative to the largest magnitude of
// a field (but at least 1e-3): 1e-5 for what an iterative solver found, 1e-7 for exact formulas;
// contacts absolute; or none at all. Each snapshot starts from the recorded state, so errors do not
// accumulate.

#ifndef TESTS_PARITY_REPLAY_H_
#define TESTS_PARITY_REPLAY_H_

#include <check.h>
#include <math.h>
#include <stdint.h>

#include "tests/parity/fields.h"

// where the replay is, for messages
typedef struct Replay_ {
  FILE* file;
  const char* model;
  int variant, snapshot;
  int exact;  // 1: to the bit
  long ncompared;
  mjtNum* recorded;  // the last record
  long n;
} Replay;

static inline int starts_with(const char* name, const char* prefix) {
  return strncmp(name, prefix, strlen(prefix)) == 0;
}

// allowed difference, relative to the scale unless the field has an absolute one
static inline mjtNum tolerance(const char* name, mjtNum scale) {
  static const char* const solved[] = {"qacc", "efc_force", "sensordata",
                                       "qpos", "qvel",      "qfrc_inverse"};
  if (strcmp(name, "contact_dist") == 0)
    return 1e-9;
  if (starts_with(name, "contact_"))
    return 1e-8;
  mjtNum relative = 1e-7;
  for (size_t i = 0; i < sizeof solved / sizeof *solved; i++)
    if (strcmp(name, solved[i]) == 0)
      relative = 1e-5;
  return relative * fmax(scale, 1e-3);
}

static inline void read_record(Replay* r, const char* name) {
  unsigned char length;
  char found[256] = "";
  int32_t count;
  ck_assert_msg(fread(&length, 1, 1, r->file) == 1, "%s: golden data end before %s", r->model,
                name);
  ck_assert_uint_eq(fread(found, 1, length, r->file), length);
  ck_assert_msg(strcmp(found, name) == 0,
                "%s: golden data have %s where %s is computed: record again", r->model, found,
                name);
  ck_assert_uint_eq(fread(&count, 4, 1, r->file), 1);
  free(r->recorded);
  r->n = count;
  r->recorded = malloc(((size_t)count + 1) * sizeof(mjtNum));
  ck_assert_uint_eq(fread(r->recorded, sizeof(mjtNum), (size_t)count, r->file), (size_t)count);
}

static inline void compare(void* user, const char* name, const mjtNum* x, long n) {
  Replay* r = user;
  read_record(r, name);
  ck_assert_msg(r->n == n, "%s, variant %d, snapshot %d: %ld numbers of %s, expected %ld", r->model,
                r->variant, r->snapshot, n, name, r->n);
  mjtNum scale = 0;
  for (long i = 0; i < n; i++)
    scale = fmax(scale, fabs(r->recorded[i]));
  mjtNum allowed = r->exact ? 0 : tolerance(name, scale);
  for (long i = 0; i < n; i++) {
    ck_assert_msg(x[i] == r->recorded[i] || fabs(x[i] - r->recorded[i]) <= allowed,
                  "%s, variant %d, snapshot %d: %s[%ld] is %.17g, expected %.17g (scale %g)",
                  r->model, r->variant, r->snapshot, name, i, x[i], r->recorded[i], scale);
  }
  r->ncompared += n;
}

// folder: from the root of the sources
static inline Replay open_replay(const char* folder, const char* model) {
  char path[1000];
  Replay r = {.model = model};
  snprintf(path, sizeof path, "%s/%s/%s.golden", TEST_SOURCE_DIR, folder, model);
  r.file = fopen(path, "rb");
  ck_assert_msg(r.file != NULL, "cannot open %s", path);
  return r;
}

// nothing may be left over, and something must have been compared
static inline void close_replay(Replay* r, long expected) {
  ck_assert_msg(fgetc(r->file) == EOF, "%s: golden data go on", r->model);
  ck_assert_int_ge(r->ncompared, expected);
  fclose(r->file);
  free(r->recorded);
}

static inline mjModel* load_model(const char* folder, const char* name) {
  char path[1000], error[1000] = "";
  snprintf(path, sizeof path, "%s/%s/%s.xml", TEST_SOURCE_DIR, folder, name);
  mjModel* m = mj_loadXML(path, NULL, error, sizeof error);
  ck_assert_msg(m != NULL, "%s: %s", path, error);
  mj_freeLastXML();
  return m;
}

static inline mjtNum* read_state(Replay* r, const mjModel* m) {
  read_record(r, "state");
  ck_assert_int_eq(r->n, mj_stateSize(m, mjSTATE_INTEGRATION));
  mjtNum* state = r->recorded;
  r->recorded = NULL;
  return state;
}

#endif  // TESTS_PARITY_REPLAY_H_
