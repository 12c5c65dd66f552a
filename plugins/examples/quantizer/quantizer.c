// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// acme.quantizer: a stage that does what a digital controller does to its commands. After the
// control callback every control with a range is rounded to one of `levels` values across its
// range. To make another one, replace `run`, and in `table` its place and the fields that it
// writes.
//
//     <option stage="acme.quantizer"><config key="levels" value="256"/></option>

#include <math.h>

#include <fulcrum/layout.h>
#include <fulcrum/stage.h>
#include <mujoco/mujoco.h>

static int run(const FcContext* context) {
  const mjModel* m = context->m;
  mjtNum* ctrl = context->d->ctrl;
  const mjtNum steps = context->param[0] - 1;
  for (int i = 0; i < m->nu; i++) {
    const mjtNum low = m->actuator_ctrlrange[2 * i], high = m->actuator_ctrlrange[2 * i + 1];
    if (m->actuator_ctrllimited[i] && high > low)
      ctrl[i] = low + (high - low) * round((ctrl[i] - low) / (high - low) * steps) / steps;
  }
  return 0;
}

static const FcParameter parameters[] = {{.key = "levels",
                                          .type = FC_INT,
                                          .length = 1,
                                          .def = 256,
                                          .min = 2,
                                          .max = 1 << 24,
                                          .help = "How many values a control can have."}};
static const FcStage table = {
    .size = sizeof(FcStage), .where = "control", .after = 1, .writes = "ctrl", .run = run};
static const FcFace faces[] = {{.size = sizeof(FcFace),
                                .kind = FC_STAGE,
                                .name = "acme.quantizer",
                                .table = &table,
                                FC_PARAMETERS(parameters)}};

FC_MODULE_WITH(acme_quantizer, "acme.quantizer", "1.0.0", "Apache-2.0", &fc_layout, faces, 0,
               "A stage: controls have a finite number of values", NULL)
