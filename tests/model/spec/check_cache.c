// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The cache of decoded assets (white box: assets are inserted by hand).

#include "core/model/resource/cache.h"
#include "tests/model/spec/suite.h"

static int ndestroyed;
static void destroy(void* content) {
  ndestroyed++;
  free(content);
}

// an asset of `nbyte` bytes decoded from a buffer of the VFS; NULL when it did not fit
static CacheAsset* put(const mjVFS* vfs, const char* key, const char* file, size_t nbyte) {
  mjResource* r = mju_openResource(NULL, file, vfs, NULL, 0);
  ck_assert_ptr_nonnull(r);
  void* content = malloc(16);
  strcpy(content, key);
  CacheAsset* asset = cache_insert(mj_getCache(), key, r, content, nbyte, destroy);
  if (!asset)
    free(content);
  mju_closeResource(r);
  return asset;
}

// is it there? counts as an access
static int has(const mjVFS* vfs, const char* key, const char* file) {
  mjResource* r = mju_openResource(NULL, file, vfs, NULL, 0);
  ck_assert_ptr_nonnull(r);
  CacheAsset* asset = cache_find(mj_getCache(), key, r);
  if (asset)
    ck_assert_str_eq(cache_content(asset), key);
  cache_release(asset);
  mju_closeResource(r);
  return asset != NULL;
}

static mjVFS files(void) {
  mjVFS vfs;
  mj_defaultVFS(&vfs);
  mj_addBufferVFS(&vfs, "a", "first", 5);
  mj_addBufferVFS(&vfs, "b", "second", 6);
  return vfs;
}

START_TEST(the_cache_of_the_process_starts_empty_with_500_mib) {
  ck_assert_uint_eq(mj_getCacheSize(mj_getCache()), 0);
  ck_assert_uint_eq(mj_getCacheCapacity(mj_getCache()), 524288000);
}
END_TEST

START_TEST(no_cache_has_no_size) {
  ck_assert_uint_eq(mj_getCacheSize(NULL), 0);
  ck_assert_uint_eq(mj_getCacheCapacity(NULL), 0);
  ck_assert_uint_eq(mj_setCacheCapacity(NULL, 5), 0);
  mj_clearCache(NULL);
  ck_assert_ptr_null(cache_find(NULL, "a", NULL));
}
END_TEST

START_TEST(an_asset_is_found_until_its_resource_changes) {
  mjVFS vfs = files();
  ck_assert(!has(&vfs, "a", "a"));
  cache_release(put(&vfs, "a", "a", 100));
  ck_assert(has(&vfs, "a", "a"));
  ck_assert(!has(&vfs, "a other", "a"));
  ck_assert_uint_eq(mj_getCacheSize(mj_getCache()), 100);

  mj_deleteFileVFS(&vfs, "a");
  mj_addBufferVFS(&vfs, "a", "changed", 7);
  ck_assert(!has(&vfs, "a", "a"));
  cache_release(put(&vfs, "a", "a", 30));
  ck_assert_int_eq(ndestroyed, 1);
  ck_assert(has(&vfs, "a", "a"));
  ck_assert_uint_eq(mj_getCacheSize(mj_getCache()), 30);
  mj_deleteVFS(&vfs);
}
END_TEST

START_TEST(an_asset_that_does_not_fit_is_not_inserted_and_nothing_makes_room_for_it) {
  mjVFS vfs = files();
  ck_assert_uint_eq(mj_setCacheCapacity(mj_getCache(), 100), 100);
  cache_release(put(&vfs, "a", "a", 60));
  ck_assert_ptr_null(put(&vfs, "b", "b", 41));
  ck_assert_ptr_null(put(&vfs, "b", "b", (size_t)-1));
  ck_assert(has(&vfs, "a", "a"));
  cache_release(put(&vfs, "b", "b", 40));
  ck_assert(has(&vfs, "b", "b"));
  mj_deleteVFS(&vfs);
}
END_TEST

START_TEST(a_smaller_capacity_drops_what_was_used_least_and_then_what_is_oldest) {
  mjVFS vfs = files();
  cache_release(put(&vfs, "1", "a", 10));
  cache_release(put(&vfs, "2", "a", 10));
  cache_release(put(&vfs, "3", "a", 10));
  ck_assert(has(&vfs, "1", "a"));
  mj_setCacheCapacity(mj_getCache(), 25);
  ck_assert_int_eq(ndestroyed, 1);
  ck_assert(!has(&vfs, "2", "a"));
  ck_assert(has(&vfs, "3", "a") && has(&vfs, "1", "a"));
  mj_setCacheCapacity(mj_getCache(), 10);
  ck_assert(has(&vfs, "1", "a") && !has(&vfs, "3", "a"));
  mj_setCacheCapacity(mj_getCache(), 0);
  ck_assert(!has(&vfs, "1", "a"));
  ck_assert_uint_eq(mj_getCacheSize(mj_getCache()), 0);
  mj_deleteVFS(&vfs);
}
END_TEST

START_TEST(an_asset_in_use_outlives_its_place_in_the_cache) {
  mjVFS vfs = files();
  CacheAsset* asset = put(&vfs, "a", "a", 10);
  mj_clearCache(mj_getCache());
  ck_assert_uint_eq(mj_getCacheSize(mj_getCache()), 0);
  ck_assert_int_eq(ndestroyed, 0);
  ck_assert_str_eq(cache_content(asset), "a");
  cache_release(asset);
  ck_assert_int_eq(ndestroyed, 1);
  mj_deleteVFS(&vfs);
}
END_TEST

RUN_SUITE("cache", the_cache_of_the_process_starts_empty_with_500_mib, no_cache_has_no_size,
          an_asset_is_found_until_its_resource_changes,
          an_asset_that_does_not_fit_is_not_inserted_and_nothing_makes_room_for_it,
          a_smaller_capacity_drops_what_was_used_least_and_then_what_is_oldest,
          an_asset_in_use_outlives_its_place_in_the_cache)
