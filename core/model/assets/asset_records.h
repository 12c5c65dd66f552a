// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Textures, height fields and skins while they are compiled.

#ifndef CORE_MODEL_ASSETS_ASSET_RECORDS_H_
#define CORE_MODEL_ASSETS_ASSET_RECORDS_H_

#include "core/model/assets/asset_job.h"

typedef struct TextureRecord_ {
  AssetJob job;  // first
  Texture* texture;
  const mjsTexture* pub;
  AssetFile* file[6];  // [0]: the file, or all faces
  int width, height, nchannel, colorspace;
  size_t size;
  const unsigned char* data;
} TextureRecord;

typedef struct HFieldRecord_ {
  AssetJob job;  // first
  const mjsHField* pub;
  AssetFile* file;
  int nrow, ncol;
  float* data;
} HFieldRecord;

typedef struct SkinRecord_ {
  AssetJob job;  // first
  const mjsSkin* pub;
  AssetFile* file;
  int matid;
  int nvert, ntexcoord, nface, nbone, nbonevert;
  const float *vert, *texcoord;
  const int* face;
  const char** bodyname;  // per bone
  int *bodyid, *bonevertnum, *bonevertadr, *vertid;
  float *bindpos, *bindquat, *vertweight;
} SkinRecord;

// textures (texture_file.c), height fields (height_field.c), skins (skin.c): open the
// files on the thread that compiles, then make the asset
void texture_open(AssetJob* job);
void texture_make(AssetJob* job);
void hfield_open(AssetJob* job);
void hfield_make(AssetJob* job);
void skin_open(AssetJob* job);
void skin_make(AssetJob* job);

#endif  // CORE_MODEL_ASSETS_ASSET_RECORDS_H_
