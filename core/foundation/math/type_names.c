// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Names of object types, and a bounded string copy.

#include <string.h>

#include <mujoco/mujoco.h>

static const char* const type_names[] = {
    [mjOBJ_BODY] = "body",         [mjOBJ_XBODY] = "xbody",       [mjOBJ_JOINT] = "joint",
    [mjOBJ_DOF] = "dof",           [mjOBJ_GEOM] = "geom",         [mjOBJ_SITE] = "site",
    [mjOBJ_CAMERA] = "camera",     [mjOBJ_LIGHT] = "light",       [mjOBJ_FLEX] = "flex",
    [mjOBJ_MESH] = "mesh",         [mjOBJ_SKIN] = "skin",         [mjOBJ_HFIELD] = "hfield",
    [mjOBJ_TEXTURE] = "texture",   [mjOBJ_MATERIAL] = "material", [mjOBJ_PAIR] = "pair",
    [mjOBJ_EXCLUDE] = "exclude",   [mjOBJ_EQUALITY] = "equality", [mjOBJ_TENDON] = "tendon",
    [mjOBJ_ACTUATOR] = "actuator", [mjOBJ_SENSOR] = "sensor",     [mjOBJ_NUMERIC] = "numeric",
    [mjOBJ_TEXT] = "text",         [mjOBJ_TUPLE] = "tuple",       [mjOBJ_KEY] = "key",
    [mjOBJ_PLUGIN] = "plugin"};

enum { NUM_TYPE_NAMES = sizeof type_names / sizeof type_names[0] };

const char* mju_type2Str(int type) {
  if (type == mjOBJ_FRAME)
    return "frame";
  return type > 0 && type < NUM_TYPE_NAMES ? type_names[type] : NULL;
}

int mju_str2Type(const char* str) {
  for (int type = 1; str && type < NUM_TYPE_NAMES; type++)
    if (strcmp(str, type_names[type]) == 0)
      return type;
  return mjOBJ_UNKNOWN;
}

// Copy at most n - 1 characters and fill the rest of dst with zeros.
char* mju_strncpy(char* dst, const char* src, int n) {
  if (dst && src && n > 0) {
    size_t room = (size_t)n - 1, len = 0;
    while (len < room && src[len])
      len++;
    memmove(dst, src, len);
    memset(dst + len, 0, (size_t)n - len);
  }
  return dst;
}
