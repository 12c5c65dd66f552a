// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The mirror image of the scene in one plane, or in the upper face of one box: drawn where the
// mirror will be, behind its plane, before the mirror itself is added on top.

#include <string.h>

#include "view.h"

// the plane of the mirror: a point, and the normal, which is the z axis of the geom
static void find_plane(const mjvGeom* geom, float point[3], float normal[3]) {
  for (int k = 0; k < 3; k++) {
    normal[k] = geom->mat[3 * k + 2];
    point[k] = geom->pos[k] + (geom->type == mjGEOM_BOX ? geom->size[2] * normal[k] : 0);
  }
}

int gl_has_reflection(const View* view) {
  if (view->mirror < 0 || !view->scn->flags[mjRND_REFLECTION] || view->scn->flags[mjRND_DEPTH])
    return 0;
  float point[3], normal[3], height = 0;
  find_plane(view->scn->geoms + view->mirror, point, normal);
  for (int k = 0; k < 3; k++)
    height += (view->head[k] - point[k]) * normal[k];
  return height >= 0;
}

// the area of the mirror
static void mark(View* view, const mjvGeom* geom, const float point[3]) {
  const Gl* gl = view->gl;
  gl->Enable(GL_STENCIL_TEST);
  gl->StencilFunc(GL_ALWAYS, 1, 1);
  gl->StencilOp(GL_KEEP, GL_KEEP, GL_REPLACE);
  gl->ColorMask(0, 0, 0, 0);
  gl->DepthMask(0);
  gl->PolygonMode(GL_FRONT_AND_BACK, GL_FILL);
  mjvGeom face = *geom;
  if (face.type == mjGEOM_BOX) {
    face.type = mjGEOM_PLANE;
    face.dataid = -1;
    memcpy(face.pos, point, sizeof face.pos);
  }
  gl_draw_geom(view, &face, LOOK_SHAPE);
  gl->ColorMask(1, 1, 1, 1);
  gl->DepthMask(1);
  if (view->scn->flags[mjRND_WIREFRAME])
    gl->PolygonMode(GL_FRONT_AND_BACK, GL_LINE);
  gl->StencilFunc(GL_EQUAL, 1, 1);
  gl->StencilOp(GL_KEEP, GL_KEEP, GL_KEEP);
}

void gl_draw_reflection(View* view) {
  const Gl* gl = view->gl;
  const mjvGeom* geom = view->scn->geoms + view->mirror;
  float point[3], normal[3], mirror[16], direct[16];
  find_plane(geom, point, normal);
  mark(view, geom, point);

  // clip to the part behind the plane; its equation is in the unmirrored view
  double plane[4] = {-normal[0], -normal[1], -normal[2], 0};
  for (int k = 0; k < 3; k++)
    plane[3] += (double)normal[k] * (double)point[k];
  gl->ClipPlane(GL_CLIP_PLANE0, plane);
  gl->Enable(GL_CLIP_PLANE0);

  memcpy(direct, view->modelview, sizeof direct);
  gl_mirror(mirror, point, normal);
  gl_multiply(view->modelview, direct, mirror);
  view->light_scale = geom->reflectance;
  gl->FrontFace(GL_CW);
  gl_load_modelview(view);
  gl_lights_on(view, LIGHTS_ALL, 0);
  gl_draw_opaque(view, view->mirror, LOOK_LIT);
  gl_draw_transparent(view);

  memcpy(view->modelview, direct, sizeof direct);
  view->light_scale = 1;
  gl->FrontFace(GL_CCW);
  gl_load_modelview(view);
  gl->Disable(GL_CLIP_PLANE0);
  gl->Disable(GL_STENCIL_TEST);
}
