// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Support functions: the farthest point of an object in a direction, in closed form but for meshes.
// A mesh with a hull graph is climbed from neighbour to neighbour, beginning where the last search
// ended; directions change little from call to call, so that is a few steps.

#include "collision/convex/convex.h"

void object_init(Object* o, const mjModel* m, const mjData* d, int geom, mjtNum margin) {
  object_init_posed(o, m, geom, margin, d->geom_xpos + 3 * geom, d->geom_xmat + 9 * geom);
}

void object_init_piece(Object* o, const FcPiece* piece) {
  *o = (Object){.type = mjGEOM_HFIELD, .feature = -1, .vertex = -1, .mesh = -1, .piece = piece};
  fc_copy3(o->pos, piece->center);
}

void object_init_posed(Object* o, const mjModel* m, int geom, mjtNum margin, const mjtNum pos[3],
                       const mjtNum mat[9]) {
  *o = (Object){.type = m->geom_type[geom],
                .size = m->geom_size + 3 * geom,
                .inflate = margin,
                .feature = -1,
                .vertex = -1,
                .m = m,
                .mesh = -1};
  fc_copy3(o->pos, pos);
  fc_copy9(o->mat, mat);
  if (o->type != mjGEOM_MESH) return;
  int id = o->mesh = m->geom_dataid[geom];
  o->vert = m->mesh_vert + 3 * m->mesh_vertadr[id];
  o->nvert = m->mesh_vertnum[id];
  if (m->mesh_graphadr[id] >= 0 && o->nvert >= 10) {
    const int* graph = m->mesh_graph + m->mesh_graphadr[id];
    o->edge_start = graph + 2;
    o->edge_vertex = o->edge_start + graph[0];
    o->edge = o->edge_vertex + graph[0];
  }
}

static inline mjtNum dot_vertex(const float* v, const mjtNum dir[3]) {
  return dir[0] * (mjtNum)v[0] + dir[1] * (mjtNum)v[1] + dir[2] * (mjtNum)v[2];
}

// Vertex id; the search begins where the last one ended.
static int mesh_support(Object* o, const mjtNum dir[3]) {
  if (!o->edge_start) {
    int best = o->vertex < 0 ? 0 : o->vertex;
    mjtNum most = dot_vertex(o->vert + 3 * best, dir);
    for (int i = 0; i < o->nvert; i++) {
      mjtNum value = dot_vertex(o->vert + 3 * i, dir);
      if (value > most) {
        most = value;
        best = i;
      }
    }
    return o->vertex = best;
  }

  // the start itself is not looked at: any neighbour is better
  int best = o->vertex < 0 ? 0 : o->vertex;
  mjtNum most = -(mjtNum)FLT_MAX;
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

// First corner farthest along dir. Pieces stand in the frame of the search and are not turned.
static void piece_support(const FcPiece* piece, const mjtNum dir[3], mjtNum point[3]) {
  int begin = 0, end = piece->ncorner;
  if (piece->nlower && dir[2] < 0) end = piece->nlower;
  if (piece->nlower && !(dir[2] < 0)) begin = piece->nlower;
  int best = begin;
  mjtNum most = fc_dot3(dir, piece->corner + 3 * begin);
  for (int i = begin + 1; i < end; i++) {
    mjtNum value = fc_dot3(dir, piece->corner + 3 * i);
    if (value > most) {
      most = value;
      best = i;
    }
  }
  fc_copy3(point, piece->corner + 3 * best);
}

static void ellipsoid_support(const mjtNum size[3], const mjtNum l[3], mjtNum local[3]) {
  mjtNum v[3] = {size[0] * l[0], size[1] * l[1], size[2] * l[2]};
  mjtNum vv = fc_dot3(v, v);
  if (vv < mjMINVAL * mjMINVAL) {
    fc_set3(local, size[0], 0, 0);
    return;
  }
  mjtNum inv = 1 / fc_sqrt(vv);
  for (int k = 0; k < 3; k++) local[k] = size[k] * inv * v[k];
}

static void cylinder_support(const mjtNum size[3], const mjtNum l[3], mjtNum local[3]) {
  mjtNum rho2 = l[0] * l[0] + l[1] * l[1];
  mjtNum scale = rho2 >= mjMINVAL * mjMINVAL ? size[0] / fc_sqrt(rho2) : 0;
  fc_set3(local, l[0] * scale, l[1] * scale, l[2] >= 0 ? size[1] : -size[1]);
}

// Capsules and spheres as their cores: axis or centre.
static void core_support(const Object* o, const mjtNum dir[3], mjtNum point[3]) {
  fc_copy3(point, o->pos);
  if (o->type != mjGEOM_CAPSULE) return;
  mjtNum axis[3];
  fc_column3(axis, o->mat, 2);
  fc_addToScl3(point, axis, fc_dot3(axis, dir) >= 0 ? o->size[1] : -o->size[1]);
}

void object_support(Object* o, const mjtNum dir[3], mjtNum point[3]) {
  if (o->core) {
    core_support(o, dir, point);
    return;
  }
  const mjtNum* size = o->size;
  mjtNum l[3], local[3];
  if (o->piece) {
    piece_support(o->piece, dir, point);
    return;
  }
  if (o->type == mjGEOM_SPHERE) {
    fc_addScl3(point, o->pos, dir, size[0]);
  } else {
    fc_mulMatTVec3(l, o->mat, dir);
    switch (o->type) {
      case mjGEOM_CAPSULE:
        fc_scl3(local, l, size[0]);
        local[2] += l[2] >= 0 ? size[1] : -size[1];
        break;
      case mjGEOM_ELLIPSOID: ellipsoid_support(size, l, local); break;
      case mjGEOM_CYLINDER: cylinder_support(size, l, local); break;
      case mjGEOM_BOX:
        o->feature = (l[0] >= 0) | (l[1] >= 0) << 1 | (l[2] >= 0) << 2;
        for (int k = 0; k < 3; k++) local[k] = l[k] >= 0 ? size[k] : -size[k];
        break;
      default:
        o->feature = mesh_support(o, l);
        for (int k = 0; k < 3; k++) local[k] = (mjtNum)o->vert[3 * o->feature + k];
    }
    fc_mulMatVec3(point, o->mat, local);
    fc_addTo3(point, o->pos);
  }
  if (o->inflate > 0) fc_addToScl3(point, dir, o->inflate / 2);
}

void vertex_support(Vertex* v, Object* a, Object* b, const mjtNum dir[3]) {
  mjtNum opposite[3] = {-dir[0], -dir[1], -dir[2]};
  object_support(a, dir, v->a);
  object_support(b, opposite, v->b);
  fc_sub3(v->w, v->a, v->b);
  v->feature_a = a->feature;
  v->feature_b = b->feature;
}
