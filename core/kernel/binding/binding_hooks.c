// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Kinds of which any number is in force: hooks that come from instances in the model and from
// fc_bind, all installed implementations of a kind, and the post-solvers that run.

#include <stdlib.h>
#include <string.h>

#include <fulcrum/host.h>
#include <fulcrum/solver.h>

#include "core/foundation/base/errors.h"
#include "core/kernel/binding/binding.h"
#include "core/kernel/binding/binding_state.h"
#include "core/kernel/binding/scheduler.h"
#include "core/kernel/mjplugin/engine_plugin.h"
#include "core/kernel/modules/kind.h"
#include "core/kernel/modules/registry.h"

// ---------------------------------------------------------------- hooks

Hooks* hooks_of(DataState* s, FcKind kind) {
  switch (kind) {
    case FC_STAGE: return s->hooks + HOOKS_STAGE;
    case FC_PROBE: return s->hooks + HOOKS_PROBE;
    case FC_POST_SOLVER: return s->hooks + HOOKS_POST_SOLVER;
    case FC_PASSIVE: return s->hooks + HOOKS_PASSIVE;
    default: return NULL;
  }
}

void hooks_changed(DataState* s, mjData* d) {
  drop_slots(s);
  data_record(d)->hooked = s->hooks[HOOKS_STAGE].n + s->hooks[HOOKS_PROBE].n > 0;
}

// where a stage or probe is attached; NULL with fc_lastError when there is no such place
static const Stage* place_of(const FcFace* face) {
  const Stage* place = stage_find(face_place(face));
  if (!place) {
    fc_fail("the %s \"%s\" cannot be attached: %s", fc_kindName(face->kind), face->name,
            fc_lastError());
  }
  return place;
}

static int too_many(FcKind kind) {
  return fc_fail("at most %d faces of kind %s can be bound to one mjData", HOOK_MAX,
                 fc_kindName(kind));
}

// puts the stages or probes that the model has instances of ahead of those that were bound
static int add_model_hooks(DataState* s, const mjModel* m, mjData* d, FcKind kind) {
  Hooks* hooks = hooks_of(s, kind);
  const int nbound = hooks->n - hooks->nmodel;
  Hook bound[HOOK_MAX];
  memcpy(bound, hooks->hook + hooks->nmodel, (size_t)nbound * sizeof *bound);
  hooks->n = hooks->nmodel = 0;
  for (int i = 0; i < m->nplugin; i++) {
    const FcFace* face = plugin_face(m->plugin[i]);
    if (!face || face->kind != kind)
      continue;
    if (hooks->n + nbound == HOOK_MAX)
      return too_many(kind);
    const Stage* place = place_of(face);
    const Bound* hook = place ? bind_face(s, m, d, face, i) : NULL;
    if (!hook)
      return -1;
    hooks->hook[hooks->n++] = (Hook){hook, place};
  }
  hooks->nmodel = hooks->n;
  memcpy(hooks->hook + hooks->n, bound, (size_t)nbound * sizeof *bound);
  hooks->n += nbound;
  return 0;
}

int add_hook(DataState* s, mjData* d, FcKind kind, const Bound* bound) {
  Hooks* hooks = hooks_of(s, kind);
  for (int i = 0; i < hooks->n; i++) {
    if (hooks->hook[i].bound->face == bound->face)
      return fc_fail("the %s \"%s\" is bound to this mjData already", fc_kindName(kind),
                     bound->face->name);
  }
  const Stage* place = NULL;
  if (face_place(bound->face) && !(place = place_of(bound->face)))
    return -1;
  if (hooks->n == HOOK_MAX)
    return too_many(kind);
  hooks->hook[hooks->n++] = (Hook){bound, place};
  hooks_changed(s, d);
  fail_forget();
  return 0;
}

int prepare_hooks(DataState* s, const mjModel* m, mjData* d) {
  DataRecord* record = data_record(d);
  if (record->hooked_for == model_identity(m))
    return 0;
  if (!s || follow_model(s, m) || add_model_hooks(s, m, d, FC_STAGE) ||
      add_model_hooks(s, m, d, FC_PROBE))
    return -1;
  hooks_changed(s, d);
  record->hooked_for = model_identity(m);
  return 0;
}

// 1 when the model has instances of stages or probes
static int wants_hooks(const mjModel* m) {
  for (int i = 0; i < m->nplugin; i++) {
    const FcFace* face = plugin_face(m->plugin[i]);
    if (face && face_place(face))
      return 1;
  }
  return 0;
}

void bound_prepare_hooks(const mjModel* m, mjData* d) {
  const DataState* s = attached(d);
  // most models want none, and most data have no bindings yet
  if (!wants_hooks(m) && !(s && s->hooks[HOOKS_STAGE].nmodel + s->hooks[HOOKS_PROBE].nmodel)) {
    data_record(d)->hooked = s && s->hooks[HOOKS_STAGE].n + s->hooks[HOOKS_PROBE].n > 0;
    data_record(d)->hooked_for = model_identity(m);
  } else if (prepare_hooks(bindings_of(d), m, d)) {
    mju_error("%s", fc_lastError());
  }
}

int bound_hooks(const mjModel* m, mjData* d, FcKind kind, const Hook** hook) {
  DataState* s = attached(d);
  const Hooks* hooks = s ? hooks_of(s, kind) : NULL;
  if (!hooks || !hooks->n)
    return 0;
  if (follow_model(s, m)) {
    mju_error("%s", fc_lastError());
    return 0;
  }
  *hook = hooks->hook;
  return hooks->n;
}

// ---------------------------------------------------------------- everything installed

static int resolve_installed(const mjModel* m, mjData* d, DataState* s, FcKind kind) {
  const FcFace* faces[INSTALLED_MAX];
  int n = registry_all(kind, faces, INSTALLED_MAX);
  if (n < 0)
    return -1;
  n = n < INSTALLED_MAX ? n : INSTALLED_MAX;
  const Bound** bound = calloc((size_t)n + 1, sizeof *bound);
  if (!bound)
    return fc_fail("out of memory for the bindings of an mjData");
  int nbound = 0;
  for (int i = 0; i < n; i++) {
    // of several with the same name only the winner counts
    const FcFace* face = registry_find(kind, faces[i]->name);
    if (!face && registry_shortage()[0]) {
      free(bound);
      return -1;
    }
    if (face != faces[i])
      continue;
    if (!(bound[nbound++] = bind_face(s, m, d, face, -1))) {
      free(bound);
      return -1;
    }
  }
  s->installed[kind] = (Installed){bound, nbound};
  return 0;
}

int bound_installed(const mjModel* m, mjData* d, FcKind kind, const Bound* const** list) {
  DataState* s = attached(d);
  if (!s || !is_bound_for(s, m) || !s->installed[kind].bound) {
    s = bindings_of(d);
    if (follow_model(s, m) || (!s->installed[kind].bound && resolve_installed(m, d, s, kind))) {
      mju_error("%s", fc_lastError());
      return 0;
    }
  }
  *list = s->installed[kind].bound;
  return s->installed[kind].n;
}

int bound_post_solvers(const mjModel* m, mjData* d, const Bound* run[POST_SOLVER_MAX]) {
  const Bound* const* list;
  const Hook* hook;
  const int n = bound_installed(m, d, FC_POST_SOLVER, &list);
  int nrun = 0;
  for (int i = 0; i < n && nrun < POST_SOLVER_MAX; i++) {
    const FcPostSolver* post = list[i]->table;
    if ((post->wanted && post->wanted(m)) || plugin_instance_of(m, list[i]->face) >= 0)
      run[nrun++] = list[i];
  }
  const int nwanted = nrun, nhook = bound_hooks(m, d, FC_POST_SOLVER, &hook);
  for (int i = 0; i < nhook && nrun < POST_SOLVER_MAX; i++) {
    int known = 0;
    for (int k = 0; k < nwanted; k++)
      known |= run[k] == hook[i].bound;
    if (!known)
      run[nrun++] = hook[i].bound;
  }
  return nrun;
}
