// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Rays against flexes: their edges, vertices, faces and skin, with answers of the reference
// (mj_rayFlex on tests/data/collision/flex.xml after mj_fwdPosition).

#include "tests/collision/flex_scene.h"

enum { VERTICES = 1, EDGES = 2, FACES = 4, SKIN = 8 };

typedef struct Ray_ {
  const char* flex;
  int flags, layer;
  mjtNum from[3], along[3];  // from the first vertex of the flex
  mjtNum x;
  int vertex;
  mjtNum normal[3];
} Ray;

// clang-format off
static const Ray rays[] = {
    {"shell_sphere", 1, 0, {0.31, 0.005, 1}, {0, 0, -0.5}, 1.9668337520964445, 1,
     {0.49999999999998551, 0.2499999999999872, 0.8291561975888625}},
    {"shell_sphere", 2, 0, {0.2, 0.1, 1}, {0, 0, -1}, 0.98000000000000109, 1,
     {8.3266726846886741e-15, 7.9380946260698693e-15, 1}},
    {"shell_sphere", 4, 0, {0.1, 0.12, 1}, {0.01, 0, -1}, 1, 0, {0, 0, 1}},
    {"shell_sphere", 8, 0, {0.15, 0.16, 0.5}, {0.02, 0.01, -1}, 0.49026562054217993, 2,
     {0.61769921540663064, 0.61769921540663086, 0.48671897289099553}},
    {"shell_sphere", 15, 0, {2, 0.1, 0.01}, {-1, 0, 0}, 1.6811119943679371, 1,
     {0.94440028160304601, 0.054054054054048846, -0.32432432432429298}},
    {"cable_box", 2, 0, {0.1, 0.5, 0}, {0, -1, 0.01}, 0.480585991901753, 0,
     {-5.3355763352163349e-17, 0.97070040491232645, 0.24029299595087122}},
    {"cable_box", 4, 0, {0.1, 0.5, 0}, {0, -1, 0}, -1, -1, {0, 0, 0}},
    {"cable_box", 1, 0, {0.3, 0.5, 0}, {0, -1, 0}, 0.4799999999999997, 1, {0, 1, 0}},
    {"solid_box", 4, 0, {0.05, 0.06, 1}, {0, 0, -1}, 0.71499999999999697, 3,
     {-0.63960214906683222, -0.63960214906683077, -0.42640143271122027}},
    {"solid_box", 4, 1, {0.05, 0.06, 1}, {0, 0, -1}, -1, -1, {0, 0, 0}},
    {"solid_box", 8, 1, {0.06, 0.06, 1}, {0.01, 0, -2}, 0.33753907183300347, 3,
     {0.44584635727763366, 0.33333333333324044, 0.83072854446637123}},
    {"solid_box", 1, 0, {0.31, 0, 1}, {0, 0, -1}, 0.97171572875253764, 1, {0.33333333333332882,
     0, 0.94280904158206491}},
};
// clang-format on

static mjtNum cast(const Scene* s, const Ray* ray, int flags, int* vertex, mjtNum normal[3]) {
  const int flex = flex_named(s->m, ray->flex);
  mjtNum from[3];
  mju_add3(from, ray->from, s->d->flexvert_xpos + 3 * s->m->flex_vertadr[flex]);
  return mj_rayFlex(s->m, s->d, ray->layer, !!(flags & VERTICES), !!(flags & EDGES),
                    !!(flags & FACES), !!(flags & SKIN), flex, from, ray->along, vertex, normal);
}

START_TEST(hits_are_those_of_the_reference) {
  const Scene s = scene_flex(0);
  for (size_t i = 0; i < sizeof rays / sizeof rays[0]; i++) {
    const Ray* ray = rays + i;
    int vertex = -1;
    mjtNum normal[3] = {7, 7, 7};
    ck_assert_double_eq_tol(cast(&s, ray, ray->flags, &vertex, normal), ray->x, 1e-12);
    ck_assert_int_eq(vertex, ray->vertex);
    for (int k = 0; k < 3; k++)
      ck_assert_double_eq_tol(normal[k], ray->normal[k], 1e-12);
    ck_assert(cast(&s, ray, ray->flags, NULL, NULL) == cast(&s, ray, ray->flags, &vertex, normal));
  }
  scene_free(s);
}
END_TEST

START_TEST(nothing_asked_for_is_nothing_hit) {
  const Scene s = scene_flex(0);
  for (size_t i = 0; i < sizeof rays / sizeof rays[0]; i++) {
    int vertex = -3;
    mjtNum normal[3];
    ck_assert(cast(&s, rays + i, 0, &vertex, normal) == -1);
    ck_assert_int_eq(vertex, -3);
    ck_assert(normal[0] == 0 && normal[1] == 0 && normal[2] == 0);
  }
  scene_free(s);
}
END_TEST

// Rays at everything never see a flex: it takes the function of its own.
START_TEST(rays_at_geoms_pass_through_flexes) {
  const Scene s = scene_flex(0);
  const int flex = flex_named(s.m, "cross_shell");
  mjtNum from[3], down[3] = {0, 0, -1}, normal[3];
  mju_copy3(from, s.d->flexvert_xpos + 3 * s.m->flex_vertadr[flex]);
  from[0] += 0.1;
  from[1] += 0.1;
  from[2] += 1;
  int geom = -2, vertex = -1;
  ck_assert_double_lt(mj_rayFlex(s.m, s.d, 0, 0, 0, 1, 0, flex, from, down, &vertex, normal), 1.1);
  ck_assert_int_ge(vertex, 0);
  const mjtNum x = mj_ray(s.m, s.d, from, down, NULL, 1, -1, &geom, NULL);
  ck_assert(geom < 0 || s.m->geom_type[geom] == mjGEOM_PLANE);
  ck_assert(x < 0 || fabs(x - from[2]) < 1e-12);
  scene_free(s);
}
END_TEST

int main(void) {
  Suite* suite = suite_create("query/ray_flex");
  TCase* tcase = tcase_create("all");
  tcase_add_test(tcase, hits_are_those_of_the_reference);
  tcase_add_test(tcase, nothing_asked_for_is_nothing_hit);
  tcase_add_test(tcase, rays_at_geoms_pass_through_flexes);
  suite_add_tcase(suite, tcase);
  return run_suite(suite);
}
