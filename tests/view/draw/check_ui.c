// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// What events do to an interface, to its items and to their data is what the reference does
// (tests/data/view/draw/ui_events.txt, written by record_ui.c). No graphics library takes part.

#include "tests/support.h"
#include "tests/view/draw/ui_script.h"

enum { NFONT = 4, FIRST_CODE = 32, LAST_CODE = 126 };

static struct { int scale, height, width[127]; } fonts[NFONT];

static void read_fonts(FILE* file) {
  for (int i = 0; i < NFONT; i++) {
    ck_assert_int_eq(fscanf(file, "%d %d", &fonts[i].scale, &fonts[i].height), 2);
    for (int c = FIRST_CODE; c <= LAST_CODE; c++)
      ck_assert_int_eq(fscanf(file, "%d", fonts[i].width + c), 1);
  }
  ck_assert_int_eq(fgetc(file), '\n');
}

static void set_font(int scale, mjrContext* con) {
  for (int i = 0; i < NFONT; i++) {
    if (fonts[i].scale != scale)
      continue;
    con->fontScale = scale;
    con->charHeight = fonts[i].height;
    memcpy(con->charWidth, fonts[i].width, sizeof fonts[i].width);
  }
}

static void no_buffer(mjrContext* con) { (void)con; }

static FILE* open_recording(void) {
  FILE* file = fopen(TEST_SOURCE_DIR "/tests/data/view/draw/ui_events.txt", "r");
  ck_assert_ptr_nonnull(file);
  read_fonts(file);
  return file;
}

START_TEST(events_are_answered_as_recorded) {
  static mjrContext con;
  static char line[100000], expected[100000];
  FILE* recorded = open_recording();
  FILE* mine = tmpfile();
  ck_assert_ptr_nonnull(mine);
  play_sessions(mine, &con, set_font, no_buffer);
  rewind(mine);
  int n = 0;
  for (; fgets(expected, sizeof expected, recorded); n++) {
    ck_assert_msg(fgets(line, sizeof line, mine) != NULL, "the text ends at line %d", n);
    ck_assert_msg(strcmp(line, expected) == 0, "event %d: got\n%sexpected\n%s", n, line, expected);
  }
  ck_assert_ptr_null(fgets(line, sizeof line, mine));
  ck_assert_int_gt(n, 1500);
  fclose(mine);
  fclose(recorded);
}
END_TEST

static void open_desk(mjrContext* con) {
  fclose(open_recording());
  set_font(100, con);
  make_desk(0, 690, con);
  begin_report(tmpfile());
  ck_assert_ptr_nonnull(report_file);
}

static void take(Step step, const mjrContext* con) { take_step(&step, con); }

START_TEST(what_follows_the_numbers_of_an_edit_is_dropped) {
  static mjrContext con;
  open_desk(&con);
  take((Step)AT(PRESS, 2, 5, 0.95, 0.5), &con);
  take((Step)UP, &con);
  take((Step)STRIKE(mjKEY_HOME, 0), &con);
  take((Step)TYPE("E"), &con);
  take((Step)STRIKE(mjKEY_ENTER, 0), &con);
  ck_assert_msg(desk.editsect == 3, "no number at the begin, and the edit is taken");
  ck_assert_ptr_null(desk.editchanged);
  take((Step)STRIKE(mjKEY_DELETE, 0), &con);
  take((Step)STRIKE(mjKEY_BACKSPACE, 0), &con);
  take((Step)TYPE("4"), &con);
  take((Step)STRIKE(mjKEY_END, 0), &con);
  take((Step)TYPE("-"), &con);
  take((Step)STRIKE(mjKEY_ENTER, 0), &con);
  ck_assert_int_eq(desk.editsect, 0);
  ck_assert_ptr_eq(desk.editchanged, &desk.sect[2].item[5]);
  ck_assert_double_eq(shown.vector[0], 4);
  ck_assert_double_eq(shown.vector[1], -1e6);
  ck_assert_double_eq(shown.vector[2], 0);
  fclose(report_file);
}
END_TEST

START_TEST(what_cannot_be_drawn_is_said) {
  static mjrContext con;
  open_desk(&con);
  expect_error(mjui_update(-1, -1, &desk, &mouse, &con),
               "mjui_update: the auxiliary buffer 0 of the interface was not made");
  con.auxFBO[0] = 1;
  expect_error(mjui_update(4, -1, &desk, &mouse, &con), "mjui_update: there is no section 4");
  expect_error(mjui_update(0, 4, &desk, &mouse, &con), "mjui_update: there is no section 0");
  desk.rectid = mjMAXUIRECT;
  expect_error(mjui_event(&desk, &mouse, &con), "mjui_event: there is no rectangle 25");
  expect_error(mjui_render(&desk, &mouse, &con), "mjui_render: there is no rectangle 25");
  fclose(report_file);
}
END_TEST

int main(void) {
  const TTest* const tests[] = {events_are_answered_as_recorded,
                                what_follows_the_numbers_of_an_edit_is_dropped,
                                what_cannot_be_drawn_is_said, NULL};
  return run_tests("ui", tests);
}
