// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef CORE_ASSETS_TEXTURE_H_
#define CORE_ASSETS_TEXTURE_H_

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

// Paint width x height pixels of three bytes, rows from the top.
void texture_paint(unsigned char* rgb, const TexturePattern* pattern);

#endif  // CORE_ASSETS_TEXTURE_H_
