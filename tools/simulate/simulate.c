// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// `fulcrum simulate`: load a model, apply the options of the command line, step, report.

#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <fulcrum/host.h>

#include "tools/common/culprit.h"
#include "tools/common/curves.h"
#include "tools/common/film.h"
#include "tools/common/overrides.h"
#include "tools/simulate/control.h"
#include "tools/simulate/summary.h"
#include "tools/simulate/trajectory.h"
#include "tools/simulate/watch.h"
#include "tools/tool.h"

#define SWAP_MAX 16

// ---------------------------------------------------------------- options

enum {
  OPT_DURATION,
  OPT_CTRL,
  OPT_NOISE,
  OPT_SEED,
  OPT_KEYFRAME,
  MODEL_OPTION_NUMBERS,
  OPT_SWAP,
  OPT_MODULES,
  OPT_WATCH,
  OPT_CSV,
  OPT_JSON,
  OPT_EVERY,
  OPT_PLOT,
  OPT_COLUMNS,
  OPT_VIDEO,
  OPT_THREADS,
  OPT_QUIET,
  OPT_ASCII
};

static const Option options[] = {
    {"duration", 't', "SECONDS", "simulated time (10)"},
    {"ctrl", 'c', "FILE",
     "controls from a CSV file: a header with actuator names and optionally 'time', or one number "
     "per actuator"},
    {"noise", 'n', "SCALE", "smooth random controls; 1 is half the control range"},
    {"seed", 0, "N", "start of the random numbers (1)"},
    {"keyframe", 'k', "NAME", "begin in this keyframe, by name or number"},
    MODEL_OPTIONS,
    {"swap", 0, "T:KIND=NAME",
     "use another solver, integrator, contact_model or broadphase from time T on; may be repeated"},
    {"modules", 'm', "DIR[:DIR...]", "search these directories for modules first"},
    {"watch", 0, NULL,
     "reload modules that are built anew while the simulation runs, at most as fast as the clock"},
    {"csv", 0, "FILE", "write the trajectory as CSV ('-': standard output)"},
    {"json", 0, "FILE", "write trajectory and summary as JSON ('-': standard output)"},
    {"every", 0, "N", "record every N-th step (1)"},
    {"plot", 0, "FILE", "draw what happened over time as SVG"},
    {"columns", 0, "NAME[,NAME...]",
     "what to draw: columns of the trajectory or beginnings of their names (qpos, sensor.gyro), "
     "patterns with *, energy, height, force, contacts, rows, iterations "
     "(energy,qpos,contacts,iterations)"},
    {"video", 0, "FILE",
     "video (.mp4, .webm, .gif, ...) or pictures (name-%04d.png) of the simulation"},
    {"threads", 'j', "N", "threads that share each step (1); the results are the same"},
    {"quiet", 'q', NULL, "print nothing but errors"},
    {"ascii", 0, NULL, "draw with plain letters"},
    FILM_OPTIONS(0, 0, 0, 0),
    {NULL, 0, NULL, NULL},
};

typedef struct Run_ {
  mjModel* m;
  mjData* d;
  const char* path;
  double duration, noise;
  long long seed, every, threads;
  mjThreadPool* pool;
  const char *ctrl, *keyframe, *modules, *csv, *json, *plot, *columns;
  int quiet, ascii;
  Swap swap[SWAP_MAX];
  int nswap;
  Control control;
  Trajectory trajectory[2];
  Curves curves;
  Film film;
  Summary summary;
  Posture posture;
  Watch watch;
  double start;
} Run;

// storage of an option that needs no check; NULL for the other options
static const char** text_option(Run* run, int option) {
  switch (option) {
    case OPT_CTRL: return &run->ctrl;
    case OPT_KEYFRAME: return &run->keyframe;
    case OPT_MODULES: return &run->modules;
    case OPT_CSV: return &run->csv;
    case OPT_JSON: return &run->json;
    case OPT_PLOT: return &run->plot;
    case OPT_COLUMNS: return &run->columns;
    case OPT_VIDEO: return &run->film.output;
    default: return NULL;
  }
}

static int read_swap(const Command* command, Run* run, const char* value) {
  char error[256];
  if (run->nswap == SWAP_MAX)
    return misuse(command, "more than %d swaps", SWAP_MAX);
  if (parse_swap(value, run->swap + run->nswap, error, sizeof error))
    return misuse(command, "%s", error);
  run->nswap++;
  return EXIT_OK;
}

static int read_option(const Command* command, Run* run, int option, const char* value) {
  const char** text = text_option(run, option);
  const char* expected = NULL;
  const int status = film_read_option(command, &run->film, options[option].name, value);
  if (status >= 0)
    return status;
  if (text)
    *text = value;
  switch (option) {
    case OPT_DURATION:
      if (parse_real(value, &run->duration) || run->duration < 0)
        expected = "a time in seconds";
      break;
    case OPT_NOISE:
      if (parse_real(value, &run->noise) || run->noise < 0)
        expected = "a number not below 0";
      break;
    case OPT_SEED:
      if (parse_int(value, &run->seed))
        expected = "a whole number";
      break;
    case OPT_EVERY:
      if (parse_int(value, &run->every) || run->every < 1 || run->every > 1000000000)
        expected = "a whole number above 0";
      break;
    case OPT_THREADS:
      if (parse_int(value, &run->threads) || run->threads < 1 || run->threads > mjMAXTHREAD)
        expected = "a whole number from 1 to 128";
      break;
    case OPT_SWAP: return read_swap(command, run, value);
    case OPT_WATCH: watch_begin(&run->watch); break;
    case OPT_QUIET: run->quiet = 1; break;
    case OPT_ASCII: run->ascii = 1; break;
    default: break;  // checked when the model is there
  }
  if (!expected)
    return EXIT_OK;
  return misuse(command, "--%s must be %s; '%s' is not", options[option].name, expected, value);
}

// checks that do not need the model
static int read_options(const Command* command, const Arguments* a, Run* run) {
  for (int i = 0; i < a->noption; i++) {
    const int status = read_option(command, run, a->option[i].option, a->option[i].value);
    if (status)
      return status;
  }
  if (run->csv && run->json && strcmp(run->csv, "-") == 0 && strcmp(run->json, "-") == 0)
    return misuse(command, "only one of --csv and --json can go to standard output");
  if (run->ctrl && run->noise > 0)
    return misuse(command, "controls come either from --ctrl or from --noise");
  if (run->columns && !run->plot)
    return misuse(command, "--columns tells what --plot draws; the file of --plot is missing");
  return run->film.output ? film_read_output(command, &run->film, 1) : EXIT_OK;
}

static int override_options(const Command* command, const Arguments* a, Run* run) {
  char error[256];
  for (int i = 0; i < a->noption; i++) {
    const int k = a->option[i].option;
    if (k < OPT_SOLVER || k > OPT_NOSLIP)
      continue;
    if (override_option(run->m, options[k].name, a->option[i].value, error, sizeof error))
      return misuse(command, "%s", error);
  }
  return EXIT_OK;
}

// ---------------------------------------------------------------- preparation

static int set_parameters(const Arguments* a, Run* run) {
  for (int i = 0; i < a->noption; i++) {
    const char* value = a->option[i].value;
    if (a->option[i].option == OPT_SET && !film_owns(&run->film, value) &&
        override_parameter(run->m, value))
      return EXIT_FAILED;
  }
  return EXIT_OK;
}

static int choose(Run* run, FcKind kind, const char* name) {
  return name && fc_bind(run->m, run->d, kind, name) ? failure("%s", fc_lastError()) : EXIT_OK;
}

// Bind every implementation that is swapped in later once, so that a swap that cannot work is
// reported before the simulation begins.
static int try_swaps(Run* run) {
  for (int i = 0; i < run->nswap; i++) {
    if (choose(run, run->swap[i].kind, run->swap[i].name))
      return EXIT_FAILED;
    fc_unbind(run->m, run->d, run->swap[i].kind);
  }
  return EXIT_OK;
}

// Bind solver and integrator by name first, because the message about a missing one then has its
// name; in the simulation they are chosen by the numbers in opt.
static int choose_named(const Arguments* a, Run* run) {
  for (int i = 0; i < a->noption; i++) {
    const int k = a->option[i].option;
    const FcKind kind = k == OPT_SOLVER ? FC_SOLVER : FC_INTEGRATOR;
    if (k != OPT_SOLVER && k != OPT_INTEGRATOR)
      continue;
    // built-in names are accepted in upper and lower case; their faces have lower-case names
    const char* name = fc_optionName(kind, fc_optionValue(kind, a->option[i].value));
    if (choose(run, kind, name ? name : a->option[i].value))
      return EXIT_FAILED;
    fc_unbind(run->m, run->d, kind);
  }
  if (check_choices(run->m, run->d) || try_swaps(run))
    return EXIT_FAILED;
  for (int i = 0; i < a->noption; i++) {
    const int k = a->option[i].option;
    if (k >= OPT_CONTACT_MODEL && k <= OPT_PROBE &&
        choose(run, fc_kindOf(options[k].name), a->option[i].value))
      return EXIT_FAILED;
  }
  return EXIT_OK;
}

static int bind_threads(Run* run) {
  if (run->threads < 2)
    return EXIT_OK;
  if (!(run->pool = mju_threadPoolCreate((size_t)run->threads)))
    return failure("%s: cannot start %lld threads", run->path, run->threads);
  mju_bindThreadPool(run->d, run->pool);
  return EXIT_OK;
}

static int open_outputs(Run* run) {
  Trajectory* t = run->trajectory;
  const int every = (int)run->every;
  return (run->csv && trajectory_open(t, run->m, run->path, run->csv, 0, every)) ||
                 (run->json && trajectory_open(t + 1, run->m, run->path, run->json, 1, every)) ||
                 (run->plot && curves_open(&run->curves, run->m, run->plot, run->columns)) ||
                 (run->film.output && film_open(&run->film, run->m, run->path))
             ? EXIT_FAILED
             : EXIT_OK;
}

static int prepare(const Command* command, const Arguments* a, Run* run) {
  if (add_module_directories(run->modules))
    return EXIT_FAILED;
  const char *solver = NULL, *integrator = NULL;
  for (int i = 0; i < a->noption; i++) {
    const char* name = options[a->option[i].option].name;
    if (strcmp(name, "solver") == 0)
      solver = a->option[i].value;
    if (strcmp(name, "integrator") == 0)
      integrator = a->option[i].value;
  }
  if (!(run->m = open_model_for(run->path, solver, integrator)))
    return EXIT_FAILED;
  int status = override_options(command, a, run);
  if (status)
    return status;
  run->m->opt.enableflags |= mjENBL_ENERGY;
  if (set_parameters(a, run))
    return EXIT_FAILED;
  if (!(run->d = mj_makeData(run->m)))
    return failure("%s: out of memory for the simulation", run->path);
  if (choose_named(a, run) || begin_in_keyframe(run->m, run->d, run->path, run->keyframe) ||
      bind_threads(run))
    return EXIT_FAILED;
  if (run->ctrl && control_read(&run->control, run->m, run->ctrl))
    return EXIT_FAILED;
  if (run->noise > 0 && control_noise(&run->control, run->m, run->noise, (uint64_t)run->seed))
    return EXIT_FAILED;
  return open_outputs(run);
}

// ---------------------------------------------------------------- stepping

// The first interrupt ends the simulation after the current step. If that step does not end within
// a second, or at the second interrupt, the program ends immediately. Output written so far is
// kept. The other signals by which users and schedulers end programs are handled in the same way.
static volatile sig_atomic_t interrupted, stepping;
static Run run_at_hand;

static void close_outputs(void) {
  Run* run = &run_at_hand;
  if (!stepping)
    return;
  for (int k = 0; k < 2; k++) {
    trajectory_end_rows(run->trajectory + k);
    trajectory_close(run->trajectory + k);
  }
  curves_write(&run->curves, run->path);
  film_end(&run->film);
}

static void give_up(int signal_number) {
  static char place[512], text[800];
  (void)signal_number;
  culprit_describe(run_at_hand.d, place, sizeof place);
  const int n =
      snprintf(text, sizeof text, "fulcrum: interrupted in a step that does not end: %s\n",
               stepping ? place : "the report");
  if (write(STDERR_FILENO, text, (size_t)n) == n)
    close_outputs();
  _exit(128 + SIGINT);
}

static void on_interrupt(int signal_number) {
  if (interrupted)
    give_up(signal_number);
  interrupted = 1;
  if (stepping)
    alarm(1);
}

static void watch_signals(void) {
  culprit_prepare();
  signal(SIGINT, on_interrupt);
  signal(SIGTERM, on_interrupt);
  if (signal(SIGHUP, on_interrupt) == SIG_IGN)
    signal(SIGHUP, SIG_IGN);
  signal(SIGALRM, give_up);

  // an error of the library ends the program, too
  atexit(close_outputs);
}

// a line that is rewritten ten times a second; `last` erases it
static void show_progress(const Run* run, int last) {
  static mjtNum next;
  const mjtNum now = clock_seconds();
  if (!last && now < next)
    return;
  next = now + 0.1;
  const double done = run->duration > 0 ? fmin(1, (run->d->time - run->start) / run->duration) : 1;
  char bar[41];
  for (int i = 0; i < 40; i++)
    bar[i] = i < done * 40 ? '#' : '.';
  bar[40] = 0;
  fprintf(stderr, last ? "\r\033[K" : "\r[%s] %5.1f %%  %.2f s", bar, 100 * done, run->d->time);
  fflush(stderr);
}

static int make_swaps(Run* run) {
  for (int i = 0; i < run->nswap; i++) {
    Swap* swap = run->swap + i;
    if (swap->done || run->d->time - run->start < swap->time - run->m->opt.timestep / 2)
      continue;
    if (fc_bind(run->m, run->d, swap->kind, swap->name))
      return failure("swap at %g s: %s", run->d->time, fc_lastError());
    swap->done = 1;
  }
  return EXIT_OK;
}

static int make_steps(Run* run) {
  mjModel* m = run->m;
  mjData* d = run->d;
  const long n = lround(fmin(run->duration / m->opt.timestep, 1e15));
  if (!run->quiet)
    posture_open(&run->posture, m);
  const int progress = !run->quiet && isatty(STDERR_FILENO);
  for (long i = 0; i < n && !interrupted; i++) {
    if (make_swaps(run))
      return EXIT_FAILED;
    watch_step(&run->watch, d);
    control_apply(&run->control, m, d);
    film_follow(&run->film, d);
    for (int k = 0; k < 2; k++)
      trajectory_before(run->trajectory + k, m, d);
    curves_before(&run->curves, m, d);
    const long long crossings = fc_crossings(d);
    const double before = d->time, clock = clock_seconds();
    stepping = 1;
    mj_step(m, d);
    stepping = 0;
    summary_add(&run->summary, m, d, clock_seconds() - clock, fc_crossings(d) - crossings);
    for (int k = 0; k < 2; k++)
      trajectory_after(run->trajectory + k, m, d);
    curves_after(&run->curves, m, d);
    // pictures of the first and the last step, and of three steps in between
    if (i == (n - 1) * run->posture.n / (POSTURE_MAX - 1))
      posture_take(&run->posture, m, d, before - run->start);
    if (progress)
      show_progress(run, 0);
    if (has_diverged(d, run->path, before))
      return EXIT_FAILED;
  }
  alarm(0);
  film_follow(&run->film, d);
  if (progress)
    show_progress(run, 1);
  return EXIT_OK;
}

// ---------------------------------------------------------------- the command

static int report(Run* run, int status) {
  Trajectory* json = run->trajectory + 1;
  summary_finish(&run->summary, run->m, run->d, run->start);
  for (int k = 0; k < 2; k++)
    trajectory_end_rows(run->trajectory + k);
  if (json->document.file)
    json_put(&json->document, "summary",
             json_summary(&json->document, &run->summary, run->m, run->d));
  // when the trajectory goes to standard output, the report goes to standard error
  const int to_stdout =
      (run->csv && strcmp(run->csv, "-") == 0) || (run->json && strcmp(run->json, "-") == 0);
  FILE* file = to_stdout ? stderr : stdout;
  for (int k = 0; k < 2; k++)
    if (trajectory_close(run->trajectory + k))
      status = EXIT_FAILED;
  if (curves_write(&run->curves, run->path) || (run->film.output && film_end(&run->film)))
    status = EXIT_FAILED;
  if (run->quiet)
    return status;
  print_summary(file, &run->summary, run->m, run->d, run->path);
  if (run->summary.steps)
    print_pictures(file, &run->summary, &run->posture, run->m, run->ascii);
  if (run->film.output && run->film.n)
    film_report(file, &run->film);
  return status;
}

static int run_simulate(const Command* command, const Arguments* a) {
  Run* run = &run_at_hand;
  *run = (Run){.path = a->positional[0], .duration = 10, .seed = 1, .every = 1, .threads = 1};
  film_default(&run->film);
  int status = read_options(command, a, run);
  culprit_watch_crashes("the simulation", &run_at_hand.d, close_outputs);
  if (!status)
    status = prepare(command, a, run);
  if (!status) {
    run->start = run->d->time;
    mjcb_time = clock_seconds;
    watch_signals();
    status = report(run, make_steps(run));
  }
  for (int k = 0; k < 2; k++)
    trajectory_free(run->trajectory + k);
  control_free(&run->control);
  posture_free(&run->posture);
  curves_free(&run->curves);
  film_close(&run->film);
  mj_deleteData(run->d);
  mju_threadPoolDestroy(run->pool);
  mj_deleteModel(run->m);
  return status;
}

const Command simulate_command = {
    .name = "simulate",
    .arguments = "MODEL [options]",
    .summary = "simulate a model and show what happened",
    .notes =
        "MODEL is an MJCF or URDF file or a compiled model (.mjb). Options that are not given keep "
        "the "
        "values of the model.\n"
        "Modules are searched in --modules, in the directories of the environment variable "
        "FULCRUM_MODULE_PATH, separated by "
        "colons, and in the directory that belongs to the library.\n"
        "The line 'dispatch' of the report tells how often a step calls functions of modules, and "
        "what that costs.\n"
        "An interrupt (Ctrl-C) ends the simulation after the step at hand and keeps what was "
        "written; a second one, or a second without an end of the step, ends it at once with "
        "status 130 and names the module that does not return.\n"
        "--csv, --json and --video grow while the simulation runs; a former FILE waits as "
        "FILE.~1~ and comes back if the new one cannot be written.",
    .min_positional = 1,
    .max_positional = 1,
    .options = options,
    .run = run_simulate,
};
