// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The kinematic tree as compiled: poses are relative to the body, with frames folded in and
// orientations as quaternions. Frames that carry a name or a class are kept, without pose; others
// dissolve. Within a body: joints, geoms, sites, cameras, lights, plugin, then bodies and frames.

#include <float.h>
#include <math.h>
#include <string.h>

#include "writer.h"

// ---------------------------------------------------------------- fields that need care

static int is_orientation(const char* name) {
  return strcmp(name, "axisangle") == 0 || strcmp(name, "xyaxes") == 0 ||
         strcmp(name, "zaxis") == 0 || strcmp(name, "euler") == 0;
}

// how one element is written
typedef struct FieldContext {
  int nsize;    // site: components of size in use
  int element;  // 1: an element of the tree, 0: a setting of a class
} FieldContext;

int write_pose(Writer* w, const FcSchemaAttribute* a, const double pos[3], const double quat[4],
               int element, int always) {
  static const double origin[3] = {0}, upright[4] = {1, 0, 0, 0};
  if (strcmp(a->name, "pos") == 0) {
    if (element)
      write_reals(w, "pos", pos, always ? NULL : origin, 3, DBL_EPSILON, 0);
    return 1;
  }
  if (strcmp(a->name, "quat") == 0) {
    if (element)
      write_reals(w, "quat", quat, upright, 4, DBL_EPSILON, 0);
    return 1;
  }
  return is_orientation(a->name);
}

static int joint_field(Writer* w, const FcSchemaAttribute* a, const void* record,
                       const void* reference, const void* context) {
  const FieldContext* c = context;
  const mjsJoint *j = record, *from = reference;
  if (strcmp(a->name, "springdamper") == 0)
    return 1;
  if (j->type == mjJNT_FREE && strstr(a->name, "limited")) {
    // never limited, regardless of the class
    return 1;
  }
  if (c->element && (strcmp(a->name, "ref") == 0 || strcmp(a->name, "springref") == 0)) {
    // classes may be in degrees, elements are in radians: the value is written for every joint
    double value = a->name[0] == 'r' ? j->ref : j->springref;
    if (value != 0 || value != (a->name[0] == 'r' ? from->ref : from->springref))
      write_numbers(w, a->name, &value, 1);
    return 1;
  }
  if (strcmp(a->name, "pos") == 0) {
    if (c->element && j->type != mjJNT_FREE)
      write_numbers(w, "pos", j->pos, 3);
    return 1;
  }
  if (strcmp(a->name, "axis") == 0) {
    if (c->element && (j->type == mjJNT_HINGE || j->type == mjJNT_SLIDE))
      write_numbers(w, "axis", j->axis, 3);
    return 1;
  }
  return 0;
}

static int site_field(Writer* w, const FcSchemaAttribute* a, const void* record,
                      const void* reference, const void* context) {
  const FieldContext* c = context;
  const mjsSite *s = record, *from = reference;
  if (strcmp(a->name, "size") == 0) {
    write_reals(w, "size", s->size, from->size, c->nsize, DBL_EPSILON, 0);
    return 1;
  }
  if (write_pose(w, a, s->pos, s->quat, c->element, 1))
    return 1;
  return strcmp(a->name, "fromto") == 0;
}

static int camera_field(Writer* w, const FcSchemaAttribute* a, const void* record,
                        const void* reference, const void* context) {
  static const char* const lens[] = {"sensorsize", "focal", "focalpixel", "principal",
                                     "principalpixel"};
  const FieldContext* c = context;
  const mjsCamera* camera = record;
  (void)reference;
  if (write_pose(w, a, camera->pos, camera->quat, c->element, 1))
    return 1;
  int has_lens = camera->sensor_size[0] > 0 && camera->sensor_size[1] > 0;
  if (has_lens && c->element && strcmp(a->name, "sensorsize") == 0) {
    // written for every camera, regardless of its class
    double size[2] = {camera->sensor_size[0], camera->sensor_size[1]};
    write_numbers(w, a->name, size, 2);
    return 1;
  }
  for (int i = 0; i < 5; i++)
    if (strcmp(a->name, lens[i]) == 0)
      return !has_lens;
  return has_lens && strcmp(a->name, "fovy") == 0;
}

static int light_field(Writer* w, const FcSchemaAttribute* a, const void* record,
                       const void* reference, const void* context) {
  const FieldContext* c = context;
  const mjsLight* light = record;
  (void)reference;
  if (strcmp(a->name, "pos") == 0 || strcmp(a->name, "dir") == 0) {
    if (c->element)
      write_numbers(w, a->name, a->name[0] == 'p' ? light->pos : light->dir, 3);
    return 1;
  }
  return 0;
}

static int body_field(Writer* w, const FcSchemaAttribute* a, const void* record,
                      const void* reference, const void* context) {
  (void)w;
  (void)record;
  (void)reference;
  (void)context;
  return is_orientation(a->name);
}

void write_joint_fields(Writer* w, int schema, const mjsJoint* j, const mjsJoint* reference,
                        int element) {
  FieldContext context = {0, element};
  write_fields(w, schema, j, reference, joint_field, &context);
}

void write_site_fields(Writer* w, int schema, const mjsSite* s, const mjsSite* reference,
                       int nsize) {
  FieldContext context = {nsize, fc_schemaFindAttribute(schema, "name") != NULL};
  write_fields(w, schema, s, reference, site_field, &context);
}

void write_camera_fields(Writer* w, int schema, const mjsCamera* c, const mjsCamera* reference,
                         int element) {
  FieldContext context = {0, element};
  write_fields(w, schema, c, reference, camera_field, &context);
}

void write_light_fields(Writer* w, int schema, const mjsLight* l, const mjsLight* reference,
                        int element) {
  FieldContext context = {0, element};
  write_fields(w, schema, l, reference, light_field, &context);
}

// ---------------------------------------------------------------- copies with compiled numbers

void copy_reals(double* to, const mjtNum* from, int n) {
  for (int i = 0; i < n; i++)
    to[i] = from[i];
}

void copy_nums(mjtNum* to, const mjtNum* from, int n) {
  memcpy(to, from, sizeof(mjtNum) * (size_t)n);
}

void copy_floats(float* to, const float* from, int n) {
  memcpy(to, from, sizeof(float) * (size_t)n);
}

int size_count(int type) {
  static const int count[] = {3, 0, 1, 2, 3, 2, 3, 0, 0};
  return type >= 0 && type <= mjGEOM_SDF ? count[type] : 3;
}

static void write_joint(Writer* w, mjsElement* e, const char* active) {
  const mjModel* m = w->m;
  int id = mjs_getId(e), schema = fc_schemaFindPath("mujoco/body/joint");
  if (id < 0)
    return;
  mjsJoint j = *mjs_asJoint(e);
  int dof = m->jnt_dofadr[id], qpos = m->jnt_qposadr[id];
  copy_reals(j.pos, m->jnt_pos + 3 * id, 3);
  copy_reals(j.axis, m->jnt_axis + 3 * id, 3);
  keep_digits(j.axis, mjs_asJoint(e)->axis, 3);
  copy_reals(j.range, m->jnt_range + 2 * id, 2);
  copy_reals(j.actfrcrange, m->jnt_actfrcrange + 2 * id, 2);
  if (j.type == mjJNT_SLIDE || j.type == mjJNT_HINGE) {
    j.ref = m->qpos0[qpos];
    j.springref = m->qpos_spring[qpos];
  }
  j.stiffness = m->jnt_stiffness[id];
  j.margin = m->jnt_margin[id];
  j.armature = m->dof_armature[dof];
  j.damping = m->dof_damping[dof];
  j.frictionloss = m->dof_frictionloss[dof];
  copy_nums(j.solref_limit, m->jnt_solref + mjNREF * id, mjNREF);
  copy_nums(j.solimp_limit, m->jnt_solimp + mjNIMP * id, mjNIMP);
  copy_nums(j.solref_friction, m->dof_solref + mjNREF * dof, mjNREF);
  copy_nums(j.solimp_friction, m->dof_solimp + mjNIMP * dof, mjNIMP);

  // a free joint may not have been made from a class: compare with the values it would inherit
  const mjsDefault* def = class_of(w, e);
  int is_free = j.type == mjJNT_FREE;
  if (is_free) {
    const mjsDefault* here = active[0] ? mjs_findDefault(w->spec, active) : NULL;
    def = here ? here : mjs_getSpecDefault(w->spec);
  }
  open_element(w, "joint");
  write_name(w, e);
  if (!is_free)
    write_class(w, e, active);
  set_user(w, m->jnt_user, m->nuser_jnt, id);
  write_joint_fields(w, schema, &j, def->joint, 1);
  close_element(w, 1);
}

static void write_site(Writer* w, mjsElement* e, const char* active) {
  const mjModel* m = w->m;
  int id = mjs_getId(e);
  if (id < 0)
    return;
  mjsSite s = *mjs_asSite(e);
  copy_reals(s.pos, m->site_pos + 3 * id, 3);
  copy_reals(s.quat, m->site_quat + 4 * id, 4);
  keep_digits(s.quat, mjs_asSite(e)->quat, 4);
  copy_reals(s.size, m->site_size + 3 * id, 3);
  copy_floats(s.rgba, m->site_rgba + 4 * id, 4);

  // a material that comes from a class, which may be that of another model (the spec is a copy)
  if (m->site_matid[id] >= 0 && !mjs_getString(s.material)[0])
    mjs_setString(s.material, mj_id2name(m, mjOBJ_MATERIAL, m->site_matid[id]));
  open_element(w, "site");
  write_name(w, e);
  write_class(w, e, active);
  set_user(w, m->site_user, m->nuser_site, id);
  write_site_fields(w, fc_schemaFindPath("mujoco/body/site"), &s, class_of(w, e)->site,
                    size_count(s.type));
  close_element(w, 1);
}

static void write_camera(Writer* w, mjsElement* e, const char* active) {
  const mjModel* m = w->m;
  int id = mjs_getId(e);
  if (id < 0)
    return;
  mjsCamera c = *mjs_asCamera(e);
  copy_reals(c.pos, m->cam_pos + 3 * id, 3);
  copy_reals(c.quat, m->cam_quat + 4 * id, 4);
  keep_digits(c.quat, mjs_asCamera(e)->quat, 4);
  c.ipd = m->cam_ipd[id];
  c.fovy = m->cam_fovy[id];
  memcpy(c.resolution, m->cam_resolution + 2 * id, 2 * sizeof(int));
  open_element(w, "camera");
  write_name(w, e);
  write_class(w, e, active);
  set_user(w, m->cam_user, m->nuser_cam, id);
  write_camera_fields(w, fc_schemaFindPath("mujoco/body/camera"), &c, class_of(w, e)->camera, 1);
  close_element(w, 1);
}

static void write_light(Writer* w, mjsElement* e, const char* active) {
  const mjModel* m = w->m;
  int id = mjs_getId(e);
  if (id < 0)
    return;
  mjsLight l = *mjs_asLight(e);
  copy_reals(l.pos, m->light_pos + 3 * id, 3);
  copy_reals(l.dir, m->light_dir + 3 * id, 3);
  keep_digits(l.dir, mjs_asLight(e)->dir, 3);
  copy_floats(l.attenuation, m->light_attenuation + 3 * id, 3);
  copy_floats(l.ambient, m->light_ambient + 3 * id, 3);
  copy_floats(l.diffuse, m->light_diffuse + 3 * id, 3);
  copy_floats(l.specular, m->light_specular + 3 * id, 3);
  l.cutoff = m->light_cutoff[id];
  l.exponent = m->light_exponent[id];
  open_element(w, "light");
  write_name(w, e);
  write_class(w, e, active);
  write_light_fields(w, fc_schemaFindPath("mujoco/body/light"), &l, class_of(w, e)->light, 1);
  close_element(w, 1);
}

// ---------------------------------------------------------------- bodies
// A body that fusestatic dissolved has no id. Its contents are written where compilation put them:
// its elements after those of the body that absorbed it, its child bodies in its place.

static void write_body(Writer* w, mjsElement* e, const char* active);

// the root class and no class are equivalent
static const char* plain_class(const char* class) {
  return strcmp(class, "main") == 0 ? "" : class;
}

static int is_kept(const mjsFrame* frame) {
  const char *name = mjs_getString(mjs_getName(frame->element)),
             *class = class_name(frame->element);
  return (name && name[0]) || plain_class(class)[0];
}

static int is_fused(const mjsBody* body) { return mjs_getId(body->element) < 0; }

// frame around an element, or around the dissolved body that contains it
static const mjsFrame* outer_frame(mjsElement* e) {
  const mjsFrame* frame = mjs_getFrame(e);
  const mjsBody* body = frame ? NULL : mjs_getParent(e);
  while (body && !frame && is_fused(body)) {
    frame = mjs_getFrame(body->element);
    body = mjs_getParent(body->element);
  }
  return frame;
}

// next body below `body` in depth-first order (e NULL: the first); descends only into dissolved
// bodies
static mjsElement* next_below(mjsBody* body, mjsElement* e) {
  mjsBody* at = e ? mjs_asBody(e) : body;
  mjsElement* next = !e || is_fused(at) ? mjs_firstChild(at, mjOBJ_BODY, 0) : NULL;
  while (!next && at != body) {
    mjsBody* parent = mjs_getParent(at->element);
    next = mjs_nextChild(parent, at->element, 0);
    at = parent;
  }
  return next;
}

static mjsElement* next_fused(mjsBody* body, mjsElement* e) {
  do {
    e = next_below(body, e);
  } while (e && !is_fused(mjs_asBody(e)));
  return e;
}

// Next element of a body after e (NULL: the first), including those of dissolved bodies in it. For
// bodies, the remaining ones.
static mjsElement* next_in(mjsBody* body, mjtObj type, mjsElement* e) {
  if (type == mjOBJ_BODY) {
    do {
      e = next_below(body, e);
    } while (e && is_fused(mjs_asBody(e)));
    return e;
  }
  mjsBody* at = e ? mjs_getParent(e) : body;
  mjsElement* next = e ? mjs_nextChild(at, e, 0) : mjs_firstChild(body, type, 0);
  while (!next) {
    mjsElement* fused = next_fused(body, at == body ? NULL : at->element);
    if (!fused)
      return NULL;
    at = mjs_asBody(fused);
    next = mjs_firstChild(at, type, 0);
  }
  return next;
}

static void write_content(Writer* w, mjsBody* body, const mjsFrame* frame, const char* active);

static void write_frame(Writer* w, mjsBody* body, const mjsFrame* frame) {
  const char* class = class_name(frame->element);
  open_element(w, "frame");
  write_name(w, frame->element);
  if (class[0] && strcmp(class, "main") != 0)
    write_text(w, "childclass", class);
  write_content(w, body, frame, class);
  close_element(w, 1);
}

// frames directly in (body, frame); a frame that dissolves leaves its contents
static void write_frames(Writer* w, mjsBody* body, const mjsFrame* frame, const char* active) {
  for (mjsElement* e = next_in(body, mjOBJ_FRAME, NULL); e; e = next_in(body, mjOBJ_FRAME, e)) {
    if (outer_frame(e) != frame)
      continue;
    if (is_kept(mjs_asFrame(e)))
      write_frame(w, body, mjs_asFrame(e));
    else
      write_content(w, body, mjs_asFrame(e), active);
  }
}

// Bodies and frames directly in (body, frame). As in the reference, all frames are written at the
// first body of `body` that is in a frame, after that body if it is written here.
static void write_branches(Writer* w, mjsBody* body, const mjsFrame* frame, const char* active) {
  int written = 0;
  for (mjsElement* e = next_in(body, mjOBJ_BODY, NULL); e; e = next_in(body, mjOBJ_BODY, e)) {
    const mjsFrame* around = outer_frame(e);
    if (around == frame)
      write_body(w, e, active);
    if (around && !written) {
      write_frames(w, body, frame, active);
      written = 1;
    }
  }
  if (!written)
    write_frames(w, body, frame, active);
}

static void write_content(Writer* w, mjsBody* body, const mjsFrame* frame, const char* active) {
  static const struct {
    mjtObj type;
    void (*write)(Writer*, mjsElement*, const char*);
  } kinds[] = {{mjOBJ_JOINT, write_joint},
               {mjOBJ_GEOM, write_geom},
               {mjOBJ_SITE, write_site},
               {mjOBJ_CAMERA, write_camera},
               {mjOBJ_LIGHT, write_light}};
  for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
    for (mjsElement* e = next_in(body, kinds[i].type, NULL); e; e = next_in(body, kinds[i].type, e))
      if (outer_frame(e) == frame)
        kinds[i].write(w, e, active);
  }
  if (!frame)
    write_plugin(w, &body->plugin);
  write_branches(w, body, frame, active);
}

// pose of a body, even if a free joint has a different one in qpos0
static void body_pose(const mjModel* m, int id, mjsBody* b) {
  double written[4];
  memcpy(written, b->quat, sizeof written);
  copy_reals(b->pos, m->body_pos + 3 * id, 3);
  copy_reals(b->quat, m->body_quat + 4 * id, 4);
  keep_digits(b->quat, written, 4);
}

// whether an inertia was given for the body itself, or for one dissolved in it
static int has_given_inertia(mjsBody* body) {
  int given = body->explicitinertial;
  for (mjsElement* e = next_fused(body, NULL); e && !given; e = next_fused(body, e))
    given = mjs_asBody(e)->explicitinertial;
  return given;
}

static void write_body(Writer* w, mjsElement* e, const char* active) {
  int id = mjs_getId(e);
  if (id < 0)
    return;
  mjsBody b = *mjs_asBody(e), plain = b;
  body_pose(w->m, id, &b);
  static const double origin[3] = {0}, upright[4] = {1, 0, 0, 0};
  memcpy(plain.pos, origin, sizeof origin);
  memcpy(plain.quat, upright, sizeof upright);
  plain.mocap = 0;
  plain.gravcomp = 0;
  plain.sleep = mjSLEEP_AUTO;
  plain.userdata = NULL;
  open_element(w, "body");
  write_name(w, e);
  const char* class = class_name(e);
  if (strcmp(plain_class(class), plain_class(active)) != 0)
    write_text(w, "childclass", class[0] ? class : "main");
  set_user(w, w->m->body_user, w->m->nuser_body, id);
  write_fields(w, fc_schemaFindPath("mujoco/body"), &b, &plain, body_field, NULL);
  mjsBody* body = mjs_asBody(e);
  write_inertial(w, body, has_given_inertia(body), next_fused(body, NULL) != NULL);
  write_content(w, mjs_asBody(e), NULL, class);
  close_element(w, 1);
}

void write_worldbody(Writer* w) {
  open_element(w, "worldbody");
  write_content(w, mjs_asBody(mjs_firstElement(w->spec, mjOBJ_BODY)), NULL, "");
  close_element(w, 1);
}
