// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The tests for each kind of face.

#include <stdio.h>
#include <string.h>

#include <fulcrum/actuator.h>
#include <fulcrum/contact_model.h>
#include <fulcrum/engine_plugin.h>
#include <fulcrum/host.h>
#include <fulcrum/sensor.h>

#include "tools/check/check.h"

#define BIT(kind) (1u << (kind))

// kinds that have a part in a step
#define STEPPING                                                                                  \
  (BIT(FC_SOLVER) | BIT(FC_POST_SOLVER) | BIT(FC_CONTACT_MODEL) | BIT(FC_COLLIDER) |              \
   BIT(FC_CONVEX) | BIT(FC_BROADPHASE) | BIT(FC_INTEGRATOR) | BIT(FC_ACTUATOR) | BIT(FC_SENSOR) | \
   BIT(FC_CONSTRAINT) | BIT(FC_PASSIVE) | BIT(FC_STAGE) | BIT(FC_PROBE) | BIT(FC_PLUGIN))
#define FILES (BIT(FC_LOADER) | BIT(FC_SAVER) | BIT(FC_DECODER))

// Checks of an engine plugin that need no dedicated model: the functions that its capabilities
// require are present.
static void check_plugin(Check* check, const FcFace* face, mjModel* m) {
  (void)m;
  const mjpPlugin* p = ((const FcEnginePlugin*)face->table)->plugin;
  const int flags = p->capabilityflags;
  const int stages = mjPLUGIN_ACTUATOR | mjPLUGIN_SENSOR | mjPLUGIN_PASSIVE;
  const char* fault =
      !p->name || strcmp(p->name, face->name) != 0   ? "has another name than the face"
      : !p->nstate                                   ? "lacks nstate"
      : (flags & stages) && !p->compute              ? "lacks compute"
      : (flags & mjPLUGIN_SENSOR) && !p->nsensordata ? "lacks nsensordata"
      : (flags & mjPLUGIN_SDF) && !(p->sdf_distance && p->sdf_gradient && p->sdf_staticdistance &&
                                    p->sdf_attribute && p->sdf_aabb)
          ? "lacks a function of signed distance fields"
      : !(flags & (stages | mjPLUGIN_SDF)) ? "has no capability"
                                           : NULL;
  check_result(check, !fault, "plugin %s: %s", face->name,
               fault ? fault : "every function that its capabilities need");
}

static void check_writes_of(Check* check, const FcFace* face, mjModel* m) {
  check_writes(check, face, m, 100 * check_fineness(m));
}

static void check_solver_of(Check* check, const FcFace* face, mjModel* m) {
  mjData* d = check_data(check, face, m);
  if (d)
    check_solver(check, face, m, d);
  mj_deleteData(d);
}

static void check_passive_of(Check* check, const FcFace* face, mjModel* m) {
  mjData* d = check_data(check, face, m);
  for (int i = 0; d && i < 100; i++)
    mj_step(m, d);
  if (d)
    check_passive(check, face, m, d);
  mj_deleteData(d);
}

static void check_constraint_of(Check* check, const FcFace* face, mjModel* m) {
  mjData* d = check_data(check, face, m);
  if (d && check_is_equality(face))
    check_constraint(check, face, m, d);
  mj_deleteData(d);
}

const CheckTest check_tests[] = {
    {"steps", STEPPING, 1, 1, check_steps},
    {"simulations in turn", STEPPING, 1, 1, check_apart},
    {"saved states", STEPPING, 1, 1, check_restore},
    {"threads", STEPPING, 1, 1, check_threads},
    {"leaks", STEPPING | FILES | BIT(FC_RENDERER), 0, 1, check_leaks},
    {"optimality", BIT(FC_SOLVER), 1, 0, check_solver_of},
    {"cones", BIT(FC_CONTACT_MODEL), 1, 1, check_cones},
    {"laws", BIT(FC_CONTACT_MODEL), 1, 1, check_laws},
    {"pairs", BIT(FC_BROADPHASE), 1, 1, check_pairs},
    {"activations and slopes", BIT(FC_ACTUATOR), 1, 0, check_actuator},
    {"numbers", BIT(FC_SENSOR), 1, 0, check_sensor},
    {"derivatives", BIT(FC_PASSIVE), 1, 0, check_passive_of},
    {"rows", BIT(FC_CONSTRAINT), 1, 0, check_constraint_of},
    {"writes", BIT(FC_STAGE) | BIT(FC_PROBE), 1, 1, check_writes_of},
    {"writes", BIT(FC_CONTACT_MODEL), 1, 1, check_contact_writes},
    {"functions", BIT(FC_PLUGIN), 0, 0, check_plugin},
    {"files", FILES, 0, 1, check_files},
    {"pictures", BIT(FC_RENDERER), 0, 0, check_pictures},
    {"want of memory", STEPPING | FILES | BIT(FC_RENDERER), 0, 1, check_want_of_memory},
    {"saved models", STEPPING & ~(BIT(FC_COLLIDER) | BIT(FC_CONSTRAINT)), 0, 0, check_round_trip},
    {NULL, 0, 0, 0, NULL},
};

// 1 when a face may legitimately fail in the built-in scene, because it needs other objects or the
// name of an element; then it is examined in the user's models.
static int may_refuse(const FcFace* face) {
  const FcSensor* sensor = face->kind == FC_SENSOR ? face->table : NULL;
  const FcActuator* actuator = face->kind == FC_ACTUATOR ? face->table : NULL;
  int elements = face->kind == FC_CONSTRAINT || face->kind == FC_PLUGIN;
  for (int i = 0; i < face->nparameter; i++)
    elements |= face->parameters[i].type == FC_ELEMENT;
  return elements || (sensor && sensor->size >= sizeof *sensor && sensor->check) ||
         (actuator && actuator->size >= sizeof *actuator &&
          (actuator->check || actuator->transmissions));
}

// the model in which a face is examined; NULL after a result with the reason
mjModel* check_model(Check* check, const FcFace* face, const char* path) {
  char error[1024] = "";
  SceneText text;
  check_phase(check, "compiling the scene for %s", face->name);
  mjModel* m;
  if (path) {
    m = fc_loadModel(path, NULL, error, sizeof error);
  } else {
    check_face_text(face, 0, &text);
    m = check_is_equality(face) ? check_constraint_scene(face, error, sizeof error)
                                : check_scene(&text, error, sizeof error);
  }
  if (!m) {
    check_result(check, path || !may_refuse(face) ? 0 : -1, "%s %s: %s does not compile: %s",
                 fc_kindName(face->kind), face->name, path ? path : "the scene", error);
    return NULL;
  }
  if ((!path && check_curve(m, face)) || check_assign(m, face) < 0) {
    check_result(check, 0, "%s", fc_lastError());
    mj_deleteModel(m);
    return NULL;
  }
  // explicit forces need small steps
  const FcContactModel* law = face->kind == FC_CONTACT_MODEL ? face->table : NULL;
  if (law && law->way == FC_CONTACT_FORCE && !path)
    m->opt.timestep = CHECK_TIMESTEP / 10;
  if (face->kind == FC_POST_SOLVER)
    m->opt.noslip_iterations = 5;
  // forces of a medium are zero without a medium
  if (face->kind == FC_PASSIVE && !path) {
    m->opt.density = 1.2;
    m->opt.viscosity = 0.1;
  }
  return m;
}
