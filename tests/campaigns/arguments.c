// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Arguments that make no sense: indices, types, signatures and missing pointers, of functions that
// take a model and a state. Each ends in a result or in an error of the handler.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <fulcrum/camera.h>

#include "campaign.h"

enum { ROOM = 1 << 16 };

static mjModel* m;
static mjData* d;
static mjtNum *out, *source;  // ROOM numbers each

static int any_int(void) { return hostile_int(below(8)); }
static mjtNum* any_result(void) { return one_in(4) ? NULL : out; }

static const mjtNum* any_point(void) {
  static mjtNum point[4];  // or a quaternion
  for (int i = 0; i < 4; i++)
    point[i] = one_in(8) ? hostile_number(1) : unit();
  return one_in(6) ? NULL : point;
}

static const char* any_name(void) {
  static const char* const names[] = {"",
                                      "torso",
                                      "world",
                                      "none",
                                      "\xff\xfe",
                                      NULL,
                                      "a name that is much longer than any name of the model"};
  return names[below(sizeof names / sizeof *names)];
}

//------------------------------ calls -------------------------------------------------------------

static void jacobians(void) {
  switch (below(9)) {
    case 0: mj_jac(m, d, any_result(), any_result(), any_point(), any_int()); break;
    case 1: mj_jacBody(m, d, any_result(), any_result(), any_int()); break;
    case 2: mj_jacBodyCom(m, d, any_result(), any_result(), any_int()); break;
    case 3: mj_jacSubtreeCom(m, d, any_result(), any_int()); break;
    case 4: mj_jacGeom(m, d, any_result(), any_result(), any_int()); break;
    case 5: mj_jacSite(m, d, any_result(), any_result(), any_int()); break;
    case 6:
      mj_jacPointAxis(m, d, any_result(), any_result(), any_point(), any_point(), any_int());
      break;
    case 7: mj_jacDot(m, d, any_result(), any_result(), any_point(), any_int()); break;
    default: mj_angmomMat(m, d, any_result(), any_int()); break;
  }
}

static void objects(void) {
  switch (below(6)) {
    case 0: mj_objectVelocity(m, d, any_int(), any_int(), any_result(), below(2)); break;
    case 1: mj_objectAcceleration(m, d, any_int(), any_int(), any_result(), below(2)); break;
    case 2: mj_geomDistance(m, d, any_int(), any_int(), hostile_number(1), any_result()); break;
    case 3: mj_applyFT(m, d, any_point(), any_point(), any_point(), any_int(), any_result()); break;
    case 4: mj_contactForce(m, d, any_int(), any_result()); break;
    default:
      mj_local2Global(d, out, out + 3, any_point(), any_point(), any_int(), (mjtByte)any_int());
  }
}

static void names(void) {
  switch (below(5)) {
    case 0: mj_id2name(m, any_int(), any_int()); break;
    case 1: mj_name2id(m, any_int(), any_name()); break;
    case 2: mj_getPluginConfig(m, any_int(), any_name()); break;
    case 3: mju_type2Str(any_int()); break;
    default: mju_str2Type(any_name()); break;
  }
}

static void states(void) {
  switch (below(8)) {
    case 0: mj_stateSize(m, any_int()); break;
    case 1: mj_getState(m, d, any_result(), any_int()); break;
    case 2: mj_resetDataKeyframe(m, d, any_int()); break;
    case 3: mj_setKeyframe(m, d, any_int()); break;
    case 4: mj_readCtrl(m, d, any_int(), hostile_number(1), any_int()); break;
    case 5: mj_readSensor(m, d, any_int(), hostile_number(1), any_result(), any_int()); break;
    case 6: mj_resetDataDebug(m, d, (unsigned char)any_int()); break;
    default:
      mj_extractState(m, one_in(4) ? NULL : source, any_int(), any_result(), any_int());
      break;
  }
}

static void rays(void) {
  int geom, *id = one_in(3) ? NULL : &geom;
  mjtNum normal[3], *n = one_in(3) ? NULL : normal;
  switch (below(5)) {
    case 0:
      mj_ray(m, d, any_point(), any_point(), NULL, (mjtByte)below(2), any_int(), id, n);
      break;
    case 1: mj_rayMesh(m, d, any_int(), any_point(), any_point(), n); break;
    case 2: mj_rayHfield(m, d, any_int(), any_point(), any_point(), n); break;
    case 3: fc_cameraRay(m, d, any_int(), any_int(), any_int(), any_result(), out + 3); break;
    default: fc_cameraProject(m, d, any_int(), any_point(), any_result()); break;
  }
}

static mjvScene scene;

static void scenes(void) {
  mjvOption option;
  mjvCamera camera;
  mjvPerturb perturb;
  mjv_defaultOption(&option);
  mjv_defaultCamera(&camera);
  mjv_defaultPerturb(&perturb);
  mjv_makeScene(m, &scene, 500);
  option.label = one_in(2) ? any_int() : 0;
  option.frame = one_in(2) ? any_int() : 0;
  option.bvh_depth = any_int();
  camera.type = any_int();
  camera.fixedcamid = any_int();
  camera.trackbodyid = any_int();
  camera.distance = hostile_number(1);
  perturb.select = any_int();
  perturb.active = any_int();
  perturb.flexselect = any_int();
  perturb.skinselect = any_int();
  memset(option.flags, below(2), sizeof option.flags);
  mjv_updateScene(m, d, &option, one_in(4) ? NULL : &perturb, &camera, any_int(), &scene);
  mjtNum point[3];
  int id[3];
  mjv_select(m, d, &option, hostile_number(1), hostile_number(1), hostile_number(1), &scene, point,
             id, id + 1, id + 2);
}

static void registries(void) {
  int slot;
  switch (below(5)) {
    case 0: mjp_getPlugin(any_name(), one_in(3) ? NULL : &slot); break;
    case 1: mjp_getPluginAtSlot(any_int()); break;
    case 2: mjp_getResourceProvider(any_name()); break;
    case 3: mjp_getResourceProviderAtSlot(any_int()); break;
    default: mju_warningText(any_int(), 0); break;
  }
}

static mjSpec* spec;

// an element of the specification, or none
static mjsElement* any_element(void) {
  return one_in(3) ? NULL : mjs_findBody(spec, "world")->element;
}

static void elements(void) {
  spec = mj_makeSpec();
  switch (below(14)) {
    case 0: mjs_delete(spec, any_element()); break;
    case 1: mjs_asGeom(any_element()); break;
    case 2: mjs_asBody(any_element()); break;
    case 3: mjs_getParent(any_element()); break;
    case 4: mjs_getFrame(any_element()); break;
    case 5: mjs_getId(any_element()); break;
    case 6: mjs_setName(any_element(), any_name()); break;
    case 7: mjs_getName(any_element()); break;
    case 8: mjs_attach(any_element(), any_element(), any_name(), any_name()); break;
    case 9: mjs_nextElement(spec, any_element()); break;
    case 10: mjs_addBody(mjs_asBody(any_element()), NULL); break;
    case 11: mjs_getSpec(any_element()); break;
    case 12: mjs_getDefault(any_element()); break;
    default: mjs_findChild(mjs_asBody(any_element()), any_name()); break;
  }
}

static void specs(void) {
  spec = mj_makeSpec();
  switch (below(8)) {
    case 0: mjs_firstElement(spec, any_int()); break;
    case 1: mjs_findElement(spec, any_int(), any_name()); break;
    case 2: mjs_firstChild(mjs_findBody(spec, "world"), any_int(), below(2)); break;
    case 3: mjs_findBody(spec, any_name()); break;
    case 4: mjs_addDefault(spec, any_name(), NULL); break;
    case 5: mjs_findDefault(spec, any_name()); break;
    case 6: mjs_activatePlugin(spec, any_name()); break;
    default: mjs_setDeepCopy(spec, any_int()); break;
  }
}

static void (*const calls[])(void) = {jacobians, objects, names,    states,    rays,
                                      scenes,    specs,   elements, registries};

// what an error leaves behind is freed after the call
static void call(void* context) {
  (void)context;
  calls[below(sizeof calls / sizeof *calls)]();
}

static void round_of_arguments(void) {
  static const char* const models[] = {
      "models/humanoid/humanoid.xml", "tests/data/fuzz/images/machines.xml",
      "tests/data/fuzz/images/shapes.xml", "tests/data/fuzz/images/soft.xml"};
  enum { MODELS = sizeof models / sizeof *models };
  static mjModel* loaded[MODELS];
  const int k = below(MODELS);
  if (!loaded[k])
    loaded[k] = load(models[k]);
  m = loaded[k];
  d = mj_makeData(m);
  out = calloc(ROOM, sizeof *out);
  source = calloc(ROOM, sizeof *source);
  claim(d && out && source, "there is memory for data");
  mj_forward(m, d);
  mjv_defaultScene(&scene);
  spec = NULL;
  tally(caught(call, NULL) ? "calls with an error" : "calls without error");
  mjv_freeScene(&scene);
  mj_deleteSpec(spec);
  mj_deleteData(d);
  free(out);
  free(source);
}

const Campaign campaign_arguments = {"arguments", "arguments of functions that make no sense",
                                     round_of_arguments};
