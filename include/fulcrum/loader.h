// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Extension points `loader` and `saver`: from bytes to an editable or a compiled model, and back.

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

// What is to be loaded. The bytes are owned by the caller and valid during the call; bytes[size] is
// 0.
typedef struct FcSource_ {
  uint32_t size;     // sizeof(FcSource)
  const char* name;  // file name as the user gave it, for messages and content by extension; "" for
                     // a string in memory
  const char* directory;  // where relative file names inside it begin, ending in '/'; "" for the
                          // current directory
  const char* bytes;
  size_t nbyte;
  const mjVFS* vfs;  // where further files are looked up first (mju_openResource); NULL: the file
                     // system alone
  const struct FcSource_* outer;  // the source that is made of this one (a model asset), or NULL
  int* nsource;                   // sources that the outermost one is made of so far, or NULL
} FcSource;

// The most that a few lines of text can ask for.
enum { FC_MAX_SOURCE_DEPTH = 50, FC_MAX_SOURCES = 1000 };

// What came out: exactly one of the two is set on success, and the caller owns it.
typedef struct FcLoaded_ {
  mjSpec* spec;
  mjModel* model;
} FcLoaded;

typedef struct FcLoader_ {
  uint32_t size;  // sizeof(FcLoader)

  // How likely is it that this loader understands the source? 0: not at all; 100: certainly. Looks
  // at the bytes first, at the name only for a tie. [any thread]
  int (*sniff)(const FcSource* source);

  // Load. On failure both results stay NULL, the return value is negative and the message (file,
  // line, element, what was expected) is in error. Heap and file access through mju_openResource
  // are allowed here. [any thread]
  int (*load)(const FcSource* source, FcLoaded* loaded, char* error, int error_size);

  // Tell every file the source needs, its own name included, with add(context, path). Files that it
  // names are read, models that it attaches too. 0, or negative with a message. NULL: not known.
  // [any thread]
  int (*dependencies)(const FcSource* source, void (*add)(void* context, const char* path),
                      void* context, char* error, int error_size);
} FcLoader;

typedef struct FcSaver_ {
  uint32_t size;          // sizeof(FcSaver)
  const char* extension;  // ".xml"

  // Write a compiled spec as text; `compiled` is what it was compiled to (ids by mjs_getId).
  // `values`: a model of the same structure whose numbers are to be written, or NULL. Returns the
  // number of bytes without the final 0 (snprintf rule: may exceed nbuffer, then the text is cut),
  // negative with a message on failure. [any thread]
  int64_t (*save)(const mjSpec* spec, const mjModel* compiled, const mjModel* values, char* buffer,
                  size_t nbuffer, char* error, int error_size);
} FcSaver;

// mj_parse on behalf of a source. Refused when the file is a part of itself, and when sources are
// nested too deep or too many.
MJAPI mjSpec* fc_parsePart(const FcSource* outer, const char* filename, const char* content_type,
                           char* error, int error_size);

// Only ask whether a source may be a part of its `outer`, and count it: 0, or -1 with a message.
MJAPI int fc_checkPart(const FcSource* source, char* error, int error_size);

#ifdef __cplusplus
}
#endif

#endif  // FULCRUM_LOADER_H_
