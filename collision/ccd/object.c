// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Objects and their support points. Where the direction has no component along an axis, the
// coordinate stays in the middle of the shape, so a face perpendicular to the direction is
// represented by its centre.

#include "collision/ccd/object.h"

void ccd_init(Object* o, const mjModel* m, int geom, const mjtNum pos[3], const mjtNum mat[9],
              mjtNum margin) {
  *o = (Object){.type = m->geom_type[geom], .size = m->geom_size + 3 * geom, .inflate = margin};
  fc_copy3(o->pos, pos);
  fc_copy9(o->mat, mat);
  if (o->type != mjGEOM_MESH)
    return;
  int id = m->geom_dataid[geom];
  o->vert = m->mesh_vert + 3 * m->mesh_vertadr[id];
  o->nvert = m->mesh_vertnum[id];
  if (m->mesh_graphadr[id] < 0)
    return;
  const int* graph = m->mesh_graph + m->mesh_graphadr[id];
  o->edge_start = graph + 2;
  o->edge_vertex = o->edge_start + graph[0];
  o->edge = o->edge_vertex + graph[0];
}

void ccd_init_piece(Object* o, const FcPiece* piece) {
  *o = (Object){.type = mjGEOM_HFIELD, .piece = piece};
  fc_copy3(o->pos, piece->center);
}

void ccd_init_hull(Object* o, const FcRounded* hull) {
  *o = (Object){.type = mjGEOM_HFIELD, .hull = hull};
  fc_copy3(o->pos, hull->center);
}

static mjtNum dot_vertex(const float* v, const mjtNum dir[3]) {
  return dir[0] * (mjtNum)v[0] + dir[1] * (mjtNum)v[1] + dir[2] * (mjtNum)v[2];
}

// Vertex id: climb along hull edges, starting where the last climb ended; without a hull graph, the
// first of the farthest vertices.
static int mesh_support(Object* o, const mjtNum dir[3]) {
  if (!o->edge_start) {
    int best = 0;
    mjtNum most = dot_vertex(o->vert, dir);
    for (int i = 1; i < o->nvert; i++) {
      mjtNum value = dot_vertex(o->vert + 3 * i, dir);
      if (value > most) {
        most = value;
        best = i;
      }
    }
    return best;
  }
  int best = o->vertex;
  mjtNum most = dot_vertex(o->vert + 3 * o->edge_vertex[best], dir);
  for (int from = -1; from != best;) {
    from = best;
    for (const int* next = o->edge + o->edge_start[from]; *next >= 0; next++) {
      mjtNum value = dot_vertex(o->vert + 3 * o->edge_vertex[*next], dir);
      if (value > most) {
        most = value;
        best = *next;
      }
    }
  }
  o->vertex = best;
  return o->edge_vertex[best];
}

void ccd_support(Object* o, const mjtNum dir[3], mjtNum point[3]) {
  const mjtNum* size = o->size;
  mjtNum l[3], local[3], rho;
  if (o->piece) {
    fc_copy3(point, fc_farthestCorner(o->piece, dir));
    return;
  }
  if (o->hull) {
    fc_roundedPoint(point, o->hull, dir);
    return;
  }
  fc_mulMatTVec3(l, o->mat, dir);
  switch (o->type) {
    case mjGEOM_SPHERE: fc_scl3(local, l, size[0]); break;
    case mjGEOM_CAPSULE:
      fc_scl3(local, l, size[0]);
      local[2] += fc_sign(l[2]) * size[1];
      break;
    case mjGEOM_ELLIPSOID:
      for (int k = 0; k < 3; k++)
        local[k] = size[k] * l[k];
      fc_normalize3(local);
      for (int k = 0; k < 3; k++)
        local[k] *= size[k];
      break;
    case mjGEOM_CYLINDER:
      rho = fc_sqrt(l[0] * l[0] + l[1] * l[1]);
      fc_set3(local, 0, 0, fc_sign(l[2]) * size[1]);
      for (int k = 0; k < 2 && rho > mjMINVAL; k++)
        local[k] = l[k] / rho * size[0];
      break;
    case mjGEOM_BOX:
      for (int k = 0; k < 3; k++)
        local[k] = fc_sign(l[k]) * size[k];
      break;
    default: {
      const float* v = o->vert + 3 * mesh_support(o, l);
      fc_set3(local, (mjtNum)v[0], (mjtNum)v[1], (mjtNum)v[2]);
    }
  }
  fc_addToScl3(local, l, o->inflate / 2);
  fc_mulMatVec3(point, o->mat, local);
  fc_addTo3(point, o->pos);
}
