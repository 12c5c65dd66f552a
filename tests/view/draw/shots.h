// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The pictures that are compared: what is drawn, under a name. The test and the program that
// records the reference (record_pictures.c) include this.

#ifndef TESTS_VIEW_DRAW_SHOTS_H_
#define TESTS_VIEW_DRAW_SHOTS_H_

#include <string.h>

#include <mujoco/mujoco.h>

enum { WIDTH = 96, HEIGHT = 72, PIXELS = WIDTH * HEIGHT };

// A picture: flags that are changed from their defaults, -1 ends a list; the scene.
typedef struct Shot_ {
  const char* name;
  int render[3];
  int visual[3];
  int camera;  // of the model; -1: free
  int stereo;
  const char* file;  // NULL: scene.xml
} Shot;

static const Shot shots[] = {
    {"free", {-1}, {-1}, -1, 0, NULL},
    {"shadow", {mjRND_SHADOW, -1}, {-1}, -1, 0, NULL},
    {"reflection", {mjRND_REFLECTION, -1}, {-1}, -1, 0, NULL},
    {"additive", {mjRND_ADDITIVE, -1}, {-1}, -1, 0, NULL},
    {"skybox", {mjRND_SKYBOX, -1}, {-1}, -1, 0, NULL},
    {"fog", {mjRND_FOG, -1}, {-1}, -1, 0, NULL},
    {"haze", {mjRND_HAZE, -1}, {-1}, 0, 0, NULL},
    {"segment", {mjRND_SEGMENT, -1}, {-1}, -1, 0, NULL},
    {"ids", {mjRND_SEGMENT, mjRND_IDCOLOR, -1}, {-1}, -1, 0, NULL},
    {"cull", {mjRND_CULL_FACE, -1}, {-1}, -1, 0, NULL},
    {"wireframe", {mjRND_WIREFRAME, mjRND_SHADOW, -1}, {-1}, -1, 0, NULL},
    {"texture", {-1}, {mjVIS_TEXTURE, -1}, -1, 0, NULL},
    {"transparent", {-1}, {mjVIS_TRANSPARENT, -1}, -1, 0, NULL},
    {"joints", {-1}, {mjVIS_JOINT, mjVIS_INERTIA, -1}, -1, 0, NULL},
    {"fixed", {-1}, {-1}, 0, 0, NULL},
    {"orthographic", {-1}, {-1}, 1, 0, NULL},
    {"stereo", {-1}, {-1}, -1, mjSTEREO_SIDEBYSIDE, NULL},
    {"lines", {mjRND_WIREFRAME, -1}, {-1}, -1, 0, "lines.xml"},
    {"behind", {-1}, {-1}, 0, 0, "lines.xml"},
    {"behind-ids", {mjRND_SEGMENT, mjRND_IDCOLOR, -1}, {-1}, 0, 0, "lines.xml"},
};
enum { SHOTS = sizeof shots / sizeof shots[0] };

// colour and depth, rows from the bottom
static void shoot(const Shot* shot, const mjModel* m, mjData* d, mjvScene* scene, mjrContext* con,
                  unsigned char rgb[3 * PIXELS], float depth[PIXELS]) {
  const mjrRect viewport = {0, 0, WIDTH, HEIGHT};
  mjvOption option;
  mjvCamera camera;
  mjtByte flags[mjNRNDFLAG];
  mjv_defaultOption(&option);
  mjv_defaultFreeCamera(m, &camera);
  if (shot->camera >= 0) {
    camera.type = mjCAMERA_FIXED;
    camera.fixedcamid = shot->camera;
  }
  memcpy(flags, scene->flags, sizeof flags);
  for (int i = 0; shot->render[i] >= 0; i++)
    scene->flags[shot->render[i]] ^= 1;
  for (int i = 0; shot->visual[i] >= 0; i++)
    option.flags[shot->visual[i]] ^= 1;
  scene->stereo = shot->stereo;
  mjv_updateScene(m, d, &option, NULL, &camera, mjCAT_ALL, scene);
  mjr_render(viewport, scene, con);
  mjr_readPixels(rgb, depth, viewport, con);
  memcpy(scene->flags, flags, sizeof flags);
  scene->stereo = mjSTEREO_NONE;
}

#endif  // TESTS_VIEW_DRAW_SHOTS_H_
