// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The fingerprint of a model's structure: everything but real numbers, names, user data and what is
// only drawn; the vertices of meshes belong to it.

#include <string.h>

#include <fulcrum/host.h>

#include "core/foundation/base/fingerprint.h"
#include "core/foundation/data/layout.h"

// Arrays without influence on the computations of a step, or with none but that of their sizes.
static int is_beside(const char* name) {
  static const char* const prefixes[] = {
      "name_", "names", "paths",  "text_", "tuple_", "numeric_", "key_",   "tex_",
      "mat_",  "skin_", "light_", "cam_",  "bvh_",   "hfield_p", "plugin", NULL};
  for (const char* const* prefix = prefixes; *prefix; prefix++)
    if (strncmp(name, *prefix, strlen(*prefix)) == 0)
      return 1;
  static const char* const endings[] = {"_matid", "_group", NULL};
  const size_t length = strlen(name);
  for (const char* const* ending = endings; *ending; ending++) {
    const size_t n = strlen(*ending);
    if (length > n && strcmp(name + length - n, *ending) == 0)
      return 1;
  }
  return 0;
}

typedef struct Seen_ {
  const mjModel* m;
  Fingerprint print;
} Seen;

static int add_array(void* context, const ArraySpec* spec) {
  Seen* seen = context;
  size_t bytes;
  const int shape = strcmp(spec->name, "mesh_vert") == 0;
  if ((spec->kind != 'i' && spec->kind != 'b' && !shape) || is_beside(spec->name) ||
      array_bytes(spec, &bytes))
    return 0;
  const int64_t rows = spec->rows;
  fingerprint_add(&seen->print, spec->name, strlen(spec->name));
  fingerprint_add(&seen->print, &rows, sizeof rows);
  fingerprint_add(&seen->print, array_pointer(seen->m, spec), bytes);
  return 0;
}

static void add_options(Fingerprint* print, const mjOption* o) {
  const int chosen[] = {o->integrator,   o->cone,          o->jacobian,          o->solver,
                        o->iterations,   o->ls_iterations, o->noslip_iterations, o->ccd_iterations,
                        o->disableflags, o->enableflags,   o->disableactuator};
  fingerprint_add(print, chosen, sizeof chosen);
}

void fc_structure(const mjModel* m, uint64_t print[2]) {
  Seen seen = {m, {{0}}};
  const int64_t counts[] = {m->nq,   m->nv,    m->nu,    m->na,      m->nbody,
                            m->njnt, m->ngeom, m->nflex, m->nplugin, m->nhistory};
  fingerprint_add(&seen.print, counts, sizeof counts);
  add_options(&seen.print, &m->opt);
  model_each_array(m, add_array, &seen);
  print[0] = print[1] = 0;
  for (int i = 0; i < 16; i++) {
    // distinct odd multipliers, so that equal lanes do not cancel
    print[i % 2] ^= seen.print.lane[i] * (2 * (uint64_t)i + 1);
    print[i % 2] = print[i % 2] << 13 | print[i % 2] >> 51;
  }
}
