// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// `fulcrum modules`: which modules there are, what they provide, where they were found, whether
// they work.

#include <stdio.h>
#include <string.h>

#include <fulcrum/host.h>

#include "tools/check/check.h"
#include "tools/modules/modules.h"
#include "tools/tool.h"

enum {
  OPT_MODULES,
  OPT_OUTPUT,
  OPT_KIND,
  OPT_JSON,
  OPT_DIR,
  OPT_MODEL,
  OPT_SET,
  OPT_TAP,
  OPT_TIME_LIMIT
};

static const Option options[] = {
    {"modules", 'm', "DIR[:DIR...]", "search these directories first"},
    {"output", 'o', "FILE", "manifest: write it there rather than to standard output"},
    {"kind", 'k', "KIND", "show: faces of this kind only"},
    {"json", 0, NULL, "show, check: as JSON"},
    {"dir", 'd', "DIR", "new: where to, rather than into a folder called like the module"},
    {"model", 0, "FILE", "check: run the module in this model, too; may be repeated"},
    {"set", 0, "FACE.KEY=VALUE", "check: a parameter; may be repeated"},
    {"tap", 0, NULL, "check: as TAP, the test anything protocol"},
    {"time_limit", 0, "SECONDS", "check: for each test (60)"},
    {NULL, 0, NULL, NULL},
};

// ---------------------------------------------------------------- list

static int run_list(void) {
  int refused = 0;
  printf("%-18s %-9s %-14s %s\n", "MODULE", "VERSION", "KIND", "PROVIDES (* chosen by default)");
  for (int i = 0; i < fc_moduleCount(); i++) {
    FcModuleInfo info = {.size = sizeof info};
    FcFaceInfo face = {.size = sizeof face};
    if (fc_moduleInfo(i, &info))
      return failure("%s", fc_lastError());
    refused += info.refused;
    for (int k = 0; !info.refused && k < info.nface; k++) {
      if (fc_faceInfo(i, k, &face))
        return failure("%s", fc_lastError());
      printf("%-18s %-9s %-14s %s%s", k ? "" : info.name, k ? "" : info.version,
             fc_kindName(face.kind), face.name, face.selected ? " *" : "");
      if (face.types[0])
        printf("  (%s)", face.types);
      printf("\n");
    }
  }
  // plugins from libraries of MUJOCO_PLUGIN_DIR
  for (int i = 0; i < mjp_pluginCount(); i++)
    printf("%-18s %-9s %-14s %s *\n", i ? "" : "(plugin library)", "", "plugin",
           mjp_getPluginAtSlot(i)->name);
  for (int i = 0; refused && i < fc_moduleCount(); i++) {
    FcModuleInfo info = {.size = sizeof info};
    if (!fc_moduleInfo(i, &info) && info.refused)
      printf("refused: %s\n", info.status);
  }
  return EXIT_OK;
}

// ---------------------------------------------------------------- search

// every manifest in the order of the search, with its shared object or why it was refused
static int run_search(void) {
  for (int i = 0; i < fc_moduleCount(); i++) {
    FcModuleInfo info = {.size = sizeof info};
    if (fc_moduleInfo(i, &info))
      return failure("%s", fc_lastError());
    printf("%s\n  %s\n", info.manifest[0] ? info.manifest : info.name,
           info.refused ? info.status : info.file);
  }
  return EXIT_OK;
}

// ---------------------------------------------------------------- index

static int run_index(const char* const* directory, int n) {
  int status = EXIT_OK;
  for (int i = 0; i < n; i++)
    if (fc_indexModules(directory[i]))
      status = failure("%s", fc_lastError());
  return status;
}

// ---------------------------------------------------------------- the command

// ---------------------------------------------------------------- actions

// What the command line asks for.
typedef struct Request_ {
  const Command* command;
  const char* const* argument;  // behind the action
  int n;
  const char *output, *directory, *kind;
  CheckOptions check;
} Request;

static int do_list(const Request* r) {
  (void)r;
  return run_list();
}

static int do_search(const Request* r) {
  (void)r;
  return run_search();
}

static int do_show(const Request* r) {
  if (!r->n && !r->kind)
    return misuse(r->command,
                  "'show' has the wrong number of arguments: it needs the name of a module or a "
                  "face, or --kind");
  return show_modules(r->n ? r->argument[0] : NULL, fc_kindOf(r->kind), r->check.json);
}

static int do_check(const Request* r) { return check_modules(r->argument, r->n, &r->check); }

static int do_index(const Request* r) { return run_index(r->argument, r->n); }

static int do_manifest(const Request* r) { return print_manifest(r->argument[0], r->output); }

static int do_new(const Request* r) {
  return new_module(r->command, r->argument[0], r->argument[1], r->directory);
}

#define MANY 1000000
#define BIT(option) (1 << (option))

static const struct Action {
  const char* name;
  int least, most;  // arguments
  int searches;     // wants to know what modules there are
  int options;      // bits of what belongs to it besides --modules
  int (*run)(const Request* r);
} actions[] = {
    {"list", 0, 0, 1, 0, do_list},
    {"show", 0, 1, 1, BIT(OPT_KIND) | BIT(OPT_JSON), do_show},
    {"search", 0, 0, 1, 0, do_search},
    {"check", 1, MANY, 1,
     BIT(OPT_JSON) | BIT(OPT_MODEL) | BIT(OPT_SET) | BIT(OPT_TAP) | BIT(OPT_TIME_LIMIT), do_check},
    {"new", 2, 2, 0, BIT(OPT_DIR), do_new},
    {"index", 1, MANY, 0, 0, do_index},
    {"manifest", 1, 1, 0, BIT(OPT_OUTPUT), do_manifest},
};
enum { NACTION = sizeof actions / sizeof *actions };

// NULL after a message when there is none of this name
static const struct Action* find_action(const Command* command, const char* name) {
  const char* names[NACTION + 1] = {NULL};
  char all[128] = "";
  for (int i = 0; i < NACTION; i++) {
    if (strcmp(actions[i].name, name) == 0)
      return actions + i;
    names[i] = actions[i].name;
    snprintf(all + strlen(all), sizeof all - strlen(all), "%s%s", i ? ", " : "", names[i]);
  }
  const char* near = fc_nearestWord(name, names);
  if (near)
    misuse(command, "there is no '%s'; did you mean '%s'?", name, near);
  else
    misuse(command, "'%s' is none of %s", name, all);
  return NULL;
}

static const char* owner_of(int option) {
  int i = 0;
  while (i < NACTION - 1 && !(actions[i].options & BIT(option)))
    i++;
  return actions[i].name;
}

// One option; EXIT_USAGE after a message.
static int take_option(Request* r, int option, const char* value) {
  CheckOptions* check = &r->check;
  switch (option) {
    case OPT_OUTPUT: r->output = value; break;
    case OPT_KIND:
      r->kind = value;
      if (!fc_kindOf(value))
        return misuse(r->command, "there is no kind '%s'", value);
      break;
    case OPT_JSON: check->json = 1; break;
    case OPT_TAP: check->tap = 1; break;
    case OPT_DIR: r->directory = value; break;
    case OPT_MODEL:
      if (check->nmodel == CHECK_MODELS)
        return misuse(r->command, "at most %d --model are possible", CHECK_MODELS);
      check->model[check->nmodel++] = value;
      break;
    case OPT_SET:
      if (check->nset == CHECK_SETTINGS)
        return misuse(r->command, "at most %d --set are possible", CHECK_SETTINGS);
      check->set[check->nset++] = value;
      break;
    case OPT_TIME_LIMIT:
      if (parse_real(value, &check->time_limit) || !(check->time_limit > 0))
        return misuse(r->command, "--time_limit must be a number above 0; '%s' is not", value);
      break;
    default: break;
  }
  return 0;
}

static int run_modules(const Command* command, const Arguments* a) {
  const struct Action* action = find_action(command, a->npositional ? a->positional[0] : "list");
  if (!action)
    return EXIT_USAGE;
  const int n = a->npositional ? a->npositional - 1 : 0;
  Request request = {.command = command,
                     .argument = a->positional + 1,
                     .n = n,
                     .check = {.time_limit = 60, .nmodule = n}};
  const char* directories = NULL;
  for (int i = 0; i < a->noption; i++) {
    const int option = a->option[i].option;
    if (option == OPT_MODULES)
      directories = a->option[i].value;
    else if (!(action->options & BIT(option)))
      return misuse(command, "--%s belongs to '%s'", options[option].name, owner_of(option));
    else if (take_option(&request, option, a->option[i].value))
      return EXIT_USAGE;
  }
  if (request.check.json && request.check.tap)
    return misuse(command, "either --json or --tap");
  if (n < action->least || n > action->most)
    return misuse(command, "'%s' has the wrong number of arguments", action->name);
  if (action->searches && add_module_directories(directories))
    return EXIT_FAILED;
  return action->run(&request);
}

const Command modules_command = {
    .name = "modules",
    .arguments =
        "[list | show NAME | search | check FILE... | new KIND NAME | index DIR... | manifest "
        "FILE] "
        "[options]",
    .summary = "list, explain, check and begin modules",
    .notes =
        "list    every module and what it provides\n"
        "show    one module, or every one with a face of this name or for this type, or with "
        "--kind of this kind: summary, files, faces, types, parameters with units and ranges, what "
        "it overrides, where in the pipeline it runs, and what a model writes to use it\n"
        "search  every manifest in the order of the search, and why it was refused if it was\n"
        "check   examine modules, given as NAME.so or NAME.json: handshake, manifest, parameters; "
        "then each face at work in a built-in scene, and in the models of --model: finite state, "
        "heap use in a step, repeatability, threads, saved states and models, want of memory, and "
        "what its kind promises (optimality, derivatives, what it writes). Each test has a process "
        "of its own and --time_limit seconds\n"
        "new     write a module to begin with: source, makefile, test model and README, which "
        "build "
        "and pass the check as they are: `fulcrum modules new sensor acme.tilt`\n"
        "index   write modules.index into directories of modules, so that programs start faster; a "
        "module that is added or changed later is found all the same\n"
        "manifest  the manifest that belongs to NAME.so, made from its descriptor: `fulcrum "
        "modules "
        "manifest acme.wind.so > acme.wind.json`; a module is found by its manifest, which lies "
        "beside "
        "it\n"
        "Modules are searched in --modules, in the directories of the environment variable "
        "FULCRUM_MODULE_PATH, separated by "
        "colons, and in the directory that belongs to the library.",
    .max_positional = ARGUMENTS_MAX,
    .options = options,
    .run = run_modules,
};
