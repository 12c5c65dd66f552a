// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Left panel: File and Option, which are built once, Simulation and Watch.

#include "viewer/panels/panel_sections.h"

static void panel_file(mjUI* ui) {
  item_section(ui, "File", mjSECT_OPEN, "AF");
  item_add(ui, mjITEM_BUTTON, "Save xml", 2, NULL, ID_SAVE_XML, "%s", "");
  item_add(ui, mjITEM_BUTTON, "Save mjb", 2, NULL, ID_SAVE_MJB, "%s", "");
  item_add(ui, mjITEM_BUTTON, "Print model", 2, NULL, ID_PRINT_MODEL, "CM");
  item_add(ui, mjITEM_BUTTON, "Print data", 2, NULL, ID_PRINT_DATA, "CD");
  item_add(ui, mjITEM_BUTTON, "Quit", 1, NULL, ID_QUIT, "CQ");
  item_add(ui, mjITEM_BUTTON, "Screenshot", 1, NULL, ID_SCREENSHOT, "CP");
}

static void panel_option(mjUI* ui, Panels* p, Overlays* o, Plots* plots, Clock* c, Window* w) {
  item_section(ui, "Option", mjSECT_OPEN, "AO");
  item_add(ui, mjITEM_CHECKINT, "Help", 1, &o->help, ID_NONE, " #%d", mjKEY_F1);
  item_add(ui, mjITEM_CHECKINT, "Info", 1, &o->info, ID_NONE, " #%d", mjKEY_F2);
  item_add(ui, mjITEM_CHECKINT, "Profiler", 1, &plots->profiler, ID_NONE, " #%d", mjKEY_F3);
  item_add(ui, mjITEM_CHECKINT, "Sensor", 1, &plots->sensor, ID_NONE, " #%d", mjKEY_F4);
  item_add(ui, mjITEM_CHECKINT, "Pause update", 1, &c->update_paused, ID_NONE, "%s", "");
  item_add(ui, mjITEM_CHECKINT, "Fullscreen", 1, &w->fullscreen, ID_FULLSCREEN, " #%d", mjKEY_F5);
  item_add(ui, mjITEM_CHECKINT, "Vertical Sync", 1, &w->vsync, ID_VSYNC, "%s", "");
  item_add(ui, mjITEM_CHECKINT, "Busy Wait", 1, &c->busy_wait, ID_NONE, "%s", "");
  item_add(ui, mjITEM_SELECT, "Spacing", 1, &p->spacing, ID_THEME, "Tight\nWide");
  item_add(ui, mjITEM_SELECT, "Color", 1, &p->color, ID_THEME, "Default\nOrange\nWhite\nBlack");
  item_add(ui, mjITEM_SELECT, "Font", 1, &p->font, ID_FONT,
           "50 %%\n100 %%\n150 %%\n200 %%\n250 %%\n300 %%");
}

static void panel_run(mjUI* ui, Simulation* s) {
  const mjModel* m = s->sides.m;
  item_section(ui, "Simulation", mjPRESERVE, "AS");
  item_add(ui, mjITEM_RADIO, "", 2, &s->clock.run, ID_RUN, "Pause\nRun");
  item_add(ui, mjITEM_BUTTON, "Reset", 2, NULL, ID_RESET, " #%d", mjKEY_BACKSPACE);
  item_add(ui, mjITEM_BUTTON, "Reload", 2, NULL, ID_RELOAD, "CL");
  item_add(ui, mjITEM_BUTTON, "Align", 2, NULL, ID_ALIGN, "CA");
  item_add(ui, mjITEM_BUTTON, "Copy state", 2, NULL, ID_COPY_STATE, "CC");
  item_add(ui, mjITEM_SLIDERINT, "Key", 3, &s->key, ID_NONE, "0 %d",
           m ? mjMAX(1, (int)m->nkey - 1) : 1);
  item_add(ui, mjITEM_BUTTON, "Load key", 3, NULL, ID_LOAD_KEY, "%s", "");
  item_add(ui, mjITEM_BUTTON, "Save key", 3, NULL, ID_SAVE_KEY, "%s", "");
  item_add(ui, mjITEM_SLIDERNUM, "Noise scale", 2, &s->noise_scale, ID_NONE, "0 1");
  item_add(ui, mjITEM_SLIDERNUM, "Noise rate", 2, &s->noise_rate, ID_NONE, "0 4");
  item_add(ui, mjITEM_SLIDERINT, "History", 2, &s->history.back, ID_HISTORY, "%d 0",
           mjMIN(-1, 1 - s->history.capacity));
}

static void panel_watch(mjUI* ui, Watch* w) {
  item_section(ui, "Watch", mjPRESERVE, "AW");
  item_add(ui, mjITEM_EDITTXT, "Field", 2, w->field, ID_NONE, "%s", "");
  item_add(ui, mjITEM_EDITINT, "Index", 2, &w->index, ID_NONE, "1");
  item_add(ui, mjITEM_EDITTXT, "Value", 0, w->value, ID_NONE, "%s", "");
}

void panel_program(Panels* p, Overlays* overlays, Plots* plots, Clock* c, Window* w) {
  mjUI* ui = &p->ui[LEFT];
  panel_file(ui);
  panel_option(ui, p, overlays, plots, c, w);
}

void panel_simulation(mjUI* ui, Simulation* s, Watch* watch) {
  panel_run(ui, s);
  panel_watch(ui, watch);
}
