// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// A step takes no memory from the heap: every call of the allocator in this process is counted.

#include "tests/heap.h"
#include "tests/runtime/support.h"

static long calls_of(const mjModel* m, mjData* d, int n) {
  heap_watch_begin();
  stir(m, d, n);
  return heap_watch_end();
}

START_TEST(the_counter_sees_the_heap_use_of_the_library) {
  mjModel* m = load_model(_i);
  heap_watch_begin();
  mjData* d = mj_makeData(m);
  ck_assert_int_gt(heap_watch_end(), 0);
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

static const int solvers[] = {mjSOL_PGS, mjSOL_CG, mjSOL_NEWTON};
static const int integrators[] = {mjINT_EULER, mjINT_RK4, mjINT_IMPLICIT, mjINT_IMPLICITFAST};

START_TEST(no_step_touches_the_heap) {
  mjModel* m = load_model(_i);
  for (int k = 0; k < 48; k++) {
    m->opt.solver = solvers[k % 3];
    m->opt.integrator = integrators[k / 3 % 4];
    m->opt.cone = k / 12 % 2 ? mjCONE_ELLIPTIC : mjCONE_PYRAMIDAL;
    m->opt.jacobian = k / 24 ? mjJAC_SPARSE : mjJAC_DENSE;
    m->opt.noslip_iterations = k % 5 == 0 ? 3 : 0;
    mjData* d = mj_makeData(m);
    const long calls = calls_of(m, d, 120);
    ck_assert_msg(calls == 0, "%s: %ld calls with solver %d, integrator %d, cone %d, jacobian %d",
                  models[_i], calls, m->opt.solver, m->opt.integrator, m->opt.cone,
                  m->opt.jacobian);
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
  mjtNum* out = calloc(nx * nx + 1, sizeof(mjtNum));
  stir(m, d, 3);
  mj_inverse(m, d);
  heap_watch_begin();
  if (!m->nhistory)
    mjd_transitionFD(m, d, 1e-6, 1, out, NULL, NULL, NULL);
  mjd_inverseFD(m, d, 1e-6, 1, out, out, out, NULL, NULL, NULL, NULL);
  const long calls = heap_watch_end();
  ck_assert_msg(calls == 0, "%s: %ld calls", models[_i], calls);
  free(out);
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

START_TEST(reset_state_and_inverse_do_not_touch_the_heap) {
  mjModel* m = load_model(_i);
  mjData* d = mj_makeData(m);
  mjtNum* state = malloc(sizeof(mjtNum) * (size_t)mj_stateSize(m, mjSTATE_INTEGRATION));
  stir(m, d, 3);
  mj_inverse(m, d);
  mj_resetData(m, d);
  stir(m, d, 3);
  heap_watch_begin();
  mj_getState(m, d, state, mjSTATE_INTEGRATION);
  mj_forward(m, d);
  mj_inverse(m, d);
  mj_setState(m, d, state, mjSTATE_INTEGRATION);
  mj_resetData(m, d);
  if (m->nkey)
    mj_resetDataKeyframe(m, d, 0);
  stir(m, d, 3);
  const long calls = heap_watch_end();
  ck_assert_msg(calls == 0, "%s: %ld calls", models[_i], calls);
  free(state);
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

int main(void) {
  if (!HEAP_IS_WATCHED)
    return 77;
  TCase* tests = tcase_create("heap");
  tcase_add_loop_test(tests, the_counter_sees_the_heap_use_of_the_library, 0, 1);
  tcase_add_loop_test(tests, no_step_touches_the_heap, 0, NMODEL);
  tcase_add_loop_test(tests, derivatives_do_not_touch_the_heap, 0, NMODEL);
  tcase_add_loop_test(tests, reset_state_and_inverse_do_not_touch_the_heap, 0, NMODEL);
  return run_case("heap", tests);
}
