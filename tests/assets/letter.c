// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The decoder of check_decode_cache.c: a mesh whose size and an image whose color is the letter
// that the file begins with. It counts how often it runs.

#include <stdatomic.h>
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
  if (source->bytes[0] == '?') return snprintf(error, (size_t)error_size, "no letter"), -1;
  mesh->nvertex = mesh->nface = 4;
  mesh->vertex = malloc(sizeof corner);
  mesh->face = malloc(sizeof face);
  for (int i = 0; i < 12; i++) mesh->vertex[i] = corner[i] * (float)(source->bytes[0] - '0');
  memcpy(mesh->face, face, sizeof face);
  return 0;
}

static int decode_image(const FcSource* source, int nchannel, FcImageData* image, char* error,
                        int error_size) {
  (void)error, (void)error_size;
  letter_decodings++;
  image->width = 2;
  image->height = 2;
  image->nchannel = nchannel;
  image->pixel = calloc(4, (size_t)nchannel);
  image->pixel[0] = (unsigned char)source->bytes[0];
  return 0;
}

static const FcDecoder table = {.size = sizeof(FcDecoder),
                                .content_type = "model/letter",
                                .extension = ".letter",
                                .mesh = decode_mesh,
                                .image = decode_image};
static const FcFace faces[] = {
    {.size = sizeof(FcFace), .kind = FC_DECODER, .name = "letter", .table = &table}};

static const FcModule module = {.size = sizeof(FcModule),
                                .abi = FC_ABI,
                                .features = FC_FEATURES,
                                .nface = 1,
                                .name = "letter",
                                .version = "1.0.0",
                                .licence = "Apache-2.0",
                                .faces = faces};

// always a module of its own file, also where the first-party ones are built in
__attribute__((visibility("default"))) const FcModule* fulcrum_module(void);
__attribute__((visibility("default"))) const FcModule* fulcrum_module(void) { return &module; }
