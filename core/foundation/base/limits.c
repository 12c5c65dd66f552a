// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#include <stdatomic.h>

#include <fulcrum/decoder.h>

#define DEFAULT_PIXELS (1LL << 28)

static atomic_llong most_pixels = DEFAULT_PIXELS;

long long fc_mostPixels(void) { return atomic_load_explicit(&most_pixels, memory_order_relaxed); }

void fc_setMostPixels(long long n) {
  atomic_store_explicit(&most_pixels, n > 0 ? n : DEFAULT_PIXELS, memory_order_relaxed);
}
