// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// What decoders made of files, kept in the cache of the process (cache.h) so that an asset which
// many compilations use is decoded once.
//
// A result is found again by the name of the resource, the decoder and the number of channels asked
// for; it is used when the provider sees no change and the bytes are the same by length and hash.
// (A time of the file system has whole seconds; a file written twice within one is two files.)
// What is kept is shared between threads and must not be written to.

#ifndef CORE_MODEL_ASSETS_ASSET_CACHE_H_
#define CORE_MODEL_ASSETS_ASSET_CACHE_H_

#include <stdint.h>

#include "core/model/assets/asset_job.h"
#include "core/model/resource/cache.h"

// result of a decoder: one of these
typedef struct Decoded_ {
  uint64_t hash;  // of the bytes it was made from
  size_t nbyte;
  FcMeshData mesh;
  FcImageData image;
  FcHFieldData hfield;
  FcSkinData skin;
} Decoded;

// Give a file its decoder (NULL: there is none), and look up what that made of it before. Only on
// the thread that compiles.
void asset_recall(AssetJob* job, AssetFile* file, const FcDecoder* decoder, AssetKind kind,
                  int nchannel);

// Give file->decoded to the cache, where it fits; the file holds it either way. From any thread.
void asset_remember(AssetFile* file);

// End the use of file->decoded.
void asset_forget(AssetFile* file);

#endif  // CORE_MODEL_ASSETS_ASSET_CACHE_H_
