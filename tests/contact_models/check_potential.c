// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Contact models with potentials: against rows of a linear law, against a dense minimisation of the
// same cost, solvers, cones, sparse and dense, islands and threads against each other, inverse
// against forward dynamics, and what refuses them.

#include "tests/contact_models/laws.h"

//------------------------------ linear law --------------------------------------------------------

// The normal pushes and friction holds, so that all rows of lab.rows are quadratic.
static mjModel* sticking(const char* option) {
  char xml[3000];
  snprintf(xml, sizeof xml,
           "<mujoco><option timestep='.002' tolerance='0' iterations='200' %s/>"
           "<default><geom friction='2 1 1' margin='.1'/></default><worldbody>"
           "<geom type='plane' size='5 5 1' condim='1'/>"
           "<body pos='0 0 .08'><freejoint/><geom size='.1' mass='2' condim='1'/></body>"
           "<body pos='1 0 .08'><freejoint/><geom size='.1' mass='2' condim='3'/></body>"
           "<body pos='2 0 .08'><freejoint/><geom size='.1' mass='1' condim='4'/></body>"
           "<body pos='3 0 .08'><freejoint/><geom size='.1' mass='.5' condim='6'/></body>"
           "</worldbody></mujoco>",
           option);
  return model_of(xml);
}

static void linear_law_as_rows_and_as_potential(const char* option, mjtNum tolerance) {
  mjModel* m = sticking(option);
  mjData *rows = data_with(m, "lab.rows"), *potential = data_with(m, "lab.linear");
  stir(m, rows, 0.005);
  stir(m, potential, 0.005);
  for (int k = 0; k < 5; k++) {
    mj_step(m, rows);
    mj_step(m, potential);
    ck_assert_int_eq(rows->ncon, 4);
    ck_assert_int_eq(potential->nefc, 1 + 3 + 4 + 6);
    ck_assert_int_eq(rows->nefc, 1 + 3 + 4 + 6);
    for (int i = 0; i < rows->nefc; i++) {
      ck_assert_int_eq(rows->efc_state[i], mjCNSTRSTATE_QUADRATIC);
      ck_assert_int_eq(potential->efc_type[i], mjCNSTR_CONTACT_ELLIPTIC);
    }
    assert_close(option, potential->qacc, rows->qacc, m->nv, tolerance);
    assert_close("efc_force", potential->efc_force, rows->efc_force, rows->nefc, tolerance);
    assert_close("qvel", potential->qvel, rows->qvel, m->nv, tolerance);
    for (int i = 0; i < rows->ncon; i++) {
      mjtNum a[6], b[6];
      mj_contactForce(m, rows, i, a);
      mj_contactForce(m, potential, i, b);
      ck_assert(a[0] > 0.1);
      assert_close("contact force", b, a, 6, tolerance);
    }
  }
  mj_deleteData(rows);
  mj_deleteData(potential);
  mj_deleteModel(m);
}

START_TEST(a_linear_law_is_the_same_as_rows) {
  register_laws();
  linear_law_as_rows_and_as_potential("cone='elliptic'", 1e-10);
  linear_law_as_rows_and_as_potential("cone='pyramidal'", 1e-10);
  linear_law_as_rows_and_as_potential("cone='pyramidal' jacobian='sparse'", 1e-10);
  // with rows this solver stops when costs, which are good to half of the digits, do not fall
  linear_law_as_rows_and_as_potential("solver='CG'", 1e-7);
  linear_law_as_rows_and_as_potential("solver='CG' cone='elliptic' jacobian='sparse'", 1e-7);
}
END_TEST

// `elliptic`: whatever the option says, for every solver, and decoded as what they are
START_TEST(rows_are_elliptic_for_models_that_need_it) {
  register_laws();
  static const char* const solver[] = {"Newton", "CG", "PGS"};
  for (int i = 0; i < 6; i++) {
    mjData* d[2];
    mjModel* m[2];
    mjtNum force[2][6];
    for (int pyramidal = 0; pyramidal < 2; pyramidal++) {
      char option[100];
      snprintf(option, sizeof option, "solver='%s' cone='%s' noslip_iterations='%d'", solver[i % 3],
               pyramidal ? "pyramidal" : "elliptic", i < 3 ? 0 : 3);
      m[pyramidal] = sticking(option);
      d[pyramidal] = data_with(m[pyramidal], "lab.rows");
      stir(m[pyramidal], d[pyramidal], 0.5);
      for (int k = 0; k < 3; k++)
        mj_step(m[pyramidal], d[pyramidal]);
      mj_contactForce(m[pyramidal], d[pyramidal], 3, force[pyramidal]);
      ck_assert_int_eq(d[pyramidal]->nefc, 1 + 3 + 4 + 6);
    }
    ck_assert(memcmp(d[0]->qpos, d[1]->qpos, sizeof(mjtNum) * (size_t)m[0]->nq) == 0);
    ck_assert(memcmp(force[0], force[1], sizeof force[0]) == 0);
    ck_assert(force[0][0] > 0);
    for (int k = 0; k < 2; k++) {
      mj_deleteData(d[k]);
      mj_deleteModel(m[k]);
    }
  }
}
END_TEST

//------------------------------ dense reference ---------------------------------------------------

typedef struct Dense_ {
  const mjModel* m;
  const mjData* d;
  int nv, nefc;
  mjtNum *M, *J;
} Dense;

// P(a), its gradient and its Hessian, from M, J and the law
static mjtNum dense_cost(const Dense* w, const mjtNum* a, mjtNum* g, mjtNum* H) {
  const int nv = w->nv;
  const mjtNum h = w->m->opt.timestep;
  mjtNum sum = 0;
  memcpy(H, w->M, sizeof(mjtNum) * (size_t)(nv * nv));
  for (int i = 0; i < nv; i++) {
    g[i] = 0;
    for (int j = 0; j < nv; j++)
      g[i] += w->M[i * nv + j] * (a[j] - w->d->qacc_smooth[j]);
    sum += g[i] * (a[i] - w->d->qacc_smooth[i]) / 2;
  }
  for (int c = 0; c < w->d->ncon; c++) {
    const mjContact* con = w->d->contact + c;
    mjtNum u[6], gradient[6], hessian[36];
    for (int k = 0; k < con->dim; k++) {
      const mjtNum* J = w->J + (con->efc_address + k) * nv;
      u[k] = w->d->efc_vel[con->efc_address + k];
      for (int j = 0; j < nv; j++)
        u[k] += h * J[j] * a[j];
    }
    sum += cone_cost(con, 1e4, h, u, gradient, hessian) / (h * h);
    for (int k = 0; k < con->dim; k++) {
      const mjtNum* J = w->J + (con->efc_address + k) * nv;
      for (int i = 0; i < nv; i++) {
        g[i] += J[i] * gradient[k] / h;
        for (int l = 0; l < con->dim; l++) {
          const mjtNum* L = w->J + (con->efc_address + l) * nv;
          for (int j = 0; j < nv; j++)
            H[i * nv + j] += J[i] * hessian[k * con->dim + l] * L[j];
        }
      }
    }
  }
  return sum;
}

// Newton's method with halving, from a0 to a gradient of 1e-10
static void dense_minimum(const Dense* w, mjtNum* a) {
  const int nv = w->nv;
  mjtNum* room = malloc(sizeof(mjtNum) * (size_t)(3 * nv + nv * nv));
  mjtNum *g = room, *p = room + nv, *next = room + 2 * nv, *H = room + 3 * nv;
  memcpy(a, w->d->qacc_smooth, sizeof(mjtNum) * (size_t)nv);
  for (int k = 0; k < 500; k++) {
    const mjtNum cost = dense_cost(w, a, g, H);
    if (mju_norm(g, nv) < 1e-10)
      break;
    ck_assert_int_lt(k, 499);
    ck_assert_int_eq(mju_cholFactor(H, nv, 0), nv);
    mju_cholSolve(p, H, g, nv);
    const mjtNum slope = mju_dot(g, p, nv);
    for (mjtNum t = 1; t > 1e-6; t /= 2) {
      for (int i = 0; i < nv; i++)
        next[i] = a[i] - t * p[i];
      const mjtNum at = dense_cost(w, next, g, H);
      if (at <= cost - 1e-4 * t * slope || fabs(slope) < 1e-9 * fabs(cost))
        break;
    }
    memcpy(a, next, sizeof(mjtNum) * (size_t)nv);
  }
  free(room);
}

START_TEST(solvers_find_the_minimum_of_a_dense_reference) {
  register_laws();
  static const char* const options[] = {"solver='Newton'", "solver='Newton' jacobian='sparse'",
                                        "solver='CG'", "solver='Newton' cone='elliptic'"};
  for (int o = 0; o < 4; o++) {
    mjModel* m = playground(options[o]);
    if (m->opt.solver == mjSOL_CG)
      m->opt.iterations = 5000;
    for (int islands = 0; islands < 2; islands++) {
      m->opt.disableflags = islands ? 0 : mjDSBL_ISLAND;
      mjData* d = data_with(m, "lab.cone");
      stir(m, d, 0.4);
      for (int k = 0; k < 3; k++) {
        mj_forward(m, d);
        ck_assert_int_ge(d->ncon, 8);
        ck_assert_int_eq(d->nisland > 1, islands);
        const int nv = (int)m->nv;
        Dense w = {m, d, nv, d->nefc, NULL, NULL};
        w.M = calloc((size_t)(nv * nv), sizeof(mjtNum));
        w.J = calloc((size_t)(d->nefc * nv), sizeof(mjtNum));
        mj_fullM(m, w.M, d->qM);
        mj_isSparse(m) ? mju_sparse2dense(w.J, d->efc_J, d->nefc, nv, d->efc_J_rownnz,
                                          d->efc_J_rowadr, d->efc_J_colind)
                       : mju_copy(w.J, d->efc_J, d->nefc * nv);
        mjtNum* a = malloc(sizeof(mjtNum) * (size_t)nv);
        dense_minimum(&w, a);
        assert_close(options[o], d->qacc, a, nv, m->opt.solver == mjSOL_CG ? 1e-6 : 1e-8);
        free(w.M);
        free(w.J);
        free(a);
        mj_step(m, d);
      }
      mj_deleteData(d);
    }
    mj_deleteModel(m);
  }
}
END_TEST

START_TEST(threads_find_what_one_thread_finds) {
  register_laws();
  mjModel* m = playground("jacobian='sparse'");
  mjData *one = data_with(m, "lab.cone"), *many = data_with(m, "lab.cone");
  mjThreadPool* pool = mju_threadPoolCreate(3);
  mju_bindThreadPool(many, pool);
  stir(m, one, 0.4);
  stir(m, many, 0.4);
  for (int k = 0; k < 100; k++) {
    mj_step(m, one);
    mj_step(m, many);
  }
  ck_assert_int_gt(one->nisland, 1);
  ck_assert(memcmp(one->qpos, many->qpos, sizeof(mjtNum) * (size_t)m->nq) == 0);
  mj_deleteData(many);
  mju_threadPoolDestroy(pool);
  mj_deleteData(one);
  mj_deleteModel(m);
}
END_TEST

//------------------------------ inverse -----------------------------------------------------------

static void inverse_is_forward(const char* option, int discrete, mjtNum tolerance) {
  mjModel* m = playground(option);
  mjData *d = data_with(m, "lab.cone"), *before = mj_makeData(m);
  const int nv = (int)m->nv;
  stir(m, d, 0.3);
  for (int k = 0; k < 5; k++) {
    for (int i = 0; i < nv; i++)
      d->qfrc_applied[i] = noise();
    mj_copyData(before, m, d);
    mj_step(m, d);
    if (discrete) {
      mju_sub(before->qacc, d->qvel, before->qvel, nv);
      mju_scl(before->qacc, before->qacc, 1 / m->opt.timestep, nv);
    } else {
      mju_copy(before->qacc, d->qacc, nv);
    }
    m->opt.enableflags = discrete ? mjENBL_INVDISCRETE : 0;
    mj_inverse(m, before);
    m->opt.enableflags = 0;
    ck_assert_int_gt(before->nefc, 10);
    assert_close(option, before->qfrc_inverse, d->qfrc_applied, nv, tolerance);
  }
  mj_deleteData(d);
  mj_deleteData(before);
  mj_deleteModel(m);
}

START_TEST(inverse_dynamics_gives_the_applied_forces) {
  register_laws();
  inverse_is_forward("", 0, 1e-7);
  inverse_is_forward("jacobian='sparse' cone='elliptic'", 0, 1e-7);
  inverse_is_forward("integrator='Euler'", 1, 1e-7);
  inverse_is_forward("integrator='implicitfast'", 1, 1e-7);
}
END_TEST

START_TEST(forces_reach_bodies_and_sensors) {
  register_laws();
  mjModel* m = model_of(
      "<mujoco><option timestep='.002' tolerance='1e-13'/><worldbody><geom type='plane' size='1 1 "
      "1'/><body name='b' pos='0 0 .0999'><freejoint/><geom size='.1' mass='1'/>"
      "<site name='s' type='sphere' size='.11'/></body></worldbody>"
      "<sensor><touch site='s'/></sensor></mujoco>");
  mjData* d = data_with(m, "lab.cone");
  for (int k = 0; k < 3000; k++)
    mj_step(m, d);
  mj_forward(m, d);
  mj_rnePostConstraint(m, d);
  assert_near(d->sensordata[0], 9.81, 1e-6);
  assert_near(d->cfrc_ext[6 + 5], 9.81, 1e-6);
  assert_near(d->contact[0].dist, -9.81 / 1e4, 1e-8);
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

//------------------------------ refusals ----------------------------------------------------------

static int refuse_potential(const FcContext* c, const FcContactBatch* b, FcPotentialBatch* at) {
  (void)c;
  (void)b;
  (void)at;
  return fc_fail("the law is out of order");
}

START_TEST(what_cannot_work_with_potentials_says_so) {
  register_laws();
  mjModel* m = playground("");
  mjData* d = data_with(m, "lab.cone");
  ck_assert_int_lt(fc_bind(m, d, FC_SOLVER, "pgs"), 0);
  ck_assert_str_eq(fc_lastError(),
                   "solver \"pgs\" cannot be used with contact model \"lab.cone\", whose contacts "
                   "have potentials; solvers that take them: cg, newton");
  ck_assert_str_eq(fc_bound(m, d, FC_SOLVER), "newton");
  ck_assert_int_lt(fc_bind(m, d, FC_POST_SOLVER, "noslip"), 0);
  ck_assert_ptr_nonnull(strstr(fc_lastError(), "post_solver \"noslip\" cannot be used with"));
  mj_step(m, d);

  // options that change later
  m->opt.solver = mjSOL_PGS;
  expect_error(mj_step(m, d), "solver \"pgs\" cannot be used with contact model \"lab.cone\"");
  mj_resetData(m, d);
  m->opt.solver = mjSOL_NEWTON;
  m->opt.noslip_iterations = 2;
  expect_error(mj_step(m, d), "post_solver \"noslip\" cannot be used with");
  mj_resetData(m, d);
  m->opt.noslip_iterations = 0;
  mj_step(m, d);
  mj_deleteData(d);

  // the other way round
  m->opt.solver = mjSOL_PGS;
  d = mj_makeData(m);
  ck_assert_int_lt(fc_bind(m, d, FC_CONTACT_MODEL, "lab.cone"), 0);
  ck_assert_ptr_nonnull(strstr(fc_lastError(), "solver \"pgs\" cannot be used"));
  mj_step(m, d);
  ck_assert_str_eq(fc_bound(m, d, FC_CONTACT_MODEL), "soft");
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

START_TEST(a_law_that_fails_is_reported) {
  static const FcContactModel broken = {
      .size = sizeof broken, .way = FC_CONTACT_POTENTIAL, .potential = refuse_potential};
  static const FcFace faces[] = {LAW("lab.broken", broken)};
  register_faces("lab.brokenlaw", faces, 1);
  mjModel* m = playground("");
  for (int islands = 0; islands < 2; islands++) {
    m->opt.disableflags = islands ? 0 : mjDSBL_ISLAND;
    mjData* d = data_with(m, "lab.broken");
    expect_error(mj_forward(m, d), "the law is out of order");
    mj_deleteData(d);
  }
  mj_deleteModel(m);
}
END_TEST

// The module with this face is refused, with these words.
static void expect_refusal(const FcFace* face, const char* words) {
  const FcModule module = {.size = sizeof module,
                           .abi = FC_ABI,
                           .features = FC_FEATURES,
                           .nface = 1,
                           .layout = &fc_layout,
                           .name = "lab.lacks",
                           .version = "1.0.0",
                           .licence = "Apache-2.0",
                           .faces = face};
  ck_assert_int_lt(fc_registerModule(&module, "program"), 0);
  ck_assert_msg(strstr(fc_lastError(), words), "got: %s; expected: %s", fc_lastError(), words);
}

START_TEST(tables_lack_nothing) {
  static const FcContactModel lacking[] = {
      {.size = sizeof *lacking},
      {.size = sizeof *lacking, .way = FC_CONTACT_POTENTIAL},
      {.size = sizeof *lacking, .way = FC_CONTACT_FORCE},
      {.size = sizeof *lacking, .way = FC_CONTACT_FORCE, .force = cone_force, .nstate = 1},
      {.size = sizeof *lacking, .way = 3}};
  static const char* const words[] = {"lacks \"position\", which every contact_model has",
                                      "lacks \"potential\", which every contact_model with",
                                      "lacks \"force\", which every contact_model with forces",
                                      "lacks \"advance\", which every contact_model with forces",
                                      "lacks \"way\""};
  for (int i = 0; i < 5; i++) {
    const FcFace face[] = {LAW("lab.lacking", lacking[i])};
    expect_refusal(face, words[i]);
  }
}
END_TEST

static int rest_position(const FcContext* context, FcContactBatch* batch) {
  (void)context;
  (void)batch;
  return 0;
}

static int rest_advance(const FcContext* context, const FcContactBatch* batch,
                        FcContactStep* step) {
  (void)context;
  (void)batch;
  (void)step;
  return 0;
}

START_TEST(numbers_of_tables_are_possible) {
  static const FcMixing none[] = {FC_MIX_MAX, (FcMixing)(FC_MIX_OWN + 1)};
  static const FcMixing own[] = {FC_MIX_MAX, FC_MIX_OWN}, sound[] = {FC_MIX_MAX, FC_MIX_MIN};
  static const FcParameter two[] = {{.key = "stiffness", .length = 1, .help = "-"},
                                    {.key = "radius", .length = 1, .help = "-"}};
  static const FcParameter wide[] = {{.key = "stiffness", .length = 1, .help = "-"},
                                     {.key = "axis", .length = 3, .help = "-"}};
  static const FcParameter blank[] = {{.key = "stiffness", .length = 1, .help = "-"},
                                      {.key = "two words", .length = 1, .help = "-"}};
  static const FcParameter sign[] = {{.key = "stiffness", .length = 1, .help = "-"},
                                     {.key = "a=b", .length = 1, .help = "-"}};
  static const FcParameter empty[] = {{.key = "", .length = 1, .help = "-"},
                                      {.key = "radius", .length = 1, .help = "-"}};
#define TABLE(...) \
  { .size = sizeof(FcContactModel), .position = rest_position, __VA_ARGS__ }
  static const struct {
    FcContactModel table;
    const FcParameter* parameters;
    const char* words;  // NULL: sound
  } row[] = {
      {TABLE(.nwork = -3), two, "\"lab.lacking\" has nwork -3, between 0 and 4096 are possible"},
      {TABLE(.nwork = 4097), two, "has nwork 4097, between 0 and 4096 are possible"},
      {TABLE(.nstate = -1, .advance = rest_advance), two, "has nstate -1, between 0 and 4096"},
      {TABLE(.nstate = 1 << 30, .advance = rest_advance), two, "has nstate 1073741824, between"},
      {TABLE(.match_radius = -1), two, "has match_radius -1, between 0 and 2 are possible"},
      {TABLE(.match_radius = 3), two, "has match_radius 3, between 0 and 2 are possible"},
      {TABLE(.curvature = 3), two, "has curvature 3, between 0 and 2 are possible"},
      {TABLE(.mixing = none), two, "has the mixing rule 9 for parameter \"radius\", which is none"},
      {TABLE(.mixing = own), two, "has FC_MIX_OWN for parameter \"radius\" and lacks \"mix\""},
      {TABLE(.mixing = sound), wide, "a parameter \"axis\" of length 3, where all have length 1"},
      {TABLE(), blank, "parameter 1 of its face \"lab.lacking\" is called \"two words\", a key"},
      {TABLE(), sign, "is called \"a=b\", a key without blanks"},
      {TABLE(), empty, "parameter 0 of its face \"lab.lacking\" is called \"\", a key"},
      {TABLE(.mixing = sound, .nwork = 4096, .nstate = 4096, .advance = rest_advance,
             .match_radius = 2, .curvature = 2),
       two, NULL},
      {TABLE(), wide, NULL},
  };
  for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
    const FcFace face[] = {{.size = sizeof(FcFace),
                            .kind = FC_CONTACT_MODEL,
                            .name = row[i].words ? "lab.lacking"
                                    : i % 2      ? "lab.odd"
                                                 : "lab.even",
                            .table = &row[i].table,
                            .parameters = row[i].parameters,
                            .nparameter = 2,
                            .parameter_size = sizeof(FcParameter)}};
    if (row[i].words)
      expect_refusal(face, row[i].words);
    else
      register_faces(i % 2 ? "lab.oddlaw" : "lab.evenlaw", face, 1);
  }
}
END_TEST

int main(void) {
  static const TTest* tests[13];
  int n = 0;
  tests[n++] = a_linear_law_is_the_same_as_rows;
  tests[n++] = rows_are_elliptic_for_models_that_need_it;
  tests[n++] = solvers_find_the_minimum_of_a_dense_reference;
  tests[n++] = threads_find_what_one_thread_finds;
  tests[n++] = inverse_dynamics_gives_the_applied_forces;
  tests[n++] = forces_reach_bodies_and_sensors;
  tests[n++] = what_cannot_work_with_potentials_says_so;
  tests[n++] = a_law_that_fails_is_reported;
  tests[n++] = tables_lack_nothing;
  tests[n++] = numbers_of_tables_are_possible;
  return run_tests("contact models with potentials", tests);
}
