// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Pins of a flexcomp: points, or nodes of an interpolated one, that stay with the parent body. They
// are named by number (id), by ranges of numbers, by position in the grid or by ranges of
// positions, ends included.

#include <stdlib.h>
#include <string.h>

#include "flexcomp.h"

int flexcomp_nodes_per_axis(const Flexcomp* f) {
  return f->dof == FLEXCOMP_TRILINEAR ? 2 : f->dof == FLEXCOMP_QUADRATIC ? 3 : 0;
}

// points, or nodes, that can be pinned
static int pinnable(const Flexcomp* f) {
  const int n = flexcomp_nodes_per_axis(f);
  return n ? n * n * n : f->npoint;
}

// positions along an axis that a grid pin can name
static int grid_size(const Flexcomp* f, int axis) {
  const int n = flexcomp_nodes_per_axis(f);
  return f->type == FLEXCOMP_GRID || !n ? f->count[axis] : n;
}

typedef int (*PinList)(Flexcomp* f, const XmlElement* pin, const int* v, int n);

// ---------------------------------------------------------------- lists

static int bad_pin(Flexcomp* f, const XmlElement* pin, const char* attribute, int value, int most) {
  return fail_at(f->r, pin, attribute, "pin%s out of range: %d, 0 to %d expected", attribute, value,
                 most - 1);
}

static int pin_ids(Flexcomp* f, const XmlElement* pin, const int* v, int n) {
  for (int i = 0; i < n; i++) {
    if (v[i] < 0 || v[i] >= pinnable(f))
      return bad_pin(f, pin, "id", v[i], pinnable(f));
    f->pinned[v[i]] = 1;
  }
  return 0;
}

static int pin_ranges(Flexcomp* f, const XmlElement* pin, const int* v, int n) {
  for (int i = 0; i < n; i++)
    if (v[i] < 0 || v[i] >= pinnable(f))
      return bad_pin(f, pin, "range", v[i], pinnable(f));
  for (int i = 0; i + 1 < n; i += 2)
    for (int k = v[i]; k <= v[i + 1]; k++)
      f->pinned[k] = 1;
  return 0;
}

// Trap: the number is computed with the counts of points, even where nodes are meant.
static int grid_number(const Flexcomp* f, const int* v) {
  const double number = f->dim == 2 ? (double)v[0] * f->count[1] + v[1]
                                    : ((double)v[0] * f->count[1] + v[1]) * f->count[2] + v[2];
  return number < pinnable(f) ? (int)number : -1;
}

static int check_grid(Flexcomp* f, const XmlElement* pin, const char* attribute, const int* v,
                      int n) {
  for (int i = 0; i < n; i++) {
    const int most = grid_size(f, i % f->dim);
    if (v[i] < 0 || v[i] >= most)
      return bad_pin(f, pin, attribute, v[i], most);
  }
  return 0;
}

static int pin_grid(Flexcomp* f, const XmlElement* pin, const int* v, int n) {
  if (check_grid(f, pin, "grid", v, n))
    return -1;
  for (int i = 0; i + f->dim <= n; i += f->dim) {
    const int number = grid_number(f, v + i);
    if (number < 0)
      return bad_pin(f, pin, "grid", v[i], pinnable(f));
    f->pinned[number] = 1;
  }
  return 0;
}

static int pin_grid_ranges(Flexcomp* f, const XmlElement* pin, const int* v, int n) {
  const int dim = f->dim;
  if (check_grid(f, pin, "gridrange", v, n))
    return -1;
  for (int i = 0; i + 2 * dim <= n; i += 2 * dim) {
    const int *low = v + i, *high = v + i + dim;
    int at[3] = {0, 0, 0};
    for (at[0] = low[0]; at[0] <= high[0]; at[0]++) {
      for (at[1] = low[1]; at[1] <= high[1]; at[1]++) {
        for (at[2] = dim == 3 ? low[2] : 0; at[2] <= (dim == 3 ? high[2] : 0); at[2]++) {
          const int number = grid_number(f, at);
          if (number < 0)
            return bad_pin(f, pin, "gridrange", at[0], pinnable(f));
          f->pinned[number] = 1;
        }
      }
    }
  }
  return 0;
}

// ---------------------------------------------------------------- all

static const struct {
  const char* name;
  PinList pin;
} lists[] = {
    {"id", pin_ids}, {"range", pin_ranges}, {"grid", pin_grid}, {"gridrange", pin_grid_ranges}};

// call with the numbers of each list of each pin; NULL: only check sizes
static int for_all(Flexcomp* f, int list, int only_check) {
  const int schema = fc_schemaFindChild(f->schema, "pin");
  const int is_grid = list >= 2, multiple = list == 0   ? 1
                                            : list == 1 ? 2
                                            : list == 2 ? f->dim
                                                        : 2 * f->dim;
  for (const XmlElement* c = xml_child(f->e, "pin"); c; c = xml_next(c, "pin")) {
    const int n = read_int_list(f->r, c, schema, lists[list].name);
    if (n < 0)
      return -1;
    if (n % multiple) {
      return fail_at(f->r, c, lists[list].name, "pin %s must have a multiple of %d numbers: %d",
                     lists[list].name, multiple, n);
    }
    if (n && is_grid && f->type != FLEXCOMP_GRID && !flexcomp_nodes_per_axis(f)) {
      return fail_at(f->r, c, lists[list].name,
                     "pin grid and gridrange can only be used with type grid or interpolated dofs");
    }
    if (n && is_grid && f->dim == 1)
      return fail_at(f->r, c, lists[list].name, "pin grid and gridrange cannot be used with dim=1");
    if (n && !only_check && lists[list].pin(f, c, f->r->ints, n))
      return -1;
  }
  return 0;
}

int flexcomp_check_pins(Flexcomp* f) {
  for (int list = 0; list < 4; list++)
    if (for_all(f, list, 1))
      return -1;
  return 0;
}

int flexcomp_pin(Flexcomp* f) {
  for (int list = 0; list < 4; list++)
    if (for_all(f, list, 0))
      return -1;
  if (f->dof == FLEXCOMP_RADIAL && f->npoint)
    f->pinned[0] = 1;
  return 0;
}
