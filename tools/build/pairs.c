// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The list of pairs that can collide: what broad phase, midphase and filters of the engine leave
// when everything is near everything. Dynamic pairs are sorted by their bodies, and explicit pairs
// come before the dynamic ones of the same bodies.

#include <stdlib.h>
#include <string.h>

#include "tools/build/pairs.h"

static BuildPair list[MAX_PAIRS];
static int npair;

static int masks_meet(int contype1, int conaffinity1, int contype2, int conaffinity2) {
  return (contype1 & conaffinity2) || (contype2 & conaffinity1);
}

// Adds a pair unless its types do not collide.
static void add(const mjModel* m, int g1, int g2, int explicit_id) {
  if (m->geom_type[g1] > m->geom_type[g2]) {
    const int g = g1;
    g1 = g2;
    g2 = g;
  }
  if (m->geom_type[g2] == mjGEOM_PLANE ||
      (m->geom_type[g1] <= mjGEOM_HFIELD && m->geom_type[g2] <= mjGEOM_HFIELD))
    return;
  if (explicit_id < 0 && !masks_meet(m->geom_contype[g1], m->geom_conaffinity[g1],
                                     m->geom_contype[g2], m->geom_conaffinity[g2]))
    return;
  // nothing can move
  const int b1 = m->geom_bodyid[g1], b2 = m->geom_bodyid[g2];
  if (!m->body_weldid[b1] && !m->body_weldid[b2])
    return;
  if (npair < MAX_PAIRS)
    list[npair] = (BuildPair){{g1, g2}, explicit_id};
  npair++;
}

static int collidable(const mjModel* m, int b) {
  return m->body_geomnum[b] && (m->body_contype[b] || m->body_conaffinity[b]);
}

// A static body that meets all moving ones: the world, and bodies with a plane.
static int always_tested(const mjModel* m, int b) {
  if (m->body_weldid[b] || !collidable(m, b))
    return 0;
  for (int g = m->body_geomadr[b], end = g + m->body_geomnum[b]; b && g < end; g++)
    if (m->geom_type[g] == mjGEOM_PLANE)
      return 1;
  return !b;
}

// The parent that a body does not collide with, as a weld group; its own if there is none.
static int weld_parent(const mjModel* m, int b) {
  const int weld = m->body_weldid[b];
  if ((m->opt.disableflags & mjDSBL_FILTERPARENT) || !weld)
    return weld;
  const int parent = m->body_weldid[m->body_parentid[weld]];
  return parent ? parent : weld;
}

static int bodies_meet(const mjModel* m, int b1, int b2) {
  if (!collidable(m, b1) || !collidable(m, b2) ||
      !masks_meet(m->body_contype[b1], m->body_conaffinity[b1], m->body_contype[b2],
                  m->body_conaffinity[b2]))
    return 0;
  const int weld1 = m->body_weldid[b1], weld2 = m->body_weldid[b2];
  if (always_tested(m, b1) || always_tested(m, b2))
    return always_tested(m, b1) ? weld2 : weld1;
  return weld1 != weld2 && weld1 != weld_parent(m, b2) && weld2 != weld_parent(m, b1);
}

static int before(const BuildPair* a, const BuildPair* b) {
  return a->geom[0] != b->geom[0] ? a->geom[0] < b->geom[0] : a->geom[1] < b->geom[1];
}

// Stable sort by geoms.
static void sort(int first, int end) {
  for (int i = first + 1; i < end; i++) {
    const BuildPair moved = list[i];
    int k = i;
    for (; k > first && before(&moved, list + k - 1); k--)
      list[k] = list[k - 1];
    list[k] = moved;
  }
}

// Dynamic pairs of two bodies; explicit pairs [begin, end) are of the same bodies.
static void add_bodies(const mjModel* m, int b1, int b2, int begin, int end) {
  const int first = npair, single = m->body_geomnum[b1] == 1 && m->body_geomnum[b2] == 1;
  for (int i = 0; i < m->body_geomnum[b1]; i++)
    for (int j = 0; j < m->body_geomnum[b2]; j++) {
      const int g1 = m->body_geomadr[b1] + i, g2 = m->body_geomadr[b2] + j;
      int replaced = 0;
      for (int k = begin; k < end; k++)
        replaced |= (m->pair_geom1[k] == g1 && m->pair_geom2[k] == g2) ||
                    (m->pair_geom1[k] == g2 && m->pair_geom2[k] == g1);
      if (!replaced)
        add(m, g1, g2, -1);
    }
  // trees of geoms yield pairs in any order, which is then that of the geoms
  if (!single && !(m->opt.disableflags & mjDSBL_MIDPHASE) && m->body_bvhadr[b1] >= 0 &&
      m->body_bvhadr[b2] >= 0 && npair <= MAX_PAIRS)
    sort(first, npair);
}

int build_pairs(const mjModel* m, const BuildPair** pair) {
  static const mjModel* last;
  *pair = list;
  if (last == m)
    return npair;
  last = m;
  npair = 0;
  if (m->opt.disableflags & (mjDSBL_CONSTRAINT | mjDSBL_CONTACT))
    return 0;
  int explicit_id = 0, exclude = 0;
  for (int b1 = 0; b1 < m->nbody; b1++)
    for (int b2 = b1 + 1; b2 < m->nbody; b2++) {
      const int key = (int)(((unsigned)b1 << 16) + (unsigned)b2);
      int begin = explicit_id;
      while (explicit_id < m->npair && m->pair_signature[explicit_id] <= key) {
        add(m, m->pair_geom1[explicit_id], m->pair_geom2[explicit_id], explicit_id);
        explicit_id++;
      }
      while (exclude < m->nexclude && m->exclude_signature[exclude] < key)
        exclude++;
      while (begin < explicit_id && m->pair_signature[begin] < key)
        begin++;
      if ((exclude < m->nexclude && m->exclude_signature[exclude] == key) ||
          !bodies_meet(m, b1, b2))
        continue;
      add_bodies(m, b1, b2, begin, explicit_id);
    }
  for (; explicit_id < m->npair; explicit_id++)
    add(m, m->pair_geom1[explicit_id], m->pair_geom2[explicit_id], explicit_id);
  return npair;
}

int dofs_of_body(const mjModel* m, int body, int* dof) {
  int n = 0;
  for (int i = 0; i < m->nv; i++) {
    int b = body;
    while (b && b != m->dof_bodyid[i])
      b = m->body_parentid[b];
    if (b)
      dof[n++] = i;
  }
  return n;
}

int dofs_of_pair(const mjModel* m, int body1, int body2, int* dof, int* nfirst, int* first_side) {
  int* own = malloc(2 * (size_t)(m->nv + 1) * sizeof *own);
  if (!own)
    return 0;
  int* other = own + m->nv + 1;
  const int n1 = dofs_of_body(m, body1, own), n2 = dofs_of_body(m, body2, other);
  int common = 0;
  while (common < n1 && common < n2 && own[common] == other[common])
    common++;
  *first_side = common < n2 && (common == n1 || other[common] < own[common]);
  const int n[2] = {n1 - common, n2 - common};
  const int* of[2] = {own + common, other + common};
  *nfirst = n[*first_side];
  memcpy(dof, of[*first_side], (size_t)n[*first_side] * sizeof *dof);
  memcpy(dof + *nfirst, of[!*first_side], (size_t)n[!*first_side] * sizeof *dof);
  free(own);
  return n[0] + n[1];
}

int contact_dim(const mjModel* m, const BuildPair* pair) {
  if (pair->explicit_id >= 0)
    return m->pair_dim[pair->explicit_id];
  const int g1 = pair->geom[0], g2 = pair->geom[1];
  const int order = m->geom_priority[g1] - m->geom_priority[g2];
  const int dim1 = m->geom_condim[g1], dim2 = m->geom_condim[g2];
  return order > 0 || (order == 0 && dim1 > dim2) ? dim1 : dim2;
}

int rows_of_contact(const mjModel* m, int dim) {
  return dim == 1 || m->opt.cone == mjCONE_ELLIPTIC ? dim : 2 * (dim - 1);
}

int points_of_pair(const mjModel* m, const BuildPair* pair) {
  const int type1 = m->geom_type[pair->geom[0]], type2 = m->geom_type[pair->geom[1]];
  if (type1 == mjGEOM_PLANE)
    return type2 == mjGEOM_SPHERE || type2 == mjGEOM_ELLIPSOID ? 1
           : type2 == mjGEOM_CAPSULE                           ? 2
                                                               : 4;
  return type1 == mjGEOM_SPHERE ? 1 : type1 == mjGEOM_CAPSULE ? 2 : 0;
}
