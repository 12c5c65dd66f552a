// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Writes what the reference makes of the interfaces of describe.h; not part of the build. Its fonts
// need an OpenGL context, here one of OSMesa. With the reference in the folder R:
//
//   cc -w -I$R/include -I../.. record.c $R/libmujoco.so.3.6.0 -Wl,-rpath,$R -lOSMesa -lm -o record
//   ./record > interfaces.txt

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
