// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// solver.c: the acceleration stage. The solvers are functions of <fulcrum/lanes/...>; what is
// written are the pattern of M, the trees and the options.

#include "tools/build/build.h"

// Sets of dofs are 64 bits wide.
enum { MAX_DOFS = 64 };

static const char* uncovered(const mjModel* m) {
  if (m->nv > MAX_DOFS)
    return "more than 64 dofs";
  if (m->opt.noslip_iterations > 0)
    return "noslip iterations";
  if (m->opt.enableflags & mjENBL_SLEEP)
    return "bodies that sleep";
  if (m->opt.solver == mjSOL_PGS && m->opt.cone == mjCONE_ELLIPTIC)
    return "the PGS solver with elliptic cones";
  if (m->opt.solver != mjSOL_NEWTON && m->opt.solver != mjSOL_CG && m->opt.solver != mjSOL_PGS)
    return "a solver of a module";
  return NULL;
}

static void write_pattern(FILE* f, const mjModel* m) {
  fprintf(f, "static const uint64_t solver_pattern[] = {");
  for (int i = 0; i < m->nv; i++) {
    unsigned long long set = 0;
    for (int k = 0; k < m->M_rownnz[i] - 1; k++)
      set |= 1ull << m->M_colind[m->M_rowadr[i] + k];
    fprintf(f, "%s0x%llx", i % 6 ? ", " : i ? ",\n    " : "\n    ", set);
  }
  fprintf(f, "};\n");
}

// How a solve treats islands: as SOLVER_WHOLE, SOLVER_ONE_TREE, SOLVER_ISLANDS of
// <fulcrum/lanes/problem.h>.
static int islands(const mjModel* m) {
  if (m->opt.solver == mjSOL_PGS || (m->opt.disableflags & mjDSBL_ISLAND))
    return 0;
  return m->ntree == 1 ? 1 : 2;
}

static void write(FILE* f, const mjModel* m) {
  const int dual = m->opt.solver == mjSOL_PGS;
  const char* header = dual ? "projected" : m->opt.solver == mjSOL_CG ? "conjugate" : "newton";
  const int warm = !(m->opt.disableflags & mjDSBL_WARMSTART);
  fprintf(f, "// Constraint forces and accelerations.\n\n#include \"model.h\"\n\n");
  if (!m->nv) {
    fprintf(f, "static void solver(Sim* s) { s->niter = no_lane(); }\n");
    return;
  }
  static const char* const names[] = {"the whole problem", "one tree", "islands"};
  fprintf(f, "enum {\n  solver_islands = %d,  // %s\n  solver_ntree = %d,\n", islands(m),
          names[islands(m)], (int)m->ntree);
  fprintf(f, "  solver_elliptic = %d,\n  solver_warmstart = %d,\n", m->opt.cone == mjCONE_ELLIPTIC,
          warm);
  fprintf(f, "  solver_iterations = %d,\n  solver_ls_iterations = %d,\n};\n\n", m->opt.iterations,
          m->opt.ls_iterations);
  fprintf(f, "// Columns of M before the diagonal, as sets.\n");
  write_pattern(f, m);
  fprintf(f, "\n#include <fulcrum/lanes/%s.h>\n\n", header);
  fprintf(f, "static void solver(Sim* s) { %s(s); }\n", header);
}

const Part solver_part = {"solver", write, uncovered};
