// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Rays against shapes made of triangles: golden hits of the reference, and properties that must
// hold for any numbers.

#include "tests/collision/support.h"

static Scene load(const char* path) {
  Scene s = {mj_loadModel(path, NULL), NULL};
  ck_assert_ptr_nonnull(s.m);
  s.d = mj_makeData(s.m);
  mj_kinematics(s.m, s.d);
  return s;
}

static void expect_hit(double x, const double n[3], double ex, double nx, double ny, double nz) {
  ck_assert_double_eq_tol(x, ex, 1e-12);
  ck_assert_double_eq_tol(n[0], nx, 1e-12);
  ck_assert_double_eq_tol(n[1], ny, 1e-12);
  ck_assert_double_eq_tol(n[2], nz, 1e-12);
}

START_TEST(hills_are_hit_on_the_slope_at_the_wall_and_at_the_base) {
  Scene s = load(TEST_SOURCE_DIR "/tests/data/collision/hfield.mjb");
  double n[3];
  double x = mj_rayHfield(s.m, s.d, 0, (double[]){.2, .1, 2}, (double[]){.05, .1, -1}, n);
  expect_hit(x, n, 1.8939197912162, -.410504032446611, .469147471895093, .78191245607134);
  x = mj_rayHfield(s.m, s.d, 0, (double[]){-2, .3, .05}, (double[]){1, .02, 0}, n);
  expect_hit(x, n, 1.16666666418314, -.287347889494618, 0, .95782628404267);
  x = mj_rayHfield(s.m, s.d, 0, (double[]){-2, .3, -.05}, (double[]){1, .02, 0}, n);
  expect_hit(x, n, 1, -1, 0, 0);
  x = mj_rayHfield(s.m, s.d, 0, (double[]){-2, .3, .6}, (double[]){1, .02, 0}, n);
  expect_hit(x, n, -1, 0, 0, 0);
  scene_free(s);
}
END_TEST

// A ray, a geom's type and pose, and the hit.
typedef struct Ray_ {
  int type;
  double pos[3], mat[9], pnt[3], vec[3], x, normal[3];
} Ray;

// Recorded with the reference: sums in another order end in other last bits. Capsules at their
// ends; height fields from below, where the normal of the base makes a way about the world and back
// when the ray also meets the box around the hills, and hits anywhere.
// clang-format off
static const Ray recorded[] = {
    {2,
     {-0x1.c45edd9b1d3p-4, 0x1.a114417b631dep-1, 0x1.f977bfa715842p-1},
     {-0x1.8369b56589214p-2, 0x1.439ea38de5457p-1, -0x1.5a4120246e7cdp-1, 0x1.0af2da13a325bp-1,
      -0x1.d528a77a3249p-2, -0x1.7095c4cb6e997p-1, -0x1.879cc2c147477p-1, -0x1.3ffab8bc7621bp-1,
      -0x1.3fec9386ce5bcp-3},
     {0x1.446348268436dp-1, 0x1.761beea21e942p+0, 0x1.c2e244c6fc21dp-1},
     {-0x1.9ed7b7e9bcaccp-1, -0x1.f0d14c81c3098p-2, 0x1.79f0a358c45c4p-3},
     0x1.e608cf7577886p-1,
     {-0x1.01673fb085acap-3, 0x1.dca3fe6cd52ep-1, 0x1.5f18011f4902p-2}},
    {3,
     {-0x1.dc56465f5daap-5, 0x1.f4e364ffa7818p-1, -0x1.a409722845ceap-1},
     {-0x1.ff9e9ffbb3a3cp-7, 0x1.5f273944b7934p-1, 0x1.74853e99af973p-1, 0x1.eee2aefc82d28p-1,
      0x1.92a14cb08fd55p-3, -0x1.510e580294912p-3, -0x1.060e90bcf344ep-2, 0x1.66c0af4a55e86p-1,
      -0x1.54fca54eb7dadp-1},
     {-0x1.982dccc76f68ap-1, 0x1.7facb00959e26p+0, -0x1.3590669d52cp-2},
     {0x1.6b3411a8f15f6p-1, -0x1.c9d474aa6121p-2, -0x1.470f110b11804p-2},
     0x1.5b641d416c545p-1,
     {-0x1.9460862d3ebbap-3, 0x1.ad50ff8f09f84p-1, 0x1.04059a15ca609p-1}},
    {3,
     {0x1.d81b8ff2179p-8, -0x1.16ff654ecf9a4p-2, 0x1.9206343091428p-2},
     {0x1.8de745922a2f1p-1, -0x1.890f9bb63f2c2p-2, -0x1.fea83299ba414p-2, 0x1.3e832747d77bbp-1,
      0x1.65517d9a2b6fcp-2, 0x1.66da212d9e947p-1, -0x1.85325fa4fbc26p-4, -0x1.b5b8de38a0d65p-1,
      0x1.051b3c0909544p-1},
     {0x1.69653f92d1dd4p-2, 0x1.32bd5abccc502p-2, 0x1.01ce828141338p+0},
     {-0x1.370d473172adap-1, -0x1.5d0e051ba2cb8p-2, -0x1.532913c245b7ep-1},
     0x1.3c458641fd46p-1,
     {0x1.3354074aff488p-1, 0x1.83058daa96754p-1, 0x1.0ba36761dc07fp-2}},
    {1,
     {-0x1.7b71fb56e9908p-3, -0x1.62d11258f9e6cp-1, 0x1.d5b0dc1d88466p-1},
     {-0x1.fb9072f39a6b4p-1, -0x1.a5c7e845999e4p-4, -0x1.4dfae4e10d9b4p-4, 0x1.395c920b5b63dp-5,
      0x1.785ab97ddf649p-2, -0x1.dbc326205ea0dp-1, 0x1.0156b80fb5c9ap-3, -0x1.d93cc87b203a3p-1,
      -0x1.710f70d2ad665p-2},
     {-0x1.d4bd6a82e31b3p+0, 0x1.fdf9a56919e28p-2, 0x1.62851fad3316cp+1},
     {0x1.de7567a767273p+0, -0x1.6778b3ef56579p+0, -0x1.231c777e396ddp+1},
     0x1.8fda80dd03b0ap-1,
     {0x1.4dfae4e10d9b2p-4, 0x1.dbc326205ea09p-1, 0x1.710f70d2ad663p-2}},
    {1,
     {0x1.b0d325f75dd04p-2, -0x1.d8a024b4e1b68p-2, 0x1.3a564d75475cp-1},
     {-0x1.ce6331920fc84p-1, -0x1.d451f1a543a71p-3, -0x1.7434696f20468p-2, -0x1.2256bab2351ebp-2,
      0x1.e80c916b8513dp-1, 0x1.ad2bb171cafcap-4, 0x1.4a422d6cd2064p-2, 0x1.94db858d0b813p-3,
      -0x1.d9f41cb370e89p-1},
     {0x1.6468116fb0909p+0, -0x1.df9e13b0f373p-3, 0x1.3af006df77db6p+1},
     {-0x1.30fe8cf7800dap+0, -0x1.24da7f643c098p-4, -0x1.2287771fa30e6p+1},
     0x1.88b13699874f4p-1,
     {0x1.7434696f20469p-2, -0x1.ad2bb171cafdp-4, 0x1.d9f41cb370e8bp-1}},
    {1,
     {0x1.a732f14e64b5p-1, 0x1.b5d0370e3ca8ap-1, 0x1.ce4d1ddce6294p-1},
     {-0x1.64ea56ffa5fd1p-3, -0x1.198a7c086a48p-5, -0x1.f7db9247a60a4p-1, 0x1.f428533703a22p-1,
      -0x1.0de7defc139f4p-3, -0x1.58de4bd2b992ap-3, -0x1.fb85adb470bap-4, -0x1.fb3aa2744cf8cp-1,
      0x1.cf2e2b9501b88p-5},
     {0x1.60a4af7ee676bp+1, 0x1.718bc65f8d2d7p+0, -0x1.9efb7645fe96p-2},
     {-0x1.f4d3763e666cdp+0, -0x1.2fb6716f62052p+0, 0x1.cdd8267e390f8p+0},
     0x1.c51b07ccbec59p-1,
     {0x1.f7db9247a60a4p-1, 0x1.58de4bd2b992bp-3, -0x1.cf2e2b9501b92p-5}},
    {1,
     {-0x1.96ed18743b764p-2, 0x1.93a067fda6348p-1, 0x1.9cafc039bd79ep-1},
     {0x1.744bf8b50a822p-3, 0x1.9cf11014dc4f7p-1, 0x1.2007486bf6b16p-1, -0x1.d507eb6e90cefp-1,
      -0x1.1ad19e7b3046p-4, 0x1.947ee5f24c83bp-2, 0x1.6e030b39ad1d8p-2, -0x1.2c9f276694dcp-1,
      0x1.73dc0246c7802p-1},
     {-0x1.116d30d8b2746p+1, 0x1.6583c60adb14p-5, -0x1.45485ff2956cp-6},
     {0x1.01f41574dbf59p+1, 0x1.7a220dc9cbe88p-1, 0x1.3a884d256b24ep+0},
     0x1.8777ae65df74dp-1,
     {-0x1.2007486bf6b18p-1, -0x1.947ee5f24c83ep-2, -0x1.73dc0246c7805p-1}},
    {1,
     {-0x1.76481bd76265p-4, -0x1.a4d8ab9096bap-2, 0x1.b6d44325943c8p-1},
     {0x1.adf8f95c8c816p-2, 0x1.6d6aeee60503dp-1, -0x1.1f0b8162fb23p-1, -0x1.150f8848010b5p-1,
      -0x1.323654c114665p-2, -0x1.926ae5e0eb766p-1, -0x1.750b6bce6242cp-1, 0x1.444d8f6ec82d8p-1,
      0x1.0ae7298eabd1fp-2},
     {-0x1.d67cb9a331d76p-1, 0x1.246eaeb793d7p-2, 0x1.ef72710beb3ecp-1},
     {0x1.75b0bcc2e09e8p-1, -0x1.a2101747a9fb2p-1, 0x1.75766e66c38ccp-2},
     0x1.55f2ab3ec03aep-3,
     {-0x1.1f0b8162fb23p-1, -0x1.926ae5e0eb766p-1, 0x1.0ae7298eabd2p-2}},
    {1,
     {0x1.68e691b41409ep-1, 0x1.cd473fa3228d6p-1, -0x1.6b208d8de0c8cp-1},
     {0x1.dd2709c460d3dp-2, 0x1.60bab50894976p-2, 0x1.a147272d6e6e8p-1, 0x1.b29a3201f84ffp-1,
      0x1.5ff3562bd1e3cp-4, -0x1.0b1358e08efep-1, -0x1.ff68af8eaced2p-3, 0x1.dea5ed0d39c2ep-1,
      -0x1.02689cdf5ba27p-2},
     {-0x1.c02619fd9e40cp-2, 0x1.1e88461039d24p+1, 0x1.4bf6d1ccd411cp-1},
     {0x1.ad658ed345f1ap-1, -0x1.d08bff5d7e3eep-1, -0x1.69eeefbd5b17p-1},
     0x1.66d3c9b66d1e1p+0,
     {-0x1.a147272d6e6e8p-1, 0x1.0b1358e08efdfp-1, 0x1.02689cdf5ba29p-2}},
};
// clang-format on

START_TEST(rays_round_as_recorded) {
  const Ray* r = recorded + _i;
  Scene s = load(TEST_SOURCE_DIR "/tests/data/collision/hfield.mjb");
  double n[3], x, size[3] = {.2, .3, 0};
  if (r->type == mjGEOM_HFIELD) {
    mju_copy(s.d->geom_xpos, r->pos, 3);
    mju_copy(s.d->geom_xmat, r->mat, 9);
    x = mj_rayHfield(s.m, s.d, 0, r->pnt, r->vec, n);
  } else {
    x = mju_rayGeom(r->pos, r->mat, size, r->pnt, r->vec, r->type, n);
  }
  ck_assert_double_eq(x, r->x);
  for (int k = 0; k < 3; k++)
    ck_assert_double_eq(n[k], r->normal[k]);
  scene_free(s);
}
END_TEST

START_TEST(a_mesh_cube_is_hit_like_a_box) {
  Scene s = load(TEST_SOURCE_DIR "/tests/data/collision/mesh.mjb");
  const double *pos = s.d->geom_xpos + 6, *mat = s.d->geom_xmat + 18;
  Random r = {2463534242u};
  double size[3] = {.2f, .2f, .2f};
  int hits = 0;
  for (int k = 0; k < 2000; k++) {
    double from[3], to[3], n[3], bn[3];
    for (int i = 0; i < 3; i++) {
      from[i] = pos[i] + uniform(&r, -1, 1);
      to[i] = pos[i] + uniform(&r, -.3, .3) - from[i];
    }
    double x = mj_rayMesh(s.m, s.d, 2, from, to, n);
    double b = mju_rayGeom(pos, mat, size, from, to, mjGEOM_BOX, bn);
    ck_assert_double_eq_tol(x, b, 1e-9);
    if (b < 0)
      continue;
    for (int i = 0; i < 3; i++)
      ck_assert_double_eq_tol(n[i], bn[i], 1e-6);
    hits++;
  }
  ck_assert_int_gt(hits, 500);
  scene_free(s);
}
END_TEST

START_TEST(many_rays_are_as_good_as_one) {
  Scene s = load(TEST_SOURCE_DIR "/tests/data/collision/hfield.mjb");
  enum { N = 500 };
  Random r = {88172645463325252u};
  double from[3] = {.3, -.2, 1.5}, vec[3 * N], dist[N], normal[3 * N];
  int geom[N], hits = 0;
  for (int i = 0; i < 3 * N; i++)
    vec[i] = uniform(&r, -1, 1);
  mj_multiRay(s.m, s.d, from, vec, NULL, 1, -1, geom, dist, normal, N, 100);
  for (int i = 0; i < N; i++) {
    int g;
    double n[3], x = mj_ray(s.m, s.d, from, vec + 3 * i, NULL, 1, -1, &g, n);
    ck_assert_double_eq(dist[i], x);
    ck_assert_int_eq(geom[i], g);
    hits += x >= 0;
  }
  ck_assert_int_gt(hits, 30);
  scene_free(s);
}
END_TEST

START_TEST(a_skin_tells_the_nearest_vertex) {
  float vert[12] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
  int face[12] = {0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3}, vertex = -1;
  double from[3] = {1, .9, .8};
  double x = mju_raySkin(4, 4, face, vert, from, (double[]){-.8, -.7, -.65}, &vertex);
  ck_assert_double_eq_tol(x, .790697674418605, 1e-12);
  ck_assert_int_eq(vertex, 1);
  vertex = 7;
  x = mju_raySkin(4, 4, face, vert, from, (double[]){.8, .7, .65}, &vertex);
  ck_assert_double_eq(x, -1);
  ck_assert_int_eq(vertex, 7);
}
END_TEST

static char message[200];
static void remember(const char* text) { snprintf(message, sizeof message, "%s", text); }

START_TEST(a_geom_of_another_type_is_an_error) {
  Scene s = load(TEST_SOURCE_DIR "/tests/data/collision/mesh.mjb");
  double p[3] = {0, 0, 2}, v[3] = {0, 0, -1};
  mju_user_error = remember;
  ck_assert_double_eq(mj_rayMesh(s.m, s.d, 1, p, v, NULL), -1);
  ck_assert_ptr_nonnull(strstr(message, "mj_rayMesh: geom 1"));
  ck_assert_double_eq(mj_rayHfield(s.m, s.d, 2, p, v, NULL), -1);
  ck_assert_ptr_nonnull(strstr(message, "mj_rayHfield: geom 2"));
  mju_user_error = NULL;
  scene_free(s);
}
END_TEST

int main(void) {
  Suite* suite = suite_create("rays and triangles");
  TCase* tc = tcase_create("all");
  tcase_add_test(tc, hills_are_hit_on_the_slope_at_the_wall_and_at_the_base);
  tcase_add_loop_test(tc, rays_round_as_recorded, 0, sizeof recorded / sizeof recorded[0]);
  tcase_add_test(tc, a_mesh_cube_is_hit_like_a_box);
  tcase_add_test(tc, many_rays_are_as_good_as_one);
  tcase_add_test(tc, a_skin_tells_the_nearest_vertex);
  tcase_add_test(tc, a_geom_of_another_type_is_an_error);
  suite_add_tcase(suite, tc);
  return run_suite(suite);
}
