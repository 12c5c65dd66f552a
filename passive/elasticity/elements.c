// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Finite elements of Saint-Venant-Kirchhoff material with linear shape functions: triangles and
// tetrahedra, in terms of their edges (Delingette, "Triangular Springs for Modeling Nonlinear
// Membranes", 2008). The Green strain of such an element is linear in the squared elongations
//
//   s_a = L_a^2 - L0_a^2 + (L_a^2 - L-_a^2) c / h,   L-_a = L_a - h dL_a/dt
//
// of its edges, the second part of which is the damping with time constant c over a time step h.
// With the metric G (flex_stiffness: the upper triangle) the energy is s'Gs / 4, and edge b pulls
// its end i with -sum_a s_a G_ab (x_i - x_other).

#include <fulcrum/math.h>
#include <fulcrum/parallel.h>

#include "passive/elasticity/elasticity.h"

// ends of the edges of an element
static const int triangle[3][2] = {{1, 2}, {2, 0}, {0, 1}};
static const int tetrahedron[6][2] = {{0, 1}, {1, 2}, {2, 0}, {2, 3}, {0, 3}, {1, 3}};

// squared elongations of all edges of the flex, each of which belongs to several elements
static void elongations(const Flex* flex, mjtNum* FC_RESTRICT s) {
  const mjModel* m = flex->m;
  const int adr = m->flex_edgeadr[flex->id], n = m->flex_edgenum[flex->id];
  const mjtNum *now = flex->d->flexedge_length + adr, *rest = m->flexedge_length0 + adr;
  const mjtNum *rate = flex->d->flexedge_velocity + adr, h = m->opt.timestep;
  const mjtNum damping = h > 0 ? m->flex_damping[flex->id] / h : 0;
  for (int e = 0; e < n; e++) {
    const mjtNum before = now[e] - h * rate[e];
    s[e] = now[e] * now[e] - rest[e] * rest[e] + (now[e] * now[e] - before * before) * damping;
  }
}

// FC_LANES elements side by side. Only the first `real` exist, the others repeat the last of these.
typedef struct Batch_ {
  int real;
  int t[FC_LANES];
} Batch;

static inline Batch batch_at(int t, int n) {
  Batch batch = {.real = n - t < FC_LANES ? n - t : FC_LANES};
  for (int l = 0; l < FC_LANES; l++)
    batch.t[l] = t + (l < batch.real ? l : batch.real - 1);
  return batch;
}

// The elements of a flex. The forces on the ends of each are stored, and added up afterwards.
typedef struct Elements_ {
  const Flex* flex;
  const mjtNum* s;
  mjtNum* end_force;  // nelem x (dim + 1) x 3
} Elements;

// Elements from begin to end; nv vertices and ne edges each, which are constants where this is
// inlined. Sums run over all pairs of edges in the order of the reference.
static inline void elements(const Elements* all, int begin, int stop, int nv, int ne,
                            const int end[][2]) {
  const Flex* flex = all->flex;
  const mjModel* m = flex->m;
  const int* vert = m->flex_elem + m->flex_elemdataadr[flex->id];
  const int* edge = m->flex_elemedge + m->flex_elemedgeadr[flex->id];
  const mjtNum* metric = m->flex_stiffness + 21 * m->flex_elemadr[flex->id];
  for (int t = begin; t < stop; t += FC_LANES) {
    const Batch batch = batch_at(t, stop);
    FcPack stretch[6], dx[6][3], G[6][6], f[4][3] = {{{0}}};
    for (int l = 0; l < FC_LANES; l++) {
      const int *v = vert + nv * batch.t[l], *e = edge + ne * batch.t[l];
      const mjtNum* packed = metric + 21 * batch.t[l];
      for (int a = 0; a < ne; a++) {
        const mjtNum *xi = flex->xpos + 3 * v[end[a][0]], *xj = flex->xpos + 3 * v[end[a][1]];
        stretch[a][l] = all->s[e[a]];
        for (int k = 0; k < 3; k++)
          dx[a][k][l] = xi[k] - xj[k];
        for (int b = a; b < ne; b++, packed++)
          G[a][b][l] = G[b][a][l] = *packed;
      }
    }
    for (int a = 0; a < ne; a++) {
      for (int b = 0; b < ne; b++) {
        const int i = end[b][0], j = end[b][1];
        for (int k = 0; k < 3; k++) {
          const FcPack pull = stretch[a] * dx[b][k] * G[a][b];
          f[i][k] -= pull;
          f[j][k] += pull;
        }
      }
    }
    for (int l = 0; l < batch.real; l++) {
      mjtNum* out = all->end_force + 3 * nv * (t + l);
      for (int i = 0; i < nv; i++)
        for (int k = 0; k < 3; k++)
          out[3 * i + k] = f[i][k][l];
    }
  }
}

static void some_elements(void* context, int begin, int end) {
  const Elements* all = context;
  if (all->flex->m->flex_dim[all->flex->id] == 2)
    elements(all, begin, end, 3, 3, triangle);
  else
    elements(all, begin, end, 4, 6, tetrahedron);
}

void element_force(const Flex* flex, mjtNum* force) {
  enum { GRAIN = 32 * FC_LANES };
  const mjModel* m = flex->m;
  const int id = flex->id, nend = m->flex_elemnum[id] * (m->flex_dim[id] == 2 ? 3 : 4);
  const int* vert = m->flex_elem + m->flex_elemdataadr[id];
  mj_markStack(flex->d);
  mjtNum* s = mj_stackAllocNum(flex->d, (size_t)m->flex_edgenum[id]);
  Elements all = {flex, s, mj_stackAllocNum(flex->d, 3 * (size_t)nend)};
  elongations(flex, s);
  fc_parallel(flex->d, m->flex_elemnum[id], GRAIN, some_elements, &all);
  for (int i = 0; i < nend; i++)
    fc_addTo3(force + 3 * vert[i], all.end_force + 3 * i);
  mj_freeStack(flex->d);
}
