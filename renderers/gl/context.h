// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The OpenGL objects of an mjrContext, and the functions that make them. Geometry is in display
// lists, numbered as base plus index; lists and objects are valid only in their own OpenGL context.

#ifndef RENDERERS_GL_CONTEXT_H_
#define RENDERERS_GL_CONTEXT_H_

#include <fulcrum/renderer.h>
#include <mujoco/mujoco.h>

#include "library.h"
#include "renderers/common/common.h"

// unit shapes: list baseBuiltin + shape
typedef enum Shape_ {
  SHAPE_SPHERE,
  SHAPE_TOP,     // half sphere z >= 0
  SHAPE_BOTTOM,  // half sphere z <= 0
  SHAPE_CYLINDER,
  SHAPE_TUBE,  // cylinder without its discs
  SHAPE_HAZE,
  SHAPE_BOX,
  SHAPE_CONE,
  SHAPES
} Shape;

// ---------------------------------------------------------------- context.c
int gl_make_context(const mjModel* m, mjrContext* con, int fontscale);
int gl_free_context(mjrContext* con);

// The functions of the current OpenGL context, when the objects of `con` belong to it; NULL with a
// reason.
const Gl* gl_library_of(const mjrContext* con);

int gl_finish(void);
int gl_get_error(void);

// ---------------------------------------------------------------- buffers.c
int gl_make_offscreen(const Gl* gl, mjrContext* con);
int gl_make_shadow(const Gl* gl, mjrContext* con);
void gl_free_buffers(const Gl* gl, mjrContext* con);
void gl_bind_current(const Gl* gl, const mjrContext* con);
int gl_set_buffer(int framebuffer, mjrContext* con);
int gl_restore_buffer(const mjrContext* con);
int gl_resize_offscreen(int width, int height, mjrContext* con);
int gl_window_size(mjrRect* rect, const mjrContext* con);

// Selects the single-sample copy of the current buffer for reading; gl_bind_current ends this.
void gl_bind_resolved(const Gl* gl, const mjrContext* con, int color, int depth);

// ---------------------------------------------------------------- auxiliary.c, pixels.c
int gl_buffer_limit(const mjrContext* con);
int gl_add_aux(int index, int width, int height, int samples, mjrContext* con);
int gl_set_aux(int index, const mjrContext* con);
int gl_blit_aux(int index, mjrRect src, int left, int bottom, const mjrContext* con);
int gl_blit_buffer(mjrRect src, mjrRect dst, int color, int depth, const mjrContext* con);
int gl_read_pixels(unsigned char* rgb, float* depth, mjrRect viewport, const mjrContext* con);
int gl_draw_pixels(const unsigned char* rgb, const float* depth, mjrRect viewport,
                   const mjrContext* con);

// ---------------------------------------------------------------- textures.c
int gl_make_textures(const Gl* gl, const mjModel* m, mjrContext* con);
int gl_upload_texture(const mjModel* m, const mjrContext* con, int id);

// ---------------------------------------------------------------- shapes.c, planes.c, meshes.c,
// hfields.c, skins.c, fonts.c
int gl_make_shapes(const Gl* gl, const mjModel* m, mjrContext* con);
int gl_make_planes(const Gl* gl, const mjModel* m, mjrContext* con);
int gl_make_meshes(const Gl* gl, const mjModel* m, mjrContext* con);
int gl_make_hfields(const Gl* gl, const mjModel* m, mjrContext* con);
int gl_make_skins(const Gl* gl, const mjModel* m, mjrContext* con);
void gl_free_skins(const Gl* gl, mjrContext* con);
int gl_make_fonts(const Gl* gl, int scale, mjrContext* con);
int gl_upload_mesh(const mjModel* m, const mjrContext* con, int id);
int gl_upload_hfield(const mjModel* m, const mjrContext* con, int id);
int gl_change_font(int scale, mjrContext* con);

// `n` lists in a row, in *base; 0, or a negative number with a reason. n = 0: *base is 0.
int gl_make_lists(const Gl* gl, int n, unsigned int* base);

// a square of n x n cells, x and y from -1 to 1, at height z, facing side * z
void gl_square(const Gl* gl, int n, float z, int side);

// ---------------------------------------------------------------- flat.c
int gl_viewport(mjrRect* viewport);
int gl_rectangle(mjrRect viewport, const float rgba[4]);
int gl_text(mjrRect viewport, const mjrContext* con, int font, const char* text, float x, float y,
            const float rgb[3]);
int gl_lines(mjrRect viewport, const float* points, int n, int pairs, float width,
             const float rgb[3]);

// use pixels of the viewport as coordinates, and draw colour only; the scissor test and its box
// belong to the program
void gl_begin_flat(const Gl* gl, mjrRect viewport);

// ---------------------------------------------------------------- scene.c, screen.c
int gl_render(mjrRect viewport, mjvScene* scn, const mjrContext* con);
int gl_open_screen(FcScreen* screen);
int gl_close_screen(FcScreen* screen);

// 1 when depth may run from 0 to 1 in clip coordinates, which keeps the precision of reversed
// depth.
int gl_has_clip_control(const Gl* gl);

#endif  // RENDERERS_GL_CONTEXT_H_
