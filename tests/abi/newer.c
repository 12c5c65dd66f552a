// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// A program and modules of a later version of the SDK, whose structs have one more member each
// (newer_headers.awk), in the library of today: what the library does not know is not used, what it
// does not fill is not there, and FC_HAS says so.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <fulcrum/callbacks.h>
#include <fulcrum/constraint.h>
#include <fulcrum/contact_model.h>
#include <fulcrum/host.h>
#include <fulcrum/integrator.h>
#include <fulcrum/layout.h>
#include <fulcrum/passive.h>
#include <fulcrum/sensor.h>
#include <fulcrum/solver.h>
#include <mujoco/mujoco.h>

#define EXPECT(truth)                                                          \
  do {                                                                         \
    if (!(truth)) {                                                            \
      fprintf(stderr, "line %d: %s (%s)\n", __LINE__, #truth, fc_lastError()); \
      exit(1);                                                                 \
    }                                                                          \
  } while (0)

static int later_calls;

// what a later library would call
static void later(void) { later_calls++; }

#define LATER .later = {(void*)later, (void*)later}

// 1 when no struct of this call has the member that the library does not know
#define HAVE_NOTHING(context, batch) (!FC_HAS(context, later) && !FC_HAS(batch, later))

// ---------------------------------------------------------------- modules

static int measure(const FcContext* context, int stage, const FcSensorBatch* batch) {
  (void)stage;
  if (!HAVE_NOTHING(context, batch) || !FC_HAS(batch, out) || !FC_HAS(context, state))
    return fc_fail("FC_HAS is wrong about the batch of a sensor");
  for (int k = 0; k < batch->n; k++)
    batch->out[k][0] = context->param[0] + context->param[1];
  return 0;
}

static int push(const FcContext* context, const FcPassiveBatch* batch) {
  if (!HAVE_NOTHING(context, batch) || !FC_HAS(batch, damper))
    return fc_fail("FC_HAS is wrong about the batch of a passive force");
  batch->qfrc[0] += 1;
  return 0;
}

static int descend(const FcContext* context, FcProblem* p) {
  if (!HAVE_NOTHING(context, p))
    return fc_fail("FC_HAS is wrong about a problem");
  const size_t nv = (size_t)p->nv;
  mjtNum* v = fc_problemAlloc(p, 4 * nv + 2 * (size_t)p->nefc);
  mjtNum *Ma = v, *Mp = v + nv, *step = v + 2 * nv, *Jp = v + 4 * nv;
  while (p->niter < p->iterations) {
    mjSolverStat stat = {0};
    const FcLine line = {
        .size = sizeof line, .p = step, .Mp = Mp, .Jp = Jp, .Ma = Ma, .jar = p->jar, LATER};
    fc_problemUpdate(p, p->jar, 0);
    fc_problemMulM(p, Ma, p->qacc);
    for (size_t i = 0; i < nv; i++)
      Mp[i] = p->qfrc_smooth[i] + p->qfrc_constraint[i] - Ma[i];
    fc_problemSolveM(p, step, Mp);
    fc_problemMulM(p, Mp, step);
    fc_problemMulJ(p, Jp, step);
    const mjtNum alpha = fc_problemLineSearch(p, &line, &stat);
    if (alpha == 0)
      break;
    for (size_t i = 0; i < nv; i++)
      p->qacc[i] += alpha * step[i];
    for (int i = 0; i < p->nefc; i++)
      p->jar[i] += alpha * Jp[i];
    fc_problemRecord(p, &stat);
  }
  fc_problemUpdate(p, p->jar, 0);
  return 0;
}

static int count(const FcContext* context, const FcConstraintBatch* batch, FcRows* rows) {
  (void)context;
  rows->rows += batch->n;
  rows->entries += batch->n;
  return 0;
}

static int fill(const FcContext* context, const FcConstraintBatch* batch, FcRows* rows) {
  if (!HAVE_NOTHING(context, batch) || FC_HAS(rows, later))
    return fc_fail("FC_HAS is wrong about rows");
  const mjModel* m = context->m;
  for (int k = 0; k < batch->n; k++) {
    const int id = batch->id ? batch->id[k] : k, joint = m->eq_obj1id[id],
              dof = m->jnt_dofadr[joint];
    const mjtNum pos = context->d->qpos[m->jnt_qposadr[joint]] - m->eq_data[mjNEQDATA * id],
                 diagonal = m->dof_invweight0[dof];
    *fc_rowValues(rows, 1, 1) = 1;
    const FcRowBlock block = {
        .size = sizeof block, .id = id, .pos = &pos, .diagonal = &diagonal, LATER};
    if (fc_rowAppend(rows, 1, 1, &dof, &block) < 0)
      return -1;
  }
  return 0;
}

static const FcParameter numbers[] = {
    {.key = "first", .type = FC_REAL, .length = 1, .def = 1, .help = "First.", LATER},
    {.key = "second", .type = FC_REAL, .length = 1, .def = 40, .help = "Second.", LATER}};
static const FcParameter places[] = {
    {.key = "place", .type = FC_REAL, .length = 1, .def = 0.5, .help = "Place.", LATER}};
static const FcEnds ends[] = {{.type = mjOBJ_JOINT, .first = "joint1", .required = 0, LATER}};

static const FcSensor sensor = {
    .size = sizeof sensor, .measure = measure, .dim = 1, .stage = mjSTAGE_POS, LATER};
static const FcPassive passive = {
    .size = sizeof passive, .flags = FC_PASSIVE_NO_VELOCITY, .order = 500, .force = push, LATER};
static const FcSolver solver = {.size = sizeof solver, .solve = descend, LATER};
static const FcConstraint constraint = {.size = sizeof constraint,
                                        .group = mjCNSTR_EQUALITY,
                                        .rows = 1,
                                        FC_ENDS(ends),
                                        .count = count,
                                        .fill = fill,
                                        LATER};

#define FACE(word, title, content, ...) \
  { .size = sizeof(FcFace), .kind = word, .name = title, .table = &content, LATER, __VA_ARGS__ }
static const FcFace faces[] = {
    FACE(FC_SENSOR, "later.sum", sensor, FC_PARAMETERS(numbers)),
    FACE(FC_PASSIVE, "later.push", passive, .nparameter = 0),
    FACE(FC_SOLVER, "later.descent", solver, .nparameter = 0),
    FACE(FC_CONSTRAINT, "later.hold", constraint, FC_PARAMETERS(places)),
};
static const FcModule module = {.size = sizeof module,
                                .abi = FC_ABI,
                                .sdk = FC_VERSION,
                                .features = FC_FEATURES,
                                .nface = sizeof faces / sizeof *faces,
                                .layout = &fc_layout,
                                .name = "later.all",
                                .version = "1.1.0",
                                .licence = "Apache-2.0",
                                .faces = faces,
                                LATER};

// ---------------------------------------------------------------- the program

static const char scene[] =
    "<mujoco><option solver='later.descent' gravity='0 0 0'/>"
    "<extension><plugin plugin='later.sum'/><plugin plugin='later.push'><instance "
    "name='p'/></plugin>"
    "</extension><worldbody><body><joint name='j' type='slide'/><geom size='.1' mass='1'/></body>"
    "<body pos='1 0 0'><joint name='k' type='slide'/><geom size='.1' mass='1'/></body></worldbody>"
    "<equality><later.hold joint1='k' place='0.25'/></equality>"
    "<sensor><plugin plugin='later.sum'/></sensor></mujoco>";

static void expect_listed(void) {
  int found = 0;
  for (int i = 0; i < fc_moduleCount(); i++) {
    FcModuleInfo info = {.size = sizeof info, LATER};
    EXPECT(fc_moduleInfo(i, &info) == 0);
    EXPECT(info.size == sizeof info && !info.later[0] && !info.later[1]);
    if (strcmp(info.name, "later.all") != 0)
      continue;
    found = 1;
    EXPECT(info.nface == 4 && strcmp(info.file, "newer.c") == 0);
    FcFaceInfo face = {.size = sizeof face, LATER};
    EXPECT(fc_faceInfo(i, 3, &face) == 0);
    EXPECT(face.kind == FC_CONSTRAINT && strcmp(face.name, "later.hold") == 0 && !face.later[0]);
  }
  EXPECT(found);
}

static int controls;
static void control(const mjModel* m, mjData* d) {
  (void)m;
  (void)d;
  controls++;
}

int main(void) {
  char error[500] = "";
  EXPECT(fc_registerModule(&module, "newer.c") == 0);
  expect_listed();

  FILE* file = fopen("newer.xml", "w");
  EXPECT(file && fputs(scene, file) >= 0 && fclose(file) == 0);
  mjModel* m = mj_loadXML("newer.xml", NULL, error, sizeof error);
  if (!m)
    fprintf(stderr, "%s\n", error);
  EXPECT(m != NULL);
  mjData* d = mj_makeData(m);
  const FcCallbacks callbacks = {.size = sizeof callbacks, .control = control, LATER};
  EXPECT(fc_setCallbacks(d, &callbacks) == 0);
  int iterations = 0;
  for (int i = 0; i < 1000; i++) {
    mj_step(m, d);
    iterations += d->solver_niter[0];
  }
  EXPECT(d->sensordata[0] == 41);  // the sum of its parameters
  EXPECT(d->qvel[0] > 1.9);        // 1 N on 1 kg for 2 s
  EXPECT(d->qpos[1] > 0.2 && d->qpos[1] < 0.3);
  EXPECT(iterations > 0);
  EXPECT(controls == 1000);
  EXPECT(later_calls == 0);

  FcSensor table = {.size = sizeof table, LATER};
  EXPECT(fc_sensorNamed("gyro", &table) != NULL);
  EXPECT(table.size == sizeof table && table.dim == 3);
  mj_deleteData(d);
  mj_deleteModel(m);
  remove("newer.xml");
  return 0;
}
