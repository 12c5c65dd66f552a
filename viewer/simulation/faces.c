// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Implementations: those installed, those in force on each side, and their parameters. Solver and
// integrator are set in the options of the side's model, so that they are saved with it; all others
// are bound (fc_bind).

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "viewer/simulation/faces.h"

static const FcKind kinds[CHOICES] = {FC_SOLVER, FC_INTEGRATOR, FC_CONTACT_MODEL, FC_BROADPHASE,
                                      FC_CONVEX};
const char* const faces_labels[CHOICES] = {"Solver", "Integrator", "Contacts", "Broad phase",
                                           "Convex"};

// ---------------------------------------------------------------- installed

static void add_choice(Choice* c, const char* name) {
  for (int i = 0; i < c->n; i++)
    if (strcmp(c->name[i], name) == 0)
      return;
  if (c->n < CHOICES_MAX && strlen(name) < mjMAXUINAME - 1)
    strcpy(c->name[c->n++], name);
}

static int choice_index(const Choice* c, const char* name) {
  int i = 0;
  while (i < c->n && strcmp(c->name[i], name) != 0)
    i++;
  return i;
}

static void list_installed(Choice* c) {
  FcModuleInfo module = {.size = sizeof module};
  FcFaceInfo face = {.size = sizeof face};
  for (int i = 0; i < fc_moduleCount(); i++) {
    for (int k = 0; !fc_moduleInfo(i, &module) && !module.refused && k < module.nface; k++)
      if (!fc_faceInfo(i, k, &face) && face.kind == c->kind)
        add_choice(c, face.name);
  }
}

const char* faces_in_force(const Faces* f, int choice, int side) {
  const Choice* c = &f->choice[choice];
  return c->now[side] < c->n ? c->name[c->now[side]] : "";
}

static void read_choice(Choice* c, const Sides* s) {
  c->n = 0;
  list_installed(c);
  for (int side = 0; side < sides_count(s); side++) {
    const char* name = fc_bound(sides_model(s, side), s->d[side], c->kind);
    if (name)
      add_choice(c, name);
    c->now[side] = name ? choice_index(c, name) : c->n;
  }
}

// ---------------------------------------------------------------- choosing

static int bind_face(const Sides* s, FcKind kind, int side, const char* name) {
  mjModel* m = sides_model(s, side);
  int* option = kind == FC_SOLVER ? &m->opt.solver : &m->opt.integrator;
  if (fc_bind(m, s->d[side], kind, name))
    return -1;
  if (kind != FC_SOLVER && kind != FC_INTEGRATOR)
    return 0;
  if (fc_unbind(m, s->d[side], kind))
    return -1;
  *option = fc_optionValue(kind, name);
  return 0;
}

int faces_choose(const Faces* f, const Sides* s, int choice) {
  char name[mjMAXUINAME];
  snprintf(name, sizeof name, "%s", faces_in_force(f, choice, s->edited));
  return bind_face(s, f->choice[choice].kind, s->edited, name);
}

// ---------------------------------------------------------------- parameters

static const FcFace* find_face(FcKind kind, const char* name) {
  FcModuleInfo module = {.size = sizeof module};
  FcFaceInfo info = {.size = sizeof info};
  for (int i = 0; i < fc_moduleCount(); i++) {
    for (int k = 0; !fc_moduleInfo(i, &module) && !module.refused && k < module.nface; k++) {
      if (fc_faceInfo(i, k, &info) || info.kind != kind || strcmp(info.name, name) != 0 ||
          !info.selected)
        continue;
      const FcModule* open = fc_openModule(module.name);
      return open ? open->faces + k : NULL;
    }
  }
  return NULL;
}

static void show_value(Parameter* p) {
  const int number = (int)mju_clip(*p->value, -2147483647, 2147483647);
  p->real = *p->value;
  p->exponent = *p->value > 0 ? log10(*p->value) : -300;
  p->whole = p->about->type == FC_WORDS ? number >> p->bit & 1 : number;
}

int faces_keywords(const FcParameter* about) {
  int n = 0;
  while (about->keywords[n])
    n++;
  return n;
}

// one entry per number, or per keyword where several may be chosen
static void add_parameter(Faces* f, mjModel* m, const char* face, const FcParameter* about) {
  int n;
  mjtNum* value = fc_parameter(m, face, about->key, &n);
  const int words = about->type == FC_WORDS;
  const int entries = words ? faces_keywords(about) : n;
  for (int i = 0; value && i < entries && f->nparameter < PARAMETERS_MAX; i++) {
    Parameter* p = f->parameter + f->nparameter++;
    *p = (Parameter){.about = about,
                     .value = value + (words ? 0 : i),
                     .index = words ? 0 : i,
                     .bit = words ? i : 0};
    snprintf(p->face, sizeof p->face, "%s", face);
    show_value(p);
  }
}

static void add_face(Faces* f, mjModel* m, FcKind kind, const char* name) {
  char title[sizeof f->parameter->face];
  const FcFace* face = name[0] ? find_face(kind, name) : NULL;
  snprintf(title, sizeof title, "%s/%s", fc_kindName(kind), name);
  for (int i = 0; i < f->nparameter; i++)
    if (strcmp(f->parameter[i].face, title) == 0)
      return;
  for (int i = 0; face && i < face->nparameter; i++)
    add_parameter(f, m, title, face->parameters + i);
}

void faces_read(Faces* f, const Sides* s) {
  for (int i = 0; i < CHOICES; i++) {
    f->choice[i].kind = kinds[i];
    read_choice(&f->choice[i], s);
  }
  f->nparameter = 0;
  for (int i = 0; i < CHOICES; i++)
    add_face(f, sides_model(s, s->edited), kinds[i], faces_in_force(f, i, s->edited));
}

static void append(char* text, size_t size, const char* word) {
  const size_t n = strlen(text);
  snprintf(text + n, size - n, "%s%s", n ? " " : "", word);
}

// the keywords or numbers of a parameter, one of which was edited
static void write_value(const Faces* f, const Parameter* p, char* text, size_t size) {
  const FcParameter* about = p->about;
  char word[40];
  if (about->type == FC_WORDS) {
    for (const Parameter* q = p - p->bit; q < f->parameter + f->nparameter && q->about == about;
         q++)
      if (q->whole)
        append(text, size, about->keywords[q->bit]);
    return;
  }
  for (int i = 0; i < about->length; i++) {
    const Parameter* q = p - p->index + i;
    snprintf(word, sizeof word, "%.17g", about->type == FC_REAL ? q->real : q->whole);
    append(text, size, about->type == FC_CHOICE ? about->keywords[q->whole] : word);
  }
}

// The text is checked like the text of a model or a command line.
int faces_set(Faces* f, const Sides* s, int parameter) {
  const Parameter* p = f->parameter + parameter;
  char text[1000] = "";
  write_value(f, p, text, sizeof text);
  const int status = fc_setParameter(sides_model(s, s->edited), p->face, p->about->key, text);
  for (int i = 0; i < f->nparameter; i++)
    show_value(f->parameter + i);
  return status ? -1 : 0;
}
