// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Contact rows.
//
// The rows of contact.frame are the normal (from side 0 to side 1) and two tangents. The relative
// motion of side 1 with respect to side 0 at the contact point, projected on them, has up to six
// components J_0..J_{dim-1}: normal, two tangents, spin about the normal, roll about the tangents.
// Elliptic cones use them as they are; a pyramidal cone has for each friction component k two edges
// J_0 + mu_k J_k and J_0 - mu_k J_k.
//
// A side that is a flex may have several bodies: flex_contact.c.
//
// A dof that moves both sides moves the point with them: its column is zero, but it stays in the
// column list.

#include <fulcrum/contact_model.h>
#include <fulcrum/math.h>

#include "core/physics/mechanics/jacobian.h"
#include "core/physics/problem/contact_rows.h"
#include "core/physics/problem/flex_contact.h"
#include "core/physics/problem/rows.h"

// Rows that a contact of this dimension makes.
static int contact_rows(const RowBuilder* builder, int dim) {
  if (dim == 1)
    return 1;
  return builder->elliptic ? dim : 2 * (dim - 1);
}

// Body of one side.
static int side_body(const mjModel* m, const mjContact* con, int side) {
  return m->geom_bodyid[con->geom[side]];
}

// Reports a geom contact of a sleeping body, which must not occur here.
static int check_awake(const RowBuilder* builder, int i) {
  const mjModel* m = builder->m;
  const mjContact* con = builder->d->contact + i;
  for (int side = 0; side < 2; side++) {
    int tree = m->body_treeid[side_body(m, con, side)];
    if (tree >= 0 && !builder->d->tree_awake[tree]) {
      mju_error("mj_makeConstraint: contact %d involves geom %d, which belongs to a sleeping body",
                i, con->geom[side]);
      return 0;
    }
  }
  return 1;
}

static void count_flex_contact(const RowBuilder* builder, int i, RowCount* count) {
  mjContact* con = builder->d->contact + i;
  if (flex_contact_check(builder, i)) {
    con->exclude = 3;
    return;
  }
  if (flex_contact_passive(builder->m, con))
    con->exclude = 4;
  if (con->exclude)
    return;
  int rows = builder->way == FC_CONTACT_FORCE ? 0 : contact_rows(builder, con->dim);
  count->rows += rows;
  count->entries += builder->sparse ? rows * flex_contact_bound(builder->m, con) : 0;
}

void contact_count(RowBuilder* builder, RowCount* count) {
  const mjModel* m = builder->m;
  const mjData* d = builder->d;
  if (m->opt.disableflags & mjDSBL_CONTACT)
    return;

  // contacts of one pair of bodies are consecutive and have the same columns
  int body1 = -1, body2 = -1, n = 0;
  for (int i = 0; i < d->ncon; i++) {
    const mjContact* con = d->contact + i;
    if (has_flex(con)) {
      count_flex_contact(builder, i, count);
      continue;
    }
    if (con->exclude || (builder->filter && !check_awake(builder, i)) ||
        builder->way == FC_CONTACT_FORCE)
      continue;
    int rows = contact_rows(builder, con->dim);
    if (builder->sparse) {
      int b1 = side_body(m, con, 0), b2 = side_body(m, con, 1);
      if (b1 != body1 || b2 != body2) {
        n = chain_union(m, b1, b2, builder->chain);
        body1 = b1;
        body2 = b2;
      }
      count->entries += rows * n;
    }
    count->rows += rows;
  }
}

// A contact frame by columns, so that three products with its rows are computed side by side; each
// is summed like fc_dot3.
typedef mjtNum Axes __attribute__((vector_size(4 * sizeof(mjtNum))));
typedef struct Frame_ {
  Axes x, y, z;
} Frame;

static inline void frame_columns(Frame* f, const mjtNum frame[9]) {
  f->x = (Axes){frame[0], frame[3], frame[6], 0};
  f->y = (Axes){frame[1], frame[4], frame[7], 0};
  f->z = (Axes){frame[2], frame[5], frame[8], 0};
}

// s times the first `dim` products of the rows with v: J[k * n]
static inline void write_products(mjtNum* J, int n, int dim, const Frame* f, const mjtNum v[3],
                                  mjtNum s) {
  const Axes product = s * (f->x * v[0] + f->y * v[1] + f->z * v[2]);
  J[0] = product[0];
  if (dim > 1)
    J[n] = product[1];
  if (dim > 2)
    J[2 * n] = product[2];
}

// Column of dof i in all dim components, for the body at root `com` moving with sign s: J[k * n].
static inline void write_column(mjtNum* J, int n, int dim, const mjtNum* cdof,
                                const mjtNum offset[3], const Frame* frame, mjtNum s) {
  mjtNum v[3];
  fc_cross(v, cdof, offset);
  fc_addTo3(v, cdof + 3);
  write_products(J, n, dim, frame, v, s);
  if (dim > 3)
    write_products(J + 3 * n, n, dim - 3, frame, cdof, s);
}

// Components 0..dim-1 (dim x n) on the union of both chains, which is already in builder->chain.
static void contact_jacobian(const RowBuilder* builder, const mjContact* con, int n, mjtNum* J) {
  const mjModel* m = builder->m;
  const mjData* d = builder->d;
  int body[2] = {side_body(m, con, 0), side_body(m, con, 1)}, nchain[2];
  const int* chain[2] = {body_chain(m, body[0], nchain), body_chain(m, body[1], nchain + 1)};
  mjtNum offset[2][3];
  Frame frame;
  frame_columns(&frame, con->frame);
  for (int side = 0; side < 2; side++)
    fc_sub3(offset[side], con->pos, d->subtree_com + 3 * m->body_rootid[body[side]]);

  for (int k = 0, i = 0, j = 0; k < n; k++) {
    int dof = builder->chain[k];
    int in0 = i < nchain[0] && chain[0][i] == dof, in1 = j < nchain[1] && chain[1][j] == dof;
    if (in0 && in1)
      for (int c = 0; c < con->dim; c++)
        J[c * n + k] = 0;
    else
      write_column(J + k, n, con->dim, d->cdof + 6 * dof, offset[in1], &frame, in1 ? 1 : -1);
    i += in0;
    j += in1;
  }
}

// Edges of the pyramid from the components.
static void pyramid_edges(mjtNum* J, const mjtNum* component, int n, int dim,
                          const mjtNum* friction) {
  for (int k = 1; k < dim; k++) {
    fc_addScl(J, component, component + k * n, friction[k - 1], n);
    fc_addScl(J + n, component, component + k * n, -friction[k - 1], n);
    J += 2 * n;
  }
}

// Components of the contact between two geoms, or between the given bodies.
static inline void components(const RowBuilder* builder, const mjContact* con,
                              const ContactBodies* bodies, int n, mjtNum* J) {
  if (bodies)
    flex_contact_jacobian(builder, con, bodies, n, J);
  else
    contact_jacobian(builder, con, n, J);
}

void contact_components(const RowBuilder* builder, const mjContact* con,
                        const ContactBodies* bodies, int n, mjtNum* J) {
  components(builder, con, bodies, n, J);
}

// bodies: NULL for two geoms
static void append_contact(RowBuilder* builder, int i, int n, const ContactBodies* bodies) {
  mjData* d = builder->d;
  mjContact* con = d->contact + i;
  int dim = con->dim, nrow = contact_rows(builder, dim);
  int pyramidal = dim > 1 && !builder->elliptic;
  mjtNum* J = rows_values(builder, nrow, n);
  if (!J)
    return;

  if (pyramidal) {
    components(builder, con, bodies, n, builder->work);
    pyramid_edges(J, builder->work, n, dim, con->friction);
  } else {
    components(builder, con, bodies, n, J);
  }

  // distance and margin: on all edges, or on the normal only
  mjtNum pos[MAX_BLOCK] = {0};
  for (int r = 0; r < (pyramidal ? nrow : 1); r++)
    pos[r] = con->dist;
  const FcRowBlock block = {
      .size = sizeof block, .id = i, .pos = pos, .margin = con->includemargin};
  int type = builder->way == FC_CONTACT_POTENTIAL ? mjCNSTR_CONTACT_ELLIPTIC
             : dim == 1                           ? mjCNSTR_CONTACT_FRICTIONLESS
             : pyramidal                          ? mjCNSTR_CONTACT_PYRAMIDAL
                                                  : mjCNSTR_CONTACT_ELLIPTIC;
  con->efc_address = d->nefc;
  rows_append(builder, type, nrow, n, builder->chain, &block, 1);
  if (type == mjCNSTR_CONTACT_ELLIPTIC)
    fc_zero(d->efc_margin + con->efc_address + 1, dim - 1);
}

static void append_flex_diagonal(const RowBuilder* builder, int i, const ContactBodies* bodies) {
  mjData* d = builder->d;
  const mjContact* con = d->contact + i;
  mjtNum weight[2];
  flex_contact_weights(builder->m, bodies, weight);
  contact_diagonal(con, d->efc_type[con->efc_address], weight[0], weight[1],
                   d->efc_diagApprox + con->efc_address);
}

void contact_append(RowBuilder* builder) {
  const mjModel* m = builder->m;
  mjData* d = builder->d;
  if (m->opt.disableflags & mjDSBL_CONTACT)
    return;
  ContactBodies bodies;
  int body1 = -1, body2 = -1, n = 0;
  for (int i = 0; i < d->ncon; i++) {
    mjContact* con = d->contact + i;
    con->efc_address = -1;
    if (con->exclude || builder->way == FC_CONTACT_FORCE)
      continue;
    const int flex = has_flex(con);
    if (flex) {
      if (flex_contact_bodies(builder, i, &bodies))
        return;
      n = flex_contact_columns(builder, &bodies);
      body1 = body2 = -1;
    } else {
      int b1 = side_body(m, con, 0), b2 = side_body(m, con, 1);
      if (b1 != body1 || b2 != body2) {
        n = chain_union(m, b1, b2, builder->chain);
        body1 = b1;
        body2 = b2;
      }
    }

    // two static bodies: nothing can move
    if (n == 0) {
      con->exclude = 3;
      continue;
    }
    append_contact(builder, i, n, flex ? &bodies : NULL);
    if (flex)
      append_flex_diagonal(builder, i, &bodies);
  }
}
