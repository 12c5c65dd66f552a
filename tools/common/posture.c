// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The model as a silhouette, x to the right and z up. A Braille character has two by four dots; a
// dot is set when one of the points sampled inside the geoms falls on it. All pictures have the
// same scale and the same ground level; each is centred on the centre of mass.

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tools/common/posture.h"

#define ROWS 11         // lines of a picture
#define SAMPLES 13      // points along each axis of a geom
#define GEOM_MAX 2000   // models with more are not drawn
#define PANEL_MAX 40    // characters in a line of one picture
#define BRAILLE 0x2800  // the character without dots

// ---------------------------------------------------------------- taking poses

// planes are unbounded, geoms of the world do not move, and meshes are not sampled
static int is_drawn(const mjModel* m, int geom) {
  const int type = m->geom_type[geom];
  return m->body_weldid[m->geom_bodyid[geom]] != 0 && type >= mjGEOM_SPHERE && type <= mjGEOM_BOX;
}

void posture_open(Posture* p, const mjModel* m) {
  *p = (Posture){0};
  p->geom = malloc(((size_t)m->ngeom + 1) * sizeof *p->geom);
  for (int i = 0; p->geom && i < m->ngeom; i++)
    if (is_drawn(m, i))
      p->geom[p->ngeom++] = i;
  if (p->ngeom > GEOM_MAX)
    p->ngeom = 0;
  if (p->ngeom)
    p->pose = malloc((size_t)p->ngeom * POSTURE_MAX * 12 * sizeof *p->pose);
  if (!p->pose)
    p->ngeom = 0;
}

void posture_take(Posture* p, const mjModel* m, const mjData* d, double time) {
  (void)m;
  if (!p->ngeom || p->n == POSTURE_MAX)
    return;
  double* pose = p->pose + (size_t)p->n * (size_t)p->ngeom * 12;
  for (int i = 0; i < p->ngeom; i++, pose += 12) {
    for (int k = 0; k < 3; k++)
      pose[k] = d->geom_xpos[3 * p->geom[i] + k];
    for (int k = 0; k < 9; k++)
      pose[3 + k] = d->geom_xmat[9 * p->geom[i] + k];
  }
  p->time[p->n] = time;
  p->centre[p->n++] = d->subtree_com[0];
}

// ---------------------------------------------------------------- shapes

static void half_extents(const mjModel* m, int geom, double half[3]) {
  const mjtNum* size = m->geom_size + 3 * geom;
  const int type = m->geom_type[geom];
  half[0] = half[1] = half[2] = size[0];
  if (type == mjGEOM_CAPSULE)
    half[2] = size[0] + size[1];
  if (type == mjGEOM_CYLINDER)
    half[2] = size[1];
  if (type == mjGEOM_ELLIPSOID || type == mjGEOM_BOX) {
    half[1] = size[1];
    half[2] = size[2];
  }
}

// 1 when a point, given by its coordinates divided by the half extents, is inside
static int is_inside(const mjModel* m, int geom, const double half[3], const double u[3]) {
  const double across = u[0] * u[0] + u[1] * u[1];
  switch (m->geom_type[geom]) {
    case mjGEOM_BOX: return 1;
    case mjGEOM_CYLINDER: return across <= 1;
    case mjGEOM_CAPSULE: {
      const double beyond = fmax(0, fabs(u[2]) * half[2] - (half[2] - half[0])) / half[0];
      return across + beyond * beyond <= 1;
    }
    default: return across + u[2] * u[2] <= 1;
  }
}

// x and z of sample s of a geom; returns 0 when the sample is outside the shape
static int sample(const mjModel* m, int geom, const double* pose, int s, double xz[2]) {
  double half[3], u[3];
  half_extents(m, geom, half);
  for (int k = 0; k < 3; k++, s /= SAMPLES)
    u[k] = 2.0 * (s % SAMPLES) / (SAMPLES - 1) - 1;
  if (!is_inside(m, geom, half, u))
    return 0;
  const double* R = pose + 3;
  xz[0] = pose[0];
  xz[1] = pose[2];
  for (int k = 0; k < 3; k++) {
    xz[0] += R[k] * half[k] * u[k];
    xz[1] += R[6 + k] * half[k] * u[k];
  }
  return isfinite(xz[0]) && isfinite(xz[1]);
}

#define NSAMPLE (SAMPLES * SAMPLES * SAMPLES)

// ---------------------------------------------------------------- drawing

// z: lowest and highest point of all pictures, the ground included; reach: greatest horizontal
// distance of a point from the centre of its picture
static void measure(const Posture* p, const mjModel* m, double z[2], double* reach) {
  double xz[2];
  z[0] = z[1] = *reach = 0;
  for (int i = 0; i < p->n * p->ngeom; i++) {
    for (int s = 0; s < NSAMPLE; s++) {
      if (!sample(m, p->geom[i % p->ngeom], p->pose + 12 * (size_t)i, s, xz))
        continue;
      z[0] = fmin(z[0], xz[1]);
      z[1] = fmax(z[1], xz[1]);
      *reach = fmax(*reach, fabs(xz[0] - p->centre[i / p->ngeom]));
    }
  }
}

typedef struct Canvas_ {
  unsigned char letter[ROWS][POSTURE_MAX * PANEL_MAX];  // dots as bits of a Braille character
  int panel;                                            // characters per picture
  double scale;                                         // dots per metre
} Canvas;

static void set_dot(Canvas* c, int moment, int column, int row) {
  static const unsigned char bit[4][2] = {{1, 8}, {2, 16}, {4, 32}, {64, 128}};
  // one column of characters is left free between pictures
  if (column < 0 || column >= 2 * (c->panel - 1) || row < 0 || row >= 4 * ROWS)
    return;
  c->letter[row / 4][moment * c->panel + column / 2] |= bit[row % 4][column % 2];
}

static void draw_moment(Canvas* c, const Posture* p, const mjModel* m, int moment, double low) {
  double xz[2];
  for (int i = 0; i < p->ngeom; i++) {
    const double* pose = p->pose + 12 * ((size_t)moment * (size_t)p->ngeom + (size_t)i);
    for (int s = 0; s < NSAMPLE; s++) {
      if (!sample(m, p->geom[i], pose, s, xz))
        continue;
      const double column = c->panel - 1 + (xz[0] - p->centre[moment]) * c->scale;
      const double row = 4 * ROWS - 1 - (xz[1] - low) * c->scale;
      set_dot(c, moment, (int)lround(column), (int)lround(row));
    }
  }
}

static void print_letter(FILE* file, unsigned char dots, int ascii) {
  const unsigned code = BRAILLE + dots;
  if (ascii || !dots) {
    fputc(dots ? '#' : ' ', file);
  } else {
    // UTF-8 of a code point between 0x800 and 0xffff
    fprintf(file, "%c%c%c", 0xe0 | (int)(code >> 12), 0x80 | (int)(code >> 6 & 63),
            0x80 | (int)(code & 63));
  }
}

void posture_draw(FILE* file, const Posture* p, const mjModel* m, int width, int ascii) {
  static Canvas canvas;
  double z[2], reach;
  if (!p->n)
    return;
  measure(p, m, z, &reach);
  canvas = (Canvas){.panel = width / POSTURE_MAX < PANEL_MAX ? width / POSTURE_MAX : PANEL_MAX};
  canvas.scale =
      fmin((4 * ROWS - 1) / fmax(1e-6, z[1] - z[0]), (canvas.panel - 1) / fmax(1e-6, reach));
  for (int k = 0; k < p->n; k++)
    draw_moment(&canvas, p, m, k, z[0]);

  for (int row = 0; row < ROWS; row++) {
    int end = p->n * canvas.panel;
    while (end && !canvas.letter[row][end - 1])
      end--;
    // lines above the highest dot are left out
    if (!end)
      continue;
    fputs("  ", file);
    for (int k = 0; k < end; k++)
      print_letter(file, canvas.letter[row][k], ascii);
    fputc('\n', file);
  }
  fputs("  ", file);
  for (int k = 0; k < p->n; k++) {
    char label[32];
    snprintf(label, sizeof label, "%.3g s", p->time[k]);
    const int left = (canvas.panel - (int)strlen(label)) / 2;
    fprintf(file, "%*s%-*s", left, "", canvas.panel - left, label);
  }
  fputs("\n\n", file);
}

void posture_free(Posture* p) {
  free(p->geom);
  free(p->pose);
  *p = (Posture){0};
}
