// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// TEMPLATE: a stage of the pipeline. After the passive forces it adds one of its own, a pull of
// every slide and hinge towards its reference position.
//
//     <option stage="TEMPLATE"><config key="stiffness" value="2"/></option>

#include <fulcrum/layout.h>
#include <fulcrum/stage.h>
#include <mujoco/mujoco.h>

static int run(const FcContext* context) {
  const mjModel* m = context->m;
  mjData* d = context->d;
  for (int j = 0; j < m->njnt; j++) {
    const int q = m->jnt_qposadr[j];
    if (m->jnt_type[j] == mjJNT_HINGE || m->jnt_type[j] == mjJNT_SLIDE)
      d->qfrc_passive[m->jnt_dofadr[j]] -= context->param[0] * (d->qpos[q] - m->qpos0[q]);
  }
  return 0;
}

static const FcParameter parameters[] = {{.key = "stiffness",
                                          .type = FC_REAL,
                                          .length = 1,
                                          .def = 1,
                                          .min = 0,
                                          .max = 1e6,
                                          .unit = "N/m",
                                          .help = "Force per displacement."}};
static const FcStage table = {
    .size = sizeof(FcStage), .where = "passive", .after = 1, .writes = "qfrc_passive", .run = run};
static const FcFace faces[] = {{.size = sizeof(FcFace),
                                .kind = FC_STAGE,
                                .name = "TEMPLATE",
                                .table = &table,
                                FC_PARAMETERS(parameters)}};

FC_MODULE_WITH(TEMPLATE_ID, "TEMPLATE", "0.1.0", "Apache-2.0", &fc_layout, faces, 0,
               "A stage after the passive forces", NULL)
