// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Extension points `loader` and `saver`: conversion of bytes to an editable or a compiled model,
// and back.
//
// Since SDK 1.0.

#ifndef FULCRUM_LOADER_H_
#define FULCRUM_LOADER_H_

#include <stddef.h>
#include <stdint.h>

#include <mujoco/mjexport.h>
#include <mujoco/mjmodel.h>
#include <mujoco/mjspec.h>

#ifdef __cplusplus
extern "C" {
#endif

// The source to load. The bytes are owned by the caller and valid during the call; bytes[size] is
// 0.
typedef struct FcSource_ {
  uint32_t size;     // sizeof(FcSource)
  const char* name;  // file name as given by the user, for messages and recognition by extension;
                     // "" for a string in memory
  const char* directory;  // base of relative file names, ending in '/'; "" for the current
                          // directory
  const char* bytes;
  size_t nbyte;
  const mjVFS* vfs;  // searched first for further files (mju_openResource); NULL: only the file
                     // system
  const struct FcSource_* outer;  // the source that includes this one (as a model asset), or NULL
  int* nsource;                   // number of sources the outermost one consists of so far, or NULL
} FcSource;

// Limits on what a short text can request.
enum { FC_MAX_SOURCE_DEPTH = 50, FC_MAX_SOURCES = 1000 };

// The result: on success exactly one of the two is set, and the caller owns it.
typedef struct FcLoaded_ {
  uint32_t size;  // sizeof(FcLoaded)
  mjSpec* spec;
  mjModel* model;
} FcLoaded;

typedef struct FcLoader_ {
  uint32_t size;  // sizeof(FcLoader)

  // Confidence that this loader understands the source, from 0 (no) to 100 (certain). Based on the
  // bytes; the name only breaks ties. [any thread]
  int (*sniff)(const FcSource* source);

  // Load. On failure both results stay NULL, the return value is negative and the message (file,
  // line, element, what was expected) is in error. Heap and file access through mju_openResource
  // are allowed here. [any thread]
  int (*load)(const FcSource* source, FcLoaded* loaded, char* error, int error_size);

  // Report every file that the source needs, including its own name, with add(context, path). Files
  // that it names and models that it attaches are read. 0, or negative with a message. NULL:
  // dependencies are not known. [any thread]
  int (*dependencies)(const FcSource* source, void (*add)(void* context, const char* path),
                      void* context, char* error, int error_size);
} FcLoader;

typedef struct FcSaver_ {
  uint32_t size;          // sizeof(FcSaver)
  const char* extension;  // ".xml"

  // Write a compiled spec as text; `compiled` is the model compiled from it (ids by mjs_getId).
  // `values`: a model of the same structure whose numbers are written, or NULL. Returns the number
  // of bytes without the final 0 (snprintf rule: may exceed nbuffer, then the text is cut),
  // negative with a message on failure. [any thread]
  int64_t (*save)(const mjSpec* spec, const mjModel* compiled, const mjModel* values, char* buffer,
                  size_t nbuffer, char* error, int error_size);
} FcSaver;

// mj_parse on behalf of a source. Fails when a file includes itself, and when sources are nested
// too deeply or are too many.
MJAPI mjSpec* fc_parsePart(const FcSource* outer, const char* filename, const char* content_type,
                           char* error, int error_size);

// Check only that a source may be included in its `outer`, and count it: 0, or -1 with a message.
MJAPI int fc_checkPart(const FcSource* source, char* error, int error_size);

#ifdef __cplusplus
}
#endif

#endif  // FULCRUM_LOADER_H_
