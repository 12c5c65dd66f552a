// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Everything that is drawn in the window.

#ifndef VIEWER_FRAME_H_
#define VIEWER_FRAME_H_

#include "viewer/parts.h"

// Make context, scenes and buffers for the model: 0, or -1 with fc_lastError. With the mutex.
int frame_open(Viewer* v);
void frame_layout(Viewer* v);  // rectangles of the window
void frame_resize(Viewer* v);  // panels have another theme or font
void frame_show(Viewer* v);    // a frame
void frame_show_loading(Viewer* v);
void frame_request_picture(Viewer* v, const char* path);

#endif  // VIEWER_FRAME_H_
