// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Every document that cannot be compiled says why, and which element on which line is to blame.

#include <fulcrum/host.h>

#include "error_cases.h"
#include "support.h"

enum { NCASE = sizeof error_cases / sizeof *error_cases };

static int handler_calls;
static void global_handler(const char* message) {
  (void)message;
  handler_calls++;
}
static void thread_handler(const char* message, void* context) {
  (void)message;
  ++*(int*)context;
}

START_TEST(message_names_reason_and_element) {
  const ErrorCase* e = error_cases + _i;
  mjSpec* s = parse(e->body);
  mjModel* m = mj_compile(s, NULL);
  ck_assert_msg(m == NULL, "compiles: %s", e->body);
  const char* error = mjs_getError(s);
  ck_assert_msg(!strncmp(error, "Error: ", 7), "no prefix: %s", error);
  ck_assert_msg(strstr(error, e->reason) != NULL, "'%s' expected in: %s", e->reason, error);
  ck_assert_int_eq(mjs_isWarning(s), 0);
  if (e->element) {
    char expected[200];
    snprintf(expected, sizeof expected, "Element name '%s', id ", e->element);
    ck_assert_msg(strstr(error, expected) != NULL, "\"%s\" expected in: %s", expected, error);
    ck_assert_msg(strstr(error, "line 2") != NULL, "line 2 expected in: %s", error);
  }
  mj_deleteSpec(s);
}
END_TEST

START_TEST(error_handlers_are_not_called_and_stay_installed) {
  int thread_calls = 0;
  mju_user_error = global_handler;
  fc_setThreadErrorHandler(thread_handler, &thread_calls, NULL);
  for (int i = NCASE - 4; i < NCASE; i++) {
    mjSpec* s = parse(error_cases[i].body);
    ck_assert_ptr_null(mj_compile(s, NULL));
    mj_deleteSpec(s);
  }
  ck_assert_int_eq(thread_calls, 0);
  ck_assert_int_eq(handler_calls, 0);
  void* context;
  ck_assert(fc_setThreadErrorHandler(NULL, NULL, &context) == thread_handler);
  ck_assert_ptr_eq(context, &thread_calls);
  ck_assert(mju_user_error == global_handler);
}
END_TEST

START_TEST(a_spec_compiles_after_its_error_is_mended) {
  mjSpec* s =
      parse("<worldbody><body><joint/><geom name='g' size='1' condim='2'/></body></worldbody>");
  ck_assert_ptr_null(mj_compile(s, NULL));
  mjs_asGeom(mjs_findElement(s, mjOBJ_GEOM, "g"))->condim = 3;
  mjModel* m = mj_compile(s, NULL);
  ck_assert_ptr_nonnull(m);
  ck_assert_str_eq(mjs_getError(s), "");
  mj_deleteModel(m);
  mj_deleteSpec(s);
}
END_TEST

START_TEST(an_unstable_model_compiles_with_a_warning) {
  mjSpec* s = parse(
      "<worldbody><body><joint/><geom size='1'/></body></worldbody>"
      "<option gravity='0 1e20 0' timestep='1e10'/>");
  mjsBody* b = mjs_findBody(s, "world");
  mjs_firstChild(b, mjOBJ_BODY, 0);
  mjsGeom* g = mjs_asGeom(mjs_firstElement(s, mjOBJ_GEOM));
  g->pos[0] = 1;
  mjModel* m = mj_compile(s, NULL);
  ck_assert_ptr_nonnull(m);
  ck_assert_msg(strstr(mjs_getError(s), "simulation is unstable") != NULL, "'%s'", mjs_getError(s));
  ck_assert_int_eq(mjs_isWarning(s), 1);
  mj_deleteModel(m);
  mj_deleteSpec(s);
}
END_TEST

static long allocations_left;
static void* scarce_malloc(size_t size) {
  return allocations_left-- > 0 ? aligned_alloc(64, (size + 63) / 64 * 64) : NULL;
}
static void plain_free(void* pointer) { free(pointer); }

START_TEST(every_failed_allocation_is_a_compile_error) {
  mjSpec* s =
      parse("<worldbody><body><joint/><geom size='1'/></body></worldbody><size memory='1M'/>");
  mjModel* m = NULL;
  mju_user_malloc = scarce_malloc;
  mju_user_free = plain_free;
  int n = 0;
  for (; n < 200 && !m; n++) {
    allocations_left = n;
    m = mj_compile(s, NULL);
    allocations_left = 1000;
    if (!m) ck_assert_msg(strlen(mjs_getError(s)) > 7, "no message at allocation %d", n);
  }
  ck_assert_ptr_nonnull(m);
  ck_assert_int_gt(n, 2);
  mj_deleteModel(m);
  mju_user_malloc = NULL;
  mju_user_free = NULL;
  mj_deleteSpec(s);
}
END_TEST

int main(void) {
  Suite* suite = suite_create("compile errors");
  TCase* t = tcase_create("errors");
  tcase_set_timeout(t, 60);
  tcase_add_loop_test(t, message_names_reason_and_element, 0, NCASE);
  tcase_add_test(t, error_handlers_are_not_called_and_stay_installed);
  tcase_add_test(t, a_spec_compiles_after_its_error_is_mended);
  tcase_add_test(t, an_unstable_model_compiles_with_a_warning);
  tcase_add_test(t, every_failed_allocation_is_a_compile_error);
  suite_add_tcase(suite, t);
  return run_suite(suite);
}
