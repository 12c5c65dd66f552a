// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// A program that refers to every function and global of the 3.6.0 interface, and to what its
// library exports besides, starts when it is bound at load time: this one is linked with -z now,
// and the table of references is generated (references.awk).

#include <dlfcn.h>

#include "tests/support.h"

typedef struct Reference_ {
  const char* name;
  const void* address;
} Reference;
extern const Reference references[];

START_TEST(every_name_of_the_interface_is_bound_to_this_library) {
  Dl_info own, info;
  ck_assert(dladdr((const void*)references, &own) != 0);
  int n = 0, others = 0, globals = 0;
  for (const Reference* r = references; r->name; r++, n++) {
    ck_assert_msg(r->address != NULL, "%s", r->name);
    ck_assert(dladdr(r->address, &info) != 0);

    // the linker may have copied a global into the program; a function is where it is exported
    void* symbol = dlsym(RTLD_DEFAULT, r->name);
    ck_assert_msg(symbol != NULL, "%s is not exported", r->name);
    ck_assert(dladdr(symbol, &info) != 0);
    const int copied = strcmp(info.dli_fname, own.dli_fname) == 0;
    ck_assert_msg(copied || strstr(info.dli_fname, "libfulcrum"), "%s is of %s", r->name,
                  info.dli_fname);
    others += r->name[0] == '_' || strcmp(r->name, "mj_arenaAllocByte") == 0;
    globals += strncmp(r->name, "mjcb_", 5) == 0 || strncmp(r->name, "mju_user_", 9) == 0;
  }
  ck_assert_int_gt(n, 450);
  ck_assert_int_eq(others, 5);
  ck_assert_int_eq(globals, 12);
}
END_TEST

int main(void) {
  const TTest* const tests[] = {every_name_of_the_interface_is_bound_to_this_library, NULL};
  return run_tests("references", tests);
}
