// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Values that a replay can print, for tests: a word, preceded by "other" for the second side.

#include <string.h>

#include "replay.h"

typedef struct Printer_ {
  const char* word;
  int (*print)(Viewer* v, const mjData* d);
} Printer;

// ---------------------------------------------------------------- the program

static int print_message(Viewer* v, const mjData* d) {
  char text[sizeof v->message];
  message_read(v, text, sizeof text);
  (void)d;
  return printf("%s", text);
}

static int print_run(Viewer* v, const mjData* d) {
  (void)d;
  return printf("%d", v->clock.run);
}

static int print_speed(Viewer* v, const mjData* d) {
  (void)d;
  return printf("%g %%", speeds[v->clock.speed]);
}

static int print_shown(Viewer* v, const mjData* d) {
  (void)d;
  return printf("help %d info %d profiler %d sensor %d frame %d label %d", v->help, v->info,
                v->profiler, v->sensor, v->option.frame, v->option.label);
}

static int print_panels(Viewer* v, const mjData* d) {
  const mjrRect view = v->state.rect[RECT_VIEW];
  (void)d;
  return printf("left %d right %d view from %d, %d wide", v->panel_shown[LEFT],
                v->panel_shown[RIGHT], view.left, view.width);
}

static int print_open(Viewer* v, const mjData* d) {
  (void)d;
  for (int i = 0; i < PANELS; i++)
    for (int k = 0; k < v->ui[i].nsect; k++)
      if (v->ui[i].sect[k].state != mjSECT_CLOSED)
        printf("%s, ", v->ui[i].sect[k].name);
  return 0;
}

// ---------------------------------------------------------------- the view

static void print_bits(const mjtByte* flag, int n) {
  for (int i = 0; i < n; i++)
    printf("%d", flag[i]);
}

static int print_groups(Viewer* v, const mjData* d) {
  (void)d;
  print_bits(v->option.geomgroup, mjNGROUP);
  printf(" ");
  print_bits(v->option.sitegroup, mjNGROUP);
  return 0;
}

static int print_flags(Viewer* v, const mjData* d) {
  (void)d;
  print_bits(v->option.flags, mjNVISFLAG);
  printf(" ");
  print_bits(v->scene[MAIN].flags, mjNRNDFLAG);
  return 0;
}

static int print_select(Viewer* v, const mjData* d) {
  (void)d;
  return printf("%s", mj_id2name(v->m, mjOBJ_BODY, v->perturb.select));
}

// 1 when the mouse applies a force
static int print_pushed(Viewer* v, const mjData* d) {
  const mjtNum* force = d->xfrc_applied + 6 * mjMAX(0, v->perturb.select);
  return printf("%d, %s", v->perturb.active, mju_norm3(force) > 0 ? "force" : "no force");
}

static int print_camera(Viewer* v, const mjData* d) {
  const mjvCamera* c = &v->view;
  (void)d;
  return printf("%d %d %d: %.4g %.4g %.4g at %.4g %.4g %.4g", c->type, c->fixedcamid,
                c->trackbodyid, c->azimuth, c->elevation, c->distance, c->lookat[0], c->lookat[1],
                c->lookat[2]);
}

// ---------------------------------------------------------------- the simulation

static int print_time(Viewer* v, const mjData* d) {
  (void)v;
  return printf("%.8g", d->time);
}

static int print_size(Viewer* v, const mjData* d) {
  (void)d;
  return printf("%d bodies", (int)v->m->nbody);
}

static int print_history(Viewer* v, const mjData* d) {
  (void)d;
  return printf("%d of %d", v->history.back, v->history.count);
}

static int print_watch(Viewer* v, const mjData* d) {
  (void)d;
  return printf("%s", v->watch_value);
}

static int print_option(Viewer* v, const mjData* d) {
  const mjOption* o = &model_of(v, d == v->d[OTHER] ? OTHER : MAIN)->opt;
  return printf("timestep %g gravity %g %g %g disable %d", o->timestep, o->gravity[0],
                o->gravity[1], o->gravity[2], o->disableflags);
}

// difference between the positions of the two sides
static int print_difference(Viewer* v, const mjData* d) {
  const mjData* other = v->d[v->compare ? OTHER : MAIN];
  int same = 1;
  for (int i = 0; i < v->m->nq; i++)
    same &= d->qpos[i] == other->qpos[i];
  return printf("%s", same ? "none" : "some");
}

static const Printer program[] = {{"message", print_message}, {"run", print_run},
                                  {"speed", print_speed},     {"shown", print_shown},
                                  {"panels", print_panels},   {"open", print_open}};
static const Printer model[] = {
    {"groups", print_groups}, {"flags", print_flags},          {"select", print_select},
    {"pushed", print_pushed}, {"camera", print_camera},        {"time", print_time},
    {"size", print_size},     {"history", print_history},      {"watch", print_watch},
    {"option", print_option}, {"difference", print_difference}};

// ---------------------------------------------------------------- names with arguments

static int print_face(Viewer* v, int side, const char* word) {
  const FcKind kind = fc_kindOf(word);
  const char* name = kind ? fc_bound(model_of(v, side), v->d[side], kind) : NULL;
  return name ? printf("%s", name) : -1;
}

// parameter FACE KEY: its first number
static int print_parameter(Viewer* v, int side, const char* text) {
  char face[100], key[100];
  int n;
  if (sscanf(text, "parameter %99s %99s", face, key) != 2)
    return -1;
  const mjtNum* value = fc_parameter(model_of(v, side), face, key, &n);
  return value ? printf("%.5g", *value) : -1;
}

// FIELD INDEX: a number of mjData
static int print_number(Viewer* v, int side, const char* text) {
  char field[100], value[100];
  int index;
  if (sscanf(text, "%99s %d", field, &index) != 2)
    return -1;
  watch_number(v, side, field, index, value, sizeof value);
  return printf("%s", value);
}

static int print_words(Viewer* v, int side, const char* word) {
  for (size_t i = 0; i < sizeof program / sizeof *program; i++)
    if (strcmp(word, program[i].word) == 0)
      return program[i].print(v, v->d[side]);
  for (size_t i = 0; v->m && i < sizeof model / sizeof *model; i++)
    if (strcmp(word, model[i].word) == 0)
      return model[i].print(v, v->d[side]);
  if (!v->m)
    return -1;
  if (strncmp(word, "parameter ", 10) == 0)
    return print_parameter(v, side, word);
  return fc_kindOf(word) ? print_face(v, side, word) : print_number(v, side, word);
}

int print_value(Viewer* v, const char* what) {
  const int other = strncmp(what, "other ", 6) == 0;
  panels_copy(v);
  printf("%s: ", what);
  if (print_words(v, other && v->compare ? OTHER : MAIN, what + (other ? 6 : 0)) < 0)
    return fc_fail("'%s' cannot be printed", what);
  printf("\n");

  // flush, so that a reader can act on it
  fflush(stdout);
  return 0;
}
