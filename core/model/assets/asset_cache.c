// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/model/assets/asset_cache.h"

// eight bytes at a time: a rotation and a multiplication per word
static uint64_t hash_bytes(const char* bytes, size_t n) {
  uint64_t h = 0x9e3779b97f4a7c15u ^ n, word;
  for (size_t i = 0; i < n; i += sizeof word) {
    size_t left = n - i;
    word = 0;
    memcpy(&word, bytes + i, left < sizeof word ? left : sizeof word);
    h = ((h << 29 | h >> 35) ^ word) * 0x9fb21c651e98df25u;
    h ^= h >> 32;
  }
  return h;
}

static void destroy(void* content) {
  Decoded* d = content;
  free(d->mesh.vertex);
  free(d->mesh.normal);
  free(d->mesh.texcoord);
  free(d->mesh.face);
  free(d->mesh.facenormal);
  free(d->mesh.facetexcoord);
  free(d->image.pixel);
  free(d->hfield.height);
  free(d->skin.vertex);
  free(d->skin.texcoord);
  free(d->skin.face);
  free(d->skin.name);
  free(d->skin.bindpos);
  free(d->skin.bindquat);
  free(d->skin.bonevertnum);
  free(d->skin.vertid);
  free(d->skin.vertweight);
  free(d);
}

static size_t memory_of(const Decoded* d) {
  const FcMeshData* m = &d->mesh;
  size_t corners = 3 * (size_t)m->nface * (1 + (m->facenormal != NULL) + (m->facetexcoord != NULL));
  size_t floats = 3 * (size_t)m->nvertex + 3 * (size_t)m->nnormal + 2 * (size_t)m->ntexcoord;
  size_t pixels = (size_t)d->image.width * (size_t)d->image.height;
  size_t heights = (size_t)d->hfield.nrow * (size_t)d->hfield.ncol;
  const FcSkinData* s = &d->skin;
  size_t skin = 3 * (size_t)s->nvertex + 2 * (size_t)s->ntexcoord + 3 * (size_t)s->nface +
                8 * (size_t)s->nbone + 2 * (size_t)s->nweight;
  return sizeof *d + sizeof(int) * corners + sizeof(float) * (floats + heights + skin) +
         pixels * (size_t)d->image.nchannel + (size_t)s->nname;
}

void asset_recall(AssetFile* file, const FcDecoder* decoder, AssetKind kind, int nchannel) {
  file->decoder = decoder;
  file->kind = kind;
  file->nchannel = nchannel;
  if (!decoder)
    return;
  // Tables live as long as the process; a reloaded module has a table of its own.
  static const char format[] = "%s\n%p\n%d %d";
  const char* name = file->resource->name;
  const void* table = decoder;
  int n = snprintf(NULL, 0, format, name, table, (int)kind, nchannel);
  char* key = malloc((size_t)n + 1);
  if (!key)
    return;
  snprintf(key, (size_t)n + 1, format, name, table, (int)kind, nchannel);
  file->key = key;
  file->hash = hash_bytes(file->bytes, file->nbyte);

  CacheAsset* cached = cache_find(mj_getCache(), key, file->resource);
  const Decoded* d = cached ? cache_content(cached) : NULL;
  if (d && d->hash == file->hash && d->nbyte == file->nbyte) {
    file->cached = cached;
    file->decoded = d;
  } else {
    cache_release(cached);
  }
}

void asset_remember(AssetFile* file) {
  Decoded* d = (Decoded*)file->decoded;
  d->hash = file->hash;
  d->nbyte = file->nbyte;
  if (file->key)
    file->cached = cache_insert(mj_getCache(), file->key, file->resource, d, memory_of(d), destroy);
}

void asset_forget(AssetFile* file) {
  if (file->cached)
    cache_release(file->cached);
  else if (file->decoded)
    destroy((Decoded*)file->decoded);
  free(file->key);
  file->cached = NULL;
  file->decoded = NULL;
  file->key = NULL;
}
