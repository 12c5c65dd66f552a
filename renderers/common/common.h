// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Shared by the renderers: glyphs as bitmaps, fields of a context that come from its model, parts
// of a scene, the order of transparent geoms, and usable lights.

#ifndef RENDERERS_COMMON_COMMON_H_
#define RENDERERS_COMMON_COMMON_H_

#include <mujoco/mujoco.h>

// ---------------------------------------------------------------- glyphs.c
enum {
  GLYPH_FIRST = 32,  // code of the first glyph
  GLYPHS = 95,
  GLYPH_HEIGHT_MOST = 106,
  GLYPH_WIDTH_MOST = 77,
  OUTLINE_MOST = 5,
};

// One bitmap, rows from below.
typedef struct Glyph_ {
  int width, height;
  unsigned char dark[GLYPH_HEIGHT_MOST][GLYPH_WIDTH_MOST];  // 0 or 1
} Glyph;

// Heights in pixels of the fonts of a scale, which is one of mjtFontScale.
int glyph_height_normal(int scale);
int glyph_height_big(int scale);

// Width in pixels of the glyph of a code from 32 to 126 at one of these heights.
int glyph_width(int height, int code);

// Pixels by which an outline is wider than its glyph, on each side.
int glyph_outline(int height);

void draw_glyph(Glyph* glyph, int height, int code);

// ---------------------------------------------------------------- settings.c
// the material slot of the skybox
enum { SKYBOX_MATERIAL = mjMAXMATERIAL - 1 };

// Sizes, lines, shadows and fog of a model.
void copy_parameters(const mjModel* m, mjrContext* con);

// Textures of materials and of the sky. 0, or a negative number when there are too many.
int copy_materials(const mjModel* m, mjrContext* con);

// 0 when the pixels of a texture make a flat picture or the faces of a cube, else -1 after fc_fail.
int check_texture(const mjModel* m, int id);

// Makes `framebuffer` (mjtFramebuffer) the current one, or the only one that exists. -1 after
// fc_fail when there is none.
int choose_framebuffer(int framebuffer, mjrContext* con);

// ---------------------------------------------------------------- scene.c
// The first infinite plane, or NULL.
const mjvGeom* find_horizon(const mjvScene* scn);

// Unit normal of a triangle.
void face_normal(const float* a, const float* b, const float* c, float normal[3]);

// Rectangles and colour of the frame of a scene inside a viewport.
void border_of(const mjvScene* scn, mjrRect viewport, mjrRect side[4], float rgba[4]);

// ---------------------------------------------------------------- order.c
// Fills camdist, transparent and geomorder of a scene that is seen from `head` in model space, as
// mjr_render documents it. Returns how many geoms are transparent: the first entries of geomorder,
// nearest first.
int order_transparent(mjvScene* scn, const float head[3]);

// 1 when all numbers of a light are finite. A light without a position, for example of a body whose
// pose is NaN, has no effect.
int is_light(const mjvLight* light);

#endif  // RENDERERS_COMMON_COMMON_H_
