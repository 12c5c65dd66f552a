// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Fields of a model are edited between two steps. Every edit takes effect in the next step as in
// the reference (tests/data/edits, recorded by record.c); data that have made steps follow it like
// data that are made afterwards, and when it is taken back everything is as it was, to the last
// bit.

#include "tests/edits/golden.h"
#include "tests/support.h"

static mjModel* load_scene(int scene) {
  char path[1000], error[1000] = "";
  snprintf(path, sizeof path, "%s/%s.xml", TEST_SOURCE_DIR, edit_scenes[scene]);
  mjModel* m = mj_loadXML(path, NULL, error, sizeof error);
  ck_assert_msg(m != NULL, "%s: %s", path, error);
  mj_freeLastXML();
  return m;
}

static void ignore(const char* message) { (void)message; }

// The consequences of an edited model for d: 0, or -1 after an error.
static int run(const mjModel* m, mjData* d, Sums* sums) {
  mju_user_error = catch_error;
  sums->n = 0;
  const int failed = setjmp(error_jump);
  if (!failed)
    visit_steps(m, d, add_sum, sums);
  mju_user_error = NULL;
  return failed ? -1 : 0;
}

// the edits of a model, and a copy of it that each of them is made in
typedef struct Bench_ {
  mjModel *original, *m;
  mjtNum* state;
  FILE* golden;
} Bench;

static Bench open_bench(int scene) {
  char path[1000];
  mju_user_warning = ignore;
  Bench b = {.original = load_scene(scene)};
  b.m = mj_copyModel(NULL, b.original);
  snprintf(path, sizeof path, "%s/tests/data/edits/%s.golden", TEST_SOURCE_DIR, scene_name(scene));
  b.golden = fopen(path, "rb");
  ck_assert_msg(b.golden != NULL, "cannot open %s", path);
  const size_t n = (size_t)mj_stateSize(b.m, mjSTATE_INTEGRATION);
  b.state = malloc((n + 1) * sizeof *b.state);
  ck_assert_uint_eq(fread(b.state, sizeof *b.state, n, b.golden), n);
  return b;
}

static void close_bench(Bench* b) {
  fclose(b->golden);
  free(b->state);
  mj_deleteModel(b->m);
  mj_deleteModel(b->original);
}

// ---------------------------------------------------------------- golden data

typedef struct Expected_ {
  int n;
  mjtNum sum[NSUM_MAX];
  int unstable[NSUM_MAX];
} Expected;

static void read_sums(FILE* file, Expected* e) {
  unsigned char n = 0, index = 0;
  ck_assert_uint_eq(fread(&n, 1, 1, file), 1);
  for (int k = 0; k < n; k++) {
    ck_assert_uint_eq(fread(&index, 1, 1, file), 1);
    const int i = index % UNSTABLE;
    e->unstable[i] = index >= UNSTABLE;
    if (!e->unstable[i])
      ck_assert_uint_eq(fread(e->sum + i, sizeof(mjtNum), 1, file), 1);
    e->n = i >= e->n ? i + 1 : e->n;
  }
}

// what a solver has found, or follows from it, to its tolerance; everything else to rounding
static mjtNum allowed(const char* name, mjtNum scale) {
  static const char* const solved[] = {"qacc", "efc_force", "sensordata", "qpos",
                                       "qvel", "history",   "act"};
  mjtNum relative = 1e-8;
  if (strncmp(name, "later_", 6) == 0)
    name += 6;
  for (size_t i = 0; i < sizeof solved / sizeof *solved; i++)
    if (strcmp(name, solved[i]) == 0)
      relative = 1e-6;
  return relative * fmax(scale, 1e-3);
}

static int compare_sums(const char* what, const Sums* got, const Expected* e) {
  int n = 0;
  for (int i = 0; i < got->n; i++) {
    const mjtNum difference = fabs(got->sum[i] - e->sum[i]);
    if (e->unstable[i])
      continue;
    ck_assert_msg(difference <= allowed(got->name[i], got->scale[i]),
                  "%s: the sum over %s is %.17g, expected %.17g (magnitudes: %g)", what,
                  got->name[i], got->sum[i], e->sum[i], got->scale[i]);
    n++;
  }
  return n;
}

// returns how many sums were compared
static int check_edit(const Bench* b, const Edit* edit, const Expected* base) {
  char name[200];
  uint16_t check = 0;
  unsigned char status = 0;
  edit_name(edit, name, sizeof name);
  ck_assert_uint_eq(fread(&check, sizeof check, 1, b->golden), 1);
  ck_assert_uint_eq(fread(&status, 1, 1, b->golden), 1);
  ck_assert_msg(check == name_check(edit), "%s: golden data have another edit: record again", name);
  Expected e = *base;
  if (status == STATUS_CHANGED)
    read_sums(b->golden, &e);

  mjData* d = data_in_state(b->m, b->state);
  const int changed = make_edit(b->m, edit);
  ck_assert_msg(changed == (status != STATUS_IDLE), "%s: is it an edit? %d", name, changed);
  Sums sums;
  const int failed = changed ? run(b->m, d, &sums) : 0;
  mj_deleteData(d);
  mj_copyModel(b->m, b->original);
  if (status == STATUS_CHANGED)
    ck_assert_msg(!failed, "%s: %s", name, last_message);
  if (status == STATUS_ERROR)
    ck_assert_msg(failed, "%s: no error", name);
  return status == STATUS_CHANGED ? compare_sums(name, &sums, &e) : 0;
}

START_TEST(edits_take_effect_as_in_the_reference) {
  static Field fields[NFIELD_MAX];
  static Edit edits[NEDIT_MAX];
  Bench b = open_bench(_i);
  Expected base = {.n = 0};
  read_sums(b.golden, &base);
  Sums sums;
  mjData* d = data_in_state(b.m, b.state);
  ck_assert_int_eq(run(b.m, d, &sums), 0);
  mj_deleteData(d);
  ck_assert_int_eq(sums.n, base.n);
  compare_sums("not edited", &sums, &base);

  long ncompared = 0;
  const int nfield = list_fields(b.m, fields);
  for (int f = 0; f < nfield; f++) {
    const int nedit = list_edits(fields + f, edits);
    for (int k = 0; k < nedit; k++)
      ncompared += check_edit(&b, edits + k, &base);
  }
  ck_assert_int_gt(ncompared, 5000);
  ck_assert_int_eq(fgetc(b.golden), EOF);
  close_bench(&b);
}
END_TEST

// ---------------------------------------------------------------- who is told

static void assert_same_bits(const char* name, const char* whose, const Sums* a, const Sums* b) {
  ck_assert_int_eq(a->n, b->n);
  for (int i = 0; i < a->n; i++) {
    ck_assert_msg(memcmp(a->sum + i, b->sum + i, sizeof(mjtNum)) == 0 || a->sum[i] != a->sum[i],
                  "%s: %s of %s: %.17g, not %.17g", name, a->name[i], whose, a->sum[i], b->sum[i]);
  }
}

// who sleeps is no part of the state
static int may_sleep(const mjModel* m) { return m->opt.enableflags & mjENBL_SLEEP; }

// data that made steps before the edit, and data that are made now, when both have been evaluated
// once: sensors of energy report what the evaluation before has left
static void check_late(const Bench* b, mjData* first, const char* name) {
  Sums sums[2];
  for (int late = 0; late < 2; late++) {
    mjData* d = late ? mj_makeData(b->m) : first;
    mj_setState(b->m, d, b->state, mjSTATE_INTEGRATION);
    ck_assert_int_eq(run(b->m, d, sums + late), 0);
    mj_resetData(b->m, d);
    mj_setState(b->m, d, b->state, mjSTATE_INTEGRATION);
    ck_assert_int_eq(run(b->m, d, sums + late), 0);
    if (late)
      mj_deleteData(d);
  }
  assert_same_bits(name, "data made after the edit", sums + 1, sums);
}

// two data of one model that made steps, data that are made after the edit, and the first when it
// is undone
static void check_followers(const Bench* b, const Edit* edit, const Sums* base) {
  char name[200];
  edit_name(edit, name, sizeof name);
  mjData *first = data_in_state(b->m, b->state), *second = data_in_state(b->m, b->state);
  if (make_edit(b->m, edit)) {
    Sums one, other;
    const int failed = run(b->m, first, &one);
    ck_assert_int_eq(run(b->m, second, &other), failed);
    if (!failed)
      assert_same_bits(name, "the second data", &one, &other);
    if (!failed && !may_sleep(b->m) && !may_sleep(b->original))
      check_late(b, first, name);

    mj_copyModel(b->m, b->original);
    mj_resetData(b->m, first);
    mj_setState(b->m, first, b->state, mjSTATE_INTEGRATION);
    ck_assert_msg(!run(b->m, first, &one), "%s, undone: %s", name, last_message);
    assert_same_bits(name, "the data after the edit is undone", &one, base);
  }
  mj_deleteData(first);
  mj_deleteData(second);
}

START_TEST(all_data_of_a_model_follow) {
  static Field fields[NFIELD_MAX];
  static Edit edits[NEDIT_MAX];
  Bench b = open_bench(_i);
  Sums base;
  mjData* d = data_in_state(b.m, b.state);
  mj_resetData(b.m, d);
  mj_setState(b.m, d, b.state, mjSTATE_INTEGRATION);
  ck_assert_int_eq(run(b.m, d, &base), 0);
  mj_deleteData(d);
  const int nfield = list_fields(b.m, fields);
  for (int f = 0; f < nfield; f++) {
    const int nedit = list_edits(fields + f, edits);
    for (int k = 0; k < nedit; k++)
      check_followers(&b, edits + k, &base);
  }
  close_bench(&b);
}
END_TEST

// ---------------------------------------------------------------- coverage

START_TEST(every_field_is_edited_or_has_a_reason) {
  static Field fields[NFIELD_MAX];
  static Edit edits[NEDIT_MAX];
  static int edited[NFIELD_MAX];
  int nfield = 0;
  for (int scene = 0; scene < NSCENE; scene++) {
    mjModel *original = load_scene(scene), *m = mj_copyModel(NULL, original);
    nfield = list_fields(m, fields);
    for (int f = 0; f < nfield; f++) {
      const int nedit = edited[f] ? 0 : list_edits(fields + f, edits);
      for (int k = 0; k < nedit && !edited[f]; k++)
        edited[f] = edit_apply(m, edits + k);
    }
    mj_deleteModel(m);
    mj_deleteModel(original);
  }
  // flexes are not in these models
  char wrong[2000] = "";
  for (int f = 0; f < nfield; f++) {
    const int reason = unedited_reason(fields[f].name) != NULL;
    const size_t n = strlen(wrong);
    if (edited[f] == reason && strncmp(fields[f].name, "flex", 4) != 0)
      snprintf(wrong + n, sizeof wrong - n, " %s", fields[f].name);
  }
  ck_assert_msg(!wrong[0], "never edited, or edited in spite of a reason:%s", wrong);
}
END_TEST

int main(void) {
  Suite* suite = suite_create("edits");
  TCase* edits = tcase_create("edits");
  tcase_set_timeout(edits, 120);
  tcase_add_loop_test(edits, edits_take_effect_as_in_the_reference, 0, NSCENE);
  tcase_add_loop_test(edits, all_data_of_a_model_follow, 0, NSCENE);
  tcase_add_test(edits, every_field_is_edited_or_has_a_reason);
  suite_add_tcase(suite, edits);
  return run_suite(suite);
}
