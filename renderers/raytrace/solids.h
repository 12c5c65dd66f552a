// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Triangles that persist between pictures: meshes, their hulls, height fields; and the constant
// data of skins.

#ifndef RENDERERS_RAYTRACE_SOLIDS_H_
#define RENDERERS_RAYTRACE_SOLIDS_H_

#include <embree3/rtcore.h>

#include <mujoco/mujoco.h>

// Triangles in the frame of a geom, and their Embree scene. The corners of face i are at normal + 9
// i and texcoord + 6 i.
typedef struct Solid_ {
  int nface;
  float* normal;    // NULL: the faces are flat
  float* texcoord;  // NULL: there are none
  float density;    // rt_density
  RTCScene scene;   // NULL: empty
} Solid;

// The triangles of a skin, in terms of vertices that the scene moves.
typedef struct Skin_ {
  int nvert, nface;
  int* face;
  float* texcoord;  // 2 per vertex; NULL: there are none
} Skin;

int rt_make_mesh(Solid* solid, RTCDevice device, const mjModel* m, int id);
int rt_make_hull(Solid* solid, RTCDevice device, const mjModel* m, int id);
int rt_make_hfield(Solid* solid, RTCDevice device, const mjModel* m, int id);
void rt_free_solid(Solid* solid);
int rt_make_skin(Skin* skin, const mjModel* m, int id);
void rt_free_skin(Skin* skin);

// A plane of a model, an infinite one as far as it is visible, and the lines of its grid: along
// each axis at (2 i - cells) spacing for i = 0 ... cells, and at its ends.
typedef struct Plane_ {
  float half[2];  // m
  int cells[2];
  float spacing[2];  // m
} Plane;

Plane rt_make_plane(const mjModel* m, int geom);

// A committed geometry of triangles; NULL with a reason. `face` NULL: every three vertices form a
// triangle.
RTCGeometry rt_triangles(RTCDevice device, const float* vert, int nvert, const int* face,
                         int nface);

// Texture coordinates per m, on average: the root of the ratio of areas. Corner i of the triangles
// is point vindex[i] and has the coordinates tindex[i]; NULL: i.
float rt_density(const float* vert, const int* vindex, const float* texcoord, const int* tindex,
                 int nface);

#endif  // RENDERERS_RAYTRACE_SOLIDS_H_
