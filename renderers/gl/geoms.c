// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The shape of one geom in its frame: unit shapes scaled by its size, lists of the model, lines,
// and the flexes and skins stored in the scene.

#include "view.h"

// cones of arrows are this much wider than their shafts
#define HEAD 1.75f

static void call(const View* view, Shape shape) {
  view->gl->CallList(view->con->baseBuiltin + shape);
}

// a unit shape scaled, and moved along z
static void part(const View* view, Shape shape, float x, float y, float z, float at) {
  const Gl* gl = view->gl;
  gl->PushMatrix();
  gl->Translatef(0, 0, at);
  gl->Scalef(x, y, z);
  call(view, shape);
  gl->PopMatrix();
}

static void capsule(const View* view, const float size[3]) {
  const float round = (size[0] + size[1]) / 2;
  part(view, SHAPE_TUBE, size[0], size[1], size[2], 0);
  part(view, SHAPE_TOP, size[0], size[1], round, size[2]);
  part(view, SHAPE_BOTTOM, size[0], size[1], round, -size[2]);
}

// half as long as its size: a shaft, and a head of half its length
static void arrow(const View* view, const float size[3], float head) {
  const float unit = size[2] / 6;
  part(view, SHAPE_CYLINDER, size[0], size[1], unit, unit);
  part(view, SHAPE_CONE, head * size[0], head * size[1], unit, 2 * unit);
}

static void double_arrow(const View* view, const float size[3]) {
  const Gl* gl = view->gl;
  part(view, SHAPE_TUBE, size[0], size[1], size[2] / 3, 0);
  part(view, SHAPE_CONE, HEAD * size[0], HEAD * size[1], size[2] / 6, size[2] / 3);
  gl->PushMatrix();
  // rotated about x, so that the shape stays right-handed
  gl->Scalef(1, -1, -1);
  part(view, SHAPE_CONE, HEAD * size[0], HEAD * size[1], size[2] / 6, size[2] / 3);
  gl->PopMatrix();
}

// ---------------------------------------------------------------- lines

// widths are pixels; the smallest that OpenGL draws is not 0
static void line_width(const View* view, float width) {
  view->gl->LineWidth(mjMAX(0.01f, width * view->con->lineWidth));
}

static void line(const View* view, const float size[3]) {
  const Gl* gl = view->gl;
  line_width(view, size[0]);
  gl->Begin(GL_LINES);
  gl->Vertex3f(0, 0, 0);
  gl->Vertex3f(0, 0, size[2]);
  gl->End();
}

static void line_box(const View* view, const float size[3]) {
  const Gl* gl = view->gl;
  line_width(view, 1.5f);
  gl->Begin(GL_LINES);
  for (int axis = 0; axis < 3; axis++) {
    const int u = (axis + 1) % 3, v = (axis + 2) % 3;
    for (int i = 0; i < 4; i++) {
      float p[3];
      p[u] = i & 1 ? size[u] : -size[u];
      p[v] = i & 2 ? size[v] : -size[v];
      p[axis] = -size[axis];
      gl->Vertex3fv(p);
      p[axis] = size[axis];
      gl->Vertex3fv(p);
    }
  }
  gl->End();
}

static void triangle(const View* view, const float size[3]) {
  const Gl* gl = view->gl;
  gl->Begin(GL_TRIANGLES);
  gl->Normal3f(0, 0, 1);
  for (int side = 0; side < 2; side++) {
    gl->Vertex3f(0, 0, 0);
    gl->Vertex3f(side ? 0 : size[0], side ? size[1] : 0, 0);
    gl->Vertex3f(side ? size[0] : 0, side ? 0 : size[1], 0);
  }
  gl->End();
}

// ---------------------------------------------------------------- flexes and skins

static void flex_bones(View* view, const mjvGeom* geom, int id) {
  const Gl* gl = view->gl;
  const mjvScene* scn = view->scn;
  const float r = geom->size[0];
  const float* vertex = scn->flexvert + 3 * scn->flexvertadr[id];
  gl_texture_off(view);
  for (int i = 0; i < scn->flexvertnum[id] && scn->flexvertopt; i++) {
    gl->PushMatrix();
    gl->Translatef(vertex[3 * i], vertex[3 * i + 1], vertex[3 * i + 2]);
    gl->Scalef(r, r, r);
    call(view, SHAPE_SPHERE);
    gl->PopMatrix();
  }
  for (int i = 0; i < scn->flexedgenum[id] && scn->flexedgeopt; i++) {
    const int* edge = scn->flexedge + 2 * (scn->flexedgeadr[id] + i);
    mjtNum ends[2][3];
    mjvGeom tube;
    float pose[16];
    for (int k = 0; k < 3; k++) {
      ends[0][k] = vertex[3 * edge[0] + k];
      ends[1][k] = vertex[3 * edge[1] + k];
    }
    mjv_connector(&tube, mjGEOM_CYLINDER, r, ends[0], ends[1]);
    gl_pose(pose, tube.pos, tube.mat);
    gl->PushMatrix();
    gl->MultMatrixf(pose);
    gl->Scalef(r, r, tube.size[2]);
    call(view, SHAPE_TUBE);
    gl->PopMatrix();
  }
}

static void flex(View* view, const mjvGeom* geom) {
  const Gl* gl = view->gl;
  const mjvScene* scn = view->scn;
  const int id = geom->objid;
  if (id < 0 || id >= scn->nflex)
    return;
  const int faces = scn->flexfaceused[id];
  // texture coordinates of faces are disabled with the texture, so faces come first
  if (faces > 0) {
    const int first = scn->flexfaceadr[id];
    gl->EnableClientState(GL_VERTEX_ARRAY);
    gl->EnableClientState(GL_NORMAL_ARRAY);
    gl->VertexPointer(3, GL_FLOAT, 0, scn->flexface + 9 * first);
    gl->NormalPointer(GL_FLOAT, 0, scn->flexnormal + 9 * first);
    if (geom->texcoord) {
      gl->EnableClientState(GL_TEXTURE_COORD_ARRAY);
      gl->TexCoordPointer(2, GL_FLOAT, 0, scn->flextexcoord + 6 * first);
    }
    gl->DrawArrays(GL_TRIANGLES, 0, 3 * faces);
    gl->DisableClientState(GL_VERTEX_ARRAY);
    gl->DisableClientState(GL_NORMAL_ARRAY);
    gl->DisableClientState(GL_TEXTURE_COORD_ARRAY);
  }
  if (geom->size[0] > 0 && !(scn->flexskinopt && faces > 0))
    flex_bones(view, geom, id);
}

static void skin(const View* view, const mjvGeom* geom) {
  const Gl* gl = view->gl;
  const mjrContext* con = view->con;
  const int id = geom->objid;
  if (id < 0 || id >= con->nskin || id >= view->scn->nskin)
    return;
  gl->EnableClientState(GL_VERTEX_ARRAY);
  gl->BindBuffer(GL_ARRAY_BUFFER, con->skinvertVBO[id]);
  gl->VertexPointer(3, GL_FLOAT, 0, NULL);
  gl->EnableClientState(GL_NORMAL_ARRAY);
  gl->BindBuffer(GL_ARRAY_BUFFER, con->skinnormalVBO[id]);
  gl->NormalPointer(GL_FLOAT, 0, NULL);
  if (geom->texcoord && con->skintexcoordVBO[id]) {
    gl->EnableClientState(GL_TEXTURE_COORD_ARRAY);
    gl->BindBuffer(GL_ARRAY_BUFFER, con->skintexcoordVBO[id]);
    gl->TexCoordPointer(2, GL_FLOAT, 0, NULL);
  }
  gl->BindBuffer(GL_ELEMENT_ARRAY_BUFFER, con->skinfaceVBO[id]);
  gl->DrawElements(GL_TRIANGLES, 3 * view->scn->skinfacenum[id], GL_UNSIGNED_INT, NULL);
  gl->DisableClientState(GL_VERTEX_ARRAY);
  gl->DisableClientState(GL_NORMAL_ARRAY);
  gl->DisableClientState(GL_TEXTURE_COORD_ARRAY);
  gl->BindBuffer(GL_ARRAY_BUFFER, 0);
  gl->BindBuffer(GL_ELEMENT_ARRAY_BUFFER, 0);
}

// ---------------------------------------------------------------- geoms

static void list(const View* view, unsigned int base, int range, int index) {
  if (index >= 0 && index < range)
    view->gl->CallList(base + (GLuint)index);
}

static void shape(View* view, const mjvGeom* geom) {
  const Gl* gl = view->gl;
  const mjrContext* con = view->con;
  const float* size = geom->size;
  switch (geom->type) {
    case mjGEOM_PLANE:
      if (geom->dataid >= 0) {
        list(view, con->basePlane, con->rangePlane, 1 + geom->dataid);
      } else {
        gl->Scalef(size[0], size[1], size[2]);
        list(view, con->basePlane, con->rangePlane, 0);
      }
      break;
    case mjGEOM_HFIELD: list(view, con->baseHField, con->rangeHField, geom->dataid); break;
    case mjGEOM_MESH:
    case mjGEOM_SDF: list(view, con->baseMesh, con->rangeMesh, geom->dataid); break;
    case mjGEOM_SPHERE:
    case mjGEOM_ELLIPSOID: part(view, SHAPE_SPHERE, size[0], size[1], size[2], 0); break;
    case mjGEOM_CAPSULE: capsule(view, size); break;
    case mjGEOM_CYLINDER: part(view, SHAPE_CYLINDER, size[0], size[1], size[2], 0); break;
    case mjGEOM_BOX: part(view, SHAPE_BOX, size[0], size[1], size[2], 0); break;
    case mjGEOM_ARROW: arrow(view, size, HEAD); break;
    case mjGEOM_ARROW1: arrow(view, size, 1); break;
    case mjGEOM_ARROW2: double_arrow(view, size); break;
    case mjGEOM_LINE: line(view, size); break;
    case mjGEOM_LINEBOX: line_box(view, size); break;
    case mjGEOM_TRIANGLE: triangle(view, size); break;
    default: break;
  }
}

void gl_draw_shape(View* view, const mjvGeom* geom) {
  const Gl* gl = view->gl;
  // these are in model space
  if (geom->type == mjGEOM_FLEX) {
    flex(view, geom);
  } else if (geom->type == mjGEOM_SKIN) {
    skin(view, geom);
  } else {
    float pose[16];
    gl_pose(pose, geom->pos, geom->mat);
    gl->PushMatrix();
    gl->MultMatrixf(pose);
    shape(view, geom);
    gl->PopMatrix();
  }
}

void gl_draw_geom(View* view, const mjvGeom* geom, Look look) {
  const Gl* gl = view->gl;
  const int unlit = geom->type == mjGEOM_LINE || geom->type == mjGEOM_LINEBOX;
  if (look != LOOK_SHAPE) {
    // additional light does not make lines brighter
    if (unlit && look == LOOK_ADDED)
      return;
    if (look != LOOK_SEGMENT)
      gl_set_texture(view, geom);
    gl_set_material(view, geom, look);
  }
  // planes are visible from behind too
  const int both_sides = look != LOOK_SHAPE && view->scn->flags[mjRND_CULL_FACE] &&
                         gl_is_plane_from_behind(view->head, geom);
  if (both_sides)
    gl->Disable(GL_CULL_FACE);
  if (unlit && look == LOOK_LIT)
    gl->Disable(GL_LIGHTING);
  gl_draw_shape(view, geom);
  if (unlit && look == LOOK_LIT)
    gl->Enable(GL_LIGHTING);
  if (both_sides)
    gl->Enable(GL_CULL_FACE);
}
