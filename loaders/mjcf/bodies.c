// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The kinematic tree: bodies, frames and what they carry. Frames make no bodies; their contents go
// to the lists of the enclosing body in document order and refer to the frame. The effective class
// of an element is its own `class`, else the one recorded for the innermost enclosing frame or
// body.

#include <stdio.h>
#include <string.h>

#include "flexcomp.h"
#include "mjcf.h"

// where an element is being made
typedef struct Place {
  mjsBody* body;
  mjsFrame* frame;
  const mjsDefault* def;
  int is_world;  // directly in the world body, not in a replicate
} Place;

static int body_schema(void) { return fc_schemaFindPath("mujoco/body"); }

// put an element into the enclosing frame
static int place_in_frame(Reader* r, const XmlElement* e, mjsElement* element, const Place* at) {
  if (at->frame && mjs_setFrame(element, at->frame))
    return fail_at(r, e, NULL, "%s", spec_problem(r));
  return 0;
}

static int out_of_memory(Reader* r, const XmlElement* e) {
  return fail_at(r, e, NULL, "out of memory");
}

// --------------------------------------------------------------- elements of a body

static int read_inertial(Reader* r, const XmlElement* e, int schema, const Place* at) {
  mjsBody* body = at->body;
  if (at->is_world)
    return fail_at(r, e, NULL, "World body cannot have inertia");
  body->explicitinertial = 1;
  if (read_fields(r, e, schema, body) || read_orientation(r, e, body->iquat, &body->ialt.type))
    return -1;
  static const char* const orientation[] = {"quat", "axisangle", "xyaxes", "zaxis", "euler"};
  for (int i = 0; i < 5 && xml_attribute(e, "fullinertia"); i++) {
    if (xml_attribute(e, orientation[i])) {
      return fail_at(r, e, orientation[i],
                     "fullinertia and inertial orientation cannot both be specified");
    }
  }
  return 0;
}

static int read_joint(Reader* r, const XmlElement* e, int schema, const Place* at) {
  const mjsDefault* def;
  if (at->is_world)
    return fail_at(r, e, NULL, "World body cannot have joints");
  if (find_class(r, e, at->def, &def))
    return -1;
  mjsJoint* joint = mjs_addJoint(at->body, def);
  return !joint ? out_of_memory(r, e)
                : set_name(r, e, joint->element, joint->info) || read_fields(r, e, schema, joint) ||
                      place_in_frame(r, e, joint->element, at);
}

static int read_freejoint(Reader* r, const XmlElement* e, int schema, const Place* at) {
  if (at->is_world)
    return fail_at(r, e, NULL, "World body cannot have joints");
  mjsJoint* joint = mjs_addFreeJoint(at->body);
  return !joint ? out_of_memory(r, e)
                : set_name(r, e, joint->element, joint->info) || read_fields(r, e, schema, joint) ||
                      place_in_frame(r, e, joint->element, at);
}

static int read_geom(Reader* r, const XmlElement* e, int schema, const Place* at) {
  const mjsDefault* def;
  if (find_class(r, e, at->def, &def))
    return -1;
  mjsGeom* geom = mjs_addGeom(at->body, def);
  if (!geom)
    return out_of_memory(r, e);
  if (set_name(r, e, geom->element, geom->info) || read_fields(r, e, schema, geom) ||
      read_orientation(r, e, geom->quat, &geom->alt.type) ||
      place_in_frame(r, e, geom->element, at))
    return -1;
  const XmlElement* plugin = xml_child(e, "plugin");
  return read_contact_values(r, e, geom->element) ||
         (plugin ? read_plugin(r, plugin, &geom->plugin) : 0);
}

static int read_site(Reader* r, const XmlElement* e, int schema, const Place* at) {
  const mjsDefault* def;
  if (find_class(r, e, at->def, &def))
    return -1;
  mjsSite* site = mjs_addSite(at->body, def);
  return !site ? out_of_memory(r, e)
               : set_name(r, e, site->element, site->info) || read_fields(r, e, schema, site) ||
                     read_orientation(r, e, site->quat, &site->alt.type) ||
                     place_in_frame(r, e, site->element, at);
}

int read_camera_body(Reader* r, const XmlElement* e, int schema, mjsCamera* camera) {
  if (xml_attribute(e, "fovy") && xml_attribute(e, "sensorsize")) {
    return fail_at(r, e, "fovy",
                   "either 'fovy' or 'sensorsize' attribute can be specified, not both");
  }

  // unlike for all other kinds, user data of cameras are not inherited from a class
  mjs_setDouble(camera->userdata, NULL, 0);
  return read_fields(r, e, schema, camera) ||
         read_orientation(r, e, camera->quat, &camera->alt.type);
}

static int read_camera(Reader* r, const XmlElement* e, int schema, const Place* at) {
  const mjsDefault* def;
  if (find_class(r, e, at->def, &def))
    return -1;
  mjsCamera* camera = mjs_addCamera(at->body, def);
  return !camera ? out_of_memory(r, e)
                 : set_name(r, e, camera->element, camera->info) ||
                       read_camera_body(r, e, schema, camera) ||
                       place_in_frame(r, e, camera->element, at);
}

int read_light_body(Reader* r, const XmlElement* e, int schema, mjsLight* light) {
  if (read_fields(r, e, schema, light))
    return -1;

  // `directional` is a shorthand for two of the types
  int directional;
  int given = read_keyword(r, e, schema, "directional", &directional);
  if (given > 0) {
    if (xml_attribute(e, "type"))
      return fail_at(r, e, "directional", "type and directional cannot both be defined");
    light->type = directional ? mjLIGHT_DIRECTIONAL : mjLIGHT_SPOT;
  }
  return given < 0 ? -1 : 0;
}

static int read_light(Reader* r, const XmlElement* e, int schema, const Place* at) {
  const mjsDefault* def;
  if (find_class(r, e, at->def, &def))
    return -1;
  mjsLight* light = mjs_addLight(at->body, def);
  return !light
             ? out_of_memory(r, e)
             : set_name(r, e, light->element, light->info) ||
                   read_light_body(r, e, schema, light) || place_in_frame(r, e, light->element, at);
}

static int read_body_plugin(Reader* r, const XmlElement* e, int schema, const Place* at) {
  (void)schema;
  return read_plugin(r, e, &at->body->plugin);
}

static int read_composite_here(Reader* r, const XmlElement* e, int schema, const Place* at) {
  return read_composite(r, e, schema, at->body, at->frame);
}

// --------------------------------------------------------------- bodies and frames

static int read_body(Reader* r, const XmlElement* e, int schema, const Place* at) {
  const mjsDefault* def = at->def;
  if (find_childclass(r, e, &def))
    return -1;
  mjsBody* body = mjs_addBody(at->body, def);
  if (!body)
    return out_of_memory(r, e);
  const char* childclass = xml_attribute(e, "childclass");
  if (childclass)
    mjs_setString(body->childclass, childclass);
  if (set_name(r, e, body->element, body->info) || read_fields(r, e, schema, body) ||
      read_orientation(r, e, body->quat, &body->alt.type) ||
      place_in_frame(r, e, body->element, at))
    return -1;
  return read_tree(r, e, body, NULL, def);
}

static int read_frame(Reader* r, const XmlElement* e, int schema, const Place* at) {
  const mjsDefault* def = at->def;
  if (find_childclass(r, e, &def))
    return -1;
  mjsFrame* frame = mjs_addFrame(at->body, at->frame);
  if (!frame)
    return out_of_memory(r, e);
  const char* childclass = xml_attribute(e, "childclass");
  if (childclass)
    mjs_setString(frame->childclass, childclass);
  mjs_setDefault(frame->element, def);
  if (set_name(r, e, frame->element, frame->info) || read_fields(r, e, schema, frame) ||
      read_orientation(r, e, frame->quat, &frame->alt.type))
    return -1;
  return read_tree(r, e, at->body, frame, def);
}

static int read_replicate_here(Reader* r, const XmlElement* e, int schema, const Place* at) {
  (void)schema;
  return read_replicate(r, e, at->body, at->frame, at->def);
}

static int read_attach_here(Reader* r, const XmlElement* e, int schema, const Place* at) {
  (void)schema;
  return read_attach(r, e, at->body, at->frame, at->def);
}

static int read_flexcomp_here(Reader* r, const XmlElement* e, int schema, const Place* at) {
  (void)schema;
  return read_flexcomp(r, e, at->body);
}

static const struct {
  const char* tag;
  int (*read)(Reader*, const XmlElement*, int, const Place*);
} tree_elements[] = {
    {"geom", read_geom},
    {"body", read_body},
    {"joint", read_joint},
    {"site", read_site},
    {"freejoint", read_freejoint},
    {"inertial", read_inertial},
    {"frame", read_frame},
    {"camera", read_camera},
    {"light", read_light},
    {"replicate", read_replicate_here},
    {"attach", read_attach_here},
    {"plugin", read_body_plugin},
    {"composite", read_composite_here},
    {"flexcomp", read_flexcomp_here},
};

int read_tree(Reader* r, const XmlElement* parent, mjsBody* body, mjsFrame* frame,
              const mjsDefault* def) {
  int section = body_schema();
  Place at = {body, frame, def, body == mjs_findBody(r->spec, "world")};
  for (const XmlElement* e = parent->first; e; e = e->next) {
    int schema = fc_schemaFindChild(section, e->name), known = 0;
    if (++r->nelement > MAX_ELEMENTS)
      return fail_at(r, e, NULL, "the model has more than %d elements", MAX_ELEMENTS);
    for (size_t i = 0; !known && i < sizeof tree_elements / sizeof tree_elements[0]; i++) {
      if (strcmp(tree_elements[i].tag, e->name) == 0) {
        known = 1;
        if (tree_elements[i].read(r, e, schema, &at))
          return -1;
      }
    }
    if (!known) {
      const char* near = fc_schemaNearestChild(section, e->name);
      return fail_at(r, e, NULL, "unrecognized model element '%s'%s%s%s", e->name,
                     near ? " (did you mean '" : "", near ? near : "", near ? "'?)" : "");
    }
  }
  return 0;
}

int read_worldbody(Reader* r, const XmlElement* e) {
  if (e->nattribute)
    return fail_at(r, e, e->attribute[0].name, "World body cannot have attributes");
  return read_tree(r, e, mjs_findBody(r->spec, "world"), NULL, mjs_getSpecDefault(r->spec));
}
