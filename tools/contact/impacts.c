// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Impacts: a ball that rebounds, a rod that jams, a row of balls.
//
// The first integral of x'' = -(k/m) x^p (1 + d x') gives rebound and depth of an impact at speed v
// for every k and p: with D = d v, D (1 + e) = ln((1 + D) / (1 - e D)), and
// x_max^(p+1) = (p+1) (m/k) (v/d - ln(1 + D)/d^2) (Hunt and Crossley 1975, integrated). Potentials
// evaluate the law at the end of the step and lose energy beyond that; their rebounds are those of
// the prescribed time stepping, computed independently.

#include <math.h>
#include <stdio.h>

#include "tools/contact/scene.h"
#include "tools/contact/scenes.h"

#define PI 3.14159265358979323846

// ---------------------------------------------------------------- drop

typedef struct Bounce_ {
  double e, depth, duration;
} Bounce;

// A ball of half a kilogram that hits a plane at `speed`, without gravity. 0; nonzero when the run
// does not apply, or with run->error.
static int bounce(ContactRun* run, const ContactSetup* setup, double speed, Bounce* result) {
  ContactSim sim;
  *result = (Bounce){NAN, NAN, NAN};
  const int status =
      contact_open(&sim, run, setup,
                   "<geom type='plane' size='1 1 1' condim='1'/><body pos='0 0 .1'>"
                   "<joint type='slide' axis='0 0 1'/>"
                   "<geom size='.1' mass='.5' condim='1' margin='.05' priority='1'/></body>");
  if (!status) {
    double depth = 0;
    sim.d->qvel[0] = -speed;
    contact_trace_begin(run, "height of the ball (m)");
    while (sim.d->time < 0.5 && (sim.d->qvel[0] <= 0 || sim.d->qpos[0] < 0)) {
      const double before = sim.d->qpos[0];
      contact_step(&sim);
      depth = fmax(depth, -sim.d->qpos[0]);
      contact_trace(run, sim.d->time, sim.d->qpos[0]);
      if (before < 0 && sim.d->qpos[0] >= 0)
        result->duration =
            sim.d->time - sim.d->qpos[0] / (sim.d->qpos[0] - before) * setup->timestep;
    }
    result->e = sim.d->qvel[0] / speed;
    result->depth = depth;
  }
  contact_close(&sim);
  return status;
}

// rebound of the end-of-step law
static const struct {
  const char *law, *title;
  double timestep, speed, e;
} implicit_rebounds[] = {
    {"stiffness=1e5 dissipation=0", "linear d 0", 1e-3, 1, .51798},
    {"stiffness=1e5 dissipation=.2", "linear d 0.2", 2e-3, .5, .29182},
    {"stiffness=1e5 dissipation=.2", "linear d 0.2", 1e-3, 1, .47397},
    {"stiffness=1e5 dissipation=.2", "linear d 0.2", 1e-4, 2, .74145},
    {"stiffness=1e5 dissipation=1", "linear d 1", 1e-3, 1, .35760},
    {"stiffness=1e5 dissipation=1", "linear d 1", 5e-4, .5, .55733},
    {"stiffness=1e5 dissipation=1", "linear d 1", 1e-4, 2, .39634},
    {"dissipation=0 stiffness=1e7 exponent=1.5", "Hertz d 0", 1e-3, 1, .31313},
    {"dissipation=.2 stiffness=1e7 exponent=1.5", "Hertz d 0.2", 2e-3, 2, .12966},
    {"dissipation=.2 stiffness=1e7 exponent=1.5", "Hertz d 0.2", 1e-4, 1, .77353},
    {"dissipation=1 stiffness=1e7 exponent=1.5", "Hertz d 1", 5e-4, .5, .45860},
    {"dissipation=1 stiffness=1e7 exponent=1.5", "Hertz d 1", 1e-4, 1, .53789},
    {"stiffness=1e5 dissipation=1 implicitness=0", "linear d 1, theta 0", 1e-3, 1, .6068},
    {"stiffness=1e5 dissipation=1 implicitness=.5", "linear d 1, theta 1/2", 1e-3, 1, .4619},
    {"stiffness=1e5 dissipation=1 implicitness=.5", "linear d 1, theta 1/2", 1e-4, 1, .5788},
};

static void drop_implicit(ContactRun* run) {
  for (size_t i = 0; i < sizeof implicit_rebounds / sizeof *implicit_rebounds; i++) {
    Bounce b;
    ContactSetup setup = {implicit_rebounds[i].timestep, "gravity='0 0 0'",
                          implicit_rebounds[i].law, NULL};
    if (bounce(run, &setup, implicit_rebounds[i].speed, &b))
      continue;
    contact_expect(run, implicit_rebounds[i].e, b.e, 1e-4, "", "e, %s, h %g, v %g",
                   implicit_rebounds[i].title, implicit_rebounds[i].timestep,
                   implicit_rebounds[i].speed);
  }
}

// rebound, duration (linear, Hertz) and depth of the law itself
static const struct {
  double d, speed, e, duration[2], depth[2];
} exact_rebounds[] = {
    {.2, .1, .986842, {7.02493e-3, 6.13430e-3}, {.222133e-3, .207040e-3}},
    {.2, 1, .882190, {7.03517e-3, 3.91969e-3}, {2.10229e-3, 1.25002e-3}},
    {.2, 5, .593624, {7.20550e-3, 3.02576e-3}, {8.75861e-3, 3.91482e-3}},
    {1, 1, .593624, {7.20550e-3, 4.17473e-3}, {1.75172e-3, 1.08028e-3}},
    {5, 1, .196980, {8.93152e-3, 5.76283e-3}, {1.13283e-3, .762245e-3}},
};

static void drop_explicit(ContactRun* run) {
  for (size_t i = 0; i < sizeof exact_rebounds / sizeof *exact_rebounds; i++) {
    for (int hertz = 0; hertz < 2; hertz++) {
      const double duration = exact_rebounds[i].duration[hertz];
      const char* title = hertz ? "Hertz" : "linear";
      char law[100];
      Bounce b;
      snprintf(law, sizeof law, "dissipation=%g stiffness=%s exponent%s", exact_rebounds[i].d,
               hertz ? "1e7" : "1e5", hertz ? "=1.5" : "?=1");
      ContactSetup setup = {duration / 100, "gravity='0 0 0'", law, "RK4"};
      if (bounce(run, &setup, exact_rebounds[i].speed, &b))
        continue;
      contact_expect_part(run, exact_rebounds[i].e, b.e, .01, "", "e, %s d %g, v %g", title,
                          exact_rebounds[i].d, exact_rebounds[i].speed);
      contact_expect_part(run, duration, b.duration, .01, "s", "duration, %s d %g, v %g", title,
                          exact_rebounds[i].d, exact_rebounds[i].speed);
      contact_expect_part(run, exact_rebounds[i].depth[hertz], b.depth, .01, "m",
                          "depth, %s d %g, v %g", title, exact_rebounds[i].d,
                          exact_rebounds[i].speed);
    }
  }
}

// A spring with damping ratio z releases where its force vanishes: e = exp(-z omega t), the same at
// every speed (Schwager and Poeschel 2007).
static void drop_linear_damper(ContactRun* run) {
  static const double ratio[] = {.05, .2, .5};
  const double omega = sqrt(1e5 / .5);
  for (int i = 0; i < 3; i++) {
    const double z = ratio[i];
    const double angle = PI - atan2(2 * z * sqrt(1 - z * z), 1 - 2 * z * z);
    char law[60];
    Bounce b;
    snprintf(law, sizeof law, "stiffness=1e5 relaxation=%.17g", 2 * z / omega);
    ContactSetup setup = {2e-6, "gravity='0 0 0'", law, NULL};
    if (bounce(run, &setup, i == 1 ? 3 : 1, &b))
      continue;
    contact_expect_part(run, exp(-z * angle / sqrt(1 - z * z)), b.e, .01, "", "e, damping ratio %g",
                        z);
  }
}

void contact_drop(ContactRun* run) {
  if (contact_is(run, "sap"))
    drop_linear_damper(run);
  else if (run->explicit)
    drop_explicit(run);
  else
    drop_implicit(run);
}

// ---------------------------------------------------------------- Painleve's rod

// A rod whose tip leads over a rough floor. Above mu = 4/3 rigid bodies have no solution; compliant
// ones jam and jump. Numbers from the differential equation.
typedef struct Jam_ {
  double mu, stiffness, stop, load, load_time, depth, lift, vx, vz, omega;
} Jam;
static const Jam jams[] = {
    {.5, 1e5, .2038, 19.39, .00981, 1.939e-4, 0, 0, 0, 0},
    {1, 1e5, .0170, 47.98, .01531, 4.796e-4, .02205, -.502, .370, 1.115},
    {1.6, 1e5, .01042, 89.63, .01191, 8.871e-4, .01740, -.476, .491, 1.058},
    {1.6, 1e6, .00461, 213.9, .00503, 2.125e-4, .00666, -.518, .469, 1.156},
    {2, 1e5, .00899, 96.98, .01088, 9.581e-4, .01639, -.473, .511, 1.051},
    {2, 1e6, .00385, 249.0, .00441, 2.469e-4, .00605, -.510, .499, 1.137},
};

static int open_rod(ContactSim* sim, ContactRun* run, const ContactSetup* setup, double mu) {
  const double r = 1e-5, c = 1 / sqrt(5.), s = 2 / sqrt(5.);
  char world[1000];
  snprintf(world, sizeof world,
           "<geom type='plane' size='9 9 1'/><body pos='%.17g 0 %.17g'>"
           "<inertial pos='0 0 0' mass='1' diaginertia='.0833333333333333333 "
           ".0833333333333333333 .0833333333333333333'/>"
           "<joint type='slide' axis='1 0 0'/><joint type='slide' axis='0 0 1'/>"
           "<joint axis='0 -1 0'/>"
           "<geom pos='%.17g 0 %.17g' size='%g' mass='0' friction='%g' priority='1' "
           "margin='.01'/></body>",
           .5 * c, .5 * s + r, -.5 * c, -.5 * s, r, mu);
  const int status = contact_open(sim, run, setup, world);
  if (!status)
    sim->d->qvel[0] = -1;
  return status;
}

// velocity of the tip along the floor
static double tip_speed(const mjData* d) {
  const double lever = d->geom_xpos[5] - d->xpos[5];
  return d->qvel[0] - lever * d->qvel[2];
}

static void jam_explicit(ContactRun* run, const Jam* jam) {
  char law[100];
  ContactSim sim;
  snprintf(law, sizeof law, "stiffness=%g dissipation=.5 stiction_speed=1e-3", jam->stiffness);
  ContactSetup setup = {1e-5, NULL, law, "implicit"};
  if (!open_rod(&sim, run, &setup, jam->mu)) {
    double stop = NAN, load = 0, load_time = 0, depth = 0, lift = NAN;
    const mjData* d = sim.d;
    contact_trace_begin(run, "normal force (N)");
    while (d->time < 1.2 * (jam->lift > 0 ? jam->lift : jam->stop)) {
      mjtNum force[6] = {0};
      const double x = -(sim.d->ncon ? d->contact[0].dist : 1);
      contact_step(&sim);
      mj_contactForce(sim.m, d, 0, force);
      contact_trace(run, d->time, force[0]);
      if (isnan(stop) && fabs(tip_speed(d)) < .01)
        stop = d->time;
      if (force[0] > load) {
        load = force[0];
        load_time = d->time;
      }
      depth = fmax(depth, x);
      if (jam->lift > 0 && isnan(lift) && d->time > load_time + setup.timestep && load > 0 &&
          force[0] == 0) {
        lift = d->time;
        break;
      }
    }
    const char* format = "%s, mu %g, k %g";
    contact_expect_part(run, jam->stop, stop, .03, "s", format, "tip stops", jam->mu,
                        jam->stiffness);
    contact_expect_part(run, jam->load, load, .03, "N", format, "largest load", jam->mu,
                        jam->stiffness);
    contact_expect_part(run, jam->load_time, load_time, .03, "s", format, "largest load at",
                        jam->mu, jam->stiffness);
    contact_expect_part(run, jam->depth, depth, .03, "m", format, "depth", jam->mu, jam->stiffness);
    if (jam->lift > 0) {
      contact_expect_part(run, jam->lift, lift, .03, "s", format, "lift-off", jam->mu,
                          jam->stiffness);
      contact_expect_part(run, jam->vx, d->qvel[0], .03, "m/s", format, "vx then", jam->mu,
                          jam->stiffness);
      contact_expect_part(run, jam->vz, d->qvel[1], .03, "m/s", format, "vz then", jam->mu,
                          jam->stiffness);
      contact_expect_part(run, jam->omega, d->qvel[2], .03, "rad/s", format, "turning then",
                          jam->mu, jam->stiffness);
    }
  }
  contact_close(&sim);
}

// In large steps: one finite solution, and the tip stops.
static void jam_implicit(ContactRun* run, const Jam* jam) {
  char law[100];
  ContactSim sim;
  snprintf(law, sizeof law, "stiffness=%g dissipation=.5 stiction_speed=1e-3", jam->stiffness);
  ContactSetup setup = {1e-3, NULL, law, NULL};
  if (!open_rod(&sim, run, &setup, jam->mu)) {
    double slowest = 1;
    contact_trace_begin(run, "speed of the tip (m/s)");
    for (int i = 0; i < 30; i++) {
      contact_step(&sim);
      slowest = fmin(slowest, fabs(tip_speed(sim.d)));
      contact_trace(run, sim.d->time, tip_speed(sim.d));
    }
    const double speed = hypot(sim.d->qvel[0], sim.d->qvel[1]);
    contact_expect(run, 0, speed, 2, "m/s", "speed stays finite, mu %g, k %g", jam->mu,
                   jam->stiffness);
    if (jam->mu > 4. / 3)
      contact_expect(run, 0, slowest, .05, "m/s", "tip stops within 0.03 s, mu %g, k %g", jam->mu,
                     jam->stiffness);
  }
  contact_close(&sim);
}

void contact_painleve(ContactRun* run) {
  for (size_t i = 0; i < sizeof jams / sizeof *jams && !run->error[0]; i++)
    if (!run->explicit)
      jam_implicit(run, jams + i);
    else if (i || !run->quick)
      jam_explicit(run, jams + i);
}

// ---------------------------------------------------------------- cradle

// Balls in a row, the first of which arrives at 1 m/s. Final velocities depend only on the exponent
// of the law.
typedef struct Row_ {
  const char* title;
  int n, hertz;
  double gap, speed[5];
} Row;
static const Row rows[] = {
    {"Hertz, 2", 2, 1, 0, {0, 1}},
    {"Hertz, 3", 3, 1, 0, {-.07095, .0764, .99455}},
    {"Hertz, 5", 5, 1, 0, {-.07109, -.03027, -.01446, .12704, .98878}},
    {"linear, 3", 3, 0, 0, {-.13026, .15023, .98003}},
    {"linear, 5", 5, 0, 0, {-.13228, -.07533, -.03101, .29622, .9424}},
    {"Hertz, 5 with gaps", 5, 1, 1e-3, {0, 0, 0, 0, 1}},
};

static void hit_row(ContactRun* run, const Row* row) {
  char law[100];
  snprintf(law, sizeof law, "%s dissipation=0 implicitness%s=0",
           row->hertz ? "stiffness=1e8 exponent=1.5" : "stiffness=1e6", run->explicit ? "?" : "");
  const ContactSetup setup = {row->hertz ? 1e-5 : 5e-6, "gravity='0 0 0'", law, NULL};
  char world[2000] = "";
  size_t used = 0;
  ContactSim sim;
  for (int i = 0; i < row->n; i++)
    used += (size_t)snprintf(world + used, sizeof world - used,
                             "<body pos='%.17g 0 0'><joint type='slide' axis='1 0 0'/>"
                             "<geom size='.02' mass='1' condim='1' priority='%d'/></body>",
                             i * (.04 + row->gap), i);
  if (!contact_open(&sim, run, &setup, world)) {
    double momentum = 0;
    sim.d->qvel[0] = 1;
    contact_trace_begin(run, "speed of the last ball (m/s)");
    while (sim.d->time < .012 + 5 * row->gap) {
      contact_step(&sim);
      contact_trace(run, sim.d->time, sim.d->qvel[row->n - 1]);
    }
    for (int i = 0; i < row->n; i++) {
      momentum += sim.d->qvel[i];
      contact_expect(run, row->speed[i], sim.d->qvel[i], 1e-3, "m/s", "%s: ball %d", row->title,
                     i + 1);
    }
    contact_expect(run, 1, momentum, 1e-12, "kg m/s", "%s: momentum", row->title);
  }
  contact_close(&sim);
}

void contact_cradle(ContactRun* run) {
  for (size_t i = 0; i < sizeof rows / sizeof *rows && !run->error[0]; i++)
    hit_row(run, rows + i);
}
