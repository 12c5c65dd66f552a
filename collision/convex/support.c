// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Support functions: the farthest point of an object in a direction, in closed form except for
// meshes. On a mesh with a hull graph the search climbs from neighbour to neighbour, starting at a
// vertex from a table of directions, which takes a step or two. The climb ends where the reference
// ends only if the hull is convex to the last bits. Hulls whose vertices were rounded after the
// hull was built, by rotating the mesh into its own frame, can have local maxima on their flat
// sides; they have no table, and the climb starts where the last search ended.

#include <float.h>

#include <fulcrum/math.h>

#include "collision/convex/support.h"

size_t memory_size(const mjModel* m) {
  return sizeof(Memory) + sizeof(Neighbour) * (size_t)m->nmeshgraph +
         (sizeof(Hull) + sizeof(int) * CELLS) * (size_t)m->nmesh +
         sizeof(int) * (size_t)m->nmeshvert;
}

static Hull* hulls_of(Memory* memory, const mjModel* m) {
  return (Hull*)(void*)(memory->graph + m->nmeshgraph);
}

static int* table_of(Memory* memory, const mjModel* m, int mesh) {
  return (int*)(void*)(hulls_of(memory, m) + m->nmesh) + (size_t)CELLS * (size_t)mesh;
}

// Row or column of a cell; NaN gives the first.
static inline int place_of(mjtNum x) {
  x += CELLS_PER_SIDE / 2;  // NOLINT(bugprone-integer-division): it is even
  return !(x >= 0) ? 0 : x < CELLS_PER_SIDE ? (int)x : CELLS_PER_SIDE - 1;
}

// Cell of a direction: the side of a cube that it passes through, and where on it.
static inline int cell_of(const mjtNum dir[3]) {
  mjtNum x = fc_abs(dir[0]), y = fc_abs(dir[1]), z = fc_abs(dir[2]);
  int k = x >= y && x >= z ? 0 : y >= z ? 1 : 2, i = k == 2 ? 0 : k + 1, j = k == 0 ? 2 : k - 1;
  // NOLINTNEXTLINE(bugprone-integer-division)
  mjtNum scale = (mjtNum)(CELLS_PER_SIDE / 2) / fc_abs(dir[k]);
  int u = place_of(dir[i] * scale), v = place_of(dir[j] * scale);
  return ((2 * k + (dir[k] < 0)) * CELLS_PER_SIDE + u) * CELLS_PER_SIDE + v;
}

// Look at the neighbours of a hull vertex.
static inline void climb(const Object* o, int from, const mjtNum dir[3], int* best, mjtNum* most) {
  int b = *best;
  mjtNum m = *most;
  for (const Neighbour* next = o->edge + o->edge_start[from]; next->hull >= 0; next++) {
    mjtNum value = dir[0] * next->x + dir[1] * next->y + dir[2] * next->z;
    b = value > m ? next->hull : b;
    m = value > m ? value : m;
  }
  *best = b;
  *most = m;
}

#define CLEARLY 1e-6  // relative difference of values that is not rounding

// Climb from a hull vertex to one that is higher than its neighbours, and return it. `clear` is set
// when it is higher beyond rounding; on a convex hull it is then the only farthest vertex.
static int climb_from(const Object* o, int vertex, const mjtNum dir[3], int* clear) {
  const float* v = o->vert + 3 * o->edge_vertex[vertex];
  mjtNum x = dir[0] * (mjtNum)v[0], y = dir[1] * (mjtNum)v[1], z = dir[2] * (mjtNum)v[2];
  mjtNum value = x + y + z, size = fc_abs(x) + fc_abs(y) + fc_abs(z);
  for (;;) {
    int best = vertex;
    mjtNum most = -(mjtNum)FLT_MAX;
    climb(o, vertex, dir, &best, &most);
    *clear = value - most > CLEARLY * size;
    if (!(most > value))
      return vertex;
    vertex = best;
    value = most;
  }
}

#define CONVEX 1e-9  // sine of the angle by which an edge may be bent inwards

// 1 when, for each face of a hull, the neighbours of its corners are below the face. Sets `place`
// (one per vertex of the mesh) to the hull index of each vertex.
static int is_convex(const int* graph, const float* vert, const Object* o, int* place) {
  const int nvert = graph[0], nface = graph[1];
  const int* face = o->edge_vertex + nvert + (nvert + 3 * nface);
  for (int i = 0; i < nvert; i++)
    place[o->edge_vertex[i]] = i;
  for (int f = 0; f < nface; f++, face += 3) {
    mjtNum corner[3][3], side[2][3], normal[3];
    for (int i = 0; i < 3; i++) {
      const float* v = vert + 3 * face[i];
      fc_set3(corner[i], v[0], v[1], v[2]);
    }
    fc_sub3(side[0], corner[1], corner[0]);
    fc_sub3(side[1], corner[2], corner[0]);
    fc_cross(normal, side[0], side[1]);
    fc_normalize3(normal);
    for (int i = 0; i < 3; i++) {
      for (const Neighbour* n = o->edge + o->edge_start[place[face[i]]]; n->hull >= 0; n++) {
        const mjtNum to[3] = {n->x - corner[i][0], n->y - corner[i][1], n->z - corner[i][2]};
        if (fc_dot3(to, normal) > CONVEX * fc_norm3(to))
          return 0;
      }
    }
  }
  return 1;
}

// The box around the vertices of a graph.
static void make_hull(Hull* hull, const float* vert, const int* vertex, int n) {
  mjtNum lower[3] = {0}, upper[3] = {0};
  for (int i = 0; i < n; i++) {
    const float* v = vert + 3 * vertex[i];
    for (int k = 0; k < 3; k++) {
      lower[k] = i == 0 || (mjtNum)v[k] < lower[k] ? (mjtNum)v[k] : lower[k];
      upper[k] = i == 0 || (mjtNum)v[k] > upper[k] ? (mjtNum)v[k] : upper[k];
    }
  }
  for (int k = 0; k < 3; k++) {
    hull->center[k] = (lower[k] + upper[k]) / 2;
    hull->half[k] = (upper[k] - lower[k]) / 2;
  }
}

// The lists of neighbours of a mesh, its box, and its table of directions; it begins with -1 when
// the hull is not convex.
static void make_mesh(Memory* memory, const mjModel* m, int mesh) {
  const int* graph = m->mesh_graph + m->mesh_graphadr[mesh];
  int nvert = graph[0], nentry = nvert + 3 * graph[1];
  const int *vertex = graph + 2 + nvert, *edge = vertex + nvert;
  Neighbour* list = memory->graph + (edge - m->mesh_graph);
  const float* vert = m->mesh_vert + 3 * m->mesh_vertadr[mesh];
  for (int i = 0; i < nentry; i++) {
    list[i] = (Neighbour){.hull = -1};
    if (edge[i] < 0)
      continue;
    const float* v = vert + 3 * vertex[edge[i]];
    list[i] = (Neighbour){(mjtNum)v[0], (mjtNum)v[1], (mjtNum)v[2], edge[i]};
  }

  // directions through the middle of the cells, each search beginning where the last one ended
  Object o = {.vert = vert, .edge_start = graph + 2, .edge_vertex = vertex, .edge = list};
  int* table = table_of(memory, m, mesh);
  int* place = table_of(memory, m, (int)m->nmesh) + m->mesh_vertadr[mesh];
  make_hull(hulls_of(memory, m) + mesh, vert, vertex, nvert);
  if (!is_convex(graph, vert, &o, place)) {
    table[0] = -1;
    return;
  }
  for (int cell = 0, last = 0, clear; cell < CELLS; cell++) {
    int side = cell / (CELLS_PER_SIDE * CELLS_PER_SIDE), k = side / 2;
    int u = cell / CELLS_PER_SIDE % CELLS_PER_SIDE, v = cell % CELLS_PER_SIDE;
    mjtNum dir[3];
    dir[k] = side & 1 ? -1 : 1;
    dir[k == 2 ? 0 : k + 1] = (mjtNum)(2 * u + 1) / CELLS_PER_SIDE - 1;
    dir[k == 0 ? 2 : k - 1] = (mjtNum)(2 * v + 1) / CELLS_PER_SIDE - 1;
    fc_normalize3(dir);
    table[cell] = last = climb_from(&o, last, dir, &clear);
  }
}

// Not inlined, so that the functions that call it keep few registers.
__attribute__((noinline)) static void make_memory(Memory* memory, const mjModel* m) {
  for (int id = 0; id < m->nmesh; id++)
    if (m->mesh_graphadr[id] >= 0)
      make_mesh(memory, m, id);
  memory->made = 1;
}

static inline Memory* made_memory(const FcContext* ctx) {
  Memory* memory = ctx->memory;
  if (!memory->made)
    make_memory(memory, ctx->m);
  return memory;
}

// 1 when searches follow the graph of a mesh.
static int goes_by_graph(const mjModel* m, int mesh) {
  return m->mesh_graphadr[mesh] >= 0 && m->mesh_vertnum[mesh] >= 10;
}

const Hull* hull_of(const FcContext* ctx, int geom) {
  const int mesh = ctx->m->geom_dataid[geom];
  return goes_by_graph(ctx->m, mesh) ? hulls_of(made_memory(ctx), ctx->m) + mesh : NULL;
}

void object_init(Object* o, const FcContext* ctx, int geom, mjtNum margin) {
  object_init_posed(o, ctx, geom, margin, ctx->d->geom_xpos + 3 * geom,
                    ctx->d->geom_xmat + 9 * geom);
}

void object_init_piece(Object* o, const FcPiece* piece) {
  *o = (Object){.type = mjGEOM_HFIELD, .feature = -1, .vertex = -1, .mesh = -1, .piece = piece};
  fc_copy3(o->pos, piece->center);
}

void object_init_hull(Object* o, const FcRounded* hull) {
  *o = (Object){.type = -1, .feature = -1, .vertex = -1, .mesh = -1, .hull = hull};
  fc_copy3(o->pos, hull->center);
}

void object_init_posed(Object* o, const FcContext* ctx, int geom, mjtNum margin,
                       const mjtNum pos[3], const mjtNum mat[9]) {
  const mjModel* m = ctx->m;
  *o = (Object){.type = m->geom_type[geom],
                .size = m->geom_size + 3 * geom,
                .inflate = margin,
                .feature = -1,
                .vertex = -1,
                .m = m,
                .mesh = -1};
  fc_copy3(o->pos, pos);
  fc_copy9(o->mat, mat);
  if (o->type != mjGEOM_MESH)
    return;
  int id = o->mesh = m->geom_dataid[geom];
  o->vert = m->mesh_vert + 3 * m->mesh_vertadr[id];
  o->nvert = m->mesh_vertnum[id];
  if (goes_by_graph(m, id)) {
    const int* graph = m->mesh_graph + m->mesh_graphadr[id];
    o->edge_start = graph + 2;
    o->edge_vertex = o->edge_start + graph[0];
    Memory* memory = made_memory(ctx);
    const int* table = table_of(memory, m, id);
    o->near = table[0] < 0 ? NULL : table;
    o->edge = memory->graph + (o->edge_vertex + graph[0] - m->mesh_graph);
  }
}

static inline mjtNum dot_vertex(const float* v, const mjtNum dir[3]) {
  return dir[0] * (mjtNum)v[0] + dir[1] * (mjtNum)v[1] + dir[2] * (mjtNum)v[2];
}

// Vertex id; the search begins where the last one ended.
static int mesh_support(Object* o, const mjtNum dir[3]) {
  if (!o->edge_start) {
    int best = o->feature < 0 ? 0 : o->feature;
    mjtNum most = dot_vertex(o->vert + 3 * best, dir);
    for (int i = 0; i < o->nvert; i++) {
      mjtNum value = dot_vertex(o->vert + 3 * i, dir);
      if (value > most) {
        most = value;
        best = i;
      }
    }
    return best;
  }

  // From the table; a unique farthest vertex does not depend on where the search began.
  if (o->near) {
    int clear, top = climb_from(o, o->near[cell_of(dir)], dir, &clear);
    if (clear) {
      o->vertex = top;
      return o->edge_vertex[top];
    }
  }

  // Among several, the rule of the reference is to start where the last search ended, to ignore the
  // value there, and to move to the best neighbour until it no longer changes.
  int best = o->vertex < 0 ? 0 : o->vertex;
  mjtNum most = -(mjtNum)FLT_MAX;
  for (int from = -1; from != best;) {
    from = best;
    climb(o, from, dir, &best, &most);
  }
  o->vertex = best;
  return o->edge_vertex[best];
}

static void ellipsoid_support(const mjtNum size[3], const mjtNum l[3], mjtNum local[3]) {
  mjtNum v[3] = {size[0] * l[0], size[1] * l[1], size[2] * l[2]};
  mjtNum vv = fc_dot3(v, v);
  if (vv < mjMINVAL * mjMINVAL) {
    fc_set3(local, size[0], 0, 0);
    return;
  }
  mjtNum inv = 1 / fc_sqrt(vv);
  for (int k = 0; k < 3; k++)
    local[k] = size[k] * inv * v[k];
}

static void cylinder_support(const mjtNum size[3], const mjtNum l[3], mjtNum local[3]) {
  mjtNum rho2 = l[0] * l[0] + l[1] * l[1];
  mjtNum scale = rho2 >= mjMINVAL * mjMINVAL ? size[0] / fc_sqrt(rho2) : 0;
  fc_set3(local, l[0] * scale, l[1] * scale, l[2] >= 0 ? size[1] : -size[1]);
}

// Capsules and spheres as their cores: axis or centre.
static void core_support(const Object* o, const mjtNum dir[3], mjtNum point[3]) {
  fc_copy3(point, o->pos);
  if (o->type != mjGEOM_CAPSULE)
    return;
  mjtNum axis[3];
  fc_column3(axis, o->mat, 2);
  fc_addToScl3(point, axis, fc_dot3(axis, dir) >= 0 ? o->size[1] : -o->size[1]);
}

// Inlined in vertex_support, because GJK and EPA spend their time in a chain of these calls.
__attribute__((always_inline)) static inline void farthest(Object* o, const mjtNum dir[3],
                                                           mjtNum point[3]) {
  if (o->core) {
    core_support(o, dir, point);
    return;
  }
  const mjtNum* size = o->size;
  mjtNum l[3], local[3];
  if (o->piece) {
    fc_copy3(point, fc_farthestCorner(o->piece, dir));
    return;
  }
  if (o->hull) {
    fc_roundedPoint(point, o->hull, dir);
    return;
  }
  if (o->type == mjGEOM_SPHERE) {
    fc_addScl3(point, o->pos, dir, size[0]);
  } else {
    fc_mulMatTVec3(l, o->mat, dir);
    switch (o->type) {
      case mjGEOM_CAPSULE:
        fc_scl3(local, l, size[0]);
        local[2] += l[2] >= 0 ? size[1] : -size[1];
        break;
      case mjGEOM_ELLIPSOID: ellipsoid_support(size, l, local); break;
      case mjGEOM_CYLINDER: cylinder_support(size, l, local); break;
      case mjGEOM_BOX:
        o->feature = (l[0] >= 0) | (l[1] >= 0) << 1 | (l[2] >= 0) << 2;
        for (int k = 0; k < 3; k++)
          local[k] = l[k] >= 0 ? size[k] : -size[k];
        break;
      default:
        o->feature = mesh_support(o, l);
        for (int k = 0; k < 3; k++)
          local[k] = (mjtNum)o->vert[3 * o->feature + k];
    }
    fc_mulMatVec3(point, o->mat, local);
    fc_addTo3(point, o->pos);
  }
  if (o->inflate > 0)
    fc_addToScl3(point, dir, o->inflate / 2);
}

void object_support(Object* o, const mjtNum dir[3], mjtNum point[3]) { farthest(o, dir, point); }

void vertex_support(Vertex* v, Object* a, Object* b, const mjtNum dir[3]) {
  mjtNum opposite[3] = {-dir[0], -dir[1], -dir[2]};
  farthest(a, dir, v->a);
  farthest(b, opposite, v->b);
  fc_sub3(v->w, v->a, v->b);
  v->feature_a = a->feature;
  v->feature_b = b->feature;
}
