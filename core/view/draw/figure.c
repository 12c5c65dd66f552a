// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Figures: lines over two axes, with title, grid, tick labels and legend. The rectangle of the
// figure is reduced from the outside by title and axis label, tick labels and a margin. What is
// left is the plot, whose pixels are stored in the axes of the struct.

#include <math.h>
#include <stdio.h>
#include <string.h>

#include <mujoco/mujoco.h>

#include "core/view/draw/renderer.h"
#include "core/view/draw/text.h"

enum { TICKS_MOST = 20, TICK_LENGTH = 30 };

typedef char Tick[TICK_LENGTH];

// Context of all parts of a figure. Coordinates are pixels of the viewport; those of the plot in
// the struct are converted to pixels of the window at the end.
typedef struct Page_ {
  const FcRenderer* renderer;
  const mjrContext* con;
  mjvFigure* fig;
  mjrRect viewport;
  int pad, letters;
  int status;  // of the first call that failed
} Page;

static int width_of(const Page* p, const char* text) {
  return text_width(p->con, mjFONT_NORMAL, text, (int)strlen(text));
}

static void write_text(Page* p, const char* text, int x, int y, const float rgb[3]) {
  if (p->status >= 0)
    p->status =
        p->renderer->text(p->viewport, p->con, mjFONT_NORMAL, text, (float)x, (float)y, rgb);
}

static void draw_lines(Page* p, const float* points, int n, int pairs, float width,
                       const float rgb[3]) {
  if (p->status >= 0 && n > 1)
    p->status = p->renderer->lines(p->viewport, points, n, pairs, width, rgb);
}

// a rectangle with both corners included
static void fill(Page* p, const int x[2], const int y[2], const float rgba[4]) {
  const mjrRect rect = {p->viewport.left + x[0], p->viewport.bottom + y[0], x[1] - x[0] + 1,
                        y[1] - y[0] + 1};
  if (p->status >= 0 && rect.width > 0 && rect.height > 0)
    p->status = p->renderer->rectangle(rect, rgba);
}

// ---------------------------------------------------------------- ranges

static int points_of(const mjvFigure* fig, int line) {
  const int n = fig->linepnt[line];
  return n < 0 ? 0 : n > mjMAXLINEPNT ? mjMAXLINEPNT : n;
}

// the range of an axis (0: x, 1: y), given or over all finite points, at least 1e-5 wide
static void find_range(const mjvFigure* fig, int axis, float range[2]) {
  const int given = fig->range[axis][0] < fig->range[axis][1];
  range[0] = given ? fig->range[axis][0] : INFINITY;
  range[1] = given ? fig->range[axis][1] : -INFINITY;
  for (int i = 0; i < mjMAXLINE && (!given || fig->flg_extend); i++) {
    for (int k = 0; k < points_of(fig, i); k++) {
      const float value = fig->linedata[i][2 * k + axis];
      if (isfinite(value)) {
        range[0] = fminf(range[0], value);
        range[1] = fmaxf(range[1], value);
      }
    }
  }
  if (range[0] > range[1])
    range[0] = range[1] = 0;
  if (range[1] - range[0] < 1e-5f) {
    const float middle = (range[0] + range[1]) / 2;
    range[0] = middle - 0.5e-5f;
    range[1] = middle + 0.5e-5f;
  }
}

// y: outwards to multiples of the power of ten below the span
static void find_ranges(mjvFigure* fig) {
  float *x = fig->xaxisdata, *y = fig->yaxisdata;
  find_range(fig, 0, x);
  find_range(fig, 1, y);
  const float unit = powf(10, floorf(log10f(y[1] - y[0])));
  y[0] = unit * floorf(y[0] / unit);
  y[1] = unit * ceilf(y[1] / unit);
  if (fig->flg_symmetric) {
    y[1] = fmaxf(fabsf(y[0]), fabsf(y[1]));
    y[0] = -y[1];
  }
}

// ---------------------------------------------------------------- labels

// 1 when this is a valid format for one number
static int is_format(const char* format, size_t size) {
  if (!memchr(format, 0, size))
    return 0;
  int conversions = 0;
  for (const char* c = strchr(format, '%'); c; c = strchr(c, '%')) {
    c++;
    if (*c != '%') {
      c += strspn(c, "-+ #0");
      c += strspn(c, "0123456789");
      c += *c == '.' ? 1 + strspn(c + 1, "0123456789") : 0;
      if (!*c || !strchr("eEfFgGaA", *c))
        return 0;
      conversions++;
    }
    c++;
  }
  return conversions == 1;
}

// remove trailing zeros of decimals
static void strip_zeros(char* text) {
  if (!strchr(text, '.') || strpbrk(text, "eE"))
    return;
  size_t n = strlen(text);
  while (n > 0 && text[n - 1] == '0')
    n--;
  if (n > 0 && text[n - 1] == '.')
    n--;
  text[n] = 0;
}

static int count_ticks(const mjvFigure* fig, int axis) {
  const int n = fig->gridsize[axis];
  return n < TICKS_MOST ? n : TICKS_MOST;
}

// position of tick i of n between both ends
static float between(const float ends[2], int i, int n) {
  return ends[0] + (ends[1] - ends[0]) * (float)i / (float)(n - 1);
}

static int make_ticks(const mjvFigure* fig, int axis, Tick* tick) {
  const int n = count_ticks(fig, axis);
  for (int i = 0; i < n; i++) {
    const float value = between(axis ? fig->yaxisdata : fig->xaxisdata, i, n);
    snprintf(tick[i], sizeof(Tick), axis ? fig->yformat : fig->xformat, (double)value);
    strip_zeros(tick[i]);
  }
  return n;
}

// ---------------------------------------------------------------- title

// Finds one of the sub-titles, which two or more blanks separate; returns its length, 0 when there
// is none.
static int subtitle(const char* title, int number, const char** begin) {
  for (const char* c = title; *c; number--) {
    const char* end = strstr(c, "  ");
    const int n = end ? (int)(end - c) : (int)strlen(c);
    *begin = c;
    if (number <= 0)
      return n;
    c += n;
    c += strspn(c, " ");
  }
  return 0;
}

static void write_part(Page* p, const char* begin, int n, int x, int y, const float rgb[3]) {
  char text[sizeof p->fig->title];
  memcpy(text, begin, (size_t)n);
  text[n] = 0;
  if (x >= 0 && x + width_of(p, text) <= p->viewport.width)
    write_text(p, text, x, y, rgb);
}

// the chosen sub-title in the middle, its neighbours dimmed beside it
static void write_title(Page* p, int y) {
  const mjvFigure* fig = p->fig;
  const char* middle = fig->title;
  const int n = subtitle(fig->title, fig->subplot, &middle);
  const int width = text_width(p->con, mjFONT_NORMAL, middle, n);
  const int gap = 2 * p->con->charWidth[' '];
  const int center = (p->viewport.width - width) / 2;
  float dim[3];
  for (int k = 0; k < 3; k++)
    dim[k] = 0.4f * fig->textrgb[k] + 0.6f * fig->figurergba[k];
  write_part(p, middle, n, center > 0 ? center : 0, y, fig->textrgb);

  const char* begin;
  int length, x = center + width + gap;
  for (int i = fig->subplot + 1; (length = subtitle(fig->title, i, &begin)) > 0; i++) {
    write_part(p, begin, length, x, y, dim);
    x += text_width(p->con, mjFONT_NORMAL, begin, length) + gap;
  }
  x = center - gap;
  for (int i = fig->subplot - 1; i >= 0 && (length = subtitle(fig->title, i, &begin)) > 0; i--) {
    x -= text_width(p->con, mjFONT_NORMAL, begin, length);
    write_part(p, begin, length, x, y, dim);
    x -= gap;
  }
}

// ---------------------------------------------------------------- plot

// Cuts the plot out of the figure and draws the texts around it.
static void place_plot(Page* p) {
  mjvFigure* fig = p->fig;
  Tick xtick[TICKS_MOST], ytick[TICKS_MOST];
  int left = 0, bottom = 0, top = p->viewport.height, nx = 0, ny = 0;
  if (fig->xlabel[0]) {
    write_text(p, fig->xlabel, (p->viewport.width - width_of(p, fig->xlabel)) / 2, p->pad,
               fig->textrgb);
    bottom += p->letters + p->pad / 2;
  }
  if (fig->title[0]) {
    top -= p->letters + p->pad;
    write_title(p, top);
  }
  const int grid = fig->gridsize[0] > 1 && fig->gridsize[1] > 1;
  if (grid && fig->flg_ticklabel[0]) {
    nx = make_ticks(fig, 0, xtick);
    bottom += p->letters + p->pad;
  }
  int label_width = width_of(p, fig->minwidth);
  if (grid && fig->flg_ticklabel[1]) {
    ny = make_ticks(fig, 1, ytick);
    for (int i = 0; i < ny; i++)
      label_width = mjMAX(label_width, width_of(p, ytick[i]));
    left += label_width + p->pad;
  }
  fig->xaxispixel[0] = left + p->pad;
  fig->xaxispixel[1] = p->viewport.width - p->pad - 1;
  fig->yaxispixel[0] = bottom + p->pad;
  fig->yaxispixel[1] = top - p->pad - 1;

  // labels of x: the outer ones are kept inside the plot
  const float xend[2] = {(float)fig->xaxispixel[0], (float)fig->xaxispixel[1]};
  const float yend[2] = {(float)fig->yaxispixel[0], (float)fig->yaxispixel[1]};
  for (int i = 0; i < nx; i++) {
    const int width = width_of(p, xtick[i]);
    const int back = i == 0 ? 0 : i == nx - 1 ? width : width / 2;
    write_text(p, xtick[i], (int)between(xend, i, nx) - back, bottom - p->letters, fig->textrgb);
  }
  for (int i = 0; i < ny; i++)
    write_text(p, ytick[i], left - width_of(p, ytick[i]),
               (int)between(yend, i, ny) - p->letters / 2, fig->textrgb);
}

static void draw_grid(Page* p) {
  const mjvFigure* fig = p->fig;
  const float x[2] = {(float)fig->xaxispixel[0], (float)fig->xaxispixel[1]};
  const float y[2] = {(float)fig->yaxispixel[0], (float)fig->yaxispixel[1]};
  fill(p, fig->xaxispixel, fig->yaxispixel, fig->panergba);
  const int nx = count_ticks(fig, 0), ny = count_ticks(fig, 1);
  for (int i = 0; nx > 1 && i < nx; i++) {
    const float at = between(x, i, nx) + 0.5f;
    draw_lines(p, (const float[4]){at, y[0], at, y[1] + 1}, 2, 1, fig->gridwidth, fig->gridrgb);
  }
  for (int i = 0; ny > 1 && i < ny; i++) {
    const float at = between(y, i, ny) + 0.5f;
    draw_lines(p, (const float[4]){x[0], at, x[1] + 1, at}, 2, 1, fig->gridwidth, fig->gridrgb);
  }
}

// position in pixels of a value on an axis
static float on_axis(const float data[2], const int pixel[2], float value) {
  const float t = (value - data[0]) / (data[1] - data[0]);
  return (float)pixel[0] + t * (float)(pixel[1] - pixel[0]) + 0.5f;
}

static void draw_curve(Page* p, int line, float width) {
  const mjvFigure* fig = p->fig;
  const float* data = fig->linedata[line];
  const int n = points_of(fig, line);
  float point[2 * mjMAXLINEPNT];
  int there = 0;
  // a point that is not a number interrupts a curve; a bar is then dropped
  for (int k = 0; k < n; k++) {
    const int good = isfinite(data[2 * k]) && isfinite(data[2 * k + 1]);
    if (good) {
      point[2 * there] = on_axis(fig->xaxisdata, fig->xaxispixel, data[2 * k]);
      point[2 * there++ + 1] = on_axis(fig->yaxisdata, fig->yaxispixel, data[2 * k + 1]);
    } else if (fig->flg_barplot) {
      there -= k % 2;
      k += k % 2 == 0;
    } else {
      draw_lines(p, point, there, 0, width, fig->linergb[line]);
      there = 0;
    }
  }
  draw_lines(p, point, there, fig->flg_barplot != 0, width, fig->linergb[line]);
}

// Curves are clipped to the plot, which becomes their viewport.
static void draw_curves(Page* p, int highlighted) {
  const mjvFigure* fig = p->fig;
  for (int i = mjMAXLINE - 1; i >= 0; i--)
    draw_curve(p, i, fig->linewidth);
  if (highlighted >= 0 && highlighted < mjMAXLINE)
    draw_curve(p, highlighted, 5 * fig->linewidth);
  if (fig->flg_selection) {
    const float x = on_axis(fig->xaxisdata, fig->xaxispixel, fig->selection);
    draw_lines(p,
               (const float[4]){x, (float)fig->yaxispixel[0], x, (float)(fig->yaxispixel[1] + 1)},
               2, 1, 3, (const float[3]){1, 1, 1});
  }
}

// ---------------------------------------------------------------- legend

// The legend: names below each other from the upper right corner of the plot.
typedef struct Legend_ {
  int first, n;
  int x[2], y[2];
} Legend;

static Legend place_legend(const Page* p) {
  const mjvFigure* fig = p->fig;
  Legend l = {.first = fig->legendoffset > 0 ? fig->legendoffset : 0};
  const int room = (fig->yaxispixel[1] - fig->yaxispixel[0] - 2 * p->pad) / p->letters;
  int width = 0;
  while (l.first + l.n < mjMAXLINE && l.n < room && fig->linename[l.first + l.n][0]) {
    width = mjMAX(width, width_of(p, fig->linename[l.first + l.n]));
    l.n++;
  }
  l.x[1] = fig->xaxispixel[1];
  l.x[0] = l.x[1] - width - 2 * p->pad + 1;
  l.y[1] = fig->yaxispixel[1];
  l.y[0] = l.y[1] - l.n * p->letters - 2 * p->pad + 1;
  return l;
}

// the line whose name is under the point `highlight` of the window, else highlightid
static int find_highlighted(const Page* p, const Legend* l) {
  if (!l->n)
    return p->fig->highlightid;
  const int x = p->fig->highlight[0] - p->viewport.left;
  const int y = p->fig->highlight[1] - p->viewport.bottom;
  const int row = (l->y[1] - p->pad - y) / p->letters;
  const int inside =
      x >= l->x[0] && x <= l->x[1] && y <= l->y[1] - p->pad && y >= l->y[0] && row < l->n;
  return inside ? l->first + row : p->fig->highlightid;
}

static void write_legend(Page* p, const Legend* l) {
  const mjvFigure* fig = p->fig;
  if (!l->n)
    return;
  fill(p, l->x, l->y, fig->legendrgba);
  for (int i = 0; i < l->n; i++) {
    const char* name = fig->linename[l->first + i];
    write_text(p, name, l->x[1] - p->pad - width_of(p, name) + 1,
               l->y[1] + 1 - p->pad - (i + 1) * p->letters, fig->linergb[l->first + i]);
  }
}

// the point of the highlighted line that is nearest to the selection
static void write_selected(Page* p, int line) {
  const mjvFigure* fig = p->fig;
  const float* data = fig->linedata[line];
  int nearest = -1;
  for (int k = 0; k < points_of(fig, line); k++)
    if (nearest < 0 ||
        fabsf(data[2 * k] - fig->selection) < fabsf(data[2 * nearest] - fig->selection))
      nearest = k;
  if (nearest < 0)
    return;
  char text[100];
  snprintf(text, sizeof text, "( %.4g : %.4g )", (double)data[2 * nearest],
           (double)data[2 * nearest + 1]);
  write_text(p, text, fig->xaxispixel[0] + (fig->xaxispixel[1] - fig->xaxispixel[0]) / 10,
             fig->yaxispixel[0] + (fig->yaxispixel[1] - fig->yaxispixel[0]) / 10, fig->textrgb);
}

// ---------------------------------------------------------------- figure

void mjr_figure(mjrRect viewport, mjvFigure* fig, const mjrContext* con) {
  const FcRenderer* renderer = renderer_for(__func__);
  if (!renderer || viewport.width <= 0 || viewport.height <= 0)
    return;
  if (!is_format(fig->xformat, sizeof fig->xformat) ||
      !is_format(fig->yformat, sizeof fig->yformat)) {
    mju_error("%s: xformat and yformat must print one real number, as \"%%.2f\" does", __func__);
    return;
  }
  Page p = {renderer, con, fig, viewport, con->charHeight / 2, con->charHeight, 0};
  p.status = renderer->rectangle(viewport, fig->figurergba);
  find_ranges(fig);
  place_plot(&p);
  if (fig->xaxispixel[1] > fig->xaxispixel[0] && fig->yaxispixel[1] > fig->yaxispixel[0]) {
    Legend legend = {0};
    if (fig->flg_legend && con->charHeight > 0)
      legend = place_legend(&p);
    const int highlighted = find_highlighted(&p, &legend);
    draw_grid(&p);
    draw_curves(&p, highlighted);
    write_legend(&p, &legend);
    if (fig->flg_selection && highlighted >= 0 && highlighted < mjMAXLINE)
      write_selected(&p, highlighted);
  }
  for (int k = 0; k < 2; k++) {
    fig->xaxispixel[k] += viewport.left;
    fig->yaxispixel[k] += viewport.bottom;
  }
  renderer_done(__func__, p.status);
}
