// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// From solref and solimp to impedance, stiffness and damping.

#include <fulcrum/contact_model.h>

#include "tests/physics/problem/scene.h"

// One row of the table: a joint equality of a slide with inverse weight 0.5, time step 0.002.
typedef struct Case_ {
  double residual, solimp[5], solref[2], K, B, imp, slope, R;
} Case;

static const Case cases[] = {
    {-0.003,
     {0.8, 0.95, 0.01, 0.4, 3},
     {0.05, 0.7},
     904.51693142631029,
     42.10526315789474,
     0.8253125,
     -25.312499999999975,
     0.10583112457402499},
    {0.007,
     {0.8, 0.95, 0.01, 0.4, 3},
     {0.05, 0.7},
     904.51693142631029,
     42.10526315789474,
     0.93874999999999997,
     11.249999999999995,
     0.032623169107856204},
    {0.007,
     {0.8, 0.95, 0.01, 0.4, 2},
     {0.001, 0.7},
     141330.77053536096,
     526.31578947368416,
     0.92749999999999999,
     14.999999999999993,
     0.039083557951482488},
    {0.007,
     {0.8, 0.95, 0.01, 0.4, 1},
     {-500, -20},
     554.016620498615,
     21.05263157894737,
     0.90500000000000003,
     14.999999999999991,
     0.052486187845303851},
    {0.007,
     {0.8, 0.95, 0, 0.4, 1},
     {-500, -20},
     554.016620498615,
     21.05263157894737,
     0.875,
     0,
     0.071428571428571425},
    {0.007,
     {0, 1.5, 0.01, 0, 0.5},
     {-500, -20},
     500.10001500200019,
     20.002000200020003,
     0.69995999999999992,
     99.980000000000004,
     0.21432653294473977},
    {0,
     {0.8, 0.95, 0.01, 0.4, 3},
     {0.05, 0.7},
     904.51693142631029,
     42.10526315789474,
     0.8,
     0,
     0.12499999999999997},
    {-0.02,
     {0.9, 0.3, 0.01, 0.5, 2},
     {0.05, 0.7},
     9070.2947845805011,
     133.33333333333334,
     0.3,
     0,
     1.1666666666666667},
    {-0.002,
     {0.9, 0.3, 0.01, 0.5, 2},
     {-50, 0.7},
     27777.777777777777,
     333.33333333333331,
     0.852,
     48.000000000000007,
     0.086854460093896732},
};

static int warnings;
static char warning[500];
static void note(const char* message) {
  warnings++;
  snprintf(warning, sizeof warning, "%s", message);
}

START_TEST(equality_rows_have_the_parameters_of_their_solref_and_solimp) {
  char xml[900];
  mju_user_warning = note;
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    const Case* c = cases + k;
    snprintf(xml, sizeof xml,
             "<mujoco><option timestep='.002' gravity='0 0 0'/><worldbody><body><joint name='j' "
             "type='slide'/><geom size='.1' mass='2'/></body>"
             "</worldbody><equality><joint joint1='j' polycoef='%g 0 0 0 0' solref='%g %g' "
             "solimp='%g %g %g %g %g'/></equality></mujoco>",
             -c->residual, c->solref[0], c->solref[1], c->solimp[0], c->solimp[1], c->solimp[2],
             c->solimp[3], c->solimp[4]);
    warnings = 0;
    Scene s = scene_forward(xml);
    const double expected[5] = {c->K, c->B, c->imp, c->slope, c->R};
    double got[5] = {0};
    mju_copy(got, s.d->efc_KBIP, 4);
    got[4] = s.d->efc_R[0];
    ck_assert_near(got, expected, 5, 1e-12);
    ck_assert_int_eq(warnings > 0, k == 8);
    scene_free(s);
  }
  ck_assert_msg(strstr(warning, "mixed") != NULL, "%s", warning);
  mju_user_warning = NULL;
}
END_TEST

START_TEST(friction_of_elliptic_contacts_may_have_its_own_reference) {
  const char* format =
      "<mujoco><option timestep='.002' cone='elliptic'/><worldbody><geom name='a' type='plane' "
      "size='1 1 1'/>"
      "<body pos='0 0 .09'><freejoint/><geom name='b' size='.1'/></body></worldbody>"
      "<contact><pair geom1='a' geom2='b' condim='4' solreffriction='%s'/></contact></mujoco>";
  const char* const reference[] = {"0.001 2", "-30 -40", "0 0"};
  const double damping[] = {526.31578947368416, 42.10526315789474, 105.26315789473685};
  char xml[900];
  for (int k = 0; k < 3; k++) {
    snprintf(xml, sizeof xml, format, reference[k]);
    Scene s = scene_forward(xml);
    ck_assert_int_eq(s.d->nefc, 4);
    for (int r = 1; r < 4; r++) {
      ck_assert_double_eq(s.d->efc_KBIP[4 * r], 0);
      ck_assert_double_eq_tol(s.d->efc_KBIP[4 * r + 1], damping[k], 1e-10);
    }
    ck_assert_double_eq_tol(s.d->efc_KBIP[1], 105.26315789473685, 1e-10);
    scene_free(s);
  }
}
END_TEST

START_TEST(impedance_rises_monotonically_and_its_slope_is_the_derivative) {
  const double solimp[5] = {0.2, 0.9, 0.02, 0.3, 2.5};
  double previous = 0;
  for (double x = -0.0005; x > -0.03; x -= 0.0007) {
    double imp[2], plus[2], minus[2], h = 1e-8;
    fc_impedance(imp, solimp, x, 0);
    fc_impedance(plus, solimp, x + h, 0);
    fc_impedance(minus, solimp, x - h, 0);
    ck_assert(imp[0] >= previous && imp[0] <= 0.9);
    ck_assert_double_eq_tol(imp[1], (plus[0] - minus[0]) / (2 * h), 1e-4);
    previous = imp[0];
  }
}
END_TEST

START_TEST(without_refsafe_fast_time_constants_are_kept) {
  const double source[2] = {0.001, 1}, standard[2] = {0.02, 1};
  double solref[2];
  fc_safeReference(solref, source, standard, "test", 0.002, 0);
  ck_assert_double_eq(solref[0], 0.001);
  fc_safeReference(solref, source, standard, "test", 0.002, 1);
  ck_assert_double_eq(solref[0], 0.004);
}
END_TEST

int main(void) {
  const TTest* const tests[] = {equality_rows_have_the_parameters_of_their_solref_and_solimp,
                                friction_of_elliptic_contacts_may_have_its_own_reference,
                                impedance_rises_monotonically_and_its_slope_is_the_derivative,
                                without_refsafe_fast_time_constants_are_kept, NULL};
  return run_tests("impedance", tests);
}
