// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Removing elements from a model, and turning a body into a frame.
//
// Deleting a body deletes every element that refers to something inside, directly or through
// another deleted element: a kind that is referred to (tendons, actuators) is visited before the
// kinds that refer to it. References that did not resolve before are ignored. Tuples and skins are
// kept: they then fail at compile time, like any other dangling reference.

#include <string.h>

#include "core/model/spec/tree.h"

// ---------------------------------------------------------------- bodies

static const mjtObj referring[] = {mjOBJ_FLEX,     mjOBJ_PAIR,     mjOBJ_EXCLUDE, mjOBJ_TENDON,
                                   mjOBJ_EQUALITY, mjOBJ_ACTUATOR, mjOBJ_SENSOR};
enum { NREFERRING = sizeof referring / sizeof referring[0] };

// an instance that is deleted on its own
static void leave_instance(void* context, Element* e) {
  mjsPlugin* plugin = element_plugin(e);
  if (plugin && (Element*)plugin->element == context)
    plugin->element = NULL;
}

static int is_inside(const Element* e, const Element* root) {
  while (e && e != root)
    e = e->parent ? &e->parent->base : NULL;
  return e != NULL;
}

static void find_user(void* context, Element* e) {
  const mjsPlugin* plugin = element_plugin(e);
  const Element** search = context;
  if (plugin && !search[2] &&
      ((const Element*)plugin->element == search[0] ||
       strcmp(handle_string(plugin->name), element_name(search[0])) == 0) &&
      !is_inside(e, search[1]))
    search[2] = e;
}

// an element outside root that has the instance or names it
static int has_other_user(const Element* instance, const Element* root) {
  const Element* search[3] = {instance, root, NULL};
  spec_visit(instance->spec, find_user, search);
  return search[2] != NULL;
}

// the instance in its own spec that an element has or names; NULL: none
static Element* instance_of(Element* e) {
  const mjsPlugin* plugin = element_plugin(e);
  Element* instance = plugin ? (Element*)plugin->element : NULL;
  const char* name = plugin ? handle_string(plugin->name) : "";
  if (!instance && name[0])
    instance = spec_find(e->spec, mjOBJ_PLUGIN, name);
  return instance && instance->spec == e->spec ? instance : NULL;
}

// The instance of a plugin is deleted with the last element that uses it. Elements that are deleted
// together, `context` and its parts, may share it. Elements that return to a lender take a copy
// along and are marked here.
static void delete_instance(void* context, Element* e) {
  Element* instance = instance_of(e);
  if (!instance)
    return;
  for (const Element* outer = e; outer; outer = outer == context ? NULL : &outer->parent->base) {
    if (outer->loan) {
      instance->mark = 1;
      return;
    }
  }
  if (element_name(instance)[0] && has_other_user(instance, context))
    return;
  subtree_visit(context, leave_instance, instance);
  if (list_position(&e->spec->list[mjOBJ_PLUGIN], instance) >= 0)
    element_drop(instance);
}

static void delete_element(Element* e) {
  Spec* s = e->spec;
  const ElementList* instances = &s->list[mjOBJ_PLUGIN];
  for (int i = 0; i < instances->count; i++)
    instances->item[i]->mark = 0;
  subtree_visit(e, delete_instance, e);
  if (e->kind->type == mjOBJ_PLUGIN)
    spec_visit(s, leave_instance, e);
  element_drop(e);
  for (int i = instances->count - 1; i >= 0; i--)
    if (instances->item[i]->mark && !has_other_user(instances->item[i], NULL))
      element_drop(instances->item[i]);
}

static void delete_body(Spec* s, Element* body) {
  for (int k = 0; k < NREFERRING; k++) {
    const ElementList* list = &s->list[referring[k]];
    for (int i = 0; i < list->count; i++)
      list->item[i]->mark = element_resolves(s, list->item[i]);
  }
  pending_keys_forget_actuators(s);
  pending_keys_capture(s);
  delete_element(body);
  for (int k = 0; k < NREFERRING; k++) {
    const ElementList* list = &s->list[referring[k]];
    for (int i = list->count - 1; i >= 0; i--)
      if (list->item[i]->mark && !element_resolves(s, list->item[i]))
        delete_element(list->item[i]);
  }
}

// ---------------------------------------------------------------- default classes

static void leave_class(void* context, Element* e) {
  if (e->defclass == context)
    e->defclass = e->spec->main;
}

static void delete_class(Spec* s, Default* d) {
  while (d->child.count)
    delete_class(s, (Default*)d->child.item[d->child.count - 1]);
  spec_visit(s, leave_class, d);
  list_remove(&s->defaults, &d->base);

  // the parent's list is not the one that numbers classes
  ElementList* siblings = &d->parent->child;
  int kept = 0;
  for (int i = 0; i < siblings->count; i++)
    if (siblings->item[i] != &d->base)
      siblings->item[kept++] = siblings->item[i];
  siblings->count = kept;
  element_bury(&d->base);
}

// ---------------------------------------------------------------- public functions

int mjs_delete(mjSpec* spec, mjsElement* element) {
  if (!spec)
    return -1;
  Spec* s = spec_of(spec);
  if (!element)
    return spec_error(s, NULL, "Element is null.");
  Element* e = (Element*)element;
  mjtObj type = e->kind->type;
  if (e->spec != s || type == mjOBJ_MODEL)
    return spec_error(s, NULL, "element is not in this model");
  if (e->is_deleted)
    return spec_error(s, NULL, "%s '%s' was deleted before", e->kind->name, element_name(e));
  if (type == mjOBJ_DEFAULT) {
    if (e == &s->main->base)
      return spec_error(s, NULL, "cannot remove the global default ('main')");
    delete_class(s, (Default*)e);
    return 0;
  }

  // frames, the world and path entries support other elements and stay
  if (element_is_tree(type))
    s->ids_valid = IDS_ON_DEMAND;
  if (type == mjOBJ_FRAME || type == mjOBJ_UNKNOWN || e == &s->world->base)
    return 0;
  if (!e->listed)
    return spec_error(s, NULL, "element is not in this model");
  if (type == mjOBJ_BODY) {
    if (keys_check(s, s))
      return -1;
    delete_body(s, e);
  } else {
    delete_element(e);
  }

  // positions are computed again on demand
  if (element_is_tree(type))
    s->ids_valid = IDS_ON_DEMAND;
  return 0;
}

// Sensors of a body that a frame replaces. If the spec was not compiled since it was edited, they
// are kept and have an unknown object, as in the reference.
static void delete_sensors_of(const Element* body) {
  Spec* s = body->spec;
  ElementList* sensors = &s->list[mjOBJ_SENSOR];
  for (int i = sensors->count - 1; i >= 0 && s->ids_valid == IDS_VALID; i--) {
    const mjsSensor* p = &((Sensor*)sensors->item[i])->pub;
    if ((p->objtype == mjOBJ_BODY || p->objtype == mjOBJ_XBODY) &&
        strcmp(handle_string(p->objname), element_name(body)) == 0)
      delete_element(sensors->item[i]);
  }
}

mjsFrame* mjs_bodyToFrame(mjsBody** body) {
  if (!body || !*body)
    return NULL;
  Body* b = (Body*)pub_element(*body);
  Body* parent = b->base.parent;
  if (!parent || b->base.is_deleted) {
    spec_error(b->base.spec, &b->base, "%s cannot become a frame",
               parent ? "a body that was deleted" : "the world body");
    return NULL;
  }

  delete_sensors_of(&b->base);
  body_pass_inertia(b);

  // same pose, same surroundings
  mjsFrame* frame = mjs_addFrame(&parent->pub, b->base.frame ? &b->base.frame->pub : NULL);
  memcpy(frame->pos, b->pub.pos, sizeof frame->pos);
  memcpy(frame->quat, b->pub.quat, sizeof frame->quat);
  frame->alt = b->pub.alt;
  handle_copy(HANDLE_STRING, frame->info, b->pub.info);
  pub_element(frame)->origin = b->base.origin;

  // the content moves to the end of the parent's lists
  pending_keys_capture(b->base.spec);
  for (int k = 0; k < NCHILDLIST; k++) {
    for (int i = 0; i < b->child[k].count; i++) {
      Element* e = b->child[k].item[i];
      if (!e->frame)
        e->frame = (Frame*)pub_element(frame);
      body_adopt(parent, e);
    }
    list_free(&b->child[k]);
  }
  delete_element(&b->base);
  parent->base.spec->ids_valid = IDS_ON_DEMAND;
  *body = NULL;
  return frame;
}
