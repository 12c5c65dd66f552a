// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TOOLS_TEMPLATES_H_
#define TOOLS_TEMPLATES_H_

// The files of tools/templates, which tools/embed.sh puts into the command when it is built: the
// command is one file and finds them wherever it is.
typedef struct Template_ {
  const char* name;  // "solver.c"; NULL ends the list
  const char* text;
} Template;

extern const Template templates[];

#endif  // TOOLS_TEMPLATES_H_
