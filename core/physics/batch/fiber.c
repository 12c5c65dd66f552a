// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The stack of a fiber is a mapping with a page below it that cannot be written, so that a stack
// that is too small ends in a fault instead of foreign memory. The system provides its pages as
// they are touched. Sanitizers are told which stack is in use.

#include <stdlib.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

#include "core/physics/batch/fiber.h"

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define WITH_ADDRESS_SANITIZER
#endif
#if __has_feature(thread_sanitizer)
#define WITH_THREAD_SANITIZER
#endif
#endif
#ifdef __SANITIZE_ADDRESS__
#define WITH_ADDRESS_SANITIZER
#endif
#ifdef __SANITIZE_THREAD__
#define WITH_THREAD_SANITIZER
#endif
#ifdef WITH_ADDRESS_SANITIZER
#include <sanitizer/common_interface_defs.h>
#endif
#ifdef WITH_THREAD_SANITIZER
#include <sanitizer/tsan_interface.h>
#endif

#define STACK ((size_t)1 << 20)

struct Fiber_ {
  ucontext_t own, caller;
  char* mapping;
  size_t nmapping;
  void (*f)(void* arg);
  void* arg;
  int ended;
  Fiber* outer;  // the fiber that runs this one, NULL: none
#ifdef WITH_ADDRESS_SANITIZER
  void* fake;  // what the sanitizer keeps of a stack that was left
  const void* caller_bottom;
  size_t caller_size;
#endif
#ifdef WITH_THREAD_SANITIZER
  void *own_state, *caller_state;
#endif
};

static _Thread_local Fiber* current;

Fiber* fiber_current(void) { return current; }

// ---------------------------------------------------------------- making

Fiber* fiber_make(void) {
  const size_t page = (size_t)sysconf(_SC_PAGESIZE);
  Fiber* fiber = calloc(1, sizeof *fiber);
  if (!fiber)
    return NULL;
  fiber->nmapping = STACK + page;
  void* mapping = mmap(NULL, fiber->nmapping, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
  if (mapping == MAP_FAILED) {
    free(fiber);
    return NULL;
  }
  mprotect(mapping, page, PROT_NONE);
  fiber->mapping = mapping;
#ifdef WITH_THREAD_SANITIZER
  fiber->own_state = __tsan_create_fiber(0);
#endif
  return fiber;
}

void fiber_free(Fiber* fiber) {
  if (!fiber)
    return;
#ifdef WITH_THREAD_SANITIZER
  __tsan_destroy_fiber(fiber->own_state);
#endif
  munmap(fiber->mapping, fiber->nmapping);
  free(fiber);
}

// ---------------------------------------------------------------- changing stacks

static void leave(Fiber* fiber) {
#ifdef WITH_ADDRESS_SANITIZER
  // NULL: the stack of the fiber is not entered again
  __sanitizer_start_switch_fiber(fiber->ended ? NULL : &fiber->fake, fiber->caller_bottom,
                                 fiber->caller_size);
#endif
#ifdef WITH_THREAD_SANITIZER
  __tsan_switch_to_fiber(fiber->caller_state, 0);
#endif
  swapcontext(&fiber->own, &fiber->caller);
}

static void arrive(Fiber* fiber) {
#ifdef WITH_ADDRESS_SANITIZER
  __sanitizer_finish_switch_fiber(fiber->fake, &fiber->caller_bottom, &fiber->caller_size);
#endif
  (void)fiber;
}

// what the context of a fiber begins with
static void run(void) {
  Fiber* fiber = current;
  arrive(fiber);
  fiber->f(fiber->arg);
  fiber->ended = 1;
  leave(fiber);
  abort();  // an ended fiber is started again, not continued
}

int fiber_continue(Fiber* fiber) {
  fiber->outer = current;
  current = fiber;
#ifdef WITH_ADDRESS_SANITIZER
  void* fake;
  const size_t page = fiber->nmapping - STACK;
  __sanitizer_start_switch_fiber(&fake, fiber->mapping + page, STACK);
#endif
#ifdef WITH_THREAD_SANITIZER
  fiber->caller_state = __tsan_get_current_fiber();
  __tsan_switch_to_fiber(fiber->own_state, 0);
#endif
  swapcontext(&fiber->caller, &fiber->own);
#ifdef WITH_ADDRESS_SANITIZER
  __sanitizer_finish_switch_fiber(fake, NULL, NULL);
#endif
  current = fiber->outer;
  return !fiber->ended;
}

int fiber_start(Fiber* fiber, void (*f)(void* arg), void* arg) {
  fiber->f = f;
  fiber->arg = arg;
  fiber->ended = 0;
#ifdef WITH_ADDRESS_SANITIZER
  fiber->fake = NULL;
#endif
  getcontext(&fiber->own);
  fiber->own.uc_stack.ss_sp = fiber->mapping;
  fiber->own.uc_stack.ss_size = fiber->nmapping;
  fiber->own.uc_link = NULL;
  makecontext(&fiber->own, run, 0);
  return fiber_continue(fiber);
}

void fiber_yield(void) {
  Fiber* fiber = current;
  leave(fiber);
  arrive(fiber);
}
