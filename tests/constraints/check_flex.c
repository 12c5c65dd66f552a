// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Rows of flexes: their equalities, and contacts with a side that is a flex. Kinematics of the
// flexes are recorded with the rows, so that this suite looks at rows only.

#include "tests/constraints/flex_scene.h"
#include "tests/constraints/support.h"

#include "tests/constraints/flex_golden.inc"

static mjModel* m;
static mjData* d;

static void setup(void) {
  char error[1000] = "";
  m = mj_loadXML(TEST_SOURCE_DIR "/tests/data/constraints/flex.xml", NULL, error, sizeof error);
  ck_assert_msg(m != NULL, "%s", error);
  d = mj_makeData(m);
  set_flex_pose(m, d);
  mj_kinematics(m, d);
  mj_comPos(m, d);
  mju_copy(d->flexvert_xpos, golden_vertices, 3 * (int)m->nflexvert);
  mju_copy(d->flexedge_length, golden_edge_length, (int)m->nflexedge);
  mju_copy(d->flexedge_J, golden_edge_J, (int)m->nJfe);
  mju_copy(d->flexvert_length, golden_vertex_length, 2 * (int)m->nflexvert);
  mju_copy(d->flexvert_J, golden_vertex_J, 2 * (int)m->nJfv);
}

static void teardown(void) {
  mj_deleteData(d);
  mj_deleteModel(m);
}

// Make the rows of one equality only, -1: of none.
static void activate(int equality) {
  for (int i = 0; i < m->neq; i++)
    d->eq_active[i] = i == equality;
}

static void make_rows(int jacobian) {
  m->opt.jacobian = jacobian;
  mj_makeConstraint(m, d);
  mj_referenceConstraint(m, d);
}

static const int forms[] = {mjJAC_DENSE, mjJAC_SPARSE};

// ---------------------------------------------------------------- the reference

static void compare(const char* what, const mjtNum* value, const mjtNum* golden, int n) {
  mjtNum scale = 1e-10;
  for (int i = 0; i < n; i++)
    scale = mju_max(scale, mju_abs(golden[i]));
  for (int i = 0; i < n; i++) {
    ck_assert_msg(mju_abs(value[i] - golden[i]) <= 1e-12 * scale, "%s of row %d: %.17g, not %.17g",
                  what, i, value[i], golden[i]);
  }
}

#define COMPARE_ROWS(suffix)                                         \
  do {                                                               \
    const int n = (int)(sizeof type##suffix / sizeof *type##suffix); \
    ck_assert_int_eq(d->nefc, n);                                    \
    for (int i = 0; i < n; i++)                                      \
      ck_assert_int_eq(d->efc_type[i], type##suffix[i]);             \
    compare("residual", d->efc_pos, pos##suffix, n);                 \
    compare("diagonal", d->efc_diagApprox, diagonal##suffix, n);     \
    compare("regularization", d->efc_R, regular##suffix, n);         \
    compare("velocity", d->efc_vel, velocity##suffix, n);            \
    compare("reference acceleration", d->efc_aref, aref##suffix, n); \
  } while (0)

START_TEST(equalities_are_those_of_the_reference) {
  for (int k = 0; k < 2; k++) {
    activate(NET);
    make_rows(forms[k]);
    COMPARE_ROWS(_equality0);
    ck_assert_int_eq(d->ne, m->flex_edgenum[NET] - 1);  // one edge is between two pins
    activate(CLOTH);
    make_rows(forms[k]);
    COMPARE_ROWS(_equality1);
    ck_assert_int_eq(d->ne, 2 * m->flex_vertnum[CLOTH]);
    activate(JELLY);
    make_rows(forms[k]);
    COMPARE_ROWS(_equality2);
    ck_assert_int_eq(d->ne, 24);
    activate(CAKE);
    make_rows(forms[k]);
    COMPARE_ROWS(_equality3);
    ck_assert_int_eq(d->ne, 81);
  }
}
END_TEST

START_TEST(equalities_come_together_and_only_when_active) {
  for (int k = 0; k < 2; k++) {
    activate(-1);
    make_rows(forms[k]);
    ck_assert_int_eq(d->nefc, 0);
    for (int i = 0; i < m->neq; i++)
      d->eq_active[i] = 1;
    make_rows(forms[k]);
    const int first[] = {0, 15, 27, 51, 132};
    ck_assert_int_eq(d->ne, first[4]);
    for (int i = 0; i < m->neq; i++)
      for (int row = first[i]; row < first[i + 1]; row++)
        ck_assert_int_eq(d->efc_id[row], i);
    compare("aref", d->efc_aref + first[1], aref_equality1, 12);
    compare("aref", d->efc_aref + first[3], aref_equality3, 81);
    m->opt.disableflags |= mjDSBL_EQUALITY;
    make_rows(forms[k]);
    ck_assert_int_eq(d->nefc, 0);
    m->opt.disableflags &= ~mjDSBL_EQUALITY;
  }
}
END_TEST

START_TEST(contacts_are_those_of_the_reference) {
  activate(-1);
  add_flex_contacts(m, d, NRECORDED);
  for (int k = 0; k < 2; k++) {
    m->opt.cone = mjCONE_PYRAMIDAL;
    make_rows(forms[k]);
    COMPARE_ROWS(_pyramidal);
    m->opt.cone = mjCONE_ELLIPTIC;
    make_rows(forms[k]);
    COMPARE_ROWS(_elliptic);
    for (int i = 0; i < NRECORDED; i++)
      ck_assert_int_eq(d->contact[i].exclude, golden_excluded[i]);
  }
}
END_TEST

// ---------------------------------------------------------------- Jacobians

// velocities of the rows and their rates of change by central differences of residuals
static void check_derivative(int equality, int form) {
  mjtNum residual[2][81];
  mjtNum* qpos = malloc(sizeof(mjtNum) * (size_t)m->nq);
  mju_copy(qpos, d->qpos, (int)m->nq);
  activate(equality);
  for (int k = 0; k < 2; k++) {
    mju_copy(d->qpos, qpos, (int)m->nq);
    mj_integratePos(m, d->qpos, d->qvel, k ? 1e-6 : -1e-6);
    mj_kinematics(m, d);
    mj_comPos(m, d);
    make_rows(form);
    mju_copy(residual[k], d->efc_pos, d->nefc);
  }
  mju_copy(d->qpos, qpos, (int)m->nq);
  mj_kinematics(m, d);
  mj_comPos(m, d);
  make_rows(form);
  for (int i = 0; i < d->nefc; i++)
    ck_assert_double_eq_tol(d->efc_vel[i], (residual[1][i] - residual[0][i]) / 2e-6, 1e-7);
  free(qpos);
}

// the cell on the arm too, whose nodes share a dof
START_TEST(jacobians_of_strain_are_derivatives) {
  for (int k = 0; k < 2; k++) {
    check_derivative(JELLY, forms[k]);
    check_derivative(CAKE, forms[k]);
  }
}
END_TEST

START_TEST(dense_and_sparse_rows_are_the_same) {
  add_flex_contacts(m, d, NRECORDED);
  make_rows(mjJAC_DENSE);
  const int n = d->nefc, nv = (int)m->nv;
  mjtNum *dense = malloc(sizeof(mjtNum) * (size_t)(n * nv)), *row = malloc(sizeof(mjtNum) * nv);
  ck_assert_int_gt(n, 132);
  mju_copy(dense, d->efc_J, n * nv);
  make_rows(mjJAC_SPARSE);
  ck_assert_int_eq(d->nefc, n);
  for (int r = 0; r < n; r++) {
    dense_row(m, d, r, row);
    for (int i = 0; i < nv; i++)
      ck_assert_msg(row[i] == dense[r * nv + i], "row %d, column %d", r, i);
    for (int k = 1; k < d->efc_J_rownnz[r]; k++) {
      const int* columns = d->efc_J_colind + d->efc_J_rowadr[r];
      ck_assert_int_gt(columns[k], columns[k - 1]);
    }
  }
  free(dense);
  free(row);
}
END_TEST

// a rigid motion of what is in contact moves no contact: weights add up to one on each side
START_TEST(contacts_do_not_move_with_a_common_translation) {
  activate(-1);
  add_flex_contacts(m, d, 4);
  d->contact[0].exclude = 1;  // its element has a pin
  mju_zero(d->qvel, (int)m->nv);
  for (int b = 1; b < m->nbody; b++) {
    const int adr = m->body_dofadr[b];
    for (int i = 0; i < 3 && m->body_dofnum[b] >= 3; i++)
      d->qvel[adr + i] = i + 1;
  }
  m->opt.cone = mjCONE_ELLIPTIC;
  make_rows(mjJAC_SPARSE);
  ck_assert_int_eq(d->nefc, 1 + 3 + 3);
  for (int r = 0; r < d->nefc; r++)
    ck_assert_double_eq_tol(d->efc_vel[r], 0, 1e-14);
}
END_TEST

// ---------------------------------------------------------------- what makes no rows

START_TEST(contacts_of_passive_flexes_and_of_pins_make_no_rows) {
  activate(-1);
  for (int k = 0; k < 2; k++) {
    d->ncon = 0;
    add_flex_contacts(m, d, NCONTACT);
    make_rows(forms[k]);
    ck_assert_int_eq(d->contact[8].exclude, 4);
    ck_assert_int_eq(d->contact[8].efc_address, -1);
    ck_assert_int_eq(d->contact[9].exclude, 3);
    ck_assert_int_eq(d->contact[9].efc_address, -1);
    ck_assert_int_eq(d->contact[0].efc_address, 0);
  }
}
END_TEST

START_TEST(cells_of_order_zero_have_no_strain) {
  activate(JELLY);
  m->flex_interp[JELLY] = 0;
  for (int k = 0; k < 2; k++) {
    make_rows(forms[k]);
    ck_assert_int_eq(d->nefc, 0);
  }
}
END_TEST

// ---------------------------------------------------------------- islands

static int has_vertex(const int* edge, const int* other) {
  return edge[0] == other[0] || edge[0] == other[1] || edge[1] == other[0] || edge[1] == other[1];
}

START_TEST(edges_that_are_not_connected_are_islands_of_their_own) {
  activate(NET);
  const int *edge = m->flex_edge + 2 * m->flex_edgeadr[NET], n = m->flex_edgenum[NET];
  int other = 1;
  while (has_vertex(edge + 2 * (n - 1), edge + 2 * (n - 1 - other)))
    other++;
  ck_assert_int_lt(other, n);
  for (int e = 0; e < n; e++)
    m->flexedge_rigid[m->flex_edgeadr[NET] + e] = e != n - 1 && e != n - 1 - other;
  mj_makeM(m, d);
  mj_factorM(m, d);
  for (int k = 0; k < 2; k++) {
    make_rows(forms[k]);
    mj_island(m, d);
    ck_assert_int_eq(d->nefc, 2);
    ck_assert_int_eq(d->nisland, 2);
    ck_assert_int_ne(d->efc_island[0], d->efc_island[1]);
  }
}
END_TEST

START_TEST(islands_hold_the_rows_in_their_order) {
  add_flex_contacts(m, d, 3);
  mj_makeM(m, d);
  mj_factorM(m, d);
  make_rows(mjJAC_SPARSE);
  mj_island(m, d);

  // net, cloth and ball are tied by contacts; arm with jelly; cake
  ck_assert_int_eq(d->nisland, 3);
  for (int r = 0; r < d->nefc; r++) {
    const int row = d->map_iefc2efc[r], island = d->efc_island[row];
    ck_assert_int_eq(d->iefc_J_rownnz[r], d->efc_J_rownnz[row]);
    for (int k = 0; k < d->iefc_J_rownnz[r]; k++) {
      const int from = d->efc_J_rowadr[row] + k, to = d->iefc_J_rowadr[r] + k;
      ck_assert(d->iefc_J[to] == d->efc_J[from]);
      const int idof = d->island_idofadr[island] + d->iefc_J_colind[to];
      ck_assert_int_eq(d->map_idof2dof[idof], d->efc_J_colind[from]);
    }
  }
}
END_TEST

// ---------------------------------------------------------------- bad input

START_TEST(cells_that_are_none_are_errors) {
  mju_user_error = catch_error;
  activate(JELLY);
  m->flex_nodenum[JELLY] = 7;
  expect_error(mj_makeConstraint(m, d), "flex 2 of order 1 has 7 nodes, expected order 1 with 8");
  m->flex_nodenum[JELLY] = 8;
  mju_zero(m->flex_node0 + 3 * m->flex_nodeadr[JELLY], 24);
  expect_error(mj_makeConstraint(m, d), "the cell of flex 2 has no volume at rest");
}
END_TEST

static void expect_bad_side(FlexSide side) {
  d->ncon = 0;
  add_flex_contacts(m, d, 1);
  d->contact[0].flex[1] = side.flex;
  d->contact[0].elem[1] = side.elem;
  d->contact[0].vert[1] = side.vert;
  expect_error(mj_makeConstraint(m, d), "contact 0: side 1 is neither a geom nor an element or");
}

START_TEST(contacts_with_what_does_not_exist_are_errors) {
  mju_user_error = catch_error;
  expect_bad_side((FlexSide){-1, -1, -1, -1});
  expect_bad_side((FlexSide){-1, 5, 0, -1});
  expect_bad_side((FlexSide){-1, NET, 8, -1});
  expect_bad_side((FlexSide){-1, NET, -1, 9});
  expect_bad_side((FlexSide){-1, NET, -1, -1});
}
END_TEST

int main(void) {
  Suite* suite = suite_create("rows of flexes");
  TCase* tests = add_case(suite, "rows");
  tcase_add_checked_fixture(tests, setup, teardown);
  tcase_add_test(tests, equalities_are_those_of_the_reference);
  tcase_add_test(tests, equalities_come_together_and_only_when_active);
  tcase_add_test(tests, contacts_are_those_of_the_reference);
  tcase_add_test(tests, jacobians_of_strain_are_derivatives);
  tcase_add_test(tests, dense_and_sparse_rows_are_the_same);
  tcase_add_test(tests, contacts_do_not_move_with_a_common_translation);
  tcase_add_test(tests, contacts_of_passive_flexes_and_of_pins_make_no_rows);
  tcase_add_test(tests, cells_of_order_zero_have_no_strain);
  tcase_add_test(tests, edges_that_are_not_connected_are_islands_of_their_own);
  tcase_add_test(tests, islands_hold_the_rows_in_their_order);
  tcase_add_test(tests, cells_that_are_none_are_errors);
  tcase_add_test(tests, contacts_with_what_does_not_exist_are_errors);
  return run_suite(suite);
}
