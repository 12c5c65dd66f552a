// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#include <math.h>
#include <string.h>

#include "core/model/assets/shape_inertia.h"
#include "core/model/compile/compile.h"
#include "core/model/spec/pose.h"

static void check(Compile* c, GeomRecord* g) {
  const Element* e = &g->geom->base;
  const mjsGeom* p = g->pub;
  compile_user(c, e, p->userdata, c->nuser_geom, "geom");
  if ((int)p->type < 0 || p->type >= mjNGEOMTYPES)
    compile_fail(c, e, "invalid type in geom");
  if (p->condim != 1 && p->condim != 3 && p->condim != 4 && p->condim != 6)
    compile_fail(c, e, "invalid condim in geom");
  if ((p->type == mjGEOM_MESH || p->type == mjGEOM_SDF) && g->data < 0)
    compile_fail(c, e, "mesh geom '%s' (id = %d) must have valid meshid", element_name(e), g->id);
  if ((p->type == mjGEOM_HFIELD) != (handle_string(p->hfieldname)[0] != 0)) {
    compile_fail(c, e, "hfield geom '%s' (id = %d) must have valid hfieldid", element_name(e),
                 g->id);
  }
  if (p->type == mjGEOM_PLANE && c->body[g->body].weld != 0)
    compile_fail(c, e, "plane only allowed in static bodies");
}

static void references(Compile* c, GeomRecord* g) {
  const Element* e = &g->geom->base;
  const char* mesh = handle_string(g->pub->meshname);
  const char* hfield = handle_string(g->pub->hfieldname);
  g->data = -1;
  if (mesh[0])
    g->data = compile_find_id(c, mjOBJ_MESH, mesh);
  if (mesh[0] && g->data < 0)
    compile_fail(c, e, "mesh '%s' not found in geom %d", mesh, g->id);
  int field = hfield[0] ? compile_find_id(c, mjOBJ_HFIELD, hfield) : -1;
  if (hfield[0] && field < 0)
    compile_fail(c, e, "hfield '%s' not found in geom %d", hfield, g->id);
  if (field >= 0)
    g->data = field;
  g->matid = compile_material_id(c, e, g->pub->material, "geom");
}

// mass and inertia about the geom's centre, when the geom counts
static void mass(Compile* c, GeomRecord* g) {
  const Element* e = &g->geom->base;
  const mjsGeom* p = g->pub;
  const BodyRecord* b = c->body + g->body;
  const mjsCompiler* compiler = element_compiler(e);
  if (g->body == 0)
    return;
  if (b->pub->explicitinertial && compiler->inertiafromgeom != mjINERTIAFROMGEOM_TRUE)
    return;
  if (p->group < compiler->inertiagrouprange[0] || p->group > compiler->inertiagrouprange[1])
    return;

  int shell = p->typeinertia == mjINERTIA_SHELL;
  int mesh = p->type == mjGEOM_MESH || p->type == mjGEOM_SDF;
  double volume = mesh ? compile_mesh_volume(c, g) : shape_volume(p->type, g->size, shell);
  if (isnan(p->mass))
    g->mass = p->density * volume;
  else if (p->mass != 0 && volume > COMPILE_EPS)
    g->mass = p->mass;
  if (mesh && g->mass != 0)
    compile_mesh_inertia(c, g);
  else if (g->mass != 0 && volume > 0)
    shape_inertia(g->inertia, p->type, g->size, g->mass, shell);
  if (g->mass < 0 || g->inertia[0] < 0 || g->inertia[1] < 0 || g->inertia[2] < 0 ||
      (isnan(p->mass) && p->density < 0))
    compile_fail(c, e, "mass, inertia or density are negative in geom");
  g->contributes = g->mass > COMPILE_EPS;
}

// the bounding box of a height field, and the box that represents its mass
static void hfield_shape(Compile* c, GeomRecord* g) {
  const double* s = ((const HField*)c->spec->list[mjOBJ_HFIELD].item[g->data])->pub.size;
  double reach = fmax(s[2], s[3]);
  g->size[0] = s[0];
  g->size[1] = s[1];
  g->size[2] = 0.25 * s[2] + 0.5 * s[3];
  memcpy(g->aabb, (double[6]){0, 0, (s[2] - s[3]) / 2, s[0], s[1], (s[2] + s[3]) / 2},
         sizeof g->aabb);
  g->rbound = sqrt(s[0] * s[0] + s[1] * s[1] + reach * reach);
}

void compile_move_geom(GeomRecord* g, const double pos[3], const double quat[4]) {
  compile_frame_accumulate(pos, quat, g->pos, g->quat);
  compile_frame_accumulate(pos, quat, g->own_pos, g->own_quat);
}

void compile_geom(Compile* c, GeomRecord* g) {
  const Element* e = &g->geom->base;
  const mjsGeom* p = g->pub;
  references(c, g);
  check(c, g);
  g->visual = p->contype == 0 && p->conaffinity == 0;

  // own pose and sizes
  memcpy(g->pos, p->pos, sizeof g->pos);
  memcpy(g->quat, p->quat, sizeof g->quat);
  memcpy(g->size, p->size, sizeof g->size);
  compile_normalize(g->quat, 4);
  if (!compile_fromto(c, e, p->type, p->fromto, g->pos, g->quat, g->size)) {
    const char* problem = compile_orientation(e, g->quat, &p->alt);
    if (problem)
      compile_fail(c, e, "orientation specification error '%s' in geom %d", problem, g->id);
  }
  memcpy(g->own_pos, g->pos, sizeof g->pos);
  memcpy(g->own_quat, g->quat, sizeof g->quat);
  if (p->type == mjGEOM_HFIELD)
    hfield_shape(c, g);
  else if (g->data >= 0)
    compile_geom_mesh(c, g);
  compile_check_size(c, e, p->type, g->size, "geom");
  for (int i = 0; i < 3; i++)
    if (isnan(g->size[i]))
      compile_fail(c, e, "nan size in geom");

  // what follows from the shape
  if (p->type < mjGEOM_MESH && p->type != mjGEOM_HFIELD) {
    shape_box(g->aabb, p->type, g->size);
    g->rbound = shape_radius(p->type, g->size);
  }
  mass(c, g);
  if (p->fluid_ellipsoid > 0)
    shape_fluid(g->fluid, p->type, g->size, p->fluid_coefs);
  g->plugin = compile_plugin(c, e, &p->plugin, mjPLUGIN_SDF, "sign distance fields");

  double fpos[3], fquat[4];
  if (e->frame) {
    compile_frame(c, e, fpos, fquat);
    compile_move_geom(g, fpos, fquat);
  }
}
