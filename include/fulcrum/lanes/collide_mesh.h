// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// A plane against a mesh of few vertices: collision/plane in lanes. The lowest vertex is found for
// all lanes at once; its neighbours lane by lane, where it touches the plane.

#ifndef FULCRUM_LANES_COLLIDE_MESH_H_
#define FULCRUM_LANES_COLLIDE_MESH_H_

#include <fulcrum/lanes/collide_boxes.h>
#include <fulcrum/lanes/collide_plane.h>

enum { MAX_MESH_VERTICES = 200 };

typedef struct Mesh_ {
  int nvert;
  const float* vert;
  // the hull as a graph; NULL: none
  const int16_t* start;   // of the neighbours of a hull vertex in `edge`, which end with -1
  const int16_t* global;  // vertex of a hull vertex
  const int16_t* edge;
} Mesh;

LANE_INLINE Vec mesh_vertex(const Mesh* mesh, int i) {
  const float* v = mesh->vert + 3 * i;
  return (Vec){{num_of((real)v[0]), num_of((real)v[1]), num_of((real)v[2])}};
}

// The vertex of a lane that is farthest along the direction of `value`: of the hull, or without it
// of all.
static int mesh_support(const Mesh* mesh, const num* value, int l) {
  int best = 0;
  if (!mesh->start) {
    for (int i = 1; i < mesh->nvert; i++)
      best = lane(value[i], l) > lane(value[best], l) ? i : best;
    return best;
  }
  real most = lane(value[mesh->global[0]], l);
  for (int from = -1; from != best;) {
    from = best;
    for (const int16_t* next = mesh->edge + mesh->start[from]; *next >= 0; next++)
      if (lane(value[mesh->global[*next]], l) > most) {
        most = lane(value[mesh->global[*next]], l);
        best = *next;
      }
  }
  return best;
}

LANE_INLINE Vec mesh_point(const Mesh* mesh, const Shape* o, int i) {
  return vec_add(mat_mul(o->mat, mesh_vertex(mesh, i)), vec_of(o->pos));
}

// Adds a vertex in one lane unless it is near the first point; returns the number of points.
static int add_vertex(Points* p, mask m, const Shape* plane, const Shape* o, const Mesh* mesh,
                      int i, num margin, num rbound, int n) {
  const Vec point = mesh_point(mesh, o, i);
  const num dist = height_above(plane, point);
  if (n) {
    const Vec apart = vec_sub(point, p->pos[0]);
    m &= less(dist, margin) & ~less(num_sqrt(vec_dot(apart, apart)), num_of((real)0.3) * rbound);
  } else {
    m &= ~less(margin, dist);
  }
  if (!any(m))
    return n;
  add_below(p, m, mat_column(plane->mat, 2), point, dist);
  return n + 1;
}

static void plane_mesh(Points* p, mask m, const Shape* plane, const Shape* o, num margin,
                       const Mesh* mesh, num rbound) {
  // farthest vertices downwards
  num value[MAX_MESH_VERTICES];
  const Vec normal = mat_column(plane->mat, 2);
  const Vec down = vec_scale(mat_mul_transposed(o->mat, normal), num_of(-1));
  num most = value[0] = vec_dot(down, mesh_vertex(mesh, 0));
  for (int i = 1; i < mesh->nvert; i++) {
    value[i] = vec_dot(down, mesh_vertex(mesh, i));
    most = num_max(most, value[i]);
  }
  const num height = height_above(plane, vec_of(o->pos)) - most;
  m &= ~less(margin + num_of(BOX_WIDER) * rbound, height);
  if (!any(m))
    return;

  // each lane its own vertices
  for (int l = 0; l < LANES; l++) {
    num one = num_of(0);
    set_lane(&one, l, 1);
    const mask own = m & equal(one, num_of(1));
    if (!any(own))
      continue;
    const int lowest = mesh_support(mesh, value, l);
    int n = add_vertex(p, own, plane, o, mesh, mesh->start ? mesh->global[lowest] : lowest, margin,
                       rbound, 0);
    if (!n)
      continue;
    if (mesh->start) {
      for (const int16_t* next = mesh->edge + mesh->start[lowest]; *next >= 0 && n < 3; next++)
        n = add_vertex(p, own, plane, o, mesh, mesh->global[*next], margin, rbound, n);
    } else {
      for (int i = 0; i < mesh->nvert && n < 3; i++)
        if (i != lowest)
          n = add_vertex(p, own, plane, o, mesh, i, margin, rbound, n);
    }
  }
}

#endif  // FULCRUM_LANES_COLLIDE_MESH_H_
