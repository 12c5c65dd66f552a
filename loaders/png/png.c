// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// PNG by libpng. Pixels are brought to 8 bits: palettes and 1, 2 or 4 bit greys are expanded, of 16
// bits the upper 8 are kept. Then channels are matched without mixing colours: grey becomes RGB by
// repetition, RGB becomes grey by its red channel, missing alpha is 255. Gamma and colour profiles
// are left alone.

#include <limits.h>
#include <png.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <fulcrum/decoder.h>
#include <fulcrum/module.h>

typedef struct Reading_ {
  png_structp png;
  png_infop info;
  const char* at;
  size_t left;
  unsigned char* raw;  // pixels with the channels of the file
  png_bytep* row;
  char* error;
  int error_size;
} Reading;

static void report(png_structp png, png_const_charp message) {
  Reading* r = png_get_error_ptr(png);
  snprintf(r->error, (size_t)r->error_size, "invalid PNG: %s", message);
  png_longjmp(png, 1);
}

static void ignore(png_structp png, png_const_charp message) {
  (void)png;
  (void)message;
}

static void feed(png_structp png, png_bytep to, png_size_t n) {
  Reading* r = png_get_io_ptr(png);
  if (n > r->left)
    png_error(png, "the file ends too early");
  memcpy(to, r->at, n);
  r->at += n;
  r->left -= n;
}

// the channels of the file, with 8 bits each; transparency only when requested
static void prepare(Reading* r, int nchannel) {
  png_read_info(r->png, r->info);
  int color = png_get_color_type(r->png, r->info), depth = png_get_bit_depth(r->png, r->info);
  if (depth == 16)
    png_set_strip_16(r->png);
  if (color == PNG_COLOR_TYPE_PALETTE)
    png_set_palette_to_rgb(r->png);
  if (color == PNG_COLOR_TYPE_GRAY && depth < 8)
    png_set_expand_gray_1_2_4_to_8(r->png);
  int alpha = nchannel == 0 || nchannel == 4;
  if (alpha && png_get_valid(r->png, r->info, PNG_INFO_tRNS))
    png_set_tRNS_to_alpha(r->png);
  if (!alpha && color & PNG_COLOR_MASK_ALPHA)
    png_set_strip_alpha(r->png);
  png_set_interlace_handling(r->png);
  png_read_update_info(r->png, r->info);
}

// all rows; deflate compresses by a factor of at most 1032, so a short file that declares a large
// image is refused before memory is allocated
static void read_rows(Reading* r, size_t nbyte) {
  size_t width = png_get_image_width(r->png, r->info);
  size_t height = png_get_image_height(r->png, r->info);
  size_t stride = png_get_rowbytes(r->png, r->info);
  size_t packed = (width * (size_t)png_get_channels(r->png, r->info) / 64 + 1) * height;
  if (packed / 1100 > nbyte)
    png_error(r->png, "the file is too short for the size of the image");
  if ((double)width * (double)height > (double)fc_mostPixels())
    png_error(
        r->png,
        "the image has more pixels than the limit allows; fc_setMostPixels, or the environment "
        "variable FULCRUM_MOST_PIXELS of the command, raises it");
  if (width > INT_MAX || height > INT_MAX || width * height > PTRDIFF_MAX / 8)
    png_error(r->png, "the image is too large");
  r->raw = malloc(stride * height);
  r->row = malloc(height * sizeof *r->row);
  if (!r->raw || !r->row)
    png_error(r->png, "out of memory");
  for (size_t i = 0; i < height; i++)
    r->row[i] = r->raw + i * stride;
  png_read_image(r->png, r->row);
  png_read_end(r->png, NULL);
}

// from the channels of the file (1, 2: grey; 3, 4: colour; even: alpha) to the requested ones
static void match(unsigned char* to, int nto, const unsigned char* from, int nfrom, size_t npixel) {
  int gray = nfrom < 3, alpha = nfrom % 2 == 0;
  for (size_t i = 0; i < npixel; i++, to += nto, from += nfrom) {
    to[0] = from[0];
    if (nto >= 3) {
      to[1] = gray ? from[0] : from[1];
      to[2] = gray ? from[0] : from[2];
    }
    if (nto == 4)
      to[3] = alpha ? from[nfrom - 1] : 255;
  }
}

static int finish(Reading* r, int nchannel, FcImageData* image) {
  int nfrom = png_get_channels(r->png, r->info);
  image->width = (int)png_get_image_width(r->png, r->info);
  image->height = (int)png_get_image_height(r->png, r->info);
  image->nchannel = nchannel ? nchannel : nfrom == 2 ? 4 : nfrom;
  image->srgb = png_get_valid(r->png, r->info, PNG_INFO_sRGB) != 0;
  size_t npixel = (size_t)image->width * (size_t)image->height;
  if (nfrom == image->nchannel) {
    image->pixel = r->raw;
    r->raw = NULL;
    return 0;
  }
  image->pixel = malloc(npixel * (size_t)image->nchannel);
  if (!image->pixel) {
    snprintf(r->error, (size_t)r->error_size, "out of memory for %d by %d pixels", image->width,
             image->height);
    return -1;
  }
  match(image->pixel, image->nchannel, r->raw, nfrom, npixel);
  return 0;
}

static int read_png(Reading* r, size_t nbyte, int nchannel, FcImageData* image) {
  if (setjmp(png_jmpbuf(r->png)))
    return -1;
  png_set_read_fn(r->png, r, feed);
  // only the chunk of that name makes an image sRGB, not an equivalent profile
#ifdef PNG_SKIP_sRGB_CHECK_PROFILE
  png_set_option(r->png, PNG_SKIP_sRGB_CHECK_PROFILE, PNG_OPTION_ON);
#endif
  png_set_user_limits(r->png, 1 << 20, 1 << 20);
  prepare(r, nchannel);
  read_rows(r, nbyte);
  return finish(r, nchannel, image);
}

static int decode(const FcSource* source, int nchannel, FcImageData* image, char* error,
                  int error_size) {
  if (nchannel != 0 && nchannel != 1 && nchannel != 3 && nchannel != 4) {
    snprintf(error, (size_t)error_size,
             "channel number %d not supported: 1 (grey), 3 (RGB) or 4 (RGBA) expected", nchannel);
    return -1;
  }
  Reading r = {
      .at = source->bytes, .left = source->nbyte, .error = error, .error_size = error_size};
  snprintf(error, (size_t)error_size, "out of memory");
  r.png = png_create_read_struct(PNG_LIBPNG_VER_STRING, &r, report, ignore);
  r.info = r.png ? png_create_info_struct(r.png) : NULL;
  int status = r.info ? read_png(&r, source->nbyte, nchannel, image) : -1;
  png_destroy_read_struct(&r.png, &r.info, NULL);
  free(r.raw);
  free(r.row);
  return status;
}

static const FcDecoder table = {
    .size = sizeof(FcDecoder), .content_type = "image/png", .extension = ".png", .image = decode};
static const char* const types[] = {"image/png", ".png", NULL};
static const FcFace faces[] = {
    {.size = sizeof(FcFace), .kind = FC_DECODER, .name = "png", .table = &table, .types = types}};

FC_MODULE_WITH(png, "png", "1.0.0", "Apache-2.0", NULL, faces, 0, "Images from PNG files", NULL)
