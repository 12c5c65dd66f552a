// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Pieces that need no GJK.
//
// The pieces of a shape lie side by side, and a direction in which there is a gap between one of
// them and the geom often shows a gap between the next one and the geom. So the last few such
// directions are kept, each with the coordinate where the geom begins; a piece that ends clearly
// before that is separated. "Clearly" means by far more than rounding, so that GJK would find the
// same and contacts do not depend on the directions kept.

#include <string.h>

#include <fulcrum/math.h>

#include "collision/convex/gaps.h"

#define CLEARLY 1e-4  // gap relative to the radius of the geom or of the piece

static int belong_to(const Gaps* gaps, const mjModel* m, const FcPosedGeom* geom) {
  const FcPosedGeom* own = &gaps->geom;
  return own->geom == geom->geom && own->margin == geom->margin &&
         memcmp(own->pos, geom->pos, sizeof own->pos) == 0 &&
         memcmp(own->mat, geom->mat, sizeof own->mat) == 0 &&
         gaps->type == m->geom_type[geom->geom] &&
         memcmp(gaps->size, m->geom_size + 3 * geom->geom, sizeof gaps->size) == 0;
}

int gaps_separate(Gaps* gaps, const FcPiece* piece, const mjModel* m, const FcPosedGeom* geom) {
  if (!gaps->n || !belong_to(gaps, m, geom))
    return 0;
  mjtNum rbound = m->geom_rbound[geom->geom];
  for (int k = 0; k < gaps->n; k++) {
    const Gap gap = gaps->gap[k];
    const mjtNum* corner = fc_farthestCorner(piece, gap.axis);
    mjtNum width = gap.begin - fc_dot3(gap.axis, corner);
    if (!(width > CLEARLY * rbound) || !(width > CLEARLY * fc_dist3(corner, piece->center)))
      continue;
    if (k) {
      gaps->gap[k] = gaps->gap[0];
      gaps->gap[0] = gap;
    }
    return 1;
  }
  return 0;
}

void gaps_add(Gaps* gaps, const mjModel* m, const FcPosedGeom* geom, const mjtNum axis[3],
              mjtNum begin) {
  if (!belong_to(gaps, m, geom)) {
    gaps->geom = *geom;
    gaps->type = m->geom_type[geom->geom];
    fc_copy3(gaps->size, m->geom_size + 3 * geom->geom);
    gaps->n = 0;
  }
  if (gaps->n < MAX_GAP)
    gaps->n++;
  memmove(gaps->gap + 1, gaps->gap, (size_t)(gaps->n - 1) * sizeof(Gap));
  fc_copy3(gaps->gap[0].axis, axis);
  gaps->gap[0].begin = begin;
}
