// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Figures: convergence of the solver, problem size, timing, sensor values, difference of the two
// sides.

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "viewer/picture/plots.h"

#define FRAMES 200  // in plots over time

enum { DOFS, BODIES, ROWS, NONZEROS, CONTACTS, ITERATIONS };  // dimensions
enum { TOTAL, COLLISION, PREPARE, SOLVE, OTHERS };            // times

// ---------------------------------------------------------------- appearance

static void name_figure(mjvFigure* f, const char* title, const char* xlabel, const char* yformat) {
  mjv_defaultFigure(f);
  snprintf(f->title, sizeof f->title, "%s", title);
  snprintf(f->xlabel, sizeof f->xlabel, "%s", xlabel);
  snprintf(f->yformat, sizeof f->yformat, "%s", yformat);
  f->figurergba[0] = 0.1f;
  f->figurergba[3] = 0.5f;
  f->gridsize[0] = 3;
  f->gridsize[1] = 5;
  f->flg_legend = 1;
}

static void name_lines(mjvFigure* f, const char* const* names, int n) {
  for (int i = 0; i < n; i++)
    snprintf(f->linename[i], sizeof f->linename[i], "%s", names[i]);
}

static void set_range(mjvFigure* f, int axis, float least, float most) {
  f->range[axis][0] = least;
  f->range[axis][1] = most;
}

// past frames, the newest at 0
static void over_time(mjvFigure* f, int n, float value) {
  set_range(f, 0, 1 - FRAMES, 0);
  f->flg_extend = 1;
  for (int i = 0; i < n; i++) {
    f->linepnt[i] = FRAMES;
    for (int k = 0; k < FRAMES; k++) {
      f->linedata[i][2 * k] = (float)-k;
      f->linedata[i][2 * k + 1] = value;
    }
  }
}

void plots_compare(Plots* p) { over_time(&p->figures.difference, 1, -15); }

void plots_open(Plots* p) {
  static const char* const counts[] = {"total", "active", "changed", "evals", "updates"};
  static const char* const convergence[] = {"improvement", "gradient", "lineslope"};
  static const char* const dimensions[] = {"dof",       "body",    "constraint",
                                           "sqrt(nnz)", "contact", "iteration"};
  static const char* const times[] = {"total", "collision", "prepare", "solve", "other"};
  Figures* f = &p->figures;
  memset(f, 0, sizeof *f);
  p->recorded = 0;
  name_figure(&f->counts, "Counts", "Solver iteration", "%.0f");
  name_lines(&f->counts, counts, 5);
  set_range(&f->counts, 0, 0, 20);
  set_range(&f->counts, 1, 0, 80);
  f->counts.flg_extend = 1;
  name_figure(&f->convergence, "Convergence (log 10)", "Solver iteration", "%.0f");
  name_lines(&f->convergence, convergence, 3);
  set_range(&f->convergence, 0, 0, 20);
  set_range(&f->convergence, 1, -15, 5);
  f->convergence.flg_extend = 1;
  name_figure(&f->dimensions, "Dimensions", "Video frame", "%.0f");
  name_lines(&f->dimensions, dimensions, 6);
  set_range(&f->dimensions, 1, 0, 100);
  over_time(&f->dimensions, 6, 0);
  name_figure(&f->times, "CPU time (msec)", "Video frame", "%.2f");
  name_lines(&f->times, times, 5);
  set_range(&f->times, 1, 0, 0.4f);
  over_time(&f->times, 5, 0);
  name_figure(&f->sensor, "Sensor data", "", "%.1f");
  f->sensor.flg_legend = 0;
  f->sensor.flg_barplot = f->sensor.flg_symmetric = f->sensor.flg_extend = 1;
  set_range(&f->sensor, 1, -1, 1);
  name_figure(&f->difference, "Difference of positions (log 10)", "Video frame", "%.0f");
  f->difference.flg_legend = 0;
  set_range(&f->difference, 1, -15, 0);
  plots_compare(p);
}

// ---------------------------------------------------------------- solver

static const float colours[][3] = {{1, 0.6f, 0.2f}, {0.3f, 0.8f, 1},    {0.5f, 1, 0.4f},
                                   {1, 0.4f, 0.7f}, {0.9f, 0.9f, 0.3f}, {0.7f, 0.6f, 1}};

// Each quantity of the statistics has one line per island, in one colour.
static void plot_iterations(mjvFigure* f, const mjData* d, int nnumber, int hidden,
                            float (*number)(const mjData*, int, int, int)) {
  const int nisland = mjMIN(mjMAX(1, d->nisland), mjMIN(mjNISLAND, mjMAXLINE / nnumber));
  memset(f->linepnt, 0, sizeof f->linepnt);
  for (int island = 0; island < nisland; island++) {
    const int n = mjMIN(d->solver_niter[island], mjNSOLVER);
    for (int k = 0; k < nnumber; k++) {
      const int line = nnumber * island + k;
      memcpy(f->linergb[line], colours[k], sizeof f->linergb[line]);
      if (hidden >> k & 1)
        continue;
      f->linepnt[line] = n;
      for (int i = 0; i < n; i++) {
        f->linedata[line][2 * i] = (float)(i + 1);
        f->linedata[line][2 * i + 1] = number(d, island, i, k);
      }
    }
  }
}

static float count_of(const mjData* d, int island, int i, int k) {
  const mjSolverStat* s = d->solver + mjNSOLVER * island + i;
  const int counts[] = {d->nefc, s->nactive, s->nchange, s->neval, s->nupdate};
  const int all = d->nisland > 1 && d->island_nefc ? d->island_nefc[island] : d->nefc;
  return (float)(k ? counts[k] : all);
}

static float error_of(const mjData* d, int island, int i, int k) {
  const mjSolverStat* s = d->solver + mjNSOLVER * island + i;
  const mjtNum numbers[] = {s->improvement, s->gradient, s->lineslope};
  return (float)log10(fmax(mjMINVAL, numbers[k]));
}

// without the quantities that a solver does not report
static void plot_solver(Figures* f, const mjModel* m, const mjData* d) {
  const int solver = m->opt.solver;
  const int counts = solver == mjSOL_PGS ? 1 << 3 | 1 << 4 : solver == mjSOL_CG ? 1 << 4 : 0;
  const int errors = solver == mjSOL_PGS ? 1 << 1 | 1 << 2 : 0;
  plot_iterations(&f->counts, d, 5, counts, count_of);
  plot_iterations(&f->convergence, d, 3, errors, error_of);
}

// ---------------------------------------------------------------- over time

static void push(mjvFigure* f, int line, double value) {
  float* y = f->linedata[line];
  for (int k = FRAMES - 1; k > 0; k--)
    y[2 * k + 1] = y[2 * k - 1];
  y[1] = (float)value;
}

static void record_dimensions(mjvFigure* f, const mjModel* m, const mjData* d) {
  const int asleep = m->opt.enableflags & mjENBL_SLEEP;
  int nonzeros = 0, iterations = 0;
  for (int i = 0; i < mjMIN(mjMAX(1, d->nisland), mjNISLAND); i++) {
    nonzeros += d->solver_nnz[i];
    iterations += d->solver_niter[i];
  }
  push(f, DOFS, asleep ? d->nv_awake : (double)m->nv);
  push(f, BODIES, asleep ? d->nbody_awake : (double)m->nbody);
  push(f, ROWS, d->nefc);
  push(f, NONZEROS, sqrt(nonzeros));
  push(f, CONTACTS, d->ncon);
  push(f, ITERATIONS, iterations / fmax(1, d->nisland));
}

// times of the steps since the last picture, in ms per step
static void record_times(mjvFigure* f, mjData* d) {
  const int whole = d->timer[mjTIMER_STEP].number ? mjTIMER_STEP : mjTIMER_FORWARD;
  const double n = fmax(1, d->timer[whole].number);
  double ms[mjNTIMER];
  for (int i = 0; i < mjNTIMER; i++)
    ms[i] = d->timer[i].duration / n;
  const double prepare = ms[mjTIMER_POS_MAKE] + ms[mjTIMER_POS_PROJECT];
  push(f, TOTAL, ms[whole]);
  push(f, COLLISION, ms[mjTIMER_POS_COLLISION]);
  push(f, PREPARE, prepare);
  push(f, SOLVE, ms[mjTIMER_CONSTRAINT]);
  push(f, OTHERS, ms[whole] - ms[mjTIMER_POS_COLLISION] - prepare - ms[mjTIMER_CONSTRAINT]);
  if (d->timer[whole].number)
    memset(d->timer, 0, sizeof d->timer);
}

static void record_difference(mjvFigure* f, const Sides* s) {
  const mjData *a = s->d[MAIN], *b = s->d[OTHER];
  mjtNum most = 0;
  for (mjtSize i = 0; i < 3 * s->m->nbody; i++)
    most = fmax(most, fabs(a->xpos[i] - b->xpos[i]));
  push(f, 0, log10(fmax(1e-15, most)));
}

static void plot_sensors(mjvFigure* f, const mjModel* m, const mjData* d) {
  int line = -1;
  memset(f->linepnt, 0, sizeof f->linepnt);
  for (int i = 0; i < m->nsensor; i++) {
    const mjtNum cutoff = m->sensor_cutoff[i] > 0 ? m->sensor_cutoff[i] : 1;
    if (!i || m->sensor_type[i] != m->sensor_type[i - 1])
      line = mjMIN(line + 1, 9);
    for (int k = 0; k < m->sensor_dim[i]; k++) {
      const int address = m->sensor_adr[i] + k, n = f->linepnt[line];
      if (n + 2 > mjMAXLINEPNT)
        break;
      f->linedata[line][2 * n] = f->linedata[line][2 * n + 2] = (float)address;
      f->linedata[line][2 * n + 1] = 0;
      f->linedata[line][2 * n + 3] = (float)(d->sensordata[address] / cutoff);
      f->linepnt[line] = n + 2;
    }
  }
}

void plots_record(Plots* p, const Sides* s, const Clock* c) {
  Figures* f = &p->figures;
  mjData* d = s->d[MAIN];
  if (p->profiler)
    plot_solver(f, s->m, d);
  if (p->profiler && (c->run || c->update_paused || !p->recorded)) {
    p->recorded = 1;
    record_dimensions(&f->dimensions, s->m, d);
    record_times(&f->times, d);
  }
  if (p->sensor)
    plot_sensors(&f->sensor, s->m, d);
  if (s->compare && c->run)
    record_difference(&f->difference, s);
}

// ---------------------------------------------------------------- drawing

void plots_draw(Plots* p, mjrRect view, int compare, const mjrContext* context) {
  const int broad = mjMIN(view.width / 2, mjMAX(view.width / 4, 20 * context->charHeight));
  mjrRect r = {view.left + view.width - broad, view.bottom, broad, view.height / 4};
  Figures* f = &p->figures;
  if (p->profiler) {
    mjvFigure* stack[] = {&f->times, &f->dimensions, &f->convergence, &f->counts};
    for (int i = 0; i < 4; i++, r.bottom += r.height)
      mjr_figure(r, stack[i], context);
  }
  if (p->sensor) {
    const int width = view.width / 3;
    const int right = p->profiler ? broad : 0;
    const mjrRect s = {view.left + view.width - right - width, view.bottom, width, view.height / 3};
    mjr_figure(s, &f->sensor, context);
  }
  if (compare) {
    const mjrRect s = {view.left + view.width / 3, view.bottom, view.width / 3, view.height / 4};
    mjr_figure(s, &f->difference, context);
  }
}
