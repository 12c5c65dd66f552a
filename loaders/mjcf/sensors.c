// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Sensors. One table says for every tag which type it is and how its object is given; what is
// common to all (cutoff, noise, history) goes through the schema.

#include <string.h>

#include "mjcf.h"

// how the object of a sensor is given
typedef enum ObjectRule {
  OBJECT_NONE,
  OBJECT_SITE,
  OBJECT_JOINT,
  OBJECT_TENDON,
  OBJECT_ACTUATOR,
  OBJECT_BODY,
  OBJECT_CAMERA,    // site, seen by a camera
  OBJECT_RANGE,     // exactly one of site, camera
  OBJECT_FRAME,     // objtype + objname, optional reftype + refname
  OBJECT_INSIDE,    // objtype + objname, and a site
  OBJECT_DISTANCE,  // geom1 or body1, geom2 or body2
  OBJECT_CONTACT,   // matching criteria
  OBJECT_TACTILE,   // mesh and geom
  OBJECT_USER,      // optional objtype + objname
  OBJECT_PLUGIN,    // optional objtype + objname, reftype + refname
} ObjectRule;

static const struct {
  const char* tag;
  mjtSensor type;
  ObjectRule rule;
} sensor_kinds[] = {
    {"touch", mjSENS_TOUCH, OBJECT_SITE},
    {"accelerometer", mjSENS_ACCELEROMETER, OBJECT_SITE},
    {"velocimeter", mjSENS_VELOCIMETER, OBJECT_SITE},
    {"gyro", mjSENS_GYRO, OBJECT_SITE},
    {"force", mjSENS_FORCE, OBJECT_SITE},
    {"torque", mjSENS_TORQUE, OBJECT_SITE},
    {"magnetometer", mjSENS_MAGNETOMETER, OBJECT_SITE},
    {"camprojection", mjSENS_CAMPROJECTION, OBJECT_CAMERA},
    {"rangefinder", mjSENS_RANGEFINDER, OBJECT_RANGE},
    {"jointpos", mjSENS_JOINTPOS, OBJECT_JOINT},
    {"jointvel", mjSENS_JOINTVEL, OBJECT_JOINT},
    {"tendonpos", mjSENS_TENDONPOS, OBJECT_TENDON},
    {"tendonvel", mjSENS_TENDONVEL, OBJECT_TENDON},
    {"actuatorpos", mjSENS_ACTUATORPOS, OBJECT_ACTUATOR},
    {"actuatorvel", mjSENS_ACTUATORVEL, OBJECT_ACTUATOR},
    {"actuatorfrc", mjSENS_ACTUATORFRC, OBJECT_ACTUATOR},
    {"jointactuatorfrc", mjSENS_JOINTACTFRC, OBJECT_JOINT},
    {"tendonactuatorfrc", mjSENS_TENDONACTFRC, OBJECT_TENDON},
    {"ballquat", mjSENS_BALLQUAT, OBJECT_JOINT},
    {"ballangvel", mjSENS_BALLANGVEL, OBJECT_JOINT},
    {"jointlimitpos", mjSENS_JOINTLIMITPOS, OBJECT_JOINT},
    {"jointlimitvel", mjSENS_JOINTLIMITVEL, OBJECT_JOINT},
    {"jointlimitfrc", mjSENS_JOINTLIMITFRC, OBJECT_JOINT},
    {"tendonlimitpos", mjSENS_TENDONLIMITPOS, OBJECT_TENDON},
    {"tendonlimitvel", mjSENS_TENDONLIMITVEL, OBJECT_TENDON},
    {"tendonlimitfrc", mjSENS_TENDONLIMITFRC, OBJECT_TENDON},
    {"framepos", mjSENS_FRAMEPOS, OBJECT_FRAME},
    {"framequat", mjSENS_FRAMEQUAT, OBJECT_FRAME},
    {"framexaxis", mjSENS_FRAMEXAXIS, OBJECT_FRAME},
    {"frameyaxis", mjSENS_FRAMEYAXIS, OBJECT_FRAME},
    {"framezaxis", mjSENS_FRAMEZAXIS, OBJECT_FRAME},
    {"framelinvel", mjSENS_FRAMELINVEL, OBJECT_FRAME},
    {"frameangvel", mjSENS_FRAMEANGVEL, OBJECT_FRAME},
    {"framelinacc", mjSENS_FRAMELINACC, OBJECT_FRAME},
    {"frameangacc", mjSENS_FRAMEANGACC, OBJECT_FRAME},
    {"subtreecom", mjSENS_SUBTREECOM, OBJECT_BODY},
    {"subtreelinvel", mjSENS_SUBTREELINVEL, OBJECT_BODY},
    {"subtreeangmom", mjSENS_SUBTREEANGMOM, OBJECT_BODY},
    {"insidesite", mjSENS_INSIDESITE, OBJECT_INSIDE},
    {"distance", mjSENS_GEOMDIST, OBJECT_DISTANCE},
    {"normal", mjSENS_GEOMNORMAL, OBJECT_DISTANCE},
    {"fromto", mjSENS_GEOMFROMTO, OBJECT_DISTANCE},
    {"contact", mjSENS_CONTACT, OBJECT_CONTACT},
    {"e_potential", mjSENS_E_POTENTIAL, OBJECT_NONE},
    {"e_kinetic", mjSENS_E_KINETIC, OBJECT_NONE},
    {"clock", mjSENS_CLOCK, OBJECT_NONE},
    {"tactile", mjSENS_TACTILE, OBJECT_TACTILE},
    {"user", mjSENS_USER, OBJECT_USER},
    {"plugin", mjSENS_PLUGIN, OBJECT_PLUGIN},
};

static void set_object(mjsSensor* s, mjtObj type, const char* name) {
  s->objtype = type;
  mjs_setString(s->objname, name);
}

static void set_reference(mjsSensor* s, mjtObj type, const char* name) {
  s->reftype = type;
  mjs_setString(s->refname, name);
}

// object named by one required attribute
static int named_object(Reader* r, const XmlElement* e, int schema, mjtObj type,
                        const char* attribute, mjsSensor* s) {
  const char* name;
  if (read_text(r, e, schema, attribute, &name) < 0) {
    return -1;
  }
  set_object(s, type, name);
  return 0;
}

static int named_reference(Reader* r, const XmlElement* e, int schema, mjtObj type,
                           const char* attribute, mjsSensor* s) {
  const char* name;
  if (read_text(r, e, schema, attribute, &name) < 0) {
    return -1;
  }
  set_reference(s, type, name);
  return 0;
}

// objtype + objname, both or none unless the schema requires them
static int typed_object(Reader* r, const XmlElement* e, int schema, mjsSensor* s) {
  const char *type, *name;
  if (read_text(r, e, schema, "objtype", &type) < 0 ||
      read_text(r, e, schema, "objname", &name) < 0) {
    return -1;
  }
  int plugin = s->type == mjSENS_PLUGIN;
  if (type && !name) {
    return plugin ? fail_at(r, e, "objtype", "objtype is specified but objname is not")
                  : fail_at(r, e, "objtype", "objtype '%s' given but objname is missing", type);
  }
  if (name && !type) {
    return plugin ? fail_at(r, e, "objname", "objname is specified but objtype is not")
                  : fail_at(r, e, "objname", "objname '%s' given but objtype is missing", name);
  }
  if (type) {
    set_object(s, (mjtObj)mju_str2Type(type), name);
  }
  return 0;
}

// optional reftype + refname
static int typed_reference(Reader* r, const XmlElement* e, mjsSensor* s) {
  const char *type = xml_attribute(e, "reftype"), *name = xml_attribute(e, "refname");
  if (s->type == mjSENS_PLUGIN && !type != !name) {
    return fail_at(r, e, type ? "reftype" : "refname", "%s is specified but %s is not",
                   type ? "reftype" : "refname", type ? "refname" : "reftype");
  }
  if (name && !type) {
    return fail_at(r, e, "refname", "refname '%s' given but reftype is missing", name);
  }
  if (type && !name) {
    return fail_at(r, e, "reftype", "required attribute missing: 'refname' (reftype '%s' is given)",
                   type);
  }
  if (type) {
    set_reference(s, (mjtObj)mju_str2Type(type), name);
  }
  return 0;
}

// position of the keyword that precedes its predecessor in the list, 0 when all are in order
static int out_of_order(const FcSchemaKeyword* keywords, const char* text) {
  int last = 0;
  while (*text) {
    size_t length = strcspn(text, " \t\r\n");
    for (const FcSchemaKeyword* k = keywords; length && k->name; k++) {
      if (strlen(k->name) == length && strncmp(k->name, text, length) == 0) {
        if (k->value < last) {
          return 1;
        }
        last = k->value;
      }
    }
    text += length;
    text += strspn(text, " \t\r\n");
  }
  return 0;
}

// `data` keywords as bits, which must be in increasing order; no keyword is no attribute
static int read_data(Reader* r, const XmlElement* e, int schema, int fallback, int* bits) {
  int given = read_keyword(r, e, schema, "data", bits);
  *bits = given > 0 ? *bits : fallback;
  const FcSchemaAttribute* a = fc_schemaFindAttribute(schema, "data");
  if (given > 0 && out_of_order(a->keywords, xml_attribute(e, "data"))) {
    char words[512];
    return fail_at(r, e, "data", "data attributes must be in order: %s",
                   strchr(fc_schemaExpected(a, words, sizeof(words)), ':') + 2);
  }
  return given < 0 ? -1 : 0;
}

static int read_range(Reader* r, const XmlElement* e, int schema, mjsSensor* s) {
  const char *site = xml_attribute(e, "site"), *camera = xml_attribute(e, "camera");
  if (!site == !camera) {
    return fail_at(r, e, NULL, "rangefinder requires exactly one of 'site' or 'camera'");
  }
  set_object(s, site ? mjOBJ_SITE : mjOBJ_CAMERA, site ? site : camera);
  return read_data(r, e, schema, 1 << mjRAYDATA_DIST, s->intprm);
}

static int read_distance(Reader* r, const XmlElement* e, mjsSensor* s) {
  const char *geom1 = xml_attribute(e, "geom1"), *body1 = xml_attribute(e, "body1");
  const char *geom2 = xml_attribute(e, "geom2"), *body2 = xml_attribute(e, "body2");
  if (!geom1 == !body1) {
    return fail_at(r, e, NULL, "exactly one of (geom1, body1) must be specified");
  }
  if (!geom2 == !body2) {
    return fail_at(r, e, NULL, "exactly one of (geom2, body2) must be specified");
  }
  set_object(s, geom1 ? mjOBJ_GEOM : mjOBJ_BODY, geom1 ? geom1 : body1);
  set_reference(s, geom2 ? mjOBJ_GEOM : mjOBJ_BODY, geom2 ? geom2 : body2);
  return 0;
}

// one side of a contact sensor; returns how many criteria are given
static int criterion(const XmlElement* e, const char* const names[4], mjtObj* type,
                     const char** name) {
  static const mjtObj types[4] = {mjOBJ_SITE, mjOBJ_BODY, mjOBJ_XBODY, mjOBJ_GEOM};
  int n = 0;
  for (int i = 0; i < 4; i++) {
    const char* text = names[i] ? xml_attribute(e, names[i]) : NULL;
    if (text) {
      *type = types[i];
      *name = text;
      n++;
    }
  }
  return n;
}

static int read_contact_sensor(Reader* r, const XmlElement* e, int schema, mjsSensor* s) {
  static const char* const first[4] = {"site", "body1", "subtree1", "geom1"};
  static const char* const second[4] = {NULL, "body2", "subtree2", "geom2"};
  mjtObj type = mjOBJ_UNKNOWN;
  const char* name = NULL;
  int n = criterion(e, first, &type, &name);
  if (n > 1) {
    return fail_at(r, e, NULL, "at most one of (geom1, body1, subtree1, site) can be specified");
  }
  if (n) {
    set_object(s, type, name);
  }
  n = criterion(e, second, &type, &name);
  if (n > 1) {
    return fail_at(r, e, NULL, "at most one of (geom2, body2, subtree2) can be specified");
  }
  if (n) {
    set_reference(s, type, name);
  }

  // what to report, how to choose, how many
  int num = 1, reduce = 0;
  if (read_data(r, e, schema, 1 << mjCONDATA_FOUND, s->intprm) ||
      read_keyword(r, e, schema, "reduce", &reduce) < 0 ||
      read_integer(r, e, schema, "num", &num) < 0) {
    return -1;
  }
  if (num <= 0) {
    return fail_at(r, e, "num", "'num' must be positive in sensor");
  }
  s->intprm[1] = reduce;
  s->intprm[2] = num;
  return 0;
}

static int read_object(Reader* r, const XmlElement* e, int schema, ObjectRule rule, mjsSensor* s) {
  switch (rule) {
    case OBJECT_NONE: return 0;
    case OBJECT_SITE: return named_object(r, e, schema, mjOBJ_SITE, "site", s);
    case OBJECT_JOINT: return named_object(r, e, schema, mjOBJ_JOINT, "joint", s);
    case OBJECT_TENDON: return named_object(r, e, schema, mjOBJ_TENDON, "tendon", s);
    case OBJECT_ACTUATOR: return named_object(r, e, schema, mjOBJ_ACTUATOR, "actuator", s);
    case OBJECT_BODY: return named_object(r, e, schema, mjOBJ_BODY, "body", s);
    case OBJECT_CAMERA:
      return named_object(r, e, schema, mjOBJ_SITE, "site", s) ||
             named_reference(r, e, schema, mjOBJ_CAMERA, "camera", s);
    case OBJECT_RANGE: return read_range(r, e, schema, s);
    case OBJECT_FRAME: return typed_object(r, e, schema, s) || typed_reference(r, e, s);
    case OBJECT_INSIDE:
      return typed_object(r, e, schema, s) || named_reference(r, e, schema, mjOBJ_SITE, "site", s);
    case OBJECT_DISTANCE: return read_distance(r, e, s);
    case OBJECT_CONTACT: return read_contact_sensor(r, e, schema, s);
    case OBJECT_TACTILE:
      return named_object(r, e, schema, mjOBJ_MESH, "mesh", s) ||
             named_reference(r, e, schema, mjOBJ_GEOM, "geom", s);
    case OBJECT_USER: return typed_object(r, e, schema, s);
    default:
      return typed_object(r, e, schema, s) || typed_reference(r, e, s) ||
             read_plugin(r, e, &s->plugin);
  }
}

int read_sensor(Reader* r, const XmlElement* e) {
  int section = fc_schemaFindPath("mujoco/sensor");
  for (const XmlElement* c = e->first; c; c = c->next) {
    int schema = fc_schemaFindChild(section, c->name);
    mjsSensor* sensor = mjs_addSensor(r->spec);
    if (set_name(r, c, sensor->element, sensor->info) || read_fields(r, c, schema, sensor)) {
      return -1;
    }
    if (fc_schemaFace(schema)) {
      sensor->type = mjSENS_PLUGIN;
      if (typed_object(r, c, schema, sensor) || typed_reference(r, c, sensor) ||
          read_face(r, c, schema, &sensor->plugin)) {
        return -1;
      }
      continue;
    }
    for (size_t i = 0; i < sizeof(sensor_kinds) / sizeof(sensor_kinds[0]); i++) {
      if (strcmp(sensor_kinds[i].tag, c->name) == 0) {
        sensor->type = sensor_kinds[i].type;
        if (read_object(r, c, schema, sensor_kinds[i].rule, sensor)) {
          return -1;
        }
      }
    }
  }
  return 0;
}
