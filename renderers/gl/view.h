// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// One picture of a scene: state shared by the passes. Matrices are column-major, as in OpenGL.

#ifndef RENDERERS_GL_VIEW_H_
#define RENDERERS_GL_VIEW_H_

#include "context.h"

// How a pass draws a geom.
typedef enum Look_ {
  LOOK_LIT,      // material with the lights that are on
  LOOK_ADDED,    // the same without emission: adds light to the picture
  LOOK_SHAPE,    // nothing but its shape
  LOOK_SEGMENT,  // one colour per geom that identifies it
} Look;

typedef struct View_ {
  const Gl* gl;
  const mjrContext* con;
  mjvScene* scn;
  mjrRect viewport;
  int clip_control;
  int ntransparent;      // the first entries of geomorder, nearest first
  int mirror;            // geom that reflects, -1: none
  float head[3];         // position of the camera in model space
  mjvGLCamera camera;    // in room space
  GLenum side;           // buffer of this eye in stereo windows; 0: the only one
  float projection[16];  // from the eye to clip coordinates
  float modelview[16];   // from model space to the eye
  float light_scale;     // factor of colours except highlights: 1, less in mirrors
  int textured;          // GL_TEXTURE_2D, GL_TEXTURE_CUBE_MAP while on, 0: off
} View;

// ---------------------------------------------------------------- matrices.c
// Frustum or box whose depth is 1 at the near plane and 0 at the far one; clip_control selects the
// range of z in clip coordinates.
void gl_projection(float res[16], float left, float right, float bottom, float top, float near,
                   float far, int orthographic, int clip_control);

// The same depth with clip control, without the rounding errors.
void gl_sharpen_depth(float res[16], float near, float far, int orthographic);
void gl_cross(float res[3], const float a[3], const float b[3]);
void gl_look_at(float res[16], const float pos[3], const float forward[3], const float up[3]);
void gl_multiply(float res[16], const float a[16], const float b[16]);
void gl_pose(float res[16], const float pos[3], const float mat[9]);
void gl_room_transform(float res[16], const mjvScene* scn);
void gl_mirror(float res[16], const float point[3], const float normal[3]);

// ---------------------------------------------------------------- geoms.c
void gl_draw_geom(View* view, const mjvGeom* geom, Look look);
void gl_draw_shape(View* view, const mjvGeom* geom);

// ---------------------------------------------------------------- materials.c
void gl_set_material(View* view, const mjvGeom* geom, Look look);
void gl_set_texture(View* view, const mjvGeom* geom);
void gl_texture_off(View* view);

// 1 when the geom is a plane and the head (3, model space) is behind it.
int gl_is_plane_from_behind(const float head[3], const mjvGeom* geom);

// ---------------------------------------------------------------- lights.c
enum { LIGHTS_MOST = 8 };  // lights that OpenGL supports at once

// Selection of lights: all, those that cast shadows, or those that do not.
typedef enum Lights_ { LIGHTS_ALL, LIGHTS_PLAIN, LIGHTS_CASTING } Lights;

// the k-th light of a selection, -1: none
int gl_find_light(const View* view, Lights which, int k);

// Enables the lights of a selection from index `first` on, as many as OpenGL supports at once, in
// the current modelview. Returns how many.
int gl_lights_on(const View* view, Lights which, int first);
void gl_light_on(const View* view, int light);
void gl_lights_off(const View* view);

// ---------------------------------------------------------------- shadows.c
void gl_draw_shadows(View* view);
int gl_has_shadows(const View* view);

// ---------------------------------------------------------------- reflection.c
void gl_draw_reflection(View* view);
int gl_has_reflection(const View* view);

// ---------------------------------------------------------------- sky.c
void gl_draw_sky(View* view);

// ---------------------------------------------------------------- scene.c
// Select the buffer of this view for drawing.
void gl_bind_view(const View* view);

// ---------------------------------------------------------------- passes.c
void gl_draw_view(View* view);
void gl_load_modelview(const View* view);
void gl_draw_opaque(View* view, int except, Look look);
void gl_draw_transparent(View* view);

#endif  // RENDERERS_GL_VIEW_H_
