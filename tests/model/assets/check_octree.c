// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Octrees of meshes, contacts of fields and trees of faces, against numbers recorded from the
// reference. Long arrays are compared by sums in which neighbouring entries have different weights.
// Gradient descent turns the last bit of an octree into another contact, so the sums of the
// contacts are equal only when everything before them is.

#include "support.h"

// Meshes of the suite: corners and, where the hull will not do, faces.
#define BLOCK                                                                   \
  "vertex='.3 .2 .1  -.3 .2 .1  .3 -.2 .12  -.3 -.2 .1  .3 .2 -.1 -.35 .2 -.1 " \
  ".3 -.2 -.1 -.3 -.25 -.1'"
#define TETRAHEDRON "vertex='0 0 0 1 0 0 0 .8 0 .1 .1 .7'"

// A square pyramid whose base has a corner in the middle of an edge: the face 3 4 5 has no area,
// and faces on both sides of every median share their centres' coordinates.
#define SPLIT                                               \
  "vertex='0 0 1  1 1 0  -1 1 0  -1 -1 0  1 -1 0  0 -1 0' " \
  "face='0 1 2 0 2 3 0 3 5 0 5 4 0 4 1 3 4 5 1 4 2 4 3 2' inertia='exact'"

// A number that notices when one entry changes or two change places.
static double weighted(const double* x, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += x[i] * (1 + (i * 37) % 101);
  return sum;
}

static long long weighted_int(const int* x, int n) {
  long long sum = 0;
  for (int i = 0; i < n; i++)
    sum += (long long)x[i] * (1 + (i * 37) % 101);
  return sum;
}

// 20 poses of two free bodies: contacts, and sums over their distances, positions and normals.
typedef struct ContactSums_ {
  int n;
  double dist, pos, normal;
} ContactSums;

static ContactSums contact_sums(const mjModel* m, mjData* d) {
  ContactSums sums = {0, 0, 0, 0};
  for (int k = 0; k < 20; k++) {
    for (int i = 0; i < 14; i++) {
      double u = (29 * i + 53 * k + 11) % 97 / 48. - 1;
      d->qpos[i] = i >= 7 && i < 10 ? u / 4 : u;
    }
    mju_zero(d->qpos, 3);
    mju_normalize4(d->qpos + 3);
    mju_normalize4(d->qpos + 10);
    mj_kinematics(m, d);
    mj_comPos(m, d);
    mj_collision(m, d);
    for (int i = 0; i < d->ncon; i++) {
      sums.dist += d->contact[i].dist;
      sums.pos += weighted(d->contact[i].pos, 3);
      sums.normal += weighted(d->contact[i].frame, 3);
    }
    sums.n += d->ncon;
  }
  return sums;
}

static void near_sum(const char* what, double value, double expected) {
  ck_assert_msg(fabs(value - expected) <= 1e-12 * (1 + fabs(expected)), "%s: %.17g, expected %.17g",
                what, value, expected);
}

// ---------------------------------------------------------------- octrees

typedef struct ExpectedTree_ {
  const char* mesh;
  int n, deepest;
  long long depth, child;
  double box, value;
} ExpectedTree;

static const ExpectedTree trees[] = {
    {BLOCK, 59065, 6, 16716950, 88957502236, 53147.057487599508, 5880.5126890842348},
    {TETRAHEDRON, 29257, 6, 8276814, 21825736921, 58984.275914634418, 134359.40549792894},
    {"builtin='wedge' params='9 9 60 60 .1'", 49513, 6, 14064905, 62522438056, 93274.259125253797,
     103333.38430434238},
    {"builtin='sphere' params='1'", 44873, 6, 12726911, 51334836980, 185420.45156250833,
     253842.28254986525},
    {"builtin='cone' params='7 .4'", 43913, 6, 12453276, 49198839800, 245209.04163078335,
     186360.24540166275},
};

START_TEST(octrees_are_those_of_the_reference) {
  const ExpectedTree* e = trees + _i;
  char body[1000], error[1000];
  Bytes none = {.n = 0};
  snprintf(body, sizeof body,
           "<asset><mesh name='k' %s/></asset><worldbody><geom type='sdf' mesh='k'/></worldbody>",
           e->mesh);
  mjModel* m = compile_with(body, "none", &none, error);
  ck_assert_msg(m != NULL, "%s", error);
  ck_assert_int_eq(m->noct, e->n);
  ck_assert_int_eq(m->mesh_octnum[0], e->n);
  int deepest = 0;
  for (int i = 0; i < m->noct; i++)
    deepest = deepest > m->oct_depth[i] ? deepest : m->oct_depth[i];
  ck_assert_int_eq(deepest, e->deepest);
  ck_assert_int_eq(weighted_int(m->oct_depth, m->noct), e->depth);
  ck_assert_int_eq(weighted_int(m->oct_child, 8 * m->noct), e->child);
  near_sum("boxes", weighted(m->oct_aabb, 6 * m->noct), e->box);
  near_sum("values", weighted(m->oct_coeff, 8 * m->noct), e->value);
  mj_deleteModel(m);
}
END_TEST

// ---------------------------------------------------------------- contacts

typedef struct ExpectedContacts_ {
  const char* geom;
  ContactSums sums;
} ExpectedContacts;

static const ExpectedContacts pairs[] = {
    {"size='.2'", {315, -6.8101009099580745, -348.55054448259631, -2431.0708615523836}},
    {"type='capsule' size='.1 .2'",
     {323, -13.018863769123438, -60.40716752077968, -1936.4117666360989}},
    {"type='ellipsoid' size='.1 .2 .3'",
     {315, -14.166108407327577, -372.52410813348177, -5218.4491029460851}},
    {"type='cylinder' size='.1 .2'",
     {323, -10.99289430939182, -226.39720265119888, -4019.5055117500337}},
    {"type='box' size='.1 .2 .3'",
     {323, -13.181159839722923, -388.77209982066387, -4553.4893860673164}},
    {"type='mesh' mesh='k'", {94, -5.7947978843754493, -13.586094344412041, 571.15084032639675}},
    {"type='sdf' mesh='k'", {347, -9.799070033252697, -709.95355533179452, -1699.6388312860313}},
};

START_TEST(contacts_of_fields_are_those_of_the_reference) {
  const ExpectedContacts* e = pairs + _i;
  char body[2000], error[1000];
  Bytes none = {.n = 0};
  snprintf(body, sizeof body,
           "<option sdf_initpoints='20'/><asset><mesh name='k' %s/></asset><worldbody>"
           "<body><freejoint/><geom %s/></body>"
           "<body><freejoint/><geom type='sdf' mesh='k'/></body></worldbody>",
           BLOCK, e->geom);
  mjModel* m = compile_with(body, "none", &none, error);
  ck_assert_msg(m != NULL, "%s", error);
  mjData* d = mj_makeData(m);
  ContactSums sums = contact_sums(m, d);
  ck_assert_int_eq(sums.n, e->sums.n);
  near_sum("distances", sums.dist, e->sums.dist);
  near_sum("positions", sums.pos, e->sums.pos);
  near_sum("normals", sums.normal, e->sums.normal);
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

// ---------------------------------------------------------------- trees of faces

// Faces with the same centre coordinate are ordered in the reference's way, a face without area
// like any other.
START_TEST(ties_between_faces_are_broken_as_in_the_reference) {
  static const int child[] = {1,  8, 2,  5,  3,  4,  -1, -1, -1, -1, 6,  7,  -1, -1, -1,
                              -1, 9, 12, 10, 11, -1, -1, -1, -1, 13, 14, -1, -1, -1, -1};
  static const int face[] = {-1, -1, -1, 4, 3, -1, 0, 6, -1, -1, 5, 7, -1, 1, 2};
  char error[1000];
  Bytes none = {.n = 0};
  mjModel* m = compile_with("<asset><mesh name='k' " SPLIT
                            "/></asset><worldbody><geom type='mesh' mesh='k'/></worldbody>",
                            "none", &none, error);
  ck_assert_msg(m != NULL, "%s", error);
  int adr = m->mesh_bvhadr[0], n = m->mesh_bvhnum[0];
  ck_assert_int_eq(n, sizeof face / sizeof *face);
  ck_assert_mem_eq(m->bvh_child + 2 * adr, child, sizeof child);
  ck_assert_mem_eq(m->bvh_nodeid + adr, face, sizeof face);
  near_sum("boxes", weighted(m->bvh_aabb + 6 * adr, 6 * n), 1523.5000000000066);
  mj_deleteModel(m);
}
END_TEST

int main(void) {
  Suite* suite = suite_create("octree");
  TCase* t = tcase_create("octree");
  tcase_set_timeout(t, 120);
  tcase_add_loop_test(t, octrees_are_those_of_the_reference, 0, sizeof trees / sizeof *trees);
  tcase_add_loop_test(t, contacts_of_fields_are_those_of_the_reference, 0,
                      sizeof pairs / sizeof *pairs);
  tcase_add_test(t, ties_between_faces_are_broken_as_in_the_reference);
  suite_add_tcase(suite, t);
  return run_suite(suite);
}
