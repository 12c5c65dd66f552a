// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Pictures of a scene: which geoms are transparent and which one reflects, one view or one per eye,
// the border, depth as a picture.

#include <stdlib.h>

#include <fulcrum/host.h>

#include "renderers/common/common.h"
#include "view.h"

// ---------------------------------------------------------------- geoms

// the first geom that reflects; others lose their reflectance
static int find_mirror(mjvScene* scn) {
  int mirror = -1;
  for (int i = 0; i < scn->ngeom; i++) {
    mjvGeom* geom = scn->geoms + i;
    const int flat = geom->type == mjGEOM_PLANE || geom->type == mjGEOM_BOX;
    if (mirror >= 0)
      geom->reflectance = 0;
    else if (flat && !geom->transparent && geom->reflectance > 0)
      mirror = i;
  }
  return mirror;
}

static void upload_skins(const Gl* gl, const mjvScene* scn, const mjrContext* con) {
  for (int i = 0; i < scn->nskin && i < con->nskin; i++) {
    const GLsizeiptr size = 3 * (GLsizeiptr)sizeof(float) * scn->skinvertnum[i];
    gl->BindBuffer(GL_ARRAY_BUFFER, con->skinvertVBO[i]);
    gl->BufferData(GL_ARRAY_BUFFER, size, scn->skinvert + 3 * scn->skinvertadr[i], GL_STREAM_DRAW);
    gl->BindBuffer(GL_ARRAY_BUFFER, con->skinnormalVBO[i]);
    gl->BufferData(GL_ARRAY_BUFFER, size, scn->skinnormal + 3 * scn->skinvertadr[i],
                   GL_STREAM_DRAW);
  }
  gl->BindBuffer(GL_ARRAY_BUFFER, 0);
}

// ---------------------------------------------------------------- state

static void set_state(const View* view) {
  const Gl* gl = view->gl;
  const mjvScene* scn = view->scn;
  const mjrContext* con = view->con;
  static const GLenum off[] = {GL_BLEND,
                               GL_STENCIL_TEST,
                               GL_ALPHA_TEST,
                               GL_TEXTURE_2D,
                               GL_TEXTURE_CUBE_MAP,
                               GL_TEXTURE_GEN_S,
                               GL_TEXTURE_GEN_T,
                               GL_TEXTURE_GEN_R,
                               GL_TEXTURE_GEN_Q,
                               GL_COLOR_MATERIAL,
                               GL_CLIP_PLANE0,
                               GL_CULL_FACE,
                               GL_FOG};
  for (size_t i = 0; i < sizeof off / sizeof off[0]; i++)
    gl->Disable(off[i]);
  if (view->clip_control)
    gl->ClipControl(GL_LOWER_LEFT, GL_ZERO_TO_ONE);
  gl->DepthRange(0, 1);
  gl->Enable(GL_DEPTH_TEST);
  gl->DepthFunc(GL_GEQUAL);
  gl->DepthMask(1);
  gl->ColorMask(1, 1, 1, 1);
  gl->ClearDepth(0);
  gl->ClearStencil(0);
  gl->ClearColor(0, 0, 0, 0);
  gl->Enable(GL_SCISSOR_TEST);
  gl->FrontFace(GL_CCW);
  gl->CullFace(GL_BACK);
  if (scn->flags[mjRND_CULL_FACE])
    gl->Enable(GL_CULL_FACE);
  gl->PolygonMode(GL_FRONT_AND_BACK, scn->flags[mjRND_WIREFRAME] ? GL_LINE : GL_FILL);
  gl->LineWidth(mjMAX(0.01f, con->lineWidth));
  gl->ShadeModel(GL_SMOOTH);
  gl->Enable(GL_NORMALIZE);
  // samples are not at the pixel centre, where depth is required
  if (scn->flags[mjRND_DEPTH])
    gl->Disable(GL_MULTISAMPLE);
  else
    gl->Enable(GL_MULTISAMPLE);
  gl->Enable(GL_LIGHTING);
  gl->LightModeli(GL_LIGHT_MODEL_LOCAL_VIEWER, 1);
  gl->LightModeli(GL_LIGHT_MODEL_TWO_SIDE, 0);
  gl->TexEnvi(GL_TEXTURE_ENV, GL_TEXTURE_ENV_MODE, GL_MODULATE);
  gl->Fogi(GL_FOG_MODE, GL_LINEAR);
  gl->Fogf(GL_FOG_START, con->fogStart);
  gl->Fogf(GL_FOG_END, con->fogEnd);
  gl->Fogfv(GL_FOG_COLOR, con->fogRGBA);
  if (scn->flags[mjRND_FOG])
    gl->Enable(GL_FOG);
}

// ---------------------------------------------------------------- views

void gl_bind_view(const View* view) {
  gl_bind_current(view->gl, view->con);
  if (view->side)
    view->gl->DrawBuffer(view->side);
}

static void draw_eye(View* view, mjrRect viewport, const mjvGLCamera* camera) {
  const Gl* gl = view->gl;
  const mjvGLCamera* c = camera;
  const float half = c->frustum_width > 0 ? c->frustum_width
                                          : 0.5f * (float)viewport.width / (float)viewport.height *
                                                (c->frustum_top - c->frustum_bottom);
  view->viewport = viewport;
  view->camera = *camera;
  gl_projection(view->projection, c->frustum_center - half, c->frustum_center + half,
                c->frustum_bottom, c->frustum_top, c->frustum_near, c->frustum_far, c->orthographic,
                view->clip_control);
  if (view->clip_control && view->scn->flags[mjRND_DEPTH])
    gl_sharpen_depth(view->projection, c->frustum_near, c->frustum_far, c->orthographic);
  gl_look_at(view->modelview, c->pos, c->forward, c->up);
  if (view->scn->enabletransform) {
    float room[16], eye[16];
    gl_room_transform(room, view->scn);
    for (int k = 0; k < 16; k++)
      eye[k] = view->modelview[k];
    gl_multiply(view->modelview, eye, room);
  }
  gl->Viewport(viewport.left, viewport.bottom, viewport.width, viewport.height);
  gl->Scissor(viewport.left, viewport.bottom, viewport.width, viewport.height);
  set_state(view);
  gl->Clear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT);
  gl_draw_view(view);
}

static void draw_eyes(View* view, mjrRect viewport, const mjvGLCamera* average) {
  const mjvGLCamera* eye = view->scn->camera;
  const int window = view->con->currentBuffer == mjFB_WINDOW;
  if (view->scn->stereo == mjSTEREO_NONE) {
    draw_eye(view, viewport, average);
  } else if (view->scn->stereo == mjSTEREO_QUADBUFFERED && window && view->con->windowStereo) {
    for (int i = 0; i < 2; i++) {
      view->side = view->con->windowDoublebuffer ? (i ? GL_BACK_RIGHT : GL_BACK_LEFT)
                                                 : (i ? GL_FRONT_RIGHT : GL_FRONT_LEFT);
      gl_bind_view(view);
      draw_eye(view, viewport, eye + i);
    }
  } else {
    mjrRect left = viewport, right = viewport;
    left.width /= 2;
    right.left += left.width;
    right.width -= left.width;
    if (left.width > 0)
      draw_eye(view, left, eye);
    draw_eye(view, right, eye + 1);
  }
}

// ---------------------------------------------------------------- overlays

static void draw_border(const mjvScene* scn, mjrRect v) {
  float rgba[4];
  mjrRect side[4];
  border_of(scn, v, side, rgba);
  for (int i = 0; i < 4; i++)
    gl_rectangle(side[i], rgba);
}

// Depth as grey; near is bright.
static int show_depth(const View* view, mjrRect v) {
  const Gl* gl = view->gl;
  const size_t n = (size_t)v.width * (size_t)v.height;
  float* depth = malloc(n * sizeof *depth);
  if (!depth)
    return fc_fail("there is no memory for the depth of %d x %d pixels", v.width, v.height);
  gl_bind_resolved(gl, view->con, 0, 1);
  gl->ReadPixels(v.left, v.bottom, v.width, v.height, GL_DEPTH_COMPONENT, GL_FLOAT, depth);
  gl_bind_current(gl, view->con);
  gl_begin_flat(gl, v);
  gl->RasterPos2f(0, 0);
  gl->DrawPixels(v.width, v.height, GL_LUMINANCE, GL_FLOAT, depth);
  free(depth);
  return 0;
}

int gl_render(mjrRect viewport, mjvScene* scn, const mjrContext* con) {
  const Gl* gl = gl_library_of(con);
  if (!gl)
    return -1;
  const mjvGLCamera average = mjv_averageCamera(scn->camera, scn->camera + 1);
  View view = {
      .gl = gl, .con = con, .scn = scn, .clip_control = gl_has_clip_control(gl), .light_scale = 1};
  mjtNum head[3];
  mjv_cameraInModel(head, (mjtNum[3]){0, 0, 0}, (mjtNum[3]){0, 0, 0}, scn);
  for (int k = 0; k < 3; k++)
    view.head[k] = (float)head[k];
  view.ntransparent = order_transparent(scn, view.head);
  view.mirror = find_mirror(scn);
  upload_skins(gl, scn, con);

  gl_bind_current(gl, con);
  draw_eyes(&view, viewport, &average);
  gl->Disable(GL_SCISSOR_TEST);
  gl_bind_current(gl, con);
  int status = 0;
  if (scn->flags[mjRND_DEPTH])
    status = show_depth(&view, viewport);
  gl->Enable(GL_MULTISAMPLE);
  if (scn->framewidth > 0)
    draw_border(scn, viewport);
  if (view.clip_control)
    gl->ClipControl(GL_LOWER_LEFT, GL_NEGATIVE_ONE_TO_ONE);
  gl->Viewport(viewport.left, viewport.bottom, viewport.width, viewport.height);
  gl->Scissor(viewport.left, viewport.bottom, viewport.width, viewport.height);
  gl_bind_current(gl, con);
  return status;
}
