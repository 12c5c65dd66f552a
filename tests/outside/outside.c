// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// What a library outside this tree can add, in one module: types of sensor, an actuator with two
// states, an equality, a passive force with its derivative, a post-solver, a service for convex
// pieces, a broad phase, a stage, a probe and a loader. It uses installed headers only, and no file
// of the tree knows it.

#include <string.h>

#include <fulcrum/actuator.h>
#include <fulcrum/broadphase.h>
#include <fulcrum/constraint.h>
#include <fulcrum/convex.h>
#include <fulcrum/engine_plugin.h>
#include <fulcrum/host.h>
#include <fulcrum/layout.h>
#include <fulcrum/loader.h>
#include <fulcrum/math.h>
#include <fulcrum/passive.h>
#include <fulcrum/sensor.h>
#include <fulcrum/solver.h>
#include <fulcrum/stage.h>
#include <mujoco/mujoco.h>

// ---------------------------------------------------------------- sensor

// the height of a site, and the cosine of the angle between an axis of it and the vertical, times
// gain
static int measure_tilt(const FcContext* context, int stage, const FcSensorBatch* batch) {
  const mjModel* m = context->m;
  const mjData* d = context->d;
  const int axis = (int)context->param[1];
  (void)stage;
  for (int k = 0; k < batch->n; k++) {
    const int site = m->sensor_objid[batch->id[k]];
    batch->out[k][0] = context->param[0] * d->site_xmat[9 * site + 6 + axis];
    batch->out[k][1] = d->site_xpos[3 * site + 2];
  }
  return 0;
}

static const char* const axes[] = {"x", "y", "z", NULL};
static const FcParameter tilt_parameters[] = {
    {.key = "gain", .type = FC_REAL, .length = 1, .def = 1, .min = 0, .max = 100},
    {.key = "axis", .type = FC_CHOICE, .length = 1, .def = 2, .keywords = axes},
};
static const FcObjectChoice at_site[] = {{"site", mjOBJ_SITE}, {NULL, mjOBJ_UNKNOWN}};
static const FcSensor tilt = {
    .size = sizeof tilt,
    .measure = measure_tilt,
    .stage = mjSTAGE_POS,
    .object = {.types = FC_OBJECT(mjOBJ_SITE), .naming = FC_NAMED_ONE, .choices = at_site},
    .dim = 2,
    .datatype = mjDATATYPE_REAL,
};

// as many numbers as it has rays; the host has made sure that there are some
static int fan_dimension(const mjModel* m, int id) {
  mjtNum rays = 3;
  fc_pluginNumbers(m, m->sensor_plugin[id], "rays", &rays, 1);
  return rays > 0 ? (int)rays : -1;
}

static int measure_fan(const FcContext* context, int stage, const FcSensorBatch* batch) {
  (void)stage;
  for (int k = 0; k < batch->n; k++)
    for (int i = 0; i < context->m->sensor_dim[batch->id[k]]; i++)
      batch->out[k][i] = context->param[1] * i;
  return 0;
}

static const FcParameter fan_parameters[] = {
    {.key = "rays", .type = FC_INT, .length = 1, .def = 3, .min = 1, .max = 100, .fixed = 1},
    {.key = "step", .type = FC_REAL, .length = 1, .def = 1},
};
static const FcSensor fan = {
    .size = sizeof fan,
    .measure = measure_fan,
    .dimension = fan_dimension,
    .stage = mjSTAGE_POS,
    .object = {.types = FC_OBJECT(mjOBJ_SITE), .naming = FC_NAMED_ONE, .choices = at_site},
};

// ---------------------------------------------------------------- actuator

// two lags in a row: x0' = (u - x0) / tau, x1' = (x0 - x1) / tau, force = gain x1
static int lag_rates(const FcContext* context, const FcActuatorBatch* batch, mjtNum* act_dot) {
  const mjtNum tau = context->param[1];
  for (int k = 0; k < batch->n; k++) {
    const mjtNum* x = batch->act + batch->actadr[k];
    mjtNum* rate = act_dot + batch->actadr[k];
    rate[0] = (batch->ctrl[batch->id[k]] - x[0]) / tau;
    rate[1] = (x[0] - x[1]) / tau;
  }
  return 0;
}

static int lag_force(const FcContext* context, const FcActuatorBatch* batch, mjtNum* value) {
  for (int k = 0; k < batch->n; k++)
    value[k] = context->param[0] * batch->act[batch->actadr[k] + 1];
  return 0;
}

static const FcParameter lag_parameters[] = {
    {.key = "gain", .type = FC_REAL, .length = 1, .def = 1},
    {.key = "tau", .type = FC_REAL, .length = 1, .def = 0.1, .min = 1e-6, .max = 1e6, .unit = "s"},
};
static const FcActuator lag = {
    .size = sizeof lag, .value = lag_force, .rates = lag_rates, .nact = 2};

// ---------------------------------------------------------------- equality

// q1 = ratio q2 + offset for two scalar joints
static int gear_count(const FcContext* context, const FcConstraintBatch* batch, FcRows* rows) {
  (void)context;
  rows->rows += batch->n;
  rows->entries += 2 * batch->n;
  return 0;
}

static int gear_fill(const FcContext* context, const FcConstraintBatch* batch, FcRows* rows) {
  const mjModel* m = context->m;
  const mjData* d = context->d;
  for (int k = 0; k < batch->n; k++) {
    const int id = batch->id[k], j1 = m->eq_obj1id[id], j2 = m->eq_obj2id[id];
    const mjtNum *data = m->eq_data + mjNEQDATA * id, ratio = data[0];
    const int dof1 = m->jnt_dofadr[j1], dof2 = m->jnt_dofadr[j2], swap = dof2 < dof1;
    const int columns[2] = {swap ? dof2 : dof1, swap ? dof1 : dof2};
    const mjtNum residual =
        d->qpos[m->jnt_qposadr[j1]] - ratio * d->qpos[m->jnt_qposadr[j2]] - data[1];
    const mjtNum diagonal = m->dof_invweight0[dof1] + ratio * ratio * m->dof_invweight0[dof2];
    mjtNum* J = fc_rowValues(rows, 1, 2);
    if (!J)
      return -1;
    J[swap] = 1;
    J[!swap] = -ratio;
    const FcRowBlock block = {
        .size = sizeof block, .id = id, .pos = &residual, .diagonal = &diagonal};
    if (fc_rowAppend(rows, 1, 2, columns, &block) < 0)
      return -1;
  }
  return 0;
}

static const FcEnds gear_ends[] = {
    {.type = mjOBJ_JOINT, .first = "driven", .second = "driver", .required = 1}};
static const FcParameter gear_parameters[] = {
    {.key = "ratio", .type = FC_REAL, .length = 1, .def = 1, .min = -100, .max = 100},
    {.key = "offset", .type = FC_REAL, .length = 1, .unit = "rad"},
};
static const FcConstraint gear = {.size = sizeof gear,
                                  .group = mjCNSTR_EQUALITY,
                                  FC_ENDS(gear_ends),
                                  .rows = 1,
                                  .count = gear_count,
                                  .fill = gear_fill};

// ---------------------------------------------------------------- passive force

// linear drag on every degree of freedom
static int drag_force(const FcContext* context, const FcPassiveBatch* batch) {
  for (int k = 0; k < batch->ndof; k++)
    batch->qfrc[batch->dof[k]] -= context->param[0] * context->d->qvel[batch->dof[k]];
  return 0;
}

static const FcParameter drag_parameters[] = {
    {.key = "coefficient", .type = FC_REAL, .length = 1, .def = 1, .min = 0, .max = 1e6}};

// ---------------------------------------------------------------- post-solver

// counts its calls, and leaves the solution alone
static int look(const FcContext* context, FcProblem* problem) {
  (void)problem;
  if (context->m->nuserdata)
    context->d->userdata[0] += 1;
  return 0;
}

static const FcPostSolver onlooker = {.size = sizeof onlooker, .improve = look};

// ---------------------------------------------------------------- convex pieces

// every geom is its bounding sphere
static int collide_spheres(const FcContext* context, const FcCandidate* pair, int npair,
                           FcContactSink* sink) {
  const mjModel* m = context->m;
  const mjData* d = context->d;
  for (int k = 0; k < npair; k++) {
    const int a = pair[k].geom[0], b = pair[k].geom[1];
    FcContactPoint* point = fc_contactRoom(sink);
    mjtNum axis[3];
    fc_sub3(axis, d->geom_xpos + 3 * b, d->geom_xpos + 3 * a);
    const mjtNum length = fc_normalize3(axis);
    point->dist = length - m->geom_rbound[a] - m->geom_rbound[b];
    fc_copy3(point->normal, axis);
    fc_zero3(point->tangent);
    fc_addScl3(point->pos, d->geom_xpos + 3 * a, axis, m->geom_rbound[a] + point->dist / 2);
    fc_emitContacts(sink, pair + k, point->dist < pair[k].margin);
  }
  return 0;
}

static int no_piece(const FcContext* context, const FcPiece* piece, FcPosedGeom* geom,
                    FcContactPoint* contact) {
  (void)context;
  (void)piece;
  (void)contact;
  return fc_fail("geom %d meets a piece, which spheres cannot", geom->geom);
}

static const FcConvex spheres = {
    .size = sizeof spheres, .max_contact = 1, .collide = collide_spheres, .piece = no_piece};

// ---------------------------------------------------------------- broad phase

// everything may touch everything; counts its calls
static int all_pairs(const FcContext* context, const FcBoxes* boxes, FcBodyPairs* pairs) {
  if (context->m->nuserdata > 1)
    context->d->userdata[1] += 1;
  for (int i = 0; i < boxes->n; i++) {
    for (int j = i + 1; j < boxes->n; j++) {
      if (boxes->resting[i] && boxes->resting[j])
        continue;
      if (fc_emitBodies(pairs, boxes, i, j))
        return fc_fail("%d boxes have too many pairs", boxes->n);
    }
  }
  return 0;
}

static const FcBroadphase everything = {.size = sizeof everything, .pairs = all_pairs};

// ---------------------------------------------------------------- stage and probe

// a push on the first dof; userdata[2] says in which stage of the pipeline it ran
static int tick(const FcContext* context) {
  mjData* d = context->d;
  const char* stage = fc_runningStage(d);
  d->qfrc_passive[0] += context->param[0];
  if (context->m->nuserdata > 2)
    d->userdata[2] = stage && strcmp(stage, "passive") == 0;
  return 0;
}

static size_t tally_memory(const mjModel* m) {
  (void)m;
  return sizeof(int);
}

// shows the test, in userdata, how often it has run
static int tally(const FcContext* context) {
  int* n = context->memory;
  ++*n;
  if (context->m->nuserdata > 3)
    context->d->userdata[3] = *n;
  return 0;
}

static const FcParameter tick_parameters[] = {{.key = "push", .type = FC_REAL, .length = 1}};
static const FcStage ticking = {.size = sizeof ticking,
                                .where = "passive",
                                .after = 1,
                                .writes = "qfrc_passive userdata",
                                .run = tick};
static const FcStage misplaced = {
    .size = sizeof misplaced, .where = "breakfast", .writes = "", .run = tick};
static const FcProbe tallying = {.size = sizeof tallying, .where = "collision", .observe = tally};

// ---------------------------------------------------------------- loader

// a text that begins with "balls": one ball. It names no types, so it is asked for every file.
static int sniff_balls(const FcSource* source) {
  return source->nbyte >= 5 && memcmp(source->bytes, "balls", 5) == 0 ? 100 : 0;
}

static int load_balls(const FcSource* source, FcLoaded* loaded, char* error, int error_size) {
  (void)source;
  (void)error;
  (void)error_size;
  mjSpec* spec = mj_makeSpec();
  mjsBody* body = mjs_addBody(mjs_findBody(spec, "world"), NULL);
  mjs_setName(body->element, "ball");
  mjs_addGeom(body, NULL)->size[0] = 0.1;
  loaded->spec = spec;
  return 0;
}

static const FcLoader balls = {.size = sizeof balls, .sniff = sniff_balls, .load = load_balls};

// ---------------------------------------------------------------- the module

#define FACE(word, title, implementation, ...) \
  { .size = sizeof(FcFace), .kind = word, .name = title, .table = &implementation, __VA_ARGS__ }

static int drag_derivative(const FcContext* context, const FcPassiveBatch* batch, int symmetric);
static const FcPassive drag = {
    .size = sizeof drag, .order = 500, .force = drag_force, .derivative = drag_derivative};

static int drag_derivative(const FcContext* context, const FcPassiveBatch* batch, int symmetric) {
  const mjModel* m = context->m;
  (void)symmetric;
  for (int k = 0; k < batch->ndof; k++) {
    const int i = batch->dof[k];
    context->d->qDeriv[m->D_rowadr[i] + m->D_diag[i]] -= context->param[0];
  }
  return 0;
}

static const FcFace faces[] = {
    FACE(FC_SENSOR, "acme.tilt", tilt, FC_PARAMETERS(tilt_parameters)),
    FACE(FC_ACTUATOR, "acme.lag", lag, FC_PARAMETERS(lag_parameters)),
    FACE(FC_CONSTRAINT, "acme.gear", gear, FC_PARAMETERS(gear_parameters)),
    FACE(FC_PASSIVE, "acme.drag", drag, FC_PARAMETERS(drag_parameters)),
    FACE(FC_POST_SOLVER, "acme.onlooker", onlooker, .memory = NULL),
    FACE(FC_CONVEX, "acme.spheres", spheres, .memory = NULL),
    FACE(FC_BROADPHASE, "acme.everything", everything, .memory = NULL),
    FACE(FC_SENSOR, "acme.fan", fan, FC_PARAMETERS(fan_parameters)),
    FACE(FC_STAGE, "acme.tick", ticking, FC_PARAMETERS(tick_parameters)),
    FACE(FC_STAGE, "acme.misplaced", misplaced, .memory = NULL),
    FACE(FC_PROBE, "acme.tally", tallying, .memory = tally_memory),
    FACE(FC_LOADER, "acme.balls", balls, .memory = NULL),
};

FC_MODULE(outside, "acme.outside", "1.0.0", "Apache-2.0", &fc_layout, faces)
