// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The asset cache: a list of entries in the order of their insertion, newest first, under one lock.
// Assets are few and large, so searching a list takes no time compared with decoding.
//
// The list holds one reference to each asset and every user another; releasing the last one
// destroys the asset. Functions of others (the provider's `modified`, the asset's `destroy`) are
// called outside the lock: they may be slow, use the cache themselves, or leave with longjmp.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/foundation/base/process_lock.h"
#include "core/model/resource/cache.h"

enum { INITIAL_CAPACITY = 500 << 20 };

typedef struct Cache Cache;

struct CacheAsset {
  CacheAsset* next;  // in the list, or in a list of assets to be destroyed
  char* key;
  char timestamp[512];  // of the resource it was decoded from
  void* content;
  void (*destroy)(void* content);
  size_t nbyte;
  size_t naccess;  // number of hits
  int nholder;     // number of references, the list's own included
};

struct Cache {
  CacheAsset* newest;
  size_t nbyte, capacity;
};

static Cache process_cache = {.capacity = INITIAL_CAPACITY};
static mjCache process_handle = {&process_cache};

// ---------------------------------------------------------------- the list, under the lock

static CacheAsset** find_link(Cache* c, const char* key) {
  CacheAsset** link = &c->newest;
  while (*link && strcmp((*link)->key, key) != 0)
    link = &(*link)->next;
  return link;
}

// the least accessed asset; among equals the last of the list, which is the oldest
static CacheAsset** find_least(Cache* c) {
  CacheAsset** least = &c->newest;
  for (CacheAsset** link = &c->newest; *link; link = &(*link)->next)
    if ((*link)->naccess <= (*least)->naccess)
      least = link;
  return least;
}

// removes an asset from the list; without holders it is put before `gone`, to be destroyed later
static CacheAsset* take_out(Cache* c, CacheAsset** link, CacheAsset* gone) {
  CacheAsset* asset = *link;
  *link = asset->next;
  c->nbyte -= asset->nbyte;
  if (--asset->nholder > 0)
    return gone;
  asset->next = gone;
  return asset;
}

static void destroy_all(CacheAsset* gone) {
  while (gone) {
    CacheAsset* next = gone->next;
    gone->destroy(gone->content);
    free(gone->key);
    free(gone);
    gone = next;
  }
}

// ---------------------------------------------------------------- for the compiler

static Cache* cache_of(const mjCache* cache) { return cache ? cache->impl_ : NULL; }

CacheAsset* cache_find(mjCache* cache, const char* key, const mjResource* resource) {
  Cache* c = cache_of(cache);
  if (!c || !key || !resource)
    return NULL;
  process_lock(LOCK_CACHE);
  CacheAsset* asset = *find_link(c, key);
  if (asset)
    asset->nholder++;
  process_unlock(LOCK_CACHE);
  if (!asset)
    return NULL;
  if (mju_isModifiedResource(resource, asset->timestamp)) {
    cache_release(asset);
    return NULL;
  }
  process_lock(LOCK_CACHE);
  asset->naccess++;
  process_unlock(LOCK_CACHE);
  return asset;
}

CacheAsset* cache_insert(mjCache* cache, const char* key, const mjResource* resource, void* content,
                         size_t nbyte, void (*destroy)(void* content)) {
  Cache* c = cache_of(cache);
  if (!c || !key || !resource || !resource->provider->modified)
    return NULL;
  CacheAsset* asset = calloc(1, sizeof(CacheAsset));
  if (asset)
    asset->key = malloc(strlen(key) + 1);
  if (!asset || !asset->key) {
    free(asset);
    return NULL;
  }
  strcpy(asset->key, key);
  snprintf(asset->timestamp, sizeof asset->timestamp, "%s", resource->timestamp);
  asset->content = content;
  asset->destroy = destroy;
  asset->nbyte = nbyte;
  asset->nholder = 2;

  // the former asset under the key is outdated, even if its successor does not fit
  process_lock(LOCK_CACHE);
  CacheAsset** link = find_link(c, key);
  CacheAsset* gone = *link ? take_out(c, link, NULL) : NULL;
  const int fits = nbyte <= c->capacity && c->nbyte <= c->capacity - nbyte;
  if (fits) {
    asset->next = c->newest;
    c->newest = asset;
    c->nbyte += nbyte;
  }
  process_unlock(LOCK_CACHE);
  destroy_all(gone);
  if (!fits) {
    free(asset->key);
    free(asset);
    return NULL;
  }
  return asset;
}

const void* cache_content(const CacheAsset* asset) { return asset->content; }

void cache_release(CacheAsset* asset) {
  if (!asset)
    return;
  process_lock(LOCK_CACHE);
  const int last = --asset->nholder == 0;
  process_unlock(LOCK_CACHE);
  if (last) {
    asset->next = NULL;
    destroy_all(asset);
  }
}

// ---------------------------------------------------------------- public

mjCache* mj_getCache(void) { return &process_handle; }

size_t mj_getCacheSize(const mjCache* cache) {
  Cache* c = cache_of(cache);
  if (!c)
    return 0;
  process_lock(LOCK_CACHE);
  const size_t nbyte = c->nbyte;
  process_unlock(LOCK_CACHE);
  return nbyte;
}

size_t mj_getCacheCapacity(const mjCache* cache) {
  Cache* c = cache_of(cache);
  if (!c)
    return 0;
  process_lock(LOCK_CACHE);
  const size_t capacity = c->capacity;
  process_unlock(LOCK_CACHE);
  return capacity;
}

size_t mj_setCacheCapacity(mjCache* cache, size_t size) {
  Cache* c = cache_of(cache);
  if (!c)
    return 0;
  CacheAsset* gone = NULL;
  process_lock(LOCK_CACHE);
  c->capacity = size;
  while (c->newest && c->nbyte > c->capacity)
    gone = take_out(c, find_least(c), gone);
  process_unlock(LOCK_CACHE);
  destroy_all(gone);
  return size;
}

void mj_clearCache(mjCache* cache) {
  Cache* c = cache_of(cache);
  if (!c)
    return;
  CacheAsset* gone = NULL;
  process_lock(LOCK_CACHE);
  while (c->newest)
    gone = take_out(c, &c->newest, gone);
  process_unlock(LOCK_CACHE);
  destroy_all(gone);
}
