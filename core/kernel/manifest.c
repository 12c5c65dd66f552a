// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#include "core/kernel/manifest.h"

#include <fulcrum/solver.h>

#include <cjson/cJSON.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <fulcrum/host.h>

// ---------------------------------------------------------------- reading

static int complain(char* error, int error_size, const char* what) {
  snprintf(error, (size_t)error_size, "%s", what);
  return -1;
}

static int read_string(const cJSON* object, const char* key, char** out, char* error,
                       int error_size) {
  const cJSON* item = cJSON_GetObjectItemCaseSensitive(object, key);
  if (!cJSON_IsString(item) || !item->valuestring[0]) {
    snprintf(error, (size_t)error_size, "\"%s\" must be a text that is not empty", key);
    return -1;
  }
  *out = strdup(item->valuestring);
  return *out ? 0 : complain(error, error_size, "out of memory");
}

// an optional array of strings
static int read_strings(const cJSON* object, const char* key, char*** out, int* n, char* error,
                        int error_size) {
  const cJSON* array = cJSON_GetObjectItemCaseSensitive(object, key);
  if (!array)
    return 0;
  if (!cJSON_IsArray(array)) {
    snprintf(error, (size_t)error_size, "\"%s\" must be a list of names", key);
    return -1;
  }
  *out = calloc((size_t)cJSON_GetArraySize(array) + 1, sizeof **out);
  if (!*out)
    return complain(error, error_size, "out of memory");
  const cJSON* item;
  cJSON_ArrayForEach(item, array) {
    if (!cJSON_IsString(item) || !item->valuestring[0]) {
      snprintf(error, (size_t)error_size, "\"%s\" must be a list of names", key);
      return -1;
    }
    if (!((*out)[*n] = strdup(item->valuestring)))
      return complain(error, error_size, "out of memory");
    (*n)++;
  }
  return 0;
}

static int read_int(const cJSON* object, const char* key, int required, int* out, char* error,
                    int error_size) {
  const cJSON* item = cJSON_GetObjectItemCaseSensitive(object, key);
  if (!item && !required)
    return 0;
  if (!cJSON_IsNumber(item) || item->valuedouble != (double)item->valueint) {
    snprintf(error, (size_t)error_size, "\"%s\" must be a whole number", key);
    return -1;
  }
  *out = item->valueint;
  return 0;
}

static int read_provision(Provision* p, const cJSON* item, char* error, int error_size) {
  char* kind = NULL;
  if (!cJSON_IsObject(item))
    return complain(error, error_size, "each entry of \"provides\" must be an object");
  if (read_string(item, "kind", &kind, error, error_size))
    return -1;
  p->kind = fc_kindOf(kind);
  if (!p->kind)
    snprintf(error, (size_t)error_size, "\"provides\" names the unknown kind \"%s\"", kind);
  free(kind);
  if (!p->kind)
    return -1;
  if (read_string(item, "name", &p->name, error, error_size))
    return -1;
  p->post = cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(item, "post"));
  int value = -1;
  if (read_int(item, "number", 0, &value, error, error_size))
    return -1;
  p->number = FC_NUMBER(value);
  return read_strings(item, "types", &p->types, &p->ntype, error, error_size);
}

static int read_manifest(Manifest* m, const cJSON* root, const char* stem, char* error,
                         int error_size) {
  if (!cJSON_IsObject(root))
    return complain(error, error_size, "it must hold one JSON object");
  if (read_string(root, "name", &m->name, error, error_size))
    return -1;
  if (strcmp(m->name, stem)) {
    snprintf(error, (size_t)error_size,
             "it names the module \"%s\", but the file is called %s.json", m->name, stem);
    return -1;
  }
  if (read_string(root, "version", &m->version, error, error_size))
    return -1;
  if (cJSON_GetObjectItemCaseSensitive(root, "licence")) {
    if (read_string(root, "licence", &m->licence, error, error_size))
      return -1;
  } else if (!(m->licence = strdup(""))) {
    return complain(error, error_size, "out of memory");
  }
  if (read_int(root, "abi", 1, &m->abi, error, error_size))
    return -1;
  if (read_int(root, "rank", 0, &m->rank, error, error_size))
    return -1;
  if (read_strings(root, "overrides", &m->overrides, &m->noverride, error, error_size))
    return -1;

  const cJSON* provides = cJSON_GetObjectItemCaseSensitive(root, "provides");
  if (!cJSON_IsArray(provides) || !cJSON_GetArraySize(provides)) {
    return complain(error, error_size, "\"provides\" must be a list with at least one entry");
  }
  m->provides = calloc((size_t)cJSON_GetArraySize(provides), sizeof *m->provides);
  if (!m->provides)
    return complain(error, error_size, "out of memory");
  const cJSON* item;
  cJSON_ArrayForEach(item, provides) {
    if (read_provision(m->provides + m->nprovide++, item, error, error_size))
      return -1;
  }
  return 0;
}

int manifest_parse(Manifest* manifest, const char* text, const char* stem, char* error,
                   int error_size) {
  memset(manifest, 0, sizeof *manifest);
  const char* end = NULL;
  cJSON* root = cJSON_ParseWithOpts(text, &end, 1);
  if (!root) {
    // say where: count the lines up to the place the parser stopped at
    int line = 1;
    for (const char* c = text; end && c < end; c++)
      line += *c == '\n';
    snprintf(error, (size_t)error_size, "line %d is not valid JSON", line);
    return -1;
  }
  int status = read_manifest(manifest, root, stem, error, error_size);
  cJSON_Delete(root);
  if (status)
    manifest_free(manifest);
  return status;
}

// ---------------------------------------------------------------- from a descriptor

static int copy_types(Provision* p, const char* const* types) {
  int n = 0;
  while (types && types[n])
    n++;
  if (!n)
    return 0;
  if (!(p->types = calloc((size_t)n, sizeof *p->types)))
    return -1;
  for (; p->ntype < n; p->ntype++) {
    if (!(p->types[p->ntype] = strdup(types[p->ntype])))
      return -1;
  }
  return 0;
}

int manifest_from_descriptor(Manifest* manifest, const FcModule* module) {
  memset(manifest, 0, sizeof *manifest);
  manifest->name = strdup(module->name);
  manifest->version = strdup(module->version);
  manifest->licence = strdup(module->licence);
  manifest->abi = (int)module->abi;
  manifest->provides = calloc(module->nface, sizeof *manifest->provides);
  int failed = !manifest->name || !manifest->version || !manifest->licence || !manifest->provides;
  for (uint32_t i = 0; i < module->nface && !failed; i++) {
    Provision* p = manifest->provides + manifest->nprovide++;
    p->kind = module->faces[i].kind;
    p->name = strdup(module->faces[i].name);
    p->number = module->faces[i].number;
    p->post =
        p->kind == FC_SOLVER && ((const FcSolver*)module->faces[i].table)->flags & FC_SOLVER_POST;
    failed = !p->name || copy_types(p, module->faces[i].types);
  }
  if (failed)
    manifest_free(manifest);
  return failed ? -1 : 0;
}

// ---------------------------------------------------------------- the rest

void manifest_free(Manifest* manifest) {
  for (int i = 0; i < manifest->nprovide; i++) {
    Provision* p = manifest->provides + i;
    for (int k = 0; k < p->ntype; k++)
      free(p->types[k]);
    free(p->types), free(p->name);
  }
  for (int i = 0; i < manifest->noverride; i++)
    free(manifest->overrides[i]);
  free(manifest->overrides), free(manifest->provides);
  free(manifest->name), free(manifest->version), free(manifest->licence);
  memset(manifest, 0, sizeof *manifest);
}

int provision_serves(const Provision* provision, const char* name) {
  if (!strcmp(provision->name, name))
    return 1;
  for (int i = 0; i < provision->ntype; i++) {
    if (!strcmp(provision->types[i], name))
      return 1;
  }
  return 0;
}
