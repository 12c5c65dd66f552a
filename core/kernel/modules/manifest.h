// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// A manifest, NAME.json, tells what a module provides without opening it:
//
//   {"name": "acme.admm", "version": "1.0.0", "licence": "MIT", "abi": 1, "rank": 0,
//    "overrides": ["solver/newton"],
//    "provides": [{"kind": "solver", "name": "acme.admm"},
//                 {"kind": "sensor", "name": "acme.wind", "types": ["acme.wind"]}]}
//
// name, version, abi and provides are required. Types that MuJoCo numbers have "number" beside kind
// and name. Unknown keys are allowed, newer hosts may read them; "summary" is for readers.
// Manifests are written from the descriptor, see fc_moduleManifest.

#ifndef CORE_KERNEL_MODULES_MANIFEST_H_
#define CORE_KERNEL_MODULES_MANIFEST_H_

#include <fulcrum/module.h>

// One thing a module provides: an implementation of a kind, by name, and for families the types it
// serves.
typedef struct Provision_ {
  FcKind kind;
  char* name;
  char** types;  // ntype names
  int ntype;
  char* type_list;  // the types separated by spaces, made when it is first asked for
  int number;       // FcFace.number
} Provision;

typedef struct Manifest_ {
  char* name;
  char* version;
  char* licence;
  int abi;
  int rank;          // higher wins among implementations of equal standing
  char** overrides;  // "kind/name" of installed implementations that this module may replace
  int noverride;
  Provision* provides;
  int nprovide;
} Manifest;

// Read a manifest from text; `stem` is the file name without .json and must equal the name inside.
// 0, or -1 with the reason in error; errno is ENOMEM when the reason is want of memory, else 0.
int manifest_parse(Manifest* manifest, const char* text, const char* stem, char* error,
                   int error_size);

// The manifest that a descriptor implies (built-in modules have no file). 0, or -1 when memory is
// missing.
int manifest_from_descriptor(Manifest* manifest, const FcModule* module);

// Do two manifests say the same, in the same order? 0, or -1 with the first difference in text:
// what a says, not what b says.
int manifest_compare(const Manifest* a, const Manifest* b, char* text, int size);

void manifest_free(Manifest* manifest);

// Is "kind/name" among what the module may replace?
int manifest_overrides(const Manifest* manifest, FcKind kind, const char* name);

// Does the provision answer to this name: its own, or one of its types?
int provision_serves(const Provision* provision, const char* name);

#endif  // CORE_KERNEL_MODULES_MANIFEST_H_
