// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Results are a function of the state alone: the same bits again in another run, after a copy,
// after saving and restoring, beside other simulations and with any number of threads.

#include "tests/runtime/support.h"

#define STEPS 150

START_TEST(two_runs_give_the_same_bits) {
  mjModel *m = load_model(_i), *n = load_model(_i);
  mjData *a = mj_makeData(m), *b = mj_makeData(n);
  stir(m, a, STEPS);
  stir(n, b, STEPS);
  expect_same(m, a, b, models[_i]);
  mj_deleteData(a);
  mj_deleteData(b);
  mj_deleteModel(m);
  mj_deleteModel(n);
}
END_TEST

START_TEST(a_run_after_a_reset_gives_the_same_bits) {
  mjModel* m = load_model(_i);
  mjData *a = mj_makeData(m), *b = mj_makeData(m);
  stir(m, a, 77);
  mj_resetData(m, a);
  stir(m, a, STEPS);
  stir(m, b, STEPS);
  expect_same(m, a, b, models[_i]);
  mj_deleteData(a);
  mj_deleteData(b);
  mj_deleteModel(m);
}
END_TEST

START_TEST(a_copy_continues_like_the_original) {
  mjModel* m = load_model(_i);
  mjData *a = mj_makeData(m), *used = mj_makeData(m);
  stir(m, a, STEPS);
  stir(m, used, 20);
  mjData* fresh = mj_copyData(NULL, m, a);
  mj_copyData(used, m, a);
  stir(m, a, STEPS);
  stir(m, fresh, STEPS);
  stir(m, used, STEPS);
  expect_same(m, a, fresh, models[_i]);
  expect_same(m, a, used, models[_i]);
  mj_deleteData(a);
  mj_deleteData(fresh);
  mj_deleteData(used);
  mj_deleteModel(m);
}
END_TEST

START_TEST(a_copied_model_simulates_like_the_original) {
  mjModel* m = load_model(_i);
  mjModel* copy = mj_copyModel(NULL, m);
  mjData *a = mj_makeData(m), *b = mj_makeData(copy);
  stir(m, a, STEPS);
  stir(copy, b, STEPS);
  expect_same(m, a, b, models[_i]);
  mj_deleteData(a);
  mj_deleteData(b);
  mj_deleteModel(m);
  mj_deleteModel(copy);
}
END_TEST

START_TEST(a_restored_state_continues_like_the_original) {
  mjModel* m = load_model(_i);
  mjData *a = mj_makeData(m), *b = mj_makeData(m);
  mjtNum* state = malloc(sizeof(mjtNum) * (size_t)mj_stateSize(m, mjSTATE_INTEGRATION));
  stir(m, a, STEPS);
  mj_getState(m, a, state, mjSTATE_INTEGRATION);
  stir(m, b, 31);
  mj_setState(m, b, state, mjSTATE_INTEGRATION);
  stir(m, a, STEPS);
  stir(m, b, STEPS);
  expect_same(m, a, b, models[_i]);
  free(state);
  mj_deleteData(a);
  mj_deleteData(b);
  mj_deleteModel(m);
}
END_TEST

START_TEST(simulations_side_by_side_do_not_touch_each_other) {
  mjModel *m = load_model(_i), *other = load_model((_i + 1) % NMODEL);
  mjData *a = mj_makeData(m), *b = mj_makeData(m), *c = mj_makeData(other);
  stir(m, a, STEPS);
  for (int k = 0; k < STEPS; k++) {
    stir(m, b, 1);
    stir(other, c, 1);
  }
  expect_same(m, a, b, models[_i]);
  mj_deleteData(a);
  mj_deleteData(b);
  mj_deleteData(c);
  mj_deleteModel(m);
  mj_deleteModel(other);
}
END_TEST

START_TEST(threads_do_not_change_a_bit) {
  mjModel* m = load_model(_i);
  mjData* a = mj_makeData(m);
  stir(m, a, STEPS);
  for (int n = 1; n <= 8; n *= 2) {
    mjData* b = mj_makeData(m);
    mjThreadPool* pool = mju_threadPoolCreate((size_t)n);
    mju_bindThreadPool(b, pool);
    stir(m, b, STEPS);
    expect_same(m, a, b, models[_i]);
    mj_deleteData(b);
    mju_threadPoolDestroy(pool);
  }
  mj_deleteData(a);
  mj_deleteModel(m);
}
END_TEST

// ---------------------------------------------------------------- a scene that is worth sharing

// Sixty chains and balls on a floor, on static and mocap bodies too, a cloth and a soft ball, with
// sensors; %s: further options.
static const char many_trees[] =
    "<mujoco><option timestep='.001' %s/><worldbody><geom type='plane' size='9 9 .1'/>"
    "<body name='stand' pos='0 0 .5'><geom size='.1'/>"
    "<body pos='.5 0 0'><joint axis='0 1 0' damping='.1'/><geom type='capsule' size='.05 "
    ".2'/></body>"
    "</body>"
    "<body mocap='true' pos='0 2 1'><geom size='.1'/>"
    "<body pos='0 .4 0'><joint type='ball'/><geom size='.1'/></body></body>"
    "<replicate count='30' offset='.35 .02 0'><body pos='-5 0 .6'><freejoint/>"
    "<geom type='capsule' size='.06' fromto='0 0 0 .2 0 0'/><site name='s' pos='0 0 .1'/>"
    "<body pos='.25 0 0'><joint axis='0 1 0' damping='.2' range='-60 60'/>"
    "<geom type='capsule' size='.05' fromto='0 0 0 .2 0 0'/></body></body></replicate>"
    "<replicate count='30' offset='.3 .01 .02'><body pos='-4 .8 .3'><freejoint/>"
    "<geom size='.1'/></body></replicate>"
    "<flexcomp name='cloth' type='grid' dim='2' count='12 12 1' spacing='.1 .1 .1' pos='0 -2 1' "
    "radius='.01'><contact selfcollide='none'/><elasticity young='1e3' thickness='.01' "
    "elastic2d='both'/></flexcomp>"
    "<flexcomp name='ball' type='grid' dim='3' count='6 6 6' spacing='.1 .1 .1' pos='3 -2 .6' "
    "radius='.01' mass='2'><contact selfcollide='none'/>"
    "<elasticity young='3e2' poisson='.2' damping='.01'/></flexcomp>"
    "</worldbody><sensor><gyro site='s00'/><framepos objtype='site' objname='s07'/>"
    "<rangefinder site='s03'/><touch site='s05'/><subtreecom body='stand'/></sensor></mujoco>";

static mjModel* load_many_trees(const char* options) {
  char text[sizeof many_trees + 100], error[1000] = "";
  snprintf(text, sizeof text, many_trees, options);
  mjVFS vfs;
  mj_defaultVFS(&vfs);
  mj_addBufferVFS(&vfs, "trees.xml", text, (int)strlen(text));
  mjModel* m = mj_loadXML("trees.xml", &vfs, error, sizeof error);
  mj_deleteVFS(&vfs);
  ck_assert_msg(m != NULL, "%s", error);
  return m;
}

START_TEST(threads_do_not_change_a_bit_of_many_trees) {
  static const char* const options[] = {"", "integrator='implicitfast' cone='elliptic'",
                                        "solver='CG'"};
  const char* model = options[_i / 2];
  mjModel* m = load_many_trees(model);
  if (_i % 2)
    m->opt.enableflags |= mjENBL_SLEEP;
  mjData* a = mj_makeData(m);
  stir(m, a, 40);
  for (int n = 1; n <= 4; n++) {
    mjData* b = mj_makeData(m);
    mjThreadPool* pool = mju_threadPoolCreate((size_t)n);
    // bound for a part of the steps only
    stir(m, b, 5);
    mju_bindThreadPool(b, pool);
    stir(m, b, 15);
    b->threadpool = 0;
    stir(m, b, 5);
    mju_bindThreadPool(b, pool);
    stir(m, b, 15);
    expect_same(m, a, b, model);
    SAME(a, b, M, m->nC);
    SAME(a, b, cvel, 6 * m->nbody);
    SAME(a, b, crb, 10 * m->nbody);
    SAME(a, b, subtree_com, 3 * m->nbody);
    SAME(a, b, geom_xmat, 9 * m->ngeom);
    SAME(a, b, flexvert_xpos, 3 * m->nflexvert);
    mj_deleteData(b);
    mju_threadPoolDestroy(pool);
  }
  mj_deleteData(a);
  mj_deleteModel(m);
}
END_TEST

// A heap of jointed bodies with explicit pairs, exclusions, a mesh and planes: every collider, most
// of them shared by threads.
static const char heap[] =
    "<mujoco><option timestep='.002'/><asset><mesh name='wedge' vertex='0 0 0 .2 0 0 0 .2 0 0 0 "
    ".2'/>"
    "</asset><worldbody><geom type='plane' size='9 9 .1'/><geom type='box' size='2 .1 .5'/>"
    "<replicate count='60' offset='.04 .14 0'><body pos='-2 -4 .07'><freejoint/>"
    "<geom name='a' type='capsule' size='.06' fromto='0 0 0 .2 0 0'/>"
    "<geom type='sphere' size='.08' pos='.1 .1 0'/>"
    "<body name='b' pos='.25 0 0'><joint axis='0 1 0' damping='.2'/>"
    "<geom type='capsule' size='.05' fromto='0 0 0 .2 0 0'/></body></body></replicate>"
    "<replicate count='30' offset='.04 .28 .01'><body pos='-2 -4 .2'><freejoint/>"
    "<geom type='box' size='.1 .08 .06'/></body></replicate>"
    "<replicate count='6' offset='.3 .2 .02'><body pos='-1 -.6 .3'><freejoint/>"
    "<geom type='mesh' mesh='wedge'/></body></replicate></worldbody>"
    "<contact><pair geom1='a03' geom2='a05'/><pair geom1='a10' geom2='a59' condim='1'/>"
    "<exclude body1='b07' body2='b08'/></contact></mujoco>";

START_TEST(threads_do_not_change_a_contact_of_a_heap) {
  const char* model = "heap";
  char error[1000] = "";
  mjVFS vfs;
  mj_defaultVFS(&vfs);
  mj_addBufferVFS(&vfs, "heap.xml", heap, (int)sizeof heap - 1);
  mjModel* m = mj_loadXML("heap.xml", &vfs, error, sizeof error);
  mj_deleteVFS(&vfs);
  ck_assert_msg(m != NULL, "%s", error);
  mjData* a = mj_makeData(m);
  stir(m, a, 220);
  ck_assert_int_gt(a->ncon, 100);
  static const size_t threads[] = {1, 2, 3, 8};
  for (int i = 0; i < 4; i++) {
    mjData* b = mj_makeData(m);
    mjThreadPool* pool = mju_threadPoolCreate(threads[i]);
    mju_bindThreadPool(b, pool);
    stir(m, b, 220);
    expect_same(m, a, b, model);
    SAME(a, b, contact, a->ncon);
    SAME(a, b, efc_J, a->nJ);
    SAME(a, b, iefc_J, a->nJ);
    SAME(a, b, bvh_active, m->nbvh);
    mj_deleteData(b);
    mju_threadPoolDestroy(pool);
  }
  mj_deleteData(a);
  mj_deleteModel(m);
}
END_TEST

int main(void) {
  TCase* tests = tcase_create("determinism");
  tcase_add_loop_test(tests, two_runs_give_the_same_bits, 0, NMODEL);
  tcase_add_loop_test(tests, a_run_after_a_reset_gives_the_same_bits, 0, NMODEL);
  tcase_add_loop_test(tests, a_copy_continues_like_the_original, 0, NMODEL);
  tcase_add_loop_test(tests, a_copied_model_simulates_like_the_original, 0, NMODEL);
  tcase_add_loop_test(tests, a_restored_state_continues_like_the_original, 0, NMODEL);
  tcase_add_loop_test(tests, simulations_side_by_side_do_not_touch_each_other, 0, NMODEL);
  tcase_add_loop_test(tests, threads_do_not_change_a_bit, 0, NMODEL);
  tcase_add_loop_test(tests, threads_do_not_change_a_bit_of_many_trees, 0, 6);
  tcase_add_test(tests, threads_do_not_change_a_contact_of_a_heap);
  return run_case("determinism", tests);
}
