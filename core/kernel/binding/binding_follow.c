// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Moves bindings to modules that were rebuilt: each entry gets the next generation of its face and
// keeps memory and state when their layout is unchanged.

#include <stdlib.h>
#include <string.h>

#include "core/foundation/base/errors.h"
#include "core/foundation/data/generation.h"
#include "core/kernel/binding/binding.h"
#include "core/kernel/binding/binding_state.h"
#include "core/kernel/binding/face_state.h"
#include "core/kernel/binding/parameter.h"
#include "core/kernel/binding/scheduler.h"
#include "core/kernel/modules/generations.h"
#include "core/kernel/modules/kind.h"

// Moves the entry to the next generation of its face. Memory and state are kept when their sizes
// and the parameters are unchanged. -1 with fc_lastError leaves the entry as it was.
static int move_entry(const mjModel* m, Entry* entry, const FcFace* next) {
  const Bound former = entry->bound;
  const int nformer = face_state_size(m, former.face), nstate = face_state_size(m, next);
  int failed;
  const mjtNum* param = parameter_values(m, next, entry->instance, &failed);
  if (failed || nstate < 0)
    return -1;
  const size_t wanted = next->memory ? next->memory(m) : 0;
  const int alike =
      same_parameters(former.face, next) && wanted == entry->nmemory && nstate == nformer;
  size_t nmemory = wanted;
  void* memory = alike ? former.context.memory : face_memory(m, next, &nmemory, &failed);
  if (failed)
    return -1;
  entry->bound.face = next;
  entry->bound.table = next->table;
  if (place_state(m, entry)) {
    entry->bound = former;
    if (!alike)
      mju_free(memory);
    return -1;
  }
  FcContext* context = &entry->bound.context;
  context->param = param;
  if (alike)
    return 0;
  const int had_some = entry->nmemory || nformer;
  mju_free(context->memory);
  context->memory = memory;
  entry->nmemory = nmemory;
  if (context->state)
    memset(context->state, 0, (size_t)nstate * sizeof *context->state);
  if (had_some)
    mju_warning(
        "%s \"%s\" was built anew with other parameters, memory or state: in this mjData its "
        "memory and state begin with zeros",
        fc_kindName(next->kind), next->name);
  return 0;
}

// recomputes what was derived from the former faces
static void derive_again(const mjModel* m, DataState* s) {
  s->nadvancing = 0;
  for (const Entry* entry = s->first; entry; entry = entry->next)
    s->nadvancing += face_advances(m, entry->bound.face);
  for (int k = 0; k < FC_NKIND; k++) {
    free(s->installed[k].bound);
    s->installed[k] = (Installed){NULL, 0};
  }
  for (int k = 0; k < NHOOKS; k++) {
    for (int i = 0; i < s->hooks[k].n; i++) {
      Hook* hook = s->hooks[k].hook + i;
      if (hook->place)
        hook->place = stage_find(face_place(hook->bound->face));
    }
  }
  drop_slots(s);
}

void bindings_follow(const mjModel* m, mjData* d) {
  DataState* s = attached(d);
  const uint64_t generation = module_generation();
  if (!s || s->generation == generation)
    return;
  if (follow_model(s, m)) {
    mju_error("%s", fc_lastError());
    return;
  }
  for (Entry* entry = s->first; entry; entry = entry->next) {
    // modules may be reloaded concurrently: all entries must move to the same generation
    const FcFace* next = face_of_generation(entry->bound.face, generation);
    entry->successor = NULL;
    if (next == entry->bound.face || !move_entry(m, entry, next))
      continue;
    entry->successor = next;
    mju_warning("%s \"%s\" was built anew, but goes on as it was in this mjData: %s",
                fc_kindName(next->kind), next->name, fc_lastError());
  }
  s->generation = generation;
  derive_again(m, s);
}
