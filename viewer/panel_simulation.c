// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Left panel: File and Option, which are built once, Simulation and Watch.

#include "viewer.h"

static void panel_file(mjUI* ui) {
  section(ui, "File", mjSECT_OPEN, "AF");
  item(ui, mjITEM_BUTTON, "Save xml", 2, NULL, ID_SAVE_XML, "%s", "");
  item(ui, mjITEM_BUTTON, "Save mjb", 2, NULL, ID_SAVE_MJB, "%s", "");
  item(ui, mjITEM_BUTTON, "Print model", 2, NULL, ID_PRINT_MODEL, "CM");
  item(ui, mjITEM_BUTTON, "Print data", 2, NULL, ID_PRINT_DATA, "CD");
  item(ui, mjITEM_BUTTON, "Quit", 1, NULL, ID_QUIT, "CQ");
  item(ui, mjITEM_BUTTON, "Screenshot", 1, NULL, ID_SCREENSHOT, "CP");
}

static void panel_option(Viewer* v) {
  mjUI* ui = &v->ui[LEFT];
  section(ui, "Option", mjSECT_OPEN, "AO");
  item(ui, mjITEM_CHECKINT, "Help", 1, &v->help, ID_NONE, " #%d", mjKEY_F1);
  item(ui, mjITEM_CHECKINT, "Info", 1, &v->info, ID_NONE, " #%d", mjKEY_F2);
  item(ui, mjITEM_CHECKINT, "Profiler", 1, &v->profiler, ID_NONE, " #%d", mjKEY_F3);
  item(ui, mjITEM_CHECKINT, "Sensor", 1, &v->sensor, ID_NONE, " #%d", mjKEY_F4);
  item(ui, mjITEM_CHECKINT, "Pause update", 1, &v->clock.update_paused, ID_NONE, "%s", "");
  item(ui, mjITEM_CHECKINT, "Fullscreen", 1, &v->fullscreen, ID_FULLSCREEN, " #%d", mjKEY_F5);
  item(ui, mjITEM_CHECKINT, "Vertical Sync", 1, &v->vsync, ID_VSYNC, "%s", "");
  item(ui, mjITEM_CHECKINT, "Busy Wait", 1, &v->clock.busy_wait, ID_NONE, "%s", "");
  item(ui, mjITEM_SELECT, "Spacing", 1, &v->spacing, ID_THEME, "Tight\nWide");
  item(ui, mjITEM_SELECT, "Color", 1, &v->color, ID_THEME, "Default\nOrange\nWhite\nBlack");
  item(ui, mjITEM_SELECT, "Font", 1, &v->font, ID_FONT,
       "50 %%\n100 %%\n150 %%\n200 %%\n250 %%\n300 %%");
}

static void panel_run(Viewer* v) {
  mjUI* ui = &v->ui[LEFT];
  section(ui, "Simulation", mjPRESERVE, "AS");
  item(ui, mjITEM_RADIO, "", 2, &v->clock.run, ID_RUN, "Pause\nRun");
  item(ui, mjITEM_BUTTON, "Reset", 2, NULL, ID_RESET, " #%d", mjKEY_BACKSPACE);
  item(ui, mjITEM_BUTTON, "Reload", 2, NULL, ID_RELOAD, "CL");
  item(ui, mjITEM_BUTTON, "Align", 2, NULL, ID_ALIGN, "CA");
  item(ui, mjITEM_BUTTON, "Copy state", 2, NULL, ID_COPY_STATE, "CC");
  item(ui, mjITEM_SLIDERINT, "Key", 3, &v->key, ID_NONE, "0 %d",
       v->m ? mjMAX(1, (int)v->m->nkey - 1) : 1);
  item(ui, mjITEM_BUTTON, "Load key", 3, NULL, ID_LOAD_KEY, "%s", "");
  item(ui, mjITEM_BUTTON, "Save key", 3, NULL, ID_SAVE_KEY, "%s", "");
  item(ui, mjITEM_SLIDERNUM, "Noise scale", 2, &v->clock.noise_scale, ID_NONE, "0 1");
  item(ui, mjITEM_SLIDERNUM, "Noise rate", 2, &v->clock.noise_rate, ID_NONE, "0 4");
  item(ui, mjITEM_SLIDERINT, "History", 2, &v->history.back, ID_HISTORY, "%d 0",
       mjMIN(-1, 1 - v->history.capacity));
}

static void panel_watch(Viewer* v) {
  mjUI* ui = &v->ui[LEFT];
  section(ui, "Watch", mjPRESERVE, "AW");
  item(ui, mjITEM_EDITTXT, "Field", 2, v->watch_field, ID_NONE, "%s", "");
  item(ui, mjITEM_EDITINT, "Index", 2, &v->watch_index, ID_NONE, "1");
  item(ui, mjITEM_EDITTXT, "Value", 0, v->watch_value, ID_NONE, "%s", "");
}

void panel_program(Viewer* v) {
  panel_file(&v->ui[LEFT]);
  panel_option(v);
}

void panel_simulation(Viewer* v) {
  panel_run(v);
  panel_watch(v);
}
