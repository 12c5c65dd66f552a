// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// First pass: records of all elements, ids, names, sizes of user arrays.
//
// Bodies are visited depth first without recursion (the tree may be as deep as the document).
// Everything that belongs to a body is grouped by body, in document order; frames have no records.
// The lists outside the tree already are in id order.

#include <limits.h>

#include "core/model/compile/compile.h"

// largest number of user values of one element; a larger one is a mistake
#define COMPILE_MAX_COUNT 100000000

static void count_children(const Body* b, int count[NCHILDLIST]) {
  for (int k = 0; k < NCHILDLIST; k++)
    if (b->child[k].count > INT_MAX - count[k])
      count[k] = INT_MAX;
    else
      count[k] += b->child[k].count;
}

static void count_tree(Compile* c, int count[NCHILDLIST]) {
  ElementList bodies = {0};
  spec_collect(c->spec, mjOBJ_BODY, &bodies);
  for (int i = 0; i < bodies.count; i++)
    count_children((Body*)bodies.item[i], count);
  list_free(&bodies);
}

#define APPEND(c, b, record, kind)           \
  do {                                       \
    (record)->body = (int)((b) - (c)->body); \
    (record)->next = -1;                     \
    int at = (int)((record) - (c)->kind);    \
    if ((b)->kind < 0)                       \
      (b)->kind = at;                        \
    else                                     \
      (c)->kind[(b)->kind##_last].next = at; \
    (b)->kind##_last = at;                   \
  } while (0)

static void collect_joints(Compile* c, BodyRecord* b) {
  const ElementList* list = &b->body->child[CHILD_JOINT];
  b->joint = c->njoint;
  b->njoint = list->count;
  for (int i = 0; i < list->count; i++) {
    JointRecord* r = c->joint + c->njoint++;
    r->joint = (Joint*)list->item[i];
    r->pub = &r->joint->pub;
    r->body = (int)(b - c->body);
    r->nq = joint_nq(r->pub);
    r->nv = joint_nv(r->pub);
  }
}

static void collect_shapes(Compile* c, BodyRecord* b) {
  const ElementList* list = &b->body->child[CHILD_GEOM];
  for (int i = 0; i < list->count; i++) {
    GeomRecord* r = c->geom + c->ngeom++;
    r->geom = (Geom*)list->item[i];
    r->pub = &r->geom->pub;
    APPEND(c, b, r, geom);
  }
  list = &b->body->child[CHILD_SITE];
  for (int i = 0; i < list->count; i++) {
    SiteRecord* r = c->site + c->nsite++;
    r->site = (Site*)list->item[i];
    r->pub = &r->site->pub;
    APPEND(c, b, r, site);
  }
}

static void collect_views(Compile* c, BodyRecord* b) {
  const ElementList* list = &b->body->child[CHILD_CAMERA];
  for (int i = 0; i < list->count; i++) {
    CameraRecord* r = c->camera + c->ncamera++;
    r->camera = (Camera*)list->item[i];
    r->pub = &r->camera->pub;
    APPEND(c, b, r, camera);
  }
  list = &b->body->child[CHILD_LIGHT];
  for (int i = 0; i < list->count; i++) {
    LightRecord* r = c->light + c->nlight++;
    r->light = (Light*)list->item[i];
    r->pub = &r->light->pub;
    APPEND(c, b, r, light);
  }
}

static void collect_body(Compile* c, Body* body, int parent) {
  BodyRecord* b = c->body + c->nbody;
  b->body = body;
  b->pub = &body->pub;
  b->parent = parent < 0 ? 0 : parent;
  b->child = b->last = b->next = -1;
  b->geom = b->site = b->camera = b->light = -1;
  b->plugin = b->mocapid = -1;
  if (parent >= 0) {
    BodyRecord* p = c->body + parent;
    if (p->child < 0)
      p->child = c->nbody;
    else
      c->body[p->last].next = c->nbody;
    p->last = c->nbody;
  }
  c->nbody++;
  collect_joints(c, b);
  collect_shapes(c, b);
  collect_views(c, b);
}

// bodies depth first: a stack of (body, next child to visit)
static void collect_bodies(Compile* c, int count) {
  typedef struct {
    Body* body;
    int record, next;
  } Visit;
  Visit* stack = COMPILE_NEW(c, Visit, count);
  int depth = 0;
  collect_body(c, c->spec->world, -1);
  stack[depth++] = (Visit){c->spec->world, 0, 0};
  while (depth) {
    Visit* top = stack + depth - 1;
    if (top->next == top->body->child[CHILD_BODY].count) {
      depth--;
      continue;
    }
    Body* child = (Body*)top->body->child[CHILD_BODY].item[top->next++];
    stack[depth++] = (Visit){child, c->nbody, 0};
    collect_body(c, child, top->record);
  }
}

// numbers of the user per element: as many as given, or for -1 as many as any element has
static int user_size(Compile* c, mjtObj type, int given, const char* kind) {
  if (given < -1)
    compile_fail(c, NULL, "nuser_%s must be >= -1, but it is %d", kind, given);
  if (given > COMPILE_MAX_COUNT)
    compile_fail(c, NULL, "nuser_%s is too large: %d, at most %d expected", kind, given,
                 COMPILE_MAX_COUNT);
  if (given >= 0)
    return given;
  int most = 0;
  ElementList all = {0};
  spec_collect(c->spec, type, &all);
  for (int i = 0; i < all.count; i++) {
    const void* pub = element_pub(all.item[i]);
    const mjDoubleVec* user = NULL;
    switch (type) {
      case mjOBJ_BODY: user = ((const mjsBody*)pub)->userdata; break;
      case mjOBJ_JOINT: user = ((const mjsJoint*)pub)->userdata; break;
      case mjOBJ_GEOM: user = ((const mjsGeom*)pub)->userdata; break;
      case mjOBJ_SITE: user = ((const mjsSite*)pub)->userdata; break;
      case mjOBJ_CAMERA: user = ((const mjsCamera*)pub)->userdata; break;
      case mjOBJ_TENDON: user = ((const mjsTendon*)pub)->userdata; break;
      case mjOBJ_ACTUATOR: user = ((const mjsActuator*)pub)->userdata; break;
      default: user = ((const mjsSensor*)pub)->userdata; break;
    }
    int n;
    handle_doubles(user, &n);
    if (n > most)
      most = n;
  }
  list_free(&all);
  return most;
}

static void user_sizes(Compile* c) {
  const mjSpec* s = &c->spec->pub;
  c->nuser_body = user_size(c, mjOBJ_BODY, s->nuser_body, "body");
  c->nuser_jnt = user_size(c, mjOBJ_JOINT, s->nuser_jnt, "jnt");
  c->nuser_geom = user_size(c, mjOBJ_GEOM, s->nuser_geom, "geom");
  c->nuser_site = user_size(c, mjOBJ_SITE, s->nuser_site, "site");
  c->nuser_cam = user_size(c, mjOBJ_CAMERA, s->nuser_cam, "cam");
  c->nuser_tendon = user_size(c, mjOBJ_TENDON, s->nuser_tendon, "tendon");
  c->nuser_actuator = user_size(c, mjOBJ_ACTUATOR, s->nuser_actuator, "actuator");
  c->nuser_sensor = user_size(c, mjOBJ_SENSOR, s->nuser_sensor, "sensor");
}

void compile_collect(Compile* c) {
  Spec* s = c->spec;
  if (s->is_attached)
    compile_fail(c, NULL, "cannot compile child spec if attached by reference to a parent spec");
  if (s->world->child[CHILD_JOINT].count)
    compile_fail(c, s->world->child[CHILD_JOINT].item[0], "joint found in world body");
  if (s->pub.nkey > COMPILE_MAX_COUNT)
    compile_fail(c, NULL, "nkey is too large: %d, at most %d expected", s->pub.nkey,
                 COMPILE_MAX_COUNT);
  if (s->pub.nuserdata < 0 || s->pub.nuserdata > COMPILE_MAX_COUNT) {
    compile_fail(c, NULL, "nuserdata is too %s: %d, 0 to %d expected",
                 s->pub.nuserdata < 0 ? "small" : "large", s->pub.nuserdata, COMPILE_MAX_COUNT);
  }
  int count[NCHILDLIST] = {0};
  count_tree(c, count);
  if (count[CHILD_BODY] + 1 + s->list[mjOBJ_FLEX].count >= 65534)
    compile_fail(c, NULL, "number of bodies plus flexes must be less than 65534");
  c->discardvisual = s->pub.compiler.discardvisual;
  c->body = COMPILE_NEW(c, BodyRecord, count[CHILD_BODY] + 1);
  c->joint = COMPILE_NEW(c, JointRecord, count[CHILD_JOINT]);
  c->geom = COMPILE_NEW(c, GeomRecord, count[CHILD_GEOM]);
  c->site = COMPILE_NEW(c, SiteRecord, count[CHILD_SITE]);
  c->camera = COMPILE_NEW(c, CameraRecord, count[CHILD_CAMERA]);
  c->light = COMPILE_NEW(c, LightRecord, count[CHILD_LIGHT]);
  collect_bodies(c, count[CHILD_BODY] + 1);

  compile_order(c);
  s->ids_valid = IDS_VALID;
  user_sizes(c);
}

static int has_file(const Element* e) {
  switch (e->pub.elemtype) {
    case mjOBJ_MESH: return handle_string(((const Mesh*)e)->pub.file)[0] != 0;
    case mjOBJ_HFIELD: return handle_string(((const HField*)e)->pub.file)[0] != 0;
    case mjOBJ_TEXTURE: return handle_string(((const Texture*)e)->pub.file)[0] != 0;
    default: return 0;
  }
}

void compile_unique(Compile* c, const Element* e) {
  if (element_name(e)[0] && element_namesake(e))
    compile_fail(c, e, "repeated name '%s' in %s", element_name(e), e->kind->name);
}

void compile_check_names(Compile* c) {
  static const mjtObj named[] = {mjOBJ_MESH, mjOBJ_HFIELD, mjOBJ_TEXTURE, mjOBJ_MATERIAL};
  for (int k = 0; k < 4; k++) {
    const ElementList* list = &c->spec->list[named[k]];
    for (int i = 0; i < list->count; i++) {
      const Element* e = list->item[i];
      if (element_name(e)[0])
        continue;
      if (named[k] == mjOBJ_TEXTURE && ((const Texture*)e)->pub.type == mjTEXTURE_SKYBOX)
        continue;
      if (has_file(e))
        continue;
      compile_fail(c, e, "empty name in %s",
                   named[k] == mjOBJ_HFIELD ? "height field" : e->kind->name);
    }
  }

  // names are unique within a kind
  for (int i = 0; i < c->nbody; i++)
    compile_unique(c, &c->body[i].body->base);
  for (int i = 0; i < c->njoint; i++)
    compile_unique(c, &c->joint[i].joint->base);
  for (int i = 0; i < c->ngeom; i++)
    compile_unique(c, &c->geom[i].geom->base);
  for (int i = 0; i < c->nsite; i++)
    compile_unique(c, &c->site[i].site->base);
  for (int i = 0; i < c->ncamera; i++)
    compile_unique(c, &c->camera[i].camera->base);
  for (int i = 0; i < c->nlight; i++)
    compile_unique(c, &c->light[i].light->base);
  for (int i = 0; i < c->nbody; i++) {
    const ElementList* frames = &c->body[i].body->child[CHILD_FRAME];
    for (int k = 0; k < frames->count; k++)
      compile_unique(c, frames->item[k]);
  }
  for (int k = 0; k < mjNOBJECT; k++)
    for (int i = 0; i < c->spec->list[k].count; i++)
      compile_unique(c, c->spec->list[k].item[i]);
}
