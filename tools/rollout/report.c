// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// What happened, as text and as JSON. Statistics are those of all files together, in the order of
// the simulations, so that they do not depend on how the work was shared.

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <fulcrum/batch.h>
#include <fulcrum/file.h>
#include <fulcrum/host.h>

#include "tools/common/json.h"
#include "tools/rollout/progress.h"
#include "tools/rollout/rollout.h"
#include "tools/tool.h"

#define LINES 12  // of each table of the text
#define FAULTS 8  // failures that the text lists

// ---------------------------------------------------------------- statistics

// by the updates of Welford (1962)
typedef struct Moments_ {
  long long n;
  double mean, squares, min, max;
} Moments;

static void add_value(Moments* s, double x) {
  const double old = s->mean;
  if (!s->n++)
    s->min = s->max = x;
  s->mean += (x - old) / (double)s->n;
  s->squares += (x - old) * (x - s->mean);
  s->min = fmin(s->min, x);
  s->max = fmax(s->max, x);
}

static double deviation(const Moments* s) {
  return s->n > 1 ? sqrt(s->squares / (double)(s->n - 1)) : 0;
}

typedef struct Report_ {
  Rollout* r;
  Parts parts;
  signed char* status;
  long long count[4];  // by status + 1
} Report;

static double stored_value(const StoreArray* a, const void* values, size_t i) {
  switch (a->type) {
    case STORE_REAL: return element_get(ELEMENT_REAL, values, i);
    case STORE_SINGLE: return element_get(ELEMENT_SINGLE, values, i);
    case STORE_INT: return element_get(ELEMENT_INT, values, i);
    default: return element_get(ELEMENT_BYTE, values, i);
  }
}

// Moments of each number of an array over the simulations that are done: of the last recorded row.
static int collect(const Report* t, int array, Moments* moments, int n) {
  const StoreArray* a = t->parts.array + array;
  const long long column = a->rank == 3 ? a->shape[1] - 1 : -1, block = 1024;
  const size_t row = (size_t)n * 8;
  void* values = malloc((size_t)block * row);
  if (!values)
    return failure("out of memory for the statistics of %s", a->name);
  int status = EXIT_OK;
  for (long long first = 0; first < t->parts.nsim && !status; first += block) {
    const long long left = t->parts.nsim - first, k = left < block ? left : block;
    status = parts_read(&t->parts, array, first, k, column, values);
    for (long long i = 0; i < k && !status; i++)
      for (int e = 0; e < n && t->status[first + i] == SIMULATION_DONE; e++)
        add_value(moments + e, stored_value(a, values, (size_t)i * (size_t)n + (size_t)e));
  }
  free(values);
  return status;
}

// ---------------------------------------------------------------- tables

// What a table shows: the elements of a varied field or of a record.
typedef struct Source_ {
  const Field* field;
  const Target* target;
  const int* place;
  int n, array;
} Source;

typedef struct Printer_ {
  Json* json;  // NULL: text
  int lines;
} Printer;

static void print_moments(Printer* p, const char* name, const Moments* s) {
  if (p->json) {
    cJSON* entry = cJSON_CreateObject();
    json_add_text(p->json, entry, "name", name);
    json_add_real(p->json, entry, "mean", s->n ? s->mean : (double)NAN);
    json_add_real(p->json, entry, "sd", s->n ? deviation(s) : (double)NAN);
    json_add_real(p->json, entry, "min", s->n ? s->min : (double)NAN);
    json_add_real(p->json, entry, "max", s->n ? s->max : (double)NAN);
    json_put(p->json, NULL, entry);
  } else if (p->lines++ < LINES) {
    printf("    %-30s %12.6g %12.6g %12.6g %12.6g\n", name, s->mean, deviation(s), s->min, s->max);
  }
}

static int print_source(const Report* t, Printer* p, const Source* s) {
  char name[TARGET_MAX + 32];
  Moments* moments = calloc((size_t)s->n, sizeof *moments);
  if (!moments)
    return failure("out of memory for the statistics of %s", s->target->text);
  const int status = collect(t, s->array, moments, s->n);
  for (int i = 0; i < s->n && !status; i++) {
    element_name(t->r->m, s->field, s->target, s->place[i], name, sizeof name);
    print_moments(p, name, moments + i);
  }
  free(moments);
  return status;
}

static int print_varied(const Report* t, Printer* p, int* array) {
  Variation* v = &t->r->variation;
  for (int i = 0; i < v->n; i++) {
    for (int k = 0; k < v->vary[i].nvariable; k++) {
      const Variable* u = v->vary[i].variable + k;
      const Source source = {&u->field, &u->target, u->place, u->n, (*array)++};
      if (print_source(t, p, &source))
        return EXIT_FAILED;
    }
  }
  return EXIT_OK;
}

static int print_records(const Report* t, Printer* p, int* array) {
  const Recording* rec = &t->r->recording;
  for (int i = 0; i < rec->n; i++) {
    const Record* a = rec->record + i;
    const Source source = {&a->field, &a->target, a->place, a->n, (*array)++};
    if (print_source(t, p, &source))
      return EXIT_FAILED;
  }
  return EXIT_OK;
}

static void begin_table(const char* title) {
  printf("  %-32s %12s %12s %12s %12s\n", title, "mean", "sd", "min", "max");
}

static void end_table(const Printer* p) {
  if (p->lines > LINES)
    printf("    ... and %d more, which --json has\n", p->lines - LINES);
}

// ---------------------------------------------------------------- failures

static const char* const status_words[] = {"missing", "done", "stopped", "failed"};

static int print_faults(const Report* t, Printer* p) {
  char message[MESSAGE_SIZE + 1] = "";
  const int array = parts_array(&t->parts, "message");
  for (long long i = 0; i < t->parts.nsim; i++) {
    const int s = t->status[i];
    if (s <= SIMULATION_DONE)
      continue;
    if (parts_read(&t->parts, array, i, 1, -1, message))
      return EXIT_FAILED;
    if (p->json) {
      cJSON* entry = cJSON_CreateObject();
      json_add_int(p->json, entry, "simulation", i);
      json_add_text(p->json, entry, "status", status_words[s + 1]);
      json_add_text(p->json, entry, "message", message);
      json_put(p->json, NULL, entry);
    } else if (p->lines++ < FAULTS) {
      printf("    simulation %lld: %s\n", i, message);
    }
  }
  if (p->lines > FAULTS)
    printf("    ... and %d more: array message of the file\n", p->lines - FAULTS);
  return EXIT_OK;
}

// ---------------------------------------------------------------- text and JSON

static int print_text(const Report* t) {
  Rollout* r = t->r;
  char text[32], processes[48] = "";
  Printer p = {0};
  int array = parts_array(&t->parts, "recorded_step") + 1;
  printf("%s: %lld simulations of %lld steps\n", r->output[0] ? r->output : r->path, r->nsim,
         r->steps);
  printf("  done          %lld", t->count[1]);
  for (int i = 2; i < 4; i++)
    if (t->count[i])
      printf(", %s %lld", status_words[i], t->count[i]);
  if (t->count[0])
    printf(", not simulated %lld", t->count[0]);
  printf("\n");
  if (r->ranks.mpi)
    snprintf(processes, sizeof processes, " in each of %d processes", r->ranks.size);
  if (r->runs)
    printf("  speed         %.4g steps/s: %lld simulations in %s, %d thread%s%s\n",
           (double)r->steps_done / fmax(r->seconds, 1e-9), r->runs,
           duration_text(r->seconds, text, sizeof text), mjb_nthread(r->b),
           mjb_nthread(r->b) > 1 ? "s" : "", processes);
  if (r->runs && r->compiled && fc_batchGeneral(r->b))
    printf("  code          general, not compiled: %s\n", fc_batchGeneral(r->b));
  else if (r->runs && r->compiled)
    printf("  code          compiled; %lld steps of simulations were left to the general code\n",
           (long long)fc_batchRedone(r->b));
  if (t->count[2] + t->count[3]) {
    printf("  without an end\n");
    if (print_faults(t, &p))
      return EXIT_FAILED;
  }
  if (!t->count[1])
    return EXIT_OK;
  if (r->variation.n) {
    p.lines = 0;
    begin_table("varied");
    if (print_varied(t, &p, &array))
      return EXIT_FAILED;
    end_table(&p);
  }
  p.lines = 0;
  begin_table("at the end");
  if (print_records(t, &p, &array))
    return EXIT_FAILED;
  end_table(&p);
  return EXIT_OK;
}

static void put_numbers(const Report* t, Json* json) {
  const Rollout* r = t->r;
  json_put(json, "output", cJSON_CreateString(r->output));
  json_put(json, "model", cJSON_CreateString(r->path));
  json_put(json, "simulations", json_real((double)r->nsim));
  json_put(json, "steps", json_real((double)r->steps));
  json_put(json, "seed", json_real((double)r->seed));
  for (int i = 0; i < 4; i++)
    json_put(json, status_words[i], json_real((double)t->count[i]));
  json_put(json, "simulated_now", json_real((double)r->runs));
  json_put(json, "seconds", json_real(r->seconds));
  json_put(json, "steps_per_second", json_real((double)r->steps_done / fmax(r->seconds, 1e-9)));
  json_put(json, "processes", json_real(r->ranks.size));
  json_put(json, "threads", json_real(mjb_nthread(r->b)));
}

static int print_json(const Report* t) {
  Json json = {.file = t->r->json_file};
  Printer p = {&json, 0};
  int array = parts_array(&t->parts, "recorded_step") + 1;
  json_begin(&json, NULL, '{');
  put_numbers(t, &json);
  json_begin(&json, "failures", '[');
  int status = print_faults(t, &p);
  json_end(&json);
  json_begin(&json, "varied", '[');
  status = status ? status : print_varied(t, &p, &array);
  json_end(&json);
  json_begin(&json, "end", '[');
  status = status ? status : print_records(t, &p, &array);
  json_end(&json);
  json_end(&json);
  t->r->json_file = NULL;
  if (status || json_finish(&json)) {
    fc_discardFile(json.file);
    return EXIT_FAILED;
  }
  return fc_commitFile(json.file) ? failure("%s", fc_lastError()) : EXIT_OK;
}

// ---------------------------------------------------------------- the results

// Files that grow are read again, with those of all processes; others are still in memory.
static int open_results(Report* t) {
  const Rollout* r = t->r;
  if (r->out.format->grows)
    return parts_open(&t->parts, r->out.format, r->output, NULL);
  t->parts = (Parts){.format = r->out.format,
                     .n = 1,
                     .narray = r->out.narray,
                     .array = r->out.array,
                     .nsim = r->nsim};
  t->parts.store = malloc(sizeof *t->parts.store);
  t->parts.owner = malloc((size_t)r->nsim * sizeof *t->parts.owner);
  if (!t->parts.store || !t->parts.owner)
    return failure("out of memory for %lld simulations", r->nsim);
  t->parts.store[0] = r->out.store;
  for (long long i = 0; i < r->nsim; i++)
    t->parts.owner[i] = r->out.status[i] == SIMULATION_MISSING ? -1 : 0;
  return EXIT_OK;
}

static void close_results(Report* t) {
  if (!t->r->out.format->grows && t->parts.store)
    t->parts.store[0] = NULL;  // it belongs to the output
  parts_close(&t->parts);
}

int report_print(Rollout* r) {
  Report t = {.r = r};
  t.status = malloc((size_t)r->nsim);
  int status = t.status ? open_results(&t) : failure("out of memory for the report");
  if (!status) {
    memset(t.status, SIMULATION_MISSING, (size_t)r->nsim);
    status = parts_read(&t.parts, parts_array(&t.parts, "status"), 0, r->nsim, -1, t.status);
  }
  for (long long i = 0; i < r->nsim && !status; i++)
    t.count[t.status[i] + 1]++;
  if (!status && r->json)
    status = print_json(&t);
  if (!status && !r->quiet && !(r->json && strcmp(r->json, "-") == 0))
    status = print_text(&t);
  if (!status && t.count[0] && r->ranks.mpi)
    status =
        failure("%lld of %lld simulations are missing; --resume continues", t.count[0], r->nsim);
  if (!status && !t.count[1] && !t.count[0])
    status = failure("no simulation came to its end");
  close_results(&t);
  free(t.status);
  return status;
}
