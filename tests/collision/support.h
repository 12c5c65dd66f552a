// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Shared by the collision and contact suites: models from MJCF, and a pair of geoms whose shapes
// and poses are set at will.

#ifndef TESTS_COLLISION_SUPPORT_H_
#define TESTS_COLLISION_SUPPORT_H_

#include "tests/support.h"

// A model and its data, from what stands between <mujoco> and </mujoco>, with kinematics done.
typedef struct Scene_ {
  mjModel* m;
  mjData* d;
} Scene;

static inline Scene scene_load(const char* body) {
  static char text[60000];
  char error[1000] = "";
  snprintf(text, sizeof text, "<mujoco>%s</mujoco>", body);
  mjSpec* spec = mj_parseXMLString(text, NULL, error, sizeof error);
  ck_assert_msg(spec != NULL, "%s", error);
  Scene s = {mj_compile(spec, NULL), NULL};
  ck_assert_msg(s.m != NULL, "%s", mjs_getError(spec));
  mj_deleteSpec(spec);
  s.d = mj_makeData(s.m);
  ck_assert_ptr_nonnull(s.d);
  mj_kinematics(s.m, s.d);
  mj_comPos(s.m, s.d);
  return s;
}

static inline void scene_free(Scene s) {
  mj_deleteData(s.d);
  mj_deleteModel(s.m);
}

// Two geoms on free bodies; `one` and `two` are attributes.
static inline Scene scene_pair(const char* options, const char* one, const char* two) {
  char text[4000];
  snprintf(text, sizeof text,
           "%s<worldbody><body><freejoint align=\"false\"/><geom mass=\"1\" %s/></body>"
           "<body><freejoint align=\"false\"/><geom mass=\"1\" %s/></body></worldbody>",
           options, one, two);
  return scene_load(text);
}

// Model with a mesh, recorded with the reference from tests/data/collision/mesh.xml: plane (0), box
// (1), mesh cube (2).
static inline Scene scene_mesh(void) {
  Scene s = {mj_loadModel(TEST_SOURCE_DIR "/tests/data/collision/mesh.mjb", NULL), NULL};
  ck_assert_ptr_nonnull(s.m);
  s.d = mj_makeData(s.m);
  mj_kinematics(s.m, s.d);
  return s;
}

// A contact as the specification lists it.
typedef struct Expected_ {
  double dist, pos[3], normal[3];
} Expected;

static inline void expect_contacts(const char* what, const Scene* s, const Expected* e, int n,
                                   double tolerance) {
  ck_assert_msg(s->d->ncon == n, "%s: %d contacts, expected %d", what, s->d->ncon, n);
  for (int i = 0; i < n; i++) {
    const mjContact* c = s->d->contact + i;
    ck_assert_msg(fabs(c->dist - e[i].dist) < tolerance, "%s: dist[%d] is %.15g, expected %.15g",
                  what, i, c->dist, e[i].dist);
    for (int k = 0; k < 3; k++) {
      ck_assert_msg(fabs(c->pos[k] - e[i].pos[k]) < tolerance,
                    "%s: pos[%d][%d] is %.15g, expected %.15g", what, i, k, c->pos[k], e[i].pos[k]);
      ck_assert_msg(fabs(c->frame[k] - e[i].normal[k]) < tolerance,
                    "%s: normal[%d][%d] is %.15g, expected %.15g", what, i, k, c->frame[k],
                    e[i].normal[k]);
    }
  }
}

// ---------------------------------------------------------------- random pairs

typedef struct Random_ {
  uint64_t state;
} Random;

static inline double uniform(Random* r, double lo, double hi) {
  r->state ^= r->state >> 12;
  r->state ^= r->state << 25;
  r->state ^= r->state >> 27;
  return lo + (hi - lo) * (double)((r->state * 2685821657736338717ULL) >> 11) / 9007199254740992.0;
}

static inline void random_rotation(Random* r, double mat[9]) {
  double q[4];
  for (int i = 0; i < 4; i++)
    q[i] = uniform(r, -1, 1);
  mju_normalize4(q);
  mju_quat2Mat(mat, q);
}

static inline double bounding_radius(int type, const double* s) {
  switch (type) {
    case mjGEOM_PLANE: return 0;
    case mjGEOM_SPHERE: return s[0];
    case mjGEOM_CAPSULE: return s[0] + s[1];
    case mjGEOM_ELLIPSOID: return fmax(s[0], fmax(s[1], s[2]));
    case mjGEOM_CYLINDER: return hypot(s[0], s[1]);
    default: return mju_norm3(s);
  }
}

// Give geom g of a pair scene a type and sizes.
static inline void set_shape(Scene* s, int g, int type, const double size[3]) {
  s->m->geom_type[g] = type;
  memcpy(s->m->geom_size + 3 * g, size, 3 * sizeof(double));
  s->m->geom_rbound[g] = bounding_radius(type, size);
}

static const int all_types[] = {mjGEOM_PLANE,     mjGEOM_SPHERE,   mjGEOM_CAPSULE,
                                mjGEOM_ELLIPSOID, mjGEOM_CYLINDER, mjGEOM_BOX};

// Random shapes of the given types at random poses within reach of each other.
static inline void random_pair(Scene* s, Random* r, int type1, int type2) {
  for (int g = 0; g < 2; g++) {
    double size[3] = {uniform(r, .05, .3), uniform(r, .05, .3), uniform(r, .05, .3)};
    set_shape(s, g, g ? type2 : type1, size);
    random_rotation(r, s->d->geom_xmat + 9 * g);
  }
  double dir[3] = {uniform(r, -1, 1), uniform(r, -1, 1), uniform(r, -1, 1)};
  double reach = s->m->geom_rbound[0] + s->m->geom_rbound[1];
  mju_normalize3(dir);
  for (int k = 0; k < 3; k++)
    s->d->geom_xpos[k] = uniform(r, -1, 1);
  mju_addScl3(s->d->geom_xpos + 3, s->d->geom_xpos, dir, reach * uniform(r, .1, 1));
}

static inline int collide_pair(Scene* s, mjContact* con, double margin) {
  return mjCOLLISIONFUNC[s->m->geom_type[0]][s->m->geom_type[1]](s->m, s->d, con, 0, 1, margin);
}

#endif  // TESTS_COLLISION_SUPPORT_H_
