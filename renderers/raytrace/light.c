// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Light on surfaces, in the terms of OpenGL's fixed functions (specification of the compatibility
// profile, 12.2), which models are made for. With the colour c, emission e, specular s and
// shininess h of a geom, the direction l to a light, the normal n, and k halfway between l and the
// eye,
//
//     e c + sum of lights att spot (ambient c o
//         + v (max(n l, 0) diffuse c + (n k)^(128 h) specular s))
//
// clamped to 1 and multiplied by the texture; each light that casts shadows is clamped separately
// and added, since it is a separate pass in OpenGL. Two factors are not in the fixed functions: v,
// the visible fraction of a light, of which one point is tested per sample; and o, whether ambient
// light reaches the point past its surroundings. Lights that cast no shadow, such as the headlight,
// are treated as filling the space, and o applies to all of them.

#include <string.h>

#include "renderers/common/common.h"
#include "trace.h"
#include "vector.h"

// light of a scene without lights
#define DARK 0.3f

void rt_leave(const Hit* hit, float origin[3]) {
  float reach = fabsf(hit->t);
  for (int k = 0; k < 3; k++)
    reach = fmaxf(reach, fabsf(hit->point[k]));
  add3(origin, hit->point, 2e-5f * reach + 1e-7f, hit->facet);
}

// ---------------------------------------------------------------- textures

static void texture_color(const View* view, const mjvGeom* g, const Hit* hit, float width,
                          float rgba[4]) {
  const mjrContext* con = view->world->con;
  const Context* c = view->world->context;
  const int known = g->matid >= 0 && g->matid < mjMAXMATERIAL - 1 && con->ntexture;
  const int id = known ? con->mat_texid[mjNTEXROLE * g->matid + mjTEXROLE_RGB] : -1;
  for (int k = 0; k < 4; k++)
    rgba[k] = 1;
  if (id < 0 || id >= c->ntexture)
    return;
  const Texture* t = c->texture + id;
  const int flat = t->type == mjTEXTURE_2D, uniform = con->mat_texuniform[g->matid];
  const float pixels = width * hit->scale * (float)t->width[0];
  if (g->texcoord) {
    // coordinates of vertices are for images
    if (flat)
      rt_sample_image(t, hit->texcoord, pixels, rgba);
  } else if (flat) {
    float scale[2];
    for (int k = 0; k < 2; k++) {
      scale[k] = con->mat_texrepeat[2 * g->matid + k];
      if (g->size[k] > 0) {
        scale[k] /= g->dataid >= 0 ? g->size[k] : 1;
        scale[k] *= uniform ? g->size[k] : 1;
      }
    }
    const float st[2] = {0.5f * scale[0] * hit->local[0] - 0.5f,
                         -0.5f * scale[1] * hit->local[1] - 0.5f};
    rt_sample_image(t, st, 0.5f * pixels * sqrtf(fabsf(scale[0] * scale[1])), rgba);
  } else {
    float direction[3];
    for (int k = 0; k < 3; k++)
      direction[k] = hit->local[k] * (uniform && g->size[k] > 0 ? g->size[k] : 1);
    // a face of a cube spans two units at distance 1
    rt_sample_cube(t, direction, 0.5f * pixels, rgba);
  }
}

// ---------------------------------------------------------------- shadows

static int has_shadows(const View* view) {
  return view->world->scn->flags[mjRND_SHADOW] && view->world->con->shadowSize > 0;
}

// area-preserving map of the unit square to the unit disc
static void on_disc(const float u[2], float res[2]) {
  const float r = sqrtf(u[0]), angle = 2 * (float)mjPI * u[1];
  res[0] = r * cosf(angle);
  res[1] = r * sinf(angle);
}

// Visibility of one point of a light, with the light in direction l at this distance.
static float visible(const View* view, const Hit* hit, const mjvLight* light, const float l[3],
                     float distance, Sampler* sampler) {
  // beyond the reach of rays, a light is directional
  const int near = distance < FC_VIEW_MOST;
  float radius = view->light_width;
  if (near)
    radius = fmaxf(radius * distance, light->bulbradius);
  float u[2], place[2], a[3], b[3];
  Line line = {.near = 0, .far = INFINITY};
  next_sample(sampler, u);
  on_disc(u, place);
  basis3(l, a, b);
  for (int k = 0; k < 3; k++)
    line.direction[k] = (near ? distance : 1) * l[k] + radius * (place[0] * a[k] + place[1] * b[k]);
  // the bulb itself does not occlude
  line.far = near ? 1 : INFINITY;
  rt_leave(hit, line.origin);
  return rt_pass(view->world, &line);
}

// visibility along one cosine-weighted direction, up to the range of occlusion
static float open_part(const View* view, const Hit* hit, Sampler* sampler) {
  const float reach = view->settings->occlusion * view->world->context->extent;
  if (!(reach > 0))
    return 1;
  float u[2], place[2], a[3], b[3];
  next_sample(sampler, u);
  on_disc(u, place);
  basis3(hit->normal, a, b);
  const float height = sqrtf(fmaxf(0, 1 - u[0]));
  Line line = {.near = 0, .far = reach};
  for (int k = 0; k < 3; k++)
    line.direction[k] = place[0] * a[k] + place[1] * b[k] + height * hit->normal[k];
  if (dot3(line.direction, hit->facet) <= 0)
    return 1;
  rt_leave(hit, line.origin);
  return rt_pass(view->world, &line);
}

// ---------------------------------------------------------------- lights

// A lit point, and its colour so far.
typedef struct Point_ {
  const View* view;
  const Hit* hit;
  const mjvGeom* geom;
  float to_eye[3];
  float open;
  Sampler* sampler;
  float rgb[3];
} Point;

static float attenuation(const View* view, const mjvLight* light, float distance) {
  const mjvScene* scn = view->world->scn;
  const float* k = light->attenuation;
  const float d = scn->enabletransform ? distance * scn->scale : distance;
  const float sum = k[0] + k[1] + k[2] > 0 ? k[0] + k[1] * d + k[2] * d * d : 1;
  return sum > 0 ? 1 / sum : 1;
}

static float cone_of(const mjvLight* light, const float l[3]) {
  if (light->type != mjLIGHT_SPOT || light->cutoff > 90)
    return 1;
  float axis[3] = {light->dir[0], light->dir[1], light->dir[2]};
  unit3(axis);
  const float along = -dot3(l, axis);
  if (along < cosf(fmaxf(0, light->cutoff) * (float)mjPI / 180))
    return 0;
  return powf(fmaxf(0, along), fmaxf(0, fminf(128, light->exponent)));
}

static int casts(const View* view, const mjvLight* light) {
  return light->castshadow && has_shadows(view);
}

static float highlight(const Point* p, const float l[3]) {
  float halfway[3];
  add3(halfway, l, 1, p->to_eye);
  unit3(halfway);
  return powf(fmaxf(0, dot3(p->hit->normal, halfway)),
              fmaxf(0, fminf(128, 128 * p->geom->shininess)));
}

static void add_direct(Point* p, const mjvLight* light, const float l[3], float distance,
                       float strength) {
  const Hit* hit = p->hit;
  const float facing = dot3(hit->normal, l);
  if (!(facing > 0) || !(strength > 0))
    return;
  const float seen =
      casts(p->view, light) ? visible(p->view, hit, light, l, distance, p->sampler) : p->open;
  const float shine = p->geom->specular > 0 && seen > 0 ? highlight(p, l) : 0;
  for (int k = 0; k < 3; k++)
    p->rgb[k] += strength * seen *
                 (facing * light->diffuse[k] * p->geom->rgba[k] +
                  shine * light->specular[k] * p->geom->specular);
}

static void add_light(Point* p, const mjvLight* light) {
  const int image = light->type == mjLIGHT_IMAGE;
  const int directed = light->type == mjLIGHT_DIRECTIONAL || image;
  float l[3], distance = INFINITY, strength = 1;
  if (directed) {
    for (int k = 0; k < 3; k++)
      l[k] = -light->dir[k];
    unit3(l);
  } else {
    sub3(l, light->pos, p->hit->point);
    distance = unit3(l);
    strength = attenuation(p->view, light, distance) * cone_of(light, l);
  }
  for (int k = 0; k < 3; k++)
    p->rgb[k] += strength * p->open * light->ambient[k] * p->geom->rgba[k];
  // an image light has no direction: it is treated as light from everywhere
  if (!image)
    add_direct(p, light, l, distance, strength);
}

static void add_clamped(float sum[3], const float rgb[3]) {
  for (int k = 0; k < 3; k++)
    sum[k] += fmaxf(0, fminf(1, rgb[k]));
}

void rt_shade(const View* view, const Hit* hit, const float direction[3], float spread,
              Sampler* sampler, float rgb[3]) {
  const mjvScene* scn = view->world->scn;
  const mjvGeom* g = scn->geoms + hit->geom;
  if (g->type == mjGEOM_LINE || g->type == mjGEOM_LINEBOX) {
    memcpy(rgb, g->rgba, 3 * sizeof *rgb);
    return;
  }
  Point p = {.view = view, .hit = hit, .geom = g, .sampler = sampler};
  for (int k = 0; k < 3; k++)
    p.to_eye[k] = -direction[k];
  unit3(p.to_eye);
  p.open = open_part(view, hit, sampler);
  for (int k = 0; k < 3; k++)
    p.rgb[k] = (g->emission + (scn->nlight ? 0 : DARK * p.open)) * g->rgba[k];
  for (int i = 0; i < scn->nlight; i++)
    if (is_light(scn->lights + i) && !casts(view, scn->lights + i))
      add_light(&p, scn->lights + i);
  memset(rgb, 0, 3 * sizeof *rgb);
  add_clamped(rgb, p.rgb);
  for (int i = 0; i < scn->nlight; i++) {
    if (is_light(scn->lights + i) && casts(view, scn->lights + i)) {
      memset(p.rgb, 0, sizeof p.rgb);
      add_light(&p, scn->lights + i);
      add_clamped(rgb, p.rgb);
    }
  }

  // at grazing angles the footprint is wider than the pixel; samples compensate for half of it
  float texture[4];
  const float cosine = fmaxf(0.05f, dot3(hit->facet, p.to_eye));
  texture_color(view, g, hit, 0.5f * spread / sqrtf(cosine), texture);
  for (int k = 0; k < 3; k++)
    rgb[k] = fminf(1, rgb[k] * texture[k]);
}
