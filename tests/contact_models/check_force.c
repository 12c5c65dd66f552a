// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Contact models that give a force: its place in forward and inverse dynamics, its derivative,
// momentum, who sees it, and the potential of the same law as the step becomes small.

#include <fulcrum/integrator.h>

#include "tests/contact_models/laws.h"

START_TEST(the_force_is_passive_and_makes_no_rows) {
  register_laws();
  mjModel* m = playground("");
  mjData* d = data_with(m, "lab.force");
  stir(m, d, 0.3);
  mj_forward(m, d);
  ck_assert_int_ge(d->ncon, 8);
  ck_assert_int_eq(d->nefc, 0);

  // J'f of all contacts, body by body
  const int nv = (int)m->nv;
  mjtNum* sum = calloc((size_t)nv, sizeof(mjtNum));
  for (int i = 0; i < d->ncon; i++) {
    const mjContact* con = d->contact + i;
    ck_assert_int_eq(con->efc_address, -1);
    mjtNum local[6], force[3], torque[3];
    mj_contactForce(m, d, i, local);
    ck_assert(local[0] >= 0);
    for (int side = 0; side < 2; side++) {
      fc_mulMatTVec3(force, con->frame, local);
      fc_mulMatTVec3(torque, con->frame, local + 3);
      fc_scl3(force, force, side ? 1 : -1);
      fc_scl3(torque, torque, side ? 1 : -1);
      mj_applyFT(m, d, force, torque, con->pos, m->geom_bodyid[con->geom[side]], sum);
    }
  }
  ck_assert(mju_norm(sum, nv) > 1);
  for (int i = 0; i < nv; i++)
    sum[i] += d->qfrc_damper[i];
  assert_close("qfrc_passive", d->qfrc_passive, sum, nv, 1e-12);

  // springs and dampers may be off, contacts are not
  m->opt.disableflags = mjDSBL_SPRING | mjDSBL_DAMPER;
  for (int i = 0; i < nv; i++)
    sum[i] -= d->qfrc_damper[i];
  mj_forward(m, d);
  assert_close("qfrc_passive", d->qfrc_passive, sum, nv, 1e-12);
  m->opt.disableflags = mjDSBL_CONTACT;
  mj_forward(m, d);
  ck_assert(mju_norm(d->qfrc_passive, nv) < 1);
  free(sum);
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

START_TEST(inverse_dynamics_knows_the_force) {
  register_laws();
  mjModel* m = playground("integrator='implicit'");
  mjData* d = data_with(m, "lab.force");
  stir(m, d, 0.3);
  for (int i = 0; i < m->nv; i++)
    d->qfrc_applied[i] = noise();
  mj_forward(m, d);
  mj_inverse(m, d);
  assert_close("qfrc_inverse", d->qfrc_inverse, d->qfrc_applied, m->nv, 1e-10);
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

// qDeriv against differences of qfrc_passive, where contacts are with the world
START_TEST(the_derivative_is_that_of_the_force) {
  register_laws();
  mjModel* m = playground("integrator='implicit'");
  mjData* d = data_with(m, "lab.force");
  const int nv = (int)m->nv;
  d->qpos[7 + 2] += 0.2;  // the ball off the box
  stir(m, d, 0.1);
  mj_forward(m, d);
  fc_velocityDerivative(m, d, 0);
  mjtNum *plus = malloc(sizeof(mjtNum) * (size_t)nv), *minus = malloc(sizeof(mjtNum) * (size_t)nv);
  mjtNum largest = 0;
  mjtNum* D = calloc((size_t)m->nD, sizeof(mjtNum));
  mju_copy(D, d->qDeriv, (int)m->nD);
  for (int j = 0; j < nv; j++) {
    const mjtNum v = d->qvel[j], step = 1e-7;
    d->qvel[j] = v + step;
    mj_fwdVelocity(m, d);
    mju_copy(plus, d->qfrc_passive, nv);
    d->qvel[j] = v - step;
    mj_fwdVelocity(m, d);
    mju_copy(minus, d->qfrc_passive, nv);
    d->qvel[j] = v;
    for (int i = 0; i < nv; i++) {
      mjtNum entry = 0;
      for (int k = 0; k < m->D_rownnz[i]; k++)
        if (m->D_colind[m->D_rowadr[i] + k] == j)
          entry = D[m->D_rowadr[i] + k];
      largest = fmax(largest, fabs(entry));
      assert_near(entry, (plus[i] - minus[i]) / (2 * step), 1e-3);
    }
  }
  ck_assert(largest > 10);
  free(plus);
  free(minus);
  free(D);
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

// Friction of slope mu N / eps is beyond what explicit steps can take; implicit ones hold.
START_TEST(implicit_steps_take_stiff_friction) {
  register_laws();
  static const char* const integrator[] = {"implicit", "implicitfast", "Euler"};
  for (int i = 0; i < 3; i++) {
    char xml[1000];
    snprintf(xml, sizeof xml,
             "<mujoco><option timestep='.002' integrator='%s'/><worldbody><geom type='plane' "
             "size='1 1 1'/><body pos='0 0 .0999'><joint type='slide' axis='1 0 0'/><joint "
             "type='slide' axis='0 0 1'/><geom size='.1' mass='1'/></body></worldbody></mujoco>",
             integrator[i]);
    mjModel* m = model_of(xml);
    mjData* d = data_with(m, "lab.force");
    d->qvel[0] = 1e-4;
    mjtNum speed = 0;
    for (int k = 0; k < 200; k++) {
      mj_step(m, d);
      speed = k >= 100 ? fmax(speed, fabs(d->qvel[0])) : 0;
    }
    i < 2 ? ck_assert_msg(speed < 1e-9, "%s: %g", integrator[i], speed)
          : ck_assert_msg(speed > 1e-3, "%s: %g", integrator[i], speed);
    mj_deleteData(d);
    mj_deleteModel(m);
  }
}
END_TEST

// Two trees that meet, and two branches of one tree: no integrator may lose momentum.
START_TEST(momentum_is_conserved) {
  register_laws();
  static const char* const integrator[] = {"implicit", "implicitfast", "Euler", "RK4"};
  static const char* const bodies[] = {
      "<body><freejoint/><geom size='.1' mass='1'/></body>"
      "<body pos='.199 .01 0'><freejoint/><geom size='.1' mass='7'/></body>",
      "<body pos='0 -1 0'><joint type='slide' axis='1 0 0'/><geom size='.05' mass='1'/>"
      "<body pos='0 1 0'><joint type='slide' axis='1 0 0'/><geom size='.1' mass='1'/></body>"
      "<body pos='.199 1 0'><joint type='slide' axis='1 0 0'/><geom size='.1' mass='7'/></body>"
      "</body>"};
  for (int i = 0; i < 4; i++) {
    for (int k = 0; k < 2; k++) {
      char xml[1000];
      snprintf(xml, sizeof xml,
               "<mujoco><option timestep='1e-4' gravity='0 0 0' integrator='%s'/><worldbody>%s"
               "</worldbody></mujoco>",
               integrator[i], bodies[k]);
      mjModel* m = model_of(xml);
      mjData* d = data_with(m, "lab.force");
      d->qvel[k] = 1;
      mj_forward(m, d);
      ck_assert_int_eq(d->ncon, 1);
      mj_subtreeVel(m, d);
      const mjtNum before[3] = {d->subtree_linvel[0], d->subtree_linvel[1], d->subtree_linvel[2]};
      const mjtNum start = d->qvel[k];
      for (int s = 0; s < 300; s++)
        mj_step(m, d);
      mj_forward(m, d);
      mj_subtreeVel(m, d);
      ck_assert(fabs(d->qvel[k] - start) > 0.1);
      for (int a = 0; a < 3; a++)
        assert_near(d->subtree_linvel[a], before[a], 1e-12);
      mj_deleteData(d);
      mj_deleteModel(m);
    }
  }
}
END_TEST

// A ball that bounces and slides: potential and force of one law come together as h becomes small.
static mjtNum apart(mjtNum h) {
  char xml[1000];
  snprintf(xml, sizeof xml,
           "<mujoco><option timestep='%.17g' integrator='implicit' tolerance='1e-13'/><worldbody>"
           "<geom type='plane' size='9 9 1' condim='1'/><body pos='0 0 .105'><freejoint/><geom "
           "size='.1' mass='1' condim='6' friction='.3 .01 .001'/></body></worldbody></mujoco>",
           h);
  mjModel* m = model_of(xml);
  mjData *force = data_with(m, "lab.force"), *potential = data_with(m, "lab.cone");
  force->qvel[0] = potential->qvel[0] = 0.2;
  force->qvel[2] = potential->qvel[2] = -0.3;
  for (int k = 0; k < round(0.04 / h); k++) {
    mj_step(m, force);
    mj_step(m, potential);
  }
  ck_assert(force->qvel[4] > 0.1);  // it rolls by now
  mju_sub(force->qvel, force->qvel, potential->qvel, 6);
  const mjtNum distance = mju_norm(force->qvel, 6);
  mj_deleteData(force);
  mj_deleteData(potential);
  mj_deleteModel(m);
  return distance;
}

START_TEST(force_and_potential_meet_for_small_steps) {
  register_laws();
  const mjtNum coarse = apart(4e-5), fine = apart(1e-5);
  ck_assert_msg(coarse < 0.2, "%g", coarse);
  ck_assert_msg(fine < coarse / 3, "%g is not small beside %g", fine, coarse);
}
END_TEST

// Without rows there are no islands, so boxes that lean against each other sleep one by one.
START_TEST(a_row_of_sleepers_wakes_in_one_step) {
  register_laws();
  mjModel* m = model_of(
      "<mujoco><option timestep='2e-4' gravity='0 0 0' contact_model='lab.force'><flag "
      "sleep='enable'/></option><worldbody>"
      "<body><freejoint/><geom size='.05'/></body>"
      "<body pos='.1 0 0' sleep='init'><freejoint/><geom type='box' size='.0502 .05 .05'/></body>"
      "<body pos='.2 0 0' sleep='init'><freejoint/><geom type='box' size='.0502 .05 .05'/></body>"
      "<body pos='.3 0 0' sleep='init'><freejoint/><geom type='box' size='.0502 .05 .05'/></body>"
      "<body pos='.5 0 0' sleep='init'><freejoint/><geom type='box' size='.0502 .05 .05'/></body>"
      "</worldbody></mujoco>");
  mjData* d = mj_makeData(m);
  ck_assert_int_eq(d->ntree_awake, 1);
  mj_step(m, d);
  ck_assert_int_eq(d->ntree_awake, 4);
  ck_assert(d->tree_asleep[4] >= 0);  // nothing touches it
  ck_assert_int_ge(d->ncon, 3);
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

START_TEST(bodies_and_sensors_see_the_force) {
  register_laws();
  mjModel* m = model_of(
      "<mujoco><option timestep='.001' integrator='implicitfast'/><worldbody><geom type='plane' "
      "size='1 1 1'/><body name='b' pos='0 0 .0995'><joint type='slide' axis='0 0 1' damping='50'/>"
      "<geom name='g' size='.1' mass='1'/><site name='s' type='sphere' size='.11'/></body>"
      "</worldbody><sensor><touch site='s'/><contact geom1='g' data='found force' num='1'/>"
      "</sensor></mujoco>");
  mjData *d = data_with(m, "lab.force"), *copy = mj_makeData(m);
  for (int k = 0; k < 5000; k++)
    mj_step(m, d);
  mj_forward(m, d);
  mj_rnePostConstraint(m, d);
  assert_near(d->sensordata[0], 9.81, 1e-6);
  assert_near(d->sensordata[1], 1, 0);
  assert_near(d->sensordata[2], 9.81, 1e-6);
  assert_near(d->cfrc_ext[6 + 5], 9.81, 1e-6);
  mj_copyData(copy, m, d);
  mjtNum force[6];
  mj_contactForce(m, copy, 0, force);
  assert_near(force[0], 9.81, 1e-6);
  mj_deleteData(copy);
  copy = mjv_copyData(NULL, m, d);
  mj_contactForce(m, copy, 0, force);
  assert_near(force[0], 9.81, 1e-6);
  mj_resetData(m, d);
  mj_contactForce(m, d, 0, force);
  ck_assert(force[0] == 0);
  mj_deleteData(copy);
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

int main(void) {
  static const TTest* tests[12];
  int n = 0;
  tests[n++] = the_force_is_passive_and_makes_no_rows;
  tests[n++] = inverse_dynamics_knows_the_force;
  tests[n++] = the_derivative_is_that_of_the_force;
  tests[n++] = implicit_steps_take_stiff_friction;
  tests[n++] = momentum_is_conserved;
  tests[n++] = force_and_potential_meet_for_small_steps;
  tests[n++] = bodies_and_sensors_see_the_force;
  tests[n++] = a_row_of_sleepers_wakes_in_one_step;
  return run_tests("contact models with forces", tests);
}
