// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// TEMPLATE: a probe. After each collision stage it counts the contacts of a mjData in its own
// memory, of which the host keeps one block per mjData. A probe changes nothing else.
//
//     <option probe="TEMPLATE"/>

#include <fulcrum/layout.h>
#include <fulcrum/stage.h>

typedef struct Count_ {
  long calls, contacts;
} Count;

static size_t memory(const mjModel* m) {
  (void)m;
  return sizeof(Count);
}

static int observe(const FcContext* context) {
  Count* count = context->memory;
  count->calls++;
  count->contacts += context->d->ncon;
  return 0;
}

static const FcProbe table = {.size = sizeof(FcProbe), .where = "collision", .observe = observe};
static const FcFace faces[] = {{.size = sizeof(FcFace),
                                .kind = FC_PROBE,
                                .name = "TEMPLATE",
                                .table = &table,
                                .memory = memory}};

FC_MODULE_WITH(TEMPLATE_ID, "TEMPLATE", "0.1.0", "Apache-2.0", &fc_layout, faces, 0,
               "A probe that counts contacts", NULL)
