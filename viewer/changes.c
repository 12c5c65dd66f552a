// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Side effects of changing an item of a panel.

#include <math.h>
#include <string.h>

#include "viewer.h"

// ---------------------------------------------------------------- files

// API functions that write files give a warning when they fail, which is shown.
static void save(Viewer* v, int id) {
  const char* name = "mjmodel.xml";
  const int before = warnings_given();
  switch (id) {
    case ID_SAVE_XML:
      if (save_xml(v, name)) {
        tell(v, "%s", fc_lastError());
        return;
      }
      break;
    case ID_SAVE_MJB: mj_saveModel(v->m, name = "mjmodel.mjb", NULL, 0); break;
    case ID_PRINT_MODEL: mj_printModel(v->m, name = "MJMODEL.TXT"); break;
    default: mj_printData(v->m, v->d[MAIN], name = "MJDATA.TXT"); break;
  }
  if (warnings_given() == before)
    show(v, "written to %s", name);
}

void ask_for_screenshot(Viewer* v, const char* path) {
  snprintf(v->picture, sizeof v->picture, "%s", path);
  v->want_picture = 1;
}

// ---------------------------------------------------------------- simulation

void set_run(Viewer* v, int run) {
  if (run && v->broken)
    evaluate(v);
  v->clock.run = run && !v->broken;
  v->clock.restart = 1;
  if (!run)
    return;
  v->history.back = 0;

  // reset the profiler: it shows steps from now on
  for (int i = 0; i < sides(v); i++)
    memset(v->d[i]->timer, 0, sizeof v->d[i]->timer);
}

static void begin_again(Viewer* v) {
  v->clock.restart = 1;
  v->owed = 0;
  message_clear(v);
  evaluate(v);
  history_add(v);
}

void reset(Viewer* v) {
  for (int i = 0; i < sides(v); i++)
    mj_resetData(model_of(v, i), v->d[i]);
  begin_again(v);
}

static void load_key(Viewer* v) {
  for (int i = 0; i < sides(v); i++)
    mj_resetDataKeyframe(model_of(v, i), v->d[i], v->key);
  begin_again(v);
}

// from the first side, for both
static void save_key(Viewer* v) {
  for (int i = 0; i < sides(v); i++)
    mj_setKeyframe(model_of(v, i), v->d[MAIN], v->key);
}

static void set_compare(Viewer* v) {
  if (v->want_compare)
    compare_start(v);
  else
    compare_stop(v);
  v->want_compare = v->compare;
  faces_read(v);
  v->rebuild = 1;
}

// ---------------------------------------------------------------- options

static int bits_of(const int* flag, int n) {
  int bits = 0;
  for (int i = 0; i < n; i++)
    bits |= (flag[i] != 0) << i;
  return bits;
}

static void set_flags(Viewer* v) {
  mjOption* opt = &model_of(v, v->edited)->opt;
  const int others = opt->disableactuator & ~((1 << mjNGROUP) - 1);
  opt->disableflags = bits_of(v->disable, mjNDISABLE);
  opt->enableflags = bits_of(v->enable, mjNENABLE);
  opt->disableactuator = others | (~bits_of(v->actuator_group, mjNGROUP) & ((1 << mjNGROUP) - 1));
  v->stale = 1;
  v->rebuild = 1;
}

static void set_theme(Viewer* v) {
  for (int i = 0; i < PANELS; i++) {
    v->ui[i].spacing = mjui_themeSpacing(v->spacing);
    v->ui[i].color = mjui_themeColor(v->color);
  }
  graphics_font(v);
  layout(v);
}

static void set_font(Viewer* v) {
  v->fontscale = 50 * (v->font + 1);
  mjr_changeFont(v->fontscale, &v->context);
  graphics_font(v);
  layout(v);
}

static void set_joint(Viewer* v) {
  if (v->compare)
    mj_copyState(v->m, v->d[MAIN], v->d[OTHER], mjSTATE_QPOS);
  v->stale = 1;
}

// ---------------------------------------------------------------- dispatch

static void program_changed(Viewer* v, int id) {
  switch (id) {
    case ID_QUIT: glfwSetWindowShouldClose(v->window, 1); break;
    case ID_SCREENSHOT: ask_for_screenshot(v, "screenshot.png"); break;
    case ID_FULLSCREEN: v->want_fullscreen = 1; break;
    case ID_VSYNC: glfwSwapInterval(v->vsync); break;
    case ID_THEME: set_theme(v); break;
    case ID_FONT: set_font(v); break;
    default: break;
  }
}

static void model_changed(Viewer* v, int id) {
  switch (id) {
    case ID_SAVE_XML:
    case ID_SAVE_MJB:
    case ID_PRINT_MODEL:
    case ID_PRINT_DATA: save(v, id); break;
    case ID_RUN: set_run(v, v->clock.run); break;
    case ID_RESET: reset(v); break;
    case ID_RELOAD: v->want_reload = 1; break;
    case ID_RELOAD_MODULES: v->want_modules = 1; break;
    case ID_ALIGN:
    case ID_ALIGN_FREE: align_camera(v); break;
    case ID_COPY_STATE: copy_state(v, v->state.shift); break;
    case ID_LOAD_KEY: load_key(v); break;
    case ID_SAVE_KEY: save_key(v); break;
    case ID_HISTORY:
      v->clock.run = 0;
      history_show(v);
      break;
    case ID_SPEED: v->clock.restart = v->stale = 1; break;
    case ID_FLAGS: set_flags(v); break;
    case ID_CAMERA: choose_camera(v); break;
    case ID_COPY_CAMERA: copy_camera(v); break;
    case ID_GROUPS: v->rebuild = 1; break;
    case ID_CLEAR: mju_zero(v->d[MAIN]->ctrl, (int)v->m->nu); break;
    case ID_JOINT: set_joint(v); break;
    case ID_COMPARE: set_compare(v); break;
    case ID_EDITED: faces_read(v); break;
    default: break;
  }
}

void changed(Viewer* v, const mjuiItem* item) {
  const int id = item->userid;
  if (id >= ID_EXPONENT) {
    Parameter* p = v->parameter + id - ID_EXPONENT;
    p->real = mju_clip(pow(10, p->exponent), p->about->min, p->about->max);
    faces_set(v, id - ID_EXPONENT);
  } else if (id >= ID_PARAMETER) {
    faces_set(v, id - ID_PARAMETER);
  } else if (id >= ID_CHOICE) {
    faces_choose(v, id - ID_CHOICE);
  } else {
    program_changed(v, id);
    if (v->m)
      model_changed(v, id);
  }
}
