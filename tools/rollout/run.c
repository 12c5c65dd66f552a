// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Simulations chunk by chunk, and in a chunk call by call: a call makes as many steps as the
// memory for controls and records allows, or as there are up to the next step that is recorded.
// Numbers do not depend on either (tests/tools/check_rollout.sh).

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <fulcrum/batch.h>
#include <fulcrum/host.h>

#include "tools/rollout/progress.h"
#include "tools/rollout/rollout.h"
#include "tools/simulate/summary.h"
#include "tools/tool.h"

#define CALL_BYTES (64u << 20)    // for controls and records of a call
#define CHUNK_BYTES (256u << 20)  // for the results of a chunk

// ---------------------------------------------------------------- making

// Threads: on a machine with several processes that may use all of its processors, each takes its
// part.
static int count_threads(const Rollout* r) {
  const int usable = fc_usableProcessors(NULL, 0);
  if (r->threads || r->ncpu)
    return r->threads ? r->threads : r->ncpu;
  if (usable < 1)
    return 1;
  const int part = usable / (r->ranks.local > 0 ? r->ranks.local : 1);
  return part > 0 ? part : 1;
}

// A chunk is what an interrupt may lose: enough simulations to keep all threads busy.
static long long choose_chunk(const Rollout* r, int nthread) {
  const size_t bytes = record_row_bytes(&r->recording) + MESSAGE_SIZE + 64;
  long long n = r->chunk;
  if (!n) {
    n = 32LL * nthread > 256 ? 32LL * nthread : 256;
    if (n > (long long)(CHUNK_BYTES / bytes))
      n = (long long)(CHUNK_BYTES / bytes);
    if (r->ranks.size > 1 && n > r->nsim / (4LL * r->ranks.size))
      n = r->nsim / (4LL * r->ranks.size);
    if (n < nthread)
      n = nthread;
  }
  return n > r->nsim ? r->nsim : n;
}

static int make_batch(Rollout* r) {
  char error[1024];
  FcBatchConfig config;
  fc_defaultBatchConfig(&config);
  config.nthread = count_threads(r);
  config.persistent = (r->m->opt.enableflags & mjENBL_SLEEP) != 0;
  config.cpu_ids = r->ncpu ? r->cpu : NULL;
  config.ncpu = r->ncpu;
  r->chunk = choose_chunk(r, config.nthread);
  if (r->ranks.mpi)
    r->chunk = r->ranks.mpi->agree(r->chunk);
  if (!(r->b = fc_makeBatch(r->m, (int)r->chunk, &config, error, sizeof error)))
    return failure("%s: %s", r->path, error);
  for (int i = 0; i < r->nbinding; i++)
    if (fc_batchBind(r->b, NULL, 0, r->binding[i].kind, r->binding[i].name))
      return failure("%s", fc_lastError());
  if (r->compiled && fc_batchCompiled(r->b, r->compiled))
    return failure("%s", fc_lastError());
  return vary_attach(&r->variation, r->b);
}

static int allocate_chunk(Rollout* r) {
  const size_t n = (size_t)r->chunk;
  Outcome* o = &r->outcome;
  r->ids = malloc(n * sizeof *r->ids);
  r->keys = malloc(n * sizeof *r->keys);
  r->timestep = malloc(n * sizeof *r->timestep);
  r->last_time = malloc(n * sizeof *r->last_time);
  r->bad = malloc(n * sizeof *r->bad);
  o->status = malloc(n);
  o->steps = malloc(n * sizeof *o->steps);
  o->message = malloc(n * sizeof *o->message);
  o->warning = malloc(n * sizeof *o->warning);
  return r->ids && r->keys && r->timestep && r->last_time && r->bad && o->status && o->steps &&
                 o->message && o->warning
             ? EXIT_OK
             : failure("out of memory for %zu simulations", n);
}

// greatest number of steps of a call, with or without records
static int call_steps(const Rollout* r, int recorded) {
  size_t bytes = sizeof(double);
  if (r->controls.kind != CONTROL_NONE)
    bytes += (size_t)r->m->nu * sizeof(mjtNum);
  if (recorded)
    bytes += record_step_bytes(&r->recording);
  const size_t n = CALL_BYTES / (bytes * (size_t)r->chunk);
  return n < 1 ? 1 : n > 1000000 ? 1000000 : (int)n;
}

int run_open(Rollout* r) {
  if (make_batch(r) || allocate_chunk(r) || controls_open(&r->controls, r->m, (int)r->chunk))
    return EXIT_FAILED;
  r->controls.seed = (uint64_t)r->seed;
  const size_t n = (size_t)r->chunk, recorded = (size_t)call_steps(r, 1);
  return record_open(&r->recording, (int)r->chunk, n * (size_t)call_steps(r, 0),
                     n * (r->recording.every == 1 ? recorded : 1));
}

void run_close(Rollout* r) {
  Outcome* o = &r->outcome;
  mjb_deleteBatch(r->b);
  free(r->ids);
  free(r->keys);
  free(r->timestep);
  free(r->last_time);
  free(r->bad);
  free(o->status);
  free(o->steps);
  free(o->message);
  free(o->warning);
}

// ---------------------------------------------------------------- the start of a chunk

static void end_simulation(Rollout* r, int row, int status, const char* format, const char* reason,
                           long long step) {
  char text[1024];
  snprintf(text, sizeof text, format, reason, step);
  r->outcome.status[row] = (signed char)status;
  snprintf(r->outcome.message[row], MESSAGE_SIZE, "%.*s", MESSAGE_SIZE - 1, text);
}

static int begin_chunk(Rollout* r, const int* simulation, int n) {
  int size, bytes;
  for (int i = 0; i < n; i++) {
    r->ids[i] = i;
    r->keys[i] = r->key;
  }
  mjb_reset(r->b, r->ids, n, r->keys, mjSTAGE_NONE);
  memset(r->bad, 0, (size_t)n * sizeof *r->bad);
  memset(r->outcome.message, 0, (size_t)n * sizeof *r->outcome.message);
  memset(r->outcome.warning, 0, (size_t)n * sizeof *r->outcome.warning);
  if (vary_apply(&r->variation, r->b, r->m, simulation, n, r->bad))
    return EXIT_FAILED;
  const double* timestep = mjb_expanded(r->b, "opt.timestep", &size, &bytes);
  const mjtNum* state = mjb_state(r->b);
  const mjtNum* ctrl = mjb_stateComponent(r->b, mjSTATE_CTRL, NULL);
  for (int i = 0; i < n; i++) {
    const size_t at = (size_t)i * (size_t)mjb_nstate(r->b);
    r->outcome.status[i] = SIMULATION_DONE;
    r->outcome.steps[i] = 0;
    r->timestep[i] = timestep ? timestep[i] : r->m->opt.timestep;
    r->last_time[i] = state[at];
    controls_begin(&r->controls, r->m, i, ctrl + at);
    record_clear(&r->recording, i);
    if (r->bad[i][0])
      end_simulation(r, i, SIMULATION_FAILED, "%s, before step 1", r->bad[i], 0);
  }
  return EXIT_OK;
}

// ---------------------------------------------------------------- a call

// Number of steps that the i-th simulation of the call made; the last of them may have gone wrong.
// After its end the time does not change, or was not recorded.
static int steps_made(Rollout* r, int i, int row, int nstep) {
  const double* time = r->recording.time + (size_t)i * (size_t)nstep;
  double before = r->last_time[row];
  int k = 0;
  while (k < nstep && !isnan(time[k]) && time[k] != before)
    before = time[k++];
  r->last_time[row] = before;
  return k;
}

// Note the end of simulations that stopped; returns the number of steps that went well.
static int check_simulation(Rollout* r, int row, int made, long long first) {
  const mjWarningStat* w = mjb_warning(r->b) + (size_t)row * mjNWARNING;
  if (mjb_status(r->b)[row] != FC_BATCH_DONE) {
    end_simulation(r, row, SIMULATION_FAILED, "%s, in step %lld", mjb_error(r->b, row),
                   first + made + 1);
    return made;
  }
  int warned = -1;
  for (int k = mjNWARNING - 1; k >= 0; k--) {
    r->outcome.warning[row][k] = w[k].number;
    warned = w[k].number ? k : warned;
  }
  if (warned < 0)
    return made;
  end_simulation(r, row, SIMULATION_STOPPED, "%s In step %lld.",
                 mju_warningText(warned, (size_t)w[warned].lastinfo), first + (made ? made : 1));
  return made ? made - 1 : 0;
}

// Make `nstep` steps from step `first` on in the simulations r->ids, and keep those that go on.
static int make_call(Rollout* r, const int* simulation, int* nid, long long first, int nstep,
                     int recorded) {
  Recording* rec = &r->recording;
  int status = EXIT_OK, left = 0;
  const mjtNum* control = controls_compute(&r->controls, r->m, r->ids, *nid, simulation,
                                           r->timestep, r->start, first, nstep, &status);
  if (status)
    return status;
  for (size_t i = 0; i < (size_t)*nid * (size_t)nstep; i++)
    rec->time[i] = NAN;
  mjb_rollout(r->b, r->ids, *nid, nstep, control, control ? mjSTATE_CTRL : 0, rec->spec,
              recorded ? rec->n + 1 : 1);
  if (progress_interrupted())
    return EXIT_OK;
  progress_add((double)*nid * nstep);
  for (int i = 0; i < *nid; i++) {
    const int row = r->ids[i], made = steps_made(r, i, row, nstep);
    const int good = check_simulation(r, row, made, first);
    r->outcome.steps[row] += good;
    r->steps_done += made;
    if (recorded)
      record_keep(rec, i, nstep, row, rec->every == 1 ? first : (first + nstep - 1) / rec->every,
                  good);
    if (r->outcome.status[row] == SIMULATION_DONE)
      r->ids[left++] = row;
  }
  *nid = left;
  return EXIT_OK;
}

static int simulate_chunk(Rollout* r, const int* simulation, int n) {
  const long long every = r->recording.every;
  const int plain = call_steps(r, 0), recorded = call_steps(r, 1);
  int nid = 0;
  if (begin_chunk(r, simulation, n))
    return EXIT_FAILED;
  for (int i = 0; i < n; i++)
    if (r->outcome.status[i] == SIMULATION_DONE)
      r->ids[nid++] = i;
  for (long long step = 0; step < r->steps && nid && !progress_interrupted();) {
    const long long row_step = record_step(&r->recording, step / every);
    const int records = every == 1 || row_step == step + 1;
    const long long most = every == 1 ? r->steps - step : records ? 1 : row_step - 1 - step;
    const int limit = every == 1 ? recorded : plain;
    // The first step is a call of its own: a simulation that becomes unstable in the second one is
    // reset, and ends at the same time as after the first.
    const int nstep = !step ? 1 : most < limit ? (int)most : limit;
    if (make_call(r, simulation, &nid, step, nstep, records))
      return EXIT_FAILED;
    step += nstep;
  }
  return EXIT_OK;
}

// ---------------------------------------------------------------- all chunks

// Simulations that no file has; those of this process when the others do not ask for theirs.
static int list_pending(const Rollout* r, int** pending) {
  const long long n = r->nsim;
  const int alone = !r->ranks.mpi;
  const long long begin = alone ? n * r->ranks.rank / r->ranks.size : 0;
  const long long end = alone ? n * (r->ranks.rank + 1) / r->ranks.size : n;
  int count = 0;
  *pending = malloc(((size_t)n + 1) * sizeof **pending);
  for (long long i = begin; *pending && i < end; i++)
    if (r->out.status[i] == SIMULATION_MISSING)
      (*pending)[count++] = (int)i;
  return *pending ? count : -1;
}

int run_all(Rollout* r) {
  int *pending, status = EXIT_OK;
  const int n = list_pending(r, &pending);
  if (n < 0)
    return failure("out of memory for the list of %lld simulations", r->nsim);
  const double begin = clock_seconds();
  progress_begin(r->b, &r->ranks, (double)n * (double)r->steps, r->quiet);
  for (long long ticket = 0; !status && !progress_interrupted(); ticket++) {
    const long long chunk = r->ranks.mpi ? r->ranks.mpi->next() : ticket;
    const long long first = chunk * r->chunk;
    if (first >= n)
      break;
    const int count = (int)(n - first < r->chunk ? n - first : r->chunk);
    status = simulate_chunk(r, pending + first, count);
    if (status || progress_interrupted())
      break;
    status = output_write(r, pending + first, count);
    r->runs += count;
  }
  if (r->ranks.mpi)
    r->ranks.mpi->finish();
  progress_end();
  r->seconds = clock_seconds() - begin;
  if (r->ranks.mpi) {
    r->steps_done = r->ranks.mpi->sum(r->steps_done);
    r->runs = r->ranks.mpi->sum(r->runs);
  }
  free(pending);
  return status ? status : progress_interrupted() ? EXIT_INTERRUPTED : EXIT_OK;
}
