// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Filling the model: creation, names, bounding-volume trees; the arrays of the tree and of the
// other objects are in compile_emit_*.c.

#include <string.h>

#include "core/foundation/data/memory.h"
#include "core/model/compile/compile.h"
#include "core/model/compile/names_map.h"
#include "core/model/compile/signature.h"
#include "core/model/constants/set_const.h"

// ---------------------------------------------------------------- names

typedef struct NameWriter_ {
  mjModel* m;
  int used;  // bytes of names
  int slot;  // entries of names_map
} NameWriter;

static int put_name(NameWriter* w, const char* name) {
  int at = w->used;
  size_t n = strlen(name) + 1;
  memcpy(w->m->names + at, name, n);
  w->used += (int)n;
  return at;
}

static void put_map(NameWriter* w, const int* adr, mjtSize n) {
  names_map_fill(w->m->names_map + w->slot, w->m->names, adr, (int)n);
  w->slot += 2 * (int)n;
}

static void put_list(NameWriter* w, const ElementList* list, int* adr, mjtSize n) {
  for (int i = 0; i < n; i++)
    adr[i] = put_name(w, i < list->count ? element_name(list->item[i]) : "");
  put_map(w, adr, n);
}

#define PUT_NAMES(c, w, kind, adr)                                                       \
  do {                                                                                   \
    for (int i = 0; i < (c)->kind##_count; i++)                                          \
      (adr)[i] = put_name(w, element_name(&(c)->kind[(c)->kind##_order[i]].kind->base)); \
    put_map(w, adr, (c)->kind##_count);                                                  \
  } while (0)

// the numerics of the document, then the values for the contact model
static void put_numerics(Compile* c, NameWriter* w) {
  const ElementList* list = &c->spec->list[mjOBJ_NUMERIC];
  int *adr = w->m->name_numericadr, n = 0;
  for (; n < list->count; n++)
    adr[n] = put_name(w, element_name(list->item[n]));
  for (int i = 0; i < NCONTACTVALUES; i++)
    if (c->contact_values[i].data)
      adr[n++] = put_name(w, c->contact_values[i].name);
  put_map(w, adr, n);
}

static void emit_names(Compile* c, mjModel* m) {
  NameWriter w = {m, 0, 0};
  const ElementList* list = c->spec->list;
  put_name(&w, handle_string(c->spec->pub.modelname));
  PUT_NAMES(c, &w, body, m->name_bodyadr);
  for (int i = 0; i < c->njoint; i++)
    m->name_jntadr[i] = put_name(&w, element_name(&c->joint[i].joint->base));
  put_map(&w, m->name_jntadr, m->njnt);
  PUT_NAMES(c, &w, geom, m->name_geomadr);
  PUT_NAMES(c, &w, site, m->name_siteadr);
  PUT_NAMES(c, &w, camera, m->name_camadr);
  PUT_NAMES(c, &w, light, m->name_lightadr);
  put_list(&w, &list[mjOBJ_FLEX], m->name_flexadr, m->nflex);
  for (int i = 0; i < c->mesh_count; i++)
    m->name_meshadr[i] = put_name(&w, element_name(list[mjOBJ_MESH].item[c->mesh_order[i]]));
  put_map(&w, m->name_meshadr, m->nmesh);
  put_list(&w, &list[mjOBJ_SKIN], m->name_skinadr, m->nskin);
  put_list(&w, &list[mjOBJ_HFIELD], m->name_hfieldadr, m->nhfield);
  put_list(&w, &list[mjOBJ_TEXTURE], m->name_texadr, m->ntex);
  put_list(&w, &list[mjOBJ_MATERIAL], m->name_matadr, m->nmat);
  put_list(&w, &list[mjOBJ_PAIR], m->name_pairadr, m->npair);
  put_list(&w, &list[mjOBJ_EXCLUDE], m->name_excludeadr, m->nexclude);
  put_list(&w, &list[mjOBJ_EQUALITY], m->name_eqadr, m->neq);
  put_list(&w, &list[mjOBJ_TENDON], m->name_tendonadr, m->ntendon);
  put_list(&w, &list[mjOBJ_ACTUATOR], m->name_actuatoradr, m->nu);
  put_list(&w, &list[mjOBJ_SENSOR], m->name_sensoradr, m->nsensor);
  put_numerics(c, &w);
  put_list(&w, &list[mjOBJ_TEXT], m->name_textadr, m->ntext);
  put_list(&w, &list[mjOBJ_TUPLE], m->name_tupleadr, m->ntuple);
  put_list(&w, &list[mjOBJ_KEY], m->name_keyadr, m->nkey);
  for (int i = 0; i < c->nplugin; i++)
    m->name_pluginadr[i] = put_name(&w, element_name(&c->plugin[i].plugin->base));
  put_map(&w, m->name_pluginadr, m->nplugin);
}

// ---------------------------------------------------------------- settotalmass

static void scale_mass(mjModel* m, double total) {
  double sum = 0;
  for (int b = 0; b < m->nbody; b++)
    sum += m->body_mass[b];
  double scale = total / (sum > mjMINVAL ? sum : mjMINVAL);
  if (scale < mjMINVAL)
    scale = mjMINVAL;
  for (int b = 1; b < m->nbody; b++) {
    m->body_mass[b] *= scale;
    for (int i = 0; i < 3; i++)
      m->body_inertia[3 * b + i] *= scale;
  }
}

void compile_emit(Compile* c) {
  compile_simple(c);
  compile_check_mass(c);
  compile_check_free(c);
  compile_tendon_pattern(c);
  mjModel* sizes = COMPILE_NEW(c, mjModel, 1);
  compile_measure(c, sizes);
  char error[500] = "";
  c->model = model_create(sizes, error, sizeof error);
  if (!c->model)
    compile_fail(c, NULL, "could not create mjModel: %s", error);

  mjModel* m = c->model;
  m->opt = c->spec->pub.option;
  m->vis = c->spec->pub.visual;
  emit_names(c, m);
  compile_emit_tree(c, m);
  compile_emit_bvh(c, m);
  compile_emit_objects(c, m);
  compile_emit_flexes(c, m);
  compile_check_equalities(c, m);
  sparsity_fill(&c->forest, m);
  model_trees(m);
  compile_keys(c);
  if (c->spec->pub.compiler.settotalmass > 0)
    scale_mass(m, c->spec->pub.compiler.settotalmass);
  const char* problem = compile_signature(c, &m->signature);
  if (problem)
    compile_fail(c, NULL, "%s", problem);
}
