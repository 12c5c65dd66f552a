// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Fuzz target: the bytes are numbers of a mesh that is made with the programming interface, so that
// every input is a mesh and none is lost on syntax. Bytes, in this order (0 when there is no more):
//   way of inertia; switches; type of geom; shape, 0 to 7: vertices and faces, else generated;
//   then the numbers of vertices, faces, normals and texture coordinates and the largest number of
//   vertices of the hull, and what these arrays contain, a byte per number.
// The last bytes of the table of coordinates stand for what is hard on geometry.

#include <float.h>
#include <math.h>
#include <stdlib.h>

#include "fuzz.h"

enum { MOST = 255, PARAMETERS = 6 };

enum { SMOOTH = 1, SIGNED_DISTANCES = 2, SCALE = 4, REFERENCE = 8, NORMALS = 16, TEXTURED = 32 };

typedef struct Bytes_ {
  const uint8_t *next, *end;
} Bytes;

static int take(Bytes* b) { return b->next < b->end ? *b->next++ : 0; }

// grid of small numbers around 0, and what is hard
static float coordinate(int byte) {
  static const float hard[] = {NAN,    INFINITY, -INFINITY, FLT_MAX, -FLT_MAX, FLT_MIN,
                               1e-30f, 1e-8f,    -1e-8f,    1e10f,   -1e10f,   1e20f,
                               0.1f,   -0.0f,    1e-20f,    1e5f};
  int n = sizeof hard / sizeof hard[0], first = MOST + 1 - n;
  return byte >= first ? hard[byte - first] : (float)(byte - first / 2) / 16;
}

static void set_floats(Bytes* b, mjFloatVec* to, int n) {
  float value[3 * MOST];
  for (int i = 0; i < n; i++)
    value[i] = coordinate(take(b));
  mjs_setFloat(to, value, n);
}

// indices, one more than there are on both sides
static void set_ints(Bytes* b, mjIntVec* to, int n, int below) {
  int value[3 * MOST];
  for (int i = 0; i < n; i++) {
    value[i] = take(b) % (below + 2);
    value[i] = value[i] == below + 1 ? -1 : value[i];
  }
  mjs_setInt(to, value, n);
}

static void fill(Bytes* b, mjsMesh* mesh, int switches) {
  int nvert = take(b), nface = take(b), nnormal = take(b), ntexcoord = take(b);
  mesh->maxhullvert = take(b) - 1;
  set_floats(b, mesh->uservert, 3 * nvert);
  set_ints(b, mesh->userface, 3 * nface, nvert);
  if (switches & NORMALS) {
    set_floats(b, mesh->usernormal, 3 * nnormal);
    set_ints(b, mesh->userfacenormal, 3 * nface, nnormal);
  }
  if (switches & TEXTURED) {
    set_floats(b, mesh->usertexcoord, 2 * ntexcoord);
    set_ints(b, mesh->userfacetexcoord, 3 * nface, ntexcoord);
  }
}

// 0: the parameters are refused
static int generate(Bytes* b, mjsMesh* mesh, int shape) {
  double parameter[PARAMETERS];
  int n = take(b) % (PARAMETERS + 1);
  for (int i = 0; i < n; i++) {
    int byte = take(b);
    parameter[i] = byte < 100 ? byte : coordinate(byte);
  }
  return mjs_makeMesh(mesh, (mjtMeshBuiltin)shape, parameter, n) == 0;
}

static void build(Bytes* b, mjSpec* s) {
  mjsMesh* mesh = mjs_addMesh(s, NULL);
  mjs_setName(mesh->element, "m");
  mesh->inertia = (mjtMeshInertia)(take(b) % 4);
  int switches = take(b), type = take(b), shape = take(b);
  mesh->smoothnormal = (switches & SMOOTH) != 0;
  mesh->needsdf = (switches & SIGNED_DISTANCES) != 0;
  for (int i = 0; i < 3 && switches & SCALE; i++)
    mesh->scale[i] = coordinate(take(b));
  for (int i = 0; i < 3 && switches & REFERENCE; i++) {
    mesh->refpos[i] = coordinate(take(b));
    mesh->refquat[i] = coordinate(take(b));
  }
  int made = 1;
  if (shape > mjMESH_BUILTIN_PLATE)
    made = generate(b, mesh, shape % (mjMESH_BUILTIN_PLATE + 1));
  else
    fill(b, mesh, switches);
  demand(made || mjs_getError(s)[0], "no mesh and no message");

  static const mjtGeom types[] = {mjGEOM_MESH,   mjGEOM_SDF,      mjGEOM_BOX,      mjGEOM_CAPSULE,
                                  mjGEOM_SPHERE, mjGEOM_CYLINDER, mjGEOM_ELLIPSOID};
  mjsBody* body = mjs_addBody(mjs_findBody(s, "world"), NULL);
  mjs_addFreeJoint(body);
  mjsGeom* geom = mjs_addGeom(body, NULL);
  geom->type = types[(size_t)type % (sizeof types / sizeof types[0])];
  mjs_setString(geom->meshname, "m");
  geom = mjs_addGeom(mjs_findBody(s, "world"), NULL);
  geom->type = mjGEOM_BOX;
  geom->size[0] = geom->size[1] = geom->size[2] = .5;
}

static void use(const mjModel* m) {
  mjData* d = mj_makeData(m);
  if (d) {
    const mjtNum from[3] = {.1, .2, 5}, down[3] = {0, 0, -1};
    mj_step(m, d);
    mj_step(m, d);
    mj_ray(m, d, from, down, NULL, 1, -1, NULL, NULL);
  }
  mj_deleteData(d);
}

FuzzOutcome fuzz_outcome(const uint8_t* data, size_t size) {
  fuzz_machine();
  Bytes b = {data, data + size};
  mjSpec* s = mj_makeSpec();
  build(&b, s);
  mjModel *m = mj_compile(s, NULL), *again = mj_compile(s, NULL);
  demand(m || mjs_getError(s)[0], "not compiled and no message");
  demand(!m == !again, "the second compilation has another outcome");
  if (m)
    use(m);
  FuzzOutcome outcome = m ? FUZZ_COMPILED : FUZZ_PARSED;
  mj_deleteModel(m);
  mj_deleteModel(again);
  mj_deleteSpec(s);
  return outcome;
}
