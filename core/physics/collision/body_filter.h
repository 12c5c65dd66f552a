// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// What decides whether two bodies may collide, wherever they are.

#ifndef CORE_PHYSICS_COLLISION_BODY_FILTER_H_
#define CORE_PHYSICS_COLLISION_BODY_FILTER_H_

#include <stdint.h>

#include <mujoco/mujoco.h>

// Bodies of one weld group never collide, nor do bodies whose groups are parent and child.
typedef struct BodyFilter_ {
  int weld;
  int parent;  // weld group above; its own where it may collide with its parent, as with the world
  int contype, conaffinity;  // of all geoms at present
} BodyFilter;

static inline BodyFilter filter_of_body(const mjModel* m, int b) {
  BodyFilter f = {.weld = m->body_weldid[b], .parent = m->body_weldid[b]};
  if (!(m->opt.disableflags & mjDSBL_FILTERPARENT) && f.weld) {
    const int parent = m->body_weldid[m->body_parentid[f.weld]];
    if (parent)
      f.parent = parent;
  }
  for (int g = m->body_geomadr[b], end = g + m->body_geomnum[b]; g < end; g++) {
    f.contype |= m->geom_contype[g];
    f.conaffinity |= m->geom_conaffinity[g];
  }
  return f;
}

// 1 when two bodies may collide, as far as masks, weld groups and parents are concerned.
static inline int filters_pass(const BodyFilter* f1, const BodyFilter* f2) {
  int related = (f1->weld == f2->weld) | (f1->weld == f2->parent) | (f2->weld == f1->parent);
  int masks = (f1->contype & f2->conaffinity) | (f2->contype & f1->conaffinity);
  return !related & (masks != 0);
}

// The compiled masks of the model decide whether a body (or, from nbody on, a flex) can collide at
// all.
static inline int collidable(const mjModel* m, int body) {
  if (body >= m->nbody)
    return m->flex_contype[body - m->nbody] || m->flex_conaffinity[body - m->nbody];
  return m->body_contype[body] || m->body_conaffinity[body];
}

// 1 for the world and for a static body with a plane: they are unbounded, and tested against every
// moving body.
static inline int always_tested(const mjModel* m, int body) {
  if (!collidable(m, body) || m->body_weldid[body])
    return 0;
  if (body == 0)
    return m->body_geomnum[0] > 0;
  for (int g = m->body_geomadr[body], end = g + m->body_geomnum[body]; g < end; g++)
    if (m->geom_type[g] == mjGEOM_PLANE)
      return 1;
  return 0;
}

// The following hold while sleep_filters_bodies. Flexes, from nbody on, never sleep here.
static inline int asleep(const mjModel* m, const mjData* d, int body) {
  return body < m->nbody && d->body_awake[body] == mjS_ASLEEP;
}

static inline int fixed_to_world(const mjModel* m, int body) {
  return body < m->nbody && !m->body_weldid[body];
}

// 1 when neither of the two is awake. The world and bodies fixed to it never move.
static inline int at_rest(const mjModel* m, const mjData* d, int body1, int body2) {
  const int asleep1 = asleep(m, d, body1), asleep2 = asleep(m, d, body2);
  return (asleep1 && (asleep2 || fixed_to_world(m, body2))) ||
         (asleep2 && fixed_to_world(m, body1));
}

#endif  // CORE_PHYSICS_COLLISION_BODY_FILTER_H_
