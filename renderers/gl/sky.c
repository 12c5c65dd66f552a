// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The skybox, a cylinder around the head, and haze where an infinite plane meets it.

#include <string.h>

#include "renderers/common/common.h"
#include "view.h"

// distance of the sky relative to that of the far plane
#define DISTANCE 0.7f

static float sky_distance(const View* view) {
  const float far = DISTANCE * view->camera.frustum_far;
  return view->scn->enabletransform && view->scn->scale > 0 ? far / view->scn->scale : far;
}

static void draw_skybox(View* view, unsigned int texture) {
  static const float rows[3][4] = {{1, 0, 0, 0}, {0, 0, 1, 0}, {0, -1, 0, 0}};
  static const GLenum coordinate[3] = {GL_S, GL_T, GL_R};
  const Gl* gl = view->gl;
  const float far = sky_distance(view);
  gl_texture_off(view);
  view->textured = GL_TEXTURE_CUBE_MAP;
  gl->Enable(GL_TEXTURE_CUBE_MAP);
  gl->BindTexture(GL_TEXTURE_CUBE_MAP, texture);
  for (int k = 0; k < 3; k++) {
    gl->TexGeni(coordinate[k], GL_TEXTURE_GEN_MODE, GL_OBJECT_LINEAR);
    gl->TexGenfv(coordinate[k], GL_OBJECT_PLANE, rows[k]);
    gl->Enable(GL_TEXTURE_GEN_S + (GLenum)k);
  }
  gl->Color4f(1, 1, 1, 1);
  gl->PushMatrix();
  gl->Translatef(view->head[0], view->head[1], view->head[2]);
  gl->Scalef(far, far, far);
  gl->CallList(view->con->baseBuiltin + SHAPE_CYLINDER);
  gl->PopMatrix();
  gl_texture_off(view);
}

static void draw_haze(const View* view) {
  const Gl* gl = view->gl;
  const mjvGeom* plane = find_horizon(view->scn);
  if (!plane)
    return;
  float height = 0, foot[3], pose[16];
  for (int k = 0; k < 3; k++)
    height += (view->head[k] - plane->pos[k]) * plane->mat[3 * k + 2];
  if (height <= 0)
    return;
  for (int k = 0; k < 3; k++)
    foot[k] = view->head[k] - height * plane->mat[3 * k + 2];
  const float far = sky_distance(view);
  gl_pose(pose, foot, plane->mat);
  gl->PushMatrix();
  gl->MultMatrixf(pose);
  gl->Scalef(far, far, height);
  gl->Enable(GL_BLEND);
  gl->BlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
  gl->CallList(view->con->baseBuiltin + SHAPE_HAZE);
  gl->Disable(GL_BLEND);
  gl->PopMatrix();
}

void gl_draw_sky(View* view) {
  const Gl* gl = view->gl;
  const mjrContext* con = view->con;
  const int id = con->ntexture ? con->mat_texid[mjNTEXROLE * SKYBOX_MATERIAL + mjTEXROLE_RGB] : -1;
  if (!view->scn->flags[mjRND_SKYBOX] || id < 0 || id >= con->ntexture)
    return;
  gl->Disable(GL_LIGHTING);
  gl->Disable(GL_CULL_FACE);
  gl->PolygonMode(GL_FRONT_AND_BACK, GL_FILL);
  draw_skybox(view, con->texture[id]);
  if (view->scn->flags[mjRND_HAZE])
    draw_haze(view);
  if (view->scn->flags[mjRND_WIREFRAME])
    gl->PolygonMode(GL_FRONT_AND_BACK, GL_LINE);
  if (view->scn->flags[mjRND_CULL_FACE])
    gl->Enable(GL_CULL_FACE);
  gl->Enable(GL_LIGHTING);
}
