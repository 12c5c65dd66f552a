// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// tests/data/dynamics/corpus: small models that together turn on every feature of rigid bodies and
// flexes. From the same states each computes what the reference computed, with every integrator
// (golden/, recorded by tests/parity/record.c); and the table of which model covers which feature
// (coverage.txt) is the one that follows from the models, without a gap. A run leaves the table as
// it is now in tests/dynamics/coverage.txt of the build folder, to be copied after models have
// changed.

#include "tests/dynamics/corpus.h"
#include "tests/dynamics/features.h"
#include "tests/parity/replay.h"
#include "tests/support.h"

#define NFEATURE_MAX 1000
#define NEXAMPLE 6  // models listed per feature

// ---------------------------------------------------------------- coverage

typedef struct Feature_ {
  char name[60];
  int count;
  int model[NEXAMPLE];  // the first that have it
} Feature;

typedef struct Coverage_ {
  Feature feature[NFEATURE_MAX];
  int n;      // features seen of the present model
  int model;  // the present model
} Coverage;

static void count_feature(void* user, const char* name, int present) {
  Coverage* c = user;
  ck_assert_int_lt(c->n, NFEATURE_MAX);
  Feature* f = c->feature + c->n++;
  snprintf(f->name, sizeof f->name, "%s", name);
  if (!present)
    return;
  if (f->count < NEXAMPLE)
    f->model[f->count] = c->model;
  f->count++;
}

// table of all features, to be freed; missing: name of a feature that no model has, else empty
static char* coverage_text(char missing[60]) {
  Coverage* c = calloc(1, sizeof *c);
  for (c->model = 0; c->model < ncorpus; c->model++) {
    mjModel* m = load_model(CORPUS, corpus_names[c->model]);
    c->n = 0;
    visit_features(m, count_feature, c);
    mj_deleteModel(m);
  }
  char* text = NULL;
  size_t size;
  FILE* out = open_memstream(&text, &size);
  fprintf(out, "%d features, %d models: how many models have a feature, and the first of them\n\n",
          c->n, ncorpus);
  missing[0] = 0;
  for (int i = 0; i < c->n; i++) {
    const Feature* f = c->feature + i;
    if (!f->count)
      memcpy(missing, f->name, sizeof f->name);
    fprintf(out, "%-32s %4d ", f->name, f->count);
    for (int k = 0; k < f->count && k < NEXAMPLE; k++)
      fprintf(out, " %s", corpus_names[f->model[k]]);
    fprintf(out, "%s\n", f->count > NEXAMPLE ? " ..." : "");
  }
  fclose(out);
  free(c);
  return text;
}

static void leave_table(const char* text) {
  FILE* file = fopen(TEST_BUILD_DIR "/tests/dynamics/coverage.txt", "w");
  ck_assert(file != NULL);
  fputs(text, file);
  ck_assert_int_eq(fclose(file), 0);
}

START_TEST(every_feature_is_covered_as_the_table_says) {
  char missing[60];
  char *text = coverage_text(missing), *recorded = NULL;
  size_t size = 0;
  leave_table(text);
  FILE* file = fopen(TEST_SOURCE_DIR "/" CORPUS "/coverage.txt", "r");
  ck_assert_msg(file != NULL, "no table of coverage");
  ck_assert_int_gt(getdelim(&recorded, &size, 0, file), 0);
  fclose(file);
  ck_assert_msg(!missing[0], "no model has the feature \"%s\"", missing);
  const char *a = text, *b = recorded;
  for (int line = 1; *a || *b; line++) {
    size_t na = strcspn(a, "\n"), nb = strcspn(b, "\n");
    ck_assert_msg(na == nb && strncmp(a, b, na) == 0,
                  "coverage.txt:%d is \"%.*s\", the models give \"%.*s\"", line, (int)nb, b,
                  (int)na, a);
    a += na + (a[na] != 0);
    b += nb + (b[nb] != 0);
  }
  free(text);
  free(recorded);
}
END_TEST

// ---------------------------------------------------------------- golden data

// Models in which nothing depends on functions of the C library that are rounded differently on
// different processors, and all sums have the order of the reference. Solvers sum forces of dofs in
// an order of their own.
static int is_exact(const char* name) {
  static const char* const exact[] = {"flex_damper_off", "flex_passive",  "flex_self_none",
                                      "flex_spring_off", "pair_flex_1_2", "pair_flex_1_3",
                                      "pair_flex_2_2",   "pair_flex_2_3", "pair_flex_3_3"};
  for (size_t i = 0; i < sizeof exact / sizeof *exact; i++)
    if (strcmp(name, exact[i]) == 0)
      return 1;
  return 0;
}

START_TEST(every_integrator_equals_the_reference) {
  Replay r = open_replay(CORPUS "/golden", corpus_names[_i]);
  r.exact = is_exact(corpus_names[_i]);
  mjModel* m = load_model(CORPUS, corpus_names[_i]);
  for (r.snapshot = 0; r.snapshot < NCORPUS_SNAPSHOT; r.snapshot++) {
    mjtNum* state = read_state(&r, m);
    visit_integrators(m, state, compare, &r);
    free(state);
  }
  close_replay(&r, 10);
  mj_deleteModel(m);
}
END_TEST

int main(void) {
  corpus_read_names();
  Suite* suite = suite_create("corpus");
  TCase* coverage = tcase_create("coverage");
  tcase_set_timeout(coverage, 60);
  tcase_add_test(coverage, every_feature_is_covered_as_the_table_says);
  suite_add_tcase(suite, coverage);
  TCase* golden = tcase_create("golden");
  tcase_set_timeout(golden, 60);
  tcase_add_loop_test(golden, every_integrator_equals_the_reference, 0, ncorpus);
  suite_add_tcase(suite, golden);
  return run_suite(suite);
}
