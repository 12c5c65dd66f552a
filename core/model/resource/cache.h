// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Decoded assets of the process (mjCache), so that a mesh or a texture shared by many models is
// read once. The compiler looks an asset up, or decodes it and inserts the result.
//
// An asset is immutable once it is inserted. The caller that found or inserted it holds it until it
// releases it. An asset that is evicted meanwhile leaves the cache at once and memory with its last
// holder, so no lock is held while one is in use.
//
// A key names everything the content depends on besides the bytes of the resource, for example
// "arm.png image/png 3" for a texture of three channels.

#ifndef CORE_MODEL_RESOURCE_CACHE_H_
#define CORE_MODEL_RESOURCE_CACHE_H_

#include <stddef.h>

#include <mujoco/mujoco.h>

typedef struct CacheAsset CacheAsset;

// Asset under a key, held for the caller, or NULL when there is none, when the resource may have
// changed, or when the cache is NULL. The resource need only be opened, not read.
CacheAsset* cache_find(mjCache* cache, const char* key, const mjResource* resource);

// Inserts `content`, decoded from the resource and taking about `nbyte` bytes, and replaces the
// asset under the key. On success the cache owns it, will call destroy(content) for it, and returns
// it held for the caller. NULL when it does not fit (nothing is evicted for it), when the provider
// of the resource cannot detect changes, or when memory runs out; the content then still belongs to
// the caller.
CacheAsset* cache_insert(mjCache* cache, const char* key, const mjResource* resource, void* content,
                         size_t nbyte, void (*destroy)(void* content));

const void* cache_content(const CacheAsset* asset);
void cache_release(CacheAsset* asset);

#endif  // CORE_MODEL_RESOURCE_CACHE_H_
