// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// One view in passes: reflection, opaque geoms, shadows, sky, transparent geoms, labels; or only
// the segmentation.

#include "view.h"

void gl_load_modelview(const View* view) {
  view->gl->MatrixMode(GL_MODELVIEW);
  view->gl->LoadMatrixf(view->modelview);
}

// ---------------------------------------------------------------- geoms

void gl_draw_opaque(View* view, int except, Look look) {
  for (int i = 0; i < view->scn->ngeom; i++)
    if (i != except && !view->scn->geoms[i].transparent)
      gl_draw_geom(view, view->scn->geoms + i, look);
  gl_texture_off(view);
}

// Nearest first and then again farthest first, so that each partly hides the others.
void gl_draw_transparent(View* view) {
  const Gl* gl = view->gl;
  const int* order = view->scn->geomorder;
  const int additive = view->scn->flags[mjRND_ADDITIVE];
  gl->DepthMask(0);
  gl->Enable(GL_BLEND);
  gl->BlendFunc(GL_SRC_ALPHA, additive ? GL_ONE : GL_ONE_MINUS_SRC_ALPHA);
  for (int i = 0; i < view->ntransparent; i++)
    gl_draw_geom(view, view->scn->geoms + order[i], LOOK_LIT);
  for (int i = view->ntransparent - 1; i >= 0 && !additive; i--)
    gl_draw_geom(view, view->scn->geoms + order[i], LOOK_LIT);
  gl->Disable(GL_BLEND);
  gl->DepthMask(1);
  gl_texture_off(view);
}

// ---------------------------------------------------------------- passes

static void draw_segments(View* view) {
  const Gl* gl = view->gl;
  gl->Disable(GL_LIGHTING);
  gl->Disable(GL_FOG);
  gl->Disable(GL_MULTISAMPLE);
  gl->PolygonMode(GL_FRONT_AND_BACK, GL_FILL);
  for (int i = 0; i < view->scn->ngeom; i++)
    if (view->scn->geoms[i].segid >= 0)
      gl_draw_geom(view, view->scn->geoms + i, LOOK_SEGMENT);
  if (!view->scn->flags[mjRND_DEPTH])
    gl->Enable(GL_MULTISAMPLE);
}

static void draw_plain_lights(View* view) {
  const Gl* gl = view->gl;
  int n = gl_lights_on(view, LIGHTS_PLAIN, 0);
  // the mirror first, over its reflection
  if (view->mirror >= 0) {
    gl->Enable(GL_BLEND);
    gl->BlendFunc(GL_ONE, GL_ONE);
    gl_draw_geom(view, view->scn->geoms + view->mirror, LOOK_LIT);
    gl->Disable(GL_BLEND);
  }
  gl_draw_opaque(view, view->mirror, LOOK_LIT);
  // lights that did not fit
  for (int first = n; n == LIGHTS_MOST; first += n) {
    n = gl_lights_on(view, LIGHTS_PLAIN, first);
    if (n) {
      gl->Enable(GL_BLEND);
      gl->BlendFunc(GL_ONE, GL_ONE);
      gl_draw_opaque(view, -1, LOOK_ADDED);
      gl->Disable(GL_BLEND);
    }
  }
}

static void draw_labels(const View* view) {
  static const float white[3] = {1, 1, 1};
  float to_clip[16];
  gl_multiply(to_clip, view->projection, view->modelview);
  for (int i = 0; i < view->scn->ngeom; i++) {
    const mjvGeom* geom = view->scn->geoms + i;
    if (!geom->label[0])
      continue;
    float p[4];
    for (int r = 0; r < 4; r++)
      p[r] = to_clip[r] * geom->pos[0] + to_clip[4 + r] * geom->pos[1] +
             to_clip[8 + r] * geom->pos[2] + to_clip[12 + r];
    const float low = view->clip_control ? 0 : -p[3];
    if (p[3] > 0 && p[2] >= low && p[2] <= p[3])
      gl_text(view->viewport, view->con, mjFONT_SHADOW, geom->label,
              (p[0] / p[3] + 1) / 2 * (float)view->viewport.width,
              (p[1] / p[3] + 1) / 2 * (float)view->viewport.height, white);
  }
}

void gl_draw_view(View* view) {
  const Gl* gl = view->gl;
  gl->MatrixMode(GL_PROJECTION);
  gl->LoadMatrixf(view->projection);
  gl_load_modelview(view);
  if (view->scn->flags[mjRND_SEGMENT]) {
    draw_segments(view);
    return;
  }
  if (gl_has_reflection(view))
    gl_draw_reflection(view);
  draw_plain_lights(view);
  gl_draw_shadows(view);
  gl_draw_sky(view);
  gl_lights_on(view, LIGHTS_ALL, 0);
  gl_draw_transparent(view);
  draw_labels(view);
}
