// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Directions in which GJK found gaps between the pieces of a shape and a geom.

#ifndef COLLISION_CONVEX_GAPS_H_
#define COLLISION_CONVEX_GAPS_H_

#include <fulcrum/convex.h>

// Gaps that GJK found between pieces and a geom, the one last used first.
typedef struct Gap_ {
  mjtNum axis[3];  // unit direction from the piece to the geom
  mjtNum begin;    // where the geom begins: its least coordinate in this direction
} Gap;

enum { MAX_GAP = 4 };

typedef struct Gaps_ {
  // the geom that they belong to
  FcPosedGeom geom;
  int type;
  mjtNum size[3];

  int n;
  Gap gap[MAX_GAP];
} Gaps;

// 1 when a direction that separated another piece from the geom clearly separates this one too.
int gaps_separate(Gaps* gaps, const FcPiece* piece, const mjModel* m, const FcPosedGeom* geom);

// Keep a unit direction in which GJK found a gap between a piece and the geom, and the coordinate
// in this direction where the geom begins.
void gaps_add(Gaps* gaps, const mjModel* m, const FcPosedGeom* geom, const mjtNum axis[3],
              mjtNum begin);

#endif  // COLLISION_CONVEX_GAPS_H_
