// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Loaders, decoders and savers: for any bytes, the result is a model (or arrays) or a message.

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <fulcrum/decoder.h>
#include <fulcrum/file.h>
#include <fulcrum/host.h>
#include <fulcrum/loader.h>

#include "tools/check/check.h"

#define ERROR_SIZE 1000

// ---------------------------------------------------------------- bytes

typedef struct Bytes_ {
  char name[300];
  char* text;  // ends with a 0 that is not counted
  size_t n;
} Bytes;

static void put_bytes(Bytes* b, const char* name, const char* text, size_t n) {
  snprintf(b->name, sizeof b->name, "%s", name);
  b->text = malloc(n + 1);
  if (!b->text)
    abort();
  memcpy(b->text, text, n);
  b->text[n] = 0;
  b->n = n;
}

static int read_bytes(Bytes* b, const char* path) {
  FILE* file = fc_openInput(path);
  char* text = NULL;
  size_t n = 0, got;
  do {
    text = realloc(text, n + 65537);
    got = file && text ? fread(text + n, 1, 65536, file) : 0;
    n += got;
  } while (got);
  if (file)
    fclose(file);
  put_bytes(b, path, text ? text : "", file ? n : 0);
  free(text);
  return file != NULL;
}

// nothing, noise, and texts of other formats
#define SAMPLES 5
static void make_samples(const FcFace* face, Bytes sample[SAMPLES]) {
  static char noise[3000];
  char name[300];
  uint32_t seed = 1;
  for (size_t i = 0; i < sizeof noise; i++)
    noise[i] = (char)((seed = seed * 1664525u + 1013904223u) >> 24);
  snprintf(name, sizeof name, "check%s",
           face->types && face->types[0] && face->types[0][0] == '.' ? face->types[0] : ".bin");
  static const char* const texts[] = {"", "<mujoco/>", "1 2 3\n4 five 6\n", "\n\n\n"};
  for (int i = 0; i < SAMPLES - 1; i++)
    put_bytes(sample + i, name, texts[i], strlen(texts[i]));
  put_bytes(sample + SAMPLES - 1, name, noise, sizeof noise);
}

// ---------------------------------------------------------------- reading

static void free_mesh(FcMeshData* a) {
  free(a->vertex);
  free(a->normal);
  free(a->texcoord);
  free(a->face);
  free(a->facenormal);
  free(a->facetexcoord);
}

static void free_skin(FcSkinData* a) {
  free(a->vertex);
  free(a->texcoord);
  free(a->face);
  free(a->name);
  free(a->bindpos);
  free(a->bindquat);
  free(a->bonevertnum);
  free(a->vertid);
  free(a->vertweight);
}

// the fault in the way a file was refused, NULL: none
static const char* message_fault(int status, const char* error) {
  return status > 0            ? "it returned a number above 0"
         : status && !error[0] ? "it failed without a message"
                               : NULL;
}

static const char* decode(const FcFace* face, const FcSource* source) {
  const FcDecoder* table = face->table;
  FcMeshData mesh = {.size = sizeof mesh};
  FcImageData image = {.size = sizeof image};
  FcHFieldData hfield = {.size = sizeof hfield};
  FcSkinData skin = {.size = sizeof skin};
  FcFlexData flex = {.size = sizeof flex};
  const char* fault = NULL;
  char error[ERROR_SIZE];
#define DECODE(member, call)                            \
  do {                                                  \
    error[0] = 0;                                       \
    if (!fault && table->member)                        \
      fault = message_fault(table->member call, error); \
  } while (0)
  DECODE(mesh, (source, &mesh, error, ERROR_SIZE));
  DECODE(image, (source, 0, &image, error, ERROR_SIZE));
  DECODE(hfield, (source, &hfield, error, ERROR_SIZE));
  DECODE(skin, (source, &skin, error, ERROR_SIZE));
  if (table->size > offsetof(FcDecoder, flex))
    DECODE(flex, (source, &flex, error, ERROR_SIZE));
  free_mesh(&mesh);
  free_skin(&skin);
  free(image.pixel);
  free(hfield.height);
  free(flex.point);
  free(flex.element);
  return fault;
}

static const char* load(const FcFace* face, const FcSource* source) {
  const FcLoader* table = face->table;
  char error[ERROR_SIZE] = "";
  FcLoaded loaded = {.size = sizeof loaded};
  const int score = table->sniff(source);
  if (score < 0 || score > 100)
    return "sniff is not between 0 and 100";
  const int status = table->load(source, &loaded, error, ERROR_SIZE);
  const char* fault = message_fault(status, error);
  if (!fault && status && (loaded.spec || loaded.model))
    fault = "it failed and left a result";
  if (!fault && !status && !loaded.spec == !loaded.model)
    fault = "it succeeded without exactly one result";
  mj_deleteSpec(loaded.spec);
  mj_deleteModel(loaded.model);
  return fault;
}

static const char* read_file(const FcFace* face, const Bytes* bytes) {
  int nsource = 0;
  const FcSource source = {.size = sizeof source,
                           .name = bytes->name,
                           .directory = "",
                           .bytes = bytes->text,
                           .nbyte = bytes->n,
                           .nsource = &nsource};
  return face->kind == FC_LOADER ? load(face, &source) : decode(face, &source);
}

// ---------------------------------------------------------------- writing

#define GUARD 64

static const char* save(const FcFace* face) {
  const FcSaver* table = face->table;
  char error[ERROR_SIZE] = "";
  const char* fault = NULL;
  // made once, while there is memory
  static mjSpec* spec;
  static mjModel* m;
  if (!spec)
    spec = mj_parseXMLString(
        "<mujoco><worldbody><body name='a'><freejoint/><geom "
        "size='.1'/></body></worldbody></mujoco>",
        NULL, error, sizeof error);
  if (spec && !m)
    m = mj_compile(spec, NULL);
  if (!m)
    return "the scene does not compile";
  const int64_t n = table->save(spec, m, NULL, NULL, 0, error, sizeof error);
  for (int part = 0; part < 3 && !fault && n >= 0; part++) {
    const size_t size = part == 0 ? (size_t)n + 1 : part == 1 ? (size_t)n / 2 + 1 : 1;
    char* text = malloc(size + GUARD);
    if (!text)
      break;
    memset(text, 0x55, size + GUARD);
    const int64_t again = table->save(spec, m, NULL, text, size, error, sizeof error);
    // without memory it may fail
    if (again >= 0 && again != n)
      fault = "its length depends on the size of the buffer";
    for (int i = 0; i < GUARD && !fault; i++)
      fault = text[size + (size_t)i] != 0x55 ? "it writes beyond the end of the buffer" : NULL;
    if (!fault && again >= 0 && !memchr(text, 0, size))
      fault = "the text does not end with a 0";
    free(text);
  }
  return n < 0 && !error[0] ? "it failed without a message" : fault;
}

// ---------------------------------------------------------------- tests

// reads all samples, or the user's file, or draws; returns the fault, NULL: none
const char* check_use(const Check* check, const FcFace* face) {
  Bytes sample[SAMPLES];
  const char* fault = NULL;
  if (face->kind == FC_SAVER)
    return save(face);
  if (face->kind == FC_RENDERER)
    return check_draw(face);
  if (check->path) {
    if (!read_bytes(sample, check->path))
      fault = "the file cannot be read";
    if (!fault)
      fault = read_file(face, sample);
    free(sample->text);
    return fault;
  }
  make_samples(face, sample);
  for (int i = 0; i < SAMPLES; i++) {
    if (!fault)
      fault = read_file(face, sample + i);
    free(sample[i].text);
  }
  return fault;
}

void check_files(Check* check, const FcFace* face, mjModel* m) {
  (void)m;
  check_phase(check, "%s with %s", face->kind == FC_SAVER ? "writing" : "reading", face->name);
  const char* fault = check_use(check, face);
  check_result(check, !fault, "%s %s: %s", fc_kindName(face->kind), face->name,
               fault                    ? fault
               : face->kind == FC_SAVER ? "writes no more than fits"
               : check->path            ? "reads the file or tells why not"
                                        : "any bytes give a result or a message");
}
