// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Shadows: render the depth seen from a light, then add this light alone to the picture where
// nothing is nearer to it. The map is compared in the second texture unit, whose coordinates are
// positions in the view of the light.

#include <math.h>
#include <string.h>

#include "view.h"

enum { WIDEST = 160 };  // degrees of the view of a spot light

int gl_has_shadows(const View* view) {
  return view->scn->flags[mjRND_SHADOW] && view->con->shadowFBO;
}

// ---------------------------------------------------------------- the view of a light

static float length(const float v[3]) { return sqrtf(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]); }

// from model space to the clip coordinates of the light
static void light_view(const View* view, const mjvLight* light, float projection[16],
                       float modelview[16]) {
  static const float minus_x[3] = {-1, 0, 0}, y[3] = {0, 1, 0};
  float up[3];
  gl_cross(up, light->dir, minus_x);
  if (length(up) < 0.1f)
    gl_cross(up, light->dir, y);
  const float n = length(up);
  for (int k = 0; k < 3; k++)
    up[k] /= n;
  gl_look_at(modelview, light->pos, light->dir, up);

  const float near = view->camera.frustum_near, far = view->camera.frustum_far;
  float half = view->con->shadowClip;
  if (light->type != mjLIGHT_DIRECTIONAL) {
    const float angle = mjMIN(2 * light->cutoff * view->con->shadowScale, WIDEST);
    half = (float)(near * tan(angle * mjPI / 360));
  }
  gl_projection(projection, -half, half, -half, half, near, far, light->type == mjLIGHT_DIRECTIONAL,
                view->clip_control);
}

static int casts(const mjvGeom* geom) {
  return geom->category != mjCAT_DECOR && geom->type != mjGEOM_LINE && geom->type != mjGEOM_LINEBOX;
}

static void draw_map(View* view, const float projection[16], const float modelview[16]) {
  const Gl* gl = view->gl;
  const int size = view->con->shadowSize;
  gl->BindFramebuffer(GL_FRAMEBUFFER, view->con->shadowFBO);
  gl->Viewport(1, 1, size - 2, size - 2);
  gl->Scissor(0, 0, size, size);
  gl->DepthMask(1);
  gl->Clear(GL_DEPTH_BUFFER_BIT);
  // the border stays empty, so that everything beyond is lit
  gl->Scissor(1, 1, size - 2, size - 2);
  gl->MatrixMode(GL_PROJECTION);
  gl->LoadMatrixf(projection);
  gl->MatrixMode(GL_MODELVIEW);
  gl->LoadMatrixf(modelview);
  gl->Disable(GL_CULL_FACE);
  gl->Disable(GL_LIGHTING);
  gl->Disable(GL_BLEND);
  gl->ShadeModel(GL_FLAT);
  gl->Enable(GL_POLYGON_OFFSET_FILL);
  if (view->clip_control)
    gl->PolygonOffset(-1.5f, -4);
  else
    gl->PolygonOffset(-16, -512);
  for (int i = 0; i < view->scn->ngeom; i++)
    if (casts(view->scn->geoms + i))
      gl_draw_geom(view, view->scn->geoms + i, LOOK_SHAPE);
  gl->Disable(GL_POLYGON_OFFSET_FILL);
  gl->ShadeModel(GL_SMOOTH);
  gl->Enable(GL_LIGHTING);
  if (view->scn->flags[mjRND_CULL_FACE])
    gl->Enable(GL_CULL_FACE);
}

// ---------------------------------------------------------------- the light in the picture

static void compare_on(const View* view, const float projection[16], const float modelview[16]) {
  static const GLenum coordinate[4] = {GL_S, GL_T, GL_R, GL_Q};
  const Gl* gl = view->gl;
  float to_map[16];
  gl_multiply(to_map, projection, modelview);
  gl->ActiveTexture(GL_TEXTURE1);
  gl->BindTexture(GL_TEXTURE_2D, view->con->shadowTex);
  gl->Enable(GL_TEXTURE_2D);
  for (int k = 0; k < 4; k++) {
    // from -1 ... 1 to 0 ... 1; depth may be there already
    float plane[4];
    for (int c = 0; c < 4; c++) {
      const float value = to_map[4 * c + k], w = to_map[4 * c + 3];
      plane[c] = k == 3 || (k == 2 && view->clip_control) ? value : 0.5f * (value + w);
    }
    gl->TexGeni(coordinate[k], GL_TEXTURE_GEN_MODE, GL_EYE_LINEAR);
    gl->TexGenfv(coordinate[k], GL_EYE_PLANE, plane);
    gl->Enable(GL_TEXTURE_GEN_S + (GLenum)k);
  }
  gl->ActiveTexture(GL_TEXTURE0);
}

static void compare_off(const View* view) {
  const Gl* gl = view->gl;
  gl->ActiveTexture(GL_TEXTURE1);
  gl->Disable(GL_TEXTURE_2D);
  for (int k = 0; k < 4; k++)
    gl->Disable(GL_TEXTURE_GEN_S + (GLenum)k);
  gl->ActiveTexture(GL_TEXTURE0);
}

static void add_light(View* view, int index) {
  const Gl* gl = view->gl;
  const mjrRect v = view->viewport;
  float projection[16], modelview[16];
  light_view(view, view->scn->lights + index, projection, modelview);
  draw_map(view, projection, modelview);

  gl_bind_view(view);
  gl->Viewport(v.left, v.bottom, v.width, v.height);
  gl->Scissor(v.left, v.bottom, v.width, v.height);
  gl->MatrixMode(GL_PROJECTION);
  gl->LoadMatrixf(view->projection);
  gl_load_modelview(view);
  compare_on(view, projection, modelview);
  gl_lights_off(view);
  gl_light_on(view, index);
  gl->Enable(GL_BLEND);
  gl->BlendFunc(GL_ONE, GL_ONE);
  gl_draw_opaque(view, -1, LOOK_ADDED);
  gl->Disable(GL_BLEND);
  compare_off(view);
}

void gl_draw_shadows(View* view) {
  const Gl* gl = view->gl;
  static const float black[4] = {0, 0, 0, 1};
  if (!gl_has_shadows(view))
    return;
  gl->Fogfv(GL_FOG_COLOR, black);
  gl->LightModelfv(GL_LIGHT_MODEL_AMBIENT, black);
  for (int k = 0, light; (light = gl_find_light(view, LIGHTS_CASTING, k)) >= 0; k++)
    add_light(view, light);
  gl->Fogfv(GL_FOG_COLOR, view->con->fogRGBA);
}
