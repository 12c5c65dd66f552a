// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// <composite type="cable">, expanded while reading: a chain of bodies along a curve, each with one
// geom whose x axis is the segment, and a ball joint at its beginning.
//
// Geom, joint and site start from built-in values, not from the classes of the document. They are
// read into the main class of a spec of their own, from which every segment is made.

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <fulcrum/math.h>

#include "composite.h"

// elements of a segment: body, joint, geom, and the contact exclusion with the next one
enum { SEGMENT_ELEMENTS = 4 };

const char* segment_name(const Cable* cable, const char* what, int i, int n) {
  static _Thread_local char name[512];
  if (i == 0 || i == n - 1)
    snprintf(name, sizeof name, "%s%s_%s", cable->prefix, what, i ? "last" : "first");
  else
    snprintf(name, sizeof name, "%s%s_%d", cable->prefix, what, i);
  return name;
}

// ---------------------------------------------------------------- attributes

// three counts, each 1 unless given
static int read_counts(Reader* r, const XmlElement* e, int schema, int count[3]) {
  const int n = read_int_list(r, e, schema, "count");
  for (int i = 0; i < 3; i++) {
    count[i] = i < n ? r->ints[i] : 1;
    if (count[i] < 1 && n >= 0)
      return fail_at(r, e, "count", "counts of a composite must be positive, got %d", count[i]);
  }
  return n < 0 ? -1 : 0;
}

static int check_finite(Reader* r, const XmlElement* e, const char* name, const double* x, int n) {
  for (int i = 0; i < n; i++)
    if (!isfinite(x[i]))
      return fail_at(r, e, name, "attribute '%s' must be finite", name);
  return 0;
}

// a retired type names what replaces it
static int check_type(Reader* r, const XmlElement* e) {
  static const struct {
    const char *type, *instead;
  } retired[] = {{"particle", "replicate"},
                 {"grid", "flexcomp' with type 'grid"},
                 {"rope", "composite' with type 'cable"},
                 {"loop", "flexcomp' with type 'circle"},
                 {"cloth", "flexcomp' with dim '2"}};
  const char* name = xml_attribute(e, "type");
  for (size_t i = 0; i < sizeof retired / sizeof retired[0]; i++) {
    if (strcmp(name, retired[i].type) == 0) {
      return fail_at(r, e, "type", "the composite type '%s' is deprecated, use '%s' instead", name,
                     retired[i].instead);
    }
  }
  return 0;
}

static int check_plugin(Reader* r, const XmlElement* e) {
  const XmlElement* plugin = xml_child(e, "plugin");
  if (!plugin)
    return 0;
  if (strcmp(xml_attribute(e, "type"), "cable") != 0)
    return fail_at(r, plugin, NULL, "only composites of type cable can have a plugin");
  const char *name = xml_attribute(plugin, "plugin"), *instance = xml_attribute(plugin, "instance");
  if (!name || strcmp(name, "mujoco.elasticity.cable") != 0) {
    return fail_at(r, plugin, "plugin",
                   "the plugin of a composite must be mujoco.elasticity.cable, got '%s'",
                   name ? name : "");
  }
  if (!instance || !instance[0])
    return 0;
  for (mjsElement* p = mjs_firstElement(r->spec, mjOBJ_PLUGIN); p; p = mjs_nextElement(r->spec, p))
    if (strcmp(mjs_getString(mjs_getName(p)), instance) == 0)
      return 0;
  return fail_at(r, plugin, "instance", "plugin instance name '%s' not recognised", instance);
}

// checks that n coordinates of vertices, or counts and size, make a cable of `first` points
static int check_counts(Reader* r, const Cable* cable, int n, const int count[3], int first) {
  const XmlElement* e = cable->e;
  const double* size = cable->size;
  if (!n && size[0] * size[0] + size[1] * size[1] + size[2] * size[2] < mjMINVAL)
    return fail_at(r, e, "size", "size of a composite must be positive, it is the length");
  if (n && count[0] > 1)
    return fail_at(r, e, "count", "either vertex or count can be given, not both");
  if ((first == 1 && count[1] > 1) || (count[1] == 1 && count[2] > 1)) {
    return fail_at(r, e, "count", "counts of 1 must come last, got %d %d %d", first, count[1],
                   count[2]);
  }
  if (check_plugin(r, e) || check_type(r, e))
    return -1;
  if (!n && (first < 2 || count[1] > 1)) {
    return fail_at(r, e, "count",
                   "a cable must be one-dimensional, expected one count above 1, got %d %d %d",
                   first, count[1], count[2]);
  }
  if (n && count[1] > 1) {
    return fail_at(r, e, "count", "a cable must be one-dimensional, got counts %d %d %d", first,
                   count[1], count[2]);
  }
  return 0;
}

static int read_points(Reader* r, Cable* cable, int schema) {
  const XmlElement* e = cable->e;
  CurveShape shape[3];
  int count[3];
  double quat[4] = {1, 0, 0, 0};
  if (read_curve(r, e, shape) || read_counts(r, e, schema, count) ||
      read_reals(r, e, schema, "size", cable->size) < 0 ||
      read_reals(r, e, schema, "offset", cable->offset) < 0 ||
      read_reals(r, e, schema, "quat", quat) < 0 || check_finite(r, e, "size", cable->size, 3) ||
      check_finite(r, e, "offset", cable->offset, 3) || check_finite(r, e, "quat", quat, 4))
    return -1;
  const int n = read_float_list(r, e, schema, "vertex");
  const int first = n > 0 ? n / 3 : count[0];
  if (n < 0 || check_counts(r, cable, n, count, first))
    return -1;
  const double elements = (double)SEGMENT_ELEMENTS * (first - 1);
  if (elements + r->ncopied > MAX_COPIES) {
    return fail_at(r, e, n ? "vertex" : "count",
                   "%.0f elements of a cable with %d vertices are too many: composite, replicate "
                   "and attach may make %d elements, of which %.0f are left",
                   elements, first, MAX_COPIES, MAX_COPIES - r->ncopied);
  }
  r->ncopied += elements;
  cable->npoint = first;
  if (n ? take_points(r, cable, n) : generate_points(r, cable, shape, quat))
    return -1;
  return check_points(r, cable);
}

// Read geom, joint and site of a segment into the class of `parts`. The sub-elements have the same
// meaning in a composite as elsewhere, so their fields are read with the same schema.
static int read_parts(Reader* r, Cable* cable, int schema) {
  const mjsDefault* class = mjs_getSpecDefault(cable->parts);
  const XmlElement* e = cable->e;
  const XmlElement *geom = xml_child(e, "geom"), *joint = xml_child(e, "joint"),
                   *site = xml_child(e, "site");
  class->joint->group = class->site->group = 3;
  if (joint) {
    const int main_schema = fc_schemaFindChild(schema, "joint");
    double unused[5];
    int kind;
    if (read_keyword(r, joint, main_schema, "kind", &kind) < 0 ||
        read_reals(r, joint, main_schema, "solreffix", unused) < 0 ||
        read_reals(r, joint, main_schema, "solimpfix", unused) < 0 ||
        read_fields(r, joint, fc_schemaFindPath("mujoco/body/joint"), class->joint))
      return -1;
  }
  if ((geom && read_fields(r, geom, fc_schemaFindPath("mujoco/body/geom"), class->geom)) ||
      (site && read_fields(r, site, fc_schemaFindPath("mujoco/body/site"), class->site)))
    return -1;
  class->joint->type = mjJNT_BALL;
  class->joint->limited = mjLIMITED_AUTO;
  const int type = class->geom->type;
  if (type != mjGEOM_CAPSULE && type != mjGEOM_CYLINDER && type != mjGEOM_BOX) {
    return fail_at(r, geom ? geom : e, geom ? "type" : NULL,
                   "geom type of a cable must be capsule, cylinder or box");
  }
  return 0;
}

// ---------------------------------------------------------------- bodies

static int name_part(Reader* r, const Cable* cable, mjsElement* part, mjString* info,
                     const char* name) {
  if (info) {
    char line[32];
    snprintf(line, sizeof line, "line %d", cable->e->line);
    mjs_setString(info, line);
  }
  return mjs_setName(part, name)
             ? fail_at(r, cable->e, NULL, "%s: give the composite a prefix of its own",
                       spec_problem(r))
             : 0;
}

// Make all elements of segment i of n, which has the given length. Elements refer to the class of
// their body for later changes and saving, but do not take its values.
static int fill_segment(Reader* r, const Cable* cable, mjsBody* body, int i, int n, double length) {
  const mjsDefault* class = mjs_getSpecDefault(cable->parts), *own = mjs_getDefault(body->element);
  char name[512];

  // geom along the segment
  mjsGeom* geom = mjs_addGeom(body, class);
  snprintf(name, sizeof name, "%sG%d", cable->prefix, i);
  if (!geom || name_part(r, cable, geom->element, geom->info, name))
    return -1;
  mjs_setDefault(geom->element, own);
  if (geom->type == mjGEOM_BOX) {
    geom->pos[0] = geom->size[0] = length / 2;
  } else {
    memset(geom->fromto, 0, sizeof geom->fromto);
    geom->fromto[3] = length;
  }

  // joint to the previous segment
  if (i || strcmp(cable->initial, "none") != 0) {
    mjsJoint* joint = mjs_addJoint(body, class);
    if (!joint || name_part(r, cable, joint->element, joint->info, segment_name(cable, "J", i, n)))
      return -1;
    mjs_setDefault(joint->element, own);
    if (!i && strcmp(cable->initial, "free") == 0) {
      joint->type = mjJNT_FREE;
      joint->damping = joint->armature = joint->frictionloss = 0;
    }
  }

  // a site at either end; of a cable of one segment only at the first, as in the reference
  if (i && i < n - 1)
    return 0;
  mjsSite* site = mjs_addSite(body, class);
  snprintf(name, sizeof name, "%sS_%s", cable->prefix, i ? "last" : "first");
  if (!site || name_part(r, cable, site->element, site->info, name))
    return -1;
  mjs_setDefault(site->element, own);
  site->pos[0] = i ? length : 0;
  return 0;
}

static int exclude_contact(Reader* r, const Cable* cable, int i, int n) {
  mjsExclude* exclude = mjs_addExclude(r->spec);
  if (!exclude)
    return fail_at(r, cable->e, NULL, "out of memory");
  mjs_setString(exclude->bodyname1, segment_name(cable, "B", i, n));
  mjs_setString(exclude->bodyname2, segment_name(cable, "B", i + 1, n));
  return 0;
}

static int make_bodies(Reader* r, const Cable* cable, mjsBody* parent, mjsFrame* frame,
                       const mjsPlugin* plugin) {
  const int n = cable->npoint - 1;
  mjtNum tangent[3] = {0}, normal[3] = {0}, before[4] = {1, 0, 0, 0}, quat[4], inverse[4];
  mjtNum reach = 0;  // length of the previous segment
  for (int i = 0; i < n; i++) {
    mjsBody* body = mjs_addBody(parent, NULL);
    if (!body)
      return fail_at(r, cable->e, NULL, "out of memory");
    if (name_part(r, cable, body->element, body->info, segment_name(cable, "B", i, n)) ||
        (!i && frame && mjs_setFrame(body->element, frame)))
      return -1;
    const mjtNum length = turn_frame(cable, i, n, tangent, normal, quat);
    mju_negQuat(inverse, before);
    fc_copy4(before, quat);
    if (i)
      mju_mulQuat(quat, inverse, quat);
    for (int k = 0; k < 4; k++)
      body->quat[k] = quat[k];
    for (int k = 0; k < 3; k++)
      body->pos[k] = i ? (k ? 0 : reach) : cable->offset[k] + (double)cable->point[k];
    if (plugin) {
      body->plugin.active = 1;
      body->plugin.element = plugin->element;
      mjs_setString(body->plugin.plugin_name, mjs_getString(plugin->plugin_name));
      mjs_setString(body->plugin.name, mjs_getString(plugin->name));
    }
    if (fill_segment(r, cable, body, i, n, length) ||
        (i + 1 < n && exclude_contact(r, cable, i, n)))
      return -1;
    parent = body;
    reach = length;
  }
  return 0;
}

// ---------------------------------------------------------------- the whole

// An instance that the composite configures is named after it, so that its bodies can refer to it.
static int read_cable_plugin(Reader* r, const Cable* cable, mjsPlugin* plugin) {
  const XmlElement* e = xml_child(cable->e, "plugin");
  if (!e)
    return 0;
  char name[512];
  if (read_plugin(r, e, plugin))
    return -1;
  if (!plugin->element)
    return 1;
  snprintf(name, sizeof name, "composite%s", cable->prefix);
  mjsPlugin* own = mjs_asPlugin(plugin->element);
  mjs_setString(own->name, name);
  mjs_setString(plugin->name, name);
  return mjs_setName(own->element, name) ? fail_at(r, e, NULL, "%s", spec_problem(r)) : 1;
}

static int add_text(Reader* r, const Cable* cable) {
  char name[512];
  mjsText* text = mjs_addText(r->spec);
  if (!text)
    return fail_at(r, cable->e, NULL, "out of memory");
  snprintf(name, sizeof name, "rope_%s", cable->prefix);
  mjs_setString(text->data, name);
  snprintf(name, sizeof name, "composite_%s", cable->prefix);
  return name_part(r, cable, text->element, text->info, name);
}

// plugin struct with separate handles, which are those of the instance
static int make_cable(Reader* r, const Cable* cable, mjsBody* body, mjsFrame* frame) {
  const double* size = mjs_getSpecDefault(cable->parts)->geom->size;
  mjsBody* scratch = mjs_addBody(mjs_findBody(cable->parts, "world"), NULL);
  if (!scratch)
    return fail_at(r, cable->e, NULL, "out of memory");
  mjsPlugin* plugin = &scratch->plugin;
  const int status = read_cable_plugin(r, cable, plugin);
  if (status < 0 || add_text(r, cable) ||
      make_bodies(r, cable, body, frame, status ? plugin : NULL))
    return -1;
  return mjs_getSpecDefault(cable->parts)->geom->type == mjGEOM_BOX
             ? make_cable_skin(r, cable, size)
             : 0;
}

double count_composite(const XmlElement* e) {
  const char *count = xml_attribute(e, "count"), *vertex = xml_attribute(e, "vertex");
  double points = count ? strtod(count, NULL) : 0, numbers = 0;
  for (const char* c = vertex; c && *(c += strspn(c, " \t\r\n")); c += strcspn(c, " \t\r\n"))
    numbers++;
  points = fmax(points, numbers / 3);
  return points > 1 ? SEGMENT_ELEMENTS * (points - 1) : 0;
}

int read_composite(Reader* r, const XmlElement* e, int schema, mjsBody* body, mjsFrame* frame) {
  Cable cable = {.e = e, .size = {1, 0, 0}, .skin_rgba = {1, 1, 1, 1}};
  const char *prefix = xml_attribute(e, "prefix"), *initial = xml_attribute(e, "initial");
  cable.prefix = prefix ? prefix : "";
  cable.initial = initial ? initial : "ball";
  if (strlen(cable.prefix) > 400) {
    return fail_at(r, e, "prefix", "prefix has %zu characters, at most 400 are possible",
                   strlen(cable.prefix));
  }
  int type;
  if (read_keyword(r, e, schema, "type", &type) < 0)
    return -1;
  cable.skin = xml_child(e, "skin");
  const XmlElement* joint = xml_child(e, "joint");
  if (cable.skin && read_cable_skin(r, &cable))
    return -1;
  if (joint && xml_next(joint, "joint")) {
    return fail_at(r, xml_next(joint, "joint"), NULL,
                   "only composites of particles could have several joints, a cable has one");
  }
  cable.parts = mj_makeSpec();
  const int status = !cable.parts
                         ? fail_at(r, e, NULL, "out of memory")
                         : read_points(r, &cable, schema) || read_parts(r, &cable, schema) ||
                               make_cable(r, &cable, body, frame);
  free(cable.point);
  mj_deleteSpec(cable.parts);
  return status ? -1 : 0;
}
