// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Frozen problems: the convex problem of one step (<fulcrum/solver.h>), self-contained in a file.
// The numbers are the same bits in both formats: JSON, for readers, and binary (.bin).

#ifndef TOOLS_PROBLEM_PROBLEM_H_
#define TOOLS_PROBLEM_PROBLEM_H_

#include <fulcrum/solver.h>

typedef struct Frozen_ {
  int nv, nefc, ne, nf, sparse, elliptic, iterations, ls_iterations;
  int ncon;    // contacts that rows refer to
  int nM, nJ;  // stored entries of M and of the Jacobian
  mjtNum tolerance, ls_tolerance, scale, time;
  int *M_rownnz, *M_rowadr, *M_colind, *J_rownnz, *J_rowadr, *J_rowsuper, *J_colind, *type, *id,
      *dim;
  mjtNum *M, *LD, *LDiagInv, *qfrc_smooth, *qacc_smooth, *J, *aref, *D, *R, *frictionloss, *qacc,
      *mu, *friction;  // qacc: the warm start; mu, friction (5 each): of the contacts
} Frozen;

// Room for the arrays, by the sizes. 0, or EXIT_FAILED after a message.
int frozen_allocate(Frozen* p);
void frozen_free(Frozen* p);

// 1 when the extension of a file name is that of a frozen problem.
int frozen_is_file(const char* path);

// EXIT_OK, or EXIT_FAILED after a message that names the file, the member and what is expected.
int frozen_read(Frozen* p, const char* path);
int frozen_write(const Frozen* p, const char* path);

// The problem of the next evaluation of d, before it is solved. EXIT_OK or EXIT_FAILED.
int frozen_capture(Frozen* p, const mjModel* m, mjData* d);

// `fulcrum problem solve`
typedef struct SolveOptions_ {
  const char* solvers;   // separated by commas
  const char* svg;       // file, NULL: none
  long long iterations;  // 0: as in the problem
  double limit;          // largest residual that counts as solved; 0: none
  int json;
} SolveOptions;
int solve_frozen(const char* const* file, int n, const SolveOptions* options);

#endif  // TOOLS_PROBLEM_PROBLEM_H_
