// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Contacts within a flex (an element and vertices of its neighbours, a tetrahedron and its own
// vertices) and of a flex with itself (two elements that share no body). Margins and gaps do not
// count there.
//
// Elements are tested against each other pair by pair (narrow), with the tree against itself (bvh),
// or by a sweep along one axis (sap); auto selects the tree for solids and the sweep otherwise.
// Contacts are not sorted afterwards, so the order in which the sweep of the reference finds its
// pairs is part of the result: by the start of the later element, then by that of the earlier one.
// The overlapping boxes are found by the broad phase in force; most pairs are neighbours that share
// bodies, and the remaining pairs are put in that order.

#include <string.h>

#include <fulcrum/broadphase.h>
#include <fulcrum/host.h>
#include <fulcrum/math.h>

#include "core/foundation/base/errors.h"
#include "core/kernel/binding/binding.h"
#include "core/physics/collision/elements.h"
#include "core/physics/collision/flex_contacts.h"
#include "core/physics/collision/flex_self.h"
#include "core/physics/collision/trees.h"

// ---------------------------------------------------------------- in itself

static void internal(Batch* batch, int flex) {
  const mjModel* m = batch->m;
  const mjData* d = batch->d;
  const mjtNum* aabb = d->flexelem_aabb + 6 * m->flex_elemadr[flex];
  const mjtNum* xpos = d->flexvert_xpos + 3 * m->flex_vertadr[flex];
  const int* evpair = m->flex_evpair + 2 * m->flex_evpairadr[flex];
  mjtNum reach = m->flex_margin[flex] + m->flex_radius[flex];
  FlexBatch fb;
  flex_open(&fb, batch, flex, flex);
  for (int i = 0; i < m->flex_evpairnum[flex]; i++) {
    int e = evpair[2 * i], v = evpair[2 * i + 1];
    const mjtNum* x = xpos + 3 * v;
    const mjtNum box[6] = {x[0], x[1], x[2], reach, reach, reach};
    if (!flex_boxes_disjoint(box, aabb + 6 * e, 0))
      flex_add(&fb, FC_FLEX_VERTEX, v, e, 0);
  }
  if (m->flex_dim[flex] == 3)
    for (int e = 0; e < m->flex_elemnum[flex]; e++)
      flex_add(&fb, FC_FLEX_INSIDE, e, -1, 0);
  flex_close(&fb, 0);
}

// ---------------------------------------------------------------- all against all, and the tree

static void try_elements(FlexBatch* fb, int flex, const mjtNum* aabb, int e1, int e2) {
  const mjModel* m = fb->batch->m;
  if (e1 != e2 && !flex_boxes_disjoint(aabb + 6 * e1, aabb + 6 * e2, 0) &&
      !flex_share_body(m, flex, e1, flex, e2))
    flex_add(fb, FC_FLEX_ELEMENTS, e1, e2, 0);
}

static void all_pairs(FlexBatch* fb, int flex, const mjtNum* aabb) {
  const mjModel* m = fb->batch->m;
  int n = m->flex_elemnum[flex];
  for (int e1 = 0; e1 < n; e1++) {
    for (int e2 = e1 + 1; e2 < n && flex_is_active(m, flex, e1); e2++)
      if (flex_is_active(m, flex, e2))
        try_elements(fb, flex, aabb, e1, e2);
  }
}

static void descend(FlexBatch* fb, int flex, const mjtNum* aabb) {
  const mjModel* m = fb->batch->m;
  Tree t = tree_of_flex(m, fb->batch->d, flex);
  mjtNum margin = m->opt.enableflags & mjENBL_OVERRIDE ? m->opt.o_margin : 2 * m->flex_margin[flex];
  NodeStack stack;
  stack.n = 0;
  push(&stack, 0, 0);
  while (stack.n > 0) {
    int node1 = stack.node[--stack.n][0], node2 = stack.node[stack.n][1];
    if (node1 > node2)
      continue;
    int leaves = is_leaf(&t, node1) && is_leaf(&t, node2);
    if (leaves)
      try_elements(fb, flex, aabb, t.leaf[node1], t.leaf[node2]);
    else if (flex_boxes_disjoint(t.box + 6 * node1, t.box + 6 * node2, margin))
      continue;
    if (t.active)
      t.active[node1] = t.active[node2] = 1;
    if (!leaves)
      push_children(&stack, &t, &t, node1, node2);
  }
}

// ---------------------------------------------------------------- the sweep

// The longest axis of the box around everything.
static int sweep_axis(const mjtNum* box) {
  const mjtNum* size = box + 3;
  if (size[0] > size[1] && size[0] > size[2])
    return 0;
  return size[1] > size[2] ? 1 : 2;
}

// Boxes of the active elements; the first axis is the one that is swept.
static void make_boxes(FcBoxes* boxes, const mjModel* m, mjData* d, int flex, const mjtNum* aabb,
                       int axis) {
  int nelem = m->flex_elemnum[flex];
  int* element = mj_stackAllocInt(d, (size_t)nelem);
  mjtByte* resting = mj_stackAllocByte(d, (size_t)nelem, 1);
  mjtNum* bound = mj_stackAllocNum(d, 6 * (size_t)nelem);
  int n = 0;
  for (int e = 0; e < nelem; e++)
    if (flex_is_active(m, flex, e))
      element[n++] = e;
  memset(resting, 0, (size_t)nelem);
  *boxes = (FcBoxes){.size = sizeof(FcBoxes), .n = n, .body = element, .resting = resting};
  for (int a = 0; a < 3; a++) {
    int from = (axis + a) % 3;
    mjtNum *lower = bound + a * nelem, *upper = bound + (3 + a) * nelem;
    for (int i = 0; i < n; i++) {
      const mjtNum* box = aabb + 6 * element[i];
      lower[i] = box[from] - box[3 + from];
      upper[i] = box[from] + box[3 + from];
    }
    boxes->lower[a] = lower;
    boxes->upper[a] = upper;
  }
}

// The bodies of an element, and -1 for those it lacks.
enum { MAX_BODIES = 4 };
typedef int ElementBodies __attribute__((vector_size(MAX_BODIES * sizeof(int))));

// Those of all elements, on the stack.
static ElementBodies* element_bodies(const mjModel* m, mjData* d, int flex) {
  const int nelem = m->flex_elemnum[flex], n = m->flex_dim[flex] + 1;
  const int *body = m->flex_vertbodyid + m->flex_vertadr[flex],
            *vertex = m->flex_elem + m->flex_elemdataadr[flex];
  ElementBodies* bodies =
      mj_stackAllocByte(d, (size_t)nelem * sizeof *bodies, _Alignof(ElementBodies));
  for (int e = 0; e < nelem; e++, vertex += n)
    for (int k = 0; k < MAX_BODIES; k++)
      bodies[e][k] = k < n ? body[vertex[k]] : -1;
  return bodies;
}

// flex_share_body, without branches.
static inline int share_body(ElementBodies a, ElementBodies b) {
  ElementBodies same = a == b;
  for (int k = 1; k < MAX_BODIES; k++) {
    b = __builtin_shufflevector(b, b, 1, 2, 3, 0);
    same |= a == b;
  }
  int64_t halves[2];
  same &= a >= 0;
  memcpy(halves, &same, sizeof halves);
  return (halves[0] | halves[1]) != 0;
}

// A number that compares like the coordinate at which an element starts.
static uint32_t begin_key(mjtNum begin) {
  float x = (float)begin + 0.0f;
  uint32_t u;
  memcpy(&u, &x, sizeof u);
  return x != x ? UINT32_MAX : u & 0x80000000u ? ~u : u | 0x80000000u;
}

// Sort stably by some bits of the keys, from `shift` on; `count` has room for 1 << bits.
static void sort_by_bits(uint64_t* to, const uint64_t* from, int n, int shift, int bits,
                         int* count) {
  const uint64_t mask = (1u << bits) - 1;
  memset(count, 0, sizeof *count << bits);
  for (int i = 0; i < n; i++)
    count[from[i] >> shift & mask]++;
  for (int i = 0, sum = 0; i <= (int)mask; i++) {
    const int here = count[i];
    count[i] = sum;
    sum += here;
  }
  for (int i = 0; i < n; i++)
    to[count[from[i] >> shift & mask]++] = from[i];
}

// The order of the sweep: elements by their start, equal ones by number; and the rank of each
// element. On the stack.
static void sweep_order(mjData* d, const mjtNum* aabb, int axis, const int* element, int n,
                        int nelem, int** order, int** place) {
  enum { DIGIT = 8 };
  int count[1 << DIGIT];
  *order = mj_stackAllocInt(d, (size_t)n);
  *place = mj_stackAllocInt(d, (size_t)nelem);
  mj_markStack(d);
  uint64_t* key = mj_stackAllocByte(d, (size_t)n * sizeof *key, _Alignof(uint64_t));
  uint64_t* scratch = mj_stackAllocByte(d, (size_t)n * sizeof *key, _Alignof(uint64_t));
  for (int i = 0; i < n; i++) {
    const mjtNum* box = aabb + 6 * element[i];
    key[i] = (uint64_t)begin_key(box[axis] - box[3 + axis]) << 32 | (uint32_t)element[i];
  }
  for (int shift = 32; shift < 64; shift += 2 * DIGIT) {
    sort_by_bits(scratch, key, n, shift, DIGIT, count);
    sort_by_bits(key, scratch, n, shift + DIGIT, DIGIT, count);
  }
  for (int i = 0; i < n; i++) {
    (*order)[i] = (int)(uint32_t)key[i];
    (*place)[(*order)[i]] = i;
  }
  mj_freeStack(d);
}

// Adds pairs of elements, (a << 16) + b, in the order in which the sweep finds them.
static void add_swept(FlexBatch* fb, const uint32_t* pair, int n, const int* order,
                      const int* place, int nplace) {
  mjData* d = fb->batch->d;
  uint64_t* key = mj_stackAllocByte(d, (size_t)n * sizeof *key, _Alignof(uint64_t));
  uint64_t* scratch = mj_stackAllocByte(d, (size_t)n * sizeof *key, _Alignof(uint64_t));
  int bits = 1;
  while (nplace > 1 << bits)
    bits++;
  int* count = mj_stackAllocInt(d, (size_t)1 << bits);
  for (int i = 0; i < n; i++) {
    const int a = place[pair[i] >> 16], b = place[pair[i] & 0xffff];
    key[i] = (uint64_t)(a < b ? b : a) << 16 | (uint64_t)(a < b ? a : b);
  }
  sort_by_bits(scratch, key, n, 0, bits, count);
  sort_by_bits(key, scratch, n, 16, bits, count);
  for (int i = 0; i < n; i++)
    flex_add(fb, FC_FLEX_ELEMENTS, order[key[i] & 0xffff], order[key[i] >> 16], 0);
}

// Stack space that sorting needs, rounded up: per swept element, and per pair.
enum { ELEMENT_BYTES = 64, PAIR_BYTES = 32 };

static void sweep(FlexBatch* fb, int flex, const mjtNum* aabb, const Bound* module) {
  const mjModel* m = fb->batch->m;
  mjData* d = fb->batch->d;
  mj_markStack(d);
  const mjtNum* root = d->bvh_aabb_dyn + 6 * (m->flex_bvhadr[flex] - (int)m->nbvhstatic);
  int axis = sweep_axis(root);
  FcBoxes boxes;
  make_boxes(&boxes, m, d, flex, aabb, axis);
  const ElementBodies* bodies = element_bodies(m, d, flex);
  size_t n = (size_t)boxes.n, used = d->pstack + d->parena + n * ELEMENT_BYTES;
  size_t room = (size_t)d->narena > used ? ((size_t)d->narena - used) / PAIR_BYTES : 0;
  size_t most = n > 1 ? n * (n - 1) / 2 : 0;
  FcBodyPairs pairs = {.size = sizeof pairs,
                       .capacity = (int)(most < room        ? most
                                         : room < INT32_MAX ? room
                                                            : INT32_MAX)};
  pairs.key = mj_stackAllocByte(d, (size_t)pairs.capacity * sizeof(uint32_t), _Alignof(uint32_t));
  const FcBroadphase* table = module->table;
  const unsigned long mark = module_enter(d);
  if (table->elements(&module->context, &boxes, &pairs) < 0)
    mju_error("mj_collision: broad phase '%s': %s", module->face->name, fail_reason(mark));

  // drop neighbours; branch-free, because the outcome is unpredictable
  int npair = 0;
  for (int i = 0; i < pairs.n; i++) {
    const uint32_t pair = pairs.key[i];
    pairs.key[npair] = pair;
    npair += !share_body(bodies[pair >> 16], bodies[pair & 0xffff]);
  }
  if (npair) {
    int *order, *place;
    sweep_order(d, aabb, axis, boxes.body, boxes.n, m->flex_elemnum[flex], &order, &place);
    add_swept(fb, pairs.key, npair, order, place, boxes.n);
  }
  mj_freeStack(d);
}

// ---------------------------------------------------------------- with itself

static void with_itself(Batch* batch, int flex) {
  const mjModel* m = batch->m;
  mjData* d = batch->d;
  const mjtNum* aabb = d->flexelem_aabb + 6 * m->flex_elemadr[flex];
  int mode = m->flex_selfcollide[flex];
  int by_tree = !(m->opt.disableflags & mjDSBL_MIDPHASE) && mode != mjFLEXSELF_NARROW &&
                m->flex_bvhadr[flex] >= 0;
  FlexBatch fb;
  flex_open(&fb, batch, flex, flex);
  if (!by_tree) {
    all_pairs(&fb, flex, aabb);
  } else if (mode == mjFLEXSELF_BVH || (mode == mjFLEXSELF_AUTO && m->flex_dim[flex] == 3)) {
    descend(&fb, flex, aabb);
  } else {
    const Bound* module = bound_choice(m, d, FC_BROADPHASE);
    if (module && ((const FcBroadphase*)module->table)->elements && m->flex_elemnum[flex] < 65536)
      sweep(&fb, flex, aabb, module);
    else
      all_pairs(&fb, flex, aabb);
  }
  flex_close(&fb, 0);
}

void flex_self(Batch* batch) {
  const mjModel* m = batch->m;
  for (int f = 0; f < m->nflex; f++) {
    if (m->flex_rigid[f] || !(m->flex_contype[f] & m->flex_conaffinity[f]))
      continue;
    if (m->flex_internal[f])
      internal(batch, f);
    if (m->flex_selfcollide[f] != mjFLEXSELF_NONE)
      with_itself(batch, f);
  }
}
