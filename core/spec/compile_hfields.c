// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Height fields: from the model, from an image (its first row is the far edge, data row nrow-1), or
// from a binary file (rows in data order). Heights are brought to the range from 0 to 1.

#include <math.h>
#include <stdint.h>
#include <string.h>

#include "core/spec/asset_cache.h"
#include "core/spec/asset_records.h"

static const char* const kRaw = "image/vnd.mujoco.hfield";

void hfield_open(AssetJob* job) {
  HFieldRecord* r = (HFieldRecord*)job;
  const char* file = handle_string(r->pub->file);
  if (!file[0])
    return;
  job->path = asset_name(job, file);
  r->file = asset_read(job, element_compiler(job->element)->meshdir, file,
                       handle_string(r->pub->content_type));
  asset_recall(job, r->file, asset_decoder(r->file, 1), 1);
}

// nrow, ncol, then the heights
static void read_raw(HFieldRecord* r) {
  AssetJob* job = &r->job;
  const AssetFile* file = r->file;
  int32_t size[2];
  if (!file->nbyte)
    asset_fail(job, "hfield file '%s' unreadable: it is empty", file->name);
  if (file->nbyte < 8)
    asset_fail(job, "hfield header missing in '%s': %zu bytes, at least 8 expected", file->name,
               file->nbyte);
  memcpy(size, file->bytes, sizeof size);
  if (size[0] < 1 || size[1] < 1)
    asset_fail(job, "hfield dimensions not positive in '%s': %d rows, %d columns", file->name,
               (int)size[0], (int)size[1]);
  if ((double)size[0] * (double)size[1] * 4 + 8 != (double)file->nbyte)
    asset_fail(job, "hfield file size unexpected in '%s': %zu bytes for %d rows of %d columns",
               file->name, file->nbyte, (int)size[0], (int)size[1]);
  r->nrow = size[0];
  r->ncol = size[1];
  r->data = ASSET_NEW(job, float, (size_t)r->nrow*(size_t)r->ncol);
  memcpy(r->data, file->bytes + 8, file->nbyte - 8);
}

static void read_image(HFieldRecord* r) {
  AssetJob* job = &r->job;
  asset_decode_image(job, r->file, 1);
  r->nrow = job->image.height;
  r->ncol = job->image.width;
  if (job->image.opaque)
    asset_fail(job, "hfield file '%s': this kind of image has no pixels", r->file->name);
  r->data = ASSET_NEW(job, float, (size_t)r->nrow*(size_t)r->ncol);
  for (int i = 0; i < r->nrow; i++) {
    for (int k = 0; k < r->ncol; k++) {
      size_t from = (size_t)(r->nrow - 1 - i) * (size_t)r->ncol + (size_t)k;
      r->data[(size_t)i * (size_t)r->ncol + (size_t)k] = job->image.pixel[from];
    }
  }
}

static void take_user_data(HFieldRecord* r, const float* data, int n) {
  AssetJob* job = &r->job;
  const mjsHField* p = r->pub;
  if (p->nrow < 1 || p->ncol < 1)
    asset_fail(job, "hfield '%s' not specified: a file, or nrow and ncol, are expected",
               element_name(job->element));
  if ((double)p->nrow * p->ncol > 1 << 30)
    asset_fail(job, "hfield '%s' is too large: %d rows of %d columns, at most %d heights expected",
               element_name(job->element), p->nrow, p->ncol, 1 << 30);
  if (n && (double)p->nrow * p->ncol != n)
    asset_fail(job, "elevation length must be nrow*ncol: %d numbers for %d x %d", n, p->nrow,
               p->ncol);
  r->nrow = p->nrow;
  r->ncol = p->ncol;
  r->data = ASSET_NEW(job, float, (size_t)r->nrow*(size_t)r->ncol);
  if (n)
    memcpy(r->data, data, (size_t)n * sizeof *data);
}

static void normalize(HFieldRecord* r) {
  size_t n = (size_t)r->nrow * (size_t)r->ncol;
  float low = r->data[0], high = r->data[0];
  for (size_t i = 0; i < n; i++) {
    if (!isfinite(r->data[i]))
      asset_fail(&r->job, "height %zu of hfield '%s' is not finite", i,
                 element_name(r->job.element));
    low = fminf(low, r->data[i]);
    high = fmaxf(high, r->data[i]);
  }
  for (size_t i = 0; i < n; i++) {
    r->data[i] -= low;
    if ((double)(high - low) > 1e-14)
      r->data[i] /= high - low;
  }
}

void hfield_make(AssetJob* job) {
  HFieldRecord* r = (HFieldRecord*)job;
  const mjsHField* p = r->pub;
  int n;
  const float* data = handle_floats(p->userdata, &n);
  for (int i = 0; i < 4; i++) {
    if (!(p->size[i] > 0))
      asset_fail(job, "hfield size not positive in '%s': size[%d] is %g",
                 element_name(job->element), i, p->size[i]);
  }
  if (!r->file) {
    take_user_data(r, data, n);
  } else {
    if (n || p->nrow || p->ncol)
      asset_fail(job, "hfield '%s' given both by file and manually", element_name(job->element));
    if (asset_is(r->file->type, kRaw) || (!r->file->type[0] && !asset_decoder(r->file, 1))) {
      read_raw(r);
    } else if (asset_decoder(r->file, 1)) {
      read_image(r);
    } else {
      asset_fail(job, "hfield file '%s': content type '%s' is not supported", r->file->name,
                 r->file->type);
    }
  }
  normalize(r);
}
