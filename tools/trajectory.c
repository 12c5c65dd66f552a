// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Trajectories as CSV or JSON. A step evaluates sensors and energy in the state at its beginning,
// so the state is copied before the step and the measurements after it: all numbers of a row belong
// to the same time.

#include "tools/trajectory.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "tools/tool.h"

// ---------------------------------------------------------------- columns

typedef struct Names_ {
  Trajectory* t;
  cJSON* list;  // of a JSON document; NULL: CSV
  int n;
} Names;

// a field of a CSV file, quoted when it contains a comma, a quote or a line end (RFC 4180)
static void put_field(FILE* file, const char* text) {
  if (!strpbrk(text, ",\"\r\n")) {
    fputs(text, file);
    return;
  }
  fputc('"', file);
  for (; *text; text++) {
    if (*text == '"')
      fputc('"', file);
    fputc(*text, file);
  }
  fputc('"', file);
}

// add "group.object" or "group.object.component"; objects without a name have their number instead
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
  FILE* file = names->t->document.file;
  if (names->t->json) {
    json_add_text(&names->t->document, names->list, NULL, text);
  } else {
    fputs(names->n ? "," : "", file);
    put_field(file, text);
  }
  names->n++;
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

// write the names of the columns: the header of a CSV file, "columns" in JSON; returns how many
static int put_names(Trajectory* t, const mjModel* m) {
  Names names = {t, t->json ? cJSON_CreateArray() : NULL, 0};
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
  if (t->json)
    json_put(&t->document, "columns", names.list);
  else
    fputc('\n', t->document.file);
  return names.n;
}

// ---------------------------------------------------------------- writing

int trajectory_open(Trajectory* t, const mjModel* m, const char* model_path, const char* path,
                    int json, int every) {
  *t = (Trajectory){.path = path, .json = json, .every = every};
  FILE* file = strcmp(path, "-") ? fopen(path, "w") : stdout;
  if (!file)
    return failure("%s cannot be written (%s)", path, strerror(errno));
  t->document.file = file;
  t->value =
      malloc((size_t)(3 + m->nq + m->nv + m->na + m->nu + m->nsensordata) * sizeof *t->value);
  if (!t->value)
    return failure("out of memory for a row of the trajectory");
  if (json) {
    json_begin(&t->document, NULL, '{');
    json_put(&t->document, "model", cJSON_CreateString(model_path));
    json_put(&t->document, "timestep", json_real(m->opt.timestep));
  }
  t->ncolumn = put_names(t, m);
  if (json)
    json_begin(&t->document, "rows", '[');
  return EXIT_OK;
}

static double* put(double* to, const mjtNum* from, mjtSize n) {
  for (mjtSize i = 0; i < n; i++)
    *to++ = from[i];
  return to;
}

void trajectory_before(Trajectory* t, const mjModel* m, const mjData* d) {
  if (!t->document.file || t->step % t->every)
    return;
  double* v = put(t->value, &d->time, 1);
  v = put(v, d->qpos, m->nq);
  v = put(v, d->qvel, m->nv);
  v = put(v, d->act, m->na);
  put(v, d->ctrl, m->nu);
}

static void put_json_row(Trajectory* t) {
  cJSON* row = cJSON_CreateArray();
  for (int i = 0; i < t->ncolumn; i++)
    json_add_real(&t->document, row, NULL, t->value[i]);
  json_put(&t->document, NULL, row);
}

void trajectory_after(Trajectory* t, const mjModel* m, const mjData* d) {
  if (!t->document.file || t->step++ % t->every)
    return;
  double* v = t->value + t->ncolumn - m->nsensordata - 2;
  put(put(v, d->sensordata, m->nsensordata), d->energy, 2);
  if (t->json) {
    put_json_row(t);
    return;
  }
  for (int i = 0; i < t->ncolumn; i++)
    fprintf(t->document.file, i ? ",%.17g" : "%.17g", t->value[i]);
  fputc('\n', t->document.file);
}

void trajectory_end_rows(Trajectory* t) {
  if (t->document.file && t->json)
    json_end(&t->document);
}

int trajectory_close(Trajectory* t) {
  FILE* file = t->document.file;
  if (!file)
    return EXIT_OK;
  if (t->json)
    json_end(&t->document);
  int failed = ferror(file);
  failed |= file == stdout ? fflush(stdout) : fclose(file);
  free(t->value);
  t->document.file = NULL;
  if (failed)
    return failure("%s could not be written completely", t->path);
  return t->json ? json_finish(&t->document) : EXIT_OK;
}
