// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// While a module is being opened, the library names it. Otherwise the stack of the thread is
// unwound; the innermost frame in a shared object that exports fulcrum_module belongs to the
// module. The outermost consecutive frame in the same object is the function of a table that the
// library called: the function with the largest address not above that of the frame.

#include <dlfcn.h>
#include <execinfo.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <fulcrum/actuator.h>
#include <fulcrum/broadphase.h>
#include <fulcrum/collider.h>
#include <fulcrum/constraint.h>
#include <fulcrum/contact_model.h>
#include <fulcrum/convex.h>
#include <fulcrum/decoder.h>
#include <fulcrum/engine_plugin.h>
#include <fulcrum/host.h>
#include <fulcrum/integrator.h>
#include <fulcrum/loader.h>
#include <fulcrum/passive.h>
#include <fulcrum/renderer.h>
#include <fulcrum/sensor.h>
#include <fulcrum/solver.h>
#include <fulcrum/stage.h>
#include <fulcrum/viewer.h>

#include "tools/common/culprit.h"

#define FRAMES 128

// ---------------------------------------------------------------- functions of tables

typedef struct Member_ {
  FcKind kind;
  uint32_t offset;
  const char* name;
} Member;

#define F(kind, type, member) \
  { kind, offsetof(type, member), #member }
static const Member members[] = {
    F(FC_SOLVER, FcSolver, solve),
    F(FC_POST_SOLVER, FcPostSolver, wanted),
    F(FC_POST_SOLVER, FcPostSolver, improve),
    F(FC_CONTACT_MODEL, FcContactModel, position),
    F(FC_CONTACT_MODEL, FcContactModel, velocity),
    F(FC_CONTACT_MODEL, FcContactModel, potential),
    F(FC_CONTACT_MODEL, FcContactModel, force),
    F(FC_CONTACT_MODEL, FcContactModel, advance),
    F(FC_CONTACT_MODEL, FcContactModel, mix),
    F(FC_COLLIDER, FcCollider, collide),
    F(FC_COLLIDER, FcCollider, flex),
    F(FC_CONVEX, FcConvex, collide),
    F(FC_CONVEX, FcConvex, piece),
    F(FC_CONVEX, FcConvex, distance),
    F(FC_CONVEX, FcConvex, support),
    F(FC_CONVEX, FcConvex, refine),
    F(FC_CONVEX, FcConvex, rounded),
    F(FC_BROADPHASE, FcBroadphase, pairs),
    F(FC_BROADPHASE, FcBroadphase, elements),
    F(FC_INTEGRATOR, FcIntegrator, step),
    F(FC_INTEGRATOR, FcIntegrator, continuous_acceleration),
    F(FC_INTEGRATOR, FcIntegrator, step_again),
    F(FC_ACTUATOR, FcActuator, value),
    F(FC_ACTUATOR, FcActuator, slope),
    F(FC_ACTUATOR, FcActuator, activations),
    F(FC_ACTUATOR, FcActuator, rates),
    F(FC_ACTUATOR, FcActuator, advance),
    F(FC_ACTUATOR, FcActuator, input),
    F(FC_ACTUATOR, FcActuator, check),
    F(FC_ACTUATOR, FcActuator, servo),
    F(FC_SENSOR, FcSensor, measure),
    F(FC_SENSOR, FcSensor, together),
    F(FC_SENSOR, FcSensor, dimension),
    F(FC_SENSOR, FcSensor, declared),
    F(FC_SENSOR, FcSensor, check),
    F(FC_LOADER, FcLoader, sniff),
    F(FC_LOADER, FcLoader, load),
    F(FC_LOADER, FcLoader, dependencies),
    F(FC_SAVER, FcSaver, save),
    F(FC_STAGE, FcStage, run),
    F(FC_PROBE, FcProbe, observe),
    F(FC_DECODER, FcDecoder, mesh),
    F(FC_DECODER, FcDecoder, image),
    F(FC_DECODER, FcDecoder, hfield),
    F(FC_DECODER, FcDecoder, skin),
    F(FC_DECODER, FcDecoder, flex),
    F(FC_CONSTRAINT, FcConstraint, count),
    F(FC_CONSTRAINT, FcConstraint, fill),
    F(FC_CONSTRAINT, FcConstraint, trees),
    F(FC_CONSTRAINT, FcConstraint, wrench),
    F(FC_CONSTRAINT, FcConstraint, derive),
    F(FC_CONSTRAINT, FcConstraint, check),
    F(FC_PASSIVE, FcPassive, active),
    F(FC_PASSIVE, FcPassive, force),
    F(FC_PASSIVE, FcPassive, derivative),
    F(FC_RENDERER, FcRenderer, make_context),
    F(FC_RENDERER, FcRenderer, free_context),
    F(FC_RENDERER, FcRenderer, change_font),
    F(FC_RENDERER, FcRenderer, upload_texture),
    F(FC_RENDERER, FcRenderer, upload_mesh),
    F(FC_RENDERER, FcRenderer, upload_hfield),
    F(FC_RENDERER, FcRenderer, set_buffer),
    F(FC_RENDERER, FcRenderer, restore_buffer),
    F(FC_RENDERER, FcRenderer, resize_offscreen),
    F(FC_RENDERER, FcRenderer, add_aux),
    F(FC_RENDERER, FcRenderer, set_aux),
    F(FC_RENDERER, FcRenderer, blit_aux),
    F(FC_RENDERER, FcRenderer, blit_buffer),
    F(FC_RENDERER, FcRenderer, window_size),
    F(FC_RENDERER, FcRenderer, read_pixels),
    F(FC_RENDERER, FcRenderer, draw_pixels),
    F(FC_RENDERER, FcRenderer, render),
    F(FC_RENDERER, FcRenderer, viewport),
    F(FC_RENDERER, FcRenderer, rectangle),
    F(FC_RENDERER, FcRenderer, text),
    F(FC_RENDERER, FcRenderer, lines),
    F(FC_RENDERER, FcRenderer, finish),
    F(FC_RENDERER, FcRenderer, get_error),
    F(FC_RENDERER, FcRenderer, open_screen),
    F(FC_RENDERER, FcRenderer, close_screen),
    F(FC_RENDERER, FcRenderer, buffer_limit),
    F(FC_RENDERER, FcRenderer, configure),
    F(FC_RENDERER, FcRenderer, watch),
    F(FC_VIEWER, FcViewer, run),
    // of what the table of a plugin points to
    F(FC_PLUGIN, mjpPlugin, nstate),
    F(FC_PLUGIN, mjpPlugin, nsensordata),
    F(FC_PLUGIN, mjpPlugin, init),
    F(FC_PLUGIN, mjpPlugin, destroy),
    F(FC_PLUGIN, mjpPlugin, copy),
    F(FC_PLUGIN, mjpPlugin, reset),
    F(FC_PLUGIN, mjpPlugin, compute),
    F(FC_PLUGIN, mjpPlugin, advance),
    F(FC_PLUGIN, mjpPlugin, visualize),
    F(FC_PLUGIN, mjpPlugin, actuator_act_dot),
    F(FC_PLUGIN, mjpPlugin, sdf_distance),
    F(FC_PLUGIN, mjpPlugin, sdf_gradient),
    F(FC_PLUGIN, mjpPlugin, sdf_staticdistance),
    F(FC_PLUGIN, mjpPlugin, sdf_attribute),
    F(FC_PLUGIN, mjpPlugin, sdf_aabb),
};
enum { NMEMBER = sizeof members / sizeof *members };

// functions that every face may have
static const Member of_faces[] = {{0, offsetof(FcFace, memory), "memory"},
                                  {0, offsetof(FcFace, state), "state"},
                                  {0, offsetof(FcFace, advance), "advance"}};

// address of a function of a face, 0 when it has none
static uintptr_t function_at(const FcFace* face, const Member* member) {
  const char* table = face->table;
  uintptr_t address = 0;
  if (face->kind != member->kind || !table)
    return 0;
  if (face->kind == FC_PLUGIN)
    table = (const char*)((const FcEnginePlugin*)face->table)->plugin;
  else if (member->offset + sizeof address > *(const uint32_t*)face->table)
    return 0;
  memcpy(&address, table + member->offset, sizeof address);
  return address;
}

// ---------------------------------------------------------------- frames

// the descriptor of the module that a shared object is, NULL when it is none
static const FcModule* module_at(const Dl_info* object) {
  void* handle = dlopen(object->dli_fname, RTLD_LAZY | RTLD_NOLOAD);
  void* symbol = handle ? dlsym(handle, FC_MODULE_SYMBOL) : NULL;
  FcModuleFunction function;
  Dl_info own;
  if (handle)
    dlclose(handle);
  // dlsym looks into the libraries that the object needs, too
  if (!symbol || !dladdr(symbol, &own) || own.dli_fbase != object->dli_fbase)
    return NULL;
  memcpy(&function, &symbol, sizeof function);
  return function();
}

static uintptr_t function_of_face(const FcFace* face, const Member* member) {
  uintptr_t address = 0;
  memcpy(&address, (const char*)face + member->offset, sizeof address);
  return member->offset + sizeof address > face->size ? 0 : address;
}

// the function of a module with the largest address not above an address
typedef struct Nearest_ {
  const FcFace* face;
  const char* function;
  uintptr_t begin;
} Nearest;

static void take_nearer(Nearest* nearest, uintptr_t begin, uintptr_t address, const FcFace* face,
                        const char* function) {
  if (begin && begin <= address && begin > nearest->begin)
    *nearest = (Nearest){face, function, begin};
}

static void name_function(const FcModule* module, uintptr_t address, char* text, size_t size) {
  Nearest nearest = {NULL, NULL, 0};
  for (uint32_t i = 0; i < module->nface; i++) {
    const FcFace* face = (const void*)((const char*)module->faces + i * module->faces[0].size);
    for (int k = 0; k < NMEMBER; k++)
      take_nearer(&nearest, function_at(face, members + k), address, face, members[k].name);
    for (size_t k = 0; k < sizeof of_faces / sizeof *of_faces; k++)
      take_nearer(&nearest, function_of_face(face, of_faces + k), address, face, of_faces[k].name);
  }
  const FcFace* face = nearest.face;
  if (!face) {
    snprintf(text, size, "module %s", module->name);
  } else {
    snprintf(text, size, "%s %s (module %s), function %s", fc_kindName(face->kind), face->name,
             module->name, nearest.function);
  }
}

int culprit_describe(const mjData* d, char* text, size_t size) {
  void* frame[FRAMES];
  // a module that is being opened has no descriptor yet, and requesting it may crash
  const char* opening = fc_openingFile();
  const int n = opening ? 0 : backtrace(frame, FRAMES);
  const FcModule* module = NULL;
  const void* base = NULL;
  Dl_info object;
  uintptr_t address = 0;
  for (int i = 0; i < n; i++) {
    const int found = dladdr(frame[i], &object) && object.dli_fname;
    if (module && (!found || object.dli_fbase != base))
      break;
    if (!module && found && (module = module_at(&object)))
      base = object.dli_fbase;
    address = module ? (uintptr_t)frame[i] : 0;
  }
  text[0] = 0;
  if (opening)
    snprintf(text, size, "module %s, while it was being opened", opening);
  else if (module)
    name_function(module, address, text, size);
  const char* stage = d ? fc_runningStage(d) : NULL;
  const size_t used = strlen(text);
  snprintf(text + used, size - used, "%s%s%s",
           stage && used ? ", in stage "
           : stage       ? "stage "
                         : "",
           stage ? stage : "", !stage && !used ? "no module" : "");
  return opening || module;
}

void culprit_prepare(void) {
  void* frame[2];
  backtrace(frame, 2);
}

// ---------------------------------------------------------------- crashes

static const int crashes[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
static struct {
  const char* what;
  mjData* const* d;
  void (*last)(void);
} watched;

static void say(const char* text) {
  if (write(STDERR_FILENO, text, strlen(text)) < 0)
    return;
}

// the report itself has crashed, or is waiting for a lock that the thread holds
static void on_crash_again(int number) {
  (void)number;
  say("fulcrum: crashed; where cannot be told\n");
  _exit(128 + SIGABRT);
}

static void on_crash(int number) {
  static char place[512], text[900];
  for (size_t i = 0; i < sizeof crashes / sizeof *crashes; i++)
    signal(crashes[i], on_crash_again);
  signal(SIGALRM, on_crash_again);
  alarm(5);
  const int known = culprit_describe(watched.d ? *watched.d : NULL, place, sizeof place);
  snprintf(text, sizeof text, "fulcrum: %s crashed with signal %d (%s) in %s%s\n", watched.what,
           number, strsignal(number), known ? "" : "the library or the command: ", place);
  say(text);
  if (watched.last)
    watched.last();
  signal(number, SIG_DFL);
  raise(number);
}

void culprit_watch_crashes(const char* what, mjData* const* d, void (*last)(void)) {
  static char stack[64 * 1024] __attribute__((aligned(16)));
  const stack_t own = {.ss_sp = stack, .ss_size = sizeof stack};
  struct sigaction action = {.sa_handler = on_crash, .sa_flags = SA_ONSTACK | SA_NODEFER};
  watched.what = what;
  watched.d = d;
  watched.last = last;
  culprit_prepare();
  sigaltstack(&own, NULL);
  // sanitizers report faults of memory themselves
  for (size_t i = FC_SANITIZER ? 4 : 0; i < sizeof crashes / sizeof *crashes; i++)
    sigaction(crashes[i], &action, NULL);
}
