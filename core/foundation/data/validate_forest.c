// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Checks that the kinematic forest of a model is numbered as every algorithm on it assumes, and
// that the sparse matrices have the patterns that follow from the numbering.
//
// Bodies are numbered depth first: the parent of body b is body b-1 or one of its ancestors.
// Joints, dofs, coordinates and geoms are numbered body after body without a gap. The parent of a
// dof is the one before it in its body, else the last dof of the nearest ancestor that has any.
// From this, with depth(i) the number of ancestors of dof i, itself included:
//   legacy inertia  dof_Madr(i) = sum of the depths before i
//   M               row i: the ancestors of i ascending, i itself last; i alone for a simple dof
//   D               row i: the same ancestors, then the dofs below i, which are the next ones
//   B               row b: the dofs above body b, then those of its subtree, which are contiguous
// Nothing is allocated: each pattern is compared with the expected one while walking along it.

#include "core/foundation/data/validate.h"

// Checks that `value` is `expected`.
static int check_equal(Finding* finding, const char* field, int i, long long value,
                       long long expected) {
  if (value == expected)
    return 0;
  return report_invalid(finding, "%s of entry %d is %lld, expected %lld", field, i, value,
                        expected);
}

//------------------------------ numbering ---------------------------------------------------------

static int check_depth_first(const mjModel* m, Finding* finding) {
  for (int b = 1; b < m->nbody; b++) {
    int above = b - 1, parent = m->body_parentid[b];
    while (above > parent)
      above = m->body_parentid[above];
    int root = parent ? m->body_rootid[parent] : b;
    if (above != parent) {
      return report_invalid(
          finding, "bodies are not numbered depth first: the parent of body %d is %d", b, parent);
    }
    if (check_equal(finding, "body_rootid", b, m->body_rootid[b], root))
      return -1;
  }
  return 0;
}

// Checks that the elements of one kind are ordered by body. adr: start of the elements of a body.
static int check_owned(Finding* finding, const char* field, const mjModel* m, const int* number,
                       const int* adr, const int* owner, mjtSize total) {
  mjtSize sum = 0;
  for (int b = 0; b < m->nbody; b++) {
    if (number[b] > 0 && check_equal(finding, field, b, adr[b], sum))
      return -1;
    for (int k = 0; k < number[b]; k++, sum++) {
      if (sum >= total)
        return check_equal(finding, field, b, sum + 1, total);
      if (owner[sum] != b) {
        return report_invalid(finding, "%s: element %lld is of body %d, expected %d", field,
                              (long long)sum, owner[sum], b);
      }
    }
  }
  return check_equal(finding, field, (int)m->nbody - 1, sum, total);
}

static int check_joint_numbers(const mjModel* m, Finding* finding) {
  static const int npos[] = {7, 4, 1, 1}, ndof[] = {6, 3, 1, 1};
  int nq = 0, nv = 0;
  for (int j = 0; j < m->njnt; j++) {
    int type = m->jnt_type[j], body = m->jnt_bodyid[j];
    if (check_equal(finding, "jnt_qposadr", j, m->jnt_qposadr[j], nq) ||
        check_equal(finding, "jnt_dofadr", j, m->jnt_dofadr[j], nv))
      return -1;
    for (int k = 0; k < ndof[type]; k++)
      if (check_equal(finding, "dof_jntid", nv + k, m->dof_jntid[nv + k], j) ||
          check_equal(finding, "dof_bodyid", nv + k, m->dof_bodyid[nv + k], body))
        return -1;
    nq += npos[type];
    nv += ndof[type];
  }
  return check_equal(finding, "nq", 0, m->nq, nq) || check_equal(finding, "nv", 0, m->nv, nv) ? -1
                                                                                              : 0;
}

static int check_dof_parents(const mjModel* m, Finding* finding) {
  for (int i = 0; i < m->nv; i++) {
    int body = m->dof_bodyid[i];
    int parent = i > m->body_dofadr[body] ? i - 1 : last_dof(m, m->body_parentid[body]);
    if (check_equal(finding, "dof_parentid", i, m->dof_parentid[i], parent))
      return -1;
    if (m->dof_simplenum[i] < 0 || m->dof_simplenum[i] > m->nv - i) {
      return report_out_of_bounds(finding, "dof_simplenum", i, m->dof_simplenum[i], 0,
                                  m->nv - i + 1);
    }
  }
  return 0;
}

// Checks that a body without joints is welded to its parent.
static int check_welds(const mjModel* m, Finding* finding) {
  for (int b = 0; b < m->nbody; b++) {
    int weld = !b ? 0 : m->body_jntnum[b] ? b : m->body_weldid[m->body_parentid[b]];
    if (check_equal(finding, "body_weldid", b, m->body_weldid[b], weld))
      return -1;
  }
  return 0;
}

// A tree is a body with dofs and no dofs above it, with all bodies below it. Trees are numbered in
// the order of their roots. Since bodies and dofs are numbered depth first, those of a tree are
// contiguous.
static int check_tree_of_body(const mjModel* m, Finding* finding, int b, int* ntree) {
  int parent = b ? m->body_treeid[m->body_parentid[b]] : -1;
  int root = b && parent < 0 && m->body_dofnum[b], tree = root ? *ntree : parent;
  if (check_equal(finding, "body_treeid", b, m->body_treeid[b], tree) || !root)
    return m->body_treeid[b] == tree ? 0 : -1;
  if (tree >= m->ntree)
    return check_equal(finding, "ntree", 0, m->ntree, tree + 1);
  int end = b + 1, ndof = m->body_dofnum[b];
  for (; end < m->nbody && m->body_parentid[end] >= b; end++)
    ndof += m->body_dofnum[end];
  ++*ntree;
  return check_equal(finding, "tree_bodyadr", tree, m->tree_bodyadr[tree], b) ||
                 check_equal(finding, "tree_bodynum", tree, m->tree_bodynum[tree], end - b) ||
                 check_equal(finding, "tree_dofadr", tree, m->tree_dofadr[tree],
                             m->body_dofadr[b]) ||
                 check_equal(finding, "tree_dofnum", tree, m->tree_dofnum[tree], ndof)
             ? -1
             : 0;
}

static int check_trees(const mjModel* m, Finding* finding) {
  int ntree = 0;
  for (int b = 0; b < m->nbody; b++)
    if (check_tree_of_body(m, finding, b, &ntree))
      return -1;
  if (check_equal(finding, "ntree", 0, m->ntree, ntree))
    return -1;
  for (int i = 0; i < m->nv; i++) {
    int tree = m->body_treeid[m->dof_bodyid[i]];
    if (check_equal(finding, "dof_treeid", i, m->dof_treeid[i], tree))
      return -1;
  }
  return 0;
}

//------------------------------ patterns ----------------------------------------------------------

// Number of ancestors, known from the legacy addresses of the dofs before.
static int depth_of(const mjModel* m, int dof) {
  if (dof < 0)
    return 0;
  mjtSize next = dof + 1 < m->nv ? m->dof_Madr[dof + 1] : m->nM;
  return (int)(next - m->dof_Madr[dof]);
}

static int check_legacy(const mjModel* m, Finding* finding) {
  mjtSize sum = 0;
  for (int i = 0; i < m->nv; i++) {
    if (check_equal(finding, "dof_Madr", i, m->dof_Madr[i], sum))
      return -1;
    // ancestors come earlier, so their depths have been verified
    sum += depth_of(m, m->dof_parentid[i]) + 1;
    if (i + 1 < m->nv && check_equal(finding, "dof_Madr", i + 1, m->dof_Madr[i + 1], sum))
      return -1;
  }
  return check_equal(finding, "nM", 0, m->nM, sum);
}

// Checks that a row starts with the ancestors of a dof, in ascending order.
static int check_chain(Finding* finding, const mjModel* m, const char* field, int row,
                       const int* column, int dof) {
  for (int k = depth_of(m, dof) - 1; k >= 0; k--, dof = m->dof_parentid[dof])
    if (check_equal(finding, field, row, column[k], dof))
      return -1;
  return 0;
}

static int check_inertia(const mjModel* m, Finding* finding) {
  mjtSize sum = 0;
  for (int i = 0; i < m->nv; i++) {
    int simple = m->dof_simplenum[i] > 0, n = simple ? 1 : depth_of(m, i);
    if (check_equal(finding, "M_rowadr", i, m->M_rowadr[i], sum) ||
        check_equal(finding, "M_rownnz", i, m->M_rownnz[i], n))
      return -1;
    const int* column = m->M_colind + sum;
    if (simple ? check_equal(finding, "M_colind", i, column[0], i)
               : check_chain(finding, m, "M_colind", i, column, i))
      return -1;
    sum += n;
  }
  return check_equal(finding, "nC", 0, m->nC, sum);
}

static int check_derivative(const mjModel* m, Finding* finding) {
  mjtSize sum = 0;
  for (int i = 0; i < m->nv; i++) {
    int depth = depth_of(m, i), last = i + 1;
    while (last < m->nv && m->dof_parentid[last] >= i)
      last++;
    if (check_equal(finding, "D_rowadr", i, m->D_rowadr[i], sum) ||
        check_equal(finding, "D_rownnz", i, m->D_rownnz[i], depth + last - i - 1) ||
        check_equal(finding, "D_diag", i, m->D_diag[i], depth - 1) ||
        check_chain(finding, m, "D_colind", i, m->D_colind + sum, i))
      return -1;
    sum += depth;
    for (int k = i + 1; k < last; k++, sum++)
      if (check_equal(finding, "D_colind", i, m->D_colind[sum], k))
        return -1;
  }
  return check_equal(finding, "nD", 0, m->nD, sum);
}

static int check_bodies_dofs(const mjModel* m, Finding* finding) {
  mjtSize sum = 0;
  int begin = 0;
  for (int b = 0; b < m->nbody; b++) {
    int above = b ? last_dof(m, m->body_parentid[b]) : -1, depth = depth_of(m, above);
    int end = begin + m->body_dofnum[b];
    for (int k = b + 1; k < m->nbody && m->body_parentid[k] >= b; k++)
      end += m->body_dofnum[k];
    if (check_equal(finding, "B_rowadr", b, m->B_rowadr[b], sum) ||
        check_equal(finding, "B_rownnz", b, m->B_rownnz[b], depth + end - begin) ||
        check_chain(finding, m, "B_colind", b, m->B_colind + sum, above))
      return -1;
    sum += depth;
    for (int i = begin; i < end; i++, sum++)
      if (check_equal(finding, "B_colind", b, m->B_colind[sum], i))
        return -1;
    begin += m->body_dofnum[b];
  }
  return check_equal(finding, "nB", 0, m->nB, sum);
}

int validate_forest(const mjModel* m, Finding* finding) {
  return check_depth_first(m, finding) ||
                 check_owned(finding, "body_jntadr", m, m->body_jntnum, m->body_jntadr,
                             m->jnt_bodyid, m->njnt) ||
                 check_joint_numbers(m, finding) ||
                 check_owned(finding, "body_dofadr", m, m->body_dofnum, m->body_dofadr,
                             m->dof_bodyid, m->nv) ||
                 check_owned(finding, "body_geomadr", m, m->body_geomnum, m->body_geomadr,
                             m->geom_bodyid, m->ngeom) ||
                 check_dof_parents(m, finding) || check_welds(m, finding) ||
                 check_trees(m, finding) || check_legacy(m, finding) || check_inertia(m, finding) ||
                 check_derivative(m, finding) || check_bodies_dofs(m, finding)
             ? -1
             : 0;
}
