// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Making, resetting, copying and deleting mjData.

#include "tests/foundation/data/support.h"

#define MJ_M(n) m->n
#define MJ_D(n) d->n
#include <mujoco/mjxmacro.h>

#include "core/foundation/data/memory.h"

static mjModel* m;

static void setup(void) {
  memset(&data_hooks, 0, sizeof data_hooks);
  m = load_scene();
}
static void teardown(void) { mj_deleteModel(m); }

//------------------------------ layout and reset --------------------------------------------------

START_TEST(every_array_begins_at_a_multiple_of_64_bytes) {
  mjData* d = mj_makeData(m);
#define X(type, name, nr, nc) ck_assert_uint_eq((size_t)d->name % 64, 0);
  MJDATA_POINTERS
#undef X
  ck_assert_uint_eq((size_t)d->arena % 64, 0);
  ck_assert_int_eq(d->narena, m->narena);
  ck_assert((char*)d->arena >= (char*)d->buffer + d->nbuffer ||
            (char*)d->buffer >= (char*)d->arena + d->narena);
  mj_deleteData(d);
}
END_TEST

START_TEST(a_new_data_has_the_bytes_recorded_from_the_reference) {
  size_t size;
  char* golden = read_bytes("scene_reset.bin", &size);
  mjData* d = mj_makeData(m);
  ck_assert_int_eq(d->nbuffer, (mjtSize)size);
  for (size_t i = 0; i < size; i++)
    ck_assert_msg(((char*)d->buffer)[i] == golden[i], "byte %zu of the buffer differs", i);
  ck_assert_int_eq(d->ntree_awake, 3);
  ck_assert_int_eq(d->nbody_awake, 6);
  ck_assert_int_eq(d->nparent_awake, 5);
  ck_assert_int_eq(d->nv_awake, 11);
  ck_assert_ptr_eq(d->contact, d->arena);
  ck_assert_ptr_null(d->efc_type);

  // whatever happened in between, a reset brings them back
  memset(d->buffer, 0x55, (size_t)d->nbuffer);
  d->time = 3;
  d->ncon = 4;
  d->nefc = 5;
  d->warning[2].number = 6;
  d->flg_rnepost = 1;
  d->solver_niter[3] = 7;
  d->maxuse_arena = 8;
  mj_resetData(m, d);
  ck_assert_mem_eq(d->buffer, golden, size);
  ck_assert_double_eq(d->time, 0);
  ck_assert_int_eq(d->ncon + d->nefc + d->warning[2].number + d->flg_rnepost, 0);
  ck_assert_int_eq(d->solver_niter[3], 0);
  ck_assert_int_eq(d->maxuse_arena, 0);
  mj_deleteData(d);
  free(golden);
}
END_TEST

START_TEST(debug_reset_fills_what_is_computed_and_initialises_the_state) {
  mjData* d = mj_makeData(m);
  mjData* plain = mj_makeData(m);
  mj_resetDataDebug(m, d, 0x5a);
  const mjtNum* const zeroed[] = {d->qvel,         d->act,  d->ctrl,           d->qfrc_applied,
                                  d->xfrc_applied, d->qacc, d->qacc_warmstart, d->act_dot,
                                  d->userdata,     d->qM};
  const mjtSize sizes[] = {m->nv, m->na, m->nu, m->nv,        6 * m->nbody,
                           m->nv, m->nv, m->na, m->nuserdata, m->nM};
  for (int k = 0; k < 10; k++)
    for (int i = 0; i < sizes[k]; i++)
      ck_assert_double_eq(zeroed[k][i], 0);
  ck_assert_mem_eq(d->qpos, plain->qpos, (size_t)m->nq * sizeof(mjtNum));
  ck_assert_mem_eq(d->history, plain->history, (size_t)m->nhistory * sizeof(mjtNum));
  ck_assert_mem_eq(d->mocap_quat, plain->mocap_quat, 4 * sizeof(mjtNum));
  ck_assert_mem_eq(d->eq_active, plain->eq_active, 2);
  ck_assert_mem_eq(d->body_awake, plain->body_awake, 6 * sizeof(int));
  const unsigned char* computed = (const unsigned char*)d->xpos;
  for (size_t i = 0; i < 3 * sizeof(mjtNum) * (size_t)m->nbody; i++)
    ck_assert_int_eq(computed[i], 0x5a);
  mj_deleteData(plain);
  mj_deleteData(d);
}
END_TEST

START_TEST(history_blocks_hold_the_samples_before_the_first_step) {
  mjData* d = mj_makeData(m);
  const mjtNum golden[26] = {0,     2,     -0.03, -0.02, -0.01, 0, 0, 0, -0.01,
                             3,     -0.04, -0.03, -0.02, -0.01, 0, 0, 0, 0,
                             -0.01, 2,     -0.06, -0.03, -0.01, 0, 0, 0};
  ck_assert_int_eq(m->nhistory, 26);
  for (int i = 0; i < 26; i++)
    ck_assert_double_eq_tol(d->history[i], golden[i], 1e-16);
  m->opt.timestep = 0;
  expect_error(mj_resetData(m, d), "positive timestep");
  mj_deleteData(d);
  expect_error(mj_makeData(m), "positive timestep");
}
END_TEST

// Texts recorded from the reference: sizes set as here, then mj_makeData.
START_TEST(sizes_that_no_data_can_have_are_a_warning) {
  static const mjtSize impossible[] = {-1, (mjtSize)1 << 62};
  for (int i = 0; i < 2; i++) {
    const mjtSize nuserdata = m->nuserdata, nsensordata = m->nsensordata, nv = m->nv;
    m->nuserdata = impossible[i];
    expect_warning(mj_makeData(m), "Invalid data: userdata too large.");
    m->nuserdata = nuserdata;
    m->nsensordata = impossible[i];
    expect_warning(mj_makeData(m), "Invalid data: sensordata too large.");
    m->nsensordata = nsensordata;
    m->nv = impossible[i];
    expect_warning(mj_makeData(m), "Invalid data: qvel too large.");
    m->nv = nv;
  }
}
END_TEST

START_TEST(keyframes_are_loaded_and_stored) {
  mjData* d = mj_makeData(m);
  mj_resetDataKeyframe(m, d, 0);
  ck_assert_double_eq(d->time, 1.5);
  ck_assert_double_eq(d->qpos[7], 0.1);
  ck_assert_double_eq(d->ctrl[2], 3);
  ck_assert_double_eq(d->mocap_pos[1], 3);
  mj_resetDataKeyframe(m, d, 1);
  ck_assert_double_eq(d->qvel[10], 11);
  ck_assert_double_eq(d->act[0], 0.5);
  ck_assert_double_eq(d->time, 0);

  // other indices only reset
  mj_resetDataKeyframe(m, d, 99);
  ck_assert_double_eq(d->qvel[10], 0);
  mj_resetDataKeyframe(m, d, -1);

  d->time = 9;
  d->qpos[12] = 0.75;
  d->ctrl[1] = -2;
  mj_setKeyframe(m, d, 2);
  mj_resetData(m, d);
  mj_resetDataKeyframe(m, d, 2);
  ck_assert_double_eq(d->time, 9);
  ck_assert_double_eq(d->qpos[12], 0.75);
  ck_assert_double_eq(d->ctrl[1], -2);
  expect_error(mj_setKeyframe(m, d, 3),
               "mj_setKeyframe: index must be smaller than 3 (keyframes allocated in model)");
  expect_error(mj_setKeyframe(m, d, -1), "keyframe index cannot be negative");
  mj_deleteData(d);
}
END_TEST

//------------------------------ sleep -------------------------------------------------------------

START_TEST(sleep_arrays_follow_from_the_sleeping_trees) {
  // bodies: world, a (tree 0), b and c (tree 1), mc (mocap), sl (tree 2)
  mjData* d = mj_makeData(m);
  for (int i = 0; i < 3; i++)
    ck_assert_int_eq(d->tree_asleep[i], -11);
  d->tree_asleep[1] = 1;
  sleep_arrays_update(m, d);
  const int tree_awake[] = {1, 0, 1}, body_awake[] = {-1, 1, 0, 0, 1, 1};
  const int bodies[] = {0, 1, 4, 5}, parents[] = {1, 2, 4, 5}, dofs[] = {0, 1, 2, 3, 4, 5, 10};
  ck_assert_mem_eq(d->tree_awake, tree_awake, sizeof tree_awake);
  ck_assert_mem_eq(d->body_awake, body_awake, sizeof body_awake);
  ck_assert_int_eq(d->ntree_awake, 2);
  ck_assert_int_eq(d->nbody_awake, 4);
  ck_assert_mem_eq(d->body_awake_ind, bodies, sizeof bodies);
  ck_assert_int_eq(d->nparent_awake, 4);
  ck_assert_mem_eq(d->parent_awake_ind, parents, sizeof parents);
  ck_assert_int_eq(d->nv_awake, 7);
  ck_assert_mem_eq(d->dof_awake_ind, dofs, sizeof dofs);

  sleep_arrays_update_static(m, d);
  ck_assert_int_eq(d->body_awake[0], mjS_AWAKE);
  ck_assert_int_eq(d->body_awake[2], mjS_ASLEEP);
  mj_deleteData(d);
}
END_TEST

static int static_state, sleep_failure;

static int start_sleep(const mjModel* model, mjData* d, char* error, int error_size) {
  (void)model;
  static_state = d->body_awake[0];
  d->tree_asleep[2] = 2;
  if (sleep_failure)
    snprintf(error, (size_t)error_size, "cannot put tree 2 to sleep");
  return sleep_failure;
}

START_TEST(trees_may_start_asleep_when_sleep_is_enabled) {
  data_hooks.reset_sleep = start_sleep;
  mjData* d = mj_makeData(m);
  ck_assert_int_eq(d->tree_asleep[2], -11);
  m->opt.enableflags |= mjENBL_SLEEP;
  mj_resetData(m, d);
  ck_assert_int_eq(static_state, mjS_AWAKE);
  ck_assert_int_eq(d->body_awake[0], mjS_STATIC);
  ck_assert_int_eq(d->body_awake[5], mjS_ASLEEP);
  ck_assert_double_eq(d->mocap_pos[0], 2);
  sleep_failure = -1;
  expect_error(mj_resetData(m, d), "cannot put tree 2 to sleep");
  expect_error(mj_makeData(m), "cannot put tree 2 to sleep");
}
END_TEST

//------------------------------ copies ------------------------------------------------------------

// Something in every place that a copy has to carry over.
static mjData* busy_data(void) {
  mjData* d = mj_makeData(m);
  d->qpos[3] = 0.25;
  d->time = 4;
  d->ncon = 2;
  d->nefc = 3;
  d->nJ = 3 * (int)m->nv;
  d->contact = arena_allocate(d, 2 * sizeof(mjContact), _Alignof(mjContact));
  d->contact[1].dist = -0.5;
  d->efc_type = arena_allocate(d, 3 * sizeof(int), _Alignof(int));
  d->efc_type[2] = 6;
  d->efc_J = arena_allocate(d, (size_t)d->nJ * sizeof(mjtNum), _Alignof(mjtNum));
  d->efc_J[5] = 1.25;
  d->warning[3].number = 2;
  d->solver[7].neval = 9;
  d->qM[1] = 2;
  return d;
}

START_TEST(a_copy_is_equal_and_independent) {
  mjData* d = busy_data();
  mjData* copy = mj_copyData(NULL, m, d);
  for (int round = 0; round < 2; round++) {
    ck_assert_mem_eq(copy->buffer, d->buffer, (size_t)d->nbuffer);
    ck_assert_double_eq(copy->time, 4);
    ck_assert_uint_eq(copy->parena, d->parena);
    ck_assert_ptr_eq(copy->contact, copy->arena);
    ck_assert_double_eq(copy->contact[1].dist, -0.5);
    ck_assert_int_eq((char*)copy->efc_J - (char*)copy->arena, (char*)d->efc_J - (char*)d->arena);
    ck_assert_double_eq(copy->efc_J[5], 1.25);
    ck_assert_int_eq(copy->efc_type[2], 6);
    ck_assert_ptr_null(copy->efc_pos);
    ck_assert_int_eq(copy->warning[3].number, 2);
    ck_assert_int_eq(copy->solver[7].neval, 9);
    copy->qpos[3] = 8;
    ck_assert_double_eq(d->qpos[3], 0.25);
    ck_assert_ptr_eq(mj_copyData(copy, m, d), copy);
  }
  mj_deleteData(copy);
  mj_deleteData(d);
}
END_TEST

START_TEST(a_visual_copy_leaves_out_what_no_scene_needs) {
  mjData* d = busy_data();
  mjData* copy = mjv_copyData(NULL, m, d);
  ck_assert_double_eq(copy->qpos[3], 0.25);
  ck_assert_double_eq(copy->contact[1].dist, -0.5);
  ck_assert_int_eq(copy->efc_type[2], 6);
  ck_assert_ptr_null(copy->efc_J);
  ck_assert_double_eq(copy->qM[1], 0);
  ck_assert_uint_eq(copy->parena, d->parena);
  mj_deleteData(copy);
  mj_deleteData(d);
}
END_TEST

START_TEST(data_of_other_sizes_or_in_use_cannot_be_copied) {
  mjData* d = mj_makeData(m);
  mjModel* larger = mj_copyModel(NULL, m);
  larger->narena *= 2;
  mjData* other = mj_makeData(larger);
  expect_error(mj_copyData(other, m, d), "differ in size");
  expect_error(mj_copyData(NULL, larger, d), "differ in size");
  mj_markStack(d);
  expect_error(mj_copyData(NULL, m, d), "stack is in use");
  mj_freeStack(d);
  mj_deleteData(other);
  mj_deleteModel(larger);
  mj_deleteData(d);
}
END_TEST

//------------------------------ plugins, attachments, failures ------------------------------------

static int made, reset, copied, deleted;

static int make_plugins(const mjModel* model, mjData* d, char* error, int error_size) {
  (void)model;
  (void)error;
  (void)error_size;
  made++;
  ck_assert_uint_eq(d->plugin_data[0], 0);
  d->plugin_data[0] = (uintptr_t)made;
  return 0;
}
static int refuse_plugins(const mjModel* model, mjData* d, char* error, int error_size) {
  (void)model;
  (void)d;
  snprintf(error, (size_t)error_size, "plugin acme.x refused");
  return -1;
}
static void reset_plugins(const mjModel* model, mjData* d) {
  (void)model;
  reset++;
  d->plugin_state[0] = 3;
}
static void copy_plugins(mjData* dest, const mjModel* model, const mjData* src) {
  (void)model;
  (void)dest;
  (void)src;
  copied++;
}
static void delete_plugins(mjData* d) {
  (void)d;
  deleted++;
}

START_TEST(plugins_keep_their_own_data) {
  mjModel sizes = {
      .nbody = 1, .nplugin = 1, .npluginstate = 2, .npluginattr = 1, .narena = 1 << 12};
  char error[100];
  mjModel* pm = model_create(&sizes, error, sizeof error);
  pm->plugin[0] = 5;
  data_hooks.make_plugins = make_plugins;
  data_hooks.reset_plugins = reset_plugins;
  data_hooks.copy_plugins = copy_plugins;
  data_hooks.delete_plugins = delete_plugins;
  mjData* d = mj_makeData(pm);
  mjData* copy = mj_copyData(NULL, pm, d);
  ck_assert_uint_eq(d->plugin_data[0], 1);
  ck_assert_uint_eq(copy->plugin_data[0], 2);
  ck_assert_int_eq(copy->plugin[0], 5);
  d->plugin_state[1] = 4;
  mj_resetDataDebug(pm, d, 0x77);
  ck_assert_uint_eq(d->plugin_data[0], 1);
  ck_assert_double_eq(d->plugin_state[0], 3);
  ck_assert_double_eq(d->plugin_state[1], 4);
  mj_copyData(copy, pm, d);
  ck_assert_uint_eq(copy->plugin_data[0], 2);
  ck_assert_double_eq(copy->plugin_state[1], 4);
  mj_deleteData(copy);
  mj_deleteData(d);
  ck_assert_int_eq(made, 2);
  ck_assert_int_eq(reset, 2);
  ck_assert_int_eq(copied, 2);
  ck_assert_int_eq(deleted, 2);
  data_hooks.make_plugins = refuse_plugins;
  expect_error(mj_makeData(pm), "plugin acme.x refused");
  mj_deleteModel(pm);
}
END_TEST

static int attached_resets, attached_destroyed, assigns;

static void destroy_state(void* state) {
  (void)state;
  attached_destroyed++;
}
static void* copy_state(const void* state, const mjModel* model, void* owner) {
  (void)model;
  (void)owner;
  return (void*)(size_t)state;
}
static void reset_state(void* state, const mjModel* model, mjData* d) {
  (void)state;
  (void)model;
  (void)d;
  attached_resets++;
}
static int assign_state(void* state, const void* from, const mjModel* model, mjData* d) {
  (void)model;
  (void)d;
  return assigns && state == from;
}

START_TEST(what_is_attached_to_data_follows_its_life) {
  static const AttachmentOps ops = {
      .destroy = destroy_state, .copy = copy_state, .reset = reset_state, .assign = assign_state};
  static int value;
  mjData* d = mj_makeData(m);
  *data_attachment(d) = (Attachment){&ops, &value};
  mj_resetData(m, d);
  mj_resetDataKeyframe(m, d, 0);
  ck_assert_int_eq(attached_resets, 2);
  mjData* copy = mj_copyData(NULL, m, d);
  ck_assert_ptr_eq(data_attachment(copy)->state, &value);
  mj_copyData(copy, m, d);
  ck_assert_int_eq(attached_destroyed, 1);
  // what can be assigned is not replaced
  assigns = 1;
  mj_copyData(copy, m, d);
  ck_assert_ptr_eq(data_attachment(copy)->state, &value);
  ck_assert_int_eq(attached_destroyed, 1);
  mj_deleteData(copy);
  mj_deleteData(d);
  ck_assert_int_eq(attached_destroyed, 3);
}
END_TEST

START_TEST(failed_allocations_of_data_leave_nothing_behind) {
  expect_failures_are_clean(mj_makeData(m), mj_deleteData(made));
  mjData* d = mj_makeData(m);
  expect_failures_are_clean(mj_copyData(NULL, m, d), mj_deleteData(made));
  mj_deleteData(d);
  ck_assert_int_eq(live_blocks, 0);
}
END_TEST

START_TEST(arenas_that_cannot_be_allocated_are_errors) {
  m->narena = 0;
  expect_error(mj_makeData(m), "could not allocate mjData arena");
  m->narena = INT64_MAX - 100;
  expect_error(mj_makeData(m), "could not allocate");
}
END_TEST

int main(void) {
  Suite* suite = suite_create("data");
  TCase* tcase = tcase_create("data");
  tcase_add_checked_fixture(tcase, setup, teardown);
  tcase_add_test(tcase, every_array_begins_at_a_multiple_of_64_bytes);
  tcase_add_test(tcase, a_new_data_has_the_bytes_recorded_from_the_reference);
  tcase_add_test(tcase, debug_reset_fills_what_is_computed_and_initialises_the_state);
  tcase_add_test(tcase, history_blocks_hold_the_samples_before_the_first_step);
  tcase_add_test(tcase, sizes_that_no_data_can_have_are_a_warning);
  tcase_add_test(tcase, keyframes_are_loaded_and_stored);
  tcase_add_test(tcase, sleep_arrays_follow_from_the_sleeping_trees);
  tcase_add_test(tcase, trees_may_start_asleep_when_sleep_is_enabled);
  tcase_add_test(tcase, a_copy_is_equal_and_independent);
  tcase_add_test(tcase, a_visual_copy_leaves_out_what_no_scene_needs);
  tcase_add_test(tcase, data_of_other_sizes_or_in_use_cannot_be_copied);
  tcase_add_test(tcase, plugins_keep_their_own_data);
  tcase_add_test(tcase, what_is_attached_to_data_follows_its_life);
  tcase_add_test(tcase, failed_allocations_of_data_leave_nothing_behind);
  tcase_add_test(tcase, arenas_that_cannot_be_allocated_are_errors);
  suite_add_tcase(suite, tcase);
  return run_suite(suite);
}
