// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Kinds of modules for files: loaders and savers of models, decoders of assets.

#include <fulcrum/decoder.h>
#include <fulcrum/loader.h>

#include "core/kernel/kinds/kinds.h"

const KindRules loader_rules = {.required = {NEEDS(FcLoader, sniff), NEEDS(FcLoader, load)}};

const KindRules saver_rules = {.required = {NEEDS(FcSaver, extension), NEEDS(FcSaver, save)}};

const KindRules decoder_rules = {
    .required = {NEEDS(FcDecoder, content_type), NEEDS(FcDecoder, extension)}};
