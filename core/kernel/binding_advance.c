// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// State of the faces that are at work in an mjData, and what they do at the end of a step.

#include <string.h>

#include <fulcrum/host.h>

#include "core/base/errors.h"
#include "core/kernel/binding_state.h"
#include "core/kernel/engine_plugin.h"

// Is the entry in force? What was chosen, bound or named once and is not any more keeps its state,
// but nobody asks for it.
static int at_work(const mjModel* m, DataState* s, const Entry* entry) {
  const FcFace* face = entry->bound.face;
  if (is_choice(face->kind))
    return s->choice[face->kind].bound == &entry->bound;
  if (!is_hook(face->kind) || entry->instance >= 0 || plugin_instance_of(m, face) >= 0 ||
      !strchr(face->name, '.'))
    return 1;
  const Hooks* hooks = hooks_of(s, face->kind);
  for (int i = 0; i < hooks->n; i++) {
    if (hooks->hook[i].bound == &entry->bound)
      return 1;
  }
  return 0;
}

// order of states that the model does not number
static int comes_before(const FcFace* a, const FcFace* b) {
  return a->kind != b->kind ? a->kind < b->kind : strcmp(a->name, b->name) < 0;
}

int bound_states(const mjModel* m, mjData* d, FaceState list[FACE_STATE_MAX]) {
  bindings_follow(m, d);
  DataState* s = bindings_of(d);
  if (!s || follow_model(s, m))
    return -1;
  int n = 0;
  for (int i = 0; i < m->nplugin && n < FACE_STATE_MAX; i++) {
    if (m->plugin_statenum[i] && plugin_face(m->plugin[i]))
      list[n++] = (FaceState){NULL, m->plugin_statenum[i], d->plugin_state + m->plugin_stateadr[i]};
  }
  // explicit choices of a copy are bound at first use
  for (int kind = 1; kind < FC_NKIND; kind++) {
    const Choice* c = s->choice + kind;
    if (c->name && !c->bound && !resolve_choice(m, d, s, (FcKind)kind))
      return -1;
  }
  const int first = n;
  for (Entry* entry = s->first; entry && n < FACE_STATE_MAX; entry = entry->next) {
    if (!entry->own_state || !at_work(m, s, entry))
      continue;
    int at = n++;
    for (; at > first && comes_before(entry->bound.face, list[at - 1].face); at--)
      list[at] = list[at - 1];
    list[at] = (FaceState){entry->bound.face, entry->nstate, entry->own_state};
  }
  return n;
}

int bound_advancing(const mjData* d) {
  const DataState* s = attached(d);
  return s && s->nadvancing;
}

void bound_advance(const mjModel* m, mjData* d) {
  DataState* s = attached(d);
  for (const Entry* entry = s ? s->first : NULL; entry; entry = entry->next) {
    const FcFace* face = entry->bound.face;
    if (face->advance && at_work(m, s, entry) && face->advance(&entry->bound.context))
      mju_error("%s \"%s\" failed at the end of a step, time %g: %s", fc_kindName(face->kind),
                face->name, d->time, fail_reason());
  }
}
