// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The mechanics of elastic bodies: constant strain gives constant stress (patch test), rigid motion
// gives none, a free body keeps its momenta, Young's modulus and Poisson's ratio are what they are
// called, a slender beam bends as Euler and Bernoulli say, cloth hangs in the curve of an elastic
// string.
//
// The places of vertices and nodes in tests/data/truths/NAME.xml are the degrees of freedom: qpos
// is the displacement.

#include "tests/support.h"

typedef struct Body_ {
  mjModel* m;
  mjData* d;
  int n;            // points: vertices, or nodes where the flex is interpolated
  const int* body;  // theirs
  mjtNum* rest;     // n x 3
} Body;

static Body load(const char* name) {
  char path[1000], error[1000] = "";
  snprintf(path, sizeof path, "%s/tests/data/truths/%s.xml", TEST_SOURCE_DIR, name);
  Body b = {.m = mj_loadXML(path, NULL, error, sizeof error)};
  ck_assert_msg(b.m != NULL, "%s: %s", path, error);
  const int cell = b.m->flex_interp[0];
  b.d = mj_makeData(b.m);
  b.n = cell ? b.m->flex_nodenum[0] : b.m->flex_vertnum[0];
  b.body = cell ? b.m->flex_nodebodyid : b.m->flex_vertbodyid;
  b.rest = malloc((size_t)b.n * 3 * sizeof *b.rest);
  mj_forward(b.m, b.d);
  for (int i = 0; i < b.n; i++) {
    const mjtNum* at = cell ? b.m->flex_node0 + 3 * i : b.d->flexvert_xpos + 3 * i;
    for (int k = 0; k < 3; k++)
      b.rest[3 * i + k] = b.body[i] ? b.d->xpos[3 * b.body[i] + k] : at[k];
  }
  return b;
}

static void unload(Body* b) {
  free(b->rest);
  mj_deleteData(b->d);
  mj_deleteModel(b->m);
}

// first dof of a point, -1: fixed
static int dof_of(const Body* b, int i) {
  return b->m->body_dofnum[b->body[i]] ? b->m->body_dofadr[b->body[i]] : -1;
}

// points at F rest + t, at rest; forces
static void deform(Body* b, const mjtNum F[9], const mjtNum t[3]) {
  for (int i = 0; i < b->n; i++) {
    mjtNum x[3];
    mju_mulMatVec3(x, F, b->rest + 3 * i);
    for (int k = 0; k < 3; k++)
      b->d->qpos[dof_of(b, i) + k] = x[k] + t[k] - b->rest[3 * i + k];
  }
  mju_zero(b->d->qvel, (int)b->m->nv);
  mj_forward(b->m, b->d);
}

static const mjtNum nowhere[3] = {0, 0, 0};

// sum of force x rest place: minus volume times the first Piola-Kirchhoff stress
static void virial(const Body* b, mjtNum W[9]) {
  mju_zero(W, 9);
  for (int i = 0; i < b->n; i++) {
    for (int r = 0; r < 3; r++)
      for (int c = 0; c < 3; c++)
        W[3 * r + c] += b->d->qfrc_passive[dof_of(b, i) + r] * b->rest[3 * i + c];
  }
}

#define YOUNG 1000.0

// Lame's constants of the material that the compiler, as the reference, makes of Young's modulus
// and Poisson's ratio: the second is half of the textbook's in proportion to the first, and both
// are scaled by 1/2 in shells, 2 in solids, 1 in cells.
static void lame(mjtNum poisson, mjtNum scale, mjtNum* lambda, mjtNum* mu) {
  *lambda = scale * YOUNG * poisson / ((1 + poisson) * (1 - 2 * poisson));
  *mu = scale * YOUNG / (4 * (1 + poisson));
}

// first Piola-Kirchhoff stress of Saint-Venant-Kirchhoff material, strain in the first dim axes
static void stress(const mjtNum F[9], mjtNum poisson, int dim, mjtNum P[9]) {
  mjtNum lambda, mu, E[9], S[9] = {0}, trace = 0;
  lame(poisson, dim == 2 ? 0.5 : 2, &lambda, &mu);
  mju_mulMatTMat(E, F, F, 3, 3, 3);
  for (int i = 0; i < 9; i++)
    E[i] = (E[i] - (i % 4 == 0)) / 2;
  for (int i = 0; i < dim; i++)
    trace += E[4 * i];
  for (int i = 0; i < dim; i++)
    for (int j = 0; j < dim; j++)
      S[3 * i + j] = 2 * mu * E[3 * i + j] + (i == j ? lambda * trace : 0);
  mju_mulMatMat(P, F, S, 3, 3, 3);
}

// ---------------------------------------------------------------- finite elements

static const struct {
  const char* name;
  int dim;
  mjtNum volume;
} patches[] = {{"patch2", 2, 0.1}, {"patch3", 3, 1}};

START_TEST(constant_strain_passes_the_patch_test) {
  static const mjtNum F[9] = {1.1, 0.2, -0.05, -0.1, 0.9, 0.1, 0.15, 0.05, 1.2};
  Body b = load(patches[_i].name);
  deform(&b, F, nowhere);
  mjtNum W[9], P[9];
  virial(&b, W);
  stress(F, 0.3, patches[_i].dim, P);
  mju_scl(P, P, -patches[_i].volume, 9);
  assert_close("virial", W, P, 9, 1e-12);
  // the vertex inside is in equilibrium
  const mjtNum* inside = b.d->qfrc_passive + dof_of(&b, b.n - 1);
  for (int k = 0; k < 3; k++)
    assert_near(inside[k], 0, 1e-12 * YOUNG);
  unload(&b);
}
END_TEST

static const char* const free_bodies[] = {"patch2", "patch3", "swarm", "rubber"};

START_TEST(rigid_motion_makes_no_force) {
  static const mjtNum axis[3] = {0.48, 0.6, 0.64}, t[3] = {0.3, -0.2, 0.5};
  Body b = load(free_bodies[_i]);
  mjtNum quat[4], R[9];
  mju_axisAngle2Quat(quat, axis, 1.1);
  mju_quat2Mat(R, quat);
  deform(&b, R, t);
  mjtNum most = 0;
  for (int i = 0; i < b.m->nv; i++)
    most = fmax(most, fabs(b.d->qfrc_passive[i]));
  assert_near(most, 0, 1e-9);
  // and what is not a rigid motion makes some
  for (int k = 0; k < 9; k++)
    R[k] *= 1.01;
  deform(&b, R, t);
  for (int i = 0; i < b.m->nv; i++)
    most = fmax(most, fabs(b.d->qfrc_passive[i]));
  ck_assert_double_ge(most, 0.1);
  unload(&b);
}
END_TEST

static void momenta(const Body* b, mjtNum linear[3], mjtNum angular[3]) {
  mju_zero(linear, 3);
  mju_zero(angular, 3);
  for (int i = 0; i < b->n; i++) {
    const int dof = dof_of(b, i);
    mjtNum x[3], p[3], L[3];
    mju_add(x, b->rest + 3 * i, b->d->qpos + dof, 3);
    mju_scl(p, b->d->qvel + dof, b->m->body_mass[b->body[i]], 3);
    mju_cross(L, x, p);
    mju_addTo(linear, p, 3);
    mju_addTo(angular, L, 3);
  }
}

// forces along edges, damping included, and steps that are symplectic: both are kept to rounding
START_TEST(a_free_body_keeps_its_momenta) {
  Body b = load("swarm");
  mjtNum p0[3], L0[3], p[3], L[3];
  fill_noise(b.d->qvel, (int)b.m->nv);
  momenta(&b, p0, L0);
  mj_forward(b.m, b.d);
  mj_energyVel(b.m, b.d);
  const mjtNum kinetic = b.d->energy[1];
  for (int i = 0; i < 500; i++)
    mj_step(b.m, b.d);
  momenta(&b, p, L);
  assert_close("momentum", p, p0, 3, 1e-11);
  assert_close("angular momentum", L, L0, 3, 1e-10);
  // most of the motion was vibration
  mj_energyVel(b.m, b.d);
  ck_assert_double_lt(b.d->energy[1], 0.5 * kinetic);
  unload(&b);
}
END_TEST

// ---------------------------------------------------------------- cells of nodes

// Stretched by e and narrowed by nu e, a cube with sides of 1 is under the stress E e along its
// axis and none across it; so the volume of a nearly incompressible one grows by (1 - 2 nu) e only.
START_TEST(rubber_has_its_moduli_and_keeps_its_volume) {
  mjtNum lambda, mu;
  lame(0.49, 1, &lambda, &mu);
  const mjtNum e = 0.05, E = mu * (3 * lambda + 2 * mu) / (lambda + mu),
               poisson = lambda / (2 * (lambda + mu));
  const mjtNum F[9] = {1 + e, 0, 0, 0, 1 - poisson * e, 0, 0, 0, 1 - poisson * e};
  Body b = load("rubber");
  deform(&b, F, nowhere);
  mjtNum W[9];
  const mjtNum expected[9] = {-E * e};
  virial(&b, W);
  assert_close("virial", W, expected, 9, 1e-10);
  const mjtNum volume = F[0] * F[4] * F[8];
  ck_assert_double_lt(fabs(volume - 1), 0.05 * e);
  // vertices follow the nodes
  for (int v = 0; v < b.m->nflexvert; v++) {
    for (int k = 0; k < 3; k++)
      assert_near(b.d->flexvert_xpos[3 * v + k], F[4 * k] * (b.m->flex_vert0[3 * v + k] - 0.5),
                  1e-12);
  }
  unload(&b);
}
END_TEST

// Lagrange polynomial i of order 2 and its slope at s
static mjtNum polynomial(int i, mjtNum s) {
  return i == 0 ? (2 * s - 1) * (s - 1) : i == 1 ? 4 * s * (1 - s) : s * (2 * s - 1);
}
static mjtNum slope(int i, mjtNum s) { return i == 0 ? 4 * s - 3 : i == 1 ? 4 - 8 * s : 4 * s - 1; }

// Stiffness of a quadratic cell of the given size, nu = 0: integral of E strain(u) : strain(v) with
// three Gauss points along each axis, which is exact. Written as flex_stiffness is, negative.
static void quadratic_stiffness(mjtNum E, const mjtNum size[3], mjtNum* K) {
  const mjtNum at[3] = {0.5 - sqrt(0.15), 0.5, 0.5 + sqrt(0.15)},
               w[3] = {5. / 18, 8. / 18, 5. / 18};
  mju_zero(K, 81 * 81);
  for (int q = 0; q < 27; q++) {
    const mjtNum s[3] = {at[q / 9], at[q / 3 % 3], at[q % 3]};
    const mjtNum dV = w[q / 9] * w[q / 3 % 3] * w[q % 3] * size[0] * size[1] * size[2];
    mjtNum g[27][3];
    for (int n = 0; n < 27; n++) {
      const int i[3] = {n / 9, n / 3 % 3, n % 3};
      for (int k = 0; k < 3; k++) {
        g[n][k] = 1 / size[k];
        for (int r = 0; r < 3; r++)
          g[n][k] *= r == k ? slope(i[r], s[r]) : polynomial(i[r], s[r]);
      }
    }
    // strain of node a moving along axis i, times that of b along j
    for (int a = 0; a < 27; a++) {
      for (int b = 0; b < 27; b++) {
        const mjtNum product = mju_dot3(g[a], g[b]);
        for (int i = 0; i < 3; i++) {
          for (int j = 0; j < 3; j++)
            K[81 * (3 * a + i) + 3 * b + j] -=
                E * dV * ((i == j ? product : 0) + g[a][j] * g[b][i]) / 2;
        }
      }
    }
  }
}

// -d qfrc_passive / d qpos by differences, nv x nv
static mjtNum* tangent(Body* b) {
  const int nv = (int)b->m->nv;
  const mjtNum eps = 1e-5;
  mjtNum* K = malloc((size_t)(nv * nv) * sizeof *K);
  for (int j = 0; j < nv; j++) {
    for (int side = -1; side <= 1; side += 2) {
      b->d->qpos[j] = side * eps;
      mj_forward(b->m, b->d);
      for (int i = 0; i < nv; i++)
        K[i * nv + j] =
            side < 0 ? b->d->qfrc_passive[i] : (K[i * nv + j] - b->d->qfrc_passive[i]) / (2 * eps);
    }
    b->d->qpos[j] = 0;
  }
  return K;
}

// A cantilever of length 1 and square section 0.1 under a moment M at its end: the end turns by
// M L / (E I) and is displaced by M L^2 / (2 E I). The displacements are quadratic where nu = 0, so
// one quadratic cell with its exact stiffness has them. The moment comes from normal forces that
// are linear over the section, of which a node has its share.
START_TEST(a_cantilever_bends_as_beam_theory_says) {
  const mjtNum E = 1e6, side = 0.1, I = side * side * side * side / 12, M = 0.01;
  static const mjtNum share[3] = {1. / 6, 4. / 6, 1. / 6};
  Body b = load("beam");
  const int nv = (int)b.m->nv;
  ck_assert_int_eq(nv, 3 * 18);
  quadratic_stiffness(E, (mjtNum[]){1, side, side}, b.m->flex_stiffness);
  mjtNum *K = tangent(&b), *u = calloc((size_t)nv, sizeof *u);
  for (int iy = 0; iy < 3; iy++)
    for (int iz = 0; iz < 3; iz++)
      u[dof_of(&b, 18 + 3 * iy + iz)] = M / side * share[iy] * (1 - iz);
  ck_assert_int_eq(mju_cholFactor(K, nv, mjMINVAL), nv);
  mju_cholSolve(u, K, u, nv);
  for (int i = 9; i < 27; i++) {
    const mjtNum x = b.rest[3 * i] + 0.5, z = b.rest[3 * i + 2];
    const mjtNum turn = M * x / (E * I), lift = M * x * x / (2 * E * I);
    assert_near(u[dof_of(&b, i)], -turn * z, 1e-5 * M / (E * I));
    assert_near(u[dof_of(&b, i) + 1], 0, 1e-5 * M / (E * I));
    assert_near(u[dof_of(&b, i) + 2], lift, 1e-5 * M / (E * I));
  }
  free(K);
  free(u);
  unload(&b);
}
END_TEST

// ---------------------------------------------------------------- cloth

#define G 9.81

// A heavy elastic string with both ends at one height: under the horizontal force H it spans
// span(H), and hangs through by `sag`. Rest length 1, stiffness EA, weight w per rest length; the
// stretch s has the tension EA s (s^2 - 1) / 2.
static mjtNum span_under(mjtNum H, mjtNum EA, mjtNum w, mjtNum* sag) {
  const int n = 4000;
  mjtNum span = 0;
  *sag = 0;
  for (int i = 0; i < n; i++) {
    const mjtNum V = w * ((i + 0.5) / n / 2), T = hypot(H, V);
    mjtNum s = 1;
    for (int k = 0; k < 50; k++)
      s -= (EA * s * (s * s - 1) / 2 - T) / (EA * (3 * s * s - 1) / 2);
    span += s * H / T / n;
    *sag += s * V / T / n / 2;
  }
  return span;
}

START_TEST(cloth_hangs_as_an_elastic_string) {
  Body b = load("cloth");
  mjModel* m = b.m;
  // an even load: vertices of one column, which has the mass of two half edges
  mjtNum mass = 0;
  for (int i = 1; i < m->nbody; i++)
    mass += m->body_mass[i];
  for (int i = 1; i < m->nbody; i++)
    m->body_mass[i] = mass / (m->nbody - 1);
  mj_setConst(m, b.d);
  mj_resetData(m, b.d);
  for (int i = 0; i < 20000; i++) {
    mj_step(m, b.d);
    mju_scl(b.d->qvel, b.d->qvel, 0.995, (int)m->nv);
  }
  ck_assert_double_lt(mju_norm(b.d->qvel, (int)m->nv), 1e-6);

  // 16 edges: fifteen columns carry the mass, and an edge at each end half of one more
  // nu = 0: twice Lame's second constant, of a shell
  const mjtNum EA = 20000. / 4 * 0.01 * 0.1, w = mass * G * 16 / 15;
  mjtNum low = 0.01, high = 1000, sag = 0;
  for (int i = 0; i < 60; i++) {
    const mjtNum H = sqrt(low * high);
    *(span_under(H, EA, w, &sag) < 1 ? &low : &high) = H;
  }
  const mjtNum* middle = b.d->flexvert_xpos + 3 * 16;
  ck_assert_double_gt(sag, 0.1);
  assert_near((middle[2] + middle[5]) / -2, sag, 0.01 * sag);
  assert_near((middle[0] + middle[3]) / 2, 0, 0.01 * sag);
  unload(&b);
}
END_TEST

int main(void) {
  TCase* tc = tcase_create("elasticity");
  tcase_add_loop_test(tc, constant_strain_passes_the_patch_test, 0,
                      (int)(sizeof patches / sizeof *patches));
  tcase_add_loop_test(tc, rigid_motion_makes_no_force, 0,
                      (int)(sizeof free_bodies / sizeof *free_bodies));
  tcase_add_test(tc, a_free_body_keeps_its_momenta);
  tcase_add_test(tc, rubber_has_its_moduli_and_keeps_its_volume);
  tcase_add_test(tc, a_cantilever_bends_as_beam_theory_says);
  tcase_add_test(tc, cloth_hangs_as_an_elastic_string);
  return run_case("elasticity", tc);
}
