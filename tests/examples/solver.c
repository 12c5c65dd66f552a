// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Built by check_examples.sh against the installed library alone: acme.admm solves the same
// problems as newton.

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <fulcrum/host.h>
#include <mujoco/mujoco.h>

#define MAX_ROWS 500

static const char scene[] =
    "<mujoco><option solver='%s' cone='%s' jacobian='%s' iterations='5000' tolerance='1e-13'/>"
    "<worldbody><geom type='plane' size='2 2 .1'/>"
    "<body pos='0 0 .1'><freejoint/><geom type='box' size='.1 .1 .1' condim='4'/></body>"
    "<body pos='.02 .01 .295' euler='0 0 20'><freejoint/><geom type='box' size='.1 .08 .1'/></body>"
    "<body pos='.5 0 .099'><freejoint/><geom type='sphere' size='.1' condim='6'/></body>"
    "<body pos='-.5 0 .3'><joint name='a' axis='0 1 0' range='-5 5' limited='true' "
    "frictionloss='.3'/>"
    "<geom type='capsule' fromto='0 0 0 .2 0 0' size='.03'/>"
    "<body pos='.2 0 0'><joint name='b' axis='0 1 0' frictionloss='.1'/><geom type='capsule' "
    "fromto='0 0 0 .2 0 0' size='.03'/>"
    "</body></body></worldbody><equality><joint joint1='a' joint2='b'/></equality></mujoco>";

static int failures;

#define EXPECT(condition, ...)               \
  do {                                       \
    if (!(condition)) {                      \
      printf("%s:%d: ", __FILE__, __LINE__); \
      printf(__VA_ARGS__), printf("\n");     \
      failures++;                            \
    }                                        \
  } while (0)

static mjModel* load(const char* solver, const char* cone, const char* jacobian) {
  char xml[4000], error[1000] = "";
  snprintf(xml, sizeof xml, scene, solver, cone, jacobian);
  mjSpec* spec = mj_parseXMLString(xml, NULL, error, sizeof error);
  mjModel* m = spec ? mj_compile(spec, NULL) : NULL;
  if (!m) {
    printf("the scene cannot be compiled: %s\n", spec ? mjs_getError(spec) : error);
    exit(1);
  }
  mj_deleteSpec(spec);
  return m;
}

static void use(const mjModel* m, mjData* d, const char* solver) {
  EXPECT(!fc_bind(m, d, FC_SOLVER, solver), "%s", fc_lastError());
  EXPECT(strcmp(fc_bound(m, d, FC_SOLVER), solver) == 0, "%s was not bound", solver);
}

// largest difference of two vectors relative to the size of the first
static double difference(const mjtNum* a, const mjtNum* b, int n) {
  double most = 0, size = 1;
  for (int i = 0; i < n; i++) {
    most = fmax(most, fabs(a[i] - b[i]));
    size = fmax(size, fabs(a[i]));
  }
  return most / size;
}

// forces and accelerations of both solvers at states along a simulation, swapping between steps
static void compare(const char* cone, const char* jacobian) {
  mjModel* m = load("Newton", cone, jacobian);
  mjData* d = mj_makeData(m);
  static mjtNum force[MAX_ROWS], qacc[MAX_ROWS];
  double worst_force = 0, worst_qacc = 0;
  int rows = 0;
  for (int i = 0; i < 100; i++) {
    use(m, d, "newton");
    mj_forward(m, d);
    const int n = d->nefc;
    rows = n > rows ? n : rows;
    EXPECT(n > 0 && n < MAX_ROWS, "unexpected number of rows: %d", n);
    memcpy(force, d->efc_force, (size_t)n * sizeof *force);
    memcpy(qacc, d->qacc, (size_t)m->nv * sizeof *qacc);
    use(m, d, "acme.admm");
    mj_forward(m, d);
    worst_force = fmax(worst_force, difference(force, d->efc_force, n));
    worst_qacc = fmax(worst_qacc, difference(qacc, d->qacc, m->nv));

    // every other step is taken by the solver from outside
    if (i % 2)
      use(m, d, "newton");
    mj_step(m, d);
  }
  printf("%s, %s: at most %d rows, forces differ by %.1e, accelerations by %.1e\n", cone, jacobian,
         rows, worst_force, worst_qacc);
  EXPECT(worst_force < 1e-6 && worst_qacc < 1e-6, "acme.admm and newton disagree");
  mj_deleteData(d);
  mj_deleteModel(m);
}

// a model that names the solver simulates like one that names newton
static void select_by_model(void) {
  mjModel *m = load("acme.admm", "elliptic", "dense"),
          *reference = load("Newton", "elliptic", "dense");
  mjData *d = mj_makeData(m), *e = mj_makeData(reference);
  EXPECT(m->opt.solver == fc_optionValue(FC_SOLVER, "acme.admm"), "the option holds %d",
         m->opt.solver);
  for (int i = 0; i < 50; i++) {
    mj_step(m, d);
    mj_step(reference, e);
  }
  EXPECT(strcmp(fc_bound(m, d, FC_SOLVER), "acme.admm") == 0, "the model's solver was not used");
  EXPECT(difference(e->qpos, d->qpos, m->nq) < 1e-6, "the simulations drift apart");
  EXPECT(!fc_setParameter(m, "acme.admm", "relaxation", "1"), "%s", fc_lastError());
  EXPECT(fc_setParameter(m, "acme.admm", "relaxation", "3") < 0, "a value out of range was taken");
  mj_step(m, d);
  mj_deleteData(d);
  mj_deleteData(e);
  mj_deleteModel(m);
  mj_deleteModel(reference);
}

int main(int argc, char** argv) {
  if (argc != 2 || fc_addModulePath(argv[1])) {
    printf("%s\n", argc == 2 ? fc_lastError() : "usage: solver DIRECTORY");
    return 1;
  }
  compare("pyramidal", "dense");
  compare("elliptic", "dense");
  compare("elliptic", "sparse");
  select_by_model();
  return failures ? 1 : 0;
}
