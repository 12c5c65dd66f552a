// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Builtin textures: flat, checker and gradient, with marks on top.
//
// Colours are truncated, not rounded, to bytes. A flat image has the direction x = 2c/(w-1) - 1, y
// = 1 - 2r/(h-1). The sides of a cube are blended by elevation, asin(y/|(x,y,1)|) in units of a
// right angle, its top and bottom by the angle from the pole. Random marks draw from a 64-bit
// Mersenne twister with a fixed seed, so that a texture is the same on every platform.

#include <limits.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

#include <mujoco/mujoco.h>

#include "core/model/assets/texture.h"

enum { RIGHT, LEFT, UP, DOWN, FRONT, BACK };

// the integer part in its lowest eight bits, 0 for values far outside any colour
static unsigned char to_byte(double value) {
  return fabs(value) < INT_MAX ? (unsigned char)(int)value : 0;
}

static void to_bytes(unsigned char byte[3], const double rgb[3]) {
  for (int i = 0; i < 3; i++)
    byte[i] = to_byte(255 * rgb[i]);
}

// The weight of a in the blend of a and b is a smooth function of p. Returns 1 when the bytes are
// the same for any p that differs only by rounding: no component is near an integer.
static int blend(unsigned char* byte, const double a[3], const double b[3], double p) {
  double alpha = 0.5 * (1 + sqrt(2.0) * p / sqrt(1 + p * p));
  if (isnan(alpha)) {
    memset(byte, 0, 3);
    return 1;
  }
  alpha = alpha < 0 ? 0 : alpha > 1 ? 1 : alpha;
  int firm = 1;
  for (int i = 0; i < 3; i++) {
    double value = 255 * (alpha * a[i] + (1 - alpha) * b[i]), rest = value - trunc(value);
    firm &= fabs(rest) > 1e-9 && fabs(rest) < 1 - 1e-9;
    byte[i] = to_byte(value);
  }
  return firm;
}

// writes n pixels of one colour, by doubling what is already there
static void fill(unsigned char* rgb, size_t n, const unsigned char color[3]) {
  size_t done = 3, all = 3 * n;
  if (!n)
    return;
  memcpy(rgb, color, 3);
  while (done < all) {
    size_t more = done < all - done ? done : all - done;
    memcpy(rgb + done, rgb, more);
    done += more;
  }
}

// every row of a half is like its first
static void checker(unsigned char* rgb, int w, int h, const unsigned char a[3],
                    const unsigned char b[3]) {
  size_t row = 3 * (size_t)w, left = (size_t)(w / 2), right = (size_t)w - left;
  for (int r = 0; r < h; r++) {
    unsigned char* start = rgb + row * (size_t)r;
    if (r == 0 || r == h / 2) {
      int top = r < h / 2;
      fill(start, left, top ? a : b);
      fill(start + 3 * left, right, top ? b : a);
    } else {
      memcpy(start, start - row, row);
    }
  }
}

typedef struct Gradient_ {
  unsigned char* rgb;
  int w;
  const double *rgb1, *rgb2;
} Gradient;

// a single column or row has no direction and stays black
static int paint_flat(const Gradient* g, int h, int r, int k) {
  double x = 2.0 * k / (g->w - 1) - 1, y = 1 - 2.0 * r / (h - 1);
  unsigned char* pixel = g->rgb + 3 * ((long)r * g->w + k);
  return blend(pixel, g->rgb2, g->rgb1, 2 * sqrt(x * x + y * y) - 1);
}

// Symmetric about both axes. The coordinates of mirrored pixels differ by rounding, so a pixel that
// is sensitive to it is painted separately; this holds for cubes, too.
static void gradient_flat(unsigned char* rgb, int w, int h, const double* rgb1,
                          const double* rgb2) {
  Gradient gradient = {rgb, w, rgb1, rgb2}, *g = &gradient;
  for (int r = 0; r < (h + 1) / 2; r++) {
    for (int k = 0; k < (w + 1) / 2; k++) {
      const int row[3] = {r, h - 1 - r, h - 1 - r}, column[3] = {w - 1 - k, k, w - 1 - k};
      int firm = paint_flat(g, h, r, k);
      for (int i = 0; i < 3; i++)
        if (firm)
          memcpy(rgb + 3 * ((long)row[i] * w + column[i]), rgb + 3 * ((long)r * w + k), 3);
        else
          paint_flat(g, h, row[i], column[i]);
    }
  }
}

static unsigned char* pixel_at(const Gradient* g, int face, int r, int k) {
  return g->rgb + 3 * (((long)face * g->w + r) * g->w + k);
}

// one pixel of the right side
static int paint_side(const Gradient* g, int r, int k) {
  double x = 2.0 * k / (g->w - 1) - 1, y = 1 - 2.0 * r / (g->w - 1);
  double elevation = asin(y / sqrt(1 + x * x + y * y)) / (0.5 * mjPI);
  return blend(pixel_at(g, RIGHT, r, k), g->rgb1, g->rgb2, elevation);
}

// one pixel of the top and of the bottom
static int paint_poles(const Gradient* g, int r, int k) {
  double x = 2.0 * k / (g->w - 1) - 1, y = 1 - 2.0 * r / (g->w - 1);
  double pole = 1 - acos(1 / sqrt(1 + x * x + y * y)) / (0.5 * mjPI);
  int top = blend(pixel_at(g, UP, r, k), g->rgb1, g->rgb2, pole);
  return blend(pixel_at(g, DOWN, r, k), g->rgb1, g->rgb2, -pole) && top;
}

// The pixel of the top and of the bottom that is r rows and k columns away from a corner, and the
// seven other pixels at the same distance from the pole.
static void paint_poles_around(const Gradient* g, int r, int k) {
  int end = g->w - 1;
  const int row[8] = {r, r, end - r, end - r, k, k, end - k, end - k},
            column[8] = {k, end - k, k, end - k, r, end - r, r, end - r};
  int firm = paint_poles(g, r, k);
  for (int i = 1; i < 8; i++) {
    if (!firm) {
      paint_poles(g, row[i], column[i]);
      continue;
    }
    memcpy(pixel_at(g, UP, row[i], column[i]), pixel_at(g, UP, r, k), 3);
    memcpy(pixel_at(g, DOWN, row[i], column[i]), pixel_at(g, DOWN, r, k), 3);
  }
}

// Sides are symmetric about their vertical, top and bottom about both axes and both diagonals.
static void gradient_cube(unsigned char* rgb, int w, const double* rgb1, const double* rgb2) {
  Gradient gradient = {rgb, w, rgb1, rgb2}, *g = &gradient;
  int half = (w + 1) / 2;
  for (int r = 0; r < w; r++) {
    for (int k = 0; k < half; k++) {
      int mirror = w - 1 - k;
      if (paint_side(g, r, k))
        memcpy(pixel_at(g, RIGHT, r, mirror), pixel_at(g, RIGHT, r, k), 3);
      else
        paint_side(g, r, mirror);
    }
  }
  size_t size = 3 * (size_t)w * (size_t)w;
  memcpy(rgb + LEFT * size, rgb, size);
  memcpy(rgb + FRONT * size, rgb, size);
  memcpy(rgb + BACK * size, rgb, size);
  for (int r = 0; r < half; r++)
    for (int k = r; k < half; k++)
      paint_poles_around(g, r, k);
}

static void paint_builtin(unsigned char* rgb, const TexturePattern* p) {
  int w = p->width;
  long face = 3L * w * w;
  unsigned char a[3], b[3];
  to_bytes(a, p->rgb1);
  to_bytes(b, p->rgb2);
  if (p->builtin == mjBUILTIN_FLAT) {
    fill(rgb, (size_t)w * (size_t)p->height, a);
    if (p->cube)
      fill(rgb + DOWN * face, (size_t)w * (size_t)w, b);
  } else if (p->builtin == mjBUILTIN_CHECKER && p->cube) {
    for (int k = RIGHT; k <= BACK; k++)
      checker(rgb + k * face, w, w, k < FRONT ? a : b, k < FRONT ? b : a);
  } else if (p->builtin == mjBUILTIN_CHECKER) {
    checker(rgb, w, p->height, a, b);
  } else if (p->cube) {
    gradient_cube(rgb, w, p->rgb1, p->rgb2);
  } else {
    gradient_flat(rgb, w, p->height, p->rgb1, p->rgb2);
  }
}

static void mark_row(unsigned char* rgb, int w, int r, const unsigned char color[3]) {
  fill(rgb + 3 * (size_t)w * (size_t)r, (size_t)w, color);
}

static void mark_column(unsigned char* rgb, int w, int h, int k, const unsigned char color[3]) {
  for (int r = 0; r < h; r++)
    memcpy(rgb + 3 * ((size_t)w * (size_t)r + (size_t)k), color, 3);
}

static void mark_lines(unsigned char* rgb, int w, int h, int mark, const unsigned char color[3]) {
  if (mark == mjMARK_CROSS) {
    mark_row(rgb, w, h / 2, color);
    mark_column(rgb, w, h, w / 2, color);
    return;
  }
  mark_row(rgb, w, 0, color);
  mark_row(rgb, w, h - 1, color);
  mark_column(rgb, w, h, 0, color);
  mark_column(rgb, w, h, w - 1, color);
}

// ---------------------------------------------------------------- random marks

#define TWISTER_SIZE 312

typedef struct Twister_ {
  uint64_t state[TWISTER_SIZE];
  int next;
} Twister;

static void twister_seed(Twister* t, uint64_t seed) {
  t->state[0] = seed;
  for (int i = 1; i < TWISTER_SIZE; i++) {
    t->state[i] =
        6364136223846793005ULL * (t->state[i - 1] ^ (t->state[i - 1] >> 62)) + (uint64_t)i;
  }
  t->next = TWISTER_SIZE;
}

static uint64_t twister_draw(Twister* t) {
  if (t->next == TWISTER_SIZE) {
    for (int i = 0; i < TWISTER_SIZE; i++) {
      uint64_t x = (t->state[i] & 0xFFFFFFFF80000000ULL) |
                   (t->state[(i + 1) % TWISTER_SIZE] & 0x7FFFFFFFULL);
      t->state[i] =
          t->state[(i + 156) % TWISTER_SIZE] ^ (x >> 1) ^ (x & 1 ? 0xB5026F5AA96619E9ULL : 0);
    }
    t->next = 0;
  }
  uint64_t x = t->state[t->next++];
  x ^= (x >> 29) & 0x5555555555555555ULL;
  x ^= (x << 17) & 0x71D67FFFEDA60000ULL;
  x ^= (x << 37) & 0xFFF7EEE000000000ULL;
  return x ^ (x >> 43);
}

static void mark_random(unsigned char* rgb, long n, double probability,
                        const unsigned char color[3]) {
  Twister twister;
  twister_seed(&twister, 42);
  for (long i = 0; i < n; i++) {
    double u = (double)twister_draw(&twister) / 18446744073709551616.0;
    if (u >= 1)
      u = nextafter(1, 0);
    if (u < probability)
      memcpy(rgb + 3 * i, color, 3);
  }
}

void texture_paint(unsigned char* rgb, const TexturePattern* p) {
  paint_builtin(rgb, p);
  unsigned char color[3];
  to_bytes(color, p->markrgb);
  if (p->mark == mjMARK_EDGE || p->mark == mjMARK_CROSS) {
    int faces = p->cube ? 6 : 1, height = p->cube ? p->width : p->height;
    for (int k = 0; k < faces; k++)
      mark_lines(rgb + 3L * k * p->width * height, p->width, height, p->mark, color);
  } else if (p->mark == mjMARK_RANDOM && p->random > 0) {
    mark_random(rgb, (long)p->width * p->height, p->random, color);
  }
}
