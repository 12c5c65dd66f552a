// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Actuator shortcuts set the same numbers and report the same problems as the reference, from three
// starting points: the built-in values, values inherited from another shortcut, and a control
// range.

#include "tests/model/spec/suite.h"

static const char* const golden[] = {
#include "tests/model/spec/shortcuts_golden.inc"
};

static mjSpec* spec;
static int start;
static int next;

// a fresh actuator for the present starting point
static mjsActuator* fresh(void) {
  mjsActuator* a = mjs_addActuator(spec, NULL);
  if (start == 1) {
    a->gainprm[0] = 7;
    a->biasprm[0] = 3;
    a->biasprm[1] = 4;
    a->dynprm[0] = .3;
    a->dynprm[1] = .2;
    a->ctrlrange[1] = 2;
    a->actrange[0] = -1;
    a->actrange[1] = 1;
    a->dyntype = mjDYN_USER;
  }
  if (start == 2) {
    a->ctrlrange[0] = -2;
    a->ctrlrange[1] = 2;
  }
  return a;
}

// the actuator as text, compared with the next golden line
static void expect(const mjsActuator* a, const char* problem) {
  char text[1024];
  int n = snprintf(text, sizeof text, "%s|g %d b %d d %d:", problem, a->gaintype, a->biastype,
                   a->dyntype);
  for (int i = 0; i < 10; i++)
    n += snprintf(text + n, sizeof text - (size_t)n, " %.17g", a->gainprm[i]);
  for (int i = 0; i < 10; i++)
    n += snprintf(text + n, sizeof text - (size_t)n, " %.17g", a->biasprm[i]);
  for (int i = 0; i < 4; i++)
    n += snprintf(text + n, sizeof text - (size_t)n, " %.17g", a->dynprm[i]);
  snprintf(text + n, sizeof text - (size_t)n, " L %d %d %d inh %g actdim %d", a->ctrllimited,
           a->actlimited, a->forcelimited, a->inheritrange, a->actdim);
  ck_assert_str_eq(text, golden[next]);
  next++;
}

#define CASE(call)            \
  {                           \
    mjsActuator* a = fresh(); \
    expect(a, call);          \
  }

static void all_cases(void) {
  double one = 1, two = 2, neg = -1, zero = 0, half = .5;
  double tc[2] = {.02, -1}, tc2[2] = {.03, .06}, range[2] = {.5, 1.5}, none[2] = {-1, -1};
  CASE(mjs_setToMotor(a))
  CASE(mjs_setToPosition(a, 10, 0, 0, 0, 0))
  CASE(mjs_setToPosition(a, 10, &two, 0, 0, 0))
  CASE(mjs_setToPosition(a, 10, 0, &one, 0, 0))
  CASE(mjs_setToPosition(a, 10, &two, &one, 0, 0))
  CASE(mjs_setToPosition(a, 10, &neg, 0, 0, 0))
  CASE(mjs_setToPosition(a, 10, 0, &neg, 0, 0))
  CASE(mjs_setToPosition(a, 10, 0, 0, &neg, 0))
  CASE(mjs_setToPosition(a, 10, 0, 0, &half, 0))
  CASE(mjs_setToPosition(a, 10, 0, 0, &zero, 0))
  CASE(mjs_setToPosition(a, 10, 0, 0, 0, 1))
  CASE(mjs_setToPosition(a, 10, &zero, &zero, 0, 1))
  CASE(mjs_setToIntVelocity(a, 10, 0, 0, 0, 0))
  CASE(mjs_setToIntVelocity(a, 10, &two, &one, 0, 0))
  CASE(mjs_setToIntVelocity(a, 10, &two, 0, 0, 1))
  CASE(mjs_setToIntVelocity(a, 10, &two, 0, &half, 1))
  CASE(mjs_setToIntVelocity(a, 10, &neg, 0, 0, 0))
  CASE(mjs_setToVelocity(a, 5))
  CASE(mjs_setToVelocity(a, -5))
  CASE(mjs_setToDamper(a, 5))
  CASE(mjs_setToDamper(a, -5))
  CASE(mjs_setToDamper(a, 0))
  CASE(mjs_setToCylinder(a, 1, 2, 3, -1))
  CASE(mjs_setToCylinder(a, 1, 2, 3, 0.5))
  CASE(mjs_setToCylinder(a, 1, 2, 3, 0))
  CASE(mjs_setToMuscle(a, tc, 0.1, range, -1, -1, -1, -1, -1, -1, -1))
  CASE(mjs_setToMuscle(a, tc2, 0, none, 100, 300, .6, 1.7, 1.6, 1.4, 1.1))
  CASE(mjs_setToMuscle(a, tc2, -1, range, -1, -1, -1, -1, -1, -1, -1))
  CASE(mjs_setToAdhesion(a, 5))
  CASE(mjs_setToAdhesion(a, -5))
}

START_TEST(every_shortcut_equals_the_reference) {
  spec = mj_makeSpec();
  for (start = 0; start < 3; start++)
    all_cases();
  ck_assert_int_eq(next, (int)(sizeof golden / sizeof golden[0]));
  mj_deleteSpec(spec);
}
END_TEST

RUN_SUITE("shortcuts", every_shortcut_equals_the_reference)
