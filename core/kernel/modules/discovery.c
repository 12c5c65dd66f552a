// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

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

#include "core/kernel/modules/builtin.h"
#include "core/kernel/modules/descriptor.h"
#include "core/kernel/modules/discovery.h"
#include "core/kernel/modules/handshake.h"
#include "core/kernel/modules/index.h"
#include "core/kernel/modules/own_library.h"

#define SHORTAGE (-2)           // status: says nothing about the file, see is_shortage
#define MANIFEST_MAX (1 << 20)  // bytes; larger files are refused

int is_shortage(int error) {
  return error == ENOMEM || error == EMFILE || error == ENFILE || error == EINTR || error == EAGAIN;
}

// ---------------------------------------------------------------- the list

static Module* append(ModuleList* list) {
  if (list->n == list->room) {
    int room = list->room ? 2 * list->room : 64;
    Module** grown = realloc(list->module, (size_t)room * sizeof *grown);
    if (!grown)
      return NULL;
    list->module = grown;
    list->room = room;
  }
  Module* module = calloc(1, sizeof *module);
  if (module)
    list->module[list->n++] = module;
  return module;
}

void module_free(Module* module) {
  if (!module)
    return;
  if (!module->borrowed)
    manifest_free(&module->manifest);
  free(module->file);
  free(module->manifest_file);
  if (module->state == MODULE_REFUSED)
    free((char*)module->status);
  free(module);
}

void module_restore_losers(ModuleList* list, const Module* winner) {
  for (int i = 0; i < list->n; i++) {
    Module* module = list->module[i];
    if (module->winner != winner || module == winner)
      continue;
    // a caller of fc_moduleInfo may still use the status text, so it is not freed
    module->state = MODULE_AVAILABLE;
    module->winner = NULL;
  }
}

// removes what was added since the list had n modules
static void shorten(ModuleList* list, int n) {
  while (list->n > n) {
    Module* module = list->module[--list->n];
    module_restore_losers(list, module);
    module_free(module);
  }
}

void module_refuse(Module* module, const char* format, ...) {
  char text[1024];
  va_list args;
  va_start(args, format);
  vsnprintf(text, sizeof text, format, args);
  va_end(args);
  module->status = strdup(text);
  module->state = module->status ? MODULE_REFUSED : MODULE_AVAILABLE;
}

// The first face of a module that another one does not list under "overrides"; NULL when there is
// none.
static const Provision* not_overridden(const Module* module, const Module* other) {
  for (int i = 0; i < module->manifest.nprovide; i++) {
    const Provision* p = module->manifest.provides + i;
    if (!manifest_overrides(&other->manifest, p->kind, p->name))
      return p;
  }
  return NULL;
}

// Added directories are searched before the installed one: an installed module that is still closed
// is replaced by an added one that may override it.
static int gives_way(const Module* twin, const Module* module) {
  return twin->installed && !module->installed && twin->state == MODULE_AVAILABLE &&
         twin->manifest_file[0] && !not_overridden(twin, module);
}

// another module of that name among the first n; within one directory names are unique
static Module* same_name(const ModuleList* list, int n, const Module* module) {
  for (int i = 0; i < n; i++) {
    Module* other = list->module[i];
    if (other->state != MODULE_REFUSED && strcmp(other->manifest.name, module->manifest.name) == 0)
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

// File names of one directory with one ending, stored without the ending and sorted: one listing of
// the directory replaces one system call per file.
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
    names->name = grown;
    names->room = room;
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
  return n > k && n < 256 && strcmp(file + n - k, ending) == 0;
}

// A directory that is being searched.
typedef struct Listing_ {
  const char* path;
  DIR* handle;
  Names manifests, objects;
  int before;                // number of modules found before this directory
  int again;                 // some modules of this directory may be among them
  const ModuleIndex* index;  // NULL: no index
} Listing;

static int list_files(Listing* listing) {
  Names *manifests = &listing->manifests, *objects = &listing->objects;
  int failed = 0;
  for (struct dirent* entry; !failed && (entry = readdir(listing->handle));) {
    const char* file = entry->d_name;
    const size_t n = strlen(file);
    if (file[0] == '.')
      continue;
    else if (ends_with(file, n, ".so"))
      failed = add_name(objects, file, n - 3);
    else if (ends_with(file, n, ".json"))
      failed = add_name(manifests, file, n - 5);
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

static int out_of_memory(const char* format, ...) mjPRINTFLIKE(1, 2);
static int out_of_memory(const char* format, ...) {
  char what[800];
  va_list args;
  va_start(args, format);
  vsnprintf(what, sizeof what, format, args);
  va_end(args);
  fc_fail("out of memory while reading %s; the next call tries again", what);
  errno = ENOMEM;
  return -1;
}

static int open_listing(Listing* listing, const char* path) {
  *listing = (Listing){.path = path, .handle = opendir(path)};
  if (!listing->handle)
    return fc_fail("the module directory %s cannot be read (%s)", path, strerror(errno));
  if (!list_files(listing))
    return 0;
  close_listing(listing);
  return out_of_memory("the module directory %s", path);
}

// ---------------------------------------------------------------- manifests

// whole file as text; NULL with the reason in error, and errno set
static char* read_text(int file, char* error, int error_size) {
  struct stat status;
  if (file < 0 || fstat(file, &status)) {
    snprintf(error, (size_t)error_size, "it cannot be read (%s)", strerror(errno));
    return NULL;
  }
  const int fits = S_ISREG(status.st_mode) && status.st_size < MANIFEST_MAX;
  errno = 0;
  char* text = fits ? malloc((size_t)status.st_size + 1) : NULL;
  const ssize_t n = text ? read(file, text, (size_t)status.st_size) : -1;
  if (n < 0 || memchr(text, 0, (size_t)n)) {
    const int why = n >= 0 ? 0 : fits && !text ? ENOMEM : errno;
    free(text);
    if (why)
      snprintf(error, (size_t)error_size, "it cannot be read (%s)", strerror(why));
    else
      snprintf(error, (size_t)error_size, "it is not a text of less than %d bytes", MANIFEST_MAX);
    errno = why;
    return NULL;
  }
  text[n] = 0;
  return text;
}

// The manifest, taken from the index when the index describes the file as it is now (*borrowed: its
// texts belong to the index); `name` is that of the file. -1 with the reason in error, SHORTAGE
// when the reason says nothing about the file. A pipe is not read, and opening it must not wait for
// a writer.
static int read_manifest(const Listing* listing, const char* stem, const char* name,
                         Manifest* manifest, int* borrowed, char* error, int error_size) {
  struct stat status;
  const int directory = dirfd(listing->handle);
  *borrowed = 0;
  if (listing->index && !fstatat(directory, name, &status, 0)) {
    const IndexEntry* known = module_index_find(listing->index, stem, &status);
    if (known) {
      *borrowed = 1;
      *manifest = known->manifest;
      return 0;
    }
  }
  errno = 0;
  int file = openat(directory, name, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  char* text = read_text(file, error, error_size);
  int why = text ? 0 : errno;
  int bad = !text || manifest_parse(manifest, text, stem, error, error_size);
  if (text && bad)
    why = errno;
  if (file >= 0)
    close(file);
  free(text);
  errno = why;
  return !bad ? 0 : is_shortage(why) ? SHORTAGE : -1;
}

// makes an entry for a file that cannot be used, with the reason
static int name_refused(Module* module, const char* name) {
  return (module->manifest.name = strdup(name)) && (module->manifest.version = strdup("")) &&
                 (module->manifest.licence = strdup(""))
             ? 0
             : out_of_memory("%s", module->manifest_file);
}

// the file beside the manifest; the variant for this processor comes first
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

void files_look(Module* module, ModuleFiles* files) {
  struct stat status;
  *files = (ModuleFiles){0};
  if (!stat(module_file(module), &status)) {
    files->object.inode = status.st_ino;
    files->object.size = (uint64_t)status.st_size;
    files->object.seconds = (uint64_t)status.st_mtim.tv_sec;
    files->object.nanoseconds = (uint64_t)status.st_mtim.tv_nsec;
  }
  if (!stat(module->manifest_file, &status)) {
    files->manifest.inode = status.st_ino;
    files->manifest.size = (uint64_t)status.st_size;
    files->manifest.seconds = (uint64_t)status.st_mtim.tv_sec;
    files->manifest.nanoseconds = (uint64_t)status.st_mtim.tv_nsec;
  }
}

Module* module_read_again(const Module* module, char* error, int error_size) {
  char reason[600] = "out of memory";
  const char* path = module->manifest_file;
  Module* next = calloc(1, sizeof *next);
  errno = next ? 0 : ENOMEM;
  const int file = next ? open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK) : -1;
  char* text = next ? read_text(file, reason, sizeof reason) : NULL;
  int why = errno;
  if (file >= 0)
    close(file);
  int bad =
      !text || manifest_parse(&next->manifest, text, module->manifest.name, reason, sizeof reason);
  why = text && bad ? errno : why;
  free(text);
  if (!bad && next->manifest.abi != FC_ABI) {
    snprintf(reason, sizeof reason, "it was built for module ABI %d, this library has %d",
             next->manifest.abi, FC_ABI);
    bad = 1;
    why = 0;
  }
  if (!bad && (!(next->manifest_file = strdup(path)) || !module_file(next)[0])) {
    bad = 1;
    why = ENOMEM;
  }
  if (!bad) {
    next->installed = module->installed;
    return next;
  }
  module_free(next);
  snprintf(error, (size_t)error_size, "manifest %s: %s", path, reason);
  errno = why;
  return NULL;
}

// Fills a module of the list from its manifest; `twins`: number of modules from other directories.
static int describe(const ModuleList* list, int twins, const Listing* listing, const char* stem,
                    Module* module) {
  char reason[600];
  if (!(module->manifest_file = join(listing->path, stem, ".json")))
    return out_of_memory("%s/%s.json", listing->path, stem);
  const char* name = module->manifest_file + strlen(listing->path) + 1;

  // a manifest that cannot be used is recorded under its file name, with the reason
  const int status = read_manifest(listing, stem, name, &module->manifest, &module->borrowed,
                                   reason, sizeof reason);
  if (status == SHORTAGE) {
    const int why = errno;
    fc_fail("manifest %s: %s; the next call tries again", module->manifest_file, reason);
    errno = why;
    return -1;
  }
  if (status) {
    module_refuse(module, "manifest %s: %s", module->manifest_file, reason);
    return module->status ? name_refused(module, stem) : out_of_memory("%s", module->manifest_file);
  }
  const char* file = module_file(module);
  Module* twin = same_name(list, twins, module);
  if (!file[0] || (twin && !module_file(twin)[0]))
    return out_of_memory("%s", module->manifest_file);
  const int loses = twin && !gives_way(twin, module);
  const int outdated = module->manifest.abi != FC_ABI;
  const int alone = !has_name(&listing->objects, stem) && access(file, R_OK);
  const Provision* kept =
      twin && twin->installed && !module->installed ? not_overridden(twin, module) : NULL;
  if (kept) {
    module_refuse(module,
                  "module %s of %s has the name of the installed one in %s, and does not list what "
                  "it would replace, %s/%s, under \"overrides\"",
                  stem, file, module_file(twin), fc_kindName(kept->kind), kept->name);
  } else if (loses) {
    module_refuse(module, "module %s of %s has the name of the one in %s, which was found first",
                  stem, file, module_file(twin));
  } else if (outdated) {
    module_refuse(module,
                  "module %s of %s was built for module ABI %d, this library has %d; rebuild it "
                  "against the installed headers (pkg-config --cflags fulcrum)",
                  stem, file, module->manifest.abi, FC_ABI);
  } else if (alone) {
    module_refuse(module, "module %s: the manifest %s is there, but %s is not", stem,
                  module->manifest_file, file);
  } else if (twin) {
    module_refuse(twin, "module %s of %s has the name of the one in %s, which is searched first",
                  stem, module_file(twin), file);
    twin->winner = module;
    module->instead_of = twin->instead_of ? twin->instead_of : twin;
    return twin->status ? 0 : out_of_memory("%s", module->manifest_file);
  }
  return (loses || outdated || alone) && !module->status
             ? out_of_memory("%s", module->manifest_file)
             : 0;
}

// index in the list of a manifest that was read before, -1 when it is new
static int place_of(const ModuleList* list, int n, const char* directory, const char* stem) {
  const size_t ndirectory = strlen(directory), nstem = strlen(stem);
  for (int i = 0; i < n; i++) {
    const char* file = list->module[i]->manifest_file;
    if (strncmp(file, directory, ndirectory) == 0 && file[ndirectory] == '/' &&
        strncmp(file + ndirectory + 1, stem, nstem) == 0 &&
        strcmp(file + ndirectory + 1 + nstem, ".json") == 0)
      return i;
  }
  return -1;
}

static int add_manifest(ModuleList* list, const Listing* listing, const char* stem, int installed) {
  const int place = listing->again ? place_of(list, listing->before, listing->path, stem) : -1;
  Module* known = place < 0 ? NULL : list->module[place];
  if (known && known->state != MODULE_REFUSED)
    return 0;
  Module* module = append(list);
  if (!module)
    return out_of_memory("%s/%s.json", listing->path, stem);
  module->installed = installed;
  if (describe(list, listing->before, listing, stem, module))
    return -1;

  // replace a refused entry; other objects may point to its texts, so it is kept
  if (known) {
    list->n--;
    module->before = known;
    list->module[place] = module;
  }
  return 0;
}

// a damaged index is not used; an entry of the list reports it
static int add_damaged_index(ModuleList* list, const Listing* listing, const char* reason) {
  Module* module = append(list);
  if (!module || !(module->manifest_file = join(listing->path, MODULE_INDEX, "")) ||
      !(module->file = strdup("")))
    return out_of_memory("%s/%s", listing->path, MODULE_INDEX);
  module_refuse(module,
                "the index %s is not used: %s; write it anew with `fulcrum modules index %s`",
                module->manifest_file, reason, listing->path);
  return module->status ? name_refused(module, MODULE_INDEX)
                        : out_of_memory("%s", module->manifest_file);
}

// Opens the index of the directory, which lives as long as the list: manifests read from it point
// into it.
static int open_index(ModuleList* list, Listing* listing) {
  char reason[200];
  ModuleIndex* index = malloc(sizeof *index);
  if (!index)
    return out_of_memory("%s/%s", listing->path, MODULE_INDEX);
  errno = 0;
  const int damaged = module_index_read(index, dirfd(listing->handle), reason, sizeof reason);
  if (damaged && is_shortage(errno)) {
    free(index);
    return out_of_memory("%s/%s", listing->path, MODULE_INDEX);
  }
  if (index->n) {
    index->next = list->index;
    list->index = index;
    listing->index = index;
  } else {
    module_index_free(index);
    free(index);
  }
  return damaged ? add_damaged_index(list, listing, reason) : 0;
}

// 1 when the list has manifests of this directory
static int is_known(const ModuleList* list, const char* directory) {
  const size_t n = strlen(directory);
  for (int i = 0; i < list->n; i++) {
    const char* file = list->module[i]->manifest_file;
    if (strncmp(file, directory, n) == 0 && file[n] == '/' && !strchr(file + n + 1, '/'))
      return 1;
  }
  return 0;
}

int discover_directory(ModuleList* list, const char* directory, int installed) {
  Listing listing;
  if (open_listing(&listing, directory))
    return -1;
  const int before = list->n;
  ModuleIndex* const index = list->index;
  listing.before = before;
  listing.again = is_known(list, directory);
  // modules that were refused earlier are read again without the index
  int status = listing.again ? 0 : open_index(list, &listing);
  for (int i = 0; !status && i < listing.manifests.n; i++)
    status = add_manifest(list, &listing, listing.manifests.name[i], installed);
  const int why = errno;
  if (status) {
    shorten(list, before);
    while (list->index != index) {
      ModuleIndex* unused = list->index;
      list->index = unused->next;
      module_index_free(unused);
      free(unused);
    }
  }
  close_listing(&listing);
  errno = why;
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
    // the listing has no index, so the manifest itself is read
    IndexEntry* e = entry + nentry;
    struct stat status;
    char reason[600];
    int borrowed, unread = 0;
    file[i] = join(directory, listing.manifests.name[i], ".json");
    if (!(failed = !file[i]) && !stat(file[i], &status) &&
        !(unread =
              read_manifest(&listing, listing.manifests.name[i], file[i] + strlen(directory) + 1,
                            &e->manifest, &borrowed, reason, sizeof reason))) {
      e->size = status.st_size;
      e->seconds = status.st_mtim.tv_sec;
      e->nanoseconds = status.st_mtim.tv_nsec;
      nentry++;
    }
    failed |= unread == SHORTAGE;
  }
  char* path = failed ? NULL : join(directory, MODULE_INDEX, "");
  int status = path ? module_index_write(entry, nentry, path)
                    : fc_fail("out of memory for the index of %s", directory);
  for (int i = 0; i < nentry; i++)
    manifest_free(&entry[i].manifest);
  for (int i = 0; file && i < n; i++)
    free(file[i]);
  free(path);
  free(file);
  free(entry);
  close_listing(&listing);
  return status;
}

// ---------------------------------------------------------------- built in

static int add_builtin(ModuleList* list, int i) {
  char reason[400] = "out of memory";
  errno = 0;
  FcModule* descriptor = descriptor_copy(builtin_modules[i](), reason, sizeof reason);
  if (!descriptor) {
    const int why = errno;
    fc_fail("built-in module number %d cannot be used: %s", i, reason);
    errno = why;
    return -1;
  }
  Module* module = append(list);
  if (!module || manifest_from_descriptor(&module->manifest, descriptor) ||
      !(module->file = strdup("built in")) || !(module->manifest_file = strdup(""))) {
    descriptor_free(descriptor);
    return out_of_memory("the list of built-in modules");
  }
  module->installed = 1;
  module->descriptor = descriptor;
  module->state = MODULE_LOADED;
  return 0;
}

int discover_builtin(ModuleList* list) {
  const int before = list->n;
  for (int i = 0; builtin_modules[i]; i++) {
    if (!add_builtin(list, i))
      continue;
    // free descriptors that were copied before the one that failed
    const int why = errno;
    for (int k = before; k < list->n; k++)
      descriptor_free((FcModule*)list->module[k]->descriptor);
    shorten(list, before);
    errno = why;
    return -1;
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
  free(entry.file);
  free(entry.manifest_file);
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
