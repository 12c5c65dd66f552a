// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The two kernels of dense products and factorisations. Four rows times a vector: they share one
// pass over the vector and give the processor four independent chains of additions. A sum of scaled
// rows: a block of columns is summed in registers over all rows, without touching the result.

#ifndef CORE_FOUNDATION_MATH_MATRIX_H_
#define CORE_FOUNDATION_MATH_MATRIX_H_

#include <fulcrum/math_dense.h>

// res[k] = rows[k * stride .. + n] . vec for k = 0..3, each summed as in fc_dot
static inline void dot_rows4(mjtNum res[4], const mjtNum* rows, int stride, const mjtNum* vec,
                             int n) {
  const mjtNum *r0 = rows, *r1 = r0 + stride, *r2 = r1 + stride, *r3 = r2 + stride;
  FcPair t01 = {0, 0}, t23 = {0, 0};
  int i = 0;
  if (n >= 4) {
    FcQuad q0 = {0}, q1 = q0, q2 = q0, q3 = q0;
    for (; i <= n - 4; i += 4) {
      fc_addProducts(&q0, r0 + i, vec + i);
      fc_addProducts(&q1, r1 + i, vec + i);
      fc_addProducts(&q2, r2 + i, vec + i);
      fc_addProducts(&q3, r3 + i, vec + i);
    }
    t01 = (FcPair){fc_sumQuad(&q0), fc_sumQuad(&q1)};
    t23 = (FcPair){fc_sumQuad(&q2), fc_sumQuad(&q3)};
  }

  // the remaining columns are summed first, then added once
  if (i < n) {
    FcPair c01 = {r0[i], r1[i]}, c23 = {r2[i], r3[i]};
    FcPair e01 = c01 * vec[i], e23 = c23 * vec[i];
    for (int k = i + 1; k < n; k++) {
      FcPair d01 = {r0[k], r1[k]}, d23 = {r2[k], r3[k]};
      e01 += d01 * vec[k];
      e23 += d23 * vec[k];
    }
    t01 += e01;
    t23 += e23;
  }
  FC_PAIR(res) = t01;
  FC_PAIR(res + 2) = t23;
}

// The rows of a sum: m rows of `stride` numbers, and their multipliers scl[k * step], times
// weight[k] when there is one.
typedef struct ScaledRows_ {
  const mjtNum* rows;
  int stride, m;
  const mjtNum* scl;
  int step;
  const mjtNum* weight;
} ScaledRows;

// multiplier of row k; exactly zero when its weight is zero
static inline mjtNum row_multiplier(const ScaledRows* s, int k) {
  mjtNum scl = s->scl[(size_t)k * s->step];
  if (s->weight)
    scl = s->weight[k] == 0 ? 0 : scl * s->weight[k];
  return scl;
}

// FC_LANES columns from column j on, starting from `sum`
static inline void sum_block(FcPack* sum, const ScaledRows* s, int j) {
  const mjtNum* row = s->rows + j;
  FcPack total = *sum;
  for (int k = 0; k < s->m; k++, row += s->stride) {
    mjtNum scl = row_multiplier(s, k);
    if (scl != 0)
      total += FC_CPACK(row) * scl;
  }
  *sum = total;
}

// twice as many columns
static inline void sum_two_blocks(mjtNum* res, const ScaledRows* s, int j, int add) {
  const mjtNum* row = s->rows + j;
  FcPack s0 = {0}, s1 = s0;
  if (add) {
    s0 = FC_CPACK(res + j);
    s1 = FC_CPACK(res + j + FC_LANES);
  }
  for (int k = 0; k < s->m; k++, row += s->stride) {
    mjtNum scl = row_multiplier(s, k);
    if (scl != 0) {
      s0 += FC_CPACK(row) * scl;
      s1 += FC_CPACK(row + FC_LANES) * scl;
    }
  }
  FC_PACK(res + j) = s0;
  FC_PACK(res + j + FC_LANES) = s1;
}

// four times as many columns
static inline void sum_wide_block(mjtNum* res, const ScaledRows* s, int j, int add) {
  const mjtNum* row = s->rows + j;
  FcPack s0 = {0}, s1 = s0, s2 = s0, s3 = s0;
  if (add) {
    s0 = FC_CPACK(res + j);
    s1 = FC_CPACK(res + j + FC_LANES);
    s2 = FC_CPACK(res + j + 2 * FC_LANES);
    s3 = FC_CPACK(res + j + 3 * FC_LANES);
  }
  for (int k = 0; k < s->m; k++, row += s->stride) {
    mjtNum scl = row_multiplier(s, k);
    if (scl != 0) {
      s0 += FC_CPACK(row) * scl;
      s1 += FC_CPACK(row + FC_LANES) * scl;
      s2 += FC_CPACK(row + 2 * FC_LANES) * scl;
      s3 += FC_CPACK(row + 3 * FC_LANES) * scl;
    }
  }
  FC_PACK(res + j) = s0;
  FC_PACK(res + j + FC_LANES) = s1;
  FC_PACK(res + j + 2 * FC_LANES) = s2;
  FC_PACK(res + j + 3 * FC_LANES) = s3;
}

// res (n) = sum of the scaled rows, or res += it; rows are added in order, and those with
// multiplier zero are skipped, whatever they contain
static inline void sum_scaled_rows(mjtNum* res, int n, const ScaledRows* s, int add) {
  // fewer columns than a pack
  if (n < FC_LANES) {
    for (int j = 0; j < n; j++) {
      mjtNum sum = add ? res[j] : 0;
      for (int k = 0; k < s->m; k++) {
        mjtNum scl = row_multiplier(s, k);
        sum += scl != 0 ? s->rows[(size_t)k * s->stride + j] * scl : 0;
      }
      res[j] = sum;
    }
    return;
  }

  // whole packs; the last one may overlap the one before it, so it starts from the saved original
  // values
  const FcPack zero = {0};
  FcPack last = add ? FC_CPACK(res + n - FC_LANES) : zero;
  int j = 0;
  for (; j <= n - 4 * FC_LANES; j += 4 * FC_LANES)
    sum_wide_block(res, s, j, add);
  for (; j <= n - 2 * FC_LANES; j += 2 * FC_LANES)
    sum_two_blocks(res, s, j, add);
  for (; j <= n - FC_LANES; j += FC_LANES) {
    FcPack sum = add ? FC_CPACK(res + j) : zero;
    sum_block(&sum, s, j);
    FC_PACK(res + j) = sum;
  }
  if (j < n) {
    sum_block(&last, s, n - FC_LANES);
    FC_PACK(res + n - FC_LANES) = last;
  }
}

#endif  // CORE_FOUNDATION_MATH_MATRIX_H_
