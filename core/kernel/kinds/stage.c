// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Stages and probes, which stand at a place of the pipeline.

#include <fulcrum/stage.h>

#include "core/kernel/kinds/kinds.h"

static const char* place_of_stage(const FcFace* face) {
  return ((const FcStage*)face->table)->where;
}

static const char* place_of_probe(const FcFace* face) {
  return ((const FcProbe*)face->table)->where;
}

const KindRules stage_rules = {.required = {NEEDS(FcStage, where), NEEDS(FcStage, run)},
                               .place = place_of_stage,
                               .by_instance = 1};

const KindRules probe_rules = {.required = {NEEDS(FcProbe, where), NEEDS(FcProbe, observe)},
                               .place = place_of_probe,
                               .by_instance = 1};
