// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Extension point "constraint": creates the rows of the constraint Jacobian.
//
// A face creates rows, i.e. scalar residuals r(q) with their Jacobians J = dr/dq, in blocks that
// share one list of columns. The host decides which elements currently create rows (active, awake),
// sorts the rows into the groups below, adds regularisation and reference acceleration
//
//     R    = (1 - imp) / imp * diagonal,  imp = impedance of solimp at |r| of the block
//     aref = -B J qvel - K imp (r - margin),  K, B from solref
//
// (Todorov 2014, "Convex and analytically-invertible dynamics with contacts and constraints"), and
// passes them to the solver. A face deals neither with the solver nor with memory management.
//
//   group (mjtConstraint)      elements                     served by
//   mjCNSTR_EQUALITY           <equality>, bilateral        one face per type: eq_type is the
//                                                           face's number, or
//                                                           fc_optionValue(FC_CONSTRAINT, name)
//   mjCNSTR_FRICTION_DOF       all dofs, |force| <= loss    "friction/dof"
//   mjCNSTR_FRICTION_TENDON    all tendons                  "friction/tendon"
//   mjCNSTR_LIMIT_JOINT        all joints, force >= 0       "limit/joint"
//   mjCNSTR_LIMIT_TENDON       all tendons                  "limit/tendon"
//
// Rows are in the order of groups; equality rows are in the order of elements, regardless of their
// types.
//
// An element of type "equality" has two ends, which are named objects of one type (eq_objtype,
// eq_obj1id, eq_obj2id), and mjNEQDATA numbers (eq_data). The parameters of the face
// (FcFace.parameters) are the first of these numbers in the declared order, lengths added up: every
// element has separate values, which may be edited between steps, and FcContext.param is NULL. Such
// a parameter cannot have the type FC_ELEMENT. Numbers after the last parameter belong to `derive`.
//
// A third-party type in C: mjsEquality with type = (mjtEq)fc_optionValue(FC_CONSTRAINT,
// "acme.screw"), objtype, name1, name2, data; in MJCF an element with the name of the face, and
// attributes for its ends and parameters.
//
// Contract: thread, heap and error rules of <fulcrum/module.h>. Unless its comment says otherwise,
// a function is called in the position stage on the thread of d, when kinematics and tendons of d
// are up to date.
//
// Since SDK 1.0.

#ifndef FULCRUM_CONSTRAINT_H_
#define FULCRUM_CONSTRAINT_H_

#include <stdint.h>

#include <fulcrum/module.h>
#include <mujoco/mjdata.h>
#include <mujoco/mjexport.h>
#include <mujoco/mjmodel.h>

#ifdef __cplusplus
extern "C" {
#endif

// ---------------------------------------------------------------- what a face receives

// The elements of one call. Equality: n consecutive elements of the type of the face that are
// active and awake. Other groups: all n dofs, joints or tendons, from which the face selects.
typedef struct FcConstraintBatch_ {
  uint32_t size;  // sizeof(FcConstraintBatch)
  int n;
  const int* id;  // n ids, ascending; NULL: 0 ... n-1
} FcConstraintBatch;

// Rows under construction. `count` adds to rows and entries; `fill` only reads them. The memory
// after this struct belongs to the host.
typedef struct FcRows_ {
  uint32_t size;  // sizeof(FcRows)
  int sparse;     // 1: rows are stored sparse, so entries must be correct; 0: entries are not used
  int sleeping;   // 1: some elements sleep; groups other than equality then omit elements of
                  // sleeping trees (d->tree_awake[tree] = 0)
  int rows;       // upper bound of rows so far
  int entries;    // upper bound of stored entries so far: rows times columns of each block
  int* columns;   // 2 nv ints of scratch
  mjtNum* work;   // 12 nv numbers of scratch
} FcRows;

// Data of a block besides its Jacobian.
typedef struct FcRowBlock_ {
  uint32_t size;      // sizeof(FcRowBlock)
  int id;             // element that makes the rows: becomes efc_id
  const mjtNum* pos;  // per row: residual (m, rad); NULL: 0. A block of several rows has one
                      // impedance, that of the norm of its residuals
  const mjtNum*
      diagonal;          // per row: estimate of the diagonal of J M^-1 J' from the inverse weights
                         // of the model (body_invweight0, dof_invweight0, tendon_invweight0)
  const mjtNum* solref;  // mjNREF numbers; NULL: eq_solref of the element (equality only)
  const mjtNum* solimp;  // mjNIMP numbers; NULL: eq_solimp of the element (equality only)
  mjtNum margin;         // residual below which the rows act; 0 for equality
  mjtNum frictionloss;   // bound of the force (N, N m); friction groups only
} FcRowBlock;

// A wrench on a body, as `wrench` reports it. Modules fill arrays of it, so it cannot grow.
typedef struct FcWrench_ {
  int body;
  mjtNum point[3];   // where it acts, world frame
  mjtNum force[3];   // N, world frame
  mjtNum torque[3];  // N m about `point`, world frame
} FcWrench;

#define FC_WRENCH_MAX 8  // wrenches of one element

// Blocks of one row each whose Jacobian already exists as rows of a sparse matrix (mjModel holds
// the pattern, mjData the values: flexedge_J, flexvert_J).
typedef struct FcRowRun_ {
  uint32_t size;           // sizeof(FcRowRun)
  int id;                  // element that makes the rows: becomes efc_id
  int n;                   // rows
  const int* rownnz;       // n: entries of each row; a row without any is dropped
  const int* rowadr;       // n: their start in colind and J
  const int* colind;       // dofs, ascending in each row
  const mjtNum* J;         // values
  const mjtNum* pos;       // n: residuals (m, rad)
  const mjtNum* diagonal;  // n: as in FcRowBlock
} FcRowRun;

// ---------------------------------------------------------------- what a face is

// Objects that can be the ends of an element, and the attributes that name them in MJCF. An
// equality face lists one or more kinds, of which an element uses one; with several kinds, objtype
// says which. Arrays of it come with their stride, FcConstraint.ends_size.
typedef struct FcEnds_ {
  mjtObj type;         // mjOBJ_BODY, mjOBJ_SITE, mjOBJ_JOINT, mjOBJ_TENDON, ...
  const char* first;   // "body1"
  const char* second;  // "body2"; NULL: elements have one end and eq_obj2id is -1
  int required;        // 1: the second end must be given. 0: without it eq_obj2id is -1, or 0, the
                       // world, for bodies
  unsigned without;    // bit k: parameter k has no meaning between such ends and is not written
} FcEnds;

// What the rows of an equality hold of a flex: m->flex_edgeequality of the flex is that of the
// first equality on it. mj_flex computes flexedge_J of flexes with FC_FLEX_EDGES, and
// flexvert_length and flexvert_J of flexes with FC_FLEX_VERTICES.
typedef enum FcFlexRows_ {
  FC_FLEX_EDGES = 1,  // lengths of edges
  FC_FLEX_VERTICES,   // the metric at vertices of a cloth
  FC_FLEX_CELLS       // strain in cells
} FcFlexRows;

typedef struct FcConstraint_ {
  uint32_t size;  // sizeof(FcConstraint)

  // Equality only: kinds of ends (at least one), and the maximum number of rows in a block of an
  // element, which determines nemax. Both 0 otherwise.
  int group;           // mjtConstraint: mjCNSTR_EQUALITY ... mjCNSTR_LIMIT_TENDON
  int rows;            // see above
  const FcEnds* ends;  // nends entries of ends_size bytes: FC_ENDS(array)
  int nends;
  uint32_t ends_size;  // sizeof(FcEnds)

  // Add upper bounds for what `fill` will append. `fill` may not append rows for elements that were
  // not counted.
  int (*count)(const FcContext* context, const FcConstraintBatch* batch, FcRows* rows);

  // Append the blocks of the batch, in the order of its elements: fc_rowValues, write the
  // Jacobian, fc_rowAppend.
  int (*fill)(const FcContext* context, const FcConstraintBatch* batch, FcRows* rows);

  // Equality only, may be NULL: kinematic trees (body_treeid, none is -1) that element `id` ties
  // together, ascending, each once, at most ntree of them; returns how many. They form one island
  // and sleep together. NULL: the element acts only on its two ends. Without this function,
  // elements whose ends are not bodies, sites or joints do not support sleeping.
  int (*trees)(const FcContext* context, int id, int* trees);

  // Equality only, may be NULL: the wrenches that the n rows with these forces exert on bodies, for
  // mjData.cfrc_ext; at most FC_WRENCH_MAX. Returns their number. For any motion of the system
  // their power must equal force . J qvel. NULL: the element acts in joints or tendons, whose
  // forces are not external. [mj_rnePostConstraint]
  int (*wrench)(const FcContext* context, int id, const mjtNum* force, int n, FcWrench* wrench);

  // Equality only, may be NULL: compute the derived numbers of eq_data of element `id`, such as
  // anchors in the second body and relative poses, from the kinematics of d, which is at qpos0.
  // [mj_setConst, so also when a model is compiled]
  int (*derive)(mjModel* m, const mjData* d, int id);

  // Equality only, may be NULL: refuse an element with invalid ends or numbers. When it is called,
  // the ends exist and the parameters are in their ranges. [when a model is compiled; and at the
  // first use after eq_type was edited]
  int (*check)(const mjModel* m, int id);

  // Equality only: 1 when the blocks of an element act on different bodies, as the edges of a flex
  // do; each block then belongs to the island of the dofs in its columns. 0: all rows of an element
  // belong to one island.
  int separate;

  // Equality whose only kind of ends is a flex: what its rows hold (FcFlexRows). 0: a flex is
  // compiled as if it had no equality.
  int flex;
} FcConstraint;

// Initialisers of FcConstraint for a static array of ends.
#define FC_ENDS(array) \
  .ends = (array), .nends = (int)(sizeof(array) / sizeof((array)[0])), .ends_size = sizeof(FcEnds)

// ---------------------------------------------------------------- services

// Where to write the Jacobian of a block with nrow rows and n columns: row-major, n numbers per
// row, uninitialised. NULL with fc_lastError when the block exceeds what was counted.
MJAPI mjtNum* fc_rowValues(FcRows* rows, int nrow, int n);

// Append the block that was written there. columns: n dofs, ascending. Returns 1; 0 when the block
// cannot move and was dropped (no columns; all values zero in the dense form); -1 with
// fc_lastError.
MJAPI int fc_rowAppend(FcRows* rows, int nrow, int n, const int* columns, const FcRowBlock* block);

// Append a run of blocks of one row, equality only, with eq_solref and eq_solimp of the element;
// faster than one call per block. Empty rows (all values zero in the dense form) are dropped.
// Returns the number of appended rows; -1 with fc_lastError.
MJAPI int fc_rowsAppend(FcRows* rows, const FcRowRun* run);

// Dofs that move at least one of two bodies, ascending, into `columns` (room for nv). Returns how
// many. Body 0 moves nothing.
MJAPI int fc_bodyColumns(const mjModel* m, int body1, int body2, int* columns);

// Jacobian of body1 at point1 minus that of body2 at point2 (world frame) on these columns: jacp
// translation, jacr rotation, 3 x n each, either may be NULL.
MJAPI void fc_bodyJacobian(const mjModel* m, const mjData* d, mjtNum* jacp, mjtNum* jacr, int body1,
                           const mjtNum point1[3], int body2, const mjtNum point2[3], int n,
                           const int* columns);

// Merge two ascending lists into one without repetition; returns its length.
MJAPI int fc_mergeColumns(int* result, const int* a, int na, const int* b, int nb);

// Jacobian row of the length of a tendon: its *n columns and values. The arrays belong to m and d.
static inline const mjtNum* fc_tendonRow(const mjModel* m, const mjData* d, int tendon,
                                         const int** columns, int* n) {
  *n = m->ten_J_rownnz[tendon];
  *columns = m->ten_J_colind + m->ten_J_rowadr[tendon];
  return d->ten_J + m->ten_J_rowadr[tendon];
}

// Body that end 0 or 1 of an element with ends of type body or site is attached to; 0 when it has
// none.
static inline int fc_endBody(const mjModel* m, int equality, int end) {
  const int id = end ? m->eq_obj2id[equality] : m->eq_obj1id[equality];
  return id < 0 ? 0 : m->eq_objtype[equality] == mjOBJ_SITE ? m->site_bodyid[id] : id;
}

#ifdef __cplusplus
}
#endif

#endif  // FULCRUM_CONSTRAINT_H_
