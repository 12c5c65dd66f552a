// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Files of assets, meshes and collections of files, mutated from the corpora of tests/fuzz, whose
// targets say what is promised.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "campaign.h"
#include "targets.h"

enum { LARGEST = 40000, ROOM = 65536 };

static const struct {
  const char* folder;
  FuzzOutcome (*outcome)(const uint8_t* data, size_t size);
} targets[] = {{"tests/data/fuzz/corpus/asset", asset_outcome},
               {"tests/data/fuzz/corpus/files", files_outcome},
               {"tests/data/fuzz/corpus/mesh", mesh_outcome}};
enum { TARGETS = sizeof targets / sizeof *targets };

// machine.c wants one target
FuzzOutcome fuzz_outcome(const uint8_t* data, size_t size) { return asset_outcome(data, size); }

static void round_of_decoders(void) {
  static Inputs corpus[TARGETS];
  const int target = one_in(2) ? 0 : below(TARGETS);
  if (!corpus[target].n)
    add_inputs(corpus + target, targets[target].folder, "", LARGEST);
  const Input* input = corpus[target].item + below(corpus[target].n);
  char* bytes = malloc(ROOM);
  size_t size = input->size;
  claim(bytes != NULL, "there is memory for a file");
  memcpy(bytes, input->bytes, size);
  mutate_bytes(bytes, &size, ROOM);
  if (replaying())
    printf("%s\n", input->name), fflush(stdout);
  char* exact = malloc(size ? size : 1);
  claim(exact != NULL, "there is memory for a file");
  memcpy(exact, bytes, size);
  free(bytes);
  static const char* const outcome[] = {"refused", "parsed only", "compiled"};
  tally(outcome[targets[target].outcome((const uint8_t*)exact, size)]);
  free(exact);
}

const Campaign campaign_decoders = {"decoders", "files of assets and models", round_of_decoders};
