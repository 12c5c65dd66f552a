// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Initial values of the public structs of visualisation.

#include <stdio.h>
#include <string.h>

#include <fulcrum/math.h>
#include <mujoco/mujoco.h>

void mjv_defaultCamera(mjvCamera* cam) {
  memset(cam, 0, sizeof *cam);
  cam->type = mjCAMERA_FREE;
  cam->fixedcamid = cam->trackbodyid = -1;
  cam->distance = 2;
  cam->azimuth = 90;
  cam->elevation = -45;
}

void mjv_defaultFreeCamera(const mjModel* m, mjvCamera* cam) {
  mjv_defaultCamera(cam);
  fc_copy3(cam->lookat, m->stat.center);
  cam->distance = 1.5 * m->stat.extent;
  cam->azimuth = m->vis.global.azimuth;
  cam->elevation = m->vis.global.elevation;
  cam->orthographic = m->vis.global.orthographic;
}

void mjv_defaultPerturb(mjvPerturb* pert) {
  memset(pert, 0, sizeof *pert);
  pert->flexselect = pert->skinselect = -1;
  pert->refquat[0] = 1;
  pert->scale = 1;
}

void mjv_defaultOption(mjvOption* opt) {
  memset(opt, 0, sizeof *opt);
  opt->label = mjLABEL_NONE;
  opt->frame = mjFRAME_NONE;
  for (int i = 0; i < mjNGROUP; i++) {
    const mjtByte shown = i < 3;
    opt->geomgroup[i] = opt->sitegroup[i] = opt->jointgroup[i] = opt->tendongroup[i] = shown;
    opt->actuatorgroup[i] = opt->flexgroup[i] = opt->skingroup[i] = shown;
  }
  for (int i = 0; i < mjNVISFLAG; i++)
    opt->flags[i] = mjVISSTRING[i][1][0] == '1';
  opt->bvh_depth = 1;
}

void mjv_defaultScene(mjvScene* scn) { memset(scn, 0, sizeof *scn); }

// ---------------------------------------------------------------- figures

// Colours of the first lines are fixed; those of further lines follow a quasi-random sequence.
static void default_line_color(float rgb[3], int line) {
  static const float chosen[][3] = {{1, 0.3f, 0.3f}, {0.1f, 1, 0.1f},   {0.3f, 0.3f, 1},
                                    {0.1f, 1, 1},    {1, 0.2f, 1},      {1, 1, 0.1f},
                                    {1, 0.6f, 0.2f}, {0.6f, 0.7f, 0.4f}};
  static const int base[3] = {2, 3, 5};
  for (int k = 0; k < 3; k++) {
    rgb[k] = line < (int)(sizeof chosen / sizeof *chosen)
                 ? chosen[line][k]
                 : (float)(0.1f + 0.8f * mju_Halton(line, base[k]));
  }
}

void mjv_defaultFigure(mjvFigure* fig) {
  memset(fig, 0, sizeof *fig);
  fig->highlightid = -1;
  fig->flg_legend = fig->flg_extend = 1;
  fig->flg_ticklabel[0] = fig->flg_ticklabel[1] = 1;
  fig->linewidth = 3;
  fig->gridwidth = 1;
  fig->gridsize[0] = fig->gridsize[1] = 2;
  for (int k = 0; k < 3; k++) {
    fig->gridrgb[k] = 0.4f;
    fig->textrgb[k] = 1;
  }
  fig->figurergba[3] = fig->panergba[3] = 1;
  fig->legendrgba[3] = 0.3f;
  fig->range[0][1] = fig->range[1][1] = 1;
  snprintf(fig->xformat, sizeof fig->xformat, "%%.0f");
  snprintf(fig->yformat, sizeof fig->yformat, "%%.2g");
  snprintf(fig->minwidth, sizeof fig->minwidth, "XXX");
  for (int n = 0; n < mjMAXLINE; n++)
    default_line_color(fig->linergb[n], n);
}
