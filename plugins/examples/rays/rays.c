// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// acme.rays: a renderer that needs no graphics library and no graphics processor. A ray goes
// through the centre of every pixel; the nearest geom that it meets is drawn. The lights of the
// scene shine on it by Lambert's law, unless something is between (a second ray):
//
//   colour = rgba (0.2 + emission + headlight + sum over lights of diffuse (n . l)+ visible)
//
// With mjRND_SEGMENT every geom has one colour, with mjRND_IDCOLOR that of its number, so pictures
// for learning can be made on machines without OpenGL. Planes and the other primitive shapes are
// exact, meshes are the boxes around them; labels, arrows and lines are left out, and a letter of a
// text is a block. To draw differently, replace `shade`, or `draw_pixel` and what it calls.

#include <stdlib.h>
#include <string.h>

#include <fulcrum/host.h>
#include <fulcrum/layout.h>
#include <fulcrum/math.h>
#include <fulcrum/renderer.h>
#include <mujoco/mujoco.h>

// Rows begin at the bottom. Depth is 1 at the near plane and 0 at the far one.
typedef struct Canvas_ {
  int width, height;
  unsigned char* rgb;
  float* depth;
} Canvas;

typedef struct Pictures_ {
  Canvas offscreen, aux[mjNAUX];
} Pictures;

static _Thread_local Canvas* target;  // what is drawn into
static _Thread_local mjrRect current;

// ---------------------------------------------------------------- contexts

static Pictures* pictures_of(const mjrContext* con) {
  return (Pictures*)(uintptr_t)((uint64_t)con->offColor_r << 32 | con->offColor);
}

static int make_canvas(Canvas* canvas, int width, int height) {
  const size_t n = (size_t)width * (size_t)height;
  unsigned char* rgb = calloc(3 * n + 1, 1);
  float* depth = calloc(n + 1, sizeof *depth);
  if (!rgb || !depth) {
    free(rgb);
    free(depth);
    return fc_fail("there is no memory for a picture of %d x %d pixels", width, height);
  }
  free(canvas->rgb);
  free(canvas->depth);
  *canvas = (Canvas){width, height, rgb, depth};
  return 0;
}

static int restore_buffer(const mjrContext* con) {
  target = &pictures_of(con)->offscreen;
  return 0;
}

static int set_buffer(int framebuffer, mjrContext* con) {
  (void)framebuffer;  // there is no window
  con->currentBuffer = mjFB_OFFSCREEN;
  return restore_buffer(con);
}

static int change_font(int fontscale, mjrContext* con) {
  con->fontScale = fontscale;
  con->charHeight = 16 * fontscale / 100;
  con->charHeightBig = 2 * con->charHeight;
  for (int c = 32; c < 127; c++) {
    con->charWidth[c] = con->charHeight / 2;
    con->charWidthBig[c] = con->charHeight;
  }
  return 0;
}

static int make_context(const mjModel* m, mjrContext* con, int fontscale) {
  Pictures* pictures = calloc(1, sizeof *pictures);
  if (!pictures)
    return fc_fail("there is no memory for a context");
  con->offFBO = 1;  // something is to be freed
  con->offColor = (unsigned)(uintptr_t)pictures;
  con->offColor_r = (unsigned)((uint64_t)(uintptr_t)pictures >> 32);
  con->offWidth = m ? m->vis.global.offwidth : 800;
  con->offHeight = m ? m->vis.global.offheight : 600;
  change_font(fontscale, con);
  set_buffer(mjFB_OFFSCREEN, con);
  return make_canvas(&pictures->offscreen, con->offWidth, con->offHeight);
}

static int free_context(mjrContext* con) {
  Pictures* pictures = pictures_of(con);
  Canvas* canvas = &pictures->offscreen;
  for (int i = -1; i < mjNAUX; i++) {
    canvas = i < 0 ? canvas : pictures->aux + i;
    target = target == canvas ? NULL : target;
    free(canvas->rgb);
    free(canvas->depth);
  }
  free(pictures);
  return 0;
}

// shapes are taken from the scene, nothing has to be prepared
static int upload(const mjModel* m, const mjrContext* con, int id) {
  (void)m;
  (void)con;
  (void)id;
  return 0;
}

// ---------------------------------------------------------------- buffers

static int resize_offscreen(int width, int height, mjrContext* con) {
  if (make_canvas(&pictures_of(con)->offscreen, width, height))
    return -1;
  con->offWidth = width;
  con->offHeight = height;
  return 0;
}

static int add_aux(int index, int width, int height, int samples, mjrContext* con) {
  (void)samples;
  if (make_canvas(pictures_of(con)->aux + index, width, height))
    return -1;
  con->auxFBO[index] = 1;
  con->auxWidth[index] = width;
  con->auxHeight[index] = height;
  return 0;
}

static int set_aux(int index, const mjrContext* con) {
  if (!con->auxFBO[index])
    return fc_fail("the auxiliary buffer %d has not been added", index);
  target = pictures_of(con)->aux + index;
  return 0;
}

// the pixel (x, y) of a canvas, -1: outside
static int64_t pixel_at(const Canvas* canvas, int x, int y) {
  const int inside = x >= 0 && y >= 0 && x < canvas->width && y < canvas->height;
  return inside ? (int64_t)y * canvas->width + x : -1;
}

static int blit_aux(int index, mjrRect src, int left, int bottom, const mjrContext* con) {
  Canvas *from = pictures_of(con)->aux + index, *to = &pictures_of(con)->offscreen;
  for (int i = 0; i < src.width * src.height; i++) {
    const int x = i % src.width, y = i / src.width;
    const int64_t a = pixel_at(from, src.left + x, src.bottom + y),
                  b = pixel_at(to, left + x, bottom + y);
    if (a >= 0 && b >= 0)
      memcpy(to->rgb + 3 * b, from->rgb + 3 * a, 3);
  }
  return 0;
}

// between window and offscreen buffer; there is no window
static int blit_buffer(mjrRect src, mjrRect dst, int color, int depth, const mjrContext* con) {
  (void)src;
  (void)dst;
  (void)color;
  (void)depth;
  (void)con;
  return 0;
}

static int window_size(mjrRect* rect, const mjrContext* con) {
  *rect = (mjrRect){0, 0, con->offWidth, con->offHeight};
  return 0;
}

static float mapped(const mjrContext* con, float depth) {
  return con->readDepthMap == mjDEPTH_ZERONEAR ? 1 - depth : depth;
}

static int read_pixels(unsigned char* rgb, float* depth, mjrRect v, const mjrContext* con) {
  const Canvas* canvas = &pictures_of(con)->offscreen;
  for (int i = 0; i < v.width * v.height; i++) {
    const int64_t at = pixel_at(canvas, v.left + i % v.width, v.bottom + i / v.width);
    if (at >= 0 && rgb)
      memcpy(rgb + 3 * i, canvas->rgb + 3 * at, 3);
    if (at >= 0 && depth)
      depth[i] = mapped(con, canvas->depth[at]);
  }
  return 0;
}

static int draw_pixels(const unsigned char* rgb, const float* depth, mjrRect v,
                       const mjrContext* con) {
  Canvas* canvas = &pictures_of(con)->offscreen;
  for (int i = 0; i < v.width * v.height; i++) {
    const int64_t at = pixel_at(canvas, v.left + i % v.width, v.bottom + i / v.width);
    if (at >= 0 && rgb)
      memcpy(canvas->rgb + 3 * at, rgb + 3 * i, 3);
    if (at >= 0 && depth)
      canvas->depth[at] = mapped(con, depth[i]);
  }
  return 0;
}

// ---------------------------------------------------------------- pictures

// distance along the unit vector `ray` to a geom, -1: it is missed; and the normal there
static mjtNum meet(const mjvGeom* geom, const mjtNum eye[3], const mjtNum ray[3],
                   mjtNum normal[3]) {
  const int round = geom->type == mjGEOM_CAPSULE || geom->type == mjGEOM_CYLINDER;
  const mjtNum pos[3] = {geom->pos[0], geom->pos[1], geom->pos[2]};
  const mjtNum size[3] = {geom->size[0], geom->size[round ? 2 : 1], geom->size[2]};
  mjtNum mat[9];
  for (int i = 0; i < 9; i++)
    mat[i] = geom->mat[i];
  if (geom->type != mjGEOM_MESH &&
      (geom->type < mjGEOM_PLANE || geom->type > mjGEOM_BOX || geom->type == mjGEOM_HFIELD))
    return -1;
  const int type = geom->type == mjGEOM_MESH ? mjGEOM_BOX : geom->type;
  return mju_rayGeom(pos, mat, size, eye, ray, type, normal);
}

// What the rays of one picture have in common, in the space of the model.
typedef struct Eye_ {
  mjtNum pos[3], forward[3], up[3], right[3];
  mjvGLCamera camera;
  mjtNum half, scale;  // half the width of the near plane; metres of the room per metre
} Eye;

static Eye eye_of(const mjvScene* scn, mjrRect v) {
  Eye eye = {.camera = mjv_averageCamera(scn->camera, scn->camera + 1), .scale = 1};
  const mjvGLCamera* c = &eye.camera;
  mjv_cameraInModel(eye.pos, eye.forward, eye.up, scn);
  fc_cross(eye.right, eye.forward, eye.up);
  if (scn->enabletransform)
    eye.scale = scn->scale;
  eye.half = c->frustum_width > 0
                 ? c->frustum_width
                 : (mjtNum)v.width / v.height * (c->frustum_top - c->frustum_bottom) / 2;
  return eye;
}

// What a ray meets first.
typedef struct Hit_ {
  const mjvGeom* geom;  // NULL: nothing
  mjtNum distance, pos[3], normal[3];
} Hit;

static Hit cast(const mjvScene* scn, const mjtNum eye[3], const mjtNum ray[3], mjtNum from,
                mjtNum to) {
  Hit hit = {.geom = NULL, .distance = to};
  for (int i = 0; i < scn->ngeom; i++) {
    mjtNum normal[3];
    const mjtNum distance = meet(scn->geoms + i, eye, ray, normal);
    if (distance < from || distance >= hit.distance)
      continue;
    hit.geom = scn->geoms + i;
    hit.distance = distance;
    fc_copy3(hit.normal, normal);
  }
  fc_addScl3(hit.pos, eye, ray, hit.distance);
  return hit;
}

// light that arrives at a surface, relative to that of the headlight; 0 in the shadow
static mjtNum light_at(const mjvScene* scn, const mjvLight* light, const Hit* hit) {
  const int directional = light->type == mjLIGHT_DIRECTIONAL;
  mjtNum to[3], away = mjMAXVAL;
  for (int k = 0; k < 3; k++)
    to[k] = directional ? -light->dir[k] : light->pos[k] - hit->pos[k];
  const mjtNum length = fc_normalize3(to), cosine = fc_dot3(to, hit->normal);
  if (!directional)
    away = length;
  if (light->headlight || cosine <= 0)
    return light->headlight ? fc_abs(cosine) : 0;
  return light->castshadow && scn->flags[mjRND_SHADOW] &&
                 cast(scn, hit->pos, to, (mjtNum)1e-3, away).geom
             ? 0
             : cosine;
}

static void shade(const mjvScene* scn, const Hit* hit, unsigned char rgb[3]) {
  const mjvGeom* geom = hit->geom;
  const int id = geom->segid + 1;
  for (int k = 0; k < 3 && scn->flags[mjRND_SEGMENT]; k++)
    rgb[k] = (unsigned char)(scn->flags[mjRND_IDCOLOR]
                                 ? id >> (8 * k)
                                 : 55 + 200 * mju_Halton(id, k == 0 ? 2 : 2 * k + 1));
  if (scn->flags[mjRND_SEGMENT])
    return;
  for (int k = 0; k < 3; k++) {
    mjtNum sum = (mjtNum)0.2 + geom->emission;
    for (int i = 0; i < scn->nlight; i++)
      sum += scn->lights[i].diffuse[k] * light_at(scn, scn->lights + i, hit);
    rgb[k] = (unsigned char)(255 * fc_min(1, geom->rgba[k] * sum) + (mjtNum)0.5);
  }
}

static void draw_pixel(const Eye* eye, const mjvScene* scn, mjtNum x, mjtNum y,
                       unsigned char rgb[3], float* depth) {
  const mjvGLCamera* c = &eye->camera;
  const mjtNum near = c->frustum_near / eye->scale, far = c->frustum_far / eye->scale;
  const mjtNum along = (c->frustum_center + eye->half * x) / eye->scale;
  const mjtNum across = (c->frustum_bottom + (c->frustum_top - c->frustum_bottom) * y) / eye->scale;
  mjtNum origin[3], ray[3], offset[3];
  fc_scl3(offset, eye->right, along);
  fc_addToScl3(offset, eye->up, across);
  fc_addScl3(origin, eye->pos, offset, c->orthographic ? 1 : 0);
  fc_scl3(ray, eye->forward, near);
  fc_addToScl3(ray, offset, c->orthographic ? 0 : 1);
  fc_normalize3(ray);
  const mjtNum cosine = fc_dot3(ray, eye->forward);
  const Hit hit = cast(scn, origin, ray, near / cosine, far / cosine);
  const mjtNum z = hit.distance * cosine;
  *depth = !hit.geom         ? 0
           : c->orthographic ? (float)((far - z) / (far - near))
                             : (float)(near * (far - z) / (z * (far - near)));
  if (hit.geom)
    shade(scn, &hit, rgb);
}

static int has_target(void) {
  return target ? 0 : fc_fail("there is nothing to draw into; call mjr_setBuffer first");
}

static int render(mjrRect v, mjvScene* scn, const mjrContext* con) {
  const Eye eye = eye_of(scn, v);
  (void)con;
  if (has_target())
    return -1;
  current = v;
  for (int i = 0; i < v.width * v.height; i++) {
    const int64_t at = pixel_at(target, v.left + i % v.width, v.bottom + i / v.width);
    if (at < 0)
      continue;
    memset(target->rgb + 3 * at, scn->flags[mjRND_SEGMENT] ? 0 : 60, 3);
    draw_pixel(&eye, scn, (mjtNum)(2 * (i % v.width) + 1) / v.width - 1,
               ((mjtNum)(i / v.width) + (mjtNum)0.5) / v.height, target->rgb + 3 * at,
               target->depth + at);
  }
  return 0;
}

// ---------------------------------------------------------------- two dimensions

static int viewport(mjrRect* rect) {
  *rect = current;
  return 0;
}

// a box of pixels of the viewport, blended with what is there
static void fill(mjrRect v, float left, float bottom, float width, float height,
                 const float rgba[4]) {
  const int x0 = (int)fc_max(0, left), x1 = (int)fc_min((mjtNum)v.width, left + width);
  const int y0 = (int)fc_max(0, bottom), y1 = (int)fc_min((mjtNum)v.height, bottom + height);
  for (int y = y0; y < y1; y++) {
    for (int x = x0; x < x1; x++) {
      const int64_t at = pixel_at(target, v.left + x, v.bottom + y);
      for (int k = 0; at >= 0 && k < 3; k++) {
        unsigned char* value = target->rgb + 3 * at + k;
        *value = (unsigned char)((1 - rgba[3]) * *value + rgba[3] * 255 * rgba[k] + 0.5f);
      }
    }
  }
}

static int rectangle(mjrRect v, const float rgba[4]) {
  if (has_target())
    return -1;
  current = v;
  fill(v, 0, 0, (float)v.width, (float)v.height, rgba);
  return 0;
}

static int text(mjrRect v, const mjrContext* con, int font, const char* letters, float x, float y,
                const float rgb[3]) {
  const int big = font == mjFONT_BIG, height = big ? con->charHeightBig : con->charHeight;
  const float rgba[4] = {rgb[0], rgb[1], rgb[2], 1};
  if (has_target())
    return -1;
  current = v;
  for (; x >= 0 && y >= 0 && *letters; letters++) {
    const int c = *letters & 0x7f;
    const float width = c < 127 ? (float)(big ? con->charWidthBig : con->charWidth)[c] : 0;
    if (c > ' ')
      fill(v, x, y + (float)(height / 4), width - 1, (float)(height / 2), rgba);
    x += width;
  }
  return 0;
}

static int lines(mjrRect v, const float* points, int n, int pairs, float width,
                 const float rgb[3]) {
  const float rgba[4] = {rgb[0], rgb[1], rgb[2], 1};
  if (has_target())
    return -1;
  current = v;
  for (int i = 0; i + 1 < n; i += pairs ? 2 : 1) {
    const float *a = points + 2 * i, dx = a[2] - a[0], dy = a[3] - a[1];
    const int steps = 1 + (int)fc_max(fc_abs(dx), fc_abs(dy));
    for (int k = 0; k <= steps; k++) {
      const float t = (float)k / (float)steps;
      fill(v, a[0] + t * dx - width / 2, a[1] + t * dy - width / 2, width, width, rgba);
    }
  }
  return 0;
}

// ---------------------------------------------------------------- what OpenGL would have

static int nothing(void) { return 0; }

static int open_screen(FcScreen* screen) {
  strcpy(screen->name, "acme.rays, in memory");
  screen->handle = screen;
  return 0;
}

static int close_screen(FcScreen* screen) {
  screen->handle = NULL;
  return 0;
}

static const FcRenderer table = {.size = sizeof(FcRenderer),
                                 .make_context = make_context,
                                 .free_context = free_context,
                                 .change_font = change_font,
                                 .upload_texture = upload,
                                 .upload_mesh = upload,
                                 .upload_hfield = upload,
                                 .set_buffer = set_buffer,
                                 .restore_buffer = restore_buffer,
                                 .resize_offscreen = resize_offscreen,
                                 .add_aux = add_aux,
                                 .set_aux = set_aux,
                                 .blit_aux = blit_aux,
                                 .blit_buffer = blit_buffer,
                                 .window_size = window_size,
                                 .read_pixels = read_pixels,
                                 .draw_pixels = draw_pixels,
                                 .render = render,
                                 .viewport = viewport,
                                 .rectangle = rectangle,
                                 .text = text,
                                 .lines = lines,
                                 .finish = nothing,
                                 .get_error = nothing,
                                 .open_screen = open_screen,
                                 .close_screen = close_screen};
static const FcFace faces[] = {
    {.size = sizeof(FcFace), .kind = FC_RENDERER, .name = "acme.rays", .table = &table}};

// of the lowest rank: it draws where it is asked for
FC_MODULE_WITH(acme_rays, "acme.rays", "1.0.0", "Apache-2.0", &fc_layout, faces, -1,
               "A renderer that casts rays, without a graphics library", NULL)
