// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Out of memory: each allocation of a module fails in turn, together with all later ones. The
// module must fail with a message or succeed while files are read and written, pictures drawn,
// models compiled, data made, stepped and deleted.

#include <dlfcn.h>
#include <link.h>
#include <setjmp.h>
#include <stdio.h>
#include <string.h>

#include <fulcrum/host.h>

#include "tools/check/check.h"
#include "tools/check/heap_count.h"

// ---------------------------------------------------------------- address range of a module

// the code range of the shared object that contains an address
typedef struct Code_ {
  const void* base;
  const char *begin, *end;
} Code;

static int find_code(struct dl_phdr_info* object, size_t size, void* argument) {
  Code* code = argument;
  (void)size;
  if ((const void*)object->dlpi_addr != code->base)
    return 0;
  for (int i = 0; i < object->dlpi_phnum; i++) {
    const ElfW(Phdr)* part = object->dlpi_phdr + i;
    if (part->p_type == PT_LOAD && part->p_flags & PF_X) {
      code->begin = (const char*)code->base + part->p_vaddr;
      code->end = code->begin + part->p_memsz;
    }
  }
  return 1;
}

// 0 when the module is built into the library, because the library's own memory would be affected
static int code_of(const FcFace* face, Code* code) {
  const FcModule* (*own)(const char*) = fc_openModule;
  Dl_info object, library;
  const void* address;
  memcpy(&address, &own, sizeof address);
  if (!dladdr(face->name, &object) || !dladdr(address, &library) ||
      object.dli_fbase == library.dli_fbase)
    return 0;
  *code = (Code){object.dli_fbase, NULL, NULL};
  dl_iterate_phdr(find_code, code);
  return code->begin != NULL;
}

// ---------------------------------------------------------------- a simulation

static jmp_buf stopped;
static char message[500];

static void on_error(const char* text) {
  snprintf(message, sizeof message, "%s", text);
  longjmp(stopped, 1);
}

static mjModel* compile(const Check* check, const FcFace* face) {
  SceneText text;
  if (check->path)
    return fc_loadModel(check->path, NULL, message, sizeof message);
  check_face_text(face, 1, &text);
  return check_is_equality(face) ? check_constraint_scene(face, message, sizeof message)
                                 : check_scene(&text, message, sizeof message);
}

// From the text of a model to the deletion of its data. Returns the fault, or NULL; a reported
// error of the library is not a fault. Memory left behind by a failed step lives until the process
// ends.
static const char* simulate(const Check* check, const FcFace* face) {
  enum { STEPS = 20 };
  void (*const handler)(const char*) = mju_user_error;
  static const char* fault;
  fault = NULL;
  message[0] = 0;
  mju_user_error = on_error;
  if (!setjmp(stopped)) {
    mjModel* m = compile(check, face);
    if (m)
      check_assign(m, face);
    mjData* d = m ? mj_makeData(m) : NULL;
    for (int i = 0; d && i < STEPS; i++)
      mj_step(m, d);
    if (!d && !message[0])
      fault = "it failed without a message";
    mj_deleteData(d);
    mj_deleteModel(m);
  } else if (!message[0]) {
    fault = "it failed without a message";
  }
  mju_user_error = handler;
  return fault;
}

// ---------------------------------------------------------------- the test

void check_want_of_memory(Check* check, const FcFace* face, mjModel* m) {
  enum { MOST = 500 };
  const int steps = face->kind != FC_LOADER && face->kind != FC_SAVER && face->kind != FC_DECODER &&
                    face->kind != FC_RENDERER;
  const char* fault = NULL;
  long n = 0, asked = 0;
  Code code;
  (void)m;
  if (!code_of(face, &code))
    return;
  check_phase(check, "using %s without memory", face->name);
  // the model for savers is made while memory is available, because their module may load it, too
  if (face->kind == FC_SAVER)
    fault = check_use(check, face);
  for (; n < MOST && !fault; n++) {
    heap_fail_begin(code.begin, code.end, n);
    fault = steps ? simulate(check, face) : check_use(check, face);
    asked = heap_fail_end();
    if (asked <= n)
      break;
  }
  if (asked < 0)
    check_result(check, -1, "%s: allocations cannot be made to fail in this build", face->name);
  else
    check_result(check, !fault, "%s: %ld allocations failed in turn%s%s", face->name, n,
                 fault ? ": " : "", fault ? fault : "");
}
