// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// discardvisual: geoms that neither collide nor are referred to leave the model. Materials and
// textures are left out elsewhere (Compile.discardvisual). Inertias are final by now, so nothing
// else changes.

#include "core/model/compile/compile.h"

static void needed(Compile* c, const char* name) {
  const Element* e = name[0] ? spec_find(c->spec, mjOBJ_GEOM, name) : NULL;
  if (e)
    c->geom[c->geom_order[e->id]].visual = 0;
}

static void mark_needed(Compile* c) {
  const ElementList* list = c->spec->list;
  for (int i = 0; i < list[mjOBJ_PAIR].count; i++) {
    const mjsPair* p = &((Pair*)list[mjOBJ_PAIR].item[i])->pub;
    needed(c, handle_string(p->geomname1));
    needed(c, handle_string(p->geomname2));
  }
  for (int i = 0; i < list[mjOBJ_TENDON].count; i++) {
    const ElementList* path = &((Tendon*)list[mjOBJ_TENDON].item[i])->path;
    for (int k = 0; k < path->count; k++) {
      const Wrap* w = (Wrap*)path->item[k];
      if (w->pub.type == mjWRAP_SPHERE || w->pub.type == mjWRAP_CYLINDER)
        needed(c, element_name(&w->base));
    }
  }
  for (int i = 0; i < list[mjOBJ_SENSOR].count; i++) {
    const mjsSensor* s = &((Sensor*)list[mjOBJ_SENSOR].item[i])->pub;
    if (s->objtype == mjOBJ_GEOM)
      needed(c, handle_string(s->objname));
    if (s->reftype == mjOBJ_GEOM)
      needed(c, handle_string(s->refname));
  }
  for (int i = 0; i < list[mjOBJ_TUPLE].count; i++) {
    const mjsTuple* t = &((Tuple*)list[mjOBJ_TUPLE].item[i])->pub;
    int n;
    const int* type = handle_ints(t->objtype, &n);
    for (int k = 0; k < n && k < handle_strings_size(t->objname); k++)
      if (type[k] == mjOBJ_GEOM)
        needed(c, handle_strings_item(t->objname, k));
  }
}

void compile_discard_visual(Compile* c) {
  mark_needed(c);
  for (int i = 0; i < c->nbody; i++) {
    BodyRecord* b = c->body + i;
    int* link = &b->geom;
    b->geom_last = -1;
    for (int k = b->geom; k >= 0; k = c->geom[k].next) {
      if (c->geom[k].visual) {
        c->geom[k].id = c->geom[k].geom->base.id = -1;
        continue;
      }
      *link = k;
      link = &c->geom[k].next;
      b->geom_last = k;
    }
    *link = -1;
  }
}
