// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// A step looks nothing up and takes no lock: implementations are found when a mjData is made. What
// only the two halves of a step need, or functions that the program calls between steps, is found
// at first use; so every scene is stepped without a lookup, then simulated in several ways, reset,
// and simulated the same way again, and in the second run neither the registry nor any lock of the
// process is used. Locks are counted because the function below comes before that of the C library
// in the order of symbols; lookups are counted by the registry, whose private functions this
// program is linked with.

#include <dlfcn.h>
#include <pthread.h>

#include "core/kernel/modules/registry.h"
#include "tests/dynamics/corpus.h"
#include "tests/kernel/support.h"

#define STEPS 40

static long locks;

#pragma GCC visibility push(default)
int pthread_mutex_lock(pthread_mutex_t* mutex) {
  static int (*original)(pthread_mutex_t*);
  if (!original) {
    void* symbol = dlsym(RTLD_NEXT, "pthread_mutex_lock");
    memcpy(&original, &symbol, sizeof original);
  }
  locks++;
  return original(mutex);
}
#pragma GCC visibility pop

static void run(const mjModel* m, mjData* d) {
  mj_resetData(m, d);
  if (m->nkey)
    mj_resetDataKeyframe(m, d, 0);
  for (int i = 0; i < STEPS; i++) {
    for (int k = 0; k < m->nu; k++)
      d->ctrl[k] = sin(0.7 * k + 0.3 * i);
    // every third step in halves, where the integrator may be another one
    if (i % 3) {
      mj_step(m, d);
    } else {
      mj_step1(m, d);
      mj_step2(m, d);
    }
  }
}

// lookups of the first steps of new data
static void check_first_steps(const mjModel* m, mjData* d, const char* name, const char* what) {
  const long asked = registry_lookups();
  for (int i = 0; i < STEPS; i++)
    mj_step(m, d);
  ck_assert_msg(registry_lookups() == asked, "%s, %s: %ld lookups in the first %d steps", name,
                what, registry_lookups() - asked, STEPS);
}

// both counters over a second run
static void check_second_run(const mjModel* m, mjData* d, const char* name, const char* what) {
  run(m, d);
  const long asked = registry_lookups(), before = locks;
  run(m, d);
  const long taken = locks - before;
  ck_assert_msg(taken == 0, "%s, %s: %ld locks in %d steps", name, what, taken, STEPS);
  ck_assert_msg(registry_lookups() == asked, "%s, %s: %ld lookups in %d steps", name, what,
                registry_lookups() - asked, STEPS);
}

static const char* const solvers[] = {"pgs", "cg", "newton"};
static const char* const integrators[] = {"euler", "rk4", "implicit", "implicitfast"};

// what is switched on top of a scene
typedef struct Variant_ {
  const char* name;
  int solver, integrator, disable, enable, noslip;
} Variant;

static const Variant variants[] = {
    {"as it is", -1, -1, 0, 0, 0},
    {"pgs, rk4", 0, 1, 0, 0, 0},
    {"cg, implicit", 1, 2, 0, 0, 0},
    {"newton, implicitfast", 2, 3, 0, 0, 0},
    {"noslip, euler", -1, 0, 0, 0, 3},
    {"legacy convex collision", -1, -1, mjDSBL_NATIVECCD, 0, 0},
    {"legacy convex collision, multiccd, noslip", -1, -1, mjDSBL_NATIVECCD, mjENBL_MULTICCD, 2},
    {"multiccd, sleep", -1, -1, 0, mjENBL_MULTICCD | mjENBL_SLEEP, 0},
    {"no islands", 2, -1, mjDSBL_ISLAND, 0, 0},
};

// not every scene can sleep
static mjData* make_data(const mjModel* m) {
  mjData* volatile d = NULL;
  mju_user_error = catch_error;
  if (!setjmp(error_jump))
    d = mj_makeData(m);
  mju_user_error = NULL;
  return d;
}

static int fails(const mjModel* m, mjData* d, const char* name, const char* what) {
  mju_user_error = catch_error;
  const int failed = setjmp(error_jump);
  if (!failed) {
    check_first_steps(m, d, name, what);
    mjData* copy = mj_copyData(NULL, m, d);
    check_first_steps(m, copy, name, what);
    mj_copyData(copy, m, d);
    check_first_steps(m, copy, name, what);
    mj_deleteData(copy);
    run(m, d);
  }
  mju_user_error = NULL;
  return failed;
}

static int checked;  // scenes with their variants

static void check_scene(mjModel* m, const char* name) {
  const mjOption opt = m->opt;
  for (size_t i = 0; i < sizeof variants / sizeof *variants; i++) {
    const Variant* v = variants + i;
    m->opt = opt;
    m->opt.solver = v->solver < 0 ? opt.solver : v->solver;
    m->opt.integrator = v->integrator < 0 ? opt.integrator : v->integrator;
    m->opt.disableflags |= v->disable;
    m->opt.enableflags |= v->enable;
    m->opt.noslip_iterations = v->noslip ? v->noslip : opt.noslip_iterations;
    mjData* d = make_data(m);
    if (d && !fails(m, d, name, v->name)) {
      check_second_run(m, d, name, v->name);
      checked++;
    }
    mj_deleteData(d);
  }
}

static void ignore(const char* message) { (void)message; }

static mjModel* load(const char* path) {
  char error[1000] = "";
  mjModel* m = fc_loadModel(path, NULL, error, sizeof error);
  ck_assert_msg(m != NULL, "%s: %s", path, error);
  return m;
}

// The library's own modules; whichever side a module calls, it calls this program's library.
static void setup(void) {
  mju_user_warning = ignore;
  ck_assert_msg(fc_addModulePath(TEST_MODULE_DIR) == 0, "%s", fc_lastError());
}

START_TEST(the_counters_count) {
  const long asked = registry_lookups(), before = locks;
  ck_assert_ptr_nonnull(registry_find(FC_SOLVER, "newton"));
  ck_assert_int_eq(registry_lookups(), asked + 1);
  ck_assert_int_ge(locks - before, 1);
}
END_TEST

START_TEST(no_scene_of_the_corpus_is_looked_up_twice) {
  for (int i = _i; i < ncorpus; i += 4) {
    char path[1000];
    snprintf(path, sizeof path, "%s/%s/%s.xml", TEST_SOURCE_DIR, CORPUS, corpus_names[i]);
    mjModel* m = load(path);
    check_scene(m, corpus_names[i]);
    mj_deleteModel(m);
  }
  ck_assert_int_ge(checked, 300);
}
END_TEST

// every type of geom on every other, height fields and plugins
static const char pile[] =
    "<mujoco><option><flag contact='enable'/></option><asset>"
    "<hfield name='h' nrow='4' ncol='4' size='2 2 .2 .1' elevation='0 1 0 1 1 0 1 0 0 1 0 1 1 0 1 "
    "0'/>"
    "<mesh name='m' vertex='0 0 0 .2 0 0 0 .2 0 0 0 .2'/></asset><worldbody>"
    "<geom type='hfield' hfield='h' pos='0 0 -.1'/><geom type='plane' size='5 5 1' pos='0 0 -1'/>"
    "<body pos='0 0 .3'><freejoint/><geom size='.1'/></body>"
    "<body pos='.1 0 .4'><freejoint/><geom type='capsule' size='.1 .1'/></body>"
    "<body pos='0 .1 .5'><freejoint/><geom type='ellipsoid' size='.1 .15 .2'/></body>"
    "<body pos='.1 .1 .6'><freejoint/><geom type='cylinder' size='.1 .1'/></body>"
    "<body pos='0 0 .7'><freejoint/><geom type='box' size='.1 .1 .1'/></body>"
    "<body pos='.05 0 .9'><freejoint/><geom type='box' size='.1 .1 .1'/></body>"
    "<body pos='0 .05 1'><freejoint/><geom type='mesh' mesh='m'/></body></worldbody></mujoco>";

START_TEST(no_pile_of_all_shapes_is_looked_up_twice) {
  mjModel* m = model_from(pile);
  check_scene(m, "pile");
  mj_deleteModel(m);
}
END_TEST

START_TEST(what_is_bound_is_not_looked_up_either) {
  mjModel* m = model_from(pile);
  mjData* d = mj_makeData(m);
  for (int i = 0; i < 12; i++) {
    ck_assert_int_eq(fc_bind(m, d, FC_SOLVER, solvers[i % 3]), 0);
    ck_assert_int_eq(fc_bind(m, d, FC_INTEGRATOR, integrators[i % 4]), 0);
    ck_assert_int_eq(fc_bind(m, d, FC_CONVEX, i % 2 ? "ccd" : "convex"), 0);
    fc_unbind(m, d, FC_POST_SOLVER);
    ck_assert_int_eq(fc_bind(m, d, FC_POST_SOLVER, "noslip"), 0);
    check_second_run(m, d, "bound", solvers[i % 3]);
  }
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

int main(void) {
  corpus_read_names();
  Suite* suite = suite_create("lookups");
  TCase* tests = tcase_create("steps");
  tcase_set_timeout(tests, 600);
  tcase_add_checked_fixture(tests, setup, NULL);
  tcase_add_test(tests, the_counters_count);
  tcase_add_test(tests, no_pile_of_all_shapes_is_looked_up_twice);
  tcase_add_test(tests, what_is_bound_is_not_looked_up_either);
  tcase_add_loop_test(tests, no_scene_of_the_corpus_is_looked_up_twice, 0, 4);
  suite_add_tcase(suite, tests);
  return run_suite(suite);
}
