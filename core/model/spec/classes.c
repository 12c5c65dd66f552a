// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Default classes: a tree with "main" at its root, one dummy element per kind in every class.
//
// A class starts as a copy of its parent at that moment; later changes of the parent do not reach
// it. An element copies the dummy of its class when it is made and stores the class only for the
// record. The class that a body passes on to elements made in it is named by its childclass string.

#include <string.h>

#include "core/model/spec/tree.h"

// the kinds that have a dummy in a class, and where mjsDefault stores it
static const struct {
  mjtObj type;
  size_t offset;
} dummies[] = {
    {mjOBJ_JOINT, offsetof(mjsDefault, joint)},   {mjOBJ_GEOM, offsetof(mjsDefault, geom)},
    {mjOBJ_SITE, offsetof(mjsDefault, site)},     {mjOBJ_CAMERA, offsetof(mjsDefault, camera)},
    {mjOBJ_LIGHT, offsetof(mjsDefault, light)},   {mjOBJ_FLEX, offsetof(mjsDefault, flex)},
    {mjOBJ_MESH, offsetof(mjsDefault, mesh)},     {mjOBJ_MATERIAL, offsetof(mjsDefault, material)},
    {mjOBJ_PAIR, offsetof(mjsDefault, pair)},     {mjOBJ_EQUALITY, offsetof(mjsDefault, equality)},
    {mjOBJ_TENDON, offsetof(mjsDefault, tendon)}, {mjOBJ_ACTUATOR, offsetof(mjsDefault, actuator)},
};
enum { NDUMMY = sizeof dummies / sizeof dummies[0] };

static void** dummy_place(const Default* d, int k) {
  return (void**)((char*)&d->pub + dummies[k].offset);
}

Element* default_dummy(const Default* d, mjtObj type) {
  for (int k = 0; k < NDUMMY; k++)
    if (dummies[k].type == type)
      return pub_element(*dummy_place(d, k));
  return NULL;
}

Default* default_find(Spec* s, const char* name) {
  for (int i = 0; i < s->defaults.count; i++)
    if (strcmp(element_name(s->defaults.item[i]), name) == 0)
      return (Default*)s->defaults.item[i];
  return NULL;
}

Default* default_create(Spec* s, const char* name, Default* parent) {
  Default* d = (Default*)element_create(s, mjOBJ_DEFAULT);
  element_set_name(&d->base, name);
  d->parent = parent;
  for (int k = 0; k < NDUMMY; k++) {
    Element* dummy = element_create(s, dummies[k].type);
    dummy->defclass = d;
    *dummy_place(d, k) = element_pub(dummy);
  }
  if (parent)
    default_copy_values(d, parent);
  d->base.listed = 1;
  if (parent)
    list_push(&parent->child, &d->base);
  list_append(&s->defaults, &d->base);
  return d;
}

void default_copy_values(Default* to, const Default* from) {
  for (int k = 0; k < NDUMMY; k++) {
    Element* dummy = pub_element(*dummy_place(to, k));
    element_copy_values(dummy, default_dummy(from, dummies[k].type));
    mjsPlugin* plugin = element_plugin(dummy);
    if (plugin && to->base.spec != from->base.spec)
      plugin->element = NULL;
  }
}

void default_free(Default* d) {
  for (int k = 0; k < NDUMMY; k++)
    element_free(pub_element(*dummy_place(d, k)));
  list_free(&d->child);
  element_free(&d->base);
}

Default* recorded_class(Spec* s, Default* d) {
  return d && d->base.spec == s && !d->base.is_deleted ? d : s->main;
}

Default* body_class(Body* b) {
  const char* name = handle_string(b->pub.childclass);
  if (b->base.defclass && strcmp(element_name(&b->base.defclass->base), name) == 0)
    return b->base.defclass;
  Default* d = default_find(b->base.spec, name);
  return d ? d : b->base.spec->main;
}

// ---------------------------------------------------------------- public functions

mjsDefault* mjs_addDefault(mjSpec* s, const char* classname, const mjsDefault* parent) {
  if (!s || !classname)
    return NULL;
  Spec* spec = spec_of(s);
  if (default_find(spec, classname))
    return NULL;
  Default* outer = parent ? (Default*)pub_element(parent) : spec->main;
  Default* d = default_create(spec, classname, outer->base.is_deleted ? spec->main : outer);
  return &d->pub;
}

mjsDefault* mjs_findDefault(mjSpec* s, const char* classname) {
  Default* d = s && classname ? default_find(spec_of(s), classname) : NULL;
  return d ? &d->pub : NULL;
}

mjsDefault* mjs_getSpecDefault(mjSpec* s) { return s ? &spec_of(s)->main->pub : NULL; }

mjsDefault* mjs_getDefault(mjsElement* element) {
  if (!element)
    return NULL;
  Element* e = (Element*)element;
  if (e->kind->type == mjOBJ_BODY)
    return &body_class((Body*)e)->pub;
  if (e->kind->type == mjOBJ_FRAME) {
    Default* d = default_find(e->spec, handle_string(((Frame*)e)->pub.childclass));
    return d ? &d->pub : NULL;
  }
  return e->defclass ? &e->defclass->pub : NULL;
}

void mjs_setDefault(mjsElement* element, const mjsDefault* def) {
  if (!element || !def)
    return;
  Element* e = (Element*)element;
  Default* d = (Default*)pub_element(def);
  e->defclass = recorded_class(e->spec, d);
  if (e->kind->type == mjOBJ_BODY)
    handle_string_set(((Body*)e)->pub.childclass, element_name(&d->base));
  if (e->kind->type == mjOBJ_FRAME)
    handle_string_set(((Frame*)e)->pub.childclass, element_name(&d->base));
}
