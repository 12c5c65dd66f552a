// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Faces that use what the built-in types and the example do not: a third object, rows of one
// element that move different objects, and mistakes.

#include <fulcrum/constraint.h>
#include <fulcrum/host.h>
#include <fulcrum/layout.h>
#include <fulcrum/math.h>

static int joint_dof(const mjModel* m, int joint) { return m->jnt_dofadr[joint]; }

static mjtNum joint_value(const mjModel* m, const mjData* d, int joint) {
  return d->qpos[m->jnt_qposadr[joint]];
}

// ---------------------------------------------------------------- q1 + q2 = 2 q3

static int third(const mjModel* m, int i) { return (int)m->eq_data[mjNEQDATA * i]; }

static int count_sum(const FcContext* context, const FcConstraintBatch* batch, FcRows* rows) {
  (void)context;
  rows->rows += batch->n;
  rows->entries += 3 * batch->n;
  return 0;
}

static int fill_sum(const FcContext* context, const FcConstraintBatch* batch, FcRows* rows) {
  const mjModel* m = context->m;
  const mjData* d = context->d;
  for (int k = 0; k < batch->n; k++) {
    const int i = batch->id[k], joint[3] = {m->eq_obj1id[i], m->eq_obj2id[i], third(m, i)};
    mjtNum pos = 0, diagonal = 0;
    const FcRowBlock block = {.size = sizeof block, .id = i, .pos = &pos, .diagonal = &diagonal};
    mjtNum* J = fc_rowValues(rows, 1, 3);
    if (!J)
      return -1;
    // the joints are in ascending order
    for (int c = 0; c < 3; c++) {
      rows->columns[c] = joint_dof(m, joint[c]);
      J[c] = c < 2 ? 1 : -2;
      pos += J[c] * joint_value(m, d, joint[c]);
      diagonal += J[c] * J[c] * m->dof_invweight0[rows->columns[c]];
    }
    if (fc_rowAppend(rows, 1, 3, rows->columns, &block) < 0)
      return -1;
  }
  return 0;
}

static int trees_sum(const FcContext* context, int i, int* trees) {
  const mjModel* m = context->m;
  const int joint[3] = {m->eq_obj1id[i], m->eq_obj2id[i], third(m, i)};
  int n = 0;
  for (int c = 0; c < 3; c++) {
    const int tree = m->body_treeid[m->jnt_bodyid[joint[c]]];
    if (!n || trees[n - 1] != tree)
      trees[n++] = tree;
  }
  return n;
}

static int check_sum(const mjModel* m, int i) {
  const int joint = third(m, i);
  return joint >= 0 && joint < m->njnt ? 0 : fc_fail("the third joint does not exist");
}

// ---------------------------------------------------------------- both joints at zero, row by row

static int count_pair(const FcContext* context, const FcConstraintBatch* batch, FcRows* rows) {
  (void)context;
  rows->rows += 2 * batch->n;
  rows->entries += 4 * batch->n;
  return 0;
}

static int fill_pair(const FcContext* context, const FcConstraintBatch* batch, FcRows* rows) {
  const mjModel* m = context->m;
  const mjData* d = context->d;
  for (int k = 0; k < batch->n; k++) {
    const int i = batch->id[k], one = m->eq_obj1id[i], two = m->eq_obj2id[i];
    const int columns[2] = {joint_dof(m, one), joint_dof(m, two)};
    const mjtNum pos[2] = {joint_value(m, d, one), joint_value(m, d, two)};
    const mjtNum diagonal[2] = {m->dof_invweight0[columns[0]], m->dof_invweight0[columns[1]]};
    const FcRowBlock block = {.size = sizeof block, .id = i, .pos = pos, .diagonal = diagonal};
    mjtNum* J = fc_rowValues(rows, 2, 2);
    if (!J)
      return -1;
    J[0] = J[3] = 1;
    J[1] = J[2] = 0;
    if (fc_rowAppend(rows, 2, 2, columns, &block) < 0)
      return -1;
  }
  return 0;
}

// ---------------------------------------------------------------- mistakes

// counts nothing, makes rows
static int count_none(const FcContext* context, const FcConstraintBatch* batch, FcRows* rows) {
  (void)context;
  (void)batch;
  (void)rows;
  return 0;
}

// ---------------------------------------------------------------- faces

static const FcParameter parameters[] = {{.key = "third", .type = FC_INT, .length = 1}};
static const FcEnds ends[] = {{mjOBJ_JOINT, "joint1", "joint2", 1, 0}};

static const FcConstraint sum = {.size = sizeof(FcConstraint),
                                 FC_ENDS(ends),
                                 .rows = 1,
                                 .count = count_sum,
                                 .fill = fill_sum,
                                 .trees = trees_sum,
                                 .check = check_sum};
static const FcConstraint pair = {
    .size = sizeof(FcConstraint), FC_ENDS(ends), .rows = 2, .count = count_pair, .fill = fill_pair};
static const FcConstraint greedy = {
    .size = sizeof(FcConstraint), FC_ENDS(ends), .rows = 2, .count = count_none, .fill = fill_pair};

#define FACE(title, tab) \
  { .size = sizeof(FcFace), .kind = FC_CONSTRAINT, .name = title, .table = tab }
static const FcFace faces[] = {{.size = sizeof(FcFace),
                                .kind = FC_CONSTRAINT,
                                .name = "test.sum",
                                .table = &sum,
                                FC_PARAMETERS(parameters)},
                               FACE("test.pair", &pair),
                               FACE("test.greedy", &greedy)};

FC_MODULE(test_rows, "test.rows", "1.0.0", "MIT", &fc_layout, faces)
