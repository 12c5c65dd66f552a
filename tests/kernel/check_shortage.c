// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Running out of memory or file descriptors says nothing about a module: the affected call fails
// with a message, and the next call succeeds as if it were the first. One allocation after another
// fails, of all that discovery, opening, handshake and binding make. Each attempt runs in its own
// process, in which nothing has been discovered yet. Under sanitizers no allocation fails, and
// every attempt succeeds at once.

#include <errno.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include "tests/heap.h"
#include "tests/kernel/support.h"

// ---------------------------------------------------------------- attempts

// Each returns 0 and a text that is the same whenever it succeeds, or -1 after a failure whose
// message is in fc_lastError or was told to the error handler.
typedef int (*Attempt)(char* result, int size);

static const char* directory;  // acme.plain and acme.low, which provide the same solver

static int discover(char* result, int size) {
  FcModuleInfo info = {.size = sizeof info};
  const int n = fc_moduleCount();
  if (n < 0 || fc_addModulePath(directory))
    return -1;
  const int all = fc_moduleCount();
  int used = snprintf(result, (size_t)size, "%d %d", n, all);
  for (int i = 0; i < all; i++) {
    if (fc_moduleInfo(i, &info))
      return -1;
    used += snprintf(result + used, (size_t)(size - used), " %s:%s", info.name, info.status);
  }
  return 0;
}

static int open_module(char* result, int size) {
  if (fc_addModulePath(directory))
    return -1;
  const FcModule* module = fc_openModule("acme.plain");
  if (!module)
    return -1;
  FcModuleInfo info = {.size = sizeof info};
  snprintf(result, (size_t)size, "%s %s %u", module->name, module->version, module->nface);
  for (int i = 0; i < fc_moduleCount(); i++)
    if (!fc_moduleInfo(i, &info) && strcmp(info.name, "acme.plain") == 0)
      snprintf(result + strlen(result), (size_t)size - strlen(result), " %s", info.status);
  return 0;
}

// made before the attempts, for those that bind
static mjModel* model;
static mjData* data;

static int bind(char* result, int size) {
  if (fc_addModulePath(directory) || fc_bind(model, data, FC_SOLVER, "acme.plain"))
    return -1;
  snprintf(result, (size_t)size, "%s", fc_bound(model, data, FC_SOLVER));
  return 0;
}

// A file on disk, or in `held`, to its end.
static mjVFS held;

static int read_resource(const char* folder, const char* name, const mjVFS* vfs, char* result,
                         int size) {
  char error[500] = "";
  mjResource* resource = mju_openResource(folder, name, vfs, error, sizeof error);
  if (!resource)
    return fc_fail("%s", error);
  const void* content = NULL;
  const int n = mju_readResource(resource, &content);
  if (n >= 0)
    snprintf(result, (size_t)size, "%.*s", n, (const char*)content);
  mju_closeResource(resource);
  return n < 0 ? fc_fail("no memory for the content of %s", name) : 0;
}

static int read_disk(char* result, int size) {
  return read_resource(directory, "/acme.plain.json", NULL, result, size);
}

static int read_held(char* result, int size) {
  return read_resource("", "held.txt", &held, result, size);
}

static const struct {
  const char* name;
  Attempt attempt;
} attempts[] = {{"discover", discover},
                {"open", open_module},
                {"bind", bind},
                {"read", read_disk},
                {"read from memory", read_held}};

static int told_of_memory(void) {
  static const char* const words[] = {"memory", "Cannot allocate", "Too many open files"};
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (strstr(fc_lastError(), words[i]))
      return 1;
  return 0;
}

enum { EXIT_SUCCEEDED = 10, EXIT_RECOVERED, EXIT_SILENT, EXIT_STUCK, EXIT_OTHER };

// In a new process: one attempt with allocations `from` to `to` failing, and if it fails one more.
static int try_in_process(Attempt attempt, long from, long to, const char* expected,
                          char* message) {
  int channel[2];
  ck_assert_int_eq(pipe(channel), 0);
  fflush(NULL);
  const pid_t child = fork();
  ck_assert_int_ge(child, 0);
  if (!child) {
    char result[16384] = "";
    heap_refuse(from, to);
    const int failed = attempt(result, sizeof result);
    const long last = heap_requests();
    heap_refuse(0, 0);
    int status = EXIT_SUCCEEDED;
    if (failed) {
      const int told = told_of_memory();
      dprintf(channel[1], "%s", fc_lastError());
      result[0] = 0;
      status = !told ? EXIT_SILENT : attempt(result, sizeof result) ? EXIT_STUCK : EXIT_RECOVERED;
      if (status == EXIT_STUCK)
        dprintf(channel[1], " THEN: %s", fc_lastError());
    }
    if (status != EXIT_SILENT && status != EXIT_STUCK && strcmp(result, expected) != 0) {
      dprintf(channel[1], " GOT: %s", result);
      status = EXIT_OTHER;
    }
    if (!failed && last < from)
      status = EXIT_SUCCESS;
    _exit(status);
  }
  close(channel[1]);
  const ssize_t n = read(channel[0], message, 900);
  message[n > 0 ? n : 0] = 0;
  close(channel[0]);
  int status;
  ck_assert_int_eq(waitpid(child, &status, 0), child);
  ck_assert_msg(WIFEXITED(status), "%s: allocation %ld: signal %d", message, from, status);
  return WEXITSTATUS(status);
}

static void learn(Attempt attempt, char* expected, int size) {
  int channel[2];
  ck_assert_int_eq(pipe(channel), 0);
  fflush(NULL);
  if (!fork()) {
    if (attempt(expected, size))
      dprintf(channel[1], "failed: %s", fc_lastError());
    else
      dprintf(channel[1], "%s", expected);
    _exit(0);
  }
  close(channel[1]);
  int n = 0;
  for (ssize_t more; (more = read(channel[0], expected + n, (size_t)(size - 1 - n))) > 0;)
    n += (int)more;
  expected[n] = 0;
  close(channel[0]);
  wait(NULL);
  ck_assert_msg(n > 0 && strncmp(expected, "failed", 6) != 0, "%s", expected);
}

static void place_modules(void) {
  directory = new_directory();
  place_module(directory, "acme.plain", "acme.plain", "");
  place_module(directory, "acme.low", "acme.plain", ", \"rank\": -1");
}

static void prepare(Attempt attempt) {
  place_modules();
  if (attempt == read_held) {
    mj_defaultVFS(&held);
    ck_assert_int_eq(mj_addBufferVFS(&held, "held.txt", "content", 7), 0);
  }
  if (attempt != bind)
    return;
  model = ball_on_floor();
  data = mj_makeData(model);
}

// every allocation fails once, alone (even rounds) or with all that follow
START_TEST(a_failed_allocation_is_told_and_not_remembered) {
  const Attempt attempt = attempts[_i / 2].attempt;
  const int persistent = _i % 2;
  char expected[16384], message[1000];
  prepare(attempt);
  learn(attempt, expected, sizeof expected);
  long recovered = 0;
  for (long from = 1;; from++) {
    const int status =
        try_in_process(attempt, from, persistent ? from + 1000000 : from, expected, message);
    if (status == EXIT_SUCCESS)
      break;
    ck_assert_msg(status == EXIT_SUCCEEDED || status == EXIT_RECOVERED,
                  "%s, allocation %ld: %s: %s", attempts[_i / 2].name, from,
                  status == EXIT_SILENT  ? "the failure does not tell about memory"
                  : status == EXIT_STUCK ? "it fails again"
                                         : "another result",
                  message);
    recovered += status == EXIT_RECOVERED;
    ck_assert_int_lt(from, 20000);
  }
  if (HEAP_IS_WATCHED)
    ck_assert_int_gt(recovered, 5);
}
END_TEST

// so it is with file descriptors
START_TEST(too_many_open_files_are_told_and_not_remembered) {
  const Attempt attempt = attempts[_i].attempt;
  char expected[16384], result[16384] = "";
  prepare(attempt);
  learn(attempt, expected, sizeof expected);
  struct rlimit limit, none;
  ck_assert_int_eq(getrlimit(RLIMIT_NOFILE, &limit), 0);
  for (rlim_t room = 0; room < 6; room++) {
    int next = dup(0);
    ck_assert_int_ge(next, 0);
    close(next);
    const pid_t child = fork();
    if (!child) {
      none = (struct rlimit){(rlim_t)next + room, limit.rlim_max};
      setrlimit(RLIMIT_NOFILE, &none);
      int failed = attempt(result, sizeof result);
      if (failed && !told_of_memory())
        _exit(EXIT_SILENT);
      setrlimit(RLIMIT_NOFILE, &limit);
      if (failed && attempt(result, sizeof result))
        _exit(EXIT_STUCK);
      _exit(strcmp(result, expected) != 0 ? EXIT_OTHER : EXIT_SUCCESS);
    }
    int status;
    ck_assert_int_eq(waitpid(child, &status, 0), child);
    ck_assert_msg(WIFEXITED(status) && !WEXITSTATUS(status), "%s with %d descriptors: status %d",
                  attempts[_i].name, (int)room, WEXITSTATUS(status));
  }
}
END_TEST

START_TEST(a_directory_that_can_be_read_again_is_searched) {
  const char* closed = new_directory();
  place_module(closed, "acme.plain", "acme.plain", "");
  char away[700];
  snprintf(away, sizeof away, "%s.away", closed);
  ck_assert_int_eq(rename(closed, away), 0);
  expect_failure(fc_addModulePath(closed) != 0, "cannot be read");
  ck_assert_int_eq(rename(away, closed), 0);
  ck_assert_msg(fc_addModulePath(closed) == 0, "%s", fc_lastError());
  ck_assert_ptr_nonnull(fc_openModule("acme.plain"));
}
END_TEST

int main(void) {
  Suite* suite = suite_create("shortage");
  TCase* tests = add_case(suite, "shortage");
  tcase_set_timeout(tests, 300);
  tcase_add_loop_test(tests, a_failed_allocation_is_told_and_not_remembered, 0, 6);
  tcase_add_loop_test(tests, too_many_open_files_are_told_and_not_remembered, 0, 3);
  tcase_add_test(tests, a_directory_that_can_be_read_again_is_searched);
  return run_suite(suite);
}
