// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// acme.allpairs: a broad phase. It compares every box with every other; a tree, a grid or a sweep
// does the same with less work. What is emitted decides about speed, not about results, as long as
// no pair of overlapping boxes is missing. To make another one, replace the loops of `find_pairs`.

#include <fulcrum/broadphase.h>
#include <fulcrum/host.h>
#include <fulcrum/layout.h>

static int overlap(const FcBoxes* boxes, int i, int j) {
  for (int a = 0; a < 3; a++)
    if (boxes->lower[a][i] > boxes->upper[a][j] || boxes->lower[a][j] > boxes->upper[a][i])
      return 0;
  return 1;
}

static int find_pairs(const FcContext* context, const FcBoxes* boxes, FcBodyPairs* pairs) {
  (void)context;
  for (int i = 0; i < boxes->n; i++) {
    for (int j = i + 1; j < boxes->n; j++) {
      if ((boxes->resting[i] && boxes->resting[j]) || !overlap(boxes, i, j))
        continue;
      if (fc_emitBodies(pairs, boxes, i, j))
        return fc_fail("%d boxes have more than %d pairs", boxes->n, pairs->capacity);
    }
  }
  return 0;
}

static const FcBroadphase table = {
    .size = sizeof(FcBroadphase), .pairs = find_pairs, .elements = find_pairs};
static const FcFace faces[] = {
    {.size = sizeof(FcFace), .kind = FC_BROADPHASE, .name = "acme.allpairs", .table = &table}};

FC_MODULE_WITH(acme_allpairs, "acme.allpairs", "1.0.0", "Apache-2.0", &fc_layout, faces, 0,
               "A broad phase", NULL)
