// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Serialises the bindings of an mjData for another process, where an mjData with the same arrays
// can then continue as this one would. Implementations are identified by kind and name:
//
//   "bind" KIND NAME "\n"        chosen or added with fc_bind, in that order
//   "state" KIND NAME N "\n"     followed by N numbers: state that is not in plugin_state
//
// separated by tabs. Numbers are in native byte order, like those of binary models.

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <fulcrum/host.h>

#include "core/foundation/base/heap.h"
#include "core/kernel/binding/binding.h"
#include "core/kernel/binding/binding_state.h"
#include "core/kernel/modules/registry.h"

// ---------------------------------------------------------------- writing

typedef struct Writer_ {
  char* buffer;
  size_t room, at;  // bytes that do not fit are only counted
} Writer;

static void put(Writer* w, const void* bytes, size_t n) {
  if (n && w->at + n <= w->room)
    memcpy(w->buffer + w->at, bytes, n);
  w->at += n;
}

static void put_text(Writer* w, const char* text) { put(w, text, strlen(text)); }

static void put_face(Writer* w, const char* word, FcKind kind, const char* name) {
  put_text(w, word);
  put_text(w, "\t");
  put_text(w, fc_kindName(kind));
  put_text(w, "\t");
  put_text(w, name);
}

static void put_choices(Writer* w, const DataState* s) {
  for (int kind = 1; kind < FC_NKIND; kind++) {
    if (s->choice[kind].name) {
      put_face(w, "bind", (FcKind)kind, s->choice[kind].name);
      put_text(w, "\n");
    }
  }
  for (int k = 0; k < NHOOKS; k++) {
    for (int i = s->hooks[k].nmodel; i < s->hooks[k].n; i++) {
      const FcFace* face = s->hooks[k].hook[i].bound->face;
      put_face(w, "bind", face->kind, face->name);
      put_text(w, "\n");
    }
  }
}

static void put_states(Writer* w, const DataState* s) {
  for (const Entry* entry = s->first; entry; entry = entry->next) {
    char count[16];
    if (!entry->own_state)
      continue;
    snprintf(count, sizeof count, "\t%d\n", entry->nstate);
    put_face(w, "state", entry->bound.face->kind, entry->bound.face->name);
    put_text(w, count);
    put(w, entry->own_state, (size_t)entry->nstate * sizeof *entry->own_state);
  }
}

int fc_saveBindings(const mjModel* m, mjData* d, void* buffer, int size) {
  if (check_between_steps(d, "fc_saveBindings"))
    return -1;
  bindings_follow(m, d);
  DataState* s = attached(d);
  if (!s)
    return 0;
  if (follow_model(s, m))
    return -1;
  Writer w = {buffer, buffer && size > 0 ? (size_t)size : 0, 0};
  put_choices(&w, s);
  put_states(&w, s);
  return w.at > INT_MAX
             ? fc_fail("the state of modules has %zu bytes, more than can be saved", w.at)
             : (int)w.at;
}

// ---------------------------------------------------------------- reading

typedef struct Record_ {
  int is_state;
  FcKind kind;
  const FcFace* face;
  int n;
  const char* numbers;
} Record;

static int damaged(void) { return fc_fail("the bytes are not the bindings of an mjData"); }

// Reads the record at *at and moves *at past it. -1 with fc_lastError when the record is damaged or
// its implementation is not available.
static int read_record(const char** at, const char* end, Record* r) {
  char line[1200], word[8], kind[32], name[1025];
  const char* stop = memchr(*at, '\n', (size_t)(end - *at));
  if (!stop || stop - *at >= (ptrdiff_t)sizeof line)
    return damaged();
  memcpy(line, *at, (size_t)(stop - *at));
  line[stop - *at] = 0;
  const int found = sscanf(line, "%7[a-z]\t%31[a-z_]\t%1024[^\t]\t%d", word, kind, name, &r->n);
  r->is_state = found == 4 && strcmp(word, "state") == 0;
  if (!r->is_state && (found != 3 || strcmp(word, "bind") != 0))
    return damaged();
  r->kind = fc_kindOf(kind);
  *at = r->numbers = stop + 1;
  if (!r->kind ||
      (!r->is_state && fc_kindRole(r->kind) != FC_CHOSEN && fc_kindRole(r->kind) != FC_ADDED))
    return damaged();
  if (r->is_state) {
    if (r->n < 0 || (size_t)r->n > (size_t)(end - *at) / sizeof(mjtNum))
      return damaged();
    *at += (size_t)r->n * sizeof(mjtNum);
  }
  if (!(r->face = registry_find(r->kind, name))) {
    char reason[1024];
    snprintf(reason, sizeof reason, "%s", fc_lastError());
    return fc_fail("the mjData %s the %s \"%s\": %s", r->is_state ? "has state of" : "uses", kind,
                   name, reason);
  }
  return 0;
}

// Choices are read without checks and resolved together afterwards: a single one may contradict
// what the model says about the others.
static int take_binding(DataState* s, const mjModel* m, mjData* d, const Record* r) {
  if (fc_kindRole(r->kind) == FC_CHOSEN) {
    char* name = strdup(r->face->name);
    if (!name)
      return fc_fail("out of memory for the name \"%s\"", r->face->name);
    free(s->choice[r->kind].name);
    s->choice[r->kind].name = name;
    return 0;
  }
  const Bound* bound = bind_face(s, m, d, r->face, -1);
  return bound ? add_hook(s, d, r->kind, bound) : -1;
}

static int take_state(DataState* s, const mjModel* m, mjData* d, const Record* r) {
  if (!bind_face(s, m, d, r->face, -1))
    return -1;
  Entry* entry = s->first;
  while (entry->instance >= 0 || entry->bound.face->kind != r->kind ||
         strcmp(entry->bound.face->name, r->face->name) != 0)
    entry = entry->next;
  if (!entry->own_state || entry->nstate != r->n)
    return fc_fail("%s \"%s\" has %d numbers of state here, and %d in what was saved",
                   fc_kindName(r->kind), r->face->name, entry->own_state ? entry->nstate : 0, r->n);
  memcpy(entry->own_state, r->numbers, (size_t)r->n * sizeof *entry->own_state);
  return 0;
}

static int unbind_all(const mjModel* m, mjData* d) {
  for (int kind = 1; kind < FC_NKIND; kind++) {
    if (fc_kindRole((FcKind)kind) == FC_CHOSEN) {
      DataState* s = bindings_of(d);
      free(s->choice[kind].name);
      s->choice[kind] = (Choice){.value = UNRESOLVED};
    } else if (fc_kindRole((FcKind)kind) == FC_ADDED && fc_unbind(m, d, (FcKind)kind)) {
      return -1;
    }
  }
  return 0;
}

static int resolve_all(DataState* s, const mjModel* m, mjData* d) {
  for (int kind = 1; kind < FC_NKIND; kind++)
    if (s->choice[kind].name && !resolve_choice(m, d, s, (FcKind)kind))
      return -1;
  return 0;
}

int fc_loadBindings(const mjModel* m, mjData* d, const void* buffer, int size) {
  const char *begin = buffer, *end = begin ? begin + (size > 0 ? size : 0) : NULL;
  Record r;
  if (check_between_steps(d, "fc_loadBindings"))
    return -1;
  // first pass: change nothing unless everything is available
  for (const char* at = begin; at < end;)
    if (read_record(&at, end, &r))
      return -1;
  bindings_follow(m, d);
  DataState* s = bindings_of(d);
  if (!s || follow_model(s, m) || prepare_hooks(s, m, d) || unbind_all(m, d))
    return -1;
  drop_slots(s);
  for (const char* at = begin; at < end;)
    if (read_record(&at, end, &r) ||
        (r.is_state ? take_state(s, m, d, &r) : take_binding(s, m, d, &r)))
      return -1;
  return resolve_all(s, m, d);
}
