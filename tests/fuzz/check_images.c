// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Every array of numbers of a model is attacked: entries are set to their neighbours, to the ends
// of what indices may be, and far out; what is loaded all the same is simulated, asked and printed.
// No number leads out of an array, and what is refused is told. One test per field, in a process of
// its own; make check with sanitizers sees every array by itself (image_machine.h).

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "image_machine.h"

// entries of each array that are tried; first, last and some between
enum { kEntries = 2, kText = 1000 };

// of the adversaries that are the same for all numbers every fifth is tried, another one each time
enum { kOwn = 6, kStep = 5 };

static const char* const scenes[] = {
    "tests/fuzz/images/machines.xml",
    "tests/fuzz/images/shapes.xml",
};
static Image image;

FuzzOutcome fuzz_outcome(const uint8_t* data, size_t size) {
  (void)data, (void)size;
  return FUZZ_REFUSED;
}

static void open_scene(int scene) {
  char path[kText], error[kText] = "";
  snprintf(path, sizeof(path), "%s/%s", TEST_SOURCE_DIR, scenes[scene]);
  mjModel* m = mj_loadXML(path, NULL, error, sizeof(error));
  if (!m) {
    fprintf(stderr, "%s\n", error);
    exit(EXIT_FAILURE);
  }
  image_of(&image, m);
  mj_deleteModel(m);
}

START_TEST(a_sound_image_runs) {
  char message[kText];
  ck_assert_msg(image_try(&image, message) == IMAGE_RUN, "%s", message);
}
END_TEST

static void attack(int field, mjtSize index) {
  const double sound = image_get(&image, field, index);
  char message[kText];
  const int n = image_adversaries(&image, field);
  for (int k = 0; k < n; k++) {
    if (k >= kOwn && (k + index + field) % kStep)
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
  const mjtSize stride = f->n > kEntries ? f->n / kEntries : 1;
  for (mjtSize i = 0; i < f->n; i += stride)
    attack(_i, i);
  if (f->n > 1)
    attack(_i, f->n - 1);
}
END_TEST

int main(void) {
  int failed = 0;
  for (int scene = 0; scene < (int)(sizeof(scenes) / sizeof(scenes[0])); scene++) {
    open_scene(scene);
    Suite* suite = suite_create(scenes[scene]);
    TCase* t = tcase_create("image");
    tcase_set_timeout(t, 300);
    tcase_add_test(t, a_sound_image_runs);
    tcase_add_loop_test(t, no_number_of_a_field_leads_out_of_an_array, 0, image.nfield);
    suite_add_tcase(suite, t);
    SRunner* runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    failed += srunner_ntests_failed(runner);
    srunner_free(runner);
    image_free(&image);
  }
  return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
