// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Three libraries make contexts on Linux: EGL, GLX and OSMesa. The one that the application uses is
// already loaded, so none is loaded here; each reports whether one of its contexts is current in
// this thread, and gives the addresses of OpenGL functions. The functions are looked up once per
// library: with vendor-neutral libraries, and inside OSMesa, they are the same for all contexts.

#include <dlfcn.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

#include <fulcrum/host.h>

#include "library.h"

typedef void (*AnyFunction)(void);

// One way to get a context. `names` are tried in order, then the symbols of the program itself.
typedef struct Maker_ {
  const char* name;
  const char* names[3];
  const char* current;  // void* function(void)
  const char* address;  // AnyFunction function(const char*)
} Maker;

static const Maker makers[] = {
    {"EGL", {"libEGL.so.1", "libEGL.so", NULL}, "eglGetCurrentContext", "eglGetProcAddress"},
    {"GLX", {"libGLX.so.0", "libGL.so.1", NULL}, "glXGetCurrentContext", "glXGetProcAddressARB"},
    {"OSMesa",
     {"libOSMesa.so.8", "libOSMesa.so", NULL},
     "OSMesaGetCurrentContext",
     "OSMesaGetProcAddress"},
};
enum { MAKERS = sizeof makers / sizeof makers[0] };

// Functions found for a maker; written once under the lock.
typedef struct Library_ {
  _Atomic(void*) current;  // its function; NULL: not loaded yet
  void* address;
  _Atomic int ready;  // functions: 1 complete, -1 not
  char missing[64];
  Gl gl;
} Library;

static Library libraries[MAKERS];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void* symbol_of(const Maker* maker, const char* name) {
  for (int i = 0; maker->names[i]; i++) {
    void* handle = dlopen(maker->names[i], RTLD_NOW | RTLD_NOLOAD);
    void* symbol = handle ? dlsym(handle, name) : NULL;
    if (symbol)
      return symbol;
  }
  return dlsym(RTLD_DEFAULT, name);
}

// 1 when one of its contexts is current
static int is_current(int k) {
  Library* library = libraries + k;
  void* current = atomic_load_explicit(&library->current, memory_order_acquire);
  if (!current) {
    pthread_mutex_lock(&lock);
    library->address = symbol_of(makers + k, makers[k].address);
    current = library->address ? symbol_of(makers + k, makers[k].current) : NULL;
    atomic_store_explicit(&library->current, current, memory_order_release);
    pthread_mutex_unlock(&lock);
  }
  void* (*function)(void);
  memcpy(&function, &current, sizeof function);
  return function && function();
}

static void look_up(const Library* library, const char* name, void* function) {
  AnyFunction (*address)(const char*);
  memcpy(&address, &library->address, sizeof address);
  AnyFunction found = address(name);
  memcpy(function, &found, sizeof found);
}

// fills the table; names a missing function
static void fill(Library* library) {
  Gl* gl = &library->gl;
#define X(name)                            \
  look_up(library, "gl" #name, &gl->name); \
  if (!gl->name && !library->missing[0])   \
    snprintf(library->missing, sizeof library->missing, "gl%s", #name);
#define O(name) look_up(library, "gl" #name, &gl->name);
#include "renderers/gl/functions.inc"
#undef O
#undef X
}

static const Gl* table_of(int k) {
  Library* library = libraries + k;
  if (!atomic_load_explicit(&library->ready, memory_order_acquire)) {
    pthread_mutex_lock(&lock);
    if (!atomic_load_explicit(&library->ready, memory_order_relaxed)) {
      fill(library);
      atomic_store_explicit(&library->ready, library->missing[0] ? -1 : 1, memory_order_release);
    }
    pthread_mutex_unlock(&lock);
  }
  if (library->ready < 0) {
    fc_fail(
        "the OpenGL of %s lacks the function %s; version 3.0 with the compatibility profile is "
        "needed",
        makers[k].name, library->missing);
    return NULL;
  }
  return &library->gl;
}

// The maker whose context is current, -1: none. The last one in this thread is tried first.
static int current_maker(void) {
  static _Thread_local int last;
  for (int i = 0; i < MAKERS; i++) {
    const int k = (last + i) % MAKERS;
    if (is_current(k))
      return last = k;
  }
  return -1;
}

const Gl* gl_library_if_current(void) {
  const int k = current_maker();
  return k < 0 ? NULL : table_of(k);
}

const Gl* gl_library(void) {
  const int k = current_maker();
  if (k >= 0)
    return table_of(k);
  fc_fail(
      "no OpenGL context is current in this thread; make one with GLFW, EGL, GLX or OSMesa "
      "first");
  return NULL;
}
