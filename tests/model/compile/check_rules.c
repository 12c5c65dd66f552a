// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Compilation rules, one at a time, with the numbers of the specification.

#include "support.h"

#define WORLD(text) "<worldbody>" text "</worldbody>"

START_TEST(frames_compose_and_rotate_what_is_in_them) {
  mjModel* m =
      compile(WORLD("<frame pos='1 2 3' euler='0 0 90'><frame pos='1 0 0' quat='2 0 0 0'>"
                    "<geom type='capsule' fromto='0 0 0 1 0 0' size='.1'/><site pos='0 0 1'/><body "
                    "pos='0 1 0'/></frame></frame>"));
  NUMBERS(m->geom_pos, 1, 3.5, 3);
  NUMBERS(m->geom_quat, .5, .5, -.5, .5);
  NUMBERS(m->site_pos, 1, 3, 4);
  NUMBERS(m->body_pos + 3, 0, 3, 3);
  NUMBERS(m->body_quat + 4, 0.70710678118654757, 0, 0, 0.70710678118654746);
  mj_deleteModel(m);
}
END_TEST

START_TEST(several_geoms_share_one_inertia) {
  mjModel* m =
      compile(WORLD("<body><geom size='.1'/><geom type='box' size='.1 .2 .3' mass='2' pos='1 .2 "
                    ".3' euler='20 30 40'/></body>"));
  ck_assert_double_eq_tol(m->body_mass[1], 6.1887902047863914, 1e-12);
  NUMBERS(m->body_ipos + 3, 0.32316493754356163, 0.064632987508712325, 0.096949481263068474);
  NUMBERS(m->body_iquat + 4, 0.42537706197081238, 0.43743072525217785, 0.40181785757175892,
          0.68282583803696062);
  NUMBERS(m->body_inertia + 3, 1.6163188273210927, 1.6003057157969316, 0.079602088309177851);
  mj_deleteModel(m);
}
END_TEST

START_TEST(a_body_without_inertia_has_its_own_pose_as_inertial_frame) {
  mjModel* m = compile(WORLD("<body pos='1 2 3' euler='90 0 0'/>"));
  NUMBERS(m->body_ipos + 3, 1, 2, 3);
  NUMBERS(m->body_iquat + 4, 0.70710678118654757, 0.70710678118654746, 0, 0);
  ck_assert_int_eq(m->body_sameframe[1], 0);
  mj_deleteModel(m);
}
END_TEST

START_TEST(a_free_body_can_be_aligned_with_its_inertia) {
  mjModel* m = compile(WORLD(
      "<body pos='1 2 3' euler='90 0 0'><freejoint align='true'/>"
      "<geom type='box' size='.1 .2 .3' pos='.5 0 0' euler='0 0 45'/><site pos='1 0 0'/></body>"));
  NUMBERS(m->body_pos + 3, 1.5, 2, 3);
  NUMBERS(m->body_quat + 4, 0.65328148243818829, 0.65328148243818818, -0.27059805007309845,
          0.27059805007309851);
  NUMBERS(m->geom_pos, 0, 0, 0);
  NUMBERS(m->geom_quat, 1, 0, 0, 0);
  NUMBERS(m->site_pos, 0.35355339059327373, -0.35355339059327379, 0);
  NUMBERS(m->site_quat, 0.92387953251128674, 0, 0, -0.38268343236508978);
  NUMBERS(m->qpos0, 1.5, 2, 3);
  mj_deleteModel(m);
}
END_TEST

START_TEST(limits_are_inferred_from_ranges) {
  mjModel* m = compile(WORLD(
      "<body><joint range='-30 60'/><joint type='slide' range='1 -1'/><geom size='1'/></body>"));
  NUMBERS(m->jnt_range, -0.52359877559829882, 1.0471975511965976);
  ck_assert_int_eq(m->jnt_limited[0], 1);
  ck_assert_int_eq(m->jnt_limited[1], 0);
  mj_deleteModel(m);
}
END_TEST

START_TEST(simple_bodies_have_diagonal_inertia) {
  mjModel* m =
      compile(WORLD("<body><joint type='slide' armature='1'/><geom size='.1'/></body>"
                    "<body><joint type='slide' axis='1 0 0'/><joint type='slide' axis='0 1 "
                    "0'/><joint/><geom size='.1'/></body>"
                    "<body><joint type='slide' axis='1 1 0'/><geom size='.1'/></body>"
                    "<body><joint pos='1e-7 0 0'/><geom size='.1'/></body><body><joint pos='1e-5 0 "
                    "0'/><geom size='.1'/></body>"));
  int simple[6];
  for (int i = 0; i < 6; i++)
    simple[i] = m->body_simple[i];
  INTS(simple, 1, 2, 1, 0, 1, 0);
  mj_deleteModel(m);
}
END_TEST

START_TEST(patterns_follow_the_kinematic_forest) {
  mjModel* m = compile(WORLD(
      "<body><freejoint/><geom size='.1'/></body>"
      "<body><joint/><geom size='.1'/><body><joint axis='0 1 0'/><geom size='.1'/></body>"
      "<body><joint type='slide' axis='0 1 0'/><geom size='.1'/></body></body>"
      "<body><joint type='slide'/><joint type='slide' axis='1 0 0'/><geom size='.1'/></body>"));
  ck_assert_int_eq((int)m->nM, 29);
  ck_assert_int_eq((int)m->nC, 13);
  ck_assert_int_eq((int)m->nD, 47);
  ck_assert_int_eq((int)m->nB, 26);
  INTS(m->dof_parentid, -1, 0, 1, 2, 3, 4, -1, 6, 6, -1, 9);
  INTS(m->dof_Madr, 0, 1, 3, 6, 10, 15, 21, 22, 24, 26, 27);
  INTS(m->dof_simplenum, 6, 5, 4, 3, 2, 1, 0, 0, 0, 2, 1);
  INTS(m->M_rownnz, 1, 1, 1, 1, 1, 1, 1, 2, 2, 1, 1);
  INTS(m->M_colind, 0, 1, 2, 3, 4, 5, 6, 6, 7, 6, 8, 9, 10);
  INTS(m->mapM2M, 0, 1, 3, 6, 10, 15, 21, 23, 22, 25, 24, 26, 27);
  INTS(m->D_rownnz, 6, 6, 6, 6, 6, 6, 3, 2, 2, 2, 2);
  INTS(m->D_diag, 0, 1, 2, 3, 4, 5, 0, 1, 1, 0, 1);
  INTS(m->mapD2M, 0, 7, 14, 21, 28, 35, 36, 39, 40, 41, 42, 43, 46);
  INTS(m->mapM2D + 35, 5, 6, 7, 9, 7, 8, 9, 10, 11, -1, -1, 12);
  INTS(m->B_rownnz, 11, 6, 3, 2, 2, 2);
  mj_deleteModel(m);
}
END_TEST

START_TEST(bodies_have_trees_of_boxes) {
  mjModel* m =
      compile(WORLD("<geom type='plane' size='1 1 1'/><geom size='.1'/><geom size='.2' pos='1 0 "
                    "0'/><geom type='box' size='.1 .1 .1' pos='2 0 .5'/>"));
  INTS(m->bvh_child, 1, 4, 2, 3, -1, -1, -1, -1, 5, 6, -1, -1, -1, -1);
  INTS(m->bvh_nodeid, -1, -1, 0, 1, -1, 2, 3);
  INTS(m->bvh_depth, 0, 1, 2, 2, 1, 2, 2);
  NUMBERS(m->bvh_aabb + 24, 1.45, 0, .2, .65, .2, .4);
  mj_deleteModel(m);
}
END_TEST

START_TEST(inverse_weights_and_inertias_at_the_reference) {
  mjModel* m =
      compile(WORLD("<body><joint/><geom size='.1'/></body><body><joint type='slide' "
                    "armature='.3'/><geom size='.1'/></body>"
                    "<body><joint type='slide' axis='1 1 0'/><geom size='.1'/></body>"));
  NUMBERS(m->dof_M0, 0.016755160819145569, 4.4887902047863912);
  NUMBERS(m->dof_invweight0, 59.683103659460734, 0.23873241463784298);
  NUMBERS(m->body_invweight0, 0, 0, 19.894367886486911, 19.894367886486911, 0.23873241463784298, 0,
          0.079577471545947659, 0.079577471545947659);
  mj_deleteModel(m);
}
END_TEST

START_TEST(damping_ratios_become_damping) {
  mjModel* m = compile(WORLD(
      "<body><joint name='h'/><geom size='.1' pos='.5 0 0'/>"
      "<body pos='1 0 0'><joint name='s' type='slide' armature='.3'/><geom size='.1'/></body>"
      "</body>") "<actuator><position joint='h' kp='10' dampratio='1'/>"
                 "<position joint='h' kp='10' dampratio='1' gear='2'/>"
                 "<position joint='s' kp='10' dampratio='.7'/></actuator>");
  NUMBERS(m->dof_M0, 5.2694980776212805, 4.4887902047863912);
  ck_assert_double_eq_tol(m->actuator_biasprm[2], -14.518261710854064, 1e-10);
  ck_assert_double_eq_tol(m->actuator_biasprm[12], -7.2591308554270322, 1e-10);
  ck_assert_double_eq_tol(m->actuator_biasprm[22], -9.3797808084098246, 1e-10);
  mj_deleteModel(m);
}
END_TEST

START_TEST(statistics_measure_the_model) {
  mjModel* m = compile(WORLD(
      "<geom type='plane' size='2 3 1'/><site pos='-7 0 0'/><body pos='0 0 1'><freejoint/><geom "
      "size='.1' pos='.3 0 0'/>"
      "<body pos='1 0 0'><joint pos='0 0 .5'/><geom type='box' size='.1 .2 .3'/></body></body>"));
  NUMBERS(&m->stat.extent, 8.3741657386773944);
  NUMBERS(m->stat.center, -2.8129171306613028, 0, 0.59999999999999998);
  NUMBERS(&m->stat.meansize, 0.68011626335213138);
  NUMBERS(&m->stat.meanmass, 26.0943951023932);
  NUMBERS(&m->stat.meaninertia, 36.950088333382602);
  NUMBERS(m->dof_length, 1, 1, 1, 0.86023252670426265, 0.86023252670426265, 0.86023252670426265,
          .5);
  mj_deleteModel(m);

  // flat along x: centered, but of the extent of an empty model
  m = compile(WORLD("<site pos='-1 1 1'/><site pos='-1 1 2'/>"));
  NUMBERS(m->stat.center, -1, 1, 1.5);
  NUMBERS(&m->stat.extent, 2);
  mj_deleteModel(m);
}
END_TEST

START_TEST(constraints_keep_the_reference_configuration) {
  mjModel* m = compile(WORLD(
      "<body name='a' pos='1 0 0' euler='0 0 90'><joint type='ball'/><geom size='.1'/></body>"
      "<body name='b' pos='0 2 0' euler='90 0 0'><joint/><geom size='.1'/></body>")
      "<equality><connect body1='a' body2='b' anchor='.1 .2 .3'/>"
      "<weld body1='a' body2='b' anchor='.1 .2 .3' torquescale='.7'/>"
      "<weld body1='a' body2='b' relpose='1 2 3 2 0 0 0'/></equality>");
  NUMBERS(m->eq_data, .1, .2, .3, .8, .3, 1.9, 0, 0, 0, 0, 1);
  NUMBERS(m->eq_data + 11, .1, .2, .3, 1.7, .9, .2, .5, .5, -.5, -.5, .7);
  NUMBERS(m->eq_data + 22, 0, 0, 0, 1, 2, 3, 1, 0, 0, 0, 1);
  mj_deleteModel(m);
}
END_TEST

START_TEST(length_ranges_are_simulated) {
  mjModel* m = compile("<compiler><lengthrange mode='all'/></compiler>" WORLD(
      "<body><joint name='h' range='-30 60'/><geom size='.1'/></body>"
      "<body pos='0 2 0'><joint name='s' type='slide' range='-1 2'/><geom "
      "size='.1'/></body>") "<actuator><motor joint='h'/><motor joint='s'/></actuator>");
  const double expected[4] = {-0.52416871395156495, 1.0477674895498639, -1.0005699383532662,
                              2.0005699383532662};
  for (int i = 0; i < 4; i++)
    ck_assert_double_eq_tol(m->actuator_lengthrange[i], expected[i], 1e-7);
  mj_deleteModel(m);
}
END_TEST

START_TEST(short_keyframes_are_completed_from_the_document) {
  mjModel* m = compile(WORLD(
      "<body mocap='true' pos='1 2 3'/><body><freejoint/><geom size='.1'/></body>"
      "<body><joint ref='30'/><geom size='.1'/></body>")
      "<keyframe><key qpos='0 0 0' mpos='0 0'/><key/></keyframe>");
  NUMBERS(m->key_qpos, 0, 0, 0, 1, 0, 0, 0, 30);
  NUMBERS(m->key_mpos, 1, 2, 3);
  NUMBERS(m->key_qpos + 15, 0.52359877559829882);
  mj_deleteModel(m);
}
END_TEST

START_TEST(the_arena_follows_the_sizes) {
  mjModel* m = compile(WORLD("<body><joint/><geom size='.1'/></body>"));
  ck_assert_int_eq((int)m->narena, 13631488);
  mj_deleteModel(m);
  m = compile(WORLD("<body><joint/><geom size='.1'/></body>") "<size njmax='10'/>");
  ck_assert_int_eq((int)m->narena, 1048576);
  mj_deleteModel(m);
  m = compile(WORLD("<body><joint/><geom size='.1'/></body>") "<size nstack='1000'/>");
  ck_assert_int_eq((int)m->narena, 4194304);
  mj_deleteModel(m);
}
END_TEST

START_TEST(the_signature_depends_on_structure_only) {
  mjModel* a = compile(WORLD("<body><joint/><geom size='.1'/></body>"));
  mjModel* b = compile(
      WORLD("<body name='x'><joint name='j' type='slide'/><geom type='box' size='1 2 3'/></body>"));
  ck_assert(a->signature == 9283327141022967996ULL);
  ck_assert(b->signature == a->signature);
  mj_deleteModel(a);
  mj_deleteModel(b);
}
END_TEST

START_TEST(pairs_are_sorted_by_their_bodies) {
  mjModel* m = compile(WORLD(
      "<body><geom name='ga' size='1'/></body><body><geom name='gb' size='1'/></body>"
      "<body><geom name='gc' size='1'/></body>")
      "<contact><pair name='p1' geom1='gc' geom2='gb'/>"
      "<pair name='p2' geom1='gb' geom2='ga'/></contact>");
  ck_assert_str_eq(mj_id2name(m, mjOBJ_PAIR, 0), "p2");
  INTS(m->pair_signature, 65538, 131075);
  INTS(m->pair_geom1, 0, 1);
  INTS(m->pair_geom2, 1, 2);
  mj_deleteModel(m);
}
END_TEST

START_TEST(total_mass_can_be_set) {
  mjModel* m = compile("<compiler settotalmass='5'/>" WORLD(
      "<body><joint/><geom size='.1'/></body><body pos='1 0 0'><joint/><geom size='.2'/></body>"));
  ck_assert_double_eq_tol(m->body_subtreemass[0], 5, 1e-12);
  ck_assert_double_eq_tol(m->body_mass[2] / m->body_mass[1], 8, 1e-12);
  mj_deleteModel(m);
}
END_TEST

// ---------------------------------------------------------------- length ranges

// expected numbers: reference
START_TEST(the_world_has_the_inertia_that_a_program_gives_it) {
  mjSpec* s = mj_makeSpec();
  mjsBody* world = mjs_findBody(s, "world");
  s->compiler.boundmass = 7;
  mjs_addGeom(world, NULL)->size[0] = .1;
  mjModel* m = mj_compile(s, NULL);
  ck_assert(m->body_mass[0] == 0 && m->body_inertia[0] == 0 && m->body_ipos[0] == 0);
  mj_deleteModel(m);

  world->mass = 3;
  world->inertia[2] = .9;
  m = mj_compile(s, NULL);
  ck_assert(m->body_mass[0] == 3 && m->body_subtreemass[0] == 3);
  ck_assert(m->body_inertia[0] == 0 && m->body_inertia[2] == .9);
  ck_assert(m->body_ipos[0] == 0 && m->body_iquat[0] == 1);
  mj_deleteModel(m);

  world->ipos[0] = 1;
  m = mj_compile(s, NULL);
  ck_assert(m->body_ipos[0] == 1);
  mj_deleteModel(m);
  mj_deleteSpec(s);
}
END_TEST

// the reference leaves what is in the frame where it was
START_TEST(a_frame_that_is_moved_after_compiling_moves_what_it_holds) {
  mjSpec* s = mj_makeSpec();
  mjsBody* world = mjs_findBody(s, "world");
  mjsFrame* frame = mjs_addFrame(world, NULL);
  mjsBody* body = mjs_addBody(world, NULL);
  mjs_setFrame(body->element, frame);
  body->pos[1] = 2;
  for (int x = 1; x < 4; x++) {
    frame->pos[0] = x;
    mjModel* m = mj_compile(s, NULL);
    ck_assert(m->body_pos[3] == x && m->body_pos[4] == 2);
    mj_deleteModel(m);
  }
  mj_deleteSpec(s);
}
END_TEST

static const char scene_slider[] =
    "<option timestep='.005'/><worldbody><body>"
    "<joint name='s' type='slide' axis='1 0 0' range='-.3 .5' limited='true'/><geom size='.1'/>"
    "</body></worldbody><actuator><muscle joint='s' gear='2' lengthrange='1 2'/></actuator>";

// expected numbers: reference
START_TEST(the_length_range_of_a_muscle_is_found_by_simulation) {
  char error[500] = "untouched";
  mjModel* m = compile(scene_slider);
  mjData* d = mj_makeData(m);
  mjLROpt opt;
  mj_defaultLROpt(&opt);
  opt.inttotal = 2;
  opt.interval = .5;
  ck_assert_int_eq(mj_setLengthRange(m, d, 0, &opt, error, sizeof error), 1);
  ck_assert(m->actuator_lengthrange[0] == 1);
  opt.useexisting = 0;
  m->opt.disableflags = mjDSBL_GRAVITY | mjDSBL_ACTUATION;
  ck_assert_int_eq(mj_setLengthRange(m, d, 0, &opt, error, sizeof error), 1);
  ck_assert_double_eq_tol(m->actuator_lengthrange[0], -0.60113987670653202, 1e-10);
  ck_assert_double_eq_tol(m->actuator_lengthrange[1], 1.0011398767065318, 1e-10);
  ck_assert_str_eq(error, "untouched");

  // a muscle without range has no force that is a number: the simulation starts again and again
  m->opt.disableflags = 0;
  m->actuator_lengthrange[1] = m->actuator_lengthrange[0];
  ck_assert_int_eq(mj_setLengthRange(m, d, 0, &opt, error, sizeof error), 0);
  ck_assert_ptr_nonnull(strstr(error, "Unstable lengthrange simulation in actuator 0"));
  expect_error(mj_setLengthRange(m, d, -1, &opt, error, sizeof error),
               "mj_setLengthRange: invalid actuator index -1");
  expect_error(mj_setLengthRange(m, d, 1, &opt, error, sizeof error), "index 1, the model has 1");
  ck_assert_int_eq(mj_setLengthRange(m, d, 0, NULL, error, sizeof error), 0);
  ck_assert_ptr_nonnull(strstr(error, "actuator 0: there are no options"));
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

// A program can write what the reader refuses. The reference ends the process below -1.
START_TEST(numbers_of_user_data_are_counted_or_given) {
  static const size_t field[] = {offsetof(mjSpec, nuser_body),     offsetof(mjSpec, nuser_jnt),
                                 offsetof(mjSpec, nuser_geom),     offsetof(mjSpec, nuser_site),
                                 offsetof(mjSpec, nuser_cam),      offsetof(mjSpec, nuser_tendon),
                                 offsetof(mjSpec, nuser_actuator), offsetof(mjSpec, nuser_sensor)};
  for (size_t i = 0; i < sizeof field / sizeof *field; i++) {
    mjSpec* s = parse("<worldbody><body><geom size='1' user='1 2'/></body></worldbody>");
    int* number = (int*)((char*)s + field[i]);
    *number = -50;
    ck_assert_ptr_null(mj_compile(s, NULL));
    ck_assert_msg(strstr(mjs_getError(s), "must be >= -1, but it is -50"), "%s", mjs_getError(s));
    *number = -1;
    mjModel* m = mj_compile(s, NULL);
    ck_assert_ptr_nonnull(m);
    ck_assert_int_eq(m->nuser_geom, 2);
    mj_deleteModel(m);
    mj_deleteSpec(s);
  }
}
END_TEST

int main(void) {
  Suite* suite = suite_create("compile rules");
  TCase* t = tcase_create("rules");
  tcase_set_timeout(t, 60);
  tcase_add_test(t, frames_compose_and_rotate_what_is_in_them);
  tcase_add_test(t, the_world_has_the_inertia_that_a_program_gives_it);
  tcase_add_test(t, a_frame_that_is_moved_after_compiling_moves_what_it_holds);
  tcase_add_test(t, the_length_range_of_a_muscle_is_found_by_simulation);
  tcase_add_test(t, numbers_of_user_data_are_counted_or_given);
  tcase_add_test(t, several_geoms_share_one_inertia);
  tcase_add_test(t, a_body_without_inertia_has_its_own_pose_as_inertial_frame);
  tcase_add_test(t, a_free_body_can_be_aligned_with_its_inertia);
  tcase_add_test(t, limits_are_inferred_from_ranges);
  tcase_add_test(t, simple_bodies_have_diagonal_inertia);
  tcase_add_test(t, patterns_follow_the_kinematic_forest);
  tcase_add_test(t, bodies_have_trees_of_boxes);
  tcase_add_test(t, inverse_weights_and_inertias_at_the_reference);
  tcase_add_test(t, damping_ratios_become_damping);
  tcase_add_test(t, statistics_measure_the_model);
  tcase_add_test(t, constraints_keep_the_reference_configuration);
  tcase_add_test(t, length_ranges_are_simulated);
  tcase_add_test(t, short_keyframes_are_completed_from_the_document);
  tcase_add_test(t, the_arena_follows_the_sizes);
  tcase_add_test(t, the_signature_depends_on_structure_only);
  tcase_add_test(t, pairs_are_sorted_by_their_bodies);
  tcase_add_test(t, total_mass_can_be_set);
  suite_add_tcase(suite, t);
  return run_suite(suite);
}
