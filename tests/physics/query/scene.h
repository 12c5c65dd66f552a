// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// An abstract scene with something in every field that is printed, filled in by hand.

#ifndef TESTS_PHYSICS_QUERY_SCENE_H_
#define TESTS_PHYSICS_QUERY_SCENE_H_

#include <string.h>

#include <mujoco/mujoco.h>

static mjvScene scene;

static void fill_geoms(void) {
  static mjvGeom geom[2];
  for (int k = 0; k < 2; k++) {
    mjvGeom* g = geom + k;
    g->type = k ? mjGEOM_LINE : mjGEOM_SPHERE;
    g->dataid = k - 1;
    g->objtype = mjOBJ_GEOM;
    g->objid = 3;
    g->category = mjCAT_DYNAMIC;
    g->matid = k - 1;
    g->texcoord = k;
    g->segid = k;
    for (int i = 0; i < 3; i++) {
      g->size[i] = 0.1f * (float)(i + 1);
      g->pos[i] = -12345.678f * (float)i * (k ? 1 : -1e-5f);
    }
    for (int i = 0; i < 9; i += 4)
      g->mat[i] = 1;
    g->rgba[k] = 0.25f;
    g->rgba[3] = 1;
    g->emission = 0.1f;
    g->specular = 0.5f;
    g->shininess = 0.75f;
    g->reflectance = 1;
  }
  strcpy(geom[1].label, "a label");
  scene.maxgeom = scene.ngeom = 2;
  scene.geoms = geom;
}

static void fill_places(void) {
  static int flex[7][2], skin[3][1];
  int** const flexes[7] = {&scene.flexedgeadr, &scene.flexedgenum, &scene.flexvertadr,
                           &scene.flexvertnum, &scene.flexfaceadr, &scene.flexfacenum,
                           &scene.flexfaceused};
  int** const skins[3] = {&scene.skinfacenum, &scene.skinvertadr, &scene.skinvertnum};
  for (int i = 0; i < 7; i++) {
    *flexes[i] = flex[i];
    flex[i][0] = i;
    flex[i][1] = 10 * i;
  }
  for (int i = 0; i < 3; i++) {
    *skins[i] = skin[i];
    skin[i][0] = i + 5;
  }
  scene.nflex = 2;
  scene.nskin = 1;
}

static void fill_lights_and_cameras(void) {
  mjvLight* l = scene.lights;
  scene.nlight = 1;
  l->id = 4;
  l->pos[1] = 1;
  l->dir[2] = -1;
  l->type = 1;
  l->texid = 2;
  l->attenuation[0] = 1;
  l->cutoff = 45;
  l->exponent = 10;
  l->ambient[0] = 0.1f;
  l->diffuse[1] = 0.2f;
  l->specular[2] = 0.3f;
  l->headlight = l->castshadow = 1;
  l->bulbradius = 0.02f;
  l->intensity = 3;
  l->range = 10;
  for (int i = 0; i < 2; i++) {
    mjvGLCamera* c = scene.camera + i;
    c->pos[i] = c->forward[0] = c->up[2] = 1;
    c->frustum_center = 0.1f;
    c->frustum_width = 0.2f;
    c->frustum_bottom = -0.3f;
    c->frustum_top = 0.4f;
    c->frustum_near = 0.01f;
    c->frustum_far = 1e6f;
    c->orthographic = i;
  }
}

static void fill_scene(void) {
  memset(&scene, 0, sizeof scene);
  fill_geoms();
  fill_places();
  fill_lights_and_cameras();
  scene.flexvertopt = scene.flexskinopt = 1;
  scene.stereo = 2;
  scene.flags[3] = 1;
  scene.enabletransform = 1;
  scene.translate[0] = scene.rotate[0] = 1;
  scene.scale = 2;
}

// what the same scene has without its contents
static void empty_scene(void) {
  scene.enabletransform = 0;
  scene.nflex = scene.nskin = scene.ngeom = scene.nlight = 0;
}

#endif  // TESTS_PHYSICS_QUERY_SCENE_H_
