// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The fuzz targets of tests/fuzz, each under a name of its own.

#ifndef TESTS_CAMPAIGNS_TARGETS_H_
#define TESTS_CAMPAIGNS_TARGETS_H_

#include "tests/fuzz/fuzz.h"

FuzzOutcome asset_outcome(const uint8_t* data, size_t size);
FuzzOutcome document_outcome(const uint8_t* data, size_t size);
FuzzOutcome files_outcome(const uint8_t* data, size_t size);
FuzzOutcome mesh_outcome(const uint8_t* data, size_t size);

#endif  // TESTS_CAMPAIGNS_TARGETS_H_
