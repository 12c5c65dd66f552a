// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Parts of `fulcrum rollout`: random numbers against the known answers of their generator and
// against their distributions, elements of fields by name, controls.

#include <fulcrum/host.h>

#include "tests/support.h"
#include "tools/rollout/control.h"
#include "tools/rollout/distribution.h"
#include "tools/rollout/field.h"

static const char model_text[] =
    "<mujoco><option timestep='0.01'/><worldbody><geom name='floor' type='plane' size='1 1 1'/>"
    "<body name='base'><freejoint name='root'/><geom name='ball' size='.1'/>"
    "<body name='arm'><joint name='turn' type='ball'/><geom name='arm_left' size='.1'/>"
    "<body><joint name='slide' type='slide'/><geom name='arm_right' "
    "size='.1'/></body></body></body>"
    "<body name='hand' mocap='true' pos='0 0 3'/></worldbody><actuator>"
    "<motor name='push' joint='slide' ctrlrange='-2 4'/><motor name='pull' joint='slide'/>"
    "</actuator><sensor><framepos name='where' objtype='body' objname='arm'/>"
    "<jointpos name='how_far' joint='slide'/></sensor></mujoco>";

static mjModel* load(void) {
  char error[500] = "";
  mjSpec* spec = mj_parseXMLString(model_text, NULL, error, sizeof error);
  ck_assert_msg(spec != NULL, "%s", error);
  mjModel* m = mj_compile(spec, NULL);
  mj_deleteSpec(spec);
  ck_assert(m);
  return m;
}

// ---------------------------------------------------------------- random numbers

START_TEST(the_generator_gives_its_known_answers) {
  // kat_vectors of Random123, the implementation of its authors
  static const uint32_t counter[3][4] = {{0, 0, 0, 0},
                                         {0xffffffffu, 0xffffffffu, 0xffffffffu, 0xffffffffu},
                                         {0x243f6a88u, 0x85a308d3u, 0x13198a2eu, 0x03707344u}};
  static const uint32_t key[3][2] = {
      {0, 0}, {0xffffffffu, 0xffffffffu}, {0xa4093822u, 0x299f31d0u}};
  static const uint32_t expected[3][4] = {{0x6627e8d5u, 0xe169c58du, 0xbc57ac4cu, 0x9b00dbd8u},
                                          {0x408f276du, 0x41c83b0eu, 0xa20bc7c6u, 0x6d5451fdu},
                                          {0xd16cfe09u, 0x94fdccebu, 0x5001e420u, 0x24126ea1u}};
  for (int i = 0; i < 3; i++) {
    uint32_t out[4];
    philox(counter[i], key[i], out);
    ck_assert_mem_eq(out, expected[i], sizeof out);
  }
}
END_TEST

#define COUNT 20000

static int compare(const void* a, const void* b) {
  const double x = *(const double*)a, y = *(const double*)b;
  return (x > y) - (x < y);
}

// Kolmogorov and Smirnov: the greatest distance between the distributions times sqrt(n) exceeds
// 1.95 with a probability of 0.001
static double distance(double* sample, double (*probability)(double)) {
  double greatest = 0;
  qsort(sample, COUNT, sizeof *sample, compare);
  for (int i = 0; i < COUNT; i++) {
    const double p = probability(sample[i]);
    greatest = fmax(greatest, fmax(p - (double)i / COUNT, (double)(i + 1) / COUNT - p));
  }
  return greatest * sqrt(COUNT);
}

static double identity(double x) { return x; }
static double normal_probability(double x) { return 0.5 * erfc(-x / sqrt(2)); }
static double loguniform_probability(double x) { return log(x / 0.01) / log(1e4); }

// numbers along one coordinate of a place
static Place place_at(int coordinate, uint32_t i) {
  Place place = {7, 3, 1, 2, 5};
  switch (coordinate) {
    case 0: place.seed = i; break;
    case 1: place.simulation = i; break;
    case 2: place.stream = i; break;
    case 3: place.element = i; break;
    default: place.step = i; break;
  }
  return place;
}

START_TEST(numbers_have_their_distribution_along_each_coordinate) {
  static double sample[COUNT];
  for (int i = 0; i < COUNT; i++) {
    const Place place = place_at(_i, (uint32_t)i);
    sample[i] = random_uniform(&place);
  }
  ck_assert_double_lt(distance(sample, identity), 1.95);
  for (int i = 0; i < COUNT; i++) {
    const Place place = place_at(_i, (uint32_t)i);
    sample[i] = random_normal(&place);
  }
  ck_assert_double_lt(distance(sample, normal_probability), 1.95);
}
END_TEST

START_TEST(neighbours_are_not_correlated) {
  double sum = 0;
  for (int i = 0; i < COUNT; i++) {
    const Place a = place_at(_i, (uint32_t)i), b = place_at(_i, (uint32_t)i + 1);
    sum += random_normal(&a) * random_normal(&b);
  }
  ck_assert_double_lt(fabs(sum / sqrt(COUNT)), 3.3);
}
END_TEST

static double draw(const char* text, uint32_t simulation, long long nsim) {
  Distribution d;
  ck_assert_msg(parse_distribution(text, &d) == 0, "%s", fc_lastError());
  return distribution_draw(&d, (Place){1, simulation, 1, 0, 0}, nsim);
}

START_TEST(distributions_are_what_they_are_called) {
  static double sample[COUNT];
  for (uint32_t i = 0; i < COUNT; i++)
    sample[i] = (draw("uniform(-3, 5)", i, COUNT) + 3) / 8;
  ck_assert_double_lt(distance(sample, identity), 1.95);
  for (uint32_t i = 0; i < COUNT; i++)
    sample[i] = (draw("normal(10,0.5)", i, COUNT) - 10) / 0.5;
  ck_assert_double_lt(distance(sample, normal_probability), 1.95);
  for (uint32_t i = 0; i < COUNT; i++)
    sample[i] = draw(" loguniform( 0.01 , 100 ) ", i, COUNT);
  ck_assert_double_lt(distance(sample, loguniform_probability), 1.95);
  int count[3] = {0};
  for (uint32_t i = 0; i < COUNT; i++)
    count[(int)draw("choice(0, 1, 2)", i, COUNT)]++;
  for (int i = 0; i < 3; i++)
    ck_assert_double_lt(fabs(count[i] - COUNT / 3.0) / sqrt(COUNT * 2.0 / 9), 3.3);
  ck_assert_double_eq(draw("linspace(2,4)", 0, 5), 2);
  ck_assert_double_eq(draw("linspace(2,4)", 1, 5), 2.5);
  ck_assert_double_eq(draw("linspace(2,4)", 4, 5), 4);
  ck_assert_double_eq(draw("linspace(2,4)", 0, 1), 2);
  ck_assert_double_eq(draw("-0.5", 3, 5), -0.5);
}
END_TEST

START_TEST(wrong_distributions_say_what_was_expected) {
  static const char* const wrong[][2] = {{"unifrm(1,2)", "did you mean 'uniform'"},
                                         {"uniform(2,1)", "LOW not above HIGH"},
                                         {"uniform(1)", "uniform(LOW, HIGH)"},
                                         {"uniform(1,2,3)", "uniform(LOW, HIGH)"},
                                         {"normal(0,-1)", "SD not below 0"},
                                         {"loguniform(0,1)", "0 < LOW"},
                                         {"choice()", "choice(A, B"},
                                         {"choice(1,x)", "choice(A, B"},
                                         {"uniform(1,2", "a number or a distribution"},
                                         {"", "a number or a distribution"},
                                         {"nan", "a number or a distribution"}};
  Distribution d;
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    ck_assert_msg(parse_distribution(wrong[i][0], &d) < 0, "'%s' is taken", wrong[i][0]);
    ck_assert_msg(strstr(fc_lastError(), wrong[i][1]) != NULL, "'%s': %s", wrong[i][0],
                  fc_lastError());
  }
}
END_TEST

// ---------------------------------------------------------------- elements

// places that a target selects, "3 4 5"; the message when it is wrong
static const char* select_text(mjModel* m, const char* text, int record) {
  static char list[1200];
  Target target;
  Field field;
  int* place = NULL;
  list[0] = 0;
  int n = parse_target(text, strlen(text), &target);
  if (!n)
    n = record ? find_recordable(m, &target, &field) : find_variable(m, &target, &field);
  if (!n)
    n = select_elements(m, &field, &target, &place);
  if (n < 0)
    snprintf(list, sizeof list, "%s", fc_lastError());
  for (int i = 0; i < n; i++)
    snprintf(list + strlen(list), sizeof list - strlen(list), "%s%d", i ? " " : "", place[i]);
  free(place);
  return list;
}

START_TEST(elements_are_found_by_name) {
  mjModel* m = load();
  ck_assert_str_eq(select_text(m, "qpos[root,2]", 0), "2");
  ck_assert_str_eq(select_text(m, "qpos[turn]", 0), "7 8 9 10");
  ck_assert_str_eq(select_text(m, "qvel[turn]", 0), "6 7 8");
  ck_assert_str_eq(select_text(m, "qpos[slide]", 0), "11");
  ck_assert_str_eq(select_text(m, "qpos[11]", 0), "11");
  ck_assert_str_eq(select_text(m, "body_mass[arm]", 0), "2");
  ck_assert_str_eq(select_text(m, "body_pos[arm,1]", 0), "7");
  ck_assert_str_eq(select_text(m, "geom_friction[arm_*,0]", 0), "6 9");
  ck_assert_str_eq(select_text(m, "geom_friction[*,2]", 0), "2 5 8 11");
  ck_assert_str_eq(select_text(m, "dof_damping[slide]", 0), "9");
  ck_assert_str_eq(select_text(m, "ctrl[pull]", 0), "1");
  ck_assert_str_eq(select_text(m, "opt.gravity[2]", 0), "2");
  ck_assert_str_eq(select_text(m, "opt.gravity", 0), "0 1 2");
  ck_assert_str_eq(select_text(m, "mocap_pos[hand]", 0), "0 1 2");
  ck_assert_str_eq(select_text(m, "xpos[arm]", 1), "6 7 8");
  ck_assert_str_eq(select_text(m, "sensordata[how_far]", 1), "3");
  ck_assert_str_eq(select_text(m, "sensordata[where,1]", 1), "1");
  ck_assert_str_eq(select_text(m, "ncon", 1), "0");
  mj_deleteModel(m);
}
END_TEST

START_TEST(wrong_elements_say_what_there_is) {
  static const char* const wrong[][2] = {{"body_mas[arm]", "did you mean 'body_mass'"},
                                         {"body_mass[arn]", "no body 'arn'; it has"},
                                         {"qpos[rot]", "no joint 'rot'; it has 3: root, turn"},
                                         {"qpos[root,7]", "components are 0 to 6; 7 is none"},
                                         {"body_pos[arm,3]", "components are 0 to 2"},
                                         {"qpos[12]", "numbers are 0 to 11"},
                                         {"geom_size[leg*]", "fits no name of a geom"},
                                         {"mocap_pos[arm]", "has nothing in mocap_pos"},
                                         {"opt.gravity[down]", "a number below 3 or *"},
                                         {"body_mass[arm", "FIELD[ELEMENT] was expected"},
                                         {"body_mass[]", "FIELD[ELEMENT] was expected"},
                                         {"[arm]", "a field was expected"},
                                         {"body_parentid[arm]", "is no field of the model"},
                                         {"tendon_width", "no elements of tendon_width"},
                                         {"soft.nothing", "\"soft\" has parameters"}};
  mjModel* m = load();
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    const char* said = select_text(m, wrong[i][0], 0);
    ck_assert_msg(strstr(said, wrong[i][1]) != NULL, "%s: %s", wrong[i][0], said);
  }
  ck_assert(strstr(select_text(m, "contact", 1), "no quantity that can be recorded"));
  mj_deleteModel(m);
}
END_TEST

// the name that reports give an element selects this element alone
START_TEST(names_of_elements_lead_back_to_them) {
  static const char* const names[] = {"qpos",         "qvel",          "ctrl",      "body_mass",
                                      "body_quat",    "geom_friction", "qpos0",     "opt.gravity",
                                      "opt.timestep", "dof_armature",  "mocap_pos", "xfrc_applied"};
  mjModel* m = load();
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    Target target;
    Field field;
    int* place;
    ck_assert_int_eq(parse_target(names[i], strlen(names[i]), &target), 0);
    ck_assert_int_eq(find_variable(m, &target, &field), 0);
    const int n = select_elements(m, &field, &target, &place);
    ck_assert_int_eq(n, field.rows * field.columns);
    for (int k = 0; k < n; k++) {
      char name[300], number[12];
      element_name(m, &field, &target, k, name, sizeof name);
      snprintf(number, sizeof number, "%d", k);
      ck_assert_msg(strcmp(select_text(m, name, 0), number) == 0, "%s: %s", name,
                    select_text(m, name, 0));
    }
    free(place);
  }
  mj_deleteModel(m);
}
END_TEST

// ---------------------------------------------------------------- controls

#define STEPS 4000

static void make_controls(Controls* c, const mjModel* m, const char* text) {
  static const mjtNum start[2] = {0, 0};
  *c = (Controls){.seed = 5};
  ck_assert_int_eq(controls_parse(c, text), 0);
  ck_assert_int_eq(controls_open(c, m, 1), 0);
  controls_begin(c, m, 0, start);
}

START_TEST(noise_has_its_spread_and_its_memory) {
  const int row = 0, simulation = 3;
  const double timestep = 0.05;
  mjModel* m = load();
  Controls c;
  int status = 0;
  make_controls(&c, m, "noise(0.2)");
  const mjtNum* u = controls_compute(&c, m, &row, 1, &simulation, &timestep, 0, 0, STEPS, &status);
  double square = 0, product = 0, outside = 0;
  for (int i = 100; i < STEPS - 1; i++) {
    square += u[2 * i + 1] * u[2 * i + 1];
    product += u[2 * i + 1] * u[2 * i + 3];
    outside += u[2 * i] < -2 || u[2 * i] > 4;
  }
  // the one without a range; correlated over 4 steps, so that about 1000 values are independent
  ck_assert_double_eq_tol(sqrt(square / (STEPS - 101)), 0.2, 0.02);
  ck_assert_double_eq_tol(product / square, exp(-timestep / 0.2), 0.03);
  ck_assert_double_eq(outside, 0);
  controls_free(&c);
  mj_deleteModel(m);
}
END_TEST

// any division of the steps into calls gives the same bits
START_TEST(controls_do_not_depend_on_calls) {
  static const char* const texts[] = {"noise", "uniform"};
  static mjtNum whole[2 * STEPS];
  const int row = 0, simulation = 8;
  const double timestep = 0.01;
  mjModel* m = load();
  Controls c;
  int status = 0;
  make_controls(&c, m, texts[_i]);
  memcpy(whole, controls_compute(&c, m, &row, 1, &simulation, &timestep, 0, 0, STEPS, &status),
         sizeof whole);
  controls_free(&c);
  make_controls(&c, m, texts[_i]);
  for (int first = 0, n = 1; first < STEPS; first += n, n = 1 + (7 * n) % 50) {
    if (n > STEPS - first)
      n = STEPS - first;
    const mjtNum* u =
        controls_compute(&c, m, &row, 1, &simulation, &timestep, 0, first, n, &status);
    ck_assert_mem_eq(u, whole + 2 * first, 2 * (size_t)n * sizeof *u);
  }
  controls_free(&c);
  mj_deleteModel(m);
}
END_TEST

int main(void) {
  Suite* suite = suite_create("rollout parts");
  TCase* tests = tcase_create("all");
  tcase_add_test(tests, the_generator_gives_its_known_answers);
  tcase_add_loop_test(tests, numbers_have_their_distribution_along_each_coordinate, 0, 5);
  tcase_add_loop_test(tests, neighbours_are_not_correlated, 0, 5);
  tcase_add_test(tests, distributions_are_what_they_are_called);
  tcase_add_test(tests, wrong_distributions_say_what_was_expected);
  tcase_add_test(tests, elements_are_found_by_name);
  tcase_add_test(tests, wrong_elements_say_what_there_is);
  tcase_add_test(tests, names_of_elements_lead_back_to_them);
  tcase_add_test(tests, noise_has_its_spread_and_its_memory);
  tcase_add_loop_test(tests, controls_do_not_depend_on_calls, 0, 2);
  suite_add_tcase(suite, tests);
  return run_suite(suite);
}
