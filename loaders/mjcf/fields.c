// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Attributes of an element from its struct, driven by the schema table: each is written when it
// differs from the value of the element's class.

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <fulcrum/contact_values.h>
#include <fulcrum/host.h>

#include "writer.h"

// trailing components that equal the default are left out for these
static int is_trimmed(const char* name) {
  return strncmp(name, "solref", 6) == 0 || strncmp(name, "solimp", 6) == 0 ||
         strcmp(name, "gainprm") == 0 || strcmp(name, "biasprm") == 0;
}

static void write_double_field(Writer* w, const FcSchemaAttribute* a, const double* value,
                               const double* reference) {
  write_reals(w, a->name, value, reference, a->max, DBL_EPSILON, is_trimmed(a->name));
}

static void write_float_field(Writer* w, const FcSchemaAttribute* a, const float* value,
                              const float* reference) {
  double v[8], r[8];
  int n = a->max < 8 ? a->max : 8;
  for (int i = 0; i < n; i++) {
    v[i] = (double)value[i];
    r[i] = reference ? (double)reference[i] : 0;
  }
  write_reals(w, a->name, v, reference ? r : NULL, n, FLT_EPSILON, 0);
}

// several keywords
static void write_words(Writer* w, const FcSchemaAttribute* a, int bits) {
  char text[256] = "";
  for (const FcSchemaKeyword* k = a->keywords; k->name; k++) {
    if (bits & k->value) {
      size_t n = strlen(text);
      snprintf(text + n, sizeof text - n, "%s%s", n ? " " : "", k->name);
    }
  }
  if (text[0])
    write_text(w, a->name, text);
}

// What stands for a number that is no built-in keyword: the name of a module's solver or
// integrator, or of an actuator law without its role. NULL: none is known.
static const char* module_word(const char* attribute, int value) {
  FcKind kind = strcmp(attribute, "solver") == 0       ? FC_SOLVER
                : strcmp(attribute, "integrator") == 0 ? FC_INTEGRATOR
                                                       : FC_ACTUATOR;
  const char* name = fc_optionWord(kind, value);
  if (!name || kind != FC_ACTUATOR)
    return name;
  size_t n = strlen(attribute);
  return strncmp(name, attribute, n) == 0 && name[n] == '/' ? name + n + 1 : NULL;
}

// keyword, boolean or integer
static void write_int_field(Writer* w, const FcSchemaAttribute* a, long long value) {
  if (a->type == FC_FIELD_INT) {
    int number = (int)value;
    write_int_data(w, a->name, &number, 1);
  } else if (a->type == FC_FIELD_WORDS) {
    write_words(w, a, (int)value);
  } else {
    const char* word = fc_schemaKeywordName(a->keywords, (int)value);
    if (!word)
      word = module_word(a->name, (int)value);
    if (word) {
      write_text(w, a->name, word);
    } else if (value >= FC_NAME_NUMBER && !w->refusal[0]) {
      snprintf(w->refusal, sizeof w->refusal,
               "%s is %lld, which no installed module has and whose name is not known", a->name,
               value);
    }
  }
}

static long long int_value(const FcSchemaAttribute* a, const void* field) {
  switch (a->store) {
    case FC_STORE_BYTE: return *(const mjtByte*)field;
    case FC_STORE_SIZE: return *(const mjtSize*)field;
    case FC_STORE_DOUBLE: return (long long)*(const double*)field;
    case FC_STORE_OFF_BIT: return !(*(const int*)field >> a->min & 1);
    case FC_STORE_ON_BIT: return *(const int*)field >> a->min & 1;
    default: return *(const int*)field;
  }
}

static void write_string_field(Writer* w, const FcSchemaAttribute* a, const mjString* value,
                               const mjString* reference) {
  const char* text = mjs_getString(value);
  const char* same = reference ? mjs_getString(reference) : "";
  if (text && strcmp(text, same ? same : "") != 0)
    write_text(w, a->name, text);
}

static void write_names(Writer* w, const FcSchemaAttribute* a, const mjStringVec* names) {
  const int n = fc_nameCount(names);
  if (!n)
    return;
  size_t size = 1;
  for (int i = 0; i < n; i++)
    size += strlen(fc_nameItem(names, i)) + 1;
  char *text = malloc(size), *end = text;
  w->failed |= !text;
  for (int i = 0; text && i < n; i++)
    end += sprintf(end, "%s%s", i ? " " : "", fc_nameItem(names, i));
  if (text)
    write_text(w, a->name, text);
  free(text);
}

// number i of a list padded with zeros
static double padded(const mjDoubleVec* list, int i) {
  int n = 0;
  const double* values = list ? mjs_getDouble(list, &n) : NULL;
  return i < n ? values[i] : 0;
}

// user data, padded to the length that compilation chose for the kind
static void write_user(Writer* w, const mjDoubleVec* list, const mjDoubleVec* reference) {
  double* values = calloc((size_t)w->nuser + 1, sizeof(double));
  if (!values) {
    w->failed = 1;
    return;
  }
  int same = 1;
  for (int i = 0; i < w->nuser; i++) {
    values[i] = w->user ? w->user[i] : padded(list, i);
    same = same && values[i] == padded(reference, i);
  }
  if (!same)
    write_numbers(w, "user", values, w->nuser);
  free(values);
}

// lists behind handles; those of the class are inherited and compared by content where that matters
static void write_list_field(Writer* w, const FcSchemaAttribute* a, const void* field) {
  void* handle = *(void* const*)field;
  int n;
  if (a->store == FC_STORE_DOUBLES) {
    write_doubles(w, a->name, handle);
  } else if (a->store == FC_STORE_FLOATS) {
    const float* values = fc_floatItems(handle, &n);
    write_float_data(w, a->name, values, n);
  } else if (a->store == FC_STORE_INTS) {
    const int* values = fc_intItems(handle, &n);
    write_int_data(w, a->name, values, n);
  } else {
    write_names(w, a, handle);
  }
}

static int same_doubles(const mjDoubleVec* a, const mjDoubleVec* b) {
  int na = 0, nb = 0;
  const double *x = mjs_getDouble(a, &na), *y = mjs_getDouble(b, &nb);
  return na == nb && (na == 0 || memcmp(x, y, sizeof(double) * (size_t)na) == 0);
}

// discardvisual took textures and materials away
static int is_discarded(const Writer* w, const FcSchemaAttribute* a) {
  return w->spec->compiler.discardvisual &&
         (strcmp(a->name, "material") == 0 || strcmp(a->name, "texture") == 0);
}

void write_field(Writer* w, const FcSchemaAttribute* a, const void* record, const void* reference) {
  const void* field = (const char*)record + a->offset;
  const void* same = reference ? (const char*)reference + a->offset : NULL;
  switch (a->type) {
    case FC_FIELD_TEXT:
      write_string_field(w, a, *(mjString* const*)field, same ? *(mjString* const*)same : NULL);
      break;
    case FC_FIELD_REAL:
      if (a->store == FC_STORE_DOUBLE)
        write_double_field(w, a, field, same);
      else if (a->store == FC_STORE_FLOAT)
        write_float_field(w, a, field, same);
      else if (strcmp(a->name, "user") == 0)
        write_user(w, *(mjDoubleVec* const*)field, same ? *(mjDoubleVec* const*)same : NULL);
      else if (!(a->store == FC_STORE_DOUBLES && same &&
                 same_doubles(*(mjDoubleVec* const*)field, *(mjDoubleVec* const*)same)))
        write_list_field(w, a, field);
      break;
    case FC_FIELD_INTS:
      if (a->store == FC_STORE_INT)
        write_ints(w, a->name, field, same, a->max);
      else
        write_list_field(w, a, field);
      break;
    case FC_FIELD_NAMES: write_list_field(w, a, field); break;
    case FC_FIELD_MEMORY: break;
    default:
      if (!same || int_value(a, field) != int_value(a, same))
        write_int_field(w, a, int_value(a, field));
  }
}

void set_user(Writer* w, const mjtNum* user, mjtSize nuser, int id) {
  w->nuser = (int)nuser;
  w->user = user ? user + nuser * id : NULL;
}

void write_fields(Writer* w, int schema, const void* record, const void* reference,
                  SpecialField special, const void* context) {
  const FcSchemaElement* element = fc_schemaElement(schema);
  for (int i = 0; i < element->nattribute; i++) {
    const FcSchemaAttribute* a = element->attribute + i;
    if (is_discarded(w, a))
      continue;
    if (special && special(w, a, record, reference, context))
      continue;
    if (a->store != FC_STORE_NONE)
      write_field(w, a, record, reference);
  }
  w->user = NULL;
  w->nuser = 0;
}

void write_more_fields(Writer* w, int schema, const char* const* names, const void* record,
                       const void* reference) {
  for (; *names; names++) {
    const FcSchemaAttribute* a = fc_schemaFindAttribute(schema, *names);
    if (a)
      write_field(w, a, record, reference);
  }
}

// ---------------------------------------------------------------- what many elements share

void write_name(Writer* w, const mjsElement* element) {
  const char* name = mjs_getString(mjs_getName((mjsElement*)element));
  if (name && name[0])
    write_text(w, "name", name);
}

const char* class_name(const mjsElement* element) {
  const mjsDefault* def = mjs_getDefault((mjsElement*)element);
  const char* name = def ? mjs_getString(mjs_getName(def->element)) : NULL;
  return name ? name : "";
}

void write_class(Writer* w, const mjsElement* element, const char* active) {
  const char* name = class_name(element);
  if (name[0] && strcmp(name, active) != 0 && strcmp(name, "main") != 0) {
    write_text(w, "class", name);
  } else if (strcmp(name, "main") == 0 && active[0] && strcmp(active, "main") != 0) {
    // inside a childclass the root class has to be said
    write_text(w, "class", name);
  }
}

void write_file(Writer* w, const char* name, const mjsElement* element, const char* file) {
  if (!file || !file[0])
    return;
  char* seen = fc_assetName(element, file);
  if (!seen) {
    w->failed = 1;
    return;
  }
  write_text(w, name, seen);
  free(seen);
}

const mjsDefault* class_of(Writer* w, const mjsElement* element) {
  const mjsDefault* def = mjs_getDefault((mjsElement*)element);
  return def ? def : mjs_getSpecDefault(w->spec);
}

void write_doubles(Writer* w, const char* name, const mjDoubleVec* vector) {
  int n = 0;
  const double* values = mjs_getDouble(vector, &n);
  if (n > 0)
    write_numbers(w, name, values, n);
}

void write_plugin_attributes(Writer* w, const mjsPlugin* plugin) {
  const char *name = mjs_getString(plugin->plugin_name), *instance = mjs_getString(plugin->name);
  if (instance && instance[0])
    write_text(w, "instance", instance);
  else if (name && name[0])
    write_text(w, "plugin", name);
}

// value of a key, NULL when it has none
static const char* config_value(const mjsPlugin* plugin, const char* key) {
  const char *k, *value;
  for (int i = 0; fc_pluginConfig(plugin, i, &k, &value); i++)
    if (strcmp(k, key) == 0)
      return value;
  return NULL;
}

void write_pair(Writer* w, const char* key, const char* value, int empty) {
  if (value && (empty || value[0])) {
    open_element(w, "config");
    write_text(w, "key", key);
    write_text(w, "value", value);
    close_element(w, 1);
  }
}

// in the order in which an engine plugin declares them; those of a face by key
void write_config(Writer* w, const mjsPlugin* plugin, int empty) {
  int slot;
  const char *key, *value;
  const mjpPlugin* type = mjp_getPlugin(mjs_getString(plugin->plugin_name), &slot);
  for (int i = 0; type && i < type->nattribute; i++)
    write_pair(w, type->attributes[i], config_value(plugin, type->attributes[i]), empty);
  for (int i = 0; !type && fc_pluginConfig(plugin, i, &key, &value); i++)
    write_pair(w, key, value, empty);
}

static const char* contact_text(const mjsElement* e, const char* key) {
  const char *k, *value;
  for (int i = 0; fc_config(e, i, &k, &value); i++)
    if (strcmp(k, key) == 0)
      return value;
  return NULL;
}

static void write_contact_value(Writer* w, const char* key, const char* text, const char* from) {
  if (text && !(from && strcmp(text, from) == 0))
    write_pair(w, key, text, 0);
}

void write_contact_values(Writer* w, const mjsElement* e, const mjsElement* reference, int id) {
  const char *key, *text;
  for (int i = 0; id < 0 && fc_config(e, i, &key, &text); i++)
    write_contact_value(w, key, text, contact_text(reference, key));
  // the numbers are those of the model
  for (int i = 0; id >= 0 && (key = fc_contactKey(w->m, e->elemtype, i)); i++) {
    const mjtNum* value = fc_contactValue((mjModel*)w->m, e->elemtype, id, key);
    char number[32];
    if (!value || isnan(*value))
      continue;
    text = contact_text(e, key);
    if (!text || strtod(text, NULL) != *value) {
      snprintf(number, sizeof number, "%.17g", (double)*value);
      text = number;
    }
    write_contact_value(w, key, text, contact_text(reference, key));
  }
}

// ---------------------------------------------------------------- elements of modules

int face_element(const char* section, const mjsPlugin* plugin) {
  const char *name = mjs_getString(plugin->plugin_name), *instance = mjs_getString(plugin->name);
  if (!plugin->active || !name || !name[0] || (instance && instance[0]))
    return -1;
  const int schema = fc_schemaFindChild(fc_schemaFindPath(section), name);
  return schema >= 0 && fc_schemaFace(schema) ? schema : -1;
}

void write_face_parameters(Writer* w, const mjsPlugin* plugin) {
  const char *key, *value;
  for (int i = 0; fc_pluginConfig(plugin, i, &key, &value); i++)
    write_text(w, key, value);
}

void write_plugin_config(Writer* w, const mjsPlugin* plugin) {
  const char* instance = mjs_getString(plugin->name);
  if (!(instance && instance[0]))
    write_config(w, plugin, 1);
}

void write_plugin(Writer* w, const mjsPlugin* plugin) {
  if (!plugin->active)
    return;
  open_element(w, "plugin");
  write_plugin_attributes(w, plugin);
  write_plugin_config(w, plugin);
  close_element(w, 1);
}
