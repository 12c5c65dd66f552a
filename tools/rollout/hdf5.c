// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// HDF5 files, as the shared object fulcrum-hdf5.so.
//
// Arrays are contiguous and get their place in the file when it is created. From then on the
// structure of the file never changes; rows are written into their places. A program that is
// killed at any moment therefore leaves a valid file, in which the array of states tells which rows
// are there. Rows that were not written take no space on the disk where the file system has
// sparse files.

#include <errno.h>
#include <hdf5.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tools/rollout/store.h"

#define LIST "datasets"  // attribute: names of all arrays, one a line
#define LIST_MAX 65536

typedef struct File_ {
  char path[4096];
  hid_t file;
  int narray;
  StoreArray* array;
  hid_t* dataset;
} File;

// ---------------------------------------------------------------- errors

static herr_t innermost(unsigned n, const H5E_error2_t* entry, void* text) {
  (void)n;
  snprintf(text, 300, "%s", entry->desc ? entry->desc : "");
  return 0;
}

// The system's reason when there is one, else that of the library.
static int fail(const char* path, const char* what, char* error, int error_size) {
  const int number = errno;
  char reason[300] = "";
  H5Ewalk2(H5E_DEFAULT, H5E_WALK_UPWARD, innermost, reason);
  H5Ewalk2(H5E_DEFAULT, H5E_WALK_DOWNWARD, innermost, reason);
  snprintf(error, (size_t)error_size, "%s cannot be %s: %s", path, what,
           number == EWOULDBLOCK ? "another process is writing it"
           : number              ? strerror(number)
                                 : reason);
  H5Eclear2(H5E_DEFAULT);
  return -1;
}

static void begin_call(void) {
  H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
  H5Eclear2(H5E_DEFAULT);
  errno = 0;
}

// ---------------------------------------------------------------- types

static const struct {
  StoreType type;
  H5T_class_t class;
  size_t size;
  int is_signed;
} types[] = {
    {STORE_REAL, H5T_FLOAT, 8, 0},   {STORE_SINGLE, H5T_FLOAT, 4, 0},
    {STORE_INT, H5T_INTEGER, 4, 1},  {STORE_LONG, H5T_INTEGER, 8, 1},
    {STORE_BYTE, H5T_INTEGER, 1, 0}, {STORE_STATUS, H5T_INTEGER, 1, 1},
};

static hid_t type_of(const StoreArray* a) {
  hid_t type;
  switch (a->type) {
    case STORE_REAL: return H5Tcopy(H5T_NATIVE_DOUBLE);
    case STORE_SINGLE: return H5Tcopy(H5T_NATIVE_FLOAT);
    case STORE_INT: return H5Tcopy(H5T_NATIVE_INT32);
    case STORE_LONG: return H5Tcopy(H5T_NATIVE_INT64);
    case STORE_BYTE: return H5Tcopy(H5T_NATIVE_UINT8);
    case STORE_STATUS: return H5Tcopy(H5T_NATIVE_INT8);
    default: break;
  }
  type = H5Tcopy(H5T_C_S1);
  H5Tset_size(type, (size_t)a->shape[1]);
  H5Tset_strpad(type, H5T_STR_NULLPAD);
  return type;
}

// the inverse; -1 when the array is none of ours
static int recognise(hid_t dataset, StoreArray* a) {
  hsize_t shape[3];
  hid_t type = H5Dget_type(dataset), space = H5Dget_space(dataset);
  const H5T_class_t class = H5Tget_class(type);
  const size_t size = H5Tget_size(type);
  int known = class == H5T_STRING;
  a->rank = H5Sget_simple_extent_ndims(space);
  if (a->rank < 1 || a->rank > 3 || H5Sget_simple_extent_dims(space, shape, NULL) < 0)
    a->rank = 0;
  for (int i = 0; i < a->rank; i++)
    a->shape[i] = (long long)shape[i];
  a->type = STORE_TEXT;
  if (known)
    a->shape[1] = (long long)size;
  for (size_t i = 0; i < sizeof types / sizeof *types && !known; i++) {
    if (types[i].class != class || types[i].size != size ||
        (class == H5T_INTEGER && (H5Tget_sign(type) == H5T_SGN_2) != types[i].is_signed))
      continue;
    a->type = types[i].type;
    known = 1;
  }
  H5Sclose(space);
  H5Tclose(type);
  return known && a->rank ? 0 : -1;
}

// ---------------------------------------------------------------- attributes

static int put_text(hid_t file, const char* key, const char* text) {
  hid_t type = H5Tcopy(H5T_C_S1), space = H5Screate(H5S_SCALAR);
  H5Tset_size(type, strlen(text) + 1);
  hid_t attribute = H5Acreate2(file, key, type, space, H5P_DEFAULT, H5P_DEFAULT);
  const int status = attribute < 0 || H5Awrite(attribute, type, text) < 0;
  H5Aclose(attribute);
  H5Sclose(space);
  H5Tclose(type);
  return status;
}

static int put_number(hid_t file, const char* key, long long value) {
  hid_t space = H5Screate(H5S_SCALAR);
  hid_t attribute = H5Acreate2(file, key, H5T_STD_I64LE, space, H5P_DEFAULT, H5P_DEFAULT);
  const int status = attribute < 0 || H5Awrite(attribute, H5T_NATIVE_LLONG, &value) < 0;
  H5Aclose(attribute);
  H5Sclose(space);
  return status;
}

static int get_attribute(void* store, const char* key, char* text, int size) {
  const File* f = store;
  begin_call();
  hid_t attribute = H5Aopen(f->file, key, H5P_DEFAULT);
  if (attribute < 0)
    return -1;
  hid_t type = H5Aget_type(attribute);
  int status = -1;
  long long number;
  if (H5Tget_class(type) == H5T_INTEGER && H5Aread(attribute, H5T_NATIVE_LLONG, &number) >= 0)
    status = snprintf(text, (size_t)size, "%lld", number) < size ? 0 : -1;
  if (H5Tget_class(type) == H5T_STRING && H5Tget_size(type) < (size_t)size) {
    memset(text, 0, (size_t)size);
    status = H5Aread(attribute, type, text) < 0 ? -1 : 0;
  }
  H5Tclose(type);
  H5Aclose(attribute);
  return status;
}

// ---------------------------------------------------------------- files

static int close_file(void* store, char* error, int error_size) {
  File* f = store;
  begin_call();
  for (int i = 0; i < f->narray; i++)
    if (f->dataset && f->dataset[i] > 0)
      H5Dclose(f->dataset[i]);
  int status = f->file > 0 && H5Fclose(f->file) < 0;
  if (status)
    status = fail(f->path, "written", error, error_size);
  free(f->dataset);
  free(f->array);
  free(f);
  return status;
}

static File* new_file(const char* path, int narray) {
  File* f = calloc(1, sizeof *f);
  if (!f)
    return NULL;
  snprintf(f->path, sizeof f->path, "%s", path);
  f->array = calloc((size_t)narray + 1, sizeof *f->array);
  f->dataset = calloc((size_t)narray + 1, sizeof *f->dataset);
  f->narray = narray;
  if (f->array && f->dataset)
    return f;
  free(f->array);
  free(f->dataset);
  free(f);
  return NULL;
}

static hid_t create_dataset(hid_t file, const StoreArray* a) {
  const signed char missing = -1;
  hsize_t shape[3];
  for (int i = 0; i < a->rank; i++)
    shape[i] = (hsize_t)a->shape[i];
  hid_t space = H5Screate_simple(a->rank, shape, NULL), type = type_of(a);
  hid_t options = H5Pcreate(H5P_DATASET_CREATE), links = H5Pcreate(H5P_LINK_CREATE);
  H5Pset_create_intermediate_group(links, 1);
  H5Pset_layout(options, H5D_CONTIGUOUS);
  H5Pset_alloc_time(options, H5D_ALLOC_TIME_EARLY);
  if (a->type == STORE_STATUS)
    H5Pset_fill_value(options, H5T_NATIVE_INT8, &missing);
  H5Pset_fill_time(options, a->type == STORE_STATUS ? H5D_FILL_TIME_ALLOC : H5D_FILL_TIME_NEVER);
  hid_t dataset = H5Dcreate2(file, a->name, type, space, links, options, H5P_DEFAULT);
  H5Pclose(links);
  H5Pclose(options);
  H5Tclose(type);
  H5Sclose(space);
  return dataset;
}

static int flush(void* store, char* error, int error_size) {
  File* f = store;
  void* handle;
  begin_call();
  if (H5Fflush(f->file, H5F_SCOPE_GLOBAL) < 0 ||
      H5Fget_vfd_handle(f->file, H5P_DEFAULT, &handle) < 0 || fdatasync(*(const int*)handle))
    return fail(f->path, "written", error, error_size);
  return 0;
}

// arrays and attributes of a new file
static int fill_file(File* f, const StoreAttribute* attribute, int nattribute) {
  static char list[LIST_MAX];
  size_t used = 0;
  for (int i = 0; i < f->narray; i++) {
    if ((f->dataset[i] = create_dataset(f->file, f->array + i)) < 0)
      return -1;
    used += (size_t)snprintf(list + used, sizeof list - used, "%s\n", f->array[i].name);
    if (used >= sizeof list)
      return -1;
  }
  for (int i = 0; i < nattribute; i++) {
    const StoreAttribute* a = attribute + i;
    if (a->integer ? put_number(f->file, a->key, atoll(a->text))
                   : put_text(f->file, a->key, a->text))
      return -1;
  }
  return put_text(f->file, LIST, list);
}

// A file has one writer, where the file system has locks. Readers need none: the structure of the
// file does not change while it is written.
static hid_t access_options(int writable) {
  hid_t options = H5Pcreate(H5P_FILE_ACCESS);
  H5Pset_file_locking(options, writable != 0, 1);
  return options;
}

static void* create_file(const char* path, const StoreArray* array, int narray,
                         const StoreAttribute* attribute, int nattribute, char* error,
                         int error_size) {
  File* f = new_file(path, narray);
  char ignored[8];
  if (!f) {
    snprintf(error, (size_t)error_size, "%s: out of memory", path);
    return NULL;
  }
  begin_call();
  memcpy(f->array, array, (size_t)narray * sizeof *array);
  hid_t options = access_options(1);
  f->file = H5Fcreate(path, H5F_ACC_EXCL, H5P_DEFAULT, options);
  H5Pclose(options);
  if (f->file < 0) {
    fail(path, "created", error, error_size);
    close_file(f, ignored, sizeof ignored);
    return NULL;
  }
  if (!fill_file(f, attribute, nattribute) && !flush(f, error, error_size))
    return f;
  fail(path, "written", error, error_size);
  close_file(f, ignored, sizeof ignored);
  unlink(path);
  return NULL;
}

// open the arrays that the list names
static int open_arrays(File* f, char* list, char* error, int error_size) {
  char* rest = NULL;
  int n = 0;
  for (char* name = strtok_r(list, "\n", &rest); name; name = strtok_r(NULL, "\n", &rest), n++) {
    StoreArray* a = f->array + n;
    snprintf(a->name, sizeof a->name, "%s", name);
    f->dataset[n] = H5Dopen2(f->file, name, H5P_DEFAULT);
    if (f->dataset[n] >= 0 && recognise(f->dataset[n], a) == 0)
      continue;
    snprintf(error, (size_t)error_size, "%s is damaged: array %s cannot be read", f->path, name);
    return -1;
  }
  return 0;
}

static void* open_file(const char* path, int writable, const StoreArray** array, int* narray,
                       char* error, int error_size) {
  static char list[LIST_MAX];
  char ignored[8];
  int n = 0;
  struct stat info;

  // the library would wait for a writer of a pipe
  if (!stat(path, &info) && !S_ISREG(info.st_mode) && !S_ISDIR(info.st_mode)) {
    snprintf(error, (size_t)error_size, "%s is not a regular file", path);
    return NULL;
  }
  begin_call();
  hid_t options = access_options(writable);
  hid_t file = H5Fopen(path, writable ? H5F_ACC_RDWR : H5F_ACC_RDONLY, options);
  H5Pclose(options);
  if (file < 0) {
    fail(path, writable ? "opened for writing" : "read", error, error_size);
    return NULL;
  }
  File probe = {.file = file};
  if (get_attribute(&probe, LIST, list, sizeof list)) {
    snprintf(error, (size_t)error_size, "%s was not written by 'fulcrum rollout'", path);
    H5Fclose(file);
    return NULL;
  }
  for (const char* c = list; *c; c++)
    n += *c == '\n';
  File* f = new_file(path, n);
  if (!f) {
    snprintf(error, (size_t)error_size, "%s: out of memory", path);
    H5Fclose(file);
    return NULL;
  }
  f->file = file;
  if (open_arrays(f, list, error, error_size)) {
    close_file(f, ignored, sizeof ignored);
    return NULL;
  }
  *array = f->array;
  *narray = n;
  return f;
}

// ---------------------------------------------------------------- rows

// select rows of the array in the file, and describe as many numbers in memory
static hid_t select_rows(hid_t file_space, const StoreArray* a, long long first, long long n,
                         long long column) {
  hsize_t start[3] = {(hsize_t)first}, count[3] = {(hsize_t)n};
  for (int i = 1; i < a->rank; i++)
    count[i] = (hsize_t)a->shape[i];
  if (column >= 0 && a->rank == 3) {
    start[1] = (hsize_t)column;
    count[1] = 1;
  }
  if (H5Sselect_hyperslab(file_space, H5S_SELECT_SET, start, NULL, count, NULL) < 0)
    return -1;
  return H5Screate_simple(a->rank, count, NULL);
}

static int write_rows(void* store, int array, long long first, long long n, const void* values,
                      char* error, int error_size) {
  const File* f = store;
  const StoreArray* a = f->array + array;
  begin_call();
  hid_t type = type_of(a), file = H5Dget_space(f->dataset[array]);
  hid_t memory = select_rows(file, a, first, n, -1);
  const int bad =
      memory < 0 || H5Dwrite(f->dataset[array], type, memory, file, H5P_DEFAULT, values) < 0;
  const int status = bad ? fail(f->path, "written", error, error_size) : 0;
  H5Sclose(memory);
  H5Sclose(file);
  H5Tclose(type);
  return status;
}

static int read_rows(void* store, int array, long long first, long long n, long long column,
                     void* values, char* error, int error_size) {
  const File* f = store;
  const StoreArray* a = f->array + array;
  begin_call();
  hid_t type = type_of(a), file = H5Dget_space(f->dataset[array]);
  hid_t memory = select_rows(file, a, first, n, column);
  const int bad =
      memory < 0 || H5Dread(f->dataset[array], type, memory, file, H5P_DEFAULT, values) < 0;
  const int status = bad ? fail(f->path, "read", error, error_size) : 0;
  H5Sclose(memory);
  H5Sclose(file);
  H5Tclose(type);
  return status;
}

static const StoreFormat format = {.name = "HDF5",
                                   .grows = 1,
                                   .create = create_file,
                                   .open = open_file,
                                   .attribute = get_attribute,
                                   .write = write_rows,
                                   .read = read_rows,
                                   .flush = flush,
                                   .close = close_file};

const StoreFormat* fulcrum_store_format(void);
__attribute__((visibility("default"))) const StoreFormat* fulcrum_store_format(void) {
  return &format;
}
