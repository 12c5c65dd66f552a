// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// mjData as text: memory, sizes, statistics, then the arrays.

#include <string.h>

#define MJ_M(n) m->n
#define MJ_D(n) d->n
#include <mujoco/mjxmacro.h>

#include "core/physics/query/print.h"

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

// Integer members; time and energy have their own lines. The present ends of stack and arena are
// not printed.
static void print_sizes(const mjData* d, FILE* file) {
  fputs("\nSIZES\n", file);
#define X(type, name)                                                                              \
  if (strcmp(#name, "time") != 0 && strcmp(#name, "signature") != 0 &&                             \
      strcmp(#name, "pstack") != 0 && strcmp(#name, "pbase") != 0 && strcmp(#name, "parena") != 0) \
    fprintf(file, "  %-21s %lld\n", #name, (long long)d->name);
  MJDATA_SCALAR
#undef X
}

static void print_warnings(const mjData* d, FILE* file) {
  int any = 0;
  for (int i = 0; i < mjNWARNING; i++) {
    if (!d->warning[i].number)
      continue;
    if (!any)
      fputs("\nWARNING\n", file);
    any = 1;
    fprintf(file, "    %d:  lastinfo = %d   number = %d\n", i, d->warning[i].lastinfo,
            d->warning[i].number);
  }
}

// all timers in the order of mjtTimer, once a clock is installed
static void print_timers(const mjData* d, const Printer* printer) {
  int any = 0;
  for (int i = 0; i < mjNTIMER; i++)
    any |= d->timer[i].duration > 0;
  if (!any)
    return;
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
  int any = 0, shown = 0;
  for (int i = 0; i < mjNISLAND; i++)
    any |= d->solver_niter[i];
  if (!any)
    return;
  fputs("\nSOLVER STAT\n  solver_fwdinv = ", file);
  print_row(printer, 'd', d->solver_fwdinv, 2);
  fputc('\n', file);
  for (int i = 0; i < mjNISLAND; i++) {
    if (!d->solver_niter[i])
      continue;
    if (shown++)
      fputc('\n', file);
    fprintf(file, "  ISLAND %d\n    solver_niter = %d\n    solver_nnz = %d\n", i,
            d->solver_niter[i], d->solver_nnz[i]);
    int n = d->solver_niter[i] < mjNSOLVER ? d->solver_niter[i] : mjNSOLVER;
    for (int k = 0; k < n; k++)
      print_solver_stat(d->solver + i * mjNSOLVER + k, k, printer);
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
  if (printer_open(&printer, filename, float_format, "mjData"))
    return;
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

  print_data_arrays(&printer, m, d);
  printer_close(&printer);
}

void mj_printData(const mjModel* m, const mjData* d, const char* filename) {
  mj_printFormattedData(m, d, filename, NULL);
}
