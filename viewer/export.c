// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Output of the viewer: states and cameras as MJCF, pictures.

#include <png.h>
#include <stdlib.h>
#include <string.h>

#include <fulcrum/file.h>
#include <fulcrum/spec.h>

#include "viewer.h"

// ---------------------------------------------------------------- states

void copy_state(Viewer* v, int exact) {
  char* text = NULL;
  size_t size = 0;
  FILE* file = open_memstream(&text, &size);
  if (file) {
    fc_printKeyframe(file, v->m, v->d[MAIN], exact);
    fclose(file);
    glfwSetClipboardString(v->window, text);
    show(v, "the state is on the clipboard");
  }
  free(text);
}

int save_state(Viewer* v, const char* path) {
  return v->m ? fc_saveKeyframe(v->m, v->d[MAIN], path) : 0;
}

// ---------------------------------------------------------------- models

// The source of the model as MJCF, with the current numbers of the model. The spec of a model in
// memory is known if it was the last one that the program loaded.
int save_xml(Viewer* v, const char* path) {
  char error[1000] = "";
  mjSpec* last = v->given ? fc_lastSpec() : NULL;
  mjSpec* spec = v->given ? last : v->spec;
  int status = -1;
  if (!spec)
    fc_fail("%s was not written: the model was not loaded from a text", path);
  else if (!mj_copyBack(spec, v->m))
    fc_fail("%s was not written: %s%s", path,
            last ? "the model is not the one that was loaded last; " : "", mjs_getError(spec));
  else if (mj_saveXML(spec, path, error, sizeof error))
    fc_fail("%s%s%s", strstr(error, path) ? "" : path, strstr(error, path) ? "" : ": ", error);
  else
    status = 0;
  mj_deleteSpec(last);
  return status;
}

// ---------------------------------------------------------------- cameras

void copy_camera(Viewer* v) {
  mjtNum position[3], forward[3], up[3], right[3];
  char text[400];
  mjv_cameraInModel(position, forward, up, &v->scene[MAIN]);
  mju_cross(right, forward, up);
  snprintf(text, sizeof text,
           "<camera pos=\"%.3f %.3f %.3f\" xyaxes=\"%.3f %.3f %.3f %.3f %.3f %.3f\"/>\n",
           position[0], position[1], position[2], right[0], right[1], right[2], up[0], up[1],
           up[2]);
  glfwSetClipboardString(v->window, text);
  show(v, "the camera is on the clipboard");
}

// ---------------------------------------------------------------- pictures

int write_png(const char* path, const unsigned char* rgb, int width, int height) {
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

// the whole window
void write_screenshot(Viewer* v) {
  const mjrRect window = v->state.rect[RECT_WINDOW];
  unsigned char* rgb = malloc(3 * (size_t)window.width * (size_t)window.height);
  if (!rgb) {
    tell(v, "there is no memory for a picture of the window");
    return;
  }
  mjr_readPixels(rgb, NULL, window, &v->context);
  const int failed = write_png(v->picture, rgb, window.width, window.height);
  if (failed && v->replay.file)
    replay_give_up(v);
  else if (failed)
    tell(v, "%s", fc_lastError());
  else if (!v->replay.file)
    show(v, "written to %s", v->picture);
  free(rgb);
}
