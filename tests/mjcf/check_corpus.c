// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// What the corpus compiles to, and what is left of it after it was written and read again.
//
// tests/data/mjcf/corpus/*.mjb are recorded from the reference by tests/model/compile/record.c, but
// for plugin_mesh, which is too large.

#include "corpus.h"
#include "tests/model/compile/same_model.h"

static mjModel* compiled(const char* name) {
  char path[1024], error[ERROR_SIZE] = "";
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
  same_model(&(Comparison){corpus[_i], tolerance, 1e-6}, expected, m);
  mj_deleteModel(expected);
  mj_deleteModel(m);
}
END_TEST

// ---------------------------------------------------------------- written and read again

// the model that was loaded last, as it is written
static char* written(const char* name, const mjModel* m) {
  char file[1024], error[ERROR_SIZE] = "";
  snprintf(file, sizeof file, "%s/check_corpus_%s.xml", TEST_BUILD_DIR, name);
  ck_assert_msg(mj_saveLastXML(file, m, error, sizeof error) == 1, "%s", error);
  FILE* stream = fopen(file, "rb");
  ck_assert_ptr_nonnull(stream);
  char* text = calloc(1, 1 << 17);
  size_t n = fread(text, 1, (1 << 17) - 1, stream);
  ck_assert(n > 0 && n < (1 << 17) - 1);
  fclose(stream);
  remove(file);
  return text;
}

static char* source_file_of(const char* name) {
  char path[1024];
  snprintf(path, sizeof path, "tests/data/mjcf/corpus/%s.xml", name);
  return source_file(path);
}

START_TEST(written_document_is_the_model_and_is_written_the_same_again) {
  const char* name = corpus[_i];
  mjModel* m = compiled(name);
  char* once = written(name, m);

  // numbers are written with six digits; the text stands beside the document, for its files
  char path[1024], error[ERROR_SIZE] = "";
  mjVFS vfs;
  mj_defaultVFS(&vfs);
  corpus_path("written", ".xml", path);
  mj_addBufferVFS(&vfs, path, once, (int)strlen(once));
  mjModel* again = mj_loadXML(path, &vfs, error, sizeof error);
  ck_assert_msg(again != NULL, "%s: %s\nin: %s", name, error, once);
  char* twice = written(name, again);

  // what was in frames may have got other ids, which it keeps
  char* text = source_file_of(name);
  int has_frames = strstr(text, "<frame") || strstr(text, "<replicate") || strstr(text, "<attach");
  if (has_frames) {
    ck_assert(m->nbody == again->nbody && m->ngeom == again->ngeom && m->nq == again->nq);
    mj_deleteModel(m);
    m = again;
    mj_deleteFileVFS(&vfs, path);
    mj_addBufferVFS(&vfs, path, twice, (int)strlen(twice));
    again = mj_loadXML(path, &vfs, error, sizeof error);
    ck_assert_msg(again != NULL, "%s: %s\nin: %s", name, error, twice);
    free(once);
    once = twice;
    twice = written(name, again);
  }
  same_model(&(Comparison){name, 1e-5, 1e-5}, m, again);
  ck_assert_msg(strcmp(twice, once) == 0, "%s: %.1000s\nand then %.1000s", name, once, twice);
  free(text);
  mj_deleteVFS(&vfs);
  mj_deleteModel(again);
  mj_deleteModel(m);
  free(once);
  free(twice);
}
END_TEST

static void add(TCase* t) {
  tcase_add_loop_test(t, document_compiles_to_the_recorded_model, 0, CORPUS);
  tcase_add_loop_test(t, written_document_is_the_model_and_is_written_the_same_again, 0, CORPUS);
}

int main(void) { return run_added("corpus", add); }
