// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// compare_pictures A.png B.png: the same size, at most 1 of 255 apart on average, and at most one
// pixel in five hundred more than 48 apart. Rasterisers differ at edges; a contact that is not
// drawn or a body at another place is more than that (check_viewer.sh tries).

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/view/draw/png_file.h"

typedef struct Picture_ {
  int width, height;
  unsigned char* rgb;
} Picture;

static int open_picture(const char* path, Picture* p) {
  png_image image = {.version = PNG_IMAGE_VERSION};
  if (!png_image_begin_read_from_file(&image, path)) {
    fprintf(stderr, "%s: %s\n", path, image.message);
    return 0;
  }
  p->width = (int)image.width;
  p->height = (int)image.height;
  png_image_free(&image);
  p->rgb = malloc(3 * (size_t)p->width * (size_t)p->height);
  return p->rgb && read_png(path, p->rgb, p->width, p->height, PNG_FORMAT_RGB);
}

static int largest(const unsigned char* a, const unsigned char* b) {
  int most = 0;
  for (int k = 0; k < 3; k++)
    most = abs(a[k] - b[k]) > most ? abs(a[k] - b[k]) : most;
  return most;
}

int main(int argc, char** argv) {
  Picture a = {0}, b = {0};
  if (argc != 3 || !open_picture(argv[1], &a) || !open_picture(argv[2], &b))
    return 2;
  if (a.width != b.width || a.height != b.height) {
    fprintf(stderr, "%d x %d and %d x %d pixels\n", a.width, a.height, b.width, b.height);
    return 1;
  }
  const int n = a.width * a.height;
  double sum = 0;
  int far = 0;
  for (int i = 0; i < n; i++) {
    for (int k = 0; k < 3; k++)
      sum += abs(a.rgb[3 * i + k] - b.rgb[3 * i + k]);
    far += largest(a.rgb + 3 * i, b.rgb + 3 * i) > 48;
  }
  const double mean = sum / (3.0 * n), part = 100.0 * far / n;
  printf("%.3f of 255 on average, %.3f %% of the pixels far apart\n", mean, part);
  free(a.rgb);
  free(b.rgb);
  return mean > 1 || part > 0.2;
}
