// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Records tests/data/parity/*.golden and tests/data/dynamics/corpus/golden/*.golden with the
// reference implementation; not part of the build (tests/README.md tells how to link and run it).
// Run it without arguments after a model in tests/data/dynamics or the list in fields.h has
// changed.
//
// The plugins of the models are loaded from MUJOCO_PLUGIN_DIR.
//
// A model is driven with seeded, smoothed random controls from its first keyframe, if it has one.
// Snapshots are spread over the run; the second one also has random applied forces, moved mocap
// bodies and its first equality constraint toggled. A file is a sequence of records: length of the
// name (1 byte), name, count (int32), doubles.

#include <dirent.h>
#include <math.h>
#include <stdint.h>

#include "tests/parity/fields.h"

#define CORPUS "tests/data/dynamics/corpus"

static FILE* out;

static void put(void* user, const char* name, const mjtNum* x, long n) {
  unsigned char length = (unsigned char)strlen(name);
  int32_t count = (int32_t)n;
  (void)user;
  fwrite(&length, 1, 1, out);
  fwrite(name, 1, length, out);
  fwrite(&count, 4, 1, out);
  fwrite(x, sizeof *x, (size_t)n, out);
}

static uint64_t rng;
static mjtNum noise(void) {
  rng ^= rng >> 12;
  rng ^= rng << 25;
  rng ^= rng >> 27;
  return (mjtNum)((rng * 2685821657736338717ULL) >> 11) / 4503599627370496.0 - 1;
}

static void drive(const mjModel* m, mjData* d) {
  for (int i = 0; i < m->nu; i++) {
    mjtNum lo = m->actuator_ctrllimited[i] ? m->actuator_ctrlrange[2 * i] : -1;
    mjtNum hi = m->actuator_ctrllimited[i] ? m->actuator_ctrlrange[2 * i + 1] : 1;
    d->ctrl[i] += 0.1 * ((lo + hi + 1.4 * (hi - lo) * noise()) / 2 - d->ctrl[i]);
  }
}

static void disturb(const mjModel* m, mjData* d) {
  for (int i = 0; i < m->nv; i++)
    d->qfrc_applied[i] = 0.3 * noise();
  for (int i = 6; i < 6 * m->nbody; i++)
    d->xfrc_applied[i] = 0.3 * noise();
  for (int i = 0; i < 3 * m->nmocap; i++)
    d->mocap_pos[i] += 0.02 * noise();
  if (m->neq)
    d->eq_active[0] = !d->eq_active[0];
}

// states at step `steps[k]`, recorded as "state"; returns them, n in a row
static mjtNum* run(const mjModel* m, const int* steps, int n, int* size) {
  mjData* d = mj_makeData(m);
  *size = mj_stateSize(m, mjSTATE_INTEGRATION);
  mjtNum* states = calloc((size_t)(*size * n) + 1, sizeof *states);
  if (m->nkey)
    mj_resetDataKeyframe(m, d, 0);
  for (int t = 0, k = 0; k < n; t++) {
    drive(m, d);
    if (t == steps[k]) {
      mjData* copy = mj_copyData(NULL, m, d);
      if (k == 1)
        disturb(m, copy);
      mj_getState(m, copy, states + *size * k++, mjSTATE_INTEGRATION);
      mj_deleteData(copy);
    }
    mj_step(m, d);
  }
  mj_deleteData(d);
  return states;
}

static mjModel* load(const char* path) {
  char error[1000];
  mjModel* m = mj_loadXML(path, NULL, error, sizeof error);
  if (!m) {
    printf("%s: %s\n", path, error);
    exit(1);
  }
  rng = 88172645463325252ULL;
  return m;
}

// every model of the corpus
static void record_corpus(void) {
  char path[600];
  int size;
  DIR* folder = opendir(CORPUS);
  if (!folder) {
    printf("no folder " CORPUS "\n");
    exit(1);
  }
  for (struct dirent* entry; (entry = readdir(folder));) {
    char* dot = strrchr(entry->d_name, '.');
    if (!dot || strcmp(dot, ".xml") != 0)
      continue;
    snprintf(path, sizeof path, CORPUS "/%s", entry->d_name);
    mjModel* m = load(path);
    *dot = 0;
    snprintf(path, sizeof path, CORPUS "/golden/%s.golden", entry->d_name);
    out = fopen(path, "wb");
    mjtNum* states = run(m, (const int[]){12, 70}, NCORPUS_SNAPSHOT, &size);
    for (int k = 0; k < NCORPUS_SNAPSHOT; k++) {
      put(NULL, "state", states + k * size, size);
      visit_integrators(m, states + k * size, put, NULL);
    }
    fclose(out);
    free(states);
    mj_deleteModel(m);
  }
  closedir(folder);
}

int main(void) {
  char path[300];
  int size;
  if (getenv("MUJOCO_PLUGIN_DIR"))
    mj_loadAllPluginLibraries(getenv("MUJOCO_PLUGIN_DIR"), NULL);
  record_corpus();
  for (int i = 0; i < NMODEL; i++) {
    snprintf(path, sizeof path, "tests/data/dynamics/models/%s.xml", golden_models[i]);
    mjModel* m = load(path);
    snprintf(path, sizeof path, "tests/data/parity/%s.golden", golden_models[i]);
    out = fopen(path, "wb");
    mjtNum* states = run(m, (const int[]){3, 60, 200}, NSNAPSHOT, &size);
    for (int k = 0; k < NSNAPSHOT; k++) {
      put(NULL, "state", states + k * size, size);
      visit_snapshot(m, states + k * size, SMOOTH | ROWS | SOLUTION, put, NULL);
    }
    fclose(out);
    free(states);
    mj_deleteModel(m);
  }

  mjModel* m = load("models/humanoid/humanoid.xml");
  out = fopen("tests/data/parity/humanoid.golden", "wb");
  mjtNum* states = run(m, (const int[]){40, 150, 300}, NSNAPSHOT, &size);
  for (int k = 0; k < NSNAPSHOT; k++) {
    put(NULL, "state", states + k * size, size);
    for (int v = 0; v < NVARIANT; v++) {
      set_variant(m, v);
      visit_snapshot(m, states + k * size, variant_groups(v), put, NULL);
    }
  }
  fclose(out);
  free(states);
  mj_deleteModel(m);
  return 0;
}
