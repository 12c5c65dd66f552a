// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Right panel: Joint, Control, Equality.

#include <string.h>

#include "viewer.h"

// name of an element, or its type and id
static const char* name_of(const Viewer* v, int type, const char* what, int id) {
  static char text[mjMAXUINAME];
  const char* name = mj_id2name(v->m, type, id);
  if (name && name[0])
    snprintf(text, sizeof text, "%.39s", name);
  else
    snprintf(text, sizeof text, "%s %d", what, id);
  return text;
}

static int in_group(const mjtByte* groups, int group) {
  return groups[mjMAX(0, mjMIN(mjNGROUP - 1, group))];
}

static void panel_joint(Viewer* v, mjUI* ui) {
  const mjModel* m = v->m;
  for (int i = 0; i < m->njnt; i++) {
    const int type = m->jnt_type[i];
    const mjtNum* range = m->jnt_range + 2 * i;
    const mjtNum reach = type == mjJNT_SLIDE ? 1 : 3.1416;
    if ((type != mjJNT_HINGE && type != mjJNT_SLIDE) ||
        !in_group(v->option.jointgroup, m->jnt_group[i]))
      continue;
    item(ui, mjITEM_SLIDERNUM, name_of(v, mjOBJ_JOINT, "joint", i), 4,
         v->d[MAIN]->qpos + m->jnt_qposadr[i], ID_JOINT, "%.4g %.4g",
         m->jnt_limited[i] ? range[0] : -reach, m->jnt_limited[i] ? range[1] : reach);
  }
}

static void panel_control(Viewer* v, mjUI* ui) {
  const mjModel* m = v->m;
  item(ui, mjITEM_BUTTON, "Clear all", 2, NULL, ID_CLEAR, "%s", "");
  for (int i = 0; i < m->nu; i++) {
    const mjtNum* range = m->actuator_ctrlrange + 2 * i;
    const int limited = m->actuator_ctrllimited[i], group = m->actuator_group[i];
    const int off = group >= 0 && group < 31 && m->opt.disableactuator >> group & 1;
    if (!in_group(v->option.actuatorgroup, group))
      continue;
    item(ui, mjITEM_SLIDERNUM, name_of(v, mjOBJ_ACTUATOR, "control", i), off ? 0 : 2,
         v->d[MAIN]->ctrl + i, ID_NONE, "%.4g %.4g", limited ? range[0] : -1.0,
         limited ? range[1] : 1.0);
  }
}

static void panel_equality(Viewer* v, mjUI* ui) {
  for (int i = 0; i < v->m->neq; i++)
    item(ui, mjITEM_CHECKBYTE, name_of(v, mjOBJ_EQUALITY, "equality", i), 2,
         v->d[MAIN]->eq_active + i, ID_FLAGS, "%s", "");
}

void panel_controls(Viewer* v) {
  mjUI* ui = &v->ui[RIGHT];
  section(ui, "Joint", mjPRESERVE, "AJ");
  if (v->m)
    panel_joint(v, ui);
  section(ui, "Control", mjPRESERVE, "AC");
  if (v->m)
    panel_control(v, ui);
  section(ui, "Equality", mjPRESERVE, "AE");
  if (v->m)
    panel_equality(v, ui);
}
