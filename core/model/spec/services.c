// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The services of <fulcrum/spec.h>: read access to handles, plugin configuration, classes.

#include <string.h>

#include <fulcrum/spec.h>
#include <mujoco/mujoco.h>

#include "core/model/spec/handles.h"
#include "core/model/spec/tree.h"

int fc_nameCount(const mjStringVec* names) { return handle_strings_size(names); }

const char* fc_nameItem(const mjStringVec* names, int i) {
  return i >= 0 && i < handle_strings_size(names) ? handle_strings_item(names, i) : NULL;
}

const int* fc_intItems(const mjIntVec* vector, int* n) { return handle_ints(vector, n); }

const float* fc_floatItems(const mjFloatVec* vector, int* n) { return handle_floats(vector, n); }

int fc_byteCount(const mjByteVec* vector) {
  int n = 0;
  handle_bytes(vector, &n);
  return n;
}

const int* fc_intListItem(const mjIntVecVec* lists, int i, int* n) {
  *n = 0;
  return i >= 0 && i < handle_intlists_size(lists) ? handle_intlists_item(lists, i, n) : NULL;
}

const float* fc_floatListItem(const mjFloatVecVec* lists, int i, int* n) {
  *n = 0;
  return i >= 0 && i < handle_floatlists_size(lists) ? handle_floatlists_item(lists, i, n) : NULL;
}

int fc_setPluginConfig(mjsPlugin* plugin, const char* key, const char* value) {
  Plugin* instance = plugin_instance(plugin);
  if (!instance)
    return -1;
  if (!instance->attributes)
    instance->attributes = attributes_create();
  if (attributes_get(instance->attributes, key))
    return -1;
  attributes_set(instance->attributes, key, value);
  return 0;
}

int fc_pluginConfig(const mjsPlugin* plugin, int i, const char** key, const char** value) {
  const Plugin* instance = plugin_instance(plugin);
  return instance ? attributes_item(instance->attributes, i, key, value) : 0;
}

int fc_setConfig(mjsElement* element, const char* key, const char* value) {
  Element* e = (Element*)element;
  if (!e || !key || !value || (e->pub.elemtype != mjOBJ_GEOM && e->pub.elemtype != mjOBJ_PAIR))
    return -1;
  if (!e->config)
    e->config = attributes_create();
  attributes_set(e->config, key, value);
  return 0;
}

int fc_config(const mjsElement* element, int i, const char** key, const char** value) {
  const Element* e = (const Element*)element;
  return e ? attributes_item(e->config, i, key, value) : 0;
}

const char* fc_activePlugin(const mjSpec* s, int i) {
  const Spec* spec = spec_of(s);
  return i >= 0 && i < spec->nactive ? spec->active_plugins[i] : NULL;
}

int fc_setFaceConfig(mjSpec* s, const char* face, const char* key, const char* value) {
  if (!key || !value || mjs_activatePlugin(s, face))
    return -1;
  Spec* spec = spec_of(s);
  int i = 0;
  while (strcmp(spec->active_plugins[i], face) != 0)
    i++;
  if (!spec->active_configs[i])
    spec->active_configs[i] = attributes_create();
  attributes_set(spec->active_configs[i], key, value);
  return 0;
}

int fc_faceConfig(const mjSpec* s, int i, int k, const char** key, const char** value) {
  const Spec* spec = spec_of(s);
  return i >= 0 && i < spec->nactive ? attributes_item(spec->active_configs[i], k, key, value) : 0;
}

const mjsDefault* fc_defaultClass(const mjSpec* s, int i) {
  const ElementList* list = &spec_of(s)->defaults;
  return i >= 0 && i < list->count ? &((Default*)list->item[i])->pub : NULL;
}

const mjsDefault* fc_defaultParent(const mjsDefault* d) {
  const Default* parent = ((Default*)pub_element(d))->parent;
  return parent ? &parent->pub : NULL;
}

int fc_geomPose(const mjsGeom* geom, double pos[3], double quat[4]) {
  const Geom* g = (const Geom*)pub_element(geom);
  if (!g->base.spec->compiled)
    return 0;
  memcpy(pos, g->own_pose, 3 * sizeof *pos);
  memcpy(quat, g->own_pose + 3, 4 * sizeof *quat);
  return 1;
}

int fc_registerModel(mjSpec* s, mjSpec* child) {
  if (s == child || mjs_findSpec(s, mjs_getString(child->modelname)))
    return -1;
  spec_register(s, child);
  mj_deleteSpec(child);
  return 0;
}
