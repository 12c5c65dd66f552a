// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Contexts: made, found by their number, freed; fonts; resources of the model.

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include <fulcrum/host.h>

#include "context.h"
#include "renderers/common/common.h"

// Numbers begin here, so that those of other renderers are unlikely to be valid here.
enum { NUMBER_FIRST = 0x52540000, CODES = 128 };

// All contexts of the process; the index is the number.
static struct {
  pthread_mutex_t lock;
  Context** context;
  unsigned int n;
} all = {PTHREAD_MUTEX_INITIALIZER, NULL, 0};

// A fork waits until the list is consistent, so that the child never finds it locked.
static void hold_list(void) { pthread_mutex_lock(&all.lock); }

static void release_list(void) { pthread_mutex_unlock(&all.lock); }

static void watch_forks(void) { pthread_atfork(hold_list, release_list, release_list); }

// ---------------------------------------------------------------- Embree

// One device serves all contexts and lives as long as the process. Trees are built by one thread,
// so that they, and hence the order of hits at equal distance, do not depend on the machine.
static RTCDevice open_device(void) {
  static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
  static RTCDevice device;
  static const struct {
    enum RTCDeviceProperty property;
    const char* what;
  } needed[] = {{RTC_DEVICE_PROPERTY_TRIANGLE_GEOMETRY_SUPPORTED, "triangles"},
                {RTC_DEVICE_PROPERTY_USER_GEOMETRY_SUPPORTED, "user geometry"},
                {RTC_DEVICE_PROPERTY_FILTER_FUNCTION_SUPPORTED, "filter functions"}};
  pthread_mutex_lock(&lock);
  if (!device && !(device = rtcNewDevice("threads=1")))
    fc_fail("Embree cannot be started, error %d", (int)rtcGetDeviceError(NULL));
  for (size_t i = 0; device && i < sizeof needed / sizeof *needed; i++) {
    if (!rtcGetDeviceProperty(device, needed[i].property)) {
      fc_fail("this Embree was built without %s", needed[i].what);
      rtcReleaseDevice(device);
      device = NULL;
    }
  }
  pthread_mutex_unlock(&lock);
  return device;
}

// ---------------------------------------------------------------- numbers

static int enter(Context* c) {
  static pthread_once_t watched = PTHREAD_ONCE_INIT;
  unsigned int i = 0;
  pthread_once(&watched, watch_forks);
  pthread_mutex_lock(&all.lock);
  while (i < all.n && all.context[i])
    i++;
  Context** more = i < all.n ? all.context : realloc(all.context, (all.n + 1) * sizeof *more);
  if (more) {
    all.context = more;
    all.n = i < all.n ? all.n : all.n + 1;
    all.context[i] = c;
    c->number = NUMBER_FIRST + i;
  }
  pthread_mutex_unlock(&all.lock);
  return more ? 0 : fc_fail("there is no memory for a context");
}

static Context* find(unsigned int number, int leave) {
  Context* c = NULL;
  pthread_mutex_lock(&all.lock);
  if (number >= NUMBER_FIRST && number - NUMBER_FIRST < all.n) {
    c = all.context[number - NUMBER_FIRST];
    if (leave)
      all.context[number - NUMBER_FIRST] = NULL;
  }
  pthread_mutex_unlock(&all.lock);
  return c;
}

Context* rt_context_of(unsigned int number) { return find(number, 0); }

Context* rt_context(const mjrContext* con) {
  Context* c = find(con->baseFontNormal, 0);
  if (!c)
    fc_fail(con->baseFontNormal ? "the context was made by another renderer than raytrace"
                                : "the context was not made; mjr_makeContext makes it");
  return c;
}

// ---------------------------------------------------------------- resources

static void* array(int n, size_t size) { return calloc(n ? (size_t)n : 1, size); }

static int make_arrays(Context* c, const mjModel* m) {
  c->texture = array((int)m->ntex, sizeof *c->texture);
  c->mesh = array(2 * (int)m->nmesh, sizeof *c->mesh);
  c->hfield = array((int)m->nhfield, sizeof *c->hfield);
  c->skin = array((int)m->nskin, sizeof *c->skin);
  c->plane = array((int)m->ngeom, sizeof *c->plane);
  if (!c->texture || !c->mesh || !c->hfield || !c->skin || !c->plane)
    return fc_fail("there is no memory for the resources of the model");
  c->ntexture = (int)m->ntex;
  c->nmesh = (int)m->nmesh;
  c->nhfield = (int)m->nhfield;
  c->nskin = (int)m->nskin;
  return 0;
}

static int make_mesh(Context* c, const mjModel* m, int id) {
  return rt_make_mesh(c->mesh + 2 * id, c->device, m, id) ||
                 rt_make_hull(c->mesh + 2 * id + 1, c->device, m, id)
             ? -1
             : 0;
}

static int make_resources(Context* c, const mjModel* m) {
  int status = make_arrays(c, m);
  for (int i = 0; i < m->ntex && !status; i++)
    status = rt_make_texture(c->texture + i, m, i);
  for (int i = 0; i < m->nmesh && !status; i++)
    status = make_mesh(c, m, i);
  for (int i = 0; i < m->nhfield && !status; i++)
    status = rt_make_hfield(c->hfield + i, c->device, m, i);
  for (int i = 0; i < m->nskin && !status; i++)
    status = rt_make_skin(c->skin + i, m, i);
  for (int i = 0; i < m->ngeom && !status; i++)
    if (m->geom_type[i] == mjGEOM_PLANE)
      c->plane[c->nplane++] = rt_make_plane(m, i);
  c->extent = (float)m->stat.extent;
  memcpy(c->haze, m->vis.rgba.haze, 3 * sizeof *c->haze);
  c->haze[3] = m->vis.map.haze;
  c->slices = m->vis.quality.numslices;
  c->stacks = m->vis.quality.numstacks;
  c->quads = m->vis.quality.numquads;
  return status;
}

static void free_all(Context* c) {
  for (int i = 0; i < c->ntexture; i++)
    rt_free_texture(c->texture + i);
  for (int i = 0; i < 2 * c->nmesh; i++)
    rt_free_solid(c->mesh + i);
  for (int i = 0; i < c->nhfield; i++)
    rt_free_solid(c->hfield + i);
  for (int i = 0; i < c->nskin; i++)
    rt_free_skin(c->skin + i);
  free(c->texture);
  free(c->mesh);
  free(c->hfield);
  free(c->skin);
  free(c->plane);
  rt_free_buffer(&c->offscreen);
  for (int i = 0; i < mjNAUX; i++)
    rt_free_buffer(c->aux + i);
  free(c);
}

// ---------------------------------------------------------------- make and free

int rt_make_context(const mjModel* m, mjrContext* con, int fontscale) {
  Context* c = calloc(1, sizeof *c);
  if (!c)
    return fc_fail("there is no memory for a context");
  if (!(c->device = open_device()) || enter(c)) {
    free(c);
    return -1;
  }
  con->baseFontNormal = c->number;
  rt_change_font(fontscale, con);
  con->glInitialized = 1;
  con->windowAvailable = rt_has_window();
  con->windowSamples = con->windowStereo = con->windowDoublebuffer = 0;
  if (m) {
    copy_parameters(m, con);
    con->ntexture = (int)m->ntex;
    con->nskin = (int)m->nskin;
    if (copy_materials(m, con) || make_resources(c, m))
      return -1;
    for (int i = 0; i < mjMIN((int)m->ntex, mjMAXTEXTURE); i++)
      con->textureType[i] = m->tex_type[i];
  } else {
    con->offWidth = 800;
    con->offHeight = 600;
  }
  const int width = con->offWidth, height = con->offHeight;
  if (width > 0 && height > 0) {
    con->offWidth = 0;
    if (rt_resize_offscreen(width, height, con))
      return -1;
  }
  return rt_set_buffer(mjFB_WINDOW, con);
}

int rt_free_context(mjrContext* con) {
  Context* c = rt_context(con);
  if (!c)
    return -1;
  find(c->number, 1);
  free_all(c);
  return 0;
}

int rt_change_font(int scale, mjrContext* con) {
  const int normal = glyph_height_normal(scale), big = glyph_height_big(scale);
  con->rangeFont = CODES;
  con->fontScale = scale;
  con->charHeight = normal;
  con->charHeightBig = big;
  for (int code = GLYPH_FIRST; code < GLYPH_FIRST + GLYPHS; code++) {
    con->charWidth[code] = glyph_width(normal, code);
    con->charWidthBig[code] = glyph_width(big, code);
  }
  return 0;
}

// ---------------------------------------------------------------- updating resources

int rt_upload_texture(const mjModel* m, const mjrContext* con, int id) {
  Context* c = rt_context(con);
  if (!c)
    return -1;
  return id < c->ntexture
             ? rt_make_texture(c->texture + id, m, id)
             : fc_fail("the context was made for a model with %d textures", c->ntexture);
}

int rt_upload_mesh(const mjModel* m, const mjrContext* con, int id) {
  Context* c = rt_context(con);
  if (!c)
    return -1;
  return id < c->nmesh ? make_mesh(c, m, id)
                       : fc_fail("the context was made for a model with %d meshes", c->nmesh);
}

int rt_upload_hfield(const mjModel* m, const mjrContext* con, int id) {
  Context* c = rt_context(con);
  if (!c)
    return -1;
  return id < c->nhfield
             ? rt_make_hfield(c->hfield + id, c->device, m, id)
             : fc_fail("the context was made for a model with %d height fields", c->nhfield);
}
