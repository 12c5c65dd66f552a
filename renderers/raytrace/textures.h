// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Images with all mipmap levels, in memory.

#ifndef RENDERERS_RAYTRACE_TEXTURES_H_
#define RENDERERS_RAYTRACE_TEXTURES_H_

#include <mujoco/mujoco.h>

enum { LEVELS_MOST = 32 };

// An image or six of them; level k + 1 has half the width and height of level k, at least 1.
typedef struct Texture_ {
  int type;          // mjtTexture
  int faces;         // 1, of cubes 6
  int srgb;          // 1: values are encoded
  float color[256];  // decoded values of the bytes of colours
  int levels;
  int width[LEVELS_MOST], height[LEVELS_MOST];
  unsigned char* level[LEVELS_MOST];  // rgba of all faces; one block, that of level 0
} Texture;

// The texture `id` of a model. 0, or a negative number with a reason.
int rt_make_texture(Texture* texture, const mjModel* m, int id);
void rt_free_texture(Texture* texture);

// Colour at (s, t), which repeats with period 1; `footprint` is the width of the visible area in
// pixels of the image, over which it is blurred. rgba between 0 and 1.
void rt_sample_image(const Texture* texture, const float st[2], float footprint, float rgba[4]);

// The same for a cube map, in a direction of any length.
void rt_sample_cube(const Texture* texture, const float direction[3], float footprint,
                    float rgba[4]);

#endif  // RENDERERS_RAYTRACE_TEXTURES_H_
