// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// A stage changes only the fields of mjData that it declares, a probe none: every field is compared
// byte by byte with its value before the call. The call is intercepted by replacing the function in
// the host's copy of the table, which belongs to this process alone.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <fulcrum/host.h>
#include <fulcrum/stage.h>
#include <mujoco/mjxmacro.h>

#include "tools/check/check.h"

// sizes of the arrays are members of the model or of the data
#undef MJ_M
#undef MJ_D
#define MJ_M(n) m->n
#define MJ_D(n) d->n

// traces of stack use, timers and warnings are not results
static const char bookkeeping[] =
    "pstack pbase parena maxuse_stack maxuse_arena maxuse_con maxuse_efc maxuse_threadstack timer "
    "warning";

// ---------------------------------------------------------------- all fields

typedef struct Fields_ {
  char* bytes;  // as they were before the call
  size_t n;     // how many
  size_t room;  // how many fit
  mjData old;   // the struct before the call
  int compare;  // 0: bytes are being noted; 1: compared
  char changed[64];
} Fields;

static int is_among(const char* list, const char* name) {
  const size_t n = strlen(name);
  for (const char* at = list; (at = strstr(at, name)); at += n)
    if ((at == list || at[-1] == ' ') && (!at[n] || at[n] == ' '))
      return 1;
  return 0;
}

// one field: where it was and where it is now
static void visit(Fields* f, const char* writes, const char* name, const void* before,
                  const void* now, size_t size) {
  if (!f->compare) {
    if (f->n + size > f->room) {
      f->room = 2 * (f->n + size);
      char* larger = realloc(f->bytes, f->room);
      if (!larger)
        abort();
      f->bytes = larger;
    }
    if (before && size)
      memcpy(f->bytes + f->n, before, size);
  } else if (!f->changed[0] && !is_among(writes, name) && !is_among(bookkeeping, name)) {
    const int moved = before != now;
    if (moved || (before && size && memcmp(f->bytes + f->n, now, size) != 0))
      snprintf(f->changed, sizeof f->changed, "%s", name);
  }
  f->n += before ? size : 0;
}

// d: the struct as it was before the call, with the pointers and sizes of that time
static void visit_all(Fields* f, const mjModel* m, const mjData* d, const mjData* now,
                      const char* writes) {
  f->n = 0;
#undef X
#define X(type, name, nr, nc) \
  visit(f, writes, #name, d->name, now->name, sizeof(type) * (size_t)m->nr * (size_t)(nc));
  MJDATA_POINTERS
#undef X
#define X(type, name, nr, nc) \
  visit(f, writes, #name, d->name, now->name, sizeof(type) * (size_t)(nr) * (size_t)(nc));
  MJDATA_ARENA_POINTERS
#undef X
  // members of the struct itself: the place is the same, so only the bytes are compared
#define X(type, name) visit(f, writes, #name, &now->name, &now->name, sizeof now->name);
  MJDATA_SCALAR
#undef X
#define X(type, name, nr, nc) visit(f, writes, #name, &now->name, &now->name, sizeof now->name);
  MJDATA_VECTOR
#undef X
}

// the first word of a list that is no field of mjData, "" when all are
static const char* not_a_field(const char* list, char* word, size_t size) {
  static const char* const fields[] = {
#define X(type, name, nr, nc) #name,
      MJDATA_POINTERS MJDATA_ARENA_POINTERS MJDATA_VECTOR
#undef X
#define X(type, name) #name,
          MJDATA_SCALAR
#undef X
  };
  while (*(list += strspn(list, " "))) {
    const size_t n = strcspn(list, " ");
    int known = 0;
    snprintf(word, size, "%.*s", (int)n, list);
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
      known |= strcmp(fields[i], word) == 0;
    if (!known)
      return word;
    list += n;
  }
  return "";
}

// ---------------------------------------------------------------- watching

static Fields fields;
static const char* declared;  // fields that it declares to change
static int (*watched)(const FcContext* context);

static int watch(const FcContext* context) {
  fields.compare = 0;
  fields.old = *context->d;
  visit_all(&fields, context->m, &fields.old, context->d, declared);
  const int status = watched(context);
  fields.compare = 1;
  visit_all(&fields, context->m, &fields.old, context->d, declared);
  return status;
}

void check_writes(Check* check, const FcFace* face, const mjModel* m, int steps) {
  FcStage* stage = face->kind == FC_STAGE ? (FcStage*)face->table : NULL;
  FcProbe* probe = face->kind == FC_PROBE ? (FcProbe*)face->table : NULL;
  char word[64];
  declared = stage && stage->writes ? stage->writes : "";
  const char* odd = not_a_field(declared, word, sizeof word);
  if (odd[0]) {
    check_result(check, 0, "%s: it says that it writes '%s', which is no field of mjData",
                 face->name, odd);
    return;
  }
  mjData* d = mj_makeData(m);
  if (!d || fc_bind(m, d, face->kind, face->name)) {
    mj_deleteData(d);
    return;
  }
  check_phase(check, "comparing mjData before and after %s", face->name);
  int (**run)(const FcContext*) = stage ? &stage->run : &probe->observe;
  watched = *run;
  *run = watch;
  for (int i = 0; i < steps; i++)
    mj_step(m, d);
  mj_inverse(m, d);
  *run = watched;
  mj_deleteData(d);
  if (fields.changed[0]) {
    check_result(check, 0, "%s changes mjData.%s, which it does not declare (%s)", face->name,
                 fields.changed, stage ? "FcStage.writes" : "a probe changes nothing");
  } else {
    check_result(check, 1, "%s changes %s%s of mjData", face->name,
                 declared[0] ? "nothing but " : "nothing", declared);
  }
  free(fields.bytes);
  memset(&fields, 0, sizeof fields);
}
