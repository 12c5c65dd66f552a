// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Long random sequences of edits of a specification. Whatever was added, deleted, attached and
// copied before: a spec either compiles, and then its saved text compiles to the same model and is
// saved as the same text, or it gives a reason. All numbers are multiples of 1/8, so that text
// holds them exactly.

#include "campaign.h"
#include "tests/model/compile/same_model.h"
#include "tests/model/spec/suite.h"

enum { EDITS = 80, TEXT_SIZE = 1 << 20 };

typedef struct Editor_ {
  mjSpec* s;
  mjSpec* good;  // copy of the last one that compiled
  mjModel* m;
  mjData* d;
  int names, compiled, refused;
} Editor;

static double eighths(int from, int to) { return (from + below(to - from)) / 8.0; }

static void give_name(Editor* e, mjsElement* element, const char* kind) {
  char name[40];
  snprintf(name, sizeof name, "%s%d", kind, e->names++);
  ck_assert_int_eq(mjs_setName(element, name), 0);
}

// a random element of a kind, NULL when there is none
static mjsElement* any(Editor* e, mjtObj type) {
  int n = 0;
  for (mjsElement* x = mjs_firstElement(e->s, type); x; x = mjs_nextElement(e->s, x))
    n++;
  mjsElement* x = n ? mjs_firstElement(e->s, type) : NULL;
  for (int i = n ? below(n) : 0; i > 0; i--)
    x = mjs_nextElement(e->s, x);
  return x;
}

static const char* any_name(Editor* e, mjtObj type) {
  mjsElement* x = any(e, type);
  return x ? name_of(x) : "";
}

static void random_pose(double pos[3], double quat[4]) {
  static const double turn[4][4] = {{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}, {0.5, 0.5, 0.5, 0.5}};
  for (int i = 0; i < 3; i++)
    pos[i] = eighths(-16, 16);
  memcpy(quat, turn[below(4)], sizeof turn[0]);
}

// ---------------------------------------------------------------- edits

static mjsGeom* put_geom(Editor* e, mjsBody* body) {
  mjsGeom* g = mjs_addGeom(body, NULL);
  static const mjtGeom type[] = {mjGEOM_SPHERE, mjGEOM_CAPSULE, mjGEOM_ELLIPSOID, mjGEOM_BOX};
  static const int nsize[] = {1, 2, 3, 3};
  int k = below(4);
  g->type = type[k];
  for (int i = 0; i < nsize[k]; i++)
    g->size[i] = eighths(1, 9);
  random_pose(g->pos, g->quat);
  g->group = below(3);
  give_name(e, g->element, "geom");
  return g;
}

// one per body, so that no two are redundant
static void put_joint(Editor* e, mjsBody* body) {
  if (mjs_firstChild(body, mjOBJ_JOINT, 0))
    return;
  mjsJoint* j = mjs_addJoint(body, NULL);
  j->type = below(2) ? mjJNT_HINGE : mjJNT_SLIDE;
  memset(j->axis, 0, sizeof j->axis);
  j->axis[below(3)] = 1;
  j->damping = eighths(0, 9);
  j->ref = j->type == mjJNT_SLIDE ? eighths(0, 4) : 0;
  give_name(e, j->element, "joint");
}

static void edit_body(Editor* e) {
  mjsBody* parent = mjs_asBody(any(e, mjOBJ_BODY));
  mjsBody* body = mjs_addBody(parent, NULL);
  random_pose(body->pos, body->quat);
  give_name(e, body->element, "body");
  put_geom(e, body);
  if (below(2))
    put_joint(e, body);
}

static void edit_in_body(Editor* e) {
  mjsBody* body = mjs_asBody(any(e, mjOBJ_BODY));
  mjsElement* added = NULL;
  switch (below(6)) {
    case 0: added = put_geom(e, body)->element; break;
    case 1: {
      mjsSite* site = mjs_addSite(body, NULL);
      random_pose(site->pos, site->quat);
      give_name(e, added = site->element, "site");
      break;
    }
    case 2: {
      mjsCamera* camera = mjs_addCamera(body, NULL);
      random_pose(camera->pos, camera->quat);
      give_name(e, added = camera->element, "camera");
      break;
    }
    case 3: {
      mjsLight* light = mjs_addLight(body, NULL);
      light->pos[2] = eighths(0, 30);
      give_name(e, added = light->element, "light");
      break;
    }
    case 4: {
      mjsFrame* frame = mjs_addFrame(body, NULL);
      random_pose(frame->pos, frame->quat);
      return;
    }
    default:
      if (body != mjs_findBody(e->s, "world"))
        put_joint(e, body);
      return;
  }
  mjsElement* frame = mjs_firstChild(body, mjOBJ_FRAME, 0);
  if (frame && below(2))
    ck_assert_int_eq(mjs_setFrame(added, mjs_asFrame(frame)), 0);
}

static void edit_drive(Editor* e) {
  const char *joint = any_name(e, mjOBJ_JOINT), *site = any_name(e, mjOBJ_SITE);
  if (!joint[0] || !site[0])
    return;
  mjsActuator* a;
  mjsSensor* s;
  mjsTendon* t;
  mjsKey* k;
  switch (below(4)) {
    case 0:
      a = mjs_addActuator(e->s, NULL);
      a->trntype = mjTRN_JOINT;
      mjs_setString(a->target, joint);
      a->gear[0] = eighths(1, 9);
      give_name(e, a->element, "actuator");
      return;
    case 1:
      s = mjs_addSensor(e->s);
      s->type = below(2) ? mjSENS_ACCELEROMETER : mjSENS_FRAMEPOS;
      s->objtype = mjOBJ_SITE;
      mjs_setString(s->objname, site);
      give_name(e, s->element, "sensor");
      return;
    case 2:
      t = mjs_addTendon(e->s, NULL);
      mjs_wrapJoint(t, joint, eighths(1, 9));
      give_name(e, t->element, "tendon");
      return;
    default:
      k = mjs_addKey(e->s);
      k->time = eighths(0, 9);
      give_name(e, k->element, "key");
  }
}

static void edit_lists(Editor* e) {
  mjsElement *one = any(e, mjOBJ_BODY), *two = any(e, mjOBJ_BODY);
  if (one == two)
    return;
  const double number = eighths(0, 90);
  switch (below(4)) {
    case 0: {
      mjsExclude* x = mjs_addExclude(e->s);
      mjs_setString(x->bodyname1, name_of(one));
      mjs_setString(x->bodyname2, name_of(two));
      give_name(e, x->element, "exclude");
      return;
    }
    case 1: {
      mjsEquality* q = mjs_addEquality(e->s, NULL);
      q->type = mjEQ_CONNECT;
      q->objtype = mjOBJ_BODY;
      mjs_setString(q->name1, name_of(one));
      mjs_setString(q->name2, name_of(two));
      give_name(e, q->element, "equality");
      return;
    }
    case 2: {
      mjsNumeric* n = mjs_addNumeric(e->s);
      mjs_setDouble(n->data, &number, 1);
      n->size = 1 + below(3);
      give_name(e, n->element, "numeric");
      return;
    }
    default: {
      mjsTuple* t = mjs_addTuple(e->s);
      int type = mjOBJ_BODY;
      mjs_setInt(t->objtype, &type, 1);
      mjs_setStringVec(t->objname, name_of(one));
      mjs_setDouble(t->objprm, &number, 1);
      give_name(e, t->element, "tuple");
    }
  }
}

static void edit_class(Editor* e) {
  char name[40];
  snprintf(name, sizeof name, "class%d", e->names++);
  mjsDefault* d = mjs_addDefault(e->s, name, NULL);
  ck_assert_ptr_nonnull(d);
  d->geom->margin = eighths(0, 9);
  d->joint->armature = eighths(0, 9);
  mjsElement *geom = any(e, mjOBJ_GEOM), *joint = any(e, mjOBJ_JOINT);
  if (geom)
    mjs_setDefault(geom, d);
  if (joint)
    mjs_setDefault(joint, d);
}

// The inertial frame of a body without mass is not its own but that of its pose in its frame, which
// is folded in by saving: such bodies are not made.
static int is_last_geom(mjsElement* x) {
  mjsBody* body = x && x->elemtype == mjOBJ_GEOM ? mjs_getParent(x) : NULL;
  mjsElement* first = body ? mjs_firstChild(body, mjOBJ_GEOM, 0) : NULL;
  return first && !mjs_nextChild(body, first, 0);
}

static void edit_delete(Editor* e) {
  static const mjtObj type[] = {mjOBJ_BODY,   mjOBJ_GEOM,    mjOBJ_JOINT,  mjOBJ_SITE,
                                mjOBJ_FRAME,  mjOBJ_SENSOR,  mjOBJ_TENDON, mjOBJ_ACTUATOR,
                                mjOBJ_CAMERA, mjOBJ_EXCLUDE, mjOBJ_KEY,    mjOBJ_EQUALITY};
  mjsElement* x = any(e, type[below(sizeof type / sizeof *type)]);
  if (x && x != mjs_findBody(e->s, "world")->element && !is_last_geom(x))
    mjs_delete(e->s, x);
}

static void edit_attach(Editor* e) {
  mjsElement* frame = any(e, mjOBJ_FRAME);
  mjsElement* body = any(e, mjOBJ_BODY);
  if (!frame)
    return;
  char prefix[40];
  snprintf(prefix, sizeof prefix, "a%d_", e->names++);

  // a body of another model, or of this one
  if (below(3)) {
    mjSpec* child = mj_makeSpec();
    mjsBody* b = add_body(world_of(child), "child");
    add_geom(b, "geom");
    add_joint(b, "joint");
    mjsActuator* a = mjs_addActuator(child, NULL);
    a->trntype = mjTRN_JOINT;
    mjs_setString(a->target, "joint");
    mjs_setDeepCopy(e->s, below(2));
    ck_assert_ptr_nonnull(mjs_attach(frame, b->element, prefix, ""));
    mj_deleteSpec(child);
  } else if (body != mjs_findBody(e->s, "world")->element) {
    mjs_setDeepCopy(e->s, 1);
    mjs_attach(frame, body, prefix, "");
  }
}

static void edit_copy(Editor* e) {
  mjSpec* copy = mj_copySpec(e->s);
  ck_assert_ptr_nonnull(copy);
  mj_deleteSpec(e->s);
  e->s = copy;
}

// ---------------------------------------------------------------- what must hold

// longer models cost time and find nothing new
static void restart(Editor* e) {
  mj_deleteSpec(e->s);
  e->s = mj_makeSpec();
}

static char* text_of(const mjSpec* s) {
  char error[1000] = "", *text = malloc(TEXT_SIZE);
  ck_assert_msg(mj_saveXMLString(s, text, TEXT_SIZE, error, sizeof error) == 0, "%s", error);
  return text;
}

static mjSpec* read_back(const char* text, mjModel** m) {
  char error[1000] = "";
  mjSpec* s = mj_parseXMLString(text, NULL, error, sizeof error);
  ck_assert_msg(s != NULL, "%s\nin: %s", error, text);
  *m = mj_compile(s, NULL);
  ck_assert_msg(*m != NULL, "%s\nin: %s", mjs_getError(s), text);
  return s;
}

// Frames have a place of their own in the text, and what is in them may get other ids: the text of
// the text, and once more, has everything where it stays.
static void check_text(Editor* e, const mjModel* m) {
  char* once = text_of(e->s);
  mjModel *again, *before = NULL;
  mjSpec* s = read_back(once, &again);
  ck_assert(m->nbody == again->nbody && m->ngeom == again->ngeom && m->nu == again->nu &&
            m->nq == again->nq && m->nsensor == again->nsensor && m->nsite == again->nsite);
  for (int round = 0; round < 2 && mjs_firstElement(e->s, mjOBJ_FRAME); round++) {
    free(once);
    once = text_of(s);
    mj_deleteSpec(s);
    mj_deleteModel(before);
    before = again;
    s = read_back(once, &again);
  }
  same_model(&(Comparison){"edited", 1e-5, 1e-5}, before ? before : m, again);
  char* twice = text_of(s);
  ck_assert_str_eq(once, twice);
  free(once);
  free(twice);
  mj_deleteModel(before);
  mj_deleteModel(again);
  mj_deleteSpec(s);
}

static void check(Editor* e) {
  mjModel* m = mj_compile(e->s, NULL);
  if (!m) {
    // back to the last one that was good
    ck_assert_ptr_nonnull(mjs_getError(e->s));
    ck_assert_uint_gt(strlen(mjs_getError(e->s)), 8);
    e->refused++;
    mj_deleteSpec(e->s);
    e->s = e->good ? mj_copySpec(e->good) : mj_makeSpec();
    return;
  }
  e->compiled++;
  check_text(e, m);

  // the model of before becomes this one, and runs
  if (e->m && below(2)) {
    ck_assert_msg(mj_recompile(e->s, NULL, e->m, e->d) == 0, "%s", mjs_getError(e->s));
    same_model(&(Comparison){"recompiled", 0, 0}, m, e->m);
    mj_deleteModel(m);
  } else {
    mj_deleteData(e->d);
    mj_deleteModel(e->m);
    e->m = m;
    e->d = mj_makeData(m);
  }
  for (int i = 0; i < 3; i++)
    mj_step(e->m, e->d);
  mj_deleteSpec(e->good);
  e->good = mj_copySpec(e->s);
  if (e->m->nbody > 60)
    restart(e);
}

static void ignore(const char* message) { (void)message; }

static void round_of_specs(void) {
  static void (*const edit[])(Editor*) = {edit_body,    edit_body,   edit_in_body,
                                          edit_in_body, edit_drive,  edit_lists,
                                          edit_class,   edit_delete, edit_attach};
  mju_user_warning = ignore;
  Editor e = {.s = mj_makeSpec()};
  for (int i = 0; i < EDITS; i++) {
    edit[below(sizeof edit / sizeof *edit)](&e);
    if (below(16) == 0)
      edit_copy(&e);
    if (below(5) == 0)
      check(&e);
  }
  check(&e);
  tally(e.refused > e.compiled ? "mostly refused" : "mostly compiled");
  mj_deleteSpec(e.s);
  mj_deleteSpec(e.good);
  mj_deleteData(e.d);
  mj_deleteModel(e.m);
}

const Campaign campaign_specs = {"specs", "sequences of edits of an mjSpec", round_of_specs};
