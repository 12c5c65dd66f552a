// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Textures and height fields as two counts and an array, in little-endian numbers of four bytes.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <fulcrum/decoder.h>
#include <fulcrum/module.h>

enum { HEADER = 8 };

// copy of the data after the header
static void* copy(const FcSource* source, char* error, int error_size) {
  size_t n = source->nbyte - HEADER;
  void* to = malloc(n);
  if (!to) {
    snprintf(error, (size_t)error_size, "out of memory for %zu bytes", n);
    return NULL;
  }
  return memcpy(to, source->bytes + HEADER, n);
}

// width, height, three bytes per pixel
static int decode_texture(const FcSource* source, int nchannel, FcImageData* image, char* error,
                          int error_size) {
  int32_t size[2] = {0, 0};
  if (source->nbyte >= HEADER)
    memcpy(size, source->bytes, sizeof size);
  if (size[0] < 1 || size[1] < 1 ||
      (double)size[0] * (double)size[1] * 3 + HEADER != (double)source->nbyte) {
    snprintf(error, (size_t)error_size,
             "not a PNG; as custom binary texture the size does not fit: %zu bytes for %d by %d "
             "pixels",
             source->nbyte, (int)size[0], (int)size[1]);
    return -1;
  }
  if (nchannel && nchannel != 3) {
    snprintf(error, (size_t)error_size, "custom binary textures have 3 channels, not %d", nchannel);
    return -1;
  }
  image->width = size[0];
  image->height = size[1];
  image->nchannel = 3;
  image->pixel = copy(source, error, error_size);
  return image->pixel ? 0 : -1;
}

// nrow, ncol, then the heights
static int decode_hfield(const FcSource* source, FcHFieldData* hfield, char* error,
                         int error_size) {
  int32_t size[2];
  if (source->nbyte < HEADER) {
    snprintf(error, (size_t)error_size, "hfield header missing: %zu bytes, at least %d expected",
             source->nbyte, HEADER);
    return -1;
  }
  memcpy(size, source->bytes, sizeof size);
  if (size[0] < 1 || size[1] < 1) {
    snprintf(error, (size_t)error_size, "hfield dimensions not positive: %d rows, %d columns",
             (int)size[0], (int)size[1]);
    return -1;
  }
  if ((double)size[0] * (double)size[1] * 4 + HEADER != (double)source->nbyte) {
    snprintf(error, (size_t)error_size,
             "hfield file size unexpected: %zu bytes for %d rows of %d columns", source->nbyte,
             (int)size[0], (int)size[1]);
    return -1;
  }
  hfield->nrow = size[0];
  hfield->ncol = size[1];
  hfield->height = copy(source, error, error_size);
  return hfield->height ? 0 : -1;
}

static const FcDecoder texture = {.size = sizeof(FcDecoder),
                                  .content_type = "image/vnd.mujoco.texture",
                                  .extension = "",
                                  .image = decode_texture};
static const FcDecoder hfield = {.size = sizeof(FcDecoder),
                                 .content_type = "image/vnd.mujoco.hfield",
                                 .extension = "",
                                 .hfield = decode_hfield};
static const char* const texture_types[] = {"image/vnd.mujoco.texture", NULL};
static const char* const hfield_types[] = {"image/vnd.mujoco.hfield", NULL};
static const FcFace faces[] = {{.size = sizeof(FcFace),
                                .kind = FC_DECODER,
                                .name = "raw_texture",
                                .table = &texture,
                                .types = texture_types},
                               {.size = sizeof(FcFace),
                                .kind = FC_DECODER,
                                .name = "raw_hfield",
                                .table = &hfield,
                                .types = hfield_types}};

FC_MODULE_WITH(raw, "raw", "1.0.0", "Apache-2.0", NULL, faces, 0,
               "Textures and height fields from the binary formats of MuJoCo", NULL)
