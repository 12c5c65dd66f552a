// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Several contacts where faces touch. The vertices of the last face of EPA tell which corner, edge
// or face of each object the witness point lies on, and so which outward normals are candidates.
// Two opposite normals: the face of B is clipped against the sides of the face of A. A face and an
// edge parallel to it: the edge is clipped. What remains are the contacts, all with the same depth.

#include <string.h>

#include <fulcrum/math.h>

#include "collision/convex/patch.h"

enum { MAX_NORMAL = 150, MAX_POLYGON = 150, NOT_FOUND = -1 };

#define COS_FACES 0.99999872    // above this, normals count as opposite
#define COS_EDGE 0.00159999931  // below this, an edge counts as parallel to a face

// Candidate faces of one object, or edges from a point.
typedef struct Features_ {
  int dim;    // 1: corner, 2: edge, 3: face
  int id[3];  // corners or vertices, the first `dim`
  const mjtNum* point[3];
  int n;  // number of normals
  int face[MAX_NORMAL];
  mjtNum normal[MAX_NORMAL][3];
} Features;

typedef struct Edges_ {
  int n;
  mjtNum end[MAX_NORMAL][3];
  mjtNum dir[MAX_NORMAL][3];
} Edges;

typedef struct Polygon_ {
  int n;
  mjtNum point[MAX_POLYGON][3];
} Polygon;

// Corner, edge or face, from the features of three vertices.
static void classify(Features* f, const int id[3], const mjtNum* const point[3]) {
  memcpy(f->id, id, sizeof f->id);
  memcpy(f->point, point, sizeof f->point);
  if (id[0] != id[1]) {
    f->dim = id[2] == id[0] || id[2] == id[1] ? 2 : 3;
  } else if (id[0] != id[2]) {
    f->dim = 2;
    f->id[1] = id[2];
    f->point[1] = point[2];
  } else {
    f->dim = 1;
  }
}

// ---------------------------------------------------------------- boxes
// Faces are numbered +x, -x, +y, -y, +z, -z. Corner c has coordinate + on axis k where bit k is
// set.

static void box_face_normal(mjtNum n[3], const Object* o, int face) {
  fc_column3(n, o->mat, face / 2);
  if (face & 1)
    fc_scl3(n, n, -1);
}

static void add_box_normal(Features* f, const Object* o, int face) {
  f->face[f->n] = face;
  box_face_normal(f->normal[f->n++], o, face);
}

// dir: from this object's witness point outwards
static void box_normals(Features* f, const Object* o, const mjtNum dir[3]) {
  for (int k = 0; k < 3; k++) {
    int shared = 1, side = (f->id[0] >> k) & 1;
    for (int i = 1; i < f->dim; i++)
      shared &= ((f->id[i] >> k) & 1) == side;
    if (shared)
      add_box_normal(f, o, 2 * k + !side);
  }
  if (f->n == 4 - f->dim || f->dim == 1)
    return;

  // the corners do not span an edge or face: take the face most aligned with the direction
  f->n = 0;
  for (int face = 0; face < 6 && !f->n; face++) {
    mjtNum n[3];
    box_face_normal(n, o, face);
    if (fc_dot3(n, dir) > COS_FACES)
      add_box_normal(f, o, face);
  }
}

static void box_corner(mjtNum point[3], const Object* o, int corner) {
  mjtNum local[3] = {corner & 1 ? o->size[0] : -o->size[0], corner & 2 ? o->size[1] : -o->size[1],
                     corner & 4 ? o->size[2] : -o->size[2]};
  fc_mulMatVec3(point, o->mat, local);
  fc_addTo3(point, o->pos);
}

// Corners of a face, clockwise seen from outside.
static void box_polygon(Polygon* p, const Object* o, int face) {
  static const int corner[6][4] = {{7, 3, 1, 5}, {2, 6, 4, 0}, {2, 3, 7, 6},
                                   {4, 5, 1, 0}, {6, 7, 5, 4}, {3, 2, 0, 1}};
  p->n = 4;
  for (int i = 0; i < 4; i++)
    box_corner(p->point[i], o, corner[face][i]);
}

// ---------------------------------------------------------------- meshes

static void mesh_vertex(mjtNum point[3], const Object* o, int vertex) {
  mjtNum local[3] = {(mjtNum)o->vert[3 * vertex], (mjtNum)o->vert[3 * vertex + 1],
                     (mjtNum)o->vert[3 * vertex + 2]};
  fc_mulMatVec3(point, o->mat, local);
  fc_addTo3(point, o->pos);
}

// Polygons that a vertex belongs to.
static const int* polygons_of(const Object* o, int vertex, int* n) {
  int v = o->m->mesh_vertadr[o->mesh] + vertex;
  *n = o->m->mesh_polymapnum[v];
  return o->m->mesh_polymap + o->m->mesh_polymapadr[v];
}

static int belongs_to(const Object* o, int vertex, int polygon) {
  int n;
  const int* list = polygons_of(o, vertex, &n);
  for (int i = 0; i < n; i++)
    if (list[i] == polygon)
      return 1;
  return 0;
}

static void mesh_normals(Features* f, const Object* o) {
  int n, most = f->dim == 1 ? MAX_NORMAL : f->dim == 2 ? 2 : 1, common = 0;
  const int* list = polygons_of(o, f->id[0], &n);
  for (int i = 0; i < n && f->n < most; i++) {
    if (f->dim > 1) {
      if (!belongs_to(o, f->id[1], list[i]))
        continue;
      if (++common > 2)
        break;
      if (f->dim == 3 && !belongs_to(o, f->id[2], list[i]))
        continue;
    }
    f->face[f->n] = list[i];
    fc_mulMatVec3(f->normal[f->n++], o->mat,
                  o->m->mesh_polynormal + 3 * (o->m->mesh_polyadr[o->mesh] + list[i]));
  }
}

static const int* polygon_vertices(const Object* o, int polygon, int* n) {
  int p = o->m->mesh_polyadr[o->mesh] + polygon;
  *n = o->m->mesh_polyvertnum[p];
  return o->m->mesh_polyvert + o->m->mesh_polyvertadr[p];
}

// Vertices in reverse order, so that boxes and meshes agree.
static void mesh_polygon(Polygon* p, const Object* o, int polygon) {
  int n;
  const int* list = polygon_vertices(o, polygon, &n);
  p->n = 0;
  for (int i = n - 1; i >= 0 && p->n < MAX_POLYGON; i--)
    mesh_vertex(p->point[p->n++], o, list[i]);
}

// ---------------------------------------------------------------- edges

static void add_edge(Edges* e, const mjtNum start[3], const mjtNum end[3]) {
  if (e->n >= MAX_NORMAL)
    return;
  fc_copy3(e->end[e->n], end);
  fc_sub3(e->dir[e->n], end, start);
  fc_normalize3(e->dir[e->n]);
  e->n++;
}

// Edges that the corner or edge of a feature belongs to.
static void edges_of(Edges* e, const Object* o, const Features* f) {
  mjtNum end[3];
  e->n = 0;
  if (f->dim == 2) {
    add_edge(e, f->point[0], f->point[1]);
  } else if (o->type == mjGEOM_BOX) {
    for (int k = 0; k < 3; k++) {
      box_corner(end, o, f->id[0] ^ (1 << k));
      add_edge(e, f->point[0], end);
    }
  } else {
    int npolygon;
    const int* list = polygons_of(o, f->id[0], &npolygon);
    for (int i = 0; i < npolygon; i++) {
      int n, place = 0;
      const int* vertex = polygon_vertices(o, list[i], &n);
      while (place < n && vertex[place] != f->id[0])
        place++;
      mesh_vertex(end, o, vertex[(place + n - 1) % n]);
      add_edge(e, f->point[0], end);
    }
  }
}

// ---------------------------------------------------------------- clipping

// Clip a cyclic list of points to the half space (x - origin) . g > 0. Where faces of boxes are
// aligned, rounding decides which of several equal points remain: products and differences are
// taken in the order that gives the results of the reference.
static void clip(Polygon* res, const Polygon* p, const mjtNum origin[3], const mjtNum g[3]) {
  res->n = 0;
  for (int i = 0; i < p->n; i++) {
    const mjtNum *P = p->point[i], *Q = p->point[(i + 1) % p->n];
    mjtNum d[3];
    fc_sub3(d, P, origin);
    mjtNum hp = fc_dot3(d, g);
    fc_sub3(d, Q, origin);
    mjtNum hq = fc_dot3(d, g);
    int in_p = hp > -mjMINVAL, in_q = hq > -mjMINVAL;
    if (in_p != in_q) {
      fc_sub3(d, Q, P);
      mjtNum t = (fc_dot3(g, origin) - fc_dot3(g, P)) / fc_dot3(d, g);
      if (t >= 0 && t <= 1 && res->n < MAX_POLYGON)
        fc_addScl3(res->point[res->n++], P, d, t);
    }
    if (in_q && res->n < MAX_POLYGON)
      fc_copy3(res->point[res->n++], Q);
  }
}

// Clip the subject against all sides of a face with outward normal n. The plane of a side goes
// through its two ends and a third point, n away from the first.
static void clip_against(Polygon* subject, const Polygon* face, const mjtNum n[3]) {
  Polygon other;
  for (int i = 0; i < face->n && subject->n; i++) {
    const mjtNum *a = face->point[i], *b = face->point[(i + 1) % face->n];
    mjtNum side[3], up[3], g[3];
    fc_sub3(side, b, a);
    fc_add3(up, a, n);
    fc_subFrom3(up, a);
    fc_cross(g, side, up);
    clip(&other, subject, a, g);
    subject->n = other.n;
    memcpy(subject->point, other.point, sizeof other.point[0] * (size_t)other.n);
  }
}

static mjtNum quadrilateral_area(const Polygon* p, int a, int b, int c, int d) {
  const mjtNum *A = p->point[a], *B = p->point[b], *C = p->point[c], *D = p->point[d];
  mjtNum da[3], bd[3], cb[3], ac[3], x[3], y[3];
  fc_sub3(da, D, A);
  fc_sub3(bd, B, D);
  fc_sub3(cb, C, B);
  fc_sub3(ac, A, C);
  fc_cross(x, da, bd);
  fc_cross(y, cb, ac);
  fc_addTo3(x, y);
  return fc_norm3(x) / 2;
}

static int after(const Polygon* p, int i) { return i + 1 < p->n ? i + 1 : 0; }

// Reduce to four points that span the largest area, by advancing corners around the polygon
// (rotating calipers). The areas compared are |AB x CD| / 2, which do not change when D moves
// parallel to AB: with rectangles ties are common, and rounding decides them.
static void largest_quadrilateral(Polygon* p) {
  int b = 1, c = 2, d = 3, best[4] = {0, 1, 2, 3};
  mjtNum area = quadrilateral_area(p, 0, 1, 2, 3);
  for (int a = 0; a < p->n; a++) {
    for (;;) {
      mjtNum next = quadrilateral_area(p, a, b, c, after(p, d));
      if (next <= area)
        break;
      area = next;
      d = after(p, d);
      best[0] = a;
      best[1] = b;
      best[2] = c;
      best[3] = d;
      while ((next = quadrilateral_area(p, a, b, after(p, c), d)) > area) {
        area = next;
        c = after(p, c);
        best[0] = a;
        best[1] = b;
        best[2] = c;
        best[3] = d;
      }
      while ((next = quadrilateral_area(p, a, after(p, b), c, d)) > area) {
        area = next;
        b = after(p, b);
        best[0] = a;
        best[1] = b;
        best[2] = c;
        best[3] = d;
      }
    }

    // a is about to reach b: advance the other corners first
    if (b != a)
      continue;
    b = after(p, b);
    if (c != b)
      continue;
    c = after(p, c);
    if (d == c)
      d = after(p, d);
  }
  mjtNum corner[4][3];
  for (int i = 0; i < 4; i++)
    fc_copy3(corner[i], p->point[best[i]]);
  memcpy(p->point, corner, sizeof corner);
  p->n = 4;
}

// Drop points that equal an earlier one.
static void drop_repeated(Polygon* p) {
  int n = 0;
  for (int i = 0; i < p->n; i++) {
    int repeated = 0;
    for (int j = 0; j < n && !repeated; j++) {
      const mjtNum *x = p->point[i], *y = p->point[j];
      repeated = fc_abs(x[0] - y[0]) < mjMINVAL && fc_abs(x[1] - y[1]) < mjMINVAL &&
                 fc_abs(x[2] - y[2]) < mjMINVAL;
    }
    if (!repeated) {
      if (n != i)
        fc_copy3(p->point[n], p->point[i]);
      n++;
    }
  }
  p->n = n;
}

// ---------------------------------------------------------------- which features touch

static void normals_of(Features* f, const Object* o, const mjtNum dir[3]) {
  f->n = 0;
  if (o->type == mjGEOM_BOX)
    box_normals(f, o, dir);
  else
    mesh_normals(f, o);
}

static void polygon_of(Polygon* p, const Object* o, int face) {
  if (o->type == mjGEOM_BOX)
    box_polygon(p, o, face);
  else
    mesh_polygon(p, o, face);
}

// First edge of `o` parallel to a face of the other object; the edge's end points become the
// subject. Returns the face's index.
static int edge_on_face(Polygon* subject, const Object* o, const Features* f,
                        const Features* other) {
  Edges e;
  edges_of(&e, o, f);
  for (int j = 0; j < other->n; j++) {
    for (int i = 0; i < e.n; i++) {
      if (fc_abs(fc_dot3(e.dir[i], other->normal[j])) >= COS_EDGE)
        continue;
      subject->n = 2;
      fc_copy3(subject->point[0], f->point[0]);
      fc_copy3(subject->point[1], e.end[i]);
      return j;
    }
  }
  return NOT_FOUND;
}

// First pair of opposite normals.
static int opposite_faces(const Features* fa, const Features* fb, int* i, int* j) {
  for (*i = 0; *i < fa->n; ++*i) {
    for (*j = 0; *j < fb->n; ++*j)
      if (fc_dot3(fa->normal[*i], fb->normal[*j]) < -COS_FACES)
        return 1;
  }
  return 0;
}

static int has_polygons(const Object* o) {
  return o->type == mjGEOM_BOX || (o->type == mjGEOM_MESH && o->m->mesh_polynum[o->mesh] > 0);
}

// The features of both objects at the witness points. Returns the depth.
static mjtNum touching_features(Features* fa, Features* fb, const Polytope* p, int face,
                                const Object* a, const Object* b, const Result* result) {
  const int* v = p->face[face].v;
  const Vertex* w[3] = {p->vertex + v[0], p->vertex + v[1], p->vertex + v[2]};
  classify(fa, (const int[3]){w[0]->feature_a, w[1]->feature_a, w[2]->feature_a},
           (const mjtNum* const[3]){w[0]->a, w[1]->a, w[2]->a});
  classify(fb, (const int[3]){w[0]->feature_b, w[1]->feature_b, w[2]->feature_b},
           (const mjtNum* const[3]){w[0]->b, w[1]->b, w[2]->b});
  mjtNum dir[3], opposite[3];
  fc_sub3(dir, result->x1[0], result->x2[0]);
  const mjtNum depth = fc_normalize3(dir);
  fc_scl3(opposite, dir, -1);
  normals_of(fa, a, dir);
  normals_of(fb, b, opposite);
  return depth;
}

// What touches: the subject is clipped against a face, and offset along the face's normal by the
// depth. 0 when no features touch along a face.
static int clip_features(Polygon* subject, mjtNum offset[3], const Features* fa, const Features* fb,
                         const Object* a, const Object* b, mjtNum depth) {
  Polygon reference;
  int i, j;
  if (opposite_faces(fa, fb, &i, &j)) {
    polygon_of(subject, b, fb->face[j]);
    polygon_of(&reference, a, fa->face[i]);
    clip_against(subject, &reference, fa->normal[i]);
    fc_scl3(offset, fb->normal[j], depth);
  } else if (fa->dim < 3 && fa->dim <= fb->dim) {
    j = edge_on_face(subject, a, fa, fb);
    if (j == NOT_FOUND)
      return 0;
    polygon_of(&reference, b, fb->face[j]);
    clip_against(subject, &reference, fb->normal[j]);
    fc_scl3(offset, fb->normal[j], depth);
  } else if (fb->dim < 3) {
    i = edge_on_face(subject, b, fb, fa);
    if (i == NOT_FOUND)
      return 0;
    polygon_of(&reference, a, fa->face[i]);
    clip_against(subject, &reference, fa->normal[i]);
    fc_scl3(offset, fa->normal[i], -depth);
  } else {
    return 0;
  }
  return subject->n > 0;
}

void patch(const Polytope* p, int face, const Object* a, const Object* b, const Options* opt,
           Result* result) {
  if (!has_polygons(a) || !has_polygons(b))
    return;
  Features fa, fb;
  Polygon subject;
  mjtNum offset[3];
  const mjtNum depth = touching_features(&fa, &fb, p, face, a, b, result);
  if (!clip_features(&subject, offset, &fa, &fb, a, b, depth))
    return;

  // few and distinct
  if (opt->max_contact == 4 && subject.n > 4) {
    largest_quadrilateral(&subject);
  } else {
    if (subject.n > MAX_WITNESS)
      subject.n = MAX_WITNESS;
    drop_repeated(&subject);
  }
  result->n = subject.n;
  for (int k = 0; k < subject.n; k++) {
    fc_copy3(result->x2[k], subject.point[k]);
    fc_sub3(result->x1[k], subject.point[k], offset);
  }
}
