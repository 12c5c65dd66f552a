// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The memory of a scene: geoms, and the surfaces of flexes and skins.
//
// A scene allocates memory only when it is made. The arrays and their lengths are listed once, in
// scene_arrays; making and freeing walk that list.

#include <limits.h>
#include <string.h>

#include "core/foundation/base/heap.h"
#include "core/view/scene/surfaces.h"

// ---------------------------------------------------------------- sizes

// Largest number of faces that a flex can show. A surface has two sides and two triangles for each
// edge of its border; of a solid either the shell is shown or one layer of elements, four triangles
// each.
static long long flex_face_capacity(const mjModel* m, int flex) {
  const long long shells = m->flex_shellnum[flex], elements = m->flex_elemnum[flex];
  if (m->flex_dim[flex] == 2)
    return 2 * shells + 2 * elements;
  const int* layer = m->flex_elemlayer + m->flex_elemadr[flex];
  long long capacity = shells;
  for (int l = 0;; l++) {
    long long count = 0;
    for (int e = 0; e < elements; e++)
      count += layer[e] == l;
    if (!count)
      return capacity;
    if (4 * count > capacity)
      capacity = 4 * count;
  }
}

// ---------------------------------------------------------------- arrays

typedef enum ArrayGroup_ { GEOM_BUFFER, FLEX_BUFFER, SKIN_BUFFER } ArrayGroup;

typedef struct SceneArray_ {
  ArrayGroup group;
  void** member;
  size_t element;
  long long count;
} SceneArray;

enum { NUM_SCENE_ARRAYS = 19 };

// The arrays of a scene. m may be NULL; then there are geoms only.
static void scene_arrays(SceneArray array[NUM_SCENE_ARRAYS], const mjModel* m, mjvScene* scn,
                         int maxgeom, long long nface) {
  int n = 0;
#define ARRAY(group, name, size) \
  array[n++] = (SceneArray) { group, (void**)&scn->name, sizeof *scn->name, size }
  const long long nflex = m ? m->nflex : 0, nskin = m ? m->nskin : 0;
  ARRAY(GEOM_BUFFER, geoms, maxgeom);
  ARRAY(GEOM_BUFFER, geomorder, maxgeom);
  ARRAY(FLEX_BUFFER, flexedgeadr, nflex);
  ARRAY(FLEX_BUFFER, flexedgenum, nflex);
  ARRAY(FLEX_BUFFER, flexvertadr, nflex);
  ARRAY(FLEX_BUFFER, flexvertnum, nflex);
  ARRAY(FLEX_BUFFER, flexfaceadr, nflex);
  ARRAY(FLEX_BUFFER, flexfacenum, nflex);
  ARRAY(FLEX_BUFFER, flexfaceused, nflex);
  ARRAY(FLEX_BUFFER, flexedge, nflex ? 2 * m->nflexedge : 0);
  ARRAY(FLEX_BUFFER, flexvert, nflex ? 3 * m->nflexvert : 0);
  ARRAY(FLEX_BUFFER, flexface, 9 * nface);
  ARRAY(FLEX_BUFFER, flexnormal, 9 * nface);
  ARRAY(FLEX_BUFFER, flextexcoord, 6 * nface);
  ARRAY(SKIN_BUFFER, skinfacenum, nskin);
  ARRAY(SKIN_BUFFER, skinvertadr, nskin);
  ARRAY(SKIN_BUFFER, skinvertnum, nskin);
  ARRAY(SKIN_BUFFER, skinvert, nskin ? 3 * m->nskinvert : 0);
  ARRAY(SKIN_BUFFER, skinnormal, nskin ? 3 * m->nskinvert : 0);
#undef ARRAY
}

void mjv_freeScene(mjvScene* scn) {
  SceneArray array[NUM_SCENE_ARRAYS];
  scene_arrays(array, NULL, scn, 0, 0);
  for (int i = 0; i < NUM_SCENE_ARRAYS; i++)
    mju_free(*array[i].member);
  mjv_defaultScene(scn);
}

// 0, or -1 after an error; the scene is then empty. Uses calloc, because fresh pages of the system
// are zero already and large buffers stay untouched until they are used.
static int allocate(const SceneArray array[NUM_SCENE_ARRAYS], mjvScene* scn) {
  static const char* const kind[] = {"geom", "flex", "skin"};
  for (int i = 0; i < NUM_SCENE_ARRAYS; i++) {
    if (!array[i].count)
      continue;
    *array[i].member =
        array[i].count > INT_MAX ? NULL : try_calloc((size_t)array[i].count * array[i].element);
    if (*array[i].member)
      continue;
    const char* what = kind[array[i].group];
    const long long count = array[i].count;
    mjv_freeScene(scn);
    mju_error("mjv_makeScene: could not allocate the %s buffers, %lld numbers were asked for", what,
              count);
    return -1;
  }
  return 0;
}

// ---------------------------------------------------------------- making

static void copy_ints(int* to, const int* from, mjtSize n) {
  if (n > 0)
    memcpy(to, from, (size_t)n * sizeof *to);
}

// Properties of flexes and skins that do not depend on the state.
static void describe_surfaces(const mjModel* m, mjvScene* scn) {
  scn->nflex = (int)m->nflex;
  scn->nskin = (int)m->nskin;
  copy_ints(scn->flexedgeadr, m->flex_edgeadr, m->nflex);
  copy_ints(scn->flexedgenum, m->flex_edgenum, m->nflex);
  copy_ints(scn->flexvertadr, m->flex_vertadr, m->nflex);
  copy_ints(scn->flexvertnum, m->flex_vertnum, m->nflex);
  copy_ints(scn->flexedge, m->flex_edge, m->nflex ? 2 * m->nflexedge : 0);
  copy_ints(scn->skinfacenum, m->skin_facenum, m->nskin);
  copy_ints(scn->skinvertadr, m->skin_vertadr, m->nskin);
  copy_ints(scn->skinvertnum, m->skin_vertnum, m->nskin);
  for (int f = 0, address = 0; f < scn->nflex; f++) {
    scn->flexfaceadr[f] = address;
    scn->flexfacenum[f] = (int)flex_face_capacity(m, f);
    address += scn->flexfacenum[f];
  }
}

void mjv_makeScene(const mjModel* m, mjvScene* scn, int maxgeom) {
  SceneArray array[NUM_SCENE_ARRAYS];
  long long nface = 0;
  mjv_freeScene(scn);
  for (int f = 0; m && f < m->nflex; f++)
    nface += flex_face_capacity(m, f);
  scene_arrays(array, m, scn, maxgeom > 0 ? maxgeom : 0, nface);
  if (allocate(array, scn))
    return;
  scn->maxgeom = maxgeom > 0 ? maxgeom : 0;
  scn->scale = 1;
  scn->rotate[0] = 1;
  for (int i = 0; i < mjNRNDFLAG; i++)
    scn->flags[i] = mjRNDSTRING[i][1][0] == '1';
  if (m)
    describe_surfaces(m, scn);
}
