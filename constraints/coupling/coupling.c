// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Joint and tendon couplings: y - y0 is a quartic polynomial of x - x0, or constant without x.
//
//   r = (y - y0) - (c0 + c1 z + c2 z^2 + c3 z^3 + c4 z^4),   z = x - x0
//   J = dy - (c1 + 2 c2 z + 3 c3 z^2 + 4 c4 z^3) dx
//
// x and y are positions of scalar joints or lengths of tendons, x0 and y0 those at qpos0.

#include <fulcrum/constraint.h>
#include <fulcrum/host.h>
#include <fulcrum/layout.h>
#include <fulcrum/math.h>

// One coupled quantity: value relative to qpos0, derivative, inverse inertia.
typedef struct Coupled_ {
  mjtNum offset;
  const int* columns;
  const mjtNum* J;
  int n;
  mjtNum weight;
} Coupled;

typedef Coupled (*Describe)(const mjModel* m, const mjData* d, int id);

static Coupled joint(const mjModel* m, const mjData* d, int id) {
  static const mjtNum one = 1;
  const int qadr = m->jnt_qposadr[id], *dof = m->jnt_dofadr + id;
  return (Coupled){d->qpos[qadr] - m->qpos0[qadr], dof, &one, 1, m->dof_invweight0[*dof]};
}

static Coupled tendon(const mjModel* m, const mjData* d, int id) {
  Coupled c = {.offset = d->ten_length[id] - m->tendon_length0[id],
               .weight = m->tendon_invweight0[id]};
  c.J = fc_tendonRow(m, d, id, &c.columns, &c.n);
  return c;
}

// ---------------------------------------------------------------- rows

static int count(const FcContext* context, const FcConstraintBatch* batch, FcRows* rows,
                 Describe describe) {
  const mjModel* m = context->m;
  if (!rows->sparse) {
    rows->rows += batch->n;
    return 0;
  }
  for (int k = 0; k < batch->n; k++) {
    const int i = batch->id[k], id2 = m->eq_obj2id[i];
    const Coupled y = describe(m, context->d, m->eq_obj1id[i]);
    int n = y.n;
    if (id2 >= 0) {
      const Coupled x = describe(m, context->d, id2);
      n = fc_mergeColumns(rows->columns, y.columns, y.n, x.columns, x.n);
    }
    rows->rows += n > 0;
    rows->entries += n;
  }
  return 0;
}

// The Jacobian of y - p(x) on the union of their columns.
static void combine(mjtNum* J, const int* columns, int n, const Coupled* y, const Coupled* x,
                    mjtNum slope) {
  for (int k = 0, iy = 0, ix = 0; k < n; k++) {
    mjtNum value = 0;
    if (iy < y->n && y->columns[iy] == columns[k])
      value += y->J[iy++];
    if (ix < x->n && x->columns[ix] == columns[k])
      value -= slope * x->J[ix++];
    J[k] = value;
  }
}

static int append(const FcContext* context, FcRows* rows, int i, Describe describe) {
  const mjModel* m = context->m;
  const mjtNum* c = m->eq_data + mjNEQDATA * i;
  const Coupled y = describe(m, context->d, m->eq_obj1id[i]);
  mjtNum pos = y.offset - c[0], diagonal = y.weight;
  const FcRowBlock block = {.size = sizeof block, .id = i, .pos = &pos, .diagonal = &diagonal};
  if (m->eq_obj2id[i] < 0) {
    mjtNum* J = fc_rowValues(rows, 1, y.n);
    if (!J)
      return -1;
    fc_copy(J, y.J, y.n);
    return fc_rowAppend(rows, 1, y.n, y.columns, &block);
  }

  // polynomial and its slope
  const Coupled x = describe(m, context->d, m->eq_obj2id[i]);
  const mjtNum z = x.offset;
  pos -= z * (c[1] + z * (c[2] + z * (c[3] + z * c[4])));
  diagonal += x.weight;
  const mjtNum slope = c[1] + z * (2 * c[2] + z * (3 * c[3] + z * 4 * c[4]));
  const int n = fc_mergeColumns(rows->columns, y.columns, y.n, x.columns, x.n);
  mjtNum* J = fc_rowValues(rows, 1, n);
  if (!J)
    return -1;
  combine(J, rows->columns, n, &y, &x, slope);
  return fc_rowAppend(rows, 1, n, rows->columns, &block);
}

// ---------------------------------------------------------------- joints

static int count_joints(const FcContext* context, const FcConstraintBatch* batch, FcRows* rows) {
  return count(context, batch, rows, joint);
}

static int fill_joints(const FcContext* context, const FcConstraintBatch* batch, FcRows* rows) {
  for (int k = 0; k < batch->n; k++)
    if (append(context, rows, batch->id[k], joint) < 0)
      return -1;
  return 0;
}

static int is_scalar(const mjModel* m, int id) {
  return id < 0 || m->jnt_type[id] == mjJNT_HINGE || m->jnt_type[id] == mjJNT_SLIDE;
}

static int check_joints(const mjModel* m, int i) {
  return is_scalar(m, m->eq_obj1id[i]) && is_scalar(m, m->eq_obj2id[i])
             ? 0
             : fc_fail("only HINGE and SLIDE joint allowed in constraint");
}

// ---------------------------------------------------------------- tendons

static int count_tendons(const FcContext* context, const FcConstraintBatch* batch, FcRows* rows) {
  return count(context, batch, rows, tendon);
}

static int fill_tendons(const FcContext* context, const FcConstraintBatch* batch, FcRows* rows) {
  const mjModel* m = context->m;
  int* address = context->d->tendon_efcadr;
  for (int k = 0; k < batch->n; k++) {
    const int i = batch->id[k], id1 = m->eq_obj1id[i], id2 = m->eq_obj2id[i];
    // the tendon stores the id of its equality, not the index of its row
    if (address[id1] == -1)
      address[id1] = i;
    if (id2 >= 0 && address[id2] == -1)
      address[id2] = i;
    if (append(context, rows, i, tendon) < 0)
      return -1;
  }
  return 0;
}

// ---------------------------------------------------------------- faces

static const FcParameter parameters[] = {
    {.key = "polycoef",
     .type = FC_REAL,
     .length = 5,
     .help = "Coefficients of the polynomial, constant first."}};

static const FcEnds joint_ends[] = {{mjOBJ_JOINT, "joint1", "joint2", 0, 0}};
static const FcEnds tendon_ends[] = {{mjOBJ_TENDON, "tendon1", "tendon2", 0, 0}};

static const FcConstraint joint_table = {.size = sizeof(FcConstraint),
                                         .group = mjCNSTR_EQUALITY,
                                         FC_ENDS(joint_ends),
                                         .rows = 1,
                                         .count = count_joints,
                                         .fill = fill_joints,
                                         .check = check_joints};
static const FcConstraint tendon_table = {.size = sizeof(FcConstraint),
                                          .group = mjCNSTR_EQUALITY,
                                          FC_ENDS(tendon_ends),
                                          .rows = 1,
                                          .count = count_tendons,
                                          .fill = fill_tendons};

static const FcFace faces[] = {
    {.size = sizeof(FcFace),
     .kind = FC_CONSTRAINT,
     .name = "joint",
     .table = &joint_table,
     FC_PARAMETERS(parameters),
     .number = FC_NUMBER(mjEQ_JOINT)},
    {.size = sizeof(FcFace),
     .kind = FC_CONSTRAINT,
     .name = "tendon",
     .table = &tendon_table,
     FC_PARAMETERS(parameters),
     .number = FC_NUMBER(mjEQ_TENDON)},
};

FC_MODULE_WITH(coupling, "coupling", "1.0.0", "Apache-2.0", &fc_layout, faces, 0,
               "A joint or a tendon is a polynomial of another one", NULL)
