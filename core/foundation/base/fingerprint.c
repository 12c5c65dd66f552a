// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Sixteen words are mixed at a time, each into a lane of its own. All steps can be undone for a
// known input, so lanes that differ stay different as long as the inputs are the same. A shift to
// the right carries changes of sign and exponent to the low bits, from where sums carry them up.

#include "core/foundation/base/fingerprint.h"

enum { LANES = 4, STREAMS = 4 };

typedef uint64_t Words __attribute__((vector_size(LANES * sizeof(uint64_t))));

static inline void mix(Words* state, const void* bytes) {
  Words word;
  memcpy(&word, bytes, sizeof word);
  word += *state;
  word ^= word >> 29;
  *state = word + (word << 7);
}

void fingerprint_add(Fingerprint* print, const void* bytes, size_t n) {
  enum { SIZE = sizeof(Words), WHOLE = STREAMS * SIZE };
  const char *from = bytes, *end = from + n / WHOLE * WHOLE;
  Words a, b, c, d;
  memcpy(&a, print->lane, SIZE);
  memcpy(&b, print->lane + LANES, SIZE);
  memcpy(&c, print->lane + 2 * LANES, SIZE);
  memcpy(&d, print->lane + 3 * LANES, SIZE);
  for (; from < end; from += WHOLE) {
    mix(&a, from);
    mix(&b, from + SIZE);
    mix(&c, from + 2 * SIZE);
    mix(&d, from + 3 * SIZE);
  }

  // what is left; the last words may overlap the ones before
  for (end = (const char*)bytes + n; end - from >= SIZE; from += SIZE)
    mix(&a, from);
  if (from < end && n >= SIZE) {
    mix(&b, end - SIZE);
  } else if (from < end) {
    uint64_t last[LANES] = {0};
    memcpy(last, from, n);
    mix(&b, last);
  }
  a += (uint64_t)n;
  memcpy(print->lane, &a, SIZE);
  memcpy(print->lane + LANES, &b, SIZE);
  memcpy(print->lane + 2 * LANES, &c, SIZE);
  memcpy(print->lane + 3 * LANES, &d, SIZE);
}
