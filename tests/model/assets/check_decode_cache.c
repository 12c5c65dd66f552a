// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Files are decoded once for many compilations, and again when they changed, when they are decoded
// with other options, or when the cache may not keep them. A decoder of the test, letter.c, counts
// its runs.

#include <dlfcn.h>
#include <math.h>
#include <pthread.h>
#include <stdatomic.h>

#include "tests/kernel/support.h"

// the module letter.c in a folder of its own
static atomic_int* ndecode;

static void setup(void) {
  const char* folder = new_directory();
  char path[1000];
  place_object(folder, "letter", TEST_BUILD_DIR "/tests/model/assets/.libs/letter.so");
  place_manifest(folder, "letter",
                 "{\"name\": \"letter\", \"version\": \"1.0.0\", \"abi\": 1, \"provides\": "
                 "[{\"kind\": \"decoder\", \"name\": \"letter\"}, "
                 "{\"kind\": \"decoder\", \"name\": \"old\"}]}");
  ck_assert_msg(fc_addModulePath(folder) == 0, "%s", fc_lastError());
  snprintf(path, sizeof path, "%s/letter.so", folder);
  void* module = dlopen(path, RTLD_NOW);
  ck_assert_msg(module != NULL, "%s", dlerror());
  ndecode = dlsym(module, "letter_decodings");
  ck_assert_ptr_nonnull(ndecode);
}

// what a model does with the file "a.letter"
typedef enum Use_ { SHAPE, MIRROR, PICTURE, FLIPPED, GRAY, HEIGHTS, SKIN } Use;

static mjModel* compile_use(Use use, const char* content, char problem[1000]) {
  mjVFS vfs;
  mj_defaultVFS(&vfs);
  mj_addBufferVFS(&vfs, use == SKIN ? "a.Letter" : "a.letter", content, (int)strlen(content));
  mjSpec* s = mj_makeSpec();
  if (use == SHAPE || use == MIRROR) {
    mjsMesh* mesh = mjs_addMesh(s, NULL);
    mjs_setString(mesh->file, "a.letter");
    if (use == MIRROR)
      mesh->scale[0] = -1;
    mjsGeom* geom = mjs_addGeom(mjs_findBody(s, "world"), NULL);
    geom->type = mjGEOM_MESH;
    mjs_setString(geom->meshname, "a");
  } else if (use == HEIGHTS) {
    mjsHField* hfield = mjs_addHField(s);
    mjs_setString(hfield->file, "a.letter");
    for (int i = 0; i < 4; i++)
      hfield->size[i] = 1;
  } else if (use == SKIN) {
    mjs_setName(mjs_addBody(mjs_findBody(s, "world"), NULL)->element, "a");
    mjs_setName(mjs_addBody(mjs_findBody(s, "world"), NULL)->element, "b");
    mjs_setString(mjs_addSkin(s)->file, "a.Letter");
  } else {
    mjsTexture* texture = mjs_addTexture(s);
    mjs_setString(texture->file, "a.letter");
    texture->type = mjTEXTURE_2D;
    texture->hflip = use == FLIPPED;
    if (use == GRAY)
      texture->nchannel = 1;
  }
  mjModel* m = mj_compile(s, &vfs);
  snprintf(problem, 1000, "%s", m ? "" : mjs_getError(s));
  mj_deleteSpec(s);
  mj_deleteVFS(&vfs);
  return m;
}

static char error[1000];

static mjModel* load(Use use, const char* content) { return compile_use(use, content, error); }

// how many times something was decoded meanwhile
static int decodings(Use use, const char* content) {
  int before = *ndecode;
  mjModel* m = load(use, content);
  ck_assert_msg(m != NULL, "%s", error);
  mj_deleteModel(m);
  return *ndecode - before;
}

static double size_of_mesh(const char* content) {
  mjModel* m = load(SHAPE, content);
  ck_assert_msg(m != NULL, "%s", error);
  double size = m->geom_aabb[3];
  mj_deleteModel(m);
  return size;
}

START_TEST(a_file_is_decoded_once) {
  ck_assert_int_eq(decodings(SHAPE, "1"), 1);
  ck_assert_int_eq(decodings(SHAPE, "1"), 0);
  ck_assert_int_eq(decodings(PICTURE, "1"), 1);
  ck_assert_int_eq(decodings(PICTURE, "1"), 0);
  ck_assert_uint_gt(mj_getCacheSize(mj_getCache()), 0);
}
END_TEST

// heights and weights are brought to their ranges in the model, not in the cache
START_TEST(decoders_make_height_fields_and_skins) {
  for (int i = 0; i < 2; i++) {
    int before = *ndecode;
    mjModel* m = load(HEIGHTS, "4");
    ck_assert_msg(m != NULL, "%s", error);
    ck_assert_int_eq(*ndecode - before, i == 0);
    ck_assert_int_eq(m->hfield_nrow[0], 2);
    ck_assert_int_eq(m->hfield_ncol[0], 2);
    for (int k = 0; k < 4; k++)
      ck_assert_float_eq(m->hfield_data[k], k < 3 ? .25f * (float)k : 1);
    mj_deleteModel(m);

    before = *ndecode;
    m = load(SKIN, "3");
    ck_assert_msg(m != NULL, "%s", error);
    ck_assert_int_eq(*ndecode - before, i == 0);
    ck_assert_int_eq(m->nskinbone, 2);
    ck_assert_int_eq(m->skin_bonebodyid[0], 1);
    ck_assert_int_eq(m->skin_bonebodyid[1], 2);
    ck_assert_int_eq(m->skin_bonevertadr[1], 1);
    ck_assert_float_eq(m->skin_bonevertweight[0], .75f);
    ck_assert_float_eq(m->skin_bonevertweight[1], .25f);
    ck_assert_float_eq(m->skin_bonevertweight[2], 1);
    ck_assert_float_eq(m->skin_bonebindpos[5], 6);
    ck_assert_float_eq(m->skin_bonebindquat[5], 1);
    mj_deleteModel(m);
  }
}
END_TEST

START_TEST(a_decoder_of_a_time_without_height_fields_is_asked_for_meshes_only) {
  mjVFS vfs;
  mj_defaultVFS(&vfs);
  mj_addBufferVFS(&vfs, "a.old", "4", 1);
  mjSpec* s = mj_makeSpec();
  mjs_setString(mjs_addMesh(s, NULL)->file, "a.old");
  mjModel* m = mj_compile(s, &vfs);
  ck_assert_msg(m != NULL, "%s", mjs_getError(s));
  mj_deleteModel(m);

  mjsHField* hfield = mjs_addHField(s);
  mjs_setString(hfield->file, "a.old");
  for (int i = 0; i < 4; i++)
    hfield->size[i] = 1;
  ck_assert_ptr_null(mj_compile(s, &vfs));
  ck_assert_msg(strstr(mjs_getError(s), "hfield header missing") != NULL, "%s", mjs_getError(s));
  mjs_delete(s, hfield->element);

  mjs_setString(mjs_addSkin(s)->file, "a.old");
  ck_assert_ptr_null(mj_compile(s, &vfs));
  ck_assert_msg(strstr(mjs_getError(s), ".skn expected") != NULL, "%s", mjs_getError(s));
  mj_deleteSpec(s);
  mj_deleteVFS(&vfs);
}
END_TEST

START_TEST(results_that_lack_what_they_promise_are_refused) {
  ck_assert_ptr_null(load(HEIGHTS, "!"));
  ck_assert_msg(strstr(error, "hfield file 'a.letter': the decoder made no heights") != NULL, "%s",
                error);
  ck_assert_ptr_null(load(SKIN, "!"));
  ck_assert_msg(strstr(error, "skin file 'a.Letter': the decoder's result lacks") != NULL, "%s",
                error);
}
END_TEST

START_TEST(a_changed_file_is_decoded_anew_also_when_its_timestamp_is_the_same) {
  ck_assert_int_eq(decodings(SHAPE, "1"), 1);
  double one = size_of_mesh("1");
  size_t nbyte = mj_getCacheSize(mj_getCache());
  ck_assert_int_eq(decodings(SHAPE, "3"), 1);
  ck_assert_double_eq_tol(size_of_mesh("3"), 3 * one, 1e-6);

  // the outdated result made room
  ck_assert_uint_eq(mj_getCacheSize(mj_getCache()), nbyte);
}
END_TEST

// two contents that the hash in the timestamp of a buffer does not tell apart
START_TEST(contents_with_one_timestamp_are_told_apart) {
  mjVFS vfs;
  mj_defaultVFS(&vfs);
  mj_addBufferVFS(&vfs, "a", "5", 1);
  mj_addBufferVFS(&vfs, "b", "4", 1);
  mjResource *a = mju_openResource(NULL, "a", &vfs, NULL, 0),
             *b = mju_openResource(NULL, "b", &vfs, NULL, 0);
  ck_assert_str_eq(a->timestamp, b->timestamp);
  mju_closeResource(a);
  mju_closeResource(b);
  mj_deleteVFS(&vfs);
  double five = size_of_mesh("5");
  ck_assert_double_eq_tol(size_of_mesh("4"), 4 * five / 5, 1e-6);
}
END_TEST

START_TEST(other_parameters_are_another_decoding) {
  ck_assert_int_eq(decodings(PICTURE, "1"), 1);
  ck_assert_int_eq(decodings(GRAY, "1"), 1);
  ck_assert_int_eq(decodings(GRAY, "1"), 0);
  ck_assert_int_eq(decodings(PICTURE, "1"), 0);
}
END_TEST

START_TEST(what_a_model_does_to_its_content_leaves_the_cache_alone) {
  mjModel* first = load(SHAPE, "2");
  mjModel* mirror = load(MIRROR, "2");
  mjModel* again = load(SHAPE, "2");
  ck_assert(memcmp(first->mesh_face, mirror->mesh_face, sizeof(int) * 12) != 0);
  ck_assert_int_eq(first->nbuffer, again->nbuffer);
  ck_assert_mem_eq(first->buffer, again->buffer, (size_t)first->nbuffer);
  mj_deleteModel(first);
  mj_deleteModel(mirror);
  mj_deleteModel(again);

  first = load(PICTURE, "2");
  mirror = load(FLIPPED, "2");
  again = load(PICTURE, "2");
  ck_assert_int_eq(first->tex_data[0], '2');
  ck_assert_int_eq(mirror->tex_data[0], 0);
  ck_assert_int_eq(mirror->tex_data[3], '2');
  ck_assert_int_eq(again->tex_data[0], '2');
  mj_deleteModel(first);
  mj_deleteModel(mirror);
  mj_deleteModel(again);
}
END_TEST

START_TEST(a_cleared_cache_and_one_without_capacity_keep_nothing) {
  ck_assert_int_eq(decodings(SHAPE, "1"), 1);
  mj_clearCache(mj_getCache());
  ck_assert_uint_eq(mj_getCacheSize(mj_getCache()), 0);
  ck_assert_int_eq(decodings(SHAPE, "1"), 1);
  ck_assert_int_eq(decodings(SHAPE, "1"), 0);
  mj_setCacheCapacity(mj_getCache(), 0);
  ck_assert_int_eq(decodings(SHAPE, "1"), 1);
  ck_assert_int_eq(decodings(SHAPE, "1"), 1);
  ck_assert_uint_eq(mj_getCacheSize(mj_getCache()), 0);
}
END_TEST

START_TEST(a_failure_is_not_remembered) {
  for (int i = 0; i < 2; i++) {
    int before = *ndecode;
    ck_assert_ptr_null(load(SHAPE, "?"));
    ck_assert_msg(strstr(error, "no letter") != NULL, "%s", error);
    ck_assert_int_eq(*ndecode, before + 1);
  }
  ck_assert_uint_eq(mj_getCacheSize(mj_getCache()), 0);
}
END_TEST

// ---------------------------------------------------------------- threads

enum { THREADS = 4, ROUNDS = 40 };

// every thread changes what the others find, and clears the cache now and then
static void* work(void* argument) {
  int number = (int)(size_t)argument;
  for (int i = 0; i < ROUNDS; i++) {
    char content[2] = {(char)('1' + (number + i) % 3), 0}, problem[1000];
    mjModel* m = compile_use(SHAPE, content, problem);
    if (!m)
      return "refused";
    float size = m->mesh_vert[0] - m->mesh_vert[3];
    for (int k = 0; k < 12; k++)
      size = fmaxf(size, fabsf(m->mesh_vert[k]));
    int scale = content[0] - '0';
    mj_deleteModel(m);
    if (size < 0.5f * (float)scale || size > 1.0f * (float)scale)
      return "another thread's mesh";
    if (i % 10 == 9)
      mj_clearCache(mj_getCache());
  }
  return NULL;
}

START_TEST(threads_get_the_content_of_their_own_file) {
  pthread_t thread[THREADS];
  for (int i = 0; i < THREADS; i++)
    ck_assert_int_eq(pthread_create(&thread[i], NULL, work, (void*)(size_t)i), 0);
  for (int i = 0; i < THREADS; i++) {
    void* problem;
    pthread_join(thread[i], &problem);
    ck_assert_msg(problem == NULL, "%s", (const char*)problem);
  }
}
END_TEST

int main(void) {
  Suite* suite = suite_create("decode_cache");
  TCase* t = add_case(suite, "all");
  tcase_add_checked_fixture(t, setup, NULL);
  tcase_add_test(t, a_file_is_decoded_once);
  tcase_add_test(t, decoders_make_height_fields_and_skins);
  tcase_add_test(t, a_decoder_of_a_time_without_height_fields_is_asked_for_meshes_only);
  tcase_add_test(t, results_that_lack_what_they_promise_are_refused);
  tcase_add_test(t, a_changed_file_is_decoded_anew_also_when_its_timestamp_is_the_same);
  tcase_add_test(t, contents_with_one_timestamp_are_told_apart);
  tcase_add_test(t, other_parameters_are_another_decoding);
  tcase_add_test(t, what_a_model_does_to_its_content_leaves_the_cache_alone);
  tcase_add_test(t, a_cleared_cache_and_one_without_capacity_keep_nothing);
  tcase_add_test(t, a_failure_is_not_remembered);
  tcase_add_test(t, threads_get_the_content_of_their_own_file);
  return run_suite(suite);
}
