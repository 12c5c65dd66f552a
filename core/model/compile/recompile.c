// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// mj_recompile: after edits of the spec, replaces the model and data that a program holds by those
// of the new compilation, and carries over the state of elements that still exist.
//
// Programs may pass structs that they allocated with mju_malloc and of which only `buffer` is set,
// to NULL: of such a model nothing else is read here, and data are read only when they have a
// buffer.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <fulcrum/host.h>

#include "core/foundation/base/heap.h"
#include "core/foundation/data/memory.h"
#include "core/foundation/data/record.h"
#include "core/model/compile/compile.h"

// State of one element: its former address, its length, and a copy of the numbers.
typedef struct Saved_ {
  Element* e;
  int first, second;  // offsets into the copy
  int nfirst, nsecond;
} Saved;

typedef struct State_ {
  Saved* item;
  int n;
  mjtNum* value;
  int nvalue;
  mjtNum time;
} State;

static int keep(State* s, const mjtNum* from, int n) {
  memcpy(s->value + s->nvalue, from, (size_t)n * sizeof *from);
  s->nvalue += n;
  return s->nvalue - n;
}

// Address at which the last compilation put something, if the data have it; they may be those of
// another compilation.
static int is_within(const ElementAddress* at, int nfirst, int nsecond) {
  return at->first >= 0 && at->nfirst <= nfirst - at->first &&
         (!at->nsecond || (at->second >= 0 && at->nsecond <= nsecond - at->second));
}

static void save_list(State* s, const ElementList* list, const mjtNum* first, int nfirst,
                      const mjtNum* second, int nsecond) {
  for (int i = 0; i < list->count; i++) {
    Element* e = list->item[i];
    const ElementAddress* at = &e->address;
    if (at->spec != e->spec || !is_within(at, nfirst, nsecond))
      continue;
    Saved* item = s->item + s->n++;
    *item = (Saved){e, keep(s, first + at->first, at->nfirst), -1, at->nfirst, at->nsecond};
    if (at->nsecond)
      item->second = keep(s, second + at->second, at->nsecond);
  }
}

static int count_values(const ElementList* list) {
  int n = 0;
  for (int i = 0; i < list->count; i++)
    n += list->item[i]->address.nfirst + list->item[i]->address.nsecond;
  return n;
}

// 0 when memory runs out
static int save(State* s, Spec* spec, const mjData* d) {
  ElementList joints = {0}, actuators = {0}, bodies = {0};
  spec_collect(spec, mjOBJ_JOINT, &joints);
  spec_collect(spec, mjOBJ_ACTUATOR, &actuators);
  spec_collect(spec, mjOBJ_BODY, &bodies);
  size_t most = (size_t)joints.count + (size_t)actuators.count + (size_t)bodies.count;
  size_t values = (size_t)count_values(&joints) + (size_t)count_values(&actuators) +
                  (size_t)count_values(&bodies);
  s->item = try_malloc((most + 1) * sizeof *s->item);
  s->value = try_malloc((values + 1) * sizeof *s->value);
  s->time = d->time;
  int complete = s->item && s->value;
  if (complete) {
    const DataRecord* r = data_record(d);
    save_list(s, &joints, d->qpos, r->nq, d->qvel, r->nv);
    save_list(s, &actuators, d->ctrl, r->nu, d->act, r->na);
    save_list(s, &bodies, d->mocap_pos, 3 * r->nmocap, d->mocap_quat, 4 * r->nmocap);
  }
  list_free(&joints);
  list_free(&actuators);
  list_free(&bodies);
  return complete;
}

// restore elements whose number of values is unchanged
static void restore(const State* s, mjData* d) {
  d->time = s->time;
  for (int i = 0; i < s->n; i++) {
    const Saved* item = s->item + i;
    const ElementAddress* to = &item->e->address;
    mjtObj type = item->e->pub.elemtype;
    mjtNum* first = type == mjOBJ_JOINT ? d->qpos : type == mjOBJ_BODY ? d->mocap_pos : d->ctrl;
    mjtNum* second = type == mjOBJ_JOINT ? d->qvel : type == mjOBJ_BODY ? d->mocap_quat : d->act;
    if (to->spec != item->e->spec)
      continue;
    if (to->nfirst == item->nfirst)
      memcpy(first + to->first, s->value + item->first, (size_t)to->nfirst * sizeof *first);
    if (to->nsecond && to->nsecond == item->nsecond)
      memcpy(second + to->second, s->value + item->second, (size_t)to->nsecond * sizeof *second);
  }
}

enum { MESSAGE_SIZE = 1000 };

static void keep_message(const char* message, void* context) {
  snprintf(context, MESSAGE_SIZE, "%s", message);
}

// Data of the new model, or NULL with the reason: an engine plugin may refuse them.
static mjData* make_data(const mjModel* m, char reason[MESSAGE_SIZE]) {
  void* context;
  snprintf(reason, MESSAGE_SIZE, "could not create mjData");
  FcErrorHandler before = fc_setThreadErrorHandler(keep_message, reason, &context);
  mjData* d = mj_makeData(m);
  fc_setThreadErrorHandler(before, context, NULL);
  return d;
}

int mj_recompile(mjSpec* s, const mjVFS* vfs, mjModel* m, mjData* d) {
  State state = {0};
  int known = !d || !d->buffer || save(&state, spec_of(s), d);
  mjModel* fresh = known ? mj_compile(s, vfs) : NULL;
  char reason[MESSAGE_SIZE];
  mjData* data = fresh && d ? make_data(fresh, reason) : NULL;
  int complete = fresh && (!d || data);
  if (complete) {
    model_replace(m, fresh);
    if (d) {
      data_replace(d, m, data);
      restore(&state, d);
    }
  } else {
    if (!known)
      spec_error(spec_of(s), NULL, "out of memory for the state of the model");
    else if (fresh)
      spec_error(spec_of(s), NULL, "%s", reason);
    mj_deleteModel(fresh);
    mj_deleteData(d);
    mj_deleteModel(m);
  }
  mju_free(state.item);
  mju_free(state.value);
  return complete ? 0 : -1;
}
