// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Robot descriptions (URDF) to an editable model.
//
// URDF is read leniently, because files in practice hold elements for many programs: unknown
// elements are skipped. Known elements must be complete. An element `mujoco` below `robot` may hold
// the sections compiler, option and size of MJCF; without it bodies that cannot move are fused,
// geoms that do not collide are left out and directories of mesh files are dropped. Angles are
// always in radians, even if it says otherwise.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include <fulcrum/layout.h>
#include <fulcrum/module.h>

#include "loaders/xml/scan.h"
#include "urdf.h"

// ---------------------------------------------------------------- parts

static int compare_names(const void* a, const void* b) {
  const NameIndex *x = a, *y = b;
  const int order = strcmp(x->name, y->name);
  return order ? order : (x->at > y->at) - (x->at < y->at);
}

void sort_names(NameIndex* index, int n) {
  if (n > 0)
    qsort(index, (size_t)n, sizeof(NameIndex), compare_names);
}

int find_name(const NameIndex* index, int n, const char* name) {
  int low = 0, high = n;
  while (low < high) {
    const int middle = low + (high - low) / 2;
    if (strcmp(index[middle].name, name) < 0)
      low = middle + 1;
    else
      high = middle;
  }
  return low < n && strcmp(index[low].name, name) == 0 ? index[low].at : -1;
}

int only_child(Reader* r, const XmlElement* e, const char* tag, int required,
               const XmlElement** child) {
  *child = xml_child(e, tag);
  const XmlElement* second = *child ? xml_next(*child, tag) : NULL;
  if (second) {
    return fail_at(r, second, NULL, "repeated element: '%s', expected it once inside '%s'", tag,
                   e->name);
  }
  if (!*child && required)
    return fail_at(r, e, NULL, "missing element: '%s', expected it inside '%s'", tag, e->name);
  return *child != NULL;
}

int read_origin(Reader* r, const XmlElement* e, double pos[3], double quat[4]) {
  const XmlElement* origin;
  double rpy[3];
  int status = only_child(r, e, "origin", 0, &origin);
  if (status <= 0)
    return status;
  status = read_numbers(r, origin, "rpy", 3, 0, rpy);
  if (status > 0)
    mju_euler2Quat(quat, rpy, "XYZ");
  return status < 0 || read_numbers(r, origin, "xyz", 3, 0, pos) < 0 ? -1 : 0;
}

// ---------------------------------------------------------------- the document

static int read_extension(Reader* r, const XmlElement* root) {
  static const struct {
    const char* tag;
    int (*read)(Reader*, const XmlElement*);
  } sections[] = {{"compiler", read_compiler}, {"option", read_option}, {"size", read_size}};
  const XmlElement *extension, *section;
  int status = only_child(r, root, "mujoco", 0, &extension);
  for (size_t i = 0; i < sizeof sections / sizeof sections[0] && status > 0; i++) {
    const int found = only_child(r, extension, sections[i].tag, 0, &section);
    status = found < 0 || (found && sections[i].read(r, section)) ? -1 : 1;
  }
  r->spec->compiler.degree = 0;
  return status < 0 ? -1 : 0;
}

static int parse_robot(Reader* r) {
  if (parse_main_document(r))
    return -1;
  const XmlElement* root = r->document[0].root;
  if (strcasecmp(root->name, "robot") != 0) {
    return fail_at(r, root, NULL, "Unrecognized XML model type: '%s', expected 'robot'",
                   root->name);
  }
  return 0;
}

// settings first, then the flat lists, then the tree that they describe
static int read_robot(Reader* r) {
  if (parse_robot(r))
    return -1;
  r->spec = mj_makeSpec();
  if (!r->spec)
    return fail_plain(r, "XML Error: out of memory for the spec");
  const XmlElement* root = r->document[0].root;
  mjs_setString(r->spec->modelfiledir, r->source->directory);
  r->spec->strippath = 1;
  r->spec->compiler.fusestatic = 1;
  r->spec->compiler.discardvisual = 1;
  const char* name = xml_attribute(root, "name");
  if (name)
    mjs_setString(r->spec->modelname, name);

  Robot robot = {.r = r};
  const int status = read_extension(r, root) || collect_materials(&robot, root) ||
                     collect_links(&robot, root) || make_bodies(&robot);
  free(robot.link);
  free(robot.link_index);
  free(robot.material);
  free(robot.material_index);
  return status ? -1 : 0;
}

static int load(const FcSource* source, FcLoaded* loaded, char* error, int error_size) {
  return load_document(source, read_robot, loaded, error, error_size);
}

static int sniff(const FcSource* source) {
  const char* tag;
  const int n = xml_first_tag(source->bytes, source->nbyte, &tag);
  return n == 5 && strncasecmp(tag, "robot", 5) == 0 ? 100 : 0;
}

// ---------------------------------------------------------------- what it needs

// reports the document and its meshes, at the paths the compiler will use
static int list_dependencies(const FcSource* source, void (*add)(void* context, const char* path),
                             void* context, char* error, int error_size) {
  FcLoaded loaded = {.size = sizeof loaded};
  if (load(source, &loaded, error, error_size))
    return -1;
  const char* name = source->name;
  char* root = malloc(strlen(name) + 1);
  if (root) {
    snprintf(root, (size_t)(base_name(name) - name) + 1, "%s", name);
    add(context, name);
  }
  for (mjsElement* e = mjs_firstElement(loaded.spec, mjOBJ_MESH); e && root;
       e = mjs_nextElement(loaded.spec, e)) {
    const char* file = mjs_getString(mjs_asMesh(e)->file);
    char* inner = join_path(mjs_getString(loaded.spec->compiler.meshdir), file);
    char* path = inner ? join_path(root, inner) : NULL;
    if (path)
      add(context, path);
    free(inner);
    free(path);
  }
  free(root);
  mj_deleteSpec(loaded.spec);
  return 0;
}

static const FcLoader urdf_loader = {sizeof(FcLoader), sniff, load, list_dependencies};

static const char* const types[] = {".urdf", "text/xml", NULL};
static const FcFace urdf_faces[] = {
    {.size = sizeof(FcFace),
     .kind = FC_LOADER,
     .name = "urdf",
     .table = &urdf_loader,
     .types = types},
};

FC_MODULE_WITH(urdf, "urdf", "1.0.0", "Apache-2.0", &fc_layout, urdf_faces, 0,
               "robot descriptions (URDF) to an editable model", NULL)
