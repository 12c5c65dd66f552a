// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Contact pairs and excluded body pairs. Both are identified by a signature, lower body id times
// 65536 plus higher, and are sorted by it; the spec's own lists follow, so that positions and ids
// agree.

#include <math.h>
#include <string.h>

#include "core/model/compile/compile.h"
#include "core/model/spec/pose.h"

static int signature_of(int body1, int body2) {
  return (int)((unsigned)body1 * 65536u + (unsigned)body2);
}

static int find_geom(Compile* c, const Element* e, const mjString* name) {
  int id = compile_find_id(c, mjOBJ_GEOM, handle_string(name));
  if (id < 0)
    compile_fail(c, e, "geom '%s' not found in collision %d", handle_string(name), e->index);
  return id;
}

// values that the pair leaves undefined (NaN) are taken from the geoms
static void infer(PairRecord* r, const mjsGeom* g1, const mjsGeom* g2) {
  if (isnan(r->margin))
    r->margin = fmax(g1->margin, g2->margin);
  if (isnan(r->gap))
    r->gap = fmax(g1->gap, g2->gap);
  const mjsGeom* chosen = g1->priority > g2->priority   ? g1
                          : g1->priority < g2->priority ? g2
                                                        : NULL;
  double mix = 0.5;
  if (g1->solmix >= COMPILE_EPS && g2->solmix >= COMPILE_EPS)
    mix = g1->solmix / (g1->solmix + g2->solmix);
  else if (g1->solmix >= COMPILE_EPS)
    mix = 1;
  else if (g2->solmix >= COMPILE_EPS)
    mix = 0;

  static const int expand[5] = {0, 0, 1, 2, 2};
  for (int i = 0; i < 5; i++) {
    int k = expand[i];
    if (isnan(r->friction[i]))
      r->friction[i] = chosen ? chosen->friction[k] : fmax(g1->friction[k], g2->friction[k]);
  }
  for (int i = 0; i < mjNREF; i++)
    if (isnan(r->solref[i]))
      r->solref[i] = chosen ? chosen->solref[i] : fmin(g1->solref[i], g2->solref[i]);
  for (int i = 0; i < mjNIMP; i++)
    if (isnan(r->solimp[i]))
      r->solimp[i] = chosen ? chosen->solimp[i] : mix * g1->solimp[i] + (1 - mix) * g2->solimp[i];
}

// stable merge sort of n (signature, position) pairs; work: n more
typedef struct SortKey_ {
  int signature, at;
} SortKey;

static void sort_keys(SortKey* key, SortKey* work, int n) {
  if (n < 2)
    return;
  int half = n / 2, i = 0, j = half, k = 0;
  sort_keys(key, work, half);
  sort_keys(key + half, work, n - half);
  memcpy(work, key, (size_t)n * sizeof *key);
  while (i < half && j < n)
    key[k++] = work[j].signature < work[i].signature ? work[j++] : work[i++];
  while (i < half)
    key[k++] = work[i++];
  while (j < n)
    key[k++] = work[j++];
}

// reorders list and records alike
static void sort_list(Compile* c, mjtObj type, SortKey* key, void* records, size_t size) {
  ElementList* list = &c->spec->list[type];
  int n = list->count;
  sort_keys(key, COMPILE_NEW(c, SortKey, n), n);
  char* sorted = compile_alloc(c, (size_t)n, size);
  Element** item = COMPILE_NEW(c, Element*, n);
  for (int i = 0; i < n; i++) {
    memcpy(sorted + (size_t)i * size, (char*)records + (size_t)key[i].at * size, size);
    item[i] = list->item[key[i].at];
  }
  memcpy(records, sorted, (size_t)n * size);
  for (int i = 0; i < n; i++)
    list->item[i] = item[i];
  list_reindex(list);
}

void compile_pairs(Compile* c) {
  const ElementList* list = &c->spec->list[mjOBJ_PAIR];
  c->npair = list->count;
  c->pair = COMPILE_NEW(c, PairRecord, c->npair);
  SortKey* key = COMPILE_NEW(c, SortKey, c->npair);
  for (int i = 0; i < c->npair; i++) {
    PairRecord* r = c->pair + i;
    r->pair = (Pair*)list->item[i];
    const Element* e = list->item[i];
    const mjsPair* p = r->pub = &r->pair->pub;
    if (p->condim != 1 && p->condim != 3 && p->condim != 4 && p->condim != 6)
      compile_fail(c, e, "invalid condim in contact pair");
    r->geom1 = find_geom(c, e, p->geomname1);
    r->geom2 = find_geom(c, e, p->geomname2);
    const GeomRecord *g1 = c->geom + c->geom_order[r->geom1],
                     *g2 = c->geom + c->geom_order[r->geom2];
    int body1 = c->body[g1->body].id, body2 = c->body[g2->body].id;
    if (body1 > body2) {
      int swap = r->geom1;
      r->geom1 = r->geom2;
      r->geom2 = swap;
      swap = body1;
      body1 = body2;
      body2 = swap;
    }
    r->signature = signature_of(body1, body2);
    memcpy(r->solref, p->solref, sizeof r->solref);
    memcpy(r->solreffriction, p->solreffriction, sizeof r->solreffriction);
    memcpy(r->solimp, p->solimp, sizeof r->solimp);
    memcpy(r->friction, p->friction, sizeof r->friction);
    r->margin = p->margin;
    r->gap = p->gap;
    infer(r, g1->pub, g2->pub);
    key[i] = (SortKey){r->signature, i};
  }
  sort_list(c, mjOBJ_PAIR, key, c->pair, sizeof *c->pair);
}

static int find_body(Compile* c, const Element* e, const mjString* name) {
  int id = compile_find_id(c, mjOBJ_BODY, handle_string(name));
  if (id < 0)
    compile_fail(c, e, "body '%s' not found in bodypair %d", handle_string(name), e->index);
  return id;
}

void compile_excludes(Compile* c) {
  const ElementList* list = &c->spec->list[mjOBJ_EXCLUDE];
  c->nexclude = list->count;
  c->exclude = COMPILE_NEW(c, ExcludeRecord, c->nexclude);
  SortKey* key = COMPILE_NEW(c, SortKey, c->nexclude);
  for (int i = 0; i < c->nexclude; i++) {
    ExcludeRecord* r = c->exclude + i;
    r->exclude = (Exclude*)list->item[i];
    const mjsExclude* p = &r->exclude->pub;
    int body1 = find_body(c, list->item[i], p->bodyname1),
        body2 = find_body(c, list->item[i], p->bodyname2);
    r->signature = body1 < body2 ? signature_of(body1, body2) : signature_of(body2, body1);
    key[i] = (SortKey){r->signature, i};
  }
  sort_list(c, mjOBJ_EXCLUDE, key, c->exclude, sizeof *c->exclude);
}
