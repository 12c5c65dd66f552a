// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Finding elements by name.
//
// Two hash indexes chain through the elements themselves, so they allocate buckets only. The live
// index holds present names. A C or C++ caller that obtained a name handle may change the name
// without notice, so once mjs_getName was called a miss is followed by a scan. The compiled index
// serves mjs_findElement between a successful compilation and the next, in copies too: for a kind
// with at least one remaining compiled element it finds what was compiled, under the names of that
// time. Entries are verified by their full 64-bit hash, and by the name itself when it is current.

#include <stdlib.h>
#include <string.h>

#include "core/model/spec/tree.h"

// hash of a name within its kind
static uint64_t key_of(mjtObj type, const char* name) {
  uint64_t h = 14695981039346656037u ^ (uint64_t)type;
  for (const unsigned char* c = (const unsigned char*)name; *c; c++)
    h = (h ^ *c) * 1099511628211u;
  return h ^ (h >> 29);
}

static NameLink* link_of(Element* e, int compiled) { return compiled ? &e->compiled : &e->live; }

static Element** bucket_of(const NameIndex* index, uint64_t hash) {
  return &index->bucket[hash & (uint64_t)(index->nbucket - 1)];
}

// ---------------------------------------------------------------- index operations

static void index_grow(NameIndex* index, int compiled) {
  int nbucket = index->nbucket ? 2 * index->nbucket : 64;
  NameIndex grown = {spec_alloc((size_t)nbucket * sizeof(Element*)), nbucket, index->count};

  // relink in chain order, so that earlier entries of equal hash stay in front
  for (int b = 0; b < index->nbucket; b++) {
    for (Element *e = index->bucket[b], *next; e; e = next) {
      NameLink* link = link_of(e, compiled);
      next = link->next;
      Element** end = bucket_of(&grown, link->hash);
      while (*end)
        end = &link_of(*end, compiled)->next;
      link->next = NULL;
      *end = e;
    }
  }
  free(index->bucket);
  *index = grown;
}

static void index_insert(NameIndex* index, Element* e, int compiled, uint64_t hash) {
  if (index->count >= index->nbucket)
    index_grow(index, compiled);
  NameLink* link = link_of(e, compiled);
  link->hash = hash;
  link->next = NULL;
  link->linked = 1;
  Element** end = bucket_of(index, link->hash);
  while (*end)
    end = &link_of(*end, compiled)->next;
  *end = e;
  index->count++;
}

static void index_remove(NameIndex* index, Element* e, int compiled) {
  NameLink* link = link_of(e, compiled);
  if (!link->linked)
    return;
  for (Element** at = bucket_of(index, link->hash); *at; at = &link_of(*at, compiled)->next) {
    if (*at != e)
      continue;
    *at = link->next;
    index->count--;
    break;
  }
  link->linked = 0;
  link->next = NULL;
}

void element_index_name(Element* e) {
  index_remove(&e->spec->names, e, 0);
  if (element_name(e)[0] && e->kind->type != mjOBJ_DEFAULT)
    index_insert(&e->spec->names, e, 0, key_of(e->kind->type, element_name(e)));
}

void element_unindex_name(Element* e) {
  index_remove(&e->spec->names, e, 0);
  index_remove(&e->spec->compiled_names, e, 1);
  if (e->frozen) {
    e->frozen = 0;
    e->spec->nfrozen[e->kind->type]--;
  }
}

void element_set_name(Element* e, const char* name) {
  handle_string_set(e->name, name);
  if (e->spec && e->listed)
    element_index_name(e);
}

// ---------------------------------------------------------------- the compiled names

void spec_names_thaw(Spec* s) {
  NameIndex* index = &s->compiled_names;
  for (int b = 0; b < index->nbucket; b++) {
    for (Element *e = index->bucket[b], *next; e; e = next) {
      next = e->compiled.next;
      e->compiled = (NameLink){0};
    }
    index->bucket[b] = NULL;
  }
  index->count = 0;
  for (int type = 0; type < mjNOBJECT; type++) {
    if (!s->nfrozen[type])
      continue;
    ElementList all = {0};
    spec_collect(s, (mjtObj)type, &all);
    for (int i = 0; i < all.count; i++)
      all.item[i]->frozen = 0;
    list_free(&all);
    s->nfrozen[type] = 0;
  }
  s->compiled = 0;
}

// e was compiled under the name with this hash; 0: without a name
static void freeze(Spec* s, Element* e, uint64_t hash) {
  e->frozen = 1;
  s->nfrozen[e->kind->type]++;
  if (hash)
    index_insert(&s->compiled_names, e, 1, hash);
}

static int is_frozen_kind(int type) { return element_kind((mjtObj)type) && type != mjOBJ_XBODY; }

void spec_names_freeze(Spec* s) {
  spec_names_thaw(s);
  ElementList all = {0};
  for (int type = mjOBJ_BODY; type < mjNOBJECT; type++) {
    if (!is_frozen_kind(type))
      continue;
    spec_collect(s, (mjtObj)type, &all);
    for (int i = 0; i < all.count; i++) {
      const char* name = element_name(all.item[i]);
      freeze(s, all.item[i], name[0] ? key_of((mjtObj)type, name) : 0);
    }
  }
  list_free(&all);
  s->compiled = 1;
}

void spec_names_copy(Spec* to, Spec* from) {
  ElementList all = {0};
  for (int type = mjOBJ_BODY; type < mjNOBJECT; type++) {
    if (!from->nfrozen[type])
      continue;
    spec_collect(from, (mjtObj)type, &all);
    for (int i = 0; i < all.count; i++) {
      const Element* e = all.item[i];
      if (e->frozen)
        freeze(to, e->twin, e->compiled.linked ? e->compiled.hash : 0);
    }
  }
  list_free(&all);
}

// ---------------------------------------------------------------- lookups

static Element* index_find(const NameIndex* index, mjtObj type, const char* name, int compiled,
                           const Element* other) {
  if (!index->nbucket)
    return NULL;
  uint64_t hash = key_of(type, name);
  for (Element* e = *bucket_of(index, hash); e; e = link_of(e, compiled)->next) {
    if (link_of(e, compiled)->hash != hash || e->kind->type != type || e == other)
      continue;
    if (compiled || strcmp(element_name(e), name) == 0)
      return e;
  }
  return NULL;
}

static Element* scan_list(const ElementList* list, const char* name) {
  for (int i = 0; i < list->count; i++)
    if (strcmp(element_name(list->item[i]), name) == 0)
      return list->item[i];
  return NULL;
}

static Element* scan(Spec* s, mjtObj type, const char* name) {
  if (!element_is_tree(type))
    return scan_list(&s->list[type], name);
  for (Body* b = s->world; b; b = body_next(s->world, b)) {
    if (type == mjOBJ_BODY) {
      if (strcmp(element_name(&b->base), name) == 0)
        return &b->base;
      continue;
    }
    Element* e = scan_list(body_list(b, type), name);
    if (e)
      return e;
  }
  return NULL;
}

Element* spec_find(Spec* s, mjtObj type, const char* name) {
  if (type == mjOBJ_XBODY)
    type = mjOBJ_BODY;
  if (!name || (!element_is_tree(type) && ((int)type <= 0 || (int)type >= mjNOBJECT)))
    return NULL;
  Element* e = name[0] ? index_find(&s->names, type, name, 0, NULL) : NULL;
  if (e || (name[0] && !s->names_exposed))
    return e;
  return scan(s, type, name);
}

Element* element_namesake(const Element* e) {
  return element_name(e)[0] ? index_find(&e->spec->names, e->kind->type, element_name(e), 0, e)
                            : NULL;
}

// file name without directories and extension
static int stem_equals(const char* file, const char* name) {
  const char* base = file;
  for (const char* c = file; *c; c++)
    if (*c == '/' || *c == '\\')
      base = c + 1;
  const char* dot = strrchr(base, '.');
  size_t length = dot ? (size_t)(dot - base) : strlen(base);
  return strlen(name) == length && strncmp(base, name, length) == 0;
}

// unnamed meshes and textures are found by the stem of their file
static Element* find_by_file(Spec* s, mjtObj type, const char* name) {
  if (type != mjOBJ_MESH && type != mjOBJ_TEXTURE)
    return NULL;
  const ElementList* list = &s->list[type];
  for (int i = 0; i < list->count; i++) {
    Element* e = list->item[i];
    const char* file =
        handle_string(type == mjOBJ_MESH ? ((Mesh*)e)->pub.file : ((Texture*)e)->pub.file);
    if (!element_name(e)[0] && file[0] && stem_equals(file, name))
      return e;
  }
  return NULL;
}

mjsElement* mjs_findElement(mjSpec* s, mjtObj type, const char* name) {
  if (!s || !name)
    return NULL;
  Spec* spec = spec_of(s);
  if (type == mjOBJ_XBODY)
    type = mjOBJ_BODY;
  Element* e;
  const int listed = (int)type > 0 && (int)type < mjNOBJECT;
  if (listed && spec->nfrozen[type] && name[0]) {
    e = index_find(&spec->compiled_names, type, name, 1, NULL);
  } else {
    e = spec_find(spec, type, name);
    if (!e && name[0])
      e = find_by_file(spec, type, name);
    if (!e && spec->is_attached && element_kind(type)) {
      ElementList view = {0};
      view_spec(spec, type, &view);
      e = scan_list(&view, name);
      list_free(&view);
    }
  }
  return e ? &e->pub : NULL;
}

int mjs_setName(mjsElement* element, const char* name) {
  if (!element || !name)
    return -1;
  Element* e = (Element*)element;
  if (e->kind->type == mjOBJ_MODEL) {
    handle_string_set(e->name, name);
    handle_string_set(((Spec*)e)->pub.modelname, name);
    return 0;
  }
  element_set_name(e, name);
  if (e->is_deleted || !element_namesake(e))
    return 0;
  return spec_error(e->spec, NULL, "repeated name '%s' in %s", name, e->kind->name);
}

mjString* mjs_getName(mjsElement* element) {
  if (!element)
    return NULL;
  Element* e = (Element*)element;
  if (e->spec)
    e->spec->names_exposed = 1;
  return e->name;
}
