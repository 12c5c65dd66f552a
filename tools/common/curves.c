// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#include <fnmatch.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <fulcrum/file.h>
#include <fulcrum/host.h>

#include "tools/common/curves.h"
#include "tools/tool.h"

#define COLUMNS_BY_DEFAULT "energy,qpos,contacts,iterations"
#define CURVES_MOST 2000
#define LIST_MAX 64  // items of a list

// ---------------------------------------------------------------- choice

// 1 when the item names the column.
static int is_meant(const char* name, const char* item) {
  const size_t n = strlen(item);
  return strcmp(name, item) == 0 || (strncmp(name, item, n) == 0 && name[n] == '.') ||
         (strpbrk(item, "*?[") && !fnmatch(item, name, 0));
}

static int no_column(const Curves* c, const char* item) {
  const char** names = malloc(((size_t)c->columns.n + 1) * sizeof *names);
  if (!names)
    return failure("out of memory for the names of the columns");
  for (int i = 0; i < c->columns.n; i++)
    names[i] = c->columns.column[i].name;
  names[c->columns.n] = NULL;
  const char* near = fc_nearestWord(item, names);
  failure(
      "no column '%s'%s%s%s; there are qpos, qvel, act, ctrl and sensor (with .NAME for one "
      "of the model's), energy, height, force, contacts, rows, iterations, and patterns with *",
      item, near ? "; did you mean '" : "", near ? near : "", near ? "'" : "");
  free(names);
  return EXIT_FAILED;
}

static int too_many(void) {
  return failure("--columns chooses more than %d columns; name those that matter", CURVES_MOST);
}

// panels of an item: one for each unit
static int add_panels(Curves* c, const char* item) {
  const int before = c->npanel;
  int found = 0;
  for (int i = 1; i < c->columns.n; i++) {
    const Column* column = c->columns.column + i;
    int known = 0;
    if (!is_meant(column->name, item))
      continue;
    found = 1;
    for (int k = before; k < c->npanel; k++)
      known |= strcmp(c->panel[k].unit, column->unit) == 0;
    if (known)
      continue;
    Panel* panel = c->panel + c->npanel++;
    *panel = (Panel){.unit = column->unit, .begin = c->ncurve};
    snprintf(panel->title, sizeof panel->title, "%.150s", item);
    for (int k = i; k < c->columns.n; k++) {
      const Column* other = c->columns.column + k;
      if (!is_meant(other->name, item) || strcmp(other->unit, column->unit) != 0)
        continue;
      if (c->ncurve == CURVES_MOST)
        return too_many();
      c->curve[c->ncurve++].column = k;
    }
    panel->n = c->ncurve - panel->begin;
  }
  return found ? EXIT_OK : no_column(c, item);
}

// 1 when the column is plotted by default. Too many curves of one kind are not readable.
static int is_default(const Curves* c, const char* item) {
  int n = 0;
  for (int i = 1; i < c->columns.n; i++)
    n += is_meant(c->columns.column[i].name, item);
  return n > 0 && n <= 60;
}

static int choose(Curves* c, const char* list) {
  char text[4096];
  const char* wanted = list ? list : COLUMNS_BY_DEFAULT;
  int nitem = 0, status = EXIT_OK;
  if (snprintf(text, sizeof text, "%s", wanted) >= (int)sizeof text)
    return failure("--columns is longer than %zu letters", sizeof text - 1);
  for (char *item = text, *next; item && !status; item = next) {
    next = strchr(item, ',');
    if (next)
      *next++ = 0;
    if (nitem++ == LIST_MAX)
      return failure("--columns has more than %d items", LIST_MAX);
    if (list || is_default(c, item))
      status = add_panels(c, item);
  }
  return status;
}

int curves_open(Curves* c, const mjModel* m, const char* path, const char* list) {
  *c = (Curves){.stride = 1};
  if (columns_make(&c->columns, m, 1))
    return EXIT_FAILED;
  // a unit is that of a column, so an item has no more panels than there are columns
  c->panel = calloc(LIST_MAX * (size_t)c->columns.n, sizeof *c->panel);
  c->curve = malloc(CURVES_MOST * sizeof *c->curve);
  if (!c->panel || !c->curve)
    return failure("out of memory for plots");
  if (choose(c, list))
    return EXIT_FAILED;
  c->file = fc_openFile(path, 0);
  return c->file ? EXIT_OK : failure("%s", fc_lastError());
}

// ---------------------------------------------------------------- samples

static void merge_neighbours(Curves* c) {
  for (int i = 0; i < CURVE_MAX / 2; i++) {
    c->time[i] = c->time[2 * i];
    for (int k = 0; k < c->ncurve; k++) {
      Curve* curve = c->curve + k;
      // fmax of a number and NaN is the number
      curve->low[i] = fminf(curve->low[2 * i], curve->low[2 * i + 1]);
      curve->high[i] = fmaxf(curve->high[2 * i], curve->high[2 * i + 1]);
    }
  }
  c->n = CURVE_MAX / 2;
  c->stride *= 2;
}

void curves_before(Curves* c, const mjModel* m, const mjData* d) {
  if (c->file)
    columns_before(&c->columns, m, d);
}

void curves_after(Curves* c, const mjModel* m, const mjData* d) {
  if (!c->file)
    return;
  columns_after(&c->columns, m, d);
  if (!c->n || c->count == c->stride) {
    if (c->n == CURVE_MAX)
      merge_neighbours(c);
    c->time[c->n++] = (float)c->columns.value[0];
    c->count = 0;
  }
  const int at = c->n - 1, begins = !c->count++;
  for (int k = 0; k < c->ncurve; k++) {
    Curve* curve = c->curve + k;
    const double value = c->columns.value[curve->column];
    const float sample = fabs(value) < 1e30 ? (float)value : NAN;
    curve->low[at] = begins ? sample : fminf(curve->low[at], sample);
    curve->high[at] = begins ? sample : fmaxf(curve->high[at], sample);
  }
}

// ---------------------------------------------------------------- the file

int curves_write(Curves* c, const char* title) {
  FILE* file = c->file;
  if (!file)
    return EXIT_OK;
  c->file = NULL;
  curve_picture(file, c, title);
  return fc_commitFile(file) ? failure("%s", fc_lastError()) : EXIT_OK;
}

void curves_free(Curves* c) {
  fc_discardFile(c->file);
  columns_free(&c->columns);
  free(c->curve);
  free(c->panel);
  *c = (Curves){0};
}
