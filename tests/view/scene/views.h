// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The views of which scenes are compared with the reference, and what is compared: the number of
// geoms, a hash of all integers and labels, and weighted sums of all numbers, by kind. Included by
// check_golden.c and by record.c, which is linked with the reference.

#ifndef TESTS_VIEW_SCENE_VIEWS_H_
#define TESTS_VIEW_SCENE_VIEWS_H_

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <mujoco/mujoco.h>

enum { NUM_SUMS = 8 };  // size, pos, mat, rgba, looks, lights and cameras, flexes, skins

typedef struct Fingerprint_ {
  int ngeom, nlight, status;
  uint64_t hash;
  double sum[NUM_SUMS];
} Fingerprint;

// ---------------------------------------------------------------- fingerprints

typedef struct Tally_ {
  uint64_t hash, rng;
} Tally;

static void tally_bytes(Tally* t, const void* data, size_t n) {
  const unsigned char* byte = data;
  for (size_t i = 0; i < n; i++)
    t->hash = (t->hash ^ byte[i]) * 1099511628211ULL;
}

static void tally_int(Tally* t, int value) { tally_bytes(t, &value, sizeof value); }

// numbers times weights without pattern, so that no two changes cancel
static void tally_floats(Tally* t, double* sum, const float* x, int n) {
  for (int i = 0; i < n; i++) {
    t->rng = t->rng * 6364136223846793005ULL + 1442695040888963407ULL;
    *sum += (0.5 + (double)(t->rng >> 33) / 4294967296.0) * x[i];
  }
}

static void tally_geom(Tally* t, double* sum, const mjvGeom* g) {
  const int numbers[8] = {g->type,     g->dataid, g->objtype,  g->objid,
                          g->category, g->matid,  g->texcoord, g->segid};
  const float looks[5] = {g->emission, g->specular, g->shininess, g->reflectance, g->modelrbound};
  tally_bytes(t, numbers, sizeof numbers);
  tally_bytes(t, g->label, strlen(g->label) + 1);
  tally_floats(t, sum, g->size, 3);
  tally_floats(t, sum + 1, g->pos, 3);
  tally_floats(t, sum + 2, g->mat, 9);
  tally_floats(t, sum + 3, g->rgba, 4);
  tally_floats(t, sum + 4, looks, 5);
}

static void tally_view(Tally* t, double* sum, const mjvScene* scn) {
  for (int i = 0; i < scn->nlight; i++) {
    const mjvLight* l = scn->lights + i;
    const float numbers[5] = {l->cutoff, l->exponent, l->bulbradius, l->intensity, l->range};
    const float* vec[6] = {l->pos, l->dir, l->attenuation, l->ambient, l->diffuse, l->specular};
    tally_int(t, l->id);
    tally_int(t, l->type);
    tally_int(t, l->texid);
    tally_int(t, l->headlight);
    tally_int(t, l->castshadow);
    tally_floats(t, sum, numbers, 5);
    for (int k = 0; k < 6; k++)
      tally_floats(t, sum, vec[k], 3);
  }
  for (int i = 0; i < 2; i++) {
    const mjvGLCamera* c = scn->camera + i;
    const float* vec[4] = {c->pos, c->forward, c->up, &c->frustum_center};
    for (int k = 0; k < 4; k++)
      tally_floats(t, sum, vec[k], k < 3 ? 3 : 6);
    tally_int(t, c->orthographic);
  }
}

static void tally_surfaces(Tally* t, double* sum, const mjModel* m, const mjvScene* scn,
                           const mjvOption* opt) {
  for (int f = 0; f < scn->nflex; f++) {
    const int first = scn->flexfaceadr[f], used = scn->flexfaceused[f];
    tally_int(t, first);
    tally_int(t, scn->flexfacenum[f]);
    tally_int(t, used);
    tally_floats(t, sum, scn->flexvert + 3 * scn->flexvertadr[f], 3 * scn->flexvertnum[f]);
    tally_floats(t, sum, scn->flexface + 9 * first, 9 * used);
    tally_floats(t, sum, scn->flexnormal + 9 * first, 9 * used);
    if (m->flex_texcoordadr[f] >= 0)
      tally_floats(t, sum, scn->flextexcoord + 6 * first, 6 * used);
  }
  for (int s = 0; s < scn->nskin && opt->flags[mjVIS_SKIN]; s++) {
    const int first = 3 * scn->skinvertadr[s], n = 3 * scn->skinvertnum[s];
    tally_floats(t, sum + 1, scn->skinvert + first, n);
    tally_floats(t, sum + 1, scn->skinnormal + first, n);
  }
}

static Fingerprint fingerprint(const mjModel* m, const mjvScene* scn, const mjvOption* opt) {
  Fingerprint f = {scn->ngeom, scn->nlight, scn->status, 0, {0}};
  Tally t = {14695981039346656037ULL, 1};
  for (int i = 0; i < scn->ngeom; i++)
    tally_geom(&t, f.sum, scn->geoms + i);
  tally_view(&t, f.sum + 5, scn);
  tally_surfaces(&t, f.sum + 6, m, scn, opt);
  f.hash = t.hash;
  return f;
}

// ---------------------------------------------------------------- views

// Everything that a view depends on; a view starts from the defaults.
typedef struct View_ {
  mjModel* m;
  mjData* d;
  mjvScene scn;
  mjvOption opt;
  mjvPerturb pert;
  mjvCamera cam;
  int catmask;
} View;

typedef void (*ViewVisitor)(View* view, const char* name);

static void default_view(View* v) {
  mjv_defaultOption(&v->opt);
  mjv_defaultPerturb(&v->pert);
  mjv_defaultFreeCamera(v->m, &v->cam);
  v->catmask = mjCAT_ALL;
  v->m->vis.global.ellipsoidinertia = v->m->vis.global.orthographic = 0;
}

static void show_all(View* v, int flags, int groups) {
  for (int i = 0; i < mjNVISFLAG; i++)
    v->opt.flags[i] = (mjtByte)flags;
  for (int i = 0; i < mjNGROUP; i++) {
    v->opt.geomgroup[i] = v->opt.sitegroup[i] = v->opt.jointgroup[i] = (mjtByte)groups;
    v->opt.tendongroup[i] = v->opt.actuatorgroup[i] = (mjtByte)groups;
    v->opt.flexgroup[i] = v->opt.skingroup[i] = (mjtByte)groups;
  }
}

static void each_option(View* v, ViewVisitor visit) {
  char name[40];
  for (int i = 0; i < mjNVISFLAG; i++) {
    default_view(v);
    v->opt.flags[i] = !v->opt.flags[i];
    snprintf(name, sizeof name, "flag-%d", i);
    visit(v, name);
  }
  for (int i = 1; i < mjNFRAME; i++) {
    default_view(v);
    v->opt.frame = i;
    v->opt.flags[mjVIS_CAMERA] = v->opt.flags[mjVIS_LIGHT] = 1;
    v->opt.flags[mjVIS_INERTIA] = i & 1;
    snprintf(name, sizeof name, "frame-%d", i);
    visit(v, name);
  }
  for (int i = 1; i < 2 * mjNLABEL; i++) {
    default_view(v);
    v->opt.label = i % mjNLABEL;
    show_all(v, 1, 1);
    v->opt.flags[mjVIS_INERTIA] = i > mjNLABEL;
    v->pert.select = 1;
    snprintf(name, sizeof name, "label-%d", i);
    visit(v, name);
  }
  for (int i = 0; i < 6; i++) {
    default_view(v);
    v->opt.bvh_depth = v->opt.flex_layer = i;
    v->opt.flags[mjVIS_BODYBVH] = v->opt.flags[mjVIS_MESHBVH] = 1;
    v->opt.flags[mjVIS_FLEXSKIN] = 0;
    v->opt.flags[mjVIS_FLEXFACE] = 1;
    snprintf(name, sizeof name, "depth-%d", i);
    visit(v, name);
  }
  for (int i = 0; i < 8; i++) {
    default_view(v);
    show_all(v, 1, i & 1);
    v->opt.flags[mjVIS_CONTACTSPLIT] = v->opt.flags[mjVIS_ACTIVATION] = i / 2 & 1;
    v->opt.flags[mjVIS_SCLINERTIA] = i / 4;
    v->m->vis.global.ellipsoidinertia = i / 4;
    v->catmask = i;
    snprintf(name, sizeof name, "category-%d", i);
    visit(v, name);
  }
}

static void each_selection(View* v, ViewVisitor visit) {
  char name[40];
  for (int i = 0; i < v->m->nbody && i < 8; i++) {
    default_view(v);
    v->pert.select = i;
    v->pert.flexselect = v->pert.skinselect = 0;
    v->pert.active = i & 3;
    v->pert.active2 = i / 2 & 3;
    v->pert.localpos[0] = 0.05;
    v->pert.refselpos[2] = 0.7;
    v->pert.refquat[0] = 0.8;
    v->pert.refquat[1] = 0.6;
    v->opt.flags[mjVIS_SELECT] = 1;
    v->opt.label = i & 1 ? mjLABEL_SELPNT : mjLABEL_SELECTION;
    snprintf(name, sizeof name, "selection-%d", i);
    visit(v, name);
  }
}

static void each_camera(View* v, ViewVisitor visit) {
  char name[40];
  default_view(v);
  v->cam.type = mjCAMERA_TRACKING;
  v->cam.trackbodyid = (int)v->m->nbody - 1;
  visit(v, "tracking");
  for (int i = 0; i < v->m->ncam; i++) {
    default_view(v);
    v->cam.type = mjCAMERA_FIXED;
    v->cam.fixedcamid = i;
    snprintf(name, sizeof name, "camera-%d", i);
    visit(v, name);
  }
  for (int i = 0; i < 2; i++) {
    default_view(v);
    v->m->vis.global.orthographic = v->cam.orthographic = i;
    visit(v, i ? "orthographic" : "free");
    for (int action = 1; action < 8; action++) {
      mjv_moveCamera(v->m, action, 0.07, 0.13, &v->scn, &v->cam);
      snprintf(name, sizeof name, "moved-%d-%d", i, action);
      visit(v, name);
    }
  }
  default_view(v);
}

static void each_view(View* v, ViewVisitor visit) {
  default_view(v);
  visit(v, "first");
  visit(v, "second");
  each_option(v, visit);
  each_selection(v, visit);
  each_camera(v, visit);
}

// ---------------------------------------------------------------- states

// Poses that the surfaces of a flex model need, as recorded, because what moves flexes is not the
// subject here.
typedef struct Poses_ {
  const char* name;
  mjtNum* data;
  long long n;
} Poses;

enum { NUM_POSES = 12 };

static void surface_poses(Poses pose[NUM_POSES], const mjModel* m, mjData* d) {
  int k = 0;
#define POSES(field, count) pose[k++] = (Poses){#field, d->field, count}
  POSES(xpos, 3 * m->nbody);
  POSES(xquat, 4 * m->nbody);
  POSES(xmat, 9 * m->nbody);
  POSES(xipos, 3 * m->nbody);
  POSES(ximat, 9 * m->nbody);
  POSES(subtree_com, 3 * m->nbody);
  POSES(xanchor, 3 * m->njnt);
  POSES(xaxis, 3 * m->njnt);
  POSES(geom_xpos, 3 * m->ngeom);
  POSES(geom_xmat, 9 * m->ngeom);
  POSES(flexvert_xpos, 3 * m->nflexvert);
  POSES(bvh_aabb_dyn, 6 * m->nbvhdynamic);
#undef POSES
}

// The state in which everything.xml is shown.
static void bend(const mjModel* m, mjData* d) {
  mj_resetDataKeyframe(m, d, 0);
  for (int j = 0; j < m->njnt; j++)
    if (m->jnt_type[j] == mjJNT_HINGE)
      d->qpos[m->jnt_qposadr[j]] = 0.6;
  for (int i = 1; i < m->nbody; i += 2)
    d->xfrc_applied[6 * i + i % 3] = 3;
  mj_forward(m, d);
}

#endif  // TESTS_VIEW_SCENE_VIEWS_H_
