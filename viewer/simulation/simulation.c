// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The simulation runs in a separate thread. A thousand times a second it checks the clock and makes
// the steps that are due, for at most BUDGET seconds; then it releases the mutex for the window.

#include <math.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <fulcrum/host.h>

#include "viewer/simulation/errors.h"
#include "viewer/simulation/simulation.h"

#define BUDGET (0.7 / 60)  // s of steps between two pictures
#define STEPS_MOST 1000    // of the other side per step of the first one

// ---------------------------------------------------------------- open, close, lock

void simulation_open(Simulation* s, Messages* messages, int run) {
  pthread_mutex_init(&s->mutex, NULL);
  s->messages = messages;
  mjv_defaultPerturb(&s->perturb);
  clock_open(&s->clock, run);
}

void simulation_close(Simulation* s) {
  history_close(&s->history);
  sides_close(&s->sides);
  pthread_mutex_destroy(&s->mutex);
}

// the other thread leaves the mutex when the main thread waits for it
void simulation_lock(Simulation* s) {
  atomic_store(&s->waiting, 1);
  pthread_mutex_lock(&s->mutex);
  atomic_store(&s->waiting, 0);
}

void simulation_unlock(Simulation* s) { pthread_mutex_unlock(&s->mutex); }

// ---------------------------------------------------------------- faults

static void show_pose(void* simulation) {
  const Sides* sides = &((Simulation*)simulation)->sides;
  for (int i = 0; i < sides_count(sides); i++) {
    const mjModel* m = sides_model(sides, i);
    mj_kinematics(m, sides->d[i]);
    mj_comPos(m, sides->d[i]);
    mj_camlight(m, sides->d[i]);
    mj_flex(m, sides->d[i]);
    mj_tendon(m, sides->d[i]);
  }
}

// The stack of the data is as it was when the error occurred: make new data with the same state.
static void renew_data(void* simulation) {
  const Sides* sides = &((Simulation*)simulation)->sides;
  for (int i = 0; i < sides_count(sides); i++) {
    mjtNum* state = mju_malloc((size_t)sides_state_size(sides, i) * sizeof *state);
    sides_read_state(sides, i, state);
    mj_resetData(sides_model(sides, i), sides->d[i]);
    sides_write_state(sides, i, state);
    mju_free(state);
  }
}

void simulation_mend(Simulation* s) {
  if (!s->sides.m)
    return;
  s->broken = 1;
  s->stale = 0;
  s->clock.run = 0;
  errors_guard(renew_data, s);
  errors_guard(show_pose, s);
}

static void fail(Simulation* s) {
  char reason[1024];
  snprintf(reason, sizeof reason, "%s", fc_lastError());
  simulation_mend(s);
  messages_tell(s->messages, "%s; the simulation is paused", reason);
  messages_keep(s->messages);
}

// ---------------------------------------------------------------- evaluation

static void forward(void* simulation) {
  Simulation* s = simulation;
  for (int i = 0; i < sides_count(&s->sides); i++) {
    mjData* d = s->sides.d[i];
    const double begin = clock_seconds();
    mj_forward(sides_model(&s->sides, i), d);
    s->sides.cost[i] = clock_seconds() - begin;
    if (s->clock.update_paused)
      mju_copy(d->qacc_warmstart, d->qacc, (int)s->sides.m->nv);
  }
}

void simulation_evaluate(Simulation* s) {
  s->stale = 0;
  s->broken = 0;
  if (s->sides.m && errors_guard(forward, s))
    fail(s);
}

// ---------------------------------------------------------------- external inputs

static double normal_number(void) {
  const double u = (rand() + 1.0) / (RAND_MAX + 2.0), w = rand() / (RAND_MAX + 1.0);
  return sqrt(-2 * log(u)) * cos(2 * mjPI * w);
}

// an Ornstein-Uhlenbeck process around the controls of the keyframe, or the middle of the range
static void add_noise(Simulation* s) {
  const mjModel* m = s->sides.m;
  const double rate = fmax(s->noise_rate, mjMINVAL);
  const mjtNum rho = exp(-m->opt.timestep / rate);
  const mjtNum scale = s->noise_scale * sqrt(1 - rho * rho);
  for (int i = 0; i < m->nu; i++) {
    const mjtNum* range = m->actuator_ctrlrange + 2 * i;
    const int limited = m->actuator_ctrllimited[i];
    const mjtNum half = limited ? (range[1] - range[0]) / 2 : 1;
    mjtNum middle = limited ? (range[1] + range[0]) / 2 : 0;
    if (s->key < m->nkey)
      middle = m->key_ctrl[s->key * m->nu + i];
    mjtNum* ctrl = s->sides.d[MAIN]->ctrl + i;
    *ctrl = rho * *ctrl + (1 - rho) * middle + scale * half * normal_number();
    if (limited)
      *ctrl = mju_clip(*ctrl, range[0], range[1]);
  }
}

static void copy_to_other(const Sides* sides, int fields) {
  if (sides->compare)
    mj_copyState(sides->m, sides->d[MAIN], sides->d[OTHER], fields);
}

void simulation_share_pose(Simulation* s) {
  copy_to_other(&s->sides, mjSTATE_QPOS);
  s->stale = 1;
}

// the same for both sides
static void share_inputs(Simulation* s) {
  copy_to_other(&s->sides, mjSTATE_USER & ~mjSTATE_USERDATA);
}

static void clear_forces(const Sides* sides) {
  mju_zero(sides->d[MAIN]->xfrc_applied, 6 * (int)sides->m->nbody);
}

void simulation_perturb(Simulation* s) {
  const mjModel* m = s->sides.m;
  mjData* d = s->sides.d[MAIN];
  const int paused = !s->clock.run;
  if (!paused)
    clear_forces(&s->sides);
  mjv_applyPerturbPose(m, d, &s->perturb, paused);
  if (!paused)
    mjv_applyPerturbForce(m, d, &s->perturb);
  else if (s->perturb.active || s->perturb.active2)
    simulation_share_pose(s);
}

// ---------------------------------------------------------------- steps

// 1: the state is bad, and the user disabled the automatic reset to see it
static int is_bad(const Sides* sides, int side) {
  const mjWarningStat* w = sides->d[side]->warning;
  if (!(sides_model(sides, side)->opt.disableflags & mjDSBL_AUTORESET))
    return 0;
  return w[mjWARN_BADQPOS].number || w[mjWARN_BADQVEL].number || w[mjWARN_BADQACC].number;
}

static void step_side(Sides* sides, int side) {
  const double begin = clock_seconds();
  mj_step(sides_model(sides, side), sides->d[side]);
  const double cost = clock_seconds() - begin;
  sides->cost[side] += (sides->cost[side] > 0 ? 0.05 : 1) * (cost - sides->cost[side]);
}

// The other side makes as many steps of its own length as keep it closest to the first one; steps
// beyond STEPS_MOST are dropped.
static void step_sides(void* simulation) {
  Simulation* s = simulation;
  if (s->noise_scale > 0)
    add_noise(s);
  share_inputs(s);
  step_side(&s->sides, MAIN);
  if (!s->sides.compare)
    return;
  const mjtNum timestep = s->sides.twin->opt.timestep;
  s->owed = mju_min(s->owed + s->sides.m->opt.timestep, STEPS_MOST * timestep);
  for (; s->owed > timestep / 2; s->owed -= timestep)
    step_side(&s->sides, OTHER);
}

// one step; returns 1 when the next one may follow
static int step(Simulation* s) {
  const mjtNum before = s->sides.d[MAIN]->time;
  if (errors_guard(step_sides, s)) {
    fail(s);
    return 0;
  }
  for (int i = 0; i < sides_count(&s->sides); i++) {
    if (is_bad(&s->sides, i)) {
      s->clock.run = 0;
      messages_keep(s->messages);
      memset(s->sides.d[i]->warning, 0, sizeof s->sides.d[i]->warning);
    }
  }
  const mjtNum now = s->sides.d[MAIN]->time;
  if (now >= s->clock.until - s->sides.m->opt.timestep / 2) {
    clock_never_pause(&s->clock);
    s->clock.run = 0;
  }

  // reset because it diverged
  s->clock.restart |= now < before;
  return s->clock.run && now > before;
}

// make the steps that are due; returns 1 when there were any
static int advance(Simulation* s) {
  Clock* c = &s->clock;
  const mjData* d = s->sides.d[MAIN];
  const double now = clock_now(c), begin = clock_seconds();
  if (clock_is_astray(c, now, d->time)) {
    clock_synchronise(c, now, d->time);
    step(s);
    return 1;
  }
  int n = 0, more = 1;
  while (more && clock_is_due(c, d->time) && (c->counted || clock_seconds() - begin < BUDGET)) {
    more = step(s);
    n++;
  }
  return n > 0;
}

static void remember(Simulation* s) {
  if (history_add(&s->history, &s->sides))
    messages_tell(s->messages, "%s", fc_lastError());
}

// ---------------------------------------------------------------- the thread

static void turn(void* simulation) {
  Simulation* s = simulation;
  if (s->clock.run && !s->broken) {
    s->history.back = 0;
    simulation_perturb(s);
    if (advance(s))
      remember(s);
    clock_measure(&s->clock, s->sides.d[MAIN]->time);
  } else {
    simulation_perturb(s);
    if (s->stale || (s->clock.update_paused && !s->broken)) {
      share_inputs(s);
      simulation_evaluate(s);
    }
    s->clock.slowdown = 0;
  }
}

static void turn_guarded(Simulation* s) {
  if (s->sides.m && errors_guard(turn, s))
    fail(s);
}

// so that a replay is reproducible on any machine
void simulation_frame(Simulation* s, int until_pause) {
  simulation_lock(s);
  do {
    s->clock.frame_time += 1.0 / 60;
    turn_guarded(s);
  } while (until_pause && s->clock.run);
  simulation_unlock(s);
}

static void rest(const Simulation* s, int busy) {
  const struct timespec millisecond = {0, 1000000};
  if (busy && !atomic_load(&s->waiting))
    sched_yield();
  else
    nanosleep(&millisecond, NULL);
}

static void* run_thread(void* simulation) {
  Simulation* s = simulation;
  int busy = 0;
  while (!atomic_load(&s->quit)) {
    rest(s, busy);
    if (atomic_load(&s->waiting))
      continue;
    pthread_mutex_lock(&s->mutex);
    turn_guarded(s);
    busy = s->clock.busy_wait && s->clock.run;
    pthread_mutex_unlock(&s->mutex);
  }
  return NULL;
}

int simulation_start(Simulation* s) {
  if (s->clock.counted)
    return 0;
  if (pthread_create(&s->thread, NULL, run_thread, s))
    return fc_fail("no thread can be started for the simulation");
  s->thread_runs = 1;
  return 0;
}

void simulation_stop(Simulation* s) {
  atomic_store(&s->quit, 1);
  if (s->thread_runs)
    pthread_join(s->thread, NULL);
  s->thread_runs = 0;
}

// ---------------------------------------------------------------- control

void simulation_run(Simulation* s, int run) {
  if (run && s->broken)
    simulation_evaluate(s);
  s->clock.run = run && !s->broken;
  s->clock.restart = 1;
  if (!run)
    return;
  s->history.back = 0;

  // reset the profiler: it shows steps from now on
  for (int i = 0; i < sides_count(&s->sides); i++)
    memset(s->sides.d[i]->timer, 0, sizeof s->sides.d[i]->timer);
}

void simulation_step(Simulation* s) {
  simulation_perturb(s);
  clear_forces(&s->sides);
  if (s->broken)
    return;
  step(s);
  s->clock.restart = 1;
  remember(s);
  if (!s->broken)
    simulation_evaluate(s);
}

static void begin_again(Simulation* s) {
  s->clock.restart = 1;
  s->owed = 0;
  messages_clear(s->messages);
  simulation_evaluate(s);
  remember(s);
}

void simulation_reset(Simulation* s) {
  for (int i = 0; i < sides_count(&s->sides); i++)
    mj_resetData(sides_model(&s->sides, i), s->sides.d[i]);
  begin_again(s);
}

void simulation_load_key(Simulation* s) {
  for (int i = 0; i < sides_count(&s->sides); i++)
    mj_resetDataKeyframe(sides_model(&s->sides, i), s->sides.d[i], s->key);
  begin_again(s);
}

// from the first side, for both
void simulation_save_key(Simulation* s) {
  for (int i = 0; i < sides_count(&s->sides); i++)
    mj_setKeyframe(sides_model(&s->sides, i), s->sides.d[MAIN], s->key);
}

void simulation_show_past(Simulation* s) {
  if (!history_show(&s->history, &s->sides))
    return;
  s->owed = 0;
  simulation_evaluate(s);
}

static void begin_history(Simulation* s) {
  if (history_open(&s->history, &s->sides))
    messages_tell(s->messages, "%s", fc_lastError());
}

// selection and history belong to the former model
void simulation_restart(Simulation* s) {
  mjv_defaultPerturb(&s->perturb);
  s->clock.restart = 1;
  s->clock.speed = clock_nearest_speed(100 * s->sides.m->vis.global.realtime);
  simulation_evaluate(s);
  begin_history(s);
}

int simulation_compare(Simulation* s) {
  Sides* sides = &s->sides;
  if (!sides->want_compare)
    sides_close_other(sides);
  else if (sides_open_other(sides))
    return -1;
  s->owed = 0;
  begin_history(s);
  return 0;
}
