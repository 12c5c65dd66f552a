// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Tendons and their paths. A path that starts with a joint is fixed and contains only joints; any
// other is spatial: sites, wrapping geoms between sites, and pulleys that divide it into branches.

#include <math.h>

#include "core/model/compile/compile.h"

static void fail_path(Compile* c, const TendonRecord* r, const char* problem, int at) {
  const Element* e = &r->tendon->base;
  if (at < 0)
    compile_fail(c, e, "tendon '%s' (id = %d): %s", element_name(e), e->index, problem);
  compile_fail(c, e, "tendon '%s' (id = %d): %s (pos %d)", element_name(e), e->index, problem, at);
}

static int find(Compile* c, const TendonRecord* r, const Wrap* w, mjtObj type, const char* kind) {
  const Element* e = &w->base;
  int id = compile_find_id(c, type, element_name(e));
  if (id < 0)
    compile_fail(c, e, "%s '%s' not found in tendon %d, wrap %d", kind, element_name(e),
                 r->tendon->base.index, e->index);
  return id;
}

static void wrap_geom(Compile* c, const TendonRecord* r, const Wrap* w, WrapRecord* out) {
  const Element* e = &w->base;
  int tendon = r->tendon->base.index;
  out->obj = find(c, r, w, mjOBJ_GEOM, "geom");
  mjtGeom shape = c->geom[c->geom_order[out->obj]].pub->type;
  if (shape != mjGEOM_SPHERE && shape != mjGEOM_CYLINDER) {
    compile_fail(c, e, "geom '%s' in tendon %d, wrap %d is not sphere or cylinder", element_name(e),
                 tendon, e->index);
  }
  out->type = shape == mjGEOM_SPHERE ? mjWRAP_SPHERE : mjWRAP_CYLINDER;
  ((Wrap*)r->tendon->path.item[e->index])->pub.type = (mjtWrap)out->type;
  const char* side = handle_string(w->sidesite);
  out->prm = -1;
  if (!side[0])
    return;
  int id = compile_find_id(c, mjOBJ_SITE, side);
  if (id < 0)
    compile_fail(c, e, "side site '%s' not found in tendon %d, wrap %d", side, tendon, e->index);
  out->prm = id;
}

static void wrap(Compile* c, const TendonRecord* r, const Wrap* w, WrapRecord* out) {
  out->type = w->pub.type;
  out->obj = -1;
  switch (w->pub.type) {
    case mjWRAP_JOINT:
      out->obj = find(c, r, w, mjOBJ_JOINT, "joint");
      out->prm = w->prm;
      return;
    case mjWRAP_SITE: out->obj = find(c, r, w, mjOBJ_SITE, "site"); return;
    case mjWRAP_SPHERE:
    case mjWRAP_CYLINDER: wrap_geom(c, r, w, out); return;
    case mjWRAP_PULLEY:
      if (w->prm < 0) {
        compile_fail(c, &w->base, "pulley has negative divisor in tendon %d, wrap %d",
                     r->tendon->base.index, w->base.index);
      }
      out->prm = w->prm;
      return;
    default:
      compile_fail(c, &w->base, "invalid wrap object in tendon %d, wrap %d", r->tendon->base.index,
                   w->base.index);
  }
}

static int branch_end(const WrapRecord* w, int k, int n) {
  return k < 0 || k >= n || w[k].type == mjWRAP_PULLEY;
}

static void check_spatial(Compile* c, const TendonRecord* r, const WrapRecord* w, int n) {
  const mjsTendon* p = r->pub;
  if (n < 2)
    fail_path(c, r, "spatial path must contain at least two objects", -1);
  if (!(p->width > 0))
    fail_path(c, r, "must have positive width", -1);
  if (p->armature < 0)
    fail_path(c, r, "tendon armature cannot be negative", -1);
  for (int k = 0; k < n; k++) {
    switch (w[k].type) {
      case mjWRAP_PULLEY:
        if (k > 0 && w[k - 1].type == mjWRAP_PULLEY)
          fail_path(c, r, "consecutive pulleys", k);
        if (k == n - 1)
          fail_path(c, r, "path ends with pulley", k);
        break;
      case mjWRAP_SITE:
        if (branch_end(w, k - 1, n) && branch_end(w, k + 1, n))
          fail_path(c, r, "site needs a neighbor that is not a pulley", k);
        if (k < n - 1 && w[k + 1].type == mjWRAP_SITE && w[k + 1].obj == w[k].obj)
          fail_path(c, r, "site is repeated", k);
        break;
      case mjWRAP_SPHERE:
      case mjWRAP_CYLINDER:
        if (k == 0 || k == n - 1 || w[k - 1].type != mjWRAP_SITE || w[k + 1].type != mjWRAP_SITE)
          fail_path(c, r, "geom not bracketed by sites", k);
        if (p->armature > 0)
          fail_path(c, r, "geom wrapping not supported by tendon armature", -1);
        break;
      default: fail_path(c, r, "joint wrap found in spatial path", k);
    }
  }
}

static void check_path(Compile* c, const TendonRecord* r) {
  const WrapRecord* w = c->wrap + r->wrapadr;
  if (!r->nwrap)
    fail_path(c, r, "path cannot be empty", -1);
  if (w[0].type != mjWRAP_JOINT) {
    check_spatial(c, r, w, r->nwrap);
    return;
  }
  for (int k = 0; k < r->nwrap; k++)
    if (w[k].type != mjWRAP_JOINT)
      fail_path(c, r, "spatial object found in fixed path", k);
}

static void tendon(Compile* c, TendonRecord* r) {
  const Element* e = &r->tendon->base;
  const mjsTendon* p = r->pub;
  compile_user(c, e, p->userdata, c->nuser_tendon, "tendon");

  // an attached tendon has no class
  int in_class = e->defclass && (!e->origin || e->origin == e->spec);
  const mjString* inherited =
      in_class ? ((Tendon*)default_dummy(e->defclass, mjOBJ_TENDON))->pub.material : NULL;
  r->matid = compile_inherited_material(c, e, p->material, inherited, "tendon");
  r->limited = compile_limited(c, e, "tendon", "", p->limited, p->range);
  r->actfrclimited = compile_limited(c, e, "tendon", "", p->actfrclimited, p->actfrcrange);
  if (r->limited && p->range[0] >= p->range[1])
    compile_fail(c, e, "invalid limits in tendon");
  if (r->actfrclimited &&
      (p->actfrcrange[0] >= p->actfrcrange[1] || p->actfrcrange[0] > 0 || p->actfrcrange[1] < 0))
    compile_fail(c, e, "invalid actuatorfrcrange in tendon");
  if (p->springlength[0] > p->springlength[1])
    compile_fail(c, e, "invalid springlength in tendon");
  const ElementList* path = &r->tendon->path;
  for (int k = 0; k < path->count; k++)
    wrap(c, r, (Wrap*)path->item[k], c->wrap + r->wrapadr + k);
  check_path(c, r);
}

void compile_tendons(Compile* c) {
  const ElementList* list = &c->spec->list[mjOBJ_TENDON];
  c->ntendon = list->count;
  c->tendon = COMPILE_NEW(c, TendonRecord, c->ntendon);
  for (int i = 0; i < c->ntendon; i++) {
    TendonRecord* r = c->tendon + i;
    r->tendon = (Tendon*)list->item[i];
    r->pub = &r->tendon->pub;
    r->wrapadr = c->nwrap;
    r->nwrap = r->tendon->path.count;
    c->nwrap += r->nwrap;
  }
  c->wrap = COMPILE_NEW(c, WrapRecord, c->nwrap);
  for (int i = 0; i < c->ntendon; i++)
    tendon(c, c->tendon + i);
}
