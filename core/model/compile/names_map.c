// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#include <stdint.h>

#include "core/foundation/data/objects.h"
#include "core/model/compile/names_map.h"

void names_map_fill(int* map, const char* names, const int* adr, int n) {
  uint64_t size = 2 * (uint64_t)n;
  for (uint64_t i = 0; i < size; i++)
    map[i] = -1;
  for (int id = 0; id < n; id++) {
    const char* name = names + adr[id];
    if (!name[0])
      continue;
    uint64_t slot = hash_name(name) % size;
    while (map[slot] >= 0)
      slot = slot + 1 == size ? 0 : slot + 1;
    map[slot] = id;
  }
}
