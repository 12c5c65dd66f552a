// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The polytope that EPA starts from: a closed surface of triangles around the origin, grown from
// the simplex that GJK ended with. A segment gets three vertices around it, a triangle one on each
// side, a tetrahedron is one already.

#include <fulcrum/math.h>

#include "collision/convex/polytope.h"
#include "collision/convex/simplex.h"
#include "collision/convex/support.h"

mjtNum polytope_attach(Polytope* p, int v0, int v1, int v2, int next0, int next1, int next2) {
  Face* f = p->face + p->nface++;
  f->v[0] = v0;
  f->v[1] = v1;
  f->v[2] = v2;
  f->next[0] = next0;
  f->next[1] = next1;
  f->next[2] = next2;
  f->place = -1;
  f->deleted = 0;
  f->pp = 0;
  if (!plane_projection(f->p, p->vertex[v2].w, p->vertex[v1].w, p->vertex[v0].w))
    return 0;
  return f->pp = fc_dot3(f->p, f->p);
}

void polytope_add_candidate(Polytope* p, int face) {
  p->face[face].place = p->ncandidate;
  p->candidate[p->ncandidate++] = face;
}

// Support vertex in a direction of any length; returns its index.
static int add_vertex(Polytope* p, Object* a, Object* b, const mjtNum dir[3]) {
  mjtNum unit[3];
  mjtNum length = fc_norm3(dir);
  if (length > mjMINVAL)
    for (int k = 0; k < 3; k++)
      unit[k] = dir[k] / length;
  else
    fc_set3(unit, 1, 0, 0);
  vertex_support(p->vertex + p->nvertex, a, b, unit);
  return p->nvertex++;
}

// Six faces of a double pyramid. Returns the first face through the origin, or -1.
static int attach_six(Polytope* p, const int v[6][3]) {
  static const int next[6][3] = {{1, 3, 2}, {2, 4, 0}, {0, 5, 1}, {5, 0, 4}, {3, 1, 5}, {4, 2, 3}};
  for (int k = 0; k < 6; k++)
    if (polytope_attach(p, v[k][0], v[k][1], v[k][2], next[k][0], next[k][1], next[k][2]) <
        mjMINVAL * mjMINVAL)
      return k;
  return -1;
}

static int all_candidates(Polytope* p) {
  for (int k = 0; k < p->nface; k++)
    polytope_add_candidate(p, k);
  return 1;
}

// 1 when a tip of the double pyramid lies in its base triangle.
static int in_triangle(const mjtNum v[3], const Vertex* s) {
  mjtNum c[3], error[3];
  affine_coordinates(c, v, s[0].w, s[1].w, s[2].w);
  if (!(c[0] >= 0 && c[1] >= 0 && c[2] >= 0))
    return 0;
  fc_scl3(error, v, -1);
  for (int k = 0; k < 3; k++)
    fc_addToScl3(error, s[k].w, c[k]);
  return fc_norm3(error) < mjMINVAL;
}

static int from_triangle(Polytope* p, const Vertex triangle[3], Object* a, Object* b) {
  static const int faces[6][3] = {{3, 0, 1}, {3, 2, 0}, {3, 1, 2}, {4, 1, 0}, {4, 0, 2}, {4, 2, 1}};
  Vertex s[3] = {triangle[0], triangle[1], triangle[2]};
  p->nvertex = p->nface = p->ncandidate = 0;
  for (int k = 0; k < 3; k++)
    p->vertex[p->nvertex++] = s[k];

  // tips on both sides
  mjtNum d1[3], d2[3], n[3], opposite[3];
  fc_sub3(d1, s[1].w, s[0].w);
  fc_sub3(d2, s[2].w, s[0].w);
  fc_cross(n, d1, d2);
  if (fc_norm3(n) < mjMINVAL)
    return 0;
  fc_scl3(opposite, n, -1);
  p->nvertex = 4;
  add_vertex(p, a, b, opposite);
  p->nvertex = 3;
  add_vertex(p, a, b, n);
  p->nvertex = 5;
  if (in_triangle(p->vertex[3].w, s) || in_triangle(p->vertex[4].w, s))
    return 0;
  return attach_six(p, faces) < 0 && all_candidates(p);
}

// Restart with the vertices of a face through the origin.
static int from_face(Polytope* p, int face, Object* a, Object* b) {
  const int* v = p->face[face].v;
  Vertex s[3] = {p->vertex[v[0]], p->vertex[v[1]], p->vertex[v[2]]};
  return from_triangle(p, s, a, b);
}

// Matrix of a rotation by 120 degrees about the direction d.
static void turn_120(mjtNum mat[9], const mjtNum d[3]) {
  const mjtNum s = 0.86602540378, c = -0.5;
  mjtNum length = fc_norm3(d), x = d[0] / length, y = d[1] / length, z = d[2] / length;
  mjtNum xy = x * y * (1 - c), xz = x * z * (1 - c), yz = y * z * (1 - c);
  fc_set3(mat, c + x * x * (1 - c), xy - z * s, xz + y * s);
  fc_set3(mat + 3, xy + z * s, c + y * y * (1 - c), yz - x * s);
  fc_set3(mat + 6, xz - y * s, yz + x * s, c + z * z * (1 - c));
}

static int from_segment(Polytope* p, const Vertex segment[2], Object* a, Object* b) {
  static const int faces[6][3] = {{0, 2, 3}, {0, 4, 2}, {0, 3, 4}, {1, 3, 2}, {1, 2, 4}, {1, 4, 3}};
  p->vertex[p->nvertex++] = segment[0];
  p->vertex[p->nvertex++] = segment[1];

  // three directions around the segment
  mjtNum d[3], axis[3] = {0}, turn[9], d1[3], d2[3], d3[3];
  fc_sub3(d, segment[1].w, segment[0].w);
  int least = 0;
  for (int k = 1; k < 3; k++)
    if (fc_abs(d[k]) < fc_abs(d[least]))
      least = k;
  axis[least] = 1;
  fc_cross(d1, axis, d);
  turn_120(turn, d);
  fc_mulMatVec3(d2, turn, d1);
  fc_mulMatVec3(d3, turn, d2);
  add_vertex(p, a, b, d1);
  add_vertex(p, a, b, d2);
  add_vertex(p, a, b, d3);

  int bad = attach_six(p, faces);
  if (bad >= 0)
    return from_face(p, bad, a, b);

  // the segment must pass through the triangle
  mjtNum q[4][3];
  for (int k = 0; k < 4; k++)
    fc_sub3(q[k], p->vertex[k + 1].w, p->vertex[0].w);
  mjtNum t1 = determinant(q[1], q[2], q[0]), t2 = determinant(q[2], q[3], q[0]),
         t3 = determinant(q[3], q[1], q[0]);
  int through = (t1 >= 0 && t2 >= 0 && t3 >= 0) || (t1 <= 0 && t2 <= 0 && t3 <= 0);
  return through && all_candidates(p);
}

// Origin and the fourth vertex strictly on the same side of a face.
static int same_side(const mjtNum v0[3], const mjtNum v1[3], const mjtNum v2[3],
                     const mjtNum v3[3]) {
  mjtNum d1[3], d2[3], d3[3], n[3];
  fc_sub3(d1, v1, v0);
  fc_sub3(d2, v2, v0);
  fc_sub3(d3, v3, v0);
  fc_cross(n, d1, d2);
  mjtNum vertex = fc_dot3(n, d3), origin = -fc_dot3(n, v0);
  return (vertex > 0 && origin > 0) || (vertex < 0 && origin < 0);
}

static int from_tetrahedron(Polytope* p, const Vertex v[4], Object* a, Object* b) {
  static const int faces[4][3] = {{0, 1, 2}, {0, 3, 1}, {0, 2, 3}, {3, 2, 1}};
  static const int next[4][3] = {{1, 3, 2}, {2, 3, 0}, {0, 3, 1}, {2, 0, 1}};
  for (int k = 0; k < 4; k++)
    p->vertex[p->nvertex++] = v[k];
  for (int k = 0; k < 4; k++)
    if (polytope_attach(p, faces[k][0], faces[k][1], faces[k][2], next[k][0], next[k][1],
                        next[k][2]) < mjMINVAL * mjMINVAL)
      return from_face(p, k, a, b);
  for (int k = 0; k < 4; k++)
    if (!same_side(v[k].w, v[(k + 1) & 3].w, v[(k + 2) & 3].w, v[(k + 3) & 3].w))
      return 0;
  return all_candidates(p);
}

int polytope_init(Polytope* p, const Simplex* s, Object* a, Object* b) {
  p->nvertex = p->nface = p->ncandidate = p->nborder = 0;
  if (s->n == 2)
    return from_segment(p, s->v, a, b);
  if (s->n == 3)
    return from_triangle(p, s->v, a, b);
  return s->n == 4 && from_tetrahedron(p, s->v, a, b);
}
