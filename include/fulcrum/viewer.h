// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Extension point `viewer`: a window in which a model is simulated, watched, pushed and edited. The
// library itself depends on no window system; fc_view calls an installed viewer.
//
// Contract. Unlike most kinds, a viewer may use the heap, files, threads, and the window system of
// the process. It occupies the calling thread until its window is closed, and only one viewer runs
// at a time. While it runs it owns its model and data, and replaces mju_user_warning, and mjcb_time
// if that is NULL; both are restored when it returns. Run-time errors of the engine are caught
// (fc_setThreadErrorHandler) and shown.
//
// Since SDK 1.0.

#ifndef FULCRUM_VIEWER_H_
#define FULCRUM_VIEWER_H_

#include <stdint.h>

#include <fulcrum/module.h>
#include <mujoco/mjdata.h>
#include <mujoco/mjexport.h>
#include <mujoco/mjmodel.h>

#ifdef __cplusplus
extern "C" {
#endif

// What to show, and how. Texts and `user` belong to the caller. All members except size may be
// zero.
typedef struct FcView_ {
  uint32_t size;         // sizeof(FcView)
  const char* path;      // file of the model; NULL: none until one is dropped on the window
  const char* keyframe;  // initial keyframe, by name or number; NULL: the reference pose
  int width, height;     // of the window; 0: two thirds of the screen
  int fullscreen;        // 1: start in full screen
  int paused;            // 1: start paused
  int watch;             // 1: load the model, and reload modules, when their files change
  const char* save;      // file for the state as a keyframe of MJCF, written every second and at
                         // the end
  const char* replay;    // file of events (viewer/README.md) that replaces keys and mouse; quits at
                         // its end
  const char* record;    // file to which the events of the window are written
  const char* viewer;    // name of the viewer; NULL: the installed one of the highest rank

  // Called for every model that is loaded, before its first step, to apply settings that are not in
  // the file. 0, or negative after fc_fail: then the model is not shown. NULL: none.
  int (*prepare)(mjModel* m, mjData* d, void* user);
  void* user;

  int signal;  // out: SIGINT or SIGTERM that ended it; 0: the window was closed

  // A model in memory instead of a path. The viewer shows and edits copies of the model and of
  // `data` with its bindings (a new mjData if `data` is NULL). When the window is closed `data` is
  // in the state that was shown last (mjSTATE_INTEGRATION; mj_forward computes the rest), unless
  // another model has taken the place of this one.
  const mjModel* model;
  mjData* data;
} FcView;

typedef struct FcViewer_ {
  uint32_t size;  // sizeof(FcViewer)
  int flags;      // 0

  // Open the window and return when it is closed: 0, or negative after fc_fail when there is no
  // display, no OpenGL, or path or replay cannot be read. [the main thread]
  int (*run)(FcView* view);
} FcViewer;

// Show a model in an installed viewer until its window is closed. 0, or negative with fc_lastError,
// which says what is missing. [the main thread] (tests/viewer/check_viewer.sh)
MJAPI int fc_view(FcView* view);

#ifdef __cplusplus
}
#endif

#endif  // FULCRUM_VIEWER_H_
