// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Buffers, pixels and pictures: checks of the arguments before the renderer is called.

#include <mujoco/mujoco.h>

#include "core/view/draw/renderer.h"
#include "core/view/draw/view_check.h"

// ---------------------------------------------------------------- buffers

void mjr_setBuffer(int framebuffer, mjrContext* con) {
  if (framebuffer != mjFB_WINDOW && framebuffer != mjFB_OFFSCREEN) {
    mju_error("%s: there is no framebuffer %d, expected mjFB_WINDOW or mjFB_OFFSCREEN", __func__,
              framebuffer);
    return;
  }
  const FcRenderer* renderer = renderer_for(__func__);
  if (renderer)
    renderer_done(__func__, renderer->set_buffer(framebuffer, con));
}

void mjr_restoreBuffer(const mjrContext* con) {
  const FcRenderer* renderer = renderer_for(__func__);
  if (renderer)
    renderer_done(__func__, renderer->restore_buffer(con));
}

void mjr_resizeOffscreen(int width, int height, mjrContext* con) {
  if (width < 0 || height < 0) {
    mju_error("%s: a buffer cannot have %d x %d pixels", __func__, width, height);
    return;
  }
  const FcRenderer* renderer = renderer_for(__func__);
  if (renderer && (width != con->offWidth || height != con->offHeight))
    renderer_done(__func__, renderer->resize_offscreen(width, height, con));
}

mjrRect mjr_maxViewport(const mjrContext* con) {
  mjrRect rect = {0, 0, 0, 0};
  if (con->currentBuffer == mjFB_OFFSCREEN) {
    rect.width = con->offWidth;
    rect.height = con->offHeight;
    return rect;
  }
  const FcRenderer* renderer = renderer_for(__func__);
  if (renderer)
    renderer_done(__func__, renderer->window_size(&rect, con));
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

static int is_aux(const char* function, int index) {
  const int valid = index >= 0 && index < mjNAUX;
  if (!valid)
    mju_error("%s: there is no auxiliary buffer %d, expected 0 to %d", function, index, mjNAUX - 1);
  return valid;
}

void mjr_addAux(int index, int width, int height, int samples, mjrContext* con) {
  const FcRenderer* renderer = renderer_for(__func__);
  if (renderer && is_aux(__func__, index))
    renderer_done(__func__, renderer->add_aux(index, width, height, samples, con));
}

void mjr_setAux(int index, const mjrContext* con) {
  const FcRenderer* renderer = renderer_for(__func__);
  if (renderer && is_aux(__func__, index))
    renderer_done(__func__, renderer->set_aux(index, con));
}

void mjr_blitAux(int index, mjrRect src, int left, int bottom, const mjrContext* con) {
  const FcRenderer* renderer = renderer_for(__func__);
  if (renderer && is_aux(__func__, index) && con->auxFBO[index])
    renderer_done(__func__, renderer->blit_aux(index, src, left, bottom, con));
}

void mjr_blitBuffer(mjrRect src, mjrRect dst, int flg_color, int flg_depth, const mjrContext* con) {
  const FcRenderer* renderer = renderer_for(__func__);
  if (renderer && (flg_color || flg_depth))
    renderer_done(__func__, renderer->blit_buffer(src, dst, flg_color != 0, flg_depth != 0, con));
}

// ---------------------------------------------------------------- pixels

static int is_empty(mjrRect rect) { return rect.width <= 0 || rect.height <= 0; }

void mjr_readPixels(unsigned char* rgb, float* depth, mjrRect viewport, const mjrContext* con) {
  const FcRenderer* renderer = renderer_for(__func__);
  if (renderer && (rgb || depth) && !is_empty(viewport))
    renderer_done(__func__, renderer->read_pixels(rgb, depth, viewport, con));
}

void mjr_drawPixels(const unsigned char* rgb, const float* depth, mjrRect viewport,
                    const mjrContext* con) {
  const FcRenderer* renderer = renderer_for(__func__);
  if (renderer && (rgb || depth) && !is_empty(viewport))
    renderer_done(__func__, renderer->draw_pixels(rgb, depth, viewport, con));
}

// ---------------------------------------------------------------- pictures

void mjr_render(mjrRect viewport, mjvScene* scn, const mjrContext* con) {
  const FcRenderer* renderer = renderer_for(__func__);
  if (!renderer || is_empty(viewport))
    return;
  const float near = (scn->camera[0].frustum_near + scn->camera[1].frustum_near) / 2;
  if (!(near >= (float)mjMINVAL)) {
    if (scn->ngeom > 0)
      mju_error(
          "%s: the near plane of the camera is at %g, expected a positive distance; was the "
          "scene updated?",
          __func__, (double)near);
    return;
  }
  if (view_is_drawable(__func__, scn))
    renderer_done(__func__, renderer->render(viewport, scn, con));
}

void mjr_rectangle(mjrRect viewport, float r, float g, float b, float a) {
  const FcRenderer* renderer = renderer_for(__func__);
  if (renderer && !is_empty(viewport))
    renderer_done(__func__, renderer->rectangle(viewport, (const float[4]){r, g, b, a}));
}

// ---------------------------------------------------------------- the graphics library

// Before anything was drawn there is nothing to wait for, and no error.
void mjr_finish(void) {
  const FcRenderer* renderer = renderer_in_use();
  if (renderer)
    renderer->finish();
}

int mjr_getError(void) {
  const FcRenderer* renderer = renderer_in_use();
  return renderer ? renderer->get_error() : 0;
}
