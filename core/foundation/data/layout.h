// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef CORE_FOUNDATION_DATA_LAYOUT_H_
#define CORE_FOUNDATION_DATA_LAYOUT_H_

#include <stddef.h>
#include <stdint.h>

#include <mujoco/mujoco.h>

// Every array starts at a multiple of this many bytes.
#define ARRAY_ALIGNMENT 64

// One array of mjModel or mjData, as the lists of <mujoco/mjxmacro.h> describe it.
typedef struct ArraySpec_ {
  const char* name;
  size_t member;   // offset of the pointer inside mjModel or mjData
  size_t element;  // bytes per element
  // 'd' mjtNum, 'f' float, 'i' int, 'b' byte, 'c' char, 's' mjtSize, 'p' pointer, 'x' struct
  char kind;
  mjtSize rows;
  mjtSize cols;
  const char* row_size;  // name of the size that gives `rows`, "nbody"
  int visual;            // 1: needed to build a visual scene
} ArraySpec;

// Called once per array, in memory order; a nonzero result ends the walk and is returned.
typedef int (*ArrayVisitor)(void* context, const ArraySpec* spec);

int model_each_array(const mjModel* m, ArrayVisitor visit, void* context);
int data_each_array(const mjModel* m, ArrayVisitor visit, void* context);
int arena_each_array(const mjModel* m, const mjData* d, ArrayVisitor visit, void* context);

// Bytes of all arrays of a model, whose sizes are known to be valid, without padding.
size_t model_array_bytes(const mjModel* m);

// The same for the size fields of mjModel, from nq to nbuffer; index counts from 0.
typedef int (*SizeVisitor)(void* context, const char* name, int index, mjtSize* value);
int model_each_size(mjModel* m, SizeVisitor visit, void* context);

// Number of sizes and arrays.
extern const int model_size_count;
extern const int model_array_count;

// The pointer that a spec describes.
static inline void** array_member(void* owner, const ArraySpec* spec) {
  return (void**)((char*)owner + spec->member);
}
static inline void* array_pointer(const void* owner, const ArraySpec* spec) {
  return *(void* const*)((const char*)owner + spec->member);
}

// Size of the array in *bytes; 0, or -1 when the number is not representable.
static inline int array_bytes(const ArraySpec* spec, size_t* bytes) {
  if (spec->rows < 0 || spec->cols < 0)
    return -1;
  size_t count;
  if (__builtin_mul_overflow((size_t)spec->rows, (size_t)spec->cols, &count) ||
      __builtin_mul_overflow(count, spec->element, bytes))
    return -1;
  return *bytes > PTRDIFF_MAX ? -1 : 0;
}

// Offset after rounding up to a multiple of ARRAY_ALIGNMENT; SIZE_MAX when it overflows.
static inline size_t align_offset(size_t offset) {
  size_t padding = (ARRAY_ALIGNMENT - offset % ARRAY_ALIGNMENT) % ARRAY_ALIGNMENT;
  return offset > SIZE_MAX - padding ? SIZE_MAX : offset + padding;
}

#endif  // CORE_FOUNDATION_DATA_LAYOUT_H_
