// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// One load, from the source to the spec: the locale, the main document, and the cleanup. Also the
// paths in documents.

#define _POSIX_C_SOURCE 200809L

#include <locale.h>
#include <stdlib.h>
#include <string.h>

#include "loaders/xml/reader.h"

int load_document(const FcSource* source, int (*read)(Reader* r), FcLoaded* loaded, char* error,
                  int error_size) {
  Reader r = {.source = source, .error = error, .error_size = error_size};
  locale_t c_locale = newlocale(LC_ALL_MASK, "C", (locale_t)0);
  locale_t before = uselocale(c_locale);
  const int status = read(&r);
  uselocale(before);
  freelocale(c_locale);

  if (!status && r.nan_seen)
    mju_warning("XML contains a 'NaN'. Please check it carefully.");
  if (status && r.spec)
    mj_deleteSpec(r.spec);
  free_reader(&r);
  loaded->spec = status ? NULL : r.spec;
  loaded->model = NULL;
  return status;
}

int parse_main_document(Reader* r) {
  const FcSource* source = r->source;
  char problem[700] = "";
  r->document = calloc(1, sizeof(XmlDocument));
  r->file = calloc(1, sizeof(char*));
  if (!r->document || !r->file || !(r->file[0] = malloc(strlen(source->name) + 1)))
    return fail_plain(r, "XML Error: out of memory");
  strcpy(r->file[0], source->name);
  r->ndocument = r->document_capacity = 1;
  if (xml_parse(r->document, source->bytes, source->nbyte, source->name, problem, sizeof problem))
    return fail_plain(r, "%s", problem);
  if (!r->document[0].root) {
    return fail_plain(r, "XML root element not found%s%s%s", source->name[0] ? " in file '" : "",
                      source->name, source->name[0] ? "'" : "");
  }
  return 0;
}

void free_reader(Reader* r) {
  for (int i = 0; i < r->ndocument; i++) {
    xml_free(r->document + i);
    free(r->file[i]);
  }
  free(r->document);
  free(r->file);
  free(r->reals);
  free(r->floats);
  free(r->ints);
}

int is_absolute_path(const char* name) {
  return name[0] == '/' || name[0] == '\\' || (name[0] && name[1] == ':');
}

char* join_path(const char* directory, const char* name) {
  size_t length = directory && !is_absolute_path(name) ? strlen(directory) : 0;
  int slash = length > 0 && directory[length - 1] != '/' && directory[length - 1] != '\\';
  char* path = malloc(length + (size_t)slash + strlen(name) + 1);
  if (path) {
    memcpy(path, directory ? directory : "", length);
    memcpy(path + length, "/", (size_t)slash);
    strcpy(path + length + slash, name);
  }
  return path;
}
