// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// libFuzzer target for one decoder module, built and run by decoders.sh. DECODER is the module's
// name. Whatever comes out of a decoder is read to the last number, so that the sanitizer sees
// arrays that are shorter than they claim.

#include <stdlib.h>
#include <string.h>

#include <fulcrum/decoder.h>
#include <fulcrum/module.h>

#define JOIN(a, b) a##b
#define MODULE(name) JOIN(fulcrum_module_, name)

const FcModule* MODULE(DECODER)(void);
int LLVMFuzzerTestOneInput(const unsigned char* data, size_t size);

static volatile unsigned sum;

static void look(const void* array, size_t n) {
  const unsigned char* bytes = array;
  for (size_t i = 0; i < n && bytes; i++)
    sum += bytes[i];
}

static void run_mesh(const FcDecoder* decoder, const FcSource* source) {
  char error[500] = "";
  FcMeshData m = {.size = sizeof m};
  int status = decoder->mesh(source, &m, error, sizeof error);
  if (!status) {
    look(m.vertex, 12 * (size_t)m.nvertex);
    look(m.normal, 12 * (size_t)m.nnormal);
    look(m.texcoord, 8 * (size_t)m.ntexcoord);
    look(m.face, 12 * (size_t)m.nface);
    look(m.facenormal, 12 * (size_t)m.nface);
    look(m.facetexcoord, 12 * (size_t)m.nface);
  } else if (!error[0]) {
    abort();
  }
  free(m.vertex);
  free(m.normal);
  free(m.texcoord);
  free(m.face);
  free(m.facenormal);
  free(m.facetexcoord);
}

static void run_image(const FcDecoder* decoder, const FcSource* source, int nchannel) {
  char error[500] = "";
  FcImageData image = {.size = sizeof image};
  if (!decoder->image(source, nchannel, &image, error, sizeof error)) {
    if (nchannel && image.nchannel != nchannel)
      abort();
    look(image.pixel, image.opaque
                          ? (size_t)image.width
                          : (size_t)image.width * (size_t)image.height * (size_t)image.nchannel);
  } else if (!error[0]) {
    abort();
  }
  free(image.pixel);
}

static void run_hfield(const FcDecoder* decoder, const FcSource* source) {
  char error[500] = "";
  FcHFieldData h = {.size = sizeof h};
  if (!decoder->hfield(source, &h, error, sizeof error))
    look(h.height, 4 * (size_t)h.nrow * (size_t)h.ncol);
  else if (!error[0])
    abort();
  free(h.height);
}

static void run_skin(const FcDecoder* decoder, const FcSource* source) {
  char error[500] = "";
  FcSkinData s = {.size = sizeof s};
  int status = decoder->skin(source, &s, error, sizeof error), names = 0, weights = 0;
  if (!status) {
    look(s.vertex, 12 * (size_t)s.nvertex);
    look(s.texcoord, 8 * (size_t)s.ntexcoord);
    look(s.face, 12 * (size_t)s.nface);
    look(s.bindpos, 12 * (size_t)s.nbone);
    look(s.bindquat, 16 * (size_t)s.nbone);
    look(s.vertid, 4 * (size_t)s.nweight);
    look(s.vertweight, 4 * (size_t)s.nweight);
    for (int i = 0; i < s.nname; i++)
      names += !s.name[i];
    for (int i = 0; i < s.nbone; i++)
      weights += s.bonevertnum[i];
  }
  if (status ? !error[0] : names != s.nbone || weights != s.nweight)
    abort();
  free(s.vertex);
  free(s.texcoord);
  free(s.face);
  free(s.name);
  free(s.bindpos);
  free(s.bindquat);
  free(s.bonevertnum);
  free(s.vertid);
  free(s.vertweight);
}

static void run_flex(const FcDecoder* decoder, const FcSource* source) {
  char error[500] = "";
  FcFlexData f = {.size = sizeof f};
  if (!decoder->flex(source, &f, error, sizeof error)) {
    look(f.point, 24 * (size_t)f.npoint);
    look(f.element, 4 * (size_t)(f.dim + 1) * (size_t)f.nelement);
  } else if (!error[0]) {
    abort();
  }
  free(f.point);
  free(f.element);
}

static void run(const FcDecoder* decoder, const FcSource* source) {
  if (decoder->mesh)
    run_mesh(decoder, source);
  for (int nchannel = 0; nchannel < 5 && decoder->image; nchannel++)
    run_image(decoder, source, nchannel);
  if (decoder->hfield)
    run_hfield(decoder, source);
  if (decoder->skin)
    run_skin(decoder, source);
  if (decoder->flex)
    run_flex(decoder, source);
}

int LLVMFuzzerTestOneInput(const unsigned char* data, size_t size) {
  const FcModule* module = MODULE(DECODER)();
  char* bytes = malloc(size + 1);
  if (!bytes)
    return 0;
  memcpy(bytes, data, size);
  bytes[size] = 0;
  FcSource source = {sizeof source, "fuzz", "", bytes, size, NULL, NULL, NULL};
  for (uint32_t i = 0; i < module->nface; i++)
    run(module->faces[i].table, &source);
  free(bytes);
  return 0;
}
