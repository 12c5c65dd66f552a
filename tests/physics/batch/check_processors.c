// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Control groups that grant less time than there are processors, and machines with several memory
// nodes, read from files that the test makes up.

#include <limits.h>
#include <sched.h>
#include <sys/stat.h>

#include "core/physics/batch/processors.h"
#include "tests/physics/batch/support.h"

// ---------------------------------------------------------------- a made-up system

static char root[] = "/tmp/fulcrum-batch-XXXXXX";

static void make_folders(const char* path) {
  char part[500];
  for (const char* at = strchr(path + strlen(root) + 1, '/'); at; at = strchr(at + 1, '/')) {
    snprintf(part, sizeof part, "%.*s", (int)(at - path), path);
    mkdir(part, 0700);
  }
}

static void write_file(const char* path, const char* text) {
  char full[500];
  snprintf(full, sizeof full, "%s%s", root, path);
  make_folders(full);
  FILE* file = fopen(full, "w");
  ck_assert_msg(file != NULL, "%s", full);
  fputs(text, file);
  fclose(file);
}

static void open_system(void) {
  strcpy(root + strlen(root) - 6, "XXXXXX");
  ck_assert_ptr_nonnull(mkdtemp(root));
  processors_root = root;
}

static void close_system(void) {
  char command[500];
  processors_root = "";
  snprintf(command, sizeof command, "rm -r '%s'", root);
  ck_assert_int_eq(system(command), 0);
}

// the group of the process and all above it; time in microseconds of a period, rounded up
START_TEST(a_control_group_grants_processors) {
  open_system();
  ck_assert_int_eq(processors_granted(), INT_MAX);
  write_file("/sys/fs/cgroup/cpu.max", "max 100000\n");
  ck_assert_int_eq(processors_granted(), INT_MAX);
  write_file("/sys/fs/cgroup/cpu.max", "750000 100000\n");
  ck_assert_int_eq(processors_granted(), 8);
  write_file("/proc/self/cgroup", "0::/a/b\n");
  ck_assert_int_eq(processors_granted(), 8);
  write_file("/sys/fs/cgroup/a/b/cpu.max", "max 100000\n");
  write_file("/sys/fs/cgroup/a/cpu.max", "250000 100000\n");
  ck_assert_int_eq(processors_granted(), 3);
  write_file("/sys/fs/cgroup/a/b/cpu.max", "50000 100000\n");
  ck_assert_int_eq(processors_granted(), 1);
  ck_assert_int_eq(fc_usableProcessors(NULL, 0), 1);
  write_file("/sys/fs/cgroup/a/b/cpu.max", "nonsense\n");
  write_file("/sys/fs/cgroup/a/cpu.max", "-1 100000\n");
  ck_assert_int_eq(processors_granted(), 8);
  close_system();
}
END_TEST

START_TEST(consecutive_threads_share_a_memory_node) {
  cpu_set_t usable, set;
  int cpu[CPU_SETSIZE];
  const int n = fc_usableProcessors(cpu, CPU_SETSIZE);
  sched_getaffinity(0, sizeof usable, &usable);
  open_system();
  ck_assert_int_eq(processors_near(0, 4, &set), 0);
  char list[100];
  snprintf(list, sizeof list, "%d\n", cpu[0]);
  write_file("/sys/devices/system/node/node0/cpulist", list);
  ck_assert_int_eq(processors_near(0, 4, &set), 0);
  // a node whose processors the process may not use does not count
  write_file("/sys/devices/system/node/node1/cpulist", "1020-1023\n");
  if (!CPU_ISSET(1020, &usable))
    ck_assert_int_eq(processors_near(0, 4, &set), 0);
  if (n > 1) {
    snprintf(list, sizeof list, "%d,1022-1023\n", cpu[1]);
    write_file("/sys/devices/system/node/node2/cpulist", list);
    for (int i = 0; i < 4; i++) {
      ck_assert_int_eq(processors_near(i, 4, &set), 1);
      ck_assert_int_eq(CPU_COUNT(&set), 1);
      ck_assert(CPU_ISSET((size_t)cpu[i / 2], &set));
    }
  }
  close_system();
}
END_TEST

START_TEST(lists_of_processors_are_read) {
  static const struct {
    const char* list;
    int n, in, out;
  } cases[] = {{"", 0, -1, 0},     {"\n", 0, -1, 0}, {"5\n", 1, 5, 4},         {"0-3,8\n", 5, 8, 4},
               {"2,4,6", 3, 4, 3}, {"7-7", 1, 7, 6}, {"1022-2000", 2, 1023, 5}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    cpu_set_t set;
    CPU_ZERO(&set);
    processors_parse(cases[i].list, &set);
    ck_assert_int_eq(CPU_COUNT(&set), cases[i].n);
    ck_assert(cases[i].in < 0 || CPU_ISSET((size_t)cases[i].in, &set));
    ck_assert(!CPU_ISSET((size_t)cases[i].out, &set));
  }
}
END_TEST

int main(void) {
  TCase* tests = tcase_create("processors");
  tcase_add_test(tests, a_control_group_grants_processors);
  tcase_add_test(tests, consecutive_threads_share_a_memory_node);
  tcase_add_test(tests, lists_of_processors_are_read);
  return run_case("batch processors", tests);
}
