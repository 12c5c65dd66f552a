// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Decoding a file for a loader, which builds elements from its content (<fulcrum/decoder.h>).

#include <limits.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <fulcrum/decoder.h>

#include "core/kernel/mjplugin/engine_plugin.h"
#include "core/kernel/modules/registry.h"
#include "core/model/assets/asset_job.h"
#include "core/model/resource/path.h"

enum { MOST_DECODERS = 16 };

// where a message goes
typedef struct Report_ {
  char* text;
  int size;
} Report;

static int fail(const Report* report, const char* format, ...) mjPRINTFLIKE(2, 3);
static int fail(const Report* report, const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(report->text, (size_t)report->size, format, arguments);
  va_end(arguments);
  return -1;
}

// the bytes of a file; the resource stays with the caller, also on failure
static int read_file(const char* directory, const char* file, const mjVFS* vfs,
                     mjResource** resource, FcSource* source, const Report* report) {
  const void* bytes = NULL;
  *resource = mju_openResource(directory, file, vfs, report->text, (size_t)report->size);
  if (!*resource)
    return -1;
  const int n = mju_readResource(*resource, &bytes);
  if (n < 0)
    return fail(report, "file '%s' cannot be read", file);
  if (!n)
    return fail(report, "file '%s' is empty", file);
  *source = (FcSource){.size = sizeof *source,
                       .name = file,
                       .directory = "",
                       .bytes = bytes,
                       .nbyte = (size_t)n,
                       .vfs = vfs};
  return 0;
}

// ---------------------------------------------------------------- meshes

static void release_mesh(FcMeshData* d) {
  free(d->vertex);
  free(d->normal);
  free(d->texcoord);
  free(d->face);
  free(d->facenormal);
  free(d->facetexcoord);
  *d = (FcMeshData){.size = sizeof *d};
}

static int in_range(const int* index, int n, int low, int high) {
  for (int i = 0; i < n; i++)
    if (index[i] < low || index[i] >= high)
      return 0;
  return 1;
}

static int check_mesh(const FcMeshData* d, const char* file, const Report* report) {
  if (d->nvertex < 0 || d->ntexcoord < 0 || d->nface < 0 || d->nvertex > INT_MAX / 16 ||
      d->nface > INT_MAX / 16 || (d->nvertex && !d->vertex) || (d->ntexcoord && !d->texcoord) ||
      (d->nface && !d->face))
    return fail(report, "mesh file '%s': the decoder's result lacks what it says it has", file);
  for (int i = 0; i < 3 * d->nvertex; i++)
    if (!isfinite(d->vertex[i]))
      return fail(report, "mesh file '%s': coordinate of vertex %d is not finite", file, i / 3);
  if (!in_range(d->face, 3 * d->nface, 0, d->nvertex))
    return fail(report, "mesh file '%s': a face refers to a vertex that is not there, %d vertices",
                file, d->nvertex);
  if (d->facetexcoord && !in_range(d->facetexcoord, 3 * d->nface, -1, d->ntexcoord))
    return fail(report, "mesh file '%s': a face refers to a texcoord that is not there", file);
  return 0;
}

static float* copy_floats(const mjFloatVec* from, int per, int* n) {
  int count;
  const float* v = handle_floats(from, &count);
  float* to = malloc((size_t)count * sizeof *to + 1);
  if (to && count)
    memcpy(to, v, (size_t)count * sizeof *to);
  *n = count / per;
  return to;
}

static int* copy_triples(const mjIntVec* from, int* n) {
  int count;
  const int* v = handle_ints(from, &count);
  int* to = malloc((size_t)count * sizeof *to + 1);
  if (to && count)
    memcpy(to, v, (size_t)count * sizeof *to);
  *n = count / 3;
  return to;
}

// A decoder of the plugin ABI returns a spec, whose first mesh is used.
static int decode_by_plugin(const mjpDecoder* decoder, mjResource* resource, const mjVFS* vfs,
                            const char* file, FcMeshData* d, const Report* report) {
  mjSpec* s = decoder->decode(resource, vfs);
  if (!s)
    return fail(report, "mesh file '%s': decoder failed", file);
  int status = -1;
  if (spec_of(s)->list[mjOBJ_MESH].count) {
    const mjsMesh* mesh = &((const Mesh*)spec_of(s)->list[mjOBJ_MESH].item[0])->pub;
    int n;
    d->vertex = copy_floats(mesh->uservert, 3, &d->nvertex);
    d->texcoord = copy_floats(mesh->usertexcoord, 2, &d->ntexcoord);
    d->face = copy_triples(mesh->userface, &d->nface);
    d->facetexcoord = copy_triples(mesh->userfacetexcoord, &n);
    if (n != d->nface) {
      free(d->facetexcoord);
      d->facetexcoord = NULL;
    }
    status = d->vertex && d->texcoord && d->face ? 0 : fail(report, "out of memory");
  } else {
    fail(report, "mesh file '%s': the decoder made no mesh", file);
  }
  mj_deleteSpec(s);
  return status;
}

static int decode_mesh(const char* file, const FcSource* source, FcMeshData* d,
                       const Report* report) {
  char problem[1024] = "the decoder gives no reason";
  AssetFile asset = {.name = file, .type = ""};
  const FcDecoder* decoder = asset_decoder(&asset, ASSET_MESH);
  if (!decoder)
    return fail(report, "mesh file '%s': no decoder", file);
  return decoder->mesh(source, d, problem, sizeof problem)
             ? fail(report, "mesh file '%s': decoder failed\n%s", file, problem)
             : 0;
}

int fc_decodeMesh(const char* directory, const char* file, const mjVFS* vfs, FcMeshData* mesh,
                  char* error, int error_size) {
  const Report report = {error, error_size};
  mjResource* resource = NULL;
  FcSource source;
  *mesh = (FcMeshData){.size = sizeof *mesh};
  int status = read_file(directory, file, vfs, &resource, &source, &report);
  if (!status) {
    const mjpDecoder* plugin = mjp_findDecoder(resource, NULL);
    status = plugin ? decode_by_plugin(plugin, resource, vfs, file, mesh, &report)
                    : decode_mesh(file, &source, mesh, &report);
  }
  if (!status)
    status = check_mesh(mesh, file, &report);
  if (status)
    release_mesh(mesh);
  mju_closeResource(resource);
  return status;
}

// ---------------------------------------------------------------- flexes

static int check_flex(const FcFlexData* d, const char* file, const Report* report) {
  if (d->dim < 1 || d->dim > 3 || d->npoint < 0 || d->nelement < 0 || d->npoint > INT_MAX / 16 ||
      d->nelement > INT_MAX / 16 || (d->npoint && !d->point) || (d->nelement && !d->element))
    return fail(report, "flex file '%s': the decoder's result lacks what it says it has", file);
  for (int i = 0; i < 3 * d->npoint; i++)
    if (!isfinite(d->point[i]))
      return fail(report, "flex file '%s': coordinate of point %d is not finite", file, i / 3);
  if (!in_range(d->element, (d->dim + 1) * d->nelement, 0, d->npoint))
    return fail(report, "flex file '%s': an element refers to a point that is not there, %d points",
                file, d->npoint);
  return 0;
}

static int decode_flex(const char* file, const char* content_type, const FcSource* source,
                       FcFlexData* d, const Report* report) {
  char problem[1024] = "the decoder gives no reason";
  const FcFace* faces[MOST_DECODERS];
  const char* const types[] = {content_type, NULL};
  const int n = registry_serving(FC_DECODER, types, faces, MOST_DECODERS);
  for (int i = 0; i < n && i < MOST_DECODERS; i++) {
    const FcDecoder* decoder = faces[i]->table;
    if (decoder->flex) {
      return decoder->flex(source, d, problem, sizeof problem)
                 ? fail(report, "file '%s': %s", file, problem)
                 : 0;
    }
  }
  return fail(report, "file '%s': no decoder for %s; is its module installed?", file, content_type);
}

int fc_decodeFlex(const char* directory, const char* file, const char* content_type,
                  const mjVFS* vfs, FcFlexData* flex, char* error, int error_size) {
  const Report report = {error, error_size};
  mjResource* resource = NULL;
  FcSource source;
  *flex = (FcFlexData){.size = sizeof *flex};
  int status = read_file(directory, file, vfs, &resource, &source, &report) ||
               decode_flex(file, content_type, &source, flex, &report) ||
               check_flex(flex, file, &report);
  if (status) {
    free(flex->point);
    free(flex->element);
    *flex = (FcFlexData){.size = sizeof *flex};
  }
  mju_closeResource(resource);
  return status ? -1 : 0;
}
