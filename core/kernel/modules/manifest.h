// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// A manifest, NAME.json, states what a module provides, so that the module need not be opened:
//
//   {"name": "acme.admm", "version": "1.0.0", "licence": "MIT", "abi": 1, "rank": 0,
//    "overrides": ["solver/NAME"],
//    "provides": [{"kind": "solver", "name": "acme.admm"},
//                 {"kind": "sensor", "name": "acme.wind", "types": ["acme.wind"]}]}
//
// name, version, abi and provides are required. Types that MuJoCo numbers have "number" beside kind
// and name. Unknown keys are allowed, since newer hosts may read them; "summary" is for human
// readers. Manifests are generated from the descriptor, see fc_moduleManifest.

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
  char* type_list;  // the types separated by spaces, made on first use
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

// Reads a manifest from text; `stem` is the file name without .json and must equal the name inside.
// 0, or -1 with the reason in error; errno is ENOMEM when memory ran out, else 0.
int manifest_parse(Manifest* manifest, const char* text, const char* stem, char* error,
                   int error_size);

// The manifest implied by a descriptor (built-in modules have no file). 0, or -1 when memory runs
// out.
int manifest_from_descriptor(Manifest* manifest, const FcModule* module);

// Compares two manifests, including the order. 0 when they are equal, or -1 with the first
// difference in text: what a says and b does not.
int manifest_compare(const Manifest* a, const Manifest* b, char* text, int size);

void manifest_free(Manifest* manifest);

// 1 when the module may replace "kind/name".
int manifest_overrides(const Manifest* manifest, FcKind kind, const char* name);

// 1 when this is the name of the provision or one of its types.
int provision_serves(const Provision* provision, const char* name);

#endif  // CORE_KERNEL_MODULES_MANIFEST_H_
