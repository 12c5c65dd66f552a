// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Running scenes: models from text, steps with statistics, answers.

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <fulcrum/contact_model.h>
#include <fulcrum/host.h>
#include <fulcrum/solver.h>

#include "tools/contact/scene.h"

// ---------------------------------------------------------------- names

int contact_is(const ContactRun* run, const char* model) { return strcmp(run->model, model) == 0; }

int contact_scene_knows(const ContactScene* scene, const char* model) {
  const size_t n = strlen(model);
  for (const char* at = scene->models; (at = strstr(at, model)) != NULL; at += n)
    if ((at == scene->models || at[-1] == ' ') && (!at[n] || at[n] == ' '))
      return 1;
  return 0;
}

// ---------------------------------------------------------------- configuration

const FcFace* contact_face(FcKind kind, const char* name) {
  FcModuleInfo module = {.size = sizeof module};
  FcFaceInfo info = {.size = sizeof info};
  if (kind == FC_CONTACT_MODEL && strcmp(name, "similar") == 0)
    name = "hunt_crossley";
  for (int i = 0; i < fc_moduleCount(); i++) {
    if (fc_moduleInfo(i, &module))
      continue;
    for (int k = 0; k < module.nface && !fc_faceInfo(i, k, &info); k++) {
      if (info.kind != kind || strcmp(info.name, name) != 0)
        continue;
      const FcModule* opened = fc_openModule(module.name);
      for (uint32_t f = 0; opened && f < opened->nface; f++)
        if (opened->faces[f].kind == kind && strcmp(opened->faces[f].name, name) == 0)
          return opened->faces + f;
    }
  }
  return NULL;
}

static int way_of(const FcFace* face) { return ((const FcContactModel*)face->table)->way; }

int contact_solver_fits(const char* model, const char* solver) {
  const FcFace *law = contact_face(FC_CONTACT_MODEL, model), *by = contact_face(FC_SOLVER, solver);
  return !law || !by || way_of(law) != FC_CONTACT_POTENTIAL ||
         ((const FcSolver*)by->table)->flags & FC_SOLVER_POTENTIALS;
}

void contact_lacks(ContactRun* run, const char* what) {
  const size_t used = strlen(run->lacks), n = strlen(what);
  for (const char* at = run->lacks; (at = strstr(at, what)) != NULL; at++)
    if ((at == run->lacks || at[-1] == ' ') && (!at[n] || at[n] == ','))
      return;
  snprintf(run->lacks + used, sizeof run->lacks - used, "%s%s", used ? ", " : "", what);
}

// 1 when the face has this parameter, or (own) when a geom can set it.
static int has_parameter(const FcFace* face, const char* key, int own) {
  const FcMixing* mixing = ((const FcContactModel*)face->table)->mixing;
  for (int i = 0; i < face->nparameter; i++)
    if (strcmp(face->parameters[i].key, key) == 0)
      return !own || (mixing && mixing[i] != FC_MIX_NONE);
  return 0;
}

// Text that is being written.
typedef struct Text_ {
  char* text;
  size_t used, size;
} Text;

static void put(Text* text, const char* format, ...) mjPRINTFLIKE(2, 3);
static void put(Text* text, const char* format, ...) {
  va_list list;
  va_start(list, format);
  if (text->used < text->size)
    text->used += (size_t)vsnprintf(text->text + text->used, text->size - text->used, format, list);
  va_end(list);
}

// The <config> elements of n letters of law; returns how many parameters the face lacks.
static int put_law(Text* text, ContactRun* run, const FcFace* face, const char* law, size_t n,
                   int own) {
  const char* end = law + n;
  int nlacking = 0;
  for (const char* at = law; at < end; at += strspn(at, " ")) {
    char key[60];
    const size_t length = strcspn(at, "?=");
    const int optional = at[length] == '?';
    const char* value = at + length + optional + 1;
    const size_t nvalue = strcspn(value, " }");
    snprintf(key, sizeof key, "%.*s", (int)length, at);
    if (has_parameter(face, key, own)) {
      put(text, "<config key='%s' value='%.*s'/>", key, (int)nvalue, value);
    } else if (!optional) {
      contact_lacks(run, key);
      nlacking++;
    }
    at = value + nvalue;
  }
  return nlacking;
}

// n letters of a world, with the values of its geoms
static int put_world(Text* text, ContactRun* run, const FcFace* face, const char* world, size_t n) {
  const char* end = world + n;
  int nlacking = 0;
  while (world < end) {
    const size_t plain = strcspn(world, "{|");
    put(text, "%.*s", (int)plain, world);
    world += plain;
    if (*world == '{') {
      const size_t law = strcspn(world, "}") - 1;
      nlacking += put_law(text, run, face, world + 1, law, 1);
      world += law + 2;
    }
  }
  return nlacking;
}

// ---------------------------------------------------------------- life cycle

static int fail(ContactRun* run, const char* format, ...) {
  va_list list;
  va_start(list, format);
  if (!run->error[0])
    vsnprintf(run->error, sizeof run->error, format, list);
  va_end(list);
  return -1;
}

// the document of a scene; returns how many parameters the contact model lacks
static int put_scene(Text* text, ContactRun* run, const FcFace* face, const ContactSetup* setup,
                     const char* world) {
  const char* rest = strchr(world, '|');
  const char* law = setup->law ? setup->law : "";
  put(text, "<mujoco><extension><plugin plugin='contact_model/%s'><instance name='law'>",
      face->name);
  int nlacking = put_law(text, run, face, law, strlen(law), 0);
  if (contact_is(run, "similar"))
    nlacking += put_law(text, run, face, "coupling=similar", strlen("coupling=similar"), 0);
  put(text,
      "</instance></plugin></extension>"
      "<option timestep='%.17g' solver='%s' integrator='%s' tolerance='1e-15' "
      "iterations='200' ls_iterations='100' ls_tolerance='1e-6' cone='elliptic' %s>"
      "<flag energy='enable' autoreset='disable'/></option><worldbody>",
      setup->timestep, run->solver, setup->integrator ? setup->integrator : "Euler",
      setup->option ? setup->option : "");
  nlacking += put_world(text, run, face, world, strcspn(world, "|"));
  put(text, "</worldbody>%s</mujoco>", rest ? rest + 1 : "");
  return nlacking;
}

int contact_open(ContactSim* sim, ContactRun* run, const ContactSetup* setup, const char* world) {
  static const size_t room = 40000;
  char error[400] = "", *xml = malloc(room);
  const FcFace* face = contact_face(FC_CONTACT_MODEL, run->model);
  *sim = (ContactSim){.run = run};
  run->unstable[0] = 0;
  if (!xml)
    return fail(run, "out of memory");
  Text text = {.text = xml, .size = room};
  const int nlacking = face ? put_scene(&text, run, face, setup, world) : 0;
  if (!face || nlacking || text.used >= room) {
    free(xml);
    return !face      ? fail(run, "there is no contact model '%s'", run->model)
           : nlacking ? 1
                      : fail(run, "the scene is too long");
  }
  mjSpec* spec = mj_parseXMLString(xml, NULL, error, sizeof error);
  free(xml);
  if (!spec)
    return fail(run, "%s", error);
  sim->m = mj_compile(spec, NULL);
  if (!sim->m)
    fail(run, "%s", mjs_getError(spec));
  mj_deleteSpec(spec);
  sim->d = sim->m ? mj_makeData(sim->m) : NULL;
  return sim->d ? 0 : fail(run, "out of memory");
}

static double total_energy(const mjData* d) { return d->energy[0] + d->energy[1]; }

void contact_close(ContactSim* sim) {
  ContactRun* run = sim->run;
  if (sim->d && sim->d->time > 0 && !sim->driven && !run->unstable[0]) {
    mj_energyPos(sim->m, sim->d);
    mj_energyVel(sim->m, sim->d);
    run->energy += sim->energy;
    run->dissipated += sim->energy - total_energy(sim->d);
    run->has_energy = 1;
  }
  mj_deleteData(sim->d);
  mj_deleteModel(sim->m);
  *sim = (ContactSim){.run = run};
}

static double processor_seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

// velocities that are not finite, or huge, or were when the step began
static int has_diverged(const mjModel* m, const mjData* d) {
  int bad = 0;
  for (int i = mjWARN_BADQPOS; i <= mjWARN_BADQACC; i++)
    bad |= d->warning[i].number > 0;
  for (int i = 0; i < m->nv; i++)
    bad |= !(fabs(d->qvel[i]) <= mjMAXVAL);
  return bad;
}

void contact_step(ContactSim* sim) {
  mjData* d = sim->d;
  ContactRun* run = sim->run;
  if (run->unstable[0]) {
    d->time += sim->m->opt.timestep;
    return;
  }
  const int first = d->time == 0;
  const double start = processor_seconds();
  mj_step(sim->m, d);
  run->seconds += processor_seconds() - start;
  run->steps++;
  run->iterations += d->solver_niter[0];
  if (has_diverged(sim->m, d)) {
    snprintf(run->unstable, sizeof run->unstable, "unstable at t = %.4g s", d->time);
    return;
  }
  if (first)
    sim->energy = total_energy(d);
  for (int i = 0; i < d->ncon; i++)
    run->penetration = fmax(run->penetration, -d->contact[i].dist);
}

// ---------------------------------------------------------------- answers

static void put_answer(ContactRun* run, double expected, double got, double tolerance,
                       const char* unit, const char* what, va_list list) {
  if (run->nanswer == CONTACT_ANSWERS_MAX) {
    fail(run, "the scene has more than %d answers", CONTACT_ANSWERS_MAX);
    return;
  }
  ContactAnswer* a = run->answer + run->nanswer++;
  *a = (ContactAnswer){.expected = expected, .got = got, .tolerance = tolerance, .unit = unit};
  if (run->unstable[0] || isnan(got)) {
    snprintf(a->fault, sizeof a->fault, "%s", run->unstable[0] ? run->unstable : "did not happen");
    a->got = 0;
  }
  vsnprintf(a->what, sizeof a->what, what, list);
}

void contact_expect(ContactRun* run, double expected, double got, double absolute, const char* unit,
                    const char* what, ...) {
  va_list list;
  va_start(list, what);
  put_answer(run, expected, got, absolute, unit, what, list);
  va_end(list);
}

void contact_expect_part(ContactRun* run, double expected, double got, double relative,
                         const char* unit, const char* what, ...) {
  va_list list;
  va_start(list, what);
  put_answer(run, expected, got, relative * fabs(expected), unit, what, list);
  va_end(list);
}

int contact_answer_holds(const ContactAnswer* a) {
  return !a->fault[0] && fabs(a->got - a->expected) <= a->tolerance;
}

void contact_note_slip(ContactRun* run, double slip, double creep) {
  if (run->unstable[0])
    return;
  run->slip = fmax(run->slip, fabs(slip));
  run->creep = fmax(run->creep, fabs(creep));
  run->has_slip = 1;
}

// ---------------------------------------------------------------- traces

void contact_trace_begin(ContactRun* run, const char* axis) {
  run->axis = axis;
  run->ntrace = run->trace_skip = 0;
  run->trace_stride = 1;
}

// every stride-th point; when the room is used up, every second point goes
void contact_trace(ContactRun* run, double time, double value) {
  if (run->unstable[0] || run->trace_skip++ % run->trace_stride)
    return;
  if (run->ntrace == CONTACT_TRACE_MAX) {
    run->ntrace /= 2;
    for (int i = 0; i < run->ntrace; i++) {
      run->trace[i][0] = run->trace[2 * i][0];
      run->trace[i][1] = run->trace[2 * i][1];
    }
    run->trace_stride *= 2;
  }
  run->trace[run->ntrace][0] = time;
  run->trace[run->ntrace++][1] = value;
}

// ---------------------------------------------------------------- running

void contact_scene_run(const ContactScene* scene, ContactRun* run) {
  *run = (ContactRun){.model = run->model, .solver = run->solver, .quick = run->quick};
  const FcFace* face = contact_face(FC_CONTACT_MODEL, run->model);
  run->explicit = face && way_of(face) == FC_CONTACT_FORCE;
  scene->run(run);
}
