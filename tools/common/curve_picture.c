// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Curves as SVG: stacked panels over a common time axis, each with round ticks, its unit, and a
// legend at the right.

#include <math.h>
#include <string.h>

#include "tools/common/curves.h"
#include "tools/common/svg.h"

enum {
  WIDTH = 960,
  LEFT = 84,
  RIGHT = 236,  // the legend
  HEAD = 40,
  PANEL = 190,
  GAP = 38,   // between panels, for the title of the next
  FOOT = 48,  // labels of the axis of time
  LEGEND_LINE = 15
};
#define PLOT_WIDTH (WIDTH - LEFT - RIGHT)
#define LEGEND_MOST (PANEL / LEGEND_LINE)

static const char* const colours[] = {"#1f77b4", "#d62728", "#2ca02c", "#9467bd", "#ff7f0e",
                                      "#8c564b", "#17becf", "#e377c2", "#bcbd22", "#7f7f7f"};
#define NCOLOUR ((int)(sizeof colours / sizeof *colours))

// ---------------------------------------------------------------- scales

typedef struct Scale_ {
  double low, high;  // shown
  double from, to;   // pixels of these
} Scale;

static double place(const Scale* s, double value) {
  return s->from + (value - s->low) / (s->high - s->low) * (s->to - s->from);
}

int round_ticks(double low, double high, int most, double* first, double* distance) {
  const double least = (high - low) / most;
  const double power = pow(10, floor(log10(least)));
  const double times = least / power;
  *distance = power * (times <= 1 ? 1 : times <= 2 ? 2 : times <= 5 ? 5 : 10);
  *first = *distance * ceil(low / *distance - 1e-9);
  return 1 + (int)floor((high - *first) / *distance + 1e-9);
}

// the values of a panel with some room; a constant is in the middle
static Scale panel_scale(const Curves* c, const Panel* panel, double top) {
  double low = INFINITY, high = -INFINITY;
  for (int k = panel->begin; k < panel->begin + panel->n; k++) {
    for (int i = 0; i < c->n; i++) {
      low = fmin(low, c->curve[k].low[i]);
      high = fmax(high, c->curve[k].high[i]);
    }
  }
  if (!(low <= high)) {
    low = 0;
    high = 1;
  }
  // floats of this size differ by less than can be shown
  const double least = fmax(1e-6 * fmax(fabs(low), fabs(high)), 1e-12);
  const double room = high - low > least ? 0.06 * (high - low) : fmax(least, 0.5 * fabs(high));
  return (Scale){low - room, high + room, top + PANEL, top};
}

static Scale time_scale(const Curves* c) {
  const double begin = c->n ? c->time[0] : 0, end = c->n ? c->time[c->n - 1] : 1;
  return (Scale){begin, end > begin ? end : begin + 1, LEFT, LEFT + PLOT_WIDTH};
}

// ---------------------------------------------------------------- parts

static void put_line(FILE* file, double x1, double y1, double x2, double y2) {
  fprintf(file, "<line x1='%.1f' y1='%.1f' x2='%.1f' y2='%.1f' stroke='#ddd'/>\n", x1, y1, x2, y2);
}

static void number_text(double value, double distance, char text[32]) {
  // the sum of rounding errors in a tick at zero
  snprintf(text, 32, "%.6g", fabs(value) < 1e-6 * distance ? 0 : value);
}

static void draw_ticks(FILE* file, const Scale* x, const Scale* y, int labels) {
  double first, distance;
  char text[32];
  int n = round_ticks(y->low, y->high, 5, &first, &distance);
  for (int i = 0; i < n; i++) {
    const double value = first + i * distance, at = place(y, value);
    put_line(file, x->from, at, x->to, at);
    number_text(value, distance, text);
    svg_label(file, LEFT - 6, at + 4, "end", text);
  }
  n = round_ticks(x->low, x->high, 10, &first, &distance);
  for (int i = 0; i < n; i++) {
    const double value = first + i * distance, at = place(x, value);
    put_line(file, at, y->from, at, y->to);
    number_text(value, distance, text);
    if (labels)
      svg_label(file, at, y->from + 16, "middle", text);
  }
}

// A place with several samples is a stroke from the smallest to the largest; two numbers are
// enough, because neighbours are connected. The line is interrupted where there is no number.
static void draw_curve(FILE* file, const Curves* c, const Curve* curve, const Scale* x,
                       const Scale* y, const char* colour) {
  int open = 0;
  for (int i = 0; i < c->n; i++) {
    const double low = curve->low[i], high = curve->high[i], at = place(x, c->time[i]);
    if (isnan(low) && open)
      fputs("'/>\n", file);
    if (isnan(low)) {
      open = 0;
      continue;
    }
    if (!open)
      fprintf(file,
              "<polyline fill='none' stroke='%s' stroke-width='1.3' stroke-linejoin='round' "
              "points='",
              colour);
    open = 1;
    fprintf(file, "%.1f,%.1f ", at, place(y, low));
    if (high > low)
      fprintf(file, "%.1f,%.1f ", at, place(y, high));
  }
  if (open)
    fputs("'/>\n", file);
}

static void draw_legend(FILE* file, const Curves* c, const Panel* panel, double top) {
  const double left = LEFT + PLOT_WIDTH + 12;
  const int shown = panel->n <= LEGEND_MOST ? panel->n : LEGEND_MOST - 1;
  char text[64];
  for (int i = 0; i < shown; i++) {
    const double at = top + 10 + i * LEGEND_LINE;
    const char* name = c->columns.column[c->curve[panel->begin + i].column].name;
    fprintf(file, "<line x1='%.1f' y1='%.1f' x2='%.1f' y2='%.1f' stroke='%s' stroke-width='2'/>\n",
            left, at - 4, left + 18, at - 4, colours[i % NCOLOUR]);
    // long names are cut at the edge of the picture
    svg_label(file, left + 24, at, "start", name);
  }
  snprintf(text, sizeof text, "and %d more", panel->n - shown);
  if (shown < panel->n)
    svg_label(file, left + 24, top + 10 + shown * LEGEND_LINE, "start", text);
}

static void draw_panel(FILE* file, const Curves* c, const Panel* panel, double top, int last) {
  const Scale x = time_scale(c), y = panel_scale(c, panel, top);
  char text[200];
  snprintf(text, sizeof text, "%s%s%s%s", panel->title, panel->unit[0] ? " (" : "", panel->unit,
           panel->unit[0] ? ")" : "");
  fputs("<g font-weight='bold'>", file);
  svg_label(file, LEFT, top - 8, "start", text);
  fputs("</g>", file);
  draw_ticks(file, &x, &y, last);
  fprintf(file, "<rect x='%d' y='%.0f' width='%d' height='%d' fill='none' stroke='#888'/>\n", LEFT,
          top, PLOT_WIDTH, PANEL);
  for (int i = 0; i < panel->n; i++)
    draw_curve(file, c, c->curve + panel->begin + i, &x, &y, colours[i % NCOLOUR]);
  draw_legend(file, c, panel, top);
}

void curve_picture(FILE* file, const Curves* c, const char* title) {
  const int height = HEAD + c->npanel * (PANEL + GAP) + FOOT;
  fprintf(file,
          "<svg xmlns='http://www.w3.org/2000/svg' width='%d' height='%d' viewBox='0 0 %d %d' "
          "font-family='sans-serif' font-size='12'>\n<rect width='100%%' height='100%%' "
          "fill='white'/>\n<g font-size='15'>",
          WIDTH, height, WIDTH, height);
  svg_label(file, LEFT, 24, "start", title);
  fputs("</g>\n", file);
  for (int i = 0; i < c->npanel; i++)
    draw_panel(file, c, c->panel + i, HEAD + GAP - 12 + i * (PANEL + GAP), i == c->npanel - 1);
  svg_label(file, LEFT + PLOT_WIDTH / 2.0, height - 14, "middle", "time (s)");
  fputs("</svg>\n", file);
}
