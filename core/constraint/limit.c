// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Joint and tendon limits: a row exists while the signed distance to the limit is smaller than the
// margin.
//
// Hinge, slide and tendon: distance q - lower with J = +1, then upper - q with J = -1. Ball: the
// angle of the rotation is limited from above, J = -axis on its three dofs. With a large margin
// both sides can be present at once.

#include <fulcrum/math.h>

#include "core/constraint/rows.h"

// Distance of side 0 (lower) or 1 (upper) of a scalar limit.
static mjtNum scalar_distance(const mjtNum range[2], mjtNum value, int side) {
  return side ? range[1] - value : value - range[0];
}

// Distance of a ball joint to its limit and the axis of its rotation.
static mjtNum ball_distance(const mjModel* m, const mjData* d, int joint, mjtNum axis[3]) {
  const mjtNum* range = m->jnt_range + 2 * joint;
  mjtNum quat[4];
  fc_copy4(quat, d->qpos + m->jnt_qposadr[joint]);
  fc_normalize4(quat);
  fc_quat2Vel(axis, quat, 1);
  mjtNum angle = fc_normalize3(axis);
  return fc_max(range[0], range[1]) - angle;
}

static int joint_is_limited(const RowBuilder* builder, int joint) {
  const mjModel* m = builder->m;
  return m->jnt_limited[joint] && m->jnt_type[joint] != mjJNT_FREE &&
         (!builder->filter || builder->d->tree_awake[m->dof_treeid[m->jnt_dofadr[joint]]]);
}

void limit_count(RowBuilder* builder, RowCount* count) {
  const mjModel* m = builder->m;
  const mjData* d = builder->d;
  if (m->opt.disableflags & mjDSBL_LIMIT) {
    return;
  }
  for (int i = 0; i < m->njnt; i++) {
    if (!joint_is_limited(builder, i)) {
      continue;
    }
    if (m->jnt_type[i] == mjJNT_BALL) {
      mjtNum axis[3];
      int active = ball_distance(m, d, i, axis) < m->jnt_margin[i];
      count->rows += active;
      count->entries += 3 * active;
      continue;
    }
    for (int side = 0; side < 2; side++) {
      int active = scalar_distance(m->jnt_range + 2 * i, d->qpos[m->jnt_qposadr[i]], side) <
                   m->jnt_margin[i];
      count->rows += active;
      count->entries += active;
    }
  }
  for (int i = 0; i < m->ntendon; i++) {
    for (int side = 0; m->tendon_limited[i] && side < 2; side++) {
      int active =
          scalar_distance(m->tendon_range + 2 * i, d->ten_length[i], side) < m->tendon_margin[i];
      count->rows += active;
      count->entries += active * m->ten_J_rownnz[i];
    }
  }
}

static void append_joint(RowBuilder* builder, int joint) {
  const mjModel* m = builder->m;
  const mjData* d = builder->d;
  int dof = m->jnt_dofadr[joint];
  mjtNum dist;
  RowInfo info = {
      .type = mjCNSTR_LIMIT_JOINT, .id = joint, .margin = m->jnt_margin[joint], .pos = &dist};

  if (m->jnt_type[joint] == mjJNT_BALL) {
    mjtNum axis[3];
    int columns[3] = {dof, dof + 1, dof + 2};
    dist = ball_distance(m, d, joint, axis);
    mjtNum* J = dist < info.margin ? rows_values(builder, 1, 3) : NULL;
    if (J) {
      fc_scl3(J, axis, -1);
      rows_append(builder, 1, 3, columns, &info, 0);
    }
    return;
  }
  for (int side = 0; side < 2; side++) {
    dist = scalar_distance(m->jnt_range + 2 * joint, d->qpos[m->jnt_qposadr[joint]], side);
    mjtNum* J = dist < info.margin ? rows_values(builder, 1, 1) : NULL;
    if (J) {
      J[0] = side ? -1 : 1;
      rows_append(builder, 1, 1, &dof, &info, 0);
    }
  }
}

static void append_tendon(RowBuilder* builder, int tendon) {
  const mjModel* m = builder->m;
  mjData* d = builder->d;
  int n;
  const int* columns = tendon_columns(m, tendon, &n);
  mjtNum dist;
  RowInfo info = {
      .type = mjCNSTR_LIMIT_TENDON, .id = tendon, .margin = m->tendon_margin[tendon], .pos = &dist};
  for (int side = 0; side < 2; side++) {
    dist = scalar_distance(m->tendon_range + 2 * tendon, d->ten_length[tendon], side);
    mjtNum* J = dist < info.margin ? rows_values(builder, 1, n) : NULL;
    if (J) {
      if (d->tendon_efcadr[tendon] == -1)
        d->tendon_efcadr[tendon] = d->nefc;
      fc_scl(J, d->ten_J + m->ten_J_rowadr[tendon], side ? -1 : 1, n);
      rows_append(builder, 1, n, columns, &info, 0);
    }
  }
}

void limit_append(RowBuilder* builder) {
  const mjModel* m = builder->m;
  if (m->opt.disableflags & mjDSBL_LIMIT) {
    return;
  }
  for (int i = 0; i < m->njnt; i++) {
    if (joint_is_limited(builder, i)) {
      append_joint(builder, i);
    }
  }
  for (int i = 0; i < m->ntendon; i++) {
    if (m->tendon_limited[i]) {
      append_tendon(builder, i);
    }
  }
}
