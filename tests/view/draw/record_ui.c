// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Writes how the reference answers the events of ui_script.h; not part of the build
// (tests/README.md tells how to link and run it; this one with -lOSMesa, too). The first lines are
// the glyphs that the places depend on: scale, height of a line, widths of the codes 32 to 126.
//
//   ./record > tests/data/view/draw/ui_events.txt

#include <GL/osmesa.h>

#include "tests/view/draw/ui_script.h"

static void set_font(int scale, mjrContext* con) { mjr_changeFont(scale, con); }

static void make_buffer(mjrContext* con) {
  mjr_addAux(desk.auxid, desk.width, desk.maxheight, 0, con);
  mjui_update(-1, -1, &desk, &mouse, con);
}

int main(void) {
  static unsigned char pixels[4 * WINDOW_WIDTH * WINDOW_HEIGHT];
  static mjrContext con;
  OSMesaContext gl = OSMesaCreateContextExt(GL_RGBA, 24, 8, 8, NULL);
  if (!gl || !OSMesaMakeCurrent(gl, pixels, GL_UNSIGNED_BYTE, WINDOW_WIDTH, WINDOW_HEIGHT))
    return 1;
  mjr_defaultContext(&con);
  mjr_makeContext(NULL, &con, 100);
  for (int scale = 50; scale <= 200; scale += 50) {
    mjr_changeFont(scale, &con);
    printf("%d %d", scale, con.charHeight);
    for (int c = 32; c < 127; c++)
      printf(" %d", con.charWidth[c]);
    putchar('\n');
  }
  play_sessions(stdout, &con, set_font, make_buffer);
  return 0;
}
