// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The decoder of check_decode_cache.c: a mesh whose size, an image whose color, a height field
// whose last height and a skin whose first weight is the letter that the file begins with. "!"
// makes it promise more than it delivers. It counts how often it runs.

#include <stdatomic.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <fulcrum/decoder.h>
#include <fulcrum/module.h>

__attribute__((visibility("default"))) atomic_int letter_decodings;

static int decode_mesh(const FcSource* source, FcMeshData* mesh, char* error, int error_size) {
  static const float corner[12] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
  static const int face[12] = {0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3};
  letter_decodings++;
  if (source->bytes[0] == '?') {
    snprintf(error, (size_t)error_size, "no letter");
    return -1;
  }
  mesh->nvertex = mesh->nface = 4;
  mesh->vertex = malloc(sizeof corner);
  mesh->face = malloc(sizeof face);
  for (int i = 0; i < 12; i++)
    mesh->vertex[i] = corner[i] * (float)(source->bytes[0] - '0');
  memcpy(mesh->face, face, sizeof face);
  return 0;
}

static int decode_image(const FcSource* source, int nchannel, FcImageData* image, char* error,
                        int error_size) {
  (void)error;
  (void)error_size;
  letter_decodings++;
  image->width = 2;
  image->height = 2;
  image->nchannel = nchannel;
  image->pixel = calloc(4, (size_t)nchannel);
  image->pixel[0] = (unsigned char)source->bytes[0];
  return 0;
}

// heights 0, 1, 2 and the letter
static int decode_hfield(const FcSource* source, FcHFieldData* hfield, char* error,
                         int error_size) {
  (void)error;
  (void)error_size;
  letter_decodings++;
  hfield->nrow = hfield->ncol = 2;
  if (source->bytes[0] == '!')
    return 0;
  hfield->height = malloc(4 * sizeof(float));
  for (int i = 0; i < 4; i++)
    hfield->height[i] = (float)i;
  hfield->height[3] = (float)(source->bytes[0] - '0');
  return 0;
}

static void* copy(const void* from, size_t n) { return memcpy(malloc(n), from, n); }

// a triangle that follows the bodies a and b, its first corner both of them
static int decode_skin(const FcSource* source, FcSkinData* skin, char* error, int error_size) {
  static const float vertex[9] = {0, 0, 0, 1, 0, 0, 0, 1, 0}, bindpos[6] = {0, 0, 0, 4, 5, 6},
                     bindquat[8] = {1, 0, 0, 0, 0, 2, 0, 0};
  static const int face[3] = {0, 1, 2}, bonevertnum[2] = {1, 3}, vertid[4] = {0, 0, 1, 2};
  float weight[4] = {(float)(source->bytes[0] - '0'), 1, 1, 1};
  (void)error;
  (void)error_size;
  letter_decodings++;
  skin->nvertex = 3;
  skin->nface = 1;
  skin->nbone = 2;
  skin->nname = source->bytes[0] == '!' ? 2 : 4;
  skin->nweight = 4;
  skin->vertex = copy(vertex, sizeof vertex);
  skin->face = copy(face, sizeof face);
  skin->name = copy("a\0b", 4);
  skin->bindpos = copy(bindpos, sizeof bindpos);
  skin->bindquat = copy(bindquat, sizeof bindquat);
  skin->bonevertnum = copy(bonevertnum, sizeof bonevertnum);
  skin->vertid = copy(vertid, sizeof vertid);
  skin->vertweight = copy(weight, sizeof weight);
  return 0;
}

static const FcDecoder table = {.size = sizeof(FcDecoder),
                                .content_type = "model/letter",
                                .extension = ".letter",
                                .mesh = decode_mesh,
                                .image = decode_image,
                                .hfield = decode_hfield,
                                .skin = decode_skin};

// built when decoders made no height fields: what lies behind its end is not looked at
static const FcDecoder old = {.size = offsetof(FcDecoder, hfield),
                              .content_type = "model/old",
                              .extension = ".old",
                              .mesh = decode_mesh,
                              .hfield = decode_hfield,
                              .skin = decode_skin};
static const FcFace faces[] = {
    {.size = sizeof(FcFace), .kind = FC_DECODER, .name = "letter", .table = &table},
    {.size = sizeof(FcFace), .kind = FC_DECODER, .name = "old", .table = &old}};

static const FcModule module = {.size = sizeof(FcModule),
                                .abi = FC_ABI,
                                .features = FC_FEATURES,
                                .nface = 2,
                                .name = "letter",
                                .version = "1.0.0",
                                .licence = "Apache-2.0",
                                .faces = faces};

// always a module of its own file, also where the first-party ones are built in
__attribute__((visibility("default"))) const FcModule* fulcrum_module(void);
__attribute__((visibility("default"))) const FcModule* fulcrum_module(void) { return &module; }
