// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// What the suites of constraints and solvers share: small scenes whose rows, forces and statistics
// are known, and comparisons.

#ifndef TESTS_PHYSICS_PROBLEM_SCENE_H_
#define TESTS_PHYSICS_PROBLEM_SCENE_H_

#include "tests/support.h"

// Equalities, dry friction and limits of a hinge, a slide and a tendon that combines them; the
// first equality is inactive.
static const char* const scene_coupled =
    "<mujoco><compiler angle='radian'/><option timestep='0.005'/><worldbody><body pos='0 0 1'>"
    "<joint name='h' type='hinge' axis='0 1 0' range='-0.5 0.5' margin='0.1' frictionloss='0.3'/>"
    "<geom type='capsule' fromto='0 0 0 0.4 0 0' size='0.05' mass='1'/>"
    "<body pos='0.4 0 0'><joint name='s' type='slide' axis='1 0 0' range='-0.1 0.2'/>"
    "<geom type='sphere' size='0.06' mass='0.5'/></body></body></worldbody>"
    "<tendon><fixed name='t' range='-0.2 0.1' limited='true' margin='0.02' frictionloss='0.05'>"
    "<joint joint='h' coef='1'/><joint joint='s' coef='-2'/></fixed></tendon>"
    "<equality><joint joint1='s' joint2='h' polycoef='0.01 0.2 0.3 -0.1 0.05' active='false'/>"
    "<joint joint1='s' joint2='h' polycoef='0.01 0.2 0.3 -0.1 0.05'/>"
    "<tendon tendon1='t' polycoef='0.02 0 0 0 0' solref='-200 -15'/></equality>"
    "<keyframe><key qpos='0.45 0.25' qvel='0.3 -0.7'/></keyframe></mujoco>";

// A sliding and spinning ball on a plane, condim 6; elliptic cones.
static const char* const scene_ball =
    "<mujoco><option timestep='0.002' cone='elliptic' impratio='2.5'/><worldbody>"
    "<geom name='floor' type='plane' size='5 5 .1' friction='0.8 0.02 0.003' condim='6'/>"
    "<body pos='0 0 0.095'><freejoint/><geom name='ball' type='sphere' size='0.1' mass='1'"
    " friction='0.6 0.01 0.001' condim='1' margin='0.01' gap='0.004'/></body></worldbody>"
    "<keyframe><key qpos='0 0 0.095 1 0 0 0' qvel='0.5 -0.2 -0.1 1 2 3'/></keyframe></mujoco>";

// Six trees: two islands, one of stacked balls, one tied by a joint equality; a free ball and a
// hinge without rows.
static const char* const scene_islands =
    "<mujoco><option timestep='0.002' cone='elliptic'/><worldbody><geom type='plane' size='5 5 "
    ".1'/>"
    "<body pos='0 0 5'><freejoint/><geom size='.1' mass='1'/></body>"
    "<body pos='1 0 0.099'><freejoint/><geom size='.1' mass='1'/></body>"
    "<body pos='2 0 1'><joint name='j2' type='hinge' axis='0 1 0' frictionloss='0.2'/>"
    "<geom type='capsule' fromto='0 0 0 .3 0 0' size='.02' mass='1'/></body>"
    "<body pos='1 0 0.297'><freejoint/><geom size='.1' mass='2'/></body>"
    "<body pos='3 0 1'><joint type='hinge' axis='0 1 0'/><geom type='capsule' fromto='0 0 0 .3 0 "
    "0' size='.02' mass='1'/></body>"
    "<body pos='4 0 1'><joint name='j5' type='hinge' axis='0 1 0' limited='true' range='20 40'/>"
    "<geom type='capsule' fromto='0 0 0 .3 0 0' size='.02' mass='1'/></body></worldbody>"
    "<equality><joint joint1='j5' joint2='j2'/></equality></mujoco>";

// Two bodies tied by every kind of connect and weld, and a limited ball joint.
static const char* const scene_welded =
    "<mujoco><option timestep='0.004' gravity='0 0 0'/><worldbody>"
    "<body name='A' pos='0 0 1'><freejoint/><geom type='box' size='.1 .2 .3' mass='2'/>"
    "<site name='sa' pos='.1 0 .05' euler='10 20 30'/></body>"
    "<body name='B' pos='0.5 0 1'><joint type='ball' range='0 40' limited='true' margin='0.05'/>"
    "<geom type='box' size='.2 .1 .1' mass='1'/><site name='sb' pos='-.1 0 .02' euler='0 15 "
    "0'/></body></worldbody>"
    "<equality><connect body1='A' body2='B' anchor='0.2 0.1 0'/>"
    "<weld body1='A' body2='B' anchor='0.05 0 0' torquescale='0.7'/><weld site1='sa' site2='sb' "
    "torquescale='1.5'/>"
    "<connect site1='sb' site2='sa'/><weld body1='B' relpose='0.1 0.2 0.3 2 0.2 0 0' anchor='0.6 0 "
    "1'/></equality>"
    "<keyframe><key qpos='0.02 -0.01 1.03 0.9 0.1 0.2 -0.1   0.9 0.3 -0.2 0.1'"
    " qvel='.1 .2 .3 .4 .5 .6 -.1 -.2 -.3'/></keyframe></mujoco>";

// A sphere dragged over a plane by tilted gravity, with dry friction in x; for slip removal.
static const char* const scene_dragged =
    "<mujoco><option timestep='0.002' gravity='2 1 -9.81' cone='elliptic' tolerance='1e-12' "
    "noslip_iterations='20'"
    " noslip_tolerance='1e-12'/><worldbody><geom type='plane' size='5 5 .1' friction='0.8'/><body "
    "pos='0 0 0.099'>"
    "<joint type='slide' axis='1 0 0' frictionloss='0.1'/><joint type='slide' axis='0 1 0'/><joint "
    "type='slide' axis='0 0 1'/>"
    "<geom type='sphere' size='0.1' mass='1' friction='0.8'/></body></worldbody>"
    "<keyframe><key qvel='0.001 -0.002 0'/></keyframe></mujoco>";

// Boxes, a chain and a sliding pillar with every kind of row at once, tied across trees.
static const char* const scene_everything =
    "<mujoco><option timestep='0.003'/><worldbody><geom type='plane' size='5 5 .1' condim='6'/>"
    "<body pos='0 0 .095'><freejoint/><geom type='box' size='.1 .1 .1' condim='4' friction='1 .01 "
    ".002'/></body>"
    "<body pos='0 0 .29'><freejoint/><geom type='box' size='.1 .1 .1' condim='6'/></body>"
    "<body pos='1 0 .09'><freejoint/><geom size='.1' condim='1'/></body>"
    "<body name='c0' pos='2 0 .5'><joint type='ball' range='0 30' limited='true' margin='.8' "
    "frictionloss='.1'/>"
    "<geom type='capsule' size='.05' fromto='0 0 0 .3 0 0'/>"
    "<body name='c1' pos='.3 0 0'><joint name='j1' axis='0 1 0' range='-10 10' limited='true' "
    "margin='1' frictionloss='.2'/>"
    "<geom type='capsule' size='.05' fromto='0 0 0 .3 0 0'/><site name='s1' pos='.3 0 0'/>"
    "<body name='c2' pos='.3 0 0'><joint name='j2' type='slide' axis='1 0 0' range='-.1 .1' "
    "limited='true'/>"
    "<geom size='.06'/></body></body></body>"
    "<body pos='2 1 .5'><joint name='k0' axis='0 1 0'/><geom type='capsule' size='.05' fromto='0 0 "
    "0 .3 0 0'/>"
    "<site name='s2' pos='.3 -.8 0'/>"
    "<body name='d1' pos='.3 0 0'><joint name='k1' axis='0 0 1'/><geom type='capsule' size='.05' "
    "fromto='0 0 0 .3 0 0'/></body></body>"
    "<body pos='3 1 .05'><joint type='slide' axis='1 0 0' frictionloss='.3'/><joint name='e2' "
    "type='slide' axis='0 0 1'/>"
    "<geom size='.06' condim='3'/></body></worldbody>"
    "<tendon><fixed name='t1' limited='true' range='-.01 .01' margin='.05' frictionloss='.3'>"
    "<joint joint='j1' coef='1'/><joint joint='k1' coef='-.5'/></fixed>"
    "<fixed name='t2'><joint joint='k0' coef='1'/><joint joint='j2' coef='2'/></fixed>"
    "<spatial name='t3' limited='true' range='0 .1'><site site='s1'/><site "
    "site='s2'/></spatial></tendon>"
    "<equality><connect body1='c2' body2='d1' anchor='0 .5 0'/><weld body1='d1' body2='c1' "
    "torquescale='.5'/>"
    "<joint joint1='k0' joint2='j2' polycoef='0 1 .5 .2 .1'/><tendon tendon1='t1' tendon2='t2' "
    "polycoef='0 .5 .1 0 0'/>"
    "<weld site1='s1' site2='s2'/><joint joint1='e2' polycoef='.01 0 0 0 0'/></equality></mujoco>";

// A model and its data.
typedef struct Scene_ {
  mjModel* m;
  mjData* d;
} Scene;

// Compile, at the first keyframe if there is one; nothing is evaluated yet.
static inline Scene scene_load(const char* xml) {
  char error[500] = "";
  mjSpec* spec = mj_parseXMLString(xml, NULL, error, sizeof error);
  ck_assert_msg(spec != NULL, "%s", error);
  Scene s = {mj_compile(spec, NULL), NULL};
  ck_assert_msg(s.m != NULL, "%s", mjs_getError(spec));
  mj_deleteSpec(spec);
  s.d = mj_makeData(s.m);
  if (s.m->nkey)
    mj_resetDataKeyframe(s.m, s.d, 0);
  return s;
}

// The same, evaluated.
static inline Scene scene_forward(const char* xml) {
  Scene s = scene_load(xml);
  mj_forward(s.m, s.d);
  return s;
}

static inline void scene_free(Scene s) {
  mj_deleteData(s.d);
  mj_deleteModel(s.m);
}

static const char* const solver_names[] = {"pgs", "cg", "newton"};

// |got - expected| <= tol * max(1, |expected|) for n numbers.
#define ck_assert_near(got, expected, n, tol)                                                      \
  do {                                                                                             \
    for (int k_ = 0; k_ < (n); k_++) {                                                             \
      double a_ = (got)[k_], b_ = (expected)[k_];                                                  \
      ck_assert_msg(fabs(a_ - b_) <= (tol)*fmax(1, fabs(b_)), #got "[%d] is %.17g, not %.17g", k_, \
                    a_, b_);                                                                       \
    }                                                                                              \
  } while (0)

#define ck_assert_ints(got, ...)                                                               \
  do {                                                                                         \
    const int expected_[] = {__VA_ARGS__};                                                     \
    for (size_t k_ = 0; k_ < sizeof expected_ / sizeof *expected_; k_++)                       \
      ck_assert_msg((got)[k_] == expected_[k_], #got "[%d] is %d, not %d", (int)k_, (got)[k_], \
                    expected_[k_]);                                                            \
  } while (0)

#define ck_assert_reals(got, tol, ...)                                       \
  do {                                                                       \
    const double reals_[] = {__VA_ARGS__};                                   \
    ck_assert_near(got, reals_, (int)(sizeof reals_ / sizeof *reals_), tol); \
  } while (0)

// Row of the Jacobian, dense whatever the storage.
static inline void scene_row(Scene s, int row, double* J) {
  for (int k = 0; k < s.m->nv; k++)
    J[k] = 0;
  if (mj_isSparse(s.m))
    for (int k = 0; k < s.d->efc_J_rownnz[row]; k++)
      J[s.d->efc_J_colind[s.d->efc_J_rowadr[row] + k]] = s.d->efc_J[s.d->efc_J_rowadr[row] + k];
  else
    memcpy(J, s.d->efc_J + row * s.m->nv, sizeof(double) * (size_t)s.m->nv);
}

#endif  // TESTS_PHYSICS_PROBLEM_SCENE_H_
