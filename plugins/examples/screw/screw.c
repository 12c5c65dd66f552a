// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// acme.screw: an equality constraint. Two sites form a screw pair (helical joint): the z axis of
// site1 lies on that of site2, and turning about it moves along it, `pitch` metres per turn.
//
//     <equality><acme.screw site1="nut" site2="bolt" pitch="0.01"/></equality>
//
// With axes e_x, e_y, e_z of site2, d = p1 - p2 and n the z axis of site1 there are five rows
//
//     e_x . d,  e_y . d                   the axes meet                              (m)
//     reach e_x . n,  reach e_y . n       and are parallel                           (m)
//     e_z . d - pitch phi / (2 pi)        travel follows rotation                    (m)
//
// q = conj(q2) q1 = (w, x, y, z) splits into a swing and the twist phi = 2 atan2(z, w) about e_z
// (Dobrowolski 2015, "Swing-twist decomposition in Clifford algebra"). The twist is known up to
// whole turns; of all of them the one that agrees best with the travel counts, so any number of
// turns is possible and nothing has to be remembered.
//
// Derivatives, with relative velocity v of the material points of both bodies at p1 and relative
// angular velocity w = w1 - w2: e . v for the distances, (n x e) . w for the tilts, and for the
// twist g . w, g = (y w + z x, z y - x w, w^2 + z^2) / (w^2 + z^2) in the axes of site2.

#include <math.h>

#include <fulcrum/constraint.h>
#include <fulcrum/host.h>
#include <fulcrum/layout.h>
#include <fulcrum/math.h>
#include <mujoco/mujoco.h>

enum { ROWS = 5 };

static const mjtNum TURN = 6.283185307179586;

// What the rows and the wrench have in common.
typedef struct Screw_ {
  int body[2];
  mjtNum point[3];          // p1
  mjtNum slope;             // travel per radian
  mjtNum pos[ROWS];         // residuals
  mjtNum linear[ROWS][3];   // derivative of each row with respect to v
  mjtNum angular[ROWS][3];  // and to w
} Screw;

static void axis_of(const mjtNum* mat, int k, mjtNum axis[3]) {
  for (int i = 0; i < 3; i++)
    axis[i] = mat[3 * i + k];
}

// travel and twist
static void thread_row(Screw* s, const mjtNum* mat1, const mjtNum* mat2, mjtNum travel) {
  mjtNum q1[4], q2[4], q[4], g[3];
  mju_mat2Quat(q1, mat1);
  mju_mat2Quat(q2, mat2);
  fc_negQuat(q2, q2);
  fc_mulQuat(q, q2, q1);
  const mjtNum w = q[0], x = q[1], y = q[2], z = q[3], axial = fc_max(mjMINVAL, w * w + z * z);
  s->pos[4] = travel - s->slope * 2 * atan2(z, w);
  s->pos[4] -= s->slope * TURN * round(s->pos[4] / (s->slope * TURN));
  g[0] = (y * w + z * x) / axial;
  g[1] = (z * y - x * w) / axial;
  g[2] = 1;
  fc_mulMatVec3(s->angular[4], mat2, g);
  fc_scl3(s->angular[4], s->angular[4], -s->slope);
  axis_of(mat2, 2, s->linear[4]);
}

static void screw_at(const mjModel* m, const mjData* d, int i, Screw* s) {
  const int site1 = m->eq_obj1id[i], site2 = m->eq_obj2id[i];
  const mjtNum *data = m->eq_data + mjNEQDATA * i, reach = data[1];
  const mjtNum *mat1 = d->site_xmat + 9 * site1, *mat2 = d->site_xmat + 9 * site2;
  mjtNum distance[3], n[3], e[3];
  *s = (Screw){.body = {fc_endBody(m, i, 0), fc_endBody(m, i, 1)}, .slope = data[0] / TURN};
  fc_copy3(s->point, d->site_xpos + 3 * site1);
  fc_sub3(distance, s->point, d->site_xpos + 3 * site2);
  axis_of(mat1, 2, n);
  for (int k = 0; k < 2; k++) {
    axis_of(mat2, k, e);
    s->pos[k] = fc_dot3(e, distance);
    fc_copy3(s->linear[k], e);
    s->pos[2 + k] = reach * fc_dot3(e, n);
    fc_cross(s->angular[2 + k], n, e);
    fc_scl3(s->angular[2 + k], s->angular[2 + k], reach);
  }
  axis_of(mat2, 2, e);
  thread_row(s, mat1, mat2, fc_dot3(e, distance));
}

// ---------------------------------------------------------------- rows

static int count(const FcContext* context, const FcConstraintBatch* batch, FcRows* rows) {
  const mjModel* m = context->m;
  for (int k = 0; k < batch->n; k++) {
    const int i = batch->id[k];
    const int n = fc_bodyColumns(m, fc_endBody(m, i, 0), fc_endBody(m, i, 1), rows->columns);
    rows->rows += ROWS;
    rows->entries += ROWS * n;
  }
  return 0;
}

// inverse weights of both bodies for translation and rotation, through each row
static void approximate_diagonal(const mjModel* m, const Screw* s, mjtNum diagonal[ROWS]) {
  const mjtNum *a = m->body_invweight0 + 2 * s->body[0], *b = m->body_invweight0 + 2 * s->body[1];
  for (int r = 0; r < ROWS; r++) {
    diagonal[r] = fc_dot3(s->linear[r], s->linear[r]) * (a[0] + b[0]) +
                  fc_dot3(s->angular[r], s->angular[r]) * (a[1] + b[1]);
  }
}

static int append(const FcContext* context, FcRows* rows, int i) {
  const mjModel* m = context->m;
  mjtNum diagonal[ROWS];
  Screw s;
  screw_at(m, context->d, i, &s);
  const int n = fc_bodyColumns(m, s.body[0], s.body[1], rows->columns);
  mjtNum *J = fc_rowValues(rows, ROWS, n), *jacp = rows->work, *jacr = rows->work + 3 * n;
  if (!J)
    return -1;

  // both bodies at the same point
  fc_bodyJacobian(m, context->d, jacp, jacr, s.body[0], s.point, s.body[1], s.point, n,
                  rows->columns);
  for (int r = 0; r < ROWS; r++) {
    for (int k = 0; k < n; k++) {
      mjtNum sum = 0;
      for (int c = 0; c < 3; c++)
        sum += s.linear[r][c] * jacp[c * n + k] + s.angular[r][c] * jacr[c * n + k];
      J[r * n + k] = sum;
    }
  }
  approximate_diagonal(m, &s, diagonal);
  const FcRowBlock block = {.size = sizeof block, .id = i, .pos = s.pos, .diagonal = diagonal};
  return fc_rowAppend(rows, ROWS, n, rows->columns, &block);
}

static int fill(const FcContext* context, const FcConstraintBatch* batch, FcRows* rows) {
  for (int k = 0; k < batch->n; k++)
    if (append(context, rows, batch->id[k]) < 0)
      return -1;
  return 0;
}

// ---------------------------------------------------------------- the rest

// equal and opposite in one point: momentum is conserved
static int wrench(const FcContext* context, int i, const mjtNum* force, int n, FcWrench* result) {
  Screw s;
  screw_at(context->m, context->d, i, &s);
  for (int end = 0; end < 2; end++) {
    FcWrench* w = result + end;
    *w = (FcWrench){.body = s.body[end]};
    fc_copy3(w->point, s.point);
    for (int r = 0; r < n; r++) {
      fc_addToScl3(w->force, s.linear[r], end ? -force[r] : force[r]);
      fc_addToScl3(w->torque, s.angular[r], end ? -force[r] : force[r]);
    }
  }
  return 2;
}

static int check(const mjModel* m, int i) {
  const mjtNum* data = m->eq_data + mjNEQDATA * i;
  if (fc_endBody(m, i, 0) == fc_endBody(m, i, 1))
    return fc_fail("the two sites of a screw must be on different bodies");
  return data[0] != 0 ? 0 : fc_fail("the pitch of a screw must not be zero");
}

static const FcParameter parameters[] = {
    {.key = "pitch",
     .type = FC_REAL,
     .length = 1,
     .def = 0.01,
     .unit = "m",
     .help = "Travel per turn, positive for a right-hand thread."},
    {.key = "reach",
     .type = FC_REAL,
     .length = 1,
     .def = 0.1,
     .min = 1e-6,
     .max = 1e6,
     .unit = "m",
     .help = "Length over which a tilt counts as a displacement."}};

static const FcEnds ends[] = {{mjOBJ_SITE, "site1", "site2", 1, 0}};

static const FcConstraint table = {.size = sizeof(FcConstraint),
                                   .group = mjCNSTR_EQUALITY,
                                   FC_ENDS(ends),
                                   .rows = ROWS,
                                   .count = count,
                                   .fill = fill,
                                   .wrench = wrench,
                                   .check = check};

static const FcFace faces[] = {{.size = sizeof(FcFace),
                                .kind = FC_CONSTRAINT,
                                .name = "acme.screw",
                                .table = &table,
                                FC_PARAMETERS(parameters)}};

FC_MODULE(acme_screw, "acme.screw", "1.0.0", "Apache-2.0", &fc_layout, faces)
