// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Leaks: simulations are made, stepped and deleted, or files used, repeatedly; the heap of the
// process must not grow in every round.

#include <fulcrum/host.h>

#include "tools/check/check.h"
#include "tools/check/heap_count.h"

#define ROUNDS 10

static void use_once(Check* check, const FcFace* face, const mjModel* m) {
  if (!m) {
    check_use(check, face);
    return;
  }
  mjData* d = check_data(check, face, m);
  for (int i = 0; d && i < 20; i++)
    mj_step(m, d);
  mj_deleteData(d);
}

void check_leaks(Check* check, const FcFace* face, mjModel* none) {
  const int files = face->kind == FC_LOADER || face->kind == FC_SAVER || face->kind == FC_DECODER ||
                    face->kind == FC_RENDERER;
  (void)none;
  if (heap_blocks() < 0) {
    check_result(check, -1, "%s: leaks cannot be seen in this build", face->name);
    return;
  }
  mjModel* m = files ? NULL : check_model(check, face, check->path);
  if (!files && !m)
    return;
  check_phase(check, "using %s again and again", face->name);
  long least = 0, before = 0;
  for (int round = -3; round < ROUNDS; round++) {
    use_once(check, face, m);
    const long now = heap_blocks(), more = now - before;
    // memory kept since the first rounds is not a leak
    if (round == 0 || (round > 0 && more < least))
      least = more;
    before = now;
  }
  check_result(check, least <= 0, "%s: %ld block(s) of memory leak each time that it is used",
               face->name, least > 0 ? least : 0);
  mj_deleteModel(m);
}
