// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// `fulcrum rollout`: many simulations of a model, each with numbers of its own.

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <fulcrum/batch.h>
#include <fulcrum/file.h>
#include <fulcrum/host.h>

#include "tools/common/culprit.h"
#include "tools/common/overrides.h"
#include "tools/rollout/progress.h"
#include "tools/rollout/rollout.h"
#include "tools/tool.h"

#define NSIM_MAX 1000000000ll
#define STEPS_MAX 4000000000ll

// ---------------------------------------------------------------- options

enum {
  OPT_NSIM,
  OPT_STEPS,
  OPT_DURATION,
  OPT_VARY,
  OPT_CONTROL,
  OPT_KEYFRAME,
  OPT_SEED,
  OPT_RECORD,
  OPT_EVERY,
  OPT_OUTPUT,
  OPT_RESUME,
  OPT_JSON,
  OPT_THREADS,
  OPT_CPUS,
  OPT_CHUNK,
  OPT_SHARE,
  OPT_COMPILED,
  MODEL_OPTION_NUMBERS,
  OPT_MODULES,
  OPT_MERGE,
  OPT_PRINT,
  OPT_QUIET
};

static const Option options[] = {
    {"nsim", 'n', "N", "number of simulations"},
    {"steps", 0, "N", "steps of each simulation"},
    {"duration", 't', "SECONDS", "the same as simulated time (10)"},
    {"vary", 'v', "TARGET=DISTRIBUTION",
     "draw a number for each simulation: uniform(A,B), normal(MEAN,SD), loguniform(A,B), "
     "choice(A,B,...), linspace(A,B) or a number; *= and += start from the value of the model; may "
     "be repeated"},
    {"control", 'c', "SOURCE",
     "none, noise, noise(SCALE), uniform, or a CSV file as in 'fulcrum simulate' (none)"},
    {"keyframe", 'k', "NAME", "begin in this keyframe, by name or number"},
    {"seed", 0, "N", "start of the random numbers (1)"},
    {"record", 'r', "NAME[,NAME...]",
     "what to keep: qpos, sensordata[gyro], xpos[torso], ncon, energy, state, ... "
     "(qpos,qvel,sensordata)"},
    {"every", 0, "N", "keep every N-th step and the last one (the last one)"},
    {"output", 'o', "FILE", "results as HDF5 (.h5) or NumPy archive (.npz)"},
    {"resume", 0, NULL, "continue FILE, if it is there"},
    {"json", 0, "FILE", "write the report as JSON ('-': standard output)"},
    {"threads", 'j', "N", "threads (one per processor that may be used)"},
    {"cpus", 0, "LIST", "processors to use: 0-3,8"},
    {"chunk", 0, "N", "simulations that are made together, and written when they are done"},
    {"share", 0, "I/N", "make part I of N (from 0) only, in a file of its own: FILE.000I.h5"},
    {"compiled", 0, "FILE.so", "step with the code that 'fulcrum build' made for the model"},
    MODEL_OPTIONS,
    {"modules", 'm', "DIR[:DIR...]", "search these directories for modules first"},
    {"merge", 0, "FILE", "put the files of several processes into one, and simulate nothing"},
    {"print", 0, "FILE", "print what a file has, or the array that is named instead of a model"},
    {"quiet", 'q', NULL, "print nothing but errors"},
    {NULL, 0, NULL, NULL},
};

typedef struct Request_ {
  const char *merge, *print;
} Request;

// "0-3,8"
static int read_cpus(Rollout* r, const char* text) {
  char* end;
  r->ncpu = 0;
  do {
    const long first = strtol(text, &end, 10);
    long last = first;
    if (end == text || first < 0)
      return -1;
    if (*end == '-') {
      text = end + 1;
      last = strtol(text, &end, 10);
      if (end == text || last < first)
        return -1;
    }
    for (long i = first; i <= last; i++) {
      if (r->ncpu == CPU_MAX)
        return -1;
      r->cpu[r->ncpu++] = (int)i;
    }
    text = end + 1;
  } while (*end == ',');
  return *end != 0;
}

static int read_share(Rollout* r, const char* text) {
  char* end;
  const long part = strtol(text, &end, 10);
  if (end == text || *end != '/')
    return -1;
  const char* second = end + 1;
  const long all = strtol(second, &end, 10);
  if (end == second || *end || part < 0 || all < 1 || all > 9999 || part >= all)
    return -1;
  r->ranks.rank = (int)part;
  r->ranks.size = (int)all;
  return 0;
}

static int read_count(const char* text, long long most, long long* n) {
  return parse_int(text, n) || *n < 1 || *n > most;
}

// storage of an option that needs no check; NULL for the other options
static const char** text_option(Rollout* r, Request* q, int option) {
  switch (option) {
    case OPT_KEYFRAME: return &r->keyframe;
    case OPT_OUTPUT: return &r->output;
    case OPT_JSON: return &r->json;
    case OPT_COMPILED: return &r->compiled;
    case OPT_MODULES: return &r->modules;
    case OPT_MERGE: return &q->merge;
    case OPT_PRINT: return &q->print;
    default: return NULL;
  }
}

// options with a value that is checked at once; the message says what was expected
static const char* read_number(Rollout* r, int option, const char* value) {
  long long n;
  switch (option) {
    case OPT_NSIM:
      return read_count(value, NSIM_MAX, &r->nsim) ? "a whole number from 1 to 1e9" : NULL;
    case OPT_STEPS:
      return read_count(value, STEPS_MAX, &r->steps) ? "a whole number from 1 to 4e9" : NULL;
    case OPT_DURATION:
      return parse_real(value, &r->duration) || r->duration <= 0 ? "a time above 0 s" : NULL;
    case OPT_SEED: return parse_int(value, &r->seed) ? "a whole number" : NULL;
    case OPT_EVERY:
      return read_count(value, STEPS_MAX, &r->every) ? "a whole number above 0" : NULL;
    case OPT_CHUNK:
      return read_count(value, 1000000, &r->chunk) ? "a whole number from 1 to 1e6" : NULL;
    case OPT_THREADS:
      if (read_count(value, 4096, &n))
        return "a whole number from 1 to 4096";
      r->threads = (int)n;
      return NULL;
    case OPT_CPUS: return read_cpus(r, value) ? "a list of processors as 0-3,8" : NULL;
    case OPT_SHARE:
      if (r->ranks.mpi)
        return "left out where MPI shares the work";
      return read_share(r, value) ? "I/N with 0 <= I < N <= 9999" : NULL;
    default: return NULL;
  }
}

static int read_option(const Command* command, Rollout* r, Request* q, int option,
                       const char* value) {
  const char** text = text_option(r, q, option);
  if (text)
    *text = value;
  if (option == OPT_QUIET)
    r->quiet = 1;
  if (option == OPT_RESUME)
    r->resume = 1;
  const int bad = option == OPT_VARY      ? vary_parse(&r->variation, value)
                  : option == OPT_CONTROL ? controls_parse(&r->controls, value)
                  : option == OPT_RECORD  ? record_parse(&r->recording, value)
                                          : 0;
  if (bad)
    return misuse(command, "--%s '%s': %s", options[option].name, value, fc_lastError());
  const char* expected = read_number(r, option, value);
  return expected ? misuse(command, "--%s must be %s; '%s' is not", options[option].name, expected,
                           value)
                  : EXIT_OK;
}

// what does not fit together
static int check_options(const Command* command, const Rollout* r) {
  const char* dot = r->output ? strrchr(r->output, '.') : NULL;
  const int npz = dot && strcmp(dot, ".npz") == 0;
  if (!r->nsim)
    return misuse(command, "--nsim N, the number of simulations, is missing");
  if (r->steps && r->duration > 0)
    return misuse(command, "--steps and --duration tell the same; one of them is enough");
  if (r->resume && !r->output)
    return misuse(command, "--resume continues a file; --output is missing");
  if (r->resume && npz)
    return misuse(command,
                  "--resume needs a file that is written on the way, which .npz is not; use .h5");
  if (r->ranks.size > 1 && (!r->output || npz))
    return misuse(command,
                  "several processes write files of their own, which needs --output "
                  "FILE.h5");
  return EXIT_OK;
}

static int read_options(const Command* command, const Arguments* a, Rollout* r, Request* q) {
  for (int i = 0; i < a->noption; i++) {
    const int status = read_option(command, r, q, a->option[i].option, a->option[i].value);
    if (status)
      return status;
  }
  if (q->merge || q->print) {
    if (q->merge && (q->print || a->npositional))
      return misuse(command, "--merge FILE takes no model, and no other command");
    return EXIT_OK;
  }
  if (!a->npositional)
    return misuse(command, "an argument is missing: MODEL");
  r->path = a->positional[0];
  r->variation.seed = (uint64_t)r->seed;
  r->variation.nsim = r->nsim;
  return check_options(command, r);
}

// ---------------------------------------------------------------- the model

static int override_options(const Command* command, const Arguments* a, Rollout* r) {
  char error[256];
  for (int i = 0; i < a->noption; i++) {
    const int k = a->option[i].option;
    const char* value = a->option[i].value;
    if (k >= OPT_SOLVER && k <= OPT_NOSLIP &&
        override_option(r->m, options[k].name, value, error, sizeof error))
      return misuse(command, "%s", error);
    if (k == OPT_SET && override_parameter(r->m, value))
      return EXIT_FAILED;
    if (k < OPT_CONTACT_MODEL || k > OPT_PROBE)
      continue;
    if (r->nbinding == BINDING_MAX)
      return misuse(command, "more than %d modules", BINDING_MAX);
    r->binding[r->nbinding].kind = fc_kindOf(options[k].name);
    r->binding[r->nbinding++].name = value;
  }
  return EXIT_OK;
}

// Try all choices in one simulation, whose messages name what there is to choose from, and see
// where the simulations begin.
static int try_choices(const Arguments* a, Rollout* r, mjData* d) {
  for (int i = 0; i < a->noption; i++) {
    const int k = a->option[i].option;
    const FcKind kind = k == OPT_SOLVER ? FC_SOLVER : FC_INTEGRATOR;
    if (k != OPT_SOLVER && k != OPT_INTEGRATOR)
      continue;
    const char* name = fc_optionName(kind, fc_optionValue(kind, a->option[i].value));
    if (fc_bind(r->m, d, kind, name ? name : a->option[i].value))
      return failure("%s", fc_lastError());
    fc_unbind(r->m, d, kind);
  }
  if (check_choices(r->m, d))
    return EXIT_FAILED;
  for (int i = 0; i < r->nbinding; i++)
    if (fc_bind(r->m, d, r->binding[i].kind, r->binding[i].name))
      return failure("%s", fc_lastError());
  r->key = r->keyframe ? fc_findObject(r->m, mjOBJ_KEY, r->keyframe) : -1;
  if (begin_in_keyframe(r->m, d, r->path, r->keyframe))
    return EXIT_FAILED;
  r->start = d->time;
  return EXIT_OK;
}

static int count_steps(Rollout* r) {
  const double duration = r->duration > 0 ? r->duration : 10;
  if (!r->steps) {
    const double n = fmax(1, rint(duration / r->m->opt.timestep));
    if (n > STEPS_MAX)
      return failure("%g s are more than 4e9 steps of %g s", duration, r->m->opt.timestep);
    r->steps = (long long)n;
  }
  return EXIT_OK;
}

static const char* last_value(const Arguments* a, int option) {
  const char* value = NULL;
  for (int i = 0; i < a->noption; i++)
    if (a->option[i].option == option)
      value = a->option[i].value;
  return value;
}

static int open_json(Rollout* r) {
  if (!r->json || r->ranks.rank)
    return EXIT_OK;
  r->json_file = fc_openFile(strcmp(r->json, "-") == 0 ? NULL : r->json, 0);
  return r->json_file ? EXIT_OK : failure("%s", fc_lastError());
}

static int prepare(const Command* command, const Arguments* a, Rollout* r) {
  if (r->output && !(r->out.format = store_format(r->output)))
    return EXIT_FAILED;
  if (!r->output) {
    r->output = "";
    r->out.format = &npz_format;
  }
  if (add_module_directories(r->modules) ||
      !(r->m = open_model_for(r->path, last_value(a, OPT_SOLVER), last_value(a, OPT_INTEGRATOR))))
    return EXIT_FAILED;
  int status = override_options(command, a, r);
  if (status)
    return status;
  for (int i = 0; i < r->recording.n; i++)
    if (strcmp(r->recording.record[i].target.name, "energy") == 0)
      r->m->opt.enableflags |= mjENBL_ENERGY;
  mjData* d = mj_makeData(r->m);
  if (!d)
    return failure("%s: out of memory for a simulation", r->path);
  status = try_choices(a, r, d);
  mj_deleteData(d);
  return status || count_steps(r) || record_resolve(&r->recording, r->m, r->steps, r->every) ||
                 vary_resolve(&r->variation, r->m) || open_json(r)
             ? EXIT_FAILED
             : EXIT_OK;
}

// Process 0 goes first: a mistake in the command line is told once. All return the same status.
static int prepare_together(const Command* command, const Arguments* a, Rollout* r, Request* q) {
  const int first = r->ranks.rank == 0 || !r->ranks.mpi;
  int status = EXIT_OK;
  for (int turn = 0; turn < (r->ranks.mpi ? 2 : 1) && !status; turn++) {
    if (first == !turn) {
      status = read_options(command, a, r, q);
      if (!status && !q->merge && !q->print)
        status = prepare(command, a, r);
    }
    status = ranks_agree(&r->ranks, status);
  }
  return status;
}

// ---------------------------------------------------------------- the command

static void tell_interrupt(const Rollout* r) {
  long long n = 0;
  for (long long i = 0; i < r->nsim; i++)
    n += r->out.status[i] != SIMULATION_MISSING;
  if (r->ranks.mpi)
    failure("interrupted; --resume continues");
  else if (r->out.format->grows)
    failure("interrupted: %s has %lld of %lld simulations; --resume continues", r->out.path, n,
            r->nsim);
  else
    failure("interrupted after %lld of %lld simulations", n, r->nsim);
}

static int simulate_all(Rollout* r) {
  int status = ranks_agree(&r->ranks, run_open(r));
  if (!status)
    status = output_open(r);
  if (status) {
    output_discard(r);
    return status;
  }
  status = run_all(r);
  if (r->out.format->grows && output_close(r))
    status = EXIT_FAILED;
  status = ranks_agree(&r->ranks, status);
  const int speaks = !r->ranks.mpi || r->ranks.rank == 0;
  int reported = EXIT_OK;
  if ((!status || status == EXIT_INTERRUPTED) && speaks)
    reported = report_print(r);
  if (output_close(r))
    reported = EXIT_FAILED;
  if (status == EXIT_INTERRUPTED && speaks)
    tell_interrupt(r);
  return status ? status : reported;
}

static int run_rollout(const Command* command, const Arguments* a) {
  static Rollout rollout;
  Rollout* r = &rollout;
  Request request = {0};
  *r = (Rollout){.seed = 1, .key = -1, .controls = {.text = "none"}};
  int status = ranks_begin(&r->ranks);
  if (!status)
    status = prepare_together(command, a, r, &request);
  if (!status && request.merge)
    status = r->ranks.rank ? EXIT_OK : parts_merge(request.merge);
  else if (!status && request.print)
    status = r->ranks.rank ? EXIT_OK
                           : parts_print(request.print, a->npositional ? a->positional[0] : NULL);
  else if (!status) {
    culprit_prepare();
    culprit_watch_crashes("the rollout", NULL, NULL);
    status = simulate_all(r);
  }
  fc_discardFile(r->json_file);
  run_close(r);
  vary_free(&r->variation);
  controls_free(&r->controls);
  record_free(&r->recording);
  free(r->out.array);
  free(r->out.status);
  mj_deleteModel(r->m);
  ranks_end(&r->ranks);
  return status;
}

const Command rollout_command = {
    .name = "rollout",
    .arguments = "MODEL [options]",
    .summary = "simulate a model many times, with varied numbers, on all processors",
    .notes =
        "A TARGET is a field of the model, of its options or of the state, or a parameter of a "
        "module, with an element in brackets: body_mass[torso], geom_friction[foot*,0], qpos[*], "
        "opt.gravity[2], hunt_crossley.stiffness. TARGET+TARGET=same(DISTRIBUTION) gives the same "
        "number to all.\n"
        "Results depend on the seed and on the number of a simulation, and not on threads, chunks "
        "or processes. A file .h5 is valid after each chunk; an interrupt (Ctrl-C) keeps what is "
        "done, and --resume continues.\n"
        "With several processes, of MPI or of --share, each writes a file of its own; --merge puts "
        "them together.",
    .min_positional = 0,
    .max_positional = 1,
    .options = options,
    .run = run_rollout,
};
