// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// A module whose tables, faces and descriptor are shorter than those of this library, as those of
// an older module are in a newer library: the structs below end early. Each table is followed by
// memory that does not belong to it; code that reads it as members of the table ends the process.
// It acts as two modules, depending on its file name: acme.old, and acme.oldest, whose faces end
// with their types.

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <fulcrum/actuator.h>
#include <fulcrum/collider.h>
#include <fulcrum/contact_model.h>
#include <fulcrum/host.h>
#include <fulcrum/integrator.h>
#include <fulcrum/layout.h>
#include <fulcrum/loader.h>
#include <fulcrum/math.h>
#include <fulcrum/sensor.h>
#include <mujoco/mujoco.h>

static void foreign(void) { abort(); }

// a short table and what lies behind it
#define OLD_TABLE(members)    \
  struct {                    \
    struct {                  \
      uint32_t size;          \
      members                 \
    } table;                  \
    void (*behind[12])(void); \
  }
#define BEHIND                                                                                \
  {                                                                                           \
    foreign, foreign, foreign, foreign, foreign, foreign, foreign, foreign, foreign, foreign, \
        foreign, foreign                                                                      \
  }

//------------------------------ what they do ------------------------------------------------------

// half of Euler's way
static int step(const FcContext* c) {
  mjtNum* half = mj_stackAllocNum(c->d, (size_t)c->m->nv);
  fc_scl(half, c->d->qacc, (mjtNum)0.5, (int)c->m->nv);
  fc_advance(c->m, c->d, c->d->act_dot, half, NULL);
  return 0;
}

// spheres are one tenth larger than they are
static int collide(const FcContext* c, const FcCandidate* pair, int npair, FcContactSink* sink) {
  for (int i = 0; i < npair; i++) {
    const int a = pair[i].geom[0], b = pair[i].geom[1];
    const mjtNum *x = c->d->geom_xpos + 3 * a, *y = c->d->geom_xpos + 3 * b;
    FcContactPoint* p = fc_contactRoom(sink);
    fc_sub3(p->normal, y, x);
    p->dist =
        fc_normalize3(p->normal) - (mjtNum)1.1 * (c->m->geom_size[3 * a] + c->m->geom_size[3 * b]);
    for (int k = 0; k < 3; k++) {
      p->pos[k] = (x[k] + y[k]) / 2;
      p->tangent[k] = 0;
    }
    fc_emitContacts(sink, pair + i, p->dist <= pair[i].margin);
  }
  return 0;
}

// all contacts are equally soft
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

static int rates(const FcContext* c, const FcActuatorBatch* batch, mjtNum* act_dot) {
  (void)c;
  for (int i = 0; i < batch->n; i++)
    act_dot[batch->actadr[i]] = 3;
  return 0;
}

static int measure(const FcContext* c, int stage, const FcSensorBatch* batch) {
  (void)c;
  (void)stage;
  for (int i = 0; i < batch->n; i++)
    batch->out[i][0] = 42;
  return 0;
}

static int sniff(const FcSource* source) { return strncmp(source->bytes, "OLD", 3) != 0 ? 0 : 100; }

static int load(const FcSource* source, FcLoaded* loaded, char* error, int error_size) {
  (void)source;
  (void)error;
  (void)error_size;
  loaded->spec = mj_makeSpec();
  mjs_setString(loaded->spec->modelname, "old");
  return 0;
}

static int64_t save(const mjSpec* spec, const mjModel* compiled, const mjModel* values,
                    char* buffer, size_t nbuffer, char* error, int error_size) {
  (void)spec;
  (void)compiled;
  (void)values;
  (void)error;
  (void)error_size;
  return snprintf(buffer, nbuffer, "OLD");
}

//------------------------------ short tables -------------------------------------------

static const OLD_TABLE(int (*step)(const FcContext*);) integrator = {
    {sizeof integrator.table, step}, BEHIND};
static const OLD_TABLE(uint32_t flags; int max_contact;
                       int (*collide)(const FcContext*, const FcCandidate*, int,
                                      FcContactSink*);) collider = {
    {sizeof collider.table, 0, 1, collide}, BEHIND};
static const OLD_TABLE(int way; int elliptic;
                       int (*position)(const FcContext*, FcContactBatch*);) contact_model = {
    {sizeof contact_model.table, FC_CONTACT_ROWS, 0, position}, BEHIND};
static const OLD_TABLE(void (*value_and_slope[2])(void); int nact; void (*activations)(void);
                       int (*rates)(const FcContext*, const FcActuatorBatch*,
                                    mjtNum*);) actuator = {
    {sizeof actuator.table, {NULL, NULL}, 1, NULL, rates}, BEHIND};
static const OLD_TABLE(int needs;
                       int (*measure)(const FcContext*, int, const FcSensorBatch*);) sensor = {
    {sizeof sensor.table, 0, measure}, BEHIND};
static const OLD_TABLE(int (*sniff)(const FcSource*);
                       int (*load)(const FcSource*, FcLoaded*, char*, int);) loader = {
    {sizeof loader.table, sniff, load}, BEHIND};

static const OLD_TABLE(const char* extension;
                       int64_t(*save)(const mjSpec*, const mjModel*, const mjModel*, char*, size_t,
                                      char*, int);) saver = {{sizeof saver.table, ".old", save},
                                                             BEHIND};

//------------------------------ short faces and descriptors --------------------------------

// without a number
typedef struct OldFace_ {
  uint32_t size;
  FcKind kind;
  const char* name;
  const void* table;
  const char* const* types;
  const FcParameter* parameters;
  int nparameter;
  uint32_t parameter_size;
  size_t (*memory)(const mjModel* m);
} OldFace;

typedef struct OldestFace_ {
  uint32_t size;
  FcKind kind;
  const char* name;
  const void* table;
  const char* const* types;
} OldestFace;

// without rank, summary and overrides
typedef struct OldModule_ {
  uint32_t size, abi, sdk, features, nface;
  const FcLayout* layout;
  const char *name, *version, *licence;
  const void* faces;
} OldModule;

static const char* const collider_types[] = {"sphere-sphere", NULL};
static const char* const loader_types[] = {".old", NULL};
static const char* const activation_types[] = {"dyntype/integrator", NULL};

static const OldFace old_faces[] = {
    {sizeof(OldFace), FC_INTEGRATOR, "acme.half", &integrator.table, NULL, NULL, 0, 0, NULL},
    {sizeof(OldFace), FC_CONTACT_MODEL, "acme.even", &contact_model.table, NULL, NULL, 0, 0, NULL},
    {sizeof(OldFace), FC_ACTUATOR, "acme.three", &actuator.table, activation_types, NULL, 0, 0,
     NULL},
    {sizeof(OldFace), FC_SENSOR, "acme.answer", &sensor.table, NULL, NULL, 0, 0, NULL},
};
static const OldestFace oldest_faces[] = {
    {sizeof(OldestFace), FC_COLLIDER, "acme.larger", &collider.table, collider_types},
    {sizeof(OldestFace), FC_LOADER, "acme.loader", &loader.table, loader_types},
    {sizeof(OldestFace), FC_SAVER, "acme.saver", &saver.table, loader_types},
};

static const OldModule old_module = {
    sizeof(OldModule), FC_ABI,     FC_VERSION, FC_FEATURES,  4,
    &fc_layout,        "acme.old", "1.0.0",    "Apache-2.0", old_faces};
static const OldModule oldest_module = {
    sizeof(OldModule), FC_ABI,        FC_VERSION, FC_FEATURES,  3,
    &fc_layout,        "acme.oldest", "1.0.0",    "Apache-2.0", oldest_faces};

__attribute__((visibility("default"))) const void* fulcrum_module(void);
__attribute__((visibility("default"))) const void* fulcrum_module(void) {
  Dl_info info;
  const int oldest = dladdr((const void*)&old_module, &info) && strstr(info.dli_fname, "oldest");
  return oldest ? &oldest_module : &old_module;
}
