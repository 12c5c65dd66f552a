// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Modules with one fault each, for `fulcrum modules check` and `fulcrum simulate`. The shared
// object is copied under many names; the descriptor that it returns is the one for the name of its
// file.

#include <dlfcn.h>
#include <math.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <fulcrum/actuator.h>
#include <fulcrum/broadphase.h>
#include <fulcrum/constraint.h>
#include <fulcrum/contact_model.h>
#include <fulcrum/decoder.h>
#include <fulcrum/integrator.h>
#include <fulcrum/layout.h>
#include <fulcrum/loader.h>
#include <fulcrum/math.h>
#include <fulcrum/passive.h>
#include <fulcrum/renderer.h>
#include <fulcrum/sensor.h>
#include <fulcrum/solver.h>

// ---------------------------------------------------------------- solvers

static volatile int always = 1;

static int loop(const FcContext* context, FcProblem* problem) {
  (void)context;
  while (always)
    problem->niter = 0;
  return 0;
}

static int segfault(const FcContext* context, FcProblem* problem) {
  static volatile mjtNum* volatile nowhere;
  (void)context;
  (void)problem;
  *nowhere = 1;
  return 0;
}

static int leave(const FcContext* context, FcProblem* problem) {
  (void)context;
  (void)problem;
  _exit(0);
}

// a sound one under the name of the engine's: steepest descent
static int descend(const FcContext* context, FcProblem* p) {
  (void)context;
  fc_problemUpdate(p, p->jar, 0);
  return 0;
}

static const FcSolver looping = {.size = sizeof looping, .solve = loop};
static const FcSolver crashing = {.size = sizeof crashing, .solve = segfault};
static const FcSolver leaving = {.size = sizeof leaving, .solve = leave};
static const FcSolver replacing = {.size = sizeof replacing, .solve = descend};

// ---------------------------------------------------------------- passive forces

// the force depends on how often it was asked for in the whole process
static int global_force(const FcContext* context, const FcPassiveBatch* batch) {
  static int calls;
  (void)context;
  batch->qfrc[0] += 1e-3 * calls++;
  return 0;
}

static int nan_force(const FcContext* context, const FcPassiveBatch* batch) {
  if (context->d->time > 0.05)
    batch->qfrc[0] += sqrt(-1 - context->d->time);
  return 0;
}

static int drag(const FcContext* context, const FcPassiveBatch* batch) {
  for (int k = 0; k < batch->ndof; k++)
    batch->qfrc[batch->dof[k]] -= 0.1 * context->d->qvel[batch->dof[k]];
  return 0;
}

// twice what it should be
static int wrong_derivative(const FcContext* context, const FcPassiveBatch* batch, int symmetric) {
  const mjModel* m = context->m;
  (void)symmetric;
  for (int k = 0; k < batch->ndof; k++)
    context->d->qDeriv[m->D_rowadr[batch->dof[k]] + m->D_diag[batch->dof[k]]] -= 0.2;
  return 0;
}

static const FcPassive global = {
    .size = sizeof global, .flags = FC_PASSIVE_NO_VELOCITY, .force = global_force};
static const FcPassive nan_passive = {
    .size = sizeof nan_passive, .flags = FC_PASSIVE_NO_VELOCITY, .force = nan_force};
static const FcPassive steep = {
    .size = sizeof steep, .force = drag, .derivative = wrong_derivative};

// ---------------------------------------------------------------- memory

static size_t leaking_memory(const mjModel* m) {
  // the address is kept nowhere
  void* volatile lost = malloc(1000);
  (void)m;
  (void)lost;
  return 8;
}

static int no_force(const FcContext* context, const FcPassiveBatch* batch) {
  (void)context;
  (void)batch;
  return 0;
}

static const FcPassive leaking = {
    .size = sizeof leaking, .flags = FC_PASSIVE_NO_VELOCITY, .force = no_force};

// what decides the future is in memory, which is not saved
static size_t count_memory(const mjModel* m) {
  (void)m;
  return sizeof(mjtNum);
}

static int growing_force(const FcContext* context, const FcPassiveBatch* batch) {
  mjtNum* count = context->memory;
  batch->qfrc[0] += 1e-3 * (*count)++;
  return 0;
}

static const FcPassive forgetful = {
    .size = sizeof forgetful, .flags = FC_PASSIVE_NO_VELOCITY, .force = growing_force};

// ---------------------------------------------------------------- constraints

static int count_rows(const FcContext* context, const FcConstraintBatch* batch, FcRows* rows) {
  (void)context;
  rows->rows += batch->n;
  rows->entries += 2 * batch->n;
  return 0;
}

// residual q1 - q2 of two joints, with the Jacobian of q1 + q2
static int fill_rows(const FcContext* context, const FcConstraintBatch* batch, FcRows* rows) {
  const mjModel* m = context->m;
  for (int k = 0; k < batch->n; k++) {
    const int id = batch->id[k], j1 = m->eq_obj1id[id], j2 = m->eq_obj2id[id];
    const int v1 = m->jnt_dofadr[j1], v2 = m->jnt_dofadr[j2];
    const int columns[2] = {v1 < v2 ? v1 : v2, v1 < v2 ? v2 : v1};
    const mjtNum *q = context->d->qpos, diagonal = 1;
    const mjtNum pos = q[m->jnt_qposadr[j1]] - q[m->jnt_qposadr[j2]];
    const FcRowBlock block = {.size = sizeof block, .id = id, .pos = &pos, .diagonal = &diagonal};
    mjtNum* J = fc_rowValues(rows, 1, 2);
    if (!J)
      return -1;
    J[0] = J[1] = 1;
    if (fc_rowAppend(rows, 1, 2, columns, &block) < 0)
      return -1;
  }
  return 0;
}

static const FcEnds joints[] = {
    {.type = mjOBJ_JOINT, .first = "one", .second = "two", .required = 1}};
static const FcConstraint skew = {.size = sizeof skew,
                                  .group = mjCNSTR_EQUALITY,
                                  FC_ENDS(joints),
                                  .rows = 1,
                                  .count = count_rows,
                                  .fill = fill_rows};

// ---------------------------------------------------------------- sensors

static int measure_three(const FcContext* context, int stage, const FcSensorBatch* batch) {
  (void)context;
  (void)stage;
  for (int k = 0; k < batch->n; k++)
    for (int i = 0; i < 3; i++)
      batch->out[k][i] = i;
  return 0;
}

static int measure_one(const FcContext* context, int stage, const FcSensorBatch* batch) {
  (void)context;
  (void)stage;
  for (int k = 0; k < batch->n; k++)
    batch->out[k][0] = 1;
  return 0;
}

static int refuse_dimension(const mjModel* m, int id) {
  (void)m;
  (void)id;
  return -1;
}

#define AT_SITE .object = {.types = FC_OBJECT(mjOBJ_SITE), .naming = FC_NAMED_TYPED}
static const FcSensor wide = {
    .size = sizeof wide, .measure = measure_three, .stage = mjSTAGE_POS, .dim = 2, AT_SITE};
static const FcSensor narrow = {
    .size = sizeof narrow, .measure = measure_one, .stage = mjSTAGE_POS, .dim = 2, AT_SITE};
static const FcSensor shapeless = {.size = sizeof shapeless,
                                   .measure = measure_one,
                                   .stage = mjSTAGE_POS,
                                   .dimension = refuse_dimension,
                                   AT_SITE};

// ---------------------------------------------------------------- others

static int brake(const FcContext* context, const FcActuatorBatch* batch, mjtNum* value) {
  for (int k = 0; k < batch->n; k++)
    value[k] = -2 * context->d->actuator_velocity[batch->id[k]];
  return 0;
}

static int wrong_slope(const FcContext* context, const FcActuatorBatch* batch, mjtNum* slope) {
  (void)context;
  for (int k = 0; k < batch->n; k++)
    slope[k] = -1;
  return 0;
}

static const FcActuator tilted = {.size = sizeof tilted, .value = brake, .slope = wrong_slope};

static int no_pairs(const FcContext* context, const FcBoxes* boxes, FcBodyPairs* pairs) {
  (void)context;
  (void)boxes;
  (void)pairs;
  return 0;
}

static const FcBroadphase blind = {.size = sizeof blind, .pairs = no_pairs};

// every row with the same R, whatever the friction coefficients are
static int same_for_all(const FcContext* context, FcContactBatch* batch) {
  (void)context;
  for (int c = 0; c < batch->ncon; c++)
    batch->contact[c].mu = batch->contact[c].friction[0];
  for (int r = batch->first_row; r < batch->nefc; r++) {
    batch->R[r] = 1e-3;
    batch->D[r] = 1e3;
    batch->KBIP[4 * r] = 100;
    batch->KBIP[4 * r + 1] = 20;
    batch->KBIP[4 * r + 2] = 0.9;
    batch->KBIP[4 * r + 3] = 0;
  }
  return 0;
}

static const FcContactModel careless = {.size = sizeof careless, .position = same_for_all};

// Springs and dampers as rows, and two that act like them: one that keeps count of its calls in the
// process and lets mu show it where no force depends on mu, and one that changes what it is given.
static void make_springs(FcContactBatch* batch) {
  for (int c = 0; c < batch->ncon; c++) {
    mjContact* contact = batch->contact + c;
    const int first = contact->efc_address, elliptic = batch->elliptic && contact->dim > 1;
    const int n = first < 0 ? 0 : elliptic ? contact->dim : fc_max(1, 2 * (contact->dim - 1));
    contact->mu = contact->friction[0];
    for (int r = first; r < first + n; r++) {
      const mjtNum mu = elliptic && r > first ? contact->friction[r - first - 1] : contact->mu;
      batch->R[r] = 1e-2 * contact->mu * contact->mu / (mu * mu);
      batch->D[r] = 1 / batch->R[r];
      batch->KBIP[4 * r] = r > first && elliptic ? 0 : 100;
      batch->KBIP[4 * r + 1] = 20;
      batch->KBIP[4 * r + 2] = 0.9;
      batch->KBIP[4 * r + 3] = 0;
    }
  }
}

static int spring(const FcContext* context, FcContactBatch* batch) {
  (void)context;
  make_springs(batch);
  return 0;
}

static int count_in_process(const FcContext* context, FcContactBatch* batch) {
  static atomic_int calls;
  (void)context;
  make_springs(batch);
  const int n = atomic_fetch_add(&calls, 1);
  for (int c = 0; c < batch->ncon && !batch->elliptic; c++)
    batch->contact[c].mu += 1e-3 * n;
  return 0;
}

static int change_input(const FcContext* context, FcContactBatch* batch) {
  (void)context;
  make_springs(batch);
  for (int c = 0; c < batch->ncon; c++)
    batch->contact[c].solref[0] += 1;
  return 0;
}

static const FcContactModel springy = {.size = sizeof springy, .position = spring};
static const FcContactModel tallying = {.size = sizeof tallying, .position = count_in_process};
static const FcContactModel meddling = {.size = sizeof meddling, .position = change_input};

// A damper in each contact, l = c |u|^2 / 2, and what can be wrong with it.
#define DAMPER 0.5  // kg
typedef enum Wrong_ {
  WRONG_NOTHING,
  WRONG_HESSIAN,
  WRONG_GRADIENT,
  WRONG_SIGN,
  WRONG_WIDTH,
  WRONG_VALLEY
} Wrong;

static void damp(const FcContactBatch* batch, FcPotentialBatch* at, int k, Wrong wrong) {
  const int dim = batch->contact[at->contact[k]].dim;
  const mjtNum *u = at->u + at->row[k], h = batch->timestep,
               c = wrong == WRONG_SIGN ? -DAMPER : DAMPER;
  mjtNum* force = at->force + at->row[k];
  at->cost[k] = 0;
  for (int i = 0; i < dim; i++) {
    at->cost[k] += c * u[i] * u[i] / 2;
    force[i] = -c * u[i] / h * (wrong == WRONG_GRADIENT ? 1.01 : 1);
    for (int j = 0; at->hessian && j < dim; j++)
      at->hessian[36 * k + i * dim + j] = i == j ? c * (wrong == WRONG_HESSIAN ? 1.01 : 1) : 0;
  }
  // two valleys of the normal velocity with a ridge between them, far from where contacts are
  if (wrong == WRONG_VALLEY) {
    const mjtNum x = u[0] + 0.5, bump = exp(-50 * x * x);
    at->cost[k] += DAMPER * bump;
    force[0] += DAMPER / h * 100 * x * bump;
    if (at->hessian)
      at->hessian[36 * k] += DAMPER * (1e4 * x * x - 100) * bump;
  }
  if (wrong == WRONG_WIDTH)
    force[dim] = 0;
}

#define DAMPERS(name, wrong)                                                                     \
  static int name(const FcContext* context, const FcContactBatch* batch, FcPotentialBatch* at) { \
    (void)context;                                                                               \
    for (int k = 0; k < at->n; k++)                                                              \
      damp(batch, at, k, wrong);                                                                 \
    return 0;                                                                                    \
  }                                                                                              \
  static const FcContactModel name##_model = {                                                   \
      .size = sizeof(FcContactModel), .way = FC_CONTACT_POTENTIAL, .potential = name};
DAMPERS(damped, WRONG_NOTHING)
DAMPERS(bent, WRONG_HESSIAN)
DAMPERS(uphill, WRONG_GRADIENT)
DAMPERS(concave, WRONG_SIGN)
DAMPERS(broad, WRONG_WIDTH)
DAMPERS(ridge, WRONG_VALLEY)

// the force of springs and dampers, with half of its derivative
static int half_derivative(const FcContext* context, const FcContactBatch* batch,
                           FcForceBatch* at) {
  (void)context;
  for (int c = 0; c < batch->ncon; c++) {
    if (batch->contact[c].dist >= 0)
      continue;
    at->force[6 * c] = -1e3 * batch->contact[c].dist - 20 * at->u[6 * c];
    if (at->derivative)
      at->derivative[36 * c] = -10;
  }
  return 0;
}

static const FcContactModel lazy = {
    .size = sizeof lazy, .way = FC_CONTACT_FORCE, .force = half_derivative};

// Springs, and friction of size normal * curve(speed) on the two tangents, where `along` pushes
// with the slip and `falling` has a size that falls with it. The derivative is that of friction
// against the slip, so `along` has it with the wrong sign, and twice as large where friction falls.
static int rub(const FcContactBatch* batch, FcForceBatch* at, int along, int falling) {
  for (int c = 0; c < batch->ncon; c++) {
    const mjContact* contact = batch->contact + c;
    if (contact->dist >= 0 || contact->dim < 3)
      continue;
    const mjtNum normal = -2e4 * contact->dist, *u = at->u + 6 * c;
    const mjtNum V2 = u[1] * u[1] + u[2] * u[2] + 1e-6, V = sqrt(V2);
    // 1 / V, or 1 / V^2: the derivative of u_i / V^p is (i == j) / V^p - p u_i u_j / V^(p+2)
    const mjtNum p = falling ? 2 : 1, unit = 0.3 * normal / (falling ? V2 : V);
    at->force[6 * c] = normal;
    for (int i = 1; i < 3; i++) {
      at->force[6 * c + i] = along ? unit * u[i] : -unit * u[i];
      for (int j = 1; at->derivative && j < 3; j++)
        at->derivative[36 * c + i * contact->dim + j] =
            -unit * ((i == j) - p * u[i] * u[j] / V2) * (falling ? 2 : 1);
    }
  }
  return 0;
}

static int push_along(const FcContext* context, const FcContactBatch* batch, FcForceBatch* at) {
  (void)context;
  return rub(batch, at, 1, 0);
}

static int fall_twice(const FcContext* context, const FcContactBatch* batch, FcForceBatch* at) {
  (void)context;
  return rub(batch, at, 0, 1);
}

static const FcContactModel pushing = {
    .size = sizeof pushing, .way = FC_CONTACT_FORCE, .force = push_along};
static const FcContactModel slippery = {
    .size = sizeof slippery, .way = FC_CONTACT_FORCE, .force = fall_twice};

// A sound explicit law with some of the parameters that scenes of `fulcrum contact bench` set: Hunt
// and Crossley's with exponent 1, soft Coulomb friction of all dimensions.
enum { STIFFNESS, DISSIPATION, STICTION_SPEED, NRUBBER };

static void press(const FcContactBatch* batch, FcForceBatch* at, int c) {
  const mjContact* contact = batch->contact + c;
  const mjtNum *param = batch->param + c * batch->nparam, *u = at->u + 6 * c;
  const mjtNum spring = -param[STIFFNESS] * contact->dist;
  const mjtNum damped = 1 - param[DISSIPATION] * u[0], *mu = contact->friction;
  const int dim = contact->dim;
  mjtNum *f = at->force + 6 * c, *derivative = at->derivative ? at->derivative + 36 * c : NULL;
  mjtNum V = mu[0] * mu[0] * param[STICTION_SPEED] * param[STICTION_SPEED];
  if (contact->dist >= 0 || damped <= 0)
    return;
  f[0] = spring * damped;
  if (derivative)
    derivative[0] = -spring * param[DISSIPATION];
  for (int i = 1; i < dim; i++)
    V += mu[i - 1] * mu[i - 1] * u[i] * u[i];
  V = sqrt(V);
  for (int i = 1; i < dim; i++) {
    const mjtNum slide = mu[i - 1] * mu[i - 1] * u[i] / V;
    f[i] = -f[0] * slide;
    if (derivative)
      derivative[i * dim] = spring * param[DISSIPATION] * slide;
    for (int j = 1; derivative && j < dim; j++)
      derivative[i * dim + j] = -f[0] * mu[i - 1] * mu[i - 1] *
                                ((i == j) - mu[j - 1] * mu[j - 1] * u[i] * u[j] / (V * V)) / V;
  }
}

static int press_all(const FcContext* context, const FcContactBatch* batch, FcForceBatch* at) {
  (void)context;
  for (int c = 0; c < batch->ncon; c++)
    press(batch, at, c);
  return 0;
}

// slip grows by a factor in every step
static int press_and_push(const FcContext* context, const FcContactBatch* batch, FcForceBatch* at) {
  press_all(context, batch, at);
  for (int c = 0; c < batch->ncon; c++)
    for (int i = 1; i < 3 && batch->contact[c].dist < 0; i++)
      at->force[6 * c + i] = 1e3 * at->u[6 * c + i];
  return 0;
}

#define NUMBER(k, value) \
  { .key = k, .type = FC_REAL, .length = 1, .def = value, .min = 0, .max = 1e9, .help = "Number." }
static const FcParameter of_rubber[NRUBBER] = {NUMBER("stiffness", 2e4), NUMBER("dissipation", 1),
                                               NUMBER("stiction_speed", 1e-3)};
static const FcMixing mixing_of_rubber[NRUBBER] = {FC_MIX_SERIES, FC_MIX_MAX, FC_MIX_MAX};
static const FcContactModel rubber = {
    .size = sizeof rubber, .way = FC_CONTACT_FORCE, .force = press_all, .mixing = mixing_of_rubber};
static const FcContactModel violent = {.size = sizeof violent,
                                       .way = FC_CONTACT_FORCE,
                                       .force = press_and_push,
                                       .mixing = mixing_of_rubber};

// ---------------------------------------------------------------- renderers that draw nothing

static int make_nothing(const mjModel* m, mjrContext* con, int fontscale) {
  (void)m;
  con->offFBO = 1;
  con->offWidth = 160;
  con->offHeight = 120;
  con->fontScale = fontscale;
  con->charHeight = 10;
  return 0;
}

static int with_context(mjrContext* con) {
  con->currentBuffer = mjFB_OFFSCREEN;
  return 0;
}

static int with_font(int scale, mjrContext* con) {
  (void)scale;
  return with_context(con);
}
static int with_buffer(int buffer, mjrContext* con) {
  (void)buffer;
  return with_context(con);
}

static int upload(const mjModel* m, const mjrContext* con, int id) {
  (void)m;
  (void)con;
  (void)id;
  return 0;
}

static int restore(const mjrContext* con) {
  (void)con;
  return 0;
}
static int resize(int w, int h, mjrContext* con) {
  (void)w;
  (void)h;
  return with_context(con);
}
static int aux(int index, int w, int h, int samples, mjrContext* con) {
  (void)index;
  (void)samples;
  return resize(w, h, con);
}
static int choose_aux(int index, const mjrContext* con) {
  (void)index;
  return restore(con);
}
static int copy_aux(int index, mjrRect src, int left, int bottom, const mjrContext* con) {
  (void)src;
  (void)left;
  (void)bottom;
  return choose_aux(index, con);
}
static int copy_buffer(mjrRect src, mjrRect dst, int color, int depth, const mjrContext* con) {
  (void)src;
  (void)dst;
  (void)color;
  (void)depth;
  return restore(con);
}
static int size_of_window(mjrRect* rect, const mjrContext* con) {
  *rect = (mjrRect){0, 0, 0, 0};
  return restore(con);
}
static int read_black(unsigned char* rgb, float* depth, mjrRect v, const mjrContext* con) {
  for (int i = 0; i < v.width * v.height; i++) {
    if (rgb)
      rgb[3 * i] = rgb[3 * i + 1] = rgb[3 * i + 2] = 0;
    if (depth)
      depth[i] = 0;
  }
  return restore(con);
}
static int draw_nothing(const unsigned char* rgb, const float* depth, mjrRect v,
                        const mjrContext* con) {
  (void)rgb;
  (void)depth;
  (void)v;
  return restore(con);
}
static int render_nothing(mjrRect v, mjvScene* scn, const mjrContext* con) {
  (void)v;
  (void)scn;
  return restore(con);
}
static int draw_nowhere(mjrRect v, mjvScene* scn, const mjrContext* con) {
  static int* volatile nowhere;
  (void)v;
  (void)scn;
  (void)con;
  *nowhere = 1;
  return 0;
}
static int no_viewport(mjrRect* v) {
  (void)v;
  return 0;
}
static int no_rectangle(mjrRect v, const float rgba[4]) {
  (void)v;
  (void)rgba;
  return 0;
}
static int no_text(mjrRect v, const mjrContext* con, int font, const char* text, float x, float y,
                   const float rgb[3]) {
  (void)v;
  (void)font;
  (void)text;
  (void)x;
  (void)y;
  (void)rgb;
  return restore(con);
}
static int no_lines(mjrRect v, const float* points, int n, int pairs, float width,
                    const float rgb[3]) {
  (void)v;
  (void)points;
  (void)n;
  (void)pairs;
  (void)width;
  (void)rgb;
  return 0;
}
static int nothing(void) { return 0; }
static int no_screen(FcScreen* screen) {
  screen->handle = screen;
  return 0;
}

#define BLANK(draw)                                                                        \
  .size = sizeof(FcRenderer), .make_context = make_nothing, .free_context = with_context,  \
  .change_font = with_font, .upload_mesh = upload, .upload_hfield = upload,                \
  .set_buffer = with_buffer, .restore_buffer = restore, .resize_offscreen = resize,        \
  .add_aux = aux, .set_aux = choose_aux, .blit_aux = copy_aux, .blit_buffer = copy_buffer, \
  .window_size = size_of_window, .read_pixels = read_black, .draw_pixels = draw_nothing,   \
  .render = draw, .viewport = no_viewport, .rectangle = no_rectangle, .text = no_text,     \
  .lines = no_lines, .finish = nothing, .get_error = nothing, .open_screen = no_screen,    \
  .close_screen = no_screen
static const FcRenderer blank = {BLANK(render_nothing), .upload_texture = upload};
static const FcRenderer fatal = {BLANK(draw_nowhere), .upload_texture = upload};
static const FcRenderer partial = {BLANK(render_nothing)};

// ---------------------------------------------------------------- want of memory

// ends the process when it has no memory; its counts are needed for the duration of a call
static size_t hoarding_memory(const mjModel* m) {
  char* counts = malloc(1000);
  memset(counts, 0, 1000);
  const size_t n = 8 + (size_t)counts[m->nbody % 1000];
  free(counts);
  return n;
}

static const FcPassive hoarding = {
    .size = sizeof hoarding, .flags = FC_PASSIVE_NO_VELOCITY, .force = no_force};

static int stand_still(const FcContext* context) {
  context->d->time += context->m->opt.timestep;
  return -1;
}

static const FcIntegrator mute = {.size = sizeof mute, .step = stand_still};

// does not look at what malloc returns
static int trust(const FcSource* source, FcMeshData* mesh, char* error, int error_size) {
  mesh->vertex = malloc(12);
  memset(mesh->vertex, 1, 12);
  mesh->nvertex = 1;
  (void)source;
  snprintf(error, (size_t)error_size, "it has one vertex only");
  return -1;
}

static const FcDecoder trusting = {.size = sizeof trusting,
                                   .content_type = "model/trusting",
                                   .extension = ".trusting",
                                   .mesh = trust};

static int64_t overrun(const mjSpec* spec, const mjModel* compiled, const mjModel* values,
                       char* buffer, size_t nbuffer, char* error, int error_size) {
  (void)spec;
  (void)compiled;
  (void)values;
  (void)nbuffer;
  (void)error;
  (void)error_size;
  if (buffer)
    strcpy(buffer, "seventeen letters");
  return 17;
}

static const FcSaver generous = {
    .size = sizeof generous, .extension = ".generous", .save = overrun};

static int sure(const FcSource* source) {
  (void)source;
  return 1;
}

static int fail_quietly(const FcSource* source, FcLoaded* loaded, char* error, int error_size) {
  (void)source;
  (void)loaded;
  (void)error;
  (void)error_size;
  return -1;
}

// reads what is not there
static int read_nowhere(const FcSource* source, FcLoaded* loaded, char* error, int error_size) {
  static const char* volatile nowhere;
  (void)source;
  (void)loaded;
  (void)error;
  (void)error_size;
  return *nowhere;
}

static const FcLoader falling = {.size = sizeof falling, .sniff = sure, .load = read_nowhere};
static const FcLoader quiet = {.size = sizeof quiet, .sniff = sure, .load = fail_quietly};

// ---------------------------------------------------------------- descriptors

#define FACE(k, n, t, ...)                                                     \
  {                                                                            \
    { .size = sizeof(FcFace), .kind = k, .name = n, .table = &t, __VA_ARGS__ } \
  }
static const char* const newton_too[] = {"solver/newton", NULL};
static const struct {
  FcFace face[1];
  const char* const* overrides;
  const char* module;  // NULL: called like the face
} variants[] = {
    {FACE(FC_SOLVER, "acme.loop", looping, .types = NULL), NULL, NULL},
    {FACE(FC_SOLVER, "acme.segfault", crashing, .types = NULL), NULL, NULL},
    {FACE(FC_SOLVER, "acme.leave", leaving, .types = NULL), NULL, NULL},
    {FACE(FC_SOLVER, "newton", replacing, .types = NULL), newton_too, "acme.newton"},
    {FACE(FC_PASSIVE, "acme.global", global, .types = NULL), NULL, NULL},
    {FACE(FC_PASSIVE, "acme.nan", nan_passive, .types = NULL), NULL, NULL},
    {FACE(FC_PASSIVE, "acme.steep", steep, .types = NULL), NULL, NULL},
    {FACE(FC_PASSIVE, "acme.forgetful", forgetful, .memory = count_memory), NULL, NULL},
    {FACE(FC_CONSTRAINT, "acme.skew", skew, .types = NULL), NULL, NULL},
    {FACE(FC_PASSIVE, "acme.leaking", leaking, .memory = leaking_memory), NULL, NULL},
    {FACE(FC_SENSOR, "acme.wide", wide, .types = NULL), NULL, NULL},
    {FACE(FC_SENSOR, "acme.narrow", narrow, .types = NULL), NULL, NULL},
    {FACE(FC_SENSOR, "acme.shapeless", shapeless, .types = NULL), NULL, NULL},
    {FACE(FC_ACTUATOR, "acme.tilted", tilted, .types = NULL), NULL, NULL},
    {FACE(FC_BROADPHASE, "acme.blind", blind, .types = NULL), NULL, NULL},
    {FACE(FC_PASSIVE, "acme.hoarding", hoarding, .memory = hoarding_memory), NULL, NULL},
    {FACE(FC_CONTACT_MODEL, "acme.careless", careless, .types = NULL), NULL, NULL},
    {FACE(FC_CONTACT_MODEL, "acme.springy", springy, .types = NULL), NULL, NULL},
    {FACE(FC_CONTACT_MODEL, "acme.tallying", tallying, .types = NULL), NULL, NULL},
    {FACE(FC_CONTACT_MODEL, "acme.meddling", meddling, .types = NULL), NULL, NULL},
    {FACE(FC_CONTACT_MODEL, "acme.damped", damped_model, .types = NULL), NULL, NULL},
    {FACE(FC_CONTACT_MODEL, "acme.bent", bent_model, .types = NULL), NULL, NULL},
    {FACE(FC_CONTACT_MODEL, "acme.uphill", uphill_model, .types = NULL), NULL, NULL},
    {FACE(FC_CONTACT_MODEL, "acme.concave", concave_model, .types = NULL), NULL, NULL},
    {FACE(FC_CONTACT_MODEL, "acme.broad", broad_model, .types = NULL), NULL, NULL},
    {FACE(FC_CONTACT_MODEL, "acme.ridge", ridge_model, .types = NULL), NULL, NULL},
    {FACE(FC_CONTACT_MODEL, "acme.lazy", lazy, .types = NULL), NULL, NULL},
    {FACE(FC_CONTACT_MODEL, "acme.rubber", rubber, FC_PARAMETERS(of_rubber)), NULL, NULL},
    {FACE(FC_CONTACT_MODEL, "acme.violent", violent, FC_PARAMETERS(of_rubber)), NULL, NULL},
    {FACE(FC_CONTACT_MODEL, "acme.pushing", pushing, .types = NULL), NULL, NULL},
    {FACE(FC_CONTACT_MODEL, "acme.slippery", slippery, .types = NULL), NULL, NULL},
    {FACE(FC_INTEGRATOR, "acme.mute", mute, .types = NULL), NULL, NULL},
    {FACE(FC_DECODER, "acme.trusting", trusting, .types = NULL), NULL, NULL},
    {FACE(FC_SAVER, "acme.generous", generous, .types = NULL), NULL, NULL},
    {FACE(FC_RENDERER, "acme.blank", blank, .types = NULL), NULL, NULL},
    {FACE(FC_RENDERER, "acme.partial", partial, .types = NULL), NULL, NULL},
    {FACE(FC_RENDERER, "acme.fatal", fatal, .types = NULL), NULL, NULL},
    {FACE(FC_LOADER, "acme.falling", falling, .types = NULL), NULL, NULL},
    {FACE(FC_LOADER, "acme.quiet", quiet, .types = NULL), NULL, NULL},
};

// is the shared object called like this?
static int is_file(const char* name) {
  Dl_info info;
  const char* file = dladdr((const void*)variants, &info) ? strrchr(info.dli_fname, '/') : NULL;
  return file && strcmp(file + 1, name) == 0;
}

static void crash_as(const char* name) {
  static volatile int* volatile nowhere;
  if (is_file(name))
    *nowhere = 1;
}

__attribute__((constructor)) static void come_into_being(void) { crash_as("acme.unborn.so"); }

__attribute__((visibility("default"))) const FcModule* fulcrum_module(void);
__attribute__((visibility("default"))) const FcModule* fulcrum_module(void) {
  static FcModule module = {.size = sizeof(FcModule),
                            .abi = FC_ABI,
                            .features = FC_FEATURES,
                            .nface = 1,
                            .layout = &fc_layout,
                            .version = "1.0.0",
                            .licence = "Apache-2.0"};
  crash_as("acme.stillborn.so");
  Dl_info info;
  if (!dladdr((const void*)variants, &info) || !info.dli_fname)
    return NULL;
  const char* slash = strrchr(info.dli_fname, '/');
  const char* file = slash ? slash + 1 : info.dli_fname;
  for (size_t i = 0; i < sizeof variants / sizeof *variants; i++) {
    const char* name = variants[i].module ? variants[i].module : variants[i].face->name;
    const size_t n = strlen(name);
    if (strncmp(file, name, n) != 0 || strcmp(file + n, ".so") != 0)
      continue;
    module.name = name;
    module.faces = variants[i].face;
    module.overrides = variants[i].overrides;
    return &module;
  }
  return NULL;
}
