// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The pieces of the compiler that stand alone: mass properties, bounding volumes, textures,
// patterns, name tables.

#include "core/model/assets/bvh.h"
#include "core/model/assets/shape_inertia.h"
#include "core/model/assets/texture.h"
#include "core/model/compile/names_map.h"
#include "support.h"

// ---------------------------------------------------------------- mass properties

typedef struct Shape_ {
  mjtGeom type;
  double size[3], solid[4], shell[4];  // mass at density 1000, principal inertia
} Shape;

static const Shape shapes[] = {
    {mjGEOM_SPHERE,
     {.1, 0, 0},
     {4.1887902047863914, 0.016755160819145569, 0.016755160819145569, 0.016755160819145569},
     {125.66370614359175, 0.83775804095727846, 0.83775804095727846, 0.83775804095727846}},
    {mjGEOM_CAPSULE,
     {.1, .2, 0},
     {16.755160819145569, 0.44610615680975085, 0.44610615680975085, 0.079587013890941444},
     {376.9911184307752, 12.985249634837814, 12.985249634837814, 3.351032163829113}},
    {mjGEOM_CYLINDER,
     {.1, .2, 0},
     {12.566370614359174, 0.19896753472735362, 0.19896753472735362, 0.062831853071795882},
     {314.15926535897933, 7.2780229808163552, 7.2780229808163552, 2.8274333882308138}},
    {mjGEOM_ELLIPSOID,
     {.1, .2, .3},
     {25.132741228718345, 0.65345127194667696, 0.50265482457436694, 0.25132741228718347},
     {489.71933333717311, 18.075174882542342, 14.068366576335393, 8.1026809368049726}},
    {mjGEOM_BOX,
     {.1, .2, .3},
     {48.000000000000007, 2.0800000000000005, 1.6000000000000003, 0.80000000000000027},
     {880, 54.13333333333334, 42.13333333333334, 24.266666666666673}},
};

START_TEST(solids_and_shells_have_textbook_inertia) {
  const Shape* s = shapes + _i;
  for (int shell = 0; shell < 2; shell++) {
    const double* expected = shell ? s->shell : s->solid;
    double mass = 1000 * shape_volume(s->type, s->size, shell), inertia[3];
    shape_inertia(inertia, s->type, s->size, mass, shell);
    ck_assert_double_eq_tol(mass, expected[0], 1e-11 * expected[0]);

    // the thin ellipsoid is a difference of large numbers
    double tolerance = s->type == mjGEOM_ELLIPSOID && shell ? 1e-8 : 1e-11;
    for (int i = 0; i < 3; i++)
      ck_assert_double_eq_tol(inertia[i], expected[1 + i], tolerance * expected[1 + i]);
  }
}
END_TEST

START_TEST(principal_axes_diagonalise_the_inertia) {
  double full[6] = {0}, quat[4] = {.5, .5, -.5, .5}, tilted[4] = {.8, .1, -.2, .55},
         moments[3] = {3, 2, 1.5}, d[3] = {.1, -.2, .3};
  double inertia[3], axes[4];
  mju_normalize4(tilted);
  inertia_accumulate(full, 2, d, moments, tilted);
  inertia_accumulate(full, 1, d, moments, quat);
  ck_assert_ptr_null(inertia_principal(axes, inertia, full));
  ck_assert(inertia[0] >= inertia[1] && inertia[1] >= inertia[2]);

  // putting the parts together again gives the same matrix, as far as the iteration goes (it stops
  // at angles of about 1e-6)
  double again[6] = {0}, nowhere[3] = {0};
  inertia_accumulate(again, 0, nowhere, inertia, axes);
  for (int i = 0; i < 6; i++)
    ck_assert_double_eq_tol(again[i], full[i], 1e-5);
}
END_TEST

#ifndef __FMA__  // fused products round otherwise
// One rounding error more or less decides whether another rotation is made, and that is seen in
// the 14th digit, which triangles without area in a hierarchy of boxes make much of. Numbers of the
// reference.
START_TEST(principal_axes_are_rounded_in_one_order) {
  const double full[6] = {0x1.8p-6, 0x1.4p-6, 0x1p-6 * 1.1, 0.003, -0.0007, 0.0011};
  const double matrix[9] = {full[0], full[3], full[4], full[3], full[1],
                            full[5], full[4], full[5], full[2]};
  const double moment[3] = {0x1.9aab291c3e451p-6, 0x1.359246f655103p-6, 0x1.095c298706441p-6};
  const double axes[4] = {0x1.d69b6bd7ce0bfp-1, 0x1.3bec601b9a5d2p-2, 0x1.56f13205c4a1dp-4,
                          0x1.d74fbf241e5cap-3};
  double quat[4], inertia[3], vectors[9];
  ck_assert_ptr_null(inertia_principal(quat, inertia, full));
  ck_assert_mem_eq(quat, axes, sizeof axes);
  ck_assert_mem_eq(inertia, moment, sizeof moment);
  mju_eig3(inertia, vectors, quat, matrix);
  ck_assert_mem_eq(quat, axes, sizeof axes);
  ck_assert_mem_eq(inertia, moment, sizeof moment);
}
END_TEST
#endif

START_TEST(principal_axes_of_equal_moments_stay) {
  double axes[4], inertia[3], diagonal[6] = {1, 2, 3, 0, 0, 0}, equal[6] = {2, 2, 2, 0, 0, 0},
                              bad[6] = {1, 1, -1, 0, 0, 0};
  ck_assert_ptr_null(inertia_principal(axes, inertia, diagonal));
  NUMBERS(inertia, 3, 2, 1);
  NUMBERS(axes, 0, 0.70710678118654891, 0, 0.70710678118654891);
  ck_assert_ptr_null(inertia_principal(axes, inertia, equal));
  NUMBERS(axes, 1, 0, 0, 0);
  ck_assert_ptr_nonnull(inertia_principal(axes, inertia, bad));
}
END_TEST

START_TEST(fluid_coefficients_follow_potential_flow) {
  double fluid[mjNFLUID], box[3] = {.1, .2, .3}, ball[3] = {.1, 0, 0}, coefs[5] = {1, 2, 1.5, 1, 1};
  shape_fluid(fluid, mjGEOM_BOX, box, coefs);
  NUMBERS(fluid, 1, 1, 2, 1.5, 1, 1, 0.034218923351023042, 0.0091619696860933426,
          0.0046560012954025547, 3.9141901451870429e-05, 0.00035599837625950359,
          9.6325619185046819e-05);

  // the added mass of a sphere is half of what it displaces
  shape_fluid(fluid, mjGEOM_SPHERE, ball, coefs);
  for (int i = 0; i < 3; i++) {
    ck_assert_double_eq_tol(fluid[6 + i], shape_volume(mjGEOM_SPHERE, ball, 0) / 2, 1e-8);
    ck_assert_double_eq(fluid[9 + i], 0);
  }
}
END_TEST

// ---------------------------------------------------------------- bounding volumes

START_TEST(every_leaf_lies_in_the_boxes_above_it) {
  enum { N = 37 };
  BvhLeaf leaf[N];
  BvhNode node[2 * N - 1];
  double seen[N] = {0}, turn[4] = {.8, .6, 0, 0}, box[6] = {0, 0, 0, .1, .2, .3};
  for (int i = 0; i < N; i++) {
    double pos[3] = {sin(i), cos(3 * i), i % 5};
    leaf[i].id = i;
    memcpy(leaf[i].point, pos, sizeof pos);
    bvh_leaf_box(leaf + i, box, pos, turn);
  }
  bvh_build(node, leaf, N);
  for (int i = 0; i < 2 * N - 1; i++) {
    if (node[i].id >= 0)
      seen[node[i].id]++;
    ck_assert_int_eq(node[i].child[0] < 0, node[i].id >= 0);
    for (int k = 0; k < 2 && node[i].child[k] >= 0; k++) {
      const BvhNode* child = node + node[i].child[k];
      ck_assert_int_eq(child->depth, node[i].depth + 1);
      for (int j = 0; j < 3; j++) {
        ck_assert_double_le(fabs(child->aabb[j] - node[i].aabb[j]) + child->aabb[3 + j],
                            node[i].aabb[3 + j] + 1e-12);
      }
    }
  }
  for (int i = 0; i < N; i++)
    ck_assert_double_eq(seen[i], 1);
}
END_TEST

START_TEST(coincident_leaves_are_split_by_id) {
  BvhLeaf leaf[4];
  BvhNode node[7];
  double box[6] = {0, 0, 0, 1, 1, 1}, pos[3] = {0, 0, 0}, quat[4] = {1, 0, 0, 0};
  for (int i = 0; i < 4; i++) {
    leaf[i] = (BvhLeaf){.id = 3 - i};
    bvh_leaf_box(leaf + i, box, pos, quat);
  }
  bvh_build(node, leaf, 4);
  int ids[7], expected[7] = {-1, -1, 0, 1, -1, 2, 3};
  for (int i = 0; i < 7; i++)
    ids[i] = node[i].id;
  expect_ints("ids", ids, expected, 7);
}
END_TEST

// ---------------------------------------------------------------- textures

START_TEST(gradients_blend_from_the_centre_and_the_horizon) {
  unsigned char flat[27], sky[3 * 3 * 18];
  TexturePattern p = {.builtin = mjBUILTIN_GRADIENT,
                      .width = 3,
                      .height = 3,
                      .rgb1 = {1, 0, 0},
                      .rgb2 = {0, .5, 1}};
  texture_paint(flat, &p);
  for (int i = 0; i < 9; i++) {
    int centre = i == 4;
    ck_assert_int_eq(flat[3 * i], centre ? 255 : 0);
    ck_assert_int_eq(flat[3 * i + 1], centre ? 0 : 127);
    ck_assert_int_eq(flat[3 * i + 2], centre ? 0 : 255);
  }
  p.cube = 1;
  p.height = 18;
  texture_paint(sky, &p);
  int got[27], expected[27] = {193, 30,  61, 208, 23, 46, 193, 30, 61,  127, 63, 127, 127, 63,
                               127, 127, 63, 127, 61, 96, 193, 46, 104, 208, 61, 96,  193};
  for (int i = 0; i < 27; i++)
    got[i] = sky[i];
  expect_ints("first face", got, expected, 27);
}
END_TEST

START_TEST(random_marks_are_the_same_everywhere) {
  unsigned char rgb[3 * 18];
  TexturePattern p = {.builtin = mjBUILTIN_FLAT,
                      .mark = mjMARK_RANDOM,
                      .random = .3,
                      .width = 6,
                      .height = 3,
                      .markrgb = {1, 1, 1}};
  texture_paint(rgb, &p);
  for (int i = 0; i < 18; i++)
    ck_assert_int_eq(rgb[3 * i] == 255, i == 3 || i == 5 || i == 8 || i == 10);
}
END_TEST

START_TEST(checkers_and_lines_divide_at_the_middle) {
  unsigned char rgb[3 * 5 * 4];
  TexturePattern p = {.builtin = mjBUILTIN_CHECKER,
                      .mark = mjMARK_EDGE,
                      .width = 5,
                      .height = 4,
                      .rgb1 = {1, 0, 0},
                      .markrgb = {0, 0, 1}};
  texture_paint(rgb, &p);
  for (int r = 0; r < 4; r++) {
    for (int k = 0; k < 5; k++) {
      int edge = r == 0 || k == 0 || r == 3 || k == 4, first = (r < 2) == (k < 2);
      ck_assert_int_eq(rgb[3 * (5 * r + k) + 2], edge ? 255 : 0);
      if (!edge)
        ck_assert_int_eq(rgb[3 * (5 * r + k)], first ? 255 : 0);
    }
  }
}
END_TEST

// ---------------------------------------------------------------- names

START_TEST(names_are_hashed_into_open_tables) {
  static const char names[] = "m\0world\0a\0a1\0b";
  int adr[] = {2, 8, 10, 13}, map[8];
  names_map_fill(map, names, adr, 4);
  INTS(map, 3, -1, -1, -1, 1, 2, -1, 0);
}
END_TEST

int main(void) {
  Suite* suite = suite_create("compiler parts");
  TCase* t = tcase_create("parts");
  tcase_add_loop_test(t, solids_and_shells_have_textbook_inertia, 0,
                      sizeof shapes / sizeof *shapes);
  tcase_add_test(t, principal_axes_diagonalise_the_inertia);
#ifndef __FMA__
  tcase_add_test(t, principal_axes_are_rounded_in_one_order);
#endif
  tcase_add_test(t, principal_axes_of_equal_moments_stay);
  tcase_add_test(t, fluid_coefficients_follow_potential_flow);
  tcase_add_test(t, every_leaf_lies_in_the_boxes_above_it);
  tcase_add_test(t, coincident_leaves_are_split_by_id);
  tcase_add_test(t, gradients_blend_from_the_centre_and_the_horizon);
  tcase_add_test(t, random_marks_are_the_same_everywhere);
  tcase_add_test(t, checkers_and_lines_divide_at_the_middle);
  tcase_add_test(t, names_are_hashed_into_open_tables);
  suite_add_tcase(suite, t);
  return run_suite(suite);
}
