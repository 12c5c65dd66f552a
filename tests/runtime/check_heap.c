// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// A step takes no memory from the heap: every call of the allocator in this process is counted,
// because the functions below precede those of the C library in symbol lookup.

#include <stddef.h>

#include "tests/runtime/support.h"

#if defined(__SANITIZE_ADDRESS__) || !defined(__GLIBC__)

// the sanitizer has an allocator of its own
int main(void) { return 77; }

#else

#include <errno.h>

void* __libc_malloc(size_t size);
void* __libc_calloc(size_t n, size_t size);
void* __libc_realloc(void* block, size_t size);
void* __libc_memalign(size_t alignment, size_t size);
void __libc_free(void* block);

static int counting, calls;

// visible to the libraries of this process
#pragma GCC visibility push(default)

void* malloc(size_t size) {
  calls += counting;
  return __libc_malloc(size);
}

void* calloc(size_t n, size_t size) {
  calls += counting;
  return __libc_calloc(n, size);
}

void* realloc(void* block, size_t size) {
  calls += counting;
  return __libc_realloc(block, size);
}

void* aligned_alloc(size_t alignment, size_t size) {
  calls += counting;
  return __libc_memalign(alignment, size);
}

int posix_memalign(void** block, size_t alignment, size_t size) {
  calls += counting;
  *block = __libc_memalign(alignment, size);
  return *block ? 0 : ENOMEM;
}

void free(void* block) {
  calls += counting;
  __libc_free(block);
}

#pragma GCC visibility pop

static int calls_of(const mjModel* m, mjData* d, int n) {
  calls = 0;
  counting = 1;
  stir(m, d, n);
  counting = 0;
  return calls;
}

START_TEST(the_counter_sees_the_heap_use_of_the_library) {
  mjModel* m = load_model(_i);
  calls = 0;
  counting = 1;
  mjData* d = mj_makeData(m);
  counting = 0;
  ck_assert_int_gt(calls, 0);
  ck_assert_int_gt(calls_of(m, d, 1), 0);
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

// The first steps and those to the first contact: what is used for the first time is bound then.
static void begin(const mjModel* m, mjData* d) {
  stir(m, d, 3);
  for (int k = 0; k < 60 && !d->ncon; k++)
    stir(m, d, 1);
}

static const int solvers[] = {mjSOL_PGS, mjSOL_CG, mjSOL_NEWTON};
static const int integrators[] = {mjINT_EULER, mjINT_RK4, mjINT_IMPLICIT, mjINT_IMPLICITFAST};

START_TEST(no_step_touches_the_heap_after_the_first_ones) {
  mjModel* m = load_model(_i);
  for (int k = 0; k < 48; k++) {
    m->opt.solver = solvers[k % 3];
    m->opt.integrator = integrators[k / 3 % 4];
    m->opt.cone = k / 12 % 2 ? mjCONE_ELLIPTIC : mjCONE_PYRAMIDAL;
    m->opt.jacobian = k / 24 ? mjJAC_SPARSE : mjJAC_DENSE;
    m->opt.noslip_iterations = k % 5 == 0 ? 3 : 0;
    mjData* d = mj_makeData(m);
    begin(m, d);
    ck_assert_msg(calls_of(m, d, 60) == 0,
                  "%s: %d calls with solver %d, integrator %d, cone %d, jacobian %d", models[_i],
                  calls, m->opt.solver, m->opt.integrator, m->opt.cone, m->opt.jacobian);
    mj_deleteData(d);
  }
  mj_deleteModel(m);
}
END_TEST

START_TEST(derivatives_do_not_touch_the_heap) {
  mjModel* m = load_model(_i);
  m->opt.integrator = mjINT_IMPLICIT;
  mjData* d = mj_makeData(m);
  const size_t nv = (size_t)m->nv, nx = 2 * nv + (size_t)m->na;
  mjtNum* out = __libc_calloc(nx * nx + 1, sizeof(mjtNum));
  stir(m, d, 3);
  mj_inverse(m, d);
  calls = 0;
  counting = 1;
  if (!m->nhistory)
    mjd_transitionFD(m, d, 1e-6, 1, out, NULL, NULL, NULL);
  mjd_inverseFD(m, d, 1e-6, 1, out, out, out, NULL, NULL, NULL, NULL);
  counting = 0;
  ck_assert_msg(calls == 0, "%s: %d calls", models[_i], calls);
  __libc_free(out);
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

START_TEST(reset_state_and_inverse_do_not_touch_the_heap) {
  mjModel* m = load_model(_i);
  mjData* d = mj_makeData(m);
  mjtNum* state = __libc_malloc(sizeof(mjtNum) * (size_t)mj_stateSize(m, mjSTATE_INTEGRATION));
  stir(m, d, 3);
  mj_inverse(m, d);
  mj_resetData(m, d);
  stir(m, d, 3);
  calls = 0;
  counting = 1;
  mj_getState(m, d, state, mjSTATE_INTEGRATION);
  mj_forward(m, d);
  mj_inverse(m, d);
  mj_setState(m, d, state, mjSTATE_INTEGRATION);
  mj_resetData(m, d);
  if (m->nkey)
    mj_resetDataKeyframe(m, d, 0);
  stir(m, d, 3);
  counting = 0;
  ck_assert_msg(calls == 0, "%s: %d calls", models[_i], calls);
  __libc_free(state);
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

int main(void) {
  TCase* tests = tcase_create("heap");
  tcase_add_loop_test(tests, the_counter_sees_the_heap_use_of_the_library, 0, 1);
  tcase_add_loop_test(tests, no_step_touches_the_heap_after_the_first_ones, 0, NMODEL);
  tcase_add_loop_test(tests, derivatives_do_not_touch_the_heap, 0, NMODEL);
  tcase_add_loop_test(tests, reset_state_and_inverse_do_not_touch_the_heap, 0, NMODEL);
  return run_case("heap", tests);
}

#endif
