// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Meshes in relation to other elements: which of them need a hull or an octree, and what geoms take
// from them: pose, size, bounds, mass, or the primitive that fits.

#include <math.h>
#include <string.h>

#include "core/kernel/mjplugin/engine_plugin.h"
#include "core/model/assets/mesh.h"
#include "core/model/compile/compile.h"

// ---------------------------------------------------------------- before meshes are made

static int in_pair(const Compile* c, const char* name) {
  const ElementList* list = &c->spec->list[mjOBJ_PAIR];
  for (int i = 0; name[0] && i < list->count; i++) {
    const mjsPair* p = &((Pair*)list->item[i])->pub;
    if (strcmp(handle_string(p->geomname1), name) == 0 ||
        strcmp(handle_string(p->geomname2), name) == 0)
      return 1;
  }
  return 0;
}

static int is_mesh_type(mjtGeom type) { return type == mjGEOM_MESH || type == mjGEOM_SDF; }

// A mesh collides through its hull; a signed-distance geom through its octree.
static void find_needs(Compile* c, const GeomRecord* g) {
  const mjsGeom* p = g->pub;
  const char* name = handle_string(p->meshname);
  if (!name[0] || !is_mesh_type(p->type))
    return;
  int id = compile_find_id(c, mjOBJ_MESH, name);
  if (id < 0)
    return;
  MeshRecord* m = c->mesh + id;
  m->needs_hull |= p->contype || p->conaffinity || in_pair(c, element_name(&g->geom->base));
  m->needs_octree |= p->type == mjGEOM_SDF;
}

// attributes of the plugin instance whose signed distance function becomes the mesh
static void find_distance(Compile* c, MeshRecord* m) {
  const Element* e = m->job.element;
  int instance = compile_plugin(c, e, &m->pub->plugin, mjPLUGIN_SDF, "sign distance fields");
  if (instance < 0)
    return;
  const PluginRecord* r = c->plugin + instance;
  m->plugin = plugin_at(r->slot);
  if (!m->plugin || !m->plugin->sdf_staticdistance || !m->plugin->sdf_aabb)
    compile_fail(c, e, "plugin of mesh '%s' has no signed-distance capability", element_name(e));
  for (int i = 0; i < 3; i++) {
    if (m->pub->scale[i] != 1 && !handle_string(m->pub->file)[0])
      compile_fail(c, e, "scale of mesh '%s' must be 1: its surface is made by a plugin",
                   element_name(e));
  }
  m->needs_octree = 0;
  m->plugin_value = COMPILE_NEW(c, const char*, m->plugin->nattribute);
  for (int k = 0; k < m->plugin->nattribute; k++) {
    const char* value = attributes_get(r->plugin->attributes, m->plugin->attributes[k]);
    m->plugin_value[k] = value ? value : "";
  }
}

void compile_mesh_jobs(Compile* c) {
  for (int i = 0; i < c->ngeom; i++)
    find_needs(c, c->geom + i);
  for (int i = 0; i < c->nmesh; i++)
    find_distance(c, c->mesh + i);
}

// ---------------------------------------------------------------- fitting primitives

// Sizes of the primitive that fits a box with half sizes b, determined by inertia or by bounds.
static void fit(Compile* c, const GeomRecord* g, const MeshRecord* m, const double b[3], int aabb,
                double size[3]) {
  double radius = aabb ? fmax(b[0], b[1]) : (b[0] + b[1]) / 2;
  switch (g->pub->type) {
    case mjGEOM_SPHERE:
      size[0] = aabb ? fmax(fmax(b[0], b[1]), b[2]) : (b[0] + b[1] + b[2]) / 3;
      break;
    case mjGEOM_CAPSULE:
      size[0] = radius;
      size[1] = aabb ? b[2] - radius : fmax(0, b[2] - radius / 2);
      break;
    case mjGEOM_CYLINDER:
      size[0] = radius;
      size[1] = b[2];
      break;
    case mjGEOM_ELLIPSOID:
    case mjGEOM_BOX: memcpy(size, b, 3 * sizeof *size); break;
    default:
      compile_fail(c, &g->geom->base,
                   "invalid geom type in fitting mesh %s: sphere, capsule, "
                   "ellipsoid, cylinder or box expected",
                   element_name(m->job.element));
  }
  for (int i = 0; i < 3; i++)
    size[i] *= g->pub->fitscale;
}

void compile_geom_mesh(Compile* c, GeomRecord* g) {
  const mjsGeom* p = g->pub;
  const Element* e = &g->geom->base;
  const MeshRecord* m = c->mesh + g->data;
  double pos[3], quat[4], center[3] = {0, 0, 0}, half[3];
  if (!isnan(p->fromto[0]))
    compile_fail(c, e, "fromto cannot be used with mesh geom");
  for (int i = 0; i < 3; i++)
    half[i] = (m->high[i] - m->low[i]) / 2;
  int aabb = element_compiler(e)->fitaabb;
  if (is_mesh_type(p->type)) {
    if (p->typeinertia == mjINERTIA_SHELL)
      compile_fail(c, e, "for mesh geoms, inertia should be specified in the mesh asset");
    for (int i = 0; i < 3; i++)
      g->size[i] = fmax(fabs(m->low[i]), fabs(m->high[i]));
  } else {
    fit(c, g, m, aabb ? half : m->box, aabb, g->size);
    for (int i = 0; i < 3 && aabb; i++)
      center[i] = (m->high[i] + m->low[i]) / 2;
  }

  // the geom's frame moves into the mesh
  memcpy(pos, m->pos, sizeof pos);
  memcpy(quat, m->quat, sizeof quat);
  compile_rotate_dir(center, quat);
  for (int i = 0; i < 3; i++)
    pos[i] += center[i];
  compile_frame_accumulate(g->pos, g->quat, pos, quat);
  memcpy(g->pos, pos, sizeof pos);
  memcpy(g->quat, quat, sizeof quat);
  if (g->matid < 0 && !handle_string(g->pub->material)[0])
    g->matid = compile_material_id(c, m->job.element, m->pub->material, "mesh");
  if (!is_mesh_type(p->type))
    return;
  g->rbound = 0;
  for (int i = 0; i < 3; i++) {
    g->aabb[i] = (m->high[i] + m->low[i]) / 2;
    g->aabb[3 + i] = half[i];
    g->rbound += g->size[i] * g->size[i];
  }
  g->rbound = sqrt(g->rbound);
}

double compile_mesh_volume(const Compile* c, const GeomRecord* g) {
  return c->mesh[g->data].volume;
}

void compile_mesh_inertia(const Compile* c, GeomRecord* g) {
  const double* b = c->mesh[g->data].box;
  for (int i = 0; i < 3; i++) {
    double x = b[(i + 1) % 3], y = b[(i + 2) % 3];
    g->inertia[i] = g->mass * (x * x + y * y) / 3;
  }
}

// ---------------------------------------------------------------- ids

static void keep(Compile* c, const char* name) {
  int id = name[0] ? compile_find_id(c, mjOBJ_MESH, name) : -1;
  if (id >= 0)
    c->mesh[id].discarded = 0;
}

// discardvisual removes meshes together with the last geoms that show them, unless a sensor uses
// them
void compile_mesh_order(Compile* c) {
  if (c->discardvisual) {
    for (int i = 0; i < c->nmesh; i++)
      c->mesh[i].discarded = 1;
    const ElementList* sensors = &c->spec->list[mjOBJ_SENSOR];
    for (int i = 0; i < sensors->count; i++) {
      const mjsSensor* p = &((Sensor*)sensors->item[i])->pub;
      if (p->objtype == mjOBJ_MESH)
        keep(c, handle_string(p->objname));
    }
    for (int i = 0; i < c->geom_count; i++) {
      const GeomRecord* g = c->geom + c->geom_order[i];
      if (g->data >= 0 && g->pub->type != mjGEOM_HFIELD)
        c->mesh[g->data].discarded = 0;
    }
  }
  c->mesh_order = COMPILE_NEW(c, int, c->nmesh);
  c->mesh_count = 0;
  for (int i = 0; i < c->nmesh; i++) {
    c->mesh[i].id = c->mesh[i].discarded ? -1 : c->mesh_count;
    if (!c->mesh[i].discarded)
      c->mesh_order[c->mesh_count++] = i;
  }
}

int compile_mesh_id(const Compile* c, int record) { return c->mesh[record].id; }

int compile_mesh_nvert(const Compile* c, int id) { return c->mesh[c->mesh_order[id]].nvert; }
