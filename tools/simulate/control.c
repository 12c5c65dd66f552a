// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Controls from a table or from noise. The noise is an Ornstein-Uhlenbeck process per actuator with
// tau = 0.2 s, by the update that is exact for any time step h (Gillespie, "Exact numerical
// simulation of the Ornstein-Uhlenbeck process and its integral", 1996):
//
//   x <- exp(-h / tau) x + sqrt(1 - exp(-2 h / tau)) n,   n standard normal
//
// so that its statistics do not depend on the time step. The generator is SplitMix64 (Steele, Lea,
// Flood, "Fast splittable pseudorandom number generators", 2014): the numbers depend on the seed
// alone.

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <fulcrum/file.h>
#include <fulcrum/host.h>

#include "tools/simulate/control.h"
#include "tools/tool.h"

#define LINE_MAX_ 65536        // bytes in a line of a table, its end included
#define FILE_MAX_ (1ll << 30)  // bytes in a table

// ---------------------------------------------------------------- table

// next field of a CSV line without blanks and quotes around it; *cursor moves past it. NULL at the
// end of the line
static char* next_field(char** cursor) {
  char* field = *cursor;
  if (!field)
    return NULL;
  char* comma = strchr(field, ',');
  if (comma)
    *comma = 0;
  *cursor = comma ? comma + 1 : NULL;
  field += strspn(field, " \t\"");
  size_t n = strlen(field);
  while (n && strchr(" \t\r\n\"", field[n - 1]))
    field[--n] = 0;
  return field;
}

static int count_fields(const char* line) {
  int n = 1;
  for (; *line; line++)
    n += *line == ',';
  return n;
}

// read the header: the actuator of each column; *timed = 1 when the first column is the time
static int read_header(Control* c, const mjModel* m, const char* path, int line, char* text,
                       int* timed) {
  char *cursor = text, *field;
  c->ncolumn = 0;
  for (int i = 0; (field = next_field(&cursor)); i++) {
    if (!i && strcmp(field, "time") == 0) {
      *timed = 1;
      continue;
    }
    const int id = mj_name2id(m, mjOBJ_ACTUATOR, field);
    if (id < 0)
      return failure("%s:%d: the model has no actuator '%s'", path, line, field);
    if (c->ncolumn >= m->nu)
      return failure("%s:%d: more columns than the model has actuators (%d)", path, line,
                     (int)m->nu);
    c->actuator[c->ncolumn++] = id;
  }
  return EXIT_OK;
}

static int grow(Control* c, int* capacity) {
  if (c->nrow < *capacity)
    return 0;
  const int larger = *capacity ? 2 * *capacity : 256;
  const size_t width = (size_t)(c->ncolumn ? c->ncolumn : 1);
  double* time = realloc(c->time, (size_t)larger * sizeof *time);
  if (time)
    c->time = time;
  double* value = realloc(c->value, (size_t)larger * width * sizeof *value);
  if (value)
    c->value = value;
  if (!time || !value)
    return failure("out of memory for %d rows of controls", larger);
  *capacity = larger;
  return 0;
}

static int read_row(Control* c, const mjModel* m, const char* path, int line, char* text,
                    int timed) {
  char *cursor = text, *field;
  double x;
  const int expected = c->ncolumn + timed, n = count_fields(text);
  if (n != expected)
    return failure("%s:%d: %d numbers were expected, there are %d", path, line, expected, n);
  c->time[c->nrow] = c->nrow * m->opt.timestep;
  for (int i = 0; (field = next_field(&cursor)); i++) {
    if (parse_real(field, &x))
      return failure("%s:%d: a number was expected in column %d, not '%s'", path, line, i + 1,
                     field);
    if (timed && !i)
      c->time[c->nrow] = x;
    else
      c->value[(size_t)c->nrow * (size_t)c->ncolumn + (size_t)(i - timed)] = x;
  }
  if (c->nrow && c->time[c->nrow] < c->time[c->nrow - 1])
    return failure("%s:%d: times must not decrease", path, line);
  c->nrow++;
  return EXIT_OK;
}

static int starts_with_number(const char* text) {
  char* end;
  strtod(text, &end);
  return end != text;
}

// Read a line without its end. Returns its length, -1 at the end of the file, -2 after a message.
// Lengths are limited because a device or pipe may be endless and have no line ends.
static int read_line(FILE* file, const char* path, int line, char* text) {
  int n = 0, c;
  while ((c = fgetc(file)) != EOF && c != '\n') {
    if (!c) {
      failure("%s:%d: a byte of value 0: this is not a text file", path, line);
      return -2;
    }
    if (n == LINE_MAX_ - 1) {
      failure("%s:%d: the line is longer than %d bytes", path, line, LINE_MAX_ - 1);
      return -2;
    }
    text[n++] = (char)c;
  }
  text[n] = 0;
  return c == EOF && !n ? -1 : n;
}

static int read_lines(Control* c, const mjModel* m, const char* path, FILE* file, char* text) {
  int timed = 0, capacity = 0, first = 1, n;
  long long size = 0;
  for (int line = 1; (n = read_line(file, path, line, text)) != -1; line++) {
    if (n == -2)
      return EXIT_FAILED;
    if ((size += n + 1) > FILE_MAX_)
      return failure("%s: a table of controls may have at most %lld bytes", path, FILE_MAX_);
    if (text[strspn(text, " \t\r")] == 0 || text[0] == '#')
      continue;
    if (first) {
      first = 0;
      if (!starts_with_number(text)) {
        if (read_header(c, m, path, line, text, &timed))
          return EXIT_FAILED;
        continue;
      }
    }
    if (grow(c, &capacity) || read_row(c, m, path, line, text, timed))
      return EXIT_FAILED;
  }
  if (ferror(file))
    return failure("%s cannot be read (%s)", path, strerror(errno));
  return c->nrow ? EXIT_OK : failure("%s: there is no row of numbers in it", path);
}

int control_read(Control* c, const mjModel* m, const char* path) {
  FILE* file = fc_openInput(path);
  if (!file)
    return failure("%s", fc_lastError());
  char* text = malloc(LINE_MAX_);
  c->actuator = malloc(((size_t)m->nu + 1) * sizeof *c->actuator);
  int status = text && c->actuator ? EXIT_OK : failure("out of memory");
  if (!status) {
    // one column per actuator unless a header says otherwise
    c->ncolumn = (int)m->nu;
    for (int i = 0; i < m->nu; i++)
      c->actuator[i] = i;
    status = read_lines(c, m, path, file, text);
  }
  free(text);
  fclose(file);
  return status;
}

// ---------------------------------------------------------------- noise

int control_noise(Control* c, const mjModel* m, double scale, uint64_t seed) {
  c->scale = scale;
  c->seed = seed;
  c->noise = calloc((size_t)m->nu + 1, sizeof *c->noise);
  return c->noise ? EXIT_OK : failure("out of memory");
}

// uniform in (0, 1)
static double uniform(uint64_t* state) {
  uint64_t z = *state += 0x9e3779b97f4a7c15u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  z ^= z >> 31;
  return ((double)(z >> 11) + 0.5) / 9007199254740992.0;
}

// by the method of Box and Muller (1958)
static double normal(uint64_t* state) {
  const double radius = sqrt(-2 * log(uniform(state)));
  return radius * cos(6.283185307179586 * uniform(state));
}

static void apply_noise(Control* c, const mjModel* m, mjData* d) {
  const double keep = exp(-m->opt.timestep / CONTROL_MEMORY), fresh = sqrt(1 - keep * keep);
  for (int i = 0; i < m->nu; i++) {
    c->noise[i] = keep * c->noise[i] + fresh * normal(&c->seed);
    double centre = 0, half = 1;
    const mjtNum* range = m->actuator_ctrlrange + 2 * i;
    if (m->actuator_ctrllimited[i]) {
      centre = (range[0] + range[1]) / 2;
      half = (range[1] - range[0]) / 2;
    }
    double u = centre + c->scale * half * c->noise[i];
    if (m->actuator_ctrllimited[i])
      u = fmin(fmax(u, range[0]), range[1]);
    d->ctrl[i] = u;
  }
}

// ---------------------------------------------------------------- use

void control_values(Control* c, double time, double timestep, mjtNum* ctrl) {
  // half a step of tolerance, so that the rounding of the time cannot delay a row by a step
  const double now = time + timestep / 2;
  while (c->row + 1 < c->nrow && c->time[c->row + 1] <= now)
    c->row++;
  if (!c->nrow || c->time[c->row] > now)
    return;
  const double* value = c->value + (size_t)c->row * (size_t)c->ncolumn;
  for (int k = 0; k < c->ncolumn; k++)
    ctrl[c->actuator[k]] = value[k];
}

void control_apply(Control* c, const mjModel* m, mjData* d) {
  if (c->noise)
    apply_noise(c, m, d);
  control_values(c, d->time, m->opt.timestep, d->ctrl);
}

void control_free(Control* c) {
  free(c->actuator);
  free(c->time);
  free(c->value);
  free(c->noise);
  *c = (Control){0};
}
