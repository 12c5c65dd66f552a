// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Checks of modules: descriptor and manifest here, the behaviour of faces in the other files. Every
// test runs in a separate process, so that a module that crashes, hangs or exits is reported like
// any other fault, and tests do not affect each other. A child sends its results, one per line,
// through a pipe:
//
//   "+text" passed, "-text" failed, "!text" failed, and further tests would say the same,
//   "?text" could not be run, "." the test has come to its end

#include <ftw.h>
#include <limits.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fulcrum/host.h>

#include "tools/check/check.h"
#include "tools/common/culprit.h"
#include "tools/common/json.h"
#include "tools/tool.h"

#define LINE_LENGTH 2048
#define GRACE 5  // s for a child to report a timeout

// ---------------------------------------------------------------- the child process

static Check* at_work;

static void send_line(char sign, const char* text) {
  char line[LINE_LENGTH];
  const int n = snprintf(line, sizeof line, "%c%.*s\n", sign, LINE_LENGTH - 4, text);
  if (write(at_work->pipe, line, (size_t)n) != n)
    _exit(EXIT_FAILED);
}

void check_phase(Check* check, const char* format, ...) {
  va_list list;
  va_start(list, format);
  vsnprintf(check->phase, sizeof check->phase, format, list);
  va_end(list);
}

void check_result(Check* check, int passed, const char* format, ...) {
  char text[LINE_LENGTH];
  va_list list;
  va_start(list, format);
  vsnprintf(text, sizeof text, format, list);
  va_end(list);
  (void)check;
  for (char* c = text; *c; c++)
    *c = *c == '\n' ? ' ' : *c;
  send_line(passed > 0 ? '+' : passed ? '?' : '-', text);
}

// an error of the library in a test is a fault of the module
static void on_error(const char* message) {
  check_result(at_work, 0, "%s (%s)", message, at_work->phase);
  send_line('.', "");
  _exit(EXIT_FAILED);
}

static void on_warning(const char* message) { (void)message; }

static void on_fault_again(int number) {
  (void)number;
  _exit(128 + SIGABRT);
}

// timeout, or the module has crashed
static void on_fault(int number) {
  static const int all[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGALRM};
  static char place[512], text[LINE_LENGTH];
  for (size_t i = 0; i < sizeof all / sizeof *all; i++)
    signal(all[i], on_fault_again);
  alarm(GRACE);
  culprit_describe(NULL, place, sizeof place);
  if (number == SIGALRM)
    snprintf(text, sizeof text, "did not end within its time, in %s (%s)", place, at_work->phase);
  else
    snprintf(text, sizeof text, "crashed with signal %d, %s, in %s (%s)", number, strsignal(number),
             place, at_work->phase);
  send_line('-', text);
  send_line('.', "");
  _exit(EXIT_FAILED);
}

static void watch_faults(double time_limit) {
  static const int all[] = {SIGALRM, SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL};
  static char stack[64 * 1024] __attribute__((aligned(16)));
  const stack_t own = {.ss_sp = stack, .ss_size = sizeof stack};
  struct sigaction action = {.sa_handler = on_fault, .sa_flags = SA_ONSTACK | SA_NODEFER};
  culprit_prepare();
  sigaltstack(&own, NULL);
  // sanitizers report faults of memory themselves
  for (size_t i = 0; i < (FC_SANITIZER ? 2 : sizeof all / sizeof *all); i++)
    sigaction(all[i], &action, NULL);
  const double whole = floor(fmin(time_limit, 1e8));
  const struct itimerval limit = {
      .it_value = {(time_t)whole, (suseconds_t)((fmin(time_limit, 1e8) - whole) * 999999)}};
  setitimer(ITIMER_REAL, &limit, NULL);
}

// ---------------------------------------------------------------- finding the module

// absolute path of the manifest of NAME.so or NAME.json; 0, or EXIT_FAILED after a message
static int manifest_of(const char* file, char path[PATH_MAX]) {
  char manifest[PATH_MAX];
  const size_t n = strlen(file);
  if (n > 5 && n < sizeof manifest && strcmp(file + n - 5, ".json") == 0)
    snprintf(manifest, sizeof manifest, "%s", file);
  else if (n > 3 && n + 2 < sizeof manifest && strcmp(file + n - 3, ".so") == 0)
    snprintf(manifest, sizeof manifest, "%.*s.json", (int)(n - 3), file);
  else
    return failure("%s is not the name of a module: NAME.so or NAME.json is expected", file);
  if (access(file, R_OK))
    return failure("%s cannot be read", file);
  if (!realpath(manifest, path))
    return failure("%s has no manifest: %s is missing", file, manifest);
  return EXIT_OK;
}

static int find_by_manifest(const char* path, FcModuleInfo* info) {
  char resolved[PATH_MAX];
  for (int i = 0; i < fc_moduleCount(); i++) {
    if (fc_moduleInfo(i, info) || !info->manifest[0])
      continue;
    if (realpath(info->manifest, resolved) && strcmp(resolved, path) == 0)
      return i;
  }
  return -1;
}

// index in the list of modules; the directory of the file is added to the search path if necessary.
// -1 with fc_lastError
static int find_module(const char* path, FcModuleInfo* info) {
  char directory[PATH_MAX];
  int index = find_by_manifest(path, info);
  if (index >= 0)
    return index;
  snprintf(directory, sizeof directory, "%s", path);
  *strrchr(directory, '/') = 0;
  if (!fc_addModulePath(directory[0] ? directory : "/"))
    index = find_by_manifest(path, info);
  return index;
}

// ---------------------------------------------------------------- descriptor

// the fault of a parameter; NULL: none
static const char* parameter_fault(const FcFace* face, int k) {
  const FcParameter* p = face->parameters + k;
  for (int i = 0; i < k; i++)
    if (strcmp(face->parameters[i].key, p->key) == 0)
      return "its key occurs twice";
  if (p->length < 1)
    return "its length is less than 1";
  if (p->min < p->max && (p->def < p->min || p->def > p->max))
    return "its default is out of its range";
  if ((p->type == FC_CHOICE || p->type == FC_WORDS) && (!p->keywords || !p->keywords[0]))
    return "it has no keywords to choose from";
  if (!p->help || !p->help[0])
    return "it has no help";
  return NULL;
}

static void check_parameters(Check* check, const FcFace* face) {
  for (int k = 0; k < face->nparameter; k++) {
    const char* fault = parameter_fault(face, k);
    if (fault) {
      check_result(check, 0, "parameter %d (%s) of %s: %s", k, face->parameters[k].key, face->name,
                   fault);
      return;
    }
  }
  if (face->nparameter)
    check_result(check, 1, "%d parameters of %s are well formed", face->nparameter, face->name);
}

// the module of a manifest, opened; NULL after a result
static const FcModule* open_module(Check* check, const char* path) {
  FcModuleInfo info = {.size = sizeof info};
  check_phase(check, "opening the module");
  const FcModule* module = NULL;
  if (find_module(path, &info) < 0)
    check_result(check, 0, "%s: %s", path, fc_lastError());
  else if (info.refused)
    check_result(check, 0, "%s", info.status);
  else if (!(module = fc_openModule(info.name)))
    check_result(check, 0, "%s", fc_lastError());
  return module;
}

static int has_element_parameter(const FcFace* face) {
  for (int i = 0; i < face->nparameter; i++)
    if (face->parameters[i].type == FC_ELEMENT)
      return 1;
  return 0;
}

// A --set that no test can use is reported once. Values that name elements are invalid in an empty
// model; those are tried with the scenes.
static void examine_values(const FcModule* module) {
  char error[400] = "";
  mjSpec* spec = mj_parseXMLString("<mujoco/>", NULL, error, sizeof error);
  mjModel* m = spec ? mj_compile(spec, NULL) : NULL;
  for (uint32_t i = 0; m && i < module->nface; i++) {
    if (!has_element_parameter(module->faces + i) && check_assign(m, module->faces + i) < 0) {
      send_line('!', fc_lastError());
      break;
    }
  }
  mj_deleteModel(m);
  mj_deleteSpec(spec);
}

// --set of a name that is not a face of this module; with several modules it may belong to another
static void examine_settings(Check* check, const FcModule* module, const CheckOptions* options) {
  int n = 0;
  for (uint32_t i = 0; i < module->nface; i++)
    n += check_assign(NULL, module->faces + i);
  if (n < options->nset)
    check_result(check, 0, "--set expects FACE.KEY=VALUE with a face of %s; %d of %d are not",
                 module->name, options->nset - n, options->nset);
}

static void examine_descriptor(Check* check, const char* path, const CheckOptions* settings) {
  const FcModule* module = open_module(check, path);
  if (!module)
    return;
  check_result(check, 1, "handshake: ABI %u, %s", module->abi,
               module->layout ? "same layout of the public structs" : "portable");
  if (fc_compareManifest(module->name))
    check_result(check, 0, "%s", fc_lastError());
  else
    check_result(check, 1, "manifest and descriptor agree on %u face%s", module->nface,
                 module->nface > 1 ? "s" : "");
  check_result(check, module->licence && module->licence[0] ? 1 : 0, "licence: %s",
               module->licence ? module->licence : "missing");
  for (uint32_t i = 0; i < module->nface; i++)
    check_parameters(check, module->faces + i);
  if (settings)
    examine_settings(check, module, settings);
  examine_values(module);
}

// ---------------------------------------------------------------- one test

// The task of a child.
typedef struct Task_ {
  const char* path;  // of the manifest
  int face;          // -1: the descriptor
  const CheckTest* test;
  const char* model;             // NULL: the built-in scene
  const CheckOptions* settings;  // with --set only for this module; NULL: for several modules
} Task;

static void perform(Check* check, const Task* task) {
  if (task->face < 0) {
    examine_descriptor(check, task->path, task->settings);
    return;
  }
  const FcModule* module = open_module(check, task->path);
  FcModuleInfo info = {.size = sizeof info};
  FcFaceInfo listed = {.size = sizeof listed};
  const FcFace* face = NULL;
  if (!module || fc_faceInfo(find_by_manifest(task->path, &info), task->face, &listed))
    return;
  for (uint32_t i = 0; i < module->nface && !face; i++)
    if (module->faces[i].kind == listed.kind && strcmp(module->faces[i].name, listed.name) == 0)
      face = module->faces + i;
  if (!face)
    return;
  mjModel* m = NULL;
  check->path = task->model;
  check_phase(check, "%s of %s", task->test->name, face->name);
  if (!task->test->needs_model || (m = check_model(check, face, task->model)))
    task->test->run(check, face, m);
}

// ---------------------------------------------------------------- results in the parent

typedef struct Report_ {
  const CheckOptions* options;
  Json json;
  int total, failed, skipped;
  int failed_here;  // of the current module
  int hopeless;     // no further test of it makes sense
} Report;

static void note(Report* r, const Task* task, char sign, const char* text) {
  const int passed = sign == '+', skipped = sign == '?';
  char where[300] = "";
  if (task->model)
    snprintf(where, sizeof where, " in %s", task->model);
  r->total++;
  r->failed += !passed && !skipped;
  r->failed_here += !passed && !skipped;
  r->skipped += skipped;
  r->hopeless |= sign == '!';
  if (r->options->json) {
    cJSON* record = cJSON_CreateObject();
    json_add_text(&r->json, record, "test", task->test ? task->test->name : "descriptor");
    json_add_text(&r->json, record, "result", passed ? "ok" : skipped ? "not run" : "failed");
    json_add_text(&r->json, record, "text", text);
    if (task->model)
      json_add_text(&r->json, record, "model", task->model);
    json_put(&r->json, NULL, record);
  } else if (r->options->tap) {
    printf("%s %d - %s%s%s\n", passed || skipped ? "ok" : "not ok", r->total, text, where,
           skipped ? " # SKIP" : "");
  } else {
    printf("  %-8s %s%s\n", passed ? "ok" : skipped ? "not run" : "FAILED", text, where);
  }
  fflush(stdout);
}

// process the lines that have arrived; returns 1 when the end of the test is among them
static int take_lines(Report* r, const Task* task, char* buffer, size_t* n) {
  char *line = buffer, *end;
  int done = 0;
  buffer[*n] = 0;
  while ((end = strchr(line, '\n'))) {
    *end = 0;
    if (line[0] == '.')
      done = 1;
    else
      note(r, task, line[0], line + 1);
    line = end + 1;
  }
  *n = strlen(line);
  memmove(buffer, line, *n + 1);
  return done;
}

// Read the output of a child until it closes the pipe or times out. Returns 1 when the test is
// complete.
static int listen_to(Report* r, const Task* task, int pipe) {
  char buffer[2 * LINE_LENGTH];
  size_t n = 0;
  int done = 0;
  const double patience = 1e3 * (r->options->time_limit + GRACE + 1);
  for (;;) {
    struct pollfd ready = {.fd = pipe, .events = POLLIN};
    const int status = poll(&ready, 1, patience > INT_MAX ? -1 : (int)patience);
    const ssize_t got = status > 0 ? read(pipe, buffer + n, sizeof buffer - n - 1) : 0;
    if (got <= 0)
      return done;
    n += (size_t)got;
    done |= take_lines(r, task, buffer, &n);
    // a line that long is no result
    n = n > LINE_LENGTH ? 0 : n;
  }
}

static int remove_entry(const char* path, const struct stat* status, int type, struct FTW* ftw) {
  (void)status;
  (void)type;
  (void)ftw;
  return remove(path);
}

static int run_in_folder(Report* r, const Task* task, const char* folder) {
  int ends[2];
  fflush(stdout);
  fflush(stderr);
  if (pipe(ends))
    return failure("no pipe can be made");
  const pid_t child = fork();
  if (child < 0)
    return failure("no process can be made");
  if (!child) {
    Check check = {.pipe = ends[1], .folder = folder};
    at_work = &check;
    close(ends[0]);
    dup2(STDERR_FILENO, STDOUT_FILENO);
    mju_user_error = on_error;
    mju_user_warning = on_warning;
    watch_faults(r->options->time_limit);
    perform(&check, task);
    send_line('.', "");
    _exit(EXIT_OK);
  }
  close(ends[1]);
  const int done = listen_to(r, task, ends[0]);
  close(ends[0]);
  if (!done)
    kill(child, SIGKILL);
  int status = 0;
  while (waitpid(child, &status, 0) < 0)
    continue;
  if (!done) {
    char text[200];
    const int number = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    if (number && number != SIGKILL)
      snprintf(text, sizeof text, "crashed with signal %d, %s", number, strsignal(number));
    else
      snprintf(text, sizeof text,
               number ? "did not end, and had to be killed"
                      : "the process ended with status %d before the test did",
               WEXITSTATUS(status));
    note(r, task, '-', text);
  }
  return EXIT_OK;
}

static int run_task(Report* r, const Task* task) {
  char folder[PATH_MAX];
  const char* temporary = getenv("TMPDIR");
  snprintf(folder, sizeof folder, "%s/fulcrum-check.XXXXXX", temporary ? temporary : "/tmp");
  if (!mkdtemp(folder))
    return failure("no folder can be made for the files of tests, %s", folder);
  const int status = run_in_folder(r, task, folder);
  nftw(folder, remove_entry, 8, FTW_DEPTH | FTW_PHYS);
  return status;
}

// ---------------------------------------------------------------- one module

// Faces are read from the manifest, so that this process never opens the module.
typedef struct Listed_ {
  char name[300], version[100];
  int nface;
  FcKind kind[256];
} Listed;

static void list_faces(const char* path, Listed* listed) {
  FcModuleInfo info = {.size = sizeof info};
  FcFaceInfo face = {.size = sizeof face};
  const int index = find_by_manifest(path, &info);
  *listed = (Listed){.nface = 0};
  if (index < 0)
    return;
  snprintf(listed->name, sizeof listed->name, "%s", info.name);
  snprintf(listed->version, sizeof listed->version, "%s", info.version);
  for (int i = 0; i < info.nface && i < 256 && !info.refused; i++)
    if (!fc_faceInfo(index, i, &face))
      listed->kind[listed->nface++] = face.kind;
}

// A module that is not on the search path is listed by a child, which adds its directory. In this
// process the path is unchanged, for the tests without the module.
static int read_list(const char* path, Listed* listed) {
  int ends[2];
  list_faces(path, listed);
  if (listed->name[0])
    return EXIT_OK;
  if (pipe(ends))
    return failure("no pipe can be made");
  const pid_t child = fork();
  if (child < 0)
    return failure("no process can be made");
  if (!child) {
    FcModuleInfo info = {.size = sizeof info};
    find_module(path, &info);
    list_faces(path, listed);
    _exit(write(ends[1], listed, sizeof *listed) != sizeof *listed);
  }
  close(ends[1]);
  size_t n = 0;
  ssize_t got;
  while (n < sizeof *listed && (got = read(ends[0], (char*)listed + n, sizeof *listed - n)) > 0)
    n += (size_t)got;
  close(ends[0]);
  while (waitpid(child, NULL, 0) < 0)
    continue;
  return n == sizeof *listed ? EXIT_OK : failure("%s cannot be read", path);
}

static int check_one(Report* r, const char* file) {
  char path[PATH_MAX];
  Listed listed;
  int status = manifest_of(file, path) || read_list(path, &listed) ? EXIT_FAILED : EXIT_OK;
  if (status)
    return EXIT_FAILED;
  r->failed_here = r->hopeless = 0;
  if (r->options->json) {
    json_begin(&r->json, NULL, '{');
    json_put(&r->json, "module", cJSON_CreateString(listed.name));
    json_put(&r->json, "version", cJSON_CreateString(listed.version));
    json_begin(&r->json, "results", '[');
  } else {
    printf("%s%s %s\n", r->options->tap ? "# " : "", listed.name[0] ? listed.name : file,
           listed.version);
  }
  const Task descriptor = {
      .path = path, .face = -1, .settings = r->options->nmodule == 1 ? r->options : NULL};
  status = run_task(r, &descriptor);
  // a module that cannot be opened is not examined further
  for (int i = 0; i < listed.nface && !status && !r->hopeless; i++) {
    for (const CheckTest* test = check_tests; test->name && !status; test++) {
      const Task task = {.path = path, .face = i, .test = test};
      if (!(test->kinds >> listed.kind[i] & 1))
        continue;
      status = run_task(r, &task);
      for (int k = 0; k < r->options->nmodel && test->any_model && !status; k++) {
        Task own = task;
        own.model = r->options->model[k];
        status = run_task(r, &own);
      }
    }
  }
  if (r->options->json) {
    json_end(&r->json);
    json_end(&r->json);
  }
  return status || r->failed_here ? EXIT_FAILED : EXIT_OK;
}

int check_modules(const char* const* files, int n, const CheckOptions* options) {
  Report report = {.options = options, .json = {.file = stdout}};
  check_use_options(options);
  int failed = 0;
  if (options->tap)
    printf("TAP version 13\n");
  if (options->json)
    json_begin(&report.json, NULL, '[');
  for (int i = 0; i < n; i++)
    failed += check_one(&report, files[i]) != EXIT_OK;
  if (options->json) {
    json_end(&report.json);
    failed += json_finish(&report.json) != EXIT_OK;
  } else if (options->tap) {
    printf("1..%d\n", report.total);
  } else {
    printf("%d module%s checked, %d failed\n", n, n > 1 ? "s" : "", failed);
  }
  return failed ? EXIT_FAILED : EXIT_OK;
}
