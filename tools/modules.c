// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// `fulcrum modules`: which modules there are, what they provide, where they were found, whether
// they work.

#include <stdio.h>
#include <string.h>

#include <fulcrum/host.h>

#include "tools/check.h"
#include "tools/tool.h"

static const Option options[] = {
    {"modules", 'm', "DIR[:DIR...]", "search these directories first"},
    {"output", 'o', "FILE", "manifest: write it there rather than to standard output"},
    {NULL, 0, NULL, NULL},
};

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

// ---------------------------------------------------------------- show

static const char* type_name(FcParameterType type) {
  static const char* const names[] = {"real", "int", "bool", "choice", "element", "words"};
  return type >= FC_REAL && type <= FC_WORDS ? names[type] : "?";
}

static void print_parameter(const FcParameter* p) {
  printf("    %s: %s", p->key, type_name(p->type));
  if (p->length > 1)
    printf(" x %d", p->length);
  if (p->type == FC_CHOICE || p->type == FC_WORDS) {
    for (int i = 0; p->keywords && p->keywords[i]; i++)
      printf("%s%s", i ? "|" : " ", p->keywords[i]);
  }
  printf(", default %g", p->def);
  if (p->min < p->max)
    printf(", range %g to %g", p->min, p->max);
  if (p->unit)
    printf(", unit %s", p->unit);
  if (p->fixed)
    printf(", fixed when the model is compiled");
  printf("\n      %s\n", p->help ? p->help : "");
}

static void print_face(const FcFace* face, int chosen) {
  printf("  %s %s%s\n", fc_kindName(face->kind), face->name,
         chosen ? "" : " (not chosen by default)");
  for (const char* const* t = face->types; t && *t; t++)
    printf("%s%s%s", t == face->types ? "    types: " : ", ", *t, t[1] ? "" : "\n");
  for (int k = 0; k < face->nparameter; k++)
    print_parameter(face->parameters + k);
}

static int answers_to(const FcFace* face, const char* name) {
  for (const char* const* t = face->types; t && *t; t++) {
    if (!strcmp(*t, name))
      return 1;
  }
  return !strcmp(face->name, name);
}

// print a module with those of its faces that have this name or serve this type (NULL: all)
static int show_module(int index, const char* name) {
  FcModuleInfo info;
  if (fc_moduleInfo(index, &info))
    return failure("%s", fc_lastError());
  const FcModule* module = fc_openModule(info.name);
  // opening the module may have changed its status
  if (!module || fc_moduleInfo(index, &info))
    return failure("%s", fc_lastError());
  printf("%s %s (%s)\n  shared object  %s\n  manifest       %s\n", info.name, info.version,
         info.licence, info.file, info.manifest[0] ? info.manifest : "built in");
  printf("  built for      ABI %u, %d-byte numbers, processor level x86-64-v%d%s\n", module->abi,
         FC_FEATURE_NUM(module->features), FC_FEATURE_LEVEL(module->features),
         module->layout ? "" : ", portable");
  for (uint32_t i = 0; i < module->nface; i++) {
    FcFaceInfo listed = {0};
    const int chosen = !fc_faceInfo(index, (int)i, &listed) && listed.selected;
    if (!name || answers_to(module->faces + i, name))
      print_face(module->faces + i, chosen);
  }
  return EXIT_OK;
}

// does a module have a face of this name or type, by its manifest?
static int has_face(int index, const char* name) {
  FcModuleInfo info;
  FcFaceInfo face;
  const size_t n = strlen(name);
  for (int k = 0; !fc_moduleInfo(index, &info) && !info.refused && k < info.nface; k++) {
    if (fc_faceInfo(index, k, &face))
      continue;
    if (!strcmp(face.name, name))
      return 1;
    for (const char* t = face.types; n && (t = strstr(t, name)); t += n) {
      if ((t == face.types || t[-1] == ' ') && (!t[n] || t[n] == ' '))
        return 1;
    }
  }
  return 0;
}

// Show the module of that name, or else every module with a face of that name or type.
static int run_show(const char* name) {
  FcModuleInfo info;
  int shown = 0, status = EXIT_OK;
  for (int i = 0; i < fc_moduleCount(); i++) {
    if (!fc_moduleInfo(i, &info) && !strcmp(info.name, name))
      return show_module(i, NULL);
  }
  for (int i = 0; i < fc_moduleCount() && !status; i++) {
    if (has_face(i, name))
      status = show_module(i, name), shown++;
  }
  // for an unknown name the library has a message that lists where it searched
  if (!shown && !fc_openModule(name))
    status = failure("%s", fc_lastError());
  return status;
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
  const char *directories = NULL, *output = NULL;
  for (int i = 0; i < a->noption; i++)
    *(a->option[i].option ? &output : &directories) = a->option[i].value;
  static const char* const actions[] = {"list",  "show",     "search", "check",
                                        "index", "manifest", NULL};
  if (output && strcmp(action, "manifest"))
    return misuse(command, "--output belongs to 'manifest'");
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
  if (!strcmp(action, "show") && argument)
    return run_show(argument);
  if (!strcmp(action, "check") && argument)
    return check_modules(a->positional + 1, a->npositional - 1);
  const char* near = fc_nearestWord(action, actions);
  if (near && strcmp(near, action))
    return misuse(command, "there is no '%s'; did you mean '%s'?", action, near);
  return misuse(command,
                near ? "'%s' has the wrong number of arguments"
                     : "'%s' is none of list, show, search, check, index, manifest",
                action);
}

const Command modules_command = {
    .name = "modules",
    .arguments =
        "[list | show NAME | search | check FILE... | index DIR... | manifest FILE] [options]",
    .summary = "list, explain and check modules",
    .notes =
        "list    every module and what it provides\n"
        "show    one module, or every one with a face of this name or for this type: files, faces, "
        "types, parameters\n"
        "search  every manifest in the order of the search, and why it was refused if it was\n"
        "check   examine modules, given as NAME.so or NAME.json, each in a process of its own: "
        "handshake, manifest, parameters, "
        "a built-in scene, heap use in a step, repeatability; solvers also get the residual of the "
        "optimality conditions\n"
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
