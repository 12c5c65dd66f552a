// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Equalities of flexes whose residuals and Jacobians mj_flex has computed.
//
// flex: every edge that is not rigid keeps its length at qpos0,
//
//   r_e = |x_2 - x_1| - length0_e,   J_e = flexedge_J
//
// flexvert: the deformation gradient F of a cloth at vertex v, a 3 x 2 matrix fitted to the edges
// that meet in v with their masses as weights, keeps the first two invariants of C = F'F,
//
//   r_2v = s (tr C - 2),   r_2v+1 = s (det C - 1),   s = square root of the vertex mass
//
// so a vertex may rotate but not stretch or shear. Each row is a separate block: it has its own
// impedance, and belongs to the island of the dofs it moves.

#include <fulcrum/layout.h>
#include <fulcrum/math.h>

#include "constraints/flex_equality/equality.h"

// residuals and diagonals are computed for this many rows at a time
#define CHUNK 128

// rows of a sparse matrix that move something, and their entries
static void count_rows(FcRows* rows, const int* rownnz, int first, int n) {
  int nrow = 0, entries = 0;
  for (int r = first; r < first + n; r++) {
    nrow += rownnz[r] > 0;
    entries += rownnz[r];
  }
  rows->rows += nrow;
  rows->entries += entries;
}

// ---------------------------------------------------------------- edges

// find the next run of edges that are not rigid, from *e on and before `end`: sets *e to the first
// and returns how many
static int soft_edges(const mjModel* m, int* e, int end) {
  while (*e < end && m->flexedge_rigid[*e])
    ++*e;
  int n = 0;
  while (*e + n < end && !m->flexedge_rigid[*e + n])
    n++;
  return n;
}

static int count_edges(const FcContext* context, const FcConstraintBatch* batch, FcRows* rows) {
  const mjModel* m = context->m;
  for (int k = 0; k < batch->n; k++) {
    const int f = m->eq_obj1id[batch->id[k]];
    const int end = m->flex_edgeadr[f] + m->flex_edgenum[f];
    for (int e = m->flex_edgeadr[f], n; (n = soft_edges(m, &e, end)) > 0; e += n)
      count_rows(rows, m->flexedge_J_rownnz, e, n);
  }
  return 0;
}

static int append_edges(const FcContext* context, FcRows* rows, int i, int first, int n) {
  const mjModel* m = context->m;
  const mjData* d = context->d;
  mjtNum pos[CHUNK];
  for (int r = 0; r < n; r++)
    pos[r] = d->flexedge_length[first + r] - m->flexedge_length0[first + r];
  const FcRowRun run = {.size = sizeof run,
                        .id = i,
                        .n = n,
                        .rownnz = m->flexedge_J_rownnz + first,
                        .rowadr = m->flexedge_J_rowadr + first,
                        .colind = m->flexedge_J_colind,
                        .J = d->flexedge_J,
                        .pos = pos,
                        .diagonal = m->flexedge_invweight0 + first};
  return fc_rowsAppend(rows, &run);
}

static int fill_edges(const FcContext* context, const FcConstraintBatch* batch, FcRows* rows) {
  const mjModel* m = context->m;
  for (int k = 0; k < batch->n; k++) {
    const int i = batch->id[k], f = m->eq_obj1id[i];
    const int end = m->flex_edgeadr[f] + m->flex_edgenum[f];
    for (int e = m->flex_edgeadr[f], n; (n = soft_edges(m, &e, end)) > 0; e += n) {
      n = n < CHUNK ? n : CHUNK;
      if (append_edges(context, rows, i, e, n) < 0)
        return -1;
    }
  }
  return 0;
}

// ---------------------------------------------------------------- vertices

static int count_vertices(const FcContext* context, const FcConstraintBatch* batch, FcRows* rows) {
  const mjModel* m = context->m;
  for (int k = 0; k < batch->n; k++) {
    const int f = m->eq_obj1id[batch->id[k]];
    count_rows(rows, m->flexvert_J_rownnz, 2 * m->flex_vertadr[f], 2 * m->flex_vertnum[f]);
  }
  return 0;
}

static int append_vertices(const FcContext* context, FcRows* rows, int i, int first, int n) {
  const mjModel* m = context->m;
  const mjData* d = context->d;
  mjtNum diagonal[CHUNK];
  for (int v = 0; v < n / 2; v++) {
    const int body = m->flex_vertbodyid[first / 2 + v];
    diagonal[2 * v] = diagonal[2 * v + 1] = body < 0 ? 0 : m->body_invweight0[2 * body];
  }
  const FcRowRun run = {.size = sizeof run,
                        .id = i,
                        .n = n,
                        .rownnz = m->flexvert_J_rownnz + first,
                        .rowadr = m->flexvert_J_rowadr + first,
                        .colind = m->flexvert_J_colind,
                        .J = d->flexvert_J,
                        .pos = d->flexvert_length + first,
                        .diagonal = diagonal};
  return fc_rowsAppend(rows, &run);
}

static int fill_vertices(const FcContext* context, const FcConstraintBatch* batch, FcRows* rows) {
  const mjModel* m = context->m;
  for (int k = 0; k < batch->n; k++) {
    const int i = batch->id[k], f = m->eq_obj1id[i];
    const int end = 2 * (m->flex_vertadr[f] + m->flex_vertnum[f]);
    for (int r = 2 * m->flex_vertadr[f], n; r < end; r += n) {
      n = end - r < CHUNK ? end - r : CHUNK;
      if (append_vertices(context, rows, i, r, n) < 0)
        return -1;
    }
  }
  return 0;
}

// ---------------------------------------------------------------- faces

static const FcEnds ends[] = {{mjOBJ_FLEX, "flex", NULL, 1, 0}};

// nemax counts one row per flex: it says whether there are equalities, not how many rows
static const FcConstraint edges = {.size = sizeof(FcConstraint),
                                   .group = mjCNSTR_EQUALITY,
                                   FC_ENDS(ends),
                                   .rows = 1,
                                   .count = count_edges,
                                   .fill = fill_edges,
                                   .separate = 1,
                                   .flex = FC_FLEX_EDGES};
static const FcConstraint vertices = {.size = sizeof(FcConstraint),
                                      .group = mjCNSTR_EQUALITY,
                                      FC_ENDS(ends),
                                      .rows = 1,
                                      .count = count_vertices,
                                      .fill = fill_vertices,
                                      .separate = 1,
                                      .flex = FC_FLEX_VERTICES};
static const FcConstraint strain = {.size = sizeof(FcConstraint),
                                    .group = mjCNSTR_EQUALITY,
                                    FC_ENDS(ends),
                                    .rows = 1,
                                    .count = strain_count,
                                    .fill = strain_fill,
                                    .trees = strain_trees,
                                    .check = strain_check,
                                    .flex = FC_FLEX_CELLS};

static const FcFace faces[] = {
    {.size = sizeof(FcFace),
     .kind = FC_CONSTRAINT,
     .name = "flex",
     .table = &edges,
     .number = FC_NUMBER(mjEQ_FLEX)},
    {.size = sizeof(FcFace),
     .kind = FC_CONSTRAINT,
     .name = "flexvert",
     .table = &vertices,
     .number = FC_NUMBER(mjEQ_FLEXVERT)},
    {.size = sizeof(FcFace),
     .kind = FC_CONSTRAINT,
     .name = "flexstrain",
     .table = &strain,
     .number = FC_NUMBER(mjEQ_FLEXSTRAIN)},
};

FC_MODULE_WITH(flex_equality, "flex_equality", "1.0.0", "Apache-2.0", &fc_layout, faces, 0,
               "Edges of a flex keep their lengths, vertices their metric, cells their strain",
               NULL)
