// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#include <fulcrum/contact_model.h>
#include <fulcrum/host.h>

#include "core/kernel/binding/face_state.h"

#define MAX_NUMBERS 100000000

int face_contact_state(const FcFace* face) {
  const FcContactModel* model = face->kind == FC_CONTACT_MODEL ? face->table : NULL;
  return model ? model->nstate : 0;
}

int face_state_size(const mjModel* m, const FcFace* face) {
  const int own = face->state ? face->state(m) : 0, each = face_contact_state(face);
  const long long table =
      each ? 1 + (long long)contact_table_capacity(m) * (ENTRY_STATE + each) : 0;
  if (own < 0 || each < 0 || own + table > MAX_NUMBERS)
    return fc_fail("%s \"%s\" asks for %lld numbers of state, between 0 and %d are possible",
                   fc_kindName(face->kind), face->name, own < 0 || each < 0 ? -1LL : own + table,
                   MAX_NUMBERS);
  return own + (int)table;
}

int face_advances(const FcFace* face) { return face->advance || face_contact_state(face); }
