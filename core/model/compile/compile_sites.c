// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Sites, cameras and lights: elements of a body that do not affect the dynamics.

#include <math.h>
#include <string.h>

#include "core/model/compile/compile.h"
#include "core/model/spec/pose.h"

void compile_site(Compile* c, SiteRecord* s) {
  const Element* e = &s->site->base;
  const mjsSite* p = s->pub;
  compile_user(c, e, p->userdata, c->nuser_site, "site");

  // for an attached element, the root class is that of its own model
  const Default* d = e->defclass;
  if (d == e->spec->main && e->origin)
    d = e->origin->main;
  const mjString* inherited = d ? ((Site*)default_dummy(d, mjOBJ_SITE))->pub.material : NULL;
  s->matid = compile_inherited_material(c, e, p->material, inherited, "site");
  if ((int)p->type < 0 || p->type >= mjNGEOMTYPES)
    compile_fail(c, e, "invalid type in site");
  if (p->type == mjGEOM_PLANE || p->type == mjGEOM_MESH || p->type == mjGEOM_HFIELD)
    compile_fail(c, e, "meshes, hfields and planes not allowed in site");
  memcpy(s->pos, p->pos, sizeof s->pos);
  memcpy(s->quat, p->quat, sizeof s->quat);
  memcpy(s->size, p->size, sizeof s->size);
  if (!compile_fromto(c, e, p->type, p->fromto, s->pos, s->quat, s->size)) {
    const char* problem = compile_orientation(e, s->quat, &p->alt);
    if (problem)
      compile_fail(c, e, "orientation specification error '%s' in site %d", problem, s->id);
  }
  double fpos[3], fquat[4];
  if (e->frame) {
    compile_frame(c, e, fpos, fquat);
    compile_frame_accumulate(fpos, fquat, s->pos, s->quat);
  }
  compile_normalize(s->quat, 4);
  compile_check_size(c, e, p->type, s->size, "site");
}

static int target_body(Compile* c, const Element* e, const mjString* name, const char* kind) {
  const char* text = handle_string(name);
  if (!text[0])
    return -1;
  int id = compile_find_id(c, mjOBJ_BODY, text);
  if (id < 0)
    compile_fail(c, e, "unknown target body '%s' in %s", text, kind);
  return id;
}

// pinhole parameters in metres (single precision throughout), and the resulting vertical field of
// view, which is 180 degrees for a lens without focal length
static void intrinsics(Compile* c, CameraRecord* r) {
  const Element* e = &r->camera->base;
  const mjsCamera* p = r->pub;
  int sensor = p->sensor_size[0] > 0 && p->sensor_size[1] > 0;
  int given = 0;
  for (int i = 0; i < 2; i++) {
    given |= p->focal_length[i] != 0 || p->focal_pixel[i] != 0 || p->principal_length[i] != 0 ||
             p->principal_pixel[i] != 0;
  }
  if (given && !sensor)
    compile_fail(c, e, "focal/principal require sensorsize in camera");
  if (!sensor) {
    float znear = c->spec->pub.visual.map.znear;
    r->intrinsic[0] = r->intrinsic[1] = znear;
    return;
  }
  if (p->resolution[0] <= 0 || p->resolution[1] <= 0)
    compile_fail(c, e, "sensorsize requires positive resolution in camera");
  for (int i = 0; i < 2; i++) {
    float density = (float)p->resolution[i] / p->sensor_size[i];
    r->intrinsic[i] = p->focal_pixel[i] != 0 ? p->focal_pixel[i] / density : p->focal_length[i];
    r->intrinsic[2 + i] =
        p->principal_pixel[i] != 0 ? p->principal_pixel[i] / density : p->principal_length[i];
  }
  r->fovy = (double)atan2f(p->sensor_size[1] / 2, r->intrinsic[1]) * 360.0 / mjPI;
}

void compile_camera(Compile* c, CameraRecord* r) {
  const Element* e = &r->camera->base;
  const mjsCamera* p = r->pub;
  compile_user(c, e, p->userdata, c->nuser_cam, "cam");
  memcpy(r->pos, p->pos, sizeof r->pos);
  memcpy(r->quat, p->quat, sizeof r->quat);
  const char* problem = compile_orientation(e, r->quat, &p->alt);
  if (problem)
    compile_fail(c, e, "orientation specification error '%s' in camera %d", problem, r->id);
  double fpos[3], fquat[4];
  if (e->frame) {
    compile_frame(c, e, fpos, fquat);
    compile_frame_accumulate(fpos, fquat, r->pos, r->quat);
  }
  compile_normalize(r->quat, 4);
  r->target = target_body(c, e, p->targetbody, "camera");
  r->fovy = p->fovy;
  if (r->fovy >= 180)
    compile_fail(c, e, "fovy too large in camera: %g, less than 180 expected", r->fovy);
  intrinsics(c, r);
}

void compile_light(Compile* c, LightRecord* r) {
  const Element* e = &r->light->base;
  const mjsLight* p = r->pub;
  memcpy(r->pos, p->pos, sizeof r->pos);
  memcpy(r->dir, p->dir, sizeof r->dir);
  double fpos[3], fquat[4];
  if (e->frame) {
    compile_frame(c, e, fpos, fquat);
    compile_transform_point(r->pos, fpos, fquat);
    compile_rotate_dir(r->dir, fquat);
  }
  if (compile_normalize(r->dir, 3) < COMPILE_EPS)
    compile_fail(c, e, "zero direction in light");
  r->target = target_body(c, e, p->targetbody, "light");
  r->texid = -1;
  const char* texture = handle_string(p->texture);
  if (texture[0] && c->discardvisual && spec_find(c->spec, mjOBJ_TEXTURE, texture)) {
    compile_fail(c, e, "object not found: discardvisual has discarded texture '%s' of a light",
                 texture);
  }
  if (texture[0]) {
    r->texid = c->discardvisual ? -1 : compile_find_id(c, mjOBJ_TEXTURE, texture);
    if (r->texid < 0)
      compile_fail(c, e, "unknown texture '%s' in light", texture);
  }
}
