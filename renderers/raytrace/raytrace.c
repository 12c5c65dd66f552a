// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The ray-tracing renderer: pictures in memory, without any graphics library. README.md lists the
// files.

#include <fulcrum/layout.h>
#include <fulcrum/module.h>

#include "context.h"

// in the order of Settings
static const FcParameter parameters[] = {
    {.key = "samples",
     .type = FC_INT,
     .length = 1,
     .def = 64,
     .min = 1,
     .max = 65536,
     .help = "most rays through a pixel"},
    {.key = "noise",
     .type = FC_REAL,
     .length = 1,
     .def = 0.004,
     .min = 0,
     .max = 1,
     .help = "a pixel gets no more rays when the error of its brightness, which is at most 1, is "
             "below"},
    {.key = "light_angle",
     .type = FC_REAL,
     .length = 1,
     .def = 0.03,
     .min = 0,
     .max = 1,
     .unit = "rad",
     .help = "half the angle under which a light is seen; bulbs of larger radius look larger"},
    {.key = "bounces",
     .type = FC_INT,
     .length = 1,
     .def = 4,
     .min = 0,
     .max = 64,
     .help = "most mirrors on a ray"},
    {.key = "occlusion",
     .type = FC_REAL,
     .length = 1,
     .def = 0.3,
     .min = 0,
     .max = 1000,
     .unit = "extent of the model",
     .help = "how far away geoms keep light without shadow from a surface; 0: no distance"},
    {.key = "threads",
     .type = FC_INT,
     .length = 1,
     .def = 0,
     .min = 0,
     .max = 256,
     .help = "threads that draw; 0: as many as there are processors"},
    {.key = "mirrored_sky",
     .type = FC_INT,
     .length = 1,
     .def = 1,
     .min = 0,
     .max = 1,
     .help = "1: mirrors show sky and haze; 0: geoms only"},
};

static int finish(void) { return 0; }
static int get_error(void) { return 0; }

static const FcRenderer table = {
    .size = sizeof(FcRenderer),
    .make_context = rt_make_context,
    .free_context = rt_free_context,
    .change_font = rt_change_font,
    .upload_texture = rt_upload_texture,
    .upload_mesh = rt_upload_mesh,
    .upload_hfield = rt_upload_hfield,
    .set_buffer = rt_set_buffer,
    .restore_buffer = rt_restore_buffer,
    .resize_offscreen = rt_resize_offscreen,
    .add_aux = rt_add_aux,
    .set_aux = rt_set_aux,
    .blit_aux = rt_blit_aux,
    .blit_buffer = rt_blit_buffer,
    .window_size = rt_window_size,
    .read_pixels = rt_read_pixels,
    .draw_pixels = rt_draw_pixels,
    .render = rt_render,
    .viewport = rt_viewport,
    .rectangle = rt_rectangle,
    .text = rt_text,
    .lines = rt_lines,
    .finish = finish,
    .get_error = get_error,
    .open_screen = rt_open_screen,
    .close_screen = rt_close_screen,
    .configure = rt_configure,
    .watch = rt_watch,
};

static const FcFace faces[] = {{.size = sizeof(FcFace),
                                .kind = FC_RENDERER,
                                .name = "raytrace",
                                .table = &table,
                                FC_PARAMETERS(parameters)}};

// below gl, which draws into the windows of applications
FC_MODULE_WITH(raytrace, "raytrace", "1.0.0", "Apache-2.0", &fc_layout, faces, -1,
               "pictures by following rays, on all processors and without a graphics library", NULL)
