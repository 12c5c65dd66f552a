// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The n-th allocation, read or write of an operation fails, and those after it up to a random one.
// The operation ends in a message or succeeds; then it is done once more, with success. Cold, in a
// process in which nothing has been loaded, or warm. Under sanitizers, which have an allocator of
// their own, the allocations that fail are those of mju_malloc.

#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "campaign.h"
#include "tests/heap.h"

enum { TEXT = 1000, SAVED = 1 << 18 };

//------------------------------ what fails --------------------------------------------------------

typedef struct Failing_ {
  long calls, from, to;
} Failing;

static Failing reads, writes, blocks;

static int fails(Failing* f) { return f->from && ++f->calls >= f->from && f->calls <= f->to; }

// these two precede the functions of the C library

#pragma GCC visibility push(default)

size_t fread(void* to, size_t size, size_t n, FILE* file) {
  typedef size_t (*Read)(void*, size_t, size_t, FILE*);
  static Read original;
  if (!original) {
    void* symbol = dlsym(RTLD_NEXT, "fread");
    memcpy(&original, &symbol, sizeof original);
  }
  if (fails(&reads)) {
    errno = EIO;
    return 0;
  }
  return original(to, size, n, file);
}

ssize_t write(int file, const void* from, size_t n) {
  if (file > STDERR_FILENO && fails(&writes)) {
    errno = ENOSPC;
    return -1;
  }
  return syscall(SYS_write, file, from, n);
}

#pragma GCC visibility pop

static void* scarce_malloc(size_t size) {
  return fails(&blocks) ? NULL : aligned_alloc(64, (size + 63) / 64 * 64);
}

static void plain_free(void* block) { free(block); }

//------------------------------ operations --------------------------------------------------------

static const char* const documents[] = {
    "models/humanoid/humanoid.xml", "tests/data/fuzz/images/machines.xml",
    "tests/data/fuzz/images/shapes.xml", "tests/data/fuzz/images/soft.xml",
    "tests/data/dynamics/models/plugin_pid.xml"};

// drawn before the operation, so that it is the same when it is repeated
static char document[TEXT], folder[TEXT];
static char* image;
static size_t image_size;
static char message[TEXT];

static void told(const char* text) { snprintf(message, sizeof message, "%s", text); }

// each returns 1 after success; a failure has left a message
static int load_and_step(void) {
  mjModel* m = mj_loadXML(document, NULL, message, sizeof message);
  mjData* d = m ? mj_makeData(m) : NULL;
  if (d)
    mj_step(m, d);
  const int done = d != NULL;
  mj_deleteData(d);
  mj_deleteModel(m);
  return done;
}

static int copy_all(void) {
  mjModel* m = mj_loadModelBuffer(image, (int)image_size);
  mjModel* copy = m ? mj_copyModel(NULL, m) : NULL;
  mjData *d = copy ? mj_makeData(copy) : NULL, *e = d ? mj_copyData(NULL, copy, d) : NULL;
  const int done = e != NULL;
  mj_deleteData(e);
  mj_deleteData(d);
  mj_deleteModel(copy);
  mj_deleteModel(m);
  return done;
}

static int edit_spec(void) {
  mjSpec* s = mj_parseXML(document, NULL, message, sizeof message);
  mjSpec* copy = s ? mj_copySpec(s) : NULL;
  mjModel* m = copy ? mj_compile(copy, NULL) : NULL;
  if (copy && !m)
    told(mjs_getError(copy));
  char* text = m ? malloc(SAVED) : NULL;
  const int done = text && mj_saveXMLString(copy, text, SAVED, message, sizeof message) == 0;
  free(text);
  mj_deleteModel(m);
  mj_deleteSpec(copy);
  mj_deleteSpec(s);
  return done;
}

static int save_files(void) {
  char path[TEXT + 20];
  snprintf(path, sizeof path, "%s/saved.mjb", folder);
  mjModel* m = mj_loadModelBuffer(image, (int)image_size);
  if (!m)
    return 0;
  mj_saveModel(m, path, NULL, 0);
  mjModel* again = message[0] ? NULL : mj_loadModel(path, NULL);
  const int done = again != NULL;
  mj_deleteModel(again);
  mj_deleteModel(m);
  return done;
}

static int show(void) {
  mjModel* m = mj_loadModelBuffer(image, (int)image_size);
  mjData* d = m ? mj_makeData(m) : NULL;
  int done = 0;
  if (d) {
    mjvScene scene;
    mjvOption option;
    mjvCamera camera;
    mjv_defaultScene(&scene);
    mjv_defaultOption(&option);
    mjv_defaultCamera(&camera);
    mj_forward(m, d);
    mjv_makeScene(m, &scene, 1000);
    if (scene.geoms)
      mjv_updateScene(m, d, &option, NULL, &camera, mjCAT_ALL, &scene);
    done = scene.geoms != NULL;
    mjv_freeScene(&scene);
  }
  mj_deleteData(d);
  mj_deleteModel(m);
  return done;
}

static int use_files(void) {
  mjVFS vfs;
  mj_defaultVFS(&vfs);
  const int added = mj_addBufferVFS(&vfs, "m.mjb", image, (int)image_size);
  mjModel* m = added == 0 ? mj_loadModel("m.mjb", &vfs) : NULL;
  if (added)
    told("not added");
  mj_deleteVFS(&vfs);
  const int done = m != NULL;
  mj_deleteModel(m);
  return done;
}

static const struct {
  const char* name;
  int (*run)(void);
} operations[] = {{"load", load_and_step}, {"copy", copy_all}, {"edit", edit_spec},
                  {"save", save_files},    {"show", show},     {"files", use_files}};

//------------------------------ attempts ----------------------------------------------------------

static void run_operation(void* context) {
  int* operation_and_result = context;
  operation_and_result[1] = operations[operation_and_result[0]].run();
}

static void stop_failing(void) {
  reads = writes = blocks = (Failing){0};
  heap_refuse(0, 0);
}

enum { NOTHING_FAILED = 10, FAILED = 11, SILENT = 12, STUCK = 13 };

// An error of the handler jumps over what was made; so attempts are made in a process of their own.
static int attempt(int operation, int warm, int kind, long from, long to) {
  int run[2] = {operation, 0};
  if (warm)
    caught(run_operation, run);
  message[0] = 0;
  if (kind == 0 && HEAP_IS_WATCHED)
    heap_refuse(from, to);
  if (kind == 0 && !HEAP_IS_WATCHED) {
    mju_user_malloc = scarce_malloc;
    mju_user_free = plain_free;
    blocks = (Failing){0, from, to};
  }
  if (kind == 1)
    reads = (Failing){0, from, to};
  if (kind == 2)
    writes = (Failing){0, from, to};
  run[1] = 0;
  const int raised = caught(run_operation, run);
  stop_failing();
  const int failed = raised || !run[1];
  if (failed && !raised && !message[0])
    return SILENT;

  // as if nothing had happened
  message[0] = 0;
  if (caught(run_operation, run) || !run[1]) {
    fprintf(stderr, "afterwards: %s%s\n", caught_message, message);
    return STUCK;
  }
  return failed ? FAILED : NOTHING_FAILED;
}

static void prepare(void) {
  char path[TEXT];
  mjModel* m = load(documents[below(sizeof documents / sizeof *documents)]);
  snprintf(path, sizeof path, "%s/%s", TEST_SOURCE_DIR,
           documents[below(sizeof documents / sizeof *documents)]);
  snprintf(document, sizeof document, "%s", path);
  image_size = (size_t)mj_sizeModel(m);
  image = malloc(image_size);
  claim(image != NULL, "there is memory for an image");
  mj_saveModel(m, NULL, image, (int)image_size);
  mj_deleteModel(m);
}

static void round_of_failures(void) {
  const int operation = below(sizeof operations / sizeof *operations), warm = one_in(2),
            kind = one_in(2) ? 0 : 1 + below(2);
  // where it fails: early more often than late
  const long from = 1 + below(1 << below(kind == 0 ? 14 : 6)),
             to = one_in(2) ? from : from + below(1 << below(12));
  static const char* const kinds[] = {"allocation", "read", "write"};
  if (replaying())
    printf("%s, %s, %s %ld to %ld\n", operations[operation].name, warm ? "warm" : "cold",
           kinds[kind], from, to);
  fflush(NULL);
  strcpy(folder, "/tmp/campaign-XXXXXX");
  claim(mkdtemp(folder) != NULL, "there is a folder for what is saved");
  const pid_t child = fork();
  claim(child >= 0, "a process can be made");
  if (child == 0) {
    prepare();
    mju_user_warning = told;
    const int outcome = attempt(operation, warm, kind, from, to);
    fflush(NULL);
    _exit(outcome);
  }
  int status = 0;
  waitpid(child, &status, 0);
  char path[TEXT + 20];
  snprintf(path, sizeof path, "%s/saved.mjb", folder);
  unlink(path);
  rmdir(folder);
  const int code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  claim(code == FAILED || code == NOTHING_FAILED, "%s, %s, %s %ld to %ld fails: %s (status %x)",
        operations[operation].name, warm ? "warm" : "cold", kinds[kind], from, to,
        code == SILENT  ? "no message"
        : code == STUCK ? "and fails when nothing else does"
                        : "the process ends",
        (unsigned)status);
  tally(code == FAILED ? "failures with a message" : "nothing failed");
}

const Campaign campaign_failures = {"failures", "the n-th allocation, read or write fails",
                                    round_of_failures};
