// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Constraint islands: groups of kinematic trees that constraints tie together (mj_island).
//
// Trees are the vertices of a graph and every row links the trees it touches, so the islands are
// its connected components, found with a disjoint-set forest whose roots are the smallest tree of
// each set. That makes the numbering deterministic: islands are ordered by their smallest tree.
// Trees without rows have no island. What a solver needs is then copied in island order: dofs and
// rows grouped by island, ascending inside, column indices relative to the island.

#include <string.h>

// sizes in the field lists are members of m and d
#define MJ_M(n) m->n
#define MJ_D(n) d->n
#include <fulcrum/math.h>
#include <mujoco/mjxmacro.h>

#include "core/foundation/data/memory.h"
#include "core/physics/problem/arrays.h"
#include "core/physics/problem/constraint.h"
#include "core/physics/problem/constraint_plan.h"

//------------------------------ trees of a row ----------------------------------------------------

// Trees of the columns of a row: stored ones when sparse, nonzero ones when dense.
static int column_trees(const mjModel* m, const mjData* d, int sparse, int row, int* trees) {
  int n = 0;
  if (sparse) {
    const int* ind = d->efc_J_colind + d->efc_J_rowadr[row];
    for (int k = 0, end = 0; k < d->efc_J_rownnz[row]; k++) {
      // the dofs of a tree are contiguous
      if (ind[k] >= end) {
        int tree = trees[n++] = m->dof_treeid[ind[k]];
        end = m->tree_dofadr[tree] + m->tree_dofnum[tree];
      }
    }
  } else {
    const mjtNum* J = d->efc_J + (size_t)row * m->nv;
    for (int k = 0; k < m->nv; k++) {
      int tree = m->dof_treeid[k];
      if (J[k] != 0 && (!n || trees[n - 1] != tree))
        trees[n++] = tree;
    }
  }
  return n;
}

// The same for a dense row of a tendon whose one or two trees the model lists.
static int tendon_trees(const mjModel* m, const mjData* d, int row, int tendon, int* trees) {
  int n = 0;
  for (int k = 0; k < m->tendon_treenum[tendon]; k++) {
    const int tree = m->tendon_treeid[2 * tendon + k], ndof = m->tree_dofnum[tree];
    const mjtNum* J = d->efc_J + (size_t)row * m->nv + m->tree_dofadr[tree];
    if (!fc_isZero(J, ndof))
      trees[n++] = tree;
  }
  return n;
}

// 1 when the rows of an equality may belong to different islands, according to what each of them
// moves.
static int is_separate(const ConstraintPlan* plan, int id) {
  return plan->equality[id] && plan->equality[id]->table.separate;
}

static int is_by_columns(const ConstraintPlan* plan, const mjModel* m, int id) {
  const RowProvider* provider = plan->equality[id];
  return !provider || equality_by_columns(provider, m, id);
}

int row_trees(const ConstraintPlan* plan, const mjModel* m, const mjData* d, int sparse, int row,
              int* trees) {
  int id = d->efc_id[row];
  switch (d->efc_type[row]) {
    case mjCNSTR_FRICTION_DOF: trees[0] = m->dof_treeid[id]; return 1;
    case mjCNSTR_LIMIT_JOINT: trees[0] = m->dof_treeid[m->jnt_dofadr[id]]; return 1;
    case mjCNSTR_CONTACT_FRICTIONLESS:
    case mjCNSTR_CONTACT_PYRAMIDAL:
    case mjCNSTR_CONTACT_ELLIPTIC: {
      const int* geom = d->contact[id].geom;
      if (geom[0] >= 0 && geom[1] >= 0)
        return body_pair_trees(m, m->geom_bodyid[geom[0]], m->geom_bodyid[geom[1]], trees);
      break;
    }
    case mjCNSTR_EQUALITY:
      if (!is_by_columns(plan, m, id))
        return equality_trees(plan->equality[id], m, id, trees);
      break;
    case mjCNSTR_FRICTION_TENDON:
    case mjCNSTR_LIMIT_TENDON:
      if (!sparse && m->tendon_treenum[id] >= 1 && m->tendon_treenum[id] <= 2)
        return tendon_trees(m, d, row, id, trees);
      break;
    default: break;
  }
  return column_trees(m, d, sparse, row, trees);
}

//------------------------------ components --------------------------------------------------------

// Root of the set that contains a tree; shortens the path on the way.
static int find_root(int* parent, int tree) {
  while (parent[tree] != tree)
    tree = parent[tree] = parent[parent[tree]];
  return tree;
}

static void join(int* parent, int a, int b) {
  a = find_root(parent, a);
  b = find_root(parent, b);
  if (a < b)
    parent[b] = a;
  else
    parent[a] = b;
}

// Joins the trees of row `row`, which then has an island; returns the first of them, -1 when there
// is none.
static inline int join_row(const ConstraintPlan* plan, const mjModel* m, const mjData* d,
                           int sparse, int row, int* trees, int* parent, int* tree_island) {
  int n = row_trees(plan, m, d, sparse, row, trees);
  if (n <= 0)
    return -1;
  tree_island[trees[0]] = 0;
  for (int k = 1, root = find_root(parent, trees[0]); k < n; k++) {
    int other = find_root(parent, trees[k]);
    tree_island[trees[k]] = 0;
    root = root < other ? (parent[other] = root) : (parent[root] = other);
  }
  return trees[0];
}

// Consecutive rows whose first tree is the same. They end where the next run begins.
typedef struct Run_ {
  int first, tree;
} Run;

// The search for islands.
typedef struct Search_ {
  const mjModel* m;
  mjData* d;
  const ConstraintPlan* plan;
  int sparse;
  int *parent, *trees;  // ntree
  int* tree_island;     // ntree; -1: no island
  Run* run;             // the last one, which has no rows, begins at nefc
  int nrun;
} Search;

static inline void add_rows(Search* s, int first, int tree) {
  if (!s->nrun || s->run[s->nrun - 1].tree != tree)
    s->run[s->nrun++] = (Run){first, tree};
}

static int report_unmoved(const Search* s, int row) {
  mju_error("mj_island: constraint row %d (type %d, id %d) moves nothing", row, s->d->efc_type[row],
            s->d->efc_id[row]);
  return -1;
}

// Rows of equalities, friction and limits, and of contacts with a flex, from `row` on: those of one
// object. Returns their number, -1 after an error.
static int search_object(Search* s, int row) {
  const mjModel* m = s->m;
  const mjData* d = s->d;
  const int type = d->efc_type[row], id = d->efc_id[row];
  const int separate = type == mjCNSTR_EQUALITY && is_separate(s->plan, id);

  // the same columns as in the row before
  if (separate && s->sparse && row && d->efc_J_rowsuper[row - 1] > 0)
    return 1;
  int n = 1, tree = join_row(s->plan, m, d, s->sparse, row, s->trees, s->parent, s->tree_island);

  // other rows of the same object touch the same trees; rows of an equality that is described
  // only by its columns may touch more or different ones
  while (!separate && row + n < d->nefc && d->efc_type[row + n] == type && d->efc_id[row + n] == id)
    n++;
  if (n > 1 && type == mjCNSTR_EQUALITY && is_by_columns(s->plan, m, id)) {
    for (int r = row + 1; r < row + n; r++) {
      int other = join_row(s->plan, m, d, s->sparse, r, s->trees, s->parent, s->tree_island);
      if (tree >= 0 && other >= 0)
        join(s->parent, tree, other);
      tree = tree >= 0 ? tree : other;
    }
  }
  if (tree < 0)
    return report_unmoved(s, row);
  add_rows(s, row, tree);
  return n;
}

// Contact rows from `row` on. -1 after an error.
static int search_contacts(Search* s, int row) {
  const mjModel* m = s->m;
  const mjData* d = s->d;
  for (int body1 = -1, body2 = -1, n; row < d->nefc; row += n) {
    const mjContact* con = d->contact + d->efc_id[row];
    n = d->efc_type[row] == mjCNSTR_CONTACT_PYRAMIDAL ? 2 * (con->dim - 1) : con->dim;
    if (con->geom[0] < 0 || con->geom[1] < 0) {
      if ((n = search_object(s, row)) < 0)
        return -1;
      body1 = -1;
      continue;
    }
    const int b1 = m->geom_bodyid[con->geom[0]], b2 = m->geom_bodyid[con->geom[1]];
    if (b1 == body1 && b2 == body2)
      continue;
    body1 = b1;
    body2 = b2;
    const int t1 = m->body_treeid[b1], t2 = m->body_treeid[b2];
    if (t1 < 0 && t2 < 0)
      return report_unmoved(s, row);
    if (t1 >= 0)
      s->tree_island[t1] = 0;
    if (t2 >= 0)
      s->tree_island[t2] = 0;
    if (t1 >= 0 && t2 >= 0 && t1 != t2)
      join(s->parent, t1, t2);
    add_rows(s, row, t1 >= 0 ? t1 : t2);
  }
  return 0;
}

// Runs of rows, and island of every tree. Returns the number of islands, -1 after an error.
static int find_islands(Search* s) {
  const int ntree = (int)s->m->ntree, nefc = s->d->nefc;
  const int first_contact = s->d->ne + s->d->nf + s->d->nl;
  int nisland = 0;
  s->nrun = 0;
  for (int t = 0; t < ntree; t++) {
    s->parent[t] = t;
    s->tree_island[t] = -1;
  }
  if (ntree == 1) {
    s->tree_island[0] = 0;
    add_rows(s, 0, 0);
  } else {
    for (int row = 0, n; row < first_contact; row += n)
      if ((n = search_object(s, row)) < 0)
        return -1;
    if (search_contacts(s, first_contact))
      return -1;
  }
  s->run[s->nrun] = (Run){nefc, -1};

  // the root comes before every other tree of its set
  for (int t = 0; t < ntree; t++) {
    if (s->tree_island[t] >= 0) {
      int root = find_root(s->parent, t);
      s->tree_island[t] = root == t ? nisland++ : s->tree_island[root];
    }
  }
  return nisland;
}

// Merges runs that belong to one island, whose number replaces that of the tree.
static void merge_runs(Search* s) {
  int n = 0;
  for (int k = 0; k < s->nrun; k++) {
    const int island = s->tree_island[s->run[k].tree];
    if (!n || s->run[n - 1].tree != island)
      s->run[n++] = (Run){s->run[k].first, island};
  }
  s->run[n] = s->run[s->nrun];
  s->nrun = n;
}

//------------------------------ memory ------------------------------------------------------------

// Allocate all island arrays, one after the other; 0 when the arena is too small.
static int allocate_islands(const mjModel* m, mjData* d) {
  size_t size = 0, end = 0;
#define X(type, name, rows, cols) next_array(NULL, &size, (size_t)(rows) * (cols), sizeof(type));
  MJDATA_ARENA_POINTERS_ISLAND
#undef X
  char* block = arena_allocate(d, size, sizeof(mjtNum));
#define X(type, name, rows, cols) \
  d->name = next_array(block, &end, (size_t)(rows) * (cols), sizeof(type));
  MJDATA_ARENA_POINTERS_ISLAND
#undef X
  return block != NULL;
}

// Drops the rows when their islands could not be allocated.
static void drop_rows(mjData* d) { d->nefc = d->ne = d->nf = d->nl = d->nisland = d->nidof = 0; }

//------------------------------ maps --------------------------------------------------------------

// Exclusive prefix sums.
static void prefix_sums(int* adr, const int* count, int n) {
  for (int k = 0, sum = 0; k < n; k++) {
    adr[k] = sum;
    sum += count[k];
  }
}

typedef int FourInts __attribute__((vector_size(4 * sizeof(int)), aligned(sizeof(int)), may_alias));

// to[i] = first + step i for i < n
static inline void count_up(int* to, int first, int step, int n) {
  int i = 0;
  for (; i <= n - 4; i += 4)
    *(FourInts*)(to + i) = first + step * (i + (FourInts){0, 1, 2, 3});
  for (; i < n; i++)
    to[i] = first + step * i;
}

static void map_trees_and_dofs(const mjModel* m, mjData* d, const int* tree_island, int* next) {
  int nisland = d->nisland, free_tree = 0, free_dof = d->nidof;
  memcpy(d->tree_island, tree_island, sizeof(int) * (size_t)m->ntree);

  // how many
  memset(d->island_ntree, 0, sizeof(int) * (size_t)nisland);
  memset(d->island_nv, 0, sizeof(int) * (size_t)nisland);
  for (int t = 0; t < m->ntree; t++) {
    if (tree_island[t] >= 0) {
      d->island_ntree[tree_island[t]]++;
      d->island_nv[tree_island[t]] += m->tree_dofnum[t];
      free_tree++;
    }
  }
  prefix_sums(d->island_itreeadr, d->island_ntree, nisland);
  prefix_sums(d->island_idofadr, d->island_nv, nisland);

  // trees, unconstrained ones last
  memcpy(next, d->island_itreeadr, sizeof(int) * (size_t)nisland);
  for (int t = 0; t < m->ntree; t++)
    d->map_itree2tree[tree_island[t] >= 0 ? next[tree_island[t]]++ : free_tree++] = t;

  // dofs likewise; those of a tree are contiguous
  memcpy(next, d->island_idofadr, sizeof(int) * (size_t)nisland);
  for (int t = 0; t < m->ntree; t++) {
    const int island = tree_island[t], dof = m->tree_dofadr[t], n = m->tree_dofnum[t];
    int* place = island >= 0 ? next + island : &free_dof;
    count_up(d->dof_island + dof, island, 0, n);
    count_up(d->map_dof2idof + dof, *place, 1, n);
    count_up(d->map_idof2dof + *place, dof, 1, n);
    *place += n;
  }
  for (int k = 0; k < nisland; k++)
    d->island_dofadr[k] = d->map_idof2dof[d->island_idofadr[k]];
}

// How many of the rows [first, end) come before `limit`.
static inline int before(int first, int end, int limit) {
  return limit <= first ? 0 : limit < end ? limit - first : end - first;
}

// run: of one island each
static void map_rows(mjData* d, const Run* run, int nrun, int* next) {
  int nisland = d->nisland;
  memset(d->island_ne, 0, sizeof(int) * (size_t)nisland);
  memset(d->island_nf, 0, sizeof(int) * (size_t)nisland);
  memset(d->island_nefc, 0, sizeof(int) * (size_t)nisland);
  for (int k = 0; k < nrun; k++) {
    const int first = run[k].first, end = run[k + 1].first, island = run[k].tree;
    const int ne = before(first, end, d->ne);
    d->island_nefc[island] += end - first;
    d->island_ne[island] += ne;
    d->island_nf[island] += before(first, end, d->ne + d->nf) - ne;
  }
  prefix_sums(d->island_iefcadr, d->island_nefc, nisland);
  memcpy(next, d->island_iefcadr, sizeof(int) * (size_t)nisland);
  for (int k = 0; k < nrun; k++) {
    const int first = run[k].first, end = run[k + 1].first, island = run[k].tree;
    const int place = next[island];
    count_up(d->efc_island + first, island, 0, end - first);
    count_up(d->map_efc2iefc + first, place, 1, end - first);
    count_up(d->map_iefc2efc + place, first, 1, end - first);
    next[island] += end - first;
  }
}

//------------------------------ copies ------------------------------------------------------------

static inline void copy_numbers(mjtNum* restrict to, const mjtNum* restrict from, int n) {
  int k = 0;
  for (; k <= n - 2 * FC_LANES; k += 2 * FC_LANES) {
    FC_PACK(to + k) = FC_CPACK(from + k);
    FC_PACK(to + k + FC_LANES) = FC_CPACK(from + k + FC_LANES);
  }
  for (; k < n; k++)
    to[k] = from[k];
}

// to = from + shift
static inline void shift_integers(int* restrict to, const int* restrict from, int shift, int n) {
  int k = 0;
  for (; k <= n - 4; k += 4)
    *(FourInts*)(to + k) = *(const FourInts*)(from + k) + shift;
  for (; k < n; k++)
    to[k] = from[k] + shift;
}

static inline void copy_integers(int* restrict to, const int* restrict from, int n) {
  shift_integers(to, from, 0, n);
}

// M and its factor. The rows of a tree stay together and refer to each other only, so a tree is
// copied as a whole.
static void copy_inertia(const mjModel* m, mjData* d) {
  int adr = 0, idof = 0;
  for (int k = 0; k < d->nisland; k++) {
    const int* trees = d->map_itree2tree + d->island_itreeadr[k];
    for (int t = 0; t < d->island_ntree[k]; t++) {
      int dof = m->tree_dofadr[trees[t]], n = m->tree_dofnum[trees[t]], last = dof + n - 1;
      int from = m->M_rowadr[dof], size = m->M_rowadr[last] + m->M_rownnz[last] - from;
      int row_shift = adr - from, column_shift = idof - d->island_idofadr[k] - dof;
      memcpy(d->iM_rownnz + idof, m->M_rownnz + dof, sizeof(int) * (size_t)n);
      memcpy(d->iLDiagInv + idof, d->qLDiagInv + dof, sizeof(mjtNum) * (size_t)n);
      memcpy(d->iM + adr, d->M + from, sizeof(mjtNum) * (size_t)size);
      memcpy(d->iLD + adr, d->qLD + from, sizeof(mjtNum) * (size_t)size);
      shift_integers(d->iM_rowadr + idof, m->M_rowadr + dof, row_shift, n);
      shift_integers(d->iM_colind + adr, m->M_colind + from, column_shift, size);
      adr += size;
      idof += n;
    }
  }
}

// Dense block of one island: the columns of each of its trees are contiguous on both sides.
static void copy_dense_rows(const mjModel* m, mjData* d, int island) {
  int first = d->island_iefcadr[island];
  const int* trees = d->map_itree2tree + d->island_itreeadr[island];
  mjtNum* to = d->iefc_J + (size_t)d->nidof * first;
  for (int r = 0; r < d->island_nefc[island]; r++) {
    const mjtNum* from = d->efc_J + (size_t)d->map_iefc2efc[first + r] * m->nv;
    for (int k = 0; k < d->island_ntree[island]; k++) {
      int n = m->tree_dofnum[trees[k]];
      memcpy(to, from + m->tree_dofadr[trees[k]], sizeof(mjtNum) * (size_t)n);
      to += n;
    }
  }
}

// 1 when the dofs of an island are contiguous. Then columns differ by a constant, *shift.
static int island_shift(const mjData* d, int island, int* shift) {
  const int* dof = d->map_idof2dof + d->island_idofadr[island];
  *shift = -dof[0];
  return dof[d->island_nv[island] - 1] - dof[0] == d->island_nv[island] - 1;
}

// Maps the columns of n consecutive rows, `size` entries from `from`, to their island.
static void copy_columns(const mjModel* m, const mjData* d, int island, const int* rownnz, int n,
                         const int* from, int* to, int size) {
  int shift, first = d->island_idofadr[island];
  if (island_shift(d, island, &shift)) {
    shift_integers(to, from, shift, size);
    return;
  }
  for (int r = 0, nnz; r < n; r++, from += nnz, to += nnz) {
    nnz = rownnz[r];
    // a row within one tree is shifted as a whole
    if (nnz && m->dof_treeid[from[0]] == m->dof_treeid[from[nnz - 1]]) {
      shift = d->map_dof2idof[from[0]] - first - from[0];
      shift_integers(to, from, shift, nnz);
    } else {
      for (int j = 0; j < nnz; j++)
        to[j] = d->map_dof2idof[from[j]] - first;
    }
  }
}

// Entries in the n rows from `row` on, which follow each other.
static inline int row_entries(const mjData* d, int row, int n) {
  const int last = row + n - 1;
  return d->efc_J_rowadr[last] + d->efc_J_rownnz[last] - d->efc_J_rowadr[row];
}

// rowsuper of n rows that precede row r + n of their island (last: no row does), copied from those
// of the system except where the next rows are others.
static void copy_supernodes(mjData* d, int row, int r, int n, int last) {
  const int nnz = d->iefc_J_rownnz[r + n - 1];
  const int* columns = d->iefc_J_colind + d->iefc_J_rowadr[r + n - 1];
  const int same = !last && nnz == d->iefc_J_rownnz[r + n] && columns[0] == columns[nnz] &&
                   memcmp(columns, columns + nnz, sizeof(int) * (size_t)nnz) == 0;
  const int more = same ? d->iefc_J_rowsuper[r + n] + 1 : 0;
  for (int k = 0; k < n; k++) {
    const int super = d->efc_J_rowsuper[row + k], rest = n - 1 - k;
    d->iefc_J_rowsuper[r + k] = super >= rest ? rest + more : super;
  }
}

// Rows of the sparse form. Those of a run are copied in one piece. next: entries of each island
// that have been copied, and where they are.
static void copy_sparse_rows(const mjModel* m, mjData* d, const Run* run, int nrun, int* next) {
  memset(next, 0, sizeof(int) * (size_t)d->nisland);
  for (int k = 0; k < nrun; k++)
    next[run[k].tree] += row_entries(d, run[k].first, run[k + 1].first - run[k].first);
  for (int k = 0, sum = 0; k < d->nisland; k++) {
    const int size = next[k];
    next[k] = sum;
    sum += size;
  }
  for (int k = 0; k < nrun; k++) {
    const int row = run[k].first, n = run[k + 1].first - row, island = run[k].tree;
    const int r = d->map_efc2iefc[row], from = d->efc_J_rowadr[row], adr = next[island];
    const int size = row_entries(d, row, n);
    copy_integers(d->iefc_J_rownnz + r, d->efc_J_rownnz + row, n);
    shift_integers(d->iefc_J_rowadr + r, d->efc_J_rowadr + row, adr - from, n);
    copy_numbers(d->iefc_J + adr, d->efc_J + from, size);
    copy_columns(m, d, island, d->efc_J_rownnz + row, n, d->efc_J_colind + from,
                 d->iefc_J_colind + adr, size);
    next[island] += size;
  }
  for (int k = nrun - 1; k >= 0; k--) {
    const int row = run[k].first, n = run[k + 1].first - row, island = run[k].tree;
    const int r = d->map_efc2iefc[row];
    copy_supernodes(d, row, r, n, r + n == d->island_iefcadr[island] + d->island_nefc[island]);
  }
}

// The rows of an island that is the whole system are those of the system.
static void share_rows(mjData* d) {
  d->iefc_type = d->efc_type;
  d->iefc_id = d->efc_id;
  d->iefc_frictionloss = d->efc_frictionloss;
  d->iefc_D = d->efc_D;
  d->iefc_R = d->efc_R;
  d->iefc_J_rownnz = d->efc_J_rownnz;
  d->iefc_J_rowadr = d->efc_J_rowadr;
  d->iefc_J_rowsuper = d->efc_J_rowsuper;
  d->iefc_J_colind = d->efc_J_colind;
  d->iefc_J = d->efc_J;
  d->iefc_aref = d->efc_aref;
  d->iefc_force = d->efc_force;
}

static void copy_rows(const mjModel* m, mjData* d, const Run* run, int nrun, int* next) {
  for (int k = 0; k < nrun; k++) {
    const int row = run[k].first, n = run[k + 1].first - row, r = d->map_efc2iefc[row];
    copy_integers(d->iefc_type + r, d->efc_type + row, n);
    copy_integers(d->iefc_id + r, d->efc_id + row, n);
    copy_numbers(d->iefc_frictionloss + r, d->efc_frictionloss + row, n);
    copy_numbers(d->iefc_D + r, d->efc_D + row, n);
    copy_numbers(d->iefc_R + r, d->efc_R + row, n);
  }
  if (mj_isSparse(m)) {
    copy_sparse_rows(m, d, run, nrun, next);
    return;
  }
  for (int k = 0; k < d->nisland; k++)
    copy_dense_rows(m, d, k);
}

//------------------------------ islands -----------------------------------------------------------

// After the search: allocates and fills the arrays.
static void fill_islands(Search* s) {
  const mjModel* m = s->m;
  mjData* d = s->d;
  for (int t = 0; t < m->ntree; t++)
    d->nidof += s->tree_island[t] >= 0 ? m->tree_dofnum[t] : 0;
  if (!allocate_islands(m, d)) {
    mj_warning(d, mjWARN_CNSTRFULL, (int)d->narena);
    drop_rows(d);
    return;
  }
  int* next = mj_stackAllocInt(d, d->nisland);
  merge_runs(s);
  map_trees_and_dofs(m, d, s->tree_island, next);
  map_rows(d, s->run, s->nrun, next);
  copy_inertia(m, d);
  if (island_is_whole(m, d))
    share_rows(d);
  else
    copy_rows(m, d, s->run, s->nrun, next);
}

void mj_island(const mjModel* m, mjData* d) {
  d->nisland = d->nidof = 0;
  if ((m->opt.disableflags & mjDSBL_ISLAND) || !d->nefc)
    return;
  const ConstraintPlan* plan = d->ne ? constraint_plan(m, d) : NULL;
  if (d->ne && !plan)
    return;
  mj_markStack(d);
  int* room = mj_stackAllocInt(d, 3 * (size_t)m->ntree + 2 * (size_t)d->nefc + 2);
  Search search = {.m = m,
                   .d = d,
                   .plan = plan,
                   .sparse = mj_isSparse(m),
                   .parent = room,
                   .trees = room + m->ntree,
                   .tree_island = room + 2 * m->ntree,
                   .run = (Run*)(room + 3 * m->ntree)};
  int nisland = find_islands(&search);
  if (nisland > 0) {
    d->nisland = nisland;
    fill_islands(&search);
  }
  mj_freeStack(d);
}
