// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Sizes of the model: counts of records, and their needs in shared arrays.

#include <limits.h>
#include <string.h>

#include "core/model/assets/bvh.h"
#include "core/model/assets/texture.h"
#include "core/model/compile/compile.h"

// largest number of entries of one array that a model may have
#define MAX_ENTRIES ((mjtSize)INT_MAX)

static int geom_body(const Compile* c, int id) {
  return c->body[c->geom[c->geom_order[id]].body].id;
}
static int site_body(const Compile* c, int id) {
  return c->body[c->site[c->site_order[id]].body].id;
}

static const JointRecord* joint_by_id(const Compile* c, int id) {
  // ids and records of joints have the same order, but fused bodies leave no gaps: joints are never
  // removed
  return c->joint + id;
}

// ---------------------------------------------------------------- tendon Jacobian

// dofs of one tendon; a fixed tendon lists its joints, a spatial one all dofs that move its sites
// and geoms
static int tendon_row(const Compile* c, const TendonRecord* r, int* row, unsigned char* mark) {
  int n = 0, fixed = c->wrap[r->wrapadr].type == mjWRAP_JOINT;
  for (int k = r->wrapadr; k < r->wrapadr + r->nwrap; k++) {
    const WrapRecord* w = c->wrap + k;
    if (w->type == mjWRAP_JOINT)
      row[n++] = joint_by_id(c, w->obj)->dofadr;
    else if (w->type == mjWRAP_SITE)
      n = forest_add_chain(&c->forest, site_body(c, w->obj), row, n, mark);
    else if (w->type != mjWRAP_PULLEY)
      n = forest_add_chain(&c->forest, geom_body(c, w->obj), row, n, mark);
  }
  for (int k = 0; k < n && !fixed; k++)
    mark[row[k]] = 0;
  sort_dofs(row, n);
  return n;
}

void compile_tendon_pattern(Compile* c) {
  c->tendon_rownnz = COMPILE_NEW(c, int, c->ntendon);
  c->tendon_rowadr = COMPILE_NEW(c, int, c->ntendon);
  unsigned char* mark = COMPILE_NEW(c, unsigned char, c->nv);
  int* row = COMPILE_NEW(c, int, c->nv + c->nwrap);
  int capacity = 0;
  for (int t = 0; t < c->ntendon; t++) {
    int n = tendon_row(c, c->tendon + t, row, mark);
    c->tendon_rownnz[t] = n;
    c->tendon_rowadr[t] = (int)c->nJten;
    if (c->nJten + n > MAX_ENTRIES)
      compile_fail(c, NULL, "the tendon Jacobian has too many entries");
    if (c->nJten + n > capacity) {
      capacity = (int)(2 * (c->nJten + n) < MAX_ENTRIES ? 2 * (c->nJten + n) : MAX_ENTRIES);
      int* larger = COMPILE_NEW(c, int, capacity);
      if (c->nJten)
        memcpy(larger, c->tendon_colind, (size_t)c->nJten * sizeof *larger);
      c->tendon_colind = larger;
    }
    if (n)
      memcpy(c->tendon_colind + c->nJten, row, (size_t)n * sizeof *row);
    c->nJten += n;
  }
}

// ---------------------------------------------------------------- sizes

static mjtSize moment_size(const Compile* c, const ActuatorRecord* r, int* list,
                           unsigned char* mark) {
  switch (r->pub->trntype) {
    case mjTRN_JOINT:
    case mjTRN_JOINTINPARENT: return joint_by_id(c, r->trnid[0])->nv;
    case mjTRN_TENDON: return c->tendon_rownnz[r->trnid[0]];
    case mjTRN_SLIDERCRANK: {
      int n = forest_add_chain(&c->forest, site_body(c, r->trnid[0]), list, 0, mark);
      n = forest_add_chain(&c->forest, site_body(c, r->trnid[1]), list, n, mark);
      for (int k = 0; k < n; k++)
        mark[list[k]] = 0;
      return n;
    }
    case mjTRN_SITE:
      return forest_difference(&c->forest, site_body(c, r->trnid[0]),
                               r->trnid[1] < 0 ? 0 : site_body(c, r->trnid[1]));
    default: return c->nv;
  }
}

static void measure_actuators(Compile* c, mjModel* s) {
  unsigned char* mark = COMPILE_NEW(c, unsigned char, c->nv);
  int* list = COMPILE_NEW(c, int, c->nv);
  for (int i = 0; i < c->nactuator; i++) {
    const ActuatorRecord* r = c->actuator + i;
    s->nJmom += moment_size(c, r, list, mark);
    if (r->pub->nsample > 0)
      s->nhistory += 2 + 2 * (mjtSize)r->pub->nsample;
  }
  for (int i = 0; i < c->nsensor; i++) {
    const SensorRecord* r = c->sensor + i;
    s->nsensordata += r->dim;
    if (r->pub->nsample > 0)
      s->nhistory += 2 + r->pub->nsample + (mjtSize)r->pub->nsample * r->dim;
  }
}

static void measure_custom(Compile* c, mjModel* s) {
  const ElementList* list = c->spec->list;
  s->nnumeric = list[mjOBJ_NUMERIC].count;
  for (int i = 0; i < s->nnumeric; i++) {
    const mjsNumeric* p = &((Numeric*)list[mjOBJ_NUMERIC].item[i])->pub;
    int n;
    handle_doubles(p->data, &n);
    s->nnumericdata += p->size ? p->size : n;
  }
  for (int i = 0; i < NCONTACTVALUES; i++) {
    const ContactValues* values = c->contact_values + i;
    s->nnumeric += values->data != NULL;
    s->nnumericdata += values->size;
  }
  s->ntext = list[mjOBJ_TEXT].count;
  for (int i = 0; i < s->ntext; i++)
    s->ntextdata += (mjtSize)handle_string_length(((Text*)list[mjOBJ_TEXT].item[i])->pub.data) + 1;
  s->ntuple = c->ntuple;
  for (int i = 0; i < c->ntuple; i++)
    s->ntupledata += c->tuple[i].n;
}

static void measure_equalities(const Compile* c, mjModel* s) {
  for (int i = 0; i < c->nequality; i++)
    s->nemax += c->equality[i].table.rows;
}

// nodes of the bounding-volume trees of bodies
static void measure_bvh(Compile* c, mjModel* s) {
  for (int id = 0; id < c->body_count; id++) {
    BodyRecord* b = c->body + c->body_order[id];
    const int leaves = compile_leaf_count(c, b);
    b->bvhnum = bvh_size(leaves);
    b->bvhadr = leaves ? (int)s->nbvh : -1;
    s->nbvh += b->bvhnum;
  }
  s->nbvh += c->nbvh_unused;
  s->nbvhstatic = s->nbvh;
}

static mjtSize list_names(const ElementList* list) {
  mjtSize n = 0;
  for (int i = 0; i < list->count; i++)
    n += (mjtSize)strlen(element_name(list->item[i])) + 1;
  return n;
}

#define NAMES(c, kind)                                                                             \
  do {                                                                                             \
    for (int i = 0; i < (c)->kind##_count; i++)                                                    \
      s->nnames += (mjtSize)strlen(element_name(&(c)->kind[(c)->kind##_order[i]].kind->base)) + 1; \
  } while (0)

static void measure_names(Compile* c, mjModel* s) {
  s->nnames = (mjtSize)handle_string_length(c->spec->pub.modelname) + 1;
  NAMES(c, body);
  NAMES(c, geom);
  NAMES(c, site);
  NAMES(c, camera);
  NAMES(c, light);
  for (int i = 0; i < c->njoint; i++)
    s->nnames += (mjtSize)strlen(element_name(&c->joint[i].joint->base)) + 1;
  for (int k = mjOBJ_PAIR; k <= mjOBJ_TUPLE; k++)
    s->nnames += list_names(&c->spec->list[k]);
  for (int i = 0; i < NCONTACTVALUES; i++)
    if (c->contact_values[i].data)
      s->nnames += (mjtSize)strlen(c->contact_values[i].name) + 1;
  if (!c->discardvisual)
    s->nnames +=
        list_names(&c->spec->list[mjOBJ_TEXTURE]) + list_names(&c->spec->list[mjOBJ_MATERIAL]);
  s->nnames += list_names(&c->spec->list[mjOBJ_KEY]) + c->nkey - c->spec->list[mjOBJ_KEY].count;
  for (int i = 0; i < c->nplugin; i++)
    s->nnames += (mjtSize)strlen(element_name(&c->plugin[i].plugin->base)) + 1;
  for (int i = 0; i < c->mesh_count; i++) {
    const Element* mesh = c->spec->list[mjOBJ_MESH].item[c->mesh_order[i]];
    s->nnames += (mjtSize)strlen(element_name(mesh)) + 1;
  }
  s->nnames += list_names(&c->spec->list[mjOBJ_SKIN]) + list_names(&c->spec->list[mjOBJ_HFIELD]) +
               list_names(&c->spec->list[mjOBJ_FLEX]);
  s->nnames_map = 2 * (s->nbody + s->njnt + s->ngeom + s->nsite + s->ncam + s->nlight + s->nflex +
                       s->nmesh + s->nskin + s->nhfield + s->ntex + s->nmat + s->npair +
                       s->nexclude + s->neq + s->ntendon + s->nu + s->nsensor + s->nnumeric +
                       s->ntext + s->ntuple + s->nkey + s->nplugin);
}

// arena: as given, or enough for njmax constraint rows and nconmax contacts with a generous stack,
// in whole megabytes
static mjtSize arena_size(const Compile* c, const mjModel* s) {
  const mjSpec* p = &c->spec->pub;
  if (p->memory != -1)
    return p->memory;
  mjtSize rows = p->njmax == -1 ? 500 : p->njmax, contacts = p->nconmax == -1 ? 100 : p->nconmax,
          base;
  if (p->nstack != -1) {
    base = 8 * p->nstack;
  } else {
    mjtSize side = rows + s->neq + s->nv;
    mjtSize objects = s->nq + s->nv + s->nu + s->na + s->nbody + s->njnt + s->ngeom + s->nsite +
                      s->neq + s->ntendon + s->nwrap;
    base = 5 * side * side + 20 * objects;
    base = 8 * (base > 1000 ? base : 1000);
  }
  base += contacts * (mjtSize)sizeof(mjContact) + rows * (8 * 4 + 14 * 8) + s->nv * 12 +
          rows * s->nv * 24 + rows * rows * 12;
  mjtSize megabyte = 1 << 20;
  return (base + megabyte - 1) / megabyte * megabyte;
}

static void check_size(Compile* c, const char* what, mjtSize n, mjtSize most) {
  if (n < 0 || n > most)
    compile_fail(c, NULL, "%s is too large: %lld, at most %lld expected", what, (long long)n,
                 (long long)most);
}

static void measure_tree(Compile* c, mjModel* s) {
  s->nq = c->nq;
  s->nv = c->nv;
  s->nbody = c->body_count;
  s->njnt = c->njoint;
  s->ngeom = c->geom_count;
  s->nsite = c->site_count;
  s->ncam = c->camera_count;
  s->nlight = c->light_count;
  s->ntree = c->ntree;
  s->nmocap = c->nmocap;
  sparsity_sizes(&c->forest, &s->nM, &s->nB, &s->nC, &s->nD);
  for (int i = 0; i < c->body_count; i++)
    s->ngravcomp += c->body[c->body_order[i]].pub->gravcomp > 0;
  measure_bvh(c, s);
}

// A size that would exhaust memory is a mistake in the document.
static void check_sizes(Compile* c, const mjModel* s) {
  check_size(c, "nM", s->nM, MAX_ENTRIES);
  check_size(c, "nD", s->nD, MAX_ENTRIES);
  check_size(c, "nJmom", s->nJmom, MAX_ENTRIES);
  check_size(c, "nsensordata", s->nsensordata, 100000000);
  check_size(c, "nhistory", s->nhistory, 100000000);
  check_size(c, "na", s->na, 100000000);
  check_size(c, "nnumericdata", s->nnumericdata, 100000000);
  check_size(c, "nmeshvert", s->nmeshvert, MAX_ENTRIES / 3);
  check_size(c, "nmeshnormal", s->nmeshnormal, MAX_ENTRIES / 3);
  check_size(c, "nmeshface", s->nmeshface, MAX_ENTRIES / 3);
  check_size(c, "nmeshgraph", s->nmeshgraph, MAX_ENTRIES);
  check_size(c, "nbvh", s->nbvh, MAX_ENTRIES / 6);
  check_size(c, "noct", s->noct, MAX_ENTRIES / 8);
  check_size(c, "nhfielddata", s->nhfielddata, MAX_ENTRIES);
  check_size(c, "nskinbonevert", s->nskinbonevert, MAX_ENTRIES);
  check_size(c, "nflexvert", s->nflexvert, MAX_ENTRIES / 4);
  check_size(c, "nflexedge", s->nflexedge, MAX_ENTRIES / 17);
  check_size(c, "nflexelem", s->nflexelem, MAX_ENTRIES / 21);
  check_size(c, "nflexelemdata", s->nflexelemdata, MAX_ENTRIES);
  check_size(c, "nflexelemedge", s->nflexelemedge, MAX_ENTRIES);
  check_size(c, "nflexshelldata", s->nflexshelldata, MAX_ENTRIES);
  check_size(c, "nflexevpair", s->nflexevpair, MAX_ENTRIES / 2);
  check_size(c, "nJfe", s->nJfe, MAX_ENTRIES);
  check_size(c, "nJfv", s->nJfv, MAX_ENTRIES / 2);
  check_size(c, "npaths", s->npaths, MAX_ENTRIES);
  check_size(c, "ntexdata", s->ntexdata, MOST_TEXTURE_BYTES);
  check_size(c, "nkey * (nq + nv + nu + na + nmocap)",
             s->nkey * (1 + s->nq + s->nv + s->na + s->nu + 7 * s->nmocap), 100000000);
  check_size(c, "nuser_body * nbody", s->nuser_body * s->nbody, 100000000);
  check_size(c, "nuser_jnt * njnt", s->nuser_jnt * s->njnt, 100000000);
  check_size(c, "nuser_geom * ngeom", s->nuser_geom * s->ngeom, 100000000);
  check_size(c, "nuser_site * nsite", s->nuser_site * s->nsite, 100000000);
  check_size(c, "nuser_cam * ncam", s->nuser_cam * s->ncam, 100000000);
  check_size(c, "nuser_tendon * ntendon", s->nuser_tendon * s->ntendon, 100000000);
  check_size(c, "nuser_actuator * nu", s->nuser_actuator * s->nu, 100000000);
  check_size(c, "nuser_sensor * nsensor", s->nuser_sensor * s->nsensor, 100000000);
}

void compile_measure(Compile* c, mjModel* s) {
  const mjSpec* p = &c->spec->pub;
  measure_tree(c, s);
  s->nu = c->nactuator;
  s->na = c->na;
  s->npair = c->npair;
  s->nexclude = c->nexclude;
  s->neq = c->nequality;
  s->ntendon = c->ntendon;
  s->nwrap = c->nwrap;
  s->nJten = c->nJten;
  s->nsensor = c->nsensor;
  s->nkey = c->nkey;
  s->nplugin = c->nplugin;
  s->npluginattr = c->npluginattr;
  s->nuser_body = c->nuser_body;
  s->nuser_jnt = c->nuser_jnt;
  s->nuser_geom = c->nuser_geom;
  s->nuser_site = c->nuser_site;
  s->nuser_cam = c->nuser_cam;
  s->nuser_tendon = c->nuser_tendon;
  s->nuser_actuator = c->nuser_actuator;
  s->nuser_sensor = c->nuser_sensor;
  s->njmax = p->njmax;
  s->nconmax = p->nconmax;
  s->nuserdata = p->nuserdata;
  measure_actuators(c, s);
  compile_measure_assets(c, s);
  compile_measure_flexes(c, s);
  measure_custom(c, s);
  measure_equalities(c, s);
  measure_names(c, s);
  s->narena = arena_size(c, s);
  check_sizes(c, s);
}
