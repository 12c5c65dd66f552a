// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The lists of a key in relation to the model as written: their required lengths, and the values
// with which short lists are completed. That happens before compilation and after attaching, with
// the values of the document: angles in the unit of the document, mocap poses without frames, free
// joints at the origin. A missing list stays missing: it stands for the reference configuration of
// the compiled model.

#include <stdlib.h>
#include <string.h>

#include "core/model/spec/tree.h"

int joint_nq(const mjsJoint* j) {
  return j->type == mjJNT_FREE ? 7 : j->type == mjJNT_BALL ? 4 : 1;
}

int joint_nv(const mjsJoint* j) {
  return j->type == mjJNT_FREE ? 6 : j->type == mjJNT_BALL ? 3 : 1;
}

typedef struct RawSizes_ {
  int nq, nv, na, nu, nmocap;
} RawSizes;

static RawSizes raw_sizes(Spec* s) {
  RawSizes n = {0};
  for (Body* b = s->world; b; b = body_next(s->world, b)) {
    n.nmocap += b->pub.mocap != 0;
    for (int i = 0; i < b->child[CHILD_JOINT].count; i++) {
      const mjsJoint* j = &((Joint*)b->child[CHILD_JOINT].item[i])->pub;
      n.nq += joint_nq(j);
      n.nv += joint_nv(j);
    }
  }
  const ElementList* actuators = &s->list[mjOBJ_ACTUATOR];
  n.nu = actuators->count;
  for (int i = 0; i < n.nu; i++)
    n.na += actuator_na(&((Actuator*)actuators->item[i])->pub);
  return n;
}

static int wrong_size(const mjDoubleVec* list, int expected) {
  int n;
  handle_doubles(list, &n);
  return n && n != expected ? n : 0;
}

int keys_check(Spec* s, Spec* report) {
  const ElementList* keys = &s->list[mjOBJ_KEY];
  if (!keys->count)
    return 0;
  RawSizes size = raw_sizes(s);
  for (int i = 0; i < keys->count; i++) {
    if (((Key*)keys->item[i])->resolved)
      continue;
    const mjsKey* k = &((Key*)keys->item[i])->pub;
    const char* name = element_name(keys->item[i]);
    struct {
      const char* word;
      const mjDoubleVec* list;
      int expected;
    } field[] = {
        {"qpos", k->qpos, size.nq},
        {"qvel", k->qvel, size.nv},
        {"act", k->act, size.na},
        {"mpos", k->mpos, 3 * size.nmocap},
        {"mquat", k->mquat, 4 * size.nmocap},
        {"ctrl", k->ctrl, size.nu},
    };
    for (size_t f = 0; f < sizeof field / sizeof field[0]; f++) {
      int got = wrong_size(field[f].list, field[f].expected);
      if (!got)
        continue;
      return spec_error(report, NULL,
                        f == 0 ? "Keyframe '%s' has invalid %s size, got %d, should be %d"
                               : "Keyframe %s has invalid %s size, got %d, should be %d",
                        name, field[f].word, got, field[f].expected);
    }
  }
  return 0;
}

// ---------------------------------------------------------------- completing

// complete a list of n numbers, in blocks, with the end of `values`; work: scratch of the same size
static void complete(mjDoubleVec* list, const double* values, int n, int block, double* work) {
  int given;
  const double* data = handle_doubles(list, &given);
  if (!given || given >= n)
    return;
  int kept = given / block * block;
  memcpy(work, values, (size_t)n * sizeof *work);
  memcpy(work, data, (size_t)kept * sizeof *work);
  handle_doubles_set(list, work, n);
}

static void raw_qpos(Spec* s, double* q) {
  for (Body* b = s->world; b; b = body_next(s->world, b)) {
    for (int i = 0; i < b->child[CHILD_JOINT].count; i++) {
      const mjsJoint* j = &((Joint*)b->child[CHILD_JOINT].item[i])->pub;
      if (j->type == mjJNT_BALL)
        q[0] = 1;
      else if (j->type != mjJNT_FREE)
        q[0] = j->ref;
      q += joint_nq(j);
    }
  }
}

static void raw_mocap(Spec* s, double* mpos, double* mquat) {
  for (Body* b = s->world; b; b = body_next(s->world, b)) {
    if (!b->pub.mocap)
      continue;
    memcpy(mpos, b->pub.pos, 3 * sizeof *mpos);
    memcpy(mquat, b->pub.quat, 4 * sizeof *mquat);
    mpos += 3;
    mquat += 4;
  }
}

static int at_least(int a, int b) { return a > b ? a : b; }

void keys_complete(Spec* s) {
  const ElementList* keys = &s->list[mjOBJ_KEY];
  if (!keys->count)
    return;
  RawSizes n = raw_sizes(s);
  int most = at_least(at_least(n.nq, at_least(n.na, n.nu)), 4 * n.nmocap);
  double *qpos = spec_alloc((size_t)n.nq * sizeof *qpos),
         *mpos = spec_alloc((size_t)(7 * n.nmocap) * sizeof *mpos), *mquat = mpos + 3 * n.nmocap,
         *zero = spec_alloc((size_t)(2 * most) * sizeof *zero), *work = zero + most;
  raw_qpos(s, qpos);
  raw_mocap(s, mpos, mquat);
  for (int i = 0; i < keys->count; i++) {
    if (((Key*)keys->item[i])->resolved)
      continue;
    mjsKey* k = &((Key*)keys->item[i])->pub;
    complete(k->qpos, qpos, n.nq, 1, work);
    complete(k->qvel, zero, n.nv, 1, work);
    complete(k->act, zero, n.na, 1, work);
    complete(k->ctrl, zero, n.nu, 1, work);
    complete(k->mpos, mpos, 3 * n.nmocap, 3, work);
    complete(k->mquat, mquat, 4 * n.nmocap, 4, work);
  }
  free(qpos);
  free(mpos);
  free(zero);
}
