// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The kinds of model elements, addressed by object type.

#include "core/memory/objects.h"

#include <stddef.h>

// Kinds with names: offsets in mjModel of their number and of the addresses of the names. Object
// types have the order of the blocks in names_map; XBODY, which shares the names of BODY, and DOF
// have no block.
#define KIND(size, names) \
  { offsetof(mjModel, size), offsetof(mjModel, names) }
static const struct {
  size_t size;
  size_t names;  // 0: no names
} kinds[mjNOBJECT] = {
    [mjOBJ_BODY] = KIND(nbody, name_bodyadr),
    [mjOBJ_JOINT] = KIND(njnt, name_jntadr),
    [mjOBJ_GEOM] = KIND(ngeom, name_geomadr),
    [mjOBJ_SITE] = KIND(nsite, name_siteadr),
    [mjOBJ_CAMERA] = KIND(ncam, name_camadr),
    [mjOBJ_LIGHT] = KIND(nlight, name_lightadr),
    [mjOBJ_FLEX] = KIND(nflex, name_flexadr),
    [mjOBJ_MESH] = KIND(nmesh, name_meshadr),
    [mjOBJ_SKIN] = KIND(nskin, name_skinadr),
    [mjOBJ_HFIELD] = KIND(nhfield, name_hfieldadr),
    [mjOBJ_TEXTURE] = KIND(ntex, name_texadr),
    [mjOBJ_MATERIAL] = KIND(nmat, name_matadr),
    [mjOBJ_PAIR] = KIND(npair, name_pairadr),
    [mjOBJ_EXCLUDE] = KIND(nexclude, name_excludeadr),
    [mjOBJ_EQUALITY] = KIND(neq, name_eqadr),
    [mjOBJ_TENDON] = KIND(ntendon, name_tendonadr),
    [mjOBJ_ACTUATOR] = KIND(nu, name_actuatoradr),
    [mjOBJ_SENSOR] = KIND(nsensor, name_sensoradr),
    [mjOBJ_NUMERIC] = KIND(nnumeric, name_numericadr),
    [mjOBJ_TEXT] = KIND(ntext, name_textadr),
    [mjOBJ_TUPLE] = KIND(ntuple, name_tupleadr),
    [mjOBJ_KEY] = KIND(nkey, name_keyadr),
    [mjOBJ_PLUGIN] = KIND(nplugin, name_pluginadr),
};

static int kind_count(const mjModel* m, int type) {
  return (int)*(const mjtSize*)((const char*)m + kinds[type].size);
}

NamedKind named_kind(const mjModel* m, int type) {
  if (type == mjOBJ_XBODY) type = mjOBJ_BODY;
  if (type < 0 || type >= mjNOBJECT || !kinds[type].names) return (NamedKind){0, NULL};
  return (NamedKind){kind_count(m, type), *(int* const*)((const char*)m + kinds[type].names)};
}

int* name_slots(const mjModel* m, int type) {
  if (type == mjOBJ_XBODY) type = mjOBJ_BODY;
  int before = 0;
  for (int i = 0; i < type; i++) before += kinds[i].names ? 2 * kind_count(m, i) : 0;
  return m->names_map + before;
}

int object_count(const mjModel* m, int type) {
  if (type == mjOBJ_DOF) return (int)m->nv;
  NamedKind kind = named_kind(m, type);
  return kind.address ? kind.count : -1;
}

uint64_t hash_name(const char* name) {
  uint64_t hash = 5381;
  for (; *name; name++) hash = (33 * hash) ^ (uint64_t)(int64_t)(signed char)*name;
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
