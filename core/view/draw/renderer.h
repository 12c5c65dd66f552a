// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The renderer in force, as used by the mjr_ functions.

#ifndef CORE_VIEW_DRAW_RENDERER_H_
#define CORE_VIEW_DRAW_RENDERER_H_

#include <fulcrum/host.h>
#include <fulcrum/renderer.h>

// The renderer in force. NULL after an error in the name of `function` when no renderer is
// installed or none can be used.
const FcRenderer* renderer_for(const char* function);

// the same without looking for one: NULL when nothing was drawn yet
const FcRenderer* renderer_in_use(void);

// Raises the error of a function of the renderer when its status is negative. Returns whether the
// function succeeded.
int renderer_done(const char* function, int status);

#endif  // CORE_VIEW_DRAW_RENDERER_H_
