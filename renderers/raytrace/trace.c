// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Follows a ray surface by surface until nothing passes through, then to the sky. Each surface
// contributes its lit colour and, where it reflects, its mirror image times its reflectance.
// Mirrors show geoms and, unless mirrored_sky is 0 (floors as dark as with OpenGL), haze and sky.

#include <string.h>

#include "trace.h"
#include "vector.h"

// surfaces on one ray, after which everything counts as hidden
enum { SURFACES_MOST = 64 };

// State along one ray so far.
typedef struct Path_ {
  const View* view;
  Line line;
  int bounce;      // mirrors on the way
  float distance;  // m to the last of them
  float through;   // visible fraction of the background
  float rgb[3];
  Sampler* sampler;
} Path;

static void follow(Path* path);

// ---------------------------------------------------------------- fog and haze

// fog at a distance along the axis, which rays of the camera have
static void add(Path* path, const float rgb[3], float part, float t) {
  const mjvScene* scn = path->view->world->scn;
  const mjrContext* con = path->view->world->con;
  float clear = 1;
  if (scn->flags[mjRND_FOG] && !path->bounce)
    clear = fmaxf(0, fminf(1, (con->fogEnd - t) / (con->fogEnd - con->fogStart)));
  for (int k = 0; k < 3; k++)
    path->rgb[k] += part * (clear * rgb[k] + (1 - clear) * con->fogRGBA[k]);
}

// ---------------------------------------------------------------- surfaces

static void reflect(const Path* path, const Hit* hit, float rgb[3]) {
  const mjvGeom* g = path->view->world->scn->geoms + hit->geom;
  if (!(g->reflectance > 0) || !path->view->world->scn->flags[mjRND_REFLECTION] ||
      path->bounce >= path->view->settings->bounces)
    return;
  Path mirrored = {.view = path->view,
                   .bounce = path->bounce + 1,
                   .distance = path->distance + hit->t * norm3(path->line.direction),
                   .through = 1,
                   .sampler = path->sampler};
  float* d = mirrored.line.direction;
  add3(d, path->line.direction, -2 * dot3(path->line.direction, hit->normal), hit->normal);
  unit3(d);
  // smooth normals may point it into the surface
  const float into = dot3(d, hit->facet);
  if (into <= 0)
    add3(d, d, 1e-3f - into, hit->facet);
  rt_leave(hit, mirrored.line.origin);
  mirrored.line.near = 0;
  mirrored.line.far = INFINITY;
  follow(&mirrored);
  for (int k = 0; k < 3; k++)
    rgb[k] = fminf(1, rgb[k] + g->reflectance * mirrored.rgb[k]);
}

static void add_surface(Path* path, const Hit* hit) {
  const View* view = path->view;
  const float along =
      view->orthographic ? 1 : path->distance + hit->t * norm3(path->line.direction);
  const float alpha = view->world->entry[hit->geom].alpha;
  const int additive = view->world->scn->flags[mjRND_ADDITIVE] && alpha < 1;
  float rgb[3];
  rt_shade(view, hit, path->line.direction, along * view->world->pixel, path->sampler, rgb);
  reflect(path, hit, rgb);
  add(path, rgb, path->through * alpha, hit->t);
  path->through *= additive ? 1 : 1 - alpha;
}

// ---------------------------------------------------------------- rays

static void follow(Path* path) {
  const View* view = path->view;
  const int cull = view->world->scn->flags[mjRND_CULL_FACE];
  float haze_t = INFINITY, haze_alpha = 0, sky[3];
  Hit hit;
  const int open = !path->bounce || view->settings->mirrored_sky;
  if (open) {
    path->line.far = rt_sky_end(view, &path->line);
    if (!rt_haze(view, &path->line, &haze_t, &haze_alpha))
      haze_t = INFINITY;
  }
  for (int i = 0; path->through > 1e-3f; i++) {
    const int any = i < SURFACES_MOST && rt_find(view->world, &path->line, WANT_SEEN, cull, &hit);
    if (haze_t < (any ? hit.t : INFINITY)) {
      add(path, view->world->context->haze, path->through * haze_alpha, haze_t);
      path->through *= 1 - haze_alpha;
      haze_t = INFINITY;
    }
    if (!any)
      break;
    add_surface(path, &hit);
    // continue behind the surface
    path->line.near = hit.t + 1e-5f * fmaxf(hit.t, 1e-2f);
  }
  if (path->through > 0 && view->sky && open) {
    rt_sky_color(view, path->line.direction, sky);
    add(path, sky, path->through, path->line.far);
  }
}

void rt_trace(const View* view, const Line* line, Sampler* sampler, float rgb[3]) {
  Path path = {.view = view, .line = *line, .through = 1, .sampler = sampler};
  follow(&path);
  for (int k = 0; k < 3; k++)
    rgb[k] = fmaxf(0, fminf(1, path.rgb[k]));
}
