// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Noise is the process of tools/simulate/control.c, with numbers that depend on seed, simulation,
// actuator and step alone.

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <fulcrum/host.h>

#include "tools/rollout/control.h"
#include "tools/rollout/random.h"
#include "tools/tool.h"

#define STREAM_NOISE 0xffffffffu  // streams of --vary count from 1

// ---------------------------------------------------------------- options

int controls_parse(Controls* c, const char* text) {
  static const char* const words[] = {"none", "noise", "uniform", NULL};
  const size_t n = strlen(text);
  c->text = text;
  c->scale = 1;
  for (int i = 0; words[i]; i++) {
    if (strcmp(text, words[i]) == 0) {
      c->kind = (ControlKind)i;
      return 0;
    }
  }
  if (n > 7 && strncmp(text, "noise(", 6) == 0 && text[n - 1] == ')') {
    char number[64];
    c->kind = CONTROL_NOISE;
    snprintf(number, sizeof number, "%.*s", (int)(n - 7), text + 6);
    return parse_real(number, &c->scale) || c->scale < 0
               ? fc_fail("noise(SCALE) was expected, SCALE not below 0; '%s' is not", text)
               : 0;
  }
  if (!strpbrk(text, "./")) {
    const char* near = fc_nearestWord(text, words);
    return near
               ? fc_fail(
                     "'%s' is none of none, noise, noise(SCALE), uniform, FILE.csv; did you "
                     "mean '%s'?",
                     text, near)
               : fc_fail("none, noise, noise(SCALE), uniform or FILE.csv was expected; '%s' is not",
                         text);
  }
  c->kind = CONTROL_TABLE;
  return 0;
}

int controls_open(Controls* c, const mjModel* m, int chunk) {
  const size_t n = (size_t)chunk * (size_t)m->nu + 1;
  if (c->kind != CONTROL_NONE && !m->nu)
    return failure("--control %s: the model has no actuators", c->text);
  if (c->kind == CONTROL_TABLE && control_read(&c->table, m, c->text))
    return EXIT_FAILED;
  c->memory = calloc(n, sizeof *c->memory);
  c->start = calloc(n, sizeof *c->start);
  return c->memory && c->start ? EXIT_OK : failure("out of memory for the controls");
}

// ---------------------------------------------------------------- a chunk

void controls_begin(Controls* c, const mjModel* m, int row, const mjtNum* ctrl) {
  const size_t nu = (size_t)m->nu;
  memcpy(c->start + (size_t)row * nu, ctrl, nu * sizeof *ctrl);
  memset(c->memory + (size_t)row * nu, 0, nu * sizeof *c->memory);
}

// in the range, or around 0 where there is none; x = -1 ... 1 is the range
static double scaled(const mjModel* m, int actuator, double x) {
  const mjtNum* range = m->actuator_ctrlrange + 2 * actuator;
  if (!m->actuator_ctrllimited[actuator])
    return x;
  const double centre = (range[0] + range[1]) / 2, half = (range[1] - range[0]) / 2;
  return fmin(fmax(centre + half * x, range[0]), range[1]);
}

static void make_random(Controls* c, const mjModel* m, int row, int simulation, double timestep,
                        long long first, int nstep, mjtNum* value) {
  double* memory = c->memory + (size_t)row * (size_t)m->nu;
  const double keep = exp(-timestep / CONTROL_MEMORY), fresh = sqrt(1 - keep * keep);
  for (int k = 0; k < nstep; k++) {
    for (int i = 0; i < m->nu; i++) {
      const Place place = {c->seed, (uint32_t)simulation, STREAM_NOISE, (uint32_t)i,
                           (uint32_t)(first + k)};
      if (c->kind == CONTROL_UNIFORM) {
        *value++ = scaled(m, i, 2 * random_uniform(&place) - 1);
        continue;
      }
      memory[i] = keep * memory[i] + fresh * random_normal(&place);
      *value++ = scaled(m, i, c->scale * memory[i]);
    }
  }
}

static void look_up(Controls* c, const mjModel* m, int row, double timestep, double start,
                    long long first, int nstep, mjtNum* value) {
  const size_t nu = (size_t)m->nu;
  c->table.row = 0;
  for (int k = 0; k < nstep; k++, value += nu) {
    memcpy(value, c->start + (size_t)row * nu, nu * sizeof *value);
    control_values(&c->table, start + (double)(first + k) * timestep, timestep, value);
  }
}

const mjtNum* controls_compute(Controls* c, const mjModel* m, const int* rows, int n,
                               const int* simulation, const double* timestep, double start,
                               long long first, int nstep, int* status) {
  const size_t each = (size_t)nstep * (size_t)m->nu, all = (size_t)n * each;
  if (c->kind == CONTROL_NONE)
    return NULL;
  if (all > c->room) {
    free(c->value);
    c->value = malloc(all * sizeof *c->value);
    c->room = c->value ? all : 0;
  }
  if (!c->value) {
    *status = failure("out of memory for the controls of %d simulations", n);
    return NULL;
  }
  for (int i = 0; i < n; i++) {
    const int row = rows[i];
    mjtNum* value = c->value + (size_t)i * each;
    if (c->kind == CONTROL_TABLE)
      look_up(c, m, row, timestep[row], start, first, nstep, value);
    else
      make_random(c, m, row, simulation[row], timestep[row], first, nstep, value);
  }
  return c->value;
}

void controls_free(Controls* c) {
  control_free(&c->table);
  free(c->memory);
  free(c->start);
  free(c->value);
}
