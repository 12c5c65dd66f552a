// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The state of flex.xml that check_flex.c looks at and that record_flex.c records with the
// reference: a deformed pose, and contacts of every combination of sides.

#ifndef TESTS_CONSTRAINTS_FLEX_SCENE_H_
#define TESTS_CONSTRAINTS_FLEX_SCENE_H_

#include <string.h>

#include <mujoco/mujoco.h>

enum { NET, CLOTH, JELLY, CAKE, SHY };

// A number between -1 and 1 that depends on k only.
static inline mjtNum scatter(int k) { return (k * 37 + 11) % 101 / 50.0 - 1; }

static inline void set_flex_pose(const mjModel* m, mjData* d) {
  mju_zero(d->qvel, m->nv);
  for (int i = 0; i < m->nv; i++)
    d->qvel[i] = 0.02 * scatter(i);
  mju_copy(d->qpos, m->qpos0, m->nq);
  mj_integratePos(m, d->qpos, d->qvel, 1);
  for (int i = 0; i < m->nv; i++)
    d->qvel[i] = scatter(7 * i + 3);
}

// One side of a contact.
typedef struct FlexSide_ {
  int geom, flex, elem, vert;
} FlexSide;

typedef struct FlexContact_ {
  FlexSide side[2];
  int dim;
  mjtNum pos[3];
} FlexContact;

static const FlexContact flex_contacts[] = {
    {{{1, -1, -1, -1}, {-1, NET, 3, -1}}, 3, {0.03, 0.02, 1.01}},    // geom, element
    {{{1, -1, -1, -1}, {-1, NET, -1, 4}}, 1, {0.01, 0, 1}},          // geom, vertex
    {{{-1, NET, -1, 8}, {-1, CLOTH, 1, -1}}, 3, {0.3, 0.1, 1}},      // vertex, element
    {{{-1, NET, 6, -1}, {-1, NET, -1, 8}}, 3, {0.08, 0.07, 1}},      // element, its own vertex
    {{{1, -1, -1, -1}, {-1, JELLY, 2, -1}}, 3, {1.31, 0.02, 1.03}},  // geom, element of a cell
    {{{0, -1, -1, -1}, {-1, JELLY, -1, 6}}, 4, {1.3, 0.04, 1}},      // on the arm that carries it
    {{{1, -1, -1, -1}, {-1, CAKE, 7, -1}}, 6, {2.04, 0.03, 1.02}},   // quadratic cell
    {{{-1, CLOTH, 0, -1}, {-1, CLOTH, 2, -1}}, 4, {0.5, 0, 1.01}},   // element, element
    {{{1, -1, -1, -1}, {-1, SHY, 0, -1}}, 3, {3, 0.01, 1}},          // passive flex
    {{{-1, NET, -1, 0}, {-1, NET, -1, 1}}, 3, {-0.1, -0.05, 1}},     // pinned vertices
};
enum { NCONTACT = sizeof flex_contacts / sizeof *flex_contacts };

// Those that the reference treats alike in the dense and in the sparse form.
enum { NRECORDED = NCONTACT - 1 };

static inline void add_flex_contacts(const mjModel* m, mjData* d, int n) {
  for (int i = 0; i < n; i++) {
    const FlexContact* from = flex_contacts + i;
    mjContact con;
    memset(&con, 0, sizeof con);
    con.dist = -0.002 - 0.0001 * i;
    con.dim = from->dim;
    mju_copy3(con.pos, from->pos);
    con.frame[0] = 0.6;
    con.frame[1] = 0;
    con.frame[2] = 0.8;
    con.frame[3] = 0;
    con.frame[4] = 1;
    con.frame[5] = 0;
    con.frame[6] = -0.8;
    con.frame[7] = 0;
    con.frame[8] = 0.6;
    const mjtNum friction[5] = {0.9, 0.7, 0.03, 0.002, 0.004};
    mju_copy(con.friction, friction, 5);
    con.solref[0] = 0.02;
    con.solref[1] = 1;
    const mjtNum solimp[5] = {0.8, 0.95, 0.01, 0.5, 2};
    mju_copy(con.solimp, solimp, 5);
    con.geom1 = con.geom[0] = from->side[0].geom;
    con.geom2 = con.geom[1] = from->side[1].geom;
    for (int k = 0; k < 2; k++) {
      con.flex[k] = from->side[k].flex;
      con.elem[k] = from->side[k].elem;
      con.vert[k] = from->side[k].vert;
    }
    mj_addContact(m, d, &con);
  }
}

#endif  // TESTS_CONSTRAINTS_FLEX_SCENE_H_
