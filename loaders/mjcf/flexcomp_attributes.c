// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Attributes and sub-elements of a flexcomp, except points and pins.

#include <math.h>
#include <string.h>

#include "flexcomp.h"

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
      read_orientation(r, e, f->quat, &turn.type))
    return -1;
  char sequence[4] = {0};
  memcpy(sequence, r->spec->compiler.eulerseq, 3);
  const char* problem =
      turn.type == mjORIENTATION_QUAT
          ? NULL
          : mjs_resolveOrientation(f->quat, r->spec->compiler.degree, sequence, &turn);
  return problem ? flexcomp_fail(f, NULL, problem) : 0;
}

// attributes that go into the flex unchanged
static int read_settings(Flexcomp* f) {
  Reader* r = f->r;
  const XmlElement* e = f->e;
  double radius, rgba[4];
  const char* material;
  int flatskin;
  int n = read_reals(r, e, f->schema, "radius", &radius);
  if (n > 0)
    f->flex->radius = radius;
  if (n < 0 || read_integer(r, e, f->schema, "group", &f->flex->group) < 0 ||
      read_text(r, e, f->schema, "material", &material) < 0)
    return -1;
  if (material)
    mjs_setString(f->flex->material, material);
  n = read_reals(r, e, f->schema, "rgba", rgba);
  for (int i = 0; i < 4 && n > 0; i++)
    f->flex->rgba[i] = (float)rgba[i];
  int given = n < 0 ? -1 : read_keyword(r, e, f->schema, "flatskin", &flatskin);
  if (given > 0)
    f->flex->flatskin = (mjtByte)flatskin;
  for (const XmlElement* c = e->first; c && given >= 0; c = c->next)
    if ((strcmp(c->name, "elasticity") == 0 || strcmp(c->name, "contact") == 0) &&
        read_fields(r, c, fc_schemaFindChild(f->schema, c->name), f->flex))
      return -1;
  return given < 0 ? -1 : 0;
}

static int read_edge(Flexcomp* f, mjsEquality* equality) {
  const XmlElement* c = xml_child(f->e, "edge");
  const int schema = fc_schemaFindChild(f->schema, "edge");
  if (!c)
    return 0;
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
  if (n > 0)
    memcpy(f->count, f->r->ints, 3 * sizeof *f->count);
  return n;
}

int flexcomp_read_attributes(Flexcomp* f, mjsEquality* equality) {
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
      read_edge(f, equality))
    return -1;
  const int origin = read_reals(r, e, schema, "origin", f->origin);
  if (origin < 0)
    return -1;
  if (!origin && f->type == FLEXCOMP_MESH && f->dim == 3)
    return flexcomp_fail(f, "origin", "origin must be specified for mesh flexcomps if dim=3");
  if (f->equality && f->flex->elastic2d >= 2)
    return flexcomp_fail(f, NULL, "elasticity and edge constraints cannot both be present");
  if (f->equality == 3 && f->flex->young > 0) {
    return flexcomp_fail(f, NULL,
                         "strain constraint and elasticity (young) cannot both be present");
  }
  return 0;
}

int flexcomp_check_attributes(Flexcomp* f, const mjsBody* parent) {
  const char* parent_name = mjs_getString(mjs_getName(parent->element));
  if (!parent_name || !parent_name[0])
    return flexcomp_fail(f, NULL, "Parent body must have name");
  if (f->dim < 1 || f->dim > 3)
    return fail_at(f->r, f->e, "dim", "Invalid dim, must be between 1 and 3: %d", f->dim);
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
    if (is_shape && f->spacing[i] < closest) {
      return fail_at(f->r, f->e, "spacing",
                     "Spacing must be larger than geometry size: %g along axis %d, at least %g "
                     "(2 radius + margin) expected",
                     f->spacing[i], i, closest);
    }
    if (f->scale[i] < mjMINVAL) {
      return fail_at(f->r, f->e, "scale", "Scale must be larger than mjMINVAL: %g along axis %d",
                     f->scale[i], i);
    }
  }
  if (f->mass < mjMINVAL || f->inertiabox < mjMINVAL)
    return flexcomp_fail(f, NULL, "Mass and inertiabox must be larger than mjMINVAL");
  return 0;
}
