// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// `fulcrum modules new`: a module to begin with. The templates of its kind, which are cut out of
// plugins/examples, are written into a folder with the words below replaced; the result builds and
// passes `fulcrum modules check` unchanged.

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

// For each kind, and each type of contact model, what the README says.
static const struct {
  const char* kind;
  const char *what, *header, *use;
} kinds[] = {
    {"solver", "a constraint solver", "solver.h",
     "In a model `<option solver=\"TEMPLATE\"/>`, on the command line `--solver TEMPLATE`, in a "
     "program `fc_bind(m, d, FC_SOLVER, \"TEMPLATE\")`."},
    {"post_solver", "a post-solver", "solver.h",
     "In a model `<option post_solver=\"TEMPLATE\"/>`, on the command line `--post-solver "
     "TEMPLATE`, in a program `fc_bind(m, d, FC_POST_SOLVER, \"TEMPLATE\")`."},
    {"contact_model", "a contact model", "contact_model.h",
     "In a model `<option contact_model=\"TEMPLATE\"/>`, on the command line `--contact-model "
     "TEMPLATE`, in a program `fc_bind(m, d, FC_CONTACT_MODEL, \"TEMPLATE\")`."},
    {"contact_potential", "a contact model with a potential", "contact_model.h",
     "In a model `<option contact_model=\"TEMPLATE\"/>`, on the command line `--contact-model "
     "TEMPLATE`, in a program `fc_bind(m, d, FC_CONTACT_MODEL, \"TEMPLATE\")`."},
    {"contact_force", "a contact model with forces of its own", "contact_model.h",
     "In a model `<option contact_model=\"TEMPLATE\"/>`, on the command line `--contact-model "
     "TEMPLATE`, in a program `fc_bind(m, d, FC_CONTACT_MODEL, \"TEMPLATE\")`."},
    {"collider", "a collider", "collider.h",
     "It replaces the collider of the engine wherever it is installed or on the path of "
     "`--modules`, because it lists it under `overrides`."},
    {"convex", "a service for convex shapes", "convex.h",
     "In a model `<option convex=\"TEMPLATE\"/>`, on the command line `--convex TEMPLATE`, in a "
     "program `fc_bind(m, d, FC_CONVEX, \"TEMPLATE\")`."},
    {"broadphase", "a broad phase", "broadphase.h",
     "In a model `<option broadphase=\"TEMPLATE\"/>`, on the command line `--broadphase TEMPLATE`, "
     "in a program `fc_bind(m, d, FC_BROADPHASE, \"TEMPLATE\")`."},
    {"integrator", "an integrator", "integrator.h",
     "In a model `<option integrator=\"TEMPLATE\"/>`, on the command line `--integrator TEMPLATE`, "
     "in a program `fc_bind(m, d, FC_INTEGRATOR, \"TEMPLATE\")`."},
    {"actuator", "an actuator", "actuator.h",
     "Its name is an element under `<actuator>`, its parameters are attributes of it."},
    {"sensor", "a sensor", "sensor.h",
     "Its name is an element under `<sensor>`, its parameters are attributes of it."},
    {"constraint", "an equality", "constraint.h",
     "Its name is an element under `<equality>`, its parameters are attributes of it."},
    {"passive", "a passive force", "passive.h",
     "In a model `<option passive=\"TEMPLATE\"/>`, or `<plugin plugin=\"TEMPLATE\"/>` in the "
     "bodies that it acts on; in a program `fc_bind(m, d, FC_PASSIVE, \"TEMPLATE\")`."},
    {"stage", "a stage of the pipeline", "stage.h",
     "In a model `<option stage=\"TEMPLATE\"/>`, on the command line `--stage TEMPLATE`, in a "
     "program `fc_bind(m, d, FC_STAGE, \"TEMPLATE\")`."},
    {"probe", "a probe of the pipeline", "stage.h",
     "In a model `<option probe=\"TEMPLATE\"/>`, on the command line `--probe TEMPLATE`, in a "
     "program `fc_bind(m, d, FC_PROBE, \"TEMPLATE\")`."},
    {"plugin", "a plugin of the MuJoCo plugin interface", "engine_plugin.h",
     "In a model `<extension><plugin plugin=\"TEMPLATE\">` with an instance."},
    {"loader", "a loader", "loader.h",
     "`room.TEMPLATE_FILE` is a file of its format: `fulcrum simulate room.TEMPLATE_FILE "
     "--modules .`; the model attaches it."},
    {"saver", "a saver", "loader.h",
     "`mj_saveXML` and `fulcrum compile` take the saver that has the ending of the file name."},
    {"decoder", "a decoder of meshes", "decoder.h",
     "`tetrahedron.TEMPLATE_FILE` is a file of its format, which the model has as a mesh."},
    {"renderer", "a renderer", "renderer.h",
     "On the command line `fulcrum render --renderer TEMPLATE`, in a program "
     "`fc_useRenderer(\"TEMPLATE\")`."},
    {"viewer", "a viewer", "viewer.h",
     "On the command line `fulcrum view --viewer TEMPLATE`, in a program the name in `FcView`."},
};
enum { NKIND = sizeof kinds / sizeof *kinds };

// ---------------------------------------------------------------- words to replace

typedef struct Word_ {
  const char* word;
  const char* by;
} Word;

// of two words with the same prefix the longer one comes first
enum { WORD_ID, WORD_FILE, WORD_WHAT, WORD_HEADER, WORD_USE, WORD_NAME, NWORD };

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

// ---------------------------------------------------------------- files

// "TEMPLATE_FILE.c" in `directory`; only this word is in names
static void name_file(char* path, size_t size, const char* directory, const char* name,
                      const char* file) {
  const char* place = strstr(name, "TEMPLATE_FILE");
  const int before = place ? (int)(place - name) : (int)strlen(name);
  snprintf(path, size, "%s/%.*s%s%s", directory, before, name, place ? file : "",
           place ? place + strlen("TEMPLATE_FILE") : "");
}

static int put_file(const char* directory, const char* name, const char* text, const Word* words) {
  char path[2 * PATH_LENGTH];
  name_file(path, sizeof path, directory, name, words[WORD_FILE].by);
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
  char list[512] = "", id[NAME_MAX_ + 1], place[NAME_MAX_ + 3];
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
                             [WORD_WHAT] = {"TEMPLATE_WHAT", kinds[k].what},
                             [WORD_HEADER] = {"TEMPLATE_HEADER", kinds[k].header},
                             [WORD_USE] = {"TEMPLATE_USE", kinds[k].use},
                             [WORD_NAME] = {"TEMPLATE", name}};
  for (const Template* t = templates; t->kind; t++)
    if (strcmp(t->kind, kind) == 0 && put_file(directory, t->name, t->text, words))
      return EXIT_FAILED;
  printf("%s: %s in %s; 'make check' there builds and examines it\n", name, kinds[k].what,
         directory);
  return EXIT_OK;
}
