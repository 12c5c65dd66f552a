// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <fulcrum/host.h>

#include "tools/rollout/distribution.h"
#include "tools/tool.h"

static const struct {
  const char* name;
  int least, most;
  const char* expected;
} shapes[] = {
    [SHAPE_UNIFORM] = {"uniform", 2, 2, "uniform(LOW, HIGH), LOW not above HIGH"},
    [SHAPE_NORMAL] = {"normal", 2, 2, "normal(MEAN, SD), SD not below 0"},
    [SHAPE_LOGUNIFORM] = {"loguniform", 2, 2, "loguniform(LOW, HIGH), 0 < LOW <= HIGH"},
    [SHAPE_CHOICE] = {"choice", 1, CHOICE_MAX, "choice(A, B, ...), at most 256 numbers"},
    [SHAPE_LINSPACE] = {"linspace", 2, 2, "linspace(FIRST, LAST)"},
};
#define NSHAPE ((int)(sizeof shapes / sizeof *shapes))

// ---------------------------------------------------------------- parsing

static int find_shape(const char* word) {
  const char* names[NSHAPE + 2];
  for (int i = 0; i < NSHAPE; i++) {
    if (strcmp(shapes[i].name, word) == 0)
      return i;
    names[i] = shapes[i].name;
  }
  names[NSHAPE] = "same";
  names[NSHAPE + 1] = NULL;
  const char* near = fc_nearestWord(word, names);
  if (near)
    return fc_fail("there is no distribution '%s'; did you mean '%s'?", word, near);
  return fc_fail(
      "there is no distribution '%s'; known are uniform, normal, loguniform, choice, linspace",
      word);
}

static int is_sensible(const Distribution* d) {
  const double a = d->value[0], b = d->value[1];
  switch (d->shape) {
    case SHAPE_UNIFORM: return a <= b;
    case SHAPE_NORMAL: return b >= 0;
    case SHAPE_LOGUNIFORM: return a > 0 && a <= b;
    default: return 1;
  }
}

// numbers between commas; the text is cut into pieces. -1: something else
static int read_numbers(char* text, Distribution* d) {
  char* rest = NULL;
  for (char* word = strtok_r(text, ",", &rest); word; word = strtok_r(NULL, ",", &rest)) {
    word += strspn(word, " ");
    for (size_t n = strlen(word); n && word[n - 1] == ' '; n--)
      word[n - 1] = 0;
    if (d->n == CHOICE_MAX || parse_real(word, &d->value[d->n++]))
      return -1;
  }
  return 0;
}

static int read_call(char* text, Distribution* d) {
  char given[200];
  snprintf(given, sizeof given, "%.199s", text);
  const size_t n = strlen(text);
  char* open = strchr(text, '(');
  if (!open || text[n - 1] != ')') {
    const int status = parse_real(text, &d->value[0]);
    d->shape = SHAPE_CHOICE;
    d->n = 1;
    return status
               ? fc_fail("a number or a distribution as uniform(0.8, 1.2) was expected, not '%s'",
                         given)
               : 0;
  }
  *open = 0;
  text[n - 1] = 0;
  const int shape = find_shape(text);
  if (shape < 0)
    return -1;
  d->shape = (Shape)shape;
  if (read_numbers(open + 1, d) || d->n < shapes[shape].least || d->n > shapes[shape].most ||
      !is_sensible(d))
    return fc_fail("%s was expected; '%s' is not", shapes[shape].expected, given);
  return 0;
}

int parse_distribution(const char* text, Distribution* d) {
  char copy[8192];
  char* inner = copy;
  *d = (Distribution){0};
  text += strspn(text, " ");
  if (strlen(text) >= sizeof copy)
    return fc_fail("a distribution has at most %zu characters", sizeof copy - 1);
  snprintf(copy, sizeof copy, "%s", text);
  for (size_t n = strlen(copy); n && copy[n - 1] == ' '; n--)
    copy[n - 1] = 0;
  const size_t n = strlen(copy);
  if (n > 6 && strncmp(copy, "same(", 5) == 0 && copy[n - 1] == ')') {
    d->same = 1;
    copy[n - 1] = 0;
    inner += 5;
  }
  return read_call(inner, d);
}

// ---------------------------------------------------------------- drawing

double distribution_draw(const Distribution* d, Place place, long long nsim) {
  const double a = d->value[0], b = d->value[1];
  switch (d->shape) {
    case SHAPE_UNIFORM: return a + (b - a) * random_uniform(&place);
    case SHAPE_NORMAL: return a + b * random_normal(&place);
    case SHAPE_LOGUNIFORM: return exp(log(a) + (log(b) - log(a)) * random_uniform(&place));
    case SHAPE_CHOICE: return d->value[random_index(&place, d->n)];
    default: return nsim > 1 ? a + (b - a) * place.simulation / (double)(nsim - 1) : a;
  }
}
