// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef CORE_MODEL_SPEC_HANDLES_H_
#define CORE_MODEL_SPEC_HANDLES_H_

#include <stddef.h>

#include <mujoco/mujoco.h>

#ifdef __cplusplus
extern "C" {
#endif

// The string and vector handles of the public mjs* structs, seen from C.
//
// A C++ program may write `*body->childclass = "x"`, so a handle is the address of a genuine
// std::string or std::vector. Those objects live inside the allocation of the element that owns
// them (HANDLE_SIZE bytes each); handles.cc constructs, copies and destroys them in place. No
// exception leaves handles.cc: running out of memory there ends in mju_error.

typedef enum HandleType_ {
  HANDLE_STRING = 0,
  HANDLE_STRINGS,
  HANDLE_INTS,
  HANDLE_INTLISTS,
  HANDLE_FLOATS,
  HANDLE_FLOATLISTS,
  HANDLE_DOUBLES,
  HANDLE_BYTES,
} HandleType;

enum { HANDLE_SIZE = 32 };  // room for one object of any handle type, aligned to 8 bytes

// life of one object in place
void handle_construct(HandleType type, void* place);
void handle_destroy(HandleType type, void* object);
void handle_copy(HandleType type, void* to, const void* from);

// Read access. Pointers stay valid until the handle is next changed; a NULL handle reads as empty.
// *n may be NULL.
const char* handle_string(const mjString* handle);
size_t handle_string_length(const mjString* handle);
int handle_strings_size(const mjStringVec* handle);
const char* handle_strings_item(const mjStringVec* handle, int i);
const int* handle_ints(const mjIntVec* handle, int* n);
const float* handle_floats(const mjFloatVec* handle, int* n);
const double* handle_doubles(const mjDoubleVec* handle, int* n);
const void* handle_bytes(const mjByteVec* handle, int* n);
int handle_intlists_size(const mjIntVecVec* handle);
const int* handle_intlists_item(const mjIntVecVec* handle, int i, int* n);
int handle_floatlists_size(const mjFloatVecVec* handle);
const float* handle_floatlists_item(const mjFloatVecVec* handle, int i, int* n);

// write access beyond the public mjs_set* functions
void handle_string_set(mjString* handle, const char* text);
void handle_string_affix(mjString* handle, const char* prefix,
                         const char* suffix);  // "": left alone
void handle_strings_affix_item(mjStringVec* handle, int i, const char* prefix, const char* suffix);
void handle_strings_resize(mjStringVec* handle, int n);
void handle_doubles_set(mjDoubleVec* handle, const double* values, int n);

// key -> value map of a plugin instance, ordered by key; NULL reads as empty
void* attributes_create(void);
void* attributes_clone(const void* map);
void attributes_destroy(void* map);
int attributes_size(const void* map);
const char* attributes_get(const void* map, const char* key);  // NULL when absent
void attributes_set(void* map, const char* key, const char* value);
void attributes_take(void* map, void* from);  // move the contents of another such map
int attributes_item(const void* map, int i, const char** key,
                    const char** value);  // 0 when i is out of range

#ifdef __cplusplus
}
#endif

#endif  // CORE_MODEL_SPEC_HANDLES_H_
