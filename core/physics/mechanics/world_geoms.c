// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Geoms of the world stay where they are. Whether their poses in the model were edited is seen from
// a fingerprint, which takes a small part of the time of computing their frames.

#include "core/foundation/data/record.h"
#include "core/physics/mechanics/world_geoms.h"

enum { FEW_GEOMS = 16 };  // their frames are not worth it

int world_geoms_settled(const mjModel* m, mjData* d) {
  const int first = m->body_geomadr[0], n = m->body_geomnum[0];
  if (first != 0 || n < FEW_GEOMS || n > m->ngeom)
    return 0;
  const size_t count = (size_t)n;
  Fingerprint print = {{0}};
  fingerprint_add(&print, m->geom_pos, 3 * count * sizeof *m->geom_pos);
  fingerprint_add(&print, m->geom_quat, 4 * count * sizeof *m->geom_quat);
  fingerprint_add(&print, m->geom_sameframe, count * sizeof *m->geom_sameframe);
  DataRecord* record = data_record(d);
  const int settled = record->world_geoms == n && fingerprints_equal(&record->world_print, &print);
  record->world_geoms = n;
  record->world_print = print;
  return settled ? n : 0;
}
