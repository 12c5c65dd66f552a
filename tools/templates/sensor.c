// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// TEMPLATE: a sensor. It reports how high the site is that it is attached to, times a gain.
//
//     <sensor><TEMPLATE site="tip" gain="100"/></sensor>

#include <fulcrum/layout.h>
#include <fulcrum/sensor.h>

static int measure(const FcContext* context, int stage, const FcSensorBatch* batch) {
  (void)stage;
  for (int k = 0; k < batch->n; k++) {
    const int site = context->m->sensor_objid[batch->id[k]];
    batch->out[k][0] = context->param[0] * context->d->site_xpos[3 * site + 2];
  }
  return 0;
}

static const FcParameter parameters[] = {{.key = "gain",
                                          .type = FC_REAL,
                                          .length = 1,
                                          .def = 1,
                                          .min = -1e6,
                                          .max = 1e6,
                                          .help = "Factor on the height."}};
static const FcObjectChoice choices[] = {{"site", mjOBJ_SITE}, {NULL, mjOBJ_UNKNOWN}};
static const FcSensor table = {
    .size = sizeof(FcSensor),
    .measure = measure,
    .stage = mjSTAGE_POS,
    .object = {.types = FC_OBJECT(mjOBJ_SITE), .naming = FC_NAMED_ONE, .choices = choices},
    .dim = 1,
    .datatype = mjDATATYPE_REAL};
static const FcFace faces[] = {{.size = sizeof(FcFace),
                                .kind = FC_SENSOR,
                                .name = "TEMPLATE",
                                .table = &table,
                                FC_PARAMETERS(parameters)}};

FC_MODULE_WITH(TEMPLATE_ID, "TEMPLATE", "0.1.0", "Apache-2.0", &fc_layout, faces, 0,
               "A sensor: height of a site", NULL)
