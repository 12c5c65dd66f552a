// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BENCH_PROCESS_H_
#define BENCH_PROCESS_H_

#include <stddef.h>

// Run a program and pass each line of its standard output, without the end of line, to `line`; what
// it writes to standard error is lost. argv[0] is looked up in PATH when it has no slash. Returns
// its exit status, 127 when it cannot be started, 128 + N when signal N ended it.
int process_run(const char* const* argv, void (*line)(void* context, const char* text),
                void* context);

#endif  // BENCH_PROCESS_H_
