// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Which implementations exist. The registry is process-wide, filled from manifests at first use,
// and read-only but for lazy opening of shared objects and additions to the search path, both under
// one lock. Nothing of this is called in a step: what a step needs is kept in the bindings of its
// mjData (binding.h).
//
// Faces and tables are the host's copies: they have the size that this library knows, and members
// that a module was built without are zero.

#ifndef CORE_KERNEL_MODULES_REGISTRY_H_
#define CORE_KERNEL_MODULES_REGISTRY_H_

#include <fulcrum/host.h>
#include <fulcrum/module.h>

// Implementation `name` of `kind`, or for families the implementation that serves type `name`;
// opens its module when needed. NULL with fc_lastError naming what was needed, what is known and
// where it was searched.
const FcFace* registry_find(FcKind kind, const char* name);

// After an answer that means "none": the message about missing memory or file descriptors that this
// thread has met and that no error has told yet, "" if nothing was missing.
const char* registry_shortage(void);

// The same by the value that public structs hold: the number of a type that MuJoCo numbers, or the
// hash of a name (name_hash). Only names that begin with `prefix` count ("": all), because some
// kinds number several roles ("dyntype/", "gaintype/").
const FcFace* registry_numbered(FcKind kind, const char* prefix, int value);

// The best implementation of `kind` that `accept` (NULL: any) agrees to, in the order of rank,
// version, name; opens modules one after the other until then. NULL with fc_lastError.
const FcFace* registry_best(FcKind kind, int (*accept)(const FcFace* face));

// All implementations of `kind` that can be used, in the deterministic order of rank, version,
// name; opens their modules. At most `max` of them are written to faces; returns how many there
// are.
// -1 with fc_lastError when memory or file descriptors are short: then the answer would not be
// complete, and the next call tries again. So it is for the next two.
int registry_all(FcKind kind, const FcFace** faces, int max);

// Like registry_all, but only implementations that serve one of these types (NULL-terminated) or
// do not say which they serve; other modules stay closed.
int registry_serving(FcKind kind, const char* const* types, const FcFace** faces, int max);

// Names of all implementations of `kind` in the same order, from the manifests: opens nothing, so
// some of them may turn out to be unusable. They live as long as the process.
int registry_provided(FcKind kind, const char** names, int max);

// Does an implementation of `kind` list this type, letter by letter, or (NULL) no types at all?
// From the manifests.
int registry_lists(FcKind kind, const char* type);

// The implementation whose kind and name have this hash (face_hash). Engine plugins do not count.
// NULL: none.
const FcFace* registry_hashed(int value);

// FC_NUMBER of a name that has one (letters of either case), 0 when it has none or is not
// installed; and the name that stands for a value of a public struct, NULL when no module has it.
int registry_number(FcKind kind, const char* name);
const char* registry_value_name(FcKind kind, const char* prefix, int value);

// Number that depends on nothing but the letters of a name: 31-bit FNV-1a with bit 30 set. The same
// of "kind/name", which is what plugin instances of a model hold.
int name_hash(const char* name);
int face_hash(FcKind kind, const char* name);

// The name that fc_optionValue has turned into this number, installed or not, so that a message can
// say what a model asked for; NULL: none.
const char* asked_name(int value);

// What MJCF calls the value of opt.solver or opt.integrator; NULL: nothing. Filled by
// core/library.c, so that a message about a module that is missing can name what the model wants.
extern const char* (*const option_keyword)(FcKind kind, int value);

// Names of the known implementations of `kind`, separated by ", ", for messages; and the types they
// list. Both return `text`.
const char* registry_names(FcKind kind, char* text, int ntext);
const char* registry_types(FcKind kind, char* text, int ntext);

// fc_fail with a sentence, and after it what is known of `kind` and where it was searched.
int registry_fail(FcKind kind, const char* format, ...) mjPRINTFLIKE(2, 3);

// How often the registry was asked so far: every lookup takes the process-wide lock. For tests; see
// tests/kernel/check_lookups.c.
long registry_lookups(void);

#endif  // CORE_KERNEL_MODULES_REGISTRY_H_
