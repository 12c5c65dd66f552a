// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Prints the table golden.inc when it is linked with the reference implementation; not part of the
// build (tests/README.md tells how to link and run it):
//
//   ./record > tests/foundation/math/golden.inc

#include <stdio.h>

#include "tests/foundation/math/cases.h"

static void print(const char* name, const mjtNum* values, int n) {
  printf("{\"%s\", %d, {", name, n);
  for (int i = 0; i < n; i++)
    printf("%s%.17g", i ? ", " : "", (double)values[i]);
  printf("%s}},\n", n ? "" : "0");
}

int main(void) {
  printf(
      "// Copyright 2026 The Fulcrum Authors\n// SPDX-License-Identifier: Apache-2.0\n\n"
      "// Recorded from the reference implementation by record.c.\n\n");
  all_cases(print);
  return 0;
}
