// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Files as resources, and the virtual file system.
//
// A VFS is a list of entries: buffers under a name, and mounts that pass a path and everything
// below it to a provider. A name is looked up as: exact entry; parent directory that is a mount;
// provider whose "scheme:" it starts with; entry with the same base name, ignoring case; the disk.
// Buffers of a VFS and files on disk are providers too, so reading and closing do not depend on the
// origin of a resource.
//
// A registered provider that supports mounting is mounted by the VFS in which its scheme is first
// used, and unmounted with it; without a VFS the resource has one of its own. The `data` set by
// mounting is the initial value of `data` in every resource of the mount. A VFS knows its open
// resources: when their origin is removed they are closed and become empty, so that reading them
// fails and closing them is still valid.

#define _POSIX_C_SOURCE 200809L

#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include <fulcrum/file.h>
#include <mujoco/mujoco.h>

#include "core/foundation/base/array.h"
#include "core/foundation/base/process_lock.h"
#include "core/foundation/data/memory.h"
#include "core/model/resource/path.h"
#include "core/model/resource/resource.h"

typedef struct VfsEntry {
  char* name;   // reduced path
  void* bytes;  // buffer entries: own copy
  size_t nbyte;
  mjResource* mount;  // mounts: the argument of the provider; NULL for buffers
  int scheme;         // mounts: of a registered provider, which has no path
  mjpResourceProvider provider;
  struct VfsEntry* next;
} VfsEntry;

typedef struct Vfs {
  VfsEntry* first;
  mjResource** open;
  int nopen;
  int single;  // made for one resource, and deleted with it
} Vfs;

// ---------------------------------------------------------------- timestamps

static void encode_base64(char* text, uint64_t value) {
  static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  unsigned char bytes[9] = {0};
  memcpy(bytes, &value, 8);
  for (int i = 0; i < 3; i++) {
    uint32_t group =
        (uint32_t)bytes[3 * i] << 16 | (uint32_t)bytes[3 * i + 1] << 8 | bytes[3 * i + 2];
    for (int k = 0; k < 4; k++)
      text[4 * i + k] = digits[group >> (18 - 6 * k) & 63];
  }
  text[11] = '=';
  text[12] = 0;
}

// hash of a buffer; bytes are combined with OR, which existing timestamps rely on
static uint64_t buffer_hash(const unsigned char* bytes, size_t n) {
  uint64_t h = n ? 0xcbf29ce484222325u : 0;
  for (size_t i = 0; i < n; i++)
    h = (h | bytes[i]) * 0x100000001b3u;
  return h;
}

static uint64_t file_time(const char* name) {
  struct stat info;
  return stat(name, &info) ? 0 : (uint64_t)info.st_mtime;
}

// ---------------------------------------------------------------- built-in providers

typedef struct DiskFile {
  size_t nbyte;
  char bytes[];
} DiskFile;

// whole content of a file, also when its size is not known in advance; NULL when it cannot be read
static DiskFile* read_file(const char* name) {
  struct stat info;
  FILE* file = fc_openInput(name);
  if (!file)
    return NULL;
  if (fstat(fileno(file), &info)) {
    fclose(file);
    return NULL;
  }
  if (info.st_size > INT_MAX) {
    mju_warning("file '%s' is larger than 2 GB and cannot be read", name);
    fclose(file);
    return NULL;
  }
  size_t capacity = (size_t)info.st_size + 1, n = 0;
  DiskFile* disk = malloc(sizeof(DiskFile) + capacity + 1);
  while (disk) {
    n += fread(disk->bytes + n, 1, capacity - n, file);
    if (n < capacity)
      break;
    capacity *= 2;
    DiskFile* larger = capacity < INT_MAX ? realloc(disk, sizeof(DiskFile) + capacity + 1) : NULL;
    if (!larger)
      free(disk);
    disk = larger;
  }
  if (disk) {
    disk->nbyte = n;
    disk->bytes[n] = 0;
  }
  if (disk && ferror(file)) {
    free(disk);
    disk = NULL;
  }
  fclose(file);
  return disk;
}

static int disk_open(mjResource* resource) {
  resource->data = read_file(resource->name);
  if (!resource->data)
    return 0;
  encode_base64(resource->timestamp, file_time(resource->name));
  return 1;
}

static int disk_read(mjResource* resource, const void** buffer) {
  const DiskFile* disk = resource->data;
  *buffer = disk->bytes;
  return (int)disk->nbyte;
}

static void disk_close(mjResource* resource) { free(resource->data); }

static int disk_modified(const mjResource* resource, const char* timestamp) {
  char now[16];
  encode_base64(now, file_time(resource->name));
  return strcmp(now, timestamp) != 0;
}

static int buffer_read(mjResource* resource, const void** buffer) {
  const VfsEntry* entry = resource->data;
  *buffer = entry->bytes;
  return (int)entry->nbyte;
}

static int buffer_open(mjResource* resource) {
  const VfsEntry* entry = resource->data;
  encode_base64(resource->timestamp, buffer_hash(entry->bytes, entry->nbyte));
  return 1;
}

static void buffer_close(mjResource* resource) { (void)resource; }

static int buffer_modified(const mjResource* resource, const char* timestamp) {
  return strcmp(resource->timestamp, timestamp) != 0;
}

static const mjpResourceProvider disk_provider = {.prefix = "",
                                                  .open = disk_open,
                                                  .read = disk_read,
                                                  .close = disk_close,
                                                  .modified = disk_modified};
static const mjpResourceProvider buffer_provider = {.prefix = "",
                                                    .open = buffer_open,
                                                    .read = buffer_read,
                                                    .close = buffer_close,
                                                    .modified = buffer_modified};

// ---------------------------------------------------------------- virtual file system

static void free_resource(mjResource* resource) {
  free(resource->name);
  free(resource);
}

static Vfs* vfs_of(const mjVFS* vfs) {
  if (!vfs) {
    mju_error("mjVFS is null");
    return NULL;
  }
  return vfs->impl_;
}

void mj_defaultVFS(mjVFS* vfs) {
  if (!vfs) {
    mju_error("mjVFS is null");
    return;
  }
  vfs->impl_ = calloc(1, sizeof(Vfs));
  if (!vfs->impl_)
    mju_error("mj_defaultVFS: out of memory");
}

static VfsEntry* find_entry(const Vfs* v, const char* name) {
  for (VfsEntry* e = v ? v->first : NULL; e; e = e->next)
    if (!e->scheme && strcmp(e->name, name) == 0)
      return e;
  return NULL;
}

static VfsEntry* find_scheme(const Vfs* v, const mjpResourceProvider* provider) {
  for (VfsEntry* e = v ? v->first : NULL; e; e = e->next)
    if (e->scheme && e->mount->provider == provider)
      return e;
  return NULL;
}

static VfsEntry* find_base(const Vfs* v, const char* name) {
  const char* base = path_base(name);
  for (VfsEntry* e = v ? v->first : NULL; e; e = e->next)
    if (!e->mount && path_same(path_base(e->name), base))
      return e;
  return NULL;
}

// adds an entry under a name whose ownership it takes; content is copied. 0, 2: repeated name, -1:
// no memory
static int add_entry(Vfs* v, char* name, const void* bytes, size_t nbyte, VfsEntry** added) {
  VfsEntry* entry = NULL;
  int status = !name ? -1 : find_entry(v, name) ? 2 : 0;
  if (!status && (entry = calloc(1, sizeof(VfsEntry))) != NULL)
    entry->bytes = malloc(nbyte + 1);
  if (status || !entry || !entry->bytes) {
    free(name);
    free(entry);
    return status ? status : -1;
  }
  if (nbyte)
    memcpy(entry->bytes, bytes, nbyte);
  ((char*)entry->bytes)[nbyte] = 0;
  entry->nbyte = nbyte;
  entry->name = name;
  entry->next = v->first;
  v->first = entry;
  if (added)
    *added = entry;
  return 0;
}

static char* lower_base(const char* name) {
  char* base = path_join(NULL, path_base(name));
  for (char* c = base; c && *c; c++)
    *c = *c >= 'A' && *c <= 'Z' ? (char)(*c + 'a' - 'A') : *c;
  return base;
}

int mj_addFileVFS(mjVFS* vfs, const char* directory, const char* filename) {
  Vfs* v = vfs_of(vfs);
  if (!v || !filename)
    return -1;
  char* key = lower_base(filename);
  if (key && find_entry(v, key)) {
    free(key);
    return 2;
  }

  // a missing file leaves an empty entry and is reported when it is used
  char* path = path_join(directory, filename);
  DiskFile* disk = path ? read_file(path) : NULL;
  free(path);
  int status = add_entry(v, key, disk ? disk->bytes : NULL, disk ? disk->nbyte : 0, NULL);
  free(disk);
  return status;
}

int mj_addBufferVFS(mjVFS* vfs, const char* name, const void* buffer, int nbuffer) {
  Vfs* v = vfs_of(vfs);
  if (!v || !name || nbuffer < 0 || (nbuffer > 0 && !buffer))
    return -1;
  return add_entry(v, path_join(NULL, name), buffer, (size_t)nbuffer, NULL);
}

// ---------------------------------------------------------------- files as in earlier versions

int mj_makeEmptyFileVFS(mjVFS* vfs, const char* filename, int filesize) {
  Vfs* v = vfs_of(vfs);
  void* zeros = v && filename && filesize >= 0 ? calloc(1, (size_t)filesize + 1) : NULL;
  if (!zeros)
    return 1;
  int status = add_entry(v, lower_base(filename), zeros, (size_t)filesize, NULL);
  free(zeros);
  return status < 0 ? 1 : status;
}

// files are counted in the order in which they were added
int mj_findFileVFS(const mjVFS* vfs, const char* filename) {
  const Vfs* v = vfs_of(vfs);
  const VfsEntry* found = v && filename ? find_entry(v, filename) : NULL;
  if (!found && v && filename)
    found = find_base(v, filename);
  int index = -1;
  for (const VfsEntry* e = found; e; e = e->next)
    index += !e->mount;
  return index;
}

// Closes a resource whose origin is removed; after that only its owner can close it.
static void take_away(mjResource* resource) {
  if (resource->provider)
    resource->provider->close(resource);
  resource->provider = NULL;
  resource->data = NULL;
}

// closes the open resources of an entry before it is removed
static void close_entry(const Vfs* v, const VfsEntry* entry) {
  for (int i = 0; i < v->nopen; i++) {
    mjResource* r = v->open[i];
    int is_from = entry->mount ? r->provider == entry->mount->provider
                               : r->provider == &buffer_provider && r->data == entry;
    if (is_from) {
      mju_warning("resource '%s' is still open and loses its content", r->name);
      take_away(r);
    }
  }
}

static void free_entry(VfsEntry* entry) {
  if (entry->mount) {
    if (entry->provider.unmount)
      entry->provider.unmount(entry->mount);
    free(entry->mount->name);
    free(entry->mount);
  }
  free(entry->bytes);
  free(entry->name);
  free(entry);
}

static int remove_entry(Vfs* v, const char* name) {
  for (VfsEntry** at = &v->first; name && *at; at = &(*at)->next) {
    if (!(*at)->scheme && strcmp((*at)->name, name) == 0) {
      VfsEntry* entry = *at;
      *at = entry->next;
      close_entry(v, entry);
      free_entry(entry);
      return 0;
    }
  }
  return -1;
}

int mj_deleteFileVFS(mjVFS* vfs, const char* filename) {
  Vfs* v = vfs_of(vfs);
  if (!v || !filename)
    return -1;
  char *path = path_join(NULL, filename), *base = lower_base(filename);
  int status = remove_entry(v, path);
  if (status)
    status = remove_entry(v, base);
  free(path);
  free(base);
  return status;
}

// Lets a provider mount itself under a name, then adds it to the VFS under a path whose ownership
// it takes. 0, 2: repeated path, -1: the provider refuses, or no memory.
static int add_mount(mjVFS* vfs, char* path, const char* name, const mjpResourceProvider* provider,
                     VfsEntry** added) {
  Vfs* v = vfs->impl_;
  mjResource* mount = calloc(1, sizeof(mjResource));
  int status = !path || !mount ? -1 : find_entry(v, path) ? 2 : 0;
  if (!status && (mount->name = path_join(NULL, name)) != NULL) {
    mount->vfs = vfs;
    mount->provider = provider;
    int mounted = !provider->mount || provider->mount(mount);
    status = mounted ? add_entry(v, path, NULL, 0, added) : -1;
    path = mounted ? NULL : path;
    if (mounted && status && provider->unmount)
      provider->unmount(mount);
  } else if (!status) {
    status = -1;
  }
  if (status) {
    free(path);
    if (mount)
      free_resource(mount);
    return status;
  }
  (*added)->mount = mount;
  (*added)->provider = *provider;
  return 0;
}

int mj_mountVFS(mjVFS* vfs, const char* filepath, const mjpResourceProvider* provider) {
  Vfs* v = vfs_of(vfs);
  if (!v || !filepath || !provider || !provider->open || !provider->read || !provider->close)
    return -1;
  char *path = path_join(NULL, filepath), *name = path_join(NULL, filepath);
  VfsEntry* entry;
  int status = add_mount(vfs, path, name ? name : "", provider, &entry);
  if (!status)
    entry->mount->provider = &entry->provider;
  free(name);
  return status;
}

int mj_unmountVFS(mjVFS* vfs, const char* filename) {
  Vfs* v = vfs_of(vfs);
  char* path = v && filename ? path_join(NULL, filename) : NULL;
  int status = path ? remove_entry(v, path) : -1;
  free(path);
  return status;
}

void mj_deleteVFS(mjVFS* vfs) {
  if (!vfs || !vfs->impl_)
    return;
  Vfs* v = vfs->impl_;
  if (v->nopen) {
    mju_warning(
        "mj_deleteVFS: %d resources are still open and lose their content, the last is '%s'",
        v->nopen, v->open[v->nopen - 1]->name);
  }
  for (int i = 0; i < v->nopen; i++) {
    take_away(v->open[i]);
    v->open[i]->vfs = NULL;
  }
  free(v->open);
  while (v->first) {
    VfsEntry* next = v->first->next;
    free_entry(v->first);
    v->first = next;
  }
  free(v);
  vfs->impl_ = NULL;
}

// ---------------------------------------------------------------- resources

// innermost entry that is a directory above the path
static VfsEntry* find_mount(const Vfs* v, const char* path) {
  VfsEntry* best = NULL;
  size_t longest = 0;
  for (VfsEntry* e = v ? v->first : NULL; e; e = e->next) {
    size_t n = e->scheme ? 0 : strlen(e->name);
    if (!e->scheme && n >= longest && strncmp(path, e->name, n) == 0 &&
        (path[n] == '/' || (n > 0 && e->name[n - 1] == '/'))) {
      best = e;
      longest = n;
    }
  }
  return best;
}

// a VFS for the scheme of one resource; NULL when memory runs out
static mjVFS* single_vfs(void) {
  mjVFS* vfs = calloc(1, sizeof(mjVFS));
  Vfs* v = vfs ? calloc(1, sizeof(Vfs)) : NULL;
  if (!v) {
    free(vfs);
    return NULL;
  }
  v->single = 1;
  vfs->impl_ = v;
  return vfs;
}

// Mounts a registered provider when its scheme is first used. -1: it cannot be used.
static int mount_scheme(mjResource* resource, const mjpResourceProvider* provider) {
  if (!resource->vfs || !resource->vfs->impl_)
    resource->vfs = single_vfs();
  Vfs* v = resource->vfs ? resource->vfs->impl_ : NULL;
  VfsEntry* entry = find_scheme(v, provider);
  if (v && !entry) {
    char path[300];  // a path that no file has
    snprintf(path, sizeof path, "%.250s://", provider->prefix);
    if (add_mount(resource->vfs, strdup(path), provider->prefix, provider, &entry))
      return -1;
    entry->scheme = 1;
  }
  resource->data = v ? entry->mount->data : NULL;
  return v ? 0 : -1;
}

// determines the provider of the path; -1 when it cannot be used
static int choose_provider(mjResource* resource) {
  const Vfs* v = resource->vfs ? resource->vfs->impl_ : NULL;
  VfsEntry* entry = find_entry(v, resource->name);
  if (!entry)
    entry = find_mount(v, resource->name);
  const mjpResourceProvider* registered = entry ? NULL : mjp_getResourceProvider(resource->name);
  if (!entry && !registered)
    entry = find_base(v, resource->name);
  if (entry) {
    resource->provider = entry->mount ? &entry->provider : &buffer_provider;
    resource->data = entry->mount ? entry->mount->data : entry;
    return 0;
  }
  resource->provider = registered ? registered : &disk_provider;
  return registered && registered->mount ? mount_scheme(resource, registered) : 0;
}

// Records that a resource is open; -1 when memory runs out. Models may be compiled from one VFS in
// several threads.
static int add_open(mjResource* resource) {
  Vfs* v = resource->vfs ? resource->vfs->impl_ : NULL;
  if (!v)
    return 0;
  process_lock(LOCK_VFS);
  int full = ARRAY_ROOM(v->open, v->nopen);
  if (!full)
    v->open[v->nopen++] = resource;
  process_unlock(LOCK_VFS);
  return full;
}

// the resource is closed or was never opened
static void leave_vfs(mjResource* resource) {
  mjVFS* vfs = resource->vfs;
  Vfs* v = vfs ? vfs->impl_ : NULL;
  process_lock(LOCK_VFS);
  for (int i = 0; v && i < v->nopen; i++)
    if (v->open[i] == resource)
      v->open[i] = v->open[--v->nopen];
  process_unlock(LOCK_VFS);
  if (v && v->single) {
    mj_deleteVFS(vfs);
    free(vfs);
  }
}

mjResource* mju_openResource(const char* dir, const char* name, const mjVFS* vfs, char* error,
                             size_t nerror) {
  if (error && nerror)
    error[0] = 0;
  errno = 0;
  mjResource* resource = name ? calloc(1, sizeof(mjResource)) : NULL;
  if (resource) {
    resource->name = path_join(dir, name);
    resource->vfs = (mjVFS*)vfs;
  }
  if (resource && resource->name) {
    if (!choose_provider(resource) && resource->provider->open(resource)) {
      if (!add_open(resource))
        return resource;
      resource->provider->close(resource);
      errno = ENOMEM;
    }
  }
  if (error && nerror) {
    // errno left by any other provider says nothing about the resource, unless memory ran out
    const int told = errno == ENOMEM || (resource && resource->provider == &disk_provider);
    snprintf(error, nerror, "Error opening file '%s'%s%s", name ? name : "",
             told && errno ? ": " : "", told && errno ? strerror(errno) : "");
  }
  if (resource) {
    leave_vfs(resource);
    free_resource(resource);
  }
  return NULL;
}

void mju_closeResource(mjResource* resource) {
  if (!resource)
    return;
  if (resource->provider)
    resource->provider->close(resource);
  leave_vfs(resource);
  free_resource(resource);
}

int mju_readResource(mjResource* resource, const void** buffer) {
  const mjpResourceProvider* provider = resource ? resource->provider : NULL;
  return provider && buffer && provider->read ? provider->read(resource, buffer) : -1;
}

void mju_getResourceDir(mjResource* resource, const char** dir, int* ndir) {
  *dir = NULL;
  *ndir = 0;
  if (!resource || !resource->name)
    return;
  *dir = resource->name;
  *ndir = (int)path_directory(resource->name);
  const char* prefix = resource->provider ? resource->provider->prefix : NULL;
  size_t scheme = prefix ? strlen(prefix) : 0;
  if (scheme && resource->name[scheme] == ':' && *ndir <= (int)scheme)
    *ndir = (int)scheme + 1;
}

int resource_is_virtual(const mjResource* resource) {
  const Vfs* v = resource->vfs ? resource->vfs->impl_ : NULL;
  int found = resource->provider == &buffer_provider;
  for (const VfsEntry* e = v ? v->first : NULL; e && !found; e = e->next)
    found = e->mount && !e->scheme && resource->provider == &e->provider;
  return found;
}

int mju_isModifiedResource(const mjResource* resource, const char* timestamp) {
  const mjpResourceProvider* provider = resource ? resource->provider : NULL;
  return provider && provider->modified ? provider->modified(resource, timestamp) : 1;
}

// ---------------------------------------------------------------- decoders

mjSpec* mju_decodeResource(mjResource* resource, const char* content_type, const mjVFS* vfs) {
  const mjpDecoder* decoder = resource ? mjp_findDecoder(resource, content_type) : NULL;
  if (!decoder) {
    mju_warning("resource '%s': no decoder", resource ? resource->name : "");
    return NULL;
  }
  return decoder->decode(resource, vfs);
}

// ---------------------------------------------------------------- content at once

int resource_use(const char* filename, const mjVFS* vfs,
                 void (*use)(void* context, const void* content, size_t size), void* context) {
  char error[256];
  mjResource* resource = mju_openResource(NULL, filename, vfs, error, sizeof error);
  const void* bytes = NULL;
  int n = resource ? mju_readResource(resource, &bytes) : -1;
  if (n > 0)
    use(context, bytes, (size_t)n);
  mju_closeResource(resource);
  return n > 0 ? 0 : -1;
}
