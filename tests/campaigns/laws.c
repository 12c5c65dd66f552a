// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Laws that hold for any model, tried on random ones. Each tolerance is that of rounding, or says
// where it comes from.

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "campaign.h"
#include "machine.h"

enum { MOST_NUMBERS = 6 * MOST_PARTS };

static double largest(const double* x, int n) {
  double most = 0;
  for (int i = 0; i < n; i++)
    most = fmax(most, fabs(x[i]));
  return most;
}

static double distance(const double* x, const double* y, int n) {
  double most = 0;
  for (int i = 0; i < n; i++)
    most = fmax(most, fabs(x[i] - y[i]));
  return most;
}

//------------------------------ symmetry ----------------------------------------------------------

// A machine accelerates the same in every world. Springs of ball joints pull along the axis of the
// rotation from their reference, all else is polynomial; a part that weighs a hundred times less
// than what it carries magnifies rounding as often.
static void worlds_are_equal(void) {
  Machine machine;
  World world;
  double here[MOST_NUMBERS], there[MOST_NUMBERS];
  random_machine(&machine, (Kind){.rotors = 1});
  random_world(&world, &machine);
  mjModel *m = build(&machine, &plain_world), *other = build(&machine, &world);
  mjData *d = begin(&machine, &plain_world, m), *e = begin(&machine, &world, other);
  mj_forward(m, d);
  mj_forward(other, e);
  accelerations(&machine, &plain_world, m, d, here);
  accelerations(&machine, &world, other, e, there);
  const int n = 6 * machine.n;
  const double error = distance(here, there, n), scale = fmax(1, largest(here, n));
  claim(error <= 1e-8 * scale,
        "another world: %d parts, mirrored %d, length %g, mass %g, time %g, reversed %d, split %d: "
        "accelerations up to %g differ by %g",
        machine.n, world.mirrored, world.length, world.mass, world.time, world.reversed,
        world.split, scale, error);
  mj_deleteData(d);
  mj_deleteData(e);
  mj_deleteModel(m);
  mj_deleteModel(other);
  tally("other worlds");
}

//------------------------------ balances ----------------------------------------------------------

typedef struct Balance_ {
  double energy, linear[3], angular[3], scale;
} Balance;

static Balance balance(const mjModel* m, mjData* d) {
  Balance b;
  mj_forward(m, d);
  mj_subtreeVel(m, d);
  mj_energyPos(m, d);
  mj_energyVel(m, d);
  b.energy = d->energy[0] + d->energy[1];
  b.scale = 1 + fabs(d->energy[0]) + d->energy[1];
  mju_scl3(b.linear, d->subtree_linvel, m->body_subtreemass[0]);
  mju_copy3(b.angular, d->subtree_angmom);
  return b;
}

// On which side of a half turn from its reference the spring of a joint is: 1, -1; 0: no ball joint
// with a spring. Its torque jumps at the half turn, where it starts to pull the other way round.
static int spring_side(const mjModel* m, const mjData* d, int joint) {
  const int adr = m->jnt_qposadr[joint];
  if (m->jnt_type[joint] != mjJNT_BALL || m->jnt_stiffness[joint] == 0)
    return 0;
  return mju_dot(d->qpos + adr, m->qpos_spring + adr, 4) < 0 ? -1 : 1;
}

static int springs_jump(const mjModel* m, const mjData* d, const int side[MOST_PARTS]) {
  int jump = 0;
  for (int j = 0; j < m->njnt; j++)
    jump |= spring_side(m, d, j) != side[j];
  return jump;
}

// The largest changes of energy and momentum within a tenth of a second, or until a force jumps:
// those at its end may be small by chance.
static void drifts(const Machine* machine, double timestep, double drift[2]) {
  Machine copy = *machine;
  copy.timestep = timestep;
  copy.integrator = mjINT_RK4;
  mjModel* m = build(&copy, &plain_world);
  mjData* d = begin(&copy, &plain_world, m);
  const Balance before = balance(m, d);
  const int steps = (int)(.1 / timestep + .5);
  const double mass = m->body_subtreemass[0];
  int side[MOST_PARTS] = {0};
  for (int j = 0; j < m->njnt; j++)
    side[j] = spring_side(m, d, j);
  drift[0] = drift[1] = 0;
  for (int t = 0; t < steps; t++) {
    mj_step(m, d);
    if (springs_jump(m, d, side))
      break;
    const Balance after = balance(m, d);
    const double moved =
        fmax(distance(after.linear, before.linear, 3), distance(after.angular, before.angular, 3));
    const double now[2] = {fabs(after.energy - before.energy) / before.scale, moved / (1 + mass)};
    for (int i = 0; i < 2; i++)
      if (isnan(now[i]) || now[i] > drift[i])
        drift[i] = now[i];
  }
  mj_deleteData(d);
  mj_deleteModel(m);
}

// What drifts must drift less when steps are shorter. Four stages are of fourth order, but the mean
// of angular velocities at four orientations makes ball and free joints one of second order.
static void check_drift(const char* what, double coarse, double fine, const Machine* machine) {
  claim(isfinite(coarse) && (coarse < 1e-9 || fine < coarse / 4),
        "%s of %d parts drifts by %g, with a quarter of the step by %g", what, machine->n, coarse,
        fine);
}

static void energy_is_conserved(void) {
  Machine machine;
  double coarse[2], fine[2];
  random_machine(&machine, (Kind){.conservative = 1, .rotors = 1});
  drifts(&machine, 1e-3, coarse);
  drifts(&machine, 2.5e-4, fine);
  check_drift("energy", coarse[0], fine[0], &machine);
  tally("balances of energy");
}

// Without gravity, whatever springs, dampers and motors inside do.
static void momentum_is_conserved(void) {
  Machine machine;
  double coarse[2], fine[2];
  random_machine(&machine, (Kind){.free_root = 1});
  drifts(&machine, 1e-3, coarse);
  drifts(&machine, 2.5e-4, fine);
  check_drift("momentum", coarse[1], fine[1], &machine);
  tally("balances of momentum");
}

//------------------------------ steps -------------------------------------------------------------

static void inverse_dynamics_returns_the_force(void) {
  Machine machine;
  double given[MOST_NUMBERS];
  random_machine(&machine, (Kind){.rotors = 1});
  mjModel* m = build(&machine, &plain_world);
  mjData* d = begin(&machine, &plain_world, m);
  for (int i = 0; i < m->nv; i++)
    d->qfrc_applied[i] = unit();
  mj_forward(m, d);
  mju_add(given, d->qfrc_applied, d->qfrc_actuator, (int)m->nv);
  mj_inverse(m, d);
  const double error = distance(given, d->qfrc_inverse, (int)m->nv),
               scale = 1 + largest(given, (int)m->nv) + largest(d->qfrc_bias, (int)m->nv);
  claim(error <= 1e-9 * scale, "a force of %g comes back with an error of %g", scale, error);
  mj_deleteData(d);
  mj_deleteModel(m);
  tally("inverse steps");
}

static void positions_after(const Machine* machine, double timestep, double* qpos, int* n) {
  Machine copy = *machine;
  copy.timestep = timestep;
  mjModel* m = build(&copy, &plain_world);
  mjData* d = begin(&copy, &plain_world, m);
  for (int t = (int)(.064 / timestep + .5); t > 0; t--)
    mj_step(m, d);
  mju_copy(qpos, d->qpos, (int)m->nq);
  *n = (int)m->nq;
  mj_deleteData(d);
  mj_deleteModel(m);
}

// A quarter of the step leaves a quarter of the error, or less, once the error is small.
static void shorter_steps_converge(void) {
  static const int integrators[] = {mjINT_EULER, mjINT_IMPLICIT, mjINT_IMPLICITFAST, mjINT_RK4};
  Machine machine;
  double q[3][7 * MOST_PARTS];
  int n = 0;
  random_machine(&machine, (Kind){.rotors = 1});
  machine.integrator = integrators[below(4)];
  for (int k = 0; k < 3; k++)
    positions_after(&machine, .001 / (1 << 2 * k), q[k], &n);
  const double first = distance(q[0], q[1], n), second = distance(q[1], q[2], n);
  claim(first > 1e-4 || second <= .5 * first + 1e-9,
        "integrator %d: the step is quartered twice, changes: %g, %g", machine.integrator, first,
        second);
  tally("shorter steps");
}

//------------------------------ solvers -----------------------------------------------------------

// Acceleration by one solver with iterations enough.
static void solve(mjModel* m, const Machine* machine, int solver, double* qacc, double* cost) {
  m->opt.solver = solver;
  m->opt.iterations = solver == mjSOL_NEWTON ? 200 : 20000;
  m->opt.ls_iterations = 100;
  m->opt.tolerance = 0;
  mjData* d = begin(machine, &plain_world, m);
  mj_forward(m, d);
  const int nv = (int)m->nv;
  double change[MOST_NUMBERS], force[MOST_NUMBERS];
  mju_copy(qacc, d->qacc, nv);

  // the cost that all solvers minimise: half the change of acceleration, weighed, and the rows
  mju_sub(change, d->qacc, d->qacc_smooth, nv);
  mj_mulM(m, d, force, change);
  double* jar = NULL;
  mjtNum rows = 0;
  if (d->nefc) {
    jar = mju_malloc(sizeof *jar * (size_t)d->nefc);
    mj_mulJacVec(m, d, jar, d->qacc);
    mju_subFrom(jar, d->efc_aref, d->nefc);
    mj_constraintUpdate(m, d, jar, &rows, 0);
    mju_free(jar);
  }
  *cost = .5 * mju_dot(change, force, nv) + rows;
  mj_deleteData(d);
}

// Machines that touch a floor and each other. PGS stops where progress is small, so the costs are
// compared; Newton and CG minimise the same function.
static void solvers_agree(void) {
  Machine machine;
  double qacc[3][MOST_NUMBERS], cost[3];
  random_machine(&machine, (Kind){.rotors = 1});
  machine.touches = 1;
  machine.gravity[0] = machine.gravity[1] = 0;
  machine.gravity[2] = -9.81;
  mjModel* m = build(&machine, &plain_world);
  m->opt.cone = below(2);
  m->opt.jacobian = below(2);
  static const int solvers[3] = {mjSOL_NEWTON, mjSOL_CG, mjSOL_PGS};
  for (int k = 0; k < 3; k++)
    solve(m, &machine, solvers[k], qacc[k], cost + k);
  for (int k = 1; k < 3; k++) {
    const double scale = 1e-6 * (1 + fabs(cost[0]));
    claim(cost[0] <= cost[k] + scale, "Newton ends at %.12g, solver %d at %.12g", cost[0],
          solvers[k], cost[k]);
    claim(solvers[k] != mjSOL_CG || cost[k] <= cost[0] + 1e3 * scale,
          "CG ends at %.12g, Newton at %.12g", cost[k], cost[0]);
  }
  mj_deleteModel(m);
  tally("comparisons of solvers");
}

//------------------------------ distances ---------------------------------------------------------

typedef struct Shape_ {
  int type;
  double size[3], pos[3], quat[4];
} Shape;

static void random_shape(Shape* s) {
  static const int types[] = {mjGEOM_SPHERE, mjGEOM_CAPSULE, mjGEOM_BOX, mjGEOM_ELLIPSOID,
                              mjGEOM_CYLINDER};
  s->type = types[below(5)];
  for (int i = 0; i < 3; i++) {
    s->size[i] = between(.05, .3);
    s->pos[i] = .5 * unit();
  }
  do
    for (int i = 0; i < 4; i++)
      s->quat[i] = one_in(4) ? 0 : unit();
  while (mju_norm(s->quat, 4) < .1);
  mju_normalize4(s->quat);
}

// how far a shape reaches in a direction
static double reach(const Shape* s, const double direction[3]) {
  const double back[4] = {s->quat[0], -s->quat[1], -s->quat[2], -s->quat[3]}, *r = s->size;
  double n[3], most = 0;
  mju_rotVecQuat(n, direction, back);
  const double flat = sqrt(n[0] * n[0] + n[1] * n[1]);
  switch (s->type) {
    case mjGEOM_SPHERE: most = r[0]; break;
    case mjGEOM_CAPSULE: most = r[0] + r[1] * fabs(n[2]); break;
    case mjGEOM_CYLINDER: most = r[0] * flat + r[1] * fabs(n[2]); break;
    case mjGEOM_BOX: most = r[0] * fabs(n[0]) + r[1] * fabs(n[1]) + r[2] * fabs(n[2]); break;
    default:
      most =
          sqrt(n[0] * n[0] * r[0] * r[0] + n[1] * n[1] * r[1] * r[1] + n[2] * n[2] * r[2] * r[2]);
  }
  return most + mju_dot3(s->pos, direction);
}

// distance of two shapes along a direction from the first to the second
static double gap(const Shape* a, const Shape* b, const double direction[3]) {
  const double opposite[3] = {-direction[0], -direction[1], -direction[2]};
  return -reach(b, opposite) - reach(a, direction);
}

static void add_shape(mjSpec* s, const Shape* shape, int as_mesh, const char* name) {
  mjsGeom* g = mjs_addGeom(mjs_addBody(mjs_findBody(s, "world"), NULL), NULL);
  g->type = as_mesh ? mjGEOM_MESH : shape->type;
  mju_copy3(g->size, shape->size);
  mju_copy3(g->pos, shape->pos);
  mju_copy4(g->quat, shape->quat);
  if (!as_mesh)
    return;
  float corner[24];
  for (int i = 0; i < 24; i++)
    corner[i] = (float)((i / 3 >> i % 3 & 1 ? 1 : -1) * shape->size[i % 3]);
  mjsMesh* mesh = mjs_addMesh(s, NULL);
  mjs_setName(mesh->element, name);
  mjs_setFloat(mesh->uservert, corner, 24);
  mjs_setString(g->meshname, name);
}

static double measured(const Shape shape[2], const int as_mesh[2], double ends[6]) {
  mjSpec* s = mj_makeSpec();
  add_shape(s, shape, as_mesh[0], "first");
  add_shape(s, shape + 1, as_mesh[1], "second");
  mjModel* m = mj_compile(s, NULL);
  claim(m != NULL, "two shapes compile: %s", mjs_getError(s));
  mjData* d = mj_makeData(m);
  mj_kinematics(m, d);
  const double result = mj_geomDistance(m, d, 0, 1, 10, ends);
  mj_deleteData(d);
  mj_deleteModel(m);
  mj_deleteSpec(s);
  return result;
}

// The signed distance is not smaller than the gap of any direction, and is that of the two points.
// Boxes are measured as meshes of their corners, too. A search that gives up answers 0, and one
// that ends too early a distance that is too long; both are counted, and are those of the
// reference.
static void distances_are_no_smaller_than_gaps(void) {
  static const char* const names[] = {[mjGEOM_SPHERE] = "sphere",
                                      [mjGEOM_CAPSULE] = "capsule",
                                      [mjGEOM_ELLIPSOID] = "ellipsoid",
                                      [mjGEOM_CYLINDER] = "cylinder",
                                      [mjGEOM_BOX] = "box"};
  Shape shape[2];
  double ends[6], normal[3];
  int as_mesh[2];
  random_shape(shape);
  random_shape(shape + 1);
  for (int i = 0; i < 2; i++)
    as_mesh[i] = shape[i].type == mjGEOM_BOX && one_in(2);
  const double result = measured(shape, as_mesh, ends);
  const double tolerance = 2e-5;  // ccd_tolerance is 1e-6, corners of meshes are floats
  for (int i = 0; replaying() && i < 2; i++)
    printf(
        "<geom type='%s' size='%.17g %.17g %.17g' pos='%.17g %.17g %.17g' quat='%.17g %.17g %.17g "
        "%.17g'/>\n",
        names[shape[i].type], shape[i].size[0], shape[i].size[1], shape[i].size[2], shape[i].pos[0],
        shape[i].pos[1], shape[i].pos[2], shape[i].quat[0], shape[i].quat[1], shape[i].quat[2],
        shape[i].quat[3]);
  if (replaying())
    printf("meshes %d %d, distance %.12g\n", as_mesh[0], as_mesh[1], result), fflush(stdout);
  if (result == 0) {
    tally("searches that gave up");
    return;
  }
  for (int k = 0; k < 300; k++) {
    do
      for (int i = 0; i < 3; i++)
        normal[i] = unit();
    while (mju_norm3(normal) < .1);
    mju_normalize3(normal);
    claim(result >= gap(shape, shape + 1, normal) - tolerance,
          "types %d and %d: the distance is %.9g, but a gap is %.9g", shape[0].type, shape[1].type,
          result, gap(shape, shape + 1, normal));
  }
  mju_sub3(normal, ends + 3, ends);
  const double length = mju_normalize3(normal);
  if (fabs(result) > 1e-3)
    claim(fabs(length - fabs(result)) <= tolerance, "points at %.9g, distance %.9g", length,
          result);
  const double best = gap(shape, shape + 1, normal);
  if (result > 1e-3 && result > best + 1e-3)
    tally("distances that are too long");
  tally(result < 0 ? "depths" : "distances");
}

//------------------------------ all ---------------------------------------------------------------

static void round_of_laws(void) {
  static void (*const laws[])(void) = {worlds_are_equal,
                                       energy_is_conserved,
                                       momentum_is_conserved,
                                       inverse_dynamics_returns_the_force,
                                       shorter_steps_converge,
                                       solvers_agree,
                                       distances_are_no_smaller_than_gaps,
                                       distances_are_no_smaller_than_gaps};
  mju_user_warning = NULL;
  laws[below(sizeof laws / sizeof *laws)]();
}

const Campaign campaign_laws = {"laws", "balances, symmetries and bounds on random models",
                                round_of_laws};
