// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Lifetime of one element, and the lists that own elements.
//
// An element is one allocation: record, then one slot of HANDLE_SIZE bytes for its name and for
// each handle of its kind. To copy it, copy the public struct, restore its own handle pointers, and
// copy what they point to.

#include <stdlib.h>
#include <string.h>

#include "core/foundation/base/array.h"
#include "core/model/spec/tree.h"

_Static_assert(offsetof(Body, pub) == sizeof(Element) &&
                   offsetof(Default, pub) == sizeof(Element) &&
                   offsetof(Spec, pub) == sizeof(Element) &&
                   offsetof(Tendon, pub) == sizeof(Element),
               "the public struct follows the element head");
_Static_assert(offsetof(Element, pub) == 0, "a public element is an element");

void* spec_alloc(size_t size) {
  void* memory = calloc(1, size ? size : 1);
  if (!memory)
    mju_error("out of memory while editing a model");
  return memory;
}

char* spec_strdup(const char* text) {
  size_t size = strlen(text) + 1;
  return memcpy(spec_alloc(size), text, size);
}

// ---------------------------------------------------------------- creation

static size_t slots_offset(const ElementKind* kind) { return (kind->record_size + 7) & ~(size_t)7; }

// address of the record's pointer to handle i of its kind
static void** handle_at(Element* e, int i) {
  return (void**)((char*)e + e->kind->handle[i].offset);
}

// point the handles of the record at their slots
static void place_handles(Element* e) {
  char* slot = (char*)e + slots_offset(e->kind);
  e->name = (mjString*)slot;
  for (int i = 0; i < e->kind->nhandle; i++)
    *handle_at(e, i) = slot + (size_t)(i + 1) * HANDLE_SIZE;
}

Element* element_create(Spec* s, mjtObj type) {
  const ElementKind* kind = element_kind(type);
  Element* e = spec_alloc(slots_offset(kind) + (size_t)(kind->nhandle + 1) * HANDLE_SIZE);
  e->kind = kind;
  e->pub.elemtype = kind->type;
  e->spec = e->origin = s;
  e->id = -1;
  kind->defaults(element_pub(e));
  place_handles(e);
  handle_construct(HANDLE_STRING, e->name);
  for (int i = 0; i < kind->nhandle; i++)
    handle_construct((HandleType)kind->handle[i].type, *handle_at(e, i));

  // the public struct begins with the pointer to its element
  *(mjsElement**)element_pub(e) = &e->pub;
  mjsPlugin* plugin = element_plugin(e);
  if (plugin)
    plugin->element = NULL;

  // lists of fixed length
  if (type == mjOBJ_MATERIAL)
    handle_strings_resize(((Material*)e)->pub.textures, mjNTEXROLE);
  if (type == mjOBJ_TEXTURE)
    handle_strings_resize(((Texture*)e)->pub.cubefiles, 6);
  return e;
}

// ---------------------------------------------------------------- copying

void element_copy_values(Element* to, const Element* from) {
  const ElementKind* kind = to->kind;
  memcpy(element_pub(to), element_pub(from), kind->pub_size);
  mjString* name = to->name;
  place_handles(to);
  to->name = name;
  *(mjsElement**)element_pub(to) = &to->pub;
  for (int i = 0; i < kind->nhandle; i++)
    handle_copy((HandleType)kind->handle[i].type, *handle_at(to, i), *handle_at((Element*)from, i));
  attributes_destroy(to->config);
  to->config = from->config ? attributes_clone(from->config) : NULL;
}

static void clone_path(Tendon* to, const Tendon* from) {
  for (int i = 0; i < from->path.count; i++) {
    const Wrap* wrap = (const Wrap*)from->path.item[i];
    Wrap* copy = (Wrap*)element_clone(to->base.spec, &wrap->base);
    copy->tendon = to;
    copy->prm = wrap->prm;
    copy->base.listed = 1;
    list_append(&to->path, &copy->base);
  }
}

Element* element_clone(Spec* s, const Element* e) {
  Element* copy = element_create(s, e->kind->type);
  element_copy_values(copy, e);
  handle_copy(HANDLE_STRING, copy->name, e->name);
  copy->origin = e->origin;
  copy->defclass = e->defclass;
  if (e->kind->type == mjOBJ_TENDON)
    clone_path((Tendon*)copy, (const Tendon*)e);
  if (e->kind->type == mjOBJ_PLUGIN)
    ((Plugin*)copy)->attributes = attributes_clone(((const Plugin*)e)->attributes);
  if (e->kind->type == mjOBJ_KEY && ((const Key*)e)->resolved)
    ((Key*)copy)->resolved = pending_key_clone(((const Key*)e)->resolved, 0);
  return copy;
}

// ---------------------------------------------------------------- destruction

static void user_values_free(Element* e) {
  while (e->uservalues) {
    UserValue* value = e->uservalues;
    e->uservalues = value->next;
    if (value->cleanup)
      value->cleanup(value->data);
    free(value->key);
    free(value);
  }
}

// frees what a kind owns beyond its handles
static void element_free_owned(Element* e) {
  switch (e->kind->type) {
    case mjOBJ_BODY:
      // frames first: returning elements find their frame there
      list_clear(&((Body*)e)->child[CHILD_FRAME]);
      for (int k = 0; k < NCHILDLIST; k++)
        list_clear(&((Body*)e)->child[k]);
      while (((Body*)e)->lent.count)
        element_unlend(((Body*)e)->lent.item[0], (Body*)e);
      list_free(&((Body*)e)->lent);
      break;
    case mjOBJ_TENDON: list_clear(&((Tendon*)e)->path); break;
    case mjOBJ_PLUGIN: attributes_destroy(((Plugin*)e)->attributes); break;
    case mjOBJ_KEY: pending_key_free(((Key*)e)->resolved); break;
    default: break;
  }
}

void element_free(Element* e) {
  if (e->spec) {
    element_unindex_name(e);
    if (e->spec->npending || e->spec->list[mjOBJ_KEY].count)
      pending_keys_forget(e->spec, e);
  }
  user_values_free(e);
  attributes_destroy(e->config);
  element_free_owned(e);
  for (int i = 0; i < e->kind->nhandle; i++)
    handle_destroy((HandleType)e->kind->handle[i].type, *handle_at(e, i));
  handle_destroy(HANDLE_STRING, e->name);
  free(e);
}

// ---------------------------------------------------------------- deletion

// Called when an element has left the model: releases what depends on its presence there.
static void let_go(Element* e);

static void let_go_all(ElementList* list) {
  const ElementList all = *list;
  *list = (ElementList){0};
  for (int i = 0; i < all.count; i++) {
    if (all.item[i]->loan) {
      element_return(all.item[i]);
    } else {
      let_go(all.item[i]);
      list_append(list, all.item[i]);
    }
  }
  free(all.item);
}

static void let_go(Element* e) {
  element_unindex_name(e);
  if (e->spec->npending || e->spec->list[mjOBJ_KEY].count)
    pending_keys_forget(e->spec, e);
  user_values_free(e);
  e->listed = 0;
  e->is_deleted = 1;
  if (e->frame && e->frame->base.spec != e->spec)
    e->frame = NULL;
  if (e->kind->type != mjOBJ_BODY)
    return;
  Body* b = (Body*)e;
  // frames first: returning elements find their frame there
  let_go_all(&b->child[CHILD_FRAME]);
  for (int k = 0; k < NCHILDLIST; k++)
    if (k != CHILD_FRAME)
      let_go_all(&b->child[k]);
  while (b->lent.count)
    element_unlend(b->lent.item[0], b);
}

void element_bury(Element* e) {
  let_go(e);
  list_push(&e->spec->deleted, e);
}

// ---------------------------------------------------------------- lists

void list_push(ElementList* list, Element* e) {
  if (ARRAY_ROOM(list->item, list->count)) {
    mju_error("out of memory while editing a model");
    return;
  }
  list->item[list->count++] = e;
}

void list_append(ElementList* list, Element* e) {
  e->index = list->count;
  list_push(list, e);
}

void list_insert(ElementList* list, int at, Element* e) {
  list_push(list, NULL);
  memmove(list->item + at + 1, list->item + at,
          (size_t)(list->count - 1 - at) * sizeof *list->item);
  list->item[at] = e;
  list_reindex(list);
}

int list_position(const ElementList* list, const Element* e) {
  if (e->index >= 0 && e->index < list->count && list->item[e->index] == e)
    return e->index;
  for (int i = 0; i < list->count; i++)
    if (list->item[i] == e)
      return i;
  return -1;
}

void list_remove(ElementList* list, Element* e) {
  int at = list_position(list, e);
  if (at < 0)
    return;
  list->count--;
  memmove(list->item + at, list->item + at + 1, (size_t)(list->count - at) * sizeof *list->item);
  for (int i = at; i < list->count; i++)
    list->item[i]->index = i;
}

void list_reindex(ElementList* list) {
  for (int i = 0; i < list->count; i++)
    list->item[i]->index = i;
}

void list_free(ElementList* list) {
  free(list->item);
  list->item = NULL;
  list->count = 0;
}

void list_bury(ElementList* list) {
  const ElementList all = *list;
  *list = (ElementList){0};
  for (int i = 0; i < all.count; i++)
    element_bury(all.item[i]);
  free(all.item);
}

void list_clear(ElementList* list) {
  // detached first, so that no other thread sees it half done
  ElementList all = *list;
  *list = (ElementList){0};
  for (int i = 0; i < all.count; i++)
    if (all.item[i]->loan)
      element_return(all.item[i]);
    else
      element_free(all.item[i]);
  free(all.item);
}
