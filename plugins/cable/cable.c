// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Elasticity of an inextensible cable: the plugin mujoco.elasticity.cable. The cable is a chain of
// bodies connected by ball joints; the torque of a bent and twisted rod acts between neighbours,
//
//   stress = -K (omega - omega0) / L,   K = (J G, Iy E, Iz E)
//
// with the rotation vector omega of a body relative to the one before it, its value omega0 at rest
// and the distance L of their origins. Cross sections come from the first geom of each body.

#include <math.h>
#include <string.h>

#include <fulcrum/engine_plugin.h>
#include <fulcrum/host.h>
#include <fulcrum/layout.h>
#include <fulcrum/math.h>

#include "plugins/instance/instance.h"

typedef struct Segment_ {
  mjtNum stiffness[3];  // twist about x, bending about y and z
  mjtNum rest[3];       // rotation vector at rest
  mjtNum length;        // distance from the previous segment
  mjtNum stress[3];     // between it and the previous one; scratch of compute
  mjtNum quat[4];       // rotation from the previous one; scratch of compute
} Segment;

typedef struct Cable_ {
  int first, n;  // bodies
  mjtNum vmax;   // stress at the end of the colour scale; 0: no colours
  Segment segment[];
} Cable;

// ---------------------------------------------------------------- geometry

// rotation of the body's ball joint, or of its free joint; none otherwise
static void joint_quaternion(const mjModel* m, const mjtNum* qpos, int body, mjtNum quat[4]) {
  const int j = m->body_jntadr[body];
  quat[0] = 1;
  quat[1] = quat[2] = quat[3] = 0;
  if (j < 0)
    return;
  if (m->jnt_type[j] == mjJNT_BALL)
    fc_copy4(quat, qpos + m->jnt_qposadr[j]);
  if (m->jnt_type[j] == mjJNT_FREE)
    fc_copy4(quat, qpos + m->jnt_qposadr[j] + 3);
}

// torsion constant and second moments of area of the first geom; 0 for shapes that are not rods
static void section(const mjModel* m, int body, mjtNum moment[3]) {
  const int g = m->body_geomadr[body];
  fc_zero3(moment);
  if (g < 0)
    return;
  const mjtNum* size = m->geom_size + 3 * g;
  if (m->geom_type[g] == mjGEOM_CYLINDER || m->geom_type[g] == mjGEOM_CAPSULE) {
    const mjtNum r4 = pow(size[0], 4);
    moment[0] = mjPI * r4 / 2;
    moment[1] = moment[2] = mjPI * r4 / 4;
  } else if (m->geom_type[g] == mjGEOM_BOX) {
    // torsion of a rectangle by Saint-Venant's series
    const mjtNum h = size[1], w = size[2], a = fmax(h, w), b = fmin(h, w);
    moment[0] = a * pow(b, 3) * (16.0 / 3 - 3.36 * b / a * (1 - pow(b, 4) / pow(a, 4) / 12));
    moment[1] = pow(2 * w, 3) * 2 * h / 12;
    moment[2] = pow(2 * h, 3) * 2 * w / 12;
  }
}

static int is_soft(const Segment* s) {
  return s->stiffness[0] == 0 && s->stiffness[1] == 0 && s->stiffness[2] == 0;
}

// ---------------------------------------------------------------- forces

static void measure_stress(const mjModel* m, const mjData* d, const Cable* cable, int i,
                           Segment* s) {
  mjtNum joint[4], omega[3];
  const int body = cable->first + i;
  fc_zero3(s->stress);
  if (!i)
    return;
  joint_quaternion(m, d->qpos, body, joint);
  mju_mulQuat(s->quat, m->body_quat + 4 * body, joint);
  mju_quat2Vel(omega, s->quat, 1);
  for (int k = 0; k < 3; k++)
    s->stress[k] = -s->stiffness[k] * (omega[k] - s->rest[k]) / s->length;
}

static void compute(const mjModel* m, mjData* d, int instance, int capability) {
  Cable* cable = (Cable*)d->plugin_data[instance];
  (void)capability;
  for (int i = 0; i < cable->n; i++)
    measure_stress(m, d, cable, i, cable->segment + i);
  for (int i = 0; i < cable->n; i++) {
    const Segment* s = cable->segment + i;
    const int body = cable->first + i;
    if (is_soft(s))
      continue;
    mjtNum local[3] = {0}, torque[3], inverse[4];
    if (i) {
      mju_negQuat(inverse, s->quat);
      mju_rotVecQuat(local, s->stress, inverse);
    }
    if (i + 1 < cable->n)
      fc_subFrom3(local, s[1].stress);
    mju_rotVecQuat(torque, local, d->xquat + 4 * body);
    mj_applyFT(m, d, NULL, torque, d->xpos + 3 * body, body, d->qfrc_passive);
  }
}

// ---------------------------------------------------------------- colours

// blue, cyan, green, yellow, red for 0, 1/4, 1/2, 3/4, 1 of the scale, linear between them
static void color(float rgb[3], mjtNum value, mjtNum vmax) {
  const mjtNum v = fmin(value, vmax);
  rgb[0] = rgb[1] = rgb[2] = 1;
  if (v < vmax / 4) {
    rgb[0] = 0;
    rgb[1] = (float)(4 * v / vmax);
  } else if (v < vmax / 2) {
    rgb[0] = 0;
    rgb[2] = (float)(1 + 4 * (vmax / 4 - v) / vmax);
  } else if (v < 3 * vmax / 4) {
    rgb[0] = (float)(4 * (v - vmax / 2) / vmax);
    rgb[2] = 0;
  } else {
    rgb[1] = (float)(1 + 4 * (3 * vmax / 4 - v) / vmax);
    rgb[2] = 0;
  }
}

// The stress of a segment is the mean of the stresses at its ends, each in the frame of the segment
// after it; the ends of the cable are free. Colours are written to the model, as in the reference;
// opacity is kept.
static void visualize(const mjModel* m, mjData* d, const mjvOption* option, mjvScene* scene,
                      int instance) {
  const Cable* cable = (const Cable*)d->plugin_data[instance];
  (void)option;
  (void)scene;
  for (int i = 0; i < cable->n && cable->vmax != 0; i++) {
    const int g = m->body_geomadr[cable->first + i];
    mjtNum stress[3] = {0, 0, 0};
    for (int k = i; k <= i + 1 && k < cable->n; k++) {
      mjtNum inverse[4], local[3];
      mju_negQuat(inverse, cable->segment[k].quat);
      mju_rotVecQuat(local, cable->segment[k].stress, inverse);
      if (k)
        fc_addTo3(stress, local);
    }
    if (i && i + 1 < cable->n)
      fc_scl3(stress, stress, 0.5);
    if (g >= 0)
      color(m->geom_rgba + 4 * g, fc_norm3(stress), cable->vmax);
  }
}

// ---------------------------------------------------------------- life

// bodies of an instance, which may have none; -1 when they are not consecutive
static int count_bodies(const mjModel* m, int instance, int* first) {
  int n = 0;
  for (int b = 1; b < m->nbody; b++) {
    if (m->body_plugin[b] != instance)
      continue;
    if (!n)
      *first = b;
    if (b != *first + n)
      return fc_fail("its bodies must follow each other, but body %d does not follow body %d", b,
                     *first + n - 1);
    n++;
  }
  return n;
}

// Stiffness, length and curvature at rest; d is at qpos0. -1 when neighbours coincide.
static int rest_state(const mjModel* m, const mjData* d, int flat, const mjtNum modulus[2],
                      Cable* cable) {
  for (int i = 0; i < cable->n; i++) {
    Segment* s = cable->segment + i;
    const int body = cable->first + i;
    mjtNum moment[3], joint[4], rotation[4], offset[3];
    memset(s, 0, sizeof *s);
    section(m, body, moment);
    s->stiffness[0] = moment[0] * modulus[0];
    s->stiffness[1] = moment[1] * modulus[1];
    s->stiffness[2] = moment[2] * modulus[1];
    if (!i)
      continue;
    fc_sub3(offset, d->xpos + 3 * body, d->xpos + 3 * (body - 1));
    s->length = fc_norm3(offset);
    if (s->length < mjMINVAL)
      return fc_fail("bodies %d and %d are at the same place", body - 1, body);
    if (flat)
      continue;
    joint_quaternion(m, d->qpos, body, joint);
    mju_negQuat(joint, joint);
    mju_mulQuat(rotation, joint, m->body_quat + 4 * body);
    mju_quat2Vel(s->rest, rotation, 1);
  }
  return 0;
}

static int init(const mjModel* m, mjData* d, int instance) {
  mjtNum modulus[2] = {0, 0}, vmax = 0;
  int first = 0;
  if (fc_pluginNumbers(m, instance, "twist", modulus, 1) < 0 ||
      fc_pluginNumbers(m, instance, "bend", modulus + 1, 1) < 0 ||
      fc_pluginNumbers(m, instance, "vmax", &vmax, 1) < 0) {
    mju_warning("cable plugin: invalid parameters: %s", fc_lastError());
    return -1;
  }
  const int n = count_bodies(m, instance, &first);
  Cable* cable = n >= 0 ? mju_malloc(sizeof *cable + (size_t)n * sizeof *cable->segment) : NULL;
  if (!cable) {
    mju_warning("cable plugin: %s", n >= 0 ? "out of memory" : fc_lastError());
    return -1;
  }
  cable->first = first;
  cable->n = n;
  cable->vmax = vmax;
  const char* flat = mj_getPluginConfig(m, instance, "flat");
  mju_copy(d->qpos, m->qpos0, (int)m->nq);
  mj_kinematics(m, d);
  if (rest_state(m, d, flat && strcmp(flat, "true") == 0, modulus, cable)) {
    mju_warning("cable plugin: %s", fc_lastError());
    mju_free(cable);
    return -1;
  }
  d->plugin_data[instance] = (uintptr_t)cable;
  return 0;
}

static const char* const attributes[] = {"twist", "bend", "flat", "vmax"};
static const mjpPlugin plugin = {.name = "mujoco.elasticity.cable",
                                 .nattribute = 4,
                                 .attributes = attributes,
                                 .capabilityflags = mjPLUGIN_PASSIVE,
                                 .nstate = instance_without_state,
                                 .init = init,
                                 .destroy = instance_free,
                                 .compute = compute,
                                 .visualize = visualize};
static const FcEnginePlugin table = {.size = sizeof(FcEnginePlugin), .plugin = &plugin};

static const FcFace faces[] = {{.size = sizeof(FcFace),
                                .kind = FC_PLUGIN,
                                .name = "mujoco.elasticity.cable",
                                .table = &table}};

FC_MODULE_WITH(cable, "cable", "1.0.0", "Apache-2.0", &fc_layout, faces, 3,
               "Elasticity of a chain of bodies: twist and bending", NULL)
