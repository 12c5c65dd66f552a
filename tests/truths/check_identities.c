// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Identities that hold in every model, checked on the whole corpus in the middle of a motion:
//
//   the solution satisfies its optimality conditions and closes the gap between primal and dual
//   inverse dynamics of the result of forward dynamics is the force that was applied
//   velocities of tendons, actuators and rows are the rates of their lengths
//   the analytic derivative of the smooth forces is the one by finite differences

#include "tests/dynamics/corpus.h"
#include "tests/solvers/optimum.h"
#include "tests/support.h"

static mjModel* load(int i) {
  char path[1000], error[1000] = "";
  snprintf(path, sizeof path, "%s/%s/%s.xml", TEST_SOURCE_DIR, CORPUS, corpus_names[i]);
  mjModel* m = mj_loadXML(path, NULL, error, sizeof error);
  ck_assert_msg(m != NULL, "%s: %s", path, error);
  // all trees take part
  m->opt.enableflags &= ~mjENBL_SLEEP;
  return m;
}

// in motion, with controls and forces from outside
static mjData* in_motion(const mjModel* m) {
  mjData* d = mj_makeData(m);
  if (m->nkey)
    mj_resetDataKeyframe(m, d, 0);
  for (int k = 0; k < 25; k++) {
    for (int i = 0; i < m->nu; i++)
      d->ctrl[i] = 0.4 * sin(9 * d->time + i) + 0.2;
    mj_step(m, d);
  }
  for (int i = 0; i < m->nv; i++)
    d->qfrc_applied[i] = 0.1 * sin(3 * i + 1);
  for (int i = 6; i < 6 * m->nbody; i++)
    d->xfrc_applied[i] = 0.1 * cos(2 * i);
  mj_forward(m, d);
  return d;
}

// ---------------------------------------------------------------- solution

static const char* const solvers[] = {"PGS", "CG", "Newton"};

// With the smallest friction there is, the subproblems of PGS are too badly conditioned for it.
static int beyond_PGS(const mjData* d) {
  int found = 0;
  for (int i = 0; i < d->ncon; i++)
    found |= d->contact[i].friction[0] < 1e-4;
  return found;
}

// The primal solvers to their optimum, PGS to where its sweeps bring it.
START_TEST(solutions_are_optimal) {
  static const int iterations[] = {0, 200, 60};
  // PGS crawls along nearly singular directions
  static const mjtNum gaps[] = {0.02, 1e-8, 1e-10};
  for (int solver = mjSOL_PGS; solver <= mjSOL_NEWTON; solver++) {
    Scene s;
    s.m = load(_i);
    s.m->opt.solver = solver;
    s.m->opt.noslip_iterations = 0;
    s.m->opt.ls_iterations = 50;
    s.m->opt.ls_tolerance = 0.01;
    s.d = in_motion(s.m);
    s.m->opt.tolerance = 0;
    s.m->opt.iterations = solver != mjSOL_PGS ? iterations[solver] : s.d->nefc < 60 ? 3000 : 300;
    mj_forward(s.m, s.d);
    if (s.d->nefc && !(solver == mjSOL_PGS && beyond_PGS(s.d))) {
      const Judgement j = scene_judge(s);
      const mjtNum scale = fmax(1, fabs(j.primal));
      ck_assert_msg(j.gap <= gaps[solver] * scale && j.gap >= -1e-9 * scale,
                    "%s with %s: gap %g of %g", corpus_names[_i], solvers[solver], j.gap, j.primal);
      ck_assert_msg(j.infeasible <= 1e-9 * fmax(1, mju_norm(s.d->efc_force, s.d->nefc)),
                    "%s with %s: infeasible by %g", corpus_names[_i], solvers[solver],
                    j.infeasible);
      // the residual is that of the forces that follow from the acceleration
      ck_assert_msg(solver == mjSOL_PGS ||
                        j.residual <= 1e-6 * fmax(1, mju_norm(s.d->qfrc_constraint, (int)s.m->nv)),
                    "%s with %s: residual %g", corpus_names[_i], solvers[solver], j.residual);
    }
    mj_deleteData(s.d);
    mj_deleteModel(s.m);
  }
}
END_TEST

START_TEST(inverse_dynamics_finds_the_applied_forces) {
  mjModel* m = load(_i);
  m->opt.enableflags &= ~mjENBL_INVDISCRETE;
  m->opt.noslip_iterations = 0;
  m->opt.solver = mjSOL_NEWTON;
  m->opt.ls_iterations = 50;
  m->opt.ls_tolerance = 0.01;
  mjData* d = in_motion(m);
  m->opt.tolerance = 0;
  m->opt.iterations = 100;
  mj_forward(m, d);
  const int nv = (int)m->nv;
  mjtNum *applied = calloc((size_t)nv + 1, sizeof *applied), scale = 1;
  for (int i = 0; i < nv; i++) {
    applied[i] = d->qfrc_applied[i] + d->qfrc_actuator[i];
    scale = fmax(scale, fmax(fabs(d->qfrc_constraint[i]), fabs(d->qfrc_bias[i])));
  }
  for (int i = 1; i < m->nbody; i++)
    mj_applyFT(m, d, d->xfrc_applied + 6 * i, d->xfrc_applied + 6 * i + 3, d->xipos + 3 * i, i,
               applied);
  mj_inverse(m, d);
  for (int i = 0; i < nv; i++)
    ck_assert_msg(fabs(d->qfrc_inverse[i] - applied[i]) <= 1e-8 * scale,
                  "%s: dof %d: %.17g, applied %.17g, scale %g", corpus_names[_i], i,
                  d->qfrc_inverse[i], applied[i], scale);
  free(applied);
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

// ---------------------------------------------------------------- rates

// positions moved along qvel by dt, in a copy that has only its kinematics evaluated
static mjData* moved(const mjModel* m, const mjData* d, mjtNum dt) {
  mjData* copy = mj_copyData(NULL, m, d);
  mj_integratePos(m, copy->qpos, copy->qvel, dt);
  mj_fwdPosition(m, copy);
  return copy;
}

static void expect_rates(const char* model, const char* what, const mjtNum* velocity,
                         const mjtNum* after, const mjtNum* before, long n, mjtNum dt) {
  for (long i = 0; i < n; i++) {
    const mjtNum rate = (after[i] - before[i]) / (2 * dt);
    ck_assert_msg(fabs(rate - velocity[i]) <= 1e-5 * fmax(1, fabs(rate)),
                  "%s: velocity of %s %ld is %.10g, the rate of its length %.10g", model, what, i,
                  velocity[i], rate);
  }
}

START_TEST(velocities_are_rates_of_lengths) {
  const mjtNum dt = 1e-6;
  mjModel* m = load(_i);
  m->opt.disableflags &= ~mjDSBL_ACTUATION;
  mjData* d = in_motion(m);
  mjData *after = moved(m, d, dt), *before = moved(m, d, -dt);
  expect_rates(corpus_names[_i], "tendon", d->ten_velocity, after->ten_length, before->ten_length,
               m->ntendon, dt);
  for (int e = 0; e < m->nflexedge; e++) {
    // edges of flexes that have no use for it have no velocity
    if (m->flexedge_J_rownnz[e])
      expect_rates(corpus_names[_i], "edge", d->flexedge_velocity + e, after->flexedge_length + e,
                   before->flexedge_length + e, 1, dt);
  }
  for (int i = 0; i < m->nu; i++) {
    // forces at sites without reference and on free joints have no length, balls a scaled one
    const int type = m->actuator_trntype[i], joint = m->actuator_trnid[2 * i];
    if (type == mjTRN_TENDON || type == mjTRN_SLIDERCRANK ||
        (type == mjTRN_JOINT && m->jnt_type[joint] >= mjJNT_SLIDE))
      expect_rates(corpus_names[_i], "actuator", d->actuator_velocity + i,
                   after->actuator_length + i, before->actuator_length + i, 1, dt);
  }
  mj_deleteData(d);
  mj_deleteData(after);
  mj_deleteData(before);
  mj_deleteModel(m);
}
END_TEST

// ---------------------------------------------------------------- derivatives

// without what the armature of tendons adds to the bias, which is left out by definition
static void smooth_force(const mjModel* m, mjData* d, int dof, mjtNum eps, mjtNum* force) {
  const mjtNum kept = d->qvel[dof];
  d->qvel[dof] += eps;
  mj_fwdVelocity(m, d);
  mj_fwdActuation(m, d);
  mj_rne(m, d, 0, force);
  for (int i = 0; i < m->nv; i++)
    force[i] = d->qfrc_passive[i] - force[i] + d->qfrc_actuator[i];
  d->qvel[dof] = kept;
}

// Entries on the pattern of the derivative. Forces at a limit have a kink there, so a derivative
// may be that of either side: the one by differences is then taken on both. The damping in elements
// of flexes is left out by definition.
START_TEST(analytic_derivatives_equal_finite_differences) {
  const mjtNum eps = 1e-6;
  mjModel* m = load(_i);
  mju_zero(m->flex_damping, (int)m->nflex);
  const int nv = (int)m->nv;
  mjData* d = in_motion(m);
  mjData* copy = mj_copyData(NULL, m, d);
  m->opt.integrator = mjINT_IMPLICIT;
  mj_implicit(m, copy);
  mjtNum* plus = calloc((size_t)nv + 1, sizeof *plus);
  mjtNum* minus = calloc((size_t)nv + 1, sizeof *minus);
  mjtNum scale = 1;
  for (int k = 0; k < m->nD; k++)
    scale = fmax(scale, fabs(copy->qDeriv[k]));
  for (int j = 0; j < nv; j++) {
    smooth_force(m, d, j, eps, plus);
    smooth_force(m, d, j, -eps, minus);
    for (int i = 0; i < nv; i++) {
      for (int k = m->D_rowadr[i]; k < m->D_rowadr[i] + m->D_rownnz[i]; k++) {
        const mjtNum numeric = (plus[i] - minus[i]) / (2 * eps);
        if (m->D_colind[k] == j)
          ck_assert_msg(fabs(copy->qDeriv[k] - numeric) <= 1e-6 * scale,
                        "%s: derivative (%d, %d) is %.10g, by differences %.10g, scale %g",
                        corpus_names[_i], i, j, copy->qDeriv[k], numeric, scale);
      }
    }
  }
  free(plus);
  free(minus);
  mj_deleteData(d);
  mj_deleteData(copy);
  mj_deleteModel(m);
}
END_TEST

int main(void) {
  corpus_read_names();
  Suite* suite = suite_create("identities");
  TCase* tc = tcase_create("identities");
  tcase_set_timeout(tc, 60);
  tcase_add_loop_test(tc, solutions_are_optimal, 0, ncorpus);
  tcase_add_loop_test(tc, inverse_dynamics_finds_the_applied_forces, 0, ncorpus);
  tcase_add_loop_test(tc, velocities_are_rates_of_lengths, 0, ncorpus);
  tcase_add_loop_test(tc, analytic_derivatives_equal_finite_differences, 0, ncorpus);
  suite_add_tcase(suite, tc);
  return run_suite(suite);
}
