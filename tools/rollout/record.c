// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <fulcrum/host.h>

#include "tools/rollout/record.h"
#include "tools/tool.h"

// ---------------------------------------------------------------- options

static int add_record(Recording* r, const char* text, size_t n) {
  if (r->n == RECORD_MAX)
    return fc_fail("more than %d names", RECORD_MAX);
  return parse_target(text, n, &r->record[r->n++].target);
}

int record_parse(Recording* r, const char* list) {
  int depth = 0;
  const char* begin = list;
  for (const char* c = list;; c++) {
    depth += (*c == '[') - (*c == ']');
    if (*c && (*c != ',' || depth))
      continue;
    if (add_record(r, begin, (size_t)(c - begin)))
      return -1;
    if (!*c)
      return 0;
    begin = c + 1;
  }
}

static void choose_default(Recording* r, const mjModel* m) {
  if (m->nq)
    record_parse(r, "qpos,qvel");
  if (m->nsensordata)
    record_parse(r, "sensordata");
  if (!r->n)
    record_parse(r, "time");
}

int record_resolve(Recording* r, const mjModel* m, long long steps, long long every) {
  r->steps = steps;
  r->every = every && every < steps ? every : steps;
  r->nrow = (steps + r->every - 1) / r->every;
  if (!r->n)
    choose_default(r, m);
  for (int i = 0; i < r->n; i++) {
    Record* a = r->record + i;
    if (find_recordable(m, &a->target, &a->field) ||
        (a->n = select_elements(m, &a->field, &a->target, &a->place)) < 0)
      return failure("--record: %s", fc_lastError());
    for (int k = 0; k < i; k++)
      if (strcmp(r->record[k].target.text, a->target.text) == 0)
        return failure("--record: %s is there twice", a->target.text);
    a->width = (size_t)a->field.rows * (size_t)a->field.columns;
  }
  return EXIT_OK;
}

// ---------------------------------------------------------------- memory

size_t record_row_bytes(const Recording* r) {
  size_t n = 0;
  for (int i = 0; i < r->n; i++)
    n += (size_t)r->record[i].n * element_size(r->record[i].field.type);
  return n * (size_t)r->nrow;
}

size_t record_step_bytes(const Recording* r) {
  size_t n = 0;
  for (int i = 0; i < r->n; i++)
    n += r->record[i].width * element_size(r->record[i].field.type);
  return n;
}

int record_open(Recording* r, int chunk, size_t numbers, size_t recorded) {
  int missing = !(r->time = malloc((numbers + 1) * sizeof *r->time));
  r->spec[0] = (mjBatchRecord){NULL, mjSTATE_TIME, r->time};
  for (int i = 0; i < r->n; i++) {
    Record* a = r->record + i;
    const size_t bytes = element_size(a->field.type);
    const int state = strcmp(a->field.name, "time") == 0 || strcmp(a->field.name, "state") == 0;
    a->buffer = malloc(recorded * a->width * bytes + 1);
    a->rows = malloc((size_t)chunk * (size_t)r->nrow * (size_t)a->n * bytes + 1);
    missing |= !a->buffer || !a->rows;
    r->spec[i + 1] =
        (mjBatchRecord){state ? NULL : a->field.name, state ? a->field.state : 0, a->buffer};
  }
  return missing ? failure(
                       "out of memory for what is recorded of %d simulations; a smaller "
                       "--chunk needs less",
                       chunk)
                 : EXIT_OK;
}

void record_free(Recording* r) {
  for (int i = 0; i < r->n; i++) {
    free(r->record[i].place);
    free(r->record[i].buffer);
    free(r->record[i].rows);
  }
  free(r->time);
}

// ---------------------------------------------------------------- rows

long long record_step(const Recording* r, long long row) {
  const long long step = (row + 1) * r->every;
  return step < r->steps ? step : r->steps;
}

static unsigned char* row_at(const Recording* r, const Record* a, int row, long long which) {
  return a->rows + ((size_t)row * (size_t)r->nrow + (size_t)which) * (size_t)a->n *
                       element_size(a->field.type);
}

void record_clear(Recording* r, int row) {
  for (int i = 0; i < r->n; i++) {
    const Record* a = r->record + i;
    const int whole = a->field.type == ELEMENT_INT || a->field.type == ELEMENT_BYTE;
    unsigned char* at = row_at(r, a, row, 0);
    for (size_t k = 0; k < (size_t)r->nrow * (size_t)a->n; k++)
      element_put(a->field.type, at, k, whole ? 0 : (double)NAN);
  }
}

void record_keep(Recording* r, int i, int nstep, int row, long long first, int good) {
  for (int k = 0; k < r->n; k++) {
    const Record* a = r->record + k;
    const size_t bytes = element_size(a->field.type);
    for (int step = 0; step < good; step++) {
      const unsigned char* from =
          a->buffer + ((size_t)i * (size_t)nstep + (size_t)step) * a->width * bytes;
      unsigned char* to = row_at(r, a, row, first + step);
      for (int e = 0; e < a->n; e++)
        memcpy(to + (size_t)e * bytes, from + (size_t)a->place[e] * bytes, bytes);
    }
  }
}
