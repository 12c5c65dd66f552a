// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Height fields: from the model, from the decoder of a file, or from an image (its first row is the
// far edge, data row nrow-1). Heights are brought to the range from 0 to 1.

#include <math.h>
#include <string.h>

#include "core/model/assets/asset_cache.h"
#include "core/model/assets/asset_records.h"

enum { MOST_HEIGHTS = 1 << 30 };

// content type of a file without a known type
static const char* const kRaw = "image/vnd.mujoco.hfield";

void hfield_open(AssetJob* job) {
  HFieldRecord* r = (HFieldRecord*)job;
  const char* file = handle_string(r->pub->file);
  if (!file[0])
    return;
  job->path = asset_name(job, file);
  r->file = asset_named(job, file, handle_string(r->pub->content_type));
  AssetKind kind = ASSET_HFIELD;
  const FcDecoder* decoder = asset_decoder(r->file, ASSET_HFIELD);
  if (!decoder && (decoder = asset_decoder(r->file, ASSET_IMAGE)))
    kind = ASSET_IMAGE;
  if (!decoder)
    decoder = asset_decoder_or(r->file, ASSET_HFIELD, kRaw);
  if (!decoder)
    asset_fail(job, "hfield file '%s': content type '%s' is not supported", r->file->name,
               r->file->type);
  asset_read(job, r->file, element_compiler(job->element)->meshdir);
  asset_recall(r->file, decoder, kind, 1);
}

static void new_heights(HFieldRecord* r, int nrow, int ncol) {
  AssetJob* job = &r->job;
  if ((double)nrow * ncol > MOST_HEIGHTS)
    asset_fail(job, "hfield '%s' is too large: %d rows of %d columns, at most %d heights expected",
               element_name(job->element), nrow, ncol, MOST_HEIGHTS);
  asset_check_pixels(job, "hfield", nrow, ncol, "heights");
  r->nrow = nrow;
  r->ncol = ncol;
  r->data = ASSET_NEW(job, float, (size_t)nrow*(size_t)ncol);
}

static void take_heights(HFieldRecord* r, const FcHFieldData* from) {
  new_heights(r, from->nrow, from->ncol);
  memcpy(r->data, from->height, (size_t)r->nrow * (size_t)r->ncol * sizeof *r->data);
}

static void take_image(HFieldRecord* r, const FcImageData* image) {
  AssetJob* job = &r->job;
  if (image->opaque)
    asset_fail(job, "hfield file '%s': this kind of image has no pixels", r->file->name);
  new_heights(r, image->height, image->width);
  for (int i = 0; i < r->nrow; i++) {
    for (int k = 0; k < r->ncol; k++) {
      size_t from = (size_t)(r->nrow - 1 - i) * (size_t)r->ncol + (size_t)k;
      r->data[(size_t)i * (size_t)r->ncol + (size_t)k] = image->pixel[from];
    }
  }
}

static void take_file(HFieldRecord* r) {
  const Decoded* d = asset_decode(&r->job, r->file);
  if (r->file->kind == ASSET_IMAGE)
    take_image(r, &d->image);
  else
    take_heights(r, &d->hfield);
}

static void take_user_data(HFieldRecord* r, const float* data, int n) {
  AssetJob* job = &r->job;
  const mjsHField* p = r->pub;
  if (p->nrow < 1 || p->ncol < 1)
    asset_fail(job, "hfield '%s' not specified: a file, or nrow and ncol, are expected",
               element_name(job->element));
  if (n && (double)p->nrow * p->ncol != n)
    asset_fail(job, "elevation data length must match nrow*ncol");
  new_heights(r, p->nrow, p->ncol);
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
    take_file(r);
  }
  normalize(r);
}
