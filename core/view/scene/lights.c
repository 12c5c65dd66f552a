// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Lights of a scene: the headlight, then those of the model.

#include <string.h>

#include "core/view/scene/geom.h"

static mjvLight* add_light(mjvScene* scn) {
  if (scn->nlight >= mjMAXLIGHT)
    return NULL;
  mjvLight* light = scn->lights + scn->nlight++;
  memset(light, 0, sizeof *light);
  return light;
}

static void add_headlight(const mjModel* m, mjvScene* scn) {
  mjtNum pos[3] = {0}, forward[3] = {0};
  mjvLight* light = add_light(scn);
  mjv_cameraInModel(pos, forward, NULL, scn);
  light->id = -1;
  light->headlight = 1;
  light->type = mjLIGHT_DIRECTIONAL;
  light->texid = -1;
  light->bulbradius = 0.02f;
  light->range = 10;
  copy_to_float(light->pos, pos, 3);
  copy_to_float(light->dir, forward, 3);
  copy_float(light->ambient, m->vis.headlight.ambient, 3);
  copy_float(light->diffuse, m->vis.headlight.diffuse, 3);
  copy_float(light->specular, m->vis.headlight.specular, 3);
}

static void add_model_light(const mjModel* m, const mjData* d, int id, mjvScene* scn) {
  mjvLight* light = add_light(scn);
  if (!light)
    return;
  light->id = id;
  light->type = m->light_type[id];
  light->texid = m->light_texid[id];
  light->castshadow = m->light_castshadow[id];
  light->bulbradius = m->light_bulbradius[id];
  light->intensity = m->light_intensity[id];
  light->range = m->light_range[id];
  copy_to_float(light->pos, d->light_xpos + 3 * id, 3);
  copy_to_float(light->dir, d->light_xdir + 3 * id, 3);
  copy_float(light->ambient, m->light_ambient + 3 * id, 3);
  copy_float(light->diffuse, m->light_diffuse + 3 * id, 3);
  copy_float(light->specular, m->light_specular + 3 * id, 3);
  if (light->type == mjLIGHT_SPOT) {
    copy_float(light->attenuation, m->light_attenuation + 3 * id, 3);
    light->exponent = m->light_exponent[id];
    light->cutoff = m->light_cutoff[id];
  }
}

void mjv_makeLights(const mjModel* m, const mjData* d, mjvScene* scn) {
  scn->nlight = 0;
  if (m->vis.headlight.active)
    add_headlight(m, scn);
  for (int i = 0; i < m->nlight; i++)
    if (m->light_active[i])
      add_model_light(m, d, i, scn);
}
