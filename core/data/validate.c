// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Is every index in a model inside the array that it points into? This file has the checks that are
// the same for all elements of a kind, as a table; validate_elements.c those that depend on the
// type of an element, validate_forest.c, validate_surfaces.c and
// validate_flexes.c what hangs together. After these,
// no function that follows the indices of a model can leave its arrays.

#include "core/data/validate.h"

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "core/data/memory.h"

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

//------------------------------ table of references -----------------------------------------------

// An int array `field` with `rows` times `cols` entries. Each begins a range of `count` elements (1
// without count array) inside an array with `target` elements. `low` is the least legal value: -1
// where "none" is possible.
typedef struct Reference_ {
  const char* field;
  size_t member;
  size_t rows;
  int cols;
  const char* count_field;
  size_t count;  // offset of the pointer to the lengths, 0: none
  size_t target;
  int low;
} Reference;

#define AT(name) offsetof(mjModel, name)
#define ONE(field, rows, cols, target, low) \
  {#field, AT(field), AT(rows), cols, NULL, 0, AT(target), low},
#define RANGE(field, rows, count, target) \
  {#field, AT(field), AT(rows), 1, #count, AT(count), AT(target), -1},

// clang-format off
static const Reference references[] = {
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
    RANGE(body_bvhadr, nbody, body_bvhnum, nbvh)
    // joints, dofs, trees
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
    // geoms, sites, cameras, lights
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
    RANGE(flex_nodeadr, nflex, flex_nodenum, nflexnode)
    RANGE(flex_vertadr, nflex, flex_vertnum, nflexvert)
    RANGE(flex_edgeadr, nflex, flex_edgenum, nflexedge)
    RANGE(flex_elemadr, nflex, flex_elemnum, nflexelem)
    RANGE(flex_evpairadr, nflex, flex_evpairnum, nflexevpair)
    RANGE(flex_bvhadr, nflex, flex_bvhnum, nbvh)
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
    RANGE(mesh_bvhadr, nmesh, mesh_bvhnum, nbvh)
    RANGE(mesh_octadr, nmesh, mesh_octnum, noct)
    RANGE(mesh_polyadr, nmesh, mesh_polynum, nmeshpoly)
    ONE(mesh_graphadr, nmesh, 1, nmeshgraph, -1)
    RANGE(mesh_polyvertadr, nmeshpoly, mesh_polyvertnum, nmeshpolyvert)
    RANGE(mesh_polymapadr, nmeshvert, mesh_polymapnum, nmeshpolymap)
    ONE(mesh_pathadr, nmesh, 1, npaths, -1)
    // skins
    ONE(skin_matid, nskin, 1, nmat, -1)
    RANGE(skin_vertadr, nskin, skin_vertnum, nskinvert)
    ONE(skin_texcoordadr, nskin, 1, nskintexvert, -1)
    RANGE(skin_faceadr, nskin, skin_facenum, nskinface)
    RANGE(skin_boneadr, nskin, skin_bonenum, nskinbone)
    RANGE(skin_bonevertadr, nskinbone, skin_bonevertnum, nskinbonevert)
    ONE(skin_bonebodyid, nskinbone, 1, nbody, 0)
    ONE(skin_bonevertid, nskinbonevert, 1, nskinvert, 0)
    ONE(skin_pathadr, nskin, 1, npaths, -1)
    // other assets
    ONE(hfield_pathadr, nhfield, 1, npaths, -1)
    ONE(tex_pathadr, ntex, 1, npaths, -1)
    ONE(mat_texid, nmat, mjNTEXROLE, ntex, -1)
    // pairs, tendons, actuators, sensors, plugins
    ONE(pair_geom1, npair, 1, ngeom, 0)
    ONE(pair_geom2, npair, 1, ngeom, 0)
    RANGE(tendon_adr, ntendon, tendon_num, nwrap)
    ONE(tendon_matid, ntendon, 1, nmat, -1)
    ONE(tendon_treeid, ntendon, 2, ntree, -1)
    RANGE(actuator_actadr, nu, actuator_actnum, na)
    ONE(actuator_plugin, nu, 1, nplugin, -1)
    ONE(sensor_plugin, nsensor, 1, nplugin, -1)
    RANGE(plugin_stateadr, nplugin, plugin_statenum, npluginstate)
    ONE(plugin_attradr, nplugin, 1, npluginattr, -1)
    // custom fields
    RANGE(numeric_adr, nnumeric, numeric_size, nnumericdata)
    RANGE(text_adr, ntext, text_size, ntextdata)
    RANGE(tuple_adr, ntuple, tuple_size, ntupledata)
    // names
    ONE(name_bodyadr, nbody, 1, nnames, -1)
    ONE(name_jntadr, njnt, 1, nnames, -1)
    ONE(name_geomadr, ngeom, 1, nnames, -1)
    ONE(name_siteadr, nsite, 1, nnames, -1)
    ONE(name_camadr, ncam, 1, nnames, -1)
    ONE(name_lightadr, nlight, 1, nnames, -1)
    ONE(name_flexadr, nflex, 1, nnames, -1)
    ONE(name_meshadr, nmesh, 1, nnames, -1)
    ONE(name_skinadr, nskin, 1, nnames, -1)
    ONE(name_hfieldadr, nhfield, 1, nnames, -1)
    ONE(name_texadr, ntex, 1, nnames, -1)
    ONE(name_matadr, nmat, 1, nnames, -1)
    ONE(name_pairadr, npair, 1, nnames, -1)
    ONE(name_excludeadr, nexclude, 1, nnames, -1)
    ONE(name_eqadr, neq, 1, nnames, -1)
    ONE(name_tendonadr, ntendon, 1, nnames, -1)
    ONE(name_actuatoradr, nu, 1, nnames, -1)
    ONE(name_sensoradr, nsensor, 1, nnames, -1)
    ONE(name_numericadr, nnumeric, 1, nnames, -1)
    ONE(name_textadr, ntext, 1, nnames, -1)
    ONE(name_tupleadr, ntuple, 1, nnames, -1)
    ONE(name_keyadr, nkey, 1, nnames, -1)
    ONE(name_pluginadr, nplugin, 1, nnames, -1)
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
    RANGE(flexedge_J_rowadr, nflexedge, flexedge_J_rownnz, nJfe)
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

static int check_reference(const mjModel* m, const Reference* ref, Finding* finding) {
  const int* begin = ints_at(m, ref->member);
  const int* length = ref->count ? ints_at(m, ref->count) : NULL;
  mjtSize n = size_at(m, ref->rows) * ref->cols, target = size_at(m, ref->target);
  for (mjtSize i = 0; i < n; i++) {
    mjtSize count = length ? length[i] : begin[i] >= 0;
    if (count < 0) {
      return report_invalid(finding, "%s negative: entry %lld is %lld", ref->count_field,
                            (long long)i, (long long)count);
    }

    // only an empty range may begin nowhere
    mjtSize low = length && count > 0 ? 0 : ref->low;
    if (begin[i] < low || begin[i] + count > target) {
      return report_out_of_bounds(finding, ref->field, (int)i, begin[i], low,
                                  target - (count > 0 ? count - 1 : 0));
    }
  }
  return 0;
}

// The last string of a table must end.
static int check_text(const char* field, const char* text, mjtSize n, Finding* finding) {
  if (n == 0 || text[n - 1] == 0)
    return 0;
  return report_invalid(finding, "%s: the last string is not terminated", field);
}

int validate_references(const mjModel* m, Finding* finding) {
  for (size_t i = 0; i < sizeof references / sizeof references[0]; i++) {
    if (check_reference(m, references + i, finding))
      return -1;
  }
  if (check_text("names", m->names, m->nnames, finding) ||
      check_text("paths", m->paths, m->npaths, finding) ||
      check_text("plugin_attr", m->plugin_attr, m->npluginattr, finding)) {
    return -1;
  }
  return 0;
}

const char* model_validate(const mjModel* m, char* message, int message_size) {
  Finding finding = {message, message_size};
  return validate_references(m, &finding) || validate_elements(m, &finding) ||
                 validate_forest(m, &finding) || validate_surfaces(m, &finding) ||
                 validate_flexes(m, &finding)
             ? message
             : NULL;
}
