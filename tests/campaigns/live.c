// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Live edits of real numbers: every field of a model that holds reals takes numbers that make no
// sense, between two steps. Steps end, and when the numbers are back and the data are reset, the
// simulation is what it was, to the last bit.

#include <stdlib.h>
#include <string.h>

#include "campaign.h"
#include "tests/edits/edits.h"

static const char* const scenes[] = {"models/humanoid/humanoid.xml",
                                     "models/arm/arm.xml",
                                     "models/crank/crank.xml",
                                     "models/blocks/blocks.xml",
                                     "tests/data/fuzz/images/machines.xml",
                                     "tests/data/fuzz/images/shapes.xml",
                                     "tests/data/fuzz/images/soft.xml",
                                     "tests/data/dynamics/models/plugin_pid.xml",
                                     "tests/data/dynamics/models/plugin_touch_grid.xml",
                                     "tests/data/dynamics/models/plugin_cable.xml",
                                     "tests/data/dynamics/corpus/flex_strain.xml",
                                     "tests/data/dynamics/corpus/flex_trilinear.xml",
                                     "tests/data/dynamics/corpus/flex_sensors.xml",
                                     "tests/data/dynamics/corpus/pair_flex_mesh.xml"};
enum { SCENES = sizeof scenes / sizeof *scenes, STEPS = 3, MOST_EDITS = 3 };

typedef struct Scene_ {
  mjModel* m;
  mjtNum* qpos;  // after STEPS steps
} Scene;

static void make_steps(const mjModel* m, mjData* d) {
  for (int t = 0; t < STEPS; t++) {
    for (int i = 0; i < m->nu; i++)
      d->ctrl[i] = .1 * (i + t);
    mj_step(m, d);
  }
}

static Scene* scene_number(int k) {
  static Scene all[SCENES];
  Scene* s = all + k;
  if (!s->m) {
    s->m = load(scenes[k]);
    s->qpos = malloc((size_t)(s->m->nq + 1) * sizeof *s->qpos);
    claim(s->qpos != NULL, "there is memory for positions");
    mjData* d = mj_makeData(s->m);
    make_steps(s->m, d);
    memcpy(s->qpos, d->qpos, (size_t)s->m->nq * sizeof *s->qpos);
    mj_deleteData(d);
  }
  return s;
}

typedef struct Attack_ {
  mjModel* m;
  mjData* d;
  int constants;
} Attack;

static void use(void* context) {
  const Attack* a = context;
  static const mjtNum from[3] = {0, 0, 2}, to[3] = {.1, .2, -1};
  mjtNum ends[6];
  int geom;
  if (a->constants)
    mj_setConst(a->m, a->d);
  make_steps(a->m, a->d);
  mj_forward(a->m, a->d);
  mj_inverse(a->m, a->d);
  mj_rnePostConstraint(a->m, a->d);
  mj_ray(a->m, a->d, from, to, NULL, 1, -1, &geom, NULL);
  if (a->m->ngeom > 1)
    mj_geomDistance(a->m, a->d, below((int)a->m->ngeom), below((int)a->m->ngeom), 1, ends);
}

static void reset_and_repeat(void* context) {
  const Attack* a = context;
  mj_resetData(a->m, a->d);
  make_steps(a->m, a->d);
}

static void edit_one(mjModel* m) {
  static Field fields[NFIELD_MAX];
  const int n = list_fields(m, fields);
  for (int tries = 0; tries < 200; tries++) {
    const Field* f = fields + below(n);
    const long entries = f->rows * f->width;
    if (!entries || (f->type != FIELD_NUM && f->type != FIELD_FLOAT))
      continue;
    const long i = (long)(draw() % (uint64_t)entries);
    const double value = hostile_number(field_get(f, i));
    const int whole = one_in(4);
    if (f->type == FIELD_FLOAT && isfinite(value) && fabs(value) > 3e38)
      continue;
    for (long k = whole ? 0 : i; k < (whole ? entries : i + 1); k++)
      field_set(f, k, value);
    if (replaying())
      printf("%s[%ld] = %g%s\n", f->name, i, value, whole ? ", all" : ""), fflush(stdout);
    return;
  }
}

static void round_of_live_edits(void) {
  const int k = below(SCENES);
  const Scene* scene = scene_number(k);
  mjModel* m = mj_copyModel(NULL, scene->m);
  mjData* d = mj_makeData(m);
  claim(m && d, "there is memory for a model and its data");
  if (replaying())
    printf("%s\n", scenes[k]), fflush(stdout);
  if (one_in(2))
    make_steps(m, d);
  for (int n = 1 + below(MOST_EDITS); n > 0; n--)
    edit_one(m);
  Attack attack = {m, d, one_in(4)};
  tally(caught(use, &attack) ? "stopped by an error" : "went on");

  // back again; mj_setConst counts the bodies with gravity compensation
  m->ngravcomp = scene->m->ngravcomp;
  mj_copyModel(m, scene->m);
  claim(!caught(reset_and_repeat, &attack), "what was edited is back, but: %s", caught_message);
  claim(memcmp(d->qpos, scene->qpos, (size_t)m->nq * sizeof *d->qpos) == 0,
        "an edit that was taken back left a trace in %s", scenes[k]);
  mj_deleteData(d);
  mj_deleteModel(m);
}

const Campaign campaign_live = {"live", "real numbers of a model, edited between steps",
                                round_of_live_edits};
