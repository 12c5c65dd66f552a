// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Visuals and collisions become geoms, mesh files become mesh assets, materials become colours. A
// colour belongs to a visual and is kept for the geoms of the link that follow, so that a collision
// without colour looks like the visual before it.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "urdf.h"

// ---------------------------------------------------------------- materials

// read the colour of a material element: 1, 0 when it has none, -1 after a message
static int read_color(Reader* r, const XmlElement* material, float rgba[4]) {
  const XmlElement* color;
  double values[4];
  const int found = only_child(r, material, "color", 0, &color);
  if (found <= 0)
    return found;
  if (read_numbers(r, color, "rgba", 4, 1, values) < 0)
    return -1;
  for (int i = 0; i < 4; i++)
    rgba[i] = (float)values[i];
  return 1;
}

static int is_material(const XmlElement* e) {
  return strcmp(e->name, "material") == 0 && xml_attribute(e, "name") && xml_child(e, "color");
}

// named materials with a colour, anywhere below; counted first, stored when there is room
static int walk_materials(Robot* robot, const XmlElement* parent) {
  for (const XmlElement* e = parent->first; e; e = e->next) {
    if (is_material(e)) {
      if (robot->material) {
        Material* m = robot->material + robot->nmaterial;
        m->element = e;
        robot->material_index[robot->nmaterial] =
            (NameIndex){xml_attribute(e, "name"), robot->nmaterial};
        if (read_color(robot->r, e, m->rgba) < 0)
          return -1;
      }
      robot->nmaterial++;
    }
    if (walk_materials(robot, e))
      return -1;
  }
  return 0;
}

int collect_materials(Robot* robot, const XmlElement* root) {
  walk_materials(robot, root);
  const int n = robot->nmaterial;
  robot->material = calloc((size_t)n + 1, sizeof(Material));
  robot->material_index = calloc((size_t)n + 1, sizeof(NameIndex));
  if (!robot->material || !robot->material_index)
    return fail_plain(robot->r, "XML Error: out of memory for %d materials", n);
  robot->nmaterial = 0;
  if (walk_materials(robot, root))
    return -1;
  sort_names(robot->material_index, n);
  return 0;
}

// colour of a visual: its own, else that of the named material; otherwise unchanged
static int choose_color(Robot* robot, const XmlElement* visual, float rgba[4], int* colored) {
  const XmlElement* material;
  if (only_child(robot->r, visual, "material", 0, &material) < 0)
    return -1;
  if (!material)
    return 0;
  const int own = read_color(robot->r, material, rgba);
  if (own) {
    *colored |= own > 0;
    return own < 0 ? -1 : 0;
  }
  const char* name = xml_attribute(material, "name");
  const int at = name ? find_name(robot->material_index, robot->nmaterial, name) : -1;
  if (at >= 0) {
    memcpy(rgba, robot->material[at].rgba, sizeof robot->material[at].rgba);
    *colored = 1;
  }
  return 0;
}

// ---------------------------------------------------------------- meshes

const char* base_name(const char* path) {
  const char* base = path;
  for (const char* c = path; *c; c++)
    base = *c == '/' || *c == '\\' ? c + 1 : base;
  return base;
}

static int same_scale(const mjsMesh* mesh, const double scale[3]) {
  return mesh->scale[0] == scale[0] && mesh->scale[1] == scale[1] && mesh->scale[2] == scale[2];
}

// The asset for a mesh element: named after the file, with a number when the name is taken by
// another scale. URDF identifies meshes only by these names, so two files with the same name are
// one mesh. Trap: a reused asset is the one without a number, whatever the scale.
static int use_mesh(Reader* r, const XmlElement* e, mjsGeom* geom) {
  const char* file = xml_attribute(e, "filename");
  double scale[3] = {1, 1, 1};
  if (!file)
    return fail_at(r, e, NULL, "required attribute missing: 'filename'");
  if (read_numbers(r, e, "scale", 3, 0, scale) < 0)
    return -1;
  file = r->spec->strippath ? base_name(file) : file;
  const char *base = base_name(file), *dot = strrchr(base, '.');
  const int length = dot ? (int)(dot - base) : (int)strlen(base);
  if (length < 1 || length > 480) {
    return fail_at(r, e, "filename", "mesh file '%.60s' has no usable name, expected DIR/NAME.stl",
                   file);
  }
  char first[512], name[512];
  snprintf(first, sizeof first, "%.*s", length, base);
  snprintf(name, sizeof name, "%s", first);
  mjsElement* known;
  for (int i = 1; (known = mjs_findElement(r->spec, mjOBJ_MESH, name)) != NULL; i++) {
    if (same_scale(mjs_asMesh(known), scale)) {
      snprintf(name, sizeof name, "%s", first);
      break;
    }
    snprintf(name, sizeof name, "%.*s%d", length, base, i);
  }
  if (!known) {
    mjsMesh* mesh = mjs_addMesh(r->spec, NULL);
    if (!mesh || mjs_setName(mesh->element, name) != 0)
      return fail_at(r, e, NULL, "out of memory");
    set_line(mesh->info, e);
    mjs_setString(mesh->file, file);
    memcpy(mesh->scale, scale, sizeof scale);
  }
  geom->type = mjGEOM_MESH;
  mjs_setString(geom->meshname, name);
  return 0;
}

// ---------------------------------------------------------------- geoms

// shape and size from the first shape present
static int read_shape(Reader* r, const XmlElement* geometry, mjsGeom* geom) {
  const XmlElement* e;
  double length = 0;
  int found = only_child(r, geometry, "box", 0, &e);
  if (found) {
    geom->type = mjGEOM_BOX;
    if (found < 0 || read_numbers(r, e, "size", 3, 1, geom->size) < 0)
      return -1;
    for (int i = 0; i < 3; i++)
      geom->size[i] /= 2;
    return 0;
  }
  for (int capsule = 0; capsule < 2; capsule++) {
    found = only_child(r, geometry, capsule ? "capsule" : "cylinder", 0, &e);
    if (found) {
      geom->type = capsule ? mjGEOM_CAPSULE : mjGEOM_CYLINDER;
      if (found < 0 || read_numbers(r, e, "radius", 1, 1, geom->size) < 0 ||
          read_numbers(r, e, "length", 1, 1, &length) < 0)
        return -1;
      geom->size[1] = length / 2;
      return 0;
    }
  }
  found = only_child(r, geometry, "sphere", 0, &e);
  if (found) {
    geom->type = mjGEOM_SPHERE;
    return found < 0 || read_numbers(r, e, "radius", 1, 1, geom->size) < 0 ? -1 : 0;
  }
  found = only_child(r, geometry, "mesh", 0, &e);
  if (found)
    return found < 0 ? -1 : use_mesh(r, e, geom);
  return fail_at(r, geometry, NULL,
                 "visual geometry specification not found, expected one of: box cylinder capsule "
                 "sphere mesh");
}

static mjsGeom* make_geom(Robot* robot, const XmlElement* e, mjsBody* body) {
  Reader* r = robot->r;
  const XmlElement* geometry;
  mjsGeom* geom = mjs_addGeom(body, NULL);
  if (!geom) {
    fail_at(r, e, NULL, "out of memory");
    return NULL;
  }
  set_line(geom->info, e);

  // URDF requires unique names only within a link: a geom whose name is taken is left unnamed
  const char* name = xml_attribute(e, "name");
  if (name && name[0] && !mjs_findElement(r->spec, mjOBJ_GEOM, name) &&
      mjs_setName(geom->element, name) != 0) {
    fail_at(r, e, "name", "%s", spec_problem(r));
    return NULL;
  }
  if (read_origin(r, e, geom->pos, geom->quat) || only_child(r, e, "geometry", 1, &geometry) < 0 ||
      read_shape(r, geometry, geom))
    return NULL;
  return geom;
}

int make_geoms(Robot* robot, const XmlElement* link, mjsBody* body) {
  float rgba[4] = {0};
  int colored = 0;
  for (const XmlElement* e = link->first; e; e = e->next) {
    const int visual = strcmp(e->name, "visual") == 0;
    if (!visual && strcmp(e->name, "collision") != 0)
      continue;
    if (visual && choose_color(robot, e, rgba, &colored))
      return -1;
    if (visual && robot->r->spec->compiler.discardvisual)
      continue;
    mjsGeom* geom = make_geom(robot, e, body);
    if (!geom)
      return -1;
    if (colored)
      memcpy(geom->rgba, rgba, sizeof rgba);
    geom->contype = geom->conaffinity = visual ? 0 : 1;
    if (visual) {
      geom->group = 1;
      geom->density = 0;
    }
  }
  return 0;
}
