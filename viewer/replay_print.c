// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Values that a replay can print, for tests: a word, preceded by "other" for the second side.

#include <string.h>

#include <fulcrum/host.h>

#include "replay.h"
#include "sections.h"

typedef struct Printer_ {
  const char* word;
  int (*print)(const Viewer* v, const mjData* d);
} Printer;

// ---------------------------------------------------------------- the program

static int print_message(const Viewer* v, const mjData* d) {
  char text[MESSAGE_MAX];
  messages_read(v->simulation.messages, text, sizeof text);
  (void)d;
  return printf("%s", text);
}

static int print_run(const Viewer* v, const mjData* d) {
  (void)d;
  return printf("%d", v->simulation.clock.run);
}

static int print_speed(const Viewer* v, const mjData* d) {
  (void)d;
  return printf("%g %%", clock_speeds[v->simulation.clock.speed]);
}

static int print_shown(const Viewer* v, const mjData* d) {
  (void)d;
  return printf("help %d info %d profiler %d sensor %d frame %d label %d", v->overlays.help,
                v->overlays.info, v->plots.profiler, v->plots.sensor, v->view.option.frame,
                v->view.option.label);
}

static int print_panels(const Viewer* v, const mjData* d) {
  const mjrRect view = v->state.rect[RECT_VIEW];
  (void)d;
  return printf("left %d right %d view from %d, %d wide", v->panels.visible[LEFT],
                v->panels.visible[RIGHT], view.left, view.width);
}

static int print_open(const Viewer* v, const mjData* d) {
  (void)d;
  for (int i = 0; i < PANELS; i++)
    for (int k = 0; k < v->panels.ui[i].nsect; k++)
      if (v->panels.ui[i].sect[k].state != mjSECT_CLOSED)
        printf("%s, ", v->panels.ui[i].sect[k].name);
  return 0;
}

// ---------------------------------------------------------------- the view

static void print_bits(const mjtByte* flag, int n) {
  for (int i = 0; i < n; i++)
    printf("%d", flag[i]);
}

static int print_groups(const Viewer* v, const mjData* d) {
  (void)d;
  print_bits(v->view.option.geomgroup, mjNGROUP);
  printf(" ");
  print_bits(v->view.option.sitegroup, mjNGROUP);
  return 0;
}

static int print_flags(const Viewer* v, const mjData* d) {
  (void)d;
  print_bits(v->view.option.flags, mjNVISFLAG);
  printf(" ");
  print_bits(v->graphics.scene[MAIN].flags, mjNRNDFLAG);
  return 0;
}

static int print_select(const Viewer* v, const mjData* d) {
  (void)d;
  return printf("%s", mj_id2name(v->simulation.sides.m, mjOBJ_BODY, v->simulation.perturb.select));
}

// 1 when the mouse applies a force
static int print_pushed(const Viewer* v, const mjData* d) {
  const mjtNum* force = d->xfrc_applied + 6 * mjMAX(0, v->simulation.perturb.select);
  return printf("%d, %s", v->simulation.perturb.active,
                mju_norm3(force) > 0 ? "force" : "no force");
}

static int print_camera(const Viewer* v, const mjData* d) {
  const mjvCamera* c = &v->view.camera;
  (void)d;
  return printf("%d %d %d: %.4g %.4g %.4g at %.4g %.4g %.4g", c->type, c->fixedcamid,
                c->trackbodyid, c->azimuth, c->elevation, c->distance, c->lookat[0], c->lookat[1],
                c->lookat[2]);
}

// ---------------------------------------------------------------- the simulation

static int print_time(const Viewer* v, const mjData* d) {
  (void)v;
  return printf("%.8g", d->time);
}

static int print_size(const Viewer* v, const mjData* d) {
  (void)d;
  return printf("%d bodies", (int)v->simulation.sides.m->nbody);
}

static int print_history(const Viewer* v, const mjData* d) {
  (void)d;
  return printf("%d of %d", v->simulation.history.back, v->simulation.history.count);
}

static int print_watch(const Viewer* v, const mjData* d) {
  (void)d;
  return printf("%s", v->watch.value);
}

static int print_option(const Viewer* v, const mjData* d) {
  const mjOption* o =
      &sides_model(&v->simulation.sides, d == v->simulation.sides.d[OTHER] ? OTHER : MAIN)->opt;
  return printf("timestep %g gravity %g %g %g disable %d", o->timestep, o->gravity[0],
                o->gravity[1], o->gravity[2], o->disableflags);
}

// difference between the positions of the two sides
static int print_difference(const Viewer* v, const mjData* d) {
  const mjData* other = v->simulation.sides.d[v->simulation.sides.compare ? OTHER : MAIN];
  int same = 1;
  for (int i = 0; i < v->simulation.sides.m->nq; i++)
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

static int print_face(const Sides* s, int side, const char* word) {
  const FcKind kind = fc_kindOf(word);
  const char* name = kind ? fc_bound(sides_model(s, side), s->d[side], kind) : NULL;
  return name ? printf("%s", name) : -1;
}

// parameter FACE KEY: its first number
static int print_parameter(const Sides* s, int side, const char* text) {
  char face[100], key[100];
  int n;
  if (sscanf(text, "parameter %99s %99s", face, key) != 2)
    return -1;
  const mjtNum* value = fc_parameter(sides_model(s, side), face, key, &n);
  return value ? printf("%.5g", *value) : -1;
}

// FIELD INDEX: a number of mjData
static int print_number(const Sides* s, int side, const char* text) {
  char field[100], value[100];
  int index;
  if (sscanf(text, "%99s %d", field, &index) != 2)
    return -1;
  watch_number(s->m, s->d[side], field, index, value, sizeof value);
  return printf("%s", value);
}

static int print_words(const Viewer* v, int side, const char* word) {
  const Sides* s = &v->simulation.sides;
  for (size_t i = 0; i < sizeof program / sizeof *program; i++)
    if (strcmp(word, program[i].word) == 0)
      return program[i].print(v, s->d[side]);
  for (size_t i = 0; s->m && i < sizeof model / sizeof *model; i++)
    if (strcmp(word, model[i].word) == 0)
      return model[i].print(v, s->d[side]);
  if (!s->m)
    return -1;
  if (strncmp(word, "parameter ", 10) == 0)
    return print_parameter(s, side, word);
  return fc_kindOf(word) ? print_face(s, side, word) : print_number(s, side, word);
}

int replay_print(Viewer* v, const char* what) {
  const int other = strncmp(what, "other ", 6) == 0;
  const int side = other && v->simulation.sides.compare ? OTHER : MAIN;
  sections_read(v);
  printf("%s: ", what);
  if (print_words(v, side, what + (other ? 6 : 0)) < 0)
    return fc_fail("'%s' cannot be printed", what);
  printf("\n");

  // flush, so that a reader can act on it
  fflush(stdout);
  return 0;
}
