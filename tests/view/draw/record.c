// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Writes what the reference makes of the interfaces of describe.h; not part of the build
// (tests/README.md tells how to link and run it). Its fonts need an OpenGL context, here one of
// OSMesa: link with -lOSMesa, too.
//
//   ./record > tests/data/view/draw/interfaces.txt

#include <GL/osmesa.h>

#include "tests/view/draw/describe.h"

int main(void) {
  static unsigned char pixels[4 * 64 * 64];
  static mjrContext con;
  OSMesaContext gl = OSMesaCreateContextExt(GL_RGBA, 24, 8, 8, NULL);
  if (!gl || !OSMesaMakeCurrent(gl, pixels, GL_UNSIGNED_BYTE, 64, 64))
    return 1;
  mjr_defaultContext(&con);
  mjr_makeContext(NULL, &con, 100);
  describe_themes(stdout);
  describe_definitions(stdout);
  describe_layouts(stdout, &con, mjr_changeFont);
  return 0;
}
