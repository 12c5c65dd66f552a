// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Functions of the user-interface toolkit that draw. They exist because programs are bound to their
// names when they start, and report when they are called: user interfaces are not drawn yet.

#include <mujoco/mujoco.h>

static void report(const char* function) {
  mju_error("%s: this build of Fulcrum draws no user interfaces", function);
}

void mjui_update(int section, int item, const mjUI* ui, const mjuiState* state,
                 const mjrContext* con) {
  (void)section, (void)item, (void)ui, (void)state, (void)con;
  report(__func__);
}

// an event changes what is shown, so that it ends in drawing
mjuiItem* mjui_event(mjUI* ui, mjuiState* state, const mjrContext* con) {
  (void)ui, (void)state, (void)con;
  report(__func__);
  return NULL;
}

void mjui_render(mjUI* ui, const mjuiState* state, const mjrContext* con) {
  (void)ui, (void)state, (void)con;
  report(__func__);
}
