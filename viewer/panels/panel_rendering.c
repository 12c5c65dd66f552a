// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Left panel: Rendering, Visualization, Group enable.

#include <stddef.h>
#include <stdio.h>

#include "viewer/panels/panel_sections.h"

// the key of a flag, as a shortcut without a modifier; "" for none
static const char* shortcut_of(const char* key, char text[4]) {
  snprintf(text, 4, "%s%.1s", key[0] ? " " : "", key);
  return text;
}

// ---------------------------------------------------------------- Rendering

static const char* camera_name(const void* model, int i) {
  static char name[mjMAXUINAME];
  const char* own = i < 2 ? NULL : mj_id2name(model, mjOBJ_CAMERA, i - 2);
  if (i < 2)
    return i ? "Tracking" : "Free";
  snprintf(name, sizeof name, own && own[0] ? "%.38s" : "Camera %s", own && own[0] ? own : "");
  if (!own || !own[0])
    snprintf(name, sizeof name, "Camera %d", i - 2);
  return name;
}

static const char* label_name(const void* of, int i) {
  (void)of;
  return mjLABELSTRING[i];
}
static const char* frame_name(const void* of, int i) {
  (void)of;
  return mjFRAMESTRING[i];
}

static void panel_view(mjUI* ui, const mjModel* m, View* v, mjtByte flags[mjNRNDFLAG]) {
  char key[4];
  item_section(ui, "Rendering", mjPRESERVE, "AR");
  if (!m)
    return;
  item_choices(ui, mjITEM_SELECT, "Camera", 2, &v->choice, ID_CAMERA, 2 + (int)m->ncam, camera_name,
               m);
  item_choices(ui, mjITEM_SELECT, "Label", 2, &v->option.label, ID_NONE, mjNLABEL, label_name,
               NULL);
  item_choices(ui, mjITEM_SELECT, "Frame", 2, &v->option.frame, ID_NONE, mjNFRAME, frame_name,
               NULL);
  item_add(ui, mjITEM_BUTTON, "Copy camera", 2, NULL, ID_COPY_CAMERA, "%s", "");
  item_add(ui, mjITEM_SEPARATOR, "Model Elements", 1, NULL, ID_NONE, "%s", "");
  for (int i = 0; i < mjNVISFLAG; i++)
    item_add(ui, mjITEM_CHECKBYTE, mjVISSTRING[i][0], 2, v->option.flags + i, ID_NONE, "%s",
             shortcut_of(mjVISSTRING[i][2], key));
  item_add(ui, mjITEM_SLIDERINT, "Tree depth", 2, &v->option.bvh_depth, ID_NONE, "0 20");
  item_add(ui, mjITEM_SLIDERINT, "Flex layer", 2, &v->option.flex_layer, ID_NONE, "0 10");
  item_add(ui, mjITEM_SEPARATOR, "OpenGL Effects", 1, NULL, ID_NONE, "%s", "");
  for (int i = 0; i < mjNRNDFLAG; i++)
    item_add(ui, mjITEM_CHECKBYTE, mjRNDSTRING[i][0], 2, flags + i, ID_NONE, "%s",
             shortcut_of(mjRNDSTRING[i][2], key));
}

// ---------------------------------------------------------------- Visualization

static void panel_lights(mjUI* ui, mjModel* m, mjvCamera* camera) {
  mjVisual* vis = &m->vis;
  item_add(ui, mjITEM_SEPARATOR, "Headlight", 1, NULL, ID_NONE, "%s", "");
  item_add(ui, mjITEM_RADIO, "Active", 2, &vis->headlight.active, ID_NONE, "Off\nOn");
  item_add(ui, mjITEM_EDITFLOAT, "Ambient", 2, vis->headlight.ambient, ID_NONE, "3");
  item_add(ui, mjITEM_EDITFLOAT, "Diffuse", 2, vis->headlight.diffuse, ID_NONE, "3");
  item_add(ui, mjITEM_EDITFLOAT, "Specular", 2, vis->headlight.specular, ID_NONE, "3");
  item_add(ui, mjITEM_SEPARATOR, "Free Camera", 1, NULL, ID_NONE, "%s", "");
  item_add(ui, mjITEM_RADIO, "Orthographic", 2, &camera->orthographic, ID_NONE, "No\nYes");
  item_add(ui, mjITEM_EDITFLOAT, "Field of view", 2, &vis->global.fovy, ID_NONE, "1");
  item_add(ui, mjITEM_EDITNUM, "Center", 2, m->stat.center, ID_NONE, "3");
  item_add(ui, mjITEM_EDITFLOAT, "Azimuth", 2, &vis->global.azimuth, ID_NONE, "1");
  item_add(ui, mjITEM_EDITFLOAT, "Elevation", 2, &vis->global.elevation, ID_NONE, "1");
  item_add(ui, mjITEM_BUTTON, "Align", 2, NULL, ID_ALIGN_FREE, "%s", "");
  item_add(ui, mjITEM_SEPARATOR, "Global", 1, NULL, ID_NONE, "%s", "");
  item_add(ui, mjITEM_EDITNUM, "Extent", 2, &m->stat.extent, ID_NONE, "1");
  item_add(ui, mjITEM_RADIO, "Inertia", 2, &vis->global.ellipsoidinertia, ID_NONE,
           "Box\nEllipsoid");
  item_add(ui, mjITEM_RADIO, "BVH active", 2, &vis->global.bvactive, ID_NONE, "No\nYes");
}

typedef struct Field_ {
  const char* name;
  size_t offset;  // in mjVisual
} Field;
#define F(name, member) \
  { name, offsetof(mjVisual, member) }

static const Field map_fields[] = {F("Stiffness", map.stiffness),
                                   F("Rot stiffness", map.stiffnessrot),
                                   F("Force", map.force),
                                   F("Torque", map.torque),
                                   F("Alpha", map.alpha),
                                   F("Fog start", map.fogstart),
                                   F("Fog end", map.fogend),
                                   F("Z near", map.znear),
                                   F("Z far", map.zfar),
                                   F("Haze", map.haze),
                                   F("Shadow clip", map.shadowclip),
                                   F("Shadow scale", map.shadowscale),
                                   F("Act tendon", map.actuatortendon)};
static const Field scale_fields[] = {F("Force width", scale.forcewidth),
                                     F("Contact width", scale.contactwidth),
                                     F("Contact height", scale.contactheight),
                                     F("Connect", scale.connect),
                                     F("Com", scale.com),
                                     F("Camera", scale.camera),
                                     F("Light", scale.light),
                                     F("Select point", scale.selectpoint),
                                     F("Joint length", scale.jointlength),
                                     F("Joint width", scale.jointwidth),
                                     F("Act length", scale.actuatorlength),
                                     F("Act width", scale.actuatorwidth),
                                     F("Frame length", scale.framelength),
                                     F("Frame width", scale.framewidth),
                                     F("Constraint", scale.constraint),
                                     F("Slider-crank", scale.slidercrank),
                                     F("Frustum", scale.frustum)};
static const Field rgba_fields[] = {F("fog", rgba.fog),
                                    F("haze", rgba.haze),
                                    F("force", rgba.force),
                                    F("inertia", rgba.inertia),
                                    F("joint", rgba.joint),
                                    F("actuator", rgba.actuator),
                                    F("act. negative", rgba.actuatornegative),
                                    F("act. positive", rgba.actuatorpositive),
                                    F("com", rgba.com),
                                    F("camera", rgba.camera),
                                    F("light", rgba.light),
                                    F("select point", rgba.selectpoint),
                                    F("connect", rgba.connect),
                                    F("contact point", rgba.contactpoint),
                                    F("contact force", rgba.contactforce),
                                    F("contact friction", rgba.contactfriction),
                                    F("contact torque", rgba.contacttorque),
                                    F("contact gap", rgba.contactgap),
                                    F("range finder", rgba.rangefinder),
                                    F("constraint", rgba.constraint),
                                    F("slider-crank", rgba.slidercrank),
                                    F("crank broken", rgba.crankbroken),
                                    F("frustum", rgba.frustum),
                                    F("bv", rgba.bv),
                                    F("bv active", rgba.bvactive)};
#undef F

static void panel_numbers(mjUI* ui, mjVisual* vis, const char* title, const Field* field, int n,
                          int each) {
  item_add(ui, mjITEM_SEPARATOR, title, mjPRESERVE, NULL, ID_NONE, "%s", "");
  for (int i = 0; i < n; i++)
    item_add(ui, mjITEM_EDITFLOAT, field[i].name, 2, (char*)vis + field[i].offset, ID_NONE, "%d",
             each);
}

static void panel_visual(mjUI* ui, mjModel* m, mjvCamera* camera) {
  item_section(ui, "Visualization", mjPRESERVE, "AV");
  if (!m)
    return;
  panel_lights(ui, m, camera);
  panel_numbers(ui, &m->vis, "Map", map_fields, sizeof map_fields / sizeof *map_fields, 1);
  panel_numbers(ui, &m->vis, "Scale", scale_fields, sizeof scale_fields / sizeof *scale_fields, 1);
  item_add(ui, mjITEM_EDITNUM, "Mean size", 2, &m->stat.meansize, ID_NONE, "1");
  panel_numbers(ui, &m->vis, "RGBA", rgba_fields, sizeof rgba_fields / sizeof *rgba_fields, 4);
}

// ---------------------------------------------------------------- Group enable

static void panel_groups(mjUI* ui, int shown, mjvOption* option) {
  struct {
    const char* name;
    mjtByte* group;
    int id;
  } kinds[] = {{"Geom", option->geomgroup, ID_NONE},
               {"Site", option->sitegroup, ID_NONE},
               {"Joint", option->jointgroup, ID_GROUPS},
               {"Tendon", option->tendongroup, ID_NONE},
               {"Actuator", option->actuatorgroup, ID_GROUPS},
               {"Flex", option->flexgroup, ID_NONE},
               {"Skin", option->skingroup, ID_NONE}};
  item_section(ui, "Group enable", mjPRESERVE, "AG");
  if (!shown)
    return;
  for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
    char name[mjMAXUINAME];
    snprintf(name, sizeof name, "%s groups", kinds[k].name);
    item_add(ui, mjITEM_SEPARATOR, name, 1, NULL, ID_NONE, "%s", "");
    for (int i = 0; i < mjNGROUP; i++) {
      // the view handles the keys 0 to 5, with and without Shift
      snprintf(name, sizeof name, "%s %d", kinds[k].name, i);
      item_add(ui, mjITEM_CHECKBYTE, name, 2, kinds[k].group + i, kinds[k].id, "%s", "");
    }
  }
}

void panel_rendering(mjUI* ui, mjModel* m, View* view, mjtByte flags[mjNRNDFLAG]) {
  panel_view(ui, m, view, flags);
  panel_visual(ui, m, &view->camera);
  panel_groups(ui, m != NULL, &view->option);
}
