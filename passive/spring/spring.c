// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Linear springs of joints and along tendons. A force f along the length l of a tendon, whose
// Jacobian dl/dq is a sparse row J, is the generalised force J' f. See damper.c for forces that
// oppose velocities.

#include <fulcrum/host.h>
#include <fulcrum/layout.h>
#include <fulcrum/math.h>
#include <mujoco/mujoco.h>

#include "passive/spring/spring.h"

// ball-type spring: proportional to the rotation from rest
static void rotational_spring(mjtNum* qfrc, const mjtNum* quat, const mjtNum* rest,
                              mjtNum stiffness) {
  mjtNum unit[4], dif[3];
  fc_copy4(unit, quat);
  fc_normalize4(unit);
  fc_subQuat(dif, unit, rest);
  for (int k = 0; k < 3; k++)
    add_to_dof(qfrc + k, dif[k] * -stiffness);
}

static void joint_springs(const mjModel* m, const mjData* d, const FcPassiveBatch* batch) {
  for (int j = 0; j < m->njnt; j++) {
    mjtNum stiffness = m->jnt_stiffness[j];
    if (stiffness == 0 || (batch->sleeping && d->body_awake[m->jnt_bodyid[j]] != mjS_AWAKE))
      continue;
    const mjtNum *qpos = d->qpos + m->jnt_qposadr[j], *rest = m->qpos_spring + m->jnt_qposadr[j];
    mjtNum* qfrc = batch->qfrc + m->jnt_dofadr[j];
    switch (m->jnt_type[j]) {
      case mjJNT_FREE:
        for (int k = 0; k < 3; k++)
          add_to_dof(qfrc + k, (qpos[k] - rest[k]) * -stiffness);
        rotational_spring(qfrc + 3, qpos + 3, rest + 3, stiffness);
        break;
      case mjJNT_BALL: rotational_spring(qfrc, qpos, rest, stiffness); break;
      default: add_to_dof(qfrc, -stiffness * (qpos[0] - rest[0])); break;
    }
  }
}

static void tendon_springs(const mjModel* m, const mjData* d, const FcPassiveBatch* batch) {
  for (int t = 0; t < m->ntendon; t++) {
    mjtNum stiffness = m->tendon_stiffness[t];
    if (stiffness == 0 || (batch->sleeping && fc_sleepState(m, d, mjOBJ_TENDON, t) != mjS_AWAKE))
      continue;
    // no force inside the dead band
    const mjtNum* range = m->tendon_lengthspring + 2 * t;
    mjtNum length = d->ten_length[t], target = fc_clipUpperFirst(length, range[0], range[1]);
    int adr = m->ten_J_rowadr[t];
    add_along_row(batch->qfrc, stiffness * (target - length), d->ten_J + adr, m->ten_J_rownnz[t],
                  m->ten_J_colind + adr);
  }
}

static int force(const FcContext* context, const FcPassiveBatch* batch) {
  joint_springs(context->m, context->d, batch);
  tendon_springs(context->m, context->d, batch);
  return 0;
}

const FcPassive spring_table = {.size = sizeof(FcPassive),
                                .flags = FC_PASSIVE_NO_VELOCITY,
                                .array = FC_QFRC_SPRING,
                                .order = 200,
                                .disabled = mjDSBL_SPRING,
                                .force = force};

static const FcFace faces[] = {
    {.size = sizeof(FcFace), .kind = FC_PASSIVE, .name = "spring", .table = &spring_table},
    {.size = sizeof(FcFace), .kind = FC_PASSIVE, .name = "damper", .table = &damper_table}};

FC_MODULE_WITH(spring, "spring", "1.0.0", "Apache-2.0", &fc_layout, faces, 0,
               "Springs and dampers of joints, dofs and tendons", NULL)
