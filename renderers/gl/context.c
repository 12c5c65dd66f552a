// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Contexts: capabilities of the window, parameters of the model, resources.

#include <stdio.h>
#include <string.h>

#include <fulcrum/host.h>

#include "context.h"

int gl_has_clip_control(const Gl* gl) {
  const char* extensions = (const char*)gl->GetString(GL_EXTENSIONS);
  return gl->ClipControl && extensions && strstr(extensions, "GL_ARB_clip_control");
}

int gl_make_lists(const Gl* gl, int n, unsigned int* base) {
  *base = n > 0 ? gl->GenLists(n) : 0;
  return n > 0 && !*base ? fc_fail("OpenGL has no room for %d display lists", n) : 0;
}

// Lists are shared with other contexts of a group, framebuffers are not.
const Gl* gl_library_of(const mjrContext* con) {
  const Gl* gl = gl_library();
  if (!gl)
    return NULL;
  const int offscreen = con->currentBuffer == mjFB_OFFSCREEN;
  if (gl->IsList(con->baseFontNormal) && (!offscreen || gl->IsFramebuffer(con->offFBO)))
    return gl;
  fc_fail(con->baseFontNormal
              ? "the mjrContext was made in another context of OpenGL than the current one"
              : "the mjrContext was not made; mjr_makeContext makes it");
  return NULL;
}

// ---------------------------------------------------------------- window

// Framebuffer objects and display lists are needed: version 3.0 with the compatibility profile.
static int check_version(const Gl* gl) {
  const char* version = (const char*)gl->GetString(GL_VERSION);
  int major = 0, minor = 0, profile = 0;
  if (!version || sscanf(version, "%d.%d", &major, &minor) != 2 || major < 3)
    return fc_fail(
        "OpenGL of version 3.0 or higher is needed, and the current context is of "
        "version \"%s\"",
        version ? version : "unknown");
  if (major > 3 || minor >= 2)
    gl->GetIntegerv(GL_CONTEXT_PROFILE_MASK, &profile);
  if (profile & GL_CONTEXT_CORE_PROFILE_BIT)
    return fc_fail(
        "the current OpenGL context has the core profile, and the compatibility profile "
        "is needed");
  return 0;
}

static int find_window(const Gl* gl, mjrContext* con) {
  if (!con->glInitialized) {
    gl->BindFramebuffer(GL_FRAMEBUFFER, 0);
    const GLenum status = gl->CheckFramebufferStatus(GL_FRAMEBUFFER);
    if (status != GL_FRAMEBUFFER_COMPLETE && status != GL_FRAMEBUFFER_UNDEFINED)
      return fc_fail("the window has an incomplete framebuffer, status 0x%x of OpenGL", status);
    con->windowAvailable = status == GL_FRAMEBUFFER_COMPLETE;
    con->glInitialized = 1;
  }
  if (con->windowAvailable) {
    GLboolean stereo = 0, doublebuffer = 0;
    gl->BindFramebuffer(GL_FRAMEBUFFER, 0);
    gl->GetBooleanv(GL_STEREO, &stereo);
    gl->GetBooleanv(GL_DOUBLEBUFFER, &doublebuffer);
    gl->GetIntegerv(GL_SAMPLES, &con->windowSamples);
    con->windowStereo = stereo;
    con->windowDoublebuffer = doublebuffer;
  }
  return 0;
}

// ---------------------------------------------------------------- make and free

static int make_resources(const Gl* gl, const mjModel* m, mjrContext* con) {
  if (gl_make_textures(gl, m, con) || gl_make_planes(gl, m, con) || gl_make_meshes(gl, m, con) ||
      gl_make_hfields(gl, m, con) || gl_make_shapes(gl, m, con) || gl_make_skins(gl, m, con))
    return -1;
  gl->Enable(GL_TEXTURE_CUBE_MAP_SEAMLESS);
  return 0;
}

int gl_make_context(const mjModel* m, mjrContext* con, int fontscale) {
  const Gl* gl = gl_library();
  if (!gl || check_version(gl) || find_window(gl, con))
    return -1;
  gl->PixelStorei(GL_PACK_ALIGNMENT, 1);
  gl->PixelStorei(GL_UNPACK_ALIGNMENT, 1);
  if (m) {
    copy_parameters(m, con);
  } else {
    con->offWidth = 800;
    con->offHeight = 600;
  }
  if (gl_make_offscreen(gl, con) || gl_make_shadow(gl, con) || (m && make_resources(gl, m, con)) ||
      gl_make_fonts(gl, fontscale, con) || gl_set_buffer(mjFB_WINDOW, con))
    return -1;
  for (GLenum error; (error = gl->GetError());)
    mju_warning(
        "mjr_makeContext: OpenGL reports the error 0x%x while or before the context was "
        "made",
        error);
  return 0;
}

// OpenGL objects are deleted with their context, which programs may delete first, as
// mujoco.Renderer does.
int gl_free_context(mjrContext* con) {
  const Gl* gl = gl_library_if_current();
  if (!gl)
    return 0;
  gl_free_buffers(gl, con);
  if (con->ntexture)
    gl->DeleteTextures(con->ntexture, con->texture);
  const struct {
    unsigned int base;
    int range;
  } lists[] = {{con->basePlane, con->rangePlane},     {con->baseMesh, con->rangeMesh},
               {con->baseHField, con->rangeHField},   {con->baseBuiltin, con->rangeBuiltin},
               {con->baseFontNormal, con->rangeFont}, {con->baseFontShadow, con->rangeFont},
               {con->baseFontBig, con->rangeFont}};
  for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++)
    if (lists[i].base)
      gl->DeleteLists(lists[i].base, lists[i].range);
  gl_free_skins(gl, con);
  return 0;
}

// ---------------------------------------------------------------- the library

int gl_finish(void) {
  const Gl* gl = gl_library_if_current();
  if (gl)
    gl->Finish();
  return 0;
}

int gl_get_error(void) {
  const Gl* gl = gl_library_if_current();
  return gl ? (int)gl->GetError() : 0;
}
