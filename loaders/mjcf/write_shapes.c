// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Geoms, and the inertia of bodies.
//
// The pose of a geom with a mesh is written without the frame of the mesh. A primitive that was
// fitted to a mesh is written so that it will be fitted again, unless its numbers come from a model
// other than the compiled one: then it is written as the resulting primitive, without mesh.
//
// An inertia is written where reading the text would not infer the same value: where it was given,
// where it results from compiler settings other than those written, or where something that
// contributed to it was removed.

#include <float.h>
#include <math.h>
#include <string.h>

#include "writer.h"

// ---------------------------------------------------------------- fields

// how one geom is written
typedef struct GeomContext {
  int nsize;         // components of size in use
  int element;       // 1: a geom of the tree, 0: a setting of a class
  const char* mesh;  // elements: name of the mesh, "" for none
} GeomContext;

static int write_mesh_name(Writer* w, const char* mesh, const mjsGeom* from) {
  const char* inherited = mjs_getString(from->meshname);
  if (mesh[0] || (inherited && inherited[0]))
    write_text(w, "mesh", mesh);
  return 1;
}

static int geom_field(Writer* w, const FcSchemaAttribute* a, const void* record,
                      const void* reference, const void* context) {
  const GeomContext* c = context;
  const mjsGeom *g = record, *from = reference;
  if (strcmp(a->name, "size") == 0) {
    if (c->nsize)
      write_reals(w, "size", g->size, from->size, c->nsize, DBL_EPSILON, 0);
    return 1;
  }
  if (strcmp(a->name, "friction") == 0) {
    write_reals(w, "friction", g->friction, from->friction, 3, DBL_EPSILON, 1);
    return 1;
  }
  if (write_pose(w, a, g->pos, g->quat, c->element, 0))
    return 1;
  // mass and density exclude each other; a mass is written with every geom, not with classes
  if (strcmp(a->name, "mass") == 0) {
    if (c->element)
      write_reals(w, "mass", &g->mass, NULL, 1, DBL_EPSILON, 0);
    return 1;
  }
  if (c->element && strcmp(a->name, "mesh") == 0)
    return write_mesh_name(w, c->mesh, from);
  return strcmp(a->name, "fromto") == 0 ||
         (c->element && !c->mesh[0] && strcmp(a->name, "fitscale") == 0) ||
         (strcmp(a->name, "density") == 0 && !isnan(g->mass));
}

void write_class_geom(Writer* w, int schema, const mjsGeom* g, const mjsGeom* reference) {
  GeomContext context = {3, 0, ""};
  write_fields(w, schema, g, reference, geom_field, &context);
  write_contact_values(w, g->element, reference->element, -1);
}

// ---------------------------------------------------------------- meshes

// The frame of a mesh geom includes the frame of the mesh; remove it. Rounding errors next to 0 and
// 1 are cleared.
static void leave_mesh_frame(const mjModel* m, int mesh, double pos[3], double quat[4]) {
  mjtNum inverse[4], outer[4], offset[3];
  mju_negQuat(inverse, m->mesh_quat + 4 * mesh);
  mju_mulQuat(outer, quat, inverse);
  mju_rotVecQuat(offset, m->mesh_pos + 3 * mesh, outer);
  for (int i = 0; i < 3; i++) {
    pos[i] -= offset[i];
    pos[i] = fabs(pos[i]) < 1e-14 ? 0 : pos[i];
  }
  for (int i = 0; i < 4; i++) {
    quat[i] = outer[0] < 0 ? -outer[i] : outer[i];
    quat[i] = fabs(quat[i]) < 1e-14 ? 0 : fabs(quat[i] - 1) < 1e-14 ? 1 : quat[i];
  }
}

// whether the numbers of the geom and its mesh are unchanged since compilation
static int is_unchanged(const Writer* w, int id, int mesh) {
  const mjModel *a = w->m, *b = w->compiled;
  return !w->replaced ||
         (memcmp(a->geom_pos + 3 * id, b->geom_pos + 3 * id, 3 * sizeof(mjtNum)) == 0 &&
          memcmp(a->geom_quat + 4 * id, b->geom_quat + 4 * id, 4 * sizeof(mjtNum)) == 0 &&
          memcmp(a->geom_size + 3 * id, b->geom_size + 3 * id, 3 * sizeof(mjtNum)) == 0 &&
          memcmp(a->mesh_pos + 3 * mesh, b->mesh_pos + 3 * mesh, 3 * sizeof(mjtNum)) == 0 &&
          memcmp(a->mesh_quat + 4 * mesh, b->mesh_quat + 4 * mesh, 4 * sizeof(mjtNum)) == 0);
}

// Pose of a geom outside its mesh; returns whether the geom keeps the mesh.
static int leave_mesh(const Writer* w, int id, const mjsGeom* geom, mjsGeom* g) {
  const mjModel* m = w->m;
  int mesh = m->geom_dataid[id], type = m->geom_type[id];
  if (mesh < 0 || type == mjGEOM_HFIELD)
    return 0;
  int unchanged = is_unchanged(w, id, mesh);
  if (type == mjGEOM_MESH || type == mjGEOM_SDF) {
    if (!unchanged || !fc_geomPose(geom, g->pos, g->quat))
      leave_mesh_frame(m, mesh, g->pos, g->quat);
    return 1;
  }
  int same_rule = mjs_getCompiler(geom->element)->fitaabb == w->spec->compiler.fitaabb;
  return unchanged && same_rule && fc_geomPose(geom, g->pos, g->quat);
}

// whether its group excludes the geom from the inertia of its body: the range of groups is not
// written
static int is_weightless(const mjsGeom* geom) {
  const mjsCompiler* compiler = mjs_getCompiler(geom->element);
  return compiler->inertiafromgeom != mjINERTIAFROMGEOM_FALSE &&
         (geom->group < compiler->inertiagrouprange[0] ||
          geom->group > compiler->inertiagrouprange[1]);
}

void write_geom(Writer* w, mjsElement* e, const char* active) {
  const mjModel* m = w->m;
  int id = mjs_getId(e);
  if (id < 0)
    return;
  const mjsGeom* geom = mjs_asGeom(e);
  mjsGeom g = *geom, from = *class_of(w, e)->geom;
  copy_reals(g.pos, m->geom_pos + 3 * id, 3);
  copy_reals(g.quat, m->geom_quat + 4 * id, 4);
  int type = m->geom_type[id], has_mesh = leave_mesh(w, id, geom, &g);
  const char* mesh = has_mesh ? mjs_getString(geom->meshname) : NULL;
  GeomContext context = {size_count(type), 1, mesh ? mesh : ""};
  if (has_mesh)
    context.nsize = 0;
  keep_digits(g.quat, geom->quat, 4);

  // each geom names its height field, whatever its class says
  from.hfieldname = NULL;
  copy_reals(g.size, m->geom_size + 3 * id, 3);
  copy_reals(g.friction, m->geom_friction + 3 * id, 3);
  copy_nums(g.solref, m->geom_solref + mjNREF * id, mjNREF);
  copy_nums(g.solimp, m->geom_solimp + mjNIMP * id, mjNIMP);
  copy_floats(g.rgba, m->geom_rgba + 4 * id, 4);
  if (is_weightless(geom))
    g.mass = 0;
  g.solmix = m->geom_solmix[id];
  g.margin = m->geom_margin[id];
  g.gap = m->geom_gap[id];
  open_element(w, "geom");
  write_name(w, e);
  write_class(w, e, active);
  set_user(w, m->geom_user, m->nuser_geom, id);
  write_fields(w, fc_schemaFindPath("mujoco/body/geom"), &g, &from, geom_field, &context);
  write_plugin(w, &g.plugin);
  write_contact_values(w, e, class_of(w, e)->geom->element, id);
  close_element(w, 1);
}

// ---------------------------------------------------------------- inertia

// discardvisual removed a geom that may have contributed to the inertia
static int has_lost_geom(mjsBody* body) {
  mjsElement* e = mjs_firstChild(body, mjOBJ_GEOM, 0);
  while (e && mjs_getId(e) >= 0)
    e = mjs_nextChild(body, e, 0);
  return e != NULL;
}

static int differs(const mjtNum* a, const mjtNum* b, int n) {
  return memcmp(a, b, sizeof(mjtNum) * (size_t)n) != 0;
}

// a program changed the inertia of the body
static int has_new_inertia(const Writer* w, int id) {
  const mjModel *a = w->m, *b = w->compiled;
  return w->replaced && (differs(a->body_mass + id, b->body_mass + id, 1) ||
                         differs(a->body_inertia + 3 * id, b->body_inertia + 3 * id, 3) ||
                         differs(a->body_ipos + 3 * id, b->body_ipos + 3 * id, 3) ||
                         differs(a->body_iquat + 4 * id, b->body_iquat + 4 * id, 4));
}

// an attached body was compiled with other settings than those of the text
static int has_other_rules(const Writer* w, const mjsCompiler* own) {
  return (own->inertiafromgeom != mjINERTIAFROMGEOM_FALSE) !=
         (w->spec->compiler.inertiafromgeom != mjINERTIAFROMGEOM_FALSE);
}

void write_inertial(Writer* w, mjsBody* body, int given, int fused) {
  static const double upright[4] = {1, 0, 0, 0};
  const mjsCompiler *own = mjs_getCompiler(body->element), *text = &w->spec->compiler;
  int id = mjs_getId(body->element);
  int used = given && (fused || own->inertiafromgeom != mjINERTIAFROMGEOM_TRUE);

  // settotalmass is not written: its factor is included in the numbers
  if (!used && !text->saveinertial && text->settotalmass <= 0 && !has_lost_geom(body) &&
      !has_new_inertia(w, id) && !has_other_rules(w, own))
    return;
  double pos[3], quat[4], inertia[3], mass = w->m->body_mass[id];
  copy_reals(pos, w->m->body_ipos + 3 * id, 3);
  copy_reals(quat, w->m->body_iquat + 4 * id, 4);
  keep_digits(quat, body->iquat, 4);
  copy_reals(inertia, w->m->body_inertia + 3 * id, 3);
  open_element(w, "inertial");
  write_numbers(w, "pos", pos, 3);
  write_reals(w, "quat", quat, upright, 4, DBL_EPSILON, 0);
  write_numbers(w, "mass", &mass, 1);
  write_numbers(w, "diaginertia", inertia, 3);
  close_element(w, 1);
}
