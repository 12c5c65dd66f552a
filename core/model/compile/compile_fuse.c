// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// fusestatic: bodies without joints are merged into their parents.
//
// A body is kept when it moves, when it is a mocap body, or when something refers to it by name
// (then its frame matters). The spec's tree is not changed: only the records are relinked, so the
// same spec compiles to the same model again. Lights and cameras change their body but keep the
// local pose of the document, as in the reference.
//
// One more rule exists only for compatibility. Bodies are visited in order, and a named body is
// kept as well when a later body is referred to whose index in the document is no longer a valid
// body index, because so many bodies have been merged already. See outlived().

#include <string.h>

#include "core/kernel/kinds/constraint.h"
#include "core/kernel/kinds/sensor.h"
#include "core/model/assets/shape_inertia.h"
#include "core/model/compile/compile.h"
#include "core/model/spec/pose.h"

static void keep_named(Compile* c, unsigned char* kept, const char* name) {
  const Element* e = name[0] ? spec_find(c->spec, mjOBJ_BODY, name) : NULL;
  if (e)
    kept[body_record(c, e) - c->body] = 1;
}

static void keep(Compile* c, unsigned char* kept, const mjString* name) {
  keep_named(c, kept, handle_string(name));
}

static int is_body(mjtObj type) { return type == mjOBJ_BODY || type == mjOBJ_XBODY; }

// some sensors measure the interaction of their site's body with its parent
static void keep_sensed(Compile* c, unsigned char* kept) {
  const ElementList* list = &c->spec->list[mjOBJ_SENSOR];
  for (int i = 0; i < list->count; i++) {
    const mjsSensor* s = &((Sensor*)list->item[i])->pub;
    const SensorType* type = compile_sensor_type(c, s);
    if (!type || !type->table.keeps_body)
      continue;
    const Element* site = spec_find(c->spec, mjOBJ_SITE, handle_string(s->objname));
    if (!site)
      continue;
    BodyRecord* b = c->body + c->site[c->site_order[site->id]].body;
    if (element_name(&b->body->base)[0])
      kept[b - c->body] = 1;
  }
}

static void keep_referenced(Compile* c, unsigned char* kept) {
  const ElementList* list = c->spec->list;
  for (int i = 0; i < c->ncamera; i++)
    keep(c, kept, c->camera[i].pub->targetbody);
  for (int i = 0; i < c->nlight; i++)
    keep(c, kept, c->light[i].pub->targetbody);
  for (int i = 0; i < list[mjOBJ_EXCLUDE].count; i++) {
    const mjsExclude* x = &((Exclude*)list[mjOBJ_EXCLUDE].item[i])->pub;
    keep(c, kept, x->bodyname1);
    keep(c, kept, x->bodyname2);
  }
  for (int i = 0; i < list[mjOBJ_EQUALITY].count; i++) {
    const mjsEquality* q = &((Equality*)list[mjOBJ_EQUALITY].item[i])->pub;
    FcConstraint table;
    if (!constraint_face(q->type, &table) || constraint_end_type(&table, q->objtype) != mjOBJ_BODY)
      continue;
    keep(c, kept, q->name1);
    keep(c, kept, q->name2);
  }
  for (int i = 0; i < list[mjOBJ_ACTUATOR].count; i++) {
    const mjsActuator* a = &((Actuator*)list[mjOBJ_ACTUATOR].item[i])->pub;
    if (a->trntype == mjTRN_BODY)
      keep(c, kept, a->target);
  }
  for (int i = 0; i < list[mjOBJ_TUPLE].count; i++) {
    const mjsTuple* t = &((Tuple*)list[mjOBJ_TUPLE].item[i])->pub;
    int n;
    const int* type = handle_ints(t->objtype, &n);
    for (int k = 0; k < n && k < handle_strings_size(t->objname); k++)
      if (is_body((mjtObj)type[k]))
        keep_named(c, kept, handle_strings_item(t->objname, k));
  }
  for (int i = 0; i < list[mjOBJ_SENSOR].count; i++) {
    const mjsSensor* s = &((Sensor*)list[mjOBJ_SENSOR].item[i])->pub;
    if (is_body(s->objtype))
      keep(c, kept, s->objname);
    if (is_body(s->reftype))
      keep(c, kept, s->refname);
  }
}

// 1 when body i has a name, and the last body that is referred to comes later and had an index that
// exceeds the number of remaining bodies
static int outlived(const Compile* c, int i, int last, int live) {
  return element_name(&c->body[i].body->base)[0] && i < last && last >= live;
}

// Inertia of parent and child combined. The inertial frame of the child should be body pose ∘
// inertial pose in the parent; models have always been compiled with the two in the opposite order,
// which is the same only when one of them is the identity, and this is kept here.
static void combine_inertia(Compile* c, BodyRecord* p, const BodyRecord* b) {
  double pos[3], quat[4];
  memcpy(pos, b->pos, sizeof pos);
  memcpy(quat, b->quat, sizeof quat);
  compile_frame_accumulate(b->ipos, b->iquat, pos, quat);
  double mass = p->mass + b->mass;
  if (mass < mjMINVAL) {
    p->mass = 0;
    memset(p->inertia, 0, sizeof p->inertia);
    memset(p->ipos, 0, sizeof p->ipos);
    memcpy(p->iquat, (double[4]){1, 0, 0, 0}, sizeof p->iquat);
    return;
  }
  double com[3], from_parent[3], from_child[3], full[6] = {0, 0, 0, 0, 0, 0};
  for (int k = 0; k < 3; k++)
    com[k] = (p->mass * p->ipos[k] + b->mass * pos[k]) / mass;
  for (int k = 0; k < 3; k++) {
    from_parent[k] = p->ipos[k] - com[k];
    from_child[k] = pos[k] - com[k];
  }
  inertia_accumulate(full, p->mass, from_parent, p->inertia, p->iquat);
  inertia_accumulate(full, b->mass, from_child, b->inertia, quat);
  p->mass = mass;
  memcpy(p->ipos, com, sizeof com);
  const char* problem = inertia_principal(p->iquat, p->inertia, full);
  if (problem)
    compile_fail(c, &p->body->base, "error '%s' in alternative for principal axes", problem);
}

// moves the list `kind` of b to the end of that of p
#define APPEND_LIST(c, p, b, kind)                         \
  do {                                                     \
    if ((b)->kind < 0)                                     \
      break;                                               \
    for (int i = (b)->kind; i >= 0; i = (c)->kind[i].next) \
      (c)->kind[i].body = (int)((p) - (c)->body);          \
    if ((p)->kind < 0)                                     \
      (p)->kind = (b)->kind;                               \
    else                                                   \
      (c)->kind[(p)->kind##_last].next = (b)->kind;        \
    (p)->kind##_last = (b)->kind##_last;                   \
    (b)->kind = -1;                                        \
  } while (0)

// inserts the children of b at the position of b among the children of p
static void splice_children(Compile* c, BodyRecord* p, BodyRecord* b) {
  int at = (int)(b - c->body), before = -1;
  for (int i = p->child; i != at; i = c->body[i].next)
    before = i;
  int first = b->child >= 0 ? b->child : b->next;
  if (b->child >= 0)
    c->body[b->last].next = b->next;
  if (before < 0)
    p->child = first;
  else
    c->body[before].next = first;
  if (p->last == at)
    p->last = b->child >= 0 ? b->last : before;
}

static void fuse(Compile* c, BodyRecord* b) {
  BodyRecord* p = c->body + b->parent;
  const int grows = compile_leaf_count(c, b) > 0;
  if (grows && compile_leaf_count(c, p)) {
    c->nbvh_unused++;
    if (!p->trace)
      compile_remember_tree(c, p);
  }
  if (b->parent != 0 && b->mass >= mjMINVAL)
    combine_inertia(c, p, b);
  for (int i = b->child; i >= 0; i = c->body[i].next) {
    compile_frame_accumulate(b->pos, b->quat, c->body[i].pos, c->body[i].quat);
    c->body[i].parent = b->parent;
    if (i == b->last)
      break;
  }
  for (int i = b->geom; i >= 0; i = c->geom[i].next)
    compile_move_geom(c->geom + i, b->pos, b->quat);
  for (int i = b->site; i >= 0; i = c->site[i].next)
    compile_frame_accumulate(b->pos, b->quat, c->site[i].pos, c->site[i].quat);
  splice_children(c, p, b);
  APPEND_LIST(c, p, b, geom);
  if (grows)
    compile_remember_tree(c, p);
  APPEND_LIST(c, p, b, site);
  APPEND_LIST(c, p, b, camera);
  APPEND_LIST(c, p, b, light);
  b->child = -1;
  compile_body_masks(c, p);
  b->id = b->body->base.id = -1;
}

void compile_fuse_static(Compile* c) {
  unsigned char* kept = COMPILE_NEW(c, unsigned char, c->nbody);
  int last = 0, live = c->nbody;
  keep_referenced(c, kept);
  for (int i = 1; i < c->nbody; i++)
    if (kept[i])
      last = i;
  keep_sensed(c, kept);
  for (int i = 1; i < c->nbody; i++) {
    BodyRecord* b = c->body + i;
    if (b->njoint || b->pub->mocap || kept[i] || outlived(c, i, last, live))
      continue;
    fuse(c, b);
    live--;
  }
  compile_order(c);
  for (int i = 0; i < c->nlight; i++)
    compile_light(c, c->light + i);
  for (int i = 0; i < c->ncamera; i++)
    compile_camera(c, c->camera + i);
}
