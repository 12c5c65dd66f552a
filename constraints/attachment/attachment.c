// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// connect and weld: two points, or two frames, of two bodies coincide.
//
// The residual of connect and the translational part of weld is p1 - p2 in world axes, so the
// Jacobian is J(body 1) - J(body 2); contacts use the opposite order. With q = q1 * relpose and
// qc = conj(q2) the rotational residual of weld is s vec(qc q), the axis times the sine of half the
// angle, and moving with angular velocity w changes it by s/2 vec(qc (0, w) q).
//
// eq_data of connect: anchor in body 1, anchor in body 2. Of weld: anchor in body 2, anchor in body
// 1, relative orientation, torque scale s. Between sites the points and frames are those of the
// sites.

#include <fulcrum/constraint.h>
#include <fulcrum/layout.h>
#include <fulcrum/math.h>

// World position of end 0 or 1; anchor is its position in the body, unused with sites.
static void end_point(const mjModel* m, const mjData* d, int i, int end, const mjtNum anchor[3],
                      mjtNum point[3]) {
  const int id = end ? m->eq_obj2id[i] : m->eq_obj1id[i];
  if (m->eq_objtype[i] == mjOBJ_SITE) {
    fc_copy3(point, d->site_xpos + 3 * id);
  } else {
    fc_mulMatVec3(point, d->xmat + 9 * id, anchor);
    fc_addTo3(point, d->xpos + 3 * id);
  }
}

// Both of them; a weld stores the anchor of body 2 first.
static void end_points(const mjModel* m, const mjData* d, int i, int weld, mjtNum point1[3],
                       mjtNum point2[3]) {
  const mjtNum* data = m->eq_data + mjNEQDATA * i;
  end_point(m, d, i, 0, weld ? data + 3 : data, point1);
  end_point(m, d, i, 1, weld ? data : data + 3, point2);
}

// ---------------------------------------------------------------- rows

static int count(const FcContext* context, const FcConstraintBatch* batch, FcRows* rows, int nrow) {
  const mjModel* m = context->m;
  if (!rows->sparse) {
    rows->rows += nrow * batch->n;
    return 0;
  }
  for (int k = 0; k < batch->n; k++) {
    const int i = batch->id[k];
    const int n = fc_bodyColumns(m, fc_endBody(m, i, 0), fc_endBody(m, i, 1), rows->columns);
    rows->rows += n ? nrow : 0;
    rows->entries += nrow * n;
  }
  return 0;
}

// Orientation q = q1 * relpose of end 1 and qc = conjugate of that of end 2.
static void weld_orientations(const mjModel* m, const mjData* d, int i, mjtNum q[4], mjtNum qc[4]) {
  const mjtNum* quat1 = d->xquat + 4 * fc_endBody(m, i, 0);
  const mjtNum* quat2 = d->xquat + 4 * fc_endBody(m, i, 1);
  if (m->eq_objtype[i] == mjOBJ_SITE) {
    fc_mulQuat(q, quat1, m->site_quat + 4 * m->eq_obj1id[i]);
    fc_mulQuat(qc, quat2, m->site_quat + 4 * m->eq_obj2id[i]);
    fc_negQuat(qc, qc);
  } else {
    fc_mulQuat(q, quat1, m->eq_data + mjNEQDATA * i + 6);
    fc_negQuat(qc, quat2);
  }
}

// Turn the rotational Jacobian (3 x n) into that of the weld's residual, in place.
static void weld_rotation(mjtNum* jac, int n, const mjtNum q[4], const mjtNum qc[4], mjtNum scale) {
  for (int k = 0; k < n; k++) {
    mjtNum omega[3] = {jac[k], jac[n + k], jac[2 * n + k]}, quat[4];
    fc_mulQuatAxis(quat, qc, omega);
    fc_mulQuat(quat, quat, q);
    for (int r = 0; r < 3; r++)
      jac[r * n + k] = (mjtNum)0.5 * scale * quat[r + 1];
  }
}

static int append(const FcContext* context, FcRows* rows, int i, int weld) {
  const mjModel* m = context->m;
  const mjData* d = context->d;
  const int nrow = weld ? 6 : 3, body1 = fc_endBody(m, i, 0), body2 = fc_endBody(m, i, 1);
  mjtNum point1[3], point2[3], pos[6], diagonal[6];
  end_points(m, d, i, weld, point1, point2);
  fc_sub3(pos, point1, point2);

  const int n = fc_bodyColumns(m, body1, body2, rows->columns);
  mjtNum* J = fc_rowValues(rows, nrow, n);
  if (!J)
    return -1;
  fc_bodyJacobian(m, d, J, weld ? J + 3 * n : NULL, body1, point1, body2, point2, n, rows->columns);
  if (weld) {
    const mjtNum scale = m->eq_data[mjNEQDATA * i + 10];
    mjtNum q[4], qc[4], error[4];
    weld_orientations(m, d, i, q, qc);
    fc_mulQuat(error, qc, q);
    fc_scl3(pos + 3, error + 1, scale);
    weld_rotation(J + 3 * n, n, q, qc, scale);
  }

  // inverse weights of both bodies, for translation and for rotation
  const mjtNum *weight1 = m->body_invweight0 + 2 * body1, *weight2 = m->body_invweight0 + 2 * body2;
  for (int r = 0; r < nrow; r++)
    diagonal[r] = weight1[r >= 3] + weight2[r >= 3];
  const FcRowBlock block = {.size = sizeof block, .id = i, .pos = pos, .diagonal = diagonal};
  return fc_rowAppend(rows, nrow, n, rows->columns, &block);
}

// ---------------------------------------------------------------- wrenches

// The first three forces act at the points. For sites these are given by site_pos, which after an
// edit may differ from the position that site_sameframe implies. The other forces of a weld count
// as a torque without rescaling, although its residual is scaled and halves the angle: cfrc_ext
// matches the reference and is not the dual of J.
static int wrench(const FcContext* context, int i, const mjtNum* force, int weld,
                  FcWrench wrench[2]) {
  const mjModel* m = context->m;
  const mjData* d = context->d;
  end_points(m, d, i, weld, wrench[0].point, wrench[1].point);
  for (int end = 0; end < 2; end++) {
    const int b = wrench[end].body = fc_endBody(m, i, end);
    if (m->eq_objtype[i] == mjOBJ_SITE) {
      const int site = end ? m->eq_obj2id[i] : m->eq_obj1id[i];
      fc_mulMatVec3(wrench[end].point, d->xmat + 9 * b, m->site_pos + 3 * site);
      fc_addTo3(wrench[end].point, d->xpos + 3 * b);
    }
    fc_scl3(wrench[end].force, force, end ? -1 : 1);
    fc_zero3(wrench[end].torque);
    if (weld)
      fc_scl3(wrench[end].torque, force + 3, end ? -1 : 1);
  }
  return 2;
}

// ---------------------------------------------------------------- connect

static int count_connect(const FcContext* context, const FcConstraintBatch* batch, FcRows* rows) {
  return count(context, batch, rows, 3);
}

static int fill_connect(const FcContext* context, const FcConstraintBatch* batch, FcRows* rows) {
  for (int k = 0; k < batch->n; k++)
    if (append(context, rows, batch->id[k], 0) < 0)
      return -1;
  return 0;
}

static int wrench_connect(const FcContext* context, int i, const mjtNum* force, int n,
                          FcWrench* result) {
  (void)n;
  return wrench(context, i, force, 0, result);
}

// The anchor in the frame of body 2. Sites need none; values that an edit left there are cleared.
static int derive_connect(mjModel* m, const mjData* d, int i) {
  const int b1 = m->eq_obj1id[i], b2 = m->eq_obj2id[i];
  mjtNum point[3], *data = m->eq_data + mjNEQDATA * i;
  if (m->eq_objtype[i] != mjOBJ_BODY) {
    fc_zero(data, mjNEQDATA);
    return 0;
  }
  fc_mulMatVec3(point, d->xmat + 9 * b1, data);
  fc_addTo3(point, d->xpos + 3 * b1);
  fc_subFrom3(point, d->xpos + 3 * b2);
  fc_mulMatTVec3(data + 3, d->xmat + 9 * b2, point);
  return 0;
}

// ---------------------------------------------------------------- weld

static int count_weld(const FcContext* context, const FcConstraintBatch* batch, FcRows* rows) {
  return count(context, batch, rows, 6);
}

static int fill_weld(const FcContext* context, const FcConstraintBatch* batch, FcRows* rows) {
  for (int k = 0; k < batch->n; k++)
    if (append(context, rows, batch->id[k], 1) < 0)
      return -1;
  return 0;
}

static int wrench_weld(const FcContext* context, int i, const mjtNum* force, int n,
                       FcWrench* result) {
  (void)n;
  return wrench(context, i, force, 1, result);
}

// Anchor in body 1 and relative orientation, unless an orientation is given.
static int derive_weld(mjModel* m, const mjData* d, int i) {
  const int b1 = m->eq_obj1id[i], b2 = m->eq_obj2id[i];
  mjtNum point[3], conjugate[4], *data = m->eq_data + mjNEQDATA * i;
  if (m->eq_objtype[i] != mjOBJ_BODY)
    return 0;
  if (data[6] != 0 || data[7] != 0 || data[8] != 0 || data[9] != 0) {
    fc_normalize4(data + 6);
    return 0;
  }
  fc_mulMatVec3(point, d->xmat + 9 * b2, data);
  fc_addTo3(point, d->xpos + 3 * b2);
  fc_subFrom3(point, d->xpos + 3 * b1);
  fc_mulMatTVec3(data + 3, d->xmat + 9 * b1, point);
  fc_negQuat(conjugate, d->xquat + 4 * b1);
  fc_mulQuat(data + 6, conjugate, d->xquat + 4 * b2);
  return 0;
}

// ---------------------------------------------------------------- faces

static const FcParameter connect_parameters[] = {
    {.key = "anchor",
     .type = FC_REAL,
     .length = 3,
     .unit = "m",
     .help = "The common point in the frame of body1."}};
static const FcParameter weld_parameters[] = {
    {.key = "anchor",
     .type = FC_REAL,
     .length = 3,
     .unit = "m",
     .help = "Where the weld acts, in the frame of body2."},
    {.key = "relpose",
     .type = FC_REAL,
     .length = 7,
     .help = "Pose of body2 in body1, position and quaternion; all zero: that of qpos0."},
    {.key = "torquescale",
     .type = FC_REAL,
     .length = 1,
     .def = 1,
     .unit = "m",
     .help = "Weight of rotation against translation."}};

// anchor and relpose are for bodies
static const FcEnds connect_ends[] = {{mjOBJ_BODY, "body1", "body2", 0, 0},
                                      {mjOBJ_SITE, "site1", "site2", 1, 1 << 0}};
static const FcEnds weld_ends[] = {{mjOBJ_BODY, "body1", "body2", 0, 0},
                                   {mjOBJ_SITE, "site1", "site2", 1, 1 << 0 | 1 << 1}};

static const FcConstraint connect = {.size = sizeof(FcConstraint),
                                     .group = mjCNSTR_EQUALITY,
                                     FC_ENDS(connect_ends),
                                     .rows = 3,
                                     .count = count_connect,
                                     .fill = fill_connect,
                                     .wrench = wrench_connect,
                                     .derive = derive_connect};

// the reference counts seven rows for a weld in nemax
static const FcConstraint weld = {.size = sizeof(FcConstraint),
                                  .group = mjCNSTR_EQUALITY,
                                  FC_ENDS(weld_ends),
                                  .rows = 7,
                                  .count = count_weld,
                                  .fill = fill_weld,
                                  .wrench = wrench_weld,
                                  .derive = derive_weld};

static const FcFace faces[] = {
    {.size = sizeof(FcFace),
     .kind = FC_CONSTRAINT,
     .name = "connect",
     .table = &connect,
     FC_PARAMETERS(connect_parameters),
     .number = FC_NUMBER(mjEQ_CONNECT)},
    {.size = sizeof(FcFace),
     .kind = FC_CONSTRAINT,
     .name = "weld",
     .table = &weld,
     FC_PARAMETERS(weld_parameters),
     .number = FC_NUMBER(mjEQ_WELD)},
};

FC_MODULE_WITH(attachment, "attachment", "1.0.0", "Apache-2.0", &fc_layout, faces, 0,
               "connect and weld: two points or two frames of bodies coincide", NULL)
