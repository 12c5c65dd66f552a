// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The scene of the property test and the random pairs that are put into it.
//
// A pair is placed by choosing a direction and making the nearest points of both shapes along it
// stand at a chosen gap. If the gap is not negative and nothing is moved afterwards, it is the
// distance of the shapes, whatever they are: the two points are that far apart, and the direction
// separates by as much.

#include <stdlib.h>

#include "properties.h"

// ---------------------------------------------------------------- scene

static char* write_vertex(char* text, double x, double y, double z) {
  return text + sprintf(text, "%.9g %.9g %.9g ", x, y, z);
}

// Vertices of the meshes: small polytopes that are searched vertex by vertex, larger ones with a
// hull graph, thin ones, one with points inside.
static void write_mesh(char* text, int id, Random* r) {
  static const double box[3][3] = {{.2, .2, .2}, {.2, .15, .004}, {.3, .004, .006}};
  if (id == 0) {
    strcpy(text, ".2 .1 -.1  -.2 .1 -.1  0 -.2 -.1  .05 .05 .25");
  } else if (id < 4) {
    const double* b = box[id - 1];
    for (int k = 0; k < 8; k++)
      text = write_vertex(text, k & 1 ? b[0] : -b[0], k & 2 ? b[1] : -b[1], k & 4 ? b[2] : -b[2]);
  } else if (id == 4) {
    // a prism of sixteen sides
    for (int k = 0; k < 32; k++)
      text = write_vertex(text, .2 * cos(k / 2 * mjPI / 8), .2 * sin(k / 2 * mjPI / 8),
                          k & 1 ? .1 : -.1);
  } else {
    // points on an ellipsoid, and of the last mesh half of them inside
    static const int count[] = {14, 48, 24};
    for (int k = 0; k < count[id - 5]; k++) {
      double x[3] = {uniform(r, -1, 1), uniform(r, -1, 1), uniform(r, -1, 1)};
      fc_normalize3(x);
      fc_scl3(x, x, id == 7 && k & 1 ? .5 : 1);
      text = write_vertex(text, .25 * x[0], .2 * x[1], .15 * x[2]);
    }
  }
}

// Height fields: flat, hills, coarse and steep, fine.
static void write_field(char* text, int id, Random* r) {
  static const int count[] = {4, 6, 3, 9};
  int n = count[id];
  text += sprintf(text, "<hfield name=\"f%d\" nrow=\"%d\" ncol=\"%d\" size=\"1 .8 %s .1\"", id, n,
                  n, id == 2 ? "1" : ".3");
  text += sprintf(text, " elevation=\"");
  for (int k = 0; k < n * n; k++)
    text += sprintf(text, "%.6g ", id ? uniform(r, 0, 1) : 0.);
  sprintf(text, "\"/>");
}

// The prisms under the two triangles of each cell.
static void make_prisms(Stage* stage, int id) {
  const mjModel* m = stage->m;
  const double* size = m->hfield_size + 4 * id;
  const float* data = m->hfield_data + m->hfield_adr[id];
  int nrow = m->hfield_nrow[id], ncol = m->hfield_ncol[id], n = 0;
  stage->prism[id] = malloc(sizeof(Hull) * (size_t)(2 * (nrow - 1) * (ncol - 1)));
  for (int cell = 0; cell < (nrow - 1) * (ncol - 1); cell++) {
    for (int half = 0; half < 2; half++) {
      static const int row[2][3] = {{1, 0, 1}, {0, 1, 0}}, col[2][3] = {{0, 0, 1}, {0, 1, 1}};
      double vert[18];
      for (int k = 0; k < 3; k++) {
        int i = cell / (ncol - 1) + row[half][k], j = cell % (ncol - 1) + col[half][k];
        for (int top = 0; top < 2; top++) {
          double* v = vert + 3 * (3 * top + k);
          v[0] = j * (2 * size[0] / (ncol - 1)) - size[0];
          v[1] = i * (2 * size[1] / (nrow - 1)) - size[1];
          v[2] = top ? (double)data[i * ncol + j] * size[2] : -size[3];
        }
      }
      stage->prism[id][n++] = hull_of(vert, 6);
    }
  }
  stage->nprism[id] = n;
}

Stage stage_make(void) {
  static char text[40000];
  static const char store[] = " contype=\"1\" pos=\"0 0 50\"/>";
  Random r = {88172645463325252ULL};
  char* t = text + sprintf(text, "<option sdf_initpoints=\"3\" sdf_iterations=\"6\"/><asset>");
  for (int k = 0; k < NMESH; k++) {
    t += sprintf(t, "<mesh name=\"m%d\" inertia=\"convex\" vertex=\"", k);
    write_mesh(t, k, &r);
    t += strlen(t);
    t += sprintf(t, "\"/>");
  }
  for (int k = 0; k < NFIELD; k++) {
    write_field(t, k, &r);
    t += strlen(t);
  }
  t += sprintf(t,
               "</asset><worldbody><body><freejoint/><geom name=\"a\" size=\"1\"/></body>"
               "<body><freejoint/><geom name=\"b\" size=\"1\"/></body>");

  // geoms that make the compiler prepare the store for collisions
  t += sprintf(t, "<body>");
  for (int k = 0; k < NMESH; k++) {
    t +=
        sprintf(t, "<geom type=\"%s\" mesh=\"m%d\"%s", k == 1 || k == 6 ? "sdf" : "mesh", k, store);
  }
  for (int k = 0; k < NFIELD; k++)
    t += sprintf(t, "<geom type=\"hfield\" hfield=\"f%d\" pos=\"0 0 -50\"/>", k);
  sprintf(t, "</body></worldbody><contact><pair geom1=\"a\" geom2=\"b\"/></contact>");

  Scene s = scene_load(text);
  Stage stage = {.m = s.m, .d = s.d};
  for (int k = 0; k < s.m->nbody; k++)
    s.m->body_contype[k] = s.m->body_conaffinity[k] = 0;
  for (int k = 0; k < s.m->ngeom; k++)
    s.m->geom_contype[k] = s.m->geom_conaffinity[k] = 0;
  for (int k = 0; k < NMESH; k++) {
    double vert[3 * 64];
    int n = s.m->mesh_vertnum[k];
    for (int i = 0; i < 3 * n; i++)
      vert[i] = s.m->mesh_vert[3 * s.m->mesh_vertadr[k] + i];
    stage.hull[k] = hull_of(vert, n);
  }
  for (int k = 0; k < NFIELD; k++)
    make_prisms(&stage, k);
  return stage;
}

void stage_free(Stage* stage) {
  for (int k = 0; k < NFIELD; k++) {
    for (int i = 0; i < stage->nprism[k]; i++)
      hull_free(stage->prism[k][i]);
    free(stage->prism[k]);
  }
  for (int k = 0; k < NMESH; k++)
    hull_free(stage->hull[k]);
  mj_deleteData(stage->d);
  mj_deleteModel(stage->m);
}

// Half sizes of the box of a shape, in its frame.
static void box_of(const Shape* s, double half[3]) {
  const double* size = s->size;
  fc_copy3(half, size);
  if (s->type == mjGEOM_SPHERE)
    half[1] = half[2] = size[0];
  if (s->type == mjGEOM_CAPSULE || s->type == mjGEOM_CYLINDER) {
    half[1] = size[0];
    half[2] = size[1] + (s->type == mjGEOM_CAPSULE ? size[0] : 0);
  }
}

void stage_put(const Stage* stage, int g, const Shape* s) {
  mjModel* m = stage->m;
  m->geom_type[g] = s->type;
  m->geom_dataid[g] =
      s->type == mjGEOM_MESH || s->type == mjGEOM_SDF || s->type == mjGEOM_HFIELD ? s->id : -1;
  memcpy(m->geom_size + 3 * g, s->size, sizeof s->size);
  m->geom_rbound[g] = s->radius;
  fc_zero3(m->geom_aabb + 6 * g);
  box_of(s, m->geom_aabb + 6 * g + 3);
  memcpy(stage->d->geom_xpos + 3 * g, s->pos, sizeof s->pos);
  memcpy(stage->d->geom_xmat + 9 * g, s->mat, sizeof s->mat);
}

int stage_collide(const Stage* stage, const Shape* a, const Shape* b, double margin,
                  mjContact* con) {
  stage_put(stage, 0, a);
  stage_put(stage, 1, b);
  return mjCOLLISIONFUNC[a->type][b->type](stage->m, stage->d, con, 0, 1, margin);
}

int stage_exchange(const Stage* stage, const Shape* a, const Shape* b, double margin) {
  stage_put(stage, 0, b);
  stage_put(stage, 1, a);
  stage->m->pair_margin[0] = margin;
  mj_collision(stage->m, stage->d);
  return stage->d->ncon;
}

// ---------------------------------------------------------------- pairs

double logarithmic(Random* r, double lo, double hi) { return pow(10, uniform(r, lo, hi)); }

void random_unit(Random* r, double v[3]) {
  do {
    for (int k = 0; k < 3; k++)
      v[k] = uniform(r, -1, 1);
  } while (fc_dot3(v, v) > 1 || fc_dot3(v, v) < 1e-4);
  fc_normalize3(v);
}

static void turn_about(double mat[9], const double axis[3], double angle) {
  double quat[4];
  mju_axisAngle2Quat(quat, axis, angle);
  mju_quat2Mat(mat, quat);
}

// Sizes of the order of `scale`: most of ordinary proportions, some thin, some needles.
static void random_size(Random* r, double scale, double size[3]) {
  for (int k = 0; k < 3; k++)
    size[k] = scale * uniform(r, .3, 1);
  double kind = uniform(r, 0, 1);
  int axis = (int)uniform(r, 0, 3);
  if (kind < .15)
    size[axis] *= logarithmic(r, -2.5, -1);
  else if (kind < .3)
    for (int k = 0; k < 3; k++)
      size[k] *= k == axis ? 1 : logarithmic(r, -2, -1);
}

void random_shape(const Stage* stage, Random* r, Shape* s, int type, double scale) {
  *s = (Shape){.type = type, .id = -1};
  if (type == mjGEOM_MESH || type == mjGEOM_SDF) {
    s->id = type == mjGEOM_MESH ? (int)uniform(r, 0, NMESH) : uniform(r, 0, 1) < .5 ? 1 : 6;
    s->hull = stage->hull + s->id;
    for (int i = 0; i < s->hull->nvert; i++)
      for (int k = 0; k < 3; k++)
        s->size[k] = fmax(s->size[k], fabs(s->hull->vert[3 * i + k]));
  } else {
    random_size(r, scale, s->size);
  }
  s->radius = bounding_radius(type, s->size);
}

// Orientations: any, along the axes of the world, or nearly those of another shape.
static void random_pose(Random* r, Shape* s, const Shape* other) {
  double kind = uniform(r, 0, 1), axis[3], turn[9];
  random_rotation(r, s->mat);
  if (other ? kind < .6 : kind < .8)
    return;
  mju_zero(s->mat, 9);
  int k = (int)uniform(r, 0, 3);
  for (int i = 0; i < 3; i++)
    s->mat[3 * i + (i + k) % 3] = 1;
  if (!other || kind < .7)
    return;
  mju_mulMatMat(turn, other->mat, s->mat, 3, 3, 3);
  memcpy(s->mat, turn, sizeof turn);
  if (kind < .75)
    return;
  random_unit(r, axis);
  turn_about(turn, axis, logarithmic(r, -10, -2));
  shape_turn(s, turn);
}

// A direction across which faces, edges or points meet.
static void random_direction(Random* r, const Shape* a, const Shape* b, double dir[3]) {
  double kind = uniform(r, 0, 1);
  random_unit(r, dir);
  const Shape* s = kind < .65 ? a : b;
  int i = (int)uniform(r, 0, 3), j = (int)uniform(r, 0, 3);
  double sign = uniform(r, -1, 1) < 0 ? -1 : 1;
  if (a->type == mjGEOM_PLANE) {
    for (int k = 0; k < 3; k++)
      dir[k] = a->mat[3 * k + 2];
    return;
  }
  if (kind < .4)
    return;
  if (kind < .8) {
    if (s->hull) {
      i = (int)uniform(r, 0, s->hull->nplane);
      fc_mulMatVec3(dir, s->mat, s->hull->plane + 4 * i);
    } else {
      for (int k = 0; k < 3; k++)
        dir[k] = s->mat[3 * k + i];
    }
    fc_scl3(dir, dir, sign);
  } else if (kind < .95) {
    double u[3], v[3], n[3];
    for (int k = 0; k < 3; k++) {
      u[k] = a->mat[3 * k + i];
      v[k] = b->mat[3 * k + j];
    }
    fc_cross(n, u, v);
    if (fc_normalize3(n) > 1e-9)
      fc_scl3(dir, n, sign);
  }
  if (uniform(r, 0, 1) < .3) {
    double jitter = logarithmic(r, -10, -2);
    for (int k = 0; k < 3; k++)
      dir[k] += jitter * uniform(r, -1, 1);
    fc_normalize3(dir);
  }
}

// Touching, nearly touching, overlapping a little or deeply, apart.
static double random_gap(Random* r, double ra, double rb) {
  double kind = uniform(r, 0, 1);
  if (kind < .1)
    return 0;
  if (kind < .25)
    return (kind < .18 ? -1 : 1) * logarithmic(r, -12, -4) * (ra + rb);
  if (kind < .6)
    return -uniform(r, 0, 1) * fmin(ra, rb);
  if (kind < .75)
    return -uniform(r, 0, 1) * (ra + rb);
  return uniform(r, 0, .5) * (ra + rb);
}

void pair_place(Pair* p, Random* r, const double dir[3]) {
  if (dir)
    fc_copy3(p->dir, dir);
  else
    random_direction(r, &p->a, &p->b, p->dir);

  // put the nearest points along the direction at the gap from each other
  int plane = p->a.type == mjGEOM_PLANE;
  double ra = plane ? p->b.radius : p->a.radius, rb = p->b.radius;
  double gap = random_gap(r, ra, rb), from[3], to[3];
  double back[3] = {-p->dir[0], -p->dir[1], -p->dir[2]}, side[3];
  fc_copy3(from, p->a.pos);
  if (!plane)
    shape_support(&p->a, p->dir, from);
  shape_support(&p->b, back, to);
  fc_subFrom3(to, p->b.pos);
  fc_sub3(p->b.pos, from, to);
  fc_addToScl3(p->b.pos, p->dir, gap);

  // then perhaps aside
  p->proven = plane || gap >= 0;
  if (uniform(r, 0, 1) < .3) {
    random_unit(r, side);
    fc_addToScl3(side, p->dir, -fc_dot3(side, p->dir));
    fc_addToScl3(p->b.pos, side, (ra + rb) * uniform(r, 0, .7));
    p->proven = plane;
  }
  p->gap = shape_gap(&p->a, &p->b, p->dir);
  p->scale = fc_norm3(p->a.pos) + fc_norm3(p->b.pos) + ra + rb;
}

Pair pair_make(const Stage* stage, Random* r, int type1, int type2) {
  Pair p = {.margin = 0};
  int fixed = type1 >= mjGEOM_MESH || type2 >= mjGEOM_MESH;
  double scale = fixed ? .2 : logarithmic(r, -1.5, .3);
  random_shape(stage, r, &p.a, type1, type1 == type2 ? scale : scale * logarithmic(r, -.3, .3));
  random_shape(stage, r, &p.b, type2, scale * logarithmic(r, -.7, .7));
  random_pose(r, &p.a, NULL);
  random_pose(r, &p.b, &p.a);
  int home = uniform(r, 0, 1) < .2;
  for (int k = 0; k < 3; k++)
    p.a.pos[k] = home ? 0 : uniform(r, -1, 1);
  pair_place(&p, r, NULL);
  if (uniform(r, 0, 1) < .4)
    p.margin = logarithmic(r, -3, 0) * (p.a.radius + p.b.radius);
  return p;
}
