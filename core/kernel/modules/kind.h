// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// What the kernel must know about a kind of module: one constant for each row of
// <fulcrum/kinds.def>, in the file of the kind in core/kernel/kinds. core/library.c collects them
// in kind_rules, through which the folders below kinds read them. A member that is 0 says that the
// kind has nothing of that sort.

#ifndef CORE_KERNEL_MODULES_KIND_H_
#define CORE_KERNEL_MODULES_KIND_H_

#include <stddef.h>

#include <fulcrum/module.h>

enum { REQUIRED_MAX = 24 };  // entries of the longest list, with its terminator

// A member (function or text) that every table of a kind must have.
typedef struct Required_ {
  size_t offset;
  const char* name;
} Required;

#define NEEDS(type, member) \
  { offsetof(type, member), #member }

// An array of structs that a table points to: the offsets of the pointer, of the number of entries
// and of their size, the bytes of an entry in SDK 1.0, and those of an entry here. 0: none.
typedef struct TableArray_ {
  size_t pointer, count, stride;
  size_t least, size;
  const char* name;  // what the entries are
} TableArray;

// Bytes up to the end of the last member that a struct had in SDK 1.0.
#define LEAST(type, member) (offsetof(type, member) + sizeof(((type*)0)->member))

typedef struct KindRules_ {
  // ---- when a module is opened

  // A table must reach to the end of the last of these; members after it may be absent.
  Required required[REQUIRED_MAX];

  TableArray array;  // copied with the table

  // Checks a complete table. 0, or -1 with what is wrong, as a sentence without its subject, the
  // face.
  int (*check)(const FcFace* face, const void* table, char* fault, int size);

  // ---- when a module is opened again

  // The first difference in what compiled models store or bindings rely on; NULL: none.
  const char* (*difference)(const FcFace* former, const FcFace* next);

  // ---- when a face is bound

  // Of a kind of which one implementation is in force, these bits of an int at this offset in
  // mjOption choose. `numbered`: they are the number of the implementation. Otherwise
  // choose(bits) finds it; without `choose` the highest rank decides.
  size_t option;
  int option_bits;
  int numbered;
  const FcFace* (*choose)(int bits);

  // Name of the place in the pipeline where a face is attached.
  const char* (*place)(const FcFace* face);

  // 1: a face is bound once for each of its instances in the model.
  int by_instance;

  // The array of mjModel in which every element has its own values of the parameters of a face.
  const char* (*element_values)(const FcFace* face);

  // Numbers of state that the host keeps for a face, besides those that it asks for.
  long long (*host_state)(const mjModel* m, const FcFace* face);
} KindRules;

extern const KindRules* const kind_rules[FC_NKIND];  // core/library.c; [0] is NULL

// Name of the place where a face is attached; NULL for kinds that have no place.
static inline const char* face_place(const FcFace* face) {
  const KindRules* rules = kind_rules[face->kind];
  return rules->place ? rules->place(face) : NULL;
}

// The array in which elements have their own values of its parameters; NULL: the model keeps them.
static inline const char* face_element_values(const FcFace* face) {
  const KindRules* rules = kind_rules[face->kind];
  return rules->element_values ? rules->element_values(face) : NULL;
}

#endif  // CORE_KERNEL_MODULES_KIND_H_
