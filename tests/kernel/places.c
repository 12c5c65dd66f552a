// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// A module with a probe at every stage of the pipeline: probe k counts its runs in userdata[k].

#include <fulcrum/layout.h>
#include <fulcrum/stage.h>

#include "tests/kernel/places.h"

#define PROBE(name)                                     \
  static int observe_##name(const FcContext* context) { \
    context->d->userdata[PLACE_##name] += 1;            \
    return 0;                                           \
  }                                                     \
  static const FcProbe probe_##name = {                 \
      .size = sizeof(FcProbe), .where = #name, .observe = observe_##name};
PLACES(PROBE)

#define FACE(place) \
  {.size = sizeof(FcFace), .kind = FC_PROBE, .name = "acme." #place, .table = &probe_##place},
static const FcFace faces[] = {PLACES(FACE)};

FC_MODULE(places, "acme.places", "1.0.0", "Apache-2.0", &fc_layout, faces)
