// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#include <stdio.h>

#include <fulcrum/collider.h>

#include "core/kernel/kinds/kinds.h"

static int check(const FcFace* face, const void* table, char* fault, int size) {
  const FcCollider* collider = table;
  (void)face;
  if (collider->collide || collider->flex || collider->flags & FC_COLLIDER_CONVEX)
    return 0;
  snprintf(fault, (size_t)size,
           "lacks \"collide\", which every collider has whose pairs are neither convex in general "
           "(FC_COLLIDER_CONVEX) nor flexes");
  return -1;
}

const KindRules collider_rules = {.check = check};
