// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Cases as files: those of the command are written to a temporary folder, because every library
// reads models from files.

#include <ftw.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include <fulcrum/file.h>
#include <fulcrum/host.h>

#include "bench/files.h"
#include "tools/tool.h"

// steps of a run of a file that is not part of the set
#define FILE_STEPS 200

// ---------------------------------------------------------------- the folder

// make the folders that lead to a file
static void make_folders(char* path, size_t begin) {
  for (char* c = path + begin; *c; c++) {
    if (*c != '/')
      continue;
    *c = 0;
    mkdir(path, 0700);
    *c = '/';
  }
}

static int write_embedded(const Bench* b) {
  for (const BenchFile* f = bench_files; f->path; f++) {
    char path[2 * PATH_MAX];
    snprintf(path, sizeof path, "%s/%s", b->folder, f->path);
    make_folders(path, strlen(b->folder) + 1);
    FILE* file = fc_openFile(path, 0);
    if (!file)
      return failure("%s", fc_lastError());
    fputs(f->text, file);
    if (fc_commitFile(file))
      return failure("%s", fc_lastError());
  }
  return EXIT_OK;
}

int bench_make_folder(Bench* b) {
  const char* temporary = getenv("TMPDIR");
  snprintf(b->folder, sizeof b->folder, "%s/fulcrum-bench.XXXXXX",
           temporary && temporary[0] ? temporary : "/tmp");
  if (!mkdtemp(b->folder)) {
    const int status = failure("%s: this temporary folder cannot be made", b->folder);
    b->folder[0] = 0;
    return status;
  }
  return write_embedded(b);
}

static int remove_one(const char* path, const struct stat* status, int kind, struct FTW* place) {
  (void)status;
  (void)kind;
  (void)place;
  return remove(path);
}

void bench_remove_folder(const Bench* b) {
  if (b->folder[0])
    nftw(b->folder, remove_one, 8, FTW_DEPTH | FTW_PHYS);
}

// ---------------------------------------------------------------- cases

static BenchCase* new_case(Bench* b) {
  BenchCase* cases = realloc(b->cases, sizeof *cases * (size_t)(b->ncase + 1));
  if (!cases) {
    failure("out of memory");
    return NULL;
  }
  b->cases = cases;
  cases[b->ncase] = (BenchCase){.what = "", .keyframe = -1};
  return cases + b->ncase++;
}

int bench_add_model(Bench* b, const BenchModel* model) {
  BenchCase* c = new_case(b);
  if (!c)
    return EXIT_FAILED;
  snprintf(c->name, sizeof c->name, "%s", model->name);
  snprintf(c->path, sizeof c->path, "%.*s/%s", PATH_MAX - 200, b->folder, model->file);
  c->what = model->what;
  c->keyframe = model->keyframe;
  c->steps = model->steps;
  return EXIT_OK;
}

int bench_add_member(Bench* b, const BenchFamily* family, int n) {
  BenchCase* c = new_case(b);
  if (!c)
    return EXIT_FAILED;
  snprintf(c->name, sizeof c->name, "%s=%d", family->name, n);
  snprintf(c->path, sizeof c->path, "%.*s/%s.xml", PATH_MAX - 200, b->folder, c->name);
  c->what = family->what;
  c->family = family;
  c->n = n;
  c->steps = n < 16 ? 200 : n < 320 ? 3200 / n : 10;
  FILE* file = fc_openFile(c->path, 0);
  if (!file)
    return failure("%s", fc_lastError());
  family->write(file, n);
  return fc_commitFile(file) ? failure("%s", fc_lastError()) : EXIT_OK;
}

// the number of a keyframe with this name or number; -1 after a message
static int find_keyframe(const mjModel* m, const char* path, const char* keyframe) {
  long long number;
  const int named = mj_name2id(m, mjOBJ_KEY, keyframe);
  if (named >= 0)
    return named;
  if (!parse_int(keyframe, &number) && number >= 0 && number < (long long)m->nkey)
    return (int)number;
  failure("%s: there is no keyframe '%s' among its %d", path, keyframe, (int)m->nkey);
  return -1;
}

int bench_add_file(Bench* b, const char* path, const char* keyframe) {
  mjModel* m = open_model(path);
  if (!m)
    return EXIT_FAILED;
  const int key = keyframe ? find_keyframe(m, path, keyframe) : -1;
  mj_deleteModel(m);
  if (keyframe && key < 0)
    return EXIT_FAILED;
  BenchCase* c = new_case(b);
  if (!c)
    return EXIT_FAILED;
  const char* slash = strrchr(path, '/');
  snprintf(c->name, sizeof c->name, "%.79s", slash ? slash + 1 : path);
  if (!realpath(path, c->path))
    return failure("%s: it cannot be found again", path);
  c->keyframe = key;
  c->steps = FILE_STEPS;
  return EXIT_OK;
}
