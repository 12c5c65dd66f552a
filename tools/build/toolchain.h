// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The system's C compiler.

#ifndef TOOLS_BUILD_TOOLCHAIN_H_
#define TOOLS_BUILD_TOOLCHAIN_H_

typedef struct Compilation_ {
  int lanes;  // of the wide code
  double seconds;
  long bytes;  // of the shared object
} Compilation;

// Compile all.c in a directory, once for each width, and link them. include: the headers of
// Fulcrum, NULL: those that belong to the library. 0, or EXIT_FAILED after a message.
int compile_code(const char* directory, const char* output, const char* include,
                 Compilation* result);

// Removes a directory of code that was made for one build.
void remove_code(const char* directory);

#endif  // TOOLS_BUILD_TOOLCHAIN_H_
