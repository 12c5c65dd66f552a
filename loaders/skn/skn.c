// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// SKN: counts of vertices, texture coordinates, triangles and bones; the three arrays; then per
// bone 40 bytes of body name, bind position and orientation, the number of its vertices, their
// numbers and their weights. All numbers are little-endian and have four bytes.

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <fulcrum/decoder.h>
#include <fulcrum/module.h>

enum { HEADER = 16, NAME_BYTES = 40, BONE_NUMBERS = 18 };

typedef struct Reader_ {
  const char* at;
  size_t left;  // numbers of four bytes
  char* error;
  int error_size;
} Reader;

__attribute__((format(printf, 2, 3))) static int fail(Reader* r, const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(r->error, (size_t)r->error_size, format, arguments);
  va_end(arguments);
  return -1;
}

// the next n numbers
static void read_numbers(Reader* r, void* to, size_t n) {
  if (n)
    memcpy(to, r->at, 4 * n);
  r->at += 4 * n;
  r->left -= n;
}

// array of the next n numbers; NULL when there are fewer or none
static void* take(Reader* r, size_t n, int* failed) {
  void* array = n && n <= r->left ? malloc(4 * n) : NULL;
  if (array)
    read_numbers(r, array, n);
  else if (n)
    *failed = n <= r->left
                  ? fail(r, "out of memory for %zu numbers", n)
                  : fail(r, "insufficient data: %zu numbers expected, %zu left", n, r->left);
  return array;
}

// allocate the bones; the rest of the file holds at most their vertices
static int new_bones(Reader* r, FcSkinData* skin, int nbone) {
  if ((size_t)nbone > r->left / BONE_NUMBERS)
    return fail(r, "insufficient data for %d bones", nbone);
  size_t n = (size_t)nbone, weights = r->left / 2;
  skin->name = malloc(NAME_BYTES * n + 1);
  skin->bindpos = malloc(12 * n + 1);
  skin->bindquat = malloc(16 * n + 1);
  skin->bonevertnum = malloc(sizeof(int) * n + 1);
  skin->vertid = malloc(sizeof(int) * weights + 1);
  skin->vertweight = malloc(sizeof(float) * weights + 1);
  if (!skin->name || !skin->bindpos || !skin->bindquat || !skin->bonevertnum || !skin->vertid ||
      !skin->vertweight)
    return fail(r, "out of memory for %d bones", nbone);
  return 0;
}

static int read_bone(Reader* r, FcSkinData* skin) {
  int i = skin->nbone, count;
  char name[NAME_BYTES];
  if (r->left < BONE_NUMBERS)
    return fail(r, "insufficient data, bone %d", i);
  read_numbers(r, name, NAME_BYTES / 4);
  name[NAME_BYTES - 1] = 0;
  strcpy(skin->name + skin->nname, name);
  skin->nname += (int)strlen(name) + 1;
  read_numbers(r, skin->bindpos + 3 * i, 3);
  read_numbers(r, skin->bindquat + 4 * i, 4);
  read_numbers(r, &count, 1);
  if (count < 1)
    return fail(r, "vertex count must be positive, bone %d: %d", i, count);
  if (2 * (size_t)count > r->left)
    return fail(r, "insufficient vertex data, bone %d", i);
  skin->bonevertnum[i] = count;
  read_numbers(r, skin->vertid + skin->nweight, (size_t)count);
  read_numbers(r, skin->vertweight + skin->nweight, (size_t)count);
  skin->nweight += count;
  skin->nbone++;
  return 0;
}

static int decode(const FcSource* source, FcSkinData* skin, char* error, int error_size) {
  Reader r = {.error = error, .error_size = error_size};
  int32_t n[4];
  int failed = 0;
  if (source->nbyte < HEADER)
    return fail(&r, "no header of %d bytes", HEADER);
  memcpy(n, source->bytes, sizeof n);
  if (n[0] < 0 || n[1] < 0 || n[2] < 0 || n[3] < 0)
    return fail(&r, "negative size: %d vertices, %d texcoords, %d faces, %d bones", (int)n[0],
                (int)n[1], (int)n[2], (int)n[3]);
  r.at = source->bytes + HEADER;
  r.left = (source->nbyte - HEADER) / 4;
  skin->vertex = take(&r, 3 * (size_t)n[0], &failed);
  skin->texcoord = take(&r, 2 * (size_t)n[1], &failed);
  skin->face = take(&r, 3 * (size_t)n[2], &failed);
  if (failed || new_bones(&r, skin, n[3]))
    return -1;
  skin->nvertex = n[0];
  skin->ntexcoord = n[1];
  skin->nface = n[2];
  while (skin->nbone < n[3])
    if (read_bone(&r, skin))
      return -1;
  size_t left = (size_t)(source->bytes + source->nbyte - r.at);
  return left ? fail(&r, "skin buffer size unexpected: %zu bytes are left over", left) : 0;
}

static const FcDecoder table = {.size = sizeof(FcDecoder),
                                .content_type = "model/vnd.mujoco.skn",
                                .extension = ".skn",
                                .skin = decode};
static const char* const types[] = {"model/vnd.mujoco.skn", ".skn", NULL};
static const FcFace faces[] = {
    {.size = sizeof(FcFace), .kind = FC_DECODER, .name = "skn", .table = &table, .types = types}};

FC_MODULE_WITH(skn, "skn", "1.0.0", "Apache-2.0", NULL, faces, 0,
               "Skins from SKN files, a binary format of MuJoCo", NULL)
