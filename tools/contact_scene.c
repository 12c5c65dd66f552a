// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Running scenes: models from text, steps with statistics, answers.

#include "tools/contact_scene.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <fulcrum/host.h>

// ---------------------------------------------------------------- names

int contact_is(const ContactRun* run, const char* model) { return !strcmp(run->model, model); }

int contact_is_implicit(const ContactRun* run) {
  return contact_is(run, "hunt_crossley") || contact_is(run, "similar") ||
         contact_is(run, "bristle") || contact_is(run, "adhesive");
}

int contact_scene_knows(const ContactScene* scene, const char* model) {
  const size_t n = strlen(model);
  for (const char* at = scene->models; (at = strstr(at, model)) != NULL; at += n) {
    if ((at == scene->models || at[-1] == ' ') && (!at[n] || at[n] == ' '))
      return 1;
  }
  return 0;
}

int contact_solver_fits(const char* model, const char* solver) {
  return strcmp(solver, "pgs") != 0 || !strcmp(model, "soft") || !strcmp(model, "sap") ||
         !strcmp(model, "compliant");
}

static const char* face_name(const ContactRun* run) {
  return contact_is(run, "similar") ? "hunt_crossley" : run->model;
}

// ---------------------------------------------------------------- configuration

const FcFace* contact_model_face(const char* name) {
  FcModuleInfo module;
  FcFaceInfo info;
  for (int i = 0; i < fc_moduleCount(); i++) {
    if (fc_moduleInfo(i, &module))
      continue;
    for (int k = 0; k < module.nface && !fc_faceInfo(i, k, &info); k++) {
      if (info.kind != FC_CONTACT_MODEL || strcmp(info.name, name) != 0)
        continue;
      const FcModule* opened = fc_openModule(module.name);
      for (uint32_t f = 0; opened && f < opened->nface; f++) {
        if (opened->faces[f].kind == FC_CONTACT_MODEL && !strcmp(opened->faces[f].name, name))
          return opened->faces + f;
      }
    }
  }
  return NULL;
}

static int has_key(const FcFace* face, const char* key, size_t length) {
  for (int i = 0; i < face->nparameter; i++) {
    if (!strncmp(face->parameters[i].key, key, length) && !face->parameters[i].key[length])
      return 1;
  }
  return 0;
}

// <config> elements of the keys that the face has
static void put_law(char* text, size_t size, const FcFace* face, const char* law) {
  size_t used = strlen(text);
  for (const char* at = law; at && *at && used < size;) {
    const size_t key = strcspn(at, "="), value = strcspn(at + key + 1, " ");
    if (has_key(face, at, key))
      used += (size_t)snprintf(text + used, size - used, "<config key='%.*s' value='%.*s'/>",
                               (int)key, at, (int)value, at + key + 1);
    at += key + 1 + value;
    at += strspn(at, " ");
  }
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

int contact_open(ContactSim* sim, ContactRun* run, const ContactSetup* setup, const char* world) {
  static const int room = 40000;
  *sim = (ContactSim){.run = run};
  const FcFace* face = contact_model_face(face_name(run));
  if (!face)
    return fail(run, "there is no contact model '%s'", face_name(run));
  char law[3000] = "", error[400] = "", *xml = malloc((size_t)room);
  if (!xml)
    return fail(run, "out of memory");
  put_law(law, sizeof law, face, setup->law);
  if (contact_is(run, "similar"))
    put_law(law, sizeof law, face, "coupling=similar");
  const char* rest = strchr(world, '|');
  snprintf(xml, (size_t)room,
           "<mujoco><extension><plugin plugin='contact_model/%s'><instance name='law'>%s</instance>"
           "</plugin></extension>"
           "<option timestep='%.17g' solver='%s' integrator='%s' tolerance='1e-15' "
           "iterations='200' ls_iterations='100' ls_tolerance='1e-6' cone='elliptic' %s>"
           "<flag energy='enable'/></option>"
           "<worldbody>%.*s</worldbody>%s</mujoco>",
           face_name(run), law, setup->timestep, run->solver,
           setup->integrator ? setup->integrator : "Euler", setup->option ? setup->option : "",
           (int)strcspn(world, "|"), world, rest ? rest + 1 : "");
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
  if (sim->d && sim->d->time > 0 && !sim->driven) {
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

void contact_step(ContactSim* sim) {
  mjData* d = sim->d;
  ContactRun* run = sim->run;
  const int first = d->time == 0;
  const double start = processor_seconds();
  mj_step(sim->m, d);
  run->seconds += processor_seconds() - start;
  run->steps++;
  run->iterations += d->solver_niter[0];
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
  return fabs(a->got - a->expected) <= a->tolerance;
}

void contact_note_slip(ContactRun* run, double slip, double creep) {
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
  if (run->trace_skip++ % run->trace_stride)
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
  scene->run(run);
}
