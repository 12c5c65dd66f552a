// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// From a body and a flex, or two flexes, to pairs of geoms and elements.
//
// With trees (the flag midphase, on by default) the two trees are descended together; before that,
// planes and signed distance fields of the body are tested against the flex as a whole. The descent
// checks the masks of the body's geoms one by one, but these tests do not. A plane whose masks
// exclude the flex therefore collides if those of another geom of the body allow it. Without trees
// every pair is tested.

#include <fulcrum/math.h>

#include "core/physics/collision/boxes.h"
#include "core/physics/collision/elements.h"
#include "core/physics/collision/flex_contacts.h"
#include "core/physics/collision/flex_pairs.h"
#include "core/physics/collision/pair.h"
#include "core/physics/collision/trees.h"

static const mjtNum origin[3] = {0, 0, 0}, unturned[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};

static mjtNum margin_with(const mjModel* m, mjtNum margin, int flex) {
  return m->opt.enableflags & mjENBL_OVERRIDE ? m->opt.o_margin : margin + m->flex_margin[flex];
}

static int masks_of_geom(const mjModel* m, int geom, int flex) {
  return masks_compatible(m->geom_contype[geom], m->geom_conaffinity[geom], m->flex_contype[flex],
                          m->flex_conaffinity[flex]);
}

// 1 when a vertex of the element belongs to the geom's body
static int shares_body(const mjModel* m, int geom, int flex, int element) {
  const int* v = m->flex_elem + m->flex_elemdataadr[flex] + element * (m->flex_dim[flex] + 1);
  const int* body = m->flex_vertbodyid + m->flex_vertadr[flex];
  for (int i = 0; i <= m->flex_dim[flex]; i++)
    if (body[v[i]] == m->geom_bodyid[geom])
      return 1;
  return 0;
}

// 1 when the box around the geom's sphere does not reach the element's box. Planes have a sphere of
// radius 0, so their leaves are seldom near.
static int sphere_disjoint(const mjModel* m, const mjData* d, int geom, const mjtNum* box,
                           mjtNum margin) {
  const mjtNum *x = d->geom_xpos + 3 * geom, reach = m->geom_rbound[geom] + margin;
  for (int k = 0; k < 3; k++)
    if (fc_abs(x[k] - box[k]) > reach + box[3 + k])
      return 1;
  return 0;
}

// ---------------------------------------------------------------- trees

// Node boxes of a body or of a geom against those of a flex.
typedef struct Compare_ {
  Relative relative;
  Axes axes[2];
  const mjtNum *pos, *mat;
} Compare;

static void compare_init(Compare* c, const mjtNum* pos, const mjtNum* mat) {
  c->pos = pos;
  c->mat = mat;
  relative_frame(&c->relative, pos, mat, origin, unturned);
  axes_of(c->axes, mat, unturned);
  axes_of(c->axes + 1, unturned, mat);
}

static int compare_disjoint(Compare* c, const mjtNum* box1, const mjtNum* box2, mjtNum margin) {
  Verdict verdict = TOO_CLOSE;
  if (!any_beyond(box1, LARGE_HALF) && !any_beyond(box2, LARGE_HALF))
    verdict = compare_relative(&c->relative, box1, box2, margin);
  if (verdict != TOO_CLOSE)
    return verdict == DISJOINT;
  Placed a = {c->pos, c->mat, box1}, b = {origin, unturned, box2};
  return boxes_disjoint(&a, &b, c->axes, margin);
}

// Handles a geom and an element whose nodes overlap; returns whether they are near each other.
static int leaves_meet(FlexBatch* fb, int geom, int flex, int element, const mjtNum* box) {
  const mjModel* m = fb->batch->m;
  const mjData* d = fb->batch->d;
  mjtNum margin = margin_with(m, m->geom_margin[geom], flex);
  if (!masks_of_geom(m, geom, flex) || sphere_disjoint(m, d, geom, box, margin))
    return 0;
  Placed a = {d->geom_xpos + 3 * geom, d->geom_xmat + 9 * geom, m->geom_aabb + 6 * geom};
  Placed b = {origin, unturned, box};
  if (placed_disjoint(&a, &b, margin))
    return 0;
  int type = m->geom_type[geom];
  if (type != mjGEOM_PLANE && type != mjGEOM_SDF && !shares_body(m, geom, flex, element))
    flex_add(fb, FC_FLEX_ELEMENT, geom, element, margin);
  return 1;
}

static void descend_body(FlexBatch* fb, int body, int flex) {
  const mjModel* m = fb->batch->m;
  mjData* d = fb->batch->d;
  Tree t1 = tree_of(m, d, body), t2 = tree_of_flex(m, d, flex);
  mjtNum margin = margin_with(m, m->body_margin[body], flex);
  Compare compare;
  compare_init(&compare, d->xipos + 3 * body, d->ximat + 9 * body);
  NodeStack stack;
  stack.n = 0;
  push(&stack, 0, 0);
  while (stack.n > 0) {
    int node1 = stack.node[--stack.n][0], node2 = stack.node[stack.n][1];
    const mjtNum *box1 = t1.box + 6 * node1, *box2 = t2.box + 6 * node2;
    int leaves = is_leaf(&t1, node1) && is_leaf(&t2, node2);
    int near = leaves ? leaves_meet(fb, t1.leaf[node1], flex, t2.leaf[node2], box2)
                      : !compare_disjoint(&compare, box1, box2, margin);
    if (!near)
      continue;
    if (t1.active)
      t1.active[node1] = t2.active[node2] = 1;
    if (!leaves)
      push_children(&stack, &t1, &t2, node1, node2);
  }
}

static void descend_flexes(FlexBatch* fb, int flex1, int flex2, mjtNum margin) {
  const mjModel* m = fb->batch->m;
  Tree t1 = tree_of_flex(m, fb->batch->d, flex1), t2 = tree_of_flex(m, fb->batch->d, flex2);
  NodeStack stack;
  stack.n = 0;
  push(&stack, 0, 0);
  while (stack.n > 0) {
    int node1 = stack.node[--stack.n][0], node2 = stack.node[stack.n][1];
    int apart = flex_boxes_disjoint(t1.box + 6 * node1, t2.box + 6 * node2, margin);
    if (is_leaf(&t1, node1) && is_leaf(&t2, node2)) {
      int e1 = t1.leaf[node1], e2 = t2.leaf[node2];
      if (!apart && !flex_share_body(m, flex1, e1, flex2, e2))
        flex_add(fb, FC_FLEX_ELEMENTS, e1, e2, margin);
      if (t1.active)
        t1.active[node1] = t2.active[node2] = 1;
      continue;
    }
    if (apart)
      continue;
    if (t1.active)
      t1.active[node1] = t2.active[node2] = 1;
    push_children(&stack, &t1, &t2, node1, node2);
  }
}

// ---------------------------------------------------------------- everything against everything

static void geom_against_all(FlexBatch* fb, int geom, int flex, mjtNum margin) {
  const mjModel* m = fb->batch->m;
  const mjData* d = fb->batch->d;
  const mjtNum* box = d->flexelem_aabb + 6 * m->flex_elemadr[flex];
  int by_box = m->opt.disableflags & mjDSBL_MIDPHASE;
  for (int e = 0; e < m->flex_elemnum[flex]; e++)
    if (!(by_box && sphere_disjoint(m, d, geom, box + 6 * e, margin)) &&
        !shares_body(m, geom, flex, e))
      flex_add(fb, FC_FLEX_ELEMENT, geom, e, margin);
}

static void all_of_body(FlexBatch* fb, int body, int flex) {
  const mjModel* m = fb->batch->m;
  for (int g = m->body_geomadr[body], end = g + m->body_geomnum[body]; g < end; g++) {
    if (!masks_of_geom(m, g, flex))
      continue;
    mjtNum margin = margin_with(m, m->geom_margin[g], flex);
    if (m->geom_type[g] == mjGEOM_PLANE || m->geom_type[g] == mjGEOM_SDF)
      flex_add(fb, FC_FLEX_SURFACE, g, -1, margin);
    else
      geom_against_all(fb, g, flex, margin);
    flex_cap(fb);
  }
}

static void all_of_flexes(FlexBatch* fb, int flex1, int flex2, mjtNum margin) {
  const mjModel* m = fb->batch->m;
  const mjtNum* box1 = fb->batch->d->flexelem_aabb + 6 * m->flex_elemadr[flex1];
  const mjtNum* box2 = fb->batch->d->flexelem_aabb + 6 * m->flex_elemadr[flex2];
  for (int e1 = 0; e1 < m->flex_elemnum[flex1]; e1++) {
    for (int e2 = 0; e2 < m->flex_elemnum[flex2]; e2++)
      if (!flex_boxes_disjoint(box1 + 6 * e1, box2 + 6 * e2, margin) &&
          !flex_share_body(m, flex1, e1, flex2, e2))
        flex_add(fb, FC_FLEX_ELEMENTS, e1, e2, margin);
  }
}

// ---------------------------------------------------------------- both

// Tests geoms of a type against the flex as a whole.
static void surfaces(FlexBatch* fb, int body, int flex, int type) {
  const mjModel* m = fb->batch->m;
  for (int g = m->body_geomadr[body], end = g + m->body_geomnum[body]; g < end; g++)
    if (m->geom_type[g] == type)
      flex_add(fb, FC_FLEX_SURFACE, g, -1, margin_with(m, m->geom_margin[g], flex));
}

void flex_pair(Batch* batch, int body, int flex) {
  const mjModel* m = batch->m;
  int flex1 = body < m->nbody ? -1 : body - (int)m->nbody;
  int has_tree = flex1 < 0 ? m->body_bvhadr[body] >= 0 : m->flex_bvhadr[flex1] >= 0;
  int by_tree = !(m->opt.disableflags & mjDSBL_MIDPHASE) && has_tree && m->flex_bvhadr[flex] >= 0;
  FlexBatch fb;
  flex_open(&fb, batch, flex1, flex);
  if (flex1 >= 0) {
    mjtNum margin = margin_with(m, m->flex_margin[flex1], flex);
    if (by_tree)
      descend_flexes(&fb, flex1, flex, margin);
    else
      all_of_flexes(&fb, flex1, flex, margin);
  } else if (by_tree) {
    if (m->body_weldid[body] == 0)
      surfaces(&fb, body, flex, mjGEOM_PLANE);
    surfaces(&fb, body, flex, mjGEOM_SDF);
    descend_body(&fb, body, flex);
  } else {
    all_of_body(&fb, body, flex);
  }
  flex_close(&fb, by_tree);
}
