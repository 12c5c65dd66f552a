// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// What the suites of constraint modules share: the example acme.screw and the faces of
// rows_module.c on the search path, elements added through the editable model, Jacobians.

#ifndef TESTS_CONSTRAINTS_SUPPORT_H_
#define TESTS_CONSTRAINTS_SUPPORT_H_

#include "tests/kernel/support.h"

static inline void add_modules(void) {
  const char* directory = new_directory();
  place_manifest(directory, "acme.screw",
                 "{\"name\": \"acme.screw\", \"version\": \"1.0.0\", \"abi\": 1, \"provides\": ["
                 "{\"kind\": \"constraint\", \"name\": \"acme.screw\"}]}");
  place_object(directory, "acme.screw", TEST_BUILD_DIR "/tests/constraints/.libs/screw.so");
  place_manifest(directory, "test.rows",
                 "{\"name\": \"test.rows\", \"version\": \"1.0.0\", \"abi\": 1, \"provides\": ["
                 "{\"kind\": \"constraint\", \"name\": \"test.sum\"}, {\"kind\": \"constraint\", "
                 "\"name\": \"test.pair\"}, {\"kind\": \"constraint\", \"name\": "
                 "\"test.greedy\"}]}");
  place_object(directory, "test.rows", TEST_BUILD_DIR "/tests/constraints/.libs/rows_module.so");
  ck_assert_msg(fc_addModulePath(directory) == 0, "%s", fc_lastError());
}

static inline int type_of(const char* name) { return fc_optionValue(FC_CONSTRAINT, name); }

static inline mjSpec* parse(const char* xml) {
  char error[1000] = "";
  mjSpec* s = mj_parseXMLString(xml, NULL, error, sizeof error);
  ck_assert_msg(s != NULL, "%s", error);
  return s;
}

static inline mjsEquality* add_equality(mjSpec* s, const char* name, int type, mjtObj objtype,
                                        const char* name1, const char* name2) {
  mjsEquality* q = mjs_addEquality(s, NULL);
  mjs_setName(q->element, name);
  q->type = (mjtEq)type;
  q->objtype = objtype;
  mjs_setString(q->name1, name1);
  mjs_setString(q->name2, name2);
  memset(q->data, 0, sizeof q->data);
  return q;
}

static inline mjsEquality* add_screw(mjSpec* s, const char* name, const char* nut, const char* bolt,
                                     double pitch) {
  mjsEquality* q = add_equality(s, name, type_of("acme.screw"), mjOBJ_SITE, nut, bolt);
  q->data[0] = pitch;
  q->data[1] = 0.1;
  return q;
}

static inline mjModel* compile(mjSpec* s) {
  mjModel* m = mj_compile(s, NULL);
  ck_assert_msg(m != NULL, "%s", mjs_getError(s));
  mj_deleteSpec(s);
  return m;
}

static inline void refuse(mjSpec* s, const char* words, const char* element) {
  ck_assert_ptr_null(mj_compile(s, NULL));
  ck_assert_msg(strstr(mjs_getError(s), words) != NULL, "got: %s", mjs_getError(s));
  ck_assert_msg(strstr(mjs_getError(s), element) != NULL, "got: %s", mjs_getError(s));
  mj_deleteSpec(s);
}

// row of the Jacobian as nv numbers
static inline void dense_row(const mjModel* m, const mjData* d, int row, mjtNum* J) {
  if (!mj_isSparse(m)) {
    memcpy(J, d->efc_J + (size_t)row * (size_t)m->nv, sizeof(mjtNum) * (size_t)m->nv);
    return;
  }
  memset(J, 0, sizeof(mjtNum) * (size_t)m->nv);
  for (int k = 0; k < d->efc_J_rownnz[row]; k++) {
    const int at = d->efc_J_rowadr[row] + k;
    J[d->efc_J_colind[at]] = d->efc_J[at];
  }
}

// largest difference between the Jacobian of all equality rows and central differences of their
// residuals, relative to the largest entry
static inline double jacobian_error(const mjModel* m, mjData* d) {
  enum { MAX_ROW = 200, MAX_DOF = 40 };
  static mjtNum J[MAX_ROW * MAX_DOF], pos[2][MAX_ROW];
  const double h = 1e-6;
  double worst = 0, largest = 0;
  mjtNum qpos[80], step[MAX_DOF];
  mj_forward(m, d);
  const int ne = d->ne, nv = (int)m->nv;
  ck_assert(ne > 0 && ne < MAX_ROW && nv <= MAX_DOF && m->nq <= 80);
  memcpy(qpos, d->qpos, sizeof(mjtNum) * (size_t)m->nq);
  for (int r = 0; r < ne; r++)
    dense_row(m, d, r, J + r * nv);
  for (int i = 0; i < nv; i++) {
    for (int side = 0; side < 2; side++) {
      memset(step, 0, sizeof step);
      step[i] = side ? -1 : 1;
      memcpy(d->qpos, qpos, sizeof(mjtNum) * (size_t)m->nq);
      mj_integratePos(m, d->qpos, step, h);
      mj_forward(m, d);
      ck_assert_int_eq(d->ne, ne);
      memcpy(pos[side], d->efc_pos, sizeof(mjtNum) * (size_t)ne);
    }
    for (int r = 0; r < ne; r++) {
      worst = fmax(worst, fabs((pos[0][r] - pos[1][r]) / (2 * h) - J[r * nv + i]));
      largest = fmax(largest, fabs(J[r * nv + i]));
    }
  }
  memcpy(d->qpos, qpos, sizeof(mjtNum) * (size_t)m->nq);
  mj_forward(m, d);
  return worst / largest;
}

#endif  // TESTS_CONSTRAINTS_SUPPORT_H_
