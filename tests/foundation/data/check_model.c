// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Making, copying, replacing and deleting models.

#include "tests/foundation/data/support.h"

#define MJ_M(n) m->n
#include <mujoco/mjxmacro.h>

#include "core/foundation/data/memory.h"

// Sizes of a model with one body more than the world.
static mjModel small_sizes(void) {
  mjModel sizes = {.nbody = 2,
                   .nq = 7,
                   .nv = 6,
                   .njnt = 1,
                   .ngeom = 3,
                   .nuser_geom = 2,
                   .nnames = 10,
                   .njmax = -1,
                   .nconmax = -1,
                   .narena = 1 << 16};
  return sizes;
}

static mjModel* make_small(void) {
  mjModel sizes = small_sizes();
  char error[200] = "";
  mjModel* m = model_create(&sizes, error, sizeof error);
  ck_assert_msg(m != NULL, "%s", error);
  return m;
}

START_TEST(every_array_begins_at_a_multiple_of_64_bytes_and_none_overlap) {
  mjModel* m = make_small();
  const char* end = m->buffer;
#define X(type, name, nr, nc)                 \
  ck_assert_uint_eq((size_t)m->name % 64, 0); \
  ck_assert((const char*)m->name >= end);     \
  end = (const char*)m->name + sizeof(type) * (size_t)(m->nr) * (size_t)(nc);
  MJMODEL_POINTERS
#undef X
  ck_assert_int_eq(end - (const char*)m->buffer, m->nbuffer);
  mj_deleteModel(m);
}
END_TEST

START_TEST(a_new_model_is_zero_with_default_options) {
  mjModel* m = make_small();
  for (mjtSize i = 0; i < m->nbuffer; i++)
    ck_assert_int_eq(((char*)m->buffer)[i], 0);
  mjOption opt;
  mjVisual vis;
  mj_defaultOption(&opt);
  mj_defaultVisual(&vis);
  ck_assert_mem_eq(&m->opt, &opt, sizeof opt);
  ck_assert_mem_eq(&m->vis, &vis, sizeof vis);
  ck_assert_int_eq(m->njmax, -1);
  ck_assert_int_eq(m->nnames_map, 2 * (2 + 1 + 3));
  mj_deleteModel(m);
}
END_TEST

START_TEST(impossible_sizes_are_errors_that_name_the_size) {
  char error[200] = "";
  mjModel sizes = small_sizes();
  sizes.ngeom = -1;
  ck_assert_ptr_null(model_create(&sizes, error, sizeof error));
  ck_assert_str_eq(error, "invalid model: ngeom negative (-1)");
  sizes.ngeom = 1LL << 31;
  ck_assert_ptr_null(model_create(&sizes, error, sizeof error));
  ck_assert_ptr_nonnull(strstr(error, "ngeom too large"));
  sizes = small_sizes();
  sizes.nbody = 0;
  ck_assert_ptr_null(model_create(&sizes, error, sizeof error));
  ck_assert_ptr_nonnull(strstr(error, "nbody is 0"));

  // a product that has no 64-bit representation
  sizes = small_sizes();
  sizes.ngeom = 1 << 29;
  sizes.nuser_geom = 0x7ffffff0;
  ck_assert_ptr_null(model_create(&sizes, error, sizeof error));
  ck_assert_ptr_nonnull(strstr(error, "geom_user too large"));
  sizes.ngeom = 0x7ffffff0;
  ck_assert_ptr_null(model_create(&sizes, error, sizeof error));
  ck_assert_ptr_nonnull(strstr(error, "names_map too large"));

  // texture and text data may be larger than an int counts, memory may not
  sizes = small_sizes();
  sizes.ntexdata = 1LL << 62;
  ck_assert_ptr_null(model_create(&sizes, error, sizeof error));
  ck_assert_ptr_nonnull(strstr(error, "could not allocate"));
}
END_TEST

START_TEST(a_copy_is_equal_and_independent) {
  mjModel* m = load_scene();
  m->signature = 12345;
  m->opt.timestep = 0.125;
  mjModel* copy = mj_copyModel(NULL, m);
  ck_assert_uint_eq(copy->signature, 12345);
  ck_assert_double_eq(copy->opt.timestep, 0.125);
#define X(name) ck_assert_int_eq(copy->name, m->name);
  MJMODEL_SIZES
#undef X
#define X(type, name, nr, nc)                                                           \
  ck_assert_mem_eq(copy->name, m->name, sizeof(type) * (size_t)(m->nr) * (size_t)(nc)); \
  ck_assert(!m->nr || copy->name != m->name);
  MJMODEL_POINTERS
#undef X
  m->body_mass[1] = 77;
  ck_assert_double_ne(copy->body_mass[1], 77);

  // into an existing model of the same sizes, but of no others
  ck_assert_ptr_eq(mj_copyModel(copy, m), copy);
  ck_assert_double_eq(copy->body_mass[1], 77);
  mjModel* other = make_small();
  expect_error(mj_copyModel(other, m), "differ in their sizes");
  mj_deleteModel(other);
  mj_deleteModel(copy);
  mj_deleteModel(m);
}
END_TEST

//------------------------------ attachments -------------------------------------------------------

static int destroyed, copied;
static void* copied_to;

static void destroy_state(void* state) {
  destroyed++;
  free(state);
}
static void* copy_state(const void* state, const mjModel* m, void* owner) {
  copied++;
  copied_to = owner;
  ck_assert_ptr_nonnull(m);
  int* copy = malloc(sizeof *copy);
  *copy = *(const int*)state;
  return copy;
}
static void reset_state(void* state, const mjModel* m, mjData* d) {
  (void)m;
  (void)d;
  *(int*)state = 0;
}
static const AttachmentOps ops = {destroy_state, copy_state, reset_state, NULL};

static void attach(Attachment* attachment, int value) {
  int* state = malloc(sizeof *state);
  *state = value;
  *attachment = (Attachment){&ops, state};
}

START_TEST(what_is_attached_to_a_model_is_copied_and_destroyed_with_it) {
  mjModel* m = make_small();
  ck_assert_ptr_null(model_attachment(m)->ops);
  attach(model_attachment(m), 7);
  mjModel* copy = mj_copyModel(NULL, m);
  ck_assert_ptr_eq(copied_to, copy);
  ck_assert_int_eq(*(int*)model_attachment(copy)->state, 7);
  mj_copyModel(copy, m);
  ck_assert_int_eq(destroyed, 1);
  mj_deleteModel(copy);
  mj_deleteModel(m);
  ck_assert_int_eq(destroyed, 3);
}
END_TEST

START_TEST(a_model_can_become_another_one_in_place) {
  use_allocator(0);
  mjModel* m = make_small();
  attach(model_attachment(m), 1);
  for (int round = 0; round < 3; round++) {
    mjModel* scene = load_scene();
    attach(model_attachment(scene), 40 + round);
    mjtSize nbuffer = scene->nbuffer;
    model_replace(m, scene);
    ck_assert_int_eq(m->nbuffer, nbuffer);
    ck_assert_str_eq(mj_id2name(m, mjOBJ_BODY, 1), "a");
    ck_assert_ptr_eq(copied_to, m);
    ck_assert_int_eq(*(int*)model_attachment(m)->state, 40 + round);
  }
  model_replace(m, make_small());
  ck_assert_int_eq(m->nbody, 2);
  mj_deleteModel(m);
  ck_assert_int_eq(live_blocks, 0);
  ck_assert_int_eq(destroyed, 1 + copied + 3);
  mju_clearHandlers();
}
END_TEST

START_TEST(data_can_become_another_one_in_place) {
  use_allocator(0);
  mjModel* m = make_small();
  mjData* d = mj_makeData(m);
  mjModel* scene = load_scene();
  for (int round = 0; round < 2; round++) {
    mjData* other = mj_makeData(scene);
    other->qpos[0] = 5;
    data_replace(d, scene, other);
    ck_assert_double_eq(d->qpos[0], 5);
    mj_markStack(d);
    ck_assert_ptr_nonnull(mj_stackAllocNum(d, 100));
    mj_freeStack(d);
    mj_resetData(scene, d);
    ck_assert_double_eq(d->qpos[0], scene->qpos0[0]);
  }
  mj_deleteData(d);
  mj_deleteModel(scene);
  mj_deleteModel(m);
  ck_assert_int_eq(live_blocks, 0);
  mju_clearHandlers();
}
END_TEST

//------------------------------ allocation failures -----------------------------------------------

static mjModel* create_noting(const mjModel* sizes) {
  return model_create(sizes, last_message, sizeof last_message);
}

START_TEST(failed_allocations_of_models_leave_nothing_behind) {
  mjModel sizes = small_sizes();
  expect_failures_are_clean(create_noting(&sizes), mj_deleteModel(made));
  mjModel* m = load_scene();
  expect_failures_are_clean(mj_copyModel(NULL, m), mj_deleteModel(made));
  mj_deleteModel(m);
  size_t size;
  char* image = read_bytes("scene.mjb", &size);
  expect_failures_are_clean(mj_loadModelBuffer(image, (int)size), mj_deleteModel(made));
  free(image);
  char path[1000];
  snprintf(path, sizeof path, "%s/tests/data/foundation/data/scene.mjb", TEST_SOURCE_DIR);
  expect_failures_are_clean(mj_loadModel(path, NULL), mj_deleteModel(made));
  ck_assert_int_eq(live_blocks, 0);
}
END_TEST

START_TEST(deleting_nothing_is_allowed) {
  mj_deleteModel(NULL);
  mj_deleteData(NULL);
}
END_TEST

int main(void) {
  Suite* suite = suite_create("model");
  TCase* tcase = tcase_create("model");
  tcase_add_test(tcase, every_array_begins_at_a_multiple_of_64_bytes_and_none_overlap);
  tcase_add_test(tcase, a_new_model_is_zero_with_default_options);
  tcase_add_test(tcase, impossible_sizes_are_errors_that_name_the_size);
  tcase_add_test(tcase, a_copy_is_equal_and_independent);
  tcase_add_test(tcase, what_is_attached_to_a_model_is_copied_and_destroyed_with_it);
  tcase_add_test(tcase, a_model_can_become_another_one_in_place);
  tcase_add_test(tcase, data_can_become_another_one_in_place);
  tcase_add_test(tcase, failed_allocations_of_models_leave_nothing_behind);
  tcase_add_test(tcase, deleting_nothing_is_allowed);
  suite_add_tcase(suite, tcase);
  return run_suite(suite);
}
