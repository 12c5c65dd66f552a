// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Callbacks of one mjData: two simulations in one process, even on two threads, each have their
// own, and the global callbacks serve all others.

#include <pthread.h>

#include <fulcrum/callbacks.h>

#include "tests/plugins/support.h"

static const char cart[] =
    "<mujoco><option gravity='0 0 0' timestep='.01'/><worldbody>"
    "<body><joint name='x' type='slide' axis='1 0 0'/><geom size='.1' mass='1'/></body>"
    "</worldbody><actuator><motor joint='x'/></actuator></mujoco>";

static const char all_kinds[] =
    "<mujoco><option gravity='0 0 0' timestep='.01'/><worldbody>"
    "<body><joint name='x' type='slide' axis='1 0 0'/><geom size='.1' mass='1'/></body>"
    "<body pos='.15 0 0'><freejoint/><geom size='.1' mass='1'/></body></worldbody>"
    "<actuator><general joint='x' dyntype='user' gaintype='user' biastype='user' actdim='1'/>"
    "</actuator><sensor><user dim='2' needstage='vel'/></sensor></mujoco>";

static void push_right(const mjModel* m, mjData* d) {
  (void)m;
  d->ctrl[0] = 2;
}
static void push_left(const mjModel* m, mjData* d) {
  (void)m;
  d->ctrl[0] = -3;
}

typedef struct Run_ {
  const mjModel* m;
  mjfGeneric control;
  mjtNum velocity;
} Run;

static void* simulate(void* argument) {
  Run* run = argument;
  mjData* d = mj_makeData(run->m);
  FcCallbacks own = {.size = sizeof own, .control = run->control};
  if (!fc_setCallbacks(d, &own)) {
    for (int i = 0; i < 2000; i++)
      mj_step(run->m, d);
    run->velocity = d->qvel[0];
  }
  mj_deleteData(d);
  return NULL;
}

START_TEST(two_threads_with_two_controllers_do_not_meet) {
  mjModel *a = compile(cart), *b = compile(cart);
  Run right = {a, push_right, 0}, left = {b, push_left, 0};
  pthread_t thread[2];
  ck_assert_int_eq(pthread_create(thread, NULL, simulate, &right), 0);
  ck_assert_int_eq(pthread_create(thread + 1, NULL, simulate, &left), 0);
  pthread_join(thread[0], NULL);
  pthread_join(thread[1], NULL);
  ck_assert_double_eq_tol(right.velocity, 40, 1e-9);
  ck_assert_double_eq_tol(left.velocity, -60, 1e-9);
  mj_deleteModel(a);
  mj_deleteModel(b);
}
END_TEST

START_TEST(one_model_serves_two_controllers) {
  mjModel* m = compile(cart);
  Run right = {m, push_right, 0}, left = {m, push_left, 0};
  simulate(&right);
  simulate(&left);
  ck_assert_double_eq_tol(right.velocity, 40, 1e-9);
  ck_assert_double_eq_tol(left.velocity, -60, 1e-9);
  mj_deleteModel(m);
}
END_TEST

START_TEST(the_global_callback_serves_data_without_their_own) {
  mjModel* m = compile(cart);
  mjData *mine = mj_makeData(m), *other = mj_makeData(m);
  FcCallbacks own = {.size = sizeof own, .control = push_right};
  ck_assert_int_eq(fc_setCallbacks(mine, &own), 0);
  mjcb_control = push_left;
  mj_forward(m, mine);
  mj_forward(m, other);
  ck_assert_double_eq(mine->ctrl[0], 2);
  ck_assert_double_eq(other->ctrl[0], -3);
  mj_step1(m, mine);
  ck_assert_double_eq(mine->ctrl[0], 2);

  // taken back, the global one is in force again; reset globally, none is
  ck_assert_int_eq(fc_setCallbacks(mine, NULL), 0);
  mj_forward(m, mine);
  ck_assert_double_eq(mine->ctrl[0], -3);
  mj_resetCallbacks();
  mine->ctrl[0] = 5;
  mj_forward(m, mine);
  ck_assert_double_eq(mine->ctrl[0], 5);
  mj_deleteData(mine);
  mj_deleteData(other);
  mj_deleteModel(m);
}
END_TEST

static void drag(const mjModel* m, mjData* d) {
  (void)m;
  d->qfrc_passive[0] += 7;
}
static int apart(const mjModel* m, mjData* d, int geom1, int geom2) {
  (void)m;
  (void)d;
  (void)geom1;
  (void)geom2;
  return 1;
}
static void measure(const mjModel* m, mjData* d, int stage) {
  (void)m;
  d->sensordata[1] = stage + 10;
}
static mjtNum rate(const mjModel* m, const mjData* d, int id) {
  (void)m;
  (void)d;
  return id + 0.25;
}
static mjtNum gain(const mjModel* m, const mjData* d, int id) {
  (void)m;
  (void)d;
  (void)id;
  return 4;
}
static mjtNum bias(const mjModel* m, const mjData* d, int id) {
  (void)m;
  (void)d;
  (void)id;
  return -1;
}

START_TEST(every_kind_of_callback_can_belong_to_data) {
  mjModel* m = compile(all_kinds);
  mjData *d = mj_makeData(m), *plain = mj_makeData(m);
  FcCallbacks own = {.size = sizeof own,
                     .passive = drag,
                     .contactfilter = apart,
                     .sensor = measure,
                     .act_dyn = rate,
                     .act_gain = gain,
                     .act_bias = bias};
  ck_assert_int_eq(fc_setCallbacks(d, &own), 0);
  d->act[0] = plain->act[0] = 0.5;
  mj_forward(m, d);
  mj_forward(m, plain);
  ck_assert_double_eq(d->qfrc_passive[0], 7);
  ck_assert_double_eq(plain->qfrc_passive[0], 0);
  ck_assert_int_eq(d->ncon, 0);
  ck_assert_int_eq(plain->ncon, 1);
  ck_assert_double_eq(d->sensordata[1], mjSTAGE_VEL + 10);
  ck_assert_double_eq(plain->sensordata[1], 0);
  ck_assert_double_eq(d->act_dot[0], 0.25);
  ck_assert_double_eq(plain->act_dot[0], 0);
  ck_assert_double_eq(d->actuator_force[0], 4 * 0.5 - 1);
  ck_assert_double_eq(plain->actuator_force[0], 0.5);
  mj_deleteData(d);
  mj_deleteData(plain);
  mj_deleteModel(m);
}
END_TEST

START_TEST(new_copies_have_the_callbacks_of_their_source) {
  mjModel* m = compile(cart);
  mjData *d = mj_makeData(m), *other = mj_makeData(m);
  FcCallbacks own = {.size = sizeof own, .control = push_right};
  ck_assert_int_eq(fc_setCallbacks(d, &own), 0);
  mjData* copy = mj_copyData(NULL, m, d);
  ck_assert(fc_callbacks(copy)->control == push_right);
  mj_resetData(m, d);
  ck_assert(fc_callbacks(d)->control == push_right);
  mj_copyData(other, m, d);
  ck_assert(fc_callbacks(other)->control == NULL);
  mj_deleteData(copy);
  mj_deleteData(d);
  mj_deleteData(other);
  mj_deleteModel(m);
}
END_TEST

START_TEST(recompiled_data_keep_their_callbacks) {
  mjSpec* s = mj_parseXMLString(cart, NULL, NULL, 0);
  mjModel* m = mj_compile(s, NULL);
  mjData* d = mj_makeData(m);
  FcCallbacks own = {.size = sizeof own, .control = push_right};
  ck_assert_int_eq(fc_setCallbacks(d, &own), 0);
  ck_assert_int_eq(mj_recompile(s, NULL, m, d), 0);
  mj_forward(m, d);
  ck_assert_double_eq(d->ctrl[0], 2);
  mj_deleteData(d);
  mj_deleteModel(m);
  mj_deleteSpec(s);
}
END_TEST

START_TEST(callbacks_of_unknown_size_are_refused) {
  mjModel* m = compile(cart);
  mjData* d = mj_makeData(m);
  FcCallbacks own = {.control = push_right};
  ck_assert_int_eq(fc_setCallbacks(d, &own), -1);
  ck_assert_ptr_nonnull(strstr(fc_lastError(), "size is 0"));
  ck_assert(fc_callbacks(d)->control == NULL);
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

int main(void) {
  const TTest* const tests[] = {two_threads_with_two_controllers_do_not_meet,
                                one_model_serves_two_controllers,
                                the_global_callback_serves_data_without_their_own,
                                every_kind_of_callback_can_belong_to_data,
                                new_copies_have_the_callbacks_of_their_source,
                                recompiled_data_keep_their_callbacks,
                                callbacks_of_unknown_size_are_refused,
                                NULL};
  return run_quietly("callbacks of one simulation", tests);
}
