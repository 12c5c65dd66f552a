// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Contact parameters: those of an explicit pair are used as they are; those of a dynamic pair are
// mixed from its two sides, geoms or flexes.
//
// The side with the higher priority decides alone. For equal priorities the number of dimensions
// and the friction coefficients are the larger ones, and solref and solimp are averaged with the
// weights solmix. A solref in the direct format (not positive) cannot be averaged, so the smaller
// entries are taken. Margins and gaps add up regardless of the priority. With the override flag the
// global values replace everything except the gap.

#include <string.h>

#include <fulcrum/math.h>

#include "core/physics/collision/mix_parameters.h"

// Weight of the first side.
static mjtNum mix_weight(mjtNum mix1, mjtNum mix2) {
  if (mix1 >= mjMINVAL && mix2 >= mjMINVAL)
    return mix1 / (mix1 + mix2);
  if (mix1 < mjMINVAL && mix2 < mjMINVAL)
    return 0.5;
  return mix1 < mjMINVAL ? 0 : 1;
}

// Expands three coefficients (sliding, spinning, rolling) to one per direction.
static void spread_friction(mjtNum friction[5], const mjtNum f[3]) {
  friction[0] = friction[1] = f[0];
  friction[2] = f[1];
  friction[3] = friction[4] = f[2];
}

// The parameters of one side, a geom or a flex.
typedef struct Side_ {
  int condim, priority;
  mjtNum gap, solmix;
  const mjtNum *solref, *solimp, *friction;
} Side;

static inline Side side_of_geom(const mjModel* m, int g) {
  return (Side){m->geom_condim[g],       m->geom_priority[g],         m->geom_gap[g],
                m->geom_solmix[g],       m->geom_solref + mjNREF * g, m->geom_solimp + mjNIMP * g,
                m->geom_friction + 3 * g};
}

static inline Side side_of_flex(const mjModel* m, int f) {
  return (Side){m->flex_condim[f],       m->flex_priority[f],         m->flex_gap[f],
                m->flex_solmix[f],       m->flex_solref + mjNREF * f, m->flex_solimp + mjNIMP * f,
                m->flex_friction + 3 * f};
}

// Parameters when one side has the higher priority.
static inline void parameters_of_one(const Side* side, mjContact* con) {
  con->dim = side->condim;
  memcpy(con->solref, side->solref, sizeof con->solref);
  memcpy(con->solimp, side->solimp, sizeof con->solimp);
  spread_friction(con->friction, side->friction);
}

// Parameters when the priorities are equal.
static inline void parameters_of_both(const Side* s1, const Side* s2, mjContact* con) {
  con->dim = s1->condim > s2->condim ? s1->condim : s2->condim;

  mjtNum friction[3];
  for (int k = 0; k < 3; k++)
    friction[k] = fc_max(s1->friction[k], s2->friction[k]);
  spread_friction(con->friction, friction);

  mjtNum w = mix_weight(s1->solmix, s2->solmix);
  for (int k = 0; k < mjNIMP; k++)
    con->solimp[k] = w * s1->solimp[k] + (1 - w) * s2->solimp[k];

  int standard = s1->solref[0] > 0 && s2->solref[0] > 0;
  for (int k = 0; k < mjNREF; k++) {
    con->solref[k] = standard ? w * s1->solref[k] + (1 - w) * s2->solref[k]
                              : fc_min(s1->solref[k], s2->solref[k]);
  }
}

static inline void parameters_mixed(const Side* s1, const Side* s2, mjContact* con) {
  if (s1->priority == s2->priority)
    parameters_of_both(s1, s2, con);
  else
    parameters_of_one(s1->priority > s2->priority ? s1 : s2, con);
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

// Applies the overrides of the options; friction is kept above zero.
static inline void parameters_override(const mjModel* m, mjContact* con) {
  if (m->opt.enableflags & mjENBL_OVERRIDE) {
    memcpy(con->solref, m->opt.o_solref, sizeof con->solref);
    memcpy(con->solreffriction, m->opt.o_solref, sizeof con->solreffriction);
    memcpy(con->solimp, m->opt.o_solimp, sizeof con->solimp);
    memcpy(con->friction, m->opt.o_friction, sizeof con->friction);
  }
  for (int k = 0; k < 5; k++)
    con->friction[k] = fc_max(mjMINMU, con->friction[k]);
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
    const Side s1 = side_of_geom(m, g1), s2 = side_of_geom(m, g2);
    parameters_mixed(&s1, &s2, con);
    gap = s1.gap + s2.gap;
  }
  con->includemargin = pair->margin - gap;

  parameters_override(m, con);
  if (con->dim < 1 || con->dim > 6) {
    mju_error("contact of geoms %d and %d: condim must be between 1 and 6, it is %d", g1, g2,
              con->dim);
  }
}

static void copy_parameters(mjContact* con, const mjContact* from) {
  con->includemargin = from->includemargin;
  con->dim = from->dim;
  con->efc_address = from->efc_address;
  con->geom1 = from->geom1;
  con->geom2 = from->geom2;
  memcpy(con->friction, from->friction, sizeof con->friction);
  memcpy(con->solref, from->solref, sizeof con->solref);
  memcpy(con->solreffriction, from->solreffriction, sizeof con->solreffriction);
  memcpy(con->solimp, from->solimp, sizeof con->solimp);
}

void flex_parameters(const mjModel* m, mjContact* con, const mjContact* like, int internal) {
  int dim = con->dim;
  if (like && like->geom[0] == con->geom[0] && like->flex[0] == con->flex[0] &&
      like->flex[1] == con->flex[1]) {
    copy_parameters(con, like);
  } else {
    con->geom1 = con->geom[0];
    con->geom2 = con->geom[1];
    con->efc_address = -1;
    const Side s1 =
        con->geom[0] >= 0 ? side_of_geom(m, con->geom[0]) : side_of_flex(m, con->flex[0]);
    const Side s2 = side_of_flex(m, con->flex[1]);
    parameters_mixed(&s1, &s2, con);
    con->includemargin -= internal ? 0 : s1.gap + s2.gap;
    parameters_override(m, con);
    if (con->dim < 1 || con->dim > 6) {
      mju_error("contact of flex %d: condim must be between 1 and 6, it is %d", con->flex[1],
                con->dim);
    }
  }
  if (dim)
    con->dim = dim;
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
