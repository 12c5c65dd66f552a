// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Selection of what is under a pixel: a ray through the pixel against geoms, flexes and skins.

#include <fulcrum/math.h>
#include <mujoco/mujoco.h>

// The nearest hit of the ray.
typedef struct Selection_ {
  mjtNum distance;  // along the ray, -1: nothing
  int body, geom, flex, skin;
  mjtNum point[3];
} Selection;

// ---------------------------------------------------------------- the ray

static void picture_ray(mjtNum origin[3], mjtNum direction[3], mjtNum aspect, mjtNum relx,
                        mjtNum rely, const mjvScene* scn) {
  mjtNum head[3] = {0}, forward[3] = {0}, up[3] = {0}, left[3];
  const mjvGLCamera cam = mjv_averageCamera(scn->camera, scn->camera + 1);
  mjv_cameraInModel(head, forward, up, scn);
  fc_cross(left, up, forward);
  fc_normalize3(left);
  const mjtNum height = (mjtNum)cam.frustum_top - cam.frustum_bottom;
  const mjtNum halfwidth = 0.5 * aspect * height;
  const mjtNum to_up = cam.frustum_bottom + rely * height;
  const mjtNum to_left = -(cam.frustum_center + (2 * relx - 1) * halfwidth);
  fc_copy3(origin, head);
  if (cam.orthographic) {
    fc_addToScl3(origin, up, to_up);
    fc_addToScl3(origin, left, to_left);
    fc_copy3(direction, forward);
    return;
  }
  for (int k = 0; k < 3; k++)
    direction[k] = cam.frustum_near * forward[k] + to_up * up[k] + to_left * left[k];
  fc_normalize3(direction);
}

// ---------------------------------------------------------------- flexes

// Value at x of the polynomial of a degree that is 1 at node i of i/degree and 0 at the others.
static mjtNum lagrange(int degree, int i, mjtNum x) {
  mjtNum value = 1;
  for (int j = 0; j <= degree; j++)
    if (j != i)
      value *= (degree * x - j) / (i - j);
  return value;
}

// The node of an interpolated flex with the largest weight for a vertex.
static int strongest_node(const mjModel* m, int flex, int vertex) {
  const int degree = m->flex_interp[flex], side = degree + 1;
  const mjtNum* at = m->flex_vert0 + 3 * (m->flex_vertadr[flex] + vertex);
  int best = 0;
  mjtNum most = 0;
  for (int n = 0; n < m->flex_nodenum[flex] && n < side * side * side; n++) {
    const mjtNum weight = lagrange(degree, n / (side * side), at[0]) *
                          lagrange(degree, n / side % side, at[1]) *
                          lagrange(degree, n % side, at[2]);
    if (weight > most) {
      most = weight;
      best = n;
    }
  }
  return best;
}

// Body and point that represent a vertex.
static void select_vertex(Selection* s, const mjModel* m, const mjData* d, int flex, int vertex) {
  if (!m->flex_interp[flex]) {
    const int v = m->flex_vertadr[flex] + vertex;
    s->body = m->flex_vertbodyid[v];
    fc_copy3(s->point, d->flexvert_xpos + 3 * v);
    return;
  }
  const int node = m->flex_nodeadr[flex] + strongest_node(m, flex, vertex);
  s->body = m->flex_nodebodyid[node];
  fc_copy3(s->point, d->xpos + 3 * s->body);
  if (!m->flex_centered[flex]) {
    mjtNum offset[3];
    fc_mulMatVec3(offset, d->xmat + 9 * s->body, m->flex_node + 3 * node);
    fc_addTo3(s->point, offset);
  }
}

static Selection select_flex(const mjModel* m, const mjData* d, const mjvOption* opt,
                             const mjtNum origin[3], const mjtNum direction[3]) {
  Selection s = {-1, -1, -1, -1, -1, {0}};
  const mjtByte* flag = opt->flags;
  if (!flag[mjVIS_FLEXVERT] && !flag[mjVIS_FLEXEDGE] && !flag[mjVIS_FLEXFACE] &&
      !flag[mjVIS_FLEXSKIN])
    return s;
  int nearest = 0;
  for (int f = 0; f < m->nflex; f++) {
    int vertex = -1;
    const mjtNum x =
        mj_rayFlex(m, d, opt->flex_layer, flag[mjVIS_FLEXVERT], flag[mjVIS_FLEXEDGE],
                   flag[mjVIS_FLEXFACE], flag[mjVIS_FLEXSKIN], f, origin, direction, &vertex, NULL);
    if (x >= 0 && vertex >= 0 && (s.distance < 0 || x < s.distance)) {
      s.distance = x;
      s.flex = f;
      nearest = vertex;
    }
  }
  if (s.flex >= 0)
    select_vertex(&s, m, d, s.flex, nearest);
  return s;
}

// ---------------------------------------------------------------- skins

// The body of the bone with the largest weight for a vertex of a skin.
static int strongest_bone_body(const mjModel* m, int skin, int vertex) {
  int body = -1;
  float most = -1;
  for (int b = m->skin_boneadr[skin]; b < m->skin_boneadr[skin] + m->skin_bonenum[skin]; b++) {
    const int first = m->skin_bonevertadr[b];
    for (int k = first; k < first + m->skin_bonevertnum[b]; k++) {
      if (m->skin_bonevertid[k] == vertex && m->skin_bonevertweight[k] > most) {
        most = m->skin_bonevertweight[k];
        body = m->skin_bonebodyid[b];
      }
    }
  }
  return body;
}

static Selection select_skin(const mjModel* m, const mjvOption* opt, const mjvScene* scn,
                             const mjtNum origin[3], const mjtNum direction[3]) {
  Selection s = {-1, -1, -1, -1, -1, {0}};
  if (!opt->flags[mjVIS_SKIN])
    return s;
  for (int i = 0; i < m->nskin && i < scn->nskin; i++) {
    int vertex[1] = {-1};
    const float* vert = scn->skinvert + 3 * m->skin_vertadr[i];
    const mjtNum x =
        mju_raySkin(m->skin_facenum[i], m->skin_vertnum[i], m->skin_face + 3 * m->skin_faceadr[i],
                    vert, origin, direction, vertex);
    if (x < 0 || vertex[0] < 0 || (s.distance >= 0 && x >= s.distance))
      continue;
    s.distance = x;
    s.skin = i;
    s.body = strongest_bone_body(m, i, vertex[0]);
    for (int k = 0; k < 3; k++)
      s.point[k] = vert[3 * vertex[0] + k];
  }
  return s;
}

// ---------------------------------------------------------------- the nearest of all

int mjv_select(const mjModel* m, const mjData* d, const mjvOption* vopt, mjtNum aspectratio,
               mjtNum relx, mjtNum rely, const mjvScene* scn, mjtNum* selpnt, int* geomid,
               int* flexid, int* skinid) {
  mjtNum origin[3], direction[3];
  picture_ray(origin, direction, aspectratio, relx, rely, scn);

  Selection best = {-1, -1, -1, -1, -1, {0}};
  best.distance = mj_ray(m, d, origin, direction, vopt->geomgroup, vopt->flags[mjVIS_STATIC], -1,
                         &best.geom, NULL);
  if (best.geom >= 0) {
    best.body = m->geom_bodyid[best.geom];
    fc_addScl3(best.point, origin, direction, best.distance);
  }
  const Selection other[2] = {select_flex(m, d, vopt, origin, direction),
                              select_skin(m, vopt, scn, origin, direction)};
  for (int i = 0; i < 2; i++)
    if (other[i].distance >= 0 && (best.distance < 0 || other[i].distance < best.distance))
      best = other[i];
  if (geomid)
    *geomid = best.geom;
  if (flexid)
    *flexid = best.flex;
  if (skinid)
    *skinid = best.skin;
  if (best.distance < 0)
    return -1;
  if (selpnt)
    fc_copy3(selpnt, best.point);
  return best.body;
}
