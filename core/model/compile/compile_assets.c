// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Assets as a whole: files are read first, then meshes, textures, height fields and skins are
// compiled, in threads when the compiler settings allow it. Problems of meshes and textures are
// reported at once, in the order of the model, meshes first; those of height fields and skins are
// reported later, after the bodies.

#include <string.h>

#include "core/model/assets/asset_records.h"
#include "core/model/assets/mesh.h"
#include "core/model/compile/compile.h"
#include "core/model/resource/path.h"

// ---------------------------------------------------------------- names

static const mjString* file_of(const Element* e) {
  switch (e->pub.elemtype) {
    case mjOBJ_MESH: return ((const Mesh*)e)->pub.file;
    case mjOBJ_HFIELD: return ((const HField*)e)->pub.file;
    case mjOBJ_TEXTURE: return ((const Texture*)e)->pub.file;
    default: return ((const Skin*)e)->pub.file;
  }
}

// An asset without name takes that of its file, without folder and extension.
static void name_by_file(Compile* c, Element* e) {
  const char* file = handle_string(file_of(e));
  if (element_name(e)[0] || !file[0])
    return;
  char* stem = compile_text(c, path_base(file));
  char* dot = strrchr(stem, '.');
  if (dot)
    *dot = 0;
  element_set_name(e, stem);
}

void compile_name_assets(Compile* c) {
  static const mjtObj kind[] = {mjOBJ_MESH, mjOBJ_HFIELD, mjOBJ_TEXTURE, mjOBJ_SKIN};
  for (int k = 0; k < 4; k++) {
    const ElementList* list = &c->spec->list[kind[k]];
    for (int i = 0; i < list->count; i++)
      name_by_file(c, list->item[i]);
  }
}

// ---------------------------------------------------------------- jobs

static void start_job(Compile* c, AssetJob* job, const Element* e) {
  job->element = e;
  job->vfs = c->vfs;
  job->path = "";
}

static void make_records(Compile* c) {
  const ElementList* list = &c->spec->list[mjOBJ_HFIELD];
  c->hfield = COMPILE_NEW(c, HFieldRecord, list->count);
  for (c->nhfield = 0; c->nhfield < list->count; c->nhfield++) {
    HFieldRecord* r = c->hfield + c->nhfield;
    r->pub = &((HField*)list->item[c->nhfield])->pub;
    start_job(c, &r->job, list->item[c->nhfield]);
  }
  list = &c->spec->list[mjOBJ_SKIN];
  c->skin = COMPILE_NEW(c, SkinRecord, list->count);
  for (c->nskin = 0; c->nskin < list->count; c->nskin++) {
    SkinRecord* r = c->skin + c->nskin;
    r->pub = &((Skin*)list->item[c->nskin])->pub;
    start_job(c, &r->job, list->item[c->nskin]);
  }
  list = &c->spec->list[mjOBJ_MESH];
  c->mesh = COMPILE_NEW(c, MeshRecord, list->count);
  for (c->nmesh = 0; c->nmesh < list->count; c->nmesh++) {
    MeshRecord* r = c->mesh + c->nmesh;
    r->mesh = (Mesh*)list->item[c->nmesh];
    r->pub = &r->mesh->pub;
    start_job(c, &r->job, list->item[c->nmesh]);
  }
  if (c->discardvisual)
    return;
  list = &c->spec->list[mjOBJ_TEXTURE];
  c->texture = COMPILE_NEW(c, TextureRecord, list->count);
  for (c->ntexture = 0; c->ntexture < list->count; c->ntexture++) {
    TextureRecord* r = c->texture + c->ntexture;
    r->texture = (Texture*)list->item[c->ntexture];
    r->pub = &r->texture->pub;
    start_job(c, &r->job, list->item[c->ntexture]);
  }
}

static void open_files(Compile* c) {
  for (int i = 0; i < c->nmesh; i++)
    asset_run(&c->mesh[i].job, mesh_open);
  for (int i = 0; i < c->ntexture; i++)
    asset_run(&c->texture[i].job, texture_open);
  for (int i = 0; i < c->nhfield; i++)
    asset_run(&c->hfield[i].job, hfield_open);
  for (int i = 0; i < c->nskin; i++)
    asset_run(&c->skin[i].job, skin_open);
}

// the kind of a job follows from its element
static void make_asset(AssetJob* job) {
  switch (job->element->pub.elemtype) {
    case mjOBJ_MESH: mesh_process(job); return;
    case mjOBJ_TEXTURE: texture_make(job); return;
    case mjOBJ_HFIELD: hfield_make(job); return;
    default: skin_make(job);
  }
}

// an error of a job becomes one of the compilation, and names the file; so does its warning
static void report(Compile* c, const AssetJob* job) {
  const AssetFile* file = job->files;
  if (job->failed && file && !strstr(job->error, file->name))
    compile_fail(c, job->element, "%s (file '%s')", job->error, file->name);
  if (job->failed)
    compile_fail(c, job->element, "%s", job->error);
  if (job->warning[0])
    memcpy(c->warning, job->warning, sizeof job->warning);
}

// 1 when a job is large enough for a thread. Starting and joining one takes about ten microseconds,
// and as much again for cold caches. A gradient of 8192 pixels or a mesh of 200 vertices takes 70
// microseconds; other patterns are bound by memory and gain nothing at any size.
static int is_heavy(const AssetJob* job) {
  const Element* e = job->element;
  int n = 0;
  for (const AssetFile* file = job->files; file; file = file->next)
    if (file->nbyte > 4096)
      return 1;
  if (e->pub.elemtype == mjOBJ_MESH)
    handle_floats(((const Mesh*)e)->pub.uservert, &n);
  if (e->pub.elemtype == mjOBJ_TEXTURE) {
    const mjsTexture* t = &((const Texture*)e)->pub;
    const double height = t->type == mjTEXTURE_2D ? t->height : 6.0 * t->width;
    return t->builtin == mjBUILTIN_GRADIENT && t->width * height > 8192;
  }
  return n > 3 * 200;
}

void compile_assets(Compile* c) {
  make_records(c);
  compile_mesh_jobs(c);
  open_files(c);

  int n = 0;
  AssetJob** job = COMPILE_NEW(c, AssetJob*, c->nmesh + c->ntexture + c->nhfield + c->nskin);
  for (int i = 0; i < c->nmesh; i++)
    job[n++] = &c->mesh[i].job;
  for (int i = 0; i < c->ntexture; i++)
    job[n++] = &c->texture[i].job;
  for (int i = 0; i < c->nhfield; i++)
    job[n++] = &c->hfield[i].job;
  for (int i = 0; i < c->nskin; i++)
    job[n++] = &c->skin[i].job;
  int nheavy = 0;
  for (int i = 0; i < n; i++)
    nheavy += is_heavy(job[i]);
  asset_run_all(job, n, make_asset, c->spec->pub.compiler.usethread ? nheavy : 1);
  for (int i = 0; i < c->nmesh; i++)
    report(c, &c->mesh[i].job);
  for (int i = 0; i < c->ntexture; i++)
    report(c, &c->texture[i].job);
}

void compile_hfields(Compile* c) {
  for (int i = 0; i < c->nhfield; i++)
    report(c, &c->hfield[i].job);
}

void compile_skins(Compile* c) {
  for (int i = 0; i < c->nskin; i++) {
    SkinRecord* r = c->skin + i;
    const Element* e = r->job.element;
    report(c, &r->job);
    r->matid = compile_material_id(c, e, r->pub->material, "skin");
    for (int k = 0; k < r->nbone; k++) {
      r->bodyid[k] = r->bodyname[k][0] ? compile_find_id(c, mjOBJ_BODY, r->bodyname[k]) : -1;
      if (r->bodyid[k] < 0)
        compile_fail(c, e, "skin '%s'%s%s: body '%s' unknown", element_name(e),
                     r->job.path[0] ? ", file " : "", r->job.path, r->bodyname[k]);
    }
  }
}

void compile_release_assets(Compile* c) {
  for (int i = 0; i < c->nmesh; i++)
    asset_free(&c->mesh[i].job);
  for (int i = 0; i < c->ntexture; i++)
    asset_free(&c->texture[i].job);
  for (int i = 0; i < c->nhfield; i++)
    asset_free(&c->hfield[i].job);
  for (int i = 0; i < c->nskin; i++)
    asset_free(&c->skin[i].job);
}

// ---------------------------------------------------------------- materials

void compile_materials(Compile* c) {
  if (c->discardvisual)
    return;
  const ElementList* list = &c->spec->list[mjOBJ_MATERIAL];
  c->nmaterial = list->count;
  c->material = COMPILE_NEW(c, MaterialRecord, c->nmaterial);
  for (int i = 0; i < c->nmaterial; i++) {
    MaterialRecord* r = c->material + i;
    r->material = (Material*)list->item[i];
    r->pub = &r->material->pub;
    int n = handle_strings_size(r->pub->textures);
    for (int k = 0; k < mjNTEXROLE; k++) {
      const char* name = k < n ? handle_strings_item(r->pub->textures, k) : "";
      r->texid[k] = name[0] ? compile_find_id(c, mjOBJ_TEXTURE, name) : -1;
      if (name[0] && r->texid[k] < 0)
        compile_fail(c, list->item[i], "texture '%s' not found in material %d", name, i);
    }
  }
}
