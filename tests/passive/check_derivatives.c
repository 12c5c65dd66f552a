// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The velocity derivative of every passive face, its own or the host's, equals centred differences
// of qfrc_passive; and of the symmetric variant its symmetric part.

#include <fulcrum/integrator.h>

#include "tests/passive/support.h"

#define EXTENSION(name) "<plugin plugin='" name "'><instance name='w'/></plugin>"

typedef struct Scene_ {
  const char* name;
  const char* option;
  const char* extension;
  const char* joint;   // attributes of every joint
  const char* geom;    // attributes of every geom
  const char* tendon;  // attributes of the tendon
} Scene;

static const Scene scenes[] = {
    {"spring", "", "", "stiffness='3'", "", "stiffness='20'"},
    {"damper of dofs", "", "", "damping='.7'", "", ""},
    {"damper of tendons", "", "", "", "", "damping='.8'"},
    {"gravity", "", "", "", "", ""},
    {"fluid, box, viscous", "viscosity='.8' wind='.1 .2 -.3'", "", "", "", ""},
    {"fluid, box, quadratic", "density='900' wind='.1 .2 -.3'", "", "", "", ""},
    {"fluid, ellipsoid", "density='900' viscosity='.7' wind='.1 .2 -.3'", "", "",
     "fluidshape='ellipsoid' fluidcoef='.5 .25 1.5 1 1'", ""},
    {"acme.drag", "", EXTENSION("acme.drag"), "", "", ""},
    {"acme.plain", "", EXTENSION("acme.plain"), "", "", ""},
    {"acme.curl", "", EXTENSION("acme.curl"), "", "", ""},
    {"acme.constant", "", EXTENSION("acme.constant"), "", "", ""},
    {"acme.stretch", "", EXTENSION("acme.stretch"), "", "", ""},
    {"several", "density='900'",
     EXTENSION("acme.curl") "<plugin plugin='acme.drag'><instance name='x'/></plugin>"
                            "<plugin plugin='acme.plain'><instance name='y'/></plugin>",
     "damping='.7'", "", "damping='.8'"},
};
#define NSCENE ((int)(sizeof scenes / sizeof *scenes))

static mjModel* model_of(const Scene* scene) {
  char text[4000];
  snprintf(text, sizeof text,
           "<mujoco><option %s/><extension>%s</extension><default><joint %s/><geom %s/></default>"
           "<worldbody><body pos='0 0 1' gravcomp='.5'><freejoint/>"
           "<geom type='ellipsoid' size='.1 .2 .3'/><site name='s' pos='.1 0 0'/>"
           "<body pos='.3 0 .2'><joint type='ball'/><geom type='capsule' size='.05 .2' "
           "euler='20 30 0'/><body pos='0 .4 0'><joint axis='1 2 0'/><geom type='box' "
           "size='.1 .05 .2'/><site name='t' pos='0 .2 0'/></body></body>"
           "<body pos='-.3 0 .2'><joint type='slide' axis='1 1 0'/><geom type='cylinder' "
           "size='.1 .2'/></body></body></worldbody>"
           "<tendon><spatial %s><site site='s'/><site site='t'/></spatial></tendon></mujoco>",
           scene->option, scene->extension, scene->joint, scene->geom, scene->tendon);
  return model_from(text);
}

START_TEST(derivatives_equal_finite_differences) {
  const Scene* scene = scenes + _i;
  mjModel* m = model_of(scene);
  m->opt.disableflags |= mjDSBL_CONSTRAINT;
  for (int trial = 0; trial < 4; trial++) {
    mjData* d = disturbed(m);
    for (int symmetric = 0; symmetric < 2; symmetric++) {
      mjtNum *got = analytic(m, d, symmetric), *expected = numeric(m, d, symmetric);
      // differences of forces near 1 are good to 1e-10 at best
      for (int k = 0; k < m->nD; k++)
        assert_near(got[k], expected[k], 1e-7 * fmax(1, fabs(expected[k])));
      free(got);
      free(expected);
    }
    mj_deleteData(d);
  }
  mj_deleteModel(m);
}
END_TEST

// nothing above is true because there is nothing
START_TEST(velocity_matters_where_it_should) {
  const Scene* scene = scenes + _i;
  const int still = strcmp(scene->name, "spring") == 0 || strcmp(scene->name, "gravity") == 0 ||
                    strcmp(scene->name, "acme.constant") == 0;
  mjModel* m = model_of(scene);
  mjData* d = disturbed(m);
  // the symmetric part of the curl is zero but for rounding
  const int antisymmetric = strcmp(scene->name, "acme.curl") == 0;
  fc_velocityDerivative(m, d, 0);
  const mjtNum size = mju_norm(d->qDeriv, (int)m->nD);
  ck_assert_msg(still           ? size == 0
                : antisymmetric ? size < 1e-8
                                : size > 0.01,
                "%s: %g", scene->name, size);
  ck_assert(mju_norm(d->qfrc_passive, (int)m->nv) > 1e-3);
  // symmetric to rounding, and what the host makes symmetric exactly
  for (int i = 0; i < m->nv; i++) {
    for (int k = m->D_rowadr[i]; k < m->D_rowadr[i] + m->D_rownnz[i]; k++) {
      const int j = m->D_colind[k];
      int t = m->D_rowadr[j];
      while (m->D_colind[t] != i)
        t++;
      assert_near(d->qDeriv[k], d->qDeriv[t], 1e-13 * (1 + size));
    }
  }
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

int main(void) {
  TCase* tests = tcase_create("derivatives");
  tcase_add_checked_fixture(tests, add_acme_forces, remove_directories);
  tcase_add_loop_test(tests, derivatives_equal_finite_differences, 0, NSCENE);
  tcase_add_loop_test(tests, velocity_matters_where_it_should, 0, NSCENE);
  return run_case("derivatives of passive forces", tests);
}
