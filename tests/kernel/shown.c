// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// A module whose faces show something in scenes: a sensor, a passive force, a contact model.

#include <fulcrum/contact_model.h>
#include <fulcrum/host.h>
#include <fulcrum/layout.h>
#include <fulcrum/passive.h>
#include <fulcrum/scene.h>
#include <fulcrum/sensor.h>

// ---------------------------------------------------------------- a sensor: one sphere each

static int measure(const FcContext* c, int stage, const FcSensorBatch* batch) {
  (void)stage;
  for (int i = 0; i < batch->n; i++)
    batch->out[i][0] = c->param[0];
  return 0;
}

static int show_sensors(const FcContext* c, int instance, const mjvOption* opt, mjvScene* scn) {
  (void)opt;
  if (c->param[0] < 0)
    return fc_fail("a radius of %g", c->param[0]);
  for (int i = 0; i < c->m->nsensor; i++) {
    const mjtNum size[3] = {c->param[0], 0, 0};
    if (c->m->sensor_plugin[i] == instance)
      fc_addGeom(scn, mjGEOM_SPHERE, i, size, c->d->site_xpos + 3 * c->m->sensor_objid[i], NULL,
                 NULL);
  }
  return 0;
}

static const FcParameter radius[] = {
    {.key = "radius", .type = FC_REAL, .length = 1, .def = 0.5, .min = -9, .max = 9}};
static const FcSensor sensor = {.size = sizeof sensor,
                                .measure = measure,
                                .stage = mjSTAGE_POS,
                                .object = {FC_OBJECT(mjOBJ_SITE), FC_NAMED_TYPED, NULL, NULL},
                                .dim = 1};

// ---------------------------------------------------------------- a force: an arrow along it

static int push(const FcContext* c, const FcPassiveBatch* batch) {
  (void)c;
  batch->qfrc[0] += 1;
  return 0;
}

static int show_force(const FcContext* c, int instance, const mjvOption* opt, mjvScene* scn) {
  static const float yellow[4] = {1, 1, 0, 1};
  const mjtNum *from = c->d->xpos + 3, to[3] = {from[0] + 1, from[1], from[2]};
  (void)instance;
  mjvGeom* geom = opt->flags[mjVIS_PERTFORCE]
                      ? fc_addGeom(scn, mjGEOM_ARROW, 0, NULL, NULL, NULL, yellow)
                      : NULL;
  if (geom)
    mjv_connector(geom, mjGEOM_ARROW, 0.1, from, to);
  return 0;
}

static const FcPassive passive = {.size = sizeof passive, .force = push};

// ---------------------------------------------------------------- a contact model

static int position(const FcContext* c, FcContactBatch* batch) {
  (void)c;
  for (int i = batch->first_row; i < batch->nefc; i++) {
    batch->R[i] = batch->diagApprox[i];
    batch->D[i] = 1 / batch->R[i];
    batch->KBIP[4 * i] = 100;
    batch->KBIP[4 * i + 1] = 20;
    batch->KBIP[4 * i + 2] = (mjtNum)0.5;
    batch->KBIP[4 * i + 3] = 0;
  }
  for (int i = 0; i < batch->ncon; i++)
    batch->contact[i].mu = batch->contact[i].friction[0];
  return 0;
}

static int show_contacts(const FcContext* c, int instance, const mjvOption* opt, mjvScene* scn) {
  (void)opt;
  for (int i = 0; i < c->d->ncon && instance == -1; i++)
    fc_addGeom(scn, mjGEOM_BOX, i, NULL, c->d->contact[i].pos, NULL, NULL);
  return 0;
}

static const FcContactModel contact_model = {.size = sizeof contact_model, .position = position};

static const FcFace faces[] = {{.size = sizeof(FcFace),
                                .kind = FC_SENSOR,
                                .name = "acme.seen",
                                .table = &sensor,
                                FC_PARAMETERS(radius),
                                .visualize = show_sensors},
                               {.size = sizeof(FcFace),
                                .kind = FC_PASSIVE,
                                .name = "acme.shove",
                                .table = &passive,
                                .visualize = show_force},
                               {.size = sizeof(FcFace),
                                .kind = FC_CONTACT_MODEL,
                                .name = "acme.shown",
                                .table = &contact_model,
                                .visualize = show_contacts}};

FC_MODULE(acme_shown, "acme.shown", "1.0.0", "Apache-2.0", &fc_layout, faces)
