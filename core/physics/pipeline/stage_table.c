// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The stages of a step, in the order in which they run. core/kernel/binding/scheduler.h explains
// the columns.

#include <fulcrum/host.h>
#include <mujoco/mujoco.h>

#include "core/foundation/data/callbacks.h"
#include "core/foundation/data/memory.h"
#include "core/foundation/data/timer.h"
#include "core/kernel/binding/binding.h"
#include "core/physics/mechanics/inertia.h"
#include "core/physics/mechanics/sleep.h"
#include "core/physics/mechanics/tendon_armature.h"
#include "core/physics/mechanics/velocity.h"
#include "core/physics/pipeline/stages.h"
#include "core/physics/problem/contacts.h"
#include "core/physics/problem/sleep_islands.h"

// ---------------------------------------------------------------- position

static void kinematics(const mjModel* m, mjData* d) {
  mj_kinematics(m, d);
  mj_comPos(m, d);
  mj_camlight(m, d);
  mj_flex(m, d);
}

static void inertia(const mjModel* m, mjData* d) {
  const mjtNum start = timer_now(d);
  inertia_make(m, d);
  inertia_factor_all(m, d);
  timer_lap(d, mjTIMER_POS_INERTIA, start, 1);
}

// wakes trees that a limited tendon, a contact or an equality constraint ties to an awake tree
static void wake_by_tendons(const mjModel* m, mjData* d) {
  if (sleep_wake_tendons(m, d))
    sleep_arrays_update(m, d);
}

static void wake_by_contacts(const mjModel* m, mjData* d) {
  // contacts between woken and sleeping trees were suppressed and may now wake more trees, because
  // trees in contact need not sleep in one cycle
  while (sleep_wake_contacts(m, d)) {
    sleep_arrays_update(m, d);
    mj_collision(m, d);
  }
  if (sleep_wake_equalities(m, d))
    sleep_arrays_update(m, d);
}

// ---------------------------------------------------------------- velocity and control

static void passive(const mjModel* m, mjData* d) {
  mj_passive(m, d);
  contact_forces(m, d);
}

static void bias(const mjModel* m, mjData* d) {
  mj_rne(m, d, 0, d->qfrc_bias);
  tendon_armature_bias(m, d, d->qfrc_bias);
}

// With the energy flag off both energies are set to zero, unless an energy sensor has just computed
// them.
static void potential_energy(const mjModel* m, mjData* d) {
  if (d->flg_energypos)
    return;
  if (mjENABLED(mjENBL_ENERGY)) {
    mj_energyPos(m, d);
    timer_pass(d);
  } else {
    d->energy[0] = d->energy[1] = 0;
  }
}

static void kinetic_energy(const mjModel* m, mjData* d) {
  if (!d->flg_energyvel) {
    mj_energyVel(m, d);
    timer_pass(d);
  }
}

// The callback may call fc_bind: no binding is in use between two stages.
static void control(const mjModel* m, mjData* d) {
  mjfGeneric callback = CALLBACK(d, control);
  if (!callback || control_callback_off)
    return;
  const unsigned long held = data_record(d)->held;
  bindings_release(d, 0);
  callback(m, d);
  bindings_release(d, held);
  timer_pass(d);
}

// ---------------------------------------------------------------- sensors

static void position_sensors(const mjModel* m, mjData* d) { sensors_measure(m, d, mjSTAGE_POS); }
static void velocity_sensors(const mjModel* m, mjData* d) { sensors_measure(m, d, mjSTAGE_VEL); }
static void acceleration_sensors(const mjModel* m, mjData* d) {
  sensors_measure(m, d, mjSTAGE_ACC);
}

// ---------------------------------------------------------------- the table

enum { F = STAGE_FORWARD_ONLY, B = STAGE_BESIDE_NEXT, C = STAGE_COUNTED, T = STAGE_OWN_TIME };

static int no_tendons(const mjModel* m) { return !m->ntendon; }
static int no_actuators(const mjModel* m) { return !m->nu; }
static int no_sleep(const mjModel* m) { return !mjENABLED(mjENBL_SLEEP); }
static int no_energy(const mjModel* m) { return !mjENABLED(mjENBL_ENERGY); }
// engine plugins measure even if the model has no sensors
static int no_sensors(const mjModel* m) {
  return mjDISABLED(mjDSBL_SENSOR) || m->nsensor + m->nplugin == 0;
}

static const Stage kinematics_group[] = {
    {"kinematics", C, mjTIMER_POS_KINEMATICS, NULL, kinematics},
    {"tendons", 0, mjTIMER_POS_KINEMATICS, no_tendons, mj_tendon},
    {"waking_tendons", F, mjTIMER_POS_KINEMATICS, no_sleep, wake_by_tendons},
};

static const Stage position_group[] = {
    {"inertia", B | T, 0, NULL, inertia},
    {"collision", C, mjTIMER_POS_COLLISION, NULL, mj_collision},
    {"waking", F, 0, no_sleep, wake_by_contacts},
    {"rows", C, mjTIMER_POS_MAKE, NULL, mj_makeConstraint},
    {"islands", F, mjTIMER_POS_MAKE, NULL, mj_island},
    // after the rows, because adhesion acts through contact Jacobians
    {"transmission", 0, mjTIMER_POS_KINEMATICS, no_actuators, mj_transmission},
    {"projection", F | C, mjTIMER_POS_PROJECT, NULL, mj_projectConstraint},
};

static const Stage velocity_group[] = {
    {"velocities", 0, 0, NULL, velocity_update},
    {"passive", 0, 0, NULL, passive},
    {"reference", 0, 0, NULL, mj_referenceConstraint},
    {"bias", 0, 0, NULL, bias},
};

static const Stage acceleration_group[] = {
    {"actuation", F | T, 0, NULL, mj_fwdActuation},
    {"smooth", F, 0, NULL, mj_fwdAcceleration},
    {"constraint", F | C, mjTIMER_CONSTRAINT, NULL, mj_fwdConstraint},
};

static const Stage position_sensors_group[] = {
    {"position_sensors", T, 0, no_sensors, position_sensors}};
static const Stage position_energy_group[] = {{"potential_energy", T, 0, NULL, potential_energy}};
static const Stage velocity_sensors_group[] = {
    {"velocity_sensors", T, 0, no_sensors, velocity_sensors}};
static const Stage velocity_energy_group[] = {{"kinetic_energy", T, 0, no_energy, kinetic_energy}};
static const Stage control_group[] = {{"control", F | T, 0, NULL, control}};
static const Stage acceleration_sensors_group[] = {
    {"acceleration_sensors", T, 0, no_sensors, acceleration_sensors}};

#define ROWS(rows) \
  { rows, (int)(sizeof(rows) / sizeof *(rows)) }

const StageList pipeline_stages[NGROUP] = {
    [GROUP_KINEMATICS] = ROWS(kinematics_group),
    [GROUP_POSITION] = ROWS(position_group),
    [GROUP_POSITION_SENSORS] = ROWS(position_sensors_group),
    [GROUP_POSITION_ENERGY] = ROWS(position_energy_group),
    [GROUP_VELOCITY] = ROWS(velocity_group),
    [GROUP_VELOCITY_SENSORS] = ROWS(velocity_sensors_group),
    [GROUP_VELOCITY_ENERGY] = ROWS(velocity_energy_group),
    [GROUP_CONTROL] = ROWS(control_group),
    [GROUP_ACCELERATION] = ROWS(acceleration_group),
    [GROUP_ACCELERATION_SENSORS] = ROWS(acceleration_sensors_group),
};
