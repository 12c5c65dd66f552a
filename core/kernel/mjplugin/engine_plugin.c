// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Plugins, resource providers and decoders of the MuJoCo plugin ABI. Tables only grow and entries
// never move, so a reader that has seen a count may read the entries below it without a lock.
// Registrations are serialised by a recursive lock, because the constructor of a library may
// register while the lock is held.
//
// The plugins of all modules get their slots together when the first one is needed, so that slots
// do not depend on which model came first. The module of a plugin is opened when that plugin is
// first requested. Until then its entry has only a name; when the module is refused, it stays that
// way unless a library registers a plugin of that name.

#include <dirent.h>
#include <dlfcn.h>
#include <math.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include <fulcrum/engine_plugin.h>
#include <fulcrum/host.h>

#include "core/foundation/base/process_lock.h"
#include "core/foundation/data/generation.h"
#include "core/foundation/data/record.h"
#include "core/kernel/mjplugin/engine_plugin.h"
#include "core/kernel/modules/generations.h"
#include "core/kernel/modules/load.h"
#include "core/kernel/modules/own_library.h"
#include "core/kernel/modules/registry.h"

#define TABLE_MAX 1024  // entries of each kind
#define NAME_MAX_LENGTH 1024
#define ATTRIBUTE_MAX 255

typedef struct Table_ {
  atomic_int n;
  void* entry[TABLE_MAX];
} Table;

typedef enum PluginState_ { PLUGIN_READY, PLUGIN_WAITING, PLUGIN_REFUSED } PluginState;

// an entry of the table of plugins
typedef struct PluginEntry_ {
  mjpPlugin plugin;
  atomic_int state;
} PluginEntry;

static Table plugins, providers, decoders;

static void acquire(void) { process_lock(LOCK_PLUGINS); }

static void release(void) { process_unlock(LOCK_PLUGINS); }

// A library registers from its constructor, inside dlopen and with the lock held, where an error
// handler must not jump out. The first problem is therefore reported after the library is loaded.
static _Thread_local int loading;
static _Thread_local char deferred[1024];

static void registration_error(const char* format, ...) mjPRINTFLIKE(1, 2);
static void registration_error(const char* format, ...) {
  char message[sizeof deferred];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(message, sizeof message, format, arguments);
  va_end(arguments);
  if (!loading)
    mju_error("%s", message);
  else if (!deferred[0])
    memcpy(deferred, message, sizeof deferred);
}

// appends a copy of an entry; returns its index, or -1 when the table is full or memory runs out.
// The lock is held.
static int append(Table* table, const void* source, size_t size) {
  int n = atomic_load(&table->n);
  void* entry = n < TABLE_MAX ? malloc(size) : NULL;
  if (!entry)
    return -1;
  memcpy(entry, source, size);
  table->entry[n] = entry;
  atomic_store(&table->n, n + 1);
  return n;
}

// a private copy of a string that is never freed
static const char* keep(const char* text) { return text ? strdup(text) : NULL; }

// ---------------------------------------------------------------- plugins

void mjp_defaultPlugin(mjpPlugin* plugin) { memset(plugin, 0, sizeof *plugin); }

int mjp_pluginCount(void) { return atomic_load(&plugins.n); }

// entry of a name, in any state; NULL when there is none
static PluginEntry* plugin_entry(const char* name, int* slot) {
  int n = mjp_pluginCount();
  for (int i = 0; name && name[0] && i < n; i++) {
    PluginEntry* entry = plugins.entry[i];
    if (strcasecmp(entry->plugin.name, name) == 0) {
      *slot = i;
      return entry;
    }
  }
  *slot = -1;
  return NULL;
}

static int same_plugin(const mjpPlugin* a, const mjpPlugin* b) {
  if (a->nattribute != b->nattribute)
    return 0;
  for (int i = 0; i < a->nattribute; i++)
    if (strcmp(a->attributes[i], b->attributes[i]) != 0)
      return 0;
  mjpPlugin x = *a, y = *b;
  x.name = y.name = NULL;
  x.attributes = y.attributes = NULL;
  return x.capabilityflags == y.capabilityflags && x.needstage == y.needstage &&
         x.nstate == y.nstate && x.nsensordata == y.nsensordata && x.init == y.init &&
         x.destroy == y.destroy && x.copy == y.copy && x.reset == y.reset &&
         x.compute == y.compute && x.advance == y.advance && x.visualize == y.visualize &&
         x.actuator_act_dot == y.actuator_act_dot && x.sdf_distance == y.sdf_distance &&
         x.sdf_gradient == y.sdf_gradient && x.sdf_staticdistance == y.sdf_staticdistance &&
         x.sdf_attribute == y.sdf_attribute && x.sdf_aabb == y.sdf_aabb;
}

// what is wrong with a definition, or NULL
static const char* plugin_fault(const mjpPlugin* plugin) {
  if (!plugin->name || !plugin->name[0])
    return "it has no name";
  if (strnlen(plugin->name, NAME_MAX_LENGTH + 1) > NAME_MAX_LENGTH)
    return "its name is longer than 1024 characters";
  if (plugin->nattribute < 0 || plugin->nattribute > ATTRIBUTE_MAX)
    return "the number of attributes must be between 0 and 255";
  for (int i = 0; i < plugin->nattribute; i++) {
    if (!plugin->attributes || !plugin->attributes[i] || !plugin->attributes[i][0])
      return "an attribute has no name";
    if (strnlen(plugin->attributes[i], NAME_MAX_LENGTH + 1) > NAME_MAX_LENGTH)
      return "an attribute is longer than 1024 characters";
  }
  return NULL;
}

// Fills an entry with a copy of a definition; the entry keeps its name. 0, or -1 when memory runs
// out, which leaves the entry unchanged. The lock is held.
static int define_plugin(PluginEntry* entry, const mjpPlugin* plugin) {
  mjpPlugin own = *plugin;
  own.name = entry->plugin.name;
  const char** attribute = calloc((size_t)plugin->nattribute + 1, sizeof *attribute);
  int failed = !attribute;
  for (int i = 0; !failed && i < plugin->nattribute; i++)
    failed = !(attribute[i] = keep(plugin->attributes[i]));
  if (failed) {
    for (int i = 0; attribute && i < plugin->nattribute; i++)
      free((char*)attribute[i]);
    free(attribute);
    return fc_fail("out of memory for the plugin \"%s\"; the next call tries again", own.name);
  }
  own.attributes = attribute;
  entry->plugin = own;
  atomic_store(&entry->state, PLUGIN_READY);
  return 0;
}

// adds an entry whose definition follows later; returns its slot, or -1. The lock is held.
static int append_plugin(const char* name) {
  PluginEntry entry = {.plugin = {.name = keep(name)}};
  atomic_init(&entry.state, PLUGIN_WAITING);
  return entry.plugin.name ? append(&plugins, &entry, sizeof entry) : -1;
}

// why the plugin of a face cannot be registered, NULL when it can
static const char* face_fault(const FcFace* face) {
  const mjpPlugin* plugin = ((const FcEnginePlugin*)face->table)->plugin;
  const char* fault = plugin_fault(plugin);
  return fault                                   ? fault
         : strcmp(plugin->name, face->name) != 0 ? "it has another name than the face"
                                                 : NULL;
}

// Opens the module of an entry without definition. The registry is called without the lock, because
// opening a module may run constructors that register something.
static void await_plugin(PluginEntry* entry) {
  if (atomic_load(&entry->state) != PLUGIN_WAITING)
    return;
  const FcFace* face = registry_find(FC_PLUGIN, entry->plugin.name);
  const int usable = face && !face_fault(face);

  // running out of memory says nothing about the module: try again next time
  if (!face && registry_shortage()[0])
    return;
  acquire();
  if (atomic_load(&entry->state) == PLUGIN_WAITING) {
    if (usable)
      define_plugin(entry, ((const FcEnginePlugin*)face->table)->plugin);
    else
      atomic_store(&entry->state, PLUGIN_REFUSED);
  }
  release();
}

const mjpPlugin* mjp_getPluginAtSlot(int slot) {
  if (slot < 0 || slot >= mjp_pluginCount())
    return NULL;
  PluginEntry* entry = plugins.entry[slot];
  await_plugin(entry);
  return &entry->plugin;
}

const mjpPlugin* mjp_getPlugin(const char* name, int* slot) {
  int place;
  PluginEntry* entry = plugin_entry(name, &place);
  if (entry)
    await_plugin(entry);
  const int usable = entry && atomic_load(&entry->state) == PLUGIN_READY;
  if (slot)
    *slot = usable ? place : -1;
  return usable ? &entry->plugin : NULL;
}

int mjp_registerPlugin(const mjpPlugin* plugin) {
  const char* fault = plugin_fault(plugin);
  if (fault) {
    registration_error("mjp_registerPlugin: plugin '%.100s' is refused: %s",
                       plugin->name ? plugin->name : "", fault);
    return -1;
  }
  int slot, conflict = 0, failed = 0;
  acquire();
  PluginEntry* entry = plugin_entry(plugin->name, &slot);
  if (entry && atomic_load(&entry->state) == PLUGIN_READY)
    conflict = !same_plugin(&entry->plugin, plugin);
  else if (entry || (slot = append_plugin(plugin->name)) >= 0)
    failed = define_plugin(plugins.entry[slot], plugin);
  release();
  if (failed) {
    registration_error("mjp_registerPlugin: %s", fc_lastError());
    return -1;
  }
  if (conflict)
    registration_error(
        "mjp_registerPlugin: plugin '%.100s' already registered with another definition",
        plugin->name);
  if (slot < 0)
    registration_error("mjp_registerPlugin: plugin '%.100s' does not fit in the table of %d",
                       plugin->name, TABLE_MAX);
  return conflict ? -1 : slot;
}

// Opens a library; *first is the slot of the first plugin it registered. Returns their number.
static int load_library(const char* caller, const char* path, int* first) {
  char reason[900] = "";
  acquire();
  const int before = mjp_pluginCount();
  loading++;
  deferred[0] = 0;
  const char* outer = opening_begin(path);
  offer_compatible_name();
  if (!path) {
    snprintf(reason, sizeof reason, "the path is NULL");
  } else if (!dlopen(path, RTLD_NOW | RTLD_LOCAL)) {
    const char* why = dlerror();
    snprintf(reason, sizeof reason, "%s", why ? why : "unknown reason");
  }
  opening_end(outer);
  loading--;
  const int added = mjp_pluginCount() - before;
  release();
  if (reason[0])
    mju_error("%s: '%s' cannot be loaded: %s", caller, path ? path : "", reason);
  if (deferred[0])
    mju_error("%s: '%s': %s", caller, path, deferred);
  if (first)
    *first = added ? before : -1;
  return added;
}

void mj_loadPluginLibrary(const char* path) { load_library("mj_loadPluginLibrary", path, NULL); }

static int is_library(const struct dirent* entry) {
  size_t n = strlen(entry->d_name);
  return entry->d_type != DT_DIR && n > 3 && strcmp(entry->d_name + n - 3, ".so") == 0;
}

void mj_loadAllPluginLibraries(const char* directory, mjfPluginLibraryLoadCallback callback) {
  struct dirent** entry = NULL;
  int n = scandir(directory, &entry, is_library, alphasort);
  for (int i = 0; i < n; i++) {
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", directory, entry[i]->d_name);
    free(entry[i]);
    int first;
    const int added = load_library("mj_loadAllPluginLibraries", path, &first);
    if (callback)
      callback(path, first, added);
  }
  free(entry);
}

// ---------------------------------------------------------------- slots of models

// Slot of a plugin that a module provides; -1 when there is none.
static int slot_of_module(const char* name) {
  const FcFace* wanted = registry_find(FC_PLUGIN, name);
  if (!wanted)
    return -1;
  if (face_fault(wanted))
    return fc_fail("the plugin of module face \"%s\" is refused: %s", wanted->name,
                   face_fault(wanted));
  const char* names[TABLE_MAX];
  const int n = registry_provided(FC_PLUGIN, names, TABLE_MAX);
  int slot;
  acquire();
  for (int i = 0; i < n && i < TABLE_MAX; i++)
    if (!plugin_entry(names[i], &slot))
      append_plugin(names[i]);
  release();
  mjp_getPlugin(wanted->name, &slot);
  return slot;
}

// Slot of "NAME" or "KIND/NAME"; 0 when no module has such a face; -1 with fc_lastError when
// several kinds have the name and the kind is not given.
static int slot_of_face(const char* name) {
  const char* slash = strchr(name, '/');
  char word[32] = "";
  if (slash && slash - name < (ptrdiff_t)sizeof word)
    memcpy(word, name, (size_t)(slash - name));
  const FcKind said = fc_kindOf(word);
  if (said && said != FC_PLUGIN && registry_find(said, slash + 1))
    return face_hash(said, slash + 1);
  int found = 0;
  for (int kind = 1; kind < FC_NKIND; kind++) {
    if (kind == FC_PLUGIN || !registry_find((FcKind)kind, name))
      continue;
    if (found)
      return fc_fail("a %s and a %s are called \"%s\": write \"%s/%s\" or \"%s/%s\"",
                     fc_kindName((FcKind)found), fc_kindName((FcKind)kind), name,
                     fc_kindName((FcKind)found), name, fc_kindName((FcKind)kind), name);
    found = kind;
  }
  return found ? face_hash((FcKind)found, name) : 0;
}

int plugin_slot(const char* name) {
  int slot;
  if (mjp_getPlugin(name, &slot))
    return slot;
  if (!name || !name[0])
    return fc_fail("a plugin has an empty name");
  if ((slot = slot_of_module(name)) >= 0)
    return slot;
  if ((slot = slot_of_face(name)) != 0)
    return slot;
  if (registry_shortage()[0])
    return fc_fail("the plugin \"%s\" cannot be looked for: %s", name, registry_shortage());
  return fc_fail("there is neither a plugin nor a module face called \"%s\"", name);
}

const mjpPlugin* plugin_at(int slot) {
  return slot >= 0 && slot < FC_NAME_NUMBER ? mjp_getPluginAtSlot(slot) : NULL;
}

const FcFace* plugin_face(int slot) { return slot < FC_NAME_NUMBER ? NULL : registry_hashed(slot); }

// the key of an attribute at the time when the module generation was `count`
static const char* attribute_then(int slot, int index, uint64_t count) {
  const mjpPlugin* plugin = plugin_at(slot);
  if (plugin)
    return index >= 0 && index < plugin->nattribute ? plugin->attributes[index] : NULL;
  const FcFace* face = plugin_face(slot);
  if (face && count != module_generation())
    face = face_of_generation(face, count);
  return face && index >= 0 && index < face->nparameter ? face->parameters[index].key : NULL;
}

const char* plugin_attribute(int slot, int index) {
  return attribute_then(slot, index, module_generation());
}

const char* plugin_config(const mjModel* m, int instance, int index) {
  if (instance < 0 || instance >= m->nplugin || index < 0 || m->plugin_attradr[instance] < 0)
    return NULL;
  const char *text = m->plugin_attr + m->plugin_attradr[instance],
             *end = m->plugin_attr + m->npluginattr;
  // a rebuilt module may have more parameters than the model has texts
  for (int i = instance + 1; i < m->nplugin; i++) {
    const char* next = m->plugin_attr + m->plugin_attradr[i];
    if (m->plugin_attradr[i] >= 0 && next > text) {
      end = next;
      break;
    }
  }
  for (int i = 0; i < index && text < end; i++)
    text += strlen(text) + 1;
  return text < end ? text : NULL;
}

const char* mj_getPluginConfig(const mjModel* m, int plugin_id, const char* attrib) {
  if (plugin_id < 0 || plugin_id >= m->nplugin || !attrib)
    return NULL;
  const char* name;
  const uint64_t count = model_record(m)->generation;
  for (int i = 0; (name = attribute_then(m->plugin[plugin_id], i, count)); i++)
    if (strcmp(name, attrib) == 0)
      return plugin_config(m, plugin_id, i);
  return NULL;
}

int fc_readNumbers(const char* text, const char* key, mjtNum* value, int n) {
  int found = 0;
  for (const char* at = text ? text : "";;) {
    at += strspn(at, " \t\r\n");
    if (!*at)
      return found;
    char* end;
    const mjtNum number = strtod(at, &end);
    if (end == at || (*end && !strchr(" \t\r\n", *end)) || !isfinite(number))
      return fc_fail("attribute \"%s\" is \"%.100s\", which is not a number", key, text);
    if (found == n)
      return fc_fail("attribute \"%s\" is \"%.100s\", but at most %d numbers are expected", key,
                     text, n);
    value[found++] = number;
    at = end;
  }
}

int fc_pluginNumbers(const mjModel* m, int instance, const char* key, mjtNum* value, int n) {
  return fc_readNumbers(mj_getPluginConfig(m, instance, key), key, value, n);
}

int plugin_instance_of(const mjModel* m, const FcFace* face) {
  const int slot = m->nplugin ? face_hash(face->kind, face->name) : 0;
  for (int i = 0; i < m->nplugin; i++)
    if (m->plugin[i] == slot)
      return i;
  return -1;
}

const char* plugin_name_of_kind(const mjModel* m, FcKind kind) {
  for (int i = 0; i < m->nplugin; i++) {
    const FcFace* face = plugin_face(m->plugin[i]);
    if (face && face->kind == kind)
      return face->name;
  }
  return NULL;
}

// ---------------------------------------------------------------- resource providers

void mjp_defaultResourceProvider(mjpResourceProvider* provider) {
  memset(provider, 0, sizeof *provider);
}

int mjp_resourceProviderCount(void) { return atomic_load(&providers.n); }

// slots of providers start at 1
const mjpResourceProvider* mjp_getResourceProviderAtSlot(int slot) {
  return slot >= 1 && slot <= mjp_resourceProviderCount() ? providers.entry[slot - 1] : NULL;
}

// "prefix:rest" belongs to the provider of that prefix
const mjpResourceProvider* mjp_getResourceProvider(const char* resource_name) {
  const char* colon = resource_name ? strchr(resource_name, ':') : NULL;
  int n = mjp_resourceProviderCount();
  for (int i = 0; colon && i < n; i++) {
    const mjpResourceProvider* provider = providers.entry[i];
    size_t length = strlen(provider->prefix);
    if (length == (size_t)(colon - resource_name) &&
        strncasecmp(provider->prefix, resource_name, length) == 0)
      return provider;
  }
  return NULL;
}

// a prefix follows the rules of URI schemes: a letter, then letters, digits, '+', '.', '-'
static int valid_prefix(const char* prefix) {
  if (!prefix || !((*prefix | 32) >= 'a' && (*prefix | 32) <= 'z'))
    return 0;
  for (const char* c = prefix; *c; c++) {
    int letter = (*c | 32) >= 'a' && (*c | 32) <= 'z', digit = *c >= '0' && *c <= '9';
    if (!letter && !digit && !strchr("+.-", *c))
      return 0;
  }
  return 1;
}

int mjp_registerResourceProvider(const mjpResourceProvider* provider) {
  if (!valid_prefix(provider->prefix)) {
    mju_warning(
        "mjp_registerResourceProvider: '%.100s' is not a valid prefix (a letter, then letters, "
        "digits, '+', '.', '-')",
        provider->prefix ? provider->prefix : "");
    return -1;
  }
  if (!provider->open || !provider->read || !provider->close) {
    mju_warning("mjp_registerResourceProvider: provider '%.100s' must have open, read and close",
                provider->prefix);
    return -1;
  }
  int slot = -1, conflict = 0;
  acquire();
  for (int i = 0; i < mjp_resourceProviderCount(); i++) {
    const mjpResourceProvider* known = providers.entry[i];
    if (strcasecmp(known->prefix, provider->prefix) != 0)
      continue;
    slot = i;
    conflict = known->open != provider->open || known->read != provider->read ||
               known->close != provider->close || known->mount != provider->mount ||
               known->unmount != provider->unmount || known->modified != provider->modified ||
               known->data != provider->data;
  }
  if (slot < 0) {
    mjpResourceProvider own = *provider;
    own.prefix = keep(provider->prefix);
    slot = append(&providers, &own, sizeof own);
    if (slot < 0)
      free((char*)own.prefix);
  }
  release();
  if (conflict) {
    registration_error(
        "mjp_registerResourceProvider: provider '%.100s' is already registered with another "
        "definition",
        provider->prefix);
    return -1;
  }
  return slot < 0 ? -1 : slot + 1;
}

// ---------------------------------------------------------------- decoders

void mjp_defaultDecoder(mjpDecoder* decoder) { memset(decoder, 0, sizeof *decoder); }

// The decoder for a content type or an extension: each entry of the table has one of the two; the
// other is NULL.
static mjpDecoder* decoder_of(const char* content_type, const char* extension) {
  for (int i = 0; i < atomic_load(&decoders.n); i++) {
    mjpDecoder* known = decoders.entry[i];
    const char *own = content_type ? known->content_type : known->extension,
               *key = content_type ? content_type : extension;
    if (own && strcasecmp(own, key) == 0)
      return known;
  }
  return NULL;
}

// Adds a decoder under a content type or an extension of n characters. 0; 1 when the key is taken
// by other functions; -1 when there is no room.
static int add_decoder(const mjpDecoder* decoder, int is_type, const char* text, size_t n) {
  char* key = strndup(text, n);
  if (!key)
    return -1;
  mjpDecoder own = *decoder;
  own.content_type = is_type ? key : NULL;
  own.extension = is_type ? NULL : key;
  const mjpDecoder* known = decoder_of(own.content_type, own.extension);
  const int status = known ? known->can_decode != own.can_decode || known->decode != own.decode
                     : append(&decoders, &own, sizeof own) < 0 ? -1
                                                               : 0;
  if (known || status)
    free(key);
  return status;
}

// reports what add_decoder returned; called without the lock, because handlers may not return
static void report_decoder(int status, const char* key, size_t n) {
  if (status < 0)
    registration_error("mjp_registerDecoder: the table of %d decoders is full", TABLE_MAX);
  if (status > 0)
    registration_error(
        "mjp_registerDecoder: decoder '%.*s' is already registered with other functions",
        n > 100 ? 100 : (int)n, key);
}

static void register_key(const mjpDecoder* decoder, int is_type, const char* key, size_t n) {
  acquire();
  const int status = add_decoder(decoder, is_type, key, n);
  release();
  report_decoder(status, key, n);
}

void mjp_registerDecoder(const mjpDecoder* decoder) {
  const char* type = decoder->content_type ? decoder->content_type : "";
  const char* extension = decoder->extension ? decoder->extension : "";
  if (!decoder->can_decode || !decoder->decode) {
    mju_warning("mjp_registerDecoder: decoder '%.100s' must have decode and can_decode",
                type[0] ? type : extension);
    return;
  }
  if (!type[0] && !extension[0]) {
    mju_warning("mjp_registerDecoder: a decoder must have content_type, extension, or both");
    return;
  }
  if (type[0])
    register_key(decoder, 1, type, strlen(type));
  while (*extension) {
    const size_t n = strcspn(extension, "|");
    if (n)
      register_key(decoder, 0, extension, n);
    extension += n + (extension[n] == '|');
  }
}

int extension_listed(const char* list, const char* extension) {
  for (size_t n = strlen(extension); n && *list;) {
    size_t length = strcspn(list, "|");
    if (length == n && strncasecmp(list, extension, n) == 0)
      return 1;
    list += length + (list[length] == '|');
  }
  return 0;
}

const mjpDecoder* mjp_findDecoder(const mjResource* resource, const char* content_type) {
  if (!resource)
    return NULL;
  const char* dot = resource->name ? strrchr(resource->name, '.') : NULL;
  const mjpDecoder* of[] = {
      content_type && content_type[0] ? decoder_of(content_type, NULL) : NULL,
      dot ? decoder_of(NULL, dot) : NULL,
  };
  for (int i = 0; i < 2; i++)
    if (of[i] && of[i]->can_decode(resource))
      return of[i];
  return NULL;
}
