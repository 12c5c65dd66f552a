// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Damaged asset files: bytes are changed at random, and what comes is a model or a sentence, never
// a crash. The random numbers are the same in every run.

#include "support.h"

static const struct {
  const char *file, *document;
} seeds[] = {
    {"t.stl",
     "<asset><mesh name='m' file='t.stl' inertia='convex'/></asset><worldbody>"
     "<geom type='mesh' mesh='m'/></worldbody>"},
    {"t.msh",
     "<asset><mesh name='m' file='t.msh' inertia='shell' scale='-1 1 1'/></asset>"
     "<worldbody><geom type='mesh' mesh='m'/></worldbody>"},
    {"t.obj",
     "<asset><mesh name='m' file='t.obj' inertia='exact'/></asset><worldbody>"
     "<geom type='mesh' mesh='m'/></worldbody>"},
    {"star.obj",
     "<asset><mesh name='m' file='star.obj' scale='1 -1 1'/></asset><worldbody>"
     "<geom type='box' mesh='m'/></worldbody>"},
    {"s.skn",
     "<worldbody><body name='a'><geom size='1'/></body><body name='b'><geom size='1'/>"
     "</body></worldbody><deformable><skin name='s' file='s.skn'/></deformable>"},
    {"raw.hf",
     "<asset><hfield name='h' file='raw.hf' size='1 1 1 1'/></asset><worldbody>"
     "<geom type='hfield' hfield='h'/></worldbody>"},
    {"raw.bin", "<asset><texture name='t' type='2d' file='raw.bin' vflip='true'/></asset>"},
    {"pal.png", "<asset><texture name='t' type='2d' file='pal.png' nchannel='4'/></asset>"},
    {"rgb16.png", "<asset><hfield name='h' file='rgb16.png' size='1 1 1 1'/></asset>"},
    {"grid.png",
     "<asset><texture name='t' type='cube' file='grid.png' gridsize='3 4' "
     "gridlayout='.U..LFRB.D..' hflip='true'/></asset>"},
};

enum { ROUNDS = 300 };

static unsigned draw(unsigned* state) {
  *state = *state * 1664525u + 1013904223u;
  return *state >> 8;
}

// a few bytes become others, or the file ends early or goes on
static void damage(Bytes* b, unsigned* state) {
  static const unsigned char telling[] = {0, 1, 127, 128, 255, '-', '9', 'f', '\n', '/'};
  int n = 1 + (int)(draw(state) % 4);
  for (int i = 0; i < n; i++)
    b->data[draw(state) % (unsigned)b->n] = (char)telling[draw(state) % sizeof telling];
  if (draw(state) % 4 == 0)
    b->n = 1 + (int)(draw(state) % (unsigned)b->n);
  if (draw(state) % 8 == 0)
    put(b, b->data, (size_t)(b->n < 40 ? b->n : 40));
}

START_TEST(a_damaged_file_is_a_model_or_a_sentence) {
  char path[500], error[1000];
  Bytes whole = {.n = 0};
  snprintf(path, sizeof path, "%s/tests/data/model/compile/files/%s", TEST_SOURCE_DIR,
           seeds[_i].file);
  FILE* file = fopen(path, "rb");
  ck_assert_ptr_nonnull(file);
  whole.n = (int)fread(whole.data, 1, sizeof whole.data / 2, file);
  fclose(file);
  mjModel* m = compile_with(seeds[_i].document, seeds[_i].file, &whole, error);
  ck_assert_msg(m != NULL || strcmp(seeds[_i].file, "t.obj") == 0, "%s", error);
  mj_deleteModel(m);

  unsigned state = (unsigned)_i + 1;
  int refused = 0;
  for (int round = 0; round < ROUNDS; round++) {
    Bytes b = whole;
    damage(&b, &state);
    m = compile_with(seeds[_i].document, seeds[_i].file, &b, error);
    ck_assert_msg(m != NULL || error[0], "round %d has no message", round);
    refused += !m;
    mj_deleteModel(m);
  }
  ck_assert_int_gt(refused, 0);
}
END_TEST

int main(void) {
  Suite* suite = suite_create("damaged assets");
  TCase* t = tcase_create("mutations");
  tcase_set_timeout(t, 300);
  tcase_add_loop_test(t, a_damaged_file_is_a_model_or_a_sentence, 0, sizeof seeds / sizeof *seeds);
  suite_add_tcase(suite, t);
  return run_suite(suite);
}
