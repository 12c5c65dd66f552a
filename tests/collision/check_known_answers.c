// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The tables of known_answers.h: every answer is the one that is listed, and wrong in the way that
// is listed. What would be right is measured with the support functions of properties_shapes.c.

#include "known_answers.h"

#define SAME 1e-8     // of distances; normals are compared to a hundred times that
#define IDEAL 2e-6    // accuracy of the search for the widest gap
#define CLEARLY 1e-6  // least difference of a wrong distance from the right one
#define FAR_AWAY 1e3

static Stage stage;

typedef struct Found_ {
  int n;
  double dist, normal[3], from[3], to[3];
} Found;

static Shape shape_of(const Body* body) {
  Shape s = {.type = body->type, .id = body->id};
  double quat[4] = {body->quat[0], body->quat[1], body->quat[2], body->quat[3]};
  memcpy(s.size, body->size, sizeof s.size);
  memcpy(s.pos, body->pos, sizeof s.pos);
  mju_normalize4(quat);
  mju_quat2Mat(s.mat, quat);
  s.radius = bounding_radius(s.type, s.size);
  if (s.type == mjGEOM_HFIELD) {
    memcpy(s.size, stage.m->hfield_size + 4 * s.id, sizeof s.size);
    s.radius = fc_norm3(s.size);
  } else if (s.type == mjGEOM_MESH || s.type == mjGEOM_SDF) {
    s.hull = stage.hull + s.id;
    for (int i = 0; i < 3 * s.hull->nvert; i++)
      s.size[i % 3] = fmax(s.size[i % 3], fabs(s.hull->vert[i]));
    s.radius = fc_norm3(s.size);
  }
  return s;
}

static Found find(const Answer* e, const Shape* a, const Shape* b) {
  static mjContact con[mjMAXCONPAIR];
  Found f = {.n = 0};
  if (e->ask == DISTANCE) {
    double segment[6];
    stage_put(&stage, 0, a);
    stage_put(&stage, 1, b);
    f.dist = mj_geomDistance(stage.m, stage.d, 0, 1, FAR_AWAY, segment);
    fc_copy3(f.from, segment);
    fc_copy3(f.to, segment + 3);
    fc_sub3(f.normal, f.to, f.from);
    fc_normalize3(f.normal);
    return f;
  }
  int starts = stage.m->opt.sdf_initpoints;
  stage.m->opt.sdf_initpoints = e->ask == FIRST_DESCENT ? 1 : starts;
  f.n = stage_collide(&stage, a, b, e->margin, con);
  stage.m->opt.sdf_initpoints = starts;
  const mjContact* c = con;
  for (int i = 1; i < f.n; i++)
    if (con[i].dist < c->dist)
      c = con + i;
  if (f.n) {
    f.dist = c->dist;
    fc_copy3(f.normal, c->frame);
    fc_addScl3(f.from, c->pos, c->frame, -c->dist / 2);
    fc_addScl3(f.to, c->pos, c->frame, c->dist / 2);
  }
  return f;
}

// Signed distance of two convex shapes: the widest gap from many directions uphill.
static double right_distance(const Shape* a, const Shape* b, const double hint[3]) {
  Random r = {987654321987654321ULL};
  double widest = -1e30, dir[3];
  fc_sub3(dir, b->pos, a->pos);
  for (int k = 0; k < 24; k++) {
    if (k == 1 && fc_norm3(hint) > 0.5) {
      fc_copy3(dir, hint);
    } else if (k > 1 && k < 14) {
      const Shape* s = k & 1 ? a : b;
      for (int i = 0; i < 3; i++)
        dir[i] = (k < 8 ? 1 : -1) * s->mat[3 * i + k / 2 % 3];
    } else if (k > 0) {
      random_unit(&r, dir);
    }
    if (fc_norm3(dir) > 1e-9)
      widest = fmax(widest, widest_gap(a, b, dir, 100, &r));
  }
  return widest;
}

// Farthest that one of the points is outside of its shape.
static double outside(const Found* f, const Shape* a, const Shape* b) {
  return fmax(shape_excess(a, f->from), shape_excess(b, f->to));
}

static double gap_against(const Shape* a, const Shape* b, const double dir[3]) {
  double back[3];
  fc_scl3(back, dir, -1);
  return shape_gap(a, b, back);
}

// The same answer with both shapes turned about the origin is another one.
static void check_moved(const Answer* e, const Found* f, Shape a, Shape b) {
  double quat[4] = {e->moved[0], e->moved[1], e->moved[2], e->moved[3]};
  double turn[9], normal[3], zero[3] = {0};
  mju_normalize4(quat);
  mju_quat2Mat(turn, quat);
  fc_mulMatVec3(normal, turn, f->normal);
  shape_move(&a, turn, zero);
  shape_move(&b, turn, zero);
  Found g = find(e, &a, &b);
  ck_assert_msg(g.n == e->moved_n, "%s: moved: %d contacts", e->what, g.n);
  ck_assert_msg(fabs(g.dist - e->ideal) < SAME, "%s: moved: distance %.12g", e->what, g.dist);
  ck_assert_msg(g.n != f->n || fabs(g.dist - f->dist) > CLEARLY || fc_dist3(g.normal, normal) > .1,
                "%s: moved: nothing changes", e->what);
}

static void check_fault(const Answer* e, const Found* f, const Shape* a, const Shape* b) {
  if (e->fault == OTHER_MOVED) {
    check_moved(e, f, *a, *b);
    return;
  }
  Shape shape = *a;
  if (a->type == mjGEOM_HFIELD) {
    shape.type = mjGEOM_MESH;
    shape.hull = stage.prism[a->id] + e->prism;
  }
  double ideal = right_distance(&shape, b, f->normal), error = f->dist - e->ideal;
  ck_assert_msg(fabs(ideal - e->ideal) < IDEAL, "%s: the right distance is %.9g", e->what, ideal);
  int wrong = 0;
  switch (e->fault) {
    case TOO_DEEP: wrong = error < -CLEARLY; break;
    case TOO_SHALLOW: wrong = error > CLEARLY; break;
    case NO_CONTACT: wrong = f->n == 0 && ideal < e->margin - CLEARLY; break;
    case WITNESS_OUTSIDE: wrong = fabs(error) < IDEAL && outside(f, &shape, b) > 1e-3; break;
    case WITNESS_APART:
      wrong = fabs(error) < IDEAL && fabs(fc_dist3(f->from, f->to) - fabs(f->dist)) > 1e-3;
      break;
    default: wrong = shape_gap(a, b, f->normal) < gap_against(a, b, f->normal);
  }
  ck_assert_msg(wrong, "%s: the answer is right", e->what);
}

static void check_answer(const Answer* e) {
  Shape a = shape_of(&e->a), b = shape_of(&e->b);
  Found f = find(e, &a, &b);
  ck_assert_msg(f.n == e->n, "%s: %d contacts", e->what, f.n);
  ck_assert_msg(fabs(f.dist - e->dist) < SAME, "%s: distance %.12g", e->what, f.dist);
  ck_assert_msg(fc_dist3(f.normal, e->normal) < 100 * SAME, "%s: normal %.9g %.9g %.9g", e->what,
                f.normal[0], f.normal[1], f.normal[2]);
  check_fault(e, &f, &a, &b);
}

START_TEST(convex_answers_are_known) { check_answer(convex_answers + _i); }
END_TEST

START_TEST(answers_of_closed_forms_are_known) { check_answer(form_answers + _i); }
END_TEST

START_TEST(answers_of_fields_are_known) { check_answer(field_answers + _i); }
END_TEST

static void make_stage(void) { stage = stage_make(); }

static void free_stage(void) { stage_free(&stage); }

int main(void) {
  Suite* suite = suite_create("known answers");
  TCase* tc = tcase_create("poses");
  tcase_add_unchecked_fixture(tc, make_stage, free_stage);
  tcase_add_loop_test(tc, convex_answers_are_known, 0, nconvex_answer);
  tcase_add_loop_test(tc, answers_of_closed_forms_are_known, 0, nform_answer);
  tcase_add_loop_test(tc, answers_of_fields_are_known, 0, nfield_answer);
  suite_add_tcase(suite, tc);
  return run_suite(suite);
}
