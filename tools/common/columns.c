// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/common/columns.h"
#include "tools/tool.h"

#define NDERIVED 6

// ---------------------------------------------------------------- units

static int joint_size(int type, int velocity) {
  return type == mjJNT_FREE ? 7 - velocity : type == mjJNT_BALL ? 4 - velocity : 1;
}

// unit of component k of a joint's position or velocity
static const char* joint_unit(int type, int k, int velocity) {
  const int length = type == mjJNT_SLIDE || (type == mjJNT_FREE && k < 3);
  if (!velocity)
    return length ? "m" : type == mjJNT_HINGE ? "rad" : "";
  return length ? "m/s" : "rad/s";
}

// of sensors with one unit, whatever they are attached to
static const char* const sensor_units[] = {
    [mjSENS_TOUCH] = "N",
    [mjSENS_ACCELEROMETER] = "m/s²",
    [mjSENS_VELOCIMETER] = "m/s",
    [mjSENS_GYRO] = "rad/s",
    [mjSENS_FORCE] = "N",
    [mjSENS_TORQUE] = "N m",
    [mjSENS_MAGNETOMETER] = "T",
    [mjSENS_CAMPROJECTION] = "pixel",
    [mjSENS_TENDONPOS] = "m",
    [mjSENS_TENDONVEL] = "m/s",
    [mjSENS_TENDONACTFRC] = "N",
    [mjSENS_BALLANGVEL] = "rad/s",
    [mjSENS_TENDONLIMITPOS] = "m",
    [mjSENS_TENDONLIMITVEL] = "m/s",
    [mjSENS_TENDONLIMITFRC] = "N",
    [mjSENS_FRAMEPOS] = "m",
    [mjSENS_FRAMELINVEL] = "m/s",
    [mjSENS_FRAMEANGVEL] = "rad/s",
    [mjSENS_FRAMELINACC] = "m/s²",
    [mjSENS_FRAMEANGACC] = "rad/s²",
    [mjSENS_SUBTREECOM] = "m",
    [mjSENS_SUBTREELINVEL] = "m/s",
    [mjSENS_SUBTREEANGMOM] = "kg m²/s",
    [mjSENS_GEOMDIST] = "m",
    [mjSENS_GEOMFROMTO] = "m",
    [mjSENS_E_POTENTIAL] = "J",
    [mjSENS_E_KINETIC] = "J",
    [mjSENS_CLOCK] = "s",
};

static const char* sensor_unit(const mjModel* m, int sensor) {
  const int type = m->sensor_type[sensor], object = m->sensor_objid[sensor];
  const int of_joint = m->sensor_objtype[sensor] == mjOBJ_JOINT && object >= 0;
  const int hinge = of_joint && m->jnt_type[object] != mjJNT_SLIDE;
  if (of_joint) {
    switch (type) {
      case mjSENS_JOINTPOS:
      case mjSENS_JOINTLIMITPOS: return hinge ? "rad" : "m";
      case mjSENS_JOINTVEL:
      case mjSENS_JOINTLIMITVEL: return hinge ? "rad/s" : "m/s";
      case mjSENS_JOINTACTFRC:
      case mjSENS_JOINTLIMITFRC: return hinge ? "N m" : "N";
      default: break;
    }
  }
  const int known = type >= 0 && type < (int)(sizeof sensor_units / sizeof *sensor_units);
  return known && sensor_units[type] ? sensor_units[type] : "";
}

// ---------------------------------------------------------------- names

// add "group.object" or "group.object.component"; objects without a name have their number instead
static void add_column(Columns* c, const mjModel* m, const char* group, int type, int id, int k,
                       int dim, const char* unit) {
  char text[512], number[16];
  const char* name = type >= 0 ? mj_id2name(m, type, id) : NULL;
  snprintf(number, sizeof number, "%d", id);
  int n = snprintf(text, sizeof text, "%s", group);
  if (type >= 0)
    n += snprintf(text + n, sizeof text - (size_t)n, ".%.400s", name ? name : number);
  if (dim > 1)
    snprintf(text + n, sizeof text - (size_t)n, ".%d", k);
  c->column[c->n++] = (Column){strdup(text), unit};
}

static void add_quantity(Columns* c, const mjModel* m, const char* name, const char* unit) {
  add_column(c, m, name, -1, 0, 0, 1, unit);
}

static void add_joints(Columns* c, const mjModel* m, int velocity) {
  for (int j = 0; j < m->njnt; j++) {
    const int dim = joint_size(m->jnt_type[j], velocity);
    for (int k = 0; k < dim; k++) {
      add_column(c, m, velocity ? "qvel" : "qpos", mjOBJ_JOINT, j, k, dim,
                 joint_unit(m->jnt_type[j], k, velocity));
    }
  }
}

static void add_all(Columns* c, const mjModel* m) {
  add_quantity(c, m, "time", "s");
  add_joints(c, m, 0);
  add_joints(c, m, 1);
  for (int i = 0; i < m->nu; i++)
    for (int k = 0; k < m->actuator_actnum[i]; k++)
      add_column(c, m, "act", mjOBJ_ACTUATOR, i, k, m->actuator_actnum[i], "");
  for (int i = 0; i < m->nu; i++)
    add_column(c, m, "ctrl", mjOBJ_ACTUATOR, i, 0, 1, "");
  for (int i = 0; i < m->nsensor; i++)
    for (int k = 0; k < m->sensor_dim[i]; k++)
      add_column(c, m, "sensor", mjOBJ_SENSOR, i, k, m->sensor_dim[i], sensor_unit(m, i));
  add_quantity(c, m, "energy.potential", "J");
  add_quantity(c, m, "energy.kinetic", "J");
  if (!c->derived)
    return;
  add_quantity(c, m, "energy.total", "J");
  add_quantity(c, m, "height", "m");
  add_quantity(c, m, "force", "N");
  add_quantity(c, m, "contacts", "");
  add_quantity(c, m, "rows", "");
  add_quantity(c, m, "iterations", "");
}

int columns_make(Columns* c, const mjModel* m, int derived) {
  const size_t n = (size_t)(3 + m->nq + m->nv + m->na + m->nu + m->nsensordata) +
                   (size_t)(derived ? NDERIVED : 0);
  *c = (Columns){.derived = derived};
  c->column = malloc(n * sizeof *c->column);
  c->value = calloc(n, sizeof *c->value);
  int missing = !c->column || !c->value;
  if (!missing)
    add_all(c, m);
  for (int i = 0; i < c->n; i++)
    missing |= !c->column[i].name;
  if (!missing)
    return EXIT_OK;
  columns_free(c);
  return failure("out of memory for the %zu columns of the trajectory", n);
}

void columns_free(Columns* c) {
  for (int i = 0; i < c->n; i++)
    free(c->column[i].name);
  free(c->column);
  free(c->value);
  *c = (Columns){0};
}

// ---------------------------------------------------------------- values

double normal_force(const mjModel* m, const mjData* d) {
  double sum = 0;
  for (int i = 0; i < d->ncon; i++) {
    mjtNum force[6];
    mj_contactForce(m, d, i, force);
    sum += force[0];
  }
  return sum;
}

int iterations_of(const mjData* d) {
  int n = 0, nisland = d->nisland < 1 ? 1 : d->nisland > mjNISLAND ? mjNISLAND : d->nisland;
  for (int i = 0; i < nisland; i++)
    n = d->solver_niter[i] > n ? d->solver_niter[i] : n;
  return d->nefc ? n : 0;
}

static double* put(double* to, const mjtNum* from, mjtSize n) {
  for (mjtSize i = 0; i < n; i++)
    *to++ = from[i];
  return to;
}

void columns_before(Columns* c, const mjModel* m, const mjData* d) {
  double* v = put(c->value, &d->time, 1);
  v = put(v, d->qpos, m->nq);
  v = put(v, d->qvel, m->nv);
  v = put(v, d->act, m->na);
  put(v, d->ctrl, m->nu);
}

void columns_after(Columns* c, const mjModel* m, const mjData* d) {
  double* v = c->value + 1 + m->nq + m->nv + m->na + m->nu;
  v = put(put(v, d->sensordata, m->nsensordata), d->energy, 2);
  if (!c->derived)
    return;
  *v++ = d->energy[0] + d->energy[1];
  *v++ = d->subtree_com[2];
  *v++ = normal_force(m, d);
  *v++ = d->ncon;
  *v++ = d->nefc;
  *v = iterations_of(d);
}
