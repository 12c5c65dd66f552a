// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Prints the table golden.inc. Made from the reference implementation, in this folder, with
//   peer probe record.c > golden.inc

#include <stdio.h>

#include "cases.h"

static void print(const char* name, const mjtNum* values, int n) {
  printf("{\"%s\", %d, {", name, n);
  for (int i = 0; i < n; i++) {
    printf("%s%.17g", i ? ", " : "", (double)values[i]);
  }
  printf("%s}},\n", n ? "" : "0");
}

int main(void) {
  all_cases(print);
  return 0;
}
