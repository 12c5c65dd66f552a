// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The sections of both panels. Items point into what is passed here, which has to stay in place.

#ifndef VIEWER_PANEL_SECTIONS_H_
#define VIEWER_PANEL_SECTIONS_H_

#include "viewer/panels/flags.h"
#include "viewer/panels/items.h"
#include "viewer/panels/panels.h"
#include "viewer/panels/watch.h"
#include "viewer/picture/overlays.h"
#include "viewer/picture/plots.h"
#include "viewer/picture/view.h"
#include "viewer/picture/window.h"
#include "viewer/simulation/faces.h"

// File, Option
void panel_program(Panels* p, Overlays* overlays, Plots* plots, Clock* c, Window* w);

// Without a model only the titles.
void panel_simulation(mjUI* ui, Simulation* s, Watch* watch);
void panel_physics(mjUI* ui, Sides* s, Faces* f, Flags* flags);
void panel_rendering(mjUI* ui, mjModel* m, View* view, mjtByte flags[mjNRNDFLAG]);
void panel_controls(mjUI* ui, const Sides* s, const mjvOption* option);
void panel_modules(mjUI* ui, Sides* s, Faces* f);

#endif  // VIEWER_PANEL_SECTIONS_H_
