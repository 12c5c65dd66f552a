// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Tells whether large arrays were edited, in less time and memory than a copy takes: 1024 bits that
// depend on every bit of them. A change of a single word always shows; changes of several go
// unnoticed with a probability of at most 2^-64.

#ifndef CORE_FOUNDATION_BASE_FINGERPRINT_H_
#define CORE_FOUNDATION_BASE_FINGERPRINT_H_

#include <stddef.h>
#include <stdint.h>
#include <string.h>

typedef struct Fingerprint_ {
  uint64_t lane[16];
} Fingerprint;

// Adds n bytes to a fingerprint that began with zeros.
void fingerprint_add(Fingerprint* print, const void* bytes, size_t n);

static inline int fingerprints_equal(const Fingerprint* a, const Fingerprint* b) {
  return memcmp(a, b, sizeof *a) == 0;
}

#endif  // CORE_FOUNDATION_BASE_FINGERPRINT_H_
