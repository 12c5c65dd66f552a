// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// A plane against everything convex.
//
// The plane's normal is n, and h(p) = n . (p - plane) the height of a point. Round bodies touch
// with their lowest points; a box with up to four of the corners below its centre, the first ones
// in the order of corners and not the deepest; a mesh with its lowest vertex and up to two more
// vertices near it.

#include <math.h>

#include <fulcrum/collider.h>
#include <fulcrum/host.h>
#include <fulcrum/layout.h>
#include <fulcrum/math.h>
#include <mujoco/mujoco.h>

// A plane and a geom, as the routines below see them.
typedef struct Scene_ {
  const mjModel* m;
  int geom;  // the geom that is not the plane
  mjtNum normal[3];
  const mjtNum* plane;  // point of the plane
  const mjtNum* pos;
  const mjtNum* mat;
  const mjtNum* size;
  mjtNum margin;
} Scene;

// Contact at a surface point with signed distance dist.
static void set_contact(FcContactPoint* con, const Scene* s, const mjtNum point[3], mjtNum dist) {
  con->dist = dist;
  fc_addScl3(con->pos, point, s->normal, -dist / 2);
  fc_copy3(con->normal, s->normal);
  fc_zero3(con->tangent);
}

static mjtNum height(const Scene* s, const mjtNum point[3]) {
  mjtNum v[3];
  fc_sub3(v, point, s->plane);
  return fc_dot3(v, s->normal);
}

static int sphere_at(FcContactPoint* con, const Scene* s, const mjtNum center[3], mjtNum radius) {
  mjtNum c = height(s, center);
  if (c > s->margin + radius)
    return 0;
  con->dist = c - radius;
  fc_addScl3(con->pos, center, s->normal, -(con->dist / 2 + radius));
  fc_copy3(con->normal, s->normal);
  fc_zero3(con->tangent);
  return 1;
}

static int plane_sphere(FcContactPoint* con, const Scene* s) {
  return sphere_at(con, s, s->pos, s->size[0]);
}

// Both ends of the capsule; the axis is the first tangent.
static int plane_capsule(FcContactPoint* con, const Scene* s) {
  mjtNum axis[3], end[3];
  fc_column3(axis, s->mat, 2);
  fc_addScl3(end, s->pos, axis, s->size[1]);
  int n = sphere_at(con, s, end, s->size[0]);
  fc_addScl3(end, s->pos, axis, -s->size[1]);
  n += sphere_at(con + n, s, end, s->size[0]);
  for (int i = 0; i < n; i++)
    fc_copy3(con[i].tangent, axis);
  return n;
}

// The lowest rim point, the corresponding one on the other disk, and two points of the lower rim
// that form a triangle with the first.
static int plane_cylinder(FcContactPoint* con, const Scene* s) {
  mjtNum radius = s->size[0], half = s->size[1];
  mjtNum axis[3], v[3], point[3];
  fc_column3(axis, s->mat, 2);

  // axis towards the plane
  mjtNum slope = fc_dot3(s->normal, axis);
  if (slope > 0) {
    fc_scl3(axis, axis, -1);
    slope = -slope;
  }
  mjtNum dist0 = height(s, s->pos);

  // radial direction towards the plane; arbitrary when the disk is parallel to it
  fc_scl3(v, axis, slope);
  fc_subFrom3(v, s->normal);
  mjtNum len2 = fc_dot3(v, v);
  if (len2 >= mjMINVAL * mjMINVAL) {
    fc_scl3(v, v, radius / fc_sqrt(len2));
  } else {
    fc_column3(v, s->mat, 0);
    fc_scl3(v, v, radius);
  }
  mjtNum drop = fc_dot3(s->normal, v);
  fc_scl3(axis, axis, half);
  slope *= half;

  // lowest point
  mjtNum dist = dist0 + slope + drop;
  if (dist > s->margin)
    return 0;
  fc_add3(point, s->pos, v);
  fc_addTo3(point, axis);
  set_contact(con, s, point, dist);
  int n = 1;

  // other disk
  dist = dist0 - slope + drop;
  if (dist <= s->margin) {
    fc_add3(point, s->pos, v);
    fc_subFrom3(point, axis);
    set_contact(con + n++, s, point, dist);
  }

  // triangle
  dist = dist0 + slope - drop / 2;
  if (dist <= s->margin) {
    mjtNum w[3];
    fc_cross(w, v, axis);
    fc_normalize3(w);
    fc_scl3(w, w, radius * fc_sqrt(3) / 2);
    for (int side = 1; side >= -1; side -= 2) {
      fc_addScl3(point, s->pos, w, side);
      fc_addTo3(point, axis);
      fc_addToScl3(point, v, -0.5);
      set_contact(con + n++, s, point, dist);
    }
  }
  return n;
}

static int plane_box(FcContactPoint* con, const Scene* s) {
  mjtNum dist0 = height(s, s->pos);
  int n = 0;
  for (int i = 0; i < 8 && n < 4; i++) {
    mjtNum corner[3] = {i & 1 ? s->size[0] : -s->size[0], i & 2 ? s->size[1] : -s->size[1],
                        i & 4 ? s->size[2] : -s->size[2]};
    fc_mulMatVec3(corner, s->mat, corner);
    mjtNum l = fc_dot3(s->normal, corner);
    if (dist0 + l > s->margin || l > 0)
      continue;
    fc_addTo3(corner, s->pos);
    set_contact(con + n++, s, corner, dist0 + l);
  }
  return n;
}

// The lowest point, where the outward normal is -n.
static int plane_ellipsoid(FcContactPoint* con, const Scene* s) {
  mjtNum v[3];
  fc_mulMatTVec3(v, s->mat, s->normal);
  for (int k = 0; k < 3; k++)
    v[k] *= -s->size[k];
  fc_normalize3(v);
  for (int k = 0; k < 3; k++)
    v[k] *= s->size[k];
  fc_mulMatVec3(v, s->mat, v);
  fc_addTo3(v, s->pos);
  mjtNum dist = height(s, v);
  if (dist > s->margin)
    return 0;
  set_contact(con, s, v, dist);
  return 1;
}

// ---------------------------------------------------------------- meshes

// Vertices of a mesh and the graph of its hull, if it has one: neighbours of hull vertex i are
// listed from edge[start[i]] to a -1.
typedef struct Mesh_ {
  const float* vert;
  int nvert;
  const int* start;
  const int* global;  // vertex id of a hull vertex
  const int* edge;
} Mesh;

static Mesh mesh_of(const mjModel* m, int geom) {
  int id = m->geom_dataid[geom];
  Mesh mesh = {.vert = m->mesh_vert + 3 * m->mesh_vertadr[id], .nvert = m->mesh_vertnum[id]};
  if (m->mesh_graphadr[id] >= 0) {
    const int* graph = m->mesh_graph + m->mesh_graphadr[id];
    mesh.start = graph + 2;
    mesh.global = mesh.start + graph[0];
    mesh.edge = mesh.global + graph[0];
  }
  return mesh;
}

static mjtNum mesh_dot(const Mesh* mesh, int vertex, const mjtNum dir[3]) {
  const float* v = mesh->vert + 3 * vertex;
  return dir[0] * (mjtNum)v[0] + dir[1] * (mjtNum)v[1] + dir[2] * (mjtNum)v[2];
}

// Vertex farthest along a direction of the mesh frame: a hull index when there is a graph, else a
// vertex id.
static int mesh_support(const Mesh* mesh, const mjtNum dir[3]) {
  int best = 0;
  if (!mesh->start) {
    mjtNum most = mesh_dot(mesh, 0, dir);
    for (int i = 1; i < mesh->nvert; i++) {
      mjtNum value = mesh_dot(mesh, i, dir);
      if (value > most) {
        most = value;
        best = i;
      }
    }
    return best;
  }

  // climb along hull edges
  mjtNum most = mesh_dot(mesh, mesh->global[0], dir);
  for (int from = -1; from != best;) {
    from = best;
    for (const int* next = mesh->edge + mesh->start[from]; *next >= 0; next++) {
      mjtNum value = mesh_dot(mesh, mesh->global[*next], dir);
      if (value > most) {
        most = value;
        best = *next;
      }
    }
  }
  return best;
}

static void mesh_point(mjtNum point[3], const Scene* s, const Mesh* mesh, int vertex) {
  const float* v = mesh->vert + 3 * vertex;
  mjtNum local[3] = {(mjtNum)v[0], (mjtNum)v[1], (mjtNum)v[2]};
  fc_mulMatVec3(point, s->mat, local);
  fc_addTo3(point, s->pos);
}

// Add a further vertex that is below the margin and not too near the first contact.
static int mesh_add(FcContactPoint* con, int n, const Scene* s, const Mesh* mesh, int vertex) {
  mjtNum point[3];
  mesh_point(point, s, mesh, vertex);
  mjtNum dist = height(s, point);
  if (dist >= s->margin || fc_dist3(point, con[0].pos) < 0.3 * s->m->geom_rbound[s->geom])
    return n;
  set_contact(con + n, s, point, dist);
  return n + 1;
}

static int plane_mesh(FcContactPoint* con, const Scene* s) {
  Mesh mesh = mesh_of(s->m, s->geom);
  if (mesh.nvert <= 0)
    return 0;
  mjtNum down[3], point[3];
  fc_mulMatTVec3(down, s->mat, s->normal);
  fc_scl3(down, down, -1);
  int lowest = mesh_support(&mesh, down);
  mesh_point(point, s, &mesh, mesh.start ? mesh.global[lowest] : lowest);
  mjtNum dist = height(s, point);
  if (dist > s->margin)
    return 0;
  set_contact(con, s, point, dist);
  int n = 1;

  // neighbours on the hull, or all other vertices
  if (mesh.start) {
    for (const int* next = mesh.edge + mesh.start[lowest]; *next >= 0 && n < 3; next++)
      n = mesh_add(con, n, s, &mesh, mesh.global[*next]);
  } else {
    for (int i = 0; i < mesh.nvert && n < 3; i++)
      if (i != lowest)
        n = mesh_add(con, n, s, &mesh, i);
  }
  return n;
}

// ---------------------------------------------------------------- face

static int collide(const FcContext* ctx, const FcCandidate* pair, int npair, FcContactSink* sink) {
  static int (*const routine[mjNGEOMTYPES])(FcContactPoint*, const Scene*) = {
      [mjGEOM_SPHERE] = plane_sphere,
      [mjGEOM_CAPSULE] = plane_capsule,
      [mjGEOM_ELLIPSOID] = plane_ellipsoid,
      [mjGEOM_CYLINDER] = plane_cylinder,
      [mjGEOM_BOX] = plane_box,
      [mjGEOM_MESH] = plane_mesh,
      [mjGEOM_SDF] = plane_mesh};
  const mjModel* m = ctx->m;
  const mjData* d = ctx->d;
  for (int i = 0; i < npair; i++) {
    int plane = pair[i].geom[0], geom = pair[i].geom[1], type = m->geom_type[geom];
    if (type < 0 || type >= mjNGEOMTYPES || !routine[type]) {
      return fc_fail(
          "geom %d has type %d, expected a sphere, capsule, ellipsoid, cylinder, box, mesh or "
          "sdf",
          geom, type);
    }
    Scene s = {.m = m,
               .geom = geom,
               .plane = d->geom_xpos + 3 * plane,
               .pos = d->geom_xpos + 3 * geom,
               .mat = d->geom_xmat + 9 * geom,
               .size = m->geom_size + 3 * geom,
               .margin = pair[i].margin};
    fc_column3(s.normal, d->geom_xmat + 9 * plane, 2);
    fc_emitContacts(sink, pair + i, routine[type](fc_contactRoom(sink), &s));
  }
  return 0;
}

static const FcCollider table = {.size = sizeof(FcCollider),
                                 .flags = FC_COLLIDER_CONCURRENT,
                                 .max_contact = 4,
                                 .collide = collide};
static const char* const types[] = {
    "plane-sphere", "plane-capsule", "plane-ellipsoid", "plane-cylinder",
    "plane-box",    "plane-mesh",    "plane-sdf",       NULL};
static const FcFace faces[] = {{.size = sizeof(FcFace),
                                .kind = FC_COLLIDER,
                                .name = "plane",
                                .table = &table,
                                .types = types}};

FC_MODULE_WITH(plane, "plane", "1.0.0", "Apache-2.0", &fc_layout, faces, 0,
               "A plane against every convex shape", NULL)
