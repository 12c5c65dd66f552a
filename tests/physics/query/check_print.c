// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Models, data and matrices as text.

#include <unistd.h>

#include "tests/foundation/data/support.h"

static mjModel* m;
static mjData* d;
static char path[] = "check_print_XXXXXX";
static char* text;

static void setup(void) {
  m = load_scene();
  d = mj_makeData(m);
  int fd = mkstemp(path);
  ck_assert_int_ge(fd, 0);
  close(fd);
}
static void teardown(void) {
  free(text);
  unlink(path);
  mj_deleteData(d);
  mj_deleteModel(m);
}

static void read_output(void) {
  FILE* file = fopen(path, "r");
  ck_assert_ptr_nonnull(file);
  free(text);
  text = calloc(1, 1 << 20);
  ck_assert_uint_gt(fread(text, 1, (1 << 20) - 1, file), 0);
  fclose(file);
}

// The text has this line, complete, behind the one found before.
static const char* expect_line(const char* from, const char* line) {
  size_t n = strlen(line);
  for (const char* at = strstr(from, line); at; at = strstr(at + 1, line))
    if ((at == text || at[-1] == '\n') && at[n] == '\n')
      return at;
  ck_abort_msg("missing: '%s'", line);
  return NULL;
}

// lines of a printed model, in their order
static const char* const model_lines[] = {
    "MuJoCo version 3.6.0",
    "model name     scene",
    "MEMORY",
    "  total            16 KB",
    "  textures       48 bytes",
    "SIZES",
    "  nq                  13",
    "  narena              14680064",
    "OPTION",
    "  timestep            0.01    ",
    "  gravity             0        0       -9.8     ",
    "  integrator          3",
    "VISUAL",
    "  GLOBAL",
    "    cameraid          -1",
    "  RGBA",
    "    bvactive          1        0        0        0.5     ",
    "totalmass             1.9e+02 ",
    "STATISTIC",
    "BODY 0:",
    "  name                  world",
    "  body_parentid         0 ",
    "  body_mocapid          -1 ",
    "BODY 1:",
    "  body_pos              0         0         0.2      ",
    "  body_user             7         0        ",
    "JOINT 0:",
    "  jnt_solref            0.02      1        ",
    "DOF 0:",
    "TREE 2:",
    "GEOM 0:",
    "SITE 2:",
    "CAMERA 0:",
    "LIGHT 0:",
    "MESH 0:",
    "MATERIAL 0:",
    "PAIR 0:",
    "EXCLUDE 0:",
    "EQUALITY 1:",
    "TENDON 1:",
    "  ten_J_rownnz          2 ",
    "  path",
    "    1     1      2       ",
    "ACTUATOR 0:",
    "  actuator_trnid        1  -1 ",
    "SENSOR 4:",
    "NUMERIC 0:",
    "  value        1        2        3        0       ",
    "TEXT 0:",
    "  value        world is round",
    "TUPLE 0:",
    "       body 1, prm =  2       ",
    "key_name0    k0",
    "key_time0    1.5000",
    "key_ctrl0    1        2        3       ",
    "key_act1     0.5     ",
    "B: body-dof matrix",
    " xxxxxx      |",
    "B_ROWNNZ",
    "D: dof-dof matrix",
    " Dxxxxx      |",
    "SIGNATURE",
    "  0",
    "BVH:",
};

START_TEST(a_model_is_printed_in_the_documented_order) {
  mj_printModel(m, path);
  read_output();
  const char* at = text;
  for (size_t i = 0; i < sizeof model_lines / sizeof *model_lines; i++)
    at = expect_line(at, model_lines[i]);
  ck_assert_ptr_null(strstr(text, "geom_user"));
  ck_assert_ptr_null(strstr(text, "name_bodyadr"));
}
END_TEST

START_TEST(data_is_printed_with_its_arrays) {
  d->time = 0.25;
  d->warning[mjWARN_BADQPOS].number = 3;
  d->ten_J[11] = 2;
  mj_printData(m, d, path);
  read_output();
  static const char* const lines[] = {
      "MEMORY",
      "SIZES",
      "  nefc                  0",
      "WARNING",
      "    4:  lastinfo = 0   number = 3",
      "QPOS",
      "   0.2     ",
      "XFRC_APPLIED",
      "   0         0         0         0         0         0       ",
      "MOCAP_QUAT",
      "   0         1         0         0       ",
      "TREE_ASLEEP",
      "  -11",
      "XMAT",
      "TEN_J: tendon moments",
      "TEN_J",
      "TENDON 0: 0 wrap points",
      "QM"};
  const char* at = text;
  for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++)
    at = expect_line(at, lines[i]);
  ck_assert_ptr_nonnull(strstr(text, "TIME =  0.25    \n"));
  ck_assert_ptr_nonnull(strstr(text, "     6:  2         10:  0"));
  mj_markStack(d);
  expect_error(mj_printData(m, d, path), "while its stack is in use");
  mj_freeStack(d);
}
END_TEST

// Line as the reference prints it.
START_TEST(contacts_of_flexes_are_printed_by_numbers) {
  mjContact con = {.dim = 3, .flex = {-1, -1}, .elem = {-1, -1}, .vert = {-1, -1}};
  con.geom[1] = 1;
  ck_assert_int_eq(mj_addContact(m, d, &con), 0);
  ck_assert_int_eq(mj_addContact(m, d, &con), 0);
  // the model has no flex: printing looks at numbers only
  d->contact[1].geom[1] = -1;
  d->contact[1].flex[1] = 0;
  d->contact[1].vert[1] = 4;
  mj_printData(m, d, path);
  read_output();
  const char* at = expect_line(text, "CONTACT");
  const char* named = strstr(at, "\n     geoms         ");
  ck_assert_ptr_nonnull(named);
  ck_assert_ptr_null(strstr(named + 1, "\n     geoms"));
  expect_line(named + 1, "     gfev          0 -1 -1 -1 : -1 0 -1 4");
}
END_TEST

START_TEST(histories_of_vectors_are_printed_sample_by_sample) {
  mjSpec* spec = mj_parseXMLString(
      "<mujoco><worldbody><body><joint name='j'/><geom size='.1'/><site name='s'/></body>"
      "</worldbody><sensor><jointpos joint='j' nsample='2' interval='.01'/>"
      "<gyro name='turn' site='s' nsample='2' interval='.01'/></sensor></mujoco>",
      NULL, NULL, 0);
  mjModel* delayed = mj_compile(spec, NULL);
  ck_assert_ptr_nonnull(delayed);
  mj_deleteSpec(spec);
  mjData* e = mj_makeData(delayed);
  mj_initSensorHistory(delayed, e, 1, NULL, (mjtNum[]){1, 2, 3, 4, 5, 6}, 0);
  mj_printData(delayed, e, path);
  read_output();
  const char* at = expect_line(text, "    values =  0        0       ");
  at = expect_line(at, "    values:");
  at = expect_line(at, "      [0] = 1        2        3       ");
  expect_line(at, "      [1] = 4        5        6       ");
  mj_deleteData(e);
  mj_deleteModel(delayed);
}
END_TEST

START_TEST(the_number_format_can_be_chosen) {
  mj_printFormattedModel(m, path, "%.3e");
  read_output();
  ck_assert_ptr_nonnull(strstr(text, "timestep           1.000e-02\n"));
  mj_printFormattedData(m, d, path, "%+-10.1Lf");
  read_output();
  ck_assert_ptr_nonnull(strstr(text, "QPOS\n  +0.0"));
}
END_TEST

static char warnings[2000];
static void collect(const char* message) {
  strncat(warnings, message, sizeof warnings - strlen(warnings) - 2);
  strcat(warnings, "\n");
}

START_TEST(bad_formats_are_explained_and_replaced) {
  const struct {
    const char* format;
    const char* words;
  } cases[] = {{"9.2g", "must start with '%'"}, {"%--5g", "repeated flag"},
               {"%d", "one of f g G e E"},      {"%s", "one of f g G e E"},
               {"%", "one of f g G e E"},       {"%ng", "one of f g G e E"},
               {"%g%n", "does not match"},      {"%0000000000000000000000g", "limit of 20"}};
  mju_user_warning = collect;
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    warnings[0] = 0;
    mj_printFormattedModel(m, path, cases[i].format);
    ck_assert_msg(strstr(warnings, cases[i].words), "%s: %s", cases[i].format, warnings);
    ck_assert_ptr_nonnull(strstr(warnings, "invalid float_format, using the default"));
    read_output();
    expect_line(text, "  timestep            0.01    ");
  }
  warnings[0] = 0;
  mj_printFormattedModel(m, path, "% -+#09.3G");
  ck_assert_str_eq(warnings, "");
  mj_printModel(m, "/no/such/directory/model.txt");
  ck_assert_ptr_nonnull(
      strstr(warnings, "/no/such/directory/model.txt cannot be written: No such"));
}
END_TEST

START_TEST(matrices_are_printed_row_by_row) {
  const mjtNum mat[6] = {1, 2.5, -3, 1e10, 1e-9, 0};
  const int rownnz[2] = {2, 1}, rowadr[2] = {0, 2}, colind[3] = {0, 2, 1};
  ck_assert_ptr_nonnull(freopen(path, "w", stdout));
  mju_printMat(mat, 2, 3);
  mju_printMatSparse(mat, 2, rownnz, rowadr, colind);
  fflush(stdout);
  read_output();
  ck_assert_str_eq(text,
                   "1.00000000 2.50000000 -3.00000000 \n"
                   "10000000000.00000000 0.00000000 0.00000000 \n"
                   "\n"
                   "(0 0):  1.000000  (0 2):  2.500000  \n"
                   "(1 1): -3.000000  \n"
                   "\n");
}
END_TEST

int main(void) {
  Suite* suite = suite_create("print");
  TCase* tcase = tcase_create("print");
  tcase_add_checked_fixture(tcase, setup, teardown);
  tcase_add_test(tcase, a_model_is_printed_in_the_documented_order);
  tcase_add_test(tcase, data_is_printed_with_its_arrays);
  tcase_add_test(tcase, contacts_of_flexes_are_printed_by_numbers);
  tcase_add_test(tcase, histories_of_vectors_are_printed_sample_by_sample);
  tcase_add_test(tcase, the_number_format_can_be_chosen);
  tcase_add_test(tcase, bad_formats_are_explained_and_replaced);
  tcase_add_test(tcase, matrices_are_printed_row_by_row);
  suite_add_tcase(suite, tcase);
  return run_suite(suite);
}
