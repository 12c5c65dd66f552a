// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Extension point `renderer`: pictures of abstract scenes and two-dimensional drawing over them.
// The mjr_ functions of the API are in the core; they check their arguments, lay out texts and
// figures, and call the renderer in force for the rest. The library itself depends on no graphics
// library.
//
// The renderer in force is the one of the highest rank, or the one chosen with fc_useRenderer. It
// draws into the target that the application has prepared in the thread: for the module `gl` this
// is the current OpenGL context, created by any library (GLFW, EGL, GLX, OSMesa). `open_screen`
// makes such a context for applications that have none.
//
// An mjrContext belongs to the renderer that made it. The renderer defines the meaning of the
// fields that name objects (offFBO, texture, baseMesh, ...); fields that applications read must be
// maintained: sizes and samples of buffers, currentBuffer, readPixelFormat, readDepthMap,
// charWidth, charWidthBig, charHeight, charHeightBig, window..., glInitialized.
//
// Contract. Unlike most kinds, a renderer may use the heap, and state of the graphics library that
// belongs to the thread. All functions for one context are called from the thread that made it, or
// from one to which the application has moved it. All functions except those of screens are
// required; the handshake checks this. They return 0, or a negative number after fc_fail, which the
// host raises as a run-time error of the mjr_ function that was called.
//
// Rectangles are in pixels from the lower left corner of the current buffer. Colours are between 0
// and 1 and used as they are.
//
// Since SDK 1.0.

#ifndef FULCRUM_RENDERER_H_
#define FULCRUM_RENDERER_H_

#include <stdint.h>

#include <fulcrum/module.h>
#include <mujoco/mjexport.h>
#include <mujoco/mjmodel.h>
#include <mujoco/mjrender.h>
#include <mujoco/mjvisualize.h>

#ifdef __cplusplus
extern "C" {
#endif

// Target of offscreen drawing. `backend` is chosen by the user.
typedef struct FcScreen_ {
  uint32_t size;        // sizeof(FcScreen)
  int width, height;    // pixels of the largest picture
  const char* backend;  // "egl", "osmesa", ...; NULL: the first that works
  char name[128];       // out: description, "EGL (surfaceless), llvmpipe"
  void* handle;         // out: for close_screen
} FcScreen;

// Progress callback, called in the drawing thread while a picture is made: the finished fraction,
// from 0 to 1.
typedef void (*FcProgress)(void* user, double done);

// Limit of the distances from the camera (m) and of the slopes of the edges of its view that
// renderers must handle; mjr_render refuses cameras that exceed it.
#define FC_VIEW_MOST 1e15

typedef struct FcRenderer_ {
  uint32_t size;  // sizeof(FcRenderer)
  int flags;      // 0

  // ------------------------------------------------------------ contexts
  // Fill a context with the resources of the model and the fonts of this scale (mjtFontScale). Its
  // fields are zero, except glInitialized and window... of a context that is being remade. With m =
  // NULL there are no resources, and the offscreen buffer is 800 x 600 without multisampling.
  int (*make_context)(const mjModel* m, mjrContext* con, int fontscale);

  // Delete the objects of the context; there is nothing to delete when the graphics context it was
  // made in no longer exists. The host clears its fields afterwards.
  int (*free_context)(mjrContext* con);

  // replace the fonts by those of another scale (mjtFontScale)
  int (*change_font)(int fontscale, mjrContext* con);

  // Upload one resource again from the model; id is valid.
  int (*upload_texture)(const mjModel* m, const mjrContext* con, int id);
  int (*upload_mesh)(const mjModel* m, const mjrContext* con, int id);
  int (*upload_hfield)(const mjModel* m, const mjrContext* con, int id);

  // ------------------------------------------------------------ buffers
  // mjr_setBuffer and so on; indices of auxiliary buffers are valid
  int (*set_buffer)(int framebuffer, mjrContext* con);
  int (*restore_buffer)(const mjrContext* con);
  int (*resize_offscreen)(int width, int height, mjrContext* con);
  int (*add_aux)(int index, int width, int height, int samples, mjrContext* con);
  int (*set_aux)(int index, const mjrContext* con);
  int (*blit_aux)(int index, mjrRect src, int left, int bottom, const mjrContext* con);
  int (*blit_buffer)(mjrRect src, mjrRect dst, int color, int depth, const mjrContext* con);

  // the full rectangle of the window; the host knows that of the offscreen buffer
  int (*window_size)(mjrRect* rect, const mjrContext* con);

  // at least one of rgb and depth is not NULL
  int (*read_pixels)(unsigned char* rgb, float* depth, mjrRect viewport, const mjrContext* con);
  int (*draw_pixels)(const unsigned char* rgb, const float* depth, mjrRect viewport,
                     const mjrContext* con);

  // ------------------------------------------------------------ pictures
  // Draw the scene in a viewport that is not empty. Cameras and transform are finite, with axes in
  // two different directions, near < far <= FC_VIEW_MOST, and a frustum that is not empty. Camera
  // positions and all fields of geoms and lights are unchecked. Writes camdist, transparent and
  // reflectance of geoms, and geomorder.
  int (*render)(mjrRect viewport, mjvScene* scn, const mjrContext* con);

  // ------------------------------------------------------------ two dimensions
  // Each call draws into its viewport and clips to it. The viewport stays current afterwards and is
  // returned by `viewport`.
  int (*viewport)(mjrRect* viewport);

  // fill the viewport with one colour, blended over the existing picture
  int (*rectangle)(mjrRect viewport, const float rgba[4]);

  // One line of text, its lower left corner at (x, y) pixels of the viewport. Text that starts
  // outside the viewport is not drawn.
  int (*text)(mjrRect viewport, const mjrContext* con, int font, const char* text, float x, float y,
              const float rgb[3]);

  // n points (x, y) in pixels of the viewport, joined by a line, or with pairs = 1 two by two
  int (*lines)(mjrRect viewport, const float* points, int n, int pairs, float width,
               const float rgb[3]);

  // ------------------------------------------------------------ the graphics library
  int (*finish)(void);     // wait until everything is drawn
  int (*get_error)(void);  // the number of the last error, which is reset; 0: none

  // Open and close a windowless context in this thread. NULL: applications must provide a context.
  int (*open_screen)(FcScreen* screen);
  int (*close_screen)(FcScreen* screen);

  // Width and height of the largest possible buffer of the context, in pixels. NULL: no limit.
  int (*buffer_limit)(const mjrContext* con);

  // ------------------------------------------------------------ parameters
  // Set the values of the parameters of the face, in the declared order, lengths added up; before
  // the first call they have their defaults. NULL: the face has no parameters.
  int (*configure)(const mjtNum* value);

  // Set the progress callback for pictures of this thread; report NULL: none. NULL: the renderer is
  // too fast to report progress.
  int (*watch)(FcProgress report, void* user);
} FcRenderer;

// Use this renderer for contexts made from now on; NULL: the one with the highest rank. Returns 0,
// or a negative number with fc_lastError when there is no such renderer. [any thread, while no
// other thread draws]
MJAPI int fc_useRenderer(const char* name);

// Prepare the thread for drawing without a window: screen.size, width, height and backend are
// input. Returns 0 with screen.name, or a negative number with fc_lastError, which lists what was
// tried and why it failed. Call fc_closeScreen after the contexts were freed.
MJAPI int fc_openScreen(FcScreen* screen);
MJAPI void fc_closeScreen(FcScreen* screen);

// Set a parameter of the renderer in force from text, as fc_setParameter does for models (for
// example samples of `raytrace` to "100"); it applies to pictures drawn from now on. Returns 0, or
// a negative number with fc_lastError, which names the nearest key or the legal range. `fulcrum
// modules show NAME` lists the parameters. [any thread, while no other thread draws]
MJAPI int fc_setRendererParameter(const char* key, const char* value);

// Call `report` while the renderer in force draws pictures of this thread; fast renderers never
// call it. NULL removes the callback. Returns 0, or a negative number with fc_lastError.
MJAPI int fc_watchRenderer(FcProgress report, void* user);

#ifdef __cplusplus
}
#endif

#endif  // FULCRUM_RENDERER_H_
