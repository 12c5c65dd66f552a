// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Properties that every pair of shapes has, on random shapes and poses. A few thousand pairs of
// each two types by default;
//
//   check_properties COUNT [TYPES [FIRST]]
//
// takes COUNT pairs of each two types, or only of those named like "capsule-box", and of these from
// pair number FIRST on. Pair k is always the same one. `check_properties 1 capsule-box 1522` looks
// at a single pair and prints its poses if something is wrong.
//
// Shapes have sizes over two magnitudes; some are thin, some needles. They stand any way, or along
// the same axes exactly or nearly; they touch exactly or nearly, overlap a little or deeply, or are
// apart (properties_pairs.c). For all of them, as far as it applies (properties_convex.c, _boxes.c,
// _fields.c, _signed.c):
//
//   - nothing is not-a-number, normals have length 1 and point from the first shape to the second
//   - there are no more contacts than allowed, none beyond the margin, and some where there must be
//   - the distance is right, by support functions that this test has of its own
//   - exchanging the shapes, and moving both together, changes nothing
//   - when one moves a little, the distance changes no more than its points move
//
// What is known to go wrong, in the reference implementation as well, is described and recognised
// where it is met, and counted; how often it may be met is in properties_quotas.c.

#include <stdarg.h>
#include <stdlib.h>
#include <time.h>

#include "properties.h"

static const char* const names[] = {"plane",    "hfield", "sphere", "capsule", "ellipsoid",
                                    "cylinder", "box",    "mesh",   "sdf"};

static long npair = 2000, first_pair = 0;
static const char* only = "";

// ---------------------------------------------------------------- for all of them

static void print_pose(const Pair* p) {
  for (int g = 0; g < 2; g++) {
    const Shape* s = g ? &p->b : &p->a;
    printf("  %s %d size", names[s->type], s->id);
    for (int k = 0; k < 3; k++)
      printf(" %.17g", s->size[k]);
    printf(" pos");
    for (int k = 0; k < 3; k++)
      printf(" %.17g", s->pos[k]);
    printf(" mat");
    for (int k = 0; k < 9; k++)
      printf(" %.17g", s->mat[k]);
    printf("\n");
  }
  printf("  margin %.17g\n", p->margin);
}

void violated(Run* run, const char* text, ...) {
  va_list args;
  if (run->found++ > 0)
    return;
  va_start(args, text);
  vsnprintf(run->first, sizeof run->first, text, args);
  va_end(args);
  if (run->verbose && run->pair)
    print_pose(run->pair);
}

void check_contacts(Run* run, const mjContact* con, int n, double margin) {
  if (n > run->most)
    violated(run, "%d contacts", n);
  for (int i = 0; i < n; i++) {
    double sum = con[i].dist, norm = fc_norm3(con[i].frame);
    for (int k = 0; k < 3; k++)
      sum += con[i].pos[k] + con[i].frame[k];
    if (!isfinite(sum))
      violated(run, "contact %d is not finite", i);
    if (!(fabs(norm - 1) < 1e-9))
      violated(run, "length of normal %d is %g", i, norm);
    if (!(con[i].dist <= margin + 1e-12))
      violated(run, "contact %d at %g, the margin is %g", i, con[i].dist, margin);
  }
}

int same_exchanged(const Run* run, const mjContact* con, int n, int count) {
  const mjContact* other = run->stage.d->contact;
  int same = count == n;
  for (int i = 0; i < n && same; i++) {
    same = other[i].geom[0] == 1 && other[i].dist == con[i].dist &&
           fc_dist3(other[i].pos, con[i].pos) == 0 &&
           fc_dist3(other[i].frame, con[i].frame) < 1e-12;
  }
  return same;
}

const mjContact* deepest(const mjContact* con, int n) {
  const mjContact* c = con;
  for (int i = 1; i < n; i++)
    if (con[i].dist < c->dist)
      c = con + i;
  return c;
}

// ---------------------------------------------------------------- types

// Most contacts: the general convex collider finds one, and more of flat things with multiccd.
static const struct {
  int type1, type2, most;
  Method method;
} pair_types[] = {{mjGEOM_PLANE, mjGEOM_SPHERE, 1, CLOSED_FORM},
                  {mjGEOM_PLANE, mjGEOM_CAPSULE, 2, CLOSED_FORM},
                  {mjGEOM_PLANE, mjGEOM_ELLIPSOID, 1, CLOSED_FORM},
                  {mjGEOM_PLANE, mjGEOM_CYLINDER, 4, CLOSED_FORM},
                  {mjGEOM_PLANE, mjGEOM_BOX, 4, CLOSED_FORM},
                  {mjGEOM_PLANE, mjGEOM_MESH, 3, CLOSED_FORM},
                  {mjGEOM_PLANE, mjGEOM_SDF, 3, CLOSED_FORM},
                  {mjGEOM_HFIELD, mjGEOM_SPHERE, 50, HEIGHT_FIELD},
                  {mjGEOM_HFIELD, mjGEOM_CAPSULE, 50, HEIGHT_FIELD},
                  {mjGEOM_HFIELD, mjGEOM_ELLIPSOID, 50, HEIGHT_FIELD},
                  {mjGEOM_HFIELD, mjGEOM_CYLINDER, 50, HEIGHT_FIELD},
                  {mjGEOM_HFIELD, mjGEOM_BOX, 50, HEIGHT_FIELD},
                  {mjGEOM_HFIELD, mjGEOM_MESH, 50, HEIGHT_FIELD},
                  {mjGEOM_SPHERE, mjGEOM_SPHERE, 1, CLOSED_FORM},
                  {mjGEOM_SPHERE, mjGEOM_CAPSULE, 1, CLOSED_FORM},
                  {mjGEOM_SPHERE, mjGEOM_ELLIPSOID, 1, CONVEX},
                  {mjGEOM_SPHERE, mjGEOM_CYLINDER, 1, CLOSED_FORM},
                  {mjGEOM_SPHERE, mjGEOM_BOX, 1, CLOSED_FORM},
                  {mjGEOM_SPHERE, mjGEOM_MESH, 1, CONVEX},
                  {mjGEOM_SPHERE, mjGEOM_SDF, 50, SIGNED_FIELD},
                  {mjGEOM_CAPSULE, mjGEOM_CAPSULE, 2, CLOSED_FORM},
                  {mjGEOM_CAPSULE, mjGEOM_ELLIPSOID, 1, CONVEX},
                  {mjGEOM_CAPSULE, mjGEOM_CYLINDER, 5, CONVEX},
                  {mjGEOM_CAPSULE, mjGEOM_BOX, 2, CLOSED_FORM},
                  {mjGEOM_CAPSULE, mjGEOM_MESH, 5, CONVEX},
                  {mjGEOM_CAPSULE, mjGEOM_SDF, 50, SIGNED_FIELD},
                  {mjGEOM_ELLIPSOID, mjGEOM_ELLIPSOID, 1, CONVEX},
                  {mjGEOM_ELLIPSOID, mjGEOM_CYLINDER, 1, CONVEX},
                  {mjGEOM_ELLIPSOID, mjGEOM_BOX, 1, CONVEX},
                  {mjGEOM_ELLIPSOID, mjGEOM_MESH, 1, CONVEX},
                  {mjGEOM_ELLIPSOID, mjGEOM_SDF, 50, SIGNED_FIELD},
                  {mjGEOM_CYLINDER, mjGEOM_CYLINDER, 5, CONVEX},
                  {mjGEOM_CYLINDER, mjGEOM_BOX, 5, CONVEX},
                  {mjGEOM_CYLINDER, mjGEOM_MESH, 5, CONVEX},
                  {mjGEOM_CYLINDER, mjGEOM_SDF, 50, SIGNED_FIELD},
                  {mjGEOM_BOX, mjGEOM_BOX, 24, TWO_BOXES},
                  {mjGEOM_BOX, mjGEOM_MESH, 5, CONVEX},
                  {mjGEOM_BOX, mjGEOM_SDF, 50, SIGNED_FIELD},
                  {mjGEOM_MESH, mjGEOM_MESH, 5, CONVEX},
                  {mjGEOM_MESH, mjGEOM_SDF, 50, SIGNED_FIELD},
                  {mjGEOM_SDF, mjGEOM_SDF, 50, SIGNED_FIELD}};

static void check_number(Run* run, long number) {
  uint64_t types = (uint64_t)(16 * run->type1 + run->type2);
  uint64_t seed = 0x9E3779B97F4A7C15ULL * (uint64_t)(1 + number) + types;
  Random r = {seed ^ (seed >> 31) ^ 88172645463325252ULL};
  for (int i = 0; i < 4; i++)
    uniform(&r, 0, 1);
  run->number = number;
  run->pair = NULL;
  run->found = 0;
  switch (run->method) {
    case TWO_BOXES: check_box_pair(run, &r); break;
    case HEIGHT_FIELD: check_field_pair(run, &r); break;
    case SIGNED_FIELD: check_signed_pair(run, &r); break;
    default: check_convex_pair(run, &r);
  }
  if (run->found && (run->violations++ < 8 || run->verbose))
    printf("%s-%s %ld: %s\n", names[run->type1], names[run->type2], number, run->first);
}

static void report(const Run* run, const char* name, double seconds) {
  printf("%-20s %ld pairs, %ld touching, %ld violations, %.0f pairs/s", name, npair, run->touching,
         run->violations, npair / seconds);
  for (int k = 0; k < NKNOWN; k++)
    if (run->known[k])
      printf(", %ld %s", run->known[k], name_of_known((Known)k));
  printf("\n");
}

// Every two types are a test of their own.
START_TEST(a_pair_keeps_its_properties) {
  char name[40];
  Run run = {.type1 = pair_types[_i].type1,
             .type2 = pair_types[_i].type2,
             .most = pair_types[_i].most,
             .method = pair_types[_i].method,
             .verbose = npair == 1};
  snprintf(name, sizeof name, "%s-%s", names[run.type1], names[run.type2]);
  if (*only && strcmp(only, name) != 0)
    return;
  run.stage = stage_make();
  clock_t begin = clock();
  for (long k = 0; k < npair; k++) {
    run.thorough = npair <= 100000 || k % 16 == 0;
    check_number(&run, first_pair + k);
  }
  report(&run, name, (double)(clock() - begin) / CLOCKS_PER_SEC);
  ck_assert_msg(!run.violations, "%s: %ld violations", name, run.violations);
  if (npair >= 1000)
    ck_assert_msg(run.touching > npair / 4, "%s: only %ld pairs touch", name, run.touching);
  for (int k = 0; k < NKNOWN; k++) {
    double most = quota_of(run.type1, run.type2, (Known)k, npair);
    ck_assert_msg((double)run.known[k] <= most, "%s: %s too often, %ld times, at most %.0f", name,
                  name_of_known((Known)k), run.known[k], most);
  }
  stage_free(&run.stage);
}
END_TEST

int main(int argc, char** argv) {
  if (argc > 1)
    npair = strtol(argv[1], NULL, 10);
  if (argc > 2)
    only = argv[2];
  if (argc > 3)
    first_pair = strtol(argv[3], NULL, 10);
  if (npair < 1 || first_pair < 0) {
    fprintf(stderr, "usage: check_properties [COUNT [TYPES [FIRST]]]\n");
    return 2;
  }
  setvbuf(stdout, NULL, _IOLBF, 0);
  Suite* suite = suite_create("collision properties");
  TCase* tc = tcase_create("all");
  tcase_set_timeout(tc, argc > 1 ? 0 : 120);
  tcase_add_loop_test(tc, a_pair_keeps_its_properties, 0,
                      (int)(sizeof pair_types / sizeof *pair_types));
  suite_add_tcase(suite, tc);
  return run_suite(suite);
}
