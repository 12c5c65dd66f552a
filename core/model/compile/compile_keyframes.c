// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Keyframes. Lists that were too short have been completed (key_lists.c); a missing list stands for
// the reference configuration of the compiled model.

#include <math.h>
#include <string.h>

#include "core/model/compile/compile.h"

typedef struct RawSizes_ {
  int nq, nv, na, nu, nmocap;
} RawSizes;

static RawSizes raw_sizes(const Compile* c) {
  RawSizes s = {0, 0, 0, c->spec->list[mjOBJ_ACTUATOR].count, 0};
  for (int i = 0; i < c->njoint; i++) {
    s.nq += c->joint[i].nq;
    s.nv += c->joint[i].nv;
  }
  for (int i = 0; i < s.nu; i++)
    s.na += actuator_na(&((Actuator*)c->spec->list[mjOBJ_ACTUATOR].item[i])->pub);
  for (int i = 0; i < c->nbody; i++)
    s.nmocap += c->body[i].pub->mocap;
  return s;
}

static void compiled_qpos(const Compile* c, double* q) {
  for (int i = 0; i < c->njoint; i++) {
    const JointRecord* j = c->joint + i;
    const BodyRecord* b = c->body + j->body;
    double* at = q + j->qposadr;
    if (j->pub->type == mjJNT_FREE) {
      memcpy(at, b->pos, sizeof b->pos);
      memcpy(at + 3, b->quat, sizeof b->quat);
    } else {
      at[0] = j->pub->type == mjJNT_BALL ? 1 : j->ref;
    }
  }
}

// Keys whose values were stored by element during edits of the tree; other values are those of the
// reference configuration.
void compile_keys_pending(Compile* c) {
  Spec* s = c->spec;
  int restored = spec_has_pending_keys(s);
  if (restored) {
    RawSizes sizes = raw_sizes(c);
    double* qpos0 = COMPILE_NEW(c, double, sizes.nq);
    double *mpos = COMPILE_NEW(c, double, 3 * sizes.nmocap),
           *mquat = COMPILE_NEW(c, double, 4 * sizes.nmocap);
    int *qposadr = COMPILE_NEW(c, int, c->njoint), *dofadr = COMPILE_NEW(c, int, c->njoint);
    int *actadr = COMPILE_NEW(c, int, sizes.nu), *mocapid = COMPILE_NEW(c, int, c->body_count);
    compiled_qpos(c, qpos0);
    for (int i = 0; i < c->njoint; i++) {
      qposadr[i] = c->joint[i].qposadr;
      dofadr[i] = c->joint[i].dofadr;
    }
    for (int i = 0, na = 0; i < sizes.nu; i++) {
      int n = actuator_na(&((Actuator*)s->list[mjOBJ_ACTUATOR].item[i])->pub);
      actadr[i] = n ? na : -1;
      na += n;
    }
    for (int i = 0; i < c->body_count; i++) {
      const BodyRecord* b = c->body + c->body_order[i];
      mocapid[i] = b->mocapid;
      if (b->mocapid < 0)
        continue;
      memcpy(mpos + 3 * b->mocapid, b->pos, sizeof b->pos);
      memcpy(mquat + 4 * b->mocapid, b->quat, sizeof b->quat);
    }
    KeyLayout layout = {sizes.nq, sizes.nv, sizes.na, sizes.nu, sizes.nmocap, qpos0,
                        mpos,     mquat,    qposadr,  dofadr,   actadr,       mocapid};
    pending_keys_apply(s, &layout);
  }
  const ElementList* list = &s->list[mjOBJ_KEY];
  c->nkey = list->count > s->pub.nkey ? list->count : s->pub.nkey;
  for (int i = 0; i < list->count && restored; i++)
    compile_unique(c, list->item[i]);
}

// values of one field: given, or the default; NULL default: zeros
static void put(Compile* c, int key, const char* field, const mjDoubleVec* list, const mjtNum* def,
                mjtSize n, mjtNum* to) {
  int given = 0;
  const double* data = list ? handle_doubles(list, &given) : NULL;
  if (given && given != n) {
    const Element* e = c->spec->list[mjOBJ_KEY].item[key];
    compile_fail(c, e, "keyframe '%s' (id = %d): invalid %s size, expected length %d, got %d",
                 element_name(e), key, field, (int)n, given);
  }
  if (given)
    memcpy(to, data, (size_t)n * sizeof *to);
  else if (def && n)
    memcpy(to, def, (size_t)n * sizeof *to);
}

void compile_keys(Compile* c) {
  mjModel* m = c->model;
  const ElementList* list = &c->spec->list[mjOBJ_KEY];
  mjtNum *mpos = COMPILE_NEW(c, mjtNum, 3 * m->nmocap),
         *mquat = COMPILE_NEW(c, mjtNum, 4 * m->nmocap);
  for (int b = 0; b < m->nbody; b++) {
    int k = m->body_mocapid[b];
    if (k < 0)
      continue;
    memcpy(mpos + 3 * k, m->body_pos + 3 * b, 3 * sizeof *mpos);
    memcpy(mquat + 4 * k, m->body_quat + 4 * b, 4 * sizeof *mquat);
  }
  for (int i = 0; i < m->nkey; i++) {
    const mjsKey* p = i < list->count ? &((Key*)list->item[i])->pub : NULL;
    mjtNum *qpos = m->key_qpos + i * m->nq, *quat = m->key_mquat + 4 * i * m->nmocap;
    m->key_time[i] = p ? p->time : 0;
    put(c, i, "qpos", p ? p->qpos : NULL, m->qpos0, m->nq, qpos);
    put(c, i, "qvel", p ? p->qvel : NULL, NULL, m->nv, m->key_qvel + i * m->nv);
    put(c, i, "act", p ? p->act : NULL, NULL, m->na, m->key_act + i * m->na);
    put(c, i, "mpos", p ? p->mpos : NULL, mpos, 3 * m->nmocap, m->key_mpos + 3 * i * m->nmocap);
    put(c, i, "mquat", p ? p->mquat : NULL, mquat, 4 * m->nmocap, quat);
    put(c, i, "ctrl", p ? p->ctrl : NULL, NULL, m->nu, m->key_ctrl + i * m->nu);

    // orientations have unit length
    for (int j = 0; j < m->njnt; j++) {
      if (m->jnt_type[j] == mjJNT_BALL)
        mju_normalize4(qpos + m->jnt_qposadr[j]);
      if (m->jnt_type[j] == mjJNT_FREE)
        mju_normalize4(qpos + m->jnt_qposadr[j] + 3);
    }
    for (int k = 0; k < m->nmocap; k++)
      compile_normalize(quat + 4 * k, 4);
  }
}
