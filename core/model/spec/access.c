// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Navigation in an editable model: parents, children, iteration, tendon paths, attributes, user
// values.

#include <stdlib.h>
#include <string.h>

#include "core/model/spec/tree.h"

// ---------------------------------------------------------------- relatives

mjSpec* mjs_getSpec(mjsElement* element) {
  Element* e = (Element*)element;
  if (!e)
    return NULL;
  return e->kind->type == mjOBJ_MODEL ? &((Spec*)e)->pub : &e->spec->pub;
}

mjsCompiler* mjs_getCompiler(mjsElement* element) {
  Element* e = (Element*)element;
  if (!e)
    return NULL;
  return e->kind->type == mjOBJ_MODEL ? &((Spec*)e)->pub.compiler
                                      : (mjsCompiler*)element_compiler(e);
}

mjsBody* mjs_getParent(mjsElement* element) {
  Element* e = (Element*)element;
  return e && e->parent ? &e->parent->pub : NULL;
}

mjsFrame* mjs_getFrame(mjsElement* element) {
  Element* e = (Element*)element;
  return e && e->frame ? &e->frame->pub : NULL;
}

int mjs_getId(mjsElement* element) { return element ? element_id((Element*)element) : -1; }

int mjs_setFrame(mjsElement* dest, mjsFrame* frame) {
  if (!dest || !frame)
    return -1;
  Element* e = (Element*)dest;
  Frame* f = (Frame*)pub_element(frame);
  if (!e->parent || e->parent != f->base.parent)
    return spec_error(e->spec, e, "Frame and body '%s' have mismatched parents", element_name(e));

  // a frame must not end up inside itself
  for (Frame* outer = f; outer; outer = outer->base.frame)
    if (&outer->base == e)
      return spec_error(e->spec, e, "Frame '%s' cannot contain itself", element_name(e));
  e->frame = f;
  return 0;
}

// ---------------------------------------------------------------- by name

mjsBody* mjs_findBody(mjSpec* s, const char* name) {
  return mjs_asBody(mjs_findElement(s, mjOBJ_BODY, name));
}

mjsFrame* mjs_findFrame(mjSpec* s, const char* name) {
  return mjs_asFrame(mjs_findElement(s, mjOBJ_FRAME, name));
}

mjsBody* mjs_findChild(mjsBody* body, const char* name) {
  if (!body || !name)
    return NULL;
  Body* root = (Body*)pub_element(body);
  for (Body* b = root; b; b = body_next(root, b))
    if (strcmp(element_name(&b->base), name) == 0)
      return &b->pub;
  return NULL;
}

// ---------------------------------------------------------------- iteration

// First element of a kind in the bodies after b inside root.
static mjsElement* first_after(Body* root, Body* b, mjtObj type) {
  while ((b = body_next(root, b))) {
    ElementList* list = body_list(b, type);
    if (list->count)
      return &list->item[0]->pub;
  }
  return NULL;
}

static int childless(Body* b, mjtObj type) {
  if (body_list(b, type))
    return 0;
  spec_error(b->base.spec, &b->base,
             "Body.NextChild supports the types: body, frame, geom, site, light, camera");
  return 1;
}

// the element after e (NULL: the first) in a view, which is freed
static mjsElement* next_in_view(ElementList* view, const Element* e) {
  int next = e ? list_position(view, e) + 1 : 0;
  mjsElement* found = (!e || next > 0) && next < view->count ? &view->item[next]->pub : NULL;
  list_free(view);
  return found;
}

static mjsElement* next_below(Body* root, mjtObj type, int recurse, const Element* e) {
  ElementList view = {0};
  view_body(root, type, recurse, &view);
  return next_in_view(&view, e);
}

mjsElement* mjs_firstChild(mjsBody* body, mjtObj type, int recurse) {
  if (!body)
    return NULL;
  Body* root = (Body*)pub_element(body);
  if (childless(root, type))
    return NULL;
  if (root->base.spec->is_attached)
    return next_below(root, type == mjOBJ_XBODY ? mjOBJ_BODY : type, recurse, NULL);
  ElementList* list = body_list(root, type);
  if (list->count)
    return &list->item[0]->pub;
  return recurse ? first_after(root, root, type) : NULL;
}

mjsElement* mjs_nextChild(mjsBody* body, mjsElement* child, int recurse) {
  if (!body || !child)
    return NULL;
  Body* root = (Body*)pub_element(body);
  Element* e = (Element*)child;
  mjtObj type = e->kind->type;
  if (childless(root, type))
    return NULL;

  if (root->base.spec->is_attached)
    return next_below(root, type, recurse, e);

  // bodies are their own walk
  if (recurse && type == mjOBJ_BODY) {
    Body* next = body_next(root, (Body*)e);
    return next ? &next->base.pub : NULL;
  }

  // the list that holds the child: the body's own, unless it was found deeper
  Body* holder = recurse ? e->parent : root;
  if (!holder)
    return NULL;
  ElementList* list = body_list(holder, type);
  int next = list_position(list, e) + 1;
  if (next > 0 && next < list->count)
    return &list->item[next]->pub;
  return recurse ? first_after(root, holder, type) : NULL;
}

mjsElement* mjs_firstElement(mjSpec* s, mjtObj type) {
  if (!s)
    return NULL;
  Spec* spec = spec_of(s);
  if (type == mjOBJ_BODY)
    return &spec->world->base.pub;
  if (element_is_tree(type))
    return mjs_firstChild(&spec->world->pub, type, 1);
  if ((int)type <= 0 || (int)type >= mjNOBJECT)
    return NULL;
  if (spec->is_attached) {
    ElementList view = {0};
    view_spec(spec, type, &view);
    return next_in_view(&view, NULL);
  }
  return spec->list[type].count ? &spec->list[type].item[0]->pub : NULL;
}

mjsElement* mjs_nextElement(mjSpec* s, mjsElement* element) {
  if (!s || !element)
    return NULL;
  Spec* spec = spec_of(s);
  Element* e = (Element*)element;
  mjtObj type = e->kind->type;
  if (spec->is_attached) {
    ElementList view = {0};
    view_spec(spec, type, &view);
    return next_in_view(&view, e);
  }
  if (element_is_tree(type))
    return mjs_nextChild(&spec->world->pub, element, 1);
  if ((int)type <= 0 || (int)type >= mjNOBJECT)
    return NULL;
  int next = list_position(&spec->list[type], e) + 1;
  return next > 0 && next < spec->list[type].count ? &spec->list[type].item[next]->pub : NULL;
}

// ---------------------------------------------------------------- tendon paths

int mjs_getWrapNum(const mjsTendon* tendonspec) {
  return tendonspec ? ((const Tendon*)pub_element(tendonspec))->path.count : 0;
}

mjsWrap* mjs_getWrap(const mjsTendon* tendonspec, int i) {
  int n = mjs_getWrapNum(tendonspec);
  if (i < 0 || i >= n) {
    mju_error("Wrap index out of range (0, %d)", n);
    return NULL;
  }
  return &((Wrap*)((const Tendon*)pub_element(tendonspec))->path.item[i])->pub;
}

mjsElement* mjs_getWrapTarget(mjsWrap* wrap) {
  if (!wrap)
    return NULL;
  Wrap* w = (Wrap*)pub_element(wrap);
  mjtObj type = wrap_target_type(w);
  if (type == mjOBJ_UNKNOWN)
    return NULL;
  return mjs_findElement(&w->base.spec->pub, type, element_name(&w->base));
}

mjsSite* mjs_getWrapSideSite(mjsWrap* wrap) {
  if (!wrap)
    return NULL;
  Wrap* w = (Wrap*)pub_element(wrap);
  const char* name = handle_string(w->sidesite);
  if ((wrap->type != mjWRAP_SPHERE && wrap->type != mjWRAP_CYLINDER) || !name[0])
    return NULL;
  mjsSite* site = mjs_asSite(mjs_findElement(&w->base.spec->pub, mjOBJ_SITE, name));
  if (!site)
    mju_warning("Could not find side site %s for wrap %s in spec", name, element_name(&w->base));
  return site;
}

double mjs_getWrapDivisor(mjsWrap* wrap) {
  if (wrap && wrap->type == mjWRAP_PULLEY)
    return ((Wrap*)pub_element(wrap))->prm;
  mju_warning("Querying divisor attribute of non-pulley wrap: %s",
              wrap ? element_name(pub_element(wrap)) : "");
  return 1;
}

double mjs_getWrapCoef(mjsWrap* wrap) {
  if (wrap && wrap->type == mjWRAP_JOINT)
    return ((Wrap*)pub_element(wrap))->prm;
  mju_warning("Querying coef attribute of non-joint wrap: %s",
              wrap ? element_name(pub_element(wrap)) : "");
  return 1;
}

// ---------------------------------------------------------------- handles

const char* mjs_getString(const mjString* source) { return source ? handle_string(source) : NULL; }

const double* mjs_getDouble(const mjDoubleVec* source, int* size) {
  return handle_doubles(source, size);
}

void mjs_setPluginAttributes(mjsPlugin* plugin, void* attributes) {
  Plugin* instance = plugin_instance(plugin);
  if (!instance || !attributes)
    return;
  if (!instance->attributes)
    instance->attributes = attributes_create();
  attributes_take(instance->attributes, attributes);
}

const void* mjs_getPluginAttributes(const mjsPlugin* plugin) {
  Plugin* instance = plugin_instance(plugin);
  if (!instance)
    return NULL;
  if (!instance->attributes)
    instance->attributes = attributes_create();
  return instance->attributes;
}

// ---------------------------------------------------------------- user values

static UserValue** find_user_value(Element* e, const char* key) {
  UserValue** at = &e->uservalues;
  while (*at && strcmp((*at)->key, key) != 0)
    at = &(*at)->next;
  return at;
}

void mjs_deleteUserValue(mjsElement* element, const char* key) {
  if (!element || !key)
    return;
  UserValue** at = find_user_value((Element*)element, key);
  UserValue* value = *at;
  if (!value)
    return;
  *at = value->next;
  if (value->cleanup)
    value->cleanup(value->data);
  free(value->key);
  free(value);
}

void mjs_setUserValueWithCleanup(mjsElement* element, const char* key, const void* data,
                                 void (*cleanup)(const void*)) {
  if (!element || !key)
    return;
  mjs_deleteUserValue(element, key);
  UserValue* value = spec_alloc(sizeof *value);
  value->key = spec_strdup(key);
  value->data = data;
  value->cleanup = cleanup;
  value->next = ((Element*)element)->uservalues;
  ((Element*)element)->uservalues = value;
}

void mjs_setUserValue(mjsElement* element, const char* key, const void* data) {
  mjs_setUserValueWithCleanup(element, key, data, NULL);
}

const void* mjs_getUserValue(mjsElement* element, const char* key) {
  if (!element || !key)
    return NULL;
  UserValue* value = *find_user_value((Element*)element, key);
  return value ? value->data : NULL;
}
