// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The constraint law: from residuals r = J a - aref to costs, forces and states.
//
// Every cost is convex in r and the force is minus its derivative, so the law is the same in the
// solver (which seeks the a that balances forces) and in inverse dynamics (where a is known and the
// law gives the forces directly). Elliptic contacts are described in <fulcrum/solver.h>. In the
// middle zone the cost is half of Dm times the squared distance from the cone in the variables (N,
// T), so the force points at the cone's surface. Contacts with potentials have their own law.

#include <fulcrum/host.h>
#include <fulcrum/math.h>
#include <fulcrum/solver.h>

#include "core/foundation/base/errors.h"
#include "core/physics/problem/constraint.h"
#include "core/physics/problem/contacts.h"

//------------------------------ scalar rows -------------------------------------------------------

typedef long long Four64 __attribute__((vector_size(4 * sizeof(long long))));
_Static_assert(mjCNSTRSTATE_SATISFIED == 0 && mjCNSTRSTATE_QUADRATIC == 1, "states of rows");

// Rows [first, last) with quadratic costs, everywhere or, when `one_sided`, where r < 0. Returns
// their cost.
static inline mjtNum quadratic_rows(FcProblem* p, const mjtNum* jar, int first, int last,
                                    int one_sided) {
  const mjtNum* D = p->D;
  mjtNum *force = p->force, sum = 0;
  int *state = p->state, i = first;
  FcFour sums = {0};
  for (; i <= last - 4; i += 4) {
    FcFour r = FC_CFOUR(jar + i);
    Four64 active = {-1, -1, -1, -1};
    if (one_sided) {
      active = r < 0;
      r = (FcFour)((Four64)r & active);
    }
    const FcFour f = 0 - FC_CFOUR(D + i) * r;
    FC_FOUR(force + i) = f;
    sums -= f * r;
    for (int k = 0; k < 4; k++)
      state[i + k] = -(int)active[k];
  }
  for (; i < last; i++) {
    const int active = !one_sided || jar[i] < 0;
    const mjtNum r = active ? jar[i] : 0, f = 0 - D[i] * r;
    force[i] = f;
    sum -= f * r;
    state[i] = active;
  }
  return (((sums[0] + sums[1]) + (sums[2] + sums[3])) + sum) / 2;
}

static mjtNum friction_rows(FcProblem* p, const mjtNum* jar, mjtNum cost) {
  for (int i = p->ne; i < p->ne + p->nf; i++) {
    mjtNum r = jar[i], loss = p->frictionloss[i], knee = p->R[i] * loss;
    if (r <= -knee) {
      p->force[i] = loss;
      p->state[i] = mjCNSTRSTATE_LINEARNEG;
      cost += loss * (-knee / 2 - r);
    } else if (r >= knee) {
      p->force[i] = -loss;
      p->state[i] = mjCNSTRSTATE_LINEARPOS;
      cost += loss * (-knee / 2 + r);
    } else {
      p->force[i] = -p->D[i] * r;
      p->state[i] = mjCNSTRSTATE_QUADRATIC;
      cost += p->D[i] * r * r / 2;
    }
  }
  return cost;
}

//------------------------------ elliptic contacts -------------------------------------------------

// Second derivative of the middle zone with respect to r, for a contact of dimension `dim`.
static inline __attribute__((always_inline)) void cone_hessian(mjContact* con, int dim,
                                                               const mjtNum* U, mjtNum T,
                                                               mjtNum Dm) {
  const mjtNum mu = con->mu, N = U[0], inverse = 1 / T, slope = mu * N * inverse;
  mjtNum u[6], scale[6];
  scale[0] = Dm * mu;
  con->H[0] = scale[0] * mu;
  for (int j = 1; j < dim; j++) {
    scale[j] = Dm * con->friction[j - 1];
    u[j] = U[j] * inverse;
    con->H[j] = con->H[j * dim] = scale[0] * con->friction[j - 1] * (-mu * u[j]);
  }
  for (int j = 1; j < dim; j++) {
    for (int k = 1; k <= j; k++) {
      const mjtNum h = slope * u[j] * u[k] + (j == k ? mu * mu - slope : 0);
      con->H[j * dim + k] = con->H[k * dim + j] = scale[j] * con->friction[k - 1] * h;
    }
  }
}

// Rows of one elliptic contact of dimension `dim`, starting at row i. Returns their cost.
static inline __attribute__((always_inline)) mjtNum cone_rows(FcProblem* p, const mjtNum* jar,
                                                              mjContact* con, int dim, int i,
                                                              int want_hessian) {
  const mjtNum mu = con->mu, *r = jar + i, *D = p->D + i;
  mjtNum U[6], TT = 0, cost = 0, *force = p->force + i;
  int state;
  U[0] = mu * r[0];
  for (int j = 1; j < dim; j++) {
    U[j] = con->friction[j - 1] * r[j];
    TT += U[j] * U[j];
  }
  const mjtNum N = U[0], T = fc_sqrt(TT);

  if (N >= mu * T || (T <= 0 && N >= 0)) {
    state = mjCNSTRSTATE_SATISFIED;
    for (int j = 0; j < dim; j++)
      force[j] = 0;
  } else if (mu * N + T <= 0 || (T <= 0 && N < 0)) {
    state = mjCNSTRSTATE_QUADRATIC;
    for (int j = 0; j < dim; j++) {
      force[j] = -D[j] * r[j];
      cost -= force[j] * r[j];
    }
    cost /= 2;
  } else {
    state = mjCNSTRSTATE_CONE;
    const mjtNum Dm = D[0] / (mu * mu * (1 + mu * mu)), gap = N - mu * T;
    const mjtNum normal = -Dm * gap * mu, ratio = -normal / T;
    cost = Dm * gap * gap / 2;
    force[0] = normal;
    for (int j = 1; j < dim; j++)
      force[j] = ratio * U[j] * con->friction[j - 1];
    if (want_hessian)
      cone_hessian(con, dim, U, T, Dm);
  }
  for (int j = 0; j < dim; j++)
    p->state[i + j] = state;
  return cost;
}

// Rows [first, nefc) of limits and elliptic contacts. Returns their cost.
static mjtNum elliptic_rows(FcProblem* p, const mjtNum* jar, int first, int want_hessian) {
  mjtNum cost = 0;
  while (first < p->nefc) {
    if (p->type[first] != mjCNSTR_CONTACT_ELLIPTIC) {
      cost += quadratic_rows(p, jar, first, first + 1, 1);
      first++;
      continue;
    }
    mjContact* con = p->contact + p->id[first];
    const int dim = con->dim;
    cost += dim == 3 ? cone_rows(p, jar, con, 3, first, want_hessian)
                     : cone_rows(p, jar, con, dim, first, want_hessian);
    first += dim;
  }
  return cost;
}

//------------------------------ potentials --------------------------------------------------------

int first_contact_row(const FcProblem* p) {
  int row = p->ne + p->nf;
  while (row < p->nefc && p->type[row] < mjCNSTR_CONTACT_FRICTIONLESS)
    row++;
  return row;
}

int potentials_list(const FcProblem* p, int first, int* contact, int* row) {
  int n = 0;
  for (int i = first; i < p->nefc; i += p->contact[contact[n++]].dim) {
    contact[n] = p->id[i];
    row[n] = i;
  }
  return n;
}

void potentials_evaluate(FcProblem* p, FcPotentialBatch* at) {
  const Bound* bound = problem_host(p)->contact_law;
  const FcContactModel* model = bound->table;
  Contacts view;
  if (contacts_view(problem_host(p)->m, problem_host(p)->d, &view)) {
    FcContactBatch batch = contact_batch(problem_host(p)->m, problem_host(p)->d, &view);
    batch.u = view.u;
    batch.vel = problem_host(p)->d->efc_vel;
    batch.aref = problem_host(p)->d->efc_aref;
    const unsigned long mark = module_enter(problem_host(p)->d);
    if (!model->potential(&bound->context, &batch, at))
      return;
    fail_settle(mark, "function", "potential", -1);
  } else {
    fc_fail("another contact model was bound since the contacts were found");
  }
  problem_host(p)->law_failed = 1;
  fc_zero(at->cost, at->n);
  fc_zero(at->force, p->nefc);
  if (at->hessian)
    fc_zero(at->hessian, 36 * at->n);
}

// Rows [first, nefc) of contacts with potentials, at the velocity h r after the step: s = l / h^2.
static mjtNum potential_rows(FcProblem* p, const mjtNum* jar, int first, int want_hessian) {
  const size_t room = (size_t)(p->nefc - first);
  const mjtNum h = problem_host(p)->m->opt.timestep;
  mjtNum sum = 0;
  if (!room)
    return 0;
  mj_markStack(problem_host(p)->d);
  int *contact = mj_stackAllocInt(problem_host(p)->d, room),
      *row = mj_stackAllocInt(problem_host(p)->d, room);
  mjtNum* u = mj_stackAllocNum(problem_host(p)->d, (size_t)p->nefc);
  FcPotentialBatch at = {.size = sizeof at,
                         .n = potentials_list(p, first, contact, row),
                         .contact = contact,
                         .row = row,
                         .u = u,
                         .force = p->force};
  at.cost = mj_stackAllocNum(problem_host(p)->d, (size_t)at.n);
  at.hessian = want_hessian ? mj_stackAllocNum(problem_host(p)->d, 36 * (size_t)at.n) : NULL;
  fc_scl(u + first, jar + first, h, (int)room);
  potentials_evaluate(p, &at);
  for (int k = 0; k < at.n; k++) {
    mjContact* con = p->contact + contact[k];
    sum += at.cost[k];
    if (want_hessian)
      fc_copy(con->H, at.hessian + 36 * k, con->dim * con->dim);
  }
  for (int i = first; i < p->nefc; i++)
    p->state[i] = mjCNSTRSTATE_CONE;
  mj_freeStack(problem_host(p)->d);
  return sum / (h * h);
}

//------------------------------ the law -----------------------------------------------------------

mjtNum law_evaluate(FcProblem* p, const mjtNum* jar, int want_hessian) {
  mjtNum cost = friction_rows(p, jar, quadratic_rows(p, jar, 0, p->ne, 0));
  int first = p->ne + p->nf;
  if (p->potentials) {
    int contact = first_contact_row(p);
    cost += quadratic_rows(p, jar, first, contact, 1);
    return cost + potential_rows(p, jar, contact, want_hessian);
  }
  return cost + (p->elliptic ? elliptic_rows(p, jar, first, want_hessian)
                             : quadratic_rows(p, jar, first, p->nefc, 1));
}

mjtNum problem_gauss(const FcProblem* p, const mjtNum* Ma) {
  const mjtNum *f = p->qfrc_smooth, *a = p->qacc, *a0 = p->qacc_smooth;
  mjtNum sum = 0;
  FcFour sums = {0};
  int i = 0;
  for (; i <= p->nv - 4; i += 4)
    sums += (FC_CFOUR(Ma + i) - FC_CFOUR(f + i)) * (FC_CFOUR(a + i) - FC_CFOUR(a0 + i));
  for (; i < p->nv; i++)
    sum += (Ma[i] - f[i]) * (a[i] - a0[i]);
  return ((sums[0] + sums[1]) + (sums[2] + sums[3])) + sum;
}

mjtNum fc_problemUpdate(FcProblem* p, const mjtNum* jar, int want_hessian) {
  mjtNum cost = law_evaluate(p, jar, want_hessian);
  fc_problemMulJT(p, p->qfrc_constraint, p->force);
  return cost;
}

mjtNum fc_problemEvaluate(FcProblem* p, const mjtNum* jar, const mjtNum* Ma, int want_hessian,
                          mjtNum* gauss) {
  *gauss = problem_gauss(p, Ma);
  return fc_problemUpdate(p, jar, want_hessian);
}

void law_check(const FcProblem* p) {
  if (problem_host(p)->law_failed) {
    const Bound* bound = problem_host(p)->contact_law;
    mju_error("contact model '%s': %s", bound->face->name, fail_reason(0));
  }
}

void mj_constraintUpdate(const mjModel* m, mjData* d, const mjtNum* jar, mjtNum* cost,
                         int flg_coneHessian) {
  if (!d->nefc) {
    if (cost)
      *cost = 0;
    return;
  }
  Problem problem;
  FcProblem* p = &problem.shown;
  problem_whole(m, d, &problem);
  mjtNum value = law_evaluate(p, jar, flg_coneHessian);
  law_check(p);
  problem_mul_transposed(p, p->qfrc_constraint, p->force);
  if (cost)
    *cost = value;
}

void mj_invConstraint(const mjModel* m, mjData* d) {
  fc_zero(d->qfrc_constraint, m->nv);
  if (!d->nefc)
    return;
  mj_markStack(d);
  mjtNum* jar = mj_stackAllocNum(d, d->nefc);
  mj_mulJacVec(m, d, jar, d->qacc);
  fc_subFrom(jar, d->efc_aref, d->nefc);
  mj_constraintUpdate(m, d, jar, NULL, 0);
  mj_freeStack(d);
}

//------------------------------ force space -------------------------------------------------------

// Relative distance from the cone that counts as rounding error.
#define ON_CONE ((mjtNum)1e-12)

// State of an elliptic contact of dimension `dim` from its force.
static inline __attribute__((always_inline)) int dual_cone_state(const mjContact* con,
                                                                 const mjtNum* force, int dim) {
  mjtNum mu = con->mu, normal = force[0] / mu, TT = 0;
  for (int j = 1; j < dim; j++) {
    mjtNum g = force[j] / con->friction[j - 1];
    TT += g * g;
  }
  mjtNum T = fc_sqrt(TT);

  // a point that the solver put on the cone counts as on it, however it was rounded
  if (mu * normal >= T * (1 - ON_CONE))
    return mjCNSTRSTATE_SATISFIED;
  return normal + mu * T <= 0 ? mjCNSTRSTATE_QUADRATIC : mjCNSTRSTATE_CONE;
}

// One-sided rows from `first` on. Returns the number of changes.
static int dual_unilateral_states(FcProblem* p, int first, int* nactive) {
  typedef int Four32 __attribute__((vector_size(4 * sizeof(int)), aligned(sizeof(int)), may_alias));
  const mjtNum* FC_RESTRICT force = p->force;
  int *FC_RESTRICT state = p->state, changed = 0, active = 0, i = first;
  Four32 changes = {0}, actives = {0};
  for (; i <= p->nefc - 4; i += 4) {
    // -1 where the force is not zero
    const Four32 now = ~__builtin_convertvector(FC_CFOUR(force + i) <= 0, Four32);
    Four32* old = (Four32*)(state + i);
    changes += *old != -now;
    actives += now;
    *old = -now;
  }
  for (int k = 0; k < 4; k++) {
    changed -= changes[k];
    active -= actives[k];
  }
  for (; i < p->nefc; i++) {
    const int now = !(force[i] <= 0);
    changed += state[i] != now;
    active += now;
    state[i] = now;
  }
  *nactive += active;
  return changed;
}

int fc_problemDualStates(FcProblem* p, int* nactive) {
  int first = p->ne + p->nf, changed = 0, active = first;
  const int last = p->elliptic ? p->nefc : first;
  for (int i = 0, n; i < last; i += n) {
    mjtNum f = p->force[i];
    int state;
    n = 1;
    if (i < p->ne) {
      state = mjCNSTRSTATE_QUADRATIC;
    } else if (i < first) {
      mjtNum loss = p->frictionloss[i];
      state = f <= -loss  ? mjCNSTRSTATE_LINEARPOS
              : f >= loss ? mjCNSTRSTATE_LINEARNEG
                          : mjCNSTRSTATE_QUADRATIC;
    } else if (p->type[i] == mjCNSTR_CONTACT_ELLIPTIC) {
      const mjContact* con = p->contact + p->id[i];
      n = con->dim;
      state =
          n == 3 ? dual_cone_state(con, p->force + i, 3) : dual_cone_state(con, p->force + i, n);
    } else {
      state = f <= 0 ? mjCNSTRSTATE_SATISFIED : mjCNSTRSTATE_QUADRATIC;
    }
    if (i >= first && state != mjCNSTRSTATE_SATISFIED)
      active += n;
    for (int j = i; j < i + n; j++) {
      changed += p->state[j] != state;
      p->state[j] = state;
    }
  }
  if (!p->elliptic)
    changed += dual_unilateral_states(p, first, &active);
  *nactive = active;
  return changed;
}

void fc_problemFinishDual(FcProblem* p) {
  problem_mul_transposed(p, p->qfrc_constraint, p->force);
  fc_problemSolveM(p, p->qacc, p->qfrc_constraint);
  fc_addTo(p->qacc, p->qacc_smooth, p->nv);
}
