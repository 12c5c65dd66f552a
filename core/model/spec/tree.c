// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Positions of elements: membership in bodies and specs, walks, ids, and the error text of a spec.
//
// Ids of tree elements are positions in the order of spec_collect. They are not kept up to date
// while a model is edited, which would cost a walk per edit: Spec.ids_valid says whether they are
// unknown (-1), computed on demand, or stored in the elements.

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/model/spec/tree.h"

ElementList* body_list(Body* b, mjtObj type) {
  switch ((int)type) {
    case mjOBJ_BODY:
    case mjOBJ_XBODY: return &b->child[CHILD_BODY];
    case mjOBJ_FRAME: return &b->child[CHILD_FRAME];
    case mjOBJ_JOINT: return &b->child[CHILD_JOINT];
    case mjOBJ_GEOM: return &b->child[CHILD_GEOM];
    case mjOBJ_SITE: return &b->child[CHILD_SITE];
    case mjOBJ_CAMERA: return &b->child[CHILD_CAMERA];
    case mjOBJ_LIGHT: return &b->child[CHILD_LIGHT];
    default: return NULL;
  }
}

// ---------------------------------------------------------------- membership

void spec_edited(Spec* s) {
  s->ids_valid = IDS_NONE;
  s->base.pub.signature = 0;
}

void body_adopt(Body* parent, Element* e) {
  e->parent = parent;
  list_append(body_list(parent, e->kind->type), e);
  e->is_deleted = parent->base.is_deleted;
  if (e->is_deleted)
    return;
  e->listed = 1;
  element_index_name(e);
  spec_edited(e->spec);
}

void spec_adopt(Spec* s, Element* e) {
  e->listed = 1;
  list_append(&s->list[e->kind->type], e);
  element_index_name(e);
  s->base.pub.signature = 0;
}

void element_detach(Element* e) {
  element_unindex_name(e);
  ElementList* list =
      e->parent ? body_list(e->parent, e->kind->type) : &e->spec->list[e->kind->type];
  if (e->parent)
    spec_edited(e->spec);
  else
    e->spec->base.pub.signature = 0;
  list_remove(list, e);
  e->listed = 0;
}

void element_drop(Element* e) {
  element_detach(e);
  if (e->loan)
    element_return(e);
  else
    element_bury(e);
}

// ---------------------------------------------------------------- walks

Body* body_next(const Body* root, const Body* b) {
  if (b->child[CHILD_BODY].count)
    return (Body*)b->child[CHILD_BODY].item[0];

  // the next sibling of the nearest ancestor that has one
  while (b != root && b->base.parent) {
    const ElementList* siblings = &b->base.parent->child[CHILD_BODY];
    int next = list_position(siblings, &b->base) + 1;
    if (next < siblings->count)
      return (Body*)siblings->item[next];
    b = b->base.parent;
  }
  return NULL;
}

void spec_collect(Spec* s, mjtObj type, ElementList* out) {
  out->count = 0;
  if (type == mjOBJ_XBODY)
    type = mjOBJ_BODY;
  if (!element_is_tree(type)) {
    const ElementList* list = (int)type > 0 && (int)type < mjNOBJECT ? &s->list[type] : NULL;
    for (int i = 0; list && i < list->count; i++)
      list_push(out, list->item[i]);
    return;
  }
  for (Body* b = s->world; b; b = body_next(s->world, b)) {
    if (type == mjOBJ_BODY) {
      list_push(out, &b->base);
      continue;
    }
    const ElementList* list = body_list(b, type);
    for (int i = 0; i < list->count; i++)
      list_push(out, list->item[i]);
  }
}

int spec_count(const Spec* s, mjtObj type) {
  if (!element_is_tree(type))
    return (int)type > 0 && (int)type < mjNOBJECT ? s->list[type].count : 0;
  int count = 0;
  for (Body* b = s->world; b; b = body_next(s->world, b))
    count += type == mjOBJ_BODY ? 1 : body_list(b, type)->count;
  return count;
}

// ---------------------------------------------------------------- ids

static void assign_ids(Spec* s) {
  static const mjtObj kinds[] = {mjOBJ_BODY, mjOBJ_JOINT,  mjOBJ_GEOM,
                                 mjOBJ_SITE, mjOBJ_CAMERA, mjOBJ_LIGHT};
  ElementList all = {0};
  for (size_t k = 0; k < sizeof kinds / sizeof kinds[0]; k++) {
    spec_collect(s, kinds[k], &all);
    for (int i = 0; i < all.count; i++)
      all.item[i]->id = i;
  }
  list_free(&all);
  s->ids_valid = IDS_VALID;
}

int element_id(const Element* e) {
  if (e->is_deleted)
    return -1;
  if (!element_is_tree(e->kind->type))
    return e->index;
  Spec* s = e->spec;
  if (s && s->world == (const Body*)e)
    return 0;
  if (e->kind->type == mjOBJ_FRAME || !s || !e->parent)
    return -1;
  if (s->ids_valid == IDS_ON_DEMAND)
    assign_ids(s);
  return s->ids_valid == IDS_VALID ? e->id : -1;
}

const char* element_name(const Element* e) { return handle_string(e->name); }

const char* element_info(const Element* e) {
  // info is the last handle of every kind that has one
  const ElementKind* kind = e->kind;
  if (!kind->nhandle || kind->type == mjOBJ_MODEL || kind->type == mjOBJ_DEFAULT)
    return "";
  return handle_string(
      *(mjString* const*)((const char*)e + kind->handle[kind->nhandle - 1].offset));
}

// ---------------------------------------------------------------- error text

static void error_append(Spec* s, size_t* length, const char* format, va_list args) {
  va_list again;
  va_copy(again, args);
  int n = vsnprintf(NULL, 0, format, again);
  va_end(again);
  if (n < 0)
    return;
  size_t needed = *length + (size_t)n + 1;
  if (needed > (size_t)s->error_capacity) {
    char* text = realloc(s->error, needed);
    if (!text)
      return;
    s->error = text;
    s->error_capacity = (int)needed;
  }
  vsnprintf(s->error + *length, (size_t)n + 1, format, args);
  *length += (size_t)n;
}

static void error_print(Spec* s, size_t* length, const char* format, ...) {
  va_list args;
  va_start(args, format);
  error_append(s, length, format, args);
  va_end(args);
}

int spec_error(Spec* s, const Element* e, const char* format, ...) {
  size_t length = 0;
  va_list args;
  va_start(args, format);
  error_print(s, &length, "Error: ");
  error_append(s, &length, format, args);
  va_end(args);
  if (e) {
    const char* info = element_info(e);
    error_print(s, &length, "\nElement name '%s', id %d", element_name(e), element_id(e));
    if (info[0])
      error_print(s, &length, ", %s", info);
  }
  s->is_warning = 0;
  return -1;
}

void spec_warning(Spec* s, const char* format, ...) {
  size_t length = 0;
  va_list args;
  va_start(args, format);
  error_append(s, &length, format, args);
  va_end(args);
  s->is_warning = 1;
}

void spec_clear_error(Spec* s) {
  s->error[0] = 0;
  s->is_warning = 0;
}
