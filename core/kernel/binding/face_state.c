// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#include <fulcrum/host.h>

#include "core/kernel/binding/face_state.h"
#include "core/kernel/modules/kind.h"

#define MAX_NUMBERS 100000000

static long long host_state(const mjModel* m, const FcFace* face) {
  const KindRules* rules = kind_rules[face->kind];
  return rules->host_state ? rules->host_state(m, face) : 0;
}

int face_state_size(const mjModel* m, const FcFace* face) {
  const int own = face->state ? face->state(m) : 0;
  const long long host = host_state(m, face);
  if (own < 0 || own + host > MAX_NUMBERS)
    return fc_fail("%s \"%s\" asks for %lld numbers of state, between 0 and %d are possible",
                   fc_kindName(face->kind), face->name, own < 0 ? -1LL : own + host, MAX_NUMBERS);
  return own + (int)host;
}

int face_advances(const mjModel* m, const FcFace* face) {
  return face->advance || host_state(m, face);
}
