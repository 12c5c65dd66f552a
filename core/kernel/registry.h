// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Which implementations exist. The registry is process-wide, filled from manifests at first use,
// and read-only but for lazy opening of shared objects and additions to the search path, both under
// one lock.

#ifndef CORE_KERNEL_REGISTRY_H_
#define CORE_KERNEL_REGISTRY_H_

#include <fulcrum/host.h>
#include <fulcrum/module.h>

// Implementation `name` of `kind`, or for families the implementation that serves type `name`;
// opens its module when needed. NULL with fc_lastError naming what was needed, what is known and
// where it was searched.
const FcFace* registry_find(FcKind kind, const char* name);

// The same by the value that public structs hold: the number of a type that MuJoCo numbers, or
// fc_optionValue of a name. Only names that begin with `prefix` count ("": all), because some kinds
// number several roles ("dyntype/", "gaintype/").
const FcFace* registry_numbered(FcKind kind, const char* prefix, int value);

// All implementations of `kind` that can be used, in the deterministic order of rank, version,
// name; opens their modules. At most `max` of them are written to faces; returns how many there
// are.
int registry_all(FcKind kind, const FcFace** faces, int max);

// Like registry_all, but only implementations that serve one of these types (NULL-terminated) or
// do not say which they serve; other modules stay closed.
int registry_serving(FcKind kind, const char* const* types, const FcFace** faces, int max);

// Names of all implementations of `kind` in the same order, from the manifests: opens nothing, so
// some of them may turn out to be unusable. They live as long as the process.
int registry_provided(FcKind kind, const char** names, int max);

// Is the implementation a post-solver, which runs after another and cannot be chosen?
int registry_is_post(FcKind kind, const char* name);

// The number of a name, like fc_optionValue, but not remembered as asked for.
int option_number(FcKind kind, const char* name);

// The name that fc_optionValue has turned into this number, installed or not; NULL: none. The first
// few are remembered, so that a message can say what a model asked for.
const char* asked_name(int value);

// Names of the known implementations of `kind` that can be chosen, separated by ", ", for messages.
// Returns `text`.
const char* registry_names(FcKind kind, char* text, int ntext);

#endif  // CORE_KERNEL_REGISTRY_H_
