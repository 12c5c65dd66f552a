// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// `fulcrum modules manifest`: the manifest of a module, written from its descriptor.

#include <stdio.h>
#include <stdlib.h>

#include <fulcrum/file.h>
#include <fulcrum/host.h>

#include "tools/check/check.h"
#include "tools/tool.h"

int print_manifest(const char* module, const char* output) {
  char none[1];
  const int length = fc_moduleManifest(module, none, sizeof none);
  char* text = length >= 0 ? malloc((size_t)length + 1) : NULL;
  if (length < 0)
    return failure("%s", fc_lastError());
  if (!text)
    return failure("out of memory for the manifest of %s", module);
  fc_moduleManifest(module, text, length + 1);
  FILE* file = fc_openFile(output, 0);
  if (file)
    fputs(text, file);
  free(text);
  return file && !fc_commitFile(file) ? EXIT_OK : failure("%s", fc_lastError());
}
