// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Extension point `renderer`: pictures of abstract scenes, and what is drawn in two dimensions over
// them. The functions mjr_ of the API are the core's; they check their arguments, lay out texts and
// figures, and ask the renderer in force for the rest. The library itself knows no graphics
// library.
//
// In force is the renderer of the highest rank, or the one that fc_useRenderer chose. It draws
// into what the application has prepared in the thread, for the module `gl` the current OpenGL
// context, whatever made it (GLFW, EGL, GLX, OSMesa). `open_screen` makes such a context for
// applications that have none.
//
// An mjrContext belongs to the renderer that made it. Its fields that name objects (offFBO,
// texture, baseMesh, ...) mean what the renderer likes; those that applications read are to be
// kept: sizes and samples of buffers, currentBuffer, readPixelFormat, readDepthMap, charWidth,
// charWidthBig, charHeight, charHeightBig, window..., glInitialized.
//
// Contract. Other than most kinds, a renderer may use the heap, and state of the graphics library
// that belongs to the thread. All functions for one context are called from the thread that made
// it, or from one to which the application has moved it. All but those of screens have to be there,
// which the handshake demands. They return 0, or a negative number after
// fc_fail, which the host raises as a run-time error of the mjr_ function that was called.
//
// Rectangles are in pixels from the lower left corner of the current buffer. Colours are between 0
// and 1 and used as they are.

#ifndef FULCRUM_RENDERER_H_
#define FULCRUM_RENDERER_H_

#include <stdint.h>

#include <mujoco/mjexport.h>
#include <mujoco/mjmodel.h>
#include <mujoco/mjrender.h>
#include <mujoco/mjvisualize.h>

#include <fulcrum/module.h>

#ifdef __cplusplus
extern "C" {
#endif

// Where pictures go that no window shows. `backend` and `device` are wishes of the user.
typedef struct FcScreen_ {
  uint32_t size;        // sizeof(FcScreen)
  int width, height;    // pixels of the largest picture
  const char* backend;  // "egl", "osmesa", ...; NULL: the first that works
  char name[128];       // out: what it is, "EGL (surfaceless), llvmpipe"
  void* handle;         // out: for close_screen
} FcScreen;

// Told in the thread that draws, while a picture is made: the part that is done, from 0 to 1.
typedef void (*FcProgress)(void* user, double done);

// What renderers have to reckon with, in m from the camera and for the slope of its edges: cameras
// that see farther are refused by mjr_render.
#define FC_VIEW_MOST 1e15

typedef struct FcRenderer_ {
  uint32_t size;  // sizeof(FcRenderer)
  int flags;      // 0

  // ------------------------------------------------------------ contexts
  // Fill a context whose fields are zero, except glInitialized and window... of a context that is
  // made anew: resources of the model and fonts of this scale, which is one of mjtFontScale. With
  // m = NULL there are no resources, and the offscreen buffer is 800 x 600 without multisampling.
  int (*make_context)(const mjModel* m, mjrContext* con, int fontscale);

  // Delete what the context names; nothing is left to delete when what it was made in is gone. The
  // host clears its fields afterwards.
  int (*free_context)(mjrContext* con);

  // fonts of another scale: one of mjtFontScale
  int (*change_font)(int fontscale, mjrContext* con);

  // One resource anew, with what the model holds now; id is valid.
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

  // the largest rectangle of the window; the host knows that of the offscreen buffer
  int (*window_size)(mjrRect* rect, const mjrContext* con);

  // at least one of rgb and depth is there
  int (*read_pixels)(unsigned char* rgb, float* depth, mjrRect viewport, const mjrContext* con);
  int (*draw_pixels)(const unsigned char* rgb, const float* depth, mjrRect viewport,
                     const mjrContext* con);

  // ------------------------------------------------------------ pictures
  // The scene in a viewport that is not empty. Cameras and transform are finite, with axes that are
  // two directions, near < far <= FC_VIEW_MOST, and a frustum that is not empty; where a camera
  // stands, and all that is said of geoms and lights, may be anything. Writes camdist, transparent
  // and reflectance of geoms, and geomorder.
  int (*render)(mjrRect viewport, mjvScene* scn, const mjrContext* con);

  // ------------------------------------------------------------ two dimensions
  // The viewport is where the call draws; it clips what is drawn, and is the current one
  // afterwards, which `viewport` tells.
  int (*viewport)(mjrRect* viewport);

  // the viewport in one colour, blended with what is there
  int (*rectangle)(mjrRect viewport, const float rgba[4]);

  // One line of text, its lower left corner at (x, y) pixels of the viewport. One that begins
  // outside of the viewport is not drawn.
  int (*text)(mjrRect viewport, const mjrContext* con, int font, const char* text, float x, float y,
              const float rgb[3]);

  // n points (x, y) in pixels of the viewport, joined by a line, or with pairs = 1 two by two
  int (*lines)(mjrRect viewport, const float* points, int n, int pairs, float width,
               const float rgb[3]);

  // ------------------------------------------------------------ the graphics library
  int (*finish)(void);     // wait until everything is drawn
  int (*get_error)(void);  // the number of its last error, which is forgotten; 0: none

  // A context in this thread that needs no window, and its end. NULL: applications bring one.
  int (*open_screen)(FcScreen* screen);
  int (*close_screen)(FcScreen* screen);

  // Width and height of the largest buffer that can be made for the context, in pixels. NULL: they
  // have no limit.
  int (*buffer_limit)(const mjrContext* con);

  // ------------------------------------------------------------ parameters
  // The values of the face's parameters from now on, in the declared order, lengths added up; until
  // then they have their defaults. NULL: the face has none.
  int (*configure)(const mjtNum* value);

  // Whom to tell how far a picture of this thread is; report NULL: nobody. NULL: pictures are made
  // too fast for that.
  int (*watch)(FcProgress report, void* user);
} FcRenderer;

// Contexts that are made from now on are of this renderer; NULL: of the one with the highest rank.
// Returns 0, or a negative number with fc_lastError when there is no such renderer. [any thread,
// while no other draws]
MJAPI int fc_useRenderer(const char* name);

// Make the thread ready to draw without a window: screen.size, width, height and backend are input.
// Returns 0 with screen.name, or a negative number with fc_lastError that lists what was tried and
// why it failed. fc_closeScreen ends it, after the contexts were freed.
MJAPI int fc_openScreen(FcScreen* screen);
MJAPI void fc_closeScreen(FcScreen* screen);

// Set a parameter of the renderer in force from text, as fc_setParameter does for those of models
// (samples of `raytrace` to "100"); pictures are drawn with it from now on. Returns 0, or a
// negative number with fc_lastError, which names the nearest key or the legal range. `fulcrum
// modules show NAME` lists them. [any thread, while no other draws]
MJAPI int fc_setRendererParameter(const char* key, const char* value);

// Call `report` while pictures of this thread are drawn by the renderer in force, of which one that
// is fast calls nothing; NULL ends it. Returns 0, or a negative number with fc_lastError.
MJAPI int fc_watchRenderer(FcProgress report, void* user);

#ifdef __cplusplus
}
#endif

#endif  // FULCRUM_RENDERER_H_
