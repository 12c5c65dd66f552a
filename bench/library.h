// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BENCH_LIBRARY_H_
#define BENCH_LIBRARY_H_

#include "bench/bench.h"

// The program that runs a model on a library. NULL after a message when it is not installed.
const char* bench_worker(void);

// The first library: the Fulcrum that this command uses. EXIT_OK, or EXIT_FAILED after a message.
int bench_add_fulcrum(Bench* b);

// Add the library at a path: a file, or a folder with libmujoco.so* in it, in its lib or in its
// mujoco (that of a Python package, of site-packages, or of an archive). EXIT_OK, or EXIT_FAILED
// after a message.
int bench_add_reference(Bench* b, const char* path);

// Without --reference: those of FULCRUM_BENCH_REFERENCES, separated by colons, or else the package
// that `import mujoco` of python3 would find, if there is one.
int bench_find_references(Bench* b);

#endif  // BENCH_LIBRARY_H_
