// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Binary models through the loader: decided by content, checked, and naming the modules they need.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <fulcrum/host.h>
#include <mujoco/mujoco.h>

#include "tests/support.h"

static const char pendulum[] =
    "<mujoco><worldbody><body><joint axis='0 1 0'/><geom size='.1' pos='0 0 -1'/></body>"
    "</worldbody></mujoco>";

static char path[] = "mjb-XXXXXX";
static unsigned char* image;
static int size;
static mjModel* model;

static void setup(void) {
  char error[500] = "";
  mjSpec* spec = mj_parseXMLString(pendulum, NULL, error, sizeof error);
  ck_assert_msg(spec != NULL, "%s", error);
  model = mj_compile(spec, NULL);
  mj_deleteSpec(spec);
  ck_assert_ptr_nonnull(model);
  size = (int)mj_sizeModel(model);
  image = malloc((size_t)size + 200);
  mj_saveModel(model, NULL, image, size);
  strcpy(path, "mjb-XXXXXX");
  int file = mkstemp(path);
  ck_assert_int_ge(file, 0);
  close(file);
}

static void teardown(void) {
  mj_deleteModel(model);
  free(image);
  unlink(path);
}

static void write_image(int n) {
  FILE* file = fopen(path, "wb");
  ck_assert_ptr_nonnull(file);
  ck_assert_uint_eq(fwrite(image, 1, (size_t)n, file), (size_t)n);
  fclose(file);
}

START_TEST(content_decides_how_a_file_is_loaded) {
  char error[1000];
  write_image(size);
  mjModel* loaded = fc_loadModel(path, NULL, error, sizeof error);
  ck_assert_msg(loaded != NULL, "%s", error);
  ck_assert_int_eq(mj_sizeModel(loaded), size);
  mj_deleteModel(loaded);

  FILE* file = fopen(path, "w");
  fputs(pendulum, file);
  fclose(file);
  loaded = fc_loadModel(path, NULL, error, sizeof error);
  ck_assert_msg(loaded != NULL, "%s", error);
  ck_assert_int_eq(loaded->nv, 1);
  mj_deleteModel(loaded);
}
END_TEST

START_TEST(an_image_cut_short_is_refused_with_the_reason) {
  char error[1000] = "";
  write_image(size / 2);
  ck_assert_ptr_null(fc_loadModel(path, NULL, error, sizeof error));
  ck_assert_ptr_nonnull(strstr(error, "truncated"));
  ck_assert_ptr_null(fc_loadModel("no-such-file.mjb", NULL, error, sizeof error));
  ck_assert_ptr_nonnull(strstr(error, "no-such-file.mjb"));
}
END_TEST

START_TEST(text_is_what_the_xml_functions_want) {
  char error[1000] = "";
  write_image(size);
  ck_assert_ptr_null(mj_loadXML(path, NULL, error, sizeof error));
  ck_assert_ptr_nonnull(strstr(error, "mj_loadModel"));
}
END_TEST

START_TEST(a_missing_module_is_named) {
  static const char needs[] = "FULCRUM\nsolver acme.absent\n";
  char error[1000] = "";
  memcpy(image + size, needs, sizeof needs - 1);
  ck_assert_ptr_null(fc_readModel(image, (size_t)size + sizeof needs - 1, error, sizeof error));
  ck_assert_ptr_nonnull(strstr(error, "solver \"acme.absent\""));

  // what is there satisfies the requirement
  static const char known[] = "FULCRUM\nsolver cg\n";
  memcpy(image + size, known, sizeof known - 1);
  mjModel* loaded = fc_readModel(image, (size_t)size + sizeof known - 1, error, sizeof error);
  ck_assert_msg(loaded != NULL, "%s", error);
  mj_deleteModel(loaded);
}
END_TEST

START_TEST(a_damaged_list_of_modules_is_refused) {
  static const char* const damaged[] = {"FULCRUM\nsolver", "FULCRUM\nnonsense x\n", "FULCRUM\n\n",
                                        "FULCRUX\nsolver cg\n"};
  for (size_t i = 0; i < sizeof damaged / sizeof *damaged; i++) {
    char error[1000] = "";
    size_t n = strlen(damaged[i]);
    memcpy(image + size, damaged[i], n);
    ck_assert_ptr_null(fc_readModel(image, (size_t)size + n, error, sizeof error));
    ck_assert_msg(error[0], "%s", damaged[i]);
  }
}
END_TEST

// ---------------------------------------------------------------- what hangs together

static const char chain[] =
    "<mujoco><asset><hfield name='h' nrow='2' ncol='2' size='1 1 1 1'/>"
    "<mesh name='m' inertia='exact' vertex='0 0 0 1 0 0 0 1 0 0 0 1'"
    " face='0 2 1 0 1 3 0 3 2 1 2 3'/></asset><worldbody><geom type='plane' size='1 1 1'/>"
    "<body><freejoint/><geom size='1'/><geom size='1' pos='1 0 0'/>"
    "<body><joint name='j'/><geom type='mesh' mesh='m'/></body><body><joint/><joint axis='1 0 0'/>"
    "<geom size='1'/><site/></body></body></worldbody><actuator>"
    "<intvelocity joint='j' kp='1' actrange='-1 1'/><motor joint='j'/></actuator></mujoco>";

// Change one number of a good model: its image is refused with `words`.
#define expect_refused(field, value, words)                                            \
  do {                                                                                 \
    mjModel* bad = mj_copyModel(NULL, m);                                              \
    bad->field = value;                                                                \
    char error[1000] = "", *bytes = malloc((size_t)n);                                 \
    mj_saveModel(bad, NULL, bytes, n);                                                 \
    ck_assert_msg(!fc_readModel(bytes, (size_t)n, error, sizeof error), "%s", #field); \
    ck_assert_msg(strstr(error, words), "%s: %s", #field, error);                      \
    free(bytes);                                                                       \
    mj_deleteModel(bad);                                                               \
  } while (0)

START_TEST(numbering_and_patterns_must_hang_together) {
  char error[1000] = "";
  mjSpec* spec = mj_parseXMLString(chain, NULL, error, sizeof error);
  ck_assert_msg(spec != NULL, "%s", error);
  mjModel* m = mj_compile(spec, NULL);
  ck_assert_ptr_nonnull(m);
  int n = (int)mj_sizeModel(m), mesh = m->geom_dataid[3];
  ck_assert_int_eq(m->nv, 9);
  ck_assert_int_ge(mesh, 0);
  expect_refused(geom_type[1], 2555904, "geom_type out of bounds");
  expect_refused(geom_type[1], -1, "geom_type out of bounds");
  expect_refused(site_type[0], mjNGEOMTYPES, "site_type out of bounds");
  expect_refused(geom_dataid[3], -1, "geom_dataid out of bounds");
  expect_refused(body_rootid[2], 0, "body_rootid of entry 2 is 0, expected 1");
  expect_refused(geom_bodyid[2], 2, "body_geomadr");
  expect_refused(body_jntnum[3], 1, "body_jntadr");
  expect_refused(body_dofnum[2], 0, "body_dofadr");
  expect_refused(jnt_type[1], mjJNT_BALL, "jnt_");
  expect_refused(dof_jntid[6], 2, "dof_jntid of entry 6 is 2, expected 1");
  expect_refused(dof_parentid[7], 6, "dof_parentid of entry 7 is 6, expected 5");
  expect_refused(dof_simplenum[8], 2, "dof_simplenum out of bounds");
  expect_refused(body_treeid[2], -1, "treeid");
  expect_refused(tree_dofnum[0], 8, "tree_dofnum");
  expect_refused(tree_bodynum[0], 1, "tree_bodynum");
  expect_refused(dof_Madr[2], 2, "dof_Madr of entry 2 is 2, expected 3");
  expect_refused(M_rownnz[7], 6, "M_rownnz of entry 7 is 6, expected 7");
  expect_refused(M_colind[1], 1, "M_colind");
  expect_refused(D_diag[2], 8, "D_diag of entry 2 is 8, expected 2");
  expect_refused(D_colind[3], 2, "D_colind");
  expect_refused(B_rownnz[2], 6, "B_rownnz of entry 2 is 6, expected 7");
  expect_refused(B_colind[1], 0, "B_colind");
  expect_refused(actuator_actadr[1], 0, "actuator_actnum of actuator 1 is 0, with address 0");
  expect_refused(actuator_dyntype[1], mjDYN_FILTER, "dynamics of type 2");
  expect_refused(actuator_actnum[0], 0, "actuator_actnum of actuator 0 is 0");
  expect_refused(hfield_size[1], NAN, "hfield_size of height field 0 is 1 nan");
  expect_refused(hfield_size[0], 0, "hfield_size of height field 0 is 0 1");
  expect_refused(mesh_face[4], 4, "mesh_face out of bounds");
  expect_refused(mesh_facenormal[0], -2, "mesh_facenormal out of bounds");
  expect_refused(mesh_polyvert[0], 4, "mesh_polyvert out of bounds");
  expect_refused(mesh_polymap[0], 99, "mesh_polymap out of bounds");
  expect_refused(mesh_graph[m->mesh_graphadr[mesh]], 5, "mesh_graph of mesh 0");
  expect_refused(mesh_graph[m->mesh_graphadr[mesh] + 2], 99, "mesh_graph out of bounds");
  expect_refused(bvh_child[0], 0, "bvh_child out of bounds");
  expect_refused(bvh_child[2 * m->body_bvhadr[1] + 1], -1, "bvh_child: node 0 has one child");
  mj_deleteModel(m);
  mj_deleteSpec(spec);
}
END_TEST

int main(void) {
  Suite* suite = suite_create("mjb");
  TCase* t = tcase_create("mjb");
  tcase_add_checked_fixture(t, setup, teardown);
  tcase_add_test(t, content_decides_how_a_file_is_loaded);
  tcase_add_test(t, an_image_cut_short_is_refused_with_the_reason);
  tcase_add_test(t, text_is_what_the_xml_functions_want);
  tcase_add_test(t, a_missing_module_is_named);
  tcase_add_test(t, numbering_and_patterns_must_hang_together);
  tcase_add_test(t, a_damaged_list_of_modules_is_refused);
  suite_add_tcase(suite, t);
  return run_suite(suite);
}
