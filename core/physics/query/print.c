// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Common parts of printing: files, number formats, rows of values, sparse matrices.

#include <string.h>

#include <fulcrum/file.h>
#include <fulcrum/host.h>

#include "core/physics/query/print.h"

#define DEFAULT_FORMAT "% -9.2g"
#define FORMAT_LIMIT 20
#define PICTURE_LIMIT 300

//------------------------------ format and file ---------------------------------------------------

// Checks a printf format for one number, %[flags][width][.precision][L]type. NULL when it is valid,
// else the fault.
static const char* format_error(const char* format) {
  static const char flags[] = "-+ #0";
  const char* at = format;
  if (strlen(format) > FORMAT_LIMIT)
    return "is longer than the limit of 20 characters";
  if (*at++ != '%')
    return "must start with '%'";
  int seen = 0;
  for (; *at && strchr(flags, *at); at++) {
    int bit = 1 << (strchr(flags, *at) - flags);
    if (seen & bit)
      return "contains a repeated flag";
    seen |= bit;
  }
  at += strspn(at, "0123456789");
  if (*at == '.') {
    at++;
    at += strspn(at, "0123456789");
  }
  if (*at == 'L')
    at++;
  if (!*at || !strchr("fgGeE", *at))
    return "must have one of f g G e E as its specifier";
  return at[1] ? "does not match the pattern %[flags][width][.precision][L]specifier" : NULL;
}

int printer_open(Printer* printer, const char* filename, const char* float_format,
                 const char* what) {
  const char* error = float_format ? format_error(float_format) : NULL;
  if (error) {
    mju_warning("float_format '%.40s' %s", float_format, error);
    mju_warning("invalid float_format, using the default '%s'", DEFAULT_FORMAT);
  }
  printer->format = float_format && !error ? float_format : DEFAULT_FORMAT;
  printer->is_long = strchr(printer->format, 'L') != NULL;
  printer->what = what;
  printer->file = fc_openFile(filename, 0);
  if (!printer->file) {
    mju_warning("%s: %s", what, fc_lastError());
    return -1;
  }
  return 0;
}

void printer_close(Printer* printer) {
  if (fc_commitFile(printer->file))
    mju_warning("%s: %s", printer->what, fc_lastError());
}

//------------------------------ values ------------------------------------------------------------

void print_number(const Printer* printer, double value) {
  if (printer->is_long)
    fprintf(printer->file, printer->format, (long double)value);
  else
    fprintf(printer->file, printer->format, value);
}

static void print_element(const Printer* printer, char kind, const void* element) {
  FILE* file = printer->file;
  switch (kind) {
    case 'd': print_number(printer, (double)*(const mjtNum*)element); break;
    case 'f': print_number(printer, (double)*(const float*)element); break;
    case 'i': fprintf(file, " %d", *(const int*)element); break;
    case 'b': fprintf(file, " %d", *(const mjtByte*)element); break;
    case 'c': fprintf(file, " %d", *(const char*)element); break;
    case 's': fprintf(file, " %lld", (long long)*(const mjtSize*)element); break;
    case 'p': fprintf(file, " %llu", (unsigned long long)*(const uintptr_t*)element); break;
    default: break;
  }
}

static size_t kind_size(char kind) {
  switch (kind) {
    case 'd': return sizeof(mjtNum);
    case 'f': return sizeof(float);
    case 'i': return sizeof(int);
    case 's': return sizeof(mjtSize);
    case 'p': return sizeof(uintptr_t);
    default: return 1;
  }
}

void print_elements(const Printer* printer, char kind, const void* elements, mjtSize n) {
  const char* at = elements;
  for (mjtSize i = 0; i < n; i++, at += kind_size(kind)) {
    print_element(printer, kind, at);
    fputc(' ', printer->file);
  }
}

void print_row(const Printer* printer, char kind, const void* elements, mjtSize n) {
  const char* at = elements;
  for (mjtSize i = 0; i < n; i++, at += kind_size(kind)) {
    if (!strchr("ib", kind))
      fputc(' ', printer->file);
    print_element(printer, kind, at);
  }
}

void print_numbers(const Printer* printer, const mjtNum* values, int n) {
  for (int i = 0; i < n; i++)
    print_number(printer, (double)values[i]);
}

void print_floats(const Printer* printer, const float* values, int n) {
  for (int i = 0; i < n; i++)
    print_number(printer, (double)values[i]);
}

//------------------------------ sparse matrices ---------------------------------------------------

int pattern_is_valid(const Pattern* pattern) {
  for (int i = 0; i < pattern->nr; i++) {
    mjtSize nnz = pattern->rownnz[i], adr = pattern->rowadr[i];
    if (nnz < 0 || nnz > pattern->nnz || (nnz > 0 && (adr < 0 || adr > pattern->nnz - nnz)))
      return 0;
  }
  return 1;
}

static void print_rule(FILE* file, int width) {
  for (int i = 0; i < width; i++)
    fputc('-', file);
  fputc('\n', file);
}

static char mark(const PictureMarks* marks, int row, int k) {
  if (marks->row)
    return (char)('0' + marks->row[row] % 10);
  return marks->diagonal && marks->diagonal[row] == k ? 'D' : 'x';
}

int print_marked_picture(const Printer* printer, const char* title, const Pattern* pattern,
                         const PictureMarks* marks) {
  if (pattern->nr > PICTURE_LIMIT || pattern->nc > PICTURE_LIMIT || pattern->nc <= 0)
    return 0;
  if (!pattern_is_valid(pattern))
    return 0;
  FILE* file = printer->file;
  fprintf(file, "%s\n", title);
  print_rule(file, pattern->nc + 2);
  for (int i = 0; i < pattern->nr; i++) {
    const int* column = pattern->colind + pattern->rowadr[i];
    int at = 0, shift = marks->shift ? marks->shift[i] : 0;
    fputc(' ', file);
    for (int k = 0; k < pattern->rownnz[i]; k++, at++) {
      for (; at < column[k] + shift; at++)
        fputc(' ', file);
      fputc(mark(marks, i, k), file);
    }
    for (; at < pattern->nc; at++)
      fputc(' ', file);
    fputs(" |", file);
    if (marks->count && marks->count[i] > 0)
      fprintf(file, " %d", marks->count[i]);
    fputc('\n', file);
  }
  print_rule(file, pattern->nc + 2);
  return 1;
}

void print_picture(const Printer* printer, const char* title, const Pattern* pattern,
                   const int* diagonal) {
  const PictureMarks marks = {.diagonal = diagonal};
  if (print_marked_picture(printer, title, pattern, &marks))
    fputc('\n', printer->file);
}

void print_sparse(const Printer* printer, const Pattern* pattern, const mjtNum* values) {
  FILE* file = printer->file;
  if (!pattern_is_valid(pattern)) {
    fputs("  (not computed)\n", file);
    return;
  }
  for (int i = 0; i < pattern->nr; i++) {
    fputs("  ", file);
    for (int k = 0; k < pattern->rownnz[i]; k++) {
      int adr = pattern->rowadr[i] + k;
      fprintf(file, "%4d: ", pattern->colind[adr]);
      print_number(printer, (double)values[adr]);
    }
    fputc('\n', file);
  }
}

//------------------------------ public functions --------------------------------------------------

void mju_printMat(const mjtNum* mat, int nr, int nc) {
  for (int i = 0; i < nr; i++) {
    for (int k = 0; k < nc; k++)
      printf("%.8f ", (double)mat[i * nc + k]);
    printf("\n");
  }
  printf("\n");
}

void mju_printMatSparse(const mjtNum* mat, int nr, const int* rownnz, const int* rowadr,
                        const int* colind) {
  for (int i = 0; i < nr; i++) {
    for (int adr = rowadr[i]; adr < rowadr[i] + rownnz[i]; adr++)
      printf("(%d %d): %9.6f  ", i, colind[adr], (double)mat[adr]);
    printf("\n");
  }
  printf("\n");
}
