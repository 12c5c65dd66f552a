// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// acme.gear: an equality. It ties two scalar joints, q1 = ratio q2. To make another one, replace
// the residual `pos` and its Jacobian `J` in `fill`, and the number of rows in `count` and `table`.
//
//     <equality><acme.gear driven="slider" driver="wheel" ratio="0.5"/></equality>

#include <fulcrum/constraint.h>
#include <fulcrum/host.h>
#include <fulcrum/layout.h>
#include <mujoco/mujoco.h>

static int count(const FcContext* context, const FcConstraintBatch* batch, FcRows* rows) {
  (void)context;
  rows->rows += batch->n;
  rows->entries += 2 * batch->n;
  return 0;
}

// one row per element: residual q1 - ratio q2, Jacobian 1 and -ratio
static int fill(const FcContext* context, const FcConstraintBatch* batch, FcRows* rows) {
  const mjModel* m = context->m;
  const mjData* d = context->d;
  for (int k = 0; k < batch->n; k++) {
    const int id = batch->id[k], j1 = m->eq_obj1id[id], j2 = m->eq_obj2id[id];
    const mjtNum ratio = m->eq_data[mjNEQDATA * id];
    const int v1 = m->jnt_dofadr[j1], v2 = m->jnt_dofadr[j2], swap = v2 < v1;
    const int columns[2] = {swap ? v2 : v1, swap ? v1 : v2};
    const mjtNum pos = d->qpos[m->jnt_qposadr[j1]] - ratio * d->qpos[m->jnt_qposadr[j2]];
    const mjtNum diagonal = m->dof_invweight0[v1] + ratio * ratio * m->dof_invweight0[v2];
    const FcRowBlock block = {.size = sizeof block, .id = id, .pos = &pos, .diagonal = &diagonal};
    mjtNum* J = fc_rowValues(rows, 1, 2);
    if (!J)
      return -1;
    J[swap] = 1;
    J[!swap] = -ratio;
    if (fc_rowAppend(rows, 1, 2, columns, &block) < 0)
      return -1;
  }
  return 0;
}

static int check(const mjModel* m, int id) {
  for (int end = 0; end < 2; end++) {
    const int joint = end ? m->eq_obj2id[id] : m->eq_obj1id[id];
    if (m->jnt_type[joint] != mjJNT_HINGE && m->jnt_type[joint] != mjJNT_SLIDE)
      return fc_fail("only hinges and slides can be tied");
  }
  return m->eq_obj1id[id] == m->eq_obj2id[id] ? fc_fail("a joint cannot be tied to itself") : 0;
}

static const FcParameter parameters[] = {
    {.key = "ratio",
     .type = FC_REAL,
     .length = 1,
     .def = 1,
     .min = -1000,
     .max = 1000,
     .help = "Motion of the first joint per motion of the second."}};
static const FcEnds ends[] = {
    {.type = mjOBJ_JOINT, .first = "driven", .second = "driver", .required = 1}};
static const FcConstraint table = {.size = sizeof(FcConstraint),
                                   .group = mjCNSTR_EQUALITY,
                                   FC_ENDS(ends),
                                   .rows = 1,
                                   .count = count,
                                   .fill = fill,
                                   .check = check};
static const FcFace faces[] = {{.size = sizeof(FcFace),
                                .kind = FC_CONSTRAINT,
                                .name = "acme.gear",
                                .table = &table,
                                FC_PARAMETERS(parameters)}};

FC_MODULE_WITH(acme_gear, "acme.gear", "1.0.0", "Apache-2.0", &fc_layout, faces, 0,
               "An equality of two joints", NULL)
