// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// acme.grid: a broad phase by a uniform grid.
//
// Space is cut into equal cells, a few times as wide as boxes are in the mean. A box stands in
// every cell that it reaches. Two boxes that overlap share a cell; the first one they share is,
// along each axis, where the later of them begins, and only there they are a pair, so none is
// emitted twice. A box that reaches very many cells would be listed too often; such giants are few
// and are compared with everything.
//
// A grid knows nothing of the past and has no memory. Where bodies are spread evenly it does less
// work than a sweep; where a few are far from all others most cells are empty, and a sweep is
// better.

#include <math.h>
#include <string.h>

#include <fulcrum/broadphase.h>
#include <fulcrum/host.h>
#include <fulcrum/layout.h>
#include <mujoco/mujoco.h>

enum {
  MAX_REACH = 32,     // cells; boxes that reach more are giants
  CELLS_PER_BOX = 4,  // no finer than this
};

typedef struct Grid_ {
  mjtNum origin[3], scale[3];
  int n[3];
} Grid;

// The cells that a box reaches, first and last along each axis.
typedef struct Reach_ {
  int first[3], last[3];
} Reach;

static int cell_at(const Grid* grid, int axis, mjtNum x) {
  mjtNum t = (x - grid->origin[axis]) * grid->scale[axis];
  return t > 0 ? (t < grid->n[axis] - 1 ? (int)t : grid->n[axis] - 1) : 0;
}

// Cells of `width` mean box sizes around all boxes; wider ones where that would be too many.
static Grid make_grid(const FcBoxes* boxes, mjtNum width) {
  Grid grid;
  mjtNum most = CELLS_PER_BOX * (mjtNum)boxes->n, many = 1;
  for (int a = 0; a < 3; a++) {
    mjtNum first = boxes->lower[a][0], last = boxes->upper[a][0], sum = 0;
    for (int i = 0; i < boxes->n; i++) {
      first = fmin(first, boxes->lower[a][i]);
      last = fmax(last, boxes->upper[a][i]);
      sum += boxes->upper[a][i] - boxes->lower[a][i];
    }
    mjtNum fit = (last - first) / (width * sum / boxes->n);
    fit = fit >= 1 ? fmin(fit, fmin(1000, most / many)) : 1;  // also when it is not a number
    grid.n[a] = fit >= 1 ? (int)fit : 1;
    grid.origin[a] = first;
    grid.scale[a] = grid.n[a] > 1 ? grid.n[a] / (last - first) : 0;
    many *= grid.n[a];
  }
  return grid;
}

static Reach reach_of(const Grid* grid, const FcBoxes* boxes, int i) {
  Reach reach;
  for (int a = 0; a < 3; a++) {
    int first = cell_at(grid, a, boxes->lower[a][i]), last = cell_at(grid, a, boxes->upper[a][i]);
    reach.first[a] = first;
    reach.last[a] = last > first ? last : first;
  }
  return reach;
}

static int is_giant(const Reach* reach) {
  int cells = 1;
  for (int a = 0; a < 3; a++)
    cells *= reach->last[a] - reach->first[a] + 1;
  return cells > MAX_REACH;
}

static int overlap(const FcBoxes* boxes, int i, int j) {
  for (int a = 0; a < 3; a++)
    if (boxes->lower[a][i] > boxes->upper[a][j] || boxes->lower[a][j] > boxes->upper[a][i])
      return 0;
  return !(boxes->resting[i] && boxes->resting[j]);
}

static int emit(FcBodyPairs* pairs, const FcBoxes* boxes, int i, int j) {
  if (!fc_emitBodies(pairs, boxes, i, j))
    return 0;
  return fc_fail("more than %d pairs of bodies are near each other; increase the arena",
                 pairs->capacity);
}

// Is the cell (x, y, z) the first one that both boxes reach?
static int meet_here(const Reach* a, const Reach* b, const int cell[3]) {
  for (int k = 0; k < 3; k++)
    if (cell[k] != (a->first[k] > b->first[k] ? a->first[k] : b->first[k]))
      return 0;
  return 1;
}

// Pairs among the boxes of one cell.
static int emit_cell(FcBodyPairs* pairs, const FcBoxes* boxes, const Reach* reach,
                     const int cell[3], const int* member, int n) {
  for (int i = 1; i < n; i++) {
    for (int j = 0; j < i; j++) {
      int a = member[j], b = member[i];
      if (overlap(boxes, a, b) && meet_here(reach + a, reach + b, cell) && emit(pairs, boxes, a, b))
        return -1;
    }
  }
  return 0;
}

// Call `begin[cell]++` for every cell that a box reaches, and put the box there if `member` is
// given.
static void visit_cells(const Grid* grid, const Reach* reach, int item, int* begin, int* member) {
  for (int x = reach->first[0]; x <= reach->last[0]; x++) {
    for (int y = reach->first[1]; y <= reach->last[1]; y++) {
      for (int z = reach->first[2]; z <= reach->last[2]; z++) {
        int place = begin[(x * grid->n[1] + y) * grid->n[2] + z]++;
        if (member)
          member[place] = item;
      }
    }
  }
}

static int pairs_of_cells(mjData* d, const FcBoxes* boxes, const Grid* grid, const Reach* reach,
                          const mjtByte* giant, FcBodyPairs* pairs) {
  // how many boxes each cell has, then where they stand
  int ncell = grid->n[0] * grid->n[1] * grid->n[2], total = 0;
  int* begin = mj_stackAllocInt(d, (size_t)ncell + 1);
  memset(begin, 0, sizeof(int) * ((size_t)ncell + 1));
  for (int i = 0; i < boxes->n; i++)
    if (!giant[i])
      visit_cells(grid, reach + i, i, begin, NULL);
  for (int c = 0; c <= ncell; c++) {
    int n = begin[c];
    begin[c] = total;
    total += n;
  }
  int* member = mj_stackAllocInt(d, (size_t)total + 1);
  for (int i = 0; i < boxes->n; i++)
    if (!giant[i])
      visit_cells(grid, reach + i, i, begin, member);

  // begin[c] is where cell c ends now
  for (int c = 0, from = 0; c < ncell; from = begin[c++]) {
    int cell[3] = {c / (grid->n[1] * grid->n[2]), c / grid->n[2] % grid->n[1], c % grid->n[2]};
    if (emit_cell(pairs, boxes, reach, cell, member + from, begin[c] - from))
      return -1;
  }
  return 0;
}

static int grid_pairs(const FcContext* ctx, const FcBoxes* boxes, FcBodyPairs* pairs) {
  mjData* d = ctx->d;
  int n = boxes->n;
  Grid grid = make_grid(boxes, ctx->param[0]);
  mj_markStack(d);
  Reach* reach = mj_stackAllocByte(d, (size_t)n * sizeof(Reach), _Alignof(Reach));
  mjtByte* giant = mj_stackAllocByte(d, (size_t)n, 1);
  for (int i = 0; i < n; i++) {
    reach[i] = reach_of(&grid, boxes, i);
    giant[i] = (mjtByte)is_giant(reach + i);
  }
  int status = pairs_of_cells(d, boxes, &grid, reach, giant, pairs);

  // giants with everything; of two giants the first one asks
  for (int i = 0; i < n && !status; i++) {
    for (int j = 0; giant[i] && j < n && !status; j++)
      if (i != j && (!giant[j] || i < j) && overlap(boxes, i, j))
        status = emit(pairs, boxes, i, j);
  }
  mj_freeStack(d);
  return status;
}

static const FcParameter parameters[] = {{.key = "width",
                                          .type = FC_REAL,
                                          .length = 1,
                                          .def = 2,
                                          .min = 0.1,
                                          .max = 1000,
                                          .help = "Width of a cell, in mean sizes of boxes."}};
static const FcBroadphase table = {.size = sizeof(FcBroadphase), .pairs = grid_pairs};
static const FcFace faces[] = {{.size = sizeof(FcFace),
                                .kind = FC_BROADPHASE,
                                .name = "acme.grid",
                                .table = &table,
                                FC_PARAMETERS(parameters)}};

FC_MODULE_WITH(acme_grid, "acme.grid", "1.0.0", "Apache-2.0", &fc_layout, faces, 0,
               "Broad phase by a uniform grid", NULL)
