// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The built-in value of every field that a model can omit.
//
// Each function clears the struct, handles included, and then sets the nonzero fields. NaN means
// "not given": the compiler infers the value.

#include <math.h>
#include <string.h>

#include <mujoco/mujoco.h>

static const double undefined = NAN;

static void fill(double* values, int n, double value) {
  for (int i = 0; i < n; i++)
    values[i] = value;
}

static void unit_quat(double quat[4]) {
  quat[0] = 1;
  quat[1] = quat[2] = quat[3] = 0;
}

static void color(float rgba[4], float r, float g, float b, float a) {
  rgba[0] = r;
  rgba[1] = g;
  rgba[2] = b;
  rgba[3] = a;
}

static void contact_friction(double friction[3]) {
  friction[0] = 1;
  friction[1] = 0.005;
  friction[2] = 0.0001;
}

void mjs_defaultSpec(mjSpec* spec) {
  memset(spec, 0, sizeof *spec);

  // compiler settings
  mjsCompiler* compiler = &spec->compiler;
  compiler->autolimits = 1;
  compiler->settotalmass = -1;
  compiler->degree = 1;
  memcpy(compiler->eulerseq, "xyz", 3);
  compiler->usethread = 1;
  compiler->inertiafromgeom = mjINERTIAFROMGEOM_AUTO;
  compiler->inertiagrouprange[1] = mjNGROUP - 1;
  mj_defaultLROpt(&compiler->LRopt);

  // physics, pictures, statistics
  mj_defaultOption(&spec->option);
  mj_defaultVisual(&spec->visual);
  spec->stat.meaninertia = spec->stat.meanmass = spec->stat.meansize = spec->stat.extent =
      undefined;
  spec->stat.center[0] = undefined;

  // sizes: -1 lets the compiler choose
  spec->memory = -1;
  spec->nuser_body = spec->nuser_jnt = spec->nuser_geom = spec->nuser_site = -1;
  spec->nuser_cam = spec->nuser_tendon = spec->nuser_actuator = spec->nuser_sensor = -1;
  spec->njmax = spec->nconmax = -1;
  spec->nstack = -1;
}

void mjs_defaultOrientation(mjsOrientation* orient) { memset(orient, 0, sizeof *orient); }

void mjs_defaultBody(mjsBody* body) {
  memset(body, 0, sizeof *body);
  unit_quat(body->quat);
  fill(body->ipos, 1, undefined);
  unit_quat(body->iquat);
  fill(body->fullinertia, 1, undefined);
}

void mjs_defaultFrame(mjsFrame* frame) {
  memset(frame, 0, sizeof *frame);
  unit_quat(frame->quat);
}

void mjs_defaultJoint(mjsJoint* joint) {
  memset(joint, 0, sizeof *joint);
  joint->type = mjJNT_HINGE;
  joint->axis[2] = 1;
  joint->limited = mjLIMITED_AUTO;
  joint->actfrclimited = mjLIMITED_AUTO;
  joint->align = mjALIGNFREE_AUTO;
  mj_defaultSolRefImp(joint->solref_limit, joint->solimp_limit);
  mj_defaultSolRefImp(joint->solref_friction, joint->solimp_friction);
}

void mjs_defaultGeom(mjsGeom* geom) {
  memset(geom, 0, sizeof *geom);
  geom->type = mjGEOM_SPHERE;
  unit_quat(geom->quat);
  fill(geom->fromto, 1, undefined);
  geom->contype = geom->conaffinity = 1;
  geom->condim = 3;
  contact_friction(geom->friction);
  geom->solmix = 1;
  mj_defaultSolRefImp(geom->solref, geom->solimp);
  geom->mass = undefined;
  geom->density = 1000;
  geom->typeinertia = mjINERTIA_VOLUME;
  static const mjtNum fluid[5] = {0.5, 0.25, 1.5, 1, 1};
  memcpy(geom->fluid_coefs, fluid, sizeof fluid);
  color(geom->rgba, 0.5f, 0.5f, 0.5f, 1);
  geom->fitscale = 1;
}

void mjs_defaultSite(mjsSite* site) {
  memset(site, 0, sizeof *site);
  unit_quat(site->quat);
  fill(site->fromto, 1, undefined);
  fill(site->size, 3, 0.005);
  site->type = mjGEOM_SPHERE;
  color(site->rgba, 0.5f, 0.5f, 0.5f, 1);
}

void mjs_defaultCamera(mjsCamera* camera) {
  memset(camera, 0, sizeof *camera);
  unit_quat(camera->quat);
  camera->mode = mjCAMLIGHT_FIXED;
  camera->proj = mjPROJ_PERSPECTIVE;
  camera->resolution[0] = camera->resolution[1] = 1;
  camera->output = mjCAMOUT_RGB;
  camera->fovy = 45;
  camera->ipd = 0.068;
}

void mjs_defaultLight(mjsLight* light) {
  memset(light, 0, sizeof *light);
  light->dir[2] = -1;
  light->mode = mjCAMLIGHT_FIXED;
  light->active = 1;
  light->type = mjLIGHT_SPOT;
  light->castshadow = 1;
  light->bulbradius = 0.02f;
  light->range = 10;
  light->attenuation[0] = 1;
  light->cutoff = 45;
  light->exponent = 10;
  for (int i = 0; i < 3; i++) {
    light->diffuse[i] = 0.7f;
    light->specular[i] = 0.3f;
  }
}

void mjs_defaultFlex(mjsFlex* flex) {
  memset(flex, 0, sizeof *flex);
  flex->contype = flex->conaffinity = 1;
  flex->condim = 3;
  contact_friction(flex->friction);
  flex->solmix = 1;
  mj_defaultSolRefImp(flex->solref, flex->solimp);
  flex->dim = 2;
  flex->radius = 0.005;
  flex->internal = 0;
  flex->selfcollide = mjFLEXSELF_AUTO;
  flex->activelayers = 1;
  flex->thickness = -1;
  color(flex->rgba, 0.5f, 0.5f, 0.5f, 1);
}

void mjs_defaultMesh(mjsMesh* mesh) {
  memset(mesh, 0, sizeof *mesh);
  unit_quat(mesh->refquat);
  fill(mesh->scale, 3, 1);
  mesh->maxhullvert = -1;
  mesh->inertia = mjMESH_INERTIA_LEGACY;
}

void mjs_defaultHField(mjsHField* hfield) { memset(hfield, 0, sizeof *hfield); }

void mjs_defaultSkin(mjsSkin* skin) {
  memset(skin, 0, sizeof *skin);
  color(skin->rgba, 0.5f, 0.5f, 0.5f, 1);
}

void mjs_defaultTexture(mjsTexture* texture) {
  memset(texture, 0, sizeof *texture);
  texture->type = mjTEXTURE_CUBE;
  texture->colorspace = mjCOLORSPACE_AUTO;
  texture->builtin = mjBUILTIN_NONE;
  texture->mark = mjMARK_NONE;
  fill(texture->rgb1, 3, 0.8);
  fill(texture->rgb2, 3, 0.5);
  texture->random = 0.01;
  texture->nchannel = 3;
  texture->gridsize[0] = texture->gridsize[1] = 1;
  memcpy(texture->gridlayout, "............", 12);
}

void mjs_defaultMaterial(mjsMaterial* material) {
  memset(material, 0, sizeof *material);
  material->texrepeat[0] = material->texrepeat[1] = 1;
  material->specular = 0.5f;
  material->shininess = 0.5f;
  material->metallic = -1;
  material->roughness = -1;
  color(material->rgba, 1, 1, 1, 1);
}

void mjs_defaultPair(mjsPair* pair) {
  memset(pair, 0, sizeof *pair);
  pair->condim = 3;
  mj_defaultSolRefImp(pair->solref, pair->solimp);
  static const double friction[5] = {1, 1, 0.005, 0.0001, 0.0001};
  memcpy(pair->friction, friction, sizeof friction);
}

void mjs_defaultEquality(mjsEquality* equality) {
  memset(equality, 0, sizeof *equality);
  equality->active = 1;
  mj_defaultSolRefImp(equality->solref, equality->solimp);
  equality->data[1] = 1;
  equality->data[10] = 1;
}

void mjs_defaultTendon(mjsTendon* tendon) {
  memset(tendon, 0, sizeof *tendon);
  fill(tendon->springlength, 2, -1);
  tendon->limited = mjLIMITED_AUTO;
  mj_defaultSolRefImp(tendon->solref_friction, tendon->solimp_friction);
  mj_defaultSolRefImp(tendon->solref_limit, tendon->solimp_limit);
  tendon->width = 0.003;
  color(tendon->rgba, 0.5f, 0.5f, 0.5f, 1);
}

void mjs_defaultActuator(mjsActuator* actuator) {
  memset(actuator, 0, sizeof *actuator);
  actuator->gaintype = mjGAIN_FIXED;
  actuator->gainprm[0] = 1;
  actuator->biastype = mjBIAS_NONE;
  actuator->dyntype = mjDYN_NONE;
  actuator->dynprm[0] = 1;
  actuator->actdim = -1;
  actuator->trntype = mjTRN_UNDEFINED;
  actuator->gear[0] = 1;
  actuator->ctrllimited = actuator->forcelimited = actuator->actlimited = mjLIMITED_AUTO;
}

void mjs_defaultSensor(mjsSensor* sensor) {
  memset(sensor, 0, sizeof *sensor);
  sensor->datatype = mjDATATYPE_REAL;
  sensor->needstage = mjSTAGE_ACC;
}

void mjs_defaultNumeric(mjsNumeric* numeric) { memset(numeric, 0, sizeof *numeric); }
void mjs_defaultText(mjsText* text) { memset(text, 0, sizeof *text); }
void mjs_defaultTuple(mjsTuple* tuple) { memset(tuple, 0, sizeof *tuple); }
void mjs_defaultKey(mjsKey* key) { memset(key, 0, sizeof *key); }
void mjs_defaultPlugin(mjsPlugin* plugin) { memset(plugin, 0, sizeof *plugin); }
