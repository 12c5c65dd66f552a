// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Memory of models and data: making, copying and deleting them, binary images, arena and stack.

#ifndef CORE_FOUNDATION_DATA_MEMORY_H_
#define CORE_FOUNDATION_DATA_MEMORY_H_

#include <stddef.h>

#include <mujoco/mujoco.h>

//------------------------------ attachments -------------------------------------------------------

// A public mjModel or mjData is the first member of a private record. What higher layers keep per
// model or per data (module bindings, parameter values, caches) is attached to that record, so that
// the public functions for making, copying, resetting and deleting handle it too.
typedef struct AttachmentOps_ {
  // Called when the model or data is deleted.
  void (*destroy)(void* state);
  // Called when `owner` (mjModel* or mjData*) becomes a copy; returns its state, or NULL with
  // fc_lastError.
  void* (*copy)(const void* state, const mjModel* m, void* owner);
  // Data only: called by mj_resetData.
  void (*reset)(void* state, const mjModel* m, mjData* d);
  // Data only, may be NULL: makes `state`, which belongs to d, what a copy of `from` would be.
  // Returns 0 and changes nothing when only a new copy will do.
  int (*assign)(void* state, const void* from, const mjModel* m, mjData* d);
} AttachmentOps;

typedef struct Attachment_ {
  const AttachmentOps* ops;  // NULL while nothing is attached
  void* state;
} Attachment;

Attachment* model_attachment(const mjModel* m);

Attachment* data_attachment(const mjData* d);

// mj_makeData for data that only the library uses. The statistics of solvers, which are large, are
// not touched until they are written; code that is about to write them calls data_solver_used.
mjData* data_make(const mjModel* m);
void data_solver_used(mjData* d);

//------------------------------ models ------------------------------------------------------------

// New model with the size fields of `sizes` (all other fields of it are ignored), every array
// zeroed, opt/vis/stat at their defaults. NULL and a message in error[error_size] when a size is
// negative, overflows or memory is missing. Computes nbuffer and nnames_map.
mjModel* model_create(const mjModel* sizes, char* error, int error_size);

// Binary image of a model (the MJB format). model_read returns NULL with a message when the image
// is truncated, altered or inconsistent; bytes after the image are returned in trailer (never NULL,
// may point at the end).
mjModel* model_read(const void* buffer, size_t size, const void** trailer, size_t* ntrailer,
                    char* error, int error_size);

// model_write returns the bytes written, 0 when they do not fit; model_image_size, how many there
// are.
size_t model_write(const mjModel* m, void* buffer, size_t size);
size_t model_image_size(const mjModel* m);

// First inconsistent reference inside the model (an index out of bounds, ...) as a message, or
// NULL.
const char* model_validate(const mjModel* m, char* message, int message_size);

// Moves the content of src into dest and deletes src: the pointer dest stays valid, its old content
// is freed. Attachments are copied to the new owner.
void model_replace(mjModel* dest, mjModel* src);
void data_replace(mjData* dest, const mjModel* m, mjData* src);

//------------------------------ arena -------------------------------------------------------------

// Arena: allocates `bytes`, aligned to `alignment` (a power of two), after the last allocation.
// NULL when this would reach the stack. Thread-safe while a thread pool is bound.
void* arena_allocate(mjData* d, size_t bytes, size_t alignment);

// Drops everything in the arena except the contacts: row, dual and island pointers become NULL,
// their counts 0, parena = end of contacts.
void arena_reset_rows(mjData* d);

// Drops everything in the arena, contacts included.
void arena_reset(mjData* d);

//------------------------------ sleep -------------------------------------------------------------

// Rebuild the derived sleep arrays (tree_awake, body_awake, *_awake_ind and their counts) from
// tree_asleep.
void sleep_arrays_update(const mjModel* m, mjData* d);

// The same, but static bodies count as awake, so that their constant quantities are computed once
// after a reset.
void sleep_arrays_update_static(const mjModel* m, mjData* d);

//------------------------------ hooks -------------------------------------------------------------

struct Finding_;

// Functions of higher layers that this layer calls; core/library.c sets them. NULL members are
// skipped.
struct Finding_;  // core/foundation/data/validate.h

typedef struct DataHooks_ {
  // mj_loadModel: passes the content of a file or resource to `use`; -1 when it cannot be read.
  // Without hook: plain files, vfs is ignored.
  int (*read_resource)(const char* filename, const mjVFS* vfs,
                       void (*use)(void* context, const void* content, size_t size), void* context);

  // mj_loadModel, mj_loadModelBuffer: reads the bytes after the image, which start with
  // "FULCRUM\n". 0, or -1 and a message.
  int (*read_trailer)(mjModel* m, const void* trailer, size_t size, char* error, int error_size);

  // mj_saveModel, mj_sizeModel: writes the bytes after the image into buffer (NULL: only count
  // them); returns how many there are.
  size_t (*write_trailer)(const mjModel* m, void* buffer);

  // Checks type, objects and ids of an equality: 0, or -1 and a message
  // (core/foundation/data/validate.h).
  int (*check_equality)(const mjModel* m, int equality, struct Finding_* finding);

  // Makes the engine plugins of a new mjData that has been reset except for them (plugin ids set,
  // plugin_state and plugin_data zeroed): 0, or -1 and a message. nplugin of the data counts the
  // live ones.
  int (*make_plugins)(const mjModel* m, mjData* d, char* error, int error_size);
  void (*reset_plugins)(const mjModel* m, mjData* d);
  void (*copy_plugins)(mjData* dest, const mjModel* m, const mjData* src);
  void (*delete_plugins)(mjData* d);

  // mj_makeData, mj_copyData to new data, and the compiler before its first step: looks up what
  // steps of the model will need with its present options. What is missing is not reported: a step
  // that needs it will do so.
  void (*prepare)(const mjModel* m, mjData* d);

  // mj_resetData with sleep enabled: fill static quantities, put trees with policy INIT to sleep.
  // 0, or -1 and a message; d is then deleted.
  int (*reset_sleep)(const mjModel* m, mjData* d, char* error, int error_size);

  // model_validate: least number of activation variables required by the laws of actuator i; -1
  // with fc_lastError when a law refuses its parameters. Without hook: 0.
  int (*least_activations)(const mjModel* m, int i);
  // model_validate: checks types, sizes and objects of the sensors, which modules describe. 0, or
  // -1 with the first fault in *finding.
  int (*validate_sensors)(const mjModel* m, struct Finding_* finding);
} DataHooks;

extern DataHooks data_hooks;

#endif  // CORE_FOUNDATION_DATA_MEMORY_H_
