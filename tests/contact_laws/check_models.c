// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Contact models as the host calls them: gradients and Hessians of potentials, derivatives of
// forces, rows of the linear law.

#include "contact_models/laws/laws.h"
#include "tests/contact_laws/batch.h"
#include "tests/contact_laws/differences.h"

static mjtNum uniform(mjtNum lo, mjtNum hi) { return lo + (hi - lo) * (1 + noise()) / 2; }
static mjtNum logarithmic(mjtNum lo, mjtNum hi) { return lo * pow(hi / lo, uniform(0, 1)); }

static void random_velocity(mjtNum* u, mjtNum size) {
  for (int k = 0; k < 6; k++)
    u[k] = size * noise() * (k < 3 ? 1 : 20);
}

// ---------------------------------------------------------------- potentials

static void cost_of(const void* context, const mjtNum* u, mjtNum* value) {
  mjtNum force[6];
  *value = kit_potential(context, u, force, NULL);
}

static void impulse_of(const void* context, const mjtNum* u, mjtNum* value) {
  const Kit* kit = context;
  kit_potential(kit, u, value, NULL);
  mju_scl(value, value, kit->batch.timestep, kit->contact.dim);
}

typedef void (*Scatter)(Kit* kit);

static void check_potential(const FcModule* module, const int* dims, int ndim, Scatter scatter) {
  mjtNum worst[3] = {0, 0, 0};
  int compared = 0, pushing = 0;
  Kit kit;
  for (int c = 0; c < ndim; c++) {
    int dim = dims[c];
    kit_open(&kit, module, 0.002, dim, 1);
    for (int i = 0; i < 1500; i++) {
      mjtNum before[6], u[6], force[6], hessian[36], slope[36], cost_slope[6], step[6];
      random_velocity(before, logarithmic(1e-3, 1));
      random_velocity(u, logarithmic(1e-3, 1));
      kit.batch.timestep = logarithmic(2e-4, 1e-2);
      scatter(&kit);
      for (int k = 0; k < kit.model->nstate && kit.model->nstate > 1; k++)
        kit.state[k] = 1e-4 * noise();
      kit_prepare(&kit, uniform(-1, 5) * 1e-3, before);
      kit_potential(&kit, u, force, hessian);
      mjtNum largest = largest_entry(hessian, dim * dim);
      pushing += force[0] > 0;
      if (largest == 0)
        continue;
      mjtNum least = least_eigenvalue(hessian, dim);
      worst[2] = fmin(worst[2], least / largest);
      for (int p = 0; p < dim; p++) {
        for (int q = 0; q < p; q++)
          ck_assert(fabs(hessian[p * dim + q] - hessian[q * dim + p]) <= 1e-14 * largest);
        step[p] = 1e-5 * (p < 3 ? 1 : 20);
      }
      // kinks show as differences that depend on the step
      mjtNum half[6], again[36];
      mju_scl(half, step, 0.25, 6);
      differentiate(cost_of, &kit, u, half, dim, 1, cost_slope);
      differentiate(impulse_of, &kit, u, step, dim, dim, slope);
      differentiate(impulse_of, &kit, u, half, dim, dim, again);
      mjtNum blur = relative_difference(slope, again, dim * dim, 0);
      for (int p = 0; p < dim; p++)
        cost_slope[p] /= -kit.batch.timestep;
      worst[0] = fmax(worst[0], relative_difference(force, cost_slope, dim, 1e-2));
      if (blur > 1e-5)
        continue;
      compared++;
      mju_scl(again, again, -1, dim * dim);
      worst[1] = fmax(worst[1], relative_difference(hessian, again, dim * dim, 1e-9));
    }
    kit_close(&kit);
  }
  printf("%s: gradient %g, Hessian %g (%d cases), least eigenvalue %g\n", module->name, worst[0],
         worst[1], compared, worst[2]);
  ck_assert_int_gt(compared, 400 * ndim);
  ck_assert_int_gt(pushing, 700 * ndim);
  ck_assert_double_lt(worst[0], 1e-4);
  ck_assert_double_lt(worst[1], 2e-5);
  ck_assert_double_gt(worst[2], -1e-14);
}

static void scatter_compliant(Kit* kit) {
  static const mjtNum exponents[] = {1, 1.5, 2, 2.3};
  kit_set(kit, "stiffness", logarithmic(1e3, 1e6));
  kit_set(kit, "exponent", exponents[(int)uniform(0, 4)]);
  kit_set(kit, "dissipation", uniform(0, 1) < 0.2 ? 0 : logarithmic(0.1, 100));
  kit_set(kit, "implicitness", (int)uniform(0, 3) * 0.5);
  kit_set(kit, "friction_static", uniform(0, 1));
  for (int k = 0; k < 5; k++)
    kit->contact.friction[k] = k < 2 ? uniform(0.1, 1) : uniform(0.001, 0.01);
}

static void scatter_hunt_crossley(Kit* kit) {
  scatter_compliant(kit);
  kit_set(kit, "coupling", (int)uniform(0, 2));
  kit_set(kit, "stiction_speed", logarithmic(1e-3, 1e-1));
}

static void scatter_bristle(Kit* kit) {
  scatter_compliant(kit);
  kit_set(kit, "spin_stiffness", logarithmic(1e-3, 10));
  kit_set(kit, "roll_stiffness", logarithmic(1e-3, 10));
}

static void scatter_adhesive(Kit* kit) {
  kit_set(kit, "work", logarithmic(1e-2, 10));
  kit_set(kit, "young", logarithmic(1e5, 1e8));
  kit_set(kit, "law", (int)uniform(0, 2));
  kit_set(kit, "stiction_speed", logarithmic(1e-3, 1e-1));
  kit->state[0] = uniform(0, 1) < 0.5;
}

static const int dims[] = {1, 3, 4, 6};

START_TEST(hunt_crossley_is_the_gradient_of_a_convex_cost) {
  check_potential(fulcrum_module_hunt_crossley(), dims, 4, scatter_hunt_crossley);
}
END_TEST

START_TEST(bristle_is_the_gradient_of_a_convex_cost) {
  check_potential(fulcrum_module_bristle(), dims, 4, scatter_bristle);
}
END_TEST

START_TEST(adhesive_is_the_gradient_of_a_convex_cost) {
  check_potential(fulcrum_module_adhesive(), dims, 4, scatter_adhesive);
}
END_TEST

START_TEST(friction_stays_within_its_bound) {
  Kit kit;
  kit_open(&kit, fulcrum_module_hunt_crossley(), 0.002, 3, 1);
  for (int i = 0; i < 3000; i++) {
    mjtNum before[6], u[6], force[6];
    random_velocity(before, 0.1);
    random_velocity(u, 0.1);
    scatter_hunt_crossley(&kit);
    kit_set(&kit, "friction_static", 0);
    kit.contact.friction[1] = kit.contact.friction[0];
    kit_set(&kit, "coupling", 1);
    kit_prepare(&kit, uniform(0, 3) * 1e-3, before);
    kit_potential(&kit, u, force, NULL);
    ck_assert(hypot(force[1], force[2]) <= kit.contact.friction[0] * force[0] * (1 + 1e-14));
  }
  kit_close(&kit);
}
END_TEST

// ---------------------------------------------------------------- explicit forces

static void force_of(const void* context, const mjtNum* u, mjtNum* value) {
  const Kit* kit = context;
  mjtNum padded[6] = {0};
  mju_copy(padded, u, kit->contact.dim);
  mju_zero(value, 6);
  FcForceBatch at = {sizeof at, padded, value, NULL};
  ck_assert_int_eq(kit->model->force(&kit->context, &kit->batch, &at), 0);
}

START_TEST(compliant_forces_have_the_derivatives_they_tell) {
  mjtNum worst = 0;
  int compared = 0;
  for (int c = 0; c < 4; c++) {
    int dim = dims[c];
    Kit kit;
    kit_open(&kit, fulcrum_module_compliant(), 0.001, dim, 1);
    kit.contact.efc_address = -1;
    for (int i = 0; i < 1500; i++) {
      mjtNum u[6], force[6] = {0}, derivative[36] = {0}, slope[36], half[6], again[36], step[6];
      random_velocity(u, logarithmic(1e-3, 0.1));
      for (int k = 0; k < 6; k++)
        step[k] = 1e-5 * (k < 3 ? 1 : 20);
      mju_scl(half, step, 0.25, 6);
      kit_set(&kit, "normal", (int)uniform(0, 2));
      kit_set(&kit, "friction", (int)uniform(0, 4));
      kit_set(&kit, "damping", uniform(0, 100));
      kit_set(&kit, "viscous", uniform(0, 0.1));
      kit_set(&kit, "stiction_speed", logarithmic(1e-3, 1e-1));
      kit_set(&kit, "stribeck_speed", logarithmic(1e-2, 1e-1));
      kit_prepare(&kit, uniform(0, 3) * 1e-3, u);
      FcForceBatch at = {sizeof at, u, force, derivative};
      ck_assert_int_eq(kit.model->force(&kit.context, &kit.batch, &at), 0);
      differentiate(force_of, &kit, u, step, dim, dim, slope);
      differentiate(force_of, &kit, u, half, dim, dim, again);
      if (force[0] == 0 || relative_difference(slope, again, dim * dim, 1e-9) > 1e-6)
        continue;
      compared++;
      worst = fmax(worst, relative_difference(derivative, again, dim * dim, 1e-9));
      // friction dissipates
      ck_assert_double_le(mju_dot(force + 1, u + 1, dim - 1), 0);
    }
    kit_close(&kit);
  }
  printf("compliant: derivative %g (%d cases)\n", worst, compared);
  ck_assert_int_gt(compared, 4000);
  ck_assert_double_lt(worst, 1e-6);
}
END_TEST

START_TEST(falling_friction_has_no_wrong_sign_in_its_derivative) {
  Kit kit;
  kit_open(&kit, fulcrum_module_compliant(), 0.001, 3, 1);
  kit_set(&kit, "friction", 2);
  kit_set(&kit, "friction_static", 0.9);
  const mjtNum u[6] = {0, 0.008, 0};
  mjtNum force[6] = {0}, derivative[36] = {0};
  kit_prepare(&kit, 1e-3, u);
  FcForceBatch at = {sizeof at, u, force, derivative};
  ck_assert_int_eq(kit.model->force(&kit.context, &kit.batch, &at), 0);
  ck_assert_double_lt(force[1], -0.5 * force[0]);
  ck_assert_double_le(derivative[4], 0);
  ck_assert_double_lt(derivative[8], 0);
  kit_close(&kit);
}
END_TEST

// ---------------------------------------------------------------- rows

// Force of the rows at the acceleration a, by the three zones of the elliptic cone.
static void row_force(const Kit* kit, const mjtNum* a, mjtNum* force) {
  int dim = kit->contact.dim;
  mjtNum N = 0, T = 0, scaled[6] = {0}, mu = kit->contact.mu;
  const mjtNum* friction = kit->contact.friction;
  for (int j = 0; j < dim; j++) {
    force[j] = -(a[j] - kit->aref[j]) * kit->D[j];
    scaled[j] = (a[j] - kit->aref[j]) * (j ? friction[j - 1] : mu);
    T += j ? scaled[j] * scaled[j] : 0;
  }
  N = scaled[0];
  T = sqrt(T);
  if (N >= mu * T) {
    mju_zero(force, dim);
  } else if (mu * N + T > 0) {
    mjtNum Dm = kit->D[0] / (mu * mu * (1 + mu * mu)), NT = N - mu * T;
    force[0] = -Dm * NT * mu;
    for (int j = 1; j < dim; j++)
      force[j] = -force[0] / T * scaled[j] * friction[j - 1];
  }
}

// The projection of the method itself, in impulses.
static void direct_force(const Kit* kit, mjtNum x, mjtNum tau, const mjtNum* after, mjtNum* force) {
  mjtNum h = kit->batch.timestep, Rn = kit->R[0], Rt = kit->R[1], mu = kit->contact.friction[0];
  mjtNum y[3] = {(x / (h + tau) - after[0]) / Rn, -after[1] / Rt, -after[2] / Rt};
  mjtNum slip = hypot(y[1], y[2]), hat = mu * Rt / Rn, impulse;
  if (slip <= mu * y[0]) {
    mju_scl3(force, y, 1 / h);
    return;
  }
  impulse = -hat * slip < y[0] ? (y[0] + hat * slip) / (1 + mu * hat) : 0;
  force[0] = impulse / h;
  force[1] = mu * impulse * y[1] / slip / h;
  force[2] = mu * impulse * y[2] / slip / h;
}

START_TEST(linear_rows_are_the_projection_of_the_method) {
  mjtNum worst = 0;
  int zones[3] = {0, 0, 0};
  Kit kit;
  kit_open(&kit, fulcrum_module_sap_contact(), 0.002, 3, 1);
  for (int i = 0; i < 20000; i++) {
    mjtNum u[6], a[3], after[3], rows[3], direct[3], x = uniform(-1, 3) * 1e-3;
    mjtNum tau = uniform(0, 0.02), mu = uniform(0.05, 1.5);
    random_velocity(u, logarithmic(1e-3, 1));
    kit.contact.friction[0] = kit.contact.friction[1] = mu;
    kit_set(&kit, "stiffness", logarithmic(1e3, 1e7));
    kit_set(&kit, "relaxation", tau);
    kit_set(&kit, "sigma", logarithmic(1e-4, 1e-2));
    kit_prepare(&kit, x, u);
    for (int j = 0; j < 3; j++) {
      after[j] = u[j] * noise();
      a[j] = (after[j] - u[j]) / kit.batch.timestep;
    }
    // the host's own rule for aref, and what statistics expect of R
    ck_assert_double_eq_tol(kit.aref[0], -kit.kbip[1] * u[0] + kit.kbip[0] * kit.kbip[2] * x,
                            1e-12 * fmax(1, fabs(kit.aref[0])));
    for (int j = 0; j < 3; j++) {
      mjtNum imp = kit.kbip[4 * j + 2];
      ck_assert_double_eq_tol((1 - imp) / imp * kit.diagonal[j] / kit.R[j], 1, 1e-9);
    }
    row_force(&kit, a, rows);
    direct_force(&kit, x, tau, after, direct);
    zones[rows[0] == 0 ? 0 : hypot(rows[1], rows[2]) < 0.999999 * mu * rows[0] ? 1 : 2]++;
    worst = fmax(worst, relative_difference(direct, rows, 3, 1e-9));
  }
  printf("rows against the projection: worst relative difference %g (%d, %d, %d)\n", worst,
         zones[0], zones[1], zones[2]);
  ck_assert(zones[0] > 1000 && zones[1] > 100 && zones[2] > 1000);
  ck_assert_double_lt(worst, 1e-9);
  kit_close(&kit);
}
END_TEST

START_TEST(rows_of_spin_and_roll_keep_the_cone_circular) {
  Kit kit;
  kit_open(&kit, fulcrum_module_sap_contact(), 0.002, 6, 1);
  const mjtNum u[6] = {0};
  kit_prepare(&kit, 1e-3, u);
  for (int j = 2; j < 6; j++) {
    mjtNum mu = kit.contact.friction[j - 1], mu1 = kit.contact.friction[0];
    ck_assert_double_eq_tol(kit.R[j] * mu * mu / (kit.R[1] * mu1 * mu1), 1, 1e-14);
  }
  // pyramids are refused
  kit.batch.elliptic = 0;
  ck_assert_int_lt(kit.model->position(&kit.context, &kit.batch), 0);
  ck_assert(strstr(fc_lastError(), "elliptic"));
  kit_close(&kit);
}
END_TEST

// ---------------------------------------------------------------- curvature

START_TEST(adhesion_needs_a_radius) {
  Kit kit;
  kit_open(&kit, fulcrum_module_adhesive(), 0.001, 1, 1);
  kit.contact.geom[1] = 0;
  ck_assert_int_lt(kit.model->position(&kit.context, &kit.batch), 0);
  ck_assert(strstr(fc_lastError(), "radius"));
  kit_set(&kit, "radius", 0.01);
  ck_assert_int_eq(kit.model->position(&kit.context, &kit.batch), 0);
  kit_close(&kit);
}
END_TEST

START_TEST(radii_of_curvature_are_in_series) {
  static const char* const scene =
      "<mujoco><worldbody><geom size='.05'/><geom size='.03'/><geom type='plane' size='1 1 1'/>"
      "<geom type='ellipsoid' size='.1 .1 .05' euler='0 90 0'/><geom type='box' size='1 1 1'/>"
      "</worldbody></mujoco>";
  char error[200];
  mjSpec* spec = mj_parseXMLString(scene, NULL, error, sizeof error);
  mjModel* m = mj_compile(spec, NULL);
  mjData* d = mj_makeData(m);
  mj_deleteSpec(spec);
  mj_forward(m, d);
  mjContact con = {.geom = {0, 1}};
  ck_assert_double_eq_tol(contact_radius(m, d, &con), 0.01875, 1e-16);
  con.geom[1] = 2;
  ck_assert_double_eq(contact_radius(m, d, &con), 0.05);
  con.geom[0] = 4;
  ck_assert_double_eq(contact_radius(m, d, &con), 0);
  // pole (a^2 / c) and equator (sqrt(a c^2 / a)) of a spheroid whose axis lies along x
  con.geom[0] = 3;
  con.pos[0] = 0.04;
  ck_assert_double_eq_tol(contact_radius(m, d, &con), 0.2, 1e-14);
  con.pos[0] = 0;
  con.pos[1] = 0.1;
  ck_assert_double_eq_tol(contact_radius(m, d, &con), 0.05, 1e-14);
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

int main(void) {
  const TTest* const tests[] = {
      hunt_crossley_is_the_gradient_of_a_convex_cost,
      bristle_is_the_gradient_of_a_convex_cost,
      adhesive_is_the_gradient_of_a_convex_cost,
      friction_stays_within_its_bound,
      compliant_forces_have_the_derivatives_they_tell,
      falling_friction_has_no_wrong_sign_in_its_derivative,
      linear_rows_are_the_projection_of_the_method,
      rows_of_spin_and_roll_keep_the_cone_circular,
      adhesion_needs_a_radius,
      radii_of_curvature_are_in_series,
      NULL,
  };
  return run_tests("contact models", tests);
}
