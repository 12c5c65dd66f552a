// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Pictures as files, rows from the bottom in memory: three bytes per pixel, or 16 bits of depth.

#ifndef TESTS_VIEW_DRAW_PNG_FILE_H_
#define TESTS_VIEW_DRAW_PNG_FILE_H_

#include <png.h>
#include <string.h>

// Both return whether it went well; width and height are what is expected.
static inline int read_png(const char* path, void* pixels, int width, int height, int format) {
  png_image image = {.version = PNG_IMAGE_VERSION};
  if (!png_image_begin_read_from_file(&image, path))
    return 0;
  const int fits = (int)image.width == width && (int)image.height == height;
  image.format = (png_uint_32)format;
  const int row = (int)(PNG_IMAGE_ROW_STRIDE(image));
  return fits && png_image_finish_read(&image, NULL, pixels, -row, NULL);
}

static inline int write_png(const char* path, const void* pixels, int width, int height,
                            int format) {
  png_image image = {.version = PNG_IMAGE_VERSION,
                     .width = (png_uint_32)width,
                     .height = (png_uint_32)height,
                     .format = (png_uint_32)format};
  return png_image_write_to_file(&image, path, 0, pixels, -(int)PNG_IMAGE_ROW_STRIDE(image), NULL);
}

#endif  // TESTS_VIEW_DRAW_PNG_FILE_H_
