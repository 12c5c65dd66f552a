// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// One picture of a scene: what the passes share. Matrices are those of OpenGL, column by column.

#ifndef RENDERERS_GL_VIEW_H_
#define RENDERERS_GL_VIEW_H_

#include "context.h"

// What a pass wants of a geom.
typedef enum Look_ {
  LOOK_LIT,      // material with the lights that are on
  LOOK_ADDED,    // the same without emission: more light for what is there already
  LOOK_SHAPE,    // nothing but its shape
  LOOK_SEGMENT,  // one colour per geom that tells which it is
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
  GLenum side;           // buffer of this eye, in windows that have two; 0: the only one
  float projection[16];  // from the eye to clip coordinates
  float modelview[16];   // from model space to the eye
  float light_scale;     // colours but highlights are multiplied by this: 1, in mirrors less
  int textured;          // GL_TEXTURE_2D, GL_TEXTURE_CUBE_MAP while on, 0: off
} View;

// ---------------------------------------------------------------- matrices.c
// Frustum or box whose depth is 1 at the near plane and 0 at the far one; clip_control tells
// between which values of z of clip coordinates that is.
void gl_projection(float res[16], float left, float right, float bottom, float top, float near,
                   float far, int orthographic, int clip_control);

// The same depth with clip control, without what is lost on the way.
void gl_sharpen_depth(float res[16], float near, float far, int orthographic);
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

// Is it a plane, and the head (3, model space) behind it?
int gl_is_plane_from_behind(const float head[3], const mjvGeom* geom);

// ---------------------------------------------------------------- lights.c
enum { LIGHTS_MOST = 8 };  // what OpenGL has at once

// Which lights: all of them, or those that cast shadows, or those that do not.
typedef enum Lights_ { LIGHTS_ALL, LIGHTS_PLAIN, LIGHTS_CASTING } Lights;

// the k-th light of these, -1: there is none
int gl_find_light(const View* view, Lights which, int k);

// Switches on the lights from the first-th of these on, as many as there are at once, in the
// current modelview. Returns how many.
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
// The buffer of this view is drawn to.
void gl_bind_view(const View* view);

// ---------------------------------------------------------------- passes.c
void gl_draw_view(View* view);
void gl_load_modelview(const View* view);
void gl_draw_opaque(View* view, int except, Look look);
void gl_draw_transparent(View* view);

#endif  // RENDERERS_GL_VIEW_H_
