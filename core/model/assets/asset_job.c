// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <fulcrum/decoder.h>
#include <fulcrum/host.h>

#include "core/foundation/base/errors.h"
#include "core/kernel/mjplugin/engine_plugin.h"
#include "core/kernel/modules/registry.h"
#include "core/model/assets/asset_cache.h"
#include "core/model/assets/asset_job.h"
#include "core/model/resource/path.h"
#include "core/model/resource/resource.h"
#include "core/model/spec/kept_files.h"

enum { MOST_DECODERS = 64, MOST_THREADS = 16 };

// ---------------------------------------------------------------- failing, memory

_Noreturn void asset_fail(AssetJob* job, const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(job->error, sizeof job->error, format, arguments);
  va_end(arguments);
  longjmp(job->escape, 1);
}

void asset_check_pixels(AssetJob* job, const char* type, long long width, long long height,
                        const char* numbers) {
  const long long most = fc_mostPixels();
  if ((double)width * (double)height > (double)most)
    asset_fail(job,
               "%s '%s' is too large: %lld by %lld %s, the limit is %lld; fc_setMostPixels, or the "
               "environment variable FULCRUM_MOST_PIXELS of the command, raises it",
               type, element_name(job->element), width, height, numbers, most);
}

void* asset_alloc(AssetJob* job, size_t count, size_t size) {
  void* memory = region_alloc(&job->region, count, size);
  if (!memory)
    asset_fail(job, "out of memory: %zu items of %zu bytes", count, size);
  return memory;
}

void* asset_grown(AssetJob* job, const void* old, int count, int* capacity, size_t size) {
  *capacity = *capacity ? 2 * *capacity : 1024;
  void* larger = asset_alloc(job, (size_t)*capacity, size);
  if (count)
    memcpy(larger, old, (size_t)count * size);
  return larger;
}

void asset_free(AssetJob* job) {
  for (AssetFile* file = job->files; file; file = file->next) {
    asset_forget(file);
    mju_closeResource(file->resource);
  }
  job->files = NULL;
  mj_deleteSpec(job->spec);
  region_free(&job->region);
}

// ---------------------------------------------------------------- running

static void engine_error(const char* message, void* context) { asset_fail(context, "%s", message); }

static void engine_warning(const char* message, void* context) {
  AssetJob* job = context;
  snprintf(job->warning, sizeof job->warning, "%s", message);
}

int asset_run(AssetJob* job, void (*step)(AssetJob* job)) {
  if (job->failed)
    return 1;
  void *error_context, *warning_context;
  FcErrorHandler error = fc_setThreadErrorHandler(engine_error, job, &error_context);
  WarningHandler warning = set_thread_warning_handler(engine_warning, job, &warning_context);
  if (setjmp(job->escape))
    job->failed = 1;
  else
    step(job);
  fc_setThreadErrorHandler(error, error_context, NULL);
  set_thread_warning_handler(warning, warning_context, NULL);
  return job->failed;
}

typedef struct Queue_ {
  AssetJob** job;
  int n;
  atomic_int next;
  void (*step)(AssetJob* job);
} Queue;

static void* work(void* argument) {
  Queue* queue = argument;
  for (int i; (i = atomic_fetch_add(&queue->next, 1)) < queue->n;)
    asset_run(queue->job[i], queue->step);
  return NULL;
}

void asset_run_all(AssetJob** job, int n, void (*step)(AssetJob* job), int threads) {
  Queue queue = {.job = job, .n = n, .step = step};
  pthread_t thread[MOST_THREADS];
  long processors = sysconf(_SC_NPROCESSORS_ONLN);
  int most = (int)(processors < MOST_THREADS ? processors : MOST_THREADS), started = 0;
  if (most > threads)
    most = threads;

  // this thread works too; if a thread cannot be started, the others take over its share
  while (started < most - 1 && started < n - 1 &&
         !pthread_create(&thread[started], NULL, work, &queue))
    started++;
  work(&queue);
  for (int i = 0; i < started; i++)
    pthread_join(thread[i], NULL);
}

// ---------------------------------------------------------------- files

static char* asset_join(AssetJob* job, const char* directory, const char* name) {
  char* joined = path_join(directory, name);
  if (!joined)
    asset_fail(job, "out of memory");
  size_t n = strlen(joined) + 1;
  char* copy = region_alloc(&job->region, n, 1);
  if (copy)
    memcpy(copy, joined, n);
  free(joined);
  if (!copy)
    asset_fail(job, "out of memory");
  return copy;
}

// "type/subtype" without parameters, "" when it is malformed; else derived from the extension
static const char* content_type(AssetJob* job, const char* type, const char* name) {
  static const char* const known[][2] = {{".stl", "model/stl"},
                                         {".obj", "model/obj"},
                                         {".ply", "model/ply"},
                                         {".msh", "model/vnd.mujoco.msh"},
                                         {".png", "image/png"}};
  if (type[0]) {
    size_t n = strcspn(type, ";");
    const char* slash = memchr(type, '/', n);
    if (!slash || slash == type || slash + 1 == type + n || (type[n] && !strchr(type + n, '=')))
      return "";
    char* copy = ASSET_NEW(job, char, n + 1);
    return memcpy(copy, type, n);
  }
  const char* extension = path_extension(name);
  for (size_t i = 0; i < sizeof known / sizeof *known; i++)
    if (path_same(extension, known[i][0]))
      return known[i][1];
  return "";
}

const char* asset_name(const AssetJob* job, const char* file) {
  const Spec* s = job->element->origin ? job->element->origin : job->element->spec;
  return s->pub.strippath ? path_base(file) : file;
}

AssetFile* asset_named(AssetJob* job, const char* file, const char* type) {
  AssetFile* r = ASSET_NEW(job, AssetFile, 1);
  r->name = asset_name(job, file);
  r->type = content_type(job, type, r->name);
  r->typed = type[0] != 0;
  return r;
}

void asset_read(AssetJob* job, AssetFile* r, const mjString* folder) {
  const Spec* s = job->element->origin ? job->element->origin : job->element->spec;
  const char* name = r->name;
  char* path = asset_join(job, handle_string(folder), name);
  char error[512];
  r->resource =
      mju_openResource(handle_string(s->pub.modelfiledir), path, job->vfs, error, sizeof error);
  if (!r->resource)
    asset_fail(job, "%s", error);
  r->next = job->files;
  job->files = r;
  const void* bytes = NULL;
  int n = mju_readResource(r->resource, &bytes);
  if (n < 0)
    asset_fail(job, "file '%s' cannot be read", name);
  r->bytes = bytes;
  r->nbyte = (size_t)n;
  if (resource_is_virtual(r->resource) && kept_files_add(job->element->spec, r->resource, bytes, n))
    asset_fail(job, "out of memory for the content of file '%s'", name);
}

int asset_is(const char* type, const char* content_type) { return strcmp(type, content_type) == 0; }

// ---------------------------------------------------------------- decoders

// 1 when all letters of a text are lower case, or all are upper case
static int is_one_case(const char* text) {
  int small = 0, large = 0;
  for (; *text; text++) {
    small |= *text >= 'a' && *text <= 'z';
    large |= *text >= 'A' && *text <= 'Z';
  }
  return !small || !large;
}

// 1 when a decoder, possibly built when there were fewer kinds, produces this kind
static int makes(const FcDecoder* d, AssetKind kind) {
  switch (kind) {
    case ASSET_MESH: return d->mesh != NULL;
    case ASSET_IMAGE: return d->image != NULL;
    case ASSET_HFIELD: return d->hfield != NULL;
    case ASSET_SKIN: return d->skin != NULL;
  }
  return 0;
}

// Meshes and skins are matched by the extension of the file; only a decoder without extensions is
// matched by the content type, and then it comes first. Images and height fields are matched by the
// content type, and by the extension when the type is not given or not known.
const FcDecoder* asset_decoder(const AssetFile* file, AssetKind kind) {
  const FcFace* faces[MOST_DECODERS];
  const char* extension = path_extension(file->name);
  const char* const types[] = {extension, file->type, NULL};
  int n = registry_serving(FC_DECODER, types, faces, MOST_DECODERS);
  int typed = kind == ASSET_IMAGE || kind == ASSET_HFIELD;
  int ways = typed && file->typed ? 1 : 2;  // a type given in the model is final
  if (kind != ASSET_SKIN && !is_one_case(extension))
    extension = "";
  for (int by_extension = 0; by_extension < ways; by_extension++) {
    for (int i = 0; i < n && i < MOST_DECODERS; i++) {
      const FcDecoder* d = faces[i]->table;
      if (!makes(d, kind))
        continue;
      if (by_extension ? extension_listed(d->extension, extension)
                       : asset_is(d->content_type, file->type) && (typed || !d->extension[0]))
        return d;
    }
  }
  return NULL;
}

const FcDecoder* asset_decoder_or(AssetFile* file, AssetKind kind, const char* type) {
  const FcDecoder* decoder = asset_decoder(file, kind);
  if (decoder || file->type[0])
    return decoder;
  file->type = type;
  return asset_decoder(file, kind);
}

// ---------------------------------------------------------------- decoding

static FcSource source_of(const AssetJob* job, const AssetFile* file) {
  return (FcSource){.size = sizeof(FcSource),
                    .name = file->name,
                    .directory = "",
                    .bytes = file->bytes,
                    .nbyte = file->nbyte,
                    .vfs = job->vfs};
}

// checks that the result has the arrays that it declares
static void check_mesh(AssetJob* job, const AssetFile* file, const FcMeshData* d) {
  if (d->nvertex < 0 || d->nnormal < 0 || d->ntexcoord < 0 || d->nface < 0 ||
      (d->nvertex && !d->vertex) || (d->nnormal && !d->normal) || (d->ntexcoord && !d->texcoord) ||
      (d->nface && !d->face))
    asset_fail(job, "mesh file '%s': the decoder's result lacks what it says it has", file->name);
  if (d->nvertex > mjMAXVAL / 16 || d->nface > mjMAXVAL / 16)
    asset_fail(job, "mesh file '%s' is too large", file->name);
}

// checks that the result has the size that it declares
static void check_image(AssetJob* job, const AssetFile* file, const FcImageData* image) {
  if (!image->pixel || image->width < 1 || image->height < 1 || image->nchannel < 1 ||
      (file->nchannel && image->nchannel != file->nchannel)) {
    asset_fail(job, "image file '%s': the decoder made no image of %d channels", file->name,
               file->nchannel);
  }
}

static void check_hfield(AssetJob* job, const AssetFile* file, const FcHFieldData* d) {
  if (d->nrow < 1 || d->ncol < 1 || !d->height)
    asset_fail(job, "hfield file '%s': the decoder made no heights, but %d rows of %d columns",
               file->name, d->nrow, d->ncol);
}

// 1 when a skin has the arrays that it declares
static int skin_is_whole(const FcSkinData* d) {
  const int counted = d->nvertex >= 0 && d->ntexcoord >= 0 && d->nface >= 0 && d->nbone >= 0 &&
                      d->nname >= 0 && d->nweight >= 0;
  return counted && (!d->nvertex || d->vertex) && (!d->ntexcoord || d->texcoord) &&
         (!d->nface || d->face) && (!d->nname || d->name) &&
         (!d->nweight || (d->vertid && d->vertweight)) &&
         (!d->nbone || (d->bindpos && d->bindquat && d->bonevertnum));
}

// 1 when its bones share out all weights
static int bones_take_all(const FcSkinData* d) {
  int left = d->nweight;
  for (int i = 0; i < d->nbone; i++) {
    if (d->bonevertnum[i] <= 0 || d->bonevertnum[i] > left)
      return 0;
    left -= d->bonevertnum[i];
  }
  return left == 0;
}

// 1 when every bone has a name
static int bones_are_named(const FcSkinData* d) {
  int names = 0;
  for (int i = 0; i < d->nname; i++)
    names += !d->name[i];
  return names >= d->nbone;
}

static void check_skin(AssetJob* job, const AssetFile* file, const FcSkinData* d) {
  if (!skin_is_whole(d) || !bones_take_all(d) || !bones_are_named(d))
    asset_fail(job, "skin file '%s': the decoder's result lacks what it says it has", file->name);
}

// an empty result, owned by the file before the decoder can fail
static Decoded* new_result(AssetJob* job, AssetFile* file) {
  Decoded* result = calloc(1, sizeof *result);
  if (!result)
    asset_fail(job, "out of memory");
  result->mesh.size = sizeof result->mesh;
  result->image.size = sizeof result->image;
  result->hfield.size = sizeof result->hfield;
  result->skin.size = sizeof result->skin;
  file->decoded = result;
  return result;
}

const Decoded* asset_decode(AssetJob* job, AssetFile* file) {
  static const char* const noun[] = {"mesh", "image", "hfield", "skin"};
  char problem[1024] = "the decoder gives no reason";
  const FcDecoder* decoder = file->decoder;
  const AssetKind kind = file->kind;
  FcSource source = source_of(job, file);
  if (!file->nbyte)
    asset_fail(job, "%s file '%s' is empty", noun[kind], file->name);
  if (file->decoded)
    return file->decoded;
  Decoded* d = new_result(job, file);
  int status = -1;
  switch (kind) {
    case ASSET_MESH: status = decoder->mesh(&source, &d->mesh, problem, sizeof problem); break;
    case ASSET_IMAGE:
      status = decoder->image(&source, file->nchannel, &d->image, problem, sizeof problem);
      break;
    case ASSET_HFIELD:
      status = decoder->hfield(&source, &d->hfield, problem, sizeof problem);
      break;
    case ASSET_SKIN: status = decoder->skin(&source, &d->skin, problem, sizeof problem); break;
  }
  if (status)
    asset_fail(job, "%s file '%s': %s%s", noun[kind], file->name,
               kind == ASSET_MESH ? "decoder failed\n" : "", problem);
  switch (kind) {
    case ASSET_MESH: check_mesh(job, file, &d->mesh); break;
    case ASSET_IMAGE: check_image(job, file, &d->image); break;
    case ASSET_HFIELD: check_hfield(job, file, &d->hfield); break;
    case ASSET_SKIN: check_skin(job, file, &d->skin); break;
  }
  asset_remember(file);
  return d;
}
