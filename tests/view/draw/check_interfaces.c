// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Themes, definitions and places of user interfaces are those of the reference
// (tests/data/view/draw/interfaces.txt, written by record.c); definitions that cannot be served are
// named.

#include "tests/support.h"
#include "tests/view/draw/describe.h"

// what of a context the places depend on: heights of the font at a scale
static void set_font(int scale, mjrContext* con) {
  con->fontScale = scale;
  con->charHeight = scale == 100 ? 18 : scale == 150 ? 28 : 37;
}

START_TEST(interfaces_are_the_recorded_ones) {
  static mjrContext con;
  char line[2000], expected[2000];
  FILE* mine = tmpfile();
  FILE* recorded = fopen(TEST_SOURCE_DIR "/tests/data/view/draw/interfaces.txt", "r");
  ck_assert(mine && recorded);
  mjr_defaultContext(&con);
  describe_themes(mine);
  describe_definitions(mine);
  describe_layouts(mine, &con, set_font);
  rewind(mine);
  int n = 0;
  for (; fgets(expected, sizeof expected, recorded); n++) {
    ck_assert_msg(fgets(line, sizeof line, mine) != NULL, "the text ends at line %d", n);
    ck_assert_msg(strcmp(line, expected) == 0, "line %d: got %sexpected %s", n + 1, line, expected);
  }
  ck_assert_ptr_null(fgets(line, sizeof line, mine));
  ck_assert_int_gt(n, 900);
  fclose(mine);
  fclose(recorded);
}
END_TEST

START_TEST(what_is_wrong_with_a_definition_is_said) {
  static const mjuiDef item[] = {{mjITEM_SECTION, "S", 1, NULL, "", 0},
                                 {mjITEM_SLIDERINT, "speed", 1, &chosen, "fast", 0},
                                 {mjITEM_END, "", 0, NULL, "", 0}};
  static const mjuiDef section[] = {{mjITEM_SECTION, "S", 7, NULL, "", 0},
                                    {mjITEM_END, "", 0, NULL, "", 0}};
  memset(&ui, 0, sizeof ui);
  expect_error(mjui_add(&ui, item), "mjui_add: slider expects 'min max [div]' ('speed')");
  expect_error(mjui_add(&ui, section), "mjui_add: invalid section state");
  expect_error(mjui_addToSection(&ui, 1, item), "mjui_addToSection: there is no section 1");
  expect_error(mjui_addToSection(&ui, -1, item), "mjui_addToSection: there is no section -1");
  expect_error(mjui_addToSection(&ui, 0, section), "a section cannot be added to a section");

  // the first fault ends it; nothing behind is added
  ck_assert_int_eq(ui.nsect, 1);
  ck_assert_int_eq(ui.sect[0].nitem, 1);
}
END_TEST

START_TEST(there_is_room_for_ten_sections_of_two_hundred_items) {
  static mjuiDef def[mjMAXUIITEM + 3];
  memset(&ui, 0, sizeof ui);
  for (int i = 0; i < mjMAXUISECT; i++)
    def[i] = (mjuiDef){mjITEM_SECTION, "S", 1, NULL, "", 0};
  def[mjMAXUISECT].type = mjITEM_END;
  mjui_add(&ui, def);
  def[1].type = mjITEM_END;
  expect_error(mjui_add(&ui, def), "too many sections");
  ck_assert_int_eq(ui.nsect, mjMAXUISECT);
  for (int i = 0; i < mjMAXUIITEM; i++)
    def[i] = (mjuiDef){mjITEM_BUTTON, "B", 1, NULL, "", 0};
  def[mjMAXUIITEM].type = mjITEM_END;
  mjui_addToSection(&ui, 4, def);
  expect_error(mjui_addToSection(&ui, 4, def), "too many items");
  ck_assert_int_eq(ui.sect[4].nitem, mjMAXUIITEM);
}
END_TEST

START_TEST(texts_without_an_end_are_refused) {
  static mjuiDef def[3] = {{mjITEM_SECTION, "S", 1, NULL, "", 0},
                           {mjITEM_BUTTON, "B", 1, NULL, "", 0},
                           {mjITEM_END, "", 0, NULL, "", 0}};
  memset(&ui, 0, sizeof ui);
  memset(def[1].name, 'n', sizeof def[1].name);
  expect_error(mjui_add(&ui, def), "item name too long");
  memset(def[1].name, 0, sizeof def[1].name);
  memset(def[1].other, 'o', sizeof def[1].other);
  expect_error(mjui_add(&ui, def), "item text too long");
  memset(def[0].name, 's', sizeof def[0].name);
  expect_error(mjui_add(&ui, def), "section name too long");
}
END_TEST

int main(void) {
  const TTest* const tests[] = {
      interfaces_are_the_recorded_ones, what_is_wrong_with_a_definition_is_said,
      there_is_room_for_ten_sections_of_two_hundred_items, texts_without_an_end_are_refused, NULL};
  return run_tests("interfaces", tests);
}
