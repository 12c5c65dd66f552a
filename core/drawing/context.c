// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// What can be said of a rendering context and of rectangles without a graphics library.

#include <string.h>

#include <mujoco/mujoco.h>

void mjr_defaultContext(mjrContext* con) { memset(con, 0, sizeof *con); }

// Does the context hold objects of a graphics library? Those of it that are made first.
static int has_objects(const mjrContext* con) {
  int any = con->offFBO || con->shadowFBO || con->ntexture || con->nskin || con->rangePlane ||
            con->rangeMesh || con->rangeHField || con->rangeBuiltin || con->rangeFont;
  for (int i = 0; i < mjNAUX; i++)
    any |= con->auxFBO[i] != 0;
  return any;
}

// What was found out about the window stays, as when a context is made anew.
void mjr_freeContext(mjrContext* con) {
  if (has_objects(con)) {
    mju_error(
        "%s: this build of Fulcrum has no renderer, so the objects of this context were made "
        "by another library; free it there",
        __func__);
    return;
  }
  const int initialized = con->glInitialized, available = con->windowAvailable;
  const int samples = con->windowSamples, stereo = con->windowStereo;
  const int doublebuffer = con->windowDoublebuffer;
  mjr_defaultContext(con);
  con->glInitialized = initialized, con->windowAvailable = available;
  con->windowSamples = samples, con->windowStereo = stereo;
  con->windowDoublebuffer = doublebuffer;
}

mjrRect mjr_maxViewport(const mjrContext* con) {
  mjrRect rect = {0, 0, 0, 0};
  if (con->currentBuffer == mjFB_OFFSCREEN) {
    rect.width = con->offWidth, rect.height = con->offHeight;
  } else {
    mju_error("%s: this build of Fulcrum has no renderer, so no window has a size", __func__);
  }
  return rect;
}

int mjr_findRect(int x, int y, int nrect, const mjrRect* rect) {
  for (int i = 0; i < nrect; i++) {
    const mjrRect* r = rect + i;
    if (x >= r->left && x < r->left + r->width && y >= r->bottom && y < r->bottom + r->height)
      return i;
  }
  return -1;
}

// nothing was drawn: there is nothing to wait for, and no error of a graphics library
void mjr_finish(void) {}
int mjr_getError(void) { return 0; }
