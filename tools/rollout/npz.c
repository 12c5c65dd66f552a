// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// NPZ files, as numpy.load reads them: a ZIP archive (APPNOTE.TXT of PKWARE, 6.3) with one stored
// entry NAME.npy per array (NumPy's format 1.0: a header in text, then the numbers in C order).
// Arrays are kept in memory and written when the file is closed. Entries and archives of 4 GiB and
// more have the fields of ZIP64.

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <fulcrum/file.h>
#include <fulcrum/host.h>

#include "tools/rollout/store.h"

#define LARGE 0xffffffffu

typedef struct Entry_ {
  char name[STORE_NAME + 8];
  char header[256];
  size_t nheader;
  unsigned char* data;
  uint64_t ndata;
  uint32_t crc;
  uint64_t offset;  // of its local header
} Entry;

typedef struct Archive_ {
  char path[4096];  // "": nothing is written
  FILE* file;
  int nentry, narray;
  Entry* entry;  // arrays, then attributes
  StoreArray* array;
} Archive;

// ---------------------------------------------------------------- checksums

// the CRC of ISO 3309, a byte at a time
static uint32_t crc_of(uint32_t crc, const void* data, size_t n) {
  static uint32_t table[256];
  const unsigned char* byte = data;
  for (uint32_t i = 0; i < 256 && !table[255]; i++) {
    uint32_t c = i;
    for (int k = 0; k < 8; k++)
      c = c & 1 ? 0xedb88320u ^ c >> 1 : c >> 1;
    table[i] = c;
  }
  crc = ~crc;
  for (size_t i = 0; i < n; i++)
    crc = table[(crc ^ byte[i]) & 255] ^ crc >> 8;
  return ~crc;
}

// ---------------------------------------------------------------- entries

static int is_little_endian(void) {
  const uint16_t one = 1;
  return *(const unsigned char*)&one;
}

// magic, version, length and text of the header; a multiple of 64 bytes in all
static void make_header(Entry* e, const char* descr, const char* shape) {
  char text[200];
  int n = snprintf(text, sizeof text, "{'descr': '%s', 'fortran_order': False, 'shape': (%s), }",
                   descr, shape);
  const int all = (10 + n + 1 + 63) / 64 * 64;
  memcpy(e->header, "\x93NUMPY\x01\x00", 8);
  e->header[8] = (char)((all - 10) & 255);
  e->header[9] = (char)((all - 10) >> 8);
  memset(e->header + 10, ' ', (size_t)all - 10);
  memcpy(e->header + 10, text, (size_t)n);
  e->header[all - 1] = '\n';
  e->nheader = (size_t)all;
}

static int make_array(Entry* e, const StoreArray* a) {
  static const char* const codes[] = {"f8", "f4", "i4", "i8", "u1", "i1"};
  char descr[24], shape[100] = "";
  if (a->type == STORE_TEXT)
    snprintf(descr, sizeof descr, "|S%lld", a->shape[1]);
  else
    snprintf(descr, sizeof descr, "%c%s",
             codes[a->type][1] == '1' ? '|'
             : is_little_endian()     ? '<'
                                      : '>',
             codes[a->type]);
  for (int i = 0; i < a->rank; i++) {
    const size_t used = strlen(shape);
    snprintf(shape + used, sizeof shape - used, "%lld,", a->shape[i]);
  }
  snprintf(e->name, sizeof e->name, "%s.npy", a->name);
  make_header(e, descr, shape);
  e->ndata = (uint64_t)store_row_bytes(a) * (uint64_t)a->shape[0];
  e->data = malloc(e->ndata + 1);
  if (!e->data)
    return -1;
  memset(e->data, a->type == STORE_STATUS ? 0xff : 0, e->ndata);
  return 0;
}

// a number or a text without dimensions
static int make_attribute(Entry* e, const StoreAttribute* a) {
  char descr[24];
  const int64_t number = atoll(a->text);
  const size_t n = a->integer ? sizeof number : strlen(a->text);
  if (a->integer)
    snprintf(descr, sizeof descr, "%ci8", is_little_endian() ? '<' : '>');
  else
    snprintf(descr, sizeof descr, "|S%zu", n ? n : 1);
  snprintf(e->name, sizeof e->name, "%s.npy", a->key);
  make_header(e, descr, "");
  e->ndata = n ? n : 1;
  e->data = calloc(e->ndata, 1);
  if (!e->data)
    return -1;
  memcpy(e->data, a->integer ? (const void*)&number : (const void*)a->text, n);
  return 0;
}

static void free_archive(Archive* z) {
  for (int i = 0; z->entry && i < z->nentry; i++)
    free(z->entry[i].data);
  free(z->entry);
  free(z->array);
  free(z);
}

// ---------------------------------------------------------------- the archive

static void put(FILE* file, uint64_t value, int bytes) {
  for (int i = 0; i < bytes; i++)
    fputc((int)(value >> 8 * i & 255), file);
}

static uint64_t size_of(const Entry* e) { return e->nheader + e->ndata; }

static uint32_t limited(uint64_t value) { return value >= LARGE ? LARGE : (uint32_t)value; }

// what local and central headers share, from the version that is needed to extract on
static void put_common(FILE* file, const Entry* e, int large, int nextra) {
  put(file, large ? 45 : 20, 2);
  put(file, 0, 2);       // flags
  put(file, 0, 2);       // stored
  put(file, 0, 2);       // time
  put(file, 0x0021, 2);  // 1 January 1980: the bytes depend on the contents alone
  put(file, e->crc, 4);
  put(file, limited(size_of(e)), 4);
  put(file, limited(size_of(e)), 4);
  put(file, strlen(e->name), 2);
  put(file, (uint64_t)nextra, 2);
}

static uint64_t put_entry(FILE* file, Entry* e, uint64_t offset) {
  const int large = size_of(e) >= LARGE, nextra = large ? 20 : 0;
  e->offset = offset;
  e->crc = crc_of(crc_of(0, e->header, e->nheader), e->data, e->ndata);
  put(file, 0x04034b50, 4);
  put_common(file, e, large, nextra);
  fputs(e->name, file);
  if (large) {
    put(file, 1, 2);
    put(file, 16, 2);
    put(file, size_of(e), 8);
    put(file, size_of(e), 8);
  }
  fwrite(e->header, 1, e->nheader, file);
  fwrite(e->data, 1, e->ndata, file);
  return offset + 30 + strlen(e->name) + (uint64_t)nextra + size_of(e);
}

static uint64_t put_directory_entry(FILE* file, const Entry* e) {
  const int large = size_of(e) >= LARGE, far = e->offset >= LARGE;
  const int nfield = 16 * large + 8 * far, nextra = nfield ? 4 + nfield : 0;
  put(file, 0x02014b50, 4);
  put(file, 3 << 8 | 45, 2);  // made on Unix
  put_common(file, e, large || far, nextra);
  put(file, 0, 2);                     // comment
  put(file, 0, 2);                     // disk
  put(file, 0, 2);                     // internal attributes
  put(file, (uint64_t)0644 << 16, 4);  // mode
  put(file, limited(e->offset), 4);
  fputs(e->name, file);
  if (nfield) {
    put(file, 1, 2);
    put(file, (uint64_t)nfield, 2);
  }
  if (large) {
    put(file, size_of(e), 8);
    put(file, size_of(e), 8);
  }
  if (far)
    put(file, e->offset, 8);
  return 46 + strlen(e->name) + (uint64_t)nextra;
}

static void put_end(FILE* file, int n, uint64_t directory, uint64_t size) {
  if (directory >= LARGE || size >= LARGE || n >= 0xffff) {
    put(file, 0x06064b50, 4);
    put(file, 44, 8);
    put(file, 3 << 8 | 45, 2);
    put(file, 45, 2);
    put(file, 0, 8);
    put(file, (uint64_t)n, 8);
    put(file, (uint64_t)n, 8);
    put(file, size, 8);
    put(file, directory, 8);
    put(file, 0x07064b50, 4);
    put(file, 0, 4);
    put(file, directory + size, 8);
    put(file, 1, 4);
  }
  put(file, 0x06054b50, 4);
  put(file, 0, 4);
  put(file, n >= 0xffff ? 0xffff : (uint64_t)n, 2);
  put(file, n >= 0xffff ? 0xffff : (uint64_t)n, 2);
  put(file, limited(size), 4);
  put(file, limited(directory), 4);
  put(file, 0, 2);
}

// ---------------------------------------------------------------- the format

static void* create_npz(const char* path, const StoreArray* array, int narray,
                        const StoreAttribute* attribute, int nattribute, char* error,
                        int error_size) {
  Archive* z = calloc(1, sizeof *z);
  int missing = !z;
  if (z) {
    snprintf(z->path, sizeof z->path, "%s", path);
    z->narray = narray;
    z->nentry = narray + nattribute;
    z->entry = calloc((size_t)z->nentry, sizeof *z->entry);
    z->array = calloc((size_t)narray, sizeof *z->array);
    missing = !z->entry || !z->array;
  }
  for (int i = 0; i < narray && !missing; i++) {
    z->array[i] = array[i];
    missing = make_array(z->entry + i, array + i);
  }
  for (int i = 0; i < nattribute && !missing; i++)
    missing = make_attribute(z->entry + narray + i, attribute + i);
  // whether the file can be written shows before the work
  if (!missing && path[0] && !(z->file = fc_openFile(path, 0))) {
    snprintf(error, (size_t)error_size, "%s", fc_lastError());
    free_archive(z);
    return NULL;
  }
  if (!missing)
    return z;
  if (z)
    free_archive(z);
  snprintf(error, (size_t)error_size,
           "%s: out of memory for the results, which are kept until the end; a file .h5 is written "
           "on the way",
           path);
  return NULL;
}

static int write_npz(void* store, int array, long long first, long long n, const void* values,
                     char* error, int error_size) {
  Archive* z = store;
  const size_t row = (size_t)store_row_bytes(z->array + array);
  (void)error;
  (void)error_size;
  memcpy(z->entry[array].data + (size_t)first * row, values, (size_t)n * row);
  return 0;
}

static int read_npz(void* store, int array, long long first, long long n, long long column,
                    void* values, char* error, int error_size) {
  const Archive* z = store;
  const StoreArray* a = z->array + array;
  const size_t row = (size_t)store_row_bytes(a);
  const int cut = column >= 0 && a->rank == 3;
  const size_t part = cut ? row / (size_t)a->shape[1] : row;
  (void)error;
  (void)error_size;
  for (long long i = 0; i < n; i++)
    memcpy((char*)values + (size_t)i * part,
           z->entry[array].data + (size_t)(first + i) * row + (cut ? (size_t)column * part : 0),
           part);
  return 0;
}

static int flush_npz(void* store, char* error, int error_size) {
  (void)store;
  (void)error;
  (void)error_size;
  return 0;
}

static void discard_npz(void* store) {
  Archive* z = store;
  fc_discardFile(z->file);
  free_archive(z);
}

static int close_npz(void* store, char* error, int error_size) {
  Archive* z = store;
  FILE* file = z->file;
  int status = 0;
  if (file) {
    uint64_t offset = 0, size = 0;
    for (int i = 0; i < z->nentry; i++)
      offset = put_entry(file, z->entry + i, offset);
    for (int i = 0; i < z->nentry; i++)
      size += put_directory_entry(file, z->entry + i);
    put_end(file, z->nentry, offset, size);
    status = fc_commitFile(file) ? -1 : 0;
  }
  if (status)
    snprintf(error, (size_t)error_size, "%s", fc_lastError());
  free_archive(z);
  return status;
}

const StoreFormat npz_format = {.name = "NPZ",
                                .grows = 0,
                                .create = create_npz,
                                .write = write_npz,
                                .read = read_npz,
                                .flush = flush_npz,
                                .discard = discard_npz,
                                .close = close_npz};
