// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Unit shapes, which are scaled by geoms: sphere, half spheres, cylinder, box, cone, and the band
// of haze around the horizon.

#include <math.h>

#include "context.h"

// Resolution: slices around z, stacks along it, quads per side of a box.
typedef struct Fineness_ {
  int slices, stacks, quads;
} Fineness;

// ---------------------------------------------------------------- round shapes

// x, y of slice i on a circle; the last one equals the first bit for bit
static void on_circle(int i, int n, float radius, float xy[2]) {
  const double angle = 2 * mjPI * (i % n) / n;
  xy[0] = radius * (float)cos(angle);
  xy[1] = radius * (float)sin(angle);
}

// a point of the unit sphere, which is its own normal: elevation in stacks from the equator, of n
// up to the pole
static void sphere_point(const Gl* gl, int slice, int slices, int stack, int stacks) {
  const double elevation = 0.5 * mjPI * stack / stacks;
  float p[3];
  on_circle(slice, slices, (float)cos(elevation), p);
  p[2] = (float)sin(elevation);
  if (stack == stacks || stack == -stacks) {
    p[0] = p[1] = 0;
    p[2] = stack > 0 ? 1 : -1;
  }
  gl->Normal3fv(p);
  gl->Vertex3fv(p);
}

// half a sphere, above (side = 1) or below (-1) the equator; from outside counter-clockwise
static void half_sphere(const Gl* gl, const Fineness* f, int side) {
  const int stacks = mjMAX(1, f->stacks / 2);
  gl->Begin(GL_QUADS);
  for (int k = 0; k < stacks - 1; k++) {
    const int low = side > 0 ? k : -k - 1;
    for (int i = 0; i < f->slices; i++) {
      sphere_point(gl, i, f->slices, low, stacks);
      sphere_point(gl, i + 1, f->slices, low, stacks);
      sphere_point(gl, i + 1, f->slices, low + 1, stacks);
      sphere_point(gl, i, f->slices, low + 1, stacks);
    }
  }
  gl->End();
  gl->Begin(GL_TRIANGLES);
  for (int i = 0; i < f->slices; i++) {
    sphere_point(gl, i, f->slices, side * stacks, stacks);
    sphere_point(gl, side > 0 ? i : i + 1, f->slices, side * (stacks - 1), stacks);
    sphere_point(gl, side > 0 ? i + 1 : i, f->slices, side * (stacks - 1), stacks);
  }
  gl->End();
}

static void disc_point(const Gl* gl, int slice, int slices, float radius, float z) {
  float p[3] = {0, 0, z};
  on_circle(slice, slices, radius, p);
  gl->Vertex3fv(p);
}

// a disc at height z facing side * z
static void disc(const Gl* gl, const Fineness* f, float z, int side) {
  const int rings = mjMAX(1, f->stacks / 2);
  gl->Normal3f(0, 0, (float)side);
  gl->Begin(GL_TRIANGLES);
  for (int i = 0; i < f->slices; i++) {
    gl->Vertex3f(0, 0, z);
    disc_point(gl, side > 0 ? i : i + 1, f->slices, 1.0f / (float)rings, z);
    disc_point(gl, side > 0 ? i + 1 : i, f->slices, 1.0f / (float)rings, z);
  }
  gl->End();
  gl->Begin(GL_QUADS);
  for (int k = 1; k < rings; k++) {
    const float inner = (float)k / (float)rings, outer = (float)(k + 1) / (float)rings;
    for (int i = 0; i < f->slices; i++) {
      const int a = side > 0 ? i : i + 1, b = side > 0 ? i + 1 : i;
      disc_point(gl, a, f->slices, inner, z);
      disc_point(gl, a, f->slices, outer, z);
      disc_point(gl, b, f->slices, outer, z);
      disc_point(gl, b, f->slices, inner, z);
    }
  }
  gl->End();
}

// a point of the side of a cylinder or cone whose radius falls by `slope` per unit of z
static void side_point(const Gl* gl, int slice, int slices, float radius, float z, float slope) {
  float p[3], n[3];
  on_circle(slice, slices, radius, p);
  on_circle(slice, slices, 1, n);
  p[2] = z;
  n[2] = slope;
  gl->Normal3fv(n);
  gl->Vertex3fv(p);
}

static void side(const Gl* gl, const Fineness* f, float z0, float z1, float r0, float r1) {
  const float slope = (r0 - r1) / (z1 - z0);
  gl->Begin(GL_QUADS);
  for (int k = 0; k < f->stacks; k++) {
    const float s = (float)k / (float)f->stacks, t = (float)(k + 1) / (float)f->stacks;
    const float za = z0 + s * (z1 - z0), zb = z0 + t * (z1 - z0);
    const float ra = r0 + s * (r1 - r0), rb = r0 + t * (r1 - r0);
    for (int i = 0; i < f->slices; i++) {
      side_point(gl, i, f->slices, ra, za, slope);
      side_point(gl, i + 1, f->slices, ra, za, slope);
      side_point(gl, i + 1, f->slices, rb, zb, slope);
      side_point(gl, i, f->slices, rb, zb, slope);
    }
  }
  gl->End();
}

// ---------------------------------------------------------------- box

void gl_square(const Gl* gl, int n, float z, int side) {
  gl->Normal3f(0, 0, (float)side);
  gl->Begin(GL_QUADS);
  for (int i = 0; i < n; i++) {
    const float y0 = -1 + 2 * (float)i / (float)n, y1 = -1 + 2 * (float)(i + 1) / (float)n;
    for (int k = 0; k < n; k++) {
      const float x0 = -1 + 2 * (float)k / (float)n, x1 = -1 + 2 * (float)(k + 1) / (float)n;
      const float first = side > 0 ? x0 : x1, second = side > 0 ? x1 : x0;
      gl->Vertex3f(first, y0, z);
      gl->Vertex3f(second, y0, z);
      gl->Vertex3f(second, y1, z);
      gl->Vertex3f(first, y1, z);
    }
  }
  gl->End();
}

// one of the faces along x or y: the square with its axes exchanged
static void box_side(const Gl* gl, int n, int axis, int sign) {
  const int u = (axis + 1) % 3, v = (axis + 2) % 3;
  float normal[3] = {0, 0, 0}, p[3];
  normal[axis] = (float)sign;
  p[axis] = (float)sign;
  gl->Normal3fv(normal);
  gl->Begin(GL_QUADS);
  for (int i = 0; i < n; i++) {
    for (int k = 0; k < n; k++) {
      for (int corner = 0; corner < 4; corner++) {
        // counter-clockwise from outside: u first on the positive side
        const int at = sign > 0 ? corner : 3 - corner;
        p[u] = -1 + 2 * (float)(k + (at == 1 || at == 2)) / (float)n;
        p[v] = -1 + 2 * (float)(i + (at >= 2)) / (float)n;
        gl->Vertex3fv(p);
      }
    }
  }
  gl->End();
}

static void box(const Gl* gl, int n) {
  for (int axis = 0; axis < 3; axis++) {
    box_side(gl, n, axis, 1);
    box_side(gl, n, axis, -1);
  }
}

// ---------------------------------------------------------------- haze

// The radius 1 at both ends is the distance of the horizon. The band runs from the plane, where it
// is transparent, to where it is most opaque, and on to the height of the eye.
static void haze(const Gl* gl, const mjModel* m, int slices) {
  const float* rgb = m->vis.rgba.haze;
  const double r = m->vis.map.haze, alpha = atan2(1, r);
  const float part = (float)(sqrt(0.5) * r * sin(alpha) / sin(0.75 * mjPI - alpha));
  const float radius[3] = {1 - (float)r, 1 - part, 1}, z[3] = {0, part, 1}, opaque[3] = {0, 1, 0};
  gl->Begin(GL_QUADS);
  for (int band = 0; band < 2; band++) {
    for (int i = 0; i < slices; i++) {
      static const int corner[4][2] = {{0, 0}, {0, 1}, {1, 1}, {1, 0}};
      for (int k = 0; k < 4; k++) {
        const int ring = band + corner[k][0];
        gl->Color4f(rgb[0], rgb[1], rgb[2], opaque[ring]);
        disc_point(gl, i + corner[k][1], slices, radius[ring], z[ring]);
      }
    }
  }
  gl->End();
}

// ---------------------------------------------------------------- lists

static void shape(const Gl* gl, const mjModel* m, Shape which) {
  const Fineness f = {mjMAX(3, m->vis.quality.numslices), mjMAX(1, m->vis.quality.numstacks),
                      mjMAX(1, m->vis.quality.numquads)};
  switch (which) {
    case SHAPE_SPHERE:
      half_sphere(gl, &f, 1);
      half_sphere(gl, &f, -1);
      break;
    case SHAPE_TOP: half_sphere(gl, &f, 1); break;
    case SHAPE_BOTTOM: half_sphere(gl, &f, -1); break;
    case SHAPE_CYLINDER:
      side(gl, &f, -1, 1, 1, 1);
      disc(gl, &f, 1, 1);
      disc(gl, &f, -1, -1);
      break;
    case SHAPE_TUBE: side(gl, &f, -1, 1, 1, 1); break;
    case SHAPE_HAZE: haze(gl, m, f.slices); break;
    case SHAPE_BOX: box(gl, f.quads); break;
    case SHAPE_CONE:
      side(gl, &f, 0, 1, 1, 0);
      disc(gl, &f, 0, -1);
      break;
    case SHAPES: break;
  }
}

int gl_make_shapes(const Gl* gl, const mjModel* m, mjrContext* con) {
  con->rangeBuiltin = SHAPES;
  if (gl_make_lists(gl, SHAPES, &con->baseBuiltin))
    return -1;
  for (int i = 0; i < SHAPES; i++) {
    gl->NewList(con->baseBuiltin + (GLuint)i, GL_COMPILE);
    shape(gl, m, (Shape)i);
    gl->EndList();
  }
  return 0;
}
