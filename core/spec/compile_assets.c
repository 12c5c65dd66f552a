// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#include <limits.h>
#include <string.h>

#include "core/spec/compile.h"
#include "core/spec/texture.h"

// kinds of element that have no compiler yet
void compile_unsupported(Compile* c) {
  static const mjtObj kind[] = {mjOBJ_MESH, mjOBJ_HFIELD, mjOBJ_SKIN, mjOBJ_FLEX};
  for (int k = 0; k < 4; k++) {
    const ElementList* list = &c->spec->list[kind[k]];
    if (!list->count) continue;
    compile_fail(c, list->item[0],
                 "%s '%s' cannot be compiled: elements of this kind are not supported yet",
                 list->item[0]->kind->name, element_name(list->item[0]));
  }
}

static void builtin_texture(Compile* c, TextureRecord* r) {
  const Element* e = &r->texture->base;
  const mjsTexture* p = r->pub;
  if (p->width < 1)
    compile_fail(c, e, "invalid width of builtin texture '%s' (id = %d): at least 1 expected",
                 element_name(e), e->index);
  if (p->type == mjTEXTURE_2D && p->height < 1) {
    compile_fail(c, e, "invalid height of builtin texture '%s' (id = %d): at least 1 expected",
                 element_name(e), e->index);
  }
  if (p->nchannel < 1)
    compile_fail(c, e, "invalid number of channels of texture '%s': at least 1 expected",
                 element_name(e));
  r->width = p->width;
  long height = p->type == mjTEXTURE_2D ? p->height : 6L * p->width;
  double bytes = (double)r->width * (double)height * (double)(p->nchannel > 3 ? p->nchannel : 3);
  if (height > INT_MAX || bytes > INT_MAX) {
    compile_fail(c, e, "texture '%s' is too large: %d by %ld pixels", element_name(e), r->width,
                 height);
  }
  r->height = (int)height;
  r->nchannel = p->nchannel;
  r->size = (size_t)r->width * (size_t)r->height * (size_t)r->nchannel;

  // the pattern is written with three bytes per pixel whatever the number of channels
  size_t painted = (size_t)r->width * (size_t)r->height * 3;
  unsigned char* data = COMPILE_NEW(c, unsigned char, painted > r->size ? painted : r->size);
  TexturePattern pattern = {.builtin = p->builtin,
                            .mark = p->mark,
                            .cube = p->type != mjTEXTURE_2D,
                            .width = r->width,
                            .height = r->height,
                            .random = p->random};
  memcpy(pattern.rgb1, p->rgb1, sizeof pattern.rgb1);
  memcpy(pattern.rgb2, p->rgb2, sizeof pattern.rgb2);
  memcpy(pattern.markrgb, p->markrgb, sizeof pattern.markrgb);
  texture_paint(data, &pattern);
  r->data = data;
}

static void texture(Compile* c, TextureRecord* r) {
  const Element* e = &r->texture->base;
  const mjsTexture* p = r->pub;
  int n;
  const void* bytes = handle_bytes(p->data, &n);
  if (n) {
    if (p->width < 1 || p->height < 1 || p->nchannel < 1 ||
        (double)p->width * p->height * p->nchannel != n) {
      compile_fail(c, e, "texture buffer has incorrect size, given %d expected %d by %d by %d", n,
                   p->width, p->height, p->nchannel);
    }
    r->width = p->width;
    r->height = p->height;
    r->nchannel = p->nchannel;
    r->size = (size_t)n;
    r->data = bytes;
  } else if (p->builtin != mjBUILTIN_NONE) {
    builtin_texture(c, r);
  } else {
    compile_fail(c, e, "texture '%s' cannot be compiled: image files are not supported yet",
                 element_name(e));
  }
}

void compile_textures(Compile* c) {
  if (c->discardvisual) return;
  const ElementList* list = &c->spec->list[mjOBJ_TEXTURE];
  c->ntexture = list->count;
  c->texture = COMPILE_NEW(c, TextureRecord, c->ntexture);
  for (int i = 0; i < c->ntexture; i++) {
    c->texture[i].texture = (Texture*)list->item[i];
    c->texture[i].pub = &c->texture[i].texture->pub;
    texture(c, c->texture + i);
  }
}

void compile_materials(Compile* c) {
  if (c->discardvisual) return;
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
