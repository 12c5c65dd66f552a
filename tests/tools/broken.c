// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Modules with one fault each, for `fulcrum modules check` and `fulcrum simulate`. The shared
// object is copied under many names; the descriptor that it returns is the one for the name of its
// file.

#include <dlfcn.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <fulcrum/actuator.h>
#include <fulcrum/broadphase.h>
#include <fulcrum/contact_model.h>
#include <fulcrum/decoder.h>
#include <fulcrum/integrator.h>
#include <fulcrum/layout.h>
#include <fulcrum/loader.h>
#include <fulcrum/passive.h>
#include <fulcrum/sensor.h>
#include <fulcrum/solver.h>

// ---------------------------------------------------------------- solvers

static volatile int always = 1;

static int loop(const FcContext* context, FcProblem* problem) {
  (void)context;
  while (always)
    problem->niter = 0;
  return 0;
}

static int segfault(const FcContext* context, FcProblem* problem) {
  static volatile mjtNum* volatile nowhere;
  (void)context, (void)problem;
  *nowhere = 1;
  return 0;
}

static int leave(const FcContext* context, FcProblem* problem) {
  (void)context, (void)problem;
  _exit(0);
}

// a sound one under the name of the engine's: steepest descent
static int descend(const FcContext* context, FcProblem* p) {
  (void)context;
  fc_problemUpdate(p, p->jar, 0);
  return 0;
}

static const FcSolver looping = {.size = sizeof looping, .solve = loop};
static const FcSolver crashing = {.size = sizeof crashing, .solve = segfault};
static const FcSolver leaving = {.size = sizeof leaving, .solve = leave};
static const FcSolver replacing = {.size = sizeof replacing, .solve = descend};

// ---------------------------------------------------------------- passive forces

// the force depends on how often it was asked for in the whole process
static int global_force(const FcContext* context, const FcPassiveBatch* batch) {
  static int calls;
  (void)context;
  batch->qfrc[0] += 1e-3 * calls++;
  return 0;
}

static int nan_force(const FcContext* context, const FcPassiveBatch* batch) {
  if (context->d->time > 0.05)
    batch->qfrc[0] += sqrt(-1 - context->d->time);
  return 0;
}

static int drag(const FcContext* context, const FcPassiveBatch* batch) {
  for (int k = 0; k < batch->ndof; k++)
    batch->qfrc[batch->dof[k]] -= 0.1 * context->d->qvel[batch->dof[k]];
  return 0;
}

// twice what it should be
static int wrong_derivative(const FcContext* context, const FcPassiveBatch* batch, int symmetric) {
  const mjModel* m = context->m;
  (void)symmetric;
  for (int k = 0; k < batch->ndof; k++)
    context->d->qDeriv[m->D_rowadr[batch->dof[k]] + m->D_diag[batch->dof[k]]] -= 0.2;
  return 0;
}

static const FcPassive global = {
    .size = sizeof global, .flags = FC_PASSIVE_NO_VELOCITY, .force = global_force};
static const FcPassive nan_passive = {
    .size = sizeof nan_passive, .flags = FC_PASSIVE_NO_VELOCITY, .force = nan_force};
static const FcPassive steep = {
    .size = sizeof steep, .force = drag, .derivative = wrong_derivative};

// ---------------------------------------------------------------- memory

static size_t leaking_memory(const mjModel* m) {
  // the address is kept nowhere
  void* volatile lost = malloc(1000);
  (void)m, (void)lost;
  return 8;
}

static int no_force(const FcContext* context, const FcPassiveBatch* batch) {
  (void)context, (void)batch;
  return 0;
}

static const FcPassive leaking = {
    .size = sizeof leaking, .flags = FC_PASSIVE_NO_VELOCITY, .force = no_force};

// ---------------------------------------------------------------- sensors

static int measure_three(const FcContext* context, int stage, const FcSensorBatch* batch) {
  (void)context, (void)stage;
  for (int k = 0; k < batch->n; k++) {
    for (int i = 0; i < 3; i++)
      batch->out[k][i] = i;
  }
  return 0;
}

static int measure_one(const FcContext* context, int stage, const FcSensorBatch* batch) {
  (void)context, (void)stage;
  for (int k = 0; k < batch->n; k++)
    batch->out[k][0] = 1;
  return 0;
}

static int refuse_dimension(const mjModel* m, int id) {
  (void)m, (void)id;
  return -1;
}

#define AT_SITE .object = {.types = FC_OBJECT(mjOBJ_SITE), .naming = FC_NAMED_TYPED}
static const FcSensor wide = {
    .size = sizeof wide, .measure = measure_three, .stage = mjSTAGE_POS, .dim = 2, AT_SITE};
static const FcSensor narrow = {
    .size = sizeof narrow, .measure = measure_one, .stage = mjSTAGE_POS, .dim = 2, AT_SITE};
static const FcSensor shapeless = {.size = sizeof shapeless,
                                   .measure = measure_one,
                                   .stage = mjSTAGE_POS,
                                   .dimension = refuse_dimension,
                                   AT_SITE};

// ---------------------------------------------------------------- others

static int brake(const FcContext* context, const FcActuatorBatch* batch, mjtNum* value) {
  for (int k = 0; k < batch->n; k++)
    value[k] = -2 * context->d->actuator_velocity[batch->id[k]];
  return 0;
}

static int wrong_slope(const FcContext* context, const FcActuatorBatch* batch, mjtNum* slope) {
  (void)context;
  for (int k = 0; k < batch->n; k++)
    slope[k] = -1;
  return 0;
}

static const FcActuator tilted = {.size = sizeof tilted, .value = brake, .slope = wrong_slope};

static int no_pairs(const FcContext* context, const FcBoxes* boxes, FcBodyPairs* pairs) {
  (void)context, (void)boxes, (void)pairs;
  return 0;
}

static const FcBroadphase blind = {.size = sizeof blind, .pairs = no_pairs};

// every row with the same R, whatever the friction coefficients are
static int same_for_all(const FcContext* context, FcContactBatch* batch) {
  (void)context;
  for (int c = 0; c < batch->ncon; c++)
    batch->contact[c].mu = batch->contact[c].friction[0];
  for (int r = batch->first_row; r < batch->nefc; r++) {
    batch->R[r] = 1e-3;
    batch->D[r] = 1e3;
    batch->KBIP[4 * r] = 100, batch->KBIP[4 * r + 1] = 20;
    batch->KBIP[4 * r + 2] = 0.9, batch->KBIP[4 * r + 3] = 0;
  }
  return 0;
}

static const FcContactModel careless = {.size = sizeof careless, .position = same_for_all};

static int stand_still(const FcContext* context) {
  context->d->time += context->m->opt.timestep;
  return -1;
}

static const FcIntegrator mute = {.size = sizeof mute, .step = stand_still};

// does not look at what malloc returns
static int trust(const FcSource* source, FcMeshData* mesh, char* error, int error_size) {
  mesh->vertex = malloc(12);
  memset(mesh->vertex, 0, 12);
  mesh->nvertex = 1;
  (void)source;
  snprintf(error, (size_t)error_size, "it has one vertex only");
  return -1;
}

static const FcDecoder trusting = {.size = sizeof trusting,
                                   .content_type = "model/trusting",
                                   .extension = ".trusting",
                                   .mesh = trust};

static int64_t overrun(const mjSpec* spec, const mjModel* compiled, const mjModel* values,
                       char* buffer, size_t nbuffer, char* error, int error_size) {
  (void)spec, (void)compiled, (void)values, (void)nbuffer, (void)error, (void)error_size;
  if (buffer)
    strcpy(buffer, "seventeen letters");
  return 17;
}

static const FcSaver generous = {
    .size = sizeof generous, .extension = ".generous", .save = overrun};

static int sure(const FcSource* source) {
  (void)source;
  return 1;
}

static int fail_quietly(const FcSource* source, FcLoaded* loaded, char* error, int error_size) {
  (void)source, (void)loaded, (void)error, (void)error_size;
  return -1;
}

static const FcLoader quiet = {.size = sizeof quiet, .sniff = sure, .load = fail_quietly};

// ---------------------------------------------------------------- descriptors

#define FACE(k, n, t, ...)                                                     \
  {                                                                            \
    { .size = sizeof(FcFace), .kind = k, .name = n, .table = &t, __VA_ARGS__ } \
  }
static const char* const newton_too[] = {"solver/newton", NULL};
static const struct {
  FcFace face[1];
  const char* const* overrides;
  const char* module;  // NULL: called like the face
} variants[] = {
    {FACE(FC_SOLVER, "acme.loop", looping, .types = NULL), NULL, NULL},
    {FACE(FC_SOLVER, "acme.segfault", crashing, .types = NULL), NULL, NULL},
    {FACE(FC_SOLVER, "acme.leave", leaving, .types = NULL), NULL, NULL},
    {FACE(FC_SOLVER, "newton", replacing, .types = NULL), newton_too, "acme.newton"},
    {FACE(FC_PASSIVE, "acme.global", global, .types = NULL), NULL, NULL},
    {FACE(FC_PASSIVE, "acme.nan", nan_passive, .types = NULL), NULL, NULL},
    {FACE(FC_PASSIVE, "acme.steep", steep, .types = NULL), NULL, NULL},
    {FACE(FC_PASSIVE, "acme.leaking", leaking, .memory = leaking_memory), NULL, NULL},
    {FACE(FC_SENSOR, "acme.wide", wide, .types = NULL), NULL, NULL},
    {FACE(FC_SENSOR, "acme.narrow", narrow, .types = NULL), NULL, NULL},
    {FACE(FC_SENSOR, "acme.shapeless", shapeless, .types = NULL), NULL, NULL},
    {FACE(FC_ACTUATOR, "acme.tilted", tilted, .types = NULL), NULL, NULL},
    {FACE(FC_BROADPHASE, "acme.blind", blind, .types = NULL), NULL, NULL},
    {FACE(FC_CONTACT_MODEL, "acme.careless", careless, .types = NULL), NULL, NULL},
    {FACE(FC_INTEGRATOR, "acme.mute", mute, .types = NULL), NULL, NULL},
    {FACE(FC_DECODER, "acme.trusting", trusting, .types = NULL), NULL, NULL},
    {FACE(FC_SAVER, "acme.generous", generous, .types = NULL), NULL, NULL},
    {FACE(FC_LOADER, "acme.quiet", quiet, .types = NULL), NULL, NULL},
};

__attribute__((visibility("default"))) const FcModule* fulcrum_module(void);
__attribute__((visibility("default"))) const FcModule* fulcrum_module(void) {
  static FcModule module = {.size = sizeof(FcModule),
                            .abi = FC_ABI,
                            .features = FC_FEATURES,
                            .nface = 1,
                            .layout = &fc_layout,
                            .version = "1.0.0",
                            .licence = "Apache-2.0"};
  Dl_info info;
  if (!dladdr((const void*)variants, &info) || !info.dli_fname)
    return NULL;
  const char* slash = strrchr(info.dli_fname, '/');
  const char* file = slash ? slash + 1 : info.dli_fname;
  for (size_t i = 0; i < sizeof variants / sizeof *variants; i++) {
    const char* name = variants[i].module ? variants[i].module : variants[i].face->name;
    const size_t n = strlen(name);
    if (strncmp(file, name, n) != 0 || strcmp(file + n, ".so") != 0)
      continue;
    module.name = name;
    module.faces = variants[i].face;
    module.overrides = variants[i].overrides;
    return &module;
  }
  return NULL;
}
