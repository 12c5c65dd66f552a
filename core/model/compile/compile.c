// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// mj_compile: the one frame to which every failure returns.
//
// During a compilation the calling thread has its own error handler and its own buffer for
// warnings, so neither the program's handlers nor the standard output see what happens inside.
// compile_fail and the handler jump to the frame of mj_compile, which releases records, scratch
// data and the unfinished model. The jump passes only over C frames that hold no resources.

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <fulcrum/host.h>

#include "core/foundation/base/errors.h"
#include "core/foundation/base/heap.h"
#include "core/foundation/data/callbacks.h"
#include "core/model/compile/compile.h"
#include "core/model/spec/kept_files.h"

void* compile_alloc(Compile* c, size_t count, size_t size) {
  void* memory = region_alloc(&c->region, count, size);
  if (!memory)
    compile_fail(c, NULL, "out of memory: %zu records of %zu bytes", count, size);
  return memory;
}

char* compile_text(Compile* c, const char* text) {
  size_t n = strlen(text) + 1;
  return memcpy(compile_alloc(c, n, 1), text, n);
}

static void release(Compile* c) {
  mj_deleteData(c->data);
  mj_deleteModel(c->model);
  compile_release_assets(c);
  region_free(&c->region);
  mju_free(c);
}

_Noreturn void compile_fail(Compile* c, const Element* e, const char* format, ...) {
  char message[2048];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(message, sizeof message, format, arguments);
  va_end(arguments);

  // an error after a warning reports both
  spec_error(c->spec, e, "%s", message);
  if (c->warning[0]) {
    char both[4096];
    snprintf(both, sizeof both, "%s\n%s", c->spec->error, c->warning);
    spec_warning(c->spec, "%s", both);
    c->spec->is_warning = 0;
  }
  longjmp(c->escape, 1);
}

static void engine_error(const char* message, void* context) {
  compile_fail(context, NULL, "engine error: %s", message);
}

static void engine_warning(const char* message, void* context) {
  Compile* c = context;
  snprintf(c->warning, sizeof c->warning, "%s", message);
}

static void compile_run(Compile* c) {
  compile_collect(c);
  compile_name_assets(c);
  spec_name_instances(c->spec);
  compile_check_names(c);
  keys_complete(c->spec);
  compile_plugins(c);
  compile_assets(c);
  compile_materials(c);

  // the tree: everything that depends on a body, then the removal of bodies and geoms
  compile_bodies(c);
  if (c->spec->pub.compiler.fusestatic)
    compile_fuse_static(c);
  if (c->discardvisual)
    compile_discard_visual(c);
  compile_order(c);
  compile_mesh_order(c);
  compile_topology(c);
  compile_keys_pending(c);

  // lists, in the order in which their problems are reported
  compile_flexes(c);
  compile_skins(c);
  compile_hfields(c);
  compile_pairs(c);
  compile_excludes(c);
  compile_equalities(c);
  compile_flex_equalities(c);
  compile_tendons(c);
  compile_actuators(c);
  compile_sensors(c);
  compile_custom(c);
  compile_contact_values(c);

  compile_emit(c);
  compile_finish(c);
}

// addresses of the state of each element, with which mj_recompile finds it again after edits
static void remember_addresses(Compile* c) {
  const mjModel* m = c->model;
  const ElementList* actuators = &c->spec->list[mjOBJ_ACTUATOR];
  for (int i = 0; i < c->njoint; i++) {
    JointRecord* j = c->joint + i;
    j->joint->base.address = (ElementAddress){c->spec, j->qposadr, j->dofadr, j->nq, j->nv};
  }
  for (int i = 0; i < actuators->count; i++) {
    int adr = m->actuator_actadr[i], n = adr < 0 ? 0 : m->actuator_actnum[i];
    actuators->item[i]->address = (ElementAddress){c->spec, i, adr, 1, n};
  }
  for (int i = 0; i < c->nbody; i++) {
    BodyRecord* b = c->body + i;
    int id = b->mocapid;
    b->body->base.address =
        id < 0 ? (ElementAddress){0} : (ElementAddress){c->spec, 3 * id, 4 * id, 3, 4};
  }
}

// read by the writers of the spec
static void remember_poses(Compile* c) {
  for (int i = 0; i < c->ngeom; i++) {
    GeomRecord* g = c->geom + i;
    memcpy(g->geom->own_pose, g->own_pos, sizeof g->own_pos);
    memcpy(g->geom->own_pose + 3, g->own_quat, sizeof g->own_quat);
  }
}

static void compile_succeed(Compile* c) {
  Spec* spec = c->spec;
  remember_addresses(c);
  remember_poses(c);
  spec->base.pub.signature = c->model->signature;
  spec->ids_valid = IDS_VALID;
  spec_names_freeze(spec);
  if (c->warning[0])
    spec_warning(spec, "%s", c->warning);
  spec->compiled = 1;
}

mjModel* mj_compile(mjSpec* s, const mjVFS* vfs) {
  if (!s)
    return NULL;
  Spec* spec = spec_of(s);
  spec_clear_error(spec);
  spec_names_thaw(spec);
  mj_deleteModel(spec->values);
  spec->values = NULL;
  KeptFiles* before = kept_files_take(spec);  // may be what `vfs` is
  Compile* c = try_malloc(sizeof *c);
  if (!c) {
    spec_error(spec, NULL, "out of memory: %zu bytes were requested", sizeof *c);
    kept_files_release(before);
    return NULL;
  }
  memset(c, 0, sizeof *c);
  c->spec = spec;
  c->vfs = vfs;

  void *error_context, *warning_context;
  FcErrorHandler error_handler = fc_setThreadErrorHandler(engine_error, c, &error_context);
  WarningHandler warning_handler = set_thread_warning_handler(engine_warning, c, &warning_context);
  int callback_off = control_callback_off;
  control_callback_off = 1;
  if (!setjmp(c->escape)) {
    compile_run(c);
    compile_succeed(c);
  }
  fc_setThreadErrorHandler(error_handler, error_context, NULL);
  set_thread_warning_handler(warning_handler, warning_context, NULL);
  control_callback_off = callback_off;
  mjModel* m = NULL;
  if (spec->compiled) {
    m = c->model;
    c->model = NULL;
  } else {
    spec->ids_valid = IDS_NONE;
    spec_names_thaw(spec);
  }
  release(c);
  kept_files_release(before);
  return m;
}

const char* mjs_getError(mjSpec* s) {
  if (!s) {
    mju_error("mjs_getError: spec is NULL");
    return "";
  }
  return spec_of(s)->error;
}

int mjs_isWarning(mjSpec* s) {
  if (!s) {
    mju_error("mjs_isWarning: spec is NULL");
    return 0;
  }
  return spec_of(s)->is_warning;
}
