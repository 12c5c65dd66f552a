// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Texts over the view: help, information, speed, messages, the comparison. They are written while
// the mutex is held, and drawn while the simulation continues.

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "viewer/picture/overlays.h"

static void add_overlay(Overlays* o, int font, int place, mjrRect view, const char* left,
                        const char* right) {
  if (o->n >= OVERLAYS_MAX)
    return;
  Overlay* added = &o->overlay[o->n++];
  *added = (Overlay){.font = font, .place = place, .view = view};
  snprintf(added->left, sizeof added->left, "%s", left);
  snprintf(added->right, sizeof added->right, "%s", right);
}

// two columns of lines
typedef struct Table_ {
  char left[500], right[500];
  int lines;
} Table;

static void row(Table* t, const char* name, const char* format, ...) mjPRINTFLIKE(3, 4);
static void row(Table* t, const char* name, const char* format, ...) {
  char value[120];
  va_list list;
  va_start(list, format);
  vsnprintf(value, sizeof value, format, list);
  va_end(list);
  const char* newline = t->lines++ ? "\n" : "";
  const size_t l = strlen(t->left), r = strlen(t->right);
  snprintf(t->left + l, sizeof t->left - l, "%s%s", newline, name);
  snprintf(t->right + r, sizeof t->right - r, "%s%s", newline, value);
}

// ---------------------------------------------------------------- help

static void write_help(Overlays* o, mjrRect view) {
  static const char keys[] =
      "Space\n+  -\nRight\nLeft\nTab\nShift Tab\n[  ]\nEsc\nPage Up\nBackspace\nCtrl A\nCtrl L\n"
      "Ctrl C\nCtrl P\nCtrl B\nF1 F2 F3 F4\nF5\nF6 F7\n0-5, Shift 0-5\nAlt letter\n"
      "UI right button\nLeft drag\nRight drag\nMiddle drag, wheel\nLeft double click\n"
      "Right double click\nCtrl + it\nCtrl left drag\nCtrl right drag";
  static const char meanings[] =
      "run, pause\nspeed\nstep, or history\nback in history\nleft panel\nright panel\n"
      "next camera\nfree camera\nselect parent\nreset\nalign camera\nreload\ncopy state\n"
      "screenshot\nside by side\nhelp info profiler sensor\nfull screen\nframes, labels\n"
      "geom, site groups\nopen section\nshortcuts\nrotate\nmove (Shift: level)\nzoom\nselect\n"
      "look at\nfollow\nturn the body\npull the body";
  add_overlay(o, mjFONT_NORMAL, mjGRID_TOPLEFT, view, keys, meanings);
}

// ---------------------------------------------------------------- information

static int iterations(const mjData* d) {
  int n = 0;
  for (int i = 0; i < mjMIN(d->nisland < 1 ? 1 : d->nisland, mjNISLAND); i++)
    n += d->solver_niter[i];
  return n;
}

// log10 of the largest remaining error of an island
static double solver_error(const mjData* d) {
  double worst = 0;
  for (int i = 0; i < mjMIN(d->nisland < 1 ? 1 : d->nisland, mjNISLAND); i++) {
    const int n = mjMIN(d->solver_niter[i], mjNSOLVER);
    if (!n)
      continue;
    const mjSolverStat* s = d->solver + mjNSOLVER * i + n - 1;
    const double error = s->gradient == 0      ? s->improvement
                         : s->improvement == 0 ? s->gradient
                                               : fmin(s->improvement, s->gradient);
    worst = fmax(worst, error);
  }
  return log10(fmax(mjMINVAL, worst));
}

static void fill_info(Table* t, const Sides* s, double fps) {
  const mjData* d = s->d[MAIN];
  const mjOption* opt = &s->m->opt;
  row(t, "Time", "%-9.3f", d->time);
  row(t, "Size", "%d  (%d con)", d->nefc, d->ncon);
  row(t, "CPU", "%.3f ms", 1000 * s->cost[MAIN]);
  row(t, "Solver", "%.1f  (%d it)", solver_error(d), iterations(d));
  row(t, "FPS", "%.0f", fps);
  row(t, "Memory", "%.2g of %.2g MB", (double)d->maxuse_arena / 1048576.0,
      (double)d->narena / 1048576.0);
  if (opt->enableflags & mjENBL_ENERGY)
    row(t, "Energy", "%.3f", d->energy[0] + d->energy[1]);
  if (opt->enableflags & mjENBL_FWDINV)
    row(t, "FwdInv", "%.1f %.1f", log10(fmax(mjMINVAL, d->solver_fwdinv[0])),
        log10(fmax(mjMINVAL, d->solver_fwdinv[1])));
  if (!(opt->disableflags & mjDSBL_ISLAND))
    row(t, "Islands", "%d", d->nisland);
}

static int table_height(const mjrContext* context, int lines) {
  return lines ? 10 + (context->charHeight + 5) * lines : 0;
}

// `above`: the height of the message below it
static void write_info(Overlays* o, const Graphics* g, const Sides* s, mjrRect view, int above) {
  Table t = {0};
  fill_info(&t, s, g->fps);
  view.bottom += above;
  view.height -= above;
  if (view.height > table_height(&g->context, t.lines))
    add_overlay(o, mjFONT_NORMAL, mjGRID_BOTTOMLEFT, view, t.left, t.right);
}

// ---------------------------------------------------------------- speed, pause

static void write_speed(Overlays* o, const Clock* c, int back, mjrRect view) {
  char text[80] = "";
  const float percent = clock_speeds[c->speed];
  const double measured = c->slowdown > 0 ? 100 / c->slowdown : percent;
  if (!c->run && back)
    snprintf(text, sizeof text, "PAUSE (%d)", back);
  else if (!c->run)
    snprintf(text, sizeof text, "PAUSE");
  else if (fabs(measured - percent) > 0.1 * percent)
    snprintf(text, sizeof text, "%g%% (%.2g%%)", percent, measured);
  else if (percent != 100)
    snprintf(text, sizeof text, "%g%%", percent);
  if (text[0])
    add_overlay(o, mjFONT_BIG, mjGRID_TOPLEFT, view, text, "");
}

// ---------------------------------------------------------------- messages

// Break lines at blanks; returns how many there are.
static int break_lines(char* text, int most) {
  int lines = 1, n = 0;
  char* blank = NULL;
  for (char* c = text; *c; c++) {
    if (*c == '\n') {
      n = 0;
      blank = NULL;
      lines++;
    } else if (n++ >= most && blank) {
      *blank = '\n';
      n = (int)(c - blank);
      blank = NULL;
      lines++;
    }
    if (*c == ' ')
      blank = c;
  }
  return lines;
}

// returns its height
static int write_message(Overlays* o, const mjrContext* context, Messages* messages, mjrRect view) {
  char text[500];
  const int letter = context->charWidth['n'];
  if (letter < 1 || !messages_read(messages, text, sizeof text))
    return 0;
  const int lines = break_lines(text, mjMAX(10, view.width * 2 / 3 / letter));
  add_overlay(o, mjFONT_NORMAL, mjGRID_BOTTOMLEFT, view, text, "");
  return table_height(context, lines);
}

// ---------------------------------------------------------------- side by side

static void write_sides(Overlays* o, const Graphics* g, const Sides* s, const Faces* faces) {
  for (int side = 0; side < SIDES; side++) {
    const mjData* d = s->d[side];
    Table t = {0};
    for (int i = 0; i < CHOICES; i++)
      row(&t, faces_labels[i], "%s", faces_in_force(faces, i, side));
    row(&t, "Timestep", "%g", sides_model(s, side)->opt.timestep);
    row(&t, "Time", "%.3f", d->time);
    row(&t, "Contacts", "%d", d->ncon);
    row(&t, "Iterations", "%d", iterations(d));
    row(&t, "CPU", "%.3f ms", 1000 * s->cost[side]);
    // beside the border
    add_overlay(o, mjFONT_NORMAL, side ? mjGRID_TOPLEFT : mjGRID_TOPRIGHT, g->part[side], t.left,
                t.right);
  }
}

// ---------------------------------------------------------------- all

void overlays_write(Overlays* o, const Graphics* g, const Simulation* s, const Faces* faces,
                    mjrRect view) {
  o->n = 0;
  const int height = write_message(o, &g->context, s->messages, view);
  if (!s->sides.m) {
    add_overlay(o, mjFONT_BIG, mjGRID_TOPLEFT, view, "Fulcrum\ndrop a model on this window", "");
    return;
  }
  if (o->help)
    write_help(o, view);
  else
    write_speed(o, &s->clock, s->history.back, view);
  if (o->info && !o->help)
    write_info(o, g, &s->sides, view, height);
  if (s->sides.compare)
    write_sides(o, g, &s->sides, faces);
}

void overlays_draw(const Overlays* o, const mjrContext* context) {
  for (const Overlay* it = o->overlay; it < o->overlay + o->n; it++)
    mjr_overlay(it->font, it->place, it->view, it->left, it->right, context);
}
