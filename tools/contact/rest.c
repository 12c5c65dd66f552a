// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Contacts at rest: depth under load, a stack, adhesion that holds and detaches.
//
// Statics do not depend on the time step: F = 4/3 E* sqrt(R) x^(3/2) between spheres (Hertz),
// F = k x for linear springs. A bond of Johnson, Kendall and Roberts holds 3/2 pi w R, one of
// Derjaguin, Muller and Toporov 2 pi w R.

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "tools/contact/scene.h"
#include "tools/contact/scenes.h"

#define PI 3.14159265358979323846
#define G 9.81

// ---------------------------------------------------------------- depth under load

typedef struct Load_ {
  const char *title, *law, *world;
  double depth;
} Load;

// One ball under its weight. Values of one geom hold for the contact when its priority is higher;
// with equal priority they are mixed.

static const Load hertz_loads[] = {
    {"steel on steel", "young=200e9 poisson=.29 dissipation=20",
     "<geom type='plane' size='1 1 1' condim='1'/><body pos='0 0 .05'>"
     "<joint type='slide' axis='0 0 1'/><geom size='.05' mass='4.110250' condim='1'/></body>",
     1.1533853e-6},
    {"rubber on steel", "young=200e9 poisson=.29 dissipation=20",
     "<geom type='plane' size='1 1 1' condim='1'/><body pos='0 0 .05'>"
     "<joint type='slide' axis='0 0 1'/><geom size='.05' mass='.5759587' condim='1'>"
     "{young=2.76e6 poisson=.48}</geom></body>",
     3.0338897e-4},
    {"two steel spheres", "young=200e9 poisson=.29 dissipation=20",
     "<geom size='.05' condim='1'/><body pos='0 0 .08'><joint type='slide' axis='0 0 1'/>"
     "<geom size='.03' mass='1.0193679918450560' condim='1'/></body>",
     6.313533e-7},
};

static const Load linear_load = {
    "linear spring", "stiffness=1e4 dissipation=20",
    "<geom type='plane' size='1 1 1' condim='1'/><body pos='0 0 .05'>"
    "<joint type='slide' axis='0 0 1'/><geom size='.05' mass='2' condim='1'>"
    "{stiffness=4e4}</geom></body>",
    2 * G / 8e3};

static const Load soft_load = {
    "soft", "",
    "<geom type='plane' size='1 1 1' condim='1'/><body pos='0 0 .05'>"
    "<joint type='slide' axis='0 0 1'/><geom size='.05' mass='2' condim='1' priority='1' "
    "solref='.02 1' solimp='.95 .95 .001'/></body>",
    G * .05 * .02 * .02};

static int rest(ContactRun* run, const Load* load, double tolerance) {
  const int explicit = run->explicit;
  const ContactSetup setup = {explicit ? 1e-4 : .01, NULL, load->law, NULL};
  ContactSim sim;
  if (!contact_open(&sim, run, &setup, load->world)) {
    contact_trace_begin(run, "depth (m)");
    while (sim.d->time < (explicit ? .6 : 4)) {
      contact_step(&sim);
      contact_trace(run, sim.d->time, -sim.d->qpos[0]);
    }
    contact_expect_part(run, load->depth, -sim.d->qpos[0], tolerance, "m", "depth, %s",
                        load->title);
  }
  contact_close(&sim);
  return run->error[0] != 0;
}

void contact_static(ContactRun* run) {
  if (contact_is(run, "soft")) {
    rest(run, &soft_load, 1e-6);
    return;
  }
  const int n = (int)(sizeof hertz_loads / sizeof *hertz_loads);
  for (int i = 0; i < n && !contact_is(run, "sap"); i++)
    if (rest(run, hertz_loads + i, 1e-6))
      return;
  Load load = linear_load;
  // its damping is a relaxation time
  if (contact_is(run, "sap"))
    load.law = "stiffness=1e4 relaxation=.01";
  rest(run, &load, 1e-6);
}

// ---------------------------------------------------------------- stack

enum { NBOX = 10 };

void contact_stack(ContactRun* run) {
  const int soft = contact_is(run, "soft"), explicit = run->explicit;
  const char* law = soft                     ? NULL
                    : contact_is(run, "sap") ? "stiffness=1e5 relaxation=.01"
                                             : "stiffness=1e5 dissipation=20 stiction_speed?=1e-4";
  const ContactSetup setup = {explicit ? 2e-4 : 2e-3, NULL, law, NULL};
  char world[6000] = "<geom type='plane' size='1 1 1'/>";
  size_t used = strlen(world);
  ContactSim sim;
  for (int i = 0; i < NBOX; i++)
    used += (size_t)snprintf(world + used, sizeof world - used,
                             "<body pos='0 0 %.17g'><freejoint/><geom type='box' "
                             "size='.05 .05 .05' mass='1' friction='.5' priority='%d' "
                             "margin='%g' solref='.02 1' solimp='.95 .95 .001'/></body>",
                             .05 + .1 * i, i + 1, soft ? 0 : .002);
  if (!contact_open(&sim, run, &setup, world)) {
    const mjData* d = sim.d;
    double drift = 0, start = 0;
    contact_trace_begin(run, "height of the top box (m)");
    while (d->time < (explicit ? 1 : 2)) {
      contact_step(&sim);
      start = d->time == sim.m->opt.timestep ? d->energy[0] + d->energy[1] : start;
      contact_trace(run, d->time, d->xpos[3 * NBOX + 2]);
    }
    for (int i = 0; i < NBOX; i++) {
      double depth = 0;
      int n = 0;
      for (int c = 0; c < d->ncon; c++) {
        const int upper = d->contact[c].geom[0] > d->contact[c].geom[1] ? d->contact[c].geom[0]
                                                                        : d->contact[c].geom[1];
        if (upper == i + 1) {
          depth -= d->contact[c].dist;
          n++;
        }
      }
      const double load = (NBOX - i) * G, mean = n ? depth / n : NAN;
      // soft: A is the sum of inverse masses at an interface; the load is that of one contact
      const double expected = soft ? load / 4 * .05 * .02 * .02 * (i ? 2 : 1) : load / 4e5;
      contact_expect_part(run, expected, mean, .01, "m", "depth at interface %d", i);
      drift = fmax(drift, hypot(d->qpos[7 * i], d->qpos[7 * i + 1]));
    }
    contact_expect(run, 0, drift, 1e-6, "m", "drift to the side");
    contact_expect(run, 0, fmax(0, d->energy[0] + d->energy[1] - start), 1e-9, "J",
                   "energy gained");
  }
  contact_close(&sim);
}

// ---------------------------------------------------------------- adhesion

// A ball of four grams and radius 10 mm, weightless, work 0.05 J/m^2, E* = 1e6 Pa.
typedef struct Bond_ {
  const char *law, *title;
  double strength, free_depth;
} Bond;
static const Bond bonds[] = {{"jkr", "JKR", 2.356194e-3, 5.698585e-6},
                             {"dmt", "DMT", 3.141593e-3, 8.218781e-6}};

static int open_bond(ContactSim* sim, ContactRun* run, const Bond* bond, const char* more,
                     const char* mass) {
  char law[200], world[400];
  snprintf(law, sizeof law, "work=.05 young=797500 poisson=.45 law=%s %s", bond->law, more);
  snprintf(world, sizeof world,
           "<geom type='plane' size='1 1 1' condim='1'/><body pos='0 0 .01'>"
           "<joint type='slide' axis='0 0 1'/><geom size='.01' mass='%s' condim='1' "
           "priority='1' margin='.001'/></body>",
           mass);
  const ContactSetup setup = {1e-4, "gravity='0 0 0'", law, NULL};
  const int status = contact_open(sim, run, &setup, world);
  sim->driven = 1;
  return status;
}

// pull with a force that rises from `from` by `rate` per second; the force at which the ball leaves
static double pull(ContactSim* sim, double from, double rate, double duration) {
  mjData* d = sim->d;
  const double start = d->time;
  while (d->time < start + duration) {
    const double ramp = fmin(1, (d->time - start) / .5);
    d->qfrc_applied[0] = ramp * from + rate * fmax(0, d->time - start - .5);
    contact_step(sim);
    contact_trace(sim->run, d->time, 1e6 * d->qpos[0]);
    if (d->qpos[0] > 5e-5)
      return d->qfrc_applied[0];
  }
  return NAN;
}

static int pull_one(ContactRun* run, const Bond* bond) {
  ContactSim sim;
  if (!open_bond(&sim, run, bond, "dissipation=20", ".004")) {
    contact_trace_begin(run, "gap (micrometres)");
    pull(&sim, 0, 0, 2.5);
    contact_expect_part(run, bond->free_depth, -sim.d->qpos[0], .001, "m", "depth without load, %s",
                        bond->title);
    const double force = pull(&sim, .95 * bond->strength, 1e-4, 3);
    contact_expect_part(run, bond->strength, force, .01, "N", "pull-off, %s", bond->title);
  }
  contact_close(&sim);
  for (int over = 0; over < 2 && !run->error[0]; over++) {
    if (!open_bond(&sim, run, bond, "dissipation=20", ".004")) {
      pull(&sim, 0, 0, .5);
      const double force = pull(&sim, (over ? 1.02 : .98) * bond->strength, 0, run->quick ? 2 : 10);
      contact_expect(run, over, !isnan(force), 0, "", "%s of the strength %s, %s",
                     over ? "102 %" : "98 %", over ? "tears" : "holds (0)", bond->title);
    }
    contact_close(&sim);
  }
  return run->error[0] != 0;
}

// A heavy ball approaches and leaves slowly: the work of a cycle is the area of the branch.
static void cycle(ContactRun* run) {
  ContactSim sim;
  if (!open_bond(&sim, run, bonds, "dissipation=0", "1e6")) {
    mjData* d = sim.d;
    double work = 0;
    d->qpos[0] = 8e-6;
    d->qvel[0] = -4e-5;
    contact_trace_begin(run, "force (N)");
    for (int i = 0; i < 10000; i++) {
      mjtNum force[6];
      const double speed = d->qvel[0] = i < 5000 ? -4e-5 : 4e-5;
      contact_step(&sim);
      mj_contactForce(sim.m, d, 0, force);
      work -= force[0] * speed * sim.m->opt.timestep;
      contact_trace(run, d->time, force[0]);
    }
    contact_expect_part(run, 1.036885e-8, work, .01, "J", "work of a cycle, JKR");
  }
  contact_close(&sim);
}

void contact_pull_off(ContactRun* run) {
  for (size_t i = 0; i < sizeof bonds / sizeof *bonds; i++)
    if (pull_one(run, bonds + i))
      return;
  cycle(run);
}
