// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// A file that an asset is made from, and the result of its decoder.

#ifndef CORE_MODEL_ASSETS_ASSET_FILE_H_
#define CORE_MODEL_ASSETS_ASSET_FILE_H_

#include <stddef.h>
#include <stdint.h>

#include <fulcrum/decoder.h>
#include <mujoco/mujoco.h>

// What a file is decoded into.
typedef enum AssetKind_ { ASSET_MESH, ASSET_IMAGE, ASSET_HFIELD, ASSET_SKIN } AssetKind;

// the content of a file
typedef struct AssetFile_ {
  mjResource* resource;
  const char* name;  // as in the model
  const char* type;  // content type, "" when it is not known
  int typed;         // the model gives the type, in any form
  const char* bytes;
  size_t nbyte;
  const FcDecoder* decoder;        // NULL: none; this, kind and nchannel are set by asset_recall
  AssetKind kind;                  // requested from the decoder
  int nchannel;                    // of images, 0: as many as the file has
  const struct Decoded_* decoded;  // result of the decoder, not to be written to
  struct CacheAsset* cached;       // owner of the result, NULL: this file
  char* key;                       // in the cache, NULL: not cached
  uint64_t hash;                   // of the bytes
  struct AssetFile_* next;
} AssetFile;

#endif  // CORE_MODEL_ASSETS_ASSET_FILE_H_
