// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// acme.watchdog: a probe. It looks at the contacts of every step and ends the simulation with an
// error when two geoms are deeper inside each other than a limit. To observe something else,
// replace `observe`, and in `table` the stage after which it is called.
//
//     <option probe="acme.watchdog"><config key="depth" value="0.005"/></option>

#include <fulcrum/host.h>
#include <fulcrum/layout.h>
#include <fulcrum/stage.h>
#include <mujoco/mujoco.h>

static const char* name_of(const mjModel* m, int geom) {
  const char* name = geom < 0 ? NULL : mj_id2name(m, mjOBJ_GEOM, geom);
  return name && name[0] ? name : "(without a name)";
}

static int observe(const FcContext* context) {
  const mjModel* m = context->m;
  const mjData* d = context->d;
  for (int i = 0; i < d->ncon; i++) {
    const mjContact* contact = d->contact + i;
    if (-contact->dist > context->param[0])
      return fc_fail("geoms %d %s and %d %s are %.3g m inside each other, more than %g m",
                     contact->geom[0], name_of(m, contact->geom[0]), contact->geom[1],
                     name_of(m, contact->geom[1]), (double)-contact->dist,
                     (double)context->param[0]);
  }
  return 0;
}

static const FcParameter parameters[] = {{.key = "depth",
                                          .type = FC_REAL,
                                          .length = 1,
                                          .def = 0.1,
                                          .min = 0,
                                          .max = 1e6,
                                          .unit = "m",
                                          .help = "Deeper penetrations are errors."}};
static const FcProbe table = {.size = sizeof(FcProbe), .where = "collision", .observe = observe};
static const FcFace faces[] = {{.size = sizeof(FcFace),
                                .kind = FC_PROBE,
                                .name = "acme.watchdog",
                                .table = &table,
                                FC_PARAMETERS(parameters)}};

FC_MODULE_WITH(acme_watchdog, "acme.watchdog", "1.0.0", "Apache-2.0", &fc_layout, faces, 0,
               "A probe: an error when geoms are too deep inside each other", NULL)
