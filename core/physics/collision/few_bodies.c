// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// In a model with up to some hundred pairs of bodies that may collide, testing each pair takes less
// time than finding the axes of a sweep. The list of these pairs depends on numbers of the model
// that rarely change. It is kept with the mjData, together with a copy of these numbers, and made
// again when one of them was edited.
//
// The boxes of bodies are aligned with the axes of the world. Like those of the sweep they enclose
// the bounding spheres of all geoms with their margins, so both find every pair of which two
// bounding spheres overlap; what else they find is dropped by the filters that follow. Where two
// spheres just touch, the order of the boxes in the sweep decides, which is then left to it.

#include <stdlib.h>
#include <string.h>

#include <fulcrum/math.h>

#include "core/foundation/data/callbacks.h"
#include "core/kernel/binding/binding.h"
#include "core/kernel/mjplugin/engine_plugin.h"
#include "core/physics/collision/body_filter.h"
#include "core/physics/collision/few_bodies.h"
#include "core/physics/collision/pair.h"
#include "core/physics/mechanics/sleep.h"

enum {
  MAX_BODIES = 64,
  MAX_PAIRS = 400,
};

// Boxes are wider by this part of their coordinates, so that rounding loses no pair.
#define WIDER 1e-9

// Coordinates are compared in single precision by a sweep, and spheres that overlap by a smaller
// part of them may be apart there.
#define TOUCHING 1e-6

typedef struct BodyPair_ {
  uint32_t key;
  int a, b;  // boxes; -1: the pair is always near
} BodyPair;

typedef struct Plan_ {
  int unsuited;  // the model has too many bodies, or another broad phase was asked for
  int filter_parent, nbox, npair;
  size_t nplane;         // static bodies with a plane
  int body[MAX_BODIES];  // of each box
  BodyPair pair[MAX_PAIRS];
  int* seen;  // arrays of the model as the plan saw them
} Plan;

typedef struct Box_ {
  mjtNum lower[3], upper[3];
} Box;

static void destroy(void* slot) {
  Plan* plan = slot;
  if (plan)
    free(plan->seen);
  free(plan);
}

// ---------------------------------------------------------------- edits

enum { NSEEN_BODY = 6, NSEEN_GEOM = 3 };

static size_t seen_size(const mjModel* m) {
  return NSEEN_BODY * (size_t)m->nbody + NSEEN_GEOM * (size_t)m->ngeom;
}

// The arrays that the list depends on, nbody integers each, then ngeom.
static void arrays_seen(const mjModel* m, const int* array[NSEEN_BODY + NSEEN_GEOM]) {
  const int* const list[] = {m->body_weldid,  m->body_parentid, m->body_geomadr,
                             m->body_geomnum, m->body_contype,  m->body_conaffinity,
                             m->geom_type,    m->geom_contype,  m->geom_conaffinity};
  memcpy(array, list, sizeof list);
}

static void see(Plan* plan, const mjModel* m) {
  const int* array[NSEEN_BODY + NSEEN_GEOM];
  int* to = plan->seen;
  arrays_seen(m, array);
  for (int k = 0; k < NSEEN_BODY + NSEEN_GEOM; k++) {
    const size_t n = (size_t)(k < NSEEN_BODY ? m->nbody : m->ngeom);
    memcpy(to, array[k], n * sizeof *to);
    to += n;
  }
}

static int was_edited(const Plan* plan, const mjModel* m) {
  const int* array[NSEEN_BODY + NSEEN_GEOM];
  const int* seen = plan->seen;
  if (plan->filter_parent != !mjDISABLED(mjDSBL_FILTERPARENT))
    return 1;
  arrays_seen(m, array);
  for (int k = 0; k < NSEEN_BODY + NSEEN_GEOM; k++) {
    const size_t n = (size_t)(k < NSEEN_BODY ? m->nbody : m->ngeom);
    if (memcmp(seen, array[k], n * sizeof *seen) != 0)
      return 1;
    seen += n;
  }
  return 0;
}

// ---------------------------------------------------------------- the list

static int box_of(Plan* plan, int body) {
  for (int k = 0; k < plan->nbox; k++)
    if (plan->body[k] == body)
      return k;
  if (plan->nbox == MAX_BODIES)
    return -1;
  plan->body[plan->nbox] = body;
  return plan->nbox++;
}

// Adds a pair of bodies if it may collide; -1 when there is no more room.
static int consider(Plan* plan, const mjModel* m, const BodyFilter* filter, int b1, int b2) {
  const BodyFilter *f1 = filter + b1, *f2 = filter + b2;
  const int always1 = always_tested(m, b1) && f2->weld, always2 = always_tested(m, b2) && f1->weld;
  BodyPair pair = {.key = ((uint32_t)b1 << 16) + (uint32_t)b2, .a = -1, .b = -1};
  if (!collidable(m, b1) || !collidable(m, b2))
    return 0;
  if (always1 || always2) {
    if (!masks_compatible(f1->contype, f1->conaffinity, f2->contype, f2->conaffinity))
      return 0;
  } else {
    // the world takes part only as above
    if (!b1 || !filters_pass(f1, f2))
      return 0;
    pair.a = box_of(plan, b1);
    pair.b = box_of(plan, b2);
    if (pair.a < 0 || pair.b < 0)
      return -1;
  }
  if (plan->npair == MAX_PAIRS)
    return -1;
  plan->pair[plan->npair++] = pair;
  return 0;
}

// The model or fc_bind may ask for a particular broad phase, which is then called.
static int is_chosen(const mjModel* m, mjData* d) {
  return bound_explicitly(d, FC_BROADPHASE) ||
         (m->nplugin && plugin_name_of_kind(m, FC_BROADPHASE));
}

static int list_pairs(Plan* plan, const mjModel* m) {
  BodyFilter* filter = malloc((size_t)m->nbody * sizeof *filter);
  int full = !filter;
  for (int b = 0; b < m->nbody && !full; b++) {
    filter[b] = filter_of_body(m, b);
    plan->nplane += b && always_tested(m, b);
  }
  for (int b1 = 0; b1 < m->nbody && !full; b1++)
    for (int b2 = b1 + 1; b2 < m->nbody && !full; b2++)
      full = consider(plan, m, filter, b1, b2) != 0;
  free(filter);
  return full;
}

// NULL when memory is missing; the sweep serves then.
static Plan* make_plan(const mjModel* m, mjData* d) {
  Plan* plan = calloc(1, sizeof *plan);
  if (!plan)
    return NULL;
  plan->filter_parent = !mjDISABLED(mjDSBL_FILTERPARENT);
  plan->unsuited = m->nbody > 2 * MAX_BODIES || m->nflex || is_chosen(m, d);
  if (plan->unsuited)
    return plan;
  if (!(plan->seen = malloc((seen_size(m) + 1) * sizeof *plan->seen))) {
    destroy(plan);
    return NULL;
  }
  see(plan, m);
  plan->unsuited = list_pairs(plan, m);
  return plan;
}

static const Plan* plan_of(const mjModel* m, mjData* d) {
  void** slot = binding_slot(m, d, SLOT_BROADPHASE, destroy);
  if (!slot)
    return NULL;
  const Plan* plan = *slot;
  if (plan && plan->seen && was_edited(plan, m)) {
    destroy(*slot);
    plan = *slot = NULL;
  }
  if (!plan)
    plan = *slot = make_plan(m, d);
  return plan && !plan->unsuited ? plan : NULL;
}

void few_bodies_prepare(const mjModel* m, mjData* d) { plan_of(m, d); }

// ---------------------------------------------------------------- tests

// Box of a body; 0 if the sweep must decide, because a geom has no bounding sphere. Spheres of
// negative size, due to negative margins, may overlap anything.
static int make_box(const mjModel* m, const mjData* d, int body, Box* box) {
  const int override = m->opt.enableflags & mjENBL_OVERRIDE, first = m->body_geomadr[body];
  for (int g = first, end = g + m->body_geomnum[body]; g < end; g++) {
    const mjtNum *x = d->geom_xpos + 3 * g, rbound = m->geom_rbound[g];
    mjtNum r = rbound + (override ? m->opt.o_margin / 2 : m->geom_margin[g]);
    if (!(rbound > 0))
      return 0;
    r += WIDER * (r + fc_abs(x[0]) + fc_abs(x[1]) + fc_abs(x[2]));
    if (r < 0)
      r = INFINITY;
    for (int a = 0; a < 3; a++) {
      const mjtNum lower = x[a] - r, upper = x[a] + r;
      box->lower[a] = g == first || lower < box->lower[a] ? lower : box->lower[a];
      box->upper[a] = g == first || upper > box->upper[a] ? upper : box->upper[a];
    }
  }
  return 1;
}

static inline int boxes_apart(const Box* a, const Box* b) {
  return a->lower[0] > b->upper[0] || b->lower[0] > a->upper[0] || a->lower[1] > b->upper[1] ||
         b->lower[1] > a->upper[1] || a->lower[2] > b->upper[2] || b->lower[2] > a->upper[2];
}

typedef enum Verdict_ { APART, NEAR, UNDECIDED } Verdict;

static Verdict compare_spheres(const mjModel* m, const mjData* d, int g1, int g2) {
  const mjtNum *x1 = d->geom_xpos + 3 * g1, *x2 = d->geom_xpos + 3 * g2;
  const mjtNum reach = m->geom_rbound[g1] + m->geom_rbound[g2] + margin_of_geoms(m, g1, g2);
  mjtNum between[3];
  fc_sub3(between, x2, x1);
  const mjtNum square = fc_dot3(between, between);
  if (square > reach * reach)
    return APART;
  const mjtNum size = fc_abs(x1[0]) + fc_abs(x1[1]) + fc_abs(x1[2]) + reach;
  return square > reach * (reach - TOUCHING * size) ? UNDECIDED : NEAR;
}

// Two bodies whose boxes overlap. Those of several geoms are near even if all spheres are apart,
// because their trees are to be compared.
static Verdict compare_bodies(const mjModel* m, mjData* d, int body1, int body2) {
  const int first1 = m->body_geomadr[body1], n1 = m->body_geomnum[body1];
  const int first2 = m->body_geomadr[body2], n2 = m->body_geomnum[body2];
  if (n1 == 1 && n2 == 1 && !CALLBACK(d, contactfilter))
    return compare_spheres(m, d, first1, first2);
  for (int g1 = first1; g1 < first1 + n1; g1++)
    for (int g2 = first2; g2 < first2 + n2; g2++)
      if (compare_spheres(m, d, g1, g2) == UNDECIDED)
        return UNDECIDED;
  return NEAR;
}

uint32_t* key_room(const mjModel* m, mjData* d, size_t nplane, int* capacity) {
  const size_t nbody = (size_t)(m->nbody + m->nflex), used = d->pstack + d->parena;
  size_t room = nbody * (nbody - 1) / 2 + nplane * nbody + (size_t)m->nflex;
  const size_t available =
      (size_t)d->narena > used ? ((size_t)d->narena - used) / (2 * sizeof(uint32_t)) : 0;
  if (room > available)
    room = available;
  if (room > INT32_MAX)
    room = INT32_MAX;
  *capacity = (int)room;
  return mj_stackAllocByte(d, room * sizeof(uint32_t), _Alignof(uint32_t));
}

int few_bodies_near(const mjModel* m, mjData* d, uint32_t** keys) {
  Box box[MAX_BODIES];
  const Plan* plan = sleep_filters_bodies(m, d) ? NULL : plan_of(m, d);
  if (!plan)
    return -1;
  for (int k = 0; k < plan->nbox; k++)
    if (!make_box(m, d, plan->body[k], box + k))
      return -1;
  uint32_t key[MAX_PAIRS];
  int capacity, n = 0;
  for (int i = 0; i < plan->npair; i++) {
    const BodyPair* pair = plan->pair + i;
    if (pair->a >= 0) {
      if (boxes_apart(box + pair->a, box + pair->b))
        continue;
      const Verdict verdict = compare_bodies(m, d, plan->body[pair->a], plan->body[pair->b]);
      if (verdict == UNDECIDED)
        return -1;
      if (verdict == APART)
        continue;
    }
    key[n++] = pair->key;
  }
  *keys = key_room(m, d, plan->nplane, &capacity);
  if (n > capacity) {
    mju_error("mj_collision: broadphase buffer full");
    n = capacity;
  }
  if (n)
    memcpy(*keys, key, (size_t)n * sizeof *key);
  return n;
}
