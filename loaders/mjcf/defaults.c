// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Default classes. A nested class starts as a copy of its parent, so the settings of a <default>
// element are all read before its nested classes. The actuator shortcuts of a class all write to
// its one actuator, in order.

#include <stdio.h>
#include <string.h>

#include "mjcf.h"

int find_class(Reader* r, const XmlElement* e, const mjsDefault* inherited,
               const mjsDefault** def) {
  const char* name = xml_attribute(e, "class");
  *def = inherited ? inherited : mjs_getSpecDefault(r->spec);
  if (name) {
    *def = mjs_findDefault(r->spec, name);
    if (!*def) {
      return fail_at(
          r, e, "class",
          "unknown default class name '%s': expected the class of a <default> read before", name);
    }
  }
  return 0;
}

int find_childclass(Reader* r, const XmlElement* e, const mjsDefault** def) {
  const char* name = xml_attribute(e, "childclass");
  if (name) {
    *def = mjs_findDefault(r->spec, name);
    if (!*def) {
      return fail_at(r, e, "childclass",
                     "unknown default childclass '%s': expected the class of a <default>", name);
    }
  }
  return 0;
}

// one setting of a class
static int read_setting(Reader* r, const XmlElement* e, int schema, const mjsDefault* def) {
  switch (fc_schemaElement(schema)->record) {
    case FC_RECORD_MESH: return read_mesh_body(r, e, schema, def->mesh);
    case FC_RECORD_MATERIAL: return read_material_body(r, e, schema, def->material);
    case FC_RECORD_JOINT: return read_fields(r, e, schema, def->joint);
    case FC_RECORD_GEOM:
      return read_fields(r, e, schema, def->geom) ||
             read_orientation(r, e, def->geom->quat, &def->geom->alt.type) ||
             read_contact_values(r, e, def->geom->element);
    case FC_RECORD_SITE:
      return read_fields(r, e, schema, def->site) ||
             read_orientation(r, e, def->site->quat, &def->site->alt.type);
    case FC_RECORD_CAMERA: return read_camera_body(r, e, schema, def->camera);
    case FC_RECORD_LIGHT: return read_light_body(r, e, schema, def->light);
    case FC_RECORD_PAIR:
      return read_fields(r, e, schema, def->pair) || read_contact_values(r, e, def->pair->element);
    case FC_RECORD_EQUALITY: return read_fields(r, e, schema, def->equality);
    case FC_RECORD_TENDON: return read_tendon_body(r, e, schema, def->tendon);
    default: return read_actuator_body(r, e, schema, def->actuator);
  }
}

static int read_class(Reader* r, const XmlElement* e, const mjsDefault* parent) {
  int section = fc_schemaFindPath("mujoco/default");
  const char* name = xml_attribute(e, "class");
  const mjsDefault* def;
  if (!parent) {
    if (name && name[0] && strcmp(name, "main") != 0)
      return fail_at(r, e, "class", "top-level default class 'main' cannot be renamed");
    def = mjs_getSpecDefault(r->spec);
  } else {
    if (!name || !name[0]) {
      return fail_at(r, e, NULL,
                     "empty class name: a nested <default> needs the attribute 'class'");
    }
    def = mjs_addDefault(r->spec, name, parent);
    if (!def)
      return fail_at(r, e, "class", "repeated default class name '%s'", name);
  }

  // own settings first, then nested classes
  for (const XmlElement* c = e->first; c; c = c->next)
    if (strcmp(c->name, "default") != 0 &&
        read_setting(r, c, fc_schemaFindChild(section, c->name), def))
      return -1;
  for (const XmlElement* c = xml_child(e, "default"); c; c = xml_next(c, "default"))
    if (read_class(r, c, def))
      return -1;
  return 0;
}

int read_default(Reader* r, const XmlElement* e) { return read_class(r, e, NULL); }
