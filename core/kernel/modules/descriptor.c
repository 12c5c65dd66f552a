// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <fulcrum/actuator.h>
#include <fulcrum/broadphase.h>
#include <fulcrum/collider.h>
#include <fulcrum/constraint.h>
#include <fulcrum/contact_model.h>
#include <fulcrum/convex.h>
#include <fulcrum/decoder.h>
#include <fulcrum/engine_plugin.h>
#include <fulcrum/host.h>
#include <fulcrum/integrator.h>
#include <fulcrum/loader.h>
#include <fulcrum/passive.h>
#include <fulcrum/renderer.h>
#include <fulcrum/sensor.h>
#include <fulcrum/solver.h>
#include <fulcrum/stage.h>
#include <fulcrum/viewer.h>

#include "core/kernel/modules/descriptor.h"
#include "core/kernel/modules/kind.h"

// Sizes of the tables in this version of the library.
static const size_t table_sizes[FC_NKIND] = {
#define FC_KIND(constant, word, table, role, header, folder) [constant] = sizeof(table),
#include <fulcrum/kinds.def>
#undef FC_KIND
};

// ---------------------------------------------------------------- copying

static void* refuse(char* error, int error_size, const char* format, ...) mjPRINTFLIKE(3, 4);
static void* refuse(char* error, int error_size, const char* format, ...) {
  va_list args;
  va_start(args, format);
  vsnprintf(error, (size_t)error_size, format, args);
  va_end(args);
  return NULL;
}

// errno tells the caller that the failure says nothing about the module
static void* out_of_memory(char* error, int error_size, const char* face) {
  refuse(error, error_size, "there is no memory for its descriptor%s%s", face[0] ? ", face " : "",
         face);
  errno = ENOMEM;
  return NULL;
}

// `size` zeroed bytes that start with a copy of the `there` bytes of source and hold their own size
static void* grown(const void* source, uint32_t there, size_t size) {
  void* copy = calloc(1, size);
  const uint32_t own = (uint32_t)size;
  if (copy) {
    memcpy(copy, source, there < size ? there : size);
    memcpy(copy, &own, sizeof own);
  }
  return copy;
}

// `n` entries of `stride` bytes as an array of entries of this version, zeroed behind what they
// have.
static void* grown_array(const void* source, int n, size_t stride, size_t size) {
  char* copy = calloc((size_t)n + 1, size);
  for (int i = 0; copy && i < n; i++)
    memcpy(copy + (size_t)i * size, (const char*)source + (size_t)i * stride,
           stride < size ? stride : size);
  return copy;
}

static const char* missing_member(FcKind kind, const void* table, uint32_t size) {
  const Required* required = kind_rules[kind]->required;
  for (int i = 0; i < REQUIRED_MAX && required[i].name; i++) {
    const size_t at = required[i].offset;
    const void* pointer = NULL;
    if (size >= at + sizeof pointer)
      memcpy(&pointer, (const char*)table + at, sizeof pointer);
    if (!pointer)
      return required[i].name;
  }
  return NULL;
}

// Index of the first parameter whose key could not be written, -1 when there is none. Settings and
// elements separate words by blanks, and in FACE.KEY=VALUE the equals sign ends the key.
static int unwritable_key(const FcFace* face) {
  for (int i = 0; i < face->nparameter; i++) {
    const char* key = face->parameters[i].key;
    if (!key || !key[0] || key[strcspn(key, " \t\r\n=")])
      return i;
  }
  return -1;
}

// The array of structs that the table of a face points to: its entries may be shorter or longer
// than here. Returns 0, or -1 with a message.
static int copy_array(const FcFace* face, char* table, const TableArray* array, char* error,
                      int error_size) {
  if (!array->size)
    return 0;
  const void* given;
  void* copy = NULL;
  int* n = (int*)(void*)(table + array->count);
  uint32_t* stride = (uint32_t*)(void*)(table + array->stride);
  memcpy(&given, table + array->pointer, sizeof given);
  if (!given || *n <= 0) {
    *n = 0;
  } else if (*stride < array->least) {
    refuse(error, error_size,
           "its face \"%s\" has %s whose entries are %u bytes long, %zu are expected", face->name,
           array->name, *stride, array->size);
    return -1;
  } else if (!(copy = grown_array(given, *n, *stride, array->size))) {
    out_of_memory(error, error_size, face->name);
    return -1;
  }
  *stride = (uint32_t)array->size;
  memcpy(table + array->pointer, &copy, sizeof copy);
  return 0;
}

static void free_table(const FcFace* face) {
  const TableArray* array = &kind_rules[face->kind]->array;
  void* entries = NULL;
  if (face->table && array->size)
    memcpy(&entries, (const char*)face->table + array->pointer, sizeof entries);
  free(entries);
  free((void*)face->table);
}

static const TableArray parameters_of_face = {.pointer = offsetof(FcFace, parameters),
                                              .count = offsetof(FcFace, nparameter),
                                              .stride = offsetof(FcFace, parameter_size),
                                              .least = LEAST(FcParameter, fixed),
                                              .size = sizeof(FcParameter),
                                              .name = "parameters"};

static void* copy_table(const FcFace* face, char* error, int error_size) {
  uint32_t size;
  memcpy(&size, face->table, sizeof size);
  if (size < sizeof size)
    return refuse(error, error_size, "the table of its face \"%s\" does not begin with its size",
                  face->name);
  const char* missing = missing_member(face->kind, face->table, size);
  if (missing)
    return refuse(error, error_size, "its face \"%s\" lacks \"%s\", which every %s has", face->name,
                  missing, fc_kindName(face->kind));
  void* copy = grown(face->table, size, table_sizes[face->kind]);
  if (!copy)
    return out_of_memory(error, error_size, face->name);
  char fault[200];
  const KindRules* rules = kind_rules[face->kind];
  if (rules->check && rules->check(face, copy, fault, (int)sizeof fault)) {
    free(copy);
    return refuse(error, error_size, "its face \"%s\" %s", face->name, fault);
  }
  if (copy_array(face, copy, &rules->array, error, error_size)) {
    free(copy);
    return NULL;
  }
  return copy;
}

// The stride between faces is the size stored in the first one. `copy` has room for all of them.
static int copy_faces(const FcModule* module, FcFace* copy, char* error, int error_size) {
  const char* source = (const char*)module->faces;
  const uint32_t stride = module->faces[0].size;
  for (uint32_t i = 0; i < module->nface; i++) {
    const FcFace* there = (const void*)(source + (size_t)i * stride);
    FcFace* face = copy + i;
    int complete = stride >= offsetof(FcFace, table) + sizeof there->table && there->size == stride;
    if (complete) {
      memcpy(face, there, stride < sizeof *face ? stride : sizeof *face);
      face->size = sizeof *face;
      complete = face->name && face->table && fc_kindName(face->kind);
    }
    const void* table = face->table;
    face->table = NULL;
    if (!complete) {
      face->parameters = NULL;
      refuse(error, error_size, "its face %u is incomplete (size, kind, name or table)", i);
      return -1;
    }
    if (copy_array(face, (char*)face, &parameters_of_face, error, error_size)) {
      face->parameters = NULL;
      return -1;
    }
    const int key = unwritable_key(face);
    if (key >= 0) {
      const char* text = face->parameters[key].key;
      refuse(error, error_size,
             "parameter %d of its face \"%s\" is called \"%s\", a key without blanks and '=' is "
             "expected",
             key, face->name, text ? text : "");
      return -1;
    }
    FcFace given = *face;
    given.table = table;
    if (!(face->table = copy_table(&given, error, error_size)))
      return -1;
  }
  return 0;
}

FcModule* descriptor_copy(const FcModule* module, char* error, int error_size) {
  const size_t least = offsetof(FcModule, faces) + sizeof module->faces;
  if (module->size < least)
    return refuse(error, error_size, "its descriptor is %u bytes long, at least %zu are expected",
                  module->size, least);
  if (!module->name || !module->version || !module->faces || !module->nface)
    return refuse(error, error_size, "its descriptor lacks name, version or faces");
  FcModule* copy = grown(module, module->size, sizeof *copy);
  FcFace* faces = copy ? calloc(module->nface, sizeof *faces) : NULL;
  if (copy)
    copy->faces = faces;
  if (!faces) {
    descriptor_free(copy);
    return out_of_memory(error, error_size, "");
  }
  if (copy_faces(module, faces, error, error_size)) {
    descriptor_free(copy);
    return NULL;
  }
  return copy;
}

void descriptor_free(FcModule* copy) {
  if (!copy)
    return;
  for (uint32_t i = 0; copy->faces && i < copy->nface; i++) {
    free_table(copy->faces + i);
    free((void*)copy->faces[i].parameters);
  }
  free((void*)copy->faces);
  free(copy);
}
