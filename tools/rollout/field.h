// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Fields of the model, the state and mjData by name, and elements of them: "body_mass[torso]",
// "geom_friction[foot_*,0]", "qpos[root,2]", "opt.gravity[2]", "hunt_crossley.stiffness".

#ifndef TOOLS_ROLLOUT_FIELD_H_
#define TOOLS_ROLLOUT_FIELD_H_

#include <stddef.h>

#include <mujoco/mujoco.h>

typedef enum ElementType_ {
  ELEMENT_REAL,    // double
  ELEMENT_SINGLE,  // float
  ELEMENT_INT,     // int
  ELEMENT_BYTE,    // unsigned char
  ELEMENT_OTHER,   // anything else; such fields cannot be used
} ElementType;

size_t element_size(ElementType type);

// Element i of an array, and the same written. Integers are rounded and limited to their range.
double element_get(ElementType type, const void* array, size_t i);
void element_put(ElementType type, void* array, size_t i, double value);

typedef enum FieldSource_ {
  FIELD_MODEL,      // of mjModel, or one of its options "opt.NAME"
  FIELD_STATE,      // of the state
  FIELD_DATA,       // another one of mjData, or a count
  FIELD_PARAMETER,  // of a module
} FieldSource;

typedef struct Field_ {
  FieldSource source;
  const char* name;
  ElementType type;
  int rows, columns;
  const char* size;  // member of mjModel that counts the rows: "nbody"; "": rows have no names
  int state;         // bit of mjtState; 0: not in the state
} Field;

// What a target names: "NAME" or "NAME[INSIDE]".
#define TARGET_MAX 256
typedef struct Target_ {
  char text[TARGET_MAX];
  char name[TARGET_MAX];
  char inside[TARGET_MAX];  // "": everything
} Target;

// Split a target of `n` characters. 0, or negative after fc_fail.
int parse_target(const char* text, size_t n, Target* target);

// Find the field that may vary from simulation to simulation (of the model, of the state, or a
// parameter of a module), or the one that may be recorded. 0, or negative after fc_fail, which
// names the nearest one. `field` has pointers into `target`.
int find_variable(mjModel* m, const Target* target, Field* field);
int find_recordable(const mjModel* m, const Target* target, Field* field);

// Array i of mjModel, from 0: its name and its values. NULL after the last one.
const char* model_array(const mjModel* m, int i, const void** values);

// The elements that a target selects: their places in the array of a simulation, in the order of
// the array. The caller frees *place. Their number, or negative after fc_fail.
int select_elements(const mjModel* m, const Field* field, const Target* target, int** place);

// Name of an element in the form of a target, "qpos[root,2]"; its number where it has no name.
void element_name(const mjModel* m, const Field* field, const Target* target, int place, char* text,
                  size_t size);

#endif  // TOOLS_ROLLOUT_FIELD_H_
