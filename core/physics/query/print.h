// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef CORE_PHYSICS_QUERY_PRINT_H_
#define CORE_PHYSICS_QUERY_PRINT_H_

#include <stdio.h>

#include <mujoco/mujoco.h>

#include "core/foundation/data/layout.h"

// Destination of the text, and the format of numbers.
typedef struct Printer_ {
  FILE* file;
  const char* what;    // for messages
  const char* format;  // printf format of one number
  int is_long;         // the format needs a long double
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

// Opens `filename` (NULL: standard output) for text about `what`; -1 after a warning when it cannot
// be written. Closing may warn as well. An invalid float_format is replaced by the default, after
// warnings.
int printer_open(Printer* printer, const char* filename, const char* float_format,
                 const char* what);
void printer_close(Printer* printer);

// One number in the chosen format, without separator.
void print_number(const Printer* printer, double value);

// n elements of a kind as in ArraySpec, each followed by a space.
void print_elements(const Printer* printer, char kind, const void* elements, mjtSize n);

// The same with a space before each and none after.
void print_row(const Printer* printer, char kind, const void* elements, mjtSize n);

// n numbers without separators: the format has a width.
void print_numbers(const Printer* printer, const mjtNum* values, int n);
void print_floats(const Printer* printer, const float* values, int n);

// Marks of entries in a drawing; members that are NULL do nothing.
typedef struct PictureMarks_ {
  const int* diagonal;  // per row: which of its entries is the diagonal, drawn as D
  const int* row;       // per row: a number whose last digit stands for each entry
  const int* count;     // per row: a number to write after the row if positive
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

// 1 when every row of a pattern is inside its arrays.
int pattern_is_valid(const Pattern* pattern);

#endif  // CORE_PHYSICS_QUERY_PRINT_H_
