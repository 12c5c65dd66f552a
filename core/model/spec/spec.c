// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Lifetime of a whole editable model.
//
// A spec is reference-counted: the user who made it holds it, and so does every spec that it was
// attached to or registered with, because attached elements keep the compiler settings and
// directories of the spec in which they were written. Specs may not hold each other in a cycle.

#include <stdlib.h>
#include <string.h>

#include "core/foundation/base/array.h"
#include "core/kernel/mjplugin/engine_plugin.h"
#include "core/kernel/modules/cxx_users.h"
#include "core/model/spec/kept_files.h"
#include "core/model/spec/tree.h"

// ---------------------------------------------------------------- creation

// room for any usual message, so that the text returned by mjs_getError does not move
enum { ERROR_SIZE = 1024 };

static Spec* spec_create(void) {
  Spec* s = (Spec*)element_create(NULL, mjOBJ_MODEL);
  s->base.spec = s->base.origin = s;
  s->refcount = 1;
  s->error_capacity = ERROR_SIZE;
  s->error = spec_alloc(ERROR_SIZE);
  handle_string_set(s->pub.modelname, "MuJoCo Model");
  s->main = default_create(s, "main", NULL);
  return s;
}

mjSpec* mj_makeSpec(void) {
  char error[1000];
  if (cxx_users_differ(error, sizeof error)) {
    mju_error("%s", error);
    return NULL;
  }
  Spec* s = spec_create();
  s->world = (Body*)element_create(s, mjOBJ_BODY);
  s->world->base.listed = 1;
  s->world->base.defclass = s->main;
  handle_string_set(s->world->pub.childclass, "main");
  element_set_name(&s->world->base, "world");
  return &s->pub;
}

// ---------------------------------------------------------------- keeping others alive

int spec_holds(const Spec* s, const Spec* other) {
  if (s == other)
    return 1;
  for (int i = 0; i < s->nattached; i++)
    if (spec_holds(s->attached[i], other))
      return 1;
  return 0;
}

static void attached_push(Spec* s, Spec* child) {
  if (ARRAY_ROOM(s->attached, s->nattached)) {
    mju_error("out of memory while editing a model");
    return;
  }
  s->attached[s->nattached++] = child;
  child->refcount++;
}

Spec* spec_attach_child(Spec* s, Spec* child) {
  for (int i = 0; i < s->nattached; i++)
    if (s->attached[i] == child)
      return child;
  if (!spec_holds(child, s)) {
    attached_push(s, child);
    return child;
  }

  // avoid a cycle: keep a spec with nothing but the settings
  Spec* settings = spec_of(mj_makeSpec());
  spec_copy_settings(settings, child);
  attached_push(s, settings);
  settings->refcount--;
  return settings;
}

void spec_register(mjSpec* s, mjSpec* child) {
  if (s && child)
    spec_attach_child(spec_of(s), spec_of(child));
}

mjSpec* mjs_findSpec(mjSpec* spec, const char* name) {
  if (!spec || !name)
    return NULL;
  Spec* s = spec_of(spec);
  for (int i = 0; i < s->nattached; i++)
    if (strcmp(handle_string(s->attached[i]->pub.modelname), name) == 0)
      return &s->attached[i]->pub;
  return NULL;
}

// ---------------------------------------------------------------- destruction

static void spec_free(Spec* s) {
  // elements
  for (int i = 0; i < s->npending; i++)
    pending_key_free(s->pending[i]);
  s->npending = 0;
  for (int i = 0; i < s->deleted.count; i++) {
    Element* e = s->deleted.item[i];
    if (e->kind->type == mjOBJ_DEFAULT)
      default_free((Default*)e);
    else
      element_free(e);
  }
  list_free(&s->deleted);
  if (s->world)
    element_free(&s->world->base);
  for (int type = 0; type < mjNOBJECT; type++)
    list_clear(&s->list[type]);
  for (int i = s->defaults.count - 1; i >= 0; i--)
    default_free((Default*)s->defaults.item[i]);
  list_free(&s->defaults);
  list_free(&s->lent);

  // what the spec itself owns
  free(s->names.bucket);
  free(s->compiled_names.bucket);
  s->names = s->compiled_names = (NameIndex){0};
  for (int i = 0; i < s->nattached; i++)
    spec_release(s->attached[i]);
  free(s->attached);
  for (int i = 0; i < s->nactive; i++) {
    free(s->active_plugins[i]);
    attributes_destroy(s->active_configs[i]);
  }
  free(s->active_plugins);
  free(s->active_plugin_slots);
  free(s->active_configs);
  free(s->pending);
  mj_deleteModel(s->values);
  kept_files_release(s->files);
  free(s->error);
  s->base.spec = NULL;
  element_free(&s->base);
}

void spec_release(Spec* s) {
  if (--s->refcount == 0)
    spec_free(s);
}

void mj_deleteSpec(mjSpec* s) {
  if (s)
    spec_release(spec_of(s));
}

// ---------------------------------------------------------------- copying

void spec_copy_settings(Spec* to, const Spec* from) {
  mjsElement* element = to->pub.element;
  element_copy_values(&to->base, &from->base);
  to->pub.element = element;
  handle_copy(HANDLE_STRING, to->base.name, from->base.name);
  to->deepcopy = from->deepcopy;
}

static void copy_classes(Spec* to, const Spec* from) {
  for (int i = 0; i < from->defaults.count; i++) {
    Default* source = (Default*)from->defaults.item[i];
    Default* parent = source->parent ? (Default*)source->parent->base.twin : NULL;
    Default* d = parent ? default_create(to, element_name(&source->base), parent) : to->main;
    default_copy_values(d, source);
    element_set_name(&d->base, element_name(&source->base));
    source->base.twin = &d->base;
  }
}

// links that still point into the original
typedef struct RelinkContext_ {
  Spec* to;
  const Spec* from;
} RelinkContext;

static void relink_element(void* context, Element* e) {
  RelinkContext* relink = context;
  Default* d = e->defclass;
  if (d && d->base.spec != relink->to)
    e->defclass = d->base.spec == relink->from ? (Default*)d->base.twin : relink->to->main;
  if (e->origin == relink->from || !spec_holds(relink->to, e->origin))
    e->origin = relink->to;
  if (e->kind->type == mjOBJ_KEY && ((Key*)e)->resolved) {
    PendingKey* resolved = pending_key_clone(((Key*)e)->resolved, 1);
    pending_key_free(((Key*)e)->resolved);
    ((Key*)e)->resolved = resolved;
  }
  mjsPlugin* plugin = element_plugin(e);
  if (plugin && plugin->element)
    plugin->element = (mjsElement*)((Element*)plugin->element)->twin;
}

mjSpec* mj_copySpec(const mjSpec* s) {
  if (!s)
    return NULL;
  Spec* from = spec_of(s);
  Spec* to = spec_create();
  spec_copy_settings(to, from);
  to->names_exposed = from->names_exposed;
  to->files = from->files;
  if (to->files)
    to->files->refcount++;
  copy_classes(to, from);
  for (int i = 0; i < from->nattached; i++)
    attached_push(to, from->attached[i]);
  for (int i = 0; i < from->nactive; i++) {
    spec_activate(to, from->active_plugins[i], from->active_plugin_slots[i]);
    if (from->active_configs[i])
      to->active_configs[i] = attributes_clone(from->active_configs[i]);
  }

  // tree, then lists; every element learns its copy
  to->world = (Body*)subtree_clone(to, &from->world->base);
  to->world->base.listed = 1;
  element_index_name(&to->world->base);
  for (int type = 0; type < mjNOBJECT; type++) {
    for (int i = 0; i < from->list[type].count; i++) {
      Element* e = from->list[type].item[i];
      e->twin = element_clone(to, e);
      spec_adopt(to, e->twin);
    }
  }
  spec_names_copy(to, from);
  RelinkContext relink = {to, from};
  spec_visit(to, relink_element, &relink);
  for (int i = 0; i < from->npending; i++)
    pending_keys_push(to, pending_key_clone(from->pending[i], 1));
  to->ids_valid = IDS_ON_DEMAND;
  return &to->pub;
}

// ---------------------------------------------------------------- switches

int mjs_setDeepCopy(mjSpec* s, int deepcopy) {
  if (s)
    spec_of(s)->deepcopy = deepcopy != 0;
  return 0;
}

void spec_activate(Spec* s, const char* name, int slot) {
  for (int i = 0; i < s->nactive; i++)
    if (strcmp(s->active_plugins[i], name) == 0)
      return;
  if (ARRAY_ROOM(s->active_plugins, s->nactive) || ARRAY_ROOM(s->active_plugin_slots, s->nactive) ||
      ARRAY_ROOM(s->active_configs, s->nactive)) {
    mju_error("out of memory while editing a model");
    return;
  }
  s->active_plugins[s->nactive] = spec_strdup(name);
  s->active_configs[s->nactive] = NULL;
  s->active_plugin_slots[s->nactive++] = slot;
}

int mjs_activatePlugin(mjSpec* s, const char* name) {
  if (!s || !name)
    return -1;
  int slot = plugin_slot(name);
  if (slot < 0)
    return -1;
  spec_activate(spec_of(s), name, slot);
  return 0;
}
