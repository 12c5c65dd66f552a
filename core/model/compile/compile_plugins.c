// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Plugin instances. A name that the spec activated belongs to an engine plugin or to a module face
// (see core/kernel/mjplugin/engine_plugin.h); it declares the attributes that an instance may
// configure. Instances with a name come first, then those that elements made for themselves, both
// in the order in which they were added: a parsed document adds those of assets before those of
// actuators and sensors, and those of bodies and geoms last.
//
// An implementation without instance in the model can be configured, too. Such values are not part
// of the arrays; they are set as a program would set them (fc_setParameter).
//
// The model stores, per instance, the value of every attribute in the order of declaration as a
// text with its final zero; an implementation without attributes takes one zero. An instance also
// determines how many numbers of mjData.plugin_state it has, once the model can be read.

#include <limits.h>
#include <string.h>

#include <fulcrum/host.h>

#include "core/kernel/binding/face_state.h"
#include "core/kernel/binding/parameter.h"
#include "core/kernel/binding/scheduler.h"
#include "core/kernel/mjplugin/engine_plugin.h"
#include "core/kernel/modules/kind.h"
#include "core/model/compile/compile.h"

enum { MAX_NUMBERS = 100000000 };  // of state

static int activated_slot(const Compile* c, const char* name) {
  for (int i = 0; i < c->spec->nactive; i++)
    if (strcmp(c->spec->active_plugins[i], name) == 0)
      return c->spec->active_plugin_slots[i];
  return -1;
}

// ---------------------------------------------------------------- instances

static void check_attributes(Compile* c, const PluginRecord* r, const Element* e,
                             const char* name) {
  const char *key, *value, *known;
  for (int i = 0; attributes_item(r->plugin->attributes, i, &key, &value); i++) {
    int k = 0;
    while ((known = plugin_attribute(r->slot, k)) && strcmp(known, key) != 0)
      k++;
    if (!known)
      compile_fail(c, e, "unrecognized attribute 'plugin:%s' for plugin %s", key, name);
  }
}

// value of attribute k, "" when it is not configured; NULL past the last one; there is at least one
static const char* attribute_text(const PluginRecord* r, int k) {
  const char* key = plugin_attribute(r->slot, k);
  if (!key)
    return k ? NULL : "";
  const char* value = attributes_get(r->plugin->attributes, key);
  return value ? value : "";
}

static const char* configured(const void* record, int k) { return attribute_text(record, k); }

// Checks types and ranges of the configuration of a face; properties requested later, such as the
// dimension of a sensor, may rely on them. Elements have no ids yet.
static void check_values(Compile* c, const PluginRecord* r, const Element* e) {
  const FcFace* face = plugin_face(r->slot);
  const char* where = face ? face_place(face) : NULL;
  if (where && !stage_find(where))
    compile_fail(c, e, "%s \"%s\": %s", fc_kindName(face->kind), face->name, fc_lastError());
  if (!face || !face->nparameter || face->kind == FC_CONSTRAINT)
    return;
  const FcParameter* parameter;
  const char *key, *text;
  mjtNum* value = COMPILE_NEW(c, mjtNum, parameter_count(face));
  // an empty value is not the same as the default
  for (int i = 0; attributes_item(r->plugin->attributes, i, &key, &text); i++) {
    const int place = text[0] ? -1 : parameter_find(face, key, &parameter);
    if (place >= 0 && parameter_set(NULL, face, parameter, value + place, text))
      compile_fail(c, e, "config: %s", fc_lastError());
  }
  if (parameter_read(NULL, face, configured, r, value))
    compile_fail(c, e, "%s", fc_lastError());
}

// the instance that e adds to the model; e is the instance itself or the element that owns it
static void enlist(Compile* c, Plugin* plugin, const char* name, const Element* e) {
  const char* text;
  PluginRecord* r = c->plugin + c->nplugin;
  *r = (PluginRecord){.plugin = plugin,
                      .name = name,
                      .slot = activated_slot(c, name),
                      .attradr = (int)c->npluginattr};
  if (r->slot < 0)
    compile_fail(c, e, "unrecognized plugin '%s': no <extension> activates it", name);
  check_attributes(c, r, e, name);
  check_values(c, r, e);
  for (int k = 0; (text = attribute_text(r, k)); k++)
    c->npluginattr += (mjtSize)strlen(text) + 1;
  if (c->npluginattr > INT_MAX)
    compile_fail(c, e, "the attributes of plugins are too long: at most %d bytes are possible",
                 INT_MAX);
  plugin->instance = c->nplugin++;
}

static int is_explicit(const Plugin* plugin) { return element_name(&plugin->base)[0] != 0; }

// elements that own an unnamed instance, by index of the instance in the list of the spec
typedef struct Owners_ {
  const ElementList* list;
  const Element** of;
} Owners;

static void note_owner(void* context, Element* e) {
  const Owners* owners = context;
  const mjsPlugin* plugin = element_plugin(e);
  if (!plugin || !plugin->active || !plugin->element || handle_string(plugin->name)[0])
    return;
  const Element* instance = (const Element*)plugin->element;
  const int i = instance->index;
  if (i >= 0 && i < owners->list->count && owners->list->item[i] == instance && !owners->of[i])
    owners->of[i] = e;
}

void compile_plugins(Compile* c) {
  const ElementList* list = &c->spec->list[mjOBJ_PLUGIN];
  if (!list->count)
    return;
  c->plugin = COMPILE_NEW(c, PluginRecord, list->count);
  Owners owners = {list, COMPILE_NEW(c, const Element*, list->count)};
  for (int i = 0; i < list->count; i++) {
    Plugin* plugin = (Plugin*)list->item[i];
    plugin->instance = -1;
    if (is_explicit(plugin))
      enlist(c, plugin, handle_string(plugin->pub.plugin_name), &plugin->base);
  }
  spec_visit(c->spec, note_owner, &owners);
  for (int i = 0; i < list->count; i++) {
    Plugin* plugin = (Plugin*)list->item[i];
    const Element* owner = owners.of[i];
    if (is_explicit(plugin) || !owner)
      continue;
    const char *own = handle_string(plugin->pub.plugin_name),
               *given = handle_string(element_plugin((Element*)owner)->plugin_name);
    if (own[0] || given[0])
      enlist(c, plugin, own[0] ? own : given, owner);
  }
}

// ---------------------------------------------------------------- references

static int find_record(Compile* c, const Element* e, const char* instance, const mjsElement* own) {
  for (int i = 0; i < c->nplugin; i++) {
    const Plugin* plugin = c->plugin[i].plugin;
    if (instance[0] ? is_explicit(plugin) && strcmp(element_name(&plugin->base), instance) == 0
                    : (const mjsElement*)plugin == own)
      return i;
  }
  if (instance[0])
    compile_fail(c, e, "unrecognized name '%s' for plugin instance", instance);
  return -1;
}

int compile_plugin_slot(Compile* c, const mjsPlugin* plugin) {
  const char *name = handle_string(plugin->plugin_name), *instance = handle_string(plugin->name);
  if (!plugin->active)
    return -1;
  for (int i = 0; i < c->nplugin && instance[0]; i++)
    if (is_explicit(c->plugin[i].plugin) &&
        strcmp(element_name(&c->plugin[i].plugin->base), instance) == 0)
      return c->plugin[i].slot;
  return activated_slot(c, name);
}

static int capable(int slot, int capability) {
  const mjpPlugin* plugin = plugin_at(slot);
  if (plugin)
    return (plugin->capabilityflags & capability) != 0;
  const FcFace* face = plugin_face(slot);
  return face && ((capability == mjPLUGIN_ACTUATOR && face->kind == FC_ACTUATOR) ||
                  (capability == mjPLUGIN_SENSOR && face->kind == FC_SENSOR) ||
                  (capability == mjPLUGIN_PASSIVE && face->kind == FC_PASSIVE));
}

int compile_plugin(Compile* c, const Element* e, const mjsPlugin* plugin, int capability,
                   const char* what) {
  if (!plugin->active)
    return -1;
  const char *name = handle_string(plugin->plugin_name), *instance = handle_string(plugin->name);
  if (!name[0] && !instance[0]) {
    compile_fail(c, e, "neither 'plugin' nor 'instance' is specified for %s '%s', (id = %d)",
                 e->kind->name, element_name(e), element_id(e));
  }
  if (name[0] && activated_slot(c, name) < 0)
    compile_fail(c, e, "unrecognized plugin '%s'", name);
  int i = find_record(c, e, instance, plugin->element);
  const char* owner = i >= 0 ? c->plugin[i].name : name;
  if (name[0] && i >= 0 && activated_slot(c, name) != c->plugin[i].slot)
    compile_fail(c, e, "'plugin' attribute does not match that of the instance");
  if (i < 0 || !capable(c->plugin[i].slot, capability))
    compile_fail(c, e, "plugin '%s' does not support %s", owner, what);
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
    for (int k = 0; (text = attribute_text(r, k)); k++, at += strlen(at) + 1)
      strcpy(at, text);
  }
}

// numbers of state that the instances request; everything else is in the model by now
void compile_plugin_states(Compile* c, mjModel* m) {
  mjtSize adr = 0;
  for (int i = 0; i < c->nplugin; i++) {
    const PluginRecord* r = c->plugin + i;
    const Element* e = &r->plugin->base;
    const mjpPlugin* plugin = plugin_at(r->slot);
    int failed = 0;
    // types and ranges of the configuration of a face
    if (!plugin)
      parameter_values(m, plugin_face(r->slot), i, &failed);
    if (failed)
      compile_fail(c, e, "%s", fc_lastError());
    if (plugin && !plugin->nstate)
      compile_fail(c, e, "plugin '%s' has no function `nstate`, which every plugin must have",
                   r->name);
    const int n = plugin ? plugin->nstate(m, i) : face_state_size(m, plugin_face(r->slot));
    if (!plugin && n < 0)
      compile_fail(c, e, "%s", fc_lastError());
    if (n < 0 || n > MAX_NUMBERS)
      compile_fail(c, e, "plugin '%s' asks for %d numbers of state, between 0 and %d are possible",
                   r->name, n, MAX_NUMBERS);
    m->plugin_stateadr[i] = (int)adr;
    m->plugin_statenum[i] = n;
    adr += n;
    if (adr > MAX_NUMBERS)
      compile_fail(c, e, "plugins ask for more than %d numbers of state", MAX_NUMBERS);
  }
  m->npluginstate = adr;
}

// ---------------------------------------------------------------- implementations without instance

// The face that a <config> below <plugin> configures: one without instance in the model, whose
// values are kept by the model.
static const FcFace* configured_face(Compile* c, const mjModel* m, int i) {
  const char* name = c->spec->active_plugins[i];
  const FcFace* face = plugin_face(c->spec->active_plugin_slots[i]);
  if (!face)
    compile_fail(c, NULL, "config: plugin '%s' is configured in its instances", name);
  if (plugin_instance_of(m, face) >= 0)
    compile_fail(c, NULL,
                 "config: the model has an instance of '%s', whose <config> it is that counts; a "
                 "<config> of <plugin> is for implementations without instance",
                 name);
  if (face->kind == FC_CONSTRAINT || (face->kind == FC_SENSOR && face->number))
    compile_fail(c, NULL, "config: parameters of %s \"%s\" belong to its elements",
                 fc_kindName(face->kind), face->name);
  return face;
}

void compile_face_configs(Compile* c, mjModel* m) {
  const char *key, *text;
  for (int i = 0; i < c->spec->nactive; i++) {
    void* config = c->spec->active_configs[i];
    for (int k = 0; attributes_item(config, k, &key, &text); k++) {
      const FcParameter* parameter;
      int failed;
      const FcFace* face = configured_face(c, m, i);
      const int place = parameter_find(face, key, &parameter);
      mjtNum* value = place < 0 ? NULL : parameter_values(m, face, -1, &failed);
      if (!value || parameter_set(m, face, parameter, value + place, text))
        compile_fail(c, NULL, "config: %s", fc_lastError());
    }
  }
}
