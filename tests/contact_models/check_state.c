// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// State of faces, above all what contact models keep for each contact: who a contact is from step
// to step, where the state lives, and what reads, copies, resets and restores it.

#include <fulcrum/passive.h>
#include <fulcrum/stage.h>

#include "core/kernel/kinds/contact_model.h"
#include "tests/contact_models/laws.h"

#define STRIDE (ENTRY_STATE + 2)

//------------------------------ looking at the table ----------------------------------------------

typedef struct Table_ {
  int n;
  int key[200][6];
  mjtNum steps[200], mark[200];
} Table;

static Table table_of(const mjModel* m, mjData* d) {
  Table t = {0};
  const int size = fc_stateSize(m, d);
  ck_assert_int_eq(size, 1 + STRIDE * (m->ngeom > 8 ? 8 * (int)m->ngeom : 64));
  mjtNum* state = malloc(sizeof(mjtNum) * (size_t)size);
  ck_assert_int_eq(fc_getState(m, d, state), 0);
  t.n = (int)state[0];
  for (int i = 0; i < t.n; i++) {
    const mjtNum* entry = state + 1 + STRIDE * i;
    for (int k = 0; k < 6; k++)
      t.key[i][k] = (int)entry[k];
    t.steps[i] = entry[ENTRY_STATE];
    t.mark[i] = entry[ENTRY_STATE + 1];
    ck_assert(entry[ENTRY_AGE] == t.steps[i]);
  }
  // sorted by key, and nothing behind
  for (int i = 0; i + 1 < t.n; i++) {
    int k = 0;
    while (k < 5 && t.key[i][k] == t.key[i + 1][k])
      k++;
    ck_assert_int_lt(t.key[i][k], t.key[i + 1][k]);
  }
  int behind = 0;
  for (int i = 1 + STRIDE * t.n; i < size; i++)
    behind += state[i] != 0;
  ck_assert_int_eq(behind, 0);
  free(state);
  return t;
}

static void expect_same_contacts(const Table* a, const Table* b, int nstep) {
  ck_assert_int_eq(a->n, b->n);
  for (int i = 0; i < a->n; i++) {
    ck_assert(a->mark[i] == b->mark[i]);
    ck_assert(b->steps[i] == a->steps[i] + nstep);
    ck_assert(memcmp(a->key[i], b->key[i], sizeof a->key[i]) == 0);
  }
}

static void steps(const mjModel* m, mjData* d, int n) {
  for (int k = 0; k < n; k++)
    mj_step(m, d);
}

//------------------------------ identity ----------------------------------------------------------

static mjModel* one_body(const char* geom, const char* option) {
  char xml[2000];
  snprintf(xml, sizeof xml,
           "<mujoco><option timestep='.002' %s/><worldbody><geom type='plane' size='50 50 1' "
           "friction='.1'/>"
           "<body pos='0 0 .0998'><freejoint/><geom %s mass='1' "
           "margin='.01'/></body></worldbody></mujoco>",
           option, geom);
  return model_of(xml);
}

START_TEST(contacts_stay_themselves_while_they_slide_and_roll) {
  register_laws();
  static const char* const law[] = {"lab.memory", "lab.recall"};
  static const char* const geom[] = {"type='box' size='.1 .1 .1' friction='.1'",
                                     "type='sphere' size='.1' friction='1'",
                                     "type='capsule' size='.1 .1' euler='90 0 0' friction='.1'"};
  static const int ncontact[] = {4, 1, 2};
  for (int i = 0; i < 6; i++) {
    mjModel* m = one_body(geom[i % 3], "integrator='implicitfast'");
    mjData* d = data_with(m, law[i / 3]);
    d->qvel[0] = 1;
    d->qvel[1] = 0.4;
    d->qvel[4] = i % 3 == 1 ? 10 : 0;
    ck_assert_int_eq(table_of(m, d).n, 0);
    steps(m, d, 10);
    const Table first = table_of(m, d);
    ck_assert_int_eq(first.n, ncontact[i % 3]);
    steps(m, d, 200);
    ck_assert(d->qpos[0] > 0.1);
    const Table last = table_of(m, d);
    expect_same_contacts(&first, &last, 200);
    mj_deleteData(d);
    mj_deleteModel(m);
  }
}
END_TEST

START_TEST(contacts_are_born_and_die) {
  register_laws();
  mjModel* m = one_body("size='.1'", "");
  mjData* d = data_with(m, "lab.memory");
  mjtNum mark = 0;
  int births = 0, deaths = 0, before = 0;
  m->geom_margin[1] = 0;
  d->qpos[2] = 0.15;
  for (int k = 0; k < 2000; k++) {
    mj_step(m, d);
    const Table t = table_of(m, d);
    ck_assert_int_le(t.n, 1);
    births += t.n > before;
    deaths += t.n < before;
    if (t.n > before) {
      ck_assert(t.mark[0] != mark && t.steps[0] == 1);
      mark = t.mark[0];
    } else if (t.n) {
      ck_assert(t.mark[0] == mark);
    }
    before = t.n;
    d->qvel[2] += d->qpos[2] < 0.1 ? 0.02 : 0;  // it keeps bouncing
  }
  ck_assert_int_gt(births, 3);
  ck_assert_int_ge(births, deaths);
  ck_assert_int_ge(deaths, births - 1);
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

//------------------------------ contacts that others change ---------------------------------------

static int nturned, nadded;

// in every other step the sides are exchanged
static int exchange(const FcContext* c) {
  mjData* d = c->d;
  for (int i = 0; i < d->ncon && (int)round(d->time / c->m->opt.timestep) % 2; i++) {
    mjContact* con = d->contact + i;
    const int geom = con->geom[0];
    con->geom[0] = con->geom1 = con->geom[1];
    con->geom[1] = con->geom2 = geom;
    fc_scl(con->frame, con->frame, -1, 6);
  }
  return 0;
}

// more contacts, in a row, of the sides of the first one
static int multiply(const FcContext* c) {
  for (int i = 0; i < nadded && c->d->ncon; i++) {
    mjContact con = c->d->contact[0];
    con.pos[0] += 0.05 * (i + 1);
    if (mj_addContact(c->m, c->d, &con))
      return fc_fail("no room");
  }
  return 0;
}

static int count_turned(const FcContext* c, const FcContactBatch* b, FcContactStep* step) {
  for (int i = 0; i < b->ncon; i++)
    nturned += b->turned[i];
  return remember(c, b, step);
}

static const FcStage exchange_table = {sizeof exchange_table, "collision", 1, "contact", exchange};
static const FcStage multiply_table = {sizeof multiply_table, "collision", 1, "contact", multiply};
static const FcContactModel turned_table = {.size = sizeof turned_table,
                                            .way = FC_CONTACT_POTENTIAL,
                                            .potential = cone_potential,
                                            .advance = count_turned,
                                            .nstate = 2};
static const FcContactModel near_table = {.size = sizeof near_table,
                                          .way = FC_CONTACT_POTENTIAL,
                                          .potential = cone_potential,
                                          .advance = remember,
                                          .nstate = 2,
                                          .match_radius = 2};
static const FcParameter near_parameters[] = {
    {.key = "stiffness", .type = FC_REAL, .length = 1, .def = 1e4, .min = 0, .max = 1e9},
    {.key = "radius", .type = FC_REAL, .length = 1, .def = 0, .min = 0, .max = 1}};
static const FcFace other_faces[] = {
    {.size = sizeof(FcFace),
     .kind = FC_CONTACT_MODEL,
     .name = "lab.near",
     .table = &near_table,
     FC_PARAMETERS(near_parameters)},
    {.size = sizeof(FcFace), .kind = FC_STAGE, .name = "lab.exchange", .table = &exchange_table},
    {.size = sizeof(FcFace), .kind = FC_STAGE, .name = "lab.multiply", .table = &multiply_table},
    SPRING("lab.turned", turned_table)};

START_TEST(sides_may_be_exchanged) {
  register_laws();
  register_faces("lab.others", other_faces, 4);
  mjModel* m = one_body("type='box' size='.1 .1 .1'", "");
  mjData* d = data_with(m, "lab.turned");
  ck_assert_int_eq(fc_bind(m, d, FC_STAGE, "lab.exchange"), 0);
  steps(m, d, 1);
  const Table first = table_of(m, d);
  nturned = 0;
  steps(m, d, 10);
  const Table last = table_of(m, d);
  ck_assert_int_eq(first.n, 4);
  expect_same_contacts(&first, &last, 10);
  ck_assert_int_eq(nturned, 40);
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

// A lying capsule that is rolled by hand, 10 mm: neither side sees its points where they were.
START_TEST(the_model_says_how_far_contacts_may_go) {
  register_laws();
  register_faces("lab.others", other_faces, 4);
  mjModel* m = one_body("type='capsule' size='.1 .1' euler='90 0 0'", "");
  static const char* const radius[] = {"0", ".012", ".008"};
  for (int i = 0; i < 3; i++) {
    mjData* d = data_with(m, "lab.near");
    ck_assert_int_eq(fc_setParameter(m, "lab.near", "radius", radius[i]), 0);
    steps(m, d, 1);
    const mjtNum angle = .1, axis[3] = {0, 1, 0};
    mju_zero(d->qvel, m->nv);
    mju_axisAngle2Quat(d->qpos + 3, axis, angle);
    d->qpos[0] += .1 * angle;
    steps(m, d, 1);
    const Table table = table_of(m, d);
    ck_assert_int_eq(table.n, 2);
    ck_assert(table.steps[0] == (i == 1 ? 2 : 1) && table.steps[1] == table.steps[0]);
    mj_deleteData(d);
  }
  mj_deleteModel(m);
}
END_TEST

START_TEST(births_that_find_no_room_stay_new) {
  register_laws();
  register_faces("lab.others", other_faces, 4);
  mjModel* m = one_body("size='.1'", "");
  mjData* d = data_with(m, "lab.memory");
  ck_assert_int_eq(fc_bind(m, d, FC_STAGE, "lab.multiply"), 0);
  nadded = 49;
  steps(m, d, 5);
  const Table some = table_of(m, d);
  ck_assert_int_eq(some.n, 50);
  ck_assert_int_eq(d->warning[mjWARN_CONTACTFULL].number, 0);
  nadded = 69;
  steps(m, d, 3);
  const Table full = table_of(m, d);
  ck_assert_int_eq(d->ncon, 70);
  ck_assert_int_eq(full.n, 64);
  ck_assert_int_eq(d->warning[mjWARN_CONTACTFULL].number, 3);
  ck_assert_int_eq(d->warning[mjWARN_CONTACTFULL].lastinfo, 64);
  // the old ones are still there, and the first of the new ones
  for (int i = 0; i < 64; i++) {
    ck_assert(full.steps[i] == (i < 50 ? 8 : 3));
    ck_assert(i >= 50 || full.mark[i] == some.mark[i]);
  }
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

START_TEST(sleep_keeps_contacts) {
  register_laws();
  mjModel* m = one_body("type='box' size='.1 .1 .1'", "");
  mjData* d = data_with(m, "lab.memory");
  m->opt.enableflags |= mjENBL_SLEEP;
  m->opt.sleep_tolerance = 1e-2;
  steps(m, d, 400);
  ck_assert_int_eq(d->ntree_awake, 0);
  const Table asleep = table_of(m, d);
  ck_assert_int_eq(asleep.n, 4);
  steps(m, d, 20);
  const Table later = table_of(m, d);
  expect_same_contacts(&asleep, &later, 0);
  d->qfrc_applied[2] = 0.1;
  steps(m, d, 3);
  ck_assert_int_eq(d->ntree_awake, 1);
  const Table awake = table_of(m, d);
  expect_same_contacts(&asleep, &awake, 3);
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

// A cloth on the ground: vertices and elements are told apart, their contacts live on.
START_TEST(contacts_of_flexes_are_found_again) {
  register_laws();
  static const char* const law[] = {"lab.memory", "lab.recall"};
  mjModel* m = model_of(
      "<mujoco><option timestep='.001' integrator='implicitfast'/><worldbody>"
      "<geom type='plane' size='2 2 1'/><flexcomp name='cloth' type='grid' dim='2' count='4 4 1' "
      "spacing='.1 .1 .1' pos='0 0 .01998' radius='.02' mass='.3'><edge equality='false'/>"
      "<contact selfcollide='none' margin='.005'/><elasticity young='1e4' thickness='.01' "
      "damping='.01'/>"
      "</flexcomp></worldbody></mujoco>");
  for (int i = 0; i < 2; i++) {
    mjData* d = data_with(m, law[i]);
    steps(m, d, 5);
    const Table first = table_of(m, d);
    ck_assert_int_eq(first.n, 16);
    for (int k = 0; k < first.n; k++)
      ck_assert(first.key[k][0] == 1 && first.key[k][3] == -1 && first.key[k][4] >= 0);
    steps(m, d, 3);
    const Table last = table_of(m, d);
    expect_same_contacts(&first, &last, 3);
    mj_forward(m, d);
    mjtNum sum = 0, lift = 0, force[6];
    for (int k = 0; k < d->ncon; k++) {
      mj_contactForce(m, d, k, force);
      sum += force[0] * d->contact[k].frame[2] * (d->contact[k].geom[0] < 0 ? -1 : 1);
    }
    for (int k = 0; k < m->nv; k++) {
      const mjtNum passive = d->qfrc_passive[k] - d->qfrc_spring[k] - d->qfrc_damper[k];
      lift += k % 3 == 2 ? d->qfrc_constraint[k] + passive : 0;
    }
    ck_assert(sum > 0.1);
    assert_near(lift, sum, 1e-9);
    mj_deleteData(d);
  }
  mj_deleteModel(m);
}
END_TEST

START_TEST(a_state_that_is_no_table_is_an_error) {
  register_laws();
  mjModel* m = one_body("size='.1'", "contact_model='lab.memory'");
  mjData* d = mj_makeData(m);
  static const mjtNum wrong[] = {65, -1, 0.5, NAN};
  for (int i = 0; i < 4; i++) {
    mj_resetData(m, d);
    d->plugin_state[0] = wrong[i];
    expect_error(mj_step(m, d), "contacts, expected 0 to 64");
  }
  // numbers of geoms that do not exist belong to nobody
  mj_resetData(m, d);
  m->opt.enableflags |= mjENBL_SLEEP;
  d->plugin_state[0] = 1;
  d->plugin_state[1 + 1] = 1e9;
  steps(m, d, 3);
  ck_assert(d->plugin_state[0] == 1 && d->plugin_state[1 + 1] == 0);
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

//------------------------------ where the state is ------------------------------------------------

// A box that tumbles: contacts come and go. The model of the file names the law, or fc_bind does.
static mjModel* tumbling(int named) {
  return one_body("type='box' size='.1 .07 .1' friction='.5'",
                  named ? "contact_model='lab.memory'" : "");
}

static mjData* tumbler(const mjModel* m, int named) {
  mjData* d = data_with(m, named ? NULL : "lab.memory");
  d->qpos[2] = 0.2;
  d->qvel[0] = 1;
  d->qvel[3] = 3;
  d->qvel[4] = 8;
  return d;
}

static void expect_equal(const mjModel* m, mjData* a, mjData* b) {
  const int size = fc_stateSize(m, a);
  ck_assert_int_eq(fc_stateSize(m, b), size);
  mjtNum *x = malloc(sizeof(mjtNum) * (size_t)size), *y = malloc(sizeof(mjtNum) * (size_t)size);
  fc_getState(m, a, x);
  fc_getState(m, b, y);
  ck_assert(memcmp(x, y, sizeof(mjtNum) * (size_t)size) == 0);
  ck_assert(memcmp(a->qpos, b->qpos, sizeof(mjtNum) * (size_t)m->nq) == 0);
  free(x);
  free(y);
}

START_TEST(state_of_a_named_model_is_in_plugin_state) {
  register_laws();
  mjModel* m = tumbling(1);
  mjData *d = tumbler(m, 1), *twin = mj_makeData(m);
  ck_assert_int_eq((int)m->npluginstate, 1 + 64 * STRIDE);
  ck_assert_int_eq(fc_stateSize(m, d), (int)m->npluginstate);
  ck_assert_int_eq(mj_stateSize(m, mjSTATE_PLUGIN), (int)m->npluginstate);
  for (int k = 0; k < 300 && !d->plugin_state[0]; k++)
    mj_step(m, d);
  ck_assert_int_gt((int)d->plugin_state[0], 0);
  const int signature = mjSTATE_FULLPHYSICS | mjSTATE_WARMSTART, size = mj_stateSize(m, signature);
  mjtNum* state = malloc(sizeof(mjtNum) * (size_t)size);
  mj_getState(m, d, state, signature);
  mj_setState(m, twin, state, signature);
  expect_equal(m, d, twin);
  for (int k = 0; k < 10; k++) {
    steps(m, d, 20);
    steps(m, twin, 20);
    expect_equal(m, d, twin);
  }
  // and back
  mjtNum end[7];
  mju_copy(end, d->qpos, 7);
  mj_setState(m, d, state, signature);
  steps(m, d, 200);
  ck_assert(memcmp(end, d->qpos, sizeof end) == 0);
  expect_equal(m, d, twin);
  mj_resetData(m, d);
  ck_assert(d->plugin_state[0] == 0);
  free(state);
  mj_deleteData(d);
  mj_deleteData(twin);
  mj_deleteModel(m);
}
END_TEST

START_TEST(state_of_a_bound_model_is_in_the_binding) {
  register_laws();
  mjModel* m = tumbling(0);
  mjData *d = tumbler(m, 0), *twin = data_with(m, "lab.memory");
  ck_assert_int_eq((int)m->npluginstate, 0);
  for (int k = 0; k < 300 && !table_of(m, d).n; k++)
    mj_step(m, d);
  const int signature = mjSTATE_FULLPHYSICS | mjSTATE_WARMSTART, nbound = fc_stateSize(m, d);
  mjtNum* state = malloc(sizeof(mjtNum) * (size_t)mj_stateSize(m, signature));
  mjtNum* bound = malloc(sizeof(mjtNum) * (size_t)nbound);
  mj_getState(m, d, state, signature);
  ck_assert_int_eq(fc_getState(m, d, bound), 0);
  ck_assert(bound[0] > 0);
  mj_setState(m, twin, state, signature);
  ck_assert_int_eq(fc_setState(m, twin, bound), 0);
  for (int k = 0; k < 10; k++) {
    steps(m, d, 20);
    steps(m, twin, 20);
    expect_equal(m, d, twin);
  }
  mj_resetData(m, d);
  fc_getState(m, d, bound);
  for (int i = 0; i < nbound; i++)
    ck_assert(bound[i] == 0);

  // another binding, no state; the former is there again afterwards
  ck_assert_int_eq(fc_bind(m, twin, FC_CONTACT_MODEL, "soft"), 0);
  ck_assert_int_eq(fc_stateSize(m, twin), 0);
  ck_assert_int_eq(fc_bind(m, twin, FC_CONTACT_MODEL, "lab.memory"), 0);
  ck_assert_int_eq(fc_stateSize(m, twin), nbound);
  free(state);
  free(bound);
  mj_deleteData(d);
  mj_deleteData(twin);
  mj_deleteModel(m);
}
END_TEST

START_TEST(copies_go_on_alike) {
  register_laws();
  for (int named = 0; named < 2; named++) {
    mjModel* m = tumbling(named);
    mjData *d = tumbler(m, named), *old = mj_makeData(m);
    steps(m, d, 150);
    mjData* copy = mj_copyData(NULL, m, d);
    mj_copyData(old, m, d);
    for (int k = 0; k < 10; k++) {
      expect_equal(m, d, copy);
      expect_equal(m, d, old);
      steps(m, d, 20);
      steps(m, copy, 20);
      steps(m, old, 20);
    }
    // also into data with a state of their own
    steps(m, old, 7);
    mj_copyData(old, m, d);
    expect_equal(m, d, old);
    steps(m, d, 20);
    steps(m, old, 20);
    expect_equal(m, d, old);
    // the arena of a copy is complete: inverse dynamics needs no position stage
    mj_forward(m, d);
    mj_copyData(copy, m, d);
    mj_deleteData(d);
    mj_inverseSkip(m, copy, mjSTAGE_VEL, 1);
    assert_close("qfrc_inverse", copy->qfrc_inverse, copy->qfrc_applied, m->nv, 1e-5);
    mj_deleteData(copy);
    mj_deleteData(old);
    mj_deleteModel(m);
  }
}
END_TEST

//------------------------------ when it changes ---------------------------------------------------

START_TEST(only_steps_change_it) {
  register_laws();
  static const char* const integrator[] = {"Euler", "RK4", "implicit", "implicitfast"};
  for (int i = 0; i < 8; i++) {
    char option[100];
    snprintf(option, sizeof option, "integrator='%s' %s", integrator[i % 4],
             i < 4 ? "" : "contact_model='lab.memory'");
    mjModel* m = one_body("type='box' size='.1 .1 .1'", option);
    mjData* d = data_with(m, i < 4 ? "lab.memory" : NULL);
    steps(m, d, 5);
    const Table before = table_of(m, d);
    ck_assert_int_eq(before.n, 4);
    mj_forward(m, d);
    mj_inverse(m, d);
    mj_step1(m, d);
    mjtNum A[144] = {0};
    if (i % 4 != 1)
      mjd_transitionFD(m, d, 1e-6, 1, A, NULL, NULL, NULL);
    const Table after = table_of(m, d);
    expect_same_contacts(&before, &after, 0);
    steps(m, d, 3);
    mj_step1(m, d);
    mj_step2(m, d);
    const Table end = table_of(m, d);
    expect_same_contacts(&before, &end, 4);
    mj_deleteData(d);
    mj_deleteModel(m);
  }
}
END_TEST

//------------------------------ other faces -------------------------------------------------------

static int ages(const mjModel* m) { return 2 + (int)m->nbody; }

static int grow_older(const FcContext* c) {
  c->state[0]++;
  c->state[1] = c->d->time;
  return 0;
}

static int blow(const FcContext* c, const FcPassiveBatch* b) {
  b->qfrc[0] += c->state[0];
  return 0;
}

static const FcPassive wind_table = {
    .size = sizeof wind_table, .flags = FC_PASSIVE_NO_VELOCITY, .order = 500, .force = blow};
static const FcFace wind[] = {{.size = sizeof(FcFace),
                               .kind = FC_PASSIVE,
                               .name = "lab.wind",
                               .table = &wind_table,
                               .state = ages,
                               .advance = grow_older}};

START_TEST(any_face_may_have_state) {
  register_faces("lab.wind", wind, 1);
  mjModel
      *named = model_of(
          "<mujoco><extension><plugin plugin='lab.wind'><instance name='w'/><instance name='v'/>"
          "</plugin></extension><worldbody><body><joint type='slide'/><geom size='.1'/></body>"
          "</worldbody></mujoco>"),
      *plain = model_of(
          "<mujoco><worldbody><body><joint type='slide'/><geom size='.1'/></body>"
          "</worldbody></mujoco>");
  mjData *d = mj_makeData(named), *bound = mj_makeData(plain);
  ck_assert_int_eq((int)named->npluginstate, 8);
  ck_assert_int_eq(fc_bind(plain, bound, FC_PASSIVE, "lab.wind"), 0);
  ck_assert_int_eq(fc_stateSize(plain, bound), 4);
  steps(named, d, 7);
  steps(plain, bound, 7);
  mj_forward(named, d);
  mj_forward(plain, bound);
  ck_assert(d->plugin_state[0] == 7 && d->plugin_state[4] == 7);
  ck_assert(d->qfrc_passive[0] == 14 && bound->qfrc_passive[0] == 7);
  mjtNum state[4];
  fc_getState(plain, bound, state);
  ck_assert(state[0] == 7 && state[1] == bound->time && state[2] == 0);
  ck_assert_int_eq(fc_unbind(plain, bound, FC_PASSIVE), 0);
  ck_assert_int_eq(fc_stateSize(plain, bound), 0);
  mj_resetData(named, d);
  ck_assert(d->plugin_state[0] == 0);
  mj_deleteData(d);
  mj_deleteData(bound);
  mj_deleteModel(named);
  mj_deleteModel(plain);
}
END_TEST

int main(void) {
  static const TTest* tests[14];
  int n = 0;
  tests[n++] = contacts_stay_themselves_while_they_slide_and_roll;
  tests[n++] = contacts_are_born_and_die;
  tests[n++] = sides_may_be_exchanged;
  tests[n++] = the_model_says_how_far_contacts_may_go;
  tests[n++] = births_that_find_no_room_stay_new;
  tests[n++] = sleep_keeps_contacts;
  tests[n++] = contacts_of_flexes_are_found_again;
  tests[n++] = a_state_that_is_no_table_is_an_error;
  tests[n++] = state_of_a_named_model_is_in_plugin_state;
  tests[n++] = state_of_a_bound_model_is_in_the_binding;
  tests[n++] = copies_go_on_alike;
  tests[n++] = only_steps_change_it;
  tests[n++] = any_face_may_have_state;
  return run_tests("state of contacts and faces", tests);
}
