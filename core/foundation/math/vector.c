// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The exported vector functions. Their bodies are the inline ones of <fulcrum/math.h>.

#include <fulcrum/math.h>
#include <mujoco/mujoco.h>

//---------------------------------- 3-vectors and 3x3 matrices ------------------------------------

void mju_zero3(mjtNum* res) { fc_zero3(res); }

void mju_copy3(mjtNum* res, const mjtNum* data) { fc_copy3(res, data); }

void mju_scl3(mjtNum* res, const mjtNum* vec, mjtNum scl) { fc_scl3(res, vec, scl); }

void mju_add3(mjtNum* res, const mjtNum* vec1, const mjtNum* vec2) { fc_add3(res, vec1, vec2); }

void mju_sub3(mjtNum* res, const mjtNum* vec1, const mjtNum* vec2) { fc_sub3(res, vec1, vec2); }

void mju_addTo3(mjtNum* res, const mjtNum* vec) { fc_addTo3(res, vec); }

void mju_subFrom3(mjtNum* res, const mjtNum* vec) { fc_subFrom3(res, vec); }

void mju_addToScl3(mjtNum* res, const mjtNum* vec, mjtNum scl) { fc_addToScl3(res, vec, scl); }

void mju_addScl3(mjtNum* res, const mjtNum* vec1, const mjtNum* vec2, mjtNum scl) {
  fc_addScl3(res, vec1, vec2, scl);
}

mjtNum mju_normalize3(mjtNum* vec) { return fc_normalize3(vec); }

mjtNum mju_norm3(const mjtNum* vec) { return fc_norm3(vec); }

mjtNum mju_dot3(const mjtNum* vec1, const mjtNum* vec2) { return fc_dot3(vec1, vec2); }

mjtNum mju_dist3(const mjtNum* pos1, const mjtNum* pos2) { return fc_dist3(pos1, pos2); }

void mju_mulMatVec3(mjtNum* res, const mjtNum* mat, const mjtNum* vec) {
  fc_mulMatVec3(res, mat, vec);
}

void mju_mulMatTVec3(mjtNum* res, const mjtNum* mat, const mjtNum* vec) {
  fc_mulMatTVec3(res, mat, vec);
}

void mju_cross(mjtNum* res, const mjtNum* a, const mjtNum* b) { fc_cross(res, a, b); }

//---------------------------------- 4-vectors -----------------------------------------------------

void mju_zero4(mjtNum* res) { fc_zero4(res); }

void mju_unit4(mjtNum* res) { fc_unit4(res); }

void mju_copy4(mjtNum* res, const mjtNum* data) { fc_copy4(res, data); }

mjtNum mju_normalize4(mjtNum* vec) { return fc_normalize4(vec); }

//---------------------------------- n-vectors -----------------------------------------------------

void mju_zero(mjtNum* res, int n) { fc_zero(res, n); }

void mju_fill(mjtNum* res, mjtNum val, int n) { fc_fill(res, val, n); }

void mju_copy(mjtNum* res, const mjtNum* vec, int n) { fc_copy(res, vec, n); }

mjtNum mju_sum(const mjtNum* vec, int n) { return fc_sum(vec, n); }

mjtNum mju_L1(const mjtNum* vec, int n) { return fc_L1(vec, n); }

void mju_scl(mjtNum* res, const mjtNum* vec, mjtNum scl, int n) { fc_scl(res, vec, scl, n); }

void mju_add(mjtNum* res, const mjtNum* vec1, const mjtNum* vec2, int n) {
  fc_add(res, vec1, vec2, n);
}

void mju_sub(mjtNum* res, const mjtNum* vec1, const mjtNum* vec2, int n) {
  fc_sub(res, vec1, vec2, n);
}

void mju_addTo(mjtNum* res, const mjtNum* vec, int n) { fc_addTo(res, vec, n); }

void mju_subFrom(mjtNum* res, const mjtNum* vec, int n) { fc_subFrom(res, vec, n); }

void mju_addToScl(mjtNum* res, const mjtNum* vec, mjtNum scl, int n) {
  fc_addToScl(res, vec, scl, n);
}

void mju_addScl(mjtNum* res, const mjtNum* vec1, const mjtNum* vec2, mjtNum scl, int n) {
  fc_addScl(res, vec1, vec2, scl, n);
}

mjtNum mju_normalize(mjtNum* res, int n) { return fc_normalize(res, n); }

mjtNum mju_norm(const mjtNum* res, int n) { return fc_norm(res, n); }

mjtNum mju_dot(const mjtNum* vec1, const mjtNum* vec2, int n) { return fc_dot(vec1, vec2, n); }

int mju_isZero(const mjtNum* vec, int n) { return fc_isZero(vec, n); }
