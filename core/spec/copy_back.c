// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// mj_copyBack: numbers that a program changed in a compiled model go back into the spec it came
// from.
//
// The spec is compiled once more; only what differs from that model is written, so untouched
// elements keep what their author wrote (angles in degrees, fromto, orientation alternatives). What
// is written is in the frame of the element's enclosing frames, so that the next compilation gives
// the changed model.

#include <math.h>
#include <string.h>

#include "core/spec/compile.h"
#include "core/spec/pose.h"

typedef struct CopyBack_ {
  Spec* spec;
  const mjModel* m;     // changed
  const mjModel* from;  // as compiled
} CopyBack;

// does entry id of a field with n numbers per entry differ
#define CHANGED(b, field, id, n)                         \
  (memcmp((b)->m->field + (size_t)(n) * (size_t)(id),    \
          (b)->from->field + (size_t)(n) * (size_t)(id), \
          (size_t)(n) * sizeof *(b)->m->field) != 0)

// copy entry id to an array, a number or a list of the public struct when it differs
#define LENGTH(array) (sizeof(array) / sizeof(array)[0])
#define BACK(b, field, id, array)                                     \
  do {                                                                \
    if (!CHANGED(b, field, id, LENGTH(array))) break;                 \
    for (size_t k_ = 0; k_ < LENGTH(array); k_++) {                   \
      (array)[k_] = (b)->m->field[LENGTH(array) * (size_t)(id) + k_]; \
    }                                                                 \
  } while (0)
#define BACK1(b, field, id, number)                             \
  do {                                                          \
    if (CHANGED(b, field, id, 1)) (number) = (b)->m->field[id]; \
  } while (0)
#define BACK_LIST(b, field, id, n, handle)                                            \
  do {                                                                                \
    if ((n) <= 0 || !CHANGED(b, field, id, n)) break;                                 \
    handle_doubles_set(handle, (b)->m->field + (size_t)(n) * (size_t)(id), (int)(n)); \
  } while (0)

// pose of an element, out of the frames around it
static void back_pose(const Element* e, const mjtNum* mpos, const mjtNum* mquat, double pos[3],
                      double quat[4], mjsOrientation* alternative) {
  double fpos[3], fquat[4], ipos[3], iquat[4];
  memcpy(pos, mpos, 3 * sizeof *pos);
  memcpy(quat, mquat, 4 * sizeof *quat);
  alternative->type = mjORIENTATION_QUAT;
  if (!e->frame || frame_pose(e->frame, fpos, fquat)) return;
  pose_invert(ipos, iquat, fpos, fquat);
  compile_frame_accumulate(ipos, iquat, pos, quat);
}

// position and direction likewise
static void back_ray(const Element* e, const mjtNum* mpos, const mjtNum* mdir, double pos[3],
                     double dir[3]) {
  double fpos[3], fquat[4], ipos[3], iquat[4];
  memcpy(pos, mpos, 3 * sizeof *pos);
  memcpy(dir, mdir, 3 * sizeof *dir);
  if (!e->frame || frame_pose(e->frame, fpos, fquat)) return;
  pose_invert(ipos, iquat, fpos, fquat);
  compile_transform_point(pos, ipos, iquat);
  compile_rotate_dir(dir, iquat);
}

static void back_body(const CopyBack* b, Body* body) {
  const mjModel* m = b->m;
  mjsBody* p = &body->pub;
  int id = body->base.id;
  if (id <= 0) return;

  // the reference pose of a free body is where its joint is at qpos0
  int j = m->body_jntadr[id], free = j >= 0 && m->jnt_type[j] == mjJNT_FREE,
      adr = free ? m->jnt_qposadr[j] : 0;
  if (free && memcmp(m->qpos0 + adr, b->from->qpos0 + adr, 7 * sizeof(mjtNum))) {
    back_pose(&body->base, m->qpos0 + adr, m->qpos0 + adr + 3, p->pos, p->quat, &p->alt);
  } else if (CHANGED(b, body_pos, id, 3) || CHANGED(b, body_quat, id, 4)) {
    back_pose(&body->base, m->body_pos + 3 * id, m->body_quat + 4 * id, p->pos, p->quat, &p->alt);
  }
  if (CHANGED(b, body_mass, id, 1) || CHANGED(b, body_inertia, id, 3) ||
      CHANGED(b, body_ipos, id, 3) || CHANGED(b, body_iquat, id, 4)) {
    p->mass = m->body_mass[id];
    memcpy(p->inertia, m->body_inertia + 3 * id, sizeof p->inertia);
    memcpy(p->ipos, m->body_ipos + 3 * id, sizeof p->ipos);
    memcpy(p->iquat, m->body_iquat + 4 * id, sizeof p->iquat);
    p->ialt.type = mjORIENTATION_QUAT;
    p->fullinertia[0] = NAN;
    p->explicitinertial = 1;
  }
  BACK1(b, body_gravcomp, id, p->gravcomp);
  BACK_LIST(b, body_user, id, m->nuser_body, p->userdata);
}

static void back_joint(const CopyBack* b, Joint* joint) {
  const mjModel* m = b->m;
  mjsJoint* p = &joint->pub;
  int id = joint->base.id;
  if (id < 0) return;
  int dof = m->jnt_dofadr[id], adr = m->jnt_qposadr[id];
  int degrees = element_compiler(&joint->base)->degree && p->type == mjJNT_HINGE;
  int degree_range =
      element_compiler(&joint->base)->degree && m->jnt_limited[id] && p->type != mjJNT_SLIDE;
  double unit = degrees ? 180 / mjPI : 1, range_unit = degree_range ? 180 / mjPI : 1;
  if (CHANGED(b, jnt_pos, id, 3) || CHANGED(b, jnt_axis, id, 3)) {
    back_ray(&joint->base, m->jnt_pos + 3 * id, m->jnt_axis + 3 * id, p->pos, p->axis);
  }
  if (CHANGED(b, jnt_range, id, 2)) {
    for (int i = 0; i < 2; i++) p->range[i] = m->jnt_range[2 * id + i] * range_unit;
  }
  if (p->type == mjJNT_HINGE || p->type == mjJNT_SLIDE) {
    if (CHANGED(b, qpos0, adr, 1)) p->ref = m->qpos0[adr] * unit;
    if (CHANGED(b, qpos_spring, adr, 1)) p->springref = m->qpos_spring[adr] * unit;
  }
  if (CHANGED(b, jnt_stiffness, id, 1) || CHANGED(b, dof_damping, dof, 1)) {
    p->stiffness = m->jnt_stiffness[id];
    p->damping = m->dof_damping[dof];
    p->springdamper[0] = p->springdamper[1] = 0;
  }
  BACK(b, jnt_solref, id, p->solref_limit);
  BACK(b, jnt_solimp, id, p->solimp_limit);
  BACK(b, jnt_actfrcrange, id, p->actfrcrange);
  BACK1(b, jnt_margin, id, p->margin);
  BACK(b, dof_solref, dof, p->solref_friction);
  BACK(b, dof_solimp, dof, p->solimp_friction);
  BACK1(b, dof_armature, dof, p->armature);
  BACK1(b, dof_frictionloss, dof, p->frictionloss);
  BACK_LIST(b, jnt_user, id, m->nuser_jnt, p->userdata);
}

static void back_geom(const CopyBack* b, Geom* geom) {
  const mjModel* m = b->m;
  mjsGeom* p = &geom->pub;
  int id = geom->base.id;
  if (id < 0) return;
  if (CHANGED(b, geom_pos, id, 3) || CHANGED(b, geom_quat, id, 4) || CHANGED(b, geom_size, id, 3)) {
    back_pose(&geom->base, m->geom_pos + 3 * id, m->geom_quat + 4 * id, p->pos, p->quat, &p->alt);
    memcpy(p->size, m->geom_size + 3 * id, sizeof p->size);
    p->fromto[0] = NAN;
  }
  BACK(b, geom_friction, id, p->friction);
  BACK(b, geom_solref, id, p->solref);
  BACK(b, geom_solimp, id, p->solimp);
  BACK(b, geom_rgba, id, p->rgba);
  BACK1(b, geom_solmix, id, p->solmix);
  BACK1(b, geom_margin, id, p->margin);
  BACK1(b, geom_gap, id, p->gap);
  BACK_LIST(b, geom_user, id, m->nuser_geom, p->userdata);
}

static void back_site(const CopyBack* b, Site* site) {
  const mjModel* m = b->m;
  mjsSite* p = &site->pub;
  int id = site->base.id;
  if (id < 0) return;
  if (CHANGED(b, site_pos, id, 3) || CHANGED(b, site_quat, id, 4) || CHANGED(b, site_size, id, 3)) {
    back_pose(&site->base, m->site_pos + 3 * id, m->site_quat + 4 * id, p->pos, p->quat, &p->alt);
    memcpy(p->size, m->site_size + 3 * id, sizeof p->size);
    p->fromto[0] = NAN;
  }
  BACK(b, site_rgba, id, p->rgba);
  BACK_LIST(b, site_user, id, m->nuser_site, p->userdata);
}

static void back_camera(const CopyBack* b, Camera* camera) {
  const mjModel* m = b->m;
  mjsCamera* p = &camera->pub;
  int id = camera->base.id;
  if (id < 0) return;
  if (CHANGED(b, cam_pos, id, 3) || CHANGED(b, cam_quat, id, 4)) {
    back_pose(&camera->base, m->cam_pos + 3 * id, m->cam_quat + 4 * id, p->pos, p->quat, &p->alt);
  }
  BACK1(b, cam_fovy, id, p->fovy);
  BACK1(b, cam_ipd, id, p->ipd);
  BACK(b, cam_resolution, id, p->resolution);
  BACK(b, cam_sensorsize, id, p->sensor_size);
  if (CHANGED(b, cam_intrinsic, id, 4) && p->sensor_size[0] > 0) {
    for (int i = 0; i < 2; i++) {
      p->focal_length[i] = m->cam_intrinsic[4 * id + i];
      p->principal_length[i] = m->cam_intrinsic[4 * id + 2 + i];
      p->focal_pixel[i] = p->principal_pixel[i] = 0;
    }
  }
  BACK_LIST(b, cam_user, id, m->nuser_cam, p->userdata);
}

static void back_light(const CopyBack* b, Light* light) {
  const mjModel* m = b->m;
  mjsLight* p = &light->pub;
  int id = light->base.id;
  if (id < 0) return;
  if (CHANGED(b, light_pos, id, 3) || CHANGED(b, light_dir, id, 3)) {
    back_ray(&light->base, m->light_pos + 3 * id, m->light_dir + 3 * id, p->pos, p->dir);
  }
  BACK(b, light_attenuation, id, p->attenuation);
  BACK1(b, light_cutoff, id, p->cutoff);
  BACK1(b, light_exponent, id, p->exponent);
  BACK(b, light_ambient, id, p->ambient);
  BACK(b, light_diffuse, id, p->diffuse);
  BACK(b, light_specular, id, p->specular);
}

static void back_tree(const CopyBack* b) {
  static const mjtObj kind[] = {mjOBJ_BODY, mjOBJ_JOINT,  mjOBJ_GEOM,
                                mjOBJ_SITE, mjOBJ_CAMERA, mjOBJ_LIGHT};
  for (int k = 0; k < 6; k++) {
    ElementList all = {0};
    spec_collect(b->spec, kind[k], &all);
    for (int i = 0; i < all.count; i++) {
      Element* e = all.item[i];
      switch (kind[k]) {
        case mjOBJ_BODY:
          back_body(b, (Body*)e);
          break;
        case mjOBJ_JOINT:
          back_joint(b, (Joint*)e);
          break;
        case mjOBJ_GEOM:
          back_geom(b, (Geom*)e);
          break;
        case mjOBJ_SITE:
          back_site(b, (Site*)e);
          break;
        case mjOBJ_CAMERA:
          back_camera(b, (Camera*)e);
          break;
        default:
          back_light(b, (Light*)e);
          break;
      }
    }
    list_free(&all);
  }
}

static void back_actuators(const CopyBack* b) {
  const ElementList* list = &b->spec->list[mjOBJ_ACTUATOR];
  for (int i = 0; i < list->count; i++) {
    mjsActuator* p = &((Actuator*)list->item[i])->pub;
    BACK(b, actuator_dynprm, i, p->dynprm);
    BACK(b, actuator_gainprm, i, p->gainprm);
    BACK(b, actuator_biasprm, i, p->biasprm);
    BACK(b, actuator_ctrlrange, i, p->ctrlrange);
    BACK(b, actuator_forcerange, i, p->forcerange);
    BACK(b, actuator_actrange, i, p->actrange);
    BACK(b, actuator_lengthrange, i, p->lengthrange);
    BACK(b, actuator_gear, i, p->gear);
    BACK1(b, actuator_cranklength, i, p->cranklength);
    BACK_LIST(b, actuator_user, i, b->m->nuser_actuator, p->userdata);
  }
}

static void back_tendons(const CopyBack* b) {
  const ElementList* list = &b->spec->list[mjOBJ_TENDON];
  for (int i = 0; i < list->count; i++) {
    mjsTendon* p = &((Tendon*)list->item[i])->pub;
    BACK(b, tendon_range, i, p->range);
    BACK(b, tendon_actfrcrange, i, p->actfrcrange);
    BACK(b, tendon_solref_lim, i, p->solref_limit);
    BACK(b, tendon_solimp_lim, i, p->solimp_limit);
    BACK(b, tendon_solref_fri, i, p->solref_friction);
    BACK(b, tendon_solimp_fri, i, p->solimp_friction);
    BACK(b, tendon_lengthspring, i, p->springlength);
    BACK(b, tendon_rgba, i, p->rgba);
    BACK1(b, tendon_width, i, p->width);
    BACK1(b, tendon_margin, i, p->margin);
    BACK1(b, tendon_stiffness, i, p->stiffness);
    BACK1(b, tendon_damping, i, p->damping);
    BACK1(b, tendon_armature, i, p->armature);
    BACK1(b, tendon_frictionloss, i, p->frictionloss);
    BACK_LIST(b, tendon_user, i, b->m->nuser_tendon, p->userdata);
  }
}

static void back_constraints(const CopyBack* b) {
  const ElementList* list = b->spec->list;
  for (int i = 0; i < list[mjOBJ_PAIR].count; i++) {
    mjsPair* p = &((Pair*)list[mjOBJ_PAIR].item[i])->pub;
    BACK(b, pair_solref, i, p->solref);
    BACK(b, pair_solreffriction, i, p->solreffriction);
    BACK(b, pair_solimp, i, p->solimp);
    BACK(b, pair_friction, i, p->friction);
    BACK1(b, pair_margin, i, p->margin);
    BACK1(b, pair_gap, i, p->gap);
  }
  for (int i = 0; i < list[mjOBJ_EQUALITY].count; i++) {
    mjsEquality* p = &((Equality*)list[mjOBJ_EQUALITY].item[i])->pub;
    BACK(b, eq_data, i, p->data);
    BACK(b, eq_solref, i, p->solref);
    BACK(b, eq_solimp, i, p->solimp);
  }
  for (int i = 0; i < b->m->nmat; i++) {
    mjsMaterial* p = &((Material*)list[mjOBJ_MATERIAL].item[i])->pub;
    BACK(b, mat_texrepeat, i, p->texrepeat);
    BACK1(b, mat_emission, i, p->emission);
    BACK1(b, mat_specular, i, p->specular);
    BACK1(b, mat_shininess, i, p->shininess);
    BACK1(b, mat_reflectance, i, p->reflectance);
    BACK(b, mat_rgba, i, p->rgba);
  }
}

static void back_data(const CopyBack* b) {
  const mjModel* m = b->m;
  const ElementList* list = b->spec->list;
  for (int i = 0; i < m->nsensor; i++) {
    mjsSensor* p = &((Sensor*)list[mjOBJ_SENSOR].item[i])->pub;
    BACK1(b, sensor_cutoff, i, p->cutoff);
    BACK1(b, sensor_noise, i, p->noise);
    BACK_LIST(b, sensor_user, i, m->nuser_sensor, p->userdata);
  }
  for (int i = 0; i < m->nnumeric; i++) {
    mjsNumeric* p = &((Numeric*)list[mjOBJ_NUMERIC].item[i])->pub;
    handle_doubles_set(p->data, m->numeric_data + m->numeric_adr[i], m->numeric_size[i]);
  }
  for (int i = 0; i < m->ntuple; i++) {
    mjsTuple* p = &((Tuple*)list[mjOBJ_TUPLE].item[i])->pub;
    handle_doubles_set(p->objprm, m->tuple_objprm + m->tuple_adr[i], m->tuple_size[i]);
  }
  for (int i = 0; i < list[mjOBJ_KEY].count; i++) {
    mjsKey* p = &((Key*)list[mjOBJ_KEY].item[i])->pub;
    BACK1(b, key_time, i, p->time);
    BACK_LIST(b, key_qpos, i, m->nq, p->qpos);
    BACK_LIST(b, key_qvel, i, m->nv, p->qvel);
    BACK_LIST(b, key_act, i, m->na, p->act);
    BACK_LIST(b, key_ctrl, i, m->nu, p->ctrl);
    BACK_LIST(b, key_mpos, i, 3 * m->nmocap, p->mpos);
    BACK_LIST(b, key_mquat, i, 4 * m->nmocap, p->mquat);
  }
}

static void back_globals(const CopyBack* b) {
  mjSpec* p = &b->spec->pub;
  const mjStatistic *stat = &b->m->stat, *from = &b->from->stat;
  p->option = b->m->opt;
  p->visual = b->m->vis;
  if (stat->meaninertia != from->meaninertia) p->stat.meaninertia = stat->meaninertia;
  if (stat->meanmass != from->meanmass) p->stat.meanmass = stat->meanmass;
  if (stat->meansize != from->meansize) p->stat.meansize = stat->meansize;
  if (stat->extent != from->extent) p->stat.extent = stat->extent;
  if (memcmp(stat->center, from->center, sizeof stat->center))
    memcpy(p->stat.center, stat->center, sizeof stat->center);
}

// nonzero when every count of the two models agrees
static int same_sizes(const mjModel* a, const mjModel* b) {
  return a->nq == b->nq && a->nv == b->nv && a->nu == b->nu && a->na == b->na &&
         a->nbody == b->nbody && a->njnt == b->njnt && a->ngeom == b->ngeom &&
         a->nsite == b->nsite && a->ncam == b->ncam && a->nlight == b->nlight &&
         a->nmat == b->nmat && a->npair == b->npair && a->neq == b->neq &&
         a->ntendon == b->ntendon && a->nwrap == b->nwrap && a->nsensor == b->nsensor &&
         a->nnumericdata == b->nnumericdata && a->ntupledata == b->ntupledata &&
         a->nkey == b->nkey && a->nmocap == b->nmocap && a->nuser_body == b->nuser_body &&
         a->nuser_jnt == b->nuser_jnt && a->nuser_geom == b->nuser_geom &&
         a->nuser_site == b->nuser_site && a->nuser_cam == b->nuser_cam &&
         a->nuser_tendon == b->nuser_tendon && a->nuser_actuator == b->nuser_actuator &&
         a->nuser_sensor == b->nuser_sensor;
}

int mj_copyBack(mjSpec* s, const mjModel* m) {
  Spec* spec = spec_of(s);
  if (!m) {
    spec_error(spec, NULL, "mj_copyBack: the model pointer is null");
    return 0;
  }
  if (!spec->compiled) {
    spec_error(spec, NULL, "mj_copyBack: the spec has not been compiled, or was edited since");
    return 0;
  }
  mjModel* from = mj_compile(s, NULL);
  if (!from) return 0;
  CopyBack back = {spec, m, from};
  int fits = same_sizes(m, from);
  if (!fits) {
    spec_error(spec, NULL,
               "mj_copyBack: incompatible models: the model and the spec have different numbers of "
               "elements");
  } else if (m->signature != from->signature) {
    spec_error(spec, NULL,
               "mj_copyBack: incompatible signatures: the model was not compiled from this spec");
    fits = 0;
  } else {
    back_globals(&back);
    back_tree(&back);
    back_actuators(&back);
    back_tendons(&back);
    back_constraints(&back);
    back_data(&back);
  }
  mj_deleteModel(from);
  return fits;
}
