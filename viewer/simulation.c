// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The simulation runs in a separate thread, so that it continues when the window does not draw. A
// thousand times a second it checks the clock and makes the steps that are due, for at most BUDGET
// seconds; then it releases the mutex for the window.

#include <math.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "viewer.h"

#define BUDGET (0.7 / 60)  // s of steps between two pictures
#define ASTRAY 0.1         // s by which the clocks may differ
#define STEPS_MOST 1000    // of the other side per step of the first one

const float speeds[NSPEED] = {100,  80,   66,  50,   40,   33,   25,   20,   16,   13, 10,
                              8,    6.6f, 5,   4,    3.3f, 2.5f, 2,    1.6f, 1.3f, 1,  .8f,
                              .66f, .5f,  .4f, .33f, .25f, .2f,  .16f, .13f, .1f};

// ---------------------------------------------------------------- faults

static void show_pose(Viewer* v) {
  for (int i = 0; i < sides(v); i++) {
    const mjModel* m = model_of(v, i);
    mj_kinematics(m, v->d[i]);
    mj_comPos(m, v->d[i]);
    mj_camlight(m, v->d[i]);
    mj_flex(m, v->d[i]);
    mj_tendon(m, v->d[i]);
  }
}

// The stack of the data is as it was when the error occurred: make new data with the same state.
static void renew_data(Viewer* v) {
  for (int i = 0; i < sides(v); i++) {
    mjtNum* state = mju_malloc((size_t)state_size(v, i) * sizeof *state);
    state_read(v, i, state);
    mj_resetData(model_of(v, i), v->d[i]);
    state_write(v, i, state);
    mju_free(state);
  }
}

void mend_data(Viewer* v) {
  if (!v->m)
    return;
  v->broken = 1;
  v->stale = 0;
  v->clock.run = 0;
  guard(v, renew_data);
  guard(v, show_pose);
}

static void fail_simulation(Viewer* v) {
  char reason[1024];
  snprintf(reason, sizeof reason, "%s", fc_lastError());
  mend_data(v);
  tell(v, "%s; the simulation is paused", reason);
  message_keep(v);
}

// ---------------------------------------------------------------- evaluation

static void forward(Viewer* v) {
  for (int i = 0; i < sides(v); i++) {
    mjData* d = v->d[i];
    const double begin = seconds();
    mj_forward(model_of(v, i), d);
    v->cost[i] = seconds() - begin;
    if (v->clock.update_paused)
      mju_copy(d->qacc_warmstart, d->qacc, (int)v->m->nv);
  }
}

void evaluate(Viewer* v) {
  v->stale = 0;
  v->broken = 0;
  if (v->m && guard(v, forward))
    fail_simulation(v);
}

// ---------------------------------------------------------------- external inputs

static double normal_number(void) {
  const double u = (rand() + 1.0) / (RAND_MAX + 2.0), w = rand() / (RAND_MAX + 1.0);
  return sqrt(-2 * log(u)) * cos(2 * mjPI * w);
}

// an Ornstein-Uhlenbeck process around the controls of the keyframe, or the middle of the range
static void add_noise(Viewer* v) {
  const mjModel* m = v->m;
  const double rate = fmax(v->clock.noise_rate, mjMINVAL);
  const mjtNum rho = exp(-m->opt.timestep / rate);
  const mjtNum scale = v->clock.noise_scale * sqrt(1 - rho * rho);
  for (int i = 0; i < m->nu; i++) {
    const mjtNum* range = m->actuator_ctrlrange + 2 * i;
    const int limited = m->actuator_ctrllimited[i];
    const mjtNum half = limited ? (range[1] - range[0]) / 2 : 1;
    mjtNum middle = limited ? (range[1] + range[0]) / 2 : 0;
    if (v->key < m->nkey)
      middle = m->key_ctrl[v->key * m->nu + i];
    mjtNum* ctrl = v->d[MAIN]->ctrl + i;
    *ctrl = rho * *ctrl + (1 - rho) * middle + scale * half * normal_number();
    if (limited)
      *ctrl = mju_clip(*ctrl, range[0], range[1]);
  }
}

void perturb(Viewer* v) {
  mjData* d = v->d[MAIN];
  const int paused = !v->clock.run;
  const int pushed = v->perturb.active || v->perturb.active2;
  if (!paused)
    mju_zero(d->xfrc_applied, 6 * (int)v->m->nbody);
  mjv_applyPerturbPose(v->m, d, &v->perturb, paused);
  if (!paused)
    mjv_applyPerturbForce(v->m, d, &v->perturb);
  if (paused && pushed && v->compare)
    mj_copyState(v->m, d, v->d[OTHER], mjSTATE_QPOS);
  v->stale |= paused && pushed;
}

// the same for both sides
static void share_inputs(Viewer* v) {
  const int inputs = mjSTATE_USER & ~mjSTATE_USERDATA;
  if (v->compare)
    mj_copyState(v->m, v->d[MAIN], v->d[OTHER], inputs);
}

// ---------------------------------------------------------------- steps

// 1: the state is bad, and the user disabled the automatic reset to see it
static int is_bad(const Viewer* v, int side) {
  const mjWarningStat* w = v->d[side]->warning;
  if (!(model_of(v, side)->opt.disableflags & mjDSBL_AUTORESET))
    return 0;
  return w[mjWARN_BADQPOS].number || w[mjWARN_BADQVEL].number || w[mjWARN_BADQACC].number;
}

static void step_side(Viewer* v, int side) {
  const double begin = seconds();
  mj_step(model_of(v, side), v->d[side]);
  const double cost = seconds() - begin;
  v->cost[side] += (v->cost[side] > 0 ? 0.05 : 1) * (cost - v->cost[side]);
}

// The other side makes as many steps of its own length as keep it closest to the first one; steps
// beyond STEPS_MOST are dropped.
static void step_all(Viewer* v) {
  if (v->clock.noise_scale > 0)
    add_noise(v);
  share_inputs(v);
  step_side(v, MAIN);
  if (!v->compare)
    return;
  const mjtNum timestep = v->twin->opt.timestep;
  v->owed = mju_min(v->owed + v->m->opt.timestep, STEPS_MOST * timestep);
  for (; v->owed > timestep / 2; v->owed -= timestep)
    step_side(v, OTHER);
}

// one step; returns 1 when the next one may follow
static int step(Viewer* v) {
  const mjtNum before = v->d[MAIN]->time;
  if (guard(v, step_all)) {
    fail_simulation(v);
    return 0;
  }
  for (int i = 0; i < sides(v); i++) {
    if (is_bad(v, i)) {
      v->clock.run = 0;
      message_keep(v);
      memset(v->d[i]->warning, 0, sizeof v->d[i]->warning);
    }
  }
  const mjtNum now = v->d[MAIN]->time;
  if (now >= v->clock.until - v->m->opt.timestep / 2) {
    v->clock.until = mjMAXVAL * mjMAXVAL;
    v->clock.run = 0;
  }

  // reset because it diverged
  v->clock.restart |= now < before;
  return v->clock.run && now > before;
}

void step_once(Viewer* v) {
  perturb(v);
  mju_zero(v->d[MAIN]->xfrc_applied, 6 * (int)v->m->nbody);
  if (v->broken)
    return;
  step(v);
  v->clock.restart = 1;
  history_add(v);
  if (!v->broken)
    evaluate(v);
}

// make the steps that are due; returns 1 when there were any
static int advance(Viewer* v) {
  Clock* c = &v->clock;
  const double begin = event_time(v), real = seconds(), wanted = 100 / speeds[c->speed];
  const double elapsed = begin - c->start_real;
  mjtNum passed = v->d[MAIN]->time - c->start_time;
  if (c->restart || fabs(elapsed / wanted - passed) > ASTRAY) {
    c->restart = 0;
    c->start_real = begin;
    c->start_time = v->d[MAIN]->time;
    c->slowdown = 0;
    c->measure_real = begin;
    c->measure_time = c->start_time;
    step(v);
    return 1;
  }
  int n = 0, more = 1;
  while (more && passed < (event_time(v) - c->start_real) / wanted &&
         (v->replay.file || seconds() - real < BUDGET)) {
    more = step(v);
    passed = v->d[MAIN]->time - c->start_time;
    n++;
  }
  return n > 0;
}

// slowdown relative to real time, over the last half second
static void measure_speed(Viewer* v) {
  Clock* c = &v->clock;
  const double now = event_time(v), elapsed = now - c->measure_real;
  const mjtNum passed = v->d[MAIN]->time - c->measure_time;
  if (elapsed < 0.5)
    return;
  c->slowdown = passed > 0 ? elapsed / passed : 0;
  c->measure_real = now;
  c->measure_time = v->d[MAIN]->time;
}

static void turn(Viewer* v) {
  if (v->clock.run && !v->broken) {
    v->history.back = 0;
    perturb(v);
    if (advance(v))
      history_add(v);
    measure_speed(v);
  } else {
    perturb(v);
    if (v->stale || (v->clock.update_paused && !v->broken)) {
      share_inputs(v);
      evaluate(v);
    }
    v->clock.slowdown = 0;
  }
}

static void turn_guarded(Viewer* v) {
  if (v->m && guard(v, turn))
    fail_simulation(v);
}

// A replay counts time in frames and uses no thread, so that it is reproducible on any machine.
// Frames before a time it waits for are not drawn.
void simulation_frame(Viewer* v) {
  lock(v);
  do {
    v->replay.clock += 1.0 / 60;
    turn_guarded(v);
  } while (v->replay.until >= 0 && v->clock.run);
  unlock(v);
}

// ---------------------------------------------------------------- the thread

static void rest(const Viewer* v, int busy) {
  const struct timespec millisecond = {0, 1000000};
  if (busy && !atomic_load(&v->waiting))
    sched_yield();
  else
    nanosleep(&millisecond, NULL);
}

static void* run_thread(void* viewer) {
  Viewer* v = viewer;
  int busy = 0;
  while (!atomic_load(&v->quit)) {
    rest(v, busy);
    if (atomic_load(&v->waiting))
      continue;
    pthread_mutex_lock(&v->mutex);
    turn_guarded(v);
    busy = v->clock.busy_wait && v->clock.run;
    pthread_mutex_unlock(&v->mutex);
  }
  return NULL;
}

int simulation_start(Viewer* v) {
  if (v->replay.file)
    return 0;
  if (pthread_create(&v->thread, NULL, run_thread, v))
    return fc_fail("no thread can be started for the simulation");
  v->thread_runs = 1;
  return 0;
}

void simulation_stop(Viewer* v) {
  atomic_store(&v->quit, 1);
  if (v->thread_runs)
    pthread_join(v->thread, NULL);
  v->thread_runs = 0;
}

// ---------------------------------------------------------------- side by side

static void delete_other(Viewer* v) {
  mj_deleteData(v->d[OTHER]);
  mj_deleteModel(v->twin);
  v->d[OTHER] = NULL;
  v->twin = NULL;
}

void compare_start(Viewer* v) {
  v->twin = mj_copyModel(NULL, v->m);
  v->d[OTHER] = v->twin ? mj_makeData(v->twin) : NULL;
  if (!v->d[OTHER]) {
    delete_other(v);
    tell(v, "there is no memory for a second simulation");
    return;
  }
  mj_copyData(v->d[OTHER], v->twin, v->d[MAIN]);
  v->compare = 1;
  v->owed = 0;
  v->cost[OTHER] = 0;
  history_open(v);
  faces_read(v);
  plots_compare(v);
  layout(v);
}

void compare_stop(Viewer* v) {
  v->compare = 0;
  v->edited = MAIN;
  delete_other(v);
  if (v->m)
    history_open(v);
  layout(v);
}
