// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Records tests/data/edits/*.golden with the reference implementation; not part of the build
// (tests/README.md tells how to link and run it). Run it without arguments after edits.h,
// consequences.h or a model of golden.h has changed.
//
// Every edit runs in a separate process, because some of them crash the reference.

#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/edits/golden.h"

#define NSTEP 20
#define SECONDS 10

// what a child tells
typedef struct Outcome_ {
  int status;
  Sums sums, shaken;  // from the state, and from one beside it
} Outcome;

static Outcome* outcome;

static void end_with_error(const char* message) {
  (void)message;
  outcome->status = STATUS_ERROR;
  _exit(0);
}

static void ignore(const char* message) { (void)message; }

static void shake(const mjModel* m, mjData* d) {
  for (int i = 0; i < m->nq; i++)
    d->qpos[i] += 1e-11 * sin(i + 1);
  for (int i = 0; i < m->nv; i++)
    d->qvel[i] += 1e-11 * sin(i + 2);
}

static int run_edit(const mjModel* original, const mjtNum* state, int f, int k, int shaken,
                    Sums* sums) {
  mjModel* m = mj_copyModel(NULL, original);
  mjData* d = data_in_state(m, state);
  if (f >= 0) {
    static Field fields[NFIELD_MAX];
    static Edit edits[NEDIT_MAX];
    list_fields(m, fields);
    list_edits(fields + f, edits);
    if (!make_edit(m, edits + k))
      return STATUS_IDLE;
  }
  if (shaken)
    shake(m, d);
  sums->n = 0;
  visit_steps(m, d, add_sum, sums);
  return STATUS_CHANGED;
}

static void run_apart(const mjModel* m, const mjtNum* state, int f, int k) {
  outcome->status = STATUS_CRASH;
  const pid_t child = fork();
  if (!child) {
    mju_user_error = end_with_error;
    alarm(SECONDS);
    const int status = run_edit(m, state, f, k, 0, &outcome->sums);
    if (status == STATUS_CHANGED)
      run_edit(m, state, f, k, 1, &outcome->shaken);
    outcome->status = status;
    _exit(0);
  }
  int result;
  waitpid(child, &result, 0);
  if (WIFSIGNALED(result) && outcome->status != STATUS_ERROR)
    outcome->status = STATUS_CRASH;
}

static const char *scene, *edit_made = "";

static int is_unstable(int i) {
  if (is_tie(scene, edit_made, outcome->sums.name[i]))
    return 1;
  const mjtNum a = outcome->sums.sum[i], b = outcome->shaken.sum[i], s = outcome->sums.scale[i];
  return !(fabs(a - b) <= 1e-8 * fmax(s, 1e-3)) || s > 1e12;
}

static void write_sums(FILE* file, const Sums* base) {
  unsigned char n = 0;
  for (int i = 0; i < base->n; i++)
    n += !(outcome->sums.sum[i] == base->sum[i]) || is_unstable(i);
  fwrite(&n, 1, 1, file);
  for (int i = 0; i < base->n; i++) {
    const int unstable = is_unstable(i);
    const unsigned char index = (unsigned char)(i + (unstable ? UNSTABLE : 0));
    if (outcome->sums.sum[i] == base->sum[i] && !unstable)
      continue;
    fwrite(&index, 1, 1, file);
    if (!unstable)
      fwrite(outcome->sums.sum + i, sizeof(mjtNum), 1, file);
  }
}

static void record_scene(int index) {
  char path[300], error[500], name[200];
  scene = scene_name(index);
  edit_made = "";
  snprintf(path, sizeof path, "%s.xml", edit_scenes[index]);
  mjModel* m = mj_loadXML(path, NULL, error, sizeof error);
  if (!m) {
    fprintf(stderr, "%s: %s\n", path, error);
    exit(EXIT_FAILURE);
  }
  snprintf(path, sizeof path, "tests/data/edits/%s.golden", scene);
  FILE* file = fopen(path, "wb");
  if (!file) {
    perror(path);
    exit(EXIT_FAILURE);
  }
  const size_t n = (size_t)mj_stateSize(m, mjSTATE_INTEGRATION);
  mjtNum* state = malloc((n + 1) * sizeof *state);
  mjData* d = run_start(m, NSTEP);
  mj_getState(m, d, state, mjSTATE_INTEGRATION);
  mj_deleteData(d);
  fwrite(state, sizeof *state, n, file);

  static Sums base;
  static Field fields[NFIELD_MAX];
  static Edit edits[NEDIT_MAX];
  run_apart(m, state, -1, 0);
  Sums none = {.n = outcome->sums.n};
  for (int i = 0; i < none.n; i++)
    none.sum[i] = NAN;
  write_sums(file, &none);
  base = outcome->sums;
  const int nfield = list_fields(m, fields);
  int count[256] = {0};
  for (int f = 0; f < nfield; f++) {
    const int nedit = list_edits(fields + f, edits);
    for (int k = 0; k < nedit; k++) {
      run_apart(m, state, f, k);
      edit_name(edits + k, name, sizeof name);
      edit_made = name;
      const uint16_t check = name_check(edits + k);
      const unsigned char status = (unsigned char)outcome->status;
      fwrite(&check, sizeof check, 1, file);
      fwrite(&status, 1, 1, file);
      if (status == STATUS_CHANGED)
        write_sums(file, &base);
      count[status]++;
    }
  }
  fclose(file);
  printf("%s: %d edits, %d idle, %d errors, %d crashes\n", scene, count[STATUS_CHANGED],
         count[STATUS_IDLE], count[STATUS_ERROR], count[STATUS_CRASH]);
  free(state);
  mj_deleteModel(m);
}

int main(void) {
  outcome = mmap(NULL, sizeof *outcome, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  mju_user_warning = ignore;
  for (int i = 0; i < NSCENE; i++)
    record_scene(i);
  return EXIT_SUCCESS;
}
