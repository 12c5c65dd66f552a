// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef CORE_FOUNDATION_DATA_VALIDATE_H_
#define CORE_FOUNDATION_DATA_VALIDATE_H_

#include <mujoco/mujoco.h>

// Where a check reports its finding; `text` is "" while no fault was found.
typedef struct Finding_ {
  char* text;
  int size;
} Finding;

// Each returns 0, or -1 with a message, and relies on the ones before it: indices and ranges of the
// table of fields; type-dependent values; the numbering of bodies and dofs and the patterns of
// their matrices; tendons and transmissions; meshes, skins and trees of bounding boxes; flexes.
int validate_references(const mjModel* m, Finding* finding);
int validate_elements(const mjModel* m, Finding* finding);
int validate_forest(const mjModel* m, Finding* finding);
int validate_paths(const mjModel* m, Finding* finding);
int validate_surfaces(const mjModel* m, Finding* finding);
int validate_flexes(const mjModel* m, Finding* finding);

// How often the table of fields names an integer array; once, if the table is correct.
int validate_knows_field(const char* name);

// Reports that FIELD[index] = value is not in [low, high).
int report_out_of_bounds(Finding* finding, const char* field, int index, long long value,
                         long long low, long long high);

// Reports any other fault.
int report_invalid(Finding* finding, const char* format, ...) mjPRINTFLIKE(2, 3);

// Checks that `value` is an index of something with `count` elements; -1 is valid too when
// `optional`.
static inline int check_index(Finding* finding, const char* field, int i, int value, mjtSize count,
                              int optional) {
  if (value >= (optional ? -1 : 0) && value < count)
    return 0;
  return report_out_of_bounds(finding, field, i, value, optional ? -1 : 0, count);
}

// Last dof of a body or of its nearest ancestor that has any, -1: none.
static inline int last_dof(const mjModel* m, int body) {
  while (body && !m->body_dofnum[body])
    body = m->body_parentid[body];
  return body ? m->body_dofadr[body] + m->body_dofnum[body] - 1 : -1;
}

#endif  // CORE_FOUNDATION_DATA_VALIDATE_H_
