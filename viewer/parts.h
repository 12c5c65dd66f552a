// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The viewer as a whole. Each part is described in its own header; functions take the parts that
// they use, and the whole where they bring parts together.
//
// Two threads: the main one has the window, events, panels and pictures; the other steps the
// simulation, whose mutex guards models, data and everything that is edited (simulation.h). Scenes,
// overlays, panels and the context belong to the main thread.
//
// Edits are made in place: items of panels point into model, data, options and the parts below.
// After every change changes.c applies its side effects, and every frame redraws the sections whose
// values changed, whatever changed them.

#ifndef VIEWER_PARTS_H_
#define VIEWER_PARTS_H_

#include <fulcrum/viewer.h>
#include <mujoco/mujoco.h>

#include "viewer/panels/flags.h"
#include "viewer/panels/panels.h"
#include "viewer/panels/watch.h"
#include "viewer/picture/graphics.h"
#include "viewer/picture/overlays.h"
#include "viewer/picture/plots.h"
#include "viewer/picture/view.h"
#include "viewer/picture/window.h"
#include "viewer/recording.h"
#include "viewer/replay_file.h"
#include "viewer/simulation/faces.h"
#include "viewer/simulation/messages.h"
#include "viewer/simulation/simulation.h"
#include "viewer/simulation/source.h"

// what is done between two frames, because it must not happen inside an event
typedef struct Requests_ {
  char dropped[4096];   // a model that was dropped on the window; "": none
  int reload, modules;  // load the model, the modules again
  int fullscreen;
  int picture;  // of the window, when it has been drawn
  char picture_path[1024];
} Requests;

typedef struct Viewer_ {
  FcView* request;

  // what is simulated
  Source source;
  Simulation simulation;

  // what is shown
  Window window;
  Graphics graphics;
  View view;
  Overlays overlays;
  Plots plots;
  Messages messages;

  // what is edited
  Panels panels;
  Faces faces;
  Flags flags;
  Watch watch;

  // what happens
  mjuiState state;  // mouse, keys, rectangles of the window
  Requests requests;
  Replay replay;
  Recording recording;
} Viewer;

#endif  // VIEWER_PARTS_H_
