// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Friction that holds: a block on a slope, an object between two fingers.
//
// A load of q times Coulomb's bound makes soft friction creep with eps q / sqrt(1 - q^2), that of
// sap with sigma h times the load over the mass, and bristles not at all: they give by load over
// stiffness. Beyond the bound all of them slide with g (sin - mu cos).

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "tools/contact/scene.h"
#include "tools/contact/scenes.h"

#define G 9.81
#define MU .5
#define RAD(degrees) ((degrees)*3.14159265358979323846 / 180)

// the law of creep: for contact models of the engine by name, else that of soft friction
static const char* law_of(const ContactRun* run) {
  return contact_is(run, "soft")  ? ""
         : contact_is(run, "sap") ? "stiffness=1e4 relaxation=.001 sigma=1e-3"
         : contact_is(run, "bristle")
             ? "stiffness=1e4 dissipation=20 tangent_stiffness=1e4 tangent_damping=20"
             : "stiffness=1e4 dissipation?=20 sigma?=1e-3 stiction_speed=1e-4";
}

// ---------------------------------------------------------------- incline

typedef struct Slope_ {
  double angle;  // degrees
  double timestep;
  int block;  // 1: a box on four contacts, 0: one contact
} Slope;

// Gravity is tilted instead of the plane, and brought up over `ramp` seconds along it.
static int open_slope(ContactSim* sim, ContactRun* run, const Slope* slope) {
  char world[800], load[100];
  const double depth = G * cos(RAD(slope->angle)) / (slope->block ? 4e4 : 1e4);
  const int soft = contact_is(run, "soft");
  snprintf(load, sizeof load, "gravity='%.17g 0 %.17g'", G * sin(RAD(slope->angle)),
           -G * cos(RAD(slope->angle)));
  snprintf(world, sizeof world,
           "<geom type='plane' size='99 99 1'/><body pos='0 0 %.17g'>"
           "<joint type='slide' axis='1 0 0'/><joint type='slide' axis='0 1 0'/>"
           "<joint type='slide' axis='0 0 1'/>%s"
           "<geom %s mass='1' friction='.5' priority='1' margin='%g' solref='.02 1' "
           "solimp='.9 .95 1000'/></body>",
           .1 - (soft ? 0 : depth), slope->block ? "<joint type='ball'/>" : "",
           slope->block ? "type='box' size='.3 .3 .1'" : "size='.1'", soft ? 0 : .05);
  const ContactSetup setup = {slope->timestep, load, law_of(run),
                              run->explicit ? "implicit" : NULL};
  return contact_open(sim, run, &setup, world);
}

static void slope_step(ContactSim* sim, const Slope* slope, double ramp) {
  sim->driven |= ramp > 0;
  const double part = ramp > 0 ? fmin(1, sim->d->time / ramp) : 1;
  sim->m->opt.gravity[0] = part * G * sin(RAD(slope->angle));
  contact_step(sim);
  contact_trace(sim->run, sim->d->time, sim->d->qpos[0]);
}

// Mean speed over the last four fifths of the time.
static double creep(ContactSim* sim, const Slope* slope, double ramp, double duration) {
  const mjData* d = sim->d;
  const double half = sim->m->opt.timestep / 2;
  contact_trace_begin(sim->run, "distance (m)");
  while (d->time < fmax(.2 * duration, 1) - half)
    slope_step(sim, slope, ramp);
  const double place = d->qpos[0], time = d->time;
  while (d->time < duration - half)
    slope_step(sim, slope, ramp);
  return (d->qpos[0] - place) / (d->time - time);
}

static void stick(ContactRun* run, const Slope* slope) {
  ContactSim sim;
  if (!open_slope(&sim, run, slope)) {
    const double tangent = sin(RAD(slope->angle)), q = tan(RAD(slope->angle)) / MU;
    const double duration = run->quick ? 4 : 10, eps = 1e-4;
    const int bristle = contact_is(run, "bristle");
    const double speed = creep(&sim, slope, bristle ? .5 : 0, duration);
    char name[60];
    snprintf(name, sizeof name, "%g degrees, h %g%s", slope->angle, slope->timestep,
             slope->block ? ", 4 contacts" : "");
    if (bristle) {
      contact_expect(run, 0, speed * (duration - 1), 1e-8, "m", "drift, %s", name);
      // close to the bound, friction gives way during the ramp
      if (slope->angle < 26 && !slope->block)
        contact_expect_part(run, G * tangent / 1e4, sim.d->qpos[0], 1e-4, "m", "give, %s", name);
    } else if (contact_is(run, "soft")) {
      const double expected = slope->angle == 15   ? 2.680e-3
                              : slope->angle == 20 ? 3.542e-3
                                                   : 4.376e-3;
      contact_expect_part(run, expected, speed, .001, "m/s", "creep, %s", name);
    } else if (contact_is(run, "sap")) {
      // the load is shared, and w that of the whole mass
      const double share = slope->block ? 4 : 1;
      contact_expect_part(run, 1e-3 * slope->timestep * G * tangent / share, speed, .001, "m/s",
                          "creep, %s", name);
    } else {
      contact_expect_part(run, eps * q / sqrt(1 - q * q), speed, .001, "m/s", "creep, %s", name);
    }
    contact_note_slip(run, sim.d->qpos[0], speed);
  }
  contact_close(&sim);
}

static void slip(ContactRun* run, const Slope* slope) {
  ContactSim sim;
  if (!open_slope(&sim, run, slope)) {
    const double a = G * (sin(RAD(slope->angle)) - MU * cos(RAD(slope->angle)));
    const int fine = slope->timestep<.005, steep = slope->angle> 32;
    const int lagged = contact_is(run, "hunt_crossley"), similar = contact_is(run, "similar");
    contact_trace_begin(run, "distance (m)");
    while (sim.d->time < .5 - 1e-9)
      slope_step(&sim, slope, 0);
    const double middle = sim.d->qvel[0];
    while (sim.d->time < 1 - 1e-9)
      slope_step(&sim, slope, 0);
    char name[60];
    snprintf(name, sizeof name, "%g degrees, h %g", slope->angle, slope->timestep);
    if ((lagged || similar) && !slope->block) {
      static const double known[2][2][2] = {{{.33187, .32897}, {.81247, .80524}},
                                            {{.32986, .32845}, {.80808, .80446}}};
      contact_expect(run, known[similar][steep][fine], sim.d->qpos[0], 1e-5, "m",
                     "slides in 1 s, %s", name);
    } else if (contact_is(run, "bristle")) {
      // the load comes at once, before the bristles are stretched
      contact_expect_part(run, a, 2 * (sim.d->qvel[0] - middle), .01, "m/s^2", "acceleration, %s",
                          name);
    } else if (fine) {
      contact_expect_part(run, a / 2, sim.d->qpos[0], .01, "m", "slides in 1 s, %s", name);
    }
  }
  contact_close(&sim);
}

// with bristles: ten seconds of sliding after the ramp
static void long_slide(ContactRun* run) {
  const Slope slope = {30, 1e-3, 0};
  ContactSim sim;
  if (!open_slope(&sim, run, &slope)) {
    contact_trace_begin(run, "distance (m)");
    while (sim.d->time < 10 - 1e-9)
      slope_step(&sim, &slope, .5);
    contact_expect(run, 29.88, sim.d->qpos[0], .01, "m", "slides in 10 s after a ramp, 30 degrees");
  }
  contact_close(&sim);
}

void contact_incline(ContactRun* run) {
  static const double angles[] = {15, 20, 25, 26.5};
  const int soft = contact_is(run, "soft"), bristle = contact_is(run, "bristle");
  for (int i = 0; i < 4 - soft && !run->error[0]; i++)
    stick(run, &(Slope){angles[i], 1e-3, 0});
  if (bristle && !run->error[0]) {
    stick(run, &(Slope){20, 2e-3, 0});
    stick(run, &(Slope){26.5, 5e-3, 0});
    long_slide(run);
  }
  if (!soft && !run->explicit && !run->error[0])
    stick(run, &(Slope){20, 1e-3, 1});
  for (int i = 0; i < 2 && !soft && !run->error[0]; i++) {
    slip(run, &(Slope){30 + 5 * i, 1e-3, 0});
    if (contact_is(run, "hunt_crossley") || contact_is(run, "similar"))
      slip(run, &(Slope){30 + 5 * i, 1e-2, 0});
  }
}

// ---------------------------------------------------------------- grasp

// Two fingers of `mass` press with `force` each on an object of half a kilogram. Heavy ones make
// the inertia that contacts meet that of the object; light ones follow what laws that lift do.
static int open_grasp(ContactSim* sim, ContactRun* run, double force, double mass) {
  char world[1500];
  const double place = .05 + .01 - force / 1e4;
  snprintf(world, sizeof world,
           "<body><joint type='slide' axis='1 0 0'/><joint type='slide' axis='0 1 0'/>"
           "<joint type='slide' axis='0 0 1'/><geom type='box' size='.05 .05 .5' mass='.5' "
           "contype='1' conaffinity='2'/></body>"
           "<body pos='%.17g 0 0' gravcomp='1'><joint type='slide' axis='1 0 0'/>"
           "<geom size='.01' mass='%g' friction='.8' priority='1' margin='.02' contype='2' "
           "conaffinity='1'/></body>"
           "<body pos='%.17g 0 0' gravcomp='1'><joint type='slide' axis='1 0 0'/>"
           "<geom size='.01' mass='%g' friction='.8' priority='1' margin='.02' contype='2' "
           "conaffinity='1'/></body>",
           -place, mass, place, mass);
  const ContactSetup setup = {1e-3, NULL, law_of(run), NULL};
  const int status = contact_open(sim, run, &setup, world);
  if (status)
    return status;
  sim->driven = 1;
  sim->d->qfrc_applied[3] = force;
  sim->d->qfrc_applied[4] = -force;
  return 0;
}

static double hold(ContactSim* sim, double ramp, double duration) {
  const mjData* d = sim->d;
  contact_trace_begin(sim->run, "slip (m)");
  while (d->time < duration - 1e-9) {
    sim->m->opt.gravity[2] = -G * (ramp > 0 ? fmin(1, d->time / ramp) : 1);
    contact_step(sim);
    contact_trace(sim->run, d->time, -d->qpos[2]);
  }
  return -d->qpos[2];
}

void contact_grasp(ContactRun* run) {
  ContactSim sim;
  // between bodies that both move, stiction of explicit forces would need far smaller steps
  if (run->explicit) {
    contact_lacks(run, "rows or a potential");
    return;
  }
  const double duration = run->quick ? 3 : 10;
  for (int i = 0; i < 2; i++) {
    const double force = i ? 10 : 4, q = .5 * G / (2 * .8 * force);
    if (!open_grasp(&sim, run, force, 1000)) {
      if (contact_is(run, "bristle")) {
        const double give = hold(&sim, .5, 1.5), slid = hold(&sim, .5, duration) - give;
        contact_expect_part(run, .5 * G / 2e4, give, .05, "m", "give, force %g", force);
        contact_expect(run, 0, slid, 1e-8, "m", "slip afterwards, force %g", force);
        contact_note_slip(run, slid, slid / (duration - 1.5));
      } else {
        const double first = hold(&sim, 0, .2 * duration);
        const double speed = (hold(&sim, 0, duration) - first) / (.8 * duration);
        const double expected =
            contact_is(run, "sap") ? 1e-3 * 1e-3 * G / 2 : 1e-4 * q / sqrt(1 - q * q);
        contact_expect_part(run, 10 * expected, 10 * speed, .05, "m", "slip in 10 s, force %g",
                            force);
        contact_note_slip(run, speed * duration, speed);
      }
    }
    contact_close(&sim);
    if (run->error[0])
      return;
  }
  if (!open_grasp(&sim, run, 3, .1)) {
    hold(&sim, 0, .3);
    const double before = sim.d->qvel[2];
    hold(&sim, 0, .6);
    contact_expect_part(run, .21, (before - sim.d->qvel[2]) / .3, .05, "m/s^2",
                        "falls with, force 3");
  }
  contact_close(&sim);
}
