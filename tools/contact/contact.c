// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// `fulcrum contact bench`: compares contact models in scenes with known answers.

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <fulcrum/file.h>
#include <fulcrum/host.h>

#include "tools/common/json.h"
#include "tools/contact/picture.h"
#include "tools/contact/scene.h"
#include "tools/tool.h"

enum { OPT_SCENE, OPT_MODEL, OPT_SOLVER, OPT_QUICK, OPT_ALL, OPT_JSON, OPT_SVG, OPT_MODULES };
static const Option options[] = {
    {"scene", 's', "NAME[,NAME...]", "scenes (all)"},
    {"model", 0, "NAME[,NAME...]", "contact models (all that a scene has answers for)"},
    {"solver", 0, "NAME[,NAME...]", "solvers (newton)"},
    {"quick", 'q', NULL, "shorter simulations"},
    {"all", 'a', NULL, "print every answer, not only those that are missed"},
    {"json", 0, "FILE", "write everything as JSON ('-': standard output)"},
    {"svg", 0, "FILE", "draw every scene over time ('-': standard output)"},
    {"modules", 'm', "DIR[:DIR...]", "search these directories for modules first"},
    {NULL, 0, NULL, NULL},
};

static const char* const first_party[] = {"soft",    "sap",      "hunt_crossley", "similar",
                                          "bristle", "adhesive", "compliant"};
#define NFIRST ((int)(sizeof first_party / sizeof *first_party))

// ---------------------------------------------------------------- lists

#define LIST_MAX 16
typedef struct List_ {
  int n;
  char name[LIST_MAX][64];
} List;

static int read_list(const Command* command, const char* text, List* list) {
  const char* at = text;
  list->n = 0;
  do {
    const size_t n = strcspn(at, ",");
    if (list->n == LIST_MAX || !n || n >= sizeof list->name[0])
      return misuse(command, "'%s' is no list of 1 to %d names with commas between them", text,
                    LIST_MAX);
    snprintf(list->name[list->n++], sizeof list->name[0], "%.*s", (int)n, at);
    at += n;
  } while (*at++ == ',');
  return EXIT_OK;
}

static int listed(const List* list, const char* name) {
  for (int i = 0; i < list->n; i++)
    if (strcmp(list->name[i], name) == 0)
      return 1;
  return !list->n;
}

// ---------------------------------------------------------------- the command line

typedef struct Bench_ {
  List scene, model, solver;
  int quick, all, nrun;
  const char *json, *svg, *modules;
  FILE *json_file, *svg_file;  // open while it runs
  int is_complete;             // the files contain all runs
  ContactRun* run;
  const ContactScene** of;  // scene of each run
} Bench;

static int read_options(const Command* command, const Arguments* a, Bench* b) {
  int status = EXIT_OK;
  for (int i = 0; i < a->noption && !status; i++) {
    const char* value = a->option[i].value;
    switch (a->option[i].option) {
      case OPT_SCENE: status = read_list(command, value, &b->scene); break;
      case OPT_MODEL: status = read_list(command, value, &b->model); break;
      case OPT_SOLVER: status = read_list(command, value, &b->solver); break;
      case OPT_QUICK: b->quick = 1; break;
      case OPT_ALL: b->all = 1; break;
      case OPT_JSON: b->json = value; break;
      case OPT_SVG: b->svg = value; break;
      default: b->modules = value; break;
    }
  }
  if (!b->solver.n)
    snprintf(b->solver.name[b->solver.n++], sizeof b->solver.name[0], "newton");
  return status;
}

// all faces of a kind, for a message
static void known_names(FcKind kind, char* text, size_t size) {
  FcModuleInfo module = {.size = sizeof module};
  FcFaceInfo face = {.size = sizeof face};
  size_t used = 0;
  text[0] = 0;
  for (int i = 0; i < fc_moduleCount(); i++) {
    for (int k = 0; !fc_moduleInfo(i, &module) && !module.refused && k < module.nface; k++)
      if (!fc_faceInfo(i, k, &face) && face.kind == kind && used < size)
        used += (size_t)snprintf(text + used, size - used, "%s%s", used ? ", " : "", face.name);
  }
}

static int check_faces(const Command* command, const List* list, FcKind kind, const char* what) {
  char known[500];
  for (int i = 0; i < list->n; i++) {
    if (contact_face(kind, list->name[i]))
      continue;
    known_names(kind, known, sizeof known);
    return misuse(command, "there is no %s '%s'; known are: %s", what, list->name[i], known);
  }
  return EXIT_OK;
}

// items requested by name are not skipped silently
static int check_pairs(const Command* command, const Bench* b) {
  for (int i = 0; i < b->model.n; i++) {
    for (int k = 0; k < b->solver.n; k++) {
      if (!contact_solver_fits(b->model.name[i], b->solver.name[k]))
        return misuse(command,
                      "contact model '%s' has potentials, which solver '%s' cannot solve; use "
                      "newton or cg",
                      b->model.name[i], b->solver.name[k]);
    }
  }
  return EXIT_OK;
}

// every name must exist
static int check_names(const Command* command, const Bench* b) {
  const char* scenes[LIST_MAX + 1] = {NULL};
  for (int i = 0; i < contact_scene_count && i < LIST_MAX; i++)
    scenes[i] = contact_scenes[i].name;
  for (int i = 0; i < b->scene.n; i++) {
    int found = 0;
    for (int k = 0; k < contact_scene_count; k++)
      found |= strcmp(contact_scenes[k].name, b->scene.name[i]) == 0;
    const char* near = fc_nearestWord(b->scene.name[i], scenes);
    if (!found)
      return misuse(command, "there is no scene '%s'%s%s%s", b->scene.name[i],
                    near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "");
  }
  int status = check_faces(command, &b->model, FC_CONTACT_MODEL, "contact model");
  status = status ? status : check_faces(command, &b->solver, FC_SOLVER, "solver");
  return status ? status : check_pairs(command, b);
}

// Files are opened first, so that an unwritable name is reported before the work.
static int open_output(const char* path, FILE** file) {
  if (path)
    *file = fc_openFile(strcmp(path, "-") != 0 ? path : NULL, 0);
  return !path || *file ? EXIT_OK : failure("%s", fc_lastError());
}

static int open_outputs(const Command* command, Bench* b) {
  if (b->json && b->svg && strcmp(b->json, b->svg) == 0)
    return misuse(command, "--json and --svg cannot both be '%s'", b->json);
  return open_output(b->json, &b->json_file) || open_output(b->svg, &b->svg_file) ? EXIT_FAILED
                                                                                  : EXIT_OK;
}

// Close an output, which is kept when all runs were made. Returns `status`, or EXIT_FAILED when it
// cannot be written.
static int close_output(FILE* file, int wanted, int status) {
  if (!wanted)
    fc_discardFile(file);
  else if (file && fc_commitFile(file))
    return failure("%s", fc_lastError());
  return status;
}

// ---------------------------------------------------------------- running

static int add_run(Bench* b, const ContactScene* scene, const char* model, const char* solver) {
  ContactRun* run = realloc(b->run, sizeof *run * (size_t)(b->nrun + 1));
  b->run = run ? run : b->run;
  const ContactScene** of = realloc(b->of, sizeof *of * (size_t)(b->nrun + 1));
  b->of = of ? of : b->of;
  if (!run || !of)
    return failure("out of memory");
  b->of[b->nrun] = scene;
  b->run[b->nrun] = (ContactRun){.model = model, .solver = solver, .quick = b->quick};
  contact_scene_run(scene, b->run + b->nrun);
  b->nrun++;
  return EXIT_OK;
}

static int is_first_party(const char* name) {
  for (int i = 0; i < NFIRST; i++)
    if (strcmp(first_party[i], name) == 0)
      return 1;
  return 0;
}

// Contact models of Fulcrum run in scenes where they have answers, others in all scenes.
static int run_scene(Bench* b, const ContactScene* scene) {
  const int n = b->model.n ? b->model.n : NFIRST;
  int status = EXIT_OK;
  for (int k = 0; k < n && !status; k++) {
    const char* model = b->model.n ? b->model.name[k] : first_party[k];
    if (is_first_party(model) && !contact_scene_knows(scene, model))
      continue;
    for (int i = 0; i < b->solver.n && !status; i++)
      if (contact_solver_fits(model, b->solver.name[i]))
        status = add_run(b, scene, model, b->solver.name[i]);
  }
  return status;
}

// ---------------------------------------------------------------- table

static int missed(const ContactRun* run) {
  int n = run->error[0] != 0;
  for (int i = 0; i < run->nanswer; i++)
    n += !contact_answer_holds(run->answer + i);
  return n;
}

// a number, or a dash where there is none
static void print_real(double value, int known) {
  if (known)
    printf(" %10.3g", value);
  else
    printf(" %10s", "-");
}

static void print_run(const ContactScene* scene, const ContactRun* run, int all) {
  const int bad = missed(run);
  printf("%-9s %-13s %-7s %3d/%-3d %-4s", scene->name, run->model, run->solver,
         run->nanswer - bad + (run->error[0] != 0), run->nanswer,
         bad            ? "FAIL"
         : run->nanswer ? "ok"
                        : "-");
  print_real(run->penetration, run->steps > 0);
  print_real(run->slip, run->has_slip);
  print_real(run->creep, run->has_slip);
  print_real(run->energy, run->has_energy);
  print_real(run->dissipated, run->has_energy);
  if (run->steps)
    printf(" %6.2f %8.2f\n", run->iterations / (double)run->steps,
           1e6 * run->seconds / (double)run->steps);
  else
    printf(" %6s %8s\n", "-", "-");
  if (run->error[0])
    printf("  error: %s\n", run->error);
  for (int i = 0; i < run->nanswer; i++) {
    const ContactAnswer* a = run->answer + i;
    const int holds = contact_answer_holds(a);
    if (a->fault[0])
      printf("  FAIL %-48s expected %13.7g %-4s but: %s\n", a->what, a->expected, a->unit,
             a->fault);
    else if (all || !holds)
      printf("  %-4s %-48s expected %13.7g got %13.7g +- %-8.2g %s\n", holds ? "ok" : "FAIL",
             a->what, a->expected, a->got, a->tolerance, a->unit);
  }
  if (run->lacks[0])
    printf("  not asked: what needs %s\n", run->lacks);
}

static void print_table(const Bench* b) {
  printf("%-9s %-13s %-7s %-12s %10s %10s %10s %10s %10s %6s %8s\n", "scene", "model", "solver",
         "answers", "depth m", "slip m", "creep m/s", "energy J", "lost J", "iter", "us/step");
  for (int i = 0; i < b->nrun; i++)
    print_run(b->of[i], b->run + i, b->all);
}

// ---------------------------------------------------------------- JSON

static void put_run(Json* json, const ContactScene* scene, const ContactRun* run) {
  json_begin(json, NULL, '{');
  json_put(json, "scene", cJSON_CreateString(scene->name));
  json_put(json, "model", cJSON_CreateString(run->model));
  json_put(json, "solver", cJSON_CreateString(run->solver));
  if (run->error[0])
    json_put(json, "error", cJSON_CreateString(run->error));
  if (run->lacks[0])
    json_put(json, "not_asked", cJSON_CreateString(run->lacks));
  json_put(json, "steps", json_real((double)run->steps));
  json_put(json, "iterations", json_real(run->iterations));
  json_put(json, "seconds", json_real(run->seconds));
  json_put(json, "penetration", json_real(run->penetration));
  json_put(json, "slip", json_real(run->has_slip ? run->slip : NAN));
  json_put(json, "creep", json_real(run->has_slip ? run->creep : NAN));
  json_put(json, "energy", json_real(run->has_energy ? run->energy : NAN));
  json_put(json, "dissipated", json_real(run->has_energy ? run->dissipated : NAN));
  json_begin(json, "answers", '[');
  for (int i = 0; i < run->nanswer; i++) {
    const ContactAnswer* a = run->answer + i;
    cJSON* answer = cJSON_CreateObject();
    json_add_text(json, answer, "what", a->what);
    json_add_text(json, answer, "unit", a->unit);
    json_add_real(json, answer, "expected", a->expected);
    json_add_real(json, answer, "got", a->fault[0] ? NAN : a->got);
    json_add_real(json, answer, "tolerance", a->tolerance);
    json_add(json, answer, "holds", cJSON_CreateBool(contact_answer_holds(a)));
    if (a->fault[0])
      json_add_text(json, answer, "fault", a->fault);
    json_put(json, NULL, answer);
  }
  json_end(json);
  json_end(json);
}

static int write_json(const Bench* b) {
  Json json = {.file = b->json_file};
  json_begin(&json, NULL, '{');
  json_begin(&json, "runs", '[');
  for (int i = 0; i < b->nrun; i++)
    put_run(&json, b->of[i], b->run + i);
  json_end(&json);
  json_end(&json);
  return json_finish(&json);
}

// ---------------------------------------------------------------- the command

static int run_bench(const Command* command, Bench* b) {
  int status = check_names(command, b);
  if (!status)
    status = open_outputs(command, b);
  for (int i = 0; i < contact_scene_count && !status; i++)
    if (listed(&b->scene, contact_scenes[i].name))
      status = run_scene(b, contact_scenes + i);
  if (status)
    return status;
  if (!b->nrun)
    return failure("none of these contact models has answers in these scenes with these solvers");
  if (b->json_file != stdout && b->svg_file != stdout)
    print_table(b);
  if (b->json)
    status = write_json(b);
  if (b->svg)
    contact_picture(b->svg_file, b->of, b->run, b->nrun);
  b->is_complete = !status;
  for (int i = 0; i < b->nrun && !status; i++)
    status = missed(b->run + i) ? EXIT_FAILED : EXIT_OK;
  return status;
}

static int run_contact(const Command* command, const Arguments* a) {
  Bench bench = {0};
  int status = read_options(command, a, &bench);
  if (!status && strcmp(a->positional[0], "bench") != 0)
    status = misuse(command, "there is no '%s'; did you mean 'bench'?", a->positional[0]);
  if (!status && add_module_directories(bench.modules))
    status = EXIT_FAILED;
  if (!status)
    status = run_bench(command, &bench);
  status = close_output(bench.json_file, bench.is_complete, status);
  status = close_output(bench.svg_file, bench.is_complete, status);
  free(bench.run);
  free(bench.of);
  return status;
}

const Command contact_command = {
    .name = "contact",
    .usage = "contact bench",
    .arguments = "bench [options]",
    .summary = "compare contact models in scenes with known answers",
    .notes =
        "bench runs scenes whose answers are known in closed form or from the time stepping that a "
        "law prescribes: drop, static, slide, incline, stack, roll, painleve, cradle, grasp, "
        "pull_off, spin. One line per scene, contact model and solver tells how many answers were "
        "met; the largest depth; slip and speed of creep where the contact should stick; energy at "
        "the start and what was lost of it; iterations of the solver and processor time per step. "
        "Answers that were missed follow, with what was expected, or why there is no value: "
        "'unstable at t = ...' when the simulation diverged. Answers for which a contact model "
        "lacks a parameter are not asked, and a dash stands for the result when none is.\n"
        "'similar' is hunt_crossley with that coupling. A contact model of another module runs in "
        "every scene, with the parameters of those names that it has; its way to say what force "
        "acts "
        "(rows, potential or force) decides what is asked. Contact models with potentials need "
        "newton or cg.\n"
        "Exit status: 1 when an answer was missed.",
    .min_positional = 1,
    .max_positional = 1,
    .options = options,
    .run = run_contact,
};
