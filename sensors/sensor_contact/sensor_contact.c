// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// touch: sum of the normal forces whose line of action meets the site. contact: fields of the
// matching contacts (matching.c): the first ones, the deepest, the strongest, or all of them
// reduced to one wrench.

#include <limits.h>

#include <fulcrum/host.h>
#include <fulcrum/layout.h>
#include <fulcrum/math.h>
#include <fulcrum/sensor.h>
#include <mujoco/mujoco.h>

#include "sensors/sensor_contact/matching.h"

enum { REDUCE_NONE, REDUCE_MINDIST, REDUCE_MAXFORCE, REDUCE_NETFORCE };

// ---------------------------------------------------------------- touch

static mjtNum touch(const mjModel* m, const mjData* d, int site) {
  const int body = m->site_bodyid[site];
  mjtNum sum = 0;
  for (int j = 0; j < d->ncon; j++) {
    const mjContact* c = d->contact + j;
    const int first = c->geom[0] >= 0 && m->geom_bodyid[c->geom[0]] == body;
    const int second = c->geom[1] >= 0 && m->geom_bodyid[c->geom[1]] == body;
    if (!first && !second)
      continue;
    mjtNum force[6], ray[3];
    mj_contactForce(m, d, j, force);
    if (force[0] <= 0)
      continue;
    // out of the sensor's body: the normal points from the first geom to the second
    fc_scl3(ray, c->frame, first ? 1 : -1);
    const mjtNum hit = mju_rayGeom(d->site_xpos + 3 * site, d->site_xmat + 9 * site,
                                   m->site_size + 3 * site, c->pos, ray, m->site_type[site], NULL);
    if (hit >= 0)
      sum += force[0];
  }
  return sum;
}

// ---------------------------------------------------------------- contact

typedef struct Match_ {
  int contact;
  int sign;    // -1: sides exchanged
  mjtNum key;  // selection order, ascending
} Match;

// write the selected fields in their fixed order
static void write_slot(int fields, mjtNum found, const mjtNum wrench[6], mjtNum dist,
                       const mjtNum pos[3], const mjtNum normal[3], const mjtNum tangent[3],
                       mjtNum* out) {
  if (fields & 1 << mjCONDATA_FOUND)
    *out++ = found;
  if (fields & 1 << mjCONDATA_FORCE) {
    fc_copy3(out, wrench);
    out += 3;
  }
  if (fields & 1 << mjCONDATA_TORQUE) {
    fc_copy3(out, wrench + 3);
    out += 3;
  }
  if (fields & 1 << mjCONDATA_DIST)
    *out++ = dist;
  if (fields & 1 << mjCONDATA_POS) {
    fc_copy3(out, pos);
    out += 3;
  }
  if (fields & 1 << mjCONDATA_NORMAL) {
    fc_copy3(out, normal);
    out += 3;
  }
  if (fields & 1 << mjCONDATA_TANGENT) {
    fc_copy3(out, tangent);
    out += 3;
  }
}

static void write_contact(const mjModel* m, const mjData* d, int fields, int nmatch,
                          const Match* match, mjtNum* out) {
  const mjContact* c = d->contact + match->contact;
  mjtNum wrench[6], normal[3], tangent[3];
  mj_contactForce(m, d, match->contact, wrench);
  fc_scl3(normal, c->frame, match->sign);
  fc_scl3(tangent, c->frame + 3, match->sign);
  // the frame rotated by half a turn about its third axis, and the opposite wrench
  wrench[2] *= match->sign;
  wrench[5] *= match->sign;
  write_slot(fields, nmatch, wrench, c->dist, c->pos, normal, tangent, out);
}

// all matches as one wrench in world axes at the force-weighted mean of their positions
static void write_net(const mjModel* m, const mjData* d, int fields, int nmatch, const Match* match,
                      mjtNum* out) {
  static const mjtNum normal[3] = {1, 0, 0}, tangent[3] = {0, 1, 0};
  mjtNum net[6] = {0}, centre[3] = {0}, total = 0, wrench[6], world[3], arm[3], moment[3];
  for (int k = 0; k < nmatch; k++) {
    mj_contactForce(m, d, match[k].contact, wrench);
    const mjtNum weight = fc_norm3(wrench);
    fc_addToScl3(centre, d->contact[match[k].contact].pos, weight);
    total += weight;
  }
  fc_scl3(centre, centre, 1 / mju_max(total, mjMINVAL));
  for (int k = 0; k < nmatch; k++) {
    const mjContact* c = d->contact + match[k].contact;
    mj_contactForce(m, d, match[k].contact, wrench);
    fc_scl(wrench, wrench, match[k].sign, 6);
    // rows of the contact frame are its axes
    fc_mulMatTVec3(world, c->frame, wrench);
    fc_addTo3(net, world);
    fc_sub3(arm, c->pos, centre);
    fc_cross(moment, arm, world);
    fc_addTo3(net + 3, moment);
    fc_mulMatTVec3(moment, c->frame, wrench + 3);
    fc_addTo3(net + 3, moment);
  }
  write_slot(fields, nmatch, net, 0, centre, normal, tangent, out);
}

static int slot_size(int fields) {
  static const int size[mjNCONDATA] = {1, 3, 3, 1, 3, 3, 3};
  int sum = 0;
  for (int k = 0; k < mjNCONDATA; k++)
    sum += fields >> k & 1 ? size[k] : 0;
  return sum;
}

// move the `num` smallest keys to the front in ascending order; equal keys keep their order
static void select_smallest(Match* match, int n, int num) {
  for (int k = 0; k < num; k++) {
    int best = k;
    for (int j = k + 1; j < n; j++)
      if (match[j].key < match[best].key)
        best = j;
    const Match chosen = match[best];
    for (int j = best; j > k; j--)
      match[j] = match[j - 1];
    match[k] = chosen;
  }
}

static void measure_contacts(const mjModel* m, mjData* d, int i, mjtNum* out) {
  const int* prm = m->sensor_intprm + mjNSENS * i;
  const int fields = prm[0], reduce = prm[1];
  fc_zero(out, m->sensor_dim[i]);
  mj_markStack(d);
  Match* match = mj_stackAllocByte(d, ((size_t)d->ncon + 1) * sizeof *match, _Alignof(Match));
  int n = 0;
  for (int j = 0; j < d->ncon; j++) {
    const int sign = contact_matches(m, d, i, d->contact + j);
    if (!sign)
      continue;
    match[n] = (Match){.contact = j, .sign = sign};
    if (reduce == REDUCE_MINDIST)
      match[n].key = d->contact[j].dist;
    if (reduce == REDUCE_MAXFORCE) {
      mjtNum wrench[6];
      mj_contactForce(m, d, j, wrench);
      match[n].key = -fc_dot3(wrench, wrench);
    }
    n++;
  }
  if (reduce == REDUCE_NETFORCE) {
    write_net(m, d, fields, n, match, out);
  } else {
    const int num = n < prm[2] ? n : prm[2];
    if (reduce != REDUCE_NONE)
      select_smallest(match, n, num);
    for (int k = 0; k < num; k++)
      write_contact(m, d, fields, n, match + k, out + k * slot_size(fields));
  }
  mj_freeStack(d);
}

// ---------------------------------------------------------------- parameters

enum { DATA, REDUCE, NUM };  // places in intprm

static int check_parameters(const mjModel* m, int id) {
  const int* prm = m->sensor_intprm + mjNSENS * id;
  if (prm[DATA] <= 0)
    return fc_fail("data spec (intprm[0]) must be positive, got %d", prm[DATA]);
  if (!(prm[DATA] & ((1 << mjNCONDATA) - 1)))
    return fc_fail(
        "data spec intprm[0]=%d must have at least one bit set of the first mjNCONDATA bits",
        prm[DATA]);
  if (prm[DATA] >= 1 << mjNCONDATA)
    return fc_fail("data spec intprm[0]=%d has bits set beyond the first mjNCONDATA bits",
                   prm[DATA]);
  if (prm[REDUCE] < REDUCE_NONE || prm[REDUCE] > REDUCE_NETFORCE)
    return fc_fail("unknown reduction criterion. got %d, expected one of {0, 1, 2, 3}",
                   prm[REDUCE]);
  if (prm[NUM] <= 0)
    return fc_fail("num (intprm[2]) must be positive in sensor, got %d", prm[NUM]);
  return 0;
}

static long long size_of(const int* prm) { return (long long)prm[NUM] * slot_size(prm[DATA]); }

static int dimension(const mjModel* m, int id) {
  const long long size = size_of(m->sensor_intprm + mjNSENS * id);
  return size <= FC_SENSOR_MAX
             ? (int)size
             : fc_fail("sensor has %lld numbers, at most %d are possible", size, FC_SENSOR_MAX);
}

// invalid parameters give no size
static int declared(const mjsSensor* sensor) {
  const long long size = size_of(sensor->intprm);
  return size <= FC_SENSOR_MAX ? (int)size : 0;
}

static const char* const fields[] = {"found", "force",  "torque",  "dist",
                                     "pos",   "normal", "tangent", NULL};
static const char* const criteria[] = {"none", "mindist", "maxforce", "netforce", NULL};
static const FcParameter parameters[] = {{.key = "data",
                                          .type = FC_WORDS,
                                          .length = 1,
                                          .def = 1 << mjCONDATA_FOUND,
                                          .keywords = fields,
                                          .help = "What is reported of each contact.",
                                          .fixed = 1},
                                         {.key = "reduce",
                                          .type = FC_CHOICE,
                                          .length = 1,
                                          .def = REDUCE_NONE,
                                          .keywords = criteria,
                                          .help = "Which of the matching contacts are reported.",
                                          .fixed = 1},
                                         {.key = "num",
                                          .type = FC_INT,
                                          .length = 1,
                                          .def = 1,
                                          .min = 1,
                                          .max = INT_MAX,
                                          .help = "How many contacts are reported.",
                                          .fixed = 1}};

// ---------------------------------------------------------------- module

static int measure_touch(const FcContext* context, int stage, const FcSensorBatch* batch) {
  (void)stage;
  for (int k = 0; k < batch->n; k++)
    batch->out[k][0] = touch(context->m, context->d, context->m->sensor_objid[batch->id[k]]);
  return 0;
}

static int measure_contact(const FcContext* context, int stage, const FcSensorBatch* batch) {
  (void)stage;
  for (int k = 0; k < batch->n; k++)
    measure_contacts(context->m, context->d, batch->id[k], batch->out[k]);
  return 0;
}

static const FcObjectChoice site[] = {{"site", mjOBJ_SITE}, {NULL, mjOBJ_UNKNOWN}};
static const FcObjectChoice first[] = {{"geom1", mjOBJ_GEOM},
                                       {"body1", mjOBJ_BODY},
                                       {"subtree1", mjOBJ_XBODY},
                                       {"site", mjOBJ_SITE},
                                       {NULL, mjOBJ_UNKNOWN}};
static const FcObjectChoice second[] = {
    {"geom2", mjOBJ_GEOM}, {"body2", mjOBJ_BODY}, {"subtree2", mjOBJ_XBODY}, {NULL, mjOBJ_UNKNOWN}};

// the object that determines the contacts, or none; an awake object may touch a site
#define CRITERIA                                                              \
  (FC_OBJECT(mjOBJ_UNKNOWN) | FC_OBJECT(mjOBJ_GEOM) | FC_OBJECT(mjOBJ_BODY) | \
   FC_OBJECT(mjOBJ_XBODY))

static const FcSensor touch_sensor = {.size = sizeof(FcSensor),
                                      .measure = measure_touch,
                                      .stage = mjSTAGE_ACC,
                                      .object = {FC_OBJECT(mjOBJ_SITE), FC_NAMED_ONE, site, NULL},
                                      .dim = 1,
                                      .datatype = mjDATATYPE_POSITIVE,
                                      .sleeps = FC_OBJECT_ANY};
static const FcSensor contact_sensor = {
    .size = sizeof(FcSensor),
    .measure = measure_contact,
    .dimension = dimension,
    .stage = mjSTAGE_ACC,
    .object = {CRITERIA | FC_OBJECT(mjOBJ_SITE), FC_NAMED_AT_MOST_ONE, first,
               "first matching criterion: if set, must be (x)body, geom or site"},
    .reference = {CRITERIA, FC_NAMED_AT_MOST_ONE, second,
                  "second matching criterion: if set, must be (x)body or geom"},
    .cutoff = FC_CUTOFF_OWN,
    .declared = declared,
    .sleeps = CRITERIA,
    .check = check_parameters};

static const FcFace faces[] = {FC_SENSOR_FACE(mjSENS_TOUCH, "touch", touch_sensor),
                               {.size = sizeof(FcFace),
                                .kind = FC_SENSOR,
                                .name = "contact",
                                .table = &contact_sensor,
                                FC_PARAMETERS(parameters),
                                .number = FC_NUMBER(mjSENS_CONTACT)}};

FC_MODULE_WITH(sensor_contact, "sensor_contact", "1.0.0", "Apache-2.0", &fc_layout, faces, 0,
               "Touch and contact", NULL)
