// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Two bodies with several geoms each: descend their bounding volume trees together.
//
// Boxes are compared along the three axes of each (the six face normals, not the nine edge pairs),
// which may keep a pair that is apart but never loses one. All nodes of a body share one frame, so
// the relative rotation and its absolute values are computed once per body pair, and a comparison
// is a handful of multiplications. Boxes that contain a plane are as good as infinite; they are
// compared in world coordinates with plain projections, because there the rounding of their huge
// coordinates is part of the result.
//
// Geom pairs come out in the order of the descent; the group makes the narrow phase order their
// contacts by geom ids.

#include <fulcrum/math.h>

#include "core/contact/contact.h"

// Half sizes from here on count as infinite, and from LARGE on as too large for differences of
// coordinates.
#define INFINITE_HALF mjMAXVAL
#define LARGE_HALF 1e5
#define STACK_ROOM 512

// A box with a frame: centre and half sizes in the frame's coordinates.
typedef struct Placed_ {
  const mjtNum* pos;
  const mjtNum* mat;
  const mjtNum* box;
} Placed;

static int any_beyond(const mjtNum* box, mjtNum size) {
  return box[3] >= size || box[4] >= size || box[5] >= size;
}

// Axes of one frame as two boxes see them: own[3*k+i] is axis k times axis i of the frame itself,
// other[3*k+i] axis k times axis i of the other frame. Nearly the unit matrix, and nearly a
// rotation; not exactly, which huge boxes make visible. Rows are computed when they are first
// needed, because of a plane it is only one.
typedef struct Axes_ {
  const mjtNum *mat, *othermat;
  int known[3];
  mjtNum own[9], other[9];
} Axes;

static void axes_of(Axes* axes, const mjtNum* mat, const mjtNum* othermat) {
  axes->mat = mat;
  axes->othermat = othermat;
  axes->known[0] = axes->known[1] = axes->known[2] = 0;
}

static void axes_row(Axes* axes, int k) {
  if (axes->known[k])
    return;
  mjtNum axis[3];
  fc_column3(axis, axes->mat, k);
  fc_mulMatTVec3(axes->own + 3 * k, axes->mat, axis);
  fc_mulMatTVec3(axes->other + 3 * k, axes->othermat, axis);
  axes->known[k] = 1;
}

// Along axis k of a frame, the projections of two boxes are farther apart than the radii and the
// margin. `self` is the box that the frame belongs to.
static int apart_along(Axes* axes, int k, const mjtNum* self, const mjtNum* other,
                       const mjtNum center1[3], const mjtNum center2[3], mjtNum margin) {
  mjtNum n[3], radius1 = 0, radius2 = 0;
  axes_row(axes, k);
  fc_column3(n, axes->mat, k);
  for (int i = 0; i < 3; i++) {
    radius1 += fc_abs(self[3 + i] * axes->own[3 * k + i]);
    radius2 += fc_abs(other[3 + i] * axes->other[3 * k + i]);
  }
  return radius1 + radius2 + margin < fc_abs(fc_dot3(center1, n) - fc_dot3(center2, n));
}

static int infinite(const mjtNum* box) {
  return box[3] >= INFINITE_HALF && box[4] >= INFINITE_HALF && box[5] >= INFINITE_HALF;
}

// General comparison of two boxes in world coordinates; axes[0] belongs to a, axes[1] to b.
static int boxes_disjoint(const Placed* a, const Placed* b, Axes axes[2], mjtNum margin) {
  int unbounded1 = any_beyond(a->box, INFINITE_HALF);
  int unbounded2 = any_beyond(b->box, INFINITE_HALF);
  if (infinite(a->box) || infinite(b->box))
    return 0;
  mjtNum center1[3], center2[3];
  fc_mulMatVec3(center1, a->mat, a->box);
  fc_addTo3(center1, a->pos);
  fc_mulMatVec3(center2, b->mat, b->box);
  fc_addTo3(center2, b->pos);

  // own axes of each, unless the other is unbounded; nothing is apart along an axis in which a box
  // is
  for (int k = 0; k < 3 && !unbounded2; k++) {
    if (a->box[3 + k] < INFINITE_HALF &&
        apart_along(axes, k, a->box, b->box, center1, center2, margin))
      return 1;
  }
  for (int k = 0; k < 3 && !unbounded1; k++) {
    if (b->box[3 + k] < INFINITE_HALF &&
        apart_along(axes + 1, k, b->box, a->box, center1, center2, margin))
      return 1;
  }
  return 0;
}

// Frame 2 as seen from frame 1.
typedef struct Relative_ {
  mjtNum shift[3];  // origin
  mjtNum turn[9];   // rotation: turn[3*i+j] = axis i of frame 1 . axis j of frame 2
  mjtNum absturn[9];
} Relative;

static void relative_frame(Relative* r, const mjtNum* pos1, const mjtNum* mat1, const mjtNum* pos2,
                           const mjtNum* mat2) {
  mjtNum between[3];
  fc_sub3(between, pos2, pos1);
  fc_mulMatTVec3(r->shift, mat1, between);
  fc_mulMatTMat3(r->turn, mat1, mat2);
  for (int i = 0; i < 9; i++)
    r->absturn[i] = fc_abs(r->turn[i]);
}

// What the comparison in the frame of the first box can say.
typedef enum Verdict_ { OVERLAP, DISJOINT, TOO_CLOSE } Verdict;

// Gaps smaller than this are left to the general comparison: whether boxes that just touch overlap
// is a matter of rounding, and contacts between parts that were placed face to face depend on it.
#define NO_GAP 1e-9

// The same comparison for boxes of moderate size, in the frame of the first.
static Verdict compare_relative(const Relative* r, const mjtNum* box1, const mjtNum* box2,
                                mjtNum margin) {
  const mjtNum *h1 = box1 + 3, *h2 = box2 + 3, *A = r->absturn;
  mjtNum t[3], widest = -mjMAXVAL;
  fc_mulMatVec3(t, r->turn, box2);
  for (int i = 0; i < 3; i++)
    t[i] += r->shift[i] - box1[i];
  for (int i = 0; i < 3; i++) {
    mjtNum gap =
        fc_abs(t[i]) - (h1[i] + A[3 * i] * h2[0] + A[3 * i + 1] * h2[1] + A[3 * i + 2] * h2[2]);
    if (gap > margin + NO_GAP)
      return DISJOINT;
    widest = fc_max(widest, gap);
  }
  fc_mulMatTVec3(t, r->turn, t);
  for (int j = 0; j < 3; j++) {
    mjtNum gap = fc_abs(t[j]) - (h2[j] + A[j] * h1[0] + A[3 + j] * h1[1] + A[6 + j] * h1[2]);
    if (gap > margin + NO_GAP)
      return DISJOINT;
    widest = fc_max(widest, gap);
  }
  return widest > margin - NO_GAP ? TOO_CLOSE : OVERLAP;
}

// Boxes of two geoms, each in the frame of its geom.
static int geoms_disjoint(const mjModel* m, const mjData* d, int g1, int g2, mjtNum margin) {
  Placed a = {d->geom_xpos + 3 * g1, d->geom_xmat + 9 * g1, m->geom_aabb + 6 * g1};
  Placed b = {d->geom_xpos + 3 * g2, d->geom_xmat + 9 * g2, m->geom_aabb + 6 * g2};
  Verdict verdict = TOO_CLOSE;
  if (!any_beyond(a.box, LARGE_HALF) && !any_beyond(b.box, LARGE_HALF)) {
    Relative r;
    relative_frame(&r, a.pos, a.mat, b.pos, b.mat);
    verdict = compare_relative(&r, a.box, b.box, margin);
  }
  if (verdict != TOO_CLOSE)
    return verdict == DISJOINT;
  Axes axes[2];
  axes_of(axes, a.mat, b.mat);
  axes_of(axes + 1, b.mat, a.mat);
  return boxes_disjoint(&a, &b, axes, margin);
}

// A tree and what is needed to walk it.
typedef struct Tree_ {
  const mjtNum* box;  // 6 per node
  const int* child;   // 2 per node
  const int* geom;    // of a leaf; inner nodes may name one too, where bodies were fused
  mjtByte* active;    // marks for the visualiser, or NULL
  int n;
} Tree;

static Tree tree_of(const mjModel* m, mjData* d, int body) {
  int adr = m->body_bvhadr[body];
  return (Tree){.box = m->bvh_aabb + 6 * adr,
                .child = m->bvh_child + 2 * adr,
                .geom = m->bvh_nodeid + adr,
                .active = m->vis.global.bvactive ? d->bvh_active + adr : NULL,
                .n = m->body_bvhnum[body]};
}

static int is_leaf(const Tree* t, int node) { return t->child[2 * node] < 0; }

// Size by which the larger of two boxes is chosen for splitting. Made of the positive corner's
// distance from the origin instead of the half sizes: it decides the order of the descent, no more.
static mjtNum split_measure(const mjtNum* box) {
  mjtNum x = box[3] - box[0], y = box[4] - box[1], z = box[5] - box[2];
  return x * y + y * z + z * x;
}

// Pairs of nodes that are still to be compared, last in first out.
typedef struct NodeStack_ {
  int n;
  int node[STACK_ROOM][2];
} NodeStack;

static void push(NodeStack* stack, int node1, int node2) {
  if (stack->n >= STACK_ROOM) {
    mju_error("mj_collision: bounding volume tree is too deep");
    return;
  }
  stack->node[stack->n][0] = node1;
  stack->node[stack->n++][1] = node2;
}

static void push_children(NodeStack* stack, const Tree* t1, const Tree* t2, int node1, int node2) {
  int leaf1 = is_leaf(t1, node1), leaf2 = is_leaf(t2, node2);
  int first =
      leaf2 || (!leaf1 && split_measure(t1->box + 6 * node1) > split_measure(t2->box + 6 * node2));
  const int* child = first ? t1->child + 2 * node1 : t2->child + 2 * node2;
  for (int k = 0; k < 2; k++) {
    if (child[k] < 0)
      continue;
    if (first) {
      push(stack, child[k], node2);
    } else {
      push(stack, node1, child[k]);
    }
  }
}

void midphase(Batch* batch, int body1, int body2, Merged merged) {
  const mjModel* m = batch->m;
  mjData* d = batch->d;
  Tree t1 = tree_of(m, d, body1), t2 = tree_of(m, d, body2);
  const mjtNum *pos1 = d->xipos + 3 * body1, *mat1 = d->ximat + 9 * body1;
  const mjtNum *pos2 = d->xipos + 3 * body2, *mat2 = d->ximat + 9 * body2;
  mjtNum margin = m->opt.enableflags & mjENBL_OVERRIDE
                      ? m->opt.o_margin
                      : m->body_margin[body1] + m->body_margin[body2];
  Relative relative;
  Axes axes[2];
  relative_frame(&relative, pos1, mat1, pos2, mat2);
  axes_of(axes, mat1, mat2);
  axes_of(axes + 1, mat2, mat1);

  int group = batch_group_begin(batch, midphase_room(m, body1, body2));
  NodeStack stack;
  stack.n = 0;
  push(&stack, 0, 0);
  while (stack.n > 0) {
    int node1 = stack.node[--stack.n][0], node2 = stack.node[stack.n][1];

    // two geoms
    if (is_leaf(&t1, node1) && is_leaf(&t2, node2)) {
      int g1 = t1.geom[node1], g2 = t2.geom[node2];
      mjtNum geom_margin = margin_of_geoms(m, g1, g2);
      if (bounding_spheres_disjoint(m, d, g1, g2, geom_margin) ||
          geoms_disjoint(m, d, g1, g2, geom_margin))
        continue;
      geom_pair_dynamic(batch, g1, g2, merged, group, 1);
      if (t1.active)
        t1.active[node1] = t2.active[node2] = 1;
      continue;
    }

    // at least one inner node
    const mjtNum *box1 = t1.box + 6 * node1, *box2 = t2.box + 6 * node2;
    Verdict verdict = TOO_CLOSE;
    if (!any_beyond(box1, LARGE_HALF) && !any_beyond(box2, LARGE_HALF))
      verdict = compare_relative(&relative, box1, box2, margin);
    if (verdict == TOO_CLOSE) {
      Placed a = {pos1, mat1, box1}, b = {pos2, mat2, box2};
      verdict = boxes_disjoint(&a, &b, axes, margin) ? DISJOINT : OVERLAP;
    }
    if (verdict == DISJOINT)
      continue;
    if (t1.active)
      t1.active[node1] = t2.active[node2] = 1;
    push_children(&stack, &t1, &t2, node1, node2);
  }
  batch_group_end(batch);
}
