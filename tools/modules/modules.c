// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// `fulcrum modules`: lists modules, what they provide and where they were found, and checks them.

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

// options of each action, by letter: kind, JSON, ...
static const struct {
  const char* action;
  int option[5];
} belongs[] = {{"manifest", {OPT_OUTPUT}},
               {"show", {OPT_KIND, OPT_JSON}},
               {"new", {OPT_DIR}},
               {"check", {OPT_JSON, OPT_MODEL, OPT_SET, OPT_TAP, OPT_TIME_LIMIT}}};

// EXIT_USAGE after a message when an option does not belong to the action
static int check_options(const Command* command, const Arguments* a, const char* action) {
  for (int i = 0; i < a->noption; i++) {
    const int option = a->option[i].option;
    int fits = option == OPT_MODULES;
    const char* owner = NULL;
    for (size_t k = 0; k < sizeof belongs / sizeof *belongs; k++) {
      for (int j = 0; j < 5; j++) {
        if (belongs[k].option[j] != option || !option)
          continue;
        owner = belongs[k].action;
        fits |= !strcmp(owner, action);
      }
    }
    if (!fits)
      return misuse(command, "--%s belongs to '%s'", options[option].name, owner);
  }
  return 0;
}

// ---------------------------------------------------------------- list

static int run_list(void) {
  int refused = 0;
  printf("%-18s %-9s %-14s %s\n", "MODULE", "VERSION", "KIND", "PROVIDES (* chosen by default)");
  for (int i = 0; i < fc_moduleCount(); i++) {
    FcModuleInfo info;
    FcFaceInfo face;
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
    FcModuleInfo info;
    if (!fc_moduleInfo(i, &info) && info.refused)
      printf("refused: %s\n", info.status);
  }
  return EXIT_OK;
}

// ---------------------------------------------------------------- search

// every manifest in the order of the search, with its shared object or why it was refused
static int run_search(void) {
  for (int i = 0; i < fc_moduleCount(); i++) {
    FcModuleInfo info;
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
  for (int i = 0; i < n; i++) {
    if (fc_indexModules(directory[i]))
      status = failure("%s", fc_lastError());
  }
  return status;
}

// ---------------------------------------------------------------- the command

static int run_modules(const Command* command, const Arguments* a) {
  const char* action = a->npositional ? a->positional[0] : "list";
  const char* argument = a->npositional > 1 ? a->positional[1] : NULL;
  const char *directories = NULL, *output = NULL, *directory = NULL, *kind = NULL;
  CheckOptions check = {.time_limit = 60, .nmodule = a->npositional - 1};
  static const char* const actions[] = {"list",  "show",     "search", "check",
                                        "index", "manifest", "new",    NULL};
  if (check_options(command, a, action))
    return EXIT_USAGE;
  for (int i = 0; i < a->noption; i++) {
    const char* value = a->option[i].value;
    switch (a->option[i].option) {
      case OPT_MODULES: directories = value; break;
      case OPT_OUTPUT: output = value; break;
      case OPT_KIND: kind = value; break;
      case OPT_JSON: check.json = 1; break;
      case OPT_TAP: check.tap = 1; break;
      case OPT_DIR: directory = value; break;
      case OPT_MODEL:
        if (check.nmodel == CHECK_MODELS)
          return misuse(command, "at most %d --model are possible", CHECK_MODELS);
        check.model[check.nmodel++] = value;
        break;
      case OPT_SET:
        if (check.nset == CHECK_SETTINGS)
          return misuse(command, "at most %d --set are possible", CHECK_SETTINGS);
        check.set[check.nset++] = value;
        break;
      default:
        if (parse_real(value, &check.time_limit) || !(check.time_limit > 0))
          return misuse(command, "--time_limit must be a number above 0; '%s' is not", value);
    }
  }
  if (kind && !fc_kindOf(kind))
    return misuse(command, "there is no kind '%s'", kind);
  if (check.json && check.tap)
    return misuse(command, "either --json or --tap");
  if (!strcmp(action, "new") && a->npositional == 3)
    return new_module(command, argument, a->positional[2], directory);
  if (!strcmp(action, "manifest") && a->npositional == 2)
    return print_manifest(argument, output);
  if (!strcmp(action, "index") && argument)
    return run_index(a->positional + 1, a->npositional - 1);
  if (add_module_directories(directories))
    return EXIT_FAILED;
  if (!strcmp(action, "list") && !argument)
    return run_list();
  if (!strcmp(action, "search") && !argument)
    return run_search();
  if (!strcmp(action, "show") && (argument || kind) && a->npositional < 3)
    return show_modules(argument, fc_kindOf(kind), check.json);
  if (!strcmp(action, "check") && argument)
    return check_modules(a->positional + 1, a->npositional - 1, &check);
  const char* near = fc_nearestWord(action, actions);
  if (near && strcmp(near, action))
    return misuse(command, "there is no '%s'; did you mean '%s'?", action, near);
  return misuse(command,
                near ? "'%s' has the wrong number of arguments"
                     : "'%s' is none of list, show, search, check, new, index, manifest",
                action);
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
