// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The source of a mesh: a file, numbers in the model, or a signed distance function. The model may
// supply arrays that a file lacks; the same array from both is an error.

#include <string.h>

#include "core/model/assets/asset_cache.h"
#include "core/model/assets/mesh.h"

// ---------------------------------------------------------------- the file

// a decoder of the plugin ABI returns a model whose first mesh is used
static void decode_by_plugin(MeshRecord* m, const mjpDecoder* decoder) {
  AssetJob* job = &m->job;
  job->spec = decoder->decode(m->file->resource, job->vfs);
  if (!job->spec) {
    asset_fail(job, "mesh file '%s': decoder failed\n%s", m->file->name,
               job->warning[0] ? job->warning : "the decoder gives no reason");
  }
  if (!spec_of(job->spec)->list[mjOBJ_MESH].count)
    asset_fail(job, "mesh file '%s': the decoder made no mesh", m->file->name);
}

void mesh_open(AssetJob* job) {
  MeshRecord* m = (MeshRecord*)job;
  const char* file = handle_string(m->pub->file);
  if (!file[0])
    return;
  job->path = asset_name(job, file);
  m->file = asset_named(job, file, handle_string(m->pub->content_type));
  asset_read(job, m->file, element_compiler(job->element)->meshdir);
  const mjpDecoder* decoder = mjp_findDecoder(m->file->resource, m->file->type);
  if (!decoder)
    decoder = mjp_findDecoder(m->file->resource, NULL);
  if (decoder) {
    decode_by_plugin(m, decoder);
    return;
  }
  asset_recall(m->file, asset_decoder(m->file, ASSET_MESH), ASSET_MESH, 0);
  if (!m->file->decoder)
    asset_fail(job, "mesh file '%s': no decoder", m->file->name);
}

// ---------------------------------------------------------------- taking arrays over

static double* widen(MeshRecord* m, const float* from, int n) {
  double* to = ASSET_NEW(&m->job, double, n);
  for (int i = 0; i < n; i++)
    to[i] = from[i];
  return to;
}

static float* copy_floats(MeshRecord* m, const float* from, int n) {
  float* to = ASSET_NEW(&m->job, float, n);
  if (n)
    memcpy(to, from, (size_t)n * sizeof *to);
  return to;
}

static int* copy_ints(MeshRecord* m, const int* from, int n) {
  int* to = ASSET_NEW(&m->job, int, n);
  if (n)
    memcpy(to, from, (size_t)n * sizeof *to);
  return to;
}

static int in_whole(MeshRecord* m, int n, int per, const char* what) {
  if (n % per)
    asset_fail(&m->job, "%s data must be a multiple of %d: %d numbers were given", what, per, n);
  return n / per;
}

static void once(MeshRecord* m, int had, const char* what) {
  if (had)
    asset_fail(&m->job, "%s given twice: in the file and in the model", what);
}

// An optional array of a mesh element, with `per` numbers an item: given once, and complete.
static void take_floats(MeshRecord* m, const mjFloatVec* given, int per, const char* what,
                        int* count, float** to) {
  int n;
  const float* from = handle_floats(given, &n);
  if (n) {
    once(m, *count, what);
    *count = in_whole(m, n, per, what);
    *to = copy_floats(m, from, n);
  }
}

// the same for three indices an item
static void take_triples(MeshRecord* m, const mjIntVec* given, const char* what, int* count,
                         int** to) {
  int n;
  const int* from = handle_ints(given, &n);
  if (n) {
    once(m, *count, what);
    *count = in_whole(m, n, 3, what);
    *to = copy_ints(m, from, n);
  }
}

// the arrays of a mesh element: inline data, or the result of a decoder of the plugin ABI
static void take_element(MeshRecord* m, const mjsMesh* p) {
  int n;
  const float* f = handle_floats(p->uservert, &n);
  if (n) {
    once(m, m->nvert, "vertex");
    if (n < 12)
      asset_fail(&m->job, "mesh needs 4 or more vertices: %d numbers were given", n);
    m->nvert = in_whole(m, n, 3, "vertex");
    m->vert = widen(m, f, n);
  }
  take_floats(m, p->usernormal, 3, "normal", &m->nnormal, &m->normal);
  take_floats(m, p->usertexcoord, 2, "texcoord", &m->ntexcoord, &m->texcoord);
  take_triples(m, p->userface, "face", &m->nface, &m->face);
  take_triples(m, p->userfacenormal, "facenormal", &m->nfacenormal, &m->facenormal);
  take_triples(m, p->userfacetexcoord, "facetexcoord", &m->nfacetexcoord, &m->facetexcoord);
}

// the result of a decoder module, which others may share
static void take_decoded(MeshRecord* m, const FcMeshData* d) {
  m->nvert = d->nvertex;
  m->vert = widen(m, d->vertex, 3 * d->nvertex);
  m->nnormal = d->nnormal;
  m->normal = copy_floats(m, d->normal, 3 * d->nnormal);
  m->ntexcoord = d->ntexcoord;
  m->texcoord = copy_floats(m, d->texcoord, 2 * d->ntexcoord);
  m->nface = d->nface;
  m->face = copy_ints(m, d->face, 3 * d->nface);
  m->nfacenormal = d->facenormal ? d->nface : 0;
  m->facenormal = copy_ints(m, d->facenormal, 3 * m->nfacenormal);
  m->nfacetexcoord = d->facetexcoord ? d->nface : 0;
  m->facetexcoord = copy_ints(m, d->facetexcoord, 3 * m->nfacetexcoord);
}

static void exchange(int* triangle, int n) {
  for (int i = 0; i < n; i++) {
    int second = triangle[3 * i + 1];
    triangle[3 * i + 1] = triangle[3 * i + 2];
    triangle[3 * i + 2] = second;
  }
}

// a mirrored scale would turn the triangles of a file inside out
static void unmirror(MeshRecord* m, int faces_only) {
  const double* scale = m->pub->scale;
  if (scale[0] * scale[1] * scale[2] > 0)
    return;
  exchange(m->face, m->nface);
  if (faces_only)
    return;
  exchange(m->facenormal, m->nfacenormal);
  exchange(m->facetexcoord, m->nfacetexcoord);
}

void mesh_load(MeshRecord* m) {
  AssetJob* job = &m->job;
  if (job->spec) {
    take_element(m, &((const Mesh*)spec_of(job->spec)->list[mjOBJ_MESH].item[0])->pub);
    unmirror(m, 0);
  } else if (m->file) {
    const FcMeshData* mesh = &asset_decode(job, m->file)->mesh;
    take_decoded(m, mesh);
    unmirror(m, mesh->bind_to_vertex);
  } else if (m->plugin) {
    mesh_march(m);
  }
  take_element(m, m->pub);
}
