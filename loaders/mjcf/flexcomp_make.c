// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Makes the elements of a flexcomp from its points: bodies for the points that move, or for the
// nodes between which points are interpolated; one flex; one equality.

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "flexcomp.h"

static int spec_fail(Flexcomp* f) { return flexcomp_fail(f, NULL, spec_problem(f->r)); }

static void add_slide(mjsBody* body, double x, double y, double z) {
  mjsJoint* joint = mjs_addJoint(body, NULL);
  joint->type = mjJNT_SLIDE;
  joint->axis[0] = x;
  joint->axis[1] = y;
  joint->axis[2] = z;
}

// a body that carries a point, or a node
static mjsBody* add_body(Flexcomp* f, const FlexcompParent* parent, const char* name,
                         const double pos[3], double mass) {
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
  if (group >= 0)
    geom->group = group;
}

// The plugin of a flexcomp: one instance, called flexcomp_NAME unless it names another, for all
// bodies that carry a point. The first one reads it, the others share it.
static int add_plugin(Flexcomp* f, mjsBody* body, const mjsBody** first) {
  const XmlElement* c = xml_child(f->e, "plugin");
  if (!c || body == *first)
    return 0;
  if (*first) {
    const mjsPlugin* plugin = &(*first)->plugin;
    body->plugin.active = 1;
    body->plugin.element = plugin->element;
    mjs_setString(body->plugin.plugin_name, mjs_getString(plugin->plugin_name));
    mjs_setString(body->plugin.name, mjs_getString(plugin->name));
    return 0;
  }
  *first = body;
  if (read_plugin(f->r, c, &body->plugin))
    return -1;
  const char* instance = mjs_getString(body->plugin.name);
  if (!instance[0]) {
    char name[300];
    snprintf(name, sizeof name, "flexcomp_%.280s", f->name);
    mjs_setString(body->plugin.name, name);
    if (mjs_setName(body->plugin.element, name))
      return spec_fail(f);
  }
  return 0;
}

// Bodies of points that move; the vertices are at their origins.
static int make_vertex_bodies(Flexcomp* f, const FlexcompParent* parent) {
  const double mass = f->mass / f->npoint;
  const mjsBody* first = NULL;  // the one with the plugin
  for (int i = 0; i < f->npoint; i++) {
    if (f->pinned[i]) {
      if (add_plugin(f, parent->body, &first))
        return -1;
      mjs_appendString(f->flex->vertbody, parent->name);
      continue;
    }
    char name[300];
    snprintf(name, sizeof name, "%.280s_%d", f->name, i);
    double* p = f->point + 3 * i;
    mjsBody* body = add_body(f, parent, name, p, mass);
    if (!body)
      return -1;
    if (f->dof == FLEXCOMP_RADIAL) {
      double axis[3], length = sqrt(p[0] * p[0] + p[1] * p[1] + p[2] * p[2]);
      for (int k = 0; k < 3; k++)
        axis[k] = length > 1e-7 ? p[k] / length : p[k];
      add_slide(body, axis[0], axis[1], axis[2]);
    } else {
      add_slide(body, 1, 0, 0);
      add_slide(body, 0, 1, 0);
      add_slide(body, 0, 0, 1);
    }
    if (f->flex->vertcollide)
      add_sphere(f, body, 4);
    if (add_plugin(f, body, &first))
      return -1;
    mjs_appendString(f->flex->vertbody, name);
    p[0] = p[1] = p[2] = 0;
  }
  return 0;
}

// fraction of the mass of one of three nodes along an axis
static double node_weight(int i) { return i == 1 ? 2.0 / 3.0 : 1.0 / 6.0; }

static int make_node(Flexcomp* f, const FlexcompParent* parent, const int at[3], int n,
                     double pos[3]) {
  const double mass =
      n == 2 ? f->mass / 8 : f->mass * node_weight(at[0]) * node_weight(at[1]) * node_weight(at[2]);
  char name[340];
  snprintf(name, sizeof name, "%.280s_%d_%d_%d", f->name, at[0], at[1], at[2]);
  mjsBody* body = add_body(f, parent, name, pos, mass);
  if (!body)
    return -1;
  add_slide(body, 1, 0, 0);
  add_slide(body, 0, 1, 0);
  add_slide(body, 0, 0, 1);
  if (f->flex->vertcollide)
    add_sphere(f, body, -1);
  mjs_appendString(f->flex->nodebody, name);
  pos[0] = pos[1] = pos[2] = 0;
  return 0;
}

// Nodes on a lattice over the box of the points; the points stay with the parent.
static int make_nodes(Flexcomp* f, const FlexcompParent* parent) {
  const int n = flexcomp_nodes_per_axis(f);
  double node[27][3];
  int count = 0, at[3];
  for (at[0] = 0; at[0] < n; at[0]++) {
    for (at[1] = 0; at[1] < n; at[1]++) {
      for (at[2] = 0; at[2] < n; at[2]++, count++) {
        for (int k = 0; k < 3; k++)
          node[count][k] = f->low[k] + at[k] / (double)(n - 1) * (f->high[k] - f->low[k]);
        if (f->pinned[count])
          mjs_appendString(f->flex->nodebody, parent->name);
        else if (make_node(f, parent, at, n, node[count]))
          return -1;
      }
    }
  }
  for (int i = 0; i < f->npoint; i++)
    mjs_appendString(f->flex->vertbody, parent->name);
  mjs_setDouble(f->flex->node, node[0], 3 * count);
  return 0;
}

int flexcomp_make_flex(Flexcomp* f, const FlexcompParent* parent, int centered) {
  mjsFlex* flex = f->flex;
  flex->dim = f->dim;
  mjs_setInt(flex->elem, f->element, f->nelement);
  if (f->ntexcoord)
    mjs_setFloat(flex->texcoord, f->texcoord, f->ntexcoord);
  if (f->nelemtexcoord)
    mjs_setInt(flex->elemtexcoord, f->elemtexcoord, f->nelemtexcoord);
  const int interpolated = flexcomp_nodes_per_axis(f) > 0;
  if (f->rigid)
    mjs_appendString(flex->vertbody, parent->name);
  else if (interpolated ? make_nodes(f, parent) : make_vertex_bodies(f, parent))
    return -1;
  if (f->rigid || interpolated || !centered)
    mjs_setDouble(flex->vert, f->point, 3 * f->npoint);
  return 0;
}

int flexcomp_make_equality(Flexcomp* f, const mjsEquality* given) {
  static const mjtEq type[] = {mjEQ_FLEX, mjEQ_FLEX, mjEQ_FLEXVERT, mjEQ_FLEXSTRAIN};
  if (!f->equality || f->rigid)
    return 0;
  mjsEquality* equality = mjs_addEquality(f->r->spec, NULL);
  if (!equality)
    return spec_fail(f);
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
