// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef CORE_MODEL_ASSETS_TEXTURE_H_
#define CORE_MODEL_ASSETS_TEXTURE_H_

#include <mujoco/mujoco.h>

// A generated image. Cubes are six square faces, one below the other: right, left, up, down, front,
// back.
typedef struct TexturePattern_ {
  int builtin;  // mjtBuiltin
  int mark;     // mjtMark
  int cube;
  int width, height;  // of the whole image
  double random;      // probability of a random mark
  double rgb1[3], rgb2[3], markrgb[3];
} TexturePattern;

// Bound on the bytes of all textures of a model, to catch mistakes; addresses have 64 bits.
#define MOST_TEXTURE_BYTES ((mjtSize)1 << 36)

// Paints width x height pixels of three bytes, rows from the top.
void texture_paint(unsigned char* rgb, const TexturePattern* pattern);

#endif  // CORE_MODEL_ASSETS_TEXTURE_H_
