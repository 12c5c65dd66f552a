// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Textures.

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

// six faces stacked vertically, or one square image for all of them
static int upload_cube(const Gl* gl, const mjModel* m, unsigned int name, int id) {
  const int width = m->tex_width[id], srgb = m->tex_colorspace[id] == mjCOLORSPACE_SRGB;
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
  if (check_texture(m, id))
    return -1;
  return m->tex_type[id] == mjTEXTURE_2D ? upload_2d(gl, m, con->texture[id], id)
                                         : upload_cube(gl, m, con->texture[id], id);
}

int gl_make_textures(const Gl* gl, const mjModel* m, mjrContext* con) {
  if (copy_materials(m, con))
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
