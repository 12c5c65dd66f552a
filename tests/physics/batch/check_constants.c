// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// mjb_setConst, models of the caller, and one simulation taken out of a batch.

// sizes in the lists of fields are members of the model m
#define MJ_M(n) m->n
#include <mujoco/mjxmacro.h>

#include "tests/physics/batch/support.h"

#define NSIM 6

// ---------------------------------------------------------------- models, field by field

static void expect_same(const char* name, const void* a, const void* b, size_t bytes, int sim) {
  ck_assert_msg(!bytes || memcmp(a, b, bytes) == 0, "%s of simulation %d", name, sim);
}

// every array of the two models and what is derived beside them
static void expect_same_model(const mjModel* m, const mjModel* expected, int sim) {
#define X(type, name, nr, nc) \
  expect_same(#name, m->name, expected->name, (size_t)(m->nr) * (size_t)(nc) * sizeof(type), sim);
#define XNV X
  MJMODEL_POINTERS
#undef XNV
#undef X
  expect_same("opt", &m->opt, &expected->opt, sizeof m->opt, sim);
  expect_same("stat", &m->stat, &expected->stat, sizeof m->stat, sim);
  ck_assert_int_eq(m->ngravcomp, expected->ngravcomp);
}

static void expect_models(const Twin* t) {
  mjModel* m = mj_copyModel(NULL, t->m);
  for (int i = 0; i < t->n; i++) {
    mjb_getModel(t->b, i, m);
    expect_same_model(m, t->model[i], i);
  }
  mj_deleteModel(m);
}

// mj_setConst for some models of the loop; 1 when it ended with an error, the model is then as it
// was
static int loop_constants(Twin* t, int sim) {
  mjModel* m = mj_copyModel(NULL, t->model[sim]);
  mjData* d = mj_makeData(t->m);
  volatile int failed = 0;
  mju_user_error = catch_error;
  if (!setjmp(error_jump)) {
    mj_setConst(m, d);
    mj_copyModel(t->model[sim], m);
  } else {
    failed = 1;
  }
  mju_user_error = NULL;
  mj_deleteModel(m);
  mj_deleteData(d);
  return failed;
}

// the same factor for all numbers of a field of a simulation
static void scale(Twin* t, const char* name, mjtNum* (*field)(const mjModel* m), mjtNum factor) {
  int size;
  mjtNum* values = mjb_expand(t->b, name, &size, NULL);
  ck_assert_ptr_nonnull(values);
  for (int i = 0; i < t->n; i++)
    for (int k = 0; k < size; k++)
      values[i * size + k] = field(t->model[i])[k] *= 1 + i * factor;
}

static mjtNum* mass_of(const mjModel* m) { return m->body_mass; }
static mjtNum* inertia_of(const mjModel* m) { return m->body_inertia; }
static mjtNum* pos_of(const mjModel* m) { return m->body_pos; }
static mjtNum* qpos0_of(const mjModel* m) { return m->qpos0; }

static const char* const models[] = {
    "/models/humanoid/humanoid.xml", "models/equalities.xml", "models/tendons.xml",
    "models/gravcomp.xml",           "models/muscles.xml",    "models/transmissions.xml"};
#define NMODEL ((int)(sizeof models / sizeof *models))

START_TEST(constants_are_those_of_every_simulation) {
  for (int nthread = 1; nthread <= 3; nthread += 2) {
    Twin t = twin_make(load_file(models[_i / 2]), NSIM, nthread, _i % 2);
    twin_own_models(&t);
    scale(&t, "body_mass", mass_of, 0.1);
    scale(&t, "body_inertia", inertia_of, 0.1);
    scale(&t, "body_pos", pos_of, 0.02);
    ck_assert_int_eq(mjb_setConst(t.b, NULL, 0), 0);
    for (int i = 0; i < t.n; i++)
      ck_assert(!loop_constants(&t, i));
    ck_assert_ptr_nonnull(mjb_expanded(t.b, "body_subtreemass", NULL, NULL));
    ck_assert_ptr_null(mjb_expanded(t.b, "geom_friction", NULL, NULL));
    expect_models(&t);
    twin_scatter(&t);
    for (int k = 0; k < 6; k++) {
      twin_step(&t, NULL, 0, 2, k % 4);
      expect_rows(&t, models[_i / 2]);
    }
    // once more, for some of them
    const int ids[] = {1, 4, 5};
    scale(&t, "qpos0", qpos0_of, 0.01);
    ck_assert_int_eq(mjb_setConst(t.b, ids, 3), 0);
    for (int k = 0; k < 3; k++)
      ck_assert(!loop_constants(&t, ids[k]));
    expect_models(&t);
    twin_step(&t, NULL, 0, 3, mjSTAGE_ACC);
    expect_rows(&t, models[_i / 2]);
    twin_delete(&t);
  }
}
END_TEST

START_TEST(a_field_that_constants_do_not_depend_on_changes_none) {
  Twin t = twin_make(parse(two_links), NSIM, 2, 0);
  int size;
  ck_assert_int_eq(mjb_setConst(t.b, NULL, 0), 0);
  mjtNum* friction = mjb_expand(t.b, "geom_friction", &size, NULL);
  for (int i = 0; i < NSIM * size; i++)
    friction[i] *= 2;
  ck_assert_int_eq(mjb_setConst(t.b, NULL, 0), 0);
  ck_assert_ptr_null(mjb_expanded(t.b, "body_subtreemass", NULL, NULL));
  ck_assert_ptr_null(mjb_expanded(t.b, "dof_invweight0", NULL, NULL));
  twin_delete(&t);
}
END_TEST

// Two bodies that may sleep, joined by a tendon: a spring in it would be an error of mj_setConst,
// which then has computed some fields already.
static const char sleepers[] =
    "<mujoco><worldbody><geom type='plane' size='1 1 .1'/>"
    "<body name='a' pos='0 0 .1' sleep='allowed'><freejoint/><geom size='.1'/><site name='a'/>"
    "<body pos='.3 0 0'><joint axis='0 1 0'/><geom size='.05'/></body></body>"
    "<body name='b' pos='1 0 .1' sleep='allowed'><freejoint/><geom size='.1'/><site name='b'/>"
    "</body></worldbody><tendon><spatial name='t'><site site='a'/><site site='b'/></spatial>"
    "</tendon></mujoco>";

static mjtNum* stiffness_of(const mjModel* m) { return m->tendon_stiffness; }

// The others have theirs, with any number of threads.
START_TEST(a_simulation_without_constants_keeps_what_it_has) {
  Twin t = twin_make(parse(sleepers), NSIM, 1 + _i / 2, _i % 2);
  twin_own_models(&t);
  scale(&t, "body_mass", mass_of, 0.3);
  scale(&t, "tendon_stiffness", stiffness_of, 0);
  ck_assert_int_eq(mjb_setConst(t.b, NULL, 0), 0);
  for (int i = 0; i < t.n; i++)
    ck_assert(!loop_constants(&t, i));
  scale(&t, "body_mass", mass_of, 0.2);
  mjtNum* stiffness = mjb_expand(t.b, "tendon_stiffness", NULL, NULL);
  for (int i = 1; i < NSIM; i += 3)
    stiffness[i] = t.model[i]->tendon_stiffness[0] = 1;
  int nfailed = 0, failed[NSIM];
  for (int i = 0; i < NSIM; i++)
    nfailed += failed[i] = loop_constants(&t, i);
  ck_assert_int_eq(nfailed, 2);
  ck_assert_int_eq(mjb_setConst(t.b, NULL, 0), nfailed);
  for (int i = 0; i < NSIM; i++) {
    ck_assert_int_eq(mjb_status(t.b)[i], failed[i]);
    ck_assert_int_eq(strstr(mjb_error(t.b, i), "sleeping not allowed") != NULL, failed[i]);
  }
  expect_models(&t);
  twin_delete(&t);
}
END_TEST

// a sheet in a plane, which an equality of its vertices needs
static const char sheet[] =
    "<mujoco><option><flag sleep='enable'/></option><worldbody>"
    "<flexcomp name='sheet' type='grid' count='3 3 1' dim='2' spacing='.2 .2 .2' pos='0 0 1' "
    "mass='1' radius='.01'><edge equality='vert'/><contact contype='0' conaffinity='0'/>"
    "</flexcomp></worldbody></mujoco>";

static void note_sleep(const mjModel* m, mjData* d, int sim, void* arg) {
  (void)d;
  ((int*)arg)[sim] = (m->opt.enableflags & mjENBL_SLEEP) != 0;
}

// mj_setConst computes everything awake. Where it fails half way, the next simulation of the thread
// may sleep nevertheless.
START_TEST(constants_that_fail_half_way_leave_nothing_to_the_next_simulation) {
  Twin t = twin_make(parse(sheet), 3, 1, 1);
  twin_own_models(&t);
  mjtNum* x = mjb_expand(t.b, "flex_vert0", NULL, NULL);
  mjtNum* extent = mjb_expand(t.b, "flex_size", NULL, NULL);
  extent[2] = t.model[0]->flex_size[2] = 1;
  x[2] = t.model[0]->flex_vert0[2] += 0.3;
  x[5] = t.model[0]->flex_vert0[5] -= 0.2;
  for (int i = 0; i < t.n; i++)
    ck_assert_int_eq(loop_constants(&t, i), i == 0);
  ck_assert_int_eq(mjb_setConst(t.b, NULL, 0), 1);
  ck_assert_msg(strstr(mjb_error(t.b, 0), "same plane") != NULL, "%s", mjb_error(t.b, 0));
  expect_models(&t);
  int sleep[3] = {0, 0, 0};
  ck_assert_int_eq(mjb_apply(t.b, NULL, 0, note_sleep, sleep, 0), 0);
  for (int i = 0; i < t.n; i++)
    ck_assert(sleep[i]);
  twin_delete(&t);
}
END_TEST

// The state is no business of constants.
START_TEST(constants_leave_the_state_alone) {
  Twin t = twin_make(load_file("/models/humanoid/humanoid.xml"), 4, 2, _i);
  twin_own_models(&t);
  scale(&t, "body_mass", mass_of, 0.1);
  twin_scatter(&t);
  twin_step(&t, NULL, 0, 20, mjSTAGE_VEL);
  ck_assert_int_eq(mjb_setConst(t.b, NULL, 0), 0);
  for (int i = 0; i < t.n; i++)
    ck_assert(!loop_constants(&t, i));
  expect_rows(&t, "after mjb_setConst");
  twin_step(&t, NULL, 0, 20, mjSTAGE_VEL);
  expect_rows(&t, "steps after mjb_setConst");
  twin_delete(&t);
}
END_TEST

static int cancel(void* arg, int64_t done, int64_t total) {
  int* calls = arg;
  (void)done;
  (void)total;
  return ++*calls == 1;
}

// All or nothing: a simulation that was not looked at could have changed other fields.
START_TEST(cancelled_constants_change_nothing) {
  Twin t = twin_make(parse(two_links), NSIM, 1, 0);
  twin_own_models(&t);
  scale(&t, "body_mass", mass_of, 0.3);
  int calls = 0;
  ck_assert_int_eq(fc_batchProgress(t.b, cancel, &calls, 0), 0);
  ck_assert_int_eq(mjb_setConst(t.b, NULL, 0), NSIM);
  for (int i = 0; i < NSIM; i++)
    ck_assert_int_eq(mjb_status(t.b)[i], FC_BATCH_CANCELLED);
  expect_models(&t);
  ck_assert_int_eq(fc_batchProgress(t.b, NULL, NULL, 0), 0);
  ck_assert_int_eq(mjb_setConst(t.b, NULL, 0), 0);
  for (int i = 0; i < NSIM; i++)
    loop_constants(&t, i);
  expect_models(&t);
  twin_delete(&t);
}
END_TEST

// ---------------------------------------------------------------- models of the caller

START_TEST(simulations_run_on_models_of_the_caller) {
  for (volatile int nthread = 1; nthread <= 3; nthread++) {
    Twin t = twin_make(load_file("/models/humanoid/humanoid.xml"), NSIM, nthread, _i);
    const mjModel* list[NSIM];
    twin_own_models(&t);
    for (int i = 0; i < NSIM; i++) {
      t.model[i]->opt.solver = i % 3;
      t.model[i]->opt.timestep *= 1 + 0.1 * i;
      t.model[i]->body_mass[3] *= 1 + i;
      list[i] = t.model[i];
    }
    mjb_setModels(t.b, list);
    list[0] = NULL;  // the array is copied, the models are not
    twin_scatter(&t);
    for (int k = 0; k < 8; k++) {
      twin_step(&t, NULL, 0, 3, k % 4);
      expect_rows(&t, "models of the caller");
      t.model[k % NSIM]->opt.gravity[0] += 1;
    }
    expect_models(&t);
    expect_error(mjb_expand(t.b, "body_mass", NULL, NULL), "mjb_expand");
    expect_error(mjb_setConst(t.b, NULL, 0), "mjb_setConst");
    ck_assert_ptr_null(fc_batchParameter(t.b, "soft", "x", NULL));
    ck_assert_int_eq(mjb_rollout(t.b, NULL, 0, 4, NULL, 0, NULL, 0), 0);
    for (int i = 0; i < NSIM; i++)
      loop_step(t.model[i], t.d[i], 4, mjSTAGE_NONE);
    expect_rows(&t, "rollout on models of the caller");
    mjb_setModels(t.b, NULL);
    for (int i = 0; i < NSIM; i++) {
      mj_deleteModel(t.model[i]);
      t.model[i] = t.m;
    }
    twin_step(&t, NULL, 0, 3, mjSTAGE_ACC);
    expect_rows(&t, "the own model again");
    twin_delete(&t);
  }
}
END_TEST

START_TEST(models_that_do_not_fit_are_refused) {
  Twin t = twin_make(parse(two_links), 2, 1, _i);
  mjModel *other = load_file("/models/humanoid/humanoid.xml"), *same = mj_copyModel(NULL, t.m);
  const mjModel *wrong[] = {same, other}, *none[] = {NULL, same}, *right[] = {same, same};
  expect_error(mjb_setModels(t.b, wrong), "simulation 1");
  expect_error(mjb_setModels(t.b, none), "simulation 0");
  twin_step(&t, NULL, 0, 2, mjSTAGE_ACC);
  expect_rows(&t, "refused");
  ck_assert_ptr_nonnull(mjb_expand(t.b, "body_mass", NULL, NULL));
  expect_error(mjb_setModels(t.b, right), "mjb_setModels");
  mjb_setModels(t.b, NULL);
  mj_deleteModel(other);
  mj_deleteModel(same);
  twin_delete(&t);
}
END_TEST

// What is asleep is no part of a row: only a batch that has an mjData for each simulation keeps it.
START_TEST(models_may_enable_sleeping_in_persistent_batches) {
  for (int expanded = 0; expanded < 2; expanded++) {
    Twin t = twin_make(parse(sleepers), 3, 2, _i);
    twin_own_models(&t);
    t.model[1]->opt.enableflags |= mjENBL_SLEEP;
    const int* asleep = mjb_output(t.b, "tree_asleep", NULL, NULL);
    if (expanded) {
      int* flags = mjb_expand(t.b, "opt.enableflags", NULL, NULL);
      flags[1] |= mjENBL_SLEEP;
    } else {
      const mjModel* list[] = {t.model[0], t.model[1], t.model[2]};
      mjb_setModels(t.b, list);
    }
    if (_i) {
      for (int k = 0; k < 20; k++) {
        twin_step(&t, NULL, 0, 100, k % 2 ? mjSTAGE_NONE : mjSTAGE_ACC);
        expect_rows(&t, "one of them sleeps");
      }
      ck_assert_mem_eq(asleep + 2, t.d[1]->tree_asleep, 2 * sizeof(int));
      ck_assert_int_ge(asleep[2], 0);
      ck_assert_int_lt(asleep[0], 0);
    } else {
      ck_assert_int_eq(mjb_step(t.b, NULL, 0, 1, mjSTAGE_NONE), 1);
      ck_assert_int_eq(mjb_status(t.b)[1], FC_BATCH_FAILED);
      ck_assert_ptr_nonnull(strstr(mjb_error(t.b, 1), "persistent"));
    }
    twin_delete(&t);
  }
}
END_TEST

// ---------------------------------------------------------------- one simulation

START_TEST(a_simulation_taken_out_continues_as_in_the_batch) {
  for (int s = 0; s < 4; s++) {
    static const char* const list[] = {"/models/humanoid/humanoid.xml", "models/delays.xml",
                                       "models/plugin_pid.xml", "corpus/flex_strain.xml"};
    Twin t = twin_make(load_file(list[s]), 3, 2, _i);
    twin_scatter(&t);
    twin_step(&t, NULL, 0, 11, mjSTAGE_ACC);
    mjData* d = mj_makeData(t.m);
    mjb_getData(t.b, 2, d);
    for (int k = 0; k < 10; k++)
      mj_step(t.m, d);
    for (int k = 0; k < 10; k++)
      mj_step(t.m, t.d[2]);
    ck_assert_mem_eq(d->qpos, t.d[2]->qpos, sizeof(mjtNum) * (size_t)t.m->nq);
    ck_assert_mem_eq(d->qvel, t.d[2]->qvel, sizeof(mjtNum) * (size_t)t.m->nv);
    // what was written into the row is taken out as well
    twin_component(&t, 1, mjSTATE_TIME)[0] = 42;
    mjb_getData(t.b, 1, d);
    ck_assert(d->time == 42);
    mj_deleteData(d);
    twin_delete(&t);
  }
}
END_TEST

START_TEST(nothing_is_taken_out_of_where_there_is_nothing) {
  Twin t = twin_make(parse(two_links), 3, 2, _i);
  mjModel* other = load_file("/models/humanoid/humanoid.xml");
  mjData* d = mj_makeData(other);
  expect_error(mjb_getModel(t.b, 3, t.m), "mjb_getModel: there is no simulation 3");
  expect_error(mjb_getModel(t.b, -1, t.m), "no simulation -1");
  expect_error(mjb_getModel(t.b, 0, NULL), "mjb_getModel");
  expect_error(mjb_getModel(t.b, 0, other), "");
  expect_error(mjb_getData(t.b, 3, t.d[0]), "mjb_getData: there is no simulation 3");
  expect_error(mjb_getData(t.b, 0, NULL), "mjb_getData");
  expect_error(mjb_getData(t.b, 0, d), "mjb_getData");
  mj_deleteData(d);
  mj_deleteModel(other);
  twin_delete(&t);
}
END_TEST

int main(void) {
  TCase* tests = tcase_create("constants");
  mju_user_warning = ignore_warning;
  tcase_add_loop_test(tests, constants_are_those_of_every_simulation, 0, 2 * NMODEL);
  tcase_add_test(tests, a_field_that_constants_do_not_depend_on_changes_none);
  tcase_add_loop_test(tests, a_simulation_without_constants_keeps_what_it_has, 0, 8);
  tcase_add_test(tests, constants_that_fail_half_way_leave_nothing_to_the_next_simulation);
  tcase_add_loop_test(tests, constants_leave_the_state_alone, 0, 2);
  tcase_add_test(tests, cancelled_constants_change_nothing);
  tcase_add_loop_test(tests, simulations_run_on_models_of_the_caller, 0, 2);
  tcase_add_loop_test(tests, models_that_do_not_fit_are_refused, 0, 2);
  tcase_add_loop_test(tests, models_may_enable_sleeping_in_persistent_batches, 0, 2);
  tcase_add_loop_test(tests, a_simulation_taken_out_continues_as_in_the_batch, 0, 2);
  tcase_add_loop_test(tests, nothing_is_taken_out_of_where_there_is_nothing, 0, 2);
  return run_case("batch constants", tests);
}
