// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Auxiliary buffers: pictures without depth that are drawn once and copied often.

#include <fulcrum/host.h>

#include "context.h"

static void free_aux(const Gl* gl, int i, mjrContext* con) {
  gl->DeleteFramebuffers(1, con->auxFBO + i);
  gl->DeleteFramebuffers(1, con->auxFBO_r + i);
  gl->DeleteRenderbuffers(1, con->auxColor + i);
  gl->DeleteRenderbuffers(1, con->auxColor_r + i);
  con->auxFBO[i] = con->auxFBO_r[i] = con->auxColor[i] = con->auxColor_r[i] = 0;
  con->auxWidth[i] = con->auxHeight[i] = con->auxSamples[i] = 0;
}

static int make_buffer(const Gl* gl, unsigned int* frame, unsigned int* color, int width,
                       int height, int samples) {
  gl->GenFramebuffers(1, frame);
  gl->BindFramebuffer(GL_FRAMEBUFFER, *frame);
  gl->GenRenderbuffers(1, color);
  gl->BindRenderbuffer(GL_RENDERBUFFER, *color);
  gl->RenderbufferStorageMultisample(GL_RENDERBUFFER, samples, GL_RGBA8, width, height);
  gl->FramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, *color);
  const GLenum status = gl->CheckFramebufferStatus(GL_FRAMEBUFFER);
  return status == GL_FRAMEBUFFER_COMPLETE
             ? 0
             : fc_fail(
                   "an auxiliary buffer of %d x %d pixels cannot be made, status 0x%x of OpenGL",
                   width, height, status);
}

int gl_buffer_limit(const mjrContext* con) {
  (void)con;  // the library has a single limit for all buffers
  const Gl* gl = gl_library();
  int most = 0;
  if (!gl)
    return -1;
  gl->GetIntegerv(GL_MAX_RENDERBUFFER_SIZE, &most);
  return most > 0 ? most : fc_fail("OpenGL does not tell how large a buffer may be");
}

int gl_add_aux(int index, int width, int height, int samples, mjrContext* con) {
  const Gl* gl = gl_library();
  if (!gl)
    return -1;
  free_aux(gl, index, con);
  if (width < 1 || height < 1)
    return 0;
  const int size_most = gl_buffer_limit(con);
  int samples_most = 0;
  if (size_most < 0)
    return -1;
  gl->GetIntegerv(GL_MAX_SAMPLES, &samples_most);
  if (width > size_most || height > size_most)
    return fc_fail(
        "an auxiliary buffer of %d x %d pixels is too large, this OpenGL has buffers of "
        "at most %d x %d",
        width, height, size_most, size_most);
  samples = mjMAX(0, mjMIN(samples, samples_most));
  int status = make_buffer(gl, con->auxFBO + index, con->auxColor + index, width, height, samples);
  if (!status)
    status = make_buffer(gl, con->auxFBO_r + index, con->auxColor_r + index, width, height, 0);
  if (!status) {
    gl->BindRenderbuffer(GL_RENDERBUFFER, con->auxColor[index]);
    gl->GetRenderbufferParameteriv(GL_RENDERBUFFER, GL_RENDERBUFFER_SAMPLES,
                                   con->auxSamples + index);
    con->auxWidth[index] = width;
    con->auxHeight[index] = height;
  } else {
    free_aux(gl, index, con);
  }
  gl_bind_current(gl, con);
  return status;
}

int gl_set_aux(int index, const mjrContext* con) {
  const Gl* gl = gl_library();
  if (!gl)
    return -1;
  if (!con->auxFBO[index])
    return fc_fail("the auxiliary buffer %d was not made; mjr_addAux makes it", index);
  gl->BindFramebuffer(GL_FRAMEBUFFER, con->auxFBO[index]);
  gl->DrawBuffer(GL_COLOR_ATTACHMENT0);
  gl->ReadBuffer(GL_COLOR_ATTACHMENT0);
  return 0;
}

int gl_blit_aux(int index, mjrRect src, int left, int bottom, const mjrContext* con) {
  const Gl* gl = gl_library();
  if (!gl)
    return -1;
  const int width = con->auxWidth[index], height = con->auxHeight[index];
  gl->Disable(GL_SCISSOR_TEST);
  gl->BindFramebuffer(GL_READ_FRAMEBUFFER, con->auxFBO[index]);
  gl->BindFramebuffer(GL_DRAW_FRAMEBUFFER, con->auxFBO_r[index]);
  gl->BlitFramebuffer(0, 0, width, height, 0, 0, width, height, GL_COLOR_BUFFER_BIT, GL_NEAREST);
  gl_bind_current(gl, con);
  gl->BindFramebuffer(GL_READ_FRAMEBUFFER, con->auxFBO_r[index]);
  gl->BlitFramebuffer(src.left, src.bottom, src.left + src.width, src.bottom + src.height, left,
                      bottom, left + src.width, bottom + src.height, GL_COLOR_BUFFER_BIT,
                      GL_NEAREST);
  gl_bind_current(gl, con);
  return 0;
}
