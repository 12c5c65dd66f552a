// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Decoded assets of the process (mjCache), so that a mesh or a texture that many models share is
// read once. For the compiler: look an asset up, or decode it and insert the result.
//
// An asset is immutable once it is inserted. Whoever found or inserted it holds it until it is
// released; an asset that is evicted meanwhile leaves the cache at once and memory with its last
// holder, so no lock is held while one is in use.
//
// A key names everything the content depends on besides the bytes of the resource, for example
// "arm.png image/png 3" for a texture of three channels.

#ifndef CORE_MODEL_RESOURCE_CACHE_H_
#define CORE_MODEL_RESOURCE_CACHE_H_

#include <stddef.h>

#include <mujoco/mujoco.h>

typedef struct CacheAsset CacheAsset;

// Asset under a key, held for the caller, or NULL when there is none, when the resource is not
// known to be as it was, or when the cache is NULL. The resource need not have been read, only
// opened.
CacheAsset* cache_find(mjCache* cache, const char* key, const mjResource* resource);

// Insert `content`, decoded from the resource and taking about `nbyte` bytes, in place of what is
// under the key. On success the cache owns it, will call destroy(content) for it, and returns it
// held for the caller. NULL when it does not fit (nothing is evicted for it), when the provider of
// the resource cannot tell changes, or without memory; the content is then still the caller's.
CacheAsset* cache_insert(mjCache* cache, const char* key, const mjResource* resource, void* content,
                         size_t nbyte, void (*destroy)(void* content));

const void* cache_content(const CacheAsset* asset);
void cache_release(CacheAsset* asset);

#endif  // CORE_MODEL_RESOURCE_CACHE_H_
