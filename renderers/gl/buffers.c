// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The window and the offscreen buffer. With multisampling the latter has a copy with single
// samples, into which it is resolved before pixels are read.

#include <fulcrum/host.h>

#include "context.h"
#include "renderers/common/common.h"

// ---------------------------------------------------------------- make and free

static int is_complete(const Gl* gl, const char* what, int width, int height) {
  const GLenum status = gl->CheckFramebufferStatus(GL_FRAMEBUFFER);
  if (status == GL_FRAMEBUFFER_COMPLETE)
    return 0;
  return fc_fail("the %s of %d x %d pixels cannot be made, status 0x%x of OpenGL", what, width,
                 height, status);
}

static int fits(const Gl* gl, const char* what, int width, int height) {
  int most = 0;
  gl->GetIntegerv(GL_MAX_RENDERBUFFER_SIZE, &most);
  if (width <= most && height <= most)
    return 0;
  return fc_fail(
      "the %s of %d x %d pixels is too large, this OpenGL has buffers of at most %d x "
      "%d",
      what, width, height, most, most);
}

// colour and depth of one framebuffer
static int fill_offscreen(const Gl* gl, const mjrContext* con, unsigned int frame,
                          unsigned int color, unsigned int depth, int samples) {
  gl->BindFramebuffer(GL_FRAMEBUFFER, frame);
  gl->BindRenderbuffer(GL_RENDERBUFFER, color);
  gl->RenderbufferStorageMultisample(GL_RENDERBUFFER, samples, GL_RGBA8, con->offWidth,
                                     con->offHeight);
  gl->FramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, color);
  gl->BindRenderbuffer(GL_RENDERBUFFER, depth);
  gl->RenderbufferStorageMultisample(GL_RENDERBUFFER, samples, GL_DEPTH32F_STENCIL8, con->offWidth,
                                     con->offHeight);
  gl->FramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_STENCIL_ATTACHMENT, GL_RENDERBUFFER, depth);
  return is_complete(gl, "offscreen buffer", con->offWidth, con->offHeight);
}

static int allocate_offscreen(const Gl* gl, mjrContext* con) {
  if (fits(gl, "offscreen buffer", con->offWidth, con->offHeight) ||
      fill_offscreen(gl, con, con->offFBO, con->offColor, con->offDepthStencil, con->offSamples))
    return -1;
  return con->offFBO_r
             ? fill_offscreen(gl, con, con->offFBO_r, con->offColor_r, con->offDepthStencil_r, 0)
             : 0;
}

int gl_make_offscreen(const Gl* gl, mjrContext* con) {
  if (con->offWidth <= 0 || con->offHeight <= 0)
    return 0;
  int most = 0;
  gl->GetIntegerv(GL_MAX_SAMPLES, &most);
  con->offSamples = mjMAX(0, mjMIN(con->offSamples, most));
  gl->GenFramebuffers(1, &con->offFBO);
  gl->GenRenderbuffers(1, &con->offColor);
  gl->GenRenderbuffers(1, &con->offDepthStencil);
  if (con->offSamples) {
    gl->GenFramebuffers(1, &con->offFBO_r);
    gl->GenRenderbuffers(1, &con->offColor_r);
    gl->GenRenderbuffers(1, &con->offDepthStencil_r);
  }
  if (allocate_offscreen(gl, con))
    return -1;

  // actual number of samples
  gl->BindRenderbuffer(GL_RENDERBUFFER, con->offColor);
  gl->GetRenderbufferParameteriv(GL_RENDERBUFFER, GL_RENDERBUFFER_SAMPLES, &con->offSamples);
  return 0;
}

int gl_make_shadow(const Gl* gl, mjrContext* con) {
  if (con->shadowSize <= 0)
    return 0;
  int most = 0;
  gl->GetIntegerv(GL_MAX_TEXTURE_SIZE, &most);
  if (con->shadowSize > most)
    return fc_fail(
        "the shadow map of %d x %d pixels is too large, this OpenGL has textures of at "
        "most %d x %d; lower visual/quality/shadowsize",
        con->shadowSize, con->shadowSize, most, most);
  gl->GenTextures(1, &con->shadowTex);
  gl->BindTexture(GL_TEXTURE_2D, con->shadowTex);
  gl->TexImage2D(GL_TEXTURE_2D, 0, GL_DEPTH24_STENCIL8, con->shadowSize, con->shadowSize, 0,
                 GL_DEPTH_STENCIL, GL_UNSIGNED_INT_24_8, NULL);
  gl->TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
  gl->TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
  gl->TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
  gl->TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
  gl->TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_COMPARE_MODE, GL_COMPARE_REF_TO_TEXTURE);
  gl->TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_COMPARE_FUNC, GL_GEQUAL);
  gl->TexParameteri(GL_TEXTURE_2D, GL_DEPTH_TEXTURE_MODE, GL_INTENSITY);
  gl->BindTexture(GL_TEXTURE_2D, 0);
  gl->GenFramebuffers(1, &con->shadowFBO);
  gl->BindFramebuffer(GL_FRAMEBUFFER, con->shadowFBO);
  gl->FramebufferTexture2D(GL_FRAMEBUFFER, GL_DEPTH_STENCIL_ATTACHMENT, GL_TEXTURE_2D,
                           con->shadowTex, 0);
  gl->DrawBuffer(GL_NONE);
  gl->ReadBuffer(GL_NONE);
  return is_complete(gl, "shadow map", con->shadowSize, con->shadowSize);
}

void gl_free_buffers(const Gl* gl, mjrContext* con) {
  gl->BindFramebuffer(GL_FRAMEBUFFER, 0);
  const unsigned int frames[] = {con->offFBO, con->offFBO_r, con->shadowFBO};
  const unsigned int buffers[] = {con->offColor, con->offColor_r, con->offDepthStencil,
                                  con->offDepthStencil_r};
  gl->DeleteFramebuffers(3, frames);
  gl->DeleteRenderbuffers(4, buffers);
  gl->DeleteTextures(1, &con->shadowTex);
  gl->DeleteFramebuffers(mjNAUX, con->auxFBO);
  gl->DeleteFramebuffers(mjNAUX, con->auxFBO_r);
  gl->DeleteRenderbuffers(mjNAUX, con->auxColor);
  gl->DeleteRenderbuffers(mjNAUX, con->auxColor_r);
}

int gl_resize_offscreen(int width, int height, mjrContext* con) {
  const Gl* gl = gl_library();
  if (!gl)
    return -1;
  if (fits(gl, "offscreen buffer", width, height))
    return -1;
  con->offWidth = width;
  con->offHeight = height;
  if (!width || !height)
    return 0;
  const int status = con->offFBO ? allocate_offscreen(gl, con) : gl_make_offscreen(gl, con);
  gl_bind_current(gl, con);
  return status;
}

// ---------------------------------------------------------------- current buffer

void gl_bind_current(const Gl* gl, const mjrContext* con) {
  if (con->currentBuffer == mjFB_OFFSCREEN) {
    gl->BindFramebuffer(GL_FRAMEBUFFER, con->offFBO);
    gl->DrawBuffer(GL_COLOR_ATTACHMENT0);
    gl->ReadBuffer(GL_COLOR_ATTACHMENT0);
  } else {
    const GLenum side = con->windowDoublebuffer ? GL_BACK : GL_FRONT;
    gl->BindFramebuffer(GL_FRAMEBUFFER, 0);
    gl->DrawBuffer(side);
    gl->ReadBuffer(side);
  }
}

int gl_set_buffer(int framebuffer, mjrContext* con) {
  if (!gl_library() || choose_framebuffer(framebuffer, con))
    return -1;
  return gl_restore_buffer(con);
}

int gl_restore_buffer(const mjrContext* con) {
  const Gl* gl = gl_library_of(con);
  if (!gl)
    return -1;
  gl_bind_current(gl, con);
  return 0;
}

int gl_window_size(mjrRect* rect, const mjrContext* con) {
  const Gl* gl = gl_library();
  (void)con;
  if (!gl)
    return -1;
  int box[4] = {0, 0, 0, 0};
  gl->GetIntegerv(GL_SCISSOR_BOX, box);
  *rect = (mjrRect){0, 0, box[2], box[3]};
  return 0;
}

void gl_bind_resolved(const Gl* gl, const mjrContext* con, int color, int depth) {
  if (con->currentBuffer != mjFB_OFFSCREEN || !con->offFBO_r)
    return;
  const GLbitfield mask =
      (color ? (GLbitfield)GL_COLOR_BUFFER_BIT : 0) | (depth ? (GLbitfield)GL_DEPTH_BUFFER_BIT : 0);
  gl->Disable(GL_SCISSOR_TEST);
  gl->BindFramebuffer(GL_READ_FRAMEBUFFER, con->offFBO);
  gl->BindFramebuffer(GL_DRAW_FRAMEBUFFER, con->offFBO_r);
  gl->BlitFramebuffer(0, 0, con->offWidth, con->offHeight, 0, 0, con->offWidth, con->offHeight,
                      mask, GL_NEAREST);
  gl->BindFramebuffer(GL_FRAMEBUFFER, con->offFBO_r);
  gl->ReadBuffer(GL_COLOR_ATTACHMENT0);
}
