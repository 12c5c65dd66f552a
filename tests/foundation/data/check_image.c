// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Binary models: what was read is written back unchanged, and invalid bytes do no harm.

#include <stdint.h>
#include <unistd.h>

#include "core/foundation/data/layout.h"
#include "core/foundation/data/memory.h"
#include "core/foundation/data/model.h"
#include "core/foundation/data/validate.h"
#include "tests/foundation/data/support.h"

static char* image;
static size_t image_size;

static void setup(void) { image = read_bytes("scene.mjb", &image_size); }
static void teardown(void) { free(image); }

static mjModel* load(const void* bytes, size_t size) {
  return mj_loadModelBuffer(bytes, (int)size);
}

//------------------------------ good images -------------------------------------------------------

START_TEST(a_recorded_image_survives_reading_and_writing_unchanged) {
  mjModel* m = load(image, image_size);
  ck_assert_int_eq(mj_sizeModel(m), (mjtSize)image_size);
  char* copy = malloc(image_size);
  mj_saveModel(m, NULL, copy, (int)image_size);
  ck_assert_mem_eq(copy, image, image_size);
  ck_assert_uint_eq(m->signature, 0);
  free(copy);
  mj_deleteModel(m);
}
END_TEST

START_TEST(the_header_is_that_of_the_reference) {
  const int32_t expected[5] = {54321, 8, 90, 3006000, 459};
  ck_assert_mem_eq(image, expected, sizeof expected);
  mjModel* m = load(image, image_size);
  char* copy = malloc(image_size);
  ck_assert_uint_eq(model_write(m, copy, image_size), image_size);
  ck_assert_mem_eq(copy, expected, sizeof expected);
  ck_assert_uint_eq(model_write(m, copy, image_size - 1), 0);
  free(copy);
  mj_deleteModel(m);
}
END_TEST

START_TEST(files_hold_the_same_bytes) {
  mjModel* m = load(image, image_size);
  char path[] = "check_image_XXXXXX";
  int fd = mkstemp(path);
  ck_assert_int_ge(fd, 0);
  close(fd);
  mj_saveModel(m, path, NULL, 0);
  mjModel* again = mj_loadModel(path, NULL);
  ck_assert_ptr_nonnull(again);
  char* copy = malloc(image_size);
  mj_saveModel(again, NULL, copy, (int)image_size);
  ck_assert_mem_eq(copy, image, image_size);
  free(copy);
  mj_deleteModel(again);
  mj_deleteModel(m);
  unlink(path);
}
END_TEST

START_TEST(a_buffer_that_is_too_small_is_a_fatal_error) {
  mjModel* m = load(image, image_size);
  char* copy = malloc(image_size);
  expect_error(mj_saveModel(m, NULL, copy, (int)image_size - 1), "outside the model buffer");
  free(copy);
  mj_deleteModel(m);
}
END_TEST

START_TEST(files_that_cannot_be_opened_are_warnings) {
  mjModel* m = load(image, image_size);
  mju_user_warning = note_error;
  mj_saveModel(m, "/no/such/directory/model.mjb", NULL, 0);
  ck_assert_ptr_nonnull(
      strstr(last_message, "/no/such/directory/model.mjb cannot be written: No such"));
  expect_warning(mj_loadModel("/no/such/model.mjb", NULL), "cannot open file '/no/such/model.mjb'");
  expect_warning(mj_loadModel("/", NULL), "cannot open file '/'");
  mj_deleteModel(m);
}
END_TEST

//------------------------------ what follows an image ---------------------------------------------

static char seen_trailer[32];
static int refuse_trailer;

static int read_trailer(mjModel* m, const void* trailer, size_t size, char* error, int error_size) {
  (void)m;
  snprintf(seen_trailer, sizeof seen_trailer, "%.*s", (int)size, (const char*)trailer);
  if (refuse_trailer)
    snprintf(error, (size_t)error_size, "module acme.x is missing");
  return refuse_trailer ? -1 : 0;
}
static size_t write_trailer(const mjModel* m, void* buffer) {
  (void)m;
  if (buffer)
    memcpy(buffer, "FULCRUM\nabc", 11);
  return 11;
}

START_TEST(surplus_bytes_are_refused_unless_they_are_ours) {
  char* longer = malloc(image_size + 20);
  memcpy(longer, image, image_size);
  memcpy(longer + image_size, "FULCRUM\nxyz", 11);
  data_hooks.read_trailer = read_trailer;
  mjModel* m = load(longer, image_size + 11);
  ck_assert_ptr_nonnull(m);
  ck_assert_str_eq(seen_trailer, "FULCRUM\nxyz");
  mj_deleteModel(m);
  refuse_trailer = 1;
  expect_warning(load(longer, image_size + 11), "module acme.x is missing");
  for (size_t n = 1; n < 8; n++)
    expect_warning(load(longer, image_size + n), "model file too large");
  longer[image_size] = 'f';
  expect_warning(load(longer, image_size + 11), "model file too large: 11 bytes");
  free(longer);
}
END_TEST

START_TEST(saving_appends_what_the_layers_above_want_to_keep) {
  mjModel* m = load(image, image_size);
  data_hooks.read_trailer = read_trailer;
  data_hooks.write_trailer = write_trailer;
  ck_assert_int_eq(mj_sizeModel(m), (mjtSize)image_size + 11);
  char* copy = malloc(image_size + 11);
  mj_saveModel(m, NULL, copy, (int)image_size + 11);
  ck_assert_mem_eq(copy + image_size, "FULCRUM\nabc", 11);
  mjModel* again = load(copy, image_size + 11);
  ck_assert_ptr_nonnull(again);
  ck_assert_str_eq(seen_trailer, "FULCRUM\nabc");
  mj_deleteModel(again);
  mj_deleteModel(m);
  free(copy);
}
END_TEST

//------------------------------ bad images --------------------------------------------------------

START_TEST(truncation_at_every_byte_is_a_warning) {
  mju_user_warning = note_error;
  for (size_t n = 0; n < image_size; n++) {
    // an allocation of exactly the truncated size lets sanitizers see any step beyond
    char* part = malloc(n + 1);
    memcpy(part, image, n);
    last_message[0] = 0;
    ck_assert_ptr_null(load(part, n));
    const char* expected = n < 20          ? "header incomplete"
                           : n < 740       ? "truncated while reading sizes"
                           : n < 740 + 992 ? "truncated while reading structs"
                                           : "truncated while reading ";
    ck_assert_msg(strstr(last_message, expected), "%zu bytes: %s", n, last_message);
    free(part);
  }
  ck_assert_ptr_null(mj_loadModelBuffer(NULL, 100));
  ck_assert_ptr_null(mj_loadModelBuffer(image, -1));
}
END_TEST

START_TEST(header_mismatches_say_what_differs) {
  const char* const words[5] = {"lacks the header ID", "floating point precision",
                                "number of sizes in mjModel", "MuJoCo version",
                                "number of pointers in mjModel"};
  for (int i = 0; i < 5; i++) {
    int32_t word;
    memcpy(&word, image + 4 * i, 4);
    int32_t changed = word + 1;
    memcpy(image + 4 * i, &changed, 4);
    expect_warning(load(image, image_size), words[i]);
    memcpy(image + 4 * i, &word, 4);
  }
}
END_TEST

START_TEST(huge_sizes_cost_no_memory) {
  // consistent sizes of a model with 2^26 bodies, whose arrays are missing
  mjModel* m = load(image, image_size);
  mjModel sizes = *m;
  char error[200] = "";
  size_t nbuffer;
  sizes.nbody = 1 << 26;
  ck_assert_int_eq(model_check_sizes(&sizes, error, sizeof error), 0);
  ck_assert_int_eq(model_buffer_size(&sizes, &nbuffer, error, sizeof error), 0);
  sizes.nbuffer = (mjtSize)nbuffer;
  memcpy(image + 20, &sizes, 90 * sizeof(mjtSize));
  use_allocator(0);
  expect_warning(load(image, image_size), "truncated while reading body_parentid");
  ck_assert_int_eq(allocations, 0);
  mju_clearHandlers();
  mj_deleteModel(m);
}
END_TEST

// A loaded model must be usable: whatever the bytes were, nothing may crash.
static void exercise(mjModel* m) {
  for (int type = 0; type < 30; type++) {
    mj_name2id(m, type, "ga");
    mj_id2name(m, type, 0);
  }
  mj_printModel(m, "/dev/null");
  if (m->narena > (1 << 26))
    m->narena = 1 << 26;
  mjData* d = mj_makeData(m);
  if (!d)
    return;
  mj_resetDataKeyframe(m, d, 0);
  mjData* copy = mj_copyData(NULL, m, d);
  mj_printData(m, d, "/dev/null");
  mj_deleteData(copy);
  mj_deleteData(d);
}

START_TEST(altered_bytes_never_crash) {
  mju_user_warning = note_error;
  mju_user_error = note_error;
  uint64_t random = 88172645463325252ULL;
  int loaded = 0;
  for (int round = 0; round < 6000; round++) {
    char* copy = malloc(image_size);
    memcpy(copy, image, image_size);
    for (int k = 0; k <= round % 3; k++) {
      random ^= random << 13;
      random ^= random >> 7;
      random ^= random << 17;
      // often among the sizes and the indices, where it hurts
      size_t range = round % 2 ? 740 : image_size;
      copy[random % range] ^= (char)(1 << (random >> 60) % 8);
    }
    mjModel* m = load(copy, image_size);
    if (m) {
      loaded++;
      if (round % 4 == 0)
        exercise(m);
    }
    mj_deleteModel(m);
    free(copy);
  }
  ck_assert_int_gt(loaded, 100);
}
END_TEST

START_TEST(every_integer_set_to_an_extreme_never_crashes) {
  mju_user_warning = note_error;
  mju_user_error = note_error;
  const int32_t extremes[] = {-1, -2, 0x7fffffff, (int32_t)0x80000000, 1000};
  for (size_t at = 740 + 992; at + 4 <= image_size; at += 4) {
    char* copy = malloc(image_size);
    memcpy(copy, image, image_size);
    memcpy(copy + at, &extremes[at / 4 % 5], 4);
    mjModel* m = load(copy, image_size);
    if (m && at % 16 == 0)
      exercise(m);
    mj_deleteModel(m);
    free(copy);
  }
}
END_TEST

//------------------------------ integrity ---------------------------------------------------------

// Change one number of a good model and expect a message about it.
#define expect_invalid(field, value, words)                                \
  do {                                                                     \
    mjModel* bad = mj_copyModel(NULL, m);                                  \
    bad->field = value;                                                    \
    char text[300] = "";                                                   \
    ck_assert_msg(model_validate(bad, text, sizeof text) == text, #field); \
    ck_assert_msg(strstr(text, words), "got: %s", text);                   \
    char* bytes = malloc(image_size);                                      \
    mj_saveModel(bad, NULL, bytes, (int)image_size);                       \
    expect_warning(load(bytes, image_size), words);                        \
    free(bytes);                                                           \
    mj_deleteModel(bad);                                                   \
  } while (0)

START_TEST(references_out_of_bounds_are_named) {
  mjModel* m = load(image, image_size);
  char text[300];
  ck_assert_ptr_null(model_validate(m, text, sizeof text));
  expect_invalid(body_parentid[2], 99, "body_parentid out of bounds: entry 2 is 99");
  expect_invalid(body_parentid[2], 3, "bad body_parentid");
  expect_invalid(body_rootid[1], 2, "body_rootid out of bounds");
  expect_invalid(body_jntadr[1], 4, "body_jntadr out of bounds");
  expect_invalid(body_jntnum[1], -1, "body_jntnum negative");
  expect_invalid(body_jntnum[1], 5, "body_jntadr out of bounds");
  expect_invalid(body_jntadr[1], -1, "body_jntadr out of bounds");
  expect_invalid(jnt_type[0], 4, "jnt_type out of bounds");
  expect_invalid(jnt_qposadr[0], 8, "jnt_qposadr out of bounds");
  expect_invalid(jnt_dofadr[3], -1, "jnt_dofadr out of bounds");
  expect_invalid(dof_parentid[3], 3, "dof_parentid out of bounds");
  expect_invalid(dof_Madr[0], (int)m->nM, "dof_Madr out of bounds");
  expect_invalid(dof_treeid[0], -1, "dof_treeid out of bounds");
  expect_invalid(geom_bodyid[0], -1, "geom_bodyid out of bounds");
  expect_invalid(geom_matid[0], 1, "geom_matid out of bounds");
  expect_invalid(geom_condim[0], 7, "geom_condim out of bounds");
  expect_invalid(geom_dataid[1], 1, "geom_dataid out of bounds");
  expect_invalid(hfield_nrow[0], 4, "hfield_adr out of bounds");
  expect_invalid(tex_width[0], 1 << 30, "tex_adr out of bounds");
  expect_invalid(mesh_vertadr[0], 1, "mesh_vertadr out of bounds");
  expect_invalid(pair_geom1[0], 99, "pair_geom1 out of bounds");
  expect_invalid(pair_signature[0], 99 << 16, "pair_signature out of bounds");
  expect_invalid(exclude_signature[0], 99, "exclude_signature out of bounds");
  expect_invalid(tendon_adr[1], 4, "tendon_adr out of bounds");
  expect_invalid(name_bodyadr[0], (int)m->nnames, "name_bodyadr out of bounds");
  expect_invalid(names[m->nnames - 1], 'x', "names: the last string is not terminated");
  expect_invalid(mesh_pathadr[0], 5, "mesh_pathadr out of bounds");
  expect_invalid(numeric_size[0], 5, "numeric_adr out of bounds");
  expect_invalid(M_colind[0], (int)m->nv, "M_colind out of bounds");
  mj_deleteModel(m);
}
END_TEST

START_TEST(references_are_checked_by_type) {
  mjModel* m = load(image, image_size);
  expect_invalid(eq_type[0], 77, "unknown equality type 77");
  expect_invalid(eq_objtype[0], mjOBJ_GEOM, "eq_objtype");
  expect_invalid(eq_obj1id[0], 6, "eq_obj1id out of bounds");
  expect_invalid(eq_obj2id[1], -2, "eq_obj2id out of bounds");
  expect_invalid(wrap_objid[0], 3, "wrap_objid out of bounds");
  expect_invalid(wrap_type[0], 9, "unknown wrap type 9");
  expect_invalid(wrap_prm[1], 44, "wrap_prm out of bounds");
  expect_invalid(actuator_trnid[0], 4, "actuator_trnid out of bounds");
  expect_invalid(actuator_trntype[0], 50, "unknown transmission type 50");
  expect_invalid(actuator_actadr[2], 1, "actuator_actadr out of bounds");
  expect_invalid(actuator_historyadr[0], 20, "actuator_historyadr out of bounds");
  expect_invalid(sensor_type[0], 99, "unknown sensor type 99");
  expect_invalid(sensor_dim[0], -1, "sensor_dim");
  expect_invalid(sensor_adr[0], 8, "sensor_adr out of bounds");
  expect_invalid(sensor_objid[0], 3, "sensor_objid out of bounds");
  expect_invalid(sensor_objtype[0], 60, "unknown sensor_objtype 60");
  expect_invalid(sensor_refid[2], 6, "sensor_refid out of bounds");
  expect_invalid(sensor_history[2], 1000000, "sensor_historyadr out of bounds");
  expect_invalid(tuple_objtype[0], 60, "unknown tuple_objtype 60");
  expect_invalid(tuple_objid[1], 7, "tuple_objid out of bounds");
  mj_deleteModel(m);
}
END_TEST

// The table of fields in core/foundation/data/validate.c names every array of integers once.
static int demand_rule(void* context, const ArraySpec* spec) {
  (void)context;
  ck_assert_msg(spec->kind != 'i' || validate_knows_field(spec->name) == 1,
                "%s is %d times in the table of fields", spec->name,
                validate_knows_field(spec->name));
  return 0;
}

START_TEST(every_array_of_integers_is_in_the_table_of_fields) {
  mjModel* m = load(image, image_size);
  ck_assert_int_eq(model_each_array(m, demand_rule, NULL), 0);
  mj_deleteModel(m);
}
END_TEST

// Tendon 0 of the scene goes from a site around a geom to a site, 1 is fixed and has two joints.
START_TEST(what_hangs_together_is_checked_together) {
  mjModel* m = load(image, image_size);
  expect_invalid(wrap_type[0], mjWRAP_CYLINDER, "not between two sites of tendon 0");
  expect_invalid(wrap_type[0], mjWRAP_JOINT, "which a fixed tendon (0) cannot have");
  expect_invalid(wrap_type[1], mjWRAP_NONE, "wrap_type of entry 1 is 0");
  expect_invalid(wrap_type[2], mjWRAP_PULLEY, "not between two sites of tendon 0");
  expect_invalid(wrap_type[3], mjWRAP_SITE, "which a spatial tendon (1) cannot have");
  expect_invalid(tendon_adr[0], 1, "tendon_adr of entry 0 is 1, expected 0");
  expect_invalid(tendon_adr[1], 2, "tendon_adr of entry 1 is 2, expected 3");
  expect_invalid(tendon_num[0], 2, "tendon_adr of entry 1 is 3, expected 2");
  expect_invalid(tendon_num[1], 0, "tendon_num of entry 1 is 0, at least 1 expected");
  expect_invalid(tendon_num[1], 1, "the ranges have 4 elements, expected 5");
  expect_invalid(tendon_treenum[0], -1, "tendon_treenum out of bounds: entry 0 is -1");
  expect_invalid(tendon_treeid[0], -1, "tendon_treeid out of bounds: entry 0 is -1");
  expect_invalid(ten_J_rowadr[1], 0, "ten_J_rowadr of entry 1 is 0");
  expect_invalid(ten_J_colind[1], 0, "ten_J_colind of entry 1 is 0");
  expect_invalid(ten_J_colind[0], (int)m->nv, "ten_J_colind out of bounds: entry 0");
  expect_invalid(tree_dofnum[0], 7, "tree_dofnum of entry 0 is 7, expected 6");
  expect_invalid(tree_bodynum[1], 1, "tree_bodynum of entry 1 is 1, expected 2");
  expect_invalid(body_weldid[1], 0, "body_weldid of entry 1 is 0, expected 1");
  expect_invalid(body_treeid[1], -1, "body_treeid of entry 1 is -1, expected 0");
  expect_invalid(geom_type[0], mjGEOM_SDF, "neither a plugin nor a mesh with an octree");
  expect_invalid(hfield_nrow[0], 1, "hfield_nrow out of bounds: entry 0 is 1");
  expect_invalid(pair_dim[0], 7, "pair_dim out of bounds: entry 0 is 7, expected 1 to 6");
  expect_invalid(sensor_needstage[0], 4, "sensor_needstage out of bounds: entry 0 is 4");
  expect_invalid(actuator_historyadr[1], 7, "actuator_historyadr of entry 1 is 7 with 0 samples");
  expect_invalid(sensor_history[2], -3, "sensor_historyadr of entry 1 is");
  expect_invalid(nJmom, m->nJmom - 1, "the moments of all actuators must fit");
  m->nbvhstatic++;
  char text[300] = "";
  ck_assert_ptr_eq(model_validate(m, text, sizeof text), text);
  ck_assert_msg(strstr(text, "expected nbvhstatic + nbvhdynamic") != NULL, "got: %s", text);
  m->nbvhstatic--;
  expect_invalid(text_data[m->ntextdata - 1], 'x', "the last of text 0, is 120, expected 0");
  mj_deleteModel(m);
}
END_TEST

START_TEST(sizes_that_contradict_each_other_are_refused) {
  const struct {
    int index;
    int64_t value;
    const char* words;
  } cases[] = {{0, -5, "nq negative (-5); invalid sizes, model not loaded"},
               {0, 1LL << 31, "nq too large, limit 2147483647"},
               {4, 0, "nbody is 0"},
               {2, 4, "nnames_map wrong"},
               {78, 4, "nnames_map wrong"},
               {0, 14, "nbuffer wrong"},
               {89, 29829, "nbuffer wrong"},
               {79, -1, "nJmom negative"},
               {84, -3, "nuserdata negative"},
               {88, -1, "narena negative"}};
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    char* copy = malloc(image_size);
    memcpy(copy, image, image_size);
    memcpy(copy + 20 + 8 * cases[i].index, &cases[i].value, 8);
    expect_warning(load(copy, image_size), cases[i].words);
    free(copy);
  }
}
END_TEST

int main(void) {
  Suite* suite = suite_create("image");
  TCase* tcase = tcase_create("image");
  tcase_set_timeout(tcase, 120);
  tcase_add_checked_fixture(tcase, setup, teardown);
  tcase_add_test(tcase, a_recorded_image_survives_reading_and_writing_unchanged);
  tcase_add_test(tcase, the_header_is_that_of_the_reference);
  tcase_add_test(tcase, files_hold_the_same_bytes);
  tcase_add_test(tcase, a_buffer_that_is_too_small_is_a_fatal_error);
  tcase_add_test(tcase, files_that_cannot_be_opened_are_warnings);
  tcase_add_test(tcase, surplus_bytes_are_refused_unless_they_are_ours);
  tcase_add_test(tcase, saving_appends_what_the_layers_above_want_to_keep);
  tcase_add_test(tcase, truncation_at_every_byte_is_a_warning);
  tcase_add_test(tcase, header_mismatches_say_what_differs);
  tcase_add_test(tcase, huge_sizes_cost_no_memory);
  tcase_add_test(tcase, altered_bytes_never_crash);
  tcase_add_test(tcase, every_integer_set_to_an_extreme_never_crashes);
  tcase_add_test(tcase, references_out_of_bounds_are_named);
  tcase_add_test(tcase, references_are_checked_by_type);
  tcase_add_test(tcase, every_array_of_integers_is_in_the_table_of_fields);
  tcase_add_test(tcase, what_hangs_together_is_checked_together);
  tcase_add_test(tcase, sizes_that_contradict_each_other_are_refused);
  suite_add_tcase(suite, tcase);
  return run_suite(suite);
}
