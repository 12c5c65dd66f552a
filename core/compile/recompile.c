// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// mj_recompile: after edits of the spec, the model and data that a program holds become those of
// the new compilation, and what the old data knew about elements that still exist is carried over.

#include <stdlib.h>
#include <string.h>

#include "core/base/heap.h"
#include "core/data/memory.h"
#include "core/compile/compile.h"

// State of one element: where it was, how many numbers, and a copy of them.
typedef struct Saved_ {
  Element* e;
  int first, second;  // offsets into the copy, -1: nothing
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

static void save_joints(State* s, const ElementList* list, const mjModel* m, const mjData* d) {
  for (int i = 0; i < list->count; i++) {
    Element* e = list->item[i];
    const mjsJoint* p = element_pub(e);
    int nq = joint_nq(p), nv = joint_nv(p), adr = e->address.first, dof = e->address.second;
    if (e->address.spec != e->spec || adr + nq > m->nq || dof + nv > m->nv)
      continue;
    s->item[s->n++] = (Saved){e, keep(s, d->qpos + adr, nq), keep(s, d->qvel + dof, nv), nq, nv};
  }
}

static void save_actuators(State* s, const ElementList* list, const mjModel* m, const mjData* d) {
  for (int i = 0; i < list->count; i++) {
    Element* e = list->item[i];
    int adr = e->address.first;
    if (e->address.spec != e->spec || adr >= m->nu)
      continue;
    int nact = m->actuator_actadr[adr] < 0 ? 0 : m->actuator_actnum[adr];
    int act = nact ? keep(s, d->act + m->actuator_actadr[adr], nact) : -1;
    s->item[s->n++] = (Saved){e, keep(s, d->ctrl + adr, 1), act, 1, nact};
  }
}

static void save_mocap(State* s, const ElementList* list, const mjModel* m, const mjData* d) {
  for (int i = 0; i < list->count; i++) {
    Element* e = list->item[i];
    int adr = e->address.first;
    if (e->address.spec != e->spec || adr >= m->nmocap)
      continue;
    s->item[s->n++] =
        (Saved){e, keep(s, d->mocap_pos + 3 * adr, 3), keep(s, d->mocap_quat + 4 * adr, 4), 3, 4};
  }
}

// 0 when memory is missing
static int save(State* s, Spec* spec, const mjModel* m, const mjData* d) {
  ElementList joints = {0}, actuators = {0}, bodies = {0};
  spec_collect(spec, mjOBJ_JOINT, &joints);
  spec_collect(spec, mjOBJ_ACTUATOR, &actuators);
  spec_collect(spec, mjOBJ_BODY, &bodies);
  size_t most = (size_t)joints.count + (size_t)actuators.count + (size_t)bodies.count;
  size_t values = 13 * (size_t)joints.count + (size_t)actuators.count + (size_t)m->na +
                  7 * (size_t)bodies.count;
  s->item = try_malloc((most + 1) * sizeof *s->item);
  s->value = try_malloc((values + 1) * sizeof *s->value);
  s->time = d->time;
  int complete = s->item && s->value;
  if (complete) {
    save_joints(s, &joints, m, d);
    save_actuators(s, &actuators, m, d);
    save_mocap(s, &bodies, m, d);
  }
  list_free(&joints);
  list_free(&actuators);
  list_free(&bodies);
  return complete;
}

static void restore(const State* s, const mjModel* m, mjData* d) {
  d->time = s->time;
  for (int i = 0; i < s->n; i++) {
    const Saved* item = s->item + i;
    const ElementAddress* to = &item->e->address;
    const mjtNum *first = s->value + item->first,
                 *second = s->value + (item->second < 0 ? 0 : item->second);
    size_t nfirst = (size_t)item->nfirst * sizeof(mjtNum),
           nsecond = (size_t)item->nsecond * sizeof(mjtNum);
    if (to->spec != item->e->spec)
      continue;
    switch (item->e->pub.elemtype) {
      case mjOBJ_JOINT:
        memcpy(d->qpos + to->first, first, nfirst);
        memcpy(d->qvel + to->second, second, nsecond);
        break;
      case mjOBJ_ACTUATOR:
        d->ctrl[to->first] = first[0];
        if (to->second >= 0 && m->actuator_actnum[to->first] == item->nsecond)
          memcpy(d->act + to->second, second, nsecond);
        break;
      default:
        memcpy(d->mocap_pos + 3 * to->first, first, nfirst);
        memcpy(d->mocap_quat + 4 * to->first, second, nsecond);
    }
  }
}

int mj_recompile(mjSpec* s, const mjVFS* vfs, mjModel* m, mjData* d) {
  State state = {0};
  int known = !d || save(&state, spec_of(s), m, d);
  mjModel* fresh = known ? mj_compile(s, vfs) : NULL;
  mjData* data = fresh && d ? mj_makeData(fresh) : NULL;
  int complete = fresh && (!d || data);
  if (complete) {
    model_replace(m, fresh);
    if (d) {
      data_replace(d, m, data);
      restore(&state, m, d);
    }
  } else {
    if (!known)
      spec_error(spec_of(s), NULL, "out of memory for the state of the model");
    else if (fresh)
      spec_error(spec_of(s), NULL, "could not create mjData");
    mj_deleteModel(fresh);
    mj_deleteData(d);
    mj_deleteModel(m);
  }
  mju_free(state.item);
  mju_free(state.value);
  return complete ? 0 : -1;
}
