// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Implementations: those installed, those in force on each side, and their parameters. Solver and
// integrator are set in the options of the side's model, so that they are saved with it; all others
// are bound (fc_bind).

#include <math.h>
#include <string.h>

#include "viewer.h"

static const FcKind kinds[NCHOICE] = {FC_SOLVER, FC_INTEGRATOR, FC_CONTACT_MODEL, FC_BROADPHASE,
                                      FC_CONVEX};

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

const char* face_in_force(Viewer* v, int choice, int side) {
  const Choice* c = &v->choice[choice];
  return c->now[side] < c->n ? c->name[c->now[side]] : "";
}

void faces_read(Viewer* v) {
  for (int i = 0; i < NCHOICE; i++) {
    Choice* c = &v->choice[i];
    c->kind = kinds[i];
    c->n = 0;
    list_installed(c);
    for (int side = 0; side < sides(v); side++) {
      const char* name = fc_bound(model_of(v, side), v->d[side], c->kind);
      if (name)
        add_choice(c, name);
      c->now[side] = name ? choice_index(c, name) : c->n;
    }
  }
  faces_parameters(v);
  v->rebuild = 1;
}

// ---------------------------------------------------------------- choosing

// 0, or -1 with fc_lastError; the previous implementation then stays in force
static int choose(Viewer* v, FcKind kind, int side, const char* name) {
  mjModel* m = model_of(v, side);
  int* option = kind == FC_SOLVER ? &m->opt.solver : &m->opt.integrator;
  if (fc_bind(m, v->d[side], kind, name))
    return -1;
  if (kind != FC_SOLVER && kind != FC_INTEGRATOR)
    return 0;
  if (fc_unbind(m, v->d[side], kind))
    return -1;
  *option = fc_optionValue(kind, name);
  return 0;
}

void faces_choose(Viewer* v, int choice) {
  const int side = v->edited;
  Choice* c = &v->choice[choice];
  char name[mjMAXUINAME];
  snprintf(name, sizeof name, "%s", face_in_force(v, choice, side));
  if (choose(v, c->kind, side, name))
    tell(v, "%s", fc_lastError());
  v->cost[side] = 0;
  v->stale = 1;
  v->broken = 0;
  faces_read(v);
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

int is_wide(const FcParameter* about) {
  return about->type == FC_REAL && about->min >= 0 && about->min < about->max && about->def > 0 &&
         about->max - about->min > 100 * about->def;
}

static void show_value(Parameter* p) {
  const int number = (int)mju_clip(*p->value, -2147483647, 2147483647);
  p->real = *p->value;
  p->exponent = *p->value > 0 ? log10(*p->value) : -300;
  p->whole = p->about->type == FC_WORDS ? number >> p->bit & 1 : number;
}

static int keyword_count(const FcParameter* about) {
  int n = 0;
  while (about->keywords[n])
    n++;
  return n;
}

// one entry per number, or per keyword where several may be chosen
static void add_parameter(Viewer* v, const char* face, const FcParameter* about) {
  int n;
  mjtNum* value = fc_parameter(model_of(v, v->edited), face, about->key, &n);
  const int words = about->type == FC_WORDS;
  const int entries = words ? keyword_count(about) : n;
  for (int i = 0; value && i < entries && v->nparameter < PARAMETERS_MAX; i++) {
    Parameter* p = v->parameter + v->nparameter++;
    *p = (Parameter){.about = about,
                     .value = value + (words ? 0 : i),
                     .index = words ? 0 : i,
                     .bit = words ? i : 0};
    snprintf(p->face, sizeof p->face, "%s", face);
    show_value(p);
  }
}

static void add_face(Viewer* v, FcKind kind, const char* name) {
  char title[sizeof v->parameter->face];
  const FcFace* face = name[0] ? find_face(kind, name) : NULL;
  snprintf(title, sizeof title, "%s/%s", fc_kindName(kind), name);
  for (int i = 0; i < v->nparameter; i++)
    if (strcmp(v->parameter[i].face, title) == 0)
      return;
  for (int i = 0; face && i < face->nparameter; i++)
    add_parameter(v, title, face->parameters + i);
}

void faces_parameters(Viewer* v) {
  v->nparameter = 0;
  for (int i = 0; i < NCHOICE; i++)
    add_face(v, kinds[i], face_in_force(v, i, v->edited));
}

static void append(char* text, size_t size, const char* word) {
  const size_t n = strlen(text);
  snprintf(text + n, size - n, "%s%s", n ? " " : "", word);
}

// the keywords or numbers of a parameter, one of which was edited
static void write_value(const Viewer* v, const Parameter* p, char* text, size_t size) {
  const FcParameter* about = p->about;
  char word[40];
  if (about->type == FC_WORDS) {
    for (const Parameter* q = p - p->bit; q < v->parameter + v->nparameter && q->about == about;
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
void faces_set(Viewer* v, int parameter) {
  const Parameter* p = v->parameter + parameter;
  char text[1000] = "";
  write_value(v, p, text, sizeof text);
  if (fc_setParameter(model_of(v, v->edited), p->face, p->about->key, text))
    tell(v, "%s", fc_lastError());
  else
    show(v, "%s: %s", p->about->key, p->about->help);
  for (int i = 0; i < v->nparameter; i++)
    show_value(v->parameter + i);
  v->stale = 1;
}
