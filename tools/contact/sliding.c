// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Sliding contacts that come to rest: a block, a ball that begins to roll or slows down rolling, a
// disk and a ball that spin.
//
// With friction mu a block stops after v^2 / (2 mu g); stepping with the velocity of the end of the
// step takes h v / 2 off. A solid ball rolls with 5/7 of its speed.

#include <math.h>
#include <stdio.h>

#include "tools/contact/scene.h"
#include "tools/contact/scenes.h"

#define G 9.81

// integrator in which friction of explicit contacts is implicit
static const char* integrator(const ContactRun* run) { return run->explicit ? "implicit" : NULL; }

// ---------------------------------------------------------------- block

void contact_slide(ContactRun* run) {
  static const double timestep[] = {.01, .002, .001}, lagged[] = {.397791, .4057486, .4067478};
  // one step linearises explicit friction, which must not stop the block from outside its soft
  // range
  const int explicit = run->explicit;
  const double wide = .4078134;
  const char* law = explicit ? "stiffness=1e4 dissipation?=20 stiction_speed=1e-2"
                    : contact_is(run, "bristle") || contact_is(run, "sap")
                        ? "stiffness=1e4 dissipation?=20 relaxation?=.001 tangent_stiffness?=1e4 "
                          "tangent_damping?=20"
                        : "stiffness=1e4 dissipation?=20 stiction_speed=1e-4";
  for (int i = explicit ? 1 : 0; i < 3; i++) {
    const ContactSetup setup = {timestep[i], NULL, law, integrator(run)};
    ContactSim sim;
    if (!contact_open(&sim, run, &setup,
                      "<geom type='plane' size='9 9 1'/><body pos='0 0 .099019'>"
                      "<joint type='slide' axis='1 0 0'/><joint type='slide' axis='0 1 0'/>"
                      "<joint type='slide' axis='0 0 1'/><geom size='.1' mass='1' friction='.5' "
                      "margin='.05' priority='1'/></body>")) {
      sim.d->qvel[0] = 2;
      contact_trace_begin(run, "distance (m)");
      while (sim.d->time < 1.5) {
        contact_step(&sim);
        contact_trace(run, sim.d->time, sim.d->qpos[0]);
      }
      // bristles spring back by mu m g / k_t; similar and sap lift what slides, which changes the
      // load on the way
      const double elastic = contact_is(run, "bristle") ? .5 * G / 1e4 : 0;
      const int lifts = contact_is(run, "similar") || contact_is(run, "sap");
      const double expected = explicit ? wide - timestep[i] : lagged[i] - elastic;
      contact_expect(run, expected, sim.d->qpos[0],
                     lifts                     ? 1e-2 * expected
                     : explicit || elastic > 0 ? 1e-5
                                               : 1e-6,
                     "m", "distance, h %g", timestep[i]);
      contact_expect(run, 0, fabs(sim.d->qvel[0]), 1e-6, "m/s", "speed at the end, h %g",
                     timestep[i]);
    }
    contact_close(&sim);
    if (run->error[0])
      return;
  }
}

// ---------------------------------------------------------------- ball

static int open_ball(ContactSim* sim, ContactRun* run, double stiffness, const char* geom) {
  char law[200], world[600];
  snprintf(law, sizeof law, "stiffness=%g dissipation?=20 relaxation?=.001 stiction_speed?=1e-3",
           stiffness);
  snprintf(world, sizeof world,
           "<geom type='plane' size='9 9 1'/><body pos='0 0 %.17g'><freejoint/>"
           "<geom size='.05' mass='1' priority='1' %s/></body>",
           .05 - G / stiffness, geom);
  const ContactSetup setup = {1e-3, NULL, law, integrator(run)};
  return contact_open(sim, run, &setup, world);
}

static void begin_rolling(ContactRun* run) {
  ContactSim sim;
  if (!open_ball(&sim, run, 1e6, "friction='.3'")) {
    const mjData* d = sim.d;
    double rolls = NAN;
    sim.d->qvel[0] = 3;
    contact_trace_begin(run, "speed (m/s)");
    while (d->time < 1 - 1e-9) {
      contact_step(&sim);
      if (isnan(rolls) && d->qvel[0] - .05 * d->qvel[4] < .01)
        rolls = d->time;
      contact_trace(run, d->time, d->qvel[0]);
    }
    contact_expect_part(run, .291248, rolls, .01, "s", "rolls from");
    contact_expect_part(run, 5. / 7 * 3, d->qvel[0], .001, "m/s", "speed while rolling");
    contact_expect_part(run, 2.267678, d->qpos[0], .001, "m", "distance after 1 s");
  }
  contact_close(&sim);
}

static void rolling_resistance(ContactRun* run) {
  ContactSim sim;
  if (!open_ball(&sim, run, 1e6, "condim='6' friction='.8 .001 .001'")) {
    sim.d->qvel[0] = 1;
    sim.d->qvel[4] = 20;
    contact_trace_begin(run, "speed (m/s)");
    while (sim.d->time < 2 - 1e-9) {
      contact_step(&sim);
      contact_trace(run, sim.d->time, sim.d->qvel[0]);
    }
    contact_expect_part(run, .140143, (1 - sim.d->qvel[0]) / 2, .01, "m/s^2",
                        "deceleration while rolling");
  }
  contact_close(&sim);
}

void contact_roll(ContactRun* run) {
  begin_rolling(run);
  if (!run->error[0])
    rolling_resistance(run);
}

// ---------------------------------------------------------------- spin

static void spin_to_rest(ContactSim* sim, int dof, double speed, const char* title, double duration,
                         double angle) {
  ContactRun* run = sim->run;
  const mjData* d = sim->d;
  double stop = NAN, turned = 0;
  sim->d->qvel[dof] = speed;
  contact_trace_begin(run, "spin (rad/s)");
  while (d->time < 1.3 * duration) {
    const double before = d->qvel[dof];
    contact_step(sim);
    turned += d->qvel[dof] * sim->m->opt.timestep;
    if (isnan(stop) && d->qvel[dof] < 1e-3 * speed)
      stop = d->time - sim->m->opt.timestep * (1 - before / (before - d->qvel[dof] + 1e-30));
    contact_trace(run, d->time, d->qvel[dof]);
  }
  contact_expect_part(run, duration, stop, .01, "s", "%s stops", title);
  if (angle > 0)
    contact_expect_part(run, angle - speed * sim->m->opt.timestep / 2, turned, .01, "rad",
                        "%s has turned", title);
  contact_close(sim);
}

void contact_spin(ContactRun* run) {
  ContactSim sim;
  if (!open_ball(&sim, run, 1e5, "condim='4' friction='1 .005'"))
    spin_to_rest(&sim, 5, 50, "ball", 1.019368, 25.4842);
  if (run->error[0]) {
    contact_close(&sim);
    return;
  }

  // a cylinder touches with points of its rim
  const ContactSetup setup = {1e-3, NULL,
                              "stiffness=1e5 dissipation?=20 relaxation?=.001 stiction_speed?=1e-3",
                              integrator(run)};
  if (!contact_open(&sim, run, &setup,
                    "<geom type='plane' size='9 9 1'/><body pos='0 0 .0199673'>"
                    "<joint type='slide' axis='0 0 1'/><joint axis='0 0 1'/>"
                    "<geom type='cylinder' size='.1 .02' mass='1' friction='.3' priority='1' "
                    "margin='.002'/></body>"))
    spin_to_rest(&sim, 1, 10, "disk on its rim", .169895, 0);
  else
    contact_close(&sim);
}
