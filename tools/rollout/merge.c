// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// `fulcrum rollout --merge` and `--print`: files of results without a simulation.

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tools/rollout/rollout.h"
#include "tools/tool.h"

#define BLOCK_BYTES (16ll << 20)
#define TEXT_SIZE 16384

static const StoreAttribute keys[] = {
    {"fulcrum_version", "", 0}, {"model", "", 0},        {"model_hash", "", 0}, {"nsim", "", 1},
    {"steps", "", 1},           {"every", "", 1},        {"seed", "", 1},       {"keyframe", "", 0},
    {"timestep", "", 0},        {"vary", "", 0},         {"record", "", 0},     {"modules", "", 0},
    {"control", "", 0},         {"control_hash", "", 0},
};
#define NKEY ((int)(sizeof keys / sizeof *keys))

// Opens a file with its parts, or (merging) the parts alone.
static int open_all(Parts* p, const char* path, int merging) {
  const StoreFormat* format = store_format(path);
  if (!format)
    return EXIT_FAILED;
  if (!format->grows)
    return failure("%s: this needs a file .h5", path);
  if (parts_open(p, format, path, merging ? path : NULL))
    return EXIT_FAILED;
  if (p->n)
    return EXIT_OK;
  return merging ? failure("%s: there are no files of several processes that could be merged", path)
                 : failure("%s: there is no such file", path);
}

// ---------------------------------------------------------------- merging

typedef struct Merge_ {
  Parts parts;
  void* to;
  signed char* status;  // nsim: what the file has
  long long added;
} Merge;

static int compare_attributes(const Parts* p) {
  static char a[TEXT_SIZE], b[TEXT_SIZE];
  for (int k = 0; k < NKEY; k++) {
    if (strcmp(keys[k].key, "model") == 0)
      continue;
    for (int i = 0; i < p->n; i++) {
      char* text = i ? b : a;
      if (p->format->attribute(p->store[i], keys[k].key, text, TEXT_SIZE))
        text[0] = 0;
      if (i && strcmp(a, b) != 0)
        return failure("%s and %s do not belong together: %s is '%s' and '%s'", p->path[0],
                       p->path[i], keys[k].key, a, b);
    }
  }
  return EXIT_OK;
}

static int create_merged(Merge* g, const char* path) {
  static char text[NKEY][TEXT_SIZE];
  const Parts* p = &g->parts;
  StoreAttribute attribute[NKEY];
  int n = 0;
  char error[1024];
  for (int k = 0; k < NKEY; k++) {
    if (p->format->attribute(p->store[0], keys[k].key, text[k], TEXT_SIZE))
      continue;
    attribute[n++] = (StoreAttribute){keys[k].key, text[k], keys[k].integer};
  }
  g->to = p->format->create(path, p->array, p->narray, attribute, n, error, sizeof error);
  return g->to ? EXIT_OK : failure("%s", error);
}

// The file exists: it is one of the parts that are compared, and what it has stays.
static int open_merged(Merge* g, const char* path) {
  const StoreArray* array;
  int n;
  char error[1024];
  Parts all;
  int status = parts_open(&all, g->parts.format, path, NULL);
  if (!status)
    status = compare_attributes(&all);
  parts_close(&all);
  if (status)
    return status;
  g->to = g->parts.format->open(path, 1, &array, &n, error, sizeof error);
  if (!g->to || g->parts.format->read(g->to, parts_array(&g->parts, "status"), 0, g->parts.nsim, -1,
                                      g->status, error, sizeof error))
    return failure("%s", error);
  return EXIT_OK;
}

// the next simulations that a part has and the file has not; 0: none
static long long next_run(const Merge* g, long long* at) {
  const Parts* p = &g->parts;
  long long n = 0;
  while (*at < p->nsim && (p->owner[*at] < 0 || g->status[*at] != SIMULATION_MISSING))
    ++*at;
  while (*at + n < p->nsim && p->owner[*at + n] >= 0 && g->status[*at + n] == SIMULATION_MISSING)
    n++;
  return n;
}

static int copy_rows(Merge* g, int array, long long first, long long n) {
  const StoreArray* a = g->parts.array + array;
  const long long row = store_row_bytes(a), most = BLOCK_BYTES / row > 0 ? BLOCK_BYTES / row : 1;
  char error[1024];
  void* block = malloc((size_t)(most * row));
  if (!block)
    return failure("out of memory for %lld rows of %s", most, a->name);
  int status = EXIT_OK;
  for (long long at = 0; at < n && !status; at += most) {
    const long long k = n - at < most ? n - at : most;
    status = parts_read(&g->parts, array, first + at, k, -1, block);
    if (!status && g->parts.format->write(g->to, array, first + at, k, block, error, sizeof error))
      status = failure("%s", error);
  }
  free(block);
  return status;
}

static int copy_all(Merge* g) {
  const int last = parts_array(&g->parts, "status");
  const int common = parts_array(&g->parts, "recorded_step");
  char error[1024];
  int status = copy_rows(g, common, 0, g->parts.array[common].shape[0]);

  // the status follows when the rest is on the disk
  for (int pass = 0; pass < 2 && !status; pass++) {
    for (long long at = 0, n; !status && (n = next_run(g, &at)); at += n) {
      for (int i = 0; i < g->parts.narray && !status; i++)
        if (i != common && (i == last) == pass)
          status = copy_rows(g, i, at, n);
      g->added += pass ? n : 0;
    }
    if (!status && g->parts.format->flush(g->to, error, sizeof error))
      status = failure("%s", error);
  }
  return status;
}

int parts_merge(const char* path) {
  Merge g = {0};
  char error[1024];
  int status = open_all(&g.parts, path, 1);
  if (!status)
    status = compare_attributes(&g.parts);
  if (!status && !(g.status = malloc((size_t)g.parts.nsim + 1)))
    status = failure("out of memory for %lld simulations", g.parts.nsim);
  if (!status) {
    memset(g.status, SIMULATION_MISSING, (size_t)g.parts.nsim);
    status = access(path, F_OK) ? create_merged(&g, path) : open_merged(&g, path);
  }
  if (!status)
    status = copy_all(&g);
  if (g.to && g.parts.format->close(g.to, error, sizeof error))
    status = failure("%s", error);
  if (!status) {
    long long n = g.added;
    for (long long i = 0; i < g.parts.nsim; i++)
      n += g.status[i] != SIMULATION_MISSING;
    printf("%s: %lld simulations added from %d files; it has %lld of %lld\n", path, g.added,
           g.parts.n, n, g.parts.nsim);
  }
  free(g.status);
  parts_close(&g.parts);
  return status;
}

// ---------------------------------------------------------------- printing

static void list_contents(const Parts* p) {
  static const char* const words[] = {"real", "single", "int", "long", "byte", "status", "text"};
  static char text[TEXT_SIZE];
  for (int k = 0; k < NKEY; k++)
    if (!p->format->attribute(p->store[0], keys[k].key, text, TEXT_SIZE) && text[0])
      printf("%-16s %s\n", keys[k].key, text);
  for (int i = 0; i < p->narray; i++) {
    const StoreArray* a = p->array + i;
    printf("%-6s", words[a->type]);
    for (int k = 0; k < a->rank; k++)
      printf("%s%lld", k ? " x " : " ", a->shape[k]);
    printf("  %s\n", a->name);
  }
}

static void print_value(const StoreArray* a, const void* row, long long i) {
  switch (a->type) {
    case STORE_REAL: printf(",%.17g", ((const double*)row)[i]); break;
    case STORE_SINGLE: printf(",%.9g", (double)((const float*)row)[i]); break;
    case STORE_INT: printf(",%d", ((const int*)row)[i]); break;
    case STORE_LONG: printf(",%lld", ((const long long*)row)[i]); break;
    case STORE_BYTE: printf(",%d", ((const unsigned char*)row)[i]); break;
    case STORE_STATUS: printf(",%d", ((const signed char*)row)[i]); break;
    default: printf(",%.*s", (int)a->shape[1], (const char*)row); break;
  }
}

// a line per simulation: its number and all its values
static int print_rows(const Parts* p, int array) {
  const StoreArray* a = p->array + array;
  const int common = strcmp(a->name, "recorded_step") == 0;
  long long n = 1;
  for (int i = 1; i < a->rank; i++)
    n *= a->shape[i];
  void* row = malloc((size_t)store_row_bytes(a) + 1);
  if (!row)
    return failure("out of memory for a row of %s", a->name);
  int status = EXIT_OK;
  for (long long i = 0; i < a->shape[0] && !status; i++) {
    if (!common && p->owner[i] < 0)
      continue;
    status = parts_read(p, array, i, 1, -1, row);
    printf("%lld", i);
    for (long long k = 0; k < n && !status; k++)
      print_value(a, row, k);
    printf("\n");
  }
  free(row);
  return status;
}

int parts_print(const char* path, const char* array) {
  Parts p = {0};
  int status = open_all(&p, path, 0);
  if (!status && !array)
    list_contents(&p);
  const int index = !status && array ? parts_array(&p, array) : -1;
  if (index >= 0)
    status = print_rows(&p, index);
  else if (!status && array)
    status = failure("%s has no array '%s'; --print without a name lists all", path, array);
  parts_close(&p);
  return status;
}
