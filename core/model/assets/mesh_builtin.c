// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// mjs_makeMesh: shapes for which a mesh is generated. The result is stored in the mesh as if it
// were given in the model. Numbers are computed in double precision and stored as float, except for
// the midpoints of the sphere, which are float throughout.

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/model/spec/tree.h"

// the mesh generated so far; arrays have their requested sizes
typedef struct Shape_ {
  float* vert;
  float* normal;
  int* face;
  int nvert, nnormal, nface;
} Shape;

static int shape_alloc(Shape* s, int nvert, int nnormal, int nface) {
  s->vert = malloc(3 * sizeof(float) * ((size_t)nvert + 1));
  s->normal = malloc(3 * sizeof(float) * ((size_t)nnormal + 1));
  s->face = malloc(3 * sizeof(int) * ((size_t)nface + 1));
  return s->vert && s->normal && s->face ? 0 : -1;
}

static void add_vertex(Shape* s, double x, double y, double z) {
  float* v = s->vert + 3 * s->nvert++;
  v[0] = (float)x;
  v[1] = (float)y;
  v[2] = (float)z;
}

static void add_normal(Shape* s, double x, double y, double z) {
  float* v = s->normal + 3 * s->nnormal++;
  v[0] = (float)x;
  v[1] = (float)y;
  v[2] = (float)z;
}

static void add_face(Shape* s, int a, int b, int c) {
  int* f = s->face + 3 * s->nface++;
  f[0] = a;
  f[1] = b;
  f[2] = c;
}

// ---------------------------------------------------------------- sphere

enum { MOST_SUBDIVISIONS = 4, ICOSAHEDRON = 20 };

typedef struct Midpoint_ {
  int a, b, vertex;
} Midpoint;

// the vertex between two others, made when the edge is first met on this level
static int midpoint(Shape* s, Midpoint* known, int* nknown, int a, int b) {
  int low = a < b ? a : b, high = a < b ? b : a;
  for (int i = 0; i < *nknown; i++)
    if (known[i].a == low && known[i].b == high)
      return known[i].vertex;
  const float *p = s->vert + 3 * a, *q = s->vert + 3 * b;
  float m[3], square = 0;
  for (int i = 0; i < 3; i++) {
    m[i] = (p[i] + q[i]) / 2;
    square += m[i] * m[i];
  }
  float length = sqrtf(square);
  known[(*nknown)++] = (Midpoint){low, high, s->nvert};
  add_vertex(s, m[0] / length, m[1] / length, m[2] / length);
  return s->nvert - 1;
}

static int subdivide(Shape* s) {
  int n = s->nface, nknown = 0;
  int* old = malloc(3 * sizeof(int) * (size_t)n);
  Midpoint* known = malloc(3 * sizeof(Midpoint) * (size_t)n);
  int status = old && known ? 0 : -1;
  if (!status)
    memcpy(old, s->face, 3 * sizeof(int) * (size_t)n);
  s->nface = 0;
  for (int f = 0; f < n && !status; f++) {
    int a = old[3 * f], b = old[3 * f + 1], c = old[3 * f + 2];
    int ab = midpoint(s, known, &nknown, a, b), bc = midpoint(s, known, &nknown, b, c),
        ca = midpoint(s, known, &nknown, c, a);
    add_face(s, a, ab, ca);
    add_face(s, b, bc, ab);
    add_face(s, c, ca, bc);
    add_face(s, ab, bc, ca);
  }
  free(old);
  free(known);
  return status;
}

static const char* sphere(Shape* s, const double* p) {
  static const int corner[ICOSAHEDRON][3] = {
      {0, 11, 5},  {0, 5, 1},  {0, 1, 7},  {0, 7, 10}, {0, 10, 11}, {1, 5, 9}, {5, 11, 4},
      {11, 10, 2}, {10, 7, 6}, {7, 1, 8},  {3, 9, 4},  {3, 4, 2},   {3, 2, 6}, {3, 6, 8},
      {3, 8, 9},   {4, 9, 5},  {2, 4, 11}, {6, 2, 10}, {8, 6, 7},   {9, 8, 1}};
  if (!(p[0] >= 0 && p[0] < MOST_SUBDIVISIONS + 1))
    return "sphere subdivision must be 0 to 4";
  int levels = (int)p[0], nface = ICOSAHEDRON << (2 * levels);
  if (shape_alloc(s, nface / 2 + 2, 0, nface))
    return "out of memory";
  float phi = (float)((1 + sqrt(5)) / 2);
  double length = sqrt(1 + (double)phi * (double)phi), a = 1 / length, b = (double)phi / length;
  for (int axis = 0; axis < 3; axis++) {
    for (int k = 0; k < 4; k++) {
      double one = k % 2 ? a : -a, golden = k < 2 ? b : -b;
      if (axis == 0)
        add_vertex(s, one, golden, 0);
      if (axis == 1)
        add_vertex(s, 0, one, golden);
      if (axis == 2)
        add_vertex(s, golden, 0, one);
    }
  }
  for (int f = 0; f < ICOSAHEDRON; f++)
    add_face(s, corner[f][0], corner[f][1], corner[f][2]);
  for (int level = 0; level < levels; level++)
    if (subdivide(s))
      return "out of memory";
  return NULL;
}

// ---------------------------------------------------------------- hemisphere

static void hemisphere_row(Shape* s, int row, int res) {
  static const double equator[5][2] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}, {1, 0}};
  double down = (row + 1.0) / (res + 1.0);
  for (int side = 0; side < 4; side++) {
    double start[3] = {down * equator[side][0], down * equator[side][1], 1 - down};
    double end[3] = {down * equator[side + 1][0], down * equator[side + 1][1], 1 - down};
    for (int i = 0; i <= row; i++) {
      double v[3], along = i / (row + 1.0);
      for (int k = 0; k < 3; k++)
        v[k] = start[k] + along * (end[k] - start[k]);
      compile_normalize(v, 3);
      add_vertex(s, v[0], v[1], v[2]);
    }
  }
}

static const char* hemisphere(Shape* s, const double* p) {
  if (!(p[0] >= 0 && p[0] < 11))
    return "hemisphere resolution must be 0 to 10";
  int res = (int)p[0], nvert = 2 + 2 * (res + 1) * (res + 2);
  if (shape_alloc(s, nvert, 0, 4 * nvert))
    return "out of memory";
  add_vertex(s, 0, 0, 1);
  for (int row = 0; row <= res; row++)
    hemisphere_row(s, row, res);
  add_vertex(s, 0, 0, 0);
  for (int k = 0; k < 4; k++)
    add_face(s, 0, 1 + k, 1 + (k + 1) % 4);

  // rings: 4, 8, 12, ... vertices
  for (int row = 0; row < res; row++) {
    int at = 2 * row * (row + 1) + 1, ring = 4 * (row + 1), below = at + ring, wide = 4 * (row + 2);
    for (int side = 0; side < 4; side++) {
      for (int i = 0; i <= row + 1; i++) {
        int a = i + (row + 1) * side, b = i + (row + 2) * side;
        add_face(s, at + a % ring, below + b % wide, below + (b + 1) % wide);
        if (i <= row)
          add_face(s, at + a % ring, below + (b + 1) % wide, at + (a + 1) % ring);
      }
    }
  }
  int last = 2 * res * (res + 1) + 1, ring = 4 * (res + 1);
  for (int i = 0; i < ring; i++)
    add_face(s, last + i, nvert - 1, last + (i + 1) % ring);
  return NULL;
}

// ---------------------------------------------------------------- cone, superquadrics

static const char* cone(Shape* s, const double* p) {
  if (!(p[0] >= 3 && p[0] < 1e6))
    return "cone needs 3 to 1000000 edges";
  int n = (int)p[0];
  if (shape_alloc(s, 2 * n, 0, 0))
    return "out of memory";
  for (int i = 0; i < n; i++)
    add_vertex(s, cos(2 * mjPI * i / n), sin(2 * mjPI * i / n), -1);
  if (!(p[1] > 0)) {
    add_vertex(s, 0, 0, 1);
    return NULL;
  }
  for (int i = n; i < 2 * n; i++)
    add_vertex(s, p[1] * cos(2 * mjPI * i / n), p[1] * sin(2 * mjPI * i / n), 1);
  return NULL;
}

// powers that preserve the sign
static double power(double x, double exponent) {
  return x == 0 ? 0 : copysign(pow(fabs(x), exponent), x);
}
static double Cos(double w, double m) { return power(cos(w), m); }
static double Sin(double w, double m) { return power(sin(w), m); }

static const char* supersphere(Shape* s, const double* p) {
  if (!(p[0] >= 3 && p[0] < 1001))
    return "supersphere resolution must be 3 to 1000";
  if (!(p[1] >= 0))
    return "supersphere 'e' must be nonnegative";
  if (!(p[2] >= 0))
    return "supersphere 'n' must be nonnegative";
  int res = (int)p[0];
  double e = p[1], n = p[2];
  if (shape_alloc(s, (res - 1) * res + 2, 0, 2 * res * (res - 1)))
    return "out of memory";
  add_vertex(s, 0, 0, Sin(-mjPI / 2, n));
  for (int i = 1; i < res; i++) {
    double v = -mjPI / 2 + i * mjPI / res;
    for (int j = 0; j < res; j++) {
      double u = -mjPI + 2 * mjPI * j / res;
      add_vertex(s, Cos(v, n) * Cos(u, e), Cos(v, n) * Sin(u, e), Sin(v, n));
    }
  }
  add_vertex(s, 0, 0, Sin(mjPI / 2, n));
  int pole = s->nvert - 1;
  for (int j = 0; j < res; j++)
    add_face(s, 0, 1 + (j + 1) % res, 1 + j);
  for (int i = 0; i < res - 2; i++) {
    for (int j = 0; j < res; j++) {
      int low = 1 + i * res, high = low + res, next = (j + 1) % res;
      add_face(s, low + j, low + next, high + j);
      add_face(s, low + next, high + next, high + j);
    }
  }
  for (int j = 0; j < res; j++) {
    int ring = 1 + (res - 2) * res;
    add_face(s, ring + j, ring + (j + 1) % res, pole);
  }
  return NULL;
}

static const char* supertorus(Shape* s, const double* p) {
  if (!(p[0] >= 3 && p[0] < 1001))
    return "supertorus resolution must be 3 to 1000";
  if (!(p[1] > 0 && p[1] <= 1))
    return "supertorus radius must be in (0, 1]";
  if (!(p[2] > 0))
    return "supertorus 's' must be positive";
  if (!(p[3] > 0))
    return "supertorus 't' must be positive";
  int res = (int)p[0];
  double r = p[1];
  if (shape_alloc(s, res * res, 0, 2 * res * res))
    return "out of memory";
  for (int i = 0; i < res; i++) {
    for (int j = 0; j < res; j++) {
      double u = 2 * mjPI * i / res, v = 2 * mjPI * j / res, out = 1 + r * Cos(v, p[2]);
      add_vertex(s, out * Cos(u, p[3]), out * Sin(u, p[3]), r * Sin(v, p[2]));
    }
  }
  for (int i = 0; i < res; i++) {
    for (int j = 0; j < res; j++) {
      int ni = (i + 1) % res, nj = (j + 1) % res;
      int v1 = i * res + j, v2 = ni * res + j, v3 = ni * res + nj, v4 = i * res + nj;
      add_face(s, v1, v2, v4);
      add_face(s, v2, v3, v4);
    }
  }
  return NULL;
}

// ---------------------------------------------------------------- tactile grids

// edges of n bins over the field of view, denser in the middle the larger gamma is
static double* bins(int n, double fov, double gamma) {
  double *edge = malloc(sizeof(double) * ((size_t)n + 1)), x = -1;
  for (int i = 0; edge && i <= n; i++, x += 2.0 / n) {
    double bent = gamma == 0 ? x : gamma * pow(x, 5) + (1 - gamma) * x;
    edge[i] = bent * fov * mjPI / 180;
  }
  return edge;
}

static void wedge_vertex(Shape* s, double a, double e) {
  double ta[3] = {cos(e) * cos(a), 0, cos(e) * sin(a)};
  double te[3] = {-sin(e) * sin(a), cos(e), sin(e) * cos(a)};
  compile_normalize(ta, 3);
  compile_normalize(te, 3);
  add_vertex(s, cos(e) * sin(a), sin(e), -cos(e) * cos(a));
  add_normal(s, te[1] * ta[2] - te[2] * ta[1], te[2] * ta[0] - te[0] * ta[2],
             te[0] * ta[1] - te[1] * ta[0]);
  add_normal(s, ta[0], ta[1], ta[2]);
  add_normal(s, te[0], te[1], te[2]);
}

static const char* check_grid(const double* p) {
  if (!(p[0] >= 1 && p[1] >= 1))
    return "resolution must be positive in both directions";
  return p[0] * p[1] > 1e6 ? "resolution must be at most 1000000 points" : NULL;
}

static const char* wedge(Shape* s, const double* p) {
  if (check_grid(p))
    return check_grid(p);
  if (!(p[2] > 0 && p[2] <= 180))
    return "wedge fovx must be in (0, 180]";
  if (!(p[3] > 0 && p[3] <= 90))
    return "wedge fovy must be in (0, 90]";
  if (!(p[4] >= 0 && p[4] <= 1))
    return "wedge gamma must be in [0, 1]";
  int nx = (int)p[0], ny = (int)p[1];
  double *x = bins(nx, p[2], p[4]), *y = bins(ny, p[3], p[4]);
  const char* problem = x && y && !shape_alloc(s, nx * ny, 3 * nx * ny, 0) ? NULL : "out of memory";
  for (int i = 0; i < nx && !problem; i++)
    for (int j = 0; j < ny; j++)
      wedge_vertex(s, (x[i] + x[i + 1]) / 2, (y[j] + y[j + 1]) / 2);
  free(x);
  free(y);
  return problem;
}

static const char* plate(Shape* s, const double* p) {
  if (check_grid(p))
    return check_grid(p);
  int nx = (int)p[0], ny = (int)p[1];
  if (shape_alloc(s, nx * ny, 3 * nx * ny, 2 * nx * ny))
    return "out of memory";
  for (int i = 0; i < nx; i++) {
    for (int j = 0; j < ny; j++) {
      add_vertex(s, -1 + (i + 0.5) * 2 / nx, -1 + (j + 0.5) * 2 / ny, -1);
      add_normal(s, 1, 0, 0);
      add_normal(s, 0, 1, 0);
      add_normal(s, 0, 0, 1);
    }
  }
  for (int i = 1; i < nx; i++) {
    for (int j = 1; j < ny; j++) {
      add_face(s, (i - 1) * ny + j - 1, i * ny + j - 1, (i - 1) * ny + j);
      add_face(s, i * ny + j, (i - 1) * ny + j, i * ny + j - 1);
    }
  }
  return NULL;
}

// ---------------------------------------------------------------- the public function

typedef struct Builtin_ {
  const char* name;
  int nparams;
  const char* (*make)(Shape* s, const double* params);  // returns NULL, or a message
} Builtin;

static const Builtin builtins[] = {
    [mjMESH_BUILTIN_SPHERE] = {"sphere", 1, sphere},
    [mjMESH_BUILTIN_HEMISPHERE] = {"hemisphere", 1, hemisphere},
    [mjMESH_BUILTIN_CONE] = {"cone", 2, cone},
    [mjMESH_BUILTIN_SUPERSPHERE] = {"supersphere", 3, supersphere},
    [mjMESH_BUILTIN_SUPERTORUS] = {"supertorus", 4, supertorus},
    [mjMESH_BUILTIN_WEDGE] = {"wedge", 5, wedge},
    [mjMESH_BUILTIN_PLATE] = {"plate", 2, plate},
};

int mjs_makeMesh(mjsMesh* mesh, mjtMeshBuiltin builtin, double* params, int nparams) {
  if (!mesh)
    return -1;
  Element* e = pub_element(mesh);
  const char* name = element_name(e);
  size_t known = sizeof builtins / sizeof *builtins;
  const Builtin* b = (size_t)builtin < known ? builtins + builtin : NULL;
  if (!b || !b->make) {
    spec_error(e->spec, NULL, "Unsupported mesh type");
    return 1;
  }
  if (nparams != b->nparams || !params)
    return spec_error(e->spec, e, "mesh '%s': %s needs %d parameters, %d were given", name, b->name,
                      b->nparams, params ? nparams : 0);
  Shape s = {0};
  const char* problem = b->make(&s, params);
  if (!problem) {
    mjs_setFloat(mesh->uservert, s.vert, 3 * s.nvert);
    if (s.nnormal)
      mjs_setFloat(mesh->usernormal, s.normal, 3 * s.nnormal);
    if (s.nface)
      mjs_setInt(mesh->userface, s.face, 3 * s.nface);
    if (builtin == mjMESH_BUILTIN_PLATE)
      mesh->inertia = mjMESH_INERTIA_SHELL;
  }
  free(s.vert);
  free(s.normal);
  free(s.face);
  return problem ? spec_error(e->spec, e, "mesh '%s': %s", name, problem) : 0;
}
