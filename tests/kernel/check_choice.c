// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Which implementation answers to a name, and the numbers that options hold: both depend on files
// and names alone.

#include "tests/kernel/support.h"

// the module that a name resolves to, "" when none is marked
static const char* selected_module(FcKind kind, const char* name) {
  FcModuleInfo info = {.size = sizeof info};
  FcFaceInfo face = {.size = sizeof face};
  for (int i = 0; i < fc_moduleCount(); i++) {
    ck_assert_int_eq(fc_moduleInfo(i, &info), 0);
    for (int k = 0; k < info.nface; k++) {
      ck_assert_int_eq(fc_faceInfo(i, k, &face), 0);
      if (face.kind == kind && strcmp(face.name, name) == 0 && face.selected)
        return info.name;
    }
  }
  return "";
}

// does the ball on the floor stay where it is with the solver called newton?
static int newton_holds_the_ball(void) {
  mjModel* m = ball_on_floor();
  mjData* d = mj_makeData(m);
  ck_assert_msg(fc_bind(m, d, FC_SOLVER, "newton") == 0, "%s", fc_lastError());
  for (int i = 0; i < 100; i++)
    mj_step(m, d);
  int holds = d->qpos[2] > 0.09;
  mj_deleteData(d);
  mj_deleteModel(m);
  return holds;
}

START_TEST(the_installed_directory_provides_the_engine) {
  const struct {
    FcKind kind;
    const char* name;
  } face[] = {{FC_SOLVER, "newton"},       {FC_SOLVER, "cg"},
              {FC_SOLVER, "pgs"},          {FC_POST_SOLVER, "noslip"},
              {FC_INTEGRATOR, "euler"},    {FC_INTEGRATOR, "rk4"},
              {FC_INTEGRATOR, "implicit"}, {FC_INTEGRATOR, "implicitfast"},
              {FC_BROADPHASE, "sap"},      {FC_CONTACT_MODEL, "soft"},
              {FC_CONVEX, "convex"},       {FC_LOADER, "mjcf"}};
  for (size_t i = 0; i < sizeof face / sizeof *face; i++) {
    ck_assert_msg(selected_module(face[i].kind, face[i].name)[0], "no module provides %s",
                  face[i].name);
  }
}
END_TEST

START_TEST(every_installed_module_opens_and_keeps_its_manifest) {
  FcModuleInfo info = {.size = sizeof info};
  for (int i = 0; i < fc_moduleCount(); i++) {
    ck_assert_int_eq(fc_moduleInfo(i, &info), 0);
    ck_assert_msg(fc_openModule(info.name) != NULL, "%s", fc_lastError());
    ck_assert_str_ne(info.licence, "");
  }
}
END_TEST

START_TEST(an_added_module_does_not_replace_an_installed_one_by_itself) {
  const char* directory = new_directory();
  place_module(directory, "acme.newton", "newton", ", \"rank\": 1000");
  ck_assert_int_eq(fc_addModulePath(directory), 0);
  ck_assert_str_eq(selected_module(FC_SOLVER, "newton"), "newton");
  ck_assert(newton_holds_the_ball());
}
END_TEST

START_TEST(an_added_module_replaces_what_its_manifest_overrides) {
  const char* directory = new_directory();
  place_module(directory, "acme.newton", "newton", ", \"overrides\": [\"solver/newton\"]");
  ck_assert_int_eq(fc_addModulePath(directory), 0);
  ck_assert_str_eq(selected_module(FC_SOLVER, "newton"), "acme.newton");
  ck_assert(!newton_holds_the_ball());
}
END_TEST

START_TEST(an_override_of_something_else_replaces_nothing) {
  const char* directory = new_directory();
  place_module(directory, "acme.newton", "newton",
               ", \"overrides\": [\"solver/cg\", \"integrator/newton\"]");
  ck_assert_int_eq(fc_addModulePath(directory), 0);
  ck_assert_str_eq(selected_module(FC_SOLVER, "newton"), "newton");
}
END_TEST

START_TEST(a_refused_override_leaves_the_field_to_the_installed_module) {
  const char* directory = new_directory();
  place_module(directory, "acme.abi", "newton", ", \"overrides\": [\"solver/newton\"]");
  ck_assert_int_eq(fc_addModulePath(directory), 0);
  ck_assert(newton_holds_the_ball());
}
END_TEST

// the descriptor has to say it, too
START_TEST(a_manifest_alone_replaces_nothing) {
  const char* directory = new_directory();
  place_module(directory, "acme.modest", "newton", ", \"overrides\": [\"solver/newton\"]");
  ck_assert_int_eq(fc_addModulePath(directory), 0);
  ck_assert(newton_holds_the_ball());
  expect_failure(fc_openModule("acme.modest") == NULL,
                 "lists \"solver/newton\" under \"overrides\", which the shared object does not");
}
END_TEST

START_TEST(a_manifest_alone_gives_no_rank) {
  const char* directory = new_directory();
  place_module(directory, "acme.plain", "acme.plain", ", \"rank\": 5");
  place_module(directory, "acme.rank", "acme.plain", ", \"rank\": 1");
  ck_assert_int_eq(fc_addModulePath(directory), 0);
  mjModel* m = ball_on_floor();
  mjData* d = mj_makeData(m);
  ck_assert_msg(fc_bind(m, d, FC_SOLVER, "acme.plain") == 0, "%s", fc_lastError());
  mj_deleteData(d);
  mj_deleteModel(m);
  ck_assert_str_eq(selected_module(FC_SOLVER, "acme.plain"), "acme.rank");
  expect_failure(fc_openModule("acme.plain") == NULL,
                 "the manifest says rank 5, the shared object 0");
}
END_TEST

// the contact model of a model that names none
static void expect_contact_model(const char* name) {
  mjModel* m = ball_on_floor();
  mjData* d = mj_makeData(m);
  ck_assert_str_eq(fc_bound(m, d, FC_CONTACT_MODEL), name);
  mj_deleteData(d);
  mj_deleteModel(m);
}

static int built_in(const char* module) {
  FcModuleInfo info = {.size = sizeof info};
  for (int i = 0; i < fc_moduleCount(); i++) {
    ck_assert_int_eq(fc_moduleInfo(i, &info), 0);
    if (strcmp(info.name, module) == 0 && strcmp(info.file, "built in") == 0)
      return 1;
  }
  return 0;
}

// Why the module of this name in an added directory is refused, "" when it is not.
static const char* refusal_of(const char* name, const char* directory) {
  FcModuleInfo info = {.size = sizeof info};
  for (int i = 0; i < fc_moduleCount(); i++) {
    ck_assert_int_eq(fc_moduleInfo(i, &info), 0);
    if (strcmp(info.name, name) == 0 && strncmp(info.file, directory, strlen(directory)) == 0)
      return info.refused ? info.status : "";
  }
  ck_abort_msg("%s of %s is not listed", name, directory);
  return NULL;
}

START_TEST(a_stray_copy_of_an_installed_module_changes_no_default) {
  if (built_in("soft"))
    return;
  const char* directory = new_directory();
  size_t n;
  char* manifest = read_file(TEST_MODULE_DIR "/soft.json", &n);
  place_object(directory, "soft", TEST_MODULE_DIR "/soft.so");
  place_manifest(directory, "soft", manifest);
  free(manifest);
  ck_assert_int_eq(fc_addModulePath(directory), 0);
  expect_contact_model("soft");
  const char* why = refusal_of("soft", directory);
  ck_assert_msg(strstr(why, "has the name of the installed one") != NULL, "%s", why);
  ck_assert_msg(strstr(why, "contact_model/soft") != NULL, "%s", why);
}
END_TEST

START_TEST(what_takes_the_place_of_an_installed_module_has_its_standing) {
  if (built_in("soft"))
    return;
  const char* directory = new_directory();
  place_object(directory, "soft", ACME);
  place_manifest(directory, "soft",
                 "{\"name\": \"soft\", \"version\": \"1.0.0\", \"abi\": 1, \"provides\": "
                 "[{\"kind\": \"contact_model\", \"name\": \"soft\"}], \"overrides\": "
                 "[\"contact_model/soft\"]}");
  ck_assert_int_eq(fc_addModulePath(directory), 0);
  expect_contact_model("soft");
  ck_assert_str_eq(refusal_of("soft", directory), "");
  const FcModule* module = fc_openModule("soft");
  ck_assert_msg(module != NULL, "%s", fc_lastError());
  ck_assert_str_eq(module->overrides[0], "contact_model/soft");
}
END_TEST

START_TEST(among_added_modules_the_higher_rank_wins) {
  const char* directory = new_directory();
  place_module(directory, "acme.plain", "acme.plain", "");
  place_module(directory, "acme.rank", "acme.plain", ", \"rank\": 1");
  ck_assert_int_eq(fc_addModulePath(directory), 0);
  ck_assert_str_eq(selected_module(FC_SOLVER, "acme.plain"), "acme.rank");
}
END_TEST

static void place_version(const char* directory, const char* name, const char* version) {
  char text[400];
  snprintf(text, sizeof text,
           "{\"name\": \"%s\", \"version\": \"%s\", \"abi\": 1, \"provides\": [{\"kind\": "
           "\"solver\", \"name\": \"acme.plain\"}]}",
           name, version);
  place_object(directory, name, ACME);
  place_manifest(directory, name, text);
}

START_TEST(at_equal_rank_the_newer_version_wins) {
  const char* directory = new_directory();
  place_version(directory, "acme.late", "1.9.0");
  place_version(directory, "acme.later", "1.10.0");
  place_version(directory, "acme.plain", "1.0.0");
  ck_assert_int_eq(fc_addModulePath(directory), 0);
  ck_assert_str_eq(selected_module(FC_SOLVER, "acme.plain"), "acme.later");
}
END_TEST

START_TEST(at_equal_version_the_first_name_wins_in_whatever_order_they_were_found) {
  const char *first = new_directory(), *second = new_directory();
  place_module(first, "acme.rank", "acme.plain", "");
  place_module(second, "acme.plain", "acme.plain", "");
  ck_assert_int_eq(fc_addModulePath(first), 0);
  ck_assert_int_eq(fc_addModulePath(second), 0);
  ck_assert_str_eq(selected_module(FC_SOLVER, "acme.plain"), "acme.plain");
}
END_TEST

START_TEST(built_in_names_keep_the_numbers_of_the_options) {
  ck_assert_int_eq(fc_optionValue(FC_SOLVER, "pgs"), mjSOL_PGS);
  ck_assert_int_eq(fc_optionValue(FC_SOLVER, "cg"), mjSOL_CG);
  ck_assert_int_eq(fc_optionValue(FC_SOLVER, "Newton"), mjSOL_NEWTON);
  ck_assert_int_eq(fc_optionValue(FC_INTEGRATOR, "Euler"), mjINT_EULER);
  ck_assert_int_eq(fc_optionValue(FC_INTEGRATOR, "implicitfast"), mjINT_IMPLICITFAST);
  ck_assert_str_eq(fc_optionName(FC_SOLVER, mjSOL_CG), "cg");
  ck_assert_str_eq(fc_optionName(FC_INTEGRATOR, mjINT_RK4), "rk4");
}
END_TEST

// FNV-1a in 30 bits, with bit 30 set; computed by hand, so that numbers in old binary models keep
// their meaning
START_TEST(other_names_have_a_number_that_depends_on_the_name_alone) {
  uint32_t hash = 2166136261u;
  for (const char* c = "acme.still"; *c; c++)
    hash = (hash ^ (unsigned char)*c) * 16777619u;
  int expected = (int)((hash & 0x3fffffffu) | 0x40000000u);
  ck_assert_int_eq(fc_optionValue(FC_SOLVER, "acme.still"), expected);
  ck_assert_ptr_null(fc_optionName(FC_SOLVER, expected));
  add_acme_good();
  ck_assert_str_eq(fc_optionName(FC_SOLVER, expected), "acme.still");
  ck_assert_ptr_null(fc_optionName(FC_INTEGRATOR, expected));
  ck_assert_int_eq(fc_optionValue(FC_SOLVER, ""), -1);
  ck_assert_int_eq(fc_optionValue(FC_SOLVER, NULL), -1);
}
END_TEST

START_TEST(every_name_that_was_asked_for_can_be_told) {
  char name[200];
  for (int i = 0; i < 300; i++) {
    snprintf(name, sizeof name, "acme.%0*d", 1 + i / 2, i);
    fc_optionValue(FC_SOLVER, name);
  }
  for (int i = 0; i < 300; i++) {
    snprintf(name, sizeof name, "acme.%0*d", 1 + i / 2, i);
    const int value = fc_optionValue(FC_SOLVER, name);
    ck_assert_int_ge(value, FC_NAME_NUMBER);
    ck_assert_ptr_null(fc_optionName(FC_SOLVER, value));
    ck_assert_str_eq(fc_optionWord(FC_SOLVER, value), name);
  }
}
END_TEST

START_TEST(kinds_have_words_and_words_have_kinds) {
  for (int k = 1; k < FC_NKIND; k++)
    ck_assert_int_eq(fc_kindOf(fc_kindName((FcKind)k)), k);
  ck_assert_ptr_null(fc_kindName((FcKind)0));
  ck_assert_int_eq(fc_kindRole(FC_CONVEX), FC_CHOSEN);
  ck_assert_int_eq(fc_kindRole(FC_PASSIVE), FC_ADDED);
  ck_assert_int_eq(fc_kindRole(FC_SENSOR), FC_NAMED);
  ck_assert_int_eq(fc_kindRole(FC_VIEWER), FC_OUTSIDE);
  ck_assert_int_eq(fc_kindRole(FC_NO_KIND), 0);
  ck_assert_int_eq(fc_kindRole(FC_NKIND), 0);
  ck_assert_ptr_null(fc_kindName(FC_NKIND));
  ck_assert_int_eq(fc_kindOf("teapot"), 0);
  ck_assert_int_eq(fc_kindOf(NULL), 0);
}
END_TEST

int main(void) {
  Suite* suite = suite_create("choice of implementations");
  TCase* tests = add_case(suite, "choice");
  tcase_add_test(tests, the_installed_directory_provides_the_engine);
  tcase_add_test(tests, every_installed_module_opens_and_keeps_its_manifest);
  tcase_add_test(tests, an_added_module_does_not_replace_an_installed_one_by_itself);
  tcase_add_test(tests, an_added_module_replaces_what_its_manifest_overrides);
  tcase_add_test(tests, an_override_of_something_else_replaces_nothing);
  tcase_add_test(tests, a_refused_override_leaves_the_field_to_the_installed_module);
  tcase_add_test(tests, a_manifest_alone_replaces_nothing);
  tcase_add_test(tests, a_manifest_alone_gives_no_rank);
  tcase_add_test(tests, a_stray_copy_of_an_installed_module_changes_no_default);
  tcase_add_test(tests, what_takes_the_place_of_an_installed_module_has_its_standing);
  tcase_add_test(tests, among_added_modules_the_higher_rank_wins);
  tcase_add_test(tests, at_equal_rank_the_newer_version_wins);
  tcase_add_test(tests, at_equal_version_the_first_name_wins_in_whatever_order_they_were_found);
  tcase_add_test(tests, built_in_names_keep_the_numbers_of_the_options);
  tcase_add_test(tests, other_names_have_a_number_that_depends_on_the_name_alone);
  tcase_add_test(tests, kinds_have_words_and_words_have_kinds);
  tcase_add_test(tests, every_name_that_was_asked_for_can_be_told);
  return run_suite(suite);
}
