// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// flexcomp, expanded while reading: attributes (flexcomp_attributes.c), then points and elements
// (read here, flexcomp_shapes.c, flexcomp_files.c), then pins (flexcomp_pins.c), then the elements
// of the model (flexcomp_make.c). The order of the steps decides which problem is reported first.

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "flexcomp.h"

int flexcomp_fail(Flexcomp* f, const char* attribute, const char* text) {
  return fail_at(f->r, f->e, attribute, "%s", text);
}

int flexcomp_room(Flexcomp* f, double npoint, double nelement) {
  if (npoint > MAX_FLEX_POINTS || nelement > MAX_FLEX_ELEMENTS) {
    return fail_at(f->r, f->e, NULL,
                   "%.0f points and %.0f numbers in elements are too many, at most %d and %d "
                   "expected",
                   npoint, nelement, MAX_FLEX_POINTS, MAX_FLEX_ELEMENTS);
  }
  f->point = malloc(3 * (size_t)fmax(npoint, 1) * sizeof *f->point);
  f->element = malloc((size_t)fmax(nelement, 1) * sizeof *f->element);
  if (!f->has_texcoord)
    f->texcoord = malloc(2 * (size_t)(npoint + 2) * sizeof *f->texcoord);
  return f->point && f->element && f->texcoord ? 0 : flexcomp_fail(f, NULL, "out of memory");
}

// ---------------------------------------------------------------- points and elements

// type direct: the attributes
static int read_direct(Flexcomp* f) {
  const int npoint = read_real_list(f->r, f->e, f->schema, "point");
  const int nelement = npoint < 0 ? -1 : read_int_list(f->r, f->e, f->schema, "element");
  if (nelement < 0)
    return -1;
  if (!npoint || !nelement)
    return flexcomp_fail(f, NULL, "Point and element required");
  if (npoint % 3)
    return fail_at(f->r, f->e, "point", "Point size must be a multiple of 3: %d", npoint);
  if (flexcomp_room(f, npoint / 3, nelement))
    return -1;
  memcpy(f->point, f->r->reals, (size_t)npoint * sizeof *f->point);
  memcpy(f->element, f->r->ints, (size_t)nelement * sizeof *f->element);
  f->npoint = npoint / 3;
  f->nelement = nelement;
  return 0;
}

static int read_texcoord(Flexcomp* f) {
  const int n = read_float_list(f->r, f->e, f->schema, "texcoord");
  if (n <= 0)
    return n;
  f->texcoord = malloc((size_t)n * sizeof *f->texcoord);
  if (!f->texcoord)
    return flexcomp_fail(f, NULL, "out of memory");
  memcpy(f->texcoord, f->r->floats, (size_t)n * sizeof *f->texcoord);
  f->ntexcoord = n;
  f->has_texcoord = 1;
  return 0;
}

static int is_listed(const Flexcomp* f) { return f->type >= FLEXCOMP_MESH; }

static int make_points(Flexcomp* f) {
  if (read_texcoord(f))
    return -1;
  const int status = f->type == FLEXCOMP_DIRECT ? read_direct(f)
                     : is_listed(f)             ? flexcomp_read_file(f)
                                                : flexcomp_shape(f);
  if (status)
    return -1;
  if (f->type == FLEXCOMP_BOX || f->type == FLEXCOMP_CYLINDER ||
      (f->type == FLEXCOMP_GRID && f->dim == 3))
    f->flex->flatskin = 1;
  return flexcomp_check_pins(f);
}

static int check_points(Flexcomp* f) {
  if (!f->npoint || !f->nelement)
    return flexcomp_fail(f, NULL, "Point and element required");
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
  for (int k = 0; k < 4; k++)
    length += f->quat[k] * f->quat[k];
  mjtNum quat[4], local[3], p[3];
  for (int k = 0; k < 4; k++)
    quat[k] = fabs(sqrt(length) - 1) > 1e-14 ? f->quat[k] / sqrt(length) : f->quat[k];
  for (int k = 0; k < 3; k++) {
    f->low[k] = mjMAXVAL;
    f->high[k] = -mjMAXVAL;
  }
  for (int i = 0; i < f->npoint; i++) {
    double* point = f->point + 3 * i;
    for (int k = 0; k < 3; k++)
      local[k] = is_listed(f) ? point[k] * f->scale[k] : point[k];
    mju_rotVecQuat(p, local, quat);
    for (int k = 0; k < 3; k++) {
      point[k] = f->pos[k] + p[k];
      f->low[k] = fmin(f->low[k], point[k]);
      f->high[k] = fmax(f->high[k], point[k]);
    }
  }
}

// Remove points without element; the others, their pins and texture coordinates move up.
static int drop_unused(Flexcomp* f) {
  int* id = calloc((size_t)f->npoint, sizeof *id);
  if (!id)
    return flexcomp_fail(f, NULL, "out of memory");
  for (int i = 0; i < f->nelement; i++)
    id[f->element[i]] = 1;
  const int per_point = f->ntexcoord == 2 * f->npoint && !f->nelemtexcoord;
  const int nodes = flexcomp_nodes_per_axis(f);
  int n = 0;
  for (int i = 0; i < f->npoint; i++) {
    if (!id[i])
      continue;
    memmove(f->point + 3 * n, f->point + 3 * i, 3 * sizeof *f->point);
    if (!nodes)
      f->pinned[n] = f->pinned[i];
    if (per_point)
      memmove(f->texcoord + 2 * n, f->texcoord + 2 * i, 2 * sizeof *f->texcoord);
    id[i] = n++;
  }
  f->npoint = n;
  f->ntexcoord = per_point ? 2 * n : f->ntexcoord;
  for (int i = 0; i < f->nelement; i++)
    f->element[i] = id[f->element[i]];
  free(id);
  return 0;
}

// ---------------------------------------------------------------- order of the work

static int count_bodies(mjSpec* s) {
  int n = 0;
  for (mjsElement* e = mjs_firstElement(s, mjOBJ_BODY); e; e = mjs_nextElement(s, e))
    n++;
  return n;
}

static int make(Flexcomp* f, const FlexcompParent* parent, const mjsEquality* equality) {
  const int nodes = flexcomp_nodes_per_axis(f);
  const int npin = nodes ? nodes * nodes * nodes : f->npoint;
  f->pinned = calloc((size_t)(f->npoint > 27 ? f->npoint : 27), 1);
  if (!f->pinned)
    return flexcomp_fail(f, NULL, "out of memory");
  place_points(f);
  if (!f->rigid && flexcomp_pin(f))
    return -1;
  int pinned = 0;
  const int asked = nodes && f->npoint < npin ? f->npoint : npin;
  for (int i = 0; i < asked; i++)
    pinned += f->pinned[i];
  f->rigid |= pinned == (nodes ? f->npoint : npin);
  const int centered = !f->rigid && !pinned;
  if (is_listed(f) && drop_unused(f))
    return -1;
  const int bodies = f->rigid || nodes ? 0 : f->npoint - pinned;
  if (bodies && count_bodies(f->r->spec) + bodies >= MAX_FLEX_BODIES) {
    return fail_at(f->r, f->e, NULL,
                   "number of bodies plus flexes must be less than %d: this flexcomp has %d more",
                   MAX_FLEX_BODIES, bodies);
  }
  return flexcomp_make_flex(f, parent, centered) || flexcomp_make_equality(f, equality) ? -1 : 0;
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
  if (!f.flex)
    return fail_at(r, e, NULL, "out of memory");
  const FlexcompParent parent = {body, mjs_getString(mjs_getName(body->element))};
  int status = set_name(r, e, f.flex->element, f.flex->info) ||
               flexcomp_read_attributes(&f, &equality) || flexcomp_check_attributes(&f, body) ||
               make_points(&f) || check_points(&f) || make(&f, &parent, &equality);
  free(f.point);
  free(f.element);
  free(f.texcoord);
  free(f.elemtexcoord);
  free(f.pinned);
  return status ? -1 : 0;
}
