// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TOOLS_TEMPLATES_H_
#define TOOLS_TEMPLATES_H_

// The files of a module of each kind, which tools/templates/embed.sh cuts out of plugins/examples
// and puts into the command when it is built: the command is one file and finds them wherever it
// is.
typedef struct Template_ {
  const char* kind;  // "solver"; NULL ends the list
  const char* name;  // "TEMPLATE_FILE.c"
  const char* text;
} Template;

extern const Template templates[];

#endif  // TOOLS_TEMPLATES_H_
