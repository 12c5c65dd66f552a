// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Pixels of a texture: from the program, a pattern, one file, or six.
//
// A cube is six square faces, one below the other: right, left, up, down, front, back. One file may
// hold them in the cells of a grid; a file with a single cell is used for all faces and stored
// once.

#include <limits.h>
#include <stdint.h>
#include <string.h>

#include "core/foundation/base/heap.h"
#include "core/model/assets/asset_cache.h"
#include "core/model/assets/asset_records.h"
#include "core/model/assets/texture.h"

// content type of a file without a known type
static const char* const kRaw = "image/vnd.mujoco.texture";

// ---------------------------------------------------------------- sizes

// Sets the size of the image; fails when it exceeds what a model can hold or the limit.
static void set_size(TextureRecord* r, int width, long long height) {
  const int painted = r->nchannel > 3 ? r->nchannel : 3;
  if (height > INT_MAX || (double)width * (double)height * painted > (double)MOST_TEXTURE_BYTES)
    asset_fail(&r->job,
               "texture '%s' is too large: %d by %lld pixels of %d channels, at most %lld bytes "
               "and %d rows",
               element_name(r->job.element), width, height, r->nchannel,
               (long long)MOST_TEXTURE_BYTES, INT_MAX);
  asset_check_pixels(&r->job, "texture", width, height, "pixels");
  r->width = width;
  r->height = (int)height;
  r->size = (size_t)width * (size_t)height * (size_t)r->nchannel;
}

// ---------------------------------------------------------------- patterns

static void builtin_texture(TextureRecord* r) {
  AssetJob* job = &r->job;
  const Element* e = job->element;
  const mjsTexture* p = r->pub;
  if (p->width < 1)
    asset_fail(job, "invalid width of builtin texture '%s' (id = %d): at least 1 expected",
               element_name(e), e->index);
  if (p->type == mjTEXTURE_2D && p->height < 1) {
    asset_fail(job, "invalid height of builtin texture '%s' (id = %d): at least 1 expected",
               element_name(e), e->index);
  }
  if (p->nchannel < 1)
    asset_fail(job, "invalid number of channels of texture '%s': at least 1 expected",
               element_name(e));
  r->nchannel = p->nchannel;
  set_size(r, p->width, p->type == mjTEXTURE_2D ? p->height : 6LL * p->width);

  // the pattern is written with three bytes per pixel whatever the number of channels
  size_t painted = (size_t)r->width * (size_t)r->height * 3;
  const size_t room = painted > r->size ? painted : r->size;
  unsigned char* data = ASSET_NEW(job, unsigned char, room);
  populate_pages(data, room);
  TexturePattern pattern = {.builtin = p->builtin,
                            .mark = p->mark,
                            .cube = p->type != mjTEXTURE_2D,
                            .width = r->width,
                            .height = r->height,
                            .random = p->random};
  memcpy(pattern.rgb1, p->rgb1, sizeof pattern.rgb1);
  memcpy(pattern.rgb2, p->rgb2, sizeof pattern.rgb2);
  memcpy(pattern.markrgb, p->markrgb, sizeof pattern.markrgb);
  texture_paint(data, &pattern);
  r->data = data;
}

// ---------------------------------------------------------------- images

typedef struct Image_ {
  int width, height, nchannel, srgb, opaque;
  const unsigned char* pixel;
} Image;

static void swap_pixels(unsigned char* a, unsigned char* b, size_t n) {
  for (size_t i = 0; i < n; i++) {
    unsigned char x = a[i];
    a[i] = b[i];
    b[i] = x;
  }
}

// a flipped copy, since pixels may be shared
static const unsigned char* flipped(TextureRecord* r, const Image* image) {
  const mjsTexture* p = r->pub;
  int w = image->width, h = image->height, n = image->nchannel;
  size_t stride = (size_t)w * (size_t)n;
  unsigned char* pixel = ASSET_NEW(&r->job, unsigned char, stride*(size_t)h);
  memcpy(pixel, image->pixel, stride * (size_t)h);
  for (int row = 0; p->hflip && row < h; row++) {
    unsigned char* start = pixel + stride * (size_t)row;
    for (int k = 0; k < w / 2; k++)
      swap_pixels(start + (size_t)k * (size_t)n, start + (size_t)(w - 1 - k) * (size_t)n,
                  (size_t)n);
  }
  for (int row = 0; p->vflip && row < h / 2; row++)
    swap_pixels(pixel + stride * (size_t)row, pixel + stride * (size_t)(h - 1 - row), stride);
  return pixel;
}

static Image read_image(TextureRecord* r, AssetFile* file) {
  AssetJob* job = &r->job;
  const mjsTexture* p = r->pub;
  if (p->nchannel < 1 || p->nchannel > 4 || p->nchannel == 2)
    asset_fail(job, "texture '%s': channel number %d not supported: 1, 3 or 4 expected",
               element_name(job->element), p->nchannel);
  const FcImageData* d = &asset_decode(job, file)->image;
  Image image = {d->width, d->height, p->nchannel, d->srgb, d->opaque, d->pixel};
  if (image.opaque && (p->hflip || p->vflip))
    asset_fail(job, "texture file '%s' cannot be flipped", file->name);
  if (p->hflip || p->vflip)
    image.pixel = flipped(r, &image);
  return image;
}

static void take_color_space(TextureRecord* r, const Image* image) {
  r->colorspace = r->pub->colorspace;
  if (r->colorspace == mjCOLORSPACE_AUTO)
    r->colorspace = image->srgb ? mjCOLORSPACE_SRGB : mjCOLORSPACE_LINEAR;
}

// an image stored unchanged; compressed bytes, which only the renderer understands, fill the size
// in their header
static void whole_image(TextureRecord* r, const Image* image) {
  set_size(r, image->width, image->height);
  r->data = image->pixel;
  if (!image->opaque || r->nchannel == 1)
    return;
  unsigned char* padded = ASSET_NEW(&r->job, unsigned char, r->size);
  memcpy(padded, image->pixel, (size_t)image->width);
  r->data = padded;
}

// ---------------------------------------------------------------- cubes

static unsigned char* new_cube(TextureRecord* r, int width) {
  set_size(r, width, 6LL * width);
  unsigned char* data = ASSET_NEW(&r->job, unsigned char, r->size);
  for (int k = 0; k < r->nchannel; k++)
    data[k] = k == 3 ? 255 : (unsigned char)(int)(255 * r->pub->rgb1[k]);

  // fills the image with the first pixel, by doubling
  for (size_t done = (size_t)r->nchannel; done < r->size;) {
    size_t more = done < r->size - done ? done : r->size - done;
    memcpy(data + done, data, more);
    done += more;
  }
  r->data = data;
  return data;
}

static void copy_face(unsigned char* cube, int face, const Image* image, int row, int col,
                      int width) {
  size_t bytes = (size_t)width * (size_t)image->nchannel;
  for (int i = 0; i < width; i++) {
    size_t at = (size_t)row * (size_t)width + (size_t)i;
    size_t from =
        (at * (size_t)image->width + (size_t)col * (size_t)width) * (size_t)image->nchannel;
    memcpy(cube + ((size_t)face * (size_t)width + (size_t)i) * bytes, image->pixel + from, bytes);
  }
}

static void cube_of_grid(TextureRecord* r, const AssetFile* file, const Image* image) {
  static const char symbols[] = "RLUDFB";
  AssetJob* job = &r->job;
  const int *grid = r->pub->gridsize, rows = grid[0], cols = grid[1];
  if (rows < 1 || cols < 1 || (double)rows * cols > 12)
    asset_fail(job, "gridsize of texture '%s' must be positive with a product of at most 12: %d %d",
               element_name(job->element), rows, cols);
  int width = image->width / cols;
  if (image->width % cols || image->height % rows || width != image->height / rows) {
    asset_fail(job,
               "PNG size is not a multiple of gridsize in '%s': %d by %d pixels for %d rows of %d "
               "square faces",
               file->name, image->width, image->height, rows, cols);
  }
  if (rows == 1 && cols == 1) {
    whole_image(r, image);
    return;
  }
  unsigned char* cube = new_cube(r, width);
  for (int k = 0; k < rows * cols; k++) {
    char symbol = r->pub->gridlayout[k];
    const char* at = symbol ? strchr(symbols, symbol) : NULL;
    if (!at && symbol != '.')
      asset_fail(job, "gridlayout of texture '%s' has a symbol other than '.', R, L, U, D, F and B",
                 element_name(job->element));
    if (at)
      copy_face(cube, (int)(at - symbols), image, k / cols, k % cols, width);
  }
}

static void cube_of_files(TextureRecord* r) {
  AssetJob* job = &r->job;
  unsigned char* cube = NULL;
  for (int face = 0; face < 6; face++) {
    AssetFile* file = r->file[face];
    if (!file)
      continue;
    Image image = read_image(r, file);
    if (image.width != image.height)
      asset_fail(job, "PNG not square in '%s': %d by %d pixels", file->name, image.width,
                 image.height);
    if (cube && image.width != r->width)
      asset_fail(job, "PNG sizes incompatible in '%s': %d pixels wide, %d expected", file->name,
                 image.width, r->width);
    if (!cube) {
      take_color_space(r, &image);
      cube = new_cube(r, image.width);
    }
    copy_face(cube, face, &image, 0, 0, image.width);
  }
}

// ---------------------------------------------------------------- all sources

static int is_made(const mjsTexture* p) {
  int n;
  handle_bytes(p->data, &n);
  return n || p->builtin != mjBUILTIN_NONE;
}

static AssetFile* open_file(TextureRecord* r, const char* name) {
  AssetJob* job = &r->job;
  AssetFile* file = asset_named(job, name, handle_string(r->pub->content_type));
  const FcDecoder* decoder = asset_decoder_or(file, ASSET_IMAGE, kRaw);
  if (!decoder)
    asset_fail(job, "texture file '%s': content type '%s' is not supported", file->name,
               file->type);
  asset_read(job, file, element_compiler(job->element)->texturedir);
  asset_recall(file, decoder, ASSET_IMAGE, r->pub->nchannel);
  return file;
}

void texture_open(AssetJob* job) {
  TextureRecord* r = (TextureRecord*)job;
  const mjsTexture* p = r->pub;
  const char* file = handle_string(p->file);
  if (is_made(p))
    return;
  if (file[0]) {
    job->path = asset_name(job, file);
    r->file[0] = open_file(r, file);
    return;
  }
  int n = handle_strings_size(p->cubefiles), found = 0;
  for (int i = 0; i < 6 && i < n; i++) {
    const char* name = handle_strings_item(p->cubefiles, i);
    if (!name[0])
      continue;
    if (p->type == mjTEXTURE_2D)
      asset_fail(job, "texture '%s' of type 2d cannot be loaded from cube files",
                 element_name(job->element));
    r->file[i] = open_file(r, name);
    found = 1;
  }
  if (!found)
    asset_fail(job, "no cube files defined in texture '%s'", element_name(job->element));
}

static void user_texture(TextureRecord* r, const void* bytes, int n) {
  const mjsTexture* p = r->pub;
  if (p->width < 1 || p->height < 1 || p->nchannel < 1 ||
      (double)p->width * p->height * p->nchannel != n) {
    asset_fail(&r->job,
               "texture buffer has incorrect size, given %d expected %.0f: %d by %d pixels of %d "
               "channels",
               n, (double)p->width * p->height * p->nchannel, p->width, p->height, p->nchannel);
  }
  r->width = p->width;
  r->height = p->height;
  r->size = (size_t)n;
  r->data = bytes;
  if (p->hflip || p->vflip) {
    const Image image = {
        .width = p->width, .height = p->height, .nchannel = p->nchannel, .pixel = bytes};
    r->data = flipped(r, &image);
  }
}

void texture_make(AssetJob* job) {
  TextureRecord* r = (TextureRecord*)job;
  const mjsTexture* p = r->pub;
  int n;
  const void* bytes = handle_bytes(p->data, &n);
  r->nchannel = p->nchannel;
  r->colorspace = p->colorspace;
  if (n) {
    user_texture(r, bytes, n);
  } else if (p->builtin != mjBUILTIN_NONE) {
    builtin_texture(r);
  } else if (handle_string(p->file)[0]) {
    Image image = read_image(r, r->file[0]);
    take_color_space(r, &image);
    if (p->type == mjTEXTURE_2D || image.opaque)
      whole_image(r, &image);
    else
      cube_of_grid(r, r->file[0], &image);
  } else {
    cube_of_files(r);
  }
}
