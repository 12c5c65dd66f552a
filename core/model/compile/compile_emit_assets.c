// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Model arrays of meshes, height fields, skins, textures and materials.

#include <string.h>

#include "core/model/assets/asset_records.h"
#include "core/model/assets/mesh.h"
#include "core/model/compile/compile.h"

static const MeshRecord* mesh_at(const Compile* c, int id) { return c->mesh + c->mesh_order[id]; }

// ---------------------------------------------------------------- sizes

static mjtSize path_size(const AssetJob* job) {
  return job->path[0] ? (mjtSize)strlen(job->path) + 1 : 0;
}

static void measure_meshes(const Compile* c, mjModel* s) {
  s->nmesh = c->mesh_count;
  for (int i = 0; i < c->mesh_count; i++) {
    const MeshRecord* r = mesh_at(c, i);
    s->nmeshvert += r->nvert;
    s->nmeshnormal += r->nnormal;
    s->nmeshtexcoord += r->ntexcoord;
    s->nmeshface += r->nface;
    s->nmeshgraph += r->ngraph;
    s->nmeshpoly += r->npoly;
    s->nmeshpolyvert += r->npolyvert;
    s->nmeshpolymap += r->npolymap;
    s->nbvh += r->nbvh;
    s->nbvhstatic += r->nbvh;
    s->noct += r->noct;
    s->npaths += path_size(&r->job);
  }
}

void compile_measure_assets(Compile* c, mjModel* s) {
  measure_meshes(c, s);
  s->nhfield = c->nhfield;
  for (int i = 0; i < c->nhfield; i++) {
    s->nhfielddata += (mjtSize)c->hfield[i].nrow * c->hfield[i].ncol;
    s->npaths += path_size(&c->hfield[i].job);
  }
  s->nskin = c->nskin;
  for (int i = 0; i < c->nskin; i++) {
    const SkinRecord* r = c->skin + i;
    s->nskinvert += r->nvert;
    s->nskintexvert += r->ntexcoord;
    s->nskinface += r->nface;
    s->nskinbone += r->nbone;
    s->nskinbonevert += r->nbonevert;
    s->npaths += path_size(&r->job);
  }
  s->ntex = c->ntexture;
  for (int i = 0; i < c->ntexture; i++) {
    s->ntexdata += (mjtSize)c->texture[i].size;
    s->npaths += path_size(&c->texture[i].job);
  }
  s->nmat = c->nmaterial;
  if (!s->npaths)
    s->npaths = 1;
}

// ---------------------------------------------------------------- emitting

static int put_path(mjModel* m, const AssetJob* job, int* used) {
  if (!job->path[0])
    return -1;
  int at = *used;
  size_t n = strlen(job->path) + 1;
  memcpy(m->paths + at, job->path, n);
  *used += (int)n;
  return at;
}

static void copy_ints(int* to, const int* from, size_t n) {
  if (n)
    memcpy(to, from, n * sizeof *to);
}

static void copy_floats(float* to, const float* from, size_t n) {
  if (n)
    memcpy(to, from, n * sizeof *to);
}

// addresses of the next mesh
typedef struct MeshCursor_ {
  int vert, normal, texcoord, face, graph, poly, polyvert, polymap, bvh, oct;
} MeshCursor;

static void emit_content(mjModel* m, int i, const MeshRecord* r, const MeshCursor* at) {
  size_t face = 3 * (size_t)at->face, nface = 3 * (size_t)r->nface;
  m->mesh_vertadr[i] = at->vert;
  m->mesh_vertnum[i] = r->nvert;
  m->mesh_normaladr[i] = at->normal;
  m->mesh_normalnum[i] = r->nnormal;
  m->mesh_texcoordadr[i] = r->ntexcoord ? at->texcoord : -1;
  m->mesh_texcoordnum[i] = r->ntexcoord;
  m->mesh_faceadr[i] = at->face;
  m->mesh_facenum[i] = r->nface;
  for (size_t k = 0; k < 3 * (size_t)r->nvert; k++)
    m->mesh_vert[3 * (size_t)at->vert + k] = (float)r->vert[k];
  copy_floats(m->mesh_normal + 3 * (size_t)at->normal, r->normal, 3 * (size_t)r->nnormal);
  copy_floats(m->mesh_texcoord + 2 * (size_t)at->texcoord, r->texcoord, 2 * (size_t)r->ntexcoord);
  copy_ints(m->mesh_face + face, r->face, nface);
  copy_ints(m->mesh_facenormal + face, r->facenormal, nface);
  if (r->ntexcoord)
    copy_ints(m->mesh_facetexcoord + face, r->facetexcoord, nface);
  EMIT(m->mesh_scale, i, r->pub->scale);
  EMIT(m->mesh_pos, i, r->pos);
  EMIT(m->mesh_quat, i, r->quat);
}

static void emit_hull(mjModel* m, int i, const MeshRecord* r, const MeshCursor* at) {
  m->mesh_graphadr[i] = r->graph ? at->graph : -1;
  copy_ints(m->mesh_graph + at->graph, r->graph, (size_t)r->ngraph);
  m->mesh_polynum[i] = r->npoly;
  m->mesh_polyadr[i] = at->poly;
  for (int p = 0; p < r->npoly; p++) {
    m->mesh_polyvertadr[at->poly + p] = at->polyvert + r->polyvertadr[p];
    m->mesh_polyvertnum[at->poly + p] = r->polyvertnum[p];
    memcpy(m->mesh_polynormal + 3 * (size_t)(at->poly + p), r->polynormal + 3 * p,
           3 * sizeof *r->polynormal);
  }
  copy_ints(m->mesh_polyvert + at->polyvert, r->polyvert, (size_t)r->npolyvert);
  copy_ints(m->mesh_polymap + at->polymap, r->polymap, (size_t)r->npolymap);
  for (int v = 0; v < r->nvert; v++) {
    m->mesh_polymapadr[at->vert + v] = at->polymap + (r->graph ? r->polymapadr[v] : 0);
    m->mesh_polymapnum[at->vert + v] = r->graph ? r->polymapnum[v] : 0;
  }
}

static void emit_trees(mjModel* m, int i, const MeshRecord* r, const MeshCursor* at) {
  m->mesh_bvhadr[i] = r->nbvh ? at->bvh : -1;
  m->mesh_bvhnum[i] = r->nbvh;
  for (int k = 0; k < r->nbvh; k++) {
    int n = at->bvh + k;
    m->bvh_depth[n] = r->bvh[k].depth;
    m->bvh_nodeid[n] = r->bvh[k].id;
    EMIT(m->bvh_child, n, r->bvh[k].child);
    EMIT(m->bvh_aabb, n, r->bvh[k].aabb);
  }
  m->mesh_octadr[i] = r->noct ? at->oct : -1;
  m->mesh_octnum[i] = r->noct;
  for (int k = 0; k < r->noct; k++) {
    int n = at->oct + k;
    m->oct_depth[n] = r->oct[k].depth;
    EMIT(m->oct_child, n, r->oct[k].child);
    EMIT(m->oct_aabb, n, r->oct[k].aabb);
    EMIT(m->oct_coeff, n, r->oct[k].coeff);
  }
}

static void emit_meshes(const Compile* c, mjModel* m, int* paths) {
  // trees of meshes come after those of bodies
  MeshCursor at = {.bvh = (int)m->nbvhstatic - c->nbvh_unused};
  for (int i = 0; i < c->mesh_count; i++)
    at.bvh -= mesh_at(c, i)->nbvh;
  for (int i = 0; i < c->mesh_count; i++) {
    const MeshRecord* r = mesh_at(c, i);
    emit_content(m, i, r, &at);
    emit_hull(m, i, r, &at);
    emit_trees(m, i, r, &at);
    m->mesh_pathadr[i] = put_path(m, &r->job, paths);
    at.vert += r->nvert;
    at.normal += r->nnormal;
    at.texcoord += r->ntexcoord;
    at.face += r->nface;
    at.graph += r->ngraph;
    at.poly += r->npoly;
    at.polyvert += r->npolyvert;
    at.polymap += r->npolymap;
    at.bvh += r->nbvh;
    at.oct += r->noct;
  }
}

static void emit_hfields(const Compile* c, mjModel* m, int* paths) {
  size_t adr = 0;
  for (int i = 0; i < c->nhfield; i++) {
    const HFieldRecord* r = c->hfield + i;
    EMIT(m->hfield_size, i, r->pub->size);
    m->hfield_nrow[i] = r->nrow;
    m->hfield_ncol[i] = r->ncol;
    m->hfield_adr[i] = (int)adr;
    m->hfield_pathadr[i] = put_path(m, &r->job, paths);
    copy_floats(m->hfield_data + adr, r->data, (size_t)r->nrow * (size_t)r->ncol);
    adr += (size_t)r->nrow * (size_t)r->ncol;
  }
}

static void emit_skins(const Compile* c, mjModel* m, int* paths) {
  int vert = 0, texcoord = 0, face = 0, bone = 0, bonevert = 0;
  for (int i = 0; i < c->nskin; i++) {
    const SkinRecord* r = c->skin + i;
    m->skin_matid[i] = r->matid;
    m->skin_group[i] = r->pub->group;
    EMIT(m->skin_rgba, i, r->pub->rgba);
    m->skin_inflate[i] = r->pub->inflate;
    m->skin_vertadr[i] = vert;
    m->skin_vertnum[i] = r->nvert;
    m->skin_texcoordadr[i] = r->ntexcoord ? texcoord : -1;
    m->skin_faceadr[i] = face;
    m->skin_facenum[i] = r->nface;
    m->skin_boneadr[i] = bone;
    m->skin_bonenum[i] = r->nbone;
    m->skin_pathadr[i] = put_path(m, &r->job, paths);
    copy_floats(m->skin_vert + 3 * (size_t)vert, r->vert, 3 * (size_t)r->nvert);
    copy_floats(m->skin_texcoord + 2 * (size_t)texcoord, r->texcoord, 2 * (size_t)r->ntexcoord);
    copy_ints(m->skin_face + 3 * (size_t)face, r->face, 3 * (size_t)r->nface);
    for (int k = 0; k < r->nbone; k++)
      m->skin_bonevertadr[bone + k] = bonevert + r->bonevertadr[k];
    copy_ints(m->skin_bonevertnum + bone, r->bonevertnum, (size_t)r->nbone);
    copy_ints(m->skin_bonebodyid + bone, r->bodyid, (size_t)r->nbone);
    copy_floats(m->skin_bonebindpos + 3 * (size_t)bone, r->bindpos, 3 * (size_t)r->nbone);
    copy_floats(m->skin_bonebindquat + 4 * (size_t)bone, r->bindquat, 4 * (size_t)r->nbone);
    copy_ints(m->skin_bonevertid + bonevert, r->vertid, (size_t)r->nbonevert);
    copy_floats(m->skin_bonevertweight + bonevert, r->vertweight, (size_t)r->nbonevert);
    vert += r->nvert;
    texcoord += r->ntexcoord;
    face += r->nface;
    bone += r->nbone;
    bonevert += r->nbonevert;
  }
}

static void emit_textures(const Compile* c, mjModel* m, int* paths) {
  mjtSize adr = 0;
  for (int i = 0; i < m->ntex; i++) {
    const TextureRecord* r = c->texture + i;
    m->tex_type[i] = r->pub->type;
    m->tex_colorspace[i] = r->colorspace;
    m->tex_height[i] = r->height;
    m->tex_width[i] = r->width;
    m->tex_nchannel[i] = r->nchannel;
    m->tex_adr[i] = adr;
    m->tex_pathadr[i] = put_path(m, &r->job, paths);
    memcpy(m->tex_data + adr, r->data, r->size);
    adr += (mjtSize)r->size;
  }
}

static void emit_materials(const Compile* c, mjModel* m) {
  for (int i = 0; i < m->nmat; i++) {
    const MaterialRecord* r = c->material + i;
    const mjsMaterial* p = r->pub;
    EMIT(m->mat_texid, i, r->texid);
    m->mat_texuniform[i] = p->texuniform;
    EMIT(m->mat_texrepeat, i, p->texrepeat);
    m->mat_emission[i] = p->emission;
    m->mat_specular[i] = p->specular;
    m->mat_shininess[i] = p->shininess;
    m->mat_reflectance[i] = p->reflectance;
    m->mat_metallic[i] = p->metallic;
    m->mat_roughness[i] = p->roughness;
    EMIT(m->mat_rgba, i, p->rgba);
  }
}

void compile_emit_assets(Compile* c, mjModel* m) {
  int paths = 0;
  emit_hfields(c, m, &paths);
  emit_meshes(c, m, &paths);
  emit_skins(c, m, &paths);
  emit_textures(c, m, &paths);
  emit_materials(c, m);
}
