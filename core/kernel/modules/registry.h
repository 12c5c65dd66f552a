// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Which implementations exist. The registry is process-wide, filled from manifests at first use,
// and read-only except for the lazy opening of shared objects and additions to the search path,
// both under one lock. None of these functions may be called in a step: what a step needs is kept
// in the bindings of its mjData (binding.h).
//
// Faces and tables are the host's copies: they have the size that this library knows, and members
// that a module was built without are zero.

#ifndef CORE_KERNEL_MODULES_REGISTRY_H_
#define CORE_KERNEL_MODULES_REGISTRY_H_

#include <fulcrum/host.h>
#include <fulcrum/module.h>

// Implementation `name` of `kind`, or for families the implementation that serves type `name`;
// opens its module when needed. NULL with fc_lastError, which gives the missing name, the known
// names and the directories that were searched.
const FcFace* registry_find(FcKind kind, const char* name);

// After a lookup that found nothing: the message about a shortage of memory or file descriptors
// that this thread met and that no error has reported yet, "" if there was none.
const char* registry_shortage(void);

// Lookup by the value that public structs hold: the number of a type that MuJoCo numbers, or the
// hash of a name (name_hash). Only names that start with `prefix` count ("": all), because some
// kinds number several roles ("dyntype/", "gaintype/").
const FcFace* registry_numbered(FcKind kind, const char* prefix, int value);

// The best implementation of `kind` that `accept` (NULL: any) agrees to, in the order of rank,
// version, name; opens modules one after the other until it finds it. NULL with fc_lastError.
const FcFace* registry_best(FcKind kind, int (*accept)(const FcFace* face));

// All usable implementations of `kind`, in the deterministic order of rank, version, name; opens
// their modules. At most `max` of them are written to faces; returns how many there are. -1 with
// fc_lastError when memory or file descriptors are short: the answer would be incomplete, and the
// next call tries again. The same holds for the next two functions.
int registry_all(FcKind kind, const FcFace** faces, int max);

// Like registry_all, but only implementations that serve one of these types (NULL-terminated) or
// do not say which they serve; other modules stay closed.
int registry_serving(FcKind kind, const char* const* types, const FcFace** faces, int max);

// Names of all implementations of `kind` in the same order, from the manifests: opens nothing, so
// some of them may turn out to be unusable. The names live as long as the process.
int registry_provided(FcKind kind, const char** names, int max);

// 1 when an implementation of `kind` lists exactly this type or, for NULL, lists no types. Read
// from the manifests.
int registry_lists(FcKind kind, const char* type);

// The implementation whose kind and name have this hash (face_hash), engine plugins excluded. NULL
// when there is none.
const FcFace* registry_hashed(int value);

// FC_NUMBER of a name that has one (case-insensitive), 0 when it has none or is not installed; and
// the name for a value of a public struct, NULL when no module has it.
int registry_number(FcKind kind, const char* name);
const char* registry_value_name(FcKind kind, const char* prefix, int value);

// Number that depends only on the letters of a name: 31-bit FNV-1a with bit 30 set. face_hash is
// the same for "kind/name", which is what plugin instances of a model hold.
int name_hash(const char* name);
int face_hash(FcKind kind, const char* name);

// The name that fc_optionValue has turned into this number, installed or not; NULL when there is
// none. Only the first few are stored, so that a message can give the name in a model.
const char* asked_name(int value);

// The MJCF keyword for a value of opt.solver or opt.integrator; NULL when there is none. Set by
// core/library.c, so that a message about a missing module can say what the model asks for.
extern const char* (*const option_keyword)(FcKind kind, int value);

// Names of the known implementations of `kind`, separated by ", ", for messages; and the types that
// they list. Both return `text`.
const char* registry_names(FcKind kind, char* text, int ntext);
const char* registry_types(FcKind kind, char* text, int ntext);

// fc_fail with a sentence, followed by the known names of `kind` and the directories searched.
int registry_fail(FcKind kind, const char* format, ...) mjPRINTFLIKE(2, 3);

// Number of queries to the registry so far, each of which takes the process-wide lock. For tests;
// see tests/kernel/check_lookups.c.
long registry_lookups(void);

#endif  // CORE_KERNEL_MODULES_REGISTRY_H_
