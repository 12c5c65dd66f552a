// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Bodies and everything on them, in depth-first order.
//
// The order of the steps within one body matters and is fixed: frames, orientation, given inertia,
// geoms, inferred inertia, bounds, position in the parent, alignment of free bodies, joints, mocap,
// sites, cameras, lights.

#include <math.h>
#include <string.h>

#include "core/model/assets/shape_inertia.h"
#include "core/model/compile/compile.h"
#include "core/model/spec/pose.h"

static int any_nonzero(const double* v, int n) {
  for (int i = 0; i < n; i++)
    if (v[i] != 0)
      return 1;
  return 0;
}

// inertia as the document gives it: fullinertia, or principal moments in an orientation
static void given_inertia(Compile* c, BodyRecord* b) {
  const Element* e = &b->body->base;
  const mjsBody* p = b->pub;
  b->mass = p->mass;
  memcpy(b->ipos, p->ipos, sizeof b->ipos);
  memcpy(b->inertia, p->inertia, sizeof b->inertia);
  if (!isnan(p->fullinertia[0])) {
    if (p->ialt.type != mjORIENTATION_QUAT)
      compile_fail(c, e, "fullinertia and inertial orientation cannot both be specified");
    if (any_nonzero(p->inertia, 3))
      compile_fail(c, e, "fullinertia and diagonal inertia cannot both be specified");
    const char* problem = inertia_principal(b->iquat, b->inertia, p->fullinertia);
    if (problem)
      compile_fail(c, e, "error '%s' in fullinertia", problem);
  }
  const char* problem = compile_orientation(e, b->iquat, &p->ialt);
  if (problem)
    compile_fail(c, e, "error '%s' in inertia alternative", problem);
}

// inertia of the geoms that count
static void infer_inertia(Compile* c, BodyRecord* b) {
  int count = 0;
  const GeomRecord* only = NULL;
  for (int i = b->geom; i >= 0; i = c->geom[i].next) {
    if (!c->geom[i].contributes)
      continue;
    only = c->geom + i;
    count++;
  }
  if (!count)
    return;

  // a single geom: in its own axes
  if (count == 1) {
    memcpy(b->ipos, only->pos, sizeof b->ipos);
    memcpy(b->iquat, only->quat, sizeof b->iquat);
    memcpy(b->inertia, only->inertia, sizeof b->inertia);
    b->mass = only->mass;
    return;
  }

  // several: about their common centre of mass
  double mass = 0, com[3] = {0, 0, 0}, full[6] = {0, 0, 0, 0, 0, 0};
  for (int i = b->geom; i >= 0; i = c->geom[i].next) {
    const GeomRecord* g = c->geom + i;
    if (!g->contributes)
      continue;
    mass += g->mass;
    for (int k = 0; k < 3; k++)
      com[k] += g->mass * g->pos[k];
  }
  if (mass < COMPILE_EPS)
    compile_fail(c, &b->body->base, "body mass is too small, cannot compute center of mass");
  for (int k = 0; k < 3; k++)
    com[k] /= mass;
  for (int i = b->geom; i >= 0; i = c->geom[i].next) {
    const GeomRecord* g = c->geom + i;
    if (!g->contributes)
      continue;
    double offset[3] = {g->pos[0] - com[0], g->pos[1] - com[1], g->pos[2] - com[2]};
    inertia_accumulate(full, g->mass, offset, g->inertia, g->quat);
  }
  b->mass = mass;
  memcpy(b->ipos, com, sizeof com);
  const char* problem = inertia_principal(b->iquat, b->inertia, full);
  if (problem)
    compile_fail(c, &b->body->base, "error '%s' in alternative for principal axes", problem);
}

static void bound_inertia(Compile* c, BodyRecord* b) {
  const Element* e = &b->body->base;
  const mjsCompiler* compiler = element_compiler(e);
  b->mass = fmax(b->mass, compiler->boundmass);
  for (int i = 0; i < 3; i++)
    b->inertia[i] = fmax(b->inertia[i], compiler->boundinertia);
  const double* I = b->inertia;
  if (b->mass < 0 || I[0] < 0 || I[1] < 0 || I[2] < 0)
    compile_fail(c, e, "mass and inertia cannot be negative");
  if (I[0] + I[1] < I[2] || I[0] + I[2] < I[1] || I[1] + I[2] < I[0]) {
    if (!compiler->balanceinertia)
      compile_fail(c, e, "inertia must satisfy A + B >= C; use 'balanceinertia' to fix");
    double mean = (I[0] + I[1] + I[2]) / 3;
    b->inertia[0] = b->inertia[1] = b->inertia[2] = mean;
  }
}

static void inertia(Compile* c, BodyRecord* b) {
  int mode = element_compiler(&b->body->base)->inertiafromgeom;
  if (mode == mjINERTIAFROMGEOM_TRUE || (mode == mjINERTIAFROMGEOM_AUTO && isnan(b->pub->ipos[0])))
    infer_inertia(c, b);

  // nothing given and nothing to infer from: the inertial frame coincides with the body's frame in
  // its parent
  if (isnan(b->ipos[0])) {
    memcpy(b->ipos, b->pos, sizeof b->ipos);
    memcpy(b->iquat, b->quat, sizeof b->iquat);
  }
  // values that a program set on the world are used unchanged
  if (b->id != 0)
    bound_inertia(c, b);
}

// the collision masks of a body are the union of those of its geoms
void compile_body_masks(Compile* c, BodyRecord* b) {
  b->contype = b->conaffinity = 0;
  b->margin = 0;
  for (int i = b->geom; i >= 0; i = c->geom[i].next) {
    const mjsGeom* p = c->geom[i].pub;
    b->contype |= p->contype;
    b->conaffinity |= p->conaffinity;
    b->margin = fmax(b->margin, p->margin);
  }
}

static int aligns(const Compile* c, const BodyRecord* b) {
  if (b->njoint != 1 || c->joint[b->joint].pub->type != mjJNT_FREE || b->child >= 0)
    return 0;
  int align = c->joint[b->joint].pub->align;
  return align == mjALIGNFREE_TRUE ||
         (align == mjALIGNFREE_AUTO && element_compiler(&b->body->base)->alignfree);
}

// move the body frame into the inertial frame; (ipos, iquat): the inverse of where the inertial
// frame was
static void align_body(Compile* c, BodyRecord* b, double ipos[3], double iquat[4]) {
  double pos[3], quat[4];
  memcpy(pos, b->ipos, sizeof pos);
  memcpy(quat, b->iquat, sizeof quat);
  compile_frame_accumulate(b->pos, b->quat, pos, quat);
  pose_invert(ipos, iquat, b->ipos, b->iquat);
  memcpy(b->pos, pos, sizeof pos);
  memcpy(b->quat, quat, sizeof quat);
  memset(b->ipos, 0, sizeof b->ipos);
  memcpy(b->iquat, (double[4]){1, 0, 0, 0}, sizeof b->iquat);
  for (int i = b->geom; i >= 0; i = c->geom[i].next)
    compile_move_geom(c->geom + i, ipos, iquat);
}

static void align_attachments(Compile* c, BodyRecord* b, const double ipos[3],
                              const double iquat[4]) {
  for (int i = b->site; i >= 0; i = c->site[i].next)
    compile_frame_accumulate(ipos, iquat, c->site[i].pos, c->site[i].quat);
  for (int i = b->camera; i >= 0; i = c->camera[i].next)
    compile_frame_accumulate(ipos, iquat, c->camera[i].pos, c->camera[i].quat);
  for (int i = b->light; i >= 0; i = c->light[i].next) {
    compile_transform_point(c->light[i].pos, ipos, iquat);
    compile_rotate_dir(c->light[i].dir, iquat);
  }
}

static void joints(Compile* c, BodyRecord* b) {
  const Element* e = &b->body->base;
  int ball = 0;
  b->ndof = 0;
  for (int i = b->joint; i < b->joint + b->njoint; i++) {
    compile_joint(c, c->joint + i);
    b->ndof += c->joint[i].nv;
  }
  if (b->ndof > 6)
    compile_fail(c, e, "more than 6 dofs in body '%s'", element_name(e));
  for (int i = b->joint; i < b->joint + b->njoint; i++) {
    const JointRecord* j = c->joint + i;
    if (ball && (j->pub->type == mjJNT_BALL || j->pub->type == mjJNT_HINGE))
      compile_fail(c, e, "ball followed by rotation in body '%s'", element_name(e));
    ball |= j->pub->type == mjJNT_BALL;
    if (j->pub->type != mjJNT_FREE)
      continue;
    if (b->njoint > 1)
      compile_fail(c, e, "free joint can only appear by itself");
  }
  if (b->pub->mocap && (b->ndof || b->id == 0 || b->parent != 0))
    compile_fail(c, e, "mocap body '%s' is not a fixed child of world", element_name(e));
}

static void body(Compile* c, BodyRecord* b) {
  const Element* e = &b->body->base;
  const mjsBody* p = b->pub;
  double fpos[3], fquat[4], ipos[3], iquat[4];
  const ElementList* frames = &b->body->child[CHILD_FRAME];
  for (int i = 0; i < frames->count; i++) {
    const char* problem = frame_pose((Frame*)frames->item[i], fpos, fquat);
    if (problem)
      compile_fail(c, frames->item[i], "orientation specification error '%s' in site %d", problem,
                   i);
  }
  compile_user(c, e, p->userdata, c->nuser_body, "body");
  memcpy(b->pos, p->pos, sizeof b->pos);
  memcpy(b->quat, p->quat, sizeof b->quat);
  memcpy(b->iquat, p->iquat, sizeof b->iquat);
  compile_normalize(b->quat, 4);
  compile_normalize(b->iquat, 4);
  for (int i = b->child; i >= 0; i = c->body[i].next)
    c->body[i].weld = c->body[i].njoint ? i : b->weld;
  const char* problem = compile_orientation(e, b->quat, &p->alt);
  if (problem)
    compile_fail(c, e, "error '%s' in frame alternative", problem);

  given_inertia(c, b);
  b->explicit_inertial = p->explicitinertial;
  for (int i = b->geom; i >= 0; i = c->geom[i].next)
    compile_geom(c, c->geom + i);
  inertia(c, b);
  if (e->frame) {
    compile_frame(c, e, fpos, fquat);
    compile_frame_accumulate(fpos, fquat, b->pos, b->quat);
  }
  compile_body_masks(c, b);

  int aligned = aligns(c, b);
  if (aligned)
    align_body(c, b, ipos, iquat);
  joints(c, b);
  for (int i = b->site; i >= 0; i = c->site[i].next)
    compile_site(c, c->site + i);
  for (int i = b->camera; i >= 0; i = c->camera[i].next)
    compile_camera(c, c->camera + i);
  for (int i = b->light; i >= 0; i = c->light[i].next)
    compile_light(c, c->light + i);
  b->plugin = compile_plugin(c, e, &p->plugin, mjPLUGIN_PASSIVE, "passive forces");
  if (aligned)
    align_attachments(c, b, ipos, iquat);
}

void compile_bodies(Compile* c) {
  for (int i = 0; i < c->nbody; i++)
    body(c, c->body + i);
}

// The last check of the document: it runs after fusing, which may move a body to the top level, and
// after the checks of references and masses.
void compile_check_free(Compile* c) {
  for (int i = 0; i < c->njoint; i++) {
    const BodyRecord* b = c->body + c->joint[i].body;
    if (c->joint[i].pub->type == mjJNT_FREE && b->parent != 0)
      compile_fail(c, &b->body->base, "free joint can only be used on top level");
  }
}
