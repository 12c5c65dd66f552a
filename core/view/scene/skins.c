// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Skins: meshes whose vertices follow bones; each vertex is a weighted mean of its positions in the
// frames of its bones (linear blend skinning).

#include <string.h>

#include "core/view/scene/draw.h"
#include "core/view/scene/surfaces.h"

// Adds the contribution of one bone to the vertices it moves.
static void add_bone(const mjModel* m, const mjData* d, int bone, const float* rest, float* vert) {
  const int body = m->skin_bonebodyid[bone];
  mjtNum bindpos[3], bindquat[4], quat[4], mat[9], shift[3];
  for (int k = 0; k < 3; k++)
    bindpos[k] = m->skin_bonebindpos[3 * bone + k];
  for (int k = 0; k < 4; k++)
    bindquat[k] = m->skin_bonebindquat[4 * bone + k];
  fc_negQuat(quat, bindquat);
  fc_mulQuat(quat, d->xquat + 4 * body, quat);
  fc_quat2Mat(mat, quat);
  fc_mulMatVec3(shift, mat, bindpos);
  fc_sub3(shift, d->xpos + 3 * body, shift);

  const int first = m->skin_bonevertadr[bone];
  for (int i = first; i < first + m->skin_bonevertnum[bone]; i++) {
    const int v = m->skin_bonevertid[i];
    const float weight = m->skin_bonevertweight[i];
    mjtNum pos[3] = {rest[3 * v], rest[3 * v + 1], rest[3 * v + 2]};
    fc_mulMatVec3(pos, mat, pos);
    fc_addTo3(pos, shift);
    for (int k = 0; k < 3; k++)
      vert[3 * v + k] += (float)(weight * pos[k]);
  }
}

// Normals at vertices from the cross products of faces, which weights them by area.
static void vertex_normals(const int* face, int nface, const float* vert, float* normal,
                           int nvert) {
  for (int f = 0; f < nface; f++) {
    const int* v = face + 3 * f;
    mjtNum side[2][3], cross[3];
    for (int k = 0; k < 3; k++) {
      side[0][k] = vert[3 * v[1] + k] - vert[3 * v[0] + k];
      side[1][k] = vert[3 * v[2] + k] - vert[3 * v[0] + k];
    }
    fc_cross(cross, side[0], side[1]);
    for (int i = 0; i < 3; i++)
      for (int k = 0; k < 3; k++)
        normal[3 * v[i] + k] = (float)(normal[3 * v[i] + k] + cross[k]);
  }
  for (int i = 0; i < nvert; i++) {
    float* n = normal + 3 * i;
    const float length = sqrtf(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
    const float divisor = fmaxf((float)mjMINVAL, length);
    for (int k = 0; k < 3; k++)
      n[k] /= divisor;
  }
}

static void update_skin(const mjModel* m, const mjData* d, int skin, mjvScene* scn) {
  const int first = 3 * m->skin_vertadr[skin], nvert = m->skin_vertnum[skin];
  float *vert = scn->skinvert + first, *normal = scn->skinnormal + first;
  const int bone = m->skin_boneadr[skin];
  for (int b = bone; b < bone + m->skin_bonenum[skin]; b++)
    add_bone(m, d, b, m->skin_vert + first, vert);
  vertex_normals(m->skin_face + 3 * m->skin_faceadr[skin], m->skin_facenum[skin], vert, normal,
                 nvert);
  const float inflate = m->skin_inflate[skin];
  for (int i = 0; inflate != 0 && i < 3 * nvert; i++)
    vert[i] += inflate * normal[i];
}

void update_skins(const mjModel* m, const mjData* d, const mjvOption* opt, mjvScene* scn) {
  if (!m->nskin)
    return;
  if (scn->nskin != m->nskin) {
    mju_error("mjv_updateScene: the scene was made for a model with %d skins, this one has %d",
              scn->nskin, (int)m->nskin);
    return;
  }
  memset(scn->skinvert, 0, 3 * (size_t)m->nskinvert * sizeof *scn->skinvert);
  memset(scn->skinnormal, 0, 3 * (size_t)m->nskinvert * sizeof *scn->skinnormal);
  for (int i = 0; i < m->nskin; i++)
    if (group_is_shown(opt->skingroup, m->skin_group[i]))
      update_skin(m, d, i, scn);
}

void mjv_updateSkin(const mjModel* m, const mjData* d, mjvScene* scn) {
  mjvOption opt;
  mju_warning("mjv_updateSkin is deprecated: mjv_updateScene updates skins");
  mjv_defaultOption(&opt);
  update_skins(m, d, &opt, scn);
}

void mjv_updateActiveSkin(const mjModel* m, const mjData* d, mjvScene* scn, const mjvOption* opt) {
  update_skins(m, d, opt, scn);
}
