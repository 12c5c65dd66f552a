// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Pairs of geoms that need no GJK, because the boxes around them are clearly apart.

#ifndef COLLISION_CONVEX_BOXES_H_
#define COLLISION_CONVEX_BOXES_H_

#include <fulcrum/convex.h>

// 1 when a face of one of the boxes around two geoms separates them by more than the margin, and by
// so much more that GJK finds them apart as well.
int boxes_separate(const FcContext* ctx, const FcCandidate* pair);

#endif  // COLLISION_CONVEX_BOXES_H_
