// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The library prepares forks of the process. A program that opens it by hand and closes it again
// forks as well after that, when the code is not there any more.

#include <check.h>
#include <dlfcn.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/support.h"

#define LIBRARY TEST_BUILD_DIR "/.libs/libfulcrum.so.0"

static void fork_once(void) {
  int status = -1;
  const pid_t child = fork();
  if (!child)
    _exit(0);
  ck_assert_int_gt(child, 0);
  ck_assert_int_eq(waitpid(child, &status, 0), child);
  ck_assert_int_eq(status, 0);
}

START_TEST(a_program_forks_before_and_after_the_library_is_closed) {
  for (int i = 0; i < 3; i++) {
    void* library = dlopen(LIBRARY, RTLD_NOW | RTLD_LOCAL);
    ck_assert_msg(library != NULL, "%s", dlerror());
    void* symbol = dlsym(library, "mj_version");
    int (*version)(void);
    ck_assert_ptr_nonnull(symbol);
    memcpy(&version, &symbol, sizeof version);
    ck_assert_int_eq(version(), 3006000);
    fork_once();
    ck_assert_int_eq(dlclose(library), 0);
    fork_once();
  }
  ck_assert_msg(dlopen(LIBRARY, RTLD_NOW | RTLD_NOLOAD) == NULL, "the library stays open");
}
END_TEST

int main(void) {
  TCase* tests = tcase_create("unload");
  tcase_add_test(tests, a_program_forks_before_and_after_the_library_is_closed);
  return run_case("unload", tests);
}
