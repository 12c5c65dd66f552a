// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Contacts of flexes: which bodies move the contact point of each side, and how much.
//
//   geom                        its body
//   vertex                      the body of the vertex
//   element with vertices x_k   their bodies, weights proportional to 1 / |p - x_k|, p the contact
//                               point; a vertex that collides with its own element is left out
//   vertices of a flex that is  the nodes of its cell. The weights of the vertices give the local
//   interpolated                coordinates of the point, the Lagrange polynomials of the nodes at
//                               these their weights; those below 1e-5 are left out
//
// The relative motion is the sum of the motions of all bodies at the contact point with these
// weights, negative on side 0. Bodies may occur more than once.

#include <string.h>

#include <fulcrum/flex.h>
#include <fulcrum/host.h>
#include <fulcrum/math.h>

#include "core/physics/mechanics/jacobian.h"
#include "core/physics/problem/flex_contact.h"
#include "core/physics/problem/rows.h"

#define MIN_NODE_WEIGHT 1e-5
#define MAX_ELEMENT 4  // vertices of an element

// ---------------------------------------------------------------- sides

// 1 when a side is a valid geom, or element or vertex of a flex. Contacts may come from outside.
static int is_side(const mjModel* m, const mjContact* con, int side) {
  const int f = con->flex[side], elem = con->elem[side], vert = con->vert[side];
  if (con->geom[side] >= 0)
    return 1;
  if (f < 0 || f >= m->nflex || m->flex_dim[f] < 1 || m->flex_dim[f] >= MAX_ELEMENT)
    return 0;
  return vert >= 0 ? vert < m->flex_vertnum[f] : elem >= 0 && elem < m->flex_elemnum[f];
}

int flex_contact_check(const RowBuilder* builder, int i) {
  const mjContact* con = builder->d->contact + i;
  for (int side = 0; side < 2; side++) {
    if (!is_side(builder->m, con, side)) {
      mju_error(
          "mj_makeConstraint: contact %d: side %d is neither a geom nor an element or vertex of a "
          "flex (geom %d, flex %d, elem %d, vert %d)",
          i, side, con->geom[side], con->flex[side], con->elem[side], con->vert[side]);
      return -1;
    }
  }
  return 0;
}

int flex_contact_passive(const mjModel* m, const mjContact* con) {
  for (int side = 0; side < 2; side++)
    if (con->geom[side] < 0 && m->flex_passive[con->flex[side]])
      return 1;
  return 0;
}

// Vertices of a side of flex f, numbered within the flex, into vertex; returns their number.
static int side_vertices(const mjModel* m, const mjContact* con, int side, int vertex[]) {
  const int f = con->flex[side], size = m->flex_dim[f] + 1;
  if (con->vert[side] >= 0) {
    vertex[0] = con->vert[side];
    return 1;
  }
  const int* elem = m->flex_elem + m->flex_elemdataadr[f] + con->elem[side] * size;
  int n = 0;
  for (int k = 0; k < size; k++)
    if (elem[k] != con->vert[1 - side])
      vertex[n++] = elem[k];
  return n;
}

// Their weights, at any distance from the contact; NaN when the distance is not a number.
static void vertex_weights(const mjModel* m, const mjData* d, const mjContact* con, int side,
                           const int vertex[], int n, mjtNum weight[]) {
  const mjtNum* xpos = d->flexvert_xpos + 3 * m->flex_vertadr[con->flex[side]];
  if (con->vert[side] >= 0) {
    weight[0] = 1;
    return;
  }
  mjtNum sum = 0;
  for (int k = 0; k < n; k++) {
    weight[k] = 1 / fc_max(mjMINVAL, fc_dist3(con->pos, xpos + 3 * vertex[k]));
    sum += weight[k];
  }
  const mjtNum inverse = 1 / sum;
  for (int k = 0; k < n; k++)
    weight[k] *= inverse;
}

// Reports a vertex or node without body; returns -1.
static int add_body(ContactBodies* bodies, int body, mjtNum weight) {
  if (body < 0)
    return -1;
  bodies->body[bodies->n] = body;
  bodies->weight[bodies->n++] = weight;
  return 0;
}

// The nodes of flex f with their weights at the point defined by these vertices.
static int add_nodes(const mjModel* m, int f, mjtNum sign, const int vertex[],
                     const mjtNum weight[], int n, ContactBodies* bodies) {
  const int p = m->flex_interp[f], *body = m->flex_nodebodyid + m->flex_nodeadr[f];
  mjtNum s[3] = {0, 0, 0}, x[3], y[3], z[3];
  for (int k = 0; k < n; k++)
    fc_addToScl3(s, m->flex_vert0 + 3 * (m->flex_vertadr[f] + vertex[k]), weight[k]);
  fc_flexLagrange(x, s[0], p);
  fc_flexLagrange(y, s[1], p);
  fc_flexLagrange(z, s[2], p);
  for (int i = 0; i <= p; i++) {
    for (int j = 0; j <= p; j++) {
      for (int k = 0; k <= p; k++, body++) {
        const mjtNum w = x[i] * y[j] * z[k];
        if (w >= MIN_NODE_WEIGHT && add_body(bodies, *body, sign * w))
          return -1;
      }
    }
  }
  return 0;
}

static int report(int i, int f, const char* what) {
  return fc_fail("contact %d, flex %d: %s", i, f, what);
}

// Bodies of one side; 0, or negative after fc_fail.
static int add_side(const mjModel* m, const mjData* d, int i, int side, ContactBodies* bodies) {
  const mjContact* con = d->contact + i;
  const mjtNum sign = side ? 1 : -1;
  int vertex[MAX_ELEMENT];
  mjtNum weight[MAX_ELEMENT];
  if (con->geom[side] >= 0)
    return add_body(bodies, m->geom_bodyid[con->geom[side]], sign);

  const int f = con->flex[side], p = m->flex_interp[f];
  const int n = side_vertices(m, con, side, vertex);
  vertex_weights(m, d, con, side, vertex, n, weight);
  if (p) {
    if (p > 2 || m->flex_nodenum[f] != (p + 1) * (p + 1) * (p + 1))
      return report(i, f, "the number of nodes does not fit the order, expected 8 or 27");
    return add_nodes(m, f, sign, vertex, weight, n, bodies) ? report(i, f, "a node has no body")
                                                            : 0;
  }
  for (int k = 0; k < n; k++) {
    const int body = m->flex_vertbodyid[m->flex_vertadr[f] + vertex[k]];
    if (add_body(bodies, body, sign * weight[k]))
      return report(i, f, "a vertex has no body");
  }
  return 0;
}

static int add_sides(const mjModel* m, const mjData* d, int i, ContactBodies* bodies) {
  bodies->n = 0;
  if (add_side(m, d, i, 0, bodies))
    return -1;
  bodies->n0 = bodies->n;
  return add_side(m, d, i, 1, bodies);
}

int flex_contact_bodies(const RowBuilder* builder, int i, ContactBodies* bodies) {
  if (add_sides(builder->m, builder->d, i, bodies)) {
    mju_error("mj_makeConstraint: %s", fc_lastError());
    return -1;
  }
  return 0;
}

int fc_flexContact(const mjModel* m, const mjData* d, int i, int* body, mjtNum* weight) {
  ContactBodies bodies;
  if (add_sides(m, d, i, &bodies))
    return -1;
  memcpy(body, bodies.body, (size_t)bodies.n * sizeof *body);
  memcpy(weight, bodies.weight, (size_t)bodies.n * sizeof *weight);
  return bodies.n;
}

void flex_contact_weights(const mjModel* m, const ContactBodies* bodies, mjtNum weight[2]) {
  weight[0] = weight[1] = 0;
  for (int k = 0; k < bodies->n; k++) {
    const mjtNum share = k < bodies->n0 ? -bodies->weight[k] : bodies->weight[k];
    weight[0] += share * m->body_invweight0[2 * bodies->body[k]];
    weight[1] += share * m->body_invweight0[2 * bodies->body[k] + 1];
  }
}

// ---------------------------------------------------------------- columns

// Upper bound on the number of dofs that move one side.
static int side_bound(const mjModel* m, const mjContact* con, int side) {
  int n, sum = 0, vertex[MAX_ELEMENT];
  if (con->geom[side] >= 0) {
    body_chain(m, m->geom_bodyid[con->geom[side]], &n);
    return n;
  }
  const int f = con->flex[side];
  const int nodes = m->flex_interp[f] ? m->flex_nodenum[f] : side_vertices(m, con, side, vertex);
  for (int k = 0; k < nodes; k++) {
    const int body = m->flex_interp[f] ? m->flex_nodebodyid[m->flex_nodeadr[f] + k]
                                       : m->flex_vertbodyid[m->flex_vertadr[f] + vertex[k]];
    if (body >= 0) {
      body_chain(m, body, &n);
      sum += n;
    }
  }
  return sum;
}

int flex_contact_bound(const mjModel* m, const mjContact* con) {
  const int sum = side_bound(m, con, 0) + side_bound(m, con, 1);
  return sum < m->nv ? sum : m->nv;
}

// Merge the chain (own, nown) into n columns; returns their number.
static int merge_chain(int* columns, int n, const int* own, int nown) {
  if (n == 0 || columns[n - 1] < own[0]) {
    memcpy(columns + n, own, (size_t)nown * sizeof(int));
    return n + nown;
  }

  // merge from the end, where there is room; first count the new dofs
  int both = n;
  for (int i = 0, j = 0; j < nown; j++) {
    while (i < n && columns[i] < own[j])
      i++;
    both += i == n || columns[i] != own[j];
  }
  for (int i = n - 1, j = nown - 1, at = both - 1; j >= 0; at--) {
    if (i >= 0 && columns[i] >= own[j]) {
      j -= columns[i] == own[j];
      columns[at] = columns[i--];
    } else {
      columns[at] = own[j--];
    }
  }
  return both;
}

int flex_contact_columns(const RowBuilder* builder, const ContactBodies* bodies) {
  int n = 0;
  for (int k = 0; k < bodies->n; k++) {
    int nown;
    const int* own = body_chain(builder->m, bodies->body[k], &nown);
    if (nown)
      n = merge_chain(builder->chain, n, own, nown);
  }
  return n;
}
