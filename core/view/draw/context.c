// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Contexts: creation and deletion, fonts, and the resources of a model.

#include <string.h>

#include <mujoco/mujoco.h>

#include "core/foundation/base/errors.h"
#include "core/view/draw/renderer.h"

void mjr_defaultContext(mjrContext* con) { memset(con, 0, sizeof *con); }

// 1 when the context holds objects of a graphics library (checks those that are made first)
static int has_objects(const mjrContext* con) {
  int any = con->offFBO || con->shadowFBO || con->ntexture || con->nskin || con->rangePlane ||
            con->rangeMesh || con->rangeHField || con->rangeBuiltin || con->rangeFont;
  for (int i = 0; i < mjNAUX; i++)
    any |= con->auxFBO[i] != 0;
  return any;
}

// deletes the objects; what is known about the window stays
static int clear_context(const char* function, mjrContext* con) {
  if (has_objects(con)) {
    const FcRenderer* renderer = renderer_for(function);
    if (!renderer || !renderer_done(function, renderer->free_context(con)))
      return 0;
  }
  const int initialized = con->glInitialized, available = con->windowAvailable;
  const int samples = con->windowSamples, stereo = con->windowStereo;
  const int doublebuffer = con->windowDoublebuffer;
  mjr_defaultContext(con);
  con->glInitialized = initialized;
  con->windowAvailable = available;
  con->windowSamples = samples;
  con->windowStereo = stereo;
  con->windowDoublebuffer = doublebuffer;
  return 1;
}

void mjr_freeContext(mjrContext* con) { clear_context(__func__, con); }

void mjr_makeContext(const mjModel* m, mjrContext* con, int fontscale) {
  const FcRenderer* renderer = renderer_for(__func__);
  if (!renderer || !clear_context(__func__, con))
    return;
  const int scale = (int)mju_round(mju_clip(fontscale, 100, 300) / 50) * 50;
  con->readPixelFormat = 0x1907;  // GL_RGB
  con->readDepthMap = mjDEPTH_ZERONEAR;
  const unsigned long mark = fail_mark();
  const int status = renderer->make_context(m, con, scale);
  if (status < 0) {
    // free what was made before the failure; keep the message of the failure
    char reason[1000];
    snprintf(reason, sizeof reason, "%s", fail_reason(mark));
    if (has_objects(con))
      renderer->free_context(con);
    mjr_defaultContext(con);
    mju_error("%s: %s", __func__, reason);
  }
}

void mjr_changeFont(int fontscale, mjrContext* con) {
  if (fontscale % 50 || fontscale < mjFONTSCALE_50 || fontscale > mjFONTSCALE_300) {
    mju_error("%s: there is no font of scale %d, expected 50, 100, 150, 200, 250 or 300", __func__,
              fontscale);
    return;
  }
  const FcRenderer* renderer = renderer_for(__func__);
  if (renderer)
    renderer_done(__func__, renderer->change_font(fontscale, con));
}

// ---------------------------------------------------------------- resources

static int is_valid(const char* function, const char* what, int id, mjtSize n) {
  const int valid = id >= 0 && id < n;
  if (!valid)
    mju_error("%s: there is no %s %d, the model has %d", function, what, id, (int)n);
  return valid;
}

void mjr_uploadTexture(const mjModel* m, const mjrContext* con, int texid) {
  const FcRenderer* renderer = renderer_for(__func__);
  if (renderer && is_valid(__func__, "texture", texid, m ? m->ntex : 0))
    renderer_done(__func__, renderer->upload_texture(m, con, texid));
}

void mjr_uploadMesh(const mjModel* m, const mjrContext* con, int meshid) {
  const FcRenderer* renderer = renderer_for(__func__);
  if (renderer && is_valid(__func__, "mesh", meshid, m ? m->nmesh : 0))
    renderer_done(__func__, renderer->upload_mesh(m, con, meshid));
}

void mjr_uploadHField(const mjModel* m, const mjrContext* con, int hfieldid) {
  const FcRenderer* renderer = renderer_for(__func__);
  if (renderer && is_valid(__func__, "height field", hfieldid, m ? m->nhfield : 0))
    renderer_done(__func__, renderer->upload_hfield(m, con, hfieldid));
}
