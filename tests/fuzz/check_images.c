// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Every array of numbers of a model is attacked: entries are set to their neighbours, to the ends
// of what indices may be, and far out; what is loaded all the same is simulated, asked and printed.
// No number leads out of an array, and what is refused is told. One test per field, in a process of
// its own; make check with sanitizers sees every array by itself (image_machine.h).
//
// make check tries some entries of the arrays of three scenes with some values, in a few seconds.
// With arguments, which are models, the program tries the entries of theirs with all values.

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "image_machine.h"

// How much is tried: entries of each array besides the last; the first adversaries, which are next
// to what an integer is, and of the others every step-th, another one each time.
typedef struct Extent_ {
  int entries, own, step;
} Extent;

enum { TEXT = 1000 };

static const Extent some = {.entries = 1, .own = 4, .step = 37}, many = {.entries = 12, .step = 1};
static Extent extent;

static const char* const scenes[] = {
    "tests/data/fuzz/images/machines.xml",
    "tests/data/fuzz/images/shapes.xml",
    "tests/data/fuzz/images/soft.xml",
};
static Image image;

FuzzOutcome fuzz_outcome(const uint8_t* data, size_t size) {
  (void)data;
  (void)size;
  return FUZZ_REFUSED;
}

static void open_scene(const char* path) {
  char error[TEXT] = "";
  mjModel* m = mj_loadXML(path, NULL, error, sizeof error);
  if (!m) {
    fprintf(stderr, "%s\n", error);
    exit(EXIT_FAILURE);
  }
  image_of(&image, m);
  mj_deleteModel(m);
}

START_TEST(a_sound_image_runs) {
  char message[TEXT];
  ck_assert_msg(image_try(&image, message) == IMAGE_RUN, "%s", message);
}
END_TEST

// Indices that are inside the array of all flexes, skins or trees but not inside their own.
START_TEST(numbers_of_another_element_are_refused_by_name) {
  static const struct {
    const char* field;
    int index, value;
  } wrong[] = {
      {"skin_bonevertid", 4, 3},  // of the second skin, which has three vertices
      {"skin_bonevertid", 4, 4},  {"skin_boneadr", 0, 1},     {"skin_boneadr", 1, 0},
      {"skin_bonenum", 1, 0},     {"skin_bonevertadr", 1, 0}, {"skin_vertadr", 1, 0},
      {"skin_texcoordadr", 0, 1}, {"geom_dataid", 0, 0},  // there is no mesh
      {"geom_dataid", 0, -2},     {"flex_bvhadr", 0, 0},  // boxes of bodies
      {"flex_bvhnum", 0, 0},      {"body_bvhadr", 1, -1},     {"flex_vertadr", 1, 0},
      {"flex_edgeadr", 1, 0},     {"flex_elemadr", 2, 0},     {"flex_edge", 0, -1},
      {"flex_edge", 0, 4},         // the rope has four vertices
      {"flex_vertbodyid", 0, -1},  // the rope is not interpolated
      {"tex_height", 1, 3},       {"name_geomadr", 0, -1},
  };
  for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
    int field = 0;
    while (strcmp(image.field[field].name, wrong[i].field) != 0)
      field++;
    char message[TEXT];
    const double sound = image_get(&image, field, wrong[i].index);
    image_set(&image, field, wrong[i].index, wrong[i].value);
    ck_assert_msg(image_try(&image, message) == IMAGE_REFUSED, "%s[%d] = %d is taken",
                  wrong[i].field, wrong[i].index, wrong[i].value);
    // what is said of a range may name its length or the range behind it
    char stem[TEXT];
    snprintf(stem, sizeof stem, "%.*s", (int)strlen(wrong[i].field) - 3, wrong[i].field);
    ck_assert_msg(strstr(message, stem) != NULL, "%s: %s", wrong[i].field, message);
    image_set(&image, field, wrong[i].index, sound);
  }
}
END_TEST

static void attack(int field, mjtSize index) {
  const double sound = image_get(&image, field, index);
  char message[TEXT];
  const char kind = image.field[field].kind;
  const int n = image_adversaries(&image, field), own = kind == 'd' || kind == 'f' ? 1 : extent.own;
  for (int k = 0; k < n; k++) {
    if (k >= own && (k + index + field) % extent.step)
      continue;
    const double value = image_adversary(&image, field, index, k);
    image_set(&image, field, index, value);
    if (image_get(&image, field, index) != sound) {
      // the suite tells the field when the process ends here
      mark_point();
      image_try(&image, message);
    }
    image_set(&image, field, index, sound);
  }
}

START_TEST(no_number_of_a_field_leads_out_of_an_array) {
  const ImageField* f = image.field + _i;
  const mjtSize stride = f->n > extent.entries ? f->n / extent.entries : 1;
  for (mjtSize i = 0; i < f->n; i += stride)
    attack(_i, i);
  if (f->n > 1)
    attack(_i, f->n - 1);
}
END_TEST

// number of tests that failed
static int attack_model(const char* path) {
  open_scene(path);
  Suite* suite = suite_create(path);
  TCase* t = tcase_create("image");
  tcase_set_timeout(t, extent.step > 1 ? 300 : 3600);
  tcase_add_test(t, a_sound_image_runs);
  if (strstr(path, "images/soft.xml"))
    tcase_add_test(t, numbers_of_another_element_are_refused_by_name);
  tcase_add_loop_test(t, no_number_of_a_field_leads_out_of_an_array, 0, image.nfield);
  suite_add_tcase(suite, t);
  SRunner* runner = srunner_create(suite);
  srunner_run_all(runner, CK_NORMAL);
  const int failed = srunner_ntests_failed(runner);
  srunner_free(runner);
  image_free(&image);
  return failed;
}

int main(int argc, char** argv) {
  int failed = 0;
  extent = argc > 1 ? many : some;
  for (int i = 1; i < argc; i++)
    failed += attack_model(argv[i]);
  for (size_t i = 0; argc == 1 && i < sizeof scenes / sizeof scenes[0]; i++) {
    char path[TEXT];
    snprintf(path, sizeof path, "%s/%s", TEST_SOURCE_DIR, scenes[i]);
    failed += attack_model(path);
  }
  return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
