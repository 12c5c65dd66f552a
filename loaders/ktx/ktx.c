// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// KTX: textures compressed for the graphics processor. The bytes go to the renderer unchanged.

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <fulcrum/decoder.h>
#include <fulcrum/module.h>

static int decode(const FcSource* source, int nchannel, FcImageData* image, char* error,
                  int error_size) {
  if (source->nbyte > INT_MAX || !(image->pixel = malloc(source->nbyte + 1))) {
    snprintf(error, (size_t)error_size, "out of memory for %zu bytes", source->nbyte);
    return -1;
  }
  memcpy(image->pixel, source->bytes, source->nbyte);
  image->width = (int)source->nbyte;
  image->height = 1;
  image->nchannel = nchannel;
  image->opaque = 1;
  return 0;
}

static const FcDecoder table = {
    .size = sizeof(FcDecoder), .content_type = "image/ktx", .extension = "", .image = decode};
static const char* const types[] = {"image/ktx", NULL};
static const FcFace faces[] = {
    {.size = sizeof(FcFace), .kind = FC_DECODER, .name = "ktx", .table = &table, .types = types}};

FC_MODULE_WITH(ktx, "ktx", "1.0.0", "Apache-2.0", NULL, faces, 0,
               "KTX images, handed on to the renderer as they are", NULL)
