// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <mujoco/mjxmacro.h>

#include "tools/check/fields.h"

// sizes of the arrays are members of the model or of the data
#undef MJ_M
#undef MJ_D
#define MJ_M(n) m->n
#define MJ_D(n) d->n

// traces of stack use, timers and warnings are not results
static const char bookkeeping[] =
    "pstack pbase parena maxuse_stack maxuse_arena maxuse_con maxuse_efc maxuse_threadstack timer "
    "warning";

// addresses
static const char incomparable[] = "plugin_data threadpool";

// ---------------------------------------------------------------- views

static const char* const names[] = {
#define X(type, name, nr, nc) #name,
    MJDATA_POINTERS MJDATA_ARENA_POINTERS MJDATA_VECTOR
#undef X
#define X(type, name) #name,
        MJDATA_SCALAR
#undef X
};
enum { NFIELD = sizeof names / sizeof *names };

// where the values of a field are
typedef struct View_ {
  const void* at;  // NULL: an array that does not exist now
  size_t size;     // bytes
} View;

// one view for each of `names`
static void view_all(View* view, const mjModel* m, const mjData* d) {
  int n = 0;
#define X(type, name, nr, nc) \
  view[n++] = (View){d->name, d->name ? sizeof(type) * (size_t)m->nr * (size_t)(nc) : 0};
  MJDATA_POINTERS
#undef X
#define X(type, name, nr, nc) \
  view[n++] = (View){d->name, d->name ? sizeof(type) * (size_t)(nr) * (size_t)(nc) : 0};
  MJDATA_ARENA_POINTERS
#undef X
#define X(type, name, nr, nc) view[n++] = (View){&d->name, sizeof d->name};
  MJDATA_VECTOR
#undef X
#define X(type, name) view[n++] = (View){&d->name, sizeof d->name};
  MJDATA_SCALAR
#undef X
}

static int is_among(const char* list, const char* name) {
  const size_t n = strlen(name);
  for (const char* at = list; (at = strstr(at, name)); at += n)
    if ((at == list || at[-1] == ' ') && (!at[n] || at[n] == ' '))
      return 1;
  return 0;
}

const char* fields_unknown(const char* list, char* word, size_t size) {
  while (*(list += strspn(list, " "))) {
    const size_t n = strcspn(list, " ");
    int known = 0;
    snprintf(word, size, "%.*s", (int)n, list);
    for (int i = 0; i < NFIELD; i++)
      known |= strcmp(names[i], word) == 0;
    if (!known)
      return word;
    list += n;
  }
  return "";
}

// ---------------------------------------------------------------- before and after a call

struct Fields_ {
  View view[NFIELD];
  char* bytes;  // values of all fields, one after the other
  size_t room;
};

Fields* fields_new(void) {
  Fields* fields = calloc(1, sizeof *fields);
  if (!fields)
    abort();
  return fields;
}

void fields_delete(Fields* fields) {
  if (fields)
    free(fields->bytes);
  free(fields);
}

void fields_note(Fields* fields, const mjModel* m, const mjData* d) {
  size_t n = 0;
  view_all(fields->view, m, d);
  for (int i = 0; i < NFIELD; i++)
    n += fields->view[i].size;
  if (n > fields->room) {
    char* larger = realloc(fields->bytes, fields->room = 2 * n);
    if (!larger)
      abort();
    fields->bytes = larger;
  }
  char* to = fields->bytes;
  for (int i = 0; i < NFIELD; i++) {
    if (fields->view[i].size)
      memcpy(to, fields->view[i].at, fields->view[i].size);
    to += fields->view[i].size;
  }
}

static int same_contacts_but_mu(const char* before, const mjContact* now, size_t size) {
  for (size_t i = 0; i < size / sizeof *now; i++) {
    mjContact contact;
    memcpy(&contact, before + i * sizeof contact, sizeof contact);
    contact.mu = now[i].mu;
    if (memcmp(&contact, now + i, sizeof contact))
      return 0;
  }
  return 1;
}

const char* fields_changed(const Fields* fields, const mjModel* m, const mjData* d,
                           const char* except) {
  const char* before = fields->bytes;
  View view[NFIELD];
  view_all(view, m, d);
  for (int i = 0; i < NFIELD; before += fields->view[i++].size) {
    const View *old = fields->view + i, *now = view + i;
    if (is_among(except, names[i]) || is_among(bookkeeping, names[i]))
      continue;
    if (old->at != now->at || old->size != now->size)
      return names[i];
    if (!now->size || memcmp(before, now->at, now->size) == 0)
      continue;
    if (strcmp(names[i], "contact") || !is_among(except, "contact.mu") ||
        !same_contacts_but_mu(before, now->at, now->size))
      return names[i];
  }
  return NULL;
}

// ---------------------------------------------------------------- two simulations

const char* fields_differing(const mjModel* m, const mjData* a, const mjData* b) {
  View one[NFIELD], other[NFIELD];
  view_all(one, m, a);
  view_all(other, m, b);
  for (int i = 0; i < NFIELD; i++) {
    if (is_among(bookkeeping, names[i]) || is_among(incomparable, names[i]))
      continue;
    if (!one[i].at != !other[i].at || one[i].size != other[i].size ||
        (one[i].size && memcmp(one[i].at, other[i].at, one[i].size)))
      return names[i];
  }
  return NULL;
}
