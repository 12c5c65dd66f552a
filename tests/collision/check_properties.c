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
// where it is met, and counted; here is how often it may be met.

#include <stdarg.h>
#include <stdlib.h>
#include <time.h>

#include "properties.h"

static const char* const names[] = {"plane",    "hfield", "sphere", "capsule", "ellipsoid",
                                    "cylinder", "box",    "mesh",   "sdf"};

// Names, and largest numbers per pair: a quarter to a half more than the worst type pair has in
// 20000, twice and more where that is less than one in a hundred. Nearly all contacts of boxes and
// meshes on height fields are PRISM_CORNERS: 4.2 of 5.3 in two poses, and all if depths were wrong.
static const struct {
  const char* name;
  double most;
} knowns[NKNOWN] = {[TOUCHING] = {"touching", .2},
                    [WRONG_START] = {"wrong start", .01},
                    [FLAT_TETRAHEDRON] = {"flat tetrahedron", .1},
                    [LOST_WITNESS] = {"lost witness", .07},
                    [BESIDE_FACES] = {"beside faces", .008},
                    [EARLY_STOP] = {"early stop", .0015},
                    [PRISM_CORNERS] = {"prism corners", 4.7},
                    [MISSING_PRISM] = {"missing prism", .0005},
                    [OUT_OF_ITERATIONS] = {"out of iterations", 1.7},
                    [PARALLEL_CAPSULES] = {"parallel capsules", .11},
                    [AXIS_IN_BOX] = {"axis in box", .2},
                    [AXIS_LOST_IN_BOX] = {"axis lost in box", .001},
                    [CAPSULE_FAR_FROM_BOX] = {"capsule far from box", .001},
                    [TINY] = {"tiny", .001},
                    [UPRIGHT_CYLINDER] = {"upright cylinder", .0001},
                    [EDGE_DEPTH] = {"edge depth", .16},
                    [CULLED] = {"culled", .015},
                    [ALL_CULLED] = {"all culled", .018},
                    [ANOTHER_COUNT] = {"another count", .03},
                    [ANOTHER_DESCENT] = {"another descent", .011},
                    [ANOTHER_DESCENT_IN_BOX] = {"another descent in a box", .28},
                    [NO_NORMAL] = {"no normal", .005},
                    [LOST_DESCENT] = {"lost descent", .04},
                    [LEGACY_MISSED] = {"legacy missed", .00002},
                    [ISOLATED] = {"isolated", .0001}};

// Other frames in which a pair with violations is looked at again.
enum { FRAMES = 20 };

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

void enter_frame(const Run* run, Pair* p) {
  Random r = {0x9E3779B97F4A7C15ULL * (uint64_t)(run->frame + 1)};
  if (run->frame == 0)
    return;
  for (int i = 0; i < 4; i++)
    uniform(&r, 0, 1);
  rigid_motion(p, &r);
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
  for (int i = 1; i < n; i++) {
    if (con[i].dist < c->dist)
      c = con + i;
  }
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

static void check_in_frame(Run* run, long number, int frame) {
  uint64_t types = (uint64_t)(16 * run->type1 + run->type2);
  uint64_t seed = 0x9E3779B97F4A7C15ULL * (uint64_t)(1 + number) + types;
  Random r = {seed ^ (seed >> 31) ^ 88172645463325252ULL};
  for (int i = 0; i < 4; i++)
    uniform(&r, 0, 1);
  run->number = number;
  run->frame = frame;
  run->pair = NULL;
  run->found = 0;
  switch (run->method) {
    case TWO_BOXES: check_box_pair(run, &r); break;
    case HEIGHT_FIELD: check_field_pair(run, &r); break;
    case SIGNED_FIELD: check_signed_pair(run, &r); break;
    default: check_convex_pair(run, &r);
  }
}

// Where one number is zero but for rounding, a search may end in a simplex or polytope without
// volume, and its answer be anything. Moved as a whole, such a pair is rounded otherwise and
// answered well in half of the frames or more. A wrong formula would be wrong in all of them.
static int is_isolated(const Run* run, long number) {
  int good = 0;
  for (int frame = 1; frame <= FRAMES; frame++) {
    Run other = *run;
    other.verbose = 0;
    check_in_frame(&other, number, frame);
    good += !other.found;
  }
  return 2 * good >= FRAMES;
}

static void check_number(Run* run, long number) {
  check_in_frame(run, number, 0);
  if (run->found == 0)
    return;
  if (is_isolated(run, number)) {
    run->known[ISOLATED]++;
  } else if (run->violations++ < 8 || run->verbose) {
    printf("%s-%s %ld: %s\n", names[run->type1], names[run->type2], number, run->first);
  }
}

static void report(const Run* run, const char* name, double seconds) {
  printf("%-20s %ld pairs, %ld touching, %ld violations, %.0f pairs/s", name, npair, run->touching,
         run->violations, npair / seconds);
  for (int k = 0; k < NKNOWN; k++) {
    if (run->known[k])
      printf(", %ld %s", run->known[k], knowns[k].name);
  }
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
  if (npair >= 1000) {
    ck_assert_msg(run.touching > npair / 4, "%s: only %ld pairs touch", name, run.touching);
    for (int k = 0; k < NKNOWN; k++) {
      ck_assert_msg((double)run.known[k] <= 3 + knowns[k].most * (double)npair,
                    "%s: %s too often, %ld times", name, knowns[k].name, run.known[k]);
    }
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
