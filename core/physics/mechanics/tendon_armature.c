// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Bias force of tendon armature. A tendon with armature a has the kinetic energy a/2 (J qvel)^2;
// besides a J'J in the inertia matrix this gives the velocity-dependent force a J' (dJ/dt qvel),
// which needs the time derivative of the Jacobian.
//
// For a segment from x1 to x2 with direction u the row is u'(J2 - J1), so its rate is u'(dJ2/dt -
// dJ1/dt) + (du/dt)'(J2 - J1), with du/dt = (v - u (u.v)) / |x2 - x1| and v the relative velocity
// of the ends.

#include <fulcrum/math.h>
#include <mujoco/mujoco.h>

#include "core/physics/mechanics/jacobian.h"
#include "core/physics/mechanics/sleep.h"
#include "core/physics/mechanics/tendon_armature.h"

// velocity of a site's position
static void site_velocity(const mjModel* m, const mjData* d, int site, mjtNum vel[3]) {
  int body = m->site_bodyid[site];
  mjtNum motion[6];
  fc_transformSpatial(motion, d->cvel + 6 * body, 0, d->site_xpos + 3 * site,
                      d->subtree_com + 3 * m->body_rootid[body], NULL);
  fc_copy3(vel, motion + 3);
}

static void segment_rate(const mjModel* m, const mjData* d, int site1, int site2, mjtNum divisor,
                         mjtNum* rate, int n, const int* chain) {
  const mjtNum *x1 = d->site_xpos + 3 * site1, *x2 = d->site_xpos + 3 * site2;
  int body1 = m->site_bodyid[site1], body2 = m->site_bodyid[site2];
  mjtNum v1[3], v2[3], dv[3], u[3], udot[3] = {0, 0, 0};
  site_velocity(m, d, site1, v1);
  site_velocity(m, d, site2, v2);
  fc_sub3(dv, v2, v1);
  fc_sub3(u, x2, x1);
  mjtNum length = fc_normalize3(u);
  if (length > mjMINVAL) {
    fc_addScl3(udot, dv, u, -fc_dot3(u, dv));
    fc_scl3(udot, udot, 1 / (length * divisor));
  }
  fc_scl3(u, u, 1 / divisor);
  chain_add_projection_rate(m, d, rate, u, body1, x1, v1, body2, x2, v2, n, chain);
  chain_add_projection(m, d, rate, udot, body1, x1, body2, x2, n, chain);
}

void tendon_jacobian_rate(const mjModel* m, mjData* d, int t, mjtNum* rate) {
  int n = m->ten_J_rownnz[t], adr = m->tendon_adr[t], end = adr + m->tendon_num[t];
  const int* chain = m->ten_J_colind + m->ten_J_rowadr[t];
  mjtNum divisor = 1;
  fc_zero(rate, n);
  if (m->wrap_type[adr] == mjWRAP_JOINT)
    return;

  for (int w = adr; w + 1 < end; w++) {
    int type0 = m->wrap_type[w], type1 = m->wrap_type[w + 1];
    if (type0 == mjWRAP_PULLEY || type1 == mjWRAP_PULLEY) {
      divisor = type0 == mjWRAP_PULLEY ? m->wrap_prm[w] : divisor;
      continue;
    }
    if (type1 == mjWRAP_SPHERE || type1 == mjWRAP_CYLINDER) {
      mju_error(
          "tendon_jacobian_rate: geom wrapping is not supported for tendons with armature, tendon "
          "%d",
          t);
      return;
    }
    int site1 = m->wrap_objid[w], site2 = m->wrap_objid[w + 1];
    if (m->site_bodyid[site1] != m->site_bodyid[site2])
      segment_rate(m, d, site1, site2, divisor, rate, n, chain);
  }
}

void tendon_armature_bias(const mjModel* m, mjData* d, mjtNum* qfrc) {
  int filter = sleep_filters_bodies(m, d);
  for (int t = 0; t < m->ntendon; t++) {
    mjtNum armature = m->tendon_armature[t];
    int n = m->ten_J_rownnz[t], adr = m->ten_J_rowadr[t];
    if (armature == 0 || !n || (filter && sleep_tendon(m, d, t) != mjS_AWAKE))
      continue;
    mj_markStack(d);
    mjtNum* rate = mj_stackAllocNum(d, (size_t)n);
    tendon_jacobian_rate(m, d, t, rate);
    mjtNum force = armature * fc_dotSparse(rate, d->qvel, n, m->ten_J_colind + adr);
    if (force != 0)
      fc_addToSclSparse(qfrc, d->ten_J + adr, force, n, m->ten_J_colind + adr);
    mj_freeStack(d);
  }
}
