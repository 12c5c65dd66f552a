// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Models to text. The writer needs results of compilation (poses without frames, angles in radians,
// inferred inertias), so the spec is copied and the copy compiled; the saver face gets both. For
// mj_saveLastXML the numbers come from the caller's model instead, if it is the same model, and
// after mj_copyBack from the model that was passed to it.

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <fulcrum/file.h>
#include <fulcrum/host.h>
#include <fulcrum/loader.h>
#include <mujoco/mujoco.h>

#include "core/foundation/base/text.h"
#include "core/kernel/modules/registry.h"
#include "core/model/document/load.h"
#include "core/model/document/save_parameters.h"
#include "core/model/resource/path.h"
#include "core/model/spec/kept_files.h"
#include "core/model/spec/tree.h"

// The saver for a file name, by its extension; for other names, and for text in memory (NULL), the
// one of highest rank.
static const FcSaver* find_saver(const char* filename) {
  const FcFace* faces[16];
  const char* extension = filename ? path_extension(filename) : "";
  const char* const types[] = {extension, NULL};
  int n = extension[0] ? registry_serving(FC_SAVER, types, faces, 16) : 0;
  for (int i = 0; i < n && i < 16; i++) {
    const FcSaver* saver = faces[i]->table;
    if (path_same(saver->extension, extension))
      return saver;
  }
  const FcFace* face = registry_best(FC_SAVER, NULL);
  return face ? face->table : NULL;
}

// 1 when objects and structure agree, so that the numbers of one can replace the other's
static int same_model(const mjModel* a, const mjModel* b) {
  return a->signature == b->signature && a->nq == b->nq && a->nv == b->nv && a->nbody == b->nbody &&
         a->njnt == b->njnt && a->ngeom == b->ngeom && a->nsite == b->nsite && a->ncam == b->ncam &&
         a->nlight == b->nlight && a->nmat == b->nmat && a->npair == b->npair && a->neq == b->neq &&
         a->ntendon == b->ntendon && a->nu == b->nu && a->nsensor == b->nsensor &&
         a->nkey == b->nkey && a->nplugin == b->nplugin && a->nnumericdata == b->nnumericdata &&
         a->ntupledata == b->ntupledata && a->nmesh == b->nmesh && a->nhfielddata == b->nhfielddata;
}

// Text of a compiled copy of a spec; takes ownership of the copy. NULL with a message; from malloc.
static char* write_copy(mjSpec* copy, const mjModel* values, const char* filename, int64_t* length,
                        char* error, int error_sz) {
  char message[1024] = "";
  char* text = NULL;
  const FcSaver* saver = find_saver(filename);
  mjModel* model = copy ? mj_compile(copy, kept_files(spec_of(copy))) : NULL;
  if (!copy) {
    snprintf(message, sizeof message, "out of memory for a copy of the model");
  } else if (!model) {
    snprintf(message, sizeof message, "%s", mjs_getError(copy));
  } else if (!saver) {
    snprintf(message, sizeof message, "no module can write the model: %.900s", fc_lastError());
  } else {
    snprintf(message, sizeof message, "the saver gives no reason");
    const mjModel* numbers = values && same_model(values, model) ? values : NULL;
    const int nset = numbers ? save_parameters(copy, model, numbers) : 0;
    if (nset > 0) {
      mj_deleteModel(model);
      model = mj_compile(copy, kept_files(spec_of(copy)));
    }
    if (nset < 0 || !model) {
      snprintf(message, sizeof message, "%s", model ? fc_lastError() : mjs_getError(copy));
    } else {
      *length = saver->save(copy, model, numbers, NULL, 0, message, sizeof message);
      text = *length >= 0 ? malloc((size_t)*length + 1) : NULL;
    }
    if (text)
      saver->save(copy, model, numbers, text, (size_t)*length + 1, message, sizeof message);
  }
  set_error(error, error_sz, text ? "" : message);
  mj_deleteModel(model);
  mj_deleteSpec(copy);
  return text;
}

// text of a spec, which must have been compiled
static char* write_spec(const mjSpec* s, const char* filename, int64_t* length, char* error,
                        int error_sz) {
  if (!s) {
    set_error(error, error_sz, "Cannot write empty model");
    return NULL;
  }
  if (!spec_of(s)->compiled) {
    set_error(error, error_sz, "XML Write error: Only compiled model can be written");
    return NULL;
  }
  if (spec_has_pending_keys(spec_of(s))) {
    set_error(error, error_sz, "pending keyframes: recompile before writing");
    return NULL;
  }
  return write_copy(mj_copySpec(s), spec_of(s)->values, filename, length, error, error_sz);
}

int mj_saveXMLString(const mjSpec* s, char* xml, int xml_sz, char* error, int error_sz) {
  int64_t length = 0;
  char* text = write_spec(s, NULL, &length, error, error_sz);
  if (!text)
    return -1;
  int status = 0;
  if (xml && length + 1 <= xml_sz) {
    memcpy(xml, text, (size_t)length + 1);
  } else {
    char message[128];
    snprintf(message, sizeof message, "Output string too short, should be at least %lld",
             (long long)length + 1);
    set_error(error, error_sz, message);
    status = (int)length;
  }
  free(text);
  return status;
}

// Writes a text to a file (NULL: standard output) and frees it. 0, or -1 with a message.
static int put_text(char* text, int64_t length, const char* filename, char* error, int error_sz) {
  FILE* file = fc_openFile(filename, 0);
  if (file)
    fwrite(text, 1, (size_t)length, file);
  free(text);
  if (file && !fc_commitFile(file))
    return 0;
  set_error(error, error_sz, fc_lastError());
  return -1;
}

int mj_saveXML(const mjSpec* s, const char* filename, char* error, int error_sz) {
  int64_t length = 0;
  char* text = write_spec(s, filename, &length, error, error_sz);
  return text ? put_text(text, length, filename ? filename : "", error, error_sz) : -1;
}

int mj_saveLastXML(const char* filename, const mjModel* m, char* error, int error_sz) {
  const char* path = filename && filename[0] ? filename : NULL;
  mjSpec* copy = last_spec_copy();
  if (!copy) {
    set_error(error, error_sz, "No XML model loaded");
    return 0;
  }
  int64_t length = 0;
  char* text = write_copy(copy, m, path, &length, error, error_sz);
  return text && !put_text(text, length, path, error, error_sz);
}
