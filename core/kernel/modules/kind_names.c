// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Names of kinds, and the numbers under which public structs know implementations. Types that
// MuJoCo numbers keep its enum values, which their modules state; any other name becomes the 31-bit
// FNV-1a hash of its letters with bit 30 set, which depends on nothing but the name.

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <fulcrum/host.h>

#include "core/foundation/base/process_lock.h"
#include "core/kernel/modules/registry.h"

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
  for (int k = 1; word && k < FC_NKIND; k++)
    if (strcmp(word, kind_names[k]) == 0)
      return (FcKind)k;
  return (FcKind)0;
}

// ---------------------------------------------------------------- names asked for

// A number cannot be turned back into the name of what is not installed, so the names that were
// asked for are kept for messages, each once, for as long as the process lives.
typedef struct Asked_ {
  struct Asked_* next;
  int value;
  char name[];
} Asked;

static Asked* asked;

static const Asked* find_asked(int value) {
  const Asked* a = asked;
  while (a && a->value != value)
    a = a->next;
  return a;
}

// Without memory the name stays unknown: a message then has the number alone.
static int remember(const char* name, int value) {
  process_lock(LOCK_ASKED);
  const size_t size = strlen(name) + 1;
  Asked* a = find_asked(value) ? NULL : malloc(sizeof *a + size);
  if (a) {
    a->value = value;
    memcpy(a->name, name, size);
    a->next = asked;
    asked = a;
  }
  process_unlock(LOCK_ASKED);
  return value;
}

const char* asked_name(int value) {
  process_lock(LOCK_ASKED);
  const Asked* a = find_asked(value);
  process_unlock(LOCK_ASKED);
  return a ? a->name : NULL;
}

// ---------------------------------------------------------------- numbers of names

static uint32_t hash_on(uint32_t hash, const char* name) {
  for (const unsigned char* c = (const unsigned char*)name; *c; c++)
    hash = (hash ^ *c) * 16777619u;
  return hash;
}

static int as_number(uint32_t hash) { return (int)(hash % FC_NAME_NUMBER) + FC_NAME_NUMBER; }

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
