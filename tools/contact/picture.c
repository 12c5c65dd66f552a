// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Traces of scenes as SVG: panels in two columns, a line per contact model and solver.

#include <math.h>

#include "tools/contact/picture.h"

enum { WIDTH = 460, HEIGHT = 300, LEFT = 70, RIGHT = 12, TOP = 34, BOTTOM = 62 };

static const char* const colours[] = {"#1f77b4", "#d62728", "#2ca02c", "#9467bd",
                                      "#ff7f0e", "#8c564b", "#17becf", "#7f7f7f"};
#define NCOLOUR ((int)(sizeof colours / sizeof *colours))

typedef struct Range_ {
  double x[2], y[2];
} Range;

// the box of all points that are finite
static Range range_of(const ContactRun* run, int n) {
  Range r = {{0, 0}, {INFINITY, -INFINITY}};
  for (int i = 0; i < n; i++) {
    for (int k = 0; k < run[i].ntrace; k++) {
      const double x = run[i].trace[k][0], y = run[i].trace[k][1];
      if (isfinite(y)) {
        r.x[1] = fmax(r.x[1], x);
        r.y[0] = fmin(r.y[0], y);
        r.y[1] = fmax(r.y[1], y);
      }
    }
  }
  if (!(r.y[1] > r.y[0])) {
    const double y = isfinite(r.y[0]) ? r.y[0] : 0;
    r.y[0] = y - .5;
    r.y[1] = y + .5;
  }
  r.x[1] = r.x[1] > 0 ? r.x[1] : 1;
  return r;
}

static double across(const Range* r, double x) {
  return LEFT + (x - r->x[0]) / (r->x[1] - r->x[0]) * (WIDTH - LEFT - RIGHT);
}

static double down(const Range* r, double y) {
  return TOP + (r->y[1] - y) / (r->y[1] - r->y[0]) * (HEIGHT - TOP - BOTTOM);
}

static void draw_axes(FILE* file, const Range* r, const char* title, const char* axis) {
  fprintf(file,
          "<text x='%d' y='18' font-size='14'>%s</text>"
          "<text x='%d' y='30' fill='#555'>%s</text>"
          "<rect x='%d' y='%d' width='%d' height='%d' fill='none' stroke='#999'/>\n",
          LEFT, title, LEFT, axis ? axis : "", LEFT, TOP, WIDTH - LEFT - RIGHT,
          HEIGHT - TOP - BOTTOM);
  for (int i = 0; i < 2; i++) {
    fprintf(file, "<text x='%d' y='%.1f' text-anchor='end'>%.4g</text>", LEFT - 4,
            down(r, r->y[i]) + 4, r->y[i]);
    fprintf(file, "<text x='%.1f' y='%d' text-anchor='%s'>%.4g%s</text>\n", across(r, r->x[i]),
            HEIGHT - BOTTOM + 14, i ? "end" : "start", r->x[i], i ? " s" : "");
  }
}

static void draw_run(FILE* file, const Range* r, const ContactRun* run, int place) {
  const char* colour = colours[place % NCOLOUR];
  fprintf(file, "<polyline fill='none' stroke='%s' stroke-width='1.3' points='", colour);
  for (int k = 0; k < run->ntrace; k++)
    if (isfinite(run->trace[k][1]))
      fprintf(file, "%.1f,%.1f ", across(r, run->trace[k][0]), down(r, run->trace[k][1]));
  fprintf(file, "'/><text x='%d' y='%d' fill='%s'>%s %s</text>\n",
          LEFT + place % 3 * (WIDTH - LEFT) / 3, HEIGHT - BOTTOM + 30 + place / 3 * 13, colour,
          run->model, run->solver);
}

void contact_picture(FILE* file, const ContactScene* const* scene, const ContactRun* run, int n) {
  int npanel = 0;
  for (int i = 0; i < n; i++)
    npanel += !i || scene[i] != scene[i - 1];
  fprintf(file,
          "<svg xmlns='http://www.w3.org/2000/svg' width='%d' height='%d' "
          "font-family='sans-serif' font-size='11'>\n<rect width='100%%' height='100%%' "
          "fill='white'/>\n",
          2 * WIDTH, (npanel + 1) / 2 * HEIGHT);
  for (int begin = 0, panel = 0, end; begin < n; begin = end, panel++) {
    for (end = begin; end < n && scene[end] == scene[begin];)
      end++;
    const Range r = range_of(run + begin, end - begin);
    fprintf(file, "<g transform='translate(%d,%d)'>\n", panel % 2 * WIDTH, panel / 2 * HEIGHT);
    draw_axes(file, &r, scene[begin]->title, run[begin].axis);
    for (int i = begin; i < end; i++)
      draw_run(file, &r, run + i, i - begin);
    fprintf(file, "</g>\n");
  }
  fprintf(file, "</svg>\n");
}
