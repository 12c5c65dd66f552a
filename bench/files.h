// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BENCH_FILES_H_
#define BENCH_FILES_H_

#include "bench/bench.h"

// Make a temporary folder with the models of the set, below the same paths as in the sources, so
// that they find each other. EXIT_OK, or EXIT_FAILED after a message.
int bench_make_folder(Bench* b);

// Remove it with everything in it.
void bench_remove_folder(const Bench* b);

// Append a case: a model of the set, a member of a family, or a file. EXIT_OK, or EXIT_FAILED after
// a message.
int bench_add_model(Bench* b, const BenchModel* model);
int bench_add_member(Bench* b, const BenchFamily* family, int n);
int bench_add_file(Bench* b, const char* path, const char* keyframe);

#endif  // BENCH_FILES_H_
