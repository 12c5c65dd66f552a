// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The skybox is a closed cylinder around the head; haze is a band of two cones that begins on the
// first infinite plane, is most opaque at its transition and transparent at the height of the eye.
// In the frame of the plane below the eye, where the horizon is at radius 1 and the eye at height
// 1,
//
//     radius 1 - r ... 1 - p at z = 0 ... p,  1 - p ... 1 at z = p ... 1,
//     p = sqrt(1/2) r sin(a) / sin(3/4 pi - a),  tan(a) = 1 / r

#include <string.h>

#include "renderers/common/common.h"
#include "trace.h"
#include "vector.h"

// distance of the sky relative to that of the far plane
#define DISTANCE 0.7f

static void find_haze(View* view) {
  const mjvScene* scn = view->world->scn;
  const mjvGeom* plane = scn->flags[mjRND_HAZE] ? find_horizon(scn) : NULL;
  if (!plane)
    return;
  const float normal[3] = {plane->mat[2], plane->mat[5], plane->mat[8]};
  float from[3];
  sub3(from, view->world->head, plane->pos);
  view->eye_height = dot3(from, normal);
  view->hazy = view->eye_height > 0;
  add3(view->foot, view->world->head, -view->eye_height, normal);
  memcpy(view->frame, plane->mat, sizeof view->frame);
  const float r = view->world->context->haze[3], angle = atan2f(1, r);
  const float p = sqrtf(0.5f) * r * sinf(angle) / sinf(0.75f * (float)mjPI - angle);
  const float radius[3] = {1 - r, 1 - p, 1}, z[3] = {0, p, 1};
  memcpy(view->haze_radius, radius, sizeof radius);
  memcpy(view->haze_height, z, sizeof z);
}

void rt_find_sky(View* view) {
  const mjvScene* scn = view->world->scn;
  const mjrContext* con = view->world->con;
  const Context* c = view->world->context;
  const int id = con->ntexture ? con->mat_texid[mjNTEXROLE * SKYBOX_MATERIAL + mjTEXROLE_RGB] : -1;
  if (!scn->flags[mjRND_SKYBOX] || id < 0 || id >= c->ntexture)
    return;
  view->sky = c->texture + id;
  view->sky_distance = DISTANCE * view->far;
  if (scn->enabletransform && scn->scale > 0)
    view->sky_distance /= scn->scale;
  find_haze(view);
}

float rt_sky_end(const View* view, const Line* line) {
  if (!view->sky)
    return line->far;
  float o[3];
  const float *d = line->direction, r = view->sky_distance;
  sub3(o, line->origin, view->world->head);
  const float a = d[0] * d[0] + d[1] * d[1], b = o[0] * d[0] + o[1] * d[1];
  const float c = o[0] * o[0] + o[1] * o[1] - r * r;
  const float side = a > 0 ? (-b + sqrtf(fmaxf(0, b * b - a * c))) / a : INFINITY;
  const float cap = d[2] != 0 ? (copysignf(r, d[2]) - o[2]) / d[2] : INFINITY;
  return fminf(line->far, fminf(side, cap));
}

// t where the ray meets the part of a cone between two rings, the nearest one beyond `near`
static float meet_band(const float o[3], const float d[3], float near, const float radius[2],
                       const float z[2]) {
  const float slope = (radius[1] - radius[0]) / (z[1] - z[0]);
  const float r0 = radius[0] + slope * (o[2] - z[0]), r1 = slope * d[2];
  const float a = d[0] * d[0] + d[1] * d[1] - r1 * r1;
  const float b = o[0] * d[0] + o[1] * d[1] - r0 * r1;
  const float c = o[0] * o[0] + o[1] * o[1] - r0 * r0;
  const float square = b * b - a * c;
  float best = INFINITY;
  if (!(square >= 0) || a == 0)
    return best;
  for (int sign = -1; sign <= 1; sign += 2) {
    const float t = (-b + (float)sign * sqrtf(square)) / a, height = o[2] + t * d[2];
    if (t > near && t < best && height >= z[0] && height <= z[1] && r0 + t * r1 >= 0)
      best = t;
  }
  return best;
}

int rt_haze(const View* view, const Line* line, float* t, float* alpha) {
  if (!view->hazy)
    return 0;
  const float *radius = view->haze_radius, *z = view->haze_height;
  const float unit[3] = {view->sky_distance, view->sky_distance, view->eye_height};
  float from[3], o[3], d[3];
  sub3(from, line->origin, view->foot);
  apply_transposed3(o, view->frame, from);
  apply_transposed3(d, view->frame, line->direction);
  for (int k = 0; k < 3; k++) {
    o[k] /= unit[k];
    d[k] /= unit[k];
  }
  *t = INFINITY;
  for (int band = 0; band < 2; band++) {
    const float found = meet_band(o, d, line->near, radius + band, z + band);
    if (found < *t) {
      const float part = (o[2] + found * d[2] - z[band]) / (z[band + 1] - z[band]);
      *t = found;
      *alpha = band ? 1 - part : part;
    }
  }
  return *t < line->far;
}

void rt_sky_color(const View* view, const float direction[3], float rgb[3]) {
  memset(rgb, 0, 3 * sizeof *rgb);
  if (!view->sky)
    return;
  float rgba[4];
  const float cube[3] = {direction[0], direction[2], -direction[1]};
  rt_sample_cube(view->sky, cube, 1, rgba);
  memcpy(rgb, rgba, 3 * sizeof *rgb);
}
