// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Contact parameters: those of an explicit pair as they are, those of a dynamic pair mixed from the
// two geoms.
//
// The side with the higher priority decides alone. Between equals the number of dimensions and the
// friction coefficients are the larger ones, and solref and solimp are averaged with the weights
// solmix - except that a solref in the direct format (not positive) cannot be averaged and the
// smaller entries are taken. Margins and gaps add up whatever the priority. With the override flag
// the global values replace all of it but the gap.

#include <string.h>

#include <fulcrum/math.h>

#include "core/contact/contact.h"

// Weight of the first geom.
static mjtNum mix_weight(mjtNum mix1, mjtNum mix2) {
  if (mix1 >= mjMINVAL && mix2 >= mjMINVAL)
    return mix1 / (mix1 + mix2);
  if (mix1 < mjMINVAL && mix2 < mjMINVAL)
    return 0.5;
  return mix1 < mjMINVAL ? 0 : 1;
}

// From three coefficients (sliding, spinning, rolling) to one per direction.
static void spread_friction(mjtNum friction[5], const mjtNum f[3]) {
  friction[0] = friction[1] = f[0];
  friction[2] = f[1];
  friction[3] = friction[4] = f[2];
}

// The geom of higher priority decides.
static void parameters_of_one(const mjModel* m, int g, mjContact* con) {
  con->dim = m->geom_condim[g];
  memcpy(con->solref, m->geom_solref + mjNREF * g, sizeof con->solref);
  memcpy(con->solimp, m->geom_solimp + mjNIMP * g, sizeof con->solimp);
  spread_friction(con->friction, m->geom_friction + 3 * g);
}

// Both geoms have a say.
static void parameters_of_both(const mjModel* m, int g1, int g2, mjContact* con) {
  con->dim = m->geom_condim[g1] > m->geom_condim[g2] ? m->geom_condim[g1] : m->geom_condim[g2];

  mjtNum friction[3];
  for (int k = 0; k < 3; k++)
    friction[k] = fc_max(m->geom_friction[3 * g1 + k], m->geom_friction[3 * g2 + k]);
  spread_friction(con->friction, friction);

  mjtNum w = mix_weight(m->geom_solmix[g1], m->geom_solmix[g2]);
  const mjtNum* solimp1 = m->geom_solimp + mjNIMP * g1;
  const mjtNum* solimp2 = m->geom_solimp + mjNIMP * g2;
  for (int k = 0; k < mjNIMP; k++)
    con->solimp[k] = w * solimp1[k] + (1 - w) * solimp2[k];

  const mjtNum* solref1 = m->geom_solref + mjNREF * g1;
  const mjtNum* solref2 = m->geom_solref + mjNREF * g2;
  int standard = solref1[0] > 0 && solref2[0] > 0;
  for (int k = 0; k < mjNREF; k++) {
    con->solref[k] =
        standard ? w * solref1[k] + (1 - w) * solref2[k] : fc_min(solref1[k], solref2[k]);
  }
}

static void parameters_explicit(const mjModel* m, int pair, mjContact* con) {
  con->dim = m->pair_dim[pair];
  memcpy(con->solref, m->pair_solref + mjNREF * pair, sizeof con->solref);
  memcpy(con->solimp, m->pair_solimp + mjNIMP * pair, sizeof con->solimp);
  memcpy(con->friction, m->pair_friction + 5 * pair, sizeof con->friction);
  const mjtNum* solreffriction = m->pair_solreffriction + mjNREF * pair;
  if (solreffriction[0] || solreffriction[1])
    memcpy(con->solreffriction, solreffriction, sizeof con->solreffriction);
}

void contact_parameters(const mjModel* m, const GeomPair* pair, mjContact* con) {
  int g1 = pair->geom[0], g2 = pair->geom[1];
  memset(con, 0, sizeof *con);
  con->geom[0] = con->geom1 = g1;
  con->geom[1] = con->geom2 = g2;
  con->flex[0] = con->flex[1] = con->elem[0] = con->elem[1] = con->vert[0] = con->vert[1] = -1;
  con->efc_address = -1;

  mjtNum gap;
  if (pair->explicit_id >= 0) {
    parameters_explicit(m, pair->explicit_id, con);
    gap = m->pair_gap[pair->explicit_id];
  } else {
    int priority1 = m->geom_priority[g1], priority2 = m->geom_priority[g2];
    if (priority1 == priority2) {
      parameters_of_both(m, g1, g2, con);
    } else {
      parameters_of_one(m, priority1 > priority2 ? g1 : g2, con);
    }
    gap = m->geom_gap[g1] + m->geom_gap[g2];
  }
  con->includemargin = pair->margin - gap;

  if (m->opt.enableflags & mjENBL_OVERRIDE) {
    memcpy(con->solref, m->opt.o_solref, sizeof con->solref);
    memcpy(con->solreffriction, m->opt.o_solref, sizeof con->solreffriction);
    memcpy(con->solimp, m->opt.o_solimp, sizeof con->solimp);
    memcpy(con->friction, m->opt.o_friction, sizeof con->friction);
  }
  for (int k = 0; k < 5; k++)
    con->friction[k] = fc_max(mjMINMU, con->friction[k]);
  if (con->dim < 1 || con->dim > 6) {
    mju_error("contact of geoms %d and %d: condim must be between 1 and 6, it is %d", g1, g2,
              con->dim);
  }
}

void contact_frame(mjtNum frame[9]) {
  mjtNum* n = frame;
  mjtNum* y = frame + 3;
  if (fc_normalize3(n) < 0.5)
    mju_error("xaxis of contact frame undefined");

  // without a tangent take the coordinate axis that is farther from the normal
  if (fc_dot3(y, y) < 0.25) {
    fc_zero3(y);
    y[n[1] > -0.5 && n[1] < 0.5 ? 1 : 2] = 1;
  }
  fc_addToScl3(y, n, -fc_dot3(n, y));
  fc_normalize3(y);
  fc_cross(frame + 6, n, y);
}
