// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Contexts without a window: EGL on a device or without a surface, then OSMesa. Both libraries are
// loaded when a context is asked for. An EGL context has no default framebuffer; an OSMesa context
// draws into memory that is kept with it.

#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <dlfcn.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <fulcrum/host.h>

#include "context.h"

#define EGL_FUNCTIONS(X) \
  X(BindAPI)             \
  X(ChooseConfig)        \
  X(CreateContext)       \
  X(DestroyContext) X(GetError) X(Initialize) X(MakeCurrent) X(QueryString) X(Terminate)

// Handles of a screen, for EGL or for OSMesa.
typedef struct Handle_ {
  void* display;
  void* context;
  void* pixels;
} Handle;

// Why each attempt failed, one sentence each.
typedef struct Attempts_ {
  char text[900];
} Attempts;

static int attempt_failed(Attempts* a, const char* format, ...) mjPRINTFLIKE(2, 3);
static int attempt_failed(Attempts* a, const char* format, ...) {
  const size_t n = strlen(a->text);
  va_list args;
  if (n && n + 2 < sizeof a->text)
    strcat(a->text, "; ");
  const size_t begin = strlen(a->text);
  va_start(args, format);
  vsnprintf(a->text + begin, sizeof a->text - begin, format, args);
  va_end(args);
  return -1;
}

// ---------------------------------------------------------------- EGL

typedef struct Egl_ {
#define X(name) __typeof__(&egl##name) name;
  EGL_FUNCTIONS(X)
#undef X
  PFNEGLGETPLATFORMDISPLAYEXTPROC GetPlatformDisplay;
  PFNEGLQUERYDEVICESEXTPROC QueryDevices;
} Egl;

static int load_egl(Egl* egl, Attempts* attempts) {
  void* library = dlopen("libEGL.so.1", RTLD_NOW | RTLD_GLOBAL);
  if (!library)
    return attempt_failed(attempts, "EGL: the library libEGL.so.1 is not there");
  void* symbol;
#define X(name)                                                                          \
  symbol = dlsym(library, "egl" #name);                                                  \
  if (!symbol)                                                                           \
    return attempt_failed(attempts, "EGL: libEGL.so.1 lacks the function egl%s", #name); \
  memcpy(&egl->name, &symbol, sizeof symbol);
  EGL_FUNCTIONS(X)
#undef X
  __typeof__(&eglGetProcAddress) address;
  symbol = dlsym(library, "eglGetProcAddress");
  memcpy(&address, &symbol, sizeof symbol);
  egl->GetPlatformDisplay =
      address ? (PFNEGLGETPLATFORMDISPLAYEXTPROC)address("eglGetPlatformDisplayEXT") : NULL;
  egl->QueryDevices = address ? (PFNEGLQUERYDEVICESEXTPROC)address("eglQueryDevicesEXT") : NULL;
  return egl->GetPlatformDisplay
             ? 0
             : attempt_failed(attempts, "EGL: libEGL.so.1 knows no platforms without a display");
}

// a context of OpenGL without a surface on this display
static int try_display(const Egl* egl, EGLDisplay display, const char* what, Handle* handle,
                       Attempts* attempts) {
  static const EGLint wanted[] = {EGL_SURFACE_TYPE, EGL_DONT_CARE, EGL_RENDERABLE_TYPE,
                                  EGL_OPENGL_BIT, EGL_NONE};
  if (display == EGL_NO_DISPLAY || !egl->Initialize(display, NULL, NULL))
    return attempt_failed(attempts, "EGL (%s): cannot be initialised, error 0x%x", what,
                          (unsigned)egl->GetError());
  EGLConfig config = NULL;
  EGLint n = 0;
  if (!egl->BindAPI(EGL_OPENGL_API) || !egl->ChooseConfig(display, wanted, &config, 1, &n) || !n) {
    egl->Terminate(display);
    return attempt_failed(attempts, "EGL (%s): does not offer OpenGL", what);
  }
  EGLContext context = egl->CreateContext(display, config, EGL_NO_CONTEXT, NULL);
  if (context == EGL_NO_CONTEXT ||
      !egl->MakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context)) {
    const unsigned error = (unsigned)egl->GetError();
    if (context != EGL_NO_CONTEXT)
      egl->DestroyContext(display, context);
    egl->Terminate(display);
    return attempt_failed(attempts, "EGL (%s): no context, error 0x%x", what, error);
  }
  handle->display = display;
  handle->context = context;
  return 0;
}

static int try_egl(Handle* handle, char* what, size_t size, Attempts* attempts) {
  enum { DEVICES_MOST = 16 };
  Egl egl;
  if (load_egl(&egl, attempts))
    return -1;
  EGLDeviceEXT device[DEVICES_MOST];
  EGLint n = 0;
  if (!egl.QueryDevices || !egl.QueryDevices(DEVICES_MOST, device, &n))
    n = 0;
  for (int i = 0; i < n; i++) {
    snprintf(what, size, "device %d", i);
    EGLDisplay display = egl.GetPlatformDisplay(EGL_PLATFORM_DEVICE_EXT, device[i], NULL);
    if (!try_display(&egl, display, what, handle, attempts))
      return 0;
  }
  snprintf(what, size, "surfaceless");
  EGLDisplay display = egl.GetPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA, NULL, NULL);
  return try_display(&egl, display, what, handle, attempts);
}

static void close_egl(const Handle* handle) {
  Egl egl;
  Attempts attempts = {""};
  if (load_egl(&egl, &attempts))
    return;
  egl.MakeCurrent(handle->display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
  egl.DestroyContext(handle->display, handle->context);
  egl.Terminate(handle->display);
}

// ---------------------------------------------------------------- OSMesa

// its three functions, with their documented signatures
typedef struct OSMesa_ {
  void* (*create)(GLenum format, GLint depth, GLint stencil, GLint accumulation, void* sharing);
  GLboolean (*make_current)(void* context, void* pixels, GLenum type, GLsizei width,
                            GLsizei height);
  void (*destroy)(void* context);
} OSMesa;

static int load_osmesa(OSMesa* mesa, Attempts* attempts) {
  void* library = dlopen("libOSMesa.so.8", RTLD_NOW | RTLD_GLOBAL);
  library = library ? library : dlopen("libOSMesa.so", RTLD_NOW | RTLD_GLOBAL);
  if (!library)
    return attempt_failed(attempts, "OSMesa: the library libOSMesa.so.8 is not there");
  void* symbol[3] = {dlsym(library, "OSMesaCreateContextExt"), dlsym(library, "OSMesaMakeCurrent"),
                     dlsym(library, "OSMesaDestroyContext")};
  memcpy(&mesa->create, symbol, sizeof symbol[0]);
  memcpy(&mesa->make_current, symbol + 1, sizeof symbol[0]);
  memcpy(&mesa->destroy, symbol + 2, sizeof symbol[0]);
  return symbol[0] && symbol[1] && symbol[2]
             ? 0
             : attempt_failed(attempts, "OSMesa: the library lacks its functions");
}

static int try_osmesa(Handle* handle, int width, int height, Attempts* attempts) {
  OSMesa mesa;
  if (load_osmesa(&mesa, attempts))
    return -1;
  handle->pixels = malloc(4 * (size_t)width * (size_t)height);
  if (!handle->pixels)
    return attempt_failed(attempts, "OSMesa: no memory for %d x %d pixels", width, height);
  handle->context = mesa.create(GL_RGBA, 24, 8, 0, NULL);
  if (handle->context &&
      mesa.make_current(handle->context, handle->pixels, GL_UNSIGNED_BYTE, width, height))
    return 0;
  if (handle->context)
    mesa.destroy(handle->context);
  free(handle->pixels);
  return attempt_failed(attempts, "OSMesa: no context of %d x %d pixels", width, height);
}

static void close_osmesa(const Handle* handle) {
  OSMesa mesa;
  Attempts attempts = {""};
  if (!load_osmesa(&mesa, &attempts))
    mesa.destroy(handle->context);
  free(handle->pixels);
}

// ---------------------------------------------------------------- screen

static int is_wanted(const FcScreen* screen, const char* backend) {
  return !screen->backend || strcmp(screen->backend, backend) == 0;
}

int gl_open_screen(FcScreen* screen) {
  Attempts attempts = {""};
  char what[32] = "";
  if (screen->width < 1 || screen->height < 1)
    return fc_fail("a picture of %d x %d pixels cannot be drawn", screen->width, screen->height);
  if (!is_wanted(screen, "egl") && !is_wanted(screen, "osmesa"))
    return fc_fail("the backend \"%s\" is unknown, expected egl or osmesa", screen->backend);
  Handle* handle = calloc(1, sizeof *handle);
  if (!handle)
    return fc_fail("there is no memory for a context");
  const char* name = NULL;
  if (is_wanted(screen, "egl") && !try_egl(handle, what, sizeof what, &attempts))
    name = "EGL";
  else if (is_wanted(screen, "osmesa") &&
           !try_osmesa(handle, screen->width, screen->height, &attempts))
    name = "OSMesa";
  if (!name) {
    free(handle);
    return fc_fail("no OpenGL without a window: %s", attempts.text);
  }
  screen->handle = handle;
  const Gl* gl = gl_library();
  if (!gl) {
    gl_close_screen(screen);
    screen->handle = NULL;
    return -1;
  }
  snprintf(screen->name, sizeof screen->name, "%s%s%s%s, %s", name,
           what[0] && handle->display ? " (" : "", handle->display ? what : "",
           handle->display ? ")" : "", (const char*)gl->GetString(GL_RENDERER));
  return 0;
}

int gl_close_screen(FcScreen* screen) {
  Handle* handle = screen->handle;
  if (handle->display)
    close_egl(handle);
  else
    close_osmesa(handle);
  free(handle);
  return 0;
}
