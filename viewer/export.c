// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// States and cameras as MJCF, pictures.

#include <png.h>
#include <stdio.h>
#include <stdlib.h>

#include <fulcrum/file.h>
#include <fulcrum/host.h>
#include <fulcrum/spec.h>

#include "export.h"

// ---------------------------------------------------------------- states, cameras

int export_state(const Sides* s, int exact, GLFWwindow* window) {
  char* text = NULL;
  size_t size = 0;
  FILE* file = open_memstream(&text, &size);
  if (file) {
    fc_printKeyframe(file, s->m, s->d[MAIN], exact);
    fclose(file);
    glfwSetClipboardString(window, text);
  }
  free(text);
  return file ? 0 : -1;
}

int export_keyframe(const Sides* s, const char* path) {
  return s->m ? fc_saveKeyframe(s->m, s->d[MAIN], path) : 0;
}

void export_camera(const mjvScene* scene, GLFWwindow* window) {
  mjtNum position[3], forward[3], up[3], right[3];
  char text[400];
  mjv_cameraInModel(position, forward, up, scene);
  mju_cross(right, forward, up);
  snprintf(text, sizeof text,
           "<camera pos=\"%.3f %.3f %.3f\" xyaxes=\"%.3f %.3f %.3f %.3f %.3f %.3f\"/>\n",
           position[0], position[1], position[2], right[0], right[1], right[2], up[0], up[1],
           up[2]);
  glfwSetClipboardString(window, text);
}

// ---------------------------------------------------------------- pictures

int export_picture(const char* path, const unsigned char* rgb, int width, int height) {
  png_image image = {.version = PNG_IMAGE_VERSION,
                     .width = (png_uint_32)width,
                     .height = (png_uint_32)height,
                     .format = PNG_FORMAT_RGB};
  FILE* file = fc_openFile(path, 0);
  if (!file)
    return -1;
  // libpng aborts when a write fails, and errno then has the reason
  if (png_image_write_to_stdio(&image, file, 0, rgb, -3 * width, NULL) || ferror(file))
    return fc_commitFile(file);
  fc_discardFile(file);
  return fc_fail("%s cannot be written: %s", path, image.message);
}
