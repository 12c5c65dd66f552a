// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Functions that draw. They exist because programs are bound to their names when they start, and
// report when they are called: there is no renderer to draw with. README.md tells where one enters.

#include <mujoco/mujoco.h>

static void report(const char* function) {
  mju_error("%s: this build of Fulcrum has no renderer, so pictures cannot be drawn", function);
}

// ---------------------------------------------------------------- context and resources

void mjr_makeContext(const mjModel* m, mjrContext* con, int fontscale) {
  (void)m, (void)con, (void)fontscale;
  report(__func__);
}

void mjr_changeFont(int fontscale, mjrContext* con) {
  (void)fontscale, (void)con;
  report(__func__);
}

void mjr_uploadTexture(const mjModel* m, const mjrContext* con, int texid) {
  (void)m, (void)con, (void)texid;
  report(__func__);
}

void mjr_uploadMesh(const mjModel* m, const mjrContext* con, int meshid) {
  (void)m, (void)con, (void)meshid;
  report(__func__);
}

void mjr_uploadHField(const mjModel* m, const mjrContext* con, int hfieldid) {
  (void)m, (void)con, (void)hfieldid;
  report(__func__);
}

// ---------------------------------------------------------------- buffers

void mjr_addAux(int index, int width, int height, int samples, mjrContext* con) {
  (void)index, (void)width, (void)height, (void)samples, (void)con;
  report(__func__);
}

void mjr_setAux(int index, const mjrContext* con) {
  (void)index, (void)con;
  report(__func__);
}

void mjr_blitAux(int index, mjrRect src, int left, int bottom, const mjrContext* con) {
  (void)index, (void)src, (void)left, (void)bottom, (void)con;
  report(__func__);
}

void mjr_resizeOffscreen(int width, int height, mjrContext* con) {
  (void)width, (void)height, (void)con;
  report(__func__);
}

void mjr_setBuffer(int framebuffer, mjrContext* con) {
  (void)framebuffer, (void)con;
  report(__func__);
}

void mjr_restoreBuffer(const mjrContext* con) {
  (void)con;
  report(__func__);
}

void mjr_readPixels(unsigned char* rgb, float* depth, mjrRect viewport, const mjrContext* con) {
  (void)rgb, (void)depth, (void)viewport, (void)con;
  report(__func__);
}

void mjr_drawPixels(const unsigned char* rgb, const float* depth, mjrRect viewport,
                    const mjrContext* con) {
  (void)rgb, (void)depth, (void)viewport, (void)con;
  report(__func__);
}

void mjr_blitBuffer(mjrRect src, mjrRect dst, int flg_color, int flg_depth, const mjrContext* con) {
  (void)src, (void)dst, (void)flg_color, (void)flg_depth, (void)con;
  report(__func__);
}

// ---------------------------------------------------------------- pictures

void mjr_render(mjrRect viewport, mjvScene* scn, const mjrContext* con) {
  (void)viewport, (void)scn, (void)con;
  report(__func__);
}

void mjr_text(int font, const char* txt, const mjrContext* con, float x, float y, float r, float g,
              float b) {
  (void)font, (void)txt, (void)con, (void)x, (void)y, (void)r, (void)g, (void)b;
  report(__func__);
}

void mjr_overlay(int font, int gridpos, mjrRect viewport, const char* overlay, const char* overlay2,
                 const mjrContext* con) {
  (void)font, (void)gridpos, (void)viewport, (void)overlay, (void)overlay2, (void)con;
  report(__func__);
}

void mjr_rectangle(mjrRect viewport, float r, float g, float b, float a) {
  (void)viewport, (void)r, (void)g, (void)b, (void)a;
  report(__func__);
}

void mjr_label(mjrRect viewport, int font, const char* txt, float r, float g, float b, float a,
               float rt, float gt, float bt, const mjrContext* con) {
  (void)viewport, (void)font, (void)txt, (void)r, (void)g, (void)b, (void)a;
  (void)rt, (void)gt, (void)bt, (void)con;
  report(__func__);
}

void mjr_figure(mjrRect viewport, mjvFigure* fig, const mjrContext* con) {
  (void)viewport, (void)fig, (void)con;
  report(__func__);
}
