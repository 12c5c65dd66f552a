// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// A module makes a number that is not finite: the warning of MuJoCo is raised and counted as usual,
// and another warning names the module.

#include <fulcrum/actuator.h>
#include <fulcrum/contact_model.h>
#include <fulcrum/host.h>
#include <fulcrum/integrator.h>
#include <fulcrum/layout.h>
#include <fulcrum/math.h>
#include <fulcrum/passive.h>
#include <fulcrum/solver.h>
#include <fulcrum/stage.h>

#include "tests/kernel/support.h"

// ---------------------------------------------------------------- modules

static int nan_force(const FcContext* context, const FcPassiveBatch* batch) {
  batch->qfrc[1] += sqrt(-1 - context->d->time);
  return 0;
}

static int no_force(const FcContext* context, const FcPassiveBatch* batch) {
  (void)context;
  (void)batch;
  return 0;
}

static int nan_solution(const FcContext* context, FcProblem* p) {
  (void)context;
  fc_copy(p->qacc, p->qacc_smooth, p->nv);
  p->qacc[2] = NAN;
  return 0;
}

static int nan_stage(const FcContext* context) {
  context->d->qfrc_bias[0] = NAN;
  return 0;
}

static int nan_contact(const FcContext* context, const FcContactBatch* batch, FcForceBatch* at) {
  (void)context;
  (void)batch;
  at->force[0] = NAN;
  return 0;
}

static int nan_step(const FcContext* context) {
  context->d->qvel[3] = NAN;
  context->d->time += context->m->opt.timestep;
  return 0;
}

static int nan_actuator(const FcContext* context, const FcActuatorBatch* batch, mjtNum* value) {
  (void)context;
  for (int i = 0; i < batch->n; i++)
    value[i] = NAN;
  return 0;
}

static const FcPassive passive = {.size = sizeof passive, .force = nan_force};
static const FcPassive harmless = {
    .size = sizeof harmless, .force = no_force, .array = FC_QFRC_FLUID};
static const FcSolver solver = {.size = sizeof solver, .solve = nan_solution};
static const FcStage stage = {
    .size = sizeof stage, .where = "bias", .after = 1, .writes = "qfrc_bias", .run = nan_stage};
static const FcContactModel contact = {
    .size = sizeof contact, .way = FC_CONTACT_FORCE, .force = nan_contact};
static const FcIntegrator integrator = {.size = sizeof integrator, .step = nan_step};
static const FcActuator actuator = {.size = sizeof actuator, .value = nan_actuator};

#define FACE(k, n, t) \
  { .size = sizeof(FcFace), .kind = k, .name = n, .table = &t }
static const FcFace faces[] = {FACE(FC_PASSIVE, "lab.wind", passive),
                               FACE(FC_PASSIVE, "lab.calm", harmless),
                               FACE(FC_SOLVER, "lab.solver", solver),
                               FACE(FC_STAGE, "lab.stage", stage),
                               FACE(FC_CONTACT_MODEL, "lab.contact", contact),
                               FACE(FC_INTEGRATOR, "lab.integrator", integrator),
                               FACE(FC_ACTUATOR, "lab.motor", actuator)};
static const FcModule module = {.size = sizeof module,
                                .abi = FC_ABI,
                                .features = FC_FEATURES,
                                .layout = &fc_layout,
                                .name = "lab",
                                .version = "1.0.0",
                                .faces = faces,
                                .nface = sizeof faces / sizeof *faces};

// ---------------------------------------------------------------- scene

static char warnings[4000];

static void remember_warning(const char* message) {
  const size_t n = strlen(warnings);
  snprintf(warnings + n, sizeof warnings - n, "%s\n", message);
}

static mjModel* m;
static mjData* d;

static void begin(const char* actuators) {
  char xml[2000];
  ck_assert_msg(!fc_registerModule(&module, "test"), "%s", fc_lastError());
  snprintf(
      xml, sizeof xml,
      "<mujoco><worldbody><geom type='plane' size='1 1 .1'/><body pos='0 0 .099'><freejoint/>"
      "<geom size='.1'/></body><body pos='0 2 1'><joint name='h' axis='1 0 0'/><geom size='.1'/>"
      "</body></worldbody><actuator>%s</actuator></mujoco>",
      actuators);
  m = model_from(xml);
  d = mj_makeData(m);
  warnings[0] = 0;
  mju_user_warning = remember_warning;
}

static void end(void) {
  mj_deleteData(d);
  mj_deleteModel(m);
  mju_user_warning = NULL;
}

static void step(int n) {
  while (n--)
    mj_step(m, d);
}

static const struct {
  FcKind kind;
  const char* name;
  int warning;
  const char* told;
} cases[] = {
    {FC_PASSIVE, "lab.wind", mjWARN_BADQACC,
     "passive \"lab.wind\" in stage passive (qfrc_passive 1)"},
    {FC_SOLVER, "lab.solver", mjWARN_BADQACC, "solver \"lab.solver\" in stage constraint (qacc 2)"},
    {FC_STAGE, "lab.stage", mjWARN_BADQACC, "stage \"lab.stage\" in stage bias (qfrc_bias 0)"},
    {FC_CONTACT_MODEL, "lab.contact", mjWARN_BADQACC,
     "contact_model \"lab.contact\" in stage passive (force of contact 0)"},
    {FC_INTEGRATOR, "lab.integrator", mjWARN_BADQVEL,
     "integrator \"lab.integrator\" in stage integration (qvel 3)"}};

START_TEST(the_module_that_made_the_number_is_named) {
  begin("");
  ck_assert_msg(!fc_bind(m, d, FC_PASSIVE, "lab.calm"), "%s", fc_lastError());
  ck_assert_msg(!fc_bind(m, d, cases[_i].kind, cases[_i].name), "%s", fc_lastError());
  ck_assert_str_eq(fc_notFinite(d), "");
  step(2);
  ck_assert_str_eq(fc_notFinite(d), cases[_i].told);
  ck_assert_msg(strstr(warnings, cases[_i].told) != NULL, "%s", warnings);

  // what programs for MuJoCo look at
  ck_assert_int_gt(d->warning[cases[_i].warning].number, 0);
  const char* first = strchr(warnings, '\n');
  ck_assert_msg(strncmp(warnings, "Nan, Inf or huge value in Q", 27) == 0 && first, "%s", warnings);
  ck_assert_msg(strstr(warnings, "The simulation is unstable. Time = ") != NULL, "%s", warnings);
  end();
}
END_TEST

START_TEST(the_law_of_an_actuator_is_named) {
  begin("<lab.motor joint='h'/>");
  d->ctrl[0] = 1;
  step(1);
  ck_assert_str_eq(fc_notFinite(d), "actuator \"lab.motor\" in stage actuation (actuator_force 0)");
  end();
}
END_TEST

// no warning but that of MuJoCo
START_TEST(what_the_program_has_set_is_no_fault_of_a_module) {
  begin("");
  d->qfrc_applied[4] = NAN;
  step(1);
  ck_assert_str_eq(fc_notFinite(d), "what the program has set (qfrc_applied 4)");
  ck_assert_int_eq(d->warning[mjWARN_BADQACC].number, 1);
  ck_assert_ptr_eq(strchr(warnings, '\n') + 1, warnings + strlen(warnings));
  end();
}
END_TEST

START_TEST(huge_numbers_are_an_instability) {
  begin("");
  d->qvel[0] = 1e11;
  step(1);
  ck_assert_str_eq(fc_notFinite(d), "");
  ck_assert_int_gt(d->warning[mjWARN_BADQVEL].number, 0);
  end();
}
END_TEST

int main(void) {
  Suite* suite = suite_create("not finite");
  TCase* tests = add_case(suite, "not finite");
  tcase_add_loop_test(tests, the_module_that_made_the_number_is_named, 0,
                      sizeof cases / sizeof *cases);
  tcase_add_test(tests, the_law_of_an_actuator_is_named);
  tcase_add_test(tests, what_the_program_has_set_is_no_fault_of_a_module);
  tcase_add_test(tests, huge_numbers_are_an_instability);
  return run_suite(suite);
}
