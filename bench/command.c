// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// `fulcrum bench`: what a step costs, beside other libraries with the same interface.

#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <fulcrum/file.h>
#include <fulcrum/host.h>

#include "bench/files.h"
#include "bench/library.h"
#include "bench/measure.h"
#include "bench/report.h"
#include "tools/tool.h"

enum {
  OPT_REFERENCE,
  OPT_ALONE,
  OPT_GROWTH,
  OPT_INSTRUCTIONS,
  OPT_ALL,
  OPT_ROUNDS,
  OPT_SECONDS,
  OPT_STEPS,
  OPT_KEYFRAME,
  OPT_JSON,
  OPT_TSV,
  OPT_SVG,
  OPT_GROWTH_SVG,
  OPT_LIST
};
static const Option options[] = {
    {"reference", 'r', "PATH", "a library to compare with, or its folder; may be repeated"},
    {"alone", 0, NULL, "measure Fulcrum alone, do not look for references"},
    {"growth", 'g', NULL, "also all families that grow"},
    {"instructions", 'i', NULL,
     "also count the instructions of a step (valgrind; not of families)"},
    {"all", 'a', NULL, "also print stages, load times and memory"},
    {"rounds", 'n', "N", "rounds, of which the median is taken (3); 0: no times"},
    {"seconds", 't', "SECONDS", "least time of a measurement (0.3)"},
    {"steps", 0, "N",
     "steps of a run, after which it begins again (that of the model; files: 200)"},
    {"keyframe", 'k', "NAME", "keyframe in which files begin"},
    {"json", 0, "FILE", "write everything as JSON ('-': standard output)"},
    {"tsv", 0, "FILE", "write everything as a table with tabs ('-': standard output)"},
    {"svg", 0, "FILE", "draw the ratios of all models as bars"},
    {"growth_svg", 0, "FILE", "draw the times of families over their sizes"},
    {"list", 'l', NULL, "list models and families"},
    {NULL, 0, NULL, NULL},
};

// the outputs, in the order of their options
enum { OUT_JSON, OUT_TSV, OUT_SVG, OUT_GROWTH_SVG, NOUTPUT };

typedef struct Request_ {
  const char *reference[LIBRARY_MAX], *keyframe;
  int nreference, alone, growth, all, list;
  long long steps;
  const char* path[NOUTPUT];
  FILE* file[NOUTPUT];
} Request;

// ---------------------------------------------------------------- the command line

static int read_count(const Command* command, const char* name, const char* text, long long low,
                      long long high, long long* value) {
  if (parse_int(text, value) || *value < low || *value > high)
    return misuse(command, "--%s: '%s' is no number from %lld to %lld", name, text, low, high);
  return EXIT_OK;
}

static int read_option(const Command* command, int option, const char* value, Request* q,
                       Bench* b) {
  long long n;
  int status = EXIT_OK;
  switch (option) {
    case OPT_REFERENCE:
      if (q->nreference == LIBRARY_MAX - 1)
        return misuse(command, "%d references are the most", LIBRARY_MAX - 1);
      q->reference[q->nreference++] = value;
      break;
    case OPT_ALONE: q->alone = 1; break;
    case OPT_GROWTH: q->growth = 1; break;
    case OPT_INSTRUCTIONS: b->instructions = 1; break;
    case OPT_ALL: q->all = 1; break;
    case OPT_ROUNDS:
      status = read_count(command, "rounds", value, 0, ROUND_MAX, &n);
      b->rounds = status ? 0 : (int)n;
      break;
    case OPT_SECONDS:
      if (parse_real(value, &b->seconds) || b->seconds <= 0)
        status = misuse(command, "--seconds: '%s' is no number above 0", value);
      break;
    case OPT_STEPS: status = read_count(command, "steps", value, 1, 1000000000, &q->steps); break;
    case OPT_KEYFRAME: q->keyframe = value; break;
    case OPT_LIST: q->list = 1; break;
    default: q->path[option - OPT_JSON] = value; break;
  }
  return status;
}

static int read_options(const Command* command, const Arguments* a, Request* q, Bench* b) {
  int status = EXIT_OK;
  for (int i = 0; i < a->noption && !status; i++)
    status = read_option(command, a->option[i].option, a->option[i].value, q, b);
  if (status)
    return status;
  if (q->alone && q->nreference)
    return misuse(command, "--alone and --reference exclude each other");
  if (!b->rounds && !b->instructions)
    return misuse(command, "--rounds 0 measures no times, so that only --instructions is left");
  for (int i = 0; i < NOUTPUT; i++)
    for (int k = 0; k < i; k++)
      if (q->path[i] && q->path[k] && strcmp(q->path[i], q->path[k]) == 0)
        return misuse(command, "two outputs cannot both be '%s'", q->path[i]);
  return EXIT_OK;
}

static void list_all(void) {
  printf("models\n");
  for (int i = 0; i < bench_model_count; i++)
    printf("  %-14s %s\n", bench_models[i].name, bench_models[i].what);
  printf("families\n");
  for (int i = 0; i < bench_family_count; i++) {
    printf("  %-14s %s:", bench_families[i].name, bench_families[i].what);
    for (int k = 0; k < 8 && bench_families[i].size[k]; k++)
      printf(" %d", bench_families[i].size[k]);
    printf("\n");
  }
}

// ---------------------------------------------------------------- cases

static int add_family(Bench* b, const BenchFamily* family) {
  int status = EXIT_OK;
  for (int k = 0; k < 8 && family->size[k] && !status; k++)
    status = bench_add_member(b, family, family->size[k]);
  return status;
}

// "pile", or "pile=500"
static int add_named_family(const Command* command, Bench* b, const BenchFamily* family,
                            const char* rest) {
  long long n;
  if (!rest[0])
    return add_family(b, family);
  if (parse_int(rest + 1, &n) || n < 1 || n > 1000000)
    return misuse(command, "%s%s: the size must be a number from 1 to 1000000", family->name, rest);
  return bench_add_member(b, family, (int)n);
}

// the message about a word that is neither a name nor a file
static int unknown_case(const Command* command, const char* word) {
  const char* names[100] = {NULL};
  int n = 0;
  for (int i = 0; i < bench_model_count; i++)
    names[n++] = bench_models[i].name;
  for (int i = 0; i < bench_family_count; i++)
    names[n++] = bench_families[i].name;
  const char* near = fc_nearestWord(word, names);
  return misuse(command, "'%s' is no model, no family and no file%s%s%s", word,
                near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "");
}

static int add_word(const Command* command, const Request* q, Bench* b, const char* word) {
  for (int i = 0; i < bench_model_count; i++)
    if (strcmp(bench_models[i].name, word) == 0)
      return bench_add_model(b, bench_models + i);
  for (int i = 0; i < bench_family_count; i++) {
    const size_t n = strlen(bench_families[i].name);
    if (strncmp(bench_families[i].name, word, n) == 0 && (!word[n] || word[n] == '='))
      return add_named_family(command, b, bench_families + i, word + n);
  }
  if (!strchr(word, '/') && !strchr(word, '.'))
    return unknown_case(command, word);
  return bench_add_file(b, word, q->keyframe);
}

static int add_cases(const Command* command, const Arguments* a, const Request* q, Bench* b) {
  int status = EXIT_OK;
  for (int i = 0; i < a->npositional && !status; i++)
    status = add_word(command, q, b, a->positional[i]);
  for (int i = 0; i < bench_model_count && !a->npositional && !status; i++)
    status = bench_add_model(b, bench_models + i);
  for (int i = 0; i < bench_family_count && q->growth && !status; i++)
    status = add_family(b, bench_families + i);
  for (int i = 0; i < b->ncase && q->steps; i++)
    b->cases[i].steps = (int)q->steps;
  b->result = status ? NULL : calloc((size_t)(b->ncase * b->nlibrary), sizeof *b->result);
  return status || b->result ? status : failure("out of memory");
}

static int add_libraries(const Request* q, Bench* b) {
  int status = bench_add_fulcrum(b);
  for (int i = 0; i < q->nreference && !status; i++)
    status = bench_add_reference(b, q->reference[i]);
  if (!q->alone && !q->nreference && !status)
    status = bench_find_references(b);
  return status;
}

// ---------------------------------------------------------------- when and where

static void describe_machine(Bench* b) {
  char line[400];
  const time_t now = time(NULL);
  struct tm day;
  strftime(b->date, sizeof b->date, "%Y-%m-%d", localtime_r(&now, &day));
  snprintf(b->processor, sizeof b->processor, "unknown processor");
  FILE* file = fopen("/proc/cpuinfo", "r");
  while (file && fgets(line, sizeof line, file)) {
    const char* value = strchr(line, ':');
    if (strncmp(line, "model name", 10) != 0 || !value)
      continue;
    snprintf(b->processor, sizeof b->processor, "%.*s", (int)strcspn(value + 2, "\n"), value + 2);
    break;
  }
  if (file)
    fclose(file);
  const size_t used = strlen(b->processor);
  snprintf(b->processor + used, sizeof b->processor - used, ", %ld cores, x86-64-v%d",
           sysconf(_SC_NPROCESSORS_ONLN), fc_processorLevel());
}

// the command as it can be typed again, without outputs and without places of this machine
static void describe_command(const Arguments* a, Bench* b) {
  size_t used = (size_t)snprintf(b->command, sizeof b->command, "fulcrum bench");
  for (int i = 0; i < a->npositional && used < sizeof b->command; i++)
    used += (size_t)snprintf(b->command + used, sizeof b->command - used, " %s", a->positional[i]);
  for (int i = 0; i < a->noption && used < sizeof b->command; i++) {
    const int option = a->option[i].option;
    if (option == OPT_REFERENCE || (option >= OPT_JSON && option <= OPT_GROWTH_SVG))
      continue;
    used += (size_t)snprintf(b->command + used, sizeof b->command - used, " --%s%s%s",
                             options[option].name, options[option].argument ? " " : "",
                             a->option[i].value);
  }
}

// ---------------------------------------------------------------- outputs

// Files are opened first, so that an unwritable name is reported before the work.
static int open_outputs(Request* q) {
  for (int i = 0; i < NOUTPUT; i++) {
    if (!q->path[i])
      continue;
    q->file[i] = fc_openFile(strcmp(q->path[i], "-") != 0 ? q->path[i] : NULL, 0);
    if (!q->file[i])
      return failure("%s", fc_lastError());
  }
  return EXIT_OK;
}

static int write_outputs(const Request* q, const Bench* b) {
  int status = EXIT_OK, quiet = 0;
  for (int i = 0; i < NOUTPUT; i++)
    quiet |= q->file[i] == stdout;
  if (!quiet)
    bench_print(b, q->all);
  if (q->file[OUT_JSON])
    status = bench_write_json(q->file[OUT_JSON], b);
  if (q->file[OUT_TSV])
    bench_write_tsv(q->file[OUT_TSV], b);
  if (q->file[OUT_SVG])
    bench_draw_ratios(q->file[OUT_SVG], b);
  if (q->file[OUT_GROWTH_SVG])
    bench_draw_growth(q->file[OUT_GROWTH_SVG], b);
  return status;
}

// keep the files when everything was measured
static int close_outputs(Request* q, int status) {
  for (int i = 0; i < NOUTPUT; i++)
    if (status)
      fc_discardFile(q->file[i]);
    else if (q->file[i] && fc_commitFile(q->file[i]))
      status = failure("%s", fc_lastError());
  return status;
}

// ---------------------------------------------------------------- the command

// a model that Fulcrum itself cannot simulate is a failure; what a reference cannot do is reported
static int failed_cases(const Bench* b) {
  for (int i = 0; i < b->ncase; i++)
    if (bench_result(b, i, 0)->error[0])
      return EXIT_FAILED;
  return EXIT_OK;
}

static int run_bench(const Command* command, const Arguments* a) {
  static Bench bench;
  Bench* b = &bench;
  Request q = {0};
  b->rounds = 3;
  b->seconds = 0.3;
  int status = read_options(command, a, &q, b);
  if (!status && q.list) {
    list_all();
    return EXIT_OK;
  }
  describe_machine(b);
  describe_command(a, b);
  status = status ? status : open_outputs(&q);
  status = status ? status : add_libraries(&q, b);
  status = status ? status : bench_make_folder(b);
  status = status ? status : add_cases(command, a, &q, b);
  status = status ? status : bench_measure(b);
  bench_remove_folder(b);
  const int failed = status ? 0 : failed_cases(b);
  status = status ? status : write_outputs(&q, b);
  status = close_outputs(&q, status);
  free(b->cases);
  free(b->result);
  return status ? status : failed;
}

const Command bench_command = {
    .name = "bench",
    .arguments = "[MODEL...] [options]",
    .summary = "measure what a step costs, beside other libraries of this interface",
    .notes =
        "MODEL is a model of the set, a family that grows (pile: all its sizes, pile=500: one), or "
        "an MJCF or URDF file; without one, the whole set is measured. A run begins in the same "
        "state again and "
        "again; rounds of all libraries alternate. The ratio is the time of the reference over "
        "that of Fulcrum: above 1, Fulcrum is faster.\n"
        "References are given by --reference or by FULCRUM_BENCH_REFERENCES (separated by colons), "
        "or else the MuJoCo is taken that python3 would import. A PATH is a library, or a folder "
        "that has libmujoco.so in it, in its lib or in its mujoco; another Fulcrum is one, too. "
        "Models that a reference cannot load get a dash, and the reason below.\n"
        "Times are processor times. Instructions are those of twenty steps in the middle of a run, "
        "counted by valgrind: they hardly depend on the machine and its load.\n"
        "Exit status: 1 when Fulcrum cannot simulate one of the models.",
    .min_positional = 0,
    .max_positional = ARGUMENTS_MAX,
    .options = options,
    .run = run_bench,
};
