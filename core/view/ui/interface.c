// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Sections and items of a user interface, from lists of definitions. A section has the slot given
// by its place in the list, so that an interface that is rebuilt after nsect was lowered can
// preserve which sections the user had opened.

#include <string.h>

#include <mujoco/mujoco.h>

#include "core/view/ui/item_data.h"

static int fits(const char* text, size_t size) { return memchr(text, 0, size) != NULL; }

static const char* add_section(mjUI* ui, const mjuiDef* def) {
  if (ui->nsect >= mjMAXUISECT)
    return "too many sections, at most 10 fit";
  if (strnlen(def->name, mjMAXUINAME) >= mjMAXUINAME - 1)
    return "section name too long, at most 38 characters fit";
  if (def->state != mjPRESERVE && (def->state < mjSECT_CLOSED || def->state > mjSECT_FIXED))
    return "invalid section state, expected closed, open, fixed or mjPRESERVE";
  if (!fits(def->other, sizeof def->other))
    return "section text too long, at most 299 characters fit";

  // items stay until others overwrite their slots, to preserve the state of separators
  mjuiSection* section = ui->sect + ui->nsect++;
  strcpy(section->name, def->name);
  if (def->state != mjPRESERVE)
    section->state = def->state;
  section->checkbox = def->otherint;
  section->nitem = 0;
  section->lastclick = 0;
  section->rtitle = section->rcontent = (mjrRect){0, 0, 0, 0};
  return read_shortcut(def->other, &section->modifier, &section->shortcut);
}

static int has_data(int type) { return type > mjITEM_BUTTON; }

static const char* add_item(mjUI* ui, int sect, const mjuiDef* def) {
  if (sect < 0)
    return "item defined outside section";
  mjuiSection* section = ui->sect + sect;
  if (section->nitem >= mjMAXUIITEM)
    return "too many items in section, at most 200 fit";
  if (!fits(def->name, mjMAXUINAME))
    return "item name too long, at most 39 characters fit";
  if (!fits(def->other, sizeof def->other))
    return "item text too long, at most 299 characters fit";
  if (def->type < 0 || def->type >= mjNITEM)
    return "invalid item type";
  if (def->state < 0)
    return "invalid item state, expected 0 or more";

  // the slot may still hold a separator that was open
  mjuiItem* item = section->item + section->nitem;
  const int kept = item->state == mjSEPCLOSED + 1;
  memset(item, 0, sizeof *item);
  item->type = def->type;
  strcpy(item->name, def->name);
  item->state = def->state;
  if (def->type == mjITEM_SEPARATOR && def->state == mjPRESERVE)
    item->state = mjSEPCLOSED + kept;
  item->pdata = def->pdata;
  item->sectionid = sect;
  item->itemid = section->nitem++;
  item->userid = def->otherint;
  if (has_data(item->type) != (item->pdata != NULL))
    return item->pdata ? "data pointer for item without data"
                       : "no data pointer for item with data";
  return read_item_data(item, def->other);
}

static void report(const char* function, const mjuiDef* def, const char* fault) {
  mju_error("%s: %s ('%.*s')", function, fault, mjMAXUINAME - 1, def->name);
}

void mjui_add(mjUI* ui, const mjuiDef* def) {
  for (; def->type != mjITEM_END; def++) {
    const char* fault =
        def->type == mjITEM_SECTION ? add_section(ui, def) : add_item(ui, ui->nsect - 1, def);
    if (fault) {
      report(__func__, def, fault);
      return;
    }
  }
}

void mjui_addToSection(mjUI* ui, int sect, const mjuiDef* def) {
  if (sect < 0 || sect >= ui->nsect) {
    mju_error("%s: there is no section %d, expected 0 to %d", __func__, sect, ui->nsect - 1);
    return;
  }
  for (; def->type != mjITEM_END; def++) {
    const char* fault = def->type == mjITEM_SECTION ? "a section cannot be added to a section"
                                                    : add_item(ui, sect, def);
    if (fault) {
      report(__func__, def, fault);
      return;
    }
  }
}
