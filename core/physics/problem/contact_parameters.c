// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Mixing of the parameters that geoms have for the contact model. When no geom and no pair has
// values of its own, all contacts share two rows of numbers: the face's own, used where one side
// has the higher priority, and that row mixed with itself.

#include <math.h>
#include <string.h>

#include <fulcrum/contact_model.h>
#include <fulcrum/host.h>
#include <fulcrum/math.h>

#include "core/kernel/binding/parameter.h"
#include "core/kernel/kinds/contact_model.h"
#include "core/physics/problem/contact_parameters.h"

// Arguments of the rules.
typedef struct Mixer_ {
  const mjModel* m;
  const FcContactModel* model;
  const mjtNum* own;  // values of the face
  int n;              // how many
} Mixer;

static mjtNum mix_one(FcMixing rule, mjtNum own, mjtNum a, mjtNum b) {
  switch (rule) {
    case FC_MIX_MAX: return fc_max(a, b);
    case FC_MIX_MIN: return fc_min(a, b);
    case FC_MIX_MEAN: return (a + b) / 2;
    case FC_MIX_PRODUCT: return a * b;
    case FC_MIX_GEOMETRIC: return fc_sqrt(fc_max(0, a * b));
    case FC_MIX_HARMONIC: return a == 0 || b == 0 ? 0 : 2 / (1 / a + 1 / b);
    case FC_MIX_SERIES: return a == 0 || b == 0 ? 0 : 1 / (1 / a + 1 / b);
    default: return own;
  }
}

static void mix(const Mixer* mixer, const mjtNum* a, const mjtNum* b, mjtNum* mixed) {
  const FcMixing* rules = mixer->model->mixing;
  for (int i = 0; i < mixer->n; i++)
    mixed[i] = mix_one(rules[i], mixer->own[i], a[i], b[i]);
  if (mixer->model->mix)
    mixer->model->mix(mixer->m, a, b, mixed);
}

// Values of one side: its own, and those of the face where it has none.
static const mjtNum* side_values(const Mixer* mixer, const mjtNum* geoms, int geom,
                                 mjtNum room[CONTACT_PARAMETER_MAX]) {
  if (!geoms || geom < 0)
    return mixer->own;
  const mjtNum* row = geoms + (size_t)geom * (size_t)mixer->n;
  for (int i = 0; i < mixer->n; i++)
    room[i] = isnan(row[i]) ? mixer->own[i] : row[i];
  return room;
}

static int priority(const mjModel* m, const mjContact* con, int side) {
  return con->geom[side] >= 0   ? m->geom_priority[con->geom[side]]
         : con->flex[side] >= 0 ? m->flex_priority[con->flex[side]]
                                : 0;
}

// The pair that made a contact, -1: none. Pairs are sorted by the signature of their bodies.
static int find_pair(const mjModel* m, const mjContact* con) {
  if (con->geom[0] < 0 || con->geom[1] < 0)
    return -1;
  int a = m->geom_bodyid[con->geom[0]], b = m->geom_bodyid[con->geom[1]];
  int signature = (int)(((unsigned)(a < b ? a : b) << 16) + (unsigned)(a < b ? b : a));
  int lo = 0, hi = (int)m->npair;
  while (lo < hi) {
    int middle = (lo + hi) / 2;
    if (m->pair_signature[middle] < signature)
      lo = middle + 1;
    else
      hi = middle;
  }
  for (; lo < m->npair && m->pair_signature[lo] == signature; lo++) {
    int g1 = m->pair_geom1[lo], g2 = m->pair_geom2[lo];
    if ((g1 == con->geom[0] && g2 == con->geom[1]) || (g1 == con->geom[1] && g2 == con->geom[0]))
      return lo;
  }
  return -1;
}

int contact_model_parameters(const mjModel* m, const Bound* bound, const mjContact* contacts, int n,
                             mjtNum* param) {
  const FcFace* face = bound->face;
  const FcContactModel* model = bound->table;
  Mixer mixer = {m, model, bound->context.param, face->nparameter};
  if (!mixer.n)
    return 0;
  if (!model->mixing) {
    int width = 0;
    for (int i = 0; i < face->nparameter; i++)
      width += face->parameters[i].length;
    for (int i = 0; i < n; i++)
      memcpy(param + (size_t)i * (size_t)width, mixer.own, (size_t)width * sizeof *param);
    return 0;
  }
  if (mixer.n > CONTACT_PARAMETER_MAX) {
    return fc_fail("contact model \"%s\" has %d parameters, at most %d are possible", face->name,
                   mixer.n, CONTACT_PARAMETER_MAX);
  }

  const mjtNum* geoms = contact_values(m, face, mjOBJ_GEOM);
  const mjtNum* pairs = contact_values(m, face, mjOBJ_PAIR);
  mjtNum standard[CONTACT_PARAMETER_MAX], room[2][CONTACT_PARAMETER_MAX];
  mix(&mixer, mixer.own, mixer.own, standard);
  for (int i = 0; i < n; i++, param += mixer.n) {
    const mjContact* con = contacts + i;
    int order = priority(m, con, 0) - priority(m, con, 1), pair;
    const mjtNum* a = side_values(&mixer, geoms, con->geom[0], room[0]);
    const mjtNum* b = side_values(&mixer, geoms, con->geom[1], room[1]);
    if (order)
      memcpy(param, order > 0 ? a : b, (size_t)mixer.n * sizeof *param);
    else if (a == mixer.own && b == mixer.own)
      memcpy(param, standard, (size_t)mixer.n * sizeof *param);
    else
      mix(&mixer, a, b, param);
    if (pairs && (pair = find_pair(m, con)) >= 0) {
      const mjtNum* row = pairs + (size_t)pair * (size_t)mixer.n;
      for (int k = 0; k < mixer.n; k++)
        param[k] = isnan(row[k]) ? param[k] : row[k];
    }
  }
  return 0;
}

int fc_contactParameter(const mjModel* m, mjData* d, int i, const char* key, mjtNum* value) {
  const Bound* bound = bound_choice(m, d, FC_CONTACT_MODEL);
  const FcParameter* parameter;
  mjtNum param[CONTACT_PARAMETER_MAX];
  if (!bound)
    return -1;
  if (i < 0 || i >= d->ncon)
    return fc_fail("there is no contact %d", i);
  int place = parameter_find(bound->face, key, &parameter);
  if (place < 0)
    return -1;
  if (!((const FcContactModel*)bound->table)->mixing) {
    *value = bound->context.param[place];
    return 0;
  }
  if (contact_model_parameters(m, bound, d->contact + i, 1, param))
    return -1;
  *value = param[place];
  return 0;
}
