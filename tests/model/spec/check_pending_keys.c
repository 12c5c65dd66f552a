// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Keyframes keep their meaning when the model around them is edited (white box: the compiler's part
// is played by the test).

#include "core/model/spec/tree.h"
#include "tests/model/spec/suite.h"

// what the compiler does: ids by position, one coordinate per joint, reference value 9
static void apply(mjSpec* spec) {
  Spec* s = spec_of(spec);
  static const double qpos0[8] = {9, 9, 9, 9, 9, 9, 9, 9};
  static const int adr[8] = {0, 1, 2, 3, 4, 5, 6, 7};
  static const int none[8] = {-1, -1, -1, -1, -1, -1, -1, -1};
  ElementList joints = {0};
  spec_collect(s, mjOBJ_JOINT, &joints);
  for (int i = 0; i < joints.count; i++)
    joints.item[i]->id = i;
  int n = joints.count;
  list_free(&joints);
  KeyLayout layout = {n,   n,    0,   spec_count(s, mjOBJ_ACTUATOR), 0, qpos0, NULL, NULL, adr,
                      adr, none, none};
  pending_keys_apply(s, &layout);
}

static const double* qpos_of(mjSpec* s, const char* key, int* n) {
  return mjs_getDouble(mjs_asKey(mjs_findElement(s, mjOBJ_KEY, key))->qpos, n);
}

static mjSpec* one_hinge(void) {
  mjSpec* s = mj_makeSpec();
  mjs_setDeepCopy(s, 1);
  mjsBody* b = add_body(world_of(s), "b");
  add_joint(b, "j");
  mjsKey* k = mjs_addKey(s);
  mjs_setName(k->element, "k");
  double one = 1;
  mjs_setDouble(k->qpos, &one, 1);
  k->time = 3;
  return s;
}

START_TEST(replicating_gives_one_key_per_copy_and_the_original_last) {
  mjSpec* s = one_hinge();
  mjsBody* b = mjs_findBody(s, "b");
  static const char* const suffix[3] = {"0", "1", "2"};
  for (int i = 0; i < 3; i++) {
    ck_assert_ptr_nonnull(
        mjs_attach(mjs_addFrame(world_of(s), NULL)->element, b->element, "", suffix[i]));
  }
  mjs_delete(s, b->element);
  ck_assert_ptr_null(mjs_firstElement(s, mjOBJ_KEY));
  apply(s);
  ck_assert_str_eq(names_in(s, mjOBJ_KEY), "k0 k1 k2 k");
  for (int i = 0; i < 3; i++) {
    char name[3] = {'k', (char)('0' + i), 0};
    int n;
    const double* q = qpos_of(s, name, &n);
    ck_assert_int_eq(n, 3);
    // before copy i the list was completed for the copies that were there, with their raw values
    for (int j = 0; j < 3; j++)
      ck_assert_double_eq(q[j], j == i ? 1 : j < i ? 0 : 9);
    ck_assert_double_eq(mjs_asKey(mjs_findElement(s, mjOBJ_KEY, name))->time, 3);
  }
  ck_assert_double_eq(qpos_of(s, "k", NULL)[0], 0);
  mj_deleteSpec(s);
}
END_TEST

START_TEST(an_attached_key_fills_the_rest_with_reference_values) {
  mjSpec* s = mj_makeSpec();
  mjs_setDeepCopy(s, 1);
  add_joint(add_body(world_of(s), "o"), "jo");
  mjSpec* c = one_hinge();
  mjsElement* frame = add_frame(world_of(s), NULL, "f")->element;
  mjs_attach(frame, mjs_findBody(c, "b")->element, "p-", "");
  mjs_attach(frame, mjs_findBody(c, "b")->element, "q-", "");
  mj_deleteSpec(c);
  mjSpec* copy = mj_copySpec(s);
  mj_deleteSpec(s);
  apply(copy);
  ck_assert_str_eq(names_in(copy, mjOBJ_KEY), "p-k q-k");
  int n;
  const double* q = qpos_of(copy, "q-k", &n);
  ck_assert_int_eq(n, 3);
  ck_assert(q[0] == 9 && q[1] == 9 && q[2] == 1);

  // lists that the original lacked stay empty
  mjs_getDouble(mjs_asKey(mjs_findElement(copy, mjOBJ_KEY, "p-k"))->qvel, &n);
  ck_assert_int_eq(n, 0);
  mj_deleteSpec(copy);
}
END_TEST

START_TEST(a_copy_takes_over_what_its_original_remembers) {
  mjSpec* s = one_hinge();
  add_joint(add_body(world_of(s), "o"), "jo");
  double two[2] = {1, 2};
  mjs_setDouble(mjs_asKey(mjs_findElement(s, mjOBJ_KEY, "k"))->qpos, two, 2);
  mjs_attach(add_frame(world_of(s), NULL, "f")->element, mjs_findBody(s, "b")->element, "", "0");
  mjs_attach(add_frame(world_of(s), NULL, "g")->element, mjs_findBody(s, "o")->element, "", "1");
  apply(s);

  // joints j jo j0 jo1: the second copy has what jo remembered for the key of the first
  ck_assert_str_eq(names_in(s, mjOBJ_KEY), "k k0 k1");
  static const double k0[4] = {9, 9, 1, 2}, k1[4] = {1, 9, 0, 2};
  for (int i = 0; i < 4; i++) {
    ck_assert_double_eq(qpos_of(s, "k0", NULL)[i], k0[i]);
    ck_assert_double_eq(qpos_of(s, "k1", NULL)[i], k1[i]);
  }
  mj_deleteSpec(s);
}
END_TEST

START_TEST(parts_attached_one_after_the_other_share_their_keys) {
  mjSpec* s = mj_makeSpec();
  mjs_setDeepCopy(s, 1);
  mjSpec* c = one_hinge();
  add_joint(add_body(world_of(c), "o"), "jo");
  double two[2] = {1, 2};
  mjs_setDouble(mjs_asKey(mjs_findElement(c, mjOBJ_KEY, "k"))->qpos, two, 2);
  mjsElement* frame = add_frame(world_of(s), NULL, "f")->element;
  mjs_attach(frame, mjs_findBody(c, "b")->element, "p-", "");
  mjs_attach(frame, mjs_findBody(c, "o")->element, "q-", "");
  mj_deleteSpec(c);
  apply(s);
  ck_assert_str_eq(names_in(s, mjOBJ_KEY), "p-k q-k");
  const double *p = qpos_of(s, "p-k", NULL), *q = qpos_of(s, "q-k", NULL);
  ck_assert(p[0] == 1 && p[1] == 2 && q[0] == 9 && q[1] == 2);
  mj_deleteSpec(s);
}
END_TEST

START_TEST(deleting_a_body_keeps_the_values_of_the_others) {
  mjSpec* s = mj_makeSpec();
  for (int i = 0; i < 3; i++) {
    char name[2] = {(char)('a' + i), 0};
    add_joint(add_body(world_of(s), name), name);
  }
  mjsKey* k = mjs_addKey(s);
  double q[3] = {.1, .2, .3};
  mjs_setName(k->element, "k");
  mjs_setDouble(k->qpos, q, 3);
  mjs_delete(s, mjs_findBody(s, "b")->element);
  mjs_delete(s, mjs_findBody(s, "a")->element);
  apply(s);
  int n;
  const double* kept = qpos_of(s, "k", &n);
  ck_assert_int_eq(n, 1);
  ck_assert_double_eq(kept[0], .3);
  mj_deleteSpec(s);
}
END_TEST

START_TEST(names_of_the_last_compilation_answer_until_the_next) {
  mjSpec* s = mj_makeSpec();
  mjsBody* b = add_body(world_of(s), "b");
  mjsGeom* g = add_geom(b, "g");
  spec_names_freeze(spec_of(s));
  add_geom(b, "h");
  ck_assert_ptr_null(mjs_findElement(s, mjOBJ_GEOM, "h"));
  mjs_setName(g->element, "gg");
  ck_assert_ptr_eq(mjs_findElement(s, mjOBJ_GEOM, "g"), g->element);
  ck_assert_ptr_null(mjs_findElement(s, mjOBJ_GEOM, "gg"));
  add_frame(b, NULL, "f");
  ck_assert_ptr_nonnull(mjs_findFrame(s, "f"));
  mjs_delete(s, g->element);
  ck_assert_ptr_null(mjs_findElement(s, mjOBJ_GEOM, "g"));
  ck_assert_ptr_eq(mjs_findBody(s, "b"), b);
  spec_names_thaw(spec_of(s));
  ck_assert_ptr_nonnull(mjs_findElement(s, mjOBJ_GEOM, "h"));
  mj_deleteSpec(s);
}
END_TEST

START_TEST(nested_frames_compose) {
  mjSpec* s = mj_makeSpec();
  mjsFrame* outer = add_frame(world_of(s), NULL, "outer");
  outer->pos[0] = 1;
  outer->pos[1] = 2;
  outer->pos[2] = 3;
  outer->alt.type = mjORIENTATION_EULER;
  outer->alt.euler[2] = 90;
  mjsFrame* inner = add_frame(world_of(s), outer, "inner");
  inner->pos[0] = 1;
  inner->quat[0] = 2;
  double pos[3], quat[4];
  ck_assert_ptr_null(frame_pose((Frame*)pub_element(inner), pos, quat));
  static const double golden[7] = {1.0000000000000002, 3, 3, 0.70710678118654757, 0, 0,
                                   0.70710678118654746};
  for (int i = 0; i < 3; i++)
    ck_assert_double_eq_tol(pos[i], golden[i], 1e-15);
  for (int i = 0; i < 4; i++)
    ck_assert_double_eq_tol(quat[i], golden[3 + i], 1e-15);
  mj_deleteSpec(s);
}
END_TEST

RUN_SUITE("pending keys", replicating_gives_one_key_per_copy_and_the_original_last,
          an_attached_key_fills_the_rest_with_reference_values,
          a_copy_takes_over_what_its_original_remembers,
          parts_attached_one_after_the_other_share_their_keys,
          deleting_a_body_keeps_the_values_of_the_others,
          names_of_the_last_compilation_answer_until_the_next, nested_frames_compose)
