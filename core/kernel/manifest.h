// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// A manifest, NAME.json, tells what a module provides without opening it:
//
//   {"name": "acme.admm", "version": "1.0.0", "licence": "MIT", "abi": 1, "rank": 0,
//    "overrides": ["solver/newton"],
//    "provides": [{"kind": "solver", "name": "acme.admm"},
//                 {"kind": "sensor", "name": "acme.wind", "types": ["acme.wind"]}]}
//
// name, version, abi and provides are required. Unknown keys are allowed: tools and newer hosts
// read them.

#ifndef CORE_KERNEL_MANIFEST_H_
#define CORE_KERNEL_MANIFEST_H_

#include <fulcrum/module.h>

// One thing a module provides: an implementation of a kind, by name, and for families the types it
// serves.
typedef struct Provision_ {
  FcKind kind;
  char* name;
  char** types;  // ntype names
  int ntype;
  int post;    // a solver that runs after another one and cannot be chosen
  int number;  // FcFace.number
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
// 0, or -1 with the reason in error.
int manifest_parse(Manifest* manifest, const char* text, const char* stem, char* error,
                   int error_size);

// The manifest that a descriptor implies (built-in modules have no file). 0, or -1 when memory is
// missing.
int manifest_from_descriptor(Manifest* manifest, const FcModule* module);

void manifest_free(Manifest* manifest);

// Does the provision answer to this name: its own, or one of its types?
int provision_serves(const Provision* provision, const char* name);

#endif  // CORE_KERNEL_MANIFEST_H_
