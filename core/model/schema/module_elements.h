// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Elements that modules provide: the name of a face is a tag in the section of its kind, for
// example <sensor><acme.tilt site="imu" gain="2"/></sensor>. They are numbered from 0 in the order
// of first use and live as long as the process.

#ifndef CORE_MODEL_SCHEMA_MODULE_ELEMENTS_H_
#define CORE_MODEL_SCHEMA_MODULE_ELEMENTS_H_

#include <fulcrum/module.h>
#include <fulcrum/schema.h>

typedef struct ModuleElement_ {
  FcSchemaElement element;
  const FcFace* face;
  FcKind kind;
  int section;  // index of the parent in the schema
} ModuleElement;

// Kind of the faces that are elements of a section, 0: none.
FcKind module_element_kind(int section);

// The element that a module provides for a tag in a section; -1 with fc_lastError when there is
// none.
int module_element_find(int section, const char* tag);

// An element by number, NULL when there is none.
const ModuleElement* module_element(int number);

#endif  // CORE_MODEL_SCHEMA_MODULE_ELEMENTS_H_
