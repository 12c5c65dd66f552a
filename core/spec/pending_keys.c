// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Keyframes across structural edits.
//
// The lists of a key are addressed by position in qpos, qvel, act, ...; attaching and deleting move
// these positions. So before such an edit a key is resolved: its numbers are stored per joint,
// actuator and mocap body. A pending key waits in the spec until the next compilation, which knows
// the new positions and writes an ordinary key; what nothing is remembered for gets its reference
// value.

#include <stdlib.h>
#include <string.h>

#include "core/spec/tree.h"

// ---------------------------------------------------------------- raw sizes

int joint_nq(const mjsJoint* j) {
  return j->type == mjJNT_FREE ? 7 : j->type == mjJNT_BALL ? 4 : 1;
}

int joint_nv(const mjsJoint* j) {
  return j->type == mjJNT_FREE ? 6 : j->type == mjJNT_BALL ? 3 : 1;
}

int actuator_na(const mjsActuator* a) {
  return a->actdim >= 0 ? a->actdim : a->dyntype != mjDYN_NONE;
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
  for (int i = 0; i < n.nu; i++) n.na += actuator_na(&((Actuator*)actuators->item[i])->pub);
  return n;
}

static int wrong_size(const mjDoubleVec* list, int expected) {
  int n;
  handle_doubles(list, &n);
  return n && n != expected ? n : 0;
}

int keys_check(Spec* s, Spec* report) {
  const ElementList* keys = &s->list[mjOBJ_KEY];
  if (!keys->count) return 0;
  RawSizes size = raw_sizes(s);
  for (int i = 0; i < keys->count; i++) {
    if (((Key*)keys->item[i])->resolved) continue;
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
      if (!got) continue;
      return spec_error(report, NULL,
                        f == 0 ? "Keyframe '%s' has invalid %s size, got %d, should be %d"
                               : "Keyframe %s has invalid %s size, got %d, should be %d",
                        name, field[f].word, got, field[f].expected);
    }
  }
  return 0;
}

// ---------------------------------------------------------------- resolving

// n numbers from position *at of a list, which advances; NULL when the list has none there
static double* take(const mjDoubleVec* list, int* at, int n) {
  int size;
  const double* values = handle_doubles(list, &size);
  double* part = NULL;
  if (n && *at + n <= size) {
    part = spec_alloc((size_t)n * sizeof *part);
    memcpy(part, values + *at, (size_t)n * sizeof *part);
  }
  *at += n;
  return part;
}

static void add_value(PendingKey* p, KeyValue value) {
  if (!value.first && !value.second) return;

  // grown in powers of two
  if ((p->nvalue & (p->nvalue - 1)) == 0) {
    KeyValue* grown = realloc(p->value, (size_t)(p->nvalue ? 2 * p->nvalue : 1) * sizeof *grown);
    if (!grown) {
      mju_error("out of memory while editing a model");
      return;
    }
    p->value = grown;
  }
  p->value[p->nvalue++] = value;
}

static int given(const mjDoubleVec* list) {
  int n;
  handle_doubles(list, &n);
  return n > 0;
}

static PendingKey* resolve(Spec* s, const Key* key) {
  const mjsKey* k = &key->pub;
  PendingKey* p = spec_alloc(sizeof *p);
  p->name = spec_strdup(element_name(&key->base));
  p->time = k->time;
  p->has_qpos = given(k->qpos);
  p->has_qvel = given(k->qvel);
  p->has_act = given(k->act);
  p->has_mpos = given(k->mpos);
  p->has_mquat = given(k->mquat);
  p->has_ctrl = given(k->ctrl);

  // joints and mocap bodies in the order of their ids
  int q = 0, v = 0, mp = 0, mq = 0, a = 0, u = 0;
  for (Body* b = s->world; b; b = body_next(s->world, b)) {
    for (int i = 0; i < b->child[CHILD_JOINT].count; i++) {
      Element* e = b->child[CHILD_JOINT].item[i];
      int nq = joint_nq(&((Joint*)e)->pub), nv = joint_nv(&((Joint*)e)->pub);
      add_value(p, (KeyValue){e, nq, nv, take(k->qpos, &q, nq), take(k->qvel, &v, nv), NULL});
    }
    if (b->pub.mocap)
      add_value(p, (KeyValue){&b->base, 3, 4, take(k->mpos, &mp, 3), take(k->mquat, &mq, 4), NULL});
  }
  const ElementList* actuators = &s->list[mjOBJ_ACTUATOR];
  for (int i = 0; i < actuators->count; i++) {
    int na = actuator_na(&((Actuator*)actuators->item[i])->pub);
    mjtNum *act = take(k->act, &a, na), *ctrl = take(k->ctrl, &u, 1);
    const KeyValue value = {actuators->item[i], na, 1, act, ctrl, NULL};
    add_value(p, value);
  }
  return p;
}

void pending_key_free(PendingKey* key) {
  if (!key) return;
  for (int i = 0; i < key->nvalue; i++) {
    free(key->value[i].first);
    free(key->value[i].second);
  }
  free(key->value);
  free(key->name);
  free(key);
}

static double* duplicate(const double* values, int n) {
  if (!values) return NULL;
  double* copy = spec_alloc((size_t)n * sizeof *copy);
  return memcpy(copy, values, (size_t)n * sizeof *copy);
}

PendingKey* pending_key_clone(const PendingKey* key, int use_twins) {
  PendingKey* p = spec_alloc(sizeof *p);
  *p = *key;
  p->name = spec_strdup(key->name);
  p->value = NULL;
  p->nvalue = 0;
  for (int i = 0; i < key->nvalue; i++) {
    KeyValue value = key->value[i];
    if (use_twins) value.element = value.element->twin;
    if (!value.element) continue;
    value.heir = NULL;
    value.first = duplicate(value.first, value.nfirst);
    value.second = duplicate(value.second, value.nsecond);
    add_value(p, value);
  }
  return p;
}

// ---------------------------------------------------------------- pending keys of a spec

void pending_keys_push(Spec* s, PendingKey* key) {
  PendingKey** pending = realloc(s->pending, (size_t)(s->npending + 1) * sizeof *pending);
  if (!pending) {
    mju_error("out of memory while editing a model");
    return;
  }
  s->pending = pending;
  s->pending[s->npending++] = key;
}

void pending_keys_copy(Spec* from, Spec* to, const char* prefix, const char* suffix) {
  const ElementList* keys = &from->list[mjOBJ_KEY];
  for (int i = 0; i < keys->count; i++) {
    Key* key = (Key*)keys->item[i];
    PendingKey* resolved = key->resolved ? key->resolved : resolve(from, key);
    PendingKey* p = pending_key_clone(resolved, 1);
    if (!key->resolved) pending_key_free(resolved);
    size_t size = strlen(prefix) + strlen(p->name) + strlen(suffix) + 1;
    char* name = spec_alloc(size);
    strcat(strcat(strcpy(name, prefix), p->name), suffix);
    free(p->name);
    p->name = name;
    pending_keys_push(to, p);
  }

  // within one spec what is pending stays, but a copy may have to take over
  for (int i = 0; from == to && i < from->npending; i++) {
    for (int k = 0; k < from->pending[i]->nvalue; k++) {
      KeyValue* value = &from->pending[i]->value[k];
      if (!value->heir) value->heir = value->element->twin;
    }
  }

  // keys that were already pending go along under their names
  if (from == to || !from->npending) return;
  mju_warning(
      "Child model has pending keyframes. They will not be namespaced correctly. To prevent this, "
      "compile the child "
      "model before attaching it again.");
  for (int i = 0; i < from->npending; i++)
    pending_keys_push(to, pending_key_clone(from->pending[i], 1));
}

void keys_resolve(Spec* s) {
  const ElementList* keys = &s->list[mjOBJ_KEY];
  for (int i = 0; i < keys->count; i++) {
    Key* key = (Key*)keys->item[i];
    if (!key->resolved) key->resolved = resolve(s, key);
  }
}

void pending_keys_capture(Spec* s) {
  keys_resolve(s);
  ElementList* keys = &s->list[mjOBJ_KEY];
  for (int i = 0; i < keys->count; i++) {
    Key* key = (Key*)keys->item[i];
    pending_keys_push(s, key->resolved);
    key->resolved = NULL;
  }
  list_clear(keys);
}

// ---------------------------------------------------------------- elements that go away

static void key_forget(PendingKey* p, const Element* e) {
  int kept = 0;
  for (int i = 0; i < p->nvalue; i++) {
    if (p->value[i].heir == e) p->value[i].heir = NULL;
    if (p->value[i].element == e && p->value[i].heir) {
      p->value[i].element = p->value[i].heir;
      p->value[i].heir = NULL;
    }
    if (p->value[i].element != e) {
      p->value[kept++] = p->value[i];
      continue;
    }
    free(p->value[i].first);
    free(p->value[i].second);
  }
  // nvalue counts down only: the power-of-two growth rule must still see a full array
  if (kept != p->nvalue) {
    size_t room = 1;
    while (room < (size_t)kept) room *= 2;
    KeyValue* shrunk = kept ? realloc(p->value, room * sizeof *shrunk) : NULL;
    if (!kept) {
      free(p->value);
      p->value = NULL;
    } else if (shrunk) {
      p->value = shrunk;
    }
    p->nvalue = kept;
  }
}

void pending_keys_forget(Spec* s, const Element* e) {
  mjtObj type = e->kind->type;
  if (type != mjOBJ_JOINT && type != mjOBJ_ACTUATOR && type != mjOBJ_BODY) return;
  for (int i = 0; i < s->npending; i++) key_forget(s->pending[i], e);
  const ElementList* keys = &s->list[mjOBJ_KEY];
  for (int i = 0; i < keys->count; i++) {
    if (((Key*)keys->item[i])->resolved) key_forget(((Key*)keys->item[i])->resolved, e);
  }
}

static void key_forget_lent(PendingKey* p, const Spec* s) {
  for (int i = p->nvalue - 1; i >= 0; i--) {
    KeyValue* value = &p->value[i];
    if (value->heir && value->heir->spec != s) value->heir = NULL;
    if (value->element->spec == s) continue;
    key_forget(p, value->element);
    if (i > p->nvalue) i = p->nvalue;
  }
}

void pending_keys_forget_lent(Spec* s) {
  for (int i = 0; i < s->npending; i++) key_forget_lent(s->pending[i], s);
  const ElementList* keys = &s->list[mjOBJ_KEY];
  for (int i = 0; i < keys->count; i++) {
    if (((Key*)keys->item[i])->resolved) key_forget_lent(((Key*)keys->item[i])->resolved, s);
  }
}

// ---------------------------------------------------------------- back to ordinary keys

static double* reference_values(int n, const double* values) {
  double* list = spec_alloc((size_t)n * sizeof *list);
  if (values && n) memcpy(list, values, (size_t)n * sizeof *list);
  return list;
}

static void put(double* list, int size, int at, const double* values, int n) {
  if (values && at >= 0 && at + n <= size) memcpy(list + at, values, (size_t)n * sizeof *list);
}

static void apply_one(Spec* s, const PendingKey* p, const KeyLayout* layout) {
  const KeyLayout* l = layout;
  double* qpos = reference_values(l->nq, l->qpos0);
  double* mpos = reference_values(3 * l->nmocap, l->mpos0);
  double* mquat = reference_values(4 * l->nmocap, l->mquat0);
  double* qvel = reference_values(l->nv, NULL);
  double* act = reference_values(l->na, NULL);
  double* ctrl = reference_values(l->nu, NULL);

  // remembered values at their new places
  for (int i = 0; i < p->nvalue; i++) {
    const KeyValue* value = &p->value[i];
    int id = value->element->id;
    switch (value->element->kind->type) {
      case mjOBJ_JOINT:
        put(qpos, l->nq, l->jnt_qposadr[id], value->first, value->nfirst);
        put(qvel, l->nv, l->jnt_dofadr[id], value->second, value->nsecond);
        break;
      case mjOBJ_ACTUATOR:
        id = value->element->index;
        put(act, l->na, l->act_adr[id], value->first, value->nfirst);
        put(ctrl, l->nu, id, value->second, value->nsecond);
        break;
      default:
        put(mpos, 3 * l->nmocap, 3 * l->body_mocapid[id], value->first, value->nfirst);
        put(mquat, 4 * l->nmocap, 4 * l->body_mocapid[id], value->second, value->nsecond);
    }
  }

  // lists that the original key had
  mjsKey* key = mjs_addKey(&s->pub);
  element_set_name(pub_element(key), p->name);
  key->time = p->time;
  if (p->has_qpos) handle_doubles_set(key->qpos, qpos, l->nq);
  if (p->has_qvel) handle_doubles_set(key->qvel, qvel, l->nv);
  if (p->has_act) handle_doubles_set(key->act, act, l->na);
  if (p->has_ctrl) handle_doubles_set(key->ctrl, ctrl, l->nu);
  if (p->has_mpos) handle_doubles_set(key->mpos, mpos, 3 * l->nmocap);
  if (p->has_mquat) handle_doubles_set(key->mquat, mquat, 4 * l->nmocap);
  free(qpos);
  free(qvel);
  free(act);
  free(ctrl);
  free(mpos);
  free(mquat);
}

void pending_keys_apply(Spec* s, const KeyLayout* layout) {
  for (int i = 0; i < s->npending; i++) {
    apply_one(s, s->pending[i], layout);
    pending_key_free(s->pending[i]);
  }
  free(s->pending);
  s->pending = NULL;
  s->npending = 0;
}
