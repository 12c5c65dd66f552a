// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Textures, and the table of materials that have one.

#include <fulcrum/host.h>

#include "context.h"

static void set_sampling(const Gl* gl, GLenum target, GLint wrap) {
  gl->TexParameteri(target, GL_TEXTURE_WRAP_S, wrap);
  gl->TexParameteri(target, GL_TEXTURE_WRAP_T, wrap);
  if (target == GL_TEXTURE_CUBE_MAP)
    gl->TexParameteri(target, GL_TEXTURE_WRAP_R, wrap);
  gl->TexParameteri(target, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
  gl->TexParameteri(target, GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_LINEAR);
}

static int fits(const Gl* gl, const mjModel* m, int id, GLenum limit) {
  int most = 0;
  gl->GetIntegerv(limit, &most);
  const int width = m->tex_width[id], height = m->tex_height[id];
  const int longest = m->tex_type[id] == mjTEXTURE_2D ? mjMAX(width, height) : width;
  return longest <= most ? 0
                         : fc_fail(
                               "the texture %d (%s) of %d x %d pixels is too large, this OpenGL "
                               "has textures of at most %d x %d",
                               id, m->names + m->name_texadr[id], width, height, most, most);
}

static int upload_2d(const Gl* gl, const mjModel* m, unsigned int name, int id) {
  const int channels = m->tex_nchannel[id], srgb = m->tex_colorspace[id] == mjCOLORSPACE_SRGB;
  if (channels != 3 && channels != 4)
    return fc_fail("the texture %d (%s) has %d channels, expected 3 or 4", id,
                   m->names + m->name_texadr[id], channels);
  if (fits(gl, m, id, GL_MAX_TEXTURE_SIZE))
    return -1;
  const GLint stored =
      channels == 3 ? (srgb ? GL_SRGB8 : GL_RGB) : (srgb ? GL_SRGB8_ALPHA8 : GL_RGBA);
  gl->BindTexture(GL_TEXTURE_2D, name);
  set_sampling(gl, GL_TEXTURE_2D, GL_REPEAT);
  gl->TexImage2D(GL_TEXTURE_2D, 0, stored, m->tex_width[id], m->tex_height[id], 0,
                 channels == 3 ? GL_RGB : GL_RGBA, GL_UNSIGNED_BYTE, m->tex_data + m->tex_adr[id]);
  gl->GenerateMipmap(GL_TEXTURE_2D);
  gl->BindTexture(GL_TEXTURE_2D, 0);
  return 0;
}

// six faces below each other, or one square image for all of them
static int upload_cube(const Gl* gl, const mjModel* m, unsigned int name, int id) {
  const int width = m->tex_width[id], channels = m->tex_nchannel[id];
  const int srgb = m->tex_colorspace[id] == mjCOLORSPACE_SRGB;
  if (channels != 3)
    return fc_fail("the cube texture %d (%s) has %d channels, expected 3", id,
                   m->names + m->name_texadr[id], channels);
  if (fits(gl, m, id, GL_MAX_CUBE_MAP_TEXTURE_SIZE))
    return -1;
  const mjtSize step = width == m->tex_height[id] ? 0 : (mjtSize)3 * width * width;
  gl->BindTexture(GL_TEXTURE_CUBE_MAP, name);
  set_sampling(gl, GL_TEXTURE_CUBE_MAP, GL_CLAMP_TO_EDGE);
  for (int i = 0; i < 6; i++)
    gl->TexImage2D(GL_TEXTURE_CUBE_MAP_POSITIVE_X + (GLenum)i, 0, srgb ? GL_SRGB8 : GL_RGB, width,
                   width, 0, GL_RGB, GL_UNSIGNED_BYTE, m->tex_data + m->tex_adr[id] + i * step);
  gl->GenerateMipmap(GL_TEXTURE_CUBE_MAP);
  gl->BindTexture(GL_TEXTURE_CUBE_MAP, 0);
  return 0;
}

static int upload(const Gl* gl, const mjModel* m, const mjrContext* con, int id) {
  return m->tex_type[id] == mjTEXTURE_2D ? upload_2d(gl, m, con->texture[id], id)
                                         : upload_cube(gl, m, con->texture[id], id);
}

static int make_materials(const mjModel* m, mjrContext* con) {
  for (int i = 0; i < mjMAXMATERIAL * mjNTEXROLE; i++)
    con->mat_texid[i] = -1;
  int skybox = -1;
  for (int i = 0; i < m->ntex && skybox < 0; i++)
    skybox = m->tex_type[i] == mjTEXTURE_SKYBOX ? i : -1;
  const int most = SKYBOX_MATERIAL - (skybox >= 0);
  if (m->nmat >= most)
    return fc_fail("the model has %d materials, %d can be drawn", (int)m->nmat, most - 1);
  for (int i = 0; i < m->nmat; i++) {
    const int* texid = m->mat_texid + mjNTEXROLE * i;
    for (int k = 0; k < mjNTEXROLE && texid[mjTEXROLE_RGB] >= 0; k++)
      con->mat_texid[mjNTEXROLE * i + k] = texid[k];
    con->mat_texuniform[i] = m->mat_texuniform[i];
    con->mat_texrepeat[2 * i] = m->mat_texrepeat[2 * i];
    con->mat_texrepeat[2 * i + 1] = m->mat_texrepeat[2 * i + 1];
  }
  con->mat_texid[mjNTEXROLE * SKYBOX_MATERIAL + mjTEXROLE_RGB] = skybox;
  return 0;
}

int gl_make_textures(const Gl* gl, const mjModel* m, mjrContext* con) {
  if (make_materials(m, con))
    return -1;
  if (m->ntex > mjMAXTEXTURE)
    return fc_fail("the model has %d textures, %d can be drawn", (int)m->ntex, mjMAXTEXTURE);
  con->ntexture = (int)m->ntex;
  if (m->ntex)
    gl->GenTextures((int)m->ntex, con->texture);
  for (int i = 0; i < m->ntex; i++) {
    con->textureType[i] = m->tex_type[i];
    if (upload(gl, m, con, i))
      return -1;
  }
  return 0;
}

int gl_upload_texture(const mjModel* m, const mjrContext* con, int id) {
  const Gl* gl = gl_library();
  if (!gl)
    return -1;
  return id < con->ntexture
             ? upload(gl, m, con, id)
             : fc_fail("the context was made for a model with %d textures", con->ntexture);
}
