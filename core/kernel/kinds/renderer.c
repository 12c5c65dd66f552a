// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#include <fulcrum/renderer.h>

#include "core/kernel/kinds/kinds.h"

// A renderer must implement everything in its table up to get_error except the functions for
// screens.
const KindRules renderer_rules = {.required = {NEEDS(FcRenderer, make_context),
                                               NEEDS(FcRenderer, free_context),
                                               NEEDS(FcRenderer, change_font),
                                               NEEDS(FcRenderer, upload_texture),
                                               NEEDS(FcRenderer, upload_mesh),
                                               NEEDS(FcRenderer, upload_hfield),
                                               NEEDS(FcRenderer, set_buffer),
                                               NEEDS(FcRenderer, restore_buffer),
                                               NEEDS(FcRenderer, resize_offscreen),
                                               NEEDS(FcRenderer, add_aux),
                                               NEEDS(FcRenderer, set_aux),
                                               NEEDS(FcRenderer, blit_aux),
                                               NEEDS(FcRenderer, blit_buffer),
                                               NEEDS(FcRenderer, window_size),
                                               NEEDS(FcRenderer, read_pixels),
                                               NEEDS(FcRenderer, draw_pixels),
                                               NEEDS(FcRenderer, render),
                                               NEEDS(FcRenderer, viewport),
                                               NEEDS(FcRenderer, rectangle),
                                               NEEDS(FcRenderer, text),
                                               NEEDS(FcRenderer, lines),
                                               NEEDS(FcRenderer, finish),
                                               NEEDS(FcRenderer, get_error)}};
