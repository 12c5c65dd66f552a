// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// TEMPLATE: a collider for two spheres, which replaces that of the engine where it is installed.
// `types` says which pairs of geom types it serves, `overrides` that it may replace what serves
// them.

#include <fulcrum/collider.h>
#include <fulcrum/layout.h>
#include <fulcrum/math.h>

// one contact where the surfaces are at most the margin apart
static int collide_pair(FcContactPoint* contact, const FcContext* context,
                        const FcCandidate* pair) {
  const mjModel* m = context->m;
  const mjData* d = context->d;
  const int a = pair->geom[0], b = pair->geom[1];
  const mjtNum ra = m->geom_size[3 * a], rb = m->geom_size[3 * b];
  const mjtNum* centre = d->geom_xpos + 3 * a;
  fc_sub3(contact->normal, d->geom_xpos + 3 * b, centre);
  contact->dist = fc_normalize3(contact->normal) - ra - rb;
  fc_addScl3(contact->pos, centre, contact->normal, ra + contact->dist / 2);
  fc_zero3(contact->tangent);
  return contact->dist <= pair->margin;
}

static int collide(const FcContext* context, const FcCandidate* pair, int npair,
                   FcContactSink* sink) {
  for (int i = 0; i < npair; i++)
    fc_emitContacts(sink, pair + i, collide_pair(fc_contactRoom(sink), context, pair + i));
  return 0;
}

static const FcCollider table = {.size = sizeof(FcCollider), .max_contact = 1, .collide = collide};
static const char* const types[] = {"sphere-sphere", NULL};
static const FcFace faces[] = {{.size = sizeof(FcFace),
                                .kind = FC_COLLIDER,
                                .name = "TEMPLATE",
                                .table = &table,
                                .types = types}};
static const char* const overrides[] = {"collider/sphere-sphere", NULL};

FC_MODULE_WITH(TEMPLATE_ID, "TEMPLATE", "0.1.0", "Apache-2.0", &fc_layout, faces, 0,
               "A collider of two spheres", overrides)
