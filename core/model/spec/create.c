// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// mjs_add*: new elements of a body or of a spec, and the entries of tendon paths.

#include <string.h>

#include "core/model/spec/tree.h"

// ---------------------------------------------------------------- in a body

// Element of a body with the values of class d; NULL: built-in values, recorded as main.
static void* add_to_body(mjsBody* body, mjtObj type, Default* d) {
  Body* parent = (Body*)pub_element(body);
  Spec* s = parent->base.spec;
  Element* e = element_create(s, type);
  e->origin = parent->base.origin;
  if (d)
    element_copy_values(e, default_dummy(d, type));
  e->defclass = recorded_class(s, d);
  body_adopt(parent, e);
  return element_pub(e);
}

static Default* class_for(mjsBody* body, const mjsDefault* def) {
  return def ? (Default*)pub_element(def) : body_class((Body*)pub_element(body));
}

mjsBody* mjs_addBody(mjsBody* body, const mjsDefault* def) {
  if (!body)
    return NULL;
  Body* parent = (Body*)pub_element(body);
  Body* b = (Body*)element_create(parent->base.spec, mjOBJ_BODY);
  b->base.origin = parent->base.origin;

  // the class named by the parent, even if it does not exist
  Default* d = class_for(body, def);
  b->base.defclass = recorded_class(parent->base.spec, d);
  handle_string_set(b->pub.childclass,
                    def ? element_name(pub_element(def)) : handle_string(body->childclass));
  body_adopt(parent, &b->base);
  return &b->pub;
}

mjsSite* mjs_addSite(mjsBody* body, const mjsDefault* def) {
  return body ? add_to_body(body, mjOBJ_SITE, class_for(body, def)) : NULL;
}

mjsJoint* mjs_addJoint(mjsBody* body, const mjsDefault* def) {
  return body ? add_to_body(body, mjOBJ_JOINT, class_for(body, def)) : NULL;
}

mjsJoint* mjs_addFreeJoint(mjsBody* body) {
  if (!body)
    return NULL;
  mjsJoint* joint = add_to_body(body, mjOBJ_JOINT, NULL);
  joint->type = mjJNT_FREE;
  return joint;
}

mjsGeom* mjs_addGeom(mjsBody* body, const mjsDefault* def) {
  return body ? add_to_body(body, mjOBJ_GEOM, class_for(body, def)) : NULL;
}

mjsCamera* mjs_addCamera(mjsBody* body, const mjsDefault* def) {
  return body ? add_to_body(body, mjOBJ_CAMERA, class_for(body, def)) : NULL;
}

mjsLight* mjs_addLight(mjsBody* body, const mjsDefault* def) {
  return body ? add_to_body(body, mjOBJ_LIGHT, class_for(body, def)) : NULL;
}

mjsFrame* mjs_addFrame(mjsBody* body, mjsFrame* parentframe) {
  if (!body)
    return NULL;
  Frame* outer = parentframe ? (Frame*)pub_element(parentframe) : NULL;

  // an attached element is in the body where it is now, and new content goes there
  if (outer && outer->base.parent)
    body = &outer->base.parent->pub;
  mjsFrame* frame = add_to_body(body, mjOBJ_FRAME, NULL);
  Element* e = pub_element(frame);
  e->defclass = NULL;
  e->frame = outer;
  return frame;
}

// ---------------------------------------------------------------- in a spec

// List element with the values of a class; kinds without a dummy have built-in values and no class.
static void* add_to_spec(mjSpec* s, mjtObj type, const mjsDefault* def) {
  Spec* spec = spec_of(s);
  Element* e = element_create(spec, type);
  Default* d = def ? (Default*)pub_element(def) : spec->main;
  Element* dummy = default_dummy(d, type);
  if (dummy && type != mjOBJ_FLEX) {
    element_copy_values(e, dummy);
    e->defclass = recorded_class(spec, d);
  }
  spec_adopt(spec, e);
  return element_pub(e);
}

#define ADD_WITH_CLASS(Kind, type)                             \
  mjs##Kind* mjs_add##Kind(mjSpec* s, const mjsDefault* def) { \
    return s ? add_to_spec(s, type, def) : NULL;               \
  }
#define ADD_PLAIN(Kind, type) \
  mjs##Kind* mjs_add##Kind(mjSpec* s) { return s ? add_to_spec(s, type, NULL) : NULL; }

ADD_WITH_CLASS(Actuator, mjOBJ_ACTUATOR)
ADD_WITH_CLASS(Pair, mjOBJ_PAIR)
ADD_WITH_CLASS(Equality, mjOBJ_EQUALITY)
ADD_WITH_CLASS(Tendon, mjOBJ_TENDON)
ADD_WITH_CLASS(Mesh, mjOBJ_MESH)
ADD_WITH_CLASS(Material, mjOBJ_MATERIAL)
ADD_PLAIN(Sensor, mjOBJ_SENSOR)
ADD_PLAIN(Flex, mjOBJ_FLEX)
ADD_PLAIN(Exclude, mjOBJ_EXCLUDE)
ADD_PLAIN(Numeric, mjOBJ_NUMERIC)
ADD_PLAIN(Text, mjOBJ_TEXT)
ADD_PLAIN(Tuple, mjOBJ_TUPLE)
ADD_PLAIN(Key, mjOBJ_KEY)
ADD_PLAIN(Plugin, mjOBJ_PLUGIN)
ADD_PLAIN(HField, mjOBJ_HFIELD)
ADD_PLAIN(Skin, mjOBJ_SKIN)
ADD_PLAIN(Texture, mjOBJ_TEXTURE)

// ---------------------------------------------------------------- tendon paths

static mjsWrap* add_wrap(mjsTendon* tendon, mjtWrap type, const char* name, const char* sidesite,
                         double prm) {
  if (!tendon)
    return NULL;
  Tendon* t = (Tendon*)pub_element(tendon);
  Wrap* w = (Wrap*)element_create(t->base.spec, mjOBJ_UNKNOWN);
  w->pub.type = type;
  w->tendon = t;
  w->prm = prm;
  handle_string_set(w->base.name, name);
  handle_string_set(w->sidesite, sidesite);
  w->base.listed = 1;
  list_append(&t->path, &w->base);
  return &w->pub;
}

mjsWrap* mjs_wrapSite(mjsTendon* tendon, const char* name) {
  return add_wrap(tendon, mjWRAP_SITE, name, "", 0);
}

mjsWrap* mjs_wrapGeom(mjsTendon* tendon, const char* name, const char* sidesite) {
  return add_wrap(tendon, mjWRAP_SPHERE, name, sidesite, 0);
}

mjsWrap* mjs_wrapJoint(mjsTendon* tendon, const char* name, double coef) {
  return add_wrap(tendon, mjWRAP_JOINT, name, "", coef);
}

mjsWrap* mjs_wrapPulley(mjsTendon* tendon, double divisor) {
  return add_wrap(tendon, mjWRAP_PULLEY, "", "", divisor);
}
