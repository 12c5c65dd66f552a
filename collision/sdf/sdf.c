// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Collisions of signed distance fields: the face.

#include <fulcrum/host.h>
#include <fulcrum/layout.h>

#include "collision/sdf/descent.h"
#include "collision/sdf/field.h"
#include "collision/sdf/mesh.h"

static size_t halton_size(const mjModel* m) {
  (void)m;
  return sizeof(Halton);
}

static int collide(const FcContext* ctx, const FcCandidate* pair, int npair, FcContactSink* sink) {
  for (int i = 0; i < npair; i++) {
    FcContactPoint* con = fc_contactRoom(sink);
    int is_mesh = ctx->m->geom_type[pair[i].geom[0]] == mjGEOM_MESH;
    int n = is_mesh ? collide_mesh(con, ctx, pair + i) : descend(con, ctx, pair + i);
    if (n < 0)
      return -1;
    fc_emitContacts(sink, pair + i, n);
  }
  return 0;
}

static int collide_flex(const FcContext* ctx, const FcFlexTask* task, FcFlexSink* sink) {
  for (; sink->pair < task->npair; sink->pair++) {
    if (sink->n + mjMAXCONPAIR > sink->capacity)
      return 0;
    FcFlexPoint* point = sink->point + sink->n;
    int n = collide_shell(point, ctx, task->pair[sink->pair].first, task->flex[1]);
    if (n < 0)
      return -1;
    for (int i = 0; i < n; i++)
      point[i].pair = sink->pair;
    sink->n += n;
  }
  return 0;
}

static const FcCollider table = {.size = sizeof(FcCollider),
                                 .max_contact = mjMAXCONPAIR,
                                 .collide = collide,
                                 .flex = collide_flex};
static const char* const types[] = {"sphere-sdf",   "capsule-sdf", "ellipsoid-sdf",
                                    "cylinder-sdf", "box-sdf",     "mesh-sdf",
                                    "sdf-sdf",      "sdf-flex",    NULL};
static const FcFace faces[] = {{.size = sizeof(FcFace),
                                .kind = FC_COLLIDER,
                                .name = "sdf",
                                .table = &table,
                                .types = types,
                                .memory = halton_size}};

FC_MODULE_WITH(sdf, "sdf", "1.0.0", "Apache-2.0", &fc_layout, faces, 0,
               "Signed distance fields against primitives, meshes and each other", NULL)
