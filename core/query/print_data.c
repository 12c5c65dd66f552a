// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// mjData as text: memory, sizes, statistics, then every array that has elements under its name in
// upper case, one row per line. Matrices that are stored sparsely show `column: value` pairs.

#include <ctype.h>
#include <string.h>

#define MJ_M(n) m->n
#define MJ_D(n) d->n
#include <mujoco/mjxmacro.h>

#include "core/query/print.h"

typedef struct DataPrint_ {
  const Printer* printer;
  const mjModel* m;
  const mjData* d;
} DataPrint;

//------------------------------ sparse arrays -----------------------------------------------------

// Pattern of a sparsely stored array; 0 when it is not one.
static int find_pattern(const mjModel* m, const mjData* d, const char* name, Pattern* pattern) {
  int nv = (int)m->nv, sparse = mj_isSparse(m);
  const char* const like_M[] = {"M", "qLD", "qH"};
  for (int i = 0; i < 3; i++) {
    if (strcmp(name, like_M[i])) continue;
    *pattern = (Pattern){nv, nv, m->nC, m->M_rownnz, m->M_rowadr, m->M_colind};
    return 1;
  }
  if (!strcmp(name, "qDeriv") || !strcmp(name, "qLU")) {
    *pattern = (Pattern){nv, nv, m->nD, m->D_rownnz, m->D_rowadr, m->D_colind};
  } else if (!strcmp(name, "ten_J")) {
    *pattern =
        (Pattern){(int)m->ntendon, nv, m->nJten, m->ten_J_rownnz, m->ten_J_rowadr, m->ten_J_colind};
  } else if (!strcmp(name, "actuator_moment")) {
    *pattern =
        (Pattern){(int)m->nu, nv, m->nJmom, d->moment_rownnz, d->moment_rowadr, d->moment_colind};
  } else if (!strcmp(name, "flexedge_J")) {
    *pattern =
        (Pattern){(int)m->nflexedge,   nv, m->nJfe, m->flexedge_J_rownnz, m->flexedge_J_rowadr,
                  m->flexedge_J_colind};
  } else if (!strcmp(name, "efc_J") && sparse && d->efc_J_rownnz) {
    *pattern = (Pattern){d->nefc, nv, d->nJ, d->efc_J_rownnz, d->efc_J_rowadr, d->efc_J_colind};
  } else if (!strcmp(name, "iefc_J") && sparse && d->iefc_J_rownnz) {
    *pattern =
        (Pattern){d->nefc, d->nidof, d->nJ, d->iefc_J_rownnz, d->iefc_J_rowadr, d->iefc_J_colind};
  } else if (!strcmp(name, "efc_AR") && sparse && d->efc_AR_rownnz) {
    *pattern =
        (Pattern){d->nefc, d->nefc, d->nA, d->efc_AR_rownnz, d->efc_AR_rowadr, d->efc_AR_colind};
  } else if ((!strcmp(name, "iM") || !strcmp(name, "iLD")) && d->iM_rownnz) {
    *pattern = (Pattern){d->nidof, d->nidof, m->nC, d->iM_rownnz, d->iM_rowadr, d->iM_colind};
  } else {
    return 0;
  }
  return 1;
}

// Rows of the legacy inertia: the entry of a dof itself, then those of its ancestors.
static void print_legacy_inertia(const mjModel* m, const mjData* d, const Printer* printer) {
  for (int i = 0; i < m->nv; i++) {
    fputs("  ", printer->file);
    int adr = m->dof_Madr[i];
    for (int k = i; k >= 0 && adr < m->nM; k = m->dof_parentid[k]) {
      fprintf(printer->file, "%4d: ", k);
      print_number(printer, (double)d->qM[adr++]);
    }
    fputc('\n', printer->file);
  }
}

//------------------------------ arrays ------------------------------------------------------------

static void print_array_title(FILE* file, const char* name) {
  fputc('\n', file);
  for (; *name; name++) fputc(toupper((unsigned char)*name), file);
  fputc('\n', file);
}

static int print_array(void* context, const ArraySpec* spec) {
  const DataPrint* print = context;
  const mjModel* m = print->m;
  const mjData* d = print->d;
  const Printer* printer = print->printer;
  const char* values = array_pointer(d, spec);
  mjtSize rows = spec->rows, cols = spec->cols;
  if (!values || rows <= 0 || cols <= 0 || spec->kind == 'x') return 0;

  // with their structure, if they have one
  print_array_title(printer->file, spec->name);
  Pattern pattern;
  if (!strcmp(spec->name, "qM")) {
    print_legacy_inertia(m, d, printer);
    return 0;
  }
  if (find_pattern(m, d, spec->name, &pattern)) {
    print_sparse(printer, &pattern, (const mjtNum*)values);
    return 0;
  }

  // dense constraint matrices are listed as one long column
  int is_dense = !strcmp(spec->name, "efc_J") || !strcmp(spec->name, "efc_AR");
  if (is_dense && d->nefc > 0 && rows % d->nefc == 0) {
    cols = rows / d->nefc;
    rows = d->nefc;
  }

  for (mjtSize i = 0; i < rows; i++, values += (size_t)cols * spec->element) {
    fputs(" ", printer->file);
    print_row(printer, spec->kind, values, cols);
    fputc('\n', printer->file);
  }
  return 0;
}

//------------------------------ contacts ----------------------------------------------------------

static void print_geom_name(const mjModel* m, FILE* file, int geom) {
  const char* name = mj_id2name(m, mjOBJ_GEOM, geom);
  if (name) {
    fprintf(file, "%s", name);
  } else {
    fprintf(file, "geom %d", geom);
  }
}

static void print_contact(const DataPrint* print, int i) {
  const mjContact* con = print->d->contact + i;
  FILE* file = print->printer->file;
  fprintf(file, "  %d:\n     %-14s%d\n     %-14s", i, "dim", con->dim, "geoms");
  print_geom_name(print->m, file, con->geom[0]);
  fputs(" : ", file);
  print_geom_name(print->m, file, con->geom[1]);
  fprintf(file, "\n     %-14s%d %d\n     %-14s%d %d\n     %-14s%d %d\n", "flex", con->flex[0],
          con->flex[1], "elem", con->elem[0], con->elem[1], "vert", con->vert[0], con->vert[1]);
  fprintf(file, "     %-14s%d\n     %-14s%d\n", "exclude", con->exclude, "efc_address",
          con->efc_address);

  const struct {
    const char* name;
    const mjtNum* values;
    int n;
  } fields[] = {{"solref", con->solref, mjNREF},
                {"solreffriction", con->solreffriction, mjNREF},
                {"solimp", con->solimp, mjNIMP},
                {"dist", &con->dist, 1},
                {"includemargin", &con->includemargin, 1},
                {"pos", con->pos, 3},
                {"frame", con->frame, 9},
                {"friction", con->friction, 5},
                {"mu", &con->mu, 1}};
  for (size_t k = 0; k < sizeof fields / sizeof fields[0]; k++) {
    fprintf(file, "     %-14s", fields[k].name);
    print_elements(print->printer, 'd', fields[k].values, fields[k].n);
    fputc('\n', file);
  }
}

//------------------------------ statistics --------------------------------------------------------

// Whole kilobytes, rounded to the nearest.
static size_t kilobytes(size_t bytes) { return (bytes + 512) / 1024; }

static void print_memory(const mjData* d, FILE* file) {
  size_t nbuffer = (size_t)d->nbuffer, narena = (size_t)d->narena;
  fprintf(file, "MEMORY\n  total      %10zu KB\n  struct     %10zu KB\n  buffer     %10zu KB\n",
          kilobytes(sizeof(mjData) + nbuffer + narena), kilobytes(sizeof(mjData)),
          kilobytes(nbuffer));
  fprintf(file, "  arena      %10zu KB, used %.1f%%\n", kilobytes(narena),
          narena ? 100.0 * (double)d->maxuse_arena / (double)narena : 0.0);
}

// Integer members; time and energy have their own lines. Where stack and arena end at the moment is
// of no use to a reader.
static void print_sizes(const mjData* d, FILE* file) {
  fputs("\nSIZES\n", file);
#define X(type, name)                                                                  \
  if (strcmp(#name, "time") && strcmp(#name, "signature") && strcmp(#name, "pstack") && \
      strcmp(#name, "pbase") && strcmp(#name, "parena")) {                             \
    fprintf(file, "  %-21s %lld\n", #name, (long long)d->name);                        \
  }
  MJDATA_SCALAR
#undef X
}

static void print_warnings(const mjData* d, FILE* file) {
  int any = 0;
  for (int i = 0; i < mjNWARNING; i++) {
    if (!d->warning[i].number) continue;
    if (!any) fputs("\nWARNING\n", file);
    any = 1;
    fprintf(file, "    %d:  lastinfo = %d   number = %d\n", i, d->warning[i].lastinfo,
            d->warning[i].number);
  }
}

// all timers in the order of mjtTimer, once a clock is installed
static void print_timers(const mjData* d, const Printer* printer) {
  int any = 0;
  for (int i = 0; i < mjNTIMER; i++) any |= d->timer[i].duration > 0;
  if (!any) return;
  fputs("\nTIMER\n", printer->file);
  for (int i = 0; i < mjNTIMER; i++) {
    fprintf(printer->file, "    %d:  duration = ", i);
    print_number(printer, (double)d->timer[i].duration);
    fprintf(printer->file, "   number = %d\n", d->timer[i].number);
  }
}

static void print_solver_stat(const mjSolverStat* stat, int iteration, const Printer* printer) {
  FILE* file = printer->file;
  fprintf(file, "      %d:  improvement = ", iteration);
  print_number(printer, (double)stat->improvement);
  fputs("    gradient = ", file);
  print_number(printer, (double)stat->gradient);
  fputs("    lineslope = ", file);
  print_number(printer, (double)stat->lineslope);
  fprintf(file, "\n          nactive = %d   nchange = %d   neval = %d   nupdate = %d\n",
          stat->nactive, stat->nchange, stat->neval, stat->nupdate);
}

static void print_solver(const mjData* d, const Printer* printer) {
  FILE* file = printer->file;
  int any = 0;
  for (int i = 0; i < mjNISLAND; i++) any |= d->solver_niter[i];
  if (!any) return;
  fputs("\nSOLVER STAT\n  solver_fwdinv = ", file);
  print_row(printer, 'd', d->solver_fwdinv, 2);
  fputc('\n', file);
  for (int i = 0; i < mjNISLAND; i++) {
    if (!d->solver_niter[i]) continue;
    fprintf(file, "  ISLAND %d\n    solver_niter = %d\n    solver_nnz = %d\n", i,
            d->solver_niter[i], d->solver_nnz[i]);
    int n = d->solver_niter[i] < mjNSOLVER ? d->solver_niter[i] : mjNSOLVER;
    for (int k = 0; k < n; k++) print_solver_stat(d->solver + i * mjNSOLVER + k, k, printer);
  }
}

//------------------------------ public functions --------------------------------------------------

void mj_printFormattedData(const mjModel* m, const mjData* d, const char* filename,
                           const char* float_format) {
  if (d->pstack) {
    mju_error("mj_printData: mjData cannot be printed while its stack is in use");
    return;
  }
  Printer printer;
  if (printer_open(&printer, filename, float_format, "mjData")) return;
  FILE* file = printer.file;
  print_memory(d, file);
  print_sizes(d, file);
  print_warnings(d, file);
  print_timers(d, &printer);
  print_solver(d, &printer);
  fputs("\nENERGY = ", file);
  print_row(&printer, 'd', d->energy, 2);
  fputs("\n\nTIME = ", file);
  print_number(&printer, (double)d->time);
  fputc('\n', file);

  DataPrint print = {&printer, m, d};
  data_each_array(m, print_array, &print);
  const Pattern M = {(int)m->nv, (int)m->nv, m->nC, m->M_rownnz, m->M_rowadr, m->M_colind};
  fputc('\n', file);
  if (m->nv > 0) print_picture(&printer, "M: inertia structure", &M, NULL);
  if (d->ncon > 0) fputs("CONTACT\n", file);
  for (int i = 0; i < d->ncon; i++) print_contact(&print, i);
  arena_each_array(m, d, print_array, &print);
  printer_close(&printer);
}

void mj_printData(const mjModel* m, const mjData* d, const char* filename) {
  mj_printFormattedData(m, d, filename, NULL);
}
