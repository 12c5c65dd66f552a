// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Points and elements of a flexcomp from a file: surface meshes by the decoders of mesh assets, and
// finite-element meshes by the decoder of Gmsh files. The decoded arrays are already checked
// (fc_decodeMesh, fc_decodeFlex).

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include <fulcrum/decoder.h>

#include "flexcomp.h"

// path of the file below the directory of meshes, from malloc
static char* file_path(Flexcomp* f) {
  const mjString* folder = f->r->spec->compiler.meshdir;
  char* name = asset_file(f->r, f->e, folder, f->file);
  char* path = name ? join_path(mjs_getString(folder), name) : NULL;
  free(name);
  return path;
}

// ---------------------------------------------------------------- equal vertices

// Merge vertices with equal coordinates: new indices in `id`, the vertices packed in place. -0
// equals 0. Returns how many remain, -1: out of memory.
static int merge_vertices(float* vertex, int n, int* id) {
  size_t mask = 15;
  while (mask < 2 * (size_t)n)
    mask = 2 * mask + 1;
  int* slot = malloc((mask + 1) * sizeof *slot);
  int count = 0;
  if (!slot)
    return -1;
  memset(slot, -1, (mask + 1) * sizeof *slot);
  for (int i = 0; i < n; i++) {
    float key[3];
    uint32_t bits[3];
    for (int k = 0; k < 3; k++)
      key[k] = vertex[3 * i + k] + 0.0f;
    memcpy(bits, key, sizeof bits);
    uint64_t h = bits[0] * UINT64_C(0x9E3779B97F4A7C15);
    h = (h ^ h >> 29 ^ bits[1]) * UINT64_C(0xBF58476D1CE4E5B9);
    h = (h ^ h >> 32 ^ bits[2]) * UINT64_C(0x94D049BB133111EB);
    size_t at = (size_t)(h >> 24) & mask;
    while (slot[at] >= 0) {
      const float* v = vertex + 3 * slot[at];
      if (v[0] == key[0] && v[1] == key[1] && v[2] == key[2])
        break;
      at = (at + 1) & mask;
    }
    if (slot[at] < 0) {
      memmove(vertex + 3 * count, vertex + 3 * i, 3 * sizeof *vertex);
      slot[at] = count++;
    }
    id[i] = slot[at];
  }
  free(slot);
  return count;
}

// ---------------------------------------------------------------- surface meshes

// six times the volume between the origin and a triangle
static double signed_volume(const double* o, const double* a, const double* b, const double* c) {
  double e[3][3];
  for (int i = 0; i < 3; i++) {
    e[0][i] = a[i] - o[i];
    e[1][i] = b[i] - o[i];
    e[2][i] = c[i] - o[i];
  }
  return (e[0][1] * e[1][2] - e[0][2] * e[1][1]) * e[2][0] +
         (e[0][2] * e[1][0] - e[0][0] * e[1][2]) * e[2][1] +
         (e[0][0] * e[1][1] - e[0][1] * e[1][0]) * e[2][2];
}

// Tetrahedra from the origin, which becomes point 0, to all triangles that face away from it.
static void put_solid(Flexcomp* f, const FcMeshData* mesh, const int* id) {
  for (int t = 0; t < mesh->nface; t++) {
    const int *face = mesh->face + 3 * t,
              v[3] = {id[face[0]] + 1, id[face[1]] + 1, id[face[2]] + 1};
    const double* p = f->point;
    if (signed_volume(p, p + 3 * v[0], p + 3 * v[1], p + 3 * v[2]) >= mjMINVAL) {
      f->element[f->nelement++] = 0;
      for (int i = 0; i < 3; i++)
        f->element[f->nelement++] = v[i];
    }
  }
}

static int take_texcoords(Flexcomp* f, FcMeshData* mesh) {
  if (!mesh->ntexcoord || f->has_texcoord)
    return 0;
  f->has_texcoord = 1;
  f->texcoord = malloc(2 * (size_t)mesh->ntexcoord * sizeof(float));
  f->elemtexcoord = mesh->facetexcoord ? malloc(3 * (size_t)mesh->nface * sizeof(int) + 1) : NULL;
  if (!f->texcoord || (mesh->facetexcoord && !f->elemtexcoord))
    return fail_at(f->r, f->e, NULL, "out of memory");
  f->ntexcoord = 2 * mesh->ntexcoord;
  memcpy(f->texcoord, mesh->texcoord, (size_t)f->ntexcoord * sizeof(float));
  if (mesh->facetexcoord) {
    f->nelemtexcoord = 3 * mesh->nface;
    memcpy(f->elemtexcoord, mesh->facetexcoord, (size_t)f->nelemtexcoord * sizeof(int));
  }
  return 0;
}

static int take_mesh(Flexcomp* f, FcMeshData* mesh, int* id) {
  const int solid = f->dim == 3;
  const int n = merge_vertices(mesh->vertex, mesh->nvertex, id);
  if (n < 0)
    return fail_at(f->r, f->e, NULL, "out of memory");
  if (flexcomp_room(f, n + solid, (double)mesh->nface * (f->dim + 1)) || take_texcoords(f, mesh))
    return -1;
  if (solid)
    memcpy(f->point, f->origin, sizeof f->origin);
  f->npoint = n + solid;
  for (int i = 0; i < 3 * n; i++)
    f->point[3 * solid + i] = mesh->vertex[i];
  if (solid)
    put_solid(f, mesh, id);
  else
    for (int i = 0; i < 3 * mesh->nface; i++)
      f->element[f->nelement++] = id[mesh->face[i]];
  return 0;
}

static int read_mesh_file(Flexcomp* f, const char* path) {
  char problem[1200] = "";
  FcMeshData mesh;
  const char* dot = strrchr(path, '.');
  if (dot && strcasecmp(dot, ".msh") == 0) {
    return fail_at(f->r, f->e, "file",
                   "legacy MSH files are not supported in flexcomp: '%s'; STL or OBJ expected, or "
                   "type=\"gmsh\"",
                   path);
  }
  if (f->dim < 2)
    return fail_at(f->r, f->e, "dim", "flexcomp of type mesh must have dim 2 or 3: %d", f->dim);
  if (fc_decodeMesh(f->r->source->directory, path, f->r->source->vfs, &mesh, problem,
                    sizeof problem))
    return fail_at(f->r, f->e, "file", "%s", problem);
  int status = -1;
  int* id = malloc((size_t)mesh.nvertex * sizeof *id + 1);
  if (!mesh.nvertex || !mesh.nface) {
    fail_at(f->r, f->e, "file", "mesh file '%s' has no %s", path,
            mesh.nvertex ? "faces" : "vertices");
  } else if (!id) {
    fail_at(f->r, f->e, NULL, "out of memory");
  } else {
    status = take_mesh(f, &mesh, id);
  }
  free(id);
  free(mesh.vertex);
  free(mesh.normal);
  free(mesh.texcoord);
  free(mesh.face);
  free(mesh.facenormal);
  free(mesh.facetexcoord);
  return status;
}

// ---------------------------------------------------------------- finite-element meshes

static int read_gmsh_file(Flexcomp* f, const char* path) {
  char problem[1200] = "";
  FcFlexData flex;
  if (fc_decodeFlex(f->r->source->directory, path, "model/gmsh", f->r->source->vfs, &flex, problem,
                    sizeof problem))
    return fail_at(f->r, f->e, "file", "%s", problem);
  const int nelement = flex.nelement * (flex.dim + 1);
  f->dim = flex.dim;
  const int status = flexcomp_room(f, flex.npoint, nelement);
  if (!status) {
    memcpy(f->point, flex.point, 3 * (size_t)flex.npoint * sizeof(double));
    memcpy(f->element, flex.element, (size_t)nelement * sizeof(int));
    f->npoint = flex.npoint;
    f->nelement = nelement;
  }
  free(flex.point);
  free(flex.element);
  return status;
}

// Problems that the compiler finds in the flex come from the file.
static void tell_file(Flexcomp* f) {
  char info[400];
  snprintf(info, sizeof info, "%s, file '%.300s'", mjs_getString(f->flex->info), f->file);
  mjs_setString(f->flex->info, info);
}

int flexcomp_read_file(Flexcomp* f) {
  if (!f->file || !f->file[0]) {
    return fail_at(f->r, f->e, "file", "file is required for flexcomp of type %s",
                   f->type == FLEXCOMP_MESH ? "mesh" : "gmsh");
  }
  char* path = file_path(f);
  if (!path)
    return fail_at(f->r, f->e, NULL, "out of memory");
  const int status = f->type == FLEXCOMP_MESH ? read_mesh_file(f, path) : read_gmsh_file(f, path);
  free(path);
  if (!status)
    tell_file(f);
  return status;
}
