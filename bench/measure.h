// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BENCH_MEASURE_H_
#define BENCH_MEASURE_H_

#include "bench/bench.h"

// Measure every case on every library, the libraries in turn. EXIT_OK, or EXIT_FAILED after a
// message: what is wrong is not the model or the library.
int bench_measure(Bench* b);

// Sum the costs of a profile that callgrind wrote: all of them, and those in the library and in
// modules of Fulcrum. 0, or 1 when it cannot be read.
int bench_read_profile(const char* path, const char* library, double* all, double* own);

#endif  // BENCH_MEASURE_H_
