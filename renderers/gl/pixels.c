// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Reads pixels from buffers, writes them, and copies them between buffers.

#include <stdlib.h>

#include <fulcrum/host.h>

#include "context.h"

int gl_read_pixels(unsigned char* rgb, float* depth, mjrRect v, const mjrContext* con) {
  const Gl* gl = gl_library_of(con);
  if (!gl)
    return -1;
  const int offscreen = con->currentBuffer == mjFB_OFFSCREEN;
  gl_bind_current(gl, con);
  gl_bind_resolved(gl, con, rgb != NULL, depth != NULL);
  gl->PixelStorei(GL_PACK_ALIGNMENT, 1);
  if (rgb)
    gl->ReadPixels(v.left, v.bottom, v.width, v.height,
                   offscreen ? (GLenum)con->readPixelFormat : GL_RGB, GL_UNSIGNED_BYTE, rgb);
  if (depth) {
    gl->ReadPixels(v.left, v.bottom, v.width, v.height, GL_DEPTH_COMPONENT, GL_FLOAT, depth);
    const size_t n = (size_t)v.width * (size_t)v.height;
    for (size_t i = 0; i < n && con->readDepthMap == mjDEPTH_ZERONEAR; i++)
      depth[i] = 1 - depth[i];
  }
  gl_bind_current(gl, con);
  return 0;
}

static int draw_depth(const Gl* gl, const float* depth, mjrRect v, const mjrContext* con) {
  const size_t n = (size_t)v.width * (size_t)v.height;
  float* reversed = malloc(n * sizeof *reversed);
  if (!reversed)
    return fc_fail("there is no memory for the depth of %d x %d pixels", v.width, v.height);
  for (size_t i = 0; i < n; i++)
    reversed[i] = con->readDepthMap == mjDEPTH_ZERONEAR ? 1 - depth[i] : depth[i];
  gl->Enable(GL_DEPTH_TEST);
  gl->DepthFunc(GL_ALWAYS);
  gl->DepthMask(1);
  gl->ColorMask(0, 0, 0, 0);
  gl->DrawPixels(v.width, v.height, GL_DEPTH_COMPONENT, GL_FLOAT, reversed);
  gl->ColorMask(1, 1, 1, 1);
  gl->Disable(GL_DEPTH_TEST);
  free(reversed);
  return 0;
}

int gl_draw_pixels(const unsigned char* rgb, const float* depth, mjrRect v, const mjrContext* con) {
  const Gl* gl = gl_library();
  if (!gl)
    return -1;
  gl_bind_current(gl, con);
  gl_begin_flat(gl, v);
  gl->PixelStorei(GL_UNPACK_ALIGNMENT, 1);
  gl->RasterPos2f(0, 0);
  if (rgb)
    gl->DrawPixels(v.width, v.height, GL_RGB, GL_UNSIGNED_BYTE, rgb);
  return depth ? draw_depth(gl, depth, v, con) : 0;
}

int gl_blit_buffer(mjrRect src, mjrRect dst, int color, int depth, const mjrContext* con) {
  const Gl* gl = gl_library();
  if (!gl)
    return -1;
  if (!con->windowAvailable || !con->offFBO)
    return 0;
  const int from_offscreen = con->currentBuffer == mjFB_OFFSCREEN;
  const int same = src.width == dst.width && src.height == dst.height;
  const GLbitfield mask =
      (color ? (GLbitfield)GL_COLOR_BUFFER_BIT : 0) | (depth ? (GLbitfield)GL_DEPTH_BUFFER_BIT : 0);
  gl_bind_current(gl, con);
  gl_bind_resolved(gl, con, color, depth);
  gl->BindFramebuffer(GL_DRAW_FRAMEBUFFER, from_offscreen ? 0 : con->offFBO);
  gl->Disable(GL_SCISSOR_TEST);
  gl->BlitFramebuffer(src.left, src.bottom, src.left + src.width, src.bottom + src.height, dst.left,
                      dst.bottom, dst.left + dst.width, dst.bottom + dst.height, mask,
                      !same && !depth ? GL_LINEAR : GL_NEAREST);
  gl_bind_current(gl, con);
  return 0;
}
