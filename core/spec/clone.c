// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Copying and handing over parts of a model.
//
// While something is copied, Element.twin leads from every original to its copy; links between
// elements (frames, classes, plugin instances) are first copied as they are and then redirected
// through it. Twins are scratch: an operation clears those it will look at.
//
// An element that is shared (attached by reference) belongs to the spec that compiles it; when that
// spec lets go of it, it goes back to the spec it was written in.

#include <stdlib.h>
#include <string.h>

#include "core/spec/tree.h"

void subtree_visit(Element* e, void (*visit)(void* context, Element* e), void* context) {
  visit(context, e);
  if (e->kind->type != mjOBJ_BODY) return;
  Body* b = (Body*)e;
  for (int k = 0; k < NCHILDLIST; k++) {
    for (int i = 0; i < b->child[k].count; i++) subtree_visit(b->child[k].item[i], visit, context);
  }
}

void spec_visit(Spec* s, void (*visit)(void* context, Element* e), void* context) {
  subtree_visit(&s->world->base, visit, context);
  for (int type = 0; type < mjNOBJECT; type++) {
    for (int i = 0; i < s->list[type].count; i++) visit(context, s->list[type].item[i]);
  }
}

// ---------------------------------------------------------------- copying

static void clear_twin(void* context, Element* e) {
  (void)context;
  e->twin = NULL;
}

void twins_clear(Spec* s) { spec_visit(s, clear_twin, NULL); }

Element* subtree_clone(Spec* s, Element* e) {
  Element* copy = element_clone(s, e);
  e->twin = copy;
  if (e->kind->type != mjOBJ_BODY) return copy;

  // all children, then the frames around them
  Body* from = (Body*)e;
  Body* to = (Body*)copy;
  for (int k = 0; k < NCHILDLIST; k++) {
    for (int i = 0; i < from->child[k].count; i++)
      body_adopt(to, subtree_clone(s, from->child[k].item[i]));
  }
  for (int k = 0; k < NCHILDLIST; k++) {
    for (int i = 0; i < from->child[k].count; i++) {
      Frame* frame = from->child[k].item[i]->frame;
      to->child[k].item[i]->frame = frame ? (Frame*)frame->base.twin : NULL;
    }
  }
  return copy;
}

// ---------------------------------------------------------------- handing over

static void set_spec(void* context, Element* e) {
  element_unindex_name(e);
  e->spec = context;
  if (e->kind->type == mjOBJ_TENDON) {
    const ElementList* path = &((Tendon*)e)->path;
    for (int i = 0; i < path->count; i++) path->item[i]->spec = context;
  }
  element_index_name(e);
}

void subtree_hand_over(Element* e, Spec* to) { subtree_visit(e, set_spec, to); }

static void forget_class(void* context, Element* e) {
  (void)context;
  if (e->defclass) e->defclass = e->spec->main;
}

// the body inside b that lists e; parent pointers are not trusted
static Body* find_holder(Body* b, const Element* e) {
  if (list_position(body_list(b, e->kind->type), e) >= 0) return b;
  for (int i = 0; i < b->child[CHILD_BODY].count; i++) {
    Body* holder = find_holder((Body*)b->child[CHILD_BODY].item[i], e);
    if (holder) return holder;
  }
  return NULL;
}

void element_hand_back(Element* e) {
  Spec* home = e->origin;
  if (e->refcount < 2 || home == e->spec) return;
  subtree_hand_over(e, home);
  subtree_visit(e, forget_class, NULL);
  e->frame = NULL;
  spec_edited(home);
  home->ids_valid = IDS_ON_DEMAND;
  if (e->parent) e->parent = find_holder(home->world, e);
}

void spec_hand_back(Spec* s) {
  for (Body* b = s->world; b; b = body_next(s->world, b)) {
    for (int k = 0; k < NCHILDLIST; k++) {
      for (int i = 0; i < b->child[k].count; i++) {
        if (b->child[k].item[i]->kind->type != mjOBJ_BODY) element_hand_back(b->child[k].item[i]);
      }
    }
  }

  // bodies last: their parents lead the walk
  ElementList bodies = {0};
  spec_collect(s, mjOBJ_BODY, &bodies);
  for (int i = 0; i < bodies.count; i++) element_hand_back(bodies.item[i]);
  list_free(&bodies);
  for (int type = 0; type < mjNOBJECT; type++) {
    for (int i = 0; i < s->list[type].count; i++) element_hand_back(s->list[type].item[i]);
  }
}
