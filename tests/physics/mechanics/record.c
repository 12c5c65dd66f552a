// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Records the golden data of tests/physics/mechanics with the reference implementation; not part of
// the build (tests/README.md tells how to link and run it). For every scene NAME.xml that is given
// it writes NAME.golden beside it: for some random states, the state and every field that the
// mechanics compute from it, constraints disabled. The random numbers of a run are one sequence, so
// the states of a scene depend on the scenes before it:
//
//   cd tests/data/physics/mechanics
//   record $(ls *.xml | grep -v 'flex_\|wrenches')
//   for f in flex_*.xml wrenches.xml; do record $f; done
//
// A golden file is a sequence of records: int32 length of the name, the name, int32 count, count
// doubles.

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <mujoco/mjxmacro.h>
#include <mujoco/mujoco.h>

static FILE* out;

static void put(const char* name, const mjtNum* data, long n) {
  int32_t length = (int32_t)strlen(name), count = (int32_t)n;
  fwrite(&length, 4, 1, out);
  fwrite(name, 1, strlen(name), out);
  fwrite(&count, 4, 1, out);
  fwrite(data, sizeof(mjtNum), (size_t)n, out);
}

static uint64_t rng = 88172645463325252ULL;
static mjtNum noise(void) {
  rng ^= rng >> 12;
  rng ^= rng << 25;
  rng ^= rng >> 27;
  return (mjtNum)((rng * 2685821657736338717ULL) >> 11) / 4503599627370496.0 - 1;
}

static void random_state(const mjModel* m, mjData* d) {
  mjtNum* step = calloc((size_t)m->nv + 1, sizeof *step);
  for (int i = 0; i < m->nv; i++) {
    step[i] = noise();
    d->qvel[i] = noise();
    d->qacc[i] = noise();
  }
  // edges of flexes may become a fifth longer or so
  mj_integratePos(m, d->qpos, step, m->nflex ? 0.02 : 0.5);
  for (int j = 0; j < m->njnt; j++) {
    // not a unit quaternion, on purpose
    if (m->jnt_type[j] == mjJNT_BALL)
      mju_scl(d->qpos + m->jnt_qposadr[j], d->qpos + m->jnt_qposadr[j], 1.25, 4);
  }
  for (int i = 0; i < m->nu; i++)
    d->ctrl[i] = noise();
  for (int i = 6; i < 6 * m->nbody; i++)
    d->xfrc_applied[i] = noise();
  for (int i = 0; i < 3 * m->nmocap; i++)
    d->mocap_pos[i] += noise();
  for (int i = 0; i < 4 * m->nmocap; i++)
    d->mocap_quat[i] += 0.5 * noise();
  free(step);
}

static const char* fields =
    " xpos xquat xmat xipos ximat xanchor xaxis geom_xpos geom_xmat site_xpos site_xmat cam_xpos "
    "cam_xmat light_xpos light_xdir "
    "subtree_com cdof cinert ten_J ten_length actuator_length crb qM M qLD qLDiagInv ten_velocity "
    "actuator_velocity cvel cdof_dot "
    "qfrc_bias qfrc_spring qfrc_damper qfrc_gravcomp qfrc_fluid qfrc_passive subtree_linvel "
    "subtree_angmom cacc cfrc_int cfrc_ext ";

// where there are flexes, whose bodies are many, these
static const char* flex_fields =
    " xpos flexvert_xpos flexelem_aabb bvh_aabb_dyn flexedge_J flexedge_length flexvert_J "
    "flexvert_length flexedge_velocity qfrc_spring qfrc_damper qfrc_passive ";

static void record_fields(const mjModel* m, mjData* d) {
  char wanted[60];
#define X(type, name, rows, columns)                   \
  snprintf(wanted, sizeof wanted, " %s ", #name);      \
  if (strstr(m->nflex ? flex_fields : fields, wanted)) \
    put(#name, (const mjtNum*)d->name, (long)m->rows*(columns));
  MJDATA_POINTERS
#undef X
  put("energy", d->energy, 2);

  if (m->nflex)
    return;

  // moments as a dense matrix
  mjtNum* moment = calloc((size_t)(m->nu * m->nv + 1), sizeof *moment);
  for (int i = 0; i < m->nu; i++) {
    for (int k = 0; k < d->moment_rownnz[i]; k++) {
      moment[i * m->nv + d->moment_colind[d->moment_rowadr[i] + k]] =
          d->actuator_moment[d->moment_rowadr[i] + k];
    }
  }
  put("moment", moment, (long)m->nu * m->nv);
  free(moment);
}

static void record_derivatives(mjModel* m, const mjData* d) {
  for (int fast = 0; fast < 2; fast++) {
    mjData* copy = mj_copyData(NULL, m, d);
    m->opt.integrator = fast ? mjINT_IMPLICITFAST : mjINT_IMPLICIT;
    mj_implicit(m, copy);
    put(fast ? "qDeriv_fast" : "qDeriv", copy->qDeriv, m->nD);
    mj_deleteData(copy);
  }
  m->opt.integrator = mjINT_EULER;
}

// The state after three steps with each integrator, where there are flexes. Long enough for what
// the first step does to velocities to act.
static void record_steps(mjModel* m, const mjData* d) {
  for (int i = mjINT_EULER; i <= mjINT_IMPLICITFAST; i++) {
    char name[2][20];
    snprintf(name[0], sizeof name[0], "qpos_next%d", i);
    snprintf(name[1], sizeof name[1], "qvel_next%d", i);
    mjData* copy = mj_copyData(NULL, m, d);
    m->opt.integrator = i;
    for (int k = 0; k < 3; k++)
      mj_step(m, copy);
    put(name[0], copy->qpos, m->nq);
    put(name[1], copy->qvel, m->nv);
    mj_deleteData(copy);
  }
  m->opt.integrator = mjINT_EULER;
}

int main(int argc, char** argv) {
  for (int f = 1; f < argc; f++) {
    char error[1000] = "", path[1000];
    mjModel* m = mj_loadXML(argv[f], NULL, error, sizeof error);
    if (!m) {
      fprintf(stderr, "%s: %s\n", argv[f], error);
      return 1;
    }
    m->opt.integrator = mjINT_EULER;
    snprintf(path, sizeof path, "%.*s.golden", (int)strlen(argv[f]) - 4, argv[f]);
    out = fopen(path, "wb");
    m->opt.disableflags |= mjDSBL_CONSTRAINT | mjDSBL_CONTACT;
    for (int s = 0; s < 2; s++) {
      mjData* d = mj_makeData(m);
      random_state(m, d);
      int size = mj_stateSize(m, mjSTATE_INTEGRATION);
      mjtNum *state = malloc((size_t)size * sizeof *state),
             *qacc = malloc((size_t)(m->nv + 1) * sizeof *qacc);
      mj_getState(m, d, state, mjSTATE_INTEGRATION);
      memcpy(qacc, d->qacc, (size_t)m->nv * sizeof *qacc);
      put("state", state, size);
      put("qacc", qacc, m->nv);
      mj_forward(m, d);
      memcpy(d->qacc, qacc, (size_t)m->nv * sizeof *qacc);
      mj_rne(m, d, 1, qacc);
      put("rne", qacc, m->nv);
      mj_energyPos(m, d);
      mj_energyVel(m, d);
      mj_subtreeVel(m, d);
      mj_rnePostConstraint(m, d);
      record_fields(m, d);
      record_derivatives(m, d);
      if (m->nflex)
        record_steps(m, d);
      free(state);
      free(qacc);
      mj_deleteData(d);
    }
    fclose(out);
    mj_deleteModel(m);
  }
  return 0;
}
