// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// A batch beside what it must equal: a loop over one mjData per simulation. Both are changed in the
// same way, the batch through its rows, and compared to the bit.

#ifndef TESTS_PHYSICS_BATCH_SUPPORT_H_
#define TESTS_PHYSICS_BATCH_SUPPORT_H_

#include <fulcrum/batch.h>
#include <fulcrum/host.h>

#include "tests/support.h"

//------------------------------ models ------------------------------------------------------------

// a file below tests/data/dynamics or, if the name begins with a slash, of the source tree
static inline mjModel* load_file(const char* name) {
  char path[1000], error[1000] = "";
  snprintf(path, sizeof path, "%s%s%s", TEST_SOURCE_DIR,
           *name == '/' ? "" : "/tests/data/dynamics/", name);
  mjModel* m = mj_loadXML(path, NULL, error, sizeof error);
  ck_assert_msg(m != NULL, "%s: %s", path, error);
  return m;
}

static inline mjModel* parse(const char* xml) {
  char error[1000] = "";
  mjSpec* spec = mj_parseXMLString(xml, NULL, error, sizeof error);
  ck_assert_msg(spec != NULL, "%s", error);
  mjModel* m = mj_compile(spec, NULL);
  ck_assert_msg(m != NULL, "%s", mjs_getError(spec));
  mj_deleteSpec(spec);
  return m;
}

// two links with a motor each, above a floor that the second one can reach
static const char two_links[] =
    "<mujoco><option timestep='.005'/><size nuserdata='2'/><worldbody>"
    "<geom name='floor' type='plane' size='5 5 .1' pos='0 0 -.8'/>"
    "<body name='upper'><joint name='shoulder' axis='0 1 0' damping='.1'/>"
    "<geom type='capsule' size='.05' fromto='0 0 0 .5 0 0' mass='1'/>"
    "<body name='lower' pos='.5 0 0'><joint name='elbow' axis='0 1 0' damping='.1'/>"
    "<geom type='capsule' size='.05' fromto='0 0 0 .5 0 0' mass='1'/>"
    "<site name='tip' pos='.5 0 0'/></body></body>"
    "<body name='target' mocap='true' pos='1 0 1'><geom size='.02' contype='0' conaffinity='0'/>"
    "</body></worldbody><actuator><motor name='a' joint='shoulder'/>"
    "<general name='b' joint='elbow' dyntype='integrator' gainprm='.1'/></actuator>"
    "<sensor><jointpos joint='elbow'/><framelinvel objtype='site' objname='tip'/>"
    "<accelerometer site='tip'/></sensor>"
    "<keyframe><key name='bent' time='.5' qpos='.3 -.4' qvel='.1 .2'/>"
    "<key name='up' qpos='-1.2 .1'/></keyframe></mujoco>";

static inline mjBatch* make_batch(const mjModel* m, int nsim, int nthread, int persistent) {
  char error[500] = "";
  const mjBatchConfig config = {nthread, (mjtBool)persistent};
  mjBatch* b = mjb_makeBatch(m, nsim, &config, error, sizeof error);
  ck_assert_msg(b != NULL, "%s", error);
  ck_assert_str_eq(error, "");
  return b;
}

// for suites whose simulations become unstable
static inline void ignore_warning(const char* message) { (void)message; }

//------------------------------ twins -------------------------------------------------------------

#define NSIM_MAX 16

typedef struct Twin_ {
  mjModel* m;  // of both unless model[] are set
  mjBatch* b;
  int n;
  mjData* d[NSIM_MAX];
  mjModel* model[NSIM_MAX];  // those of the loop; m where the simulations do not differ
} Twin;

static inline Twin twin_make(mjModel* m, int n, int nthread, int persistent) {
  Twin t = {.m = m, .n = n};
  ck_assert_int_le(n, NSIM_MAX);
  t.b = make_batch(m, n, nthread, persistent);
  for (int i = 0; i < n; i++) {
    t.d[i] = mj_makeData(m);
    t.model[i] = m;
  }
  return t;
}

// the loop gets a model for each simulation
static inline void twin_own_models(Twin* t) {
  for (int i = 0; i < t->n; i++)
    t->model[i] = mj_copyModel(NULL, t->m);
}

static inline void twin_delete(Twin* t) {
  for (int i = 0; i < t->n; i++) {
    mj_deleteData(t->d[i]);
    if (t->model[i] != t->m)
      mj_deleteModel(t->model[i]);
  }
  mjb_deleteBatch(t->b);
  mj_deleteModel(t->m);
}

static inline mjtNum* twin_row(const Twin* t, int sim) {
  return mjb_state(t->b) + (size_t)sim * (size_t)mjb_nstate(t->b);
}

// one component of the state of a simulation of the batch
static inline mjtNum* twin_component(const Twin* t, int sim, int component) {
  return mjb_stateComponent(t->b, component, NULL) + (size_t)sim * (size_t)mjb_nstate(t->b);
}

// writes a component of a simulation on both sides
static inline void twin_set(const Twin* t, int sim, int component, const mjtNum* value) {
  mj_setState(t->model[sim], t->d[sim], value, component);
  memcpy(twin_component(t, sim, component), value,
         (size_t)mj_stateSize(t->m, component) * sizeof *value);
}

// velocities that differ from simulation to simulation
static inline void twin_scatter(const Twin* t) {
  mjtNum* qvel = malloc(((size_t)t->m->nv + 1) * sizeof *qvel);
  for (int i = 0; i < t->n; i++) {
    for (int k = 0; k < t->m->nv; k++)
      qvel[k] = t->d[i]->qvel[k] + 0.05 * i * sin(k + i);
    twin_set(t, i, mjSTATE_QVEL, qvel);
  }
  free(qvel);
}

// controls that depend on the simulation and on `phase`
static inline void twin_control(const Twin* t, int sim, double phase) {
  mjtNum* ctrl = malloc(((size_t)t->m->nu + 1) * sizeof *ctrl);
  for (int k = 0; k < t->m->nu; k++)
    ctrl[k] = 0.5 * sin(phase + k + sim);
  twin_set(t, sim, mjSTATE_CTRL, ctrl);
  free(ctrl);
}

//------------------------------ the loop ----------------------------------------------------------

// mj_forward up to a stage, by functions of the API
static inline void loop_forward(const mjModel* m, mjData* d, int stage) {
  if (stage >= mjSTAGE_ACC)
    mj_forward(m, d);
  if (stage == mjSTAGE_NONE || stage >= mjSTAGE_ACC)
    return;
  mj_fwdPosition(m, d);
  mj_sensorPos(m, d);
  if (m->opt.enableflags & mjENBL_ENERGY)
    mj_energyPos(m, d);
  if (stage == mjSTAGE_POS)
    return;
  mj_fwdVelocity(m, d);
  mj_sensorVel(m, d);
  if (m->opt.enableflags & mjENBL_ENERGY)
    mj_energyVel(m, d);
}

static inline void loop_step(const mjModel* m, mjData* d, int nstep, int stage) {
  for (int i = 0; i < nstep; i++)
    mj_step(m, d);
  loop_forward(m, d, stage);
}

// steps on both sides; none of the batch fails
static inline void twin_step(const Twin* t, const int* ids, int nid, int nstep, int stage) {
  const int nfailed = mjb_step(t->b, ids, nid, nstep, stage);
  for (int k = 0; k < (ids ? nid : t->n); k++) {
    const int i = ids ? ids[k] : k;
    ck_assert_msg(!mjb_status(t->b)[i], "simulation %d: %s", i, mjb_error(t->b, i));
    loop_step(t->model[i], t->d[i], nstep, stage);
  }
  ck_assert_int_eq(nfailed, 0);
}

//------------------------------ comparison --------------------------------------------------------

// name of the component of a state with this index, for messages
static inline const char* component_at(const mjModel* m, int index) {
  static const char* const names[] = {
      "time",         "qpos", "qvel",      "act",       "history",    "warmstart", "ctrl",
      "qfrc_applied", "xfrc", "eq_active", "mocap_pos", "mocap_quat", "userdata",  "plugin_state"};
  for (int bit = 0; bit < mjNSTATE; bit++) {
    index -= mj_stateSize(m, 1 << bit);
    if (index < 0)
      return names[bit];
  }
  return "state of modules";
}

// the state of a simulation, to the bit, and its warnings
static inline void expect_row(const Twin* t, int sim, const char* what) {
  const int n = mj_stateSize(t->m, mjSTATE_INTEGRATION);
  mjtNum *expected = malloc((size_t)n * sizeof *expected), *row = twin_row(t, sim);
  mj_getState(t->model[sim], t->d[sim], expected, mjSTATE_INTEGRATION);
  for (int i = 0; i < n; i++)
    ck_assert_msg(memcmp(row + i, expected + i, sizeof *row) == 0,
                  "%s, simulation %d: number %d of the state (%s) is %.17g, in the loop %.17g",
                  what, sim, i, component_at(t->m, i), row[i], expected[i]);
  free(expected);
  const mjWarningStat* warning = mjb_warning(t->b) + (size_t)sim * mjNWARNING;
  for (int i = 0; i < mjNWARNING; i++) {
    ck_assert_int_eq(warning[i].number, t->d[sim]->warning[i].number);
    ck_assert_int_eq(warning[i].lastinfo, t->d[sim]->warning[i].lastinfo);
  }
}

static inline void expect_rows(const Twin* t, const char* what) {
  for (int i = 0; i < t->n; i++)
    expect_row(t, i, what);
}

// Moving state of modules: what the mjData of the loop has must be at the end of the row.
static inline void expect_modules(const Twin* t, int sim) {
  int size, n = fc_stateSize(t->model[sim], t->d[sim]);
  const mjtNum* own = fc_batchModuleState(t->b, &size);
  mjtNum* expected = calloc((size_t)(n > 0 ? n : 1), sizeof *expected);
  ck_assert_int_ge(n, t->m->npluginstate);
  ck_assert_int_eq(fc_getState(t->model[sim], t->d[sim], expected), 0);
  n -= (int)t->m->npluginstate;
  ck_assert_int_le(n, size);
  for (int i = 0; i < n; i++)
    ck_assert_msg(
        own[(size_t)sim * (size_t)mjb_nstate(t->b) + (size_t)i] == expected[t->m->npluginstate + i],
        "simulation %d: number %d of the state of modules", sim, i);
  for (int i = n; i < size; i++)
    ck_assert(own[(size_t)sim * (size_t)mjb_nstate(t->b) + (size_t)i] == 0);
  free(expected);
}

#endif  // TESTS_PHYSICS_BATCH_SUPPORT_H_
