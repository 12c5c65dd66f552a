// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Replaces the engine's medium: it ignores the medium and pushes dof 0 with 1 N.

#include <fulcrum/host.h>
#include <fulcrum/layout.h>
#include <fulcrum/passive.h>

static int force(const FcContext* context, const FcPassiveBatch* batch) {
  (void)context;
  batch->qfrc[0] += 1;
  return 0;
}

static const FcPassive table = {.size = sizeof(FcPassive),
                                .flags = FC_PASSIVE_NO_VELOCITY,
                                .array = FC_QFRC_FLUID,
                                .force = force};
static const FcFace faces[] = {
    {.size = sizeof(FcFace), .kind = FC_PASSIVE, .name = "fluid", .table = &table}};

static const char* const overrides[] = {"passive/fluid", NULL};
FC_MODULE_WITH(acme_medium, "acme.medium", "1.0.0", "Apache-2.0", &fc_layout, faces, 0, "A medium",
               overrides)
