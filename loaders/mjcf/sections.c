// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Global sections: visual, statistic, extension, custom, keyframe (compiler, option and size are in
// loaders/xml/settings.c). Each may be repeated; settings accumulate attribute by attribute.

#define _POSIX_C_SOURCE 200809L

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <fulcrum/host.h>

#include "mjcf.h"

int read_visual(Reader* r, const XmlElement* e) {
  int schema = fc_schemaFindPath("mujoco/visual");
  for (const XmlElement* child = e->first; child; child = child->next) {
    if (read_fields(r, child, fc_schemaFindChild(schema, child->name), r->spec))
      return -1;
    if (xml_attribute(child, "realtime") && r->spec->visual.global.realtime <= 0)
      return fail_at(r, child, "realtime", "realtime must be greater than 0");
    if (xml_attribute(child, "znear") && r->spec->visual.map.znear <= 0)
      return fail_at(r, child, "znear", "znear must be strictly positive");
  }
  return 0;
}

int read_statistic(Reader* r, const XmlElement* e) {
  if (read_fields(r, e, fc_schemaFindPath("mujoco/statistic"), r->spec))
    return -1;
  if (xml_attribute(e, "extent") && r->spec->stat.extent <= 0)
    return fail_at(r, e, "extent", "extent must be strictly positive");
  return 0;
}

// --------------------------------------------------------------- extension and plugins

int read_config(Reader* r, const XmlElement* e, mjsPlugin* plugin) {
  int schema = fc_schemaFindPath("mujoco/extension/plugin/instance/config");
  for (const XmlElement* c = xml_child(e, "config"); c; c = xml_next(c, "config")) {
    const char *key, *value;
    if (read_text(r, c, schema, "key", &key) < 0 || read_text(r, c, schema, "value", &value) < 0)
      return -1;
    if (fc_setPluginConfig(plugin, key, value))
      return fail_at(r, c, "key", "duplicate config key: %s", key);
  }
  return 0;
}

// values for the contact model, which the compiler checks
int read_contact_values(Reader* r, const XmlElement* e, mjsElement* element) {
  int schema = fc_schemaFindPath("mujoco/extension/plugin/instance/config");
  for (const XmlElement* c = xml_child(e, "config"); c; c = xml_next(c, "config")) {
    const char *key, *value;
    if (read_text(r, c, schema, "key", &key) < 0 || read_text(r, c, schema, "value", &value) < 0)
      return -1;
    for (const XmlElement* earlier = xml_child(e, "config"); earlier != c;
         earlier = xml_next(earlier, "config"))
      if (strcmp(xml_attribute(earlier, "key"), key) == 0)
        return fail_at(r, c, "key", "duplicate config key: %s", key);
    if (fc_setConfig(element, key, value))
      return fail_at(r, c, NULL, "<%s> has no values for the contact model", e->name);
  }
  return 0;
}

// an element without a named instance gets a private one; NULL: out of memory
static mjsPlugin* own_instance(Reader* r, const XmlElement* e, mjsPlugin* plugin,
                               const char* name) {
  mjsPlugin* own = mjs_addPlugin(r->spec);
  if (!own) {
    fail_at(r, e, NULL, "out of memory");
    return NULL;
  }
  r->spec->hasImplicitPluginElem = 1;
  plugin->element = own->element;
  mjs_setString(own->plugin_name, name);
  own->active = 1;
  char line[32];
  snprintf(line, sizeof line, "line %d", e->line);
  mjs_setString(own->info, line);
  return own;
}

int read_plugin(Reader* r, const XmlElement* e, mjsPlugin* plugin) {
  const char *name = xml_attribute(e, "plugin"), *instance = xml_attribute(e, "instance");
  plugin->active = 1;
  mjs_setString(plugin->plugin_name, name ? name : "");
  mjs_setString(plugin->name, instance ? instance : "");
  if (instance && instance[0])
    return 0;
  mjsPlugin* own = own_instance(r, e, plugin, name ? name : "");
  return own ? read_config(r, e, own) : -1;
}

// ---------------------------------------------------------------- implementations by name

// 1 when there is an implementation of this name. Writes the names of all of them to known;
// *shared: a face of another kind has the name, too.
static int is_known(FcKind kind, const char* name, char* known, size_t size, int* shared) {
  int found = 0;
  known[0] = 0;
  *shared = 0;
  for (int m = 0; m < fc_moduleCount(); m++) {
    FcModuleInfo module = {.size = sizeof module};
    FcFaceInfo face = {.size = sizeof face};
    for (int i = 0; !fc_moduleInfo(m, &module) && i < module.nface; i++) {
      if (fc_faceInfo(m, i, &face))
        continue;
      int same = strcmp(face.name, name) == 0;
      if (face.kind != kind) {
        *shared |= same && face.kind != FC_PLUGIN;
        continue;
      }
      found |= same;
      size_t used = strlen(known);
      snprintf(known + used, size - used, "%s%s", used ? ", " : "", face.name);
    }
  }
  return found;
}

static mjsPlugin* find_instance(const mjSpec* spec, const char* name) {
  for (mjsElement* e = mjs_firstElement((mjSpec*)spec, mjOBJ_PLUGIN); e;
       e = mjs_nextElement((mjSpec*)spec, e)) {
    mjsPlugin* plugin = mjs_asPlugin(e);
    const char* own = mjs_getString(mjs_getName(e));
    if (own && own[0] && strcmp(mjs_getString(plugin->plugin_name), name) == 0)
      return plugin;
  }
  return NULL;
}

// The attributes that choose implementations by name, and their kinds. The first two are members of
// mjOption. For the others a model has an instance: the one that <extension> configures, or one
// that is made here and named like the face.
static const struct {
  const char* attribute;
  FcKind kind;
  int several;  // any number of them can be active
} choices[] = {{"solver", FC_SOLVER, 0},
               {"integrator", FC_INTEGRATOR, 0},
               {"broadphase", FC_BROADPHASE, 0},
               {"contact_model", FC_CONTACT_MODEL, 0},
               {"convex", FC_CONVEX, 0},
               {"post_solver", FC_POST_SOLVER, 1},
               {"passive", FC_PASSIVE, 1},
               {"stage", FC_STAGE, 1},
               {"probe", FC_PROBE, 1}};
enum { CHOICES = sizeof choices / sizeof *choices, CHOSEN_MAX = 64 };

// choices of one <option>
typedef struct Chosen {
  const char* attribute;
  const FcFace* face;  // NULL: not installed
  char name[256];
} Chosen;

// the face of this kind with a name, as its module describes it
static const FcFace* described_face(FcKind kind, const char* name) {
  FcModuleInfo module = {.size = sizeof module};
  FcFaceInfo face = {.size = sizeof face};
  for (int m = 0; m < fc_moduleCount(); m++) {
    for (int i = 0; !fc_moduleInfo(m, &module) && !module.refused && i < module.nface; i++) {
      if (fc_faceInfo(m, i, &face) || face.kind != kind || !face.selected ||
          strcmp(face.name, name) != 0)
        continue;
      const FcModule* opened = fc_openModule(module.name);
      return opened ? opened->faces + i : NULL;
    }
  }
  return NULL;
}

static mjsPlugin* make_instance(Reader* r, const XmlElement* e, const char* attribute,
                                const char* name) {
  mjsPlugin* plugin = find_instance(r->spec, name);
  if (mjs_activatePlugin(r->spec, name)) {
    fail_at(r, e, attribute, "%s", fc_lastError());
    return NULL;
  }
  if (plugin)
    return plugin;
  if (!(plugin = mjs_addPlugin(r->spec))) {
    fail_at(r, e, NULL, "out of memory");
    return NULL;
  }
  plugin->active = 1;
  mjs_setString(plugin->plugin_name, name);
  if (mjs_setName(plugin->element, name)) {
    fail_at(r, e, attribute, "%s", spec_problem(r));
    return NULL;
  }
  return plugin;
}

static int choose(Reader* r, const XmlElement* e, int choice, const char* name, Chosen* chosen) {
  const char* attribute = choices[choice].attribute;
  const FcKind kind = choices[choice].kind;
  const int is_option = kind == FC_SOLVER || kind == FC_INTEGRATOR;
  char known[512];
  int shared = 0;
  if (is_option) {
    // built-in names are written with capital letters in MJCF
    const char* face = fc_optionName(kind, fc_optionValue(kind, name));
    name = face ? face : name;
  } else if (!is_known(kind, name, known, sizeof known, &shared)) {
    return fail_at(r, e, attribute, "there is no %s '%s'; known are: %s", fc_kindName(kind), name,
                   known);
  }
  chosen->face = xml_child(e, "config") ? described_face(kind, name) : NULL;

  // a name shared by several kinds is written with its kind
  const int length = snprintf(chosen->name, sizeof chosen->name, "%s%s%s",
                              shared ? fc_kindName(kind) : "", shared ? "/" : "", name);
  if ((size_t)length >= sizeof chosen->name) {
    return fail_at(r, e, attribute, "a name of at most %zu characters is expected",
                   sizeof chosen->name - 1);
  }
  chosen->attribute = attribute;
  return is_option || make_instance(r, e, attribute, chosen->name) ? 0 : -1;
}

static int has_key(const Chosen* chosen, const char* key) {
  for (int i = 0; chosen->face && i < chosen->face->nparameter; i++)
    if (strcmp(chosen->face->parameters[i].key, key) == 0)
      return 1;
  return 0;
}

// A <config> of <option> belongs to the implementation chosen there that has this parameter.
static int read_choice_config(Reader* r, const XmlElement* c, const Chosen* chosen, int n) {
  int schema = fc_schemaFindPath("mujoco/extension/plugin/instance/config");
  const char *key, *value;
  const Chosen* owner = NULL;
  char names[512] = "";
  if (read_text(r, c, schema, "key", &key) < 0 || read_text(r, c, schema, "value", &value) < 0)
    return -1;
  for (int i = 0; i < n; i++) {
    size_t used = strlen(names);
    snprintf(names + used, sizeof names - used, "%s%s '%s'", used ? ", " : "", chosen[i].attribute,
             chosen[i].name);
    if (!has_key(chosen + i, key))
      continue;
    if (owner) {
      return fail_at(r, c, "key",
                     "both '%s' and '%s' have a parameter '%s': configure them in <extension>",
                     owner->name, chosen[i].name, key);
    }
    owner = chosen + i;
  }
  if (!owner) {
    return fail_at(r, c, "key",
                   n ? "no implementation that <option> chooses has a parameter '%s' (%s)"
                     : "parameter '%s': <option> chooses no implementation%s",
                   key, names);
  }
  mjsPlugin* plugin = make_instance(r, c, "key", owner->name);
  if (!plugin)
    return -1;
  return fc_setPluginConfig(plugin, key, value)
             ? fail_at(r, c, "key", "duplicate config key: %s", key)
             : 0;
}

int read_choices(Reader* r, const XmlElement* e) {
  Chosen chosen[CHOSEN_MAX];
  int n = 0;
  for (int i = 0; i < CHOICES; i++) {
    const char* text = xml_attribute(e, choices[i].attribute);
    while (text && *(text += strspn(text, " \t\r\n"))) {
      const size_t length = choices[i].several ? strcspn(text, " \t\r\n") : strlen(text);
      char name[256];
      if (n == CHOSEN_MAX || length >= sizeof name) {
        return fail_at(r, e, choices[i].attribute, "at most %d names of at most %d letters",
                       CHOSEN_MAX, (int)sizeof name - 1);
      }
      memcpy(name, text, length);
      name[length] = 0;
      if (choose(r, e, i, name, chosen + n++))
        return -1;
      text += length;
    }
  }
  for (const XmlElement* c = xml_child(e, "config"); c; c = xml_next(c, "config"))
    if (read_choice_config(r, c, chosen, n))
      return -1;
  return 0;
}

// ---------------------------------------------------------------- elements of modules

// an attribute as the numbers of a parameter; 1: present
static int read_parameter(Reader* r, const XmlElement* e, int schema, const FcParameter* p,
                          double* value) {
  int word;
  switch (p->type) {
    case FC_REAL: return read_numbers(r, e, p->key, p->length, 0, value);
    case FC_INT: {
      int n = read_numbers(r, e, p->key, p->length, 0, value);
      for (int i = 0; i < p->length && n > 0; i++)
        if (value[i] != floor(value[i]))
          return fail_at(r, e, p->key, "'%s' must be whole numbers", p->key);
      return n;
    }
    default: break;
  }
  const FcSchemaAttribute* a = fc_schemaFindAttribute(schema, p->key);
  if (a->keywords) {
    int n = read_keyword(r, e, schema, p->key, &word);
    *value = word;
    return n;
  }
  return xml_attribute(e, p->key) != NULL;
}

int read_face_parameters(Reader* r, const XmlElement* e, int schema, const FcFace* face,
                         int (*set)(void* context, const FcParameter* p, int offset,
                                    const char* text, const double* value),
                         void* context) {
  int offset = 0;
  for (int i = 0; i < face->nparameter; i++) {
    const FcParameter* p = face->parameters + i;
    double value[32] = {0};
    if (p->length > 32) {
      return fail_at(r, e, p->key, "'%s' has %d numbers, at most 32 are possible", p->key,
                     p->length);
    }
    int n = read_parameter(r, e, schema, p, value);
    for (int k = 0; k < p->length && n > 0 && p->min < p->max; k++) {
      if (!(value[k] >= p->min && value[k] <= p->max)) {
        return fail_at(r, e, p->key, "'%s' must be between %g and %g%s%s, got %g", p->key, p->min,
                       p->max, p->unit ? " " : "", p->unit ? p->unit : "", value[k]);
      }
    }
    if (n < 0 || (n > 0 && set(context, p, offset, xml_attribute(e, p->key), value)))
      return n < 0 ? -1 : fail_at(r, e, p->key, "%s", fc_lastError());
    offset += p->length;
  }
  return 0;
}

static int set_config(void* context, const FcParameter* p, int offset, const char* text,
                      const double* value) {
  (void)offset;
  (void)value;
  return fc_setPluginConfig(context, p->key, text)
             ? fc_fail("out of memory for the parameter \"%s\"", p->key)
             : 0;
}

int read_face(Reader* r, const XmlElement* e, int schema, mjsPlugin* plugin) {
  const FcFace* face = fc_schemaFace(schema);
  if (mjs_activatePlugin(r->spec, face->name))
    return fail_at(r, e, NULL, "%s", fc_lastError());
  plugin->active = 1;
  mjs_setString(plugin->plugin_name, face->name);
  mjsPlugin* own = own_instance(r, e, plugin, face->name);
  return own ? read_face_parameters(r, e, schema, face, set_config, own) : -1;
}

// <config> below <plugin>: the implementation as such, where the model has no instance of it
static int read_face_config(Reader* r, const XmlElement* c, const char* name) {
  int schema = fc_schemaFindPath("mujoco/extension/plugin/instance/config"), active = 0;
  const char *key, *value, *known, *text;
  if (read_text(r, c, schema, "key", &key) < 0 || read_text(r, c, schema, "value", &value) < 0)
    return -1;
  while ((known = fc_activePlugin(r->spec, active)) && strcmp(known, name) != 0)
    active++;
  for (int k = 0; fc_faceConfig(r->spec, active, k, &known, &text); k++)
    if (strcmp(known, key) == 0)
      return fail_at(r, c, "key", "duplicate config key: %s", key);
  return fc_setFaceConfig(r->spec, name, key, value) ? fail_at(r, c, NULL, "%s", fc_lastError())
                                                     : 0;
}

int read_extension(Reader* r, const XmlElement* e) {
  int schema = fc_schemaFindPath("mujoco/extension/plugin");
  for (const XmlElement* p = e->first; p; p = p->next) {
    const char *name, *instance;
    if (read_text(r, p, schema, "plugin", &name) < 0)
      return -1;
    if (mjs_activatePlugin(r->spec, name))
      return fail_at(r, p, "plugin", "plugin %s not found: %s", name, fc_lastError());
    for (const XmlElement* i = p->first; i; i = i->next) {
      if (strcmp(i->name, "config") == 0) {
        if (read_face_config(r, i, name))
          return -1;
        continue;
      }
      if (read_text(r, i, fc_schemaFindChild(schema, "instance"), "name", &instance) < 0)
        return -1;
      if (r->spec->hasImplicitPluginElem) {
        return fail_at(r, i, NULL,
                       "explicit plugin instance must appear before implicit plugin elements");
      }
      mjsPlugin* plugin = mjs_addPlugin(r->spec);
      if (!plugin)
        return fail_at(r, i, NULL, "out of memory");
      plugin->active = 1;
      mjs_setString(plugin->plugin_name, name);
      mjs_setString(plugin->name, instance);
      if (set_name(r, i, plugin->element, plugin->info) || read_config(r, i, plugin))
        return -1;
    }
  }
  return 0;
}

// --------------------------------------------------------------- custom

static int read_numeric(Reader* r, const XmlElement* e, int schema) {
  const char* name;
  int size = 0;
  int sized = read_integer(r, e, schema, "size", &size);
  if (sized < 0 || read_text(r, e, schema, "name", &name) < 0)
    return -1;

  // data padded with zeros to the size
  double data[500] = {0};
  if (sized && (size < 1 || size > 500))
    return fail_at(r, e, "size", "custom field size must be between 1 and 500, got %d", size);
  int n = read_reals(r, e, schema, "data", data);
  if (n < 0)
    return -1;
  size = sized ? size : n;
  if (size < 1) {
    return fail_at(r, e, NULL,
                   "custom field size must be between 1 and 500: give 'size' or 'data'");
  }
  if (n > size) {
    return fail_at(r, e, "data", "attribute 'data' has too much data: %d numbers for size %d", n,
                   size);
  }
  mjsNumeric* numeric = mjs_addNumeric(r->spec);
  numeric->size = size;
  mjs_setDouble(numeric->data, data, size);
  return set_name(r, e, numeric->element, numeric->info);
}

static int read_custom_text(Reader* r, const XmlElement* e, int schema) {
  const char *name, *data;
  if (read_text(r, e, schema, "name", &name) < 0 || read_text(r, e, schema, "data", &data) < 0)
    return -1;
  if (!data[0])
    return fail_at(r, e, "data", "text field cannot be empty");
  mjsText* text = mjs_addText(r->spec);
  mjs_setString(text->data, data);
  return set_name(r, e, text->element, text->info);
}

static int read_tuple(Reader* r, const XmlElement* e, int schema) {
  const char* name;
  if (read_text(r, e, schema, "name", &name) < 0)
    return -1;
  int count = 0;
  for (const XmlElement* c = e->first; c; c = c->next)
    count++;
  int* type = calloc((size_t)count + 1, sizeof(int));
  double* prm = calloc((size_t)count + 1, sizeof(double));
  mjsTuple* tuple = mjs_addTuple(r->spec);
  int status = type && prm && tuple ? 0 : fail_at(r, e, NULL, "out of memory");

  // elements: a name with blanks becomes several, which the compiler reports
  schema = fc_schemaFindChild(schema, "element");
  int i = 0;
  for (const XmlElement* c = e->first; c && !status; c = c->next, i++) {
    const char *objtype = "", *objname = "";
    status = read_text(r, c, schema, "objtype", &objtype) < 0 ||
             read_text(r, c, schema, "objname", &objname) < 0 ||
             read_reals(r, c, schema, "prm", prm + i) < 0;
    if (!status && (type[i] = mju_str2Type(objtype)) == mjOBJ_UNKNOWN)
      status = fail_at(r, c, "objtype", "unknown object type '%s'", objtype);
    if (!status) {
      char* names = malloc(strlen(objname) + 1);
      if (names) {
        strcpy(names, objname);
        char* save = NULL;
        for (char* w = strtok_r(names, " \t\r\n", &save); w; w = strtok_r(NULL, " \t\r\n", &save))
          mjs_appendString(tuple->objname, w);
        free(names);
      }
    }
  }
  if (!status) {
    mjs_setInt(tuple->objtype, type, count);
    mjs_setDouble(tuple->objprm, prm, count);
    status = set_name(r, e, tuple->element, tuple->info);
  }
  free(type);
  free(prm);
  return status ? -1 : 0;
}

int read_custom(Reader* r, const XmlElement* e) {
  int section = fc_schemaFindPath("mujoco/custom");
  for (const XmlElement* c = e->first; c; c = c->next) {
    int schema = fc_schemaFindChild(section, c->name);
    int status = c->name[0] == 'n'   ? read_numeric(r, c, schema)
                 : c->name[1] == 'e' ? read_custom_text(r, c, schema)
                                     : read_tuple(r, c, schema);
    if (status)
      return -1;
  }
  return 0;
}

// --------------------------------------------------------------- keyframes

int read_keyframe(Reader* r, const XmlElement* e) {
  int schema = fc_schemaFindPath("mujoco/keyframe/key");
  for (const XmlElement* k = e->first; k; k = k->next) {
    mjsKey* key = mjs_addKey(r->spec);
    if (set_name(r, k, key->element, key->info) || read_fields(r, k, schema, key))
      return -1;
  }
  return 0;
}
