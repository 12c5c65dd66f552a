// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Model arrays of bodies, joints, dofs, geoms, sites, cameras and lights.

#include <string.h>

#include "core/model/compile/compile.h"
#include "core/model/spec/pose.h"

static int count_or_none(int count, int adr) { return count ? adr : -1; }

static void emit_body(Compile* c, mjModel* m, int id) {
  const BodyRecord* b = c->body + c->body_order[id];
  const mjsBody* p = b->pub;
  int parent = c->body_parentid[id];
  m->body_parentid[id] = parent;
  m->body_rootid[id] = parent == 0 ? id : m->body_rootid[parent];
  m->body_weldid[id] = c->body[b->weld].id;
  m->body_mocapid[id] = b->mocapid;
  m->body_jntnum[id] = b->njoint;
  m->body_jntadr[id] = count_or_none(b->njoint, b->joint);
  m->body_dofnum[id] = b->ndof;
  m->body_dofadr[id] = b->dofadr;
  m->body_geomnum[id] = b->ngeom;
  m->body_geomadr[id] = count_or_none(b->ngeom, b->geomadr);
  m->body_simple[id] = (mjtByte)b->simple;
  m->body_sameframe[id] = (mjtByte)b->sameframe;
  EMIT(m->body_pos, id, b->pos);
  EMIT(m->body_quat, id, b->quat);
  EMIT(m->body_ipos, id, b->ipos);
  EMIT(m->body_iquat, id, b->iquat);
  EMIT(m->body_inertia, id, b->inertia);
  m->body_mass[id] = b->mass;
  m->body_gravcomp[id] = p->gravcomp;
  m->body_margin[id] = b->margin;
  m->body_plugin[id] = b->plugin;
  m->body_contype[id] = b->contype;
  m->body_conaffinity[id] = b->conaffinity;
  m->body_bvhadr[id] = b->bvhadr;
  m->body_bvhnum[id] = b->bvhnum;
  compile_copy_user(m->body_user + (size_t)id * (size_t)c->nuser_body, p->userdata, c->nuser_body);
}

// The policy belongs to the tree that starts at the body.
static void emit_sleep_policy(Compile* c, mjModel* m, int id) {
  const BodyRecord* b = c->body + c->body_order[id];
  mjtSleepPolicy policy = b->pub->sleep;
  if (policy == mjSLEEP_AUTO)
    return;
  if (!b->ndof || c->dof_parent[b->dofadr] >= 0)
    compile_fail(c, &b->body->base, "sleep policy only allowed for movable root bodies");
  m->tree_sleep_policy[c->dof_tree[b->dofadr]] = policy;
}

static void emit_qpos(const JointRecord* j, const BodyRecord* b, mjtNum* qpos0, mjtNum* spring) {
  switch (j->pub->type) {
    case mjJNT_FREE:
      memcpy(qpos0, b->pos, sizeof b->pos);
      memcpy(qpos0 + 3, b->quat, sizeof b->quat);
      memcpy(spring, qpos0, 7 * sizeof *spring);
      break;
    case mjJNT_BALL: qpos0[0] = spring[0] = 1; break;
    default: qpos0[0] = j->ref; spring[0] = j->springref;
  }
}

static void emit_joint(Compile* c, mjModel* m, int id) {
  const JointRecord* j = c->joint + id;
  const BodyRecord* b = c->body + j->body;
  const mjsJoint* p = j->pub;
  m->jnt_type[id] = p->type;
  m->jnt_qposadr[id] = j->qposadr;
  m->jnt_dofadr[id] = j->dofadr;
  m->jnt_bodyid[id] = b->id;
  m->jnt_group[id] = p->group;
  m->jnt_limited[id] = (mjtByte)j->limited;
  m->jnt_actfrclimited[id] = (mjtByte)j->actfrclimited;
  m->jnt_actgravcomp[id] = p->actgravcomp;
  EMIT(m->jnt_solref, id, p->solref_limit);
  EMIT(m->jnt_solimp, id, p->solimp_limit);
  EMIT(m->jnt_pos, id, j->pos);
  EMIT(m->jnt_axis, id, j->axis);
  EMIT(m->jnt_range, id, j->range);
  EMIT(m->jnt_actfrcrange, id, p->actfrcrange);
  m->jnt_stiffness[id] = p->stiffness;
  m->jnt_margin[id] = p->margin;
  compile_copy_user(m->jnt_user + (size_t)id * (size_t)c->nuser_jnt, p->userdata, c->nuser_jnt);
  emit_qpos(j, b, m->qpos0 + j->qposadr, m->qpos_spring + j->qposadr);
  for (int i = j->dofadr; i < j->dofadr + j->nv; i++) {
    m->dof_bodyid[i] = b->id;
    m->dof_jntid[i] = id;
    m->dof_parentid[i] = c->dof_parent[i];
    m->dof_treeid[i] = c->dof_tree[i];
    m->dof_simplenum[i] = c->dof_simplenum[i];
    EMIT(m->dof_solref, i, p->solref_friction);
    EMIT(m->dof_solimp, i, p->solimp_friction);
    m->dof_frictionloss[i] = p->frictionloss;
    m->dof_armature[i] = p->armature;
    m->dof_damping[i] = p->damping;
  }
}

// how a pose on a body relates to the frames of the body, so that kinematics can skip work
static mjtByte same_frame(const BodyRecord* b, const double pos[3], const double quat[4]) {
  int straight = pose_null_quat(quat);
  if (straight && pose_null_pos(pos))
    return mjSAMEFRAME_BODY;
  if (straight)
    return mjSAMEFRAME_BODYROT;
  int aligned = pose_same_quat(quat, b->iquat);
  if (aligned && pose_same_pos(pos, b->ipos))
    return mjSAMEFRAME_INERTIA;
  return aligned ? mjSAMEFRAME_INERTIAROT : mjSAMEFRAME_NONE;
}

static void emit_geom(Compile* c, mjModel* m, int id) {
  const GeomRecord* g = c->geom + c->geom_order[id];
  const mjsGeom* p = g->pub;
  m->geom_type[id] = p->type;
  m->geom_contype[id] = p->contype;
  m->geom_conaffinity[id] = p->conaffinity;
  m->geom_condim[id] = p->condim;
  m->geom_bodyid[id] = c->body[g->body].id;
  m->geom_dataid[id] =
      g->data < 0 || p->type == mjGEOM_HFIELD ? g->data : compile_mesh_id(c, g->data);
  m->geom_matid[id] = g->matid;
  m->geom_group[id] = p->group;
  m->geom_priority[id] = p->priority;
  m->geom_plugin[id] = g->plugin;
  m->geom_sameframe[id] = same_frame(c->body + g->body, g->pos, g->quat);
  m->geom_solmix[id] = p->solmix;
  EMIT(m->geom_solref, id, p->solref);
  EMIT(m->geom_solimp, id, p->solimp);
  EMIT(m->geom_size, id, g->size);
  EMIT(m->geom_aabb, id, g->aabb);
  m->geom_rbound[id] = g->rbound;
  EMIT(m->geom_pos, id, g->pos);
  EMIT(m->geom_quat, id, g->quat);
  EMIT(m->geom_friction, id, p->friction);
  m->geom_margin[id] = p->margin;
  m->geom_gap[id] = p->gap;
  EMIT(m->geom_fluid, id, g->fluid);
  EMIT(m->geom_rgba, id, p->rgba);
  compile_copy_user(m->geom_user + (size_t)id * (size_t)c->nuser_geom, p->userdata, c->nuser_geom);
}

static void emit_site(Compile* c, mjModel* m, int id) {
  const SiteRecord* s = c->site + c->site_order[id];
  const mjsSite* p = s->pub;
  m->site_type[id] = p->type;
  m->site_bodyid[id] = c->body[s->body].id;
  m->site_matid[id] = s->matid;
  m->site_group[id] = p->group;
  m->site_sameframe[id] = same_frame(c->body + s->body, s->pos, s->quat);
  EMIT(m->site_size, id, s->size);
  EMIT(m->site_pos, id, s->pos);
  EMIT(m->site_quat, id, s->quat);
  EMIT(m->site_rgba, id, p->rgba);
  compile_copy_user(m->site_user + (size_t)id * (size_t)c->nuser_site, p->userdata, c->nuser_site);
}

static void emit_camera(Compile* c, mjModel* m, int id) {
  const CameraRecord* r = c->camera + c->camera_order[id];
  const mjsCamera* p = r->pub;
  m->cam_mode[id] = p->mode;
  m->cam_bodyid[id] = c->body[r->body].id;
  m->cam_targetbodyid[id] = r->target;
  EMIT(m->cam_pos, id, r->pos);
  EMIT(m->cam_quat, id, r->quat);
  m->cam_projection[id] = p->proj;
  m->cam_fovy[id] = r->fovy;
  m->cam_ipd[id] = p->ipd;
  EMIT(m->cam_resolution, id, p->resolution);
  m->cam_output[id] = p->output;
  EMIT(m->cam_sensorsize, id, p->sensor_size);
  EMIT(m->cam_intrinsic, id, r->intrinsic);
  compile_copy_user(m->cam_user + (size_t)id * (size_t)c->nuser_cam, p->userdata, c->nuser_cam);
}

static void emit_light(Compile* c, mjModel* m, int id) {
  const LightRecord* r = c->light + c->light_order[id];
  const mjsLight* p = r->pub;
  m->light_mode[id] = p->mode;
  m->light_bodyid[id] = c->body[r->body].id;
  m->light_targetbodyid[id] = r->target;
  m->light_type[id] = p->type;
  m->light_texid[id] = r->texid;
  m->light_castshadow[id] = p->castshadow;
  m->light_bulbradius[id] = p->bulbradius;
  m->light_intensity[id] = p->intensity;
  m->light_range[id] = p->range;
  m->light_active[id] = p->active;
  EMIT(m->light_pos, id, r->pos);
  EMIT(m->light_dir, id, r->dir);
  EMIT(m->light_attenuation, id, p->attenuation);
  m->light_cutoff[id] = p->cutoff;
  m->light_exponent[id] = p->exponent;
  EMIT(m->light_ambient, id, p->ambient);
  EMIT(m->light_diffuse, id, p->diffuse);
  EMIT(m->light_specular, id, p->specular);
}

void compile_emit_tree(Compile* c, mjModel* m) {
  for (int i = 0; i < m->nbody; i++)
    emit_body(c, m, i);
  for (int i = 0; i < m->njnt; i++)
    emit_joint(c, m, i);
  for (int i = 0; i < m->nbody; i++)
    emit_sleep_policy(c, m, i);
  for (int i = 0; i < m->ngeom; i++)
    emit_geom(c, m, i);
  for (int i = 0; i < m->nsite; i++)
    emit_site(c, m, i);
  for (int i = 0; i < m->ncam; i++)
    emit_camera(c, m, i);
  for (int i = 0; i < m->nlight; i++)
    emit_light(c, m, i);
}
