// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Contact models in time: a point mass on the ground, whose step minimises
// m |v - v*|^2 / 2 + l(v) by Newton's method, against closed forms and recorded values.

#include "tests/contact_laws/batch.h"

typedef struct Mass_ {
  mjtNum m, x, v[3], load[3];  // penetration, velocity, force from outside
  mjtNum force[6];             // of the contact
  mjtNum path[2];
} Mass;

// b becomes A^-1 b by elimination; A is definite
static void solve(mjtNum A[9], mjtNum b[3]) {
  for (int i = 0; i < 3; i++) {
    for (int j = i + 1; j < 3; j++) {
      mjtNum ratio = A[3 * j + i] / A[4 * i];
      for (int k = i; k < 3; k++)
        A[3 * j + k] -= ratio * A[3 * i + k];
      b[j] -= ratio * b[i];
    }
  }
  for (int i = 2; i >= 0; i--) {
    for (int k = i + 1; k < 3; k++)
      b[i] -= A[3 * i + k] * b[k];
    b[i] /= A[4 * i];
  }
}

// One semi-implicit step; the solver searches along its direction for a zero of the slope.
static void step(Kit* kit, Mass* p) {
  mjtNum h = kit->batch.timestep, before[6] = {p->v[0], p->v[1], p->v[2]}, v[6] = {0}, star[3];
  kit_prepare(kit, p->x, before);
  for (int i = 0; i < 3; i++)
    v[i] = star[i] = p->v[i] + h * p->load[i] / p->m;
  for (int iteration = 0; iteration < 60; iteration++) {
    mjtNum hessian[36], gradient[3], direction[3], A[9];
    kit_potential(kit, v, p->force, hessian);
    for (int i = 0; i < 3; i++) {
      gradient[i] = p->m * (v[i] - star[i]) - h * p->force[i];
      direction[i] = -gradient[i];
      for (int j = 0; j < 3; j++)
        A[3 * i + j] = hessian[3 * i + j] + (i == j ? p->m : 0);
    }
    solve(A, direction);
    if (mju_norm3(direction) < 1e-14 * mju_norm3(v) + 1e-16)
      break;
    mjtNum lo = 0, hi = 1;
    for (int i = 0; i < 40; i++) {
      mjtNum at = i ? (lo + hi) / 2 : 1, moved[6] = {0}, force[6], slope = 0;
      for (int k = 0; k < 3; k++)
        moved[k] = v[k] + at * direction[k];
      kit_potential(kit, moved, force, NULL);
      for (int k = 0; k < 3; k++)
        slope += direction[k] * (p->m * (moved[k] - star[k]) - h * force[k]);
      if (slope > 0)
        hi = at;
      else
        lo = at;
      if (!i && slope <= 0)
        break;
    }
    mju_addToScl3(v, direction, lo > 0 ? lo : hi);
  }
  kit_potential(kit, v, p->force, NULL);
  kit_advance(kit, v, p->force);
  mju_copy3(p->v, v);
  p->x -= h * v[0];
  p->path[0] += h * v[1];
  p->path[1] += h * v[2];
}

// ---------------------------------------------------------------- impacts

static mjtNum rebound(mjtNum h, mjtNum k, mjtNum exponent, mjtNum d, mjtNum speed, mjtNum theta) {
  Kit kit;
  kit_open(&kit, fulcrum_module_hunt_crossley(), h, 3, 0.5);
  kit_set(&kit, "stiffness", k);
  kit_set(&kit, "exponent", exponent);
  kit_set(&kit, "dissipation", d);
  kit_set(&kit, "implicitness", theta);
  Mass ball = {.m = 0.5, .v = {-speed}};
  step(&kit, &ball);
  while (ball.x > 0)
    step(&kit, &ball);
  kit_close(&kit);
  return ball.v[0] / speed;
}

START_TEST(a_drop_rebounds_as_recorded) {
  static const mjtNum steps[] = {2e-3, 1e-3, 5e-4, 1e-4};
  static const struct {
    mjtNum k, exponent, d, speed, e[4];
  } cases[] = {{1e7, 1.5, 0, 0.5, {0.18855, 0.35709, 0.56264, 0.88362}},
               {1e7, 1.5, 0.2, 1, {0.15757, 0.29590, 0.47953, 0.77353}},
               {1e7, 1.5, 1, 2, {0.10937, 0.18618, 0.27138, 0.37961}},
               {1e5, 1, 0, 1, {0.30102, 0.51798, 0.70933, 0.93238}},
               {1e5, 1, 0.2, 2, {0.26831, 0.43770, 0.58207, 0.74145}},
               {1e5, 1, 1, 0.5, {0.26153, 0.42177, 0.55733, 0.70504}}};
  mjtNum worst = 0;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    for (int k = 0; k < 4; k++) {
      mjtNum e = rebound(steps[k], cases[i].k, cases[i].exponent, cases[i].d, cases[i].speed, 1);
      worst = fmax(worst, fabs(e - cases[i].e[k]));
    }
  }
  printf("drop: worst difference of restitution %g\n", worst);
  ck_assert_double_lt(worst, 1e-4);
}
END_TEST

START_TEST(the_explicit_spring_rebounds_as_the_differential_equation) {
  static const mjtNum e[3][3] = {
      {0.6068, 0.5960, 0.5938}, {0.4619, 0.5238, 0.5788}, {0.3576, 0.4594, 0.5643}};
  static const mjtNum steps[] = {1e-3, 5e-4, 1e-4};
  mjtNum worst = 0;
  for (int t = 0; t < 3; t++)
    for (int k = 0; k < 3; k++)
      worst = fmax(worst, fabs(rebound(steps[k], 1e5, 1, 1, 1, 0.5 * t) - e[t][k]));
  printf("implicitness: worst difference of restitution %g\n", worst);
  ck_assert_double_lt(worst, 6e-5);
}
END_TEST

START_TEST(restitution_is_what_was_asked_for) {
  Kit kit;
  kit_open(&kit, fulcrum_module_hunt_crossley(), 2e-6, 3, 0.5);
  kit_set(&kit, "restitution", 0.7);
  kit_set(&kit, "ref_speed", 2);
  kit_set(&kit, "implicitness", 0);
  Mass ball = {.m = 0.5, .v = {-2}};
  step(&kit, &ball);
  while (ball.x > 0)
    step(&kit, &ball);
  kit_close(&kit);
  ck_assert_double_eq_tol(ball.v[0] / 2, 0.7, 1e-3);
}
END_TEST

// ---------------------------------------------------------------- friction

static void lay_on_slope(Mass* p, mjtNum degrees, mjtNum k, mjtNum share) {
  mjtNum angle = degrees * M_PI / 180;
  p->load[0] = -p->m * 9.81 * cos(angle);
  p->load[1] = p->m * 9.81 * sin(angle) * share;
  p->x = -p->load[0] / k;
}

START_TEST(soft_friction_creeps_as_its_formula_says) {
  static const mjtNum slope[] = {15, 20, 25}, creep[] = {6.34738e-5, 1.061694e-4, 2.58434e-4};
  mjtNum worst = 0;
  for (int i = 0; i < 12; i++) {
    Kit kit;
    mjtNum h = i % 2 ? 1e-3 : 1e-2;
    kit_open(&kit, fulcrum_module_hunt_crossley(), h, 3, 1);
    kit_set(&kit, "stiffness", 1e4);
    kit_set(&kit, "coupling", i / 6);
    kit_set(&kit, "sigma", 0);
    Mass block = {.m = 1};
    lay_on_slope(&block, slope[i % 3], 1e4, 1);
    for (int k = 0; k < 1000; k++)
      step(&kit, &block);
    worst = fmax(worst, fabs(block.v[1] / creep[i % 3] - 1));
    kit_close(&kit);
  }
  printf("creep: worst relative difference %g\n", worst);
  ck_assert_double_lt(worst, 1e-4);
}
END_TEST

START_TEST(sliding_down_a_slope_has_the_acceleration_of_coulomb) {
  static const mjtNum recorded[2][2] = {{0.33187, 0.32897}, {0.32986, 0.32845}};
  for (int coupling = 0; coupling < 2; coupling++) {
    for (int i = 0; i < 2; i++) {
      Kit kit;
      mjtNum h = i ? 1e-3 : 1e-2;
      kit_open(&kit, fulcrum_module_hunt_crossley(), h, 3, 1);
      kit_set(&kit, "stiffness", 1e4);
      kit_set(&kit, "coupling", coupling);
      kit_set(&kit, "sigma", 0);
      Mass block = {.m = 1};
      lay_on_slope(&block, 30, 1e4, 1);
      for (int k = 0; k < (i ? 1000 : 100); k++)
        step(&kit, &block);
      printf("slide: %.6f, recorded %.5f\n", block.path[0], recorded[coupling][i]);
      ck_assert_double_eq_tol(block.path[0], recorded[coupling][i], 6e-6);
      kit_close(&kit);
    }
  }
}
END_TEST

START_TEST(only_coupled_friction_lifts_what_slides) {
  static const mjtNum speed[] = {0.1, 1},
                      depth[2][2] = {{9.81e-4, 9.81e-4}, {-2.0726e-6, -4.90574e-3}};
  for (int i = 0; i < 4; i++) {
    Kit kit;
    kit_open(&kit, fulcrum_module_hunt_crossley(), 0.01, 3, 1);
    kit_set(&kit, "stiffness", 1e4);
    kit_set(&kit, "coupling", i / 2);
    kit_set(&kit, "stiction_speed", 1e-3);
    kit_set(&kit, "sigma", 0);
    Mass block = {.m = 1, .x = 9.81e-4, .v = {0, speed[i % 2]}};
    block.load[0] = -9.81;
    for (int k = 0; k < 2000; k++) {
      block.load[1] = -block.force[1];
      block.v[1] = speed[i % 2];
      // a drive that holds the speed: infinite inertia along the ground
      mjtNum h = 0.01, u[6] = {block.v[0], speed[i % 2]}, hessian[36];
      kit_prepare(&kit, block.x, u);
      mjtNum star = u[0] - h * 9.81;
      for (int n = 0; n < 50; n++) {
        kit_potential(&kit, u, block.force, hessian);
        u[0] -= (u[0] - star - h * block.force[0]) / (1 + hessian[0]);
      }
      block.v[0] = u[0];
      block.x -= h * u[0];
    }
    ck_assert_double_eq_tol(block.x, depth[i / 2][i % 2], 1e-8);
    kit_close(&kit);
  }
}
END_TEST

START_TEST(bristles_do_not_creep) {
  static const mjtNum slope[] = {20, 25, 26.5}, steps[] = {1e-3, 2e-3, 5e-3};
  mjtNum worst = 0;
  for (int i = 0; i < 9; i++) {
    Kit kit;
    mjtNum h = steps[i % 3], angle = slope[i / 3], at_1 = 0;
    kit_open(&kit, fulcrum_module_bristle(), h, 3, 1);
    kit_set(&kit, "stiffness", 1e4);
    kit_set(&kit, "tangent_stiffness", 1e4);
    kit_set(&kit, "tangent_damping", 20);
    Mass block = {.m = 1};
    for (int k = 0; k * h < 10; k++) {
      lay_on_slope(&block, angle, 1e4, fmin(1, k * h / 0.5));
      block.x = block.m * 9.81 * cos(angle * M_PI / 180) / 1e4;
      // t1, t2 are chosen anew in every step
      mjtNum c = cos(0.7 * k), s = sin(0.7 * k), *frame = kit.contact.frame;
      const mjtNum turned[6] = {c, s, 0, -s, c, 0};
      mjtNum v[2] = {block.v[1], block.v[2]}, pull = block.load[1];
      memcpy(frame + 3, turned, sizeof turned);
      block.v[1] = c * v[0] + s * v[1];
      block.v[2] = -s * v[0] + c * v[1];
      block.load[1] = c * pull;
      block.load[2] = -s * pull;
      mjtNum path[2] = {block.path[0], block.path[1]};
      block.path[0] = block.path[1] = 0;
      step(&kit, &block);
      mjtNum moved[2] = {block.path[0], block.path[1]};
      block.path[0] = path[0] + c * moved[0] - s * moved[1];
      block.path[1] = path[1] + s * moved[0] + c * moved[1];
      v[0] = block.v[1];
      v[1] = block.v[2];
      block.v[1] = c * v[0] - s * v[1];
      block.v[2] = s * v[0] + c * v[1];
      if (k * h < 1)
        at_1 = block.path[0];
    }
    worst = fmax(worst, fabs(block.path[0] - at_1));
    if (angle < 26) {
      mjtNum expected = 9.81 * sin(angle * M_PI / 180) / 1e4;
      ck_assert_double_eq_tol(block.path[0], expected, 1e-8);
    }
    ck_assert_double_lt(fabs(block.path[1]), 1e-10);
    kit_close(&kit);
  }
  printf("bristle: largest drift from 1 s to 10 s %g m\n", worst);
  ck_assert_double_lt(worst, 1e-8);
}
END_TEST

// Tangential force on two points of one pair of geoms, the second of them new; the first has a
// displacement of 0.2 mm, written with a stiffness of 1e4 N/m. turned: the sides are exchanged
// since.
static void forces_of_two(int inherit, mjtNum stiffness, int turned, mjtNum result[2]) {
  enum { SLIDE_X = 0, NORMAL_Z = 9, STIFFNESS = 11 };
  Kit kit;
  kit_open(&kit, fulcrum_module_bristle(), 1e-3, 3, 1);
  kit_set(&kit, "tangent_stiffness", stiffness);
  kit_set(&kit, "inherit", inherit);
  mjContact contact[2] = {kit.contact, kit.contact};
  contact[0].dist = contact[1].dist = -1e-3;
  contact[1].pos[0] += 1e-3;
  for (int i = 0; i < 2 * turned; i++) {
    mjContact* con = contact + i;
    con->geom[0] = con->geom1 = 1;
    con->geom[1] = con->geom2 = 0;
    con->frame[2] = con->frame[7] = -1;
  }
  const int exchanged[2] = {turned, 0};
  const int age[2] = {5, 0}, index[2] = {0, 1}, row[2] = {0, 6};
  const mjtNum weight[4] = {1, 1, 1, 1}, u[12] = {0};
  mjtNum param[64], work[128] = {0}, state[64] = {0}, force[12], cost[2];
  int n = kit.batch.nparam;
  for (int i = 0; i < 2 * n; i++)
    param[i] = kit.param[i % n];
  state[SLIDE_X] = 2e-4;
  state[NORMAL_Z] = 1;
  state[STIFFNESS] = 1e4;
  FcContactBatch* batch = &kit.batch;
  batch->ncon = 2;
  batch->contact = contact;
  batch->param = param;
  batch->work = work;
  batch->state = state;
  batch->age = age;
  batch->weight = weight;
  batch->turned = exchanged;
  ck_assert_int_eq(kit.model->position(&kit.context, batch), 0);
  batch->u = u;
  ck_assert_int_eq(kit.model->velocity(&kit.context, batch), 0);
  FcPotentialBatch at = {sizeof at, 2, index, row, u, force, cost, NULL};
  ck_assert_int_eq(kit.model->potential(&kit.context, batch, &at), 0);
  result[0] = force[1];
  result[1] = force[7];
  kit_close(&kit);
}

START_TEST(a_new_point_inherits_the_displacement_of_its_neighbour) {
  mjtNum with[2], without[2];
  forces_of_two(1, 1e4, 0, with);
  forces_of_two(0, 1e4, 0, without);
  ck_assert_double_eq_tol(with[0], -2, 1e-12);
  ck_assert_double_eq(with[1], with[0]);
  ck_assert_double_eq(without[0], with[0]);
  ck_assert_double_eq(without[1], 0);
}
END_TEST

START_TEST(a_bristle_keeps_its_force_when_sides_are_exchanged) {
  mjtNum before[2], after[2];
  forces_of_two(1, 1e4, 0, before);
  forces_of_two(1, 1e4, 1, after);
  // the first axis of the tangent plane is the same, the force is that on the other side
  ck_assert_double_lt(before[0], -1);
  ck_assert_double_eq(after[0], -before[0]);
  ck_assert_double_eq(after[1], -before[1]);
}
END_TEST

START_TEST(a_bristle_that_stiffens_keeps_its_force) {
  mjtNum same[2], stiff[2], soft[2];
  forces_of_two(0, 1e4, 0, same);
  forces_of_two(0, 4e4, 0, stiff);
  forces_of_two(0, 5e3, 0, soft);
  ck_assert_double_eq_tol(stiff[0], same[0], 1e-12);
  ck_assert_double_eq_tol(soft[0], same[0] / 2, 1e-12);
}
END_TEST

// ---------------------------------------------------------------- adhesion

// A sphere of 4 g is pulled with slowly growing force.
static mjtNum release_force(mjtNum h, int dmt) {
  Kit kit;
  kit_open(&kit, fulcrum_module_adhesive(), h, 3, 0.004);
  kit_set(&kit, "radius", 0.01);
  kit_set(&kit, "poisson", 0);
  kit_set(&kit, "law", dmt);
  Mass ball = {.m = 0.004, .x = dmt ? 8.218781e-6 : 5.698585e-6};
  mjtNum start = dmt ? 3e-3 : 2.2e-3;
  for (int k = 0; k * h < 4 && ball.x > -1e-4; k++) {
    ball.load[0] = k * h < 1 ? start * k * h : start + 1e-4 * (k * h - 1);
    step(&kit, &ball);
  }
  ck_assert_double_lt(ball.x, -1e-5);
  kit_close(&kit);
  return ball.load[0];
}

START_TEST(pulling_off_takes_the_force_of_the_theory) {
  mjtNum jkr = release_force(1e-4, 0), dmt = release_force(1e-4, 1);
  printf("pull-off: %g (2.356194e-3), %g (3.141593e-3) N\n", jkr, dmt);
  ck_assert_double_eq_tol(jkr / 2.356194e-3, 1, 0.01);
  ck_assert_double_eq_tol(dmt / 3.141593e-3, 1, 0.01);
}
END_TEST

START_TEST(a_bond_holds_what_is_lighter_than_its_tension) {
  for (int heavy = 0; heavy < 2; heavy++) {
    Kit kit;
    mjtNum h = 1e-4, tension = 2.356194e-3;
    kit_open(&kit, fulcrum_module_adhesive(), h, 3, 0.004);
    kit_set(&kit, "radius", 0.01);
    kit_set(&kit, "poisson", 0);
    Mass ball = {.m = 0.004, .x = 5.698585e-6};
    for (int k = 0; k < 30000; k++) {
      mjtNum ramp = fmin(1, k * h / 2);
      ball.load[0] = ramp * tension * (heavy ? 1.02 : 0.98);
      step(&kit, &ball);
    }
    ck_assert(heavy ? ball.x < -1e-3 : ball.x > -2.3e-6);
    kit_close(&kit);
  }
}
END_TEST

int main(void) {
  const TTest* const tests[] = {
      a_drop_rebounds_as_recorded,
      the_explicit_spring_rebounds_as_the_differential_equation,
      restitution_is_what_was_asked_for,
      soft_friction_creeps_as_its_formula_says,
      sliding_down_a_slope_has_the_acceleration_of_coulomb,
      only_coupled_friction_lifts_what_slides,
      bristles_do_not_creep,
      a_new_point_inherits_the_displacement_of_its_neighbour,
      a_bristle_keeps_its_force_when_sides_are_exchanged,
      a_bristle_that_stiffens_keeps_its_force,
      pulling_off_takes_the_force_of_the_theory,
      a_bond_holds_what_is_lighter_than_its_tension,
      NULL,
  };
  return run_tests("contact laws in time", tests);
}
