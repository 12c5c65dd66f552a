// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The data behind an mjrContext. Contexts have numbers, which are stored in con->baseFontNormal and
// show whether this module made them. A thread stores the number of the context and the buffer it
// draws into, never a pointer, so that a freed context is detected.

#ifndef RENDERERS_RAYTRACE_CONTEXT_H_
#define RENDERERS_RAYTRACE_CONTEXT_H_

#include <fulcrum/renderer.h>
#include <mujoco/mujoco.h>

#include "solids.h"
#include "textures.h"

// Pixels, rows from below. Depth is reversed: 1 at the near plane, 0 at the far one.
typedef struct Buffer_ {
  int width, height;
  unsigned char* rgba;  // four bytes per pixel; NULL: no buffer
  float* depth;         // NULL in auxiliary buffers
} Buffer;

typedef struct Context_ {
  unsigned int number;
  Buffer offscreen;
  Buffer aux[mjNAUX];

  // resources of the model
  RTCDevice device;
  int ntexture, nmesh, nhfield, nskin, nplane;
  Texture* texture;
  Solid* mesh;    // 2 per mesh: itself, its convex hull
  Solid* hfield;  // 1 per height field
  Skin* skin;
  Plane* plane;
  float extent;   // of the model in m
  float haze[4];  // rgb, and the width of the band relative to the distance of the horizon

  // edges of round shapes and boxes in wireframe: slices around z, stacks along it, quads per side
  int slices, stacks, quads;
} Context;

// ---------------------------------------------------------------- context.c
int rt_make_context(const mjModel* m, mjrContext* con, int fontscale);
int rt_free_context(mjrContext* con);
int rt_change_font(int fontscale, mjrContext* con);
int rt_upload_texture(const mjModel* m, const mjrContext* con, int id);
int rt_upload_mesh(const mjModel* m, const mjrContext* con, int id);
int rt_upload_hfield(const mjModel* m, const mjrContext* con, int id);

// The context of `con`, NULL with a reason when this module did not make it.
Context* rt_context(const mjrContext* con);

// The context with this number, NULL when it was freed.
Context* rt_context_of(unsigned int number);

// ---------------------------------------------------------------- buffers.c
int rt_set_buffer(int framebuffer, mjrContext* con);
int rt_restore_buffer(const mjrContext* con);
int rt_resize_offscreen(int width, int height, mjrContext* con);
int rt_add_aux(int index, int width, int height, int samples, mjrContext* con);
int rt_set_aux(int index, const mjrContext* con);
int rt_blit_aux(int index, mjrRect src, int left, int bottom, const mjrContext* con);
int rt_blit_buffer(mjrRect src, mjrRect dst, int color, int depth, const mjrContext* con);
int rt_window_size(mjrRect* rect, const mjrContext* con);
int rt_read_pixels(unsigned char* rgb, float* depth, mjrRect viewport, const mjrContext* con);
int rt_draw_pixels(const unsigned char* rgb, const float* depth, mjrRect viewport,
                   const mjrContext* con);
int rt_open_screen(FcScreen* screen);
int rt_close_screen(FcScreen* screen);

// Clear to black and the farthest depth. 0, or a negative number with a reason.
int rt_make_buffer(Buffer* buffer, const char* what, int width, int height, int with_depth);
void rt_free_buffer(Buffer* buffer);

// 1 when this thread has a screen.
int rt_has_window(void);

// The buffer that this thread draws into, and the current viewport in it; NULL with a reason.
Buffer* rt_target(mjrRect** viewport);

// The part of a rectangle that is in a buffer.
mjrRect rt_clip(const Buffer* buffer, mjrRect rect);

// ---------------------------------------------------------------- flat.c
int rt_viewport(mjrRect* viewport);
int rt_rectangle(mjrRect viewport, const float rgba[4]);
int rt_text(mjrRect viewport, const mjrContext* con, int font, const char* text, float x, float y,
            const float rgb[3]);
int rt_lines(mjrRect viewport, const float* points, int n, int pairs, float width,
             const float rgb[3]);

// ---------------------------------------------------------------- picture.c
int rt_render(mjrRect viewport, mjvScene* scn, const mjrContext* con);
int rt_configure(const mjtNum* value);
int rt_watch(FcProgress report, void* user);

#endif  // RENDERERS_RAYTRACE_CONTEXT_H_
