// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Ids and addresses: from linked records to the numbering of the model.
//
// Bodies are numbered depth first; joints, geoms, sites, cameras and lights by body. A dof's parent
// is the previous dof of the same body or the last dof of the nearest ancestor that has any; a dof
// without parent starts a kinematic tree.

#include "core/model/compile/compile.h"
#include "core/model/spec/pose.h"

// the record after b in depth-first order, -1 at the end
static int following(const Compile* c, int b) {
  if (c->body[b].child >= 0)
    return c->body[b].child;
  while (b && c->body[b].next < 0)
    b = c->body[b].parent;
  return b ? c->body[b].next : -1;
}

#define NUMBER(c, b, kind)                                                \
  do {                                                                    \
    for (int k = (b)->kind; k >= 0; k = (c)->kind[k].next) {              \
      (c)->kind##_order[(c)->kind##_count] = k;                           \
      (c)->kind[k].id = (c)->kind[k].kind->base.id = (c)->kind##_count++; \
    }                                                                     \
  } while (0)

void compile_order(Compile* c) {
  if (!c->body_order) {
    c->body_order = COMPILE_NEW(c, int, c->nbody);
    c->geom_order = COMPILE_NEW(c, int, c->ngeom);
    c->site_order = COMPILE_NEW(c, int, c->nsite);
    c->camera_order = COMPILE_NEW(c, int, c->ncamera);
    c->light_order = COMPILE_NEW(c, int, c->nlight);
  }
  c->body_count = c->geom_count = c->site_count = c->camera_count = c->light_count = 0;
  int joint = 0;
  for (int i = 0; i >= 0; i = following(c, i)) {
    BodyRecord* b = c->body + i;
    c->body_order[c->body_count] = i;
    b->id = b->body->base.id = c->body_count++;
    b->weld = b->njoint || i == 0 ? i : c->body[b->parent].weld;
    b->geomadr = c->geom_count;
    NUMBER(c, b, geom);
    NUMBER(c, b, site);
    NUMBER(c, b, camera);
    NUMBER(c, b, light);
    b->ngeom = c->geom_count - b->geomadr;
    for (int k = 0; k < b->njoint; k++)
      c->joint[b->joint + k].id = c->joint[b->joint + k].joint->base.id = joint++;
    for (int k = 0; k < b->body->child[CHILD_FRAME].count; k++)
      b->body->child[CHILD_FRAME].item[k]->id = k;
  }
}

static void number_dofs(Compile* c) {
  int* last = COMPILE_NEW(
      c, int, c->body_count);  // last dof of the body or of its nearest ancestor that has one
  for (int id = 0; id < c->body_count; id++) {
    BodyRecord* b = c->body + c->body_order[id];
    int parent = c->body[b->parent].id;
    c->body_parentid[id] = parent;
    b->dofadr = c->body_dofadr[id] = b->ndof ? c->nv : -1;
    c->body_dofnum[id] = b->ndof;
    last[id] = id ? last[parent] : -1;
    for (int k = b->joint; k < b->joint + b->njoint; k++) {
      JointRecord* j = c->joint + k;
      j->qposadr = c->nq;
      j->dofadr = c->nv;
      c->nq += j->nq;
      for (int i = 0; i < j->nv; i++) {
        c->dof_body[c->nv] = id;
        c->dof_joint[c->nv] = j->id;
        c->dof_parent[c->nv] = last[id];
        c->dof_tree[c->nv] = last[id] < 0 ? c->ntree++ : c->dof_tree[last[id]];
        last[id] = c->nv++;
      }
    }
    if (b->pub->mocap)
      b->mocapid = c->nmocap++;
  }
}

// bodies whose inertia matrix block is diagonal and constant
static int is_simple(const Compile* c, const BodyRecord* b) {
  if (b->sameframe != mjSAMEFRAME_BODY)
    return 0;
  const BodyRecord* p = c->body + b->parent;
  if (b->id && p->id && !(c->body[p->parent].id == 0 && p->ndof == 0))
    return 0;
  if (b->id && b->child >= 0)
    return 0;
  int rotated = 0, slides = 1;
  for (int k = b->joint; k < b->joint + b->njoint; k++) {
    const JointRecord* j = c->joint + k;
    if (rotated || !pose_null_pos(j->pos))
      return 0;
    int scalar = j->pub->type == mjJNT_HINGE || j->pub->type == mjJNT_SLIDE, along = 0;
    for (int i = 0; i < 3; i++)
      along += j->axis[i] > COMPILE_EPS || j->axis[i] < -COMPILE_EPS;
    if (scalar && along != 1)
      return 0;
    rotated |= j->pub->type == mjJNT_HINGE || j->pub->type == mjJNT_BALL;
    slides &= j->pub->type == mjJNT_SLIDE;
  }
  return b->ndof && slides ? 2 : 1;
}

void compile_topology(Compile* c) {
  int nv = 0;
  for (int i = 0; i < c->njoint; i++)
    nv += c->joint[i].nv;
  c->dof_body = COMPILE_NEW(c, int, nv);
  c->dof_joint = COMPILE_NEW(c, int, nv);
  c->dof_parent = COMPILE_NEW(c, int, nv);
  c->dof_tree = COMPILE_NEW(c, int, nv);
  c->dof_simplenum = COMPILE_NEW(c, int, nv);
  c->body_parentid = COMPILE_NEW(c, int, c->body_count);
  c->body_dofadr = COMPILE_NEW(c, int, c->body_count);
  c->body_dofnum = COMPILE_NEW(c, int, c->body_count);
  number_dofs(c);
  for (int id = 0; id < c->body_count; id++) {
    BodyRecord* b = c->body + c->body_order[id];
    int straight = pose_null_quat(b->iquat);
    b->sameframe = !straight                ? mjSAMEFRAME_NONE
                   : pose_null_pos(b->ipos) ? mjSAMEFRAME_BODY
                                            : mjSAMEFRAME_BODYROT;
    b->simple = is_simple(c, b);
  }
  c->forest = (DofForest){c->body_count,
                          c->nv,
                          c->body_parentid,
                          c->body_dofadr,
                          c->body_dofnum,
                          c->dof_parent,
                          c->dof_body,
                          c->dof_simplenum,
                          COMPILE_NEW(c, int, nv),
                          COMPILE_NEW(c, int, c->body_count),
                          COMPILE_NEW(c, int, c->body_count)};
  forest_measure(&c->forest);
}

// Bodies to which a tendon with armature is attached are coupled to others.
static void demote_tendon_bodies(Compile* c) {
  for (int t = 0; t < c->ntendon; t++) {
    const TendonRecord* r = c->tendon + t;
    if (r->pub->armature == 0)
      continue;
    for (int k = r->wrapadr; k < r->wrapadr + r->nwrap; k++) {
      const WrapRecord* w = c->wrap + k;
      if (w->type == mjWRAP_SITE)
        c->body[c->site[c->site_order[w->obj]].body].simple = 0;
      if (w->type == mjWRAP_SPHERE || w->type == mjWRAP_CYLINDER)
        c->body[c->geom[c->geom_order[w->obj]].body].simple = 0;
    }
  }
}

void compile_simple(Compile* c) {
  demote_tendon_bodies(c);
  int run = 0;
  for (int i = c->nv - 1; i >= 0; i--) {
    run = c->body[c->body_order[c->dof_body[i]]].simple ? run + 1 : 0;
    c->dof_simplenum[i] = run;
  }
}

// A moving body is valid if it has mass and inertia, or if a body welded to it has.
static int massive(const Compile* c, const BodyRecord* b) {
  if (b->mass >= mjMINVAL && b->inertia[0] >= mjMINVAL && b->inertia[1] >= mjMINVAL &&
      b->inertia[2] >= mjMINVAL)
    return 1;
  for (int i = b->child; i >= 0; i = c->body[i].next)
    if (!c->body[i].njoint && massive(c, c->body + i))
      return 1;
  return 0;
}

void compile_check_mass(Compile* c) {
  for (int id = 1; id < c->body_count; id++) {
    const BodyRecord* b = c->body + c->body_order[id];
    if (b->njoint && !massive(c, b))
      compile_fail(c, &b->body->base,
                   "mass and inertia of moving bodies must be larger than mjMINVAL");
  }
}
