// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Files of results: arrays whose first index is the simulation, and attributes. A format is a table
// of functions. HDF5 is a shared object of its own (fulcrum-hdf5.so), which is opened when it is
// needed, because its library brings dozens of others; NPZ is part of the command.

#ifndef TOOLS_ROLLOUT_STORE_H_
#define TOOLS_ROLLOUT_STORE_H_

typedef enum StoreType_ {
  STORE_REAL,    // double
  STORE_SINGLE,  // float
  STORE_INT,     // 32-bit int
  STORE_LONG,    // 64-bit int
  STORE_BYTE,    // unsigned, 8 bits
  STORE_STATUS,  // signed, 8 bits; -1 until it is written
  STORE_TEXT,    // shape[1] bytes, filled with 0
} StoreType;

#define STORE_NAME 512
typedef struct StoreArray_ {
  char name[STORE_NAME];  // may have one slash: "record/qpos"
  StoreType type;
  int rank;            // 1 to 3
  long long shape[3];  // of texts: shape[1] is the length, and no dimension
} StoreArray;

typedef struct StoreAttribute_ {
  const char* key;
  const char* text;
  int integer;  // 1: stored as a 64-bit number
} StoreAttribute;

// Functions return 0, or -1 with a message in error[error_size], which names the file.
typedef struct StoreFormat_ {
  const char* name;
  int grows;  // 1: the file is valid after each `flush`, and can be read and continued

  // A new file, which must not exist if the format grows. NULL on failure.
  void* (*create)(const char* path, const StoreArray* array, int narray,
                  const StoreAttribute* attribute, int nattribute, char* error, int error_size);

  // A file that was written before; *array belongs to it. Only formats that grow have the rest.
  void* (*open)(const char* path, int writable, const StoreArray** array, int* narray, char* error,
                int error_size);

  // Text of an attribute; -1 when there is none.
  int (*attribute)(void* store, const char* key, char* text, int size);

  // Rows first ... first + n - 1 of an array. `column` >= 0: of arrays of rank 3 the numbers with
  // this second index alone.
  int (*write)(void* store, int array, long long first, long long n, const void* values,
               char* error, int error_size);
  int (*read)(void* store, int array, long long first, long long n, long long column, void* values,
              char* error, int error_size);

  // All of what was written is on the disk.
  int (*flush)(void* store, char* error, int error_size);

  // Deletes `store` without writing; only formats that do not grow have it.
  void (*discard)(void* store);

  // Deletes `store` in any case.
  int (*close)(void* store, char* error, int error_size);
} StoreFormat;

// Bytes of a row of an array.
static inline long long store_row_bytes(const StoreArray* a) {
  static const int bytes[] = {8, 4, 4, 8, 1, 1, 1};
  long long n = bytes[a->type];
  for (int i = 1; i < a->rank || (a->type == STORE_TEXT && i < 2); i++)
    n *= a->shape[i];
  return n;
}

// The format that the ending of a name asks for; NULL after a message when it is unknown or not
// part of this build.
const StoreFormat* store_format(const char* path);

extern const StoreFormat npz_format;

// What fulcrum-hdf5.so exports.
#define STORE_SYMBOL "fulcrum_store_format"
typedef const StoreFormat* (*StoreFunction)(void);

#endif  // TOOLS_ROLLOUT_STORE_H_
