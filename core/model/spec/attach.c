// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// mjs_attach: a body, a frame or the whole content of a spec becomes part of another place in the
// same or another spec.
//
// The order of the steps, which also determines the order of new elements in the lists: check what
// can fail; copy the default classes (from another spec only); put the tree part in its place,
// copied or shared, and rename it; the assets (from another spec only); then flexes, pairs,
// excludes, tendons, equalities, actuators, sensors and tuples, each attached when all its
// references resolve under the new names; last the keyframes. A part of the same spec is always
// copied, and so is a world body, which no spec can do without: it becomes an ordinary body. Lists
// are examined as they were at the start, except that a later kind sees the new elements of an
// earlier one.
//
// A shared part leaves the spec it was in (share.c). Of its assets and plugin instances that spec
// keeps copies under the old names, so that the rest can be attached later.

#include <stdlib.h>
#include <string.h>

#include "core/model/spec/tree.h"

typedef struct Attachment_ {
  Spec* to;
  Spec* from;
  Spec* origin;  // recorded for elements written in `from`
  const char* prefix;
  const char* suffix;
  int foreign;  // from another spec
  int copy;     // else shared: lent to `to`
} Attachment;

// ---------------------------------------------------------------- renaming

static void affix(const Attachment* a, mjString* handle) {
  handle_string_affix(handle, a->prefix, a->suffix);
}

static void affix_all(const Attachment* a, mjStringVec* handle) {
  for (int i = 0; i < handle_strings_size(handle); i++)
    handle_strings_affix_item(handle, i, a->prefix, a->suffix);
}

// class names, except that of the root: elements of main are in main wherever they are
static void affix_class(const Attachment* a, mjString* handle) {
  if (strcmp(handle_string(handle), "main") != 0)
    affix(a, handle);
}

// Names of assets and classes: they are copied and renamed only when they come from another spec.
// Tendons, skins, meshes and the sites of classes keep the name of their material, and thus need a
// material of that name here.
static void rename_assets(const Attachment* a, Element* e) {
  switch (e->kind->type) {
    case mjOBJ_GEOM:
      affix(a, ((Geom*)e)->pub.material);
      affix(a, ((Geom*)e)->pub.meshname);
      affix(a, ((Geom*)e)->pub.hfieldname);
      break;
    case mjOBJ_SITE: affix(a, ((Site*)e)->pub.material); break;
    case mjOBJ_FLEX: affix(a, ((Flex*)e)->pub.material); break;
    case mjOBJ_MATERIAL: affix_all(a, ((Material*)e)->pub.textures); break;
    case mjOBJ_BODY: affix_class(a, ((Body*)e)->pub.childclass); break;
    case mjOBJ_FRAME: affix_class(a, ((Frame*)e)->pub.childclass); break;
    default: break;
  }
}

// a copy of a plugin instance; its name is kept in another spec only with the affixes
static void copy_instance(const Attachment* a, Element* instance) {
  Element* twin = element_clone(a->to, instance);
  instance->twin = twin;
  twin->origin = a->to;
  if (element_name(instance)[0]) {
    affix(a, twin->name);
    affix(a, ((Plugin*)twin)->pub.name);
  }
  spec_adopt(a->to, twin);
}

// Handles the instance of an embedded plugin, which owns or names it: one made for elements of this
// part is attached with it, an explicit one only to another spec. A composite names the instance it
// makes, and its bodies use it, too.
static void take_plugin(const Attachment* a, Element* e) {
  mjsPlugin* plugin = element_plugin(e);
  if (!plugin)
    return;
  Element* instance = (Element*)plugin->element;
  const char* name = handle_string(plugin->name);
  if (a->foreign && !instance && name[0])
    instance = spec_find(a->from, mjOBJ_PLUGIN, name);
  if (a->foreign || instance)
    affix(a, plugin->name);
  if (!instance)
    return;
  if (!instance->twin)
    copy_instance(a, instance);
  if (plugin->element && instance->twin)
    plugin->element = &instance->twin->pub;
}

// Completes an element in its new place: names (except those of skins), class, origin.
static void settle(void* context, Element* e) {
  const Attachment* a = context;
  if (e->kind->type != mjOBJ_SKIN)
    affix(a, e->name);
  element_index_name(e);
  if (e->kind->type == mjOBJ_CAMERA)
    affix(a, ((Camera*)e)->pub.targetbody);
  if (e->kind->type == mjOBJ_LIGHT) {
    affix(a, ((Light*)e)->pub.targetbody);
    affix(a, ((Light*)e)->pub.texture);
  }
  take_plugin(a, e);
  if (!a->copy)
    e->twin = e;
  if (!a->foreign)
    return;
  rename_assets(a, e);
  Default* d = e->defclass;
  if (d && d->base.spec != a->to) {
    int known = d->base.spec == a->from && d != a->from->main;
    e->defclass = known ? (Default*)d->base.twin : a->to->main;
  }
  if (e->origin == a->from || (a->origin != a->from && e->origin != a->to))
    e->origin = a->copy ? a->origin : e->origin;
}

// ---------------------------------------------------------------- default classes

static char* affixed(const Attachment* a, const char* name) {
  char* text = spec_alloc(strlen(a->prefix) + strlen(name) + strlen(a->suffix) + 1);
  return strcat(strcat(strcpy(text, a->prefix), name), a->suffix);
}

static void take_classes(const Attachment* a) {
  for (int i = 0; i < a->from->defaults.count; i++) {
    Default* source = (Default*)a->from->defaults.item[i];
    char* name = affixed(a, element_name(&source->base));
    Default* d = default_find(a->to, name);
    if (!d) {
      d = default_create(a->to, name,
                         source->parent ? (Default*)source->parent->base.twin : a->to->main);
      default_copy_values(d, source);
      rename_assets(a, default_dummy(d, mjOBJ_GEOM));
      affix(a, ((Tendon*)default_dummy(d, mjOBJ_TENDON))->pub.material);
      rename_assets(a, default_dummy(d, mjOBJ_MATERIAL));
    }
    source->base.twin = &d->base;
    free(name);
  }
}

// ---------------------------------------------------------------- the tree part

static int inside_frame(const Element* e, const Frame* f) {
  for (const Frame* outer = e->frame; outer; outer = outer->base.frame)
    if (outer == f)
      return 1;
  return 0;
}

// What a child represents: a body, or a frame with everything in it.
static void collect_part(Element* child, ElementList* part) {
  list_push(part, child);
  if (child->kind->type != mjOBJ_FRAME)
    return;
  for (int k = 0; k < NCHILDLIST; k++) {
    const ElementList* list = &child->parent->child[k];
    for (int i = 0; i < list->count; i++) {
      Element* e = list->item[i];
      if (inside_frame(e, (Frame*)child))
        list_push(part, e);
    }
  }
}

static Element* take_tree(Attachment* a, Element* child, Body* body, Frame* frame) {
  ElementList part = {0};
  collect_part(child, &part);

  // copy everything before inserting anything: the destination may be inside the part
  ElementList placed = {0};
  for (int i = 0; i < part.count; i++) {
    if (a->copy) {
      list_push(&placed, subtree_clone(a->to, part.item[i]));
    } else {
      element_lend(part.item[i], a->to);
      list_push(&placed, part.item[i]);
    }
  }
  for (int i = 0; i < part.count; i++) {
    Element* e = placed.item[i];
    if (i == 0)
      e->frame = frame;
    else if (a->copy)
      e->frame = (Frame*)part.item[i]->frame->base.twin;
    body_adopt(body, e);
  }
  for (int i = 0; i < placed.count; i++)
    subtree_visit(placed.item[i], settle, a);
  Element* result = placed.item[0];
  list_free(&part);
  list_free(&placed);
  return result;
}

// ---------------------------------------------------------------- list elements

static Element* take_one(Attachment* a, Element* e) {
  Element* taken = e;
  if (a->copy) {
    taken = element_clone(a->to, e);
    e->twin = taken;
  } else {
    element_lend(e, a->to);
  }
  spec_adopt(a->to, taken);
  settle(a, taken);
  return taken;
}

// unnamed assets are found by the stem of their file, which the new name must contain
static void name_by_file(Element* e) {
  mjString* file = e->kind->type == mjOBJ_MESH      ? ((Mesh*)e)->pub.file
                   : e->kind->type == mjOBJ_TEXTURE ? ((Texture*)e)->pub.file
                   : e->kind->type == mjOBJ_HFIELD  ? ((HField*)e)->pub.file
                                                    : NULL;
  const char* path = handle_string(file);
  if (element_name(e)[0] || !path[0])
    return;
  const char* base = path;
  for (const char* c = path; *c; c++)
    if (*c == '/' || *c == '\\')
      base = c + 1;
  char* stem = spec_strdup(base);
  char* dot = strrchr(stem, '.');
  if (dot)
    *dot = 0;
  element_set_name(e, stem);
  free(stem);
}

static const mjtObj asset_kinds[] = {mjOBJ_MESH,     mjOBJ_HFIELD,  mjOBJ_TEXTURE,
                                     mjOBJ_MATERIAL, mjOBJ_NUMERIC, mjOBJ_TEXT};
enum { NASSET = sizeof asset_kinds / sizeof asset_kinds[0] };

static void take_assets(Attachment* a) {
  ElementList all = {0};
  for (int k = 0; k < NASSET; k++) {
    spec_collect(a->from, asset_kinds[k], &all);
    for (int i = 0; i < all.count; i++) {
      Element* e = all.item[i];
      name_by_file(e);
      if (!a->copy) {
        Element* spare = element_clone(a->from, e);
        spare->is_spare = 1;
        spec_adopt(a->from, spare);
      }
      take_one(a, e);
    }
  }
  list_free(&all);
}

// the new names of assets must be unused
static int check_assets(const Attachment* a) {
  for (int k = 0; k < NASSET; k++) {
    const ElementList* list = &a->from->list[asset_kinds[k]];
    for (int i = 0; i < list->count; i++) {
      const char* name = element_name(list->item[i]);
      if (!name[0])
        continue;
      char* full = affixed(a, name);
      int taken = spec_find(a->to, asset_kinds[k], full) != NULL;
      if (taken)
        spec_error(a->to, NULL, "repeated name '%s' in %s", full, list->item[i]->kind->name);
      free(full);
      if (taken)
        return -1;
    }
  }
  return 0;
}

// Checks the references of e. Renamed: which of them to rename. 0: e cannot be attached.
static int choose_names(const Attachment* a, Element* e, const Reference* ref, int n,
                        char* renamed) {
  int nrenamed = 0, missing = 0;
  if (!element_is_sound(e))
    return 0;
  for (int i = 0; i < n; i++) {
    char* full = affixed(a, ref[i].name);
    renamed[i] = ref[i].name[0] && spec_find(a->to, ref[i].type, full) != NULL;
    free(full);
    nrenamed += renamed[i];
    missing += !renamed[i];
  }
  if (!missing)
    return 1;

  // some kinds may refer to outside objects, under their own names
  mjtObj type = e->kind->type;
  int outside =
      type == mjOBJ_PAIR || type == mjOBJ_EXCLUDE || type == mjOBJ_SENSOR || type == mjOBJ_TENDON;
  if (!outside || !nrenamed)
    return 0;
  for (int i = 0; i < n; i++)
    if (!renamed[i] && !spec_find(a->to, ref[i].type, ref[i].name))
      return 0;
  return 1;
}

// -1: an attached element has the name of another element
static int take_referring(Attachment* a, Element* e) {
  Reference local[16];
  int n, repeated = 0;
  Reference* ref = references_of(e, local, 16, &n);
  char* renamed = spec_alloc((size_t)n);
  int fits = choose_names(a, e, ref, n, renamed);
  if (ref != local)
    free(ref);
  if (fits) {
    Element* taken = take_one(a, e);
    ref = references_of(taken, local, 16, &n);
    for (int i = 0; i < n; i++)
      if (renamed[i])
        reference_affix(&ref[i], a->prefix, a->suffix);
    if (ref != local)
      free(ref);
    repeated = e->kind->type != mjOBJ_TUPLE && element_namesake(taken);
    if (repeated)
      spec_error(a->to, NULL, "repeated name '%s' in %s", element_name(taken), e->kind->name);
  }
  free(renamed);
  return repeated ? -1 : 0;
}

// Name clashes are not undone: a model to which attaching failed has repeated names and does not
// compile.
static int take_lists(Attachment* a) {
  static const mjtObj kinds[] = {mjOBJ_SKIN,     mjOBJ_FLEX,   mjOBJ_PAIR,
                                 mjOBJ_EXCLUDE,  mjOBJ_TENDON, mjOBJ_EQUALITY,
                                 mjOBJ_ACTUATOR, mjOBJ_SENSOR, mjOBJ_TUPLE};
  ElementList all = {0};
  int status = 0;
  for (size_t k = 0; !status && k < sizeof kinds / sizeof kinds[0]; k++) {
    if (kinds[k] == mjOBJ_SKIN && !a->foreign)
      continue;
    spec_collect(a->from, kinds[k], &all);
    for (int i = 0; !status && i < all.count; i++)
      status = take_referring(a, all.item[i]);
  }
  list_free(&all);
  return status;
}

// ---------------------------------------------------------------- the whole operation

// The whole content of a spec can be shared only once; afterwards nothing would be left to attach.
static int world_has_gone(const Spec* s) {
  int left = 0;
  for (int k = 0; k < NCHILDLIST; k++)
    left += s->world->child[k].count;
  return s->world->lent.count && !left;
}

// all content of a world that is not in a frame, put into a new one
static Element* wrap_world(Spec* s) {
  Element* wrapper = pub_element(mjs_addFrame(&s->world->pub, NULL));
  for (int k = 0; k < NCHILDLIST; k++) {
    const ElementList* list = &s->world->child[k];
    for (int i = 0; i < list->count; i++) {
      Element* e = list->item[i];
      if (e != wrapper && !e->frame)
        e->frame = (Frame*)wrapper;
    }
  }
  return wrapper;
}

// 1 when the part that `from` would share has itself shared something: then it must stay where that
// would return to, and can only be copied.
static int has_lent(Spec* from, Element* child) {
  if (child->kind->type == mjOBJ_BODY)
    return subtree_has_lent(child);
  Body* body = child->kind->type == mjOBJ_FRAME ? child->parent : from->world;
  const ElementList* bodies = &body->child[CHILD_BODY];
  for (int i = 0; i < bodies->count; i++)
    if (subtree_has_lent(bodies->item[i]))
      return 1;
  return 0;
}

static Element* attach(Spec* to, Body* body, Frame* frame, Element* child, const char* prefix,
                       const char* suffix) {
  Spec* from = child->kind->type == mjOBJ_MODEL ? (Spec*)child : child->spec;
  Attachment a = {to, from, from, prefix ? prefix : "", suffix ? suffix : "", from != to, 1};
  a.copy = !a.foreign || to->deepcopy || spec_holds(from, to) || has_lent(from, child) ||
           child == &from->world->base;
  if (child->kind->type == mjOBJ_MODEL && world_has_gone(from)) {
    spec_error(to, NULL,
               "the content of model '%s' was attached before; attach a copy of the model",
               handle_string(from->pub.modelname));
    return NULL;
  }
  if (keys_check(from, to))
    return NULL;
  if (a.foreign && check_assets(&a))
    return NULL;
  spec_name_instances(from);

  // twins map keys and plugins to the new elements; after sharing, keys no longer fit the remaining
  // model
  if (from->list[mjOBJ_KEY].count || from->npending || from->list[mjOBJ_PLUGIN].count)
    twins_clear(from);
  if (!a.copy)
    keys_resolve(from);
  pending_keys_leave(from, to, a.prefix, a.suffix);
  if (child->kind->type == mjOBJ_MODEL)
    child = wrap_world(from);
  if (a.foreign) {
    a.origin = spec_attach_child(to, from);
    for (int i = 0; i < from->nactive; i++)
      spec_activate(to, from->active_plugins[i], from->active_plugin_slots[i]);
    take_classes(&a);
  }
  Element* result = take_tree(&a, child, body, frame);
  if (a.foreign)
    take_assets(&a);
  int status = take_lists(&a);
  pending_keys_follow(from, to);
  keys_complete(to);
  if (!a.copy) {
    pending_keys_forget_lent(from);
    spec_names_thaw(from);
    spec_edited(from);
    from->ids_valid = IDS_ON_DEMAND;
    from->is_attached = 1;
  }

  // positions are computed again on demand
  spec_names_thaw(to);
  spec_edited(to);
  to->ids_valid = IDS_ON_DEMAND;
  return status ? NULL : result;
}

// new frame at the site
static Frame* frame_of_site(Site* site) {
  const mjsCompiler* compiler = element_compiler(&site->base);
  double quat[4];
  memcpy(quat, site->pub.quat, sizeof quat);
  const char* problem =
      mjs_resolveOrientation(quat, compiler->degree, compiler->eulerseq, &site->pub.alt);
  if (problem) {
    spec_error(site->base.spec, &site->base, "%s", problem);
    return NULL;
  }
  mjsFrame* frame =
      mjs_addFrame(&site->base.parent->pub, site->base.frame ? &site->base.frame->pub : NULL);
  memcpy(frame->pos, site->pub.pos, sizeof frame->pos);
  memcpy(frame->quat, quat, sizeof quat);
  return (Frame*)pub_element(frame);
}

mjsElement* mjs_attach(mjsElement* parent, const mjsElement* child, const char* prefix,
                       const char* suffix) {
  if (!parent || !child) {
    mju_error(parent ? "child element is null" : "parent element is null");
    return NULL;
  }
  Element* p = (Element*)parent;
  Element* c = (Element*)child;
  Spec* to = p->spec;
  mjtObj ptype = p->kind->type, ctype = c->kind->type;
  if (ptype != mjOBJ_FRAME && ptype != mjOBJ_BODY && ptype != mjOBJ_SITE) {
    spec_error(to, NULL, "parent element is not a frame, body or site");
    return NULL;
  }
  if (ptype == mjOBJ_BODY && ctype != mjOBJ_FRAME && ctype != mjOBJ_MODEL) {
    spec_error(to, NULL, "child element is not a frame");
    return NULL;
  }
  if (ctype != mjOBJ_BODY && ctype != mjOBJ_FRAME && ctype != mjOBJ_MODEL) {
    spec_error(to, NULL, "child element is not a body or frame");
    return NULL;
  }
  if (ptype != mjOBJ_BODY && !p->parent) {
    spec_error(to, NULL, "Frame does not have a parent body.");
    return NULL;
  }

  if (p->is_deleted || c->is_deleted) {
    const Element* e = p->is_deleted ? p : c;
    spec_error(to, NULL, "%s '%s' was deleted", e->kind->name, element_name(e));
    return NULL;
  }

  Body* body = ptype == mjOBJ_BODY ? (Body*)p : p->parent;
  Frame* frame = ptype == mjOBJ_FRAME ? (Frame*)p : NULL;
  if (ptype == mjOBJ_SITE && !(frame = frame_of_site((Site*)p)))
    return NULL;
  Element* result = attach(to, body, frame, c, prefix, suffix);
  return result ? &result->pub : NULL;
}
