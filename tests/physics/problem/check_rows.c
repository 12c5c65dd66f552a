// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Rows: which exist, in which order, their Jacobians, residuals, regularisation and reference.

#include <mujoco/mjxmacro.h>

#include "tests/physics/problem/scene.h"

START_TEST(rows_come_as_equality_friction_limit_in_object_order) {
  Scene s = scene_forward(scene_coupled);
  ck_assert_int_eq(s.d->nefc, 6);
  ck_assert_int_eq(s.d->ne, 2);
  ck_assert_int_eq(s.d->nf, 2);
  ck_assert_int_eq(s.d->nl, 2);
  ck_assert_ints(s.d->efc_type, 0, 0, 1, 2, 3, 3);
  ck_assert_ints(s.d->efc_id, 1, 2, 0, 0, 0, 1);
  ck_assert_reals(s.d->efc_J, 1e-14, -0.42747499999999999, 1, 1, -2, 1, 0, 1, -2, -1, 0, 0, -1);
  ck_assert_reals(s.d->efc_pos, 1e-14, 0.096312187499999952, -0.069999999999999993, 0, 0,
                  0.049999999999999989, -0.049999999999999989);
  ck_assert_reals(s.d->efc_margin, 0, 0, 0, 0, 0, 0.1, 0);
  ck_assert_reals(s.d->efc_frictionloss, 0, 0, 0, 0.3, 0.05, 0, 0);
  scene_free(s);
}
END_TEST

START_TEST(regularisation_and_reference_follow_impedance_and_inverse_inertia) {
  Scene s = scene_forward(scene_coupled);
  ck_assert_reals(s.d->efc_R, 1e-12, 0.48224547903951415, 0.79803495272372493, 0.79585156686119529,
                  1.684740455750084, 0.37698232114477714, 0.10526315789473695);
  ck_assert_reals(s.d->efc_diagApprox, 1e-12, 9.1626641017507602, 15.16266410175076,
                  7.1626641017507593, 15.162664101750758, 7.1626641017507593, 2);
  ck_assert_reals(s.d->efc_aref, 1e-12, -166.26970394736827, -12.10526315789474,
                  -31.578947368421055, -178.94736842105263, 163.15789473684214, 57.894736842105218);
  for (int i = 0; i < s.d->nefc; i++) {
    double imp = s.d->efc_KBIP[4 * i + 2];
    ck_assert_double_eq_tol(s.d->efc_R[i] * s.d->efc_D[i], 1, 1e-14);
    ck_assert_double_eq_tol(s.d->efc_R[i], (1 - imp) / imp * s.d->efc_diagApprox[i], 1e-13);
  }
  scene_free(s);
}
END_TEST

START_TEST(a_tendon_equality_leaves_its_own_number_with_the_tendon) {
  Scene s = scene_forward(scene_coupled);
  ck_assert_int_eq(s.d->tendon_efcadr[0], 2);
  scene_free(s);
}
END_TEST

START_TEST(sparse_rows_have_ascending_columns_and_supernodes) {
  Scene s = scene_load(scene_coupled);
  s.m->opt.jacobian = mjJAC_SPARSE;
  mj_forward(s.m, s.d);
  ck_assert_int_eq(s.d->nJ, 9);
  ck_assert_ints(s.d->efc_J_rownnz, 2, 2, 1, 2, 1, 1);
  ck_assert_ints(s.d->efc_J_rowadr, 0, 2, 4, 5, 7, 8);
  ck_assert_ints(s.d->efc_J_rowsuper, 1, 0, 0, 0, 0, 0);
  ck_assert_ints(s.d->efc_J_colind, 0, 1, 0, 1, 0, 0, 1, 0, 1);
  scene_free(s);
}
END_TEST

START_TEST(connect_and_weld_measure_the_first_body_minus_the_second) {
  Scene s = scene_forward(scene_welded);
  ck_assert_int_eq(s.d->nefc, 25);
  ck_assert_reals(
      s.d->efc_pos, 1e-13, 0.022298850574712592, -0.0067816091954022925, 0.038735632183907964,
      -0.037955232909860803, -0.10166364186327889, -0.23233514821536616, -0.13859549571958243,
      0.2463919923903688, -0.20019349381717469, -0.27616454930429524, -0.020209316394434358,
      0.060258923169993928, 0.11088314018828592, 0.53543463949136372, -0.15208313270520377);
  ck_assert_reals(s.d->efc_pos + 18, 1e-13, -0.16842105263157892, -0.018947368421052602,
                  0.36736842105263157, 0.39814578050328381, -0.19396845716826649,
                  0.12250639400101042, -0.089870352486047356);
  for (int k = 0; k < 3; k++)
    ck_assert_double_eq_tol(s.d->efc_pos[15 + k], -s.d->efc_pos[9 + k], 1e-14);
  double J[9];
  scene_row(s, 0, J);
  ck_assert_reals(J, 1e-13, 1, 0, 0, 0.039080459770114956, -0.078160919540229953,
                  -0.037931034482758613, 0.031578947368421054, 0.094736842105263119,
                  -0.0052631578947368238);
  scene_row(s, 12, J);
  ck_assert_reals(J, 1e-13, 0, 0, 0, 0.62080904177135987, 0.39646538511108625, 0.12975964075605384,
                  -0.60129551530747871, 0.076041566352601869, 0.43827801195502908);
  scene_row(s, 24, J);
  ck_assert_reals(J, 1e-13, 0, 0, 0, 0, 0, 0, -0.80178372573727319, 0.53452248382484879,
                  -0.2672612419124244);
  ck_assert_reals(s.d->efc_diagApprox, 1e-10, 90.5, 90.5, 90.5);
  ck_assert_reals(s.d->efc_diagApprox + 6, 1e-10, 108.84615384615383);
  scene_free(s);
}
END_TEST

// d(efc_pos)/dt along the velocity must equal J qvel for every row whose residual is a function of
// position alone.
static void check_rates(Scene s) {
  mjModel* m = s.m;
  mjData *d = s.d, *ahead = mj_makeData(m), *behind = mj_makeData(m);
  double h = 1e-6;
  for (int k = 0; k < m->nv; k++)
    d->qvel[k] = 0.3 * sin(1 + k);
  mj_integratePos(m, d->qpos, d->qvel, 0.1);
  mj_forward(m, d);
  mju_copy(ahead->qpos, d->qpos, m->nq);
  mju_copy(behind->qpos, d->qpos, m->nq);
  mj_integratePos(m, ahead->qpos, d->qvel, h);
  mj_integratePos(m, behind->qpos, d->qvel, -h);
  mj_forward(m, ahead);
  mj_forward(m, behind);
  ck_assert_int_eq(ahead->nefc, d->nefc);
  ck_assert_int_eq(behind->nefc, d->nefc);
  for (int i = 0; i < d->nefc; i++) {
    int type = d->efc_type[i];
    if (type == mjCNSTR_EQUALITY || type == mjCNSTR_LIMIT_JOINT || type == mjCNSTR_LIMIT_TENDON) {
      double rate = (ahead->efc_pos[i] - behind->efc_pos[i]) / (2 * h);
      ck_assert_msg(fabs(rate - d->efc_vel[i]) < 1e-6, "row %d of type %d: %g, not %g", i, type,
                    d->efc_vel[i], rate);
    }
  }
  mj_deleteData(ahead);
  mj_deleteData(behind);
}

START_TEST(residuals_change_at_the_rate_that_the_jacobian_tells) {
  const char* const scenes[] = {scene_coupled, scene_welded, scene_everything};
  for (int k = 0; k < 3; k++) {
    Scene s = scene_load(scenes[k]);
    s.m->opt.disableflags |= mjDSBL_CONTACT;
    check_rates(s);
    scene_free(s);
  }
}
END_TEST

START_TEST(contact_rows_measure_the_motion_of_the_second_geom_in_the_contact_frame) {
  Scene s = scene_forward(scene_ball);
  ck_assert_int_eq(s.d->ncon, 1);
  ck_assert_int_eq(s.d->nefc, 6);
  ck_assert_reals(s.d->efc_J, 1e-13, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0.0975, 0, 0, -1, 0, 0, 0, 0.0975,
                  0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, -1, 0, 0);
  ck_assert_reals(s.d->efc_pos, 1e-13, -0.0050000000000000044, 0, 0, 0, 0, 0);
  ck_assert_reals(s.d->efc_margin, 1e-13, 0.006, 0, 0, 0, 0, 0);
  ck_assert_reals(s.d->efc_aref, 1e-12, 39.473684210526329, 10.789473684210527, 32.10526315789474,
                  -315.78947368421052, -210.5263157894737, 105.26315789473685);
  ck_assert_reals(s.d->efc_R, 1e-12, 0.052631578947368474, 0.021052631578947389,
                  0.021052631578947389, 33.684210526315823, 1497.0760233918145, 1497.0760233918145);
  ck_assert_double_eq_tol(s.d->contact[0].mu, 0.50596442562694077, 1e-14);
  scene_free(s);
}
END_TEST

START_TEST(pyramid_edges_are_normal_plus_and_minus_friction) {
  Scene s = scene_load(scene_ball);
  s.m->opt.cone = mjCONE_PYRAMIDAL;
  mj_forward(s.m, s.d);
  ck_assert_int_eq(s.d->nefc, 10);
  ck_assert_reals(s.d->efc_J, 1e-13, 0, 0.8, 1, 0.078, 0, 0, 0, -0.8, 1, -0.078, 0, 0);
  ck_assert_reals(s.d->efc_J + 48, 1e-13, 0, 0, 1, -0.003, 0, 0, 0, 0, 1, 0.003, 0, 0);
  for (int i = 0; i < 10; i++) {
    ck_assert_double_eq_tol(s.d->efc_R[i], 0.044193684210526364, 1e-14);
    ck_assert_double_eq_tol(s.d->efc_diagApprox[i], 0.83968000000000009, 1e-13);
  }
  scene_free(s);
}
END_TEST

// A tendon that no joint moves and a connect whose anchor does not move.
static const char* const scene_without_effect =
    "<mujoco><option jacobian='dense'/><worldbody>"
    "<body><joint name='s' type='slide' axis='1 0 0'/><geom size='.1' mass='2'/></body>"
    "<body name='b2' pos='1 0 0'><joint type='ball'/><geom size='.1' mass='2'/></body></worldbody>"
    "<tendon><fixed name='t' limited='true' range='0.1 0.2' frictionloss='1'><joint joint='s' "
    "coef='0'/></fixed></tendon>"
    "<equality><connect body1='b2' body2='world' anchor='0 0 0'/></equality></mujoco>";

// Branches of one tree, other trees and a fixed geom; nothing collides by itself.
static const char* const scene_branches =
    "<mujoco><default><geom size='.05' contype='0' conaffinity='0'/><joint axis='1 2 3'/></default>"
    "<worldbody><geom/><body pos='.1 .2 1'><freejoint/><geom/>"
    "<body pos='.3 0 0'><joint/><geom/><body pos='0 .2 0'><joint axis='0 1 0'/>"
    "<joint type='slide'/><geom/></body></body>"
    "<body pos='-.3 0 0'><joint type='ball'/><geom/><body pos='0 0 .2'><joint/><geom/></body>"
    "</body></body>"
    "<body pos='2 0 1'><joint type='slide'/><joint/><geom/></body>"
    "<body pos='0 3 1'><freejoint/><geom/><body pos='0 .1 0'><geom/></body></body></worldbody>"
    "</mujoco>";

// Adds a contact between two geoms with a tilted frame, at a point that belongs to neither.
static void add_contact(Scene s, int geom1, int geom2, int dim) {
  mjContact con;
  memset(&con, 0, sizeof con);
  const double axis[3] = {1 / sqrt(3), -1 / sqrt(3), 1 / sqrt(3)};
  double quat[4];
  mju_axisAngle2Quat(quat, axis, 0.3 + geom1 + 2 * geom2);
  mju_quat2Mat(con.frame, quat);
  for (int k = 0; k < 3; k++)
    con.pos[k] = 0.3 * k + 0.1 * geom1 - 0.2 * geom2;
  for (int k = 0; k < 5; k++)
    con.friction[k] = 1.0 / (k + 2);
  con.dim = dim;
  con.geom[0] = con.geom1 = geom1;
  con.geom[1] = con.geom2 = geom2;
  con.flex[0] = con.flex[1] = con.elem[0] = con.elem[1] = con.vert[0] = con.vert[1] = -1;
  con.solref[0] = 0.02;
  con.solref[1] = con.solimp[0] = con.solimp[4] = 1;
  con.solimp[1] = con.solimp[2] = con.solimp[3] = 0.5;
  ck_assert_int_eq(mj_addContact(s.m, s.d, &con), 0);
}

// Components of a contact, from the Jacobians of the contact point on both bodies.
static void expected_components(Scene s, const mjContact* con, double J[6][30]) {
  double jacp[2][90], jacr[2][90];
  for (int side = 0; side < 2; side++)
    mj_jac(s.m, s.d, jacp[side], jacr[side], con->pos, s.m->geom_bodyid[con->geom[side]]);
  for (int k = 0; k < con->dim; k++) {
    for (int i = 0; i < s.m->nv; i++) {
      J[k][i] = 0;
      for (int x = 0; x < 3; x++)
        J[k][i] += con->frame[3 * (k % 3) + x] *
                   (k < 3 ? jacp[1][x * s.m->nv + i] - jacp[0][x * s.m->nv + i]
                          : jacr[1][x * s.m->nv + i] - jacr[0][x * s.m->nv + i]);
    }
  }
}

static void check_contact(Scene s, const mjContact* con, int pyramid) {
  double J[6][30], row[30], expected[30];
  expected_components(s, con, J);
  const int nrow = con->dim == 1 ? 1 : pyramid ? 2 * con->dim - 2 : con->dim;
  for (int r = 0; r < nrow; r++) {
    const double mu = r % 2 ? -con->friction[r / 2] : con->friction[r / 2];
    for (int i = 0; i < s.m->nv; i++)
      expected[i] = con->dim > 1 && pyramid ? J[0][i] + mu * J[r / 2 + 1][i] : J[r][i];
    scene_row(s, con->efc_address + r, row);
    ck_assert_near(row, expected, s.m->nv, 1e-13);
  }
}

START_TEST(contact_rows_between_any_two_bodies_are_differences_of_jacobians) {
  static const int dims[] = {1, 3, 4, 6}, cones[] = {mjCONE_PYRAMIDAL, mjCONE_ELLIPTIC},
                   jacobians[] = {mjJAC_DENSE, mjJAC_SPARSE};
  for (int c = 0; c < 16; c++) {
    Scene s = scene_forward(scene_branches);
    s.m->opt.cone = cones[c % 2];
    s.m->opt.jacobian = jacobians[c / 2 % 2];
    for (int i = 0; i < s.m->ngeom; i++)
      for (int k = 0; k < s.m->ngeom; k++)
        for (int twice = 0; i != k && twice < 2; twice++)
          add_contact(s, i, k, twice ? dims[c / 4] : 3);
    mj_makeConstraint(s.m, s.d);
    int moving = 0;
    for (int i = 0; i < s.d->ncon; i++) {
      moving += s.d->contact[i].efc_address >= 0;
      if (s.d->contact[i].efc_address >= 0)
        check_contact(s, s.d->contact + i, c % 2 == 0);
    }
    ck_assert_int_eq(moving, s.d->ncon);
    scene_free(s);
  }
}
END_TEST

START_TEST(rows_without_any_effect_are_dropped_when_dense_and_kept_when_sparse) {
  Scene s = scene_forward(scene_without_effect);
  ck_assert_int_eq(s.d->nefc, 0);
  s.m->opt.jacobian = mjJAC_SPARSE;
  mj_forward(s.m, s.d);
  ck_assert_int_eq(s.d->nefc, 5);
  ck_assert_int_eq(s.d->ne, 3);
  ck_assert_int_eq(s.d->nf, 1);
  ck_assert_int_eq(s.d->nl, 1);
  ck_assert_ints(s.d->efc_J_rownnz, 3, 3, 3, 1, 1);
  scene_free(s);
}
END_TEST

START_TEST(both_sides_of_a_joint_can_be_within_a_large_margin) {
  Scene s = scene_load(
      "<mujoco><compiler angle='radian'/><worldbody><body><joint range='-.1 .1' limited='true' "
      "margin='.5'/><geom size='.1'/></body>"
      "</worldbody></mujoco>");
  s.d->qpos[0] = 0.03;
  mj_forward(s.m, s.d);
  ck_assert_int_eq(s.d->nl, 2);
  ck_assert_reals(s.d->efc_pos, 1e-14, 0.13, 0.07);
  ck_assert_reals(s.d->efc_J, 0, 1, -1);
  scene_free(s);
}
END_TEST

START_TEST(flags_remove_exactly_their_rows) {
  Scene s = scene_load(scene_everything);
  mj_forward(s.m, s.d);
  int ne = s.d->ne, nf = s.d->nf, nl = s.d->nl, nefc = s.d->nefc;
  ck_assert(ne > 0 && nf > 0 && nl > 0 && nefc > ne + nf + nl);
  const int flags[] = {mjDSBL_EQUALITY, mjDSBL_FRICTIONLOSS, mjDSBL_LIMIT, mjDSBL_CONTACT,
                       mjDSBL_CONSTRAINT};
  const int rest[] = {nefc - ne, nefc - nf, nefc - nl, ne + nf + nl, 0};
  for (int k = 0; k < 5; k++) {
    s.m->opt.disableflags = flags[k];
    mj_forward(s.m, s.d);
    ck_assert_int_eq(s.d->nefc, rest[k]);
  }
  for (int k = 0; k < s.m->nv; k++) {
    ck_assert_double_eq(s.d->qacc[k], s.d->qacc_smooth[k]);
    ck_assert_double_eq(s.d->qfrc_constraint[k], 0);
  }
  scene_free(s);
}
END_TEST

START_TEST(dense_and_sparse_jacobians_are_the_same_matrix) {
  Scene a = scene_load(scene_everything), b = scene_load(scene_everything);
  b.m->opt.jacobian = mjJAC_SPARSE;
  mj_forward(a.m, a.d);
  mj_forward(b.m, b.d);
  ck_assert_int_eq(a.d->nefc, b.d->nefc);
  double* J = calloc(2 * (size_t)a.m->nv, sizeof *J);
  for (int i = 0; i < a.d->nefc; i++) {
    scene_row(a, i, J);
    scene_row(b, i, J + a.m->nv);
    ck_assert_near(J, J + a.m->nv, a.m->nv, 0);
  }
  ck_assert_near(b.d->efc_R, a.d->efc_R, a.d->nefc, 1e-14);
  free(J);
  scene_free(a);
  scene_free(b);
}
END_TEST

START_TEST(products_leave_the_result_alone_without_rows) {
  Scene s =
      scene_load("<mujoco><worldbody><body><joint/><geom size='.1'/></body></worldbody></mujoco>");
  mj_forward(s.m, s.d);
  double res = 7, vec = 1;
  mj_mulJacVec(s.m, s.d, &res, &vec);
  mj_mulJacTVec(s.m, s.d, &res, &vec);
  ck_assert_double_eq(res, 7);
  scene_free(s);
}
END_TEST

static int warnings;
static void count_warning(const char* message) {
  (void)message;
  warnings++;
}

START_TEST(without_memory_for_rows_the_step_goes_on_without_constraints) {
  Scene s = scene_load(
      "<mujoco><size memory='80K'/><worldbody><geom type='plane' size='5 5 .1'/><replicate "
      "count='40' offset='.3 0 0'>"
      "<body pos='0 0 .09'><freejoint/><geom size='.1' "
      "condim='6'/></body></replicate></worldbody></mujoco>");
  mju_user_warning = count_warning;
  mj_fwdPosition(s.m, s.d);
  mju_user_warning = NULL;
  ck_assert_int_eq(s.d->nefc, 0);
  ck_assert_int_gt(s.d->warning[mjWARN_CNSTRFULL].number, 0);
  ck_assert_int_gt(warnings, 0);
  for (int i = 0; i < s.d->ncon; i++)
    ck_assert_int_eq(s.d->contact[i].efc_address, -1);
  scene_free(s);
}
END_TEST

// Which pointers are NULL is recorded from the reference. Programs take the address of the first
// row before they ask whether there is one.
START_TEST(arrays_of_no_rows_are_places_in_the_arena) {
  Scene s = scene_forward(
      "<mujoco><worldbody><body><joint name='j'/><geom size='.1'/></body></worldbody><tendon>"
      "<fixed><joint joint='j' coef='1'/></fixed></tendon></mujoco>");
  ck_assert_int_eq(s.d->nefc, 0);
  ck_assert_uint_eq(s.d->parena, 8);
  ck_assert_ptr_eq(s.d->tendon_efcadr, s.d->arena);
  ck_assert_int_eq(s.d->tendon_efcadr[0], -1);
#define X(type, name, nr, nc)                       \
  ck_assert_msg(s.d->name != NULL, #name);          \
  ck_assert((char*)s.d->name >= (char*)s.d->arena); \
  ck_assert((char*)s.d->name <= (char*)s.d->arena + s.d->parena);
  MJDATA_ARENA_POINTERS_SOLVER
#undef X
#define X(type, name, nr, nc) ck_assert_ptr_null(s.d->name);
  MJDATA_ARENA_POINTERS_DUAL
  MJDATA_ARENA_POINTERS_ISLAND
  mj_collision(s.m, s.d);
  MJDATA_ARENA_POINTERS_SOLVER
  s.m->opt.disableflags |= mjDSBL_CONSTRAINT;
  mj_forward(s.m, s.d);
  MJDATA_ARENA_POINTERS_SOLVER
#undef X
  scene_free(s);
}
END_TEST

// The reference, with PGS or CG: qpos[0], qpos[2], qvel[4] after 50 steps, those of elliptic cones.
START_TEST(a_cone_that_is_no_pyramid_is_elliptic) {
  static const int cones[] = {mjCONE_ELLIPTIC, 99, -1};
  for (int i = 0; i < 3; i++) {
    Scene s = scene_forward(
        "<mujoco><worldbody><geom type='plane' size='1 1 1'/><body pos='0 0 .2'><freejoint/>"
        "<geom size='.1'/></body></worldbody></mujoco>");
    s.m->opt.cone = cones[i];
    s.d->qpos[2] = .09;
    s.d->qvel[0] = 1;
    for (int k = 0; k < 50; k++)
      mj_step(s.m, s.d);
    ck_assert_int_eq(s.d->nefc, 3);
    ck_assert_double_eq_tol(s.d->qpos[0], 0.0722924480635671, 1e-12);
    ck_assert_double_eq_tol(s.d->qpos[2], 0.0993666962841275, 1e-12);
    ck_assert_double_eq_tol(s.d->qvel[4], 7.06678330730279, 1e-10);
    scene_free(s);
  }
}
END_TEST

int main(void) {
  const TTest* const tests[] = {
      rows_come_as_equality_friction_limit_in_object_order,
      regularisation_and_reference_follow_impedance_and_inverse_inertia,
      a_tendon_equality_leaves_its_own_number_with_the_tendon,
      sparse_rows_have_ascending_columns_and_supernodes,
      connect_and_weld_measure_the_first_body_minus_the_second,
      residuals_change_at_the_rate_that_the_jacobian_tells,
      contact_rows_measure_the_motion_of_the_second_geom_in_the_contact_frame,
      pyramid_edges_are_normal_plus_and_minus_friction,
      contact_rows_between_any_two_bodies_are_differences_of_jacobians,
      rows_without_any_effect_are_dropped_when_dense_and_kept_when_sparse,
      both_sides_of_a_joint_can_be_within_a_large_margin,
      flags_remove_exactly_their_rows,
      dense_and_sparse_jacobians_are_the_same_matrix,
      products_leave_the_result_alone_without_rows,
      without_memory_for_rows_the_step_goes_on_without_constraints,
      arrays_of_no_rows_are_places_in_the_arena,
      a_cone_that_is_no_pyramid_is_elliptic,
      NULL};
  return run_tests("rows", tests);
}
