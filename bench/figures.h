// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Figures of one library in one case. The worker prints them by name; TSV and JSON have them under
// the same names.

#ifndef BENCH_FIGURES_H_
#define BENCH_FIGURES_H_

#include "tools/common/stages.h"

// X(enumerator, name): times in seconds, memory in bytes; what has no other unit is per step
#define FOR_FIGURES(X)                                                                 \
  X(FIGURE_TIME, "time")                                                               \
  X(FIGURE_INSTRUCTIONS, "instructions")                                               \
  X(FIGURE_OWN, "own_instructions")    /* without those of libraries of the system */  \
  X(FIGURE_LOAD, "load")               /* from the file to mjModel */                  \
  X(FIGURE_MODEL, "model_bytes")       /* mj_sizeModel */                              \
  X(FIGURE_DATA, "data_bytes")         /* taken by mj_makeData and the first step */   \
  X(FIGURE_ARENA, "arena_bytes")       /* the peak of stack and arena inside mjData */ \
  X(FIGURE_RESIDENT, "resident_bytes") /* the peak of the process */                   \
  X(FIGURE_CONTACTS, "contacts")                                                       \
  X(FIGURE_ROWS, "rows")                                                               \
  X(FIGURE_ITERATIONS, "iterations")

// steps whose instructions are counted: callgrind is fifty times slower than the processor
#define COUNTED_STEPS 20

#define FIGURE_ENUM(enumerator, name) enumerator,
#define FIGURE_NAME(enumerator, name) name,
#define FIGURE_STAGE_ONE(timer, name) +1
#define FIGURE_STAGE_NAME(timer, name) "stage_" name,

// the stages follow in their order, then what is in none of them
enum { FOR_FIGURES(FIGURE_ENUM) FIGURE_STAGE };
enum { NSTAGE = FOR_STAGES(FIGURE_STAGE_ONE), FIGURE_OTHER = FIGURE_STAGE + NSTAGE, NFIGURE };

static const char* const figure_names[NFIGURE] = {FOR_FIGURES(FIGURE_NAME)
                                                      FOR_STAGES(FIGURE_STAGE_NAME) "stage_other"};

#endif  // BENCH_FIGURES_H_
