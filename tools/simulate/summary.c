// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The report at the end of a simulation.

#include <math.h>
#include <string.h>
#include <time.h>

#include <fulcrum/host.h>

#include "tools/common/columns.h"
#include "tools/common/stages.h"
#include "tools/modules/modules.h"
#include "tools/simulate/summary.h"
#include "tools/tool.h"

mjtNum clock_seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (mjtNum)now.tv_sec + 1e-9 * (mjtNum)now.tv_nsec;
}

// ---------------------------------------------------------------- collecting

static void count(double* sum, int* max, int value) {
  *sum += value;
  if (value > *max)
    *max = value;
}

void summary_add(Summary* s, const mjModel* m, mjData* d, double seconds, long long crossings) {
  s->steps++;
  s->seconds += seconds;
  s->crossings += (double)crossings;
  count(&s->contacts, &s->max_contacts, d->ncon);
  count(&s->rows, &s->max_rows, d->nefc);
  count(&s->iterations, &s->max_iterations, iterations_of(d));
  series_add(&s->height, d->subtree_com[2]);
  series_add(&s->energy, d->energy[0] + d->energy[1]);
  series_add(&s->force, normal_force(m, d));
}

// seconds of the fastest of several runs of n steps
static double fastest_run(const mjModel* m, mjData* d, int n) {
  double best = INFINITY;
  for (int run = 0; run < 10; run++) {
    const double start = clock_seconds();
    for (int i = 0; i < n; i++)
      mj_step(m, d);
    best = fmin(best, clock_seconds() - start);
  }
  return best;
}

// A step of a model without bodies is nothing but dispatch: the scheduler, and calls of modules
// that find no work. Its time by the number of its calls is what a call costs with its preparation.
static void measure_dispatch(Summary* s, const mjOption* opt) {
  mjSpec* spec = mj_makeSpec();
  mjModel* m = spec ? mj_compile(spec, NULL) : NULL;
  if (m)
    m->opt = *opt;
  mjData* d = m ? mj_makeData(m) : NULL;
  if (d) {
    const mjfTime clock = mjcb_time;
    const int n = 200;
    mjcb_time = NULL;
    mj_step(m, d);
    const long long before = fc_crossings(d);
    const double seconds = fastest_run(m, d, n);
    const long long calls = fc_crossings(d) - before;
    s->crossing_time = calls ? seconds * 10 / (double)calls : 0;
    mjcb_time = clock;
  }
  mj_deleteData(d);
  mj_deleteModel(m);
  mj_deleteSpec(spec);
}

void summary_finish(Summary* s, const mjModel* m, const mjData* d, double start) {
  if (s->steps)
    measure_dispatch(s, &m->opt);
  s->simulated = d->time - start;
  for (int i = 0; i < mjNTIMER; i++)
    s->stage[i] = d->timer[i].duration;
  for (int i = 0; i < mjNWARNING; i++)
    s->warning[i] = d->warning[i].number;
}

// ---------------------------------------------------------------- stages

#define STAGE(timer, name) {timer, name},
static const struct {
  int timer;
  const char* name;
} parts[] = {FOR_STAGES(STAGE)};
#define NPART ((int)(sizeof parts / sizeof *parts))

static double rest_of_step(const Summary* s) {
  double sum = 0;
  for (int i = 0; i < NPART; i++)
    sum += s->stage[parts[i].timer];
  return fmax(0, s->stage[mjTIMER_STEP] - sum);
}

static void print_stage(FILE* file, const Summary* s, const char* name, double seconds) {
  // stages that took no time are left out
  if (seconds <= 0)
    return;
  const double share = s->stage[mjTIMER_STEP] > 0 ? seconds / s->stage[mjTIMER_STEP] : 0;
  fprintf(file, "    %-12s %8.2f us  %5.1f %%\n", name, 1e6 * seconds / (double)s->steps,
          100 * share);
}

// ---------------------------------------------------------------- text

static const char* const warning_names[mjNWARNING] = {
    [mjWARN_INERTIA] = "singular inertia",
    [mjWARN_CONTACTFULL] = "no room for contacts",
    [mjWARN_CNSTRFULL] = "no room for constraints",
    [mjWARN_VGEOMFULL] = "no room for visual geoms",
    [mjWARN_BADQPOS] = "bad position",
    [mjWARN_BADQVEL] = "bad velocity",
    [mjWARN_BADQACC] = "bad acceleration",
    [mjWARN_BADCTRL] = "bad control",
};

static void print_warnings(FILE* file, const Summary* s) {
  int n = 0;
  fprintf(file, "  warnings      ");
  for (int i = 0; i < mjNWARNING; i++)
    if (s->warning[i])
      fprintf(file, "%s%s (%d times)", n++ ? ", " : "", warning_names[i], s->warning[i]);
  fprintf(file, "%s\n", n ? "" : "none");
}

static const char* bound_name(const mjModel* m, mjData* d, FcKind kind) {
  const char* name = fc_bound(m, d, kind);
  return name ? name : "none";
}

// " (acme.newton)" when a module with another name provides the implementation in force
static const char* provider(const mjModel* m, mjData* d, FcKind kind, char* text, size_t size) {
  const char *name = bound_name(m, d, kind), *module = module_of_face(kind, name);
  text[0] = 0;
  if (module && strcmp(module, name) != 0 && strchr(module, '.'))
    snprintf(text, size, " (%s)", module);
  return text;
}

static void print_modules(FILE* file, const mjModel* m, mjData* d) {
  static const struct {
    FcKind kind;
    const char* word;
  } chosen[] = {{FC_SOLVER, "solver"},
                {FC_INTEGRATOR, "integrator"},
                {FC_CONTACT_MODEL, "contact model"},
                {FC_BROADPHASE, "broad phase"}},
    added[] = {{FC_POST_SOLVER, "post-solvers"},
               {FC_PASSIVE, "passive forces"},
               {FC_STAGE, "stages"},
               {FC_PROBE, "probes"}};
  char module[300];
  fprintf(file, "  modules       ");
  for (size_t i = 0; i < sizeof chosen / sizeof *chosen; i++)
    fprintf(file, "%s%s %s%s", i ? ", " : "", chosen[i].word, bound_name(m, d, chosen[i].kind),
            provider(m, d, chosen[i].kind, module, sizeof module));
  for (size_t i = 0; i < sizeof added / sizeof *added; i++) {
    const char* names = fc_bound(m, d, added[i].kind);
    if (names && names[0])
      fprintf(file, ", %s %s", added[i].word, names);
  }
  fprintf(file, "\n");
}

static double share_of_dispatch(const Summary* s) {
  return s->seconds > 0 ? s->crossings * s->crossing_time / s->seconds : 0;
}

static void print_dispatch(FILE* file, const Summary* s) {
  const double n = s->steps ? (double)s->steps : 1, calls = s->crossings / n;
  fprintf(file, "  dispatch      %.1f calls of modules per step, %.0f ns each: %.2f us, %.1f %%\n",
          calls, 1e9 * s->crossing_time, 1e6 * calls * s->crossing_time,
          100 * share_of_dispatch(s));
}

void print_summary(FILE* file, const Summary* s, const mjModel* m, mjData* d, const char* path) {
  const double n = s->steps ? (double)s->steps : 1;
  fprintf(file, "%s: %d bodies, %d degrees of freedom, %d actuators, %d sensors\n", path,
          (int)m->nbody - 1, (int)m->nv, (int)m->nu, (int)m->nsensor);
  fprintf(file, "  simulated     %g s in %ld steps of %g ms\n", s->simulated, s->steps,
          1e3 * m->opt.timestep);
  fprintf(file, "  speed         %.1f x real time (%.3f s, %.1f us per step)\n",
          s->seconds > 0 ? s->simulated / s->seconds : 0, s->seconds, 1e6 * s->seconds / n);
  print_modules(file, m, d);
  print_dispatch(file, s);
  fprintf(file, "  contacts      %.1f on average, %d at most\n", s->contacts / n, s->max_contacts);
  fprintf(file, "  constraints   %.1f rows on average, %d at most\n", s->rows / n, s->max_rows);
  fprintf(file, "  iterations    %.1f on average, %d at most\n", s->iterations / n,
          s->max_iterations);
  fprintf(file, "  energy        %.5g J at the start, %.5g J at the end\n", s->energy.first,
          s->energy.last);
  print_warnings(file, s);
  if (s->stage[mjTIMER_STEP] <= 0)
    return;
  fprintf(file, "  time per step\n");
  for (int i = 0; i < NPART; i++)
    print_stage(file, s, parts[i].name, s->stage[parts[i].timer]);
  print_stage(file, s, "other", rest_of_step(s));
}

void print_pictures(FILE* file, const Summary* s, const Posture* posture, const mjModel* m,
                    int ascii) {
  int width = terminal_width(file) - 14;
  if (width > 100)
    width = 100;
  fprintf(file, "\n");
  posture_draw(file, posture, m, width + 10, ascii);
  plot_series(file, &s->height, "height of the centre of mass", "m", width, 4, ascii);
  plot_series(file, &s->energy, "energy", "J", width, 4, ascii);
  plot_series(file, &s->force, "contact force", "N", width, 4, ascii);
  plot_axis(file, s->simulated, width);
}

// ---------------------------------------------------------------- JSON

static cJSON* series_of(Json* json, const Series* s) {
  cJSON* series = cJSON_CreateObject();
  json_add_real(json, series, "first", s->first);
  json_add_real(json, series, "last", s->last);
  json_add_real(json, series, "min", s->min);
  json_add_real(json, series, "max", s->max);
  return series;
}

cJSON* json_summary(Json* json, const Summary* s, const mjModel* m, mjData* d) {
  const double n = s->steps ? (double)s->steps : 1;
  cJSON *summary = cJSON_CreateObject(), *time = cJSON_CreateObject(),
        *dispatch = cJSON_CreateObject(), *warnings = cJSON_CreateObject();
  json_add_int(json, summary, "steps", s->steps);
  json_add_real(json, summary, "simulated", s->simulated);
  json_add_real(json, summary, "seconds", s->seconds);
  json_add_real(json, summary, "real_time_factor", s->seconds > 0 ? s->simulated / s->seconds : 0);
  json_add_real(json, dispatch, "calls_per_step", s->crossings / n);
  json_add_real(json, dispatch, "microseconds_per_step", 1e6 * s->crossings * s->crossing_time / n);
  json_add_real(json, dispatch, "share", share_of_dispatch(s));
  json_add(json, summary, "dispatch", dispatch);
  json_add_text(json, summary, "solver", bound_name(m, d, FC_SOLVER));
  json_add_text(json, summary, "integrator", bound_name(m, d, FC_INTEGRATOR));
  json_add_real(json, summary, "contacts_mean", s->contacts / n);
  json_add_int(json, summary, "contacts_max", s->max_contacts);
  json_add_real(json, summary, "rows_mean", s->rows / n);
  json_add_int(json, summary, "rows_max", s->max_rows);
  json_add_real(json, summary, "iterations_mean", s->iterations / n);
  json_add_int(json, summary, "iterations_max", s->max_iterations);
  json_add(json, summary, "height", series_of(json, &s->height));
  json_add(json, summary, "energy", series_of(json, &s->energy));
  json_add(json, summary, "contact_force", series_of(json, &s->force));
  json_add_real(json, time, "total", 1e6 * s->seconds / n);
  for (int i = 0; i < NPART; i++)
    json_add_real(json, time, parts[i].name, 1e6 * s->stage[parts[i].timer] / n);
  json_add(json, summary, "microseconds_per_step", time);
  for (int i = 0; i < mjNWARNING; i++)
    if (s->warning[i])
      json_add_int(json, warnings, warning_names[i], s->warning[i]);
  json_add(json, summary, "warnings", warnings);
  return summary;
}
