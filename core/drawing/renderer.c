// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The renderer in force is looked up when it is needed for the first time and stays, as its objects
// do, until fc_useRenderer chooses another. Its table is the host's copy, which lives as long as
// the process.

#include "core/drawing/renderer.h"

#include <stdatomic.h>

#include <mujoco/mujoco.h>

#include "core/base/errors.h"
#include "core/kernel/registry.h"

static _Atomic(const FcRenderer*) in_force;

static const FcRenderer* look_up(void) {
  const FcRenderer* renderer = renderer_in_use();
  if (!renderer) {
    const FcFace* face = registry_best(FC_RENDERER, NULL);
    renderer = face ? face->table : NULL;
    atomic_store_explicit(&in_force, renderer, memory_order_release);
  }
  return renderer;
}

const FcRenderer* renderer_in_use(void) {
  return atomic_load_explicit(&in_force, memory_order_acquire);
}

const FcRenderer* renderer_for(const char* function) {
  const FcRenderer* renderer = look_up();
  if (!renderer)
    mju_error("%s: pictures cannot be drawn: %s", function, fc_lastError());
  return renderer;
}

int renderer_done(const char* function, int status) {
  if (status < 0)
    mju_error("%s: %s", function, fail_reason());
  return status >= 0;
}

int fc_useRenderer(const char* name) {
  const FcFace* face = name ? registry_find(FC_RENDERER, name) : registry_best(FC_RENDERER, NULL);
  if (!face)
    return -1;
  atomic_store_explicit(&in_force, face->table, memory_order_release);
  return 0;
}

// ---------------------------------------------------------------- without a window

int fc_openScreen(FcScreen* screen) {
  const FcRenderer* renderer = look_up();
  screen->handle = NULL;
  screen->name[0] = 0;
  if (!renderer)
    return -1;
  if (!renderer->open_screen)
    return fc_fail("the renderer in force draws into contexts of applications only");
  return renderer->open_screen(screen);
}

void fc_closeScreen(FcScreen* screen) {
  const FcRenderer* renderer = renderer_in_use();
  if (renderer && renderer->close_screen && screen->handle)
    renderer->close_screen(screen);
  screen->handle = NULL;
}
