// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Edges, the only parts of surfaces drawn in wireframe: those of triangles, and on shapes in closed
// form the lines where other renderers, which approximate round shapes by faces, have edges. A ray
// that meets a surface is on an edge when it passes it, or the tangent of a round one at the
// nearest point, within half the line width at this distance.

#include "vector.h"
#include "world.h"

// 1 when the ray passes a straight line within `reach`. `gap` points from a point of the ray to a
// point of the line.
static int passes(const float direction[3], const float gap[3], const float along[3], float reach) {
  float across[3];
  cross3(across, direction, along);
  const float n = norm3(across), least = 1e-4f * norm3(direction) * norm3(along);
  if (n > least)
    return fabsf(dot3(gap, across)) <= reach * n;
  // the ray is parallel to the line
  float rest[3];
  add3(rest, gap, -dot3(gap, direction) / dot3(direction, direction), direction);
  return norm3(rest) <= reach;
}

// ---------------------------------------------------------------- triangles

int rt_on_triangle_edge(const World* w, const float* corner[3], const Line* local, const Line* line,
                        float t) {
  float point[3], place[3];
  add3(point, line->origin, t, line->direction);
  add3(place, local->origin, t, local->direction);
  const float reach = rt_half_width(w, w->wire, point);
  for (int k = 0; k < 3; k++) {
    float gap[3], along[3];
    sub3(gap, corner[k], place);
    sub3(along, corner[(k + 1) % 3], corner[k]);
    if (passes(local->direction, gap, along, reach))
      return 1;
  }
  return 0;
}

// ---------------------------------------------------------------- unit shapes

// A ray that hits a unit shape: the hit point in the unit shape, and the largest distance of an
// edge.
typedef struct Place_ {
  const World* world;
  const Part* part;
  const Line* line;
  const double* p;
  float reach;
} Place;

// 1 when the edge through (x, y, z) along (u, v, w) is near
static int is_edge(const Place* s, double x, double y, double z, double u, double v, double w) {
  const float from[3] = {(float)(x - s->p[0]), (float)(y - s->p[1]), (float)(z - s->p[2])};
  const float tangent[3] = {(float)u, (float)v, (float)w};
  float gap[3], along[3];
  apply3(gap, s->part->axes, from);
  apply3(along, s->part->axes, tangent);
  return passes(s->line->direction, gap, along, s->reach);
}

// the nearest multiple of a step
static double nearest(double x, double step) { return step * round(x / step); }

// the nearest of the lines of a grid, as in Plane, with ends at -1 and 1
static double nearest_line(double x, int cells, double spacing) {
  const double i = round((x / spacing + cells) / 2), end = copysign(1, x);
  const double line = (2 * mjMAX(0, mjMIN(cells, i)) - cells) * spacing;
  return fabs(end - x) < fabs(line - x) ? end : line;
}

// 1 when nothing is visible beyond the end of a face at -1 or 1 of an axis: a square ends there, or
// the next face of a box faces away.
static int is_outline(const Place* s, int axis, double end) {
  const float along = dot3(s->part->inverse + 3 * axis, s->line->direction);
  return fabs(end) == 1 && (s->part->unit == UNIT_SQUARE || (double)along * end > 0);
}

// Lines of the square of the axes u and v. Those between faces have half of their width on each.
static int on_grid(const Place* s, int u, int v) {
  for (int k = 0; k < 2; k++) {
    const int across = k ? v : u, along = k ? u : v, cells = s->part->cells[k];
    double q[3] = {s->p[0], s->p[1], s->p[2]}, tangent[3] = {0, 0, 0};
    q[across] = nearest_line(q[across], cells, (double)s->part->spacing[k]);
    tangent[along] = 1;
    Place wide = *s;
    wide.reach *= is_outline(s, across, q[across]) ? 2 : 1;
    if (is_edge(&wide, q[0], q[1], q[2], tangent[0], tangent[1], tangent[2]))
      return 1;
  }
  return 0;
}

// A surface of revolution at radius r: the slice through the nearest meridian, whose tangent there
// goes outwards by `out` while it goes up by `up`; and the circle of another radius at height z.
static int on_slices(const Place* s, double r, double out, double up, double radius, double z) {
  const double *p = s->p, angle = nearest(atan2(p[1], p[0]), 2 * mjPI / s->world->slices);
  const double c = cos(angle), d = sin(angle), ratio = r > 0 ? radius / r : 0;
  return is_edge(s, r * c, r * d, p[2], out * c, out * d, up) ||
         is_edge(s, ratio * p[0], ratio * p[1], z, -p[1], p[0], 0);
}

static int on_disc(const Place* s, double r) {
  const int rings = mjMAX(1, s->world->stacks / 2);
  return on_slices(s, r, 1, 0, mjMAX(1, round(r * rings)) / rings, s->p[2]);
}

static int on_sphere(const Place* s, double r) {
  const double step = 0.5 * mjPI / mjMAX(1, s->world->stacks / 2);
  const double elevation = nearest(atan2(s->p[2], r), step);
  return on_slices(s, r, -s->p[2], r, cos(elevation), sin(elevation));
}

static int on_triangle(Place* s) {
  // a triangle has no neighbours
  s->reach *= 2;
  const double *p = s->p, rest = (1 - p[0] - p[1]) / 2;
  return is_edge(s, 0, p[1], 0, 0, 1, 0) || is_edge(s, p[0], 0, 0, 1, 0, 0) ||
         is_edge(s, p[0] + rest, p[1] + rest, 0, -1, 1, 0);
}

int rt_on_part_edge(const World* w, const Part* part, const Line* line, double t,
                    const double point[3], const double normal[3]) {
  float place[3];
  add3(place, line->origin, (float)t, line->direction);
  Place s = {w, part, line, point, rt_half_width(w, w->wire, place)};
  const double r = sqrt(point[0] * point[0] + point[1] * point[1]), z = point[2];
  const int level = normal[0] == 0 && normal[1] == 0, stacks = w->stacks;
  switch (part->unit) {
    case UNIT_SPHERE:
    case UNIT_TOP:
    case UNIT_BOTTOM: return on_sphere(&s, r);
    case UNIT_TUBE:
    case UNIT_CYLINDER:
      return level ? on_disc(&s, r)
                   : on_slices(&s, r, 0, 1, r, nearest_line(z, stacks, 1.0 / stacks));
    case UNIT_CONE:
      if (level && normal[2] < 0)
        return on_disc(&s, r);
      return on_slices(&s, r, -1, 1, 1 - nearest(z, 1.0 / stacks), nearest(z, 1.0 / stacks));
    case UNIT_BOX:
      for (int axis = 0; axis < 3; axis++)
        if (normal[axis] != 0)
          return on_grid(&s, (axis + 1) % 3, (axis + 2) % 3);
      return 0;
    case UNIT_SQUARE: return on_grid(&s, 0, 1);
    case UNIT_TRIANGLE: return on_triangle(&s);
    case UNIT_LINE: return 1;
  }
  return 0;
}
