// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Fields of an mjrContext that come from its model: parameters, the table of materials that have a
// texture, and the valid textures.

#include <string.h>

#include <fulcrum/host.h>

#include "renderers/common/common.h"

void copy_parameters(const mjModel* m, mjrContext* con) {
  const float extent = (float)m->stat.extent;
  con->lineWidth = m->vis.global.linewidth;
  con->shadowClip = extent * m->vis.map.shadowclip;
  con->shadowScale = m->vis.map.shadowscale;
  con->fogStart = extent * m->vis.map.fogstart;
  con->fogEnd = extent * m->vis.map.fogend;
  memcpy(con->fogRGBA, m->vis.rgba.fog, sizeof con->fogRGBA);
  con->shadowSize = m->vis.quality.shadowsize;
  con->offWidth = m->vis.global.offwidth;
  con->offHeight = m->vis.global.offheight;
  con->offSamples = m->vis.quality.offsamples;
}

int copy_materials(const mjModel* m, mjrContext* con) {
  for (int i = 0; i < mjMAXMATERIAL * mjNTEXROLE; i++)
    con->mat_texid[i] = -1;
  int skybox = -1;
  for (int i = 0; i < m->ntex && skybox < 0; i++)
    skybox = m->tex_type[i] == mjTEXTURE_SKYBOX ? i : -1;
  const int most = SKYBOX_MATERIAL - (skybox >= 0);
  if (m->nmat >= most)
    return fc_fail("the model has %d materials, %d can be drawn", (int)m->nmat, most - 1);
  for (int i = 0; i < m->nmat; i++) {
    const int* texid = m->mat_texid + mjNTEXROLE * i;
    for (int k = 0; k < mjNTEXROLE && texid[mjTEXROLE_RGB] >= 0; k++)
      con->mat_texid[mjNTEXROLE * i + k] = texid[k];
    con->mat_texuniform[i] = m->mat_texuniform[i];
    con->mat_texrepeat[2 * i] = m->mat_texrepeat[2 * i];
    con->mat_texrepeat[2 * i + 1] = m->mat_texrepeat[2 * i + 1];
  }
  con->mat_texid[mjNTEXROLE * SKYBOX_MATERIAL + mjTEXROLE_RGB] = skybox;
  return 0;
}

int check_texture(const mjModel* m, int id) {
  const int flat = m->tex_type[id] == mjTEXTURE_2D, channels = m->tex_nchannel[id];
  const int width = m->tex_width[id], height = m->tex_height[id];
  const char* name = m->names + m->name_texadr[id];
  if (flat && channels != 3 && channels != 4)
    return fc_fail("the texture %d (%s) has %d channels, expected 3 or 4", id, name, channels);
  if (!flat && channels != 3)
    return fc_fail("the cube texture %d (%s) has %d channels, expected 3", id, name, channels);
  if (!flat && height != width && height != 6 * width)
    return fc_fail(
        "the cube texture %d (%s) has %d x %d pixels, expected one square face or six below each "
        "other; the bytes of a KTX file cannot be drawn",
        id, name, width, height);
  return 0;
}

int choose_framebuffer(int framebuffer, mjrContext* con) {
  if (!con->windowAvailable && !con->offFBO)
    return fc_fail(
        "there is no framebuffer: the context has no window, and its offscreen buffer "
        "has no pixels");
  con->currentBuffer = !con->windowAvailable ? mjFB_OFFSCREEN
                       : !con->offFBO        ? mjFB_WINDOW
                                             : framebuffer;
  return 0;
}
