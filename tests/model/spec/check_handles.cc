// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// A C++ program sees handles as std::string and std::vector and may change them directly.

#include <check.h>
#include <cstdlib>
#include <map>
#include <string>
#include <utility>

#include <mujoco/mujoco.h>

START_TEST(strings_and_vectors_can_be_assigned) {
  mjSpec* s = mj_makeSpec();
  *s->modelname = "from C++";
  ck_assert_str_eq(mjs_getString(s->modelname), "from C++");
  mjsBody* world = mjs_findBody(s, "world");
  mjsGeom* g = mjs_addGeom(world, nullptr);
  *g->material = std::string(100, 'm');
  ck_assert_uint_eq(g->material->size(), 100);
  g->userdata->push_back(4.5);
  int n = 0;
  ck_assert(mjs_getDouble(g->userdata, &n)[0] == 4.5);
  ck_assert_int_eq(n, 1);
  mjsMaterial* m = mjs_addMaterial(s, nullptr);
  ck_assert_int_eq(static_cast<int>(m->textures->size()), mjNTEXROLE);
  m->textures->at(1) = "wood";
  mjsSkin* skin = mjs_addSkin(s);
  skin->vertid->push_back({1, 2, 3});
  ck_assert_int_eq(skin->vertid->at(0)[2], 3);
  mj_deleteSpec(s);
}
END_TEST

START_TEST(a_name_changed_through_its_handle_is_found) {
  mjSpec* s = mj_makeSpec();
  mjsBody* world = mjs_findBody(s, "world");
  mjsGeom* g = mjs_addGeom(world, nullptr);
  *mjs_getName(g->element) = "ball";
  ck_assert_ptr_eq(mjs_findElement(s, mjOBJ_GEOM, "ball"), g->element);
  *mjs_getName(g->element) = "box";
  ck_assert_ptr_null(mjs_findElement(s, mjOBJ_GEOM, "ball"));
  ck_assert_ptr_eq(mjs_findElement(s, mjOBJ_GEOM, "box"), g->element);
  ck_assert_int_eq(mjs_delete(s, g->element), 0);
  ck_assert_ptr_null(mjs_findElement(s, mjOBJ_GEOM, "box"));
  mj_deleteSpec(s);
}
END_TEST

START_TEST(copies_have_handles_of_their_own) {
  mjSpec* s = mj_makeSpec();
  mjsGeom* g = mjs_addGeom(mjs_findBody(s, "world"), nullptr);
  *g->info = "line 1";
  *g->material = "a";
  mjSpec* k = mj_copySpec(s);
  *g->material = "b";
  mjsGeom* copy = mjs_asGeom(mjs_firstElement(k, mjOBJ_GEOM));
  ck_assert_ptr_ne(copy->material, g->material);
  ck_assert_str_eq(copy->material->c_str(), "a");
  ck_assert_str_eq(copy->info->c_str(), "line 1");
  mj_deleteSpec(s);
  mj_deleteSpec(k);
}
END_TEST

START_TEST(plugin_attributes_are_moved_in_and_copied_along) {
  using Map = std::map<std::string, std::string, std::less<>>;
  mjSpec* s = mj_makeSpec();
  mjsPlugin* instance = mjs_addPlugin(s);
  Map map{{"gain", "2"}};
  mjs_setPluginAttributes(instance, &map);
  ck_assert_uint_eq(map.size(), 0);
  mjsBody* b = mjs_addBody(mjs_findBody(s, "world"), nullptr);
  b->plugin.active = 1;
  b->plugin.element = instance->element;
  mjSpec* k = mj_copySpec(s);
  mjsBody* copy = mjs_asBody(mjs_nextElement(k, mjs_firstElement(k, mjOBJ_BODY)));
  ck_assert_ptr_ne(copy->plugin.element, instance->element);
  const Map* copied = static_cast<const Map*>(mjs_getPluginAttributes(&copy->plugin));
  ck_assert_str_eq(copied->at("gain").c_str(), "2");

  // an instance made for a body goes with it
  ck_assert_int_eq(mjs_delete(s, b->element), 0);
  ck_assert_ptr_null(mjs_firstElement(s, mjOBJ_PLUGIN));
  mj_deleteSpec(s);
  mj_deleteSpec(k);
}
END_TEST

int main() {
  const TTest* const tests[] = {
      strings_and_vectors_can_be_assigned, a_name_changed_through_its_handle_is_found,
      copies_have_handles_of_their_own, plugin_attributes_are_moved_in_and_copied_along};
  Suite* suite = suite_create("handles");
  TCase* tc = tcase_create("handles");
  for (const TTest* test : tests)
    tcase_add_test(tc, test);
  suite_add_tcase(suite, tc);
  SRunner* runner = srunner_create(suite);
  srunner_run_all(runner, CK_ENV);
  int failed = srunner_ntests_failed(runner);
  srunner_free(runner);
  return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
