// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Two dimensions: rectangles, text, lines.

#include <string.h>

#include "context.h"

void gl_begin_flat(const Gl* gl, mjrRect v) {
  static const GLenum off[] = {GL_DEPTH_TEST,    GL_LIGHTING,         GL_CULL_FACE,
                               GL_TEXTURE_2D,    GL_TEXTURE_CUBE_MAP, GL_TEXTURE_GEN_S,
                               GL_TEXTURE_GEN_T, GL_TEXTURE_GEN_R,    GL_BLEND,
                               GL_FOG,           GL_STENCIL_TEST};
  for (size_t i = 0; i < sizeof off / sizeof off[0]; i++)
    gl->Disable(off[i]);
  gl->PolygonMode(GL_FRONT_AND_BACK, GL_FILL);
  gl->ColorMask(1, 1, 1, 1);
  gl->Viewport(v.left, v.bottom, v.width, v.height);
  gl->MatrixMode(GL_PROJECTION);
  gl->LoadIdentity();
  gl->Ortho(0, v.width, 0, v.height, -1, 1);
  gl->MatrixMode(GL_MODELVIEW);
  gl->LoadIdentity();
}

int gl_viewport(mjrRect* viewport) {
  const Gl* gl = gl_library();
  if (!gl)
    return -1;
  int v[4];
  gl->GetIntegerv(GL_VIEWPORT, v);
  *viewport = (mjrRect){v[0], v[1], v[2], v[3]};
  return 0;
}

int gl_rectangle(mjrRect viewport, const float rgba[4]) {
  const Gl* gl = gl_library();
  if (!gl)
    return -1;
  gl_begin_flat(gl, viewport);
  gl->Enable(GL_BLEND);
  gl->BlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
  gl->Color4f(rgba[0], rgba[1], rgba[2], rgba[3]);
  gl->Begin(GL_QUADS);
  gl->Vertex2f(0, 0);
  gl->Vertex2f((float)viewport.width, 0);
  gl->Vertex2f((float)viewport.width, (float)viewport.height);
  gl->Vertex2f(0, (float)viewport.height);
  gl->End();
  gl->Disable(GL_BLEND);
  return 0;
}

// ---------------------------------------------------------------- text

// bytes without a glyph have no width and no list
static void call_glyphs(const Gl* gl, unsigned int base, const char* text) {
  gl->ListBase(base);
  gl->CallLists((GLsizei)strlen(text), GL_UNSIGNED_BYTE, text);
}

int gl_text(mjrRect viewport, const mjrContext* con, int font, const char* text, float x, float y,
            const float rgb[3]) {
  const Gl* gl = gl_library();
  if (!gl)
    return -1;
  gl_begin_flat(gl, viewport);
  if (!con->baseFontNormal)
    return 0;
  // a raster position stores the current colour
  if (font == mjFONT_SHADOW) {
    gl->Color3f(0, 0, 0);
    gl->RasterPos2f(x, y);
    call_glyphs(gl, con->baseFontShadow, text);
  }
  gl->Color3f(rgb[0], rgb[1], rgb[2]);
  gl->RasterPos2f(x, y);
  call_glyphs(gl, font == mjFONT_BIG ? con->baseFontBig : con->baseFontNormal, text);
  return 0;
}

// ---------------------------------------------------------------- lines

int gl_lines(mjrRect viewport, const float* points, int n, int pairs, float width,
             const float rgb[3]) {
  const Gl* gl = gl_library();
  if (!gl)
    return -1;
  gl_begin_flat(gl, viewport);
  gl->LineWidth(mjMAX(0.01f, width));
  gl->Color3f(rgb[0], rgb[1], rgb[2]);
  gl->Begin(pairs ? GL_LINES : GL_LINE_STRIP);
  for (int i = 0; i < n; i++)
    gl->Vertex2f(points[2 * i], points[2 * i + 1]);
  gl->End();
  return 0;
}
