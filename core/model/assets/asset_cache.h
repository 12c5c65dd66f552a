// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Results of decoders, kept in the cache of the process (cache.h) so that an asset used by many
// compilations is decoded once.
//
// A result is identified by the name of the resource, the decoder and the number of requested
// channels. It is used when the provider reports no change and the bytes have the same length and
// hash. (File times have whole seconds; a file written twice within one second counts as two
// files.) Cached results are shared between threads and must not be written to.

#ifndef CORE_MODEL_ASSETS_ASSET_CACHE_H_
#define CORE_MODEL_ASSETS_ASSET_CACHE_H_

#include <stdint.h>

#include "core/model/assets/asset_file.h"
#include "core/model/resource/cache.h"

// result of a decoder: one of these
typedef struct Decoded_ {
  uint64_t hash;  // of the source bytes
  size_t nbyte;
  FcMeshData mesh;
  FcImageData image;
  FcHFieldData hfield;
  FcSkinData skin;
} Decoded;

// Sets the decoder of a file (NULL: none), and looks up an earlier result of that decoder. Only on
// the compiling thread.
void asset_recall(AssetFile* file, const FcDecoder* decoder, AssetKind kind, int nchannel);

// Puts file->decoded into the cache if it fits; the file holds it in either case. From any thread.
void asset_remember(AssetFile* file);

// Releases file->decoded and file->key.
void asset_forget(AssetFile* file);

#endif  // CORE_MODEL_ASSETS_ASSET_CACHE_H_
