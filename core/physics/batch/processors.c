// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <fulcrum/batch.h>
#include <fulcrum/host.h>

#include "core/physics/batch/processors.h"

const char* processors_root = "";

#define NODES_MAX 64

// the first line of a file of the system; 0 when there is none
static int read_line(const char* path, char* line, int size) {
  char full[1024];
  snprintf(full, sizeof full, "%s%s", processors_root, path);
  FILE* file = fopen(full, "re");
  if (!file)
    return 0;
  const int found = fgets(line, size, file) != NULL;
  fclose(file);
  return found;
}

// ---------------------------------------------------------------- limits of the control group

// "QUOTA PERIOD" in microseconds, or "max PERIOD"
static int granted_by(const char* path) {
  char line[128];
  long quota, period;
  if (!read_line(path, line, sizeof line) || sscanf(line, "%ld %ld", &quota, &period) != 2 ||
      quota <= 0 || period <= 0)
    return INT_MAX;
  const long n = (quota + period - 1) / period;
  return n < INT_MAX ? (int)n : INT_MAX;
}

int processors_granted(void) {
  char line[512], path[700];
  int least = granted_by("/sys/fs/cgroup/cpu.max");
  if (!read_line("/proc/self/cgroup", line, sizeof line) || strncmp(line, "0::/", 4) != 0)
    return least;
  // the group of the process and all above it
  line[strcspn(line, "\n")] = 0;
  for (char* group = line + 3; *group;) {
    snprintf(path, sizeof path, "/sys/fs/cgroup%s/cpu.max", group);
    const int n = granted_by(path);
    least = n < least ? n : least;
    *strrchr(group, '/') = 0;
  }
  return least;
}

// ---------------------------------------------------------------- processors of the process

static int may_use(cpu_set_t* set) {
  CPU_ZERO(set);
  return sched_getaffinity(0, sizeof *set, set)
             ? fc_fail("the processors of the process are not known: %s", strerror(errno))
             : 0;
}

int fc_usableProcessors(int* cpu_ids, int max) {
  cpu_set_t set;
  if (may_use(&set))
    return -1;
  const int granted = processors_granted();
  int n = 0;
  for (int i = 0; i < CPU_SETSIZE && n < granted; i++) {
    if (!CPU_ISSET((size_t)i, &set))
      continue;
    if (cpu_ids && n < max)
      cpu_ids[n] = i;
    n++;
  }
  return n;
}

// ---------------------------------------------------------------- memory nodes

void processors_parse(const char* list, cpu_set_t* set) {
  while (*list >= '0' && *list <= '9') {
    char* end;
    const long first = strtol(list, &end, 10);
    const long last = *end == '-' ? strtol(end + 1, &end, 10) : first;
    for (long i = first; i <= last && i < CPU_SETSIZE; i++)
      CPU_SET((size_t)i, set);
    list = *end == ',' ? end + 1 : end;
  }
}

int processors_near(int i, int n, cpu_set_t* processors) {
  cpu_set_t usable, node[NODES_MAX];
  int nnode = 0;
  if (may_use(&usable))
    return 0;
  for (int k = 0; k < NODES_MAX; k++) {
    char path[64], line[1024];
    snprintf(path, sizeof path, "/sys/devices/system/node/node%d/cpulist", k);
    if (!read_line(path, line, sizeof line))
      continue;
    CPU_ZERO(node + nnode);
    processors_parse(line, node + nnode);
    CPU_AND(node + nnode, node + nnode, &usable);
    nnode += CPU_COUNT(node + nnode) > 0;
  }
  if (nnode < 2)
    return 0;
  *processors = node[(long)i * nnode / n];
  return 1;
}
