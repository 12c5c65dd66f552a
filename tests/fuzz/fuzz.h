// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// What the fuzzer and the replay of its corpus share.

#ifndef TESTS_FUZZ_FUZZ_H_
#define TESTS_FUZZ_FUZZ_H_

#include <stddef.h>
#include <stdint.h>

typedef enum FuzzOutcome_ { FUZZ_REFUSED, FUZZ_PARSED, FUZZ_COMPILED } FuzzOutcome;

// put one document through everything; ends the process when a promise is broken
FuzzOutcome fuzz_outcome(const uint8_t* data, size_t size);

// entry point of libFuzzer
int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

#endif  // TESTS_FUZZ_FUZZ_H_
