// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Figures as SVG, without a background and in middle tones, so that they can be read on white and
// on black.

#include <math.h>

#include "bench/report.h"
#include "tools/common/svg.h"

#define INK "#808890"  // text and axes
static const char* const colours[LIBRARY_MAX] = {"#3b8ede", "#e0702d", "#3fa35b", "#a66fd0",
                                                 "#d1588a", "#8f8f3f", "#2fa3a3", "#9a6b4f"};

static void begin(FILE* file, int width, int height) {
  fprintf(file,
          "<svg xmlns='http://www.w3.org/2000/svg' width='%d' height='%d' viewBox='0 0 %d %d' "
          "font-family='sans-serif' font-size='12' fill='" INK "'>\n",
          width, height, width, height);
}

static void put_line(FILE* file, double x1, double y1, double x2, double y2, double width) {
  fprintf(file,
          "<line x1='%.1f' y1='%.1f' x2='%.1f' y2='%.1f' stroke='" INK "' stroke-width='%g'/>\n",
          x1, y1, x2, y2, width);
}

// squares in the colours of the libraries from `first` on, with their names
static void draw_legend(FILE* file, const Bench* b, int first, double x, double y) {
  for (int k = first; k < b->nlibrary; k++) {
    fprintf(file, "<rect x='%.1f' y='%.1f' width='11' height='11' fill='%s'/>\n", x, y - 10,
            colours[k]);
    svg_label(file, x + 16, y, "start", b->library[k].name);
    x += 130;
  }
}

// ---------------------------------------------------------------- bars

enum { BAR_LEFT = 126, BAR_WIDTH = 560, BAR_RIGHT = 50, BAR_HEAD = 72, BAR = 9, BAR_GAP = 7 };

// a fast model does not make all others short
#define RATIO_MOST 6.0

static double greatest_ratio(const Bench* b) {
  double most = 1.5;
  for (int i = 0; i < b->ncase; i++)
    for (int k = 1; k < b->nlibrary && !b->cases[i].family; k++)
      most = fmax(most, bench_ratio(b, i, FIGURE_TIME, k));
  return fmin(RATIO_MOST, most);
}

// the bars of one row, which is a model or the means
static void draw_row(FILE* file, const char* name, const double* ratio, int n, double top,
                     double scale) {
  char text[32];
  svg_label(file, BAR_LEFT - 8, top + n * BAR / 2.0 + 4, "end", name);
  for (int k = 1; k <= n; k++) {
    const double length = scale * fmin(ratio[k], RATIO_MOST), y = top + (k - 1) * BAR;
    if (isnan(ratio[k]))
      continue;
    fprintf(file, "<rect x='%d' y='%.1f' width='%.1f' height='%d' fill='%s'/>\n", BAR_LEFT, y,
            length, BAR - 1, colours[k]);
    snprintf(text, sizeof text, "%.2f", ratio[k]);
    fputs("<g font-size='9'>", file);
    svg_label(file, BAR_LEFT + length + 4, y + BAR - 1.5, "start", text);
    fputs("</g>\n", file);
  }
}

void bench_draw_ratios(FILE* file, const Bench* b) {
  const int n = b->nlibrary - 1, row = n * BAR + BAR_GAP;
  const double scale = BAR_WIDTH / greatest_ratio(b);
  double ratio[LIBRARY_MAX], worst;
  int rows = 1;
  for (int i = 0; i < b->ncase; i++)
    rows += !b->cases[i].family;
  begin(file, BAR_LEFT + BAR_WIDTH + BAR_RIGHT, BAR_HEAD + rows * row + 10);
  svg_label(file, BAR_LEFT, 18, "start",
            "Steps of Fulcrum in the time of one step of the reference, one thread");
  draw_legend(file, b, 1, BAR_LEFT, 38);
  for (int k = 1; k < b->nlibrary; k++)
    if (!bench_mean(b, FIGURE_TIME, k, ratio + k, &worst))
      ratio[k] = NAN;
  fputs("<g font-weight='bold'>", file);
  draw_row(file, "geometric mean", ratio, n, BAR_HEAD, scale);
  fputs("</g>\n", file);
  for (int i = 0, at = 1; i < b->ncase; i++) {
    if (b->cases[i].family)
      continue;
    for (int k = 1; k < b->nlibrary; k++)
      ratio[k] = bench_ratio(b, i, FIGURE_TIME, k);
    draw_row(file, b->cases[i].name, ratio, n, BAR_HEAD + at++ * row, scale);
  }
  // equally fast
  put_line(file, BAR_LEFT + scale, BAR_HEAD - 6, BAR_LEFT + scale, BAR_HEAD + rows * row, 1);
  svg_label(file, BAR_LEFT + scale, BAR_HEAD - 9, "middle", "1");
  fputs("</svg>\n", file);
}

// ---------------------------------------------------------------- growth

enum { PANEL_WIDTH = 360, PANEL_HEIGHT = 250, LEFT = 62, RIGHT = 26, TOP = 34, BOTTOM = 36 };
#define GROWTH_HEAD 30

typedef struct Range_ {
  double low[2], high[2];  // decimal logarithms of size and time
} Range;

static Range range_of(const Bench* b, const BenchFamily* family) {
  Range r = {{INFINITY, INFINITY}, {-INFINITY, -INFINITY}};
  for (int i = 0; i < b->ncase; i++) {
    for (int k = 0; k < b->nlibrary && b->cases[i].family == family; k++) {
      const double point[2] = {log10(b->cases[i].n),
                               log10(bench_result(b, i, k)->figure[FIGURE_TIME])};
      for (int a = 0; a < 2 && isfinite(point[1]); a++) {
        r.low[a] = fmin(r.low[a], point[a]);
        r.high[a] = fmax(r.high[a], point[a]);
      }
    }
  }
  for (int a = 0; a < 2; a++) {
    r.low[a] = isfinite(r.low[a]) ? floor(r.low[a] + 1e-9) : 0;
    // times end at a power of ten, sizes where they end
    const double high = a ? ceil(r.high[a] - 1e-9) : r.high[a];
    r.high[a] = isfinite(high) ? fmax(r.low[a] + 1, high) : 1;
  }
  return r;
}

static double across(const Range* r, double x) {
  return LEFT + (x - r->low[0]) / (r->high[0] - r->low[0]) * (PANEL_WIDTH - LEFT - RIGHT);
}

static double down(const Range* r, double y) {
  return TOP + (r->high[1] - y) / (r->high[1] - r->low[1]) * (PANEL_HEIGHT - TOP - BOTTOM);
}

// a power of ten of seconds, in a unit that fits: 0.1 us, 10 ms
static void time_text(char text[32], int power) {
  static const char* const units[] = {"s", "ms", "us", "ns"};
  int i = 0;
  while (i < 3 && power < -3 * i)
    i++;
  snprintf(text, 32, "%g %s", pow(10, power + 3 * i), units[i]);
}

static void draw_axes(FILE* file, const Range* r, const char* title) {
  char text[32];
  svg_label(file, LEFT, TOP - 10, "start", title);
  for (int p = (int)r->low[0]; p <= (int)floor(r->high[0] + 1e-9); p++) {
    put_line(file, across(r, p), TOP, across(r, p), PANEL_HEIGHT - BOTTOM, 0.4);
    snprintf(text, sizeof text, "%g", pow(10, p));
    svg_label(file, across(r, p), PANEL_HEIGHT - BOTTOM + 16, "middle", text);
  }
  for (int p = (int)r->low[1]; p <= (int)r->high[1]; p++) {
    put_line(file, LEFT, down(r, p), PANEL_WIDTH - RIGHT, down(r, p), 0.4);
    time_text(text, p);
    svg_label(file, LEFT - 6, down(r, p) + 4, "end", text);
  }
}

static void draw_family(FILE* file, const Bench* b, const BenchFamily* family) {
  const Range r = range_of(b, family);
  draw_axes(file, &r, family->what);
  // Fulcrum last, on top
  for (int k = b->nlibrary - 1; k >= 0; k--) {
    fprintf(file, "<polyline fill='none' stroke='%s' stroke-width='%g' points='", colours[k],
            k ? 1.5 : 2.5);
    for (int i = 0; i < b->ncase; i++) {
      const double time = bench_result(b, i, k)->figure[FIGURE_TIME];
      if (b->cases[i].family == family && time > 0)
        fprintf(file, "%.1f,%.1f ", across(&r, log10(b->cases[i].n)), down(&r, log10(time)));
    }
    fputs("'/>\n", file);
  }
}

static int has_family(const Bench* b, const BenchFamily* family) {
  for (int i = 0; i < b->ncase; i++)
    if (b->cases[i].family == family)
      return 1;
  return 0;
}

void bench_draw_growth(FILE* file, const Bench* b) {
  int n = 0, at = 0;
  for (int f = 0; f < bench_family_count; f++)
    n += has_family(b, bench_families + f);
  begin(file, 2 * PANEL_WIDTH, GROWTH_HEAD + (n + 1) / 2 * PANEL_HEIGHT);
  svg_label(file, LEFT, 16, "start", "Time per step over n");
  draw_legend(file, b, 0, LEFT + 150, 16);
  for (int f = 0; f < bench_family_count; f++) {
    if (!has_family(b, bench_families + f))
      continue;
    fprintf(file, "<g transform='translate(%d,%d)'>\n", at % 2 * PANEL_WIDTH,
            GROWTH_HEAD + at / 2 * PANEL_HEIGHT);
    draw_family(file, b, bench_families + f);
    fputs("</g>\n", file);
    at++;
  }
  fputs("</svg>\n", file);
}
