// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Binary models, as mj_saveModel writes them: a compiled model, not an editable one. All checks are
// in fc_readModel.

#include <stdint.h>
#include <string.h>

#include <fulcrum/host.h>
#include <fulcrum/layout.h>
#include <fulcrum/loader.h>

#define FILE_ID 54321  // first number of every binary model

static int sniff(const FcSource* source) {
  int32_t id;
  if (source->nbyte < sizeof id)
    return 0;
  memcpy(&id, source->bytes, sizeof id);
  return id == FILE_ID ? 100 : 0;
}

static int load(const FcSource* source, FcLoaded* loaded, char* error, int error_size) {
  loaded->model = fc_readModel(source->bytes, source->nbyte, error, error_size);
  return loaded->model ? 0 : -1;
}

static const FcLoader table = {.size = sizeof(FcLoader), .sniff = sniff, .load = load};
static const char* const types[] = {".mjb", NULL};
static const FcFace faces[] = {
    {.size = sizeof(FcFace), .kind = FC_LOADER, .name = "mjb", .table = &table, .types = types}};

FC_MODULE_WITH(mjb, "mjb", "1.0.0", "Apache-2.0", &fc_layout, faces, 0, "Binary models", NULL)
