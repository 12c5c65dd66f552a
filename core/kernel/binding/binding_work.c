// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The faces in use in an mjData: their state, their work at the end of a step, and what they draw
// into scenes.

#include <string.h>

#include <fulcrum/host.h>

#include "core/foundation/base/errors.h"
#include "core/kernel/binding/binding.h"
#include "core/kernel/binding/binding_state.h"
#include "core/kernel/mjplugin/engine_plugin.h"
#include "core/kernel/modules/kind.h"

// 1 when the entry is in force. An implementation that was chosen, bound or named earlier and no
// longer is keeps its state, but the state is not used.
static int at_work(const mjModel* m, DataState* s, const Entry* entry) {
  const FcFace* face = entry->bound.face;
  if (fc_kindRole(face->kind) == FC_CHOSEN)
    return s->choice[face->kind].bound == &entry->bound;
  if (fc_kindRole(face->kind) != FC_ADDED || entry->instance >= 0 ||
      plugin_instance_of(m, face) >= 0 || !strchr(face->name, '.'))
    return 1;
  const Hooks* hooks = hooks_of(s, face->kind);
  for (int i = 0; i < hooks->n; i++)
    if (hooks->hook[i].bound == &entry->bound)
      return 1;
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
  for (int i = 0; i < m->nplugin && n < FACE_STATE_MAX; i++)
    if (m->plugin_statenum[i] && plugin_face(m->plugin[i]))
      list[n++] = (FaceState){NULL, m->plugin_statenum[i], d->plugin_state + m->plugin_stateadr[i]};
  // a copy binds its explicit choices at first use
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

int fc_stateSize(const mjModel* m, mjData* d) {
  FaceState list[FACE_STATE_MAX];
  const int n = bound_states(m, d, list);
  int size = 0;
  for (int i = 0; i < n; i++)
    size += list[i].n;
  return n < 0 ? -1 : size;
}

int fc_getState(const mjModel* m, mjData* d, mjtNum* state) {
  FaceState list[FACE_STATE_MAX];
  const int n = bound_states(m, d, list);
  for (int i = 0; i < n; state += list[i++].n)
    memcpy(state, list[i].value, (size_t)list[i].n * sizeof *state);
  return n < 0 ? -1 : 0;
}

int fc_setState(const mjModel* m, mjData* d, const mjtNum* state) {
  FaceState list[FACE_STATE_MAX];
  const int n = bound_states(m, d, list);
  for (int i = 0; i < n; state += list[i++].n)
    memcpy(list[i].value, state, (size_t)list[i].n * sizeof *state);
  return n < 0 ? -1 : 0;
}

int bound_advancing(const mjData* d) {
  const DataState* s = attached(d);
  return s && s->nadvancing;
}

void bound_advance(const mjModel* m, mjData* d) {
  DataState* s = attached(d);
  for (const Entry* entry = s ? s->first : NULL; entry; entry = entry->next) {
    const FcFace* face = entry->bound.face;
    if (!face->advance || !at_work(m, s, entry))
      continue;
    const unsigned long mark = module_enter(d);
    if (face->advance(&entry->bound.context))
      mju_error("%s \"%s\" failed at the end of a step, time %g: %s", fc_kindName(face->kind),
                face->name, d->time, fail_reason(mark));
  }
}

// ---------------------------------------------------------------- drawing

static void draw(const Bound* bound, int instance, const mjvOption* opt, mjvScene* scn) {
  const unsigned long mark = fail_mark();
  if (bound->face->visualize(&bound->context, instance, opt, scn))
    mju_error("%s \"%s\" could not be drawn: %s", fc_kindName(bound->face->kind), bound->face->name,
              fail_reason(mark));
}

// the face after `last` (NULL: the first one) in the order of kinds and names
static const Bound* drawn_after(const mjModel* m, DataState* s, const Bound* last) {
  const Bound* next = NULL;
  for (const Entry* entry = s->first; entry; entry = entry->next) {
    const Bound* bound = &entry->bound;
    if (entry->instance < 0 && bound->face->visualize && at_work(m, s, entry) &&
        (!last || comes_before(last->face, bound->face)) &&
        (!next || comes_before(bound->face, next->face)))
      next = bound;
  }
  return next;
}

void bound_draw(const mjModel* m, mjData* d, const mjvOption* opt, mjvScene* scn) {
  bindings_follow(m, d);
  for (int i = 0; i < m->nplugin; i++) {
    const FcFace* face = plugin_face(m->plugin[i]);
    if (!face || !face->visualize || !kind_rules[face->kind]->by_instance)
      continue;
    const Bound* bound = bound_instance(m, d, face, i);
    if (!bound) {
      mju_error("%s \"%s\" could not be drawn: %s", fc_kindName(face->kind), face->name,
                fc_lastError());
      return;
    }
    draw(bound, i, opt, scn);
  }
  DataState* s = attached(d);
  if (!s)
    return;
  if (follow_model(s, m)) {
    mju_error("%s", fc_lastError());
    return;
  }
  for (const Bound* bound = drawn_after(m, s, NULL); bound; bound = drawn_after(m, s, bound))
    draw(bound, -1, opt, scn);
}
