// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// mjs_as*: the typed struct of an element, NULL when it is of another kind.

#include "core/model/spec/tree.h"

#define CAST(Kind, type)                                               \
  mjs##Kind* mjs_as##Kind(mjsElement* element) {                       \
    Element* e = (Element*)element;                                    \
    return e && e->kind == element_kind(type) ? element_pub(e) : NULL; \
  }

CAST(Body, mjOBJ_BODY)
CAST(Geom, mjOBJ_GEOM)
CAST(Joint, mjOBJ_JOINT)
CAST(Site, mjOBJ_SITE)
CAST(Camera, mjOBJ_CAMERA)
CAST(Light, mjOBJ_LIGHT)
CAST(Frame, mjOBJ_FRAME)
CAST(Actuator, mjOBJ_ACTUATOR)
CAST(Sensor, mjOBJ_SENSOR)
CAST(Flex, mjOBJ_FLEX)
CAST(Pair, mjOBJ_PAIR)
CAST(Equality, mjOBJ_EQUALITY)
CAST(Exclude, mjOBJ_EXCLUDE)
CAST(Tendon, mjOBJ_TENDON)
CAST(Numeric, mjOBJ_NUMERIC)
CAST(Text, mjOBJ_TEXT)
CAST(Tuple, mjOBJ_TUPLE)
CAST(Key, mjOBJ_KEY)
CAST(Mesh, mjOBJ_MESH)
CAST(HField, mjOBJ_HFIELD)
CAST(Skin, mjOBJ_SKIN)
CAST(Texture, mjOBJ_TEXTURE)
CAST(Material, mjOBJ_MATERIAL)
CAST(Plugin, mjOBJ_PLUGIN)
