// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The matrix of Newton solvers, H = M + J' W J, and its Cholesky factor, for dense and for sparse
// problems. M is the inertia matrix, J the Jacobian of the constraint rows, W the symmetric matrix
// of second derivatives of the constraint cost: diagonal, except for a small block per elliptic
// contact. W enters through the product WJ = W J, which has the layout of J and which the caller
// fills row by row; an inactive row of it is zero and costs next to nothing.
//
// Sparse H is factored as H = L' L with L lower triangular, the last row first. In this order the
// elimination goes from the leaves of kinematic trees to their roots and M alone gives no fill; a
// row of J adds a clique between its columns. The pattern depends on the patterns of M and J only,
// so one FcHessian serves all iterations on one problem:
//
//   FcHessian h;
//   fc_hessianPlan(&h, &M, &J, alloc(fc_hessianPlanSize(&M, &J)));      integers
//   fc_hessianPattern(&h, &J, alloc(fc_hessianPatternSize(&h)));            integers
//   mjtNum* L = alloc(h.nnz), *work = alloc(h.n);
//   fill WJ; fc_hessianAssemble(&h, L, &M, &J, WJ, work);
//   fc_hessianFactor(&h, L, mindiag, work); fc_hessianSolve(&h, x, L, g);
//
// Nothing here allocates. All functions may be called from any thread.

#ifndef FULCRUM_HESSIAN_H_
#define FULCRUM_HESSIAN_H_

#include <mujoco/mjexport.h>

#include <fulcrum/math_sparse.h>

#ifdef __cplusplus
extern "C" {
#endif

// Pattern of H and L (they share one: where L has fill, H has zeros). Read only for the caller.
typedef struct FcHessian_ {
  int n;        // order
  int nnz;      // stored entries
  int* rownnz;  // n: lower triangle by rows, columns increasing, diagonal last
  int* rowadr;  // n
  int* colind;  // nnz

  // the same entries, without the diagonal, by columns: row and position inside that row
  int* coladr;  // n + 1
  int* colrow;
  int* colpos;

  // blocks of J rows with the same columns, by columns: first row and position of the column in it
  int* blockadr;  // n + 1
  int* blockrow;
  int* blockpos;

  // elimination tree, and scratch of the planning functions
  int* parent;  // n: the row that is updated first by row i, -1 for a root
  int* mark;    // n
  int* next;    // n
  int* metadr;  // n + 1: strict lower triangle of M by columns
  int* metrow;
} FcHessian;

// Number of integers that fc_hessianPlan needs. M: n x n, lower triangle, diagonal last in each
// row. J: any number of rows (0 is fine), n columns, rowsuper given, rows without gaps.
MJAPI size_t fc_hessianPlanSize(const FcSparse* M, const FcSparse* J);

// Counts: afterwards n, nnz, rownnz, rowadr and parent are known.
MJAPI void fc_hessianPlan(FcHessian* h, const FcSparse* M, const FcSparse* J, int* memory);

// Number of integers that fc_hessianPattern needs, and the rest of the pattern. memory must differ
// from that of the plan; J must be the same matrix.
MJAPI size_t fc_hessianPatternSize(const FcHessian* h);
MJAPI void fc_hessianPattern(FcHessian* h, const FcSparse* J, int* memory);

// H (nnz) = M + J' WJ, lower triangle; work: n numbers.
MJAPI void fc_hessianAssemble(const FcHessian* h, mjtNum* H, const FcSparse* M, const FcSparse* J,
                              const mjtNum* WJ, mjtNum* work);

// H becomes L. A pivot below mindiag is replaced by mindiag; returns n minus the number of replaced
// pivots. work: n numbers.
MJAPI int fc_hessianFactor(const FcHessian* h, mjtNum* H, mjtNum mindiag, mjtNum* work);

// res = (L' L)^-1 vec; res may be vec
MJAPI void fc_hessianSolve(const FcHessian* h, mjtNum* res, const mjtNum* L, const mjtNum* vec);

// L' L +- x x' for a vector whose nonzeros, nnz values val in the increasing columns ind, are the
// columns of a row of M or J (or some of them). work: n zeros, and zeros again on return. A squared
// pivot below mindiag is replaced by mindiag; returns the number of replaced pivots.
MJAPI int fc_hessianUpdate(const FcHessian* h, mjtNum* L, const mjtNum* val, const int* ind,
                           int nnz, int flg_plus, mjtNum mindiag, mjtNum* work);

// Dense: H (n x n) += J' WJ, lower triangle only, J and WJ nr x n. For the rest see mju_cholFactor,
// mju_cholSolve, mju_cholUpdate.
MJAPI void fc_addGramLower(mjtNum* H, const mjtNum* J, const mjtNum* WJ, int nr, int n);

#ifdef __cplusplus
}
#endif

#endif  // FULCRUM_HESSIAN_H_
