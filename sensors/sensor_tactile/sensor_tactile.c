// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Tactile: the vertices of a mesh, fixed to a geom, as a field of taxels. A taxel at depth t < 0
// inside a geom that the sensor's body touches reports the pressure t / (0.05 - t) along its
// normal, and the speed at which it slides along its two tangents.
//
// Output: all normal values, then all first tangents, then all second ones. Normals and tangents
// are taken in the frame of the mesh file while velocities are in world axes; where several geoms
// contain a taxel, the one touched last decides.

#include <fulcrum/host.h>
#include <fulcrum/layout.h>
#include <fulcrum/math.h>
#include <fulcrum/sensor.h>
#include <fulcrum/spec.h>
#include <mujoco/mjplugin.h>
#include <mujoco/mujoco.h>

#define SOFTNESS 0.05  // m: depth at which the pressure is one half

// ---------------------------------------------------------------- what is touched

// Weld group of a side of a contact, -1 for a flex.
static int weld_of(const mjModel* m, int geom) {
  return geom < 0 ? -1 : m->body_weldid[m->geom_bodyid[geom]];
}

static int add_geom(int* list, int n, int geom) {
  if (geom < 0)
    return n;
  for (int i = 0; i < n; i++)
    if (list[i] == geom)
      return n;
  list[n] = geom;
  return n + 1;
}

// Distinct geoms in contact with a weld group, in the order of contacts.
static int touched(const mjModel* m, const mjData* d, int weld, int* list) {
  int n = 0;
  for (int i = 0; i < d->ncon; i++) {
    const int* geom = d->contact[i].geom;
    if (weld_of(m, geom[0]) == weld)
      n = add_geom(list, n, geom[1]);
    if (weld_of(m, geom[1]) == weld)
      n = add_geom(list, n, geom[0]);
  }
  return n;
}

// ---------------------------------------------------------------- fields

// Find the signed distance field of a geom; returns 0 when it has none.
typedef struct Field_ {
  const mjpPlugin* plugin;
  int id;
  mjtGeom type;
} Field;

static int field_of(Field* f, const mjModel* m, int geom) {
  *f = (Field){.type = m->geom_type[geom], .id = geom};
  if (f->type == mjGEOM_SDF && m->geom_plugin[geom] >= 0) {
    f->plugin = mjc_getSDF(m, geom);
    f->id = m->geom_plugin[geom];
    return f->plugin != NULL;
  }
  if (f->type == mjGEOM_MESH || f->type == mjGEOM_SDF) {
    f->id = m->geom_dataid[geom];
    return m->mesh_octadr[f->id] >= 0;
  }
  return f->type != mjGEOM_HFIELD;
}

// Signed distance at a world point. Plugins describe the mesh before it was centred and rotated.
static mjtNum distance_at(const mjModel* m, const mjData* d, int geom, Field* f,
                          const mjtNum point[3]) {
  mjtNum x[3];
  fc_sub3(x, point, d->geom_xpos + 3 * geom);
  fc_mulMatTVec3(x, d->geom_xmat + 9 * geom, x);
  const int mesh = m->geom_dataid[geom];
  if (f->plugin && mesh >= 0) {
    fc_rotVecQuat(x, x, m->mesh_quat + 4 * mesh);
    fc_addTo3(x, m->mesh_pos + 3 * mesh);
  }
  mjSDF sdf = {.plugin = &f->plugin, .id = &f->id, .geomtype = &f->type};
  return mjc_distance(m, d, &sdf, x);
}

// ---------------------------------------------------------------- the sensor

// The taxels of one sensor.
typedef struct Taxels_ {
  int mesh, geom, n;
  int with_tangents;
  mjtNum velocity[6], origin[3];
} Taxels;

// Velocity of a geom in world axes at its centre: rotation, translation.
static void geom_motion(const mjModel* m, const mjData* d, int geom, mjtNum velocity[6]) {
  mj_objectVelocity(m, d, mjOBJ_GEOM, geom, velocity, 0);
}

static void turned_normal(mjtNum res[3], const mjModel* m, int mesh, int index) {
  const float* n = m->mesh_normal + 3 * (m->mesh_normaladr[mesh] + index);
  mjtNum local[3] = {(mjtNum)n[0], (mjtNum)n[1], (mjtNum)n[2]};
  fc_rotVecQuat(res, local, m->mesh_quat + 4 * mesh);
}

// All taxels against one geom.
static void press(const mjModel* m, const mjData* d, const Taxels* t, int other, mjtNum* out) {
  Field field;
  mjtNum moving[6];
  if (!field_of(&field, m, other))
    return;
  geom_motion(m, d, other, moving);
  const float* vert = m->mesh_vert + 3 * m->mesh_vertadr[t->mesh];
  for (int j = 0; j < t->n; j++) {
    mjtNum local[3] = {(mjtNum)vert[3 * j], (mjtNum)vert[3 * j + 1], (mjtNum)vert[3 * j + 2]};
    mjtNum point[3], normal[3], arm[3], speed[3];
    fc_mulMatVec3(point, d->geom_xmat + 9 * t->geom, local);
    fc_addTo3(point, d->geom_xpos + 3 * t->geom);
    mjtNum depth = fc_min(distance_at(m, d, other, &field, point), 0);
    if (depth == 0)
      continue;

    // pressure
    int first = t->with_tangents ? 3 * j : j;
    turned_normal(normal, m, t->mesh, first);
    out[j] = depth / fc_max(SOFTNESS - depth, mjMINVAL) * fc_dot3(normal, normal);
    if (!t->with_tangents)
      continue;

    // sliding: the taxel relative to the other geom's centre
    fc_sub3(arm, point, t->origin);
    fc_cross(speed, t->velocity, arm);
    fc_addTo3(speed, t->velocity + 3);
    fc_subFrom3(speed, moving + 3);
    for (int k = 1; k < 3; k++) {
      mjtNum tangent[3];
      turned_normal(tangent, m, t->mesh, first + k);
      out[k * t->n + j] = fc_abs(fc_dot3(speed, tangent));
    }
  }
}

static void measure_tactile(const mjModel* m, mjData* d, int sensor, mjtNum* out) {
  int mesh = m->sensor_objid[sensor], geom = m->sensor_refid[sensor];
  fc_zero(out, m->sensor_dim[sensor]);
  Taxels t = {.mesh = mesh, .geom = geom, .n = m->mesh_vertnum[mesh]};
  t.with_tangents = m->mesh_normalnum[mesh] == 3 * t.n;

  geom_motion(m, d, geom, t.velocity);
  fc_copy3(t.origin, d->geom_xpos + 3 * geom);
  mj_markStack(d);
  int* list = mj_stackAllocInt(d, (size_t)m->ngeom);
  int n = touched(m, d, weld_of(m, geom), list);
  for (int i = 0; i < n; i++)
    press(m, d, &t, list[i], out);
  mj_freeStack(d);
}

static int measure(const FcContext* context, int stage, const FcSensorBatch* batch) {
  (void)stage;
  for (int k = 0; k < batch->n; k++)
    measure_tactile(context->m, context->d, batch->id[k], batch->out[k]);
  return 0;
}

// ---------------------------------------------------------------- rules

static int has_colliding_geom(const mjModel* m, int body) {
  for (int k = 0; k < m->body_geomnum[body]; k++) {
    const int geom = m->body_geomadr[body] + k;
    if (m->geom_contype[geom] || m->geom_conaffinity[geom])
      return 1;
  }
  return 0;
}

// The object is a mesh, but the reference looks up the geom with that id; this does the same in
// order to refuse the same models.
static int check_collision(const mjModel* m, int id) {
  const int mesh = m->sensor_objid[id];
  return mesh < m->ngeom && !has_colliding_geom(m, m->geom_bodyid[mesh])
             ? fc_fail("touch sensor needs a body with a collision geom")
             : 0;
}

static int dimension(const mjModel* m, int id) { return 3 * m->mesh_vertnum[m->sensor_objid[id]]; }

// only for meshes with inline vertices; files have not been read yet
static int declared(const mjsSensor* sensor) {
  int n = 0;
  mjSpec* spec = mjs_getSpec(sensor->element);
  const mjsMesh* mesh =
      mjs_asMesh(mjs_findElement(spec, mjOBJ_MESH, mjs_getString(sensor->objname)));
  if (mesh)
    fc_floatItems(mesh->uservert, &n);
  return 3 * (n / 3);
}

// ---------------------------------------------------------------- module

static const FcObjectChoice mesh_choice[] = {{"mesh", mjOBJ_MESH}, {NULL, mjOBJ_UNKNOWN}};
static const FcObjectChoice geom_choice[] = {{"geom", mjOBJ_GEOM}, {NULL, mjOBJ_UNKNOWN}};

static const FcSensor tactile = {
    .size = sizeof(FcSensor),
    .measure = measure,
    .dimension = dimension,
    .stage = mjSTAGE_ACC,
    .object = {FC_OBJECT(mjOBJ_MESH), FC_NAMED_ONE, mesh_choice,
               "sensor must be associated with a mesh"},
    .reference = {FC_OBJECT(mjOBJ_GEOM), FC_NAMED_ONE, geom_choice, NULL},
    .cutoff = FC_CUTOFF_UNNAMED,
    .declared = declared,
    .sleeps = FC_OBJECT_ANY,
    .check = check_collision};

static const FcFace faces[] = {FC_SENSOR_FACE(mjSENS_TACTILE, "tactile", tactile)};

FC_MODULE_WITH(sensor_tactile, "sensor_tactile", "1.0.0", "Apache-2.0", &fc_layout, faces, 0,
               "Penetration of a taxel mesh into what its body touches", NULL)
