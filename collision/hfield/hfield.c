// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// A height field against a convex geom, in the frame of the height field.
//
// The smallest box around the geom selects a part of the grid. In each row of cells the vertices
// are visited in a zigzag; every three in a row are the top of a prism that reaches down to the
// base. Prisms whose top is below the geom are skipped, the others collide with the geom one by
// one. The margin raises the tops; the geom grows by half of it.

#include <math.h>

#include <fulcrum/convex.h>
#include <fulcrum/host.h>
#include <fulcrum/layout.h>
#include <fulcrum/math.h>
#include <mujoco/mujoco.h>

// A height field, and the prism that is being moved along a row.
typedef struct Grid_ {
  const mjtNum* size;  // half size x, half size y, height, depth of the base
  const float* data;
  int nrow, ncol;
  mjtNum margin;
  mjtNum corner[6][3];  // lower triangle, upper triangle
} Grid;

static Grid grid_of(const mjModel* m, int geom, mjtNum margin) {
  int id = m->geom_dataid[geom];
  return (Grid){.size = m->hfield_size + 4 * id,
                .data = m->hfield_data + m->hfield_adr[id],
                .nrow = m->hfield_nrow[id],
                .ncol = m->hfield_ncol[id],
                .margin = margin};
}

// Drop the oldest vertex of the prism and append another.
static void advance(Grid* g, int row, int col) {
  for (int k = 0; k < 2; k++) {
    fc_copy3(g->corner[k], g->corner[k + 1]);
    fc_copy3(g->corner[3 + k], g->corner[4 + k]);
  }
  mjtNum x = col * (2 * g->size[0] / (g->ncol - 1)) - g->size[0];
  mjtNum y = row * (2 * g->size[1] / (g->nrow - 1)) - g->size[1];
  fc_set3(g->corner[2], x, y, -g->size[3]);
  fc_set3(g->corner[5], x, y, (mjtNum)g->data[row * g->ncol + col] * g->size[2] + g->margin);
}

static FcPiece prism(const Grid* g) {
  FcPiece piece = {.size = sizeof piece, .corner = g->corner[0], .ncorner = 6, .nlower = 3};
  for (int i = 0; i < 6; i++)
    fc_addTo3(piece.center, g->corner[i]);
  fc_scl3(piece.center, piece.center, (mjtNum)1 / 6);
  return piece;
}

// Range of grid lines around [lo, hi] of one coordinate; empty outside the grid, however far, and
// for NaN.
static void lines(int range[2], mjtNum lo, mjtNum hi, mjtNum half, int n) {
  if (!(lo <= hi && half > 0 && half <= mjMAXVAL)) {
    range[0] = n;
    range[1] = -1;
    return;
  }
  range[0] = (int)fc_min(n, fc_max(0, floor((lo + half) / (2 * half) * (n - 1))));
  range[1] = (int)fc_max(-1, fc_min(n - 1, ceil((hi + half) / (2 * half) * (n - 1))));
}

// The service that collides the prisms, and the one that computes the extent of a geom. With the
// legacy pipeline these differ, because the last bit matters for a box that ends at a grid line.
typedef struct Convex_ {
  const FcConvex *pieces, *shapes;
  const FcContext *piece_ctx, *shape_ctx;
} Convex;

// Contacts in the frame of the height field; -1: failed.
static int collide_prisms(FcContactPoint* con, Grid* g, FcPosedGeom* geom, const mjtNum lower[3],
                          const mjtNum upper[3], const Convex* convex) {
  int col[2], row[2], n = 0;
  lines(col, lower[0], upper[0], g->size[0], g->ncol);
  lines(row, lower[1], upper[1], g->size[1], g->nrow);
  for (int r = row[0]; r < row[1]; r++) {
    int seen = 0;
    for (int c = col[0]; c <= col[1]; c++) {
      for (int up = 1; up >= 0; up--) {
        advance(g, r + up, c);
        if (++seen < 3)
          continue;
        if (g->corner[3][2] < lower[2] && g->corner[4][2] < lower[2] && g->corner[5][2] < lower[2])
          continue;
        FcPiece piece = prism(g);
        int found = convex->pieces->piece(convex->piece_ctx, &piece, geom, con + n);
        if (found < 0)
          return -1;
        n += found;
        if (n == mjMAXCONPAIR)
          return n;
      }
    }
  }
  return n;
}

// Smallest box around a geom, without its margin; -1: failed.
static int find_box(mjtNum lower[3], mjtNum upper[3], FcPosedGeom* geom, const Convex* convex) {
  for (int k = 0; k < 3; k++) {
    mjtNum dir[3] = {0}, point[3];
    dir[k] = 1;
    if (convex->shapes->support(convex->shape_ctx, geom, dir, point) < 0)
      return -1;
    upper[k] = point[k];
    dir[k] = -1;
    if (convex->shapes->support(convex->shape_ctx, geom, dir, point) < 0)
      return -1;
    lower[k] = point[k];
  }
  return 0;
}

// 1 when a box, grown by the margin, is beside, above or below the height field, or is NaN.
static int apart(const Grid* g, const mjtNum lower[3], const mjtNum upper[3], mjtNum margin) {
  const mjtNum hi[3] = {g->size[0], g->size[1], g->size[2]};
  const mjtNum lo[3] = {-g->size[0], -g->size[1], -g->size[3]};
  for (int k = 0; k < 3; k++)
    if (!(lower[k] - margin <= hi[k] && upper[k] + margin >= lo[k]))
      return 1;
  return 0;
}

static int collide_pair(FcContactPoint* con, const FcContext* ctx, const FcCandidate* pair,
                        const Convex* convex) {
  const mjModel* m = ctx->m;
  const mjData* d = ctx->d;
  int field = pair->geom[0];
  const mjtNum *pos = d->geom_xpos + 3 * field, *mat = d->geom_xmat + 9 * field;

  // the geom in the frame of the height field
  FcPosedGeom geom = {
      .size = sizeof geom, .geom = pair->geom[1], .margin = pair->margin, .memory = {-1, -1}};
  fc_sub3(geom.pos, d->geom_xpos + 3 * geom.geom, pos);
  fc_mulMatTVec3(geom.pos, mat, geom.pos);
  fc_mulMatTMat3(geom.mat, mat, d->geom_xmat + 9 * geom.geom);

  // box around the bounding sphere, then around the geom itself; for a sphere they are equal
  Grid g = grid_of(m, field, pair->margin);
  mjtNum lower[3], upper[3], r = m->geom_rbound[geom.geom];
  for (int k = 0; k < 3; k++) {
    lower[k] = geom.pos[k] - r;
    upper[k] = geom.pos[k] + r;
  }
  if (apart(&g, lower, upper, pair->margin))
    return 0;
  int is_sphere = m->geom_type[geom.geom] == mjGEOM_SPHERE;
  if (!is_sphere && find_box(lower, upper, &geom, convex) < 0)
    return -1;
  if (apart(&g, lower, upper, pair->margin))
    return 0;

  int n = collide_prisms(con, &g, &geom, lower, upper, convex);
  for (int i = 0; i < n; i++) {
    fc_mulMatVec3(con[i].pos, mat, con[i].pos);
    fc_addTo3(con[i].pos, pos);
    fc_mulMatVec3(con[i].normal, mat, con[i].normal);
    if (convex->pieces->refine)
      convex->pieces->refine(convex->piece_ctx, geom.geom, con + i);
  }
  return n;
}

static int collide(const FcContext* ctx, const FcCandidate* pair, int npair, FcContactSink* sink) {
  Convex convex;
  if (fc_convexService(ctx->m, ctx->d, &convex.pieces, &convex.piece_ctx) < 0)
    return -1;
  if (fc_convexSupport(ctx->m, ctx->d, &convex.shapes, &convex.shape_ctx) < 0)
    return -1;
  for (int i = 0; i < npair; i++) {
    if (ctx->m->geom_type[pair[i].geom[1]] == mjGEOM_SDF) {
      mju_warning("geoms %d and %d: height fields do not collide with signed distance fields",
                  pair[i].geom[0], pair[i].geom[1]);
      continue;
    }
    int n = collide_pair(fc_contactRoom(sink), ctx, pair + i, &convex);
    if (n < 0)
      return -1;
    fc_emitContacts(sink, pair + i, n);
  }
  return 0;
}

static const FcCollider table = {
    .size = sizeof(FcCollider), .max_contact = mjMAXCONPAIR, .collide = collide};
static const char* const types[] = {
    "hfield-sphere", "hfield-capsule", "hfield-ellipsoid", "hfield-cylinder",
    "hfield-box",    "hfield-mesh",    "hfield-sdf",       NULL};
static const FcFace faces[] = {{.size = sizeof(FcFace),
                                .kind = FC_COLLIDER,
                                .name = "hfield",
                                .table = &table,
                                .types = types}};

FC_MODULE_WITH(hfield, "hfield", "1.0.0", "Apache-2.0", &fc_layout, faces, 0,
               "Height fields, one convex prism per half cell", NULL)
