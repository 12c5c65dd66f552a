// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// What the corpus compiles to, and what is left of it after it was written and read again.
//
// corpus/*.mjb were recorded from the reference implementation by ../compiler/record.c. From this
// directory: for f in corpus/*.xml; do peer probe ../compiler/record.c $f ${f%xml}mjb; done

#include "corpus.h"
#include "tests/compiler/same_model.h"

static mjModel* compiled(const char* name) {
  char path[1024], error[kErrorSize] = "";
  corpus_path(name, ".xml", path);
  mjModel* m = mj_loadXML(path, NULL, error, sizeof error);
  ck_assert_msg(m != NULL, "%s: %s", name, error);
  return m;
}

START_TEST(document_compiles_to_the_recorded_model) {
  char path[1024];
  corpus_path(corpus[_i], ".mjb", path);
  mjModel *expected = mj_loadModel(path, NULL), *m = compiled(corpus[_i]);
  ck_assert_msg(expected != NULL, "cannot load %s", path);

  // length ranges come from a simulation, which amplifies rounding
  double tolerance = strncmp(corpus[_i], "compiler_lengthrange", 20) == 0 ? 1e-7 : 1e-10;
  same_model(&(Comparison){corpus[_i], tolerance, 1e-6, NULL}, expected, m);
  mj_deleteModel(expected);
  mj_deleteModel(m);
}
END_TEST

// ---------------------------------------------------------------- written and read again

// What the canonical form cannot hold. Frames are folded into what they contain, and settings that
// only compilation used are gone.
static int is_lossy(const char* scene, const char* field) {
  static const char* const lossy[][2] = {
      // the number of channels is not written
      {"texture", "ntexdata"},
      {"texture", "tex_nchannel"},
      {"texture", "tex_adr"},
      {"texture", "tex_data"},
  };
  for (size_t i = 0; i < sizeof lossy / sizeof *lossy; i++) {
    if (strcmp(scene, lossy[i][0]) == 0 && strcmp(field, lossy[i][1]) == 0) return 1;
  }
  return 0;
}

START_TEST(written_document_is_the_model_and_is_written_the_same_again) {
  char path[1024], error[kErrorSize] = "";
  corpus_path(corpus[_i], ".xml", path);
  mjSpec* s = mj_parseXML(path, NULL, error, sizeof error);
  ck_assert_msg(s != NULL, "%s: %s", corpus[_i], error);
  mjModel* m = mj_compile(s, NULL);
  ck_assert_msg(m != NULL, "%s: %s", corpus[_i], mjs_getError(s));
  int size = 1 << 17;
  char* once = malloc((size_t)size);
  ck_assert_msg(mj_saveXMLString(s, once, size, error, sizeof error) == 0, "%s", error);

  char* twice = saved(once);
  ck_assert_str_eq(twice, once);

  // numbers are written with six digits
  mjModel* again = compile(once);
  same_model(&(Comparison){corpus[_i], 1e-5, 1e-5, is_lossy}, m, again);
  mj_deleteModel(again);
  mj_deleteModel(m);
  mj_deleteSpec(s);
  free(once);
  free(twice);
}
END_TEST

static void add(TCase* t) {
  tcase_add_loop_test(t, document_compiles_to_the_recorded_model, 0, kCorpus);
  tcase_add_loop_test(t, written_document_is_the_model_and_is_written_the_same_again, 0, kCorpus);
}

int main(void) { return run_suite("corpus", add); }
