// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Identity of contacts from step to step (the table of core/kernel/kinds/contact_model.h).
//
// Key. Identifies the two sides, in the order of their numbers whatever that of the contact:
//
//   kind     0: two geoms, 1: a geom and a flex, 2: two flexes
//   sides    numbers of geoms or flexes
//   features vertex, or 2^28 + element of a flex; -1 for geoms
//   slot     distinguishes contacts that agree in all of these
//
// An entry stores where the contact was in the frames of both sides (body frames; for flexes world
// axes at the vertex, or at the first one of the element), and its reach, twice the distance that
// it slid in the step that wrote it. The distance between an old and a new contact is the smaller
// of the two distances in the frames of the sides: a corner that slides over a plane stays at rest
// in only one of them.
//
// Matching among contacts and entries with equal sides and features: on a flex, where features are
// known, those closer than three radii. Between geoms, a single contact always matches a single
// entry, which is the case of rolling; otherwise those closer than one radius match. Nearest pairs
// come first, then the order of entries and contacts decides. The radius is the reach, but at least
// the value of the contact model, or 1 % of the smaller bounding radius.
//
// Evaluations only read the table; a step writes it at its end. New contacts for which there is no
// room stay new. Entries of contacts that are not made because both sides sleep or are static stay.

#include <string.h>

#include <fulcrum/math.h>

#include "core/kernel/kinds/contact_model.h"
#include "core/physics/problem/contacts.h"

#define NKEY 5  // numbers of the key before the slot
#define ELEMENT (1 << 28)

typedef struct Key_ {
  int part[NKEY];  // kind, sides, features
  int sign;        // -1: the sides of the contact are in reverse order
} Key;

// A contact and an entry that may match.
typedef struct Candidate_ {
  mjtNum cost;
  int old, new;  // entry, contact
} Candidate;

//------------------------------ keys --------------------------------------------------------------

static int feature(const mjContact* con, int side) {
  return con->geom[side] >= 0   ? -1
         : con->vert[side] >= 0 ? con->vert[side]
                                : ELEMENT + con->elem[side];
}

// 1 when contacts of this sort are kept: those in the gap are, those without any effect are not.
static int lives(const mjContact* con) { return con->exclude <= 1; }

static Key key_of(const mjContact* con) {
  const int flex0 = con->geom[0] < 0, flex1 = con->geom[1] < 0;
  const int id0 = flex0 ? con->flex[0] : con->geom[0], id1 = flex1 ? con->flex[1] : con->geom[1];
  const int f0 = feature(con, 0), f1 = feature(con, 1);
  const int turned = flex0 != flex1 ? flex0 : id0 != id1 ? id0 > id1 : f0 > f1;
  const int kind = flex0 + flex1;
  return turned ? (Key){{kind, id1, id0, f1, f0}, -1} : (Key){{kind, id0, id1, f0, f1}, 1};
}

static int compare_keys(const int* a, const int* b, int n) {
  for (int k = 0; k < n; k++)
    if (a[k] != b[k])
      return a[k] < b[k] ? -1 : 1;
  return 0;
}

static void entry_key(const mjtNum* entry, int key[NKEY + 1]) {
  for (int k = 0; k <= NKEY; k++)
    key[k] = (int)entry[ENTRY_KEY + k];
}

//------------------------------ places ------------------------------------------------------------

// First vertex of a feature of flex f, its number in the model.
static int flex_vertex(const mjModel* m, int f, int feat) {
  const int vertex =
      feat < ELEMENT
          ? feat
          : m->flex_elem[m->flex_elemdataadr[f] + (feat - ELEMENT) * (m->flex_dim[f] + 1)];
  return m->flex_vertadr[f] + vertex;
}

// 1 when side `side` (0 or 1) of a key is a flex. Geoms come first.
static int is_flex(const int* key, int side) { return key[0] > (side ? 0 : 1); }

// The contact point in the frame of a side.
static void local_point(const mjModel* m, const mjData* d, const int* key, int side,
                        const mjtNum* pos, mjtNum* local) {
  const int id = key[1 + side];
  if (is_flex(key, side)) {
    fc_sub3(local, pos, d->flexvert_xpos + 3 * flex_vertex(m, id, key[3 + side]));
  } else {
    const int body = m->geom_bodyid[id];
    mjtNum offset[3];
    fc_sub3(offset, pos, d->xpos + 3 * body);
    fc_mulMatTVec3(local, d->xmat + 9 * body, offset);
  }
}

// Least search radius for a contact between these sides.
static mjtNum least_radius(const mjModel* m, const int* key) {
  mjtNum radius = 0;
  for (int side = 0; side < 2; side++) {
    const mjtNum bound = is_flex(key, side) ? 0 : m->geom_rbound[key[1 + side]];
    if (bound > 0 && (radius == 0 || bound < radius))
      radius = bound;
  }
  return (radius > 0 ? radius : m->stat.meansize) / 100;
}

// Checks that these numbers are valid for the model: they come from the state, which users may
// write.
static int is_side(const mjModel* m, const int* key, int side) {
  const int id = key[1 + side], feat = key[3 + side];
  if (!is_flex(key, side))
    return id >= 0 && id < m->ngeom;
  return id >= 0 && id < m->nflex && feat >= 0 &&
         (feat < ELEMENT ? feat < m->flex_vertnum[id] : feat - ELEMENT < m->flex_elemnum[id]);
}

// 1 when no contact between these sides can be made, because at least one sleeps and none is awake.
static int asleep(const mjModel* m, const mjData* d, const int* key) {
  int sleeping = 0;
  for (int side = 0; side < 2; side++) {
    const int id = key[1 + side];
    if (!is_side(m, key, side))
      return 0;
    int body = is_flex(key, side) ? m->flex_vertbodyid[flex_vertex(m, id, key[3 + side])]
                                  : m->geom_bodyid[id];
    if (body < 0)
      body = m->flex_nodebodyid[m->flex_nodeadr[id]];
    if (d->body_awake[body] == mjS_AWAKE)
      return 0;
    sleeping |= d->body_awake[body] == mjS_ASLEEP;
  }
  return sleeping && (m->opt.enableflags & mjENBL_SLEEP);
}

//------------------------------ sorting -----------------------------------------------------------

typedef int (*Before)(const void* context, int a, int b);

// Stable merge sort of n numbers; needs room for n more after them.
static void sort(int* index, int n, Before before, const void* context) {
  int *from = index, *to = index + n;
  for (int width = 1; width < n; width *= 2) {
    for (int begin = 0; begin < n; begin += 2 * width) {
      const int middle = begin + width < n ? begin + width : n;
      const int end = middle + width < n ? middle + width : n;
      for (int i = begin, j = middle, k = begin; k < end; k++) {
        const int right = i == middle || (j < end && before(context, from[j], from[i]));
        to[k] = right ? from[j++] : from[i++];
      }
    }
    int* swap = from;
    from = to;
    to = swap;
  }
  if (from != index)
    memcpy(index, from, (size_t)n * sizeof *index);
}

static int key_before(const void* context, int a, int b) {
  const Key* key = context;
  return compare_keys(key[a].part, key[b].part, NKEY) < 0;
}

static int candidate_before(const void* context, int a, int b) {
  const Candidate *x = (const Candidate*)context + a, *y = (const Candidate*)context + b;
  return x->cost != y->cost ? x->cost < y->cost
         : x->old != y->old ? x->old < y->old
                            : x->new < y->new;
}

//------------------------------ matching ----------------------------------------------------------

// The input of the matching.
typedef struct Matching_ {
  const mjModel* m;
  mjData* d;
  const mjtNum* entry;  // of the table
  int stride;
  const Key* key;  // of contacts
  int* match;
  const mjtNum* radius;  // of contact i at i * radius_stride; NULL: the model has none
  int radius_stride;
  const int* new;         // contacts of one group
  int first, nold, nnew;  // its entries start at `first`
} Matching;

static mjtNum distance(const Matching* w, int old, int new) {
  const mjtNum* entry = w->entry + (size_t)old * (size_t)w->stride;
  mjtNum best = 0;
  for (int side = 0; side < 2; side++) {
    mjtNum local[3];
    local_point(w->m, w->d, w->key[new].part, side, w->d->contact[new].pos, local);
    const mjtNum x = fc_dist3(local, entry + ENTRY_POINT + 3 * side);
    best = side && best < x ? best : x;
  }
  return best;
}

// Pairs within reach, into list (NULL: only count them).
static int near_pairs(const Matching* w, Candidate* list) {
  const int* key = w->key[w->new[0]].part;
  const mjtNum least = least_radius(w->m, key), factor = key[0] ? 3 : 1;
  int n = 0;
  for (int i = w->first; i < w->first + w->nold; i++) {
    const mjtNum reach = w->entry[(size_t)i * (size_t)w->stride + ENTRY_REACH];
    for (int k = 0; k < w->nnew; k++) {
      const mjtNum cost = distance(w, i, w->new[k]);
      const mjtNum own = w->radius ? w->radius[(size_t)w->new[k] * (size_t)w->radius_stride] : 0;
      if (cost < factor * fc_max(own > 0 ? own : least, reach)) {
        if (list)
          list[n] = (Candidate){cost, i, w->new[k]};
        n++;
      }
    }
  }
  return n;
}

// Contacts and entries with equal keys.
static void match_group(const Matching* w) {
  if (!w->nold || !w->nnew)
    return;
  if (w->nold == 1 && w->nnew == 1 && w->key[w->new[0]].part[0] == 0) {
    w->match[w->new[0]] = w->first;
    return;
  }
  mj_markStack(w->d);
  const int n = near_pairs(w, NULL);
  Candidate* list =
      mj_stackAllocByte(w->d, (size_t)(n + 1) * sizeof(Candidate), _Alignof(Candidate));
  int *order = mj_stackAllocInt(w->d, 2 * (size_t)n + 1),
      *taken = mj_stackAllocInt(w->d, (size_t)w->nold);
  near_pairs(w, list);
  memset(taken, 0, (size_t)w->nold * sizeof *taken);
  for (int k = 0; k < n; k++)
    order[k] = k;
  sort(order, n, candidate_before, list);
  for (int k = 0; k < n; k++) {
    const Candidate* c = list + order[k];
    if (!taken[c->old - w->first] && w->match[c->new] < 0) {
      taken[c->old - w->first] = 1;
      w->match[c->new] = c->old;
    }
  }
  mj_freeStack(w->d);
}

// Keys of all contacts, and the contacts to be kept in the order of keys, with spare room after
// them. Returns their number.
static int sorted_contacts(mjData* d, int ncon, Key* key, int* order) {
  int n = 0;
  for (int i = 0; i < ncon; i++) {
    if (lives(d->contact + i)) {
      key[i] = key_of(d->contact + i);
      order[n++] = i;
    }
  }
  sort(order, n, key_before, key);
  return n;
}

// Entries of the table; -1 after mju_error when the table is invalid, because the state was
// overwritten.
static int table_entries(const mjModel* m, const mjtNum* table) {
  const int capacity = contact_table_capacity(m);
  if (table[0] >= 0 && table[0] <= capacity && table[0] == (int)table[0])
    return (int)table[0];
  mju_error("the state of the contact model says that there are %g contacts, expected 0 to %d",
            table[0], capacity);
  return -1;
}

void contact_identity_match(const mjModel* m, mjData* d, const Contacts* view,
                            const mjtNum* table) {
  const size_t ncon = (size_t)view->ncon;
  const int stride = ENTRY_STATE + view->nstate, nentry = table_entries(m, table);
  for (size_t i = 0; i < ncon; i++)
    view->match[i] = -1;
  if (nentry < 0)
    return;
  mj_markStack(d);
  Key* key = mj_stackAllocByte(d, ncon * sizeof(Key), _Alignof(Key));
  int* order = mj_stackAllocInt(d, 2 * ncon);
  const int n = sorted_contacts(d, view->ncon, key, order);
  const FcContactModel* model = view->bound->table;
  Matching w = {
      .m = m, .d = d, .entry = table + 1, .stride = stride, .key = key, .match = view->match};
  if (view->param && model->match_radius) {
    w.radius = view->param + model->match_radius - 1;
    w.radius_stride = view->nparam;
  }
  for (int at = 0, old = 0; at < n; at += w.nnew) {
    const int* part = key[order[at]].part;
    for (w.nnew = 1; at + w.nnew < n && !compare_keys(key[order[at + w.nnew]].part, part, NKEY);)
      w.nnew++;
    int other[NKEY + 1], sign = -1;
    for (w.nold = 0; old + w.nold < nentry;) {
      entry_key(w.entry + (size_t)(old + w.nold) * (size_t)stride, other);
      sign = compare_keys(other, part, NKEY);
      if (sign > 0)
        break;
      sign ? (void)old++ : (void)w.nold++;
    }
    w.first = old;
    w.new = order + at;
    match_group(&w);
    old += w.nold;
  }
  for (size_t i = 0; i < ncon; i++) {
    if (view->match[i] >= 0) {
      const mjtNum* entry = w.entry + (size_t)view->match[i] * (size_t)stride;
      view->age[i] = (int)entry[ENTRY_AGE];
      view->turned[i] = key[i].sign != (int)entry[ENTRY_SIGN];
      fc_copy(view->state + i * (size_t)view->nstate, entry + ENTRY_STATE, view->nstate);
    }
  }
  mj_freeStack(d);
}

//------------------------------ the next table ----------------------------------------------------

// The source of a new entry: a contact, or an old entry that is kept.
typedef struct Record_ {
  int key[NKEY + 1];  // with slot
  int contact, old;   // -1: none
} Record;

typedef struct Records_ {
  Record* record;
  int n;
} Records;

static int record_before(const void* context, int a, int b) {
  const Record* record = context;
  return compare_keys(record[a].key, record[b].key, NKEY + 1) < 0;
}

static void add_record(Records* r, const int* key, int slot, int contact, int old) {
  Record* record = r->record + r->n++;
  memcpy(record->key, key, NKEY * sizeof *key);
  record->key[NKEY] = slot;
  record->contact = contact;
  record->old = old;
}

// Entries that are kept, with their contacts or because their sides sleep.
static void add_survivors(const mjModel* m, const mjData* d, const Contacts* view,
                          const mjtNum* table, int* contact_of, Records* r) {
  const int stride = ENTRY_STATE + view->nstate, nentry = (int)table[0];
  for (int i = 0; i < nentry; i++)
    contact_of[i] = -1;
  for (int i = 0; i < view->ncon; i++)
    if (view->match[i] >= 0)
      contact_of[view->match[i]] = i;
  for (int i = 0; i < nentry; i++) {
    int key[NKEY + 1];
    entry_key(table + 1 + (size_t)i * (size_t)stride, key);
    if (contact_of[i] >= 0 || asleep(m, d, key))
      add_record(r, key, key[NKEY], contact_of[i], i);
  }
}

// New contacts, in the order of keys, with the smallest free slots.
static void add_births(const Contacts* view, const Key* key, const int* order, int n, Records* r) {
  const int nsurvivor = r->n;
  for (int at = 0, old = 0, slot = 0; at < n; at++) {
    const int i = order[at], *part = key[i].part;
    if (!at || compare_keys(part, key[order[at - 1]].part, NKEY)) {
      slot = 0;
      while (old < nsurvivor && compare_keys(r->record[old].key, part, NKEY) < 0)
        old++;
    }
    if (view->match[i] >= 0)
      continue;
    // survivors of the group are sorted by slot
    while (old < nsurvivor && !compare_keys(r->record[old].key, part, NKEY) &&
           r->record[old].key[NKEY] <= slot) {
      slot += r->record[old].key[NKEY] == slot;
      old++;
    }
    add_record(r, part, slot++, i, -1);
  }
}

// Drops new contacts for which there is no room, the last ones in the order of keys.
static void refuse_births(const mjModel* m, mjData* d, Records* r) {
  const int capacity = contact_table_capacity(m);
  if (r->n <= capacity)
    return;
  r->n = capacity;
  if (!d->warning[mjWARN_CONTACTFULL].number) {
    mju_warning(
        "the contact model keeps state of %d contacts at most (the larger of 64 and 8 ngeom); "
        "further contacts are new in every step",
        capacity);
  }
  d->warning[mjWARN_CONTACTFULL].number++;
  d->warning[mjWARN_CONTACTFULL].lastinfo = capacity;
}

// Entry of a contact after the step.
static void write_entry(const mjModel* m, const mjData* d, const Contacts* view, const Record* r,
                        const Key* key, const mjtNum* next_state, const mjtNum* u, mjtNum* entry) {
  const int i = r->contact;
  const mjtNum* tangent = u + 6 * (size_t)i + 1;
  for (int k = 0; k <= NKEY; k++)
    entry[ENTRY_KEY + k] = r->key[k];
  entry[ENTRY_SIGN] = key[i].sign;
  for (int side = 0; side < 2; side++)
    local_point(m, d, r->key, side, d->contact[i].pos, entry + ENTRY_POINT + 3 * side);
  entry[ENTRY_REACH] = 2 * m->opt.timestep * fc_norm(tangent, 2);
  entry[ENTRY_AGE] = view->age[i] + 1;
  fc_copy(entry + ENTRY_STATE, next_state + (size_t)i * (size_t)view->nstate, view->nstate);
}

void contact_identity_commit(const mjModel* m, mjData* d, const Contacts* view,
                             const mjtNum* next_state, const mjtNum* u, mjtNum* table) {
  const int nentry = table_entries(m, table), stride = ENTRY_STATE + view->nstate;
  const size_t ncon = (size_t)view->ncon, room = ncon + (size_t)(nentry > 0 ? nentry : 0);
  if (nentry < 0 || !room)
    return;
  mj_markStack(d);
  Key* key = mj_stackAllocByte(d, (ncon + 1) * sizeof(Key), _Alignof(Key));
  int *order = mj_stackAllocInt(d, 2 * room), *contact_of = mj_stackAllocInt(d, (size_t)nentry);
  Records r = {mj_stackAllocByte(d, room * sizeof(Record), _Alignof(Record)), 0};
  const int n = sorted_contacts(d, view->ncon, key, order);
  add_survivors(m, d, view, table, contact_of, &r);
  add_births(view, key, order, n, &r);
  refuse_births(m, d, &r);
  for (int k = 0; k < r.n; k++)
    order[k] = k;
  sort(order, r.n, record_before, r.record);

  // kept entries move, so the new table is built beside the old one
  const size_t size = (size_t)stride * sizeof(mjtNum);
  mjtNum* next = mj_stackAllocNum(d, (size_t)r.n * (size_t)stride);
  for (int k = 0; k < r.n; k++) {
    const Record* record = r.record + order[k];
    mjtNum* entry = next + (size_t)k * (size_t)stride;
    if (record->contact >= 0)
      write_entry(m, d, view, record, key, next_state, u, entry);
    else
      memcpy(entry, table + 1 + (size_t)record->old * (size_t)stride, size);
  }
  table[0] = r.n;
  if (r.n)
    memcpy(table + 1, next, (size_t)r.n * size);
  if (r.n < nentry)
    memset(table + 1 + (size_t)r.n * (size_t)stride, 0, (size_t)(nentry - r.n) * size);
  mj_freeStack(d);
}
