// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// From the same state this library computes what the reference computed (golden/*.golden, see
// record.c), through the public API alone: models of every feature, and the humanoid with every
// solver, cone, Jacobian and integrator.
//
// Tolerances are those of the comparison tool of the project: relative to the largest magnitude of
// a field (but at least 1e-3): 1e-5 for what an iterative solver found, 1e-7 for exact formulas;
// contacts absolute.
// Each snapshot starts from the recorded state, so errors do not accumulate.

#include <math.h>
#include <stdint.h>

#include <check.h>

#include "tests/parity/fields.h"

// where the replay is, for messages
typedef struct Replay_ {
  FILE* file;
  const char* model;
  int variant, snapshot;
  long ncompared;
  mjtNum* recorded;  // the last record
  long n;
} Replay;

static int starts_with(const char* name, const char* prefix) {
  return !strncmp(name, prefix, strlen(prefix));
}

// allowed difference, relative to the scale unless the field has an absolute one
static mjtNum tolerance(const char* name, mjtNum scale) {
  static const char* const solved[] = {"qacc", "efc_force", "sensordata",
                                       "qpos", "qvel",      "qfrc_inverse"};
  if (!strcmp(name, "contact_dist")) {
    return 1e-9;
  }
  if (starts_with(name, "contact_")) {
    return 1e-8;
  }
  mjtNum relative = 1e-7;
  for (size_t i = 0; i < sizeof solved / sizeof *solved; i++) {
    if (!strcmp(name, solved[i])) {
      relative = 1e-5;
    }
  }
  return relative * fmax(scale, 1e-3);
}

static void read_record(Replay* r, const char* name) {
  unsigned char length;
  char found[256] = "";
  int32_t count;
  ck_assert_msg(fread(&length, 1, 1, r->file) == 1, "%s: golden data end before %s", r->model,
                name);
  ck_assert_uint_eq(fread(found, 1, length, r->file), length);
  ck_assert_msg(!strcmp(found, name), "%s: golden data have %s where %s is computed: record again",
                r->model, found, name);
  ck_assert_uint_eq(fread(&count, 4, 1, r->file), 1);
  free(r->recorded);
  r->n = count;
  r->recorded = malloc(((size_t)count + 1) * sizeof(mjtNum));
  ck_assert_uint_eq(fread(r->recorded, sizeof(mjtNum), (size_t)count, r->file), (size_t)count);
}

static void compare(void* user, const char* name, const mjtNum* x, long n) {
  Replay* r = user;
  read_record(r, name);
  ck_assert_msg(r->n == n, "%s, variant %d, snapshot %d: %ld numbers of %s, expected %ld", r->model,
                r->variant, r->snapshot, n, name, r->n);
  mjtNum scale = 0;
  for (long i = 0; i < n; i++) {
    scale = fmax(scale, fabs(r->recorded[i]));
  }
  mjtNum allowed = tolerance(name, scale);
  for (long i = 0; i < n; i++) {
    ck_assert_msg(x[i] == r->recorded[i] || fabs(x[i] - r->recorded[i]) <= allowed,
                  "%s, variant %d, snapshot %d: %s[%ld] is %.17g, expected %.17g (scale %g)",
                  r->model, r->variant, r->snapshot, name, i, x[i], r->recorded[i], scale);
  }
  r->ncompared += n;
}

static Replay open_replay(const char* model) {
  char path[1000];
  Replay r = {.model = model};
  snprintf(path, sizeof path, "%s/tests/parity/golden/%s.golden", TEST_SOURCE_DIR, model);
  r.file = fopen(path, "rb");
  ck_assert_msg(r.file != NULL, "cannot open %s", path);
  return r;
}

// nothing may be left over, and something must have been compared
static void close_replay(Replay* r) {
  ck_assert_msg(fgetc(r->file) == EOF, "%s: golden data go on", r->model);
  ck_assert_int_gt(r->ncompared, 50);
  fclose(r->file);
  free(r->recorded);
}

static mjModel* load_model(const char* folder, const char* name) {
  char path[1000], error[1000] = "";
  snprintf(path, sizeof path, "%s/%s/%s.xml", TEST_SOURCE_DIR, folder, name);
  mjModel* m = mj_loadXML(path, NULL, error, sizeof error);
  ck_assert_msg(m != NULL, "%s: %s", path, error);
  mj_freeLastXML();
  return m;
}

static mjtNum* read_state(Replay* r, const mjModel* m) {
  read_record(r, "state");
  ck_assert_int_eq(r->n, mj_stateSize(m, mjSTATE_INTEGRATION));
  mjtNum* state = r->recorded;
  r->recorded = NULL;
  return state;
}

START_TEST(every_field_equals_the_reference) {
  Replay r = open_replay(golden_models[_i]);
  mjModel* m = load_model("tests/dynamics/models", golden_models[_i]);
  for (r.snapshot = 0; r.snapshot < NSNAPSHOT; r.snapshot++) {
    mjtNum* state = read_state(&r, m);
    visit_snapshot(m, state, SMOOTH | ROWS | SOLUTION, compare, &r);
    free(state);
  }
  close_replay(&r);
  mj_deleteModel(m);
}
END_TEST

START_TEST(the_humanoid_equals_the_reference_in_every_variant) {
  Replay r = open_replay("humanoid");
  mjModel* m = load_model("models/humanoid", "humanoid");
  for (r.snapshot = 0; r.snapshot < NSNAPSHOT; r.snapshot++) {
    mjtNum* state = read_state(&r, m);
    for (r.variant = 0; r.variant < NVARIANT; r.variant++) {
      set_variant(m, r.variant);
      visit_snapshot(m, state, variant_groups(r.variant), compare, &r);
    }
    free(state);
  }
  close_replay(&r);
  mj_deleteModel(m);
}
END_TEST

int main(void) {
  Suite* suite = suite_create("parity with golden data");
  TCase* models = tcase_create("models");
  tcase_add_loop_test(models, every_field_equals_the_reference, 0, NMODEL);
  suite_add_tcase(suite, models);
  TCase* humanoid = tcase_create("humanoid");
  tcase_set_timeout(humanoid, 60);
  tcase_add_test(humanoid, the_humanoid_equals_the_reference_in_every_variant);
  suite_add_tcase(suite, humanoid);
  SRunner* runner = srunner_create(suite);
  srunner_run_all(runner, CK_NORMAL);
  int failed = srunner_ntests_failed(runner);
  srunner_free(runner);
  return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
