// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Converts geoms to shapes for ray intersection, and answers two queries: the first hit on a ray,
// and the fraction of light that passes along it.

#include <stdlib.h>
#include <string.h>

#include <fulcrum/host.h>

#include "vector.h"
#include "world.h"

// cones of arrows are this much wider than their shafts
#define HEAD 1.75f

// lines of boxes, in pixels
#define BOX_LINE 1.5f

// planes are more transparent from behind
#define BEHIND 0.3f

// ---------------------------------------------------------------- parts

static Part* new_part(World* w, Unit unit, int geom) {
  if (w->npart == w->part_room) {
    const int room = 2 * w->part_room + 64;
    Part* more = realloc(w->part, (size_t)room * sizeof *more);
    if (!more)
      return NULL;
    w->part = more;
    w->part_room = room;
  }
  Part* part = w->part + w->npart;
  memset(part, 0, sizeof *part);
  part->unit = unit;
  part->geom = geom;
  for (int k = 0; k < 2; k++) {
    part->stretch[k] = 1;
    part->cells[k] = w->quads;
    part->spacing[k] = 1 / (float)w->quads;
  }
  return part;
}

// a unit shape of a geom; shapes with NaN are left out. Negative: out of memory.
static int add_posed(World* w, Unit unit, int geom, const float pos[3], const float mat[9],
                     const float size[3], float at) {
  Part* part = new_part(w, unit, geom);
  if (!part)
    return fc_fail("there is no memory for %d shapes", w->npart + 1);
  w->npart += rt_place_part(part, pos, mat, size, at);
  return 0;
}

static int add(World* w, Unit unit, int geom, float x, float y, float z, float at) {
  const mjvGeom* g = w->scn->geoms + geom;
  return add_posed(w, unit, geom, g->pos, g->mat, (const float[3]){x, y, z}, at);
}

static int add_capsule(World* w, int geom, const float s[3]) {
  const float round = (s[0] + s[1]) / 2;
  return add(w, UNIT_TUBE, geom, s[0], s[1], s[2], 0) ||
         add(w, UNIT_TOP, geom, s[0], s[1], round, s[2]) ||
         add(w, UNIT_BOTTOM, geom, s[0], s[1], round, -s[2]);
}

// half as long as its size: a shaft, and a head of half its length
static int add_arrow(World* w, int geom, const float s[3], float head) {
  const float unit = s[2] / 6;
  return add(w, UNIT_CYLINDER, geom, s[0], s[1], unit, unit) ||
         add(w, UNIT_CONE, geom, head * s[0], head * s[1], unit, 2 * unit);
}

static int add_double_arrow(World* w, int geom, const float s[3]) {
  return add(w, UNIT_TUBE, geom, s[0], s[1], s[2] / 3, 0) ||
         add(w, UNIT_CONE, geom, HEAD * s[0], HEAD * s[1], s[2] / 6, s[2] / 3) ||
         // rotated about x, so that the shape stays right-handed
         add(w, UNIT_CONE, geom, HEAD * s[0], -HEAD * s[1], -s[2] / 6, -s[2] / 3);
}

// planes of the model have texture coordinates in m
static int add_plane(World* w, int geom) {
  const mjvGeom* g = w->scn->geoms + geom;
  if (g->dataid < 0)
    return add(w, UNIT_SQUARE, geom, g->size[0], g->size[1], 1, 0);
  if (g->dataid >= w->context->nplane)
    return 0;
  const Plane* plane = w->context->plane + g->dataid;
  const int before = w->npart;
  if (add(w, UNIT_SQUARE, geom, plane->half[0], plane->half[1], 1, 0))
    return -1;
  for (int k = 0; k < 2 && w->npart > before; k++) {
    w->part[before].stretch[k] = plane->half[k];
    w->part[before].cells[k] = plane->cells[k];
    w->part[before].spacing[k] = plane->spacing[k] / plane->half[k];
  }
  return 0;
}

// ---------------------------------------------------------------- lines

static int add_line(World* w, int geom, const float from[3], const float to[3], float width) {
  Part* part = new_part(w, UNIT_LINE, geom);
  if (!part)
    return fc_fail("there is no memory for %d shapes", w->npart + 1);
  part->width = mjMAX(1, width * w->con->lineWidth);
  for (int k = 0; k < 3; k++) {
    part->at[k] = from[k];
    part->axes[3 * k + 2] = to[k] - from[k];
  }
  w->npart += finite3(from) && finite3(to);
  return 0;
}

static void to_world(const mjvGeom* g, float x, float y, float z, float res[3]) {
  apply3(res, g->mat, (const float[3]){x, y, z});
  add3(res, res, 1, g->pos);
}

static int add_geom_line(World* w, int geom) {
  const mjvGeom* g = w->scn->geoms + geom;
  float end[3];
  to_world(g, 0, 0, g->size[2], end);
  return add_line(w, geom, g->pos, end, g->size[0]);
}

static int add_box_lines(World* w, int geom) {
  const mjvGeom* g = w->scn->geoms + geom;
  for (int i = 0; i < 12; i++) {
    const int axis = i / 4, u = (axis + 1) % 3, v = (axis + 2) % 3;
    float p[3], a[3], b[3];
    p[u] = i & 1 ? g->size[u] : -g->size[u];
    p[v] = i & 2 ? g->size[v] : -g->size[v];
    p[axis] = -g->size[axis];
    to_world(g, p[0], p[1], p[2], a);
    p[axis] = g->size[axis];
    to_world(g, p[0], p[1], p[2], b);
    if (add_line(w, geom, a, b, BOX_LINE))
      return -1;
  }
  return 0;
}

// ---------------------------------------------------------------- triangles

static int attach(const World* w, RTCGeometry g, int geom) {
  if (!g)
    return -1;
  rtcAttachGeometryByID(w->scene, g, (unsigned)geom + 1);
  rtcReleaseGeometry(g);
  return 0;
}

// 1 when rays can be transformed into the frame of a geom.
static int has_frame(const mjvGeom* g) {
  float inverse[9], most = 0;
  if (!rt_invert(inverse, g->mat))
    return 0;
  for (int k = 0; k < 9; k++)
    most = fmaxf(most, fabsf(inverse[k]));
  return most <= SHRINK_MOST && is_below(g->pos, INSTANCE_MOST);
}

static int add_instance(World* w, int geom, const Solid* solid) {
  const mjvGeom* g = w->scn->geoms + geom;
  if (!solid->scene || !has_frame(g))
    return 0;
  float rows[12];
  for (int k = 0; k < 3; k++) {
    memcpy(rows + 4 * k, g->mat + 3 * k, 3 * sizeof *rows);
    rows[4 * k + 3] = g->pos[k];
  }
  RTCGeometry instance = rtcNewGeometry(w->context->device, RTC_GEOMETRY_TYPE_INSTANCE);
  if (!instance)
    return fc_fail("there is no memory for an instance of a mesh");
  rtcSetGeometryInstancedScene(instance, solid->scene);
  rtcSetGeometryTransform(instance, 0, RTC_FORMAT_FLOAT3X4_ROW_MAJOR, rows);
  rtcCommitGeometry(instance);
  RTCGeometry triangles = rtcGetGeometry(solid->scene, 0);
  w->entry[geom].surface =
      (Surface){.vert = rtcGetGeometryBufferData(triangles, RTC_BUFFER_TYPE_VERTEX, 0),
                .face = rtcGetGeometryBufferData(triangles, RTC_BUFFER_TYPE_INDEX, 0),
                .normal = solid->normal,
                .texcoord = solid->texcoord,
                .density = solid->density};
  return attach(w, instance, geom);
}

static int add_mesh(World* w, int geom) {
  const int id = w->scn->geoms[geom].dataid;
  return id >= 0 && id < 2 * w->context->nmesh ? add_instance(w, geom, w->context->mesh + id) : 0;
}

static int add_hfield(World* w, int geom) {
  const int id = w->scn->geoms[geom].dataid;
  return id >= 0 && id < w->context->nhfield ? add_instance(w, geom, w->context->hfield + id) : 0;
}

static int add_skin(World* w, int geom) {
  const mjvScene* scn = w->scn;
  const mjvGeom* g = scn->geoms + geom;
  const int id = g->objid;
  if (id < 0 || id >= w->context->nskin || id >= scn->nskin)
    return 0;
  const Skin* skin = w->context->skin + id;
  const int n = mjMIN(skin->nface, scn->skinfacenum[id]);
  if (n < 1 || scn->skinvertnum[id] < skin->nvert)
    return 0;
  const float* vert = scn->skinvert + 3 * scn->skinvertadr[id];
  Surface* s = &w->entry[geom].surface;
  *s = (Surface){.vert = vert,
                 .face = (const unsigned*)skin->face,
                 .normal = scn->skinnormal + 3 * scn->skinvertadr[id],
                 .texcoord = g->texcoord ? skin->texcoord : NULL,
                 .index = skin->face};
  s->density = rt_density(vert, s->index, s->texcoord, s->index, n);
  return attach(w, rt_triangles(w->context->device, vert, skin->nvert, skin->face, n), geom);
}

static int add_flex_bones(World* w, int geom, int id) {
  static const float upright[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
  const mjvScene* scn = w->scn;
  const float r = scn->geoms[geom].size[0];
  const float* vertex = scn->flexvert + 3 * scn->flexvertadr[id];
  for (int i = 0; i < scn->flexvertnum[id] && scn->flexvertopt; i++)
    if (add_posed(w, UNIT_SPHERE, geom, vertex + 3 * i, upright, (const float[3]){r, r, r}, 0))
      return -1;
  for (int i = 0; i < scn->flexedgenum[id] && scn->flexedgeopt; i++) {
    const int* edge = scn->flexedge + 2 * (scn->flexedgeadr[id] + i);
    mjtNum end[2][3];
    mjvGeom tube;
    for (int k = 0; k < 3; k++) {
      end[0][k] = vertex[3 * edge[0] + k];
      end[1][k] = vertex[3 * edge[1] + k];
    }
    mjv_connector(&tube, mjGEOM_CYLINDER, r, end[0], end[1]);
    if (add_posed(w, UNIT_TUBE, geom, tube.pos, tube.mat, tube.size, 0))
      return -1;
  }
  return 0;
}

static int add_flex(World* w, int geom) {
  const mjvScene* scn = w->scn;
  const mjvGeom* g = scn->geoms + geom;
  const int id = g->objid;
  if (id < 0 || id >= scn->nflex)
    return 0;
  const int faces = scn->flexfaceused[id], first = scn->flexfaceadr[id];
  if (faces > 0) {
    const float* vert = scn->flexface + 9 * first;
    Surface* s = &w->entry[geom].surface;
    *s = (Surface){.vert = vert,
                   .normal = scn->flexnormal + 9 * first,
                   .texcoord = g->texcoord ? scn->flextexcoord + 6 * first : NULL};
    s->density = rt_density(vert, NULL, s->texcoord, NULL, faces);
    if (attach(w, rt_triangles(w->context->device, vert, 3 * faces, NULL, faces), geom))
      return -1;
  }
  return g->size[0] > 0 && !(scn->flexskinopt && faces > 0) ? add_flex_bones(w, geom, id) : 0;
}

// ---------------------------------------------------------------- geoms

static int add_geom(World* w, int geom) {
  const mjvGeom* g = w->scn->geoms + geom;
  const float* s = g->size;
  switch (g->type) {
    case mjGEOM_PLANE: return add_plane(w, geom);
    case mjGEOM_HFIELD: return add_hfield(w, geom);
    case mjGEOM_MESH:
    case mjGEOM_SDF: return add_mesh(w, geom);
    case mjGEOM_SPHERE:
    case mjGEOM_ELLIPSOID: return add(w, UNIT_SPHERE, geom, s[0], s[1], s[2], 0);
    case mjGEOM_CAPSULE: return add_capsule(w, geom, s);
    case mjGEOM_CYLINDER: return add(w, UNIT_CYLINDER, geom, s[0], s[1], s[2], 0);
    case mjGEOM_BOX: return add(w, UNIT_BOX, geom, s[0], s[1], s[2], 0);
    case mjGEOM_ARROW: return add_arrow(w, geom, s, HEAD);
    case mjGEOM_ARROW1: return add_arrow(w, geom, s, 1);
    case mjGEOM_ARROW2: return add_double_arrow(w, geom, s);
    case mjGEOM_LINE: return add_geom_line(w, geom);
    case mjGEOM_LINEBOX: return add_box_lines(w, geom);
    case mjGEOM_TRIANGLE: return add(w, UNIT_TRIANGLE, geom, s[0], s[1], 1, 0);
    case mjGEOM_FLEX: return add_flex(w, geom);
    case mjGEOM_SKIN: return add_skin(w, geom);
    default: return 0;
  }
}

// Other renderers blend transparent geoms twice, nearest and farthest first, and models are made to
// look right with that.
static float alpha_of(const World* w, const mjvGeom* g) {
  float alpha = g->rgba[3], from[3];
  sub3(from, w->head, g->pos);
  const float height = from[0] * g->mat[2] + from[1] * g->mat[5] + from[2] * g->mat[8];
  if (g->type == mjGEOM_PLANE && height < 0)
    alpha *= BEHIND;
  if (!g->transparent)
    return 1;
  return w->scn->flags[mjRND_ADDITIVE] ? alpha : 1 - (1 - alpha) * (1 - alpha);
}

static void describe(const World* w, int geom) {
  const mjvGeom* g = w->scn->geoms + geom;
  Entry* e = w->entry + geom;
  const int thin = g->type == mjGEOM_LINE || g->type == mjGEOM_LINEBOX;
  e->alpha = fmaxf(0, fminf(1, alpha_of(w, g)));
  e->wants = WANT_SEEN;
  if (!g->transparent)
    e->wants |= WANT_SOLID;
  if (g->category != mjCAT_DECOR && !thin)
    e->wants |= WANT_CASTING;
  if (g->segid >= 0)
    e->wants |= WANT_SEGMENTS;
}

// ---------------------------------------------------------------- queries

// One query to Embree, which passes it to the functions below.
typedef struct Query_ {
  struct RTCIntersectContext base;
  const World* world;
  unsigned want;
  int cull, wires;
  const Line* line;
  float through;  // fraction of light that passed so far
} Query;

static const Query* query_of(const struct RTCIntersectContext* context) {
  return (const Query*)(const void*)context;
}

static void bound(const struct RTCBoundsFunctionArguments* args) {
  const World* w = args->geometryUserPtr;
  float low[3], high[3];
  rt_bound_part(w, w->part + args->primID, low, high);
  struct RTCBounds* b = args->bounds_o;
  b->lower_x = low[0];
  b->lower_y = low[1];
  b->lower_z = low[2];
  b->upper_x = high[0];
  b->upper_y = high[1];
  b->upper_z = high[2];
}

static Line line_of(const struct RTCRay* ray) {
  return (Line){{ray->org_x, ray->org_y, ray->org_z},
                {ray->dir_x, ray->dir_y, ray->dir_z},
                ray->tnear,
                ray->tfar};
}

static void meet_part(const struct RTCIntersectFunctionNArguments* args) {
  const Query* q = query_of(args->context);
  const Part* part = q->world->part + args->primID;
  struct RTCRayHit* r = (struct RTCRayHit*)(void*)args->rayhit;
  float t, normal[3];
  if (!args->valid[0] || !(q->world->entry[part->geom].wants & q->want))
    return;
  const Line line = line_of(&r->ray);
  if (!rt_hit_part(q->world, part, &line, q->cull, q->wires, &t, normal))
    return;
  r->ray.tfar = t;
  r->hit.Ng_x = normal[0];
  r->hit.Ng_y = normal[1];
  r->hit.Ng_z = normal[2];
  r->hit.primID = args->primID;
  r->hit.geomID = args->geomID;
  r->hit.instID[0] = RTC_INVALID_GEOMETRY_ID;
}

// Light is attenuated surface by surface: visits all hits of the shape on the ray.
static void shade_part(const struct RTCOccludedFunctionNArguments* args) {
  Query* q = (Query*)(void*)args->context;
  const Part* part = q->world->part + args->primID;
  struct RTCRay* ray = (struct RTCRay*)(void*)args->ray;
  const Entry* e = q->world->entry + part->geom;
  float normal[3];
  if (!args->valid[0] || !(e->wants & q->want))
    return;
  Line line = line_of(ray);
  float t;
  while (rt_hit_part(q->world, part, &line, 0, 0, &t, normal)) {
    line.near = nextafterf(t, INFINITY);
    q->through *= 1 - e->alpha;
    if (!(q->through > 0)) {
      ray->tfar = -INFINITY;
      return;
    }
  }
}

static int geom_of(const Query* q, const struct RTCHit* hit) {
  const unsigned id = hit->instID[0] != RTC_INVALID_GEOMETRY_ID ? hit->instID[0] : hit->geomID;
  return id ? (int)id - 1 : q->world->part[hit->primID].geom;
}

// 1 when the ray hits an edge of the triangle
static int on_edge(const Query* q, const struct RTCHit* hit, const struct RTCRay* ray) {
  const Surface* s = &q->world->entry[geom_of(q, hit)].surface;
  const Line local = line_of(ray);
  const float* corner[3];
  for (unsigned k = 0; k < 3; k++) {
    const unsigned at = 3 * hit->primID + k;
    corner[k] = s->vert + 3 * (size_t)(s->face ? s->face[at] : at);
  }
  return rt_on_triangle_edge(q->world, corner, &local, q->line, ray->tfar);
}

// triangles that the query ignores let the ray pass, transparent ones a fraction of the light
static void filter(const struct RTCFilterFunctionNArguments* args) {
  Query* q = (Query*)(void*)args->context;
  const struct RTCHit* hit = (const struct RTCHit*)(const void*)args->hit;
  const struct RTCRay* ray = (const struct RTCRay*)(const void*)args->ray;
  const Entry* e = q->world->entry + geom_of(q, hit);
  const float along = hit->Ng_x * ray->dir_x + hit->Ng_y * ray->dir_y + hit->Ng_z * ray->dir_z;
  if (!args->valid[0])
    return;
  if (!(e->wants & q->want) || (q->cull && along > 0) || (q->wires && !on_edge(q, hit, ray))) {
    args->valid[0] = 0;
  } else if (q->want == WANT_CASTING) {
    q->through *= 1 - e->alpha;
    args->valid[0] = q->through > 0 ? 0 : -1;
  }
}

static Query query(const World* w, const Line* line, Want want, int cull) {
  // segments are filled
  const int wires = w->wire > 0 && want != WANT_SEGMENTS;
  Query q = {.world = w, .line = line, .want = want, .cull = cull, .wires = wires, .through = 1};
  rtcInitIntersectContext(&q.base);
  q.base.filter = filter;
  return q;
}

// 1 when Embree can trace the ray. Rays that start outside its range hit nothing.
static int can_follow(const Line* line) {
  return is_below(line->origin, RAY_MOST) && is_below(line->direction, RAY_MOST) &&
         line->near <= line->far;
}

static struct RTCRay ray_of(const Line* line) {
  return (struct RTCRay){.org_x = line->origin[0],
                         .org_y = line->origin[1],
                         .org_z = line->origin[2],
                         .tnear = line->near,
                         .dir_x = line->direction[0],
                         .dir_y = line->direction[1],
                         .dir_z = line->direction[2],
                         .tfar = line->far,
                         .mask = 0xffffffffu};
}

// attributes of a geom of triangles at a point with barycentric coordinates (u, v)
static void blend(const Surface* s, const struct RTCHit* h, const float* value, int n, float* res) {
  const float part[3] = {1 - h->u - h->v, h->u, h->v};
  for (int k = 0; k < n; k++)
    res[k] = 0;
  for (int i = 0; i < 3; i++) {
    const size_t corner = 3 * (size_t)h->primID + (size_t)i;
    const float* v = value + (size_t)n * (s->index ? (size_t)s->index[corner] : corner);
    for (int k = 0; k < n; k++)
      res[k] += part[i] * v[k];
  }
}

// the normal of triangles, from the frame of the geom to the world
static void find_normal(const Surface* s, const struct RTCHit* h, const mjvGeom* g, Hit* hit) {
  float normal[3] = {h->Ng_x, h->Ng_y, h->Ng_z};
  memcpy(hit->facet, normal, sizeof normal);
  if (s->normal)
    blend(s, h, s->normal, 3, normal);
  if (!(dot3(normal, normal) > 0))
    memcpy(normal, hit->facet, sizeof normal);
  memcpy(hit->normal, normal, sizeof normal);
  if (h->instID[0] != RTC_INVALID_GEOMETRY_ID) {
    apply3(hit->facet, g->mat, hit->facet);
    apply3(hit->normal, g->mat, hit->normal);
  }
}

// largest change of local coordinates per m
static float scale_of(const Part* part) {
  float most = 0;
  for (int k = 0; k < 2; k++)
    most = fmaxf(most, part->stretch[k] * norm3(part->inverse + 3 * k));
  return most;
}

static void describe_hit(const World* w, const struct RTCHit* h, Hit* hit) {
  const mjvGeom* g = w->scn->geoms + hit->geom;
  const Surface* s = &w->entry[hit->geom].surface;
  float from[3];
  if (h->instID[0] == RTC_INVALID_GEOMETRY_ID && h->geomID == 0) {
    const Part* part = w->part + h->primID;
    hit->facet[0] = h->Ng_x;
    hit->facet[1] = h->Ng_y;
    hit->facet[2] = h->Ng_z;
    memcpy(hit->normal, hit->facet, sizeof hit->normal);
    sub3(from, hit->point, part->at);
    apply3(hit->local, part->inverse, from);
    for (int k = 0; k < 2; k++)
      hit->local[k] *= part->stretch[k];
    hit->scale = scale_of(part);
    return;
  }
  find_normal(s, h, g, hit);
  hit->scale = 1;
  memcpy(hit->local, hit->point, sizeof hit->local);
  if (h->instID[0] != RTC_INVALID_GEOMETRY_ID) {
    sub3(from, hit->point, g->pos);
    apply_transposed3(hit->local, g->mat, from);
  }
  if (s->texcoord) {
    blend(s, h, s->texcoord, 2, hit->texcoord);
    hit->scale = s->density;
  }
}

int rt_find(const World* w, const Line* line, Want want, int cull, Hit* hit) {
  if (!can_follow(line))
    return 0;
  Query q = query(w, line, want, cull);
  struct RTCRayHit r = {.ray = ray_of(line)};
  r.hit.geomID = r.hit.instID[0] = RTC_INVALID_GEOMETRY_ID;
  rtcIntersect1(w->scene, &q.base, &r);
  if (r.hit.geomID == RTC_INVALID_GEOMETRY_ID)
    return 0;
  memset(hit, 0, sizeof *hit);
  hit->geom = geom_of(&q, &r.hit);
  hit->t = r.ray.tfar;
  add3(hit->point, line->origin, hit->t, line->direction);
  describe_hit(w, &r.hit, hit);
  unit3(hit->facet);
  unit3(hit->normal);
  // back faces look like front faces
  if (dot3(hit->facet, line->direction) > 0) {
    for (int k = 0; k < 3; k++) {
      hit->facet[k] = -hit->facet[k];
      hit->normal[k] = -hit->normal[k];
    }
  }
  return 1;
}

float rt_pass(const World* w, const Line* line) {
  if (w->wire > 0 || !can_follow(line))
    return 1;
  Query q = query(w, line, WANT_CASTING, 0);
  struct RTCRay ray = ray_of(line);
  rtcOccluded1(w->scene, &q.base, &ray);
  return ray.tfar < 0 ? 0 : q.through;
}

// ---------------------------------------------------------------- make and free

static int attach_parts(World* w) {
  RTCGeometry g = rtcNewGeometry(w->context->device, RTC_GEOMETRY_TYPE_USER);
  if (!g)
    return fc_fail("there is no memory for %d shapes", w->npart);
  rtcSetGeometryUserPrimitiveCount(g, (unsigned)w->npart);
  rtcSetGeometryUserData(g, w);
  rtcSetGeometryBoundsFunction(g, bound, NULL);
  rtcSetGeometryIntersectFunction(g, meet_part);
  rtcSetGeometryOccludedFunction(g, shade_part);
  rtcCommitGeometry(g);
  rtcAttachGeometryByID(w->scene, g, 0);
  rtcReleaseGeometry(g);
  return 0;
}

int rt_make_world(World* w, const mjvScene* scn, const mjrContext* con, const Context* context) {
  w->scn = scn;
  w->con = con;
  w->context = context;
  w->wire = scn->flags[mjRND_WIREFRAME] ? mjMAX(1, con->lineWidth) : 0;
  w->slices = mjMAX(3, context->slices);
  w->stacks = mjMAX(1, context->stacks);
  w->quads = mjMAX(1, context->quads);
  w->entry = calloc(scn->ngeom ? (size_t)scn->ngeom : 1, sizeof *w->entry);
  w->scene = rtcNewScene(context->device);
  if (!w->entry || !w->scene)
    return fc_fail("there is no memory for a scene of %d geoms", scn->ngeom);
  rtcSetSceneFlags(w->scene, RTC_SCENE_FLAG_ROBUST | RTC_SCENE_FLAG_CONTEXT_FILTER_FUNCTION);
  for (int i = 0; i < scn->ngeom; i++) {
    describe(w, i);
    if (add_geom(w, i))
      return -1;
  }
  if (w->npart && attach_parts(w))
    return -1;
  rtcCommitScene(w->scene);
  const enum RTCError error = rtcGetDeviceError(context->device);
  return error ? fc_fail("Embree could not prepare the scene, error %d", (int)error) : 0;
}

void rt_free_world(World* w) {
  if (w->scene)
    rtcReleaseScene(w->scene);
  free(w->entry);
  free(w->part);
}
