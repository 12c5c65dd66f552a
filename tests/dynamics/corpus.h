// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The models of tests/data/dynamics/corpus by name, sorted.

#ifndef TESTS_DYNAMICS_CORPUS_H_
#define TESTS_DYNAMICS_CORPUS_H_

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CORPUS "tests/data/dynamics/corpus"
#define NCORPUS_MAX 1000

static char* corpus_names[NCORPUS_MAX];
static int ncorpus;

static inline int corpus_order(const void* a, const void* b) {
  return strcmp(*(char* const*)a, *(char* const*)b);
}

// once, at the beginning of main; an incomplete corpus ends the program
static inline void corpus_read_names(void) {
  DIR* folder = opendir(TEST_SOURCE_DIR "/" CORPUS);
  for (struct dirent* entry; folder && (entry = readdir(folder)) && ncorpus < NCORPUS_MAX;) {
    const char* dot = strrchr(entry->d_name, '.');
    if (dot && strcmp(dot, ".xml") == 0)
      corpus_names[ncorpus++] = strndup(entry->d_name, (size_t)(dot - entry->d_name));
  }
  if (ncorpus < 150) {
    fprintf(stderr, "only %d models in %s\n", ncorpus, TEST_SOURCE_DIR "/" CORPUS);
    exit(EXIT_FAILURE);
  }
  closedir(folder);
  qsort(corpus_names, (size_t)ncorpus, sizeof *corpus_names, corpus_order);
}

#endif  // TESTS_DYNAMICS_CORPUS_H_
