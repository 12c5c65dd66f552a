// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The colour along a ray.

#ifndef RENDERERS_RAYTRACE_TRACE_H_
#define RENDERERS_RAYTRACE_TRACE_H_

#include "sampler.h"
#include "world.h"

// Values of the parameters of the face.
typedef struct Settings_ {
  int samples;        // most rays per pixel
  float noise;        // acceptable error of a pixel
  float light_angle;  // rad, apparent size of lights
  int bounces;        // most mirrors on a ray
  float occlusion;    // reach of ambient occlusion in extents of the model
  int threads;        // 0: number of processors
  int mirrored_sky;   // 1: mirrors show sky and haze
} Settings;

// One eye: its rays and sky.
typedef struct View_ {
  const World* world;
  const Settings* settings;
  float light_width;  // half the width of lights at distance 1
  mjrRect viewport;
  float eye[3];                                 // in model space
  float right[3], up[3], forward[3];            // of unit length in the room
  float left_edge, width, bottom_edge, height;  // visible area at the near plane
  float near, far;
  int orthographic;

  // sky
  const Texture* sky;  // NULL: none
  float sky_distance;
  int hazy;                              // 1: there is haze
  float haze_radius[3], haze_height[3];  // of the rings of its band
  float foot[3], frame[9], eye_height;   // of the plane that meets the horizon
} View;

// ---------------------------------------------------------------- view.c
void rt_make_view(View* view, const World* world, const Settings* settings,
                  const mjvGLCamera* camera, mjrRect viewport);

// The ray through a point of the viewport in pixels; t is the distance along the axis of the
// camera.
void rt_view_ray(const View* view, float x, float y, Line* line);

// Reversed depth of a distance along the axis.
float rt_depth(const View* view, float distance);

// ---------------------------------------------------------------- sky.c
void rt_find_sky(View* view);

// Distance of the sky on a ray, if there is one.
float rt_sky_end(const View* view, const Line* line);

// The band of haze on a ray: t, and its opacity. 0: none.
int rt_haze(const View* view, const Line* line, float* t, float* alpha);

// The sky in a direction; black where there is none.
void rt_sky_color(const View* view, const float direction[3], float rgb[3]);

// ---------------------------------------------------------------- light.c
// Colour of a point that light falls on, seen along `direction`; `spread` is the width in m that a
// pixel has there.
void rt_shade(const View* view, const Hit* hit, const float direction[3], float spread,
              Sampler* sampler, float rgb[3]);

// an offset point from which rays leave the surface
void rt_leave(const Hit* hit, float origin[3]);

// ---------------------------------------------------------------- trace.c
// Colour of a ray of the camera, each channel between 0 and 1.
void rt_trace(const View* view, const Line* line, Sampler* sampler, float rgb[3]);

#endif  // RENDERERS_RAYTRACE_TRACE_H_
