// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The file that a process writes: its arrays, what it says about the run, and whether a file that
// is there already belongs to the same run.

#include <stdlib.h>
#include <string.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <fulcrum/host.h>

#include "tools/rollout/rollout.h"
#include "tools/tool.h"

enum { ARRAY_STATUS, ARRAY_STEPS, ARRAY_MESSAGE, ARRAY_WARNING, ARRAY_ROWS, NFIXED };

// ---------------------------------------------------------------- names

void output_part(const char* path, int rank, char* name, size_t size) {
  const char* dot = strrchr(path, '.');
  const int stem = dot ? (int)(dot - path) : (int)strlen(path);
  snprintf(name, size, "%.*s.%04d%s", stem, path, rank, dot ? dot : "");
}

// ---------------------------------------------------------------- arrays

static void add_array(Output* out, const char* group, const char* name, StoreType type, int rank,
                      long long a, long long b, long long c) {
  StoreArray* array = out->array + out->narray++;
  *array = (StoreArray){.type = type, .rank = rank, .shape = {a, b, c}};
  const size_t used = (size_t)snprintf(array->name, sizeof array->name, "%s", group);
  snprintf(array->name + used, sizeof array->name - used, "%s", name);

  // a slash would be a group
  for (char* slash = strchr(array->name + used, '/'); slash; slash = strchr(slash, '/'))
    *slash = '.';
}

static StoreType stored_type(ElementType type) {
  static const StoreType types[] = {STORE_REAL, STORE_SINGLE, STORE_INT, STORE_BYTE};
  return types[type];
}

static int list_arrays(Rollout* r) {
  const Recording* rec = &r->recording;
  Output* out = &r->out;
  int n = NFIXED + rec->n;
  for (int i = 0; i < r->variation.n; i++)
    n += r->variation.vary[i].nvariable;
  if (!(out->array = calloc((size_t)n, sizeof *out->array)))
    return failure("out of memory for %d arrays", n);
  add_array(out, "", "status", STORE_STATUS, 1, r->nsim, 0, 0);
  add_array(out, "", "steps_done", STORE_LONG, 1, r->nsim, 0, 0);
  add_array(out, "", "message", STORE_TEXT, 1, r->nsim, MESSAGE_SIZE, 0);
  add_array(out, "", "warning", STORE_INT, 2, r->nsim, mjNWARNING, 0);
  add_array(out, "", "recorded_step", STORE_LONG, 1, rec->nrow, 0, 0);
  for (int i = 0; i < r->variation.n; i++) {
    for (int k = 0; k < r->variation.vary[i].nvariable; k++) {
      const Variable* u = r->variation.vary[i].variable + k;
      add_array(out, "vary/", u->target.text, STORE_REAL, 2, r->nsim, u->n, 0);
    }
  }
  for (int i = 0; i < rec->n; i++)
    add_array(out, "record/", rec->record[i].target.text, stored_type(rec->record[i].field.type), 3,
              r->nsim, rec->nrow, rec->record[i].n);
  for (int i = 0; i < out->narray; i++)
    for (int k = 0; k < i; k++)
      if (strcmp(out->array[i].name, out->array[k].name) == 0)
        return failure("%s is there twice", strchr(out->array[i].name, '/') + 1);
  return EXIT_OK;
}

// ---------------------------------------------------------------- the run

#define TEXT_SIZE 16384
#define NATTRIBUTE 16
typedef struct Description_ {
  StoreAttribute attribute[NATTRIBUTE];
  const char* meaning[NATTRIBUTE];  // in messages; NULL: may differ when a run is continued
  char text[NATTRIBUTE][TEXT_SIZE];
  int n;
} Description;

static void describe(Description* d, const char* key, const char* meaning, int integer,
                     const char* text) {
  snprintf(d->text[d->n], TEXT_SIZE, "%s", text);
  d->attribute[d->n] = (StoreAttribute){key, d->text[d->n], integer};
  d->meaning[d->n++] = meaning;
}

static void describe_number(Description* d, const char* key, const char* meaning, long long n) {
  char text[32];
  snprintf(text, sizeof text, "%lld", n);
  describe(d, key, meaning, 1, text);
}

// FNV-1a (Fowler, Noll, Vo 1991), 64 bits
static unsigned long long hash_bytes(unsigned long long hash, const void* data, size_t n) {
  const unsigned char* byte = data;
  for (size_t i = 0; i < n; i++)
    hash = (hash ^ byte[i]) * 0x100000001b3u;
  return hash;
}
#define HASH_START 0xcbf29ce484222325u

// of the binary model, with options and parameters
static int hash_model(Rollout* r) {
  const int n = (int)mj_sizeModel(r->m);
  void* bytes = malloc((size_t)n);
  if (!bytes)
    return failure("out of memory for a copy of the model");
  mj_saveModel(r->m, NULL, bytes, n);
  r->hash = (long long)hash_bytes(HASH_START, bytes, (size_t)n);
  free(bytes);
  return EXIT_OK;
}

static void join(char* list, const char* separator, const char* text) {
  const size_t n = strlen(list);
  snprintf(list + n, TEXT_SIZE - n, "%s%s", n ? separator : "", text);
}

static void describe_lists(const Rollout* r, Description* d) {
  static char text[TEXT_SIZE];
  text[0] = 0;
  for (int i = 0; i < r->variation.n; i++)
    join(text, "; ", r->variation.vary[i].text);
  describe(d, "vary", "--vary", 0, text);
  text[0] = 0;
  for (int i = 0; i < r->recording.n; i++)
    join(text, ",", r->recording.record[i].target.text);
  describe(d, "record", "--record", 0, text);
  text[0] = 0;
  for (int i = 0; i < r->nbinding; i++) {
    char pair[300];
    snprintf(pair, sizeof pair, "%s=%s", fc_kindName(r->binding[i].kind), r->binding[i].name);
    join(text, "; ", pair);
  }
  describe(d, "modules", "the choice of modules", 0, text);
}

static void describe_controls(const Rollout* r, Description* d) {
  const Control* t = &r->controls.table;
  char text[32];
  describe(d, "control", "--control", 0, r->controls.text);
  if (r->controls.kind != CONTROL_TABLE)
    return;
  unsigned long long hash = hash_bytes(HASH_START, t->time, (size_t)t->nrow * sizeof *t->time);
  hash = hash_bytes(hash, t->actuator, (size_t)t->ncolumn * sizeof *t->actuator);
  hash = hash_bytes(hash, t->value, (size_t)t->nrow * (size_t)t->ncolumn * sizeof *t->value);
  snprintf(text, sizeof text, "%016llx", hash);
  describe(d, "control_hash", "the file of controls", 0, text);
}

static void describe_run(const Rollout* r, Description* d) {
  char text[32];
  d->n = 0;
  describe(d, "fulcrum_version", "the version of Fulcrum", 0, FULCRUM_VERSION);
  describe(d, "model", NULL, 0, r->path);
  snprintf(text, sizeof text, "%016llx", (unsigned long long)r->hash);
  describe(d, "model_hash", "the model, with its options and parameters", 0, text);
  describe_number(d, "nsim", "--nsim", r->nsim);
  describe_number(d, "steps", "--steps", r->steps);
  describe_number(d, "every", "--every", r->recording.every);
  describe_number(d, "seed", "--seed", r->seed);
  describe(d, "keyframe", "--keyframe", 0, r->keyframe ? r->keyframe : "");
  snprintf(text, sizeof text, "%.17g", r->m->opt.timestep);
  describe(d, "timestep", NULL, 0, text);
  describe_lists(r, d);
  describe_controls(r, d);
}

// ---------------------------------------------------------------- continuing

static int same_array(const StoreArray* a, const StoreArray* b) {
  int same = a->type == b->type && a->rank == b->rank && strcmp(a->name, b->name) == 0;
  for (int i = 0; i < a->rank && same; i++)
    same = a->shape[i] == b->shape[i];
  return same;
}

// whether a file is one of this run; a message names the first difference
static int belongs(const Rollout* r, const Parts* parts, int which, const Description* d) {
  static char saved[TEXT_SIZE];
  const char* path = parts->path[which];
  for (int i = 0; i < d->n; i++) {
    if (!d->meaning[i])
      continue;
    if (parts->format->attribute(parts->store[which], d->attribute[i].key, saved, sizeof saved))
      snprintf(saved, sizeof saved, "nothing");
    if (strcmp(saved, d->text[i]) != 0)
      return failure("%s cannot be continued: %s is '%s' there and '%s' now", path, d->meaning[i],
                     saved, d->text[i]);
  }
  int same = parts->narray == r->out.narray;
  for (int i = 0; i < r->out.narray && same; i++)
    same = same_array(parts->array + i, r->out.array + i);
  return same ? EXIT_OK : failure("%s cannot be continued: it has other arrays", path);
}

// what all files have together
static int find_done(Rollout* r, const Description* d) {
  Parts parts;
  int status = parts_open(&parts, r->out.format, r->output, NULL);
  for (int i = 0; i < parts.n && !status; i++)
    status = belongs(r, &parts, i, d);
  if (!status && parts.n)
    status = parts_read(&parts, ARRAY_STATUS, 0, r->nsim, -1, r->out.status);
  parts_close(&parts);
  return status;
}

// ---------------------------------------------------------------- opening

static int create_output(Rollout* r, const Description* d) {
  Output* out = &r->out;
  char error[1024];
  out->created = 1;
  out->store = out->format->create(out->path, out->array, out->narray, d->attribute, d->n, error,
                                   sizeof error);
  if (!out->store)
    return failure("%s", error);
  long long* step = malloc((size_t)r->recording.nrow * sizeof *step);
  if (!step)
    return failure("out of memory for %lld rows", r->recording.nrow);
  for (long long i = 0; i < r->recording.nrow; i++)
    step[i] = record_step(&r->recording, i);
  const int status =
      out->format->write(out->store, ARRAY_ROWS, 0, r->recording.nrow, step, error, sizeof error);
  free(step);
  return status ? failure("%s", error) : EXIT_OK;
}

// The disk may become full later; a note tells when it can be foreseen.
static void compare_space(const Rollout* r) {
  struct statvfs disk;
  char folder[4096];
  double need = 0;
  snprintf(folder, sizeof folder, "%s", r->out.path);
  char* slash = strrchr(folder, '/');
  snprintf(slash ? slash + (slash == folder) : folder, 2, "%s", slash ? "" : ".");
  for (int i = 0; i < r->out.narray; i++)
    need += (double)store_row_bytes(r->out.array + i) * (double)r->out.array[i].shape[0];
  need /= r->ranks.size;
  if (statvfs(folder, &disk))
    return;
  const double free_bytes = (double)disk.f_bavail * (double)disk.f_frsize;
  if (need > free_bytes)
    fprintf(stderr, "fulcrum: note: %s will have %.3g GB, and %.3g GB are free there\n",
            r->out.path, 1e-9 * need, 1e-9 * free_bytes);
}

static int open_existing(Rollout* r) {
  Output* out = &r->out;
  const StoreArray* array;
  int n;
  char error[1024];
  out->store = out->format->open(out->path, 1, &array, &n, error, sizeof error);
  return out->store ? EXIT_OK : failure("%s", error);
}

// What the files have that are there already. One process looks, and tells the others: their
// views of a shared file system may differ for a while.
static int look_for_done(Rollout* r, const Description* d) {
  const int looks = !r->ranks.mpi || r->ranks.rank == 0;
  const int status = ranks_agree(&r->ranks, r->resume && looks ? find_done(r, d) : EXIT_OK);
  if (!status && r->ranks.mpi)
    r->ranks.mpi->share(r->out.status, (int)r->nsim);
  return status;
}

// All processes must have the same model, though perhaps from files of their own.
static int compare_models(const Rollout* r) {
  long long first = r->hash;
  if (r->ranks.mpi)
    r->ranks.mpi->share(&first, sizeof first);
  return ranks_agree(&r->ranks, first == r->hash
                                    ? EXIT_OK
                                    : failure("%s: process %d has another model than process 0",
                                              r->path, r->ranks.rank));
}

static int open_own(Rollout* r, const Description* d) {
  Output* out = &r->out;
  if (!out->format->grows || access(out->path, F_OK)) {
    compare_space(r);
    return create_output(r, d);
  }
  if (r->resume)
    return open_existing(r);
  return failure("%s is there already: --resume continues it; remove it to begin anew", out->path);
}

int output_open(Rollout* r) {
  static Description description;
  Output* out = &r->out;
  int status = hash_model(r) || list_arrays(r) ? EXIT_FAILED : EXIT_OK;
  out->status = malloc((size_t)r->nsim);
  if (!status && !out->status)
    status = failure("out of memory for %lld simulations", r->nsim);
  if ((status = ranks_agree(&r->ranks, status)))
    return status;
  describe_run(r, &description);
  memset(out->status, SIMULATION_MISSING, (size_t)r->nsim);
  if (r->ranks.size > 1)
    output_part(r->output, r->ranks.rank, out->path, sizeof out->path);
  else
    snprintf(out->path, sizeof out->path, "%s", r->output);
  if (compare_models(r) || look_for_done(r, &description))
    return EXIT_FAILED;
  return ranks_agree(&r->ranks, open_own(r, &description));
}

// ---------------------------------------------------------------- writing

// Rows of a chunk whose simulations have consecutive numbers, for all arrays but the status.
static int write_run(Rollout* r, long long first, int at, int n) {
  Output* out = &r->out;
  const Outcome* o = &r->outcome;
  const void* rows[RECORD_MAX + VARY_MAX * VARY_TARGETS + NFIXED] = {NULL, o->steps, o->message,
                                                                     o->warning, NULL};
  int k = NFIXED;
  char error[1024];
  for (int i = 0; i < r->variation.n; i++)
    for (int j = 0; j < r->variation.vary[i].nvariable; j++)
      rows[k++] = r->variation.vary[i].variable[j].values;
  for (int i = 0; i < r->recording.n; i++)
    rows[k++] = r->recording.record[i].rows;
  int spoke = 0;
  for (int i = at; i < at + n; i++)
    spoke |= o->message[i][0] != 0;
  for (int i = 0; i < out->narray; i++) {
    // places of messages that are empty stay unwritten
    if (!rows[i] || (i == ARRAY_MESSAGE && !spoke))
      continue;
    const char* from = (const char*)rows[i] + (size_t)at * (size_t)store_row_bytes(out->array + i);
    if (out->format->write(out->store, i, first, n, from, error, sizeof error))
      return failure("%s", error);
  }
  return EXIT_OK;
}

// number of simulations from `at` on whose numbers are consecutive
static int run_length(const int* simulation, int at, int n) {
  int k = 1;
  while (at + k < n && simulation[at + k] == simulation[at] + k)
    k++;
  return k;
}

int output_write(Rollout* r, const int* simulation, int n) {
  Output* out = &r->out;
  char error[1024];
  for (int at = 0, k; at < n; at += k) {
    k = run_length(simulation, at, n);
    if (write_run(r, simulation[at], at, k))
      return EXIT_FAILED;
  }

  // the status says that the rest is there: it follows when the rest is on the disk
  if (out->format->flush(out->store, error, sizeof error))
    return failure("%s", error);
  for (int at = 0, k; at < n; at += k) {
    k = run_length(simulation, at, n);
    if (out->format->write(out->store, ARRAY_STATUS, simulation[at], k, r->outcome.status + at,
                           error, sizeof error))
      return failure("%s", error);
    memcpy(out->status + simulation[at], r->outcome.status + at, (size_t)k);
  }
  return out->format->flush(out->store, error, sizeof error) ? failure("%s", error) : EXIT_OK;
}

int output_close(Rollout* r) {
  Output* out = &r->out;
  char error[1024];
  int status = EXIT_OK;
  if (out->store && out->format->close(out->store, error, sizeof error))
    status = failure("%s", error);
  out->store = NULL;
  return status;
}

void output_discard(Rollout* r) {
  Output* out = &r->out;
  char error[1024];
  if (!out->store)
    return;
  if (out->format->grows) {
    out->format->close(out->store, error, sizeof error);
    if (out->created)
      unlink(out->path);
  } else {
    out->format->discard(out->store);
  }
  out->store = NULL;
}
