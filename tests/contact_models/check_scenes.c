// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The scenes of `fulcrum contact bench` (tools/contact/scene.h), in their short form: every contact
// model gives the answers that a scene has for it, with both solvers that work on accelerations;
// and a state that is saved in the middle of a scene and restored goes on bit for bit.

#include <fulcrum/contact_values.h>
#include <fulcrum/host.h>

#include "tests/support.h"
#include "tools/contact/scene.h"

static const char* const models[] = {"soft",    "sap",      "hunt_crossley", "similar",
                                     "bristle", "adhesive", "compliant"};

static void expect_answers(const ContactScene* scene, const char* model, const char* solver) {
  static ContactRun run;
  run.model = model;
  run.solver = solver;
  run.quick = 1;
  contact_scene_run(scene, &run);
  ck_assert_msg(!run.error[0], "%s, %s: %s", scene->name, model, run.error);
  ck_assert_int_gt(run.nanswer, 0);
  for (int i = 0; i < run.nanswer; i++) {
    const ContactAnswer* a = run.answer + i;
    ck_assert_msg(contact_answer_holds(a), "%s, %s, %s: %s: %.17g, expected %.17g +- %g",
                  scene->name, model, solver, a->what, a->got, a->expected, a->tolerance);
  }
  printf("%-9s %-14s %-7s %2d answers, %6ld steps, %.2f s\n", scene->name, model, solver,
         run.nanswer, run.steps, run.seconds);
}

static void expect_all(const char* solver) {
  for (int i = 0; i < contact_scene_count; i++) {
    for (size_t k = 0; k < sizeof models / sizeof *models; k++)
      if (contact_scene_knows(contact_scenes + i, models[k]))
        expect_answers(contact_scenes + i, models[k], solver);
  }
}

START_TEST(newton_gives_the_answers) { expect_all("newton"); }
END_TEST

START_TEST(cg_gives_the_answers) {
  static const char* const scenes[] = {"drop", "static", "slide", "stack", "painleve", "grasp"};
  for (size_t s = 0; s < sizeof scenes / sizeof *scenes; s++) {
    for (int i = 0; i < contact_scene_count; i++) {
      for (size_t k = 0; k < sizeof models / sizeof *models; k++)
        if (strcmp(contact_scenes[i].name, scenes[s]) == 0 &&
            contact_scene_knows(contact_scenes + i, models[k]) &&
            strcmp(models[k], "compliant") != 0)
          expect_answers(contact_scenes + i, models[k], "cg");
    }
  }
}
END_TEST

START_TEST(an_answer_that_is_missed_is_seen) {
  ContactRun run = {.nanswer = 0};
  contact_expect(&run, 1, 1.0011, 1e-3, "m", "beyond");
  contact_expect(&run, 1, 1.0009, 1e-3, "m", "within");
  contact_expect_part(&run, -2, -2.021, .01, "m", "beyond");
  contact_expect(&run, 1, NAN, 1e9, "m", "nothing");
  ck_assert(!contact_answer_holds(run.answer) && contact_answer_holds(run.answer + 1));
  ck_assert(!contact_answer_holds(run.answer + 2) && !contact_answer_holds(run.answer + 3));
}
END_TEST

// ---------------------------------------------------------------- state in the middle of a scene

// Boxes and balls that slide, roll, turn and part from each other.
static const char* const crowd =
    "<geom type='plane' size='9 9 1'/>"
    "<body pos='0 0 .0999'><freejoint/><geom type='box' size='.1 .2 .1' mass='1' priority='1' "
    "margin='.001'/></body>"
    "<body pos='.02 0 .2498'><freejoint/><geom size='.05' mass='.3' condim='4' priority='2' "
    "margin='.001'/></body>"
    "<body pos='1 0 .0499'><freejoint/><geom size='.05' mass='.5' condim='6' friction='.6 .01 "
    ".001' priority='3' margin='.001'/></body>"
    "<body pos='1.1 .01 .0499'><freejoint/><geom size='.05' mass='.4' priority='4' "
    "margin='.001'/></body>"
    "<body pos='0 1 .08'><freejoint/><geom type='capsule' size='.05 .1' mass='.4' condim='6' "
    "euler='80 0 0' priority='5' margin='.001'/></body>";

static void step_crowd(ContactSim* sim, int n) {
  for (int i = 0; i < n; i++) {
    sim->d->qfrc_applied[0] = 3 * sin(20 * sim->d->time);
    contact_step(sim);
  }
}

START_TEST(a_saved_state_goes_on_bit_for_bit) {
  static const char* const named[] = {"bristle", "adhesive"};
  for (int i = 0; i < 2; i++) {
    ContactRun run = {.model = named[i], .solver = "newton"};
    const ContactSetup setup = {1e-3, "gravity='.8 .1 -9.81'",
                                "stiffness?=1e5 young?=1e6 radius?=.05 work?=5 friction_static?=.7",
                                NULL};
    ContactSim first, second;
    ck_assert_msg(!contact_open(&first, &run, &setup, crowd), "%s", run.error);
    ck_assert_msg(!contact_open(&second, &run, &setup, crowd), "%s", run.error);
    step_crowd(&first, 217);
    ck_assert_int_gt(first.d->ncon, 4);

    const int spec = mjSTATE_INTEGRATION, n = mj_stateSize(first.m, spec);
    mjtNum *saved = malloc(sizeof *saved * (size_t)n), *end = malloc(sizeof *end * (size_t)n),
           *again = malloc(sizeof *again * (size_t)n);
    mj_getState(first.m, first.d, saved, spec);
    step_crowd(&first, 300);
    mj_getState(first.m, first.d, end, spec);

    // in another simulation, which has gone elsewhere, and in the same one
    step_crowd(&second, 60);
    mj_setState(second.m, second.d, saved, spec);
    step_crowd(&second, 300);
    mj_getState(second.m, second.d, again, spec);
    ck_assert(memcmp(end, again, sizeof *end * (size_t)n) == 0);
    mj_setState(first.m, first.d, saved, spec);
    step_crowd(&first, 300);
    mj_getState(first.m, first.d, again, spec);
    ck_assert(memcmp(end, again, sizeof *end * (size_t)n) == 0);

    // and it does matter: without the state of the contacts the way is another one
    mj_setState(first.m, first.d, saved, spec);
    mju_zero(first.d->plugin_state, first.m->npluginstate);
    step_crowd(&first, 300);
    mj_getState(first.m, first.d, again, mjSTATE_INTEGRATION);
    ck_assert(memcmp(end, again, sizeof *end * (size_t)n) != 0);
    free(saved);
    free(end);
    free(again);
    contact_close(&first);
    contact_close(&second);
  }
}
END_TEST

// ---------------------------------------------------------------- names

START_TEST(broad_phase_and_contact_model_may_share_a_name) {
  char error[400] = "";
  mjSpec* spec = mj_parseXMLString(
      "<mujoco><option broadphase='sap' contact_model='sap'/><worldbody><geom type='plane' size='1 "
      "1 1'/><body pos='0 0 .1'><freejoint/><geom size='.1'/></body></worldbody></mujoco>",
      NULL, error, sizeof error);
  ck_assert_msg(spec != NULL, "%s", error);
  mjModel* m = mj_compile(spec, NULL);
  ck_assert_msg(m != NULL, "%s", mjs_getError(spec));
  ck_assert_int_eq(m->nplugin, 2);
  ck_assert_int_ne(m->plugin[0], m->plugin[1]);

  // written and read again
  char xml[4000];
  ck_assert_int_eq(mj_saveXMLString(spec, xml, sizeof xml, error, sizeof error), 0);
  mj_deleteSpec(spec);
  spec = mj_parseXMLString(xml, NULL, error, sizeof error);
  ck_assert_msg(spec != NULL, "%s", error);
  mjModel* again = mj_compile(spec, NULL);
  ck_assert_msg(again != NULL, "%s", mjs_getError(spec));
  mj_deleteSpec(spec);
  const mjModel* both[] = {m, again};
  for (int i = 0; i < 2; i++) {
    mjData* d = mj_makeData(both[i]);
    mj_forward(both[i], d);
    ck_assert_str_eq(fc_bound(both[i], d, FC_BROADPHASE), "sap");
    ck_assert_str_eq(fc_bound(both[i], d, FC_CONTACT_MODEL), "sap");
    mj_deleteData(d);
  }
  mj_deleteModel(m);
  mj_deleteModel(again);
}
END_TEST

START_TEST(a_name_that_two_kinds_share_is_written_with_its_kind) {
  char error[400] = "";
  mjSpec* spec = mj_parseXMLString(
      "<mujoco><extension><plugin plugin='sap'/></extension><worldbody/></mujoco>", NULL, error,
      sizeof error);
  ck_assert_ptr_null(spec);
  ck_assert_msg(strstr(error, "line 1") && strstr(error, "\"contact_model/sap\"") &&
                    strstr(error, "\"broadphase/sap\""),
                "%s", error);
}
END_TEST

// The number of an instance in binary models of earlier versions was the hash of the name alone.
static int old_number(const char* name) {
  uint32_t hash = 2166136261u;
  for (; *name; name++)
    hash = (hash ^ (unsigned char)*name) * 16777619u;
  return (int)((hash & 0x3fffffffu) | 0x40000000u);
}

START_TEST(binary_models_of_earlier_versions_find_their_faces) {
  static const struct {
    const char *option, *name;
    FcKind kind;
  } choice[] = {{"broadphase='sap'", "sap", FC_BROADPHASE},
                {"contact_model='bristle'", "bristle", FC_CONTACT_MODEL}};
  for (int i = 0; i < 2; i++) {
    char error[400] = "", xml[400];
    snprintf(xml, sizeof xml,
             "<mujoco><option %s/><worldbody><geom type='plane' size='1 1 1'/><body "
             "pos='0 0 .1'><freejoint/><geom size='.1'/></body></worldbody></mujoco>",
             choice[i].option);
    mjSpec* spec = mj_parseXMLString(xml, NULL, error, sizeof error);
    ck_assert_msg(spec != NULL, "%s", error);
    mjModel* m = mj_compile(spec, NULL);
    ck_assert_msg(m != NULL, "%s", mjs_getError(spec));
    mj_deleteSpec(spec);
    ck_assert_int_eq(m->nplugin, 1);

    // the list of requirements behind the image is made from the numbers of now
    const int size = (int)mj_sizeModel(m);
    char* buffer = malloc((size_t)size);
    mj_saveModel(m, NULL, buffer, size);
    const int now = m->plugin[0], then = old_number(choice[i].name);
    int replaced = 0;
    for (int at = 0; at + (int)sizeof now <= size; at++) {
      if (memcmp(buffer + at, &now, sizeof now) == 0) {
        memcpy(buffer + at, &then, sizeof then);
        replaced++;
      }
    }
    ck_assert_int_eq(replaced, 1);
    mjModel* old = mj_loadModelBuffer(buffer, size);
    ck_assert_ptr_nonnull(old);
    ck_assert_int_eq(old->plugin[0], now);
    mjData* d = mj_makeData(old);
    mj_forward(old, d);
    ck_assert_str_eq(fc_bound(old, d, choice[i].kind), choice[i].name);
    free(buffer);
    mj_deleteData(d);
    mj_deleteModel(old);
    mj_deleteModel(m);
  }
}
END_TEST

// ---------------------------------------------------------------- values that a program changed

START_TEST(changed_values_of_geoms_are_saved) {
  char error[400] = "", xml[6000];
  mjSpec* spec = mj_parseXMLString(
      "<mujoco><option contact_model='bristle'/><worldbody><geom type='plane' size='1 1 1'/><body "
      "pos='0 0 .1'><freejoint/><geom size='.1'><config key='stiffness' value='3e4'/></geom></body>"
      "</worldbody></mujoco>",
      NULL, error, sizeof error);
  ck_assert_msg(spec != NULL, "%s", error);
  mjModel* m = mj_compile(spec, NULL);
  ck_assert_msg(m != NULL, "%s", mjs_getError(spec));
  mjtNum* value = fc_contactValue(m, mjOBJ_GEOM, 1, "stiffness");
  ck_assert_msg(value != NULL, "%s", fc_lastError());
  ck_assert(*value == 3e4);
  *value = 12345.5;
  ck_assert_int_eq(mj_copyBack(spec, m), 1);
  ck_assert_int_eq(mj_saveXMLString(spec, xml, sizeof xml, error, sizeof error), 0);
  ck_assert_msg(strstr(xml, "12345.5") && !strstr(xml, "30000"), "%s", xml);
  mj_deleteSpec(spec);
  mj_deleteModel(m);
}
END_TEST

int main(void) {
  const TTest* const tests[] = {newton_gives_the_answers,
                                cg_gives_the_answers,
                                an_answer_that_is_missed_is_seen,
                                a_saved_state_goes_on_bit_for_bit,
                                broad_phase_and_contact_model_may_share_a_name,
                                a_name_that_two_kinds_share_is_written_with_its_kind,
                                binary_models_of_earlier_versions_find_their_faces,
                                changed_values_of_geoms_are_saved,
                                NULL};
  return run_tests("scenes of contact models", tests);
}
