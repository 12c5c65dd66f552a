// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Right panel: Joint, Control, Equality.

#include <stdio.h>

#include "viewer/panels/panel_sections.h"

// name of an element, or its type and id
static const char* name_of(const mjModel* m, int type, const char* what, int id) {
  static char text[mjMAXUINAME];
  const char* name = mj_id2name(m, type, id);
  if (name && name[0])
    snprintf(text, sizeof text, "%.39s", name);
  else
    snprintf(text, sizeof text, "%s %d", what, id);
  return text;
}

static int in_group(const mjtByte* groups, int group) {
  return groups[mjMAX(0, mjMIN(mjNGROUP - 1, group))];
}

static void panel_joint(mjUI* ui, const mjModel* m, const mjData* d, const mjvOption* option) {
  for (int i = 0; i < m->njnt; i++) {
    const int type = m->jnt_type[i];
    const mjtNum* range = m->jnt_range + 2 * i;
    const mjtNum reach = type == mjJNT_SLIDE ? 1 : 3.1416;
    if ((type != mjJNT_HINGE && type != mjJNT_SLIDE) ||
        !in_group(option->jointgroup, m->jnt_group[i]))
      continue;
    item_add(ui, mjITEM_SLIDERNUM, name_of(m, mjOBJ_JOINT, "joint", i), 4,
             d->qpos + m->jnt_qposadr[i], ID_JOINT, "%.4g %.4g",
             m->jnt_limited[i] ? range[0] : -reach, m->jnt_limited[i] ? range[1] : reach);
  }
}

static void panel_control(mjUI* ui, const mjModel* m, const mjData* d, const mjvOption* option) {
  item_add(ui, mjITEM_BUTTON, "Clear all", 2, NULL, ID_CLEAR, "%s", "");
  for (int i = 0; i < m->nu; i++) {
    const mjtNum* range = m->actuator_ctrlrange + 2 * i;
    const int limited = m->actuator_ctrllimited[i], group = m->actuator_group[i];
    const int off = group >= 0 && group < 31 && m->opt.disableactuator >> group & 1;
    if (!in_group(option->actuatorgroup, group))
      continue;
    item_add(ui, mjITEM_SLIDERNUM, name_of(m, mjOBJ_ACTUATOR, "control", i), off ? 0 : 2,
             d->ctrl + i, ID_NONE, "%.4g %.4g", limited ? range[0] : -1.0,
             limited ? range[1] : 1.0);
  }
}

static void panel_equality(mjUI* ui, const mjModel* m, const mjData* d) {
  for (int i = 0; i < m->neq; i++)
    item_add(ui, mjITEM_CHECKBYTE, name_of(m, mjOBJ_EQUALITY, "equality", i), 2, d->eq_active + i,
             ID_FLAGS, "%s", "");
}

void panel_controls(mjUI* ui, const Sides* s, const mjvOption* option) {
  const mjModel* m = s->m;
  const mjData* d = s->d[MAIN];
  item_section(ui, "Joint", mjPRESERVE, "AJ");
  if (m)
    panel_joint(ui, m, d, option);
  item_section(ui, "Control", mjPRESERVE, "AC");
  if (m)
    panel_control(ui, m, d, option);
  item_section(ui, "Equality", mjPRESERVE, "AE");
  if (m)
    panel_equality(ui, m, d);
}
