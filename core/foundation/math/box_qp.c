// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Small box-constrained quadratic programs: minimise x'Hx/2 + x'g subject to lower <= x <= upper,
// by the projected Newton method (Tassa, Mansard, Todorov: Control-limited differential dynamic
// programming, 2014). In each round the coordinates that sit on a bound and push against it are
// clamped; the others take a Newton step, which is shortened and projected until the cost falls
// enough. The factor of the free block is kept while the clamped set stays the same.

#include <fulcrum/math.h>
#include <mujoco/mujoco.h>

#include "core/foundation/math/cholesky.h"

enum { MAX_ROUNDS = 100 };
static const mjtNum min_gradient = (mjtNum)1e-16;  // squared norm
static const mjtNum backtrack = (mjtNum)0.5;
static const mjtNum min_step = (mjtNum)1e-22;
static const mjtNum armijo = (mjtNum)0.1;

// The problem and the workspace: n (n + 7) numbers of the caller, the factor first, then vectors.
typedef struct BoxQP_ {
  int n;
  const mjtNum *H, *g, *lower, *upper;  // bounds may be NULL
  mjtNum* R;                            // factor of the free block
  mjtNum *grad, *search, *candidate;    // n each
  mjtNum *clamped, *old_clamped;        // 0 or 1 for every coordinate
  mjtNum* packed;                       // free coordinates only
  mjtNum* row;                          // a row of H
} BoxQP;

static BoxQP box_qp(mjtNum* R, const mjtNum* H, const mjtNum* g, int n, const mjtNum* lower,
                    const mjtNum* upper) {
  mjtNum* w = R + (size_t)n * n;
  return (BoxQP){n,     H,         g,         lower,     upper,     R,        w,
                 w + n, w + 2 * n, w + 3 * n, w + 4 * n, w + 5 * n, w + 6 * n};
}

// an entry of H, which is symmetric: only its lower triangle is read
static mjtNum entry(const BoxQP* p, int i, int j) {
  return i > j ? p->H[(size_t)i * p->n + j] : p->H[(size_t)j * p->n + i];
}

// cost; the quadratic form reads the lower triangle
static mjtNum cost(const BoxQP* p, const mjtNum* x) {
  mjtNum sum = 0;
  for (int i = 0; i < p->n; i++) {
    const mjtNum* row = p->H + (size_t)i * p->n;
    sum += x[i] * (p->g[i] + (mjtNum)0.5 * row[i] * x[i] + fc_dot(row, x, i));
  }
  return sum;
}

// move x into the bounds
static void project(const BoxQP* p, mjtNum* x) {
  for (int i = 0; i < p->n; i++)
    if (p->lower && x[i] < p->lower[i])
      x[i] = p->lower[i];
    else if (p->upper && x[i] > p->upper[i])
      x[i] = p->upper[i];
}

// gradient and clamped set at x; returns the number of free coordinates
static int find_clamped(const BoxQP* p, const mjtNum* x) {
  int nfree = 0;
  for (int i = 0; i < p->n; i++) {
    for (int j = 0; j < p->n; j++)
      p->row[j] = entry(p, i, j);
    p->grad[i] = fc_dot(p->row, x, p->n) + p->g[i];
    int at_lower = p->lower && x[i] == p->lower[i] && p->grad[i] > 0;
    int at_upper = p->upper && x[i] == p->upper[i] && p->grad[i] < 0;
    p->clamped[i] = at_lower || at_upper;
    nfree += !(at_lower || at_upper);
  }
  return nfree;
}

// factor the free block into R (leading dimension nfree); 0 when it is positive definite
static int factor_free(const BoxQP* p, int nfree) {
  mjtNum* R = p->R;
  for (int i = 0; i < p->n; i++) {
    for (int j = 0; !p->clamped[i] && j < p->n; j++)
      if (!p->clamped[j])
        *R++ = entry(p, i, j);
  }
  return cholesky_factor(p->R, nfree, nfree, mjMINVAL) < nfree;
}

// search direction: from x to the minimum over the free coordinates, the clamped ones held fixed
static void newton_direction(const BoxQP* p, const mjtNum* x, int nfree) {
  int k = 0;
  for (int i = 0; i < p->n; i++) {
    if (!p->clamped[i]) {
      mjtNum sum = p->g[i];
      for (int j = 0; j < p->n; j++)
        sum += p->clamped[j] ? entry(p, i, j) * x[j] : 0;
      p->packed[k++] = -sum;
    }
  }
  cholesky_solve(p->packed, p->R, p->packed, nfree, nfree);
  k = 0;
  for (int i = 0; i < p->n; i++)
    p->search[i] = p->clamped[i] ? 0 : p->packed[k++] - x[i];
}

// projected backtracking: x moves to the first candidate with sufficient decrease; 1 when the step
// has become too small to go on
static int line_search(const BoxQP* p, mjtNum* x, mjtNum slope) {
  mjtNum step = 1, old_cost = cost(p, x);
  int stalled = 0;
  for (;;) {
    fc_addScl(p->candidate, x, p->search, step, p->n);
    project(p, p->candidate);
    step *= backtrack;
    if (step < min_step) {
      stalled = 1;
      break;
    }
    if ((cost(p, p->candidate) - old_cost) / (step * slope) >= armijo)
      break;
  }
  fc_copy(x, p->candidate, p->n);
  return stalled;
}

// without bounds: one solve
static int unconstrained(const BoxQP* p, mjtNum* x, int* index) {
  fc_copy(p->R, p->H, p->n * p->n);
  if (cholesky_factor(p->R, p->n, p->n, mjMINVAL) < p->n)
    return -1;
  cholesky_solve(x, p->R, p->g, p->n, p->n);
  fc_scl(x, x, -1, p->n);
  for (int i = 0; index && i < p->n; i++)
    index[i] = i;
  return p->n;
}

// squared norm of the gradient over the free coordinates
static mjtNum free_gradient(const BoxQP* p) {
  mjtNum sum = 0;
  for (int i = 0; i < p->n; i++)
    sum += p->clamped[i] ? 0 : p->grad[i] * p->grad[i];
  return sum;
}

int mju_boxQP(mjtNum* res, mjtNum* R, int* index, const mjtNum* H, const mjtNum* g, int n,
              const mjtNum* lower, const mjtNum* upper) {
  if (n <= 0) {
    mju_error("mju_boxQP: problem size n must be positive");
    return -1;
  }
  for (int i = 0; lower && upper && i < n; i++) {
    if (lower[i] >= upper[i]) {
      mju_error("mju_boxQP: every lower bound must be smaller than the upper bound");
      return -1;
    }
  }

  BoxQP p = box_qp(R, H, g, n, lower, upper);
  if (!lower && !upper)
    return unconstrained(&p, res, index);
  project(&p, res);

  int nfree = 0;
  for (int round = 0; round < MAX_ROUNDS; round++) {
    // which coordinates are free
    nfree = find_clamped(&p, res);
    for (int i = 0, k = 0; index && i < n; i++)
      if (!p.clamped[i])
        index[k++] = i;
    if (nfree == 0)
      return 0;

    // refactor their block if the set has changed
    int changed = round == 0 || memcmp(p.clamped, p.old_clamped, (size_t)n * sizeof(mjtNum)) != 0;
    if (changed && factor_free(&p, nfree))
      return -1;
    fc_copy(p.old_clamped, p.clamped, n);

    // converged, not convex, or a step
    newton_direction(&p, res, nfree);
    if (free_gradient(&p) < min_gradient)
      break;
    mjtNum slope = fc_dot(p.search, p.grad, n);
    if (slope >= 0)
      return -1;
    if (line_search(&p, res, slope))
      break;
  }
  return nfree;
}

static mjtNum* allocate_numbers(int n) { return (mjtNum*)mju_malloc((size_t)n * sizeof(mjtNum)); }

// Allocates the arguments of mju_boxQP; lower, upper and index only when their pointers are given.
void mju_boxQPmalloc(mjtNum** res, mjtNum** R, int** index, mjtNum** H, mjtNum** g, int n,
                     mjtNum** lower, mjtNum** upper) {
  *res = allocate_numbers(n);
  *R = allocate_numbers(n * (n + 7));
  *H = allocate_numbers(n * n);
  *g = allocate_numbers(n);
  if (lower)
    *lower = allocate_numbers(n);
  if (upper)
    *upper = allocate_numbers(n);
  if (index)
    *index = (int*)mju_malloc((size_t)n * sizeof(int));
}
