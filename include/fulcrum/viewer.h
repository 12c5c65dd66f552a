// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Extension point `viewer`: a window in which a model is simulated, watched, pushed and edited. The
// library itself knows no window system; fc_view asks an installed viewer.
//
// Contract. Other than most kinds, a viewer may use the heap, files, threads, and the window system
// of the process; it has the thread that calls it until its window is closed, and one viewer runs
// at a time. While it runs it owns its model and data, and replaces mju_user_warning, and mjcb_time
// where that is NULL; both are as before when it returns. Run-time errors of the engine are caught
// (fc_setThreadErrorHandler) and shown.

#ifndef FULCRUM_VIEWER_H_
#define FULCRUM_VIEWER_H_

#include <stdint.h>

#include <mujoco/mjdata.h>
#include <mujoco/mjexport.h>
#include <mujoco/mjmodel.h>

#include <fulcrum/module.h>

#ifdef __cplusplus
extern "C" {
#endif

// What is to be shown, and how. Texts and `user` belong to the caller. All but size may be zero.
typedef struct FcView_ {
  uint32_t size;         // sizeof(FcView)
  const char* path;      // file of the model; NULL: none until one is dropped on the window
  const char* keyframe;  // where to begin, by name or number; NULL: in the reference pose
  int width, height;     // of the window; 0: two thirds of the screen
  int fullscreen;        // 1: begin with the whole screen
  int paused;            // 1: begin paused
  int watch;             // 1: load the model, and reload modules, when their files change
  const char* save;      // file for the state, as a keyframe of MJCF: every second, and at the end
  const char* replay;    // file of events (viewer/README.md) instead of keys and mouse; then quit
  const char* record;    // file to which the events of the window are written
  const char* viewer;    // which one, by name; NULL: the installed one of the highest rank

  // Called for every model that is loaded, before its first step: settings of the user that the
  // file does not have. 0, or negative after fc_fail: then the model is not shown. NULL: none.
  int (*prepare)(mjModel* m, mjData* d, void* user);
  void* user;

  int signal;  // out: SIGINT or SIGTERM that ended it; 0: the window was closed

  // A model in memory instead of a path. What is shown and edited is a copy: of the model, and of
  // `data`, with what is bound there, or of a new one where that is NULL. When the window is closed
  // `data` is in the state that was shown last (mjSTATE_INTEGRATION; mj_forward computes the rest),
  // unless another model has taken the place of this one.
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

// Show a model in an installed viewer until its window is closed. 0, or negative with
// fc_lastError: what is missing, in one sentence. [the main thread] (tests/viewer/check_viewer.sh)
MJAPI int fc_view(FcView* view);

#ifdef __cplusplus
}
#endif

#endif  // FULCRUM_VIEWER_H_
