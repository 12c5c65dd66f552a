// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Signed distance fields mujoco.sdf.{bolt, bowl, gear, nut, torus}: the glue between the shapes and
// the plugin ABI. The attributes of an instance are numbers with a default; those of a geom's
// instance are read once and kept with the mjData.
//
// The functions of the ABI are not told which plugin they belong to, so every shape has its own
// thin functions; the macro at the end defines them.

#include <math.h>
#include <string.h>

#include <fulcrum/engine_plugin.h>
#include <fulcrum/host.h>
#include <fulcrum/layout.h>

#include "paths.h"
#include "plugins/instance/instance.h"
#include "shapes.h"

enum { MAX_ATTRIBUTE = 5 };
#define END_SIZE 0.2  // radius of the ends of drawn descents, in mean sizes of the model

typedef struct Shape_ {
  int drawn;  // whether its descents are recorded, for visualisation
  int n;
  const char* const* key;
  mjtNum def[MAX_ATTRIBUTE];
} Shape;

// ---------------------------------------------------------------- attributes

// numbers from texts; a blank text means the default. -1 with a message
static int read_attributes(const Shape* shape, const char* const* text, mjtNum* a) {
  for (int i = 0; i < shape->n; i++) {
    a[i] = shape->def[i];
    if (fc_readNumbers(text[i], shape->key[i], a + i, 1) < 0)
      return -1;
  }
  return 0;
}

// values of the attributes `name`, which may come in any order, as numbers in declared order
static void take_attributes(const Shape* shape, mjtNum* a, const char** name, const char** value) {
  const char* text[MAX_ATTRIBUTE];
  for (int i = 0; i < shape->n; i++) {
    text[i] = value[i];
    for (int k = 0; k < shape->n; k++)
      if (strcmp(name[k], shape->key[i]) == 0)
        text[i] = value[k];
  }
  if (read_attributes(shape, text, a))
    mju_error("signed distance field: %s", fc_lastError());
}

// ---------------------------------------------------------------- life of an instance

// what plugin_data points to
typedef struct Instance_ {
  mjtNum attribute[MAX_ATTRIBUTE];
  Paths* paths;  // NULL: not drawn
} Instance;

static Instance* instance_of(const mjData* d, int instance) {
  return (Instance*)d->plugin_data[instance];
}

static int start(const mjModel* m, mjData* d, int instance, const Shape* shape) {
  const char* text[MAX_ATTRIBUTE];
  for (int i = 0; i < shape->n; i++)
    text[i] = mj_getPluginConfig(m, instance, shape->key[i]);
  Instance* own = mju_malloc(sizeof *own);
  Paths* paths = own && shape->drawn ? paths_make(m) : NULL;
  const int have_room = own && (paths || !shape->drawn);
  if (!have_room || read_attributes(shape, text, own->attribute)) {
    mju_warning("signed distance field: invalid parameters: %s",
                have_room ? fc_lastError() : "out of memory");
    paths_free(paths);
    mju_free(own);
    return -1;
  }
  own->paths = paths;
  d->plugin_data[instance] = (uintptr_t)own;
  return 0;
}

static void destroy(mjData* d, int instance) {
  if (instance_of(d, instance))
    paths_free(instance_of(d, instance)->paths);
  mju_free(instance_of(d, instance));
  d->plugin_data[instance] = 0;
}

// collision announces a pair of geoms
static void reset(const mjModel* m, mjtNum* state, void* data, int instance) {
  (void)m;
  (void)state;
  (void)instance;
  if (data)
    paths_clear(((Instance*)data)->paths);
}

// and every descent from a starting point
static void compute(const mjModel* m, mjData* d, int instance, int capability) {
  (void)m;
  (void)capability;
  paths_begin(instance_of(d, instance)->paths);
}

static void visualize(const mjModel* m, mjData* d, const mjvOption* opt, mjvScene* scn,
                      int instance) {
  for (int i = 0; i < m->ngeom && opt->flags[mjVIS_SDFITER]; i++) {
    if (m->geom_plugin[i] == instance)
      paths_draw(instance_of(d, instance)->paths, scn, d->geom_xpos + 3 * i, d->geom_xmat + 9 * i,
                 END_SIZE * m->stat.meansize);
  }
}

static const mjtNum* attributes_of(const mjData* d, int instance) {
  return instance_of(d, instance)->attribute;
}

// ---------------------------------------------------------------- bounding boxes: half sizes

static void torus_box(mjtNum half[3], const mjtNum* a) {
  half[0] = half[1] = a[0] + a[1];
  half[2] = a[1];
}

static void bowl_box(mjtNum half[3], const mjtNum* a) { half[0] = half[1] = half[2] = a[1] + a[2]; }

static void bolt_box(mjtNum half[3], const mjtNum* a) {
  (void)a;
  half[0] = half[1] = 0.6;
  half[2] = 1;
}

static void nut_box(mjtNum half[3], const mjtNum* a) { bolt_box(half, a); }

static void gear_box(mjtNum half[3], const mjtNum* a) {
  half[0] = half[1] = 1.25 * a[1] / 2;
  half[2] = 1.1 * a[3] / 2;
}

static void box(mjtNum aabb[6], const mjtNum* a, void (*half)(mjtNum half[3], const mjtNum* a)) {
  aabb[0] = aabb[1] = aabb[2] = 0;
  half(aabb + 3, a);
}

// ---------------------------------------------------------------- gradients

#define DIFFERENCE_GRADIENT(shape)                                                       \
  static void shape##_gradient(mjtNum gradient[3], const mjtNum p[3], const mjtNum* a) { \
    difference_gradient(gradient, p, a, shape##_distance);                               \
  }
DIFFERENCE_GRADIENT(bolt)
DIFFERENCE_GRADIENT(bowl)
DIFFERENCE_GRADIENT(gear)
DIFFERENCE_GRADIENT(nut)

// ---------------------------------------------------------------- the plugins

// Functions, plugin and table of one shape, whose attribute names are in SHAPE_keys. `drawn`: its
// descents are recorded and drawn; the reference shows none on the torus.
#define SDF_PLUGIN(shape, drawn, ...)                                                      \
  static const Shape shape = {                                                             \
      drawn, sizeof shape##_keys / sizeof *shape##_keys, shape##_keys, {__VA_ARGS__}};     \
  static int shape##_init(const mjModel* m, mjData* d, int instance) {                     \
    return start(m, d, instance, &shape);                                                  \
  }                                                                                        \
  static mjtNum shape##_at(const mjtNum p[3], const mjData* d, int instance) {             \
    return shape##_distance(p, attributes_of(d, instance));                                \
  }                                                                                        \
  static void shape##_gradient_at(mjtNum gradient[3], const mjtNum p[3], const mjData* d,  \
                                  int instance) {                                          \
    if (drawn)                                                                             \
      paths_add(instance_of(d, instance)->paths, p);                                       \
    shape##_gradient(gradient, p, attributes_of(d, instance));                             \
  }                                                                                        \
  static void shape##_attribute(mjtNum* a, const char** name, const char** value) {        \
    take_attributes(&shape, a, name, value);                                               \
  }                                                                                        \
  static void shape##_aabb(mjtNum aabb[6], const mjtNum* a) { box(aabb, a, shape##_box); } \
  static const mjpPlugin shape##_plugin = {                                                \
      .name = "mujoco.sdf." #shape,                                                        \
      .nattribute = sizeof shape##_keys / sizeof *shape##_keys,                            \
      .attributes = shape##_keys,                                                          \
      .capabilityflags = mjPLUGIN_SDF,                                                     \
      .nstate = instance_without_state,                                                    \
      .init = shape##_init,                                                                \
      .destroy = destroy,                                                                  \
      .reset = drawn ? reset : NULL,                                                       \
      .compute = drawn ? compute : NULL,                                                   \
      .visualize = drawn ? visualize : NULL,                                               \
      .sdf_distance = shape##_at,                                                          \
      .sdf_gradient = shape##_gradient_at,                                                 \
      .sdf_staticdistance = shape##_distance,                                              \
      .sdf_attribute = shape##_attribute,                                                  \
      .sdf_aabb = shape##_aabb};                                                           \
  static const FcEnginePlugin shape##_table = {.size = sizeof(FcEnginePlugin),             \
                                               .plugin = &shape##_plugin};

static const char* const bolt_keys[] = {"radius"};
static const char* const bowl_keys[] = {"height", "radius", "thickness"};
static const char* const gear_keys[] = {"alpha", "diameter", "teeth", "thickness", "innerdiameter"};
static const char* const nut_keys[] = {"radius"};
static const char* const torus_keys[] = {"radius1", "radius2"};

SDF_PLUGIN(bolt, 1, 0.26)
SDF_PLUGIN(bowl, 1, 0.4, 1, 0.02)
SDF_PLUGIN(gear, 1, 0, 2.8, 25, 0.2, -1)
SDF_PLUGIN(nut, 1, 0.26)
SDF_PLUGIN(torus, 0, 0.35, 0.15)

#define FACE(shape)                                                          \
  {                                                                          \
    .size = sizeof(FcFace), .kind = FC_PLUGIN, .name = "mujoco.sdf." #shape, \
    .table = &shape##_table                                                  \
  }
static const FcFace faces[] = {FACE(bolt), FACE(bowl), FACE(gear), FACE(nut), FACE(torus)};

FC_MODULE_WITH(sdf_shapes, "sdf_shapes", "1.0.0", "Apache-2.0", &fc_layout, faces, 1,
               "Signed distance fields of a bolt, a bowl, a gear, a nut and a torus", NULL)
