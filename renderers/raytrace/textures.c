// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Images are interpolated between the four nearest pixels of the two mipmap levels nearest to the
// footprint (trilinear). Encoded values (sRGB, IEC 61966-2-1) are decoded before they are mixed.

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <fulcrum/host.h>

#include "renderers/common/common.h"
#include "textures.h"

// ---------------------------------------------------------------- values

static float decode(float v) {
  return v <= 0.04045f ? v / 12.92f : powf((v + 0.055f) / 1.055f, 2.4f);
}

static float encode(float v) {
  return v <= 0.0031308f ? 12.92f * v : 1.055f * powf(v, 1 / 2.4f) - 0.055f;
}

// Decoded value of a channel of a pixel; only colours are encoded.
static float value_of(const Texture* t, unsigned char byte, int channel) {
  return channel < 3 ? t->color[byte] : (float)byte / 255;
}

static unsigned char byte_of(const Texture* t, float value, int channel) {
  return (unsigned char)lroundf(255 * (t->srgb && channel < 3 ? encode(value) : value));
}

// ---------------------------------------------------------------- make

static size_t pixels_of(const Texture* t, int level) {
  return (size_t)t->faces * (size_t)t->width[level] * (size_t)t->height[level];
}

// sizes of the levels; returns their total number of bytes
static size_t lay_out(Texture* t, int width, int height) {
  size_t n = 0;
  for (t->levels = 0; t->levels < LEVELS_MOST; t->levels++) {
    t->width[t->levels] = width;
    t->height[t->levels] = height;
    n += 4 * pixels_of(t, t->levels);
    if (width == 1 && height == 1) {
      t->levels++;
      break;
    }
    width = mjMAX(1, width / 2);
    height = mjMAX(1, height / 2);
  }
  return n;
}

// the mean of 2 x 2 pixels of a face, or of 1 x 2 when it is one pixel wide
static void halve_face(const Texture* t, int level, int face) {
  const int wide = t->width[level - 1], high = t->height[level - 1];
  const int width = t->width[level], height = t->height[level];
  const unsigned char* from = t->level[level - 1] + 4 * (size_t)face * (size_t)wide * (size_t)high;
  unsigned char* to = t->level[level] + 4 * (size_t)face * (size_t)width * (size_t)height;
  for (int r = 0; r < height; r++) {
    for (int c = 0; c < width; c++) {
      for (int k = 0; k < 4; k++) {
        float sum = 0;
        for (int i = 0; i < 4; i++) {
          const int row = mjMIN(2 * r + i / 2, high - 1), column = mjMIN(2 * c + i % 2, wide - 1);
          sum +=
              value_of(t, from[4 * ((size_t)row * (size_t)wide + (size_t)column) + (size_t)k], k);
        }
        to[4 * ((size_t)r * (size_t)width + (size_t)c) + (size_t)k] = byte_of(t, sum / 4, k);
      }
    }
  }
}

static void copy_pixels(const Texture* t, const mjtByte* data, int channels, size_t face_step) {
  const size_t n = (size_t)t->width[0] * (size_t)t->height[0];
  for (int face = 0; face < t->faces; face++) {
    const mjtByte* from = data + (size_t)face * face_step;
    unsigned char* to = t->level[0] + 4 * (size_t)face * n;
    for (size_t i = 0; i < n; i++)
      for (size_t k = 0; k < 4; k++)
        to[4 * i + k] = (int)k < channels ? from[i * (size_t)channels + k] : 255;
  }
}

int rt_make_texture(Texture* t, const mjModel* m, int id) {
  const int flat = m->tex_type[id] == mjTEXTURE_2D, channels = m->tex_nchannel[id];
  const int width = m->tex_width[id], height = flat ? m->tex_height[id] : width;
  if (check_texture(m, id))
    return -1;
  Texture made = {.type = m->tex_type[id],
                  .faces = flat ? 1 : 6,
                  .srgb = m->tex_colorspace[id] == mjCOLORSPACE_SRGB};
  for (int i = 0; i < 256; i++)
    made.color[i] = made.srgb ? decode((float)i / 255) : (float)i / 255;
  const size_t bytes = lay_out(&made, width, height);
  made.level[0] = malloc(bytes);
  if (!made.level[0])
    return fc_fail("there is no memory for the texture %d (%s) of %d x %d pixels", id,
                   m->names + m->name_texadr[id], width, height);
  // one square image may stand for all six faces
  const size_t step =
      flat || width == m->tex_height[id] ? 0 : (size_t)channels * (size_t)width * (size_t)width;
  copy_pixels(&made, m->tex_data + m->tex_adr[id], channels, step);
  for (int k = 1; k < made.levels; k++) {
    made.level[k] = made.level[k - 1] + 4 * pixels_of(&made, k - 1);
    for (int face = 0; face < made.faces; face++)
      halve_face(&made, k, face);
  }
  rt_free_texture(t);
  *t = made;
  return 0;
}

void rt_free_texture(Texture* t) {
  free(t->level[0]);
  memset(t, 0, sizeof *t);
}

// ---------------------------------------------------------------- look up

static int wrap(int i, int n, int repeat) {
  if (!repeat)
    return mjMAX(0, mjMIN(n - 1, i));
  i %= n;
  return i < 0 ? i + n : i;
}

// adds `weight` times the mix of the four pixels around (s, t) of a level
static void add_bilinear(const Texture* x, int level, int face, const float st[2], int repeat,
                         float weight, float rgba[4]) {
  const int width = x->width[level], height = x->height[level];
  const float u = st[0] * (float)width - 0.5f, v = st[1] * (float)height - 0.5f;
  const float fu = floorf(u), fv = floorf(v), du = u - fu, dv = v - fv;
  const unsigned char* pixels = x->level[level] + 4 * (size_t)face * (size_t)width * (size_t)height;
  for (int i = 0; i < 4; i++) {
    const int column = wrap((int)fu + (i & 1), width, repeat);
    const int row = wrap((int)fv + (i >> 1), height, repeat);
    const float part = weight * (i & 1 ? du : 1 - du) * (i & 2 ? dv : 1 - dv);
    const unsigned char* p = pixels + 4 * ((size_t)row * (size_t)width + (size_t)column);
    for (int k = 0; k < 4; k++)
      rgba[k] += part * value_of(x, p[k], k);
  }
}

static void sample(const Texture* x, int face, const float st[2], int repeat, float footprint,
                   float rgba[4]) {
  const float most = (float)(x->levels - 1);
  const float level = footprint > 1 ? fminf(log2f(footprint), most) : 0;
  const int low = (int)level;
  const float part = level - (float)low;
  memset(rgba, 0, 4 * sizeof *rgba);
  add_bilinear(x, low, face, st, repeat, 1 - part, rgba);
  if (part > 0)
    add_bilinear(x, low + 1, face, st, repeat, part, rgba);
}

void rt_sample_image(const Texture* x, const float st[2], float footprint, float rgba[4]) {
  // repeated textures are looked up near 0, where numbers are dense and fit an int
  float near[2];
  for (int k = 0; k < 2; k++)
    near[k] = isfinite(st[k]) ? st[k] - floorf(st[k]) : 0;
  sample(x, 0, near, 1, footprint, rgba);
}

void rt_sample_cube(const Texture* x, const float d[3], float footprint, float rgba[4]) {
  // per axis and sign: definition of s and t, as in OpenGL (4.6, table 8.19)
  static const struct {
    int axis[2];
    float sign[2];
  } face[6] = {{{2, 1}, {-1, -1}}, {{2, 1}, {1, -1}}, {{0, 2}, {1, 1}},
               {{0, 2}, {1, -1}},  {{0, 1}, {1, -1}}, {{0, 1}, {-1, -1}}};
  int axis = 0;
  for (int k = 1; k < 3; k++)
    axis = fabsf(d[k]) > fabsf(d[axis]) ? k : axis;
  const int i = 2 * axis + (d[axis] < 0);
  const float size = fmaxf(fabsf(d[axis]), 1e-30f);
  float st[2];
  for (int k = 0; k < 2; k++)
    st[k] = 0.5f * (face[i].sign[k] * d[face[i].axis[k]] / size + 1);
  sample(x, i, st, 0, footprint, rgba);
}
