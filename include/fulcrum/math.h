// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Inline mathematics for hot loops: fc_X is the inline twin of the exported mju_X, with the same
// arguments and the same result, plus a few products (3x3, spatial, sparse) that exist only here.
// The library, modules and user programs may all include them (C17 or C++, GCC or Clang).
//
// Conventions. Matrices are row-major. Quaternions are (w, x, y, z). Rotation matrices and
// quaternions map local to global coordinates. Spatial 6-vectors are (rotational, translational).
// Lengths, masses and times have whatever units the caller uses consistently; angles are in
// radians. Functions of fixed size read every input before they write a result, so a result may be
// the same array as an input. Functions of length n do nothing for n <= 0.
//
// Errors. None are reported: no function checks its arguments, allocates memory or calls a handler.
// NaN and infinity propagate as IEEE 754 says unless a comment says otherwise. Pointers must be
// valid for the stated number of elements.
//
// Threads. There is no state: any thread, at any time.
//
// Since SDK 1.0.

#ifndef FULCRUM_MATH_H_
#define FULCRUM_MATH_H_

#include <fulcrum/math_dense.h>
#include <fulcrum/math_quat.h>
#include <fulcrum/math_sparse.h>
#include <fulcrum/math_spatial.h>
#include <fulcrum/math_vec3.h>

#endif  // FULCRUM_MATH_H_
