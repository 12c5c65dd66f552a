// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Names of kinds, and the numbers by which public structs identify implementations. Types that
// MuJoCo numbers keep its enum values, which are stated by their modules. Any other name becomes
// the 31-bit FNV-1a hash of its letters with bit 30 set, which depends only on the name.

#include <stdint.h>
#include <string.h>

#include <fulcrum/host.h>

#include "core/kernel/modules/registry.h"
#include "core/foundation/base/process_lock.h"

static const char* const kind_names[FC_NKIND] = {
#define FC_KIND(constant, word, table, role, header, folder) [constant] = #word,
#include <fulcrum/kinds.def>
#undef FC_KIND
};

const char* fc_kindName(FcKind kind) {
  return (int)kind > 0 && kind < FC_NKIND ? kind_names[kind] : NULL;
}

FcKindRole fc_kindRole(FcKind kind) {
  static const unsigned char roles[FC_NKIND] = {
#define FC_KIND(constant, word, table, role, header, folder) [constant] = role,
#include <fulcrum/kinds.def>
#undef FC_KIND
  };
  return (int)kind > 0 && kind < FC_NKIND ? (FcKindRole)roles[kind] : (FcKindRole)0;
}

FcKind fc_kindOf(const char* word) {
  for (int k = 1; word && k < FC_NKIND; k++) {
    if (!strcmp(word, kind_names[k]))
      return (FcKind)k;
  }
  return (FcKind)0;
}

// ---------------------------------------------------------------- names asked for

#define ASKED_MAX 32
#define ASKED_LENGTH 64

static char asked[ASKED_MAX][ASKED_LENGTH];
static int asked_value[ASKED_MAX];

static int find_asked(int value) {
  for (int i = 0; i < ASKED_MAX; i++) {
    if (asked[i][0] && asked_value[i] == value)
      return i;
  }
  return -1;
}

// stores a name in the first free slot; when all slots are used, further names stay unknown
static int remember(const char* name, int value) {
  process_lock(LOCK_ASKED);
  int i = find_asked(value) < 0 ? 0 : ASKED_MAX;
  while (i < ASKED_MAX && asked[i][0])
    i++;
  if (i < ASKED_MAX && strlen(name) < ASKED_LENGTH) {
    asked_value[i] = value;
    strcpy(asked[i], name);
  }
  process_unlock(LOCK_ASKED);
  return value;
}

const char* asked_name(int value) {
  process_lock(LOCK_ASKED);
  const int i = find_asked(value);
  process_unlock(LOCK_ASKED);
  return i < 0 ? NULL : asked[i];
}

// ---------------------------------------------------------------- numbers of names

static uint32_t hash_on(uint32_t hash, const char* name) {
  for (const unsigned char* c = (const unsigned char*)name; *c; c++)
    hash = (hash ^ *c) * 16777619u;
  return hash;
}

static int as_number(uint32_t hash) { return (int)((hash & 0x3fffffffu) | 0x40000000u); }

int name_hash(const char* name) { return as_number(hash_on(2166136261u, name)); }

int face_hash(FcKind kind, const char* name) {
  return as_number(hash_on(hash_on(hash_on(2166136261u, fc_kindName(kind)), "/"), name));
}

int fc_optionValue(FcKind kind, const char* name) {
  if (!name || !name[0])
    return -1;
  const int number = registry_number(kind, name);
  return number ? number - FC_NUMBER(0) : remember(name, name_hash(name));
}

const char* fc_optionName(FcKind kind, int value) { return registry_value_name(kind, "", value); }

const char* fc_optionWord(FcKind kind, int value) {
  const char* name = fc_optionName(kind, value);
  return name ? name : asked_name(value);
}
