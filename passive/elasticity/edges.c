// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Linear springs and dampers along the edges of a flex. A force f along the length l of an edge,
// whose Jacobian dl/dq is a sparse row J, is the generalised force J' f; a damper has the
// derivative -b J'J. Edges whose ends are on one body have neither.

#include <fulcrum/math.h>

#include "passive/elasticity/elasticity.h"

static inline void add_along_row(const mjModel* m, const mjData* d, int e, mjtNum force,
                                 mjtNum* qfrc) {
  const int adr = m->flexedge_J_rowadr[e];
  if (force != 0)
    fc_addToSclSparse(qfrc, d->flexedge_J + adr, force, m->flexedge_J_rownnz[e],
                      m->flexedge_J_colind + adr);
}

void edge_force(const Flex* flex) {
  const mjModel* m = flex->m;
  const mjData* d = flex->d;
  const mjtNum stiffness = flex->springs ? m->flex_edgestiffness[flex->id] : 0;
  const mjtNum damping = flex->dampers ? m->flex_edgedamping[flex->id] : 0;
  if (stiffness == 0 && damping == 0)
    return;
  const int adr = m->flex_edgeadr[flex->id], end = adr + m->flex_edgenum[flex->id];
  for (int e = adr; e < end; e++) {
    if (m->flexedge_rigid[e])
      continue;
    if (stiffness != 0)
      add_along_row(m, d, e, stiffness * (m->flexedge_length0[e] - d->flexedge_length[e]),
                    flex->spring);
    if (damping != 0)
      add_along_row(m, d, e, -damping * d->flexedge_velocity[e], flex->damper);
  }
}

void edge_derivative(const mjModel* m, mjData* d, int flex) {
  const int first = m->flex_edgeadr[flex], end = first + m->flex_edgenum[flex];
  for (int e = first; e < end; e++) {
    if (!m->flexedge_rigid[e]) {
      const int adr = m->flexedge_J_rowadr[e];
      fc_addRowDerivative(m, d, -m->flex_edgedamping[flex], d->flexedge_J + adr,
                          m->flexedge_J_colind + adr, m->flexedge_J_rownnz[e]);
    }
  }
}
