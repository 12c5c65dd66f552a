// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// `fulcrum modules new`: a starter module. The files of tools/templates are written into a folder
// with the words below replaced; the result builds and passes `fulcrum modules check` unchanged.

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fulcrum/file.h>
#include <fulcrum/host.h>

#include "tools/modules/modules.h"
#include "tools/templates.h"
#include "tools/tool.h"

enum { NAME_MAX_ = 100 };

// For each kind, and each type of contact model: the text of the README, the command of `make run`,
// and a data file beside the model.
static const struct {
  const char* kind;
  const char *what, *header;
  const char* run;  // after "fulcrum "
  const char* use;
  const char* data;  // name of the data file; NULL: none
} kinds[] = {
#define SIMULATE "simulate TEMPLATE_FILE.xml --modules . --duration 2"
    {"solver", "a constraint solver", "solver.h", SIMULATE,
     "In a model `<option solver=\"TEMPLATE\"/>`, on the command line `--solver TEMPLATE`, in a "
     "program `fc_bind(m, d, FC_SOLVER, \"TEMPLATE\")`.",
     NULL},
    {"post_solver", "a post-solver", "solver.h", SIMULATE,
     "In a model `<option post_solver=\"TEMPLATE\"/>`, on the command line `--post-solver "
     "TEMPLATE`, in a program `fc_bind(m, d, FC_POST_SOLVER, \"TEMPLATE\")`.",
     NULL},
    {"contact_model", "a contact model", "contact_model.h", SIMULATE,
     "In a model `<option contact_model=\"TEMPLATE\"/>`, on the command line `--contact-model "
     "TEMPLATE`, in a program `fc_bind(m, d, FC_CONTACT_MODEL, \"TEMPLATE\")`.",
     NULL},
    {"contact_potential", "a contact model with a potential", "contact_model.h", SIMULATE,
     "In a model `<option contact_model=\"TEMPLATE\"/>`, on the command line `--contact-model "
     "TEMPLATE`, in a program `fc_bind(m, d, FC_CONTACT_MODEL, \"TEMPLATE\")`.",
     NULL},
    {"contact_force", "a contact model with forces of its own", "contact_model.h", SIMULATE,
     "In a model `<option contact_model=\"TEMPLATE\"/>`, on the command line `--contact-model "
     "TEMPLATE`, in a program `fc_bind(m, d, FC_CONTACT_MODEL, \"TEMPLATE\")`.",
     NULL},
    {"collider", "a collider", "collider.h", SIMULATE,
     "It replaces the collider of the engine wherever it is installed or on the path of "
     "`--modules`, because it lists it under `overrides`.",
     NULL},
    {"convex", "a service for convex shapes", "convex.h", SIMULATE,
     "In a model `<option convex=\"TEMPLATE\"/>`, on the command line `--convex TEMPLATE`, in a "
     "program `fc_bind(m, d, FC_CONVEX, \"TEMPLATE\")`.",
     NULL},
    {"broadphase", "a broad phase", "broadphase.h", SIMULATE,
     "In a model `<option broadphase=\"TEMPLATE\"/>`, on the command line `--broadphase TEMPLATE`, "
     "in a program `fc_bind(m, d, FC_BROADPHASE, \"TEMPLATE\")`.",
     NULL},
    {"integrator", "an integrator", "integrator.h", SIMULATE,
     "In a model `<option integrator=\"TEMPLATE\"/>`, on the command line `--integrator TEMPLATE`, "
     "in a program `fc_bind(m, d, FC_INTEGRATOR, \"TEMPLATE\")`.",
     NULL},
    {"actuator", "an actuator", "actuator.h", SIMULATE " --noise 0.5",
     "Its name is an element under `<actuator>`, its parameters are attributes of it.", NULL},
    {"sensor", "a sensor", "sensor.h", SIMULATE,
     "Its name is an element under `<sensor>`, its parameters are attributes of it.", NULL},
    {"constraint", "an equality", "constraint.h", SIMULATE,
     "Its name is an element under `<equality>`, its parameters are attributes of it.", NULL},
    {"passive", "a passive force", "passive.h", SIMULATE,
     "In a model `<option passive=\"TEMPLATE\"/>`, or `<plugin plugin=\"TEMPLATE\"/>` in the "
     "bodies that it acts on; in a program `fc_bind(m, d, FC_PASSIVE, \"TEMPLATE\")`.",
     NULL},
    {"stage", "a stage of the pipeline", "stage.h", SIMULATE,
     "In a model `<option stage=\"TEMPLATE\"/>`, on the command line `--stage TEMPLATE`, in a "
     "program `fc_bind(m, d, FC_STAGE, \"TEMPLATE\")`.",
     NULL},
    {"probe", "a probe of the pipeline", "stage.h", SIMULATE,
     "In a model `<option probe=\"TEMPLATE\"/>`, on the command line `--probe TEMPLATE`, in a "
     "program `fc_bind(m, d, FC_PROBE, \"TEMPLATE\")`.",
     NULL},
    {"plugin", "a plugin of the MuJoCo plugin interface", "engine_plugin.h", SIMULATE,
     "In a model `<extension><plugin plugin=\"TEMPLATE\">` with an instance.", NULL},
    {"loader", "a loader", "loader.h", SIMULATE,
     "`balls.TEMPLATE_FILE` is a file of its format: `fulcrum simulate balls.TEMPLATE_FILE "
     "--modules .`; the model attaches it.",
     "balls.TEMPLATE_FILE"},
    {"saver", "a saver", "loader.h", "compile TEMPLATE_FILE.xml bodies.TEMPLATE_FILE --modules .",
     "`mj_saveXML` and `fulcrum compile` take the saver that has the ending of the file name.",
     NULL},
    {"decoder", "a decoder of meshes", "decoder.h", SIMULATE,
     "`shape.TEMPLATE_FILE` is a file of its format, which the model has as a mesh.",
     "shape.TEMPLATE_FILE"},
    {"renderer", "a renderer", "renderer.h",
     "render TEMPLATE_FILE.xml --modules . --renderer TEMPLATE --size 320x240 --output "
     "TEMPLATE_FILE.png",
     "On the command line `fulcrum render --renderer TEMPLATE`, in a program "
     "`fc_useRenderer(\"TEMPLATE\")`.",
     NULL},
    {"viewer", "a viewer", "viewer.h", "view TEMPLATE_FILE.xml --modules . --viewer TEMPLATE",
     "On the command line `fulcrum view --viewer TEMPLATE`, in a program the name in `FcView`.",
     NULL},
};
enum { NKIND = sizeof kinds / sizeof *kinds };

// ---------------------------------------------------------------- words to replace

typedef struct Word_ {
  const char* word;
  const char* by;
} Word;

// of two words with the same prefix the longer one comes first
enum { WORD_ID, WORD_FILE, WORD_RUN, WORD_WHAT, WORD_HEADER, WORD_USE, WORD_NAME, NWORD };

static void put_text(FILE* file, const char* text, const Word* words, int depth) {
  while (*text) {
    int k = 0;
    while (k < NWORD && strncmp(text, words[k].word, strlen(words[k].word)) != 0)
      k++;
    if (k == NWORD || depth > 2) {
      fputc(*text++, file);
      continue;
    }
    // replacements may contain further words
    put_text(file, words[k].by, words, depth + 1);
    text += strlen(words[k].word);
  }
}

static const char* find_template(const char* kind, const char* ending) {
  char name[64];
  snprintf(name, sizeof name, "%s%s", kind, ending);
  for (const Template* t = templates; t->name; t++)
    if (strcmp(t->name, name) == 0)
      return t->text;
  return NULL;
}

// ---------------------------------------------------------------- files

static int put_file(const char* directory, const char* name, const char* text, const Word* words) {
  char path[2 * PATH_LENGTH];
  snprintf(path, sizeof path, "%s/%s", directory, name);
  FILE* file = fc_openFile(path, FC_FILE_NEW);
  if (!file)
    return failure("%s", fc_lastError());
  // the licence at the head of a template is that of the template
  const int skip = strncmp(text, "// Copyright", 12) == 0;
  const char* begin = skip ? strstr(text, "\n\n") : NULL;
  put_text(file, begin ? begin + 2 : text, words, 0);
  return fc_commitFile(file) ? failure("%s", fc_lastError()) : EXIT_OK;
}

// "acme.spring": parts of letters, digits, _ and -, with a dot between them
static int is_module_name(const char* name) {
  int dots = 0, begins = 1;
  if (strlen(name) > NAME_MAX_)
    return 0;
  for (const char* c = name; *c; c++) {
    const int letter = (*c >= 'a' && *c <= 'z') || (*c >= 'A' && *c <= 'Z');
    const int inner = (*c >= '0' && *c <= '9') || *c == '_' || *c == '-';
    if (*c == '.' ? begins : !letter && (begins || !inner))
      return 0;
    dots += *c == '.';
    begins = *c == '.';
  }
  return dots > 0 && !begins;
}

int new_module(const Command* command, const char* kind, const char* name, const char* directory) {
  const char* names[NKIND + 1] = {NULL};
  char list[512] = "", id[NAME_MAX_ + 1], place[NAME_MAX_ + 3], data[NAME_MAX_ + 20];
  int k = 0;
  for (int i = 0; i < NKIND; i++) {
    names[i] = kinds[i].kind;
    snprintf(list + strlen(list), sizeof list - strlen(list), "%s%s", i ? ", " : "", names[i]);
  }
  while (k < NKIND && strcmp(kinds[k].kind, kind) != 0)
    k++;
  if (k == NKIND) {
    const char* near = fc_nearestWord(kind, names);
    return misuse(command, "there is no kind '%s'%s%s%s; there are %s", kind,
                  near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "", list);
  }
  if (!is_module_name(name)) {
    return misuse(
        command,
        "'%s' is no name for a module: two or more words of letters, digits, _ and - with "
        "a dot between them are expected, as in acme.spring",
        name);
  }
  const char* file = strrchr(name, '.') + 1;
  snprintf(id, sizeof id, "%s", name);
  for (char* c = id; *c; c++)
    *c = isalnum((unsigned char)*c) ? *c : '_';
  snprintf(place, sizeof place, "./%s", file);
  directory = directory ? directory : place;
  if (strlen(directory) >= PATH_LENGTH)
    return failure("the name of the directory is too long");
  if (mkdir(directory, 0777) && errno != EEXIST)
    return failure("%s cannot be made: %s", directory, strerror(errno));

  const Word words[NWORD] = {[WORD_ID] = {"TEMPLATE_ID", id},
                             [WORD_FILE] = {"TEMPLATE_FILE", file},
                             [WORD_RUN] = {"TEMPLATE_RUN", kinds[k].run},
                             [WORD_WHAT] = {"TEMPLATE_WHAT", kinds[k].what},
                             [WORD_HEADER] = {"TEMPLATE_HEADER", kinds[k].header},
                             [WORD_USE] = {"TEMPLATE_USE", kinds[k].use},
                             [WORD_NAME] = {"TEMPLATE", name}};
  char source[NAME_MAX_ + 3], model[NAME_MAX_ + 5];
  snprintf(source, sizeof source, "%s.c", file);
  snprintf(model, sizeof model, "%s.xml", file);
  if (put_file(directory, source, find_template(kind, ".c"), words) ||
      put_file(directory, model, find_template(kind, ".xml"), words) ||
      put_file(directory, "Makefile", find_template("Makefile", ""), words) ||
      put_file(directory, "README.md", find_template("README.md", ""), words))
    return EXIT_FAILED;
  if (kinds[k].data) {
    snprintf(data, sizeof data, "%.*s%s", (int)strcspn(kinds[k].data, "."), kinds[k].data, ".");
    strncat(data, file, sizeof data - strlen(data) - 1);
    if (put_file(directory, data, find_template(kind, ".data"), words))
      return EXIT_FAILED;
  }
  printf("%s: %s in %s; 'make check' there builds and examines it\n", name, kinds[k].what,
         directory);
  return EXIT_OK;
}
