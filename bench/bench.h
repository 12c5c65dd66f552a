// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// What `fulcrum bench` measures: cases (a model of the set, a member of a growing family, a file),
// libraries (Fulcrum and the references beside it), and the figures of one library in one case.

#ifndef BENCH_BENCH_H_
#define BENCH_BENCH_H_

#include <limits.h>
#include <stdio.h>

#include "bench/figures.h"

// ---------------------------------------------------------------- cases

typedef struct BenchModel_ {
  const char* name;
  const char* file;  // in the sources: "bench/models/car.xml"
  const char* what;  // a few words
  int keyframe;      // in which it begins; -1: the initial state
  int steps;         // of a run, after which it begins again
} BenchModel;

extern const BenchModel bench_models[];
extern const int bench_model_count;

// A family grows: its member of size n is written by a function.
typedef struct BenchFamily_ {
  const char* name;
  const char* what;  // "spheres on a plane"
  int size[8];       // of its members; 0 ends them
  void (*write)(FILE* file, int n);
} BenchFamily;

extern const BenchFamily bench_families[];
extern const int bench_family_count;

// A file that is part of the command: the models of the set, and what they include.
typedef struct BenchFile_ {
  const char* path;  // in the sources; NULL ends the list
  const char* text;
} BenchFile;

extern const BenchFile bench_files[];

typedef struct BenchCase_ {
  char name[80];              // "humanoid", "chain=16", or the name of the file
  const char* what;           // a few words, "": a file
  const BenchFamily* family;  // NULL: none
  int n;                      // the size in its family
  int keyframe, steps;
  char path[PATH_MAX];  // of the model
} BenchCase;

// ---------------------------------------------------------------- libraries

#define LIBRARY_MAX 8
typedef struct BenchLibrary_ {
  char path[PATH_MAX];
  char name[32];  // "Fulcrum", "MuJoCo 3.6.0"
} BenchLibrary;

// ---------------------------------------------------------------- results

#define ROUND_MAX 99
typedef struct BenchResult_ {
  double figure[NFIGURE];   // NAN: not known
  double round[ROUND_MAX];  // time per step of each round, s
  double ratio;             // median over rounds of this time over that of Fulcrum
  char error[300];          // why some figures are missing; "": none is
} BenchResult;

// A whole run: result[i * nlibrary + k] is of case i and library k; library 0 is Fulcrum.
typedef struct Bench_ {
  BenchCase* cases;
  int ncase;
  BenchLibrary library[LIBRARY_MAX];
  int nlibrary;
  BenchResult* result;
  int rounds;
  double seconds;         // of a round
  int instructions;       // count them, too, but for families
  char folder[PATH_MAX];  // for files that are needed while it runs
  char command[1000];     // as it was typed
  char date[16];          // "2026-11-24"
  char processor[200];    // its name, and how many cores
} Bench;

static inline BenchResult* bench_result(const Bench* b, int i, int k) {
  return b->result + i * b->nlibrary + k;
}

// Geometric mean and minimum of the ratios of a figure, that of library k over that of Fulcrum,
// over the models that both have; families are not part of it. Returns the number of models.
int bench_mean(const Bench* b, int figure, int k, double* mean, double* worst);

// The ratio of a figure in one case, NAN when one of them is not known.
double bench_ratio(const Bench* b, int i, int figure, int k);

#endif  // BENCH_BENCH_H_
