// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The algorithm of Gilbert, Johnson and Keerthi on the Minkowski difference A - B.
//
// x is the point of the current simplex nearest to the origin. The support vertex w in direction -x
// bounds the distance from below by x.w / |x|; when that is as good as |x|, x is the answer,
// otherwise w joins the simplex. When only the overlap test matters, the first tetrahedron goes to
// a cheaper search that moves one of its faces outward until the origin is inside or proved to be
// outside.

#include <fulcrum/math.h>

#include "collision/convex/gjk.h"
#include "collision/convex/result.h"
#include "collision/convex/simplex.h"
#include "collision/convex/support.h"

// Search with a tetrahedron.
typedef enum Verdict_ { UNDECIDED, OVERLAP, SEPARATED } Verdict;

// Plane through v1, v2, v3: unit normal n and offset; FAR when the triangle is too small or too
// large.
static mjtNum face_offset(mjtNum n[3], const mjtNum v1[3], const mjtNum v2[3], const mjtNum v3[3]) {
  mjtNum d31[3], d21[3];
  fc_sub3(d31, v3, v1);
  fc_sub3(d21, v2, v1);
  fc_cross(n, d31, d21);
  mjtNum nn = fc_dot3(n, n);
  if (!(nn > mjMINVAL * mjMINVAL && nn < mjMAXVAL * mjMAXVAL))
    return FAR;
  fc_scl3(n, n, 1 / fc_sqrt(nn));
  return fc_dot3(n, v1);
}

// Continues the count of iterations in *k. On OVERLAP the tetrahedron is left in s.
static Verdict search_with_tetrahedron(Simplex* s, Object* a, Object* b, int* k, int iterations) {
  static const int corner[4][3] = {{2, 1, 3}, {0, 2, 3}, {1, 0, 3}, {0, 1, 2}};
  Vertex v[4] = {s->v[0], s->v[1], s->v[2], s->v[3]};
  int p[4] = {0, 1, 2, 3};
  for (; *k < iterations; (*k)++) {
    mjtNum n[4][3], offset[4];
    for (int f = 0; f < 4; f++) {
      offset[f] =
          face_offset(n[f], v[p[corner[f][0]]].w, v[p[corner[f][1]]].w, v[p[corner[f][2]]].w);
    }
    if (offset[0] == 0 || offset[1] == 0 || offset[2] == 0 || offset[3] == 0)
      return UNDECIDED;
    int i = offset[0] < offset[1] ? 0 : 1, j = offset[2] < offset[3] ? 2 : 3;
    int f = offset[i] < offset[j] ? i : j;

    // the origin is behind all faces
    if (offset[f] > 0) {
      for (int q = 0; q < 4; q++)
        s->v[q] = v[p[q]];
      s->n = 4;
      return OVERLAP;
    }

    // replace the vertex opposite to the face
    vertex_support(&v[p[f]], a, b, n[f]);
    if (fc_dot3(n[f], v[p[f]].w) < 0) {
      fc_copy3(s->axis, n[f]);
      return SEPARATED;
    }
    int q = (f + 1) & 3, r = (f + 2) & 3, swap = p[q];
    p[q] = p[r];
    p[r] = swap;
  }
  return UNDECIDED;
}

// Weights of the nearest point; vertices without weight are removed.
static void reduce(Simplex* s, int n) {
  mjtNum weight[4];
  simplex_nearest(s->v, n, weight);
  s->n = 0;
  for (int i = 0; i < n; i++) {
    if (weight[i] == 0)
      continue;
    if (s->n != i)
      s->v[s->n] = s->v[i];
    s->weight[s->n++] = weight[i];
  }
}

static mjtNum separated(Simplex* s, const mjtNum axis[3]) {
  s->n = 0;
  fc_copy3(s->axis, axis);
  return FAR;
}

static void witness(const Simplex* s, mjtNum x1[3], mjtNum x2[3]) {
  if (!s->n)
    return;
  fc_zero3(x1);
  fc_zero3(x2);
  for (int i = 0; i < s->n; i++) {
    fc_addToScl3(x1, s->v[i].a, s->weight[i]);
    fc_addToScl3(x2, s->v[i].b, s->weight[i]);
  }
}

// 1 when the support vertex w is hardly nearer to the origin than x, measured along x.
static inline int no_nearer(const mjtNum x[3], const mjtNum w[3], mjtNum gap) {
  mjtNum diff[3];
  fc_sub3(diff, x, w);
  return fc_dot3(x, diff) < gap;
}

// 1 when x.w / |x|, a lower bound of the distance, exceeds the cutoff.
static inline int beyond_cutoff(mjtNum xw, mjtNum xx, mjtNum cutoff) {
  if (!(cutoff > 0))
    return xw > 0;
  return cutoff < FAR && xw > 0 && xw * xw / xx >= cutoff * cutoff;
}

// The point with the weights of the simplex. 0 when it is x, so that there is no progress.
static inline int move_to_nearest(const Simplex* s, mjtNum x[3]) {
  mjtNum next[3] = {0};
  for (int i = 0; i < s->n; i++)
    fc_addToScl3(next, s->v[i].w, s->weight[i]);
  if (fc_abs(next[0] - x[0]) < mjMINVAL && fc_abs(next[1] - x[1]) < mjMINVAL &&
      fc_abs(next[2] - x[2]) < mjMINVAL)
    return 0;
  fc_copy3(x, next);
  return 1;
}

mjtNum gjk(Simplex* s, Object* a, Object* b, mjtNum cutoff, const Options* opt, mjtNum x1[3],
           mjtNum x2[3]) {
  int wanted = cutoff > 0, tried = 0, discrete = is_discrete(a, b);
  mjtNum tolerance2 = opt->tolerance * opt->tolerance;
  mjtNum gap = discrete ? 0 : tolerance2 / 2, zero = discrete ? mjMINVAL * mjMINVAL : tolerance2;
  mjtNum x[3], dist = 0;
  fc_copy3(x1, a->pos);
  fc_copy3(x2, b->pos);
  fc_sub3(x, x1, x2);
  s->n = 0;

  for (int k = 0; k < opt->iterations; k++) {
    // support vertex towards the origin
    mjtNum xx = fc_dot3(x, x), dir[3];
    dist = xx;
    if (xx < zero)
      break;
    dist = fc_sqrt(xx);
    fc_scl3(dir, x, -1 / dist);
    Vertex* v = s->v + s->n;
    vertex_support(v, a, b, dir);

    // no progress possible
    mjtNum xw = fc_dot3(x, v->w);
    if (no_nearer(x, v->w, gap)) {
      if (k == 0) {
        s->n = 1;
        s->weight[0] = 1;
      }
      break;
    }

    // the lower bound exceeds the cutoff
    if (beyond_cutoff(xw, xx, cutoff))
      return separated(s, dir);

    // first tetrahedron: test whether the origin is inside
    if (s->n == 3 && !wanted && !tried) {
      tried = 1;
      Verdict verdict = search_with_tetrahedron(s, a, b, &k, opt->iterations);
      if (verdict == SEPARATED)
        return separated(s, s->axis);
      if (verdict == OVERLAP)
        return 0;
    }

    // nearest point
    reduce(s, s->n + 1);
    if (!s->n)
      return separated(s, (mjtNum[3]){0});
    if (!move_to_nearest(s, x))
      break;
    if (s->n == 4) {
      dist = 0;
      break;
    }
  }
  witness(s, x1, x2);
  return dist;
}
