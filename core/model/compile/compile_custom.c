// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Custom data: numerics, texts and tuples.

#include "core/model/compile/compile.h"

static void numerics(Compile* c) {
  const ElementList* list = &c->spec->list[mjOBJ_NUMERIC];
  for (int i = 0; i < list->count; i++) {
    const mjsNumeric* p = &((Numeric*)list->item[i])->pub;
    int n;
    handle_doubles(p->data, &n);
    if (!p->size && !n)
      compile_fail(c, list->item[i], "numeric '%s' (id = %d): size cannot be zero",
                   element_name(list->item[i]), i);
    if (p->size && p->size < n) {
      compile_fail(c, list->item[i],
                   "numeric '%s' (id = %d): specified size smaller than initialization array",
                   element_name(list->item[i]), i);
    }
    if (p->size > 100000000)
      compile_fail(c, list->item[i], "numeric size is too large: %d, at most 100000000 expected",
                   p->size);
  }
}

static void texts(Compile* c) {
  const ElementList* list = &c->spec->list[mjOBJ_TEXT];
  for (int i = 0; i < list->count; i++) {
    const mjsText* p = &((Text*)list->item[i])->pub;
    if (!handle_string(p->data)[0]) {
      compile_fail(c, list->item[i], "text '%s' (id = %d): size cannot be zero",
                   element_name(list->item[i]), i);
    }
  }
}

// id of an object in the model; discardvisual removes materials, textures and meshes
static int object_id(Compile* c, const Element* e, mjtObj type, const char* name) {
  int known = type > mjOBJ_UNKNOWN && type < mjNOBJECT && type != mjOBJ_DOF;
  int id = known ? compile_find_id(c, type, name) : -1;
  if (id < 0)
    compile_fail(c, e, "unrecognized object '%s' in tuple %d", name, e->index);
  if (type == mjOBJ_MESH)
    id = compile_mesh_id(c, id);
  if (c->discardvisual && (type == mjOBJ_MATERIAL || type == mjOBJ_TEXTURE))
    id = -1;
  if (id < 0)
    compile_fail(c, e, "object '%s' in tuple %d not found: discardvisual has discarded it", name,
                 e->index);
  return id;
}

static void tuples(Compile* c) {
  const ElementList* list = &c->spec->list[mjOBJ_TUPLE];
  c->ntuple = list->count;
  c->tuple = COMPILE_NEW(c, TupleRecord, c->ntuple);
  for (int i = 0; i < c->ntuple; i++) {
    const Element* e = list->item[i];
    TupleRecord* r = c->tuple + i;
    r->pub = &((Tuple*)e)->pub;
    int ntype, nprm, nname = handle_strings_size(r->pub->objname);
    const int* type = handle_ints(r->pub->objtype, &ntype);
    handle_doubles(r->pub->objprm, &nprm);
    if (ntype != nname || ntype != nprm)
      compile_fail(c, e, "tuple '%s' (id = %d) has object arrays with different sizes",
                   element_name(e), i);
    if (!ntype)
      compile_fail(c, e, "tuple '%s' (id = %d) is empty", element_name(e), i);
    r->n = ntype;
    r->objid = COMPILE_NEW(c, int, ntype);
    for (int k = 0; k < ntype; k++) {
      const char* name = handle_strings_item(r->pub->objname, k);
      r->objid[k] = object_id(c, e, (mjtObj)type[k], name);
    }
  }
}

void compile_custom(Compile* c) {
  numerics(c);
  texts(c);
  tuples(c);
}
