// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef PASSIVE_SPRING_SPRING_H_
#define PASSIVE_SPRING_SPRING_H_

#include <fulcrum/math.h>
#include <fulcrum/passive.h>

// Tables of both faces.
extern const FcPassive spring_table;
extern const FcPassive damper_table;

// *x += f, except that a sum of zeros keeps the sign of f: a spring at rest and a damper without
// velocity have the force -0, as in the reference.
static inline void add_to_dof(mjtNum* x, mjtNum f) { *x = *x != 0 ? *x + f : f; }

// qfrc += J' force for a sparse row J
static inline void add_along_row(mjtNum* qfrc, mjtNum force, const mjtNum* J, int nnz,
                                 const int* ind) {
  if (force != 0)
    fc_addToSclSparse(qfrc, J, force, nnz, ind);
}

#endif  // PASSIVE_SPRING_SPRING_H_
