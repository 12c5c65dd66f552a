// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// How a parameter of a contact follows from those of its geoms.

#include <fulcrum/contact_model.h>
#include <fulcrum/host.h>

#include "core/physics/problem/contact_parameters.h"
#include "tests/support.h"

// A face whose parameters have one rule each.
START_TEST(every_rule_has_its_formula) {
  static const FcMixing rules[] = {FC_MIX_NONE,     FC_MIX_MAX,     FC_MIX_MIN,
                                   FC_MIX_MEAN,     FC_MIX_PRODUCT, FC_MIX_GEOMETRIC,
                                   FC_MIX_HARMONIC, FC_MIX_SERIES};
  static const mjtNum expected[] = {3, 3, 3, 3, 9, 3, 3, 1.5};
  enum { N = 8 };
  static const FcContactModel model = {.size = sizeof model, .mixing = rules};
  FcParameter parameters[N] = {{.key = "x", .length = 1}};
  FcFace face = {.size = sizeof face, .name = "test", FC_PARAMETERS(parameters)};
  mjtNum own[N], param[N];
  for (int i = 0; i < N; i++)
    own[i] = 3;
  int priority[2] = {0, 0};
  mjModel model_of_two = {.ngeom = 2, .geom_priority = priority}, *m = &model_of_two;
  mjContact con = {.geom = {0, 1}};
  Bound bound = {&face, &model, {.m = m, .param = own}};
  ck_assert_int_eq(contact_model_parameters(m, &bound, &con, 1, param), 0);
  for (int i = 0; i < N; i++)
    ck_assert_double_eq_tol(param[i], expected[i], 1e-15);
  // series and harmonic mean with a side that is 0
  own[6] = own[7] = 0;
  ck_assert_int_eq(contact_model_parameters(m, &bound, &con, 1, param), 0);
  ck_assert(param[6] == 0 && param[7] == 0);
  // the side of higher priority decides alone
  priority[1] = 1;
  own[4] = 5;
  ck_assert_int_eq(contact_model_parameters(m, &bound, &con, 1, param), 0);
  ck_assert_double_eq(param[4], 5);
}
END_TEST

int main(void) {
  const TTest* const tests[] = {every_rule_has_its_formula, NULL};
  return run_tests("rules of mixing", tests);
}
