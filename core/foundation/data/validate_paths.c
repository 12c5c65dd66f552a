// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Checks that the paths of tendons are valid and that the moments of actuators fit.
//
// The elements of a tendon start at tendon_adr; the table of fields guarantees that there is at
// least one and that no two tendons share one. A fixed tendon consists of joints. A spatial tendon
// goes from site to site; a geom is wrapped between two sites of the same tendon, and a pulley ends
// one branch and starts the next. Such a path has at most two points per element, for which mjData
// has room.
//
// The moment of an actuator has at most as many entries as there are dofs that move its target; the
// rows of all actuators follow each other in nJmom entries. These checks run after those of the
// forest, because they follow parents.

#include "core/foundation/data/validate.h"

//------------------------------ tendons -----------------------------------------------------------

static int is_geom(int type) { return type == mjWRAP_SPHERE || type == mjWRAP_CYLINDER; }

static int check_path(const mjModel* m, Finding* finding, int t) {
  const int begin = m->tendon_adr[t], end = begin + m->tendon_num[t];
  const int fixed = m->wrap_type[begin] == mjWRAP_JOINT;
  for (int w = begin; w < end; w++) {
    const int type = m->wrap_type[w];
    if (type == mjWRAP_NONE || (type == mjWRAP_JOINT) != fixed) {
      return report_invalid(finding,
                            "wrap_type of entry %d is %d, which a %s tendon (%d) cannot have", w,
                            type, fixed ? "fixed" : "spatial", t);
    }
    if (is_geom(type) && (w == begin || w + 1 == end || m->wrap_type[w - 1] != mjWRAP_SITE ||
                          m->wrap_type[w + 1] != mjWRAP_SITE)) {
      return report_invalid(
          finding, "wrap_type of entry %d is a geom, which is not between two sites of tendon %d",
          w, t);
    }
  }
  return 0;
}

// checks the number of trees that a tendon acts on, of which the first two are listed
static int check_tendon_trees(const mjModel* m, Finding* finding, int t) {
  const int n = m->tendon_treenum[t], *tree = m->tendon_treeid + 2 * t;
  if (n < 0 || n > m->ntree)
    return report_out_of_bounds(finding, "tendon_treenum", t, n, 0, m->ntree + 1);
  for (int k = 0; k < n && k < 2; k++)
    if (tree[k] < 0)
      return report_out_of_bounds(finding, "tendon_treeid", 2 * t + k, tree[k], 0, m->ntree);
  return 0;
}

// Checks that the rows of the Jacobian fill it without gaps. The row of a spatial tendon has
// ascending columns; that of a fixed tendon has the columns of its joints, possibly with
// repetitions.
static int check_tendon_rows(const mjModel* m, Finding* finding) {
  mjtSize sum = 0;
  for (int t = 0; t < m->ntendon; t++) {
    const int n = m->ten_J_rownnz[t], *column = m->ten_J_colind + sum;
    if (m->ten_J_rowadr[t] != sum) {
      return report_invalid(finding, "ten_J_rowadr of entry %d is %d, expected %lld", t,
                            m->ten_J_rowadr[t], (long long)sum);
    }
    const int fixed = m->wrap_type[m->tendon_adr[t]] == mjWRAP_JOINT;
    if (fixed && n > m->tendon_num[t])
      return report_out_of_bounds(finding, "ten_J_rownnz", t, n, 0, m->tendon_num[t] + 1);
    for (int k = 1; k < n && !fixed; k++) {
      if (column[k] <= column[k - 1]) {
        return report_invalid(finding,
                              "ten_J_colind of entry %lld is %d, expected more than the %d before",
                              (long long)sum + k, column[k], column[k - 1]);
      }
    }
    sum += n;
  }
  if (sum == m->nJten)
    return 0;
  return report_invalid(finding, "ten_J_rownnz: the rows have %lld entries, expected %lld",
                        (long long)sum, (long long)m->nJten);
}

//------------------------------ moments -----------------------------------------------------------

static int chain_length(const mjModel* m, int dof) {
  int n = 0;
  for (; dof >= 0; dof = m->dof_parentid[dof])
    n++;
  return n;
}

// number of dofs that move both bodies
static int common_length(const mjModel* m, int a, int b) {
  while (a != b)
    if (a > b)
      a = m->dof_parentid[a];
    else
      b = m->dof_parentid[b];
  return chain_length(m, a);
}

static mjtSize moment_size(const mjModel* m, int actuator) {
  static const int ndof[] = {6, 3, 1, 1};
  const int* id = m->actuator_trnid + 2 * actuator;
  const int type = m->actuator_trntype[actuator];
  int a, b, n;
  switch (type) {
    case mjTRN_JOINT:
    case mjTRN_JOINTINPARENT: return ndof[m->jnt_type[id[0]]];
    case mjTRN_TENDON: return m->ten_J_rownnz[id[0]];
    case mjTRN_SLIDERCRANK:
    case mjTRN_SITE:
      a = last_dof(m, m->site_bodyid[id[0]]);
      b = id[1] < 0 ? -1 : last_dof(m, m->site_bodyid[id[1]]);
      n = common_length(m, a, b);
      return chain_length(m, a) + chain_length(m, b) - (type == mjTRN_SITE ? 2 : 1) * (mjtSize)n;
    case mjTRN_BODY: return m->nv;
    default: return 0;
  }
}

int validate_paths(const mjModel* m, Finding* finding) {
  for (int t = 0; t < m->ntendon; t++)
    if (check_path(m, finding, t) || check_tendon_trees(m, finding, t))
      return -1;
  if (check_tendon_rows(m, finding))
    return -1;
  mjtSize sum = 0;
  for (int i = 0; i < m->nu; i++)
    sum += moment_size(m, i);
  if (sum <= m->nJmom)
    return 0;
  return report_invalid(finding,
                        "nJmom is %lld, expected %lld: the moments of all actuators must fit",
                        (long long)m->nJmom, (long long)sum);
}
