// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Lights. OpenGL has eight at once; lights beyond them are added in further passes over opaque
// geoms, and left out of reflections and transparent geoms.

#include "renderers/common/common.h"
#include "view.h"

// light of a scene without lights
#define DARK 0.3f

int gl_find_light(const View* view, Lights which, int k) {
  const int shadows = gl_has_shadows(view);
  for (int i = 0; i < view->scn->nlight; i++) {
    const int casts = shadows && view->scn->lights[i].castshadow;
    if (!is_light(view->scn->lights + i))
      continue;
    if (which == LIGHTS_ALL || (which == LIGHTS_CASTING) == casts) {
      if (!k--)
        return i;
    }
  }
  return -1;
}

static void color(const Gl* gl, GLenum slot, GLenum name, const float rgb[3]) {
  gl->Lightfv(slot, name, (const float[4]){rgb[0], rgb[1], rgb[2], 1});
}

static void switch_on(const Gl* gl, GLenum slot, const mjvLight* light) {
  static const float black[3] = {0, 0, 0};
  const int image = light->type == mjLIGHT_IMAGE, spot = light->type == mjLIGHT_SPOT;
  const int directed = light->type == mjLIGHT_DIRECTIONAL || image;
  float pos[4], k[3] = {1, 0, 0};
  for (int i = 0; i < 3; i++) {
    pos[i] = directed ? -light->dir[i] : light->pos[i];
    if (!directed)
      k[i] = light->attenuation[i];
  }
  pos[3] = !directed;
  if (!(k[0] + k[1] + k[2] > 0))
    k[0] = 1;

  // an image light has no direction: it is treated as light from everywhere
  color(gl, slot, GL_AMBIENT, light->ambient);
  color(gl, slot, GL_DIFFUSE, image ? black : light->diffuse);
  color(gl, slot, GL_SPECULAR, image ? black : light->specular);
  gl->Lightfv(slot, GL_POSITION, pos);
  gl->Lightf(slot, GL_CONSTANT_ATTENUATION, k[0]);
  gl->Lightf(slot, GL_LINEAR_ATTENUATION, k[1]);
  gl->Lightf(slot, GL_QUADRATIC_ATTENUATION, k[2]);
  if (spot)
    gl->Lightfv(slot, GL_SPOT_DIRECTION, light->dir);
  // OpenGL refuses wider cones except the whole sphere, and larger exponents
  gl->Lightf(slot, GL_SPOT_CUTOFF, spot && light->cutoff <= 90 ? mjMAX(0, light->cutoff) : 180);
  gl->Lightf(slot, GL_SPOT_EXPONENT, spot ? mjMAX(0, mjMIN(128, light->exponent)) : 0);
  gl->Enable(slot);
}

void gl_light_on(const View* view, int light) {
  switch_on(view->gl, GL_LIGHT0, view->scn->lights + light);
}

void gl_lights_off(const View* view) {
  for (int i = 0; i < LIGHTS_MOST; i++)
    view->gl->Disable(GL_LIGHT0 + (GLenum)i);
}

int gl_lights_on(const View* view, Lights which, int first) {
  const Gl* gl = view->gl;
  const float dark = view->scn->nlight ? 0 : DARK;
  gl->LightModelfv(GL_LIGHT_MODEL_AMBIENT, (const float[4]){dark, dark, dark, 1});
  gl_lights_off(view);
  int n = 0;
  for (; n < LIGHTS_MOST; n++) {
    const int light = gl_find_light(view, which, first + n);
    if (light < 0)
      break;
    switch_on(gl, GL_LIGHT0 + (GLenum)n, view->scn->lights + light);
  }
  return n;
}
