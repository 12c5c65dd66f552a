// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// What the parts of `fulcrum modules` share.

#ifndef TOOLS_MODULES_MODULES_H_
#define TOOLS_MODULES_MODULES_H_

#include <fulcrum/module.h>

#include "tools/tool.h"

#define PATH_LENGTH 4096

// Write a module to begin with into a directory (NULL: one that is called like the module).
int new_module(const Command* command, const char* kind, const char* name, const char* directory);

// Show the modules and faces of this name or type (NULL: all), of one kind (0: all).
int show_modules(const char* name, FcKind kind, int as_json);

// Name of the module whose face answers for this name, NULL when none does.
const char* module_of_face(FcKind kind, const char* name);

#endif  // TOOLS_MODULES_MODULES_H_
