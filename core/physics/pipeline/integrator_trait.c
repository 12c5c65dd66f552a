// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#include <fulcrum/host.h>
#include <fulcrum/integrator.h>

#include "core/foundation/base/text.h"
#include "core/kernel/modules/registry.h"
#include "core/physics/pipeline/integrator_trait.h"

static int evaluates(const FcFace* face) {
  return ((const FcIntegrator*)face->table)->flags & FC_INTEGRATOR_EVALUATES;
}

int integrator_evaluates(const Bound* integrator) { return evaluates(integrator->face); }

void refuse_evaluating(const char* function, const mjModel* m, const Bound* integrator) {
  const FcFace *faces[INSTALLED_MAX], *fit[INSTALLED_MAX];
  int n = registry_all(FC_INTEGRATOR, faces, INSTALLED_MAX), nfit = 0;
  for (int i = 0; i < n && i < INSTALLED_MAX; i++)
    if (!evaluates(faces[i]))
      fit[nfit++] = faces[i];
  char known[400] = "";
  for (int i = 0; i < nfit; i++) {
    const char* between = !i ? "" : i < nfit - 1 ? ", " : " or ";
    text_append(known, sizeof known, "%s%s", between, fit[i]->name);
  }

  // as the model file spells it
  const FcFace* face = integrator->face;
  const char* word = face->number == FC_NUMBER(m->opt.integrator)
                         ? option_keyword(FC_INTEGRATOR, m->opt.integrator)
                         : NULL;
  mju_error("%s: %s integrator is not supported, expected %s", function, word ? word : face->name,
            nfit ? known : "another one, but none is installed");
}
