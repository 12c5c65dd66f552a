// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The renderer for OpenGL: draws through the current context with the fixed functions of the
// compatibility profile. README.md lists the files.

#include <fulcrum/layout.h>
#include <fulcrum/module.h>

#include "context.h"

static const FcRenderer table = {
    .size = sizeof(FcRenderer),
    .make_context = gl_make_context,
    .free_context = gl_free_context,
    .change_font = gl_change_font,
    .upload_texture = gl_upload_texture,
    .upload_mesh = gl_upload_mesh,
    .upload_hfield = gl_upload_hfield,
    .set_buffer = gl_set_buffer,
    .restore_buffer = gl_restore_buffer,
    .resize_offscreen = gl_resize_offscreen,
    .add_aux = gl_add_aux,
    .set_aux = gl_set_aux,
    .blit_aux = gl_blit_aux,
    .blit_buffer = gl_blit_buffer,
    .window_size = gl_window_size,
    .read_pixels = gl_read_pixels,
    .draw_pixels = gl_draw_pixels,
    .render = gl_render,
    .viewport = gl_viewport,
    .rectangle = gl_rectangle,
    .text = gl_text,
    .lines = gl_lines,
    .finish = gl_finish,
    .get_error = gl_get_error,
    .open_screen = gl_open_screen,
    .close_screen = gl_close_screen,
    .buffer_limit = gl_buffer_limit,
};

static const FcFace faces[] = {
    {.size = sizeof(FcFace), .kind = FC_RENDERER, .name = "gl", .table = &table}};

FC_MODULE_WITH(gl, "gl", "1.0.0", "Apache-2.0", &fc_layout, faces, 0,
               "pictures through the current OpenGL context", NULL)
