// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Models and modules: loading, and loading again when files change. Without the mutex.

#ifndef VIEWER_LOADING_H_
#define VIEWER_LOADING_H_

#include "viewer/parts.h"

// path NULL: the model in memory. `again`: keep camera, keyframe and flags. 0, or -1 with a
// message; then everything is left as it is.
int loading_open_model(Viewer* v, const char* path, int again);
void loading_close_model(Viewer* v);
void loading_return_state(Viewer* v);  // to the data that was given in memory

void loading_reload_modules(Viewer* v, int report);  // 1: also when nothing has changed
void loading_watch_files(Viewer* v);

#endif  // VIEWER_LOADING_H_
