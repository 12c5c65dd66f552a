// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Trajectories as CSV or JSON.

#include <stdlib.h>
#include <string.h>

#include <fulcrum/file.h>
#include <fulcrum/host.h>

#include "tools/simulate/trajectory.h"
#include "tools/tool.h"

// ---------------------------------------------------------------- columns

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

// write the names of the columns: the header of a CSV file, "columns" in JSON
static void put_names(Trajectory* t) {
  const Columns* c = &t->columns;
  cJSON* list = t->json ? cJSON_CreateArray() : NULL;
  for (int i = 0; i < c->n; i++) {
    if (t->json) {
      json_add_text(&t->document, list, NULL, c->column[i].name);
    } else {
      fputs(i ? "," : "", t->document.file);
      put_field(t->document.file, c->column[i].name);
    }
  }
  if (t->json)
    json_put(&t->document, "columns", list);
  else
    fputc('\n', t->document.file);
}

// ---------------------------------------------------------------- writing

int trajectory_open(Trajectory* t, const mjModel* m, const char* model_path, const char* path,
                    int json, int every) {
  *t = (Trajectory){.json = json, .every = every};
  t->document.file = fc_openFile(strcmp(path, "-") != 0 ? path : NULL, FC_FILE_GROWS);
  if (!t->document.file)
    return failure("%s", fc_lastError());
  if (columns_make(&t->columns, m, 0))
    return EXIT_FAILED;
  if (json) {
    json_begin(&t->document, NULL, '{');
    json_put(&t->document, "model", cJSON_CreateString(model_path));
    json_put(&t->document, "timestep", json_real(m->opt.timestep));
  }
  put_names(t);
  if (json)
    json_begin(&t->document, "rows", '[');
  return EXIT_OK;
}

void trajectory_before(Trajectory* t, const mjModel* m, const mjData* d) {
  if (t->document.file && t->step % t->every == 0)
    columns_before(&t->columns, m, d);
}

static void put_json_row(Trajectory* t) {
  cJSON* row = cJSON_CreateArray();
  for (int i = 0; i < t->columns.n; i++)
    json_add_real(&t->document, row, NULL, t->columns.value[i]);
  json_put(&t->document, NULL, row);
}

void trajectory_after(Trajectory* t, const mjModel* m, const mjData* d) {
  if (!t->document.file || t->step++ % t->every)
    return;
  columns_after(&t->columns, m, d);
  if (t->json) {
    put_json_row(t);
    return;
  }
  for (int i = 0; i < t->columns.n; i++)
    fprintf(t->document.file, i ? ",%.17g" : "%.17g", t->columns.value[i]);
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
  columns_free(&t->columns);
  t->document.file = NULL;
  if (t->json && json_finish(&t->document)) {
    fc_discardFile(file);
    return EXIT_FAILED;
  }
  return fc_commitFile(file) ? failure("%s", fc_lastError()) : EXIT_OK;
}

void trajectory_free(Trajectory* t) {
  fc_discardFile(t->document.file);
  t->document.file = NULL;
  columns_free(&t->columns);
}
