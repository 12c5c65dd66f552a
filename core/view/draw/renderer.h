// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The renderer in force, which the mjr_ functions call.

#ifndef CORE_VIEW_DRAW_RENDERER_H_
#define CORE_VIEW_DRAW_RENDERER_H_

#include <fulcrum/host.h>
#include <fulcrum/renderer.h>

// NULL after an error was raised in the name of `function`: no renderer is installed, or none can
// be used.
const FcRenderer* renderer_for(const char* function);

// the same without looking for one: NULL before anything was drawn
const FcRenderer* renderer_in_use(void);

// Raises the error that a function of the renderer has left, when its status is negative. Returns
// whether it went well.
int renderer_done(const char* function, int status);

#endif  // CORE_VIEW_DRAW_RENDERER_H_
