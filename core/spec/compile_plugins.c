// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Plugin instances. A name that the spec activated belongs to a module face (see core/kernel/engine_plugin.h), whose parameters are the
// attributes that an instance configures. Instances with a name come first, then those that actuators and sensors made for themselves.
//
// The model keeps, per instance, the value of every attribute in the order of declaration as a text with its final zero; an
// implementation without attributes takes one zero.

#include <string.h>

#include <fulcrum/host.h>
#include <fulcrum/sensor.h>

#include "core/kernel/engine_plugin.h"
#include "core/spec/compile.h"

static int activated_slot(const Compile* c, const char* name) {
  for (int i = 0; i < c->spec->nactive; i++) {
    if (!strcmp(c->spec->active_plugins[i], name)) return c->spec->active_plugin_slots[i];
  }
  return -1;
}

// ---------------------------------------------------------------- instances

static void check_attributes(Compile* c, const PluginRecord* r, const Element* e, const char* name) {
  const char *key, *value, *known;
  for (int i = 0; attributes_item(r->plugin->attributes, i, &key, &value); i++) {
    int k = 0;
    while ((known = plugin_attribute(r->slot, k)) && strcmp(known, key)) k++;
    if (!known) compile_fail(c, e, "unrecognized attribute 'plugin:%s' for plugin %s", key, name);
  }
}

// value of attribute k, "" when it is not configured; NULL past the last one, of which there is at least one
static const char* attribute_text(const PluginRecord* r, int k) {
  const char* key = plugin_attribute(r->slot, k);
  if (!key) return k ? NULL : "";
  const char* value = attributes_get(r->plugin->attributes, key);
  return value ? value : "";
}

// an instance that e, the instance itself or the element that owns it, brings into the model
static void enlist(Compile* c, Plugin* plugin, const Element* e) {
  const char *name = handle_string(plugin->pub.plugin_name), *text;
  PluginRecord* r = c->plugin + c->nplugin;
  *r = (PluginRecord){.plugin = plugin, .slot = activated_slot(c, name), .attradr = (int)c->npluginattr};
  if (r->slot < 0) compile_fail(c, e, "unrecognized plugin '%s'", name);
  if (plugin_at(r->slot)) {
    compile_fail(c, e, "instance of plugin '%s' cannot be compiled: engine plugins are not supported yet", name);
  }
  check_attributes(c, r, e, name);
  for (int k = 0; (text = attribute_text(r, k)); k++) c->npluginattr += (mjtSize)strlen(text) + 1;
  c->nplugin++;
}

static int is_explicit(const Plugin* plugin) { return element_name(&plugin->base)[0] != 0; }

void compile_plugins(Compile* c) {
  const ElementList* list = &c->spec->list[mjOBJ_PLUGIN];
  c->plugin = COMPILE_NEW(c, PluginRecord, list->count);
  for (int i = 0; i < list->count; i++) {
    if (is_explicit((Plugin*)list->item[i])) enlist(c, (Plugin*)list->item[i], list->item[i]);
  }
  static const mjtObj owner[] = {mjOBJ_ACTUATOR, mjOBJ_SENSOR};
  for (int k = 0; k < 2; k++) {
    const ElementList* owners = &c->spec->list[owner[k]];
    for (int i = 0; i < owners->count; i++) {
      const mjsPlugin* own = element_plugin(owners->item[i]);
      if (!own || !own->active || !own->element || handle_string(own->name)[0]) continue;
      if (handle_string(own->plugin_name)[0]) enlist(c, (Plugin*)own->element, owners->item[i]);
    }
  }
}

// ---------------------------------------------------------------- references

static int find_record(Compile* c, const Element* e, const char* instance, const mjsElement* own) {
  for (int i = 0; i < c->nplugin; i++) {
    const Plugin* plugin = c->plugin[i].plugin;
    if (instance[0] ? is_explicit(plugin) && !strcmp(element_name(&plugin->base), instance) : (const mjsElement*)plugin == own) return i;
  }
  if (instance[0]) compile_fail(c, e, "unrecognized name '%s' for plugin instance", instance);
  return -1;
}

static int capable(int slot, int capability) {
  const FcFace* face = plugin_face(slot);
  return face && ((capability == mjPLUGIN_ACTUATOR && face->kind == FC_ACTUATOR) ||
                  (capability == mjPLUGIN_SENSOR && face->kind == FC_SENSOR));
}

int compile_plugin(Compile* c, const Element* e, const mjsPlugin* plugin, int capability,
                   const char* what) {
  if (!plugin->active) return -1;
  const char *name = handle_string(plugin->plugin_name), *instance = handle_string(plugin->name);
  if (!name[0] && !instance[0]) {
    compile_fail(c, e, "neither 'plugin' nor 'instance' is specified for %s '%s', (id = %d)",
                 e->kind->name, element_name(e), element_id(e));
  }
  if (name[0] && activated_slot(c, name) < 0) compile_fail(c, e, "unrecognized plugin '%s'", name);
  int i = find_record(c, e, instance, plugin->element);
  const char* owner = i >= 0 ? handle_string(c->plugin[i].plugin->pub.plugin_name) : name;
  if (name[0] && strcmp(name, owner)) compile_fail(c, e, "'plugin' attribute does not match that of the instance");
  if (i < 0 || !capable(c->plugin[i].slot, capability)) {
    compile_fail(c, e, "plugin '%s' does not support %s", owner, what);
  }
  return i;
}

// ---------------------------------------------------------------- into the model

void compile_emit_plugins(Compile* c, mjModel* m) {
  for (int i = 0; i < c->nplugin; i++) {
    const PluginRecord* r = c->plugin + i;
    const char* text;
    char* at = m->plugin_attr + r->attradr;
    m->plugin[i] = r->slot;
    m->plugin_attradr[i] = r->attradr;
    for (int k = 0; (text = attribute_text(r, k)); k++, at += strlen(at) + 1) strcpy(at, text);
  }
}

// what a module decides about its sensor, once the model can be looked at
void compile_plugin_sensor(Compile* c, mjModel* m, int id) {
  const FcFace* face = plugin_face(m->plugin[m->sensor_plugin[id]]);
  const FcSensor* table = face->table;
  int dim = table->dimension ? table->dimension(m, id) : 1;
  const Element* e = &c->sensor[id].sensor->base;
  if (dim < 0) compile_fail(c, e, "plugin '%s': %s", face->name, fc_lastError());
  if (dim > 100000000) compile_fail(c, e, "plugin '%s' gives its sensor %d numbers, at most 100000000 are possible", face->name, dim);
  m->sensor_dim[id] = dim;
  m->sensor_needstage[id] = table->stage;
}
