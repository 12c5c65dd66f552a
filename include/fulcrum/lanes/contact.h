// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// From poses to contacts. Include after model.h; contact.c then defines `collide`, which calls the
// collider of a type of pair.

#ifndef FULCRUM_LANES_CONTACT_H_
#define FULCRUM_LANES_CONTACT_H_

#include <fulcrum/lanes/collide_boxes.h>
#include <fulcrum/lanes/collide_capsule_box.h>
#include <fulcrum/lanes/collide_mesh.h>
#include <fulcrum/lanes/collide_plane.h>
#include <fulcrum/lanes/collide_round.h>

typedef void (*Collide)(Sim* s, const ContactPair* pair, mask near, num margin, Points* points);

LANE_INLINE Shape shape_of(const Sim* s, int geom) {
  return (Shape){s->geom_xpos + 3 * geom, s->geom_xmat + 9 * geom, s->geom_size + 3 * geom};
}

LANE_INLINE num margin_of_pair(const Sim* s, const ContactPair* pair) {
#ifdef HAS_EXPLICIT_PAIRS
  if (pair->explicit_id >= 0)
    return s->pair_margin[pair->explicit_id];
#endif
  return s->geom_margin[pair->geom[0]] + s->geom_margin[pair->geom[1]];
}

LANE_INLINE num gap_of_pair(const Sim* s, const ContactPair* pair) {
#ifdef HAS_EXPLICIT_PAIRS
  if (pair->explicit_id >= 0)
    return s->pair_gap[pair->explicit_id];
#endif
  return s->geom_gap[pair->geom[0]] + s->geom_gap[pair->geom[1]];
}

// Completes normal and tangent to a frame.
LANE_INLINE void contact_frame(num* frame, Vec n, Vec y) {
  vec_normalize(&n);
  // without a tangent take the coordinate axis that is farther from the normal
  const mask middle = less(num_of((real)-0.5), n.x[1]) & less(n.x[1], num_of((real)0.5));
  const num zero = num_of(0), one = num_of(1);
  const Vec axis = {{zero, num_select(middle, one, zero), num_select(middle, zero, one)}};
  y = vec_select(less(vec_dot(y, y), num_of((real)0.25)), axis, y);
  y = vec_mad(y, n, -vec_dot(n, y));
  vec_normalize(&y);
  vec_store(frame, n);
  vec_store(frame + 3, y);
  vec_store(frame + 6, vec_cross(n, y));
}

static void store_contacts(Sim* s, const ContactPair* pair, const Points* p, num margin) {
  Contacts* c = &s->contacts;
  const num includemargin = margin - gap_of_pair(s, pair), zero = num_of(0);
  for (int k = 0; k < p->n; k++) {
    const mask has = p->has[k] & less(p->dist[k], includemargin);
    if (!any(has))
      continue;
    if (c->n == MAX_CONTACTS) {
      s->refused |= has;
      continue;
    }
    const int i = c->n++;
    num frame[9];
    contact_frame(frame, p->normal[k], p->tangent[k]);
    c->pair[i] = pair;
    c->has[i] = has;
    c->dist[i] = num_select(has, p->dist[k], zero);
    c->includemargin[i] = num_select(has, includemargin, zero);
    vec_store(c->pos[i], vec_select(has, p->pos[k], vec_zero()));
    for (int j = 0; j < 9; j++)
      c->frame[i][j] = num_select(has, frame[j], zero);
  }
}

// Lanes in which the bounding spheres of a pair, or a plane and a sphere, overlap.
LANE_INLINE mask pair_is_near(const Sim* s, const ContactPair* pair, num margin, int plane) {
  const int g1 = pair->geom[0], g2 = pair->geom[1];
  const Vec between = vec_sub(vec_of(s->geom_xpos + 3 * g2), vec_of(s->geom_xpos + 3 * g1));
  if (plane)
    return ~less(margin + s->geom_rbound[g2],
                 vec_dot(between, mat_column(s->geom_xmat + 9 * g1, 2)));
  const num reach = s->geom_rbound[g1] + s->geom_rbound[g2] + margin;
  return ~less(reach * reach, vec_dot(between, between));
}

static __attribute__((noinline)) void collide_pair(Sim* s, const ContactPair* pair, mask near,
                                                   num margin, Collide collide) {
  Points points;
  points.n = 0;
  collide(s, pair, near, margin, &points);
  if (points.n)
    store_contacts(s, pair, &points, margin);
}

// PLANE_PAIRS: types of pairs below this one are pairs with a plane.
LANE_INLINE void find_contacts(Sim* s, const ContactPair* pair, int n, int plane_pairs,
                               Collide collide) {
  s->contacts.n = 0;
  for (int i = 0; i < n; i++) {
    const num margin = margin_of_pair(s, pair + i);
    const mask near = pair_is_near(s, pair + i, margin, pair[i].type < plane_pairs);
    if (any(near))
      collide_pair(s, pair + i, near, margin, collide);
  }
}

#endif  // FULCRUM_LANES_CONTACT_H_
