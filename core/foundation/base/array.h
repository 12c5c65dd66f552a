// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Growing arrays. An array is a pointer and a count. Its capacity is not stored: it is at least the
// next power of two above the count, because memory is reallocated exactly when the count is zero
// or a power of two, for twice as many elements. Elements may be dropped from the end at any time
// by lowering the count; the array is freed with free().

#ifndef CORE_FOUNDATION_BASE_ARRAY_H_
#define CORE_FOUNDATION_BASE_ARRAY_H_

#include <limits.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

// Make room for element `count` of the array `items` (an lvalue; NULL while it is empty). 0, or -1
// when memory is exhausted; the array is then as it was.
#define ARRAY_ROOM(items, count) array_room(&(items), count, sizeof *(items))

// `array` is the address of the pointer, of whatever type.
static inline int array_room(void* array, int count, size_t size) {
  if (count & (count - 1))
    return 0;
  const size_t room = count ? 2 * (size_t)count : 1;
  if (count > INT_MAX / 2 || room > SIZE_MAX / size)
    return -1;
  void* items;
  memcpy(&items, array, sizeof items);
  items = realloc(items, room * size);
  if (!items)
    return -1;
  memcpy(array, &items, sizeof items);
  return 0;
}

#endif  // CORE_FOUNDATION_BASE_ARRAY_H_
