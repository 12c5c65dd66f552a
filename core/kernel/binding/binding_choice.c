// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Kinds of which exactly one implementation is in force: how fc_bind, the options and instances of
// the model, and the ranks of the installed implementations determine it.

#include <fulcrum/host.h>

#include "core/foundation/base/errors.h"
#include "core/kernel/binding/binding.h"
#include "core/kernel/binding/binding_state.h"
#include "core/kernel/mjplugin/engine_plugin.h"
#include "core/kernel/modules/kind.h"
#include "core/kernel/modules/registry.h"

// the input of a choice besides fc_bind: the number in opt, or a flag
static int option_of(const mjModel* m, FcKind kind) {
  const KindRules* rules = kind_rules[kind];
  return *(const int*)((const char*)&m->opt + rules->option) & rules->option_bits;
}

// The face with the number that opt holds. When it is not installed, the message gives its name if
// it is known: the name passed to fc_optionValue in this process, or the keyword of MJCF.
static const FcFace* optioned_face(FcKind kind, int value) {
  if (fc_optionName(kind, value))
    return registry_numbered(kind, "", value);
  if (asked_name(value))
    return registry_find(kind, asked_name(value));
  const char* word = option_keyword(kind, value);
  registry_fail(kind, "opt.%s is %d%s%s%s, which no known %s has", fc_kindName(kind), value,
                word ? " (" : "", word ? word : "", word ? ")" : "", fc_kindName(kind));
  return NULL;
}

const FcFace* face_in_force(const mjModel* m, const DataState* s, FcKind kind) {
  const KindRules* rules = kind_rules[kind];
  const char* name = s->choice[kind].name;
  const int option = option_of(m, kind);
  return name                                    ? registry_find(kind, name)
         : rules->numbered                       ? optioned_face(kind, option)
         : (name = plugin_name_of_kind(m, kind)) ? registry_find(kind, name)
         : rules->choose                         ? rules->choose(option)
                                                 : registry_best(kind, NULL);
}

const Bound* resolve_choice(const mjModel* m, mjData* d, DataState* s, FcKind kind) {
  const Bound* bound = bind_face(s, m, d, face_in_force(m, s, kind), -1);
  if (!bound)
    return NULL;
  if (s->choice[kind].bound && s->choice[kind].bound != bound)
    drop_slots(s);
  s->choice[kind].bound = bound;
  s->choice[kind].value = option_of(m, kind);
  return bound;
}

const Bound* bound_choice(const mjModel* m, mjData* d, FcKind kind) {
  DataState* s = attached(d);
  if (s) {
    const Choice* c = s->choice + kind;
    if (c->bound && is_bound_for(s, m) && (c->name || c->value == option_of(m, kind)))
      return c->bound;
  }
  s = bindings_of(d);
  const Bound* bound = s ? resolve_choice(m, d, s, kind) : NULL;
  if (!bound)
    mju_error("%s", fc_lastError());
  return bound;
}

int bound_explicitly(mjData* d, FcKind kind) {
  const DataState* s = attached(d);
  return s && s->choice[kind].name;
}
