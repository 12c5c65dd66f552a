// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// `fulcrum modules show`: describes a module, its faces, their parameters, and how a model names
// them. One record is made of each module, as a JSON value, and printed in either form.

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <fulcrum/constraint.h>
#include <fulcrum/host.h>
#include <fulcrum/sensor.h>
#include <fulcrum/stage.h>

#include "tools/common/json.h"
#include "tools/modules/modules.h"

// ---------------------------------------------------------------- names

const char* module_of_face(FcKind kind, const char* name) {
  FcModuleInfo info = {.size = sizeof info};
  FcFaceInfo face = {.size = sizeof face};
  for (int i = 0; i < fc_moduleCount(); i++) {
    for (int k = 0; !fc_moduleInfo(i, &info) && !info.refused && k < info.nface; k++)
      if (!fc_faceInfo(i, k, &face) && face.kind == kind && face.selected &&
          strcmp(face.name, name) == 0)
        return info.name;
  }
  return NULL;
}

static const char* header_of(FcKind kind) {
  switch (kind) {
    case FC_POST_SOLVER: return "solver";
    case FC_SAVER: return "loader";
    case FC_PROBE: return "stage";
    case FC_PLUGIN: return "engine_plugin";
    default: return fc_kindName(kind);
  }
}

static const char* type_name(FcParameterType type) {
  static const char* const names[] = {"real", "int", "bool", "choice", "element", "words"};
  return type >= FC_REAL && type <= FC_WORDS ? names[type] : "?";
}

// ---------------------------------------------------------------- MJCF to copy

static void append(char* text, size_t size, const char* format, ...) mjPRINTFLIKE(3, 4);
static void append(char* text, size_t size, const char* format, ...) {
  const size_t used = strlen(text);
  va_list list;
  va_start(list, format);
  vsnprintf(text + used, size - used, format, list);
  va_end(list);
}

// the default of a parameter, as a model writes it
static void default_text(const FcParameter* p, char* text, size_t size) {
  text[0] = 0;
  if (p->type == FC_WORDS) {
    for (int i = 0; p->keywords[i]; i++)
      if ((int)p->def >> i & 1)
        append(text, size, "%s%s", text[0] ? " " : "", p->keywords[i]);
    return;
  }
  for (int i = 0; i < p->length; i++) {
    append(text, size, i ? " " : "");
    if (p->type == FC_BOOL)
      append(text, size, p->def != 0 ? "true" : "false");
    else if (p->type == FC_CHOICE)
      append(text, size, "%s", p->keywords[(int)p->def]);
    else if (p->type == FC_ELEMENT)
      append(text, size, "NAME");
    else
      append(text, size, "%.9g", p->def);
  }
}

static void put_attributes(const FcFace* face, char* text, size_t size) {
  char value[512];
  for (int i = 0; i < face->nparameter; i++) {
    default_text(face->parameters + i, value, sizeof value);
    append(text, size, " %s=\"%s\"", face->parameters[i].key, value);
  }
}

static void put_configs(const FcFace* face, char* text, size_t size) {
  char value[512];
  for (int i = 0; i < face->nparameter; i++) {
    default_text(face->parameters + i, value, sizeof value);
    append(text, size, "<config key=\"%s\" value=\"%s\"/>", face->parameters[i].key, value);
  }
}

// how an element under <sensor> names the object it is attached to
static void put_object(const FcSensorObject* object, const char* type, const char* name, char* text,
                       size_t size) {
  if (object->naming == FC_NAMED_TYPED || object->naming == FC_NAMED_TYPED_OR_NOT) {
    int kind = mjOBJ_UNKNOWN + 1;
    while (kind < mjNOBJECT - 1 && !(object->types & FC_OBJECT(kind)))
      kind++;
    append(text, size, " %s=\"%s\" %s=\"NAME\"", type, mju_type2Str(kind), name);
  } else if (object->choices && object->choices->attribute) {
    append(text, size, " %s=\"NAME\"", object->choices->attribute);
  }
}

// the MJCF that selects the face; "" when it is used without being named
static void mjcf_of(const FcFace* face, char* text, size_t size) {
  const char* kind = fc_kindName(face->kind);
  text[0] = 0;
  switch (face->kind) {
    case FC_SOLVER:
    case FC_INTEGRATOR:
    case FC_CONTACT_MODEL:
    case FC_BROADPHASE:
    case FC_CONVEX:
    case FC_POST_SOLVER:
    case FC_STAGE:
    case FC_PROBE:
    case FC_PASSIVE:
      if (face->kind == FC_PASSIVE && !strchr(face->name, '.'))
        return;
      append(text, size, "<option %s=\"%s\"", kind, face->name);
      append(text, size, face->nparameter ? ">" : "/>");
      put_configs(face, text, size);
      append(text, size, face->nparameter ? "</option>" : "");
      return;
    case FC_ACTUATOR: {
      const char* slash = strchr(face->name, '/');
      if (slash) {
        append(text, size, "<actuator><general joint=\"NAME\" %.*s=\"%s\"/></actuator>",
               (int)(slash - face->name), face->name, slash + 1);
        return;
      }
      append(text, size, "<actuator><%s joint=\"NAME\"", face->name);
      put_attributes(face, text, size);
      append(text, size, "/></actuator>");
      return;
    }
    case FC_SENSOR: {
      FcSensor table = {.size = sizeof table};
      append(text, size, "<sensor><%s", face->name);
      if (fc_sensorNamed(face->name, &table)) {
        put_object(&table.object, "objtype", "objname", text, size);
        put_object(&table.reference, "reftype", "refname", text, size);
      }
      put_attributes(face, text, size);
      append(text, size, "/></sensor>");
      return;
    }
    case FC_CONSTRAINT: {
      const FcConstraint* table = face->table;
      if (table->group != mjCNSTR_EQUALITY || !table->nends)
        return;
      append(text, size, "<equality><%s %s=\"NAME\"", face->name, table->ends->first);
      if (table->ends->second)
        append(text, size, " %s=\"NAME\"", table->ends->second);
      put_attributes(face, text, size);
      append(text, size, "/></equality>");
      return;
    }
    case FC_PLUGIN:
      append(text, size, "<extension><plugin plugin=\"%s\"/></extension>", face->name);
      return;
    default: return;
  }
}

// ---------------------------------------------------------------- records

static cJSON* parameter_record(Json* json, const FcParameter* p) {
  cJSON *record = cJSON_CreateObject(), *words;
  char text[512];
  json_add_text(json, record, "key", p->key);
  json_add_text(json, record, "type", type_name(p->type));
  json_add_int(json, record, "length", p->length);
  default_text(p, text, sizeof text);
  json_add_real(json, record, "default", p->def);
  json_add_text(json, record, "text", text);
  if (p->min < p->max) {
    json_add_real(json, record, "min", p->min);
    json_add_real(json, record, "max", p->max);
  }
  if (p->keywords && (words = cJSON_CreateArray())) {
    for (int i = 0; p->keywords[i]; i++)
      json_add_text(json, words, NULL, p->keywords[i]);
    json_add(json, record, "keywords", words);
  }
  if (p->unit)
    json_add_text(json, record, "unit", p->unit);
  json_add(json, record, "fixed", cJSON_CreateBool(p->fixed));
  json_add_text(json, record, "help", p->help ? p->help : "");
  return record;
}

// where in the pipeline a stage or probe is
static void put_place(Json* json, cJSON* record, const FcFace* face) {
  const FcStage* stage = face->kind == FC_STAGE ? face->table : NULL;
  const FcProbe* probe = face->kind == FC_PROBE ? face->table : NULL;
  char place[200];
  if (!stage && !probe)
    return;
  snprintf(place, sizeof place, "%s %s", stage && !stage->after ? "before" : "after",
           stage ? stage->where : probe->where);
  json_add_text(json, record, "place", place);
  if (stage)
    json_add_text(json, record, "writes", stage->writes ? stage->writes : "");
}

static cJSON* face_record(Json* json, const FcFace* face, int chosen) {
  cJSON *record = cJSON_CreateObject(), *types = cJSON_CreateArray(),
        *parameters = cJSON_CreateArray();
  char text[8192];
  json_add_text(json, record, "kind", fc_kindName(face->kind));
  json_add_text(json, record, "name", face->name);
  json_add(json, record, "selected", cJSON_CreateBool(chosen));
  const char* provider = chosen ? NULL : module_of_face(face->kind, face->name);
  if (provider)
    json_add_text(json, record, "provided_by", provider);
  snprintf(text, sizeof text, "fulcrum/%s.h", header_of(face->kind));
  json_add_text(json, record, "header", text);
  if (face->number)
    json_add_int(json, record, "number", face->number - FC_NUMBER(0));
  for (const char* const* t = face->types; t && *t; t++)
    json_add_text(json, types, NULL, *t);
  json_add(json, record, "types", types);
  put_place(json, record, face);
  for (int k = 0; k < face->nparameter; k++)
    json_add(json, parameters, NULL, parameter_record(json, face->parameters + k));
  json_add(json, record, "parameters", parameters);
  mjcf_of(face, text, sizeof text);
  json_add_text(json, record, "mjcf", text);
  return record;
}

static int answers_to(const FcFace* face, const char* name) {
  for (const char* const* t = face->types; t && *t; t++)
    if (strcmp(*t, name) == 0)
      return 1;
  return strcmp(face->name, name) == 0;
}

// a module with those of its faces that have this name or serve this type (NULL: all) and are of
// this kind (0: any); NULL after a message
static cJSON* module_record(Json* json, int index, const char* name, FcKind kind) {
  FcModuleInfo info = {.size = sizeof info};
  const FcModule* module = fc_moduleInfo(index, &info) ? NULL : fc_openModule(info.name);
  // opening the module may have changed its status
  if (!module || fc_moduleInfo(index, &info)) {
    failure("%s", fc_lastError());
    return NULL;
  }
  cJSON *record = cJSON_CreateObject(), *faces = cJSON_CreateArray(),
        *overrides = cJSON_CreateArray();
  char built[200];
  json_add_text(json, record, "name", info.name);
  json_add_text(json, record, "version", info.version);
  json_add_text(json, record, "licence", info.licence);
  json_add_text(json, record, "summary", module->summary ? module->summary : "");
  json_add_text(json, record, "file", info.file);
  json_add_text(json, record, "manifest", info.manifest[0] ? info.manifest : "built in");
  snprintf(built, sizeof built, "ABI %u, %d-byte numbers, processor level x86-64-v%d%s",
           module->abi, FC_FEATURE_NUM(module->features), FC_FEATURE_LEVEL(module->features),
           module->layout ? "" : ", portable");
  json_add_text(json, record, "built_for", built);
  json_add_int(json, record, "rank", module->rank);
  for (const char* const* o = module->overrides; o && *o; o++)
    json_add_text(json, overrides, NULL, *o);
  json_add(json, record, "overrides", overrides);
  for (uint32_t i = 0; i < module->nface; i++) {
    const FcFace* face = module->faces + i;
    FcFaceInfo listed = {.size = sizeof listed};
    const int chosen = !fc_faceInfo(index, (int)i, &listed) && listed.selected;
    if ((!name || answers_to(face, name)) && (!kind || face->kind == kind))
      json_add(json, faces, NULL, face_record(json, face, chosen));
  }
  json_add(json, record, "faces", faces);
  return record;
}

// ---------------------------------------------------------------- printing

static const char* text_of(const cJSON* record, const char* key) {
  const cJSON* item = cJSON_GetObjectItem(record, key);
  return cJSON_IsString(item) ? item->valuestring : "";
}

static int flag_of(const cJSON* record, const char* key) {
  return cJSON_IsTrue(cJSON_GetObjectItem(record, key));
}

static void print_list(const char* title, const cJSON* list) {
  const cJSON* item;
  int n = 0;
  cJSON_ArrayForEach(item, list) printf("%s%s", n++ ? ", " : title, item->valuestring);
  if (n)
    printf("\n");
}

static void print_parameter(const FcParameter* p) {
  char value[512];
  default_text(p, value, sizeof value);
  printf("    %s: %s", p->key, type_name(p->type));
  if (p->length > 1)
    printf(" x %d", p->length);
  if (p->type == FC_CHOICE || p->type == FC_WORDS)
    for (int i = 0; p->keywords && p->keywords[i]; i++)
      printf("%s%s", i ? "|" : " ", p->keywords[i]);
  printf(", default %s", value);
  if (p->min < p->max)
    printf(", range %g to %g", p->min, p->max);
  if (p->unit)
    printf(", unit %s", p->unit);
  if (p->fixed)
    printf(", fixed when the model is compiled");
  printf("\n      %s\n", p->help ? p->help : "");
}

static void print_face(const cJSON* face, const FcFace* described) {
  const char *provider = text_of(face, "provided_by"), *place = text_of(face, "place");
  printf("  %s %s", text_of(face, "kind"), text_of(face, "name"));
  if (!flag_of(face, "selected"))
    printf(" (not chosen by default%s%s)", provider[0] ? ", which is that of module " : "",
           provider);
  printf("\n");
  print_list("    types: ", cJSON_GetObjectItem(face, "types"));
  if (place[0])
    printf("    runs %s the stage %s%s%s\n", strncmp(place, "after", 5) != 0 ? "before" : "after",
           strchr(place, ' ') + 1, text_of(face, "writes")[0] ? "; writes " : "",
           text_of(face, "writes"));
  for (int k = 0; k < described->nparameter; k++)
    print_parameter(described->parameters + k);
  if (text_of(face, "mjcf")[0])
    printf("    in a model: %s\n", text_of(face, "mjcf"));
  printf("    specified in <%s>\n", text_of(face, "header"));
}

static void print_module(const cJSON* record) {
  const FcModule* module = fc_openModule(text_of(record, "name"));
  const cJSON* face;
  printf("%s %s (%s)\n", text_of(record, "name"), text_of(record, "version"),
         text_of(record, "licence"));
  if (text_of(record, "summary")[0])
    printf("  %s\n", text_of(record, "summary"));
  printf("  shared object  %s\n  manifest       %s\n  built for      %s\n", text_of(record, "file"),
         text_of(record, "manifest"), text_of(record, "built_for"));
  printf("  rank           %d\n", module ? module->rank : 0);
  print_list("  overrides      ", cJSON_GetObjectItem(record, "overrides"));
  cJSON_ArrayForEach(face, cJSON_GetObjectItem(record, "faces")) {
    for (uint32_t i = 0; module && i < module->nface; i++)
      if (strcmp(module->faces[i].name, text_of(face, "name")) == 0 &&
          strcmp(fc_kindName(module->faces[i].kind), text_of(face, "kind")) == 0)
        print_face(face, module->faces + i);
  }
}

// ---------------------------------------------------------------- choosing

// 1 when a module has a face of this name or type (NULL: any) and kind (0: any), according to its
// manifest
static int has_face(int index, const char* name, FcKind kind) {
  FcModuleInfo info = {.size = sizeof info};
  FcFaceInfo face = {.size = sizeof face};
  const size_t n = name ? strlen(name) : 0;
  for (int k = 0; !fc_moduleInfo(index, &info) && !info.refused && k < info.nface; k++) {
    if (fc_faceInfo(index, k, &face) || (kind && face.kind != kind))
      continue;
    if (!name || strcmp(face.name, name) == 0)
      return 1;
    for (const char* t = face.types; n && (t = strstr(t, name)); t += n)
      if ((t == face.types || t[-1] == ' ') && (!t[n] || t[n] == ' '))
        return 1;
  }
  return 0;
}

static int show(Json* json, int index, const char* name, FcKind kind, int as_json) {
  cJSON* record = module_record(json, index, name, kind);
  if (!record)
    return EXIT_FAILED;
  if (as_json) {
    json_put(json, NULL, record);
  } else {
    print_module(record);
    cJSON_Delete(record);
  }
  return EXIT_OK;
}

// the module of that name, or else every module with a face of that name or type
int show_modules(const char* name, FcKind kind, int as_json) {
  Json json = {.file = stdout};
  FcModuleInfo info = {.size = sizeof info};
  int shown = 0, status = EXIT_OK, exact = -1;
  for (int i = 0; name && i < fc_moduleCount(); i++)
    if (!fc_moduleInfo(i, &info) && strcmp(info.name, name) == 0 && exact < 0)
      exact = i;
  if (as_json)
    json_begin(&json, NULL, '[');
  if (exact >= 0) {
    status = show(&json, exact, NULL, kind, as_json);
    shown++;
  }
  for (int i = 0; i < fc_moduleCount() && !status && exact < 0; i++) {
    if (has_face(i, name, kind)) {
      status = show(&json, i, name, kind, as_json);
      shown++;
    }
  }
  if (as_json)
    json_end(&json);
  // for an unknown name the library has a message that lists where it searched
  if (!shown && name && !fc_openModule(name))
    status = failure("%s", fc_lastError());
  else if (!shown)
    status = failure("no module has a face of kind %s", fc_kindName(kind));
  return status || !as_json ? status : json_finish(&json);
}
