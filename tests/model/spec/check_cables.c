// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Cables and their skins as parts of a model that is edited: each copy has its own plugin instance
// and skin, and removed parts leave nothing behind.

#include <fulcrum/spec.h>

#include "suite.h"

#define CABLE                                                                                      \
  "<composite prefix='c' type='cable' curve='s' count='4' size='1'><geom type='box' size='.1 .02 " \
  ".01'/><skin subgrid='1' group='3' rgba='.1 .2 .3 .4'/><plugin "                                 \
  "plugin='mujoco.elasticity.cable'><config key='bend' value='1e5'/></plugin></composite>"
#define MODEL(x)                                                                           \
  "<mujoco><extension><plugin plugin='mujoco.elasticity.cable'/></extension><worldbody>" x \
  "</worldbody></mujoco>"

static mjSpec* parsed(const char* xml) {
  char error[1000] = "";
  mjSpec* s = mj_parseXMLString(xml, NULL, error, sizeof error);
  ck_assert_msg(s != NULL, "%s", error);
  return s;
}

static mjModel* compiled(mjSpec* s) {
  mjModel* m = mj_compile(s, NULL);
  ck_assert_msg(m != NULL, "%s", mjs_getError(s));
  return m;
}

// cable k of n has the instance and the skin k, and bones on its own three bodies
static void assert_cables(const mjModel* m, int n) {
  ck_assert_int_eq(m->nbody, 1 + 3 * n);
  ck_assert_int_eq(m->nexclude, 2 * n);
  ck_assert_int_eq(m->nplugin, n);
  ck_assert_int_eq(m->nskin, n);
  for (int b = 1; b < m->nbody; b++)
    ck_assert_int_eq(m->body_plugin[b], (b - 1) / 3);
  for (int k = 0; k < n; k++) {
    ck_assert_int_eq(m->skin_bonenum[k], 12);
    ck_assert_int_eq(m->skin_group[k], 3);
    ck_assert_float_eq(m->skin_rgba[4 * k + 2], 0.3f);
    for (int i = 0; i < 12; i++) {
      const int body = m->skin_bonebodyid[m->skin_boneadr[k] + i], column = i / 3;
      ck_assert_int_eq(body, 1 + 3 * k + (column < 2 ? column : 2));
    }
    ck_assert_str_eq(mj_getPluginConfig(m, k, "bend"), "1e5");
  }
}

// bending cable k moves no other one
static void assert_apart(const mjModel* m, int n) {
  mjData* d = mj_makeData(m);
  for (int k = 0; k < n; k++) {
    mj_resetData(m, d);
    mju_axisAngle2Quat(d->qpos + 12 * k + 4, (mjtNum[]){0, 1, 0}, 0.2);
    mj_forward(m, d);
    for (int other = 0; other < n; other++) {
      const mjtNum force = mju_norm(d->qfrc_passive + 9 * other, 9);
      ck_assert_msg(other == k ? force > 1e-4 : force < 1e-12, "%d on %d: %g", k, other, force);
    }
  }
  mj_deleteData(d);
}

START_TEST(replicated_cables_are_apart) {
  mjSpec* s =
      parsed(MODEL("<replicate count='2' offset='0 0 1'><replicate count='3' offset='0 1 "
                   "0'>" CABLE "</replicate></replicate>"));
  mjModel* m = compiled(s);
  assert_cables(m, 6);
  assert_apart(m, 6);
  ck_assert_int_ge(mj_name2id(m, mjOBJ_SKIN, "cSkin21"), 0);
  ck_assert_int_ge(mj_name2id(m, mjOBJ_PLUGIN, "compositec00"), 0);

  // and so are those of the saved text
  static char text[1 << 18];
  char error[1000] = "";
  ck_assert_msg(mj_saveXMLString(s, text, sizeof text, error, sizeof error) == 0, "%s", error);
  mjSpec* saved = parsed(text);
  mjModel* again = compiled(saved);
  assert_apart(again, 6);
  ck_assert_int_eq(again->nskin, 6);
  ck_assert_int_eq(again->nplugin, 6);
  mj_deleteModel(again);
  mj_deleteSpec(saved);
  mj_deleteModel(m);
  mj_deleteSpec(s);
}
END_TEST

START_TEST(a_copy_of_the_spec_has_its_own_cable) {
  mjSpec *s = parsed(MODEL(CABLE)), *copy = mj_copySpec(s);
  mj_deleteSpec(s);
  mjModel* m = compiled(copy);
  assert_cables(m, 1);
  assert_apart(m, 1);
  mj_deleteModel(m);
  mj_deleteSpec(copy);
}
END_TEST

// recorded: names after mjs_attach with prefix x_ and suffix _y to another spec; the skin keeps its
// name there
START_TEST(an_attached_cable_takes_its_skin_and_its_plugin_along) {
  mjSpec *s = parsed(MODEL(CABLE)), *to = mj_makeSpec();
  mjsFrame* frame = mjs_addFrame(world_of(to), NULL);
  ck_assert_ptr_nonnull(mjs_attach(frame->element, s->element, "x_", "_y"));
  mjModel* m = compiled(to);
  ck_assert_int_eq(m->nskin, 1);
  ck_assert_int_eq(m->nplugin, 1);
  ck_assert_int_ge(mj_name2id(m, mjOBJ_BODY, "x_cB_last_y"), 0);
  ck_assert_int_ge(mj_name2id(m, mjOBJ_PLUGIN, "x_compositec_y"), 0);
  ck_assert_int_ge(mj_name2id(m, mjOBJ_TEXT, "x_composite_c_y"), 0);
  ck_assert_int_ge(mj_name2id(m, mjOBJ_SKIN, "cSkin"), 0);
  mj_deleteModel(m);
  mj_deleteSpec(to);
  mj_deleteSpec(s);
}
END_TEST

// The instance goes with the cable; the skin stays, as in the reference, and is then a reference to
// nothing.
START_TEST(a_deleted_cable_takes_its_plugin_along) {
  mjSpec* s = parsed(MODEL("<body name='rest'><geom size='1'/></body>" CABLE));
  ck_assert_int_eq(mjs_delete(s, mjs_findBody(s, "cB_first")->element), 0);
  ck_assert_ptr_null(mjs_firstElement(s, mjOBJ_PLUGIN));
  ck_assert_ptr_null(mjs_firstElement(s, mjOBJ_EXCLUDE));
  ck_assert_ptr_null(mj_compile(s, NULL));
  ck_assert_ptr_nonnull(strstr(mjs_getError(s), "'cB_first'"));
  ck_assert_int_eq(mjs_delete(s, mjs_firstElement(s, mjOBJ_SKIN)), 0);
  mjModel* m = compiled(s);
  ck_assert_int_eq(m->nbody, 2);
  ck_assert_int_eq(m->nplugin, 0);
  mj_deleteModel(m);
  mj_deleteSpec(s);
}
END_TEST

// an instance that another element uses stays
START_TEST(a_shared_instance_stays_with_the_rest) {
  mjSpec* s = parsed(MODEL(CABLE));
  mjs_delete(s, mjs_findBody(s, "cB_1")->element);
  ck_assert_ptr_nonnull(mjs_firstElement(s, mjOBJ_PLUGIN));
  mjs_delete(s, mjs_firstElement(s, mjOBJ_SKIN));
  mjModel* m = compiled(s);
  ck_assert_int_eq(m->nbody, 2);
  ck_assert_int_eq(m->body_plugin[1], 0);
  mj_deleteModel(m);
  mj_deleteSpec(s);
}
END_TEST

// two points are one segment, three are two: the reference refuses the second
START_TEST(short_cables_work) {
  for (int n = 2; n < 4; n++) {
    char xml[1000];
    snprintf(xml, sizeof xml,
             MODEL("<composite type='cable' curve='s' count='%d' size='1'><geom type='box' "
                   "size='.1 .1 .1'/></composite>"),
             n);
    mjSpec* s = parsed(xml);
    mjModel* m = compiled(s);
    ck_assert_int_eq(m->nbody, n);
    ck_assert_int_eq(m->nsite, n - 1);
    ck_assert_int_eq(m->nexclude, n - 2);
    ck_assert_int_eq(m->nskinbone, 2 * n);
    mj_deleteModel(m);
    mj_deleteSpec(s);
  }
}
END_TEST

int main(void) {
  const TTest* const tests[] = {replicated_cables_are_apart,
                                a_copy_of_the_spec_has_its_own_cable,
                                an_attached_cable_takes_its_skin_and_its_plugin_along,
                                a_deleted_cable_takes_its_plugin_along,
                                a_shared_instance_stays_with_the_rest,
                                short_cables_work,
                                NULL};
  return run_tests("cables", tests);
}
