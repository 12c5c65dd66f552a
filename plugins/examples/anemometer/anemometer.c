// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// acme.anemometer: a sensor. It reports the velocity of the air relative to the object that it is
// attached to, in the frame of that object: R' wind - v, times a gain. To make another one, replace
// `measure`, and in `table` the number of values (`dim`) and the stage that they need.
//
//     <sensor><acme.anemometer objtype="site" objname="mast" gain="1"/></sensor>

#include <fulcrum/host.h>
#include <fulcrum/layout.h>
#include <fulcrum/math.h>
#include <fulcrum/sensor.h>
#include <mujoco/mujoco.h>

static int measure(const FcContext* context, int stage, const FcSensorBatch* batch) {
  const mjModel* m = context->m;
  mjData* d = context->d;
  const mjtNum gain = context->param[0];
  (void)stage;
  for (int k = 0; k < batch->n; k++) {
    const int type = m->sensor_objtype[batch->id[k]], id = m->sensor_objid[batch->id[k]];
    const mjtNum *pos, *mat;
    mjtNum velocity[6], wind[3];
    if (fc_objectFrame(m, d, type, id, &pos, &mat) < 0)
      return fc_fail("sensor %d has lost its object", batch->id[k]);
    // angular part first, in the frame of the object
    mj_objectVelocity(m, d, type, id, velocity, 1);
    fc_mulMatTVec3(wind, mat, m->opt.wind);
    for (int i = 0; i < 3; i++)
      batch->out[k][i] = gain * (wind[i] - velocity[3 + i]);
  }
  return 0;
}

static const FcParameter parameters[] = {{.key = "gain",
                                          .type = FC_REAL,
                                          .length = 1,
                                          .def = 1,
                                          .help = "Factor on all three numbers."}};

// three numbers, for objects that have a frame
static const FcSensor table = {
    .size = sizeof(FcSensor),
    .measure = measure,
    .stage = mjSTAGE_VEL,
    .object = {FC_OBJECT_FRAMES, FC_NAMED_TYPED, NULL,
               "an anemometer needs objtype body, xbody, geom, site or camera, and objname"},
    .dim = 3};
static const FcFace faces[] = {{.size = sizeof(FcFace),
                                .kind = FC_SENSOR,
                                .name = "acme.anemometer",
                                .table = &table,
                                FC_PARAMETERS(parameters)}};

FC_MODULE_WITH(acme_anemometer, "acme.anemometer", "1.0.0", "Apache-2.0", &fc_layout, faces, 0,
               "Velocity of the air relative to an object, in the frame of the object", NULL)
