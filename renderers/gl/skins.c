// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Buffers of skins: positions and normals, filled for each picture; texture coordinates and
// triangles, which are constant.

#include <stdlib.h>

#include <fulcrum/host.h>

#include "context.h"

int gl_make_skins(const Gl* gl, const mjModel* m, mjrContext* con) {
  const int n = (int)m->nskin;
  if (!n)
    return 0;
  unsigned int* names = calloc((size_t)n, 4 * sizeof *names);
  if (!names)
    return fc_fail("there is no memory for the buffers of %d skins", n);
  con->nskin = n;
  con->skinvertVBO = names;
  con->skinnormalVBO = names + n;
  con->skintexcoordVBO = names + 2 * n;
  con->skinfaceVBO = names + 3 * n;
  gl->GenBuffers(n, con->skinvertVBO);
  gl->GenBuffers(n, con->skinnormalVBO);
  gl->GenBuffers(n, con->skinfaceVBO);
  for (int i = 0; i < n; i++) {
    gl->BindBuffer(GL_ELEMENT_ARRAY_BUFFER, con->skinfaceVBO[i]);
    gl->BufferData(GL_ELEMENT_ARRAY_BUFFER, 3 * (GLsizeiptr)sizeof(int) * m->skin_facenum[i],
                   m->skin_face + 3 * m->skin_faceadr[i], GL_STATIC_DRAW);
    if (m->skin_texcoordadr[i] >= 0) {
      gl->GenBuffers(1, con->skintexcoordVBO + i);
      gl->BindBuffer(GL_ARRAY_BUFFER, con->skintexcoordVBO[i]);
      gl->BufferData(GL_ARRAY_BUFFER, 2 * (GLsizeiptr)sizeof(float) * m->skin_vertnum[i],
                     m->skin_texcoord + 2 * m->skin_texcoordadr[i], GL_STATIC_DRAW);
    }
  }
  gl->BindBuffer(GL_ELEMENT_ARRAY_BUFFER, 0);
  gl->BindBuffer(GL_ARRAY_BUFFER, 0);
  return 0;
}

// all names are in one array that starts with those of the vertices; 0 is no object
void gl_free_skins(const Gl* gl, mjrContext* con) {
  if (con->nskin)
    gl->DeleteBuffers(4 * con->nskin, con->skinvertVBO);
  free(con->skinvertVBO);
  con->nskin = 0;
  con->skinvertVBO = con->skinnormalVBO = con->skintexcoordVBO = con->skinfaceVBO = NULL;
}
