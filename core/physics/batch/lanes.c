// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <fulcrum/compiled.h>
#include <fulcrum/host.h>

#include "core/foundation/data/callbacks.h"
#include "core/kernel/modules/load.h"
#include "core/physics/batch/lanes.h"

// Where a piece of a row is in a block.
typedef struct Place_ {
  int at, n;  // numbers of the row
  const FcCompiledField* field;
} Place;

// What a batch knows about the code for its model.
struct Lanes_ {
  const FcCompiledWidth* width;
  const char* contact_model;
  Place place[mjNSTATE];
  int nplace;
};

// ---------------------------------------------------------------- numbers of a lane

static inline void set_number(const FcCompiledWidth* w, char* at, mjtNum value) {
  if (w->number_size == sizeof(double))
    memcpy(at, &value, sizeof value);
  else
    memcpy(at, &(float){(float)value}, sizeof(float));
}

static inline mjtNum get_number(const FcCompiledWidth* w, const char* at) {
  double value;
  float single;
  if (w->number_size == sizeof value) {
    memcpy(&value, at, sizeof value);
    return value;
  }
  memcpy(&single, at, sizeof single);
  return (mjtNum)single;
}

static void scatter(const FcCompiledWidth* w, const FcCompiledField* f, void* block, int lane,
                    const mjtNum* from) {
  const size_t stride = (size_t)w->lanes * w->number_size;
  char* to = (char*)block + f->offset + (size_t)lane * w->number_size;
  for (uint32_t i = 0; i < f->n; i++, to += stride)
    set_number(w, to, from[i]);
}

static void collect(const FcCompiledWidth* w, const FcCompiledField* f, const void* block, int lane,
                    mjtNum* to) {
  const size_t stride = (size_t)w->lanes * w->number_size;
  const char* from = (const char*)block + f->offset + (size_t)lane * w->number_size;
  for (uint32_t i = 0; i < f->n; i++, from += stride)
    to[i] = get_number(w, from);
}

// ---------------------------------------------------------------- the code for a model

static const FcCompiledField* find_field(const FcCompiledWidth* w, const char* name) {
  for (uint32_t i = 0; i < w->nfield; i++)
    if (strcmp(w->field[i].name, name) == 0)
      return w->field + i;
  return NULL;
}

// The field of a block for one of mjModel: "opt.timestep" is "opt_timestep" there.
static const FcCompiledField* input_field(const FcCompiledWidth* w, const char* name) {
  char own[64];
  snprintf(own, sizeof own, "%s", name);
  if (strncmp(name, "opt.", 4) == 0)
    own[3] = '_';
  const FcCompiledField* f = find_field(w, own);
  return f && f->role == FC_COMPILED_MODEL ? f : NULL;
}

// The field of mjModel that feeds one of a block: "opt_timestep" is "opt.timestep".
static int model_field(const mjModel* m, const FcCompiledField* f, Field* field) {
  char name[64];
  if (strcmp(f->name, "stat_meaninertia") == 0) {
    *field = (Field){f->name, offsetof(mjModel, stat.meaninertia), 1, 1, sizeof(mjtNum)};
    return 0;
  }
  snprintf(name, sizeof name, "%s", f->name);
  if (strncmp(name, "opt_", 4) == 0)
    name[3] = '.';
  return field_of_model(m, name, field) || field->element != sizeof(mjtNum) ||
         field->size != (int)f->n;
}

static int add_state(struct Lanes_* lanes, const mjModel* m, int component, const char* name) {
  const int n = mj_stateSize(m, component);
  if (!n)
    return 0;
  const FcCompiledField* f = find_field(lanes->width, name);
  if (!f || f->role != FC_COMPILED_STATE || f->n != (uint32_t)n)
    return -1;
  lanes->place[lanes->nplace++] =
      (Place){mj_stateSize(m, mjSTATE_INTEGRATION & (component - 1)), n, f};
  return 0;
}

// 0 when the code reads all of the state and its inputs are fields of the model.
static int map_fields(struct Lanes_* lanes, const mjModel* m) {
  static const struct {
    int component;
    const char* name;
  } state[] = {{mjSTATE_TIME, "time"},
               {mjSTATE_QPOS, "qpos"},
               {mjSTATE_QVEL, "qvel"},
               {mjSTATE_ACT, "act"},
               {mjSTATE_WARMSTART, "qacc_warmstart"},
               {mjSTATE_CTRL, "ctrl"},
               {mjSTATE_QFRC_APPLIED, "qfrc_applied"},
               {mjSTATE_XFRC_APPLIED, "xfrc_applied"},
               {mjSTATE_EQ_ACTIVE, "eq_active"},
               {mjSTATE_MOCAP_POS, "mocap_pos"},
               {mjSTATE_MOCAP_QUAT, "mocap_quat"}};
  for (size_t i = 0; i < sizeof state / sizeof *state; i++)
    if (add_state(lanes, m, state[i].component, state[i].name))
      return -1;
  for (uint32_t i = 0; i < lanes->width->nfield; i++) {
    Field field;
    const FcCompiledField* f = lanes->width->field + i;
    if (f->role == FC_COMPILED_MODEL && model_field(m, f, &field))
      return -1;
  }
  return 0;
}

static int check_code(const mjBatch* b, const char* path, const FcCompiled* code) {
  uint64_t print[2];
  fc_structure(b->m, print);
  if (code->size < sizeof *code || code->version != FC_COMPILED_VERSION || !code->wide)
    return fc_fail("%s was built for another version of Fulcrum; build it again", path);
  if (code->fingerprint[0] != print[0] || code->fingerprint[1] != print[1])
    return fc_fail("%s was built for a model of another structure", path);
  if (code->wide->lanes > LANES_MAX)
    return fc_fail("%s has %u lanes, at most %d are possible", path, code->wide->lanes, LANES_MAX);
  return 0;
}

// 0, or -1 with fc_lastError. A private copy is opened, because the file may be built again while
// its code runs; it stays open for the rest of the process.
static int open_code(const mjBatch* b, const char* path, const FcCompiled** code) {
  char reason[300];
  void *object = NULL, *address = NULL;
  if (object_load(path, 1, FC_COMPILED_SYMBOL, &object, &address, reason, sizeof reason))
    // reasons are sentences about "it"
    return fc_fail("%s %s", path, reason + strlen("it "));
  const FcCompiled* (*const describe)(void) = (const FcCompiled* (*)(void))(size_t)address;
  *code = describe();
  return check_code(b, path, *code);
}

static void drop_blocks(mjBatch* b) {
  for (int i = 0; i < b->nworker; i++)
    worker_drop_block(b->worker + i);
}

int fc_batchCompiled(mjBatch* b, const char* path) {
  const FcCompiled* code = NULL;
  if (!resting(b, "fc_batchCompiled") || (path && open_code(b, path, &code)))
    return -1;
  struct Lanes_* lanes = code ? calloc(1, sizeof *lanes) : NULL;
  if (code && !lanes)
    return fc_fail("out of memory for the lanes of a batch");
  if (code) {
    lanes->width = code->wide;
    lanes->contact_model = code->contact_model;
    if (map_fields(lanes, b->m)) {
      free(lanes);
      return fc_fail("%s does not fit the fields of the model", path);
    }
  }
  drop_blocks(b);
  lanes_free(b);
  b->lanes = lanes;
  return 0;
}

void lanes_free(mjBatch* b) {
  free(b->lanes);
  b->lanes = NULL;
}

int64_t fc_batchRedone(const mjBatch* b) { return b ? atomic_load(&b->redone) : 0; }

const char* fc_batchGeneral(const mjBatch* b) { return b ? b->general : NULL; }

// ---------------------------------------------------------------- calls

const FcCompiledField* lanes_field(const mjBatch* b, const Field* field) {
  const FcCompiledField* f = find_field(b->lanes->width, field->name);
  return f && f->role != FC_COMPILED_MODEL && f->n == (uint32_t)field->size &&
                 field->element == sizeof(mjtNum)
             ? f
             : NULL;
}

// Finds the numbers of all outputs in a block; 0 when one is not there.
static int find_outputs(mjBatch* b) {
  for (Column* c = b->output; c; c = c->next) {
    c->in_block = c->row ? lanes_field(b, &c->field) : NULL;
    if (c->row && !c->in_block)
      return 0;
  }
  return 1;
}

// The same for the fields that differ between simulations.
static int find_values(mjBatch* b) {
  for (Column* c = b->expanded; c; c = c->next) {
    c->in_block = c->row ? input_field(b->lanes->width, c->field.name) : NULL;
    if (c->row && (!c->in_block || c->in_block->n != (uint32_t)c->field.size))
      return 0;
  }
  return 1;
}

static int has_output(const mjBatch* b, const char* name) {
  for (const Column* c = b->output; c; c = c->next)
    if (strcmp(c->field.name, name) == 0)
      return 1;
  return 0;
}

// An installed module may have taken the place of the contact model that is in the code.
static int has_own_contacts(const mjBatch* b) {
  const char* name = fc_bound(b->m, b->variant->prototype, FC_CONTACT_MODEL);
  return name && strcmp(name, b->lanes->contact_model) == 0;
}

const FcCompiledWidth* lanes_of_call(mjBatch* b, const Call* call, const char** why) {
  *why = b->lanes ? NULL : "no code was given (fc_batchCompiled)";
  if (!b->lanes)
    return NULL;
  if (!call->lanes || call->stage == mjSTAGE_ACC)
    *why = "the call does more than stepping";
  else if (b->persistent)
    *why = "the batch is persistent";
  else if (b->models)
    *why = "the simulations have models of their own";
  else if (b->parameter)
    *why = "parameters of modules differ between simulations";
  else if (b->variant_of || b->nstate > b->nplain)
    *why = "modules are bound or have state";
  else if (!has_own_contacts(b))
    *why = "another contact model is in force";
  else if (b->after || b->gatherer || has_callbacks(&b->callbacks))
    *why = "functions of the program are called";
  else if (!find_outputs(b))
    *why = "an output is none that the code computes";
  else if (!find_values(b))
    *why = "a field that differs between simulations is no input of the code";
  else if (call->rollout && !rollout_suits_lanes(call, b))
    *why = "the rollout records or controls what is not in the code";
  else if (call->stage != mjSTAGE_NONE && has_output(b, "sensordata"))
    *why = "sensors of a stage are asked for";
  else
    return b->lanes->width;
  return NULL;
}

// ---------------------------------------------------------------- into a block and out of it

void* lanes_block(Worker* w) {
  const mjBatch* b = w->batch;
  const FcCompiledWidth* width = b->lanes->width;
  if (w->block)
    return w->block;
  w->block = aligned_alloc(64, width->block);
  if (!w->block)
    return NULL;
  memset(w->block, 0, width->block);
  for (uint32_t i = 0; i < width->nfield; i++) {
    Field field;
    const FcCompiledField* f = width->field + i;
    if (f->role != FC_COMPILED_MODEL || model_field(b->m, f, &field))
      continue;
    for (int lane = 0; lane < (int)width->lanes; lane++)
      scatter(width, f, w->block, lane, (const mjtNum*)(const void*)field_at(b->m, &field));
  }
  return w->block;
}

void lane_load(const mjBatch* b, void* block, int lane, const mjtNum* row) {
  const struct Lanes_* lanes = b->lanes;
  for (int i = 0; i < lanes->nplace; i++)
    scatter(lanes->width, lanes->place[i].field, block, lane, row + lanes->place[i].at);
}

void lane_set(const mjBatch* b, void* block, int lane, int at, const mjtNum* from) {
  const struct Lanes_* lanes = b->lanes;
  for (int i = 0; i < lanes->nplace; i++)
    if (lanes->place[i].at == at)
      scatter(lanes->width, lanes->place[i].field, block, lane, from);
}

void lane_store(const mjBatch* b, const void* block, int lane, mjtNum* row) {
  const struct Lanes_* lanes = b->lanes;
  for (int i = 0; i < lanes->nplace; i++)
    collect(lanes->width, lanes->place[i].field, block, lane, row + lanes->place[i].at);
}

void lane_load_values(const mjBatch* b, void* block, int lane, int sim) {
  for (const Column* c = b->expanded; c; c = c->next)
    if (c->in_block)
      scatter(b->lanes->width, c->in_block, block, lane,
              (const mjtNum*)(const void*)(c->values + (size_t)sim * c->row));
}

void lane_copy(const mjBatch* b, const FcCompiledField* field, const void* block, int lane,
               mjtNum* to) {
  collect(b->lanes->width, field, block, lane, to);
}

void lane_outputs(const mjBatch* b, const void* block, int lane, int sim, int first, int last) {
  for (const Column* c = b->output; c; c = c->next) {
    const FcCompiledField* f = c->in_block;
    if (f && (int)f->role >= first && (int)f->role <= last)
      collect(b->lanes->width, f, block, lane, (mjtNum*)(void*)(c->values + (size_t)sim * c->row));
  }
}

int lane_refused(const mjBatch* b, const void* block, int lane) {
  const FcCompiledWidth* w = b->lanes->width;
  const char* at = (const char*)block + w->refused + (size_t)lane * w->number_size;
  for (uint32_t i = 0; i < w->number_size; i++)
    if (at[i])
      return 1;
  return 0;
}
