// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The kinds of model elements, addressed by object type.

#include "core/data/objects.h"

#include <stddef.h>

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

int sensor_type_dim(int type) {
  switch (type) {
    case mjSENS_TOUCH:
    case mjSENS_JOINTPOS:
    case mjSENS_JOINTVEL:
    case mjSENS_TENDONPOS:
    case mjSENS_TENDONVEL:
    case mjSENS_ACTUATORPOS:
    case mjSENS_ACTUATORVEL:
    case mjSENS_ACTUATORFRC:
    case mjSENS_JOINTACTFRC:
    case mjSENS_TENDONACTFRC:
    case mjSENS_JOINTLIMITPOS:
    case mjSENS_JOINTLIMITVEL:
    case mjSENS_JOINTLIMITFRC:
    case mjSENS_TENDONLIMITPOS:
    case mjSENS_TENDONLIMITVEL:
    case mjSENS_TENDONLIMITFRC:
    case mjSENS_INSIDESITE:
    case mjSENS_GEOMDIST:
    case mjSENS_E_POTENTIAL:
    case mjSENS_E_KINETIC:
    case mjSENS_CLOCK: return 1;
    case mjSENS_CAMPROJECTION: return 2;
    case mjSENS_ACCELEROMETER:
    case mjSENS_VELOCIMETER:
    case mjSENS_GYRO:
    case mjSENS_FORCE:
    case mjSENS_TORQUE:
    case mjSENS_MAGNETOMETER:
    case mjSENS_BALLANGVEL:
    case mjSENS_FRAMEPOS:
    case mjSENS_FRAMEXAXIS:
    case mjSENS_FRAMEYAXIS:
    case mjSENS_FRAMEZAXIS:
    case mjSENS_FRAMELINVEL:
    case mjSENS_FRAMEANGVEL:
    case mjSENS_FRAMELINACC:
    case mjSENS_FRAMEANGACC:
    case mjSENS_SUBTREECOM:
    case mjSENS_SUBTREELINVEL:
    case mjSENS_SUBTREEANGMOM:
    case mjSENS_GEOMNORMAL: return 3;
    case mjSENS_BALLQUAT:
    case mjSENS_FRAMEQUAT: return 4;
    case mjSENS_GEOMFROMTO: return 6;
    case mjSENS_RANGEFINDER:
    case mjSENS_CONTACT:
    case mjSENS_TACTILE:
    case mjSENS_PLUGIN:
    case mjSENS_USER: return -1;
    default: return -2;
  }
}
