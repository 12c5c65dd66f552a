// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The only C++ of the editable model: std::string and std::vector objects behind the handles of the
// public structs.
//
// They are constructed in place inside the allocation of their element (see handles.h), so an
// element costs one allocation however many handles it has. Everything that can throw runs inside
// guarded(), which turns bad_alloc into mju_error after the handlers of this file have unwound;
// nothing else here can throw.
//
// The build compiles it once for each C++ library (compat/README.md).

#include <cstddef>
#include <cstring>
#include <exception>
#include <functional>
#include <iterator>
#include <map>
#include <new>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include <fulcrum/compat.h>
#include <fulcrum/host.h>

#include "core/model/spec/handles.h"

namespace {

using Attributes = std::map<std::string, std::string, std::less<>>;

static_assert(sizeof(mjString) <= HANDLE_SIZE, "a string must fit its slot");
static_assert(sizeof(mjStringVec) <= HANDLE_SIZE && sizeof(mjByteVec) <= HANDLE_SIZE,
              "a vector must fit its slot");
static_assert(alignof(mjString) <= 8 && alignof(mjDoubleVec) <= 8, "slots are aligned to 8 bytes");

// run f; report exhausted memory once no C++ frame is left to unwind
template <typename F>
void guarded(F&& f) {
  bool failed = false;
  try {
    f();
  } catch (const std::exception&) {
    failed = true;
  }
  if (failed)
    mju_error("out of memory while editing a model");
}

// call f with a typed pointer to the object of the given handle type
template <typename F>
void dispatch(HandleType type, F&& f) {
  switch (type) {
    case HANDLE_STRING: f(static_cast<mjString*>(nullptr)); break;
    case HANDLE_STRINGS: f(static_cast<mjStringVec*>(nullptr)); break;
    case HANDLE_INTS: f(static_cast<mjIntVec*>(nullptr)); break;
    case HANDLE_INTLISTS: f(static_cast<mjIntVecVec*>(nullptr)); break;
    case HANDLE_FLOATS: f(static_cast<mjFloatVec*>(nullptr)); break;
    case HANDLE_FLOATLISTS: f(static_cast<mjFloatVecVec*>(nullptr)); break;
    case HANDLE_DOUBLES: f(static_cast<mjDoubleVec*>(nullptr)); break;
    case HANDLE_BYTES: f(static_cast<mjByteVec*>(nullptr)); break;
  }
}

template <typename V>
auto vector_data(const V* v, int* n) -> decltype(v->data()) {
  if (n)
    *n = v ? static_cast<int>(v->size()) : 0;
  return v ? v->data() : nullptr;
}

template <typename V, typename T>
void vector_set(V* v, const T* array, int size) {
  if (!v || size < 0 || (size > 0 && !array))
    return;
  guarded([&] { v->assign(array, array + size); });
}

}  // namespace

extern "C" {

// ---------------------------------------------------------------- which C++ library this is

#ifdef _LIBCPP_VERSION
const int fc_built_for_libcxx = 1;
const char* fc_cxxLibrary(void) { return "libc++"; }
#else
const int fc_built_for_libstdcxx = 1;
const char* fc_cxxLibrary(void) { return "libstdc++"; }
#endif

// ---------------------------------------------------------------- life of a handle

void handle_construct(HandleType type, void* place) {
  dispatch(
      type,
      [place](auto* t) {
        using T = std::remove_pointer_t<decltype(t)>;
        new (place) T();
      });
}

void handle_destroy(HandleType type, void* object) {
  dispatch(
      type,
      [object](auto* t) {
        using T = std::remove_pointer_t<decltype(t)>;
        static_cast<T*>(object)->~T();
      });
}

void handle_copy(HandleType type, void* to, const void* from) {
  guarded([&] {
    dispatch(
        type,
        [to, from](auto* t) {
          using T = std::remove_pointer_t<decltype(t)>;
          *static_cast<T*>(to) = *static_cast<const T*>(from);
        });
  });
}

// ---------------------------------------------------------------- reading

const char* handle_string(const mjString* handle) { return handle ? handle->c_str() : ""; }

size_t handle_string_length(const mjString* handle) { return handle ? handle->size() : 0; }

int handle_strings_size(const mjStringVec* handle) {
  return handle ? static_cast<int>(handle->size()) : 0;
}

const char* handle_strings_item(const mjStringVec* handle, int i) {
  return i >= 0 && i < handle_strings_size(handle) ? (*handle)[i].c_str() : "";
}

const int* handle_ints(const mjIntVec* handle, int* n) { return vector_data(handle, n); }
const float* handle_floats(const mjFloatVec* handle, int* n) { return vector_data(handle, n); }
const double* handle_doubles(const mjDoubleVec* handle, int* n) { return vector_data(handle, n); }
const void* handle_bytes(const mjByteVec* handle, int* n) { return vector_data(handle, n); }

int handle_intlists_size(const mjIntVecVec* handle) {
  return handle ? static_cast<int>(handle->size()) : 0;
}

const int* handle_intlists_item(const mjIntVecVec* handle, int i, int* n) {
  bool inside = i >= 0 && i < handle_intlists_size(handle);
  return vector_data(inside ? &(*handle)[i] : nullptr, n);
}

int handle_floatlists_size(const mjFloatVecVec* handle) {
  return handle ? static_cast<int>(handle->size()) : 0;
}

const float* handle_floatlists_item(const mjFloatVecVec* handle, int i, int* n) {
  bool inside = i >= 0 && i < handle_floatlists_size(handle);
  return vector_data(inside ? &(*handle)[i] : nullptr, n);
}

// ---------------------------------------------------------------- writing

void handle_string_set(mjString* handle, const char* text) {
  if (handle)
    guarded([&] { handle->assign(text ? text : ""); });
}

void handle_string_affix(mjString* handle, const char* prefix, const char* suffix) {
  if (!handle || handle->empty())
    return;
  guarded([&] {
    handle->insert(0, prefix);
    handle->append(suffix);
  });
}

void handle_strings_affix_item(mjStringVec* handle, int i, const char* prefix, const char* suffix) {
  if (i >= 0 && i < handle_strings_size(handle))
    handle_string_affix(&(*handle)[i], prefix, suffix);
}

void handle_strings_resize(mjStringVec* handle, int n) {
  guarded([&] { handle->resize(static_cast<size_t>(n)); });
}

void handle_doubles_set(mjDoubleVec* handle, const double* values, int n) {
  vector_set(handle, values, n);
}

void mjs_setBuffer(mjByteVec* dest, const void* array, int size) {
  vector_set(dest, static_cast<const std::byte*>(array), size);
}

void mjs_setString(mjString* dest, const char* text) { handle_string_set(dest, text); }

void mjs_setStringVec(mjStringVec* dest, const char* text) {
  if (!dest)
    return;
  guarded([&] {
    dest->clear();
    for (const char* p = text ? text : ""; *p;) {
      size_t blank = std::strspn(p, " \t\r\n\v\f");
      size_t word = std::strcspn(p + blank, " \t\r\n\v\f");
      if (word)
        dest->emplace_back(p + blank, word);
      p += blank + word;
    }
  });
}

mjtByte mjs_setInStringVec(mjStringVec* dest, int i, const char* text) {
  if (i < 0 || i >= handle_strings_size(dest)) {
    mju_error("Requested index in mjs_setInStringVec is out of bounds");
    return 0;
  }
  handle_string_set(&(*dest)[i], text);
  return 1;
}

void mjs_appendString(mjStringVec* dest, const char* text) {
  if (dest)
    guarded([&] { dest->emplace_back(text ? text : ""); });
}

void mjs_setInt(mjIntVec* dest, const int* array, int size) { vector_set(dest, array, size); }
void mjs_setFloat(mjFloatVec* dest, const float* array, int size) { vector_set(dest, array, size); }
void mjs_setDouble(mjDoubleVec* dest, const double* array, int size) {
  vector_set(dest, array, size);
}

void mjs_appendIntVec(mjIntVecVec* dest, const int* array, int size) {
  if (dest && size >= 0)
    guarded([&] { dest->emplace_back(array, array + size); });
}

void mjs_appendFloatVec(mjFloatVecVec* dest, const float* array, int size) {
  if (dest && size >= 0)
    guarded([&] { dest->emplace_back(array, array + size); });
}

// ---------------------------------------------------------------- string maps

void* attributes_create(void) {
  Attributes* map = nullptr;
  guarded([&] { map = new Attributes; });
  return map;
}

void* attributes_clone(const void* map) {
  Attributes* copy = nullptr;
  if (map)
    guarded([&] { copy = new Attributes(*static_cast<const Attributes*>(map)); });
  return copy;
}

void attributes_destroy(void* map) { delete static_cast<Attributes*>(map); }

int attributes_size(const void* map) {
  return map ? static_cast<int>(static_cast<const Attributes*>(map)->size()) : 0;
}

const char* attributes_get(const void* map, const char* key) {
  if (!map || !key)
    return nullptr;
  const Attributes& entries = *static_cast<const Attributes*>(map);
  auto it = entries.find(std::string_view(key));
  return it == entries.end() ? nullptr : it->second.c_str();
}

void attributes_set(void* map, const char* key, const char* value) {
  if (map)
    guarded([&] { (*static_cast<Attributes*>(map))[key] = value; });
}

int attributes_item(const void* map, int i, const char** key, const char** value) {
  if (i < 0 || i >= attributes_size(map))
    return 0;
  auto it = static_cast<const Attributes*>(map)->begin();
  std::advance(it, i);
  *key = it->first.c_str();
  *value = it->second.c_str();
  return 1;
}

void attributes_take(void* map, void* from) {
  if (!map || !from)
    return;
  guarded([&] { *static_cast<Attributes*>(map) = std::move(*static_cast<Attributes*>(from)); });
}

}  // extern "C"
