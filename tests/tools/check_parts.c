// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Parts of the command and what it stands on: options, near words, growing arrays, numbers, JSON,
// series and plots.

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <fulcrum/host.h>

#include "core/foundation/base/array.h"
#include "tests/support.h"
#include "tools/common/json.h"
#include "tools/simulate/plot.h"
#include "tools/tool.h"

// ---------------------------------------------------------------- options

static const Option options[] = {{"scale_factor", 's', "X", "a number"},
                                 {"loud", 'l', NULL, "a switch"},
                                 {"long", 0, NULL, "one more"},
                                 {NULL, 0, NULL, NULL}};
static const Command command = {.name = "test",
                                .arguments = "FILE",
                                .summary = "test",
                                .notes = "",
                                .min_positional = 1,
                                .max_positional = 2,
                                .options = options};

static int parse(Arguments* a, const char* line) {
  char text[256], name[] = "test";
  char* word[16] = {name};
  int n = 1;
  snprintf(text, sizeof text, "%s", line);
  for (char* w = strtok(text, " "); w; w = strtok(NULL, " "))
    word[n++] = w;
  const int status = parse_arguments(&command, n, word, a);
  // the words outlive this function only as copies
  for (int i = 0; i < a->noption; i++)
    a->option[i].value = strdup(a->option[i].value);
  for (int i = 0; i < a->npositional; i++)
    a->positional[i] = strdup(a->positional[i]);
  return status;
}

static void release(Arguments* a) {
  for (int i = 0; i < a->noption; i++)
    free((char*)a->option[i].value);
  for (int i = 0; i < a->npositional; i++)
    free((char*)a->positional[i]);
}

START_TEST(all_spellings_of_an_option_mean_the_same) {
  static const char* const lines[] = {
      "f --scale_factor 2", "f --scale-factor=2", "--scale_factor=2 f", "-s 2 f", "f -s2",
      "f --scale 2",        "--scale-f=2 f"};
  for (int i = 0; i < 7; i++) {
    Arguments a = {0};
    ck_assert_int_eq(parse(&a, lines[i]), 0);
    ck_assert_int_eq(a.noption, 1);
    ck_assert_int_eq(a.option[0].option, 0);
    ck_assert_str_eq(a.option[0].value, "2");
    ck_assert_int_eq(a.npositional, 1);
    ck_assert_str_eq(a.positional[0], "f");
    release(&a);
  }
}
END_TEST

// what parse_arguments writes to standard error about a line that it refuses
static const char* complaint(const char* line) {
  static char text[1024];
  Arguments a = {0};
  FILE *file = tmpfile(), *saved = stderr;
  memset(text, 0, sizeof text);
  stderr = file;
  const int status = parse(&a, line);
  stderr = saved;
  ck_assert_msg(status == EXIT_USAGE, "'%s' was accepted", line);
  rewind(file);
  fread(text, 1, sizeof text - 1, file);
  fclose(file);
  release(&a);
  return text;
}

START_TEST(wrong_lines_are_refused_and_the_message_says_what_is_wrong) {
  static const char* const cases[][2] = {
      {"", "an argument is missing: FILE"},
      {"f --nothing", "there is no option '--nothing'\n"},
      {"f --laud", "there is no option '--laud'; did you mean '--loud'?"},
      {"f --hlep", "did you mean '--help'?"},
      {"f --scale-fcator=2",
       "there is no option '--scale-fcator=2'; did you mean '--scale_factor'?"},
      {"f --l", "option '--l' may mean --loud, --long"},
      {"f --loud=1", "option --loud takes no value"},
      {"f --help=1", "option --help takes no value"},
      {"f -s", "option --scale_factor needs a value: X"},
      {"f --scale_factor", "option --scale_factor needs a value: X"},
      {"a b c", "unexpected argument 'c'"},
      {"a -- b c", "unexpected argument 'c'"},
      {"f -x", "there is no option '-x'"},
      {"f -lx", "there is no option '-x'"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    const char* text = complaint(cases[i][0]);
    ck_assert_msg(strstr(text, cases[i][1]) != NULL, "'%s': %s", cases[i][0], text);
    ck_assert_ptr_nonnull(strstr(text, "Try 'fulcrum test --help'"));
  }
}
END_TEST

START_TEST(options_and_arguments_keep_their_order) {
  setenv("POSIXLY_CORRECT", "1", 1);
  Arguments a = {0};
  ck_assert_int_eq(parse(&a, "first -l -s 1 second -s 2"), 0);
  unsetenv("POSIXLY_CORRECT");
  ck_assert_int_eq(a.noption, 3);
  ck_assert_int_eq(a.option[0].option, 1);
  ck_assert_str_eq(a.option[0].value, "");
  ck_assert_str_eq(a.option[1].value, "1");
  ck_assert_str_eq(a.option[2].value, "2");
  ck_assert_int_eq(a.npositional, 2);
  ck_assert_str_eq(a.positional[1], "second");
  release(&a);
}
END_TEST

START_TEST(two_dashes_end_the_options) {
  Arguments a = {0};
  ck_assert_int_eq(parse(&a, "-- --loud -"), 0);
  ck_assert_int_eq(a.noption, 0);
  ck_assert_int_eq(a.npositional, 2);
  ck_assert_str_eq(a.positional[0], "--loud");
  release(&a);
}
END_TEST

START_TEST(help_wins_over_missing_arguments) {
  Arguments a = {0};
  ck_assert_int_eq(parse(&a, "--help"), -1);
  ck_assert_int_eq(parse(&a, "-h"), -1);
}
END_TEST

// ---------------------------------------------------------------- words and numbers

START_TEST(the_nearest_word_is_found) {
  static const char* const words[] = {"simulate", "info", "compile", "x", NULL};
  ck_assert_str_eq(fc_nearestWord("simulat", words), "simulate");
  // neighbours exchanged count once, case does not count
  ck_assert_str_eq(fc_nearestWord("smiulate", words), "simulate");
  ck_assert_str_eq(fc_nearestWord("INFO", words), "info");
  // a beginning of three letters is near, one of two is not
  ck_assert_str_eq(fc_nearestWord("com", words), "compile");
  ck_assert_ptr_null(fc_nearestWord("si", words));
  // at most a third of the letters and one: three of six, not four
  ck_assert_str_eq(fc_nearestWord("cqmpze", words), "compile");
  ck_assert_ptr_null(fc_nearestWord("cqmpzz", words));
  ck_assert_ptr_null(fc_nearestWord("xyzzy", words));
  ck_assert_ptr_null(fc_nearestWord("y", words));
  ck_assert_ptr_null(
      fc_nearestWord("a word that is much longer than any of these words can be, and than can be "
                     "compared",
                     words));
}
END_TEST

START_TEST(of_equally_near_words_the_first_is_taken) {
  static const char* const words[] = {"bat", "cat", NULL};
  ck_assert_str_eq(fc_nearestWord("rat", words), "bat");
}
END_TEST

START_TEST(an_array_grows_and_keeps_what_is_in_it) {
  int* item = NULL;
  int n = 0;
  for (; n < 1000; n++) {
    ck_assert_int_eq(ARRAY_ROOM(item, n), 0);
    item[n] = n;
  }
  // elements are dropped, others take their place
  for (n = 5; n < 300; n++) {
    ck_assert_int_eq(ARRAY_ROOM(item, n), 0);
    item[n] = 2 * n;
  }
  for (int i = 0; i < n; i++)
    ck_assert_int_eq(item[i], i < 5 ? i : 2 * i);
  free(item);
}
END_TEST

START_TEST(an_array_that_cannot_grow_stays) {
  typedef struct Huge_ {
    char byte[PTRDIFF_MAX / 8];
  } Huge;
  Huge* huge = NULL;
  ck_assert_int_eq(ARRAY_ROOM(huge, 16), -1);
  ck_assert_int_eq(ARRAY_ROOM(huge, 1 << 30), -1);
  ck_assert_ptr_null(huge);
}
END_TEST

START_TEST(numbers_must_be_complete_and_finite) {
  double x;
  long long n;
  ck_assert_int_eq(parse_real("-1.5e3", &x), 0);
  ck_assert_double_eq(x, -1500);
  ck_assert_int_ne(parse_real("", &x), 0);
  ck_assert_int_ne(parse_real("1x", &x), 0);
  ck_assert_int_ne(parse_real("nan", &x), 0);
  ck_assert_int_ne(parse_real("1e999", &x), 0);
  ck_assert_int_eq(parse_int("12", &n), 0);
  ck_assert_int_eq(n, 12);
  ck_assert_int_ne(parse_int("1.5", &n), 0);
  ck_assert_int_ne(parse_int("99999999999999999999", &n), 0);
}
END_TEST

// ---------------------------------------------------------------- JSON

START_TEST(a_document_reads_back_as_what_was_put_into_it) {
  // the last one needs all 17 digits
  static const double numbers[] = {0.1, -1e300, 5e-324, 0.1 + 0.2, INFINITY, NAN};
  static char text[4096];
  FILE* file = fmemopen(text, sizeof text, "w");
  Json json = {.file = file};
  json_begin(&json, NULL, '{');
  json_put(&json, "te\"xt", cJSON_CreateString("tab\tquote\" \xc3\xa9\n"));
  json_begin(&json, "rows", '[');
  for (int i = 0; i < 2; i++) {
    cJSON* row = cJSON_CreateArray();
    for (int k = 0; k < 6; k++)
      json_add_real(&json, row, NULL, numbers[k]);
    json_add_int(&json, row, NULL, 9007199254740993);
    json_put(&json, NULL, row);
  }
  json_end(&json);
  json_begin(&json, "empty", '{');
  json_end(&json);
  json_end(&json);
  fclose(file);
  ck_assert_int_eq(json_finish(&json), EXIT_OK);
  ck_assert_msg(!strchr(text, '\t'), "a raw tab: %s", text);
  ck_assert_ptr_nonnull(strstr(text, "9007199254740993"));

  cJSON* document = cJSON_Parse(text);
  ck_assert_msg(document != NULL, "not well formed: %s", text);
  ck_assert_int_eq(cJSON_GetArraySize(document), 3);
  ck_assert_str_eq(cJSON_GetObjectItem(document, "te\"xt")->valuestring, "tab\tquote\" \xc3\xa9\n");
  const cJSON* row = cJSON_GetArrayItem(cJSON_GetObjectItem(document, "rows"), 1);
  for (int k = 0; k < 4; k++)
    ck_assert(cJSON_GetArrayItem(row, k)->valuedouble == numbers[k]);
  ck_assert(cJSON_IsNull(cJSON_GetArrayItem(row, 4)) && cJSON_IsNull(cJSON_GetArrayItem(row, 5)));
  ck_assert_int_eq(cJSON_GetArraySize(cJSON_GetObjectItem(document, "empty")), 0);
  cJSON_Delete(document);
}
END_TEST

static int allocations_left;
static void* scarce_malloc(size_t size) { return allocations_left-- > 0 ? malloc(size) : NULL; }

START_TEST(a_document_without_memory_is_a_failure) {
  // each allocation fails once, and nothing is lost or crashes
  cJSON_Hooks scarce = {.malloc_fn = scarce_malloc, .free_fn = free};
  int status = EXIT_FAILED, n = 0;
  for (; status && n < 100; n++) {
    FILE* file = fopen("/dev/null", "w");
    Json json = {.file = file};
    cJSON_InitHooks(&scarce);
    allocations_left = n;
    json_begin(&json, NULL, '{');
    cJSON* list = cJSON_CreateArray();
    for (int k = 0; k < 3; k++)
      json_add_real(&json, list, NULL, k);
    json_put(&json, "list", list);
    json_end(&json);
    cJSON_InitHooks(NULL);
    fclose(file);
    status = json_finish(&json);
  }
  ck_assert_int_eq(status, EXIT_OK);
  ck_assert_int_gt(n, 5);
}
END_TEST

// ---------------------------------------------------------------- series and plots

START_TEST(a_series_keeps_range_ends_and_mean_in_bounded_memory) {
  Series* s = calloc(1, sizeof *s);
  const int n = 100000;
  for (int i = 0; i < n; i++)
    series_add(s, i);
  ck_assert_int_le(s->n, SERIES_MAX);
  ck_assert_int_ge(s->n, SERIES_MAX / 2);
  ck_assert_double_eq(s->first, 0);
  ck_assert_double_eq(s->last, n - 1);
  ck_assert_double_eq(s->min, 0);
  ck_assert_double_eq(s->max, n - 1);
  // buckets of a ramp lie on the ramp: bucket i is the mean of stride consecutive numbers
  for (int i = 0; i < s->n; i++)
    ck_assert_double_eq(s->value[i], i * s->stride + (s->stride - 1) / 2.0);
  free(s);
}
END_TEST

static char* plot_to_text(const Series* s, int width, int height) {
  static char text[4096];
  memset(text, 0, sizeof text);
  FILE* file = fmemopen(text, sizeof text - 1, "w");
  plot_series(file, s, "ramp", "m", width, height, 1);
  fclose(file);
  return text;
}

START_TEST(a_ramp_is_drawn_as_a_ramp) {
  Series* s = calloc(1, sizeof *s);
  for (int i = 0; i < 64; i++)
    series_add(s, i);
  char* line = strchr(plot_to_text(s, 32, 2), '\n') + 1;
  // upper row: blanks, then filled; lower row: filled at the end
  ck_assert_int_eq(line[12], ' ');
  ck_assert_int_eq(line[12 + 31], '#');
  line = strchr(line, '\n') + 1;
  ck_assert_int_eq(line[12], '.');
  ck_assert_int_eq(line[12 + 31], '#');
  free(s);
}
END_TEST

START_TEST(what_is_constant_needs_no_picture) {
  Series* s = calloc(1, sizeof *s);
  for (int i = 0; i < 64; i++)
    series_add(s, 3);
  ck_assert_str_eq(plot_to_text(s, 32, 4), "  ramp: 3 m throughout\n");
  free(s);
}
END_TEST

int main(void) {
  Suite* suite = suite_create("tool parts");
  TCase* tests = tcase_create("all");
  tcase_add_test(tests, all_spellings_of_an_option_mean_the_same);
  tcase_add_test(tests, wrong_lines_are_refused_and_the_message_says_what_is_wrong);
  tcase_add_test(tests, options_and_arguments_keep_their_order);
  tcase_add_test(tests, two_dashes_end_the_options);
  tcase_add_test(tests, help_wins_over_missing_arguments);
  tcase_add_test(tests, the_nearest_word_is_found);
  tcase_add_test(tests, of_equally_near_words_the_first_is_taken);
  tcase_add_test(tests, an_array_grows_and_keeps_what_is_in_it);
  tcase_add_test(tests, an_array_that_cannot_grow_stays);
  tcase_add_test(tests, numbers_must_be_complete_and_finite);
  tcase_add_test(tests, a_document_reads_back_as_what_was_put_into_it);
  tcase_add_test(tests, a_document_without_memory_is_a_failure);
  tcase_add_test(tests, a_series_keeps_range_ends_and_mean_in_bounded_memory);
  tcase_add_test(tests, a_ramp_is_drawn_as_a_ramp);
  tcase_add_test(tests, what_is_constant_needs_no_picture);
  suite_add_tcase(suite, tests);
  return run_suite(suite);
}
