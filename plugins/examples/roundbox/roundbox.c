// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// acme.roundbox: a new shape, a box with rounded edges, as a signed distance field.
//
// A box of half sizes h with edges of radius r is all that is within r of the box h - r. With q =
// |p| - (h - r), component by component, a point is
//
//   |max(q, 0)| + min(max(q_x, q_y, q_z), 0) - r
//
// away from its surface, negative inside. That is exact everywhere, so the engine's descent on the
// sum of two distances converges in few steps; its bounding box and its mesh, from which the
// compiler takes volume and inertia, come from the same function.

#include <math.h>
#include <string.h>

#include <fulcrum/engine_plugin.h>
#include <fulcrum/host.h>
#include <fulcrum/layout.h>
#include <fulcrum/math.h>
#include <mujoco/mujoco.h>

// Half sizes and the radius of the edges, in the declared order.
enum { X, Y, Z, RADIUS, NATTRIBUTE };
static const char* const keys[NATTRIBUTE] = {"x", "y", "z", "radius"};
static const mjtNum defaults[NATTRIBUTE] = {0.3, 0.2, 0.1, 0.05};

// ---------------------------------------------------------------- the shape

// Position relative to the inner box.
static void beyond_core(mjtNum q[3], const mjtNum p[3], const mjtNum* a) {
  for (int k = 0; k < 3; k++)
    q[k] = fabs(p[k]) - (a[k] - a[RADIUS]);
}

static mjtNum distance(const mjtNum p[3], const mjtNum* a) {
  mjtNum q[3], outside[3];
  beyond_core(q, p, a);
  for (int k = 0; k < 3; k++)
    outside[k] = fc_max(q[k], 0);
  return fc_norm3(outside) + fc_min(fc_max(q[0], fc_max(q[1], q[2])), 0) - a[RADIUS];
}

// Away from the nearest point of the inner box; inside of that, towards the nearest face.
static void gradient(mjtNum g[3], const mjtNum p[3], const mjtNum* a) {
  mjtNum q[3];
  beyond_core(q, p, a);
  int face = q[0] >= q[1] ? (q[0] >= q[2] ? 0 : 2) : (q[1] >= q[2] ? 1 : 2);
  for (int k = 0; k < 3; k++)
    g[k] = copysign(q[face] > 0 ? fc_max(q[k], 0) : (mjtNum)(k == face), p[k]);
  fc_normalize3(g);
}

// ---------------------------------------------------------------- attributes

// Numbers from texts, in the declared order; what is blank has its default. -1 with fc_lastError.
static int read_attributes(mjtNum* a, const char* const text[NATTRIBUTE]) {
  for (int i = 0; i < NATTRIBUTE; i++) {
    a[i] = defaults[i];
    if (fc_readNumbers(text[i], keys[i], a + i, 1) < 0)
      return -1;
  }
  for (int k = 0; k < 3; k++) {
    if (!(a[RADIUS] > 0) || a[k] < a[RADIUS])
      return fc_fail("radius must be positive and at most as large as %s: %g, %g", keys[k],
                     a[RADIUS], a[k]);
  }
  return 0;
}

static int init(const mjModel* m, mjData* d, int instance) {
  const char* text[NATTRIBUTE];
  for (int i = 0; i < NATTRIBUTE; i++)
    text[i] = mj_getPluginConfig(m, instance, keys[i]);
  mjtNum* a = mju_malloc(NATTRIBUTE * sizeof *a);
  if (!a || read_attributes(a, text)) {
    mju_warning("acme.roundbox: %s", a ? fc_lastError() : "out of memory");
    mju_free(a);
    return -1;
  }
  d->plugin_data[instance] = (uintptr_t)a;
  return 0;
}

static void destroy(mjData* d, int instance) {
  mju_free((void*)d->plugin_data[instance]);
  d->plugin_data[instance] = 0;
}

// Called by the compiler, before there is a model.
static void take_attributes(mjtNum* a, const char** name, const char** value) {
  const char* text[NATTRIBUTE];
  for (int i = 0; i < NATTRIBUTE; i++) {
    text[i] = "";
    for (int k = 0; k < NATTRIBUTE; k++)
      if (strcmp(name[k], keys[i]) == 0)
        text[i] = value[k];
  }
  if (read_attributes(a, text))
    mju_error("acme.roundbox: %s", fc_lastError());
}

static void bounds(mjtNum aabb[6], const mjtNum* a) {
  fc_zero3(aabb);
  fc_copy3(aabb + 3, a);
}

// ---------------------------------------------------------------- the plugin

static const mjtNum* attributes_of(const mjData* d, int instance) {
  return (const mjtNum*)d->plugin_data[instance];
}

static mjtNum distance_at(const mjtNum p[3], const mjData* d, int instance) {
  return distance(p, attributes_of(d, instance));
}

static void gradient_at(mjtNum g[3], const mjtNum p[3], const mjData* d, int instance) {
  gradient(g, p, attributes_of(d, instance));
}

static int no_state(const mjModel* m, int instance) {
  (void)m;
  (void)instance;
  return 0;
}

static void compute(const mjModel* m, mjData* d, int instance, int capability) {
  (void)m;
  (void)d;
  (void)instance;
  (void)capability;
}

static const mjpPlugin plugin = {.name = "acme.roundbox",
                                 .nattribute = NATTRIBUTE,
                                 .attributes = keys,
                                 .capabilityflags = mjPLUGIN_SDF,
                                 .nstate = no_state,
                                 .init = init,
                                 .destroy = destroy,
                                 .compute = compute,
                                 .sdf_distance = distance_at,
                                 .sdf_gradient = gradient_at,
                                 .sdf_staticdistance = distance,
                                 .sdf_attribute = take_attributes,
                                 .sdf_aabb = bounds};
static const FcEnginePlugin table = {.size = sizeof(FcEnginePlugin), .plugin = &plugin};
static const FcFace faces[] = {
    {.size = sizeof(FcFace), .kind = FC_PLUGIN, .name = "acme.roundbox", .table = &table}};

FC_MODULE_WITH(acme_roundbox, "acme.roundbox", "1.0.0", "Apache-2.0", &fc_layout, faces, 0,
               "Geoms that are boxes with rounded edges", NULL)
