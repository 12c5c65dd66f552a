// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The line search of the primal solvers in lanes: minimise phi(alpha) = P(a + alpha p) by Newton
// steps, first from one side, then between two ends, as core/physics/problem/line_search.c does. A
// lane whose search has ended keeps what it found while others go on.

#ifndef FULCRUM_LANES_LINE_H_
#define FULCRUM_LANES_LINE_H_

#include <fulcrum/lanes/problem.h>

// phi and its derivatives at one alpha of each lane.
typedef struct Point_ {
  num alpha, cost, slope, curvature;
} Point;

// An elliptic contact along the line: see the general code.
typedef struct LineCone_ {
  num quad[3];
  num UU, UV, VV, U0, V0, mu, Dm;
} LineCone;

typedef struct Line_ {
  const Problem* p;
  num quad[3];  // Gauss part and equality rows
  num gtol;
  LineCone cone[solver_elliptic ? MAX_CONTACTS + 1 : 1];
} Line;

static void prepare_line_cone(const Problem* p, int i, LineCone* c) {
  const Rows* rows = &p->s->rows;
  const int16_t* row = p->row + i;
  const int dim = rows->dim[row[0]];
  const num zero = num_of(0), one = num_of(1), half = num_of(0.5);
  const num *r = p->r + i, *v = p->v + i, *D = p->D + i;
  const num mu = num_select(less(zero, D[0]), rows->mu[row[0]], one);
  *c = (LineCone){{zero, zero, zero}, zero, zero, zero, mu * r[0], mu * v[0], mu, zero};
  c->Dm = D[0] / (mu * mu * (one + mu * mu));
  for (int j = 0; j < dim; j++) {
    c->quad[0] = num_mad(D[j] * r[j], r[j] * half, c->quad[0]);
    c->quad[1] = num_mad(D[j] * r[j], v[j], c->quad[1]);
    c->quad[2] = num_mad(D[j] * v[j], v[j] * half, c->quad[2]);
    if (j) {
      const num U = r[j] * rows->friction[row[j]], V = v[j] * rows->friction[row[j]];
      c->UU = num_mad(U, U, c->UU);
      c->UV = num_mad(U, V, c->UV);
      c->VV = num_mad(V, V, c->VV);
    }
  }
}

// The part of an elliptic contact at a point, whose coefficients are in `quad`.
LANE_INLINE void add_line_cone(const LineCone* c, Point* point, num quad[3]) {
  const num zero = num_of(0), two = num_of(2), half = num_of(0.5), alpha = point->alpha;
  const num N = c->U0 + alpha * c->V0, TT = c->UU + alpha * (two * c->UV + alpha * c->VV);
  const mask slides = less(zero, TT), there = less(zero, c->Dm);
  const num T = num_select(slides, num_sqrt(num_select(slides, TT, num_of(1))), zero);
  const mask bottom = (slides & at_most(c->mu * N + T, zero)) | (~slides & less(N, zero));
  const mask middle = slides & ~bottom & less(N, c->mu * T) & there;
  UNROLLED
  for (int k = 0; k < 3; k++)
    quad[k] += num_select(bottom & there, c->quad[k], zero);
  if (!any(middle))
    return;
  const num safe = num_select(middle, T, num_of(1)), slope = c->UV + alpha * c->VV;
  const num T1 = slope / safe, T2 = c->VV / safe - slope * T1 / (safe * safe);
  const num e = N - c->mu * T, e1 = c->V0 - c->mu * T1;
  const num Dm = num_select(middle, c->Dm, zero);
  point->cost += Dm * e * e * half;
  point->slope += Dm * e * e1;
  point->curvature += Dm * (e1 * e1 - e * c->mu * T2);
}

// A row of friction at a point.
LANE_INLINE void add_line_friction(const Problem* p, int i, num alpha, num quad[3]) {
  const num zero = num_of(0), half = num_of(0.5);
  const num r = p->r[i], v = p->v[i], loss = p->loss[i], knee = p->knee[i], D = p->D[i];
  const num x = r + alpha * v, Dr = D * r;
  const mask low = at_most(x, -knee), high = at_most(knee, x) & ~low, flat = low | high;
  quad[0] += num_select(flat, loss * (num_select(low, -r, r) - half * knee), Dr * r * half);
  quad[1] += num_select(flat, num_select(low, -loss, loss) * v, Dr * v);
  quad[2] += num_select(flat, zero, D * v * v * half);
}

// n points, a constant, at their alphas
LANE_INLINE void line_points(const Line* line, int n, Point* const* point) {
  const Problem* p = line->p;
  const num zero = num_of(0), half = num_of(0.5);
  num quad[3][3], sum[3][3];
  UNROLLED
  for (int k = 0; k < n; k++) {
    point[k]->cost = point[k]->slope = point[k]->curvature = zero;
    UNROLLED
    for (int j = 0; j < 3; j++) {
      quad[k][j] = line->quad[j];
      sum[k][j] = zero;
    }
  }
  int i = p->ne;
  for (; i < p->ne + p->nf; i++)
    UNROLLED
  for (int k = 0; k < n; k++)
    add_line_friction(p, i, point[k]->alpha, quad[k]);
  const int8_t* kind = p->s->rows.kind;
  for (const LineCone* cone = line->cone; i < p->n; i++) {
    if (solver_elliptic && kind[p->row[i]] == ROW_ELLIPTIC) {
      UNROLLED
      for (int k = 0; k < n; k++)
        add_line_cone(cone, point[k], quad[k]);
      cone++;
      i += p->s->rows.dim[p->row[i]] - 1;
      continue;
    }
    const num r = p->r[i], v = p->v[i], D = p->D[i];
    UNROLLED
    for (int k = 0; k < n; k++) {
      const num active = num_select(less(num_mad(point[k]->alpha, v, r), zero), D, zero);
      const num Dr = active * r, Dv = active * v;
      sum[k][0] = num_mad(Dr, r, sum[k][0]);
      sum[k][1] = num_mad(Dr, v, sum[k][1]);
      sum[k][2] = num_mad(Dv, v, sum[k][2]);
    }
  }
  UNROLLED
  for (int k = 0; k < n; k++) {
    Point* at = point[k];
    const num alpha = at->alpha, q0 = num_mad(sum[k][0], half, quad[k][0]),
              q1 = quad[k][1] + sum[k][1], q2 = num_mad(sum[k][2], half, quad[k][2]);
    at->cost += q0 + alpha * (q1 + alpha * q2);
    at->slope += q1 + num_of(2) * alpha * q2;
    at->curvature += num_of(2) * q2;
    at->curvature = num_select(at_most(at->curvature, zero), num_of(LANE_MINVAL), at->curvature);
  }
}

static void line_point(const Line* line, Point* a) { line_points(line, 1, (Point* const[]){a}); }
static void line_two(const Line* line, Point* a, Point* b) {
  line_points(line, 2, (Point* const[]){a, b});
}
static void line_three(const Line* line, Point* a, Point* b, Point* c) {
  line_points(line, 3, (Point* const[]){a, b, c});
}

LANE_INLINE num newton_step(const Point* point) {
  return point->alpha - point->slope / point->curvature;
}

LANE_INLINE Point select_point(mask m, const Point* a, const Point* b) {
  return (Point){num_select(m, a->alpha, b->alpha), num_select(m, a->cost, b->cost),
                 num_select(m, a->slope, b->slope), num_select(m, a->curvature, b->curvature)};
}

// Moves one end of the bracket to the best of three candidates on its side, in lanes of `m`.
// Returns the lanes where it moved.
static mask move_end(mask m, Point* end, const Point* const candidate[3]) {
  const num zero = num_of(0);
  mask moved = no_lane();
  for (int k = 0; k < 3; k++) {
    const num slope = candidate[k]->slope;
    const mask better =
        m & ((less(end->slope, zero) & less(slope, zero) & less(end->slope, slope)) |
             (less(zero, end->slope) & less(zero, slope) & less(slope, end->slope)));
    *end = select_point(better, candidate[k], end);
    moved |= better;
  }
  return moved;
}

// Between p1 and p2, whose slopes have opposite signs, in the lanes `open`, after `count`
// evaluations. Changes *found there.
static void search_bracket(const Line* line, mask open, num count, const Point* p0, Point p1,
                           Point p2, num* found) {
  const num most = num_of(solver_ls_iterations), one = num_of(1), half = num_of(0.5);
  Point next1, next2 = p1, middle;
  next1.alpha = newton_step(&p1);
  middle.alpha = (p1.alpha + p2.alpha) * half;
  line_two(line, &next1, &middle);
  count += one;
  for (;;) {
    // lanes without evaluations left take the better end, if it is an improvement
    const mask out = open & at_most(most, count);
    const mask first = at_most(p1.cost, p2.cost) & less(p1.cost, p0->cost),
               second = ~first & at_most(p2.cost, p1.cost) & less(p2.cost, p0->cost);
    *found = num_select(out, num_select(first, p1.alpha, num_select(second, p2.alpha, p0->alpha)),
                        *found);
    open &= ~out;
    if (!any(open))
      return;
    count += one;

    // the lowest candidate whose slope is small enough
    const Point try1 = next1, try2 = next2;
    const Point* candidate[3] = {&try1, &try2, &middle};
    mask hit = no_lane();
    num best = num_of(0), lowest = num_of(0);
    for (int k = 0; k < 3; k++) {
      const mask small = less(num_abs(candidate[k]->slope), line->gtol),
                 take = small & (~hit | less(candidate[k]->cost, lowest));
      best = num_select(take, candidate[k]->alpha, best);
      lowest = num_select(take, candidate[k]->cost, lowest);
      hit |= small;
    }
    *found = num_select(open & hit, best, *found);
    open &= ~hit;
    const mask moved1 = move_end(open, &p1, candidate), moved2 = move_end(open, &p2, candidate);
    *found = num_select(open & ~(moved1 | moved2), middle.alpha, *found);
    open &= moved1 | moved2;
    if (!any(open))
      return;
    Point new1, new2;
    new1.alpha = newton_step(&p1);
    new2.alpha = newton_step(&p2);
    middle.alpha = (p1.alpha + p2.alpha) * half;
    line_three(line, &new1, &new2, &middle);
    next1 = select_point(moved1, &new1, &next1);
    next2 = select_point(moved2, &new2, &next2);
    count += num_select(moved1, one, num_of(0)) + num_select(moved2, one, num_of(0));
  }
}

// Prepares the line of direction p->p, with p->Mp and p->v. Returns the length of the direction.
static num prepare_line(Line* line, const Problem* p, num ls_tolerance) {
  const num zero = num_of(0), half = num_of(0.5);
  num pMp = zero, slope = zero, square = zero;
  for (int i = p->begin; i < p->end; i++) {
    pMp = num_mad(p->p[i], p->Mp[i], pMp);
    slope = num_mad(p->p[i], p->Ma[i] - p->s->qfrc_smooth[i], slope);
    square = num_mad(p->p[i], p->p[i], square);
  }
  const num norm = num_sqrt(square);
  line->p = p;
  line->gtol = p->s->opt_tolerance[0] * ls_tolerance * norm / p->scale;
  num twice0 = zero, twice2 = zero;
  for (int i = 0; i < p->ne; i++) {
    const num r = p->r[i], v = p->v[i], Dr = p->D[i] * r;
    twice0 = num_mad(Dr, r, twice0);
    slope = num_mad(Dr, v, slope);
    twice2 = num_mad(p->D[i] * v, v, twice2);
  }
  line->quad[0] = (p->gauss + twice0) * half;
  line->quad[1] = slope;
  line->quad[2] = (pMp + twice2) * half;
  LineCone* cone = line->cone;
  for (int i = p->ne + p->nf; solver_elliptic && i < p->n; i++) {
    if (p->s->rows.kind[p->row[i]] == ROW_ELLIPTIC) {
      prepare_line_cone(p, i, cone++);
      i += p->s->rows.dim[p->row[i]] - 1;
    }
  }
  return norm;
}

// The step length of each lane that is active: 0 where there is no descent.
static num search_line(const Problem* p) {
  const num zero = num_of(0), one = num_of(1), most = num_of(solver_ls_iterations);
  Line line;
  const num norm = prepare_line(&line, p, p->s->opt_ls_tolerance[0]);
  const mask lanes = p->active & ~less(norm, num_of(LANE_MINVAL));
  Point p0, p1, p2;
  p0.alpha = zero;
  line_point(&line, &p0);
  p1.alpha = newton_step(&p0);
  line_point(&line, &p1);
  p2 = p0;
  num count = num_of(2);

  // keep going until the slope changes sign
  mask open = lanes & ~less(num_abs(p1.slope), line.gtol);
  const num direction = num_select(less(p1.slope, zero), one, -one);
  for (;;) {
    const mask going = open & at_most(direction * p1.slope, -line.gtol) & less(count, most);
    if (!any(going))
      break;
    Point next;
    next.alpha = newton_step(&p1);
    line_point(&line, &next);
    p2 = select_point(going, &p1, &p2);
    p1 = select_point(going, &next, &p1);
    count += num_select(going, one, zero);
    open &= ~(going & less(num_abs(p1.slope), line.gtol));
  }
  num found = p1.alpha;
  open &= less(count, most);
  if (any(open))
    search_bracket(&line, open, count, &p0, p1, p2, &found);
  return num_select(lanes, found, zero);
}

// Moves along p->p; lanes that are not active or find no descent stay. Returns those that moved.
static mask step_along(Problem* p) {
  const num zero = num_of(0);
  const num alpha = search_line(p);
  const mask moved = p->active & ~equal(alpha, zero);
  for (int i = p->begin; i < p->end; i++) {
    p->s->qacc[i] = num_mad(alpha, p->p[i], p->s->qacc[i]);
    p->Ma[i] = num_mad(alpha, p->Mp[i], p->Ma[i]);
  }
  for (int i = 0; i < p->n; i++)
    p->r[i] = num_mad(alpha, p->v[i], p->r[i]);
  return moved;
}

// M p and J p. The direction of lanes that are not active is cleared.
static void prepare_direction(Problem* p) {
  for (int i = p->begin; i < p->end; i++)
    p->p[i] = num_select(p->active, p->p[i], num_of(0));
  multiply_inertia(p->s, p->begin, p->end, p->Mp, p->p);
  for (int i = 0; i < p->n; i++)
    p->v[i] = num_of(0);
  add_jacobian(p, p->v, p->p);
}

#endif  // FULCRUM_LANES_LINE_H_
