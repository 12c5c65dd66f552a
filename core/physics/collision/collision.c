// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Entry points: all contacts of a configuration, and adding one contact by hand. From body poses to
// the list of contacts, mj_collision runs these stages:
//
//   broad phase   boxes of bodies -> sorted list of body pairs              broad_phase.c ...
//   geom pairs    body pairs, explicit pairs, exclusions -> pairs of geoms  geom_pairs.c
//   midphase      volume trees of two bodies -> pairs of geoms              midphase.c
//   filter        masks, bounding spheres -> pairs of geoms in the batch    geom_filter.c
//   narrow phase  batches of geom pairs -> points -> mjContact              narrow_phase.c
//   flexes        pairs of elements -> points -> mjContact                  flex_pairs.c ...

#include <string.h>

#include <mujoco/mujoco.h>

#include "core/foundation/data/argument.h"
#include "core/foundation/data/memory.h"
#include "core/foundation/data/timer.h"
#include "core/physics/collision/broad_phase.h"
#include "core/physics/collision/flex_self.h"
#include "core/physics/collision/geom_pairs.h"
#include "core/physics/collision/narrow_phase.h"

void mj_collision(const mjModel* m, mjData* d) {
  // drop contacts and the rows made from them
  arena_reset(d);
  if (m->vis.global.bvactive && m->nbvh)
    memset(d->bvh_active, 0, (size_t)m->nbvh);
  if (m->opt.disableflags & (mjDSBL_CONSTRAINT | mjDSBL_CONTACT))
    return;
  if (m->nbody + m->nflex < 2)
    return;

  // bodies
  mj_markStack(d);
  mjtNum start = timer_now(d);
  uint32_t* keys;
  int compared;
  int nkey = broad_phase(m, d, &keys, &compared);
  start = timer_lap(d, mjTIMER_COL_BROAD, start, 1);

  // geoms
  Batch batch;
  batch_open(&batch, m, d);
  batch.compared = compared;
  geom_pairs(&batch, keys, nkey);
  batch_flush(&batch);
  if (m->nflex)
    flex_self(&batch);
  timer_lap(d, mjTIMER_COL_NARROW, start, 1);
  mj_freeStack(d);
}

int mj_addContact(const mjModel* m, mjData* d, const mjContact* con) {
  if (!is_given(con, "con", "mj_addContact"))
    return 1;
  for (int i = 0; i < 2; i++)
    if ((con->geom[i] != -1 && !is_index(con->geom[i], m->ngeom, "geom", "mj_addContact")) ||
        (con->flex[i] != -1 && !is_index(con->flex[i], m->nflex, "flex", "mj_addContact")))
      return 1;
  // rows of the former set of contacts are invalid
  if (d->nefc)
    for (int i = 0; i < d->ncon; i++)
      d->contact[i].efc_address = -1;
  arena_reset_rows(d);
  mjContact* place = arena_allocate(d, sizeof(mjContact), _Alignof(mjContact));
  if (!place) {
    mj_warning(d, mjWARN_CONTACTFULL, d->ncon);
    return 1;
  }
  *place = *con;
  d->ncon++;
  return 0;
}
