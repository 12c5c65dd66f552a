// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#include <cjson/cJSON.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <fulcrum/host.h>

#include "core/kernel/modules/manifest.h"

// ---------------------------------------------------------------- reading

static int complain(char* error, int error_size, const char* what) {
  snprintf(error, (size_t)error_size, "%s", what);
  return -1;
}

static int out_of_memory(char* error, int error_size) {
  complain(error, error_size, "out of memory");
  errno = ENOMEM;
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
  return *out ? 0 : out_of_memory(error, error_size);
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
    return out_of_memory(error, error_size);
  const cJSON* item;
  cJSON_ArrayForEach(item, array) {
    if (!cJSON_IsString(item) || !item->valuestring[0]) {
      snprintf(error, (size_t)error_size, "\"%s\" must be a list of names", key);
      return -1;
    }
    if (!((*out)[*n] = strdup(item->valuestring)))
      return out_of_memory(error, error_size);
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
  if (strcmp(m->name, stem) != 0) {
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
    return out_of_memory(error, error_size);
  }
  if (read_int(root, "abi", 1, &m->abi, error, error_size))
    return -1;
  if (read_int(root, "rank", 0, &m->rank, error, error_size))
    return -1;
  if (read_strings(root, "overrides", &m->overrides, &m->noverride, error, error_size))
    return -1;

  const cJSON* provides = cJSON_GetObjectItemCaseSensitive(root, "provides");
  if (!cJSON_IsArray(provides) || !cJSON_GetArraySize(provides))
    return complain(error, error_size, "\"provides\" must be a list with at least one entry");
  m->provides = calloc((size_t)cJSON_GetArraySize(provides), sizeof *m->provides);
  if (!m->provides)
    return out_of_memory(error, error_size);
  const cJSON* item;
  cJSON_ArrayForEach(item, provides) {
    if (read_provision(m->provides + m->nprovide++, item, error, error_size))
      return -1;
  }
  return 0;
}

static int line_of(const char* text, const char* place) {
  int line = 1;
  for (const char* c = text; c < place; c++)
    line += *c == '\n';
  return line;
}

// The first byte that is not valid UTF-8 (RFC 3629), NULL if all are: a sequence has the length
// given by its first byte, is the shortest possible, and encodes neither a surrogate nor a code
// point above U+10FFFF.
static const char* not_utf8(const char* text) {
  const unsigned char* at = (const unsigned char*)text;
  while (*at) {
    const int n = *at < 0x80                  ? 1
                  : *at >= 0xc2 && *at < 0xe0 ? 2
                  : *at >> 4 == 0xe           ? 3
                  : *at >= 0xf0 && *at < 0xf5 ? 4
                                              : 0;
    if (!n)
      return (const char*)at;
    for (int k = 1; k < n; k++) {
      const int low = k > 1 ? 0x80 : *at == 0xe0 ? 0xa0 : *at == 0xf0 ? 0x90 : 0x80;
      const int high = k > 1 ? 0xbf : *at == 0xed ? 0x9f : *at == 0xf4 ? 0x8f : 0xbf;
      if (at[k] < low || at[k] > high)
        return (const char*)(at[k] ? at + k : at);
    }
    at += n;
  }
  return NULL;
}

int manifest_parse(Manifest* manifest, const char* text, const char* stem, char* error,
                   int error_size) {
  memset(manifest, 0, sizeof *manifest);
  const char* odd = not_utf8(text);
  if (odd) {
    errno = 0;
    snprintf(error, (size_t)error_size, "line %d is not UTF-8: the byte 0x%02x cannot be there",
             line_of(text, odd), (unsigned char)*odd);
    return -1;
  }
  const char* end = NULL;
  errno = 0;
  cJSON* root = cJSON_ParseWithOpts(text, &end, 1);
  if (!root && errno == ENOMEM)
    return out_of_memory(error, error_size);
  if (!root) {
    // report the line: count line ends up to where the parser stopped
    errno = 0;
    snprintf(error, (size_t)error_size, "line %d is not valid JSON", end ? line_of(text, end) : 1);
    return -1;
  }
  errno = 0;
  int status = read_manifest(manifest, root, stem, error, error_size);
  const int why = errno == ENOMEM ? ENOMEM : 0;
  cJSON_Delete(root);
  if (status)
    manifest_free(manifest);
  errno = why;
  return status;
}

// ---------------------------------------------------------------- from a descriptor

static int copy_list(char*** copy, int* ncopy, const char* const* list) {
  int n = 0;
  while (list && list[n])
    n++;
  if (!n)
    return 0;
  if (!(*copy = calloc((size_t)n, sizeof **copy)))
    return -1;
  for (; *ncopy < n; ++*ncopy)
    if (!((*copy)[*ncopy] = strdup(list[*ncopy])))
      return -1;
  return 0;
}

int manifest_from_descriptor(Manifest* manifest, const FcModule* module) {
  memset(manifest, 0, sizeof *manifest);
  manifest->name = strdup(module->name);
  manifest->version = strdup(module->version);
  manifest->licence = strdup(module->licence ? module->licence : "");
  manifest->abi = (int)module->abi;
  manifest->rank = module->rank;
  manifest->provides = calloc(module->nface, sizeof *manifest->provides);
  int failed = !manifest->name || !manifest->version || !manifest->licence || !manifest->provides ||
               copy_list(&manifest->overrides, &manifest->noverride, module->overrides);
  for (uint32_t i = 0; i < module->nface && !failed; i++) {
    Provision* p = manifest->provides + manifest->nprovide++;
    p->kind = module->faces[i].kind;
    p->name = strdup(module->faces[i].name);
    p->number = module->faces[i].number;
    failed = !p->name || copy_list(&p->types, &p->ntype, module->faces[i].types);
  }
  if (failed)
    manifest_free(manifest);
  return failed ? -1 : 0;
}

// ---------------------------------------------------------------- comparing

static int differ(char* text, int size, const char* format, ...) mjPRINTFLIKE(3, 4);
static int differ(char* text, int size, const char* format, ...) {
  va_list args;
  va_start(args, format);
  vsnprintf(text, (size_t)size, format, args);
  va_end(args);
  return -1;
}

static int same_lists(char* const* a, int na, char* const* b, int nb) {
  int same = na == nb;
  for (int i = 0; same && i < na; i++)
    same = strcmp(a[i], b[i]) == 0;
  return same;
}

int manifest_compare(const Manifest* a, const Manifest* b, char* text, int size) {
  if (strcmp(a->name, b->name) != 0 || strcmp(a->version, b->version) != 0 ||
      strcmp(a->licence, b->licence) != 0 || a->abi != b->abi)
    return differ(text, size, "name, version, licence or abi differ");
  if (a->rank != b->rank)
    return differ(text, size, "rank %d, not %d", a->rank, b->rank);
  if (!same_lists(a->overrides, a->noverride, b->overrides, b->noverride))
    return differ(text, size, "other overrides");
  if (a->nprovide != b->nprovide)
    return differ(text, size, "%d faces, not %d", a->nprovide, b->nprovide);
  for (int i = 0; i < a->nprovide; i++) {
    const Provision *p = a->provides + i, *q = b->provides + i;
    if (p->kind != q->kind || strcmp(p->name, q->name) != 0)
      return differ(text, size, "face %d is %s \"%s\", not %s \"%s\"", i, fc_kindName(p->kind),
                    p->name, fc_kindName(q->kind), q->name);
    if (p->number != q->number)
      return differ(text, size, "%s \"%s\" has the number %d, not %d", fc_kindName(p->kind),
                    p->name, p->number - FC_NUMBER(0), q->number - FC_NUMBER(0));
    if (!same_lists(p->types, p->ntype, q->types, q->ntype))
      return differ(text, size, "%s \"%s\" has other types", fc_kindName(p->kind), p->name);
  }
  return 0;
}

// ---------------------------------------------------------------- the rest

void manifest_free(Manifest* manifest) {
  for (int i = 0; i < manifest->nprovide; i++) {
    Provision* p = manifest->provides + i;
    for (int k = 0; k < p->ntype; k++)
      free(p->types[k]);
    free(p->types);
    free(p->type_list);
    free(p->name);
  }
  for (int i = 0; i < manifest->noverride; i++)
    free(manifest->overrides[i]);
  free(manifest->overrides);
  free(manifest->provides);
  free(manifest->name);
  free(manifest->version);
  free(manifest->licence);
  memset(manifest, 0, sizeof *manifest);
}

int manifest_overrides(const Manifest* manifest, FcKind kind, const char* name) {
  char full[512];
  if (!manifest->noverride)
    return 0;
  snprintf(full, sizeof full, "%s/%s", fc_kindName(kind), name);
  for (int i = 0; i < manifest->noverride; i++)
    if (strcmp(manifest->overrides[i], full) == 0)
      return 1;
  return 0;
}

int provision_serves(const Provision* provision, const char* name) {
  if (strcmp(provision->name, name) == 0)
    return 1;
  for (int i = 0; i < provision->ntype; i++)
    if (strcmp(provision->types[i], name) == 0)
      return 1;
  return 0;
}
