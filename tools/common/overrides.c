// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Changes to a model from the command line: options, parameters of modules, and implementations
// that are exchanged during the simulation.

#include <limits.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include <fulcrum/host.h>

#include "tools/common/overrides.h"
#include "tools/tool.h"

static int refuse(char* error, int error_size, const char* format, ...) mjPRINTFLIKE(3, 4);
static int refuse(char* error, int error_size, const char* format, ...) {
  va_list list;
  va_start(list, format);
  vsnprintf(error, (size_t)error_size, format, list);
  va_end(list);
  return -1;
}

// ---------------------------------------------------------------- options

static const char* const cone_words[] = {
    [mjCONE_PYRAMIDAL] = "pyramidal", [mjCONE_ELLIPTIC] = "elliptic", NULL};
static const char* const jacobian_words[] = {
    [mjJAC_DENSE] = "dense", [mjJAC_SPARSE] = "sparse", [mjJAC_AUTO] = "auto", NULL};

static int set_word(int* target, const char* const* words, const char* key, const char* value,
                    char* error, int error_size) {
  char known[128] = "";
  for (int i = 0; words[i]; i++) {
    if (strcasecmp(words[i], value) == 0) {
      *target = i;
      return 0;
    }
    snprintf(known + strlen(known), sizeof known - strlen(known), "%s%s", i ? ", " : "", words[i]);
  }
  return refuse(error, error_size, "--%s must be one of %s; '%s' is not", key, known, value);
}

static int set_real(mjtNum* target, int positive, const char* key, const char* value, char* error,
                    int error_size) {
  double x;
  if (parse_real(value, &x) || x < 0 || (positive && x == 0)) {
    return refuse(error, error_size, "--%s must be a number %s 0; '%s' is not", key,
                  positive ? "above" : "not below", value);
  }
  *target = x;
  return 0;
}

static int set_count(int* target, const char* key, const char* value, char* error, int error_size) {
  long long n;
  if (parse_int(value, &n) || n < 0 || n > INT_MAX) {
    return refuse(error, error_size, "--%s must be a whole number not below 0; '%s' is not", key,
                  value);
  }
  *target = (int)n;
  return 0;
}

int override_option(mjModel* m, const char* key, const char* value, char* error, int error_size) {
  mjOption* opt = &m->opt;
  if (strcmp(key, "cone") == 0)
    return set_word(&opt->cone, cone_words, key, value, error, error_size);
  if (strcmp(key, "jacobian") == 0)
    return set_word(&opt->jacobian, jacobian_words, key, value, error, error_size);
  if (strcmp(key, "timestep") == 0)
    return set_real(&opt->timestep, 1, key, value, error, error_size);
  if (strcmp(key, "tolerance") == 0)
    return set_real(&opt->tolerance, 0, key, value, error, error_size);
  if (strcmp(key, "iterations") == 0)
    return set_count(&opt->iterations, key, value, error, error_size);
  if (strcmp(key, "noslip_iterations") == 0)
    return set_count(&opt->noslip_iterations, key, value, error, error_size);

  // a name of a solver or integrator stands for a number; whether it exists shows when it is bound
  const FcKind kind = fc_kindOf(key);
  const int number = fc_optionValue(kind, value);
  if (kind == FC_SOLVER && number >= 0) {
    opt->solver = number;
    return 0;
  }
  if (kind == FC_INTEGRATOR && number >= 0) {
    opt->integrator = number;
    return 0;
  }
  return refuse(error, error_size, "--%s needs a name", key);
}

int check_choices(const mjModel* m, mjData* d) {
  static const FcKind kinds[] = {FC_SOLVER, FC_INTEGRATOR, FC_CONTACT_MODEL, FC_BROADPHASE};
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
    if (!fc_bound(m, d, kinds[i]))
      return failure("%s", fc_lastError());
  return EXIT_OK;
}

// ---------------------------------------------------------------- parameters

int override_parameter(mjModel* m, const char* assignment) {
  char face[256], key[256];
  const char* equal = strchr(assignment, '=');
  const char* dot = NULL;
  // the last dot before the equal sign separates face or instance and key
  for (const char* c = assignment; equal && c < equal; c++)
    if (*c == '.')
      dot = c;
  if (!dot || dot == assignment || dot + 1 == equal) {
    return failure(
        "--set expects FACE.KEY=VALUE, for example acme.admm.rho=1.5, or "
        "FACE:INSTANCE.KEY=VALUE; '%s' is not",
        assignment);
  }
  snprintf(face, sizeof face, "%.*s", (int)(dot - assignment), assignment);
  snprintf(key, sizeof key, "%.*s", (int)(equal - dot - 1), dot + 1);
  return fc_setParameter(m, face, key, equal + 1)
             ? failure("--set %s: %s", assignment, fc_lastError())
             : EXIT_OK;
}

// ---------------------------------------------------------------- swaps

int parse_swap(const char* text, Swap* swap, char* error, int error_size) {
  char word[64];
  char* end;
  swap->time = strtod(text, &end);
  const char* equal = strchr(text, '=');
  if (end == text || *end != ':' || !equal || equal < end || !equal[1] || !(swap->time >= 0) ||
      !isfinite(swap->time)) {
    return refuse(error, error_size,
                  "--swap expects TIME:KIND=NAME, for example 2.5:solver=cg; '%s' is not", text);
  }
  snprintf(word, sizeof word, "%.*s", (int)(equal - end - 1), end + 1);
  swap->kind = fc_kindOf(word);
  swap->name = equal + 1;
  swap->done = 0;
  if (swap->kind != FC_SOLVER && swap->kind != FC_INTEGRATOR && swap->kind != FC_CONTACT_MODEL &&
      swap->kind != FC_BROADPHASE) {
    return refuse(
        error, error_size,
        "--swap knows solver, integrator, contact_model and broadphase; '%s' is none of them",
        word);
  }
  return 0;
}
