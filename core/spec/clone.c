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
      int inside = frame && frame->base.parent == from;
      to->child[k].item[i]->frame = inside ? (Frame*)frame->base.twin : NULL;
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

static void lend(void* context, Element* e) {
  e->lender = e->spec;
  set_spec(context, e);
}

void subtree_hand_over(Element* e, Spec* to) { subtree_visit(e, lend, to); }

// A lender may have borrowed the element itself, from the spec it was written in.
static void give_back(void* context, Element* e) {
  Spec* lender = context;
  pending_keys_forget(e->spec, e);
  set_spec(lender, e);
  e->lender = e->origin != lender ? e->origin : NULL;
  if (e->defclass) e->defclass = lender->main;
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
  Spec* lender = e->lender;
  if (e->refcount < 2 || !lender || lender == e->spec) return;
  subtree_visit(e, give_back, lender);
  e->frame = NULL;
  spec_edited(lender);
  lender->ids_valid = IDS_ON_DEMAND;
  if (e->parent) e->parent = find_holder(lender->world, e);
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
