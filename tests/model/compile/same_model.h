// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Comparison of two compiled models, field by field: whole numbers and texts are equal, real
// numbers up to a tolerance relative to the largest of their field.

#ifndef TESTS_COMPILER_SAME_MODEL_H_
#define TESTS_COMPILER_SAME_MODEL_H_

#include <check.h>
#include <math.h>

#include <mujoco/mjxmacro.h>
#include <mujoco/mujoco.h>

typedef struct Comparison {
  const char* scene;  // named in messages
  double real;        // tolerance of double
  double single;      // tolerance of float
} Comparison;

static inline void same_real(const Comparison* how, const char* field, const double* a,
                             const double* b, int64_t n) {
  double scale = 1e-9;
  for (int64_t i = 0; i < n; i++)
    scale = fmax(scale, fabs(a[i]));
  for (int64_t i = 0; i < n; i++) {
    ck_assert_msg(fabs(a[i] - b[i]) <= how->real * scale, "%s: %s[%lld] is %.17g, expected %.17g",
                  how->scene, field, (long long)i, b[i], a[i]);
  }
}

static inline void same_single(const Comparison* how, const char* field, const float* a,
                               const float* b, int64_t n) {
  for (int64_t i = 0; i < n; i++) {
    ck_assert_msg(fabs((double)a[i] - b[i]) <= how->single * fmax(1, fabs((double)a[i])),
                  "%s: %s[%lld] is %.9g, expected %.9g", how->scene, field, (long long)i,
                  (double)b[i], (double)a[i]);
  }
}

static inline void same_bytes(const Comparison* how, const char* field, const void* a,
                              const void* b, size_t n) {
  for (size_t i = 0; i < n; i++) {
    ck_assert_msg(((const char*)a)[i] == ((const char*)b)[i], "%s: %s differs at byte %zu",
                  how->scene, field, i);
  }
}

#define SAME(type, field, n) \
  _Generic((type*)0,                                                                               \
      double*: same_real(how, #field, (const double*)a->field, (const double*)b->field, n),        \
      float*: same_single(how, #field, (const float*)a->field, (const float*)b->field, n),         \
      default: same_bytes(how, #field, a->field, b->field, (size_t)(n) * sizeof(type)))

// a is what is expected
static inline void same_model(const Comparison* how, const mjModel* a, const mjModel* b) {
#define X(field)                                                                             \
  if (strcmp(#field, "nbuffer") != 0)                                                        \
    ck_assert_msg(a->field == b->field, "%s: %s is %lld, expected %lld", how->scene, #field, \
                  (long long)b->field, (long long)a->field);
  MJMODEL_SIZES
#undef X

#undef MJ_M
#define MJ_M(n) a->n
#define X(type, field, rows, columns) SAME(type, field, a->rows*(int64_t)(columns));
  MJMODEL_POINTERS
#undef X
#undef MJ_M
#define MJ_M(n) n
  same_bytes(how, "opt", &a->opt, &b->opt, sizeof a->opt);
  same_bytes(how, "vis", &a->vis, &b->vis, sizeof a->vis);
  same_real(how, "stat", &a->stat.meaninertia, &b->stat.meaninertia, 7);
}

#endif  // TESTS_COMPILER_SAME_MODEL_H_
