// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Profiles of callgrind. "ob=(1) FILE" names the object of the lines below it, and gives it a
// number that stands for it from then on; a line that begins with a number, '+', '-' or '*' has a
// line number and a cost; the one after "calls=" has the cost of the function that was called,
// which is counted there.

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "bench/measure.h"

#define OBJECT_MAX 4096

// 1 when an object is the library, or a module beside it
static int is_own(const char* object, const char* library) {
  return strcmp(object, library) == 0 || strstr(object, "/fulcrum/modules/");
}

// the number of "ob=(12) FILE", and whether that object is our own
static int read_object(const char* line, const char* library, char own[OBJECT_MAX]) {
  const int number = atoi(line + 4);
  const char* name = strchr(line, ')');
  if (number < 0 || number >= OBJECT_MAX || !name)
    return 0;
  if (name[1] == ' ')
    own[number] = (char)is_own(name + 2, library);
  return own[number];
}

int bench_read_profile(const char* path, const char* library, double* all, double* own) {
  char is[OBJECT_MAX] = {0}, *line = NULL;
  size_t size = 0;
  int inside = 0, called = 0;
  FILE* file = fopen(path, "r");
  *all = *own = 0;
  if (!file)
    return 1;
  while (getline(&line, &size, file) > 0) {
    line[strcspn(line, "\n")] = 0;
    if (strncmp(line, "ob=(", 4) == 0) {
      inside = read_object(line, library, is);
    } else if (strncmp(line, "cob=(", 5) == 0) {
      read_object(line + 1, library, is);
    } else if (strncmp(line, "calls=", 6) == 0) {
      called = 1;
    } else if (line[0] && strchr("0123456789+-*", line[0])) {
      const char* cost = strchr(line, ' ');
      if (!called && cost) {
        *all += atof(cost);
        *own += inside ? atof(cost) : 0;
      }
      called = 0;
    }
  }
  free(line);
  fclose(file);
  return *all <= 0;
}
