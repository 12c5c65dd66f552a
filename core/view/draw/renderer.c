// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The renderer in force is looked up on first use and stays, like its objects, until fc_useRenderer
// chooses another. Its table is the host's copy, which lives as long as the process. The values of
// its parameters are kept by the renderer, which gets all of them again with every change; here
// they are only read from texts.

#include <stdatomic.h>

#include <mujoco/mujoco.h>

#include "core/foundation/base/errors.h"
#include "core/kernel/binding/parameter.h"
#include "core/kernel/modules/registry.h"
#include "core/view/draw/renderer.h"

enum { VALUES_MOST = 64 };

static _Atomic(const FcFace*) in_force;

static const FcFace* face_in_force(void) {
  return atomic_load_explicit(&in_force, memory_order_acquire);
}

static const FcFace* look_up(void) {
  const FcFace* face = face_in_force();
  if (!face) {
    face = registry_best(FC_RENDERER, NULL);
    atomic_store_explicit(&in_force, face, memory_order_release);
  }
  return face;
}

static const FcRenderer* table_of(const FcFace* face) { return face ? face->table : NULL; }

const FcRenderer* renderer_in_use(void) { return table_of(face_in_force()); }

// value before the last call of the renderer
static _Thread_local unsigned long mark;

const FcRenderer* renderer_for(const char* function) {
  const FcRenderer* renderer = table_of(look_up());
  if (!renderer)
    mju_error("%s: pictures cannot be drawn: %s", function, fc_lastError());
  mark = fail_mark();
  return renderer;
}

int renderer_done(const char* function, int status) {
  if (status < 0)
    mju_error("%s: %s", function, fail_reason(mark));
  mark = fail_mark();
  return status >= 0;
}

int fc_useRenderer(const char* name) {
  const FcFace* face = name ? registry_find(FC_RENDERER, name) : registry_best(FC_RENDERER, NULL);
  if (!face)
    return -1;
  atomic_store_explicit(&in_force, face, memory_order_release);
  return 0;
}

// ---------------------------------------------------------------- parameters and progress

// the face that the stored values belong to
static struct {
  const FcFace* face;
  mjtNum value[VALUES_MOST];
} values;

static const char* no_text(const void* context, int index) {
  (void)context;
  (void)index;
  return NULL;
}

int fc_setRendererParameter(const char* key, const char* value) {
  const FcFace* face = look_up();
  const FcParameter* parameter;
  if (!face)
    return -1;
  const int at = parameter_find(face, key, &parameter);
  if (at < 0)
    return -1;
  const FcRenderer* renderer = face->table;
  if (!renderer->configure || parameter_count(face) > VALUES_MOST)
    return fc_fail("the renderer \"%s\" cannot be configured", face->name);
  if (values.face != face && parameter_read(NULL, face, no_text, NULL, values.value))
    return -1;
  values.face = face;
  if (parameter_set(NULL, face, parameter, values.value + at, value))
    return -1;
  const unsigned long before = fail_mark();
  return fail_settle(before, "renderer", face->name, renderer->configure(values.value));
}

int fc_watchRenderer(FcProgress report, void* user) {
  const FcFace* face = look_up();
  const FcRenderer* renderer = table_of(face);
  if (!renderer)
    return -1;
  const unsigned long before = fail_mark();
  return renderer->watch
             ? fail_settle(before, "renderer", face->name, renderer->watch(report, user))
             : 0;
}

// ---------------------------------------------------------------- without a window

int fc_openScreen(FcScreen* screen) {
  const FcFace* face = look_up();
  const FcRenderer* renderer = table_of(face);
  screen->handle = NULL;
  screen->name[0] = 0;
  if (!renderer)
    return -1;
  if (!renderer->open_screen)
    return fc_fail("the renderer in force draws into contexts of applications only");
  const unsigned long before = fail_mark();
  return fail_settle(before, "renderer", face->name, renderer->open_screen(screen));
}

void fc_closeScreen(FcScreen* screen) {
  const FcRenderer* renderer = renderer_in_use();
  if (renderer && renderer->close_screen && screen->handle)
    renderer->close_screen(screen);
  screen->handle = NULL;
}
