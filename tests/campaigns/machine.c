// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "campaign.h"
#include "machine.h"

const World plain_world = {.turn = {1, 0, 0, 0}, .length = 1, .mass = 1, .time = 1};

//------------------------------ chance ------------------------------------------------------------

static void random_vector(double v[3], double size) {
  for (int i = 0; i < 3; i++)
    v[i] = size * unit();
}

static void random_axis(double axis[3]) {
  do
    random_vector(axis, 1);
  while (mju_norm3(axis) < .3);
  mju_normalize3(axis);
}

static void random_turn(double quat[4]) {
  do
    for (int i = 0; i < 4; i++)
      quat[i] = unit();
  while (mju_norm(quat, 4) < .3);
  mju_normalize4(quat);
}

static void random_joint(Part* p, Kind kind) {
  static const int types[] = {mjJNT_HINGE, mjJNT_HINGE, mjJNT_SLIDE, mjJNT_BALL, -1};
  p->joint = types[below(5)];
  random_axis(p->axis);
  random_vector(p->anchor, .1);
  const int scalar = p->joint == mjJNT_HINGE || p->joint == mjJNT_SLIDE;
  p->stiffness = p->joint >= 0 && one_in(2) ? between(0, 5) : 0;
  p->damping = p->joint >= 0 && !kind.conservative && one_in(2) ? between(0, .5) : 0;
  p->armature = p->joint >= 0 && kind.rotors && one_in(3) ? between(0, .1) : 0;
  p->reference = scalar ? .3 * unit() : 0;
  p->force = scalar && !kind.conservative && one_in(2) ? unit() : 0;
}

static void random_state(Part* p) {
  random_vector(p->q, .5);
  random_vector(p->v, 1);
  random_vector(p->v + 3, 1);
  if (p->joint == mjJNT_FREE)
    random_turn(p->q + 3);
  else if (p->joint == mjJNT_BALL)
    random_turn(p->q);
}

void random_machine(Machine* machine, Kind kind) {
  static const int shapes[] = {mjGEOM_SPHERE, mjGEOM_CAPSULE, mjGEOM_BOX, mjGEOM_ELLIPSOID,
                               mjGEOM_CYLINDER};
  *machine = (Machine){.n = 1 + below(MOST_PARTS), .timestep = .002};
  if (!kind.free_root)
    random_vector(machine->gravity, 10);
  for (int i = 0; i < machine->n; i++) {
    Part* p = machine->part + i;
    p->parent = i && (kind.free_root || !one_in(4)) ? below(i) : -1;
    random_vector(p->pos, .5);
    random_turn(p->quat);
    random_joint(p, kind);
    if (p->parent < 0 && (kind.free_root || one_in(3))) {
      p->joint = mjJNT_FREE;
      p->stiffness = p->damping = p->armature = p->reference = p->force = 0;
    }
    p->shape = shapes[below(5)];
    for (int k = 0; k < 3; k++)
      p->size[k] = between(.05, .2);
    random_vector(p->center, .2);
    random_turn(p->turn);
    p->density = between(300, 3000);
    random_state(p);
  }
}

void random_world(World* world, const Machine* machine) {
  *world = plain_world;
  if (one_in(2))
    random_turn(world->turn);
  world->mirrored = one_in(2);
  if (one_in(2)) {
    world->length = exp(2 * unit());
    world->mass = exp(2 * unit());
    world->time = exp(unit());
  }
  world->reversed = one_in(2);
  world->split = one_in(2) && machine->n > 1 ? 1 + below(machine->n - 1) : 0;
  if (world->split && machine->part[world->split].joint == mjJNT_FREE)
    world->split = 0;
}

//------------------------------ worlds ------------------------------------------------------------

// a vector, and one that tells a rotation
static void mirror_vector(const World* w, double v[3]) { v[1] *= w->mirrored ? -1 : 1; }
static void mirror_turn(const World* w, double v[3]) {
  v[0] *= w->mirrored ? -1 : 1;
  v[2] *= w->mirrored ? -1 : 1;
}

// a place and an orientation relative to the parent, which is turned with the world if it is that
static void place(const World* w, int in_world, const double pos[3], const double quat[4],
                  double new_pos[3], double new_quat[4]) {
  mju_scl3(new_pos, pos, w->length);
  mju_copy4(new_quat, quat);
  mirror_vector(w, new_pos);
  mirror_turn(w, new_quat + 1);
  if (in_world) {
    double p[3], q[4];
    mju_rotVecQuat(p, new_pos, w->turn);
    mju_mulQuat(q, w->turn, new_quat);
    mju_copy3(new_pos, p);
    mju_copy4(new_quat, q);
  }
}

// what a number of the joint is multiplied with
static double unit_of(const World* w, const Part* p, int length_power, int mass_power,
                      int time_power) {
  const int slides = p->joint == mjJNT_SLIDE;
  return pow(w->length, slides ? length_power - 2 : length_power) * pow(w->mass, mass_power) *
         pow(w->time, time_power);
}

static void add_joint(const World* w, const Part* p, mjsBody* body, const char* name) {
  mjsJoint* j = mjs_addJoint(body, NULL);
  mjs_setName(j->element, name);
  j->type = p->joint;
  mju_copy3(j->axis, p->axis);
  if (p->joint == mjJNT_SLIDE)
    mirror_vector(w, j->axis);
  else
    mirror_turn(w, j->axis);
  mju_scl3(j->pos, p->anchor, w->length);
  mirror_vector(w, j->pos);
  j->stiffness = p->stiffness * unit_of(w, p, 2, 1, -2);
  j->damping = p->damping * unit_of(w, p, 2, 1, -1);
  j->armature = p->armature * unit_of(w, p, 2, 1, 0);
  j->springref = p->reference * (p->joint == mjJNT_SLIDE ? w->length : 1);
}

static void add_motor(mjSpec* s, const char* joint) {
  mjsActuator* a = mjs_addActuator(s, NULL);
  mjs_setToMotor(a);
  a->trntype = mjTRN_JOINT;
  mjs_setString(a->target, joint);
  mjs_setName(a->element, joint);
}

static void add_part(const Machine* machine, const World* w, mjSpec* s, mjsBody* parent, int i) {
  const Part* p = machine->part + i;
  char name[20];
  mjsBody* body = mjs_addBody(parent, NULL);
  snprintf(name, sizeof name, "b%d", i);
  mjs_setName(body->element, name);
  place(w, p->parent < 0, p->pos, p->quat, body->pos, body->quat);
  mjsGeom* g = mjs_addGeom(body, NULL);
  g->type = p->shape;
  mju_scl3(g->size, p->size, w->length);
  place(w, 0, p->center, p->turn, g->pos, g->quat);
  g->density = p->density * w->mass / pow(w->length, 3);
  g->contype = g->conaffinity = machine->touches;
  snprintf(name, sizeof name, "j%d", i);
  if (p->joint == mjJNT_FREE)
    mjs_setName(mjs_addFreeJoint(body)->element, name);
  else if (p->joint >= 0)
    add_joint(w, p, body, name);
  if (p->force != 0)
    add_motor(s, name);
  for (int k = 0; k < machine->n; k++) {
    const int child = w->reversed ? machine->n - 1 - k : k;
    if (machine->part[child].parent == i && child != w->split)
      add_part(machine, w, s, body, child);
  }
}

static void attach_part(const Machine* machine, const World* w, mjSpec* s) {
  const Part* p = machine->part + w->split;
  char name[20];
  World rest = *w;
  rest.split = 0;
  mjSpec* other = mj_makeSpec();
  add_part(machine, &rest, other, mjs_findBody(other, "world"), w->split);
  snprintf(name, sizeof name, "b%d", w->split);
  mjsElement* body = mjs_findElement(other, mjOBJ_BODY, name);
  snprintf(name, sizeof name, "b%d", p->parent);
  mjsFrame* frame = mjs_addFrame(mjs_findBody(s, p->parent < 0 ? "world" : name), NULL);
  claim(mjs_attach(frame->element, body, "", "") != NULL, "a part can be attached: %s",
        mjs_getError(s));
  mj_deleteSpec(other);
}

mjModel* build(const Machine* machine, const World* w) {
  mjSpec* s = mj_makeSpec();
  s->option.timestep = machine->timestep * w->time;
  s->option.integrator = machine->integrator;
  double gravity[3];
  mju_scl3(gravity, machine->gravity, w->length / (w->time * w->time));
  mirror_vector(w, gravity);
  mju_rotVecQuat(s->option.gravity, gravity, w->turn);
  if (!machine->touches)
    s->option.disableflags |= mjDSBL_CONTACT;
  for (int k = 0; k < machine->n; k++) {
    const int i = w->reversed ? machine->n - 1 - k : k;
    if (machine->part[i].parent < 0 && (!w->split || i != w->split))
      add_part(machine, w, s, mjs_findBody(s, "world"), i);
  }
  if (w->split)
    attach_part(machine, w, s);
  mjModel* m = mj_compile(s, NULL);
  claim(m != NULL, "a random machine compiles: %s", mjs_getError(s));
  mj_deleteSpec(s);
  return m;
}

static int joint_of(const mjModel* m, int i) {
  char name[20];
  snprintf(name, sizeof name, "j%d", i);
  return mj_name2id(m, mjOBJ_JOINT, name);
}

mjData* begin(const Machine* machine, const World* w, const mjModel* m) {
  mjData* d = mj_makeData(m);
  claim(d != NULL, "there is memory for data");
  for (int i = 0; i < machine->n; i++) {
    const Part* p = machine->part + i;
    if (p->joint < 0)
      continue;
    const int j = joint_of(m, i);
    claim(j >= 0, "joint %d is found by its name", i);
    double *q = d->qpos + m->jnt_qposadr[j], *v = d->qvel + m->jnt_dofadr[j], turned[3];
    if (p->joint == mjJNT_FREE) {
      place(w, 1, p->q, p->q + 3, q, q + 3);
      mju_scl3(turned, p->v, w->length / w->time);
      mirror_vector(w, turned);
      mju_rotVecQuat(v, turned, w->turn);
      mju_scl3(v + 3, p->v + 3, 1 / w->time);
      mirror_turn(w, v + 3);
    } else if (p->joint == mjJNT_BALL) {
      mju_copy4(q, p->q);
      mirror_turn(w, q + 1);
      mju_scl3(v, p->v, 1 / w->time);
      mirror_turn(w, v);
    } else {
      q[0] = p->q[0] * (p->joint == mjJNT_SLIDE ? w->length : 1);
      v[0] = p->v[0] * (p->joint == mjJNT_SLIDE ? w->length : 1) / w->time;
    }
    for (int a = 0; a < m->nu; a++)
      if (m->actuator_trnid[2 * a] == j)
        d->ctrl[a] = p->force * unit_of(w, p, 2, 1, -2) * (p->joint == mjJNT_SLIDE ? w->length : 1);
  }
  return d;
}

void accelerations(const Machine* machine, const World* w, const mjModel* m, const mjData* d,
                   double* result) {
  const double time2 = w->time * w->time,
               back[4] = {w->turn[0], -w->turn[1], -w->turn[2], -w->turn[3]};
  memset(result, 0, sizeof *result * 6 * (size_t)machine->n);
  for (int i = 0; i < machine->n; i++) {
    const Part* p = machine->part + i;
    if (p->joint < 0)
      continue;
    const double* a = d->qacc + m->jnt_dofadr[joint_of(m, i)];
    double* r = result + 6 * i;
    if (p->joint == mjJNT_FREE) {
      mju_rotVecQuat(r, a, back);
      mju_scl3(r, r, time2 / w->length);
      mirror_vector(w, r);
      mju_scl3(r + 3, a + 3, time2);
      mirror_turn(w, r + 3);
    } else if (p->joint == mjJNT_BALL) {
      mju_scl3(r, a, time2);
      mirror_turn(w, r);
    } else {
      r[0] = a[0] * time2 / (p->joint == mjJNT_SLIDE ? w->length : 1);
    }
  }
}
