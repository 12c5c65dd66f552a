// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Trajectories as CSV or JSON. A step evaluates sensors and energy in the state at its beginning,
// so the state is taken before the step and the measurements after it, and every row belongs to one
// time.

#include "tools/trajectory.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "tools/tool.h"

// ---------------------------------------------------------------- columns

typedef struct Names_ {
  FILE* file;
  int json;
  int n;
} Names;

// group.object or group.object.component; objects without a name go by their number
static void add_name(Names* names, const mjModel* m, const char* group, int type, int id, int k,
                     int dim) {
  char text[512], number[16];
  const char* name = type >= 0 ? mj_id2name(m, type, id) : NULL;
  snprintf(number, sizeof number, "%d", id);
  int n = snprintf(text, sizeof text, "%s", group);
  if (type >= 0)
    n += snprintf(text + n, sizeof text - (size_t)n, ".%.400s", name ? name : number);
  if (dim > 1)
    snprintf(text + n, sizeof text - (size_t)n, ".%d", k);
  if (names->n++)
    fputs(names->json ? ", " : ",", names->file);
  if (names->json || strpbrk(text, ",\"\n")) {
    json_text(names->file, text);
  } else {
    fputs(text, names->file);
  }
}

static int joint_size(int type, int velocity) {
  return type == mjJNT_FREE ? 7 - velocity : type == mjJNT_BALL ? 4 - velocity : 1;
}

static void add_joint_names(Names* names, const mjModel* m, int velocity) {
  for (int j = 0; j < m->njnt; j++) {
    const int dim = joint_size(m->jnt_type[j], velocity);
    for (int k = 0; k < dim; k++)
      add_name(names, m, velocity ? "qvel" : "qpos", mjOBJ_JOINT, j, k, dim);
  }
}

static int add_names(FILE* file, int json, const mjModel* m) {
  Names names = {file, json, 0};
  add_name(&names, m, "time", -1, 0, 0, 1);
  add_joint_names(&names, m, 0);
  add_joint_names(&names, m, 1);
  for (int i = 0; i < m->nu; i++) {
    for (int k = 0; k < m->actuator_actnum[i]; k++)
      add_name(&names, m, "act", mjOBJ_ACTUATOR, i, k, m->actuator_actnum[i]);
  }
  for (int i = 0; i < m->nu; i++)
    add_name(&names, m, "ctrl", mjOBJ_ACTUATOR, i, 0, 1);
  for (int i = 0; i < m->nsensor; i++) {
    for (int k = 0; k < m->sensor_dim[i]; k++)
      add_name(&names, m, "sensor", mjOBJ_SENSOR, i, k, m->sensor_dim[i]);
  }
  add_name(&names, m, "energy.potential", -1, 0, 0, 1);
  add_name(&names, m, "energy.kinetic", -1, 0, 0, 1);
  return names.n;
}

// ---------------------------------------------------------------- writing

int trajectory_open(Trajectory* t, const mjModel* m, const char* model_path, const char* path,
                    int json, int every) {
  *t = (Trajectory){.path = path, .json = json, .every = every};
  t->file = strcmp(path, "-") ? fopen(path, "w") : stdout;
  if (!t->file)
    return failure("%s cannot be written (%s)", path, strerror(errno));
  t->value =
      malloc((size_t)(3 + m->nq + m->nv + m->na + m->nu + m->nsensordata) * sizeof *t->value);
  if (!t->value)
    return failure("out of memory for a row of the trajectory");
  if (json) {
    fputs("{\"model\": ", t->file);
    json_text(t->file, model_path);
    fputs(", \"timestep\": ", t->file);
    json_number(t->file, m->opt.timestep);
    fputs(",\n \"columns\": [", t->file);
  }
  t->ncolumn = add_names(t->file, json, m);
  fputs(json ? "],\n \"rows\": [" : "\n", t->file);
  return EXIT_OK;
}

static double* put(double* to, const mjtNum* from, mjtSize n) {
  for (mjtSize i = 0; i < n; i++)
    *to++ = from[i];
  return to;
}

void trajectory_before(Trajectory* t, const mjModel* m, const mjData* d) {
  if (!t->file || t->step % t->every)
    return;
  double* v = put(t->value, &d->time, 1);
  v = put(v, d->qpos, m->nq);
  v = put(v, d->qvel, m->nv);
  v = put(v, d->act, m->na);
  put(v, d->ctrl, m->nu);
}

void trajectory_after(Trajectory* t, const mjModel* m, const mjData* d) {
  if (!t->file || t->step++ % t->every)
    return;
  double* v = t->value + t->ncolumn - m->nsensordata - 2;
  put(put(v, d->sensordata, m->nsensordata), d->energy, 2);
  if (t->json)
    fputs(t->row ? ",\n  [" : "\n  [", t->file);
  for (int i = 0; i < t->ncolumn; i++) {
    if (i)
      fputs(t->json ? ", " : ",", t->file);
    if (t->json) {
      json_number(t->file, t->value[i]);
    } else {
      fprintf(t->file, "%.17g", t->value[i]);
    }
  }
  fputs(t->json ? "]" : "\n", t->file);
  t->row++;
}

void trajectory_end_rows(Trajectory* t) {
  if (t->file && t->json)
    fputs("]", t->file);
}

int trajectory_close(Trajectory* t) {
  if (!t->file)
    return EXIT_OK;
  if (t->json)
    fputs("}\n", t->file);
  int failed = ferror(t->file);
  failed |= t->file == stdout ? fflush(stdout) : fclose(t->file);
  free(t->value);
  t->file = NULL;
  return failed ? failure("%s could not be written completely", t->path) : EXIT_OK;
}
