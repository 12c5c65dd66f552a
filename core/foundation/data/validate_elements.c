// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Checks of a model that depend on the type of an element or compare several of its numbers. They
// run after the table in validate.c, so the indices used here are inside their arrays. Checks that
// depend on the description of a sensor type are in the layer that knows descriptions.

#include <stdint.h>

#include <fulcrum/host.h>

#include "core/foundation/data/memory.h"
#include "core/foundation/data/objects.h"
#include "core/foundation/data/validate.h"

// Checks that `value` is at least `least`.
static int check_least(Finding* finding, const char* field, int i, int value, int least) {
  if (value >= least)
    return 0;
  return report_invalid(finding, "%s out of bounds: entry %d is %d, expected at least %d", field, i,
                        value, least);
}

//------------------------------ the kinematic tree ------------------------------------------------

static int check_bodies(const mjModel* m, Finding* finding) {
  for (int i = 0; i < m->nbody; i++) {
    // the world is its own parent; all other bodies come after their parents
    int last = i > 0 ? i - 1 : 0;
    if (m->body_parentid[i] > last) {
      return report_invalid(finding, "bad body_parentid: body %d has parent %d, expected 0 to %d",
                            i, m->body_parentid[i], last);
    }
    if (m->body_rootid[i] > i)
      return report_out_of_bounds(finding, "body_rootid", i, m->body_rootid[i], 0, i + 1);
    if (m->body_weldid[i] > i)
      return report_out_of_bounds(finding, "body_weldid", i, m->body_weldid[i], 0, i + 1);
  }
  return 0;
}

static int check_joints(const mjModel* m, Finding* finding) {
  static const int npos[] = {7, 4, 1, 1}, ndof[] = {6, 3, 1, 1};
  for (int i = 0; i < m->njnt; i++) {
    int type = m->jnt_type[i];
    if (check_index(finding, "jnt_type", i, type, mjJNT_HINGE + 1, 0) ||
        check_index(finding, "jnt_qposadr", i, m->jnt_qposadr[i], m->nq - npos[type] + 1, 0) ||
        check_index(finding, "jnt_dofadr", i, m->jnt_dofadr[i], m->nv - ndof[type] + 1, 0))
      return -1;
  }
  for (int i = 0; i < m->nv; i++)
    if (check_index(finding, "dof_parentid", i, m->dof_parentid[i], i, 1))
      return -1;
  return 0;
}

static int check_geoms(const mjModel* m, Finding* finding) {
  for (int i = 0; i < m->ngeom; i++) {
    int type = m->geom_type[i];
    if (check_index(finding, "geom_type", i, type, mjNGEOMTYPES, 0))
      return -1;
    if (type == mjGEOM_HFIELD &&
        check_index(finding, "geom_dataid", i, m->geom_dataid[i], m->nhfield, 0))
      return -1;
    if ((type == mjGEOM_MESH || type == mjGEOM_SDF) &&
        check_index(finding, "geom_dataid", i, m->geom_dataid[i], m->nmesh, type == mjGEOM_SDF))
      return -1;

    // a primitive may refer to the mesh that it was fitted to
    const int fitted = type != mjGEOM_HFIELD && type != mjGEOM_MESH && type != mjGEOM_SDF;
    if (fitted && check_index(finding, "geom_dataid", i, m->geom_dataid[i], m->nmesh, 1))
      return -1;

    // a geom with a distance field needs a plugin or the octree of its mesh
    int mesh = m->geom_dataid[i];
    if (type == mjGEOM_SDF && m->geom_plugin[i] < 0 && (mesh < 0 || !m->mesh_octnum[mesh])) {
      return report_invalid(finding,
                            "geom_type of geom %d is SDF, but it has neither a plugin nor a mesh "
                            "with an octree (geom_plugin %d, geom_dataid %d)",
                            i, m->geom_plugin[i], mesh);
    }
  }
  return 0;
}

//------------------------------ assets ------------------------------------------------------------

// Checks that `n` elements from `begin` lie inside an array of `size`; the factors of n may be
// negative.
static int check_block(Finding* finding, const char* field, int i, mjtSize begin, mjtSize a,
                       mjtSize b, mjtSize c, mjtSize size) {
  mjtSize n;
  if (a >= 0 && b >= 0 && c >= 0 && begin >= 0 && begin <= size &&
      !__builtin_mul_overflow(a * b, c, &n) && n <= size - begin)
    return 0;
  return report_invalid(
      finding,
      "%s out of bounds: block %d begins at %lld and has %lld x %lld x %lld elements, "
      "there are %lld",
      field, i, (long long)begin, (long long)a, (long long)b, (long long)c, (long long)size);
}

static int check_assets(const mjModel* m, Finding* finding) {
  for (int i = 0; i < m->nhfield; i++) {
    if (check_least(finding, "hfield_nrow", i, m->hfield_nrow[i], 2) ||
        check_least(finding, "hfield_ncol", i, m->hfield_ncol[i], 2))
      return -1;
    if (check_block(finding, "hfield_adr", i, m->hfield_adr[i], m->hfield_nrow[i],
                    m->hfield_ncol[i], 1, m->nhfielddata))
      return -1;
    const mjtNum* size = m->hfield_size + 4 * i;
    if (!(size[0] > 0 && size[1] > 0 && size[0] <= mjMAXVAL && size[1] <= mjMAXVAL)) {
      return report_invalid(
          finding, "hfield_size of height field %d is %g %g, positive numbers up to %g expected", i,
          (double)size[0], (double)size[1], (double)mjMAXVAL);
    }
  }
  for (int i = 0; i < m->ntex; i++) {
    if (check_block(finding, "tex_adr", i, m->tex_adr[i], m->tex_height[i], m->tex_width[i],
                    m->tex_nchannel[i], m->ntexdata))
      return -1;
    const mjtSize width = m->tex_width[i], height = m->tex_height[i];
    // a height of one row marks the bytes of a compressed file
    if (m->tex_type[i] != mjTEXTURE_2D && height != 1 && height != width && height != 6 * width) {
      return report_invalid(finding,
                            "tex_height of cube texture %d is %lld, expected %lld or 6 times that, "
                            "its tex_width, or 1",
                            i, (long long)height, (long long)width);
    }
  }
  return 0;
}

//------------------------------ pairs, equalities, tendons ----------------------------------------

// A signature is two body ids packed into one number.
static int check_signature(const mjModel* m, Finding* finding, const char* field, int i,
                           int signature) {
  if ((signature & 0xffff) < m->nbody && (signature >> 16) >= 0 && (signature >> 16) < m->nbody)
    return 0;
  return report_invalid(finding, "%s out of bounds: entry %d names bodies %d and %d, there are %d",
                        field, i, signature >> 16, signature & 0xffff, (int)m->nbody);
}

static int check_pairs(const mjModel* m, Finding* finding) {
  for (int i = 0; i < m->npair; i++)
    if (check_signature(m, finding, "pair_signature", i, m->pair_signature[i]))
      return -1;
  for (int i = 0; i < m->nexclude; i++)
    if (check_signature(m, finding, "exclude_signature", i, m->exclude_signature[i]))
      return -1;
  return 0;
}

// The objects at the ends of an equality depend on its type, which a module defines.
static int check_equality(const mjModel* m, Finding* finding, int i) {
  return data_hooks.check_equality ? data_hooks.check_equality(m, i, finding) : 0;
}

static int check_wrap(const mjModel* m, Finding* finding, int i) {
  int id = m->wrap_objid[i];
  switch (m->wrap_type[i]) {
    case mjWRAP_JOINT: return check_index(finding, "wrap_objid", i, id, m->njnt, 0);
    case mjWRAP_SITE: return check_index(finding, "wrap_objid", i, id, m->nsite, 0);
    case mjWRAP_SPHERE:
    case mjWRAP_CYLINDER: {
      // the parameter is the id of the sidesite
      mjtNum side = m->wrap_prm[i];
      if (!(side >= -1 && side < m->nsite)) {
        return report_invalid(finding, "wrap_prm out of bounds: side site of entry %d is %g", i,
                              (double)side);
      }
      return check_index(finding, "wrap_objid", i, id, m->ngeom, 0);
    }
    case mjWRAP_NONE:
    case mjWRAP_PULLEY: return 0;
    default: return report_invalid(finding, "unknown wrap type %d of entry %d", m->wrap_type[i], i);
  }
}

//------------------------------ actuators and histories -------------------------------------------

static int check_actuator(const mjModel* m, Finding* finding, int i) {
  const int* id = m->actuator_trnid + 2 * i;
  const char* field = "actuator_trnid";
  switch (m->actuator_trntype[i]) {
    case mjTRN_JOINT:
    case mjTRN_JOINTINPARENT: return check_index(finding, field, i, id[0], m->njnt, 0);
    case mjTRN_SLIDERCRANK:
      return check_index(finding, field, i, id[0], m->nsite, 0) ||
                     check_index(finding, field, i, id[1], m->nsite, 0)
                 ? -1
                 : 0;
    case mjTRN_TENDON: return check_index(finding, field, i, id[0], m->ntendon, 0);
    case mjTRN_SITE:
      return check_index(finding, field, i, id[0], m->nsite, 0) ||
                     check_index(finding, field, i, id[1], m->nsite, 1)
                 ? -1
                 : 0;
    case mjTRN_BODY: return check_index(finding, field, i, id[0], m->nbody, 0);
    case mjTRN_UNDEFINED: return 0;
    default:
      return report_invalid(finding, "unknown transmission type %d of actuator %d",
                            m->actuator_trntype[i], i);
  }
}

// Checks activations: an address if there are any, and at least as many as the laws of the actuator
// need.
static int check_activations(const mjModel* m, Finding* finding, int i) {
  int n = m->actuator_actnum[i],
      least = data_hooks.least_activations ? data_hooks.least_activations(m, i) : 0;
  if (least < 0)
    return report_invalid(finding, "actuator %d: %s", i, fc_lastError());
  if ((n > 0) == (m->actuator_actadr[i] >= 0) && n >= least)
    return 0;
  return report_invalid(
      finding,
      "actuator_actnum of actuator %d is %d, with address %d, dynamics of type %d "
      "and at least %d expected",
      i, n, m->actuator_actadr[i], m->actuator_dyntype[i], least);
}

// Checks a history buffer: 2 numbers, n times, n samples of `dim` numbers.
static int check_history(const mjModel* m, Finding* finding, const char* field, int i, int n,
                         int adr, int dim) {
  if (n == 0 && adr == -1)
    return 0;
  if (n <= 0) {
    return report_invalid(finding,
                          "%s of entry %d is %d with %d samples, expected -1 without, and a "
                          "positive number of samples otherwise",
                          field, i, adr, n);
  }
  mjtSize size = 2 + (mjtSize)n * (1 + (mjtSize)dim);
  if (adr >= 0 && size <= m->nhistory - adr)
    return 0;
  return report_out_of_bounds(finding, field, i, adr, 0, m->nhistory - size + 1);
}

static int check_tuples(const mjModel* m, Finding* finding) {
  for (int i = 0; i < m->ntupledata; i++) {
    int count = object_count(m, m->tuple_objtype[i]);
    if (count < 0) {
      return report_invalid(finding, "unknown tuple_objtype %d of entry %d", m->tuple_objtype[i],
                            i);
    }
    if (check_index(finding, "tuple_objid", i, m->tuple_objid[i], count, 0))
      return -1;
  }
  return 0;
}

int validate_elements(const mjModel* m, Finding* finding) {
  if (check_bodies(m, finding) || check_joints(m, finding) || check_geoms(m, finding) ||
      check_assets(m, finding) || check_pairs(m, finding))
    return -1;
  for (int i = 0; i < m->neq; i++)
    if (check_equality(m, finding, i))
      return -1;
  for (int i = 0; i < m->nwrap; i++)
    if (check_wrap(m, finding, i))
      return -1;
  for (int i = 0; i < m->nu; i++)
    if (check_actuator(m, finding, i) || check_activations(m, finding, i) ||
        check_history(m, finding, "actuator_historyadr", i, m->actuator_history[2 * i],
                      m->actuator_historyadr[i], 1))
      return -1;
  if (data_hooks.validate_sensors && data_hooks.validate_sensors(m, finding))
    return -1;
  for (int i = 0; i < m->nsensor; i++)
    if (check_history(m, finding, "sensor_historyadr", i, m->sensor_history[2 * i],
                      m->sensor_historyadr[i], m->sensor_dim[i]))
      return -1;
  return check_tuples(m, finding);
}
