// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Generates the text of a manifest from a descriptor. The descriptor is the source; the manifest
// repeats it for readers that do not open the shared object.

#include <cjson/cJSON.h>
#include <dlfcn.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <fulcrum/host.h>

#include "core/kernel/modules/descriptor.h"
#include "core/kernel/modules/handshake.h"
#include "core/kernel/modules/load.h"
#include "core/kernel/modules/shared_object.h"

static int add_list(cJSON* object, const char* key, const char* const* list) {
  int n = 0;
  while (list && list[n])
    n++;
  return n && !cJSON_AddItemToObject(object, key, cJSON_CreateStringArray(list, n));
}

static int add_face(cJSON* provides, const FcFace* face) {
  cJSON* object = cJSON_CreateObject();
  if (!object || !cJSON_AddItemToArray(provides, object))
    return -1;
  return !cJSON_AddStringToObject(object, "kind", fc_kindName(face->kind)) ||
         !cJSON_AddStringToObject(object, "name", face->name) ||
         (face->number &&
          !cJSON_AddNumberToObject(object, "number", face->number - FC_NUMBER(0))) ||
         add_list(object, "types", face->types);
}

static int add_module(cJSON* root, const FcModule* module) {
  if (!cJSON_AddStringToObject(root, "name", module->name) ||
      !cJSON_AddStringToObject(root, "version", module->version) ||
      (module->licence && module->licence[0] &&
       !cJSON_AddStringToObject(root, "licence", module->licence)) ||
      !cJSON_AddNumberToObject(root, "abi", module->abi) ||
      (module->rank && !cJSON_AddNumberToObject(root, "rank", module->rank)) ||
      (module->summary && !cJSON_AddStringToObject(root, "summary", module->summary)) ||
      add_list(root, "overrides", module->overrides))
    return -1;
  cJSON* provides = cJSON_AddArrayToObject(root, "provides");
  for (uint32_t i = 0; provides && i < module->nface; i++)
    if (add_face(provides, module->faces + i))
      return -1;
  return provides ? 0 : -1;
}

// the text, which the caller frees with cJSON_free; NULL when memory runs out
static char* manifest_text(const FcModule* module) {
  cJSON* root = cJSON_CreateObject();
  char* text = root && !add_module(root, module) ? cJSON_Print(root) : NULL;
  cJSON_Delete(root);
  return text;
}

int fc_moduleManifest(const char* file, char* buffer, int size) {
  char path[PATH_MAX], reason[800];
  if (!file || !realpath(file, path))
    return fc_fail("there is no file %s", file ? file : "");
  if (shared_object_check(path, reason, sizeof reason))
    return fc_fail("%s cannot be opened (%s)", file, reason);
  const char* outer = opening_begin(path);
  void* handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (!handle) {
    opening_end(outer);
    return fc_fail("%s cannot be opened (%s)", file, dlerror());
  }
  FcModuleFunction function;
  void* symbol = dlsym(handle, FC_MODULE_SYMBOL);
  memcpy(&function, &symbol, sizeof function);
  FcModule* module = NULL;
  if (function)
    module = handshake(function(), NULL, reason, sizeof reason);
  else
    snprintf(reason, sizeof reason, "it does not export %s", FC_MODULE_SYMBOL);
  opening_end(outer);
  char* text = module ? manifest_text(module) : NULL;
  int length = !module ? fc_fail("%s is refused: %s", file, reason)
               : !text ? fc_fail("out of memory for the manifest of %s", file)
                       : snprintf(buffer, (size_t)size, "%s\n", text);
  cJSON_free(text);
  descriptor_free(module);
  dlclose(handle);
  return length;
}
