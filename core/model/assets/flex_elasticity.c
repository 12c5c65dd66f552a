// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Stiffness of the finite elements of a flex, at rest.
//
// Membranes and solids: constant-strain elements of a Saint-Venant-Kirchhoff material, written over
// squared edge lengths (Weischedel, Tuganov, Hermansson, Linn and Wardetzky, "Construction of
// discrete shell models by geometric finite differences", 2012). The strain is a sum over edges of
// (L^2 - L0^2) B_e with B_e made of the normals of the two sides that meet opposite to the edge, so
// the energy is a quadratic form in the L^2 - L0^2 with entries mu tr(B_a B_b) + lambda tr B_a tr
// B_b.
//
// Bending: the cotangent scheme of Wardetzky, Bergou, Harmon, Zorin and Grinspun, "Discrete
// quadratic curvature energies", 2007, per pair of triangles.
//
// Interpolated flexes: the linear elastic stiffness of one box-shaped element by quadrature.

#include <math.h>
#include <string.h>

#include <fulcrum/math.h>

#include "core/model/assets/flex.h"

static void sub(double res[3], const double* a, const double* b) {
  for (int i = 0; i < 3; i++)
    res[i] = a[i] - b[i];
}

static void cross(double res[3], const double a[3], const double b[3]) {
  res[0] = a[1] * b[2] - a[2] * b[1];
  res[1] = a[2] * b[0] - a[0] * b[2];
  res[2] = a[0] * b[1] - a[1] * b[0];
}

static double norm(const double a[3]) { return sqrt(fc_dot3(a, a)); }

static double triangle_area(const double* a, const double* b, const double* c) {
  double u[3], v[3], n[3];
  sub(u, b, a);
  sub(v, c, a);
  cross(n, u, v);
  return norm(n) / 2;
}

// ---------------------------------------------------------------- membranes and solids

// (l r' + r l') / scale
static void symmetric_product(double B[9], const double l[3], const double r[3], double scale) {
  for (int i = 0; i < 3; i++)
    for (int k = 0; k < 3; k++)
      B[3 * i + k] = (l[i] * r[k] + r[i] * l[k]) / scale;
}

// the area of a triangle and the matrices of its edges
static double triangle_basis(const double* x, const int* v, double B[][9]) {
  static const int sides[3][2] = {{1, 2}, {2, 0}, {0, 1}};
  static const int adjacent[3][2] = {{1, 2}, {2, 0}, {0, 1}};
  const double area =
      triangle_area(x + 3 * (size_t)v[0], x + 3 * (size_t)v[1], x + 3 * (size_t)v[2]);
  for (int e = 0; e < 3; e++) {
    const int *l = sides[adjacent[e][0]], *r = sides[adjacent[e][1]];
    double el[3], er[3], n[3], bl[3], br[3];
    sub(el, x + 3 * (size_t)v[l[0]], x + 3 * (size_t)v[l[1]]);
    sub(er, x + 3 * (size_t)v[r[0]], x + 3 * (size_t)v[r[1]]);
    cross(n, er, el);
    const double length = norm(n);
    for (int i = 0; i < 3; i++)
      n[i] /= length;
    cross(bl, n, el);
    cross(br, er, n);
    symmetric_product(B[e], bl, br, 8 * area * area);
  }
  return area;
}

// the volume of a tetrahedron and the matrices of its edges
static double tetrahedron_basis(const double* x, const int* v, double B[][9]) {
  static const int faces[4][3] = {{2, 1, 0}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}};
  static const int adjacent[6][2] = {{2, 3}, {1, 3}, {2, 1}, {1, 0}, {0, 2}, {0, 3}};
  double n[4][3], a[3], b[3], c[3], normal[3];
  for (int k = 0; k < 4; k++) {
    const double* first = x + 3 * (size_t)v[faces[k][0]];
    sub(a, x + 3 * (size_t)v[faces[k][1]], first);
    sub(b, x + 3 * (size_t)v[faces[k][2]], first);
    cross(n[k], a, b);
  }
  const double* origin = x + 3 * (size_t)v[0];
  sub(a, x + 3 * (size_t)v[1], origin);
  sub(b, x + 3 * (size_t)v[2], origin);
  sub(c, x + 3 * (size_t)v[3], origin);
  cross(normal, a, b);
  const double volume = fabs(fc_dot3(normal, c)) / 6;
  for (int e = 0; e < 6; e++)
    symmetric_product(B[e], n[adjacent[e][0]], n[adjacent[e][1]], 72 * volume * volume);
  return volume;
}

static double trace(const double B[9]) { return B[0] + B[4] + B[8]; }

static double trace_of_product(const double A[9], const double B[9]) {
  double sum = 0;
  for (int i = 0; i < 3; i++)
    for (int k = 0; k < 3; k++)
      sum += A[3 * i + k] * B[3 * k + i];
  return sum;
}

void flex_stiffness(const FlexTopology* f, const double* x, double young, double poisson,
                    double thickness, double* stiffness) {
  const int nedge = flex_local_edges(f->dim);
  for (int t = 0; t < f->nelem; t++) {
    const int* v = f->elem + (size_t)t * (size_t)(f->dim + 1);
    double B[6][9], *k = stiffness + 21 * (size_t)t;
    const double measure = f->dim == 2 ? triangle_basis(x, v, B) : tetrahedron_basis(x, v, B);
    const double depth = f->dim == 2 ? thickness : 4;
    const double mu = young / (2 * (1 + poisson)) * measure / 4 * depth;
    const double lambda =
        young * poisson / ((1 + poisson) * (1 - 2 * poisson)) * measure / 4 * depth;
    for (int a = 0; a < nedge; a++)
      for (int b = a; b < nedge; b++)
        *k++ = mu * trace_of_product(B[a], B[b]) + lambda * trace(B[b]) * trace(B[a]);
  }
}

// ---------------------------------------------------------------- bending

// cotangent of the angle at a between the directions to b and to c
static double cotangent(const double* a, const double* b, const double* c) {
  double u[3], v[3], n[3];
  sub(u, b, a);
  sub(v, c, a);
  cross(n, u, v);
  return fc_dot3(u, v) / norm(n);
}

static void bend(const double* x0, const double* x1, const double* x2, const double* x3, double mu,
                 double thickness, double out[17]) {
  const double a01 = cotangent(x0, x1, x2), a02 = cotangent(x0, x3, x1);
  const double a03 = cotangent(x1, x2, x0), a04 = cotangent(x1, x0, x3);
  const double c[4] = {a03 + a04, a01 + a02, -(a01 + a03), -(a02 + a04)};
  const double area = triangle_area(x0, x1, x2) + triangle_area(x1, x0, x3);
  const double k = 3 * mu * pow(thickness, 3) / (24 * area);
  double e0[3], e1[3], e2[3], e3[3], e4[3], t0[3], t1[3], n[3];
  sub(e0, x1, x0);
  sub(e1, x2, x0);
  sub(e2, x3, x0);
  sub(e3, x2, x1);
  sub(e4, x3, x1);
  for (int i = 0; i < 3; i++) {
    t0[i] = -(a03 * e1[i] + a01 * e3[i]);
    t1[i] = -(a04 * e2[i] + a02 * e4[i]);
  }
  const double square = fc_dot3(e0, e0), cosine = -fc_dot3(t0, t1) / square;
  for (int i = 0; i < 4; i++)
    for (int j = 0; j < 4; j++)
      out[4 * i + j] = c[i] * c[j] * cosine * k;
  cross(n, e0, e1);
  out[16] = fc_dot3(n, e2) * (a01 - a03) * (a04 - a02) * k / (square * sqrt(square));
}

void flex_bending(const FlexTopology* f, const double* x, double young, double poisson,
                  double thickness, double* bending) {
  const double mu = young / (2 * (1 + poisson));
  for (int e = 0; e < f->nedge; e++) {
    const int *v = f->ends + 2 * (size_t)e, *flap = f->flap + 2 * (size_t)e;
    if (flap[1] >= 0) {
      bend(x + 3 * (size_t)v[0], x + 3 * (size_t)v[1], x + 3 * (size_t)flap[0],
           x + 3 * (size_t)flap[1], mu, thickness, bending + 17 * (size_t)e);
    }
  }
}

// ---------------------------------------------------------------- interpolation

// Lagrange polynomial i of an order on [0, 1], and its slope
static double polynomial(int order, int i, double s) {
  if (order == 1)
    return i ? s : 1 - s;
  return i == 0 ? 2 * s * s - 3 * s + 1 : i == 1 ? 4 * (s - s * s) : 2 * s * s - s;
}

static double slope(int order, int i, double s) {
  if (order == 1)
    return i ? 1 : -1;
  return i == 0 ? 4 * s - 3 : i == 1 ? 4 * (1 - 2 * s) : 4 * s - 1;
}

// gradients of the shape functions of all nodes at a point of the unit cube, in the box
static void gradients(int order, const double s[3], const double size[3], double (*g)[3]) {
  for (int i = 0; i <= order; i++) {
    for (int j = 0; j <= order; j++) {
      for (int k = 0; k <= order; k++, g++) {
        const double px = polynomial(order, i, s[0]), py = polynomial(order, j, s[1]),
                     pz = polynomial(order, k, s[2]);
        (*g)[0] = slope(order, i, s[0]) * py * pz * (1 / size[0]);
        (*g)[1] = px * slope(order, j, s[1]) * pz * (1 / size[1]);
        (*g)[2] = px * py * slope(order, k, s[2]) * (1 / size[2]);
      }
    }
  }
}

// strain of a unit displacement along axis k of a node with the gradient g
static void unit_strain(double strain[9], const double g[3], int k) {
  for (int i = 0; i < 9; i++)
    strain[i] = 0;
  for (int i = 0; i < 3; i++) {
    strain[3 * k + i] += 0.5 * g[i];
    strain[3 * i + k] += 0.5 * g[i];
  }
}

// trace of the product of two strains, row by row
static double double_dot(const double a[9], const double b[9]) {
  double sum = 0;
  for (int i = 0; i < 9; i += 3)
    sum += a[i] * b[i] + a[i + 1] * b[i + 1] + a[i + 2] * b[i + 2];
  return sum;
}

static void accumulate(int n, double (*g)[3], double lambda, double mu, double weight, double* K) {
  double strain[81][9];
  for (int i = 0; i < 3 * n; i++)
    unit_strain(strain[i], g[i / 3], i % 3);
  for (int i = 0; i < 3 * n; i++) {
    for (int j = 0; j < 3 * n; j++, K++) {
      *K -= lambda * g[i / 3][i % 3] * g[j / 3][j % 3] * weight;
      *K -= mu * double_dot(strain[i], strain[j]) * weight;
    }
  }
}

void flex_interpolated_stiffness(int order, const double size[3], double young, double poisson,
                                 double* K) {
  // Trap: the outer points of the quadratic rule are outside the cube, as in models of the
  // reference; those of Gauss are at 1/2 -+ sqrt(3/5)/2.
  const double half2 = 0.5 / sqrt(3.0), half3 = 0.5 / sqrt(3.0 / 5.0);
  const double point2[] = {0.5 - half2, 0.5 + half2};
  const double point3[] = {0.5 - half3, 0.5, 0.5 + half3};
  const double weight2[] = {0.5, 0.5};
  const double weight3[] = {5.0 / 18, 4.0 / 9, 5.0 / 18};
  const double *point = order == 1 ? point2 : point3, *w = order == 1 ? weight2 : weight3;
  const int n = (order + 1) * (order + 1) * (order + 1);
  const double lambda = young * poisson / ((1 + poisson) * (1 - 2 * poisson)),
               mu = young / (2 * (1 + poisson)), volume = size[0] * size[1] * size[2];
  double g[27][3];
  for (int i = 0; i <= order; i++) {
    for (int j = 0; j <= order; j++) {
      for (int k = 0; k <= order; k++) {
        const double s[3] = {point[i], point[j], point[k]};
        gradients(order, s, size, g);
        accumulate(n, g, lambda, mu, w[i] * w[j] * w[k] * volume, K);
      }
    }
  }
}
