// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Meshes, their convex hulls, height fields and planes of a model, each in the frame of its geom.

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <fulcrum/host.h>

#include "renderers/common/common.h"
#include "solids.h"
#include "vector.h"

// cosine between the normals of a vertex and of a face above which the former is used
#define SMOOTH 0.8f

// ---------------------------------------------------------------- triangles

RTCGeometry rt_triangles(RTCDevice device, const float* vert, int nvert, const int* face,
                         int nface) {
  RTCGeometry g = rtcNewGeometry(device, RTC_GEOMETRY_TYPE_TRIANGLE);
  float* v = g ? rtcSetNewGeometryBuffer(g, RTC_BUFFER_TYPE_VERTEX, 0, RTC_FORMAT_FLOAT3,
                                         3 * sizeof(float), (size_t)nvert)
               : NULL;
  unsigned int* f = v ? rtcSetNewGeometryBuffer(g, RTC_BUFFER_TYPE_INDEX, 0, RTC_FORMAT_UINT3,
                                                3 * sizeof(unsigned int), (size_t)nface)
                      : NULL;
  if (!f) {
    if (g)
      rtcReleaseGeometry(g);
    fc_fail("there is no memory for %d triangles", nface);
    return NULL;
  }
  memcpy(v, vert, 3 * (size_t)nvert * sizeof *v);
  for (int i = 0; i < 3 * nface; i++)
    f[i] = (unsigned int)(face ? face[i] : i);
  rtcCommitGeometry(g);
  return g;
}

float rt_density(const float* vert, const int* vindex, const float* texcoord, const int* tindex,
                 int nface) {
  double area = 0, image = 0;
  for (int i = 0; i < 3 * nface && texcoord; i += 3) {
    const float *p[3], *c[3];
    float u[3], v[3], n[3];
    for (int k = 0; k < 3; k++) {
      p[k] = vert + 3 * (vindex ? vindex[i + k] : i + k);
      c[k] = texcoord + 2 * (tindex ? tindex[i + k] : i + k);
    }
    sub3(u, p[1], p[0]);
    sub3(v, p[2], p[0]);
    cross3(n, u, v);
    area += (double)norm3(n);
    image += fabs((double)((c[1][0] - c[0][0]) * (c[2][1] - c[0][1]) -
                           (c[1][1] - c[0][1]) * (c[2][0] - c[0][0])));
  }
  const double ratio = area > 0 ? sqrt(image / area) : 0;
  return isfinite(ratio) ? (float)ratio : 0;
}

static void* array(size_t n, size_t size) { return calloc(n ? n : 1, size); }

// Takes ownership of normals and coordinates.
static int make_solid(Solid* solid, RTCDevice device, const float* vert, int nvert, const int* face,
                      int nface, float* normal, float* texcoord) {
  Solid made = {.nface = nface, .normal = normal, .texcoord = texcoord};
  made.density = rt_density(vert, face, texcoord, NULL, nface);
  RTCGeometry g = nface ? rt_triangles(device, vert, nvert, face, nface) : NULL;
  if (nface) {
    made.scene = g ? rtcNewScene(device) : NULL;
    if (!made.scene) {
      if (g)
        rtcReleaseGeometry(g);
      rt_free_solid(&made);
      return -1;
    }
    rtcSetSceneFlags(made.scene, RTC_SCENE_FLAG_ROBUST | RTC_SCENE_FLAG_CONTEXT_FILTER_FUNCTION);
    rtcAttachGeometryByID(made.scene, g, 0);
    rtcReleaseGeometry(g);
    rtcCommitScene(made.scene);
  }
  rt_free_solid(solid);
  *solid = made;
  return 0;
}

void rt_free_solid(Solid* solid) {
  if (solid->scene)
    rtcReleaseScene(solid->scene);
  free(solid->normal);
  free(solid->texcoord);
  memset(solid, 0, sizeof *solid);
}

// ---------------------------------------------------------------- meshes

int rt_make_mesh(Solid* solid, RTCDevice device, const mjModel* m, int id) {
  const float* vertex = m->mesh_vert + 3 * m->mesh_vertadr[id];
  const float* own = m->mesh_normal + 3 * m->mesh_normaladr[id];
  const float* coordinates =
      m->mesh_texcoordadr[id] >= 0 ? m->mesh_texcoord + 2 * m->mesh_texcoordadr[id] : NULL;
  const int first = m->mesh_faceadr[id], n = m->mesh_facenum[id];
  float* normal = array((size_t)n, 9 * sizeof *normal);
  float* texcoord = coordinates ? array((size_t)n, 6 * sizeof *texcoord) : NULL;
  if (!normal || (coordinates && !texcoord)) {
    free(normal);
    free(texcoord);
    return fc_fail("there is no memory for the mesh %d (%s)", id, m->names + m->name_meshadr[id]);
  }
  for (int i = 0; i < n; i++) {
    const int* face = m->mesh_face + 3 * (first + i);
    float flat[3];
    face_normal(vertex + 3 * face[0], vertex + 3 * face[1], vertex + 3 * face[2], flat);
    for (int k = 0; k < 3; k++) {
      const float* smooth = own + 3 * m->mesh_facenormal[3 * (first + i) + k];
      const int use =
          coordinates || mju_dot3((mjtNum[3]){smooth[0], smooth[1], smooth[2]},
                                  (mjtNum[3]){flat[0], flat[1], flat[2]}) >= (mjtNum)SMOOTH;
      memcpy(normal + 9 * i + 3 * k, use ? smooth : flat, sizeof flat);
      if (texcoord)
        memcpy(texcoord + 6 * i + 2 * k,
               coordinates + 2 * m->mesh_facetexcoord[3 * (first + i) + k], 2 * sizeof *texcoord);
    }
  }
  return make_solid(solid, device, vertex, m->mesh_vertnum[id], m->mesh_face + 3 * first, n, normal,
                    texcoord);
}

// The graph of a hull: numbers of vertices and faces, then per vertex an address and its id, edges,
// and three ids per face.
int rt_make_hull(Solid* solid, RTCDevice device, const mjModel* m, int id) {
  rt_free_solid(solid);
  if (m->mesh_graphadr[id] < 0)
    return 0;
  const int* graph = m->mesh_graph + m->mesh_graphadr[id];
  const int nface = graph[1];
  const int* face = graph + 2 + 3 * graph[0] + 3 * nface;
  const float* coordinates =
      m->mesh_texcoordadr[id] >= 0 ? m->mesh_texcoord + 2 * m->mesh_texcoordadr[id] : NULL;
  float* texcoord = coordinates ? array((size_t)nface, 6 * sizeof *texcoord) : NULL;
  if (coordinates && !texcoord)
    return fc_fail("there is no memory for the hull of the mesh %d (%s)", id,
                   m->names + m->name_meshadr[id]);
  for (int i = 0; i < 3 * nface && texcoord; i++)
    if (face[i] < m->mesh_texcoordnum[id])
      memcpy(texcoord + 2 * i, coordinates + 2 * face[i], 2 * sizeof *texcoord);
  return make_solid(solid, device, m->mesh_vert + 3 * m->mesh_vertadr[id], m->mesh_vertnum[id],
                    face, nface, NULL, texcoord);
}

// ---------------------------------------------------------------- height fields

// A list of faces that grows within its allocated memory.
typedef struct Faces_ {
  int* face;
  int n;
} Faces;

static void add_face(Faces* f, int a, int b, int c) {
  int* face = f->face + 3 * f->n++;
  face[0] = a;
  face[1] = b;
  face[2] = c;
}

// a wall from the edge down, from point `from` on, n points in steps; seen from outside from left
// to right. The point below point i is i + below.
static void add_wall(Faces* f, int from, int step, int n, int below) {
  for (int i = from; n > 1; n--, i += step) {
    add_face(f, i, i + below, i + step);
    add_face(f, i + step, i + below, i + step + below);
  }
}

// two triangles per cell that share the diagonal which collisions use, four sides, a bottom
static void add_field(Faces* f, int rows, int columns) {
  const int n = rows * columns;
  for (int r = 0; r + 1 < rows; r++) {
    for (int c = 0; c + 1 < columns; c++) {
      const int i = r * columns + c;
      add_face(f, i, i + columns + 1, i + columns);
      add_face(f, i, i + 1, i + columns + 1);
    }
  }
  add_wall(f, 0, 1, columns, n);
  add_wall(f, columns - 1, columns, rows, n);
  add_wall(f, n - 1, -1, columns, n);
  add_wall(f, n - columns, -columns, rows, n);
  add_face(f, n, 2 * n - columns, 2 * n - 1);
  add_face(f, n, 2 * n - 1, n + columns - 1);
}

int rt_make_hfield(Solid* solid, RTCDevice device, const mjModel* m, int id) {
  const int rows = m->hfield_nrow[id], columns = m->hfield_ncol[id], n = rows * columns;
  const mjtNum* size = m->hfield_size + 4 * id;
  const float* height = m->hfield_data + m->hfield_adr[id];
  const size_t nface =
      2 * (size_t)(rows - 1) * (size_t)(columns - 1) + 4 * (size_t)(rows + columns);
  float* vert = array(2 * (size_t)n, 3 * sizeof *vert);
  Faces faces = {array(nface, 3 * sizeof *faces.face), 0};
  int status;
  if (!vert || !faces.face) {
    status = fc_fail("there is no memory for the height field %d (%s)", id,
                     m->names + m->name_hfieldadr[id]);
  } else {
    for (int i = 0; i < n; i++) {
      float* top = vert + 3 * i;
      top[0] = (float)size[0] * (2 * (float)(i % columns) / (float)(columns - 1) - 1);
      top[1] = (float)size[1] * (2 * (float)(i / columns) / (float)(rows - 1) - 1);
      top[2] = (float)size[2] * height[i];
      memcpy(top + 3 * n, top, 2 * sizeof *top);
      top[3 * n + 2] = -(float)size[3];
    }
    add_field(&faces, rows, columns);
    status = make_solid(solid, device, vert, 2 * n, faces.face, faces.n, NULL, NULL);
  }
  free(vert);
  free(faces.face);
  return status;
}

// ---------------------------------------------------------------- planes and skins

Plane rt_make_plane(const mjModel* m, int geom) {
  Plane plane;
  for (int axis = 0; axis < 2; axis++) {
    const double size = m->geom_size[3 * geom + axis];
    const int material = m->geom_matid[geom];
    const double repeat = material >= 0 ? (double)m->mat_texrepeat[2 * material + axis] : 0;
    const double far = (double)m->vis.map.zfar * m->stat.extent;
    const double cell = repeat > 0 ? 2 / repeat : 2.1 * far / (mjMAXPLANEGRID - 2);
    // the cell of a texture that hardly repeats may extend beyond the reach of rays
    const double half = size > 0 ? size : mjMIN(0.5 * (2.1 * far + 2 * cell), 1e17);
    const double least = half / (mjMAXPLANEGRID - 2);
    const double spacing =
        size > 0 ? mjMAX((double)m->geom_size[3 * geom + 2], least) : half / mjMAXPLANEGRID;
    const int cells = size > 0 ? (int)floor(half / spacing) : mjMAXPLANEGRID;
    plane.half[axis] = (float)half;
    plane.spacing[axis] = (float)spacing;
    plane.cells[axis] = cells - cells % 2;
  }
  return plane;
}

int rt_make_skin(Skin* skin, const mjModel* m, int id) {
  skin->nvert = m->skin_vertnum[id];
  skin->nface = m->skin_facenum[id];
  const size_t faces = 3 * (size_t)skin->nface, coordinates = 2 * (size_t)skin->nvert;
  const int textured = m->skin_texcoordadr[id] >= 0;
  skin->face = array(faces, sizeof *skin->face);
  skin->texcoord = textured ? array(coordinates, sizeof *skin->texcoord) : NULL;
  if (!skin->face || (textured && !skin->texcoord))
    return fc_fail("there is no memory for the skin %d (%s)", id, m->names + m->name_skinadr[id]);
  memcpy(skin->face, m->skin_face + 3 * m->skin_faceadr[id], faces * sizeof *skin->face);
  if (textured)
    memcpy(skin->texcoord, m->skin_texcoord + 2 * m->skin_texcoordadr[id],
           coordinates * sizeof *skin->texcoord);
  return 0;
}

void rt_free_skin(Skin* skin) {
  free(skin->face);
  free(skin->texcoord);
  memset(skin, 0, sizeof *skin);
}
