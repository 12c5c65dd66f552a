// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// fc_bind, fc_unbind, fc_bound: the implementations that a program chooses for one mjData.

#include <stdlib.h>
#include <string.h>

#include <fulcrum/host.h>

#include "core/foundation/base/errors.h"
#include "core/foundation/base/text.h"
#include "core/foundation/data/record.h"
#include "core/kernel/binding/binding.h"
#include "core/kernel/binding/binding_state.h"
#include "core/kernel/binding/combination.h"
#include "core/kernel/modules/registry.h"

static const char* article(FcKind kind) {
  return strchr("aeiou", fc_kindName(kind)[0]) ? "an" : "a";
}

// names of the kinds that have this role, joined by commas
static void words_of_role(FcKindRole role, char* text, size_t size) {
  text[0] = 0;
  for (int kind = 1; kind < FC_NKIND; kind++)
    if (fc_kindRole((FcKind)kind) == role)
      text_append(text, size, "%s%s", text[0] ? ", " : "", fc_kindName((FcKind)kind));
}

static int cannot_bind(FcKind kind) {
  const char* word = fc_kindName(kind);
  const char* reason = fc_kindRole(kind) == FC_NAMED
                           ? ": the elements of a model decide which is asked"
                       : fc_kindRole(kind) == FC_OUTSIDE ? ": it has no part in a simulation"
                                                         : "";
  char chosen[128], added[128];
  words_of_role(FC_CHOSEN, chosen, sizeof chosen);
  words_of_role(FC_ADDED, added, sizeof added);
  return fc_fail("%s %s cannot be bound%s; an mjData can choose one each of %s, and add %s",
                 word ? article(kind) : "a", word ? word : "face of unknown kind", reason, chosen,
                 added);
}

// the binding of a kind that would be in force if `bound` were chosen
static const Bound* would_be(const mjModel* m, mjData* d, DataState* s, FcKind kind,
                             const Bound* bound) {
  return kind == bound->face->kind ? bound : bind_face(s, m, d, face_in_force(m, s, kind), -1);
}

// Checks that the choice is compatible with the others. A missing solver or contact model is
// reported when it is needed.
static int check_choice(const mjModel* m, mjData* d, DataState* s, FcKind kind,
                        const Bound* bound) {
  if (kind != FC_SOLVER && kind != FC_CONTACT_MODEL && kind != FC_POST_SOLVER)
    return 0;
  const Bound* model = would_be(m, d, s, FC_CONTACT_MODEL, bound);
  if (kind == FC_POST_SOLVER)
    return combination_check(model, NULL, &bound, 1);
  const Bound* post[POST_SOLVER_MAX];
  const int npost = kind == FC_CONTACT_MODEL ? bound_post_solvers(m, d, post) : 0;
  return combination_check(model, would_be(m, d, s, FC_SOLVER, bound), post, npost);
}

// ---------------------------------------------------------------- while it is stepped

int check_between_steps(const mjData* d, const char* function) {
  if (!bindings_held(d))
    return 0;
  const char* stage = data_record(d)->stage;
  return fc_fail(
      "%s was called for an mjData while it is being stepped (%s%s); legal are calls between "
      "two steps, and from the control callback",
      function, stage ? "stage " : "its integrator", stage ? stage : "");
}

// ---------------------------------------------------------------- public functions

int fc_bind(const mjModel* m, mjData* d, FcKind kind, const char* name) {
  if (check_between_steps(d, "fc_bind"))
    return -1;
  bindings_follow(m, d);
  DataState* s = bindings_of(d);
  if (!s)
    return -1;
  if (fc_kindRole(kind) != FC_CHOSEN && fc_kindRole(kind) != FC_ADDED)
    return cannot_bind(kind);
  if (!name || !name[0])
    return fc_fail("fc_bind needs the name of %s %s", article(kind), fc_kindName(kind));
  const Bound* bound = bound_named(m, d, kind, name);
  if (!bound)
    return -1;
  if (check_choice(m, d, s, kind, bound))
    return -1;
  if (fc_kindRole(kind) == FC_ADDED)
    return prepare_hooks(s, m, d) ? -1 : add_hook(s, d, kind, bound);
  char* own = strdup(name);
  if (!own)
    return fc_fail("out of memory for the name \"%s\"", name);
  free(s->choice[kind].name);
  s->choice[kind].name = own;
  if (!resolve_choice(m, d, s, kind))
    return -1;
  fail_forget();
  return 0;
}

int fc_unbind(const mjModel* m, mjData* d, FcKind kind) {
  if (check_between_steps(d, "fc_unbind"))
    return -1;
  bindings_follow(m, d);
  DataState* s = bindings_of(d);
  if (!s)
    return -1;
  if (fc_kindRole(kind) == FC_ADDED) {
    hooks_of(s, kind)->n = hooks_of(s, kind)->nmodel;
    hooks_changed(s, d);
    fail_forget();
    return 0;
  }
  if (fc_kindRole(kind) != FC_CHOSEN)
    return cannot_bind(kind);
  free(s->choice[kind].name);
  s->choice[kind].name = NULL;
  return resolve_choice(m, d, s, kind) ? 0 : -1;
}

// appends a name to the list that fc_bound returns
static void add_name(DataState* s, const Bound* bound) {
  text_append(s->names, sizeof s->names, "%s%s", s->names[0] ? " " : "", bound->face->name);
}

const char* fc_bound(const mjModel* m, mjData* d, FcKind kind) {
  DataState* s = bindings_of(d);
  if (!s)
    return NULL;
  if (kind == FC_POST_SOLVER) {
    const Bound* run[POST_SOLVER_MAX];
    const int n = bound_post_solvers(m, d, run);
    s->names[0] = 0;
    for (int i = 0; i < n; i++)
      add_name(s, run[i]);
    return s->names;
  }
  if (fc_kindRole(kind) == FC_ADDED) {
    const Hooks* hooks = hooks_of(s, kind);
    if (prepare_hooks(s, m, d))
      return NULL;
    s->names[0] = 0;
    for (int i = 0; i < hooks->n; i++)
      add_name(s, hooks->hook[i].bound);
    return s->names;
  }
  if (fc_kindRole(kind) != FC_CHOSEN) {
    cannot_bind(kind);
    return NULL;
  }
  const Bound* bound = resolve_choice(m, d, s, kind);
  return bound ? bound->face->name : NULL;
}
