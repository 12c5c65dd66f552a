// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The kinds of model elements, addressed by object type.

#include <stddef.h>

#include "core/foundation/data/objects.h"

// Kinds with names: type, member of mjModel with their number, member with the addresses of the
// names. Object types have the order of the blocks in names_map; XBODY, which shares the names of
// BODY, and DOF have no block.
#define NAMED_KINDS(X)                  \
  X(BODY, nbody, name_bodyadr)          \
  X(JOINT, njnt, name_jntadr)           \
  X(GEOM, ngeom, name_geomadr)          \
  X(SITE, nsite, name_siteadr)          \
  X(CAMERA, ncam, name_camadr)          \
  X(LIGHT, nlight, name_lightadr)       \
  X(FLEX, nflex, name_flexadr)          \
  X(MESH, nmesh, name_meshadr)          \
  X(SKIN, nskin, name_skinadr)          \
  X(HFIELD, nhfield, name_hfieldadr)    \
  X(TEXTURE, ntex, name_texadr)         \
  X(MATERIAL, nmat, name_matadr)        \
  X(PAIR, npair, name_pairadr)          \
  X(EXCLUDE, nexclude, name_excludeadr) \
  X(EQUALITY, neq, name_eqadr)          \
  X(TENDON, ntendon, name_tendonadr)    \
  X(ACTUATOR, nu, name_actuatoradr)     \
  X(SENSOR, nsensor, name_sensoradr)    \
  X(NUMERIC, nnumeric, name_numericadr) \
  X(TEXT, ntext, name_textadr)          \
  X(TUPLE, ntuple, name_tupleadr)       \
  X(KEY, nkey, name_keyadr)             \
  X(PLUGIN, nplugin, name_pluginadr)

static const struct {
  size_t size;   // offsets in mjModel
  size_t names;  // 0: no names
} kinds[mjNOBJECT] = {
#define X(type, count, addresses) \
  [mjOBJ_##type] = {offsetof(mjModel, count), offsetof(mjModel, addresses)},
    NAMED_KINDS(X)
#undef X
};

static int kind_count(const mjModel* m, int type) {
  return (int)*(const mjtSize*)((const char*)m + kinds[type].size);
}

NamedKind named_kind(const mjModel* m, int type) {
  if (type == mjOBJ_XBODY)
    type = mjOBJ_BODY;
  if (type < 0 || type >= mjNOBJECT || !kinds[type].names)
    return (NamedKind){0, NULL};
  return (NamedKind){kind_count(m, type), *(int* const*)((const char*)m + kinds[type].names)};
}

int* name_slots(const mjModel* m, int type) {
  if (type == mjOBJ_XBODY)
    type = mjOBJ_BODY;
  int* slots = m->names_map;
#define X(other, count, addresses) \
  if (mjOBJ_##other >= type)       \
    return slots;                  \
  slots += 2 * m->count;
  NAMED_KINDS(X)
#undef X
  return slots;
}

int object_count(const mjModel* m, int type) {
  if (type == mjOBJ_DOF)
    return (int)m->nv;
  NamedKind kind = named_kind(m, type);
  return kind.address ? kind.count : -1;
}

uint64_t hash_name(const char* name) {
  uint64_t hash = 5381;
  for (; *name; name++)
    hash = (33 * hash) ^ (uint64_t)(int64_t)(signed char)*name;
  return hash;
}
