// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// A rollout may be spread over several files: out.h5 of a single process and out.0000.h5,
// out.0001.h5, ... of processes that shared the work, now or in a former run. Each has room for all
// simulations and some of them.

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tools/rollout/rollout.h"
#include "tools/tool.h"

// ---------------------------------------------------------------- names

// 1 when `name` is STEM.DIGITS.ENDING of a file STEM.ENDING
static int is_part(const char* name, const char* base) {
  const char* dot = strrchr(base, '.');
  const size_t stem = dot ? (size_t)(dot - base) : strlen(base);
  if (strncmp(name, base, stem) != 0 || name[stem] != '.')
    return 0;
  const size_t digits = strspn(name + stem + 1, "0123456789");
  return digits >= 4 && strcmp(name + stem + 1 + digits, dot ? dot : "") == 0;
}

static int add_path(Parts* p, const char* path, const char* except) {
  if (except && strcmp(path, except) == 0)
    return EXIT_OK;
  const size_t length = strlen(path);
  if (length >= sizeof *p->path)
    return failure("%s: the name has more than %zu letters", path, sizeof *p->path - 1);
  char(*larger)[4096] = realloc(p->path, (size_t)(p->n + 1) * sizeof *larger);
  if (!larger)
    return failure("out of memory for the names of files");
  p->path = larger;
  memcpy(p->path[p->n++], path, length + 1);
  return EXIT_OK;
}

static int compare_paths(const void* a, const void* b) {
  const size_t na = strlen(a), nb = strlen(b);
  return na != nb ? (na > nb) - (na < nb) : strcmp(a, b);
}

static int find_files(Parts* p, const char* path, const char* except) {
  char folder[4096], name[8192];
  const char* slash = strrchr(path, '/');
  const char* base = slash ? slash + 1 : path;
  snprintf(folder, sizeof folder, "%.*s", slash ? (int)(slash - path + 1) : 2, slash ? path : "./");
  if (access(path, F_OK) == 0 && add_path(p, path, except))
    return EXIT_FAILED;
  const int first = p->n;
  DIR* directory = opendir(folder);
  if (!directory)
    return EXIT_OK;
  int status = EXIT_OK;
  for (const struct dirent* e; !status && (e = readdir(directory));) {
    if (!is_part(e->d_name, base))
      continue;
    snprintf(name, sizeof name, "%s%s", slash ? folder : "", e->d_name);
    status = add_path(p, name, except);
  }
  closedir(directory);
  if (p->n > first)
    qsort(p->path + first, (size_t)(p->n - first), sizeof *p->path, compare_paths);
  return status;
}

// ---------------------------------------------------------------- opening

int parts_array(const Parts* p, const char* name) {
  for (int i = 0; i < p->narray; i++)
    if (strcmp(p->array[i].name, name) == 0)
      return i;
  return -1;
}

// note which simulations file `which` has that no file before it has
static int claim(Parts* p, int which) {
  char error[1024];
  const int array = parts_array(p, "status");
  signed char* status = malloc((size_t)p->nsim + 1);
  if (!status)
    return failure("out of memory for %lld simulations", p->nsim);
  const int bad =
      p->format->read(p->store[which], array, 0, p->nsim, -1, status, error, sizeof error);
  for (long long i = 0; i < p->nsim && !bad; i++)
    if (status[i] != SIMULATION_MISSING && p->owner[i] < 0)
      p->owner[i] = (short)which;
  free(status);
  return bad ? failure("%s", error) : EXIT_OK;
}

static int open_one(Parts* p, int which) {
  const StoreArray* array;
  int n;
  char error[1024];
  p->store[which] = p->format->open(p->path[which], 0, &array, &n, error, sizeof error);
  if (!p->store[which])
    return failure("%s", error);
  if (!which) {
    p->array = array;
    p->narray = n;
    const int status = parts_array(p, "status");
    if (status < 0)
      return failure("%s was not written by 'fulcrum rollout'", p->path[0]);
    p->nsim = array[status].shape[0];
    p->owner = malloc((size_t)p->nsim * sizeof *p->owner + 1);
    if (!p->owner)
      return failure("out of memory for %lld simulations", p->nsim);
    for (long long i = 0; i < p->nsim; i++)
      p->owner[i] = -1;
  }
  int same = n == p->narray;
  for (int i = 0; i < n && same; i++)
    same = strcmp(array[i].name, p->array[i].name) == 0 &&
           array[i].shape[0] == p->array[i].shape[0] &&
           store_row_bytes(array + i) == store_row_bytes(p->array + i);
  return same ? claim(p, which)
              : failure("%s has other arrays than %s: they do not belong together", p->path[which],
                        p->path[0]);
}

int parts_open(Parts* p, const StoreFormat* format, const char* path, const char* except) {
  *p = (Parts){.format = format};
  if (find_files(p, path, except))
    return EXIT_FAILED;
  if (p->n && !(p->store = calloc((size_t)p->n, sizeof *p->store)))
    return failure("out of memory for %d files", p->n);
  for (int i = 0; i < p->n; i++)
    if (open_one(p, i))
      return EXIT_FAILED;
  return EXIT_OK;
}

void parts_close(Parts* p) {
  char error[1024];
  for (int i = 0; p->store && i < p->n; i++)
    if (p->store[i])
      p->format->close(p->store[i], error, sizeof error);
  free(p->store);
  free(p->path);
  free(p->owner);
  *p = (Parts){0};
}

// ---------------------------------------------------------------- reading

int parts_read(const Parts* p, int array, long long first, long long n, long long column,
               void* values) {
  const StoreArray* a = p->array + array;
  const long long all = store_row_bytes(a);
  const long long row = column >= 0 && a->rank == 3 ? all / a->shape[1] : all;
  const int common = strcmp(a->name, "recorded_step") == 0;
  char error[1024];
  for (long long at = first, k; at < first + n; at += k) {
    const int owner = common ? 0 : p->owner[at];
    for (k = 1; at + k < first + n && (common || p->owner[at + k] == owner);)
      k++;
    if (owner >= 0 && p->format->read(p->store[owner], array, at, k, column,
                                      (char*)values + (at - first) * row, error, sizeof error))
      return failure("%s", error);
  }
  return EXIT_OK;
}
