// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Making constraint rows: Jacobian, regularisation and reference acceleration. Include after
// model.h. The constant ROW_REFSAFE is defined before unless the model disables it.

#ifndef FULCRUM_LANES_ROW_H_
#define FULCRUM_LANES_ROW_H_

#include <fulcrum/lanes/collide.h>
#include <fulcrum/lanes/rows.h>

// ---------------------------------------------------------------- impedance and reference

// What follows from solref and solimp.
typedef struct Response_ {
  num solimp[5];  // within bounds
  num stiffness, damping;
} Response;

LANE_INLINE num at_least(num x, real low) {
  return num_select(less(x, num_of(low)), num_of(low), x);
}

LANE_INLINE void safe_impedance(num* to, const num* solimp) {
  const num low = num_of((real)0.0001), high = num_of((real)0.9999);
  to[0] = clip_low_first(solimp[0], low, high);
  to[1] = clip_low_first(solimp[1], low, high);
  to[2] = at_least(solimp[2], 0);
  to[3] = clip_low_first(solimp[3], low, high);
  to[4] = at_least(solimp[4], 1);
}

// x to the n
static num power_of(num x, num n, mask used) {
  const mask linear = equal(n, num_of(1)), square = equal(n, num_of(2));
  const num y = num_select(linear, x, x * x), one = num_of(1);
  const mask other = used & ~linear & ~square;
  if (!any(other))
    return y;
  return num_select(other, num_each2(num_select(other, x, one), num_select(other, n, one), pow), y);
}

// The impedance at a position.
static num impedance_at(const num* solimp, num pos, num margin) {
  const num d0 = solimp[0], d1 = solimp[1], width = solimp[2], mid = solimp[3], power = solimp[4];
  const num one = num_of(1), x = num_abs((pos - margin) / width);
  const mask flat = equal(d0, d1) | at_most(width, num_of(LANE_MINVAL));
  const mask begin = equal(x, num_of(0)), end = at_most(one, x);
  num imp = num_select(begin, d0, d1);
  const mask between = ~(begin | end | flat);
  if (any(between)) {
    // straight line, or two power functions that meet at mid
    const mask straight = equal(power, one), low = at_most(x, mid), used = between & ~straight;
    const num from = num_select(low, x, one - x), knee = num_select(low, mid, one - mid);
    const num scale = one / power_of(knee, power - one, used);
    const num z = power_of(from, power, used) * scale;
    const num y = num_select(straight, x, num_select(low, z, one - z));
    imp = num_select(between, num_mad(y, d1 - d0, d0), imp);
  }
  return num_select(flat, (d0 + d1) / num_of(2), imp);
}

// Stiffness and damping; `standard` replaces a mixed solref.
LANE_INLINE void reference_gains(const Sim* s, const num* solref, num dmax, const real* standard,
                                 num* stiffness, num* damping) {
  const num zero = num_of(0), least = num_of(LANE_MINVAL);
  num a = solref[0], b = solref[1];
  const mask mixed = less(zero, a) ^ less(zero, b);
  a = num_select(mixed, num_of(standard[0]), a);
  b = num_select(mixed, num_of(standard[1]), b);
  const mask format = less(zero, a);
#ifdef ROW_REFSAFE
  const num twice = num_of(2) * s->opt_timestep[0];
  a = num_select(format & less(a, twice), twice, a);
#else
  (void)s;
#endif
  const num k = num_select(format, dmax * dmax * a * a * b * b, dmax * dmax);
  *stiffness = num_select(format, num_of(1), -a) / num_max(least, k);
  const mask positive = less(zero, b);
  const num d = num_select(positive, dmax * a, dmax);
  *damping = num_select(positive, num_of(2), -b) / num_max(least, d);
}

LANE_INLINE void make_response(const Sim* s, Response* r, const num* solref, const num* solimp) {
  static const real standard[2] = {(real)0.02, 1};
  safe_impedance(r->solimp, solimp);
  reference_gains(s, solref, r->solimp[1], standard, &r->stiffness, &r->damping);
}

// ---------------------------------------------------------------- rows

// Begins a row; its Jacobian is to be filled.
LANE_INLINE int row_begin(Rows* rows, RowKind kind, int ndof, const int16_t* dof) {
  const int i = rows->n++;
  rows->kind[i] = (int8_t)kind;
  rows->ndof[i] = (int16_t)ndof;
  rows->dof[i] = dof;
  rows->J[i] = rows->jacobian + rows->njac;
  rows->njac += ndof;
  rows->frictionloss[i] = rows->mu[i] = rows->friction[i] = rows->force[i] = num_of(0);
  rows->dim[i] = 1;
  return i;
}

LANE_INLINE num row_velocity(const Sim* s, const Rows* rows, int i) {
  num sum = num_of(0);
  for (int k = 0; k < rows->ndof[i]; k++)
    sum = num_mad(rows->J[i][k], s->qvel[rows->dof[i][k]], sum);
  return sum;
}

LANE_INLINE void row_mask(Rows* rows, int i, mask has) {
  for (int k = 0; k < rows->ndof[i]; k++)
    rows->J[i][k] = num_select(has, rows->J[i][k], num_of(0));
}

LANE_INLINE num regularization(num imp, num diagonal) {
  return num_max(num_of(LANE_MINVAL), (num_of(1) - imp) * diagonal / imp);
}

// Regularisation R and reference acceleration of a row.
LANE_INLINE void row_set(Rows* rows, int i, mask has, num R, num aref) {
  rows->R[i] = num_select(has, R, num_of(1));
  rows->D[i] = num_select(has, num_of(1) / R, num_of(0));
  rows->aref[i] = num_select(has, aref, num_of(0));
}

LANE_INLINE num reference(const Response* r, num imp, num vel, num offset) {
  return num_mad(-r->stiffness * imp, offset, -(r->damping * vel));
}

// n rows whose impedance is that at the length of their positions. Their Jacobians are filled.
static void finish_rows(Sim* s, int i, int n, mask has, const Response* r, const num* pos,
                        num margin, const num* diagonal) {
  Rows* rows = &s->rows;
  num length = pos[0];
  if (n > 1) {
    num sum = num_of(0);
    for (int k = 0; k < n; k++)
      sum = num_mad(pos[k], pos[k], sum);
    length = num_sqrt(sum);
  }
  const num imp = impedance_at(r->solimp, length, margin);
  for (int k = 0; k < n; k++) {
    if (!all(has))
      row_mask(rows, i + k, has);
    const num vel = row_velocity(s, rows, i + k);
    row_set(rows, i + k, has, regularization(imp, diagonal[k]),
            reference(r, imp, vel, pos[k] - margin));
  }
}

// ---------------------------------------------------------------- one number: joints and tendons

// A position as a function of dofs.
typedef struct Chain_ {
  int n;
  const int16_t* dof;
  const num* J;  // NULL: ones
} Chain;

LANE_INLINE void chain_store(num* to, const Chain* c, num scale) {
  for (int k = 0; k < c->n; k++)
    to[k] = c->J ? c->J[k] * scale : scale;
}

static void friction_row(Sim* s, Chain chain, mask has, num loss, num diagonal, const num* solref,
                         const num* solimp) {
  if (!any(has))
    return;
  const int i = row_begin(&s->rows, ROW_FRICTION, chain.n, chain.dof);
  Response r;
  make_response(s, &r, solref, solimp);
  r.stiffness = num_of(0);
  chain_store(s->rows.J[i], &chain, num_of(1));
  const num zero = num_of(0);
  finish_rows(s, i, 1, has, &r, &zero, zero, &diagonal);
  s->rows.frictionloss[i] = num_select(has, loss, zero);
}

static void limit_row(Sim* s, Chain chain, num sign, num dist, num margin, num diagonal,
                      const num* solref, const num* solimp) {
  const mask has = less(dist, margin);
  if (!any(has))
    return;
  const int i = row_begin(&s->rows, ROW_ONESIDED, chain.n, chain.dof);
  Response r;
  make_response(s, &r, solref, solimp);
  chain_store(s->rows.J[i], &chain, sign);
  finish_rows(s, i, 1, has, &r, &dist, margin, &diagonal);
}

// Both limits of a number.
LANE_INLINE void limit_rows(Sim* s, Chain chain, num value, const num* range, num margin,
                            num diagonal, const num* solref, const num* solimp) {
  const num lower = value - range[0], upper = range[1] - value;
  if (any(less(lower, margin) | less(upper, margin))) {
    limit_row(s, chain, num_of(1), lower, margin, diagonal, solref, solimp);
    limit_row(s, chain, num_of(-1), upper, margin, diagonal, solref, solimp);
  }
}

// The angle of a ball joint.
static void limit_ball(Sim* s, const int16_t* dof, const num* qpos, const num* range, num margin,
                       num diagonal, const num* solref, const num* solimp) {
  const num one = num_of(1), zero = num_of(0), least = num_of(LANE_MINVAL);
  const num norm = num_sqrt(num_mad(
      qpos[3], qpos[3], num_mad(qpos[2], qpos[2], num_mad(qpos[1], qpos[1], qpos[0] * qpos[0]))));
  const mask none = less(norm, least), near_one = at_most(num_abs(norm - one), least);
  const num inv = num_select(near_one, one, one / norm);
  const num w = num_select(none, one, qpos[0] * inv);
  Vec axis = vec_select(none, vec_zero(), vec_scale(vec_of(qpos + 1), inv));
  num angle = vec_normalize(&axis);
  angle = num_of(2) * num_each2(angle, w, atan2);
  const num pi = num_of((real)3.14159265358979323846);
  angle = num_select(less(pi, angle), angle - num_of(2) * pi, angle);
  axis = vec_scale(axis, angle);
  angle = vec_normalize(&axis);
  const num most = num_select(at_most(range[1], range[0]), range[0], range[1]);
  const num turn[3] = {axis.x[0], axis.x[1], axis.x[2]};
  limit_row(s, (Chain){3, dof, turn}, num_of(-1), most - angle, margin, diagonal, solref, solimp);
  (void)zero;
}

#endif  // FULCRUM_LANES_ROW_H_
