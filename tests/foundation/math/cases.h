// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// One call of every public mju_ function on fixed inputs. The same text is compiled into record.c,
// which prints what the reference answers, and into check_golden.c, which compares with the
// recorded answers.

#ifndef TESTS_FOUNDATION_MATH_CASES_H_
#define TESTS_FOUNDATION_MATH_CASES_H_

#include <stdlib.h>

#include <mujoco/mujoco.h>

// a case is one expression: the call, and the array that it has filled
#ifdef __clang__
#pragma clang diagnostic ignored "-Wcomma"
#endif

enum { MAX_VALUES = 36 };
typedef void (*Emit)(const char* name, const mjtNum* values, int n);

// n numbers in [-1, 1] that depend on the seed only
static const mjtNum* numbers(mjtNum* res, int n, int seed) {
  for (int i = 0; i < n; i++)
    res[i] = (mjtNum)(((i + 1) * 7919 + (seed + 3) * 104729) % 2003 - 1001) / 1001;
  return res;
}

// symmetric positive definite n x n
static const mjtNum* positive(mjtNum* res, int n, int seed) {
  mjtNum a[64];
  numbers(a, n * n, seed);
  mju_mulMatMatT(res, a, a, n, n, n);
  for (int i = 0; i < n; i++)
    res[i * n + i] += (mjtNum)0.5;
  return res;
}

static void emit_number(Emit emit, const char* name, mjtNum value) { emit(name, &value, 1); }

static void emit_ints(Emit emit, const char* name, const int* values, int n) {
  mjtNum as_num[MAX_VALUES];
  for (int i = 0; i < n; i++)
    as_num[i] = values[i];
  emit(name, as_num, n);
}

static void vector_cases(Emit emit) {
  mjtNum a[40], b[40], r[40], s = (mjtNum)-0.7;
  numbers(a, 40, 1);
  numbers(b, 40, 2);
  emit("scl3", (mju_scl3(r, a, s), r), 3);
  emit("add3", (mju_add3(r, a, b), r), 3);
  emit("sub3", (mju_sub3(r, a, b), r), 3);
  emit("addTo3", (mju_addTo3(r, b), r), 3);
  emit("subFrom3", (mju_subFrom3(r, a), r), 3);
  emit("addToScl3", (mju_addToScl3(r, a, s), r), 3);
  emit("addScl3", (mju_addScl3(r, a, b, s), r), 3);
  emit_number(emit, "normalize3", (mju_copy3(r, a), mju_normalize3(r)));
  emit("normalize3 vector", r, 3);
  emit_number(emit, "norm3", mju_norm3(a));
  emit_number(emit, "dot3", mju_dot3(a, b));
  emit_number(emit, "dist3", mju_dist3(a, b));
  emit("cross", (mju_cross(r, a, b), r), 3);
  emit("mulMatVec3", (mju_mulMatVec3(r, a, b), r), 3);
  emit("mulMatTVec3", (mju_mulMatTVec3(r, a, b), r), 3);
  emit("rotations", (mju_zero3(r), mju_unit4(r + 3), mju_zero4(r + 7), r), 11);
  emit_number(emit, "normalize4", (mju_copy4(r, a), mju_normalize4(r)));
  emit("normalize4 vector", r, 4);
  emit("scl", (mju_scl(r, a, s, 11), r), 11);
  emit("add", (mju_add(r, a, b, 11), r), 11);
  emit("sub", (mju_sub(r, a, b, 11), r), 11);
  emit("addTo", (mju_addTo(r, b, 11), r), 11);
  emit("subFrom", (mju_subFrom(r, a, 11), r), 11);
  emit("addToScl", (mju_addToScl(r, a, s, 11), r), 11);
  emit("addScl", (mju_addScl(r, a, b, s, 11), r), 11);
  emit("fill", (mju_fill(r, s, 7), mju_zero(r, 2), r), 7);
  emit_number(emit, "normalize", (mju_copy(r, a, 13), mju_normalize(r, 13)));
  emit("normalize vector", r, 13);
  for (int n = 0; n <= 40; n += n < 10 ? 1 : 6) {
    emit_number(emit, "dot", mju_dot(a, b, n));
    emit_number(emit, "sum", mju_sum(a, n));
    emit_number(emit, "L1", mju_L1(a, n));
    emit_number(emit, "norm", mju_norm(a, n));
  }
}

static void matrix_cases(Emit emit) {
  mjtNum a[42], b[42], v[8], r[42];
  numbers(a, 42, 3);
  numbers(b, 42, 4);
  numbers(v, 8, 5);
  v[2] = 0;
  emit("mulMatVec", (mju_mulMatVec(r, a, v, 6, 7), r), 6);
  emit("mulMatTVec", (mju_mulMatTVec(r, a, v, 6, 7), r), 7);
  emit_number(emit, "mulVecMatVec", mju_mulVecMatVec(v, a, b, 6));
  emit("transpose", (mju_transpose(r, a, 5, 7), r), 35);
  emit("symmetrize", (mju_symmetrize(r, a, 5), r), 25);
  emit("eye", (mju_eye(r, 3), r), 9);
  emit("mulMatMat", (mju_mulMatMat(r, a, b, 5, 6, 7), r), 35);
  emit("mulMatMatT", (mju_mulMatMatT(r, a, b, 5, 7, 6), r), 30);
  emit("mulMatTMat", (mju_mulMatTMat(r, a, b, 6, 5, 7), r), 35);
  emit("sqrMatTD", (mju_sqrMatTD(r, a, v, 7, 6), r), 36);

  // sparse conversion, with room to spare and with too little
  mjtNum val[12];
  int rownnz[3], rowadr[3], colind[12];
  for (int i = 0; i < 12; i += 2 + i % 3)
    a[i] = 0;
  emit_number(emit, "dense2sparse", mju_dense2sparse(val, a, 3, 4, rownnz, rowadr, colind, 12));
  emit_ints(emit, "dense2sparse rownnz", rownnz, 3);
  emit_ints(emit, "dense2sparse rowadr", rowadr, 3);
  emit_ints(emit, "dense2sparse colind", colind, rowadr[2] + rownnz[2]);
  emit("sparse2dense", (mju_sparse2dense(r, val, 3, 4, rownnz, rowadr, colind), r), 12);
  emit_number(emit, "dense2sparse full", mju_dense2sparse(val, a, 3, 4, rownnz, rowadr, colind, 4));
  emit_ints(emit, "dense2sparse full rownnz", rownnz, 2);
}

static void quaternion_cases(Emit emit) {
  mjtNum a[4], b[4], v[12], w[12], m[9], r[9], q[9];
  numbers(v, 12, 6);
  numbers(w, 12, 7);
  mju_normalize4((mju_copy4(a, v + 2), a));
  mju_normalize4((mju_copy4(b, w + 3), b));
  emit("rotVecQuat", (mju_rotVecQuat(r, v, a), r), 3);
  emit("negQuat", (mju_negQuat(r, a), r), 4);
  emit("mulQuat", (mju_mulQuat(r, a, b), r), 4);
  emit("mulQuatAxis", (mju_mulQuatAxis(r, a, v), r), 4);
  emit("axisAngle2Quat", (mju_axisAngle2Quat(r, v, (mjtNum)1.2), r), 4);
  emit("quat2Vel", (mju_quat2Vel(r, a, (mjtNum)0.1), r), 3);
  emit("subQuat", (mju_subQuat(r, a, b), r), 3);
  emit("quat2Mat", (mju_quat2Mat(m, a), m), 9);
  emit("mat2Quat", (mju_mat2Quat(r, m), r), 4);
  emit("derivQuat", (mju_derivQuat(r, a, v), r), 4);
  emit("quatIntegrate", (mju_copy4(r, v), mju_quatIntegrate(r, w, (mjtNum)0.3), r), 4);
  emit("quatZ2Vec", (mju_quatZ2Vec(r, v), r), 4);
  emit_number(emit, "mat2Rot", (mju_copy4(q, b), mju_mat2Rot(q, m) > 0));
  emit("mat2Rot quat", q, 4);
  emit("euler2Quat xyZ", (mju_euler2Quat(r, v, "xyZ"), r), 4);
  emit("euler2Quat XZy", (mju_euler2Quat(r, v, "XZy"), r), 4);
  emit("mulPose", (mju_mulPose(r, r + 3, v, a, w, b), r), 7);
  emit("negPose", (mju_negPose(r, r + 3, v, a), r), 7);
  emit("trnVecPose", (mju_trnVecPose(r, v, a, w), r), 3);
  emit("transformSpatial motion", (mju_transformSpatial(r, w, 0, v, v + 3, m), r), 6);
  emit("transformSpatial force", (mju_transformSpatial(r, w, 1, v, v + 3, NULL), r), 6);
  emit("mjd_subQuat", (mjd_subQuat(a, b, r, q), r), 9);
  emit("mjd_subQuat b", q, 9);
  emit("mjd_quatIntegrate", (mjd_quatIntegrate(v, (mjtNum)0.4, r, q, m), r), 9);
  emit("mjd_quatIntegrate vel", q, 9);
  emit("mjd_quatIntegrate scale", m, 3);
  emit("mjd_quatIntegrate small", (mjd_quatIntegrate(v, (mjtNum)0.01, r, NULL, NULL), r), 9);
}

static void factor_cases(Emit emit) {
  mjtNum A[36], L[36], x[8], r[36], q[9], v[9];
  positive(A, 6, 8);
  mju_zero(L, 36);
  emit_number(emit, "cholFactor", (mju_copy(L, A, 36), mju_cholFactor(L, 6, mjMINVAL)));
  emit("cholFactor matrix", L, 36);
  emit("cholSolve", (mju_cholSolve(r, L, numbers(x, 6, 9), 6), r), 6);
  emit_number(emit, "cholUpdate plus", mju_cholUpdate(L, x, 6, 1));
  emit("cholUpdate plus matrix", L, 36);
  mju_scl(x, numbers(x, 6, 10), (mjtNum)0.2, 6);
  emit_number(emit, "cholUpdate minus", mju_cholUpdate(L, x, 6, 0));
  emit("cholUpdate minus matrix", L, 36);

  // band-arrow: 4 rows of band 2, 2 dense rows
  mjtNum band[20];
  mju_zero(band, 20);
  emit("dense2Band", (mju_dense2Band(band, A, 6, 2, 2), band + 1), 19);
  emit("band2Dense", (mju_band2Dense(r, band, 6, 2, 2, 1), r), 36);
  emit("bandMulMatVec", (mju_bandMulMatVec(r, band, A, 6, 2, 2, 2, 1), r), 12);
  emit("bandMulMatVec lower", (mju_bandMulMatVec(r, band, A, 6, 2, 2, 1, 0), r), 6);
  emit_number(emit, "bandDiag", mju_bandDiag(5, 6, 2, 2));
  emit_number(emit, "cholFactorBand", mju_cholFactorBand(band, 6, 2, 2, (mjtNum)0.5, (mjtNum)0.1));
  emit("cholFactorBand matrix", band + 1, 19);
  emit("cholSolveBand", (mju_cholSolveBand(r, band, numbers(x, 6, 11), 6, 2, 2), r), 6);

  // eigenvalues; box QP with both bounds, one bound, none
  emit_number(emit, "eig3", mju_eig3(x, v, q, positive(r, 3, 12)));
  emit("eig3 values", x, 3);
  emit("eig3 vectors", v, 9);
  emit("eig3 quat", q, 4);
  mjtNum R[78], g[6], lower[6], upper[6];
  int index[6];
  numbers(g, 6, 13);
  mju_fill(lower, (mjtNum)-0.2, 6);
  mju_fill(upper, (mjtNum)0.3, 6);
  for (int bounds = 0; bounds < 4; bounds++) {
    mju_zero(x, 6);
    int nfree =
        mju_boxQP(x, R, index, A, g, 6, bounds & 1 ? lower : NULL, bounds & 2 ? upper : NULL);
    emit_ints(emit, "boxQP index", index, nfree);
    emit("boxQP", x, 6);
  }
}

static void scalar_cases(Emit emit) {
  const mjtNum prm[9] = {(mjtNum)0.75, (mjtNum)1.05, -1,          200,        (mjtNum)0.5,
                         (mjtNum)1.6,  (mjtNum)1.5,  (mjtNum)1.3, (mjtNum)1.2};
  const mjtNum lengthrange[2] = {(mjtNum)0.2, (mjtNum)0.6};
  const mjtNum act[3] = {(mjtNum)0.01, (mjtNum)0.04, (mjtNum)0.2};
  mjtNum x[12], r[12];
  numbers(x, 12, 14);
  for (int i = 0; i < 12; i++) {
    mjtNum len = (mjtNum)0.1 + (mjtNum)0.09 * (mjtNum)i, vel = x[i];
    emit_number(emit, "muscleGain", mju_muscleGain(len, vel, lengthrange, (mjtNum)2.5, prm));
    emit_number(emit, "muscleBias", mju_muscleBias(len, lengthrange, (mjtNum)2.5, prm));
    emit_number(emit, "muscleDynamics", mju_muscleDynamics(2 * x[i], x[11 - i], act));
    emit_number(emit, "springDamper", mju_springDamper(x[i], x[11 - i], (mjtNum)i, 4, (mjtNum)0.2));
    emit_number(emit, "Halton", mju_Halton(i * 37, 2 + i));
    emit_number(emit, "sigmoid", mju_sigmoid(x[i] + (mjtNum)0.3));
    emit_number(emit, "round", mju_round(5 * x[i]));
    emit_number(emit, "min max clip",
                mju_min(x[i], x[11 - i]) + mju_max(x[i], 0) * 10 +
                    mju_clip(x[i], (mjtNum)-0.1, (mjtNum)0.2) * 100);
    emit_number(emit, "sign", mju_sign(x[i]));
  }
  const mjtNum force[4] = {10, 2, -1, (mjtNum)0.1};
  const mjtNum mu[3] = {(mjtNum)0.8, (mjtNum)0.6, (mjtNum)0.02};
  emit("encodePyramid", (mju_encodePyramid(r, force, mu, 4), r), 6);
  emit("decodePyramid", (mju_decodePyramid(x, r, mu, 4), x), 4);
  numbers(x, 12, 15);
  emit("insertionSort", (mju_insertionSort(x, 12), x), 12);
  srand(1);
  r[0] = mju_standardNormal(r + 1);
  emit("standardNormal", r, 2);
}

static void all_cases(Emit emit) {
  vector_cases(emit);
  matrix_cases(emit);
  quaternion_cases(emit);
  factor_cases(emit);
  scalar_cases(emit);
}

#endif  // TESTS_FOUNDATION_MATH_CASES_H_
