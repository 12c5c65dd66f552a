// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// row.c: rows of equality, friction, limits and contacts, in the order of mjData.

#include <stdlib.h>

#include "tools/build/build.h"
#include "tools/build/pairs.h"

static int enabled(const mjModel* m, int flag) {
  return !(m->opt.disableflags & (flag | mjDSBL_CONSTRAINT));
}

static int is_attachment(const mjModel* m, int i) {
  return m->eq_type[i] == mjEQ_CONNECT || m->eq_type[i] == mjEQ_WELD;
}

static int end_body(const mjModel* m, int i, int end) {
  const int id = end ? m->eq_obj2id[i] : m->eq_obj1id[i];
  return id < 0 ? 0 : m->eq_objtype[i] == mjOBJ_SITE ? m->site_bodyid[id] : id;
}

// Dofs of one element of a coupling.
static int element_dofs(const mjModel* m, int i, int id, int* dof) {
  if (id < 0)
    return 0;
  if (m->eq_type[i] == mjEQ_JOINT) {
    dof[0] = m->jnt_dofadr[id];
    return 1;
  }
  if (m->eq_type[i] != mjEQ_TENDON)
    return 0;
  for (int k = 0; k < m->ten_J_rownnz[id]; k++)
    dof[k] = m->ten_J_colind[m->ten_J_rowadr[id] + k];
  return m->ten_J_rownnz[id];
}

static int end_dofs(const mjModel* m, int i, int end, int* dof) {
  return is_attachment(m, i) ? dofs_of_body(m, end_body(m, i, end), dof)
                             : element_dofs(m, i, end ? m->eq_obj2id[i] : m->eq_obj1id[i], dof);
}

static int merge(const int* a, int na, const int* b, int nb, int* to) {
  int n = 0;
  for (int i = 0, j = 0; i < na || j < nb;) {
    const int x = i < na ? a[i] : INT32_MAX, y = j < nb ? b[j] : INT32_MAX;
    to[n++] = x < y ? x : y;
    i += x <= y;
    j += y <= x;
  }
  return n;
}

static int union_dofs(const mjModel* m, int i, int* dof) {
  int* work = malloc(2 * (size_t)(m->nv + 1) * sizeof *work);
  if (!work)
    return 0;
  const int n1 = end_dofs(m, i, 0, work), n2 = end_dofs(m, i, 1, work + m->nv + 1);
  const int n = merge(work, n1, work + m->nv + 1, n2, dof);
  free(work);
  return n;
}

static const char* uncovered(const mjModel* m) {
  for (int i = 0; i < m->neq && enabled(m, mjDSBL_EQUALITY); i++)
    if (!is_attachment(m, i) && m->eq_type[i] != mjEQ_JOINT && m->eq_type[i] != mjEQ_TENDON)
      return "an equality other than connect, weld, joint and tendon";
  return NULL;
}

// ---------------------------------------------------------------- writing

static void write_end(FILE* f, const mjModel* m, int i, int end, int n) {
  const int body = end_body(m, i, end), weld = m->eq_type[i] == mjEQ_WELD;
  const int id = end ? m->eq_obj2id[i] : m->eq_obj1id[i];
  fprintf(f, "    (End){%d, %d, %d, end%d_%d, ", body, m->body_rootid[body], n, end + 1, i);
  if (m->eq_objtype[i] == mjOBJ_SITE)
    fprintf(f, "s->site_xpos + 3 * %d, NULL, s->site_quat + 4 * %d},\n", id, id);
  else
    fprintf(f, "NULL, s->eq_data + %d * %d + %d, NULL},\n", mjNEQDATA, i, weld == end ? 0 : 3);
}

static void write_coupled(FILE* f, const mjModel* m, int i, int end, int n) {
  const int id = end ? m->eq_obj2id[i] : m->eq_obj1id[i];
  if (id < 0)
    fprintf(f, "    (Coupled){.offset = num_of(0)},\n");
  else if (m->eq_type[i] == mjEQ_JOINT)
    fprintf(f,
            "    (Coupled){s->qpos[%d] - s->qpos0[%d], s->dof_invweight0[%d], {1, end%d_%d, "
            "NULL}},\n",
            m->jnt_qposadr[id], m->jnt_qposadr[id], m->jnt_dofadr[id], end + 1, i);
  else
    fprintf(f,
            "    (Coupled){s->ten_length[%d] - s->tendon_length0[%d], s->tendon_invweight0[%d], "
            "{%d, end%d_%d, s->ten_J + %d}},\n",
            id, id, id, n, end + 1, i, m->ten_J_rowadr[id]);
}

static void write_equality(FILE* f, const mjModel* m, int i, int* dof) {
  const int n = union_dofs(m, i, dof);
  if (!n)
    return;
  fprintf(f, "  // equality %s\n", name_for_comment(m, mjOBJ_EQUALITY, i));
  write_integers(f, "both", i, dof, n);
  int nend[2];
  for (int end = 0; end < 2; end++) {
    nend[end] = end_dofs(m, i, end, dof);
    if (is_attachment(m, i) || nend[end])
      write_integers(f, end ? "end2_" : "end1_", i, dof, nend[end]);
  }
  if (is_attachment(m, i))
    fprintf(f, "  equality_attached(s, %d, %d,\n", i, m->eq_type[i] == mjEQ_WELD);
  else
    fprintf(f, "  equality_coupled(s, %d,\n", i);
  for (int end = 0; end < 2; end++)
    if (is_attachment(m, i))
      write_end(f, m, i, end, nend[end]);
    else
      write_coupled(f, m, i, end, nend[end]);
  fprintf(f, "    %d, both%d);\n", n, i);
}

static void write_friction(FILE* f, const mjModel* m) {
  for (int i = 0; i < m->nv; i++)
    fprintf(f,
            "  friction_row(s, (Chain){1, row_dof + %d, NULL}, ~equal(s->dof_frictionloss[%d], "
            "num_of(0)), s->dof_frictionloss[%d],\n               s->dof_invweight0[%d], "
            "s->dof_solref + 2 * %d, s->dof_solimp + 5 * %d);\n",
            i, i, i, i, i, i);
  for (int i = 0; i < m->ntendon; i++)
    if (m->ten_J_rownnz[i])
      fprintf(f,
              "  friction_row(s, (Chain){%d, tendon_dof + %d, s->ten_J + %d}, less(num_of(0), "
              "s->tendon_frictionloss[%d]), s->tendon_frictionloss[%d],\n               "
              "s->tendon_invweight0[%d], s->tendon_solref_fri + 2 * %d, s->tendon_solimp_fri + 5 * "
              "%d);\n",
              m->ten_J_rownnz[i], m->ten_J_rowadr[i], m->ten_J_rowadr[i], i, i, i, i, i);
}

static void write_joint_limit(FILE* f, const mjModel* m, int i) {
  const int dof = m->jnt_dofadr[i], adr = m->jnt_qposadr[i];
  fprintf(f, "  // %s\n", name_for_comment(m, mjOBJ_JOINT, i));
  if (m->jnt_type[i] == mjJNT_BALL)
    fprintf(f, "  limit_ball(s, row_dof + %d, s->qpos + %d,", dof, adr);
  else
    fprintf(f, "  limit_rows(s, (Chain){1, row_dof + %d, NULL}, s->qpos[%d],", dof, adr);
  fprintf(f,
          " s->jnt_range + 2 * %d, s->jnt_margin[%d], s->dof_invweight0[%d],\n             "
          "s->jnt_solref + 2 * %d, s->jnt_solimp + 5 * %d);\n",
          i, i, dof, i, i);
}

static void write_limits(FILE* f, const mjModel* m) {
  for (int i = 0; i < m->njnt; i++)
    if (m->jnt_limited[i] && m->jnt_type[i] != mjJNT_FREE)
      write_joint_limit(f, m, i);
  for (int i = 0; i < m->ntendon; i++)
    if (m->tendon_limited[i] && m->ten_J_rownnz[i])
      fprintf(f,
              "  // %s\n  limit_rows(s, (Chain){%d, tendon_dof + %d, s->ten_J + %d}, "
              "s->ten_length[%d],\n             s->tendon_range + 2 * %d, s->tendon_margin[%d], "
              "s->tendon_invweight0[%d], s->tendon_solref_lim + 2 * %d, s->tendon_solimp_lim + 5 * "
              "%d);\n",
              name_for_comment(m, mjOBJ_TENDON, i), m->ten_J_rownnz[i], m->ten_J_rowadr[i],
              m->ten_J_rowadr[i], i, i, i, i, i, i);
}

static void write_contacts(FILE* f, const mjModel* m) {
  const BuildPair* pair;
  const int n = build_pairs(m, &pair);
  int used[7] = {0};
  for (int i = 0; i < n && i < MAX_PAIRS; i++)
    used[contact_dim(m, pair + i)] = 1;
  if (!n)
    return;
  fprintf(f,
          "  Material material = {.pair = NULL};\n"
          "  for (int i = 0; i < s->contacts.n; i++) {\n"
          "    if (s->contacts.pair[i] != material.pair)\n"
          "      make_material(s, s->contacts.pair[i], &material);\n"
          "    switch (s->contacts.pair[i]->dim) {\n");
  for (int dim = 1; dim <= 6; dim++)
    if (used[dim])
      fprintf(f, "      case %d: contact_rows(s, i, %d, &material); break;\n", dim, dim);
  fprintf(f, "    }\n  }\n");
}

static void write_dofs(FILE* f, const mjModel* m) {
  fprintf(f, "static const int16_t row_dof[] = {");
  for (int i = 0; i < m->nv; i++)
    fprintf(f, "%s%d", i ? ", " : "", i);
  fprintf(f, "%s};\n", m->nv ? "" : "0");
  if (m->ntendon) {
    fprintf(f, "static const int16_t tendon_dof[] = {");
    for (int i = 0; i < m->nJten; i++)
      fprintf(f, "%s%d", i ? ", " : "", m->ten_J_colind[i]);
    fprintf(f, "%s};\n", m->nJten ? "" : "0");
  }
}

static void write(FILE* f, const mjModel* m) {
  int* dof = malloc(2 * (size_t)(m->nv + 1) * sizeof *dof);
  fprintf(f, "// Constraint rows.\n\n#include \"model.h\"\n\n");
  if (!(m->opt.disableflags & mjDSBL_REFSAFE))
    fprintf(f, "#define ROW_REFSAFE\n");
  if (m->opt.cone == mjCONE_ELLIPTIC)
    fprintf(f, "#define ROW_ELLIPTIC_CONE\n");
  if (enabled(m, 0) && m->nv && dof) {
    const BuildPair* pair;
    fprintf(f, "#include <fulcrum/lanes/row.h>\n");
    if (m->neq && enabled(m, mjDSBL_EQUALITY))
      fprintf(f, "#include <fulcrum/lanes/row_equality.h>\n");
    if (build_pairs(m, &pair))
      fprintf(f, "#include <fulcrum/lanes/row_contact.h>\n");
    fprintf(f, "\n");
    write_dofs(f, m);
  }
  fprintf(f, "\nstatic void row(Sim* s) {\n  s->rows.n = s->rows.njac = 0;\n");
  if (enabled(m, 0) && m->nv && dof) {
    for (int i = 0; i < m->neq && enabled(m, mjDSBL_EQUALITY); i++)
      write_equality(f, m, i, dof);
    if (enabled(m, mjDSBL_FRICTIONLOSS))
      write_friction(f, m);
    if (enabled(m, mjDSBL_LIMIT))
      write_limits(f, m);
    if (enabled(m, mjDSBL_CONTACT))
      write_contacts(f, m);
  }
  fprintf(f, "}\n");
  free(dof);
}

const Part row_part = {"row", write, uncovered};

// ---------------------------------------------------------------- sizes

// Adds n rows of ndof numbers.
typedef struct Size_ {
  int rows, numbers;
} Size;

static void grow(Size* size, int n, int ndof) {
  size->rows += n;
  size->numbers += n * ndof;
}

static void contact_size(const mjModel* m, int* dof, Size* size) {
  const BuildPair* pair;
  const int n = build_pairs(m, &pair);
  int most_rows = 0, most_dofs = 0;
  for (int i = 0; i < n && i < MAX_PAIRS; i++) {
    int nfirst, side;
    const int b1 = m->geom_bodyid[pair[i].geom[0]], b2 = m->geom_bodyid[pair[i].geom[1]];
    const int ndof = dofs_of_pair(m, b1, b2, dof, &nfirst, &side);
    const int nrow = rows_of_contact(m, contact_dim(m, pair + i));
    most_rows = nrow > most_rows ? nrow : most_rows;
    most_dofs = ndof > most_dofs ? ndof : most_dofs;
  }
  grow(size, max_contacts(m) * most_rows, most_dofs);
}

static Size size_of_rows(const mjModel* m) {
  Size size = {0, 0};
  int* dof = malloc(2 * (size_t)(m->nv + 1) * sizeof *dof);
  for (int i = 0; dof && i < m->neq; i++)
    grow(&size,
         m->eq_type[i] == mjEQ_WELD      ? 6
         : m->eq_type[i] == mjEQ_CONNECT ? 3
                                         : 1,
         union_dofs(m, i, dof));
  grow(&size, (int)m->nv, 1);
  for (int i = 0; i < m->ntendon; i++)
    grow(&size, m->tendon_limited[i] ? 3 : 1, m->ten_J_rownnz[i]);
  for (int i = 0; i < m->njnt; i++)
    if (m->jnt_limited[i])
      grow(&size, m->jnt_type[i] == mjJNT_BALL ? 1 : 2, m->jnt_type[i] == mjJNT_BALL ? 3 : 1);
  if (dof)
    contact_size(m, dof, &size);
  free(dof);
  return size;
}

int max_rows(const mjModel* m) {
  const int n = size_of_rows(m).rows;
  return n ? n : 1;
}

int max_jacobian(const mjModel* m) {
  const int n = size_of_rows(m).numbers;
  return n ? n : 1;
}
