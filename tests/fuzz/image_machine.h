// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Binary models with single numbers changed: what the fuzz target `image` and the suite
// tests/fuzz/check_images.c share. A sound model is taken as an image, numbers of it are set to
// something else, and the image is loaded. What loads goes through every function that follows
// numbers of a model, and none of them may leave an array. So that a sanitizer sees each array by
// itself, the arrays of the model and of its data are moved into allocations of their own.

#ifndef TESTS_FUZZ_IMAGE_MACHINE_H_
#define TESTS_FUZZ_IMAGE_MACHINE_H_

#include <stddef.h>

#include <mujoco/mujoco.h>

// One array of numbers, or one of the sizes and options before the arrays, inside an image.
typedef struct ImageField_ {
  const char* name;
  size_t offset;   // bytes from the beginning of the image
  size_t element;  // bytes per number
  char kind;       // 'i' int, 'b' byte, 'c' character, 's' mjtSize, 'd' mjtNum, 'f' float
  mjtSize n;       // numbers
} ImageField;

typedef struct Image_ {
  char* bytes;
  size_t size;
  ImageField field[600];
  int nfield;
} Image;

// The image of a model, with the places of its fields. It owns its bytes.
void image_of(Image* image, const mjModel* m);
void image_free(Image* image);

// Number `index` of a field. Setting rounds to the type of the field and saturates.
double image_get(const Image* image, int field, mjtSize index);
void image_set(Image* image, int field, mjtSize index, double value);

// How many values image_adversary knows, and the one with that number for a number of a field:
// next to what it is, at the ends of what it may be, far out.
int image_adversaries(const Image* image, int field);
double image_adversary(const Image* image, int field, mjtSize index, int which);

typedef enum ImageOutcome_ { IMAGE_REFUSED, IMAGE_STOPPED, IMAGE_RUN } ImageOutcome;

// Load the image and use what loads. IMAGE_STOPPED: a call ended in the fatal error handler, which
// is no fault. `message` (of 1000 characters) is what the handlers were told last.
ImageOutcome image_try(const Image* image, char* message);

#endif  // TESTS_FUZZ_IMAGE_MACHINE_H_
