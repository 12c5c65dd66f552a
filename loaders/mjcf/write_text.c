// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Text of the writer. The printer of tinyxml2 writes tags, indentation and references; this file
// formats the numbers. A number within 1e-12 of an integer is printed as that integer, any other
// with six significant digits.
//
// Whether an element is empty is known only when it is closed; it is then removed by truncating the
// text to where it began. That is before the line end and the '>' of the enclosing start tag, which
// the printer writes when it opens a child.

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "writer.h"

static void put_bytes(Writer* w, const char* text, size_t n) {
  if (w->failed)
    return;
  if (w->length + n + 1 > w->capacity) {
    size_t capacity = 2 * (w->length + n + 1) + 4096;
    char* larger = realloc(w->text, capacity);
    if (!larger) {
      w->failed = 1;
      return;
    }
    w->text = larger;
    w->capacity = capacity;
  }
  memcpy(w->text + w->length, text, n);
  w->length += n;
  w->text[w->length] = 0;
}

static void append(void* writer, const char* text, size_t n) { put_bytes(writer, text, n); }

void put_text(Writer* w, const char* text) { put_bytes(w, text, strlen(text)); }

int begin_text(Writer* w) {
  w->printer = tinyxml2_printer(append, w);
  return w->printer ? 0 : -1;
}

void end_text(Writer* w) {
  tinyxml2_free_printer(w->printer);
  free(w->text);
}

// result of a printer call, which may fail by itself or while it appends
static void note(Writer* w, int status) { w->failed |= status != 0; }

void open_element(Writer* w, const char* tag) {
  if (w->depth >= 511) {
    w->failed = 1;
    return;
  }
  int d = w->depth++;
  w->start[d] = w->length;
  w->has_child[d] = w->has_attribute[d] = 0;
  if (d > 0) {
    // undone when this element is removed
    w->has_child[d - 1]++;
  }
  if (!w->failed)
    note(w, tinyxml2_open(w->printer, tag));
}

// truncate the text, which removes n children of the innermost element
static void cut(Writer* w, size_t length, int n) {
  w->length = length;
  w->text[length] = 0;
  if (w->depth > 0) {
    int* has_child = w->has_child + w->depth - 1;
    *has_child -= n;
    if (!*has_child)
      tinyxml2_reopen(w->printer);
  }
}

void close_element(Writer* w, int keep) {
  if (!w->failed)
    note(w, tinyxml2_close(w->printer));
  if (w->failed)
    return;
  int d = --w->depth;
  if (!keep && !w->has_child[d] && !w->has_attribute[d])
    cut(w, w->start[d], 1);
}

void take_back(Writer* w, size_t length, int n) {
  if (!w->failed)
    cut(w, length, n);
}

void write_comment(Writer* w, const char* text) {
  if (!w->failed)
    note(w, tinyxml2_comment(w->printer, text));
  w->has_child[w->depth - 1]++;
}

void write_text(Writer* w, const char* name, const char* value) {
  if (!w->failed)
    note(w, tinyxml2_attribute(w->printer, name, value));
  w->has_attribute[w->depth - 1] = 1;
}

void write_handle(Writer* w, const char* name, const mjString* handle) {
  const char* text = mjs_getString(handle);
  if (text && text[0])
    write_text(w, name, text);
}

// numbers need no references and are appended to the text directly
static void begin_attribute(Writer* w, const char* name) {
  put_text(w, " ");
  put_text(w, name);
  put_text(w, "=\"");
  w->has_attribute[w->depth - 1] = 1;
}

// one number as text
static void format_number(char text[40], double value) {
  double nearest = round(value);
  if (fabs(value) < 2147483647.0 && fabs(value - nearest) < 1e-12)
    snprintf(text, 40, "%d", (int)nearest);
  else
    snprintf(text, 40, "%.6g", value);
}

void write_numbers(Writer* w, const char* name, const double* value, int n) {
  begin_attribute(w, name);
  for (int i = 0; i < n; i++) {
    char number[40];
    format_number(number, value[i]);
    put_text(w, i ? " " : "");
    put_text(w, number);
  }
  put_text(w, "\"");
}

// the value of a number after printing and reading it
static double reread(double value) {
  char text[40];
  format_number(text, value);
  return strtod(text, NULL);
}

void keep_digits(double* value, const double* written, int n) {
  double norm = 0;
  for (int i = 0; i < n; i++)
    norm += written[i] * written[i];
  norm = sqrt(norm);

  // rounding n components moves the length by less than this
  int is_printed = fabs(norm - 1) < 1.1e-6;
  for (int i = 0; i < n && is_printed; i++) {
    is_printed =
        fabs(written[i] - reread(written[i])) < 1e-7 && fabs(written[i] / norm - value[i]) < 2e-7;
  }
  if (is_printed)
    memcpy(value, written, sizeof(double) * (size_t)n);
}

void write_reals(Writer* w, const char* name, const double* value, const double* reference, int n,
                 double eps, int trim) {
  int same = reference != NULL;
  for (int i = 0; i < n; i++) {
    if (isnan(value[i]))
      return;
    same = same && fabs(value[i] - reference[i]) <= eps;
  }
  if (same)
    return;
  while (trim && reference && n > 1 && fabs(value[n - 1] - reference[n - 1]) <= eps)
    n--;
  write_numbers(w, name, value, n);
}

void write_ints(Writer* w, const char* name, const int* value, const int* reference, int n) {
  if (reference && memcmp(value, reference, sizeof(int) * (size_t)n) == 0)
    return;
  write_int_data(w, name, value, n);
}

void write_float_data(Writer* w, const char* name, const float* value, int n) {
  if (n <= 0)
    return;
  begin_attribute(w, name);
  for (int i = 0; i < n; i++) {
    char number[40];
    snprintf(number, sizeof number, "%s%.6g", i ? " " : "", (double)value[i]);
    put_text(w, number);
  }
  put_text(w, "\"");
}

void write_exact_floats(Writer* w, const char* name, const float* value, int n) {
  if (n <= 0)
    return;
  begin_attribute(w, name);
  for (int i = 0; i < n; i++) {
    char number[40];
    int digits = 6;
    do {
      snprintf(number, sizeof number, "%.*g", digits++, (double)value[i]);
    } while (strtof(number, NULL) != value[i] && digits <= 9);
    put_text(w, i ? " " : "");
    put_text(w, number);
  }
  put_text(w, "\"");
}

void write_int_data(Writer* w, const char* name, const int* value, int n) {
  if (n <= 0)
    return;
  begin_attribute(w, name);
  for (int i = 0; i < n; i++) {
    char number[16];
    snprintf(number, sizeof number, "%s%d", i ? " " : "", value[i]);
    put_text(w, number);
  }
  put_text(w, "\"");
}

// whether a line begins a section, judged only by its text
static int begins_section(const char* line) {
  static const char* const prefixes[] = {
      "<actuator",  "<asset",    "<compiler",  "<custom",   "<deformable", "<equality",
      "<extension", "<keyframe", "<option",    "<sensor",   "<size",       "<statistic",
      "<tendon",    "<visual",   "<worldbody", "<contact>", "<default>"};
  line += strspn(line, " ");
  for (size_t i = 0; i < sizeof prefixes / sizeof prefixes[0]; i++)
    if (strncmp(line, prefixes[i], strlen(prefixes[i])) == 0)
      return 1;
  return 0;
}

void insert_blank_lines(Writer* w) {
  char* before = w->text;
  int first = 1;
  if (w->failed || !before)
    return;
  w->text = NULL;
  w->length = w->capacity = 0;
  for (const char* line = before; *line;) {
    size_t n = strcspn(line, "\n");
    n += line[n] == '\n';
    if (begins_section(line)) {
      if (!first)
        put_bytes(w, "\n", 1);
      first = 0;
    }
    put_bytes(w, line, n);
    line += n;
  }
  free(before);
}
