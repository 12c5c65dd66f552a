// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Colours and textures of geoms.

#include "view.h"

// ---------------------------------------------------------------- colours

// Planes are more transparent from behind.
#define BEHIND 0.3f

int gl_is_plane_from_behind(const float head[3], const mjvGeom* geom) {
  float height = 0;
  for (int k = 0; k < 3; k++)
    height += (head[k] - geom->pos[k]) * geom->mat[3 * k + 2];
  return geom->type == mjGEOM_PLANE && height < 0;
}

static float alpha_of(const View* view, const mjvGeom* geom) {
  return gl_is_plane_from_behind(view->head, geom) ? BEHIND * geom->rgba[3] : geom->rgba[3];
}

static void segment_color(const View* view, const mjvGeom* geom) {
  if (view->scn->flags[mjRND_IDCOLOR]) {
    const int id = geom->segid + 1;
    view->gl->Color3f((float)(id & 255) / 255, (float)(id >> 8 & 255) / 255,
                      (float)(id >> 16 & 255) / 255);
  } else {
    const int id = geom->segid + 10;
    view->gl->Color3f(0.1f + 0.8f * (float)mju_Halton(id, 2),
                      0.1f + 0.8f * (float)mju_Halton(id, 3),
                      0.1f + 0.8f * (float)mju_Halton(id, 5));
  }
}

void gl_set_material(View* view, const mjvGeom* geom, Look look) {
  const Gl* gl = view->gl;
  if (look == LOOK_SEGMENT) {
    segment_color(view, geom);
    return;
  }
  const float shine = geom->specular;
  const float glow = look == LOOK_LIT ? geom->emission : 0;
  float color[4], emission[4];
  for (int k = 0; k < 3; k++) {
    color[k] = geom->rgba[k] * view->light_scale;
    emission[k] = color[k] * glow;
  }
  color[3] = alpha_of(view, geom);
  emission[3] = color[3];
  const float specular[4] = {shine, shine, shine, color[3]};
  gl->Materialfv(GL_FRONT_AND_BACK, GL_AMBIENT_AND_DIFFUSE, color);
  gl->Materialfv(GL_FRONT_AND_BACK, GL_EMISSION, emission);
  gl->Materialfv(GL_FRONT_AND_BACK, GL_SPECULAR, specular);
  gl->Materialf(GL_FRONT_AND_BACK, GL_SHININESS, mjMAX(0, mjMIN(128, 128 * geom->shininess)));
  // unlit geoms
  gl->Color4f(color[0], color[1], color[2], color[3]);
}

// ---------------------------------------------------------------- textures

void gl_texture_off(View* view) {
  const Gl* gl = view->gl;
  if (!view->textured)
    return;
  gl->Disable(GL_TEXTURE_GEN_S);
  gl->Disable(GL_TEXTURE_GEN_T);
  gl->Disable(GL_TEXTURE_GEN_R);
  gl->Disable((GLenum)view->textured);
  view->textured = 0;
}

// coordinate = plane . (x, y, z, 1) of the vertex as it is in its list
static void generate(const Gl* gl, GLenum coordinate, GLenum cap, float x, float y, float z,
                     float one) {
  const float plane[4] = {x, y, z, one};
  gl->TexGeni(coordinate, GL_TEXTURE_GEN_MODE, GL_OBJECT_LINEAR);
  gl->TexGenfv(coordinate, GL_OBJECT_PLANE, plane);
  gl->Enable(cap);
}

static void map_flat(const Gl* gl, const mjrContext* con, const mjvGeom* geom) {
  float scale[2];
  for (int k = 0; k < 2; k++) {
    scale[k] = con->mat_texrepeat[2 * geom->matid + k];
    if (geom->size[k] > 0) {
      scale[k] /= geom->dataid >= 0 ? geom->size[k] : 1;
      scale[k] *= con->mat_texuniform[geom->matid] ? geom->size[k] : 1;
    }
  }
  generate(gl, GL_S, GL_TEXTURE_GEN_S, 0.5f * scale[0], 0, 0, -0.5f);
  generate(gl, GL_T, GL_TEXTURE_GEN_T, 0, -0.5f * scale[1], 0, -0.5f);
}

static void map_cube(const Gl* gl, const mjrContext* con, const mjvGeom* geom) {
  float scale[3] = {1, 1, 1};
  for (int k = 0; k < 3; k++)
    if (con->mat_texuniform[geom->matid] && geom->size[k] > 0)
      scale[k] = geom->size[k];
  generate(gl, GL_S, GL_TEXTURE_GEN_S, scale[0], 0, 0, 0);
  generate(gl, GL_T, GL_TEXTURE_GEN_T, 0, scale[1], 0, 0);
  generate(gl, GL_R, GL_TEXTURE_GEN_R, 0, 0, scale[2], 0);
}

void gl_set_texture(View* view, const mjvGeom* geom) {
  const Gl* gl = view->gl;
  const mjrContext* con = view->con;
  gl_texture_off(view);
  const int known = geom->matid >= 0 && geom->matid < SKYBOX_MATERIAL && con->ntexture;
  const int id = known ? con->mat_texid[mjNTEXROLE * geom->matid + mjTEXROLE_RGB] : -1;
  if (id < 0 || id >= con->ntexture)
    return;
  const int flat = con->textureType[id] == mjTEXTURE_2D;
  // coordinates of vertices are for images
  if (geom->texcoord && !flat)
    return;
  view->textured = flat ? GL_TEXTURE_2D : GL_TEXTURE_CUBE_MAP;
  gl->Enable((GLenum)view->textured);
  gl->BindTexture((GLenum)view->textured, con->texture[id]);
  if (geom->texcoord)
    return;
  if (flat)
    map_flat(gl, con, geom);
  else
    map_cube(gl, con, geom);
}
