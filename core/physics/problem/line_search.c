// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Line search of the primal solvers: minimise phi(alpha) = P(a + alpha p), a convex, once
// differentiable, piecewise smooth function of one number.
//
// Newton's method for phi' = 0 from alpha = 0 runs on one side until the slope changes sign. From
// then on the minimum is bracketed, and each round tries the Newton steps of both ends and the
// middle, moving every end to the best candidate on its side. Evaluations cost one pass over the
// rows, which adds the coefficients of the quadratic pieces that hold at alpha; for elliptic
// contacts the sums over the friction rows are formed once. Contacts with potentials are evaluated
// by their model, with Hessian; as their cost may be far larger than its change, slopes decide.

#include <math.h>

#include <fulcrum/math.h>
#include <fulcrum/solver.h>
#include <mujoco/mujoco.h>

#include "core/physics/problem/constraint.h"

// phi and its derivatives at one alpha.
typedef struct Point_ {
  mjtNum alpha, cost, slope, curvature;
} Point;

// An elliptic contact along the line: sums over friction rows of (mu_j r_j)^2, mu_j^2 r_j v_j,
// (mu_j v_j)^2 with v = J p; normal row scaled by mu; and the three coefficients of the
// all-rows-quadratic cost.
typedef struct Cone_ {
  mjtNum quad[3];
  mjtNum UU, UV, VV, U0, V0, mu, Dm;
  int row;  // first row; rows of other kinds lie between the cones
  int dim;
} Cone;

// Everything an evaluation needs.
typedef struct Search_ {
  const FcProblem* p;
  FcProblem* problem;  // the same, where potentials may fail
  const mjtNum *r, *v;
  mjtNum quad[3];  // Gauss part and bilateral rows: quad[0] + alpha quad[1] + alpha^2 quad[2]
  int last;        // one past the last row that is no potential
  Cone* cone;
  int ncone;
  int neval;
  FcPotentialBatch potential;  // contacts with potentials: where they are evaluated
  mjtNum* u;
} Search;

//------------------------------ evaluation --------------------------------------------------------

static void add_friction(const Search* s, mjtNum alpha, mjtNum quad[3]) {
  const FcProblem* p = s->p;
  for (int i = p->ne; i < p->ne + p->nf; i++) {
    mjtNum r = s->r[i], v = s->v[i], x = r + alpha * v, loss = p->frictionloss[i],
           knee = p->R[i] * loss;
    if (x <= -knee) {
      quad[0] += loss * (-knee / 2 - r);
      quad[1] -= loss * v;
    } else if (x >= knee) {
      quad[0] += loss * (-knee / 2 + r);
      quad[1] += loss * v;
    } else {
      mjtNum D = p->D[i];
      quad[0] += D * r * r / 2;
      quad[1] += D * r * v;
      quad[2] += D * v * v / 2;
    }
  }
}

// One-sided rows [first, last): coefficients of those that are violated.
static void add_unilateral(const Search* s, int first, int last, mjtNum alpha, mjtNum quad[3]) {
  const mjtNum *r = s->r, *v = s->v, *D = s->p->D;
  FcFour sums[4] = {{0}}, total;
  int i = first;
  for (; i <= last - 4; i += 4) {
    typedef long long Four64 __attribute__((vector_size(4 * sizeof(long long))));
    const FcFour ri = FC_CFOUR(r + i), vi = FC_CFOUR(v + i);
    const FcFour Di = (FcFour)((Four64)FC_CFOUR(D + i) & (ri + alpha * vi < 0));
    sums[0] += Di * ri * ri;
    sums[1] += Di * ri * vi;
    sums[2] += Di * vi * vi;
  }
  if (i > first) {
    fc_sumFours(&total, sums);
    quad[0] += total[0] / 2;
    quad[1] += total[1];
    quad[2] += total[2] / 2;
  }
  for (; i < last; i++) {
    if (r[i] + alpha * v[i] < 0) {
      quad[0] += D[i] * r[i] * r[i] / 2;
      quad[1] += D[i] * r[i] * v[i];
      quad[2] += D[i] * v[i] * v[i] / 2;
    }
  }
}

static void add_cone(const Cone* c, Point* point, mjtNum quad[3]) {
  mjtNum alpha = point->alpha, mu = c->mu;
  mjtNum N = c->U0 + alpha * c->V0, TT = c->UU + alpha * (2 * c->UV + alpha * c->VV);
  mjtNum T = TT > 0 ? fc_sqrt(TT) : 0;
  int bottom = TT <= 0 ? N < 0 : mu * N + T <= 0;
  if (bottom) {
    for (int k = 0; k < 3; k++)
      quad[k] += c->quad[k];
  } else if (TT > 0 && N < mu * T) {
    const mjtNum inverse = 1 / T, T1 = (c->UV + alpha * c->VV) * inverse;
    const mjtNum T2 = (c->VV - T1 * T1) * inverse;
    mjtNum e = N - mu * T, e1 = c->V0 - mu * T1;
    point->cost += c->Dm * e * e / 2;
    point->slope += c->Dm * e * e1;
    point->curvature += c->Dm * (e1 * e1 - e * mu * T2);
  }
}

// Contacts with potentials at u = h (r + alpha v): slope -f'v, curvature v'Gv.
static void add_potentials(Search* s, Point* point) {
  FcProblem* p = s->problem;
  const mjtNum h = problem_host(p)->m->opt.timestep, alpha = point->alpha;
  FcPotentialBatch* at = &s->potential;
  for (int i = s->last; i < p->nefc; i++)
    s->u[i] = h * (s->r[i] + alpha * s->v[i]);
  potentials_evaluate(p, at);
  mjtNum cost = 0;
  for (int k = 0; k < at->n; k++) {
    const int dim = p->contact[at->contact[k]].dim;
    const mjtNum *G = at->hessian + 36 * k, *v = s->v + at->row[k];
    cost += at->cost[k];
    point->slope -= fc_dot(at->force + at->row[k], v, dim);
    for (int i = 0; i < dim; i++)
      point->curvature += v[i] * fc_dot(G + i * dim, v, dim);
  }
  point->cost += cost / (h * h);
}

static Point evaluate(Search* s, mjtNum alpha) {
  const FcProblem* p = s->p;
  Point point = {.alpha = alpha};
  mjtNum quad[3] = {s->quad[0], s->quad[1], s->quad[2]};
  if (p->nf)
    add_friction(s, alpha, quad);
  int row = p->ne + p->nf;
  for (int k = 0; k < s->ncone; k++) {
    if (row < s->cone[k].row)
      add_unilateral(s, row, s->cone[k].row, alpha, quad);
    add_cone(s->cone + k, &point, quad);
    row = s->cone[k].row + s->cone[k].dim;
  }
  if (row < s->last)
    add_unilateral(s, row, s->last, alpha, quad);
  if (s->potential.n)
    add_potentials(s, &point);

  point.cost += quad[0] + alpha * (quad[1] + alpha * quad[2]);
  point.slope += quad[1] + 2 * alpha * quad[2];
  point.curvature += 2 * quad[2];
  if (point.curvature <= 0) {
    mju_warning("line search objective is not convex: second derivative %g",
                (double)point.curvature);
    point.curvature = mjMINVAL;
  }
  s->neval++;
  return point;
}

static mjtNum newton_step(const Point* point) {
  return point->alpha - point->slope / point->curvature;
}

//------------------------------ preparation -------------------------------------------------------

// An elliptic contact of dimension `dim`, whose rows start at `row`.
static inline __attribute__((always_inline)) void prepare_cone(const Search* s, Cone* c,
                                                               const mjContact* con, int dim,
                                                               int row) {
  const mjtNum *r = s->r + row, *v = s->v + row, *D = s->p->D + row, mu = con->mu;
  mjtNum quad0 = 0, quad1 = 0, quad2 = 0, UU = 0, UV = 0, VV = 0;
  for (int j = 0; j < dim; j++) {
    const mjtNum Dr = D[j] * r[j], Dv = D[j] * v[j];
    quad0 += Dr * r[j];
    quad1 += Dr * v[j];
    quad2 += Dv * v[j];
  }
  for (int j = 1; j < dim; j++) {
    const mjtNum U = r[j] * con->friction[j - 1], V = v[j] * con->friction[j - 1];
    UU += U * U;
    UV += U * V;
    VV += V * V;
  }
  *c = (Cone){.quad = {quad0 / 2, quad1, quad2 / 2},
              .UU = UU,
              .UV = UV,
              .VV = VV,
              .U0 = mu * r[0],
              .V0 = mu * v[0],
              .mu = mu,
              .Dm = D[0] / (mu * mu * (1 + mu * mu)),
              .row = row,
              .dim = dim};
}

static void prepare_potentials(Search* s, FcProblem* p) {
  const int first = s->last = first_contact_row(p);
  const size_t room = (size_t)(p->nefc - first);
  int *contact = mj_stackAllocInt(problem_host(p)->d, room),
      *row = mj_stackAllocInt(problem_host(p)->d, room);
  const int n = potentials_list(p, first, contact, row);
  s->problem = p;
  s->u = mj_stackAllocNum(problem_host(p)->d, (size_t)p->nefc);
  s->potential =
      (FcPotentialBatch){.size = sizeof s->potential,
                         .n = n,
                         .contact = contact,
                         .row = row,
                         .u = s->u,
                         .force = mj_stackAllocNum(problem_host(p)->d, (size_t)p->nefc),
                         .cost = mj_stackAllocNum(problem_host(p)->d, (size_t)n),
                         .hessian = mj_stackAllocNum(problem_host(p)->d, 36 * (size_t)n)};
}

// (M a - f)'(a - a0) at the start
static mjtNum gauss_part(FcProblem* p, const FcLine* line) {
  const mjtNum value = p->gauss ? *p->gauss : problem_gauss(p, line->Ma);
  p->gauss = NULL;
  return value;
}

// products of the direction with vectors
enum { WITH_MP, WITH_MA, WITH_SMOOTH, WITH_ITSELF, NPRODUCT };

static void prepare(Search* s, FcProblem* p, const FcLine* line, const mjtNum product[NPRODUCT]) {
  s->p = p;
  s->last = p->nefc;
  s->potential.n = 0;
  s->r = line->jar;
  s->v = line->Jp;
  s->neval = s->ncone = 0;
  s->cone = NULL;

  mjtNum quad0 = gauss_part(p, line) / 2, quad2 = product[WITH_MP] / 2;
  mjtNum quad1 = product[WITH_MA] - product[WITH_SMOOTH];

  // bilateral rows are quadratic everywhere
  for (int i = 0, ne = p->ne; i < ne; i++) {
    mjtNum r = s->r[i], v = s->v[i], D = p->D[i];
    quad0 += D * r * r / 2;
    quad1 += D * r * v;
    quad2 += D * v * v / 2;
  }
  s->quad[0] = quad0;
  s->quad[1] = quad1;
  s->quad[2] = quad2;

  const int first = p->ne + p->nf;
  if (p->potentials) {
    prepare_potentials(s, p);
    return;
  }
  if (!p->elliptic)
    return;

  // cones
  s->cone = (Cone*)mj_stackAllocByte(problem_host(p)->d,
                                     (size_t)(p->nefc - first + 1) * sizeof(Cone), _Alignof(Cone));
  for (int i = first; i < p->nefc;) {
    if (p->type[i] == mjCNSTR_CONTACT_ELLIPTIC) {
      const mjContact* con = p->contact + p->id[i];
      if (con->dim == 3)
        prepare_cone(s, s->cone + s->ncone++, con, 3, i);
      else
        prepare_cone(s, s->cone + s->ncone++, con, con->dim, i);
      i += con->dim;
    } else {
      i++;
    }
  }
}

//------------------------------ search ------------------------------------------------------------

// Move one end of the bracket to the best candidate on its side. Returns 1 when it moved; then
// *next is the point at its Newton step.
static int move_end(Search* s, Point* end, const Point* candidate[3], Point* next) {
  int moved = 0;
  for (int k = 0; k < 3; k++) {
    mjtNum slope = candidate[k]->slope;
    if ((end->slope < 0 && slope < 0 && slope > end->slope) ||
        (end->slope > 0 && slope > 0 && slope < end->slope)) {
      *end = *candidate[k];
      moved = 1;
    }
  }
  if (moved)
    *next = evaluate(s, newton_step(end));
  return moved;
}

// The lowest candidate whose slope is small enough, or NULL.
static const Point* converged(const Point* candidate[3], mjtNum gtol) {
  const Point* best = NULL;
  for (int k = 0; k < 3; k++)
    if (fc_abs(candidate[k]->slope) < gtol && (!best || candidate[k]->cost < best->cost))
      best = candidate[k];
  return best;
}

// Between p1 and p2, whose slopes have opposite signs.
static Point bracketed(Search* s, Point p0, Point p1, Point p2, mjtNum gtol) {
  Point next2 = p1, next1 = evaluate(s, newton_step(&p1));
  while (s->neval < s->p->ls_iterations) {
    Point middle = evaluate(s, (p1.alpha + p2.alpha) / 2);
    Point try1 = next1, try2 = next2;
    const Point* candidate[3] = {&try1, &try2, &middle};
    const Point* best = converged(candidate, gtol);
    if (best)
      return *best;
    int moved1 = move_end(s, &p1, candidate, &next1);
    int moved2 = move_end(s, &p2, candidate, &next2);
    if (!moved1 && !moved2)
      return middle;
  }

  // no evaluations left: the better end, if it is an improvement
  if (p1.cost <= p2.cost && p1.cost < p0.cost)
    return p1;
  if (p2.cost <= p1.cost && p2.cost < p0.cost)
    return p2;
  return p0;
}

static Point search(Search* s, mjtNum gtol) {
  Point p0 = evaluate(s, 0);
  Point p1 = evaluate(s, newton_step(&p0)), p2 = p0;
  if (fc_abs(p1.slope) < gtol)
    return p1;

  // keep going until the slope changes sign
  mjtNum direction = p1.slope < 0 ? 1 : -1;
  while (direction * p1.slope <= -gtol && s->neval < s->p->ls_iterations) {
    p2 = p1;
    p1 = evaluate(s, newton_step(&p1));
    if (fc_abs(p1.slope) < gtol)
      return p1;
  }
  return s->neval >= s->p->ls_iterations ? p1 : bracketed(s, p0, p1, p2, gtol);
}

mjtNum fc_problemLineSearch(FcProblem* p, const FcLine* line, mjSolverStat* stat) {
  stat->neval = 0;
  stat->lineslope = 0;
  const mjtNum* const direction[NPRODUCT] = {line->p, line->p, line->p, line->p};
  const mjtNum* const with[NPRODUCT] = {line->Mp, line->Ma, p->qfrc_smooth, line->p};
  mjtNum product[NPRODUCT];
  fc_dots(product, NPRODUCT, direction, with, p->nv);
  mjtNum norm = fc_sqrt(product[WITH_ITSELF]);
  if (norm < mjMINVAL) {
    p->gauss = NULL;
    return 0;
  }

  mj_markStack(problem_host(p)->d);
  Search s;
  prepare(&s, p, line, product);
  Point found = search(&s, p->tolerance * p->ls_tolerance * norm / p->scale);
  mj_freeStack(problem_host(p)->d);
  stat->neval = s.neval;
  stat->lineslope = fc_abs(found.slope) * p->scale / norm;
  return found.alpha;
}
