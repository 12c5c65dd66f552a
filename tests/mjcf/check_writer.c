// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The canonical writer: recorded text of MuJoCo 3.6.0, saving what was saved changes nothing, and a
// saved model is the model. rich.saved.xml was recorded with mj_saveLastXML(file, NULL, ...) of the
// reference after mj_loadXML("rich.xml").

#include <math.h>

#include <fulcrum/host.h>
#include <fulcrum/spec.h>

#include "support.h"

START_TEST(empty_model_is_85_bytes) {
  char* text = saved("<mujoco/>");
  ck_assert_str_eq(text,
                   "<mujoco model=\"MuJoCo Model\">\n  <compiler angle=\"radian\"/>\n\n"
                   "  <worldbody/>\n</mujoco>\n");
  ck_assert_int_eq((int)strlen(text), 85);
  free(text);
}
END_TEST

START_TEST(rich_model_is_written_as_recorded) {
  char *xml = source_file("tests/data/mjcf/rich.xml"),
       *golden = source_file("tests/data/mjcf/rich.saved.xml");
  char* text = saved(xml);
  ck_assert_str_eq(text, golden);
  free(text);
  free(golden);
  free(xml);
}
END_TEST

static const char* const documents[] = {
    "<mujoco/>",
    "<mujoco><default><geom density='500' rgba='1 0 0 1'/><default class='c1'><geom size='.3'/>"
    "<joint damping='2'/></default></default><worldbody><body childclass='c1'><freejoint/><geom/>"
    "<geom class='main' size='1'/></body></worldbody></mujoco>",
    "<mujoco><compiler autolimits='false' boundmass='.1'/><worldbody><frame name='f' pos='1 2 3'>"
    "<body name='b' euler='10 20 30'><joint type='ball' limited='true' range='0 30'/><geom "
    "type='box' "
    "size='1 2 3' euler='1 2 3' mass='4'/></body></frame></worldbody><keyframe><key name='k' "
    "time='2'/>"
    "<key qpos='0 1 0 0'/></keyframe></mujoco>",
    "<mujoco><worldbody><replicate count='60' euler='7 11 13' offset='.1 .2 .3'><body><geom "
    "size='.1 .2 .3' "
    "type='box' zaxis='1 2 3'/></body><light dir='1 2 -5'/><site xyaxes='1 2 3 -3 1 "
    "0'/></replicate>"
    "</worldbody></mujoco>",
    "<mujoco><worldbody><replicate count='3' offset='1 0 0'><body><joint name='j' ref='20' "
    "springref='30'/><geom size='.1'/><site name='s'/></body></replicate></worldbody>"
    "<actuator><position joint='j' kp='7' kv='2'/><muscle joint='j' ctrlrange='0 1' lengthrange='0 "
    "1'/>"
    "</actuator><sensor><jointpos joint='j'/><accelerometer site='s' "
    "cutoff='3'/></sensor></mujoco>",
};

START_TEST(names_are_written_with_references) {
  char* text =
      saved("<mujoco><worldbody><body name='&quot;a&lt;&#10;b &amp;\xe9'/></worldbody></mujoco>");
  ck_assert_ptr_nonnull(strstr(text, "<body name=\"&quot;a&lt;&#10;b &amp;\xe9\"/>"));
  free(text);
}
END_TEST

START_TEST(saving_what_was_saved_changes_nothing) {
  char* rich = source_file("tests/data/mjcf/rich.xml");
  int n = (int)(sizeof documents / sizeof documents[0]);
  for (int i = 0; i <= n; i++) {
    // what frames that dissolve held has its place only in the second text
    char* first = saved(i < n ? documents[i] : rich);
    char* once = saved(first);
    char* twice = saved(once);
    ck_assert_msg(strcmp(twice, once) == 0, "document %d changes", i);
    free(first);
    free(once);
    free(twice);
  }
  free(rich);
}
END_TEST

START_TEST(solver_names_survive) {
  char* text = saved("<mujoco><option solver='CG' integrator='implicitfast'/></mujoco>");
  ck_assert_ptr_nonnull(strstr(text, "integrator=\"implicitfast\" solver=\"CG\""));
  free(text);
}
END_TEST

START_TEST(a_saved_model_is_the_model) {
  char* text = saved(documents[4]);
  mjModel *a = compile(documents[4]), *b = compile(text);
  ck_assert(a->nq == b->nq && a->nu == b->nu && a->nsensor == b->nsensor && a->nbody == b->nbody);
  for (int i = 0; i < a->nbody * 3; i++) {
    ck_assert_double_eq_tol(a->body_pos[i], b->body_pos[i], 1e-5);
    ck_assert_double_eq_tol(a->body_inertia[i], b->body_inertia[i], 1e-5);
  }
  for (int i = 0; i < a->nq; i++) {
    ck_assert_double_eq_tol(a->qpos0[i], b->qpos0[i], 1e-6);
    ck_assert_double_eq_tol(a->qpos_spring[i], b->qpos_spring[i], 1e-6);
  }
  mj_deleteModel(a);
  mj_deleteModel(b);
  free(text);
}
END_TEST

START_TEST(only_compiled_specs_are_written) {
  char text[100], error[ERROR_SIZE] = "";
  mjSpec* s = parse("<mujoco/>");
  ck_assert_int_eq(mj_saveXMLString(s, text, sizeof text, error, ERROR_SIZE), -1);
  ck_assert_ptr_nonnull(strstr(error, "compiled"));
  mj_deleteModel(mj_compile(s, NULL));
  ck_assert_int_eq(mj_saveXMLString(s, text, sizeof text, error, ERROR_SIZE), 0);
  ck_assert_int_eq(mj_saveXMLString(s, text, 20, error, ERROR_SIZE), 85);
  ck_assert_ptr_nonnull(strstr(error, "at least 86"));
  mj_deleteSpec(s);
}
END_TEST

START_TEST(last_model_is_written_with_the_numbers_given) {
  char file[1024], error[ERROR_SIZE] = "", text[4096] = "";
  snprintf(file, sizeof file, "%s/check_writer_last.xml", TEST_BUILD_DIR);
  mjVFS vfs;
  mj_defaultVFS(&vfs);
  const char* xml = "<mujoco><worldbody><body><joint/><geom size='1'/></body></worldbody></mujoco>";
  mj_addBufferVFS(&vfs, "m.xml", xml, (int)strlen(xml));
  mjModel* m = mj_loadXML("m.xml", &vfs, error, ERROR_SIZE);
  ck_assert_msg(m != NULL, "%s", error);
  m->geom_size[0] = 0.25;
  m->opt.timestep = 0.125;
  m->stat.extent = 9;
  ck_assert_msg(mj_saveLastXML(file, m, error, ERROR_SIZE) == 1, "%s", error);
  FILE* written = fopen(file, "r");
  ck_assert_ptr_nonnull(written);
  ck_assert(fread(text, 1, sizeof text - 1, written) > 0);
  fclose(written);
  ck_assert_ptr_nonnull(strstr(text, "timestep=\"0.125\""));
  ck_assert_ptr_nonnull(strstr(text, "<geom size=\"0.25\"/>"));
  ck_assert_ptr_nonnull(strstr(text, "<statistic extent=\"9\"/>"));

  // what cannot be saved leaves the file as it is
  ck_assert_int_eq(mj_saveLastXML("/no/such/directory/x.xml", m, error, ERROR_SIZE), 0);
  ck_assert_str_eq(error, "/no/such/directory/x.xml cannot be written: No such file or directory");
  mj_freeLastXML();
  ck_assert_int_eq(mj_saveLastXML(file, NULL, error, ERROR_SIZE), 0);
  ck_assert_ptr_nonnull(strstr(error, "No XML model loaded"));
  written = fopen(file, "r");
  ck_assert_ptr_nonnull(written);
  ck_assert_int_eq(fgetc(written), '<');
  fclose(written);
  remove(file);
  mj_deleteModel(m);
  mj_deleteVFS(&vfs);
}
END_TEST

static mjModel* load(const char* file, int with_host) {
  char error[ERROR_SIZE] = "";
  mjModel* m = with_host ? fc_loadModel(file, NULL, error, ERROR_SIZE)
                         : mj_loadXML(file, NULL, error, ERROR_SIZE);
  ck_assert_msg(m != NULL, "%s", error);
  return m;
}

// Whichever function has loaded a text, the last one is saved; a binary model has no text.
START_TEST(last_model_may_be_loaded_by_either_function) {
  char file[3][1024], text[2000], error[ERROR_SIZE] = "";
  for (int i = 0; i < 3; i++) {
    const char* const endings[] = {"a.xml", "b.xml", "c.mjb"};
    snprintf(file[i], sizeof file[i], "%s/check_writer_%s", TEST_BUILD_DIR, endings[i]);
    FILE* source = i < 2 ? fopen(file[i], "w") : NULL;
    if (source) {
      fprintf(source, "<mujoco model='%c'><worldbody><geom size='%d'/></worldbody></mujoco>",
              'a' + i, i + 1);
      fclose(source);
    }
  }
  for (int first = 0; first < 2; first++) {
    mj_freeLastXML();
    ck_assert_ptr_null(fc_lastSpec());
    mjModel *a = load(file[0], first), *b = load(file[1], !first);
    mj_saveModel(a, file[2], NULL, 0);
    mjModel* c = load(file[2], 1);
    b->geom_size[0] = 0.25;
    ck_assert_int_eq(mj_saveLastXML(file[2], b, error, ERROR_SIZE), 1);
    FILE* written = fopen(file[2], "r");
    text[fread(text, 1, sizeof text - 1, written)] = 0;
    fclose(written);
    ck_assert(strstr(text, "model=\"b\"") && strstr(text, "size=\"0.25\""));

    // a copy of what is saved tells which model it belongs to
    mjSpec* last = fc_lastSpec();
    ck_assert_msg(last != NULL, "%s", fc_lastError());
    ck_assert_str_eq(mjs_getString(last->modelname), "b");
    ck_assert_int_eq(mj_copyBack(last, b), 1);
    mj_deleteSpec(last);
    mj_deleteModel(a);
    mj_deleteModel(b);
    mj_deleteModel(c);
  }
  mj_freeLastXML();
  for (int i = 0; i < 3; i++)
    remove(file[i]);
}
END_TEST

static void add(TCase* t) {
  tcase_add_test(t, empty_model_is_85_bytes);
  tcase_add_test(t, rich_model_is_written_as_recorded);
  tcase_add_test(t, saving_what_was_saved_changes_nothing);
  tcase_add_test(t, solver_names_survive);
  tcase_add_test(t, names_are_written_with_references);
  tcase_add_test(t, a_saved_model_is_the_model);
  tcase_add_test(t, only_compiled_specs_are_written);
  tcase_add_test(t, last_model_is_written_with_the_numbers_given);
  tcase_add_test(t, last_model_may_be_loaded_by_either_function);
}

int main(void) { return run_added("writer", add); }
