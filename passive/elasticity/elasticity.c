// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Elasticity of flexes, in the order in which its parts are added up, flex by flex: bending of
// shells, finite elements or a cell of nodes; then springs and dampers along the edges of all
// flexes.
//
// Forces on vertices are collected per vertex in world axes and become generalised forces at the
// end: through the dofs of the vertex body where these are slides relative to the world
// (body_simple 2), else through the Jacobian of the vertex.

#include <fulcrum/host.h>
#include <fulcrum/layout.h>
#include <fulcrum/math.h>

#include "passive/elasticity/elasticity.h"

// ---------------------------------------------------------------- forces on vertices

static inline void add_to_dofs(const mjModel* m, int body, const mjtNum force[3], mjtNum* qfrc) {
  const int n = m->body_dofnum[body] < 3 ? m->body_dofnum[body] : 3;
  mjtNum* x = qfrc + m->body_dofadr[body];
  for (int k = 0; k < n; k++)
    x[k] += force[k];
}

// Bending acts on the dofs of the vertex bodies, whatever their type. Forces on simple bodies stay
// in `force`, to which elements add.
static void apply_bending(const Flex* flex, mjtNum* force) {
  for (int v = 0; v < flex->nvert; v++) {
    if (flex->m->body_simple[flex->body[v]] != 2) {
      add_to_dofs(flex->m, flex->body[v], force + 3 * v, flex->spring);
      fc_zero3(force + 3 * v);
    }
  }
}

static void apply_elements(const Flex* flex, const mjtNum* force) {
  const mjModel* m = flex->m;
  for (int v = 0; v < flex->nvert; v++) {
    const int body = flex->body[v];
    if (m->body_simple[body] == 2)
      add_to_dofs(m, body, force + 3 * v, flex->spring);
    else
      fc_applyWrench(m, flex->d, force + 3 * v, NULL, flex->xpos + 3 * v, body, flex->spring);
  }
}

static void vertex_forces(const Flex* flex, int bends, int strains) {
  mj_markStack(flex->d);
  mjtNum* force = mj_stackAllocNum(flex->d, 3 * (size_t)flex->nvert);
  fc_zero(force, 3 * flex->nvert);
  if (bends) {
    bending_force(flex, force);
    apply_bending(flex, force);
  }
  if (strains)
    element_force(flex, force);
  apply_elements(flex, force);
  mj_freeStack(flex->d);
}

// ---------------------------------------------------------------- the face

static Flex flex_of(const FcContext* context, const FcPassiveBatch* batch, int id) {
  const mjModel* m = context->m;
  mjData* d = context->d;
  return (Flex){.m = m,
                .d = d,
                .id = id,
                .nvert = m->flex_vertnum[id],
                .xpos = d->flexvert_xpos + 3 * m->flex_vertadr[id],
                .body = m->flex_vertbodyid + m->flex_vertadr[id],
                .spring = batch->qfrc,
                .damper = batch->damper,
                .springs = !mjDISABLED(mjDSBL_SPRING),
                .dampers = !mjDISABLED(mjDSBL_DAMPER)};
}

// 1 when its elements resist strain, which the first number of its stiffness shows.
static int is_stiff(const mjModel* m, int id) {
  return m->flex_elemnum[id] && m->flex_stiffness[21 * m->flex_elemadr[id]] != 0;
}

static int force(const FcContext* context, const FcPassiveBatch* batch) {
  const mjModel* m = context->m;
  for (int f = 0; f < m->nflex; f++) {
    if (m->flex_rigid[f] || m->flex_dim[f] == 1)
      continue;
    const Flex flex = flex_of(context, batch, f);
    const int strains = is_stiff(m, f), bends = !m->flex_interp[f] && has_bending(m, f);
    if (m->flex_interp[f]) {
      if (strains && cell_force(&flex))
        return -1;
    } else if (strains || bends) {
      vertex_forces(&flex, bends, strains);
    }
  }
  for (int f = 0; f < m->nflex; f++) {
    if (!m->flex_rigid[f]) {
      const Flex flex = flex_of(context, batch, f);
      edge_force(&flex);
    }
  }
  return 0;
}

// Only the damping of edges is integrated implicitly here; integrators that support cells of nodes
// treat their damping implicitly too (integrators/implicit).
static int derivative(const FcContext* context, const FcPassiveBatch* batch, int symmetric) {
  const mjModel* m = context->m;
  (void)batch;
  (void)symmetric;
  for (int f = 0; f < m->nflex && !mjDISABLED(mjDSBL_DAMPER); f++)
    if (!m->flex_rigid[f] && m->flex_edgedamping[f] != 0)
      edge_derivative(m, context->d, f);
  return 0;
}

// after the dampers of dofs (300), in the order of the sums
static const FcPassive table = {.size = sizeof(FcPassive),
                                .array = FC_QFRC_SPRING,
                                .order = 350,
                                .force = force,
                                .derivative = derivative,
                                .elements = offsetof(mjModel, nflex)};
static const FcFace faces[] = {
    {.size = sizeof(FcFace), .kind = FC_PASSIVE, .name = "elasticity", .table = &table},
    {.size = sizeof(FcFace), .kind = FC_PASSIVE, .name = "flex_contact", .table = &flex_contacts}};

FC_MODULE_WITH(elasticity, "elasticity", "1.0.0", "Apache-2.0", &fc_layout, faces, 0,
               "Elasticity of flexes: bending, elements, cells of nodes, edges, passive contacts",
               NULL)
