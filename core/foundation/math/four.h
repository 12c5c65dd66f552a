// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Packs of four numbers that stay in registers: 3-vectors (x, y, z and an unused lane), quaternions
// (w, x, y, z) and rows of matrices. Compilers keep small arrays in loops in memory, and vectorise
// functions of single vectors badly. Packs are passed by address, because passing them by value
// depends on the instruction set; all functions are inlined.

#ifndef CORE_FOUNDATION_MATH_FOUR_H_
#define CORE_FOUNDATION_MATH_FOUR_H_

#include <fulcrum/math.h>
#include <mujoco/mjtnum.h>

// Four numbers at any address that is aligned for one.
typedef mjtNum Four
    __attribute__((vector_size(4 * sizeof(mjtNum)), aligned(sizeof(mjtNum)), may_alias));

static inline Four* four(mjtNum* p) { return (Four*)p; }
static inline const Four* cfour(const mjtNum* p) { return (const Four*)p; }

// the lanes of a pack in another order
#define FOUR_LANES(v, a, b, c, d) ((Four){(v)[a], (v)[b], (v)[c], (v)[d]})

// a 3-vector; the last lane repeats z, and is not stored
static inline void load3(Four* res, const mjtNum vec[3]) {
  *res = (Four){vec[0], vec[1], vec[2], vec[2]};
}

static inline void store3(mjtNum res[3], const Four* vec) {
  FC_PAIR(res) = (FcPair){(*vec)[0], (*vec)[1]};
  res[2] = (*vec)[2];
}

// three rows of a matrix, one after the other
static inline void store_rows(mjtNum mat[9], const Four row[3]) {
  *four(mat) = row[0];
  *four(mat + 3) = row[1];
  store3(mat + 6, row + 2);
}

// res = a x b
static inline void four_cross(Four* res, const Four* a, const Four* b) {
  const Four c = *a * FOUR_LANES(*b, 1, 2, 0, 3) - FOUR_LANES(*a, 1, 2, 0, 3) * *b;
  *res = FOUR_LANES(c, 1, 2, 0, 3);
}

// The functions below round like those of <fulcrum/math_quat.h> that they name, so that poses do not
// depend on which of them is used.

// fc_rotVecQuat; the unused lane of vec must be finite
static inline void four_rotate(Four* res, const Four* vec, const Four* quat) {
  const Four q = FOUR_LANES(*quat, 2, 3, 1, 0), p = FOUR_LANES(*quat, 3, 1, 2, 0), v = *vec;
  const Four t = ((*quat)[0] * v + q * FOUR_LANES(v, 2, 0, 1, 3)) - p * FOUR_LANES(v, 1, 2, 0, 3);
  const Four c = q * FOUR_LANES(t, 2, 0, 1, 3) - p * FOUR_LANES(t, 1, 2, 0, 3);
  *res = v + (c + c);
}

// fc_mulQuat
static inline void four_mul_quat(Four* res, const Four* a, const Four* b) {
  const Four x = FOUR_LANES(*b, 1, 0, 3, 2) * (Four){-1, 1, -1, 1},
             y = FOUR_LANES(*b, 2, 3, 0, 1) * (Four){-1, 1, 1, -1},
             z = FOUR_LANES(*b, 3, 2, 1, 0) * (Four){-1, -1, 1, 1};
  *res = (((*a)[0] * *b + (*a)[1] * x) + (*a)[2] * y) + (*a)[3] * z;
}

// fc_normalize4
static inline void four_normalize(Four* quat) {
  const Four s = *quat * *quat;
  const mjtNum norm = fc_sqrt(((s[0] + s[1]) + s[2]) + s[3]);
  if (norm < mjMINVAL)
    *quat = (Four){1, 0, 0, 0};
  else if (fc_abs(norm - 1) > mjMINVAL)
    *quat *= 1 / norm;
}

// fc_quat2Mat: with quat = (w, v), 2 v v' + 2 w [v]x off the diagonal
static inline void four_to_mat(Four row[3], const Four* quat) {
  const Four v = FOUR_LANES(*quat, 1, 2, 3, 0), twice = v + v, s = *quat * *quat;
  const Four r = (*quat)[0] * twice;
  const Four diagonal = ((s[0] + s[1] * (Four){1, -1, -1, 0}) + s[2] * (Four){-1, 1, -1, 0}) +
                        s[3] * (Four){-1, -1, 1, 0};
  row[0] = v[0] * twice + FOUR_LANES(r, 3, 2, 1, 3) * (Four){1, -1, 1, 0};
  row[1] = v[1] * twice + FOUR_LANES(r, 2, 3, 0, 3) * (Four){1, 1, -1, 0};
  row[2] = v[2] * twice + FOUR_LANES(r, 1, 0, 3, 3) * (Four){-1, 1, 1, 0};
  for (int k = 0; k < 3; k++)
    row[k][k] = diagonal[k];
}

#endif  // CORE_FOUNDATION_MATH_FOUR_H_
