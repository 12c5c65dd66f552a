// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Tests a face in simulations: the state stays finite, steps use no heap, simulations do not affect
// each other, in turn and in threads, and a saved state continues exactly as the original.

#include <math.h>
#include <pthread.h>
#include <string.h>

#include <fulcrum/host.h>

#include "tools/check/check.h"
#include "tools/check/fields.h"
#include "tools/check/heap_count.h"

#define WARM_UP 250  // steps until every contact has been made
#define STEPS 100

static int is_bound_kind(FcKind kind) {
  return kind == FC_SOLVER || kind == FC_INTEGRATOR || kind == FC_CONTACT_MODEL ||
         kind == FC_BROADPHASE || kind == FC_CONVEX || kind == FC_POST_SOLVER || kind == FC_STAGE ||
         kind == FC_PROBE;
}

// 1 when the model itself selects the face
static int is_chosen(const FcFace* face, const mjModel* m) {
  for (int i = 0; i < m->nplugin; i++)
    if (m->plugin[i] == fc_optionValue(face->kind, face->name))
      return 1;
  return 0;
}

// A step does not write all of the arena and of the solver's statistics; older values stay there.
// Without them, simulations that do the same are equal in every byte.
static void forget_older_values(mjData* d) {
  memset(d->arena, 0, d->narena);
  memset(d->solver, 0, sizeof d->solver);
  memset(d->solver_nnz, 0, sizeof d->solver_nnz);
}

// data with the face in use; NULL after a result
mjData* check_data(Check* check, const FcFace* face, const mjModel* m) {
  mjData* d = mj_makeData(m);
  if (d && is_bound_kind(face->kind) && !is_chosen(face, m) &&
      fc_bind(m, d, face->kind, face->name)) {
    check_result(check, 0, "%s cannot be bound: %s", face->name, fc_lastError());
    mj_deleteData(d);
    return NULL;
  }
  if (d)
    forget_older_values(d);
  return d;
}

// n steps of the scene, or as many of another model as cover the same simulated time
static void drive(const mjModel* m, mjData* d, int n, double phase) {
  for (int i = 0; i < n * check_fineness(m); i++) {
    for (int k = 0; k < m->nu; k++)
      d->ctrl[k] = 0.5 * sin(20 * d->time + k + phase);
    mj_step(m, d);
  }
}

int check_fineness(const mjModel* m) {
  const double ratio = CHECK_TIMESTEP / m->opt.timestep;
  return ratio > 10 ? 10 : ratio < 1 ? 1 : (int)(ratio + 0.5);
}

// Reports that two simulations have come to the same values in all fields of mjData. `field`: the
// first one that differs, NULL: none.
static void report_same(Check* check, const FcFace* face, const char* what, const char* field) {
  check_result(check, !field, "%s: %s%s%s", face->name, what,
               field ? "; they differ in mjData." : "", field ? field : "");
}

void check_steps(Check* check, const FcFace* face, mjModel* m) {
  mjData* a = check_data(check, face, m);
  if (!a)
    return;
  check_phase(check, "stepping with %s", face->name);
  drive(m, a, WARM_UP, 0);
  heap_count_begin();
  drive(m, a, STEPS, 0);
  const long n = heap_count_end();
  int bad = 0;
  for (int i = 0; i < mjNWARNING; i++)
    bad += i >= mjWARN_BADQPOS && i <= mjWARN_BADQACC ? a->warning[i].number : 0;
  check_result(check, !bad, "%s: the state stays finite", face->name);
  if (n < 0) {
    check_result(check, -1, "%s: heap use cannot be counted in this build", face->name);
  } else {
    check_result(check, !n, "%s: %ld heap allocations in %d steps", face->name, n,
                 STEPS * check_fineness(m));
  }
  mj_deleteData(a);
}

// b steps interleaved with another simulation, and must end where a ended alone
void check_apart(Check* check, const FcFace* face, mjModel* m) {
  mjData *a = check_data(check, face, m), *b = a ? check_data(check, face, m) : NULL,
         *other = b ? check_data(check, face, m) : NULL;
  if (!other)
    return;
  drive(m, a, WARM_UP + STEPS, 0);
  check_phase(check, "stepping two simulations in turn with %s", face->name);
  for (int i = 0; i < WARM_UP + STEPS; i++) {
    drive(m, b, 1, 0);
    drive(m, other, 1, 1);
  }
  report_same(check, face, "two simulations in turn do what each does alone",
              fields_differing(m, a, b));
}

// copy a state, including that of faces bound at run time, from one mjData to another
static int take_over(const mjModel* m, mjData* from, mjData* to) {
  const int n = mj_stateSize(m, mjSTATE_INTEGRATION), nface = fc_stateSize(m, from);
  mjtNum* state = nface < 0 ? NULL : mju_malloc(sizeof(mjtNum) * (size_t)(n + nface + 1));
  if (!state)
    return -1;
  mj_getState(m, from, state, mjSTATE_INTEGRATION);
  mj_setState(m, to, state, mjSTATE_INTEGRATION);
  const int status =
      fc_stateSize(m, to) != nface || fc_getState(m, from, state) || fc_setState(m, to, state);
  mju_free(state);
  return status;
}

// `other` takes over the state of b and must follow the same trajectory
void check_restore(Check* check, const FcFace* face, mjModel* m) {
  mjData *b = check_data(check, face, m), *other = b ? check_data(check, face, m) : NULL;
  if (!other)
    return;
  check_phase(check, "continuing from a saved state with %s", face->name);
  drive(m, b, WARM_UP, 0);
  mj_resetData(m, other);
  // sizes are known after the evaluation
  mj_forward(m, other);
  if (take_over(m, b, other)) {
    check_result(check, 0, "%s: its state cannot be saved: %s", face->name, fc_lastError());
    return;
  }
  forget_older_values(b);
  forget_older_values(other);
  drive(m, b, STEPS, 0);
  drive(m, other, STEPS, 0);
  report_same(check, face, "a saved state continues exactly", fields_differing(m, b, other));
}

// ---------------------------------------------------------------- threads

typedef struct Worker_ {
  const mjModel* m;
  mjData* d;
} Worker;

static void* work(void* argument) {
  Worker* worker = argument;
  drive(worker->m, worker->d, WARM_UP, 0);
  return NULL;
}

// four simulations in threads give the same result as one alone
void check_threads(Check* check, const FcFace* face, mjModel* m) {
  enum { THREADS = 4 };
  Worker worker[THREADS];
  pthread_t thread[THREADS];
  const char* field = NULL;
  int n = 0;
  check_phase(check, "stepping simulations in threads with %s", face->name);
  mjData* alone = check_data(check, face, m);
  if (!alone)
    return;
  drive(m, alone, WARM_UP, 0);
  for (int i = 0; i < THREADS; i++) {
    worker[i] = (Worker){m, check_data(check, face, m)};
    if (!worker[i].d)
      return;
  }
  while (n < THREADS && !pthread_create(thread + n, NULL, work, worker + n))
    n++;
  for (int i = 0; i < n; i++) {
    pthread_join(thread[i], NULL);
    field = field ? field : fields_differing(m, alone, worker[i].d);
  }
  if (n < THREADS)
    check_result(check, -1, "%s: %d of %d threads could be started", face->name, n, THREADS);
  else
    report_same(check, face, "four simulations in threads do what one does alone", field);
}
