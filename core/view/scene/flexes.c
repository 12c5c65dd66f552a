// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The surfaces of flexes: middle surfaces and shells, moved outwards by the radius along normals.

#include <fulcrum/math.h>

#include "core/view/scene/geom.h"
#include "core/view/scene/surfaces.h"

// State while the faces of one flex are written.
typedef struct FlexFaces_ {
  const mjModel* m;
  int flex, dim, capacity, used;
  const mjtNum* xpos;     // vertices (n x 3)
  const mjtNum* normal;   // unit normals at vertices (n x 3), of the middle surface or the shell
  const float* texcoord;  // NULL: none
  int ntexcoord;          // number of coordinates from there on
  mjtNum radius;
  float *face, *facenormal, *facetexcoord;  // in the scene: 3 vertices each
} FlexFaces;

// ---------------------------------------------------------------- faces

static void unit_normal(mjtNum normal[3], const mjtNum* xpos, const int v[3]) {
  mjtNum side[2][3];
  for (int k = 0; k < 2; k++)
    fc_sub3(side[k], xpos + 3 * v[k + 1], xpos + 3 * v[0]);
  fc_cross(normal, side[0], side[1]);
  fc_normalize3(normal);
}

// One face: positions, normals and texture coordinates (by index, NULL: none) of its corners. Some
// indices refer to vertices, of which there may be more.
static void add_face(FlexFaces* f, mjtNum pos[3][3], mjtNum normal[3][3], const int* texture) {
  if (f->used == f->capacity) {
    mju_error(
        "mjv_updateScene: flex %d has more faces than the %d that the scene has room for; "
        "make the scene for this model",
        f->flex, f->capacity);
    return;
  }
  const int at = f->used++;
  for (int i = 0; i < 3; i++) {
    copy_to_float(f->face + 9 * at + 3 * i, pos[i], 3);
    copy_to_float(f->facenormal + 9 * at + 3 * i, normal[i], 3);
    if (texture && f->texcoord && texture[i] < f->ntexcoord)
      copy_float(f->facetexcoord + 6 * at + 2 * i, f->texcoord + 2 * texture[i], 2);
  }
}

// A face that is offset along its own normal.
static void add_flat(FlexFaces* f, const int v[3], const int* texture) {
  mjtNum n[3], pos[3][3], normal[3][3];
  unit_normal(n, f->xpos, v);
  for (int i = 0; i < 3; i++) {
    fc_addScl3(pos[i], f->xpos + 3 * v[i], n, f->radius);
    fc_copy3(normal[i], n);
  }
  add_face(f, pos, normal, texture);
}

// The side to which normals point. For a surface without thickness it is the back, as in the
// reference.
static mjtNum side_of(mjtNum radius) { return radius > 0 ? 1 : -1; }

// One side of a surface, whose corners are offset along the normals at vertices; sign -1: the other
// side. Flat skins have one normal per face. On the other side, too, it is that of the order of the
// corners times the sign, as in the reference.
static void add_skin(FlexFaces* f, const int v[3], const int* texture, mjtNum sign) {
  mjtNum pos[3][3], normal[3][3], flat[3];
  const int is_flat = f->m->flex_flatskin[f->flex];
  if (is_flat)
    unit_normal(flat, f->xpos, v);
  for (int i = 0; i < 3; i++) {
    const mjtNum* n = f->normal + 3 * v[i];
    fc_addScl3(pos[i], f->xpos + 3 * v[i], n, sign * f->radius);
    fc_scl3(normal[i], is_flat ? flat : n, side_of(sign * f->radius));
  }
  add_face(f, pos, normal, texture);
}

// One of the two triangles between both sides of a surface along the edge p-q of its border.
static void add_border(FlexFaces* f, int p, int q, mjtNum sign) {
  const mjtNum *xp = f->xpos + 3 * p, *xq = f->xpos + 3 * q, *np = f->normal + 3 * p,
               *nq = f->normal + 3 * q;
  const mjtNum radius = sign * f->radius;
  const int texture[3] = {p, q, q};
  mjtNum pos[3][3], normal[3][3], edge[3];
  fc_addScl3(pos[0], xp, np, radius);
  fc_addScl3(pos[1], xq, nq, -radius);
  fc_addScl3(pos[2], xq, nq, radius);
  fc_sub3(edge, xq, xp);
  fc_cross(normal[0], edge, nq);
  fc_normalize3(normal[0]);
  fc_scl3(normal[0], normal[0], radius < 0 ? -1 : 1);
  fc_copy3(normal[1], normal[0]);
  fc_copy3(normal[2], normal[0]);
  add_face(f, pos, normal, texture);
}

// ---------------------------------------------------------------- flexes

static const int* element(const FlexFaces* f, const int* data, int e) {
  return data + f->m->flex_elemdataadr[f->flex] + e * (f->dim + 1);
}

static const int* shell(const FlexFaces* f, int s) {
  return f->m->flex_shell + f->m->flex_shelldataadr[f->flex] + s * f->dim;
}

// Triangles without offset: surfaces from both sides, solids as the elements of one layer.
static void add_elements(FlexFaces* f, int layer) {
  static const int side[2][4][3] = {{{0, 1, 2}, {0, 2, 1}},
                                    {{0, 1, 2}, {0, 2, 3}, {0, 3, 1}, {1, 3, 2}}};
  const mjModel* m = f->m;
  for (int e = 0; e < m->flex_elemnum[f->flex]; e++) {
    if (f->dim == 3 && m->flex_elemlayer[m->flex_elemadr[f->flex] + e] != layer)
      continue;
    const int *v = element(f, m->flex_elem, e), *t = element(f, m->flex_elemtexcoord, e);
    for (int k = 0; k < (f->dim == 3 ? 4 : 2); k++) {
      const int* corner = side[f->dim - 2][k];
      const int vertex[3] = {v[corner[0]], v[corner[1]], v[corner[2]]};
      const int texture[3] = {t[corner[0]], t[corner[1]], t[corner[2]]};
      add_flat(f, vertex, texture);
    }
  }
}

// Normals at vertices: the mean of the normals of adjacent triangles, equally weighted.
static void vertex_normals(const FlexFaces* f, mjtNum* normal) {
  const mjModel* m = f->m;
  const int n = f->dim == 2 ? m->flex_elemnum[f->flex] : m->flex_shellnum[f->flex];
  const int nvert = m->flex_vertnum[f->flex];
  fc_zero(normal, 3 * nvert);
  for (int i = 0; i < n; i++) {
    const int* v = f->dim == 2 ? element(f, m->flex_elem, i) : shell(f, i);
    mjtNum face[3];
    unit_normal(face, f->xpos, v);
    for (int k = 0; k < 3; k++)
      fc_addTo3(normal + 3 * v[k], face);
  }
  for (int i = 0; i < nvert; i++)
    fc_normalize3(normal + 3 * i);
}

static void add_surface(FlexFaces* f) {
  const mjModel* m = f->m;
  for (int e = 0; e < m->flex_elemnum[f->flex]; e++) {
    const int *v = element(f, m->flex_elem, e), *t = element(f, m->flex_elemtexcoord, e);
    const int back[3] = {v[0], v[2], v[1]}, backtexture[3] = {t[0], t[2], t[1]};
    add_skin(f, v, t, 1);
    add_skin(f, back, backtexture, -1);
  }
  for (int s = 0; s < m->flex_shellnum[f->flex]; s++) {
    const int* v = shell(f, s);
    add_border(f, v[0], v[1], 1);
    add_border(f, v[1], v[0], -1);
  }
}

static void add_shell(FlexFaces* f) {
  for (int s = 0; s < f->m->flex_shellnum[f->flex]; s++) {
    const int* v = shell(f, s);
    // texture coordinates are indexed by vertex here, as in the reference
    add_skin(f, v, v, 1);
  }
}

// Writes the faces of one flex; returns their number.
static int update_faces(const mjModel* m, mjData* d, const mjvOption* opt, int flex,
                        mjvScene* scn) {
  const int skin = opt->flags[mjVIS_FLEXSKIN], dim = m->flex_dim[flex];
  if (dim < 2 || !(skin || opt->flags[mjVIS_FLEXFACE]))
    return 0;
  const size_t first = (size_t)scn->flexfaceadr[flex];
  const int texture = m->flex_texcoordadr[flex];
  FlexFaces f = {.m = m,
                 .flex = flex,
                 .dim = dim,
                 .capacity = scn->flexfacenum[flex],
                 .xpos = d->flexvert_xpos + 3 * m->flex_vertadr[flex],
                 .texcoord = texture >= 0 ? m->flex_texcoord + 2 * texture : NULL,
                 .ntexcoord = (int)(m->nflextexcoord - texture),
                 .radius = m->flex_radius[flex],
                 .face = scn->flexface + 9 * first,
                 .facenormal = scn->flexnormal + 9 * first,
                 .facetexcoord = scn->flextexcoord + 6 * first};
  if (!skin) {
    add_elements(&f, opt->flex_layer);
    return f.used;
  }
  mj_markStack(d);
  mjtNum* normal = mj_stackAllocNum(d, 3 * (size_t)m->flex_vertnum[flex]);
  vertex_normals(&f, normal);
  f.normal = normal;
  if (dim == 2)
    add_surface(&f);
  else
    add_shell(&f);
  mj_freeStack(d);
  return f.used;
}

void update_flexes(const mjModel* m, mjData* d, const mjvOption* opt, mjvScene* scn) {
  scn->flexvertopt = opt->flags[mjVIS_FLEXVERT];
  scn->flexedgeopt = opt->flags[mjVIS_FLEXEDGE];
  scn->flexfaceopt = opt->flags[mjVIS_FLEXFACE];
  scn->flexskinopt = opt->flags[mjVIS_FLEXSKIN];
  if (!m->nflex)
    return;
  if (scn->nflex != m->nflex) {
    mju_error("mjv_updateScene: the scene was made for a model with %d flexes, this one has %d",
              scn->nflex, (int)m->nflex);
    return;
  }
  copy_to_float(scn->flexvert, d->flexvert_xpos, 3 * (int)m->nflexvert);
  for (int i = 0; i < m->nflex; i++)
    scn->flexfaceused[i] = update_faces(m, d, opt, i, scn);
}

void mjv_updateActiveFlex(const mjModel* m, mjData* d, mjvScene* scn, const mjvOption* opt) {
  update_flexes(m, d, opt, scn);
}
