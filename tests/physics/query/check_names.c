// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Names and ids of model elements.

#include "core/foundation/data/objects.h"
#include "tests/foundation/data/support.h"

static mjModel* m;

static void setup(void) { m = load_scene(); }
static void teardown(void) { mj_deleteModel(m); }

START_TEST(the_hash_is_that_of_the_reference) {
  ck_assert_uint_eq(hash_name("world"), 210644849383ULL);
  ck_assert_uint_eq(hash_name("a"), 177604);
  ck_assert_uint_eq(hash_name("torso"), 210636694736ULL);
  ck_assert_uint_eq(hash_name(""), 5381);

  // bytes above 127 count as negative characters
  ck_assert_uint_eq(hash_name("\xc3"), 177573ULL ^ (uint64_t)-61);
}
END_TEST

START_TEST(every_named_element_is_found_under_its_id) {
  int found = 0;
  for (int type = 0; type < mjNOBJECT; type++) {
    for (int id = 0; id < object_count(m, type); id++) {
      const char* name = mj_id2name(m, type, id);
      if (!name)
        continue;
      ck_assert_int_eq(mj_name2id(m, type, name), id);
      found++;
    }
  }
  // bodies twice, as body and as xbody; an hfield geom and a mesh geom have no names
  ck_assert_int_eq(found, 48);
}
END_TEST

START_TEST(names_belong_to_their_kind) {
  ck_assert_int_eq(mj_name2id(m, mjOBJ_BODY, "world"), 0);
  ck_assert_int_eq(mj_name2id(m, mjOBJ_XBODY, "mc"), 4);
  ck_assert_str_eq(mj_id2name(m, mjOBJ_XBODY, 4), "mc");
  ck_assert_int_eq(mj_name2id(m, mjOBJ_GEOM, "world"), -1);
  ck_assert_int_eq(mj_name2id(m, mjOBJ_SENSOR, "fp"), 2);
  ck_assert_int_eq(mj_name2id(m, mjOBJ_KEY, "k1"), 1);
}
END_TEST

START_TEST(what_has_no_name_is_not_found) {
  ck_assert_int_eq(mj_name2id(m, mjOBJ_GEOM, ""), -1);
  ck_assert_int_eq(mj_name2id(m, mjOBJ_GEOM, NULL), -1);
  ck_assert_int_eq(mj_name2id(m, mjOBJ_GEOM, "nobody"), -1);
  ck_assert_int_eq(mj_name2id(m, mjOBJ_FLEX, "a"), -1);
  const int unnamed[] = {mjOBJ_UNKNOWN, mjOBJ_DOF, mjNOBJECT, mjOBJ_FRAME, -1, 1000};
  for (int i = 0; i < 6; i++) {
    ck_assert_int_eq(mj_name2id(m, unnamed[i], "a"), -1);
    ck_assert_ptr_null(mj_id2name(m, unnamed[i], 0));
  }
  ck_assert_ptr_null(mj_id2name(m, mjOBJ_BODY, -1));
  ck_assert_ptr_null(mj_id2name(m, mjOBJ_BODY, (int)m->nbody));
  ck_assert_ptr_null(mj_id2name(m, mjOBJ_GEOM, 1));
}
END_TEST

START_TEST(a_full_table_ends_the_search) {
  // no empty slot anywhere: the lookup has to stop by itself
  for (int i = 0; i < m->nnames_map; i++)
    m->names_map[i] = 0;
  ck_assert_int_eq(mj_name2id(m, mjOBJ_BODY, "nobody"), -1);
}
END_TEST

int main(void) {
  Suite* suite = suite_create("names");
  TCase* tcase = tcase_create("names");
  tcase_add_checked_fixture(tcase, setup, teardown);
  tcase_add_test(tcase, the_hash_is_that_of_the_reference);
  tcase_add_test(tcase, every_named_element_is_found_under_its_id);
  tcase_add_test(tcase, names_belong_to_their_kind);
  tcase_add_test(tcase, what_has_no_name_is_not_found);
  tcase_add_test(tcase, a_full_table_ends_the_search);
  suite_add_tcase(suite, tcase);
  return run_suite(suite);
}
