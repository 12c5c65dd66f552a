// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The table of element kinds: for each, the size of its record, the handles of its public struct,
// and its built-in values.
//
// Creation, copying and destruction are generic and read this table; a handle missing here would
// stay NULL. The name handle of the element head is common to all kinds and not listed.

#include <stddef.h>

#include "core/model/spec/tree.h"

#define FIELD(Record, field, kind) \
  { offsetof(Record, field), HANDLE_##kind }
#define TEXT(Record, field) FIELD(Record, pub.field, STRING)
#define PLUGIN(Record) TEXT(Record, plugin.name), TEXT(Record, plugin.plugin_name)
#define USERDATA(Record) FIELD(Record, pub.userdata, DOUBLES)

static const HandleField body_fields[] = {TEXT(Body, childclass), USERDATA(Body), PLUGIN(Body),
                                          TEXT(Body, info)};
static const HandleField frame_fields[] = {TEXT(Frame, childclass), TEXT(Frame, info)};
static const HandleField joint_fields[] = {USERDATA(Joint), TEXT(Joint, info)};
static const HandleField geom_fields[] = {TEXT(Geom, material), TEXT(Geom, hfieldname),
                                          TEXT(Geom, meshname), USERDATA(Geom),
                                          PLUGIN(Geom),         TEXT(Geom, info)};
static const HandleField site_fields[] = {TEXT(Site, material), USERDATA(Site), TEXT(Site, info)};
static const HandleField camera_fields[] = {TEXT(Camera, targetbody), USERDATA(Camera),
                                            TEXT(Camera, info)};
static const HandleField light_fields[] = {TEXT(Light, targetbody), TEXT(Light, texture),
                                           TEXT(Light, info)};
static const HandleField flex_fields[] = {
    TEXT(Flex, material),
    FIELD(Flex, pub.nodebody, STRINGS),
    FIELD(Flex, pub.vertbody, STRINGS),
    FIELD(Flex, pub.node, DOUBLES),
    FIELD(Flex, pub.vert, DOUBLES),
    FIELD(Flex, pub.elem, INTS),
    FIELD(Flex, pub.texcoord, FLOATS),
    FIELD(Flex, pub.elemtexcoord, INTS),
    TEXT(Flex, info),
};
static const HandleField mesh_fields[] = {
    TEXT(Mesh, content_type),
    TEXT(Mesh, file),
    FIELD(Mesh, pub.uservert, FLOATS),
    FIELD(Mesh, pub.usernormal, FLOATS),
    FIELD(Mesh, pub.usertexcoord, FLOATS),
    FIELD(Mesh, pub.userface, INTS),
    FIELD(Mesh, pub.userfacenormal, INTS),
    FIELD(Mesh, pub.userfacetexcoord, INTS),
    PLUGIN(Mesh),
    TEXT(Mesh, material),
    TEXT(Mesh, info),
};
static const HandleField skin_fields[] = {
    TEXT(Skin, file),
    TEXT(Skin, material),
    FIELD(Skin, pub.vert, FLOATS),
    FIELD(Skin, pub.texcoord, FLOATS),
    FIELD(Skin, pub.face, INTS),
    FIELD(Skin, pub.bodyname, STRINGS),
    FIELD(Skin, pub.bindpos, FLOATS),
    FIELD(Skin, pub.bindquat, FLOATS),
    FIELD(Skin, pub.vertid, INTLISTS),
    FIELD(Skin, pub.vertweight, FLOATLISTS),
    TEXT(Skin, info),
};
static const HandleField hfield_fields[] = {TEXT(HField, content_type), TEXT(HField, file),
                                            FIELD(HField, pub.userdata, FLOATS),
                                            TEXT(HField, info)};
static const HandleField texture_fields[] = {TEXT(Texture, content_type), TEXT(Texture, file),
                                             FIELD(Texture, pub.cubefiles, STRINGS),
                                             FIELD(Texture, pub.data, BYTES), TEXT(Texture, info)};
static const HandleField material_fields[] = {FIELD(Material, pub.textures, STRINGS),
                                              TEXT(Material, info)};
static const HandleField pair_fields[] = {TEXT(Pair, geomname1), TEXT(Pair, geomname2),
                                          TEXT(Pair, info)};
static const HandleField exclude_fields[] = {TEXT(Exclude, bodyname1), TEXT(Exclude, bodyname2),
                                             TEXT(Exclude, info)};
static const HandleField equality_fields[] = {TEXT(Equality, name1), TEXT(Equality, name2),
                                              TEXT(Equality, info)};
static const HandleField tendon_fields[] = {TEXT(Tendon, material), USERDATA(Tendon),
                                            TEXT(Tendon, info)};
static const HandleField wrap_fields[] = {FIELD(Wrap, sidesite, STRING), TEXT(Wrap, info)};
static const HandleField actuator_fields[] = {TEXT(Actuator, target),     TEXT(Actuator, refsite),
                                              TEXT(Actuator, slidersite), USERDATA(Actuator),
                                              PLUGIN(Actuator),           TEXT(Actuator, info)};
static const HandleField sensor_fields[] = {TEXT(Sensor, objname), TEXT(Sensor, refname),
                                            USERDATA(Sensor), PLUGIN(Sensor), TEXT(Sensor, info)};
static const HandleField numeric_fields[] = {FIELD(Numeric, pub.data, DOUBLES),
                                             TEXT(Numeric, info)};
static const HandleField text_fields[] = {TEXT(Text, data), TEXT(Text, info)};
static const HandleField tuple_fields[] = {FIELD(Tuple, pub.objtype, INTS),
                                           FIELD(Tuple, pub.objname, STRINGS),
                                           FIELD(Tuple, pub.objprm, DOUBLES), TEXT(Tuple, info)};
static const HandleField key_fields[] = {
    FIELD(Key, pub.qpos, DOUBLES),
    FIELD(Key, pub.qvel, DOUBLES),
    FIELD(Key, pub.act, DOUBLES),
    FIELD(Key, pub.mpos, DOUBLES),
    FIELD(Key, pub.mquat, DOUBLES),
    FIELD(Key, pub.ctrl, DOUBLES),
    TEXT(Key, info),
};
static const HandleField plugin_fields[] = {TEXT(Plugin, name), TEXT(Plugin, plugin_name),
                                            TEXT(Plugin, info)};
static const HandleField spec_fields[] = {TEXT(Spec, modelname), TEXT(Spec, comment),
                                          TEXT(Spec, modelfiledir), TEXT(Spec, compiler.meshdir),
                                          TEXT(Spec, compiler.texturedir)};

// mjs_default<Kind> with the signature of the table
// clang-format off
#define DEFAULTS(Kind) \
  static void default_##Kind(void* pub) { mjs_default##Kind(pub); }
DEFAULTS(Body)
DEFAULTS(Frame)
DEFAULTS(Joint)
DEFAULTS(Geom)
DEFAULTS(Site)
DEFAULTS(Camera)
DEFAULTS(Light)
DEFAULTS(Flex)
DEFAULTS(Mesh)
DEFAULTS(Skin)
DEFAULTS(HField)
DEFAULTS(Texture)
DEFAULTS(Material)
DEFAULTS(Pair)
DEFAULTS(Equality)
DEFAULTS(Tendon)
DEFAULTS(Actuator)
DEFAULTS(Sensor)
DEFAULTS(Numeric)
DEFAULTS(Text)
DEFAULTS(Tuple)
DEFAULTS(Key)
DEFAULTS(Plugin)
DEFAULTS(Spec)

// clang-format on

// kinds whose values are all zero
static void default_Nothing(void* pub) { (void)pub; }

#define COUNT(array) (int)(sizeof(array) / sizeof(array)[0])
#define KIND(type, word, Record, fields) \
  { type, word, sizeof(Record), sizeof(((Record*)0)->pub), COUNT(fields), fields, default_##Record }

static const ElementKind tree_and_lists[] = {
    [mjOBJ_UNKNOWN] = {mjOBJ_UNKNOWN, "wrap", sizeof(Wrap), sizeof(mjsWrap), COUNT(wrap_fields),
                       wrap_fields, default_Nothing},
    [mjOBJ_BODY] = KIND(mjOBJ_BODY, "body", Body, body_fields),
    [mjOBJ_JOINT] = KIND(mjOBJ_JOINT, "joint", Joint, joint_fields),
    [mjOBJ_GEOM] = KIND(mjOBJ_GEOM, "geom", Geom, geom_fields),
    [mjOBJ_SITE] = KIND(mjOBJ_SITE, "site", Site, site_fields),
    [mjOBJ_CAMERA] = KIND(mjOBJ_CAMERA, "camera", Camera, camera_fields),
    [mjOBJ_LIGHT] = KIND(mjOBJ_LIGHT, "light", Light, light_fields),
    [mjOBJ_FLEX] = KIND(mjOBJ_FLEX, "flex", Flex, flex_fields),
    [mjOBJ_MESH] = KIND(mjOBJ_MESH, "mesh", Mesh, mesh_fields),
    [mjOBJ_SKIN] = KIND(mjOBJ_SKIN, "skin", Skin, skin_fields),
    [mjOBJ_HFIELD] = KIND(mjOBJ_HFIELD, "hfield", HField, hfield_fields),
    [mjOBJ_TEXTURE] = KIND(mjOBJ_TEXTURE, "texture", Texture, texture_fields),
    [mjOBJ_MATERIAL] = KIND(mjOBJ_MATERIAL, "material", Material, material_fields),
    [mjOBJ_PAIR] = KIND(mjOBJ_PAIR, "pair", Pair, pair_fields),
    [mjOBJ_EXCLUDE] = {mjOBJ_EXCLUDE, "exclude", sizeof(Exclude), sizeof(mjsExclude),
                       COUNT(exclude_fields), exclude_fields, default_Nothing},
    [mjOBJ_EQUALITY] = KIND(mjOBJ_EQUALITY, "equality", Equality, equality_fields),
    [mjOBJ_TENDON] = KIND(mjOBJ_TENDON, "tendon", Tendon, tendon_fields),
    [mjOBJ_ACTUATOR] = KIND(mjOBJ_ACTUATOR, "actuator", Actuator, actuator_fields),
    [mjOBJ_SENSOR] = KIND(mjOBJ_SENSOR, "sensor", Sensor, sensor_fields),
    [mjOBJ_NUMERIC] = KIND(mjOBJ_NUMERIC, "numeric", Numeric, numeric_fields),
    [mjOBJ_TEXT] = KIND(mjOBJ_TEXT, "text", Text, text_fields),
    [mjOBJ_TUPLE] = KIND(mjOBJ_TUPLE, "tuple", Tuple, tuple_fields),
    [mjOBJ_KEY] = KIND(mjOBJ_KEY, "key", Key, key_fields),
    [mjOBJ_PLUGIN] = KIND(mjOBJ_PLUGIN, "plugin", Plugin, plugin_fields),
};

static const ElementKind frame_kind = KIND(mjOBJ_FRAME, "frame", Frame, frame_fields);
static const ElementKind model_kind = KIND(mjOBJ_MODEL, "model", Spec, spec_fields);
static const ElementKind default_kind = {
    mjOBJ_DEFAULT, "default", sizeof(Default), sizeof(mjsDefault), 0, NULL, default_Nothing};

const ElementKind* element_kind(mjtObj type) {
  if (type == mjOBJ_FRAME)
    return &frame_kind;
  if (type == mjOBJ_MODEL)
    return &model_kind;
  if (type == mjOBJ_DEFAULT)
    return &default_kind;
  if (type == mjOBJ_XBODY)
    type = mjOBJ_BODY;
  if ((int)type < 0 || (int)type >= COUNT(tree_and_lists))
    return NULL;
  return tree_and_lists[type].record_size ? &tree_and_lists[type] : NULL;
}

int element_is_tree(mjtObj type) {
  return type == mjOBJ_BODY || type == mjOBJ_FRAME || type == mjOBJ_JOINT || type == mjOBJ_GEOM ||
         type == mjOBJ_SITE || type == mjOBJ_CAMERA || type == mjOBJ_LIGHT;
}
