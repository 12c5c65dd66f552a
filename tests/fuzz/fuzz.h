// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Shared by the fuzz targets and the replay of their corpora. A target is one definition of
// fuzz_outcome; machine.c is the environment in which it runs: memory in blocks of at most 64 MB,
// so that absurd sizes end in an error message and not in a slow run, and handlers that end the
// process when the engine raises an error instead of returning one.

#ifndef TESTS_FUZZ_FUZZ_H_
#define TESTS_FUZZ_FUZZ_H_

#include <stddef.h>
#include <stdint.h>

#include <mujoco/mujoco.h>

typedef enum FuzzOutcome_ { FUZZ_REFUSED, FUZZ_PARSED, FUZZ_COMPILED } FuzzOutcome;

// put one input through everything; ends the process when a promise is broken
FuzzOutcome fuzz_outcome(const uint8_t* data, size_t size);

// entry point of libFuzzer
int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

// install the limited memory and the handlers
void fuzz_machine(void);

// a promise: end the process unless the condition holds
void demand(int condition, const char* what);

// a few steps, when they cannot take long
void fuzz_step(const mjModel* m);

// keep the simulations that find length ranges of muscles short
void fuzz_short_ranges(mjSpec* s);

#endif  // TESTS_FUZZ_FUZZ_H_
