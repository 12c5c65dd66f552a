// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Every field that the mechanics compute equals what the reference computes from the same state
// (tests/data/physics/mechanics/*.golden, see record.c).

#include <mujoco/mjxmacro.h>

#include "core/physics/pipeline/derivative.h"
#include "tests/physics/mechanics/support.h"

static const char* const scenes[] = {"armature", "fluid",      "history",      "mixed",    "modelk",
                                     "pendulum", "sleepers",   "transmission", "springs",  "wrap",
                                     "wrenches", "flex_shell", "flex_solid",   "flex_cell"};

typedef struct Record_ {
  char name[40];
  int n;
  mjtNum* data;
} Record;

static int read_record(FILE* file, Record* r) {
  int32_t length, count;
  free(r->data);
  r->data = NULL;
  if (fread(&length, 4, 1, file) != 1)
    return 0;
  ck_assert_int_lt(length, 40);
  ck_assert_uint_eq(fread(r->name, 1, (size_t)length, file), (size_t)length);
  r->name[length] = 0;
  ck_assert_uint_eq(fread(&count, 4, 1, file), 1);
  r->n = count;
  r->data = malloc(((size_t)count + 1) * sizeof(mjtNum));
  ck_assert_uint_eq(fread(r->data, sizeof(mjtNum), (size_t)count, file), (size_t)count);
  return 1;
}

static int recorded_any;

static void compare(const Record* r, const char* name, const mjtNum* got, long n) {
  if (strcmp(r->name, name) == 0) {
    ck_assert_int_eq(r->n, n);
    assert_close(name, got, r->data, n, 1e-11);
    recorded_any = 1;
  }
}

// slopes of the affine biases, the only ones in the scenes
static void affine_slopes(const mjModel* m, mjtNum* slope) {
  for (int i = 0; i < m->nu; i++)
    slope[i] = m->actuator_biastype[i] == mjBIAS_AFFINE ? m->actuator_biasprm[mjNBIAS * i + 2] : 0;
}

static void compare_products(const mjModel* m, mjData* d, const Record* r) {
  mjtNum* x = calloc((size_t)(m->nu * m->nv + m->nv + m->nu + 1), sizeof *x);
  if (strcmp(r->name, "moment") == 0) {
    for (int i = 0; i < m->nu; i++)
      for (int k = d->moment_rowadr[i]; k < d->moment_rowadr[i] + d->moment_rownnz[i]; k++)
        x[i * m->nv + d->moment_colind[k]] = d->actuator_moment[k];
    compare(r, "moment", x, (long)(m->nu * m->nv));
  } else if (strcmp(r->name, "rne") == 0) {
    mj_rne(m, d, 1, x);
    compare(r, "rne", x, m->nv);
  } else if (strncmp(r->name, "qDeriv", 6) == 0) {
    affine_slopes(m, x);
    velocity_derivative(m, d, x, strcmp(r->name, "qDeriv") == 0);
    compare(r, r->name, d->qDeriv, m->nD);
  }
  free(x);
}

// qDeriv is there, too, but compare_products evaluates it first
static void compare_fields(const mjModel* m, mjData* d, const Record* r) {
#define X(type, field, nrow, ncol)                                   \
  if (strcmp(#type, "mjtNum") == 0 && strcmp(#field, "qDeriv") != 0) \
    compare(r, #field, (const mjtNum*)(const void*)d->field, (long)(m->nrow * (ncol)));
#define XHIDDEN X
  MJDATA_POINTERS
#undef XHIDDEN
#undef X
  compare(r, "energy", d->energy, 2);
}

// qpos_nextI, qvel_nextI: the state after three steps with integrator I
static void compare_steps(mjModel* m, const mjData* d, const Record* r) {
  const char* next = strstr(r->name, "_next");
  if (!next)
    return;
  mjData* copy = mj_copyData(NULL, m, d);
  m->opt.integrator = atoi(next + 5);
  for (int k = 0; k < 3; k++)
    mj_step(m, copy);
  const int velocity = strncmp(r->name, "qvel", 4) == 0;
  compare(r, r->name, velocity ? copy->qvel : copy->qpos, velocity ? (long)m->nv : (long)m->nq);
  m->opt.integrator = mjINT_EULER;
  mj_deleteData(copy);
}

START_TEST(every_field_equals_the_reference) {
  char path[1000];
  snprintf(path, sizeof path, "%s/tests/data/physics/mechanics/%s.golden", TEST_SOURCE_DIR,
           scenes[_i]);
  FILE* file = fopen(path, "rb");
  ck_assert_msg(file != NULL, "cannot read %s", path);
  mjModel* m = load_scene(scenes[_i]);
  mjData* d = NULL;
  Record r = {0};
  int nfield = 0;

  m->opt.disableflags |= mjDSBL_CONSTRAINT | mjDSBL_CONTACT;
  while (read_record(file, &r)) {
    if (strcmp(r.name, "state") == 0) {
      if (d)
        mj_deleteData(d);
      d = dirty_data(m);
      mj_setState(m, d, r.data, mjSTATE_INTEGRATION);
      position_stage(m, d);
      velocity_stage(m, d);
    } else if (strcmp(r.name, "qacc") == 0) {
      mju_copy(d->qacc, r.data, (int)m->nv);
      mj_energyPos(m, d);
      mj_energyVel(m, d);
      mj_subtreeVel(m, d);
      mj_rnePostConstraint(m, d);
    } else {
      recorded_any = 0;
      compare_fields(m, d, &r);
      compare_products(m, d, &r);
      compare_steps(m, d, &r);
      ck_assert_msg(recorded_any, "field %s is recorded but not compared", r.name);
      nfield++;
    }
  }
  ck_assert_int_ge(nfield, m->nflex ? 44 : 80);
  free(r.data);
  fclose(file);
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

int main(void) {
  Suite* suite = suite_create("golden mechanics");
  TCase* tc = tcase_create("scenes");
  tcase_add_loop_test(tc, every_field_equals_the_reference, 0,
                      (int)(sizeof scenes / sizeof *scenes));
  suite_add_tcase(suite, tc);
  return run_suite(suite);
}
