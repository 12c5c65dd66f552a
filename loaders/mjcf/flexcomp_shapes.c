// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Points and elements of a flexcomp by formula: grids in one to three dimensions, circles, squares
// and discs, and the surfaces of boxes, cylinders and ellipsoids, solid with a centre point or
// open at the top. s is the spacing, n the count, h = s (n - 1) / 2 half the size along an axis.

#include <limits.h>
#include <math.h>

#include "flexcomp.h"

#define EPS 1e-14

static double half_size(const Flexcomp* f, int axis) {
  return 0.5 * f->spacing[axis] * (f->count[axis] - 1);
}

static void put_element(Flexcomp* f, int n, const int* point) {
  for (int i = 0; i < n; i++)
    f->element[f->nelement++] = point[i];
}

static double* put_point(Flexcomp* f, double x, double y, double z) {
  double* p = f->point + 3 * f->npoint++;
  p[0] = x;
  p[1] = y;
  p[2] = z;
  return p;
}

static int wants_texcoord(const Flexcomp* f) {
  const char* material = mjs_getString(f->flex->material);
  return material && material[0] && !f->has_texcoord;
}

static void put_texcoord(Flexcomp* f, double u, double v) {
  if (wants_texcoord(f)) {
    f->texcoord[f->ntexcoord++] = (float)u;
    f->texcoord[f->ntexcoord++] = (float)v;
  }
}

// position among n on [0, 1]
static double fraction(int i, int n) { return (double)i / (n > 1 ? n - 1 : 1); }

// lengths below 1e-7 are not changed
static void normalize(double* v, int n) {
  double square = 0;
  for (int i = 0; i < n; i++)
    square += v[i] * v[i];
  if (square < EPS)
    return;
  const double length = sqrt(square);
  if (fabs(length - 1) > EPS)
    for (int i = 0; i < n; i++)
      v[i] /= length;
}

// ---------------------------------------------------------------- one dimension

static int make_line(Flexcomp* f) {
  const int n = f->count[0], closed = f->type == FLEXCOMP_CIRCLE;
  if (flexcomp_room(f, n, 2.0 * n))
    return -1;
  const double theta = 2 * mjPI / (n - 1);
  const double radius = f->spacing[0] / (2 * sin(theta / 2));
  for (int i = 0; i < n - closed; i++)
    if (closed)
      put_point(f, radius * cos(theta * i), radius * sin(theta * i), 0);
    else
      put_point(f, f->spacing[0] * (i - 0.5 * (n - 1)), 0, 0);
  for (int i = 0; i < n - 1; i++)
    put_element(f, 2, (int[]){i, closed && i == n - 2 ? 0 : i + 1});
  return 0;
}

// ---------------------------------------------------------------- two dimensions

// Map squares of side s to circles of radius h s: each point moves along its direction to the
// distance of its larger coordinate. Trap: the radius is a length times a length.
static void project_on_disc(Flexcomp* f) {
  for (int i = 0; i < f->npoint; i++) {
    double* p = f->point + 3 * i;
    const double reach = fmax(fabs(p[0]), fabs(p[1]));
    normalize(p, 2);
    p[0] *= half_size(f, 0) * reach;
    p[1] *= half_size(f, 1) * reach;
  }
}

// Trap: the element indices also use the third count, which must be 1 for them to be right.
static int make_sheet(Flexcomp* f) {
  const int nx = f->count[0], ny = f->count[1], nz = f->count[2];
  if (flexcomp_room(f, (double)nx * ny, 6.0 * (nx - 1) * (ny - 1)))
    return -1;
  if ((double)nx * ny * nz > INT_MAX) {
    return fail_at(f->r, f->e, "count",
                   "the third count of a two-dimensional grid is %d, 1 expected", nz);
  }
  for (int ix = 0; ix < nx; ix++) {
    for (int iy = 0; iy < ny; iy++) {
      put_point(f, f->spacing[0] * (ix - 0.5 * (nx - 1)), f->spacing[1] * (iy - 0.5 * (ny - 1)), 0);
      put_texcoord(f, fraction(ix, nx), fraction(iy, ny));
    }
  }
  for (int ix = 0; ix < nx - 1; ix++) {
    for (int iy = 0; iy < ny - 1; iy++) {
      const int v0 = (ix * ny + iy) * nz, v1 = ((ix + 1) * ny + iy) * nz;
      const int v2 = ((ix + 1) * ny + iy + 1) * nz, v3 = (ix * ny + iy + 1) * nz;
      const double *p = f->point + 3 * (ix * ny + iy), x = p[0], y = p[1];
      const int turned =
          f->type == FLEXCOMP_DISC && ((x < -EPS && y > -EPS) || (x > -EPS && y < -EPS));
      put_element(f, 3, turned ? (int[]){v0, v1, v3} : (int[]){v0, v1, v2});
      put_element(f, 3, turned ? (int[]){v1, v2, v3} : (int[]){v0, v2, v3});
    }
  }
  if (f->type == FLEXCOMP_DISC)
    project_on_disc(f);
  return 0;
}

// ---------------------------------------------------------------- solid grid

static int make_block(Flexcomp* f) {
  // corners of a cell: x, y, z; six tetrahedra
  static const int corner[8][3] = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0},
                                   {0, 0, 1}, {1, 0, 1}, {1, 1, 1}, {0, 1, 1}};
  static const int tetrahedron[6][4] = {{0, 3, 1, 7}, {0, 1, 4, 7}, {1, 3, 2, 7},
                                        {1, 2, 6, 7}, {1, 5, 4, 7}, {1, 6, 5, 7}};
  const int nx = f->count[0], ny = f->count[1], nz = f->count[2];
  if (flexcomp_room(f, (double)nx * ny * nz, 24.0 * (nx - 1) * (ny - 1) * (nz - 1)))
    return -1;
  for (int ix = 0; ix < nx; ix++) {
    for (int iy = 0; iy < ny; iy++) {
      for (int iz = 0; iz < nz; iz++) {
        put_point(f, f->spacing[0] * (ix - 0.5 * (nx - 1)), f->spacing[1] * (iy - 0.5 * (ny - 1)),
                  f->spacing[2] * (iz - 0.5 * (nz - 1)));
        put_texcoord(f, fraction(ix, nx), fraction(iy, ny));
      }
    }
  }
  for (int ix = 0; ix < nx - 1; ix++) {
    for (int iy = 0; iy < ny - 1; iy++) {
      for (int iz = 0; iz < nz - 1; iz++) {
        int cell[8];
        for (int k = 0; k < 8; k++)
          cell[k] = ((ix + corner[k][0]) * ny + iy + corner[k][1]) * nz + iz + corner[k][2];
        for (int t = 0; t < 6; t++) {
          put_element(f, 4,
                      (int[]){cell[tetrahedron[t][0]], cell[tetrahedron[t][1]],
                              cell[tetrahedron[t][2]], cell[tetrahedron[t][3]]});
        }
      }
    }
  }
  return 0;
}

// ---------------------------------------------------------------- surfaces

// The number of the surface point (ix, iy, iz). Points are numbered face by face: below, above, y
// min, y max, x min, x max, each without what came before. An open surface has no face above and no
// centre, and its sides reach up to the rim.
static int surface_id(const Flexcomp* f, int open, int ix, int iy, int iz) {
  const int nx = f->count[0], ny = f->count[1], nz = f->count[2];
  const int depth = open ? nz - 1 : nz - 2;  // points of a side along z
  int first = open ? 0 : 1;
  if (iz == 0)
    return first + ix * ny + iy;
  first += nx * ny;
  if (!open) {
    if (iz == nz - 1)
      return first + ix * ny + iy;
    first += nx * ny;
  }
  if (iy == 0 || iy == ny - 1)
    return first + (iy ? nx * depth : 0) + ix * depth + iz - 1;
  first += 2 * nx * depth;
  return first + (ix ? (ny - 2) * depth : 0) + (iy - 1) * depth + iz - 1;
}

static void put_surface_point(Flexcomp* f, int ix, int iy, int iz) {
  const int i[3] = {ix, iy, iz};
  double p[3], h[3];
  for (int k = 0; k < 3; k++) {
    p[k] = 2.0 * i[k] / (f->count[k] - 1) - 1;
    h[k] = half_size(f, k);
  }
  if (f->type == FLEXCOMP_CYLINDER) {
    const double reach = fmax(fabs(p[0]), fabs(p[1]));
    normalize(p, 2);
    put_point(f, p[0] * (h[0] * reach), p[1] * (h[1] * reach), p[2] * h[2]);
    return;
  }
  if (f->type == FLEXCOMP_ELLIPSOID)
    normalize(p, 3);
  put_point(f, p[0] * h[0], p[1] * h[1], p[2] * h[2]);
}

static void put_surface_points(Flexcomp* f, int open) {
  const int nx = f->count[0], ny = f->count[1], nz = f->count[2];
  const int top = open ? nz : nz - 1;  // where the sides end
  if (!open)
    put_point(f, 0, 0, 0);

  // Trap: an open surface has the texture coordinates of the centre it lacks
  put_texcoord(f, 0, 0);
  for (int face = 0; face < (open ? 1 : 2); face++) {
    for (int ix = 0; ix < nx; ix++) {
      for (int iy = 0; iy < ny; iy++) {
        put_surface_point(f, ix, iy, face ? nz - 1 : 0);
        put_texcoord(f, fraction(ix, nx), fraction(iy, ny));
      }
    }
  }
  for (int face = 0; face < 2; face++) {
    for (int ix = 0; ix < nx; ix++) {
      for (int iz = 1; iz < top; iz++) {
        put_surface_point(f, ix, face ? ny - 1 : 0, iz);
        put_texcoord(f, fraction(ix, nx), fraction(iz, nz));
      }
    }
  }
  for (int face = 0; face < 2; face++) {
    for (int iy = 1; iy < ny - 1; iy++) {
      for (int iz = 1; iz < top; iz++) {
        put_surface_point(f, face ? nx - 1 : 0, iy, iz);
        put_texcoord(f, fraction(iy, ny), fraction(iz, nz));
      }
    }
  }
}

// Faces of a surface in order: the fixed axis, its end, and the two varying axes.
static const struct {
  int axis, end, first, second;
} faces[6] = {{2, 0, 0, 1}, {2, 1, 0, 1}, {1, 0, 0, 2}, {1, 1, 0, 2}, {0, 0, 1, 2}, {0, 1, 1, 2}};

// the four points of quad (i, j) of a face: (i,j), (i+1,j), (i+1,j+1), (i,j+1)
static void quad(const Flexcomp* f, int open, int face, int i, int j, int v[4]) {
  static const int step[4][2] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
  for (int k = 0; k < 4; k++) {
    int at[3];
    at[faces[face].axis] = faces[face].end ? f->count[faces[face].axis] - 1 : 0;
    at[faces[face].first] = i + step[k][0];
    at[faces[face].second] = j + step[k][1];
    v[k] = surface_id(f, open, at[0], at[1], at[2]);
  }
}

// tetrahedra from the centre to the faces
static void put_solid_face(Flexcomp* f, int face) {
  for (int i = 0; i < f->count[faces[face].first] - 1; i++) {
    for (int j = 0; j < f->count[faces[face].second] - 1; j++) {
      int v[4];
      quad(f, 0, face, i, j, v);
      put_element(f, 4, (int[]){0, v[0], v[1], v[2]});
      put_element(f, 4, (int[]){0, v[0], v[3], v[2]});
    }
  }
}

// triangles that look outward
static void put_open_face(Flexcomp* f, int face) {
  const int inward = face == 0 || face == 3 || face == 4;  // below, y max, x min
  for (int i = 0; i < f->count[faces[face].first] - 1; i++) {
    for (int j = 0; j < f->count[faces[face].second] - 1; j++) {
      int v[4];
      quad(f, 1, face, i, j, v);
      if (face == 0) {
        put_element(f, 3, (int[]){v[0], v[2], v[1]});
        put_element(f, 3, (int[]){v[0], v[3], v[2]});
      } else if (inward) {
        put_element(f, 3, (int[]){v[1], v[0], v[3]});
        put_element(f, 3, (int[]){v[1], v[3], v[2]});
      } else {
        put_element(f, 3, (int[]){v[0], v[1], v[2]});
        put_element(f, 3, (int[]){v[0], v[2], v[3]});
      }
    }
  }
}

static int make_surface(Flexcomp* f) {
  const double nx = f->count[0], ny = f->count[1], nz = f->count[2];
  const int open = f->dim == 2;
  for (int i = 0; i < 3; i++) {
    if (f->count[i] < 2) {
      return fail_at(f->r, f->e, "count", "count is %d along axis %d, at least 2 expected",
                     f->count[i], i);
    }
  }
  const double area = 2 * (nx * ny + nx * nz + ny * nz);
  if (flexcomp_room(f, area + 1, 8 * area))
    return -1;
  put_surface_points(f, open);
  static const int open_order[] = {0, 2, 3, 4, 5};
  for (int k = 0; k < (open ? 5 : 6); k++)
    if (open)
      put_open_face(f, open_order[k]);
    else if (f->dim == 3)
      put_solid_face(f, k);
  return 0;
}

// ---------------------------------------------------------------- all

int flexcomp_shape(Flexcomp* f) {
  const int surface =
      f->type == FLEXCOMP_BOX || f->type == FLEXCOMP_CYLINDER || f->type == FLEXCOMP_ELLIPSOID;
  if (f->type == FLEXCOMP_SQUARE || f->type == FLEXCOMP_DISC)
    f->dim = 2;
  if (surface && f->dim == 1)
    return fail_at(f->r, f->e, "dim", "dim is 1, but a %s has 2 or 3", xml_attribute(f->e, "type"));
  return surface       ? make_surface(f)
         : f->dim == 1 ? make_line(f)
         : f->dim == 2 ? make_sheet(f)
                       : make_block(f);
}
