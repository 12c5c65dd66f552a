// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Keyframes across structural edits.
//
// The lists of a key are addressed by position in qpos, qvel, act, ...; attaching and deleting
// change these positions. Before such an edit a key is therefore resolved: its numbers are stored
// per joint, actuator and mocap body. A pending key stays in the spec until the next compilation,
// which knows the new positions and writes an ordinary key; elements without stored values get
// their reference values. The stored values are handled as follows:
//
// - attaching: the keys of the source are resolved under their new names. The values of a copied
//   element, under any name, move to the copy; only a joint that is copied alone, not with its
//   body, keeps them as well. Values of elements that were not copied stay in the source, hidden,
//   for a later attachment. A model attached to itself has them for all elements.
// - deleting a body: the values of actuators whose targets resolve are dropped, then the keys are
//   resolved.

#include <stdlib.h>
#include <string.h>

#include "core/foundation/base/array.h"
#include "core/model/spec/tree.h"

// ---------------------------------------------------------------- resolving

// n numbers from position *at of a list, which advances; NULL when the list is too short
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
  if (!value.first && !value.second)
    return;
  if (ARRAY_ROOM(p->value, p->nvalue)) {
    mju_error("out of memory while editing a model");
    return;
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
      add_value(p, (KeyValue){e, nq, nv, take(k->qpos, &q, nq), take(k->qvel, &v, nv)});
    }
    if (b->pub.mocap)
      add_value(p, (KeyValue){&b->base, 3, 4, take(k->mpos, &mp, 3), take(k->mquat, &mq, 4)});
  }
  const ElementList* actuators = &s->list[mjOBJ_ACTUATOR];
  for (int i = 0; i < actuators->count; i++) {
    int na = actuator_na(&((Actuator*)actuators->item[i])->pub);
    mjtNum *act = take(k->act, &a, na), *ctrl = take(k->ctrl, &u, 1);
    const KeyValue value = {actuators->item[i], na, 1, act, ctrl};
    add_value(p, value);
  }
  return p;
}

void pending_key_free(PendingKey* key) {
  if (!key)
    return;
  for (int i = 0; i < key->nvalue; i++) {
    free(key->value[i].first);
    free(key->value[i].second);
  }
  free(key->value);
  free(key->name);
  free(key);
}

static double* duplicate(const double* values, int n) {
  if (!values)
    return NULL;
  double* copy = spec_alloc((size_t)n * sizeof *copy);
  return memcpy(copy, values, (size_t)n * sizeof *copy);
}

// a key without values
static PendingKey* pending_key_header(const PendingKey* key) {
  PendingKey* p = spec_alloc(sizeof *p);
  *p = *key;
  p->name = spec_strdup(key->name);
  p->value = NULL;
  p->nvalue = 0;
  return p;
}

PendingKey* pending_key_clone(const PendingKey* key, int use_twins) {
  PendingKey* p = pending_key_header(key);
  for (int i = 0; i < key->nvalue; i++) {
    KeyValue value = key->value[i];
    if (use_twins)
      value.element = value.element->twin;
    if (!value.element)
      continue;
    value.first = duplicate(value.first, value.nfirst);
    value.second = duplicate(value.second, value.nsecond);
    add_value(p, value);
  }
  return p;
}

// ---------------------------------------------------------------- pending keys of a spec

void pending_keys_push(Spec* s, PendingKey* key) {
  if (ARRAY_ROOM(s->pending, s->npending)) {
    mju_error("out of memory while editing a model");
    return;
  }
  s->pending[s->npending++] = key;
}

// Handles a key of `from` under its name in `to`: records where its values are and, in another
// spec, that it is pending.
static void push_renamed(Spec* from, Spec* to, PendingKey* key, const char* prefix,
                         const char* suffix) {
  size_t size = strlen(prefix) + strlen(key->name) + strlen(suffix) + 1;
  char* name = spec_alloc(size);
  strcat(strcat(strcpy(name, prefix), key->name), suffix);
  free(key->name);
  key->name = name;
  if (from != to)
    pending_keys_push(to, pending_key_header(key));
  key->hidden = from != to;
  pending_keys_push(from, key);
}

void pending_keys_leave(Spec* from, Spec* to, const char* prefix, const char* suffix) {
  const ElementList* keys = &from->list[mjOBJ_KEY];
  int before = from->npending, pending = 0;
  for (int i = 0; i < keys->count; i++) {
    Key* key = (Key*)keys->item[i];
    PendingKey* p = key->resolved ? pending_key_clone(key->resolved, 0) : resolve(from, key);
    push_renamed(from, to, p, prefix, suffix);
  }

  // keys that were already pending are attached under their names
  for (int i = 0; from != to && i < before; i++) {
    PendingKey* p = from->pending[i];
    if (p->hidden)
      continue;
    pending_keys_push(to, pending_key_header(p));
    p->hidden = pending = 1;
  }
  if (pending) {
    mju_warning(
        "Child model has pending keyframes. They will not be namespaced correctly. To prevent "
        "this, compile the child model before attaching it again.");
  }
}

static PendingKey* find_pending(Spec* s, const PendingKey* like) {
  for (int i = 0; i < s->npending; i++)
    if (strcmp(s->pending[i]->name, like->name) == 0)
      return s->pending[i];
  PendingKey* p = pending_key_header(like);
  p->hidden = 1;
  pending_keys_push(s, p);
  return p;
}

// the values of copied elements move to their copies
static void key_follow(PendingKey* p, PendingKey* to) {
  int kept = 0, n = p->nvalue;
  for (int i = 0; i < n; i++) {
    KeyValue value = p->value[i];
    Element* twin = value.element->twin;
    int by_itself = twin && twin != value.element && value.element->kind->type == mjOBJ_JOINT &&
                    !value.element->parent->base.twin;
    if (!twin || by_itself)
      p->value[kept++] = value;
    if (!twin)
      continue;
    if (by_itself) {
      value.first = duplicate(value.first, value.nfirst);
      value.second = duplicate(value.second, value.nsecond);
    }
    value.element = twin;
    if (p == to && !by_itself)
      p->value[kept++] = value;
    else
      add_value(to, value);
  }

  // values that were added after the others
  for (int i = n; i < p->nvalue; i++)
    p->value[kept++] = p->value[i];
  p->nvalue = kept;
}

void pending_keys_follow(Spec* from, Spec* to) {
  for (int i = 0; i < from->npending; i++) {
    PendingKey* p = from->pending[i];
    key_follow(p, from == to ? p : find_pending(to, p));
  }

  // removes values whose elements are gone
  int kept = 0;
  for (int i = 0; i < from->npending; i++) {
    PendingKey* p = from->pending[i];
    if (p->hidden && !p->nvalue)
      pending_key_free(p);
    else
      from->pending[kept++] = p;
  }
  from->npending = kept;
}

void keys_resolve(Spec* s) {
  const ElementList* keys = &s->list[mjOBJ_KEY];
  for (int i = 0; i < keys->count; i++) {
    Key* key = (Key*)keys->item[i];
    if (!key->resolved)
      key->resolved = resolve(s, key);
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
  list_bury(keys);
}

// ---------------------------------------------------------------- elements that go away

static void key_forget(PendingKey* p, const Element* e) {
  int kept = 0;
  for (int i = 0; i < p->nvalue; i++) {
    if (p->value[i].element != e) {
      p->value[kept++] = p->value[i];
      continue;
    }
    free(p->value[i].first);
    free(p->value[i].second);
  }
  p->nvalue = kept;
}

void pending_keys_forget(Spec* s, const Element* e) {
  mjtObj type = e->kind->type;
  if (type != mjOBJ_JOINT && type != mjOBJ_ACTUATOR && type != mjOBJ_BODY)
    return;
  for (int i = 0; i < s->npending; i++)
    key_forget(s->pending[i], e);
  const ElementList* keys = &s->list[mjOBJ_KEY];
  for (int i = 0; i < keys->count; i++)
    if (((Key*)keys->item[i])->resolved)
      key_forget(((Key*)keys->item[i])->resolved, e);
}

void pending_keys_forget_actuators(Spec* s) {
  const ElementList* actuators = &s->list[mjOBJ_ACTUATOR];
  for (int k = 0; k < actuators->count; k++) {
    if (!actuators->item[k]->mark)
      continue;
    for (int i = 0; i < s->npending; i++)
      key_forget(s->pending[i], actuators->item[k]);
  }
}

static void key_forget_lent(PendingKey* p, const Spec* s) {
  for (int i = p->nvalue - 1; i >= 0; i--) {
    KeyValue* value = &p->value[i];
    if (value->element->spec == s)
      continue;
    key_forget(p, value->element);
    if (i > p->nvalue)
      i = p->nvalue;
  }
}

void pending_keys_forget_lent(Spec* s) {
  for (int i = 0; i < s->npending; i++)
    key_forget_lent(s->pending[i], s);
  const ElementList* keys = &s->list[mjOBJ_KEY];
  for (int i = 0; i < keys->count; i++)
    if (((Key*)keys->item[i])->resolved)
      key_forget_lent(((Key*)keys->item[i])->resolved, s);
}

// ---------------------------------------------------------------- back to ordinary keys

static double* reference_values(int n, const double* values) {
  double* list = spec_alloc((size_t)n * sizeof *list);
  if (values && n)
    memcpy(list, values, (size_t)n * sizeof *list);
  return list;
}

static void put(double* list, int size, int at, const double* values, int n) {
  if (values && at >= 0 && at + n <= size)
    memcpy(list + at, values, (size_t)n * sizeof *list);
}

static void apply_one(Spec* s, const PendingKey* p, const KeyLayout* layout) {
  const KeyLayout* l = layout;
  double* qpos = reference_values(l->nq, l->qpos0);
  double* mpos = reference_values(3 * l->nmocap, l->mpos0);
  double* mquat = reference_values(4 * l->nmocap, l->mquat0);
  double* qvel = reference_values(l->nv, NULL);
  double* act = reference_values(l->na, NULL);
  double* ctrl = reference_values(l->nu, NULL);

  // writes stored values to their new positions
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
  if (p->has_qpos)
    handle_doubles_set(key->qpos, qpos, l->nq);
  if (p->has_qvel)
    handle_doubles_set(key->qvel, qvel, l->nv);
  if (p->has_act)
    handle_doubles_set(key->act, act, l->na);
  if (p->has_ctrl)
    handle_doubles_set(key->ctrl, ctrl, l->nu);
  if (p->has_mpos)
    handle_doubles_set(key->mpos, mpos, 3 * l->nmocap);
  if (p->has_mquat)
    handle_doubles_set(key->mquat, mquat, 4 * l->nmocap);
  free(qpos);
  free(qvel);
  free(act);
  free(ctrl);
  free(mpos);
  free(mquat);
}

int spec_has_pending_keys(const Spec* s) {
  for (int i = 0; i < s->npending; i++)
    if (!s->pending[i]->hidden)
      return 1;
  return 0;
}

void pending_keys_apply(Spec* s, const KeyLayout* layout) {
  int kept = 0;
  for (int i = 0; i < s->npending; i++) {
    PendingKey* p = s->pending[i];
    if (p->hidden) {
      s->pending[kept++] = p;
    } else {
      apply_one(s, p, layout);
      pending_key_free(p);
    }
  }
  s->npending = kept;
}
