// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Binary images of models (MJB): five 32-bit header words, the 64-bit sizes, the three parameter
// structs, then the arrays in memory order without padding, all in native byte order. Anything
// after that is a trailer, which this file only passes on; it starts with a magic word of its own.
//
// Reading trusts nothing: the length is compared with the sizes before memory is allocated, and
// model_validate checks every index before it is used.

#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <fulcrum/file.h>
#include <fulcrum/host.h>

#include "core/foundation/base/heap.h"
#include "core/foundation/data/layout.h"
#include "core/foundation/data/memory.h"
#include "core/foundation/data/model.h"

#define IMAGE_ID 54321
#define HEADER_WORDS 5

static const char trailer_magic[8] = {'F', 'U', 'L', 'C', 'R', 'U', 'M', '\n'};

// what each header word says about the program that wrote it
static const char* const header_topic[HEADER_WORDS] = {
    NULL, "floating point precision", "number of sizes in mjModel", "MuJoCo version",
    "number of pointers in mjModel"};

static void make_header(int32_t header[HEADER_WORDS]) {
  header[0] = IMAGE_ID;
  header[1] = (int32_t)sizeof(mjtNum);
  header[2] = model_size_count;
  header[3] = mjVERSION_HEADER;
  header[4] = model_array_count;
}

//------------------------------ measuring and writing ---------------------------------------------

size_t model_image_size(const mjModel* m) {
  return HEADER_WORDS * sizeof(int32_t) + (size_t)model_size_count * sizeof(mjtSize) +
         sizeof m->opt + sizeof m->vis + sizeof m->stat + model_array_bytes(m);
}

// Destination of the next bytes: memory, or a file.
typedef struct Sink_ {
  char* memory;
  FILE* file;
  int failed;
} Sink;

static void put(Sink* sink, const void* bytes, size_t size) {
  if (size == 0 || sink->failed)
    return;
  if (sink->file) {
    sink->failed = fwrite(bytes, 1, size, sink->file) != size;
  } else {
    memcpy(sink->memory, bytes, size);
    sink->memory += size;
  }
}

typedef struct ArrayWriter_ {
  const mjModel* m;
  Sink* sink;
} ArrayWriter;

static int put_array(void* context, const ArraySpec* spec) {
  ArrayWriter* writer = context;
  size_t bytes = 0;
  array_bytes(spec, &bytes);
  put(writer->sink, array_pointer(writer->m, spec), bytes);
  return 0;
}

static int put_size(void* context, const char* name, int index, mjtSize* value) {
  (void)name;
  (void)index;
  put(context, value, sizeof *value);
  return 0;
}

static void put_model(const mjModel* m, Sink* sink) {
  int32_t header[HEADER_WORDS];
  make_header(header);
  put(sink, header, sizeof header);

  // the visitor of the sizes needs a model that it may write to
  mjModel sizes = *m;
  model_each_size(&sizes, put_size, sink);
  put(sink, &m->opt, sizeof m->opt);
  put(sink, &m->vis, sizeof m->vis);
  put(sink, &m->stat, sizeof m->stat);
  ArrayWriter writer = {m, sink};
  model_each_array(m, put_array, &writer);
}

size_t model_write(const mjModel* m, void* buffer, size_t size) {
  size_t needed = model_image_size(m);
  if (!buffer || size < needed)
    return 0;
  Sink sink = {buffer, NULL, 0};
  put_model(m, &sink);
  return needed;
}

//------------------------------ reading -----------------------------------------------------------

// The unread part of the image.
typedef struct Source_ {
  const char* next;
  size_t left;
  char* error;
  int error_size;
} Source;

static int take(Source* source, void* dest, size_t size) {
  if (size > source->left)
    return -1;
  if (size > 0)
    memcpy(dest, source->next, size);
  source->next += size;
  source->left -= size;
  return 0;
}

static int check_header(const int32_t found[HEADER_WORDS], char* error, int error_size) {
  int32_t expected[HEADER_WORDS];
  make_header(expected);
  for (int i = 0; i < HEADER_WORDS; i++) {
    if (found[i] == expected[i])
      continue;
    if (i == 0) {
      snprintf(error, (size_t)error_size,
               "model lacks the header ID: the first word is %d instead of %d, this is no binary "
               "model",
               (int)found[i], (int)expected[i]);
    } else {
      snprintf(error, (size_t)error_size,
               "model and executable differ in %s: %d in the file, %d expected", header_topic[i],
               (int)found[i], (int)expected[i]);
    }
    return -1;
  }
  return 0;
}

static int take_size(void* context, const char* name, int index, mjtSize* value) {
  (void)name;
  (void)index;
  return take(context, value, sizeof *value);
}

// checks sizes that mj_makeData multiplies
static int check_data_size(void* context, const char* name, int index, mjtSize* value) {
  static const char* const counts[] = {"nJmom",        "nuserdata", "nsensordata",
                                       "npluginstate", "nhistory",  NULL};
  Source* source = context;
  (void)index;
  mjtSize limit = strcmp(name, "narena") == 0 ? PTRDIFF_MAX : 0;
  for (int i = 0; counts[i]; i++)
    if (strcmp(name, counts[i]) == 0)
      limit = INT32_MAX;
  if (limit && (*value < 0 || *value >= limit)) {
    snprintf(source->error, (size_t)source->error_size, "invalid model: %s %s (%lld)", name,
             *value < 0 ? "negative" : "too large", (long long)*value);
    return -1;
  }
  return 0;
}

// checks that the bytes of all arrays are present
static int skip_array(void* context, const ArraySpec* spec) {
  Source* source = context;
  size_t bytes = 0;
  if (array_bytes(spec, &bytes) || bytes > source->left) {
    snprintf(source->error, (size_t)source->error_size,
             "model file truncated while reading %s: %zu bytes needed, %zu left", spec->name, bytes,
             source->left);
    return -1;
  }
  source->left -= bytes;
  return 0;
}

typedef struct ArrayReader_ {
  mjModel* m;
  Source* source;
} ArrayReader;

static int take_array(void* context, const ArraySpec* spec) {
  ArrayReader* reader = context;
  size_t bytes = 0;
  array_bytes(spec, &bytes);
  return take(reader->source, array_pointer(reader->m, spec), bytes);
}

// Reads the sizes of the image into *sizes.
static int read_sizes(Source* source, mjModel* sizes) {
  char* error = source->error;
  size_t error_size = (size_t)source->error_size;
  int32_t header[HEADER_WORDS];
  if (take(source, header, sizeof header)) {
    snprintf(error, error_size, "model file header incomplete: %zu bytes", source->left);
    return -1;
  }
  if (check_header(header, error, source->error_size))
    return -1;
  if (model_each_size(sizes, take_size, source)) {
    snprintf(error, error_size, "model file truncated while reading sizes");
    return -1;
  }

  // check that they describe a possible model
  mjModel computed = *sizes;
  size_t nbuffer;
  if (model_check_sizes(&computed, error, source->error_size) ||
      model_buffer_size(&computed, &nbuffer, error, source->error_size)) {
    size_t used = strlen(error);
    snprintf(error + used, error_size - used, "; invalid sizes, model not loaded");
    return -1;
  }
  if (computed.nnames_map != sizes->nnames_map || nbuffer != (size_t)sizes->nbuffer) {
    snprintf(error, error_size, "corrupted model: %s wrong",
             computed.nnames_map != sizes->nnames_map ? "nnames_map" : "nbuffer");
    return -1;
  }
  return model_each_size(sizes, check_data_size, source);
}

mjModel* model_read(const void* buffer, size_t size, const void** trailer, size_t* ntrailer,
                    char* error, int error_size) {
  Source source = {buffer, size, error, error_size};
  mjModel sizes;
  memset(&sizes, 0, sizeof sizes);
  if (read_sizes(&source, &sizes))
    return NULL;

  // parameters
  if (take(&source, &sizes.opt, sizeof sizes.opt) || take(&source, &sizes.vis, sizeof sizes.vis) ||
      take(&source, &sizes.stat, sizeof sizes.stat)) {
    snprintf(error, (size_t)error_size, "model file truncated while reading structs");
    return NULL;
  }

  // check the length before allocating, so that a truncated image costs no memory
  Source probe = source;
  if (model_each_array(&sizes, skip_array, &probe))
    return NULL;
  mjModel* m = model_allocate(&sizes);
  if (!m) {
    snprintf(error, (size_t)error_size, "could not allocate the model: memory is exhausted");
    return NULL;
  }
  m->opt = sizes.opt;
  m->vis = sizes.vis;
  m->stat = sizes.stat;
  ArrayReader reader = {m, &source};
  model_each_array(m, take_array, &reader);

  if (model_validate(m, error, error_size)) {
    mj_deleteModel(m);
    return NULL;
  }
  *trailer = source.next;
  *ntrailer = source.left;
  return m;
}

//------------------------------ public functions --------------------------------------------------

// Size of what higher layers append to the image.
static size_t trailer_size(const mjModel* m) {
  return data_hooks.write_trailer ? data_hooks.write_trailer(m, NULL) : 0;
}

mjtSize mj_sizeModel(const mjModel* m) { return (mjtSize)(model_image_size(m) + trailer_size(m)); }

static void save_to_buffer(const mjModel* m, void* buffer, size_t size) {
  size_t image = model_image_size(m), trailer = trailer_size(m);
  if (size < image + trailer) {
    mju_error(
        "mj_saveModel: attempt to write outside the model buffer: %zu bytes needed, %zu given",
        image + trailer, size);
    return;
  }
  model_write(m, buffer, image);
  if (trailer)
    data_hooks.write_trailer(m, (char*)buffer + image);
}

static void save_to_file(const mjModel* m, const char* filename) {
  size_t ntrailer = trailer_size(m);
  void* trailer = ntrailer ? try_malloc(ntrailer) : NULL;
  if (ntrailer && !trailer) {
    fc_fail("%s cannot be written: memory is exhausted", filename);
    mju_warning("mj_saveModel: %s", fc_lastError());
    return;
  }
  if (ntrailer)
    data_hooks.write_trailer(m, trailer);
  FILE* file = fc_openFile(filename, 0);
  if (file) {
    Sink sink = {NULL, file, 0};
    put_model(m, &sink);
    put(&sink, trailer, ntrailer);
  }
  mju_free(trailer);
  if (!file || fc_commitFile(file))
    mju_warning("mj_saveModel: %s", fc_lastError());
}

void mj_saveModel(const mjModel* m, const char* filename, void* buffer, int buffer_sz) {
  if (buffer)
    save_to_buffer(m, buffer, buffer_sz < 0 ? 0 : (size_t)buffer_sz);
  else
    save_to_file(m, filename ? filename : "");
}

mjModel* fc_readModel(const void* buffer, size_t size, char* error, int error_size) {
  const void* trailer;
  size_t ntrailer;
  mjModel* m = model_read(buffer, size, &trailer, &ntrailer, error, error_size);
  if (m && ntrailer > 0 &&
      (ntrailer < sizeof trailer_magic ||
       memcmp(trailer, trailer_magic, sizeof trailer_magic) != 0)) {
    snprintf(error, (size_t)error_size, "model file too large: %zu bytes after the model",
             ntrailer);
    mj_deleteModel(m);
    m = NULL;
  }
  if (m && ntrailer > 0 && data_hooks.read_trailer &&
      data_hooks.read_trailer(m, trailer, ntrailer, error, error_size)) {
    mj_deleteModel(m);
    m = NULL;
  }
  return m;
}

static mjModel* load_image(const void* buffer, size_t size) {
  char error[1024] = "";
  mjModel* m = fc_readModel(buffer, size, error, sizeof error);
  if (!m) {
    // for callers whose warning handler discards the message
    fc_fail("%s", error);
    mju_warning("%s", error);
  }
  return m;
}

mjModel* mj_loadModelBuffer(const void* buffer, int buffer_sz) {
  return load_image(buffer, !buffer || buffer_sz < 0 ? 0 : (size_t)buffer_sz);
}

static void use_image(void* context, const void* content, size_t size) {
  *(mjModel**)context = load_image(content, size);
}

// Reads a model from a file into *m; -1 when it cannot be read.
static int read_file(const char* filename, mjModel** m) {
  FILE* file = fc_openInput(filename);
  if (!file)
    return -1;
  void* content = NULL;
  size_t size = 0;
  if (!fseek(file, 0, SEEK_END)) {
    long length = ftell(file);
    rewind(file);

    // the size of a directory is reported as LONG_MAX
    if (length >= 0 && length < LONG_MAX)
      content = try_malloc((size_t)length + 1);
    size = content ? fread(content, 1, (size_t)length, file) : 0;
  }
  fclose(file);
  if (!content)
    return -1;
  use_image(m, content, size);
  mju_free(content);
  return 0;
}

mjModel* mj_loadModel(const char* filename, const mjVFS* vfs) {
  mjModel* m = NULL;
  int failed = -1;
  if (filename) {
    failed = data_hooks.read_resource ? data_hooks.read_resource(filename, vfs, use_image, &m)
                                      : read_file(filename, &m);
  }
  if (failed)
    mju_warning("mj_loadModel: cannot open file '%s'", filename ? filename : "");
  return m;
}
