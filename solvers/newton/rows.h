// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The kernel of the sparse Hessian: a sum of few rows, added to a row.

#ifndef SOLVERS_NEWTON_ROWS_H_
#define SOLVERS_NEWTON_ROWS_H_

#include <fulcrum/math.h>

// to (n) += sum of c[k] * row k of `count` rows; count is a constant
static inline __attribute__((always_inline)) void add_counted_rows(mjtNum* FC_RESTRICT to,
                                                                   const mjtNum* FC_RESTRICT from,
                                                                   int stride, const mjtNum* c,
                                                                   int count, int n) {
  int i = 0;
  for (; i <= n - 4; i += 4) {
    FcFour sum = FC_CFOUR(to + i);
    for (int k = 0; k < count; k++)
      sum += FC_CFOUR(from + (ptrdiff_t)k * stride + i) * c[k];
    FC_FOUR(to + i) = sum;
  }
  if (i <= n - 2) {
    FcPair sum = FC_CPAIR(to + i);
    for (int k = 0; k < count; k++)
      sum += FC_CPAIR(from + (ptrdiff_t)k * stride + i) * c[k];
    FC_PAIR(to + i) = sum;
    i += 2;
  }
  if (i < n) {
    mjtNum sum = to[i];
    for (int k = 0; k < count; k++)
      sum += from[(ptrdiff_t)k * stride + i] * c[k];
    to[i] = sum;
  }
}

// to (n) += sum of c[k] * row k of `count` rows
static inline void add_scaled_rows(mjtNum* to, const mjtNum* from, int stride, const mjtNum* c,
                                   int count, int n) {
  for (; count > 8 || count == 7 || count == 5; count -= 4, c += 4, from += (ptrdiff_t)4 * stride)
    add_counted_rows(to, from, stride, c, 4, n);
  switch (count) {
    case 8: add_counted_rows(to, from, stride, c, 8, n); break;
    case 6: add_counted_rows(to, from, stride, c, 6, n); break;
    case 4: add_counted_rows(to, from, stride, c, 4, n); break;
    case 3: add_counted_rows(to, from, stride, c, 3, n); break;
    case 2: add_counted_rows(to, from, stride, c, 2, n); break;
    case 1: add_counted_rows(to, from, stride, c, 1, n); break;
    default: break;
  }
}

#endif  // SOLVERS_NEWTON_ROWS_H_
