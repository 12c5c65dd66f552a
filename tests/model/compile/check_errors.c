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
  ck_assert_msg(strncmp(error, "Error: ", 7) == 0, "no prefix: %s", error);
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

// ---------------------------------------------------------------- what no document can say

static mjsElement* find(mjSpec* s, mjtObj type, const char* name) {
  return mjs_findElement(s, type, name);
}
static void joint_type(mjSpec* s) { mjs_asJoint(find(s, mjOBJ_JOINT, "h"))->type = (mjtJoint)9; }
static void geom_type(mjSpec* s) { mjs_asGeom(find(s, mjOBJ_GEOM, "g"))->type = (mjtGeom)99; }
static void two_inertias(mjSpec* s) {
  mjsBody* b = mjs_findBody(s, "b");
  const double full[6] = {1, 1, 1, 0, 0, 0};
  memcpy(b->fullinertia, full, sizeof full);
  b->ialt.type = mjORIENTATION_ZAXIS;
  b->ialt.zaxis[2] = 1;
  b->explicitinertial = 1;
}
static void transmission(mjSpec* s) {
  mjsActuator* a = mjs_addActuator(s, NULL);
  a->trntype = (mjtTrn)77;
  mjs_setString(a->target, "h");
}
static void equality_type(mjSpec* s) {
  mjsEquality* e = mjs_addEquality(s, NULL);
  e->type = (mjtEq)77;
}
static void equality_objects(mjSpec* s) {
  mjsEquality* e = mjs_addEquality(s, NULL);
  e->type = mjEQ_CONNECT;
  e->objtype = mjOBJ_GEOM;
  mjs_setString(e->name1, "g");
}
static void numeric_zero(mjSpec* s) { mjs_setName(mjs_addNumeric(s)->element, "n"); }
static void numeric_small(mjSpec* s) {
  const double data[3] = {1, 2, 3};
  mjsNumeric* n = mjs_addNumeric(s);
  mjs_setDouble(n->data, data, 3);
  n->size = 2;
}
static void text_empty(mjSpec* s) { mjs_setName(mjs_addText(s)->element, "t"); }
static void heights(mjSpec* s) {
  const float data[3] = {1, 2, 3};
  mjsHField* h = mjs_addHField(s);
  mjs_setName(h->element, "f");
  h->nrow = h->ncol = 2;
  h->size[0] = h->size[1] = h->size[2] = h->size[3] = 1;
  mjs_setFloat(h->userdata, data, 3);
}
static void hull(mjSpec* s) {
  const float data[12] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
  mjsMesh* mesh = mjs_addMesh(s, NULL);
  mjs_setName(mesh->element, "m");
  mjs_setFloat(mesh->uservert, data, 12);
  mesh->maxhullvert = 2;
}
static void pixels(mjSpec* s) {
  mjsTexture* t = mjs_addTexture(s);
  mjs_setName(t->element, "p");
  t->type = mjTEXTURE_2D;
  t->width = t->height = 2;
  mjs_setBuffer(t->data, "12345", 5);
}
static void rangefinder(mjSpec* s) {
  mjsSensor* sensor = mjs_addSensor(s);
  sensor->type = mjSENS_RANGEFINDER;
  sensor->objtype = mjOBJ_GEOM;
  mjs_setString(sensor->objname, "g");
}
static void subtree(mjSpec* s) {
  mjsSensor* sensor = mjs_addSensor(s);
  sensor->type = mjSENS_SUBTREECOM;
  sensor->objtype = mjOBJ_GEOM;
  mjs_setString(sensor->objname, "g");
}
static void contact_bits(mjSpec* s) {
  mjsSensor* sensor = mjs_addSensor(s);
  sensor->type = mjSENS_CONTACT;
  sensor->objtype = mjOBJ_GEOM;
  mjs_setString(sensor->objname, "g");
  sensor->intprm[0] = 1 << 30;
  sensor->intprm[2] = 1;
}

static const struct {
  void (*edit)(mjSpec* s);
  const char *reason, *element;
} edits[] = {
    {joint_type, "unknown joint type 9", "h"},
    {geom_type, "invalid type in geom", "g"},
    {two_inertias, "fullinertia and inertial orientation cannot both", "b"},
    {transmission, "invalid transmission type in actuator", ""},
    {equality_type, "invalid type in equality constraint", ""},
    {equality_objects, "supports only sites and bodies", ""},
    {numeric_zero, "size cannot be zero", "n"},
    {numeric_small, "smaller than", ""},
    {text_empty, "size cannot be zero", "t"},
    {heights, "elevation data length must match nrow*ncol", "f"},
    {hull, "maxhullvert must exceed 3, but it is 2", "m"},
    {pixels, "texture buffer has incorrect size, given 5", "p"},
    {rangefinder, "sensor must be attached to site or camera", ""},
    {subtree, "sensor must be attached to body", ""},
    {contact_bits, "must have at least one bit set", ""},
};

START_TEST(what_only_programs_can_ask_for_is_refused_too) {
  char expected[200];
  mjSpec* s = parse(WORLD(HINGE));
  edits[_i].edit(s);
  ck_assert_ptr_null(mj_compile(s, NULL));
  ck_assert_msg(strstr(mjs_getError(s), edits[_i].reason), "\"%s\" expected in: %s",
                edits[_i].reason, mjs_getError(s));
  snprintf(expected, sizeof expected, "Element name '%s', id ", edits[_i].element);
  ck_assert_msg(strstr(mjs_getError(s), expected), "\"%s\" expected in: %s", expected,
                mjs_getError(s));
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
    if (!m)
      ck_assert_msg(strlen(mjs_getError(s)) > 7, "no message at allocation %d", n);
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
  tcase_add_loop_test(t, what_only_programs_can_ask_for_is_refused_too, 0,
                      sizeof edits / sizeof *edits);
  tcase_add_loop_test(t, message_names_reason_and_element, 0, NCASE);
  tcase_add_test(t, error_handlers_are_not_called_and_stay_installed);
  tcase_add_test(t, a_spec_compiles_after_its_error_is_mended);
  tcase_add_test(t, an_unstable_model_compiles_with_a_warning);
  tcase_add_test(t, every_failed_allocation_is_a_compile_error);
  suite_add_tcase(suite, t);
  return run_suite(suite);
}
