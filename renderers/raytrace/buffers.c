// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The screen of a thread, the offscreen and auxiliary buffers of contexts, and access to pixels.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <fulcrum/host.h>

#include "context.h"
#include "renderers/common/common.h"

// largest number of pixels in a row or column of a buffer
enum { SIDE_MOST = 65536 };

// Where this thread draws: a buffer of a context, by number, or its screen.
typedef enum Place_ { NOWHERE, WINDOW, OFFSCREEN, AUX } Place;

static _Thread_local struct {
  Buffer window;
  Place place;
  unsigned int context;
  int aux;
  mjrRect viewport;
} here;

// ---------------------------------------------------------------- make and free

int rt_make_buffer(Buffer* buffer, const char* what, int width, int height, int with_depth) {
  if (width > SIDE_MOST || height > SIDE_MOST)
    return fc_fail("the %s of %d x %d pixels is too large, at most %d x %d can be drawn", what,
                   width, height, SIDE_MOST, SIDE_MOST);
  const size_t n = (size_t)width * (size_t)height;
  Buffer made = {width, height, calloc(n, 4), with_depth ? calloc(n, sizeof(float)) : NULL};
  if (!made.rgba || (with_depth && !made.depth)) {
    rt_free_buffer(&made);
    return fc_fail("there is no memory for the %s of %d x %d pixels", what, width, height);
  }
  rt_free_buffer(buffer);
  *buffer = made;
  return 0;
}

void rt_free_buffer(Buffer* buffer) {
  free(buffer->rgba);
  free(buffer->depth);
  memset(buffer, 0, sizeof *buffer);
}

// ---------------------------------------------------------------- the current one

int rt_has_window(void) { return here.window.rgba != NULL; }

static Buffer* find_target(void) {
  Context* c = here.place == OFFSCREEN || here.place == AUX ? rt_context_of(here.context) : NULL;
  Buffer* buffer = here.place == WINDOW ? &here.window
                   : !c                 ? NULL
                   : here.place == AUX  ? c->aux + here.aux
                                        : &c->offscreen;
  return buffer && buffer->rgba ? buffer : NULL;
}

Buffer* rt_target(mjrRect** viewport) {
  Buffer* buffer = find_target();
  if (!buffer)
    fc_fail("no buffer is current in this thread; mjr_makeContext or mjr_setBuffer chooses one");
  *viewport = &here.viewport;
  return buffer;
}

static void choose(Place place, const Context* c, int aux) {
  if (here.place == place && here.context == c->number && here.aux == aux && find_target())
    return;
  here.place = place;
  here.context = c->number;
  here.aux = aux;
  const Buffer* buffer = find_target();
  here.viewport = (mjrRect){0, 0, buffer ? buffer->width : 0, buffer ? buffer->height : 0};
}

mjrRect rt_clip(const Buffer* buffer, mjrRect r) {
  const int left = mjMAX(0, r.left), bottom = mjMAX(0, r.bottom);
  const long long right = mjMIN((long long)r.left + r.width, buffer->width);
  const long long top = mjMIN((long long)r.bottom + r.height, buffer->height);
  return (mjrRect){left, bottom, (int)mjMAX(0, right - left), (int)mjMAX(0, top - bottom)};
}

// ---------------------------------------------------------------- choice

static int bind_current(const mjrContext* con) {
  Context* c = rt_context(con);
  if (!c)
    return -1;
  choose(con->currentBuffer == mjFB_OFFSCREEN ? OFFSCREEN : WINDOW, c, 0);
  return 0;
}

int rt_set_buffer(int framebuffer, mjrContext* con) {
  if (!rt_context(con) || choose_framebuffer(framebuffer, con))
    return -1;
  return bind_current(con);
}

int rt_restore_buffer(const mjrContext* con) { return bind_current(con); }

int rt_resize_offscreen(int width, int height, mjrContext* con) {
  Context* c = rt_context(con);
  if (!c)
    return -1;
  if (width && height && rt_make_buffer(&c->offscreen, "offscreen buffer", width, height, 1))
    return -1;
  con->offWidth = width;
  con->offHeight = height;
  if (!width || !height)
    return 0;
  con->offFBO = c->number;
  return bind_current(con);
}

int rt_window_size(mjrRect* rect, const mjrContext* con) {
  (void)con;
  *rect = (mjrRect){0, 0, here.window.width, here.window.height};
  return 0;
}

// ---------------------------------------------------------------- auxiliary buffers

int rt_add_aux(int index, int width, int height, int samples, mjrContext* con) {
  Context* c = rt_context(con);
  (void)samples;
  if (!c)
    return -1;
  rt_free_buffer(c->aux + index);
  con->auxFBO[index] = 0;
  con->auxWidth[index] = con->auxHeight[index] = con->auxSamples[index] = 0;
  if (width < 1 || height < 1)
    return 0;
  if (rt_make_buffer(c->aux + index, "auxiliary buffer", width, height, 0))
    return -1;
  con->auxFBO[index] = c->number;
  con->auxWidth[index] = width;
  con->auxHeight[index] = height;
  return bind_current(con);
}

int rt_set_aux(int index, const mjrContext* con) {
  Context* c = rt_context(con);
  if (!c)
    return -1;
  if (!c->aux[index].rgba)
    return fc_fail("the auxiliary buffer %d was not made; mjr_addAux makes it", index);
  choose(AUX, c, index);
  return 0;
}

// ---------------------------------------------------------------- copies

static unsigned char* pixel(const Buffer* b, int x, int y) {
  return b->rgba + 4 * ((size_t)y * (size_t)b->width + (size_t)x);
}

static int is_inside(const Buffer* b, int x, int y) {
  return x >= 0 && y >= 0 && x < b->width && y < b->height;
}

// bilinear interpolation of the four pixels around a point; outside, the border is repeated
static void mix(const Buffer* b, float x, float y, unsigned char rgba[4]) {
  const float fx = floorf(x - 0.5f), fy = floorf(y - 0.5f), dx = x - 0.5f - fx, dy = y - 0.5f - fy;
  float sum[4] = {0, 0, 0, 0};
  for (int i = 0; i < 4; i++) {
    const int column = mjMAX(0, mjMIN(b->width - 1, (int)fx + (i & 1)));
    const int row = mjMAX(0, mjMIN(b->height - 1, (int)fy + (i >> 1)));
    const unsigned char* p = pixel(b, column, row);
    for (int k = 0; k < 4; k++)
      sum[k] += (i & 1 ? dx : 1 - dx) * (i & 2 ? dy : 1 - dy) * (float)p[k];
  }
  for (int k = 0; k < 4; k++)
    rgba[k] = (unsigned char)lroundf(sum[k]);
}

// Copies the part of a rectangle that both buffers have; if the sizes differ it is stretched, with
// interpolation unless depth is copied too.
static void copy(const Buffer* from, mjrRect src, const Buffer* to, mjrRect dst, int color,
                 int depth) {
  const mjrRect part = rt_clip(to, dst);
  const int smooth = (src.width != dst.width || src.height != dst.height) && !depth;
  for (int y = part.bottom; y < part.bottom + part.height; y++) {
    for (int x = part.left; x < part.left + part.width; x++) {
      const double across = (x - dst.left + 0.5) / dst.width,
                   up = (y - dst.bottom + 0.5) / dst.height;
      const double u = src.left + across * src.width, v = src.bottom + up * src.height;
      const int column = (int)floor(u), row = (int)floor(v);
      if (!is_inside(from, column, row))
        continue;
      if (color && smooth)
        mix(from, (float)u, (float)v, pixel(to, x, y));
      else if (color)
        memcpy(pixel(to, x, y), pixel(from, column, row), 4);
      if (depth && from->depth && to->depth)
        to->depth[(size_t)y * (size_t)to->width + (size_t)x] =
            from->depth[(size_t)row * (size_t)from->width + (size_t)column];
    }
  }
}

int rt_blit_aux(int index, mjrRect src, int left, int bottom, const mjrContext* con) {
  Context* c = rt_context(con);
  mjrRect* viewport;
  if (!c || bind_current(con))
    return -1;
  const Buffer* to = rt_target(&viewport);
  if (!to)
    return -1;
  copy(c->aux + index, src, to, (mjrRect){left, bottom, src.width, src.height}, 1, 0);
  return 0;
}

int rt_blit_buffer(mjrRect src, mjrRect dst, int color, int depth, const mjrContext* con) {
  Context* c = rt_context(con);
  if (!c)
    return -1;
  if (!here.window.rgba || !c->offscreen.rgba)
    return 0;
  const int from_offscreen = con->currentBuffer == mjFB_OFFSCREEN;
  copy(from_offscreen ? &c->offscreen : &here.window, src,
       from_offscreen ? &here.window : &c->offscreen, dst, color, depth);
  return bind_current(con);
}

// ---------------------------------------------------------------- pixels

// layout of a row of pixels in the memory of the application
static int format_of(const mjrContext* con) {
  enum { RGB = 0x1907, RGBA = 0x1908 };
  if (con->currentBuffer != mjFB_OFFSCREEN || con->readPixelFormat == RGB)
    return 3;
  return con->readPixelFormat == RGBA
             ? 4
             : fc_fail(
                   "pixels cannot be read in the format 0x%x, expected 0x1907 (RGB) or "
                   "0x1908 (RGBA)",
                   (unsigned)con->readPixelFormat);
}

int rt_read_pixels(unsigned char* rgb, float* depth, mjrRect v, const mjrContext* con) {
  mjrRect* viewport;
  const int bytes = rgb ? format_of(con) : 0;
  if (bytes < 0 || bind_current(con))
    return -1;
  const Buffer* from = rt_target(&viewport);
  if (!from)
    return -1;
  // pixels outside the buffer are unchanged
  const mjrRect part = rt_clip(from, v);
  for (int y = part.bottom; y < part.bottom + part.height; y++) {
    for (int x = part.left; x < part.left + part.width; x++) {
      const size_t out = (size_t)(y - v.bottom) * (size_t)v.width + (size_t)(x - v.left);
      const float w = from->depth[(size_t)y * (size_t)from->width + (size_t)x];
      if (rgb)
        memcpy(rgb + (size_t)bytes * out, pixel(from, x, y), (size_t)bytes);
      if (depth)
        depth[out] = con->readDepthMap == mjDEPTH_ZERONEAR ? 1 - w : w;
    }
  }
  return 0;
}

int rt_draw_pixels(const unsigned char* rgb, const float* depth, mjrRect v, const mjrContext* con) {
  mjrRect* viewport;
  if (bind_current(con))
    return -1;
  const Buffer* to = rt_target(&viewport);
  if (!to)
    return -1;
  const mjrRect part = rt_clip(to, v);
  *viewport = v;
  for (int y = part.bottom; y < part.bottom + part.height; y++) {
    for (int x = part.left; x < part.left + part.width; x++) {
      const size_t in = (size_t)(y - v.bottom) * (size_t)v.width + (size_t)(x - v.left);
      if (rgb) {
        memcpy(pixel(to, x, y), rgb + 3 * in, 3);
        pixel(to, x, y)[3] = 255;
      }
      if (depth)
        to->depth[(size_t)y * (size_t)to->width + (size_t)x] =
            con->readDepthMap == mjDEPTH_ZERONEAR ? 1 - depth[in] : depth[in];
    }
  }
  return 0;
}

// ---------------------------------------------------------------- screen

int rt_open_screen(FcScreen* screen) {
  if (screen->width < 1 || screen->height < 1)
    return fc_fail("a picture of %d x %d pixels cannot be drawn", screen->width, screen->height);
  if (screen->backend && strcmp(screen->backend, "memory") != 0)
    return fc_fail("the backend \"%s\" is unknown to the renderer raytrace, expected memory",
                   screen->backend);
  if (here.window.rgba)
    return fc_fail("this thread has a screen already");
  if (rt_make_buffer(&here.window, "screen", screen->width, screen->height, 1))
    return -1;
  here.place = WINDOW;
  here.viewport = (mjrRect){0, 0, screen->width, screen->height};
  screen->handle = here.window.rgba;
  snprintf(screen->name, sizeof screen->name, "rays in memory (Embree %s)", RTC_VERSION_STRING);
  return 0;
}

int rt_close_screen(FcScreen* screen) {
  if (screen->handle != here.window.rgba)
    return fc_fail("the screen was opened in another thread");
  rt_free_buffer(&here.window);
  if (here.place == WINDOW)
    here.place = NOWHERE;
  return 0;
}
