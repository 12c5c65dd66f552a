// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#include "core/kernel/discovery.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fulcrum/host.h>

#include "core/kernel/builtin.h"
#include "core/kernel/descriptor.h"
#include "core/kernel/handshake.h"
#include "core/kernel/module_index.h"
#include "core/kernel/own_library.h"

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

void module_refuse(Module* module, const char* format, ...) {
  char text[1024];
  va_list args;
  va_start(args, format);
  vsnprintf(text, sizeof text, format, args);
  va_end(args);
  char* copy = strdup(text);
  module->status = copy ? copy : "refused, and there is no memory to say why";
  module->state = MODULE_REFUSED;
}

// another module of that name among the first n; one directory has no two
static Module* same_name(const ModuleList* list, int n, const Module* module) {
  for (int i = 0; i < n; i++) {
    Module* other = list->module[i];
    if (other->state != MODULE_REFUSED && !strcmp(other->manifest.name, module->manifest.name))
      return other;
  }
  return NULL;
}

// ---------------------------------------------------------------- directories

static char* join(const char* directory, const char* name, const char* suffix) {
  const size_t n = strlen(directory), k = strlen(name), l = strlen(suffix);
  char* path = malloc(n + k + l + 2);
  if (path) {
    memcpy(path, directory, n);
    path[n] = '/';
    memcpy(path + n + 1, name, k);
    memcpy(path + n + 1 + k, suffix, l + 1);
  }
  return path;
}

// File names of one directory with one ending, without it, sorted: what is there is learnt from one
// listing instead of one question per file.
typedef struct Names_ {
  char** name;
  int n, room;
} Names;

static void free_names(Names* names) {
  for (int i = 0; i < names->n; i++)
    free(names->name[i]);
  free(names->name);
  *names = (Names){0};
}

static int add_name(Names* names, const char* file, size_t length) {
  if (names->n == names->room) {
    int room = names->room ? 2 * names->room : 64;
    char** grown = realloc(names->name, (size_t)room * sizeof *grown);
    if (!grown)
      return -1;
    names->name = grown, names->room = room;
  }
  char* copy = strndup(file, length);
  if (copy)
    names->name[names->n++] = copy;
  return copy ? 0 : -1;
}

static int by_name(const void* a, const void* b) {
  return strcmp(*(char* const*)a, *(char* const*)b);
}

static int has_name(const Names* names, const char* name) {
  return names->n && bsearch(&name, names->name, (size_t)names->n, sizeof *names->name, by_name);
}

static int ends_with(const char* file, size_t n, const char* ending) {
  const size_t k = strlen(ending);
  return n > k && n < 256 && !strcmp(file + n - k, ending);
}

// A directory that is being searched.
typedef struct Listing_ {
  const char* path;
  DIR* handle;
  Names manifests, objects;
  int before;                // modules found in other directories
  const ModuleIndex* index;  // NULL: none
} Listing;

static int list_files(Listing* listing) {
  Names *manifests = &listing->manifests, *objects = &listing->objects;
  int failed = 0;
  for (struct dirent* entry; !failed && (entry = readdir(listing->handle));) {
    const char* file = entry->d_name;
    const size_t n = strlen(file);
    if (file[0] == '.') {
      continue;
    } else if (ends_with(file, n, ".so")) {
      failed = add_name(objects, file, n - 3);
    } else if (ends_with(file, n, ".json")) {
      failed = add_name(manifests, file, n - 5);
    }
  }
  if (objects->n)
    qsort(objects->name, (size_t)objects->n, sizeof *objects->name, by_name);
  if (manifests->n)
    qsort(manifests->name, (size_t)manifests->n, sizeof *manifests->name, by_name);
  return failed;
}

static void close_listing(Listing* listing) {
  if (listing->handle)
    closedir(listing->handle);
  free_names(&listing->manifests);
  free_names(&listing->objects);
}

static int open_listing(Listing* listing, const char* path) {
  *listing = (Listing){.path = path, .handle = opendir(path)};
  if (!listing->handle)
    return fc_fail("the module directory %s cannot be read (%s)", path, strerror(errno));
  if (!list_files(listing))
    return 0;
  close_listing(listing);
  return fc_fail("out of memory while reading the module directory %s", path);
}

// ---------------------------------------------------------------- manifests

// whole file as text; NULL with the reason in error
static char* read_text(int file, char* error, int error_size) {
  struct stat status;
  char* text = NULL;
  if (file < 0 || fstat(file, &status))
    return snprintf(error, (size_t)error_size, "it cannot be read (%s)", strerror(errno)), NULL;
  if (S_ISREG(status.st_mode) && status.st_size < MANIFEST_MAX)
    text = malloc((size_t)status.st_size + 1);
  const ssize_t n = text ? read(file, text, (size_t)status.st_size) : -1;
  if (n < 0 || memchr(text, 0, (size_t)n)) {
    free(text);
    snprintf(error, (size_t)error_size, "it is not a text of less than %d bytes", MANIFEST_MAX);
    return NULL;
  }
  text[n] = 0;
  return text;
}

// the manifest, from the index when it knows the file as it is now; `name` is that of the file
static int read_manifest(const Listing* listing, const char* stem, const char* name,
                         Manifest* manifest, char* error, int error_size) {
  struct stat status;
  const int directory = dirfd(listing->handle);
  if (listing->index && !fstatat(directory, name, &status, 0)) {
    const IndexEntry* known = module_index_find(listing->index, stem, &status);
    if (known)
      return *manifest = known->manifest, 0;
  }
  int file = openat(directory, name, O_RDONLY | O_CLOEXEC);
  char* text = read_text(file, error, error_size);
  int bad = !text || manifest_parse(manifest, text, stem, error, error_size);
  if (file >= 0)
    close(file);
  free(text);
  return bad ? -1 : 0;
}

// an entry that stands for a file which cannot be used, with the reason
static int name_refused(Module* module, const char* name) {
  return (module->manifest.name = strdup(name)) && (module->manifest.version = strdup("")) &&
                 (module->manifest.licence = strdup(""))
             ? 0
             : fc_fail("out of memory while reading %s", module->manifest_file);
}

// beside the manifest, the variant for this processor first
const char* module_file(Module* module) {
  if (module->file)
    return module->file;
  const char* name = strrchr(module->manifest_file, '/') + 1;
  char directory[4096], file[300];
  snprintf(directory, sizeof directory, "%.*s", (int)(name - 1 - module->manifest_file),
           module->manifest_file);
  snprintf(file, sizeof file, LEVEL_V3 "/%.*s", (int)strlen(name) - 5, name);
  char* path = NULL;
  if (processor_level() >= 3 && FC_LEVEL >= 3) {
    path = join(directory, file, ".so");
    if (path && access(path, R_OK)) {
      free(path);
      path = NULL;
    }
  }
  if (!path)
    path = join(directory, file + sizeof LEVEL_V3, ".so");
  return (module->file = path) ? path : "";
}

static int add_manifest(ModuleList* list, const Listing* listing, const char* stem, int installed) {
  Module* module = append(list);
  char reason[600];
  if (!module || !(module->manifest_file = join(listing->path, stem, ".json"))) {
    return fc_fail("out of memory while reading %s/%s.json", listing->path, stem);
  }
  module->installed = installed;
  const char* name = module->manifest_file + strlen(listing->path) + 1;

  // a manifest that cannot be used is remembered under its file name, with the reason
  if (read_manifest(listing, stem, name, &module->manifest, reason, sizeof reason)) {
    module_refuse(module, "manifest %s: %s", module->manifest_file, reason);
    return name_refused(module, stem);
  }
  Module* twin = same_name(list, listing->before, module);
  if (twin) {
    module_refuse(module, "module %s of %s has the name of the one in %s, which was found first",
                  stem, module_file(module), module_file(twin));
  } else if (module->manifest.abi != FC_ABI) {
    module_refuse(module,
                  "module %s of %s was built for module ABI %d, this library has %d; rebuild it "
                  "against the installed headers (pkg-config --cflags fulcrum)",
                  stem, module_file(module), module->manifest.abi, FC_ABI);
  } else if (!has_name(&listing->objects, stem) && access(module_file(module), R_OK)) {
    module_refuse(module, "module %s: the manifest %s is there, but %s is not", stem,
                  module->manifest_file, module->file);
  }
  return 0;
}

// a damaged index is not used, and the list says so
static int add_damaged_index(ModuleList* list, const Listing* listing, const char* reason) {
  Module* module = append(list);
  if (!module || !(module->manifest_file = join(listing->path, MODULE_INDEX, "")) ||
      !(module->file = strdup("")))
    return fc_fail("out of memory while reading %s/%s", listing->path, MODULE_INDEX);
  module_refuse(module,
                "the index %s is not used: %s; write it anew with `fulcrum modules index %s`",
                module->manifest_file, reason, listing->path);
  return name_refused(module, MODULE_INDEX);
}

// The index of the directory, which lives as long as the list: manifests that come from it point
// into it.
static int open_index(ModuleList* list, Listing* listing) {
  char reason[200];
  ModuleIndex* index = malloc(sizeof *index);
  if (!index)
    return fc_fail("out of memory while reading %s/%s", listing->path, MODULE_INDEX);
  const int damaged = module_index_read(index, dirfd(listing->handle), reason, sizeof reason);
  if (index->n) {
    index->next = list->index, list->index = index;
    listing->index = index;
  } else {
    module_index_free(index);
    free(index);
  }
  return damaged ? add_damaged_index(list, listing, reason) : 0;
}

int discover_directory(ModuleList* list, const char* directory, int installed) {
  Listing listing;
  if (open_listing(&listing, directory))
    return -1;
  listing.before = list->n;
  int status = open_index(list, &listing);
  for (int i = 0; !status && i < listing.manifests.n; i++)
    status = add_manifest(list, &listing, listing.manifests.name[i], installed);
  close_listing(&listing);
  return status;
}

// ---------------------------------------------------------------- writing the index

int fc_indexModules(const char* directory) {
  Listing listing;
  if (!directory || !directory[0])
    return fc_fail("a module directory must have a name");
  if (open_listing(&listing, directory))
    return -1;
  const int n = listing.manifests.n;
  IndexEntry* entry = calloc((size_t)n + 1, sizeof *entry);
  char** file = calloc((size_t)n + 1, sizeof *file);
  int nentry = 0, failed = !entry || !file;
  for (int i = 0; !failed && i < n; i++) {
    // what is read without the index, since there is none in this listing
    IndexEntry* e = entry + nentry;
    struct stat status;
    char reason[600];
    file[i] = join(directory, listing.manifests.name[i], ".json");
    if (!(failed = !file[i]) && !stat(file[i], &status) &&
        !read_manifest(&listing, listing.manifests.name[i], file[i] + strlen(directory) + 1,
                       &e->manifest, reason, sizeof reason)) {
      e->size = status.st_size, e->seconds = status.st_mtim.tv_sec;
      e->nanoseconds = status.st_mtim.tv_nsec;
      nentry++;
    }
  }
  char* path = failed ? NULL : join(directory, MODULE_INDEX, "");
  int status = path ? module_index_write(entry, nentry, path)
                    : fc_fail("out of memory for the index of %s", directory);
  for (int i = 0; i < nentry; i++)
    manifest_free(&entry[i].manifest);
  for (int i = 0; file && i < n; i++)
    free(file[i]);
  free(path), free(file), free(entry);
  close_listing(&listing);
  return status;
}

// ---------------------------------------------------------------- built in

int discover_builtin(ModuleList* list) {
  for (int i = 0; builtin_modules[i]; i++) {
    char reason[400] = "out of memory";
    const FcModule* descriptor = descriptor_copy(builtin_modules[i](), reason, sizeof reason);
    if (!descriptor)
      return fc_fail("built-in module number %d cannot be used: %s", i, reason);
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

// ---------------------------------------------------------------- brought by the program

static int add_registered(ModuleList* list, FcModule* descriptor, const char* origin) {
  Module entry = {.file = strdup(origin),
                  .manifest_file = strdup(""),
                  .registered = 1,
                  .state = MODULE_LOADED,
                  .descriptor = descriptor};
  Module* module = NULL;
  if (entry.file && entry.manifest_file && !manifest_from_descriptor(&entry.manifest, descriptor) &&
      (module = append(list))) {
    *module = entry;
    return 0;
  }
  manifest_free(&entry.manifest);
  free(entry.file), free(entry.manifest_file);
  return fc_fail("out of memory for the module %s of %s", descriptor->name, origin);
}

int discover_registered(ModuleList* list, const FcModule* module, const char* origin) {
  char reason[800];
  FcModule* descriptor = handshake(module, NULL, reason, sizeof reason);
  if (!descriptor)
    return fc_fail("the module of %s is refused: %s", origin, reason);
  const Module candidate = {.manifest = {.name = (char*)descriptor->name}};
  Module* twin = same_name(list, list->n, &candidate);
  const int taken = twin && !twin->registered;
  if (taken)
    fc_fail("module %s of %s has the name of the one in %s, which was found first",
            descriptor->name, origin, module_file(twin));
  if (taken || add_registered(list, descriptor, origin)) {
    descriptor_free(descriptor);
    return -1;
  }
  if (twin)
    module_refuse(twin, "module %s of %s was replaced by one that was registered later",
                  twin->manifest.name, twin->file);
  return 0;
}
