// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Compiling one asset: a mesh, a texture, a height field or a skin.
//
// A job owns everything it needs: its memory, the resources it opened, the results of decoders.
// Jobs do not touch the compilation or each other, so jobs that only compute can run in threads,
// and their results do not depend on the number of threads. Resources are opened and read on the
// compiling thread, because a VFS and the providers of a program need not be thread-safe. A job
// that fails keeps its message and jumps back to asset_run; messages are reported in the order of
// the assets, not of the threads.

#ifndef CORE_MODEL_ASSETS_ASSET_JOB_H_
#define CORE_MODEL_ASSETS_ASSET_JOB_H_

#include <setjmp.h>

#include <mujoco/mujoco.h>

#include "core/foundation/base/region.h"
#include "core/model/assets/asset_file.h"
#include "core/model/spec/tree.h"

typedef struct AssetJob_ {
  const Element* element;
  const mjVFS* vfs;
  RegionBlock* region;
  AssetFile* files;  // newest first
  mjSpec* spec;      // of a decoder of the plugin ABI
  const char* path;  // asset_name stored in the model, "" for none
  jmp_buf escape;
  int failed;
  char error[1536];
  char warning[512];  // last warning raised
} AssetJob;

// Ends the job with a message.
_Noreturn void asset_fail(AssetJob* job, const char* format, ...) mjPRINTFLIKE(2, 3);

// Fails when an image or a height field ("texture", "hfield") has more numbers ("pixels",
// "heights") than fc_mostPixels.
void asset_check_pixels(AssetJob* job, const char* type, long long width, long long height,
                        const char* numbers);

// Zeroed memory of the job.
void* asset_alloc(AssetJob* job, size_t count, size_t size);
#define ASSET_NEW(job, type, count) ((type*)asset_alloc(job, (size_t)(count), sizeof(type)))

// An array with room for twice as many elements as *capacity (1024 when that is 0), its first
// `count` copied from `old`; *capacity is updated. The old array stays until the job ends.
void* asset_grown(AssetJob* job, const void* old, int count, int* capacity, size_t size);

// Calls step(job), catching its failures in the job. Returns whether the job has failed, now or
// before.
int asset_run(AssetJob* job, void (*step)(AssetJob* job));

// asset_run for many jobs, in at most the given number of threads, of which the calling one is the
// first.
void asset_run_all(AssetJob** job, int n, void (*step)(AssetJob* job), int threads);

// File name of an element after strippath.
const char* asset_name(const AssetJob* job, const char* file);

// A file of an element, not opened yet. type: content type as in the model, "" to derive it from
// the extension.
AssetFile* asset_named(AssetJob* job, const char* file, const char* type);

// Opens and reads it. folder: meshdir or texturedir. Fails when it cannot be opened.
void asset_read(AssetJob* job, AssetFile* file, const mjString* folder);

// Whether `type` is this content type.
int asset_is(const char* type, const char* content_type);

// Decoder of a file, from a module; NULL when there is none.
const FcDecoder* asset_decoder(const AssetFile* file, AssetKind kind);

// The same for a file without type and with an unknown extension: the decoder of this type.
const FcDecoder* asset_decoder_or(AssetFile* file, AssetKind kind, const char* type);

// Result of the decoder, owned by the file, unless asset_recall has found it already.
const struct Decoded_* asset_decode(AssetJob* job, AssetFile* file);

// Release everything.
void asset_free(AssetJob* job);

#endif  // CORE_MODEL_ASSETS_ASSET_JOB_H_
