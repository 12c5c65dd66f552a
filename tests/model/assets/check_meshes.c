// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Meshes from numbers: mass, hull, polygons, bounding volumes, octree, normals, fitting, generated
// shapes. Numbers without a closed form were recorded from the reference implementation.

#include "support.h"

#define TETRA "vertex='0 0 0 1 0 0 0 2 0 0 0 3' face='0 2 1 0 1 3 0 3 2 1 2 3'"
#define CUBE "vertex='-1 -1 -1 1 -1 -1 -1 1 -1 1 1 -1 -1 -1 1 1 -1 1 -1 1 1 1 1 1'"

// one mesh called "m" in a geom of a free body
static mjModel* one_mesh(const char* mesh, const char* geom) {
  char text[4000];
  snprintf(
      text, sizeof text,
      "<asset><mesh name='m' %s/></asset><worldbody><body><freejoint/><geom mesh='m' %s/></body>"
      "</worldbody>",
      mesh, geom);
  return compile(text);
}

// ---------------------------------------------------------------- mass

static const char* const solid_modes[] = {"legacy", "exact", "convex"};

START_TEST(a_tetrahedron_weighs_a_sixth_of_its_box) {
  char mesh[400];
  snprintf(mesh, sizeof mesh, TETRA " inertia='%s'", solid_modes[_i]);
  mjModel* m = one_mesh(mesh, "type='mesh'");
  NUMBERS(m->body_mass + 1, 1000.0 * 1 * 2 * 3 / 6);
  NUMBERS(m->body_inertia + 3, 502.46765502534959, 388.61481474432026, 158.91753023032979);
  NUMBERS(m->mesh_pos, 0.25, 0.5, 0.75);
  NUMBERS(m->mesh_quat, 0.97290703841547377, 0.15229211959877192, -0.06801203229001726,
          0.16010424220965153);
  NUMBERS(m->geom_size, 0.51610734408754821, 1.230667755901679, 2.3047651071718329);
  NUMBERS(m->geom_aabb, -0.046366348997293416, 0.16219603135089322, 0.57011050596857227,
          0.4697409950902548, 1.0684717245507858, 1.7346546012032606);
  NUMBERS(m->geom_rbound, 2.6632409044759675);
  mj_deleteModel(m);
}
END_TEST

START_TEST(a_shell_weighs_its_surface) {
  // three right triangles and the one across
  double area = 0.5 * (1 * 2 + 2 * 3 + 3 * 1) + 0.5 * sqrt(36 + 9 + 4);
  mjModel* m = one_mesh(TETRA " inertia='shell'", "type='mesh'");
  NUMBERS(m->body_mass + 1, 1000 * area);
  NUMBERS(m->body_inertia + 3, 7330.9295412750507, 5709.3384622179738, 2293.0653298403167);
  NUMBERS(m->mesh_pos, 0.22222222222222221, 0.55555555555555558, 0.88888888888888884);
  mj_deleteModel(m);
}
END_TEST

START_TEST(reference_pose_acts_before_scale) {
  mjModel* m =
      one_mesh(TETRA " refpos='.1 .2 .3' refquat='.8 .6 0 0' scale='2 1 1'", "type='mesh'");
  NUMBERS(m->mesh_pos, 0.3, 0.516, -0.162);
  NUMBERS(m->mesh_quat, 0.091842759491964326, 0.40154906689999348, -0.76847892424325814,
          0.48965640748853012);
  NUMBERS(m->body_mass + 1, 2000);
  mj_deleteModel(m);
}
END_TEST

START_TEST(a_cube_has_the_inertia_of_a_box) {
  mjModel *m = one_mesh(CUBE " scale='1 2 3'", "type='mesh'"),
          *box = compile(
              "<worldbody><body><freejoint/><geom type='box' size='1 2 3'/></body></worldbody>");
  NUMBERS(m->body_mass + 1, box->body_mass[1]);
  for (int i = 0; i < 3; i++)
    NUMBERS(m->body_inertia + 3 + i, box->body_inertia[3 + i]);
  mj_deleteModel(m);
  mj_deleteModel(box);
}
END_TEST

// ---------------------------------------------------------------- hull and trees

START_TEST(the_hull_of_a_cube_is_its_graph) {
  mjModel* m = one_mesh(CUBE, "type='mesh'");
  ck_assert_int_eq(m->nmeshgraph, 2 + 3 * 8 + 6 * 12);
  INTS(m->mesh_graph, 8, 12, 0, 7, 11, 18, 22, 29, 33, 37, 3, 2, 0, 1, 5, 4, 7, 6, 1, 2, 3, 4, 6, 7,
       -1, 0, 2, 7, -1, 0, 1, 3, 4, 5, 7, -1, 0, 2, 4, -1, 3, 2, 5, 0, 6, 7, -1, 4, 2, 7, -1, 4, 0,
       7, -1, 1, 2, 5, 0, 6, 4, -1, 2, 3, 0, 3, 1, 0, 1, 5, 0, 5, 4, 0, 3, 5, 1, 5, 3, 7, 6, 2, 0,
       4, 6, 0, 6, 3, 2, 3, 6, 7, 5, 6, 4, 6, 5, 7);
  ck_assert_int_eq(m->nmeshface, 12);
  ck_assert_int_eq(m->mesh_polynum[0], 6);
  INTS(m->mesh_polyvert, 6, 4, 5, 7, 3, 2, 6, 7, 6, 2, 0, 4, 5, 1, 3, 7, 1, 5, 4, 0, 2, 3, 1, 0);
  INTS(m->mesh_polymap, 2, 4, 5, 3, 4, 5, 1, 2, 5, 1, 3, 5, 0, 2, 4, 0, 3, 4, 0, 1, 2, 0, 1, 3);
  NUMBERS(m->mesh_polynormal, 0, 0, 1, 0, 1, 0, -1, 0, 0, 1, 0, 0, 0, -1, 0, 0, 0, -1);
  mj_deleteModel(m);
}
END_TEST

// Three faces have an area vector shorter than 1e-14, the one across is longer.
START_TEST(normals_of_faces_without_area_point_along_x_divided_by_the_length) {
  mjModel* m = compile(
      "<asset><mesh name='m' inertia='shell' vertex='0 0 0 9e-8 0 0 0 9e-8 0 0 0 9e-8'/>"
      "</asset><worldbody><geom type='mesh' mesh='m'/></worldbody>");
  const double e = (double)9e-8f, third = 1 / sqrt(3);
  ck_assert_int_eq(m->nmeshpoly, 4);
  for (int k = 0; k < 4; k++) {
    const mjtNum* n = m->mesh_polynormal + 3 * k;
    ck_assert_double_eq_tol(n[0], k == 1 ? third : 1 / (e * e), 1e-6 * fabs(n[0]));
    ck_assert_double_eq_tol(n[1], k == 1 ? third : 0, 1e-6);
    ck_assert_double_eq_tol(n[2], k == 1 ? third : 0, 1e-6);
  }
  mj_deleteModel(m);
}
END_TEST

START_TEST(a_hull_can_have_fewer_vertices_than_the_mesh) {
  mjModel* m = one_mesh(CUBE " maxhullvert='5'", "type='mesh'");
  INTS(m->mesh_graph, 5, 6, 0, 4, 8, 13, 18, 0, 7, 2, 1, 4);
  mj_deleteModel(m);
}
END_TEST

START_TEST(what_does_not_collide_has_no_hull) {
  mjModel* m = one_mesh(TETRA, "type='mesh' contype='0' conaffinity='0'");
  INTS(m->mesh_graphadr, -1);
  INTS(m->mesh_polynum, 0);
  mj_deleteModel(m);
}
END_TEST

START_TEST(triangles_are_in_a_tree_of_boxes) {
  mjModel* m = one_mesh(TETRA, "type='mesh'");
  int adr = m->mesh_bvhadr[0];
  ck_assert_int_eq(m->mesh_bvhnum[0], 7);
  INTS(m->bvh_child + 2 * adr, 1, 4, 2, 3, -1, -1, -1, -1, 5, 6, -1, -1, -1, -1);
  INTS(m->bvh_nodeid + adr, -1, -1, 0, 3, -1, 2, 1);
  mj_deleteModel(m);
}
END_TEST

// every fusion that enlarges a body's tree leaves an unused node behind all trees
START_TEST(trees_of_meshes_follow_those_of_fused_bodies) {
  mjModel* m = compile(
      "<compiler fusestatic='true'/><asset><mesh name='m' " CUBE
      "/></asset><worldbody><body><joint/><geom type='mesh' mesh='m'/><body><geom size='1'/></body>"
      "</body></worldbody>");
  ck_assert_int_eq(m->nbody, 2);
  ck_assert_int_eq(m->body_bvhadr[1], 0);
  ck_assert_int_eq(m->body_bvhnum[1], 3);
  ck_assert_int_eq(m->mesh_bvhadr[0], 3);
  ck_assert_int_eq(m->mesh_bvhnum[0], 23);
  ck_assert_int_eq((int)m->nbvh, 3 + 23 + 1);
  ck_assert_int_eq(m->bvh_depth[3], 0);
  mj_deleteModel(m);
}
END_TEST

START_TEST(discarding_what_is_visual_leaves_texture_coordinates) {
  mjModel* m = compile(
      "<compiler discardvisual='true'/><asset><mesh name='m' vertex='0 0 0 1 0 0 0 1 0 0 0 1' "
      "face='0 2 1 0 1 3 0 3 2 1 2 3' texcoord='0 0 0 1 1 0 1 1'/></asset><worldbody><geom "
      "type='mesh' mesh='m'/></worldbody>");
  ck_assert_int_eq(m->mesh_texcoordnum[0], 4);
  ck_assert_int_eq(m->mesh_texcoordadr[0], 0);
  ck_assert(m->mesh_texcoord[6] == 1 && m->mesh_texcoord[7] == 1);
  mj_deleteModel(m);
}
END_TEST

START_TEST(a_signed_distance_geom_has_an_octree) {
  mjModel* m = one_mesh(CUBE, "type='sdf' contype='0' conaffinity='0'");
  ck_assert_int_eq(m->mesh_octnum[0], 63497);
  NUMBERS(m->oct_aabb, 0, 0, 0, 1.1, 1.1, 1.1);
  const double edge = 0.1 * sqrt(2), corner = 0.1 * sqrt(3);
  NUMBERS(m->oct_coeff, corner, corner, corner, corner, corner, corner, corner, corner);
  NUMBERS(m->oct_coeff + 8, corner, edge, edge, 0.1, edge, 0.1, 0.1, -1);
  INTS(m->oct_depth, 0, 1, 1, 1, 1, 1, 1, 1, 1, 2);
  INTS(m->oct_child, 1, 2, 3, 4, 5, 6, 7, 8);

  // on every leaf the field is the distance from the box, as far as linear interpolation goes
  for (int n = 0; n < m->noct; n++) {
    if (m->oct_child[8 * n] >= 0)
      continue;
    double value = 0, q[3], outside = 0, inside;
    for (int k = 0; k < 8; k++)
      value += m->oct_coeff[8 * n + k] / 8;
    for (int i = 0; i < 3; i++) {
      q[i] = fabs(m->oct_aabb[6 * n + i]) - 1;
      outside += q[i] > 0 ? q[i] * q[i] : 0;
    }
    inside = fmin(fmax(fmax(q[0], q[1]), q[2]), 0);
    ck_assert_double_eq_tol(value, sqrt(outside) + inside, m->oct_aabb[6 * n + 3]);
  }
  mj_deleteModel(m);
}
END_TEST

// ---------------------------------------------------------------- normals, fitting

START_TEST(sharp_edges_keep_no_mean_normal) {
  mjModel* m = one_mesh(CUBE, "type='mesh'");
  for (int i = 0; i < 8; i++)
    ck_assert_float_eq(m->mesh_normal[3 * i + 2], 1);
  mj_deleteModel(m);
  m = one_mesh(CUBE " smoothnormal='true'", "type='mesh'");
  for (int i = 0; i < 24; i++)
    ck_assert_float_eq_tol(fabsf(m->mesh_normal[i]), 0.577350318f, 1e-7f);
  mj_deleteModel(m);
}
END_TEST

START_TEST(primitives_are_fitted_to_the_inertia) {
  static const struct {
    const char* type;
    double size[3];
  } fitted[] = {{"sphere", {0.71412732667715029, 0, 0}},
                {"capsule", {0.49480583986352406, 0.90536738037264064, 0}},
                {"cylinder", {0.49480583986352406, 1.1527703003044025, 0}},
                {"box", {0.28599372765496167, 0.70361795207208655, 1.1527703003044025}}};
  for (int i = 0; i < 4; i++) {
    char geom[100];
    snprintf(geom, sizeof geom, "type='%s' pos='1 1 1' fitscale='1.1'", fitted[i].type);
    mjModel* m = one_mesh(TETRA, geom);
    for (int k = 0; k < 3; k++)
      NUMBERS(m->geom_size + k, fitted[i].size[k]);
    NUMBERS(m->body_ipos + 3, 1.25, 1.5, 1.75);
    mj_deleteModel(m);
  }
}
END_TEST

// ---------------------------------------------------------------- generated shapes

START_TEST(generated_shapes_have_the_counts_of_their_formulas) {
  static const struct {
    const char* mesh;
    int nvert, nface;
  } shape[] = {{"builtin='sphere' params='1'", 42, 80},
               {"builtin='sphere' params='4'", 2562, 5120},
               {"builtin='hemisphere' params='2'", 26, 48},
               {"builtin='supersphere' params='6 .5 1'", 32, 60},
               {"builtin='supertorus' params='9 .4 1 1'", 81, 162},
               {"builtin='cone' params='5 .5'", 10, 16}};
  for (size_t i = 0; i < sizeof shape / sizeof *shape; i++) {
    mjModel* m = one_mesh(shape[i].mesh, "type='mesh'");
    ck_assert_int_eq(m->nmeshvert, shape[i].nvert);
    ck_assert_int_eq(m->nmeshface, shape[i].nface);
    // all of them are closed, so that volume and hull volume are above zero
    ck_assert_double_gt(m->body_mass[1], 0);
    mj_deleteModel(m);
  }
}
END_TEST

START_TEST(a_fine_sphere_weighs_nearly_a_ball) {
  mjModel* m = one_mesh("builtin='sphere' params='4' inertia='exact'", "type='mesh' density='1'");
  ck_assert_double_eq_tol(m->body_mass[1], 4 * mjPI / 3, 0.01);
  ck_assert_double_lt(m->body_mass[1], 4 * mjPI / 3);
  for (int i = 0; i < 3; i++)
    ck_assert_double_eq_tol(m->body_inertia[3 + i], 0.4 * 4 * mjPI / 3, 0.01);
  mj_deleteModel(m);
}
END_TEST

START_TEST(what_is_saved_and_read_again_is_the_same_model) {
  char error[1000] = "", *text = malloc(100000);
  snprintf(
      text, 100000,
      "<mujoco><asset><mesh name='m' " TETRA
      " refpos='.1 .2 .3' scale='1 2 -1'/><mesh name='s' "
      "builtin='sphere' params='1'/><hfield name='h' nrow='2' ncol='3' size='1 1 1 1'/></asset>"
      "<worldbody><body euler='10 20 30'><freejoint/><geom type='mesh' mesh='m' pos='1 2 3' "
      "euler='40 50 60'/><geom type='mesh' mesh='m'/><geom type='box' mesh='m' pos='3 2 1'/>"
      "<geom mesh='s' type='mesh'/></body></worldbody></mujoco>");
  mjSpec* s = mj_parseXMLString(text, NULL, error, sizeof error);
  mjModel* a = mj_compile(s, NULL);
  ck_assert_msg(a != NULL, "%s %s", error, mjs_getError(s));
  ck_assert_int_eq(mj_saveXMLString(s, text, 100000, error, sizeof error), 0);
  mj_deleteSpec(s);
  ck_assert_ptr_nonnull(strstr(text, "type=\"box\" mesh=\"m\""));
  s = mj_parseXMLString(text, NULL, error, sizeof error);
  ck_assert_msg(s != NULL, "%s\n%s", error, text);
  mjModel* b = mj_compile(s, NULL);
  ck_assert_msg(b != NULL, "%s", mjs_getError(s));
  mj_deleteSpec(s);
  ck_assert_int_eq(a->ngeom, b->ngeom);
  for (int i = 0; i < 3 * a->ngeom; i++) {
    ck_assert_double_eq_tol(a->geom_pos[i], b->geom_pos[i], 1e-5);
    ck_assert_double_eq_tol(a->geom_size[i], b->geom_size[i], 1e-5);
  }
  for (int i = 0; i < a->ngeom; i++) {
    double dot = 0;
    for (int k = 0; k < 4; k++)
      dot += a->geom_quat[4 * i + k] * b->geom_quat[4 * i + k];
    ck_assert_double_eq_tol(fabs(dot), 1, 1e-5);
    ck_assert_int_eq(a->geom_dataid[i], b->geom_dataid[i]);
  }
  for (int i = 0; i < a->nhfielddata; i++)
    ck_assert_float_eq(a->hfield_data[i], b->hfield_data[i]);
  mj_deleteModel(a);
  mj_deleteModel(b);
  free(text);
}
END_TEST

START_TEST(threads_do_not_change_a_model) {
  char* text = malloc(20000);
  int n = 0;
  mjModel* m[2];
  for (int threads = 0; threads < 2; threads++) {
    n = snprintf(text, 20000, "<compiler usethread='%s'/><asset>", threads ? "true" : "false");
    for (int i = 0; i < 12; i++)
      n += snprintf(text + n, 20000 - (size_t)n,
                    "<mesh name='m%d' builtin='supersphere' params='%d .7 1.3'/>", i, 5 + i);
    n += snprintf(text + n, 20000 - (size_t)n, "</asset><worldbody>");
    for (int i = 0; i < 12; i++)
      n += snprintf(text + n, 20000 - (size_t)n, "<geom type='mesh' mesh='m%d'/>", i);
    snprintf(text + n, 20000 - (size_t)n, "</worldbody>");
    m[threads] = compile(text);
  }
  int size = (int)mj_sizeModel(m[0]);
  ck_assert_int_eq(size, (int)mj_sizeModel(m[1]));
  char *a = malloc((size_t)size), *b = malloc((size_t)size);
  mj_saveModel(m[0], NULL, a, size);
  mj_saveModel(m[1], NULL, b, size);
  ck_assert_mem_eq(a, b, (size_t)size);
  mj_deleteModel(m[0]);
  mj_deleteModel(m[1]);
  free(a);
  free(b);
  free(text);
}
END_TEST

// ---------------------------------------------------------------- mistakes

static const struct {
  const char *mesh, *geom, *says;
} wrong[] = {
    {"vertex='0 0 0 1 0 0 0 1 0'", "type='mesh'", "4 or more vertices"},
    {"vertex='0 0 0 1 0 0 0 1 0 0 0'", "type='mesh'", "4 or more vertices"},
    {"vertex='0 0 0 1 0 0 0 1 0 0 0 1 2'", "type='mesh'", "multiple of 3"},
    {TETRA " texcoord='0 0 1 1'", "type='mesh'", "2*nvert"},
    {"vertex='0 0 0 1 0 0 0 1 0 0 0 1' face='0 1 4'", "type='mesh'", "non-existing vertex 4"},
    {"vertex='0 0 0 1 0 0 0 1 0 0 0 1' face='0 1 -1'", "type='mesh'", "non-existing vertex -1"},
    {"vertex='0 0 0 1 0 0 0 1 0 0 0 1' face='0 0 0'", "type='mesh'", "surface area"},
    {"vertex='0 0 0 1 0 0 0 1 0 1 1 0'", "type='mesh'", "qhull error"},
    {"vertex='0 0 0 1 0 0 2 0 0 3 0 0'", "type='mesh'", "qhull error"},
    {"vertex='0 0 0 0 0 0 0 0 0 0 0 0'", "type='mesh'", "qhull error"},
    {"vertex='0 0 0 1 0 0 0 1 0 1 1 0' face='0 1 2 1 3 2'",
     "type='mesh' contype='0' conaffinity='0'", "consider inertia shell"},
    {"vertex='0 0 0 1 0 0 0 2 0 0 0 3' face='0 2 1 0 1 3 0 3 2 1 3 2' inertia='exact'",
     "type='mesh'", "inconsistent face orientation"},
    {"vertex='0 0 0 1 0 0 0 2 0 0 0 3' face='0 1 2 0 3 1 0 2 3 1 3 2' inertia='exact'",
     "type='mesh'", "negative"},
    {TETRA, "type='mesh' shellinertia='true'", "specified in the mesh asset"},
    {TETRA, "type='capsule' fromto='0 0 0 1 1 1'", "fromto cannot be used with mesh geom"},
};

START_TEST(mistakes_are_named) {
  char text[2000];
  snprintf(text, sizeof text,
           "<asset>\n<mesh name='m' %s/></asset><worldbody><body><freejoint/><geom mesh='m' %s/>"
           "</body></worldbody>",
           wrong[_i].mesh, wrong[_i].geom);
  mjSpec* s = parse(text);
  mjModel* m = mj_compile(s, NULL);
  ck_assert_msg(m == NULL, "compiled: %s", text);
  ck_assert_msg(strstr(mjs_getError(s), wrong[_i].says) != NULL, "%s\nexpected: %s",
                mjs_getError(s), wrong[_i].says);
  ck_assert_msg(strstr(mjs_getError(s), "line ") != NULL, "%s names no line", mjs_getError(s));
  mj_deleteSpec(s);
}
END_TEST

START_TEST(indices_of_corners_must_fit_the_faces) {
  for (int i = 0; i < 4; i++) {
    mjSpec* s = parse("<asset><mesh name='m' " TETRA "/></asset>");
    mjsMesh* mesh = mjs_asMesh(mjs_findElement(s, mjOBJ_MESH, "m"));
    const float normal[3] = {0, 0, 1}, uv[2] = {0, 0};
    const int three[3] = {0, 0, 0}, twelve[12] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 5};
    mjs_setFloat(i % 2 ? mesh->usertexcoord : mesh->usernormal, i % 2 ? uv : normal, i % 2 ? 2 : 3);
    mjs_setInt(i % 2 ? mesh->userfacetexcoord : mesh->userfacenormal, i < 2 ? three : twelve,
               i < 2 ? 3 : 12);
    ck_assert_ptr_null(mj_compile(s, NULL));
    ck_assert_msg(strstr(mjs_getError(s), i < 2 ? "differ in size" : "non-existing") != NULL, "%s",
                  mjs_getError(s));
    mj_deleteSpec(s);
  }
}
END_TEST

START_TEST(a_plane_cannot_be_fitted) {
  mjSpec* s = parse("<asset><mesh name='m' " TETRA
                    "/></asset><worldbody><geom type='plane' "
                    "size='1 1 1' mesh='m'/></worldbody>");
  ck_assert_ptr_null(mj_compile(s, NULL));
  ck_assert_ptr_nonnull(strstr(mjs_getError(s), "fitting mesh m"));
  mj_deleteSpec(s);
}
END_TEST

START_TEST(generated_shapes_check_their_parameters) {
  static const char* const bad[] = {"builtin='sphere' params='5'",
                                    "builtin='sphere' params='-1'",
                                    "builtin='sphere' params='1 2'",
                                    "builtin='hemisphere' params='11'",
                                    "builtin='cone' params='2 0'",
                                    "builtin='supersphere' params='2 1 1'",
                                    "builtin='supersphere' params='3 -1 1'",
                                    "builtin='supertorus' params='3 1.5 1 1'",
                                    "builtin='wedge' params='3 3 181 45 0'",
                                    "builtin='wedge' params='3 3 60 45 2'",
                                    "builtin='plate' params='0 1'",
                                    "builtin='sphere'",
                                    "builtin='none' params='1'",
                                    "builtin='sphere' params='1' vertex='0 0 0'"};
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    char text[500], error[1000] = "";
    snprintf(text, sizeof text, "<mujoco><asset><mesh name='m' %s/></asset></mujoco>", bad[i]);
    mjSpec* s = mj_parseXMLString(text, NULL, error, sizeof error);
    ck_assert_msg(s == NULL, "accepted: %s", bad[i]);
    ck_assert_msg(error[0] != 0, "no message: %s", bad[i]);
  }
}
END_TEST

int main(void) {
  Suite* suite = suite_create("meshes");
  TCase* t = tcase_create("meshes");
  tcase_set_timeout(t, 120);
  tcase_add_loop_test(t, a_tetrahedron_weighs_a_sixth_of_its_box, 0, 3);
  tcase_add_test(t, a_shell_weighs_its_surface);
  tcase_add_test(t, reference_pose_acts_before_scale);
  tcase_add_test(t, a_cube_has_the_inertia_of_a_box);
  tcase_add_test(t, the_hull_of_a_cube_is_its_graph);
  tcase_add_test(t, normals_of_faces_without_area_point_along_x_divided_by_the_length);
  tcase_add_test(t, a_hull_can_have_fewer_vertices_than_the_mesh);
  tcase_add_test(t, what_does_not_collide_has_no_hull);
  tcase_add_test(t, triangles_are_in_a_tree_of_boxes);
  tcase_add_test(t, trees_of_meshes_follow_those_of_fused_bodies);
  tcase_add_test(t, discarding_what_is_visual_leaves_texture_coordinates);
  tcase_add_test(t, a_signed_distance_geom_has_an_octree);
  tcase_add_test(t, sharp_edges_keep_no_mean_normal);
  tcase_add_test(t, primitives_are_fitted_to_the_inertia);
  tcase_add_test(t, generated_shapes_have_the_counts_of_their_formulas);
  tcase_add_test(t, a_fine_sphere_weighs_nearly_a_ball);
  tcase_add_test(t, what_is_saved_and_read_again_is_the_same_model);
  tcase_add_test(t, threads_do_not_change_a_model);
  tcase_add_loop_test(t, mistakes_are_named, 0, sizeof wrong / sizeof *wrong);
  tcase_add_test(t, indices_of_corners_must_fit_the_faces);
  tcase_add_test(t, a_plane_cannot_be_fitted);
  tcase_add_test(t, generated_shapes_check_their_parameters);
  suite_add_tcase(suite, t);
  return run_suite(suite);
}
