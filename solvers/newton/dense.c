// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Dense kernels in packs of four columns: <solvers/newton/dense.h>.
//
// The factorisation eliminates four dofs at a time, last first. With the rows X of such a block,
//
//     | H  X' |        the block's square S = T' T,  Y = T^-T X,  H <- H - Y' Y
//     | X  S  |
//
// where the last step is a term of rank four like those that assemble H.

#include "solvers/newton/dense.h"

//------------------------------ low-rank terms ----------------------------------------------------

// n rows of a term from `first` on, in the packs at the columns `at`; n, at most eight, is a
// constant.
static inline __attribute__((always_inline)) void add_rows(mjtNum* B, int stride, const LowRank* t,
                                                           int first, int n, const ptrdiff_t* at,
                                                           int npack) {
  const mjtNum *right = t->right[first], *left = t->left[first], *weight = t->weight + first;
  for (int a = 0; a < npack; a++) {
    mjtNum* row = B + (size_t)at[a] * (size_t)stride;
    mjtNum c[8][4];
    for (int k = 0; k < n; k++)
      FC_FOUR(c[k]) = FC_CFOUR(left + at[a] + k * DENSE_MAX) * weight[k];
    for (int i = 0; i < 4; i++, row += stride) {
      for (int b = 0; b <= a; b++) {
        const ptrdiff_t j = at[b];
        FcFour sum = FC_CFOUR(row + j);
        for (int k = 0; k < n; k++)
          sum += FC_CFOUR(right + (k * DENSE_MAX + j)) * c[k][i];
        FC_FOUR(row + j) = sum;
      }
    }
  }
}

void dense_add(mjtNum* B, int stride, LowRank* t) {
  ptrdiff_t at[DENSE_MAX / 4];
  int npack = 0, k = t->first;
  for (uint32_t rest = t->packs; rest; rest &= rest - 1)
    at[npack++] = 4 * __builtin_ctz(rest);
  if (t->n & 8) {
    add_rows(B, stride, t, k, 8, at, npack);
    k += 8;
  }
  if (t->n & 4) {
    add_rows(B, stride, t, k, 4, at, npack);
    k += 4;
  }
  switch (t->n & 3) {
    case 3: add_rows(B, stride, t, k, 3, at, npack); break;
    case 2: add_rows(B, stride, t, k, 2, at, npack); break;
    case 1: add_rows(B, stride, t, k, 1, at, npack); break;
    default: break;
  }
  t->n = 0;
}

//------------------------------ factorisation -----------------------------------------------------

// Pivots of a block of four rows, whose square starts at S: S = T' T, and the inverse diagonal.
static void factor_block(mjtNum* S, int stride, mjtNum inverse[4]) {
  mjtNum *r0 = S, *r1 = r0 + stride, *r2 = r1 + stride, *r3 = r2 + stride;
  r3[3] = fc_sqrt(fc_max(mjMINVAL, r3[3]));
  inverse[3] = 1 / r3[3];
  for (int j = 0; j < 3; j++)
    r3[j] *= inverse[3];
  for (int j = 0; j < 3; j++)
    r2[j] -= r3[2] * r3[j];
  r2[2] = fc_sqrt(fc_max(mjMINVAL, r2[2]));
  inverse[2] = 1 / r2[2];
  for (int j = 0; j < 2; j++) {
    r2[j] *= inverse[2];
    r1[j] -= r3[1] * r3[j];
  }
  for (int j = 0; j < 2; j++)
    r1[j] -= r2[1] * r2[j];
  r1[1] = fc_sqrt(fc_max(mjMINVAL, r1[1]));
  inverse[1] = 1 / r1[1];
  r1[0] *= inverse[1];
  r0[0] -= r3[0] * r3[0] + r2[0] * r2[0] + r1[0] * r1[0];
  r0[0] = fc_sqrt(fc_max(mjMINVAL, r0[0]));
  inverse[0] = 1 / r0[0];
}

// Y = T^-T X for the packs of a block of four rows from row j on; packs that are not zero go to
// `t`.
static void solve_block(mjtNum* B, int stride, const mjtNum* inverse, int j, LowRank* t) {
  mjtNum *r0 = B + (size_t)j * (size_t)stride, *r1 = r0 + stride, *r2 = r1 + stride,
         *r3 = r2 + stride;
  const mjtNum t10 = r1[j], t20 = r2[j], t21 = r2[j + 1], t30 = r3[j], t31 = r3[j + 1],
               t32 = r3[j + 2];
  t->packs = 0;
  t->first = 0;
  t->n = 4;
  for (int i = 0; i < j; i += 4) {
    FcFour x0 = FC_CFOUR(r0 + i), x1 = FC_CFOUR(r1 + i), x2 = FC_CFOUR(r2 + i),
           x3 = FC_CFOUR(r3 + i);
    typedef long long Bits __attribute__((vector_size(32)));
    const FcFour any = (FcFour)((Bits)x0 | (Bits)x1 | (Bits)x2 | (Bits)x3);
    if (is_zero(&any))
      continue;
    x3 *= inverse[j + 3];
    x2 = (x2 - x3 * t32) * inverse[j + 2];
    x1 = (x1 - x3 * t31 - x2 * t21) * inverse[j + 1];
    x0 = (x0 - x3 * t30 - x2 * t20 - x1 * t10) * inverse[j];
    FC_FOUR(r0 + i) = FC_FOUR(t->right[0] + i) = x0;
    FC_FOUR(r1 + i) = FC_FOUR(t->right[1] + i) = x1;
    FC_FOUR(r2 + i) = FC_FOUR(t->right[2] + i) = x2;
    FC_FOUR(r3 + i) = FC_FOUR(t->right[3] + i) = x3;
    t->packs |= 1u << (i / 4);
  }
}

void dense_factor(mjtNum* B, mjtNum* inverse, int n) {
  const int stride = dense_stride(n);
  LowRank t;
  t.left = (const mjtNum(*)[DENSE_MAX])t.right;
  fc_fill(t.weight, -1, 4);
  for (int j = stride - 4; j >= 0; j -= 4) {
    factor_block(B + (size_t)j * (size_t)stride + j, stride, inverse + j);
    solve_block(B, stride, inverse, j, &t);
    dense_add(B, stride, &t);
  }
}

// The vector is rotated into the factor row by row (Gill, Golub, Murray, Saunders, Methods for
// Modifying Matrix Factorizations, 1974): plane rotations to add, hyperbolic ones to subtract. The
// last pack of a row may reach beyond the diagonal, where the numbers are not used.
int dense_update(mjtNum* B, mjtNum* inverse, mjtNum* x, int n, int sign) {
  const int stride = dense_stride(n);
  int raised = 0;
  for (int k = n - 1; k >= 0; k--) {
    const mjtNum xk = x[k];
    if (xk == 0)
      continue;
    mjtNum *row = B + (size_t)k * (size_t)stride, t = row[k] * row[k] + (mjtNum)sign * (xk * xk);
    if (t < mjMINVAL) {
      t = mjMINVAL;
      raised = 1;
    }
    const mjtNum root = fc_sqrt(t), c = row[k] * (1 / root), s = xk * (1 / root),
                 signed_s = (mjtNum)sign * s;
    for (int i = 0; i < k; i += 4) {
      const FcFour old = FC_CFOUR(row + i), xi = FC_CFOUR(x + i);
      FC_FOUR(row + i) = old * c + xi * signed_s;
      FC_FOUR(x + i) = xi * c - old * s;
    }
    row[k] = root;
    inverse[k] = 1 / root;
  }
  fc_zero(x, stride);
  return raised;
}

//------------------------------ solve -------------------------------------------------------------

void dense_solve(const mjtNum* B, const mjtNum* inverse, mjtNum* x, int n) {
  const int stride = dense_stride(n);
  for (int j = stride - 4; j >= 0; j -= 4) {
    const mjtNum *r0 = B + (size_t)j * (size_t)stride, *r1 = r0 + stride, *r2 = r1 + stride,
                 *r3 = r2 + stride;
    const mjtNum x3 = x[j + 3] * inverse[j + 3], x2 = (x[j + 2] - r3[j + 2] * x3) * inverse[j + 2],
                 x1 = (x[j + 1] - r3[j + 1] * x3 - r2[j + 1] * x2) * inverse[j + 1],
                 x0 = (x[j] - r3[j] * x3 - r2[j] * x2 - r1[j] * x1) * inverse[j];
    x[j] = x0;
    x[j + 1] = x1;
    x[j + 2] = x2;
    x[j + 3] = x3;
    for (int i = 0; i < j; i += 4) {
      FC_FOUR(x + i) = FC_CFOUR(x + i) - FC_CFOUR(r0 + i) * x0 - FC_CFOUR(r1 + i) * x1 -
                       FC_CFOUR(r2 + i) * x2 - FC_CFOUR(r3 + i) * x3;
    }
  }
  for (int j = 0; j < stride; j += 4) {
    const mjtNum* row = B + (size_t)j * (size_t)stride;
    const mjtNum *r1 = row + stride + j, *r2 = r1 + stride, *r3 = r2 + stride;
    FcFour sum;
    fc_dotFours(&sum, row, stride, x, j);
    const FcFour rest = FC_CFOUR(x + j) - sum;
    const mjtNum x0 = rest[0] * inverse[j], x1 = (rest[1] - r1[0] * x0) * inverse[j + 1],
                 x2 = (rest[2] - r2[0] * x0 - r2[1] * x1) * inverse[j + 2];
    x[j] = x0;
    x[j + 1] = x1;
    x[j + 2] = x2;
    x[j + 3] = (rest[3] - r3[0] * x0 - r3[1] * x1 - r3[2] * x2) * inverse[j + 3];
  }
}

void dense_multiply(mjtNum* FC_RESTRICT res, const mjtNum* FC_RESTRICT A,
                    const mjtNum* FC_RESTRICT x, int n) {
  const int stride = dense_stride(n);
  for (int j = 0; j < stride; j += 4) {
    const mjtNum *r0 = A + (size_t)j * (size_t)stride, *r1 = r0 + stride, *r2 = r1 + stride,
                 *r3 = r2 + stride;
    fc_dotFours((FcFour*)(res + j), r0, stride, x, j + 4);
    const mjtNum x0 = x[j], x1 = x[j + 1], x2 = x[j + 2], x3 = x[j + 3];
    for (int i = 0; i < j; i += 4) {
      FC_FOUR(res + i) = FC_CFOUR(res + i) + FC_CFOUR(r0 + i) * x0 + FC_CFOUR(r1 + i) * x1 +
                         FC_CFOUR(r2 + i) * x2 + FC_CFOUR(r3 + i) * x3;
    }
  }
}
