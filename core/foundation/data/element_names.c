// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Names of model elements. Every kind of element has a block of names_map, an open-addressing table
// of two slots per element that the compiler filled: an element's id is at slot hash(name) modulo
// the size of the block, or at the next free one. A lookup ends at the first empty slot.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <fulcrum/host.h>

#include "core/foundation/data/objects.h"

// Name of element `id` of a kind; "" when its address is not inside the names.
static const char* name_at(const mjModel* m, const NamedKind* kind, int id) {
  int address = kind->address[id];
  return address >= 0 && address < m->nnames ? m->names + address : "";
}

int mj_name2id(const mjModel* m, int type, const char* name) {
  NamedKind kind = named_kind(m, type);
  if (kind.count == 0 || !name || !name[0])
    return -1;
  const int* slots = name_slots(m, type);
  uint64_t nslot = 2 * (uint64_t)kind.count, slot = hash_name(name) % nslot;
  for (uint64_t probe = 0; probe < nslot; probe++) {
    int id = slots[slot];
    if (id < 0 || id >= kind.count)
      return -1;
    if (strcmp(name, name_at(m, &kind, id)) == 0)
      return id;
    slot = slot + 1 < nslot ? slot + 1 : 0;
  }
  return -1;
}

const char* mj_id2name(const mjModel* m, int type, int id) {
  NamedKind kind = named_kind(m, type);
  if (id < 0 || id >= kind.count)
    return NULL;
  const char* name = name_at(m, &kind, id);
  return name[0] ? name : NULL;
}

int fc_findObject(const mjModel* m, int type, const char* text) {
  const NamedKind kind = named_kind(m, type);
  const int id = mj_name2id(m, type, text);
  if (id >= 0)
    return id;
  char* end;
  const long number = strtol(text, &end, 10);
  if (text[0] >= '0' && text[0] <= '9' && !*end && number < kind.count)
    return (int)number;

  char known[512] = "";
  for (int i = 0; i < kind.count; i++) {
    const char* name = name_at(m, &kind, i);
    const size_t used = strlen(known);
    if (name[0])
      snprintf(known + used, sizeof known - used, "%s%s", used ? ", " : ": ", name);
  }
  const char* word = type == mjOBJ_KEY ? "keyframe" : mju_type2Str(type);
  return fc_fail("the model has no %s '%s'; it has %d%s", word ? word : "such object", text,
                 kind.count, known);
}
