// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#include "core/kernel/discovery.h"

#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <fulcrum/host.h>

#include "core/kernel/builtin.h"
#include "core/kernel/handshake.h"

#define MANIFEST_MAX (1 << 20)  // bytes; no manifest is that long

// ---------------------------------------------------------------- the list

static Module* append(ModuleList* list) {
  if (list->n == list->room) {
    int room = list->room ? 2 * list->room : 64;
    Module** grown = realloc(list->module, (size_t)room * sizeof *grown);
    if (!grown)
      return NULL;
    list->module = grown, list->room = room;
  }
  Module* module = calloc(1, sizeof *module);
  if (module)
    list->module[list->n++] = module;
  return module;
}

static void refuse(Module* module, const char* format, ...) mjPRINTFLIKE(2, 3);
static void refuse(Module* module, const char* format, ...) {
  va_list args;
  va_start(args, format);
  vsnprintf(module->status, sizeof module->status, format, args);
  va_end(args);
  module->state = MODULE_REFUSED;
}

static const Module* same_name(const ModuleList* list, const Module* module) {
  for (int i = 0; i < list->n; i++) {
    const Module* other = list->module[i];
    if (other != module && other->state != MODULE_REFUSED &&
        !strcmp(other->manifest.name, module->manifest.name))
      return other;
  }
  return NULL;
}

// ---------------------------------------------------------------- directories

static char* join(const char* directory, const char* name, const char* suffix) {
  size_t n = strlen(directory) + strlen(name) + strlen(suffix) + 2;
  char* path = malloc(n);
  if (path)
    snprintf(path, n, "%s/%s%s", directory, name, suffix);
  return path;
}

// whole file as text; NULL with the reason in error
static char* read_text(const char* path, char* error, int error_size) {
  FILE* file = fopen(path, "rb");
  if (!file)
    return snprintf(error, (size_t)error_size, "it cannot be read (%s)", strerror(errno)), NULL;
  char* text = malloc(MANIFEST_MAX);
  size_t n = text ? fread(text, 1, MANIFEST_MAX, file) : 0;
  int bad = !text || ferror(file) || n >= MANIFEST_MAX || memchr(text, 0, n);
  fclose(file);
  if (bad) {
    free(text);
    return snprintf(error, (size_t)error_size, "it is not a text of less than %d bytes",
                    MANIFEST_MAX),
           NULL;
  }
  text[n] = 0;
  return text;
}

// the shared object beside a manifest, the variant for this processor first
static char* shared_object(const char* directory, const char* stem) {
  if (processor_level() >= 3 && FC_LEVEL >= 3) {
    char* best = join(directory, "x86-64-v3/", stem);
    char* path = best ? join(directory, best + strlen(directory) + 1, ".so") : NULL;
    free(best);
    if (path && !access(path, R_OK))
      return path;
    free(path);
  }
  return join(directory, stem, ".so");
}

static int add_manifest(ModuleList* list, const char* directory, const char* filename,
                        int installed) {
  Module* module = append(list);
  char stem[256], reason[600];
  snprintf(stem, sizeof stem, "%.*s", (int)(strlen(filename) - 5), filename);
  if (!module || !(module->manifest_file = join(directory, filename, "")) ||
      !(module->file = shared_object(directory, stem))) {
    return fc_fail("out of memory while reading %s/%s", directory, filename);
  }
  module->installed = installed;

  // a manifest that cannot be used is remembered under its file name, with the reason
  char* text = read_text(module->manifest_file, reason, sizeof reason);
  int bad = !text || manifest_parse(&module->manifest, text, stem, reason, sizeof reason);
  free(text);
  if (bad) {
    refuse(module, "manifest %s: %s", module->manifest_file, reason);
    return (module->manifest.name = strdup(stem)) && (module->manifest.version = strdup("")) &&
                   (module->manifest.licence = strdup(""))
               ? 0
               : fc_fail("out of memory while reading %s", module->manifest_file);
  }
  const Module* twin = same_name(list, module);
  if (twin) {
    refuse(module, "module %s of %s has the name of the one in %s, which was found first", stem,
           module->file, twin->file);
  } else if (module->manifest.abi != FC_ABI) {
    refuse(module,
           "module %s of %s was built for module ABI %d, this library has %d; rebuild it against "
           "the installed headers "
           "(pkg-config --cflags fulcrum)",
           stem, module->file, module->manifest.abi, FC_ABI);
  } else if (access(module->file, R_OK)) {
    refuse(module, "module %s: the manifest %s is there, but %s is not", stem,
           module->manifest_file, module->file);
  }
  return 0;
}

static int is_manifest(const struct dirent* entry) {
  size_t n = strlen(entry->d_name);
  return n > 5 && n < 256 && entry->d_name[0] != '.' && !strcmp(entry->d_name + n - 5, ".json");
}

static int by_name(const struct dirent** a, const struct dirent** b) {
  return strcmp((*a)->d_name, (*b)->d_name);
}

int discover_directory(ModuleList* list, const char* directory, int installed) {
  struct dirent** entry = NULL;
  int n = scandir(directory, &entry, is_manifest, by_name), status = 0;
  if (n < 0)
    return fc_fail("the module directory %s cannot be read (%s)", directory, strerror(errno));
  for (int i = 0; i < n; i++) {
    if (!status)
      status = add_manifest(list, directory, entry[i]->d_name, installed);
    free(entry[i]);
  }
  free(entry);
  return status;
}

// ---------------------------------------------------------------- built in, installed

int discover_builtin(ModuleList* list) {
  for (int i = 0; builtin_modules[i]; i++) {
    const FcModule* descriptor = builtin_modules[i]();
    Module* module = append(list);
    if (!module || manifest_from_descriptor(&module->manifest, descriptor) ||
        !(module->file = strdup("built in")) || !(module->manifest_file = strdup(""))) {
      return fc_fail("out of memory while listing the built-in modules");
    }
    module->installed = 1;
    module->descriptor = descriptor;
    module->state = MODULE_LOADED;
  }
  return 0;
}

const char* installed_directory(char* path, int npath) {
  Dl_info info;
  char library[3000] = ".";
  if (dladdr((const void*)builtin_modules, &info) && info.dli_fname)
    snprintf(library, sizeof library, "%s", info.dli_fname);
  char* slash = strrchr(library, '/');
  if (slash) {
    *slash = 0;
  } else {
    strcpy(library, ".");
  }
  // the variant for a processor level is two directories further down
  static const char* const level = "/glibc-hwcaps/x86-64-v3";
  size_t n = strlen(library), nlevel = strlen(level);
  if (n > nlevel && !strcmp(library + n - nlevel, level))
    library[n - nlevel] = 0;
  snprintf(path, (size_t)npath, "%s/fulcrum/modules", library);
  return path;
}
