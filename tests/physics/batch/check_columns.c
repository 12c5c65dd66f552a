// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Outputs hold what mjData of the loop hold, for every name; fields of the model and its options
// per simulation act like models that differ.

// sizes in the lists of fields are members of the model m
#define MJ_M(n) m->n
#include <mujoco/mjxmacro.h>

#include "tests/physics/batch/support.h"

// ---------------------------------------------------------------- every name of mjData

typedef struct Named_ {
  const char* name;
  size_t offset;  // in mjData
  int direct;     // the value itself, not a pointer to it
  long n;         // values; -1: has to be refused
  int element;
} Named;

// what is in the rows of the state
static int in_row(const char* name) {
  static const char* const list[] = {"time",         "qpos",           "qvel",      "act",
                                     "history",      "qacc_warmstart", "ctrl",      "qfrc_applied",
                                     "xfrc_applied", "eq_active",      "mocap_pos", "mocap_quat",
                                     "userdata",     "plugin_state"};
  for (size_t i = 0; i < sizeof list / sizeof *list; i++)
    if (strcmp(name, list[i]) == 0)
      return 1;
  return 0;
}

static Named named[400];

static int list_names(const mjModel* m) {
  int n = 0;
#define X(type, name, nr, nc) \
  named[n++] =                \
      (Named){#name, offsetof(mjData, name), 0, (long)(m->nr) * (long)(nc), (int)sizeof(type)};
#define XNV X
  MJDATA_POINTERS
#undef XNV
#undef X
#define DIRECT(name, size) \
  named[n++] =             \
      (Named){#name, offsetof(mjData, name), 1, size, (int)(sizeof(((mjData*)0)->name) / (size))}
  DIRECT(energy, 2);
  DIRECT(solver_niter, mjNISLAND);
  DIRECT(solver_nnz, mjNISLAND);
  DIRECT(solver_fwdinv, 2);
  DIRECT(ncon, 1);
  DIRECT(ne, 1);
  DIRECT(nf, 1);
  DIRECT(nl, 1);
  DIRECT(nefc, 1);
  DIRECT(nJ, 1);
  DIRECT(nA, 1);
  DIRECT(nisland, 1);
  DIRECT(nidof, 1);
#undef DIRECT
  static const char* const refused[] = {"contact", "efc_J",   "nofield", "",      "time",
                                        "narena",  "warning", "buffer",  "timer", "maxuse_arena"};
  for (size_t i = 0; i < sizeof refused / sizeof *refused; i++)
    named[n++] = (Named){.name = refused[i], .n = -1};
  return n;
}

static const char* const models[] = {
    "/models/humanoid/humanoid.xml", "models/equalities.xml",  "models/delays.xml",
    "models/plugin_pid.xml",         "corpus/flex_strain.xml", "models/sensors_frame.xml"};
#define NMODEL ((int)(sizeof models / sizeof *models))

static void expect_output(const Twin* t, const Named* f, const void* values) {
  for (int i = 0; i < t->n && f->n > 0; i++) {
    const char* member = (const char*)t->d[i] + f->offset;
    const char* expected = f->direct ? member : *(char* const*)(const void*)member;
    const size_t bytes = (size_t)f->n * (size_t)f->element;
    ck_assert_msg(memcmp((const char*)values + (size_t)i * bytes, expected, bytes) == 0,
                  "%s of simulation %d", f->name, i);
  }
}

// Addresses differ. What mj_forward does not compute in every case is, in a batch that is
// not persistent, what the simulation that the thread ran before has left.
static int may_differ(const char* name, int persistent) {
  static const char* const left[] = {
      "qH",           "qHDiagInv",      "qDeriv",         "qLU",
      "qfrc_inverse", "solver_fwdinv",  "cacc",           "cfrc_int",
      "cfrc_ext",     "subtree_linvel", "subtree_angmom", "solver_niter",
      "solver_nnz"};
  for (size_t i = 0; !persistent && i < sizeof left / sizeof *left; i++)
    if (strcmp(name, left[i]) == 0)
      return 1;
  return strcmp(name, "plugin_data") == 0;
}

START_TEST(every_output_is_what_the_loop_has) {
  mjModel* m = load_file(models[_i / 2]);
  m->opt.enableflags |= mjENBL_ENERGY | mjENBL_FWDINV;
  Twin t = twin_make(m, 3, 2, _i % 2);
  const void* values[400];
  const int n = list_names(m);
  for (int i = 0; i < n; i++) {
    int size = -1, element = -1;
    values[i] = mjb_output(t.b, named[i].name, &size, &element);
    if (named[i].n < 0 || in_row(named[i].name)) {
      ck_assert_msg(!values[i], "%s is accepted", named[i].name);
      continue;
    }
    ck_assert_msg(values[i] != NULL, "%s is refused", named[i].name);
    ck_assert_msg(size == named[i].n && element == named[i].element, "%s has %d values of %d bytes",
                  named[i].name, size, element);
  }
  twin_scatter(&t);
  for (int k = 0; k < 6; k++) {
    for (int i = 0; i < t.n; i++)
      twin_control(&t, i, k);
    if (k % 2) {
      twin_step(&t, NULL, 0, 1 + k, mjSTAGE_ACC);
    } else {
      ck_assert_int_eq(mjb_forward(t.b, NULL, 0, mjSTAGE_ACC), 0);
      for (int i = 0; i < t.n; i++)
        mj_forward(m, t.d[i]);
    }
    for (int i = 0; i < n; i++)
      if (values[i] && !may_differ(named[i].name, _i % 2))
        expect_output(&t, named + i, values[i]);
  }
  for (int i = 0; i < n; i++)
    ck_assert_ptr_eq(mjb_output(t.b, named[i].name, NULL, NULL), values[i]);
  ck_assert_ptr_null(mjb_output(t.b, NULL, NULL, NULL));
  twin_delete(&t);
}
END_TEST

START_TEST(outputs_of_other_simulations_stay) {
  Twin t = twin_make(parse(two_links), 4, 2, _i);
  mjtNum* xpos = mjb_output(t.b, "xpos", NULL, NULL);
  const int ids[] = {1, 3};
  for (int i = 0; i < 4 * 12; i++)
    ck_assert(xpos[i] == 0);
  twin_step(&t, ids, 2, 1, mjSTAGE_ACC);
  for (int i = 0; i < 4; i++)
    ck_assert((xpos[12 * i + 6] != 0) == i % 2);
  memset(xpos, 0, 4 * 12 * sizeof *xpos);
  ck_assert_int_eq(mjb_reset(t.b, ids, 1, NULL, mjSTAGE_POS), 0);
  ck_assert(xpos[12 + 6] != 0 && xpos[36 + 6] == 0);
  twin_delete(&t);
}
END_TEST

// ---------------------------------------------------------------- fields per simulation

static const char* const changed[] = {
    "body_mass",          "body_inertia",     "body_pos",         "body_gravcomp",
    "geom_friction",      "geom_size",        "geom_solref",      "dof_damping",
    "dof_armature",       "dof_frictionloss", "jnt_stiffness",    "jnt_range",
    "qpos_spring",        "actuator_gainprm", "actuator_biasprm", "actuator_gear",
    "actuator_ctrlrange", "site_pos",         "sensor_cutoff",    "eq_data",
    "eq_solref",          "tendon_stiffness", "key_qpos",         "qpos0",
    "opt.timestep",       "opt.gravity",      "opt.wind",         "opt.density",
    "opt.viscosity",      "opt.magnetic",     "opt.impratio",     "opt.tolerance",
    "opt.o_solref"};
static const char* const whole[] = {
    "opt.integrator", "opt.cone",          "opt.jacobian",     "opt.solver",
    "opt.iterations", "opt.ls_iterations", "opt.disableflags", "opt.noslip_iterations"};
// for each of `whole` what simulation 0, 1, 2 ... gets
static const int choice[8][4] = {{0, 2, 3, 1},
                                 {0, 1, 0, 1},
                                 {0, 1, 2, 0},
                                 {2, 1, 0, 2},
                                 {100, 3, 5, 1},
                                 {50, 4, 50, 2},
                                 {0, mjDSBL_CONTACT, mjDSBL_GRAVITY, mjDSBL_WARMSTART},
                                 {0, 3, 0, 1}};

// the values of a field in a model of the loop
static void* in_model(const mjModel* m, const char* name) {
#define X(type, field, nr, nc)   \
  if (strcmp(name, #field) == 0) \
    return m->field;
#define XNV X
  MJMODEL_POINTERS
#undef XNV
#undef X
  const char* option = name + strlen("opt.");
#define X(type, field, n)          \
  if (strcmp(option, #field) == 0) \
    return (void*)(size_t)&m->opt.field;
#define XVEC(type, field, n)       \
  if (strcmp(option, #field) == 0) \
    return (void*)(size_t)m->opt.field;
  MJOPTION_FIELDS
#undef XVEC
#undef X
  ck_abort_msg("no field %s", name);
}

// other values in simulation i and in the model of the loop
static void change_numbers(const Twin* t, const char* name) {
  int size, element;
  mjtNum* values = mjb_expand(t->b, name, &size, &element);
  ck_assert_msg(values != NULL, "%s is refused", name);
  ck_assert_int_eq(element, sizeof(mjtNum));
  for (int i = 0; i < t->n; i++) {
    mjtNum *row = values + (size_t)i * (size_t)size, *own = in_model(t->model[i], name);
    ck_assert_msg(memcmp(row, own, sizeof *row * (size_t)size) == 0, "%s starts otherwise", name);
    for (int k = 0; k < size; k++)
      row[k] = own[k] *= 1 + 0.02 * i;
  }
}

static void expect_expanded_moves(const Twin* t, const char* name) {
  twin_scatter(t);
  for (int k = 0; k < 8; k++) {
    for (int i = 0; i < t->n; i++)
      twin_control(t, i, k);
    twin_step(t, NULL, 0, 1 + k % 3, k % (mjSTAGE_ACC + 1));
    expect_rows(t, name);
  }
}

START_TEST(numbers_of_the_model_may_differ) {
  for (int persistent = 0; persistent < 2; persistent++) {
    Twin t =
        twin_make(load_file(_i % 2 ? "models/equalities.xml" : "/models/humanoid/humanoid.xml"), 4,
                  3, persistent);
    twin_own_models(&t);
    change_numbers(&t, changed[_i / 2]);
    expect_expanded_moves(&t, changed[_i / 2]);
    // back to those of the model
    const void* values = mjb_expanded(t.b, changed[_i / 2], NULL, NULL);
    ck_assert_ptr_eq(values, mjb_expand(t.b, changed[_i / 2], NULL, NULL));
    twin_delete(&t);
  }
}
END_TEST

START_TEST(options_may_differ) {
  for (int persistent = 0; persistent < 2; persistent++) {
    Twin t = twin_make(load_file("/models/humanoid/humanoid.xml"), 4, 3, persistent);
    twin_own_models(&t);
    int size, element;
    int* values = mjb_expand(t.b, whole[_i], &size, &element);
    ck_assert_ptr_nonnull(values);
    ck_assert_int_eq(size, 1);
    ck_assert_int_eq(element, sizeof(int));
    for (int i = 0; i < t.n; i++) {
      values[i] = choice[_i][i];
      *(int*)in_model(t.model[i], whole[_i]) = choice[_i][i];
    }
    for (int i = 0; i < t.n; i++) {
      mj_resetDataKeyframe(t.model[i], t.d[i], 0);
      twin_set(&t, i, mjSTATE_QPOS, t.model[i]->key_qpos);
    }
    expect_expanded_moves(&t, whole[_i]);
    twin_delete(&t);
  }
}
END_TEST

START_TEST(all_of_them_together) {
  for (int nthread = 1; nthread <= 8; nthread++) {
    Twin t = twin_make(load_file("models/equalities.xml"), 7, nthread, nthread % 2);
    twin_own_models(&t);
    for (size_t i = 0; i < sizeof changed / sizeof *changed; i++)
      change_numbers(&t, changed[i]);
    expect_expanded_moves(&t, "all fields");
    const int ids[] = {0, 3, 4, 6};
    twin_step(&t, ids, 4, 2, mjSTAGE_ACC);
    expect_rows(&t, "some simulations");
    // a model taken out has them
    mjModel* m = mj_copyModel(NULL, t.m);
    for (int i = 0; i < t.n; i++) {
      mjb_getModel(t.b, i, m);
      for (size_t k = 0; k < sizeof changed / sizeof *changed; k++)
        ck_assert(*(mjtNum*)in_model(m, changed[k]) == *(mjtNum*)in_model(t.model[i], changed[k]));
    }
    mj_deleteModel(m);
    twin_delete(&t);
  }
}
END_TEST

static int is_asset(const char* name) {
  static const char* const prefixes[] = {"mesh_", "hfield_", "skin_", "tex_", "oct_", "bvh_"};
  for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
    if (strncmp(name, prefixes[i], strlen(prefixes[i])) == 0)
      return 1;
  return 0;
}

// 1 for a field that is accepted and starts with n values of the model, 0 for one of assets
static int expect_values(const Twin* t, const char* name, const void* own, long n, int element) {
  int size, elemsize;
  const size_t bytes = (size_t)n * (size_t)element;
  ck_assert_ptr_null(mjb_expanded(t->b, name, NULL, NULL));
  const char* values = mjb_expand(t->b, name, &size, &elemsize);
  if (!values) {
    ck_assert_msg(is_asset(name), "%s is refused", name);
    return 0;
  }
  ck_assert_msg(size == n && elemsize == element, "%s has %d values of %d", name, size, elemsize);
  for (int i = 0; i < t->n && n; i++)
    ck_assert(memcmp(values + (size_t)i * bytes, own, bytes) == 0);
  ck_assert_ptr_eq(mjb_expanded(t->b, name, NULL, NULL), values);
  return 1;
}

// every array of mjModel except assets
START_TEST(every_field_starts_with_the_values_of_the_model) {
  Twin t = twin_make(load_file(models[_i]), 2, 2, 0);
  mjModel* m = t.m;
  int naccepted = 0;
#define X(type, name, nr, nc) \
  naccepted += expect_values(&t, #name, m->name, (long)(m->nr) * (long)(nc), (int)sizeof(type));
#define XNV X
  MJMODEL_POINTERS
#undef XNV
#undef X
  ck_assert_int_gt(naccepted, 300);
  static const char* const unknown[] = {"",   "opt",       "opt.",       "opt.nothing",
                                        "nq", "mesh_vert", "stat.extent"};
  for (size_t i = 0; i < sizeof unknown / sizeof *unknown; i++) {
    ck_assert_ptr_null(mjb_expand(t.b, unknown[i], NULL, NULL));
    ck_assert_ptr_null(mjb_expanded(t.b, unknown[i], NULL, NULL));
  }
  ck_assert_ptr_null(mjb_expand(t.b, NULL, NULL, NULL));
  ck_assert_ptr_null(mjb_expanded(t.b, NULL, NULL, NULL));
  // with everything expanded and nothing changed the results are the same
  twin_scatter(&t);
  twin_step(&t, NULL, 0, 5, mjSTAGE_ACC);
  expect_rows(&t, models[_i]);
  twin_delete(&t);
}
END_TEST

int main(void) {
  TCase* tests = tcase_create("columns");
  mju_user_warning = ignore_warning;
  tcase_add_loop_test(tests, every_output_is_what_the_loop_has, 0, 2 * NMODEL);
  tcase_add_loop_test(tests, outputs_of_other_simulations_stay, 0, 2);
  tcase_add_loop_test(tests, numbers_of_the_model_may_differ, 0,
                      2 * (int)(sizeof changed / sizeof *changed));
  tcase_add_loop_test(tests, options_may_differ, 0, (int)(sizeof whole / sizeof *whole));
  tcase_add_test(tests, all_of_them_together);
  tcase_add_loop_test(tests, every_field_starts_with_the_values_of_the_model, 0, NMODEL);
  return run_case("batch columns", tests);
}
