// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Rows of contacts. The constant ROW_ELLIPTIC_CONE is defined before for elliptic ones.

#ifndef FULCRUM_LANES_ROW_CONTACT_H_
#define FULCRUM_LANES_ROW_CONTACT_H_

#include <fulcrum/lanes/row.h>

// Parameters of the contacts of a pair, and the response to them.
typedef struct Material_ {
  const ContactPair* pair;
  num friction[5];
  num solref[2], solimp[5], solreffriction[2];
  Response response;
  num friction_damping;  // of elliptic friction rows
} Material;

LANE_INLINE num mixed_weight(num mix1, num mix2) {
  const num least = num_of(LANE_MINVAL), one = num_of(1), zero = num_of(0);
  const mask small1 = less(mix1, least), small2 = less(mix2, least);
  const num one_small = num_select(small1, num_select(small2, num_of((real)0.5), zero), one);
  return num_select(small1 | small2, one_small, mix1 / (mix1 + mix2));
}

static void mixed_parameters(const Sim* s, const ContactPair* pair, Material* c) {
  const int g1 = pair->geom[0], g2 = pair->geom[1],
            one = pair->side >= 0 ? pair->geom[pair->side] : g1;
  num friction[3];
  for (int k = 0; k < 3; k++) {
    const num a = s->geom_friction[3 * one + k], b = s->geom_friction[3 * g2 + k];
    friction[k] = pair->side >= 0 ? a : num_select(at_most(b, a), a, b);
  }
  for (int k = 0; k < 5; k++)
    c->friction[k] = friction[k == 0 ? 0 : k <= 2 ? k - 1 : 2];
  c->solreffriction[0] = c->solreffriction[1] = num_of(0);
  const num *ref1 = s->geom_solref + 2 * one, *ref2 = s->geom_solref + 2 * g2;
  const num *imp1 = s->geom_solimp + 5 * one, *imp2 = s->geom_solimp + 5 * g2;
  if (pair->side >= 0) {
    memcpy(c->solref, ref1, sizeof c->solref);
    memcpy(c->solimp, imp1, sizeof c->solimp);
    return;
  }
  const num w = mixed_weight(s->geom_solmix[g1], s->geom_solmix[g2]), rest = num_of(1) - w;
  const mask standard = less(num_of(0), ref1[0]) & less(num_of(0), ref2[0]);
  for (int k = 0; k < 5; k++)
    c->solimp[k] = w * imp1[k] + rest * imp2[k];
  for (int k = 0; k < 2; k++)
    c->solref[k] = num_select(standard, w * ref1[k] + rest * ref2[k],
                              num_select(at_most(ref1[k], ref2[k]), ref1[k], ref2[k]));
}

static void make_material(const Sim* s, const ContactPair* pair, Material* c) {
  c->pair = pair;
#ifdef HAS_EXPLICIT_PAIRS
  if (pair->explicit_id >= 0) {
    const int i = pair->explicit_id;
    memcpy(c->solref, s->pair_solref + 2 * i, sizeof c->solref);
    memcpy(c->solimp, s->pair_solimp + 5 * i, sizeof c->solimp);
    memcpy(c->friction, s->pair_friction + 5 * i, sizeof c->friction);
    memcpy(c->solreffriction, s->pair_solreffriction + 2 * i, sizeof c->solreffriction);
  } else
#endif
    mixed_parameters(s, pair, c);
  for (int k = 0; k < 5; k++)
    c->friction[k] = at_least(c->friction[k], (real)1e-5);
  make_response(s, &c->response, c->solref, c->solimp);
  c->friction_damping = c->response.damping;
#if defined(HAS_EXPLICIT_PAIRS) && defined(ROW_ELLIPTIC_CONE)
  // separate reference for friction, unless solreffriction is absent or mixed
  static const real none[2] = {0, 0};
  const num zero = num_of(0), a = c->solreffriction[0], b = c->solreffriction[1];
  const mask given = ~(equal(a, zero) & equal(b, zero)) & ~(less(zero, a) ^ less(zero, b));
  num stiffness, damping;
  reference_gains(s, c->solreffriction, c->response.solimp[1], none, &stiffness, &damping);
  c->friction_damping = num_select(given, damping, c->friction_damping);
#endif
}

// Components of the Jacobian of a contact on the dofs of one side, k in [begin, end), which are
// combined to rows; adds their products with qvel to `vel`.
LANE_INLINE void contact_side(Sim* s, int slot, int first, int dim, int pyramid, int side,
                              int begin, int end, const num* friction, num* vel) {
  const Contacts* c = &s->contacts;
  const ContactPair* pair = c->pair[slot];
  const num* frame = c->frame[slot];
  const Vec arm = vec_sub(vec_of(c->pos[slot]), vec_of(s->subtree_com + 3 * pair->root[side]));
  num* J = s->rows.J[first];
  const int stride = pair->ndof;
  Vec axis[3];
  for (int k = 0; k < 3; k++)
    axis[k] = side ? vec_of(frame + 3 * k) : vec_scale(vec_of(frame + 3 * k), num_of(-1));
  for (int k = begin; k < end; k++) {
    const num* cdof = s->cdof + 6 * pair->dof[k];
    const num rate = s->qvel[pair->dof[k]];
    const Vec rot = vec_of(cdof), v = vec_add(vec_of(cdof + 3), vec_cross(rot, arm));
    const num normal = vec_dot(v, axis[0]);
    vel[0] = num_mad(normal, rate, vel[0]);
    if (!pyramid)
      J[k] = normal;
    for (int j = 1; j < dim; j++) {
      const num x = vec_dot(j < 3 ? v : rot, axis[j < 3 ? j : j - 3]);
      vel[j] = num_mad(x, rate, vel[j]);
      if (pyramid) {
        J[(2 * j - 2) * stride + k] = num_mad(x, friction[j - 1], normal);
        J[(2 * j - 1) * stride + k] = num_mad(-x, friction[j - 1], normal);
      } else {
        J[j * stride + k] = x;
      }
    }
  }
}

// The edges of a pyramid: all have the same R and position.
LANE_INLINE void pyramid_rows(Rows* rows, int first, int nrow, mask has, num R, num position,
                              const Material* material, const num vel[6]) {
  const num zero = num_of(0), R1 = num_select(has, R, num_of(1));
  const num D = num_select(has, num_of(1) / R, zero);
  for (int r = 0; r < nrow; r++) {
    const num x = vel[r / 2 + 1], f = material->friction[r / 2];
    const num v = num_mad(r % 2 ? -x : x, f, vel[0]);
    rows->R[first + r] = R1;
    rows->D[first + r] = D;
    rows->aref[first + r] =
        num_select(has, num_mad(-material->response.damping, v, position), zero);
  }
}

LANE_INLINE void contact_rows(Sim* s, int slot, int dim, const Material* material) {
#ifdef ROW_ELLIPTIC_CONE
  const int pyramid = 0;
#else
  const int pyramid = dim > 1;
#endif
  Rows* rows = &s->rows;
  Contacts* c = &s->contacts;
  const ContactPair* pair = c->pair[slot];
  const mask has = c->has[slot];
  const num *friction = material->friction, zero = num_of(0);
  const int first = rows->n, nrow = pyramid ? 2 * (dim - 1) : dim;
  for (int r = 0; r < nrow; r++)
    row_begin(rows,
              dim == 1 || pyramid ? ROW_ONESIDED
              : r                 ? ROW_OF_CONE
                                  : ROW_ELLIPTIC,
              pair->ndof, pair->dof);
  c->row[slot] = (int16_t)first;

  num vel[6];
  for (int k = 0; k < dim; k++)
    vel[k] = zero;
  const int side = pair->first_side;
  contact_side(s, slot, first, dim, pyramid, side, 0, pair->nfirst, friction, vel);
  contact_side(s, slot, first, dim, pyramid, 1 - side, pair->nfirst, pair->ndof, friction, vel);

  const Response* response = &material->response;
  const num offset = c->dist[slot] - c->includemargin[slot];
  const num imp = impedance_at(response->solimp, c->dist[slot], c->includemargin[slot]);
  const num tran = s->body_invweight0[2 * pair->body[0]] + s->body_invweight0[2 * pair->body[1]];
  const num diagonal = pyramid ? tran + friction[0] * friction[0] * tran : tran;
  const num normal = regularization(imp, diagonal);
  if (dim == 1) {
    row_set(rows, first, has, normal, reference(response, imp, vel[0], offset));
    return;
  }
  const num tangent = normal / num_max(num_of(LANE_MINVAL), s->opt_impratio[0]);
  const num mu = friction[0] * num_sqrt(tangent / normal);
  if (pyramid) {
    const num position = -response->stiffness * imp * offset;
    pyramid_rows(rows, first, nrow, has, num_of(2) * mu * mu * normal, position, material, vel);
    return;
  }
  row_set(rows, first, has, normal, reference(response, imp, vel[0], offset));
  rows->dim[first] = (int16_t)dim;
  rows->mu[first] = mu;
  for (int j = 1; j < dim; j++) {
    const num f = friction[j - 1];
    row_set(rows, first + j, has, j == 1 ? tangent : tangent * friction[0] * friction[0] / (f * f),
            -(material->friction_damping * vel[j]));
    rows->friction[first + j] = f;
  }
}

#endif  // FULCRUM_LANES_ROW_CONTACT_H_
