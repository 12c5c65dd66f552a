// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef CORE_PHYSICS_QUERY_PRINT_H_
#define CORE_PHYSICS_QUERY_PRINT_H_

#include <stdio.h>

#include <mujoco/mujoco.h>

#include "core/foundation/data/layout.h"

// Where text goes to, and how numbers look.
typedef struct Printer_ {
  FILE* file;
  const char* what;    // for messages
  const char* format;  // printf format of one number
  int is_long;         // the format wants a long double
} Printer;

// A sparse matrix of nr rows: row i has rownnz[i] entries from rowadr[i] on, in columns colind.
typedef struct Pattern_ {
  int nr;
  int nc;
  mjtSize nnz;
  const int* rownnz;
  const int* rowadr;
  const int* colind;
} Pattern;

// Open `filename` (NULL: standard output) for text about `what`; -1 after a warning when it cannot
// be written, of which closing warns, too. A float_format that is not understood is replaced by the
// default, after warnings.
int printer_open(Printer* printer, const char* filename, const char* float_format,
                 const char* what);
void printer_close(Printer* printer);

// One number in the chosen format, without separator.
void print_number(const Printer* printer, double value);

// n elements of a kind as ArraySpec has it, each followed by a space.
void print_elements(const Printer* printer, char kind, const void* elements, mjtSize n);

// The same with a space before each and none behind.
void print_row(const Printer* printer, char kind, const void* elements, mjtSize n);

// n numbers without separators: the format has a width.
void print_numbers(const Printer* printer, const mjtNum* values, int n);
void print_floats(const Printer* printer, const float* values, int n);

// How a drawing marks its entries; members that are NULL do nothing.
typedef struct PictureMarks_ {
  const int* diagonal;  // per row: which of its entries is the diagonal, drawn as D
  const int* row;       // per row: a number, of which the last digit stands for each entry
  const int* count;     // per row: a number to write behind the row if positive
  const int* shift;     // per row: added to its columns
} PictureMarks;

// A drawing of a sparse matrix, x per entry; 0 and nothing when it is too large or not valid.
int print_marked_picture(const Printer* printer, const char* title, const Pattern* pattern,
                         const PictureMarks* marks);

// A drawing of a sparse matrix, x per entry and D per diagonal entry when `diagonal` is given;
// nothing for more than 300 rows or columns. And its entries as `column: value`, one row per line.
void print_picture(const Printer* printer, const char* title, const Pattern* pattern,
                   const int* diagonal);
void print_sparse(const Printer* printer, const Pattern* pattern, const mjtNum* values);

// The arrays of mjData, in the order in which a step computes them.
void print_data_arrays(const Printer* printer, const mjModel* m, const mjData* d);

// Is every row of a pattern inside its arrays?
int pattern_is_valid(const Pattern* pattern);

#endif  // CORE_PHYSICS_QUERY_PRINT_H_
