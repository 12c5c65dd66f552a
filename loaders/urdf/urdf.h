// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Shared by the files of the URDF reader. URDF is flat: links and joints are lists, a joint names
// the links that it connects. Both are first collected in these structures, from which the bodies
// are made.

#ifndef LOADERS_URDF_URDF_H_
#define LOADERS_URDF_URDF_H_

#include "loaders/xml/reader.h"

// names with their places, for binary search
typedef struct NameIndex {
  const char* name;
  int at;
} NameIndex;

typedef struct Link {
  const char* name;
  const XmlElement* element;
  const XmlElement* joint;  // connects it to its parent; NULL: none
  int first, last, next;    // children in the order of their joints, and sibling; -1: none
  int placed;               // its body has been made, or is being made
  mjsBody* body;            // its body
} Link;

typedef struct Material {
  const XmlElement* element;
  float rgba[4];
} Material;

typedef struct Robot {
  Reader* r;
  Link* link;
  int nlink;
  NameIndex* link_index;
  Material* material;
  int nmaterial;
  NameIndex* material_index;
} Robot;

// ---------------------------------------------------------------- urdf.c

// first position of a name in an index made by sort_names, -1: none
void sort_names(NameIndex* index, int n);
int find_name(const NameIndex* index, int n, const char* name);

// The only child with this tag: 1, or 0 when there is none. -1 when it is repeated, or missing and
// required.
int only_child(Reader* r, const XmlElement* e, const char* tag, int required,
               const XmlElement** child);

// read the pose from `origin` below an element; absent parts leave it unchanged
int read_origin(Reader* r, const XmlElement* e, double pos[3], double quat[4]);

// ---------------------------------------------------------------- links.c

int collect_links(Robot* robot, const XmlElement* root);
int make_bodies(Robot* robot);

// ---------------------------------------------------------------- joint.c

int make_joints(Robot* robot, const XmlElement* joint, mjsBody* body);

// ---------------------------------------------------------------- geometry.c

int collect_materials(Robot* robot, const XmlElement* root);
int make_geoms(Robot* robot, const XmlElement* link, mjsBody* body);

// path without directories
const char* base_name(const char* path);

#endif  // LOADERS_URDF_URDF_H_
