// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Writes the pictures of the reference, tests/data/view/draw/pictures/NAME.png; not part of the
// build (tests/README.md tells how to link and run it; this one with -lOSMesa -lpng, too).
//
//   MUJOCO_GL=osmesa ./record

#include <GL/osmesa.h>
#include <stdio.h>

#include "tests/view/draw/png_file.h"
#include "tests/view/draw/shots.h"

// the pictures of one scene; 0 with a message on failure
static int record(const char* file) {
  static unsigned char rgb[3 * PIXELS];
  static float depth[PIXELS];
  static mjrContext con;
  static mjvScene scene;
  char path[200], error[1000];
  snprintf(path, sizeof path, "tests/data/view/draw/%s", file);
  mjModel* m = mj_loadXML(path, NULL, error, sizeof error);
  if (!m) {
    fprintf(stderr, "%s\n", error);
    return 0;
  }
  mjData* d = mj_makeData(m);
  mj_forward(m, d);
  mjv_makeScene(m, &scene, 1000);
  mjr_makeContext(m, &con, 100);
  mjr_setBuffer(mjFB_OFFSCREEN, &con);
  for (int i = 0; i < SHOTS; i++) {
    if (strcmp(shots[i].file ? shots[i].file : "scene.xml", file) != 0)
      continue;
    shoot(shots + i, m, d, &scene, &con, rgb, depth);
    snprintf(path, sizeof path, "tests/data/view/draw/pictures/%s.png", shots[i].name);
    if (!write_png(path, rgb, WIDTH, HEIGHT, PNG_FORMAT_RGB)) {
      fprintf(stderr, "cannot write %s\n", path);
      return 0;
    }
  }
  mj_deleteData(d);
  mj_deleteModel(m);
  return 1;
}

int main(void) {
  static unsigned char window[4 * PIXELS];
  OSMesaContext gl = OSMesaCreateContextExt(GL_RGBA, 24, 8, 8, NULL);
  if (!gl || !OSMesaMakeCurrent(gl, window, GL_UNSIGNED_BYTE, WIDTH, HEIGHT))
    return 1;
  return !record("scene.xml") || !record("lines.xml");
}
