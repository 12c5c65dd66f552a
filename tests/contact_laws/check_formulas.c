// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Laws of contact against closed forms, recorded values and differences.

#include "contact_models/laws/laws.h"
#include "tests/contact_laws/differences.h"

static mjtNum uniform(mjtNum lo, mjtNum hi) { return lo + (hi - lo) * (1 + noise()) / 2; }

static mjtNum logarithmic(mjtNum lo, mjtNum hi) { return lo * pow(hi / lo, uniform(0, 1)); }

// ---------------------------------------------------------------- normal

typedef struct NormalCase_ {
  NormalLaw law;
  mjtNum h, theta, x;
} NormalCase;

static void normal_value(const void* context, const mjtNum* z, mjtNum* value) {
  const NormalCase* c = context;
  normal_potential(&c->law, c->h, c->theta, c->x, *z, value);
}

static NormalCase random_normal(void) {
  static const mjtNum exponents[] = {1, 1.5, 2, 2.7}, thetas[] = {0, 0.5, 1, 0.3};
  NormalCase c = {{logarithmic(1e2, 1e7), exponents[(int)uniform(0, 4)],
                   uniform(0, 1) < 0.2 ? 0 : logarithmic(1e-2, 500)},
                  logarithmic(1e-4, 1e-2),
                  thetas[(int)uniform(0, 4)],
                  uniform(-0.001, 0.01)};
  return c;
}

START_TEST(normal_potential_is_convex_and_has_the_derivatives_it_tells) {
  mjtNum worst = 0;
  int tried = 0;
  for (int i = 0; i < 8000; i++) {
    NormalCase c = random_normal();
    // below the end of contact, kinks left out
    mjtNum H = c.theta * c.h, end = H > 0 ? c.x / H : c.x > 0 ? 5 : -5;
    end = c.law.dissipation > 0 ? fmin(end, 1 / c.law.dissipation) : end;
    mjtNum scale = fmax(fabs(end), H > 0 ? fabs(c.x) / H : 1);
    mjtNum z = end - scale * uniform(0.05, 2), value[3], slope[3], step = 1e-3 * (end - z);
    normal_value(&c, &z, value);
    differentiate(normal_value, &c, &z, &step, 1, 3, slope);
    ck_assert(value[0] >= 0 || c.law.dissipation == 0);
    ck_assert(value[1] >= 0 && value[2] >= 0);
    if (c.theta == 0 && c.x <= 0)
      continue;
    tried++;
    worst = fmax(worst, fabs(slope[0] + value[1]) / value[1]);
    worst = fmax(worst, fabs(slope[1] + value[2]) / fmax(value[2], value[1] / (end - z)));
    // nothing beyond the end
    z = end + 1e-6 * scale;
    normal_value(&c, &z, value);
    ck_assert(c.theta == 0 || (value[0] == 0 && value[1] == 0 && value[2] == 0));
  }
  printf("normal potential: worst relative difference %g in %d cases\n", worst, tried);
  ck_assert_int_gt(tried, 6000);
  ck_assert_double_lt(worst, 1e-8);
}
END_TEST

// The integral by 20 intervals of Gauss's rule with 5 points, in the variable that has no
// cancellation.
START_TEST(normal_potential_does_not_cancel) {
  static const mjtNum node[] = {0, 0.538469310105683091, 0.906179845938663993},
                      weight[] = {0.568888888888888889, 0.478628670499366468, 0.236926885056189088};
  mjtNum worst = 0;
  for (int i = 0; i < 2000; i++) {
    NormalCase c = random_normal();
    c.theta = 1;
    c.law.dissipation = 500;
    c.x = uniform(0.005, 0.05);
    mjtNum d = c.law.dissipation, p = c.law.exponent, Xe = c.x - c.h / d, value[3];
    mjtNum w = Xe * logarithmic(1e-6, 1), z = 1 / d - w / c.h, sum = 0;
    for (int k = 0; k < 20; k++) {
      for (int j = -2; j <= 2; j++) {
        mjtNum s = w * (k + 0.5 + 0.5 * (j < 0 ? -1 : 1) * node[abs(j)]) / 20;
        sum += w / 40 * weight[abs(j)] * pow(Xe + s, p) * s;
      }
    }
    normal_value(&c, &z, value);
    // w itself is known to the rounding of z
    mjtNum known = 2e-16 * fmax(1, fabs(z)) * c.h / w;
    worst = fmax(worst,
                 fabs(value[0] / (c.law.stiffness * d / c.h * sum) - 1) / fmax(1e-13, 10 * known));
  }
  printf("normal potential against its integral: %g of the bound\n", worst);
  ck_assert_double_lt(worst, 1);
}
END_TEST

START_TEST(dissipation_gives_the_restitution_asked_for) {
  static const mjtNum table[][2] = {{0.95, 0.078927}, {0.9, 0.166482}, {0.8, 0.373146},
                                    {0.7, 0.634828},  {0.5, 1.432751}, {0.3, 3.087082},
                                    {0.1, 9.998159}};
  for (size_t i = 0; i < sizeof table / sizeof *table; i++)
    ck_assert_double_eq_tol(dissipation_of(table[i][0], 2) * 2, table[i][1], 6e-7);
  // hardly any rebound: 1 - e D is less than the rounding of D
  ck_assert_double_eq_tol(dissipation_of(1e-3, 1) * 1e-3, 1, 1e-15);
  // the relation, with logarithms in long double
  mjtNum worst = 0;
  for (int i = 160; i < 1980; i++) {
    mjtNum e = i / 2000.0, D = dissipation_of(e, 1);
    long double f = log1pl(D) - log1pl(-(long double)e * D) - (1 + (long double)e) * D;
    long double slope = 1 / (1 + (long double)D) + e / (1 - (long double)e * D) - (1 + e);
    worst = fmax(worst, (mjtNum)fabsl(f / (slope * D)));
  }
  printf("restitution: worst relative error of D %g\n", worst);
  ck_assert_double_lt(worst, 1e-14);
}
END_TEST

START_TEST(hertz_depths_are_those_of_the_tables) {
  mjtNum E = combined_modulus(200e9, 0.29, 200e9, 0.29);
  ck_assert_double_eq_tol(E / 1.0918223e11, 1, 1e-7);
  mjtNum k = hertz_stiffness(E, 0.05);
  ck_assert_double_eq_tol(pow(4.110250 * 9.81 / k, 2. / 3) / 1.1533853e-6, 1, 1e-6);
  mjtNum rubber = hertz_stiffness(combined_modulus(2.76e6, 0.48, 200e9, 0.29), 0.05);
  ck_assert_double_eq_tol(rubber / 1.0692041e6, 1, 1e-7);
  // a rigid side and a side without modulus are the same
  ck_assert_double_eq(combined_modulus(1e6, 0.3, 0, 0), 1e6 / 0.91);
  ck_assert_double_eq(combined_modulus(0, 0.3, 0, 0.3), 0);
  ck_assert_double_eq_tol(contact_modulus(mixed_young(2e6, 0.2, 3e6, 0.4), 0.3),
                          combined_modulus(2e6, 0.2, 3e6, 0.4), 1e-8);
  ck_assert_double_eq(mixed_dissipation(1, 10, 3, 2), 8);
  ck_assert_double_eq(mixed_dissipation(1, 10, 0, 2), 10);
  ck_assert_double_eq(mixed_restitution(0.5, 0), 0.5);
  ck_assert_double_eq(mixed_restitution(0.5, 0.5), 0.25);
  ck_assert_double_eq(mixed_radius(2, 2), 1);
}
END_TEST

// ---------------------------------------------------------------- friction

typedef struct Recorded_ {
  mjtNum exponent, stiffness, cost, impulse[3], hessian[6];  // upper triangle
  int similar;
} Recorded;

static const Recorded recorded[] = {
    {1,
     1e5,
     0.09760420903941433,
     {0.4093453516282875, -0.19407253709058542, 0.0646908456968618},
     {1.1445108672312903, -0.5426179309177072, 0.18087264363923572, 0.909982504161183,
      1.8530340218416663, 5.851406562405626},
     1},
    {1,
     1e5,
     0.09606245427253357,
     {0.392, -0.14223139677922814, 0.04741046559307605},
     {1.12, 0, 0, 0.4783673351549128, 1.4208930747175643, 4.26741553440175},
     0},
    {1.5,
     1e6,
     0.03164366102617439,
     {0.1548298987979517, -0.07340557589739737, 0.024468525299132453},
     {0.5411216380059506, -0.25654828800350077, 0.08551609600116691, 0.36851595811446203,
      0.6927788572662612, 2.2159262441578247},
     1},
    {1.5,
     1e6,
     0.03393038151817461,
     {0.1466729695615385, -0.14223139677922814, 0.04741046559307605},
     {0.5238320341483518, 0, 0, 0.4783673351549128, 1.4208930747175643, 4.26741553440175},
     0}};

START_TEST(potentials_of_three_rows_have_the_recorded_values) {
  static const mjtNum u[3] = {-0.2, 0.03, -0.01};
  mjtNum worst = 0;
  for (size_t i = 0; i < sizeof recorded / sizeof *recorded; i++) {
    const Recorded* r = recorded + i;
    NormalLaw law = {r->stiffness, r->exponent, 2};
    FrictionLaw friction = {{0.5, 0.5}, 1e-3, 0.3};
    mjtNum normal[3], impulse[3], hessian[9], cost;
    if (r->similar) {
      cost = similar_potential(&friction, &law, 0.002, 1, 0.001, 3, u, impulse, hessian);
    } else {
      normal_potential(&law, 0.002, 1, 0.001, u[0], normal);
      cost = lagged_potential(&friction, normal, 3, u, impulse, hessian);
    }
    const mjtNum upper[6] = {hessian[0], hessian[1], hessian[2],
                             hessian[4], hessian[5], hessian[8]};
    worst = fmax(worst, fabs(cost / r->cost - 1));
    worst = fmax(worst, relative_difference(r->impulse, impulse, 3, 0));
    worst = fmax(worst, relative_difference(r->hessian, upper, 6, 0));
  }
  printf("recorded potentials: worst relative difference %g\n", worst);
  ck_assert_double_lt(worst, 4e-15);
}
END_TEST

START_TEST(lagged_coefficient_falls_from_static_to_sliding) {
  ck_assert_double_eq(lagged_coefficient(0.3, 0.6, 0), 0.6);
  ck_assert_double_eq_tol(lagged_coefficient(0.3, 0.6, 10), 0.45, 1e-15);
  ck_assert_double_eq_tol(lagged_coefficient(0.3, 0.6, 1e6), 0.3, 1e-3);
}
END_TEST

// ---------------------------------------------------------------- bristles

START_TEST(bristles_stay_within_their_bound) {
  for (int i = 0; i < 20000; i++) {
    Bristle law = {logarithmic(1e2, 1e6), uniform(0, 1) < 0.2 ? 0 : logarithmic(1, 1e4),
                   logarithmic(1e-2, 1e3)};
    mjtNum h = logarithmic(1e-4, 1e-2), limit = law.bound / law.stiffness;
    mjtNum bristle[2] = {limit * uniform(-1, 1), limit * uniform(-1, 1)}, next[2], impulse[2];
    mjtNum u[2] = {limit / h * uniform(-2, 2), limit / h * uniform(-2, 2)};
    memcpy(next, bristle, sizeof next);
    bristle_potential(&law, h, 2, bristle, u, impulse, NULL);
    int slips = bristle_advance(&law, h, 2, next, u);
    mjtNum before = hypot(bristle[0], bristle[1]), after = hypot(next[0], next[1]);
    ck_assert(after <= fmax(before, limit) * (1 + 1e-14));
    ck_assert(hypot(impulse[0], impulse[1]) <= h * law.bound * (1 + 1e-14));
    for (int k = 0; k < 2 && !slips; k++)
      ck_assert_double_eq_tol(next[k], bristle[k] + h * u[k], 1e-13 * (before + after));
    // force of spring and damper is that of the potential
    mjtNum kappa = h * law.stiffness + law.damping;
    for (int k = 0; k < 2; k++) {
      ck_assert_double_eq_tol(next[k], (law.damping * bristle[k] - impulse[k]) / kappa,
                              1e-13 * (before + after));
    }
  }
}
END_TEST

START_TEST(transport_keeps_length_and_stays_tangential) {
  mjtNum worst = 0;
  for (int i = 0; i < 5000; i++) {
    mjtNum a[3], b[3], v[3], before[3];
    for (int k = 0; k < 3; k++) {
      a[k] = uniform(-1, 1);
      b[k] = uniform(-1, 1);
      v[k] = uniform(-1, 1);
    }
    mju_normalize3(a);
    mju_normalize3(b);
    mju_addToScl3(v, a, -mju_dot3(v, a));
    mju_copy3(before, v);
    transport_tangent(v, a, b);
    if (mju_dot3(a, b) < 0) {
      ck_assert_double_eq(mju_norm3(v), 0);
      continue;
    }
    worst = fmax(worst, fabs(mju_norm3(v) - mju_norm3(before)));
    worst = fmax(worst, fabs(mju_dot3(v, b)));
    mjtNum axis[3], turned[3];
    mju_copy3(turned, v);
    turn_tangent(turned, b, 0.3);
    worst = fmax(worst, fabs(mju_norm3(v) - mju_norm3(turned)));
    mju_cross(axis, v, turned);
    worst = fmax(worst, fabs(mju_dot3(axis, b) - sin(0.3) * mju_dot3(v, v)));
  }
  ck_assert_double_lt(worst, 1e-14);
}
END_TEST

// ---------------------------------------------------------------- adhesion

START_TEST(jkr_radius_solves_its_equation) {
  mjtNum worst = 0;
  for (int i = 0; i < 20000; i++) {
    Adhesion law = {logarithmic(1e-3, 1), logarithmic(1e5, 1e10), logarithmic(1e-3, 0.1)};
    mjtNum a_c = jkr_critical_radius(&law), unit = a_c * a_c / law.radius;
    mjtNum x = unit * (i % 2 ? uniform(-0.6933, 1) : logarithmic(1e-3, 1e6));
    mjtNum a = jkr_radius(&law, x), c = sqrt(2 * M_PI * law.work / law.modulus);
    mjtNum residual = a * a / law.radius - c * sqrt(a) - x;
    worst = fmax(worst, fabs(residual) / fmax(a * a / law.radius, c * sqrt(a)));
  }
  printf("closed form of JKR: worst relative residual %g\n", worst);
  ck_assert_double_lt(worst, 3e-15);
}
END_TEST

START_TEST(adhesion_has_the_special_points_of_its_theory) {
  static const struct {
    mjtNum law[3], a_c, zero_load, pull;
  } cases[] = {{{0.05, 1e6, 0.01}, 2.604699e-4, 5.698585e-6, -2.356194e-3},
               {{0.1, 1e7, 0.005}, 9.595791e-5, 1.546834e-6, -2.356194e-3}};
  for (int i = 0; i < 2; i++) {
    Adhesion law = {cases[i].law[0], cases[i].law[1], cases[i].law[2]};
    mjtNum out[3], a_c = jkr_critical_radius(&law), unit = a_c * a_c / law.radius;
    ck_assert_double_eq_tol(a_c / cases[i].a_c, 1, 1e-6);
    bonded_energy(&law, 0, cases[i].zero_load, out);
    ck_assert_double_lt(fabs(out[1]), 1e-6 * pull_off(&law, 0));
    ck_assert_double_eq_tol(-pull_off(&law, 0) / cases[i].pull, 1, 1e-6);
    // largest tension at its point, and held beyond it
    bonded_energy(&law, 0, -unit / 3 * (1 - 1e-9), out);
    ck_assert_double_eq_tol(out[1] / cases[i].pull, 1, 1e-6);
    bonded_energy(&law, 0, -unit * 0.5, out);
    ck_assert_double_eq(out[1], -pull_off(&law, 0));
    // JKR's separation
    ck_assert_double_eq_tol(jkr_radius(&law, -0.693361 * unit) / a_c, 1 / cbrt(9), 2e-3);
  }
  Adhesion law = {0.05, 1e6, 0.01};
  mjtNum out[3], a_c = jkr_critical_radius(&law), unit = a_c * a_c / law.radius;
  static const mjtNum table[3][3] = {
      {0, -2.094395e-3, 210.3578}, {1, 5.608361e-4, 536.3510}, {2, 4.936262e-3, 743.1945}};
  for (int i = 0; i < 3; i++) {
    bonded_energy(&law, 0, table[i][0] * unit, out);
    ck_assert_double_eq_tol(out[1] / table[i][1], 1, 1e-6);
    ck_assert_double_eq_tol(out[2] / table[i][2], 1, 1e-6);
  }
  // DMT
  ck_assert_double_eq_tol(pull_off(&law, 1), 3.141593e-3, 1e-9);
  bonded_energy(&law, 1, 8.218781e-6, out);
  ck_assert_double_lt(fabs(out[1]), 1e-9);
}
END_TEST

// Work of a slow cycle: the bond holds on the way out from touching to the breaking point.
START_TEST(a_slow_cycle_loses_the_energy_of_the_theory) {
  Adhesion law = {0.05, 1e6, 0.01};
  mjtNum touch[3], gone[3], a_c = jkr_critical_radius(&law), unit = a_c * a_c / law.radius;
  bonded_energy(&law, 0, 0, touch);
  bonded_energy(&law, 0, -0.66163 * unit, gone);
  mjtNum loss =
      7.09220 * pow(law.work, 5. / 3) * pow(law.radius, 4. / 3) * pow(law.modulus, -2. / 3);
  ck_assert_double_eq_tol((gone[0] - touch[0]) / loss, 1, 1e-5);
  ck_assert_double_eq_tol((gone[0] - touch[0]) / 1.036885e-8, 1, 1e-5);
}
END_TEST

typedef struct AdhesionCase_ {
  Adhesion law;
  int kind;
} AdhesionCase;

static void adhesion_value(const void* context, const mjtNum* x, mjtNum* value) {
  const AdhesionCase* c = context;
  if (c->kind == 2)
    unbonded_energy(&c->law, *x, value);
  else
    bonded_energy(&c->law, c->kind, *x, value);
}

START_TEST(energies_of_adhesion_are_convex_with_the_derivatives_they_tell) {
  mjtNum worst[2] = {0, 0};
  for (int i = 0; i < 6000; i++) {
    AdhesionCase c = {{logarithmic(1e-3, 1), logarithmic(1e5, 1e10), logarithmic(1e-3, 0.1)},
                      i % 3};
    mjtNum a_c = jkr_critical_radius(&c.law), unit = a_c * a_c / c.law.radius;
    mjtNum x = unit * uniform(c.kind ? 0.01 : -0.32, 3), step = 1e-4 * unit, value[3], slope[3];
    adhesion_value(&c, &x, value);
    differentiate(adhesion_value, &c, &x, &step, 1, 3, slope);
    mjtNum scale = pull_off(&c.law, 0);
    worst[0] = fmax(worst[0], fabs(slope[0] - value[1]) / scale);
    worst[1] = fmax(worst[1], fabs(slope[1] - value[2]) / value[2]);
    ck_assert_double_ge(value[2], 0);
  }
  printf("adhesion: worst relative differences %g %g\n", worst[0], worst[1]);
  ck_assert_double_lt(worst[0], 1e-9);
  ck_assert_double_lt(worst[1], 1e-6);
}
END_TEST

int main(void) {
  const TTest* const tests[] = {
      normal_potential_is_convex_and_has_the_derivatives_it_tells,
      normal_potential_does_not_cancel,
      dissipation_gives_the_restitution_asked_for,
      hertz_depths_are_those_of_the_tables,
      potentials_of_three_rows_have_the_recorded_values,
      lagged_coefficient_falls_from_static_to_sliding,
      bristles_stay_within_their_bound,
      transport_keeps_length_and_stays_tangential,
      jkr_radius_solves_its_equation,
      adhesion_has_the_special_points_of_its_theory,
      a_slow_cycle_loses_the_energy_of_the_theory,
      energies_of_adhesion_are_convex_with_the_derivatives_they_tell,
      NULL,
  };
  return run_tests("formulas of contact laws", tests);
}
