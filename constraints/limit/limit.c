// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Joint and tendon limits: a row exists while the signed distance to the limit is smaller than the
// margin.
//
// Hinge, slide and tendon: distance q - lower with J = +1, then upper - q with J = -1. Ball: the
// angle of the rotation is limited from above, J = -axis on its three dofs. With a large margin
// both sides can be present at once.

#include <fulcrum/constraint.h>
#include <fulcrum/layout.h>
#include <fulcrum/math.h>

// Distance of side 0 (lower) or 1 (upper) of a scalar limit.
static inline mjtNum scalar_distance(const mjtNum range[2], mjtNum value, int side) {
  return side ? range[1] - value : value - range[0];
}

// ---------------------------------------------------------------- joints

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

// 1 when joint i has a limit and is awake.
static inline int joint_is_limited(const mjModel* m, const mjData* d, const FcRows* rows, int i) {
  return m->jnt_limited[i] && m->jnt_type[i] != mjJNT_FREE &&
         (!rows->sleeping || d->tree_awake[m->dof_treeid[m->jnt_dofadr[i]]]);
}

static int count_joints(const FcContext* context, const FcConstraintBatch* batch, FcRows* rows) {
  const mjModel* m = context->m;
  const mjData* d = context->d;
  const mjtNum *qpos = d->qpos, *range = m->jnt_range, *margin = m->jnt_margin;
  const int *type = m->jnt_type, *address = m->jnt_qposadr, n = batch->n;
  int nscalar = 0, nball = 0;
  for (int i = 0; i < n; i++) {
    if (!joint_is_limited(m, d, rows, i))
      continue;
    if (type[i] == mjJNT_BALL) {
      mjtNum axis[3];
      nball += ball_distance(m, d, i, axis) < margin[i];
    } else {
      const mjtNum q = qpos[address[i]];
      nscalar += scalar_distance(range + 2 * i, q, 0) < margin[i];
      nscalar += scalar_distance(range + 2 * i, q, 1) < margin[i];
    }
  }
  rows->rows += nscalar + nball;
  rows->entries += nscalar + 3 * nball;
  return 0;
}

// One row: J = axis of a ball joint times -1, or `sign` for a scalar joint.
static int append_joint(const mjModel* m, FcRows* rows, int joint, mjtNum dist, const mjtNum* axis,
                        mjtNum sign) {
  const int dof = m->jnt_dofadr[joint], columns[3] = {dof, dof + 1, dof + 2};
  const FcRowBlock block = {.size = sizeof block,
                            .id = joint,
                            .pos = &dist,
                            .diagonal = m->dof_invweight0 + dof,
                            .solref = m->jnt_solref + mjNREF * joint,
                            .solimp = m->jnt_solimp + mjNIMP * joint,
                            .margin = m->jnt_margin[joint]};
  const int n = axis ? 3 : 1;
  mjtNum* J = fc_rowValues(rows, 1, n);
  if (!J)
    return -1;
  if (axis)
    fc_scl3(J, axis, -1);
  else
    J[0] = sign;
  return fc_rowAppend(rows, 1, n, columns, &block);
}

static inline int fill_joint(const FcContext* context, FcRows* rows, int joint) {
  const mjModel* m = context->m;
  const mjData* d = context->d;
  const mjtNum margin = m->jnt_margin[joint];
  if (m->jnt_type[joint] == mjJNT_BALL) {
    mjtNum axis[3];
    const mjtNum dist = ball_distance(m, d, joint, axis);
    return dist < margin ? append_joint(m, rows, joint, dist, axis, -1) : 0;
  }
  const mjtNum *range = m->jnt_range + 2 * joint, q = d->qpos[m->jnt_qposadr[joint]];
  const mjtNum lower = scalar_distance(range, q, 0), upper = scalar_distance(range, q, 1);
  if (lower < margin && append_joint(m, rows, joint, lower, NULL, 1) < 0)
    return -1;
  return upper < margin ? append_joint(m, rows, joint, upper, NULL, -1) : 0;
}

static int fill_joints(const FcContext* context, const FcConstraintBatch* batch, FcRows* rows) {
  for (int i = 0; i < batch->n; i++)
    if (joint_is_limited(context->m, context->d, rows, i) && fill_joint(context, rows, i) < 0)
      return -1;
  return 0;
}

// ---------------------------------------------------------------- tendons

static int count_tendons(const FcContext* context, const FcConstraintBatch* batch, FcRows* rows) {
  const mjModel* m = context->m;
  const mjData* d = context->d;
  for (int i = 0; i < batch->n; i++) {
    for (int side = 0; m->tendon_limited[i] && side < 2; side++) {
      int active =
          scalar_distance(m->tendon_range + 2 * i, d->ten_length[i], side) < m->tendon_margin[i];
      rows->rows += active;
      rows->entries += active * m->ten_J_rownnz[i];
    }
  }
  return 0;
}

static int fill_tendon(const FcContext* context, FcRows* rows, int tendon) {
  const mjModel* m = context->m;
  mjData* d = context->d;
  int n;
  const int* columns;
  const mjtNum* J = fc_tendonRow(m, d, tendon, &columns, &n);
  mjtNum dist;
  const FcRowBlock block = {.size = sizeof block,
                            .id = tendon,
                            .pos = &dist,
                            .diagonal = m->tendon_invweight0 + tendon,
                            .solref = m->tendon_solref_lim + mjNREF * tendon,
                            .solimp = m->tendon_solimp_lim + mjNIMP * tendon,
                            .margin = m->tendon_margin[tendon]};
  for (int side = 0; side < 2; side++) {
    dist = scalar_distance(m->tendon_range + 2 * tendon, d->ten_length[tendon], side);
    if (!(dist < block.margin))
      continue;
    // the tendon stores its first row
    if (d->tendon_efcadr[tendon] == -1)
      d->tendon_efcadr[tendon] = d->nefc;
    mjtNum* row = fc_rowValues(rows, 1, n);
    if (!row)
      return -1;
    fc_scl(row, J, side ? -1 : 1, n);
    if (fc_rowAppend(rows, 1, n, columns, &block) < 0)
      return -1;
  }
  return 0;
}

static int fill_tendons(const FcContext* context, const FcConstraintBatch* batch, FcRows* rows) {
  for (int i = 0; i < batch->n; i++)
    if (context->m->tendon_limited[i] && fill_tendon(context, rows, i))
      return -1;
  return 0;
}

static const FcConstraint joints = {.size = sizeof(FcConstraint),
                                    .group = mjCNSTR_LIMIT_JOINT,
                                    .count = count_joints,
                                    .fill = fill_joints};
static const FcConstraint tendons = {.size = sizeof(FcConstraint),
                                     .group = mjCNSTR_LIMIT_TENDON,
                                     .count = count_tendons,
                                     .fill = fill_tendons};

static const FcFace faces[] = {
    {.size = sizeof(FcFace), .kind = FC_CONSTRAINT, .name = "limit/joint", .table = &joints},
    {.size = sizeof(FcFace), .kind = FC_CONSTRAINT, .name = "limit/tendon", .table = &tendons},
};

FC_MODULE_WITH(limit, "limit", "1.0.0", "Apache-2.0", &fc_layout, faces, 0,
               "Limits of joints and tendons", NULL)
