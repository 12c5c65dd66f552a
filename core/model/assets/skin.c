// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Skins: meshes whose vertices follow bones with weights, from the model or the decoder of a file.

#include <math.h>
#include <string.h>

#include "core/model/assets/asset_cache.h"
#include "core/model/assets/asset_records.h"

void skin_open(AssetJob* job) {
  SkinRecord* r = (SkinRecord*)job;
  const char* file = handle_string(r->pub->file);
  if (!file[0])
    return;
  job->path = asset_name(job, file);
  r->file = asset_named(job, file, "");
  const FcDecoder* decoder = asset_decoder(r->file, ASSET_SKIN);
  if (!decoder)
    asset_fail(job, "skin file type unknown: '%s', .skn expected", file);
  asset_read(job, r->file, element_compiler(job->element)->meshdir);
  asset_recall(r->file, decoder, ASSET_SKIN, 0);
}

static void new_bones(SkinRecord* r, int nbone, size_t nbonevert) {
  r->nbone = nbone;
  r->bodyname = ASSET_NEW(&r->job, const char*, nbone);
  r->bodyid = ASSET_NEW(&r->job, int, nbone);
  r->bonevertnum = ASSET_NEW(&r->job, int, nbone);
  r->bonevertadr = ASSET_NEW(&r->job, int, nbone);
  r->bindpos = ASSET_NEW(&r->job, float, 3 * (size_t)nbone);
  r->bindquat = ASSET_NEW(&r->job, float, 4 * (size_t)nbone);
  r->vertid = ASSET_NEW(&r->job, int, nbonevert);
  r->vertweight = ASSET_NEW(&r->job, float, nbonevert);
}

// result of a decoder, which may be shared
static void take_decoded(SkinRecord* r, const FcSkinData* d) {
  const char* name = d->name;
  r->nvert = d->nvertex;
  r->ntexcoord = d->ntexcoord;
  r->nface = d->nface;
  r->vert = d->vertex;
  r->texcoord = d->texcoord;
  r->face = d->face;
  new_bones(r, d->nbone, (size_t)d->nweight);
  for (int i = 0; i < r->nbone; i++) {
    r->bodyname[i] = name;
    name += strlen(name) + 1;
    r->bonevertnum[i] = d->bonevertnum[i];
    r->bonevertadr[i] = r->nbonevert;
    r->nbonevert += d->bonevertnum[i];
  }
  if (!r->nbone)
    return;
  memcpy(r->bindpos, d->bindpos, 3 * (size_t)r->nbone * sizeof *d->bindpos);
  memcpy(r->bindquat, d->bindquat, 4 * (size_t)r->nbone * sizeof *d->bindquat);
  memcpy(r->vertid, d->vertid, (size_t)r->nbonevert * sizeof *d->vertid);
  memcpy(r->vertweight, d->vertweight, (size_t)r->nbonevert * sizeof *d->vertweight);
}

// ---------------------------------------------------------------- the model's own numbers

static int whole(SkinRecord* r, int n, int per, const char* what) {
  if (n % per)
    asset_fail(&r->job, "skin data invalid: %s must be a multiple of %d, %d numbers were given",
               what, per, n);
  return n / per;
}

static void take_element(SkinRecord* r) {
  AssetJob* job = &r->job;
  const mjsSkin* p = r->pub;
  int n, npos, nquat, nbone = handle_strings_size(p->bodyname);
  r->vert = handle_floats(p->vert, &n);
  r->nvert = whole(r, n, 3, "vertex");
  r->texcoord = handle_floats(p->texcoord, &n);
  r->ntexcoord = whole(r, n, 2, "texcoord");
  r->face = handle_ints(p->face, &n);
  r->nface = whole(r, n, 3, "face");
  const float* pos = handle_floats(p->bindpos, &npos);
  const float* quat = handle_floats(p->bindquat, &nquat);
  if (npos != 3 * nbone || nquat != 4 * nbone || handle_intlists_size(p->vertid) != nbone ||
      handle_floatlists_size(p->vertweight) != nbone)
    asset_fail(job, "skin '%s': bone data must have the same number of entries, %d expected",
               element_name(job->element), nbone);
  size_t total = 0;
  for (int i = 0; i < nbone; i++) {
    handle_intlists_item(p->vertid, i, &n);
    total += (size_t)n;
  }
  new_bones(r, nbone, total);
  if (npos)
    memcpy(r->bindpos, pos, (size_t)npos * sizeof *pos);
  if (nquat)
    memcpy(r->bindquat, quat, (size_t)nquat * sizeof *quat);
  for (int i = 0; i < nbone; i++) {
    int nweight;
    const int* id = handle_intlists_item(p->vertid, i, &n);
    const float* weight = handle_floatlists_item(p->vertweight, i, &nweight);
    if (!n || n != nweight)
      asset_fail(job,
                 "skin '%s', bone %d: vertid and vertweight must have equal length above 0: "
                 "%d and %d given",
                 element_name(job->element), i, n, nweight);
    r->bodyname[i] = handle_strings_item(p->bodyname, i);
    r->bonevertnum[i] = n;
    r->bonevertadr[i] = r->nbonevert;
    memcpy(r->vertid + r->nbonevert, id, (size_t)n * sizeof *id);
    memcpy(r->vertweight + r->nbonevert, weight, (size_t)n * sizeof *weight);
    r->nbonevert += n;
  }
}

// ---------------------------------------------------------------- checks and weights

// numbers of a bone, `per` each
static void check_finite(SkinRecord* r, const float* values, int n, int per, const char* what) {
  for (int i = 0; i < n * per; i++) {
    if (!isfinite(values[i]))
      asset_fail(&r->job, "skin '%s', bone %d: %s not finite", element_name(r->job.element),
                 i / per, what);
  }
}

static void check_bones(SkinRecord* r) {
  AssetJob* job = &r->job;
  const char* name = element_name(job->element);
  check_finite(r, r->bindpos, r->nbone, 3, "bindpos");
  check_finite(r, r->bindquat, r->nbone, 4, "bindquat");
  for (int i = 0; i < r->nbone; i++) {
    for (int k = r->bonevertadr[i]; k < r->bonevertadr[i] + r->bonevertnum[i]; k++) {
      if (r->vertid[k] < 0 || r->vertid[k] >= r->nvert)
        asset_fail(job, "skin '%s', bone %d: vertid %d out of range, the skin has %d vertices",
                   name, i, r->vertid[k], r->nvert);
      if (!isfinite(r->vertweight[k]))
        asset_fail(job, "skin '%s', bone %d: weight of vertex %d not finite", name, i,
                   r->vertid[k]);
    }
  }
}

static void check(SkinRecord* r) {
  AssetJob* job = &r->job;
  const char* name = element_name(job->element);
  if (!r->nvert || !r->nface || !r->nbone)
    asset_fail(job, "skin data missing in '%s': %d vertices, %d faces, %d bones", name, r->nvert,
               r->nface, r->nbone);
  if (r->ntexcoord && r->ntexcoord != r->nvert)
    asset_fail(job, "skin '%s': texcoord must have 2 numbers per vertex, %d expected, %d given",
               name, 2 * r->nvert, 2 * r->ntexcoord);
  for (int i = 0; i < 3 * r->nface; i++) {
    if (r->face[i] < 0 || r->face[i] >= r->nvert)
      asset_fail(job, "skin '%s': face %d refers to non-existing vertex %d of %d", name, i / 3,
                 r->face[i], r->nvert);
  }
  for (int i = 0; i < 3 * r->nvert; i++)
    if (!isfinite(r->vert[i]))
      asset_fail(job, "skin '%s': vertex %d not finite", name, i / 3);
  check_bones(r);
}

static void normalize(SkinRecord* r) {
  float* total = ASSET_NEW(&r->job, float, r->nvert);
  for (int i = 0; i < r->nbonevert; i++)
    total[r->vertid[i]] += r->vertweight[i];
  for (int i = 0; i < r->nvert; i++) {
    if (!((double)total[i] > mjMINVAL))
      asset_fail(&r->job, "total weight of vertex %d not positive in skin '%s'", i,
                 element_name(r->job.element));
  }
  for (int i = 0; i < r->nbonevert; i++)
    r->vertweight[i] /= total[r->vertid[i]];
  for (int i = 0; i < r->nbone; i++) {
    double quat[4];
    for (int k = 0; k < 4; k++)
      quat[k] = r->bindquat[4 * i + k];
    compile_normalize(quat, 4);
    for (int k = 0; k < 4; k++)
      r->bindquat[4 * i + k] = (float)quat[k];
  }
}

void skin_make(AssetJob* job) {
  SkinRecord* r = (SkinRecord*)job;
  if (r->file) {
    const mjsSkin* p = r->pub;
    int n[3];
    handle_floats(p->vert, n);
    handle_ints(p->face, n + 1);
    handle_floats(p->texcoord, n + 2);
    if (n[0] || n[1] || n[2] || handle_strings_size(p->bodyname))
      asset_fail(job, "skin '%s' has both data and file", element_name(job->element));
    take_decoded(r, &asset_decode(job, r->file)->skin);
  } else {
    take_element(r);
  }
  check(r);
  normalize(r);
}
