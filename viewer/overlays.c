// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Texts over the view: help, information, speed, messages, what is compared.

#include "viewer.h"

#include <math.h>
#include <stdarg.h>
#include <string.h>

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

static void draw_help(Viewer* v) {
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
  mjr_overlay(mjFONT_NORMAL, mjGRID_TOPLEFT, v->state.rect[RECT_VIEW], keys, meanings, &v->context);
}

// ---------------------------------------------------------------- information

static int iterations(const mjData* d) {
  int n = 0;
  for (int i = 0; i < mjMIN(d->nisland < 1 ? 1 : d->nisland, mjNISLAND); i++)
    n += d->solver_niter[i];
  return n;
}

// log10 of the largest error that is left in an island
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

static void fill_info(Viewer* v, Table* t) {
  const mjData* d = v->d[MAIN];
  row(t, "Time", "%-9.3f", d->time);
  row(t, "Size", "%d  (%d con)", d->nefc, d->ncon);
  row(t, "CPU", "%.3f ms", 1000 * v->cost[MAIN]);
  row(t, "Solver", "%.1f  (%d it)", solver_error(d), iterations(d));
  row(t, "FPS", "%.0f", v->fps);
  row(t, "Memory", "%.2g of %.2g MB", (double)d->maxuse_arena / 1048576.0,
      (double)d->narena / 1048576.0);
  if (v->m->opt.enableflags & mjENBL_ENERGY)
    row(t, "Energy", "%.3f", d->energy[0] + d->energy[1]);
  if (v->m->opt.enableflags & mjENBL_FWDINV)
    row(t, "FwdInv", "%.1f %.1f", log10(fmax(mjMINVAL, d->solver_fwdinv[0])),
        log10(fmax(mjMINVAL, d->solver_fwdinv[1])));
  if (!(v->m->opt.disableflags & mjDSBL_ISLAND))
    row(t, "Islands", "%d", d->nisland);
}

static int table_height(const Viewer* v, int lines) {
  return lines ? 10 + (v->context.charHeight + 5) * lines : 0;
}

static void draw_info(Viewer* v, int above) {
  Table t = {0};
  mjrRect view = v->state.rect[RECT_VIEW];
  fill_info(v, &t);
  view.bottom += above;
  view.height -= above;
  if (view.height > table_height(v, t.lines))
    mjr_overlay(mjFONT_NORMAL, mjGRID_BOTTOMLEFT, view, t.left, t.right, &v->context);
}

// ---------------------------------------------------------------- speed, pause

static void draw_speed(Viewer* v) {
  char text[80] = "";
  const float percent = speeds[v->clock.speed];
  const double measured = v->clock.slowdown > 0 ? 100 / v->clock.slowdown : percent;
  if (!v->clock.run && v->history.back)
    snprintf(text, sizeof text, "PAUSE (%d)", v->history.back);
  else if (!v->clock.run)
    snprintf(text, sizeof text, "PAUSE");
  else if (fabs(measured - percent) > 0.1 * percent)
    snprintf(text, sizeof text, "%g%% (%.2g%%)", percent, measured);
  else if (percent != 100)
    snprintf(text, sizeof text, "%g%%", percent);
  if (text[0])
    mjr_overlay(mjFONT_BIG, mjGRID_TOPLEFT, v->state.rect[RECT_VIEW], text, NULL, &v->context);
}

// ---------------------------------------------------------------- messages

// Break lines at blanks; returns how many there are.
static int break_lines(char* text, int most) {
  int lines = 1, n = 0;
  char* blank = NULL;
  for (char* c = text; *c; c++) {
    if (*c == '\n')
      n = 0, blank = NULL, lines++;
    else if (n++ >= most && blank)
      *blank = '\n', n = (int)(c - blank), blank = NULL, lines++;
    if (*c == ' ')
      blank = c;
  }
  return lines;
}

// returns its height
static int draw_message(Viewer* v) {
  char text[500];
  const mjrRect view = v->state.rect[RECT_VIEW];
  const int letter = v->context.charWidth['n'];
  if (!v->message[0] || letter < 1)
    return 0;
  snprintf(text, sizeof text, "%.499s", v->message);
  const int lines = break_lines(text, mjMAX(10, view.width * 2 / 3 / letter));
  mjr_overlay(mjFONT_NORMAL, mjGRID_BOTTOMLEFT, view, text, NULL, &v->context);
  return table_height(v, lines);
}

// ---------------------------------------------------------------- side by side

static void draw_sides(Viewer* v) {
  static const char* const names[] = {"Solver", "Integrator", "Contacts", "Broad phase", "Convex"};
  for (int side = 0; side < SIDES; side++) {
    const mjData* d = v->d[side];
    Table t = {0};
    for (int i = 0; i < NCHOICE; i++)
      row(&t, names[i], "%s", face_in_force(v, i, side));
    row(&t, "Contacts", "%d", d->ncon);
    row(&t, "Iterations", "%d", iterations(d));
    row(&t, "CPU", "%.3f ms", 1000 * v->cost[side]);
    // beside the border
    mjr_overlay(mjFONT_NORMAL, side ? mjGRID_TOPLEFT : mjGRID_TOPRIGHT, v->part[side], t.left,
                t.right, &v->context);
  }
}

// ---------------------------------------------------------------- all

static void draw_invitation(Viewer* v) {
  char text[200];
  snprintf(text, sizeof text, "Fulcrum\ndrop a model on this window");
  mjr_overlay(mjFONT_BIG, mjGRID_TOPLEFT, v->state.rect[RECT_VIEW], text, NULL, &v->context);
}

void draw_overlays(Viewer* v) {
  const int height = draw_message(v);
  if (!v->m) {
    draw_invitation(v);
    return;
  }
  if (v->help)
    draw_help(v);
  else
    draw_speed(v);
  if (v->info && !v->help)
    draw_info(v, height);
  if (v->compare)
    draw_sides(v);
}
