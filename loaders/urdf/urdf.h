// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Shared by the files of the URDF reader. URDF is flat: links and joints are lists, a joint names
// the links that it connects. What is collected first is here; the bodies are made from it.

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
  const XmlElement* joint;  // that connects it to its parent; NULL: there is none
  int first, last, next;    // children in the order of their joints, and sibling; -1: none
  int placed;               // its body is made, or being made
  mjsBody* body;            // that body
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

// first place of a name in an index that sort_names made, -1: none
void sort_names(NameIndex* index, int n);
int find_name(const NameIndex* index, int n, const char* name);

// The only child with this tag: 1, or 0 when there is none. -1 when it is repeated, or missing and
// required.
int only_child(Reader* r, const XmlElement* e, const char* tag, int required,
               const XmlElement** child);

// what `origin` below an element says about its pose; absent parts leave it as it is
int read_origin(Reader* r, const XmlElement* e, double pos[3], double quat[4]);

// where an element was written, for messages of the compiler
void set_line(mjString* info, const XmlElement* e);

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
