// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Checks that every index in a model lies inside the array that it points into. This file has the
// table of all integer arrays: the valid values, where these are the same for all elements of a
// kind; for the others, the file that checks them. validate_elements.c checks what depends on the
// type of an element, validate_paths.c tendons and transmissions, and validate_forest.c,
// validate_surfaces.c and validate_flexes.c the consistency of related arrays. After these checks,
// no function that follows the indices of a model can leave its arrays.
// tests/foundation/data/check_image checks that the table names every array,
// tests/fuzz/check_images tries every number.

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "core/foundation/data/memory.h"
#include "core/foundation/data/validate.h"

int report_out_of_bounds(Finding* finding, const char* field, int index, long long value,
                         long long low, long long high) {
  return report_invalid(finding, "%s out of bounds: entry %d is %lld, expected %lld to %lld", field,
                        index, value, low, high - 1);
}

int report_invalid(Finding* finding, const char* format, ...) {
  int used = snprintf(finding->text, (size_t)finding->size, "invalid model: ");
  if (used > finding->size)
    used = finding->size;
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(finding->text + used, (size_t)(finding->size - used), format, arguments);
  va_end(arguments);
  return -1;
}

//------------------------------ table of fields ---------------------------------------------------

// An int array `field` with `rows` times `cols` entries, and their meaning:
//   ANY     any value; it is never used as an index
//   CHECKED valid values depend on other fields; checked in one of the other files
//   WORD    a number from low to high - 1
//   ONE     an index of something with `target` elements, low: 0, or -1 for "none"
//   COUNT   the length of a range whose start is in the table
//   RANGE   where `count` elements start inside an array with `target` elements; an empty range may
//           also start at -1
//   PACKED  the same where the ranges follow each other without a gap and fill the array, except
//           for empty ones, which may start anywhere
//   BLOCKS  the same, and none is empty
typedef enum Rule_ {
  RULE_ANY,
  RULE_CHECKED,
  RULE_WORD,
  RULE_ONE,
  RULE_COUNT,
  RULE_RANGE,
  RULE_PACKED,
  RULE_BLOCKS
} Rule;

typedef struct Field_ {
  const char* name;
  Rule rule;
  int cols;
  int low, high;
  size_t member, rows, target;
  const char* count_name;
  size_t count;
} Field;

#define AT(name) offsetof(mjModel, name)
#define FIELD(field, ...) {.name = #field, .member = AT(field), __VA_ARGS__},
#define ANY(field) FIELD(field, .rule = RULE_ANY)
#define CHECKED(field) FIELD(field, .rule = RULE_CHECKED)
#define COUNT(field) FIELD(field, .rule = RULE_COUNT)
#define WORD(field, nrow, ncol, least, end) \
  FIELD(field, .rule = RULE_WORD, .rows = AT(nrow), .cols = ncol, .low = least, .high = end)
#define ONE(field, nrow, ncol, of, least) \
  FIELD(field, .rule = RULE_ONE, .rows = AT(nrow), .cols = ncol, .target = AT(of), .low = least)
#define RANGE_BY(which, field, nrow, number, of)                                        \
  FIELD(field, .rule = which, .rows = AT(nrow), .cols = 1, .target = AT(of), .low = -1, \
        .count_name = #number, .count = AT(number))                                     \
  COUNT(number)
#define RANGE(field, nrow, number, of) RANGE_BY(RULE_RANGE, field, nrow, number, of)
#define PACKED(field, nrow, number, of) RANGE_BY(RULE_PACKED, field, nrow, number, of)
#define BLOCKS(field, nrow, number, of) RANGE_BY(RULE_BLOCKS, field, nrow, number, of)

// clang-format off
static const Field fields[] = {
    // bodies
    ONE(body_parentid, nbody, 1, nbody, 0)
    ONE(body_rootid, nbody, 1, nbody, 0)
    ONE(body_weldid, nbody, 1, nbody, 0)
    ONE(body_mocapid, nbody, 1, nmocap, -1)
    ONE(body_plugin, nbody, 1, nplugin, -1)
    ONE(body_treeid, nbody, 1, ntree, -1)
    RANGE(body_jntadr, nbody, body_jntnum, njnt)
    RANGE(body_dofadr, nbody, body_dofnum, nv)
    RANGE(body_geomadr, nbody, body_geomnum, ngeom)
    RANGE(body_bvhadr, nbody, body_bvhnum, nbvhstatic)
    ANY(body_contype) ANY(body_conaffinity)
    // trees of boxes and cells
    ANY(bvh_depth) ANY(oct_depth)
    CHECKED(bvh_child) CHECKED(bvh_nodeid) CHECKED(oct_child)
    // joints, dofs, trees
    CHECKED(jnt_type) ANY(jnt_group) CHECKED(dof_simplenum)
    ONE(jnt_qposadr, njnt, 1, nq, 0)
    ONE(jnt_dofadr, njnt, 1, nv, 0)
    ONE(jnt_bodyid, njnt, 1, nbody, 0)
    ONE(dof_bodyid, nv, 1, nbody, 0)
    ONE(dof_jntid, nv, 1, njnt, 0)
    ONE(dof_parentid, nv, 1, nv, -1)
    ONE(dof_treeid, nv, 1, ntree, 0)
    ONE(dof_Madr, nv, 1, nM, 0)
    RANGE(tree_bodyadr, ntree, tree_bodynum, nbody)
    RANGE(tree_dofadr, ntree, tree_dofnum, nv)
    WORD(tree_sleep_policy, ntree, 1, mjSLEEP_AUTO, mjSLEEP_INIT + 1)
    // geoms, sites, cameras, lights
    CHECKED(geom_type) CHECKED(geom_dataid)
    WORD(geom_condim, ngeom, 1, 0, 7)
    ANY(geom_contype) ANY(geom_conaffinity) ANY(geom_group) ANY(geom_priority)
    WORD(site_type, nsite, 1, 0, mjNGEOMTYPES)
    ANY(site_group)
    WORD(cam_mode, ncam, 1, 0, mjCAMLIGHT_TARGETBODYCOM + 1)
    WORD(cam_projection, ncam, 1, 0, mjPROJ_ORTHOGRAPHIC + 1)
    WORD(cam_resolution, ncam, 2, 0, INT32_MAX)
    ANY(cam_output)
    WORD(light_mode, nlight, 1, 0, mjCAMLIGHT_TARGETBODYCOM + 1)
    WORD(light_type, nlight, 1, 0, mjLIGHT_IMAGE + 1)
    ONE(geom_bodyid, ngeom, 1, nbody, 0)
    ONE(geom_matid, ngeom, 1, nmat, -1)
    ONE(geom_plugin, ngeom, 1, nplugin, -1)
    ONE(site_bodyid, nsite, 1, nbody, 0)
    ONE(site_matid, nsite, 1, nmat, -1)
    ONE(cam_bodyid, ncam, 1, nbody, 0)
    ONE(cam_targetbodyid, ncam, 1, nbody, -1)
    ONE(light_bodyid, nlight, 1, nbody, 0)
    ONE(light_targetbodyid, nlight, 1, nbody, -1)
    ONE(light_texid, nlight, 1, ntex, -1)
    // flexes
    PACKED(flex_nodeadr, nflex, flex_nodenum, nflexnode)
    PACKED(flex_vertadr, nflex, flex_vertnum, nflexvert)
    PACKED(flex_edgeadr, nflex, flex_edgenum, nflexedge)
    PACKED(flex_elemadr, nflex, flex_elemnum, nflexelem)
    PACKED(flex_evpairadr, nflex, flex_evpairnum, nflexevpair)
    RANGE(flex_bvhadr, nflex, flex_bvhnum, nbvh)
    CHECKED(flex_vertedgeadr) CHECKED(flex_vertedgenum)
    WORD(flex_dim, nflex, 1, 1, 4)
    WORD(flex_condim, nflex, 1, 0, 7)
    ANY(flex_contype) ANY(flex_conaffinity) ANY(flex_priority) ANY(flex_selfcollide)
    ANY(flex_activelayers) ANY(flex_passive) ANY(flex_group) ANY(flex_interp) ANY(flex_elemlayer)
    ANY(flex_edgeequality)
    RANGE(flexedge_J_rowadr, nflexedge, flexedge_J_rownnz, nJfe)
    ONE(flexedge_J_colind, nJfe, 1, nv, 0)
    CHECKED(flexvert_J_rowadr) CHECKED(flexvert_J_rownnz)
    ONE(flexvert_J_colind, nJfv, 2, nv, 0)
    CHECKED(flex_shellnum) CHECKED(flex_vertedge) CHECKED(flex_edgeflap) CHECKED(flex_evpair)
    CHECKED(flex_elemtexcoord)
    ONE(flex_matid, nflex, 1, nmat, -1)
    ONE(flex_texcoordadr, nflex, 1, nflextexcoord, -1)
    ONE(flex_elemdataadr, nflex, 1, nflexelemdata, -1)
    ONE(flex_elemedgeadr, nflex, 1, nflexelemedge, -1)
    ONE(flex_shelldataadr, nflex, 1, nflexshelldata, -1)
    ONE(flex_edge, nflexedge, 2, nflexvert, -1)
    ONE(flex_elem, nflexelemdata, 1, nflexvert, -1)
    ONE(flex_elemedge, nflexelemedge, 1, nflexedge, -1)
    ONE(flex_shell, nflexshelldata, 1, nflexvert, -1)
    ONE(flex_nodebodyid, nflexnode, 1, nbody, -1)
    ONE(flex_vertbodyid, nflexvert, 1, nbody, -1)
    // meshes
    RANGE(mesh_vertadr, nmesh, mesh_vertnum, nmeshvert)
    RANGE(mesh_normaladr, nmesh, mesh_normalnum, nmeshnormal)
    RANGE(mesh_texcoordadr, nmesh, mesh_texcoordnum, nmeshtexcoord)
    RANGE(mesh_faceadr, nmesh, mesh_facenum, nmeshface)
    RANGE(mesh_bvhadr, nmesh, mesh_bvhnum, nbvhstatic)
    CHECKED(mesh_face) CHECKED(mesh_facenormal) CHECKED(mesh_facetexcoord) CHECKED(mesh_graph)
    CHECKED(mesh_polyvert) CHECKED(mesh_polymap)
    RANGE(mesh_octadr, nmesh, mesh_octnum, noct)
    RANGE(mesh_polyadr, nmesh, mesh_polynum, nmeshpoly)
    ONE(mesh_graphadr, nmesh, 1, nmeshgraph, -1)
    RANGE(mesh_polyvertadr, nmeshpoly, mesh_polyvertnum, nmeshpolyvert)
    RANGE(mesh_polymapadr, nmeshvert, mesh_polymapnum, nmeshpolymap)
    ONE(mesh_pathadr, nmesh, 1, npaths, -1)
    // skins
    ONE(skin_matid, nskin, 1, nmat, -1)
    PACKED(skin_vertadr, nskin, skin_vertnum, nskinvert)
    ONE(skin_texcoordadr, nskin, 1, nskintexvert, -1)
    PACKED(skin_faceadr, nskin, skin_facenum, nskinface)
    PACKED(skin_boneadr, nskin, skin_bonenum, nskinbone)
    PACKED(skin_bonevertadr, nskinbone, skin_bonevertnum, nskinbonevert)
    ONE(skin_bonebodyid, nskinbone, 1, nbody, 0)
    CHECKED(skin_bonevertid)
    ONE(skin_pathadr, nskin, 1, npaths, -1)
    CHECKED(skin_face) ANY(skin_group)
    // other assets
    ONE(hfield_pathadr, nhfield, 1, npaths, -1)
    ONE(tex_pathadr, ntex, 1, npaths, -1)
    CHECKED(hfield_nrow) CHECKED(hfield_ncol) CHECKED(hfield_adr)
    CHECKED(tex_height) CHECKED(tex_width) CHECKED(tex_nchannel)
    WORD(tex_type, ntex, 1, 0, mjTEXTURE_SKYBOX + 1)
    WORD(tex_colorspace, ntex, 1, 0, mjCOLORSPACE_SRGB + 1)
    ONE(mat_texid, nmat, mjNTEXROLE, ntex, -1)
    // pairs, tendons, actuators, sensors, plugins
    ONE(pair_geom1, npair, 1, ngeom, 0)
    ONE(pair_geom2, npair, 1, ngeom, 0)
    WORD(pair_dim, npair, 1, 1, 7)
    CHECKED(pair_signature) CHECKED(exclude_signature)
    CHECKED(eq_type) CHECKED(eq_objtype) CHECKED(eq_obj1id) CHECKED(eq_obj2id)
    BLOCKS(tendon_adr, ntendon, tendon_num, nwrap)
    ONE(tendon_matid, ntendon, 1, nmat, -1)
    ONE(tendon_treeid, ntendon, 2, ntree, -1)
    ANY(tendon_group) CHECKED(tendon_treenum) CHECKED(wrap_type) CHECKED(wrap_objid)
    RANGE(actuator_actadr, nu, actuator_actnum, na)
    ONE(actuator_plugin, nu, 1, nplugin, -1)
    CHECKED(actuator_trntype) CHECKED(actuator_trnid) CHECKED(actuator_dyntype)
    ANY(actuator_gaintype) ANY(actuator_biastype) ANY(actuator_group)
    CHECKED(actuator_history) CHECKED(actuator_historyadr)
    ONE(sensor_plugin, nsensor, 1, nplugin, -1)
    WORD(sensor_datatype, nsensor, 1, 0, mjDATATYPE_QUATERNION + 1)
    WORD(sensor_needstage, nsensor, 1, 0, mjSTAGE_ACC + 1)
    CHECKED(sensor_type) CHECKED(sensor_objtype) CHECKED(sensor_objid) CHECKED(sensor_reftype)
    CHECKED(sensor_refid) CHECKED(sensor_intprm) CHECKED(sensor_dim) CHECKED(sensor_adr)
    CHECKED(sensor_history) CHECKED(sensor_historyadr)
    ANY(plugin)
    RANGE(plugin_stateadr, nplugin, plugin_statenum, npluginstate)
    ONE(plugin_attradr, nplugin, 1, npluginattr, -1)
    // custom fields
    RANGE(numeric_adr, nnumeric, numeric_size, nnumericdata)
    RANGE(text_adr, ntext, text_size, ntextdata)
    RANGE(tuple_adr, ntuple, tuple_size, ntupledata)
    CHECKED(tuple_objtype) CHECKED(tuple_objid)
    // names
    ONE(name_bodyadr, nbody, 1, nnames, 0)
    ONE(name_jntadr, njnt, 1, nnames, 0)
    ONE(name_geomadr, ngeom, 1, nnames, 0)
    ONE(name_siteadr, nsite, 1, nnames, 0)
    ONE(name_camadr, ncam, 1, nnames, 0)
    ONE(name_lightadr, nlight, 1, nnames, 0)
    ONE(name_flexadr, nflex, 1, nnames, 0)
    ONE(name_meshadr, nmesh, 1, nnames, 0)
    ONE(name_skinadr, nskin, 1, nnames, 0)
    ONE(name_hfieldadr, nhfield, 1, nnames, 0)
    ONE(name_texadr, ntex, 1, nnames, 0)
    ONE(name_matadr, nmat, 1, nnames, 0)
    ONE(name_pairadr, npair, 1, nnames, 0)
    ONE(name_excludeadr, nexclude, 1, nnames, 0)
    ONE(name_eqadr, neq, 1, nnames, 0)
    ONE(name_tendonadr, ntendon, 1, nnames, 0)
    ONE(name_actuatoradr, nu, 1, nnames, 0)
    ONE(name_sensoradr, nsensor, 1, nnames, 0)
    ONE(name_numericadr, nnumeric, 1, nnames, 0)
    ONE(name_textadr, ntext, 1, nnames, 0)
    ONE(name_tupleadr, ntuple, 1, nnames, 0)
    ONE(name_keyadr, nkey, 1, nnames, 0)
    ONE(name_pluginadr, nplugin, 1, nnames, 0)
    ANY(names_map)
    // sparse matrices
    RANGE(B_rowadr, nbody, B_rownnz, nB)
    ONE(B_colind, nB, 1, nv, 0)
    RANGE(M_rowadr, nv, M_rownnz, nC)
    ONE(M_colind, nC, 1, nv, 0)
    ONE(mapM2M, nC, 1, nM, 0)
    RANGE(D_rowadr, nv, D_rownnz, nD)
    ONE(D_colind, nD, 1, nv, 0)
    ONE(mapM2D, nD, 1, nC, -1)
    ONE(mapD2M, nC, 1, nD, 0)
    CHECKED(D_diag)
    RANGE(ten_J_rowadr, ntendon, ten_J_rownnz, nJten)
    ONE(ten_J_colind, nJten, 1, nv, 0)
};
// clang-format on

static mjtSize size_at(const mjModel* m, size_t offset) {
  return *(const mjtSize*)((const char*)m + offset);
}

static const int* ints_at(const mjModel* m, size_t offset) {
  return *(int* const*)((const char*)m + offset);
}

static int check_word(const mjModel* m, const Field* f, Finding* finding) {
  const int* word = ints_at(m, f->member);
  const mjtSize n = size_at(m, f->rows) * f->cols;
  for (mjtSize i = 0; i < n; i++)
    if (word[i] < f->low || word[i] >= f->high)
      return report_out_of_bounds(finding, f->name, (int)i, word[i], f->low, f->high);
  return 0;
}

static int check_one(const mjModel* m, const Field* f, Finding* finding) {
  const int* index = ints_at(m, f->member);
  const mjtSize n = size_at(m, f->rows) * f->cols, target = size_at(m, f->target);
  for (mjtSize i = 0; i < n; i++)
    if (index[i] < f->low || index[i] >= target)
      return report_out_of_bounds(finding, f->name, (int)i, index[i], f->low, target);
  return 0;
}

static int check_range(const mjModel* m, const Field* f, Finding* finding) {
  const int *begin = ints_at(m, f->member), *length = ints_at(m, f->count);
  const mjtSize n = size_at(m, f->rows) * f->cols, target = size_at(m, f->target);
  mjtSize sum = 0;
  for (mjtSize i = 0; i < n; i++) {
    const mjtSize count = length[i];
    if (count < 0) {
      return report_invalid(finding, "%s negative: entry %lld is %lld", f->count_name, (long long)i,
                            (long long)count);
    }

    // only an empty range may start nowhere (-1)
    const mjtSize low = count > 0 ? 0 : f->low;
    if (begin[i] < low || begin[i] + count > target) {
      return report_out_of_bounds(finding, f->name, (int)i, begin[i], low,
                                  target - (count > 0 ? count - 1 : 0));
    }
    if (f->rule == RULE_RANGE || (f->rule == RULE_PACKED && count == 0))
      continue;
    if (count == 0) {
      return report_invalid(finding, "%s of entry %lld is 0, at least 1 expected", f->count_name,
                            (long long)i);
    }
    if (begin[i] != sum) {
      return report_invalid(finding,
                            "%s of entry %lld is %d, expected %lld, where the one before ends",
                            f->name, (long long)i, begin[i], (long long)sum);
    }
    sum += count;
  }
  if (f->rule != RULE_RANGE && n > 0 && sum != target) {
    return report_invalid(finding, "%s: the ranges have %lld elements, expected %lld",
                          f->count_name, (long long)sum, (long long)target);
  }
  return 0;
}

static int check_field(const mjModel* m, const Field* f, Finding* finding) {
  switch (f->rule) {
    case RULE_WORD: return check_word(m, f, finding);
    case RULE_ONE: return check_one(m, f, finding);
    case RULE_RANGE:
    case RULE_PACKED:
    case RULE_BLOCKS: return check_range(m, f, finding);
    case RULE_ANY:
    case RULE_COUNT:
    case RULE_CHECKED: break;
  }
  return 0;
}

int validate_knows_field(const char* name) {
  int n = 0;
  for (size_t i = 0; i < sizeof fields / sizeof fields[0]; i++)
    n += strcmp(fields[i].name, name) == 0;
  return n;
}

// The last string of a table must be terminated.
static int check_text(const char* field, const char* text, mjtSize n, Finding* finding) {
  if (n == 0 || text[n - 1] == 0)
    return 0;
  return report_invalid(finding, "%s: the last string is not terminated", field);
}

// The boxes of the model's bounding trees come first, followed by those that are computed in a
// step.
static int check_sizes(const mjModel* m, Finding* finding) {
  if (m->nbvhdynamic == m->nbvh - m->nbvhstatic)
    return 0;
  return report_invalid(finding, "nbvh is %lld, expected nbvhstatic + nbvhdynamic, %lld + %lld",
                        (long long)m->nbvh, (long long)m->nbvhstatic, (long long)m->nbvhdynamic);
}

int validate_references(const mjModel* m, Finding* finding) {
  if (check_sizes(m, finding))
    return -1;
  for (size_t i = 0; i < sizeof fields / sizeof fields[0]; i++)
    if (check_field(m, fields + i, finding))
      return -1;
  for (int i = 0; i < m->ntext; i++) {
    const int end = m->text_adr[i] + m->text_size[i];
    if (m->text_size[i] > 0 && m->text_data[end - 1]) {
      return report_invalid(finding, "text_data: entry %d, the last of text %d, is %d, expected 0",
                            end - 1, i, m->text_data[end - 1]);
    }
  }
  if (check_text("names", m->names, m->nnames, finding) ||
      check_text("paths", m->paths, m->npaths, finding) ||
      check_text("plugin_attr", m->plugin_attr, m->npluginattr, finding))
    return -1;
  return 0;
}

const char* model_validate(const mjModel* m, char* message, int message_size) {
  Finding finding = {message, message_size};
  return validate_references(m, &finding) || validate_elements(m, &finding) ||
                 validate_forest(m, &finding) || validate_paths(m, &finding) ||
                 validate_surfaces(m, &finding) || validate_flexes(m, &finding)
             ? message
             : NULL;
}
