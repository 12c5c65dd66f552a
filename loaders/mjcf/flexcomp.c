// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// flexcomp, expanded while reading: attributes, then points and elements, then pins, then what
// is made of them: bodies for the points that move, or for the nodes between which points are
// interpolated; one flex; one equality. The order of the steps decides which problem is reported.

#include "flexcomp.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int fail(Flexcomp* f, const char* attribute, const char* text) {
  return fail_at(f->r, f->e, attribute, "%s", text);
}

int flexcomp_room(Flexcomp* f, double npoint, double nelement) {
  if (npoint > kMaxFlexPoints || nelement > kMaxFlexElements) {
    return fail_at(f->r, f->e, NULL,
                   "%.0f points and %.0f numbers in elements are too many, at most %d and %d "
                   "expected",
                   npoint, nelement, kMaxFlexPoints, kMaxFlexElements);
  }
  f->point = malloc(3 * (size_t)fmax(npoint, 1) * sizeof *f->point);
  f->element = malloc((size_t)fmax(nelement, 1) * sizeof *f->element);
  if (!f->has_texcoord) {
    f->texcoord = malloc(2 * (size_t)(npoint + 2) * sizeof *f->texcoord);
  }
  return f->point && f->element && f->texcoord ? 0 : fail(f, NULL, "out of memory");
}

// ---------------------------------------------------------------- attributes

static int read_pose(Flexcomp* f) {
  Reader* r = f->r;
  const XmlElement* e = f->e;
  mjsOrientation turn;
  mjs_defaultOrientation(&turn);
  if (read_reals(r, e, f->schema, "pos", f->pos) < 0 ||
      read_reals(r, e, f->schema, "quat", f->quat) < 0 ||
      read_reals(r, e, f->schema, "axisangle", turn.axisangle) < 0 ||
      read_reals(r, e, f->schema, "xyaxes", turn.xyaxes) < 0 ||
      read_reals(r, e, f->schema, "zaxis", turn.zaxis) < 0 ||
      read_reals(r, e, f->schema, "euler", turn.euler) < 0 ||
      read_orientation(r, e, f->quat, &turn.type)) {
    return -1;
  }
  char sequence[4] = {0};
  memcpy(sequence, r->spec->compiler.eulerseq, 3);
  for (int k = 0; k < 4; k++) {
    if (!isfinite(f->quat[k])) {
      return fail(f, "quat", "quat must be finite");
    }
  }
  const char* problem =
      turn.type == mjORIENTATION_QUAT
          ? NULL
          : mjs_resolveOrientation(f->quat, r->spec->compiler.degree, sequence, &turn);
  return problem ? fail(f, NULL, problem) : 0;
}

// what goes into the flex as it is
static int read_settings(Flexcomp* f) {
  Reader* r = f->r;
  const XmlElement* e = f->e;
  double radius, rgba[4];
  const char* material;
  int flatskin;
  int n = read_reals(r, e, f->schema, "radius", &radius);
  if (n > 0) {
    f->flex->radius = radius;
  }
  if (n < 0 || read_integer(r, e, f->schema, "group", &f->flex->group) < 0 ||
      read_text(r, e, f->schema, "material", &material) < 0) {
    return -1;
  }
  if (material) {
    mjs_setString(f->flex->material, material);
  }
  n = read_reals(r, e, f->schema, "rgba", rgba);
  for (int i = 0; i < 4 && n > 0; i++) {
    f->flex->rgba[i] = (float)rgba[i];
  }
  int given = n < 0 ? -1 : read_keyword(r, e, f->schema, "flatskin", &flatskin);
  if (given > 0) {
    f->flex->flatskin = (mjtByte)flatskin;
  }
  for (const XmlElement* c = e->first; c && given >= 0; c = c->next) {
    if ((strcmp(c->name, "elasticity") == 0 || strcmp(c->name, "contact") == 0) &&
        read_fields(r, c, fc_schemaFindChild(f->schema, c->name), f->flex)) {
      return -1;
    }
  }
  return given < 0 ? -1 : 0;
}

static int read_edge(Flexcomp* f, mjsEquality* equality) {
  const XmlElement* c = xml_child(f->e, "edge");
  const int schema = fc_schemaFindChild(f->schema, "edge");
  if (!c) {
    return 0;
  }
  return read_keyword(f->r, c, schema, "equality", &f->equality) < 0 ||
                 read_reals(f->r, c, schema, "solref", equality->solref) < 0 ||
                 read_reals(f->r, c, schema, "solimp", equality->solimp) < 0 ||
                 read_reals(f->r, c, schema, "stiffness", &f->flex->edgestiffness) < 0 ||
                 read_reals(f->r, c, schema, "damping", &f->flex->edgedamping) < 0
             ? -1
             : 0;
}

// exactly three integers
static int read_count(Flexcomp* f) {
  const int n = read_int_list(f->r, f->e, f->schema, "count");
  if (n > 0) {
    memcpy(f->count, f->r->ints, 3 * sizeof *f->count);
  }
  return n;
}

static int read_attributes(Flexcomp* f, mjsEquality* equality) {
  Reader* r = f->r;
  const XmlElement* e = f->e;
  const int schema = f->schema;
  if (read_text(r, e, schema, "name", &f->name) < 0 ||
      read_keyword(r, e, schema, "type", &f->type) < 0 ||
      read_integer(r, e, schema, "dim", &f->dim) < 0 ||
      read_keyword(r, e, schema, "dof", &f->dof) < 0 || read_count(f) < 0 ||
      read_reals(r, e, schema, "spacing", f->spacing) < 0 ||
      read_keyword(r, e, schema, "rigid", &f->rigid) < 0 ||
      read_reals(r, e, schema, "mass", &f->mass) < 0 ||
      read_reals(r, e, schema, "inertiabox", &f->inertiabox) < 0 ||
      read_reals(r, e, schema, "scale", f->scale) < 0 ||
      read_text(r, e, schema, "file", &f->file) < 0 || read_settings(f) || read_pose(f) ||
      read_edge(f, equality)) {
    return -1;
  }
  const int origin = read_reals(r, e, schema, "origin", f->origin);
  if (origin < 0) {
    return -1;
  }
  if (!origin && f->type == FLEXCOMP_MESH && f->dim == 3) {
    return fail(f, "origin", "origin must be specified for mesh flexcomps if dim=3");
  }
  if (f->equality && f->flex->elastic2d >= 2) {
    return fail(f, NULL, "elasticity and edge constraints cannot both be present");
  }
  if (f->equality == 3 && f->flex->young > 0) {
    return fail(f, NULL, "strain constraint and elasticity (young) cannot both be present");
  }
  return 0;
}

static int check_attributes(Flexcomp* f, const mjsBody* parent) {
  const char* parent_name = mjs_getString(mjs_getName(parent->element));
  if (!parent_name || !parent_name[0]) {
    return fail(f, NULL, "Parent body must have name");
  }
  if (f->dim < 1 || f->dim > 3) {
    return fail_at(f->r, f->e, "dim", "Invalid dim, must be between 1 and 3: %d", f->dim);
  }
  if (!isfinite(f->flex->radius) || !isfinite(f->flex->margin)) {
    return fail(f, NULL, "radius and margin must be finite");
  }
  const int least = f->dof == FLEXCOMP_RADIAL && f->dim == 3 ? 2 : 1;
  for (int i = 0; i < 3; i++) {
    if (f->count[i] < least) {
      return fail_at(f->r, f->e, "count", "Count too small: %d along axis %d, at least %d expected",
                     f->count[i], i, least);
    }
  }
  const int is_shape = f->type < FLEXCOMP_MESH;
  const double closest = 2 * f->flex->radius + f->flex->margin;
  for (int i = 0; i < 3; i++) {
    if (is_shape && !(f->spacing[i] >= closest)) {
      return fail_at(f->r, f->e, "spacing",
                     "Spacing must be larger than geometry size: %g along axis %d, at least %g "
                     "(2 radius + margin) expected",
                     f->spacing[i], i, closest);
    }
    if (!isfinite(f->spacing[i]) || !isfinite(f->pos[i]) || !isfinite(f->origin[i])) {
      return fail(f, NULL, "spacing, pos and origin must be finite");
    }
    if (!(f->scale[i] >= mjMINVAL) || !isfinite(f->scale[i])) {
      return fail_at(f->r, f->e, "scale", "Scale must be larger than mjMINVAL: %g along axis %d",
                     f->scale[i], i);
    }
  }
  if (!(f->mass >= mjMINVAL) || !(f->inertiabox >= mjMINVAL) || !isfinite(f->mass) ||
      !isfinite(f->inertiabox)) {
    return fail(f, NULL, "Mass and inertiabox must be larger than mjMINVAL");
  }
  return 0;
}

// ---------------------------------------------------------------- points and elements

// type direct: the attributes
static int read_direct(Flexcomp* f) {
  const int npoint = read_real_list(f->r, f->e, f->schema, "point");
  const int nelement = npoint < 0 ? -1 : read_int_list(f->r, f->e, f->schema, "element");
  if (nelement < 0) {
    return -1;
  }
  if (!npoint || !nelement) {
    return fail(f, NULL, "Point and element required");
  }
  if (npoint % 3) {
    return fail_at(f->r, f->e, "point", "Point size must be a multiple of 3: %d", npoint);
  }
  if (flexcomp_room(f, npoint / 3, nelement)) {
    return -1;
  }
  for (int i = 0; i < npoint; i++) {
    if (!isfinite(f->r->reals[i])) {
      return fail_at(f->r, f->e, "point",
                     "coordinate %d of point %d is %g, a finite number expected", i % 3, i / 3,
                     f->r->reals[i]);
    }
  }
  memcpy(f->point, f->r->reals, (size_t)npoint * sizeof *f->point);
  memcpy(f->element, f->r->ints, (size_t)nelement * sizeof *f->element);
  f->npoint = npoint / 3;
  f->nelement = nelement;
  return 0;
}

static int read_texcoord(Flexcomp* f) {
  const int n = read_float_list(f->r, f->e, f->schema, "texcoord");
  if (n <= 0) {
    return n;
  }
  f->texcoord = malloc((size_t)n * sizeof *f->texcoord);
  if (!f->texcoord) {
    return fail(f, NULL, "out of memory");
  }
  memcpy(f->texcoord, f->r->floats, (size_t)n * sizeof *f->texcoord);
  f->ntexcoord = n;
  f->has_texcoord = 1;
  return 0;
}

static int is_listed(const Flexcomp* f) { return f->type >= FLEXCOMP_MESH; }

static int make_points(Flexcomp* f) {
  if (read_texcoord(f)) {
    return -1;
  }
  const int status = f->type == FLEXCOMP_DIRECT ? read_direct(f)
                     : is_listed(f)             ? flexcomp_read_file(f)
                                                : flexcomp_shape(f);
  if (status) {
    return -1;
  }
  if (f->type == FLEXCOMP_BOX || f->type == FLEXCOMP_CYLINDER ||
      (f->type == FLEXCOMP_GRID && f->dim == 3)) {
    f->flex->flatskin = 1;
  }
  return flexcomp_check_pins(f);
}

static int check_points(Flexcomp* f) {
  if (!f->npoint || !f->nelement) {
    return fail(f, NULL, "Point and element required");
  }
  if (f->nelement % (f->dim + 1)) {
    return fail_at(f->r, f->e, "element", "Element size must be a multiple of %d (dim + 1): %d",
                   f->dim + 1, f->nelement);
  }
  for (int i = 0; i < f->nelement; i++) {
    if (f->element[i] < 0 || f->element[i] >= f->npoint) {
      return fail_at(f->r, f->e, NULL, "element %d has point id %d, but there are only %d points",
                     i, f->element[i], f->npoint);
    }
  }
  return 0;
}

static void place_points(Flexcomp* f) {
  double length = 0;
  for (int k = 0; k < 4; k++) {
    length += f->quat[k] * f->quat[k];
  }
  mjtNum quat[4], local[3], p[3];
  for (int k = 0; k < 4; k++) {
    quat[k] = fabs(sqrt(length) - 1) > 1e-14 ? f->quat[k] / sqrt(length) : f->quat[k];
  }
  for (int k = 0; k < 3; k++) {
    f->low[k] = mjMAXVAL;
    f->high[k] = -mjMAXVAL;
  }
  for (int i = 0; i < f->npoint; i++) {
    double* point = f->point + 3 * i;
    for (int k = 0; k < 3; k++) {
      local[k] = is_listed(f) ? point[k] * f->scale[k] : point[k];
    }
    mju_rotVecQuat(p, local, quat);
    for (int k = 0; k < 3; k++) {
      point[k] = f->pos[k] + p[k];
      f->low[k] = fmin(f->low[k], point[k]);
      f->high[k] = fmax(f->high[k], point[k]);
    }
  }
}

// Points without element vanish; the others, their pins and texture coordinates move up.
static int drop_unused(Flexcomp* f) {
  int* id = calloc((size_t)f->npoint, sizeof *id);
  if (!id) {
    return fail(f, NULL, "out of memory");
  }
  for (int i = 0; i < f->nelement; i++) {
    id[f->element[i]] = 1;
  }
  const int per_point = f->ntexcoord == 2 * f->npoint && !f->nelemtexcoord;
  const int nodes = flexcomp_nodes_per_axis(f);
  int n = 0;
  for (int i = 0; i < f->npoint; i++) {
    if (!id[i]) {
      continue;
    }
    memmove(f->point + 3 * n, f->point + 3 * i, 3 * sizeof *f->point);
    if (!nodes) {
      f->pinned[n] = f->pinned[i];
    }
    if (per_point) {
      memmove(f->texcoord + 2 * n, f->texcoord + 2 * i, 2 * sizeof *f->texcoord);
    }
    id[i] = n++;
  }
  f->npoint = n;
  f->ntexcoord = per_point ? 2 * n : f->ntexcoord;
  for (int i = 0; i < f->nelement; i++) {
    f->element[i] = id[f->element[i]];
  }
  free(id);
  return 0;
}

// ---------------------------------------------------------------- what is made

static int spec_fail(Flexcomp* f) { return fail(f, NULL, spec_problem(f->r)); }

// Trap: frames around a flexcomp have no effect on it.
typedef struct Parent {
  mjsBody* body;
  const char* name;
} Parent;

static void add_slide(mjsBody* body, double x, double y, double z) {
  mjsJoint* joint = mjs_addJoint(body, NULL);
  joint->type = mjJNT_SLIDE;
  joint->axis[0] = x;
  joint->axis[1] = y;
  joint->axis[2] = z;
}

// a body that carries a point, or a node
static mjsBody* add_body(Flexcomp* f, const Parent* parent, const char* name, const double pos[3],
                         double mass) {
  mjsBody* body = mjs_addBody(parent->body, NULL);
  if (!body || mjs_setName(body->element, name)) {
    spec_fail(f);
    return NULL;
  }
  mjs_setString(body->info, mjs_getString(f->flex->info));
  memcpy(body->pos, pos, sizeof body->pos);
  body->explicitinertial = 1;
  body->mass = mass;
  for (int k = 0; k < 3; k++) {
    body->ipos[k] = 0;
    body->inertia[k] = mass * (2.0 * f->inertiabox * f->inertiabox) / 3.0;
  }
  return body;
}

static void add_sphere(const Flexcomp* f, mjsBody* body, int group) {
  mjsGeom* geom = mjs_addGeom(body, NULL);
  geom->type = mjGEOM_SPHERE;
  geom->size[0] = f->flex->radius;
  if (group >= 0) {
    geom->group = group;
  }
}

// The plugin of a flexcomp: one instance, called flexcomp_NAME unless it names another, for all
// bodies that carry a point. The first one reads it, the others share it.
static int add_plugin(Flexcomp* f, mjsBody* body, const mjsBody** first) {
  const XmlElement* c = xml_child(f->e, "plugin");
  if (!c || body == *first) {
    return 0;
  }
  if (*first) {
    const mjsPlugin* plugin = &(*first)->plugin;
    body->plugin.active = 1;
    body->plugin.element = plugin->element;
    mjs_setString(body->plugin.plugin_name, mjs_getString(plugin->plugin_name));
    mjs_setString(body->plugin.name, mjs_getString(plugin->name));
    return 0;
  }
  *first = body;
  if (read_plugin(f->r, c, &body->plugin)) {
    return -1;
  }
  const char* instance = mjs_getString(body->plugin.name);
  if (!instance[0]) {
    char name[300];
    snprintf(name, sizeof name, "flexcomp_%.280s", f->name);
    mjs_setString(body->plugin.name, name);
    if (mjs_setName(body->plugin.element, name)) {
      return spec_fail(f);
    }
  }
  return 0;
}

// Bodies of points that move; their vertices are at the origins.
static int make_vertex_bodies(Flexcomp* f, const Parent* parent) {
  const double mass = f->mass / f->npoint;
  const mjsBody* first = NULL;  // that has the plugin
  for (int i = 0; i < f->npoint; i++) {
    if (f->pinned[i]) {
      if (add_plugin(f, parent->body, &first)) {
        return -1;
      }
      mjs_appendString(f->flex->vertbody, parent->name);
      continue;
    }
    char name[300];
    snprintf(name, sizeof name, "%.280s_%d", f->name, i);
    double* p = f->point + 3 * i;
    mjsBody* body = add_body(f, parent, name, p, mass);
    if (!body) {
      return -1;
    }
    if (f->dof == FLEXCOMP_RADIAL) {
      double axis[3], length = sqrt(p[0] * p[0] + p[1] * p[1] + p[2] * p[2]);
      for (int k = 0; k < 3; k++) {
        axis[k] = length > 1e-7 ? p[k] / length : p[k];
      }
      add_slide(body, axis[0], axis[1], axis[2]);
    } else {
      add_slide(body, 1, 0, 0);
      add_slide(body, 0, 1, 0);
      add_slide(body, 0, 0, 1);
    }
    if (f->flex->vertcollide) {
      add_sphere(f, body, 4);
    }
    if (add_plugin(f, body, &first)) {
      return -1;
    }
    mjs_appendString(f->flex->vertbody, name);
    p[0] = p[1] = p[2] = 0;
  }
  return 0;
}

// share of the mass that one of three nodes along an axis has
static double node_weight(int i) { return i == 1 ? 2.0 / 3.0 : 1.0 / 6.0; }

static int make_node(Flexcomp* f, const Parent* parent, const int at[3], int n, double pos[3]) {
  const double mass =
      n == 2 ? f->mass / 8 : f->mass * node_weight(at[0]) * node_weight(at[1]) * node_weight(at[2]);
  char name[340];
  snprintf(name, sizeof name, "%.280s_%d_%d_%d", f->name, at[0], at[1], at[2]);
  mjsBody* body = add_body(f, parent, name, pos, mass);
  if (!body) {
    return -1;
  }
  add_slide(body, 1, 0, 0);
  add_slide(body, 0, 1, 0);
  add_slide(body, 0, 0, 1);
  if (f->flex->vertcollide) {
    add_sphere(f, body, -1);
  }
  mjs_appendString(f->flex->nodebody, name);
  pos[0] = pos[1] = pos[2] = 0;
  return 0;
}

// Nodes on a lattice over the box of the points, which stay with the parent.
static int make_nodes(Flexcomp* f, const Parent* parent) {
  const int n = flexcomp_nodes_per_axis(f);
  double node[27][3];
  int count = 0, at[3];
  for (at[0] = 0; at[0] < n; at[0]++) {
    for (at[1] = 0; at[1] < n; at[1]++) {
      for (at[2] = 0; at[2] < n; at[2]++, count++) {
        for (int k = 0; k < 3; k++) {
          node[count][k] = f->low[k] + at[k] / (double)(n - 1) * (f->high[k] - f->low[k]);
        }
        if (f->pinned[count]) {
          mjs_appendString(f->flex->nodebody, parent->name);
        } else if (make_node(f, parent, at, n, node[count])) {
          return -1;
        }
      }
    }
  }
  for (int i = 0; i < f->npoint; i++) {
    mjs_appendString(f->flex->vertbody, parent->name);
  }
  mjs_setDouble(f->flex->node, node[0], 3 * count);
  return 0;
}

static int make_flex(Flexcomp* f, const Parent* parent, int centered) {
  mjsFlex* flex = f->flex;
  flex->dim = f->dim;
  mjs_setInt(flex->elem, f->element, f->nelement);
  if (f->ntexcoord) {
    mjs_setFloat(flex->texcoord, f->texcoord, f->ntexcoord);
  }
  if (f->nelemtexcoord) {
    mjs_setInt(flex->elemtexcoord, f->elemtexcoord, f->nelemtexcoord);
  }
  const int interpolated = flexcomp_nodes_per_axis(f) > 0;
  if (f->rigid) {
    mjs_appendString(flex->vertbody, parent->name);
  } else if (interpolated ? make_nodes(f, parent) : make_vertex_bodies(f, parent)) {
    return -1;
  }
  if (f->rigid || interpolated || !centered) {
    mjs_setDouble(flex->vert, f->point, 3 * f->npoint);
  }
  return 0;
}

static int make_equality(Flexcomp* f, const mjsEquality* given) {
  static const mjtEq type[] = {mjEQ_FLEX, mjEQ_FLEX, mjEQ_FLEXVERT, mjEQ_FLEXSTRAIN};
  if (!f->equality || f->rigid) {
    return 0;
  }
  mjsEquality* equality = mjs_addEquality(f->r->spec, NULL);
  if (!equality) {
    return spec_fail(f);
  }
  mjString *name1 = equality->name1, *name2 = equality->name2, *info = equality->info;
  mjsElement* element = equality->element;
  mjs_defaultEquality(equality);
  equality->element = element;
  equality->name1 = name1;
  equality->name2 = name2;
  equality->info = info;
  memcpy(equality->solref, given->solref, sizeof given->solref);
  memcpy(equality->solimp, given->solimp, sizeof given->solimp);
  equality->type = type[f->equality];
  equality->active = 1;
  mjs_setString(equality->name1, f->name);
  mjs_setString(equality->info, mjs_getString(f->flex->info));
  return 0;
}

static int count_bodies(mjSpec* s) {
  int n = 0;
  for (mjsElement* e = mjs_firstElement(s, mjOBJ_BODY); e; e = mjs_nextElement(s, e)) {
    n++;
  }
  return n;
}

static int make(Flexcomp* f, const Parent* parent, const mjsEquality* equality) {
  const int nodes = flexcomp_nodes_per_axis(f);
  const int npin = nodes ? nodes * nodes * nodes : f->npoint;
  f->pinned = calloc((size_t)(f->npoint > 27 ? f->npoint : 27), 1);
  if (!f->pinned) {
    return fail(f, NULL, "out of memory");
  }
  place_points(f);
  if (!f->rigid && flexcomp_pin(f)) {
    return -1;
  }
  int pinned = 0;
  const int asked = nodes && f->npoint < npin ? f->npoint : npin;
  for (int i = 0; i < asked; i++) {
    pinned += f->pinned[i];
  }
  f->rigid |= pinned == (nodes ? f->npoint : npin);
  const int centered = !f->rigid && !pinned;
  if (is_listed(f) && drop_unused(f)) {
    return -1;
  }
  const int bodies = f->rigid || nodes ? 0 : f->npoint - pinned;
  if (bodies && count_bodies(f->r->spec) + bodies >= kMaxFlexBodies) {
    return fail_at(f->r, f->e, NULL,
                   "number of bodies plus flexes must be less than %d: this flexcomp has %d more",
                   kMaxFlexBodies, bodies);
  }
  return make_flex(f, parent, centered) || make_equality(f, equality) ? -1 : 0;
}

int read_flexcomp(Reader* r, const XmlElement* e, mjsBody* body) {
  Flexcomp f = {.r = r,
                .e = e,
                .schema = fc_schemaFindPath("mujoco/body/flexcomp"),
                .type = FLEXCOMP_GRID,
                .dim = 2,
                .count = {10, 10, 10},
                .spacing = {0.02, 0.02, 0.02},
                .scale = {1, 1, 1},
                .quat = {1, 0, 0, 0},
                .mass = 1,
                .inertiabox = 0.005};
  mjsEquality equality;
  mjs_defaultEquality(&equality);
  f.flex = mjs_addFlex(r->spec);
  if (!f.flex) {
    return fail_at(r, e, NULL, "out of memory");
  }
  const Parent parent = {body, mjs_getString(mjs_getName(body->element))};
  int status = set_name(r, e, f.flex->element, f.flex->info) || read_attributes(&f, &equality) ||
               check_attributes(&f, body) || make_points(&f) || check_points(&f) ||
               make(&f, &parent, &equality);
  free(f.point);
  free(f.element);
  free(f.texcoord);
  free(f.elemtexcoord);
  free(f.pinned);
  return status ? -1 : 0;
}
