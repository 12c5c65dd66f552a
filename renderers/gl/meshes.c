// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Meshes and their convex hulls, two lists per mesh.

#include <fulcrum/host.h>
#include <fulcrum/math.h>

#include "context.h"
#include "renderers/common/common.h"

// cosine between the normals of a vertex and of a face above which the former is used
#define SMOOTH 0.8f

static void mesh(const Gl* gl, const mjModel* m, int id) {
  const float* vertex = m->mesh_vert + 3 * m->mesh_vertadr[id];
  const float* normal = m->mesh_normal + 3 * m->mesh_normaladr[id];
  const int textured = m->mesh_texcoordadr[id] >= 0;
  const float* texcoord = textured ? m->mesh_texcoord + 2 * m->mesh_texcoordadr[id] : NULL;
  gl->Begin(GL_TRIANGLES);
  for (int i = m->mesh_faceadr[id]; i < m->mesh_faceadr[id] + m->mesh_facenum[id]; i++) {
    const int *face = m->mesh_face + 3 * i, *face_normals = m->mesh_facenormal + 3 * i;
    float flat[3];
    if (!textured)
      face_normal(vertex + 3 * face[0], vertex + 3 * face[1], vertex + 3 * face[2], flat);
    for (int k = 0; k < 3; k++) {
      const float* own = normal + 3 * face_normals[k];
      const int smooth =
          textured || own[0] * flat[0] + own[1] * flat[1] + own[2] * flat[2] >= SMOOTH;
      gl->Normal3fv(smooth ? own : flat);
      if (textured)
        gl->TexCoord2fv(texcoord + 2 * m->mesh_facetexcoord[3 * i + k]);
      gl->Vertex3fv(vertex + 3 * face[k]);
    }
  }
  gl->End();
}

// The graph of a hull: numbers of vertices and faces, then per vertex an address and its id, edges,
// and three ids per face.
static void hull(const Gl* gl, const mjModel* m, int id) {
  const int* graph = m->mesh_graph + m->mesh_graphadr[id];
  const int nvertex = graph[0], nface = graph[1];
  const int* face = graph + 2 + 3 * nvertex + 3 * nface;
  const float* vertex = m->mesh_vert + 3 * m->mesh_vertadr[id];
  const float* texcoord =
      m->mesh_texcoordadr[id] >= 0 ? m->mesh_texcoord + 2 * m->mesh_texcoordadr[id] : NULL;
  gl->Begin(GL_TRIANGLES);
  for (int i = 0; i < nface; i++, face += 3) {
    float flat[3];
    face_normal(vertex + 3 * face[0], vertex + 3 * face[1], vertex + 3 * face[2], flat);
    gl->Normal3fv(flat);
    for (int k = 0; k < 3; k++) {
      if (texcoord && face[k] < m->mesh_texcoordnum[id])
        gl->TexCoord2fv(texcoord + 2 * face[k]);
      gl->Vertex3fv(vertex + 3 * face[k]);
    }
  }
  gl->End();
}

static void compile(const Gl* gl, const mjModel* m, const mjrContext* con, int id) {
  gl->NewList(con->baseMesh + 2 * (GLuint)id, GL_COMPILE);
  mesh(gl, m, id);
  gl->EndList();
  gl->NewList(con->baseMesh + 2 * (GLuint)id + 1, GL_COMPILE);
  if (m->mesh_graphadr[id] >= 0)
    hull(gl, m, id);
  gl->EndList();
}

int gl_make_meshes(const Gl* gl, const mjModel* m, mjrContext* con) {
  con->rangeMesh = 2 * (int)m->nmesh;
  if (gl_make_lists(gl, con->rangeMesh, &con->baseMesh))
    return -1;
  for (int i = 0; i < m->nmesh; i++)
    compile(gl, m, con, i);
  return 0;
}

int gl_upload_mesh(const mjModel* m, const mjrContext* con, int id) {
  const Gl* gl = gl_library();
  if (!gl)
    return -1;
  if (2 * id >= con->rangeMesh)
    return fc_fail("the context was made for a model with %d meshes", con->rangeMesh / 2);
  compile(gl, m, con, id);
  return 0;
}
