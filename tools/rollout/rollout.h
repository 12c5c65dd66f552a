// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// `fulcrum rollout`: what its files share.

#ifndef TOOLS_ROLLOUT_ROLLOUT_H_
#define TOOLS_ROLLOUT_ROLLOUT_H_

#include <stdio.h>

#include <fulcrum/module.h>
#include <mujoco/mjbatch.h>

#include "tools/rollout/control.h"
#include "tools/rollout/ranks.h"
#include "tools/rollout/record.h"
#include "tools/rollout/store.h"
#include "tools/rollout/vary.h"

// How a simulation ended: array `status` of the file.
enum {
  SIMULATION_MISSING = -1,  // not simulated yet
  SIMULATION_DONE = 0,
  SIMULATION_STOPPED = 1,  // a warning of the engine was counted: it is unstable, or has no room
  SIMULATION_FAILED = 2,   // an error
};

// Exit status after an interrupt: the rest is left to --resume.
enum { EXIT_INTERRUPTED = 130 };

#define MESSAGE_SIZE 200  // bytes of a message in the file
#define BINDING_MAX 32
#define CPU_MAX 1024

// What is kept of the simulations of a chunk besides records and varied values.
typedef struct Outcome_ {
  signed char* status;
  long long* steps;  // that went well
  char (*message)[MESSAGE_SIZE];
  int (*warning)[mjNWARNING];
} Outcome;

// The results of one process.
typedef struct Output_ {
  const StoreFormat* format;
  void* store;
  int created;  // 1: the file is new
  int narray;
  StoreArray* array;
  char path[4096];      // of the file that this process writes
  signed char* status;  // nsim: what all files have, and this process adds
} Output;

typedef struct Rollout_ {
  // options
  const char *path, *output, *keyframe, *modules, *json, *compiled;
  FILE* json_file;
  long long nsim, steps, every, chunk, seed;
  double duration;
  int threads, quiet, resume;
  int ncpu, cpu[CPU_MAX];
  int nbinding;
  struct {
    FcKind kind;
    const char* name;
  } binding[BINDING_MAX];
  Variation variation;
  Controls controls;
  Recording recording;
  Ranks ranks;

  // the simulation
  mjModel* m;
  mjBatch* b;
  int key;            // keyframe, -1: the default state
  double start;       // time of the initial state, s
  int* ids;           // chunk: simulations of the batch that still run
  int* keys;          // chunk: `key`
  double* timestep;   // chunk
  double* last_time;  // chunk: after the last call
  VaryReason* bad;    // chunk: room for vary_apply
  Outcome outcome;

  // the results
  Output out;
  long long hash;
  long long steps_done;  // of all simulations, in this run
  long long runs;        // simulations of this run
  double seconds;        // that it took
} Rollout;

// run.c: make the batch with what it needs (EXIT_OK, or EXIT_FAILED after a message), and simulate
// what is missing (EXIT_INTERRUPTED after an interrupt).
int run_open(Rollout* r);
int run_all(Rollout* r);
void run_close(Rollout* r);

// output.c: names of files and their contents.
// Open the file that this process writes, and find out what all files have. EXIT_OK, or
// EXIT_FAILED after a message.
int output_open(Rollout* r);

// Write the n simulations of the chunk, which are number simulation[0 ... n - 1] of all.
int output_write(Rollout* r, const int* simulation, int n);
int output_close(Rollout* r);

// Close the file without the results, when there will be none. A new one is removed.
void output_discard(Rollout* r);

// File of a rank, "out.0003.h5" for "out.h5".
void output_part(const char* path, int rank, char* name, size_t size);

// parts.c: the files of all ranks as one, for reading.
typedef struct Parts_ {
  const StoreFormat* format;
  int n;
  void** store;
  char (*path)[4096];
  int narray;
  const StoreArray* array;  // those of the first file
  long long nsim;
  short* owner;  // nsim: the file that has a simulation, -1: none
} Parts;

// Open `path` and its parts, as far as they exist; `except` (NULL: none) is left out. EXIT_OK, also
// when there is none, or EXIT_FAILED after a message.
int parts_open(Parts* parts, const StoreFormat* format, const char* path, const char* except);
void parts_close(Parts* parts);

// Index of an array, -1: none.
int parts_array(const Parts* parts, const char* name);

// Read rows; those of simulations that no file has are left alone. EXIT_OK, or EXIT_FAILED after a
// message.
int parts_read(const Parts* parts, int array, long long first, long long n, long long column,
               void* values);

// `fulcrum rollout --merge FILE` and `--print FILE ARRAY`
int parts_merge(const char* path);
int parts_print(const char* path, const char* array);

// report.c: what happened, as text and JSON. EXIT_OK, or EXIT_FAILED after a message.
int report_print(Rollout* r);

#endif  // TOOLS_ROLLOUT_ROLLOUT_H_
