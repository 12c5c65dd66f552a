// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The convex service: opt has a flag that asks for the legacy pipeline.

#include <fulcrum/convex.h>

#include "core/kernel/kinds/kinds.h"
#include "core/kernel/modules/registry.h"

static int is_legacy(const FcFace* face) { return ((const FcConvex*)face->table)->legacy != 0; }

static int is_native(const FcFace* face) { return !is_legacy(face); }

static const FcFace* choose(int legacy) {
  const FcFace* face = registry_best(FC_CONVEX, legacy ? is_legacy : is_native);
  if (!face && legacy)
    registry_fail(FC_CONVEX,
                  "the flag nativeccd is disabled, and no module with the legacy convex collision "
                  "pipeline is installed");
  return face;
}

const KindRules convex_rules = {.required = {NEEDS(FcConvex, collide), NEEDS(FcConvex, piece)},
                                .option = offsetof(mjOption, disableflags),
                                .option_bits = mjDSBL_NATIVECCD,
                                .choose = choose};
