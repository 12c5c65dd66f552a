// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Elasticity of flexes among the passive forces: which flags and fields switch which part off,
// where damping goes, derivatives, bad models. Numbers are compared in
// tests/physics/mechanics/check_golden, whose scenes (flexes of every sort) are used here.

#include <fulcrum/integrator.h>

#include "tests/passive/contact_scene.h"
#include "tests/passive/support.h"

#include "tests/passive/contacts_golden.inc"

static mjModel* scene(const char* name) {
  char path[1000], error[1000] = "";
  snprintf(path, sizeof path, "%s/tests/data/physics/mechanics/%s.xml", TEST_SOURCE_DIR, name);
  mjModel* m = mj_loadXML(path, NULL, error, sizeof error);
  ck_assert_msg(m != NULL, "%s: %s", path, error);
  m->opt.disableflags |= mjDSBL_CONSTRAINT | mjDSBL_CONTACT;
  return m;
}

static const char* const scenes[] = {"flex_shell", "flex_solid", "flex_cell"};

static mjData* moving(const mjModel* m) {
  mjData* d = mj_makeData(m);
  mjtNum* step = malloc((size_t)m->nv * sizeof *step);
  fill_noise(step, (int)m->nv);
  mj_integratePos(m, d->qpos, step, 0.01);
  free(step);
  fill_noise(d->qvel, (int)m->nv);
  mj_forward(m, d);
  return d;
}

// largest force on a dof that moves a vertex or node of a flex, where that is its body's own
static mjtNum largest(const mjModel* m, const mjtNum* qfrc, int flex) {
  const int cell = m->flex_interp[flex];
  const int n = cell ? m->flex_nodenum[flex] : m->flex_vertnum[flex];
  const int* body = cell ? m->flex_nodebodyid + m->flex_nodeadr[flex]
                         : m->flex_vertbodyid + m->flex_vertadr[flex];
  mjtNum most = 0;
  for (int i = 0; i < n; i++)
    for (int k = 0; k < m->body_dofnum[body[i]]; k++)
      most = fmax(most, fabs(qfrc[m->body_dofadr[body[i]] + k]));
  return most;
}

static int flex_named(const mjModel* m, const char* name) {
  const int f = mj_name2id(m, mjOBJ_FLEX, name);
  ck_assert_int_ge(f, 0);
  return f;
}

START_TEST(flags_switch_their_part_off) {
  mjModel* m = scene(scenes[_i]);
  mjData* d = moving(m);
  const int nv = (int)m->nv;
  mjtNum *spring = malloc((size_t)nv * sizeof *spring),
         *damper = malloc((size_t)nv * sizeof *damper);
  mju_copy(spring, d->qfrc_spring, nv);
  mju_copy(damper, d->qfrc_damper, nv);
  for (int i = 0; i < nv; i++)
    assert_near(d->qfrc_passive[i], spring[i] + damper[i], 1e-12);

  m->opt.disableflags |= mjDSBL_DAMPER;
  mj_passive(m, d);
  ck_assert(mju_norm(d->qfrc_damper, nv) == 0);
  ck_assert(memcmp(spring, d->qfrc_spring, (size_t)nv * sizeof *spring) == 0);

  // finite elements of vertices do not listen to the flags
  m->opt.disableflags ^= mjDSBL_DAMPER | mjDSBL_SPRING;
  mj_passive(m, d);
  ck_assert(memcmp(damper, d->qfrc_damper, (size_t)nv * sizeof *damper) == 0);
  for (int f = 0; f < m->nflex; f++) {
    const int stiff = m->flex_dim[f] > 1 && m->flex_stiffness[21 * m->flex_elemadr[f]] != 0;
    const int stays = stiff && !m->flex_interp[f] && !m->flex_rigid[f];
    if (m->flex_centered[f])
      ck_assert_int_eq(largest(m, d->qfrc_spring, f) > 0, stays);
  }

  m->opt.disableflags |= mjDSBL_DAMPER;
  mj_passive(m, d);
  ck_assert(mju_norm(d->qfrc_passive, nv) == 0 && mju_norm(d->qfrc_spring, nv) == 0);
  free(spring);
  free(damper);
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

START_TEST(rigid_flexes_have_no_force) {
  mjModel* m = scene("flex_cell");
  const int stiff = flex_named(m, "stiff"), cube = flex_named(m, "cube");
  ck_assert(m->flex_rigid[stiff]);
  mjData* d = moving(m);
  ck_assert(largest(m, d->qfrc_passive, stiff) == 0 && largest(m, d->qfrc_passive, cube) > 0);
  m->flex_rigid[cube] = 1;
  mj_forward(m, d);
  ck_assert(largest(m, d->qfrc_passive, cube) == 0);
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

// Without damping the forces of springs, elements and cells are those of an energy: their Jacobian
// with respect to positions is symmetric. (Dofs are displacements in "sheet", "block", "cube".)
static const struct {
  const char *scene, *flex;
} elastic[] = {{"flex_shell", "sheet"}, {"flex_solid", "block"}};

START_TEST(elastic_forces_have_a_potential) {
  mjModel* m = scene(elastic[_i].scene);
  const int f = flex_named(m, elastic[_i].flex), nv = (int)m->nv;
  for (int k = 0; k < m->nflex; k++)
    m->flex_damping[k] = m->flex_edgedamping[k] = 0;
  mjData* d = moving(m);
  int dof[2] = {-1, -1}, found = 0;
  for (int v = 0; v < m->flex_vertnum[f] && found < 2; v++) {
    const int body = m->flex_vertbodyid[m->flex_vertadr[f] + v];
    if (m->body_dofnum[body] == 3)
      dof[found++] = m->body_dofadr[body];
  }
  ck_assert_int_eq(found, 2);
  mjtNum slope[2][3][3], *plus = malloc((size_t)nv * sizeof *plus);
  for (int a = 0; a < 2; a++) {
    for (int k = 0; k < 3; k++) {
      const mjtNum q = d->qpos[dof[a] + k], eps = 1e-6;
      d->qpos[dof[a] + k] = q + eps;
      mj_forward(m, d);
      mju_copy(plus, d->qfrc_passive, nv);
      d->qpos[dof[a] + k] = q - eps;
      mj_forward(m, d);
      for (int r = 0; r < 3; r++)
        slope[a][k][r] = (plus[dof[!a] + r] - d->qfrc_passive[dof[!a] + r]) / (2 * eps);
      d->qpos[dof[a] + k] = q;
    }
  }
  mjtNum scale = 0;
  for (int k = 0; k < 3; k++)
    for (int r = 0; r < 3; r++)
      scale = fmax(scale, fabs(slope[0][k][r]));
  ck_assert_double_gt(scale, 0.1);
  for (int k = 0; k < 3; k++)
    for (int r = 0; r < 3; r++)
      assert_near(slope[0][k][r], slope[1][r][k], 1e-6 * scale);
  free(plus);
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

// the derivative of the dampers along edges against finite differences, the only ones left
START_TEST(dampers_along_edges_give_their_derivative) {
  mjModel* m = scene("flex_solid");
  for (int f = 0; f < m->nflex; f++)
    m->flex_damping[f] = 0;
  mju_zero(m->dof_damping, (int)m->nv);
  mjData* d = moving(m);
  mjtNum *D = analytic(m, d, 1), *F = numeric(m, d, 1);
  ck_assert_double_gt(mju_norm(D, (int)m->nD), 0.1);
  assert_close("qDeriv", D, F, m->nD, 1e-6);
  m->opt.disableflags |= mjDSBL_DAMPER;
  free(D);
  D = analytic(m, d, 1);
  ck_assert(mju_norm(D, (int)m->nD) == 0);
  free(D);
  free(F);
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

// Velocities of edges follow qvel in the differences that the host takes for other forces, and are
// put back.
START_TEST(differences_leave_velocities_of_edges_as_they_were) {
  add_acme_forces();
  mjModel* m = scene("flex_solid");
  mjData* d = moving(m);
  ck_assert_msg(!fc_bind(m, d, FC_PASSIVE, "acme.plain"), "%s", fc_lastError());
  mj_forward(m, d);
  const size_t size = (size_t)m->nflexedge * sizeof(mjtNum);
  mjtNum* velocity = malloc(size);
  memcpy(velocity, d->flexedge_velocity, size);
  ck_assert_double_gt(mju_norm(velocity, (int)m->nflexedge), 0.1);
  fc_velocityDerivative(m, d, 0);
  ck_assert(memcmp(velocity, d->flexedge_velocity, size) == 0);
  free(velocity);
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

START_TEST(a_wrong_number_of_nodes_is_an_error) {
  mjModel* m = scene("flex_cell");
  mjData* d = mj_makeData(m);
  const int cube = flex_named(m, "cube");
  m->flex_nodenum[cube] = 7;
  expect_error(mj_flex(m, d), "expected order 1 with 8 nodes or order 2 with 27");
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

// ---------------------------------------------------------------- passive contacts

START_TEST(contacts_of_passive_flexes_are_springs_without_rows) {
  mjModel* m = model_from(passive_scene);
  mjData* d = mj_makeData(m);
  mj_forward(m, d);
  ck_assert_int_eq(d->ncon, (int)(sizeof golden_exclude / sizeof *golden_exclude));
  for (int i = 0; i < d->ncon; i++) {
    ck_assert_int_eq(d->contact[i].exclude, golden_exclude[i]);
    ck_assert_int_eq(d->contact[i].efc_address >= 0, golden_exclude[i] == 0);
  }
  ck_assert_int_eq((int)m->nv, (int)(sizeof golden_spring / sizeof *golden_spring));
  assert_close("qfrc_spring", d->qfrc_spring, golden_spring, m->nv, 1e-12);

  // a vertex 5 mm in the floor, and the same 5 mm above it, within the margin
  const int vertex = mj_name2id(m, mjOBJ_BODY, "cloth_2"), z = m->body_dofadr[vertex] + 2;
  ck_assert_int_ge(vertex, 0);
  assert_near(d->qfrc_spring[z], 1e4 * 0.005, 1e-9);
  d->qpos[m->jnt_qposadr[m->dof_jntid[z]]] += 0.01;
  mj_forward(m, d);
  assert_near(d->qfrc_spring[z], -1e4 * 0.005, 1e-9);
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

START_TEST(passive_contacts_are_switched_off_as_contacts) {
  static const struct {
    int flags, acts;
  } cases[] = {{mjDSBL_SPRING, 1},
               {mjDSBL_DAMPER, 1},
               {mjDSBL_SPRING | mjDSBL_DAMPER, 0},
               {mjDSBL_CONTACT, 0}};
  mjModel* m = model_from(passive_scene);
  mjData* d = mj_makeData(m);
  for (int i = 0; i < 4; i++) {
    m->opt.disableflags = cases[i].flags;
    mj_forward(m, d);
    assert_near(d->qfrc_spring[0], cases[i].acts ? golden_spring[0] : 0, 1e-9);
    assert_near(d->qfrc_passive[0], d->qfrc_spring[0], 1e-9);
  }
  m->opt.disableflags = 0;
  for (int f = 0; f < m->nflex; f++)
    m->flex_passive[f] = 0;
  mj_forward(m, d);
  ck_assert(d->qfrc_spring[0] == 0);
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

int main(void) {
  TCase* tc = tcase_create("elasticity");
  tcase_add_loop_test(tc, flags_switch_their_part_off, 0, (int)(sizeof scenes / sizeof *scenes));
  tcase_add_test(tc, rigid_flexes_have_no_force);
  tcase_add_loop_test(tc, elastic_forces_have_a_potential, 0,
                      (int)(sizeof elastic / sizeof *elastic));
  tcase_add_test(tc, dampers_along_edges_give_their_derivative);
  tcase_add_test(tc, differences_leave_velocities_of_edges_as_they_were);
  tcase_add_test(tc, a_wrong_number_of_nodes_is_an_error);
  tcase_add_test(tc, contacts_of_passive_flexes_are_springs_without_rows);
  tcase_add_test(tc, passive_contacts_are_switched_off_as_contacts);
  return run_case("elasticity of flexes", tc);
}
