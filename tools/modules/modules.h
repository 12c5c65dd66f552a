// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Shared by the parts of `fulcrum modules`.

#ifndef TOOLS_MODULES_MODULES_H_
#define TOOLS_MODULES_MODULES_H_

#include <fulcrum/module.h>

#include "tools/tool.h"

#define PATH_LENGTH 4096

// Write a starter module into a directory (NULL: one named like the module).
int new_module(const Command* command, const char* kind, const char* name, const char* directory);

// Show the modules and faces of this name or type (NULL: all), of one kind (0: all).
int show_modules(const char* name, FcKind kind, int as_json);

// Name of the module whose face is in force for this name, NULL when there is none.
const char* module_of_face(FcKind kind, const char* name);

#endif  // TOOLS_MODULES_MODULES_H_
