// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Copying parts of a model.
//
// During a copy, Element.twin leads from every original to its copy; links between elements
// (frames, classes, plugin instances) are first copied as they are and then redirected through it.
// Twins are scratch: an operation clears those that it will read.

#include <stdlib.h>
#include <string.h>

#include "core/model/spec/tree.h"

void subtree_visit(Element* e, void (*visit)(void* context, Element* e), void* context) {
  visit(context, e);
  if (e->kind->type != mjOBJ_BODY)
    return;
  Body* b = (Body*)e;
  for (int k = 0; k < NCHILDLIST; k++)
    for (int i = 0; i < b->child[k].count; i++)
      subtree_visit(b->child[k].item[i], visit, context);
}

void spec_visit(Spec* s, void (*visit)(void* context, Element* e), void* context) {
  subtree_visit(&s->world->base, visit, context);
  for (int type = 0; type < mjNOBJECT; type++)
    for (int i = 0; i < s->list[type].count; i++)
      visit(context, s->list[type].item[i]);
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
  if (e->kind->type != mjOBJ_BODY)
    return copy;

  // all children, then the frames around them
  Body* from = (Body*)e;
  Body* to = (Body*)copy;
  for (int k = 0; k < NCHILDLIST; k++)
    for (int i = 0; i < from->child[k].count; i++)
      body_adopt(to, subtree_clone(s, from->child[k].item[i]));
  for (int k = 0; k < NCHILDLIST; k++) {
    for (int i = 0; i < from->child[k].count; i++) {
      Frame* frame = from->child[k].item[i]->frame;
      int inside = frame && frame->base.parent == from;
      to->child[k].item[i]->frame = inside ? (Frame*)frame->base.twin : NULL;
    }
  }
  return copy;
}
